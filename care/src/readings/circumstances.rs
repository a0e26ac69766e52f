//! Who writes about whom, and since when: role and time.
//!
//! Invariant: only what is said. Where a text says two things, or nothing, the reading is none.

use std::sync::LazyLock;

use regex::Regex;

use super::compile;
use super::words::PERSONS;

/// The part that the writer has in the trouble.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Somebody whom the writer loves is in it.
    Loves,
    /// The writer did it.
    Did,
}

/// When the trouble began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Time {
    /// Hours, days or weeks ago.
    Now,
    /// Months ago.
    Months,
    /// Years ago.
    Years,
}

/// The most bytes before the person in a text about another.
const MAX_BEFORE: usize = 24;

/// How often such a text at least says what they do or are.
const OTHERS: usize = 2;

/// The patterns of a language. What the group `wished` of `did` matches is not done.
pub(super) struct Patterns {
    pub did: Regex,
    pub loves: Regex,
    /// Who does not know what the writer hides from them, with whom the writer compares themselves, or who leaves them out.
    pub beside_them: Regex,
    pub theirs: Regex,
    /// The drinking, gambling or drugs of another …
    pub their_habit: Regex,
    /// … and of the writer.
    pub own_habit: Regex,
    /// What another is said to do or be.
    pub they: Regex,
    /// What another does to the writer, so that the trouble is the writer's, too.
    pub to_me: Regex,
    /// A death, which leaves the writer behind.
    pub died: Regex,
    /// That somebody of the writer's took their own life.
    pub took_own_life: Regex,
    /// Words that say that it did not come to that.
    pub did_not: Regex,
    /// A trouble of the writer's own.
    pub suffers: Regex,
    /// What people say of themselves who worry about another.
    pub worries: Regex,
    pub own: Regex,
    pub lately: Regex,
    pub long_ago: Regex,
    pub for_years: Regex,
    pub now: Regex,
    pub months: Regex,
}

pub(super) static ENGLISH: LazyLock<Patterns> = LazyLock::new(|| {
    let nouns = PERSONS.iter().map(|(word, _, _)| *word).collect::<Vec<_>>().join("|");
    let adjectives =
        "late|little|big|older|younger|elder|baby|only|own|dear|oldest|youngest|eldest|best|teenage|adult|grown";
    let theirs = format!(r"\bmy (?:(?:{adjectives}) )*(?:{nouns})");
    let pronouns = "her|his|their|our|my";
    let count = r"(?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|a few|several|many|so many|a couple of)";
    Patterns {
        did: compile(&format!(
            r"\bi (?:have |had |just |also |then |finally |really |actually )*(?:cheated|lied|hit|slapped|punched|pushed|shoved|beat|screamed|shouted|yelled|snapped|relapsed|slipped|stole|betrayed|slept with|had an affair|had an abortion|aborted|hurt (?:him|her|them|my|someone|somebody)|left (?:my (?:kids|children|family|wife|husband)|the (?:kids|family))|abandoned|neglected|cut (?:him|her|them|my \w+) off|gambled|killed|ran (?:him|her|them) over|was (?:driving|unfaithful)|did something|did (?:it|this) to|did it(?:,| and) i know|told my \w+(?: \w+)?'s secrets?|took (?:\w+ )?(?:money|cash) (?:from|out of) (?:the (?:till|register|safe|box|office|church|collection|shop|drawer)|his|her|their|my (?:work|boss|employer|mum|mom|mother|dad|father|parents|nan|gran\w*|brother|sister|wife|husband))|let (?:him|her|them) take the blame|said (?:terrible|awful|horrible|cruel) things|broke (?:{pronouns})|ruined|drove (?:drunk|home drunk|after (?:drinking|a few))|drank and drove|read (?:her|his|their|my \w+'?s) (?:messages|texts|diary|journal|phone|emails|letters)|(?:went through|checked|looked through|searched) (?:her|his|my \w+'?s) (?:phone|messages|bag|emails)|gossiped|spread (?:rumou?rs|lies|a rumou?r)|told (?:everyone|everybody|people|others|them all|the whole \w+|somebody|someone) (?:{pronouns}) (?:\w+'?s )?secret)\b|\b(?:i (?:just |really )*(?:want|need|would like|wish) to|how (?:do|can|should|could) i|with what words (?:do|can) i) (?:ask (?:for )?(?:his|her|their) (?:pardon|forgiveness)|apologi[sz]e|say (?:i am |i'?m )?sorry|make (?:it|this) up to)\b(?P<wished> for (?:my (?:english|spelling|grammar|typing|typos|writing|language)|the (?:long|length|rant|wall|novel|typos)|this (?:long|being)|being (?:so )?long|writing|rambling))?"
        )),
        took_own_life: compile(&format!(
            r"{theirs}(?: |, )(?:[^.!?]{{0,40}} )?(?:(?:killed|hanged|hung|shot) (?:himself|herself|themsel(?:f|ves))(?: in the (?:foot|leg|hand))?|(?:took|ended) (?:his|her|their) (?:own )?li(?:fe|ves)|(?:died by|committed|completed) suicide)\b|\blost {theirs} (?:\w+ ){{0,3}}to suicide\b"
        )),
        did_not: compile(
            r"\b(?:nearly|almost|if|would|might|could|says?|said|threatens?|threatened|tried|tries|dream\w*|thinks?|thought|wishes|until|before|in the (?:foot|leg|hand))\b",
        ),
        loves: compile(&format!(
            r"{theirs}(?: \w{{4,}})? (?:is|s|'s|has|keeps|got|gets|was diagnosed|was told|won't|wont|can't|cant|cannot|can not|doesn't|doesnt|started|feels|thinks|says (?:he|she|they)|said (?:he|she|they)|suffers|struggles|relapsed|cuts|drinks|drank|uses|watches|gambles|gambled|smokes|vapes|was (?:drinking|using|gambling|an? (?:alcoholic|addict)|in (?:prison|jail|rehab))|overdosed|attempted|works (?:\w+ jobs|nights|all|too|so|day|double|double shifts)|wants to (?:die|kill|end (?:it|her|his|their)|give up|quit|drop)|tried to (?:die|kill|end|hang|jump|hurt)|stopped|used to|refuses|stays|spends|never|just|always|cries|sits|barely|hasn't|hasnt|isn't|isnt|hates (?:herself|himself|themselves)|lost (?:her|his|their)|had a (?:miscarriage|stroke|breakdown|panic attack))\b"
        )),
        beside_them: compile(&format!(
            r"{theirs} (?:(?:doesn'?t|does not|don'?t|do not|didn'?t|must ?n[o']t)(?: even| yet| still)? (?:know|suspect|find out)(?: yet| about| of| that i| i\b| what i| any of| a thing|\W*$)|has no idea(?: about| of| that i| i\b| what i|\W*$)|knows? nothing|(?:is|are|has|have|gets|got|earns|looks|does|did|sings|plays|writes)(?: \w+){{0,3}} (?:better|more|less|\w{{3,}}er|same)(?: \w+){{0,2}} (?:than|as) (?:me|i am|i do|i did|i have|i ever|i can|mine)\b)|\bmy (?:\w+ )?(?:friends?|mates?|bff) (?:[^.!?]{{0,60}}\b(?:when|whenever|as soon as|if) i (?:come|sit|walk|join|show|get (?:there|close|near))|(?:sits?|hangs?|plays?|eats?|goes|walks?)(?: out| around)? (?:with|beside|next to) (?:other|another|the other|someone|somebody|new|different)\b)"
        )),
        theirs: compile(&format!(
            r"{theirs}(?:'s|s'|s)?(?: \w{{4,}})? (?:lost (?:her|his|their)|(?:mother|mum|mom|father|dad|husband|wife|son|daughter|baby|brother|sister|child|dog|cat) (?:died|passed|left|has|is|was))\b"
        )),
        their_habit: compile(&format!(
            r"\b(?:his|her|their|(?:about|because of|through|over|by) \w+'s|{theirs}(?:'s|s)) (?:drinking|alcoholism|gambling|drug use|drug problem|addiction)\b"
        )),
        own_habit: compile(
            r"\bi (?:still |also |have |had |used to )*(?:drink|drank|drunk|used again|gamble|gambled|relapsed)\b|\b(?:i am|i'm|im) (?:sober|clean|in recovery|an (?:alcoholic|addict))\b|\bmy (?:own )?(?:drinking|alcoholism|gambling|drug use|addiction|sobriety|sponsor|recovery|relapse)\b",
        ),
        they: compile(
            r"\b(?:he|she|they)(?:'s|'ll|'d|'re|s)? (?:is|was|reads?|lost weight|has|had|can't|cant|cannot|won't|wont|doesn't|doesnt|don't|dont|isn't|isnt|never|just|still|only|always|keeps|says|feels|thinks|hates|cries|drinks|eats|sleeps|sits|stays|stopped|started|lost|used|wants|gets|got|goes|seems|looks|lives|works|refuses|needs|spends|comes|believes|struggles|quit|left (?:school|college|work|university|uni|church)|\w+s|\w+ed)\b",
        ),
        to_me: compile(
            r"\b(?:he|she|they|who|it)(?:'s|s|'ll|'d)?(?: \w+){0,2} (?:left|leaving|leaves|hit|hits|hurt|hurts|cheat\w*|lie[ds]?|lying|yell\w*|scream\w*|shout\w*|curs\w*|call\w*|blam\w*|ignor\w*|reject\w*|betray\w*|abandon\w*|hate[ds]?|insult\w*|criticiz\w*|criticis\w*|control\w*|manipulat\w*|threat\w*|push\w*|push|accus\w*|treat\w*|use[ds]?|dump\w*|ghost\w*|stole|beat\w*)(?: \w+)? (?:me|us|my|at me|on me|to me)\b|\b(?:cheated|cheating|walked out|broke up|behind my back|affair)\b",
        ),
        suffers: compile(
            r"\bi(?:'m| am|m|'ve been|ve been| was| feel| felt)(?: just| so| really| very| always| getting| feeling| also| now)* (?:depressed|anxious|lonely|alone|exhausted|tired|sick|ill|addicted|pregnant|angry|ashamed|broke|lost|numb|empty|drinking|crying|unhappy|miserable|single|unemployed|stuck|jealous|worthless|the (?:problem|one)|abused|raped|diagnosed|in (?:pain|debt|love))\b|\bi (?:hate|cry|drink|cut|lost|miss|feel nothing|never feel|failed|cheated|lied|relapsed|pray(?:ed)? (?:for|and)|had (?:a|an|my)|have (?:anxiety|depression|cancer|panic|no)|can'?t (?:eat|sleep|stop|cope|breathe|forgive|trust|do this|go on|take|pray|believe|forget|move)|don'?t (?:feel|trust|believe|love|want to (?:live|go on|be))|doubt|gave up)\b|\b(?:happened to me|makes me (?:feel|want|sick)|my (?:stroke|illness|diagnosis|divorce|accident|surgery|pregnancy|miscarriage|breakdown)|my (?:own )?(?:anxiety|depression|faith|anger|debt|job|cancer|body)|(?:it is|it's|its) me)\b",
        ),
        died: compile(r"\b(?:died|dead|passed away|passed|killed|buried|funeral|late)\b"),
        worries: compile(
            r"\bi(?:'m| am|m)? (?:just |really |so |also |truly |only |do |would |have )*(?:don'?t|do not|no longer|never)? ?(?:know|understand|get) (?:how|what|why|if|whether|that|when)\b[a-z' ]*|\b(?:i'?m|i am|i feel|i've been|ive been)(?: just| so| really| very| always| getting| feeling| no| not)* (?:worried|guilty|bad for|awful|torn|good (?:with|at)|sure|close|able|there|scared|afraid|terrified|concerned|heartbroken|helpless|powerless|frightened|worrying|his|her|their|trying|watching|praying|losing (?:him|her|them))\b|\bi (?:can'?t|cannot|can not|couldn'?t)(?: seem to| even| just| bear to| stand to)* (?:reach|protect|help|fix|get through|watch|see|make|stop|save|comfort|get|talk to|find|think of|sleep for)\b|\bi(?:'ve|ve| have)? (?:just |really |only |also |always )*(?:want|wish|try|tried|love|need|hope|pray|wanted|offered|told|tell|ask|asked|said|say|cook|drive|visit|call|text|keep|miss|worry|fear|hear|see|saw|found|think|thought|feel like|believe|noticed|watch|sit)\b|\bi have (?:a|an|one|two|three|my) (?:\w+ )?(?:son|daughter|brother|sister|friend|husband|wife|cousin|nephew|niece|child|boy|girl|partner)\b|\bi need (?:advice|help|to know|to help|guidance|some)\b",
        ),
        own: compile(
            r"\b(?:i am|i'm|im|i feel|i've|ive|i have|i had|i can't|i cant|i cannot|i keep|i lost|i was|i got|i hate|i drink|i cut|i don't|i dont|i need|happened to me|makes me|(?:it is|it's|its) me)\b",
        ),
        lately: compile(r"\b(?:hours?|minutes?|days?|weeks?|wks?) ago\b"),
        long_ago: compile(&format!(
            r"\b{count} (?:years?|yrs?|decades) (?:ago|later|on|now|since|back)\b|\bin (?:over |more than )?{count} (?:years|yrs)[.,]|\bi was (?:only |just |about )?(?:[5-9]|1[0-5]|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen) (?:and|when)\b|\b(?:since|back in) (?:19\d\d|200\d|201\d)\b|\b(?:died|happened|abortion|divorced|left|lost (?:him|her|them|it)|killed) (?:\w+ )?in (?:19\d\d|200\d|201\d)\b|\bsince (?:i was (?:a |\d|little|young|small|twelve|ten|eight|six|five)|childhood|high school|school)|\bwhen i was (?:a (?:child|kid|boy|girl|teen\w*)|little|small|young|\d|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen)\b"
        )),
        for_years: compile(&format!(
            r"\b(?:for|last|past) (?:the (?:last|past) )?(?:about |over |nearly |almost |more than )?(?:{count} )?(?:years|yrs)\b|^{count} (?:years|yrs)[.,!]|\b{count} (?:years|yrs) (?:caring|sober|clean|of (?:pain|this|it|trying|waiting|praying|silence)|and (?:still|i still|nothing))\b"
        )),
        now: compile(
            r"\b(?:yesterday|today|tonight|tomorrow|last night|this (?:morning|afternoon|evening|week)|right now|just (?:now|been told|got|told|found|happened|heard|left|died)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|last (?:mon|tues|wednes|thurs|fri|satur|sun)day|last week)\b",
        ),
        months: compile(
            r"\b(?:months?|mths?) (?:ago|now|since|later|on)\b|\bfor (?:the (?:last|past) )?(?:\w+ )?(?:months|mths)\b|\b(?:since|in|last) (?:january|february|march|april|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter|christmas|easter)\b|\ba year ago\b|\blast year\b",
        ),
    }
});

/// The role of the writer; none if it is their own trouble, or not said.
pub(super) fn role(patterns: &Patterns, plain: &str) -> Option<Role> {
    let mut done = patterns.did.captures_iter(plain);
    if done.any(|found| found.name("wished").is_none()) {
        return Some(Role::Did);
    }
    let is_theirs =
        patterns.theirs.is_match(plain) || patterns.their_habit.is_match(plain) && !patterns.own_habit.is_match(plain);
    // Who writes for another begins with them.
    let beginning = plain.split(['.', '?', '!', '\n']).next().unwrap_or(plain);
    let is_first = patterns
        .loves
        .find(beginning)
        .is_some_and(|found| found.start() <= MAX_BEFORE);
    let is_of_another = is_first
        && !patterns.beside_them.is_match(beginning)
        && (!patterns.own.is_match(plain) || is_worry(patterns, plain));
    (is_theirs || is_of_another).then_some(Role::Loves)
}

/// Whether a text that begins with another goes on about them. Its writer may worry, but not suffer; if they say anything
/// else of themselves, it must say at least twice what the other does or is.
fn is_worry(patterns: &Patterns, plain: &str) -> bool {
    if patterns.to_me.is_match(plain) || patterns.died.is_match(plain) {
        return false;
    }
    let others = patterns.loves.find_iter(plain).count() + patterns.they.find_iter(plain).count();
    let rest = patterns.worries.replace_all(plain, " ");
    !patterns.suffers.is_match(&rest) && (others >= OTHERS || !patterns.own.is_match(&rest))
}

/// Whether somebody of the writer's took their own life.
pub(super) fn is_lost_to_suicide(patterns: &Patterns, plain: &str) -> bool {
    let mut told = patterns.took_own_life.find_iter(plain);
    told.any(|told| !patterns.did_not.is_match(told.as_str()))
}

/// When the trouble began; none if it is not said.
pub(super) fn time(patterns: &Patterns, plain: &str) -> Option<Time> {
    let in_order = [
        (&patterns.lately, Time::Now),
        (&patterns.long_ago, Time::Years),
        (&patterns.now, Time::Now),
        (&patterns.for_years, Time::Years),
        (&patterns.months, Time::Months),
    ];
    in_order
        .into_iter()
        .find(|(pattern, _)| pattern.is_match(plain))
        .map(|(_, time)| time)
}
