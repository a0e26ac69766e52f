//! The settings of Web Push.
//!
//! Invariant: messages go to the push services of browsers only, whatever address a browser sends us.

use std::net::Ipv4Addr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use openidconnect::url::{Host, Url};
use p256::ecdsa::SigningKey;

use super::{DEFAULT_SUPPORT_EMAIL, Environment, Reader};

/// The push services of the browsers: Chrome and those built like it, Firefox, Edge on Windows, Safari.
const HOSTS: &str = "fcm.googleapis.com,updates.push.services.mozilla.com,*.notify.windows.com,web.push.apple.com";

/// Top-level domains that lead nowhere (RFC 2606, RFC 6762).
const RESERVED_TOP_LEVELS: [&str; 5] = ["example", "invalid", "localhost", "local", "test"];

/// The longest address that we keep.
const MAX_ENDPOINT_LEN: usize = 2_048;

/// Web Push.
#[derive(Clone)]
pub struct WebPush {
    /// `WEB_PUSH_PRIVATE_KEY`: the private key that messages are signed with (RFC 8292).
    pub key: SigningKey,
    /// `WEB_PUSH_SUBJECT`: where push services reach the operator.
    pub subject: String,
    /// `WEB_PUSH_HOSTS`: the push services that messages are sent to.
    hosts: Vec<PushHost>,
}

/// A push service, or several.
#[derive(Debug, Clone, PartialEq, Eq)]
enum PushHost {
    /// This host.
    One(String),
    /// Every host below this one.
    Below(String),
    /// A stand-in on this machine, in development alone: its port.
    Loopback(u16),
}

impl PushHost {
    fn parse(text: &str, environment: Environment) -> Option<Self> {
        if let Some(port) = text.strip_prefix("127.0.0.1:") {
            let port = port.parse().ok();
            return port
                .filter(|_| environment == Environment::Development)
                .map(Self::Loopback);
        }
        let (below, name) = match text.strip_prefix("*.") {
            Some(name) => (true, name),
            None => (false, text),
        };
        // A whole top-level domain is no push service.
        let is_name = name.contains('.') && name.split('.').all(is_label);
        let is_no_number = name
            .rsplit('.')
            .next()
            .is_some_and(|last| last.bytes().any(|byte| byte.is_ascii_alphabetic()));
        (is_name && is_no_number).then(|| {
            let name = name.to_owned();
            if below { Self::Below(name) } else { Self::One(name) }
        })
    }

    fn has(&self, url: &Url) -> bool {
        match (self, url.host()) {
            (Self::One(name), Some(Host::Domain(host))) => {
                url.scheme() == "https" && url.port().is_none() && host == name
            }
            (Self::Below(name), Some(Host::Domain(host))) => {
                let below = host.strip_suffix(name.as_str()).and_then(|rest| rest.strip_suffix('.'));
                url.scheme() == "https"
                    && url.port().is_none()
                    && below.is_some_and(|rest| rest.split('.').all(is_label))
            }
            (Self::Loopback(port), Some(Host::Ipv4(Ipv4Addr::LOCALHOST))) => {
                url.scheme() == "http" && url.port() == Some(*port)
            }
            _ => false,
        }
    }
}

/// A label of a host name, in the one spelling that URLs have after parsing.
fn is_label(label: &str) -> bool {
    !label.is_empty()
        && label
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

impl WebPush {
    /// The public key, as browsers take it (`applicationServerKey`).
    pub fn public_key(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.key.verifying_key().to_sec1_point(false).as_bytes())
    }

    /// How many push services the settings name.
    pub const fn hosts(&self) -> usize {
        self.hosts.len()
    }

    /// Whether the subject names a place that exists: Apple refuses messages with another.
    pub fn has_public_subject(&self) -> bool {
        let address = self
            .subject
            .trim_start_matches("mailto:")
            .trim_start_matches("https://");
        let address = address.split(['/', '?']).next().unwrap_or_default();
        let host = address.rsplit('@').next().unwrap_or_default();
        let top = host.rsplit('.').next().unwrap_or_default();
        host.contains('.') && !RESERVED_TOP_LEVELS.contains(&top)
    }

    /// The address of a browser's subscription, if it is at a push service of the list and spelled in the usual way:
    /// without credentials, port, fragment or anything that parsing would change.
    pub fn endpoint(&self, text: &str) -> Option<Url> {
        let url = Url::parse(text)
            .ok()
            .filter(|url| text.len() <= MAX_ENDPOINT_LEN && url.as_str() == text)?;
        let has_no_more = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
        (has_no_more && self.hosts.iter().any(|host| host.has(&url))).then_some(url)
    }
}

impl Reader<'_> {
    pub(super) fn web_push(&mut self, environment: Environment) -> Option<WebPush> {
        let support_email = self.text("SUPPORT_EMAIL", DEFAULT_SUPPORT_EMAIL);
        let key = self.checked("WEB_PUSH_PRIVATE_KEY", private_key);
        let subject = self.checked("WEB_PUSH_SUBJECT", subject);
        let hosts = self.text("WEB_PUSH_HOSTS", HOSTS);
        let hosts: Option<Vec<PushHost>> = hosts
            .split(',')
            .map(|host| PushHost::parse(host.trim(), environment))
            .collect();
        if hosts.is_none() {
            self.problems
                .push("WEB_PUSH_HOSTS cannot be read: names of hosts, separated by commas".to_owned());
        }
        Some(WebPush {
            key: key?,
            subject: subject.unwrap_or_else(|| format!("mailto:{support_email}")),
            hosts: hosts?,
        })
    }
}

/// 32 bytes in base64 of either alphabet, padded or not.
fn private_key(text: &str) -> Option<SigningKey> {
    let text = text.trim_end_matches('=').replace('+', "-").replace('/', "_");
    let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
    SigningKey::from_slice(&bytes).ok()
}

/// A `mailto:` or `https:` address (RFC 8292, 2.1).
fn subject(text: &str) -> Option<String> {
    let is_mail = text
        .strip_prefix("mailto:")
        .is_some_and(|address| address.parse::<lettre::Address>().is_ok());
    let is_page = Url::parse(text).is_ok_and(|url| url.scheme() == "https");
    (is_mail || is_page).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn web_push(hosts: &str, environment: Environment) -> Option<WebPush> {
        let settings = [
            ("WEB_PUSH_PRIVATE_KEY", "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="),
            ("WEB_PUSH_HOSTS", hosts),
        ];
        let settings = settings.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        let mut reader = Reader {
            settings: &settings,
            problems: Vec::new(),
        };
        reader.web_push(environment)
    }

    #[test]
    fn only_addresses_at_the_push_services_of_browsers_are_taken() {
        let push = web_push("", Environment::Production).expect("set up");
        for good in [
            "https://fcm.googleapis.com/fcm/send/abc:APA91b-_x",
            "https://updates.push.services.mozilla.com/wpush/v2/gAAAAA",
            "https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%2b",
            "https://web.push.apple.com/QGuQyavXutnMH9",
        ] {
            assert!(push.endpoint(good).is_some(), "{good}");
        }
        for bad in [
            "http://fcm.googleapis.com/fcm/send/abc",
            "https://fcm.googleapis.com:443/fcm/send/abc",
            "https://fcm.googleapis.com:8443/fcm/send/abc",
            "https://fcm.googleapis.com./fcm/send/abc",
            "https://FCM.googleapis.com/fcm/send/abc",
            "https://evil.fcm.googleapis.com/fcm/send/abc",
            "https://fcm.googleapis.com.evil.example/fcm/send/abc",
            "https://fcm.googleapis.com@evil.example/",
            "https://evil.example@fcm.googleapis.com/",
            "https://:secret@fcm.googleapis.com/",
            "https://evil.example/?fcm.googleapis.com",
            "https://evil.example\\@fcm.googleapis.com/",
            "https://evil.example#@fcm.googleapis.com/",
            "https://fcm.googleapis.com/fcm#send",
            "https://fcm.googleapis.com\t/fcm/send/abc",
            " https://fcm.googleapis.com/fcm/send/abc",
            "https:fcm.googleapis.com/fcm/send/abc",
            "https://fcm%2egoogleapis.com/fcm/send/abc",
            "https://fcm。googleapis。com/fcm/send/abc",
            "https://ｆcm.googleapis.com/fcm/send/abc",
            "https://fcm.googleapis.com/../a",
            "https://notify.windows.com/w",
            "https://.notify.windows.com/w",
            "https://a.notify.windows.com./w",
            "https://evilnotify.windows.com/w",
            "https://xn--fcm-.evil.example/",
            "https://127.0.0.1/",
            "http://127.0.0.1:9/",
            "https://[::1]/",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://localhost/",
            "https://169.254.169.254/latest",
            "file:///etc/passwd",
            "data:,x",
            "",
            "fcm.googleapis.com",
        ] {
            assert!(push.endpoint(bad).is_none(), "{bad}");
        }
        let long = format!("https://fcm.googleapis.com/{}", "a".repeat(MAX_ENDPOINT_LEN));
        assert!(push.endpoint(&long).is_none());
    }

    #[test]
    fn a_stand_in_on_this_machine_counts_in_development_alone() {
        let push = web_push("127.0.0.1:9001,push.example.org", Environment::Development).expect("set up");
        assert!(push.endpoint("http://127.0.0.1:9001/a").is_some());
        assert!(push.endpoint("https://push.example.org/a").is_some());
        for bad in [
            "http://127.0.0.1:9002/a",
            "https://127.0.0.1:9001/a",
            "http://127.0.0.2:9001/a",
            "http://localhost:9001/a",
            "https://fcm.googleapis.com/a",
        ] {
            assert!(push.endpoint(bad).is_none(), "{bad}");
        }
        assert!(web_push("127.0.0.1:9001", Environment::Production).is_none());
    }

    #[test]
    fn hosts_are_names_with_a_dot_at_most_below_one_name() {
        for bad in [
            "*",
            "*.com",
            "com",
            "https://a.example",
            "a.example/x",
            "a..example",
            "A.example",
            "10.0.0.1",
            "[::1]",
            "*.*.example",
            "a.example,",
        ] {
            assert!(web_push(bad, Environment::Production).is_none(), "{bad}");
        }
    }

    #[test]
    fn the_public_key_is_that_of_the_private_one_in_any_spelling_of_base64() {
        let push = web_push("", Environment::Production).expect("set up");
        let public = push.public_key();
        assert_eq!((public.len(), &public[..1]), (87, "B"), "65 bytes, not compressed");
        for bad in [
            "",
            "short",
            "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            "//////////////////////////////////////////8=",
        ] {
            assert!(private_key(bad).is_none(), "{bad}");
        }
        let padded = private_key("-_-_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=");
        assert_eq!(padded, private_key("+/+/AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE"));
        assert!(padded.is_some());
    }

    #[test]
    fn a_subject_that_leads_nowhere_is_noticed() {
        let mut push = web_push("", Environment::Production).expect("set up");
        for (subject, is_public) in [
            ("mailto:ops@church.org", true),
            ("https://church.org/contact", true),
            ("https://push@church.org", true),
            ("mailto:support@stillwater.example", false),
            ("mailto:ops@localhost", false),
            ("https://church.test/", false),
            ("https://localhost", false),
        ] {
            subject.clone_into(&mut push.subject);
            assert_eq!(push.has_public_subject(), is_public, "{subject}");
        }
    }

    #[test]
    fn the_subject_is_an_address_that_a_push_service_can_write_to() {
        for (text, is_good) in [
            ("mailto:ops@stillwater.example", true),
            ("https://stillwater.example/contact", true),
            ("ops@stillwater.example", false),
            ("mailto: ops@stillwater.example", false),
            ("http://stillwater.example", false),
            ("mailto:", false),
        ] {
            assert_eq!(subject(text).is_some(), is_good, "{text}");
        }
    }
}
