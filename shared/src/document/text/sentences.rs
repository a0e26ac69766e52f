//! The sentence splitter.

use super::{is_unspaced, weight};

/// A full stop after these abbreviations does not end a sentence.
const ABBREVIATIONS: &[&str] = &[
    "mr", "mrs", "ms", "dr", "st", "rev", "prof", "fr", "sr", "jr", "vs", "viz", "cf", "e.g", "i.e", "etc", "vol",
    "ch", "chap", "ver", "vv", "no", "p", "pp", "gen", "exod", "lev", "num", "deut", "josh", "judg", "sam", "kgs",
    "chron", "neh", "ps", "psa", "prov", "eccl", "isa", "jer", "lam", "ezek", "dan", "hos", "mic", "hab", "zech",
    "mal", "matt", "rom", "cor", "gal", "eph", "phil", "col", "thess", "tim", "tit", "heb", "jas", "pet", "rev",
];
/// The maximum length of a word. Longer ones are split, so that sentences stay bounded.
const MAX_WORD_LEN: usize = 80;

/// Splits a text into sentences of at most `max_words`. Longer ones are split after a clause or a word.
///
/// Only whitespace between sentences is dropped.
pub fn sentences(text: &str, max_words: usize) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (sentence, after) = rest.split_at(sentence_end(rest));
        push_pieces(sentence.trim(), max_words, &mut found);
        rest = after.trim_start();
    }
    found
}

/// Whether a text ends with the end of a sentence.
pub fn ends_sentence(text: &str) -> bool {
    let text = text.trim_end().trim_end_matches(is_closing);
    text.ends_with(['.', '!', '?', '…', '。', '！', '？', ':'])
}

fn sentence_end(text: &str) -> usize {
    for (place, letter) in text.char_indices() {
        if matches!(letter, '。' | '！' | '？') {
            return skip_closing(text, place + letter.len_utf8());
        }
        if !matches!(letter, '.' | '!' | '?' | '…') {
            continue;
        }
        let end = skip_closing(text, place + letter.len_utf8());
        let after = &text[end..];
        let starts_sentence = after.starts_with(char::is_whitespace)
            && after
                .trim_start()
                .trim_start_matches(is_opening)
                .starts_with(|next: char| !next.is_lowercase());
        if starts_sentence && !(letter == '.' && is_abbreviation(&text[..place])) {
            return end;
        }
    }
    text.len()
}

fn skip_closing(text: &str, from: usize) -> usize {
    text.len() - text[from..].trim_start_matches(is_closing).len()
}

const fn is_closing(letter: char) -> bool {
    matches!(letter, '"' | '\'' | '”' | '’' | ')' | ']' | '»' | '」' | '』' | '）')
}

const fn is_opening(letter: char) -> bool {
    matches!(letter, '"' | '\'' | '“' | '‘' | '(' | '[' | '«' | '「' | '『' | '（')
}

fn is_abbreviation(before: &str) -> bool {
    let word = before
        .rsplit(|letter: char| letter.is_whitespace() || is_opening(letter))
        .next()
        .unwrap_or_default();
    let is_initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase) && word != "I";
    is_initial || ABBREVIATIONS.contains(&word.to_lowercase().as_str())
}

fn push_pieces<'a>(sentence: &'a str, max_words: usize, into: &mut Vec<&'a str>) {
    let mut rest = sentence;
    while let Some(end) = find_break(rest, max_words) {
        let (piece, after) = rest.split_at(end);
        into.push(piece.trim_end());
        rest = after.trim_start();
    }
    if !rest.is_empty() {
        into.push(rest);
    }
}

/// The offset at which to split a text that is too long: after the last clause in the second half, else after the last
/// word that fits.
fn find_break(text: &str, max_words: usize) -> Option<usize> {
    let mut words = 0;
    let mut clause = None;
    let mut begin = 0;
    for end in word_ends(text) {
        let word = &text[begin..end];
        words += weight(word);
        if words > max_words {
            // A single word never exceeds the limit, because words are bounded.
            return Some(clause.unwrap_or(if begin == 0 { end } else { begin })).filter(|&place| place < text.len());
        }
        if words * 2 > max_words && word.trim_end().ends_with([',', ';', ':', '—', '、', '，', '；']) {
            clause = Some(end);
        }
        begin = end;
    }
    None
}

/// The end offset of each word. A letter of a script without spaces is a word of its own.
fn word_ends(text: &str) -> impl Iterator<Item = usize> {
    let mut length = 0;
    let ends = text.char_indices().filter_map(move |(place, letter)| {
        length += 1;
        let is_end = letter.is_whitespace() || is_unspaced(letter) || length >= MAX_WORD_LEN;
        is_end.then(|| {
            length = 0;
            place + letter.len_utf8()
        })
    });
    ends.chain([text.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_split_into_sentences() {
        for (text, parts) in [
            ("Be still. And know.", &["Be still.", "And know."][..]),
            ("See Ps. 46:10 and Mr. Brown.", &["See Ps. 46:10 and Mr. Brown."]),
            (
                "C. H. Spurgeon said so. He did!",
                &["C. H. Spurgeon said so.", "He did!"],
            ),
            (
                "\u{201c}Why?\u{201d} he asked. \u{201c}Why not?\u{201d}",
                &["\u{201c}Why?\u{201d} he asked.", "\u{201c}Why not?\u{201d}"],
            ),
            ("不要怕。我與你同在！", &["不要怕。", "我與你同在！"]),
            ("לא תירא. כי אתך אני.", &["לא תירא.", "כי אתך אני."]),
            ("no end", &["no end"]),
            ("", &[]),
        ] {
            assert_eq!(sentences(text, 100), parts, "{text}");
        }
    }

    #[test]
    fn long_sentences_are_split_at_clauses_or_words() {
        let text = "one two three four, five six seven eight nine ten";
        assert_eq!(
            sentences(text, 6),
            ["one two three four,", "five six seven eight nine ten"]
        );
        assert_eq!(sentences("a b c d e", 2), ["a b", "c d", "e"]);
        assert_eq!(sentences("愛愛愛愛愛", 2), ["愛愛", "愛愛", "愛"]);
        let endless = "x".repeat(1000);
        assert_eq!(sentences(&endless, 3).concat(), endless);
    }
}
