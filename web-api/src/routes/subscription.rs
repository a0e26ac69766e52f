//! The paid subscription: creating, reading and cancelling it, and the billing page.

pub mod late;
pub mod unclaimed;

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use axum_extra::extract::CookieJar;
use serde::{Deserialize, Serialize};
use shared::ctx::Ctx;
use shared::error::Error;
use shared::notifications::Notification;
use shared::payments::{FirstPayment, Plan};
use shared::session::{self, SessionToken};
use shared::subscription::{self, Caller, CheckoutForm, CheckoutToken, PaidTwice, SubscriptionStatus};
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::error::refusals::{Changes, Conflict, JsonBody, NotFound, Reads};
use crate::extract::appearance::Appearance;
use crate::extract::body::{Json, Now, now};
use crate::extract::checkout::{BrowserCheckout, CheckoutBuyer, CheckoutCaller, KnownBuyer};
use crate::extract::client_address::IpPrefix;
use crate::extract::origin::Origin;
use crate::extract::person::{Refused, SignedInEvenBlocked};
use crate::session::BrowserSession;
use crate::state::AppState;
use crate::streams::events;
use crate::streams::slots::Slot;

/// How somebody's subscription stands, and whether one can be begun.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "screens ask for each by its name")]
pub struct SubscriptionAnswer {
    /// Whether premium can be bought here and now: payments are set up, and the price was found to be right.
    pub available: bool,
    /// What a year costs, in cents of a dollar, if it can be bought here and now.
    #[schema(required)]
    pub yearly_price: Option<i64>,
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
    /// How often it is paid: `monthly`, `yearly`, or `other`, which staff have set at Stripe.
    #[schema(required)]
    pub plan: Option<String>,
    /// When it is paid next.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub renews_at: Option<OffsetDateTime>,
    /// When it ends, if it was cancelled.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub cancels_at: Option<OffsetDateTime>,
    /// Until when premium stays though a renewal is unpaid, or though collection is paused.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub grace_until: Option<OffsetDateTime>,
    /// For the browser that paid as a visitor: the address that the subscription waits for, until somebody claims it.
    #[schema(required)]
    pub waits_for: Option<String>,
    /// A second subscription, found in the last 60 days, of somebody who pays for another one.
    #[schema(required)]
    pub paid_twice: Option<PaidTwiceAnswer>,
    /// Until when gifts give premium.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub gift_until: Option<OffsetDateTime>,
    /// How many days of gifts wait until no subscription renews any more.
    pub gift_days: i64,
    /// For a user: whether a paid subscription waits to be accepted, under their address or paid in this browser.
    pub is_offered: bool,
}

/// What became of a second subscription.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaidTwiceAnswer {
    /// `ending` for a moment, then `refunded`; `not_renewed` if it could not be refunded.
    pub state: String,
    /// What was refunded, in the smallest unit of the currency: cents of a dollar.
    pub amount: i64,
    /// The currency, as three letters.
    #[schema(required)]
    pub currency: Option<String>,
    /// When it was found.
    #[serde(with = "time::serde::rfc3339")]
    pub found_at: OffsetDateTime,
    /// When it ends or ended.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub ends_at: Option<OffsetDateTime>,
}

impl From<PaidTwice> for PaidTwiceAnswer {
    fn from(found: PaidTwice) -> Self {
        Self {
            state: found.state,
            amount: found.amount,
            currency: found.currency,
            found_at: found.found_at,
            ends_at: found.ends_at,
        }
    }
}

impl SubscriptionAnswer {
    fn of(ctx: &Ctx, status: SubscriptionStatus, is_offered: bool) -> Self {
        let payments = ctx.payments.as_ref();
        Self {
            available: payments.is_some_and(shared::payments::Payments::may_sell),
            yearly_price: payments.and_then(shared::payments::Payments::yearly_cents),
            stand_in: payments.is_some_and(|payments| payments.stand_in().is_some()),
            publishable_key: payments.map(|payments| payments.publishable_key().to_owned()),
            is_premium: status.is_premium,
            status: status.status,
            plan: status.plan,
            renews_at: status.renews_at,
            cancels_at: status.cancels_at,
            grace_until: status.grace_until,
            waits_for: status.waits_for,
            paid_twice: status.paid_twice.map(PaidTwiceAnswer::from),
            gift_until: status.gift_until,
            gift_days: status.gift_days,
            is_offered,
        }
    }
}

/// The status of the caller's subscription.
///
/// For everybody: a visitor is known by the cookie that `createSubscription` set.
#[utoipa::path(get, operation_id = "subscription", path = "/subscription", tag = "subscription", responses((status = 200, body = SubscriptionAnswer), Reads))]
pub async fn read(
    CheckoutCaller(caller): CheckoutCaller,
    BrowserCheckout(browser): BrowserCheckout,
    State(state): State<AppState>,
    Now(now): Now,
) -> Result<axum::Json<SubscriptionAnswer>, ApiError> {
    answer(&state.ctx, &caller, browser.as_ref(), now)
        .await
        .map(axum::Json)
        .map_err(ApiError::from)
}

async fn answer(
    ctx: &Ctx,
    caller: &Caller,
    browser: Option<&CheckoutToken>,
    now: OffsetDateTime,
) -> Result<SubscriptionAnswer, Error> {
    let status = subscription::status(ctx, caller, now).await?;
    let is_offered = match caller {
        Caller::User(user) => subscription::is_offered(ctx, user.id, browser).await?,
        Caller::Visitor(_) | Caller::Nobody => false,
    };
    Ok(SubscriptionAnswer::of(ctx, status, is_offered))
}

/// The status of the caller's subscription, at once and after each change.
///
/// Server-sent events named `subscription`, each with what `subscription` answers, until the session is over.
#[utoipa::path(get, operation_id = "subscriptionEvents", path = "/subscription/events", tag = "subscription", responses((status = 200, body = String, content_type = "text/event-stream"), Reads))]
pub async fn follow(
    CheckoutCaller(caller): CheckoutCaller,
    BrowserCheckout(browser): BrowserCheckout,
    session: BrowserSession,
    State(state): State<AppState>,
    slot: Slot,
) -> Result<Response, ApiError> {
    let topic = subscription::topic(&state.ctx, &caller).await?;
    // Subscribing before the first read: no change in between is missed.
    let receiver = state.ctx.notifications.subscribe();
    subscription::sync_unpaid(&state.ctx, &caller).await?;
    // A visitor's stream has no session to check.
    let is_user = matches!(caller, Caller::User(_));
    let session = session.token().filter(|_| is_user);
    let (ctx, interval) = (state.ctx.clone(), state.ctx.timeouts.session_recheck);
    let is_allowed = move || is_allowed(ctx.clone(), session.clone());
    let read = move || current(state.ctx.clone(), caller.clone(), browser.clone());
    let concerns =
        move |notification: &Notification| matches!(notification, Notification::Subscription(id) if Some(*id) == topic);
    let events = events::stream("subscription", receiver, concerns, read);
    let events = events::while_allowed(events, interval, is_allowed);
    Ok(if is_user {
        events::answer(events, slot)
    } else {
        events::answer(events::for_some_minutes(events), slot)
    })
}

async fn is_allowed(ctx: Arc<Ctx>, session: Option<SessionToken>) -> Result<bool, Error> {
    match session {
        Some(token) => Ok(session::open_until(&ctx.db, &token).await?.is_some()),
        None => Ok(true),
    }
}

/// The current status. The account of a user is read again.
async fn current(ctx: Arc<Ctx>, caller: Caller, browser: Option<CheckoutToken>) -> Option<SubscriptionAnswer> {
    let caller = match caller {
        Caller::User(user) => Caller::User(Box::new(shared::user::find(&ctx.db, user.id).await.ok()?)),
        other @ (Caller::Visitor(_) | Caller::Nobody) => other,
    };
    answer(&ctx, &caller, browser.as_ref(), now()).await.ok()
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
    /// How often it is paid; absent, it is every month.
    #[serde(default)]
    plan: PlanChoice,
}

/// The plans that are sold. Years are, if `subscription` has their price.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum PlanChoice {
    /// Every month.
    #[default]
    Monthly,
    /// Every year.
    Yearly,
}

impl From<PlanChoice> for Plan {
    fn from(choice: PlanChoice) -> Self {
        match choice {
            PlanChoice::Monthly => Self::Monthly,
            PlanChoice::Yearly => Self::Yearly,
        }
    }
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
/// Asked again, it is the same one, until that is paid or over. With the other plan, the unpaid one ends. A visitor is known again by a cookie.
///
/// # Errors
/// 403 `ACCOUNT_BLOCKED`, or `ADDRESS_NOT_PROVEN` if many unpaid checkouts name the address, 409 `ALREADY_SUBSCRIBED`,
/// 422, 429 `TOO_MANY_ATTEMPTS`, 503 `PAYMENTS_NOT_SET_UP` or `PAYMENTS_UNAVAILABLE`.
#[utoipa::path(post, operation_id = "createSubscription", path = "/create-subscription", tag = "subscription", request_body = SubscriptionRequest, responses((status = 200, body = SubscriptionBegun), Changes, JsonBody, Conflict))]
pub async fn create(
    CheckoutBuyer { buyer, cookies }: CheckoutBuyer,
    IpPrefix(ip_prefix): IpPrefix,
    appearance: Appearance,
    Now(now): Now,
    State(state): State<AppState>,
    Json(request): Json<SubscriptionRequest>,
) -> Result<(CookieJar, axum::Json<SubscriptionBegun>), Refused> {
    let wanted = CheckoutForm::parse(&request.email, request.name.as_deref())
        .map_err(ApiError::from)?
        .in_language(appearance.locale)
        .of_plan(request.plan.into());
    subscription::count_checkout(&state.ctx, &buyer, ip_prefix, now)
        .await
        .map_err(ApiError::from)?;
    let begun = subscription::begin(&state.ctx, &buyer, &wanted).await;
    // The cookie is sent with an error too, so that a retry continues the same subscription.
    let way = begun.map_err(|error| Refused::with(cookies.clone(), error.into()))?;
    let (client_secret, invoice_url) = match way {
        FirstPayment::Form(secret) => (Some(secret), None),
        FirstPayment::Page(url) => (None, Some(url)),
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

/// Opens the billing page of the signed-in user, blocked or not.
///
/// Blocked people may, too.
///
/// # Errors
/// 401; 404 `NO_BILLING` for a user who never paid; 503 `PAYMENTS_NOT_SET_UP` or `PAYMENTS_UNAVAILABLE`.
#[utoipa::path(post, operation_id = "createPortalSession", path = "/create-portal-session", tag = "subscription", responses((status = 200, body = PortalAnswer), Changes, NotFound))]
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
    /// With the month or year that is paid; at once if a payment is late.
    #[serde(with = "time::serde::rfc3339")]
    pub cancels_at: OffsetDateTime,
}

/// Ends the caller's subscription with the month or year that is paid.
///
/// For users, and for the browser that paid as a visitor as long as nobody has claimed the subscription. With the month or year that is paid; at once if a payment is late. Asked again, nothing changes.
///
/// # Errors
/// 401; 403 `ACCOUNT_BLOCKED`; 404 `NO_BILLING` if none runs; 503 `PAYMENTS_NOT_SET_UP` or `PAYMENTS_UNAVAILABLE`.
#[utoipa::path(post, operation_id = "cancelSubscription", path = "/subscription/cancel", tag = "subscription", responses((status = 200, body = CancelAnswer), Changes, NotFound))]
pub async fn cancel(
    KnownBuyer(buyer): KnownBuyer,
    State(state): State<AppState>,
) -> Result<axum::Json<CancelAnswer>, ApiError> {
    let cancels_at = subscription::cancel_with_period(&state.ctx, &buyer).await?;
    Ok(axum::Json(CancelAnswer { cancels_at }))
}
