//! Thanks and joy, and what others did to the writer.
//!
//! Invariant: thanks with any trouble beside it is no thanks, so that nobody in trouble is congratulated. Plain joy
//! outweighs a small word of trouble: *so excited that I can't sleep*.

use std::sync::LazyLock;

use regex::Regex;

use super::compile;

struct Patterns {
    /// Thanks that somebody else said, or that the writer repeats from them.
    of_others: Regex,
    /// Joy in the words of what one cannot do.
    at_its_height: Regex,
    thanks: Regex,
    trouble: Regex,
    joy: Regex,
    heavy_or_open: Regex,
    done_to_me: Regex,
}

/// Words of trouble that no joy outweighs.
const HEAVY: &str = r"but|afraid|scared|terrified|fear|died|dies|dying|death|dead|funeral|buried|lost|lose|losing|alone|lonely|sad|cry|crying|hurts?|hurting|pain|hate|worried|worry|anxious|anxiety|depress\w*|guilt\w*|asham\w*|miss(?:es|ed|ing)?|supposed|should|why|help|struggl\w*|wish|pray for|hits?|left|leaving|drunk|angry|empty|numb|sorry|relapsed|broke|broken|cheated|betray\w*|divorce\w*|suicid\w*|kill\w*|die|affair|lied|secret|drank|slipped|crav\w*|urges?|tempted|want a (?:drink|hit|smoke)";
/// Words that leave it open whether joy is still there.
const OPEN: &str = r"pregnant|used to|want to|were|was";
/// Words of trouble that plain joy outweighs.
const SMALL: &str = r"can't|cant|couldn't|couldnt|could not|cannot|can not|don't|dont|doesn't|doesnt|didn't|didnt|won't|wont|not|no|nobody|without|still|hard|sick|tired|never|how do|please|nothing";

static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| Patterns {
    of_others: compile(
        r"\b(?:(?:he|she|they|who|one|boy|girl|son|daughter|nurse|doctor|boss) (?:just |only )?(?:said|says|say|whispered|wrote|texted)(?: to me)?\W{1,3}(?:thanks|thank you)|thanks for having(?: me| us)?)\b",
    ),
    at_its_height: compile(
        r"\b(?:can'?t|cannot|couldn'?t) (?:stop (?:smiling|grinning)|be (?:happier|prouder|more (?:happy|proud|thankful|grateful)))\b",
    ),
    trouble: compile(&format!(r"\b(?:{HEAVY}|{SMALL})\b")),
    heavy_or_open: compile(&format!(r"\b(?:{HEAVY}|{OPEN})\b")),
    thanks: compile(
        r"\b(?:thank (?:you|u|god|the lord|jesus|him)|thanks|thankful|giving thanks|grateful|gratitude|praise (?:god|the lord|him|jesus|be)|praising god|glory to god|god is (?:so )?good|alhamdulillah|hallelujah|halleluja|so (?:very )?happy|overjoyed|over the moon|answered (?:my|our) prayers?|good news|(?:got|are|is|am) engaged|got the job|cancer[ -]free|all[ -]clear|(?:scan|test|result)s? (?:was|were|is|are|came back) (?:clear|negative|good|clean)|in remission|passed (?:my|the) \w+|baby (?:is here|was born|arrived))\b",
    ),
    joy: compile(
        r"\b(?:got the (?:job|place|keys|visa|promotion|grades?|all[ -]clear)|(?:i am|i'm|im|we are|we're) (?:so |just |finally |getting )*(?:excited|engaged|thrilled|overjoyed|baptized|baptised|debt[ -]free|cancer[ -]free)|getting (?:baptized|baptised)|(?:she|he) said yes|passed (?:my|the|our) \w+|baby (?:is here|was born|arrived)|it's a (?:boy|girl)|its a (?:boy|girl)|scans? (?:all )?clear|(?:best|happiest) day|so (?:very )?(?:happy|excited|proud of))\b|\b(?:days?|weeks?|months?|years?|yrs?) (?:sober|clean)(?: today| now)?(?:!|$)",
    ),
    done_to_me: compile(
        r"\b(?:cheated|cheating|cheats|lied|lying|lies) (?:on|to) (?:me|us)\b|\b(?:betrayed|betrays|hit|hits|beat|beats|pushed|pushes|screamed at|screams at|shouted at|shouts at|yelled at|yells at|angry (?:at|with)|mad at|slapped|left|leaving|dumped|divorced|abandoned|broke up with|walked out on|ended it with) me\b|\b(?:behind my back|(?:i |just )?found (?:the|his|her|their) (?:messages|texts|photos|pictures|emails|receipts))\b|\b(?:he|she|they|husband|wife|boyfriend|girlfriend|partner|fiance|fiancee) (?:has |had |was |is |been |just |also )*(?:cheated|cheating|unfaithful|slept with|(?:had|having) an affair|sleeping with)\b",
    ),
});

/// Whether a text gives thanks or tells of joy, and of no trouble.
pub(super) fn is_thanks(plain: &str) -> bool {
    let plain = PATTERNS.of_others.replace_all(plain, "");
    let plain = PATTERNS.at_its_height.replace_all(&plain, "so happy");
    let is_thanks = PATTERNS.thanks.is_match(&plain) && !PATTERNS.trouble.is_match(&plain);
    is_thanks || PATTERNS.joy.is_match(&plain) && !PATTERNS.heavy_or_open.is_match(&plain)
}

/// Whether others did to the writer what somebody else might write of having done.
pub(super) fn is_done_to_me(plain: &str) -> bool {
    PATTERNS.done_to_me.is_match(plain)
}

#[cfg(test)]
mod tests;
