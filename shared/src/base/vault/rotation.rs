//! Key rotation: rewraps every data key under the current key.
//!
//! Invariant: a batch is one transaction, and each data key names the key that wraps it. A killed rotation can be
//! resumed.

use sqlx::PgPool;
use uuid::Uuid;

use super::{KeyRing, seal, unwrap, wrap_data};
use crate::base::database;
use crate::base::error::{Error, Result};

/// How many data keys one transaction rewraps.
const BATCH_SIZE: i64 = 200;

/// A rotation of all data keys.
pub struct Rotation<'a> {
    db: &'a PgPool,
    key_ring: &'a KeyRing,
    after: Uuid,
}

/// How many data keys are wrapped under a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyUse {
    /// The id of the key.
    pub key_id: String,
    /// Whether it is the current one.
    pub is_current: bool,
    /// How many data keys it wraps.
    pub data_keys: i64,
}

impl<'a> Rotation<'a> {
    /// A rotation from the first data key on.
    #[must_use]
    pub const fn new(db: &'a PgPool, key_ring: &'a KeyRing) -> Self {
        Self {
            db,
            key_ring,
            after: Uuid::nil(),
        }
    }

    /// Rewraps the next batch of data keys that are not under the current key. Returns how many; `None` at the end.
    ///
    /// # Errors
    /// `Internal` if a data key does not open. On any error the batch is unchanged.
    pub async fn next_batch(&mut self) -> Result<Option<usize>> {
        let (current_id, current) = self.key_ring.current();
        let mut tx = database::begin(self.db).await?;
        let rows = sqlx::query!(
            "select owner_id, wrapping_key_id, wrapped from data_key
             where owner_id > $1 and wrapping_key_id <> $2 order by owner_id limit $3 for no key update",
            self.after,
            current_id,
            BATCH_SIZE
        )
        .fetch_all(&mut *tx)
        .await?;
        let Some(last) = rows.last().map(|row| row.owner_id) else {
            return Ok(None);
        };
        let mut owners = Vec::with_capacity(rows.len());
        let mut wrapped = Vec::with_capacity(rows.len());
        for row in rows {
            let old = self
                .key_ring
                .by_id(&row.wrapping_key_id)
                .ok_or_else(|| Error::internal(anyhow::anyhow!("ENC_KEYS lacks the key {}", row.wrapping_key_id)))?;
            let plain = unwrap(old, row.owner_id, &row.wrapping_key_id, &row.wrapped)?;
            wrapped.push(seal(current, &wrap_data(row.owner_id, current_id), &plain)?);
            owners.push(row.owner_id);
        }
        sqlx::query!(
            "update data_key set wrapping_key_id = $1, wrapped = new.wrapped
             from unnest($2::uuid[], $3::bytea[]) as new (owner_id, wrapped)
             where data_key.owner_id = new.owner_id",
            current_id,
            &owners,
            &wrapped
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        self.after = last;
        Ok(Some(owners.len()))
    }
}

/// How many data keys each key wraps: the keys of the ring in their order, then any others that rows name.
pub async fn key_uses(db: &PgPool, key_ring: &KeyRing) -> Result<Vec<KeyUse>> {
    let counted = sqlx::query!(
        r#"select wrapping_key_id, count(*) as "data_keys!" from data_key group by wrapping_key_id order by 1"#
    )
    .fetch_all(db)
    .await?;
    let (current_id, _) = key_ring.current();
    let known = key_ring.all().map(|(key_id, _)| key_id.to_owned());
    let others = counted.iter().map(|row| row.wrapping_key_id.clone());
    let mut uses: Vec<KeyUse> = Vec::new();
    for key_id in known.chain(others) {
        if uses.iter().any(|known| known.key_id == key_id) {
            continue;
        }
        let row = counted.iter().find(|row| row.wrapping_key_id == key_id);
        uses.push(KeyUse {
            is_current: key_id == current_id,
            data_keys: row.map_or(0, |row| row.data_keys),
            key_id,
        });
    }
    Ok(uses)
}
