//! What people send is found nowhere but where it belongs: not in a log, however loud; not in Redis, in metrics, in
//! the answers to what went wrong, in the payload of a job, in the audit trail or in a mail to staff.
//!
//! It is sent twice: once to every call by everybody, where most of it is refused, and once by people who may do what
//! they do, so that it is read, kept, worked on and deleted. That the second reaches every call is proven by what the
//! product counts itself.

mod accepted;
mod browser;
mod by_staff;
mod catcher;
mod github;
mod left;
mod reached;
mod refused;
mod sign_in;
mod surroundings;

use serde_json::json;
use shared::audit::Action;
use shared::config::Sessions;
use shared::session;
use shared::testing::{self, STAFF_PASSWORD};
use sqlx::PgPool;

use browser::Browser;
use surroundings::{Payments, Surroundings};

/// Stands in everything that is sent.
const CANARY: &str = "xqzcanary";
const WORDS: &str = "I lost my work in spring, and my xqzcanary helped me to pay the rent.";
const DANGER: &str = "I want to kill myself tonight, says xqzcanary, and I have a plan.";
/// Where somebody wants to go after signing in.
const PATH: &str = "/xqzreturn";
const FILE: &str = "xqzfile.pdf";
const ADDRESS: &str = "xqzmailbox@example.org";
const BILLING: &str = "xqzbilling@example.org";
const PAYER: &str = "Xqzpayer";
const STAFF_NAME: &str = "xqzstaff";

/// A part of each of these and of what GitHub knows, as it stands in paths, forms and quoted texts, too.
const MARKS: [&str; 14] = [
    CANARY,
    "xqzreturn",
    "xqzfile",
    "xqzmailbox",
    "xqzbilling",
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

#[sqlx::test(migrations = "../migrations")]
async fn what_is_refused_is_found_nowhere_else(db: PgPool) {
    let surroundings = Surroundings::start(&db, Payments::None).await;
    let port = surroundings.web.port;
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
    let story = guest.post("/api/testimonies", &accepted::story(WORDS)).await.json();
    let id = story["id"].as_str().expect("an id");
    staff
        .post("/api/admin/login", &json!({ "password": STAFF_PASSWORD }))
        .await;

    refused::try_pages_and_files(&surroundings, &staff.cookies()).await;
    let cookies = [guest.cookies(), format!("session={session}"), staff.cookies()];
    let asked = refused::try_every_call(&surroundings, &cookies, id).await;
    assert!(asked > 1000, "every call was tried: {asked}");

    let left = surroundings.stop().await;
    let mut secrets: Vec<String> = guest.secrets.into_iter().chain(staff.secrets).collect();
    assert_eq!(secrets.len(), 2, "a guest and a member of staff");
    secrets.extend([session, STAFF_PASSWORD.to_owned()]);
    left.holds_none_of(&secrets);
    left.counted().shows(&[
        "process_resident_memory_bytes",
        "stillwater_job_deaths_total",
        "stillwater_database_connections_limit",
    ]);
}

#[sqlx::test(migrations = "../migrations")]
async fn what_is_accepted_is_found_nowhere_else(db: PgPool) {
    let surroundings = Surroundings::start(&db, Payments::StandIn).await;
    let said = accepted::walk(&surroundings, &db).await;
    let left = surroundings.stop().await;
    assert_eq!(actions_without_a_line(&db).await, NOT_WALKED);
    let counted = left.counted();
    counted.reached_everything();
    counted.screened_everything();
    counted.finished(&[
        "prepare_testimony",
        "ingest_document",
        "send_mail",
        "fetch_avatar",
        "process_stripe_event",
    ]);
    left.holds_none_of(&said.secrets);
    left.holds_not_all_of(&said.codes);
}

/// What the walk does not do. All else that can be done leaves its line, or the walk fails.
const NOT_WALKED: [&str; 5] = [
    "story.escalated",
    "story.undone",
    "user.subscription_claimed",
    "prayer.unshared",
    "prayer.reopened",
];

/// What may be done and left no line in the audit trail of this database.
async fn actions_without_a_line(db: &PgPool) -> Vec<&'static str> {
    let done: Vec<String> = sqlx::query_scalar("select distinct action from audit_entry")
        .fetch_all(db)
        .await
        .expect("readable");
    let actions = Action::ALL.iter().map(|action| action.as_str());
    actions.filter(|action| !done.iter().any(|one| one == action)).collect()
}
