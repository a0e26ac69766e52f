//! The prayer team: reads shared prayers and marks them as prayed for.
//!
//! Invariant: an audit entry for each prayer is committed before its text leaves the server.

use time::OffsetDateTime;
use uuid::Uuid;

use super::{open_sealed, text_place};
use crate::audit::{self, Action, Entry, Subject};
use crate::confided::Confided;
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Fields, Result};
use crate::staff::Staff;
use crate::vault;

const PAGE_SIZE: i64 = 20;
const MAX_PAGE: i64 = 100_000;

/// A page number of the shared prayers, starting at 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page(i64);

impl Page {
    /// Parses the query parameter. The default is the first page.
    ///
    /// # Errors
    /// `InvalidFields` unless it is a whole number of at least 1.
    pub fn parse(text: Option<&str>) -> Result<Self> {
        let number = match text.unwrap_or_default().trim() {
            "" => Some(1),
            text => text.parse().ok().filter(|number| (1..=MAX_PAGE).contains(number)),
        };
        number
            .map(Self)
            .ok_or_else(|| Error::InvalidFields(Fields::one("page", "Please choose a page from 1 on.")))
    }
}

/// A prayer as the team sees it, without its author.
#[derive(Debug)]
pub struct Shared {
    /// Its id.
    pub id: Uuid,
    /// The text.
    pub text: Confided,
    /// When it was written.
    pub created_at: OffsetDateTime,
    /// When the team last prayed for it.
    pub prayed_at: Option<OffsetDateTime>,
}

/// A page of shared, unanswered prayers.
#[derive(Debug)]
pub struct TeamPage {
    /// The prayers on this page.
    pub prayers: Vec<Shared>,
    /// The number of prayers on all pages.
    pub total: i64,
}

/// Opens a page of shared prayers for the team. Those not prayed for yet come first.
pub async fn shared(ctx: &Ctx, staff: &Staff, page: Page) -> Result<TeamPage> {
    let mut tx = database::begin(&ctx.db).await?;
    let total = sqlx::query_scalar!(
        r#"select count(*) as "total!" from prayer where shared_at is not null and answered_at is null"#
    )
    .fetch_one(&mut *tx)
    .await?;
    let rows = sqlx::query!(
        "select id, owner_id, sealed, created_at, prayed_at from prayer
         where shared_at is not null and answered_at is null
         order by prayed_at nulls first, shared_at, id limit $1 offset $2",
        PAGE_SIZE,
        (page.0 - 1) * PAGE_SIZE
    )
    .fetch_all(&mut *tx)
    .await?;
    let mut prayers = Vec::with_capacity(rows.len());
    for row in rows {
        let key = vault::existing_data_key(&mut tx, &ctx.config.key_ring, row.owner_id).await;
        let key = match key {
            // The author deleted the account between the two queries.
            Err(Error::NotFound) => continue,
            other => other?,
        };
        prayers.push(Shared {
            text: open_sealed(&key, text_place(row.id, row.owner_id), &row.sealed)?,
            id: row.id,
            created_at: row.created_at,
            prayed_at: row.prayed_at,
        });
    }
    for prayer in &prayers {
        let entry = Entry::new(staff.actor(), Action::PrayerRead, Subject::Prayer(prayer.id));
        audit::record(&mut tx, &ctx.config.key_ring, &entry).await?;
    }
    tx.commit().await?;
    Ok(TeamPage { prayers, total })
}

/// Records that the team prayed. Repeating it updates the time.
///
/// # Errors
/// `NotFound` if no such prayer is shared.
pub async fn mark_prayed(ctx: &Ctx, staff: &Staff, id: Uuid) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let prayed = sqlx::query!(
        "update prayer set prayed_at = now() where id = $1 and shared_at is not null",
        id
    )
    .execute(&mut *tx)
    .await?;
    if prayed.rows_affected() == 0 {
        return Err(Error::NotFound);
    }
    let entry = Entry::new(staff.actor(), Action::PrayerPrayed, Subject::Prayer(id));
    audit::record(&mut tx, &ctx.config.key_ring, &entry).await?;
    tx.commit().await?;
    tracing::info!(prayer.id = %id, "prayer marked as prayed for");
    Ok(())
}
