//! How events are delivered: signed, and as carelessly as it is told to.

use std::fmt::Write as _;
use std::time::Duration;

use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::Deserialize;
use sha2::Sha256;

use crate::world::{Stripe, World, seconds};
use crate::{WEBHOOK_SECRET, objects};

/// How soon it is looked for events that wait.
const LOOK_AGAIN: Duration = Duration::from_millis(200);

/// How carelessly events are delivered, in per cent.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Carelessness {
    /// So many are sent twice.
    pub doubled: u64,
    /// So many are never sent.
    pub lost: u64,
    /// Whether they are sent in any order.
    pub shuffled: bool,
    /// How long each waits.
    pub delay_ms: u64,
}

/// The header of an event that was signed at some second.
///
/// # Panics
/// Never: a key of any length will do.
#[must_use]
pub fn signature(secret: &str, at: i64, body: &str) -> String {
    let mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes())
        .expect("a key of any length will do")
        .chain_update(format!("{at}.{body}"));
    let mut header = format!("t={at},v1=");
    for byte in mac.finalize().into_bytes() {
        // Writing into a string cannot fail.
        let _ = write!(header, "{byte:02x}");
    }
    header
}

/// The header of an event that is signed with the stand-in's own secret now.
#[must_use]
pub fn signature_now(body: &str) -> String {
    signature(WEBHOOK_SECRET, seconds(), body)
}

impl World {
    /// The events that wait, as they will be sent: some twice, some not at all, in some order. They wait no more.
    pub fn take_events(&mut self) -> Vec<String> {
        let careless = self.carelessness;
        let mut taken = Vec::new();
        for place in std::mem::take(&mut self.undelivered) {
            let body = objects::event(&self.events[place]).to_string();
            let is_doubled = self.percent() < careless.doubled;
            let is_lost = self.percent() < careless.lost;
            if is_lost {
                continue;
            }
            if is_doubled {
                taken.push(body.clone());
            }
            taken.push(body);
        }
        if careless.shuffled {
            for place in (1..taken.len()).rev() {
                let other = usize::try_from(self.percent() * 100 + self.percent()).unwrap_or_default() % (place + 1);
                taken.swap(place, other);
            }
        }
        taken
    }
}

/// Sends what waits. What is not taken in is sent again next time, as Stripe does.
pub(crate) async fn deliver(stripe: &Stripe) -> usize {
    let (url, bodies, delay) = {
        let Ok(mut world) = stripe.lock() else { return 0 };
        let Some(url) = world.webhook.clone() else { return 0 };
        let delay = Duration::from_millis(world.carelessness.delay_ms);
        (url, world.take_events(), delay)
    };
    let client = reqwest::Client::new();
    let mut sent = 0;
    for body in bodies {
        tokio::time::sleep(delay).await;
        while !send(&client, &url, &body).await {
            tokio::time::sleep(LOOK_AGAIN).await;
        }
        sent += 1;
    }
    sent
}

async fn send(client: &reqwest::Client, url: &str, body: &str) -> bool {
    let request = client
        .post(url)
        .header("content-type", "application/json")
        .header("stripe-signature", signature_now(body))
        .body(body.to_owned());
    request.send().await.is_ok_and(|answer| answer.status().is_success())
}

/// Sends events for as long as the process lives.
pub(crate) async fn keep_delivering(stripe: Stripe) {
    loop {
        deliver(&stripe).await;
        tokio::time::sleep(LOOK_AGAIN).await;
    }
}
