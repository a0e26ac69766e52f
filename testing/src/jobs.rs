//! Claims of single jobs, for tests.

use sqlx::PgPool;
use uuid::Uuid;

use shared::jobs::{self, Claimed, Lane, Lease, Leases, Room};

/// Room for all jobs that a test enqueues.
pub const ALL: Room = Room {
    ahead: 100,
    at_once: 100,
    quarantine: true,
};

/// Claims all due jobs of every lane that there is room for.
///
/// # Panics
/// If the database does not answer.
pub async fn claim_all(db: &PgPool, room: Room) -> Vec<Claimed> {
    let mut claimed = Vec::new();
    for lane in Lane::ALL {
        let claim = jobs::claim(db, lane, room, Leases::Enforced).await;
        claimed.extend(claim.expect("claimable").jobs);
    }
    claimed
}

/// Claims a job if it is due and nobody holds it. Other jobs are given back.
///
/// # Panics
/// If the database does not answer.
pub async fn claim(db: &PgPool, id: Uuid) -> Option<Claimed> {
    let (mut ours, others): (Vec<Claimed>, Vec<Claimed>) = claim_all(db, ALL)
        .await
        .into_iter()
        .partition(|claimed| claimed.lease.id == id);
    let others: Vec<Lease> = others.iter().map(|claimed| claimed.lease).collect();
    jobs::release(db, &others).await.expect("given back");
    ours.pop()
}
