//! The stand-in as a program, for `bin/dev` and `bin/containers`: `stripe-standin PORT WEBHOOK-URL [FILE]`.
//! With a file, the state of the last run is kept in it. A port alone is one of the loopback address; `0.0.0.0:PORT` can
//! be reached from other containers.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use stripe_standin::StandIn;

#[tokio::main]
async fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let address = arguments.next().and_then(|text| address(&text));
    let (Some(address), Some(webhook)) = (address, arguments.next()) else {
        return ExitCode::FAILURE;
    };
    let file = arguments.next().map(PathBuf::from);
    // Missing at the first run.
    let saved = file
        .as_ref()
        .and_then(|file| std::fs::read(file).ok())
        .unwrap_or_default();
    match StandIn::start_with(address, &saved).await {
        Ok(stand_in) => {
            stand_in.world().send_events_to(&webhook);
            stand_in.serve(file).await;
            ExitCode::SUCCESS
        }
        Err(_) => ExitCode::FAILURE,
    }
}

/// Where to listen: a port of the loopback address, or an address with its port.
fn address(text: &str) -> Option<SocketAddr> {
    let on_loopback = |port| SocketAddr::from(([127, 0, 0, 1], port));
    text.parse().map(on_loopback).or_else(|_| text.parse()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_alone_is_one_of_the_loopback_address() {
        for (text, expected) in [
            ("12111", Some("127.0.0.1:12111")),
            ("0.0.0.0:12111", Some("0.0.0.0:12111")),
            ("nowhere", None),
        ] {
            let found = address(text).map(|address| address.to_string());
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }
}
