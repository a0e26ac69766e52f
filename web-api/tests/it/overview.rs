//! The overview of staff: counts by week without any person, none under five, and what waits.

use serde_json::{Value, json};
use shared::weekly_count::{self, Event, WeeklyCounter};
use sqlx::PgPool;
use web_api::counts;

use super::admin_testimonies::{WORDS, moderate};
use super::app::{Answer, TestApp};
use super::crisis_first::ask;

const PATH: &str = "/api/admin/overview";
const MOURNING: &str = "My mum died six weeks ago and I keep going to ring her.";

/// Moves everything that was counted into the latest week that is shown.
async fn a_week_passes(app: &TestApp) {
    sqlx::query(
        "update weekly_count set week = date_trunc('week', (now() - interval '1 hour') at time zone 'UTC')::date - 7",
    )
    .execute(&app.db)
    .await
    .expect("moved");
}

async fn add(app: &TestApp, weeks_ago: i32, kind: &str, key: &str, count: i64) {
    sqlx::query(
        "insert into weekly_count (week, kind, key, count)
         values (date_trunc('week', (now() - interval '1 hour') at time zone 'UTC')::date - $1 * 7, $2, $3, $4)",
    )
    .bind(weeks_ago)
    .bind(kind)
    .bind(key)
    .bind(count)
    .execute(&app.db)
    .await
    .expect("added");
}

async fn count_of(app: &TestApp, kind: &str, key: &str) -> Option<i64> {
    sqlx::query_scalar("select count from weekly_count where kind = $1 and key = $2")
        .bind(kind)
        .bind(key)
        .fetch_optional(&app.db)
        .await
        .expect("readable")
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_answer_counts_once_under_its_situation_and_nothing_is_written_before_the_minute(db: PgPool) {
    let app = TestApp::new(db).await;
    let answer = ask(&app.guest(), MOURNING).await.expect(200).json;
    let situation = answer["situation"]["id"].as_str().expect("a situation").to_owned();
    for question in [
        json!({ "topicId": "grief" }),
        // It comes again, to a browser that has shown it.
        json!({ "topicId": "grief", "shownLetters": ["grief"] }),
        // A passage is no burden.
        json!({ "struggle": "Psalm 23" }),
    ] {
        app.guest().post("/api/guidance", &question).await.expect(200);
    }
    let form = [("struggle", MOURNING), ("topicId", ""), ("lang", "en")];
    app.guest().post_form("/api/plain", &form).await.expect(200);
    assert_eq!(app.count("select count(*) from weekly_count").await, 0, "in memory");

    counts::store(&app.state).await;
    counts::store(&app.state).await;
    assert_eq!(count_of(&app, "situation", &situation).await, Some(2));
    assert_eq!(
        count_of(&app, "topic", "grief").await,
        Some(1),
        "not under the topic of a situation"
    );
    assert_eq!(app.count("select sum(count)::bigint from weekly_count").await, 3);
    let this_monday =
        "select count(*) from weekly_count where week = date_trunc('week', now() at time zone 'UTC')::date";
    assert_eq!(app.count(this_monday).await, 2);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn danger_and_taps_are_counted_without_words(db: PgPool) {
    let app = TestApp::new(db).await;
    let (danger, _) = app.ctx.care.read(super::possible_danger::UNCLEAR);
    assert!(danger.is_possible);
    ask(&app.guest(), "I want to kill myself tonight").await.expect(200);
    ask(&app.guest(), super::possible_danger::UNCLEAR).await.expect(200);
    app.guest()
        .get("/api/library/search?q=I+want+to+kill+myself")
        .await
        .expect(200);
    for near in [true, true, false] {
        let tap = json!({ "near": near, "passage": "Psalm 34:18" });
        app.guest().post("/api/letters/grief/near", &tap).await.expect(204);
    }
    counts::store(&app.state).await;
    for (kind, count) in [("crisis", 2), ("possible_danger", 1), ("near", 2), ("not_quite", 1)] {
        assert_eq!(count_of(&app, kind, "").await, Some(count), "{kind}");
    }
    let letters = "select count(*) from weekly_count where kind in ('topic', 'situation')";
    assert_eq!(app.count(letters).await, 1, "a crisis is no letter");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn no_count_under_five_and_nothing_of_the_running_week_leaves_the_server(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    for (ago, kind, key, count) in [
        (0, "situation", "parent-died", 70),
        (0, "crisis", "", 70),
        (1, "situation", "parent-died", 5),
        (2, "situation", "parent-died", 4),
        (3, "situation", "parent-died", 12),
        (1, "topic", "grief", 9),
        (1, "topic", "anxiety", 4),
        (2, "topic", "anxiety", 1),
        (1, "topic", "gone", 6),
        (12, "topic", "fear", 8),
        (13, "topic", "hope", 80),
        (1, "crisis", "", 4),
        (2, "crisis", "", 5),
        (1, "near", "", 31),
    ] {
        add(&app, ago, kind, key, count).await;
    }
    let shown = admin.get(PATH).await.expect(200).json;
    let carried: Vec<(&str, Option<&str>, &Value)> = shown["carried"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| (one["id"].as_str().expect("an id"), one["name"].as_str(), &one["counts"]))
        .collect();
    let counts = |known: &[(usize, i64)]| {
        let mut counts = vec![Value::Null; 12];
        for (place, count) in known {
            counts[*place] = json!(count);
        }
        json!(counts)
    };
    let name = &app.ctx.content.english.situation("parent-died").expect("known").chip;
    let grief = &app.ctx.content.english.topic("grief").expect("known").name;
    let fear = &app.ctx.content.english.topic("fear").expect("known").name;
    assert_eq!(
        carried,
        [
            ("grief", Some(grief.as_str()), &counts(&[(0, 9)])),
            ("gone", None, &counts(&[(0, 6)])),
            ("parent-died", Some(name.as_str()), &counts(&[(0, 5), (2, 12)])),
            ("fear", Some(fear.as_str()), &counts(&[(11, 8)])),
        ],
        "four is shown like none"
    );
    assert_eq!(shown["events"]["crisis"], counts(&[(1, 5)]));
    assert_eq!(shown["events"]["near"], counts(&[(0, 31)]));
    assert_eq!(shown["events"]["notQuite"], counts(&[]));
    let longer = admin.get("/api/admin/overview?weeks=13").await.expect(200).json;
    assert_eq!(longer["weeks"].as_array().map(Vec::len), Some(13));
    assert!(longer["carried"].to_string().contains("hope"));
    for weeks in ["0", "105", "many"] {
        let refused = admin.get(&format!("{PATH}?weeks={weeks}")).await;
        assert_eq!(
            Answer::keys(&refused.expect_error(422, "INVALID_FIELDS").json["fields"]),
            ["weeks"]
        );
    }
    app.guest().get(PATH).await.expect(401);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn no_difference_of_two_answers_tells_what_one_person_did(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    for _ in 0..6 {
        app.state.weekly.event(Event::Crisis);
        ask(&app.guest(), MOURNING).await.expect(200);
    }
    counts::store(&app.state).await;
    a_week_passes(&app).await;
    let before = admin.get(PATH).await.expect(200).json;
    assert_eq!(before["events"]["crisis"][0], 6);
    assert_eq!(before["carried"][0]["counts"][0], 6);
    // One more person, and one whose topic has a sum with hidden parts.
    app.state.weekly.event(Event::Crisis);
    ask(&app.guest(), MOURNING).await.expect(200);
    app.guest()
        .post("/api/guidance", &json!({ "topicId": "grief" }))
        .await
        .expect(200);
    counts::store(&app.state).await;
    let after = admin.get(PATH).await.expect(200).json;
    assert_eq!(
        (&before["carried"], &before["events"]),
        (&after["carried"], &after["events"]),
        "the week that runs is not shown"
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn two_processes_add_up_and_what_cannot_be_stored_is_counted_on(db: PgPool) {
    let app = TestApp::new(db).await;
    let [one, other] = [(); 2].map(|()| WeeklyCounter::of(&app.ctx.content));
    one.event(Event::Near);
    let closed = PgPool::connect_lazy_with((*app.db.connect_options()).clone());
    closed.close().await;
    one.store(&closed).await.expect_err("no database");
    one.event(Event::Near);
    other.event(Event::Near);
    for counter in [&one, &other, &one] {
        counter.store(&app.db).await.expect("stored");
    }
    assert_eq!(count_of(&app, "near", "").await, Some(3));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn counts_are_kept_for_two_years(db: PgPool) {
    let app = TestApp::new(db).await;
    for ago in [1, 103, 106, 200] {
        add(&app, ago, "crisis", "", 9).await;
    }
    assert_eq!(weekly_count::delete_old(&app.db).await.expect("deleted"), 2);
    assert_eq!(weekly_count::delete_old(&app.db).await.expect("again"), 0);
    assert_eq!(app.count("select count(*) from weekly_count").await, 2);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn review_times_are_told_by_week_from_five_decisions_on(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["send_mail"]);
    let admin = app.admin().await;
    for (ago, hours) in [(1, 1), (1, 2), (1, 3), (1, 4), (1, 40), (2, 7), (2, 8)] {
        let id = app.prepared_testimony(WORDS).await;
        moderate(&admin, id, "approve", None).await.expect(200);
        sqlx::query(
            "with decided as (
                 select (date_trunc('week', (now() - interval '1 hour') at time zone 'UTC') - make_interval(weeks => $2) + interval '3 days')
                     at time zone 'UTC' as at
             ), step as (
                 update moderation_step set at = decided.at from decided where testimony_id = $1
             )
             update testimony set moderated_at = decided.at, created_at = decided.at - make_interval(hours => $3)
             from decided where id = $1",
        )
        .bind(id)
        .bind(ago)
        .bind(hours)
        .execute(&app.db)
        .await
        .expect("decided earlier");
    }
    let escalated = app.prepared_testimony(WORDS).await;
    moderate(&admin, escalated, "escalate", None).await.expect(200);
    let shown = admin.get(PATH).await.expect(200).json;
    assert_eq!(
        shown["reviews"][0],
        json!({ "decided": 5, "medianHours": 3.0, "ninetiethHours": 25.6 })
    );
    assert_eq!(
        shown["reviews"][1],
        json!({ "decided": 2, "medianHours": null, "ninetiethHours": null })
    );
    assert_eq!(shown["reviews"][2]["decided"], 0);
    assert_eq!(shown["now"]["storiesEscalated"], 1);
    assert_eq!(shown["now"]["storiesPending"], 0);
    assert!(shown["now"]["oldestStory"].is_string());
    assert_eq!(shown["now"]["jobsDead"], 0);
    assert!(
        shown["now"]["jobsWaiting"].as_i64().is_some_and(|jobs| jobs > 0),
        "{shown}"
    );
}
