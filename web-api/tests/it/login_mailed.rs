//! The way back to a mailed sign-in: after a restart, once more, and from another browser.

use serde_json::{Value, json};
use shared::mail::Letter;
use sqlx::PgPool;

use super::app::{Answer, Client, TestApp};

const MAIL: [(&str, &str); 2] = [("SMTP_URL", "smtp://127.0.0.1:1"), ("MAIL_FROM", "hello@example.org")];
const MASKED: &str = "s\u{2022}\u{2022}\u{2022}@example.org";

async fn ask(client: &Client, address: &str) {
    let fields = [("email", address), ("returnTo", "/profile")];
    let asked = client.post_form("/api/login/email", &fields).await;
    asked.expect_redirect_to("/api/login/code");
}

async fn send_again(client: &Client) -> Answer {
    client.post_form("/api/login/again", &[]).await
}

async fn pending(client: &Client) -> Value {
    client.get("/api/login/pending").await.expect(200).json
}

/// Makes the sign-ins older by this many seconds.
async fn age(app: &TestApp, seconds: i32) {
    sqlx::query(
        "update email_sign_in set created_at = created_at - make_interval(secs => $1),
             expires_at = expires_at - make_interval(secs => $1), sent_again_at = sent_again_at - make_interval(secs => $1)",
    )
    .bind(f64::from(seconds))
    .execute(&app.db)
    .await
    .expect("aged");
}

/// The code in a mail, wherever it stands there.
fn code_in(letter: &Letter) -> String {
    let is_code = |word: &&str| word.len() == 6 && word.bytes().all(|byte| byte.is_ascii_digit());
    letter.text.split_whitespace().find(is_code).expect("a code").to_owned()
}

/// The path and the token of the link in a mail.
fn link_in(letter: &Letter) -> (&str, &str) {
    let mut words = letter.text.split_whitespace();
    let link = words.find(|word| word.contains("/api/login/link")).expect("a link");
    let path = link.strip_prefix("http://stillwater.test").expect("it leads to us");
    (path, path.split_once("token=").expect("a token").1)
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_app_that_restarts_finds_its_way_back_to_the_code(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await;
    let browser = app.guest();
    assert_eq!(pending(&browser).await["address"], Value::Null);
    assert!(!browser.get("/api/login").await.text().contains("I have a code"));

    ask(&browser, "somebody@example.org").await;
    let code = code_in(&app.mails().await.pop().expect("a mail"));
    // Only the cookies survive a restart.
    let restarted = app.guest();
    restarted.keep_cookie("sign-in-mailed", &browser.cookie("sign-in-mailed").expect("asked"));
    let waiting = pending(&restarted).await;
    assert_eq!(waiting["address"], MASKED);
    let wait = waiting["sendAgainAfter"].as_u64().expect("seconds");
    assert!((1..=30).contains(&wait), "{wait}");
    for path in ["/api/login", "/api/login/code", "/api/login/code"] {
        let page = restarted.get(path).await.expect(200);
        assert!(
            page.text().contains(MASKED) && !page.text().contains("somebody"),
            "{path}"
        );
        assert!(page.text().contains("Send again"), "{path}");
    }
    let start = restarted.get("/api/login").await;
    assert!(start.text().contains("I have a code") && start.text().contains("Email me a link"));
    let signed_in = restarted.post_form("/api/login/code", &[("code", &code)]).await;
    signed_in.expect_redirect_to("/profile");
    assert_eq!(pending(&restarted).await["address"], Value::Null);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_same_mail_is_sent_again_after_half_a_minute_with_the_same_code(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await;
    let browser = app.guest();
    ask(&browser, "somebody@example.org").await;
    let first = app.mails().await.pop().expect("a mail");
    let early = send_again(&browser).await.expect(429);
    assert!(early.text().contains("We have just sent it"), "{}", early.text());
    assert!(early.text().contains("Code from the email"), "the form is still there");
    assert_eq!(app.mails().await.len(), 1);

    age(&app, 31).await;
    assert_eq!(pending(&browser).await["sendAgainAfter"], 0);
    send_again(&browser).await.expect_redirect_to("/api/login/code");
    let page = browser.get("/api/login/code").await.expect(200);
    assert!(page.text().contains("again. Use either one"), "{}", page.text());
    let mails = app.mails().await;
    assert_eq!(mails.len(), 2);
    assert_eq!(mails[1].text, first.text, "whichever arrives first works");
    assert_ne!(
        mails[1].id, first.id,
        "mail servers drop a second mail with the same id"
    );
    send_again(&browser).await.expect(429);
    let code = code_in(&first);
    let signed_in = browser.post_form("/api/login/code", &[("code", &code)]).await;
    signed_in.expect_redirect_to("/profile");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn asking_again_for_the_same_address_keeps_the_first_code(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await;
    let browser = app.guest();
    ask(&browser, "somebody@example.org").await;
    ask(&browser, "Somebody@Example.org").await;
    let first = code_in(&app.mails().await.pop().expect("a mail"));
    assert_eq!(app.mails().await.len(), 1, "it was just sent");
    age(&app, 31).await;
    ask(&browser, "somebody@example.org").await;
    let mails = app.mails().await;
    assert_eq!(
        mails.iter().map(code_in).collect::<Vec<_>>(),
        [first.clone(), first.clone()]
    );
    ask(&browser, "another@example.org").await;
    assert_ne!(code_in(&app.mails().await.pop().expect("a mail")), first);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn sending_again_renews_the_quarter_of_an_hour_within_an_hour_of_asking(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await.leaving(&["send_mail"]);
    let browser = app.guest();
    ask(&browser, "somebody@example.org").await;
    for _ in 0..4 {
        age(&app, 14 * 60).await;
        send_again(&browser).await.expect_redirect_to("/api/login/code");
    }
    age(&app, 5 * 60).await;
    let over = browser.get("/api/login/code").await;
    assert_eq!(over.status, 410, "61 minutes after asking");
    assert_eq!(pending(&browser).await["address"], Value::Null);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn sending_again_counts_as_a_mail_and_works_only_in_the_browser_that_asked(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await.leaving(&["send_mail"]);
    let browser = app.guest();
    ask(&browser, "somebody@example.org").await;
    for _ in 0..4 {
        age(&app, 31).await;
        send_again(&browser).await.expect_redirect_to("/api/login/code");
    }
    age(&app, 31).await;
    let sixth = send_again(&browser).await.expect(429);
    assert!(sixth.text().contains("too many tries"), "{}", sixth.text());
    send_again(&app.guest()).await.expect_redirect_to("/api/login");
    let foreign = browser.sending("sec-fetch-site", "cross-site");
    send_again(&foreign).await.expect_error(403, "CROSS_SITE");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn parallel_presses_send_one_mail(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await.leaving(&["send_mail"]);
    let browser = app.guest();
    ask(&browser, "somebody@example.org").await;
    age(&app, 31).await;
    let answers = futures::future::join_all((0..3).map(|_| send_again(&browser))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 303).count(), 1);
    assert_eq!(app.count("select count(*) from job").await, 2);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_link_in_another_browser_offers_the_code_for_the_first_and_uses_nothing_up(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await;
    let asked = app.guest();
    ask(&asked, "somebody@example.org").await;
    let letter = app.mails().await.pop().expect("a mail");
    let (code, (path, token)) = (code_in(&letter), link_in(&letter));
    let shown = format!("{} {}", &code[..3], &code[3..]);

    let here = asked.get(path).await.expect(200);
    assert!(here.text().contains("One more step") && !here.text().contains(&shown));
    let elsewhere = app.guest();
    for _ in 0..3 {
        let page = elsewhere.get(path).await.expect(200);
        let html = page.text();
        let (told, offered) = (html.find(&shown), html.find("Sign in here instead"));
        assert!(html.contains("You started in another browser"), "{html}");
        assert!(told.is_some() && told < offered, "the code comes first: {html}");
    }
    assert_eq!(elsewhere.cookie("session"), None);
    let by_code = asked.post_form("/api/login/code", &[("code", &shown)]).await;
    by_code.expect_redirect_to("/profile");
    let late = elsewhere.post_form("/api/login/link", &[("token", token)]).await;
    assert_eq!(late.status, 410, "one of both");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_code_that_cannot_work_any_more_is_not_offered(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await;
    let asked = app.guest();
    ask(&asked, "somebody@example.org").await;
    let letter = app.mails().await.pop().expect("a mail");
    let (path, token) = link_in(&letter);
    sqlx::query("update email_sign_in set tries = 5")
        .execute(&app.db)
        .await
        .expect("tried");
    let elsewhere = app.guest();
    let page = elsewhere.get(path).await.expect(200);
    assert!(
        page.text().contains("Press the button to sign in as"),
        "{}",
        page.text()
    );
    let pressed = elsewhere.post_form("/api/login/link", &[("token", token)]).await;
    pressed.expect_redirect_to("/profile");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn leaving_quickly_forgets_the_pending_sign_in(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await.leaving(&["send_mail"]);
    let browser = app.guest();
    ask(&browser, "somebody@example.org").await;
    browser.post("/api/leave", &json!({})).await.expect(204);
    assert_eq!(browser.cookie("sign-in-mailed"), None);
    assert_eq!(pending(&browser).await["address"], Value::Null);
}
