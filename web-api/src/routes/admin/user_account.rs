//! One user's account, for staff.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use shared::ids::UserId;
use shared::staff::users::{self, Account, Story};
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

use super::audit::AuditLine;
use super::subscription::StaffSubscription;
use crate::error::ApiError;
use crate::error::refusals::{Changes, NotFound, Reads};
use crate::extract::body::{Now, Path};
use crate::extract::staff::StaffOnly;
use crate::routes::auth::UserAnswer;
use crate::state::AppState;
use crate::states::TestimonyStatus;

/// How many stories of a user stand where.
#[derive(Debug, Serialize, ToSchema)]
pub struct StoryCountsAnswer {
    /// They wait for preparation or review.
    pub pending: i64,
    /// Everybody may read them.
    pub approved: i64,
    /// They were not published.
    pub rejected: i64,
    /// Staff look at them first.
    pub escalated: i64,
}

/// How many prayers of a user the prayer team may read; which ones they are is not told.
#[derive(Debug, Serialize, ToSchema)]
pub struct PrayerCountsAnswer {
    /// Shared now.
    pub shared: i64,
    /// Those of them that the team has prayed for.
    pub prayed: i64,
}

/// When a user signed in; where is not kept.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignInAnswer {
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// Whether its session is still open.
    pub is_open: bool,
}

/// An account as staff see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountAnswer {
    /// The user.
    pub user: UserAnswer,
    /// Until when gifts give premium.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub gift_until: Option<OffsetDateTime>,
    /// Their stories.
    pub stories: StoryCountsAnswer,
    /// Their shared prayers.
    pub prayers: PrayerCountsAnswer,
    /// Their subscriptions, paid ones first.
    pub subscriptions: Vec<StaffSubscription>,
    /// Paid subscriptions that nobody has claimed, with an address that is proven to be theirs.
    pub unclaimed: Vec<StaffSubscription>,
    /// Their latest sign-ins, twenty at most; those of the last thirty to ninety days are kept.
    pub sign_ins: Vec<SignInAnswer>,
    /// The latest thirty lines of the audit trail about them. None is about a story or a prayer.
    pub audit: Vec<AuditLine>,
}

impl AccountAnswer {
    fn of(account: Account, now: OffsetDateTime) -> Self {
        Self {
            gift_until: account.user.gift_until,
            user: UserAnswer::of(account.user, now),
            stories: StoryCountsAnswer {
                pending: account.stories.pending,
                approved: account.stories.approved,
                rejected: account.stories.rejected,
                escalated: account.stories.escalated,
            },
            prayers: PrayerCountsAnswer {
                shared: account.prayers.shared,
                prayed: account.prayers.prayed,
            },
            subscriptions: account.subscriptions.into_iter().map(Into::into).collect(),
            unclaimed: account.unclaimed.into_iter().map(Into::into).collect(),
            sign_ins: account
                .sign_ins
                .into_iter()
                .map(|sign_in| SignInAnswer {
                    at: sign_in.at,
                    is_open: sign_in.is_open,
                })
                .collect(),
            audit: account.audit.into_iter().map(AuditLine::from).collect(),
        }
    }
}

/// Reads a user's account.
///
/// Nothing that they confided is in it: stories and prayers are counted.
///
/// # Errors
/// 401 for everybody but staff; 404.
#[utoipa::path(get, operation_id = "readAccount", path = "/admin/users/{id}", tag = "staff", params(("id" = Uuid, Path, description = "the user")),
    responses((status = 200, body = AccountAnswer), Reads, NotFound))]
pub async fn read(
    _: StaffOnly,
    State(state): State<AppState>,
    Path(id): Path<Uuid>,
    Now(now): Now,
) -> Result<Json<AccountAnswer>, ApiError> {
    let account = users::account(&state.ctx, UserId(id)).await?;
    Ok(Json(AccountAnswer::of(account, now)))
}

/// A story of a user.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserStory {
    /// The story.
    pub id: Uuid,
    /// Where it stands.
    pub status: TestimonyStatus,
    /// The beginning of its redacted text; null until it is prepared.
    #[schema(required)]
    pub opening: Option<String>,
    /// When it was handed in.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
}

impl From<Story> for UserStory {
    fn from(story: Story) -> Self {
        Self {
            id: story.id,
            status: story.status.into(),
            opening: story.opening,
            created_at: story.created_at,
        }
    }
}

/// Tells which stories are a user's. Each time leaves a line in the audit trail.
///
/// At most 100, the latest first. Each time leaves a line in the audit trail.
///
/// # Errors
/// 401 for everybody but staff; 404.
#[utoipa::path(post, operation_id = "showUserStories", path = "/admin/users/{id}/stories", tag = "staff", params(("id" = Uuid, Path, description = "the user")),
    responses((status = 200, body = Vec<UserStory>), Changes, NotFound))]
pub async fn show_stories(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Path(id): Path<Uuid>,
) -> Result<Json<Vec<UserStory>>, ApiError> {
    let stories = users::stories(&state.ctx, &staff, UserId(id)).await?;
    Ok(Json(stories.into_iter().map(UserStory::from).collect()))
}
