//! The gifts that a caller has paid.
//!
//! Invariant: only the giver's account, or the browser that paid, sees the code, and only until it is used.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::code::{GiftCode, KEY_OWNER, place};
use super::sync::sync;
use crate::ctx::Ctx;
use crate::database;
use crate::error::Result;
use crate::ids::UserId;
use crate::subscription::CheckoutToken;
use crate::vault;

/// How many gifts of one giver are shown.
const MAX_SHOWN: i64 = 50;
/// How long Stripe's answer about an unpaid gift counts as fresh.
const ANSWER_MAX_AGE: Duration = Duration::seconds(2);

/// A gift as its giver sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Own {
    /// Its id.
    pub id: Uuid,
    /// The word of its [`State`](super::State). One that is not paid yet is `begun`.
    pub state: String,
    /// What was paid, in cents of a dollar.
    pub amount: i64,
    /// When it was paid.
    pub paid_at: Option<OffsetDateTime>,
    /// When it was accepted.
    pub used_at: Option<OffsetDateTime>,
    /// Until when it can be accepted.
    pub expires_at: Option<OffsetDateTime>,
    /// The code, as long as it can be used.
    pub code: Option<GiftCode>,
}

/// The gifts of a user, and those paid in this browser, newest first. Asks Stripe about the one that is not paid yet, so
/// that a fresh payment shows before its event arrives.
///
/// # Errors
/// Errors of Stripe are only logged.
pub async fn own(ctx: &Ctx, user: Option<UserId>, browser: Option<&CheckoutToken>) -> Result<Vec<Own>> {
    let (user, browser) = (user.map(|user| user.0), browser.map(CheckoutToken::hash));
    ask_about_open(ctx, user, browser.as_deref()).await?;
    let mut tx = database::begin(&ctx.db).await?;
    let rows = sqlx::query!(
        "select id, state, amount, paid_at, used_at, expires_at,
             case when state = 'paid' and expires_at > now() then code_sealed end as code_sealed
         from gift where (giver_id = $1 or giver_hash = $2) and stripe_id is not null and state <> 'canceled'
         order by created_at desc limit $3",
        user,
        browser,
        MAX_SHOWN
    )
    .fetch_all(&mut *tx)
    .await?;
    let mut gifts = Vec::with_capacity(rows.len());
    for row in rows {
        let code = match row.code_sealed {
            Some(sealed) => {
                let key = vault::system_key(&mut tx, &ctx.config.key_ring, KEY_OWNER).await?;
                let plain = key.open(place(row.id), &sealed)?;
                GiftCode::parse(&String::from_utf8_lossy(&plain))
            }
            None => None,
        };
        gifts.push(Own {
            id: row.id,
            state: row.state,
            amount: row.amount,
            paid_at: row.paid_at,
            used_at: row.used_at,
            expires_at: row.expires_at,
            code,
        });
    }
    tx.commit().await?;
    Ok(gifts)
}

async fn ask_about_open(ctx: &Ctx, user: Option<Uuid>, browser: Option<&[u8]>) -> Result<()> {
    let open = sqlx::query_scalar!(
        r#"select stripe_id as "stripe_id!" from gift
           where (giver_id = $1 or giver_hash = $2) and state = 'begun' and stripe_id is not null
               and (told_at is null or told_at < now() - make_interval(secs => $3))"#,
        user,
        browser,
        ANSWER_MAX_AGE.as_seconds_f64()
    )
    .fetch_all(&ctx.db)
    .await?;
    for stripe_id in open {
        if let Err(error) = sync(ctx, &stripe_id).await {
            tracing::info!(%error, "an unpaid gift could not be synced");
        }
    }
    Ok(())
}
