//! Calls that several tests make to a running web process.

use serde_json::{Value, json};
use testing::http::{self, local};
pub use testing::http::{Answer, Call};

/// Sends a request and returns the answer, or none if there is no answer.
pub async fn send(port: u16, call: &Call) -> Option<Answer> {
    http::send(local(port), call).await
}

/// Reads an endless stream until it contains `until`. Returns none if it ended before.
pub async fn read_stream_until(port: u16, call: &Call, until: &str) -> Option<Answer> {
    http::read_stream_until(local(port), call, until).await
}

/// The status of an answer, or none if there is no answer.
pub async fn get(port: u16, path: &str) -> Option<u16> {
    Some(send(port, &Call::get(path)).await?.status)
}

/// Submits a harmless testimony that contains these words.
pub async fn submit_testimony(port: u16, words: &str) -> (u16, Value) {
    let testimony = json!({
        "whatHappened": format!("I lost my work in spring and did not know how to pay the rent. {words}"),
        "whatHelped": "A neighbour cooked for us every week.",
        "whatChanged": "I can breathe again and I look forward.",
        "consent": true,
    });
    let answer = send(port, &Call::post("/api/testimonies", &testimony))
        .await
        .expect("the web tier answers");
    (answer.status, answer.json())
}

/// Submits a testimony that must be accepted.
pub async fn submit_accepted_testimony(port: u16) {
    let (status, answer) = submit_testimony(port, "").await;
    assert_eq!((status, &answer["saved"]), (201, &json!(true)), "{answer}");
}
