//! The descriptors of the process: each connection and each open file takes one.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Raises the limit to what the system allows, and returns it. Platforms often start programs with 1,024 or less.
pub fn raise() -> u64 {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let wanted = Rlimit {
        current: maximum,
        maximum,
    };
    // The old limit stays where the system refuses.
    let now = match setrlimit(Resource::Nofile, wanted) {
        Ok(()) => maximum,
        Err(error) => {
            tracing::warn!(%error, "the limit of descriptors could not be raised");
            current
        }
    };
    // No limit at all.
    now.unwrap_or(u64::MAX)
}
