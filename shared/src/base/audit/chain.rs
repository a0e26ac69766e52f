//! Verifies the hash chain of the audit trail.
//!
//! Invariant: verification reads one snapshot, from the first entry to the head. Entries added meanwhile do not matter.

use sha2::{Digest, Sha256};
use sqlx::PgPool;

use crate::base::database;
use crate::base::error::Result;

const GENESIS: &[u8] = b"stillwater audit v1";
const BATCH_SIZE: i64 = 5_000;

/// The result of a verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// How many entries are intact, counted from the first.
    pub sound: i64,
    /// The position of the first entry that was changed or is missing.
    pub first_broken: Option<i64>,
}

/// Recomputes every hash and compares it with the stored one.
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
            BATCH_SIZE
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
    // Only the head shows that entries are missing at the end.
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
