//! The mailed sign-in of a browser: whether it waits for its code, and its mail once more. Also what a link opens.
//!
//! Invariant: looking uses nothing up, and a person who holds only the browser's cookie sees the address masked.

use std::time::Duration;

use time::OffsetDateTime;

use super::{MAX_WAIT, NotSignedIn, Secret, code, have_same_address};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Limit, Result};
use crate::jobs::Mail;
use crate::mail;
use crate::sign_in::limits::{self, Asker, MAX_TRIES};

/// How long a person waits before the mail is sent again.
pub const SEND_AGAIN_AFTER: Duration = Duration::from_secs(30);

/// A sign-in that waits for its code or link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailedSignIn {
    /// The address, with most of its mailbox hidden.
    pub masked_address: String,
    /// How long until the mail may be sent again; zero if it may be now.
    pub wait: Duration,
    /// Whether it was sent again, and nothing may be sent right now.
    pub was_just_sent_again: bool,
    /// Whether it joins another way of signing in.
    pub is_join: bool,
}

/// What a link opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenedLink {
    /// The address.
    pub address: String,
    /// The code to type in the browser that asked, if that is another one.
    pub code_for_there: Option<String>,
}

/// The sign-in that this browser has asked for; `None` if it is used, expired or unknown. `browser` is the browser's
/// secret.
pub async fn mailed(ctx: &Ctx, browser: &str, now: OffsetDateTime) -> Result<Option<MailedSignIn>> {
    let Some(id) = Secret::Browser.read(&ctx.config.key_ring, browser) else {
        return Ok(None);
    };
    let row = sqlx::query!(
        r#"select email, greatest(created_at, sent_again_at) as "asked_at!", sent_again_at,
               join_issuer is not null as "is_join!" from email_sign_in
           where id = $1 and used_at is null and expires_at > $2 and tries < $3"#,
        id,
        now,
        MAX_TRIES
    )
    .fetch_optional(&ctx.db)
    .await?;
    Ok(row.map(|row| {
        let wait = Duration::try_from(row.asked_at + SEND_AGAIN_AFTER - now).unwrap_or_default();
        MailedSignIn {
            masked_address: masked(&row.email),
            wait: wait.min(SEND_AGAIN_AFTER),
            was_just_sent_again: row.sent_again_at.is_some() && !wait.is_zero(),
            is_join: row.is_join,
        }
    }))
}

/// Asks once more for an address that this browser waits for: the same mail is sent again, unless it was just sent. Returns
/// false if it waits for another address, or for none. Somebody whose mail is slow asks again, and types the first code.
///
/// # Errors
/// `TooMany` if too many mails were requested.
pub async fn ask_again(
    ctx: &Ctx,
    browser: &str,
    address: &str,
    asker: &Asker,
    now: OffsetDateTime,
) -> Result<bool, NotSignedIn> {
    let id = Secret::Browser.read(&ctx.config.key_ring, browser);
    let (Some(id), Ok(address)) = (id, mail::parse_address(address)) else {
        return Ok(false);
    };
    let waits = sqlx::query_scalar!(
        r#"select exists (select from email_sign_in where id = $1 and email = $2 and join_issuer is null
               and used_at is null and expires_at > $3 and tries < $4) as "waits!""#,
        id,
        address.to_string(),
        now,
        MAX_TRIES
    )
    .fetch_one(&ctx.db)
    .await?;
    if !waits {
        return Ok(false);
    }
    match send_again(ctx, browser, asker, now).await {
        Err(NotSignedIn::Failed(Error::TooMany { retry_after, .. })) if retry_after <= SEND_AGAIN_AFTER => Ok(true),
        sent => sent.map(|()| true),
    }
}

/// Sends the mail once more, with the same link and code, so that whichever mail arrives first works. Another 15 minutes
/// begin when the mail server has it, within an hour of the request.
///
/// # Errors
/// `Expired` if the sign-in is used, expired or unknown; `TooMany` within 30 seconds of the last time, or if too many
/// mails were requested.
pub async fn send_again(ctx: &Ctx, browser: &str, asker: &Asker, now: OffsetDateTime) -> Result<(), NotSignedIn> {
    let keys = &ctx.config.key_ring;
    let id = Secret::Browser.read(keys, browser).ok_or(NotSignedIn::Expired)?;
    let pending = mailed(ctx, browser, now).await?.ok_or(NotSignedIn::Expired)?;
    let too_soon = |wait| {
        NotSignedIn::Failed(Error::TooMany {
            limit: Limit::Attempts,
            retry_after: wait,
        })
    };
    if !pending.wait.is_zero() {
        return Err(too_soon(pending.wait));
    }
    let address = sqlx::query_scalar!("select email from email_sign_in where id = $1", id)
        .fetch_optional(&ctx.db)
        .await?
        .ok_or(NotSignedIn::Expired)?;
    limits::count_mail(ctx, &address, asker, now).await?;
    let mut tx = database::begin(&ctx.db).await?;
    let job = mail::enqueue(&mut tx, Mail::SignIn { id }).await?;
    // The condition lets one of two concurrent presses through.
    let sent = sqlx::query!(
        "update email_sign_in set sent_again_at = $2, mailed_at = null, refused_at = null, mail_job_id = $3,
             expires_at = created_at + make_interval(secs => $4)
         where id = $1 and used_at is null and expires_at > $2 and greatest(created_at, sent_again_at) <= $5",
        id,
        now,
        job,
        MAX_WAIT.as_seconds_f64(),
        now - SEND_AGAIN_AFTER
    )
    .execute(&mut *tx)
    .await?;
    if sent.rows_affected() == 0 {
        return Err(too_soon(SEND_AGAIN_AFTER));
    }
    tx.commit().await?;
    Ok(())
}

/// Looks at a valid link. `browser` is the secret of the sign-in that this browser last requested, if any. A browser that
/// did not ask for this address gets the code for the one that did. Does not use the link up, since mail scanners open
/// links, too.
///
/// # Errors
/// `Expired` if the link is used, expired or unknown.
pub async fn open_link(
    ctx: &Ctx,
    token: &str,
    browser: Option<&str>,
    now: OffsetDateTime,
) -> Result<OpenedLink, NotSignedIn> {
    let keys = &ctx.config.key_ring;
    let id = Secret::Link.read(keys, token).ok_or(NotSignedIn::Expired)?;
    let row = sqlx::query!(
        "select email, tries from email_sign_in where id = $1 and used_at is null and expires_at > $2",
        id,
        now
    )
    .fetch_optional(&ctx.db)
    .await?
    .ok_or(NotSignedIn::Expired)?;
    let has_requested = match browser.and_then(|browser| Secret::Browser.read(keys, browser)) {
        Some(requested) => have_same_address(&ctx.db, requested, id).await?,
        None => false,
    };
    // After too many wrong codes the link still works, and the code does not.
    let code_works_there = !has_requested && row.tries < MAX_TRIES;
    Ok(OpenedLink {
        address: row.email,
        code_for_there: code_works_there.then(|| code(keys, id)),
    })
}

/// The address with most of its mailbox hidden, as in `s•••@example.org`. Nothing of a mailbox of one or two letters is
/// left.
fn masked(address: &str) -> String {
    let (mailbox, domain) = address.rsplit_once('@').unwrap_or((address, ""));
    let first = mailbox.chars().next().filter(|_| mailbox.chars().count() > 2);
    let first = first.map(String::from).unwrap_or_default();
    format!("{first}•••@{domain}")
}

#[cfg(test)]
mod tests {
    use super::masked;

    #[test]
    fn a_masked_address_shows_one_letter_and_the_domain() {
        for (address, shown) in [
            ("somebody@example.org", "s•••@example.org"),
            ("jo@example.org", "•••@example.org"),
            ("élodie@example.org", "é•••@example.org"),
            ("\"a@b\"@example.org", "\"•••@example.org"),
        ] {
            assert_eq!(masked(address), shown);
        }
    }
}
