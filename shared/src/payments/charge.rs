//! Charges: what was disputed and refunded, and what they paid.

use stripe_billing::invoice_payment::{ListInvoicePayment, ListInvoicePaymentPayment, ListInvoicePaymentPaymentType};
use stripe_core::charge::RetrieveCharge;
use stripe_core::dispute::ListDispute;
use stripe_core::refund::ListRefund;
use stripe_shared::{Charge, DisputeStatus};

use super::Payments;
use super::problem::Problem;
use super::responses;

/// As many refunds of one charge as Stripe lists at once.
const MAX_REFUNDS: i64 = 100;

/// A charge at Stripe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteCharge {
    /// Its id at Stripe.
    pub id: String,
    /// In the smallest unit of the currency.
    pub amount: i64,
    /// What was refunded of it.
    pub amount_refunded: i64,
    /// The currency, as three letters.
    pub currency: String,
    /// Whether all of it was refunded.
    pub is_refunded: bool,
    /// Whether the cardholder disputes it, or their bank inquires. [`Payments::disputed`] says which.
    pub is_disputed: bool,
}

/// What a charge paid, by its id at Stripe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaidFor {
    /// An invoice of this subscription.
    Subscription(String),
    /// This payment, which belongs to no invoice.
    Payment(String),
}

/// What became of a cardholder's question to the bank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disputed {
    /// Nothing is open, and nothing was taken back.
    No,
    /// The bank inquires. Stripe has taken nothing back yet.
    Inquiry,
    /// It is or was a dispute: Stripe has taken the money back.
    Dispute,
}

impl Disputed {
    /// What a status means: <https://docs.stripe.com/api/disputes/object#dispute_object-status>.
    fn of_status(status: &DisputeStatus) -> Self {
        match status.as_str() {
            // Closed without a dispute, or settled by a refund before one.
            "warning_closed" | "prevented" => Self::No,
            word if word.starts_with("warning_") => Self::Inquiry,
            _ => Self::Dispute,
        }
    }
}

impl Payments {
    /// Whether a charge is disputed, or its bank only inquires. The charge itself does not tell the two apart.
    pub async fn disputed(&self, charge: &str) -> Result<Disputed, Problem> {
        let found = ListDispute::new().charge(charge).send(&self.client).await?;
        let all: Vec<Disputed> = found
            .data
            .iter()
            .map(|found| Disputed::of_status(&found.status))
            .collect();
        let worst = [Disputed::Dispute, Disputed::Inquiry];
        Ok(worst.into_iter().find(|one| all.contains(one)).unwrap_or(Disputed::No))
    }

    /// How much of the refunds of a charge has failed, in the smallest unit of the currency.
    pub async fn refunds_failed(&self, charge: &str) -> Result<i64, Problem> {
        let refunds = ListRefund::new()
            .charge(charge)
            .limit(MAX_REFUNDS)
            .send(&self.client)
            .await?;
        let failed = refunds
            .data
            .iter()
            .filter(|refund| refund.status.as_deref() == Some("failed"));
        Ok(failed.map(|refund| refund.amount).sum())
    }

    /// A charge, and what it paid; none if it paid nothing of ours, or belongs to the other mode.
    pub async fn charge(&self, id: &str) -> Result<Option<(RemoteCharge, PaidFor)>, Problem> {
        let found = match RetrieveCharge::new(id).send(&self.client).await.map_err(Problem::from) {
            Err(Problem::Missing) => return Ok(None),
            found => found?,
        };
        let intent = found.payment_intent.as_ref().filter(|_| self.is_ours(found.livemode));
        let Some(intent) = intent.map(|intent| intent.id().to_string()) else {
            return Ok(None);
        };
        // A charge no longer names its invoice: the payment of the invoice links the two.
        let mut by_intent = ListInvoicePaymentPayment::new(ListInvoicePaymentPaymentType::PaymentIntent);
        by_intent.payment_intent = Some(intent.clone());
        let paid = ListInvoicePayment::new()
            .payment(by_intent)
            .expand(vec!["data.invoice".to_owned()])
            .limit(1)
            .send(&self.client)
            .await?;
        let paid_for = match paid.data.first() {
            // No invoice: a payment on its own.
            None => Some(PaidFor::Payment(intent)),
            Some(payment) => {
                let invoice = payment.invoice.as_object();
                invoice
                    .and_then(responses::subscription_of_invoice)
                    .map(PaidFor::Subscription)
            }
        };
        Ok(paid_for.map(|paid_for| (charge_of(&found), paid_for)))
    }
}

pub(super) fn charge_of(found: &Charge) -> RemoteCharge {
    RemoteCharge {
        id: found.id.to_string(),
        amount: found.amount,
        amount_refunded: found.amount_refunded,
        currency: found.currency.to_string(),
        is_refunded: found.refunded,
        is_disputed: found.disputed,
    }
}
