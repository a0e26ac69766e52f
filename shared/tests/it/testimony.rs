//! Stories, from handing in to prepared.

use shared::jobs::Job;
use shared::testimony::{Status, prepare, submit};
use shared::testing::{ctx, guest, story, story_of};
use sqlx::PgPool;
use time::macros::datetime;
use uuid::Uuid;

const NOW: time::OffsetDateTime = datetime!(2026-11-20 12:00 UTC);

#[sqlx::test(migrations = "../migrations")]
async fn a_story_is_sealed_and_its_job_is_written_with_it(db: PgPool) {
    let ctx = ctx(db);
    let submitted = submit(&ctx, guest(1), &story(), NOW).await.expect("accepted");
    assert_eq!(submitted.status, Status::Pending);
    let sealed: Vec<u8> = sqlx::query_scalar("select sealed from testimony where id = $1")
        .bind(submitted.id)
        .fetch_one(&ctx.db)
        .await
        .expect("stored");
    assert!(
        !String::from_utf8_lossy(&sealed).contains("rent"),
        "the words do not stand there in the clear"
    );
    let payload: serde_json::Value = sqlx::query_scalar("select payload from job")
        .fetch_one(&ctx.db)
        .await
        .expect("one job");
    let job: Job = serde_json::from_value(payload).expect("a job");
    assert_eq!(job, Job::PrepareTestimony { id: submitted.id });
}

#[sqlx::test(migrations = "../migrations")]
async fn preparing_redacts_finds_topics_and_does_nothing_the_second_time(db: PgPool) {
    let ctx = ctx(db);
    let words = "I lost my work in spring and did not know how to pay the rent. Write to me at maria.lopez@example.com or call 212-555-0187.";
    let id = submit(&ctx, guest(1), &story_of(words, Uuid::new_v4()), NOW)
        .await
        .expect("accepted")
        .id;
    prepare(&ctx, id).await.expect("prepared");
    let first: (String, Vec<String>, String, time::OffsetDateTime) =
        sqlx::query_as("select redacted_text, topics, status, redacted_at from testimony")
            .fetch_one(&ctx.db)
            .await
            .expect("one story");
    assert!(
        !first.0.contains("maria.lopez") && !first.0.contains("555-0187"),
        "{}",
        first.0
    );
    assert!(
        first.0.contains("[email]") && first.0.contains("[phone]"),
        "{}",
        first.0
    );
    assert!(!first.1.is_empty(), "topics were found");
    assert_eq!(first.2, "pending");
    prepare(&ctx, id).await.expect("nothing to do");
    let second: time::OffsetDateTime = sqlx::query_scalar("select redacted_at from testimony")
        .fetch_one(&ctx.db)
        .await
        .expect("one story");
    assert_eq!(second, first.3);
}

#[sqlx::test(migrations = "../migrations")]
async fn a_story_withdrawn_in_the_meantime_is_no_failure(db: PgPool) {
    prepare(&ctx(db), Uuid::new_v4()).await.expect("nothing to do");
}

#[sqlx::test(migrations = "../migrations")]
async fn a_retry_with_the_same_key_finds_the_first_story(db: PgPool) {
    let ctx = ctx(db);
    let key = Uuid::new_v4();
    let words = "I lost my work in spring and was ashamed.";
    let first = submit(&ctx, guest(1), &story_of(words, key), NOW)
        .await
        .expect("accepted");
    let again = submit(&ctx, guest(1), &story_of(words, key), NOW)
        .await
        .expect("recognised");
    assert_eq!(first, again);
    let other = submit(&ctx, guest(2), &story_of(words, key), NOW)
        .await
        .expect("keys are each author's own");
    assert_ne!(first.id, other.id);
    let jobs: i64 = sqlx::query_scalar("select count(*) from job")
        .fetch_one(&ctx.db)
        .await
        .expect("countable");
    assert_eq!(jobs, 2);
}

#[sqlx::test(migrations = "../migrations")]
async fn danger_in_a_story_escalates_it(db: PgPool) {
    let ctx = ctx(db);
    let id = submit(
        &ctx,
        guest(1),
        &story_of("I want to kill myself tonight and I have a plan.", Uuid::new_v4()),
        NOW,
    )
    .await
    .expect("accepted")
    .id;
    prepare(&ctx, id).await.expect("prepared");
    let (status, severity): (String, i16) = sqlx::query_as("select status, crisis_severity from testimony")
        .fetch_one(&ctx.db)
        .await
        .expect("one story");
    assert_eq!(status, "escalated");
    assert!(severity >= 3);
}

#[sqlx::test(migrations = "../migrations")]
async fn a_story_moved_to_another_row_does_not_open(db: PgPool) {
    let ctx = ctx(db);
    let one = submit(&ctx, guest(1), &story(), NOW).await.expect("accepted").id;
    let other = submit(&ctx, guest(1), &story(), NOW).await.expect("accepted").id;
    sqlx::query("update testimony set sealed = (select sealed from testimony where id = $1) where id = $2")
        .bind(one)
        .bind(other)
        .execute(&ctx.db)
        .await
        .expect("moved");
    prepare(&ctx, one).await.expect("in its own place");
    prepare(&ctx, other).await.expect_err("elsewhere");
    let redacted: Option<String> = sqlx::query_scalar("select redacted_text from testimony where id = $1")
        .bind(other)
        .fetch_one(&ctx.db)
        .await
        .expect("there");
    assert_eq!(redacted, None);
}
