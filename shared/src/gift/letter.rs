//! The mail to a giver.
//!
//! Invariant: it holds no code. The address was typed, and a stranger who gets the mail must not get the gift.

use uuid::Uuid;

use crate::ctx::Ctx;
use crate::error::Result;
use crate::mail::{self, Letter};
use crate::payments::amount_in_words;

/// The receipt of a gift; none if it has ended meanwhile, or nobody is known whom to write to.
pub async fn paid_letter(ctx: &Ctx, id: Uuid) -> Result<Option<Letter>> {
    let gift = sqlx::query!(
        r#"select email, amount, stripe_id, giver_id is not null as "by_user!",
               to_char(paid_at at time zone 'utc', 'FMMonth FMDD, YYYY') as paid_on,
               to_char(expires_at at time zone 'utc', 'FMMonth FMDD, YYYY') as until
           from gift where id = $1 and state in ('paid', 'used')"#,
        id
    )
    .fetch_optional(&ctx.db)
    .await?;
    let Some(gift) = gift else {
        return Ok(None);
    };
    let (Some(email), Some(origin)) = (gift.email, ctx.config.public_url.as_deref()) else {
        return Ok(None);
    };
    let Ok(to) = mail::parse_address(&email) else {
        return Ok(None);
    };
    let name = &ctx.config.app_name;
    let support = &ctx.config.support_email;
    let way = if gift.by_user {
        "sign in, and open this page"
    } else {
        "open this page in the browser in which you paid, within thirty days"
    };
    Ok(Some(Letter {
        id: format!("gift-paid.{id}"),
        to,
        subject: format!("{name}: your gift of a year"),
        text: format!(
            "Thank you. You paid {} for a year of Premium on {}, as a gift for somebody. It does not renew.\n\n\
             Its link is on the page on which you paid. To see it again, {way}:\n\n{origin}/subscribe/gift\n\n\
             Pass the link on yourself; we write to nobody but you. It can be used once, until {}. As long as nobody has \
             used it, we can give the money back: write to {support}.\n\n\
             Reference of the payment: {}\n",
            amount_in_words(gift.amount, "usd"),
            gift.paid_on.unwrap_or_default(),
            gift.until.unwrap_or_default(),
            gift.stripe_id.unwrap_or_default()
        ),
    }))
}
