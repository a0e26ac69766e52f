//! Drains the rest of a body when a request is answered before all of it has arrived.
//!
//! Invariant: a client that reads the answer only after it has sent everything, as browsers do, gets it. Without this
//! the connection would be reset and the answer lost.

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

/// How long the rest may take; then the connection ends.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(30);

/// The request with a body that is drained to its end, whether a handler reads it or not.
pub fn drain(request: Request<Body>) -> Request<Body> {
    if request.body().is_end_stream() {
        return request;
    }
    request.map(|body| Body::new(DrainBody { body }))
}

struct DrainBody {
    body: Body,
}

impl HttpBody for DrainBody {
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

impl Drop for DrainBody {
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
