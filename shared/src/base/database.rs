//! The connection pools of Postgres, transactions and migrations.
//!
//! Invariant: a process starts without Postgres, and recovers by itself when Postgres is available again.

use std::str::FromStr as _;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use sqlx::postgres::{PgConnectOptions, PgPoolOptions, PgQueryResult};
use sqlx::{Connection as _, PgConnection, PgPool, Postgres, Transaction};

use crate::base::config::Config;
use crate::base::error::{Error, Result};
use crate::base::ids::{Owner, OwnerKind};
use crate::base::vault;

pub mod limits;
pub mod pooler;

/// The migrations, embedded in the program.
pub static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("../migrations");

/// How long a request waits for a connection before it fails as unavailable.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

/// A connection that was idle for longer is pinged before its next use.
const PING_AFTER_IDLE: Duration = Duration::from_millis(500);

/// The pool for requests and jobs. It connects lazily.
///
/// # Errors
/// `Internal` if `DATABASE_URL` is invalid.
pub fn pool(config: &Config) -> Result<PgPool> {
    Ok(pool_options(config.database_connections).connect_lazy_with(work_options(config)?))
}

/// A small pool reserved for leases and probes, so that they never wait behind other work. It leads past a pooler.
///
/// # Errors
/// `Internal` if `DATABASE_URL` or `DATABASE_DIRECT_URL` is invalid.
pub fn reserved_pool(config: &Config) -> Result<PgPool> {
    Ok(pool_options(2).connect_lazy_with(direct_options(config)?))
}

/// The pool for what belongs to one session: notifications, and advisory locks beyond a transaction. It is the pool of
/// all work unless that leads to a pooler.
///
/// # Errors
/// `Internal` if `DATABASE_DIRECT_URL` is invalid.
pub fn direct_pool(config: &Config, all_work: &PgPool) -> Result<PgPool> {
    if config.database_direct_url.is_none() {
        return Ok(all_work.clone());
    }
    // One for the listener, and one for each bulk job that may hold the index lock.
    let connections = config.bulk_concurrency.saturating_add(1);
    Ok(pool_options(connections).connect_lazy_with(direct_options(config)?))
}

/// A pool that asks the pooler whether it answers; none if `DATABASE_URL` leads to Postgres itself, which the reserved
/// pool asks.
///
/// # Errors
/// `Internal` if `DATABASE_URL` is invalid.
pub fn pooler_probe(config: &Config) -> Result<Option<PgPool>> {
    if config.database_direct_url.is_none() {
        return Ok(None);
    }
    Ok(Some(pool_options(1).connect_lazy_with(work_options(config)?)))
}

/// A pool for migrations, without timeouts, of the role that owns the tables.
///
/// # Errors
/// `Internal` if `MIGRATION_DATABASE_URL`, `DATABASE_DIRECT_URL` or `DATABASE_URL` is invalid.
pub fn migration_pool(config: &Config) -> Result<PgPool> {
    let url = config.migration_database_url.as_deref();
    let options = options(config, url.unwrap_or_else(|| direct_url(config)))?;
    // The role may have limits of its own (`limits::keep`).
    let unlimited = LIMITS.map(|(name, _)| (name, "0"));
    Ok(pool_options(1).connect_lazy_with(options.options(unlimited)))
}

/// How long Postgres lets a statement run, and a transaction wait for its next one.
pub(crate) const LIMITS: [(&str, &str); 2] = [
    ("statement_timeout", "15s"),
    ("idle_in_transaction_session_timeout", "30s"),
];

/// A machine that vanished loses its locks within a minute. Postgres ignores these without TCP.
const KEEPALIVES: [(&str, &str); 3] = [
    ("tcp_keepalives_idle", "30"),
    ("tcp_keepalives_interval", "10"),
    ("tcp_keepalives_count", "3"),
];

/// The address of Postgres itself.
fn direct_url(config: &Config) -> &str {
    config.database_direct_url.as_deref().unwrap_or(&config.database_url)
}

fn options(config: &Config, url: &str) -> Result<PgConnectOptions> {
    let options = PgConnectOptions::from_str(url).map_err(Error::internal)?;
    Ok(options.application_name(&config.app_name))
}

/// Options for Postgres itself, which takes our limits with each connection.
pub(crate) fn direct_options(config: &Config) -> Result<PgConnectOptions> {
    Ok(limited(options(config, direct_url(config))?))
}

/// Options for `DATABASE_URL`. A pooler refuses or drops our limits; then the role has them (`limits::keep`).
fn work_options(config: &Config) -> Result<PgConnectOptions> {
    if config.database_direct_url.is_some() {
        return plain_options(config);
    }
    Ok(limited(options(config, &config.database_url)?))
}

/// Options for `DATABASE_URL` that every pooler takes.
pub(crate) fn plain_options(config: &Config) -> Result<PgConnectOptions> {
    Ok(options(config, &config.database_url)?.extra_float_digits(None))
}

/// Adds our limits.
pub(crate) fn limited(options: PgConnectOptions) -> PgConnectOptions {
    options.options(LIMITS).options(KEEPALIVES)
}

fn pool_options(connections: u32) -> PgPoolOptions {
    PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .test_before_acquire(false)
        .before_acquire(|connection, meta| {
            Box::pin(async move {
                if is_older_than_failover(meta.age) {
                    return Ok(false);
                }
                if meta.idle_for >= PING_AFTER_IDLE {
                    connection.ping().await?;
                }
                Ok(true)
            })
        })
}

/// Applies pending migrations, forward only. Several processes may run it at the same time.
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

/// Grants the role of `DATABASE_URL` what the program needs in tables that another role owns. It may not change the audit
/// trail.
///
/// # Errors
/// `Internal` if the owner may not grant that, or `DATABASE_URL` is invalid.
pub async fn grant(owner: &PgPool, config: &Config) -> Result<()> {
    if config.migration_database_url.is_none() {
        return Ok(());
    }
    let role = options(config, &config.database_url)?
        .get_username()
        .replace('"', "\"\"");
    let grants = format!(
        r#"grant usage on schema public to "{role}";
        grant select, insert, update, delete on all tables in schema public to "{role}";
        grant usage, select on all sequences in schema public to "{role}";
        revoke update, delete on audit_entry, audit_seal from "{role}";
        revoke insert, update, delete on audit_head, _sqlx_migrations from "{role}";"#
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(grants)).execute(owner).await?;
    Ok(())
}

/// Whether the role of the program owns tables, and could switch off what protects the audit trail.
pub async fn owns_tables(db: &PgPool) -> Result<bool> {
    let owns = sqlx::query_scalar!(
        r#"select exists (select from pg_tables where schemaname = 'public' and tableowner = current_user) as "owns!""#
    )
    .fetch_one(db)
    .await?;
    Ok(owns)
}

/// Waits until Postgres answers, has all migrations of this program, and accepts the keys.
///
/// # Errors
/// `Conflict` if a key is wrong: the process must exit.
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

/// Checks that all migrations of this program are applied and that the keys are right.
///
/// # Errors
/// `Unavailable` without Postgres or its schema or if it is read-only, `Conflict` if a key is wrong.
pub async fn check(db: &PgPool, config: &Config) -> Result<()> {
    if probe(db).await == Answer::ReadOnly {
        return Err(Error::Unavailable(anyhow::anyhow!("it is read-only")));
    }
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
/// sqlx 0.9 does not roll back if the future of `begin` is dropped before Postgres has answered. The connection goes
/// back to the pool with an open transaction, and its next user works inside it. So a task of its own runs `begin`.
pub async fn begin(db: &PgPool) -> Result<Transaction<'static, Postgres>> {
    begin_in_task(db, None).await
}

async fn begin_in_task(db: &PgPool, statement: Option<&'static str>) -> Result<Transaction<'static, Postgres>> {
    let db = db.clone();
    #[expect(clippy::disallowed_methods, reason = "dropping a request must not drop this future")]
    let transaction = tokio::spawn(async move {
        match statement {
            Some(statement) => db.begin_with(statement).await,
            None => db.begin().await,
        }
    });
    Ok(transaction.await.map_err(Error::internal)??)
}

/// Begins a read-only transaction that sees one consistent snapshot.
pub async fn snapshot(db: &PgPool) -> Result<Transaction<'static, Postgres>> {
    begin_in_task(db, Some("begin isolation level repeatable read, read only")).await
}

/// Begins a transaction whose commit does not wait for the disk. If Postgres crashes, it may forget those of the last 0.6
/// seconds, and never one of them alone: what is committed later is forgotten with it. So it is for progress that a retry
/// makes again.
pub async fn begin_progress(db: &PgPool) -> Result<Transaction<'static, Postgres>> {
    begin_in_task(db, Some("begin; set local synchronous_commit = off")).await
}

/// How many rows one statement of the cleanup changes, so that it holds no lock for long.
pub(crate) const CLEANUP_BATCH: i64 = 1_000;

/// Repeats a statement that changes at most `CLEANUP_BATCH` rows until it changes none. Returns how many it changed.
pub(crate) async fn in_batches<Changed>(mut change: impl FnMut() -> Changed) -> Result<u64>
where
    Changed: Future<Output = Result<PgQueryResult, sqlx::Error>>,
{
    let mut all = 0;
    loop {
        let changed = change().await?.rows_affected();
        if changed == 0 {
            return Ok(all);
        }
        all += changed;
    }
}

/// Whether a statement failed because it met another transaction: it waited too long for a lock, was cancelled, or was
/// the victim of a deadlock. Alone it may succeed.
pub(crate) fn met_another(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    code.is_some_and(|code| ["55P03", "57014", "40P01"].contains(&code.as_ref()))
}

/// When a server was last seen to be read-only, in milliseconds since this process first looked.
static READ_ONLY_SEEN: AtomicU64 = AtomicU64::new(0);
/// Whether the last probe met a server that is read-only.
static IS_READ_ONLY: AtomicBool = AtomicBool::new(false);
static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Notes that a server is read-only: after a failover, connections lead to what was the primary. The pools drop all
/// that are older.
pub(crate) fn note_read_only(error: &sqlx::Error) {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    if code.is_some_and(|code| code == "25006") {
        drop_connections();
    }
}

fn drop_connections() {
    let now = u64::try_from(BEGAN.elapsed().as_millis()).unwrap_or(u64::MAX);
    READ_ONLY_SEEN.fetch_max(now.max(1), Ordering::Relaxed);
}

/// Whether a connection of this age was opened before a server was last seen to be read-only.
fn is_older_than_failover(age: Duration) -> bool {
    let seen = READ_ONLY_SEEN.load(Ordering::Relaxed);
    let since = BEGAN.elapsed().saturating_sub(Duration::from_millis(seen));
    seen > 0 && age >= since
}

/// What Postgres says when it is probed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It takes writes.
    Writable,
    /// It answers, but takes no writes: a standby, or a primary after a failover.
    ReadOnly,
    /// It does not answer within a second.
    Silent,
}

/// Probes Postgres. While a server is read-only, and once when it no longer is, older connections are dropped, so that the
/// next ones may find the primary.
pub async fn probe(db: &PgPool) -> Answer {
    let writable = sqlx::query_scalar!(r#"select current_setting('transaction_read_only') = 'off' as "is_writable!""#);
    match tokio::time::timeout(Duration::from_secs(1), writable.fetch_one(db)).await {
        Ok(Ok(true)) => {
            if IS_READ_ONLY.swap(false, Ordering::Relaxed) {
                drop_connections();
            }
            Answer::Writable
        }
        Ok(Ok(false)) => {
            IS_READ_ONLY.store(true, Ordering::Relaxed);
            drop_connections();
            Answer::ReadOnly
        }
        Ok(Err(_)) | Err(_) => Answer::Silent,
    }
}

/// Locks the account of an owner who is a user, so that nobody deletes it before the transaction ends. Take this lock
/// before any other.
///
/// # Errors
/// `SignInRequired` if the account was deleted.
pub(crate) async fn lock_account(tx: &mut PgConnection, owner: Owner) -> Result<()> {
    if owner.kind == OwnerKind::User {
        sqlx::query!("select id from app_user where id = $1 for key share", owner.id)
            .fetch_optional(tx)
            .await?
            .ok_or(Error::SignInRequired)?;
    }
    Ok(())
}
