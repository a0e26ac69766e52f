//! Mails to staff: an alert for each escalated testimony, and a daily digest of open work.
//!
//! Invariant: a mail contains no text of a testimony, no address and no name. Without `ALERT_EMAIL` none is sent.

use time::Duration;
use uuid::Uuid;

use super::waiting::{MAX_WAITING_LONG, counts};
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
    let waiting = counts(&ctx.db).await?;
    let dead = sqlx::query_scalar!(r#"select count(*) as "dead!" from job where dead_at is not null"#)
        .fetch_one(&ctx.db)
        .await?;
    let lines: Vec<String> = [
        ("Escalated stories", waiting.escalated, waiting.oldest_escalated),
        (
            "Stories that readers reported",
            waiting.reported,
            waiting.oldest_reported,
        ),
        ("Stories waiting for review", waiting.pending, waiting.oldest_pending),
        ("Waiting over 24 hours", waiting.waiting_long, None),
        ("Jobs that failed for good", dead, None),
    ]
    .into_iter()
    .filter(|(_, count, _)| *count > 0)
    .map(|(what, count, oldest)| match oldest {
        Some(since) => format!("{what}: {count}, the oldest for {}", age(waiting.at - since)),
        None => format!(
            "{what}: {count}{}",
            if count == MAX_WAITING_LONG { " or more" } else { "" }
        ),
    })
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

/// An age in the largest unit that fits, as on the staff pages.
fn age(age: Duration) -> String {
    let (amount, unit) = match age.whole_seconds().max(0) {
        seconds @ ..60 => (seconds, "second"),
        seconds @ 60..3_600 => (seconds / 60, "minute"),
        seconds @ 3_600..86_400 => (seconds / 3_600, "hour"),
        seconds => (seconds / 86_400, "day"),
    };
    format!("{amount} {unit}{}", if amount == 1 { "" } else { "s" })
}

/// The part of an id that staff pages show.
fn last_eight(id: Uuid) -> String {
    let id = id.to_string();
    id[id.len() - 8..].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_age_is_told_in_the_largest_unit_that_fits() {
        for (seconds, words) in [
            (-5, "0 seconds"),
            (1, "1 second"),
            (59, "59 seconds"),
            (60, "1 minute"),
            (3_599, "59 minutes"),
            (7_200, "2 hours"),
            (86_399, "23 hours"),
            (86_400, "1 day"),
            (864_000, "10 days"),
        ] {
            assert_eq!(age(Duration::seconds(seconds)), words, "{seconds}");
        }
    }
}
