//! Text analysis: topic classification (`understand`), crisis screening (`crisis`) and redaction of personal details
//! (`redact`).
//!
//! Invariant: pure functions. No IO, no errors at run time, no panics, linear time.
//! Its dependencies guarantee that: this crate has no database, no network and no async runtime.

pub mod classifier;
pub mod normalise;
pub mod number_words;
pub mod vectors;
mod word_map;

pub mod crisis;
pub mod encoder;
pub mod language;
pub mod names;
pub mod passage;
pub mod readings;
pub mod redact;
pub mod spam;
pub mod understand;
