//! A walk through all of the product by people who may do what they do: guests, two who sign in, and staff.

use serde_json::{Value, json};
use shared::testing::STAFF_PASSWORD;
use sqlx::PgPool;

use super::super::http::{self, Call};
use super::super::ledger::until_stories_are_redacted;
use super::super::stack::until;
use super::browser::Browser;
use super::by_staff;
use super::sign_in::{self, Secrets};
use super::surroundings::Surroundings;
use super::{ADDRESS, BILLING, CANARY, DANGER, PATH, PAYER, STAFF_NAME, WORDS};

/// What must be found nowhere.
pub struct Said {
    pub secrets: Vec<String>,
    pub codes: Vec<String>,
}

/// Everybody's browsers, and what they have.
pub struct People {
    pub guest: Browser,
    /// Signs in by mail, has premium from staff.
    pub user: Browser,
    /// Their id.
    pub id: String,
    /// Signs in by GitHub, and pays.
    pub payer: Browser,
    pub staff: Browser,
}

/// The story whose every part is these words.
pub fn story(words: &str) -> Value {
    json!({ "whatHappened": words, "whatHelped": words, "whatChanged": words, "alsoHide": [CANARY], "consent": true })
}

/// Walks through everything.
pub async fn walk(surroundings: &Surroundings, db: &PgPool) -> Said {
    let browser = || Browser::new(surroundings.web.port);
    let mut secrets = Secrets::default();
    let mut people = People {
        guest: browser(),
        user: browser(),
        id: String::new(),
        payer: browser(),
        staff: browser(),
    };
    sign_in::by_mail(surroundings, &mut people.user, &mut secrets).await;
    let user = people.user.get("/api/auth/user").await.json();
    assert_eq!(user["email"], ADDRESS);
    people.id = user["id"].as_str().expect("an id").to_owned();
    let name = format!("Ruth {STAFF_NAME}");
    let login = json!({ "password": STAFF_PASSWORD, "displayName": name });
    people.staff.post("/api/admin/login", &login).await;
    let grant = format!("/api/admin/users/{}/subscription/grant", people.id);
    people.staff.post(&grant, &json!({ "months": 1 })).await;

    as_guest(&mut people.guest).await;
    let stories = write_stories(&mut people.user).await;
    let prayers = write_prayers(&mut people.user).await;
    until_stories_are_redacted(db).await;
    by_staff::review(&mut people, &stories).await;
    by_staff::pray(&mut people, &prayers).await;
    by_staff::keep_documents(&mut people).await;
    by_staff::look_after_jobs(&mut people.staff, db).await;
    pay(surroundings, &mut people.payer, &mut secrets, db).await;
    by_staff::look_after_users(&mut people, &mut secrets).await;
    by_staff::read_trail(&mut people.staff, &stories[0], &name).await;
    let export = people.user.get("/api/user/export").await;
    assert!(export.text.contains(CANARY), "it was kept for them");
    leave(&mut people, &stories, &prayers, db).await;

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
    Said {
        secrets: cookies
            .chain(secrets.tokens)
            .chain([STAFF_PASSWORD.to_owned()])
            .collect(),
        codes: secrets.codes,
    }
}

/// What needs no account.
async fn as_guest(guest: &mut Browser) {
    for path in [
        "/api/topics",
        "/api/usage",
        "/api/testimonies/review-time",
        "/api/scripture/John%203:16?around=2",
        &format!("/api/crisis-resources?country={CANARY}"),
    ] {
        guest.get(path).await;
    }
    for (words, is_crisis) in [(WORDS, false), (DANGER, true)] {
        let guided = guest.post("/api/guidance", &json!({ "struggle": words })).await;
        let previewed = guest.post("/api/testimonies/preview", &story(words)).await;
        let shared = guest.post_until_kept("/api/testimonies", &story(words), "/id").await;
        for answer in [&guided, &previewed, &shared] {
            assert_eq!(answer.json()["crisis"], is_crisis, "{}", answer.text);
        }
        assert_eq!(shared.json()["saved"], true, "{}", shared.text);
    }
    let wanted = json!({ "email": BILLING, "name": PAYER });
    guest.post("/api/create-subscription", &wanted).await;
    guest.get("/api/subscription").await;
    guest.listen("/api/subscription/events").await;
}

/// Six stories of somebody who is signed in; one tells of danger.
async fn write_stories(user: &mut Browser) -> Vec<String> {
    let mut ids = Vec::new();
    for words in [WORDS, WORDS, WORDS, WORDS, WORDS, DANGER] {
        let kept = user.post_until_kept("/api/testimonies", &story(words), "/id").await;
        ids.push(kept.json()["id"].as_str().expect("an id").to_owned());
    }
    user.get("/api/user/testimonies").await;
    ids
}

/// Two prayers, both shared; one tells of danger.
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

/// Signs in by GitHub, has a picture, subscribes, and ends that.
async fn pay(surroundings: &Surroundings, payer: &mut Browser, secrets: &mut Secrets, db: &PgPool) {
    assert_eq!(sign_in::by_github(payer, secrets).await, PATH);
    until("the picture is there", async || {
        sqlx::query_scalar("select count(*) = 1 from app_user where avatar is not null")
            .fetch_one(db)
            .await
            .expect("readable")
    })
    .await;
    payer.get("/api/user/avatar").await;
    let wanted = json!({ "email": BILLING, "name": PAYER });
    let begun = payer.post("/api/create-subscription", &wanted).await.json();
    let secret = begun["clientSecret"].as_str().expect("a secret");
    secrets.tokens.push(secret.to_owned());
    let paid = Call::post(
        "/browser/confirm",
        &json!({ "secret": secret, "number": "4242424242424242" }),
    );
    let paid = http::send(surroundings.stripe.number, &paid).await.expect("answered");
    assert_eq!(paid.status, 200, "{}", paid.text);
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
    let standing = payer.get("/api/subscription").await.json();
    assert_eq!(standing["isPremium"], true, "{standing}");
    payer.listen("/api/subscription/events").await;
    payer.post("/api/create-portal-session", &json!({})).await;
    // Whoever listens makes us ask Stripe meanwhile: that takes no cancellation away.
    payer.post("/api/subscription/cancel", &json!({})).await;
}

/// What takes things away, and whoever had them.
async fn leave(people: &mut People, stories: &[String], prayers: &[String], db: &PgPool) {
    let People {
        guest,
        user,
        payer,
        staff,
        ..
    } = people;
    let [.., withdrawn, kept] = stories else {
        panic!("there are stories");
    };
    user.delete(&format!("/api/user/testimonies/{withdrawn}")).await;
    user.delete(&format!("/api/prayers/{}", prayers[0])).await;
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
