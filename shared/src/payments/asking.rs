//! The questions.

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
use stripe_core::customer::{CreateCustomer, UpdateCustomer};
use stripe_core::event::ListEvent;
use stripe_shared::{InvoiceStatus, SubscriptionStatus};
use uuid::Uuid;

use super::Payments;
use super::problem::Problem;
use super::reading::{self, Begun, Happened, Said};

/// In what Stripe keeps for us: which row of ours something belongs to.
pub(super) const CUSTOMER_ROW: &str = "stillwater_customer";
pub(super) const SUBSCRIPTION_ROW: &str = "stillwater_subscription";

/// The kinds of events that can tell of a subscription.
const KINDS: [&str; 12] = [
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
];
/// The secret that opens the payment form, or the page where the invoice is paid instead.
const FIRST_INVOICE: &str = "latest_invoice.confirmation_secret";
const A_PAGE: i64 = 100;

/// So often a request is repeated that another process of ours is making at this moment, and so long apart.
const TRIES_WHILE_BUSY: u32 = 12;
const WHILE_BUSY: Duration = Duration::from_millis(250);

/// A customer to be.
#[derive(Debug, Clone, Copy)]
pub struct NewCustomer<'a> {
    /// The row that they are.
    pub row: Uuid,
    /// How often the request for it has become another one.
    pub attempt: i32,
    /// Where receipts go.
    pub email: &'a str,
    /// Whose name stands on them.
    pub name: Option<&'a str>,
}

/// A subscription to be.
#[derive(Debug, Clone, Copy)]
pub struct NewSubscription<'a> {
    /// The row that it is.
    pub row: Uuid,
    /// How many requests for it were refused.
    pub attempt: i32,
    /// The row of who pays.
    pub customer_row: Uuid,
    /// Stripe's name for them.
    pub customer: &'a str,
}

type Asked<T> = Result<T, Problem>;

impl Payments {
    /// Makes a customer and returns Stripe's name for them.
    ///
    /// # Errors
    /// See `Problem`.
    pub async fn make_customer(&self, new: NewCustomer<'_>) -> Asked<String> {
        let mut request = CreateCustomer::new()
            .email(new.email)
            .metadata([(CUSTOMER_ROW.to_owned(), new.row.to_string())]);
        if let Some(name) = new.name {
            request = request.name(name);
        }
        let key = format!("customer-{}-{}", new.row, new.attempt);
        let made = self.once(&request, &key).await?;
        Ok(made.id.to_string())
    }

    /// Tells Stripe where receipts go from now on.
    ///
    /// # Errors
    /// See `Problem`.
    pub async fn readdress_customer(&self, customer: &str, email: &str, name: Option<&str>) -> Asked<()> {
        let mut request = UpdateCustomer::new(customer).email(email);
        if let Some(name) = name {
            request = request.name(name);
        }
        request.send(&self.client).await?;
        Ok(())
    }

    /// Begins a subscription that is paid by its first invoice.
    ///
    /// # Errors
    /// See `Problem`.
    pub async fn make_subscription(&self, new: NewSubscription<'_>) -> Asked<Begun> {
        let mut item = CreateSubscriptionItems::new();
        item.price = Some(self.settings.price.clone());
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
        let made = self.once(&request, &key).await?;
        Ok(reading::begun(&made))
    }

    /// A subscription as it is now, with the way to pay its latest invoice.
    ///
    /// # Errors
    /// See `Problem`.
    pub async fn begun_subscription(&self, id: &str) -> Asked<Begun> {
        let request = RetrieveSubscription::new(id).expand(vec![FIRST_INVOICE.to_owned()]);
        let found = request.send(&self.client).await?;
        let mut begun = reading::begun(&found);
        begun.said.unpaid_since = self.unpaid_since(&found).await?;
        Ok(begun)
    }

    /// A subscription as it is now.
    ///
    /// # Errors
    /// See `Problem`.
    pub async fn subscription(&self, id: &str) -> Asked<Said> {
        let found = RetrieveSubscription::new(id).send(&self.client).await?;
        self.read(&found).await
    }

    /// Ends a subscription at once. One that has ended stays so.
    ///
    /// # Errors
    /// See `Problem`.
    pub async fn end_subscription(&self, id: &str) -> Asked<()> {
        CancelSubscription::new(id).send(&self.client).await?;
        Ok(())
    }

    /// Lets a subscription end with the month that is paid.
    ///
    /// # Errors
    /// See `Problem`.
    pub async fn end_subscription_with_period(&self, id: &str) -> Asked<()> {
        UpdateSubscription::new(id)
            .cancel_at_period_end(true)
            .send(&self.client)
            .await?;
        Ok(())
    }

    /// The address of a page of Stripe's where this customer sees and changes their billing.
    ///
    /// # Errors
    /// See `Problem`.
    pub async fn open_portal(&self, customer: &str, return_to: &str) -> Asked<String> {
        let session = CreateBillingPortalSession::new()
            .customer(customer)
            .return_url(return_to)
            .send(&self.client)
            .await?;
        Ok(session.url)
    }

    /// A page of what happened to subscriptions, newest first, beginning after an event.
    ///
    /// # Errors
    /// See `Problem`.
    pub async fn events(&self, after: Option<&str>) -> Asked<Vec<Happened>> {
        let mut request = ListEvent::new().limit(A_PAGE).types(KINDS.map(str::to_owned).to_vec());
        if let Some(after) = after {
            request = request.starting_after(after);
        }
        let page = request.send(&self.client).await?;
        Ok(page.data.iter().filter_map(reading::happened).collect())
    }

    /// A page of all subscriptions that have not ended, beginning after one of them.
    ///
    /// # Errors
    /// See `Problem`.
    pub async fn living_subscriptions(&self, after: Option<&str>) -> Asked<Vec<Said>> {
        let mut request = ListSubscription::new().limit(A_PAGE);
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

    async fn read(&self, found: &stripe_shared::Subscription) -> Asked<Said> {
        let mut said = reading::said(found);
        said.unpaid_since = self.unpaid_since(found).await?;
        Ok(said)
    }

    /// Since when something is unpaid: since its oldest open invoice was due. Asked of Stripe and not remembered, so
    /// that it is the same whatever we missed.
    async fn unpaid_since(&self, found: &stripe_shared::Subscription) -> Asked<Option<i64>> {
        if found.status != SubscriptionStatus::PastDue {
            return Ok(None);
        }
        let open = ListInvoice::new()
            .subscription(found.id.as_str())
            .status(InvoiceStatus::Open)
            .limit(A_PAGE)
            .send(&self.client)
            .await?;
        let oldest = open
            .data
            .iter()
            .filter_map(|invoice| invoice.status_transitions.finalized_at)
            .min();
        Ok(oldest.or_else(|| found.items.data.first().map(|item| item.current_period_start)))
    }

    /// Sends a request that makes something. While another process sends the same one, it is waited for.
    async fn once<R>(&self, request: &R, key: &str) -> Asked<R::Output>
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
        for _ in 0..TRIES_WHILE_BUSY {
            let request = request
                .customize()
                .request_strategy(RequestStrategy::Idempotent(key.clone()));
            match request.send(&self.client).await.map_err(Problem::from) {
                Err(Problem::Busy) => tokio::time::sleep(WHILE_BUSY).await,
                answer => return answer,
            }
        }
        Err(Problem::Busy)
    }
}
