//! A guess whether a redacted story is an offer, and how alike two stories are.
//!
//! Invariant: total, in linear time. It is a guess for staff, who decide: nothing is rejected by it.

use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

use regex::Regex;

use crate::normalise::{Normalised, normalise, words};

mod offers;
#[cfg(test)]
mod samples;

/// From this score on, links or sales words are called an offer.
const OFFER_SCORE: usize = 3;
/// More links than these speak no louder.
const MAX_LINKS: usize = 3;
/// So many words of the writer's own life speak for a story.
const PERSONAL: usize = 5;
/// How many words in a row are compared.
const SHINGLE: usize = 3;
/// Three words in a row that this many stories share tell nothing, as *thank you for* does; more of them are not looked at.
const MAX_LEADERS: usize = 32;
/// The part of their word groups that two alike stories share, in percent.
const ALIKE_PERCENT: usize = 60;

/// What speaks for an offer in a story.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Signals {
    /// Links, addresses and numbers to reach somebody, most of them placeholders by now.
    pub links: usize,
    /// Different sales phrases.
    pub offers: usize,
    /// Words about the writer: *I*, *my*, *we*.
    personal: usize,
    /// Words that address the reader: *you*, *your*.
    addressing: usize,
}

impl Signals {
    /// Whether the story reads like an offer. A link alone, or a sales word in somebody's own story, does not.
    #[must_use]
    pub fn is_offer(self) -> bool {
        let address = usize::from(self.addressing > self.personal);
        let told = usize::from(self.personal >= PERSONAL) + usize::from(self.personal >= 3 * PERSONAL);
        let score = 2 * self.offers + self.links.min(MAX_LINKS) + address;
        (self.offers > 0 || self.links > 0) && score >= OFFER_SCORE + 2 * told
    }
}

static LINKS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\[(?:link|email|phone|username)(?: \d+)?\]|https?://|\bwww\.").expect("a valid pattern")
});

static OFFERS: LazyLock<Regex> = LazyLock::new(|| {
    let phrases: Vec<String> = offers::PHRASES.iter().map(|phrase| regex::escape(phrase)).collect();
    Regex::new(&format!(r"\b(?:{})\b", phrases.join("|"))).expect("valid patterns")
});

/// What speaks for an offer in a redacted story.
#[must_use]
pub fn signals(text: &str) -> Signals {
    let plain = normalise(text);
    let joined = words_of(&plain).join(" ");
    let offers: HashSet<&str> = OFFERS.find_iter(&joined).map(|found| found.as_str()).collect();
    let mut signals = Signals {
        links: LINKS.find_iter(text).count(),
        offers: offers.len(),
        ..Signals::default()
    };
    for word in joined.split(' ') {
        signals.personal += usize::from(offers::PERSONAL.contains(&word));
        signals.addressing += usize::from(offers::ADDRESSING.contains(&word));
    }
    signals
}

/// The words of a text without apostrophes, and without the placeholders' numbers.
fn words_of(plain: &Normalised) -> Vec<String> {
    words(plain)
        .map(|word| word.text.replace('\'', ""))
        .filter(|word| word.chars().any(char::is_alphabetic))
        .collect()
}

/// Groups of stories with nearly the same words, as indices in order; a story without a double is in no group.
///
/// The first story of a group stands for it: the others share most groups of three words with it. Hashes live for this
/// call alone.
#[must_use]
pub fn alike(texts: &[&str]) -> Vec<Vec<usize>> {
    let mut groups: Vec<(Vec<usize>, HashSet<u64>)> = Vec::new();
    let mut leaders: HashMap<u64, Vec<usize>> = HashMap::new();
    for (index, text) in texts.iter().enumerate() {
        let shingles = shingles(text);
        let mut shared: HashMap<usize, usize> = HashMap::new();
        for group in shingles.iter().filter_map(|shingle| leaders.get(shingle)).flatten() {
            *shared.entry(*group).or_default() += 1;
        }
        let nearest = shared
            .into_iter()
            .max_by_key(|(group, shared)| (*shared, usize::MAX - group));
        let nearest = nearest.and_then(|(group, _)| groups.get_mut(group));
        if let Some((members, _)) = nearest.filter(|(_, first)| are_alike(first, &shingles)) {
            members.push(index);
            continue;
        }
        for shingle in &shingles {
            let known = leaders.entry(*shingle).or_default();
            if known.len() < MAX_LEADERS {
                known.push(groups.len());
            }
        }
        groups.push((vec![index], shingles));
    }
    groups
        .into_iter()
        .map(|(members, _)| members)
        .filter(|members| members.len() > 1)
        .collect()
}

fn are_alike(one: &HashSet<u64>, other: &HashSet<u64>) -> bool {
    let both = one.intersection(other).count();
    both * 100 >= (one.len() + other.len() - both) * ALIKE_PERCENT
}

/// The hashes of all groups of three words; of all words together, if there are fewer.
fn shingles(text: &str) -> HashSet<u64> {
    let plain = normalise(text);
    let words = words_of(&plain);
    let hash = |words: &[String]| {
        let mut hasher = DefaultHasher::new();
        words.hash(&mut hasher);
        hasher.finish()
    };
    if words.len() < SHINGLE {
        return HashSet::from([hash(&words)]);
    }
    words.windows(SHINGLE).map(hash).collect()
}

#[cfg(test)]
mod tests {
    use super::samples::{HONEST, HONEST_KEPT_ASIDE, SPAM, SPAM_KEPT_ASIDE};
    use super::*;

    fn called_offers<'a>(texts: &[&'a str]) -> Vec<&'a str> {
        texts.iter().copied().filter(|text| signals(text).is_offer()).collect()
    }

    #[test]
    fn offers_are_found_and_honest_stories_are_not_called_offers() {
        let missed: Vec<&str> = SPAM.iter().copied().filter(|text| !signals(text).is_offer()).collect();
        assert_eq!(missed, Vec::<&str>::new(), "spam that is missed");
        assert_eq!(
            called_offers(&HONEST),
            Vec::<&str>::new(),
            "honest stories called offers"
        );
    }

    #[test]
    fn of_the_texts_kept_aside_no_honest_one_is_called_an_offer() {
        assert_eq!(
            (
                SPAM.len() + SPAM_KEPT_ASIDE.len(),
                HONEST.len() + HONEST_KEPT_ASIDE.len()
            ),
            (30, 60)
        );
        assert_eq!(called_offers(&HONEST_KEPT_ASIDE), Vec::<&str>::new());
        let found = called_offers(&SPAM_KEPT_ASIDE).len();
        assert!(found >= 12, "{found} of {} found", SPAM_KEPT_ASIDE.len());
    }

    #[test]
    fn a_link_to_a_church_and_the_word_free_are_no_offer() {
        for text in [
            "My church streams on Sundays: [link]. It is free, and it carried me through the winter.",
            "I am free. Christ set me free from drinking, and I thank him each day. Write to me at [email].",
            "",
        ] {
            assert!(!signals(text).is_offer(), "{text}");
        }
    }

    #[test]
    fn the_same_words_and_nearly_the_same_are_alike_and_others_are_not() {
        let offer = "Earn five hundred dollars a day from home with our proven trading system, and join us today";
        let varied = "EARN five hundred dollars a day, from home, with our proven trading system. Join us now!";
        let story = "I was afraid every night after the fire, and my neighbour sat with me until the morning came";
        let other = "I was afraid every night of the exam, and my sister learned with me until the summer came";
        assert_eq!(alike(&[offer, story, varied, other, offer]), [vec![0, 2, 4]]);
        assert_eq!(alike(&["", "a", "b", "a"]), [vec![1, 3]]);
        assert_eq!(alike(&[]), Vec::<Vec<usize>>::new());
    }

    #[test]
    fn a_story_is_recognised_among_many_that_share_half_of_its_words() {
        let common = "I pressed on through the long night and nobody came to the door until the light was there";
        let texts: Vec<String> = (0..200)
            .map(|number| {
                let own: Vec<String> = (0..24)
                    .map(|word| format!("w{}", letters(number * 31 + word)))
                    .collect();
                format!("{common} {}", own.join(" "))
            })
            .collect();
        let mut all: Vec<&str> = texts.iter().map(String::as_str).collect();
        all.push(&texts[150]);
        assert_eq!(alike(&all), [vec![150, 200]]);
    }

    /// A number in letters, so that it is a word.
    fn letters(number: usize) -> String {
        number
            .to_string()
            .bytes()
            .map(|digit| char::from(digit - b'0' + b'a'))
            .collect()
    }

    #[test]
    fn placeholders_do_not_make_stories_alike() {
        let first = "[name 1] sat with me in [place] when I had nobody and could not eat for three days";
        let second = "[name 1] sat with me in [place] on the bench of the hospital while they operated on my son";
        assert_eq!(alike(&[first, second]), Vec::<Vec<usize>>::new());
    }
}
