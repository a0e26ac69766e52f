//! The mail to somebody who paid twice.
//!
//! Invariant: it says nothing about a payer, because the address may have been mistyped.

use uuid::Uuid;

use crate::ctx::Ctx;
use crate::error::Result;
use crate::mail::{self, Letter};
use crate::payments::amount_in_words;

/// The mail about a second subscription; none if it turned out to be none, or nobody is known whom to write to.
pub async fn duplicate_letter(ctx: &Ctx, id: Uuid) -> Result<Option<Letter>> {
    let found = sqlx::query!(
        r#"select state, amount, currency,
               coalesce(case when app_user.email_verified then app_user.email end, customer.email) as email,
               to_char(ends_at at time zone 'utc', 'FMMonth FMDD') as until
           from duplicate_subscription
               join subscription on subscription.id = subscription_id
               join stripe_customer customer on customer.id = subscription.customer_id
               left join app_user on app_user.id = customer.user_id
           where subscription_id = $1"#,
        id
    )
    .fetch_optional(&ctx.db)
    .await?;
    let Some(found) = found else {
        return Ok(None);
    };
    let (Some(email), Some(origin)) = (found.email, ctx.config.public_url.as_deref()) else {
        return Ok(None);
    };
    let Ok(to) = mail::parse_address(&email) else {
        return Ok(None);
    };
    let (subject, text) = match found.state.as_str() {
        "asked" => (
            "did you pay for Premium twice?",
            format!(
                "Two subscriptions to Premium were paid with this email address.\n\n\
                 If both are yours, open this page, sign in with this address, and say that it was you. We then end the \
                 second one and refund it:\n\n{origin}/profile\n\n\
                 If you did not pay the second one, somebody has probably mistyped their address. You can say so on the \
                 same page. You are charged nothing for it.\n"
            ),
        ),
        "refunded" => (
            "you had paid twice",
            format!(
                "You had two subscriptions to Premium, so we ended the second one. {}\n\n\
                 Your first subscription goes on, and so does Premium. You can see it in your profile:\n\n{origin}/profile\n",
                refunded(found.amount, found.currency.as_deref())
            ),
        ),
        "not_renewed" => (
            "you have paid twice",
            format!(
                "You have two subscriptions to Premium. The second one could not be refunded on its own, so we made sure \
                 that it does not renew. It ends{}, and nothing more is charged for it.\n\n\
                 Please write to us about the refund, and a person will help you. You find our address in your \
                 profile:\n\n{origin}/profile\n",
                found.until.map(|until| format!(" on {until}")).unwrap_or_default()
            ),
        ),
        _ => return Ok(None),
    };
    Ok(Some(Letter {
        id: format!("paid-twice.{}.{id}", found.state),
        to,
        subject: format!("{}: {subject}", ctx.config.app_name),
        text,
    }))
}

fn refunded(amount: i64, currency: Option<&str>) -> String {
    match currency {
        Some(currency) if amount > 0 => format!(
            "We refunded {} to the card that paid it. Banks can take up to ten days to show it.",
            amount_in_words(amount, currency)
        ),
        _ => "Nothing was paid twice.".to_owned(),
    }
}
