//! Staff search users, block them, and grant and revoke premium.

use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::app::{Answer, Client, TestApp};

async fn add(app: &TestApp, first_name: &str, email: &str) -> Uuid {
    let id = Uuid::now_v7();
    sqlx::query(
        "insert into app_user (id, first_name, last_name, email, email_verified) values ($1, $2, 'Example', $3, true)",
    )
    .bind(id)
    .bind(first_name)
    .bind(email)
    .execute(&app.db)
    .await
    .expect("added");
    id
}

async fn find(admin: &Client, query: &str) -> (Vec<String>, i64) {
    let answer = admin.get(&format!("/api/admin/users?{query}")).await.expect(200);
    let emails = answer.json["users"].as_array().expect("a list").iter();
    let emails = emails.map(|user| user["email"].as_str().expect("an address").to_owned());
    (emails.collect(), answer.json["total"].as_i64().expect("a number"))
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn users_are_found_by_the_literal_search_text(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    for (name, email) in [
        ("Ann%", "percent@example.org"),
        ("Ann_", "underscore@example.org"),
        ("Ann\\", "backslash@example.org"),
        ("Ánn", "accent@example.org"),
    ] {
        add(&app, name, email).await;
    }
    for (query, found) in [
        ("query=%25", "percent@example.org"),
        ("query=_", "underscore@example.org"),
        ("query=%5C", "backslash@example.org"),
        ("query=%C3%A1NN%20ex", "accent@example.org"),
        ("query=ann%25%20EXAMPLE", "percent@example.org"),
        ("query=Percent@", "percent@example.org"),
    ] {
        assert_eq!(find(&admin, query).await, (vec![found.to_owned()], 1), "{query}");
    }
    // Without accents, with others, and decomposed, as some keyboards send them.
    for query in ["query=ann%20exam", "query=%C3%80nn%20exam", "query=A%CC%81nn%20exam"] {
        assert_eq!(
            find(&admin, query).await,
            (vec!["accent@example.org".to_owned()], 1),
            "{query}"
        );
    }
    // The reference that people with Premium give when they write to support.
    let id: uuid::Uuid = sqlx::query_scalar("select id from app_user where email = 'accent@example.org'")
        .fetch_one(&app.db)
        .await
        .expect("there");
    let reference = id.to_string().to_uppercase()[28..].to_owned();
    let found = find(&admin, &format!("query={reference}")).await;
    assert_eq!(found, (vec!["accent@example.org".to_owned()], 1));
    assert_eq!(find(&admin, "query=nobody").await, (Vec::new(), 0));
    assert_eq!(find(&admin, "query=example.org").await.1, 4);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn pages_hold_every_user_once_newest_first(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    for number in 0..5 {
        add(&app, "Ann", &format!("ann{number}@example.org")).await;
    }
    let mut seen = Vec::new();
    for page in 1..=3 {
        let (emails, total) = find(&admin, &format!("page={page}&pageSize=2")).await;
        assert_eq!(total, 5);
        seen.extend(emails);
    }
    assert_eq!(seen, [4, 3, 2, 1, 0].map(|number| format!("ann{number}@example.org")));
    assert_eq!(find(&admin, "page=4&pageSize=2").await, (Vec::new(), 5));
    assert_eq!(find(&admin, "query=&page=&pageSize=&blocked=").await.0.len(), 5);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn every_wrong_part_of_a_search_is_named(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let long = format!("query={}", "x".repeat(201));
    let longest = format!("query={}", "x".repeat(10_000));
    for (query, field) in [
        ("page=0", "page"),
        ("page=-1", "page"),
        ("page=1e9", "page"),
        ("page=1000000000", "page"),
        ("pageSize=0", "pageSize"),
        ("pageSize=101", "pageSize"),
        ("blocked=maybe", "blocked"),
        (long.as_str(), "query"),
        (longest.as_str(), "query"),
    ] {
        let refused = admin.get(&format!("/api/admin/users?{query}")).await;
        let refused = refused.expect_error(422, "INVALID_FIELDS");
        assert_eq!(Answer::keys(&refused.json["fields"]), [field], "{query}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn blocking_ends_the_sessions_and_unblocking_allows_sign_in(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let user = app.user().await;
    let id = user.user.expect("signed in").0;
    let path = format!("/api/admin/users/{id}/block");
    user.get("/api/usage").await.expect(200);
    for _ in 0..2 {
        let blocked = admin
            .call("PATCH", &path, &json!({ "blocked": true }))
            .await
            .expect(200);
        assert_eq!(
            (&blocked.json["blocked"], &blocked.json["id"]),
            (&json!(true), &json!(id.to_string()))
        );
    }
    user.get("/api/usage").await.expect_error(403, "ACCOUNT_BLOCKED");
    assert_eq!(
        app.count("select count(*) from session where ended_because = 'blocked'")
            .await,
        1
    );
    assert_eq!(find(&admin, "blocked=true").await.1, 1);
    assert_eq!(find(&admin, "blocked=false").await.1, 0);
    let open = admin
        .call("PATCH", &path, &json!({ "blocked": false }))
        .await
        .expect(200);
    assert_eq!(open.json["blocked"], false);
    user.get("/api/usage").await.expect(200);
    user.get("/api/auth/user").await.expect(401);
    let lines = admin.get(&format!("/api/admin/audit?subject={id}")).await.expect(200);
    let lines: Vec<&Value> = lines.json["lines"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|line| &line["action"])
        .collect();
    assert_eq!(
        lines,
        ["user.unblocked", "user.blocked"],
        "what is so already leaves no line"
    );

    for blocked in [json!("maybe"), json!("true"), json!(1), Value::Null] {
        let refused = admin.call("PATCH", &path, &json!({ "blocked": blocked })).await;
        assert_eq!(
            Answer::keys(&refused.expect_error(422, "INVALID_FIELDS").json["fields"]),
            ["blocked"]
        );
    }
    let unknown = format!("/api/admin/users/{}/block", Uuid::new_v4());
    admin
        .call("PATCH", &unknown, &json!({ "blocked": true }))
        .await
        .expect_error(404, "NOT_FOUND");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn granted_premium_extends_the_current_one_and_is_revoked(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let user = app.user().await;
    let id = user.user.expect("signed in").0;
    let (grant, revoke) = (
        format!("/api/admin/users/{id}/subscription/grant"),
        format!("/api/admin/users/{id}/subscription/revoke"),
    );
    let months_left =
        "select round(extract(epoch from manual_premium_until - now()) / 86400 / 30.44)::bigint from app_user";
    assert_eq!(
        admin.post(&grant, &json!({ "months": 1 })).await.expect(200).json["isPremium"],
        true
    );
    assert_eq!(app.count(months_left).await, 1);
    admin.post(&grant, &json!({ "months": 36 })).await.expect(200);
    assert_eq!(app.count(months_left).await, 37);
    sqlx::query("update app_user set manual_premium_until = now() - interval '1 year'")
        .execute(&app.db)
        .await
        .expect("lapsed");
    admin.post(&grant, &json!({ "months": 2 })).await.expect(200);
    assert_eq!(app.count(months_left).await, 2);

    for _ in 0..2 {
        let revoked = admin.post(&revoke, &json!({ "cancelStripe": true })).await.expect(200);
        assert_eq!(revoked.json["subscription"], "none");
        assert_eq!(
            (
                &revoked.json["user"]["isPremium"],
                &revoked.json["user"]["manualPremiumUntil"]
            ),
            (&json!(false), &Value::Null)
        );
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn months_are_whole_and_blocked_users_get_none(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let user = app.user().await;
    let id = user.user.expect("signed in").0;
    let grant = format!("/api/admin/users/{id}/subscription/grant");
    for months in [
        json!(0),
        json!(-1),
        json!(1.5),
        json!("abc"),
        json!("1"),
        json!(1e9),
        json!(37),
        Value::Null,
    ] {
        let refused = admin.post(&grant, &json!({ "months": months })).await;
        assert_eq!(
            Answer::keys(&refused.expect_error(422, "INVALID_FIELDS").json["fields"]),
            ["months"],
            "{months}"
        );
    }
    let block = format!("/api/admin/users/{id}/block");
    admin
        .call("PATCH", &block, &json!({ "blocked": true }))
        .await
        .expect(200);
    let refused = admin
        .post(&grant, &json!({ "months": 1 }))
        .await
        .expect_error(409, "USER_BLOCKED");
    assert_eq!(refused.json["message"], "Blocked users cannot be granted premium.");
    for call in ["grant", "revoke"] {
        let path = format!("/api/admin/users/{}/subscription/{call}", Uuid::new_v4());
        admin
            .post(&path, &json!({ "months": 1 }))
            .await
            .expect_error(404, "NOT_FOUND");
    }
}
