//! The sign-in pages: their methods, content and protection.

use serde_json::json;
use sqlx::PgPool;

use super::app::TestApp;
use super::doubles::Double;

const MAIL: [(&str, &str); 2] = [("SMTP_URL", "smtp://127.0.0.1:1"), ("MAIL_FROM", "hello@example.org")];

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
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

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
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

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
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

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
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

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn pages_speak_the_language_of_the_app_or_else_of_the_browser(db: PgPool) {
    let double = Double::start().await;
    let app = TestApp::with(db, &[&double.settings()[..], &MAIL].concat()).await;
    for (look, languages, is_spanish) in [
        ("", "es-419,es;q=0.9,en;q=0.8", true),
        ("", "en-US,es;q=0.5", false),
        ("es.-300", "en-US", true),
        ("en.60", "es-ES", false),
    ] {
        let visitor = app.guest().sending("accept-language", languages);
        visitor.keep_cookie("look", look);
        let page = visitor.get("/api/login").await.expect(200);
        let html = page.text();
        let words: [[&str; 2]; 5] = [
            ["<html lang=\"en\">", "<html lang=\"es\">"],
            ["<h1>Welcome</h1>", "<h1>Te damos la bienvenida</h1>"],
            ["Continue with Google", "Entrar con Google"],
            ["Email me a link", "Envíame un enlace"],
            [">Help now</a>", ">Ayuda ahora</a>"],
        ];
        for [english, spanish] in words {
            let (said, unsaid) = if is_spanish {
                (spanish, english)
            } else {
                (english, spanish)
            };
            assert!(
                html.contains(said) && !html.contains(unsaid),
                "{look} {languages}: {html}"
            );
        }
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn every_page_of_a_mailed_sign_in_is_spanish_with_its_notices(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await.leaving(&["send_mail"]);
    let visitor = app.guest().sending("accept-language", "es-MX");
    let form = |email| [("email", email)];
    let refused = visitor.post_form("/api/login/email", &form("nobody")).await.expect(422);
    assert!(
        refused
            .text()
            .contains(r#"role="alert" lang="es">Escribe tu correo electrónico completo"#),
        "{}",
        refused.text()
    );
    visitor
        .post_form("/api/login/email", &form("ruth@example.org"))
        .await
        .expect_redirect_to("/api/login/code");
    let code = visitor.get("/api/login/code").await.expect(200);
    assert!(
        code.text()
            .contains("Te enviamos un enlace y un código de seis dígitos a <bdi"),
        "{}",
        code.text()
    );
    let wrong = visitor
        .post_form("/api/login/code", &[("code", "000000")])
        .await
        .expect(422);
    assert!(wrong.text().contains("Te quedan 4 intentos."), "{}", wrong.text());
    let first = visitor.get("/api/login").await.expect(200);
    assert!(first.text().contains("Tengo un código"), "{}", first.text());
    let expired = visitor.get("/api/login/link?token=x").await.expect(410);
    assert!(
        expired.text().contains("<h1>Ese enlace ya no sirve</h1>"),
        "{}",
        expired.text()
    );
    for page in [&refused, &code, &wrong, &first, &expired] {
        for word in [" your ", " the ", " code", "Sign in", "{"] {
            let html = page.text();
            let body = html.split_once("<main").expect("a page").1;
            assert!(!body.contains(word), "{word}: {body}");
        }
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn pages_are_lit_by_the_hour_of_the_visitor_or_by_their_theme(db: PgPool) {
    let app = TestApp::with(db, &MAIL).await;
    let scene = async |look: &'static str| {
        let guest = app.guest();
        guest.keep_cookie("look", look);
        let page = guest.get("/api/login").await.expect(200);
        let html = page.text();
        let (_, scene) = html.split_once("<svg class=\"scene\"").expect("a scene");
        scene.split_once("</svg>").expect("its end").0.to_owned()
    };
    // Somewhere it is noon, and on the other side of the earth midnight.
    let [here, there] = [scene("en.0").await, scene("en.-720").await];
    assert_ne!(here, there);
    assert!(here.contains("stop-color=\"#") && there.contains("stop-color=\"#"));
    for unknown in ["", "en.noon", "en.99999"] {
        assert!(scene(unknown).await.contains("class=\"sky-1\""), "{unknown}");
    }
}
