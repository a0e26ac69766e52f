//! Passages that people ask for by what they remember of them: *the one about the sparrows*.
//!
//! Invariant: only a sentence that asks for a passage is read so; who tells of a storm has one.

use crate::content::Reference;

/// What people remember, and where it stands.
const REMEMBERED: [(&str, &str); 84] = [
    ("a time for everything", "Ecclesiastes 3:1-8"),
    ("alabaster jar", "Luke 7:37-38"),
    ("armor", "Ephesians 6:10-18"),
    ("armour", "Ephesians 6:10-18"),
    ("be anxious for nothing", "Philippians 4:6-7"),
    ("be still", "Psalm 46:10"),
    ("birds of the air", "Matthew 6:26-27"),
    ("bread of life", "John 6:35"),
    ("broken hearted", "Psalm 34:18"),
    ("brokenhearted", "Psalm 34:18"),
    ("bugs ate", "Joel 2:25-26"),
    ("burning bush", "Exodus 3:2-5"),
    ("calming the storm", "Mark 4:37-39"),
    ("daniel", "Daniel 6:20-22"),
    ("david and goliath", "1 Samuel 17:45-47"),
    ("doubting thomas", "John 20:27-29"),
    ("dry bones", "Ezekiel 37:4-6"),
    ("eagles", "Isaiah 40:29-31"),
    ("engraved", "Isaiah 49:15-16"),
    ("faith hope and love", "1 Corinthians 13:13"),
    ("fearfully and wonderfully", "Psalm 139:13-14"),
    ("fiery furnace", "Daniel 3:24-25"),
    ("first stone", "John 8:7-11"),
    ("footwashing", "John 13:4-8"),
    ("fruit of the spirit", "Galatians 5:22-23"),
    ("golden rule", "Matthew 7:12"),
    ("good samaritan", "Luke 10:30-37"),
    ("good shepherd", "John 10:11-15"),
    ("hairs of your head", "Luke 12:6-7"),
    ("hairs on your head", "Luke 12:6-7"),
    ("heavy laden", "Matthew 11:28-30"),
    ("hope and a future", "Jeremiah 29:11-13"),
    ("house on the rock", "Matthew 7:24-25"),
    ("jesus wept", "John 11:33-36"),
    ("jonah", "Jonah 2:2-7"),
    ("knit me together", "Psalm 139:13-14"),
    ("lazarus", "John 11:33-36"),
    ("lift up my eyes", "Psalm 121"),
    ("light of the world", "John 8:12"),
    ("lilies", "Matthew 6:28-30"),
    ("lions", "Daniel 6:20-22"),
    ("locusts", "Joel 2:25-26"),
    ("lost coin", "Luke 15:8-10"),
    ("lost sheep", "Luke 15:4-7"),
    ("lost son", "Luke 15:11-32"),
    ("love is patient", "1 Corinthians 13:4-8"),
    ("many mansions", "John 14:1-3"),
    ("many rooms", "John 14:1-3"),
    ("martha and mary", "Luke 10:38-42"),
    ("mary and martha", "Luke 10:38-42"),
    ("mercies are new", "Lamentations 3:22-23"),
    ("mustard seed", "Matthew 17:20"),
    ("new every morning", "Lamentations 3:22-23"),
    ("nothing can separate", "Romans 8:38-39"),
    ("palm of his hand", "Isaiah 49:15-16"),
    ("palms of his hands", "Isaiah 49:15-16"),
    ("paralysed man", "Mark 2:3-5"),
    ("paralyzed man", "Mark 2:3-5"),
    ("pass through the waters", "Isaiah 43:1-2"),
    ("plans for you", "Jeremiah 29:11-13"),
    ("plans i have for you", "Jeremiah 29:11-13"),
    ("potter", "Jeremiah 18:3-6"),
    ("prodigal son", "Luke 15:11-32"),
    ("rainbow", "Genesis 9:12-16"),
    ("refuge and strength", "Psalm 46:1-3"),
    ("seventy times seven", "Matthew 18:21-22"),
    ("sparrow", "Matthew 10:29-31"),
    ("sparrows", "Matthew 10:29-31"),
    ("still small voice", "1 Kings 19:11-13"),
    ("still waters", "Psalm 23"),
    ("tears in a bottle", "Psalm 56:8"),
    ("thief on the cross", "Luke 23:39-43"),
    ("thorn in the flesh", "2 Corinthians 12:7-9"),
    ("valley of the shadow", "Psalm 23"),
    ("vine and the branches", "John 15:4-5"),
    ("walking on water", "Matthew 14:28-31"),
    ("walking on the water", "Matthew 14:28-31"),
    ("where you go", "Ruth 1:16-17"),
    ("widow's mite", "Mark 12:41-44"),
    ("widows mite", "Mark 12:41-44"),
    ("wipe away every tear", "Revelation 21:3-4"),
    ("woman at the well", "John 4:13-15"),
    ("work together for good", "Romans 8:28"),
    ("zacchaeus", "Luke 19:1-10"),
];

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

/// The passage that a sentence asks for by what its writer remembers of it, if it asks so.
pub(super) fn reference(sentence: &str) -> Option<Reference> {
    let plain = sentence.to_lowercase().replace(['’', '‘'], "'");
    let words: Vec<&str> = plain
        .split(|letter: char| !letter.is_alphanumeric() && letter != '\'')
        .filter(|word| !word.is_empty())
        .collect();
    let link = words
        .windows(2)
        .position(|pair| NOUNS.contains(&pair[0]) && LINKS.contains(&pair[1]))?;
    let told = &words[link + 2..];
    let found = (0..told.len().min(MAX_WORDS_BETWEEN + 1)).find_map(|from| beginning(&told[from..]))?;
    found.parse().ok()
}

/// What the words begin with.
fn beginning(words: &[&str]) -> Option<&'static str> {
    let begins = |remembered: &str| {
        let mut expected = remembered.split(' ');
        let mut given = words.iter();
        expected.all(|word| given.next() == Some(&word))
    };
    let (_, reference) = REMEMBERED.iter().find(|(remembered, _)| begins(remembered))?;
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
    fn every_reference_can_be_read() {
        for (remembered, reference) in REMEMBERED {
            assert!(reference.parse::<Reference>().is_ok(), "{remembered}: {reference}");
        }
    }
}
