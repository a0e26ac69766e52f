//! The layers of `app`, and what they are made of.

pub mod admission;
pub mod crisis_first;
pub mod drain_body;
pub mod rate_limiter;
pub mod second_reader;
pub mod security_headers;
pub mod spelling;

mod body_strings;
mod origin;
