//! Rate limits on submitting testimonies.
//!
//! Invariant: a testimony and its count are committed together. A retry of the same submission is not counted, and a
//! withdrawal does not lower the count.

use std::time::Duration;

use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::config::Config;
use crate::error::{Limit, Result};
use crate::guest::Browser;
use crate::ids::Owner;
use crate::rate_limit::RateLimit;

const PERIOD: Duration = Duration::from_hours(24);

/// The author of a testimony.
#[derive(Debug, Clone, Copy)]
pub struct Author {
    /// The owner of the testimony.
    pub owner: Owner,
    /// The guest's browser, if its network is known.
    pub browser: Option<Browser>,
}

impl From<Owner> for Author {
    fn from(owner: Owner) -> Self {
        Self { owner, browser: None }
    }
}

/// Counts a testimony for its author and for the `ip_prefix` it came from.
///
/// # Errors
/// `TooMany` at the limit of the author, `WorkNeeded` at that of the network.
pub(super) async fn count(tx: &mut PgConnection, config: &Config, author: Author, now: OffsetDateTime) -> Result<()> {
    let by_author = RateLimit {
        kind: "story_of_author",
        allowed: config.testimony_limit,
        within: PERIOD,
        limit: Limit::Testimonies,
    };
    let by_address = RateLimit {
        kind: "story_from_address",
        allowed: config.guest_testimony_address_limit,
        within: PERIOD,
        limit: Limit::Address,
    };
    // The author always comes first, so that concurrent submissions cannot deadlock.
    let author_hash = config
        .key_ring
        .digest("stories of an author", author.owner.id.as_bytes());
    by_author.count(&mut *tx, &author_hash, now).await?;
    if let Some(browser) = author.browser {
        browser.count(tx, by_address, now).await?;
    }
    Ok(())
}
