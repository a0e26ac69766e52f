//! A request that is answered before all of it came: the rest is taken in and thrown away.
//!
//! Invariant: whoever reads no answer before everything is sent, as browsers do, gets the answer. If nobody took in the
//! rest, the connection would be reset and the answer lost with it.

use std::mem;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Error;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::Request;
use http_body::{Frame, SizeHint};
use http_body_util::BodyExt as _;
use tokio::runtime::Handle;
use tokio::time::timeout;

/// So long the rest may take; then the connection ends, whatever is still to come.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(30);

/// The request with a body that is taken in to its end, whether a handler reads it or not.
pub fn to_the_end(request: Request<Body>) -> Request<Body> {
    if request.body().is_end_stream() {
        return request;
    }
    request.map(|body| Body::new(Lingering { body }))
}

struct Lingering {
    body: Body,
}

impl HttpBody for Lingering {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        if matches!(polled, Poll::Ready(None | Some(Err(_)))) {
            // There is no rest.
            self.body = Body::empty();
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Lingering {
    fn drop(&mut self) {
        let (false, Ok(runtime)) = (self.body.is_end_stream(), Handle::try_current()) else {
            return;
        };
        let mut rest = mem::take(&mut self.body);
        runtime.spawn(timeout(DRAIN_TIMEOUT, async move {
            while let Some(Ok(_)) = rest.frame().await {}
        }));
    }
}
