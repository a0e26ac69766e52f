//! Sign-in by email: the link, the code, and their limits.

use shared::mail::Letter;
use sqlx::PgPool;

use super::app::{Answer, Client, TestApp};
use super::testimony::testimony_body;

pub const MAIL: [(&str, &str); 2] = [
    ("SMTP_URL", "smtp://127.0.0.1:1"),
    ("MAIL_FROM", "Stillwater <hello@example.org>"),
];

pub async fn ask(client: &Client, address: &str) -> Answer {
    client
        .post_form("/api/login/email", &[("email", address), ("returnTo", "/profile")])
        .await
}

pub async fn try_code(client: &Client, code: &str) -> Answer {
    client.post_form("/api/login/code", &[("code", code)]).await
}

pub fn code_in(letter: &Letter) -> &str {
    let code = letter.text.split("\n\n").find_map(|part| part.strip_prefix("    "));
    code.expect("a code")
}

/// The path and the token of the link in a mail.
pub fn link_in(letter: &Letter) -> (&str, &str) {
    let link = letter
        .text
        .split_whitespace()
        .find(|word| word.contains("/api/login/link"))
        .expect("a link");
    let path = link.strip_prefix("http://stillwater.test").expect("it leads to us");
    (path, path.split_once("token=").expect("a token").1)
}

pub fn wrong_code(code: &str) -> String {
    let number: u32 = code.parse().expect("six digits");
    format!("{:06}", (number + 1) % 1_000_000)
}

/// Signs in by the code in a mail.
pub async fn sign_in_by_mail(app: &TestApp, browser: &Client, address: &str) -> Answer {
    let letter = mailed(app, browser, address).await;
    let answer = try_code(browser, code_in(&letter)).await;
    assert_eq!(answer.status, 303, "{}", answer.text());
    answer
}

/// Requests a sign-in mail and returns it.
pub async fn mailed(app: &TestApp, client: &Client, address: &str) -> Letter {
    ask(client, address).await.expect_redirect_to("/api/login/code");
    app.mails().await.pop().expect("a mail")
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_code_signs_in_the_browser_that_asked_once(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await;
    let browser = app.guest();
    let letter = mailed(&app, &browser, " Somebody@Example.org ").await;
    assert_eq!(letter.to.to_string(), "somebody@example.org");
    let code = code_in(&letter);
    assert!(
        code.len() == 6 && !letter.subject.contains(code),
        "no lock screen shows it"
    );
    assert!(
        browser
            .get("/api/login/code")
            .await
            .expect(200)
            .text()
            .contains("six-digit code")
    );

    let stranger = app.guest();
    assert_eq!(
        try_code(&stranger, code).await.status,
        410,
        "the code is this browser's alone"
    );
    let kept = browser.cookie("sign-in-mailed").expect("a browser that asked");
    let spaced = format!("{} {}", &code[..3], &code[3..]);
    try_code(&browser, &spaced).await.expect_redirect_to("/profile");
    assert_eq!(browser.cookie("sign-in-mailed"), None);
    assert_eq!(
        browser.get("/api/auth/user").await.expect(200).json["email"],
        "somebody@example.org"
    );

    let again = app.guest();
    again.keep_cookie("sign-in-mailed", &kept);
    assert_eq!(try_code(&again, code).await.status, 410, "it was used");
    assert_eq!(again.get(link_in(&letter).0).await.status, 410, "and the link with it");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_link_signs_in_any_browser_and_opening_it_does_not_use_it_up(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await;
    let letter = mailed(&app, &app.guest(), "somebody@example.org").await;
    let (path, token) = link_in(&letter);
    let scanner = app.guest();
    for _ in 0..3 {
        let page = scanner.get(path).await.expect(200);
        assert!(page.text().contains("somebody@example.org on this device"));
        assert_eq!(scanner.cookie("session"), None);
    }
    let phone = app.guest();
    let press = async |client: &Client| client.post_form("/api/login/link", &[("token", token)]).await;
    press(&phone).await.expect_redirect_to("/profile");
    phone.get("/api/auth/user").await.expect(200);
    assert_eq!(press(&app.guest()).await.status, 410, "reused");
    for forged in ["", "x", &token[..token.len() - 4], &format!("A{}", &token[1..])] {
        let answer = phone.post_form("/api/login/link", &[("token", forged)]).await;
        assert_eq!(answer.status, 410, "{forged}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_link_carries_testimonies_over_only_in_the_browser_that_asked(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await.leaving(&["prepare_testimony"]);
    let owned = "select count(*) from testimony join app_user on app_user.id = testimony.owner_id";
    let guest_kept = |browser: &Client| browser.cookie("guest").is_some();
    for (asks_here, owned_then) in [(false, 0), (true, 1)] {
        let browser = app.guest();
        browser
            .post("/api/testimonies", &testimony_body("I waited all year."))
            .await
            .expect(201);
        let other = app.guest();
        let asking = if asks_here { &browser } else { &other };
        let letter = mailed(&app, asking, "somebody@example.org").await;
        let press = [("token", link_in(&letter).1)];
        browser
            .post_form("/api/login/link", &press)
            .await
            .expect_redirect_to("/profile");
        assert_eq!(app.count(owned).await, owned_then);
        assert_eq!(guest_kept(&browser), !asks_here, "the cookie goes where the stories go");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_first_of_two_mails_carries_testimonies_over_too(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await.leaving(&["prepare_testimony"]);
    let owned = "select count(*) from testimony join app_user on app_user.id = testimony.owner_id";
    for (asked_last, owned_then) in [("another@example.org", 0), ("Somebody@example.org", 1)] {
        let browser = app.guest();
        browser
            .post("/api/testimonies", &testimony_body("I waited all year."))
            .await
            .expect(201);
        let first = mailed(&app, &browser, "somebody@example.org").await;
        ask(&browser, asked_last).await.expect(303);
        browser
            .post_form("/api/login/link", &[("token", link_in(&first).1)])
            .await
            .expect_redirect_to("/profile");
        assert_eq!(app.count(owned).await, owned_then, "{asked_last}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn after_fifteen_minutes_code_and_link_have_expired_and_nothing_is_mailed(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await;
    let browser = app.guest();
    let letter = mailed(&app, &browser, "somebody@example.org").await;
    ask(&app.guest(), "late@example.org").await.expect(303);
    sqlx::query("update email_sign_in set expires_at = now() - interval '1 second'")
        .execute(&app.db)
        .await
        .expect("aged");
    assert_eq!(try_code(&browser, code_in(&letter)).await.status, 410);
    assert_eq!(browser.get(link_in(&letter).0).await.status, 410);
    assert_eq!(app.mails().await.len(), 1, "the late one is not sent");
    assert_eq!(app.count("select count(*) from app_user").await, 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_sixth_code_is_refused_even_if_it_is_right(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await;
    let browser = app.guest();
    let letter = mailed(&app, &browser, "somebody@example.org").await;
    let (right, kept) = (code_in(&letter), browser.cookie("sign-in-mailed").expect("asked"));
    for left in (1..=4).rev() {
        let page = try_code(&browser, &wrong_code(right)).await.expect(422);
        assert!(page.text().contains(&format!("You have {left} ")), "{}", page.text());
    }
    assert_eq!(try_code(&browser, &wrong_code(right)).await.status, 410);
    browser.keep_cookie("sign-in-mailed", &kept);
    assert_eq!(try_code(&browser, right).await.status, 410);
    assert_eq!(browser.cookie("session"), None);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn five_of_fifty_parallel_codes_are_checked(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await;
    let browser = app.guest();
    let letter = mailed(&app, &browser, "somebody@example.org").await;
    let wrong = wrong_code(code_in(&letter));
    let kept = browser.cookie("sign-in-mailed").expect("asked");
    let tries: Vec<_> = (0..50_u8)
        .map(|number| {
            // Each request has its own ip_prefix: only the limit of five attempts applies.
            let client = app.guest().sending("x-forwarded-for", &format!("198.51.100.{number}"));
            client.keep_cookie("sign-in-mailed", &kept);
            let wrong = wrong.clone();
            async move { try_code(&client, &wrong).await.status }
        })
        .collect();
    let answers = futures::future::join_all(tries).await;
    assert_eq!(answers.iter().filter(|status| status.as_u16() == 422).count(), 4);
    assert_eq!(answers.iter().filter(|status| status.as_u16() == 410).count(), 46);
    assert_eq!(app.count("select tries::bigint from email_sign_in").await, 5);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_answer_does_not_reveal_whether_an_address_is_known(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await;
    testing::user(&app.db, 1).await;
    let (known, unknown) = (
        ask(&app.guest(), "person1@example.org")
            .await
            .expect_redirect_to("/api/login/code"),
        ask(&app.guest(), "nobody@example.org")
            .await
            .expect_redirect_to("/api/login/code"),
    );
    assert_eq!(known.body, unknown.body);
    let names = |answer: &Answer| answer.headers.keys().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(names(&known), names(&unknown));
    assert_eq!(app.mails().await.len(), 2, "both get a mail");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_invalid_address_is_refused(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await;
    for address in [
        "",
        "nobody",
        "a@b@c",
        "a@example.org\r\nBcc: b@example.org",
        "a b@example.org",
    ] {
        let page = ask(&app.guest(), address).await;
        assert_eq!(page.status, 422, "{address:?}");
        assert!(page.text().contains("full email address"));
    }
    assert_eq!(app.count("select count(*) from job").await, 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_database_holds_neither_link_nor_code(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await;
    let letter = mailed(&app, &app.guest(), "somebody@example.org").await;
    let rows: String = sqlx::query_scalar(
        "select (select string_agg(email_sign_in::text, '') from email_sign_in) || (select string_agg(job::text, '') from job)",
    )
    .fetch_one(&app.db)
    .await
    .expect("readable");
    assert!(!rows.contains(code_in(&letter)) && !rows.contains(link_in(&letter).1));
    let payload: String = sqlx::query_scalar("select payload::text from job")
        .fetch_one(&app.db)
        .await
        .expect("one");
    assert!(!payload.contains("example.org"), "ids only: {payload}");
}
