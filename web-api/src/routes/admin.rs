//! Calls of staff: signing in, testimonies, users, prayers, gifts, letters, the overview, jobs, documents, the audit trail.

pub mod audit;
pub mod bulk;
pub mod document;
pub mod duplicate_subscription;
pub mod gift;
pub mod job;
pub mod letter;
pub mod overview;
pub mod payment_issue;
pub mod prayer;
pub mod queue;
pub mod sign_in;
pub mod spam;
pub mod subscription;
pub mod testimony;
pub mod user;
pub mod user_account;
