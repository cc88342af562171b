"""web/demo/public/induction-heads.json: queries, keys and values of a trained model, for the view "census".

Run: /usr/bin/python3 scripts/train/induction_heads.py    (Debian's python3-torch; one thread, about three minutes)

The smallest model that grows induction heads (Olsson et al. 2022, "In-context Learning and Induction Heads"): attention only, two
layers of four heads, d_model 64, learned positions. It reads random letters that begin again after a length that differs from sequence
to sequence, so that counting back is not enough: where a letter went on to, before, has to be looked up.

The file holds what attention takes, of one sequence of its own stream whose second half repeats the first: heads 0–3 are layer 0,
heads 4–7 are layer 1. Made with Python 3.11.2, PyTorch 1.13.1 (Debian 12) and NumPy 1.24.2.
"""

import json
import os
import sys

import numpy as np
import torch

SEED = 1706
HELD_OUT_SEED = 2203
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEF"
START = "<s>"
VOCABULARY = 1 + len(LETTERS)
LAYERS, HEADS, WIDTH, LENGTH = 2, 4, 64, 49
STEPS, BATCH, RATE = 1500, 64, 3e-3
SHORTEST, LONGEST = 8, 24  # letters before they begin again
DIGITS = 4  # significant ones in the file
FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../web/demo/public/induction-heads.json")


class Attention(torch.nn.Module):
    """A causal layer as the chapter has it; keeps the queries, keys and values of its last call, [batch, h, n, d_k]."""

    def __init__(self):
        super().__init__()
        self.project = torch.nn.Linear(WIDTH, 3 * WIDTH, bias=False)
        self.out = torch.nn.Linear(WIDTH, WIDTH, bias=False)
        self.norm = torch.nn.LayerNorm(WIDTH)
        self.register_buffer("hidden", torch.triu(torch.ones(LENGTH, LENGTH, dtype=torch.bool), 1))

    def forward(self, x):
        batch, n, _ = x.shape
        parts = self.project(self.norm(x)).view(batch, n, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        self.parts = query, key, value = parts
        scores = query @ key.transpose(2, 3) / (WIDTH // HEADS) ** 0.5
        weights = scores.masked_fill(self.hidden[:n, :n], -torch.inf).softmax(-1)
        return x + self.out((weights @ value).transpose(1, 2).reshape(batch, n, WIDTH))


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.token = torch.nn.Embedding(VOCABULARY, WIDTH)
        self.position = torch.nn.Embedding(LENGTH, WIDTH)
        self.layers = torch.nn.ModuleList([Attention() for _ in range(LAYERS)])
        self.norm = torch.nn.LayerNorm(WIDTH)
        self.logits = torch.nn.Linear(WIDTH, VOCABULARY, bias=False)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for layer in self.layers:
            x = layer(x)
        return self.logits(self.norm(x))


def sequences(rng, count):
    """[count, LENGTH]: the start token 0, then letters that begin again."""
    batch = np.zeros((count, LENGTH), dtype=np.int64)
    for row in batch:
        period = rng.integers(SHORTEST, LONGEST + 1)
        letters = rng.integers(1, VOCABULARY, size=period)
        row[1:] = np.resize(letters, LENGTH - 1)
    return torch.from_numpy(batch)


def train():
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    model = Model()
    optimizer = torch.optim.Adam(model.parameters(), lr=RATE, betas=(0.9, 0.98))
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, STEPS, pct_start=0.1)
    for step in range(STEPS):
        tokens = sequences(rng, BATCH)
        loss = torch.nn.functional.cross_entropy(model(tokens[:, :-1]).flatten(0, 1), tokens[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        if step % 100 == 0 or step == STEPS - 1:
            print(f"step {step}: loss {loss.item():.3f}", file=sys.stderr, flush=True)
    return model.eval()


def held_out():
    """24 letters, no two alike, and the same again: an order that training never drew."""
    letters = np.random.default_rng(HELD_OUT_SEED).permutation(np.arange(1, VOCABULARY))[: (LENGTH - 1) // 2]
    return np.concatenate([[0], letters, letters])


def rounded(array):
    return [float(f"{value:.{DIGITS}g}") if isinstance(value, float) else rounded(value) for value in array]


def write(model):
    tokens = held_out()
    with torch.no_grad():
        logits = model(torch.from_numpy(tokens)[None])[0]
    second = slice((LENGTH - 1) // 2 + 1, LENGTH - 1)
    right = (logits[second].argmax(-1).numpy() == tokens[second.start + 1 : second.stop + 1]).mean()
    print(f"next letters of the second half that are right: {right:.3f}", file=sys.stderr)
    names = ("query", "key", "value")
    parts = {
        name: torch.cat([layer.parts[place][0] for layer in model.layers]).numpy().tolist() for place, name in enumerate(names)
    }
    content = {
        "v": 1,
        "tokens": [START if token == 0 else LETTERS[token - 1] for token in tokens],
        "mask": "causal",
        **{name: rounded(values) for name, values in parts.items()},
    }
    with open(FILE, "w", encoding="utf-8") as file:
        # One line: a tool writes it and a tool reads it.
        file.write(json.dumps(content, separators=(",", ":"), ensure_ascii=False) + "\n")


if __name__ == "__main__":
    torch.set_num_threads(1)
    write(train())
