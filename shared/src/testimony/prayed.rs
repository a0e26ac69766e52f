//! Readers and the prayer team tell the author of a published testimony that they prayed, once each.
//!
//! Invariant: no row says who prayed or when. It holds a keyed digest of the person and the testimony, so only the
//! person's own id, together with the operator's key, finds it again: to count once, to export and to delete.

use std::time::Duration;

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Limit, Result};
use crate::guest::Browser;
use crate::ids::Owner;
use crate::rate_limit::RateLimit;
use crate::staff::Staff;
use crate::vault::KeyRing;

const READER_LIMIT: RateLimit = RateLimit {
    kind: "prayed_by_reader",
    allowed: 60,
    within: Duration::from_hours(24),
    limit: Limit::PrayedFor,
};
const IP_PREFIX_LIMIT: RateLimit = RateLimit {
    kind: "prayed_from_address",
    allowed: 300,
    within: Duration::from_hours(24),
    limit: Limit::Address,
};

/// The reader who prayed.
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    /// The reader.
    pub owner: Owner,
    /// A guest's browser, if its network is known.
    pub browser: Option<Browser>,
}

/// Notes that a reader prayed for a published testimony. A second time changes nothing.
///
/// # Errors
/// `NotFound` if no such testimony of another author is shown to readers; `TooMany` at the limit of the reader,
/// `WorkNeeded` at that of the network; `SignInRequired` if the reader's account is gone.
pub async fn pray(ctx: &Ctx, reader: Reader, id: Uuid, now: OffsetDateTime) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    database::lock_account(&mut tx, reader.owner).await?;
    let keys = &ctx.config.key_ring;
    let author = find_shown(&mut tx, id).await?;
    if author == reader.owner.id {
        return Err(Error::NotFound);
    }
    if note(&mut tx, id, &hash_of(keys, reader.owner.id, id)).await? {
        // The reader always comes first, so that concurrent calls cannot deadlock.
        let reader_hash = keys.digest("prayers for stories of a reader", reader.owner.id.as_bytes());
        READER_LIMIT.count(&mut *tx, &reader_hash, now).await?;
        if let Some(browser) = reader.browser {
            browser.count(&mut tx, IP_PREFIX_LIMIT, now).await?;
        }
    }
    tx.commit().await?;
    Ok(())
}

/// Notes that a member of the prayer team prayed for a published testimony, once under the name they signed in with.
///
/// It changes nothing about the testimony, so the audit trail has no entry: that would be a list of who prayed.
///
/// # Errors
/// `NotFound` if no such testimony is shown to readers.
pub async fn pray_as_staff(ctx: &Ctx, staff: &Staff, id: Uuid) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    find_shown(&mut tx, id).await?;
    let name = staff.name.trim().to_lowercase();
    let person = [name.as_bytes(), id.as_bytes()].concat();
    let hash = ctx.config.key_ring.digest("prayer of staff for a story", &person);
    note(&mut tx, id, &hash).await?;
    tx.commit().await?;
    Ok(())
}

/// The testimonies for which somebody prayed.
pub(crate) async fn prayed_for_by(keys: &KeyRing, tx: &mut PgConnection, owner: Owner) -> Result<Vec<Uuid>> {
    let hashes = hashes_of(keys, tx, owner).await?;
    let ids = sqlx::query_scalar!(
        "select testimony_id from testimony_prayer where by_hash = any($1) order by testimony_id",
        &hashes[..]
    )
    .fetch_all(tx)
    .await?;
    Ok(ids)
}

/// Deletes the prayers of somebody, in the transaction that deletes their account.
pub(crate) async fn forget_prayers_of(keys: &KeyRing, tx: &mut PgConnection, owner: Owner) -> Result<()> {
    let hashes = hashes_of(keys, tx, owner).await?;
    sqlx::query!("delete from testimony_prayer where by_hash = any($1)", &hashes[..])
        .execute(tx)
        .await?;
    Ok(())
}

/// The digests that a person would have left on each testimony that was prayed for.
async fn hashes_of(keys: &KeyRing, tx: &mut PgConnection, owner: Owner) -> Result<Vec<Vec<u8>>> {
    let ids = sqlx::query_scalar!("select distinct testimony_id from testimony_prayer")
        .fetch_all(tx)
        .await?;
    Ok(ids.into_iter().map(|id| hash_of(keys, owner.id, id).to_vec()).collect())
}

fn hash_of(keys: &KeyRing, owner: Uuid, testimony: Uuid) -> [u8; 32] {
    let value = [owner.into_bytes(), testimony.into_bytes()].concat();
    keys.digest("prayer for a story", &value)
}

/// The author of a testimony that readers are shown.
async fn find_shown(tx: &mut PgConnection, id: Uuid) -> Result<Uuid> {
    let author = sqlx::query_scalar!(
        "select owner_id from testimony
         where id = $1 and status = 'approved' and (hidden_at is null or hidden_at <= greatest(kept_at, moderated_at))",
        id
    )
    .fetch_optional(tx)
    .await?;
    author.ok_or(Error::NotFound)
}

/// Returns whether it was not noted before.
async fn note(tx: &mut PgConnection, id: Uuid, hash: &[u8; 32]) -> Result<bool> {
    let noted = sqlx::query!(
        "insert into testimony_prayer (testimony_id, by_hash) values ($1, $2) on conflict do nothing",
        id,
        &hash[..]
    )
    .execute(tx)
    .await?;
    Ok(noted.rows_affected() > 0)
}
