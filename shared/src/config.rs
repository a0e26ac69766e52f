//! Every setting, read from the environment here and nowhere else.
//!
//! Invariant: a process that has a `Config` has a valid one. `.env.example` lists the same names in the same order,
//! and a test compares the two.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

use crate::confided::Confided;
use crate::mail::parse_address;
use crate::staff::password::PasswordHash;
use crate::staff::totp;
use crate::trace::Endpoint;
use crate::vault::KeyRing;

mod documents;
mod payments;
mod sign_in;

pub use documents::Documents;
pub use payments::{Mode, Payments, Provider};
pub use sign_in::{GitHub, Google, Mail, SignIn};

/// Free guidance requests a day.
pub const FREE_DAILY_LIMIT: i32 = 3;
/// Guidance requests an hour, with premium too: the disclosed ceiling against abuse.
pub const HOURLY_LIMIT: i32 = 60;

/// A token that is shorter could be guessed.
const MIN_TOKEN_LEN: usize = 16;

/// What the product calls itself unless told otherwise; the frontend's document says it too.
pub const DEFAULT_APP_NAME: &str = "Stillwater";
/// Where support is unless told otherwise; the frontend's document says it too.
pub const DEFAULT_SUPPORT_EMAIL: &str = "support@stillwater.example";

/// What one process needs to know about its surroundings.
#[derive(Clone)]
pub struct Config {
    /// `APP_ENV`: development relaxes what only makes sense behind TLS.
    pub environment: Environment,
    /// `APP_NAME`: what the product calls itself.
    pub app_name: String,
    /// `SUPPORT_EMAIL`: where people write for support.
    pub support_email: String,
    /// `HOST`: the address to listen on.
    pub host: IpAddr,
    /// `PORT`: the port to listen on.
    pub port: u16,
    /// `PUBLIC_URL`: the origin which browsers see, without a slash at the end.
    pub public_url: Option<String>,
    /// `DATABASE_URL`: Postgres.
    pub database_url: String,
    /// `DATABASE_CONNECTIONS`: at most so many connections to Postgres from one process.
    pub database_connections: u32,
    /// `REDIS_URL`: Redis, which only the worker talks to.
    pub redis_url: Option<String>,
    /// `ENC_KEYS`: the operator's keys, the current one first.
    pub key_ring: KeyRing,
    /// `CONTENT_DIR`: what `worker build-content` made.
    pub content_dir: PathBuf,
    /// `FRONTEND_DIR`: the built frontend.
    pub frontend_dir: PathBuf,
    /// `GUEST_ACCESS`: whether people may use guidance and stories without signing in.
    pub guest_access: GuestAccess,
    /// `SINGLE_SESSION`: whether signing in ends the person's other sessions.
    pub sessions: Sessions,
    /// `GUEST_ADDRESS_LIMIT`: guest requests a day from one address prefix.
    pub guest_address_limit: i32,
    /// `STORY_LIMIT`: stories a day from one author.
    pub story_limit: i32,
    /// `GUEST_STORY_ADDRESS_LIMIT`: stories a day from the guests of one address prefix.
    pub guest_story_address_limit: i32,
    /// `ADDRESS_RATE_LIMIT`: calls a minute from one address prefix, for each web process.
    pub address_rate_limit: u32,
    /// `TRUSTED_PROXY_HOPS`: how many proxies of yours append to `X-Forwarded-For`.
    pub trusted_proxy_hops: usize,
    /// `DEFAULT_COUNTRY`: whose helplines are shown when nothing tells the country.
    pub default_country: String,
    /// `ADMIN_PASSWORD_HASH`: the Argon2id hash of the staff's password; without it staff cannot sign in.
    pub admin_password: Option<PasswordHash>,
    /// `ADMIN_TOTP_SECRET`: the secret of a second factor for staff, in base32.
    pub admin_totp: Option<totp::Secret>,
    /// `ALERT_EMAIL`: where staff are told of stories that cannot wait, and once a day of what waits.
    pub alert_email: Option<lettre::Address>,
    /// `WORKER_URGENT_CONCURRENCY`: urgent jobs at a time in one worker.
    pub urgent_concurrency: u32,
    /// `WORKER_BULK_CONCURRENCY`: bulk jobs at a time in one worker.
    pub bulk_concurrency: u32,
    /// `SHUTDOWN_GRACE_SECS`: how long a process may finish what it began after SIGTERM.
    pub shutdown_grace: Duration,
    /// `METRICS_TOKEN`: whoever sends it may read the web tier's `/metrics`.
    pub metrics_token: Option<Confided>,
    /// `METRICS_PORT`: where a worker shows its metrics to whoever reaches it.
    pub metrics_port: Option<u16>,
    /// `OTEL_EXPORTER_OTLP_ENDPOINT`: the collector that is sent traces; none are made without it.
    pub collector: Option<Endpoint>,
    /// `REHEARSALS`: accept jobs which fail on purpose (fault tests and benchmarks only).
    pub rehearsals: bool,
    /// Whom people can sign in with, and how mail leaves.
    pub sign_in: SignIn,
    /// Where teaching documents lie and what reads them.
    pub documents: Documents,
    /// Stripe; none where payments are not set up.
    pub payments: Option<Payments>,
}

/// Where the process runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Environment {
    /// On somebody's own machine, over plain HTTP.
    Development,
    /// Behind TLS: cookies are `__Host-` and `Secure`.
    Production,
}

/// Who may ask for guidance and share stories.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GuestAccess {
    /// Everybody.
    Open,
    /// Only people who are signed in.
    SignedIn,
}

/// How many sessions of one person may be open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sessions {
    /// The newest alone.
    NewestOnly,
    /// As many as there are devices.
    Several,
}

/// All settings that are missing or wrong, one line each.
#[derive(Debug, thiserror::Error)]
#[error("settings are missing or wrong:\n  {}", .0.join("\n  "))]
pub struct BadConfig(pub Vec<String>);

impl Config {
    /// Reads the environment of this process.
    ///
    /// # Errors
    /// Lists everything that is missing or wrong, so that it is mended in one go.
    pub fn from_env() -> Result<Self, BadConfig> {
        #[expect(
            clippy::disallowed_methods,
            reason = "this is the one place that reads the environment"
        )]
        Self::from_settings(&std::env::vars().collect())
    }

    /// The content folder by itself, for commands that need nothing else.
    #[must_use]
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
    /// Lists everything that is missing or wrong.
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
        let config = Self {
            environment,
            app_name: read.text("APP_NAME", DEFAULT_APP_NAME),
            support_email: read.text("SUPPORT_EMAIL", DEFAULT_SUPPORT_EMAIL),
            host: read.parsed("HOST", IpAddr::V4(Ipv4Addr::UNSPECIFIED)),
            port: read.parsed("PORT", 3000),
            public_url: read.checked("PUBLIC_URL", origin),
            database_url: read.required("DATABASE_URL"),
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
            guest_address_limit: read.limit("GUEST_ADDRESS_LIMIT", 30),
            story_limit: read.limit("STORY_LIMIT", 10),
            guest_story_address_limit: read.limit("GUEST_STORY_ADDRESS_LIMIT", 30),
            address_rate_limit: read.at_least_one("ADDRESS_RATE_LIMIT", 600),
            trusted_proxy_hops: read.proxy_hops(environment),
            default_country: read
                .checked("DEFAULT_COUNTRY", country_code)
                .unwrap_or_else(|| crate::country::DEFAULT_COUNTRY.to_owned()),
            admin_password: read.checked("ADMIN_PASSWORD_HASH", PasswordHash::parse),
            admin_totp: read.checked("ADMIN_TOTP_SECRET", totp::Secret::parse),
            alert_email: read.checked("ALERT_EMAIL", |text| parse_address(text).ok()),
            urgent_concurrency: read.at_least_one("WORKER_URGENT_CONCURRENCY", 16),
            bulk_concurrency: read.at_least_one("WORKER_BULK_CONCURRENCY", 2),
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
        };
        // One for the relay's ear, one for each bulk job that may hold the lock of the index, and one to work with.
        let fewest = config.bulk_concurrency.saturating_add(2);
        if config.database_connections < fewest {
            read.problems.push(format!(
                "DATABASE_CONNECTIONS must be at least {fewest}: two more than WORKER_BULK_CONCURRENCY"
            ));
        }
        if read.problems.is_empty() {
            Ok(config)
        } else {
            Err(BadConfig(read.problems))
        }
    }
}

/// Reads settings one by one and remembers what was wrong.
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

    /// A setting that may be missing, but not wrong.
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

    /// So many a day: none at all is a choice.
    fn limit(&mut self, name: &str, default: i32) -> i32 {
        let number = self.parsed(name, default);
        if number < 0 {
            self.problems.push(format!("{name} must be at least 0"));
        }
        number
    }

    /// Behind a proxy whose word is not taken, everybody shares the proxy's address and its one ceiling: in production
    /// the operator must say how many there are.
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

/// The origin that browsers see, as they write it.
fn origin(text: &str) -> Option<String> {
    let url = reqwest::Url::parse(text).ok()?;
    let origin = url.origin().ascii_serialization();
    let is_all = url.as_str().trim_end_matches('/') == origin;
    (is_all && matches!(url.scheme(), "http" | "https")).then_some(origin)
}

/// Two capital letters, as in ISO 3166-1.
fn country_code(text: &str) -> Option<String> {
    let is_one = text.len() == 2 && text.bytes().all(|letter| letter.is_ascii_uppercase());
    is_one.then(|| text.to_owned())
}

#[cfg(test)]
mod tests;
