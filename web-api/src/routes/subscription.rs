//! Premium that is paid: subscribing, how it stands, ending it, and the billing page.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use axum_extra::extract::CookieJar;
use serde::{Deserialize, Serialize};
use shared::ctx::Ctx;
use shared::error::Error;
use shared::news::Notice;
use shared::payments::Way;
use shared::session::{self, SessionToken};
use shared::subscription::{self, Asker, Standing, Wanted};
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::app::AppState;
use crate::checkout::{Asks, Subscriber};
use crate::error::{ApiError, ErrorBody};
use crate::events;
use crate::extract::{Json, Now, now};
use crate::origin::Origin;
use crate::person::{Refused, SignedIn, SignedInEvenBlocked, session_token};

/// How somebody's subscription stands, and whether one can be begun.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionAnswer {
    /// Whether premium can be bought here and now: payments are set up, and the price was found to be right.
    pub available: bool,
    /// Whether payments are only played: nobody pays anything.
    pub stand_in: bool,
    /// What Stripe's script is told.
    #[schema(required)]
    pub publishable_key: Option<String>,
    /// Whether they have premium now. For a visitor: whether what they paid gives it, once they sign in with the
    /// address they typed.
    pub is_premium: bool,
    /// The state of the subscription, in Stripe's word.
    #[schema(required)]
    pub status: Option<String>,
    /// When it is paid next.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub renews_at: Option<OffsetDateTime>,
    /// When it ends, if it was cancelled.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub cancels_at: Option<OffsetDateTime>,
    /// Until when premium stays though a renewal is unpaid.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub grace_until: Option<OffsetDateTime>,
}

impl SubscriptionAnswer {
    fn of(ctx: &Ctx, standing: Standing) -> Self {
        let payments = ctx.payments.as_ref();
        Self {
            available: payments.is_some_and(shared::payments::Payments::may_sell),
            stand_in: payments.is_some_and(|payments| payments.stand_in().is_some()),
            publishable_key: payments.map(|payments| payments.publishable_key().to_owned()),
            is_premium: standing.is_premium,
            status: standing.status,
            renews_at: standing.renews_at,
            cancels_at: standing.cancels_at,
            grace_until: standing.grace_until,
        }
    }
}

/// How the subscription of whoever asks stands.
///
/// # Errors
/// 503 without a database.
#[utoipa::path(get, operation_id = "subscription", description = "For everybody: a visitor is known by the cookie that `createSubscription` set.", path = "/subscription", tag = "subscription", responses(
    (status = 200, body = SubscriptionAnswer), (status = 401, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn read(
    Asks(asker): Asks,
    State(state): State<AppState>,
    Now(now): Now,
) -> Result<axum::Json<SubscriptionAnswer>, ApiError> {
    let standing = subscription::standing(&state.ctx, &asker, now).await?;
    Ok(axum::Json(SubscriptionAnswer::of(&state.ctx, standing)))
}

/// How the subscription of whoever asks stands, at once and whenever it changes.
///
/// # Errors
/// 503 without a database.
#[utoipa::path(get, operation_id = "subscriptionEvents", description = "Server-sent events named `subscription`, each with what `subscription` answers, until the session is over.", path = "/subscription/events", tag = "subscription", responses(
    (status = 200, body = String, content_type = "text/event-stream"), (status = 401, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn follow(Asks(asker): Asks, State(state): State<AppState>, jar: CookieJar) -> Result<Response, ApiError> {
    let topic = subscription::topic(&state.ctx, &asker).await?;
    // Whoever asks first and then listens would miss what happens in between.
    let news = state.ctx.news.subscribe();
    subscription::ask_again(&state.ctx, &asker).await?;
    // What is a visitor's goes on for as long as they listen.
    let session = session_token(&jar, &state).filter(|_| matches!(asker, Asker::User(_)));
    let (ctx, listening) = (state.ctx.clone(), state.ctx.patience.listening);
    let is_let_in = move || is_let_in(ctx.clone(), session.clone());
    let read = move || current(state.ctx.clone(), asker.clone());
    let concerns = move |notice: &Notice| matches!(notice, Notice::Subscription(id) if Some(*id) == topic);
    let events = events::stream("subscription", news, concerns, read);
    Ok(events::answer(events::while_let_in(events, listening, is_let_in)))
}

async fn is_let_in(ctx: Arc<Ctx>, session: Option<SessionToken>) -> Result<bool, Error> {
    match session {
        Some(token) => session::is_open(&ctx.db, &token).await,
        None => Ok(true),
    }
}

/// What is sent: of somebody who is signed in, their account is read anew.
async fn current(ctx: Arc<Ctx>, asker: Asker) -> Option<SubscriptionAnswer> {
    let asker = match asker {
        Asker::User(user) => Asker::User(Box::new(shared::user::find(&ctx.db, user.id).await.ok()?)),
        other @ (Asker::Visitor(_) | Asker::Nobody) => other,
    };
    let standing = subscription::standing(&ctx, &asker, now()).await.ok()?;
    Some(SubscriptionAnswer::of(&ctx, standing))
}

/// Who wants premium.
#[derive(Deserialize, ToSchema)]
pub struct SubscriptionRequest {
    /// Where receipts go. For a visitor, also whose account it will be.
    #[serde(default)]
    #[schema(required)]
    email: String,
    /// The name on receipts.
    #[serde(default)]
    name: Option<String>,
}

/// How to pay. Exactly one of the three is there.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionBegun {
    /// What opens the payment form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_secret: Option<String>,
    /// The page of Stripe's where it is paid instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invoice_url: Option<String>,
    /// Why neither is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// Begins a subscription. Asked again, it is the same one, until that is paid or over.
///
/// # Errors
/// 403 `ACCOUNT_BLOCKED`, 409 `ALREADY_SUBSCRIBED`, 422, 503 `PAYMENTS_NOT_SET_UP` or `PAYMENTS_UNAVAILABLE`.
#[utoipa::path(post, operation_id = "createSubscription", description = "Asked again, it is the same one, until that is paid or over. A visitor is known again by a cookie.", path = "/create-subscription", tag = "subscription", request_body = SubscriptionRequest, responses(
    (status = 200, body = SubscriptionBegun), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody),
    (status = 415, body = ErrorBody), (status = 422, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn create(
    Subscriber { buyer, cookies }: Subscriber,
    State(state): State<AppState>,
    Json(request): Json<SubscriptionRequest>,
) -> Result<(CookieJar, axum::Json<SubscriptionBegun>), Refused> {
    let wanted = Wanted::parse(&request.email, request.name.as_deref()).map_err(ApiError::from)?;
    let begun = subscription::begin(&state.ctx, &buyer, &wanted).await;
    // Whoever tries again after a failure goes on where it stopped.
    let way = begun.map_err(|error| Refused::with(cookies.clone(), error.into()))?;
    let (client_secret, invoice_url) = match way {
        Way::Form(secret) => (Some(secret), None),
        Way::Page(url) => (None, Some(url)),
    };
    let begun = SubscriptionBegun {
        client_secret,
        invoice_url,
        message: None,
    };
    Ok((cookies, axum::Json(begun)))
}

/// Where the billing page is.
#[derive(Debug, Serialize, ToSchema)]
pub struct PortalAnswer {
    /// Its address, at Stripe's.
    pub url: String,
}

/// Opens the billing page of whoever is signed in, blocked or not.
///
/// # Errors
/// 401; 404 `NO_BILLING` for whoever never paid; 503 `PAYMENTS_NOT_SET_UP` or `PAYMENTS_UNAVAILABLE`.
#[utoipa::path(post, operation_id = "createPortalSession", description = "Blocked people may, too.", path = "/create-portal-session", tag = "subscription", responses(
    (status = 200, body = PortalAnswer), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn open_portal(
    SignedInEvenBlocked(user): SignedInEvenBlocked,
    Origin(origin): Origin,
    State(state): State<AppState>,
) -> Result<axum::Json<PortalAnswer>, ApiError> {
    let url = subscription::open_portal(&state.ctx, &user, &format!("{origin}/profile")).await?;
    Ok(axum::Json(PortalAnswer { url }))
}

/// When it ends.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CancelAnswer {
    /// With the month that is paid; at once if a payment is late.
    #[serde(with = "time::serde::rfc3339")]
    pub cancels_at: OffsetDateTime,
}

/// Lets the subscription of whoever is signed in end with the month that is paid.
///
/// # Errors
/// 401; 403 `ACCOUNT_BLOCKED`; 404 `NO_BILLING` if none runs; 503 `PAYMENTS_NOT_SET_UP` or `PAYMENTS_UNAVAILABLE`.
#[utoipa::path(post, operation_id = "cancelSubscription", description = "With the month that is paid; at once if a payment is late. Asked again, nothing changes.", path = "/subscription/cancel", tag = "subscription", responses(
    (status = 200, body = CancelAnswer), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn cancel(
    SignedIn(user): SignedIn,
    State(state): State<AppState>,
) -> Result<axum::Json<CancelAnswer>, ApiError> {
    let cancels_at = subscription::cancel_with_period(&state.ctx, user.id).await?;
    Ok(axum::Json(CancelAnswer { cancels_at }))
}
