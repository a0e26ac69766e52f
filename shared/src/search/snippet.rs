//! Snippets: the shown part of a passage, with the search terms highlighted.
//!
//! Invariant: a snippet is a contiguous part of the passage, in whole words, with an ellipsis where a sentence is cut.

use std::ops::Range;

use crate::document::{ends_sentence, sentences};

const MAX_LEN: usize = 280;
/// Longer sentences are split.
const MAX_SENTENCE_WORDS: usize = 80;

/// A text with highlights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snippet {
    /// The text.
    pub text: String,
    /// The start and end of each highlight, in UTF-16 code units, as JavaScript counts.
    pub marks: Vec<[u32; 2]>,
}

/// An occurrence of a search term: its byte range and its weight.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TermHit {
    pub place: Range<usize>,
    pub weight: f32,
}

impl Snippet {
    /// The snippet with the highest total weight of hits among those that begin with a sentence. It begins within one only if
    /// no hit is near the beginning of its sentence.
    ///
    /// The hits are in the order of the text.
    pub(super) fn of(text: &str, hits: &[TermHit], sentences: &[Range<usize>]) -> Self {
        Self::of_part(text, &Self::part_of(text, hits, sentences), hits)
    }

    /// The byte range of that snippet.
    pub(super) fn part_of(text: &str, hits: &[TermHit], sentences: &[Range<usize>]) -> Range<usize> {
        let of_sentences = hits.iter().map(|hit| {
            let starts = sentences.iter().map(|sentence| sentence.start);
            starts.take_while(|&start| start <= hit.place.start).last().unwrap_or(0)
        });
        // A part that begins with a sentence is understood. The others are for sentences without an end.
        let part =
            heaviest(text, hits, of_sentences).or_else(|| heaviest(text, hits, hits.iter().map(|hit| hit.place.start)));
        widen(text, &part.unwrap_or(0..0), sentences)
    }

    /// The snippet of a given byte range.
    pub(super) fn of_part(text: &str, part: &Range<usize>, hits: &[TermHit]) -> Self {
        let within = hits.iter().map(|hit| &hit.place);
        let within = within.filter(|place| part.start <= place.start && place.end <= part.end);
        let marks: Vec<_> = within.cloned().collect();
        excerpt(text, part, &marks)
    }
}

/// The part with the highest weight of hits among those that begin at one of these places, each at or before the hit of the
/// same index. It ends with its last hit. None if no place has its hit within the length of a snippet.
fn heaviest(text: &str, hits: &[TermHit], starts: impl Iterator<Item = usize>) -> Option<Range<usize>> {
    let mut best: Option<(f32, Range<usize>)> = None;
    for (first, start) in starts.enumerate() {
        let limit = advance(text, start, MAX_LEN);
        let within = hits[first..].iter().take_while(|hit| hit.place.end <= limit);
        let weight: f32 = within.clone().map(|hit| hit.weight).sum();
        if let Some(last) = within.last()
            && best.as_ref().is_none_or(|(heaviest, _)| weight > *heaviest)
        {
            best = Some((weight, start..last.place.end));
        }
    }
    best.map(|(_, part)| part)
}

/// The byte ranges of sentences.
pub(super) fn sentence_ranges(text: &str) -> Vec<Range<usize>> {
    let mut places: Vec<Range<usize>> = Vec::new();
    for sentence in sentences(text, MAX_SENTENCE_WORDS) {
        let after = places.last().map_or(0, |last| last.end);
        // Only whitespace separates sentences.
        let start = text.len() - text[after..].trim_start().len();
        places.push(start..start + sentence.len());
    }
    places
}

/// Widens a part to whole sentences where there is room, else to whole words.
fn widen(text: &str, part: &Range<usize>, sentences: &[Range<usize>]) -> Range<usize> {
    let starts = || std::iter::once(0).chain(sentences.iter().map(|sentence| sentence.start));
    let fits = |start: usize| part.end <= advance(text, start, MAX_LEN);
    let is_rest = |start: usize| advance(text, start, MAX_LEN) == text.len();
    let sentence = starts().rfind(|&start| start <= part.start && fits(start));
    let start = sentence.unwrap_or(part.start);
    if is_rest(start) {
        let all_that_fits = starts().find(|&start| is_rest(start));
        return all_that_fits.map_or(start, |earlier| earlier.min(start))..text.len();
    }
    let limit = advance(text, start, MAX_LEN);
    let mut ends = sentences.iter().map(|sentence| sentence.end);
    let sentence = ends.rfind(|&end| part.end <= end && end <= limit);
    let from = part.end.max(start);
    let last_space = || text[from..limit].rfind(char::is_whitespace);
    let end = sentence.or_else(|| Some(from + last_space()?)).unwrap_or(limit);
    start..end
}

/// The byte offset after this many characters.
fn advance(text: &str, from: usize, characters: usize) -> usize {
    let bytes = &text.as_bytes()[from..];
    if bytes.len() <= characters {
        return text.len();
    }
    if bytes[..characters].is_ascii() {
        return from + characters;
    }
    let mut following = text[from..].char_indices();
    following.nth(characters).map_or(text.len(), |(end, _)| from + end)
}

/// A part of a text, with an ellipsis where a sentence is cut.
fn excerpt(text: &str, part: &Range<usize>, marks: &[Range<usize>]) -> Snippet {
    let (before, shown, after) = (&text[..part.start], &text[part.clone()], &text[part.end..]);
    let ends = |text: &str| text.trim().is_empty() || ends_sentence(text);
    let opening = if ends(before) { "" } else { "… " };
    let is_whole = ends(shown) || after.trim().is_empty();
    let closing = if is_whole { "" } else { " …" };
    let moved = |place: usize| place - part.start + opening.len();
    let marks: Vec<_> = marks.iter().map(|mark| moved(mark.start)..moved(mark.end)).collect();
    with_marks(&format!("{opening}{shown}{closing}"), &marks)
}

/// Converts byte ranges to UTF-16 ranges, and merges adjacent ones.
fn with_marks(text: &str, ranges: &[Range<usize>]) -> Snippet {
    let is_ascii = text.is_ascii();
    let place = |bytes: usize| {
        let before = text.get(..bytes).unwrap_or(text);
        let units = if is_ascii {
            before.len()
        } else {
            before.encode_utf16().count()
        };
        u32::try_from(units).unwrap_or(u32::MAX)
    };
    let mut marks: Vec<[u32; 2]> = Vec::new();
    for range in ranges {
        let mark = [place(range.start), place(range.end)];
        match marks.last_mut() {
            Some(last) if mark[0] <= last[1] => last[1] = last[1].max(mark[1]),
            _ => marks.push(mark),
        }
    }
    Snippet {
        text: text.to_owned(),
        marks,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tokenizer::each_word;
    use super::*;

    fn hits(text: &str, words: &[(&str, f32)]) -> Vec<TermHit> {
        let mut hits: Vec<TermHit> = words
            .iter()
            .flat_map(|&(word, weight)| {
                text.match_indices(word).map(move |(start, _)| TermHit {
                    place: start..start + word.len(),
                    weight,
                })
            })
            .collect();
        hits.sort_by_key(|hit| hit.place.start);
        hits
    }

    fn shown(text: &str, hits: &[TermHit]) -> Snippet {
        Snippet::of(text, hits, &sentence_ranges(text))
    }

    fn highlighted(snippet: &Snippet) -> Vec<String> {
        let units: Vec<u16> = snippet.text.encode_utf16().collect();
        let words = snippet
            .marks
            .iter()
            .map(|&[from, to]| &units[from as usize..to as usize]);
        words
            .map(|word| String::from_utf16(word).expect("whole letters"))
            .collect()
    }

    #[test]
    fn a_short_text_is_shown_whole() {
        let text = "Be still. The water is deep here, and clear. It waits.";
        let snippet = shown(text, &hits(text, &[("water", 1.0), ("clear", 1.0)]));
        assert_eq!(snippet.text, text);
        assert_eq!(highlighted(&snippet), ["water", "clear"]);
        assert_eq!(shown(text, &[]).text, text);
        assert_eq!(shown("", &[]).text, "");
    }

    #[test]
    fn of_a_long_text_the_part_with_the_highest_weight_is_shown() {
        let rain = "Rain fell on the hills all day. ".repeat(12);
        let text = format!("{rain}Peace is a guest. Peace stays where worry is told. {rain}One more worry.");
        let snippet = shown(&text, &hits(&text, &[("Peace", 1.0), ("worry", 1.0)]));
        assert!(snippet.text.starts_with("Peace is a guest."), "{}", snippet.text);
        assert!(
            snippet.text.ends_with("all day."),
            "sentences are whole: {}",
            snippet.text
        );
        assert!(snippet.text.chars().count() <= MAX_LEN);
        assert_eq!(highlighted(&snippet), ["Peace", "Peace", "worry"]);
        let snippet = shown(&text, &hits(&text, &[("Peace", 0.1), ("more", 1.0)]));
        assert!(snippet.text.ends_with("One more worry."), "{}", snippet.text);
    }

    #[test]
    fn a_cut_sentence_has_ellipses_and_whole_words() {
        let text = format!("{}peace and {}the end", "before ".repeat(60), "after ".repeat(60));
        let snippet = shown(&text, &hits(&text, &[("peace", 1.0)]));
        assert!(snippet.text.starts_with("… peace and after"), "{}", snippet.text);
        assert!(snippet.text.ends_with("after …"), "{}", snippet.text);
        let start = shown(&text, &[]);
        assert!(start.text.starts_with("before before") && start.text.ends_with("before …"));
    }

    #[test]
    fn a_snippet_begins_with_a_sentence_even_if_more_words_are_found_within_one() {
        let long = format!(
            "She told them of {}her worry and her peace and her worry.",
            "one more thing and ".repeat(16)
        );
        let text = format!("Worry came at night. {long} It went.");
        let snippet = shown(&text, &hits(&text, &[("Worry", 1.0), ("worry", 1.0), ("peace", 1.0)]));
        assert!(snippet.text.starts_with("Worry came at night."), "{}", snippet.text);
    }

    #[test]
    fn marks_count_utf16_and_adjacent_ones_are_merged() {
        let text = "😀 Trost ist da";
        let start = text.find("Trost").expect("there");
        let two = [start..start + 5, start + 5..start + 6].map(|place| TermHit { place, weight: 1.0 });
        assert_eq!(shown(text, &two).marks, [[3, 9]]);
    }

    #[test]
    fn scripts_without_spaces_are_cut_between_letters() {
        let text = "不要怕因為我與你同在".repeat(60);
        let snippet = shown(&text, &[]);
        assert!(snippet.text.chars().count() <= MAX_LEN + 2, "{}", snippet.text);
        assert!(!snippet.text.trim_matches(['…', ' ']).is_empty());
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, rng_seed: prop::test_runner::RngSeed::Fixed(7), ..ProptestConfig::default() })]

        #[test]
        fn any_snippet_is_a_short_part_of_its_text_with_marks(text in "([a-zé不😀]{1,9}[ .!?\n]{0,2}){0,160}", every in 1_usize..9) {
            let mut hits = Vec::new();
            let mut count = 0;
            each_word(&text, |word| {
                count += 1;
                if count % every == 0 {
                    hits.push(TermHit { place: word.start..word.end, weight: 1.0 });
                }
            });
            let snippet = shown(&text, &hits);
            let shown = snippet.text.trim_start_matches("… ").trim_end_matches(" …");
            prop_assert!(text.contains(shown), "{shown:?}");
            prop_assert!(shown.chars().count() <= MAX_LEN, "{shown:?}");
            prop_assert!(hits.is_empty() || !snippet.marks.is_empty(), "what was looked for is shown");
            let marked = highlighted(&snippet);
            prop_assert!(marked.iter().all(|word| !word.contains([' ', '\n'])), "{marked:?}");
        }
    }
}
