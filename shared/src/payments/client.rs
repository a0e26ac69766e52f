//! The requests to Stripe.

use std::time::Duration;

use miniserde::Deserialize;
use stripe::{IdempotencyKey, RequestStrategy, StripeRequest};
use stripe_billing::billing_portal_session::CreateBillingPortalSession;
use stripe_billing::invoice::ListInvoice;
use stripe_billing::subscription::{
    CancelSubscription, CreateSubscription, CreateSubscriptionItems, CreateSubscriptionPaymentBehavior,
    CreateSubscriptionPaymentSettings, CreateSubscriptionPaymentSettingsSaveDefaultPaymentMethod, ListSubscription,
    RetrieveSubscription, UpdateSubscription,
};
use stripe_billing::subscription_schedule::ReleaseSubscriptionSchedule;
use stripe_core::customer::{CreateCustomer, UpdateCustomer};
use stripe_core::event::ListEvent;
use stripe_shared::{InvoiceStatus, SubscriptionStatus};
use uuid::Uuid;

use super::problem::Problem;
use super::responses::{self, PayableSubscription, RemoteEvent, RemoteSubscription};
use super::{Payments, Plan};
use crate::locale::Locale;

/// The metadata keys that link a Stripe object to a row of ours.
pub(super) const CUSTOMER_ROW: &str = "stillwater_customer";
pub(super) const SUBSCRIPTION_ROW: &str = "stillwater_subscription";

/// The kinds of events that concern subscriptions and what was paid for them. Stripe takes 20 at most.
const EVENT_KINDS: [&str; 20] = [
    "charge.dispute.closed",
    "charge.dispute.created",
    "charge.dispute.updated",
    "charge.refunded",
    "customer.subscription.created",
    "customer.subscription.updated",
    "customer.subscription.deleted",
    "customer.subscription.paused",
    "customer.subscription.resumed",
    "invoice.created",
    "invoice.finalized",
    "invoice.paid",
    "invoice.payment_action_required",
    "invoice.payment_failed",
    "invoice.updated",
    "invoice.voided",
    "customer.updated",
    "payment_method.attached",
    "radar.early_fraud_warning.created",
    "refund.failed",
];
/// Expands the latest invoice with the secret of the payment form.
const FIRST_INVOICE: &str = "latest_invoice.confirmation_secret";
const PAGE_SIZE: i64 = 100;

/// How often a request is retried while another process sends the same one.
const BUSY_RETRIES: u32 = 12;
const BUSY_RETRY_PAUSE: Duration = Duration::from_millis(250);

/// A customer to create.
#[derive(Debug, Clone, Copy)]
pub struct NewCustomer<'a> {
    /// The id of its row.
    pub row: Uuid,
    /// How often the request was replaced by another one.
    pub attempt: i32,
    /// Where and how Stripe writes to them.
    pub contact: Contact<'a>,
}

/// Where and how Stripe writes to a customer.
#[derive(Debug, Clone, Copy)]
pub struct Contact<'a> {
    /// The address for receipts.
    pub email: &'a str,
    /// The name on receipts.
    pub name: Option<&'a str>,
    /// The language of receipts and of Stripe's pages; unset keeps what Stripe has.
    pub locale: Option<Locale>,
}

/// A subscription to create.
#[derive(Debug, Clone, Copy)]
pub struct NewSubscription<'a> {
    /// The id of its row.
    pub row: Uuid,
    /// How many requests for it were refused.
    pub attempt: i32,
    /// The id of the customer's row.
    pub customer_row: Uuid,
    /// The customer's id at Stripe.
    pub customer: &'a str,
    /// How often it is paid.
    pub plan: Plan,
}

type ApiResult<T> = Result<T, Problem>;

/// The languages of a customer, as Stripe names them, by preference.
fn preferred_locales(locale: Locale) -> Vec<String> {
    let tags: &[&str] = match locale {
        Locale::English => &["en"],
        Locale::Spanish => &["es-419", "es"],
    };
    tags.iter().map(|&tag| tag.to_owned()).collect()
}

impl Payments {
    /// Creates a customer and returns their id at Stripe.
    pub async fn make_customer(&self, new: NewCustomer<'_>) -> ApiResult<String> {
        let mut request = CreateCustomer::new()
            .email(new.contact.email)
            .metadata([(CUSTOMER_ROW.to_owned(), new.row.to_string())]);
        if let Some(name) = new.contact.name {
            request = request.name(name);
        }
        if let Some(locale) = new.contact.locale {
            request = request.preferred_locales(preferred_locales(locale));
        }
        let key = format!("customer-{}-{}", new.row, new.attempt);
        let customer = self.send_once(&request, &key).await?;
        Ok(customer.id.to_string())
    }

    /// Changes where and how Stripe writes to a customer.
    pub async fn update_customer(&self, customer: &str, contact: Contact<'_>) -> ApiResult<()> {
        let mut request = UpdateCustomer::new(customer).email(contact.email);
        if let Some(name) = contact.name {
            request = request.name(name);
        }
        if let Some(locale) = contact.locale {
            request = request.preferred_locales(preferred_locales(locale));
        }
        request.send(&self.client).await?;
        Ok(())
    }

    /// Creates a subscription that starts when its first invoice is paid.
    pub async fn make_subscription(&self, new: NewSubscription<'_>) -> ApiResult<PayableSubscription> {
        let Some(price) = self.price_of(new.plan) else {
            return Err(Problem::Refused {
                parameter: None,
                reason: "no price is set for this plan".to_owned(),
            });
        };
        let mut item = CreateSubscriptionItems::new();
        item.price = Some(price.to_owned());
        let mut payment = CreateSubscriptionPaymentSettings::new();
        payment.save_default_payment_method =
            Some(CreateSubscriptionPaymentSettingsSaveDefaultPaymentMethod::OnSubscription);
        let request = CreateSubscription::new()
            .customer(new.customer)
            .items(vec![item])
            .payment_behavior(CreateSubscriptionPaymentBehavior::DefaultIncomplete)
            .payment_settings(payment)
            .metadata([
                (CUSTOMER_ROW.to_owned(), new.customer_row.to_string()),
                (SUBSCRIPTION_ROW.to_owned(), new.row.to_string()),
            ])
            .expand(vec![FIRST_INVOICE.to_owned()]);
        let key = format!("subscription-{}-{}", new.row, new.attempt);
        let created = self.send_once(&request, &key).await?;
        Ok(responses::payable(&created))
    }

    /// The current state of a subscription, with the way to pay its latest invoice.
    pub async fn payable_subscription(&self, id: &str) -> ApiResult<PayableSubscription> {
        let request = RetrieveSubscription::new(id).expand(vec![FIRST_INVOICE.to_owned()]);
        let found = request.send(&self.client).await?;
        let mut payable = responses::payable(&found);
        payable.remote = self.read(&found).await?;
        Ok(payable)
    }

    /// The URL of Stripe's page of a subscription's latest invoice, which is the receipt once it is paid.
    pub async fn invoice_page(&self, id: &str) -> ApiResult<Option<String>> {
        let request = RetrieveSubscription::new(id).expand(vec![FIRST_INVOICE.to_owned()]);
        Ok(responses::invoice_page(&request.send(&self.client).await?))
    }

    /// The current state of a subscription.
    pub async fn subscription(&self, id: &str) -> ApiResult<RemoteSubscription> {
        let found = RetrieveSubscription::new(id).send(&self.client).await?;
        self.read(&found).await
    }

    /// Cancels a subscription at once. Does nothing if it has ended.
    pub async fn end_subscription(&self, id: &str) -> ApiResult<()> {
        CancelSubscription::new(id).send(&self.client).await?;
        Ok(())
    }

    /// Cancels a subscription at the end of its paid month. A schedule that it follows is given up before: Stripe takes no
    /// cancellation beside one.
    pub async fn end_subscription_with_period(&self, found: &RemoteSubscription) -> ApiResult<()> {
        if let Some(schedule) = &found.schedule {
            match ReleaseSubscriptionSchedule::new(schedule.as_str())
                .send(&self.client)
                .await
                .map_err(Problem::from)
            {
                // A refusal may mean that the schedule is over. The cancellation shows it.
                Ok(_) | Err(Problem::Missing | Problem::Refused { .. }) => {}
                Err(problem) => return Err(problem),
            }
        }
        UpdateSubscription::new(found.id.as_str())
            .cancel_at_period_end(true)
            .send(&self.client)
            .await?;
        Ok(())
    }

    /// The URL of a new billing portal session for a customer.
    pub async fn open_portal(&self, customer: &str, return_to: &str) -> ApiResult<String> {
        let session = CreateBillingPortalSession::new()
            .customer(customer)
            .return_url(return_to)
            .send(&self.client)
            .await?;
        Ok(session.url)
    }

    /// A page of the events about subscriptions, newest first, starting after an event.
    pub async fn events(&self, after: Option<&str>) -> ApiResult<Vec<RemoteEvent>> {
        let mut request = ListEvent::new()
            .limit(PAGE_SIZE)
            .types(EVENT_KINDS.map(str::to_owned).to_vec());
        if let Some(after) = after {
            request = request.starting_after(after);
        }
        let page = request.send(&self.client).await?;
        Ok(page.data.iter().filter_map(responses::event).collect())
    }

    /// A page of all subscriptions that have not ended, starting after one of them.
    pub async fn current_subscriptions(&self, after: Option<&str>) -> ApiResult<Vec<RemoteSubscription>> {
        let mut request = ListSubscription::new().limit(PAGE_SIZE);
        if let Some(after) = after {
            request = request.starting_after(after);
        }
        let page = request.send(&self.client).await?;
        let mut all = Vec::with_capacity(page.data.len());
        for found in &page.data {
            all.push(self.read(found).await?);
        }
        Ok(all)
    }

    async fn read(&self, found: &stripe_shared::Subscription) -> ApiResult<RemoteSubscription> {
        let mut remote = responses::subscription(found);
        remote.unpaid_since = self.unpaid_since(found).await?;
        remote.paid_until = self.paid_until(found).await?;
        Ok(remote)
    }

    /// Until when the last paid invoice reaches, if collection is paused. A trial is as good as paid.
    async fn paid_until(&self, found: &stripe_shared::Subscription) -> ApiResult<Option<i64>> {
        if !responses::is_collection_paused(found) {
            return Ok(None);
        }
        let period = found.items.data.first();
        if found.status == SubscriptionStatus::Trialing {
            return Ok(period.map(|item| item.current_period_end));
        }
        let paid = ListInvoice::new()
            .subscription(found.id.as_str())
            .status(InvoiceStatus::Paid)
            .limit(1)
            .send(&self.client)
            .await?;
        let lines = paid.data.iter().flat_map(|invoice| &invoice.lines.data);
        let until = lines.map(|line| line.period.end).max();
        Ok(until.or_else(|| period.map(|item| item.current_period_start)))
    }

    /// When the oldest open invoice was due, if the subscription is past due. Stripe is always asked, so that missed
    /// events change nothing.
    async fn unpaid_since(&self, found: &stripe_shared::Subscription) -> ApiResult<Option<i64>> {
        if found.status != SubscriptionStatus::PastDue {
            return Ok(None);
        }
        let open = ListInvoice::new()
            .subscription(found.id.as_str())
            .status(InvoiceStatus::Open)
            .limit(PAGE_SIZE)
            .send(&self.client)
            .await?;
        let oldest = open
            .data
            .iter()
            .filter_map(|invoice| invoice.status_transitions.finalized_at)
            .min();
        Ok(oldest.or_else(|| found.items.data.first().map(|item| item.current_period_start)))
    }

    /// Sends a request with an idempotency key. Waits while another process sends the same request.
    pub(super) async fn send_once<R>(&self, request: &R, key: &str) -> ApiResult<R::Output>
    where
        R: StripeRequest,
        R::Output: Deserialize,
    {
        let Ok(key) = IdempotencyKey::new(key) else {
            return Err(Problem::Refused {
                parameter: None,
                reason: "a key that cannot be sent".to_owned(),
            });
        };
        for _ in 0..BUSY_RETRIES {
            let request = request
                .customize()
                .request_strategy(RequestStrategy::Idempotent(key.clone()));
            match request.send(&self.client).await.map_err(Problem::from) {
                Err(Problem::Busy) => tokio::time::sleep(BUSY_RETRY_PAUSE).await,
                answer => return answer,
            }
        }
        Err(Problem::Busy)
    }
}
