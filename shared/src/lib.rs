//! The product: every rule and every statement of SQL. It knows neither HTTP nor the queue.
//!
//! Read the modules in this order.

pub mod config;
pub mod ctx;
pub mod error;
pub mod metrics;
pub mod shutdown;
pub mod telemetry;
pub mod trace;

pub mod audit;
pub mod confided;
pub mod jobs;
pub mod news;
pub mod owner;
pub mod payments;
pub mod together;
pub mod token;
pub mod vault;

pub mod account;
pub mod attempt;
pub mod content;
pub mod country;
pub mod database;
pub mod document;
pub mod guidance;
pub mod library;
pub mod mail;
pub mod moderation;
pub mod prayer;
pub mod reach;
pub mod screening;
pub mod search;
pub mod session;
pub mod sign_in;
pub mod staff;
pub mod storage;
pub mod subscription;
pub mod testimony;
pub mod usage;
pub mod user;

#[cfg(feature = "testing")]
pub mod testing;
