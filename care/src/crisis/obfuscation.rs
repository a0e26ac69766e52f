//! Recognises obfuscated and misspelt words: leetspeak, masks, spaced letters, typing errors (edit distance 1).
//!
//! Invariant: the result is always a word of the vocabulary.

use super::vocabulary::{Vocabulary, Word};

/// The shortest run of single letters that is decoded as spaced words.
const MIN_SPACED_RUN: usize = 4;

/// The longest run of single letters that is decoded as spaced words.
const MAX_SPACED_RUN: usize = 64;

/// The letters that an asterisk usually masks: *r\*ped*, *s\*icide*.
const VOWELS: [&str; 5] = ["a", "e", "i", "o", "u"];

/// The longest word that spaced letters are split into.
const MAX_WORD_LEN: usize = 16;

impl Vocabulary {
    /// The word ids of a token: exact, after decoding leetspeak, or by fuzzy match.
    pub(super) fn recognise<'a>(&'a self, token: &str, buffer: &'a mut [u32; 1]) -> Option<&'a [u32]> {
        if let Some(ids) = self.exact.get(token) {
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
        if let Some(ids) = guesses.iter().find_map(|guess| self.exact.get(guess.as_str())) {
            return Some(ids);
        }
        buffer[0] = self.fuzzy_match(guesses.first().map_or(token, String::as_str))?;
        Some(buffer)
    }

    /// The tolerated word that the token is a misspelling of, by symmetric deletes (`SymSpell`).
    fn fuzzy_match(&self, token: &str) -> Option<u32> {
        let (&first, &last) = (token.as_bytes().first()?, token.as_bytes().last()?);
        if token.len() < 6 || !self.ends.has(u16::from_le_bytes([first, last])) {
            return None;
        }
        let sum = letter_sum(token);
        let mut shorter = String::with_capacity(token.len());
        let mut without = |at: usize, letter: char| {
            let end = at + letter.len_utf8();
            if !self.deletion_sums.has(sum.wrapping_sub(letter_sum(&token[at..end]))) {
                return None;
            }
            shorter.clear();
            shorter.push_str(&token[..at]);
            shorter.push_str(&token[end..]);
            self.by_deletion.get(shorter.as_str()).copied()
        };
        let undeleted = self.by_deletion.get(token).copied();
        undeleted.or_else(|| token.char_indices().find_map(|(at, letter)| without(at, letter)))
    }

    /// Joins `s u i c i d e` and `k-i-l-l m-y-s-e-l-f` into words.
    pub(super) fn join_spaced_letters(&self, words: &mut Vec<Word>, folded: &str) {
        let mut joined: Vec<Word> = Vec::new();
        // The words before it are in `joined`, if any run was joined at all.
        let mut kept_from = 0;
        let mut from = 0;
        while from < words.len() {
            let to = spaced_run_end(words, from);
            let run = &words[from..to];
            if let Some(found) = self.segment_run(run, folded) {
                joined.extend_from_slice(&words[kept_from..from]);
                joined.extend(found.iter().map(|&(at, len, id)| Word {
                    id,
                    hash: self.hashes[id as usize],
                    start: run[at].start,
                    end: run[at + len - 1].end,
                    number: false,
                    ..run[0]
                }));
                kept_from = to;
            }
            from = to.max(from + 1);
        }
        if kept_from > 0 {
            joined.extend_from_slice(&words[kept_from..]);
            *words = joined;
        }
    }

    /// The words that a run of single letters spells; `None` if it is too short or spells none.
    fn segment_run(&self, run: &[Word], folded: &str) -> Option<Vec<(usize, usize, u32)>> {
        if run.len() < MIN_SPACED_RUN {
            return None;
        }
        let letters: String = run.iter().filter_map(|word| folded.get(word.start..word.end)).collect();
        (letters.len() == run.len()).then(|| self.segment(&letters)).flatten()
    }

    /// Splits letters into the fewest known words by dynamic programming: `(offset, length, id)` of each.
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

/// The end of the run of single letters that begins at `from`, which are at most three bytes apart.
fn spaced_run_end(words: &[Word], from: usize) -> usize {
    let continues =
        |&at: &usize| words[at].end - words[at].start == 1 && (at == from || words[at].start - words[at - 1].end <= 3);
    let longest = words.len().min(from + MAX_SPACED_RUN);
    from + (from..longest).take_while(continues).count()
}

/// Replaces digits and signs by the letters they look like; `one` is the letter for a 1.
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

/// An order-independent hash of the letters. Subtracting a letter's hash gives the hash of the word without it.
pub(super) fn letter_sum(letters: &str) -> u16 {
    letters.bytes().fold(0, |sum: u16, byte| {
        sum.wrapping_add(u16::from(byte).wrapping_mul(0x9e37).rotate_left(7))
    })
}

/// The word with two adjacent letters transposed, except the first: *lfie*, *wnat*.
pub(super) fn transpositions(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    (1..letters.len().saturating_sub(1))
        .map(|at| {
            let mut transposed = letters.clone();
            transposed.swap(at, at + 1);
            transposed.into_iter().collect()
        })
        .collect()
}

/// The word with each of its letters deleted in turn.
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
