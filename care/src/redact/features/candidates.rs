//! The candidate filter: which words can be part of a name. The tagger skips all others.

use super::super::annotated_text::AnnotatedText;
use super::super::dictionaries::facts::Facts;
use super::super::tokens::Shape;
use super::senses::{Predicate, Sense, is_out_of_a_book, is_self_comparison};
use super::{Context, introduces};

impl Context<'_, '_> {
    /// Whether the tagger classifies the word.
    pub fn is_candidate(&self, index: usize) -> bool {
        let annotated = self.annotated;
        // The cheap question that most words answer with no comes first.
        if !annotated.is_word(index) || !annotated.is_open(index) || !self.may_be_name(index) {
            return false;
        }
        if annotated.is_spanish(index) || self.pets.contains(annotated.word(index)) {
            return false;
        }
        let is_introduced = index > 0 && introduces(annotated.facts(index - 1));
        !self.is_everyday(index, is_introduced) && !self.is_holy(index, is_introduced) && !self.is_title_or_thing(index)
    }

    /// Kept words, emphasis in capitals, kinship and pronouns.
    fn is_everyday(&self, index: usize, is_introduced: bool) -> bool {
        let annotated = self.annotated;
        let facts = annotated.facts(index);
        let is_slang = annotated.shape(index) == Shape::Lower
            && annotated.word(index).len() < 5
            && (!is_introduced || annotated.word(index.saturating_sub(1)) == "fr");
        let is_kept = facts.any(Facts::KEPT) && !facts.any(Facts::VIRTUE) && (!facts.any(Facts::GIVEN) || is_slang);
        // An English word in all capitals is emphasis or an abbreviation.
        let is_all_capitals = annotated.shape(index) == Shape::Shout && !annotated.is_shouted;
        let is_emphasis = is_all_capitals && (facts.tier() != 0 || facts.any(Facts::KEPT)) && !facts.any(Facts::VIRTUE);
        // "Mam" and "Papa" are no names; "Auntie Nan" is.
        let is_relation = facts.any(Facts::KINSHIP) && !is_introduced;
        let is_function_word = facts.any(Facts::PRONOUN.union(Facts::DETERMINER));
        // Reverence writes "He" and "You"; as a surname such a word follows a name or a title.
        let follows_name = index > 0
            && (annotated.facts(index - 1).any(Facts::TITLE)
                || annotated.is_capital(index - 1) && annotated.facts(index - 1).is_name());
        is_kept
            || is_date(annotated, index)
            || is_verb(annotated, index)
            || is_misspelt_state(annotated, index)
            || annotated.word(index) == "job" && !is_introduced
            || is_emphasis
            || is_relation
            || is_function_word && !(annotated.has_telling_capital(index) && facts.is_name() && follows_name)
            || is_described(annotated, index)
    }

    /// People of the Bible who are meant as such, saints, and the names of God.
    fn is_holy(&self, index: usize, is_introduced: bool) -> bool {
        let annotated = self.annotated;
        let facts = annotated.facts(index);
        if matches!(annotated.word(index), "st" | "saint") || self.is_saint(index) {
            return true;
        }
        if is_introduced || self.has_surname_after(index) {
            return false;
        }
        let only_biblical =
            facts.any(Facts::BIBLE_NAME.union(Facts::BIBLE_SURE)) && !facts.is_name() && facts.place() == 0;
        let is_biblical_sense = facts.is_biblical() && self.is_in_bible_context(index);
        let is_virtue = facts.any(Facts::ABSTRACT) && !self.is_introduced(index) && self.is_virtue(index);
        // An accent, as in "Jesús", indicates a living person.
        let token = &annotated.tokens.list[index];
        let is_plainly_written = token.end - token.start == annotated.word(index).len();
        only_biblical
            || is_biblical_sense
            || is_virtue
            || is_self_comparison(annotated, index)
            || is_out_of_a_book(annotated, index)
            || is_addressed_by_god(annotated, index)
            || is_figure_of_speech(annotated, index)
            || self.is_beside_another(index)
            || is_of_mary(annotated, index)
            || is_divine(annotated.word(index)) && is_plainly_written
    }

    fn is_virtue(&self, index: usize) -> bool {
        let sense = Sense::of(self.annotated, index);
        sense.is_of_virtue()
            || sense.is_of_proverb(self.annotated, index)
            || self.has_virtue_sense && sense.is_of_another_virtue()
    }

    /// "Daniel in the lions' den": two co-occurring words are enough, unless the sentence is about the author's own
    /// life or gives an age.
    fn is_in_bible_context(&self, index: usize) -> bool {
        let cooccurring = self.bible_cooccurrences(index);
        if cooccurring < 2 {
            return false;
        }
        let sense = Sense::of(self.annotated, index);
        let opens = self.annotated.tokens.list[index].opens_sentence;
        let is_own_life = sense.has_writer && (sense.is_personal || opens) || self.is_introduced(index);
        let is_living = cooccurring == 2 && is_own_life && !self.has_bible_cue(index);
        !is_living && sense.predicate != Predicate::Aged
    }

    /// "the road between Bethany and Emmaus", "Ruth and Boaz": two of the Bible side by side, unless the text introduces
    /// a living one or the sentence is about the author's own life.
    fn is_beside_another(&self, index: usize) -> bool {
        let annotated = self.annotated;
        let facts = annotated.facts(index);
        let is_joint = |at: usize| {
            matches!(
                annotated.word(at),
                "and"
                    | "or"
                    | "to"
                    | ","
                    | "&"
                    | "nor"
                    | "had"
                    | "met"
                    | "loved"
                    | "followed"
                    | "left"
                    | "betrayed"
                    | "told"
                    | "with"
                    | "from"
            )
        };
        let other = if is_joint(index + 1) && annotated.facts(index + 2).is_biblical() {
            index + 2
        } else if index > 1 && is_joint(index - 1) && annotated.facts(index - 2).is_biblical() {
            index - 2
        } else {
            return false;
        };
        let others = annotated.facts(other);
        if !annotated.has_telling_capital(index.max(other)) || self.is_introduced(index) || self.is_introduced(other) {
            return false;
        }
        let are_places = facts.any(Facts::BIBLE_PLACE) && others.any(Facts::BIBLE_PLACE);
        let is_sure = facts.any(Facts::BIBLE_SURE) || others.any(Facts::BIBLE_SURE);
        let life_cues = annotated.sentence_of(index).life_cues;
        let first = index.min(other);
        let moved = (1..5).any(|back| first >= back && is_going(annotated.word(first - back)));
        are_places && !moved || !are_places && (is_sure && life_cues < 2 || self.has_bible_cue(index) && life_cues == 0)
    }

    /// "prayed to St Anthony", but not "in St Paul, Minnesota" nor "St. Xavier Hernandez".
    fn is_saint(&self, index: usize) -> bool {
        let annotated = self.annotated;
        let Some(before) = index.checked_sub(1) else {
            return false;
        };
        let saint = if annotated.word(before) == "." {
            before.saturating_sub(1)
        } else {
            before
        };
        // "My friend St. Clair" is no saint.
        if saint > 0 && introduces(annotated.facts(saint - 1)) {
            return false;
        }
        let is_titled = annotated.word(saint) == "st" || saint == before && annotated.word(saint) == "saint";
        let is_town = saint > 0 && annotated.facts(saint - 1).any(Facts::LOCATIVE) && annotated.word(saint - 1) != "to";
        is_titled && annotated.facts(index).is_name() && !is_town && !annotated.is_capital(index + 1)
    }

    /// Titles before a name, unnamed organisations, "a Lexus", "200 rand".
    fn is_title_or_thing(&self, index: usize) -> bool {
        let annotated = self.annotated;
        let facts = annotated.facts(index);
        let after = if annotated.tokens.is_mark(index + 1, ".") {
            index + 2
        } else {
            index + 1
        };
        let is_title = facts.any(Facts::TITLE)
            && (annotated.is_capital(after)
                || annotated.is_lower && annotated.facts(after).is_name() && !annotated.facts(after).is_english()
                || annotated.word(after).starts_with("[name"));
        let is_lower = annotated.shape(index) == Shape::Lower;
        let is_nameless_body = facts.ends_organisation() && is_lower && facts.is_common();
        let Some(before) = index.checked_sub(1) else {
            return is_title || is_nameless_body;
        };
        let is_thing = matches!(annotated.word(before), "a" | "an")
            && annotated.is_capital(index)
            && !annotated.is_capital(index + 1)
            && !facts.any(Facts::GIVEN);
        let is_counted = annotated.shape(before) == Shape::Number && is_lower && facts.is_english();
        is_title || is_nameless_body || is_thing || is_counted
    }

    fn may_be_name(&self, index: usize) -> bool {
        let annotated = self.annotated;
        let facts = annotated.facts(index);
        let is_capital = annotated.is_capital(index) && !annotated.is_shouted;
        annotated.has_telling_capital(index)
            || facts.is_name() && facts.tier() != 1
            || facts.any(Facts::VIRTUE.union(Facts::REGION).union(Facts::COUNTRY))
            || facts.place() >= 2 && facts.tier() == 0
            || facts.is_biblical()
            || !facts.is_english()
            || annotated.place_words[index] > 1
            || is_capital && annotated.has_telling_capital(index + 1) && !facts.is_common()
    }

    /// Whether a capitalised family name follows.
    fn has_surname_after(&self, index: usize) -> bool {
        let annotated = self.annotated;
        let next = annotated.facts(index + 1);
        annotated.has_telling_capital(index + 1)
            && !annotated.tokens.is_possessive(index)
            && next.any(Facts::SURNAME)
            && !next.is_english()
    }
}

/// "Blessed are those who mourn", "the christian shelter", "Bless Sister Agnes": a word of faith that is also a name.
fn is_described(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let facts = annotated.facts(index);
    let opens = annotated.tokens.list[index].opens_sentence;
    let is_word = facts.tier() != 0 || facts.any(Facts::BIBLE_WORD);
    let has_plural_verb = opens && is_word && matches!(annotated.word(index + 1), "are" | "be" | "art" | "were");
    let before = index.checked_sub(1).map(|at| annotated.facts(at)).unwrap_or_default();
    let is_adjective = facts.any(Facts::KEPT)
        && facts.any(Facts::VIRTUE)
        && annotated.shape(index) == Shape::Lower
        && before.any(Facts::DETERMINER)
        && annotated.shape(index + 1) == Shape::Lower
        && annotated.facts(index + 1).is_english();
    let is_blessing = opens
        && matches!(annotated.word(index), "bless" | "praise" | "thank")
        && annotated.is_capital(index + 1)
        && annotated.tokens.list[index + 1].follows_closely;
    has_plural_verb || is_adjective || is_blessing
}

/// What people do with places of today.
fn is_going(word: &str) -> bool {
    matches!(
        word,
        "moved"
            | "moving"
            | "live"
            | "lived"
            | "living"
            | "drove"
            | "drive"
            | "driving"
            | "flew"
            | "bus"
            | "train"
            | "fled"
            | "born"
            | "raised"
            | "grew"
    )
}

/// "our own Babylon", "I was no Daniel", "another Goliath": a likeness.
fn is_figure_of_speech(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let before = index.checked_sub(1).map_or("", |before| annotated.word(before));
    let sentence = annotated.sentence_of(index);
    let own_cue = u8::from(annotated.facts(index).any(Facts::BIBLE_CUE));
    let is_compared = matches!(before, "like" | "as" | "than") && sentence.bible_cues > own_cue;
    annotated.facts(index).is_biblical()
        && (is_compared
            || matches!(
                before,
                "own"
                    | "no"
                    | "another"
                    | "modern"
                    | "modern-day"
                    | "personal"
                    | "private"
                    | "regular"
                    | "proverbial"
                    | "every"
            ))
        && !annotated.is_capital(index + 1)
}

/// "Our Lady of Guadalupe" as she is prayed to. A church of that name is found as an organisation.
fn is_of_mary(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    index > 2
        && annotated.word(index - 1) == "of"
        && annotated.word(index - 2) == "lady"
        && annotated.word(index - 3) == "our"
}

/// "By August", "last April", "May was bad": a month or a weekday that is also a name.
fn is_date(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let facts = annotated.facts(index);
    let before = index.checked_sub(1).map_or("", |before| annotated.word(before));
    let follows_time = matches!(
        before,
        "in" | "by"
            | "until"
            | "till"
            | "since"
            | "last"
            | "next"
            | "this"
            | "early"
            | "late"
            | "every"
            | "each"
            | "mid"
    );
    let whose = annotated.facts(index + 2);
    let is_told_of = annotated.tokens.list[index].opens_sentence
        && matches!(annotated.word(index + 1), "is" | "was")
        && !whose.any(Facts::POSSESSIVE.union(Facts::DETERMINER))
        && whose.is_common();
    facts.any(Facts::KEPT) && facts.any(Facts::VIRTUE) && (follows_time || is_told_of)
}

/// "I was posessed": an unknown word in lower case that describes a state.
fn is_misspelt_state(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let Some(before) = index.checked_sub(1) else {
        return false;
    };
    let is_state = matches!(
        annotated.word(before),
        "was"
            | "is"
            | "am"
            | "i'm"
            | "im"
            | "are"
            | "were"
            | "be"
            | "been"
            | "being"
            | "so"
            | "very"
            | "too"
            | "really"
            | "felt"
            | "feel"
    );
    let names = before.checked_sub(1).is_some_and(|at| {
        annotated.facts(at).any(Facts::NAMING.union(Facts::KINSHIP)) || annotated.word(at).starts_with("name")
    });
    let is_unknown = annotated.facts(index) == Facts::default() && annotated.shape(index) == Shape::Lower;
    let is_me = matches!(annotated.word(before), "i'm" | "im" | "am" | "is");
    is_state && is_unknown && !names && !is_me && !matches!(annotated.word(index + 1), "who" | "that" | "and")
}

/// "God asked Adam", "the Lord called Samuel".
fn is_addressed_by_god(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let said = index.checked_sub(1).map_or("", |before| annotated.word(before));
    let is_said = matches!(
        said,
        "asked" | "told" | "called" | "chose" | "promised" | "showed" | "commanded" | "remembered" | "anointed"
    );
    is_said && index > 1 && is_divine(annotated.word(index - 2)) && annotated.facts(index).is_biblical()
}

/// "Will you", "Mark my words", "Rob me": a verb that is also a name, with its object.
fn is_verb(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let is_verb = matches!(
        annotated.word(index),
        "will" | "mark" | "grant" | "rob" | "sue" | "chase" | "bless" | "skip" | "bill" | "pat" | "frank"
    );
    let next = annotated.facts(index + 1);
    let concerns = next.any(Facts::DETERMINER.union(Facts::PRONOUN).union(Facts::POSSESSIVE))
        || matches!(
            annotated.word(index + 1),
            "anybody" | "anyone" | "somebody" | "someone" | "this" | "us"
        );
    is_verb
        && concerns
        && annotated.shape(index) != Shape::Shout
        && annotated.tokens.list[index].opens_sentence
        && !matches!(annotated.word(index + 1), "and" | "who")
}

/// Whether the word is a name of God.
pub(super) fn is_divine(word: &str) -> bool {
    matches!(
        word,
        "jesus" | "christ" | "god" | "lord" | "isa" | "allah" | "emmanuel" | "messiah"
    )
}
