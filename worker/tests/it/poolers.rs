//! A connection pooler between the programs and Postgres: what the doctor says, and how they run behind it.

use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection as _, PgConnection, PgPool, Row as _};
use testing::pooler::{Manner, Pooler};

use super::http;
use super::ledger::until_testimonies_are_redacted;
use super::stack::{Stack, until};

const TIMEOUT: Duration = Duration::from_mins(1);
const TODAY: &str = "PgBouncer 1.24.1";

/// What the doctor says about the pooler with these addresses.
async fn doctor(stack: &Stack, pooled: &str, direct: Option<&str>) -> String {
    let mut settings = vec![("DATABASE_URL", pooled)];
    settings.extend(direct.map(|direct| ("DATABASE_DIRECT_URL", direct)));
    let mut doctor = stack.web_program("doctor", &settings);
    doctor.ended(TIMEOUT).await;
    let said = doctor.log();
    let line = said.lines().find(|line| line.contains("  connection pooler: "));
    line.unwrap_or_else(|| panic!("no line in:\n{said}")).to_owned()
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_doctor_names_a_pooler_and_says_what_to_do(db: PgPool) {
    let stack = Stack::without_redis(&db);
    let direct = stack.database_url.clone();
    let none = doctor(&stack, &direct, None).await;
    assert!(none.starts_with("good   connection pooler: none"), "{none}");
    for manner in [Manner::Strict, Manner::Lenient, Manner::Sharing] {
        let pooler = Pooler::start(&db, manner, TODAY).await;
        let said = doctor(&stack, &pooler.url, None).await;
        assert!(
            said.starts_with("wrong  connection pooler: PgBouncer 1.24 answers at DATABASE_URL"),
            "{manner:?}: {said}"
        );
        assert!(said.contains("Name Postgres itself in DATABASE_DIRECT_URL"), "{said}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_doctor_finds_what_a_pooler_lacks(db: PgPool) {
    let stack = Stack::without_redis(&db);
    let direct = stack.database_url.clone();
    let old = Pooler::start(&db, Manner::Strict, "PgBouncer 1.18.0").await;
    let said = doctor(&stack, &old.url, Some(&direct)).await;
    assert!(said.contains("it is older than 1.21"), "{said}");
    assert!(
        said.contains("our time limits are not on: run `web-api migrate`"),
        "{said}"
    );
    let careless = Pooler::start(&db, Manner::Sharing, TODAY).await;
    let said = doctor(&stack, &careless.url, Some(&direct)).await;
    assert!(said.contains("it mixes up prepared statements"), "{said}");
    let said = doctor(&stack, &careless.url, Some(&careless.url)).await;
    assert!(said.contains("DATABASE_DIRECT_URL leads to a pooler, too"), "{said}");
    let good = Pooler::start(&db, Manner::Strict, TODAY).await;
    let elsewhere = direct.replacen(db.connect_options().get_database().expect("a name"), "postgres", 1);
    let said = doctor(&stack, &good.url, Some(&elsewhere)).await;
    assert!(said.contains("DATABASE_DIRECT_URL leads to another database"), "{said}");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn programs_run_behind_a_pooler_and_their_time_limits_hold(db: PgPool) {
    let mut stack = Stack::new(&db).await;
    let direct = stack.database_url.clone();
    let pooler = Pooler::start(&db, Manner::Strict, TODAY).await;
    stack.database_url.clone_from(&pooler.url);
    let settings = [("DATABASE_DIRECT_URL", direct.as_str())];
    // Twice at once: a role's settings are written by one of them at a time.
    let (mut one, mut other) = (
        stack.web_program("migrate", &settings),
        stack.web_program("migrate", &settings),
    );
    assert!(one.ended(TIMEOUT).await.success(), "{}", one.log());
    assert!(other.ended(TIMEOUT).await.success(), "{}", other.log());
    let options: PgConnectOptions = pooler.url.parse().expect("an address");
    let connection = PgConnection::connect_with(&options.extra_float_digits(None)).await;
    let mut connection = connection.expect("connected");
    for (question, limit) in [
        ("show statement_timeout", "15s"),
        ("show idle_in_transaction_session_timeout", "30s"),
    ] {
        let row = sqlx::raw_sql(question).fetch_one(&mut connection).await.expect("told");
        assert_eq!(row.get::<String, _>(0), limit, "{question}");
    }
    let said = doctor(&stack, &pooler.url, Some(&direct)).await;
    assert!(
        said.starts_with("good   connection pooler: PgBouncer 1.24 at DATABASE_URL"),
        "{said}"
    );
    let web = stack.web_with(&settings).await;
    let mut worker = stack.worker(&settings);
    until("the web tier is ready", async || {
        http::get(web.port, "/readyz").await == Some(200)
    })
    .await;
    http::submit_accepted_testimony(web.port).await;
    assert_eq!(until_testimonies_are_redacted(&db).await, 1);
    assert!(worker.runs());
    // No pooler passes notifications on: the listeners lead past it.
    until("web and worker listen", async || {
        let listening =
            "select count(*) from pg_stat_activity where datname = current_database() and query ilike 'listen%'";
        sqlx::query_scalar::<_, i64>(listening)
            .fetch_one(&db)
            .await
            .expect("told")
            == 2
    })
    .await;
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn without_a_direct_address_the_log_says_what_a_pooler_needs(db: PgPool) {
    let stack = Stack::without_redis(&db);
    let pooler = Pooler::start(&db, Manner::Strict, TODAY).await;
    let mut migration = stack.web_program("migrate", &[("DATABASE_URL", &pooler.url)]);
    assert_eq!(migration.ended(TIMEOUT).await.code(), Some(1));
    let said = migration.log();
    assert!(said.contains("name Postgres itself in DATABASE_DIRECT_URL"), "{said}");
}
