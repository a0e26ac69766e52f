//! Everything that is held of somebody, for themselves.
//!
//! Invariant: only secrets are left out: cookies, keys, and what would open them. Nothing of it is logged.

use sqlx::{PgConnection, PgPool};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use crate::audit::{self, Action, Actor, Entry, Subject};
use crate::confided::Confided;
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::prayer::{self, Prayer};
use crate::testimony;
use crate::user::UserId;

/// Everything that is held of somebody.
#[derive(Debug)]
pub struct Export {
    /// Who.
    pub id: UserId,
    /// The first name, if it is known.
    pub first_name: Option<String>,
    /// The last name, if it is known.
    pub last_name: Option<String>,
    /// The address, if it is known.
    pub email: Option<String>,
    /// Whether the address is verified.
    pub email_verified: bool,
    /// When they signed in for the first time.
    pub created_at: OffsetDateTime,
    /// Since when they are blocked, if they are.
    pub blocked_at: Option<OffsetDateTime>,
    /// Until when staff gave them premium.
    pub manual_premium_until: Option<OffsetDateTime>,
    /// Their customer id at the payment provider.
    pub stripe_customer_id: Option<String>,
    /// The state of their subscription, in the provider's word.
    pub subscription_status: Option<String>,
    /// Their subscriptions.
    pub subscriptions: Vec<Subscription>,
    /// Where their provider shows a picture of them.
    pub picture_url: Option<String>,
    /// When the picture was fetched.
    pub picture_fetched_at: Option<OffsetDateTime>,
    /// The picture as it is shown, as JPEG.
    pub picture: Option<Vec<u8>>,
    /// The ways in which they sign in.
    pub identities: Vec<Identity>,
    /// Sign-ins by email that were asked for lately with an address of theirs.
    pub email_sign_ins: Vec<EmailSignIn>,
    /// Their sessions.
    pub sessions: Vec<Session>,
    /// Their stories.
    pub stories: Vec<Story>,
    /// Their prayers.
    pub prayers: Vec<Prayer>,
    /// The stories of others that they reported.
    pub reports: Vec<Report>,
    /// Their counter of guidance.
    pub usage: Option<Usage>,
}

/// A way in which somebody signs in.
#[derive(Debug)]
pub struct Identity {
    /// Who vouches for them.
    pub issuer: String,
    /// The name that they have there.
    pub subject: String,
    /// When it was first used here.
    pub created_at: OffsetDateTime,
}

/// A sign-in by email that was asked for.
#[derive(Debug)]
pub struct EmailSignIn {
    /// Where the mail goes.
    pub email: String,
    /// When it was asked for.
    pub created_at: OffsetDateTime,
    /// When the mail left.
    pub mailed_at: Option<OffsetDateTime>,
    /// When it was used.
    pub used_at: Option<OffsetDateTime>,
}

/// When somebody was signed in.
#[derive(Debug)]
pub struct Session {
    /// When it began.
    pub created_at: OffsetDateTime,
    /// When it was last used.
    pub last_seen_at: OffsetDateTime,
    /// When it ends by itself.
    pub expires_at: OffsetDateTime,
    /// When it was ended before that.
    pub ended_at: Option<OffsetDateTime>,
    /// Why it was ended.
    pub ended_because: Option<String>,
}

/// A story with the words of its author.
#[derive(Debug)]
pub struct Story {
    /// The story.
    pub id: Uuid,
    /// Where it stands.
    pub status: String,
    /// What happened, what helped, what changed, as they were written.
    pub original: [Confided; 3],
    /// The words without what could tell who wrote them.
    pub redacted_text: Option<String>,
    /// How much of that was found.
    pub pii_risk_level: Option<String>,
    /// What it is about.
    pub topics: Vec<String>,
    /// How much danger was seen in it, from 0 to 4.
    pub crisis_severity: i16,
    /// Which danger.
    pub crisis_category: Option<String>,
    /// When its author agreed to share it.
    pub consent_at: OffsetDateTime,
    /// When it was handed in.
    pub created_at: OffsetDateTime,
    /// When it was prepared.
    pub redacted_at: Option<OffsetDateTime>,
    /// When staff decided on it.
    pub moderated_at: Option<OffsetDateTime>,
    /// What staff told its author.
    pub moderation_notes: Option<String>,
}

/// A story of somebody else that they reported.
#[derive(Debug)]
pub struct Report {
    /// The story.
    pub testimony_id: Uuid,
    /// When they reported it.
    pub created_at: OffsetDateTime,
}

/// A subscription.
#[derive(Debug)]
pub struct Subscription {
    /// The payment provider's name for it.
    pub stripe_id: Option<String>,
    /// The payment provider's name for who pays.
    pub stripe_customer_id: Option<String>,
    /// Where receipts go.
    pub email: Option<String>,
    /// The name on them.
    pub name: Option<String>,
    /// When it was begun.
    pub created_at: OffsetDateTime,
    /// Its state, in the provider's word.
    pub status: Option<String>,
    /// When the month that is paid is over.
    pub period_end: Option<OffsetDateTime>,
    /// When it ends or ended.
    pub ends_at: Option<OffsetDateTime>,
    /// Since when a renewal is unpaid.
    pub unpaid_since: Option<OffsetDateTime>,
}

/// A counter of guidance.
#[derive(Debug)]
pub struct Usage {
    /// The time zone whose days are counted.
    pub time_zone: String,
    /// Since when.
    pub time_zone_changed_at: OffsetDateTime,
    /// The day that was counted last.
    pub day: Date,
    /// Requests of that day.
    pub count: i32,
    /// When the hour began that was counted last.
    pub hour_began_at: Option<OffsetDateTime>,
    /// Requests of that hour.
    pub hour_count: i32,
}

/// Gathers everything that is held of somebody, as it is at one moment.
///
/// # Errors
/// `SignInRequired` if the account is gone; `Internal` if a story or a prayer does not open; `Unavailable` without a database.
pub async fn export(ctx: &Ctx, user: UserId) -> Result<Export> {
    let mut tx = database::snapshot(&ctx.db).await?;
    let row = sqlx::query!(
        "select first_name, last_name, email, email_verified, created_at, blocked_at, manual_premium_until,
             stripe_customer_id, subscription_status, picture_url, picture_fetched_at, avatar
         from app_user where id = $1",
        user.0
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or(Error::SignInRequired)?;
    let export = Export {
        id: user,
        first_name: row.first_name,
        last_name: row.last_name,
        email: row.email,
        email_verified: row.email_verified,
        created_at: row.created_at,
        blocked_at: row.blocked_at,
        manual_premium_until: row.manual_premium_until,
        stripe_customer_id: row.stripe_customer_id,
        subscription_status: row.subscription_status,
        subscriptions: subscriptions(&mut tx, user).await?,
        picture_url: row.picture_url,
        picture_fetched_at: row.picture_fetched_at,
        picture: row.avatar,
        identities: identities(&mut tx, user).await?,
        email_sign_ins: email_sign_ins(&mut tx, user).await?,
        sessions: sessions(&mut tx, user).await?,
        stories: stories(ctx, &mut tx, user).await?,
        prayers: prayer::all_of(ctx, &mut tx, user).await?,
        reports: reports(&mut tx, user).await?,
        usage: usage(&mut tx, user).await?,
    };
    tx.commit().await?;
    note(&ctx.db, user).await?;
    Ok(export)
}

/// The copy is on record before anybody holds it. The snapshot itself only reads.
async fn note(db: &PgPool, user: UserId) -> Result<()> {
    let mut tx = database::begin(db).await?;
    let entry = Entry::new(Actor::User(user), Action::UserExported, Subject::User(user.0));
    audit::record(&mut tx, &entry).await?;
    Ok(tx.commit().await?)
}

async fn identities(tx: &mut PgConnection, user: UserId) -> Result<Vec<Identity>> {
    let found = sqlx::query_as!(
        Identity,
        "select issuer, subject, created_at from identity where user_id = $1 order by created_at, issuer",
        user.0
    )
    .fetch_all(tx)
    .await?;
    Ok(found)
}

async fn email_sign_ins(tx: &mut PgConnection, user: UserId) -> Result<Vec<EmailSignIn>> {
    let found = sqlx::query_as!(
        EmailSignIn,
        "select email, created_at, mailed_at, used_at from email_sign_in
         where lower(email) in (
             select lower(email) from app_user where id = $1 and email_verified
             union select subject from identity where user_id = $1 and issuer = 'email')
         order by created_at",
        user.0
    )
    .fetch_all(tx)
    .await?;
    Ok(found)
}

async fn sessions(tx: &mut PgConnection, user: UserId) -> Result<Vec<Session>> {
    let found = sqlx::query_as!(
        Session,
        "select created_at, last_seen_at, expires_at, ended_at, ended_because
         from session where user_id = $1 order by created_at",
        user.0
    )
    .fetch_all(tx)
    .await?;
    Ok(found)
}

async fn stories(ctx: &Ctx, tx: &mut PgConnection, user: UserId) -> Result<Vec<Story>> {
    let rows = sqlx::query!(
        "select id, status, sealed, redacted_text, pii_risk_level, topics, crisis_severity, crisis_category,
             consent_at, created_at, redacted_at, moderated_at, moderation_notes
         from testimony where owner_id = $1 order by created_at, id",
        user.0
    )
    .fetch_all(&mut *tx)
    .await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let opener = testimony::Opener::of(&ctx.config.key_ring, tx, user.owner().id).await?;
    let mut stories = Vec::new();
    for row in rows {
        stories.push(Story {
            original: opener.open(row.id, &row.sealed)?,
            id: row.id,
            status: row.status,
            redacted_text: row.redacted_text,
            pii_risk_level: row.pii_risk_level,
            topics: row.topics,
            crisis_severity: row.crisis_severity,
            crisis_category: row.crisis_category,
            consent_at: row.consent_at,
            created_at: row.created_at,
            redacted_at: row.redacted_at,
            moderated_at: row.moderated_at,
            moderation_notes: row.moderation_notes,
        });
    }
    Ok(stories)
}

async fn reports(tx: &mut PgConnection, user: UserId) -> Result<Vec<Report>> {
    let found = sqlx::query_as!(
        Report,
        "select testimony_id, created_at from testimony_report where owner_id = $1 order by created_at",
        user.0
    )
    .fetch_all(tx)
    .await?;
    Ok(found)
}

async fn subscriptions(tx: &mut PgConnection, user: UserId) -> Result<Vec<Subscription>> {
    let found = sqlx::query_as!(
        Subscription,
        r#"select subscription.stripe_id, customer.stripe_id as stripe_customer_id, email, name,
               subscription.created_at, status, period_end, ends_at, unpaid_since
           from stripe_customer customer join subscription on subscription.customer_id = customer.id
           where user_id = $1 order by subscription.created_at, subscription.id"#,
        user.0
    )
    .fetch_all(tx)
    .await?;
    Ok(found)
}

async fn usage(tx: &mut PgConnection, user: UserId) -> Result<Option<Usage>> {
    let found = sqlx::query_as!(
        Usage,
        "select time_zone, time_zone_changed_at, day, count, hour_began_at, hour_count from usage where owner_id = $1",
        user.0
    )
    .fetch_optional(tx)
    .await?;
    Ok(found)
}
