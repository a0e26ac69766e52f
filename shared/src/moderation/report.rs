//! Reports of published testimonies by readers.
//!
//! Invariant: reports are no weapon. One report brings a testimony to the front of staff's queue. Two independent ones
//! hide it until staff review it, as does one if the text itself screens badly. After staff keep it, further reports
//! only notify staff.

use std::time::Duration;

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use super::publish_check;
use crate::audit::{self, Action, Detail, Entry, Subject};
use crate::confided::Confided;
use crate::config::Config;
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Limit, Result};
use crate::guest::Browser;
use crate::ids::{Owner, OwnerKind};
use crate::network::Network;
use crate::rate_limit::RateLimit;

const READER_LIMIT: RateLimit = RateLimit {
    kind: "report_of_reader",
    allowed: 10,
    within: Duration::from_hours(24),
    limit: Limit::Reports,
};
const IP_PREFIX_LIMIT: RateLimit = RateLimit {
    kind: "report_from_address",
    allowed: 100,
    within: Duration::from_hours(24),
    limit: Limit::Address,
};

/// The reader who reports a testimony.
#[derive(Debug, Clone, Copy)]
pub struct Reporter {
    /// The reader.
    pub owner: Owner,
    /// Their network, if it is known.
    pub network: Option<Network>,
    /// The guest's browser, if its network is known.
    pub browser: Option<Browser>,
}

/// Reports a published testimony. A second report by the same reader changes nothing.
///
/// # Errors
/// `NotFound` if no such testimony is published; `TooMany` at the limit of the reader, `WorkNeeded` at that of the network;
/// `SignInRequired` if the reader's account is gone.
pub async fn report(ctx: &Ctx, reporter: Reporter, id: Uuid, now: OffsetDateTime) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    database::lock_account(&mut tx, reporter.owner).await?;
    let published = sqlx::query!(
        "select kept_at, redacted_text from testimony where id = $1 and status = 'approved' for update",
        id
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or(Error::NotFound)?;
    let has_account = reporter.owner.kind == OwnerKind::User;
    let first = sqlx::query!(
        "insert into testimony_report (testimony_id, owner_id, network, has_account, is_fresh) values ($1, $2, $3, $4, $5)
         on conflict do nothing",
        id,
        reporter.owner.id,
        reporter.network.map(|network| network.widest().to_vec()),
        has_account,
        reporter.browser.is_some_and(|browser| browser.is_fresh)
    )
    .execute(&mut *tx)
    .await?;
    if first.rows_affected() == 0 {
        return Ok(());
    }
    count(&mut tx, &ctx.config, reporter, now).await?;
    let text = published.redacted_text.map(Confided::new);
    // What staff have kept stays, whatever is said of it.
    let hides = published.kept_at.is_none()
        && (has_two_independent_reports(&mut tx, id).await? || screens_badly(ctx, text).await?);
    let reports = sqlx::query_scalar!(
        "update testimony set reports = reports + 1, reported_at = coalesce(reported_at, now()),
             hidden_at = case when $2 then now() else hidden_at end
         where id = $1 returning reports",
        id,
        hides
    )
    .fetch_one(&mut *tx)
    .await?;
    let entry = Entry::new(reporter.owner.into(), Action::TestimonyReported, Subject::Testimony(id))
        .with("reports", Detail::Number(reports.into()));
    let entry = if hides {
        entry.with("hidden", Detail::Word("until staff have looked"))
    } else {
        entry
    };
    audit::record(&mut tx, &ctx.config.key_ring, &entry).await?;
    tx.commit().await?;
    tracing::info!(testimony.id = %id, hides, "testimony reported");
    Ok(())
}

/// Whether two reports since staff last decided are independent. A user counts by the account; the guests of one network
/// count once, only if a browser of theirs has read something here, and not beside a user of that network.
async fn has_two_independent_reports(tx: &mut PgConnection, id: Uuid) -> Result<bool> {
    let independent = sqlx::query_scalar!(
        r#"with open as (
               select testimony_report.owner_id, network, has_account, is_fresh from testimony_report
                   join testimony on testimony.id = testimony_report.testimony_id
               where testimony.id = $1 and testimony_report.created_at > testimony.moderated_at
           )
           select count(*) filter (where has_account) + count(distinct coalesce(network, uuid_send(owner_id))) filter (
               where not has_account and not is_fresh
                   and not exists (select from open users where users.has_account and users.network = open.network)
           ) as "independent!"
           from open"#,
        id
    )
    .fetch_one(tx)
    .await?;
    Ok(independent >= 2)
}

/// Whether the published text itself speaks for the report: it tells of danger, or still shows something.
async fn screens_badly(ctx: &Ctx, text: Option<Confided>) -> Result<bool> {
    let Some(text) = text else { return Ok(false) };
    publish_check::screens_badly(ctx, text).await
}

/// Forgets the networks of reports after two days. Safe to repeat: it changes by age.
pub async fn forget_networks(db: &PgPool) -> Result<u64> {
    database::in_batches(|| {
        sqlx::query!(
            "update testimony_report set network = null where ctid in (
                 select ctid from testimony_report
                 where network is not null and created_at < now() - interval '2 days' limit $1)",
            database::CLEANUP_BATCH
        )
        .execute(db)
    })
    .await
}

async fn count(tx: &mut PgConnection, config: &Config, reporter: Reporter, now: OffsetDateTime) -> Result<()> {
    // The reader always comes first, so that concurrent reports cannot deadlock.
    let reader_hash = config
        .key_ring
        .digest("reports of a reader", reporter.owner.id.as_bytes());
    READER_LIMIT.count(&mut *tx, &reader_hash, now).await?;
    if let Some(browser) = reporter.browser {
        browser.count(tx, IP_PREFIX_LIMIT, now).await?;
    }
    Ok(())
}
