//! Charges: what was disputed and refunded, and which subscription it paid.

use stripe_billing::invoice_payment::{ListInvoicePayment, ListInvoicePaymentPayment, ListInvoicePaymentPaymentType};
use stripe_core::charge::RetrieveCharge;

use super::Payments;
use super::problem::Problem;
use super::responses;

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
    /// Whether the cardholder disputes it.
    pub is_disputed: bool,
}

impl Payments {
    /// A charge, and the id of the subscription that it paid; none if it paid none, or belongs to the other mode.
    pub async fn charge(&self, id: &str) -> Result<Option<(RemoteCharge, String)>, Problem> {
        let found = match RetrieveCharge::new(id).send(&self.client).await.map_err(Problem::from) {
            Err(Problem::Missing) => return Ok(None),
            found => found?,
        };
        let Some(intent) = found.payment_intent.filter(|_| self.is_ours(found.livemode)) else {
            return Ok(None);
        };
        // A charge no longer names its invoice: the payment of the invoice links the two.
        let mut by_intent = ListInvoicePaymentPayment::new(ListInvoicePaymentPaymentType::PaymentIntent);
        by_intent.payment_intent = Some(intent.id().to_string());
        let paid = ListInvoicePayment::new()
            .payment(by_intent)
            .expand(vec!["data.invoice".to_owned()])
            .limit(1)
            .send(&self.client)
            .await?;
        let invoice = paid.data.first().and_then(|payment| payment.invoice.as_object());
        let Some(subscription) = invoice.and_then(responses::subscription_of_invoice) else {
            return Ok(None);
        };
        let charge = RemoteCharge {
            id: found.id.to_string(),
            amount: found.amount,
            amount_refunded: found.amount_refunded,
            currency: found.currency.to_string(),
            is_refunded: found.refunded,
            is_disputed: found.disputed,
        };
        Ok(Some((charge, subscription)))
    }
}
