//! What the process that reads a PDF says: whatever it is, it is a frame, an end or a refusal, and no more is read of it
//! than it has.
#![no_main]

use std::io::ErrorKind;

use futures::executor::block_on;
use libfuzzer_sys::fuzz_target;

#[path = "../../worker/src/pdf/frame.rs"]
mod frame;

use frame::{Frame, MAX_PAGE_LEN, MAX_PIXELS, receive, send};

fuzz_target!(|said: &[u8]| {
    let mut hearing = said;
    loop {
        let before = hearing.len();
        match block_on(receive(&mut hearing)) {
            Ok(Some(heard)) => {
                assert!(hearing.len() + 4 <= before, "a frame has a length");
                check(&heard);
            }
            Ok(None) => break,
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::InvalidData);
                break;
            }
        }
    }
});

fn check(heard: &Frame) {
    if let Frame::Page { lines, .. } = heard {
        assert!(lines.len() <= MAX_PAGE_LEN + 1024);
    }
    if let Frame::Scan(scan) = heard
        && scan.is_sound()
    {
        assert!(u64::from(scan.width) * u64::from(scan.height) <= u64::from(MAX_PIXELS));
    }
    let mut again = Vec::new();
    send(&mut again, heard).expect("a vector takes everything");
    assert_eq!(block_on(receive(&mut &again[..])).expect("heard"), Some(heard.clone()));
}
