//! News over a connection that nobody ended and that leads nowhere any more.

use std::time::Duration;

use shared::news::{News, Notice};
use sqlx::PgPool;
use tokio::time::{sleep, timeout};

use super::outage::Gate;

const PATIENCE: Duration = Duration::from_mins(1);
const LOOK_AGAIN: Duration = Duration::from_millis(20);

#[sqlx::test(migrations = "../migrations")]
async fn a_server_that_vanished_is_noticed_and_what_was_missed_is_told(db: PgPool) {
    let gate = Gate::before(&db, PATIENCE);
    let news = News::asking_after(LOOK_AGAIN, Duration::from_secs(1));
    let mut heard = news.subscribe();
    let vanishing = timeout(PATIENCE, async {
        assert_eq!(heard.next().await, Notice::Anything, "it listens");
        gate.freeze();
        // The first connection is not ended; another one is tried.
        while gate.pool.size() < 2 {
            sleep(LOOK_AGAIN).await;
        }
        gate.open();
        assert_eq!(heard.next().await, Notice::Anything, "it listens again");
    });
    tokio::select! {
        never = news.listen(&gate.pool) => match never {},
        noticed = vanishing => noticed.expect("it is noticed"),
    }
}
