//! The one place where kinds of jobs meet the functions that do them.

use std::time::Duration;

use shared::ctx::Ctx;
use shared::error::{Error, Result};
use shared::jobs::{self, Job, Rehearsal};
use shared::testimony;

/// Does a job. Each is safe to run twice, late and out of order; its variant's doc says why.
///
/// # Errors
/// Whatever the function that does it says.
pub async fn run(ctx: &Ctx, job: &Job) -> Result<()> {
    match job {
        Job::PrepareTestimony { id } => testimony::prepare(ctx, *id).await,
        Job::KeepHouse => jobs::delete_finished(&ctx.db)
            .await
            .map(|deleted| tracing::info!(deleted, "old rows deleted")),
        Job::Rehearse { act } if ctx.config.rehearsals => rehearse(*act).await,
        Job::Rehearse { .. } => Err(Error::Conflict("Rehearsals are off.")),
    }
}

async fn rehearse(act: Rehearsal) -> Result<()> {
    match act {
        Rehearsal::Nothing => Ok(()),
        Rehearsal::Wait { milliseconds } => {
            tokio::time::sleep(Duration::from_millis(milliseconds.into())).await;
            Ok(())
        }
        Rehearsal::Fail => Err(Error::Unavailable(anyhow::anyhow!("rehearsed"))),
        Rehearsal::Panic => panic!("rehearsed"),
        Rehearsal::Abort => std::process::abort(),
    }
}
