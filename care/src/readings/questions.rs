//! Questions that nobody here can answer: what is a sin, what the Bible says, what the law allows.
//!
//! Invariant: only a text that asks and tells nothing else, in one or two sentences.

use std::sync::LazyLock;

use regex::Regex;

use super::compile;

/// What a text asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// What is a sin, or what the Bible says.
    Belief,
    /// What stands in the Bible and where, or who somebody in it was.
    Text,
    /// What the law or a rule allows.
    Rights,
}

/// A longer text tells of somebody.
const MAX_QUESTION_WORDS: usize = 26;
/// A question about the text of the Bible says who asked, and for when.
const MAX_WORDS_ABOUT_THE_TEXT: usize = 32;

/// The patterns of a language.
pub(super) struct Patterns {
    pub belief: Regex,
    pub text: Regex,
    /// What a lament of the Bible says in its own first person, and the question what that means.
    pub lament: Regex,
    /// What somebody else of the Bible says or did, and the question what that means; only where nothing is the writer's.
    pub said: Regex,
    /// What a question about the text of the Bible has not beside it.
    pub own: Regex,
    pub rights: Regex,
    pub tells: Regex,
}

pub(super) static ENGLISH: LazyLock<Patterns> = LazyLock::new(|| {
    let polite = r"^(?:(?:hi|hello|please|quick question|question|so|but|hey|ok|just wondering|i wonder|i was wondering|i want to know|can you tell me|could you tell me|tell me|do you know)(?: if)?[ ,.:!-]+)*";
    let bible = r"(?:the bible|bible|god|jesus|scripture|the word of god|christianity|the church)";
    // Nobody's own son: *did Daniel have to die* asks for no verse.
    let people = r"(?:mary magdalene|adam and eve|cain|moses|king (?:david|saul|solomon|herod)|john the baptist|judas|pontius pilate|lazarus|goliath|delilah|bathsheba|methuselah|noahs ark|the (?:tower of babel|wise men|magi|three kings|apostles|disciples|pharisees|nephilim|queen of sheba))";
    // Those who wrote it have the names of many sons, too: only beside somebody else of the Bible.
    let writers = r"(?:matthew|mark|luke|john|paul|peter|james|the (?:gospels?|apostle))";
    let among = r"(?:jesus|moses|abraham|david|shepherds|gods? (?:picked|chose|hardened)|gentiles?|pharisees|the (?:law|psalms|gospels?|resurrection|cross|temple)|{writers})";
    let among = among.replace("{writers}", writers);
    let books = r"(?:genesis|exodus|leviticus|numbers|deuteronomy|judges|[12] (?:samuel|kings|corinthians|thessalonians|timothy|peter|john)|job|psalms?|proverbs|ecclesiastes|isaiah|jeremiah|ezekiel|daniel|hosea|matthew|luke|john|acts|romans|galatians|ephesians|philippians|colossians|hebrews|james|revelation)";
    let heard = r"(?:[^.?!]{0,80}\b(?:study group|bible (?:study|group|class)|small group|house group|sunday school|sermon|homily)\b[^.?!]{0,60}[.!] )?";
    // Any word but *my*.
    let no_my = r"(?:[a-ln-z0-9][\w']*|m[a-xz0-9][\w']*)";
    let meaning = r"(?:what (?:does|did) (?:he|she|it|that|this) (?:really |actually )?mean|what(?:'s| is) (?:meant by )?(?:that|this|it)(?: about)?|what is meant|why (?:does|did|would) (?:he|she) (?:say|pray|write)|how (?:do|should|can) (?:we|you|i) understand|does (?:that|it|this) mean)\b";
    let after_hearing = polite.replacen('^', &format!("^{heard}"), 1);
    Patterns {
        belief: compile(&format!(
            r"{polite}(?:is it (?:really |always |still )?(?:a (?:\w+ )?sin|sinful|against (?:god|the bible))\b|(?:is|are) [\w' ]{{2,60}} (?:a (?:mortal |big |unforgivable )?sin|sinful|in the bible|biblical)\b|(?:what|where|how) (?:does|do|did|is) {bible}(?: really| actually)? (?:say|says|teach|teaches|think|thinks|tell us|stand)\b|what(?:'s| is| are) {bible}(?:'s)? (?:view|views|position|teaching|opinion|stance)\b|does {bible} (?:say|teach|allow|forbid|condemn|permit|approve|mention)\b|(?:can|may|should|are|do|must) (?:a )?(?:christians?|catholics?|believers?|muslims?)\b|what bible verses?\b)"
        )),
        text: compile(&format!(
            r"{after_hearing}(?:my (?:\w+ ){{1,2}}(?:just |always )?ask(?:s|ed)(?: me)? )?(?:if |whether )?(?:(?:where|(?:which|what) (?:book|chapter|part)) (?:in|of|from) (?:the )?(?:bible|scriptures?|(?:old|new) testament) (?:does it|is it|is the|is that|are the|do they|did|was)\b|where does it say (?:in (?:the )?(?:bible|scripture) )?(?:that )?(?:god|jesus|money)\b|who (?:was|were|wrote|is)\b[\w' ]{{1,40}}\bin (?:the )?(?:bible|(?:old|new) testament)\b|(?:(?:who|how old|why) )?(?:was|were|did|had|is) (?:it true (?:that )?)?{people} (?:\w+ )?(?:a|an|the|really|actually|in|ever|married|black|jewish|have|write|die|kill|live|go|repent|the same|related|saved|forgiven)\b|who (?:was|were) {people}\b|(?:how|why|when|where|what) (?:did|does|was|were|happened to) (?:{no_my} ){{1,7}}in the (?:bible|(?:old|new) testament)\b|how old (?:was|were) {people}(?: when (?:he|she|they) died)?|(?:how|why|where|when) did (?:{people}|jesus|job) (?:have to )?(?:betray|build|call|come|cry|curse|deny|die|fast|flee|hide|kill|live|pray|run|weep|write)\b|what (?:does|did) (?:{people}|jesus|job|the (?:psalmist|preacher)) mean (?:by|when)\b|(?:did|was|is) jesus (?:ever )?(?:married|have (?:any )?(?:a wife|kids|children|brothers|sisters|siblings)|a (?:carpenter|jew|refugee|pacifist)|jewish|black|white)\b|what (?:does|do|is|are) (?:the word )?{no_my}(?: {no_my}){{0,2}} mean in (?:the )?(?:bible|{books})\b|(?:why|how|what) (?:does|did|do) {writers} .{{0,80}}\b{among}\b)"
        )),
        lament: compile(&format!(
            r"{polite}(?:in (?:the )?[\w ]{{2,20}},? )?(?:job|the (?:psalmist|psalm|preacher)|ecclesiastes|lamentations) (?:says?|said|writes?|wrote|prays?|prayed|asks?|asked) .{{3,140}}\b{meaning}"
        )),
        said: compile(&format!(
            r"{polite}(?:in (?:the )?[\w ]{{2,20}},? )?(?:{books} \d+(?::\d+)?(?:-\d+)?[.,:;]? (?:(?:does|did) {writers}|(?:what|why|how|who|does|is) ).{{3,140}}|{people} (?:betrayed|built|denied|died|hanged|had|killed|left|married|was|were)\b.{{0,80}}\b(?:how|why) (?:did|was|were) (?:he|she|they)\b|(?:{people}|jesus|leviticus|deuteronomy|proverbs|romans|hebrews|revelation) (?:says?|said|tells|told|asks?|asked) .{{3,140}}\b{meaning})"
        )),
        own: compile(r"\b(?:my|me|mine|us|our|i have|i feel|i am|i'm|im so|i want|i need)\b"),
        rights: compile(&format!(
            r"{polite}(?:is it (?:il)?legal\b|is (?:this|that|it) (?:even )?(?:il)?legal\b|(?:can|may) (?:my|a|the|your|an) (?:landlord|boss|employer|manager|school|teacher|bank|ex|doctor|hospital|police|company|agency|insurance|work|job)\b|are they (?:even )?allowed to\b|do i have (?:the|a|any) rights?\b|what are my rights\b|am i (?:legally )?(?:allowed|entitled|required|obliged)\b|how long can (?:my|a|the)\b)"
        )),
        tells: compile(
            r"\b(?:i feel|i'm so|im so|i am so|i can't|i cant|i cannot|hits me|hurts me|hurt me|help me|i'm scared|im scared|i am scared|afraid|crying|i cry|died|dying)\b",
        ),
    }
});

/// The question that a text asks, if it does nothing else.
pub(super) fn question(patterns: &Patterns, plain: &str) -> Option<Question> {
    let plain = plain
        .trim_start_matches(|letter: char| !letter.is_alphanumeric())
        .trim_end();
    let words = plain.split_whitespace().count();
    if words > MAX_WORDS_ABOUT_THE_TEXT {
        return None;
    }
    // What is told of somebody of the Bible tells nothing of the writer.
    let is_own = |words: &str| patterns.own.is_match(words) || patterns.tells.is_match(words);
    if let Some(asked) = patterns.lament.find(plain).or_else(|| patterns.text.find(plain)) {
        return (!is_own(&plain[asked.end()..])).then_some(Question::Text);
    }
    if patterns.said.is_match(plain) && !patterns.own.is_match(plain) {
        return Some(Question::Text);
    }
    if patterns.tells.is_match(plain) {
        return None;
    }
    let sentences = plain.split(['?', '.', '!']).filter(|part| !part.trim().is_empty());
    if words > MAX_QUESTION_WORDS || sentences.count() > 2 {
        return None;
    }
    if patterns.belief.is_match(plain) {
        return Some(Question::Belief);
    }
    patterns.rights.is_match(plain).then_some(Question::Rights)
}

#[cfg(test)]
mod tests;
