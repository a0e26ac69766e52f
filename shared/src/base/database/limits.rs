//! Our time limits as settings of the database role, where a pooler lets no connection set them.
//!
//! Invariant: they concern the role of `DATABASE_DIRECT_URL` in its database only.

use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

use super::{LIMITS, direct_options};
use crate::base::config::Config;
use crate::base::error::Result;

/// Gives the role our limits, if `DATABASE_URL` leads to a pooler. New connections have them, also those that a pooler
/// opens. Several processes may run it at the same time.
pub async fn keep(config: &Config) -> Result<()> {
    if config.database_direct_url.is_none() {
        return Ok(());
    }
    // Postgres fails if two sessions change the settings of a role at once: the lock makes them take turns.
    let settings: Vec<String> = LIMITS
        .iter()
        .map(|(name, value)| {
            format!(
                "execute format('alter role current_user in database %I set {name} = %L', current_database(), '{value}');"
            )
        })
        .collect();
    let settings = settings.join(" ");
    let block = format!("do $$ begin perform pg_advisory_xact_lock(hashtext('limits of the role')); {settings} end $$");
    let mut connection = PgConnection::connect_with(&direct_options(config)?).await?;
    sqlx::raw_sql(AssertSqlSafe(block)).execute(&mut connection).await?;
    connection.close().await?;
    Ok(())
}
