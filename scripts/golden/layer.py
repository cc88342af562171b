"""tests/golden/layer.json: the multi-head layer with what PyTorch's module cannot do; NumPy float64 einsum.

Run: /usr/bin/python3 scripts/golden/layer.py
Grouped key/value heads, d_v ≠ d_k, head gains, no W_O, both weight layouts, d_out ≠ d_model.
"""

import numpy as np

import formulas
import golden_file


def projected(x, weights, bias, out_in):
    matrix = weights.T if out_in else weights
    return np.einsum("nm,mp->np", x, matrix) + (0.0 if bias is None else bias)


def by_head(rows, heads):
    """[n, heads·d] → [heads, n, d]: head h owns the columns h·d … (h+1)·d − 1."""
    return rows.reshape(len(rows), heads, -1).transpose(1, 0, 2)


def multi_head(given):
    """Vaswani 2017 §3.2.2 from the engine's option names to the engine's result names."""
    heads, kv_heads = given["heads"], given.get("keyValueHeads", given["heads"])
    out_in = given.get("weightLayout") == "out-in"
    context = given.get("context", given["x"])
    query = by_head(projected(given["x"], given["wq"], given.get("bq"), out_in), heads)
    key = by_head(projected(context, given["wk"], given.get("bk"), out_in), kv_heads)
    value = by_head(projected(context, given["wv"], given.get("bv"), out_in), kv_heads)

    scoring = {name: given[name] for name in ("mask", "bias", "scale", "temperature") if name in given}
    found = formulas.attention(query, key, value, **scoring)
    gain = np.asarray(given.get("headGain", np.ones(heads)))
    head_output = found["output"] * gain[:, None, None]
    concat = head_output.transpose(1, 0, 2).reshape(len(given["x"]), -1)
    output = projected(concat, given["wo"], given.get("bo"), out_in) if "wo" in given else concat
    return {
        **{"query": query, "key": key, "value": value, "weights": found["weights"]},
        **{"headOutput": head_output, "concat": concat, "output": output},
    }


def normal(rng, *shape, sigma=0.3):
    return formulas.float32_exact(rng.normal(scale=sigma, size=shape))


def parameters(rng, heads, kv_heads, d_model, d_k, d_v, d_out, layout, d_context=None):
    """Weights and biases in the given layout; 'in-out' is the engine's default and stays unsaid."""
    source = d_context or d_model
    widths = {"q": (d_model, heads * d_k), "k": (source, kv_heads * d_k), "v": (source, kv_heads * d_v), "o": (heads * d_v, d_out)}
    flip = -1 if layout == "out-in" else 1
    weights = {f"w{name}": normal(rng, *shape[::flip]) for name, shape in widths.items()}
    biases = {f"b{name}": normal(rng, shape[1]) for name, shape in widths.items()}
    said = {"weightLayout": layout} if flip < 0 else {}
    return {**weights, **biases, **said, "heads": heads, **({} if heads == kv_heads else {"keyValueHeads": kv_heads})}


def layer_cases(rng):
    x, context = normal(rng, 4, 6, sigma=0.7), normal(rng, 7, 6, sigma=0.7)
    #                                    h  kv  d_model d_k d_v d_out
    same = parameters(rng, 2, 2, 6, 3, 5, 8, "in-out")
    flipped = parameters(rng, 2, 2, 6, 3, 5, 8, "out-in")
    grouped = parameters(rng, 8, 2, 6, 3, 5, 9, "in-out")
    multi_query = parameters(rng, 3, 1, 6, 5, 2, 9, "out-in")
    weights_only = {name: entry for name, entry in same.items() if not name.startswith("b")}
    no_wo = {name: entry for name, entry in same.items() if name not in ("wo", "bo")}
    yield "self-attention, in-out", {"x": x, **same}
    yield "self-attention, out-in", {"x": x, **flipped}
    yield "without biases, causal", {"x": x, **weights_only, "mask": "causal"}
    yield "without W_O the output is the concat", {"x": x, **no_wo, "mask": "causal"}
    yield "head gains: one head off, one doubled", {"x": x, **same, "headGain": [0.0, 2.0]}
    yield "cross-attention with padding", {"x": x, "context": context, **same, "mask": {"keep": [True] * 5 + [False] * 2}}
    yield "cross-attention, causal", {"x": x, "context": context, **flipped, "mask": "causal"}
    yield "grouped key/value heads, causal", {"x": x, **grouped, "mask": "causal", "headGain": [1.0, 0.5, -1.0, 0.25] * 2}
    yield "grouped cross-attention, out-in, everything", {
        **{"x": x, "context": context, **multi_query},
        **{"bias": normal(rng, 3, 4, 7), "scale": 0.375, "temperature": 2.0},
        "mask": {"causal": "top-left", "window": [3, 0], "prefix": 1, "keep": [True, False] + [True] * 5},
    }
    yield "one token", {"x": x[:1], **same}
    narrow = parameters(rng, 2, 2, 6, 3, 5, 8, "in-out", d_context=9)
    yield "cross-attention, context of another width", {"x": x, "context": normal(rng, 7, 9), **narrow}
    yield "d_model past a tile", {"x": normal(rng, 3, 17, sigma=0.5), **parameters(rng, 2, 2, 17, 9, 4, 17, "in-out")}


def case(name, options):
    arrays = {key: golden_file.tensor(entry) for key, entry in options.items() if isinstance(entry, np.ndarray)}
    expected = {key: golden_file.tensor(entry) for key, entry in multi_head(options).items()}
    return {"name": name, "atol": 1e-6, "rtol": 0.0, "options": {**options, **arrays}, "expected": expected}


if __name__ == "__main__":
    rng = np.random.default_rng(2017)
    golden_file.write(
        "layer.json",
        {
            "source": f"NumPy {np.__version__}, float64 einsum",
            "command": "scripts/golden/layer.py",
            "cases": [case(name, options) for name, options in layer_cases(rng)],
        },
    )
