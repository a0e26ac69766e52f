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

fn with(place: Place, text: &str) -> Left {
    let signs = place.signs().join(" ");
    Left {
        metrics: String::new(),
        worker_metrics: String::new(),
        places: vec![(place, format!("{signs}\n12:00:00.000000Z {text}"))],
    }
}

#[test]
fn what_is_meant_to_stand_there_is_let_be() {
    let codes = ["123456", "234567", "345678"].map(str::to_owned);
    let left = with(Place::Audit, "story.approved by Ruth Xqzstaff, 123456 234567");
    left.holds_none_of(&["a session".to_owned()]);
    left.holds_not_all_of(&codes);
}

#[test]
#[should_panic(expected = "WebLog holds xqzcanary")]
fn a_word_is_found_in_whatever_letters() {
    with(Place::WebLog, "somebody said XqzCanary").holds_none_of(&[]);
}

#[test]
#[should_panic(expected = "Redis holds a session")]
fn a_secret_is_found() {
    with(Place::Redis, "SET A Session").holds_none_of(&["A session".to_owned()]);
}

#[test]
#[should_panic(expected = "WorkerLog holds")]
fn codes_are_found() {
    let codes = ["123456", "234567", "345678"].map(str::to_owned);
    with(Place::WorkerLog, "123456 234567 345678").holds_not_all_of(&codes);
}

#[test]
#[should_panic(expected = "Jobs says nothing of prepare_testimony")]
fn what_is_empty_was_not_searched() {
    let empty = Left {
        places: vec![(Place::Jobs, String::new())],
        ..with(Place::Jobs, "")
    };
    empty.holds_none_of(&[]);
}

#[test]
#[should_panic(expected = "GET /api/topics quotes what was sent")]
fn a_word_in_a_header_of_a_refusal_is_found() {
    let answer = Answer::parse(b"HTTP/1.1 400 Bad Request\r\nx-said: xqzcanary\r\n\r\n{}");
    quotes_nothing("GET /api/topics", &answer.expect("an answer"));
}
