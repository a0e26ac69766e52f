//! Server-sent events.

mod changes;
pub mod events;
pub mod slots;
pub mod upload_events;
