//! The settings of payments.
//!
//! Invariant: payments are configured wholly or not at all, never with test and live keys together, and a stand-in is
//! never asked where real people pay.

use openidconnect::url::Url;

use super::{Environment, Reader};
use crate::confided::Confided;
use crate::sign_in::is_safe;

/// Stripe, as far as this installation knows it.
#[derive(Clone)]
pub struct Payments {
    /// `STRIPE`: Stripe itself, or the stand-in of this project, with which nobody pays anything.
    pub provider: Provider,
    /// `STRIPE_SECRET_KEY`: what proves to Stripe that it is us.
    pub secret_key: Confided,
    /// `STRIPE_PUBLISHABLE_KEY`: what the browser tells Stripe.
    pub publishable_key: String,
    /// `STRIPE_PRICE_ID`: the price of premium: 20 dollars a month, which is checked.
    pub price: String,
    /// `STRIPE_WEBHOOK_SECRETS`: what Stripe signs events with; two, with a comma, while one replaces the other.
    pub webhook_secrets: Vec<Confided>,
    /// `STRIPE_URL`: where Stripe, or the stand-in, is asked.
    pub url: String,
    /// Whether money moves.
    pub mode: Mode,
}

/// Whom we ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provider {
    /// Stripe.
    Stripe,
    /// The stand-in.
    StandIn,
}

/// Whether money moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// It does not.
    Test,
    /// It does.
    Live,
}

impl Mode {
    /// The mode of a key of Stripe's, which its second word names.
    fn of(key: &str) -> Option<Self> {
        match key.split('_').nth(1) {
            Some("test") => Some(Self::Test),
            Some("live") => Some(Self::Live),
            _ => None,
        }
    }
}

impl Reader<'_> {
    pub(super) fn payments(&mut self, environment: Environment) -> Option<Payments> {
        let provider = self.one_of(
            "STRIPE",
            &[("stripe", Provider::Stripe), ("standin", Provider::StandIn)],
            Provider::Stripe,
        );
        let url = self.text("STRIPE_URL", "https://api.stripe.com");
        if !Url::parse(&url).is_ok_and(|url| is_safe(&url, environment)) {
            self.problems.push("STRIPE_URL must be an https address".to_owned());
        }
        if provider == Provider::StandIn && environment == Environment::Production {
            self.problems
                .push("STRIPE must not be standin in production: nobody would pay anything".to_owned());
        }
        let [secret_key, publishable_key, price, secrets] = self.all_four()?;
        let mode = self.mode(&secret_key, &publishable_key)?;
        Some(Payments {
            provider,
            secret_key: Confided::new(secret_key),
            publishable_key,
            price,
            webhook_secrets: secrets
                .split(',')
                .map(str::trim)
                .filter(|secret| !secret.is_empty())
                .map(|secret| Confided::new(secret.to_owned()))
                .collect(),
            url: url.trim_end_matches('/').to_owned(),
            mode,
        })
    }

    fn all_four(&mut self) -> Option<[String; 4]> {
        const NAMES: [&str; 4] = [
            "STRIPE_SECRET_KEY",
            "STRIPE_PUBLISHABLE_KEY",
            "STRIPE_PRICE_ID",
            "STRIPE_WEBHOOK_SECRETS",
        ];
        let values = NAMES.map(|name| self.optional(name));
        let any = values.iter().any(Option::is_some);
        for (name, value) in NAMES.iter().zip(&values) {
            if any && value.is_none() {
                self.problems
                    .push(format!("{name} is missing: {} belong together", NAMES.join(", ")));
            }
        }
        let [Some(secret_key), Some(publishable_key), Some(price), Some(secrets)] = values else {
            return None;
        };
        Some([secret_key, publishable_key, price, secrets])
    }

    /// Both keys are of one mode, and each is in its place.
    fn mode(&mut self, secret_key: &str, publishable_key: &str) -> Option<Mode> {
        let is_secret = secret_key.starts_with("sk_") || secret_key.starts_with("rk_");
        let mode = Mode::of(secret_key).filter(|_| is_secret);
        if mode.is_none() {
            self.problems
                .push("STRIPE_SECRET_KEY must begin with sk_test_, sk_live_, rk_test_ or rk_live_".to_owned());
        }
        let public = Mode::of(publishable_key).filter(|_| publishable_key.starts_with("pk_"));
        if public.is_none() {
            self.problems
                .push("STRIPE_PUBLISHABLE_KEY must begin with pk_test_ or pk_live_".to_owned());
        } else if mode.is_some() && public != mode {
            self.problems.push(
                "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be of test mode or both of live mode"
                    .to_owned(),
            );
        }
        mode
    }
}

#[cfg(test)]
pub(super) mod tests {
    use crate::config::Config;
    use crate::vault::KeyRing;

    /// What is wrong with the usual settings and these.
    pub(in crate::config) fn problems(changes: &[(&str, &str)]) -> String {
        let usual = [
            ("APP_ENV", "development"),
            ("DATABASE_URL", "postgres://nowhere.invalid/none"),
            ("ENC_KEYS", "test:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="),
        ];
        assert!(KeyRing::parse(usual[2].1).is_ok());
        let settings = usual
            .iter()
            .chain(changes)
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        Config::from_settings(&settings)
            .err()
            .map_or_else(String::new, |problems| problems.to_string())
    }

    #[test]
    fn payments_are_set_up_wholly_and_in_one_mode() {
        let whole = |secret_key, publishable_key| {
            [
                ("STRIPE_SECRET_KEY", secret_key),
                ("STRIPE_PUBLISHABLE_KEY", publishable_key),
                ("STRIPE_PRICE_ID", "price_1"),
                ("STRIPE_WEBHOOK_SECRETS", "whsec_new, whsec_old"),
            ]
        };
        assert_eq!(problems(&[]), "");
        for (secret, public) in [("sk_test_1", "pk_test_1"), ("rk_live_1", "pk_live_1")] {
            assert_eq!(problems(&whole(secret, public)), "", "{secret} {public}");
        }
        assert!(problems(&whole("sk_live_1", "pk_test_1")).contains("must both be of test mode or both of live mode"));
        assert!(problems(&whole("pk_test_1", "pk_test_1")).contains("STRIPE_SECRET_KEY must begin"));
        assert!(problems(&whole("sk_test_1", "sk_test_1")).contains("STRIPE_PUBLISHABLE_KEY must begin"));
        assert!(problems(&whole("sk_test_1", "pk_test_1")[..3]).contains("STRIPE_WEBHOOK_SECRETS is missing"));
        assert!(problems(&[("STRIPE_URL", "http://api.stripe.test")]).contains("STRIPE_URL must be an https address"));
        assert!(problems(&[("STRIPE", "standin"), ("APP_ENV", "production")]).contains("STRIPE must not be standin"));
    }
}
