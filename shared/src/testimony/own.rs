//! What authors do with their own testimonies: list them, withdraw them, open the originals.

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;
use zeroize::Zeroizing;

use super::submission::Testimony;
use super::{Risk, Status, place};
use crate::audit::{self, Action, Entry, Subject};
use crate::confided::Confided;
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::ids::Owner;
use crate::vault::{self, DataKey, KeyRing};

/// A testimony as its author sees it.
#[derive(Debug, Clone)]
pub struct AuthoredTestimony {
    /// Its id.
    pub id: Uuid,
    /// Its status.
    pub status: Status,
    /// The redacted text; none before preparation.
    pub redacted_text: Option<String>,
    /// The tag of the language in which it is written, if it is one of ours.
    pub language: Option<String>,
    /// The risk that the text still identifies the author; none before preparation.
    pub pii_risk_level: Option<Risk>,
    /// When it was submitted.
    pub created_at: OffsetDateTime,
    /// When staff decided on it.
    pub moderated_at: Option<OffsetDateTime>,
    /// Staff's note to the author.
    pub moderation_notes: Option<String>,
    /// How many people prayed for it.
    pub prayers: i64,
}

/// The testimonies of one author, newest first.
pub async fn own(db: &PgPool, author: Owner) -> Result<Vec<AuthoredTestimony>> {
    let rows = sqlx::query!(
        r#"select id, status as "status: Status", redacted_text, language, pii_risk_level as "pii_risk_level: Risk", created_at, moderated_at, moderation_notes,
             (select count(*) from testimony_prayer where testimony_id = testimony.id) as "prayers!"
         from testimony where owner_id = $1 order by created_at desc, id desc"#,
        author.id
    )
    .fetch_all(db)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(AuthoredTestimony {
                id: row.id,
                status: row.status,
                redacted_text: row.redacted_text,
                language: row.language,
                pii_risk_level: row.pii_risk_level,
                created_at: row.created_at,
                moderated_at: row.moderated_at,
                moderation_notes: row.moderation_notes,
                prayers: row.prayers,
            })
        })
        .collect()
}

/// Deletes a testimony at its author's request, published or not. A pending preparation job then does nothing.
///
/// # Errors
/// `NotFound` if the author has no such testimony.
pub async fn withdraw(ctx: &Ctx, author: Owner, id: Uuid) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let deleted = sqlx::query!("delete from testimony where id = $1 and owner_id = $2", id, author.id)
        .execute(&mut *tx)
        .await?;
    if deleted.rows_affected() == 0 {
        return Err(Error::NotFound);
    }
    let entry = Entry::new(author.into(), Action::TestimonyWithdrawn, Subject::Testimony(id));
    audit::record(&mut tx, &ctx.config.key_ring, &entry).await?;
    tx.commit().await?;
    tracing::info!(testimony.id = %id, "testimony withdrawn");
    Ok(())
}

/// Opens the originals of one author.
pub(crate) struct Opener {
    key: DataKey,
    owner_id: Uuid,
}

impl Opener {
    /// Reads the author's data key.
    ///
    /// # Errors
    /// `NotFound` if it was destroyed.
    pub(crate) async fn of(key_ring: &KeyRing, tx: &mut PgConnection, owner_id: Uuid) -> Result<Self> {
        let key = vault::existing_data_key(tx, key_ring, owner_id).await?;
        Ok(Self { key, owner_id })
    }

    /// Opens the original fields: what happened, what helped, what changed.
    pub(crate) fn open(&self, id: Uuid, sealed: &[u8]) -> Result<[Confided; 3]> {
        self.testimony(id, sealed).map(|testimony| testimony.fields)
    }

    pub(super) fn testimony(&self, id: Uuid, sealed: &[u8]) -> Result<Testimony> {
        let opened = Zeroizing::new(self.key.open(place(id, self.owner_id), sealed)?);
        Testimony::from_bytes(&opened)
    }
}
