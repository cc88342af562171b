"""tests/golden/random.json: NumPy's default_rng(seed).normal(scale, size), as hashes with the first and last draws.

Run: /usr/bin/python3 scripts/golden/normal.py
On an x86-64 CPU with fused multiply-add: glibc picks its log1p by the CPU, and one value in 2,000 ends in another digit.
"""

import math

import numpy as np

import golden_file

SHAPES = [(1000,), (4, 250), (10, 100), (25, 40), (2, 5, 100)]
SCALES = [1.0, 0.3, 0.02, 2.5, 1e-3]
EDGES = [0, 1, 2, 3, 7, 42, 255, 256, 1234, 65535, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**32 + 1, 2**33]
LARGE = [2**48, 2**53 - 1, 2**53, 2**62, 2**63 - 1, 2**63, 2**64 - 2, 2**64 - 1]
SPREAD = [(k * 0x9E3779B97F4A7C15) % 2**64 for k in range(1, 33)]  # multiples of 2^64/φ: all bits in play
LONG = (0, 1.0, (2_000_000,))  # some 520 draws beyond the ziggurat's last layer, whose digits hang on log1p


def fnv1a(draws):
    """FNV-1a, 64 bits, over the bytes of the float64 bit patterns, little-endian."""
    found = 0xCBF29CE484222325
    for byte in draws.astype("<f8").tobytes():
        found = (found ^ byte) * 0x100000001B3 % 2**64
    return found


def case(seed, scale, shape):
    draws = np.random.default_rng(seed).normal(scale=scale, size=shape).ravel()
    return {
        "seed": str(seed),
        "scale": scale,
        "shape": list(shape),
        "hash": str(fnv1a(draws)),
        "head": draws[:4],
        "tail": draws[-2:],
    }


def logarithms(count=100_000):
    """The C library's log1p(−u), which tail draws are made of, at multiples of 2^−53 spread over [0, 1)."""
    spread = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    uniforms = (spread >> np.uint64(11)).astype(np.float64) * 2.0**-53
    return {"count": count, "hash": str(fnv1a(np.array([math.log1p(-u) for u in uniforms])))}


def cases():
    for index, seed in enumerate(EDGES + LARGE + SPREAD):
        yield case(seed, SCALES[index % len(SCALES)], SHAPES[index // 2 % len(SHAPES)])
    yield case(*LONG)


if __name__ == "__main__":
    golden_file.write(
        "random.json",
        {
            "source": f"NumPy {np.__version__}, default_rng",
            "command": "scripts/golden/normal.py",
            "cases": list(cases()),
            "logarithms": logarithms(),
        },
    )
