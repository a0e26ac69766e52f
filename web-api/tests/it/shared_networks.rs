//! Many guests behind one address: a church, a school, a carrier.

use futures::StreamExt as _;
use serde_json::json;
use shared::guest::GuestToken;
use sqlx::PgPool;
use testing::work::solve;
use time::OffsetDateTime;

use super::app::{Answer, Client, TestApp};
use super::crisis_first::{DANGER, assert_numbers_everywhere};
use super::login_by_email::{MAIL, ask, code_in, try_code};
use super::testimony::testimony_body;

/// Ten minutes' worth of calls, because a test makes them in seconds.
const TEN_MINUTES: (&str, &str) = ("ADDRESS_RATE_LIMIT", "6000");
const NETWORK: &str = "192.0.2.7";

fn guest_at(app: &TestApp, address: &str) -> Client {
    app.guest().sending("x-forwarded-for", address)
}

/// A guest whose browser has held its cookie for a minute.
#[expect(clippy::disallowed_methods, reason = "the cookie is as old as the test says")]
fn reader_at(app: &TestApp, address: &str) -> Client {
    let guest = guest_at(app, address);
    let a_minute_ago = OffsetDateTime::now_utc() - time::Duration::MINUTE;
    let token = GuestToken::issue(&app.ctx.config.key_ring, a_minute_ago).expect("random");
    guest.keep_cookie("guest", &token.to_cookie());
    guest
}

async fn guidance(client: &Client) -> Answer {
    client.post("/api/guidance", &json!({ "topicId": "grief" })).await
}

/// The proof for the challenge of a refusal.
fn proof(refused: &Answer) -> String {
    solve(refused.json["work"].as_str().expect("a challenge"))
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_hundred_and_twenty_guests_and_sixty_sign_ins_from_one_address_are_all_served(db: PgPool) {
    let app = TestApp::with(db, &[MAIL[0], MAIL[1], TEN_MINUTES]).await;
    let guests = futures::stream::iter((0..120).map(|_| guest_at(&app, NETWORK)));
    guests
        .for_each_concurrent(10, async |guest| {
            for _ in 0..3 {
                guidance(&guest).await.expect(200);
            }
            guidance(&guest).await.expect_error(429, "DAILY_LIMIT");
        })
        .await;
    for number in 0..60 {
        let browser = guest_at(&app, NETWORK);
        ask(&browser, &format!("person{number}@example.org")).await.expect(303);
        let letter = app.mails().await.pop().expect("a mail");
        try_code(&browser, code_in(&letter))
            .await
            .expect_redirect_to("/profile");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn two_thousand_fresh_browsers_from_one_address_are_slowed_and_honest_ones_get_through(db: PgPool) {
    let app = TestApp::with(db, &[("ADDRESS_RATE_LIMIT", "10000")]).await;
    let fresh = futures::stream::iter((0..2_000).map(|_| guest_at(&app, NETWORK)));
    let statuses = fresh.map(async |guest| guidance(&guest).await.status.as_u16());
    let statuses: Vec<u16> = statuses.buffer_unordered(20).collect().await;
    let count = |wanted| statuses.iter().filter(|status| **status == wanted).count();
    assert_eq!((count(200), count(429)), (200, 1_800), "the rest must work first");

    let honest = reader_at(&app, NETWORK);
    let refused = guidance(&honest).await.expect_error(429, "ADDRESS_LIMIT");
    let worked = honest.sending("x-proof-of-work", &proof(&refused));
    guidance(&worked).await.expect(200);
    guidance(&worked).await.expect_error(429, "ADDRESS_LIMIT");
    assert_eq!(honest.get("/api/usage").await.expect(200).json["count"], 1);
    assert_numbers_everywhere(&honest, DANGER).await;
    guidance(&guest_at(&app, "192.0.2.8")).await.expect(200);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_proof_of_work_passes_once_and_only_from_the_network_that_got_the_challenge(db: PgPool) {
    let app = TestApp::with(db, &[("GUEST_ADDRESS_LIMIT", "1")]).await;
    for address in ["192.0.2.7", "192.0.2.9", "198.51.100.8"] {
        guidance(&reader_at(&app, address)).await.expect(200);
    }
    let (here, there) = (reader_at(&app, "192.0.2.7"), reader_at(&app, "198.51.100.8"));
    let proof = proof(&guidance(&here).await.expect_error(429, "ADDRESS_LIMIT"));
    for wrong in ["", "x", &proof[..proof.len() - 2], &proof.replace('-', "--")] {
        guidance(&here.sending("x-proof-of-work", wrong))
            .await
            .expect_error(429, "ADDRESS_LIMIT");
    }
    guidance(&there.sending("x-proof-of-work", &proof))
        .await
        .expect_error(429, "ADDRESS_LIMIT");
    let answers = futures::future::join_all((0..5).map(|_| async {
        guidance(&reader_at(&app, "192.0.2.9").sending("x-proof-of-work", &proof))
            .await
            .status
    }));
    let served = answers.await.into_iter().filter(|status| *status == 200).count();
    assert_eq!(served, 1, "one proof, one call");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_proof_of_work_does_not_lift_the_limit_of_the_guest(db: PgPool) {
    let app = TestApp::with(db, &[("GUEST_ADDRESS_LIMIT", "3")]).await;
    let guest = reader_at(&app, NETWORK);
    for _ in 0..3 {
        guidance(&guest).await.expect(200);
    }
    let refused = guidance(&reader_at(&app, NETWORK))
        .await
        .expect_error(429, "ADDRESS_LIMIT");
    guidance(&guest.sending("x-proof-of-work", &proof(&refused)))
        .await
        .expect_error(429, "DAILY_LIMIT");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn networks_of_ipv6_are_counted_by_64_bits_and_all_of_48_bits_together(db: PgPool) {
    let app = TestApp::with(db, &[("GUEST_ADDRESS_LIMIT", "4")]).await;
    let at = |network: &str| reader_at(&app, &format!("2001:db8:1:{network}"));
    for host in 1..=4 {
        guidance(&at(&format!("a::{host}"))).await.expect(200);
    }
    guidance(&at("a::5")).await.expect_error(429, "ADDRESS_LIMIT");
    for network in ["b::1", "c::1"] {
        guidance(&at(network)).await.expect(200);
    }
    guidance(&at("d::1")).await.expect_error(429, "ADDRESS_LIMIT");
    guidance(&reader_at(&app, "2001:db8:2:a::1")).await.expect(200);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn work_lets_a_story_through_beyond_the_limit_of_its_network(db: PgPool) {
    let app = TestApp::with(db, &[("GUEST_STORY_ADDRESS_LIMIT", "1")])
        .await
        .leaving(&["prepare_testimony"]);
    let submit = async |guest: &Client| {
        let story = testimony_body("I lost my work in spring.");
        guest.post("/api/testimonies", &story).await
    };
    submit(&guest_at(&app, NETWORK)).await.expect(201);
    let next = guest_at(&app, NETWORK);
    let refused = submit(&next).await.expect_error(429, "ADDRESS_LIMIT");
    submit(&next.sending("x-proof-of-work", &proof(&refused)))
        .await
        .expect(201);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_limit_of_none_asks_for_no_work(db: PgPool) {
    let app = TestApp::with(db, &[("GUEST_ADDRESS_LIMIT", "0")]).await;
    let refused = guidance(&reader_at(&app, NETWORK))
        .await
        .expect_error(429, "ADDRESS_LIMIT");
    assert!(refused.json["work"].is_null(), "{}", refused.json);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_plain_page_says_what_goes_on_where_it_cannot_work(db: PgPool) {
    let app = TestApp::with(db, &[("GUEST_ADDRESS_LIMIT", "1")]).await;
    let send = async |guest: &Client| guest.post_form("/api/plain", &[("topicId", "grief")]).await;
    send(&reader_at(&app, NETWORK)).await.expect(200);
    let page = send(&reader_at(&app, NETWORK)).await.expect(429).text();
    assert!(page.contains("Please sign in, or come back tomorrow."), "{page}");
    assert!(page.contains("In a newer browser the app goes on by itself"), "{page}");
    assert!(page.contains(r#"href="tel:988""#), "{page}");
}
