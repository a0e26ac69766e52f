//! Staff edit the redacted text, reveal the original, and delete a testimony at its author's request.
//!
//! Invariant: the audit entry of a reveal is committed before the original is returned, and names who opened it.

use uuid::Uuid;

use super::state::{State, invalid_field, parse_note};
use super::{invalid_transition, lock, mine};
use crate::audit::{self, Action, Detail, Entry, Subject};
use crate::confided::Confided;
use crate::content::Content;
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::staff::Staff;
use crate::testimony::{self, Status};

const MAX_TEXT_LEN: usize = 20_000;
const MAX_TOPICS: usize = 5;

/// The unchecked edit. Missing fields stay unchanged.
#[derive(Debug, Default)]
pub struct Change {
    /// The new redacted text.
    pub redacted_text: Option<Confided>,
    /// The new topics.
    pub topics: Option<Vec<String>>,
    /// The new internal note; blank deletes it.
    pub internal_note: Option<String>,
    /// The version of the testimony that the client read, for optimistic locking.
    pub seen_version: Option<i32>,
}

/// A valid edit.
#[derive(Debug, Clone)]
pub struct Edit {
    redacted_text: Option<Confided>,
    topics: Option<Vec<String>>,
    #[expect(clippy::option_option, reason = "the note is unchanged, deleted or replaced")]
    internal_note: Option<Option<String>>,
    seen_version: Option<i32>,
}

impl Edit {
    /// Validates an edit.
    ///
    /// # Errors
    /// `InvalidFields` for a blank or too long text, an unknown topic, or an empty edit.
    pub fn parse(content: &Content, change: Change) -> Result<Self> {
        if change.redacted_text.is_none() && change.topics.is_none() && change.internal_note.is_none() {
            return Err(invalid_field("redactedText", "Please change something."));
        }
        if let Some(topics) = &change.topics {
            let is_known = |slug: &String| content.english.topics.iter().any(|topic| topic.slug == *slug);
            if topics.len() > MAX_TOPICS || !topics.iter().all(is_known) {
                return Err(invalid_field("topics", "Please choose up to five of the topics."));
            }
        }
        let note = change.internal_note.as_deref();
        Ok(Self {
            redacted_text: change.redacted_text.as_ref().map(parse_text).transpose()?,
            topics: change.topics,
            internal_note: note.map(|note| parse_note(Some(note), "internalNote")).transpose()?,
            seen_version: change.seen_version,
        })
    }
}

fn parse_text(text: &Confided) -> Result<Confided> {
    let trimmed = text.reveal().trim();
    if trimmed.is_empty() || trimmed.contains('\0') || trimmed.chars().count() > MAX_TEXT_LEN {
        return Err(invalid_field(
            "redactedText",
            "Please give a text of up to 20,000 characters.",
        ));
    }
    Ok(Confided::new(testimony::publishable(trimmed)))
}

/// Edits a testimony. The redacted text is editable only while the testimony is pending or escalated.
///
/// # Errors
/// `InvalidTransition` if the text is not editable; `Conflict` if the testimony changed since it was read; `NotFound`.
pub async fn edit(ctx: &Ctx, staff: &Staff, id: Uuid, edit: &Edit) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let locked = lock(&mut tx, id).await?;
    if edit.redacted_text.is_some() && !is_text_editable(&locked.state) {
        return Err(invalid_transition(&mut tx, id, &locked.state).await?);
    }
    if edit.seen_version.is_some_and(|seen| seen != locked.version) {
        return Err(Error::Conflict("the story was changed since it was read"));
    }
    sqlx::query!(
        "update testimony set
             previous_text = case when $2::text is null then previous_text else redacted_text end,
             redacted_text = coalesce($2, redacted_text), topics = coalesce($3, topics),
             internal_note = case when $4 then $5 else internal_note end, version = version + 1
         where id = $1",
        id,
        edit.redacted_text.as_ref().map(Confided::reveal),
        edit.topics.as_deref(),
        edit.internal_note.is_some(),
        edit.internal_note.clone().flatten()
    )
    .execute(&mut *tx)
    .await?;
    mine::note(&mut tx, staff, id).await?;
    audit::record(&mut tx, &ctx.config.key_ring, &entry(staff, id, edit)).await?;
    tx.commit().await?;
    Ok(())
}

fn is_text_editable(state: &State) -> bool {
    state.is_prepared && matches!(state.status, Status::Pending | Status::Escalated)
}

/// The audit entry names the changed fields, never their values.
fn entry<'a>(staff: &'a Staff, id: Uuid, edit: &Edit) -> Entry<'a> {
    let mut entry = Entry::new(staff.actor(), Action::TestimonyEdited, Subject::Testimony(id));
    for (name, is_changed) in [
        ("redacted_text", edit.redacted_text.is_some()),
        ("topics", edit.topics.is_some()),
        ("internal_note", edit.internal_note.is_some()),
    ] {
        if is_changed {
            entry = entry.with(name, Detail::Word("changed"));
        }
    }
    entry
}

/// Opens the original fields, after an audit entry: what happened, what helped, what changed.
///
/// # Errors
/// `NotFound` if the testimony is gone.
pub async fn reveal(ctx: &Ctx, staff: &Staff, id: Uuid) -> Result<[Confided; 3]> {
    let mut tx = database::begin(&ctx.db).await?;
    let original = testimony::original(&mut tx, &ctx.config.key_ring, id).await?;
    mine::note(&mut tx, staff, id).await?;
    let entry = Entry::new(staff.actor(), Action::TestimonyRevealed, Subject::Testimony(id));
    audit::record(&mut tx, &ctx.config.key_ring, &entry).await?;
    tx.commit().await?;
    Ok(original)
}

/// Deletes a testimony at its author's request, with its original, its steps and its reports.
///
/// The data key of a guest without other testimonies is destroyed as well.
///
/// # Errors
/// `NotFound` if the testimony is gone.
pub async fn delete(ctx: &Ctx, staff: &Staff, id: Uuid) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    // Signing in also locks the guest's key first. The key of a user is destroyed with the account.
    let guest = sqlx::query_scalar!(
        "select data_key.owner_id from data_key join testimony using (owner_id)
         where testimony.id = $1 and owner_kind = 'guest' for update of data_key",
        id
    )
    .fetch_optional(&mut *tx)
    .await?;
    let deleted = sqlx::query!("delete from testimony where id = $1", id)
        .execute(&mut *tx)
        .await?;
    if deleted.rows_affected() == 0 {
        return Err(Error::NotFound);
    }
    if let Some(guest) = guest {
        sqlx::query!(
            "delete from data_key where owner_id = $1 and not exists (select from testimony where owner_id = $1)",
            guest
        )
        .execute(&mut *tx)
        .await?;
    }
    let entry = Entry::new(staff.actor(), Action::TestimonyDeleted, Subject::Testimony(id));
    audit::record(&mut tx, &ctx.config.key_ring, &entry).await?;
    tx.commit().await?;
    tracing::info!(testimony.id = %id, "testimony deleted for its author");
    Ok(())
}
