//! What staff change in a story before it is published, how they look at the original, and delete it for its author.
//!
//! Invariant: the original is opened by name of the one who opens it, and the line that says so is written first.

use uuid::Uuid;

use super::state::{State, written, wrong};
use super::{hold, not_from_here};
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

/// What the staff's page sends; what is not given stays.
#[derive(Debug, Default)]
pub struct Change {
    /// The redacted text from now on.
    pub redacted_text: Option<Confided>,
    /// The topics from now on.
    pub topics: Option<Vec<String>>,
    /// Staff's own note from now on; blank for none.
    pub internal_note: Option<String>,
    /// The version of the story they read, if they say so.
    pub seen_version: Option<i32>,
}

/// A change that can be made.
#[derive(Debug, Clone)]
pub struct Edit {
    redacted_text: Option<Confided>,
    topics: Option<Vec<String>>,
    #[expect(
        clippy::option_option,
        reason = "unchanged, emptied or written: the form sends all three"
    )]
    internal_note: Option<Option<String>>,
    seen_version: Option<i32>,
}

impl Edit {
    /// Checks what the staff's page sends.
    ///
    /// # Errors
    /// `InvalidFields` for a blank or overlong text, an unknown topic, or if nothing is to change.
    pub fn parse(content: &Content, change: Change) -> Result<Self> {
        if change.redacted_text.is_none() && change.topics.is_none() && change.internal_note.is_none() {
            return Err(wrong("redactedText", "Please change something."));
        }
        if let Some(topics) = &change.topics {
            let is_known = |slug: &String| content.topics.iter().any(|topic| topic.slug == *slug);
            if topics.len() > MAX_TOPICS || !topics.iter().all(is_known) {
                return Err(wrong("topics", "Please choose up to five of the topics."));
            }
        }
        let note = change.internal_note.as_deref();
        Ok(Self {
            redacted_text: change.redacted_text.as_ref().map(good_text).transpose()?,
            topics: change.topics,
            internal_note: note.map(|note| written(Some(note), "internalNote")).transpose()?,
            seen_version: change.seen_version,
        })
    }
}

fn good_text(text: &Confided) -> Result<Confided> {
    let trimmed = text.reveal().trim();
    if trimmed.is_empty() || trimmed.contains('\0') || trimmed.chars().count() > MAX_TEXT_LEN {
        return Err(wrong("redactedText", "Please give a text of up to 20,000 characters."));
    }
    Ok(Confided::new(trimmed.to_owned()))
}

/// Changes a story. Its redacted text can be changed only until it is published or declined.
///
/// # Errors
/// `InvalidTransition` if the text is no longer open to change; `Conflict` if it changed since it was read; `NotFound`.
pub async fn edit(ctx: &Ctx, staff: &Staff, id: Uuid, edit: &Edit) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let held = hold(&mut tx, id).await?;
    if edit.redacted_text.is_some() && !is_text_open(&held.state) {
        return Err(not_from_here(&mut tx, id, &held.state).await?);
    }
    if edit.seen_version.is_some_and(|seen| seen != held.version) {
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
    audit::record(&mut tx, &entry(staff, id, edit)).await?;
    tx.commit().await?;
    Ok(())
}

fn is_text_open(state: &State) -> bool {
    state.is_prepared && matches!(state.status, Status::Pending | Status::Escalated)
}

/// Says what was changed, never what it was changed to.
fn entry<'a>(staff: &'a Staff, id: Uuid, edit: &Edit) -> Entry<'a> {
    let mut entry = Entry::new(staff.actor(), Action::StoryEdited, Subject::Story(id));
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

/// Opens the original: what happened, what helped, what changed. Nobody reads it without a line in the audit trail.
///
/// # Errors
/// `NotFound`; `Internal` if it does not open.
pub async fn reveal(ctx: &Ctx, staff: &Staff, id: Uuid) -> Result<[Confided; 3]> {
    let mut tx = database::begin(&ctx.db).await?;
    let original = testimony::original(&mut tx, &ctx.config.key_ring, id).await?;
    let entry = Entry::new(staff.actor(), Action::StoryRevealed, Subject::Story(id));
    audit::record(&mut tx, &entry).await?;
    tx.commit().await?;
    Ok(original)
}

/// Deletes a story because its author asked for it: with its original, its steps and its reports. The key of a guest who has
/// no other story is destroyed.
///
/// # Errors
/// `NotFound`; `Unavailable` or `Internal` from the database.
pub async fn delete(ctx: &Ctx, staff: &Staff, id: Uuid) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    // The guest's key first, as signing in takes it; an account's is destroyed with the account.
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
    let entry = Entry::new(staff.actor(), Action::StoryDeleted, Subject::Story(id));
    audit::record(&mut tx, &entry).await?;
    tx.commit().await?;
    tracing::info!(testimony.id = %id, "story deleted for its author");
    Ok(())
}
