//! How a process keeps to the newest generation.
//!
//! Invariant: whatever goes wrong, what was searched before is searched on.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{sleep, timeout};

use super::generation::{Generation, NotOpened, newest, outdated};
use crate::ctx::Ctx;
use crate::error::{Error, Result};
use crate::jobs::{self, Job};
use crate::news::{Notice, Subscription};

/// News may be missed; so often it is looked without any.
const LOOK_BY_ITSELF: Duration = Duration::from_secs(10);
const AFTER_FAILURE: Duration = Duration::from_secs(1);

/// Opens each generation that is published, for as long as the process lives.
pub async fn follow(ctx: &Ctx) -> Infallible {
    let mut news = ctx.news.subscribe();
    loop {
        if let Err(error) = keep_up(ctx).await {
            tracing::warn!(
                error = format!("{error:#}"),
                "the index that was there before is searched on"
            );
            sleep(AFTER_FAILURE).await;
        }
        // That nothing was heard is no failure.
        let _ = timeout(LOOK_BY_ITSELF, next_generation(&mut news)).await;
    }
}

/// Opens the newest generation; has one built anew that an older version wrote, once for each.
async fn keep_up(ctx: &Ctx) -> Result<()> {
    if catch_up(ctx).await?.is_none()
        && let Some(number) = outdated(&ctx.db).await?
    {
        jobs::enqueue_scheduled(&ctx.db, &Job::IndexPassages, &format!("outdated_generation {number}")).await?;
    }
    Ok(())
}

async fn next_generation(news: &mut Subscription) {
    while !matches!(news.next().await, Notice::Generation | Notice::Anything) {}
}

/// Opens the newest generation unless it is open, and returns it. Nothing if none that we can read is published, or if
/// its files are broken; then it is built anew.
///
/// # Errors
/// `Unavailable` or `Internal` if database, storage or disk does not work.
pub async fn catch_up(ctx: &Ctx) -> Result<Option<Arc<Generation>>> {
    let Some(published) = newest(&ctx.db).await? else {
        return Ok(None);
    };
    let before = ctx.search.current();
    if let Some(open) = before.as_ref().filter(|before| before.number == published.number) {
        return Ok(Some(open.clone()));
    }
    let number = published.number;
    match Generation::fetch(ctx, published, before.as_deref()).await {
        Ok(generation) => {
            let generation = Arc::new(generation);
            ctx.search.replace(generation.clone());
            tracing::info!(number, "a generation of the index is open");
            Ok(Some(generation))
        }
        Err(NotOpened::Broken { key }) => {
            tracing::error!(
                number,
                key,
                "a file of the index is missing or damaged; it is built anew"
            );
            have_it_built_anew(ctx, number, &key).await?;
            Ok(None)
        }
        Err(NotOpened::Failed(error)) => Err(error),
    }
}

/// Takes the file away, so that the worker sees it missing, and calls the worker, once for each generation.
async fn have_it_built_anew(ctx: &Ctx, number: i64, key: &str) -> Result<()> {
    match ctx.storage.delete(key).await {
        Ok(()) | Err(Error::NotFound) => {}
        Err(error) => return Err(error),
    }
    jobs::enqueue_scheduled(&ctx.db, &Job::IndexPassages, &format!("broken_generation {number}")).await
}
