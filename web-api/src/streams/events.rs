//! Event streams about one thing.
//!
//! Invariant: a stream sends the state of the rows, at once and after each notification about them. It reads the rows
//! again when notifications may have been missed. It ends when a new request of its caller would be refused.

use std::convert::Infallible;
use std::time::Duration;

use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderName, HeaderValue};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse as _, Response};
use futures::stream::{self, Stream, StreamExt as _};
use serde::Serialize;
use shared::error;
use shared::notifications::{Notification, Receiver};
use tokio::time::sleep;

use super::changes::Changes;
use super::slots::Slot;

/// Proxies close a stream that is silent for longer.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// How long the stream of somebody without an account lives.
const MAX_VISIT: Duration = Duration::from_mins(5);

/// A stream of events of this name: what `read` returns, at once and after each notification that `concerns` it. A
/// failed read sends nothing; the next notification reads again.
pub fn stream<T, F>(
    name: &'static str,
    receiver: Receiver,
    concerns: impl Fn(&Notification) -> bool + Send + Sync + 'static,
    read: impl FnMut() -> F + Send + 'static,
) -> impl Stream<Item = Result<Event, Infallible>> + Send + 'static
where
    T: Serialize + Send + 'static,
    F: Future<Output = Option<T>> + Send,
{
    let changes = Changes::new(receiver, concerns, Duration::ZERO);
    let events = stream::unfold((changes, read), |(mut changes, mut read)| async move {
        changes.next().await?;
        let value = read().await;
        Some((value, (changes, read)))
    });
    events.filter_map(move |value| async move {
        let value = value?;
        Event::default().event(name).json_data(value).ok().map(Ok)
    })
}

/// The same events until the caller is no longer allowed, which is checked at an interval. A failed check ends nothing.
pub fn while_allowed<S, F>(
    events: S,
    every: Duration,
    is_allowed: impl Fn() -> F + Send + 'static,
) -> impl Stream<Item = S::Item> + Send + 'static
where
    S: Stream + Send + 'static,
    F: Future<Output = error::Result<bool>> + Send + 'static,
{
    events.take_until(async move {
        loop {
            sleep(every).await;
            if matches!(is_allowed().await, Ok(false)) {
                break;
            }
        }
    })
}

/// The same events for some minutes: the browser opens the stream again by itself, if its caller is still there.
pub fn for_some_minutes<S: Stream + Send + 'static>(events: S) -> impl Stream<Item = S::Item> + Send + 'static {
    events.take_until(sleep(MAX_VISIT))
}

/// Events as an answer that nothing caches and no proxy buffers.
pub fn answer(events: impl Stream<Item = Result<Event, Infallible>> + Send + 'static, slot: Slot) -> Response {
    let headers = [
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (
            HeaderName::from_static("x-accel-buffering"),
            HeaderValue::from_static("no"),
        ),
    ];
    let events = Sse::new(slot.held_by(events)).keep_alive(KeepAlive::new().interval(KEEP_ALIVE));
    (headers, events).into_response()
}
