#!/usr/bin/env python3
"""Makes content/es/reina-valera-1909.txt from the SWORD module spaRV1909eb (Debian: sword-text-sparv, libsword-utils).

    tools/reina-valera.py > content/es/reina-valera-1909.txt
    sha256sum content/es/reina-valera-1909.txt      # goes into content-tools/src/content/public_text.rs

It changes no word of the translation. It leaves out what stands beside the verses (titles of psalms, names of Hebrew
letters, notes on where an epistle was sent from), writes the capitals at the beginning of a chapter small, and numbers
the verses as our references do.
"""

import re
import subprocess
import sys
from collections import Counter

# The books in our order, with the names of SWORD where they differ.
BOOKS = """Genesis Exodus Leviticus Numbers Deuteronomy Joshua Judges Ruth 1_Samuel 2_Samuel 1_Kings 2_Kings
1_Chronicles 2_Chronicles Ezra Nehemiah Esther Job Psalm Proverbs Ecclesiastes Song_of_Solomon Isaiah Jeremiah
Lamentations Ezekiel Daniel Hosea Joel Amos Obadiah Jonah Micah Nahum Habakkuk Zephaniah Haggai Zechariah Malachi
Matthew Mark Luke John Acts Romans 1_Corinthians 2_Corinthians Galatians Ephesians Philippians Colossians
1_Thessalonians 2_Thessalonians 1_Timothy 2_Timothy Titus Philemon Hebrews James 1_Peter 2_Peter 1_John 2_John 3_John
Jude Revelation""".replace("_", " ")
BOOKS = re.findall(r"(?:\d )?[A-Z][a-z]+(?: of [A-Z][a-z]+)?", BOOKS.replace("\n", " "))
SWORD_NAMES = {"Psalms": "Psalm", "Revelation of John": "Revelation"}
SWORD_ORDINALS = {"I": "1", "II": "2", "III": "3"}

# Where the translation divides or numbers verses in another way than our references: the book, our first and last
# verse, the translation's first and last verse, verses to be joined with the next one, and the words before which a
# verse is to be divided.
RENUMBERED = [
    ("Numbers", (12, 16), (13, 33), (13, 1), (13, 33), [], ["También vimos allí"]),
    ("Numbers", (29, 40), (30, 16), (30, 1), (30, 16), [], ["Estas son las ordenanzas"]),
    ("Judges", (14, 18), (14, 20), (14, 18), (14, 20), [(14, 18)], ["Y la mujer de Samsón"]),
    ("1 Samuel", (23, 29), (24, 22), (24, 1), (24, 22), [], ["Entonces David juró"]),
    ("2 Samuel", (20, 25), (20, 26), (20, 25), (20, 25), [], ["é Ira Jaireo"]),
    ("1 Kings", (22, 43), (22, 53), (22, 43), (22, 53), [(22, 43)], ["Porque sirvió á Baal"]),
    ("1 Chronicles", (21, 15), (21, 30), (21, 15), (21, 30), [(21, 15)], ["Mas David no pudo"]),
    ("2 Chronicles", (33, 10), (33, 25), (33, 10), (33, 24), [], ["por lo cual Jehová trajo"]),
    ("Job", (35, 15), (35, 16), (35, 15), (35, 15), [], ["por eso Job abrió"]),
    ("Job", (38, 39), (40, 24), (39, 1), (40, 19), [], [
        "Ella habita", "Desde allí acecha", "Sus pollos chupan", "A más de eso", "¿Es sabiduría contender",
        "Y respondió Job á Jehová", "He aquí que yo soy vil", "Una vez hablé",
    ]),
    ("Hosea", (11, 12), (12, 14), (12, 1), (12, 14), [], ["Enojado ha Ephraim"]),
    ("Jonah", (1, 17), (2, 10), (2, 1), (2, 10), [], ["Y mandó Jehová al pez"]),
    ("Acts", (19, 40), (19, 41), (19, 40), (19, 40), [], ["Y habiendo dicho esto"]),
    ("2 Corinthians", (13, 12), (13, 14), (13, 12), (13, 13), [], ["Todos los santos os saludan"]),
]
# Our references have these verses at another place; Spanish editions have them here. They stand in both.
ALSO = [("Romans", (16, 25 + n), (14, 24 + n)) for n in range(3)]
# The last verse of our numbering, where the chapters of the translation end elsewhere.
LAST = {("Numbers", 12): 16, ("Numbers", 29): 40, ("1 Samuel", 23): 29, ("Job", 38): 41, ("Job", 39): 30,
        ("Hosea", 11): 12, ("Jonah", 1): 17}

CAPITALS = r"[A-ZÁÉÍÓÚÑÜÂÎÊÔÛ]{2,}"
WORD = re.compile(r"[^\W\d_]+")


# The module marks pronouns that the translators added, also at the end of a verb, and lacks spaces around these marks.
PRONOUN = r"(?:me|te|se|les?|los?|las?|nos|os)\b"
VERB = r"(?:\w+(?:ndo|[aeiáéí]d|[aeií]r)|\w*[áéíóú]\w+|di|d[ií]|da|haz|vi|vió|dió|plantó|[Mm]edité|protesté|pondré|llenará|invocaré|manifestaré)"
NO_VERB = r"(?!(?:éste|cuánto|ejército)<)"


def words_of(markup):
    """The words of a verse without markup."""
    tag = r"(?:</?(?:w|transChange)[^>]*>)"
    markup = re.sub(rf"\b({NO_VERB}{VERB})((?:</\w+>)+<transChange[^>]*>{tag}*)(?={PRONOUN})", r"\1", markup)
    spaced = re.sub(r"(</(?:w|transChange)>)((?:</\w+>)*<(?:w|transChange)[^>]*>)(?=\w)", r"\1 \2", markup)
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", spaced)).strip()
    return re.sub(r"(?<=[a-záéíóú])(?=[A-Z])", " ", text)


def read_module():
    printed = subprocess.run(["mod2imp", "spaRV1909eb"], capture_output=True, text=True, check=True).stdout
    verses = {}
    key = None
    for line in printed.split("\n"):
        if line.startswith("$$$"):
            found = re.fullmatch(r"(.+) (\d+):(\d+)", line[3:])
            key = None
            if found and found[2] != "0" and found[3] != "0":
                ordinal, _, rest = found[1].partition(" ")
                name = f"{SWORD_ORDINALS[ordinal]} {rest}" if ordinal in SWORD_ORDINALS else found[1]
                key = (SWORD_NAMES.get(name, name), int(found[2]), int(found[3]))
        elif key and line:
            verses[key] = verses.get(key, "") + line
    return {key: text for key, markup in verses.items() if (text := words_of(markup))}


def without_title(book, chapter, verse, text):
    """The verse without the title of its psalm, which ends where the words in capitals begin."""
    if book != "Psalm":
        return text
    if chapter == 119:
        return re.sub(r"^[A-Z]+\. ", "", text)
    begins = re.search(rf"(?:\bA )?[¡¿]?\b{CAPITALS}\b", text)
    if verse > 1 or not begins or text.startswith("Aleluya"):
        return text
    return text[begins.start():]


def without_sender(book, text):
    """The last verse of an epistle without the note on where it was written."""
    if not BOOKS.index("Romans") <= BOOKS.index(book) <= BOOKS.index("Hebrews"):
        return text
    return re.sub(r"(Amén\.) (?=[^.]*\b(?:[Ee]scrita|enviada)\b).*$", r"\1", text)


def written_small(text, is_name):
    """The beginning of a chapter, which has its first words in capitals."""
    heading = re.match(r"(?:Aleluya|Las sentencias de Salomón)\. ", text)
    heading = heading[0] if heading else ""
    text = text[len(heading):]
    found = re.match(rf"(?:Y |[AÁEÓ] (?=[¡¿]?{CAPITALS}|Á ))?[¡¿]?(?:(?:[AÁEYÓ]|{CAPITALS})\b ?)+", text)
    if not found:
        return heading + text
    is_first = True

    def small(word):
        nonlocal is_first
        keep = is_first or is_name(word[0].capitalize())
        is_first = False
        return word[0].capitalize() if keep else word[0].lower()

    return heading + WORD.sub(small, found[0]) + text[found.end():]


def names_of(verses):
    """Whether a word is mostly written with a capital within a sentence."""
    within = Counter()
    for text in verses.values():
        within.update(re.findall(r"(?<=[a-záéíóúñ,;] )[^\W\d_]+", text))
    return lambda word: within[word] > within[word.lower()]


def our_verses(verses, book, first, last):
    """The numbers of our verses from one to another."""
    numbers = []
    for chapter in range(first[0], last[0] + 1):
        ends = LAST.get((book, chapter)) or max(verse for name, at, verse in verses if (name, at) == (book, chapter))
        to = last[1] if chapter == last[0] else ends
        numbers += [(chapter, verse) for verse in range(first[1] if chapter == first[0] else 1, to + 1)]
    return numbers


def renumber(verses):
    for book, first, last, their_first, their_last, joined, divided in RENUMBERED:
        keys = sorted(key for key in verses if key[0] == book and their_first <= key[1:] <= their_last)
        pieces, before = [], ""
        for key in keys:
            text = f"{before}{verses[key]}"
            before = ""
            if key[1:] in joined:
                before = f"{text} "
                continue
            for words in divided:
                head, found, _ = text.partition(words)
                if found:
                    pieces.append(head.strip())
                    text = text[len(head):]
            pieces.append(text)
        numbers = our_verses(verses, book, first, last)
        if len(numbers) != len(pieces):
            sys.exit(f"{book} {first}: {len(pieces)} verses for {len(numbers)}")
        for key in keys:
            del verses[key]
        for number, text in zip(numbers, pieces):
            verses[(book, *number)] = text
    for book, theirs, ours in ALSO:
        verses[(book, *ours)] = verses[(book, *theirs)]


def main():
    verses = read_module()
    is_name = names_of(verses)
    for (book, chapter, verse), text in verses.items():
        text = without_sender(book, without_title(book, chapter, verse, text))
        verses[(book, chapter, verse)] = written_small(text, is_name) if verse == 1 else text
    renumber(verses)
    chapter = None
    for key in sorted(verses, key=lambda key: (BOOKS.index(key[0]), *key[1:])):
        if chapter != key[:2]:
            chapter = key[:2]
            print(f"{chapter[0]} {chapter[1]}")
        print(f"{key[2]}\t{verses[key]}")


main()
