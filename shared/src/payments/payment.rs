//! One-off payments, which pay a gift.

use stripe_core::payment_intent::{
    CancelPaymentIntent, CreatePaymentIntent, RetrievePaymentIntent, UpdatePaymentIntent,
};
use stripe_core::refund::CreateRefundReason;
use stripe_shared::PaymentIntent;
use stripe_types::Currency;
use uuid::Uuid;

use super::charge::{RemoteCharge, charge_of};
use super::problem::Problem;
use super::{Payments, Refunded};

/// The metadata key that links a payment to the row of a gift. `subscription/event/body.rs` looks for it, too.
const GIFT_ROW: &str = "stillwater_gift";
const CHARGE: &str = "latest_charge";
/// What Stripe's own receipt calls it.
const DESCRIPTION: &str = "A year of Premium, as a gift";

/// A payment to create.
#[derive(Debug, Clone, Copy)]
pub struct NewPayment<'a> {
    /// The id of the gift's row.
    pub row: Uuid,
    /// How many requests for it were refused.
    pub attempt: i32,
    /// In cents of a dollar.
    pub cents: i64,
    /// The address for the receipt.
    pub email: &'a str,
}

/// How a payment stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaymentState {
    /// A card can still pay it.
    Open,
    /// The bank works on it.
    Processing,
    /// It is paid.
    Succeeded,
    /// It can be paid no more.
    Canceled,
}

/// The state of a payment at Stripe.
#[derive(Clone)]
pub struct RemotePayment {
    /// Its id at Stripe.
    pub id: String,
    /// How it stands.
    pub state: PaymentState,
    /// Whether it belongs to live mode.
    pub live: bool,
    /// The id of the gift's row, from its metadata.
    pub row: Option<Uuid>,
    /// What opens the payment form. Only the buyer may see it, and it is never logged.
    pub secret: Option<String>,
    /// The charge that paid it.
    pub charge: Option<RemoteCharge>,
}

impl Payments {
    /// Creates a payment that waits for a card.
    pub async fn make_payment(&self, new: NewPayment<'_>) -> Result<RemotePayment, Problem> {
        let request = CreatePaymentIntent::new(new.cents, Currency::USD)
            .receipt_email(new.email)
            .description(DESCRIPTION)
            .metadata([(GIFT_ROW.to_owned(), new.row.to_string())]);
        let key = format!("gift-{}-{}", new.row, new.attempt);
        Ok(read(&self.send_once(&request, &key).await?))
    }

    /// Changes the address for the receipt of a payment.
    pub async fn readdress_payment(&self, id: &str, email: &str) -> Result<(), Problem> {
        UpdatePaymentIntent::new(id)
            .receipt_email(email)
            .send(&self.client)
            .await?;
        Ok(())
    }

    /// The current state of a payment.
    pub async fn payment(&self, id: &str) -> Result<RemotePayment, Problem> {
        let request = RetrievePaymentIntent::new(id).expand(vec![CHARGE.to_owned()]);
        Ok(read(&request.send(&self.client).await?))
    }

    /// Makes sure that a payment can be paid no more.
    ///
    /// # Errors
    /// `Refused` if it is paid or was cancelled before.
    pub async fn cancel_payment(&self, id: &str) -> Result<(), Problem> {
        CancelPaymentIntent::new(id).send(&self.client).await?;
        Ok(())
    }

    /// Refunds a payment. Repeating it with the same row refunds nothing more.
    ///
    /// # Errors
    /// `Refused` if it cannot be refunded, for example because it is disputed.
    pub async fn refund_payment(&self, id: &str, row: Uuid) -> Result<Refunded, Problem> {
        self.refund(id, row, CreateRefundReason::RequestedByCustomer).await
    }
}

fn read(found: &PaymentIntent) -> RemotePayment {
    let state = match found.status.as_str() {
        "succeeded" => PaymentState::Succeeded,
        "canceled" => PaymentState::Canceled,
        "requires_action" | "requires_confirmation" | "requires_payment_method" => PaymentState::Open,
        // `processing`, or a word that we do not know: it gives nothing and is asked about again.
        _ => PaymentState::Processing,
    };
    let charge = found.latest_charge.as_ref().and_then(|charge| charge.as_object());
    RemotePayment {
        id: found.id.to_string(),
        state,
        live: found.livemode,
        row: found.metadata.get(GIFT_ROW).and_then(|id| Uuid::try_parse(id).ok()),
        secret: found.client_secret.clone(),
        charge: charge.map(charge_of),
    }
}
