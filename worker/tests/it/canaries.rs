//! Canaries: words in every input must not leak into logs (at any level), Redis, metrics, error answers, job payloads,
//! the audit trail or mails to staff.
//!
//! They are sent twice. First every role sends them to every call, and most requests are refused. Then authorised users
//! send them, so that they are read, stored, processed and deleted. The product's metrics prove that the second walk
//! reaches every call.

mod accepted;
mod browser;
mod by_staff;
mod catcher;
mod coverage;
mod gifts;
mod github;
mod money;
mod output;
mod product;
mod refused;
mod sign_in;

use serde_json::json;
use shared::audit::Action;
use shared::config::Sessions;
use shared::session;
use sqlx::PgPool;
use testing::STAFF_PASSWORD;

use browser::Browser;
use product::{Payments, Product};

/// Part of every input.
const CANARY: &str = "xqzcanary";
const WORDS: &str = "I lost my work in spring, and my xqzcanary helped me to pay the rent.";
const DANGER: &str = "I want to kill myself tonight, says xqzcanary, and I have a plan.";
/// The path to return to after sign-in.
const PATH: &str = "/xqzreturn";
const FILE: &str = "xqzfile.pdf";
const ADDRESS: &str = "xqzmailbox@example.org";
const BILLING: &str = "xqzbilling@example.org";
/// The address that a visitor pays with before they correct it.
const MISTYPED: &str = "xqzmistyped@example.org";
const PAYER: &str = "Xqzpayer";
const STAFF_NAME: &str = "xqzstaff";

/// A part of each of these and of the GitHub profile that needs no escaping in paths, forms and quoted texts.
const MARKS: [&str; 15] = [
    CANARY,
    "xqzreturn",
    "xqzfile",
    "xqzmailbox",
    "xqzbilling",
    "xqzmistyped",
    "xqzpayer",
    STAFF_NAME,
    "xqzgithub",
    "xqzforename",
    "xqzsurname",
    "xqzpicture",
    github::CODE,
    github::TOKEN,
    github::CLIENT_SECRET,
];

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn refused_input_is_found_nowhere_else(db: PgPool) {
    let product = Product::start(&db, Payments::None).await;
    let port = product.web.port;
    let user = testing::user(&db, 1).await;
    sqlx::query("update app_user set manual_premium_until = now() + interval '1 day'")
        .execute(&db)
        .await
        .expect("premium");
    let mut tx = db.begin().await.expect("begun");
    let token = session::begin(&mut tx, user, Sessions::Several)
        .await
        .expect("signed in");
    tx.commit().await.expect("committed");
    let session = token.to_cookie();
    let (mut guest, mut staff) = (Browser::new(port), Browser::new(port));
    let testimony = guest
        .post("/api/testimonies", &accepted::testimony_body(WORDS))
        .await
        .json();
    let id = testimony["id"].as_str().expect("an id");
    staff
        .post("/api/admin/login", &json!({ "password": STAFF_PASSWORD }))
        .await;

    refused::try_pages_and_files(&product, &staff.cookies()).await;
    let cookies = [guest.cookies(), format!("session={session}"), staff.cookies()];
    let asked = refused::try_every_call(&product, &cookies, id).await;
    assert!(asked > 1000, "every call was tried: {asked}");

    let output = product.stop().await;
    let mut secrets: Vec<String> = guest.secrets.into_iter().chain(staff.secrets).collect();
    assert_eq!(secrets.len(), 2, "a guest and a member of staff");
    secrets.extend([session, STAFF_PASSWORD.to_owned()]);
    output.assert_holds_none_of(&secrets);
    output.counted().assert_shown(&[
        "process_resident_memory_bytes",
        "stillwater_job_deaths_total",
        "stillwater_database_connections_limit",
    ]);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn accepted_input_is_found_only_where_it_belongs(db: PgPool) {
    let product = Product::start(&db, Payments::StandIn).await;
    let sent = accepted::walk(&product, &db).await;
    let output = product.stop().await;
    assert_eq!(unaudited_actions(&db).await, NOT_WALKED);
    let counted = output.counted();
    counted.assert_all_reached();
    counted.assert_all_screened();
    counted.finished(&[
        "prepare_testimony",
        "ingest_document",
        "send_mail",
        "fetch_avatar",
        "process_stripe_event",
    ]);
    output.assert_holds_none_of(&sent.secrets);
    output.assert_holds_not_all_of(&sent.codes);
}

/// The actions that the walk does not cover. It fails unless every other action is audited.
const NOT_WALKED: [&str; 5] = [
    "story.escalated",
    "story.undone",
    "gift.refund_refused",
    "prayer.unshared",
    "prayer.reopened",
];

/// The actions without an entry in the audit trail of this database.
async fn unaudited_actions(db: &PgPool) -> Vec<&'static str> {
    let done: Vec<String> = sqlx::query_scalar("select distinct action from audit_entry")
        .fetch_all(db)
        .await
        .expect("readable");
    let actions = Action::ALL.iter().map(|action| action.as_str());
    actions.filter(|action| !done.iter().any(|one| one == action)).collect()
}
