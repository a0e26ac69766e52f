//! The client of Stripe's API, and Stripe's responses as types of our own.
//!
//! Invariant: Stripe's types stay inside this folder, and its responses are never logged. A request that creates
//! something carries an idempotency key from a row of ours, so that repeating it creates nothing more.

mod amount;
mod charge;
mod client;
mod late;
mod payment;
mod plan;
mod price;
mod problem;
mod refund;
mod responses;
mod signature;

pub use amount::amount_in_words;
pub use charge::{Disputed, PaidFor, RemoteCharge};
pub use client::{Contact, NewCustomer, NewSubscription};
pub use late::OpenInvoice;
pub use payment::{NewPayment, PaymentState, RemotePayment};
pub use plan::Plan;
pub use problem::Problem;
pub use refund::Refunded;
pub use responses::{FirstPayment, PayableSubscription, RemoteEvent, RemoteSubscription, from_timestamp};
pub use signature::is_genuine;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use crate::config::{Config, Mode, Payments as Settings, Provider};
use crate::error::{Error, Result};

/// How long one request may take. A caller waits for up to three.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(6);

/// The client of Stripe. Cheap to clone.
#[derive(Clone)]
pub struct Payments {
    client: stripe::Client,
    settings: Arc<Settings>,
    price_is_right: Arc<AtomicBool>,
    /// The verified price of a year in cents; 0 while there is none.
    yearly_cents: Arc<AtomicI64>,
}

impl Payments {
    /// The client, without a connection yet; `None` if payments are not set up.
    ///
    /// # Errors
    /// `Internal` if the key or the URL is invalid.
    pub fn open(config: &Config) -> Result<Option<Self>> {
        let Some(settings) = &config.payments else {
            return Ok(None);
        };
        let client = stripe::ClientBuilder::new(settings.secret_key.reveal())
            .url(format!("{}/", settings.url))
            .timeout(REQUEST_TIMEOUT)
            .build()
            .map_err(|_| Error::internal(anyhow::anyhow!("STRIPE_SECRET_KEY or STRIPE_URL cannot be used")))?;
        Ok(Some(Self {
            client,
            settings: Arc::new(settings.clone()),
            price_is_right: Arc::default(),
            yearly_cents: Arc::default(),
        }))
    }

    /// Whether premium may be sold: the price is verified.
    pub fn may_sell(&self) -> bool {
        self.price_is_right.load(Ordering::Relaxed)
    }

    /// The price of a year in cents of a dollar, if years are sold: it is set and verified.
    pub fn yearly_cents(&self) -> Option<i64> {
        Some(self.yearly_cents.load(Ordering::Relaxed)).filter(|cents| *cents > 0)
    }

    /// The API key for browsers.
    pub fn publishable_key(&self) -> &str {
        &self.settings.publishable_key
    }

    /// The URL of the stand-in, if it is used.
    pub fn stand_in(&self) -> Option<&str> {
        (self.settings.provider == Provider::StandIn).then_some(self.settings.url.as_str())
    }

    /// Whether an event or object belongs to the mode of our keys.
    pub fn is_ours(&self, live: bool) -> bool {
        live == (self.settings.mode == Mode::Live)
    }

    /// The signing secrets of webhooks, the newest first.
    pub fn webhook_secrets(&self) -> impl Iterator<Item = &str> {
        self.settings
            .webhook_secrets
            .iter()
            .map(crate::confided::Confided::reveal)
    }
}
