//! Preparation by the worker: opens a sealed testimony, redacts it, classifies its topics and screens it.
//!
//! Invariant: the text leaves this module only redacted.

use care::normalise::{limit_marks, without_direction_controls};
use sqlx::PgConnection;
use uuid::Uuid;

use super::own::Opener;
use super::submission::Testimony;
use super::{Risk, Status};
use crate::audit::{self, Action, Actor, Detail, Entry, Subject};
use crate::confided::Confided;
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::guidance::{self, Corpus};
use crate::jobs::Mail;
use crate::locale::Locale;
use crate::mail;
use crate::screening::Danger;
use crate::vault::KeyRing;

/// Redacts a testimony, classifies its topics and updates its status. Runs as `Job::PrepareTestimony`.
///
/// Idempotent: only a testimony without redacted text is changed.
pub async fn prepare(ctx: &Ctx, id: Uuid) -> Result<()> {
    let Some(testimony) = open_unprepared(ctx, id).await? else {
        return Ok(());
    };
    let prepared = prepare_text(ctx, testimony).await?;
    let mut tx = database::begin(&ctx.db).await?;
    let Some(status) = sqlx::query!(
        r#"update testimony t set redacted_at = now(), redacted_text = $2, pii_risk_level = $3, topics = $4,
               crisis_severity = greatest(crisis_severity, $5::smallint), crisis_category = coalesce(crisis_category, $6),
               situation = $7, language = $8,
               status = case when t.status = 'pending' and $5::smallint >= 2 then 'escalated' else t.status end
           from (select id, status from testimony where id = $1 and redacted_at is null for update) before
           where t.id = before.id returning before.status as "before!: Status", t.status as "after!: Status""#,
        id,
        prepared.redacted_text,
        prepared.risk.as_str(),
        &prepared.topics,
        i16::from(prepared.danger.severity),
        prepared.danger.category_name(),
        prepared.situation,
        prepared.language.map(Locale::tag)
    )
    .fetch_optional(&mut *tx)
    .await?
    else {
        return Ok(());
    };
    let is_escalated_now = status.before != status.after;
    if is_escalated_now {
        mail::enqueue(&mut tx, Mail::TestimonyEscalated { testimony: id }).await?;
    }
    let entry = Entry::new(Actor::System, Action::TestimonyPrepared, Subject::Testimony(id));
    audit::record(
        &mut tx,
        &ctx.config.key_ring,
        &entry.with("risk", Detail::Word(prepared.risk.as_str())),
    )
    .await?;
    if is_escalated_now {
        let entry = Entry::new(Actor::System, Action::TestimonyEscalated, Subject::Testimony(id));
        let severity = Detail::Number(prepared.danger.severity.into());
        audit::record(&mut tx, &ctx.config.key_ring, &entry.with("severity", severity)).await?;
    }
    tx.commit().await?;
    tracing::info!(testimony.id = %id, risk = prepared.risk.as_str(), "story prepared");
    Ok(())
}

/// Opens a testimony that is not prepared yet; none if it was withdrawn or is already prepared.
async fn open_unprepared(ctx: &Ctx, id: Uuid) -> Result<Option<Testimony>> {
    // A snapshot: the row and its owner's key stay consistent while the author signs in or deletes the account.
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
    opener.testimony(id, &row.sealed).map(Some)
}

/// Opens the original fields: what happened, what helped, what changed. The caller records the access in the audit
/// trail.
///
/// # Errors
/// `NotFound` if the testimony is gone.
pub(crate) async fn original(tx: &mut PgConnection, key_ring: &KeyRing, id: Uuid) -> Result<[Confided; 3]> {
    let row = sqlx::query!("select owner_id, sealed from testimony where id = $1", id)
        .fetch_one(&mut *tx)
        .await?;
    Opener::of(key_ring, tx, row.owner_id).await?.open(id, &row.sealed)
}

/// A text as it may stand on a page.
pub(crate) fn publishable(text: &str) -> String {
    limit_marks(&without_direction_controls(text)).into_owned()
}

struct Prepared {
    redacted_text: String,
    risk: Risk,
    topics: Vec<String>,
    situation: Option<String>,
    language: Option<Locale>,
    danger: Danger,
}

/// Runs the pure part on a blocking thread, because a long testimony takes a while.
async fn prepare_text(ctx: &Ctx, testimony: Testimony) -> Result<Prepared> {
    let (content, care) = (ctx.content.clone(), ctx.care.clone());
    tokio::task::spawn_blocking(move || {
        let whole = testimony.whole();
        let (danger, second) = care.read(whole.reveal());
        let redaction = care::redact::redact(&care.dictionaries, whole.reveal(), &testimony.also_hide());
        let corpus = Corpus::new(&content, &care);
        let language = Locale::written(whole.reveal());
        Prepared {
            language,
            situation: guidance::situation_of(corpus, whole.reveal(), second.as_ref()),
            redacted_text: publishable(&redaction.text),
            risk: redaction.risk.into(),
            topics: care
                .understand(whole.reveal(), language.unwrap_or_default(), second.as_ref())
                .into_iter()
                .take(3)
                .map(|ranked| ranked.slug.to_owned())
                .collect(),
            danger,
        }
    })
    .await
    // The panic message may quote the testimony.
    .map_err(|_| Error::internal(anyhow::anyhow!("preparing a story panicked")))
}
