//! What a writer wishes of the answer itself: only a verse, nothing that converts, a prayer.
//!
//! Invariant: only what is asked in so many words. A person who tells of lost faith has not asked to be spared it.

use std::sync::LazyLock;

use regex::Regex;

use super::compile;

/// What a text asks of the answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Wishes {
    /// A verse and no letter.
    pub only_passage: bool,
    /// Not to be preached to or converted.
    pub without_faith: bool,
    /// A prayer.
    pub prayer: bool,
}

/// The patterns of a language.
pub(super) struct Patterns {
    pub verse: Regex,
    pub only: Regex,
    pub no_talk: Regex,
    pub without_faith: Regex,
    pub prayer: Regex,
}

pub(super) static ENGLISH: LazyLock<Patterns> = LazyLock::new(|| {
    let verse = "(?:bible )?(?:verses?|scriptures?|passages?|psalms?|bible reading)";
    let no = "(?:no|not|don't (?:need|want|give me)|dont (?:need|want|give me)|do not (?:need|want|give me)|skip|spare me|without)";
    Patterns {
        verse: compile(&format!(r"\b(?:a|one|some|any|the) (?:\w+ )?{verse}\b")),
        only: compile(&format!(
            r"\b(?:just|only) (?:(?:need|want|give me|send me|show me|tell me|looking for|asking for|after) )?(?:(?:the|a|one|some|that|good) )*{verse}\b"
        )),
        no_talk: compile(&format!(
            r"\b{no} (?:(?:a|the|any|another|your|up for|in the mood for) )*(?:talk|talks|talking|lecture|lectures|sermon|sermons|letter|letters|advice|pep talk|speech|speeches|preaching|explanation|commentary)\b"
        )),
        without_faith: compile(
            r"\b(?:i am|i'm|im|we are|we're) (?:really |so |very )?not (?:really |very |at all |even |a )*(?:religious|spiritual|believers?|christian)\b|^not (?:really |very |even )?(?:religious|spiritual|a believer)\b|\b(?:i am|i'm|im) (?:an? )?(?:lifelong |old |convinced )?(?:atheist|agnostic)\b|(?:^|[.!?,;:] ?|\b(?:please|pls|and|but|just) )(?:don't|dont|do not) (?:try to |try and |even try to )?(?:convert|preach (?:at|to))\b|\bwithout (?:the )?(?:preaching|god stuff|religion|religious stuff)\b|\bno (?:god|jesus|religious|church|bible) (?:stuff|talk|language)\b|\bnot (?:here|looking|asking) to be (?:converted|saved|preached at)\b|\b(?:muslim|hindu|sikh|buddhist|jewish|pagan|atheist)\b[^.!?]{0,40}[,.] ?(?:i )?(?:hope|can i|may i|is it (?:ok|okay|alright)|is this|am i allowed|not sure if this)\b|\b(?:can|may) (?:i|a (?:muslim|hindu|sikh|buddhist|jew|atheist)) (?:also |still |even )?(?:write|post) (?:here|in here|on here|this here)\b",
        ),
        prayer: compile(
            r"\b(?:(?:can|could|would|will) (?:you|u|ya|someone|somebody|anyone|anybody) (?:please |pls |plz )?(?:pray|say a prayer)|(?:please|pls|plz) (?:pray|say a prayer)|(?:say|need|send|want) (?:a|some|your|ur) (?:little |short )?prayers?|a prayer (?:for|please|pls)|i need (?:a )?prayers?|prayers (?:please|pls|needed|appreciated))\b|(?:^|[.!?,;:] ?)pray(?:ers?)? (?:for|with|over) (?:me|us|him|her|them|my|our)\b|^pray(?:er|ers)?[ .!🙏]*$",
        ),
    }
});

/// What a text asks of the answer.
pub(super) fn wishes(patterns: &Patterns, plain: &str) -> Wishes {
    let wants_verse =
        patterns.only.is_match(plain) || patterns.verse.is_match(plain) && patterns.no_talk.is_match(plain);
    Wishes {
        only_passage: wants_verse,
        without_faith: patterns.without_faith.is_match(plain),
        prayer: patterns.prayer.is_match(plain),
    }
}
