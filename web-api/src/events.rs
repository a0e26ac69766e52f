//! Streams of server-sent events about one thing.
//!
//! Invariant: a stream sends what the rows say, at once and after each notice about it. Whatever was missed is made good
//! by reading the rows again, which every stream does when news may have been missed. It ends when whoever listens would
//! be refused.

use std::convert::Infallible;
use std::time::Duration;

use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderName, HeaderValue};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse as _, Response};
use futures::stream::{self, Stream, StreamExt as _};
use serde::Serialize;
use shared::error;
use shared::news::{Notice, Subscription};
use tokio::time::sleep;

/// Proxies end what is silent for longer.
const SIGN_OF_LIFE: Duration = Duration::from_secs(15);

/// A stream of events of this name: what `read` reads at once, and again after each notice that `concerns` it. What
/// cannot be read is not sent; the next notice reads it again.
pub fn stream<T, F>(
    name: &'static str,
    news: Subscription,
    concerns: impl Fn(&Notice) -> bool + Send + Sync + 'static,
    read: impl FnMut() -> F + Send + 'static,
) -> impl Stream<Item = Result<Event, Infallible>> + Send + 'static
where
    T: Serialize + Send + 'static,
    F: Future<Output = Option<T>> + Send,
{
    let begin = (news, concerns, read, true);
    let events = stream::unfold(begin, |(mut news, concerns, mut read, is_first)| async move {
        if !is_first {
            heard(&mut news, &concerns).await?;
        }
        let value = read().await;
        Some((value, (news, concerns, read, false)))
    });
    events.filter_map(move |value| async move {
        let value = value?;
        Event::default().event(name).json_data(value).ok().map(Ok)
    })
}

/// The same events for as long as whoever listens is let in, which is asked every so often. While it cannot be asked, they
/// go on.
pub fn while_let_in<S, F>(
    events: S,
    every: Duration,
    is_let_in: impl Fn() -> F + Send + 'static,
) -> impl Stream<Item = S::Item> + Send + 'static
where
    S: Stream + Send + 'static,
    F: Future<Output = error::Result<bool>> + Send + 'static,
{
    events.take_until(async move {
        loop {
            sleep(every).await;
            if matches!(is_let_in().await, Ok(false)) {
                break;
            }
        }
    })
}

/// Events as an answer that nothing may keep, and that no proxy may hold back until it ends.
pub fn answer(events: impl Stream<Item = Result<Event, Infallible>> + Send + 'static) -> Response {
    let headers = [
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (
            HeaderName::from_static("x-accel-buffering"),
            HeaderValue::from_static("no"),
        ),
    ];
    let events = Sse::new(events).keep_alive(KeepAlive::new().interval(SIGN_OF_LIFE));
    (headers, events).into_response()
}

/// Resolves when the thing may have changed; none when the process stops.
async fn heard(news: &mut Subscription, concerns: &(impl Fn(&Notice) -> bool + Sync)) -> Option<()> {
    loop {
        match news.next().await {
            Notice::Closing => return None,
            Notice::Anything => return Some(()),
            notice if concerns(&notice) => return Some(()),
            Notice::Document(_) | Notice::DocumentGone(_) | Notice::Generation | Notice::Subscription(_) => {}
        }
    }
}
