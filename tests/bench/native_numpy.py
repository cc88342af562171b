"""The works in NumPy, whose products are OpenBLAS's: native code on one thread, beside the contestants in wasm.

Questions come as lines of JSON on stdin, answers go the same way to stdout: 'describe', 'prepare' (one variant of a work:
its first results are written to files), 'sample', 'drop'. Inputs are float32 files that the asking script wrote.
"""

import ctypes
import json
import os
import sys
import time

import numpy as np

MASKED = np.float32(-1e30)
ROW_BLOCK = 128  # rows of 'blocked': what lies right of them is not computed
STRETCH_S = 0.25

entries = {}


def softmax(scores):
    scores -= scores.max(-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(-1, keepdims=True)
    return scores


def whole(q, k, v, mask):
    """All heads in one product, the whole square."""
    scores = np.matmul(q, k.transpose(0, 2, 1))
    scores *= np.float32(1 / np.sqrt(q.shape[-1]))
    if mask is not None:
        scores += mask
    weights = softmax(scores)
    return np.matmul(weights, v), weights


def blocked(q, k, v, mask):
    """Head by head, rows in blocks, without what the causal mask takes away."""
    heads, n, d = q.shape
    output = np.empty_like(q)
    scale = np.float32(1 / np.sqrt(d))
    for head in range(heads):
        for i in range(0, n, ROW_BLOCK):
            end = min(n, i + ROW_BLOCK)
            seen = end if mask is not None else k.shape[1]
            scores = (q[head, i:end] * scale) @ k[head, :seen].T
            if mask is not None:
                scores[:, i:end] += mask[: end - i, : end - i]
            output[head, i:end] = softmax(scores) @ v[head, :seen]
    return output, None


def plan(work, arrays, variant):
    """A function without arguments that does the work once and gives (output, weights or None)."""
    heads, n_q, n_k, d = work["heads"], work["nQ"], work["nK"], work["dK"]
    if work["kind"] == "product":
        width = work["dModel"]
        left = arrays["left"].reshape(n_q, width)
        right = arrays["right"].reshape(width, width)
        return lambda: (left @ right, None)
    attend = blocked if variant == "blocked" else whole
    mask = np.triu(np.full((n_q, n_k), MASKED, np.float32), 1) if work["causal"] else None
    if work["kind"] == "layer":
        width = work["dModel"]
        x = arrays["x"].reshape(n_q, width)
        weights = [arrays[name].reshape(width, width) for name in ("wq", "wk", "wv", "wo")]

        def layer():
            q, k, v = (
                np.ascontiguousarray((x @ w).reshape(n_q, heads, d).transpose(1, 0, 2))
                for w in weights[:3]
            )
            output, _ = attend(q, k, v, mask)
            return output.transpose(1, 0, 2).reshape(n_q, width) @ weights[3], None

        return layer
    q = arrays["query"].reshape(heads, n_q, d)
    k = arrays["key"].reshape(heads, n_k, d)
    v = arrays["value"].reshape(heads, n_k, d)
    return lambda: attend(q, k, v, mask)


def describe(_):
    version = f"NumPy {np.__version__}"
    with open("/proc/self/maps", encoding="ascii", errors="replace") as maps:
        libraries = [line.split()[-1] for line in maps if "openblas" in line]
    if not libraries:
        return {"version": version, "isOpenBlas": False}
    blas = ctypes.CDLL(libraries[0])
    blas.openblas_get_config.restype = ctypes.c_char_p
    blas.openblas_get_corename.restype = ctypes.c_char_p
    config = blas.openblas_get_config().decode().split()
    core = blas.openblas_get_corename().decode()
    threads = blas.openblas_get_num_threads()
    return {"version": f"{version}, {' '.join(config[:2])} for {core}, {threads} thread", "isOpenBlas": True}


def prepare(question):
    arrays = {name: np.fromfile(file, np.float32) for name, file in question["inputs"].items()}
    run = plan(question["work"], arrays, question["variant"])
    start = time.perf_counter()
    output, weights = run()
    first = time.perf_counter() - start
    np.ascontiguousarray(output).tofile(question["output"])
    if question["work"]["weights"]:
        weights.tofile(question["weights"])
    best = first
    start = time.perf_counter()
    while time.perf_counter() - start < STRETCH_S:
        begin = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - begin)
    entries[question["entry"]] = run
    return {"firstMs": first * 1e3, "ms": best * 1e3}


def sample(question):
    run = entries[question["entry"]]
    if question["repeats"] > 1:
        run()
    start = time.perf_counter()
    for _ in range(question["repeats"]):
        run()
    return (time.perf_counter() - start) / question["repeats"] * 1e3


def drop(question):
    entries.pop(question["entry"], None)


METHODS = {"describe": describe, "prepare": prepare, "sample": sample, "drop": drop}

for line in sys.stdin:
    asked = json.loads(line)
    try:
        answer = {"answer": METHODS[asked["method"]](asked)}
    except Exception as error:  # whatever it is, the asking script reports it
        answer = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(answer), flush=True)
os._exit(0)
