//! The data export of a user, as one file.

mod gift;
mod subscription;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderName;
use axum::http::header::CONTENT_DISPOSITION;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use shared::account::{self, EmailSignIn, Export, Identity, Report, Session, Testimony, Usage};
use shared::prayer::Prayer;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

use self::gift::GiftExport;
use self::subscription::SubscriptionExport;
use crate::error::ApiError;
use crate::error::refusals::Reads;
use crate::extract::person::SignedInEvenBlocked;
use crate::routes::kept_letter::KeptLetterAnswer;
use crate::routes::push::PushDeviceExport;
use crate::state::AppState;
use crate::states::{CrisisCategory, RiskLevel, TestimonyStatus};

/// Everything that is held of somebody.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportAnswer {
    /// Who.
    profile: ProfileExport,
    /// The ways in which they sign in.
    identities: Vec<IdentityExport>,
    /// Sign-ins by email that were asked for lately with an address of theirs.
    email_sign_ins: Vec<EmailSignInExport>,
    /// When they were signed in.
    sessions: Vec<SessionExport>,
    /// Their stories, in their own words too.
    testimonies: Vec<TestimonyExport>,
    /// Their prayers.
    prayers: Vec<PrayerExport>,
    /// The letters that their account keeps.
    kept_letters: Vec<KeptLetterAnswer>,
    /// The stories of others that they reported.
    reports: Vec<ReportExport>,
    /// The ids of the stories of others for which they prayed.
    prayed_for: Vec<Uuid>,
    /// The browsers in which they are told that something waits.
    push_devices: Vec<PushDeviceExport>,
    /// Their subscriptions.
    subscriptions: Vec<SubscriptionExport>,
    /// The gifts that they gave or accepted.
    gifts: Vec<GiftExport>,
    /// Their counter of guidance, if they asked for any lately.
    #[schema(required)]
    usage: Option<UsageExport>,
}

/// A story of somebody else that they reported.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportExport {
    testimony_id: Uuid,
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
}

/// Who somebody is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileExport {
    id: Uuid,
    #[schema(required)]
    first_name: Option<String>,
    #[schema(required)]
    last_name: Option<String>,
    /// When they last chose their name themselves.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    named_at: Option<OffsetDateTime>,
    /// The language of their mails: a tag such as `es`.
    #[schema(required)]
    language: Option<String>,
    #[schema(required)]
    email: Option<String>,
    email_verified: bool,
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    blocked_at: Option<OffsetDateTime>,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    manual_premium_until: Option<OffsetDateTime>,
    /// Until when gifts give premium.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    gift_until: Option<OffsetDateTime>,
    /// For how many seconds gifts give premium once no subscription renews any more.
    gift_held_seconds: i64,
    /// Since when their account keeps letters.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    letters_chosen_at: Option<OffsetDateTime>,
    #[schema(required)]
    stripe_customer_id: Option<String>,
    #[schema(required)]
    subscription_status: Option<String>,
    /// Where their provider shows a picture of them.
    #[schema(required)]
    picture_url: Option<String>,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    picture_fetched_at: Option<OffsetDateTime>,
    /// The picture as it is shown: JPEG in base64.
    #[schema(required)]
    picture_jpeg: Option<String>,
}

/// A way in which somebody signs in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IdentityExport {
    issuer: String,
    subject: String,
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
}

/// A sign-in by email that was asked for.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmailSignInExport {
    email: String,
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    mailed_at: Option<OffsetDateTime>,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    used_at: Option<OffsetDateTime>,
}

/// When somebody was signed in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionExport {
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    last_seen_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    expires_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    ended_at: Option<OffsetDateTime>,
    #[schema(required)]
    ended_because: Option<String>,
}

/// A story in the words of its author, and what became of it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TestimonyExport {
    id: Uuid,
    status: TestimonyStatus,
    what_happened: String,
    what_helped: String,
    what_changed: String,
    #[schema(required)]
    redacted_text: Option<String>,
    #[schema(required)]
    language: Option<String>,
    #[schema(required)]
    pii_risk_level: Option<RiskLevel>,
    topics: Vec<String>,
    crisis_severity: i16,
    #[schema(required)]
    crisis_category: Option<CrisisCategory>,
    #[serde(with = "time::serde::rfc3339")]
    consent_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    redacted_at: Option<OffsetDateTime>,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    moderated_at: Option<OffsetDateTime>,
    #[schema(required)]
    moderation_notes: Option<String>,
}

/// A prayer in the words of its author.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PrayerExport {
    id: Uuid,
    text: String,
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    shared_at: Option<OffsetDateTime>,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    prayed_at: Option<OffsetDateTime>,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    answered_at: Option<OffsetDateTime>,
    #[schema(required)]
    answer_note: Option<String>,
}

/// A counter of guidance.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsageExport {
    time_zone: String,
    #[serde(with = "time::serde::rfc3339")]
    time_zone_changed_at: OffsetDateTime,
    /// The day that was counted last, as YYYY-MM-DD.
    day: String,
    count: i32,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    hour_began_at: Option<OffsetDateTime>,
    hour_count: i32,
}

/// All data of the signed-in user, blocked or not.
///
/// As a file, with the original words of their stories and prayers, and the letters that their account keeps. Blocked people may, too.
#[utoipa::path(get, operation_id = "exportAccount", path = "/user/export", tag = "account", responses((status = 200, body = ExportAnswer), Reads))]
pub async fn export(
    State(state): State<AppState>,
    SignedInEvenBlocked(user): SignedInEvenBlocked,
) -> Result<([(HeaderName, &'static str); 1], Json<ExportAnswer>), ApiError> {
    let export = account::export(&state.ctx, user.id).await?;
    let as_file = [(CONTENT_DISPOSITION, r#"attachment; filename="my-data.json""#)];
    Ok((as_file, Json(export.into())))
}

impl From<Export> for ExportAnswer {
    fn from(export: Export) -> Self {
        Self {
            profile: ProfileExport {
                id: export.id.0,
                first_name: export.first_name,
                last_name: export.last_name,
                named_at: export.named_at,
                language: export.language,
                email: export.email,
                email_verified: export.email_verified,
                created_at: export.created_at,
                blocked_at: export.blocked_at,
                manual_premium_until: export.manual_premium_until,
                gift_until: export.gift_until,
                gift_held_seconds: export.gift_held_seconds,
                letters_chosen_at: export.letters_chosen_at,
                stripe_customer_id: export.stripe_customer_id,
                subscription_status: export.subscription_status,
                picture_url: export.picture_url,
                picture_fetched_at: export.picture_fetched_at,
                picture_jpeg: export.picture.map(|jpeg| STANDARD.encode(jpeg)),
            },
            identities: export.identities.into_iter().map(IdentityExport::from).collect(),
            email_sign_ins: export.email_sign_ins.into_iter().map(EmailSignInExport::from).collect(),
            sessions: export.sessions.into_iter().map(SessionExport::from).collect(),
            testimonies: export.testimonies.into_iter().map(TestimonyExport::from).collect(),
            subscriptions: export.subscriptions.into_iter().map(SubscriptionExport::from).collect(),
            gifts: export.gifts.into_iter().map(GiftExport::from).collect(),
            prayers: export.prayers.into_iter().map(PrayerExport::from).collect(),
            kept_letters: export.kept_letters.into_iter().map(KeptLetterAnswer::from).collect(),
            reports: export.reports.into_iter().map(ReportExport::from).collect(),
            prayed_for: export.prayed_for,
            push_devices: export.push_devices.into_iter().map(PushDeviceExport::from).collect(),
            usage: export.usage.map(UsageExport::from),
        }
    }
}

impl From<Identity> for IdentityExport {
    fn from(identity: Identity) -> Self {
        Self {
            issuer: identity.issuer,
            subject: identity.subject,
            created_at: identity.created_at,
        }
    }
}

impl From<EmailSignIn> for EmailSignInExport {
    fn from(sign_in: EmailSignIn) -> Self {
        Self {
            email: sign_in.email,
            created_at: sign_in.created_at,
            mailed_at: sign_in.mailed_at,
            used_at: sign_in.used_at,
        }
    }
}

impl From<Session> for SessionExport {
    fn from(session: Session) -> Self {
        Self {
            created_at: session.created_at,
            last_seen_at: session.last_seen_at,
            expires_at: session.expires_at,
            ended_at: session.ended_at,
            ended_because: session.ended_because,
        }
    }
}

impl From<Testimony> for TestimonyExport {
    fn from(testimony: Testimony) -> Self {
        let [what_happened, what_helped, what_changed] = testimony.original.map(|words| words.reveal().to_owned());
        Self {
            id: testimony.id,
            status: testimony.status.into(),
            what_happened,
            what_helped,
            what_changed,
            redacted_text: testimony.redacted_text,
            language: testimony.language,
            pii_risk_level: testimony.pii_risk_level.map(Into::into),
            topics: testimony.topics,
            crisis_severity: testimony.crisis_severity,
            crisis_category: testimony.crisis_category.map(Into::into),
            consent_at: testimony.consent_at,
            created_at: testimony.created_at,
            redacted_at: testimony.redacted_at,
            moderated_at: testimony.moderated_at,
            moderation_notes: testimony.moderation_notes,
        }
    }
}

impl From<Prayer> for PrayerExport {
    fn from(prayer: Prayer) -> Self {
        Self {
            id: prayer.id,
            text: prayer.text.reveal().to_owned(),
            created_at: prayer.created_at,
            shared_at: prayer.shared_at,
            prayed_at: prayer.prayed_at,
            answered_at: prayer.answered_at,
            answer_note: prayer.answer_note.map(|note| note.reveal().to_owned()),
        }
    }
}

impl From<Report> for ReportExport {
    fn from(report: Report) -> Self {
        Self {
            testimony_id: report.testimony_id,
            created_at: report.created_at,
        }
    }
}

impl From<Usage> for UsageExport {
    fn from(usage: Usage) -> Self {
        Self {
            time_zone: usage.time_zone,
            time_zone_changed_at: usage.time_zone_changed_at,
            day: usage.day.to_string(),
            count: usage.count,
            hour_began_at: usage.hour_began_at,
            hour_count: usage.hour_count,
        }
    }
}
