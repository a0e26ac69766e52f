//! How many stories may be handed in within a day.
//!
//! Invariant: a story and its count are committed together; a retry of the same submission is not counted, and
//! withdrawing a story gives nothing back.

use std::time::Duration;

use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::attempt::Ceiling;
use crate::config::Config;
use crate::error::{Limit, Result};
use crate::owner::Owner;

const WITHIN: Duration = Duration::from_hours(24);

/// Who hands a story in.
#[derive(Debug, Clone, Copy)]
pub struct Author {
    /// Whose story it is.
    pub owner: Owner,
    /// The guest's address, as a keyed hash of its prefix, as far as it is limited.
    pub address_hash: Option<[u8; 32]>,
}

impl From<Owner> for Author {
    fn from(owner: Owner) -> Self {
        Self {
            owner,
            address_hash: None,
        }
    }
}

/// Counts a story for its author and for the address it came from.
///
/// # Errors
/// `TooMany` if either has used up its day; `Unavailable` or `Internal` from the database.
pub(super) async fn count(tx: &mut PgConnection, config: &Config, author: Author, now: OffsetDateTime) -> Result<()> {
    let by_author = Ceiling {
        kind: "story_of_author",
        allowed: config.story_limit,
        within: WITHIN,
        limit: Limit::Stories,
    };
    let by_address = Ceiling {
        kind: "story_from_address",
        allowed: config.guest_story_address_limit,
        within: WITHIN,
        limit: Limit::Address,
    };
    // Always the author first: two stories can never wait for each other.
    let author_hash = config
        .key_ring
        .digest("stories of an author", author.owner.id.as_bytes());
    by_author.count(&mut *tx, &author_hash, now).await?;
    if let Some(address_hash) = author.address_hash {
        by_address.count(tx, &address_hash, now).await?;
    }
    Ok(())
}
