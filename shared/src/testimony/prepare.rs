//! The worker's part: a sealed story is opened, redacted, read for its topics, and settled.
//! Invariant: what the story says leaves this module only as redacted text.

use sqlx::PgConnection;
use uuid::Uuid;

use super::own::Opener;
use super::story::Story;
use crate::audit::{self, Action, Actor, Detail, Entry, Subject};
use crate::confided::Confided;
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::mail::{self, Message};
use crate::screening::Danger;
use crate::vault::KeyRing;

/// Redacts a story, finds its topics and settles its status: the work of `Job::PrepareTestimony`.
///
/// It changes only a story that is not redacted yet, so doing it twice does nothing the second time.
///
/// # Errors
/// `Internal` if it does not open; `Unavailable` without a database.
pub async fn prepare(ctx: &Ctx, id: Uuid) -> Result<()> {
    let Some(story) = unprepared(ctx, id).await? else {
        return Ok(());
    };
    let prepared = prepare_words(ctx, story).await?;
    let mut tx = database::begin(&ctx.db).await?;
    let Some(status) = sqlx::query!(
        r#"update testimony t set redacted_at = now(), redacted_text = $2, pii_risk_level = $3, topics = $4,
               crisis_severity = greatest(crisis_severity, $5::smallint), crisis_category = coalesce(crisis_category, $6),
               status = case when t.status = 'pending' and $5::smallint >= 2 then 'escalated' else t.status end
           from (select id, status from testimony where id = $1 and redacted_at is null for update) before
           where t.id = before.id returning before.status as "before!", t.status as "after!""#,
        id,
        prepared.redacted_text,
        prepared.risk,
        &prepared.topics,
        i16::from(prepared.danger.severity),
        prepared.danger.category_word()
    )
    .fetch_optional(&mut *tx)
    .await?
    else {
        return Ok(());
    };
    let is_escalated_now = status.before != status.after;
    if is_escalated_now {
        mail::enqueue(&mut tx, Message::StoryEscalated { testimony: id }).await?;
    }
    let entry = Entry::new(Actor::System, Action::StoryPrepared, Subject::Story(id));
    audit::record(&mut tx, &entry.with("risk", Detail::Word(prepared.risk))).await?;
    if is_escalated_now {
        let entry = Entry::new(Actor::System, Action::StoryEscalated, Subject::Story(id));
        let severity = Detail::Number(prepared.danger.severity.into());
        audit::record(&mut tx, &entry.with("severity", severity)).await?;
    }
    tx.commit().await?;
    tracing::info!(testimony.id = %id, risk = prepared.risk, "story prepared");
    Ok(())
}

/// The words of a story that is still to be prepared; nothing if it was withdrawn in the meantime, or prepared already.
async fn unprepared(ctx: &Ctx, id: Uuid) -> Result<Option<Story>> {
    // As of one moment: a story has its owner's key, though its author may sign in or delete the account right now.
    let mut tx = database::snapshot(&ctx.db).await?;
    let row = sqlx::query!(
        "select owner_id, sealed from testimony where id = $1 and redacted_at is null",
        id
    )
    .fetch_optional(&mut *tx)
    .await?;
    let Some(row) = row else {
        return Ok(None);
    };
    let opener = Opener::of(&ctx.config.key_ring, &mut tx, row.owner_id).await?;
    opener.story(id, &row.sealed).map(Some)
}

/// Opens the original of a story: what happened, what helped, what changed. Whoever calls this answers for it.
///
/// # Errors
/// `NotFound`; `Internal` if it does not open.
pub(crate) async fn original(tx: &mut PgConnection, key_ring: &KeyRing, id: Uuid) -> Result<[Confided; 3]> {
    let row = sqlx::query!("select owner_id, sealed from testimony where id = $1", id)
        .fetch_one(&mut *tx)
        .await?;
    Opener::of(key_ring, tx, row.owner_id).await?.open(id, &row.sealed)
}

struct Prepared {
    redacted_text: String,
    risk: &'static str,
    topics: Vec<String>,
    danger: Danger,
}

/// The pure part, off the async threads: it takes its time with a long story.
async fn prepare_words(ctx: &Ctx, story: Story) -> Result<Prepared> {
    let care = ctx.care.clone();
    tokio::task::spawn_blocking(move || {
        let whole = story.whole();
        let redaction = care::redact::redact(&care.dictionaries, whole.reveal(), &story.also_hide());
        Prepared {
            redacted_text: redaction.text,
            risk: match redaction.risk {
                care::redact::Risk::Low => "low",
                care::redact::Risk::Medium => "medium",
                care::redact::Risk::High => "high",
            },
            topics: care
                .understand(whole.reveal())
                .into_iter()
                .take(3)
                .map(|ranked| ranked.slug.to_owned())
                .collect(),
            danger: care.screen(whole.reveal()),
        }
    })
    .await
    // What the panic said may quote the story.
    .map_err(|_| Error::internal(anyhow::anyhow!("preparing a story panicked")))
}
