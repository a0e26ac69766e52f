//! The tools that build content: they read and check `content/`, train the models and measure them.
//!
//! Invariant: the same content gives the same bytes. No production program contains this crate.

pub mod build;
pub mod calibrate;
pub mod content;
pub mod encoder;
mod lessons;
pub mod measure;
pub mod redaction;
pub mod scores;
pub mod train;
