//! Server-sent events.

pub mod events;
pub mod upload_events;
