//! Nodes: how far an order is, derived from its data and events at every save. The highest that holds wins.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use facts::master::{self, Master};
use kernel::{Id, Scope};
use platform::call::Tx;
use platform::field::Choice;
use platform::refusal::Refusal;
use platform::sea_query::ExprTrait;
use platform::store::{Conn, Value, sql};

use crate::air::Head;
use crate::draft::Draft;
use crate::moves::Lifecycle;
use crate::parts::BOXES;
use crate::profile::{ByScope, Profile};

/// A node of a scope's table.
#[derive(Debug, Clone, Copy)]
pub struct Node {
    /// Rank; higher is further.
    pub rank: i64,
    /// Chinese name, as it is stored and shown.
    pub zh: &'static str,
    /// English name.
    pub en: &'static str,
    /// What it is told by.
    pub by: By,
}

/// What a node is told by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// It holds from the beginning.
    Beginning,
    /// A column of the order holds something; `customs.clearance_date` is a day of a wanted service.
    Column(&'static str),
    /// Every box has this time.
    Boxes(&'static str),
    /// Every box has this time, or, without boxes, a column holds something.
    BoxesOr(&'static str, &'static str),
    /// A fact of this code was told.
    Event(&'static str),
    /// A fact of this code was told, or a column holds something.
    EventOr(&'static str, &'static str),
    /// The events of its waybill number say so.
    Cargo(Cargo),
    /// The events of its waybill number say so, or a column holds something.
    CargoOr(Cargo, &'static str),
}

/// What the events of a waybill number say of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cargo {
    /// It left, or the first part of it.
    Departed,
    /// It is at its destination, or the first part of it.
    Arrived,
    /// All of it was handed over at its destination.
    HandedOver,
    /// All of it was brought to the door.
    AtTheDoor,
}

/// What the nodes look at, as the order is now.
pub trait Progress {
    /// Whether a column of the order, its detail or its services holds something; `awb_id`: a master number is allocated.
    fn has(&self, column: &str) -> bool;
    /// Boxes, and how many of them have a time.
    fn boxes(&self, column: &str) -> (usize, usize);
    /// Whether a fact of a code was told.
    fn told(&self, code: &str) -> bool;
    /// Whether the events of its waybill number say so.
    fn cargo(&self, said: Cargo) -> bool;
}

impl By {
    /// What the events of a waybill number have to say for it.
    fn told_by_cargo(self) -> Option<Cargo> {
        match self {
            Flown(said) | CargoOr(said, _) => Some(said),
            _ => None,
        }
    }
}

const fn at(rank: i64, zh: &'static str, en: &'static str, by: By) -> Node {
    Node { rank, zh, en, by }
}

use By::{Beginning, Boxes, BoxesOr, Cargo as Flown, CargoOr, Column, Event, EventOr};

/// Told by the sign of the route, which is no column of the order.
const SIGNED: &str = "routing_signed_at";
const CREATED: Node = at(10, "订单创建", "Created", Beginning);

const AE: &[Node] = &[
    CREATED,
    at(20, "舱位确认", "Space confirmed", Column("awb_id")),
    at(25, "航线签单", "Routing signed off", Column(SIGNED)),
    at(30, "货物出重", "Weighed", Column("confirm_weight")),
    at(40, "海关查验", "Customs inspection", Column("customs.inspection_date")),
    at(50, "海关放行", "Customs cleared", Column("customs.clearance_date")),
    at(53, "航班起飞", "Departed", Flown(Cargo::Departed)),
    at(56, "航班到达", "Arrived", Flown(Cargo::Arrived)),
    at(60, "目的港查验", "Inspection at destination", Column("arrivalCustoms.inspection_date")),
    at(70, "目的港放行", "Cleared at destination", Column("arrivalCustoms.clearance_date")),
    at(80, "目的港签收", "Delivered", CargoOr(Cargo::HandedOver, "delivery.sign_date")),
];
const AI: &[Node] = &[
    CREATED,
    at(15, "航班起飞", "Departed", Flown(Cargo::Departed)),
    at(20, "航班到达", "Arrived", Flown(Cargo::Arrived)),
    at(30, "货物入库", "In store", Column("inbound_date")),
    at(40, "海关查验", "Customs inspection", Column("inspection_date")),
    at(50, "海关放行", "Customs cleared", Column("clearance_date")),
    // What the terminal hands over is out of its store; the forwarder may yet bring it to the door.
    at(60, "货物出库", "Out of store", CargoOr(Cargo::HandedOver, "outbound_date")),
    at(80, "派送签收", "Delivered", CargoOr(Cargo::AtTheDoor, "sign_date")),
];
const SE: &[Node] = &[
    CREATED,
    at(20, "已订舱", "Booked", Column("booking_no")),
    at(30, "舱位确认", "Space confirmed", EventOr("BKCF", "mlb_number")),
    at(40, "空箱提取", "Empty picked up", BoxesOr("empty_pick_time", "inbound_date")),
    at(45, "货物装箱", "Stuffed", Boxes("stuff_time")),
    at(50, "重箱进港", "Gated in", Boxes("gate_in_time")),
    at(60, "海关放行", "Customs cleared", Column("clearance_date")),
    at(70, "船舶离港", "Departed", Column("actual_departure")),
    at(80, "船舶到港", "Arrived", Column("actual_arrival")),
    at(90, "目的港放货", "Released", Boxes("gate_out_time")),
];
const SI: &[Node] = &[
    CREATED,
    at(20, "船舶离港", "Departed", Column("actual_departure")),
    at(30, "船舶到港", "Arrived", Column("actual_arrival")),
    at(35, "卸船完成", "Discharged", Boxes("discharge_time")),
    at(40, "已换单", "Delivery order issued", Event("DORL")),
    at(50, "海关查验", "Customs inspection", Column("inspection_date")),
    at(60, "海关放行", "Customs cleared", Column("clearance_date")),
    at(70, "提箱提货", "Gated out", BoxesOr("gate_out_time", "outbound_date")),
    at(80, "派送签收", "Delivered", Column("sign_date")),
    at(90, "空箱返还", "Empty returned", Boxes("empty_return_time")),
];
const TE: &[Node] = &[
    CREATED,
    at(20, "舱位申请", "Space applied for", Event("SPAP")),
    at(30, "舱位确认", "Space confirmed", EventOr("SPCF", "plan_no")),
    at(40, "货物装箱", "Stuffed", Boxes("stuff_time")),
    at(45, "重箱进站", "Gated in", Boxes("gate_in_time")),
    at(50, "海关放行", "Customs cleared", Column("clearance_date")),
    at(55, "运单确认", "Waybill confirmed", Event("WBCF")),
    at(60, "班列发车", "Departed", Column("actual_departure")),
    at(65, "到达口岸", "At the border", Column("border_arrival")),
    at(70, "换装完成", "Transhipped", Event("CHGE")),
    at(75, "口岸出境", "Left the country", Column("border_departure")),
    at(80, "到达目的站", "Arrived", Column("actual_arrival")),
    at(85, "目的站提箱", "Gated out", Boxes("gate_out_time")),
    at(90, "空箱返还", "Empty returned", Boxes("empty_return_time")),
];
const TI: &[Node] = &[
    CREATED,
    at(20, "境外发车", "Departed", Column("actual_departure")),
    at(40, "到达口岸", "At the border", Column("border_arrival")),
    at(50, "换装完成", "Transhipped", Event("CHGE")),
    at(55, "口岸放行", "Released at the border", Column("border_departure")),
    at(65, "到达到站", "Arrived", Column("actual_arrival")),
    at(70, "海关放行", "Customs cleared", Column("clearance_date")),
    at(75, "提箱", "Gated out", Boxes("gate_out_time")),
    at(80, "派送签收", "Delivered", Column("sign_date")),
    at(90, "空箱返还", "Empty returned", Boxes("empty_return_time")),
];
const LC: &[Node] = &[
    CREATED,
    at(20, "已配载", "Planned", EventOr("PLAN", "driver_number")),
    at(30, "已派车", "Truck assigned", Event("DISP")),
    at(35, "司机接单", "Driver accepted", Event("ACPT")),
    at(40, "提货完成", "Picked up", Event("PICK")),
    at(45, "在途", "On the way", Event("DEPL")),
    at(50, "送达签收", "Delivered", Column("sign_date")),
    at(60, "回单返回", "Receipt returned", Event("RCPT")),
];
const IO: &[Node] = &[
    CREATED,
    at(20, "服务中", "Being served", Column("start_date")),
    at(30, "服务完成", "Done", Column("finish_date")),
];

/// Nodes of a scope by rank.
pub fn nodes(scope: Scope) -> &'static [Node] {
    match scope {
        Scope::Ae => AE,
        Scope::Ai => AI,
        Scope::Se => SE,
        Scope::Si => SI,
        Scope::Te => TE,
        Scope::Ti => TI,
        Scope::Lc => LC,
        Scope::Io => IO,
    }
}

impl Node {
    /// Whether it holds.
    pub fn holds(&self, progress: &dyn Progress) -> bool {
        let all = |column: &str| {
            let (boxes, done) = progress.boxes(column);
            boxes > 0 && boxes == done
        };
        match self.by {
            Beginning => true,
            Column(column) => progress.has(column),
            Boxes(column) => all(column),
            BoxesOr(column, other) => all(column) || (progress.boxes(column).0 == 0 && progress.has(other)),
            Event(code) => progress.told(code),
            EventOr(code, column) => progress.told(code) || progress.has(column),
            Flown(said) => progress.cargo(said),
            CargoOr(said, column) => progress.cargo(said) || progress.has(column),
        }
    }
}

/// The node of an order.
pub fn node(scope: Scope, progress: &dyn Progress) -> Node {
    let reached = nodes(scope).iter().rev().find(|node| node.holds(progress));
    reached.copied().unwrap_or(CREATED)
}

/// What an order of a scope may show as its state: its nodes, and the lifecycles whose word stands in the place of one.
pub fn states(scope: Scope) -> &'static [Choice] {
    static ALL: LazyLock<ByScope<Vec<Choice>>> = LazyLock::new(|| ByScope::new(made));
    ALL.of(scope)
}

fn made(scope: Scope) -> Vec<Choice> {
    if scope == Scope::Ae {
        return STATUS.to_vec();
    }
    let tone = |rank: i64| match rank {
        ..20 => "neutral",
        20..50 => "info",
        50..80 => "ready",
        _ => "done",
    };
    let ended = [
        (Lifecycle::Draft, "Draft", "neutral"),
        (Lifecycle::Locked, "Locked", "done"),
        (Lifecycle::Cancelled, "Cancelled", "danger"),
        (Lifecycle::Closed, "Closed", "danger"),
    ];
    let nodes = nodes(scope).iter().map(|node| Choice::new(node.zh, node.zh, node.en).tone(tone(node.rank)));
    nodes.chain(ended.map(|(state, en, tone)| Choice::new(state.zh(), state.zh(), en).tone(tone))).collect()
}

/// The lifecycle whose word stands in the place of the node.
pub fn lifecycle_of_state(word: &str) -> Option<Lifecycle> {
    Lifecycle::ALL.into_iter().find(|state| *state != Lifecycle::Open && state.zh() == word)
}

/// Node or lifecycle, as one tag.
pub const STATUS: &[Choice] = &[
    Choice::new("订单创建", "订单创建", "Created"),
    Choice::new("舱位确认", "舱位确认", "Space confirmed").tone("info"),
    Choice::new("航线签单", "航线签单", "Routing signed off").tone("info"),
    Choice::new("货物出重", "货物出重", "Weighed").tone("ready"),
    Choice::new("海关查验", "海关查验", "Customs inspection").tone("warning"),
    Choice::new("海关放行", "海关放行", "Customs cleared").tone("ready"),
    Choice::new("航班起飞", "航班起飞", "Departed").tone("ready"),
    Choice::new("航班到达", "航班到达", "Arrived").tone("ready"),
    Choice::new("目的港查验", "目的港查验", "Inspection at destination").tone("warning"),
    Choice::new("目的港放行", "目的港放行", "Cleared at destination").tone("ready"),
    Choice::new("目的港签收", "目的港签收", "Delivered").tone("done"),
    Choice::new("草稿", "草稿", "Draft"),
    Choice::new("财务锁账", "财务锁账", "Locked").tone("done"),
    Choice::new("已取消", "已取消", "Cancelled").tone("danger"),
    Choice::new("强制关闭", "强制关闭", "Closed").tone("danger"),
];

/// What is shown as the state: the lifecycle when it says something, else the node.
pub fn status_shown(lifecycle: Lifecycle, node: &str) -> &str {
    if lifecycle == Lifecycle::Open { node } else { lifecycle.zh() }
}

/// An order with what was told of it.
struct Told<'a> {
    draft: &'a Draft,
    has_master: bool,
    is_signed: bool,
    facts: BTreeSet<String>,
    cargo: BTreeSet<Cargo>,
}

impl Progress for Told<'_> {
    fn has(&self, column: &str) -> bool {
        match column {
            "awb_id" => self.has_master,
            SIGNED => self.is_signed,
            column => self.draft.has(column),
        }
    }

    fn boxes(&self, column: &str) -> (usize, usize) {
        let boxes = self.draft.rows(&BOXES);
        (boxes.len(), boxes.iter().filter(|sheet| *sheet.value(column) != Value::Null).count())
    }

    fn told(&self, code: &str) -> bool {
        self.facts.contains(code)
    }

    fn cargo(&self, said: Cargo) -> bool {
        self.cargo.contains(&said)
    }
}

/// Whether the events of a waybill number move the orders of a scope.
pub fn follows_cargo(scope: Scope) -> bool {
    nodes(scope).iter().any(|node| node.by.told_by_cargo().is_some())
}

/// The node of an order as its draft is, with the events told of it; a new one has none yet. A master number counts once
/// it is allocated. Who writes the node of an order that is stored holds the order before ([`crate::store::hold`]): events
/// that are told meanwhile move it, too.
pub fn reached(
    tx: &mut Tx<'_>,
    org: i64,
    (profile, order): (&Profile, Option<Id>),
    (draft, has_master): (&Draft, bool),
) -> Result<Node, Refusal> {
    let by_events = nodes(profile.scope).iter().any(|node| matches!(node.by, Event(_) | EventOr(..)));
    let mut facts = BTreeSet::new();
    if let Some(order) = order.filter(|_| by_events) {
        let mut select = sql::from(org, "order_event");
        select.column("code").distinct().and_where(sql::eq("order_id", order)).and_where(sql::eq("classifier", "ACT"));
        for row in tx.query(&select.into())? {
            facts.insert(row.get(0)?);
        }
    }
    // Without a master nobody signs.
    let signs = has_master && nodes(profile.scope).iter().any(|node| node.by == Column(SIGNED));
    let is_signed = match order.filter(|_| signs) {
        Some(order) => crate::signing::is_signed(tx, org, order)?,
        None => false,
    };
    // A number that is taken off says nothing of the order any more.
    let flies = follows_cargo(profile.scope) && (has_master || !profile.takes_masters());
    let cargo = if flies { of_number(tx, org, (order, draft))? } else { BTreeSet::new() };
    Ok(node(profile.scope, &Told { draft, has_master, is_signed, facts, cargo }))
}

/// An event of a waybill number that has happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Happened {
    /// Status code.
    pub code: String,
    /// Where.
    pub airport: String,
    /// T total, P part, S split, D divided; empty when not said.
    pub part: String,
    /// Pieces; 0 when not said.
    pub pieces: i64,
}

/// How an order that is stored goes on by the events of its number.
#[derive(Debug, Clone, Copy)]
pub enum Step {
    /// It stands where it stood.
    Stays,
    /// The events say that it is further.
    On(Node),
    /// They say no more what it stood at: where it is, all of the order says.
    Back,
}

/// Where the events of its number put an order of a scope, which stands at a rank and goes to a station.
pub fn step(events: &[Happened], (scope, rank): (Scope, i64), destination: &str) -> Step {
    let said = said(events, destination);
    let is_told = |node: &Node| node.by.told_by_cargo().is_some_and(|cargo| said.contains(&cargo));
    if let Some(node) = nodes(scope).iter().rev().find(|node| is_told(node)).filter(|node| node.rank > rank) {
        return Step::On(*node);
    }
    let stood = nodes(scope).iter().find(|node| node.rank == rank);
    let is_gone = stood.is_some_and(|node| node.by.told_by_cargo().is_some() && !is_told(node));
    if is_gone { Step::Back } else { Step::Stays }
}

/// What the events of an order's waybill number say by now. What is planned, and what is told to happen in the future,
/// has not happened.
fn of_number(tx: &mut Tx<'_>, org: i64, (order, draft): (Option<Id>, &Draft)) -> Result<BTreeSet<Cargo>, Refusal> {
    let number = draft.head.text(Head::AWB_NUMBER);
    if number.is_empty() {
        return Ok(BTreeSet::new());
    }
    let stored = order.map(|order| master::of_order(tx, org, order)).transpose()?;
    // One that is given to it now is meant as it is registered now.
    let master = stored.filter(|stored| stored.number == number).unwrap_or_else(|| Master::now(number));
    let now = tx.now;
    let mut select = sql::from(org, "track_event");
    select
        .columns(["code", "airport", "part", "pieces"])
        .and_where(master.is())
        .and_where(sql::is_in(sql::col("code"), CARGO_CODES.map(str::to_owned)))
        .cond_where(sql::any_of([
            sql::col("time_kind").is_null(),
            sql::is_in(sql::col("time_kind"), ["S", "E"].map(str::to_owned)).not(),
        ]))
        .cond_where(sql::any_of([sql::col("event_time").is_null(), sql::col("event_time").lte(sql::value(now))]));
    let events = tx
        .query(&select.into())?
        .iter()
        .map(|row| {
            let pieces: Option<i64> = row.get(3)?;
            Ok(Happened { code: row.get(0)?, airport: row.get(1)?, part: row.get(2)?, pieces: pieces.unwrap_or(0) })
        })
        .collect::<Result<Vec<_>, Refusal>>()?;
    Ok(said(&events, &draft.head.text(Head::ARRIVAL_STATION)))
}

/// Codes that say where the cargo is, and those that say how much of it there is.
const CARGO_CODES: [&str; 6] = ["RCS", "DEP", "ARR", "RCF", "DLV", "DDL"];

/// What events say of an order that goes to a station. What came in parts is handed over, or brought to the door, when
/// the parts are as many pieces as anybody told of.
fn said(events: &[Happened], destination: &str) -> BTreeSet<Cargo> {
    let of = |codes: &'static [&'static str]| events.iter().filter(|event| codes.contains(&event.code.as_str()));
    // Of all who told of the cargo itself; who books or lists it may speak of more.
    let all = of(&CARGO_CODES).map(|event| event.pieces).max().unwrap_or(0);
    let is_whole = |codes: &'static [&'static str]| {
        let parts: i64 = of(codes).map(|event| event.pieces).sum();
        of(codes).any(|event| matches!(event.part.as_str(), "" | "T")) || (parts > 0 && parts >= all)
    };
    let holds = [
        (Cargo::Departed, of(&["DEP"]).next().is_some()),
        (Cargo::Arrived, of(&["ARR", "RCF"]).any(|event| event.airport == destination)),
        // The pieces brought to the door are those that were handed over before.
        (Cargo::HandedOver, is_whole(&["DLV"]) || is_whole(&["DDL"])),
        (Cargo::AtTheDoor, is_whole(&["DDL"])),
    ];
    holds.into_iter().filter_map(|(said, holds)| holds.then_some(said)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Told {
        columns: Vec<&'static str>,
        boxes: usize,
        done: Vec<(&'static str, usize)>,
        events: Vec<&'static str>,
        cargo: Vec<Cargo>,
    }

    impl Progress for Told {
        fn has(&self, column: &str) -> bool {
            self.columns.contains(&column)
        }
        fn boxes(&self, column: &str) -> (usize, usize) {
            (self.boxes, self.done.iter().find(|(known, _)| *known == column).map_or(0, |(_, done)| *done))
        }
        fn told(&self, code: &str) -> bool {
            self.events.contains(&code)
        }
        fn cargo(&self, said: Cargo) -> bool {
            self.cargo.contains(&said)
        }
    }

    fn happened(code: &str, airport: &str, part: &str, pieces: i64) -> Happened {
        Happened { code: code.to_owned(), airport: airport.to_owned(), part: part.to_owned(), pieces }
    }

    /// Issue 25, 18: what the events of a waybill number say of an order.
    #[test]
    fn events_of_a_number_say_where_the_cargo_is() {
        let told = |events: &[Happened]| said(events, "FRA").into_iter().collect::<Vec<_>>();
        assert_eq!(told(&[happened("RCS", "PVG", "T", 12)]), []);
        assert_eq!(told(&[happened("DEP", "PVG", "", 12)]), [Cargo::Departed]);
        assert_eq!(told(&[happened("ARR", "HKG", "", 12)]), [], "on the way");
        assert_eq!(told(&[happened("RCF", "FRA", "", 12)]), [Cargo::Arrived]);
        assert_eq!(told(&[happened("DLV", "FRA", "T", 12)]), [Cargo::HandedOver]);
        assert_eq!(told(&[happened("DDL", "FRA", "", 12)]), [Cargo::HandedOver, Cargo::AtTheDoor]);
        let parts = |second: i64| {
            told(&[
                happened("BKD", "PVG", "T", 15),
                happened("RCS", "PVG", "T", 12),
                happened("DLV", "FRA", "P", 7),
                happened("DLV", "FRA", "P", second),
            ])
        };
        assert_eq!((parts(4), parts(5)), (vec![], vec![Cargo::HandedOver]), "11 and 12 of 12 pieces");
        let brought = |second: i64| {
            told(&[
                happened("DLV", "FRA", "T", 12),
                happened("DDL", "FRA", "P", 6),
                happened("DDL", "FRA", "P", second),
            ])
        };
        assert_eq!(brought(5), [Cargo::HandedOver], "half a delivery is none");
        assert_eq!(brought(6), [Cargo::HandedOver, Cargo::AtTheDoor]);
    }

    /// Issue 25, 18: an order is read as a whole only where events no longer say what it stands at.
    #[test]
    fn events_move_a_stored_order_by_its_rank() {
        let events = [happened("DEP", "PVG", "", 12), happened("ARR", "FRA", "", 12)];
        let on = |rank: i64| match step(&events, (Scope::Ai, rank), "FRA") {
            Step::Stays => "stays",
            Step::On(node) => node.zh,
            Step::Back => "back",
        };
        assert_eq!([10, 15, 20, 30].map(on), ["航班到达", "航班到达", "stays", "stays"]);
        assert_eq!([60, 80].map(on), ["back", "back"], "a column may hold it yet");
        assert!(matches!(step(&[], (Scope::Ai, 15), "FRA"), Step::Back));
        assert!(matches!(step(&[], (Scope::Ai, 10), "FRA"), Step::Stays));
        assert!(Scope::all().filter(|scope| follows_cargo(*scope)).eq([Scope::Ae, Scope::Ai]));
    }

    /// Issue 25, 18: departed, arrived and delivered are nodes of what flies, told by events.
    #[test]
    fn what_flies_goes_on_by_the_events_of_its_number() {
        let by = |scope: Scope, cargo: &[Cargo]| {
            node(scope, &Told { columns: vec!["awb_id"], cargo: cargo.to_vec(), ..Told::default() }).zh
        };
        let all = [Cargo::Departed, Cargo::Arrived, Cargo::HandedOver, Cargo::AtTheDoor];
        let upto = |scope: Scope| [1, 2, 3, 4].map(|count| by(scope, &all[..count]));
        assert_eq!(upto(Scope::Ae), ["航班起飞", "航班到达", "目的港签收", "目的港签收"]);
        assert_eq!(upto(Scope::Ai), ["航班起飞", "航班到达", "货物出库", "派送签收"]);
        let cleared =
            Told { columns: vec!["arrivalCustoms.clearance_date"], cargo: vec![Cargo::Arrived], ..Told::default() };
        assert_eq!(node(Scope::Ae, &cleared).zh, "目的港放行", "what is behind the arrival stays");
    }

    #[test]
    fn ranks_rise_and_every_scope_begins_alike() {
        for scope in Scope::all() {
            assert!(nodes(scope).windows(2).all(|pair| pair[0].rank < pair[1].rank), "{scope:?}");
            assert_eq!(node(scope, &Told::default()).zh, "订单创建");
        }
    }

    #[test]
    fn a_node_of_boxes_wants_them_all() {
        let mut told =
            Told { boxes: 2, done: vec![("gate_in_time", 1)], columns: vec!["mlb_number"], ..Told::default() };
        assert_eq!(node(Scope::Se, &told).zh, "舱位确认");
        told.done = vec![("gate_in_time", 2)];
        assert_eq!(node(Scope::Se, &told).zh, "重箱进港");
        told.boxes = 0;
        told.done.clear();
        assert_eq!(node(Scope::Se, &told).zh, "舱位确认", "no boxes are not all boxes");
        told.columns.push("inbound_date");
        assert_eq!(node(Scope::Se, &told).zh, "空箱提取", "loose cargo is in store instead");
    }

    #[test]
    fn the_highest_node_wins_whatever_is_missing_below() {
        let told = Told { events: vec!["CHGE"], ..Told::default() };
        assert_eq!(node(Scope::Ti, &told).zh, "换装完成");
        let told = Told { columns: vec!["driver_number"], events: vec!["PICK"], ..Told::default() };
        assert_eq!((node(Scope::Lc, &told).zh, node(Scope::Lc, &told).rank), ("提货完成", 40));
        let told = Told { columns: vec!["finish_date"], ..Told::default() };
        assert_eq!(node(Scope::Io, &told).zh, "服务完成");
    }

    #[test]
    fn air_export_goes_on_by_master_weight_and_services() {
        let mut told = Told::default();
        told.columns.push("awb_id");
        assert_eq!(node(Scope::Ae, &told).zh, "舱位确认");
        told.columns.push("confirm_weight");
        assert_eq!((node(Scope::Ae, &told).rank, node(Scope::Ae, &told).zh), (30, "货物出重"));
        told.columns.retain(|column| *column != "awb_id");
        assert_eq!(node(Scope::Ae, &told).zh, "货物出重");
        told.columns.push("customs.inspection_date");
        assert_eq!(node(Scope::Ae, &told).zh, "海关查验");
        told.columns.push("customs.clearance_date");
        assert_eq!(node(Scope::Ae, &told).zh, "海关放行");
        told.columns.push("delivery.sign_date");
        assert_eq!(node(Scope::Ae, &told).rank, 80);
    }

    #[test]
    fn the_lifecycle_hides_the_node_and_every_state_has_its_tag() {
        assert_eq!(status_shown(Lifecycle::Open, "海关放行"), "海关放行");
        assert_eq!(status_shown(Lifecycle::Locked, "海关放行"), "财务锁账");
        assert_eq!(status_shown(Lifecycle::Closed, "订单创建"), "强制关闭");
        let shown = nodes(Scope::Ae).iter().map(|node| node.zh).chain(Lifecycle::ALL.map(Lifecycle::zh));
        for name in shown.filter(|name| *name != "进行中") {
            assert!(STATUS.iter().any(|choice| choice.value == name), "{name}");
        }
    }
}
