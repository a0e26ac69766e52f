//! What runs when, without anybody asking. However many workers look, each hour's job is enqueued once.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use shared::ctx::Ctx;
use shared::jobs::{self, Job};
use shared::mail::Message;

const HOUR: Duration = Duration::from_hours(1);
const LOOK_AGAIN: Duration = Duration::from_mins(1);
/// The hour of the day (UTC) from which on staff are told what waits.
const DIGEST_HOUR: u64 = 7;

/// Enqueues what is due, once a minute, for as long as the process lives.
pub async fn keep(ctx: Ctx) {
    loop {
        for (job, key) in due(hours_since_epoch()) {
            if let Err(error) = jobs::enqueue_scheduled(&ctx.db, &job, &key).await {
                tracing::warn!(%error, "the schedule could not be kept");
            }
        }
        tokio::time::sleep(LOOK_AGAIN).await;
    }
}

/// What is due by this hour, each with the name of its schedule and its time.
fn due(hour: u64) -> Vec<(Job, String)> {
    // The index mends itself: each hour it is compared with the documents and with what lies in storage.
    let mut due = vec![
        (Job::KeepHouse, format!("keep_house {hour}")),
        (Job::IndexPassages, format!("index_passages {hour}")),
    ];
    if hour % 24 >= DIGEST_HOUR {
        let day = hour / 24;
        let message = Message::Digest { day };
        due.push((Job::SendMail { message }, format!("digest {day}")));
    }
    due
}

fn hours_since_epoch() -> u64 {
    #[expect(clippy::disallowed_methods, reason = "the schedule is where time enters")]
    let now = SystemTime::now();
    now.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() / HOUR.as_secs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_due_once_a_day_from_its_hour_on() {
        let keys = |hours: std::ops::Range<u64>| -> std::collections::BTreeSet<String> {
            hours
                .flat_map(due)
                .map(|(_, key)| key)
                .filter(|key| key.starts_with("digest"))
                .collect()
        };
        assert!(keys(48..48 + DIGEST_HOUR).is_empty());
        assert_eq!(keys(48 + DIGEST_HOUR..72), ["digest 2".to_owned()].into());
    }
}
