//! Crisis screening: any text gets a valid severity, and spans on character boundaries. Repeated to a long text it is
//! screened in bounded time.
#![no_main]

use std::time::{Duration, Instant};

use care::crisis::screen;
use fuzz::SCREENER;
use libfuzzer_sys::fuzz_target;

/// Many times what it takes: a step that is quadratic in the text takes longer.
const TIME_LIMIT: Duration = Duration::from_secs(2);
const LONG_TEXT: usize = 20_000;

fuzz_target!(|text: &str| {
    let screening = screen(&SCREENER, text, None);
    assert!(screening.severity <= 4);
    for span in screening.spans {
        assert!(text.get(span).is_some());
    }
    // One input in sixty-four: a long text takes as long as many short ones.
    if text.len() % 64 == 1 {
        let long = text.repeat(LONG_TEXT / text.len());
        let began = Instant::now();
        screen(&SCREENER, &long, None);
        assert!(began.elapsed() < TIME_LIMIT, "{:?}", began.elapsed());
    }
});
