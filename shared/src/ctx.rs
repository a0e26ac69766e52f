//! What every rule is given: the database, the keys, the content. Cheap to clone.

use std::sync::Arc;

use sqlx::PgPool;

use crate::config::Config;
use crate::content::Content;
use crate::database;
use crate::error::Result;
use crate::screening::Care;

/// The surroundings of a rule.
#[derive(Clone)]
pub struct Ctx {
    /// Postgres, for requests and jobs.
    pub db: PgPool,
    /// Postgres, for leases and probes.
    pub vital: PgPool,
    /// Settings.
    pub config: Arc<Config>,
    /// Topics, scripture, resources, contacts.
    pub content: Arc<Content>,
    /// The taught models of care.
    pub care: Arc<Care>,
}

impl Ctx {
    /// Reads the content and the models, and makes a pool that connects when it is first used.
    ///
    /// # Errors
    /// `Internal` if the content cannot be read or `DATABASE_URL` is no address.
    pub fn open(config: Config) -> Result<Self> {
        Ok(Self {
            db: database::pool(&config)?,
            vital: database::vital_pool(&config)?,
            content: Arc::new(Content::load(&config.content_dir)?),
            care: Arc::new(Care::load(&config.content_dir)?),
            config: Arc::new(config),
        })
    }
}
