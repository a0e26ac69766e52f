//! How a process hears that it should stop.

use tokio::signal::unix::{SignalKind, signal};

/// Listens from now on for the platform (SIGTERM) or a person (SIGINT) asking the process to stop; what is returned
/// resolves when one does. A signal that nobody listens for yet ends a process at once.
///
/// # Errors
/// If the process may not listen for signals.
pub fn asked() -> std::io::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}
