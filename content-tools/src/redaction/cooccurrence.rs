//! Word co-occurrence in the Bible: "lions" and "den" occur near Daniel, "night" near Nicodemus.
//!
//! It tells the prophet in "Daniel in the lions' den" from another person in "Daniel in the canteen".

use std::collections::{BTreeMap, BTreeSet};

use care::redact::{fold, stem};

/// The number of words kept for one name.
const MAX_WORDS: usize = 48;
/// Words in a larger share of the verses are ignored as too common.
const MAX_SHARE: f32 = 0.02;

/// The words that co-occur with each of `names`, most specific first (a TF-IDF weight), and the other half of each of
/// its `pairs`.
pub fn learn(verses: &[String], names: &BTreeSet<String>, pairs: &[(String, String)]) -> Vec<(String, Vec<String>)> {
    let verses: Vec<BTreeSet<String>> = verses.iter().map(|verse| words_of(verse)).collect();
    let mut document_frequency: BTreeMap<&str, f32> = BTreeMap::new();
    for word in verses.iter().flatten() {
        *document_frequency.entry(word).or_default() += 1.0;
    }
    let total = f32::from(u16::try_from(verses.len()).unwrap_or(u16::MAX)).max(1.0);
    let mut counts_by_name: BTreeMap<&str, BTreeMap<&str, f32>> = BTreeMap::new();
    for (number, verse) in verses.iter().enumerate() {
        for name in verse.iter().filter(|word| names.contains(*word)) {
            let counts = counts_by_name.entry(name).or_default();
            for (weight, near) in [
                (0.5, number.checked_sub(1)),
                (1.0, Some(number)),
                (0.5, Some(number + 1)),
            ] {
                for word in near.and_then(|near| verses.get(near)).into_iter().flatten() {
                    *counts.entry(word).or_default() += weight;
                }
            }
        }
    }
    let mut learned = Vec::new();
    for name in names {
        let mut weighed: Vec<(f32, &str)> = Vec::new();
        for (word, count) in counts_by_name.get(name.as_str()).into_iter().flatten() {
            let share = document_frequency.get(word).copied().unwrap_or(1.0) / total;
            if share < MAX_SHARE && *word != name {
                weighed.push((count.sqrt() * -share.ln(), word));
            }
        }
        weighed.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(other.1)));
        let mut words: Vec<String> = weighed
            .into_iter()
            .take(MAX_WORDS)
            .map(|(_, word)| word.to_owned())
            .collect();
        words.extend(
            pairs
                .iter()
                .filter(|(one, _)| one == name)
                .map(|(_, other)| other.clone()),
        );
        words.extend(
            pairs
                .iter()
                .filter(|(_, other)| other == name)
                .map(|(one, _)| one.clone()),
        );
        learned.push((name.clone(), words));
    }
    learned
}

fn words_of(verse: &str) -> BTreeSet<String> {
    let words = verse.split(|character: char| !character.is_alphabetic() && character != '’' && character != '\'');
    words
        .map(|word| stem(&fold(word)).to_owned())
        .filter(|word| word.len() > 2)
        .collect()
}
