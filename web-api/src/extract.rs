//! Extractors: body, path and query, the caller, the client's address and hints, cookies.

pub mod appearance;
pub mod body;
pub mod checkout;
pub mod client_address;
pub mod client_hints;
pub mod cookies;
pub mod guest;
pub mod in_app_browser;
pub mod origin;
pub mod person;
pub mod return_to;
pub mod staff;
