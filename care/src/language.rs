//! Guesses the language of a text, from its script and from small words that only one language has.
//!
//! Invariant: total, in linear time. A text of a few words, or without any sign, counts as English.

use std::cmp::Ordering;
use std::sync::LazyLock;

mod common_words;

use crate::normalise::{Normalised, normalise, words};
use crate::word_map::WordMap;

/// A language that people write here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English, or a text too short to tell.
    #[default]
    English,
    /// Spanish.
    Spanish,
    /// Another language in Latin letters.
    OtherLatin,
    /// Another script.
    OtherScript,
}

/// Small words, each in one of the languages only, without accents.
const ENGLISH: &str = "the and is are was were my you your he she they we it this that with for from have has had not \
    but his her its of to in on at be been am do does did will would can could should what when how why who if so because \
    about just i im ive dont cant wont didnt doesnt isnt me our us them there their an as or by all out up get got no one";
const SPANISH: &str = "que el los las una por para con mi su pero como mas yo muy ya esta este eso todo nada porque cuando \
    hoy siempre nunca tengo quiero estoy soy ha han he del al lo le les se si ti tu mis sus sin sobre desde hasta aunque \
    tambien donde quien dios vida";
/// Words of other languages in Latin letters, with their tags (BCP 47). Hindi is typed in Latin letters, too.
const OTHERS: [(&str, &str); 8] = [
    (
        "pt",
        "nao uma com meu minha muito eu voce para isso mais tem estou vou sou foi ele ela dele dos das nos",
    ),
    (
        "fr",
        "je le les des est pas une dans suis avec pour mais plus mon ton son nous vous qui sur ses cette jai cest",
    ),
    (
        "de",
        "ich nicht und der das ist mit ein eine mein meine auf fur wir aber wenn auch nach bin hab habe mir mich sie \
        wie zu den dem",
    ),
    (
        "it",
        "che non il per sono una della di gli questo anche sempre mia mio piu perche ho ha nella",
    ),
    (
        "pl",
        "nie sie jest na jak moj moja juz tak ale przez bardzo tylko mnie mi ze tym dla czy mam",
    ),
    (
        "tl",
        "ako ang ng sa na mga ko mo hindi naman lang kasi siya yung po ay din namin kami",
    ),
    (
        "vi",
        "toi khong em anh cua mot duoc cho cung nhung roi minh thi la va o voi nay",
    ),
    ("ht", "mwen pa ap ak nan gen li yon sa pou tout te men"),
];
const HINDI_IN_LATIN: &str = "hai nahi mera mujhe main kya bahut aur meri kar raha rahi ki ka ke";

static SIGNS: LazyLock<WordMap<Signs>> = LazyLock::new(|| {
    let mut signs: WordMap<Signs> = WordMap::default();
    for word in ENGLISH.split_whitespace() {
        signs.entry(word.into()).or_default().english = true;
    }
    for word in SPANISH.split_whitespace() {
        signs.entry(word.into()).or_default().spanish = true;
    }
    let others = OTHERS.iter().map(|(_, words)| *words).chain([HINDI_IN_LATIN]);
    for word in others.flat_map(str::split_whitespace) {
        signs.entry(word.into()).or_default().other = true;
    }
    signs
});

/// The languages that a word is a sign of.
#[derive(Clone, Copy, Debug, Default)]
struct Signs {
    english: bool,
    spanish: bool,
    other: bool,
}

/// As much as screening reads.
const MAX_LEN: usize = 96 * 1024;

/// Guesses the language of a text.
pub fn language(text: &str) -> Language {
    language_of(&normalise(&text[..text.floor_char_boundary(MAX_LEN)]))
}

/// Guesses the language of a text in plain form.
pub fn language_of(text: &Normalised) -> Language {
    let mut counts = Counts::default();
    words(text).for_each(|word| counts.add(word.text));
    counts.language()
}

/// Counts the signs of each language among words in plain form.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    words: usize,
    letters: usize,
    latin: usize,
    english: usize,
    spanish: usize,
    other: usize,
}

impl Counts {
    /// Adds a word, which has letters, digits and inner apostrophes.
    pub fn add(&mut self, word: &str) {
        self.words += 1;
        for letter in word.chars().filter(|letter| letter.is_alphabetic()) {
            self.letters += 1;
            self.latin += usize::from(letter < '\u{250}');
        }
        let signs = if word.contains('\'') {
            SIGNS.get(word.replace('\'', "").as_str())
        } else {
            SIGNS.get(word)
        };
        if let Some(signs) = signs {
            self.english += usize::from(signs.english);
            self.spanish += usize::from(signs.spanish);
            self.other += usize::from(signs.other);
        }
    }

    /// Adds a word that is hidden.
    pub const fn add_placeholder(&mut self) {
        self.words += 1;
    }

    /// The sum of both.
    pub const fn with(self, more: Self) -> Self {
        Self {
            words: self.words + more.words,
            letters: self.letters + more.letters,
            latin: self.latin + more.latin,
            english: self.english + more.english,
            spanish: self.spanish + more.spanish,
            other: self.other + more.other,
        }
    }

    /// Whether fewer words speak for English than in any English text.
    pub const fn is_hardly_english(self) -> bool {
        self.english * 3 <= self.words
    }

    /// Whether two signs or more speak for English or Spanish, and hardly any for another language.
    pub fn is_clearly(self, language: Language) -> bool {
        match language {
            Language::English => self.english > 1 && self.spanish == 0,
            Language::Spanish => self.spanish > 1 && self.spanish > 2 * self.english && self.spanish >= self.other,
            Language::OtherLatin | Language::OtherScript => false,
        }
    }

    /// The language that most signs speak for.
    pub fn language(self) -> Language {
        if self.letters > 0 && 2 * self.latin < self.letters {
            return Language::OtherScript;
        }
        if self.english >= self.spanish.max(self.other) {
            Language::English
        } else if self.spanish >= self.other {
            Language::Spanish
        } else {
            Language::OtherLatin
        }
    }
}

/// The tag of a language that is none of those we know.
pub const UNKNOWN: &str = "und";

/// The tags that [`foreign`] gives.
pub const FOREIGN: [&str; 17] = [
    "es", "pt", "fr", "de", "it", "pl", "tl", "vi", "ht", "ko", "ja", "zh", "ar", "hi", "ru", "uk", UNKNOWN,
];

/// From so many small words of a language a text is surely written in it.
const SURE: usize = 2;

/// The tag (BCP 47) of the language in which a text is surely written, if it is not English: one of sixteen, or [`UNKNOWN`].
pub fn foreign(text: &str) -> Option<&'static str> {
    let text = &text[..text.floor_char_boundary(MAX_LEN)];
    let normalised = normalise(text);
    match language_of(&normalised) {
        Language::English => None,
        // Normalising makes look-alikes of other scripts Latin letters.
        Language::OtherScript => Some(by_script(text)),
        Language::Spanish | Language::OtherLatin => by_words(&normalised),
    }
}

/// The language in Latin letters of which the text has most small words; none if there are too few.
fn by_words(text: &Normalised) -> Option<&'static str> {
    let found: Vec<String> = words(text).map(|word| word.text.replace('\'', "")).collect();
    let count = |list: &str| {
        let is_listed = |word: &&String| list.split_whitespace().any(|listed| listed == word.as_str());
        found.iter().filter(is_listed).count()
    };
    let known = [("es", SPANISH), ("hi", HINDI_IN_LATIN)];
    let (tag, signs) = known
        .into_iter()
        .chain(OTHERS)
        .map(|(tag, list)| (tag, count(list)))
        .rev()
        .max_by_key(|(_, signs)| *signs)?;
    // In a few words one is enough, if it is none that English has: *nan died* is no Creole, *son left* no French.
    let is_telling = || {
        found.len() <= 4
            && found.iter().any(|word| {
                word.len() > 3 && !ALSO_ENGLISH.contains(&word.as_str()) && SIGNS.contains_key(word.as_str())
            })
    };
    (signs >= SURE || signs == 1 && is_telling()).then_some(tag)
}

/// The common words, with the language that has them; `OtherLatin` for neighbours of Spanish.
static COMMON: LazyLock<WordMap<Language>> = LazyLock::new(|| {
    let lists = [
        (common_words::ENGLISH, Language::English),
        (common_words::SPANISH, Language::Spanish),
        (common_words::NEIGHBOURS, Language::OtherLatin),
    ];
    let words = lists
        .into_iter()
        .flat_map(|(list, language)| list.split_whitespace().map(move |word| (word.into(), language)));
    words.collect()
});

/// What letters count that tell Spanish from English (*¿*, *¡*, *ñ*), or its neighbours from it (*ã*, *õ*, *ç*).
const SIGN_OF_LETTERS: usize = 2;

/// Which of English and Spanish a text is written in, a mix of both by most of its common words; another language if it
/// is surely or likely written in one; none if it could be in both.
pub fn answered_in(text: &str) -> Option<Language> {
    let text = &text[..text.floor_char_boundary(MAX_LEN)];
    match foreign(text) {
        None => {}
        Some("es") => return Some(Language::Spanish),
        Some("pt" | "fr" | "de" | "it" | "pl" | "tl" | "vi" | "ht") => return Some(Language::OtherLatin),
        Some(_) => return Some(Language::OtherScript),
    }
    let normalised = normalise(text);
    let (mut english, mut spanish, mut neighbours) = (0, 0, 0);
    for word in words(&normalised) {
        match COMMON.get(word.text.replace('\'', "").as_str()) {
            Some(Language::English) => english += 1,
            Some(Language::Spanish) => spanish += 1,
            Some(Language::OtherLatin) => neighbours += 1,
            Some(Language::OtherScript) | None => {}
        }
    }
    if text.contains(['ñ', 'Ñ', '¿', '¡']) {
        spanish += SIGN_OF_LETTERS;
    }
    if text.contains(['ã', 'Ã', 'õ', 'Õ', 'ç', 'Ç']) {
        neighbours += SIGN_OF_LETTERS;
    }
    if neighbours > spanish && neighbours > english {
        return Some(Language::OtherLatin);
    }
    match spanish.cmp(&english) {
        Ordering::Greater => Some(Language::Spanish),
        Ordering::Less => Some(Language::English),
        Ordering::Equal => None,
    }
}

/// Longer words of the lists that stand in English texts, too.
const ALSO_ENGLISH: [&str; 8] = ["plus", "pour", "main", "hindi", "della", "tout", "lang", "como"];

/// The language of a text in another script.
fn by_script(text: &str) -> &'static str {
    let has = |is: fn(char) -> bool| text.chars().any(is);
    if has(|letter| matches!(letter, '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7af}')) {
        "ko"
    } else if has(|letter| matches!(letter, '\u{3040}'..='\u{30ff}')) {
        "ja"
    } else if has(|letter| matches!(letter, '\u{3400}'..='\u{9fff}')) {
        "zh"
    } else if has(|letter| matches!(letter, '\u{900}'..='\u{97f}')) {
        "hi"
    } else if has(|letter| matches!(letter, '\u{600}'..='\u{6ff}')) {
        // Persian and Urdu have letters that Arabic has not.
        let is_other = has(|letter| matches!(letter, 'پ' | 'چ' | 'ژ' | 'گ' | 'ک' | 'ٹ' | 'ڈ' | 'ڑ' | 'ے' | 'ں' | 'ی'));
        if is_other { UNKNOWN } else { "ar" }
    } else if has(|letter| matches!(letter, 'і' | 'ї' | 'є' | 'ґ' | 'І' | 'Ї' | 'Є' | 'Ґ')) {
        "uk"
    } else if has(|letter| matches!(letter, '\u{400}'..='\u{4ff}')) {
        "ru"
    } else {
        UNKNOWN
    }
}

#[cfg(test)]
mod tests;
