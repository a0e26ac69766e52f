//! Whether letters were near: counted by letter and passage, by nobody, and never for danger.

use serde_json::json;
use shared::content::{Reference, WithNumbers};
use shared::nearness::{Answer as Said, Counter, Subject};
use sqlx::PgPool;

use super::app::{Answer, Client, TestApp};

async fn say(reader: &Client, letter: &str, near: bool, passage: &str) -> Answer {
    let body = json!({ "near": near, "passage": passage });
    reader.post(&format!("/api/letters/{letter}/near"), &body).await
}

/// The first passage of a situation.
fn passage_of(app: &TestApp, letter: &str) -> String {
    let situation = app.ctx.content.english.situation(letter).expect("known");
    situation.passages[0].passage.reference.to_string()
}

fn subject(app: &TestApp, letter: &str, passage: &str) -> Subject {
    let passage: Reference = passage.parse().expect("a passage");
    Subject::of(&app.ctx.content, letter, &passage).expect("known")
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn taps_are_stored_together_and_staff_see_what_misses_most(db: PgPool) {
    let app = TestApp::new(db).await;
    let (own, counter) = (passage_of(&app, "parent-died"), Counter::default());
    let mourning = subject(&app, "parent-died", &own);
    let foreign = subject(&app, "parent-died", "Genesis 1:1");
    for _ in 0..9 {
        counter.count(mourning.clone(), Said::Near);
    }
    counter.count(mourning.clone(), Said::NotQuite);
    for _ in 0..3 {
        counter.count(foreign.clone(), Said::NotQuite);
    }
    assert_eq!(app.count("select count(*) from letter_nearness").await, 0, "in memory");
    counter.store(&app.db).await.expect("stored");
    counter.store(&app.db).await.expect("nothing is left");
    counter.count(mourning, Said::Near);
    counter.store(&app.db).await.expect("stored");
    let listed = app.admin().await.get("/api/admin/letters").await.expect(200);
    let name = &app.ctx.content.english.situation("parent-died").expect("known").chip;
    let row = |passage: &str, near: u32, not_quite: u32| json!({ "letter": "parent-died", "name": name, "passage": passage, "near": near, "notQuite": not_quite });
    assert_eq!(listed.json, json!([row("", 0, 3), row(&own, 10, 1)]));
    app.guest().get("/api/admin/letters").await.expect(401);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_tap_needs_no_cookie_leaves_none_and_writes_nothing(db: PgPool) {
    let app = TestApp::new(db).await;
    let passage = passage_of(&app, "parent-died");
    let tapped = say(&app.guest(), "parent-died", true, &passage).await.expect(204);
    assert!(!tapped.headers.contains_key("set-cookie"));
    for (letter, passage) in [("grief", "Psalm 34:18"), ("comfort", "Psalm 34:18")] {
        say(&app.guest(), letter, false, passage).await.expect(204);
    }
    for table in [
        "select count(*) from letter_nearness",
        "select count(*) from attempt",
        "select count(*) from usage",
    ] {
        assert_eq!(app.count(table).await, 0, "{table}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn only_known_letters_without_danger_are_counted(db: PgPool) {
    let app = TestApp::new(db).await;
    let guest = app.guest();
    for unknown in ["refuge", "no-such-letter", "GRIEF"] {
        say(&guest, unknown, true, "Psalm 34:18")
            .await
            .expect_error(404, "NOT_FOUND");
    }
    let of_danger = app.ctx.content.english.situations.iter();
    let of_danger: Vec<&str> = of_danger
        .filter(|situation| situation.with_numbers != WithNumbers::Never)
        .map(|situation| situation.slug.as_str())
        .collect();
    assert!(!of_danger.is_empty());
    for letter in of_danger {
        let passage = "Psalm 34:18".parse().expect("a passage");
        assert!(Subject::of(&app.ctx.content, letter, &passage).is_err(), "{letter}");
    }
    say(&guest, "grief", true, "My mother died")
        .await
        .expect_error(422, "INVALID_FIELDS");
    for wrong in [
        json!({ "near": true }),
        json!({ "near": "yes", "passage": "Psalm 34:18" }),
    ] {
        let refused = guest.post("/api/letters/grief/near", &wrong).await;
        assert!([400, 422].contains(&refused.status.as_u16()), "{}", refused.status);
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn what_cannot_be_stored_is_counted_on(db: PgPool) {
    let app = TestApp::new(db).await;
    let counter = Counter::default();
    counter.count(subject(&app, "grief", "Psalm 34:18"), Said::NotQuite);
    let closed = PgPool::connect_lazy_with((*app.db.connect_options()).clone());
    closed.close().await;
    counter.store(&closed).await.expect_err("no database");
    counter.count(subject(&app, "grief", "Psalm 34:18"), Said::NotQuite);
    counter.store(&app.db).await.expect("stored");
    assert_eq!(app.count("select not_quite from letter_nearness").await, 2);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn one_network_taps_ten_times_a_minute(db: PgPool) {
    let app = TestApp::new(db).await;
    let guest = app.guest();
    for _ in 0..10 {
        say(&guest, "grief", false, "Psalm 34:18").await.expect(204);
    }
    let refused = say(&guest, "grief", false, "Psalm 34:18")
        .await
        .expect_error(429, "TOO_MANY_CALLS");
    assert!(!refused.header("retry-after").is_empty());
    say(&app.guest(), "grief", true, "Psalm 34:18").await.expect(204);
    assert_eq!(
        guest.get("/api/topics").await.json.as_array().map(Vec::is_empty),
        Some(false)
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_passages_that_guidance_shows_are_the_letters_own(db: PgPool) {
    let app = TestApp::new(db).await;
    for question in [
        json!({ "struggle": "My mum died six weeks ago and I keep going to ring her." }),
        json!({ "struggle": "I feel anxious and worried about many things." }),
        json!({ "topicId": "grief" }),
    ] {
        let answer = app.guest().post("/api/guidance", &question).await.expect(200).json;
        let situation = answer["situation"]["id"].as_str();
        let letter = situation.or(answer["topic"]["id"].as_str()).expect("a letter");
        let passage = answer["topic"]["scripture"]["reference"].as_str().expect("a passage");
        let unnamed = subject(&app, letter, "Genesis 1:1");
        assert_ne!(subject(&app, letter, passage), unnamed, "{letter} {passage}");
    }
}
