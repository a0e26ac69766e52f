//! The calls about one-off payments.

use axum::http::StatusCode;

use super::calls::Answer;
use crate::form::Form;
use crate::objects::{self, Refusal};
use crate::world::World;

const CHARGE: &str = "latest_charge";

pub(super) fn make(world: &mut World, form: &Form) -> Answer {
    form.only(&["amount", "currency", "receipt_email", "description", "metadata[*]"])?;
    let Some(amount) = form
        .required("amount")?
        .parse::<i64>()
        .ok()
        .filter(|amount| *amount >= 50)
    else {
        let words = "Amount must be at least $0.50 usd.";
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "amount_too_small", words).about("amount"));
    };
    let currency = form.required("currency")?.to_owned();
    let id = world.make_payment(amount, &currency, email(form)?, form.map("metadata"));
    Ok(objects::payment(world, &world.payments[&id], false))
}

pub(super) fn read(world: &World, id: &str, form: &Form) -> Answer {
    form.only(&["expand[*]"])?;
    let found = world.payment(id).ok_or_else(|| missing(id))?;
    Ok(objects::payment(world, found, form.list("expand").contains(&CHARGE)))
}

pub(super) fn change(world: &mut World, id: &str, form: &Form) -> Answer {
    form.only(&["receipt_email"])?;
    let address = email(form)?.map(str::to_owned);
    let found = world.payments.get_mut(id).ok_or_else(|| missing(id))?;
    found.receipt_email = address;
    Ok(objects::payment(world, &world.payments[id], false))
}

pub(super) fn cancel(world: &mut World, id: &str, form: &Form) -> Answer {
    form.only(&[])?;
    let found = world.payment(id).ok_or_else(|| missing(id))?;
    if !found.is_open() {
        let words = format!(
            "You cannot cancel this PaymentIntent because it has a status of {}.",
            found.status
        );
        return Err(Refusal::new(
            StatusCode::BAD_REQUEST,
            "payment_intent_unexpected_state",
            &words,
        ));
    }
    world.move_payment(id, "canceled", Some("payment_intent.canceled"));
    Ok(objects::payment(world, &world.payments[id], false))
}

fn missing(id: &str) -> Refusal {
    Refusal::missing("payment_intent", id)
}

fn email(form: &Form) -> Result<Option<&str>, Refusal> {
    let email = form.get("receipt_email");
    if email.is_some_and(|email| !email.contains('@') || email.ends_with("@refused.example")) {
        let words = "Invalid email address.";
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "email_invalid", words).about("receipt_email"));
    }
    Ok(email)
}
