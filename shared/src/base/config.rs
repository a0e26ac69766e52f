//! All settings. Only this module reads the environment.
//!
//! Invariant: a `Config` is always valid. `.env.example` lists the same names in the same order; a test compares the
//! two.
//!
//! Our own code because the libraries for settings fill structs field by field: here a setting depends on others, an error
//! names the variable and never its value, and all errors are told at once.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

use crate::base::confided::Confided;
use crate::base::password::PasswordHash;
use crate::base::totp;
use crate::base::trace::Endpoint;
use crate::base::vault::KeyRing;

mod documents;
mod payments;
mod sign_in;
mod staff;
mod url;
mod web_push;

pub use documents::Documents;
pub use payments::{Mode, Payments, Provider};
pub use sign_in::{GitHub, Google, Mail, SignIn};
pub use staff::Member;
pub use url::is_safe;
pub use web_push::WebPush;

/// Free guidance requests per day.
pub const FREE_DAILY_LIMIT: i32 = 3;
/// Guidance requests per hour, with premium too: the disclosed limit against abuse.
pub const HOURLY_LIMIT: i32 = 60;

/// The default of `DEFAULT_COUNTRY`. The frontend's HTML document contains it, too.
pub const DEFAULT_COUNTRY: &str = "US";

/// Shorter tokens could be guessed.
const MIN_TOKEN_LEN: usize = 16;

/// The default of `APP_NAME`. The frontend's HTML document contains it, too.
pub const DEFAULT_APP_NAME: &str = "Stillwater";
/// The default of `SUPPORT_EMAIL`. The frontend's HTML document contains it, too.
pub const DEFAULT_SUPPORT_EMAIL: &str = "support@stillwater.example";

/// The settings of a process.
#[derive(Clone)]
pub struct Config {
    /// `APP_ENV`: development relaxes the rules that need TLS.
    pub environment: Environment,
    /// `APP_NAME`: the product's name.
    pub app_name: String,
    /// `SUPPORT_EMAIL`: the support address.
    pub support_email: String,
    /// `HOST`: the address to listen on.
    pub host: IpAddr,
    /// `PORT`: the port to listen on.
    pub port: u16,
    /// `PUBLIC_URL`: the public origin, without a trailing slash.
    pub public_url: Option<String>,
    /// `DATABASE_URL`: Postgres, or a connection pooler in front of it.
    pub database_url: String,
    /// `DATABASE_DIRECT_URL`: Postgres itself, if `DATABASE_URL` leads to a pooler.
    pub database_direct_url: Option<String>,
    /// `MIGRATION_DATABASE_URL`: Postgres as the role that owns the tables, for `web-api migrate` alone.
    pub migration_database_url: Option<String>,
    /// `DATABASE_CONNECTIONS`: the most connections to Postgres per process.
    pub database_connections: u32,
    /// `REDIS_URL`: Redis; only the worker uses it.
    pub redis_url: Option<String>,
    /// `ENC_KEYS`: the operator's encryption keys, the current one first.
    pub key_ring: KeyRing,
    /// `CONTENT_DIR`: the output of `content-tools build`.
    pub content_dir: PathBuf,
    /// `FRONTEND_DIR`: the built frontend.
    pub frontend_dir: PathBuf,
    /// `GUEST_ACCESS`: whether guests may use guidance and submit testimonies.
    pub guest_access: GuestAccess,
    /// `SINGLE_SESSION`: whether signing in ends the user's other sessions.
    pub sessions: Sessions,
    /// `GUEST_ADDRESS_LIMIT`: guest requests per day and `ip_prefix` before a proof of work is asked for.
    pub guest_address_limit: i32,
    /// `STORY_LIMIT`: testimonies per day and author.
    pub testimony_limit: i32,
    /// `GUEST_STORY_ADDRESS_LIMIT`: testimonies of guests per day and `ip_prefix` before a proof of work is asked for.
    pub guest_testimony_address_limit: i32,
    /// `ADDRESS_RATE_LIMIT`: requests per minute and `ip_prefix`, for each web process.
    pub address_rate_limit: u32,
    /// `TRUSTED_PROXY_HOPS`: how many trusted proxies append to `X-Forwarded-For`.
    pub trusted_proxy_hops: usize,
    /// `DEFAULT_COUNTRY`: the country of the helplines if the caller's country is unknown.
    pub default_country: String,
    /// `ADMIN_PASSWORD_HASH`: the Argon2id hash of the single staff password, whose role is owner.
    pub admin_password: Option<PasswordHash>,
    /// `ADMIN_TOTP_SECRET`: the TOTP secret of the single password's second factor, in base32.
    pub admin_totp: Option<totp::Secret>,
    /// `ADMIN_TOTP_SECRETS`: a secret for each member of staff, `name:secret`; here those of the single password.
    pub admin_totps: Vec<totp::NamedSecret>,
    /// `STAFF`: the members of staff with a password of their own, `name:role:hash`, separated by semicolons.
    pub staff: Vec<Member>,
    /// `ALERT_EMAIL`: the address for alerts about escalated testimonies and for the daily digest.
    pub alert_email: Option<lettre::Address>,
    /// `WORKER_URGENT_CONCURRENCY`: concurrent urgent jobs per worker.
    pub urgent_concurrency: u32,
    /// `WORKER_MAIL_CONCURRENCY`: concurrent mails per worker.
    pub mail_concurrency: u32,
    /// `WORKER_PAYMENTS_CONCURRENCY`: concurrent jobs at Stripe per worker.
    pub payments_concurrency: u32,
    /// `WORKER_BULK_CONCURRENCY`: concurrent bulk jobs per worker.
    pub bulk_concurrency: u32,
    /// `SHUTDOWN_GRACE_SECS`: how long a process may finish its work after SIGTERM.
    pub shutdown_grace: Duration,
    /// `METRICS_TOKEN`: the bearer token for `/metrics` of the web API.
    pub metrics_token: Option<Confided>,
    /// `METRICS_PORT`: the port of a worker's metrics; they need no token.
    pub metrics_port: Option<u16>,
    /// `OTEL_EXPORTER_OTLP_ENDPOINT`: the trace collector; without it no traces are recorded.
    pub collector: Option<Endpoint>,
    /// `REHEARSALS`: accept jobs that fail on purpose (fault tests and benchmarks only).
    pub rehearsals: bool,
    /// The sign-in providers and the mail server.
    pub sign_in: SignIn,
    /// The storage and processing of teaching documents.
    pub documents: Documents,
    /// Stripe; `None` if payments are not set up.
    pub payments: Option<Payments>,
    /// Web Push; `None` if it is not set up.
    pub web_push: Option<WebPush>,
}

/// Where the process runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Environment {
    /// On a developer's machine, over plain HTTP.
    Development,
    /// Behind TLS: cookies are `__Host-` and `Secure`.
    Production,
}

/// Who may use guidance and submit testimonies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GuestAccess {
    /// Everybody.
    Open,
    /// Only users.
    SignedIn,
}

/// How many sessions of one user may be open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sessions {
    /// Only the newest.
    NewestOnly,
    /// Any number.
    Several,
}

/// All missing or invalid settings, one line each.
#[derive(Debug, thiserror::Error)]
#[error("settings are missing or wrong:\n  {}", .0.join("\n  "))]
pub struct BadConfig(pub Vec<String>);

impl Config {
    /// Reads the environment of this process.
    ///
    /// # Errors
    /// All missing or invalid settings.
    pub fn from_env() -> Result<Self, BadConfig> {
        #[expect(
            clippy::disallowed_methods,
            reason = "this is the one place that reads the environment"
        )]
        Self::from_settings(&std::env::vars().collect())
    }

    /// Only the content folder, for commands that need no other setting.
    pub fn content_dir_alone() -> PathBuf {
        #[expect(
            clippy::disallowed_methods,
            reason = "this is the one file that reads the environment"
        )]
        let settings = std::env::vars().collect();
        Reader {
            settings: &settings,
            problems: Vec::new(),
        }
        .text("CONTENT_DIR", "content/build")
        .into()
    }

    /// Reads settings from a map of names and values.
    ///
    /// # Errors
    /// All missing or invalid settings.
    pub fn from_settings(settings: &HashMap<String, String>) -> Result<Self, BadConfig> {
        let mut read = Reader {
            settings,
            problems: Vec::new(),
        };
        let environment = read.one_of(
            "APP_ENV",
            &[
                ("development", Environment::Development),
                ("production", Environment::Production),
            ],
            Environment::Production,
        );
        let key_ring = read.key_ring();
        let staff = read.staff();
        let config = Self {
            environment,
            app_name: read.text("APP_NAME", DEFAULT_APP_NAME),
            support_email: read.text("SUPPORT_EMAIL", DEFAULT_SUPPORT_EMAIL),
            host: read.parsed("HOST", IpAddr::V4(Ipv4Addr::UNSPECIFIED)),
            port: read.parsed("PORT", 3000),
            public_url: read.checked("PUBLIC_URL", origin),
            database_url: read.required("DATABASE_URL"),
            database_direct_url: read.optional("DATABASE_DIRECT_URL"),
            migration_database_url: read.optional("MIGRATION_DATABASE_URL"),
            database_connections: read.at_least_one("DATABASE_CONNECTIONS", 10),
            redis_url: read.optional("REDIS_URL"),
            key_ring: key_ring.unwrap_or_default(),
            content_dir: read.text("CONTENT_DIR", "content/build").into(),
            frontend_dir: read.text("FRONTEND_DIR", "frontend/dist").into(),
            guest_access: read.one_of(
                "GUEST_ACCESS",
                &[("open", GuestAccess::Open), ("signed_in", GuestAccess::SignedIn)],
                GuestAccess::Open,
            ),
            sessions: read.one_of(
                "SINGLE_SESSION",
                &[("on", Sessions::NewestOnly), ("off", Sessions::Several)],
                Sessions::NewestOnly,
            ),
            guest_address_limit: read.limit("GUEST_ADDRESS_LIMIT", 600),
            testimony_limit: read.limit("STORY_LIMIT", 10),
            guest_testimony_address_limit: read.limit("GUEST_STORY_ADDRESS_LIMIT", 300),
            address_rate_limit: read.at_least_one("ADDRESS_RATE_LIMIT", 600),
            trusted_proxy_hops: read.proxy_hops(environment),
            default_country: read
                .checked("DEFAULT_COUNTRY", country_code)
                .unwrap_or_else(|| DEFAULT_COUNTRY.to_owned()),
            admin_password: staff.password,
            admin_totp: staff.totp,
            admin_totps: staff.totps,
            staff: staff.members,
            alert_email: read.checked("ALERT_EMAIL", |text| text.parse().ok()),
            urgent_concurrency: read.at_least_one("WORKER_URGENT_CONCURRENCY", 16),
            mail_concurrency: read.at_least_one("WORKER_MAIL_CONCURRENCY", 4),
            payments_concurrency: read.at_least_one("WORKER_PAYMENTS_CONCURRENCY", 8),
            bulk_concurrency: read.at_least_one("WORKER_BULK_CONCURRENCY", 4),
            shutdown_grace: Duration::from_secs(read.parsed("SHUTDOWN_GRACE_SECS", 25)),
            metrics_token: read.checked("METRICS_TOKEN", |text| {
                (text.len() >= MIN_TOKEN_LEN).then(|| Confided::new(text.to_owned()))
            }),
            metrics_port: read.checked("METRICS_PORT", |text| text.parse().ok()),
            collector: read.checked("OTEL_EXPORTER_OTLP_ENDPOINT", Endpoint::parse),
            rehearsals: read.one_of("REHEARSALS", &[("on", true), ("off", false)], false),
            sign_in: read.sign_in(environment),
            documents: Documents::read(&mut read),
            payments: read.payments(environment),
            web_push: read.web_push(environment),
        };
        // One for the relay's listener, one for each bulk job that may hold the index lock, and one for other work.
        let min_connections = config.bulk_concurrency.saturating_add(2);
        if config.database_connections < min_connections {
            read.problems.push(format!(
                "DATABASE_CONNECTIONS must be at least {min_connections}: two more than WORKER_BULK_CONCURRENCY"
            ));
        }
        if read.problems.is_empty() {
            Ok(config)
        } else {
            Err(BadConfig(read.problems))
        }
    }
}

/// Reads settings and collects the problems.
struct Reader<'a> {
    settings: &'a HashMap<String, String>,
    problems: Vec<String>,
}

impl Reader<'_> {
    fn optional(&self, name: &str) -> Option<String> {
        self.settings
            .get(name)
            .map(|value| value.trim().to_owned())
            .filter(|value| !value.is_empty())
    }

    fn text(&self, name: &str, default: &str) -> String {
        self.optional(name).unwrap_or_else(|| default.to_owned())
    }

    fn required(&mut self, name: &str) -> String {
        self.optional(name).unwrap_or_else(|| {
            self.problems.push(format!("{name} is missing"));
            String::new()
        })
    }

    fn parsed<T: std::str::FromStr>(&mut self, name: &str, default: T) -> T {
        match self.optional(name).map(|value| value.parse()) {
            None => default,
            Some(Ok(value)) => value,
            Some(Err(_)) => {
                self.problems.push(format!("{name} cannot be read"));
                default
            }
        }
    }

    /// An optional setting that must be valid if it is set.
    fn checked<T>(&mut self, name: &str, parse: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let parsed = parse(&self.optional(name)?);
        if parsed.is_none() {
            self.problems.push(format!("{name} cannot be read"));
        }
        parsed
    }

    fn at_least_one(&mut self, name: &str, default: u32) -> u32 {
        let number = self.parsed(name, default);
        if number == 0 {
            self.problems.push(format!("{name} must be at least 1"));
        }
        number
    }

    /// A limit per day; 0 allows none.
    fn limit(&mut self, name: &str, default: i32) -> i32 {
        let number = self.parsed(name, default);
        if number < 0 {
            self.problems.push(format!("{name} must be at least 0"));
        }
        number
    }

    /// Required in production: behind an untrusted proxy all callers would share the proxy's address and its rate
    /// limit.
    fn proxy_hops(&mut self, environment: Environment) -> usize {
        if environment == Environment::Production && self.optional("TRUSTED_PROXY_HOPS").is_none() {
            self.problems
                .push("TRUSTED_PROXY_HOPS is missing: how many proxies stand in front (0 for none)".to_owned());
        }
        self.parsed("TRUSTED_PROXY_HOPS", 0)
    }

    fn one_of<T: Copy>(&mut self, name: &str, choices: &[(&str, T)], default: T) -> T {
        let Some(value) = self.optional(name) else {
            return default;
        };
        choices.iter().find(|(word, _)| *word == value).map_or_else(
            || {
                let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
                self.problems
                    .push(format!("{name} must be one of: {}", words.join(", ")));
                default
            },
            |(_, choice)| *choice,
        )
    }

    fn key_ring(&mut self) -> Option<KeyRing> {
        KeyRing::parse(&self.required("ENC_KEYS"))
            .inspect_err(|problem| self.problems.push(format!("ENC_KEYS: {problem}")))
            .ok()
    }
}

/// An origin as browsers send it.
fn origin(text: &str) -> Option<String> {
    let url = reqwest::Url::parse(text).ok()?;
    let origin = url.origin().ascii_serialization();
    let is_bare_origin = url.as_str().trim_end_matches('/') == origin;
    (is_bare_origin && matches!(url.scheme(), "http" | "https")).then_some(origin)
}

/// Two upper-case letters, as in ISO 3166-1.
fn country_code(text: &str) -> Option<String> {
    let is_valid = text.len() == 2 && text.bytes().all(|letter| letter.is_ascii_uppercase());
    is_valid.then(|| text.to_owned())
}

#[cfg(test)]
mod tests;
