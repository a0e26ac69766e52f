//! The stand-in as a program, for `bin/dev`: `stripe-standin PORT WEBHOOK-URL`.

use std::net::SocketAddr;
use std::process::ExitCode;

use stripe_standin::StandIn;

#[tokio::main]
async fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let port = arguments.next().and_then(|port| port.parse().ok());
    let (Some(port), Some(webhook)) = (port, arguments.next()) else {
        return ExitCode::FAILURE;
    };
    match StandIn::start_at(SocketAddr::from(([127, 0, 0, 1], port))).await {
        Ok(stand_in) => {
            stand_in.world().send_events_to(&webhook);
            stand_in.serve().await;
            ExitCode::SUCCESS
        }
        Err(_) => ExitCode::FAILURE,
    }
}
