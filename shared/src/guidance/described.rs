//! Passages that people ask for by what they remember of them: *the one about the sparrows*.
//!
//! Invariant: only a sentence that asks for a passage is read so; who tells of a storm has one.

mod remembered;

use remembered::{NOT_THERE, REMEMBERED};

use crate::content::Reference;

/// What people call a passage whose place they do not know.
const NOUNS: [&str; 12] = [
    "bit",
    "chapter",
    "line",
    "one",
    "parable",
    "part",
    "passage",
    "psalm",
    "reading",
    "scripture",
    "story",
    "verse",
];

/// Words between the noun and what is remembered.
const LINKS: [&str; 8] = ["about", "on", "of", "that", "where", "which", "with", "says"];

/// The most words between the link and what is remembered: *about **how god gives back the years the** locusts*.
const MAX_WORDS_BETWEEN: usize = 8;

/// Words that say what somebody or something says.
const SAYING: [&str; 6] = ["say", "says", "said", "saying", "written", "goes"];
/// What is said to say it: *which **verse** says*, *the **psalm** that goes*.
const SAYERS: [&str; 7] = ["chapter", "line", "passage", "proverb", "psalm", "scripture", "verse"];
/// What *does say* it: *where does **it** say*.
const SPEAKERS: [&str; 9] = [
    "bible",
    "god",
    "it",
    "jesus",
    "paul",
    "psalm",
    "scripture",
    "scriptures",
    "verse",
];
/// Words of somebody who looks for it.
const LOOKING: [&str; 6] = ["find", "looking", "remember", "what", "where", "which"];
/// The most words between *where* and *does*: *where **in the Bible** does it say*.
const MAX_WORDS_TO_DOES: usize = 6;

/// Words before and after a quotation that are none of it: *say **in the Bible that** …*.
const AROUND_QUOTATION: [&str; 11] = [
    "bible",
    "book",
    "from",
    "in",
    "of",
    "please",
    "scripture",
    "scriptures",
    "testament",
    "that",
    "the",
];

/// The writer, in a question.
const FIRST_PERSON: [&str; 14] = [
    "i", "i'm", "i've", "i'd", "i'll", "me", "mi", "mis", "my", "mine", "our", "us", "we", "yo",
];

/// The most words of a sentence that only asks.
pub(super) const MAX_WORDS_OF_A_QUESTION: usize = 18;

/// Fewer words stand in many verses.
const MIN_QUOTED_WORDS: usize = 4;

/// The passage that a sentence asks for by what its writer remembers of it, if it asks so.
pub(super) fn reference(sentence: &str) -> Option<Reference> {
    let words = words(sentence);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let link = words
        .windows(2)
        .position(|pair| NOUNS.contains(&pair[0]) && LINKS.contains(&pair[1]))?;
    first_of(&REMEMBERED, &words[link + 2..], MAX_WORDS_BETWEEN + 1)
}

/// The passage of which a question about the Bible has what people remember.
pub(super) fn asked_about(question: &str) -> Option<Reference> {
    anywhere(&REMEMBERED, question)
}

/// Whether a sentence asks where words stand in the Bible.
pub(super) fn asks_for_a_place(sentence: &str) -> bool {
    let words = words(sentence);
    let begins = |beginning: &[&str]| words.iter().take(beginning.len()).eq(beginning);
    let names_the_bible = || {
        words
            .iter()
            .any(|word| ["bible", "biblia", "scripture"].contains(&word.as_str()))
    };
    place_of_saying(sentence, &words).is_some()
        || (begins(&["is"]) && names_the_bible())
        || begins(&["dónde", "dice"])
        || begins(&["donde", "dice"])
}

/// Whether a sentence asks whose words these are: *Who said …?*
pub(super) fn asks_who_said(sentence: &str) -> bool {
    words(sentence).iter().take(2).eq(["who", "said"])
}

/// Whether a text is one short sentence that asks where words stand in the Bible, without a word of its writer.
pub(super) fn asks_for_a_place_alone(text: &str) -> bool {
    let sentence = text.trim_end_matches(|letter: char| !letter.is_alphanumeric());
    let words = words(sentence);
    let is_own = |word: &String| FIRST_PERSON.contains(&word.as_str());
    !sentence.contains(['?', '.', '!', ',', '\n'])
        && words.len() <= MAX_WORDS_OF_A_QUESTION
        && !words.iter().any(is_own)
        && asks_for_a_place(text)
}

/// The place of the word after which a sentence quotes what it asks for: *where does it **say***, *which verse
/// **says***, *where is it **written***. Who tells what the Bible says asks for nothing.
fn place_of_saying(sentence: &str, words: &[String]) -> Option<usize> {
    let has_one_of = |list: &[&str], words: &[String]| words.iter().any(|word| list.contains(&word.as_str()));
    let is_looked_for = sentence.contains('?') || has_one_of(&LOOKING, words);
    (1..words.len()).find(|&place| {
        let just_before = &words[place.saturating_sub(2)..place];
        let does = words[place.saturating_sub(4)..place]
            .iter()
            .position(|word| word == "does" || word == "did");
        match words[place].as_str() {
            "say" => does.is_some_and(|does| {
                let does = place.saturating_sub(4) + does;
                let before = &words[does.saturating_sub(MAX_WORDS_TO_DOES)..does];
                has_one_of(&["where", "which", "what"], before) && has_one_of(&SPEAKERS, &words[does..place])
            }),
            "written" => has_one_of(&["it"], just_before) && has_one_of(&["where"], &words[..place]),
            says => SAYING.contains(&says) && has_one_of(&SAYERS, just_before) && is_looked_for,
        }
    })
}

/// The passage nearest to a saying that does not stand in the Bible, in a question for its place.
pub(super) fn nearest_to_a_saying(question: &str) -> Option<Reference> {
    anywhere(&NOT_THERE, question)
}

/// The words whose place a sentence asks for: *Where does it say that **the love of money is the root of all evil**?*
pub(super) fn quotation(sentence: &str) -> Option<Vec<String>> {
    let mut words = words(sentence);
    let says = place_of_saying(sentence, &words)?;
    let is_around = |word: &String| AROUND_QUOTATION.contains(&word.as_str());
    while words.last().is_some_and(is_around) {
        words.pop();
    }
    let quoted: Vec<String> = words
        .split_off(says.min(words.len()))
        .into_iter()
        .skip(1)
        .skip_while(is_around)
        .collect();
    (quoted.len() >= MIN_QUOTED_WORDS).then_some(quoted)
}

/// What a question says before the first word of saying, and from there on.
pub(super) fn around_saying(question: &str) -> (&str, &str) {
    let places = SAYING
        .into_iter()
        .filter_map(|saying| question.find(&format!(" {saying} ")));
    question.split_at(places.min().unwrap_or(question.len()))
}

/// The words of a text in lower case.
fn words(text: &str) -> Vec<String> {
    let plain = text.to_lowercase().replace(['’', '‘'], "'");
    let words = plain.split(|letter: char| !letter.is_alphanumeric() && letter != '\'');
    words
        .map(|word| word.trim_matches('\'').to_owned())
        .filter(|word| !word.is_empty())
        .collect()
}

fn anywhere(list: &[(&str, &'static str)], text: &str) -> Option<Reference> {
    let words = words(text);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    first_of(list, &words, words.len())
}

/// The first entry that begins at one of the first `starts` words.
fn first_of(list: &[(&str, &'static str)], words: &[&str], starts: usize) -> Option<Reference> {
    let found = (0..words.len().min(starts)).find_map(|from| beginning(list, &words[from..]))?;
    found.parse().ok()
}

/// What the words begin with.
fn beginning(list: &[(&str, &'static str)], words: &[&str]) -> Option<&'static str> {
    let begins = |remembered: &str| {
        let mut expected = remembered.split(' ');
        let mut given = words.iter();
        expected.all(|word| given.next() == Some(&word))
    };
    let (_, reference) = list.iter().find(|(remembered, _)| begins(remembered))?;
    Some(reference)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_of_a_passage_is_enough() {
        for (sentence, shown) in [
            ("What is the one about the sparrows?", Some("Matthew 10:29-31")),
            (
                "There's that verse about God giving back the years the bugs ate, can you tell me which one it is.",
                Some("Joel 2:25-26"),
            ),
            ("which psalm is the one with the still waters", Some("Psalm 23")),
            ("Please send the story of the prodigal son.", Some("Luke 15:11-32")),
            ("the bit where Jesus is walking on water", Some("Matthew 14:28-31")),
            (
                "can i have the verse that says nothing can separate us",
                Some("Romans 8:38-39"),
            ),
            ("I am one of seven, the last.", None),
            ("My father is one of the potters of the village.", None),
            ("The sparrows are back under the roof.", None),
            ("What is the verse about my neighbour's cat?", None),
            ("", None),
        ] {
            let found = reference(sentence).map(|reference| reference.to_string());
            assert_eq!(found.as_deref(), shown, "{sentence}");
        }
    }

    #[test]
    fn a_question_about_the_bible_is_answered_by_what_is_remembered() {
        for (question, shown) in [
            ("who was Lazarus?", Some("John 11:33-36")),
            (
                "Where does it say money is the root of all evil",
                Some("1 Timothy 6:6-10"),
            ),
            (
                "where is “the truth will set you free” in the bible?",
                Some("John 8:31-32"),
            ),
            ("Did Moses write the first five books?", None),
        ] {
            let found = asked_about(question).map(|reference| reference.to_string());
            assert_eq!(found.as_deref(), shown, "{question}");
        }
    }

    #[test]
    fn a_quotation_whose_place_is_asked_for_is_found() {
        for (sentence, quoted) in [
            (
                "Where in the Bible does it say that a merry heart doeth good like a medicine?",
                Some("a merry heart doeth good like a medicine"),
            ),
            (
                "what verse says 'he restores my soul' in the Bible",
                Some("he restores my soul"),
            ),
            (
                "which psalm says deep calls to deep at the noise",
                Some("deep calls to deep at the noise"),
            ),
            (
                "I'm looking for the verse that goes if God is for us who can be against us please",
                Some("if god is for us who can be against us"),
            ),
            ("My mother says that I should stay with him.", None),
            (
                "I don't know what to do, the Bible says God is love but my son died.",
                None,
            ),
            (
                "What do I tell people who say that everything happens for a reason?",
                None,
            ),
            ("What do I say to the people of my church?", None),
            ("What does the Bible say?", None),
            ("who said", None),
            ("", None),
        ] {
            let found = quotation(sentence).map(|words| words.join(" "));
            assert_eq!(found.as_deref(), quoted, "{sentence}");
        }
    }

    #[test]
    fn a_saying_that_does_not_stand_there_has_a_passage_near_it() {
        for (question, shown) in [
            (
                "Where does it say that God helps those who help themselves?",
                Some("Psalm 121:1-2"),
            ),
            ("is this too shall pass in the bible", Some("2 Corinthians 4:16-18")),
            ("Where does it say that God is love?", None),
        ] {
            let found = nearest_to_a_saying(question).map(|reference| reference.to_string());
            assert_eq!(found.as_deref(), shown, "{question}");
        }
    }

    #[test]
    fn every_reference_can_be_read() {
        for (remembered, reference) in REMEMBERED.into_iter().chain(NOT_THERE) {
            assert!(reference.parse::<Reference>().is_ok(), "{remembered}: {reference}");
        }
    }
}
