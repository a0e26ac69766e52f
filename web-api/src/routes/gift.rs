//! A year of premium as a gift: paying one, seeing one's own, looking at one by its code, and accepting it.
//!
//! Invariant: a code travels in bodies only, so that no log of addresses has it.

use axum::extract::State;
use axum_extra::extract::CookieJar;
use serde::{Deserialize, Serialize};
use shared::error::Error;
use shared::gift::{self, GiftCode, Outcome, Own};
use shared::subscription::{Caller, CheckoutForm};
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::ApiError;
use crate::error::refusals::{Changes, Conflict, JsonBody, Reads};
use crate::extract::body::{Json, Now};
use crate::extract::checkout::{BrowserCheckout, CheckoutBuyer, CheckoutCaller};
use crate::extract::client_address::IpPrefix;
use crate::extract::person::{MaybeSignedIn, Refused, SignedIn};
use crate::state::AppState;

/// Who gives a year.
#[derive(Deserialize, ToSchema)]
pub struct GiftRequest {
    /// Where the receipt goes.
    #[serde(default)]
    #[schema(required)]
    email: String,
}

/// How to pay a gift.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GiftBegun {
    /// What opens the payment form.
    pub client_secret: String,
    /// What is paid, once, in cents of a dollar.
    pub amount: i64,
}

/// Begins a gift. Asked again, it is the same one, until that is paid or a day old.
///
/// For everybody: a visitor is known again by a cookie. It is one payment, and does not renew.
///
/// # Errors
/// 403 `ACCOUNT_BLOCKED`; 409 while the bank works on an earlier payment; 422; 429 `TOO_MANY_ATTEMPTS`; 503
/// `PAYMENTS_NOT_SET_UP` where no years are sold, or `PAYMENTS_UNAVAILABLE`.
#[utoipa::path(post, operation_id = "beginGift", path = "/gifts", tag = "gift", request_body = GiftRequest, responses((status = 200, body = GiftBegun), Changes, JsonBody, Conflict))]
pub async fn begin(
    CheckoutBuyer { buyer, cookies }: CheckoutBuyer,
    IpPrefix(ip_prefix): IpPrefix,
    Now(now): Now,
    State(state): State<AppState>,
    Json(request): Json<GiftRequest>,
) -> Result<(CookieJar, axum::Json<GiftBegun>), Refused> {
    let form = CheckoutForm::parse(&request.email, None).map_err(ApiError::from)?;
    gift::count_checkout(&state.ctx, &buyer, ip_prefix, now)
        .await
        .map_err(ApiError::from)?;
    let begun = gift::begin(&state.ctx, &buyer, &form).await;
    // The cookie is sent with an error too, so that a retry continues the same payment.
    let begun = begun.map_err(|error| Refused::with(cookies.clone(), error.into()))?;
    let answer = GiftBegun {
        client_secret: begun.secret,
        amount: begun.amount,
    };
    Ok((cookies, axum::Json(answer)))
}

/// A gift as its giver sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnGift {
    /// Its id.
    pub id: Uuid,
    /// `begun` until it is paid; then `paid`, `used`, `refunding`, `refunded`, `disputed` or `ended`.
    pub state: String,
    /// What was paid, in cents of a dollar.
    pub amount: i64,
    /// When it was paid.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub paid_at: Option<OffsetDateTime>,
    /// When it was accepted.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub used_at: Option<OffsetDateTime>,
    /// Until when it can be accepted.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub expires_at: Option<OffsetDateTime>,
    /// The code, as long as it can be used. The link is `/gift/` and this.
    #[schema(required)]
    pub code: Option<String>,
}

impl From<Own> for OwnGift {
    fn from(gift: Own) -> Self {
        Self {
            id: gift.id,
            state: gift.state,
            amount: gift.amount,
            paid_at: gift.paid_at,
            used_at: gift.used_at,
            expires_at: gift.expires_at,
            code: gift.code.map(|code| code.in_groups()),
        }
    }
}

/// The gifts that the caller has paid, newest first.
///
/// Those of the account, and those paid in this browser. One that was just paid is known by then.
#[utoipa::path(get, operation_id = "ownGifts", path = "/gifts", tag = "gift", responses((status = 200, body = Vec<OwnGift>), Reads))]
pub async fn own(
    CheckoutCaller(caller): CheckoutCaller,
    BrowserCheckout(browser): BrowserCheckout,
    State(state): State<AppState>,
) -> Result<axum::Json<Vec<OwnGift>>, ApiError> {
    let user = match caller {
        Caller::User(user) => Some(user.id),
        Caller::Visitor(_) | Caller::Nobody => None,
    };
    let gifts = gift::own(&state.ctx, user, browser.as_ref()).await?;
    Ok(axum::Json(gifts.into_iter().map(OwnGift::from).collect()))
}

/// The code of a gift.
#[derive(Deserialize, ToSchema)]
pub struct GiftCodeRequest {
    /// As it stands in the link, or as it was typed.
    #[serde(default)]
    #[schema(required)]
    code: String,
}

/// How a gift stands for the caller.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum GiftStanding {
    /// It can be accepted.
    Open,
    /// The caller has accepted it.
    Accepted,
    /// The caller has paid it.
    Own,
    /// Somebody else has accepted it.
    Used,
    /// Nobody has accepted it in time.
    Expired,
    /// It was refunded, disputed, or ended by staff.
    Ended,
    /// No gift has this code.
    Unknown,
}

/// A gift as the person who has its link sees it. It says nothing about who paid.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GiftSeen {
    /// How it stands.
    pub state: GiftStanding,
    /// Once accepted: until when the caller has premium by gifts; none while their subscription runs.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub until: Option<OffsetDateTime>,
    /// Once accepted: how many days wait until the caller's subscription has ended.
    pub held_days: i64,
}

impl From<Outcome> for GiftSeen {
    fn from(outcome: Outcome) -> Self {
        let state = match outcome {
            Outcome::Open => GiftStanding::Open,
            Outcome::Accepted { until, held_days } => {
                return Self {
                    state: GiftStanding::Accepted,
                    until,
                    held_days,
                };
            }
            Outcome::Own => GiftStanding::Own,
            Outcome::Used => GiftStanding::Used,
            Outcome::Expired => GiftStanding::Expired,
            Outcome::Ended => GiftStanding::Ended,
        };
        Self::without_balance(state)
    }
}

impl GiftSeen {
    const fn without_balance(state: GiftStanding) -> Self {
        Self {
            state,
            until: None,
            held_days: 0,
        }
    }

    fn of(seen: Result<Outcome, Error>) -> Result<axum::Json<Self>, ApiError> {
        match seen {
            Err(Error::NotFound) => Ok(axum::Json(Self::without_balance(GiftStanding::Unknown))),
            seen => Ok(axum::Json(seen?.into())),
        }
    }
}

/// How the gift of a code stands for the caller.
///
/// # Errors
/// 403 `ACCOUNT_BLOCKED`; 429 `TOO_MANY_ATTEMPTS`.
#[utoipa::path(post, operation_id = "lookAtGift", path = "/gifts/look", tag = "gift", request_body = GiftCodeRequest, responses((status = 200, body = GiftSeen), Changes, JsonBody))]
pub async fn look(
    MaybeSignedIn(user): MaybeSignedIn,
    IpPrefix(ip_prefix): IpPrefix,
    Now(now): Now,
    State(state): State<AppState>,
    Json(request): Json<GiftCodeRequest>,
) -> Result<axum::Json<GiftSeen>, ApiError> {
    let user = user.map(|user| user.id);
    gift::count_attempt(&state.ctx, user, ip_prefix, now).await?;
    GiftSeen::of(match GiftCode::parse(&request.code) {
        Some(code) => gift::look(&state.ctx, &code, user).await,
        None => Err(Error::NotFound),
    })
}

/// Accepts the gift of a code: a year of premium is added to what the caller has.
///
/// Asked again, nothing changes. While a subscription of the caller runs, the year waits.
///
/// # Errors
/// 401; 403 `ACCOUNT_BLOCKED`; 429 `TOO_MANY_ATTEMPTS`.
#[utoipa::path(post, operation_id = "acceptGift", path = "/gifts/accept", tag = "gift", request_body = GiftCodeRequest, responses((status = 200, body = GiftSeen), Changes, JsonBody))]
pub async fn accept(
    SignedIn(user): SignedIn,
    IpPrefix(ip_prefix): IpPrefix,
    Now(now): Now,
    State(state): State<AppState>,
    Json(request): Json<GiftCodeRequest>,
) -> Result<axum::Json<GiftSeen>, ApiError> {
    gift::count_attempt(&state.ctx, Some(user.id), ip_prefix, now).await?;
    GiftSeen::of(match GiftCode::parse(&request.code) {
        Some(code) => gift::accept(&state.ctx, user.id, &code).await,
        None => Err(Error::NotFound),
    })
}
