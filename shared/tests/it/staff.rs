//! The staff's second factor, alert mails and digest.

use shared::confided::Confided;
use shared::ctx::Ctx;
use shared::error::{Error, Result};
use shared::jobs::Job;
use shared::jobs::Mail;
use shared::mail::{self, Mailer};
use shared::moderation::{Command, Step, apply};
use shared::staff::{Credentials, SignedIn, find, sign_in};
use shared::testimony::submit;
use sqlx::PgPool;
use testing::{STAFF_PASSWORD, STAFF_PASSWORD_HASH, ctx_with, guest, prepared_testimony, staff, testimony_of};
use time::OffsetDateTime;
use time::macros::datetime;
use uuid::Uuid;

const NOW: OffsetDateTime = datetime!(2026-11-20 12:00 UTC);

/// The secret and codes of the examples in RFC 6238.
const SECRET: &str = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const FIRST: (i64, &str) = (1_111_111_109, "081804");
const NEXT: (i64, &str) = (1_111_111_111, "050471");

async fn try_code(db: &PgPool, at: i64, code: Option<&str>) -> Result<SignedIn> {
    let ctx = ctx_with(db.clone(), &[("ADMIN_TOTP_SECRET", SECRET)]);
    let now = OffsetDateTime::from_unix_timestamp(at).expect("a time");
    let credentials = Credentials::parse(Confided::new(STAFF_PASSWORD.to_owned()), Some("Ruth"), code)?;
    sign_in(&ctx, &credentials, [1; 32], now).await
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_second_factor_code_works_once(db: PgPool) {
    for code in [None, Some(" ")] {
        let refused = try_code(&db, FIRST.0, code).await.err();
        assert!(matches!(refused, Some(Error::CodeNeeded)), "{code:?}");
    }
    for code in ["000000", "081 805"].map(Some) {
        let refused = try_code(&db, FIRST.0, code).await.err();
        assert!(matches!(refused, Some(Error::WrongPassword)), "{code:?}");
    }
    let signed_in = try_code(&db, FIRST.0, Some("081 804")).await.expect("signed in");
    let ctx = ctx_with(db.clone(), &[("ADMIN_TOTP_SECRET", SECRET)]);
    let found = find(&ctx, &signed_in.token).await.expect("asked").expect("signed in");
    assert_eq!(found, signed_in.staff);
    let again = try_code(&db, FIRST.0, Some(FIRST.1)).await.err();
    assert!(matches!(again, Some(Error::CodeUsed)), "it was used");
    try_code(&db, NEXT.0, Some(NEXT.1)).await.expect("the next one is good");
    let back = try_code(&db, NEXT.0, Some(FIRST.1)).await.err();
    assert!(
        matches!(back, Some(Error::CodeUsed)),
        "an older one is not good any more"
    );
}

/// Two people, the first with the secret of the examples.
const OF_EACH: &str = "Ruth:GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ, Naomi:JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn each_member_of_staff_has_a_second_factor_of_their_own(db: PgPool) {
    let ctx = ctx_with(db.clone(), &[("ADMIN_TOTP_SECRETS", OF_EACH)]);
    let now = OffsetDateTime::from_unix_timestamp(FIRST.0).expect("a time");
    let naomis = "088309";
    let sign_in_as = async |name: Option<&str>, code: &str| {
        let credentials = Credentials::parse(Confided::new(STAFF_PASSWORD.to_owned()), name, Some(code))?;
        sign_in(&ctx, &credentials, [1; 32], now).await
    };
    let ruth = sign_in_as(Some("ruth"), FIRST.1).await.expect("signed in");
    let naomi = sign_in_as(Some("NAOMI"), naomis)
        .await
        .expect("within the same half minute");
    assert_eq!((ruth.staff.name.as_str(), naomi.staff.name.as_str()), ("Ruth", "Naomi"));
    let stolen = sign_in_as(Some("Naomi"), FIRST.1).await.err();
    assert!(
        matches!(stolen, Some(Error::WrongPassword)),
        "a code is good for its own name"
    );
    for nobody in [None, Some("Boaz")] {
        let refused = sign_in_as(nobody, FIRST.1).await.err();
        assert!(matches!(refused, Some(Error::InvalidFields(_))), "{nobody:?}");
    }

    let ruth_left = ctx_with(
        db,
        &[("ADMIN_TOTP_SECRETS", &OF_EACH[OF_EACH.find("Naomi").expect("her")..])],
    );
    assert_eq!(find(&ruth_left, &ruth.token).await.expect("asked"), None);
    let stays = find(&ruth_left, &naomi.token).await.expect("asked");
    assert_eq!(stays, Some(naomi.staff));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_used_code_costs_no_try(db: PgPool) {
    try_code(&db, FIRST.0, Some(FIRST.1)).await.expect("signed in");
    for _ in 0..7 {
        let refused = try_code(&db, FIRST.0, Some(FIRST.1)).await.err();
        assert!(matches!(refused, Some(Error::CodeUsed)), "{refused:?}");
    }
    try_code(&db, NEXT.0, Some(NEXT.1)).await.expect("not throttled");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn changing_the_password_or_second_factor_ends_earlier_sessions(db: PgPool) {
    let ctx = ctx_with(db.clone(), &[]);
    let credentials = Credentials::parse(Confided::new(STAFF_PASSWORD.to_owned()), Some("Ruth"), None).expect("good");
    let token = sign_in(&ctx, &credentials, [1; 32], NOW)
        .await
        .expect("signed in")
        .token;
    let other_hash = STAFF_PASSWORD_HASH.replace("$8L6j", "$8L6k");
    for changed in [
        ("ADMIN_PASSWORD_HASH", other_hash.as_str()),
        ("ADMIN_TOTP_SECRET", SECRET),
    ] {
        let ctx = ctx_with(db.clone(), &[changed]);
        assert_eq!(find(&ctx, &token).await.expect("asked"), None, "{}", changed.0);
    }
    assert!(
        find(&ctx, &token).await.expect("asked").is_some(),
        "nothing was changed here"
    );
}

/// The mails so far: subject and text of each.
fn mailed(ctx: &Ctx) -> Vec<(String, String)> {
    let Mailer::Memory(letters) = &ctx.mailer else {
        panic!("tests send no mail");
    };
    let letters = letters.lock().expect("no test panicked");
    letters
        .iter()
        .map(|letter| (letter.subject.clone(), letter.text.clone()))
        .collect()
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn staff_are_alerted_to_danger_in_a_testimony_without_its_text(db: PgPool) {
    let changes = [
        ("PUBLIC_URL", "https://stillwater.example"),
        ("ALERT_EMAIL", "staff@example.org"),
    ];
    let ctx = ctx_with(db, &changes);
    let words = "I want to kill myself tonight and I have a plan.";
    let testimony = testimony_of(words, Uuid::new_v4());
    let id = submit(&ctx, guest(1), &testimony, NOW).await.expect("accepted").id;
    let message = Mail::TestimonyEscalated { testimony: id };
    let payload: serde_json::Value = sqlx::query_scalar("select payload from job where kind = 'send_mail'")
        .fetch_one(&ctx.db)
        .await
        .expect("written with the story");
    let job: Job = serde_json::from_value(payload).expect("a job");
    assert_eq!(job, Job::SendMail { message });

    mail::send(&ctx, message).await.expect("sent");
    let told = mailed(&ctx);
    assert_eq!(told[0].0, "Stillwater: A story needs you now");
    assert!(told[0].1.contains("https://stillwater.example/admin"), "{told:?}");
    assert!(
        !told[0].1.contains("kill") && !told[0].1.contains("tonight"),
        "{told:?}"
    );

    let reopen = Step::parse("reopen", Some("Looked at."), false).expect("a step");
    apply(&ctx, &staff("Ruth"), id, &Command::of(reopen), NOW)
        .await
        .expect("reopened");
    for nobody_need_come in [id, Uuid::new_v4()] {
        let message = Mail::TestimonyEscalated {
            testimony: nobody_need_come,
        };
        mail::send(&ctx, message).await.expect("nothing to send");
    }
    assert_eq!(mailed(&ctx).len(), 1);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_digest_counts_what_waits_and_is_not_sent_when_nothing_does(db: PgPool) {
    let ctx = ctx_with(db, &[("ALERT_EMAIL", "staff@example.org")]);
    mail::send(&ctx, Mail::Digest { day: 1 })
        .await
        .expect("nothing to send");
    assert!(mailed(&ctx).is_empty());
    for number in 0..3 {
        prepared_testimony(&ctx, guest(number), "I lost my work in spring.").await;
    }
    sqlx::query("update job set dead_at = now(), reason = 'x' where id = (select id from job limit 1)")
        .execute(&ctx.db)
        .await
        .expect("dead");
    sqlx::query(
        "update testimony set created_at = now() - interval '50 hours' where id = (select id from testimony limit 1)",
    )
    .execute(&ctx.db)
    .await
    .expect("aged");
    mail::send(&ctx, Mail::Digest { day: 2 }).await.expect("sent");
    let text = "Stories waiting for review: 3, the oldest for 2 days\nWaiting over 24 hours: 1\nJobs that failed for good: 1\n".to_owned();
    assert_eq!(
        mailed(&ctx),
        [("Stillwater: What is waiting for you today".to_owned(), text)]
    );

    let without = testing::ctx(ctx.db.clone());
    mail::send(&without, Mail::Digest { day: 3 })
        .await
        .expect("nobody to send to");
    assert!(mailed(&without).is_empty());
}
