//! Sessions by `tower-sessions` over our own rows: cookies, ids, failures, and what the layer must not do.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use sqlx::PgPool;
use testing::STAFF_PASSWORD;
use tower_sessions::SessionStore as _;
use tower_sessions::session::{Id, Record};
use web_api::session::{Holder, Rows};

use super::app::{Answer, Client, Log, TestApp};
use super::crisis_first::FOR_EVER;
use super::login_by_email::{MAIL, sign_in_by_mail};
use super::outage::{self, Gate};

const STAFF_CALL: &str = "/api/admin/jobs";

/// Every `Set-Cookie` of this name.
fn set<'a>(answer: &'a Answer, name: &str) -> Vec<&'a str> {
    let all = answer.headers.get_all("set-cookie").iter();
    let all = all.map(|cookie| cookie.to_str().expect("text"));
    all.filter(|cookie| cookie.split('=').next() == Some(name)).collect()
}

async fn sign_staff_in(client: &Client) -> Answer {
    let body = json!({ "password": STAFF_PASSWORD });
    client.post("/api/admin/login", &body).await.expect(200)
}

/// The id in a cookie, as the library reads it.
fn id(cookie: &str) -> Id {
    cookie.parse().expect("an id")
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn in_production_the_cookies_have_the_specified_attributes_and_lifetimes(db: PgPool) {
    let production = [
        ("APP_ENV", "production"),
        ("PUBLIC_URL", "https://stillwater.test"),
        ("SMTP_URL", "smtps://127.0.0.1:1"),
        MAIL[1],
    ];
    let app = TestApp::with(db, &production).await;
    let browser = app.guest();
    let answer = sign_in_by_mail(&app, &browser, "somebody@example.org").await;
    let value = browser.cookie("__Host-session").expect("signed in");
    assert_eq!(value.len(), 22, "128 bits");
    let expected = format!("__Host-session={value}; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=7776000");
    assert_eq!(set(&answer, "__Host-session"), [expected]);
    let call = browser.get("/api/auth/user").await.expect(200);
    assert_eq!(call.header("set-cookie"), "", "a call renews no cookie");
    let out = browser.post("/api/logout", &json!({})).await.expect(204);
    let removed = "__Host-session=; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=0";
    assert_eq!(
        set(&out, "__Host-session"),
        [removed],
        "one that browsers accept for this name"
    );

    let staff = app.guest();
    let answer = sign_staff_in(&staff).await;
    let value = staff.cookie("__Host-admin").expect("signed in");
    let expected = format!("__Host-admin={value}; HttpOnly; SameSite=Strict; Secure; Path=/; Max-Age=28800");
    assert_eq!(set(&answer, "__Host-admin"), [expected]);
    let out = staff.post("/api/admin/logout", &json!({})).await.expect(204);
    let removed = "__Host-admin=; HttpOnly; SameSite=Strict; Secure; Path=/; Max-Age=0";
    assert_eq!(set(&out, "__Host-admin"), [removed]);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn signing_in_again_gives_a_new_id_and_the_old_one_opens_nothing(db: PgPool) {
    let app = TestApp::with(db, &[&MAIL[..], &[("SINGLE_SESSION", "off")]].concat()).await;
    let browser = app.guest();
    let thief = app.guest();
    sign_in_by_mail(&app, &browser, "somebody@example.org").await;
    let first = browser.cookie("session").expect("signed in");
    sign_in_by_mail(&app, &browser, "somebody@example.org").await;
    assert_ne!(browser.cookie("session").expect("signed in"), first);
    browser.get("/api/auth/user").await.expect(200);
    thief.keep_cookie("session", &first);
    thief.get("/api/auth/user").await.expect_error(401, "SIGN_IN_REQUIRED");

    let staff = app.guest();
    sign_staff_in(&staff).await;
    let first = staff.cookie("admin").expect("signed in");
    sign_staff_in(&staff).await;
    staff.get(STAFF_CALL).await.expect(200);
    thief.keep_cookie("admin", &first);
    thief.get(STAFF_CALL).await.expect_error(401, "ADMIN_SIGN_IN_REQUIRED");
    let told = "select string_agg(action, ' ' order by position) from audit_entry where subject_kind = 'sign_in'";
    let told: String = sqlx::query_scalar(told).fetch_one(&app.db).await.expect("readable");
    assert_eq!(told, "staff.signed_in staff.signed_in staff.signed_out");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_id_that_the_browser_chose_is_never_adopted(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await;
    let browser = app.guest();
    let chosen = "A".repeat(22);
    browser.keep_cookie("session", &chosen);
    sign_in_by_mail(&app, &browser, "somebody@example.org").await;
    assert_ne!(browser.cookie("session").expect("signed in"), chosen);
    let other = app.guest();
    other.keep_cookie("session", &chosen);
    other.get("/api/auth/user").await.expect_error(401, "SIGN_IN_REQUIRED");
}

#[tokio::test]
async fn a_cookie_from_before_ids_of_128_bits_is_signed_out_and_forgotten_without_a_query() {
    let app = TestApp::over_unreliable_db(outage::stopped(FOR_EVER), &[]);
    let browser = app.guest();
    browser.keep_cookie("session", &"A".repeat(43));
    browser.keep_cookie("admin", &"A".repeat(43));
    let answer = browser
        .get("/api/auth/user")
        .await
        .expect_error(401, "SIGN_IN_REQUIRED");
    assert!(answer.forgets("session"), "{:?}", answer.headers);
    browser
        .get(STAFF_CALL)
        .await
        .expect_error(401, "ADMIN_SIGN_IN_REQUIRED");
    let answer = app.guest().get("/api/auth/user").await.expect(401);
    assert_eq!(answer.header("set-cookie"), "", "nothing came, nothing is deleted");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn users_and_staff_share_no_session(db: PgPool) {
    let app = TestApp::new(db).await;
    let staff = app.admin().await;
    let id = staff.cookie("admin").expect("signed in");
    let user = app.guest();
    user.keep_cookie("session", &id);
    user.get("/api/auth/user").await.expect_error(401, "SIGN_IN_REQUIRED");
    user.post("/api/logout", &json!({})).await.expect(204);
    staff.get(STAFF_CALL).await.expect(200);

    let both = app.user().await;
    sign_staff_in(&both).await;
    both.post("/api/admin/logout", &json!({})).await.expect(204);
    both.get("/api/auth/user").await.expect(200);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn one_statement_finds_who_calls(db: PgPool) {
    let app = TestApp::new(db).await;
    let (user, staff) = (app.user().await, app.admin().await);
    let log = Log::default();
    let _listening = log.listen();
    for (client, path) in [(&user, "/api/auth/user"), (&staff, STAFF_CALL)] {
        let before = log.statements();
        client.get(path).await.expect(200);
        assert_eq!(log.statements() - before, 1, "{path}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_failing_store_is_the_documented_503(db: PgPool) {
    let gate = Gate::before(&db, Duration::from_secs(1));
    let app = TestApp::behind(&gate, &[]).await;
    let (user, staff) = (app.user().await, app.admin().await);
    gate.close();
    let refused = user.get("/api/auth/user").await.expect_error(503, "UNAVAILABLE");
    assert_eq!(refused.header("set-cookie"), "", "they are still signed in");
    let refused = user
        .post("/api/logout", &json!({}))
        .await
        .expect_error(503, "UNAVAILABLE");
    assert!(refused.forgets("session"), "{:?}", refused.headers);
    staff.get(STAFF_CALL).await.expect_error(503, "UNAVAILABLE");
    staff
        .post("/api/admin/logout", &json!({}))
        .await
        .expect_error(503, "UNAVAILABLE");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn no_log_tells_the_id_of_a_session(db: PgPool) {
    let gate = Gate::before(&db, Duration::from_secs(1));
    let app = TestApp::behind(&gate, &MAIL).await;
    let log = Log::default();
    let _listening = log.listen();
    let (user, staff) = (app.guest(), app.guest());
    sign_in_by_mail(&app, &user, "somebody@example.org").await;
    sign_staff_in(&staff).await;
    let first = [user.cookie("session"), staff.cookie("admin")].map(|cookie| cookie.expect("signed in"));
    sign_in_by_mail(&app, &user, "somebody@example.org").await;
    user.get("/api/auth/user").await.expect(200);
    staff.get(STAFF_CALL).await.expect(200);
    gate.close();
    user.get("/api/auth/user").await.expect(503);
    let malformed = user.sending("cookie", "session=x");
    malformed.get("/api/auth/user").await.expect(401);
    staff.post("/api/admin/logout", &json!({})).await.expect(503);
    gate.open();
    let lines = log.lines();
    assert!(
        lines.iter().any(|line| line.contains("tower_sessions")),
        "the library is heard"
    );
    let ids = first
        .iter()
        .cloned()
        .chain(user.cookie("session"))
        .chain(staff.cookie("admin"));
    for cookie in ids {
        let number = id(&cookie).0.to_string();
        let told = lines
            .iter()
            .find(|line| line.contains(&cookie) || line.contains(&number));
        assert_eq!(told, None);
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_store_reads_and_ends_our_rows_and_takes_no_data(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = app.user().await;
    let id = id(&user.cookie("session").expect("signed in"));
    let ctx = Arc::new(app.ctx.clone());
    let (users, staff) = (Rows::new(ctx.clone(), Holder::User), Rows::new(ctx, Holder::Staff));
    let mut record = users.load(&id).await.expect("readable").expect("a session");
    assert!(record.id == id && record.data.is_empty(), "{record:?}");
    assert!(staff.load(&id).await.expect("readable").is_none());

    record.data.insert("note".to_owned(), json!("words"));
    assert!(users.save(&record).await.is_err(), "data would be lost");
    let mut of_nobody = Record {
        id: Id::default(),
        ..record.clone()
    };
    assert!(
        users.create(&mut of_nobody).await.is_err(),
        "only a sign-in begins a session"
    );
    assert_eq!(app.count("select count(*) from session").await, 1);

    staff.delete(&id).await.expect("nothing to do");
    user.get("/api/auth/user").await.expect(200);
    users.delete(&id).await.expect("ended");
    assert!(users.load(&id).await.expect("readable").is_none());
    user.get("/api/auth/user").await.expect_error(401, "SIGN_IN_REQUIRED");
}
