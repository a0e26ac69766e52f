//! What happens while a browser waits: one connection to Postgres hears it for all streams of this process.
//!
//! Invariant: a stream sends what the rows say, at once and after each notice. Whatever was missed is made good by
//! reading the rows again, which every stream does when the connection to Postgres was lost.

use std::convert::Infallible;
use std::time::Duration;

use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderName, HeaderValue};
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures::stream::{self, StreamExt as _};
use serde::Serialize;
use shared::ctx::Ctx;
use shared::notices::{Listener, Notice};
use tokio::sync::{broadcast, watch};

/// The channels that streams may wait for.
const CHANNELS: [&str; 1] = [shared::subscription::CHANNEL];
/// So many notices may be unheard by a slow stream before it just reads the rows again.
const UNHEARD: usize = 256;
/// How long the connection is left alone after it was lost.
const AFTER_LOSS: Duration = Duration::from_secs(1);
/// Proxies end what is silent for longer.
const SIGN_OF_LIFE: Duration = Duration::from_secs(15);

/// Where streams hear of what happens.
pub struct Events {
    heard: broadcast::Sender<Told>,
    stopping: watch::Sender<bool>,
}

#[derive(Debug, Clone)]
enum Told {
    This(Notice),
    /// Something may have been missed.
    Anything,
}

impl Default for Events {
    fn default() -> Self {
        Self {
            heard: broadcast::Sender::new(UNHEARD),
            stopping: watch::Sender::new(false),
        }
    }
}

impl Events {
    /// Listens for as long as the process lives, through outages of Postgres.
    pub async fn listen(&self, ctx: &Ctx) {
        loop {
            if let Err(error) = self.listen_once(ctx).await {
                tracing::debug!(%error, "not listening");
            }
            tokio::time::sleep(AFTER_LOSS).await;
        }
    }

    async fn listen_once(&self, ctx: &Ctx) -> shared::error::Result<()> {
        let mut listener = Listener::connect(&ctx.db, &CHANNELS).await?;
        self.tell(Told::Anything);
        while let Some(notice) = listener.hear().await? {
            self.tell(Told::This(notice));
        }
        Ok(())
    }

    fn tell(&self, told: Told) {
        // That nobody waits at the moment is no error.
        let _ = self.heard.send(told);
    }

    /// Ends all streams: the process was asked to stop, and would wait for them.
    pub fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Waits for notices about one thing.
    #[must_use]
    pub fn about(&self, channel: &'static str, id: Option<String>) -> Ear {
        Ear {
            heard: self.heard.subscribe(),
            stopping: self.stopping.subscribe(),
            channel,
            id,
        }
    }
}

/// Waits for notices about one thing.
pub struct Ear {
    heard: broadcast::Receiver<Told>,
    stopping: watch::Receiver<bool>,
    channel: &'static str,
    id: Option<String>,
}

impl Ear {
    /// Resolves when the thing may have changed; none when the process stops.
    async fn next(&mut self) -> Option<()> {
        loop {
            let told = tokio::select! {
                biased;
                _ = self.stopping.wait_for(|stopping| *stopping) => return None,
                told = self.heard.recv() => told,
            };
            match told {
                Ok(Told::This(notice)) if notice.channel == self.channel && Some(&notice.id) == self.id.as_ref() => {
                    return Some(());
                }
                Ok(Told::This(_)) => {}
                Ok(Told::Anything) | Err(broadcast::error::RecvError::Lagged(_)) => return Some(()),
                Err(broadcast::error::RecvError::Closed) => return None,
            }
        }
    }
}

/// A stream of events of this name: what `read` reads at once, and again after each notice. What cannot be read is not
/// sent; the next notice reads it again.
pub fn stream<T, F>(name: &'static str, ear: Ear, read: impl FnMut() -> F + Send + 'static) -> impl IntoResponse
where
    T: Serialize + Send + 'static,
    F: Future<Output = Option<T>> + Send,
{
    let events = stream::unfold((ear, read, true), |(mut ear, mut read, is_first)| async move {
        if !is_first {
            ear.next().await?;
        }
        let value = read().await;
        Some((value, (ear, read, false)))
    });
    let events = events.filter_map(move |value| async move {
        let value = value?;
        Event::default().event(name).json_data(value).ok()
    });
    let events = events.map(Ok::<Event, Infallible>);
    // Nothing may keep it, and no proxy may hold it back until it ends.
    let headers = [
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (
            HeaderName::from_static("x-accel-buffering"),
            HeaderValue::from_static("no"),
        ),
    ];
    (
        headers,
        Sse::new(events).keep_alive(KeepAlive::new().interval(SIGN_OF_LIFE)),
    )
}
