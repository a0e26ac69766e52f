//! The audit trail: complete, hash-chained and append-only.

use futures::future::join_all;
use shared::audit::{self, Action, Actor, Detail, Entry, Filter, Subject, Verdict};
use shared::audit_head;
use shared::database;
use shared::error::Error;
use shared::role::Role;
use shared::testimony::{prepare, submit};
use shared::vault::KeyRing;
use sqlx::{ConnectOptions as _, PgPool};
use testing::{config, ctx, ctx_with, guest, testimony_of, unaudited, watch_states};
use time::macros::datetime;
use uuid::Uuid;

const NOW: time::OffsetDateTime = datetime!(2026-11-20 12:00 UTC);

fn entry(subject: Uuid) -> Entry<'static> {
    let actor = Actor::Admin {
        sign_in: Uuid::nil(),
        name: "Ruth",
        role: Role::Moderator,
    };
    Entry::new(actor, Action::TestimonyApproved, Subject::Testimony(subject))
        .with("severity", Detail::Number(3))
        .with("was", Detail::Word("pending"))
        .with("of", Detail::Id(subject))
}

fn keys() -> KeyRing {
    config(&[]).key_ring
}

/// The whole trail in one step.
async fn walk(db: &PgPool) -> Verdict {
    audit::verify(db, &keys(), 0).await.expect("walked")
}

async fn add(db: &PgPool, subject: Uuid) -> i64 {
    let mut connection = db.acquire().await.expect("connected");
    audit::record(&mut connection, &keys(), &entry(subject))
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

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn entries_are_chained_and_read_back_newest_first(db: PgPool) {
    assert_eq!(walk(&db).await.sound, 0);
    let subject = Uuid::now_v7();
    assert_eq!((add(&db, subject).await, add(&db, Uuid::now_v7()).await), (1, 2));
    let verdict = walk(&db).await;
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

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
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
    assert_eq!(walk(&db).await.first_broken, None);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_role_of_staff_is_part_of_the_chain_and_lines_without_one_are_as_ever(db: PgPool) {
    sqlx::query("insert into audit_entry (actor_kind, actor_name, action, subject_kind) values ('admin', 'Ruth', 'job.retried', 'job')")
        .execute(&db)
        .await
        .expect("as old code writes it");
    add(&db, Uuid::now_v7()).await;
    assert_eq!(walk(&db).await.first_broken, None);
    let lines = audit::page(&db, &Filter::default(), None).await.expect("read").lines;
    let roles: Vec<Option<&str>> = lines.iter().map(|line| line.actor_role.as_deref()).collect();
    assert_eq!(roles, [Some("moderator"), None]);
    let as_ever: bool = sqlx::query_scalar(
        "select audit_fields(e) = jsonb_build_array(e.position,
             (extract(epoch from e.at - timestamptz '2000-01-01 00:00:00+00') * 1000000)::bigint,
             e.actor_kind, e.actor_id, e.actor_name, e.action, e.subject_kind, e.subject_id, e.details)::text
         from audit_entry e where position = 1",
    )
    .fetch_one(&db)
    .await
    .expect("compared");
    assert!(as_ever, "the hashes of lines of older releases hold");

    for (statement, broken) in [
        ("update audit_entry set actor_role = 'owner' where position = 2", 2),
        ("update audit_entry set actor_role = null where position = 2", 2),
        ("update audit_entry set actor_role = 'owner' where position = 1", 1),
    ] {
        tamper(&db, statement).await;
        assert_eq!(walk(&db).await.first_broken, Some(broken), "{statement}");
    }
    let refused = sqlx::query("insert into audit_entry (actor_kind, actor_role, action, subject_kind) values ('user', 'owner', 'job.retried', 'job')")
        .execute(&db)
        .await;
    assert!(refused.is_err(), "only staff have roles");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_tampered_entry_is_named(db: PgPool) {
    for _ in 0..5 {
        add(&db, Uuid::now_v7()).await;
    }
    tamper(&db, "update audit_entry set actor_name = 'Naomi' where position = 4").await;
    assert_eq!(walk(&db).await.first_broken, Some(4));
    tamper(&db, "delete from audit_entry where position = 2").await;
    let verdict = walk(&db).await;
    assert_eq!((verdict.sound, verdict.first_broken), (1, Some(2)));
    tamper(&db, "delete from audit_entry where position > 1").await;
    assert_eq!(walk(&db).await.first_broken, Some(2), "the end was cut off");
}

/// What somebody with power over the database, and without the keys, can do: new hashes from a line on.
const REWRITE: &str = "do $$
    declare
        line audit_entry;
        before bytea;
    begin
        select hash into before from audit_entry where position = 2;
        for line in select * from audit_entry where position > 2 order by position loop
            line.actor_name := 'Naomi';
            before := sha256(before || convert_to(audit_fields(line), 'UTF8'));
            update audit_entry set actor_name = 'Naomi', hash = before where position = line.position;
        end loop;
        alter table audit_head disable trigger user;
        update audit_head set hash = before;
        alter table audit_head enable trigger user;
    end $$";

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_trail_with_new_hashes_has_no_seals(db: PgPool) {
    let ctx = ctx_with(db.clone(), &[("ALERT_EMAIL", "staff@example.org")]);
    for _ in 0..5 {
        add(&db, Uuid::now_v7()).await;
    }
    audit_head::keep(&ctx, 7).await.expect("kept");
    let mail = audit_head::letter(&ctx, 7).await.expect("rendered").expect("a mail");
    let kept = audit_head::last_kept(&ctx).await.expect("read").expect("kept");
    assert_eq!(kept.position, 5);
    assert!(
        mail.text.contains(&kept.hash) && mail.text.contains(&kept.seal),
        "{}",
        mail.text
    );

    tamper(&db, REWRITE).await;
    let verdict = walk(&db).await;
    assert_eq!((verdict.sound, verdict.first_broken), (2, Some(3)));
    // Without their seals the lines look as if an older release had written them.
    for statement in [
        "alter table audit_seal disable trigger user",
        "delete from audit_seal where position > 2",
        "alter table audit_seal enable trigger user",
    ] {
        sqlx::query(statement).execute(&db).await.expect("done");
    }
    let verdict = walk(&db).await;
    assert_eq!((verdict.first_broken, verdict.unsealed), (None, 3));
    let verdict = audit_head::verify(&ctx, 0).await.expect("walked");
    assert_eq!(verdict.first_broken, Some(5), "the kept end is another one");
    let refused = audit_head::keep(&ctx, 8).await;
    assert!(matches!(refused, Err(Error::Conflict(_))), "{refused:?}");
    assert_eq!(walk(&db).await.unsealed, 3, "nothing was sealed");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn lines_of_an_older_release_are_sealed_once_and_rotated_keys_verify(db: PgPool) {
    let ctx = ctx(db.clone());
    sqlx::query("insert into audit_entry (actor_kind, action, subject_kind) select 'system', 'job.retried', 'job' from generate_series(1, 1200)")
        .execute(&db)
        .await
        .expect("written without a seal");
    assert_eq!(walk(&db).await.unsealed, 1_200);
    audit_head::keep(&ctx, 1).await.expect("sealed");
    audit_head::keep(&ctx, 2).await.expect("again");
    add(&db, Uuid::now_v7()).await;
    assert_eq!(walk(&db).await.unsealed, 0);

    let old = format!("new:{},{}", "B".repeat(42) + "A=", testing::TEST_KEYS);
    let rotated = ctx_with(db.clone(), &[("ENC_KEYS", &old)]).config.key_ring.clone();
    let verdict = audit::verify(&db, &rotated, 0).await.expect("walked");
    assert_eq!((verdict.sound, verdict.first_broken), (1_201, None));
    let stranger = ctx_with(db.clone(), &[("ENC_KEYS", &format!("test:{}A=", "C".repeat(42)))]);
    let verdict = audit::verify(&db, &stranger.config.key_ring, 0).await.expect("walked");
    assert_eq!(verdict.first_broken, Some(1));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_long_trail_is_verified_in_steps(db: PgPool) {
    // In parts: each entry updates the head of the trail, and in one transaction no earlier version of that row is cleared.
    for entries in [1_000; 50].into_iter().chain([10]) {
        sqlx::query("insert into audit_entry (actor_kind, action, subject_kind) select 'system', 'job.retried', 'job' from generate_series(1, $1)")
            .bind(entries)
            .execute(&db)
            .await
            .expect("written");
    }
    let first = walk(&db).await;
    assert_eq!((first.sound, first.is_whole), (50_000, false));
    let second = audit::verify(&db, &keys(), first.sound).await.expect("walked");
    assert_eq!((second.sound, second.is_whole, second.unsealed), (50_010, true, 10));
    for nowhere in [60_000, -1, i64::MIN, i64::MAX] {
        let verdict = audit::verify(&db, &keys(), nowhere).await.expect("walked");
        assert!(verdict.first_broken.is_some() && !verdict.is_whole, "{nowhere}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_role_of_the_program_cannot_change_the_trail_of_another_owner(db: PgPool) {
    let role = format!("app_{}", Uuid::now_v7().simple());
    let owner = db.connect_options();
    let create = format!("create role {role} login password 'of a test'");
    sqlx::raw_sql(sqlx::AssertSqlSafe(create))
        .execute(&db)
        .await
        .expect("created");
    let as_role = (*owner).clone().username(&role).password("of a test");
    let (ours, theirs) = (as_role.to_url_lossy().to_string(), owner.to_url_lossy().to_string());
    let config = config(&[("DATABASE_URL", &ours), ("MIGRATION_DATABASE_URL", &theirs)]);
    database::grant(&db, &config).await.expect("granted");
    database::grant(&db, &config).await.expect("as often as migrations run");

    let pool = database::pool(&config).expect("a pool");
    assert!(!database::owns_tables(&pool).await.expect("asked"));
    assert!(database::owns_tables(&db).await.expect("asked"));
    let ctx = ctx(pool.clone());
    submit(&ctx, guest(1), &testimony_of("I found rest.", Uuid::new_v4()), NOW)
        .await
        .expect("everything else works");
    assert!(walk(&pool).await.is_whole);
    for statement in [
        "update audit_entry set action = 'story.rejected'",
        "delete from audit_seal",
        "truncate audit_entry",
        "update audit_head set position = position + 1",
        "alter table audit_entry disable trigger user",
        "drop trigger audit_entry_kept on audit_entry",
    ] {
        let refused = sqlx::query(statement)
            .execute(&pool)
            .await
            .expect_err(statement)
            .to_string();
        let is_refused = refused.contains("permission denied") || refused.contains("must be owner");
        assert!(is_refused, "{statement}: {refused}");
    }
    pool.close().await;
    for statement in [format!("drop owned by {role}"), format!("drop role {role}")] {
        sqlx::raw_sql(sqlx::AssertSqlSafe(statement))
            .execute(&db)
            .await
            .expect("removed");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn concurrent_entries_are_numbered_without_gaps(db: PgPool) {
    let writers = (0..40).map(|number| {
        let db = db.clone();
        async move {
            let mut tx = db.begin().await.expect("begun");
            audit::record(&mut tx, &keys(), &entry(Uuid::now_v7()))
                .await
                .expect("recorded");
            if number % 4 == 0 {
                tx.rollback().await.expect("rolled back");
            } else {
                tx.commit().await.expect("committed");
            }
        }
    });
    join_all(writers).await;
    let verdict = walk(&db).await;
    assert_eq!((verdict.sound, verdict.first_broken), (30, None));
    let last: i64 = sqlx::query_scalar("select max(position) from audit_entry")
        .fetch_one(&db)
        .await
        .expect("there");
    assert_eq!(last, 30);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
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

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
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
