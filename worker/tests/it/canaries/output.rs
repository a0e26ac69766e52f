//! Everything the programs have written, and the search for leaks in it.

use super::super::http::Answer;
use super::super::stack::KEYS;
use super::coverage::Counted;
use super::product::METRICS_TOKEN;
use super::{FILE, MARKS, PATH, STAFF_NAME};

/// A place that is searched.
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
    /// Words that each place must hold after a run. Without them it was not searched, or its log level was too low.
    const fn expected(self) -> &'static [&'static str] {
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

    /// The marks that a place may hold.
    const fn allowed(self) -> &'static [&'static str] {
        match self {
            // The audit trail names the member of staff by their display name.
            Self::Audit => &[STAFF_NAME],
            Self::WebLog | Self::WorkerLog | Self::Redis | Self::Metrics | Self::Jobs | Self::StaffMail => &[],
        }
    }
}

/// Everything the programs have written, after they ended.
pub struct Output {
    /// The metrics of the web tier.
    pub metrics: String,
    /// The metrics of the worker.
    pub worker_metrics: String,
    pub places: Vec<(Place, String)>,
}

impl Output {
    /// The metrics of both programs.
    pub fn counted(&self) -> Counted {
        Counted::parse(&format!("{}\n{}", self.metrics, self.worker_metrics))
    }

    /// Searches every place for the marks and these secrets, ignoring case.
    pub fn assert_holds_none_of(&self, secrets: &[String]) {
        let key = KEYS.split_once(':').expect("an id and a key").1;
        let known = MARKS.into_iter().chain([METRICS_TOKEN, key]);
        let all = known.chain(secrets.iter().map(String::as_str));
        let secrets: Vec<String> = all.map(str::to_lowercase).collect();
        for (place, text) in &self.places {
            let text = text.to_lowercase();
            for word in place.expected() {
                assert!(text.contains(word), "{place:?} says nothing of {word}: {text:.2000}");
            }
            for secret in secrets
                .iter()
                .filter(|secret| !place.allowed().contains(&secret.as_str()))
            {
                assert!(secret.len() > 6, "{secret} may stand anywhere by chance");
                let found = text.lines().find(|line| line.contains(secret.as_str()));
                assert_eq!(found, None, "{place:?} holds {secret}");
            }
        }
    }

    /// Searches every place for codes. One of them may occur by chance, all of them together do not.
    /// The time at the start of each line is skipped.
    pub fn assert_holds_not_all_of(&self, codes: &[String]) {
        assert!(codes.len() > 2, "one may stand there by chance");
        for (place, text) in &self.places {
            let timeless: Vec<&str> = text.lines().filter_map(|line| Some(line.split_once(' ')?.1)).collect();
            let holds = |code: &String| timeless.iter().any(|line| line.contains(code.as_str()));
            assert!(!codes.iter().all(holds), "{place:?} holds {codes:?}");
        }
    }
}

/// Checks that head and body of an error answer quote no input. There are two intended exceptions: the refusal of a
/// file names it, and a sign-in page keeps its return path.
pub fn assert_quotes_nothing(what: &str, answer: &Answer) {
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

fn with(place: Place, text: &str) -> Output {
    let expected = place.expected().join(" ");
    Output {
        metrics: String::new(),
        worker_metrics: String::new(),
        places: vec![(place, format!("{expected}\n12:00:00.000000Z {text}"))],
    }
}

#[test]
fn expected_words_are_allowed() {
    let codes = ["123456", "234567", "345678"].map(str::to_owned);
    let output = with(Place::Audit, "story.approved by Ruth Xqzstaff, 123456 234567");
    output.assert_holds_none_of(&["a session".to_owned()]);
    output.assert_holds_not_all_of(&codes);
}

#[test]
#[should_panic(expected = "WebLog holds xqzcanary")]
fn a_word_is_found_in_upper_and_lower_case() {
    with(Place::WebLog, "somebody said XqzCanary").assert_holds_none_of(&[]);
}

#[test]
#[should_panic(expected = "Redis holds a session")]
fn a_secret_is_found() {
    with(Place::Redis, "SET A Session").assert_holds_none_of(&["A session".to_owned()]);
}

#[test]
#[should_panic(expected = "WorkerLog holds")]
fn codes_are_found() {
    let codes = ["123456", "234567", "345678"].map(str::to_owned);
    with(Place::WorkerLog, "123456 234567 345678").assert_holds_not_all_of(&codes);
}

#[test]
#[should_panic(expected = "Jobs says nothing of prepare_testimony")]
fn an_empty_place_fails_the_search() {
    let empty = Output {
        places: vec![(Place::Jobs, String::new())],
        ..with(Place::Jobs, "")
    };
    empty.assert_holds_none_of(&[]);
}

#[test]
#[should_panic(expected = "GET /api/topics quotes what was sent")]
fn a_word_in_a_header_of_an_error_is_found() {
    let answer = Answer::parse(b"HTTP/1.1 400 Bad Request\r\nx-said: xqzcanary\r\n\r\n{}");
    assert_quotes_nothing("GET /api/topics", &answer.expect("an answer"));
}
