//! The calls themselves.

use axum::http::{Method, StatusCode};
use serde_json::{Map, Value};

use super::{ApiRequest, charges, payments};
use crate::form::Form;
use crate::objects::{self, Expanded, Refusal};
use crate::world::{Invoice, Portal, World};

const MAX_PAGE_SIZE: usize = 100;
/// The objects that `expand` may include instead of their ids.
const FIRST_INVOICE: &str = "latest_invoice.confirmation_secret";
const PAYMENT_METHOD: &str = "default_payment_method";

pub(super) type Answer = Result<Value, Refusal>;

pub(super) fn call(world: &mut World, asked: &ApiRequest) -> Answer {
    let path: Vec<&str> = asked.path.iter().map(String::as_str).collect();
    let form = &asked.form;
    match (&asked.method, path.as_slice()) {
        (&Method::GET, ["prices", id]) => {
            form.only(&["expand[*]"])?;
            let found = world.price(id).ok_or_else(|| Refusal::missing("price", id))?;
            Ok(objects::price(id, &found))
        }
        (&Method::POST, ["customers"]) => make_customer(world, form),
        (&Method::POST, ["customers", id]) => change_customer(world, id, form),
        (&Method::POST, ["subscriptions"]) => make_subscription(world, form),
        (&Method::GET, ["subscriptions"]) => list_subscriptions(world, form),
        (&Method::GET, ["subscriptions", id]) => {
            form.only(&["expand[*]"])?;
            read_subscription(world, id, form)
        }
        (&Method::POST, ["subscriptions", id]) => change_subscription(world, id, form),
        (&Method::DELETE, ["subscriptions", id]) => cancel_subscription(world, id, form),
        (&Method::GET, ["customers", id]) => {
            form.only(&[])?;
            let found = world
                .customers
                .get(*id)
                .ok_or_else(|| Refusal::missing("customer", id))?;
            Ok(if found.is_deleted {
                objects::deleted_customer(found)
            } else {
                objects::customer(found)
            })
        }
        (&Method::POST, ["subscription_schedules", id, "release"]) => release_schedule(world, id, form),
        (&Method::POST, ["payment_intents"]) => payments::make(world, form),
        (&Method::GET, ["payment_intents", id]) => payments::read(world, id, form),
        (&Method::POST, ["payment_intents", id]) => payments::change(world, id, form),
        (&Method::POST, ["payment_intents", id, "cancel"]) => payments::cancel(world, id, form),
        (&Method::POST, ["invoices", id, "pay"]) => pay_invoice(world, id, form),
        (&Method::GET, ["invoices"]) => list_invoices(world, form),
        (&Method::GET, ["invoice_payments"]) => list_invoice_payments(world, form),
        (&Method::GET, ["charges", id]) => charges::charge(world, id, form),
        (&Method::GET, ["disputes"]) => charges::list_disputes(world, form),
        (&Method::GET, ["refunds"]) => charges::list_refunds(world, form),
        (&Method::POST, ["refunds"]) => charges::refund(world, form),
        (&Method::POST, ["billing_portal", "sessions"]) => open_portal(world, form),
        (&Method::GET, ["events"]) => list_events(world, form),
        _ => Err(Refusal::new(
            StatusCode::NOT_FOUND,
            "url_invalid",
            "Unrecognized request URL.",
        )),
    }
}

fn email(form: &Form) -> Result<Option<&str>, Refusal> {
    let email = form.get("email");
    if email.is_some_and(|email| !email.contains('@') || email.ends_with("@refused.example")) {
        let words = "Invalid email address.";
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "email_invalid", words).about("email"));
    }
    Ok(email)
}

fn make_customer(world: &mut World, form: &Form) -> Answer {
    form.only(&["email", "name", "metadata[*]", "preferred_locales[*]"])?;
    let id = world.make_customer(email(form)?, form.get("name"), form.map("metadata"));
    if let Some(made) = world.customers.get_mut(&id) {
        made.preferred_locales = preferred_locales(form);
    }
    Ok(objects::customer(&world.customers[&id]))
}

fn change_customer(world: &mut World, id: &str, form: &Form) -> Answer {
    form.only(&["email", "name", "preferred_locales[*]"])?;
    let address = email(form)?.map(str::to_owned);
    let found = world
        .customers
        .get_mut(id)
        .filter(|found| !found.is_deleted)
        .ok_or_else(|| Refusal::missing("customer", id))?;
    let before = objects::customer(found);
    found.email = address.or_else(|| found.email.take());
    found.name = form.get("name").map(str::to_owned).or_else(|| found.name.take());
    let locales = preferred_locales(form);
    if !locales.is_empty() {
        found.preferred_locales = locales;
    }
    let changed = objects::customer(found);
    let is_other = |name: &&str| before[*name] != changed[*name];
    let names = ["email", "name", "preferred_locales"].into_iter().filter(is_other);
    let previous: Map<String, Value> = names.map(|name| (name.to_owned(), before[name].clone())).collect();
    if !previous.is_empty() {
        world.record_customer_update(id, Value::Object(previous));
    }
    Ok(changed)
}

fn preferred_locales(form: &Form) -> Vec<String> {
    form.list("preferred_locales").into_iter().map(str::to_owned).collect()
}

/// An unknown customer in a parameter is a bad request. Only one in the path is not found.
fn known_customer(world: &World, customer: &str) -> Result<(), Refusal> {
    if world.customers.get(customer).is_some_and(|found| !found.is_deleted) {
        return Ok(());
    }
    let words = format!("No such customer: '{customer}'");
    Err(Refusal::new(StatusCode::BAD_REQUEST, "resource_missing", &words).about("customer"))
}

fn make_subscription(world: &mut World, form: &Form) -> Answer {
    form.only(&[
        "customer",
        "items[*][price]",
        "payment_behavior",
        "payment_settings[save_default_payment_method]",
        "metadata[*]",
        "expand[*]",
    ])?;
    let customer = form.required("customer")?;
    known_customer(world, customer)?;
    let price = form.required("items[0][price]")?.to_owned();
    if world.price(&price).is_none() {
        let words = format!("No such price: '{price}'");
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "resource_missing", &words).about("items[0][price]"));
    }
    if form.required("payment_behavior")? != "default_incomplete" {
        let words = "This customer has no attached payment source or default payment method.";
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "resource_missing", words));
    }
    let customer = customer.to_owned();
    let id = world.make_subscription_at(&price, &customer, form.map("metadata"));
    read_subscription(world, &id, form)
}

fn read_subscription(world: &World, id: &str, form: &Form) -> Answer {
    let wanted = form.list("expand");
    if wanted
        .iter()
        .any(|wanted| ![FIRST_INVOICE, PAYMENT_METHOD].contains(wanted))
    {
        let words = "This property cannot be expanded.";
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "property_unknown", words).about("expand"));
    }
    let found = world
        .subscription(id)
        .ok_or_else(|| Refusal::missing("subscription", id))?;
    let expanded = Expanded {
        first_invoice: wanted.contains(&FIRST_INVOICE),
        payment_method: wanted.contains(&PAYMENT_METHOD),
    };
    Ok(objects::subscription(world, found, expanded))
}

fn change_subscription(world: &mut World, id: &str, form: &Form) -> Answer {
    form.only(&["cancel_at_period_end"])?;
    let ends = form.required("cancel_at_period_end")? == "true";
    let found = world
        .subscription(id)
        .ok_or_else(|| Refusal::missing("subscription", id))?;
    if found.ended_at.is_some() {
        let words = "A canceled subscription can only update its cancellation_details and metadata.";
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "subscription_canceled", words));
    }
    if found.schedule.is_some() || world.faults.no_cancellations {
        let words = "The subscription is managed by the subscription schedule, and updating any cancelation behavior \
                     directly is not allowed. Please update the schedule instead.";
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "parameter_invalid", words));
    }
    if found.cancel_at_period_end != ends {
        world.cancel_with_period(id, ends);
    }
    read_subscription(world, id, &Form::default())
}

fn release_schedule(world: &mut World, id: &str, form: &Form) -> Answer {
    form.only(&[])?;
    let subscription = world
        .release_schedule(id)
        .ok_or_else(|| Refusal::missing("subscription_schedule", id))?;
    let found = world
        .subscription(&subscription)
        .ok_or_else(|| Refusal::missing("subscription", &subscription))?;
    Ok(objects::released_schedule(id, found, world.now()))
}

fn cancel_subscription(world: &mut World, id: &str, form: &Form) -> Answer {
    form.only(&[])?;
    let is_over = world.subscription(id).is_none_or(|found| found.ended_at.is_some());
    if is_over {
        return Err(Refusal::missing("subscription", id));
    }
    world.cancel(id);
    read_subscription(world, id, &Form::default())
}

/// A page of a list, newest first.
pub(super) fn page<T>(
    address: &str,
    form: &Form,
    newest_first: &[T],
    id: impl Fn(&T) -> &str,
    render: impl Fn(&T) -> Value,
) -> Answer {
    let limit = form.get("limit").map_or(Some(10), |limit| limit.parse().ok());
    let Some(limit) = limit.filter(|limit| (1..=MAX_PAGE_SIZE).contains(limit)) else {
        let words = "Invalid integer: the limit is from 1 to 100.";
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "parameter_invalid_integer", words).about("limit"));
    };
    let begin = match form.get("starting_after") {
        None => 0,
        Some(after) => {
            1 + newest_first
                .iter()
                .position(|found| id(found) == after)
                .ok_or_else(|| Refusal::missing("object", after))?
        }
    };
    let rest = &newest_first[begin..];
    let data: Vec<Value> = rest.iter().take(limit).map(render).collect();
    Ok(objects::list(address, &data, rest.len() > limit))
}

fn list_subscriptions(world: &World, form: &Form) -> Answer {
    form.only(&["limit", "starting_after"])?;
    let living: Vec<_> = world
        .subscriptions()
        .filter(|found| found.status != "canceled")
        .collect();
    let newest_first: Vec<_> = living.into_iter().rev().collect();
    page(
        "/v1/subscriptions",
        form,
        &newest_first,
        |found| &found.id,
        |found| objects::subscription(world, found, Expanded::default()),
    )
}

fn list_invoices(world: &World, form: &Form) -> Answer {
    form.only(&["limit", "starting_after", "subscription", "status"])?;
    let wanted = |name: &str, value: &str| form.get(name).is_none_or(|wanted| wanted == value);
    let newest_first: Vec<_> = world
        .invoices
        .values()
        .rev()
        .filter(|found| wanted("subscription", &found.subscription) && wanted("status", &found.status))
        .collect();
    page(
        "/v1/invoices",
        form,
        &newest_first,
        |found| &found.id,
        |found| objects::invoice(world, found, false),
    )
}

fn pay_invoice(world: &mut World, id: &str, form: &Form) -> Answer {
    form.only(&["payment_method"])?;
    let card = form.required("payment_method")?;
    let found = world.invoices.get(id).ok_or_else(|| Refusal::missing("invoice", id))?;
    let is_theirs = world
        .cards
        .get(card)
        .is_some_and(|card| card.customer == found.customer);
    if !is_theirs {
        return Err(Refusal::missing("payment_method", card).about("payment_method"));
    }
    if found.status != "open" {
        let words = "Invoice is already paid.";
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "invoice_not_open", words));
    }
    world
        .pay_invoice(id, card)
        .map_err(|(code, message)| Refusal::new(StatusCode::PAYMENT_REQUIRED, code, message))?;
    Ok(objects::invoice(world, &world.invoices[id], false))
}

fn list_invoice_payments(world: &World, form: &Form) -> Answer {
    form.only(&[
        "limit",
        "invoice",
        "payment[type]",
        "payment[payment_intent]",
        "expand[*]",
    ])?;
    let wanted = |name: &str, value: &str| form.get(name).is_none_or(|wanted| wanted == value);
    let with_invoice = form.list("expand").contains(&"data.invoice");
    let of_these = |found: &&Invoice| wanted("invoice", &found.id) && wanted("payment[payment_intent]", &found.intent);
    let found: Vec<_> = world.invoices.values().filter(of_these).collect();
    page(
        "/v1/invoice_payments",
        form,
        &found,
        |found| &found.id,
        |found| objects::invoice_payment(world, found, with_invoice),
    )
}

fn list_events(world: &World, form: &Form) -> Answer {
    form.only(&["limit", "starting_after", "types[*]"])?;
    let kinds = form.list("types");
    if kinds.len() > 20 {
        let words = "At most 20 types.";
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "parameter_invalid", words).about("types"));
    }
    let newest_first: Vec<_> = world
        .events
        .iter()
        .rev()
        .filter(|happened| kinds.is_empty() || kinds.contains(&happened.kind.as_str()))
        .collect();
    page(
        "/v1/events",
        form,
        &newest_first,
        |happened| &happened.id,
        |happened| objects::event(happened),
    )
}

fn open_portal(world: &mut World, form: &Form) -> Answer {
    form.only(&["customer", "return_url"])?;
    let customer = form.required("customer")?.to_owned();
    known_customer(world, &customer)?;
    let session = Portal {
        id: world.id("bps"),
        customer,
        return_url: form.get("return_url").unwrap_or_default().to_owned(),
        created: world.now(),
    };
    let opened = objects::portal(world, &session);
    world.portals.insert(session.id.clone(), session);
    Ok(opened)
}
