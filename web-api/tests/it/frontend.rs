//! The frontend's documents and assets, and paths that are neither.

use std::collections::BTreeSet;
use std::path::PathBuf;

use axum::body::Body;
use axum::http::StatusCode;
use sqlx::PgPool;
use uuid::Uuid;
use web_api::frontend::{PAYMENT_PAGES, SCREENS};

use super::app::{Client, TestApp};

/// A built frontend of two documents and two assets, removed after the test.
struct Built(PathBuf);

impl Built {
    fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("frontend-{}", Uuid::new_v4().simple()));
        std::fs::create_dir_all(folder.join("assets")).expect("a folder");
        for (name, content) in [
            ("index.html", "<p>the document</p>"),
            ("subscribe.html", "<p>where people pay</p>"),
            ("sw.js", "self"),
            ("manifest.webmanifest", r#"{"name": "Stillwater"}"#),
            ("assets/app-1a2b3c.js", "app()"),
        ] {
            std::fs::write(folder.join(name), content).expect("a file");
        }
        Self(folder)
    }
}

impl Drop for Built {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

async fn guest_of(db: PgPool, built: &Built) -> Client {
    TestApp::with(db, &[("FRONTEND_DIR", built.0.to_str().expect("text"))])
        .await
        .guest()
}

/// The routes of the frontend's router, in axum's syntax.
fn routed() -> BTreeSet<String> {
    let router = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../frontend/src/app/router.tsx");
    let source = std::fs::read_to_string(router).expect("the router");
    let paths = source
        .split("path: '")
        .skip(1)
        .filter_map(|rest| rest.split('\'').next());
    let parts = paths.map(|path| {
        let parts = path.split('/').map(|part| match part.strip_prefix(':') {
            Some(name) => format!("{{{name}}}"),
            None => part.to_owned(),
        });
        parts.collect::<Vec<_>>().join("/")
    });
    parts.filter(|path| path != "*").collect()
}

#[test]
fn every_screen_of_the_router_is_served_and_no_other() {
    let served = SCREENS.iter().chain(&PAYMENT_PAGES);
    let served: BTreeSet<String> = served.map(|&path| path.to_owned()).collect();
    assert_eq!(served, routed());
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_screen_is_served_as_the_document_and_an_unknown_path_as_the_document_with_404(db: PgPool) {
    let built = Built::new();
    let guest = guest_of(db, &built).await;
    for (path, status) in [
        ("/", 200),
        ("/result", 200),
        ("/resources?category=hope", 200),
        ("/instant-support", 200),
        ("/testimony", 200),
        ("/thank-you", 200),
        ("/guidelines", 200),
        ("/today", 200),
        ("/passage/Psalm%204:8", 200),
        ("/gift/ABCDE-FGHJK-MNPQR-STVWX", 200),
        ("/profile", 200),
        ("/testimonies", 200),
        ("/admin", 200),
        ("/no-such-page", 404),
        ("/result/nothing", 404),
        ("/apish", 404),
        ("/%F0%9F%92%A7", 404),
    ] {
        let answer = guest.get(path).await.expect(status);
        assert_eq!(answer.body, "<p>the document</p>", "{path}");
        assert_eq!(
            (answer.header("content-type"), answer.header("cache-control")),
            ("text/html; charset=utf-8", "no-cache"),
            "{path}"
        );
        assert_eq!(answer.header("set-cookie"), "");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_document_is_compressed_as_the_client_accepts(db: PgPool) {
    let built = Built::new();
    let words = "Words that come again. ".repeat(100);
    std::fs::write(built.0.join("index.html"), &words).expect("a file");
    let guest = guest_of(db, &built).await;
    for path in ["/", "/no-such-page"] {
        for (accepted, sent) in [("gzip, deflate, br", "br"), ("gzip, br;q=0", "gzip"), ("gzip", "gzip")] {
            let request = guest.request("GET", path).header("accept-encoding", accepted);
            let answer = guest.send(request, Body::empty()).await;
            assert_eq!(
                (answer.header("content-encoding"), answer.header("vary")),
                (sent, "accept-encoding"),
                "{path}"
            );
            assert!(answer.body.len() < words.len() / 10, "{path}");
        }
        assert_eq!(guest.get(path).await.body, words, "{path}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_payment_page_is_a_separate_document(db: PgPool) {
    let built = Built::new();
    let guest = guest_of(db, &built).await;
    for path in [
        "/subscribe",
        "/subscribe/success?payment_intent=pi_1",
        "/subscribe/gift?payment_intent=pi_1",
    ] {
        let answer = guest.get(path).await.expect(200);
        assert_eq!(answer.body, "<p>where people pay</p>", "{path}");
        assert!(
            answer
                .header("content-security-policy")
                .contains("https://js.stripe.com")
        );
    }
    guest.get("/stripe-standin.js").await.expect(404);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn assets_are_cached_for_ever_and_other_files_are_revalidated(db: PgPool) {
    let built = Built::new();
    let guest = guest_of(db, &built).await;
    let asset = guest.get("/assets/app-1a2b3c.js").await.expect(200);
    assert_eq!(
        (asset.body.as_ref(), asset.header("cache-control")),
        (&b"app()"[..], "public, max-age=31536000, immutable")
    );
    let worker = guest.get("/sw.js").await.expect(200);
    assert_eq!(
        (worker.body.as_ref(), worker.header("cache-control")),
        (&b"self"[..], "no-cache")
    );
    assert!(worker.header("content-type").starts_with("text/javascript"));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_manifest_has_the_name_of_this_installation(db: PgPool) {
    let built = Built::new();
    let folder = built.0.to_str().expect("text");
    let settings = [("FRONTEND_DIR", folder), ("APP_NAME", r#"The "Quiet" Shore"#)];
    let answer = TestApp::with(db, &settings)
        .await
        .guest()
        .get("/manifest.webmanifest")
        .await
        .expect(200);
    assert_eq!(
        (answer.header("content-type"), answer.header("cache-control")),
        ("application/manifest+json", "no-cache")
    );
    let manifest: serde_json::Value = serde_json::from_slice(&answer.body).expect("JSON");
    assert_eq!(manifest["name"], r#"The "Quiet" Shore"#);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_document_has_the_operators_settings(db: PgPool) {
    let built = Built::new();
    let index = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../frontend/index.html");
    std::fs::copy(index, built.0.join("index.html")).expect("the frontend's document");
    let settings = [
        ("FRONTEND_DIR", built.0.to_str().expect("text")),
        ("APP_NAME", "The Shore"),
        ("SUPPORT_EMAIL", "help@shore.example"),
        ("DEFAULT_COUNTRY", "NZ"),
        ("SMTP_URL", "smtp://127.0.0.1:1"),
        ("MAIL_FROM", "hello@shore.example"),
    ];
    let answer = TestApp::with(db, &settings).await.guest().get("/").await.expect(200);
    let document = String::from_utf8_lossy(&answer.body);
    for (name, content) in [
        ("application-name", "The Shore"),
        ("support-email", "help@shore.example"),
        ("default-country", "NZ"),
        // Only mail is configured.
        ("sign-in-ways", "email"),
    ] {
        let meta = format!(r#"<meta name="{name}" content="{content}""#);
        assert!(document.contains(&meta), "{name}");
    }
}

/// The documents as the frontend has them, in a folder of their own.
fn documents() -> Built {
    let built = Built::new();
    for name in ["index.html", "subscribe.html"] {
        let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../frontend").join(name);
        std::fs::copy(file, built.0.join(name)).expect("the frontend's document");
    }
    built
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_document_is_in_the_language_of_its_address_or_else_of_its_reader(db: PgPool) {
    let built = documents();
    let folder = built.0.to_str().expect("text");
    let app = TestApp::with(db, &[("FRONTEND_DIR", folder)]).await;
    for (path, look, languages, is_spanish) in [
        ("/es", "", "en-US", true),
        ("/es/guidelines", "en.0", "en-US", true),
        ("/es/passage/Psalm%204:8", "", "de", true),
        ("/", "", "es-419,es;q=0.9,en;q=0.8", true),
        ("/guidelines", "es.-300", "en-US", true),
        ("/subscribe", "", "es-MX", true),
        ("/no-such-page", "", "es-MX", true),
        ("/", "", "en-US,es;q=0.5", false),
        ("/guidelines", "en.60", "es-ES", false),
        ("/subscribe", "", "de-DE", false),
    ] {
        let visitor = app.guest().sending("accept-language", languages);
        visitor.keep_cookie("look", look);
        let answer = visitor.get(path).await;
        let html = answer.text();
        let words: [[&str; 2]; 4] = [
            ["<html lang=\"en\">", "<html lang=\"es\">"],
            [
                "<main class=\"plain\" lang=\"en\">",
                "<main class=\"plain\" lang=\"es\">",
            ],
            ["What are you carrying?", "¿Qué llevas dentro?"],
            [">Help now</a>", ">Ayuda ahora</a>"],
        ];
        let of_document: &[[&str; 2]] = if path == "/subscribe" {
            &[
                ["<title>Upgrade to Premium", "<title>Pasar a Premium"],
                ["Paying needs", "Para pagar hace falta"],
            ]
        } else {
            &[
                ["\"/manifest.webmanifest\"", "\"/manifest.es.webmanifest\""],
                ["content=\"Find biblical", "content=\"Encuentra guía bíblica"],
                ["<h1>Find hope", "<h1>Encuentra esperanza"],
            ]
        };
        for &[english, spanish] in words.iter().chain(of_document) {
            let (said, unsaid) = if is_spanish {
                (spanish, english)
            } else {
                (english, spanish)
            };
            assert!(
                html.contains(said) && !html.contains(unsaid),
                "{path} {languages}: {said}"
            );
        }
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn public_screens_name_their_addresses_in_each_language(db: PgPool) {
    let built = Built::new();
    let settings = [
        ("FRONTEND_DIR", built.0.to_str().expect("text")),
        ("PUBLIC_URL", "https://shore.example"),
    ];
    let guest = TestApp::with(db, &settings).await.guest();
    for (path, in_spanish) in [
        ("/", "/es"),
        ("/guidelines", "/es/guidelines"),
        ("/instant-support", "/es/instant-support"),
        ("/resources", "/es/resources"),
    ] {
        let expected = format!(
            "<https://shore.example{path}>; rel=\"alternate\"; hreflang=\"x-default\", \
             <https://shore.example{path}>; rel=\"alternate\"; hreflang=\"en\", \
             <https://shore.example{in_spanish}>; rel=\"alternate\"; hreflang=\"es\""
        );
        for address in [path, in_spanish] {
            assert_eq!(
                guest.get(address).await.expect(200).header("link"),
                expected,
                "{address}"
            );
        }
    }
    for path in ["/profile", "/es/profile", "/terms", "/es/terms"] {
        assert_eq!(guest.get(path).await.expect(200).header("link"), "", "{path}");
    }
    guest.get("/es/admin").await.expect(404);
    guest.get("/es/no-such-page").await.expect(404);
    assert_eq!(guest.get("/es/").await.expect(308).header("location"), "/es");
    let payment = guest.get("/es/subscribe/success").await.expect(307);
    assert_eq!(payment.header("location"), "/subscribe/success");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_missing_asset_is_not_the_document_and_is_not_cached(db: PgPool) {
    let built = Built::new();
    let guest = guest_of(db, &built).await;
    for path in ["/assets/app-000000.js", "/assets/", "/assets/nothing/here.css"] {
        let missing = guest.get(path).await.expect(404);
        assert_eq!(
            (missing.header("content-type"), missing.header("cache-control")),
            ("application/json", "no-store"),
            "{path}"
        );
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn no_path_leads_out_of_the_folder(db: PgPool) {
    let built = Built::new();
    let guest = guest_of(db, &built).await;
    for path in [
        "/assets/../../etc/passwd",
        "/assets/..%2f..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/%2Fetc%2Fpasswd",
        "/%00",
        "/assets/%00",
        "/%FF",
    ] {
        let answer = guest.get(path).await;
        assert!(
            answer.status == StatusCode::NOT_FOUND || answer.status == StatusCode::BAD_REQUEST,
            "{path} {}",
            answer.status
        );
        assert!(!answer.body.starts_with(b"root:"), "{path}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn pages_refuse_post(db: PgPool) {
    let built = Built::new();
    let guest = guest_of(db, &built).await;
    for path in ["/", "/result", "/assets/app-1a2b3c.js", "/sw.js"] {
        guest
            .send(guest.request("POST", path), Body::empty())
            .await
            .expect_error(405, "METHOD_NOT_ALLOWED");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn without_a_built_frontend_the_crisis_numbers_are_shown(db: PgPool) {
    let app = TestApp::with(db, &[("FRONTEND_DIR", "/nonexistent/frontend")]).await;
    let answer = app.guest().get("/").await.expect(503);
    let text = String::from_utf8_lossy(&answer.body).into_owned();
    assert!(text.contains("988") && text.contains("911"), "{text}");
}
