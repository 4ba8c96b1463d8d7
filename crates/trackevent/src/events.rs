//! Track events of a number: what is stored once, and what follows from it.
//!
//! Times are moments: what a message tells on the clock of an airport has been put into that
//! airport's zone before, so that events sort rightly across the world.

use facts::master::{self, Master};
use kernel::{Id, Instant, Weight};
use order::Happened;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Row, Value, sql};
use sea_query::{ExprTrait, OnConflict, Order};
use stock::By;

use crate::orders;

/// Two reports this close in time, and otherwise equal, are one event.
const SAME_WITHIN_MS: i64 = 60_000;
/// Longest remark.
pub const REMARK_MAX: usize = 300;

/// Whether a code is one the product knows.
pub fn known(code: &str) -> bool {
    trade::status::find(code).is_some()
}

/// Chinese name of a discrepancy.
pub fn discrepancy(code: &str) -> &str {
    trade::codes::name_zh(trade::codes::DISCREPANCIES, code)
}

/// An event to be stored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewEvent {
    /// `999-99999999`.
    pub awb_number: String,
    /// Status code.
    pub code: String,
    /// Where.
    pub airport: String,
    /// Where the flight goes.
    pub to_airport: String,
    /// Flight.
    pub flight_no: String,
    /// When.
    pub event_time: Option<Instant>,
    /// A actual, S scheduled, E estimated; empty when not said.
    pub time_kind: String,
    /// Pieces.
    pub pieces: Option<i64>,
    /// Weight.
    pub weight: Option<Weight>,
    /// T total, P part, S split, D divided.
    pub part: String,
    /// Words beside it.
    pub remark: String,
    /// The line as it came.
    pub raw: String,
    /// 报文FSU or 手工.
    pub source: &'static str,
}

/// An event as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Its id.
    pub id: Id,
    /// Status code.
    pub code: String,
    /// Its name.
    pub name: String,
    /// Where.
    pub airport: String,
    /// Where the flight goes.
    pub to_airport: String,
    /// Flight.
    pub flight_no: String,
    /// When.
    pub event_time: Option<Instant>,
    /// Pieces.
    pub pieces: Option<i64>,
    /// Weight.
    pub weight: Option<Weight>,
    /// Shipment part.
    pub part: String,
    /// Words beside it.
    pub remark: String,
    /// The line as it came.
    pub raw: String,
    /// Where it came from.
    pub source: String,
    /// Who added it.
    pub created_by: Id,
    /// When it was added.
    pub created_at: Instant,
    /// Kind of time.
    pub time_kind: String,
}

const COLUMNS: [&str; 16] = [
    "id",
    "code",
    "name",
    "airport",
    "to_airport",
    "flight_no",
    "event_time",
    "pieces",
    "weight",
    "part",
    "remark",
    "raw",
    "source",
    "created_by",
    "created_at",
    "time_kind",
];

impl Event {
    fn read(row: &Row) -> Result<Self, Refusal> {
        Ok(Self {
            id: row.get(0)?,
            code: row.get(1)?,
            name: row.get(2)?,
            airport: row.get(3)?,
            to_airport: row.get(4)?,
            flight_no: row.get(5)?,
            event_time: row.get(6)?,
            pieces: row.get(7)?,
            weight: row.get(8)?,
            part: row.get(9)?,
            remark: row.get(10)?,
            raw: row.get(11)?,
            source: row.get(12)?,
            created_by: row.get(13)?,
            created_at: row.get(14)?,
            time_kind: row.get(15)?,
        })
    }

    /// Whether a new report says the same again.
    fn same(&self, new: &NewEvent) -> bool {
        let time = match (self.event_time, new.event_time) {
            (Some(a), Some(b)) => (a.millis() - b.millis()).abs() <= SAME_WITHIN_MS,
            (None, None) => self.raw == new.raw,
            _ => false,
        };
        time && self.code == new.code
            && self.airport == new.airport
            && self.flight_no == new.flight_no
            && self.pieces == new.pieces
            && self.actual() == actual(&new.time_kind)
    }

    /// Whether its time is a fact and not a plan.
    pub fn actual(&self) -> bool {
        actual(&self.time_kind)
    }

    /// What it says of the orders with its number.
    fn as_fact(&self) -> Happened {
        Happened {
            code: self.code.clone(),
            airport: self.airport.clone(),
            part: self.part.clone(),
            pieces: self.pieces.unwrap_or_default(),
        }
    }

    /// Whether it is told as a fact and lies in the future: nothing follows from it before its time has come.
    pub fn is_ahead(&self, now: Instant) -> bool {
        self.actual() && is_ahead(self.event_time, now)
    }
}

/// Whether a time lies in the future.
pub fn is_ahead(time: Option<Instant>, now: Instant) -> bool {
    time.is_some_and(|time| time > now)
}

/// The events without those that are told as facts and lie in the future.
pub fn happened(events: &[Event], now: Instant) -> Vec<Event> {
    events.iter().filter(|event| !event.is_ahead(now)).cloned().collect()
}

/// Whether a time of a kind is a fact: not scheduled, not estimated.
pub(crate) fn actual(time_kind: &str) -> bool {
    !matches!(time_kind, "S" | "E")
}

/// Events of a master, newest first; those without a time last.
pub fn of_master(conn: &mut dyn Conn, org: i64, master: &Master) -> Result<Vec<Event>, Refusal> {
    let mut select = sql::from(org, "track_event");
    select.columns(COLUMNS).and_where(master.is()).order_by("id", Order::Desc);
    let mut events = conn.query(&select.into())?.iter().map(Event::read).collect::<Result<Vec<_>, _>>()?;
    events.sort_by_key(|event| std::cmp::Reverse(event.event_time));
    Ok(events)
}

/// An event by its id, with its master.
pub fn find(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Option<(Master, Event)>, Refusal> {
    let mut select = sql::from(org, "track_event");
    select.columns(COLUMNS).columns(master::COLUMNS).and_where(sql::eq("id", id));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    let master = Master { number: row.get(COLUMNS.len())?, round: row.get(COLUMNS.len() + 1)? };
    Ok(Some((master, Event::read(&row)?)))
}

/// Stores the events of a number as it is registered now that are new; answers how many are stored and how many were
/// known.
pub fn store(tx: &mut Tx<'_>, awb_number: &str, new: &[NewEvent]) -> Result<(usize, usize), Refusal> {
    let (by, master) = (&By::tx(tx), Master::now(awb_number));
    hold(tx, by, awb_number)?;
    let mut known = of_master(tx, by.org, &master)?;
    let mut stored = 0;
    for event in new {
        if known.iter().any(|old| old.same(event)) {
            continue;
        }
        let id = insert(tx, by, event)?;
        stored += 1;
        known.extend(find(tx, by.org, id)?.map(|(_, event)| event));
        orders::tell(tx, event)?;
    }
    // Also what was known already: it may have been told ahead of its time, which has come now.
    if !new.is_empty() {
        follow(tx, &master, None)?;
    }
    Ok((stored, new.len() - stored))
}

/// Removes an event and what followed from it.
pub fn remove(tx: &mut Tx<'_>, master: &Master, event: &Event) -> Result<(), Refusal> {
    let by = &By::tx(tx);
    hold(tx, by, &master.number)?;
    let mut delete = sql::delete(by.org, "track_event");
    delete.and_where(sql::eq("id", event.id));
    tx.exec(&delete.into())?;
    follow(tx, master, event.event_time)
}

/// The time of facts told ahead has come: what they say follows now.
pub(crate) fn come(tx: &mut Tx<'_>, master: &Master) -> Result<(), Refusal> {
    let by = &By::tx(tx);
    hold(tx, by, &master.number)?;
    let mut come = sql::update(by.org, "track_event", &[("awaits", Value::Null)]);
    come.and_where(master.is()).and_where(sql::col("awaits").lte(sql::value(by.now)));
    tx.exec(&come.into())?;
    follow(tx, master, None)
}

/// Makes writers of one number wait for each other.
fn hold(conn: &mut dyn Conn, by: &By<'_>, awb_number: &str) -> Result<(), Refusal> {
    let cells = [("awb_number", awb_number.into_value()), ("updated_at", by.now.into_value())];
    let mut upsert = sql::insert(by.org, "track_awb", &cells);
    upsert.on_conflict(OnConflict::columns(["org_id", "awb_number"]).update_column("updated_at").to_owned());
    conn.exec(&upsert.into())?;
    Ok(())
}

fn insert(conn: &mut dyn Conn, by: &By<'_>, event: &NewEvent) -> Result<Id, Refusal> {
    let id = by.mint.next(by.now);
    let text = |text: &str| text.into_value();
    let waits = actual(&event.time_kind) && is_ahead(event.event_time, by.now);
    let cells = [
        ("id", id.into_value()),
        ("awb_number", text(&event.awb_number)),
        ("code", text(&event.code)),
        ("name", text(trade::status::name_zh(&event.code))),
        ("airport", text(&event.airport)),
        ("to_airport", text(&event.to_airport)),
        ("flight_no", text(&event.flight_no)),
        ("event_time", event.event_time.into_value()),
        ("time_kind", text(&event.time_kind)),
        ("awaits", event.event_time.filter(|_| waits).into_value()),
        ("pieces", event.pieces.into_value()),
        ("weight", event.weight.into_value()),
        ("part", text(&event.part)),
        ("remark", text(&event.remark)),
        ("raw", text(&event.raw)),
        ("source", text(event.source)),
        ("created_by", by.user_id.into_value()),
        ("created_at", by.now.into_value()),
    ];
    conn.exec(&sql::insert(by.org, "track_event", &cells).into())?;
    Ok(id)
}

/// What follows from the events of a master that have happened: the used number, how far its orders are, and actual times
/// of the legs, of which those of an event that is gone are gone with it. In this order, as who saves an order holds
/// number, order and legs.
fn follow(tx: &mut Tx<'_>, master: &Master, gone: Option<Instant>) -> Result<(), Refusal> {
    let by = &By::tx(tx);
    let events = happened(&of_master(tx, by.org, master)?, by.now);
    // A number is registered again only when it was used or void: a past registration has nothing to mark.
    if master.round == 0 && events.iter().any(|event| event.code == "DEP") {
        stock::mark_used(tx, by, &master.number, "起飞")?;
    }
    let facts: Vec<Happened> = events.iter().filter(|event| event.actual()).map(Event::as_fact).collect();
    orders::go_on(tx, master, &facts)?;
    if let Some(time) = gone {
        for column in ["atd", "ata"] {
            clear_legs(tx, by.org, master, column, time)?;
        }
    }
    for leg in crate::leg::legs_of_master(tx, by.org, master)? {
        let (atd, ata) = (crate::leg::departed(&leg, &events), crate::leg::arrived(&leg, &events));
        let mut cells = Vec::new();
        if atd.is_some() && atd != leg.atd {
            cells.push(("atd", atd.into_value()));
        }
        if ata.is_some() && ata != leg.ata {
            cells.push(("ata", ata.into_value()));
        }
        if !cells.is_empty() {
            let mut update = sql::update(by.org, "order_leg", &cells);
            update.and_where(sql::eq("id", leg.id));
            tx.exec(&update.into())?;
        }
    }
    Ok(())
}

fn clear_legs(
    conn: &mut dyn Conn,
    org: i64,
    master: &Master,
    column: &'static str,
    time: Instant,
) -> Result<(), Refusal> {
    for leg in crate::leg::legs_of_master(conn, org, master)? {
        let mut update = sql::update(org, "order_leg", &[(column, Value::Null)]);
        update.and_where(sql::eq("id", leg.id)).and_where(sql::eq(column, time));
        conn.exec(&update.into())?;
    }
    Ok(())
}
