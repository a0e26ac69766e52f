//! Personal prayers: authors write them, mark them as answered, share them with the prayer team and delete them.
//!
//! Invariant: the text is sealed in the transaction that accepts it. Its author can open it. The prayer team can open
//! it only while it is shared, and each read leaves an audit entry.

mod input;
mod team;

pub use input::{Change, MAX_PRAYER_LEN, NewPrayer};
pub use team::{Page, Shared, TeamPage, mark_prayed, shared};

use std::time::Duration;

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::audit::{self, Action, Actor, Entry, Subject};
use crate::confided::Confided;
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Limit, Result};
use crate::idempotency::key_of_other_words;
use crate::ids::{Owner, UserId};
use crate::rate_limit::RateLimit;
use crate::user::User;
use crate::vault::{self, DataKey, Place};

/// The number of prayers that a user may write per day.
pub const MAX_PER_DAY: i32 = 100;
const PERIOD: Duration = Duration::from_hours(24);

/// A prayer as its author sees it.
#[derive(Debug)]
pub struct Prayer {
    /// Its id.
    pub id: Uuid,
    /// The text.
    pub text: Confided,
    /// When it was written.
    pub created_at: OffsetDateTime,
    /// Since when it is shared with the prayer team; none while it is private.
    pub shared_at: Option<OffsetDateTime>,
    /// When the prayer team last prayed for it.
    pub prayed_at: Option<OffsetDateTime>,
    /// When its author marked it as answered.
    pub answered_at: Option<OffsetDateTime>,
    /// How it was answered, in its author's words.
    pub answer_note: Option<Confided>,
}

/// A sealed row.
struct Row {
    id: Uuid,
    sealed: Vec<u8>,
    created_at: OffsetDateTime,
    shared_at: Option<OffsetDateTime>,
    prayed_at: Option<OffsetDateTime>,
    answered_at: Option<OffsetDateTime>,
    sealed_note: Option<Vec<u8>>,
}

impl Row {
    fn open(self, key: &DataKey, owner: Uuid) -> Result<Prayer> {
        let note = self.sealed_note.as_deref();
        Ok(Prayer {
            text: open_sealed(key, text_place(self.id, owner), &self.sealed)?,
            answer_note: note
                .map(|sealed| open_sealed(key, note_place(self.id, owner), sealed))
                .transpose()?,
            id: self.id,
            created_at: self.created_at,
            shared_at: self.shared_at,
            prayed_at: self.prayed_at,
            answered_at: self.answered_at,
        })
    }
}

/// Seals and stores a prayer. A repeated idempotency key returns the prayer that was stored first. With other words of
/// danger it stores a second one.
///
/// # Errors
/// `KeyReused` if the idempotency key comes with other words; `PremiumRequired` without premium; `TooMany` at the daily
/// limit; `SignInRequired` if the account is gone.
pub async fn write(ctx: &Ctx, author: &User, new: &NewPrayer, now: OffsetDateTime) -> Result<Prayer> {
    require_premium(author, now)?;
    let owner = author.id.owner();
    let mut tx = database::begin(&ctx.db).await?;
    let key = vault::data_key(&mut tx, &ctx.config.key_ring, owner).await?;
    let (row, stored) = store(&mut tx, ctx, &key, owner, new, now).await?;
    if stored == Stored::Before {
        return row.open(&key, owner.id);
    }
    let id = row.id;
    count(&mut tx, ctx, author.id, now).await?;
    let mut actions = vec![Action::PrayerWritten];
    actions.extend(new.shared.then_some(Action::PrayerShared));
    record(&mut tx, ctx, author.id, id, &actions).await?;
    tx.commit().await?;
    tracing::info!(prayer.id = %id, "prayer accepted");
    row.open(&key, owner.id)
}

/// Whether a prayer is stored by this call or was by an earlier one.
#[derive(PartialEq, Eq)]
enum Stored {
    Now,
    Before,
}

/// Stores a prayer, or finds the one that an earlier call stored.
async fn store(
    tx: &mut PgConnection,
    ctx: &Ctx,
    key: &DataKey,
    owner: Owner,
    new: &NewPrayer,
    now: OffsetDateTime,
) -> Result<(Row, Stored)> {
    if let Some(row) = insert(tx, key, owner, new, now).await? {
        return Ok((row, Stored::Now));
    }
    let before = find_written(tx, owner, new.idempotency_key).await?;
    if open_sealed(key, text_place(before.id, owner.id), &before.sealed)? == new.text {
        return Ok((before, Stored::Before));
    }
    if !ctx.care.screen(new.text.reveal(), None).is_crisis() {
        return Err(Error::KeyReused { id: before.id });
    }
    let words = new.text.reveal().as_bytes();
    let other = NewPrayer {
        idempotency_key: key_of_other_words(&ctx.config.key_ring, new.idempotency_key, words),
        ..new.clone()
    };
    match insert(tx, key, owner, &other, now).await? {
        Some(row) => Ok((row, Stored::Now)),
        None => Ok((find_written(tx, owner, other.idempotency_key).await?, Stored::Before)),
    }
}

/// Inserts a prayer; `None` if the author has one with this idempotency key.
async fn insert(
    tx: &mut PgConnection,
    key: &DataKey,
    owner: Owner,
    new: &NewPrayer,
    now: OffsetDateTime,
) -> Result<Option<Row>> {
    let id = Uuid::now_v7();
    let row = sqlx::query_as!(
        Row,
        "insert into prayer (id, owner_id, sealed, created_at, shared_at, idempotency_key)
         values ($1, $2, $3, $4, $5, $6)
         on conflict on constraint prayer_idempotency do nothing
         returning id, sealed, created_at, shared_at, prayed_at, answered_at, sealed_note",
        id,
        owner.id,
        key.seal(text_place(id, owner.id), new.text.reveal().as_bytes())?,
        now,
        new.shared.then_some(now),
        new.idempotency_key
    )
    .fetch_optional(tx)
    .await?;
    Ok(row)
}

/// The prayers of one author, newest first. Reading them does not need premium.
pub async fn own(ctx: &Ctx, author: UserId) -> Result<Vec<Prayer>> {
    let mut tx = database::snapshot(&ctx.db).await?;
    all_of(ctx, &mut tx, author).await
}

/// The prayers of one author, newest first, read in the caller's transaction.
pub(crate) async fn all_of(ctx: &Ctx, tx: &mut PgConnection, author: UserId) -> Result<Vec<Prayer>> {
    let rows = sqlx::query_as!(
        Row,
        "select id, sealed, created_at, shared_at, prayed_at, answered_at, sealed_note
         from prayer where owner_id = $1 order by created_at desc, id desc",
        author.0
    )
    .fetch_all(&mut *tx)
    .await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let key = vault::existing_data_key(tx, &ctx.config.key_ring, author.0).await?;
    rows.into_iter().map(|row| row.open(&key, author.0)).collect()
}

/// Changes the answered mark, the note or the sharing of a prayer. Missing fields stay unchanged.
///
/// # Errors
/// `PremiumRequired` for sharing without premium; `InvalidFields` for a note on an unanswered prayer; `NotFound` if the
/// author has no such prayer.
pub async fn change(ctx: &Ctx, author: &User, id: Uuid, change: &Change, now: OffsetDateTime) -> Result<Prayer> {
    let owner = author.id.owner();
    let mut tx = database::begin(&ctx.db).await?;
    // Locks the account before the prayer, in the same order as the deletion of an account.
    let key = vault::data_key(&mut tx, &ctx.config.key_ring, owner).await?;
    let before = lock(&mut tx, author.id, id).await?;
    let shares = change.shared == Some(true) && before.shared_at.is_none();
    if shares {
        require_premium(author, now)?;
    }
    let (after, actions) = change.applied(before, now, |note| {
        key.seal(note_place(id, owner.id), note.reveal().as_bytes())
    })?;
    let stored = sqlx::query_as!(
        Row,
        "update prayer set shared_at = $2, answered_at = $3, sealed_note = $4 where id = $1
         returning id, sealed, created_at, shared_at, prayed_at, answered_at, sealed_note",
        id,
        after.shared_at,
        after.answered_at,
        after.sealed_note
    )
    .fetch_one(&mut *tx)
    .await?;
    record(&mut tx, ctx, author.id, id, &actions).await?;
    tx.commit().await?;
    stored.open(&key, owner.id)
}

/// Deletes a prayer, shared or not.
///
/// # Errors
/// `NotFound` if the author has no such prayer.
pub async fn delete(ctx: &Ctx, author: UserId, id: Uuid) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let deleted = sqlx::query!("delete from prayer where id = $1 and owner_id = $2", id, author.0)
        .execute(&mut *tx)
        .await?;
    if deleted.rows_affected() == 0 {
        return Err(Error::NotFound);
    }
    record(&mut tx, ctx, author, id, &[Action::PrayerDeleted]).await?;
    tx.commit().await?;
    tracing::info!(prayer.id = %id, "prayer deleted");
    Ok(())
}

fn require_premium(author: &User, now: OffsetDateTime) -> Result<()> {
    author.is_premium(now).then_some(()).ok_or(Error::PremiumRequired)
}

async fn find_written(tx: &mut PgConnection, author: Owner, idempotency_key: Uuid) -> Result<Row> {
    let row = sqlx::query_as!(
        Row,
        "select id, sealed, created_at, shared_at, prayed_at, answered_at, sealed_note
         from prayer where owner_id = $1 and idempotency_key = $2",
        author.id,
        idempotency_key
    )
    .fetch_one(tx)
    .await?;
    Ok(row)
}

async fn lock(tx: &mut PgConnection, author: UserId, id: Uuid) -> Result<Row> {
    let row = sqlx::query_as!(
        Row,
        "select id, sealed, created_at, shared_at, prayed_at, answered_at, sealed_note
         from prayer where id = $1 and owner_id = $2 for update",
        id,
        author.0
    )
    .fetch_one(tx)
    .await?;
    Ok(row)
}

async fn count(tx: &mut PgConnection, ctx: &Ctx, author: UserId, now: OffsetDateTime) -> Result<()> {
    let by_author = RateLimit {
        kind: "prayer_of_author",
        allowed: MAX_PER_DAY,
        within: PERIOD,
        limit: Limit::Prayers,
    };
    let author_hash = ctx.config.key_ring.digest("prayers of an author", author.0.as_bytes());
    by_author.count(tx, &author_hash, now).await
}

async fn record(tx: &mut PgConnection, ctx: &Ctx, author: UserId, id: Uuid, actions: &[Action]) -> Result<()> {
    for action in actions {
        let entry = Entry::new(Actor::User(author), *action, Subject::Prayer(id));
        audit::record(&mut *tx, &ctx.config.key_ring, &entry).await?;
    }
    Ok(())
}

fn open_sealed(key: &DataKey, place: Place, sealed: &[u8]) -> Result<Confided> {
    let text = String::from_utf8(key.open(place, sealed)?);
    // The original error would contain the text.
    text.map(Confided::new)
        .map_err(|_| Error::internal(anyhow::anyhow!("a sealed prayer cannot be read")))
}

/// The column that holds a sealed prayer.
const fn text_place(id: Uuid, owner: Uuid) -> Place {
    Place {
        table: "prayer",
        column: "sealed",
        row: id,
        owner,
    }
}

/// The column that holds the sealed note on its answer.
const fn note_place(id: Uuid, owner: Uuid) -> Place {
    Place {
        table: "prayer",
        column: "sealed_note",
        row: id,
        owner,
    }
}
