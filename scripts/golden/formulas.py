"""The chapter's formulas in NumPy float64, as plain einsum: what the goldens are computed with."""

import numpy as np


def allowed_cells(mask, heads, n_q, n_k):
    """Booleans [h, n_q, n_k]: may query i of a head look at key j? The mask is the engine's mask value."""
    options = {"none": {}, "causal": {"causal": True}}[mask] if isinstance(mask, str) else mask
    i = np.arange(n_q)[:, None]
    j = np.arange(n_k)[None, :]
    causal = options.get("causal", False)
    position = i if causal == "top-left" else i + n_k - n_q
    cells = np.ones((n_q, n_k), dtype=bool)
    if causal:
        cells &= j <= position
    if "window" in options:
        left, right = options["window"]
        cells &= (position - left <= j) & (j <= position + right)
    cells |= j < options.get("prefix", 0)
    cells = np.broadcast_to(cells, (heads, n_q, n_k)).copy()
    if "keep" in options:
        cells &= np.asarray(options["keep"], dtype=bool)
    if "allowed" in options:
        cells &= np.asarray(options["allowed"], dtype=bool)
    return cells


def softmax(scores):
    """Row softmax [..., n_k] and log-sum-exp [...]. A row of −∞ gives zeros and −∞, never NaN."""
    top = scores.max(axis=-1, keepdims=True)
    shift = np.where(np.isneginf(top), 0.0, top)
    exponentials = np.exp(scores - shift)
    total = exponentials.sum(axis=-1, keepdims=True)
    has_key = total > 0
    weights = np.divide(exponentials, total, out=np.zeros_like(scores), where=has_key)
    log_total = np.log(total, out=np.full_like(total, -np.inf), where=has_key)
    return weights, (shift + log_total)[..., 0]


def entropy(weights):
    """−Σ a·ln a in nats, 0·ln 0 = 0; + 0.0 turns the −0 of a one-hot row into 0."""
    logs = np.log(weights, out=np.zeros_like(weights), where=weights > 0)
    return -(weights * logs).sum(axis=-1) + 0.0


def jacobian_norm(weights):
    """‖diag(a) − a·aᵀ‖ as √Σᵢ aᵢ²((1−aᵢ)² + Σ_{j≠i} aⱼ²), 1−aᵢ being the sum of the other weights."""
    n = weights.shape[-1]
    others = 1.0 - np.eye(n)
    rest = np.einsum("ij,...j->...i", others, weights)
    rest_squares = np.einsum("ij,...j->...i", others, weights**2)
    return np.sqrt((weights**2 * (rest**2 + rest_squares)).sum(axis=-1))


def statistics(weights):
    return {
        "entropy": entropy(weights),
        "peak": weights.max(axis=-1),
        "rowSum": weights.sum(axis=-1),
        "jacobianNorm": jacobian_norm(weights),
    }


def attention(query, key, value, mask="none", bias=None, scale=None, temperature=1.0):
    """query [h,n_q,d_k], key [h_kv,n_k,d_k], value [h_kv,n_k,d_v], bias [1|h,n_q,n_k] → every stage, by the engine's names."""
    heads, n_q, d_k = query.shape
    group = heads // key.shape[0]
    key, value = np.repeat(key, group, axis=0), np.repeat(value, group, axis=0)
    scale = 1.0 / np.sqrt(d_k) if scale is None else scale

    raw = np.einsum("hid,hjd->hij", query, key)
    scaled = raw * scale / temperature
    biased = scaled if bias is None else scaled + bias
    masked = np.where(allowed_cells(mask, heads, n_q, key.shape[1]), biased, -np.inf)
    weights, log_sum_exp = softmax(masked)
    return {
        "rawScores": raw,
        "scaledScores": scaled,
        "maskedScores": masked,
        "weights": weights,
        "output": np.einsum("hij,hjd->hid", weights, value),
        "logSumExp": log_sum_exp,
        **statistics(weights),
    }


def float32_exact(array):
    """Rounded to float32, held in float64: the engine then starts from the very same numbers."""
    return np.asarray(array, dtype=np.float32).astype(np.float64)
