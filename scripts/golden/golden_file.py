"""How goldens are written: JSON with one innermost row a line, −∞ as the string "-inf"."""

import json
import os

import numpy as np

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tests", "golden")


def tensor(array):
    """{"shape": […], "data": [flat, row-major]}, the form of the engine's tensors."""
    array = np.asarray(array, dtype=np.float64)
    return {"shape": list(array.shape), "data": array.ravel().tolist()}


def _plain(value):
    if isinstance(value, dict):
        return {key: _plain(entry) for key, entry in value.items()}
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return [_plain(entry) for entry in value]
    if isinstance(value, np.generic):
        value = value.item()
    return "-inf" if value == -np.inf and isinstance(value, float) else value


def _text(value, indent):
    """Rows stay on one line, so that a change of one row is a change of one line."""
    inner = indent + " "
    if isinstance(value, dict) and value:
        rows = [f"{inner}{json.dumps(key)}: {_text(entry, inner)}" for key, entry in value.items()]
        return "{\n" + ",\n".join(rows) + f"\n{indent}}}"
    if isinstance(value, list) and any(isinstance(entry, (list, dict)) for entry in value):
        rows = [inner + _text(entry, inner) for entry in value]
        return "[\n" + ",\n".join(rows) + f"\n{indent}]"
    return json.dumps(value, allow_nan=False, ensure_ascii=False)


def write(name, content):
    """Writes tests/golden/NAME. Floats are Python's shortest digits that read back the same."""
    with open(os.path.join(FOLDER, name), "w", encoding="utf-8") as file:
        file.write(_text(_plain(content), "") + "\n")
