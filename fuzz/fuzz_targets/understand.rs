//! Topic classification: all scores are finite and not negative.
#![no_main]

use care::understand::understand;
use fuzz::{UNDERSTANDING, VECTORS};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for topic in understand(&UNDERSTANDING, &VECTORS, text, None).topics {
        assert!(topic.score.is_finite() && topic.score >= 0.0);
    }
});
