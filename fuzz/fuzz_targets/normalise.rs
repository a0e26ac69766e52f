//! Normalisation: every offset maps back to a character boundary of the original text.
#![no_main]

use care::normalise::{deobfuscate, normalise};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let plain = normalise(text);
    for normalised in [&deobfuscate(&plain), &plain] {
        for (at, letter) in normalised.text().char_indices() {
            assert!(text.get(normalised.original(at..at + letter.len_utf8())).is_some());
        }
    }
});
