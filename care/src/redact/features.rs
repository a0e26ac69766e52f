//! Feature extraction for the tagger: a word's dictionary facts, shape and context, hashed into buckets.
//!
//! Words are represented by their class, and only the most common by themselves, so that the model generalises to
//! unseen names.

use std::collections::BTreeSet;

use super::annotated_text::AnnotatedText;
use super::dictionaries::facts::Facts;
use super::tokens::{Shape, stem};

mod candidates;
mod classes;
mod pets;
mod senses;

use candidates::is_divine;
use classes::{bible, class_of, hash, identity_of, lists, rarity};
use pets::is_pet;
pub(super) use senses::Sense;

/// The number of buckets that features are hashed into.
pub const BUCKETS: usize = 1 << 15;

/// The tagger's label of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tag {
    /// No detail.
    Nothing = 0,
    /// A person.
    Person = 1,
    /// A place.
    Location = 2,
    /// An organisation.
    Org = 3,
}

impl Tag {
    /// All tags, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Nothing, Self::Person, Self::Location, Self::Org];
}

/// The context features of all tokens, computed once for each text.
pub(super) struct Context<'a, 'b> {
    pub annotated: &'a AnnotatedText<'b>,
    class: Vec<u8>,
    identity: Vec<u32>,
    /// Words that follow a title, a kinship word or "named" somewhere in the text.
    introduced: BTreeSet<&'a str>,
    biblical: BTreeSet<&'a str>,
    /// Whether some word that could be a name is used as a virtue.
    has_virtue_sense: bool,
    /// Names of animals.
    pets: BTreeSet<&'a str>,
}

impl<'a, 'b> Context<'a, 'b> {
    pub fn of(annotated: &'a AnnotatedText<'b>) -> Self {
        let class: Vec<u8> = (0..annotated.len()).map(|index| class_of(annotated, index)).collect();
        let identity = (0..annotated.len())
            .map(|index| identity_of(annotated, index, class[index]))
            .collect();
        let mut introduced = BTreeSet::new();
        let mut biblical = BTreeSet::new();
        let mut pets = BTreeSet::new();
        let mut has_virtue_sense = false;
        for index in 0..annotated.len() {
            let facts = annotated.facts(index);
            if facts.is_biblical() || facts.any(Facts::BIBLE_CUE) {
                biblical.insert(annotated.word(index));
            }
            has_virtue_sense |= facts.any(Facts::ABSTRACT) && Sense::of(annotated, index).is_of_virtue();
            if is_pet(annotated, index) {
                pets.insert(annotated.word(index));
            }
            if index > 0 && annotated.is_word(index) && !facts.is_common() && introduces(annotated.facts(index - 1)) {
                introduced.insert(annotated.word(index));
            }
        }
        Self {
            annotated,
            class,
            identity,
            introduced,
            biblical,
            has_virtue_sense,
            pets,
        }
    }

    /// Whether the word follows a title, a kinship word or "named" somewhere in the text.
    pub fn is_introduced(&self, index: usize) -> bool {
        self.introduced.contains(self.annotated.word(index))
    }

    /// Whether the context of a name is about the Bible.
    pub fn speaks_of_the_bible(&self, index: usize) -> bool {
        self.has_bible_cue(index) || self.bible_cooccurrences(index) > 2
    }

    /// Whether the sentence has a scripture reference, or another word that indicates the Bible.
    fn has_bible_cue(&self, index: usize) -> bool {
        let sentence = self.annotated.sentence_of(index);
        let own_cue = u8::from(self.annotated.facts(index).any(Facts::BIBLE_CUE));
        sentence.has_reference || sentence.bible_cues > own_cue
    }

    fn class(&self, index: Option<usize>) -> u32 {
        index
            .and_then(|index| self.class.get(index))
            .map_or(0, |class| u32::from(*class))
    }

    fn identity(&self, index: Option<usize>) -> u32 {
        index.and_then(|index| self.identity.get(index)).copied().unwrap_or(0)
    }

    /// Appends the features of one word to `buckets`; `before` is the tag of the previous word.
    pub fn extract(&self, index: usize, before: Tag, buckets: &mut Vec<u32>) {
        let annotated = self.annotated;
        let mut features = BucketWriter { template: 0, buckets };
        let facts = annotated.facts(index);
        let (shape, lists, rarity, bible) = (self.shape(index), lists(facts), rarity(facts), bible(facts));
        let (previous, second) = (index.checked_sub(1), index.checked_sub(2));
        let (next, after) = (Some(index + 1), Some(index + 2));
        let word = shape * 64 + lists * 4 + rarity;
        let (class_before, class_after) = (self.class(previous), self.class(next));
        let tag = before as u32;
        let special = u32::from(facts.any(Facts::VIRTUE)) * 2 + u32::from(facts.any(Facts::KEPT));
        let touches = previous.is_some() && annotated.tokens.list[index].follows_closely;
        features.add(0, 0);
        features.add(word, bible * 4 + special);
        features.add(word, 0);
        features.add(shape * 4 + rarity, 0);
        features.add(lists * 4 + rarity, special);
        features.add(shape, bible * 4 + special);
        features.add(class_before, shape);
        features.add(class_before, lists * 4 + rarity);
        features.add(class_before, word);
        features.add(class_before, bible * 4 + special);
        features.add(class_after, shape);
        features.add(class_after, lists * 4 + rarity);
        features.add(class_after, bible * 4 + special);
        features.add(self.identity(previous), 0);
        features.add(self.identity(previous), shape);
        features.add(self.identity(next), shape);
        features.add(self.identity(next), u32::from(facts.is_name()));
        features.add(self.class(second) * 64 + class_before, 0);
        features.add(self.class(second) * 64 + class_before, shape);
        features.add(self.identity(second), self.identity(previous));
        features.add(class_after * 64 + self.class(after), shape);
        features.add(class_after * 64 + self.class(after), self.class(Some(index + 3)));
        features.add(class_before * 64 + self.class(second), self.class(index.checked_sub(3)));
        features.add(class_before * 64 + class_after, 0);
        features.add(class_before * 64 + class_after, bible);
        features.add(tag, word);
        features.add(tag, shape * 64 + class_before);
        features.add(tag, lists * 64 + class_after);
        features.add(u32::from(annotated.tokens.is_possessive(index)), lists * 8 + shape);
        features.add(u32::from(touches), shape * 8 + tag);
        self.extract_cues(index, bible, lists, &mut features);
        self.extract_suffixes(index, shape, rarity, &mut features);
        features.add(u32::from(annotated.place_words[index]), shape);
        features.add(self.distance_to_suffix(index), shape);
        features.add(
            u32::from(self.introduced.contains(annotated.word(index))),
            lists * 8 + bible,
        );
        let is_possessive_before = previous.is_some_and(|at| annotated.tokens.is_possessive(at));
        features.add(u32::from(is_possessive_before), shape * 8 + tag);
        features.add(
            u32::from(annotated.tokens.is_possessive(index)),
            class_after * 8 + shape,
        );
        let has_accent =
            annotated.tokens.list[index].end - annotated.tokens.list[index].start != annotated.word(index).len();
        features.add(u32::from(has_accent), shape * 8 + bible);
        self.extract_sense(index, bible, &mut features);
    }

    /// Adds the word sense of a name that is also a virtue or a person of the Bible.
    fn extract_sense(&self, index: usize, bible: u32, features: &mut BucketWriter<'_>) {
        let facts = self.annotated.facts(index);
        let kind = if facts.any(Facts::VIRTUE) { 5 } else { bible };
        if kind == 0 {
            return;
        }
        let sense = Sense::of(self.annotated, index);
        let cooccurring = self.bible_cooccurrences(index);
        let (personal, general) = (u32::from(sense.is_personal), u32::from(sense.is_general));
        let (contrasted, writer) = (u32::from(sense.is_contrasted), u32::from(sense.has_writer));
        let opens = u32::from(self.annotated.tokens.list[index].opens_sentence);
        features.add(kind * 64 + contrasted * 4 + personal * 2 + opens, cooccurring);
        features.add(kind * 64 + writer * 8 + general * 4 + personal * 2 + opens, contrasted);
    }

    /// Adds whether the sentence is about the Bible or about the author's own life.
    fn extract_cues(&self, index: usize, bible: u32, lists: u32, features: &mut BucketWriter<'_>) {
        let annotated = self.annotated;
        let sentence = annotated.sentence_of(index);
        let own_cue = u8::from(annotated.facts(index).any(Facts::BIBLE_CUE));
        let bible_cues = u32::from(sentence.bible_cues.saturating_sub(own_cue).min(3));
        let life_cues = u32::from(sentence.life_cues.min(3));
        let reference = u32::from(sentence.has_reference);
        let word = annotated.word(index);
        let cooccurring = self.bible_cooccurrences(index);
        let has_cooccurrence = cooccurring > 0;
        features.add(
            bible,
            512 + cooccurring * 4 + u32::from(introduces(annotated.facts(index.wrapping_sub(1)))),
        );
        let is_near_god = (1..=3).any(|step| {
            index >= step && is_divine(annotated.word(index - step)) || is_divine(annotated.word(index + step))
        });
        features.add(bible, 2048 + u32::from(is_near_god) * 4 + cooccurring);
        features.add(bible, 1024 + cooccurring * 16 + life_cues * 4 + reference);
        let compared = (1..=3).any(|back| index >= back && annotated.facts(index - back).any(Facts::BIBLE_BEFORE));
        let is_known = u32::from(lists & 3 != 0);
        features.add(bible * 2 + is_known, bible_cues * 4 + life_cues);
        features.add(bible * 2 + is_known, reference * 2 + u32::from(has_cooccurrence));
        features.add(bible * 2 + is_known, 16 + u32::from(compared));
        features.add(
            bible,
            32 + bible_cues.min(1) * 8 + reference * 4 + u32::from(has_cooccurrence) * 2 + u32::from(compared),
        );
        let next = annotated.word(index + 1).as_bytes();
        let next_ending = if annotated.facts(index + 1).tier() > 0 {
            hash(&next[next.len().saturating_sub(1)..])
        } else {
            0
        };
        let is_own = (1..=5).any(|ahead| {
            matches!(
                annotated.word(index + ahead),
                "i" | "my" | "me" | "us" | "our" | "we" | "i'm"
            )
        });
        features.add(128 + bible * 2 + is_known, next_ending);
        features.add(
            256 + bible * 2 + is_known,
            u32::from(is_own) * 4 + u32::from(annotated.tokens.list[index].opens_sentence) * 2 + u32::from(index == 0),
        );
        features.add(
            bible,
            64 + u32::from(self.biblical.len() > 2) * 2 + u32::from(self.introduced.contains(word)),
        );
    }

    /// The number of nearby words that co-occur with this name in the Bible, at most three.
    fn bible_cooccurrences(&self, index: usize) -> u32 {
        let annotated = self.annotated;
        let Some(cooccurrence) = annotated.dictionaries.cooccurrence.get(annotated.word(index)) else {
            return 0;
        };
        let cooccurs = |at: usize| annotated.is_word(at) && cooccurrence.contains(stem(annotated.word(at)));
        let is_pair = |one: usize, other: usize| {
            annotated.word(one) == "and" && cooccurs(other) && annotated.facts(other).is_biblical()
        };
        if is_pair(index + 1, index + 2) || index >= 2 && is_pair(index - 1, index - 2) {
            return 3;
        }
        let near = (index.saturating_sub(10)..index).chain(index + 1..index + 16);
        let cooccurring = near.filter(|&at| cooccurs(at)).take(3).count();
        u32::try_from(cooccurring).unwrap_or(3)
    }

    /// Adds suffixes and the length of the word.
    fn extract_suffixes(&self, index: usize, shape: u32, rarity: u32, features: &mut BucketWriter<'_>) {
        let letters = self.annotated.word(index).as_bytes();
        let two = letters.len().saturating_sub(2);
        let three = letters.len().saturating_sub(3);
        features.add(hash(&letters[two..]), rarity);
        features.add(hash(&letters[three..]), rarity);
        features.add(u32::try_from(letters.len().min(4)).unwrap_or(4), shape * 4 + rarity);
        features.add(u32::from(self.annotated.word(index).contains(['-', '\''])), shape);
    }

    /// The distance to an organisation's last word on the right, within a run of capitalised words; 0 if there is none.
    fn distance_to_suffix(&self, index: usize) -> u32 {
        (1..4_u32)
            .find(|&distance| self.annotated.facts(index + distance as usize).ends_organisation())
            .filter(|&distance| {
                (1..=distance as usize).all(|step| self.annotated.is_capital(index + step) || self.annotated.is_lower)
            })
            .unwrap_or(0)
    }

    fn shape(&self, index: usize) -> u32 {
        let annotated = self.annotated;
        match annotated.shape(index) {
            Shape::Lower if annotated.is_lower => 0,
            Shape::Lower => 1,
            Shape::Capital | Shape::Shout if annotated.is_shouted => 2,
            Shape::Shout => 3,
            Shape::Capital if annotated.tokens.list[index].opens_sentence => 4,
            Shape::Capital => 5,
            Shape::Number | Shape::Mark => 6,
        }
    }
}

/// Whether a word with these facts introduces a person.
pub(super) fn introduces(facts: Facts) -> bool {
    facts.any(Facts::KINSHIP.union(Facts::TITLE).union(Facts::NAMING))
}

struct BucketWriter<'a> {
    template: u32,
    buckets: &'a mut Vec<u32>,
}

impl BucketWriter<'_> {
    fn add(&mut self, first: u32, second: u32) {
        self.template += 1;
        let mut mixed = u64::from(self.template) << 52 ^ u64::from(first) << 20 ^ u64::from(second);
        mixed = (mixed ^ (mixed >> 31)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        self.buckets.push(((mixed >> 32) % BUCKETS as u64) as u32);
    }
}
