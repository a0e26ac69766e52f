//! Walks the chain and finds where it was tampered with.
//!
//! Invariant: one snapshot is walked from the first entry to the head, whatever is added meanwhile.

use sha2::{Digest, Sha256};
use sqlx::PgPool;

use crate::database;
use crate::error::Result;

const GENESIS: &[u8] = b"stillwater audit v1";
const AT_ONCE: i64 = 5_000;

/// What a walk found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// How many entries are in order, from the first one on.
    pub sound: i64,
    /// The place of the first entry that was changed, or that is missing.
    pub first_broken: Option<i64>,
}

/// Computes every hash anew.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn verify(db: &PgPool) -> Result<Verdict> {
    let mut tx = database::snapshot(db).await?;
    let head = sqlx::query!("select position, hash from audit_head")
        .fetch_one(&mut *tx)
        .await?;
    let mut sound = 0;
    let mut hash = Sha256::digest(GENESIS).to_vec();
    loop {
        let entries = sqlx::query!(
            r#"select position, hash, audit_fields(e) as "fields!" from audit_entry e
               where position > $1 order by position limit $2"#,
            sound,
            AT_ONCE
        )
        .fetch_all(&mut *tx)
        .await?;
        let is_last = entries.is_empty();
        for entry in entries {
            let expected = Sha256::new().chain_update(&hash).chain_update(&entry.fields).finalize();
            if entry.position != sound + 1 || entry.hash != expected.as_slice() {
                return Ok(broken_after(sound));
            }
            sound = entry.position;
            hash = entry.hash;
        }
        if is_last {
            break;
        }
    }
    // Entries that were cut off at the end are missed by the head alone.
    if head.position != sound || head.hash != hash {
        return Ok(broken_after(sound));
    }
    Ok(Verdict {
        sound,
        first_broken: None,
    })
}

const fn broken_after(sound: i64) -> Verdict {
    Verdict {
        sound,
        first_broken: Some(sound + 1),
    }
}
