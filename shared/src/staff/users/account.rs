//! A user's account as staff see it: what is known of it, without a word that the user confided.
//!
//! Invariant: stories and prayers are counted here. Which stories are a user's is told by `stories` alone, and each time
//! leaves an audit entry; which prayers are a user's is never told.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::audit::{self, Action, Detail, Entry, Line, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::ids::UserId;
use crate::staff::Staff;
use crate::staff::subscriptions::{self, Found};
use crate::testimony::Status;
use crate::user::{self, User};

const MAX_SIGN_INS: i64 = 20;
const MAX_STORIES: i64 = 100;
/// How much of a story is read for its title, in characters.
const OPENING_LEN: i32 = 200;

/// How many stories of a user stand where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoryCounts {
    /// Waiting for preparation or review.
    pub pending: i64,
    /// Published.
    pub approved: i64,
    /// Declined.
    pub rejected: i64,
    /// Escalated.
    pub escalated: i64,
}

/// How many prayers of a user the prayer team may read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PrayerCounts {
    /// Shared now.
    pub shared: i64,
    /// Those of them that the team has prayed for.
    pub prayed: i64,
}

/// A sign-in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignIn {
    /// When.
    pub at: OffsetDateTime,
    /// Whether its session is still open.
    pub is_open: bool,
}

/// An account.
#[derive(Debug)]
pub struct Account {
    /// The user.
    pub user: User,
    /// Their stories.
    pub stories: StoryCounts,
    /// Their shared prayers.
    pub prayers: PrayerCounts,
    /// Their subscriptions, paid ones first.
    pub subscriptions: Vec<Found>,
    /// Paid subscriptions that nobody has claimed, with an address that is proven to be theirs.
    pub unclaimed: Vec<Found>,
    /// Their sign-ins whose sessions are not deleted yet, the latest first.
    pub sign_ins: Vec<SignIn>,
    /// The latest lines of the audit trail about them.
    pub audit: Vec<Line>,
}

/// Reads an account.
///
/// # Errors
/// `NotFound` if there is no such user, or no longer.
pub async fn account(ctx: &Ctx, id: UserId) -> Result<Account> {
    let user = User {
        // Its address leads to the picture of the caller.
        picture: None,
        ..user::find(&ctx.db, id).await?
    };
    let counts = sqlx::query!(
        r#"select
               (select count(*) from testimony where owner_id = $1 and status = 'pending') as "pending!",
               (select count(*) from testimony where owner_id = $1 and status = 'approved') as "approved!",
               (select count(*) from testimony where owner_id = $1 and status = 'rejected') as "rejected!",
               (select count(*) from testimony where owner_id = $1 and status = 'escalated') as "escalated!",
               (select count(*) from prayer where owner_id = $1 and shared_at is not null) as "shared!",
               (select count(*) from prayer where owner_id = $1 and shared_at is not null and prayed_at is not null)
                   as "prayed!""#,
        id.0
    )
    .fetch_one(&ctx.db)
    .await?;
    let sign_ins = sqlx::query_as!(
        SignIn,
        r#"select created_at as at, (ended_at is null and expires_at > now()) as "is_open!"
           from session where user_id = $1 and kind = 'user' order by created_at desc limit $2"#,
        id.0,
        MAX_SIGN_INS
    )
    .fetch_all(&ctx.db)
    .await?;
    Ok(Account {
        user,
        stories: StoryCounts {
            pending: counts.pending,
            approved: counts.approved,
            rejected: counts.rejected,
            escalated: counts.escalated,
        },
        prayers: PrayerCounts {
            shared: counts.shared,
            prayed: counts.prayed,
        },
        subscriptions: subscriptions::of_user(ctx, id).await?,
        unclaimed: subscriptions::unclaimed_of(ctx, id).await?,
        sign_ins,
        audit: audit::user_lines(&ctx.db, id.0).await?,
    })
}

/// A story of a user.
#[derive(Debug)]
pub struct Story {
    /// Its id.
    pub id: Uuid,
    /// Its status.
    pub status: Status,
    /// The beginning of its redacted text; none until it is prepared.
    pub opening: Option<String>,
    /// When it was submitted.
    pub created_at: OffsetDateTime,
}

/// Tells which stories are a user's, the latest first, and records who asked.
///
/// # Errors
/// `NotFound` if there is no such user.
pub async fn stories(ctx: &Ctx, staff: &Staff, id: UserId) -> Result<Vec<Story>> {
    let mut tx = database::begin(&ctx.db).await?;
    sqlx::query!("select id from app_user where id = $1 for share", id.0)
        .fetch_optional(&mut *tx)
        .await?
        .ok_or(Error::NotFound)?;
    let stories = sqlx::query_as!(
        Story,
        r#"select id, status as "status: Status", left(redacted_text, $2) as opening, created_at
           from testimony where owner_id = $1 order by created_at desc, id limit $3"#,
        id.0,
        OPENING_LEN,
        MAX_STORIES
    )
    .fetch_all(&mut *tx)
    .await?;
    let number = Detail::Number(i64::try_from(stories.len()).unwrap_or(i64::MAX));
    let entry = Entry::new(staff.actor(), Action::UserStoriesShown, Subject::User(id.0)).with("stories", number);
    audit::record(&mut tx, &ctx.config.key_ring, &entry).await?;
    tx.commit().await?;
    Ok(stories)
}
