//! Late payments: paying with a new card, the page where it is paid, and the mail about it.
//!
//! Invariant: only an invoice that Stripe calls open is paid, so nothing is paid twice.

use sqlx::PgConnection;
use time::UtcOffset;
use uuid::Uuid;

use super::buyer::Buyer;
use super::{GRACE, Status, payments, sync};
use crate::ctx::Ctx;
use crate::error::Result;
use crate::jobs::Mail;
use crate::locale::Locale;
use crate::mail::{self, Letter};
use crate::payments::Problem;

/// The path of ours that leads to Stripe's page of the oldest open invoice.
pub const PAY_PATH: &str = "/api/subscription/pay";

/// Pays the late invoices of a customer with the card that was attached, or else with their default card, which has
/// changed. No other card is tried. Those whose card is declined stay late.
///
/// # Errors
/// `PaymentsNotSetUp`, `PaymentsUnavailable`.
pub(super) async fn retry(ctx: &Ctx, customer: &str, attached: Option<&str>) -> Result<()> {
    let late = sqlx::query_scalar!(
        r#"select subscription.stripe_id as "stripe_id!" from subscription
           join stripe_customer on stripe_customer.id = subscription.customer_id
           where stripe_customer.stripe_id = $1 and status in ('past_due', 'unpaid') and ending_since is null"#,
        customer
    )
    .fetch_all(&ctx.db)
    .await?;
    if late.is_empty() {
        return Ok(());
    }
    let payments = payments(ctx)?;
    let card = match attached {
        Some(card) => Some(card.to_owned()),
        None => Box::pin(payments.default_card(customer)).await?,
    };
    let Some(card) = card else {
        return Ok(());
    };
    for subscription in late {
        for invoice in payments.open_invoices(&subscription).await? {
            match Box::pin(payments.pay_invoice(&invoice.id, &card)).await {
                // Declined, or the bank asks for confirmation: the page of the invoice is left to the person.
                Ok(()) | Err(Problem::Refused { .. } | Problem::Missing) => {}
                Err(problem) => return Err(problem.into()),
            }
        }
        sync(ctx, &subscription).await?;
    }
    Ok(())
}

/// The URL of Stripe's page where a buyer pays the oldest late invoice; none if nothing is late.
///
/// # Errors
/// `PaymentsNotSetUp`, `PaymentsUnavailable`.
pub async fn open_invoice(ctx: &Ctx, buyer: &Buyer) -> Result<Option<String>> {
    let payments = payments(ctx)?;
    let (user, visitor_hash) = buyer.columns();
    let late = sqlx::query_scalar!(
        r#"select subscription.stripe_id as "stripe_id!" from subscription
           join stripe_customer on stripe_customer.id = subscription.customer_id
           where (user_id = $1 or visitor_hash = $2) and status in ('past_due', 'unpaid')
           order by unpaid_since nulls last"#,
        user,
        visitor_hash
    )
    .fetch_all(&ctx.db)
    .await?;
    for subscription in late {
        let open = match payments.open_invoices(&subscription).await {
            Err(Problem::Missing) => continue,
            open => open?,
        };
        if let Some(page) = open.into_iter().find_map(|invoice| invoice.page) {
            return Ok(Some(page));
        }
    }
    Ok(None)
}

/// Enqueues the mail about a late payment, if the answer has made the subscription late.
pub(super) async fn tell_if_late(
    tx: &mut PgConnection,
    id: Uuid,
    before: Option<Status>,
    now: Option<Status>,
) -> Result<()> {
    if now == Some(Status::PastDue) && before != now {
        mail::enqueue(tx, Mail::PaymentFailed { subscription: id }).await?;
    }
    Ok(())
}

/// The mail about a late payment; none if it is paid or over, or nobody is known whom to write to.
pub async fn failed_letter(ctx: &Ctx, id: Uuid) -> Result<Option<Letter>> {
    let late = sqlx::query!(
        r#"select coalesce(case when app_user.email_verified then app_user.email end, customer.email) as email,
               coalesce(app_user.language, customer.language) as language,
               unpaid_since + make_interval(secs => $2) as until
           from subscription join stripe_customer customer on customer.id = subscription.customer_id
               left join app_user on app_user.id = customer.user_id
           where subscription.id = $1 and status = 'past_due' and ending_since is null"#,
        id,
        GRACE.as_seconds_f64()
    )
    .fetch_optional(&ctx.db)
    .await?;
    let Some(late) = late else {
        return Ok(None);
    };
    let (Some(email), Some(origin)) = (late.email, ctx.config.public_url.as_deref()) else {
        return Ok(None);
    };
    let Ok(to) = mail::parse_address(&email) else {
        return Ok(None);
    };
    let locale = Locale::of_column(late.language.as_deref());
    let until = late
        .until
        .map(|until| locale.day(until.to_offset(UtcOffset::UTC).date()));
    let (subject, text) = match locale {
        Locale::English => in_english(origin, until.as_deref()),
        Locale::Spanish => in_spanish(origin, until.as_deref()),
    };
    Ok(Some(Letter {
        id: format!("payment-failed.{id}"),
        to,
        subject: format!("{}: {subject}", ctx.config.app_name),
        text,
    }))
}

/// Subject and text of the mail about a payment that did not go through.
fn in_english(origin: &str, until: Option<&str>) -> (&'static str, String) {
    let until = until.map_or_else(|| "for seven days".to_owned(), |until| format!("until {until}"));
    let text = format!(
        "Your last payment for Premium did not go through. This happens, for example when a card has expired or the \
         bank wants you to confirm.\n\n\
         Premium stays on {until}.\n\n\
         To pay with this card or another one, or to confirm for your bank, open this page:\n\n{origin}{PAY_PATH}\n\n\
         If you no longer want Premium, you can cancel in your profile, and nothing more is charged:\n\n{origin}/profile\n"
    );
    ("your payment did not go through", text)
}

fn in_spanish(origin: &str, until: Option<&str>) -> (&'static str, String) {
    let until = until.map_or_else(|| "por siete días".to_owned(), |until| format!("hasta el {until}"));
    let text = format!(
        "No se pudo cobrar tu último pago de Premium. A veces pasa, por ejemplo cuando una tarjeta venció o cuando el \
         banco quiere que lo confirmes.\n\n\
         Premium sigue activo {until}.\n\n\
         Para pagar con esta tarjeta o con otra, o para confirmar ante tu banco, abre esta página:\n\n{origin}{PAY_PATH}\n\n\
         Si ya no quieres Premium, puedes cancelarlo en tu perfil, y no se cobra nada más:\n\n{origin}/profile\n"
    );
    ("no se pudo cobrar tu pago", text)
}
