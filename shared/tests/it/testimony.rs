//! Testimonies, from submission to preparation.

use shared::account;
use shared::confided::Confided;
use shared::error::{Error, Limit};
use shared::guest::Browser;
use shared::jobs::Job;
use shared::moderation::{Command, Reporter, Step, apply, report};
use shared::network::Network;
use shared::testimony::{Author, Draft, Status, own, prepare, preview, submit, withdraw};
use sqlx::PgPool;
use testing::{
    ctx, ctx_with, guest, new_testimony, prepared_testimony, staff, testimony_hiding, testimony_of, testimony_words,
    user,
};
use time::macros::datetime;
use uuid::Uuid;

const NOW: time::OffsetDateTime = datetime!(2026-11-20 12:00 UTC);

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_testimony_is_sealed_and_its_job_is_enqueued_with_it(db: PgPool) {
    let ctx = ctx(db);
    let submitted = submit(&ctx, guest(1), &new_testimony(), NOW).await.expect("accepted");
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

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn preparing_redacts_finds_topics_and_does_nothing_the_second_time(db: PgPool) {
    let ctx = ctx(db);
    let words = "I lost my work in spring and did not know how to pay the rent. Write to me at maria.lopez@example.com or call 212-555-0187.";
    let id = submit(&ctx, guest(1), &testimony_of(words, Uuid::new_v4()), NOW)
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

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn preparing_a_withdrawn_testimony_succeeds(db: PgPool) {
    prepare(&ctx(db), Uuid::new_v4()).await.expect("nothing to do");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_retry_with_the_same_idempotency_key_returns_the_first_testimony(db: PgPool) {
    let ctx = ctx(db);
    let key = Uuid::new_v4();
    let words = "I lost my work in spring and was ashamed.";
    let first = submit(&ctx, guest(1), &testimony_of(words, key), NOW)
        .await
        .expect("accepted");
    let again = submit(&ctx, guest(1), &testimony_of(words, key), NOW)
        .await
        .expect("recognised");
    assert_eq!(first, again);
    let other = submit(&ctx, guest(2), &testimony_of(words, key), NOW)
        .await
        .expect("keys are each author's own");
    assert_ne!(first.id, other.id);
    let jobs: i64 = sqlx::query_scalar("select count(*) from job")
        .fetch_one(&ctx.db)
        .await
        .expect("countable");
    assert_eq!(jobs, 2);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn danger_in_a_testimony_escalates_it(db: PgPool) {
    let ctx = ctx(db);
    let id = submit(
        &ctx,
        guest(1),
        &testimony_of("I want to kill myself tonight and I have a plan.", Uuid::new_v4()),
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

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_testimony_moved_to_another_row_does_not_decrypt(db: PgPool) {
    let ctx = ctx(db);
    let one = submit(&ctx, guest(1), &new_testimony(), NOW)
        .await
        .expect("accepted")
        .id;
    let other = submit(&ctx, guest(1), &new_testimony(), NOW)
        .await
        .expect("accepted")
        .id;
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

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn words_that_the_author_hides_are_sealed_and_redacted_as_previewed(db: PgPool) {
    let ctx = ctx(db);
    let words = "We met by the Lantern every week. The lantern was red, and maria.lopez@example.com wrote about it.";
    let also_hide = ["lantern", "every week", "not in the story"];
    let draft = Draft::parse(testimony_words(words, &also_hide)).expect("a good draft");
    let shown = preview(&ctx, draft).await.expect("previewed");
    let id = submit(
        &ctx,
        guest(1),
        &testimony_hiding(words, &also_hide, Uuid::new_v4()),
        NOW,
    )
    .await
    .expect("accepted")
    .id;
    let (sealed, payload): (Vec<u8>, String) =
        sqlx::query_as("select sealed, (select payload::text from job) from testimony")
            .fetch_one(&ctx.db)
            .await
            .expect("one story");
    for place in [String::from_utf8_lossy(&sealed).to_lowercase(), payload.to_lowercase()] {
        assert!(
            !place.contains("lantern"),
            "the words to hide do not stand there in the clear"
        );
    }
    prepare(&ctx, id).await.expect("prepared");
    let redacted: String = sqlx::query_scalar("select redacted_text from testimony")
        .fetch_one(&ctx.db)
        .await
        .expect("one story");
    let lower = redacted.to_lowercase();
    assert!(
        !lower.contains("lantern") && !lower.contains("met by the [hidden] every"),
        "{redacted}"
    );
    let not_found: Vec<&str> = shown.not_found.iter().map(Confided::reveal).collect();
    assert_eq!(not_found, ["not in the story"]);
    assert_eq!(
        shown.fields.map(|field| field.text.reveal().to_owned()).join("\n\n"),
        redacted
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_preview_stores_nothing(db: PgPool) {
    let ctx = ctx(db);
    let draft = Draft::parse(testimony_words("I lost my work in spring.", &[])).expect("a good draft");
    preview(&ctx, draft).await.expect("previewed");
    let rows: i64 = sqlx::query_scalar(
        "select (select count(*) from testimony) + (select count(*) from job) + (select count(*) from data_key)",
    )
    .fetch_one(&ctx.db)
    .await
    .expect("countable");
    assert_eq!(rows, 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn authors_see_their_own_testimonies_and_nobody_elses(db: PgPool) {
    let ctx = ctx(db);
    let (one, other) = (user(&ctx.db, 1).await.owner(), user(&ctx.db, 2).await.owner());
    let first = submit(&ctx, one, &new_testimony(), NOW).await.expect("accepted").id;
    let later = NOW + time::Duration::HOUR;
    let second = submit(&ctx, one, &new_testimony(), later).await.expect("accepted").id;
    submit(&ctx, other, &new_testimony(), NOW).await.expect("accepted");
    prepare(&ctx, first).await.expect("prepared");
    let testimonies = own(&ctx.db, one).await.expect("readable");
    let ids: Vec<Uuid> = testimonies.iter().map(|testimony| testimony.id).collect();
    assert_eq!(ids, [second, first], "the newest first");
    assert_eq!(
        (&testimonies[0].redacted_text, &testimonies[0].pii_risk_level),
        (&None, &None),
        "not prepared yet"
    );
    let text = testimonies[1].redacted_text.as_deref().expect("prepared");
    assert!(text.contains("the rent"), "{text}");
    assert_eq!(testimonies[1].status, Status::Pending);
    assert!(own(&ctx.db, guest(1)).await.expect("readable").is_empty());
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_withdrawn_testimony_is_gone_at_once_and_others_cannot_withdraw_it(db: PgPool) {
    let ctx = ctx(db);
    let (author, other) = (user(&ctx.db, 1).await.owner(), user(&ctx.db, 2).await.owner());
    let id = submit(&ctx, author, &new_testimony(), NOW).await.expect("accepted").id;
    prepare(&ctx, id).await.expect("prepared");
    sqlx::query("update testimony set status = 'approved', moderated_at = now()")
        .execute(&ctx.db)
        .await
        .expect("published");
    for (owner, id) in [(other, id), (guest(1), id), (author, Uuid::new_v4())] {
        assert!(matches!(withdraw(&ctx, owner, id).await, Err(Error::NotFound)));
    }
    withdraw(&ctx, author, id).await.expect("withdrawn");
    assert!(
        matches!(withdraw(&ctx, author, id).await, Err(Error::NotFound)),
        "it is gone"
    );
    prepare(&ctx, id).await.expect("its job finds nothing");
    let left: i64 = sqlx::query_scalar("select count(*) from testimony")
        .fetch_one(&ctx.db)
        .await
        .expect("countable");
    assert_eq!(left, 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_author_may_submit_ten_a_day_even_after_withdrawing_some(db: PgPool) {
    let ctx = ctx(db);
    let author = user(&ctx.db, 1).await.owner();
    let again = new_testimony();
    let kept = submit(&ctx, author, &again, NOW).await.expect("accepted");
    for _ in 0..20 {
        assert_eq!(
            submit(&ctx, author, &again, NOW).await.expect("recognised"),
            kept,
            "retries are not counted"
        );
    }
    for _ in 1..10 {
        let id = submit(&ctx, author, &new_testimony(), NOW)
            .await
            .expect("within the ten")
            .id;
        withdraw(&ctx, author, id).await.expect("withdrawn");
    }
    let refused = submit(&ctx, author, &new_testimony(), NOW).await;
    let Err(Error::TooMany { limit, retry_after }) = refused else {
        panic!("the eleventh is refused: {refused:?}")
    };
    assert_eq!((limit, retry_after.as_secs()), (Limit::Testimonies, 24 * 3600));
    assert_eq!(submit(&ctx, author, &again, NOW).await.expect("recognised"), kept);
    submit(&ctx, guest(1), &new_testimony(), NOW)
        .await
        .expect("others have their own ten");
    submit(&ctx, author, &new_testimony(), NOW + time::Duration::DAY)
        .await
        .expect("a new day");
    let (testimonies, jobs): (i64, i64) =
        sqlx::query_as("select (select count(*) from testimony), (select count(*) from job)")
            .fetch_one(&ctx.db)
            .await
            .expect("countable");
    assert_eq!((testimonies, jobs), (3, 12), "a refused story leaves nothing behind");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn guests_of_one_address_share_a_limit_that_holds_under_concurrency(db: PgPool) {
    let ctx = ctx_with(db, &[("GUEST_STORY_ADDRESS_LIMIT", "5")]);
    let from = |number: u8, address: u8| Author {
        owner: guest(number),
        browser: Some(Browser {
            network: Network {
                ip_prefix: [address; 32],
                wide_prefix: None,
                vicinity: [0; 32],
            },
            is_fresh: false,
            proof: None,
        }),
    };
    let testimonies: Vec<_> = (0..12).map(|_| new_testimony()).collect();
    let submitted = testimonies
        .iter()
        .zip(1..)
        .map(|(testimony, number)| submit(&ctx, from(number, 1), testimony, NOW));
    let answers = futures::future::join_all(submitted).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 5);
    for refused in answers.into_iter().filter_map(Result::err) {
        assert!(matches!(refused, Error::WorkNeeded { .. }), "{refused}");
    }
    submit(&ctx, from(99, 2), &new_testimony(), NOW)
        .await
        .expect("another address");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_deleted_account_cannot_report(db: PgPool) {
    let ctx = ctx(db);
    let id = prepared_testimony(&ctx, guest(1), "I lost my work in spring.").await;
    let approve = Command::of(Step::Approve { text_checked: true });
    apply(&ctx, &staff("Ruth"), id, &approve, NOW).await.expect("published");
    let reader = user(&ctx.db, 1).await;
    account::delete(&ctx, reader).await.expect("deleted");
    let reporter = Reporter {
        owner: reader.owner(),
        network: None,
        browser: None,
    };
    let refused = report(&ctx, reporter, id, NOW).await;
    assert!(matches!(refused, Err(Error::SignInRequired)));
}
