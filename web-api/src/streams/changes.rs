//! Notifications in batches: what every event stream waits for.
//!
//! Invariant: the first batch comes at once, so that a reader starts with the state of the rows. No notification that
//! concerns the reader is lost between two batches; those of one window come together.

use std::time::Duration;

use shared::notifications::{Notification, Receiver};
use tokio::time::{Instant, timeout_at};

/// The changes of the rows that one reader is about.
pub struct Changes<F> {
    receiver: Receiver,
    concerns: F,
    window: Duration,
    /// The next batch so far.
    pending: Vec<Notification>,
    /// When the next batch is complete; none until its first notification.
    deadline: Option<Instant>,
}

impl<F: Fn(&Notification) -> bool> Changes<F> {
    /// The changes that `concerns` selects, beginning with one that says that anything may have changed.
    pub fn new(receiver: Receiver, concerns: F, window: Duration) -> Self {
        Self {
            receiver,
            concerns,
            window,
            pending: vec![Notification::Anything],
            deadline: Some(Instant::now()),
        }
    }

    /// The next batch; `None` at shutdown.
    pub async fn next(&mut self) -> Option<Vec<Notification>> {
        loop {
            let notification = match self.deadline {
                None => self.receiver.next().await,
                Some(deadline) => {
                    let Ok(notification) = timeout_at(deadline, self.receiver.next()).await else {
                        self.deadline = None;
                        return Some(std::mem::take(&mut self.pending));
                    };
                    notification
                }
            };
            if notification == Notification::Closing {
                return None;
            }
            if notification == Notification::Anything || (self.concerns)(&notification) {
                self.pending.push(notification);
                let end_of_window = Instant::now() + self.window;
                self.deadline.get_or_insert(end_of_window);
            }
        }
    }

    /// Gives back a batch whose rows could not be read: it comes again after the pause, with what came meanwhile.
    pub fn put_back(&mut self, batch: Vec<Notification>, pause: Duration) {
        self.pending = batch;
        self.deadline = Some(Instant::now() + pause);
    }
}
