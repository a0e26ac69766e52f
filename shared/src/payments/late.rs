//! Open invoices, and the card with which to pay them.

use stripe_billing::invoice::{ListInvoice, PayInvoice};
use stripe_core::customer::{RetrieveCustomer, RetrieveCustomerReturned};
use stripe_shared::InvoiceStatus;

use super::Payments;
use super::problem::Problem;

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

    /// The id of a customer's default card: the one that they chose, or else the default of the older kind.
    pub async fn default_card(&self, customer: &str) -> Result<Option<String>, Problem> {
        let found = RetrieveCustomer::new(customer).send(&self.client).await?;
        let RetrieveCustomerReturned::Customer(found) = found else {
            return Ok(None);
        };
        let chosen = found
            .invoice_settings
            .and_then(|settings| settings.default_payment_method);
        let older = || found.default_source.map(|source| source.id().to_string());
        Ok(chosen.map(|method| method.id().to_string()).or_else(older))
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
