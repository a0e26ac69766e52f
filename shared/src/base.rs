//! The lowest layer of the crate: configuration, database, jobs, audit and other parts without product concepts.
//!
//! Invariant: nothing here imports a module of a higher layer. `tools/check-dependencies.py` checks it.

pub mod config;
pub mod error;

pub mod idempotency;
pub mod ids;

pub mod confided;
pub mod password;
pub mod role;
pub mod token;
pub mod totp;
pub mod vault;

pub mod database;

pub mod audit;
pub mod batch;
pub mod jobs;
pub mod network;
pub mod notifications;
pub mod rate_limit;
pub mod storage;
pub mod work;

pub mod metrics;
pub mod shutdown;
pub mod telemetry;
pub mod trace;
