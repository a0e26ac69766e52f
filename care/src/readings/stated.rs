//! What a text states outright: a question that it asks, and boundaries that it sets to the answer.
//!
//! Invariant: only what stands there in so many words, in a sentence of its own or after *I don't know*.

use std::sync::LazyLock;

use regex::RegexSet;

/// The questions that an answer can take up, the more particular ones first; a text that asks several gets a reply to
/// the first of them that it asks last.
pub const QUESTIONS: [&str; 39] = [
    "children",
    "heaven",
    "punished",
    "forgiven",
    "forgive-myself",
    "why-god",
    "god-hears",
    "love-me",
    "trust",
    "worth",
    "how-forgive",
    "must-forgive",
    "leave",
    "doctor",
    "pray-how",
    "faith-how",
    "gods-will",
    "friends-how",
    "help-them",
    "say-no",
    "tell",
    "contact",
    "move-on",
    "peace",
    "stop",
    "strong",
    "endless",
    "they-change",
    "fault",
    "too-sensitive",
    "bad-to-feel",
    "normal",
    "wrong-with-me",
    "point",
    "go-on",
    "why-they",
    "where-to-start",
    "choose",
    "what-to-do",
];

/// The boundaries that a text can set.
pub const BOUNDARIES: [&str; 7] = [
    "no-plan",
    "no-pray-more",
    "no-forgive",
    "no-time-heals",
    "no-leave",
    "no-doctor",
    "no-advice",
];

/// What is asked for only if nothing more particular is.
pub const PLAIN_ADVICE: &str = "what-to-do";

/// What a text states outright.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stated {
    /// One of [`QUESTIONS`].
    pub question: Option<&'static str>,
    /// Those of [`BOUNDARIES`] that it sets.
    pub boundaries: Vec<&'static str>,
}

/// The patterns of a language, each in the order of its names.
pub(super) struct Patterns {
    questions: RegexSet,
    boundaries: RegexSet,
}

impl Patterns {
    /// From sources by name. `{start}` stands for where a question can begin; other names in braces are of `parts`.
    pub(super) fn new(
        start: &str,
        parts: &[(&str, &str)],
        questions: &[(&str, &str)],
        boundaries: &[(&str, &str)],
    ) -> Self {
        let filled = |source: &str| {
            let source = parts
                .iter()
                .fold(source.to_owned(), |source, (name, part)| source.replace(name, part));
            format!("(?-u){source}")
        };
        let of = |names: &[&str], sources: &[(&str, &str)], start: &str| {
            let sources = names.iter().map(|name| {
                let source = sources.iter().find(|(other, _)| other == name);
                let (_, source) = source.unwrap_or_else(|| unreachable!("no pattern for {name}"));
                filled(&format!("{start}(?:{source})"))
            });
            RegexSet::new(sources).unwrap_or_else(|error| unreachable!("{error}"))
        };
        Self {
            questions: of(&QUESTIONS, questions, start),
            boundaries: of(&BOUNDARIES, boundaries, ""),
        }
    }
}

/// What a text states outright.
pub(super) fn stated(patterns: &Patterns, plain: &str) -> Stated {
    let sentences: Vec<&str> = plain
        .split_inclusive(['.', '?', '!', ';', '¿'])
        .map(|sentence| sentence.trim_start_matches(|letter: char| !letter.is_alphanumeric()))
        .collect();
    let asked = sentences.iter().rev().filter_map(|sentence| {
        let found = patterns.questions.matches(sentence).iter().next()?;
        Some(QUESTIONS[found])
    });
    let mut advice = None;
    let mut particular = None;
    for question in asked {
        if question == PLAIN_ADVICE {
            advice = Some(question);
        } else if particular.is_none() {
            particular = Some(question);
        }
    }
    let mut set: Vec<usize> = sentences
        .iter()
        .flat_map(|sentence| patterns.boundaries.matches(sentence))
        .collect();
    set.sort_unstable();
    set.dedup();
    Stated {
        question: particular.or(advice),
        boundaries: set.into_iter().map(|found| BOUNDARIES[found]).collect(),
    }
}

pub(super) static ENGLISH: LazyLock<Patterns> = LazyLock::new(|| {
    let start = r"(?:^|[,:(-] ?|\b(?:and|but|so|then|or|just|please|also|like|because|is|wondering|wonder|idk|understand|ask|asking|ask myself|asking myself|asked myself|thinking|keep thinking|thought|think|god|lord|tell me|help me(?: know| understand)?|advice (?:on|about)|ideas (?:on|about)|not sure|unsure|figure out|work out|no idea|no clue|no longer know|see|honestly|(?:do not|don'?t|want to|wanna|need to|like to|love to|can'?t|cannot|to|never|not|anyone|you|really) know|and if|if) )";
    let how = r"how (?:(?:do|can|could|should|would|does|did|will|to|am|is|are|on earth|the hell|in the world|else)(?: (?:do|can|could|should|would|i|we|you|one|people|others|someone|anyone|a (?:person|man|woman|mother|father|christian|girl|guy)|normal people|adults|supposed to|meant to|expected to|ever|even|possibly|just|actually|really|learn to|begin to|start to|manage to|finally|go about|best))*|you|i|we|others|people) ";
    let person = r"(?:\w+ )?(?:son|daughter|kid|child|children|boy|girl|mother|mum|mom|father|dad|parents|husband|wife|partner|boyfriend|girlfriend|fiance|fiancee|brother|sister|friend|cousin|niece|nephew|grandson|granddaughter|grandma|grandpa|family|ex|mate|roommate|uncle|aunt|in[- ]?laws?|mother[- ]in[- ]law)";
    let them = r"(?:him|her|them|someone|somebody|a friend|my {person})";
    let dont = r"\b(?:(?:don'?t|do not|never|stop|no more|nobody|no ?one)(?: you dare| even| can| may| should)? (?:tell|telling|say|saying|give|giving|send|sending|suggest|advise)|if (?:one more|another|any more|anyone else|anybody else) [a-z ]{0,16}(?:tells|says|told)|(?:tired|sick|fed up) (?:of|with) (?:people |everyone |everybody |being |hearing )*(?:telling|saying|told|hearing)?)\b";
    let told = r"\b(?:everyone|everybody|people|they|all|friends|family|christians|the pastor|my pastor|the church|my church|my (?:mom|mum|mother|friends|family|sister|small group))(?: always| just| all| keeps?| will| at church| in church| around me| i know)* (?:say|says|said|saying|tell|tells|told|telling)\b";
    let parts = [
        ("{how}", how),
        ("{them}", them),
        ("{person}", person),
        ("{dont}", dont),
        ("{told}", told),
        // Twice, for the person within `{them}`.
        ("{person}", person),
    ];
    Patterns::new(start, &parts, &QUESTION_SOURCES, &BOUNDARY_SOURCES)
});

/// English questions, without where they begin.
const QUESTION_SOURCES: [(&str, &str); QUESTIONS.len()] = [
    (
        "children",
        r"(?:what|how) (?:do|should|can|could|would|will|to)(?: i| we| you)?(?: even| ever)? (?:tell|say to|explain (?:it |this |that )?to|talk to) (?:the |my |our |your |a )?(?:\w+ )?(?:kids|children|toddler|little (?:boy|girl|one|ones)|\w+[- ]year[- ]old|sons|daughters)\b|(?:will|are|is) (?:my|the|our) (?:\w+ )?(?:kids?|children|baby|sons?|daughters?|boys?|girls?)(?: be| going to be)? (?:ok|okay|all right|alright|fine|hate me|remember|forgive me|suffer|scarred|damaged)|(?:am i|are we|have i|did i|have we|am i already) (?:ruin|damag|mess|hurt|screw|scar|fail|traumati)\w* (?:up )?(?:them|my|him|her|the|our)|how (?:do|can) (?:i|we) protect (?:my|his|her|their|the|our|them)",
    ),
    (
        "heaven",
        r"(?:is|are|was) (?:he|she|they|it|my (?:{person}|dog|cat|baby))(?: now| really| safe| okay| ok)* (?:in (?:heaven|hell|a better place|purgatory)|with (?:god|jesus|the lord)|at peace|saved)\b|where (?:is|are) (?:he|she|they|my (?:{person}|dog|cat|baby)) now|will (?:i|we) (?:ever )?(?:see|meet|hold) (?:him|her|them|my (?:{person}|dog|cat|baby)) again|(?:do|can) (?:dogs|cats|pets|animals|babies|people who [a-z ]{3,30}) (?:go to|get (?:in)?to|end up in) (?:heaven|hell)|what happens (?:to (?:us|you|people|them|him|her) )?(?:when|after) (?:you|we|people|they|he|she) dies?|is there (?:really |even |actually )?(?:a |an )?(?:heaven|afterlife|life after|hell)\b|did (?:he|she|they|it) (?:suffer|know|feel (?:it|any|pain))",
    ),
    (
        "punished",
        r"(?:is|was|are) (?:god|he|this|it|that)(?: just| maybe| somehow)* (?:punish\w*|a punishment|my punishment|paying me back|karma|a curse|a test|testing me)|am i (?:being )?(?:punished|cursed|tested|paying)|what (?:did|have) (?:i|we) (?:ever )?(?:do|done)(?: so)?(?: wrong)? to deserve|(?:is|was) (?:this|it|that) (?:all )?(?:because of|for) (?:my sins?|what i (?:did|have done)|something i did)|why (?:is|does) god (?:punish|hate|test)",
    ),
    (
        "forgiven",
        r"(?:can|could|will|would|does|has|do you think|is) (?:god|jesus|allah|the lord|he|heaven)(?: ever| really| still| even| actually| truly| be able to| willing to)* (?:forgiven?|loves?|takes?|accepts?|use|used|angry with|done with|ashamed of|disappointed in) (?:me|someone like me|a person like me|a man like me|a woman like me|us|people like me|somebody like me)|(?:can|could|does|would|will) (?:god|jesus|he) (?:still |even |really )*want (?:me|someone like me)(?: back| after| now| any ?more|\s*[?.!,])|(?:am i|can i)(?: really| truly| ever| still| even)* (?:be )?(?:forgiven|beyond (?:saving|help|forgiveness|hope)|too far gone|going to hell|saved|clean|redeemed|a lost cause)|is it too late (?:for me|to come back|for someone)|(?:have i|am i) gone too far|(?:how could|why would) (?:god|he|jesus)(?: ever)? (?:forgive|love|want) (?:me|someone)|is there (?:any |still )?(?:forgiveness|pardon|mercy|hope|a way back|room) for (?:me|someone like|people like|somebody like)|will i go to (?:hell|heaven)|how (?:can|do) i (?:be|know (?:if )?i(?:'?m| am)) (?:forgiven|saved)|does (?:god|jesus|he) (?:really |still )?(?:see|forgive)[a-z ]* as clean",
    ),
    (
        "forgive-myself",
        r"{how}(?:forgive|live with|face|look at|make peace with) myself|will i ever (?:forgive|be able to forgive) myself|can i (?:ever )?forgive myself|{how}live (?:with|alongside) (?:what (?:i|you)|the guilt|knowing|it on my)|why do i (?:still |always )*feel (?:so )?(?:filthy|dirty|guilty|ashamed)|{how}(?:get rid of|let go of|get over|get out from under|put down) (?:the |this |my |all this )?(?:guilt|shame)|{how}stop (?:feeling|being) (?:so )?(?:guilty|ashamed|dirty)",
    ),
    (
        "why-god",
        r"why (?:did|does|would|has|is|was|didn'?t|doesn'?t|wouldn'?t|won'?t|hasn'?t|isn'?t) (?:god|the lord|jesus|allah|heaven)\b|why (?:me|us|always me)\b|where (?:is|was|are|were) (?:god|the lord|jesus|allah|you god|you,? lord|he in)|how (?:can|could) (?:a (?:loving |good )?)?god\b|why (?:is|does|do|did|has)(?: all| all of)? (?:this|it|these things|bad things|everything)(?: have to| keep| keeps| always)* (?:happen\w*|to happen) to (?:me|us|good|my)|why (?:does|did) it (?:always )?have to be (?:me|us|him|her)|why do (?:good|innocent) people|why do the wicked",
    ),
    (
        "god-hears",
        r"(?:does|is|do|will|can|did) (?:god|the lord|jesus|allah)(?: really| even| actually| still| ever)* (?:hear|listen\w*|see|care|notice|there|real|know|exist|answer|mind|remember)\b|is (?:there )?(?:anyone|anybody|someone|anything)(?: really| even)* (?:up there|out there|listening|there at all)|(?:does|is|did) (?:prayer|praying|any of it|it)(?: even| really| actually)* (?:work|do anything|make a difference|reach|heard|get through)|what(?:'?s| is| was) (?:the (?:point|use) of praying|the praying for)|does (?:it|that|a prayer|my prayer)(?: even| really| still)* count\b|why do i(?: even| still)* pray\b|am i (?:just )?(?:talking|praying) to (?:myself|the (?:ceiling|wall|air)|nobody|no ?one)|does (?:anyone|he) (?:actually |even )?hear me when i pray|is anyone (?:listening|there)",
    ),
    (
        "love-me",
        r"will (?:i|anyone|anybody|someone|somebody|any (?:man|woman|guy|girl))(?: ever)? (?:(?:ever )?find (?:someone|somebody|love|anyone|a (?:husband|wife|partner|good|man|woman))|(?:really |truly )?(?:love|want|choose|marry|accept) (?:me|someone)|be loved|be married|get married|meet (?:someone|anyone))|(?:does|do|would|is|could|can)(?: anyone| anybody| someone| somebody| people)(?: even| really| ever| actually| here)* (?:cares?|notice|love|want|miss|like|see)(?: (?:me|about me|if i|that i))?\s*[.?!]*$|why (?:does|do|doesn'?t|won'?t|would|is|has|did)(?: no ?(?:one|body)| everyone| everybody| people| anyone| anybody| all my friends)(?: always| ever| just)* (?:want|love|like|choose|see|leave|leaves|left|care|call|text|ask|notice|hate|forget)|who (?:would|could|will|is going to|'s going to)(?: ever)? (?:want|love|have|marry|miss) (?:me|someone|a)|am i (?:even |that |really |so |just )*(?:lovable|unlovable|unloveable|worth loving|hard to love|invisible)|how could (?:anyone|anybody|any man|any woman)(?: ever)? (?:want|love)",
    ),
    (
        "trust",
        r"(?:{how}|(?:can|will|could|should) (?:i|we|you) (?:ever |really |even |learn to |possibly )*)(?:fully |ever |just |be able to )*(?:trust|believe) (?:him|her|them|again|anyone|anybody|people|someone|men|women|my {person}|a word)|{how}(?:rebuild|build|get back|win back|earn back|regain|restore) (?:the |his |her |my |our |some )*trust",
    ),
    (
        "worth",
        r"{how}(?:love|like|accept|value|respect|be kind to|believe in|feel good about|feel better about) (?:myself|me|who i am|my body|the way i look)|{how}(?:feel|be|know i(?:'?m| am)|believe i(?:'?m| am)|see that i(?:'?m| am)) (?:worth\w*|good enough|enough|confident|beautiful|content|satisfied|loved|lovable|seen)|{how}stop (?:comparing|hating myself|hating my|feeling (?:like (?:a failure|i'?m not|i am not|nothing)|worthless|so (?:ugly|small|inferior|jealous|envious)|inferior|jealous|less|useless|inadequate)|being (?:so )?(?:jealous|envious|hard on myself)|envying|needing)|{how}(?:get|gain|build|have|find) (?:my |some |more |back my )*(?:confidence|self[- ]?(?:esteem|worth|respect|confidence))|am i (?:ever |even |really )*(?:enough|good enough|worth (?:anything|it|something|the)|a failure|nothing|worthless|ugly|useless|unattractive)\b|what (?:have i got|do i have) to offer|what am i (?:even )?worth|will i ever be (?:good )?enough",
    ),
    (
        "how-forgive",
        r"{how}(?:forgive|pardon|stop (?:hating|resenting|being (?:so )?(?:bitter|angry (?:at|with)|mad at|resentful)|wanting (?:revenge|him to|her to))|let go of (?:the |my |this |all this |all the )*(?:anger|hate|hatred|bitterness|resentment|grudge|rage|hurt)|get (?:rid of|past|over) (?:the |this |my |all this )*(?:anger|hate|hatred|bitterness|resentment)|let (?:him|her|them) off)|(?:can|could|will) i (?:ever )?(?:forgive|stop hating) (?:him|her|them|my|someone|a)",
    ),
    (
        "must-forgive",
        r"(?:do|must|should|have|am|are) (?:i|we)(?: really| still| even| always)*(?: have| need| supposed| obliged| required| meant| expected| got)?(?: to)? ?(?:forgive|reconcile|let (?:him|her|them) off|make peace with|make up with)\b|does (?:forgiv\w+|it)(?: him| her| them)? mean (?:it|that|what|i)|is forgiv\w+ (?:the same|saying|letting|even possible)|how (?:many times|often) (?:do|must|should|am) (?:i|we)[a-z ]{0,15}(?:forgive|let|turn)|is it (?:possible|ok\w*|wrong|a sin) (?:to|not to|if i don'?t|if i can'?t) forgive|(?:and )?if i forgive|must i stay friends|does god (?:want|expect) me to forgive",
    ),
    (
        "leave",
        r"(?:should|do|must|can) i(?: just| really| maybe| finally| even| have to)* (?:leave (?:him|her|them|my (?:husband|wife|partner|boyfriend|girlfriend|marriage)|the (?:marriage|relationship))|leave\s*(?:[?.!,]|$|or )|stay (?:with|in|for|or)|stay\b|divorce|break up|walk away|move out|separate|give up on (?:him|her|us|my|this|the)|get out|end (?:the (?:relationship|marriage|friendship)|my marriage|this (?:relationship|marriage)|things)|file for|cut (?:him|her|them|my \w+) (?:off|out)|break it off|go or stay)|stay or (?:go|leave)|leave or stay|is it (?:time|okay|ok|wrong|a sin|selfish|better) (?:for me )?to (?:leave|walk away|give up|divorce|separate|go\b|move out|break up)|when (?:is it time|do (?:i|you) (?:know it'?s time|give up|walk away|leave|stop trying))|how do (?:i|you) (?:know (?:when|if|that) (?:it'?s (?:time|over)|to leave|to stay|i should (?:leave|stay))|leave (?:him|her|someone|a|my)|break up|end (?:it with|a|the relationship))|is (?:a )?divorce (?:a sin|wrong|ok|okay|allowed|the)|would it be better (?:to|if we) (?:leave|separate|divorce)",
    ),
    (
        "doctor",
        r"should (?:i|we|he|she|they)(?: just| really| maybe| go and| go to| go)* (?:see (?:a |my |the )?(?:\w+ )?(?:doctor|gp|therapist|counsel\w+|psych\w+|someone|somebody|specialist)|(?:the |a |my )?(?:doctor|gp|therapist|counsel\w+|hospital)|get (?:some |professional )?(?:help|therapy|counsel\w+|tested|checked|diagnosed)|(?:take|stop|start|try|go on|be on) (?:the |my |any |these |taking |on )*(?:pills|tablets|meds|medication|medicine|antidepressants|therapy|counsel\w+)|talk to (?:a |my )?(?:doctor|gp|therapist|counsel\w+|professional))|do i (?:need|have)(?: to (?:see|get)| some| professional| a)* (?:help|therapy|doctor|therapist|counsel\w+|depression|anxiety|ptsd|adhd|ocd|bipolar|medication|a problem|an addiction|problem|an eating disorder)|(?:is|could) (?:it|this)(?: be)? (?:depression|anxiety|a panic attack|panic attacks|ptsd|burnout|an addiction|something serious|postpartum|ocd|a breakdown|bipolar)|am i (?:depressed|an (?:alcoholic|addict)|bipolar|having a (?:breakdown|panic attack))|how (?:do|can|does|could) (?:i|one|you) (?:get|find|afford) (?:\w+ )?(?:help|a therapist|a counsel\w+|therapy)|(?:can|would|will|could|does) (?:therapy|counsel\w+|medication|a therapist|a counsel\w+) (?:help|work)",
    ),
    (
        "pray-how",
        r"{how}pray\b|what (?:do|should|can|am|could)(?: i| we| you)?(?: supposed to| even| be)* ?pray(?:ing)?\b|can i (?:even |still )?pray\b|is (?:that|it|this) (?:ok|okay|all right|wrong) to pray",
    ),
    (
        "faith-how",
        r"{how}(?:believe|have (?:more |any )?faith|trust (?:god|in god|the lord|in him)|get (?:my |back )*(?:faith|close to god|closer to god|back to god|right with god)|find (?:god|my faith|jesus|my way back|faith)|feel (?:god|close|closer|his)|keep (?:believing|my faith|the faith|trusting)|hear (?:god|from god|his)|know (?:if |that )?(?:god|any of it|it'?s true|he'?s)|love god|come back to (?:god|him|church))|can (?:you|i|a person|someone|one)(?: still| really)* (?:be|call (?:myself|yourself)) (?:a )?(?:christian|believer|muslim|catholic)|can (?:a )?(?:christians?|believers?) (?:be|have|doubt|feel|struggle|get)|is it (?:ok|okay|a sin|wrong|normal) to (?:doubt|question|be (?:angry|mad) (?:at|with) god)|does (?:god|he) (?:mind|get (?:mad|angry)|hate)(?: it)? (?:if|when|that)|am i (?:still |even |really )*(?:a (?:real |true )?(?:christian|believer)|losing my faith|even saved)|do i (?:still |even |really )*(?:believe|have any faith)|does (?:doubt|that|it) (?:mean|make)[a-z' ]{0,12}(?:not a|no) (?:christian|believer|faith)",
    ),
    (
        "gods-will",
        r"what (?:does|is|would|did|has) (?:god|the lord|jesus|he)(?: really| even)* (?:want|ask|plan|doing|saying|calling|trying|have (?:in store|planned)|expect)|how (?:do|can|would) (?:i|you|we|one) (?:know|tell|be sure)(?: if| whether| that| when| what)*(?: it'?s| it is| this is| that is| that'?s| it was)? (?:really )?(?:god\b|god'?s|his will|from god|the lord|the will)|is (?:this|it|that)(?: really)? (?:god'?s|god (?:telling|speaking|saying)|a sign|from god|his will)|what(?:'?s| is) god'?s|{how}(?:find|know|hear|discern|tell|follow) (?:what )?god'?s? (?:will|plan|voice|purpose|wants|call)",
    ),
    (
        "friends-how",
        r"{how}(?:make (?:new |any |real |some |good )*friends|find (?:my |your |new |real |some |good )*(?:people|friends|someone to talk|community|a (?:friend|community|church)|company)|meet (?:new )?people|fit in|belong|talk to people|connect with people|be less (?:lonely|alone)|stop (?:being|feeling) (?:so )?(?:lonely|alone)|not be (?:so )?(?:lonely|alone))|where (?:do|can|does|would|are)[a-z ]{0,30}(?:meet|find|make|go)[a-z ]{0,20}(?:people|friends)|where (?:do people like me|are my people|do i belong)",
    ),
    (
        "help-them",
        r"(?:{how}|what (?:(?:do|can|could|should|would|else|am|is|to|might)(?: (?:can|do|i|we|you|supposed to|meant to|best|even|ever|really|else))* )(?:do |be done |possibly do )*(?:to |for )*)(?:best |ever |actually |really |better |properly )*(?:help|support|reach|comfort|be there for|get through to|get|care for|save|protect|encourage|convince|be a good (?:friend|partner|husband|wife|parent) to|make (?:sure )?|cheer up|show) ?(?:{them}|my {person}|this person)\b|what (?:do|can|could|should|would|to|am|else)(?: i| we| you| do| supposed to| even| ever| can)* (?:say|do)(?: to| for) {them}|should i (?:let|make|force|push|get|confront|check on|talk to) {them}|{how}(?:deal with|handle|talk to|respond to|cope with|live with) (?:a|an|someone|somebody|my) (?:\w+ )?(?:depressed|addicted|grieving|anxious|alcoholic|suicidal|sick|dying|angry|bipolar) [a-z ]{0,12}(?:friend|son|daughter|husband|wife|partner|parent|brother|sister|teen\w*|child|person|who)",
    ),
    (
        "tell",
        r"should i(?: even| just| really)* say something\s*[?.!]*$|(?:should|do|must|can|shall) (?:i|we)(?: have to| need to| even| just| really)* (?:tell (?:him|her|them|my|the|anyone|someone|people|our)|confess|come clean|own up|admit|say it|speak up|come out|report|keep it (?:a secret|to myself)|mention)\b|how (?:do|can|would|should|will|to)(?: i| we| you)?(?: even| ever| possibly)* (?:tell (?:my|anyone|someone|people|our|everyone)|break (?:it|the news)|explain (?:it|this|that|to|why|what|myself)|confess|admit|come out|say (?:it|this|that|sorry)|bring (?:it|this|that) up|start (?:that|the|this|a) conversation|apologi[sz]e|ask (?:for help|him|her|them))|who (?:do|can|could|should) i (?:tell|talk to|say|go to|turn to|ask)",
    ),
    (
        "contact",
        r"(?:should|do|can|must|shall|could) (?:i|we)(?: just| even| really| still| try to| try and| go and)* (?:say something (?:again|to (?:him|her|them|my))|text|call|ring|write|contact|message|answer|reply|block|reach out|go (?:and |to )?(?:see|visit|him|her|them|the (?:funeral|wedding))|visit|meet|see (?:him|her|them)|invite|let (?:him|her|them) (?:back|in|come)|phone|take (?:him|her|them) back|go back to|get back (?:with|together)|apologi[sz]e|talk to (?:him|her|them))",
    ),
    (
        "say-no",
        r"{how}(?:say no|set (?:a |any |some |healthy |better )*(?:limits?|bound\w+)|stand up (?:for|to)|refuse|turn (?:him|her|them|it) down|draw (?:a|the) line|stop (?:being (?:such )?a (?:people[- ]?pleaser|doormat)|people[- ]?pleasing|letting (?:people|everyone|him|her|them)))|(?:do|must|should|am) i(?: have to| need to| obliged to| supposed to| expected to| meant to| really)* ?(?:keep|go on|always|still have to|continue) (?:on )?(?:help|pay|visit|lend|giv|going|look|car|tak|do|lov|see|hav|put|go|be|talk|serv|answer)\w*|am i (?:even |still )?allowed to (?:say|stop|rest|refuse|take|not|go|put|sit|quit|skip|cancel|step)|can i (?:just )?(?:stop|rest|say no|take a break|quit)\b|do i (?:owe|have to (?:go|help|pay|visit|look after|take care|invite|see|answer|let|be))|is it (?:ok|okay|wrong|selfish|bad) (?:to|if i) (?:rest|say no|take a break|stop (?:helping|going|visiting)|put myself|need a break|go no|cut)",
    ),
    (
        "move-on",
        r"{how}(?:move on|move forward|get over|let (?:him|her|them|it|this|that|someone) go|let go|get past|stop (?:loving|missing|thinking (?:about|of)|wanting (?:him|her|them)|dreaming|caring|crying over|checking)|accept (?:that|it|this|the)|forget|put (?:it|this|that|the past) (?:down|behind)|un-?love|leave (?:it|this|the past)|get (?:him|her|them|my ex|it) (?:out of|off)|find closure|get closure)|will i ever (?:get over|move on|stop loving|stop missing|forget)",
    ),
    (
        "peace",
        r"{how}(?:find|get|have|feel|sleep) (?:some |any |inner |real |my |the |back my |god'?s |more )*(?:peace|calm|rest|sleep|quiet|still)\b|{how}(?:calm|relax|sleep|switch|turn (?:it|my|this|them)|quiet|silence|rest|unwind|stop (?:worrying|panicking|overthinking|over ?thinking|thinking|being (?:so )?(?:afraid|scared|anxious|nervous|worried)|feeling (?:so )?(?:anxious|scared|afraid|worried|on edge)|the (?:thoughts|worry|worrying|panic|fear|voice)|my (?:mind|thoughts|head|brain|anxiety)|these (?:thoughts|panic))|make (?:it|that voice|my (?:mind|head)|the (?:thoughts|worry)) (?:stop|quiet|go)|not (?:be|worry|feel)|(?:overcome|beat|control|manage|deal with|handle|get over|get rid of|cope with|fight|conquer|live with) (?:my |this |the |these |all this |with )*(?:fears?|anxiety|worry|worries|worrying|stress|panic|nerves|intrusive thoughts|overthinking|phobia|social anxiety|nightmares))",
    ),
    (
        "stop",
        r"{how}(?:stop|quit|break|beat|overcome|control|get (?:off|clean|sober|free|out of this|rid of|a grip|a handle)|give (?:it|this|up)|fight|resist|change\b|kick|stay (?:clean|sober|away|pure|off)|not (?:lose|give|do|snap|shout|yell|fall|look|go back)|keep from|manage (?:my|this)|avoid|say no to|be free|defeat)",
    ),
    (
        "strong",
        r"{how}(?:stay|be|keep|remain|hold) (?:so |on to |being |up )*(?:strong|hopeful|positive|faithful|brave|patient|hope|the hope|faith|going when|hoping|hope alive|motivated|sane|cheerful)|where (?:do|does|can|did|will)[a-z ]{0,20}(?:get|find)[a-z ]{0,10}(?:strength|hope|courage)|(?:should|do|can) i (?:keep|still|even) (?:hop|dare hop|believ)\w*|{how}(?:not (?:lose|give up)|keep from losing) (?:hope|heart)?",
    ),
    (
        "endless",
        r"(?:will|does|do|can|when will|when does|when do|when is|when am i)(?: (?:it|this|that|things|the \w+|life|i|we|anything|grief|my \w+|all this))(?: ever| really| going to| finally| just| actually| always| gonna)* (?:ends?|stops?|go away|goes away|gets? (?:any |a bit |a little |much )*(?:better|easier|lighter|back to normal)|hurts? less|heal|be over|wear off|pass|let up|change|improve|be (?:okay|ok|happy|myself|normal|whole|fine|well|free|all right|alright|like this|good)|feel (?:okay|ok|happy|normal|like myself|better|joy|anything|alive|safe|whole|good|this way|like this)|recover|get (?:out of|through|over) this|be able to)\b|how (?:much )?longe?r?\b (?:does|do|will|must|can|am|is|until|before|till|has|did|should|it)?|is (?:it|this)(?: always| forever)* (?:going to be|gonna be|for ?ever|how it|permanent|my life now)|does (?:it|this) (?:ever )?get|will i (?:always|ever) (?:be|feel|get|have|stop|hurt|struggle|smile|laugh|sleep)",
    ),
    (
        "they-change",
        r"(?:will|can|could|do|does|would) (?:he|she|they|my {person}|people|men|someone like (?:him|her|that)|our marriage|the marriage|my marriage|we|this|our relationship)(?: ever| really| actually| even| truly)* (?:change|come (?:back|round|around|home)|stop|get better|want me|love me|be (?:saved|fixed|okay|ok|happy again|all right|close again)|get (?:clean|sober|help|through this|back)|make it|survive|work (?:it )?out|regret|understand|forgive me|talk to me|see (?:what|me|how))|is there (?:any |still |really )*(?:hope|way back|a way back|a chance)|can (?:this|it|we|god|our|my|a)(?: \w+)? (?:be )?(?:saved?|fix(?:ed)?|repaire?d?|restored?|healed|mended|put right)|(?:is|are) (?:it|my marriage|our marriage|we|things|my relationship) (?:really |all )?(?:over|finished|beyond|doomed)",
    ),
    (
        "fault",
        r"(?:is|was|were) (?:it|this|that|all this)(?: all| really| partly| somehow| just)* (?:(?:my|our) (?:fault|doing)|because of (?:me|us|something i|what i))|am i (?:to blame|the problem|the reason|responsible|the cause)|did i(?: really| somehow| just)* (?:cause|do something|do this|make (?:him|her|them|it)|push|miss|kill|ruin|fail|drive|bring|deserve|let (?:him|her|them)|do enough|do wrong|hurt|say something)|what (?:did|have) (?:i|we) (?:do|done|miss)\s*[?.!]*$|what (?:did|am|have|do) (?:i|we) (?:do|done|doing|keep doing)(?: so)? wrong|where did (?:i|we) go wrong|(?:could|should|would) (?:i|we) (?:have|of|ve) (?:done|stopped|saved|known|seen|prevented|noticed|said|been|gone|called|tried|helped|made)|is it because (?:of me|i)|was it (?:me\b|something i)|why (?:didn'?t|did not|couldn'?t) (?:i|we) (?:see|stop|notice|call|go|say|know|do|visit|leave|fight|help)|what if i (?:had|hadn'?t)",
    ),
    (
        "too-sensitive",
        r"(?:is|was|would) it(?: so| really| very| just| that| too)* (?:silly|stupid|foolish|ridiculous|dumb|childish|dramatic|strange|weird|too much) (?:to|that|of me|if|for me|when)|am i(?: being| just| so| too| really| the| a bit| a little)* (?:silly|over ?reacting|overly sensitive|sensitive|ridiculous|dramatic|childish|making (?:too much|a big deal|a mountain)|imagining it|blowing (?:it|this))\b",
    ),
    (
        "bad-to-feel",
        r"am i(?: a| an| being| just| so| such a| really| the| too| wrong)* (?:bad|terrible|horrible|awful|selfish|evil|cruel|cold|heartless|monster|wrong|weak|ungrateful|jealous|mean|unreasonable|wicked|fraud|lazy|failure|harsh|strict|demanding|coward|petty|stupid|controlling|asshole|bitter|unchristian|disgusting|pathetic|clingy|needy|paranoid)\b|is it(?: so| really| very| such| that)* (?:a sin|bad|wrong|selfish|awful|terrible|cruel|wicked|weak|horrible|mean|ungrateful|shameful|sinful|pathetic|ok|okay|alright|all right|unbelief|disloyal|unfair) (?:to|that|of me|if|for me|when)|does (?:that|it|this) make me|what kind of (?:a )?(?:mother|father|person|son|daughter|wife|husband|christian|friend|mum|mom|dad|man|woman|parent|human|sister|brother)|what sort of (?:a )?(?:mother|father|person|son|daughter|wife|husband|christian|friend|mum|mom|dad|man|woman|parent)|(?:should|am) i (?:feel|supposed to feel) (?:guilty|ashamed|bad)|am i (?:even |still )?allowed to (?:want|feel|be (?:happy|sad|angry)|miss|grieve|laugh|enjoy|love)|why (?:do|should) i feel (?:so |like a )*(?:guilty|ashamed|traitor|bad|selfish)",
    ),
    (
        "normal",
        r"is (?:it|this|that|any of this|what i)(?: even| really| still| all| feel| all right| completely)* ?normal|am i (?:going |just |losing |really )*(?:crazy|mad|insane|it\b|my mind|normal|the only (?:one|person|woman|man)|alone in|weird|broken|imagining)|(?:does|do|has|have|is|did|are|was) (?:anyone|anybody|someone|somebody|other people|others|any of you|everyone|other (?:moms|mums|women|men|couples|parents|christians|people))(?: else)?(?: here| out there| ever| also)* (?:feels?|felt|had|do|does|get|gets|been|gone|think|struggles?|experienced?|deal|know what|rehearse|sit|play|like this|go through|cry|have this|have the same|hate|relate|wake)\b|does this (?:happen|make sense|sound)|does (?:that|it) make (?:any )?sense|is it just me|is something wrong with me",
    ),
    (
        "wrong-with-me",
        r"what(?:'?s| is| the hell is| on earth is| in the world is)(?: happening| happened| going on| wrong| the matter)+ (?:with|to) me|what happened to me|why am i(?: so| like| still| always| such| even| the)* |why can'?t i\b|why (?:cannot|can not) i\b|why do i(?: always| keep| still| even| have to| constantly)* |what is it (?:with|about) me|why (?:won'?t|does|do|is|can'?t) my (?:mind|head|brain|body|heart|thoughts)|why (?:does|do) (?:it|this|everything) (?:bother|upset|hurt|affect|get to|scare) me|what makes me (?:do|feel|so)",
    ),
    (
        "point",
        r"what(?:'?s| is| was|s)(?: even)? the (?:point|use|purpose|meaning|reason)|what (?:am i|are we|is a \w+ like me)(?: even| still| really| here| on earth)* (?:for|here for|doing here|living for|good for|supposed to be|meant to be)|why am i (?:even |still )*(?:here|alive|doing this)|does (?:my life|any of (?:it|this)|it all|anything|what i do)(?: even| really)* (?:matter|mean|count)\b|does it(?: even| really)* (?:matter|mean)\b|what (?:is|was) (?:it all|all (?:this|that|of (?:it|this))) for|is (?:this|that) (?:it|all|all there is)\s*(?:[?.!,]|$)|why (?:even )?bother|what (?:did|does) (?:he|god) make me (?:to do|for)|do i (?:even )?(?:matter|count)|what is my (?:purpose|life|calling)|{how}find (?:my |a |some )*(?:purpose|meaning|calling|passion|place|direction)|who am i\b|what do i do with (?:my life|myself(?: now)?\s*[?.!]*$)",
    ),
    (
        "go-on",
        r"{how}(?:go on|carry on|cope|survive|live\b|get (?:through|by|up|out of bed|back (?:to|up|on))|manage|deal|handle|bear|face (?:the (?:day|days|world|morning|night|nights|week|future|year|holidays|house)|life|it|this|tomorrow|another|each|every|work|school|going|christmas|people|my life)\b|do (?:this|it|life)|keep (?:going|doing|living|turning|on|it up)|start (?:over|again|afresh)|rebuild|walk (?:in|back)|be (?:a|an|his|her|okay|ok|happy|alone|without|normal|the|in)|begin again|exist|endure|function|heal|recover|grieve|mourn|come (?:back|to terms)|stand|adjust|breathe|fill|spend|smile|enjoy|feel (?:anything|joy|normal|again|better))\b|what (?:do|now|am|can)(?: i| we)?(?: supposed to)?(?: do| be)?(?: now)? without|who am i without",
    ),
    (
        "why-they",
        r"why (?:did|does|do|would|could|can|is|are|was|were|has|have|doesn'?t|don'?t|won'?t|can'?t|didn'?t|couldn'?t|wouldn'?t|isn'?t|aren'?t|hasn'?t) (?:he|she|they|my (?:own )?{person}|people|men|women|some people|someone|somebody|anyone|anybody|a (?:mother|father|parent|husband|wife|friend|pastor|man|person|church)|god'?s people|christians|the church)\b|how (?:could|can) (?:he|she|they|my (?:own )?{person}|someone|somebody|a (?:mother|father|parent|husband|wife|friend|pastor|person))\b",
    ),
    (
        "where-to-start",
        r"where (?:do|does|would|can|should|to|on earth do|could|will)(?: i| we| you| one| a \w+)?(?: even| ever)? (?:start|begin)|which (?:one |of them )?to (?:fix|do|tackle|deal with|sort) first|what(?:'?s| is| would be| are) (?:the|my|a|some) (?:very )?(?:first|next|smallest|practical) (?:steps?|thing|piece)|{how}(?:start|begin)\s*[?.!]*$",
    ),
    (
        "choose",
        r"(?:should|do|shall) (?:i|we)(?: just| really| even)* (?:take|accept|move|go (?:back|for|to)|choose|pick|marry|keep (?:the|my|it|him|her)|have (?:the|a|another)|sell|apply|turn|study|start|try|let|put|send|say yes|give|buy|change|follow|wait|stay|quit|resign|retire|adopt|go|leave (?:my|the|this))\b|which (?:one(?: (?:to (?:choose|pick|take|follow)|should|do i|is)\b|\s*[?.!]*$)|(?:of (?:us|the|them|two)|should|do i|job|path)\b)|how (?:do|can|does|should|to)(?: i| you| we| one| a person)? (?:decide|choose|know (?:which|what|if|when|whether))|what if (?:i|it'?s|we) (?:choose|make|pick|decide|am|the)? ?(?:the )?wrong|is it (?:irresponsible|worth (?:it|sticking|trying|staying|fighting)|wise|foolish|too late to (?:change|go back|start|switch|learn|leave|study))|am i (?:making|doing) the (?:right|wrong)|is (?:this|it) the right",
    ),
    (
        "what-to-do",
        r"what (?:do|should|can|could|am|would|shall|to|are|is|else|must)(?: i| we| you| one| a \w+| he| she)?(?: to| even| supposed to| meant to| possibly| can i| do i)* (?:do|doing)\b|what (?:now|next)\s*[?.!]*$|any (?:advice|tips|ideas|suggestions|wisdom|thoughts|help|words|verse|guidance)|what would you|(?:can|could|will|would) (?:you|u|someone|anyone|anybody|somebody)(?: please| pls)? (?:help|advise|tell|give|guide)|(?:please|pls) (?:help|advise|guide)|i (?:really |just |desperately )*need (?:some |your )?(?:advice|guidance|help|answers)|help me\b|what am i (?:supposed|meant) to|how (?:do|should|can|would) (?:i|we|you) (?:handle|approach|respond|react|behave|proceed|deal|fix|solve|make this)|should i\b|{how}(?:fix|save|solve|repair|make (?:this|it|things) (?:right|work|better)|get out|improve)",
    ),
];

/// English boundaries: what nobody may say, or has said too often.
const BOUNDARY_SOURCES: [(&str, &str); BOUNDARIES.len()] = [
    (
        "no-plan",
        r"(?:{dont}|{told})[a-z' ]{0,30}\b(?:god'?s (?:plan|will|timing)|(?:god|he) (?:has|had|must have) a plan|part of (?:a|the|his|god'?s) plan|it'?s a plan|happens for a reason|better place|needed another angel|never gives (?:us|you|me|anyone)|meant to be)\b",
    ),
    (
        "no-pray-more",
        r"(?:{dont}|{told})[a-z' ]{0,20}\b(?:pray (?:more|harder|about it|it away|on it)|just (?:need to |have to )?(?:pray|trust)|trust (?:in )?(?:god|the lord)|have (?:more )?faith|(?:more|enough) faith|read (?:my|the) bible|give it to god|let go and let god|not praying)\b",
    ),
    (
        "no-forgive",
        r"(?:{dont}|{told})[a-z' ]{0,20}\b(?:forgive|forgiveness)(?:\s*[.,!?;]|$| (?:him|her|them|my|and|it|anyway|to|someone)\b)",
    ),
    (
        "no-time-heals",
        r"(?:{dont}|{told})[a-z' ]{0,20}\b(?:time (?:heals|will heal)|move on|get over it|(?:be|stay) (?:strong|positive)|count my blessings|cheer up|look on the bright|be (?:grateful|thankful)|gets (?:better|easier)|will get (?:better|easier)|snap out|man up|over it by now|think positive|just relax|calm down)\b",
    ),
    (
        "no-leave",
        r"(?:{dont}|{told})[a-z' ]{0,20}\b(?:leave (?:him|her|them|my (?:husband|wife|partner|boyfriend|girlfriend))|divorce|break up)\b",
    ),
    (
        "no-doctor",
        r"{dont}[a-z' ]{0,25}\b(?:doctors?|therapy|therapists?|counsel\w+|professional help|shrink)\b|\bi(?:'ve|ve| have)? (?:already |even )?(?:tried|done) (?:therapy|counsel\w+|a therapist|(?:two|three|several) (?:therapists|counsel\w+))\b",
    ),
    (
        "no-advice",
        r"\b(?:don'?t|do not|not) (?:need|want|expect|asking for|looking for|here for|really want)(?: any| an| your| more)? (?:advice|answers?|fixing|solutions?|reply|response|fix)\s*(?:[.,!?;]|$)|\b(?:just|only) (?:needed|wanted|need|want|had) to (?:say|tell|get|vent|write|let|put)(?: (?:it|this|that|someone|somebody|anyone|some))?(?: (?:out|off|down|somewhere|it|this|that))*\s*(?:[.!,;]|$|out loud|to (?:someone|somebody))|\bjust venting\b|\bno need to (?:answer|reply|fix)\b|\b(?:don'?t|do not) (?:try to )?fix (?:it|me|this)\b|\bno advice\b",
    ),
];

#[cfg(test)]
mod tests;
