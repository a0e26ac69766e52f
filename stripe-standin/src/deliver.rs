//! The delivery of events: signed, and as careless as configured.

use std::fmt::Write as _;
use std::time::Duration;

use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::Deserialize;
use sha2::Sha256;
use tokio::sync::watch;

use crate::world::{Stripe, World, seconds};
use crate::{WEBHOOK_SECRET, objects};

/// The pauses before an event is sent again that was not accepted.
const FIRST_RETRY_PAUSE: Duration = Duration::from_millis(200);
const MAX_RETRY_PAUSE: Duration = Duration::from_secs(5);

/// The faults of event delivery, in per cent.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Carelessness {
    /// The share sent twice.
    pub doubled: u64,
    /// The share never sent.
    pub lost: u64,
    /// Whether they are sent in random order.
    pub shuffled: bool,
    /// The delay of each event.
    pub delay_ms: u64,
}

/// The signature header of an event signed at a given second.
///
/// # Panics
/// Never: a key of any length will do.
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

/// The signature header of an event signed now with the stand-in's secret.
pub fn signature_now(body: &str) -> String {
    signature(WEBHOOK_SECRET, seconds(), body)
}

impl World {
    /// Removes and returns the waiting events as they will be sent: some twice, some not at all, in some order.
    pub fn take_events(&mut self) -> Vec<String> {
        let careless = self.carelessness;
        let mut taken = Vec::new();
        self.in_delivery = std::mem::take(&mut self.undelivered);
        for place in self.in_delivery.clone() {
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

/// Sends the waiting events. Like Stripe, it resends an event until it is accepted.
pub(crate) async fn deliver(stripe: &Stripe) -> usize {
    let (url, bodies, delay) = {
        let Ok(mut world) = stripe.lock() else { return 0 };
        let Some(url) = world.webhook.clone() else { return 0 };
        let delay = Duration::from_millis(world.carelessness.delay_ms);
        (url, world.take_events(), delay)
    };
    if bodies.is_empty() {
        return 0;
    }
    let client = reqwest::Client::new();
    let mut sent = 0;
    for body in bodies {
        tokio::time::sleep(delay).await;
        let mut pause = FIRST_RETRY_PAUSE;
        while !send(&client, &url, &body).await {
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(MAX_RETRY_PAUSE);
        }
        sent += 1;
    }
    if let Ok(mut world) = stripe.lock() {
        world.in_delivery.clear();
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

/// Sends events after each change, until the process ends. Between changes it sleeps.
pub(crate) async fn keep_delivering(stripe: Stripe, mut changes: watch::Receiver<()>) {
    loop {
        changes.mark_unchanged();
        deliver(&stripe).await;
        if changes.changed().await.is_err() {
            return;
        }
    }
}
