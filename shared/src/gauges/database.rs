//! Gauges from Postgres: the queue, testimonies by state, the drift from Stripe, and the published index.

use std::time::Duration;

use metrics::gauge;

use crate::ctx::Ctx;
use crate::error::Result;
use crate::moderation;

/// How long a scrape waits for Postgres.
const DB_TIMEOUT: Duration = Duration::from_secs(2);

/// Updates the gauges. While Postgres does not answer, `stillwater_database_up` is 0 and the others keep their values.
pub(super) async fn observe(ctx: &Ctx) {
    let result = tokio::time::timeout(DB_TIMEOUT, observe_queue_and_testimonies(ctx)).await;
    let answers = matches!(result, Ok(Ok(())));
    gauge!("stillwater_database_up").set(f64::from(u8::from(answers)));
}

async fn observe_queue_and_testimonies(ctx: &Ctx) -> Result<()> {
    let lanes = sqlx::query!(
        r#"select lanes.lane as "lane!",
               count(job.id) filter (where dead_at is null and lease_id is null and run_at <= now())::float8 as "due!",
               count(job.id) filter (where dead_at is null and lease_id is null and run_at > now())::float8 as "later!",
               count(job.id) filter (where dead_at is null and lease_id is not null)::float8 as "running!",
               count(job.id) filter (where dead_at is not null)::float8 as "dead!",
               coalesce(extract(epoch from now() - min(run_at) filter (where dead_at is null and lease_id is null and run_at <= now())), 0)::float8 as "oldest!"
           from unnest(array['mail', 'urgent', 'payments', 'bulk']) as lanes (lane)
           left join job on job.lane = lanes.lane and job.finished_at is null group by lanes.lane"#
    )
    .fetch_all(&ctx.reserved_pool)
    .await?;
    for row in lanes {
        for (state, jobs) in [
            ("due", row.due),
            ("later", row.later),
            ("running", row.running),
            ("dead", row.dead),
        ] {
            gauge!("stillwater_queue_jobs", "lane" => row.lane.clone(), "state" => state).set(jobs);
        }
        gauge!("stillwater_queue_oldest_seconds", "lane" => row.lane).set(row.oldest);
    }
    observe_stripe_and_index(ctx).await?;
    let counts = moderation::counts(&ctx.reserved_pool).await?;
    for (status, number) in [
        ("pending", counts.pending),
        ("approved", counts.approved),
        ("rejected", counts.rejected),
        ("escalated", counts.escalated),
        ("reported", counts.reported),
    ] {
        #[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^52 testimonies")]
        gauge!("stillwater_stories", "status" => status).set(number as f64);
    }
    Ok(())
}

async fn observe_stripe_and_index(ctx: &Ctx) -> Result<()> {
    let row = sqlx::query!(
        r#"select coalesce((select drift from stripe_comparison order by at desc limit 1), 0)::float8 as "drift!",
               coalesce((select extract(epoch from now() - min(received_at)) from stripe_event where settled_at is null), 0)::float8
                   as "oldest!",
               coalesce((select max(number) from search_generation), 0)::float8 as "published!""#
    )
    .fetch_one(&ctx.reserved_pool)
    .await?;
    gauge!("stillwater_subscription_drift").set(row.drift);
    gauge!("stillwater_stripe_events_oldest_seconds").set(row.oldest);
    gauge!("stillwater_search_generation", "of" => "published").set(row.published);
    Ok(())
}
