//! HTTP only: a URL, one call of the product, JSON.

pub mod address;
pub mod app;
pub mod checkout;
pub mod cookies;
pub mod crisis_first;
pub mod doctor;
pub mod error;
pub mod events;
pub mod extract;
pub mod frontend;
pub mod guest;
pub mod health;
pub mod metrics;
pub mod origin;
pub mod pages;
pub mod person;
pub mod rate;
pub mod return_to;
pub mod router;
pub mod routes;
pub mod security;
pub mod serve;
pub mod staff;
pub mod upload_events;
pub mod whereabouts;
pub mod words;
