//! Stores a testimony once for each idempotency key.
//!
//! Invariant: a retry finds what was stored first, also if the answer to the first call was lost with the cookie of its
//! guest. Other words under the same key are never dropped in silence.

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;
use zeroize::Zeroizing;

use super::{NewTestimony, Status, Submitted, place, status_for};
use crate::error::{Error, Result};
use crate::guest::GuestToken;
use crate::idempotency::key_of_other_words;
use crate::ids::Owner;
use crate::screening::Danger;
use crate::vault::{self, DataKey, KeyRing};

/// A testimony that is about to be stored.
pub(super) struct Row<'a> {
    pub keys: &'a KeyRing,
    pub owner: Owner,
    pub data_key: &'a DataKey,
    pub new: &'a NewTestimony,
    pub danger: Danger,
    pub now: OffsetDateTime,
}

/// What became of it.
pub(super) enum Stored {
    /// It is stored.
    Now(Uuid),
    /// An earlier call stored it.
    Before(Submitted),
}

/// A testimony that an earlier call stored.
struct Earlier {
    submitted: Submitted,
    words: Zeroizing<Vec<u8>>,
}

/// Stores a testimony, or finds the one that an earlier call stored.
///
/// # Errors
/// `KeyReused` if the idempotency key belongs to other words, and these tell of no danger.
pub(super) async fn store(tx: &mut PgConnection, row: &Row<'_>) -> Result<Stored> {
    let words = row.new.testimony.to_bytes()?;
    let key = row.new.idempotency_key;
    take_over_first_call(tx, row).await?;
    if let Some(id) = insert(tx, row, &words, key).await? {
        return Ok(Stored::Now(id));
    }
    let earlier = find(tx, row, key).await?;
    if *earlier.words == *words {
        return Ok(Stored::Before(earlier.submitted));
    }
    if !row.danger.is_crisis() {
        return Err(Error::KeyReused {
            id: earlier.submitted.id,
        });
    }
    let other_key = key_of_other_words(row.keys, key, &words);
    match insert(tx, row, &words, other_key).await? {
        Some(id) => Ok(Stored::Now(id)),
        None => Ok(Stored::Before(find(tx, row, other_key).await?.submitted)),
    }
}

/// Inserts the row; `None` if the owner has one with this key.
async fn insert(tx: &mut PgConnection, row: &Row<'_>, words: &[u8], key: Uuid) -> Result<Option<Uuid>> {
    let id = Uuid::now_v7();
    let inserted = sqlx::query_scalar!(
        "insert into testimony (id, owner_id, status, sealed, consent_at, created_at, crisis_severity, crisis_category, idempotency_key)
         values ($1, $2, $3, $4, $5, $5, $6, $7, $8)
         on conflict on constraint testimony_idempotency do nothing returning id",
        id,
        row.owner.id,
        status_for(row.danger).as_str(),
        row.data_key.seal(place(id, row.owner.id), words)?,
        row.now,
        i16::from(row.danger.severity),
        row.danger.category_name(),
        key
    )
    .fetch_optional(tx)
    .await?;
    Ok(inserted)
}

async fn find(tx: &mut PgConnection, row: &Row<'_>, key: Uuid) -> Result<Earlier> {
    let found = sqlx::query!(
        r#"select id, sealed, status as "status: Status" from testimony where owner_id = $1 and idempotency_key = $2"#,
        row.owner.id,
        key
    )
    .fetch_one(tx)
    .await?;
    Ok(Earlier {
        words: Zeroizing::new(row.data_key.open(place(found.id, row.owner.id), &found.sealed)?),
        submitted: Submitted {
            id: found.id,
            status: found.status,
        },
    })
}

/// Gives the owner what the guest of the first call stored, if the caller has another cookie by now or has signed in.
/// Who knows the random key is who made that call.
async fn take_over_first_call(tx: &mut PgConnection, row: &Row<'_>) -> Result<()> {
    let (owner, key) = (row.owner.id, row.new.idempotency_key);
    let first = GuestToken::of_first_call(row.keys, key).map(|token| token.owner().id);
    let Some(first) = first.filter(|first| *first != owner) else {
        return Ok(());
    };
    let found = sqlx::query!(
        "select id, sealed from testimony where owner_id = $1 and idempotency_key = $2
             and not exists (select from testimony where owner_id = $3 and idempotency_key = $2)
         for update",
        first,
        key,
        owner
    )
    .fetch_optional(&mut *tx)
    .await?;
    let Some(found) = found else {
        return Ok(());
    };
    let from = vault::existing_data_key(tx, row.keys, first).await?;
    let words = Zeroizing::new(from.open(place(found.id, first), &found.sealed)?);
    sqlx::query!(
        "update testimony set owner_id = $2, sealed = $3 where id = $1",
        found.id,
        owner,
        row.data_key.seal(place(found.id, owner), &words)?
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "delete from data_key where owner_id = $1 and not exists (select from testimony where owner_id = $1)",
        first
    )
    .execute(tx)
    .await?;
    Ok(())
}
