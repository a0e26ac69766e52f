//! The commands `web-api doctor` and `web-api migrate`.

use std::time::Duration;

use futures::future::join_all;
use sqlx::{AssertSqlSafe, Executor as _, PgPool};
use testing::STAFF_PASSWORD_HASH;
use uuid::Uuid;

use super::stack::{KEYS, Stack};

const TIMEOUT: Duration = Duration::from_mins(1);
const PASSWORD: &str = "xqzpassword";
const PUSH_KEY: &str = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_doctor_names_what_is_wrong_and_shows_no_secret(db: PgPool) {
    let stack = Stack::new(&db).await;
    let mail = format!("smtp://somebody:{PASSWORD}@127.0.0.1:1");
    let members = format!("Ruth:reader:{STAFF_PASSWORD_HASH}");
    let settings = [
        ("ADMIN_PASSWORD_HASH", STAFF_PASSWORD_HASH),
        ("STAFF", members.as_str()),
        ("METRICS_TOKEN", "xqzpassword of metrics"),
        ("SMTP_URL", mail.as_str()),
        ("MAIL_FROM", "hello@example.org"),
        ("GITHUB_CLIENT_ID", "client"),
        ("GITHUB_CLIENT_SECRET", PASSWORD),
        ("GITHUB_API_URL", "http://127.0.0.1:1"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1"),
        ("STORAGE_URL", "s3://documents"),
        ("S3_ENDPOINT", "http://127.0.0.1:1"),
        ("S3_ACCESS_KEY_ID", "somebody"),
        ("S3_SECRET_ACCESS_KEY", PASSWORD),
        ("STRIPE_URL", "http://127.0.0.1:1"),
        ("STRIPE_SECRET_KEY", "sk_test_xqzpassword"),
        ("STRIPE_PUBLISHABLE_KEY", "pk_test_somebody"),
        ("STRIPE_PRICE_ID", "price_somewhere"),
        ("STRIPE_PRICE_ID_YEARLY", "price_elsewhere"),
        ("STRIPE_WEBHOOK_SECRETS", "whsec_xqzpassword"),
        ("WEB_PUSH_PRIVATE_KEY", PUSH_KEY),
        ("WEB_PUSH_SUBJECT", "mailto:ops@localhost"),
    ];
    let mut doctor = stack.web_program("doctor", &settings);
    assert_eq!(doctor.ended(TIMEOUT).await.code(), Some(1), "{}", doctor.log());
    let said = doctor.log();
    for line in [
        "good   keys: k1 ",
        "good   database: Postgres answers",
        "good   Redis: 127.0.0.1:",
        "note   staff: can sign in: Ruth (reader), the single password under any other name (owner); without a second factor",
        "good   support: people write to ",
        "good   people: need not sign in; one device at a time; helplines of US",
        "good   limits: guests of one address 600 a day",
        "good   work: a worker does 16 urgent jobs, 4 mails, 8 jobs at Stripe and 4 bulk jobs at a time",
        "wrong  sign-in by GitHub: http://127.0.0.1:1 does not answer",
        "wrong  sign-in by email, and mail: ",
        "off    sign-in by Google",
        "wrong  traces: 127.0.0.1:1: ",
        "wrong  storage of documents: s3://documents: ",
        "wrong  Stripe: ",
        "wrong  years of premium: ",
        "note   web push: key B",
        "push services 4; Apple refuses messages from mailto:ops@localhost",
    ] {
        assert!(said.contains(line), "{line} is not in:\n{said}");
    }
    let key = KEYS.split_once(':').expect("an id and a key").1;
    for secret in [PASSWORD, key, STAFF_PASSWORD_HASH, PUSH_KEY] {
        assert!(!said.contains(secret), "{said}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_doctor_asks_redis_and_does_not_show_the_password_that_it_refuses(db: PgPool) {
    let stack = Stack::new(&db).await;
    let mut connection = stack.redis.connection().await;
    let user = ["SETUSER", "somebody", "on", ">another password", "+ping"];
    redis::cmd("ACL")
        .arg(&user)
        .exec_async(&mut connection)
        .await
        .expect("Redis knows somebody");
    let place = stack.redis.url().replace("redis://", "");
    let wrong = format!("redis://somebody:{PASSWORD}@{place}");
    let right = format!("redis://somebody:another%20password@{place}");
    for (address, line) in [
        (
            wrong,
            format!("wrong  Redis: {place}: it refuses the name or the password"),
        ),
        (right, format!("good   Redis: {place} answers")),
        (
            format!("rediss://{place}"),
            format!("wrong  Redis: {place} does not answer over TLS"),
        ),
        (
            "redis://127.0.0.1:1".to_owned(),
            "wrong  Redis: 127.0.0.1:1: ".to_owned(),
        ),
        (
            format!("http://{PASSWORD}"),
            "wrong  Redis: this is no address of a Redis".to_owned(),
        ),
    ] {
        let mut doctor = stack.web_program("doctor", &[("REDIS_URL", &address)]);
        doctor.ended(TIMEOUT).await;
        let said = doctor.log();
        assert!(said.contains(&line), "{line} is not in:\n{said}");
        assert!(!said.contains(PASSWORD) && !said.contains("another"), "{said}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_database_newer_than_the_program_is_left_alone(db: PgPool) {
    sqlx::query(
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
         values (99991231000000, 'of the next release', true, '\\x00', 0)",
    )
    .execute(&db)
    .await
    .expect("noted");
    let stack = Stack::without_redis(&db);
    let mut refused = stack.web_program("migrate", &[]);
    assert_eq!(refused.ended(TIMEOUT).await.code(), Some(1), "{}", refused.log());
    assert!(refused.log().contains("99991231000000"), "{}", refused.log());
}

#[sqlx::test(migrations = false)]
async fn concurrent_migrations_run_once(db: PgPool) {
    // `bin/test` applies all migrations to the template of new databases, so this one is emptied first.
    let name = format!("empty_{}", Uuid::new_v4().simple());
    let create = format!("create database {name} template template0");
    db.execute(AssertSqlSafe(create)).await.expect("created");
    let empty = PgPool::connect_with(db.connect_options().as_ref().clone().database(&name))
        .await
        .expect("connected");
    let stack = Stack::without_redis(&empty);
    let mut releases: Vec<_> = (0..4).map(|_| stack.web_program("migrate", &[])).collect();
    let ended = join_all(releases.iter_mut().map(|release| release.ended(TIMEOUT))).await;
    assert!(ended.iter().all(std::process::ExitStatus::success), "{ended:?}");
    let (applied, distinct): (i64, i64) =
        sqlx::query_as("select count(*), count(distinct version) from _sqlx_migrations where success")
            .fetch_one(&empty)
            .await
            .expect("readable");
    assert!(applied > 10 && applied == distinct);
    empty.close().await;
    let drop = format!("drop database {name} with (force)");
    db.execute(AssertSqlSafe(drop)).await.expect("dropped");
}
