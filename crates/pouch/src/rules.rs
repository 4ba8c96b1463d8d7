//! What a pouch holds when it is saved: its master's orders, flight and agent, its documents, its link.

use kernel::{Findings, Id, Msg};
use platform::call::Tx;
use platform::document::{Draft, Written, other_than};
use platform::log::Change;
use platform::refusal::Refusal;
use platform::sea_query::ExprTrait;
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Map, Value as Json, json};

use crate::orders::{self, LINKS, OrderRow};
use crate::page::{DRAFT, Pouch, TABLE, VOID, state_name};
use crate::proposal::{self, Master, NO_ORDER};
use crate::rows::{self, Document, MEMBER};
use crate::{link, page};

/// Not a draft any more.
pub(crate) const FIXED: Msg =
    Msg::new("pouch.fixed", "文件袋{state}，不能修改", "The pouch can't be changed: {state}.");
const EXISTS: Msg = Msg::new("pouch.exists", "该主单已有文件袋{n}", "This master has the pouch {n} already.");
const NO_AGENT: Msg = Msg::new("pouch.agent", "目的港代理不存在", "There is no such agent.");

/// Completes and checks a pouch before it is written.
pub(crate) fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let actor = tx.actor;
    if draft.is_new() {
        begin(tx, draft)?;
    } else {
        let state = String::from_value(draft.value(Pouch::STATE))?;
        if state != DRAFT {
            let (zh, en) = state_name(&state);
            return Err(Refusal::Business(FIXED.with_each(&[("state", zh)], &[("state", en)])));
        }
    }
    let number = String::from_value(draft.value(Pouch::AWB_NUMBER))?;
    let agent = Option::<Id>::from_value(draft.value(Pouch::AGENT_ID))?;
    let known = agent.map(|id| facts::coop(tx, actor.org_id, id)).transpose()?.flatten();
    findings.error_if(agent.is_some() && known.is_none(), "agentId", NO_AGENT);
    let given = rows::named(draft.body, findings)?;
    let Some(master) = master_of(tx, draft, &number)? else {
        if findings.at("awbNumber").next().is_none() {
            findings.error("awbNumber", NO_ORDER.with(&[("n", &number)]));
        }
        return Ok(());
    };
    fill(draft, &master)?;
    one_live(tx, draft, &number, findings)?;
    let mut held = held(tx, draft, given, &master, &number)?;
    rows::tie(&mut held, &master.houses, &master.files, findings);
    count(draft, &master, &number, &held);
    Ok(())
}

/// The number comes first: it makes those who add pouches of a day wait for each other.
fn begin(tx: &mut Tx<'_>, draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let day = tx.now.day().strftime("%y%m%d").to_string();
    let number = tx.next_number("cargo pouch", &day)?;
    draft.set(Pouch::POUCH_NUMBER, format!("WD-{day}{number:04}").into_value());
    draft.set(Pouch::STATE, DRAFT.into_value());
    let typed = String::from_value(draft.value(Pouch::AWB_NUMBER))?;
    if let Some(number) = stock::mend(&typed) {
        draft.set(Pouch::AWB_NUMBER, number.into_value());
    }
    Ok(())
}

/// The pouch a draft is of, once it is added.
fn stored(draft: &Draft<'_>) -> Option<Id> {
    (!draft.is_new()).then_some(draft.id)
}

/// The master of a draft; what a pouch holds already stays known to it.
fn master_of(tx: &mut Tx<'_>, draft: &Draft<'_>, number: &str) -> Result<Option<Master>, Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    let number = orders::master_of(tx, org, stored(draft), number)?;
    let Some(master) = proposal::master(tx, actor, &number)? else { return Ok(None) };
    let held = if draft.is_new() { Vec::new() } else { rows::of(tx, org, draft.id)? };
    Ok(Some(master.keeping(&held)))
}

/// Orders, flight and stations are the master's; the agent is, until another is chosen.
fn fill(draft: &mut Draft<'_>, master: &Master) -> Result<(), Refusal> {
    draft.set(Pouch::ORDER_CODES, proposal::codes(&master.orders).into_value());
    if let Some(first) = master.orders.first() {
        draft.set(Pouch::FLIGHT_NO, first.flight_no.clone().into_value());
        draft.set(Pouch::FLIGHT_DATE, first.flight_date.clone().into_value());
        draft.set(Pouch::DEPARTURE_STATION, first.departure.clone().into_value());
        draft.set(Pouch::ARRIVAL_STATION, first.arrival.clone().into_value());
    }
    if draft.is_new() && *draft.value(Pouch::AGENT_ID) == Value::Null {
        draft.set(Pouch::AGENT_ID, master.orders.iter().find_map(|order| order.agent).into_value());
    }
    Ok(())
}

/// One live pouch for each master and flight.
fn one_live(tx: &mut Tx<'_>, draft: &Draft<'_>, number: &str, findings: &mut Findings) -> Result<(), Refusal> {
    let same = |field: platform::field::Field| {
        let value = draft.value(field).clone();
        if value == Value::Null {
            sql::col(field.column).is_null()
        } else {
            sql::col(field.column).eq(sql::value(value))
        }
    };
    let org = tx.org();
    let mut select = sql::from(org, TABLE);
    select
        .column("pouch_number")
        .and_where(orders::master_of(tx, org, stored(draft), number)?.is())
        .and_where(same(Pouch::FLIGHT_NO))
        .and_where(same(Pouch::FLIGHT_DATE))
        .and_where(sql::col("state").ne(sql::value(VOID)))
        .and_where(other_than(draft.id))
        .limit(1);
    if let Some(row) = tx.first(&select.into())? {
        findings.error("awbNumber", EXISTS.with(&[("n", &row.get::<String>(0)?)]));
    }
    Ok(())
}

/// The documents as they will be: those given; else those a pouch has, and of a new one the proposal.
fn held(
    tx: &mut Tx<'_>,
    draft: &Draft<'_>,
    given: Option<Vec<Document>>,
    master: &Master,
    number: &str,
) -> Result<Vec<Document>, Refusal> {
    let org = tx.org();
    match given {
        Some(given) => Ok(given),
        None if draft.is_new() => Ok(master.needed(number)),
        None => rows::of(tx, org, draft.id),
    }
}

fn count(draft: &mut Draft<'_>, master: &Master, number: &str, held: &[Document]) {
    let documents = i64::try_from(held.len()).unwrap_or_default();
    draft.set(Pouch::DOCUMENT_COUNT, Value::Int(documents));
    draft.set(Pouch::ORIGINAL_COUNT, Value::Int(held.iter().map(|row| row.originals).sum()));
    let missing: String = proposal::words(&master.lacks(number, held), false).chars().take(1000).collect();
    draft.set(Pouch::MISSING, missing.into_value());
}

/// Writes the documents, the orders and the link of a pouch.
pub(crate) fn after(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    let org = tx.org();
    let number = String::from_value(draft.value(Pouch::AWB_NUMBER))?;
    let old = rows::of(tx, org, draft.id)?;
    let mut written = Written::default();
    if let Some(master) = master_of(tx, draft, &number)? {
        let given = rows::named(draft.body, &mut Findings::new())?;
        let mut new = held(tx, draft, given, &master, &number)?;
        rows::tie(&mut new, &master.houses, &master.files, &mut Findings::new());
        rows::replace(tx, draft.id, &new)?;
        let (before, now) = (rows::words(&old), rows::words(&new));
        if before != now {
            let (field, label) = (MEMBER.to_owned(), "单证".to_owned());
            written.changes.push(Change { field, label, old: before, new: now });
        }
        write_orders(tx, draft.id, &master.orders)?;
    }
    let flight_date = String::from_value(draft.value(Pouch::FLIGHT_DATE))?;
    if draft.is_new() {
        let pouch_number = String::from_value(draft.value(Pouch::POUCH_NUMBER))?;
        link::make(tx, draft.id, &pouch_number, &flight_date)?;
    } else {
        link::prolong(tx, draft.id, &flight_date)?;
    }
    let rows = rows::of(tx, org, draft.id)?;
    written.answer.insert(MEMBER.to_owned(), rows.iter().map(rows::shown).collect());
    Ok(written)
}

fn write_orders(tx: &mut Tx<'_>, pouch: Id, orders: &[OrderRow]) -> Result<(), Refusal> {
    let org = tx.org();
    let mut delete = sql::delete(org, LINKS);
    tx.exec(&delete.and_where(sql::eq("pouch_id", pouch)).to_owned().into())?;
    for order in orders {
        let cells = [("pouch_id", pouch.into_value()), ("order_id", order.id.into_value())];
        tx.exec(&sql::insert(org, LINKS, &cells).into())?;
    }
    Ok(())
}

/// Documents, the agent's name, and how often the pouch was looked at.
pub(crate) fn view_more(conn: &mut dyn Conn, org: i64, id: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    let rows = rows::of(conn, org, id)?;
    view.insert(MEMBER.to_owned(), rows.iter().map(rows::shown).collect());
    let pouch = page::own(conn, org, id)?;
    let agent = pouch.agent_id.map(|id| facts::coop_name(conn, org, id)).transpose()?;
    view.insert("agentName".to_owned(), json!(agent));
    view.insert("slip".to_owned(), platform::attached::list(conn, org, crate::SLIP, id)?);
    link::views(conn, org, id, view)
}
