//! Which testimonies a member of staff had in hand, for the filter *mine*.
//!
//! Invariant: a name is stored only beside a testimony that was stepped, edited or opened under it; deleting the
//! testimony deletes the row. Looking at a list or a story stores nothing.

use sqlx::PgConnection;
use uuid::Uuid;

use crate::error::Result;
use crate::staff::Staff;

/// Notes that this member of staff had this testimony in hand. Call it before the audit entry.
pub(super) async fn note(tx: &mut PgConnection, staff: &Staff, id: Uuid) -> Result<()> {
    sqlx::query!(
        "insert into staff_testimony (staff_name, testimony_id) values ($1, $2) on conflict do nothing",
        staff.name,
        id
    )
    .execute(tx)
    .await?;
    Ok(())
}
