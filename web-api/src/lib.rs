//! The web tier: HTTP only. A handler parses a request, calls one function of `shared`, and renders JSON.
//!
//! Reading order: `serve`, `connections`, `app`, `router`, `routes`.

pub mod connections;
pub mod counts;
pub mod descriptors;
pub mod serve;

pub mod app;
pub mod router;

pub mod routes;

pub mod frontend;
pub mod metrics;
pub mod middleware;
pub mod policy;
pub mod roles;

pub mod extract;
pub mod pages;
pub mod streams;

pub mod session;
pub mod state;

pub mod crisis_help;
pub mod error;
pub mod health;
pub mod states;

pub mod doctor;
