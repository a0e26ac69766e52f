//! Joining two ways of signing in: what proves that both are one person's.

use shared::jobs::Mail;
use shared::mail;
use sqlx::PgPool;

use super::app::{Client, TestApp};
use super::doubles::{Double, Someone};
use super::login_by_email::{MAIL, code_in, sign_in_by_mail};

async fn id(browser: &Client) -> String {
    let user = browser.get("/api/auth/user").await.expect(200).json;
    user["id"].as_str().expect("an id").to_owned()
}

/// An app with a mail server, Google and GitHub, and the account of person 1, who signed in by mail.
async fn with_account(db: PgPool, double: &Double) -> (TestApp, String) {
    let app = TestApp::with(db, &[&double.settings()[..], &MAIL].concat()).await;
    let browser = app.guest();
    sign_in_by_mail(&app, &browser, "person1@example.org").await;
    let owner = id(&browser).await;
    (app, owner)
}

const IDENTITIES: &str = "select count(*) from identity join app_user on app_user.id = user_id where email_verified";

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_mail_proves_an_address_for_which_the_issuer_does_not_answer(db: PgPool) {
    let double = Double::start().await;
    let (app, owner) = with_account(db, &double).await;
    let elsewhere = Someone {
        organisation: None,
        ..Someone::new(1)
    };
    for (provider, identities) in [("github", 2), ("google", 3)] {
        let browser = app.guest();
        let answer = double.sign_in(&browser, provider, &elsewhere).await;
        answer.expect_redirect_to("/api/login/code");
        assert_eq!(browser.cookie("session"), None, "nobody is signed in yet");
        let page = browser.get("/api/login/code").await.expect(200).text();
        assert!(
            page.contains("There is an account with this address already") && page.contains("p•••@example.org"),
            "{page}"
        );
        let letter = app.mails().await.pop().expect("a mail");
        assert_eq!(letter.to.to_string(), "person1@example.org");
        assert!(
            !letter.text.contains("/api/login/link"),
            "another browser joins nothing: {}",
            letter.text
        );
        let code = [("code", code_in(&letter))];
        browser
            .post_form("/api/login/code", &code)
            .await
            .expect_redirect_to("/");
        assert_eq!(id(&browser).await, owner);
        assert_eq!(app.count(IDENTITIES).await, identities);

        let later = app.guest();
        double
            .sign_in(&later, provider, &elsewhere)
            .await
            .expect_redirect_to("/");
        assert_eq!(id(&later).await, owner, "{provider} is known now");
    }
    assert_eq!(app.count("select count(*) from app_user").await, 1);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_pretender_cannot_take_the_account_of_an_address_nor_set_a_trap(db: PgPool) {
    let double = Double::start().await;
    let (app, owner) = with_account(db, &double).await;
    let pretender = app.guest();
    double.sign_in(&pretender, "github", &Someone::new(1)).await.expect(303);
    let letter = app.mails().await.pop().expect("a mail");
    let wrong = [("code", "000000"), ("code", "111111")];
    let wrong = wrong
        .iter()
        .find(|(_, code)| *code != code_in(&letter))
        .expect("one is wrong");
    pretender.post_form("/api/login/code", &[*wrong]).await.expect(422);
    assert_eq!(app.count(IDENTITIES).await, 1);

    // The address of an account that GitHub began is not proven: its owner gets an account of their own.
    let squatter = app.guest();
    double
        .sign_in(&squatter, "github", &Someone::new(2))
        .await
        .expect_redirect_to("/");
    let victim = app.guest();
    sign_in_by_mail(&app, &victim, "person2@example.org").await;
    assert!(id(&victim).await != id(&squatter).await && id(&victim).await != owner);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn letters_that_look_alike_lead_to_no_other_account(db: PgPool) {
    let double = Double::start().await;
    let app = TestApp::with(db, &[&double.settings()[..], &MAIL].concat()).await;
    let owner = app.guest();
    sign_in_by_mail(&app, &owner, "rick@example.org").await;
    for address in [
        "ric\u{212a}@example.org",
        "rick\u{200d}@example.org",
        "\"rick\"@example.org",
        "rick@[192.0.2.1]",
    ] {
        let page = app.guest().post_form("/api/login/email", &[("email", address)]).await;
        assert!(
            page.status == 422 && page.text().contains("full email address"),
            "{address}"
        );
        let someone = Someone {
            subject: address.len().to_string(),
            email: address.to_owned(),
            ..Someone::new(1)
        };
        let browser = app.guest();
        double
            .sign_in(&browser, "google", &someone)
            .await
            .expect_redirect_to("/");
        let user = browser.get("/api/auth/user").await.expect(200).json;
        assert_eq!(user["email"], serde_json::Value::Null, "{address}");
        assert_ne!(user["id"], id(&owner).await);
    }
    let capitals = app.guest();
    sign_in_by_mail(&app, &capitals, "RICK@Example.org").await;
    capitals.get("/api/auth/user").await.expect(200);
    assert_eq!(
        app.count("select count(*) from app_user where email = 'rick@example.org'")
            .await,
        1
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_join_is_mailed_once_and_gone_with_its_row(db: PgPool) {
    let double = Double::start().await;
    let (app, _) = with_account(db, &double).await;
    let browser = app.guest();
    double.sign_in(&browser, "github", &Someone::new(1)).await.expect(303);
    let (id, subject): (uuid::Uuid, String) =
        sqlx::query_as("select id, join_subject from email_sign_in where join_subject is not null")
            .fetch_one(&app.db)
            .await
            .expect("one");
    assert_eq!(subject, "1001");
    let before = app.mails().await.len();
    mail::send(&app.ctx, Mail::SignIn { id }).await.expect("obsolete");
    assert_eq!(app.mails().await.len(), before);
    browser
        .call("DELETE", "/api/user/account", &serde_json::Value::Null)
        .await
        .expect(401);
    let owner = app.guest();
    sign_in_by_mail(&app, &owner, "person1@example.org").await;
    owner
        .call("DELETE", "/api/user/account", &serde_json::Value::Null)
        .await
        .expect(200);
    assert_eq!(app.count("select count(*) from email_sign_in").await, 0);
}
