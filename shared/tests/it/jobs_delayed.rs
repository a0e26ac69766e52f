//! Jobs that wait for others like them.

use std::time::Duration;

use shared::jobs::{self, Job, Rehearsal};
use sqlx::PgPool;

const NOTHING: Job = Job::Rehearse {
    act: Rehearsal::Nothing,
};

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn delayed_jobs_that_are_equal_are_one_until_it_may_have_been_picked_up(db: PgPool) {
    let later = Duration::from_mins(1);
    let count = async || -> i64 {
        sqlx::query_scalar("select count(*) from job where run_at > now() + interval '50 seconds'")
            .fetch_one(&db)
            .await
            .expect("counted")
    };
    let enqueue = async || {
        let mut tx = db.begin().await.expect("begun");
        jobs::enqueue_delayed(&mut tx, &NOTHING, later).await.expect("enqueued");
        tx
    };
    let first = enqueue().await;
    let meanwhile = enqueue().await;
    first.commit().await.expect("committed");
    assert_eq!(count().await, 1);
    let waiting = enqueue().await;
    let overtaking = enqueue().await;
    for tx in [meanwhile, waiting, overtaking] {
        tx.commit().await.expect("committed");
    }
    assert_eq!(
        count().await,
        3,
        "what another transaction holds is not waited for, and then one more is written"
    );
    sqlx::query("update job set sent_at = now()")
        .execute(&db)
        .await
        .expect("sent");
    enqueue().await.commit().await.expect("committed");
    assert_eq!(count().await, 4);
}
