//! The context that every operation needs: database pools, settings, content and clients. Cheap to clone.

use std::sync::Arc;
use std::time::Duration;

use sqlx::PgPool;

use crate::config::Config;
use crate::content::Content;
use crate::database;
use crate::error::{Error, Result};
use crate::guidance::TestimonyCache;
use crate::mail::Mailer;
use crate::notifications::Notifications;
use crate::payments::Payments;
use crate::screening::Care;
use crate::search::Search;
use crate::storage::Storage;
use crate::usage::Counter;

/// How long a response waits for its optional parts, and how often an event stream rechecks its session.
#[derive(Debug, Clone, Copy)]
pub struct Timeouts {
    /// For the testimonies in a guidance response.
    pub testimonies: Duration,
    /// For storing or previewing a text in a crisis: the helplines must not wait for it.
    pub crisis_write: Duration,
    /// For a body to arrive. What has arrived by then is still screened for a crisis.
    pub body: Duration,
    /// Between two checks that the session of an event stream is valid.
    pub session_recheck: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            testimonies: Duration::from_millis(300),
            crisis_write: Duration::from_millis(200),
            body: Duration::from_secs(10),
            session_recheck: Duration::from_secs(15),
        }
    }
}

/// How long another HTTP server may take to answer.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);

/// The context of an operation.
#[derive(Clone)]
pub struct Ctx {
    /// The pool for requests and jobs.
    pub db: PgPool,
    /// The pool reserved for leases and probes.
    pub reserved_pool: PgPool,
    /// The pool for notifications and for locks of a session: past a pooler.
    pub direct_pool: PgPool,
    /// Settings.
    pub config: Arc<Config>,
    /// Topics, scripture, resources, contacts.
    pub content: Arc<Content>,
    /// The trained models.
    pub care: Arc<Care>,
    /// The mailer.
    pub mailer: Mailer,
    /// Stripe; `None` if payments are not set up.
    pub payments: Option<Payments>,
    /// The client for other servers. It follows no redirects.
    pub http: reqwest::Client,
    /// The storage of documents and of their index.
    pub storage: Storage,
    /// The open generation of the search index.
    pub search: Search,
    /// The day's counter of guidance.
    pub counter: Counter,
    /// The cache of published testimonies.
    pub testimony_cache: TestimonyCache,
    /// Notifications of changes in the database.
    pub notifications: Notifications,
    /// Timeouts of optional work.
    pub timeouts: Timeouts,
}

impl Ctx {
    /// Loads the content and the models, and creates the clients. The pools connect lazily.
    ///
    /// # Errors
    /// `Internal` if the content cannot be read or a setting cannot be used.
    pub fn open(config: Config) -> Result<Self> {
        let db = database::pool(&config)?;
        Ok(Self {
            direct_pool: database::direct_pool(&config, &db)?,
            db,
            reserved_pool: database::reserved_pool(&config)?,
            content: Arc::new(Content::load(&config.content_dir)?),
            care: Arc::new(Care::load(&config.content_dir)?),
            http: http_client()?,
            mailer: Mailer::open(&config)?,
            storage: Storage::open(&config.documents)?,
            search: Search::default(),
            counter: Counter::default(),
            testimony_cache: TestimonyCache::default(),
            notifications: Notifications::default(),
            timeouts: Timeouts::default(),
            payments: Payments::open(&config)?,
            config: Arc::new(config),
        })
    }
}

/// The client for other servers.
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

/// Sets rustls's crypto provider for all libraries; otherwise the first one to use TLS would choose it.
pub fn use_one_tls() {
    rustls::crypto::aws_lc_rs::default_provider().install_default().ok();
}
