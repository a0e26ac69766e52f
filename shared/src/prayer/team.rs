//! What the prayer team does: reads what was shared with it, and says that somebody prayed.
//!
//! Invariant: whoever of the team is shown a prayer leaves a line in the audit trail, before its words leave the server.

use time::OffsetDateTime;
use uuid::Uuid;

use super::{opened, text_place};
use crate::audit::{self, Action, Entry, Subject};
use crate::confided::Confided;
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Fields, Result};
use crate::staff::Staff;
use crate::vault;

/// Prayers on a page.
const PAGE_SIZE: i64 = 20;
const LAST_PAGE: i64 = 100_000;

/// Which page of the shared prayers is wanted, from 1 on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page(i64);

impl Page {
    /// Reads what stands in the address; the first page if nothing does.
    ///
    /// # Errors
    /// `InvalidFields` for anything but a whole number from 1 on.
    pub fn parse(text: Option<&str>) -> Result<Self> {
        let number = match text.unwrap_or_default().trim() {
            "" => Some(1),
            text => text.parse().ok().filter(|number| (1..=LAST_PAGE).contains(number)),
        };
        number
            .map(Self)
            .ok_or_else(|| Error::InvalidFields(Fields::one("page", "Please choose a page from 1 on.")))
    }
}

/// A prayer as the team sees it: nothing tells whose it is.
#[derive(Debug)]
pub struct Shared {
    /// The prayer.
    pub id: Uuid,
    /// Its words.
    pub text: Confided,
    /// When it was written.
    pub created_at: OffsetDateTime,
    /// When somebody of the team last prayed for it.
    pub prayed_at: Option<OffsetDateTime>,
}

/// Some of the shared prayers that are not answered yet, and how many there are.
#[derive(Debug)]
pub struct TeamPage {
    /// Those of the page.
    pub prayers: Vec<Shared>,
    /// How many there are on all pages.
    pub total: i64,
}

/// Opens a page of the shared prayers for a member of the team: what nobody has prayed for first.
///
/// # Errors
/// `Internal` if one does not open; `Unavailable` without a database. Then nothing was shown.
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
            // Its author deleted the account between the two questions.
            Err(Error::NotFound) => continue,
            other => other?,
        };
        prayers.push(Shared {
            text: opened(&key, text_place(row.id, row.owner_id), &row.sealed)?,
            id: row.id,
            created_at: row.created_at,
            prayed_at: row.prayed_at,
        });
    }
    for prayer in &prayers {
        let entry = Entry::new(staff.actor(), Action::PrayerRead, Subject::Prayer(prayer.id));
        audit::record(&mut tx, &entry).await?;
    }
    tx.commit().await?;
    Ok(TeamPage { prayers, total })
}

/// Notes that somebody of the team prayed. It may be said again: the last time counts.
///
/// # Errors
/// `NotFound` if no such prayer is shared; `Unavailable` or `Internal` from the database.
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
    audit::record(&mut tx, &entry).await?;
    tx.commit().await?;
    tracing::info!(prayer.id = %id, "somebody prayed");
    Ok(())
}
