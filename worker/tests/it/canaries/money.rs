//! What visitors, users and staff do with paid subscriptions, over the stand-in for Stripe.

use serde_json::{Value, json};

use super::super::http::{self, Answer, Call};
use super::super::stack::until;
use super::accepted::People;
use super::browser::Browser;
use super::product::Product;
use super::sign_in::Secrets;
use super::{ADDRESS, MISTYPED, PAYER};

/// Begins a subscription and pays it with a card that works.
pub async fn subscribe(product: &Product, payer: &mut Browser, email: &str, secrets: &mut Secrets) {
    let wanted = json!({ "email": email, "name": PAYER });
    let begun = payer.post("/api/create-subscription", &wanted).await.json();
    let secret = begun["clientSecret"].as_str().expect("a secret");
    secrets.tokens.push(secret.to_owned());
    confirm(product, secret, "4242424242424242").await;
}

pub async fn confirm(product: &Product, secret: &str, number: &str) {
    let card = json!({ "secret": secret, "number": number });
    ask_stripe(product, &Call::post("/browser/confirm", &card)).await;
}

/// A visitor pays with a mistyped address and corrects it. Its owner declines, and staff settle what follows.
pub async fn correct_and_settle(product: &Product, people: &mut People, secrets: &mut Secrets) {
    let mut visitor = pay_as_visitor(product, MISTYPED, secrets).await;
    let right = json!({ "email": ADDRESS });
    visitor.post("/api/subscription/address", &right).await;
    let receipt = visitor.post("/api/subscription/receipt", &json!({})).await.json();
    assert!(receipt["url"].is_string(), "{receipt}");
    let People { user, staff, .. } = people;
    assert!(is_offered(user).await, "it waits for the corrected address");
    user.post("/api/subscription/decline", &json!({})).await;
    assert!(!is_offered(user).await, "it was declined");

    let paid = find(staff, ADDRESS).await;
    let path = |action: &str| format!("/api/admin/subscriptions/{}/{action}", paid.id);
    staff.post(&path("keep"), &json!({})).await;
    for (becomes, kind) in [
        ("refunded", "refund"),
        ("refund_failed", "refund_failed"),
        ("suspected", "fraud_warning"),
    ] {
        change(product, &paid, becomes).await;
        handle_issue(staff, &paid, kind).await;
    }
    staff.post(&path("hand-over"), &right).await;
    assert_eq!(status(user).await, "active", "it was kept and handed over");
    staff.post(&path("end"), &json!({})).await;
    until_it_is(user, "canceled").await;
}

/// A user accepts what a visitor has paid for them, pays a late invoice, and disputes that payment.
pub async fn accept_and_dispute(product: &Product, people: &mut People, secrets: &mut Secrets) {
    pay_as_visitor(product, ADDRESS, secrets).await;
    let People { user, staff, .. } = people;
    let paid = find(staff, ADDRESS).await;
    assert!(is_offered(user).await, "it waits for them");
    user.post("/api/subscription/accept", &json!({})).await;
    assert_eq!(status(user).await, "active");

    pay_twice(product, people, secrets).await;
    let People { user, staff, .. } = people;
    change(product, &paid, "renewal_failed").await;
    until_it_is(user, "past_due").await;
    let led = user.get("/api/subscription/pay").await;
    let stripe = format!("http://127.0.0.1:{}", product.stripe.number);
    let page = led
        .header("location")
        .strip_prefix(&stripe)
        .expect("a page of Stripe's");
    assert!(page.starts_with("/invoice/"), "{page}");
    ask_stripe(product, &Call::new("POST", page, "")).await;
    until_it_is(user, "active").await;

    change(product, &paid, "inquired").await;
    handle_issue(staff, &paid, "inquiry").await;
    change(product, &paid, "inquiry_closed").await;
    change(product, &paid, "disputed").await;
    handle_issue(staff, &paid, "dispute").await;
    until_it_is(user, "canceled").await;
}

/// Visitors pay with the address of a subscriber. Staff decide that the first paid twice; the second has the same card.
async fn pay_twice(product: &Product, people: &mut People, secrets: &mut Secrets) {
    let mut visitor = Browser::new(product.web.port);
    let wanted = json!({ "email": ADDRESS, "name": PAYER });
    let begun = visitor.post("/api/create-subscription", &wanted).await.json();
    let secret = begun["clientSecret"].as_str().expect("a secret");
    secrets.tokens.push(secret.to_owned());
    confirm(product, secret, "5555555555554444").await;
    until("the payment has arrived", async || {
        visitor.get("/api/subscription").await.json()["waitsFor"] == ADDRESS
    })
    .await;
    secrets.tokens.extend(visitor.secrets.iter().cloned());
    product.look_for_duplicates(ADDRESS).await;
    let list = "/api/admin/duplicate-subscriptions";
    let mut id = String::new();
    until("staff are told", async || {
        let found = people.staff.get(list).await.json();
        found[0]["id"].as_str().unwrap_or_default().clone_into(&mut id);
        found[0]["state"] == "asked"
    })
    .await;
    people.staff.post(&format!("{list}/{id}/refund"), &json!({})).await;
    until("it is refunded", async || {
        people.staff.get(list).await.json()[0]["state"] == "refunded"
    })
    .await;
    people.staff.post(&format!("{list}/{id}/handled"), &json!({})).await;

    let mut again = Browser::new(product.web.port);
    subscribe(product, &mut again, ADDRESS, secrets).await;
    secrets.tokens.extend(again.secrets.iter().cloned());
    until("what the same card has paid again is refunded", async || {
        product.look_for_duplicates(ADDRESS).await;
        let found = people.staff.get(list).await.json();
        let listed = found.as_array().expect("a list");
        listed.iter().any(|one| one["id"] != *id && one["state"] == "refunded")
    })
    .await;
}

/// A new visitor, once their payment has arrived.
async fn pay_as_visitor(product: &Product, email: &str, secrets: &mut Secrets) -> Browser {
    let mut visitor = Browser::new(product.web.port);
    subscribe(product, &mut visitor, email, secrets).await;
    until("the payment waits for its owner", async || {
        visitor.get("/api/subscription").await.json()["waitsFor"] == email
    })
    .await;
    secrets.tokens.extend(visitor.secrets.iter().cloned());
    visitor
}

/// A subscription that staff have found.
struct Paid {
    id: String,
    stripe_id: String,
}

/// Finds the only unclaimed subscription of an address.
async fn find(staff: &mut Browser, email: &str) -> Paid {
    let query = email.replace('@', "%40");
    let found = staff
        .get(&format!("/api/admin/subscriptions?query={query}"))
        .await
        .json();
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
    let field = |name: &str| found[0][name].as_str().expect("an id").to_owned();
    Paid {
        id: field("id"),
        stripe_id: field("stripeId"),
    }
}

/// Waits until an issue of a payment is listed, and marks it as handled.
async fn handle_issue(staff: &mut Browser, paid: &Paid, kind: &str) {
    let is_it =
        |issue: &&Value| issue["kind"] == kind && issue["subscriptionStripeId"].as_str() == Some(&paid.stripe_id);
    let mut id = None;
    until("staff are told", async || {
        let listed = staff.get("/api/admin/payment-issues").await.json();
        let found = listed.as_array().expect("issues").iter().find(is_it);
        id = found.and_then(|issue| issue["id"].as_str().map(str::to_owned));
        id.is_some()
    })
    .await;
    let handled = format!("/api/admin/payment-issues/{}/handled", id.expect("listed"));
    staff.post(&handled, &json!({})).await;
}

async fn is_offered(user: &mut Browser) -> bool {
    user.get("/api/subscription").await.json()["isOffered"] == true
}

async fn status(user: &mut Browser) -> Value {
    user.get("/api/subscription").await.json()["status"].take()
}

async fn until_it_is(user: &mut Browser, wanted: &str) {
    let what = format!("the subscription is {wanted}");
    until(&what, async || status(user).await == wanted).await;
}

/// Lets something happen to a subscription at Stripe.
async fn change(product: &Product, paid: &Paid, becomes: &str) {
    let path = format!("/standin/subscriptions/{}", paid.stripe_id);
    ask_stripe(product, &Call::post(&path, &json!({ "becomes": becomes }))).await;
}

async fn ask_stripe(product: &Product, call: &Call) -> Answer {
    let answer = http::send(product.stripe.number, call).await.expect("answered");
    assert!(answer.status < 400, "{}", answer.whole());
    answer
}
