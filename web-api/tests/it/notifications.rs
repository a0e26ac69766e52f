//! Notifications (LISTEN/NOTIFY) over a connection whose server has vanished without closing it.

use std::time::Duration;

use shared::notifications::{Channel, Notification, Notifications};
use sqlx::PgPool;
use tokio::time::{sleep, timeout};

use super::outage::Gate;

const TIMEOUT: Duration = Duration::from_mins(1);
const POLL_INTERVAL: Duration = Duration::from_millis(20);

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_dead_connection_is_noticed_and_missed_notifications_are_reported(db: PgPool) {
    let gate = Gate::before(&db, TIMEOUT);
    let notifications = Notifications::with_timeouts(POLL_INTERVAL, Duration::from_secs(1));
    let mut received = notifications.subscribe();
    let vanishing = timeout(TIMEOUT, async {
        assert_eq!(received.next().await, Notification::Anything, "it listens");
        gate.freeze();
        // The first connection stays open; the app tries another one.
        while gate.pool.size() < 2 {
            sleep(POLL_INTERVAL).await;
        }
        gate.open();
        assert_eq!(received.next().await, Notification::Anything, "it listens again");
    });
    tokio::select! {
        never = notifications.listen(&gate.pool, Channel::Changes) => match never {},
        noticed = vanishing => noticed.expect("it is noticed"),
    }
}
