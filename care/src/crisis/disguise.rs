//! Sees through spelling that hides a word: signs for letters, spaced letters, slips of the finger.
//!
//! Invariant: only words of the vocabulary are ever recognised; nothing is guessed into being.

use super::words::{Vocabulary, Word};

/// Longest run of single letters that is read as one spaced-out message.
const MAX_SPACED_RUN: usize = 64;

/// What a single asterisk mostly stands for: *r\*ped*, *s\*icide*.
const VOWELS: [&str; 5] = ["a", "e", "i", "o", "u"];

/// Longest word of the vocabulary that a spaced-out message is searched for.
const MAX_WORD_LEN: usize = 16;

impl Vocabulary {
    /// The numbers a token stands for: as written, without leet, or nearly.
    pub(super) fn recognise<'a>(&'a self, token: &str, one: &'a mut [u32; 1]) -> Option<&'a [u32]> {
        if let Some(ids) = self.known.get(token) {
            return Some(ids);
        }
        if token.len() < 2 || token.len() > 40 {
            return None;
        }
        let lettered = token.bytes().any(|byte| byte.is_ascii_alphabetic());
        let mut guesses = Vec::new();
        if lettered && token.bytes().any(|byte| !byte.is_ascii_alphabetic()) {
            guesses.extend([unleet(token, 'i'), unleet(token, 'l')]);
            if token.contains('*') {
                guesses.extend(VOWELS.map(|vowel| token.replace('*', vowel)));
            }
        }
        if let Some(ids) = guesses.iter().find_map(|guess| self.known.get(guess.as_str())) {
            return Some(ids);
        }
        one[0] = self.nearly(guesses.first().map_or(token, String::as_str))?;
        Some(one)
    }

    /// The tolerated word within one slip of the given one.
    fn nearly(&self, token: &str) -> Option<u32> {
        let (&first, &last) = (token.as_bytes().first()?, token.as_bytes().last()?);
        if token.len() < 6 || !self.ends.has(u16::from_le_bytes([first, last])) {
            return None;
        }
        let sum = letter_sum(token);
        let mut shorter = String::with_capacity(token.len());
        let mut without = |at: usize, letter: char| {
            let end = at + letter.len_utf8();
            if !self.near_sums.has(sum.wrapping_sub(letter_sum(&token[at..end]))) {
                return None;
            }
            shorter.clear();
            shorter.push_str(&token[..at]);
            shorter.push_str(&token[end..]);
            self.near.get(shorter.as_str()).copied()
        };
        let as_typed = self.near.get(token).copied();
        as_typed.or_else(|| token.char_indices().find_map(|(at, letter)| without(at, letter)))
    }

    /// Reads `s u i c i d e` and `k-i-l-l m-y-s-e-l-f` as the words they hide.
    pub(super) fn join_spaced_letters(&self, words: &mut Vec<Word>, folded: &str) {
        let mut from = 0;
        while from < words.len() {
            let mut to = from;
            while to < words.len()
                && to - from < MAX_SPACED_RUN
                && words[to].end - words[to].start == 1
                && (to == from || words[to].start - words[to - 1].end <= 3)
            {
                to += 1;
            }
            if to - from >= 4 {
                let letters: String = words[from..to]
                    .iter()
                    .filter_map(|word| folded.get(word.start..word.end))
                    .collect();
                if letters.len() == to - from
                    && let Some(found) = self.segment(&letters)
                {
                    let base = words[from];
                    let joined: Vec<Word> = found
                        .iter()
                        .map(|&(at, len, id)| Word {
                            id,
                            hash: self.hashes[id as usize],
                            start: words[from + at].start,
                            end: words[from + at + len - 1].end,
                            number: false,
                            ..base
                        })
                        .collect();
                    let count = joined.len();
                    words.splice(from..to, joined);
                    from += count;
                    continue;
                }
            }
            from = to.max(from + 1);
        }
    }

    /// Splits letters into the fewest known words, or gives up: `(place, length, number)` each.
    fn segment(&self, letters: &str) -> Option<Vec<(usize, usize, u32)>> {
        let size = letters.len();
        let plain = unleet(letters, 'i');
        let mut best: Vec<Option<(usize, usize, u32)>> = vec![None; size + 1];
        let mut cost = vec![usize::MAX; size + 1];
        cost[0] = 0;
        for end in 1..=size {
            for start in end.saturating_sub(MAX_WORD_LEN)..end {
                let length = end - start;
                if cost[start] == usize::MAX || (length == 1 && !matches!(&plain[start..end], "i" | "a")) {
                    continue;
                }
                if let Some(&id) = self.ids.get(&plain[start..end])
                    && cost[start] + 1 < cost[end]
                {
                    cost[end] = cost[start] + 1;
                    best[end] = Some((start, length, id));
                }
            }
        }
        let mut found = Vec::new();
        let mut end = size;
        while end > 0 {
            let piece = best[end]?;
            found.push(piece);
            end = piece.0;
        }
        found.reverse();
        found.iter().any(|piece| piece.1 >= 3).then_some(found)
    }
}

/// Digits and signs read as the letters they look like; `one` says which letter a 1 is.
fn unleet(token: &str, one: char) -> String {
    token
        .chars()
        .map(|letter| match letter {
            '0' => 'o',
            '1' | '!' | '|' => one,
            '3' => 'e',
            '4' | '@' => 'a',
            '5' | '$' => 's',
            '7' | '+' => 't',
            '8' => 'b',
            '*' => 'i',
            other => other,
        })
        .collect()
}

/// A sum to which each letter adds its own share, whatever its place: taking a letter away takes away its share.
pub(super) fn letter_sum(letters: &str) -> u16 {
    letters.bytes().fold(0, |sum: u16, byte| {
        sum.wrapping_add(u16::from(byte).wrapping_mul(0x9e37).rotate_left(7))
    })
}

/// The word with two neighbouring letters after the first swapped, as hurried fingers do: *lfie*, *wnat*.
pub(super) fn swaps(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    (1..letters.len().saturating_sub(1))
        .map(|at| {
            let mut swapped = letters.clone();
            swapped.swap(at, at + 1);
            swapped.into_iter().collect()
        })
        .collect()
}

/// The word with each one of its letters left out.
pub(super) fn deletions(word: &str) -> Vec<String> {
    word.char_indices()
        .map(|(at, letter)| {
            let mut shorter = String::with_capacity(word.len());
            shorter.push_str(&word[..at]);
            shorter.push_str(&word[at + letter.len_utf8()..]);
            shorter
        })
        .collect()
}
