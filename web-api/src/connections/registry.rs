//! The open connections, and which of them gives way.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use super::Limits;

/// How often overdue connections are looked for.
const CHECK_INTERVAL: Duration = Duration::from_millis(500);

/// All open connections of the process.
pub(super) struct Registry {
    limits: Limits,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    /// By the order in which they were opened.
    by_number: BTreeMap<u64, (Option<IpAddr>, Arc<Connection>)>,
    by_prefix: HashMap<IpAddr, usize>,
    opened: u64,
}

/// One connection.
pub(super) struct Connection {
    state: Mutex<State>,
    close: Notify,
}

struct State {
    phase: Phase,
    since: Instant,
    /// Since when its caller takes nothing of what is sent.
    blocked_since: Option<Instant>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// No request has begun.
    Idle,
    /// The first bytes of a request have come.
    Head,
    /// A request is answered.
    Busy,
}

/// A connection in the registry. Dropping it takes it out.
pub(super) struct Held {
    pub(super) connection: Arc<Connection>,
    pub(super) is_of_reserve: bool,
    number: u64,
    registry: Arc<Registry>,
}

/// A request of a connection, until its answer is sent or given up.
pub(super) struct Busy(Arc<Connection>);

impl Registry {
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            limits,
            open: Mutex::default(),
        }
    }

    /// Takes a new connection in. At a limit the one that has waited longest for its caller is closed for it; if none
    /// waits, a part of the reserve is left. `None` if even that is used up.
    pub(super) fn hold(self: &Arc<Self>, prefix: Option<IpAddr>) -> Option<Held> {
        let mut open = self.lock();
        let of_prefix = prefix.and_then(|prefix| open.by_prefix.get(&prefix)).copied();
        if of_prefix.is_some_and(|count| count >= self.limits.of_prefix) && !open.close_longest_waiting(prefix) {
            return None;
        }
        let is_full = open.by_number.len() >= self.limits.in_all;
        let is_of_reserve = is_full && !open.close_longest_waiting(None);
        if open.by_number.len() >= self.limits.in_all + self.limits.reserve {
            return None;
        }
        let connection = Arc::new(Connection::new());
        let number = open.insert(prefix, connection.clone());
        Some(Held {
            connection,
            is_of_reserve,
            number,
            registry: self.clone(),
        })
    }

    /// How often to look for connections that take too long.
    pub(super) fn check_interval(&self) -> Duration {
        CHECK_INTERVAL.min(self.limits.head / 4)
    }

    /// Closes all connections that took too long.
    pub(super) fn close_overdue(&self) {
        let now = Instant::now();
        let overdue: Vec<u64> = self
            .lock()
            .by_number
            .iter()
            .filter(|(_, (_, connection))| connection.is_overdue(&self.limits, now))
            .map(|(number, _)| *number)
            .collect();
        for number in overdue {
            self.lock().close(number);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn insert(&mut self, prefix: Option<IpAddr>, connection: Arc<Connection>) -> u64 {
        self.opened += 1;
        self.by_number.insert(self.opened, (prefix, connection));
        if let Some(prefix) = prefix {
            *self.by_prefix.entry(prefix).or_default() += 1;
        }
        self.opened
    }

    fn remove(&mut self, number: u64) -> Option<Arc<Connection>> {
        let (prefix, connection) = self.by_number.remove(&number)?;
        if let Some(prefix) = prefix
            && let Some(count) = self.by_prefix.get_mut(&prefix)
        {
            *count -= 1;
            if *count == 0 {
                self.by_prefix.remove(&prefix);
            }
        }
        Some(connection)
    }

    fn close(&mut self, number: u64) {
        if let Some(connection) = self.remove(number) {
            connection.close.notify_one();
        }
    }

    /// Closes the connection that has waited longest for its caller, of this prefix if one is given. Returns whether there
    /// was one.
    fn close_longest_waiting(&mut self, prefix: Option<IpAddr>) -> bool {
        let longest = self
            .by_number
            .iter()
            .filter(|(_, (of, _))| prefix.is_none() || *of == prefix)
            .filter_map(|(number, (_, connection))| Some((connection.waits_since()?, *number)))
            .min();
        if let Some((_, number)) = longest {
            self.close(number);
        }
        longest.is_some()
    }
}

impl Connection {
    fn new() -> Self {
        Self {
            state: Mutex::new(State {
                phase: Phase::Idle,
                since: Instant::now(),
                blocked_since: None,
            }),
            close: Notify::new(),
        }
    }

    /// Bytes have come.
    pub(super) fn note_received(&self) {
        let mut state = self.lock();
        if state.phase == Phase::Idle {
            state.enter(Phase::Head);
        }
    }

    /// Its caller has taken something, or takes nothing.
    pub(super) fn note_written(&self, is_blocked: bool) {
        let mut state = self.lock();
        state.blocked_since = is_blocked.then(|| state.blocked_since.unwrap_or_else(Instant::now));
    }

    /// The head of a request has arrived.
    pub(super) fn begin_request(self: &Arc<Self>) -> Busy {
        self.lock().enter(Phase::Busy);
        Busy(self.clone())
    }

    pub(super) async fn told_to_close(&self) {
        self.close.notified().await;
    }

    fn waits_since(&self) -> Option<Instant> {
        let state = self.lock();
        (state.phase != Phase::Busy).then_some(state.since)
    }

    fn is_overdue(&self, limits: &Limits, now: Instant) -> bool {
        let state = self.lock();
        let is_late = match state.phase {
            Phase::Idle => now - state.since > limits.idle,
            Phase::Head => now - state.since > limits.head,
            Phase::Busy => false,
        };
        is_late || state.blocked_since.is_some_and(|since| now - since > limits.write)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        self.since = Instant::now();
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.registry.lock().remove(self.number);
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.lock().enter(Phase::Idle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits {
        in_all: 3,
        of_prefix: 2,
        reserve: 1,
        head: Duration::from_secs(10),
        idle: Duration::from_secs(75),
        write: Duration::from_secs(30),
    };
    const HERE: Option<IpAddr> = Some(IpAddr::V4(std::net::Ipv4Addr::LOCALHOST));

    fn registry() -> Arc<Registry> {
        Arc::new(Registry::new(LIMITS))
    }

    fn is_told_to_close(held: &Held) -> bool {
        use futures::FutureExt as _;
        held.connection.told_to_close().now_or_never().is_some()
    }

    #[tokio::test]
    async fn the_connection_that_waits_longest_gives_way_to_a_new_one() {
        let registry = registry();
        let hold = || registry.hold(None).expect("room");
        let (busy, waiting, _last) = (hold(), hold(), hold());
        let _request = busy.connection.begin_request();
        let new = hold();
        assert!(!new.is_of_reserve);
        assert_eq!((is_told_to_close(&busy), is_told_to_close(&waiting)), (false, true));
    }

    #[tokio::test]
    async fn while_all_are_busy_the_reserve_is_left_and_then_nothing() {
        let registry = registry();
        let held: Vec<Held> = (0..3).map(|_| registry.hold(None).expect("room")).collect();
        let requests: Vec<Busy> = held.iter().map(|held| held.connection.begin_request()).collect();
        let of_reserve = registry.hold(None).expect("the reserve");
        assert!(of_reserve.is_of_reserve);
        let request = of_reserve.connection.begin_request();
        assert!(registry.hold(None).is_none(), "nothing is left");
        drop(request);
        assert!(
            registry.hold(None).is_some(),
            "the answered one of the reserve gives way"
        );
        drop(requests);
        assert!(!registry.hold(None).expect("room").is_of_reserve);
    }

    #[tokio::test]
    async fn one_address_has_a_part_of_them() {
        let registry = registry();
        let held: Vec<Held> = (0..2).map(|_| registry.hold(HERE).expect("room")).collect();
        let request = held[0].connection.begin_request();
        let new = registry.hold(HERE).expect("the waiting one gives way");
        assert!(is_told_to_close(&held[1]));
        let other_request = new.connection.begin_request();
        assert!(registry.hold(HERE).is_none());
        assert!(registry.hold(None).is_some(), "others are let in");
        drop((request, other_request, held, new));
        assert!(registry.hold(HERE).is_some());
        assert!(registry.lock().by_prefix.is_empty(), "nothing is left behind");
    }

    #[test]
    fn a_connection_is_overdue_by_what_it_waits_for() {
        let connection = Arc::new(Connection::new());
        let is_overdue_in = |seconds| connection.is_overdue(&LIMITS, Instant::now() + Duration::from_secs(seconds));
        assert_eq!((is_overdue_in(74), is_overdue_in(76)), (false, true), "no request");
        connection.note_received();
        assert_eq!((is_overdue_in(9), is_overdue_in(11)), (false, true), "half a head");
        let request = connection.begin_request();
        assert!(!is_overdue_in(3_600), "a stream of events is open");
        connection.note_written(true);
        assert_eq!(
            (is_overdue_in(29), is_overdue_in(31)),
            (false, true),
            "its caller takes nothing"
        );
        connection.note_written(false);
        assert!(!is_overdue_in(31));
        drop(request);
        assert_eq!(
            (is_overdue_in(74), is_overdue_in(76)),
            (false, true),
            "anew after an answer"
        );
    }
}
