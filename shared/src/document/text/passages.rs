//! The chunker: chunks a document into passages, the units that search finds and guidance quotes.

use super::clean::join_lines;
use super::sentences::{ends_sentence, sentences};
use super::{Spelling, count_words};

/// The minimum words of a passage, except for the last one of a document.
pub const MIN_WORDS: usize = 60;
/// The maximum words of a passage.
pub const MAX_WORDS: usize = 180;
/// A passage ends with the sentence that reaches this many words.
const TARGET_WORDS: usize = 110;
/// The maximum words of a sentence, so that a passage below the minimum always has room for one more.
const MAX_SENTENCE_WORDS: usize = MAX_WORDS - MIN_WORDS;

/// A longer paragraph, in bytes, does not go on overleaf, so that a document without sentences is not held in memory.
const MAX_OPEN_PARAGRAPH: usize = 64 * 1024;

/// Consecutive sentences of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// The page on which it starts.
    pub page: i32,
    /// The page on which it ends.
    pub last_page: i32,
    /// Its text.
    pub text: String,
}

/// Takes the pages of a document in order and returns passages.
pub struct Chunker<'a> {
    spelling: &'a Spelling,
    /// The open paragraph, which may continue on the next page.
    paragraph: String,
    /// The byte offsets in it at which pages start, with the page numbers.
    page_starts: Vec<(usize, i32)>,
    current: Option<Passage>,
    words: usize,
    finished: Vec<Passage>,
}

impl<'a> Chunker<'a> {
    /// A chunker at the start of a document.
    pub const fn new(spelling: &'a Spelling) -> Self {
        Self {
            spelling,
            paragraph: String::new(),
            page_starts: Vec::new(),
            current: None,
            words: 0,
            finished: Vec::new(),
        }
    }

    /// Adds the paragraphs of the next page, and returns the passages that are final.
    pub fn page(&mut self, number: i32, paragraphs: &str) -> Vec<Passage> {
        for (place, paragraph) in paragraphs.split("\n\n").enumerate() {
            let continues = place == 0
                && !self.paragraph.is_empty()
                && self.paragraph.len() < MAX_OPEN_PARAGRAPH
                && !ends_sentence(&self.paragraph);
            if !continues {
                self.close_paragraph();
                if place == 0 {
                    self.close_page();
                }
            }
            if paragraph.trim().is_empty() {
                continue;
            }
            join_lines(&mut self.paragraph, paragraph, self.spelling);
            self.page_starts.push((self.paragraph.len() - paragraph.len(), number));
        }
        // The last passage is not final: a short rest may still be merged into it.
        let final_count = self.finished.len().saturating_sub(1);
        self.finished.drain(..final_count).collect()
    }

    /// Ends the document, and returns the remaining passages.
    pub fn finish(&mut self) -> Vec<Passage> {
        self.close_paragraph();
        self.close_page();
        self.close_passage();
        std::mem::take(&mut self.finished)
    }

    fn close_paragraph(&mut self) {
        let paragraph = std::mem::take(&mut self.paragraph);
        let page_starts = std::mem::take(&mut self.page_starts);
        for sentence in sentences(&paragraph, MAX_SENTENCE_WORDS) {
            let start = sentence.as_ptr() as usize - paragraph.as_ptr() as usize;
            self.push_sentence(
                sentence,
                page_at(&page_starts, start),
                page_at(&page_starts, start + sentence.len() - 1),
            );
        }
        if self.words >= MIN_WORDS {
            self.close_passage();
        }
    }

    fn push_sentence(&mut self, sentence: &str, page: i32, last_page: i32) {
        let words = count_words(sentence);
        if self.words + words > MAX_WORDS {
            self.close_passage();
        }
        self.words += words;
        match &mut self.current {
            Some(passage) => {
                passage.text.push(' ');
                passage.text.push_str(sentence);
                passage.last_page = last_page;
            }
            None => {
                self.current = Some(Passage {
                    page,
                    last_page,
                    text: sentence.to_owned(),
                });
            }
        }
        if self.words >= TARGET_WORDS {
            self.close_passage();
        }
    }

    /// Merges a rest that is too short into the passage before, instead of continuing across the page.
    fn close_page(&mut self) {
        if self.words >= MIN_WORDS {
            return;
        }
        let merged = match (self.finished.last(), &self.current) {
            (Some(before), Some(rest)) => merge(before, rest),
            _ => None,
        };
        if let Some(merged) = merged {
            self.finished.pop();
            self.current = Some(merged);
            self.close_passage();
        }
    }

    fn close_passage(&mut self) {
        self.finished.extend(self.current.take());
        self.words = 0;
    }
}

fn merge(before: &Passage, last: &Passage) -> Option<Passage> {
    let text = format!("{} {}", before.text, last.text);
    (count_words(&text) <= MAX_WORDS).then_some(Passage {
        page: before.page,
        last_page: last.last_page,
        text,
    })
}

fn page_at(page_starts: &[(usize, i32)], offset: usize) -> i32 {
    let page = page_starts.iter().take_while(|(start, _)| *start <= offset).last();
    page.or(page_starts.first()).map_or(1, |&(_, number)| number)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn chunk(pages: &[String]) -> Vec<Passage> {
        let spelling = Spelling::default();
        let mut chunker = Chunker::new(&spelling);
        let mut passages = Vec::new();
        for (number, page) in (1..).zip(pages) {
            passages.extend(chunker.page(number, page));
        }
        passages.extend(chunker.finish());
        passages
    }

    fn words(number: usize) -> String {
        let mut words: Vec<String> = (0..number).map(|word| format!("w{word}")).collect();
        words[0] = words[0].to_uppercase();
        words.join(" ") + "."
    }

    #[test]
    fn a_sentence_across_pages_stays_whole() {
        let pages = [
            format!("{} He leads me beside the still", words(70)),
            "waters. He restores my soul.".to_owned(),
        ];
        let passages = chunk(&pages);
        assert!(passages[0].text.contains("still waters."), "{passages:?}");
        assert_eq!((passages[0].page, passages[0].last_page), (1, 2));
    }

    #[test]
    fn a_word_hyphenated_at_a_page_end_is_rejoined() {
        let passages = chunk(&["He will com-".to_owned(), "fort you.".to_owned()]);
        assert_eq!(passages[0].text, "He will comfort you.");
    }

    #[test]
    fn passages_end_with_sentences_and_know_their_page() {
        let pages: Vec<String> = (0..4).map(|_| format!("{}\n\n{}", words(50), words(45))).collect();
        let passages = chunk(&pages);
        assert_eq!(
            passages.iter().map(|passage| passage.page).collect::<Vec<_>>(),
            [1, 2, 3, 4]
        );
        assert!(passages.iter().all(|passage| passage.text.ends_with('.')));
    }

    #[test]
    fn a_short_rest_of_a_page_joins_the_passage_before() {
        let pages = [format!("{} {}", words(115), words(30)), words(100)];
        let places: Vec<_> = chunk(&pages)
            .iter()
            .map(|found| (found.page, found.last_page))
            .collect();
        assert_eq!(places, [(1, 1), (2, 2)]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn passages_keep_the_size_limits_and_lose_no_word(
            pages in prop::collection::vec(prop::collection::vec((1_usize..400, any::<bool>()), 0..6), 0..12),
        ) {
            let pages: Vec<String> = pages.iter().map(|page| {
                let paragraphs = page.iter().map(|&(length, is_cjk)| if is_cjk { "愛".repeat(length) + "。" } else { words(length) });
                paragraphs.collect::<Vec<_>>().join("\n\n")
            }).collect();
            let passages = chunk(&pages);
            let all_but_last = passages.len().saturating_sub(1);
            for passage in &passages[..all_but_last] {
                let words = count_words(&passage.text);
                prop_assert!((MIN_WORDS..=MAX_WORDS).contains(&words), "{words}");
            }
            if let Some(last) = passages.last() {
                prop_assert!(count_words(&last.text) <= MAX_WORDS);
            }
            let letters = |texts: &mut dyn Iterator<Item = &str>| texts.flat_map(str::chars).filter(|letter| !letter.is_whitespace()).count();
            prop_assert_eq!(
                letters(&mut passages.iter().map(|passage| passage.text.as_str())),
                letters(&mut pages.iter().map(String::as_str))
            );
            prop_assert!(passages.windows(2).all(|pair| pair[0].page <= pair[1].page && pair[0].page <= pair[0].last_page));
        }

        #[test]
        fn any_text_can_be_chunked(pages in prop::collection::vec(any::<String>(), 0..5)) {
            for passage in chunk(&pages) {
                prop_assert!(!passage.text.trim().is_empty());
            }
        }
    }
}
