//! The sign-in pages: their methods, content and protection.

use serde_json::json;
use sqlx::PgPool;

use super::app::TestApp;
use super::doubles::Double;

const MAIL: [(&str, &str); 2] = [("SMTP_URL", "smtp://127.0.0.1:1"), ("MAIL_FROM", "hello@example.org")];

#[sqlx::test(migrations = "../migrations")]
async fn each_method_is_offered_when_it_is_configured(db: PgPool) {
    let nothing = TestApp::new(db.clone()).await.guest();
    let page = nothing.get("/api/login").await.expect(200);
    assert!(page.text().contains("not set up here yet") && !page.text().contains("Continue with"));
    nothing.get("/api/login/google").await.expect_error(404, "NOT_FOUND");
    nothing
        .post_form("/api/login/email", &[("email", "a@example.org")])
        .await
        .expect_redirect_to("/api/login");

    let double = Double::start().await;
    let settings = double.settings();
    for (some, offered, missing) in [
        (&settings[..3], "Continue with Google", "Continue with GitHub"),
        (&settings[3..], "Continue with GitHub", "Continue with Google"),
        (&MAIL[..], "Email me a link", "Continue with"),
    ] {
        let page = TestApp::with(db.clone(), some)
            .await
            .guest()
            .get("/api/login")
            .await
            .expect(200);
        assert!(
            page.text().contains(offered) && !page.text().contains(missing),
            "{offered}"
        );
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    }
}

#[sqlx::test(migrations = "../migrations")]
async fn pages_have_no_script_no_inline_style_and_no_external_content(db: PgPool) {
    let double = Double::start().await;
    let settings = [
        &double.settings()[..],
        &[("APP_NAME", "<b>\"Still\" & water</b>"), MAIL[0], MAIL[1]],
    ]
    .concat();
    let app = TestApp::with(db, &settings).await;
    let guest = app.guest();
    for path in [
        "/api/login",
        "/api/login/link?token=x",
        "/api/login?returnTo=/%22%3E%3Cscript%3E",
    ] {
        let page = guest.get(path).await;
        let html = page.text();
        assert!(
            !html.contains("<script") && !html.contains("style=") && !html.contains("<style"),
            "{html}"
        );
        assert!(!html.contains("http://") && !html.contains("https://"), "{html}");
        assert!(
            html.contains("&lt;b&gt;&quot;Still&quot; &amp; water&lt;/b&gt;"),
            "{html}"
        );
        assert!(html.contains(r#"href="/instant-support""#), "help is near");
        assert!(page.header("content-security-policy").contains("default-src 'none'"));
    }
    let sheet = guest.get("/api/login/style.css").await.expect(200);
    assert_eq!(sheet.header("content-type"), "text/css; charset=utf-8");
    let css = sheet.text();
    assert!(
        css.contains("--water: #1f5e6d;") && css.contains("--water: #8cc3c9;"),
        "the app's own colours"
    );
    assert!(!css.contains("light-dark("), "browsers before 2024 read it too");
}

#[sqlx::test(migrations = "../migrations")]
async fn inside_another_app_google_gives_way_to_email_and_to_the_address_for_the_browser(db: PgPool) {
    let double = Double::start().await;
    let app = TestApp::with(db, &[&double.settings()[..], &MAIL].concat()).await;
    let facebook = app.guest().sending(
        "user-agent",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/470.0]",
    );
    let android = app.guest().sending(
        "user-agent",
        "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36",
    );
    for browser in [&facebook, &android] {
        let page = browser.get("/api/login?returnTo=/prayers").await.expect(200);
        let html = page.text();
        assert!(
            !html.contains("Continue with Google") && html.contains("Continue with GitHub"),
            "{html}"
        );
        assert!(
            html.contains("Email me a link") && html.contains("Open in your browser"),
            "{html}"
        );
        assert!(
            html.contains(">http://stillwater.test/api/login?returnTo=/prayers<"),
            "{html}"
        );
        // It is the same after a mistake.
        let again = browser
            .post_form("/api/login/email", &[("email", "nobody")])
            .await
            .expect(422);
        assert!(!again.text().contains("Continue with Google"));
    }
    let link = r#"href="intent://stillwater.test/api/login"#;
    assert!(android.get("/api/login").await.text().contains(link));
    assert!(!facebook.get("/api/login").await.text().contains("intent:"));
    let own = app.guest().get("/api/login").await.expect(200);
    assert!(own.text().contains("Continue with Google") && !own.text().contains("Open in your browser"));
}

#[sqlx::test(migrations = "../migrations")]
async fn a_form_of_another_site_is_refused(db: PgPool) {
    let app = TestApp::with(
        db,
        &[("SMTP_URL", "smtp://127.0.0.1:1"), ("MAIL_FROM", "hello@example.org")],
    )
    .await;
    for foreign in [
        app.guest().sending("sec-fetch-site", "cross-site"),
        app.guest().without("sec-fetch-site"),
        app.guest()
            .without("sec-fetch-site")
            .sending("origin", "https://evil.test"),
    ] {
        for path in ["/api/login/email", "/api/login/code", "/api/login/link"] {
            let answer = foreign.post_form(path, &[("email", "a@example.org")]).await;
            answer.expect_error(403, "CROSS_SITE");
        }
        foreign
            .post("/api/logout", &json!({}))
            .await
            .expect_error(403, "CROSS_SITE");
    }
    assert_eq!(app.count("select count(*) from email_sign_in").await, 0);
}
