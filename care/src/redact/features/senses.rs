//! Word-sense disambiguation of names that are also virtues or people of the Bible.
//!
//! It looks at the predicate, at comparisons, and at words that indicate a living person.
//! Invariant: a bounded window around the name.

use super::super::annotated_text::AnnotatedText;
use super::super::dictionaries::facts::Facts;
use super::super::patterns::is_number_word;
use super::super::tokens::Shape;

/// The window before and after a name, in words.
const BEFORE: usize = 10;
const BEHIND: usize = 14;

/// What the window around a name says about its sense.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent observation")]
pub(in super::super) struct Sense {
    /// What the sentence says about it.
    pub predicate: Predicate,
    /// Whether it is the subject of a question about nobody else: *what would Esther do?*
    pub is_asked_about: bool,
    /// Whether *she* or *he* follows in the sentence.
    pub is_personal: bool,
    /// Whether the sentence is general: *you*, *nobody*, *when*.
    pub is_general: bool,
    /// Whether the sentence mentions the writer.
    pub has_writer: bool,
    /// Whether the next sentence begins with the writer and this one does not mention them: *Jonah ran. I ran too.*
    pub is_contrasted: bool,
}

/// The predicate after a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Predicate {
    /// *Faith is what …*, *Mercy is when …*
    Definition,
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
    pub fn of(annotated: &AnnotatedText<'_>, index: usize) -> Self {
        let mut sense = Self {
            predicate: predicate(annotated, behind_insertion(annotated, index + 1)),
            is_asked_about: is_asked_about(annotated, index),
            is_personal: false,
            is_general: false,
            has_writer: false,
            is_contrasted: false,
        };
        let here = annotated.sentence.get(index);
        for at in index.saturating_sub(BEFORE)..annotated.len().min(index + 1 + BEHIND) {
            let is_here = annotated.sentence.get(at) == here;
            let word = annotated.word(at);
            if at > index && !is_here && !sense.has_writer {
                sense.is_contrasted |= is_writer(word) && annotated.tokens.list[at].opens_sentence;
            }
            sense.has_writer |= is_here && is_writer(word);
            sense.is_personal |= is_here && at > index && is_somebody(word);
            sense.is_general |= is_here && at > index && is_anybody(word);
        }
        sense
    }

    /// Whether the virtue is meant: *Grace is getting up when nobody made you*, *Hope is not a plan*, *Faith is what
    /// you do in the dark*.
    pub fn is_of_virtue(self) -> bool {
        use Predicate::{Definition, DeniedThing};
        if matches!(self.predicate, Definition | DeniedThing) {
            !self.is_personal || self.is_general
        } else {
            self.is_general && self.is_of_another_virtue()
        }
    }

    /// What people say of it is a proverb: *my grandmother used to say Patience is bitter*.
    pub fn is_of_proverb(self, annotated: &AnnotatedText<'_>, index: usize) -> bool {
        let is_said = index > 0
            && matches!(
                annotated.word(index - 1),
                "say" | "says" | "saying" | "that" | "said" | ":" | "," | "\"" | "“" | "'" | "‘"
            )
            && (1..4).any(|back| {
                index >= back && matches!(annotated.word(index - back), "say" | "says" | "saying" | "said")
            });
        is_said && annotated.word(index + 1) == "is" && !self.is_personal && self.predicate != Predicate::Aged
    }

    /// A weaker condition, for texts that mention another virtue: *Hope is setting the alarm*.
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
    ) || word.strip_prefix("who") == Some("ever")
}

/// Where the sentence continues after an insertion: *Grace, I was told, is what you get*.
fn behind_insertion(annotated: &AnnotatedText<'_>, at: usize) -> usize {
    let end = (at + 2..at + 7).find(|&end| annotated.tokens.is_mark(end, ","));
    match end {
        Some(end) if annotated.tokens.is_mark(at, ",") && matches!(annotated.word(end + 1), "is" | "was" | "means") => {
            end + 1
        }
        _ => at,
    }
}

fn predicate(annotated: &AnnotatedText<'_>, verb: usize) -> Predicate {
    let word = annotated.word(verb);
    let is_denied = matches!(word, "isn't" | "isnt" | "wasn't" | "wasnt");
    if !is_denied && !matches!(word, "is" | "was" | "means" | "meant") {
        return Predicate::Other;
    }
    let is_not = matches!(annotated.word(verb + 1), "not" | "never");
    let at = verb + 1 + usize::from(is_not);
    match annotated.word(at) {
        "what" | "when" | "how" | "like" | "where" | "why" => Predicate::Definition,
        "a" | "an" | "the" if is_role(annotated, at + 1) => Predicate::Other,
        "a" | "an" | "the" if is_denied || is_not => Predicate::DeniedThing,
        "a" | "an" | "the" => Predicate::Thing,
        word if word.len() > 4 && word.ends_with("ing") => Predicate::Doing,
        word if annotated.shape(at) == Shape::Number || is_number_word(word) => Predicate::Aged,
        _ => Predicate::Other,
    }
}

/// Whether the noun is a kinship word, a title or an agent noun: *a nurse*, *the better driver*.
fn is_role(annotated: &AnnotatedText<'_>, noun: usize) -> bool {
    (noun..noun + 2).any(|at| {
        let word = annotated.word(at);
        let has_ending = ["er", "or", "ar", "ist", "ian", "ant", "man", "ess"]
            .iter()
            .any(|ending| word.len() > 4 && word.ends_with(ending));
        annotated.facts(at).any(Facts::KINSHIP.union(Facts::TITLE)) || has_ending
    })
}

/// *What would Esther do*, *where was Noah*: a question whose clause mentions nobody else.
fn is_asked_about(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let is_asked = index > 1
        && matches!(
            annotated.word(index - 1),
            "would" | "did" | "was" | "does" | "could" | "had"
        )
        && matches!(
            annotated.word(index - 2),
            "what" | "where" | "why" | "how" | "who" | "when"
        );
    let mut clause = (index + 1..annotated.len().min(index + 1 + BEHIND)).take_while(|&at| annotated.is_word(at));
    is_asked
        && !clause.any(|at| {
            is_writer(annotated.word(at)) || is_somebody(annotated.word(at)) || is_anybody(annotated.word(at))
        })
}

/// *Ruth from the book*, *Daniel in the story*, but not *Ruth from the book club*.
pub(super) fn is_out_of_a_book(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let is_book = |at: usize| {
        matches!(
            annotated.word(at),
            "book" | "bible" | "story" | "scripture" | "scriptures" | "gospel" | "gospels" | "psalms"
        ) && !matches!(
            annotated.word(at + 1),
            "club" | "group" | "shop" | "stall" | "class" | "circle"
        )
    };
    annotated.facts(index).is_biblical()
        && matches!(annotated.word(index + 1), "from" | "in" | "out")
        && matches!(annotated.word(index + 2), "the" | "our" | "that" | "of")
        && (index + 3..index + 5).any(is_book)
}

/// *I was Lazarus*, *we were Martha and Mary*: the writer compares themselves to a person of the Bible. Only in the
/// past tense, as *I am Thomas* is a name.
pub(super) fn is_self_comparison(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let is_comparison = |at: usize| {
        at > 1
            && matches!(annotated.word(at - 1), "was" | "were" | "became" | "be" | "been")
            && (matches!(
                annotated.word(at - 2),
                "i" | "we" | "you" | "i'd" | "had" | "have" | "i've"
            ) || matches!(annotated.word(at - 2), "to" | "could" | "would" | "must")
                && annotated.word(at - 1) == "be")
    };
    let is_renamed = index > 1 && annotated.word(index - 1) == "became" && annotated.facts(index - 2).is_biblical();
    let is_pair = index > 2
        && matches!(annotated.word(index - 1), "and" | "or")
        && annotated.facts(index - 2).is_biblical()
        && is_comparison(index - 2);
    annotated.facts(index).is_biblical()
        && !annotated.tokens.is_possessive(index)
        && !matches!(annotated.word(index + 1), "to" | "when")
        && (is_comparison(index) || is_pair || is_renamed)
}
