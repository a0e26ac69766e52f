//! What givers, receivers and staff do with gifts, over the stand-in for Stripe.

use serde_json::{Value, json};

use super::super::stack::until;
use super::accepted::People;
use super::browser::Browser;
use super::money::confirm;
use super::product::Product;
use super::sign_in::Secrets;
use super::{ADDRESS, BILLING};

const LIST: &str = "/api/admin/gifts?query=xqzbilling%40example.org";

/// A visitor gives three years: one is accepted and ended, one is handed over, one is refunded.
pub async fn give(product: &Product, people: &mut People, secrets: &mut Secrets) {
    let mut giver = Browser::new(product.web.port);
    let accepted = pay(product, &mut giver, secrets).await;
    let People { user, staff, .. } = people;
    let code = json!({ "code": accepted });
    let seen = user.post("/api/gifts/look", &code).await.json();
    assert_eq!(seen["state"], "open", "{seen}");
    let seen = user.post("/api/gifts/accept", &code).await.json();
    assert_eq!(seen["state"], "accepted", "{seen}");
    act(staff, "used", "end", &json!({})).await;

    pay(product, &mut giver, secrets).await;
    act(staff, "paid", "hand-over", &json!({ "email": ADDRESS })).await;

    pay(product, &mut giver, secrets).await;
    act(staff, "paid", "refund", &json!({})).await;
    until("it is refunded", async || {
        let listed = staff.get(LIST).await.json();
        in_state(&listed, "refunded").is_some()
    })
    .await;
    secrets.tokens.extend(giver.secrets.iter().cloned());
}

/// Pays a gift, and returns its code.
async fn pay(product: &Product, giver: &mut Browser, secrets: &mut Secrets) -> String {
    let begun = giver.post("/api/gifts", &json!({ "email": BILLING })).await.json();
    let secret = begun["clientSecret"].as_str().expect("a secret").to_owned();
    confirm(product, &secret, "4242424242424242").await;
    secrets.tokens.push(secret);
    let mut code = String::new();
    until("the gift is paid", async || {
        let gifts = giver.get("/api/gifts").await.json();
        gifts[0]["code"].as_str().unwrap_or_default().clone_into(&mut code);
        !code.is_empty()
    })
    .await;
    secrets.tokens.extend([code.clone(), code.replace('-', "")]);
    code
}

/// Does something with the only gift in a state.
async fn act(staff: &mut Browser, state: &str, action: &str, body: &Value) {
    let listed = staff.get(LIST).await.json();
    let id = in_state(&listed, state).expect("listed");
    staff.post(&format!("/api/admin/gifts/{id}/{action}"), body).await;
}

fn in_state(listed: &Value, state: &str) -> Option<String> {
    let all = listed.as_array().expect("gifts");
    let found = all.iter().find(|gift| gift["state"] == state)?;
    found["id"].as_str().map(str::to_owned)
}
