//! Mail over real SMTP to a local mail catcher.

use shared::ctx::Ctx;
use shared::error::Error;
use shared::jobs::Mail;
use shared::jobs::{Job, Lane};
use shared::locale::Locale;
use shared::mail::{self, Mailer};
use shared::sign_in::Asker;
use shared::sign_in::email::{self, SignInRequest};
use sqlx::PgPool;
use testing::mail_catcher::{MailCatcher, Reply};
use testing::{ctx_with, guest, prepared_testimony};
use time::OffsetDateTime;
use uuid::Uuid;

fn ctx_mailing_to(db: &PgPool, url: &str) -> Ctx {
    let ctx = ctx_with(
        db.clone(),
        &[("SMTP_URL", url), ("MAIL_FROM", "Stillwater <hello@example.org>")],
    );
    let mailer = Mailer::open(&ctx.config).expect("a good address");
    Ctx { mailer, ..ctx }
}

#[expect(clippy::disallowed_methods, reason = "the sign-in begins at this moment")]
async fn ask(ctx: &Ctx) -> Uuid {
    let asked = SignInRequest {
        address: "somebody@example.org".to_owned(),
        origin: "https://stillwater.example".to_owned(),
        return_to: "/".to_owned(),
        locale: Locale::English,
        asker: Asker::default(),
        join: None,
    };
    email::begin(ctx, asked, OffsetDateTime::now_utc())
        .await
        .expect("asked");
    sqlx::query_scalar("select id from email_sign_in order by created_at desc limit 1")
        .fetch_one(&ctx.db)
        .await
        .expect("a row")
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_sign_in_is_mailed_once_however_often_its_job_runs(db: PgPool) {
    let catcher = MailCatcher::start(Reply::Welcome).await;
    let ctx = ctx_mailing_to(&db, &catcher.url);
    let id = ask(&ctx).await;
    let job: serde_json::Value = sqlx::query_scalar("select payload from job")
        .fetch_one(&db)
        .await
        .expect("a job");
    let job: Job = serde_json::from_value(job).expect("a job of ours");
    let message = Mail::SignIn { id };
    assert_eq!((&job, job.policy().lane), (&Job::SendMail { message }, Lane::Mail));
    for _ in 0..2 {
        mail::send(&ctx, message).await.expect("sent");
    }
    let [letter] = &catcher.caught()[..] else {
        panic!("one mail, not {}", catcher.caught().len());
    };
    for part in [
        "To: somebody@example.org",
        "From: Stillwater <hello@example.org>",
        &format!("Message-ID: <sign-in.{id}@example.org>"),
        "Subject: Sign in to Stillwater\n",
    ] {
        assert!(letter.contains(part), "{part} is not in {letter}");
    }
    let unfolded = letter.replace("=\n", "").replace("=3D", "=");
    assert!(
        unfolded.contains("https://stillwater.example/api/login/link?token="),
        "{unfolded}"
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_unreachable_or_busy_server_is_retried_and_an_unknown_mailbox_is_not(db: PgPool) {
    let message = Mail::SignIn {
        id: ask(&ctx_mailing_to(&db, "smtp://127.0.0.1:1")).await,
    };
    let busy = MailCatcher::start(Reply::ComeBackLater).await;
    for url in ["smtp://127.0.0.1:1", &busy.url] {
        let failed = mail::send(&ctx_mailing_to(&db, url), message)
            .await
            .expect_err("not sent");
        assert!(failed.is_worth_retrying(), "{failed}");
        assert!(
            !format!("{failed:#}").contains("somebody"),
            "no address in the log: {failed:#}"
        );
    }
    let unknown = MailCatcher::start(Reply::NoSuchMailbox).await;
    let refusing = ctx_mailing_to(&db, &unknown.url);
    mail::send(&refusing, message).await.expect("nobody can help it");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_refused_mail_to_staff_is_not_retried(db: PgPool) {
    let catcher = MailCatcher::start(Reply::NoSuchMailbox).await;
    let ctx = ctx_with(
        db.clone(),
        &[
            ("SMTP_URL", catcher.url.as_str()),
            ("MAIL_FROM", "Stillwater <hello@example.org>"),
            ("ALERT_EMAIL", "staff@example.org"),
        ],
    );
    let mailer = Mailer::open(&ctx.config).expect("a good address");
    let ctx = Ctx { mailer, ..ctx };
    prepared_testimony(&ctx, guest(1), "I waited all year.").await;
    let refused = mail::send(&ctx, Mail::Digest { day: 1 }).await;
    assert!(
        matches!(&refused, Err(error @ Error::Conflict(_)) if !error.is_worth_retrying()),
        "{refused:?}"
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn expired_sign_ins_are_not_mailed_and_a_missing_mail_server_is_named(db: PgPool) {
    let catcher = MailCatcher::start(Reply::Welcome).await;
    let ctx = ctx_mailing_to(&db, &catcher.url);
    let message = Mail::SignIn { id: ask(&ctx).await };
    let without = Ctx {
        mailer: Mailer::None,
        ..ctx.clone()
    };
    let refused = mail::send(&without, message).await;
    assert!(matches!(
        refused,
        Err(Error::Conflict("No mail server is configured (SMTP_URL)."))
    ));
    sqlx::query("update email_sign_in set expires_at = now()")
        .execute(&db)
        .await
        .expect("aged");
    mail::send(&ctx, message).await.expect("nothing to do");
    mail::send(&ctx, Mail::SignIn { id: Uuid::new_v4() })
        .await
        .expect("nothing to do");
    assert!(catcher.caught().is_empty());
}
