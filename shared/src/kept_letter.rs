//! Letters that a subscriber keeps with their account, sealed, if they choose that. Otherwise only the device has them.
//!
//! Invariant: an account that does not keep letters has none. Turning the choice off deletes them in the same
//! transaction.

mod input;

pub use input::{MAX_LETTER_SIZE, NewLetter};

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::audit::{self, Action, Actor, Entry, Subject};
use crate::confided::Confided;
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Fields, Result};
use crate::ids::UserId;
use crate::user::User;
use crate::vault::{self, DataKey, Place};

/// The number of letters that an account keeps.
pub const MAX_LETTERS: i64 = 50;

const TOO_MANY: &str = "Your account keeps 50 letters already. Please remove one first.";

/// A letter as its reader kept it.
#[derive(Debug)]
pub struct KeptLetter {
    /// Its id.
    pub id: Uuid,
    /// When it was kept.
    pub kept_at: OffsetDateTime,
    /// The letter, as JSON. It may begin with a sentence of its reader's own.
    pub letter: Confided,
}

/// What an account keeps.
#[derive(Debug)]
pub struct Kept {
    /// Since when it keeps letters; none if its user did not choose that.
    pub chosen_at: Option<OffsetDateTime>,
    /// The letters, the newest first.
    pub letters: Vec<KeptLetter>,
}

/// The choice and the letters of a reader. Reading them does not need premium.
///
/// # Errors
/// `SignInRequired` if the account is gone.
pub async fn own(ctx: &Ctx, reader: UserId) -> Result<Kept> {
    let mut tx = database::snapshot(&ctx.db).await?;
    let chosen_at = sqlx::query_scalar!("select letters_chosen_at from app_user where id = $1", reader.0)
        .fetch_optional(&mut *tx)
        .await?
        .ok_or(Error::SignInRequired)?;
    let letters = all_of(ctx, &mut tx, reader).await?;
    Ok(Kept { chosen_at, letters })
}

/// The letters of a reader, the newest first, read in the caller's transaction.
pub(crate) async fn all_of(ctx: &Ctx, tx: &mut PgConnection, reader: UserId) -> Result<Vec<KeptLetter>> {
    let rows = sqlx::query!(
        "select id, sealed, kept_at from kept_letter where owner_id = $1 order by kept_at desc, id desc",
        reader.0
    )
    .fetch_all(&mut *tx)
    .await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let key = vault::existing_data_key(tx, &ctx.config.key_ring, reader.0).await?;
    let open = |id, sealed: &[u8]| open_sealed(&key, place(id, reader), sealed);
    rows.into_iter()
        .map(|row| {
            Ok(KeptLetter {
                id: row.id,
                kept_at: row.kept_at,
                letter: open(row.id, &row.sealed)?,
            })
        })
        .collect()
}

/// Whether the account keeps letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// It does.
    Keep,
    /// It does not, and has none.
    Forget,
}

/// Sets the choice. To keep no letters any more deletes those that the account has. A second time changes nothing.
///
/// # Errors
/// `PremiumRequired` for keeping letters without premium; `SignInRequired` if the account is gone.
pub async fn choose(ctx: &Ctx, reader: &User, choice: Choice, now: OffsetDateTime) -> Result<()> {
    if choice == Choice::Keep {
        require_premium(reader, now)?;
    }
    let mut tx = database::begin(&ctx.db).await?;
    let before = lock_choice(&mut tx, reader.id).await?;
    let action = match (choice, before) {
        (Choice::Keep, None) => Action::LettersChosen,
        (Choice::Forget, Some(_)) => Action::LettersEnded,
        (Choice::Keep, Some(_)) | (Choice::Forget, None) => return Ok(()),
    };
    sqlx::query!(
        "update app_user set letters_chosen_at = $2 where id = $1",
        reader.id.0,
        (choice == Choice::Keep).then_some(now)
    )
    .execute(&mut *tx)
    .await?;
    if choice == Choice::Forget {
        sqlx::query!("delete from kept_letter where owner_id = $1", reader.id.0)
            .execute(&mut *tx)
            .await?;
    }
    let entry = Entry::new(Actor::User(reader.id), action, Subject::User(reader.id.0));
    audit::record(&mut tx, &ctx.config.key_ring, &entry).await?;
    Ok(tx.commit().await?)
}

/// Seals and stores a letter. One that the account has already stays as it is.
///
/// # Errors
/// `PremiumRequired` without premium; `Conflict` if the account keeps no letters; `InvalidFields` if it keeps as many as
/// it may; `NotFound` if the id is that of somebody else's letter.
pub async fn keep(ctx: &Ctx, reader: &User, new: &NewLetter, now: OffsetDateTime) -> Result<()> {
    require_premium(reader, now)?;
    let mut tx = database::begin(&ctx.db).await?;
    // The lock makes the choice and the number hold until the end.
    if lock_choice(&mut tx, reader.id).await?.is_none() {
        return Err(Error::Conflict("the account keeps no letters"));
    }
    let owner = reader.id.owner();
    let key = vault::data_key(&mut tx, &ctx.config.key_ring, owner).await?;
    let stored = sqlx::query!(
        "insert into kept_letter (id, owner_id, sealed, kept_at) values ($1, $2, $3, $4) on conflict (id) do nothing",
        new.id,
        owner.id,
        key.seal(place(new.id, reader.id), new.letter.reveal().as_bytes())?,
        new.kept_at.map_or(now, |kept_at| kept_at.min(now))
    )
    .execute(&mut *tx)
    .await?;
    if stored.rows_affected() == 0 {
        return find(&mut tx, reader.id, new.id).await;
    }
    let letters = sqlx::query_scalar!(
        r#"select count(*) as "count!" from kept_letter where owner_id = $1"#,
        owner.id
    )
    .fetch_one(&mut *tx)
    .await?;
    if letters > MAX_LETTERS {
        return Err(Error::InvalidFields(Fields::one("letter", TOO_MANY)));
    }
    Ok(tx.commit().await?)
}

/// Deletes a letter. That does not need premium.
///
/// # Errors
/// `NotFound` if the account has no such letter.
pub async fn delete(ctx: &Ctx, reader: UserId, id: Uuid) -> Result<()> {
    let deleted = sqlx::query!("delete from kept_letter where id = $1 and owner_id = $2", id, reader.0)
        .execute(&ctx.db)
        .await?;
    if deleted.rows_affected() == 0 {
        return Err(Error::NotFound);
    }
    Ok(())
}

fn require_premium(reader: &User, now: OffsetDateTime) -> Result<()> {
    reader.is_premium(now).then_some(()).ok_or(Error::PremiumRequired)
}

/// Since when the account keeps letters. Locks the account.
async fn lock_choice(tx: &mut PgConnection, reader: UserId) -> Result<Option<OffsetDateTime>> {
    sqlx::query_scalar!(
        "select letters_chosen_at from app_user where id = $1 for no key update",
        reader.0
    )
    .fetch_optional(tx)
    .await?
    .ok_or(Error::SignInRequired)
}

/// Fails unless the account has a letter with this id.
async fn find(tx: &mut PgConnection, reader: UserId, id: Uuid) -> Result<()> {
    sqlx::query!(
        "select id from kept_letter where id = $1 and owner_id = $2",
        id,
        reader.0
    )
    .fetch_one(tx)
    .await?;
    Ok(())
}

fn open_sealed(key: &DataKey, place: Place, sealed: &[u8]) -> Result<Confided> {
    let letter = String::from_utf8(key.open(place, sealed)?);
    // The original error would contain the letter.
    letter
        .map(Confided::new)
        .map_err(|_| Error::internal(anyhow::anyhow!("a sealed letter cannot be read")))
}

const fn place(id: Uuid, reader: UserId) -> Place {
    Place {
        table: "kept_letter",
        column: "sealed",
        row: id,
        owner: reader.0,
    }
}
