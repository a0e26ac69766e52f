//! The stand-in as a program, for `bin/dev`: `stripe-standin PORT WEBHOOK-URL [FILE]`.
//! With a file, the state of the last run is kept in it.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use stripe_standin::StandIn;

#[tokio::main]
async fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let port = arguments.next().and_then(|port| port.parse().ok());
    let (Some(port), Some(webhook)) = (port, arguments.next()) else {
        return ExitCode::FAILURE;
    };
    let file = arguments.next().map(PathBuf::from);
    // Missing at the first run.
    let saved = file
        .as_ref()
        .and_then(|file| std::fs::read(file).ok())
        .unwrap_or_default();
    match StandIn::start_with(SocketAddr::from(([127, 0, 0, 1], port)), &saved).await {
        Ok(stand_in) => {
            stand_in.world().send_events_to(&webhook);
            stand_in.serve(file).await;
            ExitCode::SUCCESS
        }
        Err(_) => ExitCode::FAILURE,
    }
}
