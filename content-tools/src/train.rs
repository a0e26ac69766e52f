//! Trains the models of `care`.
//!
//! Invariant: training depends on nothing but its examples and settings: no time, threads or machine.

pub mod classifier;
pub mod screening;
pub mod situations;
pub mod tagger;
pub mod understanding;

/// Does two independent things at the same time: most of a build waits for training.
pub fn at_once<One: Send, Other>(one: impl FnOnce() -> One + Send, other: impl FnOnce() -> Other) -> (One, Other) {
    std::thread::scope(|scope| {
        let one = scope.spawn(one);
        let other = other();
        let one = one.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (one, other)
    })
}
