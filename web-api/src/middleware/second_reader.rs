//! The second reader off the async threads, for as many texts at once as there are cores.
//!
//! Invariant: nobody waits longer for it than [`PATIENCE`]; then the first readers answer alone. A crowd is never refused.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use shared::ctx::Ctx;
use shared::metrics;
use shared::screening::{Danger, Reading};
use tokio::sync::Semaphore;

/// How long a request waits for its second reading.
const PATIENCE: Duration = Duration::from_millis(300);

/// One permit for each core: more at once would only make each slower.
static PERMITS: LazyLock<Arc<Semaphore>> = LazyLock::new(|| {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Arc::new(Semaphore::new(cores))
});

/// The second reading of the only text of a body.
#[derive(Debug, Clone)]
pub struct SecondReading(pub Arc<Reading>);

/// Reads texts again and screens them with both readings; none if that takes too long or would change nothing.
pub async fn read(ctx: &Ctx, texts: Vec<String>) -> Option<Vec<(Danger, Option<SecondReading>)>> {
    if !texts.iter().any(|text| ctx.care.may_change_with_second_reading(text)) {
        return None;
    }
    let reading = async {
        let permit = PERMITS.clone().acquire_owned().await.ok()?;
        let care = ctx.care.clone();
        let both = move |text: &String| {
            let second = care.second_reading(text);
            let danger = care.screen(text, second.as_ref());
            (danger, second.map(|second| SecondReading(Arc::new(second))))
        };
        // A reading that nobody waits for any more keeps its permit until it ends.
        let work = move || {
            let read = texts.iter().map(both).collect();
            drop(permit);
            read
        };
        tokio::task::spawn_blocking(work).await.ok()
    };
    let read = tokio::time::timeout(PATIENCE, reading).await.ok().flatten();
    metrics::second_reading(read.is_some());
    read
}
