//! Refunds, and the card that pays a subscription.

use stripe_billing::invoice::ListInvoice;
use stripe_billing::invoice_payment::ListInvoicePayment;
use stripe_billing::subscription::RetrieveSubscription;
use stripe_core::refund::{CreateRefund, CreateRefundReason};
use stripe_shared::{Invoice, InvoiceStatus};
use uuid::Uuid;

use super::Payments;
use super::problem::Problem;

const PAGE_SIZE: i64 = 100;
/// An invoice is usually paid by one payment; Stripe allows several.
const MAX_PAYMENTS: i64 = 10;
/// Stripe's code for a charge of which nothing is left to refund.
const ALREADY_REFUNDED: &str = "charge_already_refunded";

/// What was refunded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Refunded {
    /// In the smallest unit of the currency; 0 if nothing was left to refund.
    pub amount: i64,
    /// The currency, as three letters.
    pub currency: Option<String>,
}

impl Payments {
    /// Stripe's fingerprint of the card that pays a subscription: the same for one card, also when somebody else uses it.
    /// None if something other than a card pays.
    pub async fn card_fingerprint(&self, subscription: &str) -> Result<Option<String>, Problem> {
        let request = RetrieveSubscription::new(subscription).expand(vec!["default_payment_method".to_owned()]);
        let found = match request.send(&self.client).await.map_err(Problem::from) {
            Err(Problem::Missing) => return Ok(None),
            found => found?,
        };
        let method = found
            .default_payment_method
            .as_ref()
            .and_then(|method| method.as_object());
        Ok(method
            .and_then(|method| method.card.as_ref())
            .and_then(|card| card.fingerprint.clone()))
    }

    /// Refunds what was paid for a subscription since a time (a Unix timestamp), newest payment first. Repeating it with
    /// the same row refunds nothing more.
    ///
    /// # Errors
    /// `Refused` if the newest payment cannot be refunded, for example because it is disputed. An older one that cannot is
    /// left out.
    pub async fn refund_since(&self, subscription: &str, row: Uuid, since: i64) -> Result<Refunded, Problem> {
        let paid = ListInvoice::new()
            .subscription(subscription)
            .status(InvoiceStatus::Paid)
            .limit(PAGE_SIZE)
            .send(&self.client)
            .await?;
        let (mut refunded, mut is_newest) = (Refunded::default(), true);
        for invoice in paid.data.iter().filter(|invoice| invoice.created >= since) {
            for intent in self.payments_of(invoice).await? {
                match self.refund(&intent, row, CreateRefundReason::Duplicate).await {
                    Ok(refund) => {
                        refunded.amount += refund.amount;
                        refunded.currency = refund.currency;
                    }
                    Err(Problem::Refused { .. }) if !is_newest => {}
                    Err(problem) => return Err(problem),
                }
                is_newest = false;
            }
        }
        Ok(refunded)
    }

    /// The ids of the payment intents that paid an invoice. None if nothing was due, as in a trial.
    async fn payments_of(&self, invoice: &Invoice) -> Result<Vec<String>, Problem> {
        let Some(id) = invoice.id.as_ref().filter(|_| invoice.amount_paid > 0) else {
            return Ok(Vec::new());
        };
        let found = ListInvoicePayment::new()
            .invoice(id.as_str())
            .limit(MAX_PAYMENTS)
            .send(&self.client)
            .await?;
        let intents = found
            .data
            .into_iter()
            .filter_map(|payment| payment.payment.payment_intent);
        Ok(intents.map(|intent| intent.id().to_string()).collect())
    }

    pub(super) async fn refund(
        &self,
        intent: &str,
        row: Uuid,
        reason: CreateRefundReason,
    ) -> Result<Refunded, Problem> {
        let request = CreateRefund::new().payment_intent(intent).reason(reason);
        match self.send_once(&request, &format!("refund-{row}-{intent}")).await {
            Ok(refund) if matches!(refund.status.as_deref(), Some("failed" | "canceled")) => Err(Problem::Refused {
                parameter: None,
                reason: "the refund failed".to_owned(),
            }),
            Ok(refund) => Ok(Refunded {
                amount: refund.amount,
                currency: Some(refund.currency.to_string()),
            }),
            Err(Problem::Refused { reason, .. }) if reason.ends_with(ALREADY_REFUNDED) => Ok(Refunded::default()),
            Err(problem) => Err(problem),
        }
    }
}
