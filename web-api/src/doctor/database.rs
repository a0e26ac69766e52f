//! What the doctor finds at the database: the server, what stands before it, and who owns the tables.

use shared::config::Config;
use shared::database;
use shared::database::pooler::{self, Between};

use super::Finding;

/// Checks of the database.
pub(super) async fn findings(config: &Config) -> Vec<(&'static str, Finding)> {
    let answers = match database::pool(config) {
        Ok(db) => database::check(&db, config)
            .await
            .map(|()| "Postgres answers, the schema is new enough, the keys are right"),
        Err(error) => Err(error),
    };
    let answers = answers.map_err(|error| format!("{error:#}"));
    vec![
        ("database", answers.into()),
        ("connection pooler", connection_pooler(config).await),
        ("owner of the tables", owner_of_tables(config).await),
    ]
}

async fn connection_pooler(config: &Config) -> Finding {
    match pooler::look(config).await {
        Ok(Between::Nothing) if config.database_direct_url.is_some() => {
            Finding::Note("none was noticed: DATABASE_DIRECT_URL may not be needed".to_owned())
        }
        Ok(Between::Nothing) => Finding::Good("none: DATABASE_URL leads to Postgres itself".to_owned()),
        Ok(Between::Unexpected(name)) => Finding::Wrong(format!(
            "{name} answers at DATABASE_URL: our time limits and notifications do not pass it. Name Postgres itself in DATABASE_DIRECT_URL (docs/poolers.md)"
        )),
        Ok(Between::Pooler { name, problems }) if problems.is_empty() => Finding::Good(format!(
            "{name} at DATABASE_URL, and Postgres itself at DATABASE_DIRECT_URL; our time limits hold"
        )),
        Ok(Between::Pooler { name, problems }) => {
            Finding::Wrong(format!("{name} at DATABASE_URL: {}", problems.join("; ")))
        }
        Err(error) => Finding::Note(format!("not asked, since the database does not answer: {error:#}")),
    }
}

async fn owner_of_tables(config: &Config) -> Finding {
    let owns = match database::pool(config) {
        Ok(db) => database::owns_tables(&db).await,
        Err(error) => Err(error),
    };
    match owns {
        Ok(false) => Finding::Good("another role: this one may change no line of the audit trail".to_owned()),
        Ok(true) => Finding::Note(
            "the role of DATABASE_URL, which could switch off what protects the audit trail; MIGRATION_DATABASE_URL may name the owner"
                .to_owned(),
        ),
        Err(error) => Finding::Wrong(format!("{error:#}")),
    }
}
