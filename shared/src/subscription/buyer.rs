//! The buyer of a subscription, and the checkout form.
//!
//! Invariant: a visitor is identified by a secret in a cookie. The database stores only its hash.

use uuid::Uuid;

use crate::error::{Fields, Result};
use crate::ids::UserId;
use crate::locale::Locale;
use crate::mail::parse_address;
use crate::payments::Plan;
use crate::token::{Purpose, Token};

const MAX_NAME_LEN: usize = 200;

/// The random secret in the cookie of a visitor at checkout.
pub type CheckoutToken = Token<OfCheckout>;

/// The purpose of a [`CheckoutToken`].
#[derive(Clone, PartialEq, Eq)]
pub struct OfCheckout;

impl Purpose for OfCheckout {
    const LABEL: &'static [u8] = b"stillwater checkout v1";
}

/// The buyer of a subscription.
#[derive(Clone)]
pub enum Buyer {
    /// A signed-in user.
    User(UserId),
    /// A visitor, identified by a cookie.
    Visitor(CheckoutToken),
}

impl Buyer {
    /// The user and the hash of the cookie, one of them: the columns of the customer's row.
    pub(crate) fn columns(&self) -> (Option<Uuid>, Option<Vec<u8>>) {
        match self {
            Self::User(user) => (Some(user.0), None),
            Self::Visitor(token) => (None, Some(token.hash())),
        }
    }
}

/// A valid checkout form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckoutForm {
    pub(super) email: String,
    pub(super) name: Option<String>,
    pub(super) locale: Locale,
    pub(super) plan: Plan,
}

impl CheckoutForm {
    /// Validates the form.
    ///
    /// # Errors
    /// `InvalidFields` with a message for each invalid field.
    pub fn parse(email: &str, name: Option<&str>) -> Result<Self> {
        let mut invalid = Fields::default();
        let address = parse_address(email);
        if email.trim().is_empty() {
            invalid.add("email", "Please enter your email address.");
        } else if address.is_err() {
            invalid.add("email", "Please enter a valid email address.");
        }
        let name = name.map(str::trim).filter(|name| !name.is_empty());
        if name.is_some_and(|name| name.chars().count() > MAX_NAME_LEN || name.chars().any(char::is_control)) {
            invalid.add("name", "Please enter a name of up to 200 characters.");
        }
        invalid.into_result()?;
        Ok(Self {
            email: address.map(|address| address.to_string()).unwrap_or_default(),
            name: name.map(str::to_owned),
            locale: Locale::default(),
            plan: Plan::Monthly,
        })
    }

    /// The form on a page in this language: mails to a payer without an account speak it.
    #[must_use]
    pub fn in_language(self, locale: Locale) -> Self {
        Self { locale, ..self }
    }

    /// The address for receipts.
    pub(crate) fn email(&self) -> &str {
        &self.email
    }

    /// The same form for a plan. Without this it is for the monthly one.
    #[must_use]
    pub fn of_plan(self, plan: Plan) -> Self {
        Self { plan, ..self }
    }
}
