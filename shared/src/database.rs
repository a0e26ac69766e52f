//! The pool of connections to Postgres, and the migrations.
//!
//! Invariant: a process starts without Postgres and recovers by itself when Postgres comes or comes back.

use std::str::FromStr as _;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection as _, PgPool, Postgres, Transaction};

use crate::config::Config;
use crate::error::{Error, Result};
use crate::vault;

/// The migrations, compiled in.
pub static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("../migrations");

/// How long a request waits for a connection before it answers that we are busy.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

/// Whoever takes a connection that has rested so long asks first whether Postgres is still there.
const SURE_TO_BE_ALIVE: Duration = Duration::from_millis(500);

/// The pool for requests and jobs. It connects when it is first used.
///
/// # Errors
/// `Internal` if `DATABASE_URL` cannot be read.
pub fn pool(config: &Config) -> Result<PgPool> {
    Ok(pool_of(config.database_connections).connect_lazy_with(options(config)?.options(LIMITS)))
}

/// A connection or two of their own for leases and probes: they must not wait behind the work they watch over.
///
/// # Errors
/// `Internal` if `DATABASE_URL` cannot be read.
pub fn vital_pool(config: &Config) -> Result<PgPool> {
    Ok(pool_of(2).connect_lazy_with(options(config)?.options(LIMITS)))
}

/// A connection for migrations, which may take their time.
///
/// # Errors
/// `Internal` if `DATABASE_URL` cannot be read.
pub fn migration_pool(config: &Config) -> Result<PgPool> {
    Ok(pool_of(1).connect_lazy_with(options(config)?))
}

const LIMITS: [(&str, &str); 5] = [
    ("statement_timeout", "15s"),
    ("idle_in_transaction_session_timeout", "30s"),
    // A machine that vanished holds its locks no longer than a minute. Where there is no TCP, Postgres ignores these.
    ("tcp_keepalives_idle", "30"),
    ("tcp_keepalives_interval", "10"),
    ("tcp_keepalives_count", "3"),
];

fn options(config: &Config) -> Result<PgConnectOptions> {
    let options = PgConnectOptions::from_str(&config.database_url).map_err(Error::internal)?;
    Ok(options.application_name(&config.app_name))
}

fn pool_of(connections: u32) -> PgPoolOptions {
    PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .test_before_acquire(false)
        .before_acquire(|connection, meta| {
            Box::pin(async move {
                if meta.idle_for >= SURE_TO_BE_ALIVE {
                    connection.ping().await?;
                }
                Ok(true)
            })
        })
}

/// Brings the schema up to date. Safe to run from several processes at once; it never runs backwards.
///
/// # Errors
/// `Unavailable` without Postgres; `Internal` if the database is newer than this program or a migration fails.
pub async fn migrate(db: &PgPool) -> Result<()> {
    MIGRATIONS.run(db).await.map_err(|error| {
        if let sqlx::migrate::MigrateError::Execute(cause) = error {
            cause.into()
        } else {
            Error::internal(error)
        }
    })
}

/// Waits until Postgres answers, its schema is as new as this program, and the keys are the right ones.
///
/// # Errors
/// `Conflict` if a key is wrong: the process must not go on.
pub async fn wait_until_usable(db: &PgPool, config: &Config) -> Result<()> {
    let mut pause = Duration::from_millis(100);
    loop {
        match check(db, config).await {
            Ok(()) => return Ok(()),
            Err(conflict @ Error::Conflict(_)) => return Err(conflict),
            Err(error) => tracing::warn!(%error, "the database is not usable yet"),
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(Duration::from_secs(2));
    }
}

/// Whether the schema is as new as this program and the keys are the right ones.
///
/// # Errors
/// `Unavailable` without Postgres or its schema, `Conflict` if a key is wrong.
pub async fn check(db: &PgPool, config: &Config) -> Result<()> {
    let newest = MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or(0);
    let applied = sqlx::query_scalar!("select max(version) from _sqlx_migrations where success")
        .fetch_one(db)
        .await?;
    if applied.unwrap_or(0) < newest {
        return Err(Error::Unavailable(anyhow::anyhow!(
            "the schema is at {applied:?}, {newest} is needed: run `web-api migrate`"
        )));
    }
    vault::check(db, &config.key_ring).await
}

/// Begins a transaction.
///
/// sqlx 0.9 forgets a `begin` that is dropped before Postgres has answered it, and gives the connection back with the
/// transaction open: whoever is given it next works in it without knowing. Nobody drops the task that begins here.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn begin(db: &PgPool) -> Result<Transaction<'static, Postgres>> {
    begin_undropped(db, None).await
}

async fn begin_undropped(db: &PgPool, statement: Option<&'static str>) -> Result<Transaction<'static, Postgres>> {
    let db = db.clone();
    #[expect(clippy::disallowed_methods, reason = "a request that is dropped must not drop this")]
    let begun = tokio::spawn(async move {
        match statement {
            Some(statement) => db.begin_with(statement).await,
            None => db.begin().await,
        }
    });
    Ok(begun.await.map_err(Error::internal)??)
}

/// A transaction that only reads, and sees everything as it is at one moment.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn snapshot(db: &PgPool) -> Result<Transaction<'static, Postgres>> {
    begin_undropped(db, Some("begin isolation level repeatable read, read only")).await
}

/// Whether Postgres answers within a second.
pub async fn answers(db: &PgPool) -> bool {
    let asked = sqlx::query_scalar!("select 1").fetch_one(db);
    matches!(tokio::time::timeout(Duration::from_secs(1), asked).await, Ok(Ok(_)))
}
