//! The tokenizer of the index: lower case, ASCII folding, stemming. In scripts without spaces each letter is a token,
//! and words are found as phrases.

use std::collections::HashSet;
use std::sync::LazyLock;

use tantivy::tokenizer::{
    AsciiFoldingFilter, Language, LowerCaser, RemoveLongFilter, Stemmer, StopWordFilter, TextAnalyzer, Token,
    TokenStream, Tokenizer,
};

use crate::document::is_unspaced;

const MAX_WORD_LEN: usize = 60;

/// Stop words, including words common in questions and complaints, such as *feel* and *want*.
const STOP_WORDS: &str = "a about after again all also am an and any are as at be because been before being but by can \
    cannot come could did do does doing don done down even ever every feel feeling feels felt for from get gets getting \
    go goes going got had has have having he her here hers herself him himself his how i if in into is it its itself \
    just keep keeps know let like ll made make makes many may me might mine more most much must my myself need no nor \
    not now of off on once only or other our ours out over own re really s said same say says she should so some \
    something such t than that the their theirs them then there these they thing things this those through to too \
    under until up us ve very want wants was way we well were what when where which while who whom why will with \
    would yet you your yours yourself m d";

static STOP_WORD_SET: LazyLock<HashSet<&str>> = LazyLock::new(|| STOP_WORDS.split_ascii_whitespace().collect());

/// The analyzer, for the index and for queries.
pub fn analyzer() -> TextAnalyzer {
    analyzer_without(&HashSet::new())
}

/// The analyzer without stop words.
static KEYWORD_ANALYZER: LazyLock<TextAnalyzer> = LazyLock::new(|| analyzer_without(&STOP_WORD_SET));

fn analyzer_without(left_out: &HashSet<&str>) -> TextAnalyzer {
    TextAnalyzer::builder(Words::default())
        .filter(RemoveLongFilter::limit(MAX_WORD_LEN))
        .filter(LowerCaser)
        .filter(StopWordFilter::remove(left_out.iter().map(|&word| word.to_owned())))
        .filter(AsciiFoldingFilter)
        .filter(Stemmer::new(Language::English))
        .build()
}

/// A word of a text.
#[derive(Debug, Clone, Copy)]
pub struct Word<'a> {
    /// Its stem, as in the index.
    pub stem: &'a str,
    /// Its start in the text, in bytes.
    pub start: usize,
    /// Its end, exclusive.
    pub end: usize,
}

/// Calls `take` for each word of a text.
pub fn each_word(text: &str, take: impl FnMut(Word<'_>)) {
    each_word_by(analyzer(), text, take);
}

/// Calls `take` for each word of a text that is not a stop word.
pub fn each_keyword(text: &str, take: impl FnMut(Word<'_>)) {
    each_word_by(KEYWORD_ANALYZER.clone(), text, take);
}

fn each_word_by(mut analyzer: TextAnalyzer, text: &str, mut take: impl FnMut(Word<'_>)) {
    let mut stream = analyzer.token_stream(text);
    stream.process(&mut |token: &Token| {
        take(Word {
            stem: &token.text,
            start: token.offset_from,
            end: token.offset_to,
        });
    });
}

/// The stems of a query, with whether each is a keyword, that is, not a stop word.
pub fn words_of(text: &str) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    each_word(text, |word| {
        let typed = text[word.start..word.end].to_lowercase();
        found.push((word.stem.to_owned(), !STOP_WORD_SET.contains(typed.as_str())));
    });
    found
}

#[derive(Clone, Default)]
struct Words {
    token: Token,
}

impl Tokenizer for Words {
    type TokenStream<'a> = WordStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> WordStream<'a> {
        self.token.reset();
        WordStream {
            text,
            place: 0,
            token: &mut self.token,
        }
    }
}

struct WordStream<'a> {
    text: &'a str,
    place: usize,
    token: &'a mut Token,
}

impl TokenStream for WordStream<'_> {
    fn advance(&mut self) -> bool {
        let rest = &self.text[self.place..];
        let Some(skipped) = rest.find(char::is_alphanumeric) else {
            return false;
        };
        let word = &rest[skipped..];
        let length = match word.chars().next() {
            Some(letter) if is_unspaced(letter) => letter.len_utf8(),
            Some(_) | None => word
                .find(|letter: char| !letter.is_alphanumeric() || is_unspaced(letter))
                .unwrap_or(word.len()),
        };
        self.token.offset_from = self.place + skipped;
        self.token.offset_to = self.token.offset_from + length;
        self.token.text.clear();
        self.token.text.push_str(&word[..length]);
        self.token.position = self.token.position.wrapping_add(1);
        self.place = self.token.offset_to;
        true
    }

    fn token(&self) -> &Token {
        self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        self.token
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_tokenized_and_stop_words_are_recognised() {
        let words = |text: &str| -> Vec<String> { words_of(text).into_iter().map(|(word, _)| word).collect() };
        assert_eq!(
            words("Comforting, comforted: Comfort!"),
            ["comfort", "comfort", "comfort"]
        );
        assert_eq!(words("café naïve 46:10"), ["cafe", "naiv", "46", "10"]);
        assert_eq!(words("不要怕 fear"), ["不", "要", "怕", "fear"]);
        assert_eq!(words("לא תירא"), ["לא", "תירא"]);
        assert_eq!(words("%_\\ \u{0} …"), Vec::<String>::new());
        let keywords: Vec<String> = words_of("What do I do when I can't sleep?")
            .into_iter()
            .filter_map(|(word, is_keyword)| is_keyword.then_some(word))
            .collect();
        assert_eq!(keywords, ["sleep"]);
        let mut alone = Vec::new();
        each_keyword("What do I do when I CAN'T sleep?", |word| {
            alone.push(word.stem.to_owned());
        });
        assert_eq!(alone, keywords);
    }
}
