#!/usr/bin/env python3
"""Writes worker/src/pdf/legible/trigrams.txt: common sequences of three letters in languages with Latin letters.

    cargo fetch a project that depends on whatlang 0.18, then
    tools/trigrams.py ~/.cargo/registry/src/*/whatlang-0.18.0/src/trigrams/profiles.rs

The source is the crate whatlang (MIT), which lists the 300 most common trigrams of each language.
A line is a trigram without accents, and a bit for each language that has it, as a hexadecimal number.
"""
import re
import sys
import unicodedata
from pathlib import Path

TARGET = Path(__file__).parent.parent / "worker/src/pdf/legible/trigrams.txt"


def folded(text):
    """Lower case, without marks. `folded` in legible.rs does the same."""
    return "".join(c for c in unicodedata.normalize("NFD", text.lower()) if unicodedata.category(c)[0] != "M")


def main(profiles):
    script, language, languages = "", None, {}
    for line in Path(profiles).read_text(encoding="utf-8").splitlines():
        if found := re.search(r"pub static (\w+)_LANGS", line):
            script = found[1]
        elif found := re.search(r"Lang::(\w+),", line):
            language = found[1]
        elif found := re.search(r"Trigram\('(.+?)', '(.+?)', '(.+?)'\)", line):
            if script == "LATIN":
                trigram = folded("".join(found.groups()).replace("\\'", "'"))
                languages.setdefault(language, set()).add(trigram)
    masks = {}
    for bit, trigrams in enumerate(languages.values()):
        for trigram in trigrams:
            if len(trigram) == 3 and trigram[1] != " " and "'" not in trigram:
                masks[trigram] = masks.get(trigram, 0) | 1 << bit
    TARGET.write_text("".join(f"{trigram}{mask:x}\n" for trigram, mask in sorted(masks.items())), encoding="utf-8")
    print(f"{len(languages)} languages, {len(masks)} trigrams")


main(sys.argv[1])
