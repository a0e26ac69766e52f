//! How long authors usually wait for a decision, measured and not promised.

use sqlx::PgPool;
use time::Duration;

use crate::error::Result;

/// So many decisions are looked at, the newest first.
const DECISIONS: i64 = 200;
/// With fewer, one slow evening would pass for the usual.
const MIN_REVIEWS: i64 = 5;

/// The time within which eight of ten stories were decided lately; nothing while there are too few to tell.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn usual_review_time(db: &PgPool) -> Result<Option<Duration>> {
    let seconds = sqlx::query_scalar!(
        r#"select case when count(*) >= $2
               then percentile_disc(0.8) within group (order by extract(epoch from decided.waited)::bigint)
           end
           from (
               select step.at - story.created_at as waited
               from moderation_step step join testimony story on story.id = step.testimony_id
               where story.status in ('approved', 'rejected') and story.moderated_at = step.at
               order by step.position desc limit $1
           ) decided"#,
        DECISIONS,
        MIN_REVIEWS
    )
    .fetch_one(db)
    .await?;
    Ok(seconds.map(Duration::seconds))
}
