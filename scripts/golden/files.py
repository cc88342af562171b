"""tests/golden/files.json: files that NumPy and PyTorch wrote, in base64, with the numbers that they hold.

.npy and .npz come from numpy.save, savez and savez_compressed. No Debian package writes .safetensors: its few lines are here, after
the format's own description (eight bytes of length, a JSON header, the numbers), with PyTorch's bytes. What people paste is what
repr() and print() of lists, NumPy and PyTorch gave.

Run: /usr/bin/python3 scripts/golden/files.py
"""

import base64
import io
import json

import numpy as np
import torch

import golden_file

DRAW = np.random.default_rng(20)
TOKENS = ["The", "cat", "sat, “down”", "猫😀"]


def softmax(scores):
    scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return scores / scores.sum(axis=-1, keepdims=True)


def coded(content):
    return base64.b64encode(content).decode("ascii")


def npy(array, **options):
    file = io.BytesIO()
    np.lib.format.write_array(file, array, allow_pickle=False, **options)
    return coded(file.getvalue())


def npz(save, **arrays):
    file = io.BytesIO()
    save(file, **arrays)
    return coded(file.getvalue())


def safetensors(tensors, metadata=None):
    header, content = {}, b""
    if metadata is not None:
        header["__metadata__"] = metadata
    for name, tensor in tensors.items():
        kinds = {
            torch.float16: "F16", torch.bfloat16: "BF16", torch.float32: "F32", torch.float64: "F64",
            torch.int64: "I64", torch.uint8: "U8", torch.bool: "BOOL",
        }
        plain = tensor.contiguous()
        if plain.dtype == torch.bfloat16:
            plain = plain.view(torch.int16)
        packed = plain.numpy().tobytes()
        offsets = [len(content), len(content) + len(packed)]
        header[name] = {"dtype": kinds[tensor.dtype], "shape": list(tensor.shape), "data_offsets": offsets}
        content += packed
    text = json.dumps(header).encode("utf-8")
    text += b" " * (-len(text) % 8)
    return coded(len(text).to_bytes(8, "little") + text + content)


def float32(array):
    """What the file must come out as: the number rounded to float32, as NumPy rounds."""
    return golden_file.tensor(np.asarray(array).astype(np.float32))


def stored_types():
    """Every type, in both byte orders and both orders of axes."""
    base = DRAW.normal(size=(3, 4, 5)) * 10
    edges = {
        "f2": [0, -0.0, 6e-8, 5.9e-5, 6.2e-5, 1 / 3, -65504, 1, 2, 2049],
        "f4": [0, 1e-45, -1.1754944e-38, 3.4028235e38, 1 / 3],
        "f8": [0, 1e-300, 1 / 3, -1e38, 16777217, 3.4028234663852886e38],
        "i8": [-(2**53) + 1, 2**53 - 1, 0, -1, 16777217],
        "u8": [0, 2**53 - 1, 16777217],
        "i4": [-(2**31), 2**31 - 1, 16777217],
        "u4": [2**32 - 1, 0, 16777219],
        "i2": [-32768, 32767],
        "u2": [65535, 0],
        "i1": [-128, 127],
        "u1": [255, 0],
        "b1": [True, False, True],
    }
    for kind, values in edges.items():
        for order in ("|",) if kind[1:] == "1" else ("<", ">"):
            array = np.array(values, dtype=np.dtype(order + kind))
            yield {"name": f"{order}{kind}, edges", "file": npy(array), "expected": float32(array)}
            block = base > 0 if kind == "b1" else np.abs(base) if kind[0] == "u" else base
            block = np.asfortranarray(block.astype(np.dtype(order + kind)))
            yield {"name": f"{order}{kind}, Fortran order", "file": npy(block), "expected": float32(block)}
    for version in ((1, 0), (2, 0), (3, 0)):
        array = base.astype(np.float32)
        yield {"name": f"version {version[0]}", "file": npy(array, version=version), "expected": float32(array)}
    yield {"name": "a transposed view", "file": npy(base.T), "expected": float32(base.T)}
    yield {"name": "rank 4", "file": npy(base.reshape(1, 3, 4, 5)), "expected": float32(base.reshape(1, 3, 4, 5))}
    yield {"name": "a single number", "file": npy(np.array(4)), "expected": float32(np.array(4))}


def refused_types():
    yield {"name": "complex", "file": npy(np.array([[1j]])), "says": "complex numbers"}
    yield {"name": "strings", "file": npy(np.array([["a", "b"]])), "says": "strings"}
    yield {"name": "byte strings", "file": npy(np.array([[b"a"]])), "says": "byte strings"}
    yield {"name": "records", "file": npy(np.zeros(2, dtype=[("a", "f4"), ("b", "i4")])), "says": "structured"}
    yield {"name": "raw bytes", "file": npy(np.zeros(2, dtype="V2")), "says": "raw bytes"}
    yield {"name": "dates", "file": npy(np.zeros(2, dtype="M8[s]")), "says": "dates"}
    file = io.BytesIO()
    np.save(file, np.array([{"a": 1}], dtype=object), allow_pickle=True)
    yield {"name": "objects", "file": coded(file.getvalue()), "says": "Python objects"}
    large = np.array([[1, 2**53 + 2]])
    yield {"name": "int64 beyond 2^53", "file": npy(large), "says": "9007199254740994 at flat index 1"}
    yield {"name": "float64 beyond float32", "file": npy(np.array([[0, 0, 1e39]])), "says": "1e+39 at flat index 2"}


def whole_files():
    """Files as they are opened, with what the tag then holds: the kind, tokens and tensors by the engine's names."""
    maps = softmax(DRAW.normal(size=(2, 4, 4)) * 2)
    q, k, v = (DRAW.normal(size=(2, 4, width)) for width in (3, 3, 5))
    x, w = DRAW.normal(size=(4, 6)), [DRAW.normal(size=(6, 6)) for _ in range(4)]

    def of(name, file, kind, tensors, **more):
        return {"name": name, "file": file, "kind": kind, "tensors": {n: float32(t) for n, t in tensors.items()}, **more}

    half = maps.astype(np.float16)
    yield of("half.npy", npy(half), "weights", {"weights": half})
    yield of("batch.npy", npy(maps[None]), "weights", {"weights": maps})
    yield of("one.npy", npy(np.asfortranarray(maps[0].astype(">f4"))), "weights", {"weights": maps[0]})
    yield of("cross.npy", npy(maps[:, :, :2] / maps[:, :, :2].sum(-1, keepdims=True)), "weights",
             {"weights": maps[:, :, :2] / maps[:, :, :2].sum(-1, keepdims=True)})
    yield of("qkv.npz", npz(np.savez, query=q, key=k, value=v), "attention", {"query": q, "key": k, "value": v})
    yield of("short.npz", npz(np.savez_compressed, q=q[None], k=k, v=v, tokens=np.array(TOKENS)), "attention",
             {"query": q, "key": k, "value": v}, tokens=TOKENS)
    yield of("layer.npz", npz(np.savez_compressed, x=x, W_Q=w[0], w_k=w[1], wv=w[2], Wo=w[3], b_q=w[0][0], heads=2), "layer",
             {"x": x, "wq": w[0], "wk": w[1], "wv": w[2], "wo": w[3], "bq": w[0][0]}, settings={"heads": 2})
    tensors = {name: torch.tensor(value) for name, value in (("q", q), ("k", k), ("v", v))}
    for kind in (torch.float64, torch.float32, torch.float16, torch.bfloat16):
        cast = {name: value.to(kind) for name, value in tensors.items()}
        name = str(kind).rsplit(".", maxsplit=1)[-1]
        meta = {"format": "pt", "tokens": json.dumps(TOKENS)}
        yield of(f"{name}.safetensors", safetensors(cast, meta), "attention",
                 {full: cast[short].float().numpy() for full, short in (("query", "q"), ("key", "k"), ("value", "v"))}, tokens=TOKENS)
    attn = torch.softmax(torch.tensor(DRAW.normal(size=(1, 2, 4, 4))), -1).to(torch.bfloat16)
    yield of("attentions.safetensors", safetensors({"attentions": attn}), "weights", {"weights": attn[0].float().numpy()})


def pasted():
    """What a session prints, and the array that it printed."""
    m = softmax(DRAW.normal(size=(3, 3)))
    f32 = m.astype(np.float32)
    t = torch.tensor(f32)
    np.set_printoptions(precision=8)
    yield {"name": "nested lists", "text": repr(m.tolist()), "expected": float32(m)}
    yield {"name": "nested tuples", "text": repr(tuple(map(tuple, m.tolist()))), "expected": float32(m)}
    yield {"name": "json.dumps, indented", "text": json.dumps(m.tolist(), indent=2), "expected": float32(m)}
    yield {"name": "NumPy's repr", "text": repr(f32), "expected": float32(f32), "atol": 1e-7}
    yield {"name": "NumPy's print", "text": str(f32), "expected": float32(f32), "atol": 1e-7}
    yield {"name": "NumPy's print of whole numbers", "text": str(np.eye(3)), "expected": float32(np.eye(3))}
    yield {"name": "NumPy's print of heads", "text": str(np.stack([m, m[::-1]])), "expected": float32(np.stack([m, m[::-1]])), "atol": 1e-7}
    yield {"name": "PyTorch's repr", "text": repr(t), "expected": float32(f32), "atol": 5e-5}
    graph = torch.softmax(torch.nn.Parameter(t.double()), -1)
    yield {"name": "PyTorch's repr with a gradient", "text": repr(graph), "expected": float32(graph.detach()), "atol": 5e-5}
    parameter = torch.nn.Parameter(torch.softmax(t, -1))
    yield {"name": "PyTorch's parameter", "text": repr(parameter), "expected": float32(parameter.detach()), "atol": 5e-5}
    yield {"name": "a session", "text": f">>> weights = {m.tolist()!r}\n", "expected": float32(m)}
    yield {"name": "a dict of arrays", "text": repr({"weights": f32, "tokens": TOKENS[:3]}), "tokens": TOKENS[:3],
           "expected": float32(f32), "atol": 1e-7}
    text = io.StringIO()
    np.savetxt(text, m)
    yield {"name": "numpy.savetxt", "text": text.getvalue(), "expected": float32(m)}
    text = io.StringIO()
    np.savetxt(text, m, delimiter=";", fmt="%.8f")
    yield {"name": "numpy.savetxt with semicolons", "text": text.getvalue(), "expected": float32(m), "atol": 1e-7}


if __name__ == "__main__":
    long = np.full((2000, 2), 0.5)
    golden_file.write(
        "files.json",
        {
            "source": f"NumPy {np.__version__}, PyTorch {torch.__version__.split('a')[0]}",
            "command": "scripts/golden/files.py",
            "types": list(stored_types()),
            "refused": list(refused_types()),
            "files": list(whole_files()),
            "pasted": list(pasted()),
            "shortened": [str(long), repr(long), repr(torch.tensor(long))],
        },
    )
