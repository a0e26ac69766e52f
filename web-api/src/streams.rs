//! Server-sent events.

mod changes;
pub mod events;
pub mod upload_events;
