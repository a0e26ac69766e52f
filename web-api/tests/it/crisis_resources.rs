//! Helplines by country.

use std::collections::BTreeSet;

use sqlx::PgPool;

use super::app::{Answer, TestApp};
use super::crisis_first::{DANGER, FOR_EVER, ask};
use super::outage::stopped;

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_country_is_picked_or_guessed(db: PgPool) {
    let guest = TestApp::with(db, &[("GUEST_ACCESS", "signed_in")]).await.guest();
    let of = async |query: &str, zone: &str, languages: &str| {
        let guest = guest.sending("x-time-zone", zone).sending("accept-language", languages);
        guest
            .get(&format!("/api/crisis-resources{query}"))
            .await
            .expect(200)
            .json
    };
    for (query, zone, languages, emergency) in [
        ("", "", "", "911"),
        ("", "America/Chicago", "", "911"),
        ("", "Europe/London", "en-US", "999"),
        ("", "", "en-AU,en;q=0.9", "000"),
        ("?country=NZ", "America/Chicago", "en-US", "111"),
        ("?country=nz", "", "", "111"),
        // An invalid country is treated as none: this call refuses nobody.
        ("?country=", "", "", "911"),
        ("?country=NZ&country=GB", "", "", "911"),
        ("", "nonsense", "xx-", "911"),
        ("", "Mars/Olympus", "", "911"),
    ] {
        let resources = of(query, zone, languages).await;
        assert_eq!(
            resources["emergency"]["contact"], emergency,
            "{query} {zone} {languages}"
        );
    }
    for query in ["?country=FR", "?country=Atlantis", "?country=%FF"] {
        let resources = of(query, "", "").await;
        assert!(
            resources["emergency"].is_null(),
            "nothing is made up for a country without entries"
        );
        assert!(
            resources["international"]["description"]
                .as_str()
                .is_some_and(|sentence| sentence.contains("findahelpline.com"))
        );
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn each_entry_says_what_it_is_and_how_to_reach_it(db: PgPool) {
    let answer = TestApp::new(db)
        .await
        .guest()
        .get("/api/crisis-resources?country=US")
        .await
        .expect(200);
    let resources = &answer.json;
    assert_eq!(
        Answer::keys(resources),
        [
            "category",
            "crisisTextLine",
            "domesticViolence",
            "emergency",
            "international",
            "suicidePrevention"
        ]
    );
    for (entry, contact) in [
        ("crisisTextLine", "Text HOME to 741741"),
        ("domesticViolence", "1-800-799-7233"),
        ("emergency", "911"),
        ("suicidePrevention", "988"),
    ] {
        assert_eq!(Answer::keys(&resources[entry]), ["contact", "description", "name"]);
        assert_eq!(resources[entry]["contact"], contact);
    }
    assert_eq!(Answer::keys(&resources["international"]), ["description"]);
}

#[tokio::test]
async fn a_reader_of_spanish_gets_the_spanish_lines() {
    let app = TestApp::over_unreliable_db(stopped(FOR_EVER), &[]);
    let of = async |languages: &str| {
        let guest = app.guest().sending("accept-language", languages);
        guest.get("/api/crisis-resources?country=US").await.expect(200).json
    };
    let spanish = of("es-MX,es;q=0.9,en;q=0.8").await;
    for (entry, name, contact) in [
        ("emergency", "Servicios de emergencia", "911"),
        (
            "suicidePrevention",
            "988 Línea de Prevención del Suicidio y Crisis",
            "988, y presiona 2",
        ),
        ("crisisTextLine", "Crisis Text Line", "Envía AYUDA al 741741"),
    ] {
        assert_eq!(spanish[entry]["name"], name);
        assert_eq!(spanish[entry]["contact"], contact);
        assert!(
            spanish[entry]["description"]
                .as_str()
                .is_some_and(|text| text.contains("día y de noche") || text.contains("De día"))
        );
    }
    let international = spanish["international"]["description"].as_str().unwrap_or_default();
    assert!(international.starts_with("Fuera de estos países"), "{international}");
    let english = of("en-US,es;q=0.8").await;
    assert_eq!(english["suicidePrevention"]["contact"], "988");
    let ours = ask(&app.guest().sending("accept-language", "es"), DANGER)
        .await
        .expect(200)
        .json;
    assert_eq!(ours["resources"]["crisisTextLine"]["contact"], "Envía AYUDA al 741741");
}

#[tokio::test]
async fn people_hurt_by_others_are_never_told_to_forgive_or_to_be_calm() {
    let app = TestApp::over_unreliable_db(stopped(FOR_EVER), &[]);
    let guest = app.guest();
    let mut passages = BTreeSet::new();
    for hurt in [
        "He hit me last night and my pastor says I must go back and forgive him.",
        "I am so angry at my husband for hitting me again.",
        "My stepfather touches me at night and I am 13.",
        "He raped me and I cannot tell anybody.",
        "I want to die. My husband beats me and my pastor says I must forgive him.",
        "My husband beats me and my pastor says I must forgive him. I want to die.",
        "My husband hit me again. I have the pills in my hand and I will take them all tonight.",
    ] {
        let answer = ask(&guest, hurt).await.expect_numbers().json;
        assert_eq!(answer["topic"]["id"], "refuge", "{hurt}");
        assert_eq!(answer["related"][0]["id"], "fear");
        passages.insert(answer["topic"]["scripture"]["reference"].to_string());
    }
    assert!(passages.len() > 1, "each has the passage that fits: {passages:?}");
    let other = ask(&guest, DANGER).await.expect_numbers().json;
    assert!(other["topic"]["id"].is_string());
    assert_ne!(other["topic"]["id"], "refuge");
}
