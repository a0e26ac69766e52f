//! Sends one empty message to a browser's push service (RFC 8030).

use openidconnect::url::Url;
use reqwest::StatusCode;
use reqwest::header::{AUTHORIZATION, CONTENT_LENGTH, RETRY_AFTER};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc2822;
use uuid::Uuid;

use super::vapid;
use crate::config::WebPush;
use crate::ctx::Ctx;
use crate::error::{Error, Result};
use crate::ids::UserId;
use crate::jobs::Notice;
use crate::metrics::{self, PushEnd};

/// How long to wait if a push service names no time, or an unreasonable one.
const MAX_WAIT: std::time::Duration = std::time::Duration::from_hours(6);

/// A message to one browser.
#[derive(Debug, Clone, Copy)]
pub struct Message {
    /// The user.
    pub user: UserId,
    /// The row of the browser.
    pub subscription: Uuid,
    /// What it is about.
    pub notice: Notice,
    /// Until when it is of use.
    pub until: OffsetDateTime,
}

/// Sends a message: the work of `Job::SendPush`.
///
/// It sends nothing that is too late, no longer wanted or no longer true. A browser that is gone is forgotten.
///
/// # Errors
/// `Unavailable` or `AskedToWait` if the push service cannot take it now: a retry helps.
pub async fn send(ctx: &Ctx, message: Message, now: OffsetDateTime) -> Result<()> {
    let Some(push) = &ctx.config.web_push else {
        return Ok(());
    };
    let lifetime = (message.until - now).whole_seconds();
    if lifetime <= 0 {
        metrics::push_ended(PushEnd::Late);
        return Ok(());
    }
    let Some(endpoint) = find_wanted(ctx, push, message).await? else {
        return Ok(());
    };
    // The list of push services may have changed since the browser subscribed.
    let Some(url) = push.endpoint(&endpoint) else {
        return forget(ctx, message.subscription, PushEnd::Refused).await;
    };
    let (status, wait) = post(ctx, push, url, (message.notice, lifetime), now).await?;
    match status {
        status if status.is_success() => {
            metrics::push_ended(PushEnd::Sent);
            Ok(())
        }
        StatusCode::NOT_FOUND | StatusCode::GONE => forget(ctx, message.subscription, PushEnd::Gone).await,
        status if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS => Err(Error::AskedToWait(wait)),
        // Our key, our subject or the address is wrong: no retry helps, and the browser can subscribe anew.
        status => {
            tracing::warn!(status = status.as_u16(), "a push service refused a message");
            metrics::push_ended(PushEnd::Refused);
            Ok(())
        }
    }
}

/// The address, if the browser still wants to be told this and it is still true.
async fn find_wanted(ctx: &Ctx, push: &WebPush, message: Message) -> Result<Option<String>> {
    let testimony = match message.notice {
        Notice::Reviewed { testimony } => Some(testimony),
        Notice::Prayed | Notice::Psalm => None,
    };
    let endpoint = sqlx::query_scalar!(
        "select endpoint from push_subscription join session on id_hash = session_hash
         where push_subscription.id = $1 and push_subscription.user_id = $2 and application_key = $3
             and ended_at is null and expires_at > now()
             and case $4 when 'reviewed' then stories and exists (
                     select from testimony where testimony.id = $5 and owner_id = $2 and status in ('approved', 'rejected'))
                 when 'prayed' then prayers
                 else psalm end",
        message.subscription,
        message.user.0,
        push.public_key(),
        message.notice.as_str(),
        testimony
    )
    .fetch_optional(&ctx.db)
    .await?;
    Ok(endpoint)
}

/// Posts the message. Returns the status, and how long the push service asks to wait.
async fn post(
    ctx: &Ctx,
    push: &WebPush,
    url: Url,
    (notice, lifetime): (Notice, i64),
    now: OffsetDateTime,
) -> Result<(StatusCode, std::time::Duration)> {
    let authorization = vapid::authorization(push, &url.origin().ascii_serialization(), now);
    let answer = ctx
        .http
        .post(url)
        .header(AUTHORIZATION, authorization)
        .header("TTL", lifetime)
        .header("Urgency", "normal")
        // A newer message of the topic takes the place of one that was not delivered yet.
        .header("Topic", topic(notice))
        // Some push services answer 411 without it, and the client leaves it out of a message without a body.
        .header(CONTENT_LENGTH, "0")
        .send()
        .await
        // The address belongs to one browser, so it must not be logged.
        .map_err(|error| Error::Unavailable(anyhow::Error::new(error.without_url()).context("a push service")))?;
    let wait = answer
        .headers()
        .get(RETRY_AFTER)
        .and_then(|value| wait_of(value.to_str().ok()?, now));
    Ok((answer.status(), wait.unwrap_or_default().min(MAX_WAIT)))
}

/// The topics tell a push service no more than the hour of the message does.
const fn topic(notice: Notice) -> &'static str {
    match notice {
        Notice::Reviewed { .. } | Notice::Prayed => "news",
        Notice::Psalm => "evening",
    }
}

/// The time to wait that `Retry-After` names, in seconds or as a date (RFC 9110, 10.2.3).
fn wait_of(value: &str, now: OffsetDateTime) -> Option<std::time::Duration> {
    if let Ok(seconds) = value.trim().parse() {
        return Some(std::time::Duration::from_secs(seconds));
    }
    let date = OffsetDateTime::parse(value.trim(), &Rfc2822).ok()?;
    (date - now).try_into().ok()
}

async fn forget(ctx: &Ctx, subscription: Uuid, end: PushEnd) -> Result<()> {
    sqlx::query!("delete from push_subscription where id = $1", subscription)
        .execute(&ctx.db)
        .await?;
    metrics::push_ended(end);
    Ok(())
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn a_time_to_wait_is_read_in_seconds_or_as_a_date() {
        let now = datetime!(2026-11-26 12:00 UTC);
        for (value, seconds) in [
            ("120", Some(120)),
            (" 0 ", Some(0)),
            ("Thu, 26 Nov 2026 12:01:30 GMT", Some(90)),
            ("Thu, 26 Nov 2026 11:00:00 GMT", None),
            ("-5", None),
            ("soon", None),
            ("", None),
        ] {
            assert_eq!(wait_of(value, now).map(|wait| wait.as_secs()), seconds, "{value}");
        }
    }
}
