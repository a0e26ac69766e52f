//! Sign-in by email as mail is: late, lost, expired, and typed by people with other digits.

use sqlx::PgPool;

use super::app::TestApp;
use super::login_by_email::{MAIL, ask, code_in, link_in, mailed, try_code};

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn fifteen_minutes_count_from_handing_the_mail_over_and_at_most_an_hour_from_asking(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await;
    let left = "select round(extract(epoch from expires_at - now()) / 60)::bigint from email_sign_in";
    let mail_after = async |minutes: i32| {
        sqlx::query("delete from email_sign_in")
            .execute(&app.db)
            .await
            .expect("deleted");
        let browser = app.guest();
        ask(&browser, "late@example.org").await.expect(303);
        assert_eq!(app.count(left).await, 60, "nobody has the code before it is mailed");
        let waited = "update email_sign_in set created_at = created_at - make_interval(mins => $1),
                          expires_at = expires_at - make_interval(mins => $1)";
        sqlx::query(waited)
            .bind(minutes)
            .execute(&app.db)
            .await
            .expect("waited");
        let sent = app.mails().await;
        (browser, sent)
    };
    let (browser, sent) = mail_after(40).await;
    assert_eq!(app.count(left).await, 15);
    assert!(sent[0].text.contains("within 15 minutes"), "{}", sent[0].text);
    try_code(&browser, code_in(&sent[0]))
        .await
        .expect_redirect_to("/profile");
    let (_, sent) = mail_after(52).await;
    assert_eq!(app.count(left).await, 8);
    assert!(sent[1].text.contains("within 7 minutes"), "{}", sent[1].text);
    let (_, sent) = mail_after(56).await;
    assert_eq!(sent.len(), 2, "four minutes are not worth a mail");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn somebody_whose_mail_was_given_up_is_told_so_and_may_try_once_more(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await.leaving(&["send_mail"]);
    for give_up in [
        "update job set dead_at = now(), reason = 'no answer' where finished_at is null",
        "update email_sign_in set refused_at = now()",
    ] {
        let browser = app.guest();
        ask(&browser, "typo@example.org").await.expect(303);
        let waiting = browser.get("/api/login/code").await.expect(200).text();
        assert!(waiting.contains("Check your email"), "{waiting}");
        sqlx::query(give_up).execute(&app.db).await.expect("given up");
        let page = browser.get("/api/login/code").await.expect(200).text();
        assert!(
            page.contains("could not deliver the email to typo@example.org"),
            "{page}"
        );
        assert!(page.contains(r#"name="email" value="typo@example.org""#), "{page}");
        assert!(page.contains(r#"name="returnTo" value="/profile""#), "{page}");
        sqlx::query("delete from email_sign_in")
            .execute(&app.db)
            .await
            .expect("deleted");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_expired_link_offers_a_new_mail_to_the_same_address_in_one_press(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await;
    let (browser, another) = (app.guest(), app.guest());
    let letter = mailed(&app, &browser, "somebody@example.org").await;
    mailed(&app, &another, "somebody@example.org").await;
    let (path, token) = link_in(&letter);
    sqlx::query("update email_sign_in set expires_at = now() - interval '1 second'")
        .execute(&app.db)
        .await
        .expect("aged");
    for page in [
        app.guest().get(path).await,
        app.guest().post_form("/api/login/link", &[("token", token)]).await,
        browser.get("/api/login/code").await,
        try_code(&another, code_in(&letter)).await,
    ] {
        assert_eq!(page.status, 410);
        let page = page.text();
        assert!(page.contains("That link has expired"), "{page}");
        assert!(page.contains(r#"name="email" value="somebody@example.org""#), "{page}");
    }
    let forged = app.guest().get("/api/login/link?token=x").await.text();
    assert!(
        forged.contains("Start over") && !forged.contains("somebody"),
        "{forged}"
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_code_is_taken_in_digits_of_any_script(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await;
    for (number, zero) in [('0', '٠'), ('1', '०'), ('2', '０')].map(|(number, zero)| (number, u32::from(zero))) {
        let browser = app.guest();
        let letter = mailed(&app, &browser, &format!("person{number}@example.org")).await;
        let typed: Vec<String> = code_in(&letter)
            .bytes()
            .map(|digit| {
                char::from_u32(zero + u32::from(digit - b'0'))
                    .expect("a digit")
                    .to_string()
            })
            .collect();
        try_code(&browser, &typed.join("-"))
            .await
            .expect_redirect_to("/profile");
    }
}
