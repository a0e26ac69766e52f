//! Sign-in by email: a link that works in any browser, and a code for the browser that requested it.
//!
//! Invariant: the database holds no secret. The link, the code and the browser's secret are keyed digests of the row's
//! id, each for its own purpose. A sign-in is used at most once, within 15 minutes of its mail and an hour of asking, and
//! allows five codes.

mod letter;
mod mailed;
mod requested;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

pub use self::letter::{letter, note_mailed, note_refused};
pub use self::requested::{RequestState, Requested, requested_by_browser, requested_by_link};
use super::limits::{self, Asker};
use super::pending::is_same;
use super::{Identity, KnownEmail, NotSignedIn, PriorIdentity, Proof, SignedIn, Verified, start};
use crate::ctx::Ctx;
use crate::database;
use crate::error::Result;
use crate::jobs::Mail;
use crate::locale::Locale;
use crate::mail;
use crate::network::Network;
use crate::vault::KeyRing;

pub use mailed::{MailedSignIn, OpenedLink, SEND_AGAIN_AFTER, ask_again, mailed, open_link, send_again};

/// How long a sign-in lasts from asking, however late its mail is and however often it is sent.
pub const MAX_WAIT: time::Duration = time::Duration::hours(1);
/// The issuer of identities that are proven by email.
pub const ISSUER: &str = "email";

/// A requested sign-in.
pub struct SignInRequest {
    /// The typed address.
    pub address: String,
    /// Our origin as the browser sees it, for the link.
    pub origin: String,
    /// The path to return to.
    pub return_to: String,
    /// The language of the page that asks; the mail speaks it.
    pub locale: Locale,
    /// The browser.
    pub asker: Asker,
    /// The identity that this browser has proven elsewhere, and that the mail shall join to the account of its address.
    pub join: Option<Identity>,
}

/// The secrets of a sign-in, by purpose.
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

/// Starts a sign-in and enqueues its mail, whether or not a user has this address. Returns the browser's secret.
///
/// # Errors
/// `NoAddress` if the text is not an address; `TooMany` if too many mails were requested.
pub async fn begin(ctx: &Ctx, request: SignInRequest, now: OffsetDateTime) -> Result<String, NotSignedIn> {
    let address = mail::parse_address(&request.address).map_err(|_| NotSignedIn::NoAddress)?;
    limits::count_mail(ctx, address.as_ref(), &request.asker, now).await?;
    let id = Uuid::new_v4();
    let mut tx = database::begin(&ctx.db).await?;
    let (join_issuer, join_subject) = request.join.map(|join| (join.issuer, join.subject)).unzip();
    let job = mail::enqueue(&mut tx, Mail::SignIn { id }).await?;
    sqlx::query!(
        "insert into email_sign_in
             (id, email, origin, return_to, created_at, expires_at, mail_job_id, join_issuer, join_subject, language)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        id,
        address.to_string(),
        request.origin,
        request.return_to,
        now,
        now + MAX_WAIT,
        job,
        join_issuer,
        join_subject,
        request.locale.tag()
    )
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(Secret::Browser.write(&ctx.config.key_ring, id))
}

/// Signs in by the link. `browser` is the secret of the sign-in that this browser last requested, if any. The guest's
/// data is carried over only if that sign-in was for the same address, since a link may come from an attacker.
///
/// # Errors
/// `Expired` if the link is used, expired or unknown.
pub async fn sign_in_by_link(
    ctx: &Ctx,
    token: &str,
    browser: Option<&str>,
    before: PriorIdentity,
    now: OffsetDateTime,
) -> Result<(SignedIn, String), NotSignedIn> {
    let keys = &ctx.config.key_ring;
    let id = Secret::Link.read(keys, token).ok_or(NotSignedIn::Expired)?;
    let requested = browser.and_then(|browser| Secret::Browser.read(keys, browser));
    let has_requested = match requested {
        Some(requested) => have_same_address(&ctx.db, requested, id).await?,
        None => false,
    };
    let before = PriorIdentity {
        guest: before.guest.filter(|_| has_requested),
        ..before
    };
    let used_in = if requested == Some(id) {
        Browser::ThatAsked
    } else {
        Browser::Another
    };
    use_up(ctx, id, used_in, &before, now).await
}

/// Whether two sign-ins are for the same address. After requesting two mails, a person may open the first one.
async fn have_same_address(db: &PgPool, one: Uuid, other: Uuid) -> Result<bool> {
    let is_same = sqlx::query_scalar!(
        r#"select lower(one.email) = lower(other.email) as "is_same!"
           from email_sign_in one, email_sign_in other where one.id = $1 and other.id = $2"#,
        one,
        other
    )
    .fetch_optional(db)
    .await?;
    Ok(is_same.unwrap_or(false))
}

/// Signs in by the code, in the browser that requested it.
///
/// # Errors
/// `WrongCode` while more tries are left; `Expired` if the sign-in is used, expired or another browser's.
pub async fn sign_in_by_code(
    ctx: &Ctx,
    tried: &TriedCode<'_>,
    before: &PriorIdentity,
    now: OffsetDateTime,
) -> Result<(SignedIn, String), NotSignedIn> {
    let keys = &ctx.config.key_ring;
    let id = Secret::Browser.read(keys, tried.browser).ok_or(NotSignedIn::Expired)?;
    let network = tried.network.unwrap_or_default();
    let address = sqlx::query_scalar!("select lower(email) from email_sign_in where id = $1", id)
        .fetch_optional(&ctx.db)
        .await?
        .flatten()
        .ok_or(NotSignedIn::Expired)?;
    let tries_allowed = limits::tries_allowed(ctx, &address, network, now).await?;
    // Count the try before comparing the code, so that parallel tries gain nothing.
    let used = sqlx::query_scalar!(
        "update email_sign_in set tries = tries + 1
         where id = $1 and used_at is null and expires_at > $2 and tries < $3 returning tries",
        id,
        now,
        tries_allowed
    )
    .fetch_optional(&ctx.db)
    .await?
    .ok_or(NotSignedIn::Expired)?;
    if is_same(digits_of(tried.code).as_bytes(), code(keys, id).as_bytes()) {
        return use_up(ctx, id, Browser::ThatAsked, before, now).await;
    }
    limits::count_wrong_code(ctx, &address, network, now).await?;
    match tries_allowed - used {
        0 => Err(NotSignedIn::Expired),
        tries_left => Err(NotSignedIn::WrongCode { tries_left }),
    }
}

/// A typed code.
pub struct TriedCode<'a> {
    /// The browser's secret.
    pub browser: &'a str,
    /// The typed text.
    pub code: &'a str,
    /// The caller's network, if that is known.
    pub network: Option<Network>,
}

/// The digits of a typed code, of any script. Spaces, hyphens and everything else between them are dropped.
fn digits_of(text: &str) -> String {
    let plain = |character: char| match character {
        '0'..='9' => Some(character),
        _ => care::redact::digit_of(character),
    };
    text.chars().filter_map(plain).collect()
}

/// The browser in which a sign-in is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Browser {
    ThatAsked,
    Another,
}

async fn use_up(
    ctx: &Ctx,
    id: Uuid,
    used_in: Browser,
    before: &PriorIdentity,
    now: OffsetDateTime,
) -> Result<(SignedIn, String), NotSignedIn> {
    let mut tx = database::begin(&ctx.db).await?;
    let row = sqlx::query!(
        "select email, return_to, join_issuer, join_subject from email_sign_in
         where id = $1 and used_at is null and expires_at > $2",
        id,
        now
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or(NotSignedIn::Expired)?;
    let proof = Proof {
        issuer: ISSUER.to_owned(),
        subject: row.email.to_lowercase(),
        email: Some(KnownEmail {
            address: row.email,
            verified: Verified::Mailbox,
        }),
        first_name: None,
        last_name: None,
        picture: None,
    };
    let started = start(&mut tx, ctx, &proof, before).await?;
    // After the account's lock, in the same order as deleting the account. A concurrent second use finds it used.
    let used = sqlx::query!(
        "update email_sign_in set used_at = $2 where id = $1 and used_at is null",
        id,
        now
    )
    .execute(&mut *tx)
    .await?;
    if used.rows_affected() == 0 {
        return Err(NotSignedIn::Expired);
    }
    // In another browser it may be somebody who was talked into pressing a button.
    if let (Browser::ThatAsked, Some(issuer), Some(subject)) = (used_in, row.join_issuer, row.join_subject) {
        started.join(&mut tx, &Identity { issuer, subject }).await?;
    }
    let signed_in = started.finish(&mut tx, ctx, &proof).await?;
    tx.commit().await?;
    Ok((signed_in, row.return_to))
}

/// Deletes sign-ins that expired over a day ago. Safe to repeat: it deletes by age.
pub async fn delete_old(db: &PgPool) -> Result<u64> {
    database::in_batches(|| {
        sqlx::query!(
            "delete from email_sign_in where ctid in (
                 select ctid from email_sign_in where expires_at < now() - interval '1 day' limit $1)",
            database::CLEANUP_BATCH
        )
        .execute(db)
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys() -> KeyRing {
        KeyRing::parse("a:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=").expect("a good ring")
    }

    #[test]
    fn a_secret_is_bound_to_its_sign_in_and_purpose() {
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
    fn a_code_may_be_typed_with_spaces_hyphens_and_digits_of_any_script() {
        for typed in [
            "123456",
            " 123 456\n",
            "123-456",
            "123‑456",
            "1 2 3 4 5 6",
            "123\u{a0}456",
            "１２３４５６",
            "١٢٣٤٥٦",
            "۱۲۳۴۵۶",
            "१२३४५६",
            "১২৩৪৫৬",
            "๑๒๓๔๕๖",
            "\u{200e}123456\u{200e}",
            "code: 123456.",
        ] {
            assert_eq!(digits_of(typed), "123456", "{typed:?}");
        }
        assert_eq!(digits_of("twelve"), "");
    }

    #[test]
    fn codes_have_six_digits_and_differ() {
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
