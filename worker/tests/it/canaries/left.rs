//! What the programs left behind, and the search through it.

use super::super::http::Answer;
use super::super::stack::KEYS;
use super::reached::Counted;
use super::surroundings::METRICS_TOKEN;
use super::{FILE, MARKS, PATH, STAFF_NAME};

/// Where something was left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    WebLog,
    WorkerLog,
    Redis,
    Metrics,
    Jobs,
    Audit,
    StaffMail,
}

impl Place {
    /// Words that stand there whenever the product ran: what lacks them was not searched, or was too quiet.
    const fn signs(self) -> &'static [&'static str] {
        match self {
            Self::WebLog => &["trace", "answered"],
            Self::WorkerLog => &["trace", "story prepared"],
            Self::Redis => &["stillwater:"],
            Self::Metrics => &["stillwater_http_requests_total", "stillwater_jobs_total"],
            Self::Jobs => &["prepare_testimony"],
            Self::Audit => &["story.submitted"],
            Self::StaffMail => &["to: staff@"],
        }
    }

    /// What is meant to stand there.
    const fn may_hold(self) -> &'static [&'static str] {
        match self {
            // The trail says which member of staff did something, under the name that they gave.
            Self::Audit => &[STAFF_NAME],
            Self::WebLog | Self::WorkerLog | Self::Redis | Self::Metrics | Self::Jobs | Self::StaffMail => &[],
        }
    }
}

/// Everything that was left, once nothing ran any more.
pub struct Left {
    /// What the web tier counted.
    pub metrics: String,
    /// What the worker counted.
    pub worker_metrics: String,
    pub places: Vec<(Place, String)>,
}

impl Left {
    /// What both programs counted.
    pub fn counted(&self) -> Counted {
        Counted::parse(&format!("{}\n{}", self.metrics, self.worker_metrics))
    }

    /// Searches all of it for what was sent and for these secrets, in small letters.
    pub fn holds_none_of(&self, secrets: &[String]) {
        let key = KEYS.split_once(':').expect("an id and a key").1;
        let known = MARKS.into_iter().chain([METRICS_TOKEN, key]);
        let all = known.chain(secrets.iter().map(String::as_str));
        let secrets: Vec<String> = all.map(str::to_lowercase).collect();
        for (place, text) in &self.places {
            let text = text.to_lowercase();
            for sign in place.signs() {
                assert!(text.contains(sign), "{place:?} says nothing of {sign}: {text:.2000}");
            }
            for secret in secrets
                .iter()
                .filter(|secret| !place.may_hold().contains(&secret.as_str()))
            {
                assert!(secret.len() > 6, "{secret} may stand anywhere by chance");
                let found = text.lines().find(|line| line.contains(secret.as_str()));
                assert_eq!(found, None, "{place:?} holds {secret}");
            }
        }
    }

    /// Searches all of it for codes. Six digits may stand anywhere by chance, all of these together do not; and what
    /// begins a line is the time.
    pub fn holds_not_all_of(&self, codes: &[String]) {
        assert!(codes.len() > 2, "one may stand there by chance");
        for (place, text) in &self.places {
            let timeless: Vec<&str> = text.lines().filter_map(|line| Some(line.split_once(' ')?.1)).collect();
            let holds = |code: &String| timeless.iter().any(|line| line.contains(code.as_str()));
            assert!(!codes.iter().all(holds), "{place:?} holds {codes:?}");
        }
    }
}

/// Neither the head nor the body of an answer to what went wrong holds a word that was sent, with two exceptions that
/// are meant: who is told that a file is none of ours is told which, and a page for signing in goes on to where it was
/// asked to lead.
pub fn quotes_nothing(what: &str, answer: &Answer) {
    if answer.status < 400 {
        return;
    }
    let mut whole = answer.whole().to_lowercase();
    if what.starts_with("POST /api/admin/uploads") && whole.contains("invalid_file_type") {
        whole = whole.replace(&format!("invalid file type: {FILE}"), "");
    }
    if what.starts_with("POST /api/login/") {
        for way in [
            format!(r#"name="returnto" value="{PATH}""#),
            format!("?returnto={PATH}"),
        ] {
            whole = whole.replace(&way, "");
        }
    }
    let quoted = MARKS.iter().find(|mark| whole.contains(**mark));
    assert_eq!(quoted, None, "{what} quotes what was sent: {whole}");
}
