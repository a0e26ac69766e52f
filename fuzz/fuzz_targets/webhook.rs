//! Stripe webhooks: only a correct signature is accepted, whatever the rest of the header, and any body parses or fails
//! without a panic.
#![no_main]

use std::fmt::Write as _;

use hmac::{Hmac, KeyInit as _, Mac as _};
use libfuzzer_sys::fuzz_target;
use sha2::Sha256;
use time::OffsetDateTime;
use time::macros::datetime;

#[path = "../../shared/src/subscription/event/body.rs"]
mod body;
#[path = "../../shared/src/payments/signature.rs"]
mod signature;

use body::{Envelope, card_in, charge_in, customer_in, gift_payment_in, subscription_in};
use signature::is_genuine;

const NOW: OffsetDateTime = datetime!(2026-11-20 12:00 UTC);
const SECRET: &str = "whsec_fuzz";

fuzz_target!(|sent: &[u8]| {
    // The first line is the header.
    let end = sent.iter().position(|&byte| byte == b'\n').unwrap_or(0);
    let (header, body) = sent.split_at(end);
    if let Ok(header) = std::str::from_utf8(header) {
        assert!(!is_genuine(header, body, [SECRET], NOW), "nobody guesses a signature");
        // A timestamp first and a correct signature anywhere are enough.
        let signed = format!("{},{header}", signed(body));
        assert!(is_genuine(&signed, body, [SECRET], NOW), "{signed}");
    }
    if let Some(envelope) = Envelope::read(body) {
        let _ = (envelope.is_relevant(), envelope.id, envelope.created, envelope.livemode);
    }
    let names = [
        subscription_in(body),
        card_in(body),
        charge_in(body),
        customer_in(body),
        gift_payment_in(body),
    ];
    for name in names.into_iter().flatten() {
        assert!(!body.is_empty() && name.len() <= body.len());
    }
});

fn signed(body: &[u8]) -> String {
    let seconds = NOW.unix_timestamp();
    let mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).expect("any key will do");
    let mac = mac.chain_update(format!("{seconds}.")).chain_update(body);
    let mut header = format!("t={seconds},v1=");
    for byte in mac.finalize().into_bytes() {
        write!(header, "{byte:02x}").expect("a string takes everything");
    }
    header
}
