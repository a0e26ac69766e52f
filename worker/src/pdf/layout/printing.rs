//! Undoes what printing does to words: letters that are drawn twice to look bold, and large initials.
//!
//! Invariant: no letter is lost that a reader sees once.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::Word;

/// A letter this much larger than the text is an initial.
const INITIAL: f32 = 1.8;
/// An initial and its word are closer than this, in sizes of the text.
const MAX_GAP: f32 = 1.0;

/// Drops words that stand on themselves: a second time within about a point.
pub fn drop_overprinted(words: &mut Vec<Word>) {
    let mut seen: HashSet<(u64, i64, i64)> = HashSet::new();
    words.retain(|word| {
        let mut hasher = DefaultHasher::new();
        (&word.text, word.turn as u8).hash(&mut hasher);
        let hash = hasher.finish();
        let (across, up) = (points(word.left), points(word.bottom));
        let is_double =
            (-1..=1).any(|x| (-1..=1).any(|y| seen.contains(&(hash, across.saturating_add(x), up.saturating_add(y)))));
        seen.insert((hash, across, up));
        // Words without a place are all in one.
        !is_double || word.right <= word.left
    });
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a place on a page, and a huge one may be cut"
)]
fn points(place: f32) -> i64 {
    place.round() as i64
}

/// Joins an initial, which reaches down several lines, with the word that it begins.
pub fn join_initials(words: &mut Vec<Word>, body: f32) {
    if body <= 0.0 {
        return;
    }
    let mut index = 0;
    while index < words.len() {
        if is_initial(&words[index], body)
            && let Some(first) = first_word(words, index, body)
        {
            let initial = words[index].clone();
            for word in words.iter_mut().filter(|word| is_beside(word, &initial, body)) {
                // The lines beside it are not indented.
                word.left = initial.left;
            }
            let begins = begins_word(&initial.text, &words[first].text);
            let rest = std::mem::take(&mut words[first].text);
            words[first].text = if begins {
                initial.text + &rest
            } else {
                format!("{} {rest}", initial.text)
            };
            words.remove(index);
        } else {
            index += 1;
        }
    }
}

fn is_initial(word: &Word, body: f32) -> bool {
    let mut letters = word.text.chars();
    let is_letter = letters.next().is_some_and(char::is_uppercase) && letters.next().is_none();
    is_letter && word.size >= body * INITIAL
}

fn is_beside(word: &Word, initial: &Word, body: f32) -> bool {
    let middle = f32::midpoint(word.bottom, word.top);
    word.size < initial.size / INITIAL
        && word.turn == initial.turn
        && (initial.bottom..initial.top + body / 2.0).contains(&middle)
        && (-body / 2.0..body * MAX_GAP).contains(&(word.left - initial.right))
}

/// The index of the highest word beside an initial, if that goes on with it.
fn first_word(words: &[Word], index: usize, body: f32) -> Option<usize> {
    let beside = words
        .iter()
        .enumerate()
        .filter(|(_, word)| is_beside(word, &words[index], body));
    let (first, word) = beside.max_by(|(_, one), (_, other)| one.top.total_cmp(&other.top))?;
    word.text.starts_with(char::is_alphabetic).then_some(first)
}

/// Whether an initial is the first letter of the word after it. *A* and *I* may be words of their own.
fn begins_word(initial: &str, rest: &str) -> bool {
    let mut letters = rest.chars();
    let is_capitalized =
        letters.next().is_some_and(char::is_uppercase) && letters.next().is_some_and(char::is_lowercase);
    let is_vowel = |letter: char| "aeiouyAEIOUY".contains(letter);
    let may_be_two = matches!(initial, "A" | "I") && rest.contains(is_vowel);
    !(is_capitalized || may_be_two)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str, left: f32, bottom: f32, size: f32) -> Word {
        #[expect(clippy::cast_precision_loss, reason = "few letters")]
        let width = text.chars().count() as f32 * size * 0.5;
        Word {
            text: text.to_owned(),
            left,
            right: left + width,
            bottom,
            top: bottom + size,
            size,
            ..Word::default()
        }
    }

    fn texts(words: &[Word]) -> Vec<&str> {
        words.iter().map(|word| word.text.as_str()).collect()
    }

    #[test]
    fn words_that_are_drawn_twice_are_read_once() {
        let line = [word("Be", 60.0, 700.0, 10.0), word("still", 75.0, 700.0, 10.0)];
        let again = line.clone().map(|word| Word {
            left: word.left + 0.3,
            right: word.right + 0.3,
            ..word
        });
        let next = word("Be", 60.0, 686.0, 10.0);
        let mut words = [line.as_slice(), &again, &[next]].concat();
        drop_overprinted(&mut words);
        assert_eq!(texts(&words), ["Be", "still", "Be"]);
    }

    #[test]
    fn an_initial_is_joined_with_its_word_and_the_lines_beside_it_are_not_indented() {
        let page = |initial: &str, rest: &str| {
            let mut words = vec![
                word(initial, 60.0, 685.0, 40.0),
                word(rest, 84.0, 712.0, 10.0),
                word("keeper", 120.0, 712.0, 10.0),
                word("climbed", 84.0, 698.0, 10.0),
                word("below", 60.0, 670.0, 10.0),
            ];
            join_initials(&mut words, 10.0);
            words
        };
        let words = page("T", "he");
        assert_eq!(texts(&words), ["The", "keeper", "climbed", "below"]);
        assert_eq!(
            words.iter().map(|word| points(word.left)).collect::<Vec<_>>(),
            [60, 120, 60, 60]
        );
        for (initial, rest, joined) in [
            ("I", "n", "In"),
            ("A", "man", "A man"),
            ("O", "Lord", "O Lord"),
            ("O", "ur", "Our"),
            ("T", "HE", "THE"),
        ] {
            assert_eq!(page(initial, rest)[0].text, joined);
        }
        assert_eq!(page("1", "he")[0].text, "1", "a number is no letter");
    }
}
