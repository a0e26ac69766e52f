//! Limits on sign-in mails and codes.
//!
//! Invariant: nobody is locked out by others. Strangers use up their own allowance for an address; a browser that once
//! held a session of it has another one. Many wrong codes leave fewer tries for each mail, and never none.

use std::time::Duration;

use time::OffsetDateTime;

use super::known_browser::KnownBrowser;
use crate::ctx::Ctx;
use crate::error::{Limit, Result};
use crate::network::Network;
use crate::rate_limit::RateLimit;

/// How many codes may be tried for one mail.
pub const MAX_TRIES: i16 = 5;
/// The same while many wrong codes come from the network.
const TRIES_IN_BAD_COMPANY: i16 = 2;
/// The same while many wrong codes are typed for the address.
const TRIES_UNDER_ATTACK: i16 = 1;

const HOUR: Duration = Duration::from_hours(1);

const TO_ADDRESS_FROM_NETWORK: RateLimit = limit("sign_in_mail_to_from", 5, HOUR);
const TO_ADDRESS_FROM_KNOWN_BROWSER: RateLimit = limit("sign_in_mail_known", 5, HOUR);
const TO_ADDRESS: RateLimit = limit("sign_in_mail_to", 30, HOUR);
const FROM_NETWORK: RateLimit = limit("sign_in_mail_from", 300, HOUR);
const WRONG_CODES_FROM_NETWORK: RateLimit = limit("sign_in_code_from", 100, HOUR);
const WRONG_CODES_FOR_ADDRESS: RateLimit = limit("sign_in_code_for", 25, Duration::from_hours(24));

/// How much a browser that has read nothing here weighs for its network. Others weigh 1.
const WEIGHT_OF_FRESH: i32 = 5;

const fn limit(kind: &'static str, allowed: i32, within: Duration) -> RateLimit {
    RateLimit {
        kind,
        allowed,
        within,
        limit: Limit::Attempts,
    }
}

/// The browser that asks for a mail.
#[derive(Debug, Clone, Default)]
pub struct Asker {
    /// Its network, if that is known.
    pub network: Option<Network>,
    /// Whether it has read nothing here yet.
    pub is_fresh: bool,
    /// What it was told when it held a session.
    pub known: Option<KnownBrowser>,
}

/// Counts a mail to an address.
///
/// # Errors
/// `TooMany` at a limit.
pub(super) async fn count_mail(ctx: &Ctx, address: &str, asker: &Asker, now: OffsetDateTime) -> Result<()> {
    let (db, keys) = (&ctx.db, &ctx.config.key_ring);
    let known = asker.known.as_ref().and_then(|known| known.counter(keys, address));
    if let Some(counter) = known {
        return TO_ADDRESS_FROM_KNOWN_BROWSER.count(db, &counter, now).await;
    }
    let network = asker.network.unwrap_or_default();
    let both = [&network.widest()[..], address.as_bytes()].concat();
    TO_ADDRESS_FROM_NETWORK
        .count(db, &keys.digest("mail from a network", &both), now)
        .await?;
    let weight = if asker.is_fresh { WEIGHT_OF_FRESH } else { 1 };
    FROM_NETWORK.count_weighted(db, &network.ip_prefix, weight, now).await?;
    if let Some(wide) = network.wide_prefix {
        widened(FROM_NETWORK).count_weighted(db, &wide, weight, now).await?;
    }
    TO_ADDRESS
        .count(db, &keys.digest("mail", address.as_bytes()), now)
        .await
}

/// How many codes may be tried for one mail to this address, from this network.
pub(super) async fn tries_allowed(ctx: &Ctx, address: &str, network: Network, now: OffsetDateTime) -> Result<i16> {
    let (db, keys) = (&ctx.db, &ctx.config.key_ring);
    let address_hash = keys.digest("mail", address.as_bytes());
    if WRONG_CODES_FOR_ADDRESS.is_reached(db, &address_hash, now).await? {
        return Ok(TRIES_UNDER_ATTACK);
    }
    if WRONG_CODES_FROM_NETWORK.is_reached(db, &network.widest(), now).await? {
        return Ok(TRIES_IN_BAD_COMPANY);
    }
    Ok(MAX_TRIES)
}

/// Counts a wrong code.
pub(super) async fn count_wrong_code(ctx: &Ctx, address: &str, network: Network, now: OffsetDateTime) -> Result<()> {
    let (db, keys) = (&ctx.db, &ctx.config.key_ring);
    let address_hash = keys.digest("mail", address.as_bytes());
    for (limit, by_hash) in [
        (WRONG_CODES_FOR_ADDRESS, address_hash),
        (WRONG_CODES_FROM_NETWORK, network.widest()),
    ] {
        match limit.count(db, &by_hash, now).await {
            // `tries_allowed` answers that: it leaves fewer tries.
            Ok(()) | Err(crate::error::Error::TooMany { .. }) => {}
            Err(other) => return Err(other),
        }
    }
    Ok(())
}

const fn widened(limit: RateLimit) -> RateLimit {
    RateLimit {
        allowed: Network::wide_limit(limit.allowed),
        ..limit
    }
}
