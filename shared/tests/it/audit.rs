//! The audit trail: complete, hash-chained and append-only.

use futures::future::join_all;
use shared::audit::{self, Action, Actor, Detail, Entry, Filter, Subject, verify};
use shared::testimony::{prepare, submit};
use shared::testing::{ctx, guest, testimony_of, unaudited, watch_states};
use sqlx::PgPool;
use time::macros::datetime;
use uuid::Uuid;

const NOW: time::OffsetDateTime = datetime!(2026-11-20 12:00 UTC);

fn entry(subject: Uuid) -> Entry<'static> {
    let actor = Actor::Admin {
        sign_in: Uuid::nil(),
        name: "Ruth",
    };
    Entry::new(actor, Action::TestimonyApproved, Subject::Testimony(subject))
        .with("severity", Detail::Number(3))
        .with("was", Detail::Word("pending"))
        .with("of", Detail::Id(subject))
}

async fn add(db: &PgPool, subject: Uuid) -> i64 {
    audit::record(&mut db.acquire().await.expect("connected"), &entry(subject))
        .await
        .expect("recorded")
}

/// Runs a statement with the triggers disabled, as only the owner of the table can.
async fn tamper(db: &PgPool, statement: &'static str) {
    for statement in [
        "alter table audit_entry disable trigger user",
        statement,
        "alter table audit_entry enable trigger user",
    ] {
        sqlx::query(statement).execute(db).await.expect("done");
    }
}

#[sqlx::test(migrations = "../migrations")]
async fn entries_are_chained_and_read_back_newest_first(db: PgPool) {
    assert_eq!(verify(&db).await.expect("walked").sound, 0);
    let subject = Uuid::now_v7();
    assert_eq!((add(&db, subject).await, add(&db, Uuid::now_v7()).await), (1, 2));
    let verdict = verify(&db).await.expect("walked");
    assert_eq!((verdict.sound, verdict.first_broken), (2, None));

    let all = audit::page(&db, &Filter::default(), None).await.expect("read");
    assert_eq!(all.lines.iter().map(|line| line.position).collect::<Vec<_>>(), [2, 1]);
    let of_subject = Filter {
        subject_id: Some(subject),
        action: Some(Action::TestimonyApproved),
        actor_name: Some("Ruth".to_owned()),
        ..Filter::default()
    };
    let lines = audit::page(&db, &of_subject, None).await.expect("read").lines;
    assert_eq!(lines.len(), 1);
    assert_eq!(
        lines[0].details,
        serde_json::json!({ "severity": 3, "was": "pending", "of": subject.to_string() })
    );
    let none = Filter {
        action: Some(Action::TestimonyRejected),
        ..Filter::default()
    };
    assert!(audit::page(&db, &none, None).await.expect("read").lines.is_empty());
}

#[sqlx::test(migrations = "../migrations")]
async fn audit_entries_cannot_be_changed_or_deleted(db: PgPool) {
    add(&db, Uuid::now_v7()).await;
    for statement in [
        "update audit_entry set action = 'story.rejected'",
        "delete from audit_entry",
        "truncate audit_entry cascade",
        "delete from audit_head",
        "truncate audit_head",
        "update audit_head set position = 0",
    ] {
        let refused = sqlx::query(statement).execute(&db).await.expect_err(statement);
        assert!(
            refused.to_string().contains("only ever added to"),
            "{statement}: {refused}"
        );
    }
    assert_eq!(verify(&db).await.expect("walked").first_broken, None);
}

#[sqlx::test(migrations = "../migrations")]
async fn a_tampered_entry_is_named(db: PgPool) {
    for _ in 0..5 {
        add(&db, Uuid::now_v7()).await;
    }
    tamper(&db, "update audit_entry set actor_name = 'Naomi' where position = 4").await;
    assert_eq!(verify(&db).await.expect("walked").first_broken, Some(4));
    tamper(&db, "delete from audit_entry where position = 2").await;
    let verdict = verify(&db).await.expect("walked");
    assert_eq!((verdict.sound, verdict.first_broken), (1, Some(2)));
    tamper(&db, "delete from audit_entry where position > 1").await;
    assert_eq!(
        verify(&db).await.expect("walked").first_broken,
        Some(2),
        "the end was cut off"
    );
}

#[sqlx::test(migrations = "../migrations")]
async fn concurrent_entries_are_numbered_without_gaps(db: PgPool) {
    let writers = (0..40).map(|number| {
        let db = db.clone();
        async move {
            let mut tx = db.begin().await.expect("begun");
            audit::record(&mut tx, &entry(Uuid::now_v7())).await.expect("recorded");
            if number % 4 == 0 {
                tx.rollback().await.expect("rolled back");
            } else {
                tx.commit().await.expect("committed");
            }
        }
    });
    join_all(writers).await;
    let verdict = verify(&db).await.expect("walked");
    assert_eq!((verdict.sound, verdict.first_broken), (30, None));
    let last: i64 = sqlx::query_scalar("select max(position) from audit_entry")
        .fetch_one(&db)
        .await
        .expect("there");
    assert_eq!(last, 30);
}

#[sqlx::test(migrations = "../migrations")]
async fn submitting_and_preparing_a_testimony_is_audited_without_its_text(db: PgPool) {
    let ctx = ctx(db);
    watch_states(&ctx.db).await;
    let words = "I lost my work in spring and did not know how to pay the rent.";
    let id = submit(&ctx, guest(1), &testimony_of(words, Uuid::new_v4()), NOW)
        .await
        .expect("accepted")
        .id;
    prepare(&ctx, id).await.expect("prepared");
    prepare(&ctx, id).await.expect("nothing to do");
    assert_eq!(unaudited(&ctx.db).await, (Vec::new(), 2));
    let timeline = audit::testimony_timeline(&ctx.db, id).await.expect("read");
    let said: Vec<&str> = timeline.iter().map(|line| line.action.as_str()).collect();
    assert_eq!(said, ["story.submitted", "story.prepared"]);
    assert_eq!((timeline[0].actor_kind.as_str(), timeline[0].actor_id), ("guest", None));
    assert!(!format!("{timeline:?}").contains("rent"));
}

#[sqlx::test(migrations = "../migrations")]
async fn an_unaudited_change_is_detected(db: PgPool) {
    let ctx = ctx(db);
    watch_states(&ctx.db).await;
    submit(
        &ctx,
        guest(1),
        &testimony_of("I lost my work in spring.", Uuid::new_v4()),
        NOW,
    )
    .await
    .expect("accepted");
    sqlx::query("update testimony set status = 'rejected'")
        .execute(&ctx.db)
        .await
        .expect("changed behind our back");
    assert_eq!(unaudited(&ctx.db).await.0, ["testimony update status"]);
}

#[test]
fn every_action_has_a_unique_name() {
    for action in Action::ALL {
        assert_eq!(Action::from_word(action.as_str()), Some(*action));
    }
}
