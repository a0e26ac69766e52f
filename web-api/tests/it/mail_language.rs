//! The language of mails: that of the page that asks for one, or that in which a user last read the app.

use sqlx::PgPool;

use super::app::TestApp;

const MAIL: [(&str, &str); 2] = [("SMTP_URL", "smtp://127.0.0.1:1"), ("MAIL_FROM", "hello@example.org")];

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_mail_of_a_sign_in_speaks_the_language_of_its_page(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await;
    for (number, look, subject, words) in [
        (
            0,
            "es.-300",
            "Entra a Stillwater",
            "escribe este código donde lo pediste",
        ),
        (
            1,
            "en.60",
            "Sign in to Stillwater",
            "type this code where you asked for it",
        ),
    ] {
        let visitor = app.guest();
        visitor.keep_cookie("look", look);
        let address = format!("ruth{number}@example.org");
        visitor
            .post_form("/api/login/email", &[("email", &address)])
            .await
            .expect_redirect_to("/api/login/code");
        let mails = app.mails().await;
        let mail = mails.last().expect("a mail");
        assert_eq!(mail.subject, subject);
        assert!(
            mail.text.contains(words) && mail.text.contains("/api/login/link?token="),
            "{}",
            mail.text
        );
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_user_gets_mails_in_the_language_in_which_they_last_read_the_app(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = app.user().await;
    for (look, languages, kept) in [
        ("", "de", None),
        ("", "es-MX,es;q=0.9", Some("es")),
        ("en.60", "es-MX", Some("en")),
        ("es.-300", "en-US", Some("es")),
    ] {
        user.keep_cookie("look", look);
        user.sending("accept-language", languages)
            .get("/api/auth/user")
            .await
            .expect(200);
        let profile = &user.get("/api/user/export").await.expect(200).json["profile"];
        assert_eq!(profile["language"].as_str(), kept, "{look} {languages}");
    }
}
