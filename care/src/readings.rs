//! Readings: what a text says of its writer besides the trouble: persons, how long, the hour, age, work, children, and
//! whether they are young, have nobody to tell, or have no money, their part in it, and when it began.
//!
//! Invariant: only what is said, never a guess. A reading that could mean two things is none.

use std::sync::LazyLock;

use regex::Regex;

use crate::language::Language;
use crate::normalise::normalise;
use crate::number_words::value_of;

mod circumstances;
mod in_words;
mod moods;
mod questions;
mod soon;
mod spanish;
mod stated;
mod telling;
mod wishes;
mod words;

pub use circumstances::{Role, Time};
pub use questions::Question;
pub use soon::Soon;
pub use stated::{BOUNDARIES, PLAIN_ADVICE, QUESTIONS, Stated};
pub use wishes::Wishes;

use words::{CHILDREN, PERSONS, WORK};

/// A unit of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unit {
    /// Days.
    Day,
    /// Weeks.
    Week,
    /// Months.
    Month,
    /// Years.
    Year,
}

/// How long ago it happened, or how long it goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HowLong {
    /// The number; none for *a few*.
    pub count: Option<u32>,
    /// The unit.
    pub unit: Unit,
}

/// Somebody whom the writer names as theirs: *my mother*.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Person {
    /// The kind, such as `parent`.
    pub kind: &'static str,
    /// The noun to show: *mother*.
    pub noun: &'static str,
}

/// What a text says of its writer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent reading")]
pub struct Readings {
    /// The language that the text is read in; what it says is put into words of it.
    pub language: Language,
    /// The persons, each once, in the order of the text.
    pub persons: Vec<Person>,
    /// How long, if the text says one time only.
    pub how_long: Option<HowLong>,
    /// The hour of the night that it is, 0 to 5.
    pub hour: Option<u32>,
    /// The writer's age.
    pub age: Option<u32>,
    /// The writer's work, without an article.
    pub work: Option<&'static str>,
    /// How many children the writer has.
    pub children: Option<u32>,
    /// Whether the writer is a child or teenager.
    pub is_young: bool,
    /// Whether the writer has nobody to tell.
    pub is_alone: bool,
    /// Whether the writer has no money, or no insurance.
    pub is_poor: bool,
    /// The writer's part in the trouble, if it is not that it is their own.
    pub role: Option<Role>,
    /// When it began.
    pub time: Option<Time>,
    /// When something is coming that the writer has to be ready for.
    pub soon: Option<Soon>,
    /// A question that nobody here can answer, if the text is nothing else.
    pub question: Option<Question>,
    /// Whether somebody of the writer's took their own life.
    pub is_lost_to_suicide: bool,
    /// Whether the text gives thanks or tells of joy, and of no trouble.
    pub is_thanks: bool,
    /// Whether others did to the writer what somebody else might write of having done.
    pub is_done_to_me: bool,
    /// What the text asks of the answer.
    pub wishes: Wishes,
    /// A question and boundaries that it states outright.
    pub stated: Stated,
}

/// Bytes read of a text: a reading stands in the beginning or nowhere.
const MAX_LEN: usize = 8_000;
/// Which pattern of a time begins with *for*.
const FOR: usize = 2;
/// From this age on a writer is an adult.
const ADULT_AGE: u32 = 18;

struct Patterns {
    how_long: [Regex; 3],
    not_since: Regex,
    no_time: Regex,
    of_another: Regex,
    is_over: Regex,
    goes_on: Regex,
    hour: Regex,
    age: [Regex; 3],
    work: Regex,
    children: Regex,
    person: Regex,
    young: Regex,
    parent_of_young: Regex,
    alone: Regex,
    poor: Regex,
}

static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
    let number = r"(?P<n>\d{1,2}|a few|several|a couple of|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty)";
    let unit = r"(?P<u>days?|weeks?|wks?|months?|mths?|years?|yrs?)";
    let small = r"(?P<n>\d{2}|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?)";
    let list = |words: &[(&str, &str)]| words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join("|");
    let nouns = PERSONS.iter().map(|(word, _, _)| *word).collect::<Vec<_>>().join("|");
    Patterns {
        how_long: [
            compile(&format!(
                r"\b(?:it is|it has|its|it's|it s|it will be) (?:been |now |nearly |almost |about |over )*{number} {unit}\b"
            )),
            compile(&format!(
                r"\b{number} {unit} (?:ago|later|now|on now|since|clean|sober|today|this)\b"
            )),
            compile(&format!(
                r"\b(?:for|since about) (?:the (?:last|past) |about |nearly |almost |over |like )?{number} {unit}\b"
            )),
        ],
        not_since: compile(
            r"(?:married|together|dating|engaged|worked|working|knew|known|wed|been with|served)(?: \w+){0,3} $",
        ),
        // *A psalm for a day like this*, *for a day off*.
        no_time: compile(
            r"^for an? (?:day|week|month|year)\b(?: (?:like|such|off|trip|out|at a time|when|pass|or two)\b)|^for a day\b|^a day (?:now|on now|today|this)\b",
        ),
        // *He had three years sober*: sober years of another are none of trouble.
        of_another: compile(r"\b(?:he|she|they|his|her|their|my \w+ (?:had|has|is|was|got))\b"),
        is_over: compile(
            r"\b(?:slept|had|was|were|lived|kept|held|sat|went|came|took|gave|loved|owned|worked|stayed|fed|walked|shared|ran|was with)\b",
        ),
        goes_on: compile(
            r"\b(?:have|has|'ve|ve|i've|been|still|am|is|are|now|this|\w+ing|had been|haven't|hasn't|havent|hasnt)\b",
        ),
        hour: compile(
            r"(?:^|\b(?:it is|it's|its|it s) (?:now |almost |nearly |gone |past )?)(?P<n>\d{1,2}|one|two|three|four|five) ?(?:am\b|a\.m|in the morning)",
        ),
        age: [
            compile(&format!(
                r"\b(?:i am|i'm|im|i m) (?:only |just |now |already |a )?{small}\b(?: years? old| yo\b| y/o)?(?P<after> \w+)?"
            )),
            compile(&format!(r"(?:^|[(\s,]){small} ?[mf]\b(?P<after>)")),
            compile(&format!(r"\bat {small} (?:i|years old)\b(?P<after>)")),
        ],
        work: compile(&format!(
            r"\b(?:i am|i'm|im|i m|work as|working as|as) (?:an?|the) (?:\w+ )?(?P<w>{})\b(?P<s>'s)?",
            list(&WORK)
        )),
        children: compile(&format!(
            r"\b(?:i have|i've got|i got|have got|we have|with|my|our|mum of|mom of|mother of|dad of|father of|mum to|mom to) (?P<n>\d|{}) (?:little |young |small |beautiful |grown )?(?:kids|children|kiddos|boys|girls)\b",
            list(&CHILDREN)
        )),
        person: compile(&format!(
            r"\bmy (?:(?:late|little|big|older|younger|elder|baby|only|own|dear|poor|beautiful|sweet|oldest|youngest|eldest|lovely|beloved) )?(?P<p>{nouns})\b(?P<s>'s)?"
        )),
        young: compile(
            r"\b(?:year|yr) (?:7|8|9|10|11)\b|\b(?:6|7|8|9|10|11)th grade|\bin (?:middle|high|secondary) school\b|\bgcses?\b|\bi am a teen(?:ager)?\b|\bim a teen(?:ager)?\b|\bmy (?:(?:homeroom|form|maths|math|english|science|history|pe|class) )?(?:teacher|tutor)s? (?:says|say|said|told|tells|thinks|think|hates|yells|yelled|shouted|shouts|called|calls|picks|gave|makes|made)\b|\bmy (?:little|baby|big|older) (?:brother|sister) (?:hides|cries|sleeps|comes into my|climbs|and (?:i|me) (?:hide|sit|listen))\b|\ba[ -]?levels\b|\bmy (?:mum|mom|dad|mother|father|parents) (?:reads? my|checks? my|took my (?:phone|door|laptop)|grounded me|put an app|won't let me|wont let me|don't let me|dont let me)\b|\b(?:pick|choose) (?:who|which (?:one|parent)) (?:i|you) (?:want to |wanna )?live with\b|\b(?:at|in) (?:my |our )?school\b",
        ),
        parent_of_young: compile(
            r"\bmy (?:\w+ )?(?:son|daughter|kids?|children|boy|girl|grandson|granddaughter|pupils?|students?|class(?:es)?|colleagues?|wife|husband|boss)\b|\bi (?:teach|work)\b|\bteaching\b|\bstaff\w*\b|\b(?:back|when i was|years ago|used to)\b",
        ),
        alone: compile(
            r"\b(?:no one|nobody|noone|not one person|not a soul)(?: else)? (?:to (?:tell|talk to|turn to|call|ring|text|confide in)|i can (?:tell|talk to|trust|call|ring)|(?:here )?knows)\b|\b(?:have|got|with) (?:no|zero) friends\b|\b(?:can ?not|can't|cant|could not|couldn't) (?:tell|talk to) (?:anyone|anybody|a soul|no one|nobody)\b|\b(?:told|tell|have|had|got|i've got|ive got) (?:absolutely )?(?:nobody|no one|noone)(?: (?:else|at all|here|left|in my life|to (?:put|ask|lean on|be with)))*(?:[.,!?;]|$| and\b| but\b)|\b(?:nobody|no one|noone) (?:would guess|found out|noticed)\b|\b(?:have never|never|have not|haven't|havent) told (?:anyone|anybody|a soul|a single person)\b",
        ),
        poor: compile(
            r"\b(?:can ?not|can't|cant|could not|couldn't) (?:even )?(?:afford|pay)\b|\bno (?:health )?(?:insurance|cover|coverage)\b|\buninsured\b|\bfood (?:banks?|stamps|pantry)\b|\brent(?:'s|s| is)? (?:is )?(?:over)?due\b|\bbehind (?:on|with) (?:the |my |our )?(?:rent|mortgage|bills)\b|\bpayday (?:one|loans?)\b|\b(?:don't|dont|do not|didn't|didnt) (?:even )?(?:have|earn|make|got) (?:enough )?(?:money|enough)\b|\bmake rent\b|\bskip(?:ped|ping)? (?:meals|lunch|dinner|tea|breakfast)\b|\bhalf my (?:insulin|pills|tablets|medicine|meds)\b|\bmoney is (?:so |very )?tight\b|\bpay ?check to pay ?check\b|\boverdraft\b|\bevict(?:ed|ion)\b|\b(?:have|got|has) no money\b|\bno money (?:for|left|to)\b|\b(?:i am|i'm|im|we are|we're|flat) broke\b",
        ),
    }
});

/// A letter or digit of our languages. The `\w` of Unicode knows all others, too: with it these patterns took 30 MB.
const WORD_CHARACTER: &str = "[0-9A-Za-z_À-ÖØ-öø-ÿŒœ]";

fn compile(source: &str) -> Regex {
    let is_ascii = source.starts_with("(?-u)");
    let source = if is_ascii {
        source.to_owned()
    } else {
        source.replace(r"\w", WORD_CHARACTER)
    };
    Regex::new(&source).unwrap_or_else(|error| unreachable!("{error}"))
}

/// Reads a text in Spanish, or in English for any other language.
pub fn readings(text: &str, language: Language) -> Readings {
    let text = &text[..text.floor_char_boundary(MAX_LEN)];
    let normalised = normalise(text);
    let plain = normalised.text().replace('\n', " ");
    if language == Language::Spanish {
        return spanish::readings(&plain);
    }
    let age = age(&plain);
    let is_of_age = age.is_some_and(|age| age >= ADULT_AGE);
    let says_young = PATTERNS.young.is_match(&plain) && !PATTERNS.parent_of_young.is_match(&plain);
    Readings {
        language: Language::English,
        persons: persons(&plain),
        how_long: how_long(&plain),
        hour: hour(&plain),
        age,
        work: PATTERNS
            .work
            .captures_iter(&plain)
            // *I am a pastor's wife* names the work of another.
            .find(|found| found.name("s").is_none())
            .and_then(|found| named(&WORK, &found["w"])),
        children: PATTERNS.children.captures(&plain).and_then(|found| number(&found["n"])),
        is_young: !is_of_age && (age.is_some() || says_young),
        is_alone: PATTERNS.alone.is_match(&plain),
        is_poor: PATTERNS.poor.is_match(&plain),
        role: circumstances::role(&circumstances::ENGLISH, &plain),
        time: circumstances::time(&circumstances::ENGLISH, &plain),
        soon: soon::soon(&soon::ENGLISH, &plain),
        is_lost_to_suicide: circumstances::is_lost_to_suicide(&circumstances::ENGLISH, &plain),
        question: questions::question(&questions::ENGLISH, &plain),
        is_thanks: moods::is_thanks(&plain),
        is_done_to_me: moods::is_done_to_me(&plain),
        wishes: wishes::wishes(&wishes::ENGLISH, &plain),
        stated: stated::stated(&stated::ENGLISH, &plain),
    }
}

/// The sentences of a text that tell something and may be quoted, the one that tells most first. None of a short text.
pub fn telling(text: &str, language: Language) -> Vec<&str> {
    telling::telling(telling_patterns(language), &text[..text.floor_char_boundary(MAX_LEN)])
}

/// The sentences of a text that may be quoted, in its order.
pub fn quotable(text: &str, language: Language) -> impl Iterator<Item = &str> {
    telling::all_quotable(telling_patterns(language), &text[..text.floor_char_boundary(MAX_LEN)])
}

fn telling_patterns(language: Language) -> &'static telling::Patterns {
    if language == Language::Spanish {
        &spanish::TELLING
    } else {
        &telling::ENGLISH
    }
}

fn persons(plain: &str) -> Vec<Person> {
    let mut persons: Vec<Person> = Vec::new();
    for found in PATTERNS.person.captures_iter(plain) {
        let known = PERSONS.iter().find(|(word, _, _)| *word == &found["p"]);
        if let Some(&(_, kind, noun)) = known
            && found.name("s").is_none()
            && persons.iter().all(|person| person.noun != noun)
        {
            persons.push(Person { kind, noun });
        }
    }
    persons
}

/// Whether what follows a clause begins anew: *Two years later*, *and two years later*.
fn ends_open(clause: &str) -> bool {
    let last = clause.split_whitespace().last();
    last.is_none_or(|last| matches!(last, "and" | "but" | "now" | "here" | "still"))
}

/// The time that the text says; none if it says several.
fn how_long(plain: &str) -> Option<HowLong> {
    let mut all: Vec<HowLong> = Vec::new();
    for (place, pattern) in PATTERNS.how_long.iter().enumerate() {
        for found in pattern.captures_iter(plain) {
            let begins = found.get(0).map_or(0, |whole| whole.start());
            let clause = plain[..begins]
                .rsplit(['.', '?', '!', ',', ';'])
                .next()
                .unwrap_or_default();
            // *He slept on my legs for twelve years* is over; *for* tells since when only of what goes on.
            if place == FOR && PATTERNS.is_over.is_match(clause) && !PATTERNS.goes_on.is_match(clause) {
                continue;
            }
            if PATTERNS.not_since.is_match(&plain[..begins]) {
                continue;
            }
            let told = found.get(0).map_or("", |whole| whole.as_str());
            // *"For a month", she said*: what another announced.
            let is_quoted = plain[..begins].ends_with(['"', '“']);
            // *He died eleven weeks later* says when, not since when.
            let is_afterwards = told.ends_with("later") && !ends_open(clause);
            let is_sobriety = told.ends_with("sober") || told.ends_with("clean");
            if is_quoted
                || is_afterwards
                || PATTERNS.no_time.is_match(&plain[begins..])
                || (is_sobriety && PATTERNS.of_another.is_match(clause))
            {
                continue;
            }
            let unit = match found["u"].as_bytes()[0] {
                b'd' => Unit::Day,
                b'w' => Unit::Week,
                b'm' => Unit::Month,
                _ => Unit::Year,
            };
            let count = match &found["n"] {
                "a few" | "several" | "a couple of" => None,
                "a" | "an" => Some(1),
                word => Some(number(word)?),
            };
            let how_long = HowLong { count, unit };
            if !all.contains(&how_long) {
                all.push(how_long);
            }
        }
    }
    match all[..] {
        [only] if only.count != Some(0) => Some(only),
        _ => None,
    }
}

fn hour(plain: &str) -> Option<u32> {
    let found = PATTERNS.hour.captures(plain)?;
    number(&found["n"]).filter(|hour| *hour <= 5)
}

fn age(plain: &str) -> Option<u32> {
    let mut ages = Vec::new();
    for pattern in &PATTERNS.age {
        for found in pattern.captures_iter(plain) {
            let after = found.name("after").map_or("", |after| after.as_str().trim());
            // *I'm 15 weeks along*, *I'm 30 days sober*: no age.
            let counts_something = [
                "day", "week", "month", "minute", "hour", "percent", "kg", "pound", "k", "mile", "step", "min",
            ]
            .iter()
            .any(|word| after.starts_with(word));
            if !counts_something {
                ages.extend(number(&found["n"]));
            }
        }
    }
    ages.dedup();
    match ages[..] {
        [age] if (8..=110).contains(&age) => Some(age),
        _ => None,
    }
}

/// A number in digits or words.
fn number(written: &str) -> Option<u32> {
    if let Ok(number) = written.parse() {
        return Some(number);
    }
    written
        .split([' ', '-'])
        .map(|word| match word {
            "a" => Some(1),
            "couple" => Some(2),
            word => value_of(word),
        })
        .sum()
}

fn named(list: &[(&str, &'static str)], word: &str) -> Option<&'static str> {
    list.iter().find(|(known, _)| *known == word).map(|(_, shown)| *shown)
}

#[cfg(test)]
mod tests;
