//! The worker: relay, queues and schedule, which run jobs by calls of `shared`.

// Stripe's types contain each other many times over, and the compiler follows them through every job.
#![recursion_limit = "256"]

pub mod claims;
pub mod ends;
pub mod evaluate;
pub mod in_flight;
pub mod local_queue;
pub mod metrics;
pub mod pdf;
pub mod queue;
pub mod relay;
pub mod rotate_keys;
pub mod run;
pub mod schedule;
pub mod service;
pub mod work;
