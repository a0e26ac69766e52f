//! The roles of staff: passwords of their own, what each role may do, and when a session ends.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use shared::role::Role;
use sqlx::PgPool;
use testing::{STAFF_PASSWORD, STAFF_PASSWORD_HASH, ctx_with};
use web_api::roles;

use super::app::{Answer, Client, TestApp};
use super::contract::document;

const SESSION: &str = "/api/admin/session";
const OTHER_PASSWORD: &str = "beside the still waters";
/// The hash of the other password, with parameters that are fast to verify.
const OTHER_HASH: &str =
    "$argon2id$v=19$m=8,t=1,p=1$c3RpbGx3YXRlcnNhbHQxNg$vlGmoDwaFctlzsX6kgWk4YpaWqJr6f4p8428uh/Gh4M";

/// One person for each role, all with the same password.
fn one_of_each() -> String {
    format!("Orpah:reader:{STAFF_PASSWORD_HASH}; Naomi:{STAFF_PASSWORD_HASH}; Boaz:owner:{STAFF_PASSWORD_HASH}")
}

async fn try_as(client: &Client, name: &str, password: &str) -> Answer {
    let body = json!({ "password": password, "displayName": name });
    client.post("/api/admin/login", &body).await
}

async fn signed_in(app: &TestApp, name: &str) -> Client {
    let client = app.guest();
    try_as(&client, name, STAFF_PASSWORD).await.expect(200);
    client
}

/// The method, the template below `/api` and a path for each call of staff, except signing in and out.
fn calls_of_staff() -> Vec<(String, String, String)> {
    let mut calls = Vec::new();
    for (path, item) in document()["paths"].as_object().expect("paths") {
        let Some(template) = path.strip_prefix("/api").filter(|path| path.starts_with("/admin/")) else {
            continue;
        };
        if ["/admin/login", "/admin/logout"].contains(&template) {
            continue;
        }
        let at = path
            .replace("{id}", "0190a000-0000-7000-8000-000000000000")
            .replace("{fileName}", "nothing.pdf");
        for method in item.as_object().expect("methods").keys() {
            calls.push((method.to_uppercase(), template.to_owned(), at.clone()));
        }
    }
    calls
}

#[test]
fn every_call_of_staff_has_a_role() {
    let named: BTreeSet<(String, &str)> = roles::LEAST
        .iter()
        .map(|(method, path, _)| (method.to_string(), *path))
        .collect();
    assert_eq!(named.len(), roles::LEAST.len(), "a call is named twice");
    let calls = calls_of_staff();
    let mut described: BTreeSet<(String, &str)> = calls
        .iter()
        .map(|(method, template, _)| (method.clone(), template.as_str()))
        .collect();
    described.insert(("POST".to_owned(), "/admin/logout"));
    assert_eq!(
        named, described,
        "roles::LEAST (left) must name each call of staff (right)"
    );
}

/// The calls that change something, or show what a reader should not see, and that a reader may make all the same.
const CHANGES_BY_READERS: [&str; 3] = [
    // Changes nothing: the ids on screen are too long for an address.
    "/admin/testimonies/changes",
    "/admin/testimonies/{id}/prayed",
    "/admin/testimonies/{id}/reading",
];

#[test]
fn a_reader_changes_nothing_and_only_an_owner_moves_money() {
    for (method, path, least) in roles::LEAST {
        if method != "GET" && *path != "/admin/logout" && !CHANGES_BY_READERS.contains(path) {
            assert!(*least >= Role::Moderator, "{method} {path}");
        }
        let is_confided = ["/admin/users", "/admin/prayers", "/admin/subscriptions", "/admin/gifts"];
        if is_confided.iter().any(|of| path.starts_with(of)) {
            assert!(*least >= Role::Moderator, "{method} {path}");
        }
        let is_money = ["subscription", "gift", "payment"];
        if method != "GET" && is_money.iter().any(|of| path.contains(of)) {
            assert_eq!(*least, Role::Owner, "{method} {path}");
        }
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn every_call_refuses_each_role_that_is_too_low(db: PgPool) {
    let app = TestApp::with(db, &[("STAFF", &one_of_each()), ("ADMIN_PASSWORD_HASH", "")]).await;
    let people = [
        (Role::Reader, signed_in(&app, "Orpah").await),
        (Role::Moderator, signed_in(&app, "Naomi").await),
        (Role::Owner, signed_in(&app, "Boaz").await),
    ];
    let (mut refused, mut allowed) = (0, 0);
    for (method, template, path) in calls_of_staff() {
        // A stream has no end.
        let is_stream = template.ends_with("/events");
        let row = roles::LEAST
            .iter()
            .find(|(of, at, _)| *of == method.as_str() && *at == template);
        let (_, _, least) = row.expect("every call has a role");
        for (role, client) in &people {
            if role >= least && is_stream {
                continue;
            }
            let answer = client.call(&method, &path, &Value::Null).await;
            if role < least {
                let answer = answer.expect_error(403, "ROLE_TOO_LOW");
                let message = answer.json["message"].as_str().expect("words");
                assert!(message.starts_with("Your role does not allow this"), "{message}");
                refused += 1;
            } else {
                assert_ne!(answer.status, 403, "{method} {path} as {role:?}: {}", answer.text());
                allowed += 1;
            }
        }
    }
    assert!(refused > 40 && allowed > 60, "{refused} refused, {allowed} allowed");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn answers_and_the_trail_say_name_and_role(db: PgPool) {
    let app = TestApp::with(db, &[("STAFF", &one_of_each())]).await;
    for (given, name, role) in [
        ("  naomi ", "Naomi", "moderator"),
        ("ORPAH", "Orpah", "reader"),
        ("Ruth", "Ruth", "owner"),
    ] {
        let client = app.guest();
        let answer = try_as(&client, given, STAFF_PASSWORD).await.expect(200);
        assert_eq!(answer.json["displayName"], name);
        assert_eq!(answer.json["role"], role);
        let session = client.get(SESSION).await.expect(200);
        assert_eq!(session.json, json!({ "displayName": name, "role": role }));
    }
    let reader = signed_in(&app, "Orpah").await;
    let lines = reader.get("/api/admin/audit?actor=Naomi").await.expect(200);
    assert_eq!(lines.json["lines"][0]["actor"]["role"], "moderator");
    assert_eq!(lines.json["lines"][0]["action"], "staff.signed_in");
    let verdict = reader.get("/api/admin/audit/verify").await.expect(200);
    assert_eq!(verdict.json["sound"], true);
    app.guest()
        .get(SESSION)
        .await
        .expect_error(401, "ADMIN_SIGN_IN_REQUIRED");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn each_password_is_good_for_its_own_name_alone(db: PgPool) {
    let members = format!("Naomi:{OTHER_HASH};Boaz:owner:{STAFF_PASSWORD_HASH}");
    let app = TestApp::with(db.clone(), &[("STAFF", &members)]).await;
    try_as(&app.guest(), "Naomi", OTHER_PASSWORD).await.expect(200);
    for name in ["Naomi", "naomi", "Ｎａｏｍｉ", "Naomi\u{200b}"] {
        try_as(&app.guest(), name, STAFF_PASSWORD)
            .await
            .expect_error(401, "INVALID_PASSWORD");
    }
    try_as(&app.guest(), "Ruth", OTHER_PASSWORD)
        .await
        .expect_error(401, "INVALID_PASSWORD");

    let without = TestApp::with(db, &[("STAFF", &members), ("ADMIN_PASSWORD_HASH", "")]).await;
    for (name, password) in [("Ruth", STAFF_PASSWORD), ("Ruth", OTHER_PASSWORD), ("", OTHER_PASSWORD)] {
        try_as(&without.guest(), name, password)
            .await
            .expect_error(401, "INVALID_PASSWORD");
    }
    try_as(&without.guest(), "Boaz", STAFF_PASSWORD).await.expect(200);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn tries_for_one_name_leave_the_others_theirs(db: PgPool) {
    let app = TestApp::with(db, &[("STAFF", &one_of_each())]).await;
    let office = app.guest();
    for _ in 0..5 {
        try_as(&office, "Naomi", "a guess").await.expect(401);
    }
    try_as(&office, "naomi", STAFF_PASSWORD).await.expect(429);
    try_as(&office, "Boaz", STAFF_PASSWORD).await.expect(200);
    // Invented names share one counter, that of the single password.
    for name in ["A", "B", "C", "D", "E"] {
        try_as(&office, name, "a guess").await.expect(401);
    }
    try_as(&office, "F", STAFF_PASSWORD).await.expect(429);
    try_as(&app.guest(), "Naomi", STAFF_PASSWORD).await.expect(200);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn guesses_at_one_name_from_everywhere_delay_no_other(db: PgPool) {
    let app = TestApp::with(db, &[("STAFF", &one_of_each())]).await;
    for _ in 0..6 {
        let guesser = app.guest();
        for _ in 0..5 {
            try_as(&guesser, "Naomi", "a guess").await.expect(401);
        }
    }
    let clock = std::time::Instant::now();
    try_as(&app.guest(), "Naomi", STAFF_PASSWORD).await.expect(200);
    let hers = clock.elapsed();
    assert!(hers.as_millis() >= 500, "30 tries: ten too many, 50 ms each");
    let waiting = "select count(*) from attempt where kind = 'staff_sign_in_name' and count > 20";
    assert_eq!(app.count(waiting).await, 1, "only hers are many");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_session_ends_when_its_person_is_removed_or_changed(db: PgPool) {
    const SECRET: (&str, &str) = ("ADMIN_TOTP_SECRETS", "Naomi:GEZDGNBVGY3TQOJQ");
    let before = one_of_each();
    let app = TestApp::with(db.clone(), &[("STAFF", &before), ("ADMIN_PASSWORD_HASH", "")]).await;
    let (naomi, boaz) = (signed_in(&app, "Naomi").await, signed_in(&app, "Boaz").await);
    let removed = before.replace(&format!("Naomi:{STAFF_PASSWORD_HASH};"), "");
    let promoted = before.replace("Naomi:", "Naomi:owner:");
    let renamed = before.replace("Naomi:", "Mara:");
    let changed = before.replace(&format!("Naomi:{STAFF_PASSWORD_HASH}"), &format!("Naomi:{OTHER_HASH}"));
    for (staff, secret) in [
        (&removed, None),
        (&promoted, None),
        (&renamed, None),
        (&changed, None),
        (&before, Some(SECRET)),
    ] {
        let settings: Vec<(&str, &str)> = [("STAFF", staff.as_str()), ("ADMIN_PASSWORD_HASH", "")]
            .into_iter()
            .chain(secret)
            .collect();
        let later = TestApp::from_ctx(ctx_with(db.clone(), &settings)).await;
        let (hers, his) = (later.guest(), later.guest());
        hers.keep_cookie("admin", &naomi.cookie("admin").expect("signed in"));
        his.keep_cookie("admin", &boaz.cookie("admin").expect("signed in"));
        hers.get(SESSION).await.expect_error(401, "ADMIN_SIGN_IN_REQUIRED");
        his.get(SESSION).await.expect(200);
    }
    naomi.get(SESSION).await.expect(200);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_name_that_becomes_a_members_ends_the_session_with_the_single_password(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let (naomi, ruth) = (app.admin_called("Naomi").await, app.admin_called("Ruth").await);
    let later = TestApp::with(db, &[("STAFF", &one_of_each())]).await;
    for (client, status) in [(naomi, 401), (ruth, 200)] {
        let same = later.guest();
        same.keep_cookie("admin", &client.cookie("admin").expect("signed in"));
        same.get(SESSION).await.expect(status);
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_session_of_a_release_without_roles_is_an_owners(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    sqlx::query("update session set data = convert_to((convert_from(data, 'UTF8')::jsonb - 'role')::text, 'UTF8')")
        .execute(&app.db)
        .await
        .expect("as an older release wrote it");
    assert_eq!(admin.get(SESSION).await.expect(200).json["role"], "owner");
}
