//! The state: customers, subscriptions, invoices, payments, events, and the answers by idempotency key.
//!
//! Invariant: what Stripe would remember is serialised, so that a restart forgets nothing. Faults are not.

mod cards;
mod charges;
mod life;
mod payments;
mod prices;

pub(crate) use charges::{Charge, Dispute, Refund};
pub use payments::Payment;
pub use prices::Price;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Carelessness;
use crate::fault::Faults;
use crate::objects;

/// The state, shared by all requests.
pub type Stripe = Arc<Mutex<World>>;

/// The time after which a subscription with an unpaid first invoice expires.
const FIRST_PAYMENT: i64 = 23 * 3600;

/// The state of the stand-in.
#[derive(Serialize, Deserialize)]
#[serde(default)]
pub struct World {
    /// The faults of the next requests.
    #[serde(skip)]
    pub faults: Faults,
    /// How events are delivered.
    #[serde(skip)]
    pub carelessness: Carelessness,
    /// The amount of its monthly price, in cents.
    pub unit_amount: i64,
    /// Its yearly price.
    pub yearly: Price,
    /// The number of requests so far.
    #[serde(skip)]
    pub requests: u64,
    #[serde(skip)]
    pub(crate) url: String,
    #[serde(skip)]
    pub(crate) webhook: Option<String>,
    pub(crate) customers: BTreeMap<String, Customer>,
    pub(crate) subscriptions: BTreeMap<String, Subscription>,
    pub(crate) invoices: BTreeMap<String, Invoice>,
    pub(crate) payments: BTreeMap<String, Payment>,
    pub(crate) charges: BTreeMap<String, Charge>,
    pub(crate) disputes: BTreeMap<String, Dispute>,
    #[serde(default)]
    pub(crate) refunds: BTreeMap<String, Refund>,
    pub(crate) cards: BTreeMap<String, Card>,
    pub(crate) portals: BTreeMap<String, Portal>,
    pub(crate) events: Vec<Event>,
    pub(crate) undelivered: Vec<usize>,
    /// What is being sent now. After a restart it is sent again.
    pub(crate) in_delivery: Vec<usize>,
    pub(crate) stored_answers: HashMap<String, StoredAnswer>,
    #[serde(skip)]
    pub(crate) in_flight: HashSet<String>,
    pub(crate) chance: u64,
    ahead: i64,
    last_id: u64,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Customer {
    pub(crate) id: String,
    pub(crate) email: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) metadata: BTreeMap<String, String>,
    pub(crate) created: i64,
    pub(crate) default_card: Option<String>,
    /// Whether it was deleted in the dashboard. Stripe still answers for it.
    #[serde(default)]
    pub(crate) is_deleted: bool,
    #[serde(default)]
    pub(crate) preferred_locales: Vec<String>,
    /// Whether the last renewal was not paid.
    #[serde(default)]
    pub(crate) is_delinquent: bool,
}

/// A card of a customer.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Card {
    pub(crate) id: String,
    pub(crate) customer: String,
    pub(crate) number: String,
    pub(crate) created: i64,
}

/// A subscription.
#[derive(Debug, Clone, Serialize, Deserialize)]
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
    /// The id of its price.
    #[serde(default = "prices::usual")]
    pub(crate) price: String,
    /// Another amount than that of its price, set in the dashboard: cents and currency.
    pub(crate) other_price: Option<(i64, String)>,
    /// What changes it with the next period.
    #[serde(default)]
    pub(crate) schedule: Option<Schedule>,
}

/// A schedule that a subscription follows. Stripe then takes no other end of it than the schedule's.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Schedule {
    pub(crate) id: String,
    /// The price of the next period.
    pub(crate) price: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Invoice {
    pub(crate) id: String,
    pub(crate) subscription: String,
    pub(crate) customer: String,
    pub(crate) status: String,
    pub(crate) intent: String,
    pub(crate) intent_status: String,
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

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Portal {
    pub(crate) id: String,
    pub(crate) customer: String,
    pub(crate) return_url: String,
    pub(crate) created: i64,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Event {
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) created: i64,
    pub(crate) object: Value,
    /// What an update changed: the values of before.
    #[serde(default)]
    pub(crate) previous: Option<Value>,
}

/// The answer to an idempotency key, returned again when the key is repeated.
#[derive(Debug, Clone, Serialize, Deserialize)]
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

impl Default for World {
    fn default() -> Self {
        Self::new("")
    }
}

impl World {
    pub(crate) fn new(url: &str) -> Self {
        Self {
            faults: Faults::default(),
            carelessness: Carelessness::default(),
            unit_amount: 2000,
            yearly: Price::of_a_year(),
            requests: 0,
            url: url.to_owned(),
            webhook: None,
            customers: BTreeMap::new(),
            subscriptions: BTreeMap::new(),
            invoices: BTreeMap::new(),
            payments: BTreeMap::new(),
            charges: BTreeMap::new(),
            disputes: BTreeMap::new(),
            refunds: BTreeMap::new(),
            cards: BTreeMap::new(),
            portals: BTreeMap::new(),
            events: Vec::new(),
            undelivered: Vec::new(),
            in_delivery: Vec::new(),
            stored_answers: HashMap::new(),
            in_flight: HashSet::new(),
            chance: 1,
            ahead: 0,
            last_id: first_id_base(seconds()),
        }
    }

    /// The state from a file of an earlier run, if there is one that can be read.
    pub(crate) fn restored(url: &str, saved: &[u8]) -> Option<Self> {
        let mut world: Self = serde_json::from_slice(saved).ok()?;
        url.clone_into(&mut world.url);
        world.last_id = world.last_id.max(first_id_base(seconds()));
        let mut waiting = std::mem::take(&mut world.in_delivery);
        waiting.append(&mut world.undelivered);
        world.undelivered = waiting;
        Some(world)
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

    /// The number of customers that are not deleted.
    pub fn customers(&self) -> usize {
        self.customers.values().filter(|found| !found.is_deleted).count()
    }

    /// The number of events that wait for delivery.
    pub fn undelivered(&self) -> usize {
        self.undelivered.len()
    }

    /// The email address of a customer.
    pub fn email_of(&self, customer: &str) -> Option<&str> {
        let found = self.customers.get(customer).filter(|found| !found.is_deleted)?;
        found.email.as_deref()
    }

    /// The languages in which a customer is written to, by preference.
    pub fn locales_of(&self, customer: &str) -> Option<&[String]> {
        Some(&self.customers.get(customer)?.preferred_locales)
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
            let object = objects::subscription(self, found, objects::Expanded::default());
            self.push_event(kind, object);
        }
    }

    pub(crate) fn record_invoice_event(&mut self, kind: &'static str, invoice: &str) {
        if let Some(found) = self.invoices.get(invoice) {
            let object = objects::invoice(self, found, false);
            self.push_event(kind, object);
        }
    }

    pub(crate) fn push_event(&mut self, kind: &'static str, object: Value) {
        self.push_update(kind, object, None);
    }

    /// Records an update of a customer, with the values of before.
    pub(crate) fn record_customer_update(&mut self, customer: &str, previous: Value) {
        if let Some(found) = self.customers.get(customer) {
            let changed = objects::customer(found);
            self.push_update("customer.updated", changed, Some(previous));
        }
    }

    fn push_update(&mut self, kind: &'static str, object: Value, previous: Option<Value>) {
        let id = self.id("evt");
        self.undelivered.push(self.events.len());
        self.events.push(Event {
            id,
            kind: kind.to_owned(),
            created: self.now(),
            object,
            previous,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_restart_forgets_nothing_and_sends_again_what_was_being_sent() {
        let mut world = World::new("http://127.0.0.1:1");
        let customer = world.make_customer(Some("a@mail.example"), None, BTreeMap::new());
        let subscription = world.make_subscription(&customer, BTreeMap::new());
        world.pay(&subscription, "4242424242424242");
        world.dispute(&subscription);
        world.advance(60);
        let events = world.take_events().len();
        world.faults.down = true;
        world.cancel(&subscription);
        let saved = serde_json::to_vec(&world).expect("serialisable");
        let restored = World::restored("http://127.0.0.1:2", &saved).expect("readable");
        let found = restored.subscription(&subscription).expect("kept");
        assert_eq!((found.status.as_str(), restored.customers()), ("canceled", 1));
        assert_eq!((restored.ahead, restored.disputes.len()), (60, 1));
        assert_eq!(restored.undelivered(), events + 1);
        assert_eq!(restored.url, "http://127.0.0.1:2", "the port may be another one");
        assert!(!restored.faults.down);
        assert!(World::restored("", b"no JSON").is_none());
    }

    #[test]
    fn a_later_run_reuses_no_id_of_an_earlier_one() {
        let mut world = World::new("http://127.0.0.1:1");
        let (first, second) = (world.id("cus"), world.id("cus"));
        assert!(first < second, "ids are in order: {first}, {second}");
        assert!(first_id_base(1_700_000_000) + 999_999 < first_id_base(1_700_000_001) + 1);
        assert!(world.last_id > first_id_base(1_700_000_000));
    }
}
