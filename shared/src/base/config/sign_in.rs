//! The settings of sign-in providers and of mail.
//!
//! Invariant: each provider is configured completely or not at all, and reached over TLS, except on localhost in
//! development.

use lettre::message::Mailbox;
use openidconnect::url::Url;

use super::is_safe;
use super::{Environment, Reader};

/// The configured ways to sign in.
#[derive(Clone, Default)]
pub struct SignIn {
    /// Google.
    pub google: Option<Google>,
    /// GitHub.
    pub github: Option<GitHub>,
    /// The mail server, for sign-in by email and all other mail.
    pub mail: Option<Mail>,
}

/// Google, as an OpenID provider.
#[derive(Clone)]
pub struct Google {
    /// `GOOGLE_CLIENT_ID`: our client id at Google.
    pub client_id: String,
    /// `GOOGLE_CLIENT_SECRET`: our client secret at Google.
    pub client_secret: String,
    /// `GOOGLE_ISSUER`: the issuer; another OpenID provider in tests.
    pub issuer: String,
}

/// GitHub.
#[derive(Clone)]
pub struct GitHub {
    /// `GITHUB_CLIENT_ID`: our client id at GitHub.
    pub client_id: String,
    /// `GITHUB_CLIENT_SECRET`: our client secret at GitHub.
    pub client_secret: String,
    /// `GITHUB_URL`: the base URL of the sign-in pages; differs for GitHub Enterprise and in tests.
    pub url: String,
    /// `GITHUB_API_URL`: the base URL of the API.
    pub api_url: String,
}

/// The mail server.
#[derive(Clone)]
pub struct Mail {
    /// `SMTP_URL`: its URL, with user name and password.
    pub smtp_url: String,
    /// `MAIL_FROM`: the sender of our mail.
    pub from: Mailbox,
}

impl Reader<'_> {
    pub(super) fn sign_in(&mut self, environment: Environment) -> SignIn {
        let sign_in = SignIn {
            google: self.google(environment),
            github: self.github(environment),
            mail: self.mail(environment),
        };
        let any_set = sign_in.google.is_some() || sign_in.github.is_some() || sign_in.mail.is_some();
        if any_set && environment == Environment::Production && self.optional("PUBLIC_URL").is_none() {
            self.problems
                .push("PUBLIC_URL is missing: signing in leads back there".to_owned());
        }
        sign_in
    }

    fn google(&mut self, environment: Environment) -> Option<Google> {
        let (client_id, client_secret) = self.both("GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET")?;
        Some(Google {
            client_id,
            client_secret,
            issuer: self.server("GOOGLE_ISSUER", "https://accounts.google.com", environment),
        })
    }

    fn github(&mut self, environment: Environment) -> Option<GitHub> {
        let (client_id, client_secret) = self.both("GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET")?;
        Some(GitHub {
            client_id,
            client_secret,
            url: self.server("GITHUB_URL", "https://github.com", environment),
            api_url: self.server("GITHUB_API_URL", "https://api.github.com", environment),
        })
    }

    fn mail(&mut self, environment: Environment) -> Option<Mail> {
        let (smtp_url, from) = self.both("SMTP_URL", "MAIL_FROM")?;
        let url = Url::parse(&smtp_url).ok();
        let is_smtp = url
            .as_ref()
            .is_some_and(|url| ["smtp", "smtps"].contains(&url.scheme()) && url.has_host());
        let requires_tls = url.is_some_and(|url| {
            url.scheme() == "smtps"
                || url
                    .query_pairs()
                    .any(|(name, value)| name == "tls" && value == "required")
        });
        if !is_smtp {
            self.problems.push(
                "SMTP_URL must be smtps://user:password@host or smtp://user:password@host:587?tls=required".to_owned(),
            );
        } else if environment == Environment::Production && !requires_tls {
            self.problems
                .push("SMTP_URL must be smtps://… or end in ?tls=required".to_owned());
        }
        let Ok(from) = from.parse() else {
            self.problems
                .push("MAIL_FROM must be an address, or Name <address>".to_owned());
            return None;
        };
        Some(Mail { smtp_url, from })
    }

    /// Two settings that must be set together.
    fn both(&mut self, one: &str, other: &str) -> Option<(String, String)> {
        match (self.optional(one), self.optional(other)) {
            (Some(first), Some(second)) => Some((first, second)),
            (None, None) => None,
            (first, _) => {
                let missing = if first.is_none() { one } else { other };
                self.problems
                    .push(format!("{missing} is missing: {one} and {other} belong together"));
                None
            }
        }
    }

    /// The URL of an HTTP server, unchanged.
    fn server(&mut self, name: &str, default: &str, environment: Environment) -> String {
        let address = self.text(name, default);
        if !Url::parse(&address).is_ok_and(|url| is_safe(&url, environment)) {
            self.problems.push(format!("{name} must be an https address"));
        }
        address
    }
}

#[cfg(test)]
mod tests {
    use crate::base::config::payments::tests::problems;

    #[test]
    fn production_requires_tls_for_providers_and_mail() {
        let production = |changes: &[(&'static str, &'static str)]| {
            let defaults = [("APP_ENV", "production"), ("PUBLIC_URL", "https://stillwater.example")];
            problems(&[&defaults[..], changes].concat())
        };
        let mail = |url| production(&[("SMTP_URL", url), ("MAIL_FROM", "staff@stillwater.example")]);
        let without_public_url = [
            ("APP_ENV", "production"),
            ("GOOGLE_CLIENT_ID", "id"),
            ("GOOGLE_CLIENT_SECRET", "secret"),
        ];
        assert!(problems(&without_public_url).contains("PUBLIC_URL is missing"));
        assert!(!production(&without_public_url[1..]).contains("PUBLIC_URL"));
        for safe in ["smtps://u:p@mail.example", "smtp://u:p@mail.example:587?tls=required"] {
            assert!(!mail(safe).contains("SMTP_URL"), "{safe}");
        }
        for insecure in [
            "smtp://u:p@mail.example",
            "smtp://u:p@mail.example:587?tls=opportunistic",
        ] {
            assert!(mail(insecure).contains("SMTP_URL must be smtps://"), "{insecure}");
        }
        for (id, secret, server) in [
            ("GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET", "GOOGLE_ISSUER"),
            ("GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET", "GITHUB_URL"),
            ("GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET", "GITHUB_API_URL"),
        ] {
            let with_server = |url| production(&[(id, "id"), (secret, "secret"), (server, url)]);
            assert!(with_server("http://elsewhere.example").contains(&format!("{server} must be an https address")));
            assert!(!with_server("https://elsewhere.example").contains(server));
        }
    }
}
