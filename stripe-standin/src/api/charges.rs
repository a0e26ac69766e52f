//! Calls about charges: what they are, their disputes and refunds.

use axum::http::StatusCode;
use serde_json::json;

use super::calls::{Answer, page};
use crate::form::Form;
use crate::objects::{self, Refusal};
use crate::world::World;

pub(super) fn charge(world: &World, id: &str, form: &Form) -> Answer {
    form.only(&[])?;
    let found = world.charges.get(id).ok_or_else(|| Refusal::missing("charge", id))?;
    Ok(objects::charge(found))
}

pub(super) fn list_disputes(world: &World, form: &Form) -> Answer {
    form.only(&["limit", "charge"])?;
    let charge = form.required("charge")?;
    let of_charge = world.disputes.values().rev().filter(|found| found.charge == charge);
    let newest_first: Vec<_> = of_charge.collect();
    page(
        "/v1/disputes",
        form,
        &newest_first,
        |found| &found.id,
        |found| objects::dispute(world, found),
    )
}

pub(super) fn list_refunds(world: &World, form: &Form) -> Answer {
    form.only(&["limit", "charge"])?;
    let charge = form.required("charge")?;
    let of_charge = world.refunds.values().rev().filter(|found| found.charge == charge);
    let newest_first: Vec<_> = of_charge.collect();
    page(
        "/v1/refunds",
        form,
        &newest_first,
        |found| &found.id,
        |found| objects::refund(world, found),
    )
}

/// Refunds all of a charge that is not refunded yet.
pub(super) fn refund(world: &mut World, form: &Form) -> Answer {
    form.only(&["payment_intent", "reason", "metadata[*]"])?;
    let intent = form.required("payment_intent")?;
    let Some(charge) = world.charges.values().find(|charge| charge.intent == intent).cloned() else {
        let words = format!("No such payment_intent: '{intent}'");
        return Err(Refusal::new(StatusCode::NOT_FOUND, "resource_missing", &words).about("payment_intent"));
    };
    let refused = |code, words: &str| Err(Refusal::new(StatusCode::BAD_REQUEST, code, words));
    if world.has_dispute(&charge.id) {
        return refused(
            "charge_disputed",
            "Charge has been charged back; cannot issue a refund.",
        );
    }
    if charge.refunded == charge.amount {
        return refused("charge_already_refunded", "Charge has already been refunded.");
    }
    if world.faults.no_refunds {
        return refused("balance_insufficient", "Insufficient funds in your account.");
    }
    let refund = world.refund_charge(&charge.id, None);
    Ok(json!(refund.map(|refund| objects::refund(world, &refund))))
}
