//! In which sense a name stands that the Bible or everyday speech also has: what it is said to be, whom it is likened
//! to, and whether the words around tell of a living person.
//!
//! Invariant: so many words around a name are looked at, and no more.

use super::super::dictionaries::facts::Facts;
use super::super::patterns::is_number_word;
use super::super::reading::Reading;
use super::super::tokens::Shape;

/// So many words before and behind a name tell in which sense it stands.
const BEFORE: usize = 10;
const BEHIND: usize = 14;

/// What the words around tell of the sense of one name.
#[derive(Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a thing of its own that a sentence may tell"
)]
pub(in super::super) struct Sense {
    /// What is said of it.
    pub predicate: Predicate,
    /// Whether it is asked about, and nobody else in the same breath: *what would Esther do?*
    pub is_asked_about: bool,
    /// Whether *she* or *he* follows in the sentence.
    pub is_personal: bool,
    /// Whether anybody at all is meant: *you*, *nobody*, *when*.
    pub is_general: bool,
    /// Whether the writer stands in the sentence.
    pub has_writer: bool,
    /// Whether a sentence without the writer is followed by one that begins with them: *Jonah ran. I ran too.*
    pub is_contrasted: bool,
}

/// What is said of a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Predicate {
    /// *Faith is what …*, *Mercy is when …*
    Meaning,
    /// *Hope is a thing*
    Thing,
    /// *Hope is not a plan*
    DeniedThing,
    /// *Grace is getting …*
    Doing,
    /// *Elijah is nine*
    Aged,
    /// Anything else, or nothing.
    Other,
}

impl Sense {
    /// The sense of the word at `index`.
    pub fn of(reading: &Reading<'_>, index: usize) -> Self {
        let mut sense = Self {
            predicate: predicate(reading, behind_insertion(reading, index + 1)),
            is_asked_about: is_asked_about(reading, index),
            is_personal: false,
            is_general: false,
            has_writer: false,
            is_contrasted: false,
        };
        let here = reading.sentence.get(index);
        for at in index.saturating_sub(BEFORE)..reading.len().min(index + 1 + BEHIND) {
            let is_here = reading.sentence.get(at) == here;
            let word = reading.word(at);
            if at > index && !is_here && !sense.has_writer {
                sense.is_contrasted |= is_writer(word) && reading.tokens.list[at].opens_sentence;
            }
            sense.has_writer |= is_here && is_writer(word);
            sense.is_personal |= is_here && at > index && is_somebody(word);
            sense.is_general |= is_here && at > index && is_anybody(word);
        }
        sense
    }

    /// *Grace is getting up when nobody made you*, *Hope is not a plan*, *Faith is what you do in the dark*: the virtue
    /// is told of, and nobody of that name.
    pub fn is_of_virtue(self) -> bool {
        use Predicate::{DeniedThing, Meaning};
        if matches!(self.predicate, Meaning | DeniedThing) {
            !self.is_personal || self.is_general
        } else {
            self.is_general && self.is_of_another_virtue()
        }
    }

    /// The same, more easily believed where another virtue is told of: *Hope is setting the alarm*.
    pub fn is_of_another_virtue(self) -> bool {
        matches!(self.predicate, Predicate::Thing | Predicate::Doing) && !self.is_personal && !self.has_writer
    }
}

fn is_writer(word: &str) -> bool {
    matches!(
        word,
        "i" | "i'm" | "im" | "i'd" | "i've" | "i'll" | "my" | "mine" | "me" | "we" | "we're" | "our" | "ours" | "us"
    )
}

fn is_somebody(word: &str) -> bool {
    matches!(
        word,
        "she" | "she's" | "her" | "hers" | "herself" | "he" | "he's" | "his" | "him" | "himself" | "who"
    )
}

fn is_anybody(word: &str) -> bool {
    matches!(
        word,
        "you"
            | "your"
            | "yours"
            | "nobody"
            | "somebody"
            | "someone"
            | "anyone"
            | "anybody"
            | "everyone"
            | "everybody"
            | "people"
            | "when"
            | "whoever"
    )
}

/// Where the sentence goes on behind an insertion: *Grace, I was told, is what you get*.
fn behind_insertion(reading: &Reading<'_>, at: usize) -> usize {
    let end = (at + 2..at + 7).find(|&end| reading.tokens.is_mark(end, ","));
    match end {
        Some(end) if reading.tokens.is_mark(at, ",") && matches!(reading.word(end + 1), "is" | "was" | "means") => {
            end + 1
        }
        _ => at,
    }
}

fn predicate(reading: &Reading<'_>, verb: usize) -> Predicate {
    let word = reading.word(verb);
    let is_denied = matches!(word, "isn't" | "isnt" | "wasn't" | "wasnt");
    if !is_denied && !matches!(word, "is" | "was" | "means" | "meant") {
        return Predicate::Other;
    }
    let is_not = matches!(reading.word(verb + 1), "not" | "never");
    let at = verb + 1 + usize::from(is_not);
    match reading.word(at) {
        "what" | "when" | "how" | "like" | "where" | "why" => Predicate::Meaning,
        "a" | "an" | "the" if is_role(reading, at + 1) => Predicate::Other,
        "a" | "an" | "the" if is_denied || is_not => Predicate::DeniedThing,
        "a" | "an" | "the" => Predicate::Thing,
        word if word.len() > 4 && word.ends_with("ing") => Predicate::Doing,
        word if reading.shape(at) == Shape::Number || is_number_word(word) => Predicate::Aged,
        _ => Predicate::Other,
    }
}

/// A relation, an office or a word with the ending of somebody who does something: *a nurse*, *the better driver*.
fn is_role(reading: &Reading<'_>, noun: usize) -> bool {
    (noun..noun + 2).any(|at| {
        let word = reading.word(at);
        let has_ending = ["er", "or", "ar", "ist", "ian", "ant", "man", "ess"]
            .iter()
            .any(|ending| word.len() > 4 && word.ends_with(ending));
        reading.facts(at).any(Facts::KINSHIP.and(Facts::TITLE)) || has_ending
    })
}

/// *What would Esther do*, *where was Noah*: asked in a clause where nobody else stands.
fn is_asked_about(reading: &Reading<'_>, index: usize) -> bool {
    let is_asked = index > 1
        && matches!(
            reading.word(index - 1),
            "would" | "did" | "was" | "does" | "could" | "had"
        )
        && matches!(
            reading.word(index - 2),
            "what" | "where" | "why" | "how" | "who" | "when"
        );
    let mut clause = (index + 1..reading.len().min(index + 1 + BEHIND)).take_while(|&at| reading.is_word(at));
    is_asked
        && !clause
            .any(|at| is_writer(reading.word(at)) || is_somebody(reading.word(at)) || is_anybody(reading.word(at)))
}

/// *Ruth from the book*, *Daniel in the story*, but not *Ruth from the book club*.
pub(super) fn is_out_of_a_book(reading: &Reading<'_>, index: usize) -> bool {
    let is_book = |at: usize| {
        matches!(
            reading.word(at),
            "book" | "bible" | "story" | "scripture" | "scriptures" | "gospel" | "gospels" | "psalms"
        ) && !matches!(
            reading.word(at + 1),
            "club" | "group" | "shop" | "stall" | "class" | "circle"
        )
    };
    reading.facts(index).is_biblical()
        && matches!(reading.word(index + 1), "from" | "in" | "out")
        && matches!(reading.word(index + 2), "the" | "our" | "that" | "of")
        && (index + 3..index + 5).any(is_book)
}

/// *I was Lazarus*, *we were Martha and Mary*: the writer likens themselves to somebody in the Bible. Only said of the
/// past: *I am Thomas* gives a name.
pub(super) fn is_self_likened(reading: &Reading<'_>, index: usize) -> bool {
    let is_likened = |at: usize| {
        at > 1
            && matches!(reading.word(at - 1), "was" | "were" | "became" | "be" | "been")
            && (matches!(
                reading.word(at - 2),
                "i" | "we" | "you" | "i'd" | "had" | "have" | "i've"
            ) || matches!(reading.word(at - 2), "to" | "could" | "would" | "must") && reading.word(at - 1) == "be")
    };
    let is_renamed = index > 1 && reading.word(index - 1) == "became" && reading.facts(index - 2).is_biblical();
    let is_pair = index > 2
        && matches!(reading.word(index - 1), "and" | "or")
        && reading.facts(index - 2).is_biblical()
        && is_likened(index - 2);
    reading.facts(index).is_biblical()
        && !reading.tokens.is_possessive(index)
        && !matches!(reading.word(index + 1), "to" | "when")
        && (is_likened(index) || is_pair || is_renamed)
}
