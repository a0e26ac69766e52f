//! What runs when, without anybody asking. However many workers look, each hour's job is enqueued once.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use shared::ctx::Ctx;
use shared::jobs::{self, Job};
use shared::mail::Message;

const HOUR: Duration = Duration::from_hours(1);
const LOOK_AGAIN: Duration = Duration::from_mins(1);
/// The hour of the day (UTC) from which on staff are told what waits.
const DIGEST_HOUR: u64 = 7;
/// The hour of the day (UTC) from which on subscriptions are compared with Stripe's.
const COMPARISON_HOUR: u64 = 3;
/// So often Stripe's list of events is read.
const SWEEP: Duration = Duration::from_mins(15);

/// Enqueues what is due, once a minute, for as long as the process lives.
pub async fn keep(ctx: Ctx) {
    loop {
        let now = since_epoch();
        let payments = if ctx.payments.is_some() {
            due_with_payments(now)
        } else {
            Vec::new()
        };
        for (job, key) in due(now.as_secs() / HOUR.as_secs()).into_iter().chain(payments) {
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

/// What is due by now where payments are set up.
fn due_with_payments(now: Duration) -> Vec<(Job, String)> {
    let sweep = now.as_secs() / SWEEP.as_secs();
    let mut due = vec![(Job::SweepStripeEvents, format!("sweep_stripe_events {sweep}"))];
    let hour = now.as_secs() / HOUR.as_secs();
    if hour % 24 >= COMPARISON_HOUR {
        due.push((
            Job::CompareSubscriptions,
            format!("compare_subscriptions {}", hour / 24),
        ));
    }
    due
}

fn since_epoch() -> Duration {
    #[expect(clippy::disallowed_methods, reason = "the schedule is where time enters")]
    let now = SystemTime::now();
    now.duration_since(UNIX_EPOCH).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_looked_for_every_quarter_of_an_hour_and_subscriptions_compared_once_a_night() {
        let day = Duration::from_hours(48);
        let keys: std::collections::BTreeSet<String> = (0..24 * 60)
            .flat_map(|minute| due_with_payments(day + Duration::from_mins(minute)))
            .map(|(_, key)| key)
            .collect();
        let of = |kind: &str| keys.iter().filter(|key| key.starts_with(kind)).count();
        assert_eq!((of("sweep"), of("compare")), (96, 1));
        let early = due_with_payments(day + Duration::from_mins(COMPARISON_HOUR * 60 - 1));
        assert_eq!(early.len(), 1, "not before its hour");
    }

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
