//! Who subscribes, and what they typed.
//!
//! Invariant: a visitor is known by the secret in their cookie, of which the database only ever sees the hash.

use crate::error::{Fields, Result};
use crate::mail::parse_address;
use crate::token::{Purpose, Token};
use crate::user::UserId;

const MAX_NAME_LEN: usize = 200;

/// The random secret in the cookie of a visitor who subscribes.
pub type CheckoutToken = Token<OfCheckout>;

/// What a visitor has begun to pay.
#[derive(Clone, PartialEq, Eq)]
pub struct OfCheckout;

impl Purpose for OfCheckout {
    const LABEL: &'static [u8] = b"stillwater checkout v1";
}

/// Who subscribes.
#[derive(Clone)]
pub enum Buyer {
    /// Somebody who is signed in.
    User(UserId),
    /// Somebody who is not, by their cookie.
    Visitor(CheckoutToken),
}

/// What the form says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    pub(super) email: String,
    pub(super) name: Option<String>,
}

impl Wanted {
    /// Checks the form.
    ///
    /// # Errors
    /// `InvalidFields` with the message of each wrong field.
    pub fn parse(email: &str, name: Option<&str>) -> Result<Self> {
        let mut wrong = Fields::default();
        let email = email.trim();
        if email.is_empty() {
            wrong.add("email", "Please enter your email address.");
        } else if email.len() > 254 || parse_address(email).is_err() {
            wrong.add("email", "Please enter a valid email address.");
        }
        let name = name.map(str::trim).filter(|name| !name.is_empty());
        if name.is_some_and(|name| name.chars().count() > MAX_NAME_LEN || name.chars().any(char::is_control)) {
            wrong.add("name", "Please enter a name of up to 200 characters.");
        }
        wrong.into_result()?;
        Ok(Self {
            email: email.to_owned(),
            name: name.map(str::to_owned),
        })
    }
}
