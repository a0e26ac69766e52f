//! Once an evening, at eight where they are: tonight's psalm, and whether somebody prayed.
//!
//! Prayers are told in the evening and not at once, so that no time tells when somebody read a story.

use std::time::Duration;

use sqlx::PgConnection;
use uuid::Uuid;

use super::end_over;
use crate::ctx::Ctx;
use crate::database;
use crate::error::Result;
use crate::jobs::{self, Job, Notice};

/// How many browsers one transaction looks at.
const BATCH: i64 = 500;
/// An evening that was missed by more than this is skipped: nobody is woken at night.
const MAX_LATE: Duration = Duration::from_hours(2);
/// How long after eight a message is of use.
const LIFETIME: Duration = Duration::from_hours(3);

struct Due {
    id: Uuid,
    user_id: Uuid,
    psalm: bool,
    has_news: bool,
    until: time::OffsetDateTime,
    is_late: bool,
}

/// Enqueues the messages of all browsers where it is evening: the work of `Job::SendEveningPushes`. Returns how many.
///
/// Each browser is looked at once an evening; its next evening is written in the same transaction. News of an evening that
/// is skipped is told in the next one.
pub async fn send_evening(ctx: &Ctx) -> Result<usize> {
    end_over(&ctx.db).await?;
    let mut sent = 0;
    loop {
        let mut tx = database::begin(&ctx.db).await?;
        let due = take_due(&mut tx).await?;
        let jobs: Vec<Job> = due.iter().filter_map(message).collect();
        jobs::enqueue_all(&mut tx, &jobs).await?;
        tx.commit().await?;
        sent += jobs.len();
        if due.is_empty() {
            return Ok(sent);
        }
    }
}

/// One message an evening says all: both are the same words on the screen.
fn message(due: &Due) -> Option<Job> {
    let notice = match (due.has_news, due.psalm) {
        _ if due.is_late => return None,
        (true, _) => Notice::Prayed,
        (false, true) => Notice::Psalm,
        (false, false) => return None,
    };
    Some(Job::SendPush {
        user: due.user_id,
        subscription: due.id,
        notice,
        until: due.until.unix_timestamp(),
    })
}

async fn take_due(tx: &mut PgConnection) -> Result<Vec<Due>> {
    let due = sqlx::query_as!(
        Due,
        r#"with due as (
             select id, user_id, due_at, prayers, prayers_told, told_at,
                 (select count(*) from testimony_prayer join testimony on testimony.id = testimony_id
                  where owner_id = user_id) as prayers_now,
                 due_at < now() - make_interval(secs => $3) as is_late
             from push_subscription where due_at <= now() order by due_at limit $1 for update skip locked
           )
           update push_subscription set due_at = next_evening(time_zone),
               prayers_told = case when due.is_late and due.prayers then due.prayers_told else prayers_now end,
               told_at = case when due.is_late and due.prayers then due.told_at else now() end
           from due where push_subscription.id = due.id
           returning push_subscription.id, push_subscription.user_id, psalm,
               (due.prayers and (prayers_now > due.prayers_told or exists (
                   select from prayer where owner_id = due.user_id and prayed_at > due.told_at))) as "has_news!",
               due.due_at + make_interval(secs => $2) as "until!",
               due.is_late as "is_late!""#,
        BATCH,
        LIFETIME.as_secs_f64(),
        MAX_LATE.as_secs_f64()
    )
    .fetch_all(tx)
    .await?;
    Ok(due)
}
