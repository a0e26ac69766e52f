//! Recognises a text that only asks for a passage of the Bible: *Psalm 23*, *please read me jn 3:16*, *salmo 23*.
//!
//! Invariant: a text that says anything else is none, however many references it quotes.

use care::readings::Question;

use super::{Corpus, described};
use crate::content::{Lines, Passage, Reference, Scripture};

/// The most bytes of such a text.
const MAX_LEN: usize = 160;

/// Words around a reference that say nothing but *please show it*.
const POLITE: [&str; 92] = [
    "a",
    "again",
    "all",
    "amp",
    "asv",
    "bible",
    "biblia",
    "book",
    "can",
    "capitulo",
    "chapter",
    "completo",
    "could",
    "de",
    "dear",
    "does",
    "el",
    "en",
    "esv",
    "favor",
    "find",
    "for",
    "from",
    "give",
    "gracias",
    "hear",
    "hello",
    "hi",
    "i",
    "i'd",
    "in",
    "is",
    "just",
    "kjv",
    "la",
    "lee",
    "leer",
    "let",
    "like",
    "look",
    "me",
    "mean",
    "means",
    "msg",
    "nasb",
    "need",
    "niv",
    "nkjv",
    "nlt",
    "ntv",
    "nvi",
    "of",
    "only",
    "open",
    "passage",
    "please",
    "por",
    "quiero",
    "quote",
    "read",
    "reading",
    "reina",
    "rv",
    "rvr",
    "rvr1960",
    "say",
    "says",
    "scripture",
    "see",
    "send",
    "show",
    "text",
    "thank",
    "thanks",
    "the",
    "tla",
    "to",
    "translation",
    "up",
    "valera",
    "ver",
    "verse",
    "verses",
    "versiculo",
    "version",
    "want",
    "web",
    "what",
    "what's",
    "with",
    "would",
    "you",
];

/// Words that ask to be given something, as one of the polite words of a sentence.
const REQUESTS: [&str; 12] = [
    "find", "give", "hear", "leer", "lee", "please", "quiero", "read", "see", "send", "show", "want",
];

/// Words that ask which passage it is, if one is described.
const QUESTIONS: [&str; 6] = ["looking", "need", "remember", "tell", "what", "which"];

/// Words that tell of the writer beside what is asked.
const OWN: [&str; 7] = ["afraid", "feel", "mine", "my", "our", "scared", "us"];
/// The same after what is remembered of a passage: *where does it say that God is love **when** he lets **me** suffer*.
const OWN_AFTER: [&str; 4] = ["because", "but", "me", "when"];

/// Passages that people ask for by name.
const NAMED: [(&str, &str); 22] = [
    ("lord's prayer", "Matthew 6:9-13"),
    ("lords prayer", "Matthew 6:9-13"),
    ("our father", "Matthew 6:9-13"),
    ("padre nuestro", "Matthew 6:9-13"),
    ("padrenuestro", "Matthew 6:9-13"),
    ("beatitudes", "Matthew 5:3-12"),
    ("bienaventuranzas", "Matthew 5:3-12"),
    ("sermon on the mount", "Matthew 5-7"),
    ("ten commandments", "Exodus 20:1-17"),
    ("10 commandments", "Exodus 20:1-17"),
    ("diez mandamientos", "Exodus 20:1-17"),
    ("love chapter", "1 Corinthians 13"),
    ("love is patient", "1 Corinthians 13:4-8"),
    ("fruit of the spirit", "Galatians 5:22-23"),
    ("fruits of the spirit", "Galatians 5:22-23"),
    ("armor of god", "Ephesians 6:10-18"),
    ("armour of god", "Ephesians 6:10-18"),
    ("prodigal son", "Luke 15:11-32"),
    ("good samaritan", "Luke 10:25-37"),
    ("lord is my shepherd", "Psalm 23"),
    ("christmas story", "Luke 2:1-20"),
    ("shepherd psalm", "Psalm 23"),
];

/// A passage that somebody asks for.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    pub passage: Passage,
    /// Whether what was asked for does not stand in the Bible, and this is nearest to it.
    pub is_only_near: bool,
    /// Whether the text is one short sentence without a word of the writer's own, and so asks for nothing else.
    pub is_all: bool,
}

impl Asked {
    /// The line above the passage of an answer without a letter.
    pub fn line<'a>(&self, lines: &'a Lines) -> &'a str {
        if self.is_only_near {
            &lines.not_there
        } else {
            &lines.asked_alone
        }
    }
}

/// The passage that a text asks for, if it asks for nothing else. Where the verse does not exist its chapter comes.
pub(super) fn alone(corpus: Corpus<'_>, text: &str) -> Option<Asked> {
    let reference = reference(text)?;
    of_reference(corpus.scripture(), &reference)
}

/// The passage that one sentence of a text asks for in so many words (*Can you read me Psalm 91? Grandmother used to.*)
/// or by words of it (*Where does it say that the love of money is the root of all evil?*).
pub(super) fn within(corpus: Corpus<'_>, text: &str, question: Option<Question>) -> Option<Asked> {
    let is_about_the_text = question == Some(Question::Text);
    let places = || {
        sentences(text).filter(|sentence| described::asks_for_a_place(sentence) || described::asks_who_said(sentence))
    };
    let near = described::nearest_to_a_saying(text).filter(|_| is_about_the_text || places().next().is_some());
    let is_only_near = near.is_some();
    let known = near.or_else(|| requested(text)).or_else(|| {
        let in_place = || places().find_map(described::asked_about);
        let about_the_text = || described::asked_about(text).or_else(|| sentences(text).find_map(reference));
        is_about_the_text.then(about_the_text).flatten().or_else(in_place)
    });
    // Words that are found in a verse as they stand hold nothing of the writer's own.
    let is_verbatim = known.is_none();
    let reference = known.or_else(|| sentences(text).find_map(|sentence| quoted(corpus, sentence)))?;
    let (before, after) = described::around_saying(text);
    let has_own =
        has_word_of(before, &OWN) || !is_verbatim && (has_word_of(after, &OWN) || has_word_of(after, &OWN_AFTER));
    let is_short =
        sentences(text).nth(1).is_none() && text.split_whitespace().count() <= described::MAX_WORDS_OF_A_QUESTION;
    let asked = of_reference(corpus.scripture(), &reference)?;
    Some(Asked {
        is_only_near,
        is_all: is_short && !has_own,
        ..asked
    })
}

/// The verse whose words a sentence quotes to ask for their place. People remember one translation or another.
fn quoted(corpus: Corpus<'_>, sentence: &str) -> Option<Reference> {
    let words = described::quotation(sentence)?;
    corpus
        .content
        .translations_in(corpus.locale())
        .find_map(|scripture| scripture.verse_with(&words))
}

fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(['?', '!', '\n'])
        .flat_map(|part| part.split_inclusive(". "))
}

fn requested(text: &str) -> Option<Reference> {
    sentences(text).find_map(in_sentence)
}

/// The passage that a sentence asks for by name or place, or by what its writer remembers of it.
fn in_sentence(sentence: &str) -> Option<Reference> {
    let named = has_word_of(sentence, &REQUESTS).then(|| reference(sentence)).flatten();
    let is_asked = || sentence.contains('?') || has_word_of(sentence, &REQUESTS) || has_word_of(sentence, &QUESTIONS);
    named.or_else(|| described::reference(sentence).filter(|_| is_asked()))
}

fn has_word_of(sentence: &str, list: &[&str]) -> bool {
    let mut words = sentence
        .split(|letter: char| !letter.is_alphabetic())
        .map(str::to_lowercase);
    words.any(|word| list.contains(&word.as_str()))
}

fn of_reference(scripture: &Scripture, reference: &Reference) -> Option<Asked> {
    let passage = scripture.passage(reference);
    let passage = passage.or_else(|| scripture.passage(&reference.whole_chapter()))?;
    Some(Asked {
        passage,
        is_only_near: false,
        is_all: true,
    })
}

fn reference(text: &str) -> Option<Reference> {
    if text.len() > MAX_LEN {
        return None;
    }
    let plain = text.to_lowercase().replace(['’', '‘'], "'");
    let words: Vec<&str> = plain
        .split(|letter: char| letter.is_whitespace() || matches!(letter, '(' | ')' | '"' | '“' | '”' | ';' | '!' | '?'))
        .filter(|word| !word.is_empty())
        .collect();
    // The longest run of words that is a reference, where all the others are polite.
    let is_polite = |word: &&str| {
        let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
        word.is_empty() || POLITE.contains(&word)
    };
    let before = words.iter().take_while(|word| is_polite(word)).count();
    let after = words.iter().rev().take_while(|word| is_polite(word)).count();
    for begins in 0..=before.min(words.len()) {
        for ends in (words.len() - after.min(words.len() - begins)).max(begins)..=words.len() {
            let run = words[begins..ends].join(" ");
            let run = run.trim_matches(|letter: char| !letter.is_alphanumeric());
            if let Some(reference) = named(run)
                .or_else(|| run.parse().ok())
                .or_else(|| psalm_by_ordinal(run))
            {
                return Some(reference);
            }
        }
    }
    first_of_several(&plain)
}

/// *The lord's prayer*.
fn named(run: &str) -> Option<Reference> {
    let run = run.strip_prefix("the ").or(run.strip_prefix("el ")).unwrap_or(run);
    let (_, reference) = NAMED.iter().find(|(name, _)| *name == run)?;
    reference.parse().ok()
}

/// *The 23rd psalm*.
fn psalm_by_ordinal(run: &str) -> Option<Reference> {
    let (number, psalm) = run.split_once(' ')?;
    let number = ["st", "nd", "rd", "th"]
        .iter()
        .find_map(|ending| number.strip_suffix(ending))?;
    (psalm == "psalm")
        .then(|| format!("Psalm {number}").parse().ok())
        .flatten()
}

/// The first of references alone, with commas or semicolons between: *Psalm 23, Psalm 91*, *Heb 11:1; 12:1-2*.
fn first_of_several(plain: &str) -> Option<Reference> {
    let mut parts = plain
        .split([';', ',', '\n'])
        .flat_map(|part| part.split(" and "))
        .map(str::trim);
    let first = parts.next()?.parse().ok()?;
    let is_number = |part: &str| {
        part.chars()
            .all(|letter| letter.is_ascii_digit() || ":-–. ".contains(letter))
    };
    parts
        .all(|part| is_number(part) || part.parse::<Reference>().is_ok())
        .then_some(first)
}

#[cfg(test)]
mod tests {
    use super::{reference, requested};

    #[test]
    fn a_text_that_only_asks_for_a_passage_is_recognised() {
        for (text, shown) in [
            ("Psalm 23", "Psalm 23"),
            ("psalm 23 please", "Psalm 23"),
            ("Can you read me Psalm 91?", "Psalm 91"),
            ("jn 3:16", "John 3:16"),
            ("1 cor 13", "1 Corinthians 13"),
            ("Song of Songs 8:7", "Song of Solomon 8:7"),
            ("Jude 24", "Jude 1:24"),
            ("Romans 8:28–9:1", "Romans 8:28-9:1"),
            ("salmo 23", "Psalm 23"),
            ("quiero leer el salmo 91 por favor", "Psalm 91"),
            ("what does Romans 8:28 say?", "Romans 8:28"),
            ("What does Jeremiah 29:11 mean", "Jeremiah 29:11"),
            ("the book of John chapter 3 verse 16", "John 3:16"),
            ("Philippians 4:6-7 (NIV)", "Philippians 4:6-7"),
            ("“Isaiah 41:10”", "Isaiah 41:10"),
            ("the 23rd psalm", "Psalm 23"),
            ("The Lord’s Prayer", "Matthew 6:9-13"),
            ("padre nuestro", "Matthew 6:9-13"),
            ("the beatitudes please", "Matthew 5:3-12"),
            ("Psalm 23, Psalm 91", "Psalm 23"),
            ("Psalm 121 and Psalm 23", "Psalm 121"),
            ("Psalm 23 🙏", "Psalm 23"),
            ("Heb 11:1; 12:1-2", "Hebrews 11:1"),
            ("salmo 23 reina valera", "Psalm 23"),
            ("- Matthew 11:28 -", "Matthew 11:28"),
        ] {
            let found = reference(text).map(|reference| reference.to_string());
            assert_eq!(found.as_deref(), Some(shown), "{text}");
        }
    }

    #[test]
    fn a_request_among_other_sentences_is_found() {
        for (text, shown) in [
            (
                "Can you just give me Psalm 91? My grandmother used to say it over us.",
                Some("Psalm 91"),
            ),
            ("my mom is in surgery. please read me psalm 121", Some("Psalm 121")),
            (
                "I can't sleep. I just want to hear John 14:1-3. thanks",
                Some("John 14:1-3"),
            ),
            ("Psalm 88 is the only one as dark as me. I read it each night.", None),
            ("He read Psalm 23 at the grave. I felt nothing.", None),
            (
                "What is the one about the sparrows? My nan had it on a tea towel.",
                Some("Matthew 10:29-31"),
            ),
            ("The sermon was the one about the sparrows. I cried.", None),
            ("please help me", None),
        ] {
            let found = requested(text).map(|reference| reference.to_string());
            assert_eq!(found.as_deref(), shown, "{text}");
        }
    }

    #[test]
    fn a_struggle_that_quotes_a_reference_stays_a_struggle() {
        for text in [
            "Psalm 23 was read at his funeral and I felt nothing",
            "I read Psalm 88 every night because it is the only one as dark as me",
            "john 3 years sober",
            "my mother read Romans 8:28 to me when my baby died",
            "What does Ephesians 5:22 mean when he hits me",
            "psalm 23 doesn't help",
            "I need help",
            "Mark 2 weeks ago left me",
            "please pray for me",
            "I am 3",
            "my son is 12",
            "Job",
            "please read",
            "",
            "?",
        ] {
            assert_eq!(reference(text), None, "{text}");
        }
    }
}
