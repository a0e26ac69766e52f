//! Whether the text of a page belongs to a language: a broken table of letters in a PDF gives words of no language.
//!
//! Invariant: only what surely belongs to no language is illegible. A script or language that we do not know is legible.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use super::layout::Word;

/// Common trigrams of 37 languages with Latin letters; `tools/trigrams.py` writes it.
const TRIGRAMS: &str = include_str!("legible/trigrams.txt");
/// A page with fewer letters or signs is too short to judge.
const MIN_LETTERS: usize = 60;
/// At most this many letters are judged.
const MAX_LETTERS: usize = 4_000;
/// The least [`familiarity`]. Of 1,584 pages of a Bible none is below 1.2, of 13,206 pieces of sixty words none below 1.0;
/// of 1,200 pages in shifted or exchanged letters none is above 0.7.
const MIN_FAMILIARITY: f32 = 0.8;
/// The same for a page of few letters, such as a title page of names.
const MIN_FAMILIARITY_OF_FEW: f32 = 0.7;
const FEW_LETTERS: usize = 200;
/// A page of so few letters is doubtful below this. Of 8,000 pieces of four words none is below 0.5.
const DOUBTFUL_FAMILIARITY: f32 = 0.4;
const MIN_LETTERS_FOR_DOUBT: usize = 15;
/// Fewer different words are not judged: the names of cells or fields, say.
const MIN_DIFFERENT: usize = 10;
/// The largest share of words with letters of several scripts.
const MAX_MIXED_WORDS: f32 = 0.4;
/// The largest share of Latin letters that are not in the alphabet of English, and no such letter with an accent.
const MAX_FOREIGN: f32 = 0.6;
/// The largest share of characters without a meaning: private use, or no letter known.
const MAX_MEANINGLESS: f32 = 0.3;
/// The largest share of words with signs between or instead of letters.
const MAX_ODD_WORDS: f32 = 0.5;
/// The least share of common syllables in Korean, and of common characters in Chinese and Japanese.
const MIN_COMMON: f32 = 0.15;
const COMMON_HANGUL: &str = "이다는에의가을를은고하지로한서사도기어나있인시대자그들해일수리아라부정전제으스여게보주원것만과와상장우안소조국구동신성내니마오면적없말요";
const COMMON_HAN: &str = "的一是不了人我在有他这這为為之大来來以个個中上们們到说說国國和地也子时時道出而要于於就下得可你年生自会會那后後能对對着著事其里裡所去行过過家十用发發天如然作方成者多日都三小无無同么麼当當起与與好看学學进進将將还還此心前面又定见見只主没沒从從神耶華华爱愛信";

/// Judges pages one after the other.
#[derive(Debug, Default)]
pub struct Legibility {
    legible: bool,
    illegible: bool,
}

/// What a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Legible,
    Illegible,
    TooShort,
    /// Too short to judge, and more like gibberish.
    Doubtful,
}

impl Legibility {
    /// Whether the words of the next page are text. A page that is too short to judge is like the pages before it.
    pub fn is_legible(&mut self, words: &[Word]) -> bool {
        match verdict(words.iter().map(|word| word.text.as_str())) {
            Verdict::Legible => self.legible = true,
            Verdict::Illegible => {
                self.illegible = true;
                return false;
            }
            Verdict::TooShort => return self.legible || !self.illegible,
            Verdict::Doubtful => return self.legible,
        }
        true
    }
}

fn verdict<'a>(words: impl Iterator<Item = &'a str>) -> Verdict {
    let mut sample = Sample::default();
    for word in words {
        if sample.visible >= MAX_LETTERS {
            break;
        }
        sample.add(word);
    }
    sample.verdict()
}

/// The scripts whose letters are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Script {
    Latin,
    Greek,
    Cyrillic,
    Hebrew,
    Arabic,
    Hangul,
    Han,
    Kana,
    /// All of South and Southeast Asia, and the rest.
    Other(u32),
}

/// The first words of a page.
#[derive(Debug, Default)]
struct Sample {
    /// The words in Latin letters without accents, in lower case, with one blank between words.
    folded: String,
    words: usize,
    odd_words: usize,
    words_with_letters: usize,
    mixed_words: usize,
    single_letters: usize,
    different: HashSet<String>,
    visible: usize,
    meaningless: usize,
    letters: usize,
    by_script: HashMap<Script, usize>,
    foreign: usize,
    common: usize,
}

impl Sample {
    fn add(&mut self, word: &str) {
        self.words += 1;
        self.odd_words += usize::from(is_odd(word));
        let letters = word.chars().filter(|letter| letter.is_alphabetic()).count();
        self.words_with_letters += usize::from(letters > 0);
        self.single_letters += usize::from(letters == 1);
        self.mixed_words += usize::from(is_mixed(word));
        for letter in word.chars().map(usual_width) {
            self.visible += 1;
            self.meaningless += usize::from(is_meaningless(letter));
            if !letter.is_alphabetic() || is_meaningless(letter) {
                continue;
            }
            self.letters += 1;
            let script = script(letter);
            *self.by_script.entry(script).or_default() += 1;
            self.foreign += usize::from(script == Script::Latin && !letter.is_ascii());
            self.common += usize::from(COMMON_HANGUL.contains(letter) || COMMON_HAN.contains(letter));
        }
        let folded = folded(word);
        if word
            .chars()
            .any(|letter| letter.is_alphabetic() && script(letter) == Script::Latin)
        {
            self.folded.push(' ');
            self.folded.push_str(&folded);
        }
        self.different
            .insert(folded.chars().filter(|letter| letter.is_alphabetic()).collect());
    }

    fn verdict(&self) -> Verdict {
        if self.visible < MIN_LETTERS {
            let is_doubtful = self.letters >= MIN_LETTERS_FOR_DOUBT
                && share(self.by_script.get(&Script::Latin).copied().unwrap_or(0), self.letters) > 0.5
                && familiarity(&self.folded) < DOUBTFUL_FAMILIARITY;
            return if is_doubtful {
                Verdict::Doubtful
            } else {
                Verdict::TooShort
            };
        }
        let is_illegible = share(self.meaningless, self.visible) > MAX_MEANINGLESS
            || share(self.odd_words, self.words) > MAX_ODD_WORDS
            || self.is_of_no_language();
        if is_illegible {
            Verdict::Illegible
        } else {
            Verdict::Legible
        }
    }

    fn is_of_no_language(&self) -> bool {
        if self.letters < MIN_LETTERS {
            return false;
        }
        let Some((&script, &most)) = self.by_script.iter().max_by_key(|(_, letters)| **letters) else {
            return false;
        };
        if share(self.mixed_words, self.words_with_letters) > MAX_MIXED_WORDS {
            return true;
        }
        let kana = self.by_script.get(&Script::Kana).copied().unwrap_or(0);
        match script {
            Script::Latin => {
                let least = if most < FEW_LETTERS {
                    MIN_FAMILIARITY_OF_FEW
                } else {
                    MIN_FAMILIARITY
                };
                // Letters with blanks between them have no trigrams, nor has a table of names for its cells.
                let is_spread = self.single_letters * 2 > self.words_with_letters;
                share(self.foreign, most) > MAX_FOREIGN
                    || !is_spread && self.different.len() >= MIN_DIFFERENT && familiarity(&self.folded) < least
            }
            Script::Hangul | Script::Han => share(self.common + kana, self.letters) < MIN_COMMON,
            Script::Greek | Script::Cyrillic | Script::Hebrew | Script::Arabic | Script::Kana | Script::Other(_) => {
                false
            }
        }
    }
}

/// How familiar the trigrams of a text are, from 0 to 2: the share that is common in the language which fits best, and
/// the share that is common in any.
fn familiarity(folded: &str) -> f32 {
    let letters: Vec<char> = folded
        .split(|letter: char| !letter.is_alphabetic())
        .filter(|word| !word.is_empty())
        .flat_map(|word| std::iter::once(' ').chain(word.chars()))
        .chain([' '])
        .collect();
    let mut by_language = [0_usize; 64];
    let (mut in_any, mut all) = (0, 0);
    for trigram in letters.windows(3).filter(|trigram| trigram[1] != ' ') {
        all += 1;
        let Some(&languages) = KNOWN.get(&[trigram[0], trigram[1], trigram[2]]) else {
            continue;
        };
        in_any += 1;
        let mut rest = languages;
        while rest != 0 {
            by_language[rest.trailing_zeros() as usize] += 1;
            rest &= rest - 1;
        }
    }
    let best = by_language.into_iter().max().unwrap_or(0);
    share(best + in_any, all)
}

/// The languages of each trigram, as bits.
static KNOWN: LazyLock<HashMap<[char; 3], u64>> = LazyLock::new(|| {
    let known = TRIGRAMS.lines().filter_map(|line| {
        let mut letters = line.chars();
        let trigram = [letters.next()?, letters.next()?, letters.next()?];
        Some((trigram, u64::from_str_radix(letters.as_str(), 16).ok()?))
    });
    known.collect()
});

/// Lower case, without marks.
fn folded(word: &str) -> String {
    word.to_lowercase()
        .nfkd()
        .filter(|&letter| !is_combining_mark(letter))
        .collect()
}

/// Whether a word has letters of several scripts. Those of East Asia go together.
fn is_mixed(word: &str) -> bool {
    let mut scripts = word.chars().filter(|letter| letter.is_alphabetic()).map(|letter| {
        let script = script(letter);
        let is_east_asian = matches!(script, Script::Hangul | Script::Kana);
        if is_east_asian { Script::Han } else { script }
    });
    let first = scripts.next();
    scripts.any(|script| Some(script) != first)
}

/// Letters of Chinese width are usual ones.
fn usual_width(letter: char) -> char {
    match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        other => other,
    }
}

fn is_meaningless(letter: char) -> bool {
    matches!(letter, '\u{e000}'..='\u{f8ff}' | '\u{fff0}'..='\u{ffff}' | '\u{f0000}'..='\u{10ffff}')
        || letter.is_control() && letter != '\u{2}'
}

/// Whether a word has signs instead of letters, or between them: `%"&#` or `gr%ce`, but not `(so)`, `1:2` or `a@b.c`.
fn is_odd(word: &str) -> bool {
    let is_sign = |letter: char| !letter.is_alphanumeric() && letter != '\u{2}' && !is_combining_mark(letter);
    let inner = word.trim_matches(is_sign);
    if inner.is_empty() {
        let first = word.chars().next();
        return word.chars().any(|letter| Some(letter) != first);
    }
    let is_usual = |letter| {
        matches!(
            letter,
            '\'' | '’' | '-' | '\u{2010}'
                ..='\u{2015}' | '.' | ',' | ':' | '/' | '@' | '&' | '_' | '·' | '\u{ad}' | '\u{200c}' | '\u{200d}'
        )
    };
    inner
        .chars()
        .any(|letter| is_sign(letter) && !is_usual(letter) && !is_wide(letter))
}

/// Punctuation of scripts without blanks stands between letters.
const fn is_wide(letter: char) -> bool {
    matches!(letter, '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ff65}' | '\u{2018}'..='\u{201f}' | '\u{2026}')
}

fn script(letter: char) -> Script {
    match u32::from(letter) {
        0..=0x2af | 0x1e00..=0x1eff | 0x2c60..=0x2c7f | 0xa720..=0xa7ff | 0xfb00..=0xfb06 | 0xff21..=0xff5a => {
            Script::Latin
        }
        0x370..=0x3ff | 0x1f00..=0x1fff => Script::Greek,
        0x400..=0x52f => Script::Cyrillic,
        0x590..=0x5ff | 0xfb1d..=0xfb4f => Script::Hebrew,
        0x600..=0x77f | 0x8a0..=0x8ff | 0xfb50..=0xfdff | 0xfe70..=0xfeff => Script::Arabic,
        0x1100..=0x11ff | 0x3130..=0x318f | 0xac00..=0xd7af => Script::Hangul,
        0x3040..=0x30ff | 0x31f0..=0x31ff => Script::Kana,
        0x2e80..=0x2fdf | 0x3005..=0x3007 | 0x3400..=0x9fff | 0xf900..=0xfaff | 0x20000..=0x3134f => Script::Han,
        other => Script::Other(other >> 7),
    }
}

#[expect(clippy::cast_precision_loss, reason = "a sample has some thousand letters")]
fn share(part: usize, whole: usize) -> f32 {
    part as f32 / whole.max(1) as f32
}

#[cfg(test)]
mod tests;
