//! The output of the PDF process: any bytes are a frame, the end or an error, and a frame survives being sent again.
#![no_main]

use std::io::ErrorKind;

use futures::executor::block_on;
use libfuzzer_sys::fuzz_target;

#[path = "../../worker/src/pdf/frame.rs"]
mod frame;

use frame::{Frame, MAX_PAGE_LEN, MAX_PIXELS, receive, send};

fuzz_target!(|sent: &[u8]| {
    let mut input = sent;
    loop {
        let before = input.len();
        match block_on(receive(&mut input)) {
            Ok(Some(frame)) => {
                assert!(input.len() + 4 <= before, "a frame has a length");
                check(&frame);
            }
            Ok(None) => break,
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::InvalidData);
                break;
            }
        }
    }
});

fn check(frame: &Frame) {
    if let Frame::Page { lines, .. } = frame {
        assert!(lines.len() <= MAX_PAGE_LEN + 1024);
    }
    if let Frame::Scan(scan) = frame
        && scan.is_sound()
    {
        assert!(u64::from(scan.width) * u64::from(scan.height) <= u64::from(MAX_PIXELS));
    }
    let mut again = Vec::new();
    send(&mut again, frame).expect("a vector takes everything");
    assert_eq!(
        block_on(receive(&mut &again[..])).expect("a frame"),
        Some(frame.clone())
    );
}
