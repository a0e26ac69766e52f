//! Trains the models of `care`.
//!
//! Invariant: training depends on nothing but its examples and settings: no time, threads or machine.

use std::num::NonZero;
use std::sync::{Mutex, PoisonError};

use anyhow::Result;

pub mod classifier;
pub mod screening;
pub mod situations;
pub mod tagger;
pub mod understanding;

/// One of several steps that do not need each other.
pub type Step<'a> = Box<dyn FnOnce() -> Result<()> + Send + 'a>;

/// Takes independent steps in order, as many at a time as there are processors: most of a build waits for training.
///
/// # Errors
/// The first error; what has not begun by then is left.
pub fn in_parallel(steps: Vec<Step<'_>>) -> Result<()> {
    let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
    let steps = Mutex::new(steps.into_iter());
    let next = || steps.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        while let Some(step) = next() {
            step().inspect_err(|_| while next().is_some() {})?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..processors).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn every_step_is_done_once_and_an_error_is_returned() {
        let done = AtomicU32::new(0);
        let count = || -> Step<'_> {
            Box::new(|| {
                done.fetch_add(1, Ordering::Relaxed);
                Ok(())
            })
        };
        in_parallel((0..9).map(|_| count()).collect()).expect("no step fails");
        assert_eq!(done.load(Ordering::Relaxed), 9);
        let failed = in_parallel(vec![count(), Box::new(|| anyhow::bail!("a misspelt heading")), count()]);
        assert_eq!(failed.expect_err("one step fails").to_string(), "a misspelt heading");
    }
}
