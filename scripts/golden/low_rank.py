"""tests/golden/low_rank.json: singular values and truncated products of numpy.linalg.svd in float64 (LAPACK's gesdd).

Run: /usr/bin/python3 scripts/golden/low_rank.py
"""

import numpy as np

import golden_file

SHAPES = [(1, 1), (1, 5), (5, 1), (4, 3), (3, 4), (7, 7), (17, 9), (9, 17)]


def float32(array):
    """Values that both sides start from alike."""
    return np.asarray(array, dtype=np.float32).astype(np.float64)


def case(name, matrix, rank):
    matrix = float32(matrix)
    left, values, right = np.linalg.svd(matrix, full_matrices=False)
    return {
        "name": name,
        "rank": rank,
        "matrix": golden_file.tensor(matrix),
        "singularValues": golden_file.tensor(values),
        "product": golden_file.tensor((left[:, :rank] * values[:rank]) @ right[:rank]),
    }


def cases():
    draw = np.random.default_rng(16)
    for rows, columns in SHAPES:
        smaller = min(rows, columns)
        for rank in sorted({1, (smaller + 1) // 2, smaller}):
            yield case(f"{rows} × {columns} at rank {rank}", draw.normal(size=(rows, columns)), rank)
    # The chapter's [W_K | W_V].
    stream = np.random.default_rng(0)
    stream.normal(size=32 + 64)
    keys, values = (stream.normal(scale=0.3, size=(8, 8)) for _ in range(2))
    for rank in (1, 4, 8):
        yield case(f"the chapter's [W_K | W_V] at rank {rank}", np.hstack([keys, values]), rank)
    thin, flat = draw.integers(-4, 5, size=(12, 3)), draw.integers(-4, 5, size=(3, 10))
    yield case("a product of rank 3, at rank 3", thin @ flat, 3)
    yield case("a product of rank 3, at rank 10", thin @ flat, 10)
    yield case("a wide product of rank 3, at rank 10", (thin @ flat).T, 10)
    yield case("zeros", np.zeros((4, 6)), 2)
    yield case("one row of zeros", np.vstack([draw.normal(size=(2, 5)), np.zeros((1, 5))]), 3)
    yield case("equal singular values", np.eye(6), 6)
    yield case("columns from 1 down to 1e-6", draw.normal(size=(20, 7)) * 10.0 ** -np.arange(7), 7)
    yield case("large", draw.normal(size=(6, 8)) * 1e37, 4)
    yield case("small", draw.normal(size=(8, 6)) * 1e-30, 4)


if __name__ == "__main__":
    golden_file.write(
        "low_rank.json",
        {
            "source": f"NumPy {np.__version__}, linalg.svd in float64",
            "command": "scripts/golden/low_rank.py",
            "cases": list(cases()),
        },
    )
