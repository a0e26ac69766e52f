//! An annotated text: its tokens with their dictionary facts, and which of them are never redacted.
//!
//! All later steps work on it.

use crate::language::Language;

use super::dictionaries::Dictionaries;
use super::dictionaries::facts::Facts;
use super::tokens::{Shape, Tokens};

mod languages;

use languages::languages_of;

/// A tokenised text with annotations for every token.
pub(super) struct AnnotatedText<'a> {
    pub text: &'a str,
    pub dictionaries: &'a Dictionaries,
    pub tokens: Tokens,
    pub facts: Vec<Facts>,
    /// Tokens that are never redacted: scripture references, feasts, helplines, hymns.
    pub kept: Vec<bool>,
    /// Tokens that a pattern has already claimed.
    pub claimed: Vec<bool>,
    /// For each token, the number of tokens of the multi-word place that begins there.
    pub place_words: Vec<u8>,
    /// The sentence number of each token.
    pub sentence: Vec<u32>,
    pub sentences: Vec<Sentence>,
    /// The language that most sentences are written in.
    language: Language,
    /// Whether each token stands in a Spanish sentence; empty if there is none.
    spanish: Vec<bool>,
    /// Whether the text is written almost without capitals.
    pub is_lower: bool,
    /// Whether the text is written almost entirely in capitals.
    pub is_shouted: bool,
}

/// The cues in one sentence.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sentence {
    pub bible_cues: u8,
    pub life_cues: u8,
    pub has_reference: bool,
}

impl<'a> AnnotatedText<'a> {
    /// Tokenises and annotates a text.
    pub fn of(dictionaries: &'a Dictionaries, text: &'a str) -> Self {
        let tokens = Tokens::of(text);
        let count = tokens.list.len();
        let (language, spanish) = languages_of(dictionaries, &tokens);
        let is_spanish = |index: usize| spanish.get(index).copied().unwrap_or(false);
        let facts_at = |index: usize| {
            if is_spanish(index) {
                dictionaries.spanish_facts(tokens.folded(index))
            } else {
                facts_of(dictionaries, &tokens, index)
            }
        };
        let facts: Vec<Facts> = (0..count).map(facts_at).collect();
        let (is_lower, is_shouted) = style_of(&tokens);
        let mut annotated = Self {
            text,
            dictionaries,
            tokens,
            facts,
            kept: vec![false; count],
            claimed: vec![false; count],
            place_words: vec![0; count],
            sentence: vec![0; count],
            sentences: Vec::new(),
            language,
            spanish,
            is_lower,
            is_shouted,
        };
        annotated.find_places();
        annotated.keep_phrases();
        let references = annotated.keep_references();
        annotated.count_cues(&references);
        annotated
    }

    /// The number of tokens.
    pub fn len(&self) -> usize {
        self.tokens.list.len()
    }

    /// The facts of a token; none out of range.
    pub fn facts(&self, index: usize) -> Facts {
        self.facts.get(index).copied().unwrap_or_default()
    }

    /// The shape of a token; a mark out of range.
    pub fn shape(&self, index: usize) -> Shape {
        self.tokens.list.get(index).map_or(Shape::Mark, |token| token.shape)
    }

    /// The folded word.
    pub fn word(&self, index: usize) -> &str {
        self.tokens.folded(index)
    }

    /// Whether these letters stand in the words, without capitals and accents, perhaps from one word into the next.
    pub fn has_letters(&self, letters: &str) -> bool {
        self.tokens.all_folded().contains(letters)
    }

    /// Whether the language is one that redaction has not learned.
    pub fn is_in_other_language(&self) -> bool {
        matches!(self.language, Language::OtherLatin | Language::OtherScript)
    }

    /// Whether the token stands in a Spanish sentence.
    pub fn is_spanish(&self, index: usize) -> bool {
        self.spanish.get(index).copied().unwrap_or(false)
    }

    /// Whether a sentence is Spanish.
    pub const fn has_spanish(&self) -> bool {
        !self.spanish.is_empty()
    }

    /// Whether the token is a capitalised word.
    pub fn is_capital(&self, index: usize) -> bool {
        matches!(self.shape(index), Shape::Capital | Shape::Shout)
    }

    /// Whether the token is made of letters.
    pub fn is_word(&self, index: usize) -> bool {
        matches!(self.shape(index), Shape::Capital | Shape::Shout | Shape::Lower)
    }

    /// Whether a capital is informative: not in a text in capitals, and not at the start of a sentence.
    pub fn has_telling_capital(&self, index: usize) -> bool {
        self.is_capital(index) && !self.is_shouted && !self.tokens.list[index].opens_sentence
    }

    /// Whether the token may still become a finding.
    pub fn is_open(&self, index: usize) -> bool {
        index < self.len() && !self.kept[index] && !self.claimed[index]
    }

    fn find_places(&mut self) {
        let mut name = String::new();
        for start in 0..self.len() {
            if !self.facts[start].any(Facts::PLACE_START) || !self.is_word(start) {
                continue;
            }
            name.clear();
            name.push_str(self.tokens.folded(start));
            for next in start + 1..self.len().min(start + 4) {
                if !self.is_word(next) || !self.tokens.list[next].follows_closely {
                    break;
                }
                name.push(' ');
                name.push_str(self.tokens.folded(next));
                // "the wall" and "la cruz" are places, too; a lower-case phrase of everyday words does not mean one.
                let telling = (start..=next).any(|index| self.is_capital(index))
                    || (start..=next).any(|index| self.facts[index].tier() == 0);
                if telling && self.dictionaries.facts(&name).place() > 0 {
                    self.place_words[start] = u8::try_from(next - start + 1).unwrap_or(0);
                }
            }
        }
    }

    fn keep_phrases(&mut self) {
        let dictionaries = self.dictionaries;
        for start in 0..self.len() {
            if !self.facts[start].any(Facts::PHRASE_START) {
                continue;
            }
            let Some(endings) = dictionaries.phrases.get(self.tokens.folded(start)) else {
                continue;
            };
            let matched = endings.iter().find(|ending| {
                ending
                    .iter()
                    .enumerate()
                    .all(|(offset, word)| self.tokens.folded(start + 1 + offset) == word)
            });
            if let Some(ending) = matched {
                let after = start + 1 + ending.len();
                self.kept[start..after].fill(true);
            }
        }
    }

    /// Marks scripture references as kept and returns their first tokens.
    fn keep_references(&mut self) -> Vec<usize> {
        let mut found = Vec::new();
        for book in 0..self.len() {
            if !self.facts[book].any(Facts::BOOK) {
                continue;
            }
            let mut number = book + 1;
            if self.tokens.is_mark(number, ".")
                || matches!(self.word(number), "chapter" | "ch" | "verse" | "capitulo" | "cap")
            {
                number += 1;
            }
            let has_ordinal = book > 0 && is_ordinal(self.word(book - 1));
            let from = if has_ordinal { book - 1 } else { book };
            let is_bare = self.facts[book].is_name() && !has_ordinal && !self.tokens.is_mark(number + 1, ":");
            let is_person = is_bare
                && from > 0
                && self.facts[from - 1].any(Facts::KINSHIP.union(Facts::TITLE).union(Facts::NAMING));
            // "at PS 118" is a school, and the Eastside Kings are no book.
            let before = book.checked_sub(1).map_or("", |before| self.word(before));
            let is_school = self.word(book) == "ps" && matches!(before, "at" | "to" | "attended" | "from" | "near");
            let ends_name = before.len() > 2
                && self.has_telling_capital(book - 1)
                && self.tokens.list[book].follows_closely
                && !self.facts[book - 1].any(Facts::TITLE.union(Facts::BOOK))
                && (!self.facts[book - 1].any(Facts::KEPT) || book > 1 && self.word(book - 2) == "the")
                && !has_ordinal;
            if is_school {
                continue;
            }
            let is_book_of = book > 1 && self.word(book - 1) == "of" && self.word(book - 2) == "book";
            if self.shape(number) == Shape::Number && self.starts_with_digit(number) && !is_person {
                let mut last = number;
                while last + 2 < self.len() + 1
                    && matches!(self.word(last + 1), ":" | "-" | "–" | "," | "v" | "vs" | ".")
                    && self.shape(last + 2) == Shape::Number
                {
                    last += 2;
                }
                self.kept[from..=last].fill(true);
                found.push(book);
            } else if is_book_of || has_ordinal && self.is_capital(book) && self.facts[book].any(Facts::BOOK) {
                self.kept[from..=book].fill(true);
                found.push(book);
            } else if !ends_name
                && !self.facts[book].is_name()
                && !self.facts[book].is_biblical()
                && self.is_capital(book)
            {
                self.kept[book] = true;
            }
        }
        found
    }

    fn starts_with_digit(&self, index: usize) -> bool {
        self.word(index)
            .starts_with(|character: char| character.is_ascii_digit())
    }

    fn count_cues(&mut self, references: &[usize]) {
        let mut current = Sentence::default();
        for index in 0..self.len() {
            if self.tokens.list[index].opens_sentence && index > 0 && self.is_word(index) {
                self.sentences.push(current);
                current = Sentence::default();
            }
            self.sentence[index] = u32::try_from(self.sentences.len()).unwrap_or(u32::MAX);
            current.bible_cues = current
                .bible_cues
                .saturating_add(u8::from(self.facts[index].any(Facts::BIBLE_CUE)));
            current.life_cues = current
                .life_cues
                .saturating_add(u8::from(self.facts[index].any(Facts::LIFE_CUE)));
            current.has_reference |= references.binary_search(&index).is_ok();
        }
        self.sentences.push(current);
    }

    /// The cues in the sentence of this token.
    pub fn sentence_of(&self, index: usize) -> Sentence {
        self.sentence
            .get(index)
            .and_then(|&number| self.sentences.get(number as usize))
            .copied()
            .unwrap_or_default()
    }
}

fn is_ordinal(word: &str) -> bool {
    matches!(
        word,
        "1" | "2"
            | "3"
            | "1a"
            | "2a"
            | "3a"
            | "primera"
            | "segunda"
            | "tercera"
            | "1st"
            | "2nd"
            | "3rd"
            | "first"
            | "second"
            | "third"
            | "i"
            | "ii"
            | "iii"
    )
}

/// The facts of a token; contractions and compounds have those of their parts.
fn facts_of(dictionaries: &Dictionaries, tokens: &Tokens, index: usize) -> Facts {
    let word = tokens.folded(index);
    if matches!(tokens.list[index].shape, Shape::Mark | Shape::Number) {
        return if tokens.list[index].shape == Shape::Number {
            dictionaries.facts(word)
        } else {
            Facts::default()
        };
    }
    let facts = dictionaries.facts(word);
    if facts != Facts::default() {
        return facts;
    }
    if let Some((stem, ending)) = word.rsplit_once('\'') {
        if matches!(ending, "m" | "re" | "ve" | "ll" | "d" | "t" | "em" | "all") {
            return Facts::of_tier(1);
        }
        let stem_facts = dictionaries.facts(stem);
        if ending == "s" && stem_facts != Facts::default() {
            return stem_facts;
        }
    }
    if word.contains('-') {
        let parts = word.split('-').map(|part| dictionaries.facts(part));
        if parts
            .clone()
            .all(|part| part.is_english() || part == Facts::default() && word.ends_with("-year-old"))
        {
            return Facts::of_tier(parts.map(Facts::tier).max().unwrap_or(8).max(3));
        }
        if parts.clone().any(Facts::is_name) {
            return Facts::GIVEN;
        }
    }
    facts
}

fn style_of(tokens: &Tokens) -> (bool, bool) {
    let (mut lower_openings, mut openings, mut shouted, mut words) = (0, 0, 0, 0);
    for (index, token) in tokens.list.iter().enumerate() {
        let is_word = matches!(token.shape, Shape::Lower | Shape::Capital | Shape::Shout);
        let is_pronoun = tokens.folded(index) == "i" || tokens.folded(index).starts_with("i'");
        if is_word && (token.opens_sentence || is_pronoun) {
            openings += 1;
            lower_openings += usize::from(token.shape == Shape::Lower);
        }
        words += usize::from(is_word);
        shouted += usize::from(token.shape == Shape::Shout);
    }
    (
        openings > 0 && lower_openings * 2 >= openings,
        words > 3 && shouted * 10 >= words * 6,
    )
}
