//! Redaction: spans are in order and on character boundaries, and redacting twice changes nothing.
#![no_main]

use care::redact::redact;
use fuzz::DICTIONARIES;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    // The first line is a word that the author asks to hide.
    let (also_hide, text) = text.split_once('\n').unwrap_or(("", text));
    let once = redact(&DICTIONARIES, text, &[also_hide]);
    let mut at = 0;
    for span in &once.spans {
        assert!(at <= span.start && span.start < span.end && text.get(span.start..span.end).is_some());
        at = span.end;
    }
    let twice = redact(&DICTIONARIES, &once.text, &[also_hide]);
    assert_eq!(twice.text, once.text, "of {text:?}");
});
