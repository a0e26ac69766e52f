//! `web-api doctor`: checks settings, files and servers, and prints what is missing, wrong or unreachable.
//!
//! Invariant: no secret is printed; a key is shown by its fingerprint.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use shared::config::{Config, DEFAULT_SUPPORT_EMAIL, Environment, GuestAccess, Sessions};
use shared::content::{Contacts, Content};
use shared::mail::Mailer;
use shared::payments::{Payments, amount_in_words};
use shared::probe;
use shared::screening::Care;
use shared::storage::Storage;
use time::Date;

use crate::connections::{Limits, Peer};
use crate::descriptors;
use crate::extract::body::now;

mod database;
mod staff;

/// The result of one check.
enum Finding {
    Good(String),
    /// It works, with something the operator may want to know.
    Note(String),
    /// Not configured, which is a choice.
    Off(&'static str),
    Wrong(String),
}

impl Finding {
    const fn word(&self) -> &'static str {
        match self {
            Self::Good(_) => "good ",
            Self::Note(_) => "note ",
            Self::Off(_) => "off  ",
            Self::Wrong(_) => "wrong",
        }
    }

    fn text(&self) -> &str {
        match self {
            Self::Good(text) | Self::Note(text) | Self::Wrong(text) => text,
            Self::Off(text) => text,
        }
    }
}

impl<Good: ToString, Wrong: ToString> From<Result<Good, Wrong>> for Finding {
    fn from(result: Result<Good, Wrong>) -> Self {
        match result {
            Ok(good) => Self::Good(good.to_string()),
            Err(wrong) => Self::Wrong(wrong.to_string()),
        }
    }
}

/// Checks every setting and every dependency, and prints a line for each. The exit code is a failure if one is wrong.
pub async fn examine(out: &mut impl Write) -> std::io::Result<ExitCode> {
    let config = match Config::from_env() {
        Ok(config) => config,
        Err(problems) => {
            writeln!(out, "wrong  {problems}")?;
            return Ok(ExitCode::FAILURE);
        }
    };
    let mut code = ExitCode::SUCCESS;
    let mut findings = settings(&config);
    findings.extend(files(&config));
    findings.extend(servers(&config).await);
    for (what, finding) in findings {
        writeln!(out, "{}  {what}: {}", finding.word(), finding.text())?;
        if matches!(finding, Finding::Wrong(_)) {
            code = ExitCode::FAILURE;
        }
    }
    Ok(code)
}

/// Checks that need the settings alone.
fn settings(config: &Config) -> Vec<(&'static str, Finding)> {
    let mode = match config.environment {
        Environment::Production => Finding::Good("production: TLS must stand in front".to_owned()),
        Environment::Development => Finding::Note("development: cookies travel without TLS".to_owned()),
    };
    let origin = config.public_url.clone().map_or_else(
        || Finding::Note("PUBLIC_URL is not set: the address of each request is taken".to_owned()),
        Finding::Good,
    );
    let set = |is_set: bool, good: &str, off| {
        if is_set {
            Finding::Good(good.to_owned())
        } else {
            Finding::Off(off)
        }
    };
    vec![
        ("mode", mode),
        ("keys", Finding::Good(config.key_ring.fingerprints().join(", "))),
        ("origin", origin),
        ("support", support(config)),
        ("people", Finding::Good(people(config))),
        ("limits", Finding::Good(limits(config))),
        ("work", Finding::Good(work(config))),
        ("connections", Finding::Good(connections(config))),
        ("proxies in front", Finding::Good(config.trusted_proxy_hops.to_string())),
        ("staff", staff::staff(config)),
        (
            "alerts",
            set(config.alert_email.is_some(), "are mailed", "ALERT_EMAIL is not set"),
        ),
        (
            "metrics",
            set(
                config.metrics_token.is_some(),
                "shown to callers with the token",
                "METRICS_TOKEN is not set",
            ),
        ),
        (
            "payments",
            set(
                config.payments.is_some(),
                "set up",
                "STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_PRICE_ID and STRIPE_WEBHOOK_SECRETS are not set",
            ),
        ),
        ("web push", web_push(config)),
        (
            "rehearsals",
            if config.rehearsals && config.environment == Environment::Production {
                Finding::Wrong("REHEARSALS is on: jobs that fail on purpose are accepted".to_owned())
            } else {
                Finding::Good("as they should be".to_owned())
            },
        ),
    ]
}

fn web_push(config: &Config) -> Finding {
    let Some(push) = &config.web_push else {
        return Finding::Off("WEB_PUSH_PRIVATE_KEY is not set");
    };
    let text = format!("key {}, push services {}", push.public_key(), push.hosts());
    if !push.has_public_subject() {
        let subject = &push.subject;
        return Finding::Note(format!(
            "{text}; Apple refuses messages from {subject}: set WEB_PUSH_SUBJECT"
        ));
    }
    Finding::Good(text)
}

fn support(config: &Config) -> Finding {
    let address = &config.support_email;
    if config.environment == Environment::Production && address == DEFAULT_SUPPORT_EMAIL {
        return Finding::Note(format!(
            "SUPPORT_EMAIL is not set: people are told to write to {address}"
        ));
    }
    Finding::Good(format!("people write to {address}"))
}

fn people(config: &Config) -> String {
    let guests = match config.guest_access {
        GuestAccess::Open => "need not sign in",
        GuestAccess::SignedIn => "must sign in",
    };
    let sessions = match config.sessions {
        Sessions::NewestOnly => "one device at a time",
        Sessions::Several => "several devices at a time",
    };
    format!("{guests}; {sessions}; helplines of {}", config.default_country)
}

fn limits(config: &Config) -> String {
    format!(
        "guests of one address {} a day, stories {} an author and {} an address; calls {} a minute",
        config.guest_address_limit,
        config.testimony_limit,
        config.guest_testimony_address_limit,
        config.address_rate_limit
    )
}

fn connections(config: &Config) -> String {
    let descriptors = descriptors::raise();
    let peer = Peer::of(config);
    let limits = Limits::of(descriptors, peer);
    let of_one = match peer {
        Peer::Caller => limits.of_prefix,
        Peer::Proxy => limits.in_all,
    };
    format!(
        "{} at most, {of_one} from one address, and {} more for crisis help; the system allows {descriptors} descriptors",
        limits.in_all, limits.reserve
    )
}

fn work(config: &Config) -> String {
    format!(
        "a worker does {} urgent jobs, {} mails, {} jobs at Stripe and {} bulk jobs at a time, a process has {} connections and {} s to stop",
        config.urgent_concurrency,
        config.mail_concurrency,
        config.payments_concurrency,
        config.bulk_concurrency,
        config.database_connections,
        config.shutdown_grace.as_secs()
    )
}

/// Checks of files on this machine's disk.
fn files(config: &Config) -> Vec<(&'static str, Finding)> {
    let content = Content::load(&config.content_dir);
    let helplines = content
        .as_ref()
        .map(|content| helplines(&content.contacts, now().date()))
        .ok();
    let content = content.map(|content| format!("{} topics", content.english.topics.len()));
    let care = Care::load(&config.content_dir)
        .inspect(Care::warm_up)
        .map(|_| "understanding, screening, redaction");
    let document = config.frontend_dir.join("index.html");
    let pages = if document.is_file() {
        Ok(format!("{} is there", document.display()))
    } else {
        Err(format!("{} is missing: build the frontend", document.display()))
    };
    let pdfium = &config.documents.pdfium_library;
    let reading = if pdfium.is_file() {
        Finding::Good(format!("{} is there", pdfium.display()))
    } else {
        Finding::Note(format!(
            "{} is missing: a worker here reads no documents",
            pdfium.display()
        ))
    };
    let mut findings = vec![("content", content.into())];
    findings.extend(helplines.map(|helplines| ("helplines", helplines)));
    findings.extend([("care", care.into()), ("pages", pages.into()), ("PDFium", reading)]);
    findings
}

/// Checks that every helpline was verified within half a year, because numbers change.
fn helplines(contacts: &Contacts, today: Date) -> Finding {
    let outdated: Vec<String> = contacts
        .outdated(today)
        .map(|contact| format!("{} ({})", contact.name, contact.country))
        .collect();
    if outdated.is_empty() {
        return Finding::Good("each was looked up within 180 days".to_owned());
    }
    Finding::Note(format!("looked up more than 180 days ago: {}", outdated.join(", ")))
}

/// Checks document storage. It creates no folder: the disk may not be mounted yet.
async fn storage(config: &Config) -> Finding {
    let url = &config.documents.storage_url;
    if !url.starts_with("s3://") && !Path::new(url).is_dir() {
        return Finding::Note(format!("{url} is not there yet; the web tier and workers make it"));
    }
    let listed = match Storage::open(&config.documents) {
        Ok(storage) => storage.list("doctor").await.map(drop),
        Err(error) => Err(error),
    };
    match listed {
        Ok(()) => Finding::Good(format!("{url} answers")),
        Err(error) => Finding::Wrong(format!("{url}: {error:#}")),
    }
}

async fn price(config: &Config) -> Finding {
    let checked = match Payments::open(config) {
        Ok(Some(payments)) => payments.check_price().await,
        Ok(None) => return Finding::Off("payments are not set up"),
        Err(error) => Err(error),
    };
    match checked {
        Ok(()) => Finding::Good("Stripe answers, the price is 20 dollars a month".to_owned()),
        Err(error) => Finding::Wrong(format!("{error:#}")),
    }
}

async fn yearly_price(config: &Config) -> Finding {
    let payments = match Payments::open(config) {
        Ok(Some(payments)) if payments.sells_years() => payments,
        Ok(_) => return Finding::Off("STRIPE_PRICE_ID_YEARLY is not set"),
        Err(error) => return Finding::Wrong(format!("{error:#}")),
    };
    match payments.check_yearly_price().await {
        Ok(()) => {
            let price = amount_in_words(payments.yearly_cents().unwrap_or_default(), "usd");
            Finding::Good(format!("the price is {price} a year"))
        }
        Err(error) => Finding::Wrong(format!("{error:#}")),
    }
}

/// Checks of servers that must answer.
async fn servers(config: &Config) -> Vec<(&'static str, Finding)> {
    let redis = match &config.redis_url {
        Some(address) => probe::redis(address).await.into(),
        None => Finding::Note("REDIS_URL is not set: no worker can run with these settings".to_owned()),
    };
    let sign_in = &config.sign_in;
    let google = match &sign_in.google {
        Some(google) => probe::answers(&google.issuer).await.into(),
        None => Finding::Off("GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are not set"),
    };
    let github = match &sign_in.github {
        Some(github) => probe::answers(&github.api_url).await.into(),
        None => Finding::Off("GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET are not set"),
    };
    let mail = match (&sign_in.mail, Mailer::open(config)) {
        (None, _) => Finding::Off("SMTP_URL and MAIL_FROM are not set"),
        (Some(_), Ok(mailer)) => probe::mail(&mailer).await.into(),
        (Some(_), Err(_)) => Finding::Wrong("SMTP_URL cannot be used".to_owned()),
    };
    let traces = match &config.collector {
        Some(collector) => probe::listens(collector.as_str(), 4318).await.into(),
        None => Finding::Off("OTEL_EXPORTER_OTLP_ENDPOINT is not set"),
    };
    let mut findings = database::findings(config).await;
    findings.extend([
        ("Redis", redis),
        ("storage of documents", storage(config).await),
        ("Stripe", price(config).await),
        ("years of premium", yearly_price(config).await),
        ("sign-in by Google", google),
        ("sign-in by GitHub", github),
        ("sign-in by email, and mail", mail),
        ("traces", traces),
    ]);
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::content::ContactKind;
    use testing::built_content;
    use time::macros::date;

    #[test]
    fn helplines_not_verified_for_180_days_are_named() {
        let contacts = Content::load(&built_content()).expect("built").contacts;
        let old = contacts.find("US", ContactKind::Suicide).expect("there");
        let mut contacts = Contacts {
            all: vec![old.clone(), old.clone()],
            ..contacts
        };
        contacts.all[0].name = "An old one".to_owned();
        contacts.all[0].checked = "2026-01-01".parse().expect("a day");
        contacts.all[1].checked = "2026-01-02".parse().expect("a day");
        let found = helplines(&contacts, date!(2026 - 07 - 01));
        assert_eq!(
            (found.word(), found.text()),
            ("note ", "looked up more than 180 days ago: An old one (US)")
        );
        assert_eq!(helplines(&contacts, date!(2026 - 06 - 30)).word(), "good ");
    }
}
