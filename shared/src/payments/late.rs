//! Open invoices, and the cards with which to pay them.

use stripe_billing::invoice::{ListInvoice, PayInvoice};
use stripe_core::customer::{ListPaymentMethodsCustomer, RetrieveCustomer, RetrieveCustomerReturned};
use stripe_shared::InvoiceStatus;

use super::Payments;
use super::problem::Problem;

/// How many cards are tried: the default one and the newest one.
const MAX_CARDS: i64 = 2;
const PAGE_SIZE: i64 = 100;

/// An invoice that waits to be paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenInvoice {
    /// Its id at Stripe.
    pub id: String,
    /// Stripe's page where it is paid, also with another card, and where the bank asks for confirmation.
    pub page: Option<String>,
}

impl Payments {
    /// The open invoices of a subscription, oldest first.
    pub async fn open_invoices(&self, subscription: &str) -> Result<Vec<OpenInvoice>, Problem> {
        let open = ListInvoice::new()
            .subscription(subscription)
            .status(InvoiceStatus::Open)
            .limit(PAGE_SIZE)
            .send(&self.client)
            .await?;
        let invoices = open.data.into_iter().rev().filter_map(|invoice| {
            Some(OpenInvoice {
                id: invoice.id?.to_string(),
                page: invoice.hosted_invoice_url,
            })
        });
        Ok(invoices.collect())
    }

    /// The ids of a customer's cards to try: the default one first, then the newest ones.
    pub async fn cards(&self, customer: &str) -> Result<Vec<String>, Problem> {
        let found = RetrieveCustomer::new(customer).send(&self.client).await?;
        let RetrieveCustomerReturned::Customer(found) = found else {
            return Ok(Vec::new());
        };
        let settings = found.invoice_settings;
        let default = settings.and_then(|settings| settings.default_payment_method);
        let newest = ListPaymentMethodsCustomer::new(customer)
            .limit(MAX_CARDS)
            .send(&self.client)
            .await?;
        let mut cards: Vec<String> = default.iter().map(|method| method.id().to_string()).collect();
        for method in newest.data {
            let id = method.id.to_string();
            if !cards.contains(&id) {
                cards.push(id);
            }
        }
        Ok(cards)
    }

    /// Pays an open invoice with a card of its customer.
    ///
    /// # Errors
    /// `Refused` if the card is declined, or the bank asks for confirmation.
    pub async fn pay_invoice(&self, invoice: &str, card: &str) -> Result<(), Problem> {
        PayInvoice::new(invoice).payment_method(card).send(&self.client).await?;
        Ok(())
    }
}
