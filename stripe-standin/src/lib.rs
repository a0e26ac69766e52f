//! A stand-in for Stripe: the part that Stillwater uses, over a real socket and in memory. No money moves.
//!
//! It refuses what Stripe refuses, honours idempotency keys, and can be slow, silent, broken and careless with events.
//! Invariant: only tests and `bin/dev` use it, never the product.

mod api;
mod browser;
mod control;
mod deliver;
mod fault;
mod form;
mod money;
mod objects;
mod saved;
mod world;

pub use deliver::{Carelessness, signature, signature_now};
pub use fault::Faults;
pub use world::{Payment, Price, Stripe, Subscription, World};

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};

use axum::Router;
use axum::extract::Request;
use axum::http::Method;
use axum::middleware::{Next, from_fn};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// The secret key for the API.
pub const SECRET_KEY: &str = "sk_test_standin";
/// The publishable key for the browser.
pub const PUBLISHABLE_KEY: &str = "pk_test_standin";
/// The price of 20 dollars a month.
pub const PRICE: &str = "price_premium_monthly";
/// The price of a year.
pub const PRICE_YEARLY: &str = "price_premium_yearly";
/// The secret with which it signs events.
pub const WEBHOOK_SECRET: &str = "whsec_standin";

/// A running stand-in. Dropping it stops it, like an outage.
pub struct StandIn {
    /// Its URL, without a trailing slash.
    pub url: String,
    stripe: Stripe,
    changes: watch::Sender<()>,
    serving: JoinSet<()>,
}

impl StandIn {
    /// Starts one on a free loopback port.
    ///
    /// # Errors
    /// If there is no free port.
    pub async fn start() -> std::io::Result<Self> {
        Self::start_at(SocketAddr::from(([127, 0, 0, 1], 0))).await
    }

    /// Starts one at an address.
    ///
    /// # Errors
    /// If the address is taken.
    pub async fn start_at(address: SocketAddr) -> std::io::Result<Self> {
        Self::start_with(address, &[]).await
    }

    /// Starts one with the state of an earlier run, as [`StandIn::serve`] saved it. What cannot be read is ignored.
    ///
    /// # Errors
    /// If the address is taken.
    pub async fn start_with(address: SocketAddr, saved: &[u8]) -> std::io::Result<Self> {
        // Several TLS backends are linked in: a process must choose one.
        rustls::crypto::aws_lc_rs::default_provider().install_default().ok();
        let listener = TcpListener::bind(address).await?;
        let url = format!("http://{}", listener.local_addr()?);
        let world = World::restored(&url, saved).unwrap_or_else(|| World::new(&url));
        let stripe: Stripe = Arc::new(Mutex::new(world));
        let changes = watch::Sender::new(());
        let app = app(stripe.clone(), changes.clone());
        let mut serving = JoinSet::new();
        serving.spawn(async move {
            // If the server fails, clients see that they get no answer.
            let _ = axum::serve(listener, app).await;
        });
        Ok(Self {
            url,
            stripe,
            changes,
            serving,
        })
    }

    /// Its state, for reading and changing.
    ///
    /// # Panics
    /// If another thread panicked while holding the lock.
    pub fn world(&self) -> MutexGuard<'_, World> {
        self.stripe.lock().expect("nobody panics while holding the world")
    }

    /// Sends the waiting events to the webhook, with the configured faults, and returns how many were sent.
    pub async fn deliver(&self) -> usize {
        deliver::deliver(&self.stripe).await
    }

    /// The settings with which the product uses it.
    pub fn settings(&self) -> [(&'static str, &str); 6] {
        [
            ("STRIPE", "standin"),
            ("STRIPE_URL", &self.url),
            ("STRIPE_SECRET_KEY", SECRET_KEY),
            ("STRIPE_PUBLISHABLE_KEY", PUBLISHABLE_KEY),
            ("STRIPE_PRICE_ID", PRICE),
            ("STRIPE_WEBHOOK_SECRETS", WEBHOOK_SECRET),
        ]
    }

    /// The settings with which the product also sells the yearly plan.
    pub fn settings_with_yearly(&self) -> [(&'static str, &str); 7] {
        let [provider, url, secret, publishable, price, webhook] = self.settings();
        let yearly = ("STRIPE_PRICE_ID_YEARLY", PRICE_YEARLY);
        [provider, url, secret, publishable, price, yearly, webhook]
    }

    /// Serves until the process ends, and saves the state to a file after each change.
    pub async fn serve(self, file: Option<PathBuf>) {
        let Self {
            stripe,
            changes,
            mut serving,
            ..
        } = self;
        tokio::select! {
            () = deliver::keep_delivering(stripe.clone(), changes.subscribe()) => {}
            () = saved::keep_saving(stripe, changes.subscribe(), file) => {}
            _ = serving.join_next() => {}
        }
    }

    /// Stops it: requests get no answer.
    pub fn stop(&mut self) {
        self.serving.abort_all();
    }
}

fn app(stripe: Stripe, changes: watch::Sender<()>) -> Router {
    // Only requests change the state. The tasks that send events and save sleep until one has.
    let tell = from_fn(move |request: Request, next: Next| {
        let (changes, reads) = (changes.clone(), request.method() == Method::GET);
        async move {
            let answer = next.run(request).await;
            if !reads {
                changes.send_replace(());
            }
            answer
        }
    });
    Router::new()
        .nest("/v1", api::routes())
        .merge(browser::routes())
        .nest("/standin", control::routes())
        .layer(tell)
        .with_state(stripe)
}
