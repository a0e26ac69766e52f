//! Signing in by email: a link that works wherever it is opened, and a code for the browser that asked.
//!
//! Invariant: the database holds no secret. Link, code and the browser's half are digests of the row's id under the
//! operator's key, of different purposes. One sign-in is used once, by link or code, within 15 minutes; after five
//! codes no other counts.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use super::under_way::is_same;
use super::{Before, KnownEmail, NotSignedIn, Proof, SignedIn, enter};
use crate::attempt::Ceiling;
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Limit, Result};
use crate::mail::{self, Letter, Message};
use crate::vault::KeyRing;

/// How long a link and a code can be used.
pub const LIFE: time::Duration = time::Duration::minutes(15);
/// How many codes may be tried.
pub const TRIES: i16 = 5;
/// The issuer of people who prove that they can read an address.
pub const ISSUER: &str = "email";

const MAILS_TO_AN_ADDRESS: Ceiling = Ceiling {
    kind: "sign_in_mail_to",
    allowed: 5,
    within: Duration::from_hours(1),
    limit: Limit::Attempts,
};
const MAILS_FROM_A_HOUSEHOLD: Ceiling = Ceiling {
    kind: "sign_in_mail_from",
    allowed: 20,
    within: Duration::from_hours(1),
    limit: Limit::Attempts,
};
const CODES_FROM_A_HOUSEHOLD: Ceiling = Ceiling {
    kind: "sign_in_code_from",
    allowed: 30,
    within: Duration::from_hours(1),
    limit: Limit::Attempts,
};

/// A sign-in to be begun.
pub struct Asked {
    /// What was typed as the address.
    pub address: String,
    /// Where the browser sees us; the link leads there.
    pub origin: String,
    /// The path to return to.
    pub return_to: String,
    /// Where the call comes from.
    pub household: Option<[u8; 32]>,
}

/// The secrets of one sign-in, by what they are for.
#[derive(Debug, Clone, Copy)]
enum Secret {
    Link,
    Browser,
}

impl Secret {
    const fn purpose(self) -> &'static str {
        match self {
            Self::Link => "sign-in link",
            Self::Browser => "sign-in browser",
        }
    }

    fn write(self, keys: &KeyRing, id: Uuid) -> String {
        let secret = keys.digest(self.purpose(), id.as_bytes());
        URL_SAFE_NO_PAD.encode([&id.as_bytes()[..], &secret].concat())
    }

    fn read(self, keys: &KeyRing, text: &str) -> Option<Uuid> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (id, secret) = bytes.split_at_checked(16)?;
        let id = Uuid::from_slice(id).ok()?;
        is_same(secret, &keys.digest(self.purpose(), id.as_bytes())).then_some(id)
    }
}

fn code(keys: &KeyRing, id: Uuid) -> String {
    let digest = keys.digest("sign-in code", id.as_bytes());
    let number = digest[..8]
        .iter()
        .fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    format!("{:06}", number % 1_000_000)
}

/// Writes a sign-in and its mail. Whether anybody has this address changes nothing. Returns the browser's secret.
///
/// # Errors
/// `NoAddress` if it is none; `TooMany` if too many mails were asked for.
pub async fn ask(ctx: &Ctx, asked: Asked, now: OffsetDateTime) -> Result<String, NotSignedIn> {
    let address = mail::parse_address(asked.address.trim()).map_err(|_| NotSignedIn::NoAddress)?;
    let keys = &ctx.config.key_ring;
    let to = keys.digest("mail", address.to_string().to_lowercase().as_bytes());
    let from = asked.household.unwrap_or_default();
    MAILS_FROM_A_HOUSEHOLD.count(&ctx.db, &from, now).await?;
    MAILS_TO_AN_ADDRESS.count(&ctx.db, &to, now).await?;
    let id = Uuid::new_v4();
    let mut tx = database::begin(&ctx.db).await?;
    sqlx::query!(
        "insert into email_sign_in (id, email, origin, return_to, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)",
        id,
        address.to_string(),
        asked.origin,
        asked.return_to,
        now,
        now + LIFE
    )
    .execute(&mut *tx)
    .await?;
    mail::enqueue(&mut tx, Message::SignIn { id }).await?;
    tx.commit().await?;
    Ok(Secret::Browser.write(keys, id))
}

/// What the mail says; nothing if it is not worth sending any more.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn letter(ctx: &Ctx, id: Uuid) -> Result<Option<Letter>> {
    let row = sqlx::query!(
        "select email, origin from email_sign_in
         where id = $1 and mailed_at is null and used_at is null and expires_at > now()",
        id
    )
    .fetch_optional(&ctx.db)
    .await?;
    let Some(row) = row else {
        return Ok(None);
    };
    let Ok(to) = mail::parse_address(&row.email) else {
        return Ok(None);
    };
    let keys = &ctx.config.key_ring;
    let (name, origin) = (&ctx.config.app_name, row.origin);
    let (link, code) = (Secret::Link.write(keys, id), code(keys, id));
    Ok(Some(Letter {
        id: format!("sign-in.{id}"),
        to,
        subject: format!("Your sign-in to {name}: {code}"),
        text: format!(
            "Welcome to {name}.\n\n\
             To sign in, type this code where you asked for it:\n\n    {code}\n\n\
             Or open this link, on any device, and press the button there:\n\n{origin}/api/login/link?token={link}\n\n\
             Both work once, for 15 minutes.\n\n\
             If you did not ask for this, you can leave it. Nobody can sign in without this mail.\n\
             Please give the code to nobody. We never ask for it.\n"
        ),
    }))
}

/// Notes that the mail has left.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn note_mailed(db: &PgPool, id: Uuid) -> Result<()> {
    sqlx::query!("update email_sign_in set mailed_at = now() where id = $1", id)
        .execute(db)
        .await?;
    Ok(())
}

/// The address that a link signs in, if it can still be used. Looking uses nothing: programs that check mail for danger
/// look, too.
///
/// # Errors
/// `Over` if it cannot.
pub async fn look(ctx: &Ctx, token: &str, now: OffsetDateTime) -> Result<String, NotSignedIn> {
    let id = Secret::Link
        .read(&ctx.config.key_ring, token)
        .ok_or(NotSignedIn::Over)?;
    sqlx::query_scalar!(
        "select email from email_sign_in where id = $1 and used_at is null and expires_at > $2",
        id,
        now
    )
    .fetch_optional(&ctx.db)
    .await?
    .ok_or(NotSignedIn::Over)
}

/// Signs in by the link. `browser` is the secret of what this browser asked for last, if it asked: one that never asked for
/// this address keeps what it confided as a guest, since whoever sent it the link may not be the person before it.
///
/// # Errors
/// `Over` if it was used or is too old.
pub async fn sign_in_by_link(
    ctx: &Ctx,
    token: &str,
    browser: Option<&str>,
    before: Before,
    now: OffsetDateTime,
) -> Result<(SignedIn, String), NotSignedIn> {
    let keys = &ctx.config.key_ring;
    let id = Secret::Link.read(keys, token).ok_or(NotSignedIn::Over)?;
    let has_asked = match browser.and_then(|browser| Secret::Browser.read(keys, browser)) {
        Some(asked) => are_for_one_address(&ctx.db, asked, id).await?,
        None => false,
    };
    let before = Before {
        guest: before.guest.filter(|_| has_asked),
        ..before
    };
    use_up(ctx, id, &before, now).await
}

/// Whether two sign-ins are for one address: whoever asks twice may open the first mail.
async fn are_for_one_address(db: &PgPool, one: Uuid, other: Uuid) -> Result<bool> {
    let found = sqlx::query_scalar!(
        r#"select lower(one.email) = lower(other.email) as "is_same!"
           from email_sign_in one, email_sign_in other where one.id = $1 and other.id = $2"#,
        one,
        other
    )
    .fetch_optional(db)
    .await?;
    Ok(found.unwrap_or(false))
}

/// Signs in by the code, in the browser that asked for it.
///
/// # Errors
/// `WrongCode` while more may be tried; `Over` if the sign-in was used, is too old, or is another browser's; `TooMany`
/// if too many codes came from this household.
pub async fn sign_in_by_code(
    ctx: &Ctx,
    tried: TriedCode<'_>,
    before: &Before,
    now: OffsetDateTime,
) -> Result<(SignedIn, String), NotSignedIn> {
    let keys = &ctx.config.key_ring;
    let id = Secret::Browser.read(keys, tried.browser).ok_or(NotSignedIn::Over)?;
    CODES_FROM_A_HOUSEHOLD
        .count(&ctx.db, &tried.household.unwrap_or_default(), now)
        .await?;
    // The try is counted before it is compared, so that parallel tries gain nothing.
    let used = sqlx::query_scalar!(
        "update email_sign_in set tries = tries + 1
         where id = $1 and used_at is null and expires_at > $2 and tries < $3 returning tries",
        id,
        now,
        TRIES
    )
    .fetch_optional(&ctx.db)
    .await?
    .ok_or(NotSignedIn::Over)?;
    let digits: String = tried.code.chars().filter(char::is_ascii_digit).collect();
    if is_same(digits.as_bytes(), code(keys, id).as_bytes()) {
        return use_up(ctx, id, before, now).await;
    }
    match TRIES - used {
        0 => Err(NotSignedIn::Over),
        tries_left => Err(NotSignedIn::WrongCode { tries_left }),
    }
}

/// A code that somebody typed.
pub struct TriedCode<'a> {
    /// The secret of the browser that asked.
    pub browser: &'a str,
    /// What was typed.
    pub code: &'a str,
    /// Where the call comes from.
    pub household: Option<[u8; 32]>,
}

async fn use_up(ctx: &Ctx, id: Uuid, before: &Before, now: OffsetDateTime) -> Result<(SignedIn, String), NotSignedIn> {
    let mut tx = database::begin(&ctx.db).await?;
    let row = sqlx::query!(
        "select email, return_to from email_sign_in where id = $1 and used_at is null and expires_at > $2",
        id,
        now
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or(NotSignedIn::Over)?;
    let proof = Proof {
        issuer: ISSUER.to_owned(),
        subject: row.email.to_lowercase(),
        email: Some(KnownEmail {
            address: row.email,
            is_verified: true,
        }),
        first_name: None,
        last_name: None,
        picture: None,
    };
    let entered = enter(&mut tx, ctx, &proof, before).await?;
    // After the account, as whoever deletes it takes them. Of two who use it at once the second finds it used.
    let used = sqlx::query!(
        "update email_sign_in set used_at = $2 where id = $1 and used_at is null",
        id,
        now
    )
    .execute(&mut *tx)
    .await?;
    if used.rows_affected() == 0 {
        return Err(NotSignedIn::Over);
    }
    let signed_in = entered.note(&mut tx, &proof).await?;
    tx.commit().await?;
    Ok((signed_in, row.return_to))
}

/// Deletes sign-ins that are over since a day. Safe to repeat: it deletes by age.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn delete_old(db: &PgPool) -> Result<u64> {
    let deleted = sqlx::query!("delete from email_sign_in where expires_at < now() - interval '1 day'")
        .execute(db)
        .await?;
    Ok(deleted.rows_affected())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys() -> KeyRing {
        KeyRing::parse("a:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=").expect("a good ring")
    }

    #[test]
    fn a_secret_opens_its_own_sign_in_and_its_own_door_only() {
        let (keys, id) = (keys(), Uuid::from_u128(7));
        let link = Secret::Link.write(&keys, id);
        assert_eq!(Secret::Link.read(&keys, &link), Some(id));
        assert_eq!(Secret::Browser.read(&keys, &link), None, "a link is no browser");
        let other = Secret::Link.write(&keys, Uuid::from_u128(8));
        let mixed = format!("{}{}", &link[..21], &other[21..]);
        for wrong in ["", "AAAA", &link[..link.len() - 2], &format!("{link}AA"), &mixed] {
            assert_eq!(Secret::Link.read(&keys, wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_code_has_six_digits_and_differs() {
        let codes: std::collections::BTreeSet<String> =
            (0..200).map(|number| code(&keys(), Uuid::from_u128(number))).collect();
        assert!(
            codes
                .iter()
                .all(|code| code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit()))
        );
        assert!(codes.len() > 195);
    }
}
