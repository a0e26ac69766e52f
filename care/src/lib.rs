//! The three questions which the product exists for: what does somebody carry, are they in danger, what could tell
//! who they are.
//!
//! Invariant: pure. Text in, verdict out; no input or output, no failure, no panic, linear time. Cargo holds it: this
//! crate knows no database, no network and no async runtime.

pub mod classifier;
mod lanes;
pub mod normalise;
pub mod vectors;

pub mod crisis;
pub mod passage;
pub mod redact;
pub mod understand;
