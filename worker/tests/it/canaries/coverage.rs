//! Coverage of the walk, by the product's own metrics: a new call or page that the walk misses fails the test.

use std::collections::BTreeMap;

use serde_json::Value;

/// The source with the routes of the pages, which the contract leaves out.
const ROUTER: &str = include_str!("../../../../web-api/src/router.rs");

/// The pages beside the contract, and the first digit of the status on success.
const PAGES: [(&str, &str, char); 16] = [
    ("GET", "/api/plain", '2'),
    ("POST", "/api/plain", '2'),
    ("GET", "/api/login", '2'),
    ("GET", "/api/login/style.css", '2'),
    ("GET", "/api/login/email", '3'),
    ("POST", "/api/login/email", '3'),
    ("GET", "/api/login/code", '2'),
    ("POST", "/api/login/code", '3'),
    ("GET", "/api/login/again", '3'),
    ("POST", "/api/login/again", '3'),
    ("GET", "/api/login/link", '2'),
    ("POST", "/api/login/link", '3'),
    ("GET", "/api/login/blocked", '2'),
    // Only GitHub: Google needs a double that signs tokens, as in `web-api/tests/it/doubles.rs`.
    ("GET", "/api/login/{provider}", '3'),
    ("GET", "/api/login/{provider}/callback", '3'),
    ("GET", "/api/subscription/pay", '3'),
];

/// The calls whose words are screened.
const SCREENED: [&str; 6] = ["guidance", "plain", "story", "preview", "prayer", "search"];

/// The parsed `openapi.json`.
pub fn contract() -> Value {
    serde_json::from_str(include_str!("../../../../web-api/openapi.json")).expect("JSON")
}

/// The method and path of every operation of the contract.
pub fn operations(contract: &Value) -> Vec<(String, String)> {
    let paths = contract["paths"].as_object().expect("paths");
    let operations = paths.iter().flat_map(|(path, item)| {
        let methods = item.as_object().expect("methods").keys();
        methods.map(move |method| (method.to_uppercase(), path.clone()))
    });
    operations.collect()
}

/// All metrics: name, labels and value.
pub struct Counted(Vec<(String, BTreeMap<String, String>, f64)>);

impl Counted {
    /// Parses the text format of Prometheus.
    pub fn parse(text: &str) -> Self {
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        Self(lines.map(parse).collect())
    }

    /// The sum of all series with this name and these labels. A status matches by its first digit.
    fn sum(&self, name: &str, wanted: &[(&str, &str)]) -> f64 {
        let has = |labels: &BTreeMap<String, String>| {
            wanted.iter().all(|(label, value)| {
                let kept = labels.get(*label);
                kept.is_some_and(|kept| kept == value || (*label == "status" && kept.starts_with(value)))
            })
        };
        let fitting = self.0.iter().filter(|(kept, labels, _)| kept == name && has(labels));
        fitting.map(|(.., number)| number).sum()
    }

    /// Checks that every call of the contract and every page has succeeded at least once.
    pub fn assert_all_reached(&self) {
        let operations = operations(&contract());
        assert!(operations.len() > 50, "{operations:?}");
        let calls = operations
            .iter()
            .map(|(method, path)| (method.as_str(), path.as_str(), '2'));
        let missed: Vec<_> = calls
            .chain(PAGES)
            .filter(|(method, route, status)| {
                let status = status.to_string();
                let labels = [("method", *method), ("route", *route), ("status", &status)];
                self.sum("stillwater_http_requests_total", &labels) <= 0.0
            })
            .collect();
        assert!(missed.is_empty(), "nobody reached {missed:?}");
    }

    /// Checks that every kind of call has screened words with danger and words without.
    pub fn assert_all_screened(&self) {
        for call in SCREENED {
            for severity in ["0", "4"] {
                let labels = [("call", call), ("severity", severity)];
                let number = self.sum("stillwater_screenings_total", &labels);
                assert!(number > 0.0, "{call} was never screened with {severity}");
            }
        }
        let known = self.0.iter().filter(|(name, ..)| name == "stillwater_screenings_total");
        let unknown: Vec<_> = known
            .filter(|(_, labels, _)| !SCREENED.contains(&labels["call"].as_str()))
            .collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }

    /// Checks that jobs of these kinds have finished.
    pub fn finished(&self, kinds: &[&str]) {
        for kind in kinds {
            let number = self.sum("stillwater_jobs_total", &[("kind", kind), ("end", "finished")]);
            assert!(number > 0.0, "no {kind} was finished");
        }
    }

    /// Checks that these metrics are shown, whatever their value.
    pub fn assert_shown(&self, names: &[&str]) {
        for name in names {
            assert!(self.0.iter().any(|(shown, ..)| shown == name), "{name} is not shown");
        }
    }
}

fn parse(line: &str) -> (String, BTreeMap<String, String>, f64) {
    let (series, number) = line.rsplit_once(' ').unwrap_or_else(|| panic!("no number: {line}"));
    let (name, labels) = series.split_once('{').unwrap_or((series, "}"));
    let labels = labels.strip_suffix('}').expect("labels end");
    // No label holds a comma or a quote.
    let labels = labels.split(',').filter_map(|label| label.split_once('='));
    let labels = labels.map(|(label, value)| (label.to_owned(), value.trim_matches('"').to_owned()));
    let number = number.parse().unwrap_or_else(|_| panic!("no number: {line}"));
    (name.to_owned(), labels.collect(), number)
}

#[test]
fn every_sign_in_page_has_a_row() {
    let pages = ["fn plain(", "fn login("].map(|begin| {
        let pages = ROUTER.split_once(begin).expect("the pages").1;
        pages.split_once("\n}").expect("their end").0
    });
    let named: Vec<String> = pages
        .iter()
        .flat_map(|pages| pages.split('"').skip(1).step_by(2))
        .map(|path| format!("/api{path}"))
        .collect();
    assert!(named.len() > 5, "{named:?}");
    for path in named {
        assert!(PAGES.iter().any(|(_, route, _)| *route == path), "{path} has no row");
    }
}

#[test]
#[should_panic(expected = r#"nobody reached [("POST", "/api/prayers", '2')]"#)]
fn a_call_that_was_only_refused_does_not_count() {
    let calls = operations(&contract())
        .into_iter()
        .map(|(method, route)| (method, route, '2'));
    let pages = PAGES.map(|(method, route, status)| (method.to_owned(), route.to_owned(), status));
    let lines = calls.chain(pages).map(|(method, route, status)| {
        let is_refused = (method.as_str(), route.as_str()) == ("POST", "/api/prayers");
        let status = if is_refused { '4' } else { status };
        format!("stillwater_http_requests_total{{method=\"{method}\",route=\"{route}\",status=\"{status}00\"}} 1\n")
    });
    Counted::parse(&lines.collect::<String>()).assert_all_reached();
}

#[test]
#[should_panic(expected = "prayer was never screened with 4")]
fn a_count_of_zero_does_not_count() {
    let lines = SCREENED
        .iter()
        .flat_map(|call| ["0", "4"].map(|severity| (*call, severity)));
    let lines = lines.map(|(call, severity)| {
        let number = u8::from((call, severity) != ("prayer", "4"));
        format!("stillwater_screenings_total{{call=\"{call}\",severity=\"{severity}\"}} {number}\n")
    });
    Counted::parse(&lines.collect::<String>()).assert_all_screened();
}
