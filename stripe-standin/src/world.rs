//! Everything that it knows: customers, subscriptions, invoices, events, and what was said to which key.

mod life;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::Value;

use crate::Carelessness;
use crate::fault::Faults;
use crate::objects;

/// The world, as requests share it.
pub type Stripe = Arc<Mutex<World>>;

/// A month, as it counts months.
pub(crate) const MONTH: i64 = 30 * 24 * 3600;
/// After how long a subscription whose first invoice is not paid is over.
const FIRST_PAYMENT: i64 = 23 * 3600;

/// Everything that it knows.
pub struct World {
    /// What goes wrong with the next requests.
    pub faults: Faults,
    /// How events are delivered.
    pub carelessness: Carelessness,
    /// What the one price costs, in cents.
    pub unit_amount: i64,
    /// How many requests were answered.
    pub requests: u64,
    pub(crate) url: String,
    pub(crate) webhook: Option<String>,
    pub(crate) customers: BTreeMap<String, Customer>,
    pub(crate) subscriptions: BTreeMap<String, Subscription>,
    pub(crate) invoices: BTreeMap<String, Invoice>,
    pub(crate) portals: BTreeMap<String, Portal>,
    pub(crate) events: Vec<Happened>,
    pub(crate) undelivered: Vec<usize>,
    pub(crate) said: HashMap<String, Said>,
    pub(crate) under_way: HashSet<String>,
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
}

/// A subscription.
#[derive(Debug, Clone)]
pub struct Subscription {
    /// Its name.
    pub id: String,
    /// Who pays.
    pub customer: String,
    /// Its state.
    pub status: String,
    /// When the month that is paid, or due, is over.
    pub period_end: i64,
    /// Whether it ends with that.
    pub cancel_at_period_end: bool,
    pub(crate) period_start: i64,
    pub(crate) created: i64,
    pub(crate) canceled_at: Option<i64>,
    pub(crate) ended_at: Option<i64>,
    pub(crate) metadata: BTreeMap<String, String>,
    pub(crate) latest_invoice: String,
    pub(crate) card: Option<String>,
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
}

impl Invoice {
    /// What opens its payment.
    pub(crate) fn secret(&self) -> String {
        format!("{}_secret_standin", self.intent)
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Portal {
    pub(crate) id: String,
    pub(crate) customer: String,
    pub(crate) return_url: String,
    pub(crate) created: i64,
}

#[derive(Debug, Clone)]
pub(crate) struct Happened {
    pub(crate) id: String,
    pub(crate) kind: &'static str,
    pub(crate) created: i64,
    pub(crate) object: Value,
}

/// What was said to a key, which is said again to whoever repeats it.
#[derive(Debug, Clone)]
pub(crate) struct Said {
    pub(crate) request: String,
    pub(crate) status: u16,
    pub(crate) body: String,
}

/// The time of this machine, in seconds.
pub(crate) fn seconds() -> i64 {
    #[expect(
        clippy::disallowed_methods,
        reason = "it stands in for a server with a clock of its own"
    )]
    let here = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(here.as_secs()).unwrap_or_default()
}

/// The number before the first id of a run that begins at this second. The next run goes on above it: whoever keeps
/// their database meets no id a second time.
fn before_all_ids(began_at: i64) -> u64 {
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
            portals: BTreeMap::new(),
            events: Vec::new(),
            undelivered: Vec::new(),
            said: HashMap::new(),
            under_way: HashSet::new(),
            chance: 1,
            ahead: 0,
            last_id: before_all_ids(seconds()),
        }
    }

    /// Where events go from now on.
    pub fn send_events_to(&mut self, url: &str) {
        self.webhook = Some(url.to_owned());
    }

    /// Its time, which runs ahead when it is told to.
    #[must_use]
    pub fn now(&self) -> i64 {
        seconds() + self.ahead
    }

    /// A subscription as it is now.
    #[must_use]
    pub fn subscription(&self, id: &str) -> Option<&Subscription> {
        self.subscriptions.get(id)
    }

    /// All subscriptions, oldest first.
    pub fn subscriptions(&self) -> impl Iterator<Item = &Subscription> {
        self.subscriptions.values()
    }

    /// How many customers there are.
    #[must_use]
    pub fn customers(&self) -> usize {
        self.customers.len()
    }

    /// How many events wait to be delivered.
    #[must_use]
    pub fn undelivered(&self) -> usize {
        self.undelivered.len()
    }

    /// The address that receipts of a customer go to.
    #[must_use]
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

    /// Notes that something happened to a subscription, as it is now.
    pub(crate) fn tell_of(&mut self, kind: &'static str, subscription: &str) {
        if let Some(found) = self.subscriptions.get(subscription) {
            let object = objects::subscription(self, found, false);
            self.tell(kind, object);
        }
    }

    pub(crate) fn tell_of_invoice(&mut self, kind: &'static str, invoice: &str) {
        if let Some(found) = self.invoices.get(invoice) {
            let object = objects::invoice(self, found, false);
            self.tell(kind, object);
        }
    }

    fn tell(&mut self, kind: &'static str, object: Value) {
        let id = self.id("evt");
        self.undelivered.push(self.events.len());
        self.events.push(Happened {
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
    fn a_later_run_names_nothing_as_an_earlier_one_did() {
        let mut world = World::new("http://127.0.0.1:1");
        let (first, second) = (world.id("cus"), world.id("cus"));
        assert!(first < second, "ids are in order: {first}, {second}");
        assert!(before_all_ids(1_700_000_000) + 999_999 < before_all_ids(1_700_000_001) + 1);
        assert!(world.last_id > before_all_ids(1_700_000_000));
    }
}
