//! Verifies the hash chain and the seals of the audit trail, in steps.
//!
//! Invariant: a step reads one snapshot and takes seconds, however long the trail is. Lines added meanwhile do not matter.

use sha2::{Digest, Sha256};
use sqlx::{PgConnection, PgPool};

use super::seal;
use crate::base::database;
use crate::base::error::Result;
use crate::base::vault::KeyRing;

const GENESIS: &[u8] = b"stillwater audit v1";
const BATCH_SIZE: i64 = 5_000;
/// How many lines one step reads.
const STEP: i64 = 50_000;

/// The result of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// How many lines are intact, counted from the first.
    pub sound: i64,
    /// The position of the first line that was changed or is missing.
    pub first_broken: Option<i64>,
    /// How many lines of this step have no seal yet.
    pub unsealed: i64,
    /// Whether the end of the trail is reached.
    pub is_whole: bool,
}

/// Recomputes the hashes after a line that an earlier step found intact, and compares them and their seals with the stored
/// ones; from the first line on after 0.
pub async fn verify(db: &PgPool, keys: &KeyRing, after: i64) -> Result<Verdict> {
    let mut tx = database::snapshot(db).await?;
    let head = sqlx::query!("select position, hash from audit_head")
        .fetch_one(&mut *tx)
        .await?;
    let mut verdict = Verdict {
        sound: after,
        first_broken: None,
        unsealed: 0,
        is_whole: false,
    };
    let Some(mut hash) = hash_at(&mut tx, after).await? else {
        return Ok(verdict.broken());
    };
    while verdict.sound < after.saturating_add(STEP) {
        let entries = sqlx::query!(
            r#"select e.position, hash, audit_fields(e) as "fields!", key_id as "key_id?", seal as "seal?"
               from audit_entry e left join audit_seal on audit_seal.position = e.position
               where e.position > $1 order by e.position limit $2"#,
            verdict.sound,
            BATCH_SIZE
        )
        .fetch_all(&mut *tx)
        .await?;
        if entries.is_empty() {
            // Only the head shows that entries are missing at the end.
            if head.position != verdict.sound || head.hash != hash {
                return Ok(verdict.broken());
            }
            verdict.is_whole = true;
            break;
        }
        for entry in entries {
            let expected = Sha256::new().chain_update(&hash).chain_update(&entry.fields).finalize();
            let is_sealed = match (&entry.key_id, &entry.seal) {
                (Some(key_id), Some(seal)) => Some(seal::is_sealed(keys, entry.position, &entry.hash, key_id, seal)),
                _ => None,
            };
            if entry.position != verdict.sound + 1 || entry.hash != expected.as_slice() || is_sealed == Some(false) {
                return Ok(verdict.broken());
            }
            verdict.unsealed += i64::from(is_sealed.is_none());
            verdict.sound = entry.position;
            hash = entry.hash;
        }
    }
    Ok(verdict)
}

async fn hash_at(tx: &mut PgConnection, position: i64) -> Result<Option<Vec<u8>>> {
    if position == 0 {
        return Ok(Some(Sha256::digest(GENESIS).to_vec()));
    }
    let hash = sqlx::query_scalar!("select hash from audit_entry where position = $1", position)
        .fetch_optional(tx)
        .await?;
    Ok(hash)
}

impl Verdict {
    const fn broken(self) -> Self {
        Self {
            first_broken: Some(self.sound.saturating_add(1)),
            ..self
        }
    }
}
