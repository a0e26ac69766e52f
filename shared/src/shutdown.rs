//! How a process hears that it should stop.

use tokio::signal::unix::{SignalKind, signal};

/// Resolves when the platform (SIGTERM) or a person (SIGINT) asks the process to stop.
///
/// # Errors
/// If the process may not listen for signals.
pub async fn asked() -> std::io::Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    Ok(())
}
