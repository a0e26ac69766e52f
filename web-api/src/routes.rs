//! One file for each noun: its request and response shapes and its handlers.

pub mod auth;
pub mod crisis_resources;
pub mod guidance;
pub mod probes;
pub mod scripture;
pub mod testimony;
pub mod topics;
pub mod usage;
