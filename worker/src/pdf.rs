//! Reading PDF, in a child process for each document. The child is not trusted and may die at any time.
//!
//! Invariant: only the child opens the bytes of a document. The parent trusts neither what the child sends nor that it
//! ends.

pub mod child;
mod form;
mod frame;
mod layout;
mod legible;
mod memory;
mod outline;
pub mod parent;
mod picture;
mod sandbox;
pub mod scan;
mod waiting;
mod words;
