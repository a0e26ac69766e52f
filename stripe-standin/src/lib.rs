//! A stand-in for Stripe: as much of it as Stillwater uses, over a real socket, with a memory. Nobody pays anything.
//!
//! It refuses what Stripe refuses, repeats what Stripe repeats to a repeated key, and can be told to be slow, silent,
//! broken, and careless with its events. Invariant: it is used by tests and by `bin/dev`, never by the product.

mod api;
mod browser;
mod control;
mod deliver;
mod fault;
mod form;
mod money;
mod objects;
mod world;

pub use deliver::{Carelessness, signature, signature_now};
pub use fault::Faults;
pub use world::{Stripe, Subscription, World};

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use axum::Router;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

/// The keys that it knows, and its price of 20 dollars a month.
pub const SECRET_KEY: &str = "sk_test_standin";
/// What the browser shows.
pub const PUBLISHABLE_KEY: &str = "pk_test_standin";
/// 20 dollars a month.
pub const PRICE: &str = "price_premium_monthly";
/// What its events are signed with.
pub const WEBHOOK_SECRET: &str = "whsec_standin";

/// A stand-in that runs. Dropping it stops it, as an outage does.
pub struct StandIn {
    /// Where it is, without a slash at the end.
    pub url: String,
    stripe: Stripe,
    serving: JoinSet<()>,
}

impl StandIn {
    /// Starts one on a free port of this machine.
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
        // Several libraries bring TLS; a process must say once by which it is done.
        rustls::crypto::aws_lc_rs::default_provider().install_default().ok();
        let listener = TcpListener::bind(address).await?;
        let url = format!("http://{}", listener.local_addr()?);
        let stripe: Stripe = Arc::new(Mutex::new(World::new(&url)));
        let app = app(stripe.clone());
        let mut serving = JoinSet::new();
        serving.spawn(async move {
            // Should it end, whoever asks gets no answer, and sees that.
            let _ = axum::serve(listener, app).await;
        });
        Ok(Self { url, stripe, serving })
    }

    /// Everything that it knows and does, to look into and to change.
    ///
    /// # Panics
    /// If somebody panicked while holding it.
    pub fn world(&self) -> MutexGuard<'_, World> {
        self.stripe.lock().expect("nobody panics while holding the world")
    }

    /// Sends every event that waits to where events go, as carelessly as it was told to be, and says how many left.
    pub async fn deliver(&self) -> usize {
        deliver::deliver(&self.stripe).await
    }

    /// The settings of a product that uses it.
    #[must_use]
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

    /// Serves until the process ends.
    pub async fn serve(self) {
        let Self {
            stripe, mut serving, ..
        } = self;
        tokio::select! {
            () = deliver::keep_delivering(stripe) => {}
            _ = serving.join_next() => {}
        }
    }

    /// Stops it. Whoever asks gets no answer.
    pub fn stop(&mut self) {
        self.serving.abort_all();
    }
}

fn app(stripe: Stripe) -> Router {
    Router::new()
        .nest("/v1", api::routes())
        .merge(browser::routes())
        .nest("/standin", control::routes())
        .with_state(stripe)
}
