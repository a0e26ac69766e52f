//! Floods: reports of several testimonies from the same networks.
//!
//! Invariant: a testimony that somebody outside the flood reported, too, is no part of it. Each one is kept in a
//! transaction of its own.

use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{Command, Step, apply};
use crate::ctx::Ctx;
use crate::error::{Error, Result};
use crate::staff::Staff;

/// The published testimonies with an open report that only the networks of this one's reports reported, this one
/// included. Empty if its own networks are not known any more.
pub async fn flood(db: &PgPool, id: Uuid) -> Result<Vec<Uuid>> {
    let ids = sqlx::query_scalar!(
        "with networks as (select distinct network from testimony_report where testimony_id = $1 and network is not null)
         select distinct flooded.testimony_id from networks
             join testimony_report flooded on flooded.network = networks.network
             join testimony on testimony.id = flooded.testimony_id
         where status = 'approved' and reported_at is not null and not exists (
             select from testimony_report other where other.testimony_id = flooded.testimony_id
                 and other.created_at >= testimony.reported_at
                 and (other.network is null or other.network not in (select network from networks)))
         order by flooded.testimony_id",
        id
    )
    .fetch_all(db)
    .await?;
    Ok(ids)
}

/// Keeps all testimonies of the flood that this one is a part of, and returns those that were kept.
///
/// # Errors
/// A database error stops the loop. Testimonies kept before it stay kept.
pub async fn keep_flood(ctx: &Ctx, staff: &Staff, id: Uuid, now: OffsetDateTime) -> Result<Vec<Uuid>> {
    let mut kept = Vec::new();
    for one in flood(&ctx.db, id).await? {
        match apply(ctx, staff, one, &Command::of(Step::Keep), now).await {
            Ok(_) => kept.push(one),
            // Another member of staff, or its author, was quicker.
            Err(Error::InvalidTransition(_) | Error::NotFound) => {}
            Err(other) => return Err(other),
        }
    }
    Ok(kept)
}
