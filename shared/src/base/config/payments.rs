//! The settings of payments.
//!
//! Invariant: payments are configured completely or not at all. Test and live keys are never mixed, and the stand-in is
//! refused in production.

use openidconnect::url::Url;

use super::is_safe;
use super::{Environment, Reader};
use crate::base::confided::Confided;

/// The settings of Stripe.
#[derive(Clone)]
pub struct Payments {
    /// `STRIPE`: Stripe itself, or the stand-in of this project, which charges nobody.
    pub provider: Provider,
    /// `STRIPE_SECRET_KEY`: the secret API key.
    pub secret_key: Confided,
    /// `STRIPE_PUBLISHABLE_KEY`: the API key for browsers.
    pub publishable_key: String,
    /// `STRIPE_PRICE_ID`: the price of premium. We check that it is 20 dollars a month.
    pub price: String,
    /// `STRIPE_PRICE_ID_YEARLY`: the price of a year of premium. Without it nothing is sold by the year.
    pub yearly_price: Option<String>,
    /// `STRIPE_WEBHOOK_SECRETS`: the signing secrets of webhooks; two, separated by a comma, during a rotation.
    pub webhook_secrets: Vec<Confided>,
    /// `STRIPE_URL`: the base URL of Stripe's API or of the stand-in.
    pub url: String,
    /// Test or live mode.
    pub mode: Mode,
}

/// The payment provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provider {
    /// Stripe.
    Stripe,
    /// The stand-in.
    StandIn,
}

/// The mode of Stripe's API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// No money moves.
    Test,
    /// Money moves.
    Live,
}

impl Mode {
    /// The mode of an API key: the second word of its prefix.
    fn of_key(key: &str) -> Option<Self> {
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
        let yearly_price = self.optional("STRIPE_PRICE_ID_YEARLY");
        let complete = self.all_or_none();
        if complete.is_none() && yearly_price.is_some() {
            self.problems
                .push("STRIPE_PRICE_ID_YEARLY needs the other settings of Stripe, with the monthly price".to_owned());
        }
        let [secret_key, publishable_key, price, secrets] = complete?;
        if yearly_price.as_ref() == Some(&price) {
            self.problems
                .push("STRIPE_PRICE_ID_YEARLY must be another price than STRIPE_PRICE_ID".to_owned());
        }
        let mode = self.mode(&secret_key, &publishable_key)?;
        Some(Payments {
            provider,
            secret_key: Confided::new(secret_key),
            publishable_key,
            price,
            yearly_price,
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

    fn all_or_none(&mut self) -> Option<[String; 4]> {
        const NAMES: [&str; 4] = [
            "STRIPE_SECRET_KEY",
            "STRIPE_PUBLISHABLE_KEY",
            "STRIPE_PRICE_ID",
            "STRIPE_WEBHOOK_SECRETS",
        ];
        let values = NAMES.map(|name| self.optional(name));
        let any_set = values.iter().any(Option::is_some);
        for (name, value) in NAMES.iter().zip(&values) {
            if any_set && value.is_none() {
                self.problems
                    .push(format!("{name} is missing: {} belong together", NAMES.join(", ")));
            }
        }
        let [Some(secret_key), Some(publishable_key), Some(price), Some(secrets)] = values else {
            return None;
        };
        Some([secret_key, publishable_key, price, secrets])
    }

    /// The mode of the keys. Both must be of the same mode, and neither may be in the other's place.
    fn mode(&mut self, secret_key: &str, publishable_key: &str) -> Option<Mode> {
        let is_secret = secret_key.starts_with("sk_") || secret_key.starts_with("rk_");
        let mode = Mode::of_key(secret_key).filter(|_| is_secret);
        if mode.is_none() {
            self.problems
                .push("STRIPE_SECRET_KEY must begin with sk_test_, sk_live_, rk_test_ or rk_live_".to_owned());
        }
        let public = Mode::of_key(publishable_key).filter(|_| publishable_key.starts_with("pk_"));
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
    use crate::base::config::Config;
    use crate::base::vault::KeyRing;

    /// The problems of the default test settings with these changes.
    pub(in crate::base::config) fn problems(changes: &[(&str, &str)]) -> String {
        let defaults = [
            ("APP_ENV", "development"),
            ("DATABASE_URL", "postgres://nowhere.invalid/none"),
            ("ENC_KEYS", "test:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="),
        ];
        assert!(KeyRing::parse(defaults[2].1).is_ok());
        let settings = defaults
            .iter()
            .chain(changes)
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        Config::from_settings(&settings)
            .err()
            .map_or_else(String::new, |problems| problems.to_string())
    }

    #[test]
    fn payments_need_all_settings_and_keys_of_one_mode() {
        let complete = |secret_key, publishable_key| {
            [
                ("STRIPE_SECRET_KEY", secret_key),
                ("STRIPE_PUBLISHABLE_KEY", publishable_key),
                ("STRIPE_PRICE_ID", "price_1"),
                ("STRIPE_WEBHOOK_SECRETS", "whsec_new, whsec_old"),
            ]
        };
        assert_eq!(problems(&[]), "");
        for (secret, public) in [("sk_test_1", "pk_test_1"), ("rk_live_1", "pk_live_1")] {
            assert_eq!(problems(&complete(secret, public)), "", "{secret} {public}");
        }
        assert!(
            problems(&complete("sk_live_1", "pk_test_1")).contains("must both be of test mode or both of live mode")
        );
        assert!(problems(&complete("pk_test_1", "pk_test_1")).contains("STRIPE_SECRET_KEY must begin"));
        assert!(problems(&complete("sk_test_1", "sk_test_1")).contains("STRIPE_PUBLISHABLE_KEY must begin"));
        assert!(problems(&complete("sk_test_1", "pk_test_1")[..3]).contains("STRIPE_WEBHOOK_SECRETS is missing"));
        let yearly = |price| {
            [
                &complete("sk_test_1", "pk_test_1")[..],
                &[("STRIPE_PRICE_ID_YEARLY", price)],
            ]
            .concat()
        };
        assert_eq!(problems(&yearly("price_2")), "");
        assert!(problems(&yearly("price_1")).contains("must be another price than STRIPE_PRICE_ID"));
        assert!(problems(&yearly("price_2")[4..]).contains("STRIPE_PRICE_ID_YEARLY needs the other settings"));
        assert!(problems(&[("STRIPE_URL", "http://api.stripe.test")]).contains("STRIPE_URL must be an https address"));
        assert!(problems(&[("STRIPE", "standin"), ("APP_ENV", "production")]).contains("STRIPE must not be standin"));
    }
}
