//! Cutting a document into passages: what is searched, and what guidance quotes.

use super::clean::joined;
use super::count_words;
use super::sentences::{ends_sentence, sentences};

/// The fewest words of a passage, but for the last one of a document.
pub const MIN_WORDS: usize = 60;
/// The most words of a passage.
pub const MAX_WORDS: usize = 180;
/// A passage that has so many words ends with its sentence.
const ENOUGH_WORDS: usize = 110;
/// With sentences no longer than that, a passage that is too short can always take one more.
const MAX_SENTENCE_WORDS: usize = MAX_WORDS - MIN_WORDS;

/// Some sentences of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// The page on which it begins.
    pub page: i32,
    /// The page on which it ends.
    pub last_page: i32,
    /// Its words.
    pub text: String,
}

/// Takes the pages of a document one after the other and gives passages.
#[derive(Debug, Default)]
pub struct Cutter {
    /// A paragraph that may go on with the next page.
    open: String,
    /// Where in it which page begins.
    pages: Vec<(usize, i32)>,
    current: Option<Passage>,
    words: usize,
    finished: Vec<Passage>,
}

impl Cutter {
    /// Takes the paragraphs of the next page, and gives what is certain by now.
    pub fn page(&mut self, number: i32, paragraphs: &str) -> Vec<Passage> {
        for (place, paragraph) in paragraphs.split("\n\n").enumerate() {
            let goes_on = place == 0 && !self.open.is_empty() && !ends_sentence(&self.open);
            if !goes_on {
                self.close_paragraph();
                if place == 0 {
                    self.close_page();
                }
            }
            if paragraph.trim().is_empty() {
                continue;
            }
            let joined = joined(&self.open, paragraph);
            self.pages.push((joined.len() - paragraph.len(), number));
            self.open = joined;
        }
        // The last one may yet have to share its sentences with the end of the document.
        let certain = self.finished.len().saturating_sub(1);
        self.finished.drain(..certain).collect()
    }

    /// Ends the document, and gives the rest.
    #[must_use]
    pub fn finish(mut self) -> Vec<Passage> {
        self.close_paragraph();
        self.close_page();
        self.close_passage();
        self.finished
    }

    fn close_paragraph(&mut self) {
        let paragraph = std::mem::take(&mut self.open);
        let pages = std::mem::take(&mut self.pages);
        for sentence in sentences(&paragraph, MAX_SENTENCE_WORDS) {
            let begins = sentence.as_ptr() as usize - paragraph.as_ptr() as usize;
            self.take(
                sentence,
                page_of(&pages, begins),
                page_of(&pages, begins + sentence.len() - 1),
            );
        }
        if self.words >= MIN_WORDS {
            self.close_passage();
        }
    }

    fn take(&mut self, sentence: &str, page: i32, last_page: i32) {
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
        if self.words >= ENOUGH_WORDS {
            self.close_passage();
        }
    }

    /// What is too short for a passage goes to the one before, rather than over the end of the page.
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

fn page_of(pages: &[(usize, i32)], place: usize) -> i32 {
    let begun = pages.iter().take_while(|(begin, _)| *begin <= place).last();
    begun.or(pages.first()).map_or(1, |&(_, number)| number)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cut(pages: &[String]) -> Vec<Passage> {
        let mut cutter = Cutter::default();
        let mut passages = Vec::new();
        for (number, page) in (1..).zip(pages) {
            passages.extend(cutter.page(number, page));
        }
        passages.extend(cutter.finish());
        passages
    }

    fn words(number: usize) -> String {
        let mut words: Vec<String> = (0..number).map(|word| format!("w{word}")).collect();
        words[0] = words[0].to_uppercase();
        words.join(" ") + "."
    }

    #[test]
    fn a_sentence_that_goes_on_with_the_next_page_is_one() {
        let pages = [
            format!("{} He leads me beside the still", words(70)),
            "waters. He restores my soul.".to_owned(),
        ];
        let passages = cut(&pages);
        assert!(passages[0].text.contains("still waters."), "{passages:?}");
        assert_eq!((passages[0].page, passages[0].last_page), (1, 2));
    }

    #[test]
    fn a_word_that_a_page_end_parts_is_made_whole() {
        let passages = cut(&["He will com-".to_owned(), "fort you.".to_owned()]);
        assert_eq!(passages[0].text, "He will comfort you.");
    }

    #[test]
    fn passages_end_with_sentences_and_say_their_page() {
        let pages: Vec<String> = (0..4).map(|_| format!("{}\n\n{}", words(50), words(45))).collect();
        let passages = cut(&pages);
        assert_eq!(
            passages.iter().map(|passage| passage.page).collect::<Vec<_>>(),
            [1, 2, 3, 4]
        );
        assert!(passages.iter().all(|passage| passage.text.ends_with('.')));
    }

    #[test]
    fn the_end_of_a_page_stays_with_its_page() {
        let pages = [format!("{} {}", words(115), words(30)), words(100)];
        let places: Vec<_> = cut(&pages).iter().map(|found| (found.page, found.last_page)).collect();
        assert_eq!(places, [(1, 1), (2, 2)]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn every_passage_has_its_size_and_no_word_is_lost(
            pages in prop::collection::vec(prop::collection::vec((1_usize..400, any::<bool>()), 0..6), 0..12),
        ) {
            let pages: Vec<String> = pages.iter().map(|page| {
                let paragraphs = page.iter().map(|&(length, is_cjk)| if is_cjk { "愛".repeat(length) + "。" } else { words(length) });
                paragraphs.collect::<Vec<_>>().join("\n\n")
            }).collect();
            let passages = cut(&pages);
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
        fn any_text_is_cut(pages in prop::collection::vec(any::<String>(), 0..5)) {
            for passage in cut(&pages) {
                prop_assert!(!passage.text.trim().is_empty());
            }
        }
    }
}
