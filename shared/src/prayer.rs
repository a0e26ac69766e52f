//! Personal prayer requests: written, marked as answered, shared with the prayer team, deleted.
//!
//! Invariant: the words are sealed in the transaction that accepts them, and are opened for their author, and for the
//! prayer team only while the author shares them and with a line in the audit trail.

mod team;
mod words;

pub use team::{Page, Shared, TeamPage, mark_prayed, shared};
pub use words::{Change, MAX_PRAYER_LEN, NewPrayer};

use std::time::Duration;

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::attempt::Ceiling;
use crate::audit::{self, Action, Actor, Entry, Subject};
use crate::confided::Confided;
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Limit, Result};
use crate::user::{User, UserId};
use crate::vault::{self, DataKey, Place};

/// So many prayers may be written within a day.
pub const MAX_PER_DAY: i32 = 100;
const WITHIN: Duration = Duration::from_hours(24);

/// A prayer as its author sees it.
#[derive(Debug)]
pub struct Prayer {
    /// The prayer.
    pub id: Uuid,
    /// Its words.
    pub text: Confided,
    /// When it was written.
    pub created_at: OffsetDateTime,
    /// Since when the prayer team may read it; nothing while it is private.
    pub shared_at: Option<OffsetDateTime>,
    /// When somebody of the prayer team last prayed for it.
    pub prayed_at: Option<OffsetDateTime>,
    /// When its author marked it as answered.
    pub answered_at: Option<OffsetDateTime>,
    /// How it was answered, in its author's words.
    pub answer_note: Option<Confided>,
}

/// A row, still sealed.
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
            text: opened(key, text_place(self.id, owner), &self.sealed)?,
            answer_note: note
                .map(|sealed| opened(key, note_place(self.id, owner), sealed))
                .transpose()?,
            id: self.id,
            created_at: self.created_at,
            shared_at: self.shared_at,
            prayed_at: self.prayed_at,
            answered_at: self.answered_at,
        })
    }
}

/// Accepts a prayer. The same idempotency key finds the first one again.
///
/// # Errors
/// `PremiumRequired` without premium, `TooMany` after a hundred within a day, `SignInRequired` if the account is gone;
/// `Unavailable` or `Internal` from the database. Then nothing was accepted.
pub async fn write(ctx: &Ctx, author: &User, new: &NewPrayer, now: OffsetDateTime) -> Result<Prayer> {
    must_have_premium(author, now)?;
    let id = Uuid::now_v7();
    let owner = author.id.owner();
    let mut tx = database::begin(&ctx.db).await?;
    let key = vault::data_key(&mut tx, &ctx.config.key_ring, owner).await?;
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
    .fetch_optional(&mut *tx)
    .await?;
    let Some(row) = row else {
        let before = written_before(&mut tx, author.id, new.idempotency_key).await?;
        return before.open(&key, owner.id);
    };
    count(&mut tx, ctx, author.id, now).await?;
    let mut actions = vec![Action::PrayerWritten];
    actions.extend(new.shared.then_some(Action::PrayerShared));
    record(&mut tx, author.id, id, &actions).await?;
    tx.commit().await?;
    tracing::info!(prayer.id = %id, "prayer accepted");
    row.open(&key, owner.id)
}

/// The prayers of one author, the newest first. Whoever has premium no more may read them all the same.
///
/// # Errors
/// `Internal` if one does not open; `Unavailable` without a database.
pub async fn own(ctx: &Ctx, author: UserId) -> Result<Vec<Prayer>> {
    let mut tx = database::snapshot(&ctx.db).await?;
    all_of(ctx, &mut tx, author).await
}

/// The prayers of one author as the caller's transaction sees them, the newest first.
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

/// Marks a prayer as answered or not, notes how, shares it or takes it back. What is not mentioned stays.
///
/// # Errors
/// `PremiumRequired` for sharing without premium; `InvalidFields` for a note on what is not answered; `NotFound` if
/// there is no such prayer of this author; `Unavailable` or `Internal` from the database.
pub async fn change(ctx: &Ctx, author: &User, id: Uuid, change: &Change, now: OffsetDateTime) -> Result<Prayer> {
    let owner = author.id.owner();
    let mut tx = database::begin(&ctx.db).await?;
    // The account is held before the prayer, as deleting the account does.
    let key = vault::data_key(&mut tx, &ctx.config.key_ring, owner).await?;
    let before = hold(&mut tx, author.id, id).await?;
    let shares = change.shared == Some(true) && before.shared_at.is_none();
    if shares {
        must_have_premium(author, now)?;
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
    record(&mut tx, author.id, id, &actions).await?;
    tx.commit().await?;
    stored.open(&key, owner.id)
}

/// Deletes a prayer: it is gone at once, shared or not.
///
/// # Errors
/// `NotFound` if there is no such prayer of this author; `Unavailable` or `Internal` from the database.
pub async fn delete(db: &PgPool, author: UserId, id: Uuid) -> Result<()> {
    let mut tx = database::begin(db).await?;
    let deleted = sqlx::query!("delete from prayer where id = $1 and owner_id = $2", id, author.0)
        .execute(&mut *tx)
        .await?;
    if deleted.rows_affected() == 0 {
        return Err(Error::NotFound);
    }
    record(&mut tx, author, id, &[Action::PrayerDeleted]).await?;
    tx.commit().await?;
    tracing::info!(prayer.id = %id, "prayer deleted");
    Ok(())
}

fn must_have_premium(author: &User, now: OffsetDateTime) -> Result<()> {
    author.is_premium(now).then_some(()).ok_or(Error::PremiumRequired)
}

async fn written_before(tx: &mut PgConnection, author: UserId, idempotency_key: Uuid) -> Result<Row> {
    let row = sqlx::query_as!(
        Row,
        "select id, sealed, created_at, shared_at, prayed_at, answered_at, sealed_note
         from prayer where owner_id = $1 and idempotency_key = $2",
        author.0,
        idempotency_key
    )
    .fetch_one(tx)
    .await?;
    Ok(row)
}

async fn hold(tx: &mut PgConnection, author: UserId, id: Uuid) -> Result<Row> {
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
    let by_author = Ceiling {
        kind: "prayer_of_author",
        allowed: MAX_PER_DAY,
        within: WITHIN,
        limit: Limit::Prayers,
    };
    let author_hash = ctx.config.key_ring.digest("prayers of an author", author.0.as_bytes());
    by_author.count(tx, &author_hash, now).await
}

async fn record(tx: &mut PgConnection, author: UserId, id: Uuid, actions: &[Action]) -> Result<()> {
    for action in actions {
        let entry = Entry::new(Actor::User(author), *action, Subject::Prayer(id));
        audit::record(&mut *tx, &entry).await?;
    }
    Ok(())
}

fn opened(key: &DataKey, place: Place, sealed: &[u8]) -> Result<Confided> {
    let text = String::from_utf8(key.open(place, sealed)?);
    // The error would hold the words.
    text.map(Confided::new)
        .map_err(|_| Error::internal(anyhow::anyhow!("a sealed prayer cannot be read")))
}

/// Where the words of a prayer are sealed.
const fn text_place(id: Uuid, owner: Uuid) -> Place {
    Place {
        table: "prayer",
        column: "sealed",
        row: id,
        owner,
    }
}

/// Where the note on its answer is sealed.
const fn note_place(id: Uuid, owner: Uuid) -> Place {
    Place {
        table: "prayer",
        column: "sealed_note",
        row: id,
        owner,
    }
}
