//! The canonical spelling that lexicon, vectors and examples share.
//!
//! *Don't*, *dont* and *do not* become the same two words, and short forms are expanded.
//! Invariant: lexicon entries and texts go through the same function, so that editors write as people speak.

use std::collections::BTreeMap;

use super::super::normalise::{normalise, words_of};
use super::super::word_map::WordMap;

/// Converts words to the canonical spelling.
#[derive(Debug, Clone, Default)]
pub struct PlainWords {
    spelling: WordMap<Vec<Box<str>>>,
}

/// Contracted endings and their words; `'s` depends on the word before it.
const ENDINGS: &[(&str, &str)] = &[
    ("m", "am"),
    ("re", "are"),
    ("ve", "have"),
    ("ll", "will"),
    ("d", "would"),
];

/// The words after which `'s` means *is*.
const IS_BEFORE: &[&str] = &[
    "he",
    "she",
    "it",
    "that",
    "there",
    "what",
    "who",
    "where",
    "how",
    "everyone",
    "everybody",
    "everything",
    "nobody",
    "nothing",
    "something",
    "here",
];

/// Contractions without an apostrophe, and irregular ones.
const WITHOUT_APOSTROPHE: &[(&str, &str)] = &[
    ("im", "i am"),
    ("ive", "i have"),
    ("dont", "do not"),
    ("doesnt", "does not"),
    ("didnt", "did not"),
    ("cant", "can not"),
    ("cannot", "can not"),
    ("wont", "will not"),
    ("isnt", "is not"),
    ("wasnt", "was not"),
    ("arent", "are not"),
    ("werent", "were not"),
    ("havent", "have not"),
    ("hasnt", "has not"),
    ("hadnt", "had not"),
    ("couldnt", "could not"),
    ("wouldnt", "would not"),
    ("shouldnt", "should not"),
    ("youre", "you are"),
    ("theyre", "they are"),
    ("hes", "he is"),
    ("shes", "she is"),
    ("thats", "that is"),
    ("whats", "what is"),
    ("theres", "there is"),
    ("weve", "we have"),
    ("theyve", "they have"),
    ("youve", "you have"),
    ("aint", "is not"),
    ("gonna", "going to"),
    ("wanna", "want to"),
    ("gotta", "have to"),
    ("everyones", "everyone is"),
    ("can't", "can not"),
    ("won't", "will not"),
    ("ain't", "is not"),
    ("shan't", "shall not"),
    ("let's", "let us"),
];

impl PlainWords {
    /// Takes the editors' table of short forms and misspellings.
    #[must_use]
    pub fn new(spelling: &BTreeMap<String, String>) -> Self {
        let built_in = WITHOUT_APOSTROPHE
            .iter()
            .map(|&(form, words)| (form.to_string(), words.to_string()));
        let edited = spelling
            .iter()
            .map(|(form, words)| (form.to_lowercase(), words.to_lowercase()));
        let spelling = built_in
            .chain(edited)
            .map(|(form, words)| (form.into(), words.split_whitespace().map(Into::into).collect()))
            .collect();
        Self { spelling }
    }

    /// The plain words of a text that is not normalised yet.
    pub fn of(&self, text: &str) -> Vec<String> {
        let mut plain = Vec::new();
        for word in words_of(normalise(text).text()) {
            self.push(word.text, &mut |part| plain.push(part.to_string()));
        }
        plain
    }

    /// Passes the plain words of one normalised word to `take`.
    pub fn push<'a>(&'a self, word: &'a str, take: &mut impl FnMut(&'a str)) {
        if let Some(words) = self.spelling.get(word) {
            for part in words {
                take(part);
            }
            return;
        }
        let Some((before, ending)) = word.rsplit_once('\'') else {
            take(word);
            return;
        };
        if let Some(verb) = before
            .strip_suffix('n')
            .filter(|verb| ending == "t" && !verb.is_empty())
        {
            take(verb);
            take("not");
        } else if let Some((_, whole)) = ENDINGS.iter().find(|(short, _)| *short == ending) {
            take(before);
            take(whole);
        } else {
            match self.spelling.get(before) {
                Some(words) => words.iter().for_each(|part| take(part)),
                None => take(before),
            }
            if ending != "s" {
                take(ending);
            } else if IS_BEFORE.contains(&before) {
                take("is");
            }
        }
    }
}
