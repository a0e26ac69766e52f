//! Trains the models of `care`.
//!
//! Invariant: training depends on nothing but its examples and settings: no time, threads or machine.

pub mod classifier;
pub mod screening;
pub mod situations;
pub mod tagger;
pub mod understanding;
