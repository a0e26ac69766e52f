//! Sends signed events to a webhook at a steady rate and prints the latencies: `webhook_rate URL A-SECOND SECONDS`.
//! The events of one second are sent first and not counted, to open connections and warm caches.

use std::io::Write as _;
use std::time::{Duration, Instant};

use stripe_standin::signature_now;
use tokio::task::JoinSet;

/// About as long as an invoice of Stripe's.
const FILLING: usize = 4_000;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    rustls::crypto::aws_lc_rs::default_provider().install_default().ok();
    let arguments: Vec<String> = std::env::args().collect();
    let number = |place: usize, usual: u32| arguments.get(place).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let url = arguments.get(1).cloned().unwrap_or_default();
    let (a_second, seconds) = (number(2, 50), number(3, 20));
    let client = reqwest::Client::new();
    for place in 0..a_second {
        send(client.clone(), url.clone(), place).await;
    }
    let mut pace = tokio::time::interval(Duration::from_secs(1) / a_second);
    let mut calls = JoinSet::new();
    for place in 0..a_second * seconds {
        pace.tick().await;
        calls.spawn(send(client.clone(), url.clone(), a_second + place));
    }
    let mut taken: Vec<Duration> = calls.join_all().await.into_iter().flatten().collect();
    taken.sort_unstable();
    let at = |hundredth: usize| {
        taken
            .get(taken.len() * hundredth / 100)
            .or(taken.last())
            .copied()
            .unwrap_or_default()
    };
    writeln!(
        std::io::stdout(),
        "{} of {} events taken in at {a_second} a second: p50 {:?}, p99 {:?}, longest {:?}",
        taken.len(),
        a_second * seconds,
        at(50),
        at(99),
        at(100)
    )
}

/// Sends one event, and returns its latency if it was accepted.
async fn send(client: reqwest::Client, url: String, place: u32) -> Option<Duration> {
    let body = format!(
        r#"{{"id":"evt_rate_{place}","type":"invoice.paid","created":1790000000,"livemode":false,"filling":"{}"}}"#,
        "x".repeat(FILLING)
    );
    let request = client
        .post(url)
        .header("stripe-signature", signature_now(&body))
        .body(body);
    let began = Instant::now();
    let answer = request.send().await.ok()?;
    answer.status().is_success().then(|| began.elapsed())
}
