#!/usr/bin/env python3
"""Compares what the product read of PDF files with what pdftotext reads of them.

usage: tools/compare-texts.py FOLDER TEXTS     TEXTS is written by bench/corpus, one document a line

Words are lower case, of letters and digits, with ligatures spelled out; a word that is divided at the end of a line is
one word.
- *words found*: of the words of pdftotext, the share that the product has, too, each as often.
- *order*: the same for each three words that follow each other.
Both are means over files. A file of prose has at least 200 words, at least a fifth of them small words of its language.
"""

import collections
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import time
import unicodedata

TIMEOUT_SECONDS = 10
MIN_WORDS = 200
# The share of small words in a text of whole sentences. Tables, forms and lists of names have less.
MIN_SMALL_WORDS = 0.2
SMALL_WORDS = set(
    "the of and to in a is that it for as with on be by this are not or was his he i you from at which "
    "der die und das den von zu ist mit des auf für nicht ein eine im dem sich "
    "de la le les et des en du que un une est pour dans qui sur par au pas "
    "el los las del se por con una para su al lo como más y o e di il che per non è sono nel "
    "van het een dat te op voor zijn".split()
)
WORST = 12


def words_of(text):
    text = unicodedata.normalize("NFKC", text).replace("\x1e", "").replace("\u2010", "-")
    text = re.sub(r"(?<=\w)[-\u00ad\x02]\s*\n\s*(?=\w)", "", text).replace("\u00ad", "")
    return re.findall(r"[^\W_]+", text.lower())


def read(path):
    """What pdftotext reads, and the seconds that it takes; None if it fails or does not end."""
    began = time.monotonic()
    try:
        ended = subprocess.run(
            ["pdftotext", "-q", str(path), "-"], capture_output=True, timeout=TIMEOUT_SECONDS, check=False
        )
        text = ended.stdout.decode("utf-8", "replace") if ended.returncode == 0 else None
    except subprocess.TimeoutExpired:
        text = None
    return text, time.monotonic() - began


def share(wanted, found):
    """The share of `wanted` that `found` has, each as often."""
    wanted, found = collections.Counter(wanted), collections.Counter(found)
    return (wanted & found).total() / max(wanted.total(), 1)


def triples(words):
    return zip(words, words[1:], words[2:])


def is_prose(words):
    return len(words) >= MIN_WORDS and sum(word in SMALL_WORDS for word in words) >= len(words) * MIN_SMALL_WORDS


def mean(values):
    return sum(values) / len(values) if values else float("nan")


def compare(folder, documents):
    """Reads all files with pdftotext, prints its speed, and returns a row for each file with text in both.

    The time of files that it cannot read, or not in time, does not count against it.
    """
    seconds = pages = failed = 0
    rows = []
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() != ".pdf":
            continue
        text, took = read(path)
        if text is None:
            failed += 1
            continue
        seconds += took
        pages += text.count("\f")
        document = documents.get(hashlib.sha256(path.read_bytes()).hexdigest())
        theirs = words_of(text)
        if document and document["status"] == "completed" and theirs:
            ours, kept = (words_of("\n".join(page or "" for page in document[of] or [])) for of in ("read", "kept"))
            rows.append((path.name, theirs, ours, kept))
    rate = pages / seconds if seconds else 0
    print(f"pdftotext: {pages} pages in {seconds:.2f} s: {rate:.0f} pages a second; {failed} files failed or took too long")
    return rows


def report(title, rows):
    if not rows:
        return
    print(f"{title}: {len(rows)} files")
    for name, of in (("as read", 2), ("as kept in the library", 3)):
        found = [share(row[1], row[of]) for row in rows]
        order = [share(triples(row[1]), triples(row[of])) for row in rows]
        print(f"  {name}: words found {mean(found):.2%}, order {mean(order):.3f}")


def main():
    folder, texts = map(pathlib.Path, sys.argv[1:3])
    with texts.open(encoding="utf-8") as lines:
        documents = {document["sha256"]: document for document in map(json.loads, lines)}
    rows = compare(folder, documents)
    report("all with text in both", rows)
    prose = [row for row in rows if is_prose(row[1])]
    report("prose", prose)
    scored = sorted((share(triples(row[1]), triples(row[3])), share(row[1], row[3]), row[0]) for row in prose)
    for order, found, name in scored[:WORST]:
        print(f"  {name:<44} words {found:7.2%}  order {order:.3f}")


main()
