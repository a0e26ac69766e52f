//! The name that a user gives themselves.

use serde_json::{Value, json};
use sqlx::PgPool;

use super::app::{Answer, Client, TestApp};

const PATH: &str = "/api/user/profile";

async fn rename(client: &Client, name: &Value) -> Answer {
    client.call("PATCH", PATH, name).await
}

async fn name_of(client: &Client) -> [Value; 2] {
    let user = client.get("/api/auth/user").await.expect(200).json;
    [user["firstName"].clone(), user["lastName"].clone()]
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_name_is_trimmed_kept_in_part_and_cleared(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = app.user().await;
    let answer = rename(&user, &json!({ "firstName": " Núria\t", "lastName": "de la Cruz" }))
        .await
        .expect(200);
    assert_eq!(answer.json, user.get("/api/auth/user").await.expect(200).json);
    assert_eq!(name_of(&user).await, [json!("Núria"), json!("de la Cruz")]);

    rename(&user, &json!({ "lastName": "مريم" })).await.expect(200);
    assert_eq!(
        name_of(&user).await,
        [json!("Núria"), json!("مريم")],
        "what is left out stays"
    );
    rename(&user, &json!({ "firstName": null, "lastName": "" }))
        .await
        .expect(200);
    assert_eq!(name_of(&user).await, [json!("Núria"), json!(null)]);
    rename(&user, &json!({ "firstName": " \u{200b} " })).await.expect(200);
    assert_eq!(name_of(&user).await, [json!(null), json!(null)]);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_name_that_cannot_be_shown_is_refused_and_changes_nothing(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = app.user().await;
    let before = name_of(&user).await;
    for (field, typed) in [
        ("firstName", "a".repeat(101)),
        ("lastName", "Mi\u{202e}riam".to_owned()),
        ("lastName", "Mi\0riam".to_owned()),
        ("lastName", "Miriam\nCole".to_owned()),
    ] {
        let mut name = json!({ "firstName": "Good", "lastName": "Name" });
        name[field] = json!(typed);
        let refused = rename(&user, &name).await.expect_error(422, "INVALID_FIELDS");
        assert_eq!(Answer::keys(&refused.json["fields"]), [field], "{typed:?}");
        assert!(!refused.json.to_string().contains("riam"), "the answer repeats no name");
    }
    assert_eq!(name_of(&user).await, before);
    rename(&user, &json!({ "firstName": 7 }))
        .await
        .expect_error(422, "INVALID_FIELDS");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn only_a_user_who_is_not_blocked_changes_their_name_and_only_from_here(db: PgPool) {
    let app = TestApp::new(db).await;
    let name = json!({ "firstName": "Miriam" });
    rename(&app.guest(), &name).await.expect_error(401, "SIGN_IN_REQUIRED");
    let [user, other] = [app.user().await, app.user().await];
    rename(&user.sending("sec-fetch-site", "cross-site"), &name)
        .await
        .expect_error(403, "CROSS_SITE");
    let untouched = name_of(&other).await;
    rename(&user, &name).await.expect(200);
    assert_eq!(name_of(&other).await, untouched);
    sqlx::query("update app_user set blocked_at = now() where id = $1")
        .bind(user.user.expect("signed in").0)
        .execute(&app.db)
        .await
        .expect("blocked");
    rename(&user, &json!({ "firstName": "Other" }))
        .await
        .expect_error(403, "ACCOUNT_BLOCKED");
    assert_eq!(name_of(&user).await[0], "Miriam");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_change_is_audited_once_without_the_name_and_exported(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = app.user().await;
    let name = json!({ "firstName": "Zebulonia", "lastName": "Quartermaine" });
    for _ in 0..2 {
        rename(&user, &name).await.expect(200);
    }
    let renamed = "select count(*) from audit_entry where action = 'user.renamed'";
    assert_eq!(app.count(renamed).await, 1, "the second time changes nothing");
    let told = "select count(*) from audit_entry where audit_entry::text like '%Zebulonia%'";
    assert_eq!(app.count(told).await, 0);
    let profile = &user.get("/api/user/export").await.expect(200).json["profile"];
    assert_eq!(
        [&profile["firstName"], &profile["lastName"]],
        ["Zebulonia", "Quartermaine"]
    );
    assert!(profile["namedAt"].is_string(), "{profile}");
}
