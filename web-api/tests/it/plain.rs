//! The plain page: helplines and guidance without scripts, under the rules of the app.

use sqlx::PgPool;

use super::app::{Answer, Client, TestApp};
use super::crisis_first::{DANGER, FOR_EVER, ORDINARY};
use super::outage::stopped;

const PLAIN: &str = "/api/plain";

async fn send(guest: &Client, words: &str) -> Answer {
    guest
        .post_form(PLAIN, &[("struggle", words), ("topicId", ""), ("lang", "en")])
        .await
}

/// Whether all of these stand in the text, in this order.
fn has_in_order(text: &str, parts: &[&str]) -> bool {
    let mut rest = text;
    parts.iter().all(|part| match rest.split_once(part) {
        Some((_, after)) => {
            rest = after;
            true
        }
        None => false,
    })
}

#[tokio::test]
async fn the_page_needs_no_database_no_script_and_is_never_refused() {
    let app = TestApp::over_unreliable_db(stopped(FOR_EVER), &[("GUEST_ACCESS", "signed_in")]);
    let page = app.guest().get(PLAIN).await.expect(200);
    let html = page.text();
    assert!(!html.contains("<script") && !html.contains("style="), "{html}");
    let order = [
        r##"href="#help">Help now"##,
        r#"<form method="post" action="/api/plain""#,
        r#"<textarea id="plain-struggle" name="struggle""#,
        r#"<option value="anxiety">"#,
        r#"<section id="help">"#,
        "<h3>United States</h3>",
        r#"href="tel:911">Call 911"#,
        r#"href="tel:988">Call 988"#,
        r#"href="sms:741741?&amp;body=HOME">Text HOME to 741741"#,
        r#"href="tel:18007997233">Call 1-800-799-7233"#,
        "<h3>United Kingdom</h3>",
        r#"href="tel:08082000247">Call 0808 2000 247"#,
        r#"href="https://findahelpline.com""#,
    ];
    assert!(has_in_order(&html, &order), "{html}");
    assert_eq!(page.header("referrer-policy"), "same-origin");
    assert_eq!(page.header("cache-control"), "no-store");
}

#[tokio::test]
async fn a_reader_of_spanish_gets_spanish_and_the_country_of_the_browser_comes_first() {
    let app = TestApp::over_unreliable_db(stopped(FOR_EVER), &[]);
    let of = async |languages: &str, path: &str| {
        let guest = app.guest().sending("accept-language", languages);
        guest.get(path).await.expect(200).text()
    };
    let order = [
        r#"<html lang="es">"#,
        "¿Qué llevas dentro?",
        r#"<option value="anxiety">Ansiedad y preocupación</option>"#,
        "<h3>Estados Unidos</h3>",
        "Servicios de emergencia",
        "988 Línea de Prevención del Suicidio y Crisis",
        r#"href="tel:988">Llamar al 988 y presionar 2"#,
        r#"href="sms:988?&amp;body=AYUDA">Enviar AYUDA al 988"#,
        r#"href="sms:741741?&amp;body=AYUDA">Enviar AYUDA al 741741"#,
        "Fuera de estos países",
    ];
    for (languages, path) in [("es-US", PLAIN), ("en-US", "/api/plain?lang=es")] {
        let html = of(languages, path).await;
        assert!(has_in_order(&html, &order), "{languages} {html}");
    }
    let elsewhere = of("es-MX", PLAIN).await;
    assert!(
        has_in_order(&elsewhere, &["Fuera de estos países", "<h3>Estados Unidos</h3>"]),
        "where no number fits, the directories come first: {elsewhere}"
    );
    let irish = of("en-IE", PLAIN).await;
    assert!(
        has_in_order(&irish, &["<h3>Ireland</h3>", "1800 341 900", "<h3>United States</h3>"]),
        "{irish}"
    );
}

#[tokio::test]
async fn words_of_danger_get_the_numbers_first_whatever_is_down_or_refused() {
    let app = TestApp::over_unreliable_db(stopped(FOR_EVER), &[("GUEST_ACCESS", "signed_in")]);
    let guest = app.guest();
    let order = [
        "<h1>Immediate Support Available</h1>",
        "You matter.",
        r#"href="tel:988">Call 988"#,
        r#"href="tel:911">Call 911"#,
        "Words of hope",
        "<blockquote>",
    ];
    for sender in [guest.clone(), guest.sending("sec-fetch-site", "cross-site")] {
        let page = send(&sender, DANGER).await.expect(200);
        assert!(has_in_order(&page.text(), &order), "{}", page.text());
        assert!(!page.text().contains("pills") && !page.text().contains("and I have a plan"));
    }
    let at_home = send(&guest, "My husband beats me and I am afraid he will kill me.").await;
    let first = [
        "Leave quickly</a>",
        r#"href="tel:18007997233">Call 1-800-799-7233"#,
        "Call 911",
    ];
    assert!(has_in_order(&at_home.text(), &first), "{}", at_home.text());
    // Not a form, not UTF-8, under another name: the words are read all the same.
    for body in [DANGER, "text=I+want+to+die", "struggle=%FF+I+want+to+kill+myself"] {
        let page = guest.post_raw_form(PLAIN, body).await.expect(200);
        assert!(page.text().contains("Immediate Support Available"), "{body}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_struggle_is_answered_with_a_letter_and_is_counted_as_in_the_app(db: PgPool) {
    let app = TestApp::new(db).await;
    let guest = app.guest();
    let page = send(&guest, ORDINARY).await.expect(200);
    let order = [
        "<h1>Message of Hope</h1>",
        "<blockquote>",
        "World English Bible",
        "1 of 3 today",
        "Write again",
    ];
    assert!(has_in_order(&page.text(), &order), "{}", page.text());
    assert!(
        !page.text().contains("anxious and worried about many"),
        "nothing is repeated"
    );
    let by_topic = [("struggle", " "), ("topicId", "grief"), ("lang", "es")];
    let page = guest.post_form(PLAIN, &by_topic).await.expect(200).text();
    let order = [
        r#"<html lang="es">"#,
        "Mensaje de esperanza",
        r#"<div lang="es">"#,
        "2 de 3 hoy",
    ];
    assert!(has_in_order(&page, &order), "{page}");
    assert_eq!(guest.get("/api/usage").await.json["count"], 2);

    send(&guest, ORDINARY).await.expect(200);
    let refused = send(&guest, r#"<b>"more" & more"#).await.expect(429);
    let order = [
        r#"role="alert" lang="en">You have used today"#,
        "&lt;b&gt;&quot;more&quot; &amp; more</textarea>",
        r#"href="tel:988""#,
    ];
    assert!(has_in_order(&refused.text(), &order), "{}", refused.text());
    assert!(!refused.header("retry-after").is_empty());
    let urgent = send(&guest, DANGER).await.expect(200);
    assert!(urgent.text().contains("Immediate Support Available"));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_spanish_story_says_in_spanish_what_is_hidden(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["send_mail"]);
    app.prepared_testimony("Perdí a mi madre y salí adelante.").await;
    sqlx::query(
        "update testimony set status = 'approved', moderated_at = now(), redacted_text = '[name] murió en [place].',
             language = 'es', topics = '{grief}'",
    )
    .execute(&app.db)
    .await
    .expect("published");
    let by_topic = [("struggle", " "), ("topicId", "grief"), ("lang", "es")];
    let page = app.guest().post_form(PLAIN, &by_topic).await.expect(200).text();
    let story = r#"<div class="story" lang="es"><p>[nombre] murió en [lugar].</p>"#;
    assert!(page.contains(story), "{page}");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_empty_form_a_form_of_another_site_and_a_guest_without_access_are_refused(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let guest = app.guest();
    let empty = send(&guest, "").await.expect(422).text();
    assert!(
        has_in_order(&empty, &["Please describe your struggle or select a topic", "tel:988"]),
        "{empty}"
    );
    let too_long = send(&guest, &"a".repeat(2_001)).await.expect(422).text();
    assert!(too_long.contains("shorten this"), "{too_long}");
    let foreign = guest.sending("sec-fetch-site", "cross-site");
    send(&foreign, ORDINARY).await.expect_error(403, "CROSS_SITE");
    assert_eq!(guest.get("/api/usage").await.json["count"], 0);

    let closed = TestApp::with(db, &[("GUEST_ACCESS", "signed_in")]).await;
    let page = send(&closed.guest(), ORDINARY).await.expect(401).text();
    assert!(has_in_order(&page, &["Please sign in first.", "tel:988"]), "{page}");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn somebody_who_writes_in_another_language_is_told_what_works(db: PgPool) {
    let guest = TestApp::new(db).await.guest();
    let page = send(&guest, "Não sei mais o que fazer com a minha vida.")
        .await
        .expect(200)
        .text();
    let order = [
        r#"<div lang="pt" dir="ltr">"#,
        "Ainda não lemos bem",
        "Escolher um tema",
        "<blockquote>",
    ];
    assert!(has_in_order(&page, &order), "{page}");
}
