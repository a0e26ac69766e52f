//! The schedule: enqueues jobs by the clock. However many workers run, each key is enqueued once.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use shared::ctx::Ctx;
use shared::jobs::Mail;
use shared::jobs::{self, Job};

const HOUR: Duration = Duration::from_hours(1);
const CHECK_INTERVAL: Duration = Duration::from_mins(1);
/// The hour of the day (UTC) from which on the digest for staff is due.
const DIGEST_HOUR: u64 = 7;
/// The hour of the day (UTC) from which on subscriptions are reconciled with Stripe's.
const RECONCILE_HOUR: u64 = 3;
/// How often browsers are looked for where it is evening.
const EVENING_INTERVAL: Duration = Duration::from_mins(15);
/// How often Stripe's list of events is read.
const SWEEP_INTERVAL: Duration = Duration::from_mins(15);

/// Enqueues due jobs, once a minute, as long as the process runs.
pub async fn run(ctx: Ctx) {
    loop {
        let now = since_epoch();
        let payments = if ctx.payments.is_some() {
            due_with_payments(now)
        } else {
            Vec::new()
        };
        let pushes = ctx.config.web_push.as_ref().map(|_| due_with_pushes(now));
        for (job, key) in due(now.as_secs() / HOUR.as_secs())
            .into_iter()
            .chain(payments)
            .chain(pushes)
        {
            if let Err(error) = jobs::enqueue_scheduled(&ctx.db, &job, &key).await {
                tracing::warn!(%error, "a scheduled job could not be enqueued");
            }
        }
        tokio::time::sleep(CHECK_INTERVAL).await;
    }
}

/// The jobs due by this hour, each with its key: the name of the schedule and the hour or day.
fn due(hour: u64) -> Vec<(Job, String)> {
    // Each hour the index is compared with the documents and with storage, and repaired.
    let mut due = vec![
        (Job::Cleanup, format!("keep_house {hour}")),
        (Job::IndexPassages, format!("index_passages {hour}")),
    ];
    let day = hour / 24;
    due.push((Job::SealAudit { day }, format!("seal_audit {day}")));
    if hour % 24 >= DIGEST_HOUR {
        let message = Mail::Digest { day };
        due.push((Job::SendMail { message }, format!("digest {day}")));
    }
    due
}

/// The jobs due by now if payments are configured.
fn due_with_payments(now: Duration) -> Vec<(Job, String)> {
    let sweep = now.as_secs() / SWEEP_INTERVAL.as_secs();
    let mut due = vec![(Job::SweepStripeEvents, format!("sweep_stripe_events {sweep}"))];
    let hour = now.as_secs() / HOUR.as_secs();
    if hour % 24 >= RECONCILE_HOUR {
        due.push((
            Job::ReconcileSubscriptions,
            format!("compare_subscriptions {}", hour / 24),
        ));
    }
    due
}

/// The job that looks where it is evening, if Web Push is configured: time zones differ by quarters of an hour.
fn due_with_pushes(now: Duration) -> (Job, String) {
    let quarter = now.as_secs() / EVENING_INTERVAL.as_secs();
    (Job::SendEveningPushes, format!("send_evening_pushes {quarter}"))
}

fn since_epoch() -> Duration {
    #[expect(
        clippy::disallowed_methods,
        reason = "the time is read here and passed on as an argument"
    )]
    let now = SystemTime::now();
    now.duration_since(UNIX_EPOCH).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_swept_every_quarter_of_an_hour_and_subscriptions_reconciled_once_a_night() {
        let day = Duration::from_hours(48);
        let keys: std::collections::BTreeSet<String> = (0..24 * 60)
            .flat_map(|minute| due_with_payments(day + Duration::from_mins(minute)))
            .map(|(_, key)| key)
            .collect();
        let count = |kind: &str| keys.iter().filter(|key| key.starts_with(kind)).count();
        assert_eq!((count("sweep"), count("compare")), (96, 1));
        let early = due_with_payments(day + Duration::from_mins(RECONCILE_HOUR * 60 - 1));
        assert_eq!(early.len(), 1, "not before its hour");
    }

    #[test]
    fn evenings_are_looked_for_every_quarter_of_an_hour() {
        let key = |minute| due_with_pushes(Duration::from_mins(minute)).1;
        assert_eq!(key(30), key(44));
        assert_ne!(key(44), key(45));
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
