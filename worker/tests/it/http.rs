//! The few requests that these tests send, as a browser on our own page would.

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// The status of an answer, or nothing if nobody answers.
pub async fn get(port: u16, path: &str) -> Option<u16> {
    let (status, _) = exchange(port, "GET", path, "").await?;
    Some(status)
}

/// Hands in a harmless story with these words in it.
pub async fn share_story(port: u16, words: &str) -> (u16, Value) {
    let story = json!({
        "whatHappened": format!("I lost my work in spring and did not know how to pay the rent. {words}"),
        "whatHelped": "A neighbour cooked for us every week.",
        "whatChanged": "I can breathe again and I look forward.",
        "consent": true,
    });
    exchange(port, "POST", "/api/testimonies", &story.to_string())
        .await
        .expect("the web tier answers")
}

/// Hands in a story that must be accepted.
pub async fn share_accepted_story(port: u16) {
    let (status, answer) = share_story(port, "").await;
    assert_eq!((status, &answer["saved"]), (201, &json!(true)), "{answer}");
}

async fn exchange(port: u16, method: &str, path: &str, body: &str) -> Option<(u16, Value)> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.ok()?;
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\nSec-Fetch-Site: same-origin\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some((status, serde_json::from_str(body).unwrap_or_default()))
}
