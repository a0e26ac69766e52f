//! Calls of staff: signing in, testimonies, users, prayers, jobs, documents, the audit trail.

pub mod audit;
pub mod jobs;
pub mod prayers;
pub mod sign_in;
pub mod stories;
pub mod uploads;
pub mod users;
