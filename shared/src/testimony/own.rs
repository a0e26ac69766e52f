//! Stories in the hands of their author: listed, withdrawn, opened for them.

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;
use zeroize::Zeroizing;

use super::story::Story;
use super::{Status, place};
use crate::audit::{self, Action, Entry, Subject};
use crate::confided::Confided;
use crate::database;
use crate::error::{Error, Result};
use crate::owner::Owner;
use crate::vault::{self, DataKey, KeyRing};

/// A story as its author sees it.
#[derive(Debug, Clone)]
pub struct OwnStory {
    /// The story.
    pub id: Uuid,
    /// Where it stands.
    pub status: Status,
    /// Its words without what could tell who wrote them; nothing until the worker has prepared it.
    pub redacted_text: Option<String>,
    /// How much of that was found; nothing until the worker has prepared it.
    pub pii_risk_level: Option<String>,
    /// When it was handed in.
    pub created_at: OffsetDateTime,
    /// When staff decided on it.
    pub moderated_at: Option<OffsetDateTime>,
    /// What staff told its author.
    pub moderation_notes: Option<String>,
}

/// The stories of one author, the newest first.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn own(db: &PgPool, author: Owner) -> Result<Vec<OwnStory>> {
    let rows = sqlx::query!(
        "select id, status, redacted_text, pii_risk_level, created_at, moderated_at, moderation_notes
         from testimony where owner_id = $1 order by created_at desc, id desc",
        author.id
    )
    .fetch_all(db)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(OwnStory {
                id: row.id,
                status: Status::from_row(&row.status)?,
                redacted_text: row.redacted_text,
                pii_risk_level: row.pii_risk_level,
                created_at: row.created_at,
                moderated_at: row.moderated_at,
                moderation_notes: row.moderation_notes,
            })
        })
        .collect()
}

/// Withdraws a story: it is gone at once, published or not. A job that is still to prepare it finds nothing.
///
/// # Errors
/// `NotFound` if there is no such story of this author; `Unavailable` or `Internal` from the database.
pub async fn withdraw(db: &PgPool, author: Owner, id: Uuid) -> Result<()> {
    let mut tx = database::begin(db).await?;
    let deleted = sqlx::query!("delete from testimony where id = $1 and owner_id = $2", id, author.id)
        .execute(&mut *tx)
        .await?;
    if deleted.rows_affected() == 0 {
        return Err(Error::NotFound);
    }
    let entry = Entry::new(author.into(), Action::StoryWithdrawn, Subject::Story(id));
    audit::record(&mut tx, &entry).await?;
    tx.commit().await?;
    tracing::info!(testimony.id = %id, "story withdrawn");
    Ok(())
}

/// Opens the originals of one author.
pub(crate) struct Opener {
    key: DataKey,
    owner_id: Uuid,
}

impl Opener {
    /// Takes the author's key.
    ///
    /// # Errors
    /// `NotFound` if it was destroyed; `Internal` if it does not open; `Unavailable` without a database.
    pub(crate) async fn of(key_ring: &KeyRing, tx: &mut PgConnection, owner_id: Uuid) -> Result<Self> {
        let key = vault::existing_data_key(tx, key_ring, owner_id).await?;
        Ok(Self { key, owner_id })
    }

    /// What happened, what helped, what changed, as they were written.
    ///
    /// # Errors
    /// `Internal` if it does not open.
    pub(crate) fn open(&self, id: Uuid, sealed: &[u8]) -> Result<[Confided; 3]> {
        self.story(id, sealed).map(|story| story.fields)
    }

    pub(super) fn story(&self, id: Uuid, sealed: &[u8]) -> Result<Story> {
        let opened = Zeroizing::new(self.key.open(place(id, self.owner_id), sealed)?);
        Story::from_bytes(&opened)
    }
}
