//! The border to Stripe: what we ask it, and its answers in our own words.
//!
//! Invariant: nothing of Stripe's reaches further than this folder, no answer of it is logged, and a request that
//! makes something carries a key from a row of ours, so that however often it is sent it makes one thing.

mod asking;
mod price;
mod problem;
mod reading;
mod signature;

pub use asking::{NewCustomer, NewSubscription};
pub use problem::Problem;
pub use reading::{Begun, Happened, Said, Way, moment};
pub use signature::is_genuine;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::config::{Config, Mode, Payments as Settings, Provider};
use crate::error::{Error, Result};

/// How long one question may take. A person waits for up to three.
const PATIENCE: Duration = Duration::from_secs(6);

/// Stripe, as this process knows it. Cheap to clone.
#[derive(Clone)]
pub struct Payments {
    client: stripe::Client,
    settings: Arc<Settings>,
    price_is_right: Arc<AtomicBool>,
}

impl Payments {
    /// Connects nothing yet; none where payments are not set up.
    ///
    /// # Errors
    /// `Internal` if the key cannot be sent.
    pub fn open(config: &Config) -> Result<Option<Self>> {
        let Some(settings) = &config.payments else {
            return Ok(None);
        };
        let client = stripe::ClientBuilder::new(settings.secret_key.reveal())
            .url(format!("{}/", settings.url))
            .timeout(PATIENCE)
            .build()
            .map_err(|_| Error::internal(anyhow::anyhow!("STRIPE_SECRET_KEY or STRIPE_URL cannot be used")))?;
        Ok(Some(Self {
            client,
            settings: Arc::new(settings.clone()),
            price_is_right: Arc::default(),
        }))
    }

    /// Whether we may sell: the price was found to be what we say it is.
    #[must_use]
    pub fn may_sell(&self) -> bool {
        self.price_is_right.load(Ordering::Relaxed)
    }

    /// What the browser tells Stripe.
    #[must_use]
    pub fn publishable_key(&self) -> &str {
        &self.settings.publishable_key
    }

    /// Where the stand-in is, if it stands in.
    #[must_use]
    pub fn stand_in(&self) -> Option<&str> {
        (self.settings.provider == Provider::StandIn).then_some(self.settings.url.as_str())
    }

    /// Whether an event or an object belongs to the mode of our keys.
    #[must_use]
    pub fn is_ours(&self, live: bool) -> bool {
        live == (self.settings.mode == Mode::Live)
    }

    /// What Stripe signs events with, the newest first.
    pub fn webhook_secrets(&self) -> impl Iterator<Item = &str> {
        self.settings
            .webhook_secrets
            .iter()
            .map(crate::confided::Confided::reveal)
    }
}
