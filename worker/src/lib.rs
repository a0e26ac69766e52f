//! From a job id to a call of the product: the relay, the queue, the schedule, and the tools that make content.

pub mod build_content;
pub mod evaluate;
pub mod held;
pub mod measure;
pub mod metrics;
pub mod pdf;
pub mod queue;
pub mod relay;
pub mod rotate_keys;
pub mod run;
pub mod schedule;
pub mod service;
pub mod work;
