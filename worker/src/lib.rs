//! The worker: relay, queue and schedule, which run jobs by calls of `shared`.

pub mod direct;
pub mod evaluate;
pub mod in_flight;
pub mod metrics;
pub mod pdf;
pub mod queue;
pub mod relay;
pub mod rotate_keys;
pub mod run;
pub mod schedule;
pub mod service;
pub mod work;
