//! Guesses the language of a text, from its script and from small words that only one language has.
//!
//! Invariant: total, in linear time. A text of a few words, or without any sign, counts as English.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::normalise::{Normalised, normalise, words};

/// A language that people write here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// English, or a text too short to tell.
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
const OTHERS: &str = "nao uma com meu minha muito eu voce para isso mais tem estou vou sou foi ele ela dele dos das nos \
    je le les des est pas une dans suis avec pour mais plus mon ton son nous vous qui sur ses cette jai cest \
    ich nicht und der das ist mit ein eine mein meine auf fur wir aber wenn auch nach bin hab habe mir mich sie wie zu den dem \
    che non il per sono una della di gli questo anche sempre mia mio piu perche ho ha nella \
    nie sie jest na jak moj moja juz tak ale przez bardzo tylko mnie mi ze tym dla czy mam \
    ako ang ng sa na mga ko mo hindi naman lang kasi siya yung po ay din namin kami \
    toi khong em anh cua mot duoc cho cung nhung roi minh thi la va o voi nay \
    mwen pa ap ak nan gen li yon sa pou tout te men hai nahi mera mujhe main kya bahut aur meri kar raha rahi ki ka ke";

static SIGNS: LazyLock<HashMap<&'static str, Signs>> = LazyLock::new(|| {
    let mut signs: HashMap<&str, Signs> = HashMap::new();
    for word in ENGLISH.split_whitespace() {
        signs.entry(word).or_default().english = true;
    }
    for word in SPANISH.split_whitespace() {
        signs.entry(word).or_default().spanish = true;
    }
    for word in OTHERS.split_whitespace() {
        signs.entry(word).or_default().other = true;
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
        self.english * 6 < self.words
    }

    /// Whether two signs or more speak for English or Spanish, and none for another language.
    pub fn is_clearly(self, language: Language) -> bool {
        match language {
            Language::English => self.english > 1 && self.spanish == 0,
            Language::Spanish => self.spanish > 1 && self.english == 0 && self.spanish > self.other,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_that_of_most_small_words() {
        for (text, expected) in [
            ("", Language::English),
            ("Psalm 23", Language::English),
            ("I will be home soon, put the kettle on", Language::English),
            ("me in a die state lol", Language::English),
            ("my abuela died and I miss her, que descanse", Language::English),
            ("quiero dormir y despertar temprano con mi perro", Language::Spanish),
            ("ya no sé cómo seguir, mi mamá murió", Language::Spanish),
            ("ces devoirs me tuent, je suis fatigué", Language::OtherLatin),
            (
                "will nicht mehr in der stadt leben, wir ziehen aufs dorf",
                Language::OtherLatin,
            ),
            ("ta praca domowa jest za trudna, nie mam czasu", Language::OtherLatin),
            ("笑死我了", Language::OtherScript),
            ("умираю с голоду", Language::OtherScript),
        ] {
            assert_eq!(language(text), expected, "{text}");
        }
    }
}
