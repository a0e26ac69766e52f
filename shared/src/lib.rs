//! The product: every rule and every statement of SQL. It knows neither HTTP nor Redis.
//!
//! Read the modules in this order. `base` imports nothing above it; the nouns may know each other.

/// The floor: what knows no noun of the product.
mod base;
pub use base::{
    audit, batch, confided, config, database, error, idempotency, ids, jobs, metrics, network, notifications, password,
    rate_limit, role, shutdown, storage, telemetry, token, totp, trace, vault, work,
};

// The words and data of the product: topics, scripture, helplines.
pub mod content;

// The languages that the product is read in.
pub mod locale;

// Whose helplines are shown.
pub mod country;

// The models of `care`: crisis screening, understanding, redaction.
pub mod screening;

// The client of Stripe.
pub mod payments;

// The context of every rule.
pub mod ctx;

// People without an account.
pub mod guest;

// People with an account.
pub mod user;

// Sessions of users.
pub mod session;

// Sign-in by provider or by e-mail.
pub mod sign_in;

// Mail, and how it leaves.
pub mod mail;

// The end of the audit trail, kept outside the database.
pub mod audit_head;

// Staff: sign-in, users, jobs.
pub mod staff;

// The quota of guidance.
pub mod usage;

// Letters, passages and testimonies for what somebody confides.
pub mod guidance;

// Whether letters were near to what their readers carry.
pub mod nearness;

// Counts by week without any person, for staff.
pub mod weekly_count;

// Testimonies: submission, redaction, publication.
pub mod testimony;

// What staff do with testimonies.
pub mod moderation;

// Prayers and the prayer team.
pub mod prayer;

// Letters that subscribers keep with their account.
pub mod kept_letter;

// Web Push: browsers in which users are told that something waits.
pub mod push;

// Teaching documents: upload, pages, passages.
pub mod document;

// The index of passages.
pub mod search;

// The teaching library of subscribers.
pub mod library;

// Premium that is paid.
pub mod subscription;

// Years of premium for somebody else.
pub mod gift;

// Export and deletion of an account; blocked accounts.
pub mod account;

// Gauges for operators, from Postgres and this process.
pub mod gauges;

// Whether the servers that we depend on answer; for `web-api doctor`.
pub mod probe;
