//! Reading PDF: a child process for each document, which is trusted with nothing and may die at any time.
//!
//! Invariant: bytes that somebody handed in are opened in the child alone. The parent believes neither what it sends
//! nor that it ends.

pub mod child;
mod frame;
mod layout;
pub mod parent;
mod picture;
mod sandbox;
pub mod scan;
