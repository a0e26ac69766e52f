//! The plain form: every place in it leads back to whole characters.
#![no_main]

use care::normalise::{deobfuscate, normalise};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let plain = normalise(text);
    for reading in [&deobfuscate(&plain), &plain] {
        for (at, letter) in reading.text().char_indices() {
            assert!(text.get(reading.original(at..at + letter.len_utf8())).is_some());
        }
    }
});
