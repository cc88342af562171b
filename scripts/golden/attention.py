"""tests/golden/attention.json: scaled dot-product attention, every mask, alone and combined; NumPy float64.

Run: /usr/bin/python3 scripts/golden/attention.py
Every shape but the smallest has n_q, n_k, d_k, d_v and h all different, so that swapped axes cannot pass.
"""

import numpy as np

import formulas
import golden_file

# Standard deviation of the inputs: scores of order 1, so that float32 arithmetic can keep 1e-6.
SIGMA = 0.7


def normal(rng, *shape):
    return formulas.float32_exact(rng.normal(scale=SIGMA, size=shape))


def inputs(rng, heads, kv_heads, n_q, n_k, d_k, d_v):
    return {
        "query": normal(rng, heads, n_q, d_k),
        "key": normal(rng, kv_heads, n_k, d_k),
        "value": normal(rng, kv_heads, n_k, d_v),
    }


def booleans(rng, *shape):
    """About two thirds true."""
    return (rng.random(size=shape) < 0.67).tolist()


def mask_cases(rng):
    """(name, sizes, options): one entry per form of the mask, then combinations."""
    wide = (2, 2, 3, 6, 4, 5)  # h, h_kv, n_q, n_k, d_k, d_v: more keys than queries
    tall = (2, 2, 7, 4, 3, 5)  # more queries than keys: causal rows without a key
    keep = [True, False, True, True, False, True]
    allowed = booleans(rng, 3, 6)
    allowed[1] = [False] * 6
    allowed_by_head = booleans(rng, 2, 3, 6)
    every = {"causal": True, "window": [3, 1], "prefix": 1, "keep": keep, "allowed": allowed_by_head}
    yield "no mask", wide, {}
    yield "causal (bottom-right)", wide, {"mask": "causal"}
    yield "causal (bottom-right) as an object", wide, {"mask": {"causal": True}}
    yield "causal top-left", wide, {"mask": {"causal": "top-left"}}
    yield "window", wide, {"mask": {"window": [1, 2]}}
    yield "window of one cell", wide, {"mask": {"window": [0, 0]}}
    yield "prefix alone hides nothing", wide, {"mask": {"prefix": 2}}
    yield "keep", wide, {"mask": {"keep": keep}}
    yield "keep nothing", wide, {"mask": {"keep": [False] * 6}}
    yield "allowed for all heads, one row without a key", wide, {"mask": {"allowed": allowed}}
    yield "allowed by head", wide, {"mask": {"allowed": allowed_by_head}}
    yield "no mask, more queries than keys", tall, {}
    yield "causal, more queries than keys", tall, {"mask": "causal"}
    yield "causal top-left, more queries than keys", tall, {"mask": {"causal": "top-left"}}
    yield "window, more queries than keys", tall, {"mask": {"window": [1, 1]}}
    yield "window past the end, top-left", tall, {"mask": {"causal": "top-left", "window": [1, 0]}}
    yield "causal with window", wide, {"mask": {"causal": True, "window": [2, 0]}}
    yield "causal with prefix", wide, {"mask": {"causal": True, "prefix": 5}}
    yield "causal top-left with prefix", wide, {"mask": {"causal": "top-left", "prefix": 3}}
    yield "window with prefix", wide, {"mask": {"window": [0, 1], "prefix": 1}}
    yield "causal with keep", wide, {"mask": {"causal": "top-left", "keep": keep}}
    yield "left padding, causal: rows without a key", wide, {
        "mask": {"causal": "top-left", "keep": [False, False, True, True, True, True]}
    }
    yield "prefix that is padding stays hidden", wide, {"mask": {"causal": "top-left", "prefix": 2, "keep": keep}}
    yield "everything at once", wide, {"mask": every, "bias": normal(rng, 2, 3, 6), "scale": 0.75, "temperature": 0.5}
    yield "everything at once, top-left", tall, {
        "mask": {
            "causal": "top-left",
            "window": [2, 0],
            "prefix": 1,
            "keep": [True, True, False, True],
            "allowed": booleans(rng, 7, 4),
        },
        "bias": normal(rng, 1, 7, 4),
    }


def parameter_cases(rng):
    shape = (2, 2, 3, 5, 4, 7)
    hidden = normal(rng, 2, 3, 5)
    hidden[0, 1, :] = -np.inf
    hidden[1, 0, 2] = -np.inf
    slopes = np.array([0.5, 0.0625])[:, None, None]
    distance = np.abs(np.arange(3)[:, None] + 5 - 3 - np.arange(5)[None, :])
    yield "scale", shape, {"scale": 0.375}
    yield "scale 1: unscaled", shape, {"scale": 1.0}
    yield "negative scale", shape, {"scale": -0.5}
    yield "temperature below 1", shape, {"temperature": 0.5}
    yield "temperature above 1, causal", shape, {"temperature": 2.0, "mask": "causal"}
    yield "bias for all heads", shape, {"bias": normal(rng, 1, 3, 5)}
    yield "bias by head", shape, {"bias": normal(rng, 2, 3, 5)}
    yield "bias of linear distances (ALiBi), causal", shape, {"bias": -slopes * distance, "mask": "causal"}
    yield "bias with −∞, one row without a key", shape, {"bias": hidden}
    yield "bias with −∞ meets a mask, scale and temperature", shape, {
        "bias": hidden,
        "mask": {"keep": [True, True, False, True, True]},
        "scale": 0.25,
        "temperature": 2.0,
    }


def shape_cases():
    """(name, (h, h_kv, n_q, n_k, d_k, d_v), options): sizes on both sides of the kernels' 4, 8 and 16."""
    yield "one of everything but keys", (1, 1, 1, 2, 1, 1), {}
    yield "one key", (3, 3, 2, 1, 5, 4), {"mask": "causal"}
    yield "grouped: four query heads on two key heads", (4, 2, 3, 5, 6, 7), {"mask": "causal"}
    yield "multi-query: six query heads on one key head", (6, 1, 2, 5, 3, 4), {}
    yield "multi-query, allowed by head", (3, 1, 2, 4, 5, 6), {
        "mask": {"allowed": [[[True, False, True, True]] * 2, [[True] * 4] * 2, [[False] * 4, [False, True, False, False]]]}
    }
    yield "one past a tile everywhere", (2, 1, 5, 17, 9, 33), {"mask": "causal"}
    yield "one short of a tile everywhere", (1, 1, 7, 15, 16, 3), {}
    yield "many queries, few keys", (1, 1, 33, 3, 2, 5), {"mask": {"causal": True, "prefix": 1}}
    yield "decode step", (4, 2, 1, 33, 8, 5), {"mask": "causal"}


def hard_cases():
    """Inputs that break careless float32: integers, so that their scores are exact in float32 too."""
    query = np.array([[[10.0, 0.0, 0.0], [0.0, 0.0, 0.0], [9.0, 1.0, -3.0], [-10.0, 0.0, 1.0]]])
    key = np.array([[[10.0, 1.0, 0.0], [9.0, 0.0, 2.0], [9.0, 9.0, 0.0], [0.0, 0.0, 0.0], [-10.0, 0.0, 3.0]]])
    value = (np.arange(10.0) - 4).reshape(1, 5, 2) / 4
    given = {"query": query, "key": key, "value": value, "scale": 1.0}
    yield "scores of 90 to 100: exp overflows, exp(x − max) does not", given, {}
    yield "scores of 90 to 100, causal", given, {"mask": "causal"}
    yield "equal scores", {**given, "query": np.zeros((1, 4, 3))}, {}


# logSumExp of a row whose scores are near 100: one float32 step there is 7.6e-6.
HARD_RTOL = 1e-6


def case(name, options, rtol=0.0):
    expected = formulas.attention(**options)
    arrays = {key: golden_file.tensor(entry) for key, entry in options.items() if isinstance(entry, np.ndarray)}
    return {
        "name": name,
        "atol": 1e-6,
        "rtol": rtol,
        "options": {**options, **arrays},
        "expected": {key: golden_file.tensor(entry) for key, entry in expected.items()},
    }


def cases():
    rng = np.random.default_rng(16)
    for name, sizes, options in [*mask_cases(rng), *parameter_cases(rng), *shape_cases()]:
        yield case(name, {**inputs(rng, *sizes), **options})
    for name, given, options in hard_cases():
        yield case(name, {**given, **options}, HARD_RTOL)


if __name__ == "__main__":
    golden_file.write(
        "attention.json",
        {"source": f"NumPy {np.__version__}, float64 einsum", "command": "scripts/golden/attention.py", "cases": list(cases())},
    )
