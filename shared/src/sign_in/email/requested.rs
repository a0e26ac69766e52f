//! A requested sign-in, as its pages tell of it.

use time::OffsetDateTime;
use uuid::Uuid;

use super::Secret;
use crate::ctx::Ctx;
use crate::error::Result;
use crate::sign_in::MAX_TRIES;

/// A requested sign-in, as its page tells of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Requested {
    /// The address.
    pub address: String,
    /// The path to return to.
    pub return_to: String,
    /// Whether it joins another way of signing in.
    pub is_join: bool,
    /// What can still happen.
    pub state: RequestState,
}

/// What can still happen with a requested sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestState {
    /// Its mail was sent or is on its way.
    Open,
    /// Its mail will never arrive: the mail server refused the mailbox, or did not answer for too long.
    MailGivenUp,
    /// It is used or expired.
    Over,
}

/// The sign-in that a browser requested; `None` if its secret is forged or the row is deleted, a day after it expired.
pub async fn requested_by_browser(ctx: &Ctx, browser: &str, now: OffsetDateTime) -> Result<Option<Requested>> {
    requested(ctx, Secret::Browser.read(&ctx.config.key_ring, browser), now).await
}

/// The sign-in of a link; `None` if it is forged or the row is deleted, a day after it expired.
pub async fn requested_by_link(ctx: &Ctx, token: &str, now: OffsetDateTime) -> Result<Option<Requested>> {
    requested(ctx, Secret::Link.read(&ctx.config.key_ring, token), now).await
}

async fn requested(ctx: &Ctx, id: Option<Uuid>, now: OffsetDateTime) -> Result<Option<Requested>> {
    let Some(id) = id else {
        return Ok(None);
    };
    let row = sqlx::query!(
        r#"select email, return_to, join_issuer is not null as "is_join!",
               used_at is null and expires_at > $2 and tries < $3 as "is_open!",
               refused_at is not null or (mailed_at is null and job.dead_at is not null) as "is_given_up!"
           from email_sign_in left join job on job.id = mail_job_id where email_sign_in.id = $1"#,
        id,
        now,
        MAX_TRIES
    )
    .fetch_optional(&ctx.db)
    .await?;
    Ok(row.map(|row| Requested {
        address: row.email,
        return_to: row.return_to,
        is_join: row.is_join,
        state: match (row.is_given_up, row.is_open) {
            (true, _) => RequestState::MailGivenUp,
            (false, true) => RequestState::Open,
            (false, false) => RequestState::Over,
        },
    }))
}
