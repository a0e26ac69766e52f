//! A walk through the whole product by authorised people: a guest, two users and staff.

use serde_json::{Value, json};
use sqlx::PgPool;
use testing::STAFF_PASSWORD;
use uuid::Uuid;

use super::super::ledger::until_testimonies_are_redacted;
use super::super::stack::until;
use super::browser::Browser;
use super::by_staff;
use super::gifts;
use super::money;
use super::product::Product;
use super::sign_in::{self, Secrets};
use super::{ADDRESS, BILLING, CANARY, DANGER, PATH, PAYER, STAFF_NAME, WORDS};

/// The secrets and codes that must not leak.
pub struct Sent {
    pub secrets: Vec<String>,
    pub codes: Vec<String>,
}

/// The browsers of all roles.
pub struct People {
    pub guest: Browser,
    /// Signs in by email and has premium granted by staff.
    pub user: Browser,
    /// The id of `user`.
    pub id: String,
    /// Signs in with GitHub and pays.
    pub payer: Browser,
    pub staff: Browser,
}

/// A testimony with these words in every field.
pub fn testimony_body(words: &str) -> Value {
    json!({ "whatHappened": words, "whatHelped": words, "whatChanged": words, "alsoHide": [CANARY], "consent": true })
}

/// Walks through the whole product.
pub async fn walk(product: &Product, db: &PgPool) -> Sent {
    let browser = || Browser::new(product.web.port);
    let mut secrets = Secrets::default();
    let mut people = People {
        guest: browser(),
        user: browser(),
        id: String::new(),
        payer: browser(),
        staff: browser(),
    };
    sign_in::by_mail(product, &mut people.user, &mut secrets).await;
    let user = people.user.get("/api/auth/user").await.json();
    assert_eq!(user["email"], ADDRESS);
    people.id = user["id"].as_str().expect("an id").to_owned();
    let name = format!("Ruth {STAFF_NAME}");
    let login = json!({ "password": STAFF_PASSWORD, "displayName": name });
    people.staff.post("/api/admin/login", &login).await;
    let grant = format!("/api/admin/users/{}/subscription/grant", people.id);
    people.staff.post(&grant, &json!({ "months": 1 })).await;

    let named = json!({ "firstName": CANARY, "lastName": WORDS });
    people.user.patch("/api/user/profile", &named).await;
    as_guest(&mut people.guest).await;
    turn_on_notices(product, &mut people.user).await;
    let testimonies = write_testimonies(&mut people.user).await;
    let prayers = write_prayers(&mut people.user).await;
    keep_letters(&mut people.user).await;
    until_testimonies_are_redacted(db).await;
    by_staff::review(&mut people, &testimonies).await;
    by_staff::pray(&mut people, &prayers).await;
    by_staff::process_documents(&mut people).await;
    by_staff::manage_jobs(&mut people.staff, db).await;
    pay(product, &mut people.payer, &mut secrets, db).await;
    money::correct_and_settle(product, &mut people, &mut secrets).await;
    money::accept_and_dispute(product, &mut people, &mut secrets).await;
    gifts::give(product, &mut people, &mut secrets).await;
    by_staff::manage_users(&mut people, &mut secrets).await;
    by_staff::read_trail(&mut people.staff, &testimonies[0], &name).await;
    let export = people.user.get("/api/user/export").await;
    assert!(export.text.contains(CANARY), "it was kept for them");
    delete_everything(&mut people, &testimonies, &prayers, db).await;

    let People {
        guest,
        user,
        payer,
        staff,
        ..
    } = people;
    let cookies = [guest, user, payer, staff]
        .into_iter()
        .flat_map(|browser| browser.secrets);
    Sent {
        secrets: cookies
            .chain(secrets.tokens)
            .chain([STAFF_PASSWORD.to_owned()])
            .collect(),
        codes: secrets.codes,
    }
}

/// The calls that need no account.
async fn as_guest(guest: &mut Browser) {
    for path in [
        "/api/plain?lang=en",
        "/api/topics",
        "/api/letters/parent-died?shown=Psalm%2056:8",
        "/api/usage",
        "/api/testimonies/review-time",
        "/api/scripture/John%203:16?around=2",
        &format!("/api/crisis-resources?country={CANARY}"),
    ] {
        guest.get(path).await;
    }
    for (words, is_crisis) in [(WORDS, false), (DANGER, true)] {
        let guided = guest.post("/api/guidance", &json!({ "struggle": words })).await;
        let previewed = guest.post("/api/testimonies/preview", &testimony_body(words)).await;
        let shared = guest
            .post_until_kept("/api/testimonies", &testimony_body(words), "/id")
            .await;
        for answer in [&guided, &previewed, &shared] {
            assert_eq!(answer.json()["crisis"], is_crisis, "{}", answer.text);
        }
        assert_eq!(shared.json()["saved"], true, "{}", shared.text);
        let typed = format!("struggle={}&topicId=&lang=en", words.replace(' ', "+"));
        guest.submit_form("/api/plain", &typed).await;
    }
    let wanted = json!({ "email": BILLING, "name": PAYER });
    guest.post("/api/create-subscription", &wanted).await;
    guest.get("/api/subscription").await;
    guest.read_first_event("/api/subscription/events").await;
}

/// Lets a browser be told what happens, and another one no more.
async fn turn_on_notices(product: &Product, user: &mut Browser) {
    for browser in [CANARY, "another"] {
        let endpoint = product.push.endpoint(browser);
        let device = json!({ "endpoint": endpoint, "stories": true, "prayers": true, "psalm": true });
        user.put("/api/push", &device).await;
    }
    let ended = json!({ "endpoint": product.push.endpoint("another") });
    user.post("/api/push/end", &ended).await;
    let kept = user.get("/api/push").await;
    assert!(kept.text.contains(CANARY), "it is kept: {}", kept.text);
}

/// Submits six testimonies of a user. One contains danger.
async fn write_testimonies(user: &mut Browser) -> Vec<String> {
    let mut ids = Vec::new();
    for words in [WORDS, WORDS, WORDS, WORDS, WORDS, DANGER] {
        let kept = user
            .post_until_kept("/api/testimonies", &testimony_body(words), "/id")
            .await;
        ids.push(kept.json()["id"].as_str().expect("an id").to_owned());
    }
    user.get("/api/user/testimonies").await;
    ids
}

/// Writes two shared prayers. One contains danger.
async fn write_prayers(user: &mut Browser) -> Vec<String> {
    let mut ids = Vec::new();
    for words in [WORDS, DANGER] {
        let prayer = json!({ "text": words, "shared": true });
        let kept = user.post_until_kept("/api/prayers", &prayer, "/prayer/id").await;
        ids.push(kept.json()["prayer"]["id"].as_str().expect("an id").to_owned());
    }
    let kept = user.get("/api/prayers").await;
    assert!(kept.text.contains(CANARY), "they are kept: {}", kept.text);
    ids
}

/// Keeps two letters with the account, and deletes one. Both quote their reader.
async fn keep_letters(user: &mut Browser) {
    user.put("/api/user/letters", &json!({ "keep": true })).await;
    let mut letter = user.get("/api/letters/parent-died").await.json();
    letter["asked"] = json!(false);
    letter["alsoAbout"] = Value::Null;
    letter["topic"]["content"] = json!(format!("{WORDS} {DANGER}"));
    let path = |number: u128| format!("/api/user/letters/{}", Uuid::from_u128(number));
    for number in [1, 2] {
        user.put(&path(number), &json!({ "letter": letter })).await;
    }
    user.delete(&path(1)).await;
    let kept = user.get("/api/user/letters").await;
    assert!(kept.text.contains(CANARY), "it is kept: {}", kept.text);
}

/// Signs in with GitHub, gets a picture, subscribes and cancels.
async fn pay(product: &Product, payer: &mut Browser, secrets: &mut Secrets, db: &PgPool) {
    assert_eq!(sign_in::by_github(payer, secrets).await, PATH);
    until("the picture is there", async || {
        sqlx::query_scalar("select count(*) = 1 from app_user where avatar is not null")
            .fetch_one(db)
            .await
            .expect("readable")
    })
    .await;
    payer.get("/api/user/avatar").await;
    money::subscribe(product, payer, BILLING, secrets).await;
    until("they have premium, and Stripe's last event has said so", async || {
        sqlx::query_scalar(
            "select exists (select from subscription where status = 'active')
                 and exists (select from stripe_event where kind = 'customer.subscription.updated')
                 and not exists (select from stripe_event where settled_at is null)",
        )
        .fetch_one(db)
        .await
        .expect("readable")
    })
    .await;
    let status = payer.get("/api/subscription").await.json();
    assert_eq!(status["isPremium"], true, "{status}");
    payer.read_first_event("/api/subscription/events").await;
    payer.post("/api/create-portal-session", &json!({})).await;
    // The open stream makes the app fetch the subscription from Stripe: that must not undo the cancellation.
    payer.post("/api/subscription/cancel", &json!({})).await;
}

/// Deletes testimonies, prayers and accounts, and signs everybody out.
async fn delete_everything(people: &mut People, testimonies: &[String], prayers: &[String], db: &PgPool) {
    let People {
        guest,
        user,
        payer,
        staff,
        ..
    } = people;
    let [.., withdrawn, kept] = testimonies else {
        panic!("there are stories");
    };
    user.delete(&format!("/api/user/testimonies/{withdrawn}")).await;
    user.delete(&format!("/api/prayers/{}", prayers[0])).await;
    user.put("/api/user/letters", &json!({ "keep": false })).await;
    staff.delete(&format!("/api/admin/testimonies/{kept}")).await;
    let sealed = async || -> i64 {
        sqlx::query_scalar("select count(*) from prayer")
            .fetch_one(db)
            .await
            .expect("countable")
    };
    assert_eq!(sealed().await, 1, "the other prayer is kept");
    let receipt = user.delete("/api/user/account").await.json();
    assert_eq!(
        (&receipt["prayersRemoved"], &receipt["storiesRemoved"]),
        (&json!(1), &json!(4))
    );
    assert_eq!(sealed().await, 0, "the account was deleted with everything in it");
    payer.post("/api/logout", &json!({})).await;
    guest.post("/api/leave", &json!({})).await;
    staff.post("/api/admin/logout", &json!({})).await;
}
