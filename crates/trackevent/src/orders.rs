//! The orders a number is on, and the lines that events leave in their logs.

use facts::master::Master;
use facts::order_log::log_entry;
use kernel::{Id, Msg, Scope, show_minute};
use message::order::Words;
use order::{Happened, Lifecycle, OrderHead, Step, follows_cargo, profile, reached, step, store, visible_order};
use platform::access::Actor;
use platform::call::Tx;
use platform::log::{About, LogEntry};
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, Order};
use platform::store::{Cell, Conn, sql};
use trade::status;

use crate::events::NewEvent;

/// Status of what is not as it should be: off-loaded, missing, damaged.
const DISCREPANCY: &str = "DIS";

/// Orders with a master number as it is registered now, whoever asks: for logs of what a message did.
pub fn of_number(conn: &mut dyn Conn, org: i64, awb_number: &str) -> Result<Vec<OrderHead>, Refusal> {
    let mut select = sql::from(org, "freight_order");
    select.columns(OrderHead::COLUMNS).and_where(Master::now(awb_number).is());
    conn.query(&select.into())?.iter().map(OrderHead::read).collect()
}

/// The orders with a number, for the log.
pub fn about(conn: &mut dyn Conn, org: i64, master: &Master) -> Result<About, Refusal> {
    let mut select = sql::from(org, "freight_order");
    select.column("id").and_where(master.is()).order_by("id", Order::Asc);
    let rows = conn.query(&select.into())?;
    Ok(About::orders(rows.iter().map(|row| row.get(0)).collect::<Result<Vec<Id>, _>>()?))
}

/// Whether a number is that of orders, none of which somebody sees.
pub fn is_hidden(conn: &mut dyn Conn, actor: &Actor, master: &Master) -> Result<bool, Refusal> {
    let mut any = sql::from(actor.org_id, "freight_order");
    any.column("id").and_where(master.is()).limit(1);
    let mut seen = any.clone();
    seen.cond_where(visible_order(actor));
    Ok(conn.first(&seen.into())?.is_none() && conn.first(&any.into())?.is_some())
}

/// What is said of a number that is on no order, or on none the caller sees.
pub const UNKNOWN: Msg = Msg::new("track.no_master", "未找到主单{number}", "There is no master {number}.");

/// Whether somebody may tell what happens to a number: people of the orders they see, and of what their company follows
/// without an order; systems outside of all, also of a number that is to come.
pub fn may_tell(conn: &mut dyn Conn, actor: &Actor, awb_number: &str) -> Result<bool, Refusal> {
    if actor.user_id == Id(0) {
        return Ok(true);
    }
    let mut any = sql::from(actor.org_id, "freight_order");
    any.column("id").and_where(Master::now(awb_number).is()).limit(1);
    let mut seen = any.clone();
    seen.cond_where(visible_order(actor));
    if conn.first(&seen.into())?.is_some() {
        return Ok(true);
    }
    let mut followed = sql::from(actor.org_id, "track_subscription");
    followed.column("id").and_where(sql::eq("awb_number", awb_number)).limit(1);
    Ok(conn.first(&any.into())?.is_none() && conn.first(&followed.into())?.is_some())
}

/// Tells the people of the living orders with a number of a discrepancy, and other systems of every event.
pub(crate) fn tell(tx: &mut Tx<'_>, event: &NewEvent) -> Result<(), Refusal> {
    let org = tx.org();
    let wanted = webhook::order::are_events_wanted(tx, org)?;
    if event.code != DISCREPANCY && !wanted {
        return Ok(());
    }
    let orders = living(tx, event)?;
    if wanted {
        for order in &orders {
            hook(tx, *order, event)?;
        }
    }
    if event.code != DISCREPANCY {
        return Ok(());
    }
    let time = event.event_time.map(show_minute).unwrap_or_default();
    let parts = |name: &str| {
        let parts = [name, &event.airport, &event.flight_no, &time, &event.remark];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    };
    let mut words = Words::default();
    words.add((parts(status::name_zh(DISCREPANCY)), parts(status::name_en(DISCREPANCY))));
    for order in orders {
        message::order::troubled(tx, order, &words)?;
    }
    Ok(())
}

/// The living orders with the number of an event.
fn living(tx: &mut Tx<'_>, event: &NewEvent) -> Result<Vec<Id>, Refusal> {
    let mut living = sql::from(tx.org(), "freight_order");
    living.column("id").and_where(Master::now(&*event.awb_number).is());
    let over = [Lifecycle::Cancelled, Lifecycle::Closed].map(Lifecycle::code);
    living.and_where(sql::is_in(sql::col("lifecycle"), over).not()).order_by("id", Order::Asc);
    tx.query(&living.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
}

fn hook(tx: &mut Tx<'_>, order: Id, event: &NewEvent) -> Result<(), Refusal> {
    let kind = match event.time_kind.as_str() {
        "S" => "PLN",
        "E" => "EST",
        _ => "ACT",
    };
    let told = webhook::order::Told {
        code: &event.code,
        name: (status::name_zh(&event.code), status::name_en(&event.code)),
        kind,
        place: &event.airport,
        time: event.event_time,
        transport: &event.flight_no,
        container_no: "",
        pieces: event.pieces,
        weight: event.weight,
        remark: &event.remark,
        source: event.source,
    };
    webhook::order::event(tx, order, &told)
}

/// The living orders of a master go on, or back, to where its events that have happened say they are; their people are
/// told. Who saves one of the orders meanwhile waits, and then reads the events anew.
pub(crate) fn go_on(tx: &mut Tx<'_>, master: &Master, events: &[Happened]) -> Result<(), Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    let flying = Scope::all().filter(|scope| follows_cargo(*scope)).map(Scope::code);
    let mut living = sql::from(org, "freight_order");
    let over = [Lifecycle::Cancelled, Lifecycle::Closed].map(Lifecycle::code);
    living
        .columns(["id", "business_scope", "node_rank", "arrival_station", "awb_id"])
        .and_where(master.is())
        .and_where(sql::is_in(sql::col("business_scope"), flying))
        .and_where(sql::is_in(sql::col("lifecycle"), over).not())
        .order_by("id", Order::Asc)
        .lock_exclusive();
    for row in tx.query(&living.into())? {
        let (id, scope, rank): (Id, String, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let (station, allocated): (Option<String>, Option<Id>) = (row.get(3)?, row.get(4)?);
        let Some(scope) = Scope::from_code(&scope) else { continue };
        // A number that was never taken from the stock says nothing of the order.
        if profile(scope).takes_masters() && allocated.is_none() {
            continue;
        }
        let node = match step(events, (scope, rank), &station.unwrap_or_default()) {
            Step::Stays => continue,
            Step::On(node) => node,
            Step::Back => {
                let saved = store::of_id(tx, actor, profile(scope), id)?;
                reached(tx, org, (saved.profile, Some(id)), (&saved.draft, saved.awb_id.is_some()))?
            }
        };
        if node.rank == rank {
            continue;
        }
        // The version stays: what somebody types meanwhile says nothing else of the node.
        let cells = [("node", node.zh.into_value()), ("node_rank", node.rank.into_value())];
        tx.exec(&sql::update(org, "freight_order", &cells).and_where(sql::eq("id", id)).to_owned().into())?;
        message::order::went_on(tx, id, (node.zh, node.en))?;
    }
    Ok(())
}

/// A line in the log of every order with the number; one of the number itself when no order has it.
pub fn log(tx: &mut Tx<'_>, awb_number: &str, text: &str) -> Result<(), Refusal> {
    let org = tx.org();
    let orders = of_number(tx, org, awb_number)?;
    if orders.is_empty() {
        let mut entry = LogEntry::of("track", Id(0), awb_number, "/newCargoTracking").did("新建", "轨迹");
        entry.object_id = None;
        return tx.log(entry.text(text));
    }
    for order in orders {
        tx.log(log_entry(order.id, &order.code, "/af_order").did("修改", "轨迹").text(text))?;
    }
    Ok(())
}
