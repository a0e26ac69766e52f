//! Signals that ask a process to shut down.

use tokio::signal::unix::{SignalKind, signal};

/// Installs handlers for SIGTERM and SIGINT; the returned future resolves on the first signal. Call it early: without
/// handlers a signal kills the process at once.
///
/// # Errors
/// If the process may not install signal handlers.
pub fn requested() -> std::io::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}
