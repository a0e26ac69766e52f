//! The usual time from submission to decision, measured over recent decisions.

use sqlx::PgPool;
use time::Duration;

use crate::error::Result;

/// The number of recent decisions that are measured.
const MAX_DECISIONS: i64 = 200;
/// With fewer reviews, one slow evening would distort the result.
const MIN_REVIEWS: i64 = 5;

/// The 80th percentile of recent review times; none while there are too few reviews.
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
        MAX_DECISIONS,
        MIN_REVIEWS
    )
    .fetch_one(db)
    .await?;
    Ok(seconds.map(Duration::seconds))
}
