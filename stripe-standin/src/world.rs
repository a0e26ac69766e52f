//! The state: customers, subscriptions, invoices, events, and the answers by idempotency key.

mod cards;
mod charges;
mod life;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::Value;

use crate::Carelessness;
use crate::fault::Faults;
use crate::objects;

/// The state, shared by all requests.
pub type Stripe = Arc<Mutex<World>>;

/// The length of a billing month.
pub(crate) const MONTH: i64 = 30 * 24 * 3600;
/// The time after which a subscription with an unpaid first invoice expires.
const FIRST_PAYMENT: i64 = 23 * 3600;

/// The state of the stand-in.
pub struct World {
    /// The faults of the next requests.
    pub faults: Faults,
    /// How events are delivered.
    pub carelessness: Carelessness,
    /// The amount of its price, in cents.
    pub unit_amount: i64,
    /// The number of requests so far.
    pub requests: u64,
    pub(crate) url: String,
    pub(crate) webhook: Option<String>,
    pub(crate) customers: BTreeMap<String, Customer>,
    pub(crate) subscriptions: BTreeMap<String, Subscription>,
    pub(crate) invoices: BTreeMap<String, Invoice>,
    pub(crate) charges: BTreeMap<String, Charge>,
    pub(crate) cards: BTreeMap<String, Card>,
    pub(crate) portals: BTreeMap<String, Portal>,
    pub(crate) events: Vec<Event>,
    pub(crate) undelivered: Vec<usize>,
    pub(crate) stored_answers: HashMap<String, StoredAnswer>,
    pub(crate) in_flight: HashSet<String>,
    pub(crate) chance: u64,
    ahead: i64,
    last_id: u64,
}

#[derive(Debug, Clone)]
pub(crate) struct Customer {
    pub(crate) id: String,
    pub(crate) email: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) metadata: BTreeMap<String, String>,
    pub(crate) created: i64,
    pub(crate) default_card: Option<String>,
}

/// A card of a customer.
#[derive(Debug, Clone)]
pub(crate) struct Card {
    pub(crate) id: String,
    pub(crate) customer: String,
    pub(crate) number: String,
    pub(crate) created: i64,
}

/// A subscription.
#[derive(Debug, Clone)]
pub struct Subscription {
    /// Its id.
    pub id: String,
    /// The id of the customer who pays.
    pub customer: String,
    /// Its status.
    pub status: String,
    /// The end of the current period.
    pub period_end: i64,
    /// Whether it ends with the current period.
    pub cancel_at_period_end: bool,
    pub(crate) period_start: i64,
    pub(crate) created: i64,
    pub(crate) canceled_at: Option<i64>,
    pub(crate) ended_at: Option<i64>,
    pub(crate) metadata: BTreeMap<String, String>,
    pub(crate) latest_invoice: String,
    pub(crate) card: Option<String>,
    pub(crate) is_collection_paused: bool,
    pub(crate) coupon: Option<String>,
    /// Another price than the usual one, set in the dashboard: cents and currency.
    pub(crate) other_price: Option<(i64, String)>,
}

#[derive(Debug, Clone)]
pub(crate) struct Invoice {
    pub(crate) id: String,
    pub(crate) subscription: String,
    pub(crate) customer: String,
    pub(crate) status: &'static str,
    pub(crate) intent: String,
    pub(crate) intent_status: &'static str,
    pub(crate) created: i64,
    pub(crate) amount: i64,
    pub(crate) period: (i64, i64),
}

impl Invoice {
    /// The client secret of its payment.
    pub(crate) fn secret(&self) -> String {
        format!("{}_secret_standin", self.intent)
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Charge {
    pub(crate) id: String,
    pub(crate) invoice: String,
    pub(crate) intent: String,
    pub(crate) amount: i64,
    pub(crate) refunded: i64,
    pub(crate) is_disputed: bool,
    pub(crate) created: i64,
}

#[derive(Debug, Clone)]
pub(crate) struct Portal {
    pub(crate) id: String,
    pub(crate) customer: String,
    pub(crate) return_url: String,
    pub(crate) created: i64,
}

#[derive(Debug, Clone)]
pub(crate) struct Event {
    pub(crate) id: String,
    pub(crate) kind: &'static str,
    pub(crate) created: i64,
    pub(crate) object: Value,
}

/// The answer to an idempotency key, returned again when the key is repeated.
#[derive(Debug, Clone)]
pub(crate) struct StoredAnswer {
    pub(crate) request: String,
    pub(crate) status: u16,
    pub(crate) body: String,
}

/// The system time, in seconds.
pub(crate) fn seconds() -> i64 {
    #[expect(
        clippy::disallowed_methods,
        reason = "it stands in for a server with a clock of its own"
    )]
    let here = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(here.as_secs()).unwrap_or_default()
}

/// The number before the first id of a run that begins at this second. The ids of later runs are higher, so a database
/// that is kept never gets the same id twice.
fn first_id_base(began_at: i64) -> u64 {
    u64::try_from(began_at).unwrap_or_default() * 1_000_000
}

impl World {
    pub(crate) fn new(url: &str) -> Self {
        Self {
            faults: Faults::default(),
            carelessness: Carelessness::default(),
            unit_amount: 2000,
            requests: 0,
            url: url.to_owned(),
            webhook: None,
            customers: BTreeMap::new(),
            subscriptions: BTreeMap::new(),
            invoices: BTreeMap::new(),
            charges: BTreeMap::new(),
            cards: BTreeMap::new(),
            portals: BTreeMap::new(),
            events: Vec::new(),
            undelivered: Vec::new(),
            stored_answers: HashMap::new(),
            in_flight: HashSet::new(),
            chance: 1,
            ahead: 0,
            last_id: first_id_base(seconds()),
        }
    }

    /// Sets the URL of the webhook.
    pub fn send_events_to(&mut self, url: &str) {
        self.webhook = Some(url.to_owned());
    }

    /// Its time, which `advance` moves ahead.
    pub fn now(&self) -> i64 {
        seconds() + self.ahead
    }

    /// A subscription by its id.
    pub fn subscription(&self, id: &str) -> Option<&Subscription> {
        self.subscriptions.get(id)
    }

    /// All subscriptions, oldest first.
    pub fn subscriptions(&self) -> impl Iterator<Item = &Subscription> {
        self.subscriptions.values()
    }

    /// The number of customers.
    pub fn customers(&self) -> usize {
        self.customers.len()
    }

    /// The number of events that wait for delivery.
    pub fn undelivered(&self) -> usize {
        self.undelivered.len()
    }

    /// The email address of a customer.
    pub fn email_of(&self, customer: &str) -> Option<&str> {
        self.customers.get(customer)?.email.as_deref()
    }

    pub(crate) fn id(&mut self, kind: &str) -> String {
        self.last_id += 1;
        format!("{kind}_{:012}", self.last_id)
    }

    /// A number from 0 to 99, the same in every run.
    pub(crate) fn percent(&mut self) -> u64 {
        self.chance = self
            .chance
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.chance >> 33) % 100
    }

    /// Records an event with the current state of a subscription.
    pub(crate) fn record_event(&mut self, kind: &'static str, subscription: &str) {
        if let Some(found) = self.subscriptions.get(subscription) {
            let object = objects::subscription(self, found, false);
            self.push_event(kind, object);
        }
    }

    pub(crate) fn record_invoice_event(&mut self, kind: &'static str, invoice: &str) {
        if let Some(found) = self.invoices.get(invoice) {
            let object = objects::invoice(self, found, false);
            self.push_event(kind, object);
        }
    }

    fn push_event(&mut self, kind: &'static str, object: Value) {
        let id = self.id("evt");
        self.undelivered.push(self.events.len());
        self.events.push(Event {
            id,
            kind,
            created: self.now(),
            object,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_later_run_reuses_no_id_of_an_earlier_one() {
        let mut world = World::new("http://127.0.0.1:1");
        let (first, second) = (world.id("cus"), world.id("cus"));
        assert!(first < second, "ids are in order: {first}, {second}");
        assert!(first_id_base(1_700_000_000) + 999_999 < first_id_base(1_700_000_001) + 1);
        assert!(world.last_id > first_id_base(1_700_000_000));
    }
}
