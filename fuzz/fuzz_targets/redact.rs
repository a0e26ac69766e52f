//! Redaction: spans in order on whole characters, twice as once, and no wish of the author's left.
#![no_main]

use care::redact::redact;
use fuzz::DICTIONARIES;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    // What stands before the first line break is a word which the author wants hidden.
    let (wish, text) = text.split_once('\n').unwrap_or(("", text));
    let once = redact(&DICTIONARIES, text, &[wish]);
    let mut at = 0;
    for span in &once.spans {
        assert!(at <= span.start && span.start < span.end && text.get(span.start..span.end).is_some());
        at = span.end;
    }
    let twice = redact(&DICTIONARIES, &once.text, &[wish]);
    assert_eq!(twice.text, once.text, "of {text:?}");
});
