//! Limits on sign-in mails and codes: nobody is locked out by others.

use sqlx::PgPool;

use super::app::{Client, TestApp};
use super::login_by_email::{MAIL, ask, code_in, mailed, try_code, wrong_code};

const OWNER: &str = "owner@example.org";

/// A browser of its own network.
fn from(app: &TestApp, network: u8) -> Client {
    app.guest().sending("x-forwarded-for", &format!("198.51.100.{network}"))
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn one_network_gets_five_mails_an_hour_to_an_address(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await.leaving(&["send_mail"]);
    for _ in 0..5 {
        ask(&from(&app, 1), OWNER).await.expect(303);
    }
    let refused = ask(&from(&app, 1), "OWNER@example.org").await.expect(429);
    let wait: u64 = refused.header("retry-after").parse().expect("seconds");
    assert!((3500..=3600).contains(&wait), "{wait}");
    ask(&from(&app, 1), "another@example.org").await.expect(303);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn five_strangers_who_ask_leave_the_owner_able_to_sign_in(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await;
    for stranger in 1..=5 {
        for _ in 0..5 {
            ask(&from(&app, stranger), OWNER).await.expect(303);
        }
        ask(&from(&app, stranger), OWNER).await.expect(429);
    }
    let owner = from(&app, 9);
    ask(&owner, OWNER).await.expect_redirect_to("/api/login/code");
    let letter = app.mails().await.pop().expect("a mail");
    try_code(&owner, code_in(&letter)).await.expect_redirect_to("/profile");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_browser_that_once_held_a_session_has_mails_of_its_own(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await;
    let owner = from(&app, 9);
    let letter = mailed(&app, &owner, "Owner@Example.org").await;
    try_code(&owner, code_in(&letter)).await.expect_redirect_to("/profile");
    owner.post("/api/logout", &serde_json::json!({})).await.expect(204);
    for stranger in 10..=15 {
        for _ in 0..5 {
            ask(&from(&app, stranger), OWNER).await;
        }
    }
    ask(&from(&app, 20), OWNER).await.expect(429);
    for _ in 0..5 {
        ask(&owner, OWNER).await.expect(303);
        // Asking twice in a row for one address sends nothing anew.
        ask(&owner, "elsewhere@example.org").await.expect(303);
    }
    ask(&owner, OWNER).await.expect(429);
    ask(&owner, "another@example.org").await.expect(303);

    let forged = from(&app, 21);
    let mark = owner.cookie("known").expect("marked");
    forged.keep_cookie("known", &mark.replace(&mark[30..34], "AAAA"));
    ask(&forged, OWNER).await.expect(429);
    owner.post("/api/leave", &serde_json::json!({})).await.expect(204);
    assert_eq!(owner.cookie("known"), None, "leaving quickly takes the mark away");
    app.mails().await;
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_network_gets_hundreds_of_mails_and_fewer_for_browsers_that_read_nothing(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await.leaving(&["send_mail"]);
    for number in 0..61_u8 {
        let client = app
            .guest()
            .sending("x-forwarded-for", &format!("203.0.113.{number}, 198.51.100.7"));
        let answer = ask(&client, &format!("person{number}@example.org")).await;
        assert_eq!(answer.status, if number < 60 { 303 } else { 429 }, "{number}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn many_wrong_codes_for_an_address_leave_one_try_for_each_mail_and_its_owner_gets_in(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await;
    for stranger in 1..=6 {
        let stranger = from(&app, stranger);
        let letter = mailed(&app, &stranger, OWNER).await;
        for _ in 0..5 {
            try_code(&stranger, &wrong_code(code_in(&letter))).await;
        }
    }
    let guesser = from(&app, 7);
    let letter = mailed(&app, &guesser, OWNER).await;
    assert_eq!(try_code(&guesser, &wrong_code(code_in(&letter))).await.status, 410);
    let owner = from(&app, 8);
    let letter = mailed(&app, &owner, OWNER).await;
    try_code(&owner, code_in(&letter)).await.expect_redirect_to("/profile");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn many_wrong_codes_from_a_network_leave_two_tries_for_each_mail_and_neighbours_get_in(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await;
    for number in 0..21 {
        let guesser = from(&app, 1);
        let letter = mailed(&app, &guesser, &format!("person{number}@example.org")).await;
        for _ in 0..5 {
            try_code(&guesser, &wrong_code(code_in(&letter))).await;
        }
    }
    let neighbour = from(&app, 1);
    let letter = mailed(&app, &neighbour, OWNER).await;
    let page = try_code(&neighbour, &wrong_code(code_in(&letter))).await.expect(422);
    assert!(page.text().contains("You have 1 try left"), "{}", page.text());
    try_code(&neighbour, code_in(&letter))
        .await
        .expect_redirect_to("/profile");
}
