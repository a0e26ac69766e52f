//! Following the newest generation of the index.
//!
//! Invariant: after any failure the process keeps searching the generation that was open before.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{sleep, timeout};

use super::generation::{Generation, OpenError, Published, newest, outdated};
use crate::ctx::Ctx;
use crate::error::{Error, Result};
use crate::jobs::{self, Job};
use crate::notifications::{Notification, Receiver};

/// Notifications may be lost, so the process also polls.
const POLL_INTERVAL: Duration = Duration::from_secs(10);
const RETRY_PAUSE: Duration = Duration::from_secs(1);

/// Opens each published generation, until the process ends.
pub async fn follow(ctx: &Ctx) -> Infallible {
    let mut receiver = ctx.notifications.subscribe();
    loop {
        if let Err(error) = update(ctx).await {
            tracing::warn!(
                error = format!("{error:#}"),
                "the index that was there before is searched on"
            );
            sleep(RETRY_PAUSE).await;
        }
        // A timeout is no failure: then the process polls.
        let _ = timeout(POLL_INTERVAL, wait_for_generation(&mut receiver)).await;
    }
}

/// Opens the newest generation. Requests a rebuild if an older version wrote it, once for each generation.
async fn update(ctx: &Ctx) -> Result<()> {
    if open_newest(ctx, Opening::WithQuotes).await?.is_none()
        && let Some(number) = outdated(&ctx.db).await?
    {
        jobs::enqueue_scheduled(&ctx.db, &Job::IndexPassages, &format!("outdated_generation {number}")).await?;
    }
    Ok(())
}

async fn wait_for_generation(notifications: &mut Receiver) {
    while !matches!(
        notifications.next().await,
        Notification::Generation | Notification::Anything
    ) {}
}

/// What an opened generation is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opening {
    /// For guidance: its quotable passages are loaded before it is searched.
    WithQuotes,
    /// For writing the next one.
    Files,
}

/// Opens the newest generation unless it is already open, and returns it.
///
/// Returns none if no readable generation is published. If its files are damaged, it returns none and requests a
/// rebuild.
pub async fn open_newest(ctx: &Ctx, opening: Opening) -> Result<Option<Arc<Generation>>> {
    let Some(published) = newest(&ctx.db).await? else {
        return Ok(None);
    };
    let current = ctx.search.current();
    if let Some(open) = current.as_ref().filter(|current| current.number == published.number) {
        return Ok(Some(open.clone()));
    }
    let number = published.number;
    match fetch(ctx, published, current.as_deref(), opening).await {
        Ok(generation) => {
            ctx.search.replace(generation.clone());
            tracing::info!(number, "opened a generation of the index");
            Ok(Some(generation))
        }
        Err(OpenError::Damaged { key }) => {
            tracing::error!(
                number,
                key,
                "a file of the index is missing or damaged; it is built anew"
            );
            request_rebuild(ctx, number, &key).await?;
            Ok(None)
        }
        Err(OpenError::Failed(error)) => Err(error),
    }
}

async fn fetch(
    ctx: &Ctx,
    published: Published,
    before: Option<&Generation>,
    opening: Opening,
) -> Result<Arc<Generation>, OpenError> {
    let generation = Arc::new(Generation::fetch(ctx, published, before).await?);
    if opening == Opening::WithQuotes {
        let fetched = generation.clone();
        tokio::task::spawn_blocking(move || fetched.quotes().map(drop))
            .await
            .map_err(Error::internal)??;
    }
    Ok(generation)
}

/// Deletes the damaged file, so that the worker finds it missing and rebuilds, and enqueues indexing once per
/// generation.
async fn request_rebuild(ctx: &Ctx, number: i64, key: &str) -> Result<()> {
    match ctx.storage.delete(key).await {
        Ok(()) | Err(Error::NotFound) => {}
        Err(error) => return Err(error),
    }
    jobs::enqueue_scheduled(&ctx.db, &Job::IndexPassages, &format!("broken_generation {number}")).await
}
