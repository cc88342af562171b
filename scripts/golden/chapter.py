"""tests/golden/chapter.json: the chapter's sketch (16.2.6) and what its text says about it; NumPy float64.

Run: /usr/bin/python3 scripts/golden/chapter.py
"""

import numpy as np

import formulas
import golden_file

rng = np.random.default_rng(0)
n, d_model, d_k = 4, 8, 8
X = rng.normal(size=(n, d_model))
W_Q = rng.normal(scale=0.3, size=(d_model, d_k))
W_K = rng.normal(scale=0.3, size=(d_model, d_k))
W_V = rng.normal(scale=0.3, size=(d_model, d_k))
Q, K, V = X @ W_Q, X @ W_K, X @ W_V

CAUSAL = np.tril(np.ones((n, n), dtype=bool))
FULL = np.ones((n, n), dtype=bool)
PAD_LAST = np.array([True, True, True, False])


def attend(q, k, v, allowed, scale=None, temperature=1.0):
    """The chapter's self_attention from given q, k, v: output and weights, and log-sum-exp of the rows."""
    scores = (q @ k.T) / np.sqrt(k.shape[1]) if scale is None else (q @ k.T) * scale
    scores = np.where(allowed, scores / temperature, -np.inf)
    top = scores.max(axis=-1, keepdims=True)
    exponentials = np.exp(scores - top)
    sums = exponentials.sum(axis=-1, keepdims=True)
    weights = exponentials / sums
    return weights @ v, weights, (top + np.log(sums))[:, 0]


def entropy_nats(weights):
    return -np.sum(np.where(weights > 0, weights * np.log(np.where(weights > 0, weights, 1.0)), 0.0), axis=-1)


def plain(*arguments, **options):
    output, weights, lse = attend(*arguments, **options)
    return {"A": weights, "out": output, "entropy_nats": entropy_nats(weights), "row_sum": weights.sum(axis=-1), "lse": lse}


def with_statistics(*arguments, **options):
    output, weights, lse = attend(*arguments, **options)
    return {"weights": weights, **formulas.statistics(weights), "logSumExp": lse, "output": output}


def head(matrix, index):
    """Columns 4h … 4h+3: head h of two."""
    return matrix[:, 4 * index : 4 * index + 4]


def two_heads_dk4():
    found = {}
    for h in (0, 1):
        found[f"head{h}_full"] = plain(head(Q, h), head(K, h), head(V, h), FULL)
        found[f"head{h}_causal"] = plain(head(Q, h), head(K, h), head(V, h), CAUSAL)
        found[f"mqa_q{h}_k0_causal"] = plain(head(Q, h), head(K, 0), head(V, 0), CAUSAL)
    return found


def two_heads_causal():
    outputs, weights, _ = zip(*(attend(head(Q, h), head(K, h), head(V, h), CAUSAL) for h in (0, 1)))
    note = "d_k = d_v = 4 a head; head h uses columns 4h..4h+3 of Q, K, V; no W_O"
    return {"weights": weights, "concat": np.concatenate(outputs, axis=1), "note": note}


def two_query_heads_one_key_value_head_causal():
    outputs, weights, _ = zip(*(attend(head(Q, h), head(K, 0), head(V, 0), CAUSAL) for h in (0, 1)))
    return {"weights": weights, "output": outputs, "note": "key/value head 0 (columns 0..3) shared by both query heads"}


def permutation():
    """Attention is blind to order: weights of the permuted tokens are the permuted weights, until a causal mask."""
    order = [2, 0, 3, 1]
    q, k, v = Q[order], K[order], V[order]
    _, full, _ = attend(Q, K, V, FULL)
    causal_output, _, _ = attend(Q, K, V, CAUSAL)
    _, full_permuted, _ = attend(q, k, v, FULL)
    output_permuted, causal_permuted, _ = attend(q, k, v, CAUSAL)
    return {
        "order": order,
        "full_weights": full_permuted,
        "causal_weights": causal_permuted,
        "max_difference_full_weights": np.abs(full_permuted - full[np.ix_(order, order)]).max(),
        "max_difference_causal_output": np.abs(output_permuted - causal_output[order]).max(),
    }


def online_softmax(row, width):
    """Milakov & Gimelshein 2018: the row's keys in tiles of `width`, a running maximum and a running sum."""
    scores = (Q[row] @ K.T) / np.sqrt(d_k)
    running_max, running_sum, partial, tiles = -np.inf, 0.0, np.zeros(d_k), []
    for start in range(0, n, width):
        tile = scores[start : start + width]
        new_max = max(running_max, tile.max())
        correction = np.exp(running_max - new_max)
        exponentials = np.exp(tile - new_max)
        running_sum = running_sum * correction + exponentials.sum()
        partial = partial * correction + exponentials @ V[start : start + width]
        running_max = new_max
        tiles.append({"max": running_max, "correction": correction, "sum": running_sum, "partialOutput": partial.copy()})
    return {"tiles": tiles, "logSumExp": running_max + np.log(running_sum), "output": partial / running_sum}


def without(found, name):
    return {key: entry for key, entry in found.items() if key != name}


def cases():
    late = np.arange(2)[:, None] + 2 >= np.arange(n)[None, :]
    early = np.arange(2)[:, None] >= np.arange(n)[None, :]
    return {
        "causal": plain(Q, K, V, CAUSAL),
        "full": plain(Q, K, V, FULL),
        "causal_unscaled": plain(Q, K, V, CAUSAL, scale=1.0),
        "full_unscaled": plain(Q, K, V, FULL, scale=1.0),
        "pad_last": plain(Q, K, V, FULL & PAD_LAST),
        "pad_last_causal": plain(Q, K, V, CAUSAL & PAD_LAST),
        "causal_T0_5": plain(Q, K, V, CAUSAL, temperature=0.5),
        "causal_T2": plain(Q, K, V, CAUSAL, temperature=2.0),
        "full_statistics": with_statistics(Q, K, V, FULL),
        "causal_statistics": with_statistics(Q, K, V, CAUSAL),
        "full_unscaled_statistics": without(with_statistics(Q, K, V, FULL, scale=1.0), "logSumExp"),
        "cross_queries_2_3": without(with_statistics(Q[2:], K, V, FULL[2:]), "logSumExp"),
        "cross_queries_2_3_causal_bottom_right": without(with_statistics(Q[2:], K, V, late), "logSumExp"),
        "cross_queries_2_3_causal_top_left": without(with_statistics(Q[2:], K, V, early), "logSumExp"),
        "two_heads_causal": two_heads_causal(),
        "two_query_heads_one_key_value_head_causal": two_query_heads_one_key_value_head_causal(),
        "permutation": permutation(),
        "online_softmax_row_3_tile_2": online_softmax(row=3, width=2),
    }


if __name__ == "__main__":
    raw_scores = Q @ K.T
    found = cases()
    golden_file.write(
        "chapter.json",
        {
            "numpy": np.__version__,
            "generator": "default_rng(0)",
            **{"n": n, "d_model": d_model, "d_k": d_k},
            **{"X": X, "W_Q": W_Q, "W_K": W_K, "W_V": W_V, "Q": Q, "K": K, "V": V},
            "raw_scores": raw_scores,
            "scaled_scores": raw_scores / np.sqrt(d_k),
            "cases": found,
            "two_heads_dk4": two_heads_dk4(),
            "print2_causal": [[f"{weight:.2f}" for weight in row] for row in found["causal"]["A"]],
        },
    )
