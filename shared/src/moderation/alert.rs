//! Mails to staff: an alert for each escalated testimony, and a daily digest of open work.
//!
//! Invariant: a mail contains no text of a testimony, no address and no name. Without `ALERT_EMAIL` none is sent.

use uuid::Uuid;

use crate::ctx::Ctx;
use crate::error::Result;
use crate::mail::{self, Letter};
use crate::testimony::Status;

/// The alert for an escalated testimony; none if it is no longer escalated.
pub async fn alert(ctx: &Ctx, id: Uuid) -> Result<Option<Letter>> {
    let severity = sqlx::query_scalar!(
        "select crisis_severity from testimony where id = $1 and status = $2",
        id,
        Status::Escalated.as_str()
    )
    .fetch_optional(&ctx.db)
    .await?;
    let Some(severity) = severity else {
        return Ok(None);
    };
    let danger = match severity {
        4.. => "It shows signs of a plan or an emergency.",
        2 | 3 => "It shows signs of danger.",
        _ => "A staff member did this.",
    };
    let text = format!("A story was escalated. {danger} Its ID ends in {}.", last_eight(id));
    Ok(mail::to_staff(
        ctx,
        format!("escalated-{id}"),
        "A story needs you now",
        &text,
    ))
}

/// The daily digest; none if there is no open work.
pub async fn digest(ctx: &Ctx, day: u64) -> Result<Option<Letter>> {
    let waiting = sqlx::query!(
        r#"select count(*) filter (where status = 'escalated') as "escalated!",
               count(*) filter (where reported_at is not null) as "reported!",
               count(*) filter (where status = 'pending') as "pending!",
               (select count(*) from job where dead_at is not null) as "dead!"
           from testimony where status in ('pending', 'escalated') or reported_at is not null"#
    )
    .fetch_one(&ctx.db)
    .await?;
    let lines: Vec<String> = [
        ("Escalated stories", waiting.escalated),
        ("Stories that readers reported", waiting.reported),
        ("Stories waiting for review", waiting.pending),
        ("Jobs that failed for good", waiting.dead),
    ]
    .into_iter()
    .filter(|(_, count)| *count > 0)
    .map(|(what, count)| format!("{what}: {count}"))
    .collect();
    if lines.is_empty() {
        return Ok(None);
    }
    let text = lines.join("\n");
    Ok(mail::to_staff(
        ctx,
        format!("digest-{day}"),
        "What is waiting for you today",
        &text,
    ))
}

/// The part of an id that staff pages show.
fn last_eight(id: Uuid) -> String {
    let id = id.to_string();
    id[id.len() - 8..].to_owned()
}
