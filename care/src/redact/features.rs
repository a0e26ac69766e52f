//! What the tagger sees of a word: its dictionary facts, its shape and its surroundings, each as a bucket number.
//! Words are seen by class; only the commonest are seen as themselves, so that what is learned carries over to other names.

use std::collections::HashSet;

use super::dictionaries::companions::stem;
use super::dictionaries::facts::Facts;
use super::reading::Reading;
use super::tokens::Shape;

mod candidates;
mod classes;
mod pets;
mod senses;

use candidates::is_divine;
use classes::{bible, class_of, hash, identity_of, lists, rarity};
use pets::is_pet;
pub(super) use senses::Sense;

/// How many buckets the weights have.
pub(super) const BUCKETS: usize = 1 << 15;

/// What the tagger calls a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Tag {
    Nothing = 0,
    Person = 1,
    Location = 2,
    Org = 3,
}

impl Tag {
    pub(super) const ALL: [Self; 4] = [Self::Nothing, Self::Person, Self::Location, Self::Org];
}

/// The surroundings of every token, computed once per text.
pub(super) struct Surroundings<'a, 'b> {
    pub reading: &'a Reading<'b>,
    class: Vec<u8>,
    identity: Vec<u32>,
    /// Words which somewhere in the text follow a title, a relation or "named".
    introduced: HashSet<&'a str>,
    biblical: HashSet<&'a str>,
    /// Whether the text somewhere tells of a virtue in general, which could also be a name.
    virtues_told_of: bool,
    /// Names of animals.
    pets: HashSet<&'a str>,
}

impl<'a, 'b> Surroundings<'a, 'b> {
    pub fn of(reading: &'a Reading<'b>) -> Self {
        let class: Vec<u8> = (0..reading.len()).map(|index| class_of(reading, index)).collect();
        let identity = (0..reading.len())
            .map(|index| identity_of(reading, index, class[index]))
            .collect();
        let mut introduced = HashSet::new();
        let mut biblical = HashSet::new();
        let mut pets = HashSet::new();
        let mut virtues_told_of = false;
        for index in 0..reading.len() {
            let facts = reading.facts(index);
            if facts.is_biblical() || facts.any(Facts::BIBLE_CUE) {
                biblical.insert(reading.word(index));
            }
            virtues_told_of |= facts.any(Facts::ABSTRACT) && Sense::of(reading, index).is_of_virtue();
            if is_pet(reading, index) {
                pets.insert(reading.word(index));
            }
            if index > 0 && reading.is_word(index) && !facts.is_common() && introduces(reading.facts(index - 1)) {
                introduced.insert(reading.word(index));
            }
        }
        Self {
            reading,
            class,
            identity,
            introduced,
            biblical,
            virtues_told_of,
            pets,
        }
    }

    /// Whether the word somewhere in the text follows a title, a relation or "named".
    pub fn is_introduced(&self, index: usize) -> bool {
        self.introduced.contains(self.reading.word(index))
    }

    /// Whether the words around a name speak of the Bible in any way.
    pub fn speaks_of_the_bible(&self, index: usize) -> bool {
        self.has_bible_cue(index) || self.told_in_the_bible(index) > 2
    }

    /// Whether the sentence holds a word, other than this, or a reference that shows that the Bible is spoken of.
    fn has_bible_cue(&self, index: usize) -> bool {
        let sentence = self.reading.sentence_of(index);
        let own_cue = u8::from(self.reading.facts(index).any(Facts::BIBLE_CUE));
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

    /// Fills `buckets` with what is seen of one word, given how the word before it was tagged.
    pub fn see(&self, index: usize, before: Tag, buckets: &mut Vec<u32>) {
        let reading = self.reading;
        let mut see = Seen { template: 0, buckets };
        let facts = reading.facts(index);
        let (shape, lists, rarity, bible) = (self.shape(index), lists(facts), rarity(facts), bible(facts));
        let (previous, second) = (index.checked_sub(1), index.checked_sub(2));
        let (next, after) = (Some(index + 1), Some(index + 2));
        let word = shape * 64 + lists * 4 + rarity;
        let (class_before, class_after) = (self.class(previous), self.class(next));
        let tag = before as u32;
        let special = u32::from(facts.any(Facts::VIRTUE)) * 2 + u32::from(facts.any(Facts::KEPT));
        let touches = previous.is_some() && reading.tokens.list[index].follows_closely;
        see.one(0, 0);
        see.one(word, bible * 4 + special);
        see.one(word, 0);
        see.one(shape * 4 + rarity, 0);
        see.one(lists * 4 + rarity, special);
        see.one(shape, bible * 4 + special);
        see.one(class_before, shape);
        see.one(class_before, lists * 4 + rarity);
        see.one(class_before, word);
        see.one(class_before, bible * 4 + special);
        see.one(class_after, shape);
        see.one(class_after, lists * 4 + rarity);
        see.one(class_after, bible * 4 + special);
        see.one(self.identity(previous), 0);
        see.one(self.identity(previous), shape);
        see.one(self.identity(next), shape);
        see.one(self.identity(next), u32::from(facts.is_name()));
        see.one(self.class(second) * 64 + class_before, 0);
        see.one(self.class(second) * 64 + class_before, shape);
        see.one(self.identity(second), self.identity(previous));
        see.one(class_after * 64 + self.class(after), shape);
        see.one(class_after * 64 + self.class(after), self.class(Some(index + 3)));
        see.one(class_before * 64 + self.class(second), self.class(index.checked_sub(3)));
        see.one(class_before * 64 + class_after, 0);
        see.one(class_before * 64 + class_after, bible);
        see.one(tag, word);
        see.one(tag, shape * 64 + class_before);
        see.one(tag, lists * 64 + class_after);
        see.one(u32::from(reading.tokens.is_possessive(index)), lists * 8 + shape);
        see.one(u32::from(touches), shape * 8 + tag);
        self.see_frame(index, bible, lists, &mut see);
        self.see_letters(index, shape, rarity, &mut see);
        see.one(u32::from(reading.place_words[index]), shape);
        see.one(self.distance_to_suffix(index), shape);
        see.one(
            u32::from(self.introduced.contains(reading.word(index))),
            lists * 8 + bible,
        );
        let is_possessive_before = previous.is_some_and(|at| reading.tokens.is_possessive(at));
        see.one(u32::from(is_possessive_before), shape * 8 + tag);
        see.one(u32::from(reading.tokens.is_possessive(index)), class_after * 8 + shape);
        let has_accent = reading.tokens.list[index].end - reading.tokens.list[index].start != reading.word(index).len();
        see.one(u32::from(has_accent), shape * 8 + bible);
        self.see_sense(index, bible, &mut see);
    }

    /// In which sense a word stands which is a name, and also a virtue or somebody in the Bible.
    fn see_sense(&self, index: usize, bible: u32, see: &mut Seen<'_>) {
        let facts = self.reading.facts(index);
        let kind = if facts.any(Facts::VIRTUE) { 5 } else { bible };
        if kind == 0 {
            return;
        }
        let sense = Sense::of(self.reading, index);
        let told = self.told_in_the_bible(index);
        let (personal, general) = (u32::from(sense.is_personal), u32::from(sense.is_general));
        let (contrasted, writer) = (u32::from(sense.is_contrasted), u32::from(sense.has_writer));
        let opens = u32::from(self.reading.tokens.list[index].opens_sentence);
        see.one(kind * 64 + contrasted * 4 + personal * 2 + opens, told);
        see.one(kind * 64 + writer * 8 + general * 4 + personal * 2 + opens, contrasted);
    }

    /// Whether the sentence speaks of the Bible or of one's own life.
    fn see_frame(&self, index: usize, bible: u32, lists: u32, see: &mut Seen<'_>) {
        let reading = self.reading;
        let sentence = reading.sentence_of(index);
        let own_cue = u8::from(reading.facts(index).any(Facts::BIBLE_CUE));
        let bible_cues = u32::from(sentence.bible_cues.saturating_sub(own_cue).min(3));
        let life_cues = u32::from(sentence.life_cues.min(3));
        let reference = u32::from(sentence.has_reference);
        let word = reading.word(index);
        let told = self.told_in_the_bible(index);
        let companion = told > 0;
        see.one(
            bible,
            512 + told * 4 + u32::from(introduces(reading.facts(index.wrapping_sub(1)))),
        );
        let is_near_god = (1..=3).any(|step| {
            index >= step && is_divine(reading.word(index - step)) || is_divine(reading.word(index + step))
        });
        see.one(bible, 2048 + u32::from(is_near_god) * 4 + told);
        see.one(bible, 1024 + told * 16 + life_cues * 4 + reference);
        let compared = (1..=3).any(|back| index >= back && reading.facts(index - back).any(Facts::BIBLE_BEFORE));
        let is_known = u32::from(lists & 3 != 0);
        see.one(bible * 2 + is_known, bible_cues * 4 + life_cues);
        see.one(bible * 2 + is_known, reference * 2 + u32::from(companion));
        see.one(bible * 2 + is_known, 16 + u32::from(compared));
        see.one(
            bible,
            32 + bible_cues.min(1) * 8 + reference * 4 + u32::from(companion) * 2 + u32::from(compared),
        );
        let next = reading.word(index + 1).as_bytes();
        let next_ending = if reading.facts(index + 1).tier() > 0 {
            hash(&next[next.len().saturating_sub(1)..])
        } else {
            0
        };
        let is_own = (1..=5).any(|ahead| {
            matches!(
                reading.word(index + ahead),
                "i" | "my" | "me" | "us" | "our" | "we" | "i'm"
            )
        });
        see.one(128 + bible * 2 + is_known, next_ending);
        see.one(
            256 + bible * 2 + is_known,
            u32::from(is_own) * 4 + u32::from(reading.tokens.list[index].opens_sentence) * 2 + u32::from(index == 0),
        );
        see.one(
            bible,
            64 + u32::from(self.biblical.len() > 2) * 2 + u32::from(self.introduced.contains(word)),
        );
    }

    /// How many of the words around, up to three, the Bible uses of this person.
    fn told_in_the_bible(&self, index: usize) -> u32 {
        let reading = self.reading;
        let Some(companions) = reading.dictionaries.companions.get(reading.word(index)) else {
            return 0;
        };
        let is_told = |at: usize| reading.is_word(at) && companions.contains(stem(reading.word(at)));
        let is_pair = |one: usize, other: usize| {
            reading.word(one) == "and" && is_told(other) && reading.facts(other).is_biblical()
        };
        if is_pair(index + 1, index + 2) || index >= 2 && is_pair(index - 1, index - 2) {
            return 3;
        }
        let near = (index.saturating_sub(10)..index).chain(index + 1..index + 16);
        let told = near.filter(|&at| is_told(at)).take(3).count();
        u32::try_from(told).unwrap_or(3)
    }

    /// Beginnings and endings that names of people and places have.
    fn see_letters(&self, index: usize, shape: u32, rarity: u32, see: &mut Seen<'_>) {
        let letters = self.reading.word(index).as_bytes();
        let two = letters.len().saturating_sub(2);
        let three = letters.len().saturating_sub(3);
        see.one(hash(&letters[two..]), rarity);
        see.one(hash(&letters[three..]), rarity);
        see.one(u32::try_from(letters.len().min(4)).unwrap_or(4), shape * 4 + rarity);
        see.one(u32::from(self.reading.word(index).contains(['-', '\''])), shape);
    }

    /// How far to the right, within an unbroken run of capitals, an organisation's last word stands.
    fn distance_to_suffix(&self, index: usize) -> u32 {
        (1..4_u32)
            .find(|&distance| self.reading.facts(index + distance as usize).ends_organisation())
            .filter(|&distance| {
                (1..=distance as usize).all(|step| self.reading.is_capital(index + step) || self.reading.is_lower)
            })
            .unwrap_or(0)
    }

    fn shape(&self, index: usize) -> u32 {
        let reading = self.reading;
        match reading.shape(index) {
            Shape::Lower if reading.is_lower => 0,
            Shape::Lower => 1,
            Shape::Capital | Shape::Shout if reading.is_shouted => 2,
            Shape::Shout => 3,
            Shape::Capital if reading.tokens.list[index].opens_sentence => 4,
            Shape::Capital => 5,
            Shape::Number | Shape::Mark => 6,
        }
    }
}

/// Whether what follows such a word is introduced as a person.
pub(super) fn introduces(facts: Facts) -> bool {
    facts.any(Facts::KINSHIP.and(Facts::TITLE).and(Facts::NAMING))
}

struct Seen<'a> {
    template: u32,
    buckets: &'a mut Vec<u32>,
}

impl Seen<'_> {
    fn one(&mut self, first: u32, second: u32) {
        self.template += 1;
        let mut mixed = u64::from(self.template) << 52 ^ u64::from(first) << 20 ^ u64::from(second);
        mixed = (mixed ^ (mixed >> 31)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        self.buckets.push(((mixed >> 32) % BUCKETS as u64) as u32);
    }
}
