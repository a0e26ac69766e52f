//! The mail to somebody who paid twice.
//!
//! Invariant: it says nothing about a payer, because the address may have been mistyped.

use time::UtcOffset;
use uuid::Uuid;

use crate::ctx::Ctx;
use crate::error::Result;
use crate::locale::Locale;
use crate::mail::{self, Letter};
use crate::payments::amount_in_words;

/// The mail about a second subscription; none if it turned out to be none, or nobody is known whom to write to.
pub async fn duplicate_letter(ctx: &Ctx, id: Uuid) -> Result<Option<Letter>> {
    let found = sqlx::query!(
        r#"select state, amount, currency, coalesce(app_user.language, customer.language) as language,
               coalesce(case when app_user.email_verified then app_user.email end, customer.email) as email,
               ends_at as until
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
    let locale = Locale::of_column(found.language.as_deref());
    let end = End {
        origin,
        refund: found
            .currency
            .filter(|_| found.amount > 0)
            .map(|currency| amount_in_words(found.amount, &currency)),
        until: found
            .until
            .map(|until| locale.day(until.to_offset(UtcOffset::UTC).date())),
    };
    let written = match locale {
        Locale::English => end.in_english(&found.state),
        Locale::Spanish => end.in_spanish(&found.state),
    };
    Ok(written.map(|(subject, text)| Letter {
        id: format!("paid-twice.{}.{id}", found.state),
        to,
        subject: format!("{}: {subject}", ctx.config.app_name),
        text,
    }))
}

/// What becomes of a second subscription.
struct End<'a> {
    origin: &'a str,
    /// The amount that was refunded.
    refund: Option<String>,
    /// The day on which it ends.
    until: Option<String>,
}

/// Subject and text by the state; none for a state without a mail.
impl End<'_> {
    fn in_english(&self, state: &str) -> Option<(&'static str, String)> {
        let Self { origin, refund, until } = self;
        match state {
            "asked" => Some((
                "did you pay for Premium twice?",
                format!(
                    "Two subscriptions to Premium were paid with this email address.\n\n\
                     If both are yours, open this page, sign in with this address, and say that it was you. We then end \
                     the second one and refund it:\n\n{origin}/profile\n\n\
                     If you did not pay the second one, somebody has probably mistyped their address. You can say so on \
                     the same page. You are charged nothing for it.\n"
                ),
            )),
            "refunded" => Some((
                "you had paid twice",
                format!(
                    "You had two subscriptions to Premium, so we ended the second one. {}\n\n\
                     Your first subscription goes on, and so does Premium. You can see it in your profile:\n\n{origin}/profile\n",
                    refund.as_ref().map_or_else(
                        || "Nothing was paid twice.".to_owned(),
                        |amount| format!(
                            "We refunded {amount} to the card that paid it. Banks can take up to ten days to show it."
                        )
                    )
                ),
            )),
            "not_renewed" => Some((
                "you have paid twice",
                format!(
                    "You have two subscriptions to Premium. The second one could not be refunded on its own, so we made \
                     sure that it does not renew. It ends{}, and nothing more is charged for it.\n\n\
                     Please write to us about the refund, and a person will help you. You find our address in your \
                     profile:\n\n{origin}/profile\n",
                    until.as_ref().map(|until| format!(" on {until}")).unwrap_or_default()
                ),
            )),
            _ => None,
        }
    }

    fn in_spanish(&self, state: &str) -> Option<(&'static str, String)> {
        let Self { origin, refund, until } = self;
        match state {
            "asked" => Some((
                "¿pagaste Premium dos veces?",
                format!(
                    "Con este correo electrónico se pagaron dos suscripciones a Premium.\n\n\
                     Si las dos son tuyas, abre esta página, entra con esta dirección y di que fuiste tú. Así \
                     cancelamos la segunda y te devolvemos el dinero:\n\n{origin}/profile\n\n\
                     Si no pagaste la segunda, es probable que alguien haya escrito mal su dirección. Puedes decirlo en \
                     esa misma página. No se te cobra nada por ella.\n"
                ),
            )),
            "refunded" => Some((
                "habías pagado dos veces",
                format!(
                    "Tenías dos suscripciones a Premium, así que cancelamos la segunda. {}\n\n\
                     Tu primera suscripción sigue igual, y Premium también. La ves en tu perfil:\n\n{origin}/profile\n",
                    refund.as_ref().map_or_else(
                        || "No se pagó nada dos veces.".to_owned(),
                        |amount| format!(
                            "Devolvimos {amount} a la tarjeta con la que se pagó. Los bancos pueden tardar hasta diez días \
                             en mostrarlo."
                        )
                    )
                ),
            )),
            "not_renewed" => Some((
                "pagaste dos veces",
                format!(
                    "Tienes dos suscripciones a Premium. No pudimos devolver el dinero de la segunda de forma automática, \
                     así que le quitamos la renovación. Termina{}, y no se cobra nada más por ella.\n\n\
                     Escríbenos sobre la devolución, por favor, y una persona te va a ayudar. Nuestra dirección está en \
                     tu perfil:\n\n{origin}/profile\n",
                    until.as_ref().map(|until| format!(" el {until}")).unwrap_or_default()
                ),
            )),
            _ => None,
        }
    }
}
