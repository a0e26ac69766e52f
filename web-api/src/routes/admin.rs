//! The staff's pages: signing in, stories, users, prayers, jobs, the audit trail.

pub mod audit;
pub mod jobs;
pub mod prayers;
pub mod sign_in;
pub mod stories;
pub mod uploads;
pub mod users;
