//! Screening: a severity for every text, and spans on whole characters.
#![no_main]

use care::crisis::screen;
use fuzz::SCREENER;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let screening = screen(&SCREENER, text);
    assert!(screening.severity <= 4);
    for span in screening.spans {
        assert!(text.get(span).is_some());
    }
});
