//! Passages of scripture with the verses around them.

use serde_json::{Value, json};
use sqlx::PgPool;

use super::app::TestApp;

fn in_passage(answer: &Value) -> Vec<&str> {
    let verses = answer["verses"].as_array().expect("verses").iter();
    verses
        .filter(|verse| verse["inPassage"] == true)
        .filter_map(|verse| verse["reference"].as_str())
        .collect()
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_passage_is_returned_with_the_verses_around_it(db: PgPool) {
    let guest = TestApp::new(db).await.guest();
    let answer = guest.get("/api/scripture/Romans%208:38-39").await.expect(200).json;
    assert_eq!(
        (&answer["reference"], &answer["translation"]),
        (&json!("Romans 8:38-39"), &json!("World English Bible"))
    );
    assert_eq!(in_passage(&answer), ["Romans 8:38", "Romans 8:39"]);
    let numbers: Vec<u64> = answer["verses"]
        .as_array()
        .expect("verses")
        .iter()
        .filter_map(|verse| verse["number"].as_u64())
        .collect();
    assert_eq!(numbers, [35, 36, 37, 38, 39], "three before; the chapter ends");
    for (path, first, last) in [
        ("Psalm%2034%3A18?around=0", "Psalm 34:18", "Psalm 34:18"),
        ("psalms+23:1", "", ""),
        ("John%203:16?around=1", "John 3:15", "John 3:17"),
        ("John%203:16?around=9999", "John 3:1", "John 3:36"),
        (
            "Song%20of%20Solomon%208:6?around=1",
            "Song of Solomon 8:5",
            "Song of Solomon 8:7",
        ),
        ("1%20John%204:18?around=0", "1 John 4:18", "1 John 4:18"),
    ] {
        let answer = guest.get(&format!("/api/scripture/{path}")).await;
        let verses = answer.json["verses"].as_array().cloned().unwrap_or_default();
        let of = |verse: Option<&Value>| {
            verse
                .and_then(|verse| verse["reference"].as_str())
                .unwrap_or_default()
                .to_owned()
        };
        assert_eq!(
            (of(verses.first()), of(verses.last())),
            (first.to_owned(), last.to_owned()),
            "{path}"
        );
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_passage_is_found_in_the_forms_that_people_type(db: PgPool) {
    let guest = TestApp::new(db).await.guest();
    for (typed, reference, first, last) in [
        ("Psalm%2023", "Psalm 23", "Psalm 23:1", "Psalm 23:6"),
        ("ps23", "Psalm 23", "Psalm 23:1", "Psalm 23:6"),
        ("salmo%2023", "Psalm 23", "Psalm 23:1", "Psalm 23:6"),
        ("jn%203:16", "John 3:16", "John 3:16", "John 3:16"),
        ("Jude%2024", "Jude 1:24", "Jude 1:24", "Jude 1:24"),
        (
            "Song%20of%20Songs%208:7",
            "Song of Solomon 8:7",
            "Song of Solomon 8:7",
            "Song of Solomon 8:7",
        ),
        (
            "Romans%208:28%E2%80%939:1",
            "Romans 8:28-9:1",
            "Romans 8:28",
            "Romans 9:1",
        ),
        ("Romans%208:38ff", "Romans 8:38ff", "Romans 8:38", "Romans 8:39"),
        ("Matthew%205-7", "Matthew 5-7", "Matthew 5:1", "Matthew 7:29"),
    ] {
        let answer = guest.get(&format!("/api/scripture/{typed}")).await.expect(200).json;
        assert_eq!(answer["reference"], reference, "{typed}");
        let verses = in_passage(&answer);
        assert_eq!((verses[0], verses[verses.len() - 1]), (first, last), "{typed}");
    }
    guest
        .get("/api/scripture/Genesis%201-50")
        .await
        .expect_error(404, "NOT_FOUND");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_passage_is_read_in_another_translation_if_that_has_it(db: PgPool) {
    let guest = TestApp::new(db).await.guest();
    for (path, translation, words) in [
        ("John%2011:35?translation=kjv", "King James Version", "Jesus wept."),
        (
            "Psalm%2023:1?translation=asv",
            "American Standard Version",
            "Jehovah is my shepherd; I shall not want.",
        ),
        ("John%2011:35?translation=niv", "World English Bible", "Jesus wept."),
    ] {
        let answer = guest
            .get(&format!("/api/scripture/{path}&around=0"))
            .await
            .expect(200)
            .json;
        assert_eq!(answer["translation"], translation, "{path}");
        assert_eq!(answer["verses"][0]["text"], words, "{path}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_invalid_passage_is_not_found(db: PgPool) {
    let guest = TestApp::new(db).await.guest();
    for reference in [
        "nonsense",
        "%20",
        "Hezekiah%203:16",
        "John%203:999",
        "John%20999:1",
        "John%203:16-99",
        "John%203:0",
        "John%203:5-2",
        "John%2018446744073709551615:1",
        "John%203:1-18446744073709551615",
        "%F0%9F%92%A7%203:16",
        "%FF%FE",
        "John%203:16%00",
        "..%2F..%2Fetc%2Fpasswd",
        "%27%20or%201=1--",
    ] {
        guest
            .get(&format!("/api/scripture/{reference}"))
            .await
            .expect_error(404, "NOT_FOUND");
    }
    guest.get("/api/scripture/").await.expect_error(404, "NOT_FOUND");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn around_must_be_a_number(db: PgPool) {
    let guest = TestApp::new(db).await.guest();
    for around in ["-1", "1.5", "abc", "", "99999999999999999999", "1&around=2"] {
        let path = format!("/api/scripture/John%203:16?around={around}");
        guest.get(&path).await.expect_error(422, "INVALID_FIELDS");
    }
}
