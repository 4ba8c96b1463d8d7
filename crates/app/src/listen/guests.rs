//! Who is connected: so many from one address, and so many in all, that handles are left for files and database.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Waker;

use tokio::time::Instant;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a connection is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// No call, since when.
    Idle(Instant),
    /// The head of a call is coming, since when.
    Head(Instant),
    /// A call is answered.
    Call,
    /// It carries something else than calls from now on.
    Upgraded,
    /// It is to end: its place is needed.
    Closing,
}

/// One connection.
#[derive(Debug)]
pub struct Connection {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    phase: Phase,
    reader: Option<Waker>,
    /// The call that became something else counts for as long as that lasts.
    held: Option<OpenCall>,
}

impl Connection {
    fn new() -> Arc<Self> {
        let phase = Phase::Idle(Instant::now());
        Arc::new(Self { state: Mutex::new(State { phase, reader: None, held: None }) })
    }

    pub fn phase(&self) -> Phase {
        lock(&self.state).phase
    }

    /// Bytes came: between calls they begin a head.
    pub fn heard(&self) {
        let mut state = lock(&self.state);
        if matches!(state.phase, Phase::Idle(_)) {
            state.phase = Phase::Head(Instant::now());
        }
    }

    /// A head is whole.
    pub fn begins(&self) {
        self.turn(Phase::Call);
    }

    /// An answer was given.
    pub fn answered(&self) {
        self.turn(Phase::Idle(Instant::now()));
    }

    /// It carries something else from now on.
    pub fn upgraded(&self, call: Option<OpenCall>) {
        self.turn(Phase::Upgraded);
        lock(&self.state).held = call;
    }

    fn turn(&self, to: Phase) {
        let mut state = lock(&self.state);
        if state.phase != Phase::Upgraded {
            state.phase = to;
        }
        // Who waits for bytes waits by another clock now.
        let reader = state.reader.take();
        drop(state);
        reader.iter().for_each(Waker::wake_by_ref);
    }

    /// Nothing comes at this moment; whoever reads is woken when that counts otherwise.
    pub fn waits(&self, reader: &Waker) -> Phase {
        let mut state = lock(&self.state);
        state.reader = Some(reader.clone());
        state.phase
    }

    /// Since when nothing happens on it.
    fn idle_since(&self) -> Option<Instant> {
        match self.phase() {
            Phase::Idle(since) => Some(since),
            _ => None,
        }
    }

    /// Ends it, unless a call has begun meanwhile.
    fn give_way(&self) -> bool {
        let mut state = lock(&self.state);
        let idle = matches!(state.phase, Phase::Idle(_));
        if idle {
            state.phase = Phase::Closing;
        }
        let reader = state.reader.take().filter(|_| idle);
        drop(state);
        reader.iter().for_each(Waker::wake_by_ref);
        idle
    }
}

/// All connections of this process, and the open calls of those who come by proxies.
#[derive(Debug)]
pub struct Guests {
    per_address: usize,
    most: usize,
    here: Mutex<Here>,
}

#[derive(Debug, Default)]
struct Here {
    next: u64,
    connections: BTreeMap<IpAddr, BTreeMap<u64, Arc<Connection>>>,
    total: usize,
    calls: BTreeMap<String, usize>,
}

/// Why a connection is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Full {
    /// Its address has enough.
    Address,
    /// There are enough in all.
    House,
}

impl Guests {
    /// With limits; 0 for none.
    pub fn new(per_address: usize, most: usize) -> Arc<Self> {
        Arc::new(Self { per_address, most, here: Mutex::default() })
    }

    /// Takes a connection. Where there are enough, the one that lay idle longest gives way: browsers keep several open,
    /// and a whole office may come by one address.
    pub fn enter(self: &Arc<Self>, peer: IpAddr, counted: bool) -> Result<Guest, Full> {
        let address = house_of(peer);
        let mut here = lock(&self.here);
        let own = here.connections.get(&address);
        if counted && self.per_address > 0 && own.map_or(0, |own| staying(own.values())) >= self.per_address {
            let idle = own.and_then(|own| idlest(own.values()));
            if !idle.is_some_and(|idle| idle.give_way()) {
                return Err(Full::Address);
            }
        }
        if self.most > 0 && here.total >= self.most {
            let all = || here.connections.values().flat_map(BTreeMap::values);
            if staying(all()) >= self.most && !idlest(all()).is_some_and(|idle| idle.give_way()) {
                return Err(Full::House);
            }
        }
        let id = here.next;
        here.next += 1;
        here.total += 1;
        let connection = Connection::new();
        here.connections.entry(address).or_default().insert(id, connection.clone());
        Ok(Guest { guests: self.clone(), address, id, connection })
    }

    /// Counts a call of an address that a proxy tells; none when it has enough.
    pub fn call(self: &Arc<Self>, address: &str) -> Option<OpenCall> {
        let known = address.parse().map(|address| house_of(address).to_string());
        let address = known.unwrap_or_else(|_| address.chars().take(64).collect());
        let mut here = lock(&self.here);
        let open = here.calls.entry(address.clone()).or_default();
        if self.per_address > 0 && *open >= self.per_address {
            return None;
        }
        *open += 1;
        Some(OpenCall { guests: self.clone(), address })
    }
}

fn staying<'a>(all: impl Iterator<Item = &'a Arc<Connection>>) -> usize {
    all.filter(|one| one.phase() != Phase::Closing).count()
}

fn idlest<'a>(all: impl Iterator<Item = &'a Arc<Connection>>) -> Option<Arc<Connection>> {
    all.filter_map(|one| Some((one.idle_since()?, one))).min_by_key(|(since, _)| *since).map(|(_, one)| one.clone())
}

/// Whom an address stands for: with version 6 a household has a whole network of 64 bits.
fn house_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(six) => IpAddr::V6(Ipv6Addr::from_bits(six.to_bits() & !u128::from(u64::MAX))),
        four => four,
    }
}

/// A connection that counts until it is dropped.
#[derive(Debug)]
pub struct Guest {
    guests: Arc<Guests>,
    address: IpAddr,
    id: u64,
    /// What it is about.
    pub connection: Arc<Connection>,
}

impl Drop for Guest {
    fn drop(&mut self) {
        let held = lock(&self.connection.state).held.take();
        drop(held);
        let mut here = lock(&self.guests.here);
        here.total = here.total.saturating_sub(1);
        let Some(own) = here.connections.get_mut(&self.address) else { return };
        own.remove(&self.id);
        if own.is_empty() {
            here.connections.remove(&self.address);
        }
    }
}

/// A call that counts until it is dropped.
#[derive(Debug)]
pub struct OpenCall {
    guests: Arc<Guests>,
    address: String,
}

impl Drop for OpenCall {
    fn drop(&mut self) {
        let mut here = lock(&self.guests.here);
        let Some(open) = here.calls.get_mut(&self.address) else { return };
        *open = open.saturating_sub(1);
        if *open == 0 {
            here.calls.remove(&self.address);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn the_idlest_gives_way_and_who_works_stays() {
        let guests = Guests::new(2, 0);
        let (first, second) =
            (guests.enter(at("10.0.0.1"), true).unwrap(), guests.enter(at("10.0.0.1"), true).unwrap());
        first.connection.begins();
        let third = guests.enter(at("::ffff:10.0.0.1"), true).unwrap();
        assert_eq!((first.connection.phase(), second.connection.phase()), (Phase::Call, Phase::Closing));
        third.connection.heard();
        assert_eq!(guests.enter(at("10.0.0.1"), true).unwrap_err(), Full::Address);
        assert!(guests.enter(at("10.0.0.1"), false).is_ok(), "a proxy has no such limit");
        assert!(guests.enter(at("10.0.0.2"), true).is_ok());
        drop((first, second));
        assert!(guests.enter(at("10.0.0.1"), true).is_ok());
    }

    #[test]
    fn in_all_there_are_so_many_and_a_household_is_one() {
        let guests = Guests::new(1, 2);
        let first = guests.enter(at("2001:db8::1"), true).unwrap();
        first.connection.begins();
        assert_eq!(guests.enter(at("2001:db8::2"), true).unwrap_err(), Full::Address);
        let second = guests.enter(at("2001:db8:1::1"), true).unwrap();
        second.connection.begins();
        assert_eq!(guests.enter(at("10.0.0.1"), true).unwrap_err(), Full::House);
        second.connection.answered();
        assert!(guests.enter(at("10.0.0.1"), true).is_ok());
    }

    #[test]
    fn calls_of_a_forwarded_address_count_while_they_are_open() {
        let guests = Guests::new(1, 0);
        let open = guests.call("10.0.0.1").unwrap();
        assert!(guests.call("10.0.0.1").is_none());
        assert!(guests.call("10.0.0.2").is_some() && guests.call("unknown").is_some());
        drop(open);
        let open = guests.call("10.0.0.1").unwrap();
        let socket = guests.enter(at("127.0.0.1"), false).unwrap();
        socket.connection.upgraded(Some(open));
        socket.connection.answered();
        assert_eq!(socket.connection.phase(), Phase::Upgraded);
        assert!(guests.call("10.0.0.1").is_none(), "a socket is a call that lasts");
        drop(socket);
        assert!(guests.call("10.0.0.1").is_some());
        assert!(lock(&guests.here).calls.is_empty() && lock(&guests.here).connections.is_empty());
    }
}
