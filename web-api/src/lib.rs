//! HTTP only: a URL, one call of the product, JSON.

pub mod app;
pub mod crisis_first;
pub mod doctor;
pub mod error;
pub mod extract;
pub mod frontend;
pub mod guest;
pub mod health;
pub mod origin;
pub mod router;
pub mod routes;
pub mod security;
pub mod serve;
pub mod whereabouts;
pub mod words;
