//! What every rule is given: the database, the keys, the content, the ways out. Cheap to clone.

use std::sync::Arc;
use std::time::Duration;

use sqlx::PgPool;

use crate::config::Config;
use crate::content::Content;
use crate::database;
use crate::error::{Error, Result};
use crate::guidance::Stories;
use crate::mail::Mailer;
use crate::news::News;
use crate::payments::Payments;
use crate::screening::Care;
use crate::search::Search;
use crate::storage::Storage;
use crate::usage::Counter;

/// How long an answer waits for what it can go without, or goes on unasked.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// For the stories beside guidance.
    pub stories: Duration,
    /// For words that tell of danger to be stored or previewed, which the numbers come before.
    pub words_in_danger: Duration,
    /// With whoever listens to events, until it is asked whether they are still let in.
    pub listening: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            stories: Duration::from_millis(300),
            words_in_danger: Duration::from_millis(200),
            listening: Duration::from_secs(15),
        }
    }
}

/// How long another server may take to answer.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);

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
    /// How mail leaves.
    pub mailer: Mailer,
    /// Stripe; none where payments are not set up.
    pub payments: Option<Payments>,
    /// For calls to other servers. It follows no redirect.
    pub http: reqwest::Client,
    /// Where documents and the index of them lie.
    pub storage: Storage,
    /// The index of documents, as far as this process has opened it.
    pub search: Search,
    /// The day's counter of guidance.
    pub counter: Counter,
    /// The stories that may be read, as far as this process has read them.
    pub stories: Stories,
    /// What has changed in the database lately.
    pub news: News,
    /// How long answers wait for what they can go without, or go on unasked.
    pub patience: Patience,
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
            http: http_client()?,
            mailer: Mailer::open(&config)?,
            storage: Storage::open(&config.documents)?,
            search: Search::default(),
            counter: Counter::default(),
            stories: Stories::default(),
            news: News::default(),
            patience: Patience::default(),
            payments: Payments::open(&config)?,
            config: Arc::new(config),
        })
    }
}

/// The one client for calls to other servers.
///
/// # Errors
/// `Internal` if TLS cannot be set up.
pub fn http_client() -> Result<reqwest::Client> {
    use_one_tls();
    reqwest::Client::builder()
        .user_agent("stillwater")
        .timeout(RESPONSE_TIMEOUT)
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .map_err(Error::internal)
}

/// Several libraries bring TLS; whichever comes first must not decide by what it is done.
pub fn use_one_tls() {
    rustls::crypto::aws_lc_rs::default_provider().install_default().ok();
}
