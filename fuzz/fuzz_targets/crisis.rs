//! Crisis screening: any text gets a valid severity, and spans on character boundaries.
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
