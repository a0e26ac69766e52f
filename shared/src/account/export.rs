//! Export of all data about a user, for that user.
//!
//! Invariant: it contains everything but secrets (cookies, keys and credentials). None of it is logged.

mod gift;

pub use gift::Gift;

use sqlx::PgConnection;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use crate::audit::{self, Action, Actor, Entry, Subject};
use crate::confided::Confided;
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::ids::UserId;
use crate::kept_letter::{self, KeptLetter};
use crate::prayer::{self, Prayer};
use crate::push::{self, Device};
use crate::screening::CrisisCategory;
use crate::testimony::{self, Risk, Status};

/// All data about a user.
#[derive(Debug)]
pub struct Export {
    /// The id of the user.
    pub id: UserId,
    /// The first name, if it is known.
    pub first_name: Option<String>,
    /// The last name, if it is known.
    pub last_name: Option<String>,
    /// When they last chose their name themselves.
    pub named_at: Option<OffsetDateTime>,
    /// The tag of the language of their mails, if it is known.
    pub language: Option<String>,
    /// The email address, if it is known.
    pub email: Option<String>,
    /// Whether the address is verified.
    pub email_verified: bool,
    /// When they first signed in.
    pub created_at: OffsetDateTime,
    /// When they were blocked.
    pub blocked_at: Option<OffsetDateTime>,
    /// The end of premium granted by staff.
    pub manual_premium_until: Option<OffsetDateTime>,
    /// Their customer id at the payment provider.
    pub stripe_customer_id: Option<String>,
    /// The provider's status of their subscription.
    pub subscription_status: Option<String>,
    /// Their subscriptions.
    pub subscriptions: Vec<Subscription>,
    /// The gifts that they gave or accepted.
    pub gifts: Vec<Gift>,
    /// Until when gifts give premium.
    pub gift_until: Option<OffsetDateTime>,
    /// For how many seconds gifts give premium once no subscription renews any more.
    pub gift_held_seconds: i64,
    /// The URL of their picture at the sign-in provider.
    pub picture_url: Option<String>,
    /// When the picture was fetched.
    pub picture_fetched_at: Option<OffsetDateTime>,
    /// The stored picture, as JPEG.
    pub picture: Option<Vec<u8>>,
    /// The identities with which they sign in.
    pub identities: Vec<Identity>,
    /// Recent email sign-ins requested for their addresses.
    pub email_sign_ins: Vec<EmailSignIn>,
    /// Their sessions.
    pub sessions: Vec<Session>,
    /// Their testimonies.
    pub testimonies: Vec<Testimony>,
    /// Their prayers.
    pub prayers: Vec<Prayer>,
    /// Since when their account keeps letters.
    pub letters_chosen_at: Option<OffsetDateTime>,
    /// The letters that it keeps.
    pub kept_letters: Vec<KeptLetter>,
    /// Their reports of testimonies.
    pub reports: Vec<Report>,
    /// The testimonies of others for which they prayed.
    pub prayed_for: Vec<Uuid>,
    /// The browsers in which they are told that something waits.
    pub push_devices: Vec<Device>,
    /// Their usage counter.
    pub usage: Option<Usage>,
}

/// An identity at a sign-in provider.
#[derive(Debug)]
pub struct Identity {
    /// The issuer.
    pub issuer: String,
    /// The issuer's id for the user.
    pub subject: String,
    /// When it was first used here.
    pub created_at: OffsetDateTime,
}

/// An email sign-in that was requested.
#[derive(Debug)]
pub struct EmailSignIn {
    /// The recipient.
    pub email: String,
    /// When it was requested.
    pub created_at: OffsetDateTime,
    /// When the mail was sent.
    pub mailed_at: Option<OffsetDateTime>,
    /// When it was used.
    pub used_at: Option<OffsetDateTime>,
}

/// A session.
#[derive(Debug)]
pub struct Session {
    /// When it began.
    pub created_at: OffsetDateTime,
    /// When it was last used.
    pub last_seen_at: OffsetDateTime,
    /// When it expires.
    pub expires_at: OffsetDateTime,
    /// When it was ended early.
    pub ended_at: Option<OffsetDateTime>,
    /// Why it was ended early.
    pub ended_because: Option<String>,
}

/// A testimony with its original text.
#[derive(Debug)]
pub struct Testimony {
    /// Its id.
    pub id: Uuid,
    /// Its status.
    pub status: Status,
    /// The original fields: what happened, what helped, what changed.
    pub original: [Confided; 3],
    /// The redacted text; none before preparation.
    pub redacted_text: Option<String>,
    /// The tag of the language in which it is written, if it is one of ours.
    pub language: Option<String>,
    /// The risk that the redacted text still identifies the author.
    pub pii_risk_level: Option<Risk>,
    /// The slugs of its topics.
    pub topics: Vec<String>,
    /// The severity of danger in it, from 0 to 4.
    pub crisis_severity: i16,
    /// The kind of danger.
    pub crisis_category: Option<CrisisCategory>,
    /// When the author agreed to publication.
    pub consent_at: OffsetDateTime,
    /// When it was submitted.
    pub created_at: OffsetDateTime,
    /// When it was prepared.
    pub redacted_at: Option<OffsetDateTime>,
    /// When staff decided on it.
    pub moderated_at: Option<OffsetDateTime>,
    /// Staff's note to the author.
    pub moderation_notes: Option<String>,
}

/// A report of a testimony.
#[derive(Debug)]
pub struct Report {
    /// The reported testimony.
    pub testimony_id: Uuid,
    /// When they reported it.
    pub created_at: OffsetDateTime,
}

/// A subscription.
#[derive(Debug)]
pub struct Subscription {
    /// Its id at the payment provider.
    pub stripe_id: Option<String>,
    /// The customer's id at the payment provider.
    pub stripe_customer_id: Option<String>,
    /// The email address for receipts.
    pub email: Option<String>,
    /// The name on receipts.
    pub name: Option<String>,
    /// When it was created.
    pub created_at: OffsetDateTime,
    /// The provider's status of it.
    pub status: Option<String>,
    /// How often it is paid.
    pub plan: String,
    /// The end of the paid period.
    pub period_end: Option<OffsetDateTime>,
    /// When it ends or ended.
    pub ends_at: Option<OffsetDateTime>,
    /// Since when a renewal is unpaid.
    pub unpaid_since: Option<OffsetDateTime>,
}

/// The usage counter of guidance.
#[derive(Debug)]
pub struct Usage {
    /// The time zone in which days are counted.
    pub time_zone: String,
    /// When the time zone last changed.
    pub time_zone_changed_at: OffsetDateTime,
    /// The last counted day.
    pub day: Date,
    /// The number of requests on that day.
    pub count: i32,
    /// The start of the last counted hour.
    pub hour_began_at: Option<OffsetDateTime>,
    /// The number of requests in that hour.
    pub hour_count: i32,
}

/// Reads all data about a user from one snapshot.
///
/// # Errors
/// `SignInRequired` if the account is gone.
pub async fn export(ctx: &Ctx, user: UserId) -> Result<Export> {
    let mut tx = database::snapshot(&ctx.db).await?;
    let row = sqlx::query!(
        "select first_name, last_name, named_at, language, email, email_verified, created_at, blocked_at, manual_premium_until,
             gift_until, gift_held, letters_chosen_at, stripe_customer_id, subscription_status, picture_url,
             picture_fetched_at, avatar
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
        named_at: row.named_at,
        language: row.language,
        email: row.email,
        email_verified: row.email_verified,
        created_at: row.created_at,
        blocked_at: row.blocked_at,
        manual_premium_until: row.manual_premium_until,
        stripe_customer_id: row.stripe_customer_id,
        subscription_status: row.subscription_status,
        subscriptions: subscriptions(&mut tx, user).await?,
        gifts: gift::gifts(&mut tx, user).await?,
        gift_until: row.gift_until,
        gift_held_seconds: row.gift_held,
        picture_url: row.picture_url,
        picture_fetched_at: row.picture_fetched_at,
        picture: row.avatar,
        identities: identities(&mut tx, user).await?,
        email_sign_ins: email_sign_ins(&mut tx, user).await?,
        sessions: sessions(&mut tx, user).await?,
        testimonies: testimonies(ctx, &mut tx, user).await?,
        prayers: prayer::all_of(ctx, &mut tx, user).await?,
        letters_chosen_at: row.letters_chosen_at,
        kept_letters: kept_letter::all_of(ctx, &mut tx, user).await?,
        reports: reports(&mut tx, user).await?,
        prayed_for: testimony::prayed_for_by(&ctx.config.key_ring, &mut tx, user.owner()).await?,
        push_devices: push::all_of(&mut tx, user).await?,
        usage: usage(&mut tx, user).await?,
    };
    tx.commit().await?;
    record_export(ctx, user).await?;
    Ok(export)
}

/// Records the export before it is returned. The snapshot is read-only, so this is a transaction of its own.
async fn record_export(ctx: &Ctx, user: UserId) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let entry = Entry::new(Actor::User(user), Action::UserExported, Subject::User(user.0));
    audit::record(&mut tx, &ctx.config.key_ring, &entry).await?;
    Ok(tx.commit().await?)
}

async fn identities(tx: &mut PgConnection, user: UserId) -> Result<Vec<Identity>> {
    let rows = sqlx::query_as!(
        Identity,
        "select issuer, subject, created_at from identity where user_id = $1 order by created_at, issuer",
        user.0
    )
    .fetch_all(tx)
    .await?;
    Ok(rows)
}

async fn email_sign_ins(tx: &mut PgConnection, user: UserId) -> Result<Vec<EmailSignIn>> {
    let rows = sqlx::query_as!(
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
    Ok(rows)
}

async fn sessions(tx: &mut PgConnection, user: UserId) -> Result<Vec<Session>> {
    let rows = sqlx::query_as!(
        Session,
        "select created_at, last_seen_at, expires_at, ended_at, ended_because
         from session where user_id = $1 order by created_at",
        user.0
    )
    .fetch_all(tx)
    .await?;
    Ok(rows)
}

async fn testimonies(ctx: &Ctx, tx: &mut PgConnection, user: UserId) -> Result<Vec<Testimony>> {
    let rows = sqlx::query!(
        r#"select id, status as "status: Status", sealed, redacted_text, language, pii_risk_level as "pii_risk_level: Risk", topics,
             crisis_severity, crisis_category as "crisis_category: CrisisCategory",
             consent_at, created_at, redacted_at, moderated_at, moderation_notes
         from testimony where owner_id = $1 order by created_at, id"#,
        user.0
    )
    .fetch_all(&mut *tx)
    .await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let opener = testimony::Opener::of(&ctx.config.key_ring, tx, user.owner().id).await?;
    let mut testimonies = Vec::new();
    for row in rows {
        testimonies.push(Testimony {
            original: opener.open(row.id, &row.sealed)?,
            id: row.id,
            status: row.status,
            redacted_text: row.redacted_text,
            language: row.language,
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
    Ok(testimonies)
}

async fn reports(tx: &mut PgConnection, user: UserId) -> Result<Vec<Report>> {
    let rows = sqlx::query_as!(
        Report,
        "select testimony_id, created_at from testimony_report where owner_id = $1 order by created_at",
        user.0
    )
    .fetch_all(tx)
    .await?;
    Ok(rows)
}

async fn subscriptions(tx: &mut PgConnection, user: UserId) -> Result<Vec<Subscription>> {
    let rows = sqlx::query_as!(
        Subscription,
        r#"select subscription.stripe_id, customer.stripe_id as stripe_customer_id, email, name,
               subscription.created_at, status, plan, period_end, ends_at, unpaid_since
           from stripe_customer customer join subscription on subscription.customer_id = customer.id
           where user_id = $1 order by subscription.created_at, subscription.id"#,
        user.0
    )
    .fetch_all(tx)
    .await?;
    Ok(rows)
}

async fn usage(tx: &mut PgConnection, user: UserId) -> Result<Option<Usage>> {
    let rows = sqlx::query_as!(
        Usage,
        "select time_zone, time_zone_changed_at, day, count, hour_began_at, hour_count from usage where owner_id = $1",
        user.0
    )
    .fetch_optional(tx)
    .await?;
    Ok(rows)
}
