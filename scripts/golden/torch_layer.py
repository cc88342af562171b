"""tests/golden/torch.json: torch.nn.MultiheadAttention, parameters exact in float32, computed in double.

Run: /usr/bin/python3 scripts/golden/torch_layer.py
Its weights are [out, in]; its key_padding_mask and attn_mask say True where a key is hidden, the engine's masks where it is seen.
"""

import numpy as np
import torch

import formulas
import golden_file


def module(rng, d_model, d_context, heads, bias):
    """A module whose parameters come from NumPy, so that the file does not depend on torch's own stream."""
    layer = torch.nn.MultiheadAttention(d_model, heads, bias=bias, kdim=d_context, vdim=d_context, batch_first=True)
    layer.double().eval()
    with torch.no_grad():
        for parameter in layer.parameters():
            parameter.copy_(torch.from_numpy(formulas.float32_exact(rng.normal(scale=0.3, size=tuple(parameter.shape)))))
    return layer


def options_of(layer):
    """The module's parameters by the engine's names; in_proj_* holds those of Q, K, V one below the other."""
    if layer.in_proj_weight is None:
        projections = layer.q_proj_weight, layer.k_proj_weight, layer.v_proj_weight
    else:
        projections = layer.in_proj_weight.chunk(3)
    wq, wk, wv = (weight.detach().numpy() for weight in projections)
    found = {"wq": wq, "wk": wk, "wv": wv, "wo": layer.out_proj.weight.detach().numpy()}
    if layer.in_proj_bias is not None:
        bq, bk, bv = layer.in_proj_bias.detach().numpy().reshape(3, layer.embed_dim)
        found |= {"bq": bq, "bk": bk, "bv": bv, "bo": layer.out_proj.bias.detach().numpy()}
    return {**found, "heads": layer.num_heads, "weightLayout": "out-in"}


def case(rng, name, sizes, bias=True, cross=False, d_context=None, **masks):
    """masks: key_padding_mask, attn_mask as PyTorch takes them, NumPy arrays. d_context: default d_model."""
    n_q, n_k, d_model, heads = sizes
    d_context = d_context or d_model
    layer = module(rng, d_model, d_context, heads, bias)
    x = formulas.float32_exact(rng.normal(scale=0.7, size=(n_q, d_model)))
    context = formulas.float32_exact(rng.normal(scale=0.7, size=(n_k, d_context))) if cross else x
    tensors = {key: torch.from_numpy(mask) for key, mask in masks.items()}
    if "key_padding_mask" in tensors:
        tensors["key_padding_mask"] = tensors["key_padding_mask"][None]
    batch = [torch.from_numpy(rows)[None] for rows in (x, context, context)]
    with torch.no_grad():
        output, weights = layer(*batch, average_attn_weights=False, **tensors)

    options = {"x": x, **({"context": context} if cross else {}), **options_of(layer), **engine_masks(masks)}
    arrays = {key: golden_file.tensor(entry) for key, entry in options.items() if isinstance(entry, np.ndarray)}
    expected = {"weights": golden_file.tensor(weights[0]), "output": golden_file.tensor(output[0])}
    return {"name": name, "atol": 1e-6, "rtol": 0.0, "options": {**options, **arrays}, "expected": expected}


def engine_masks(masks):
    found, mask = {}, {}
    if "key_padding_mask" in masks:
        mask["keep"] = (~masks["key_padding_mask"]).tolist()
    attn_mask = masks.get("attn_mask")
    if attn_mask is not None and attn_mask.dtype == bool:
        mask["allowed"] = (~attn_mask).tolist()
    elif attn_mask is not None:
        found["bias"] = attn_mask if attn_mask.ndim == 3 else attn_mask[None]
    return {**found, **({"mask": mask} if mask else {})}


def cases(rng):
    padding = np.array([False, False, True, False, True, False, True])
    above_diagonal = np.triu(np.ones((5, 5), dtype=bool), k=1)
    scattered = rng.random((5, 7)) < 0.4
    scattered[:, 0] = False
    by_head = np.array([scattered, scattered[::-1], ~scattered])
    by_head[:, :, 3] = False
    added = formulas.float32_exact(rng.normal(size=(5, 7)))
    added_by_head = formulas.float32_exact(rng.normal(size=(3, 5, 7)))
    added_by_head[1, 2, 1:4] = -np.inf
    own, other = (5, 5, 8, 2), (5, 7, 12, 3)  # n_q, n_k, d_model, h
    yield case(rng, "self-attention", own)
    yield case(rng, "self-attention without biases", own, bias=False)
    yield case(rng, "self-attention, attn_mask above the diagonal", own, attn_mask=above_diagonal)
    yield case(rng, "cross-attention", other, cross=True)
    yield case(rng, "cross-attention, key_padding_mask", other, cross=True, key_padding_mask=padding)
    yield case(rng, "cross-attention, boolean attn_mask", other, cross=True, attn_mask=scattered)
    yield case(rng, "cross-attention, boolean attn_mask by head", other, cross=True, attn_mask=by_head)
    yield case(rng, "cross-attention, added attn_mask", other, cross=True, attn_mask=added)
    yield case(rng, "cross-attention, added attn_mask by head with −∞", other, cross=True, attn_mask=added_by_head)
    yield case(rng, "cross-attention, both masks", other, cross=True, key_padding_mask=padding, attn_mask=scattered)
    yield case(rng, "cross-attention, context of another width", other, cross=True, d_context=10)


if __name__ == "__main__":
    golden_file.write(
        "torch.json",
        {
            "source": f"torch.nn.MultiheadAttention of PyTorch {torch.__version__}, float64",
            "command": "scripts/golden/torch_layer.py",
            "cases": list(cases(np.random.default_rng(1706))),
        },
    )
