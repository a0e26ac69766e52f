//! Stories of people who came through: handed in, sealed, prepared by the worker, settled by staff.
//!
//! Invariant: the original is sealed in the transaction that accepts it and is opened only to be prepared, and for its
//! author; what is shown is the redacted text.

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::audit::{self, Action, Detail, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Fields, Result};
use crate::jobs::{self, Job};
use crate::mail::{self, Message};
use crate::owner::Owner;
use crate::screening::Danger;
use crate::vault::{self, Place};

mod count;
mod own;
mod prepare;
mod preview;
mod review_time;
mod story;

pub use count::Author;
pub(crate) use own::Opener;
pub use own::{OwnStory, own, withdraw};
pub(crate) use prepare::original;
pub use prepare::prepare;
pub use preview::{FieldPreview, Hidden, preview};
pub use review_time::usual_review_time;
pub use story::{
    Draft, MAX_FIELD_LEN, MAX_HIDDEN_LEN, MAX_HIDDEN_WORDS, MIN_FIELD_LEN, NewTestimony, StoryWords, Submission,
};

/// Where a story stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Waits for its redaction or for staff.
    Pending,
    /// May be read by everybody.
    Approved,
    /// Was not published; the author sees why.
    Rejected,
    /// Staff look at it first: danger was seen in it.
    Escalated,
}

impl Status {
    /// The word in the database and in answers.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Rejected => "rejected",
            Self::Escalated => "escalated",
        }
    }

    const ALL: [Self; 4] = [Self::Pending, Self::Approved, Self::Rejected, Self::Escalated];

    /// Reads the word as somebody typed it.
    ///
    /// # Errors
    /// `InvalidFields` for any other word.
    pub fn parse(word: &str) -> Result<Self> {
        let known = Self::ALL.into_iter().find(|status| status.as_str() == word);
        known.ok_or_else(|| {
            let message = "Please choose pending, approved, rejected or escalated.";
            Error::InvalidFields(Fields::one("status", message))
        })
    }

    pub(crate) fn from_row(word: &str) -> Result<Self> {
        Self::ALL
            .into_iter()
            .find(|status| status.as_str() == word)
            .ok_or_else(|| Error::internal(anyhow::anyhow!("a story has the unknown status {word}")))
    }
}

/// What became of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Submitted {
    /// The story.
    pub id: Uuid,
    /// Where it stands.
    pub status: Status,
}

/// Accepts a story: screened, sealed, and given to the worker. The same idempotency key finds the first story again.
///
/// # Errors
/// `TooMany` if the author or the address handed in too many today, `SignInRequired` if the account is gone,
/// `Unavailable` or `Internal` from the database; then nothing was accepted.
pub async fn submit(
    ctx: &Ctx,
    author: impl Into<Author>,
    new: &NewTestimony,
    now: OffsetDateTime,
) -> Result<Submitted> {
    let author: Author = author.into();
    let owner = author.owner;
    let danger = ctx.care.screen(new.story.whole().reveal());
    let status = status_for(danger);
    let id = Uuid::now_v7();
    let mut tx = database::begin(&ctx.db).await?;
    let key = vault::data_key(&mut tx, &ctx.config.key_ring, owner).await?;
    let sealed = key.seal(place(id, owner.id), &new.story.to_bytes()?)?;
    let inserted = sqlx::query_scalar!(
        "insert into testimony (id, owner_id, status, sealed, consent_at, created_at, crisis_severity, crisis_category, idempotency_key)
         values ($1, $2, $3, $4, $5, $5, $6, $7, $8)
         on conflict on constraint testimony_idempotency do nothing returning id",
        id,
        owner.id,
        status.as_str(),
        sealed,
        now,
        i16::from(danger.severity),
        danger.category_word(),
        new.idempotency_key
    )
    .fetch_optional(&mut *tx)
    .await?;
    if inserted.is_none() {
        return submitted_before(&mut tx, owner, new.idempotency_key).await;
    }
    count::count(&mut tx, &ctx.config, author, now).await?;
    jobs::enqueue(&mut tx, &Job::PrepareTestimony { id }).await?;
    if status == Status::Escalated {
        mail::enqueue(&mut tx, Message::StoryEscalated { testimony: id }).await?;
    }
    let entry = Entry::new(owner.into(), Action::StorySubmitted, Subject::Story(id));
    audit::record(&mut tx, &entry.with("status", Detail::Word(status.as_str()))).await?;
    tx.commit().await?;
    tracing::info!(testimony.id = %id, "story accepted");
    Ok(Submitted { id, status })
}

async fn submitted_before(tx: &mut PgConnection, author: Owner, idempotency_key: Uuid) -> Result<Submitted> {
    let row = sqlx::query!(
        "select id, status from testimony where owner_id = $1 and idempotency_key = $2",
        author.id,
        idempotency_key
    )
    .fetch_one(tx)
    .await?;
    Ok(Submitted {
        id: row.id,
        status: Status::from_row(&row.status)?,
    })
}

const fn status_for(danger: Danger) -> Status {
    if danger.is_crisis() {
        Status::Escalated
    } else {
        Status::Pending
    }
}

/// Where the words of a story are sealed.
pub(crate) const fn place(id: Uuid, owner: Uuid) -> Place {
    Place {
        table: "testimony",
        column: "sealed",
        row: id,
        owner,
    }
}
