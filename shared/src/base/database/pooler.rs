//! Recognises a connection pooler between this process and Postgres, and says what it lacks, for operators.
//!
//! Invariant: it changes nothing, and no message contains a user name or a password. A pooler is recognised by what it
//! does, not by its name: it refuses or drops our settings, or shares a session among clients.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, Row as _};
use tokio::time::timeout;

use super::{LIMITS, direct_options, limited, plain_options};
use crate::base::config::Config;
use crate::base::error::{Error, Result};

/// How long each question may take.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(3);

/// The first version that keeps the prepared statements of its clients apart.
const MIN_PGBOUNCER: (u32, u32) = (1, 21);

/// Poolers of providers, by what their host names contain.
const OF_PROVIDERS: [(&str, &str); 3] = [
    ("-pooler.", "Neon's pooler (PgBouncer)"),
    (".pooler.supabase.com", "Supabase's pooler (Supavisor)"),
    (".db.ondigitalocean.com", "DigitalOcean's connection pool (PgBouncer)"),
];

/// What stands between this process and Postgres.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Between {
    /// Nothing that we can notice.
    Nothing,
    /// A pooler, and the product is not told the way past it.
    Unexpected(String),
    /// A pooler beside `DATABASE_DIRECT_URL`, and what is wrong with the two.
    Pooler {
        /// Its name, and its version if it tells that.
        name: String,
        /// What to do, one line each.
        problems: Vec<String>,
    },
}

/// Whether a pooler refused the settings that come with our connections.
pub(crate) fn refuses_settings(error: &sqlx::Error) -> bool {
    error
        .as_database_error()
        .is_some_and(|error| error.message().contains("unsupported startup parameter"))
}

/// Looks at `DATABASE_URL`, and at `DATABASE_DIRECT_URL` if that is set.
///
/// # Errors
/// `Unavailable` if nothing answers there.
pub async fn look(config: &Config) -> Result<Between> {
    let plain = plain_options(config)?;
    if !is_pooler(&plain).await? {
        return Ok(Between::Nothing);
    }
    let version = Version::ask(&plain).await;
    let name = name(&plain, version.as_ref());
    if config.database_direct_url.is_none() {
        return Ok(Between::Unexpected(name));
    }
    let mut problems = Vec::new();
    if let Some(Version::Known(major, minor)) = version
        && (major, minor) < MIN_PGBOUNCER
    {
        problems.push("it is older than 1.21: prepared statements of its clients get mixed up".to_owned());
    } else if !keeps_statements_apart(&plain).await? {
        problems.push("it mixes up prepared statements of its clients: set max_prepared_statements = 200".to_owned());
    }
    if !has_limits(&plain).await? {
        problems.push(
            "our time limits are not on: run `web-api migrate`, then let it open new connections (PgBouncer: RECONNECT)"
                .to_owned(),
        );
    }
    let direct = direct_options(config)?;
    if shares_sessions(&direct).await? {
        problems.push("DATABASE_DIRECT_URL leads to a pooler, too".to_owned());
    } else if !reach_the_same_database(&plain, direct).await? {
        problems.push("DATABASE_DIRECT_URL leads to another database".to_owned());
    }
    Ok(Between::Pooler { name, problems })
}

async fn is_pooler(plain: &PgConnectOptions) -> Result<bool> {
    let with_settings = limited(plain.clone()).extra_float_digits(2);
    match answered(PgConnection::connect_with(&with_settings)).await? {
        Err(error) if refuses_settings(&error) => return Ok(true),
        Err(error) => return Err(error.into()),
        Ok(mut connection) => {
            if !shows_limits(&mut connection).await? {
                return Ok(true);
            }
        }
    }
    shares_sessions(plain).await
}

/// Whether two clients at a time meet the same session of Postgres, or one client meets two: a pool of transactions.
async fn shares_sessions(options: &PgConnectOptions) -> Result<bool> {
    let (mut one, mut other) = (connect(options).await?, connect(options).await?);
    let first = backend(&mut one).await?;
    answered(sqlx::raw_sql("begin").execute(&mut other)).await??;
    let is_shared = if backend(&mut other).await? == first {
        true
    } else {
        // A pool of one connection would let the first client wait until the transaction ends.
        !matches!(backend(&mut one).await, Ok(again) if again == first)
    };
    answered(sqlx::raw_sql("rollback").execute(&mut other)).await??;
    Ok(is_shared)
}

async fn backend(connection: &mut PgConnection) -> Result<i32> {
    let row = answered(sqlx::raw_sql("select pg_backend_pid()::text").fetch_one(connection)).await??;
    let id: String = row.try_get(0)?;
    id.parse().map_err(Error::internal)
}

/// Whether two clients with the same names of prepared statements each meet their own.
async fn keeps_statements_apart(plain: &PgConnectOptions) -> Result<bool> {
    let (mut one, mut other) = (connect(plain).await?, connect(plain).await?);
    for _ in 0..3 {
        let more = sqlx::query_scalar::<_, i32>("select $1::int4 + 1")
            .bind(10)
            .fetch_one(&mut one);
        let more = answered(more).await?;
        let less = sqlx::query_scalar::<_, i32>("select $1::int4 - 1")
            .bind(10)
            .fetch_one(&mut other);
        let less = answered(less).await?;
        if !matches!((more, less), (Ok(11), Ok(9))) {
            return Ok(false);
        }
    }
    Ok(true)
}

async fn has_limits(plain: &PgConnectOptions) -> Result<bool> {
    shows_limits(&mut connect(plain).await?).await
}

async fn shows_limits(connection: &mut PgConnection) -> Result<bool> {
    for (name, expected) in LIMITS {
        let shown = sqlx::raw_sql(AssertSqlSafe(format!("show {name}"))).fetch_one(&mut *connection);
        let value: String = answered(shown).await??.try_get(0)?;
        if value != expected {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a notification through the pooler arrives on the way past it.
async fn reach_the_same_database(plain: &PgConnectOptions, direct: PgConnectOptions) -> Result<bool> {
    let pool = PgPoolOptions::new().max_connections(1).connect_lazy_with(direct);
    let mut listener = answered(PgListener::connect_with(&pool)).await??;
    answered(listener.listen("doctor")).await??;
    let mut connection = connect(plain).await?;
    answered(sqlx::raw_sql("notify doctor").execute(&mut connection)).await??;
    let arrived = timeout(ANSWER_TIMEOUT, listener.recv()).await;
    Ok(matches!(arrived, Ok(Ok(_))))
}

/// What a `PgBouncer` tells about itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Version {
    Known(u32, u32),
    /// It is a `PgBouncer`, and shows its version to administrators only.
    Hidden,
}

impl Version {
    /// Asks the console, a database that every `PgBouncer` has.
    async fn ask(plain: &PgConnectOptions) -> Option<Self> {
        let console = plain.clone().database("pgbouncer");
        let mut connection = match answered(PgConnection::connect_with(&console)).await.ok()? {
            Ok(connection) => connection,
            Err(error) => {
                let is_console = error
                    .as_database_error()
                    .is_some_and(|error| error.message() == "not allowed");
                return is_console.then_some(Self::Hidden);
            }
        };
        let row = answered(sqlx::raw_sql("show version").fetch_one(&mut connection)).await;
        let text: String = row.ok()?.ok()?.try_get(0).ok()?;
        Self::parse(&text)
    }

    fn parse(text: &str) -> Option<Self> {
        let mut numbers = text.strip_prefix("PgBouncer ")?.split('.');
        let (major, minor) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
        Some(Self::Known(major, minor))
    }
}

fn name(plain: &PgConnectOptions, version: Option<&Version>) -> String {
    let host = plain.get_host();
    let of_provider = OF_PROVIDERS.iter().find(|(part, _)| host.contains(part));
    match (of_provider, version) {
        (Some((_, name)), _) => (*name).to_owned(),
        (None, Some(Version::Known(major, minor))) => format!("PgBouncer {major}.{minor}"),
        (None, Some(Version::Hidden)) => "PgBouncer".to_owned(),
        (None, None) => "a connection pooler, PgBouncer or one like it,".to_owned(),
    }
}

async fn connect(options: &PgConnectOptions) -> Result<PgConnection> {
    Ok(answered(PgConnection::connect_with(options)).await??)
}

async fn answered<T>(question: impl Future<Output = T>) -> Result<T> {
    timeout(ANSWER_TIMEOUT, question).await.map_err(|_| Error::timed_out())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_read_from_the_words_of_the_console() {
        for (text, expected) in [
            ("PgBouncer 1.24.1", Some(Version::Known(1, 24))),
            ("PgBouncer 1.18.0", Some(Version::Known(1, 18))),
            ("PgBouncer", None),
            ("PostgreSQL 17.2", None),
        ] {
            assert_eq!(Version::parse(text), expected, "{text}");
        }
    }

    #[test]
    fn poolers_of_providers_are_known_by_their_hosts() {
        for (host, expected) in [
            ("ep-still-water-a1b2-pooler.eu-central-1.aws.neon.tech", "Neon"),
            ("aws-0-eu-central-1.pooler.supabase.com", "Supabase"),
            ("db-still-do-user-1-0.b.db.ondigitalocean.com", "DigitalOcean"),
            ("127.0.0.1", "a connection pooler"),
        ] {
            let options = PgConnectOptions::new_without_pgpass().host(host);
            let found = name(&options, None);
            assert!(found.starts_with(expected), "{host}: {found}");
        }
    }
}
