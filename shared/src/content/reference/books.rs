//! The books of the Bible and the names that people give them, in English and in Spanish.
//!
//! Invariant: a name belongs to one book only. Names are in lower case, without accents, spaces and points; the
//! abbreviations are those that Bible software shares (OSIS, Logos, Bible Gateway) and those of Spanish editions.

/// The books in the usual order: the name we show, and the file name in the data package.
pub const BOOKS: [(&str, &str); 66] = [
    ("Genesis", "genesis"),
    ("Exodus", "exodus"),
    ("Leviticus", "leviticus"),
    ("Numbers", "numbers"),
    ("Deuteronomy", "deuteronomy"),
    ("Joshua", "joshua"),
    ("Judges", "judges"),
    ("Ruth", "ruth"),
    ("1 Samuel", "1samuel"),
    ("2 Samuel", "2samuel"),
    ("1 Kings", "1kings"),
    ("2 Kings", "2kings"),
    ("1 Chronicles", "1chronicles"),
    ("2 Chronicles", "2chronicles"),
    ("Ezra", "ezra"),
    ("Nehemiah", "nehemiah"),
    ("Esther", "esther"),
    ("Job", "job"),
    ("Psalm", "psalms"),
    ("Proverbs", "proverbs"),
    ("Ecclesiastes", "ecclesiastes"),
    ("Song of Solomon", "songofsolomon"),
    ("Isaiah", "isaiah"),
    ("Jeremiah", "jeremiah"),
    ("Lamentations", "lamentations"),
    ("Ezekiel", "ezekiel"),
    ("Daniel", "daniel"),
    ("Hosea", "hosea"),
    ("Joel", "joel"),
    ("Amos", "amos"),
    ("Obadiah", "obadiah"),
    ("Jonah", "jonah"),
    ("Micah", "micah"),
    ("Nahum", "nahum"),
    ("Habakkuk", "habakkuk"),
    ("Zephaniah", "zephaniah"),
    ("Haggai", "haggai"),
    ("Zechariah", "zechariah"),
    ("Malachi", "malachi"),
    ("Matthew", "matthew"),
    ("Mark", "mark"),
    ("Luke", "luke"),
    ("John", "john"),
    ("Acts", "acts"),
    ("Romans", "romans"),
    ("1 Corinthians", "1corinthians"),
    ("2 Corinthians", "2corinthians"),
    ("Galatians", "galatians"),
    ("Ephesians", "ephesians"),
    ("Philippians", "philippians"),
    ("Colossians", "colossians"),
    ("1 Thessalonians", "1thessalonians"),
    ("2 Thessalonians", "2thessalonians"),
    ("1 Timothy", "1timothy"),
    ("2 Timothy", "2timothy"),
    ("Titus", "titus"),
    ("Philemon", "philemon"),
    ("Hebrews", "hebrews"),
    ("James", "james"),
    ("1 Peter", "1peter"),
    ("2 Peter", "2peter"),
    ("1 John", "1john"),
    ("2 John", "2john"),
    ("3 John", "3john"),
    ("Jude", "jude"),
    ("Revelation", "revelation"),
];

/// The names that we show to readers of Spanish, in the order of `BOOKS`.
pub(super) const IN_SPANISH: [&str; 66] = [
    "Génesis",
    "Éxodo",
    "Levítico",
    "Números",
    "Deuteronomio",
    "Josué",
    "Jueces",
    "Rut",
    "1 Samuel",
    "2 Samuel",
    "1 Reyes",
    "2 Reyes",
    "1 Crónicas",
    "2 Crónicas",
    "Esdras",
    "Nehemías",
    "Ester",
    "Job",
    "Salmo",
    "Proverbios",
    "Eclesiastés",
    "Cantares",
    "Isaías",
    "Jeremías",
    "Lamentaciones",
    "Ezequiel",
    "Daniel",
    "Oseas",
    "Joel",
    "Amós",
    "Abdías",
    "Jonás",
    "Miqueas",
    "Nahúm",
    "Habacuc",
    "Sofonías",
    "Hageo",
    "Zacarías",
    "Malaquías",
    "Mateo",
    "Marcos",
    "Lucas",
    "Juan",
    "Hechos",
    "Romanos",
    "1 Corintios",
    "2 Corintios",
    "Gálatas",
    "Efesios",
    "Filipenses",
    "Colosenses",
    "1 Tesalonicenses",
    "2 Tesalonicenses",
    "1 Timoteo",
    "2 Timoteo",
    "Tito",
    "Filemón",
    "Hebreos",
    "Santiago",
    "1 Pedro",
    "2 Pedro",
    "1 Juan",
    "2 Juan",
    "3 Juan",
    "Judas",
    "Apocalipsis",
];

/// Other names of the books, in the order of `BOOKS`.
const NAMES: [&[&str]; 66] = [
    &["gen", "ge", "gn"],
    &["exod", "exo", "ex", "exodo"],
    &["lev", "le", "lv", "levitico"],
    &["num", "nu", "nm", "nb", "numeros"],
    &["deut", "deu", "dt", "deuteronomio"],
    &["josh", "jos", "jsh", "josue"],
    &["judg", "jdg", "jg", "jdgs", "jueces", "jue"],
    &["rut", "rth"],
    &["1sam", "1sa", "1sm", "1s"],
    &["2sam", "2sa", "2sm", "2s"],
    &["1kgs", "1ki", "1kin", "1king", "1k", "1reyes", "1re", "1r"],
    &["2kgs", "2ki", "2kin", "2king", "2k", "2reyes", "2re", "2r"],
    &["1chron", "1chr", "1ch", "1chronicle", "1cronicas", "1cro", "1cr"],
    &["2chron", "2chr", "2ch", "2chronicle", "2cronicas", "2cro", "2cr"],
    &["ezr", "esdras", "esd"],
    &["neh", "ne", "nehemias"],
    &["esth", "est", "es", "ester"],
    &["jb"],
    &[
        "ps", "psa", "pss", "psm", "pslm", "pslms", "salmo", "salmos", "sal", "slm", "psalmo",
    ],
    &["prov", "pro", "prv", "pr", "proverb", "proverbios"],
    &["eccl", "eccles", "ecc", "ec", "qoh", "qoheleth", "eclesiastes", "ecl"],
    &[
        "songofsongs",
        "song",
        "songs",
        "sos",
        "ss",
        "canticles",
        "canticleofcanticles",
        "cant",
        "cantares",
        "cantardeloscantares",
        "elcantardeloscantares",
        "cnt",
    ],
    &["isa", "is", "isaias"],
    &["jer", "je", "jr", "jeremias"],
    &["lam", "la", "lamentaciones"],
    &["ezek", "eze", "ezk", "ezequiel", "ez"],
    &["dan", "da", "dn"],
    &["hos", "ho", "oseas", "os"],
    &["joe", "jl"],
    &["amo", "am"],
    &["obad", "oba", "ob", "abdias", "abd"],
    &["jnh", "jon", "jonas"],
    &["mic", "mi", "miqueas", "miq"],
    &["nah", "na"],
    &["hab", "habacuc", "habakuk", "habbakuk"],
    &["zeph", "zep", "zp", "sofonias", "sof"],
    &["hag", "hg", "hageo"],
    &["zech", "zec", "zc", "zacarias", "zac"],
    &["mal", "ml", "malaquias"],
    &["matt", "mat", "mt", "mateo", "sanmateo", "mathew"],
    &["mrk", "mar", "mk", "mr", "marcos", "sanmarcos", "mc"],
    &["luk", "lk", "lu", "lucas", "sanlucas", "lc"],
    &["jhn", "jn", "joh", "juan", "sanjuan"],
    &[
        "act",
        "ac",
        "actsoftheapostles",
        "hechos",
        "hch",
        "hech",
        "hechosdelosapostoles",
    ],
    &["rom", "ro", "rm", "roman", "romanos"],
    &["1cor", "1co", "1corinthian", "1corintios", "1corinthans"],
    &["2cor", "2co", "2corinthian", "2corintios", "2corinthans"],
    &["gal", "ga", "galatas", "galation", "galations"],
    &["eph", "ephes", "ep", "efesios", "ef", "efe", "ephesian"],
    &[
        "phil",
        "php",
        "pp",
        "filipenses",
        "fil",
        "flp",
        "phillipians",
        "philipians",
        "phillippians",
    ],
    &["col", "co", "colosenses", "colossian", "collosians"],
    &["1thess", "1thes", "1th", "1tesalonicenses", "1tes", "1ts"],
    &["2thess", "2thes", "2th", "2tesalonicenses", "2tes", "2ts"],
    &["1tim", "1ti", "1tm", "1timoteo"],
    &["2tim", "2ti", "2tm", "2timoteo"],
    &["tit", "ti", "tito"],
    &["phlm", "phm", "philem", "pm", "filemon", "flm"],
    &["heb", "he", "hebreos", "hebrew"],
    &["jas", "jm", "jam", "santiago", "stg", "sant"],
    &["1pet", "1pe", "1pt", "1p", "1pedro"],
    &["2pet", "2pe", "2pt", "2p", "2pedro"],
    &["1jn", "1jhn", "1joh", "1jo", "1j", "1juan"],
    &["2jn", "2jhn", "2joh", "2jo", "2j", "2juan"],
    &["3jn", "3jhn", "3joh", "3jo", "3j", "3juan"],
    &["jud", "jd", "judas"],
    &[
        "rev",
        "re",
        "rv",
        "revelations",
        "apocalypse",
        "apocalipsis",
        "apoc",
        "ap",
        "apc",
        "therevelation",
    ],
];

/// Names that are words of everyday English or Spanish, too: *is 9*, *he 4*. They count only before chapter and verse.
const EVERYDAY: [&str; 39] = [
    "is", "am", "he", "ex", "re", "la", "ho", "na", "es", "le", "ge", "pro", "ne", "co", "ac", "os", "song", "songs",
    "mal", "hag", "mi", "ti", "da", "pm", "ap", "pp", "ss", "1s", "2s", "1k", "2k", "1r", "2r", "1p", "2p", "1j", "2j",
    "3j", "jam",
];

/// The index of the book with this name, given in lower case without accents, spaces and points.
pub(super) fn book(name: &str) -> Option<usize> {
    let is_shown = |(shown, file): &(&str, &str)| name == *file || name.chars().eq(letters(shown));
    BOOKS
        .iter()
        .position(is_shown)
        .or_else(|| NAMES.iter().position(|names| names.contains(&name)))
}

/// Whether the name is an everyday word, too.
pub(super) fn is_everyday(name: &str) -> bool {
    EVERYDAY.contains(&name)
}

/// Whether the book has one chapter only, so that its verses are quoted without it: *Jude 24*.
pub(super) fn has_one_chapter(book: usize) -> bool {
    matches!(BOOKS[book].0, "Obadiah" | "Philemon" | "2 John" | "3 John" | "Jude")
}

fn letters(shown: &str) -> impl Iterator<Item = char> {
    shown
        .chars()
        .filter(|letter| letter.is_alphanumeric())
        .map(|letter| letter.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_belongs_to_one_book() {
        let mut all: Vec<String> = BOOKS
            .iter()
            .zip(NAMES)
            .flat_map(|((shown, file), names)| {
                let mut own: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
                own.extend([letters(shown).collect(), (*file).to_owned()]);
                own.sort();
                own.dedup();
                own
            })
            .collect();
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
