//! The settings of signing in and of mail: whom people can sign in with, and how mail leaves.
//!
//! Invariant: whatever is configured is configured wholly, and talks by TLS except to this machine in development.

use lettre::message::Mailbox;
use openidconnect::url::Url;

use super::{Environment, Reader};
use crate::sign_in::is_safe;

/// The ways of signing in, each if it is configured.
#[derive(Clone, Default)]
pub struct SignIn {
    /// Google.
    pub google: Option<Google>,
    /// GitHub.
    pub github: Option<GitHub>,
    /// Email, which every other mail needs too.
    pub mail: Option<Mail>,
}

/// Google, as an OpenID provider.
#[derive(Clone)]
pub struct Google {
    /// `GOOGLE_CLIENT_ID`: what Google knows us by.
    pub client_id: String,
    /// `GOOGLE_CLIENT_SECRET`: what proves to Google that it is us.
    pub client_secret: String,
    /// `GOOGLE_ISSUER`: another OpenID provider in Google's place, for tests.
    pub issuer: String,
}

/// GitHub.
#[derive(Clone)]
pub struct GitHub {
    /// `GITHUB_CLIENT_ID`: what GitHub knows us by.
    pub client_id: String,
    /// `GITHUB_CLIENT_SECRET`: what proves to GitHub that it is us.
    pub client_secret: String,
    /// `GITHUB_URL`: where people sign in; a GitHub of your own, or one for tests.
    pub url: String,
    /// `GITHUB_API_URL`: where we ask who it is.
    pub api_url: String,
}

/// The mail server.
#[derive(Clone)]
pub struct Mail {
    /// `SMTP_URL`: its address, with name and password.
    pub smtp_url: String,
    /// `MAIL_FROM`: who our mail is from.
    pub from: Mailbox,
}

impl Reader<'_> {
    pub(super) fn sign_in(&mut self, environment: Environment) -> SignIn {
        let sign_in = SignIn {
            google: self.google(environment),
            github: self.github(environment),
            mail: self.mail(environment),
        };
        let any = sign_in.google.is_some() || sign_in.github.is_some() || sign_in.mail.is_some();
        if any && environment == Environment::Production && self.optional("PUBLIC_URL").is_none() {
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
        let demands_tls = url.is_some_and(|url| {
            url.scheme() == "smtps"
                || url
                    .query_pairs()
                    .any(|(name, value)| name == "tls" && value == "required")
        });
        if !is_smtp {
            self.problems.push(
                "SMTP_URL must be smtps://user:password@host or smtp://user:password@host:587?tls=required".to_owned(),
            );
        } else if environment == Environment::Production && !demands_tls {
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

    /// Two settings that belong together: both or neither.
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

    /// The address of a server that is asked over HTTP, exactly as it was given.
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
    use crate::config::payments::tests::problems;

    #[test]
    fn in_production_what_others_are_told_goes_over_tls() {
        let live = |changes: &[(&'static str, &'static str)]| {
            let usual = [("APP_ENV", "production"), ("PUBLIC_URL", "https://stillwater.example")];
            problems(&[&usual[..], changes].concat())
        };
        let mail = |url| live(&[("SMTP_URL", url), ("MAIL_FROM", "staff@stillwater.example")]);
        let nowhere = [
            ("APP_ENV", "production"),
            ("GOOGLE_CLIENT_ID", "id"),
            ("GOOGLE_CLIENT_SECRET", "secret"),
        ];
        assert!(problems(&nowhere).contains("PUBLIC_URL is missing"));
        assert!(!live(&nowhere[1..]).contains("PUBLIC_URL"));
        for safe in ["smtps://u:p@mail.example", "smtp://u:p@mail.example:587?tls=required"] {
            assert!(!mail(safe).contains("SMTP_URL"), "{safe}");
        }
        for open in [
            "smtp://u:p@mail.example",
            "smtp://u:p@mail.example:587?tls=opportunistic",
        ] {
            assert!(mail(open).contains("SMTP_URL must be smtps://"), "{open}");
        }
        for (id, secret, server) in [
            ("GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET", "GOOGLE_ISSUER"),
            ("GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET", "GITHUB_URL"),
            ("GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET", "GITHUB_API_URL"),
        ] {
            let of = |address| live(&[(id, "id"), (secret, "secret"), (server, address)]);
            assert!(of("http://elsewhere.example").contains(&format!("{server} must be an https address")));
            assert!(!of("https://elsewhere.example").contains(server));
        }
    }
}
