//! The whole web tier over a real database, a fresh one for each test: requests in, answers out.

mod it {
    mod app;
    mod auth;
    mod contract;
    mod crisis_bodies;
    mod crisis_first;
    mod crisis_resources;
    mod frontend;
    mod guidance;
    mod openapi;
    mod outage;
    mod scripture;
    mod security;
    mod socket;
    mod testimony;
    mod topics;
    mod usage;
}
