//! 自动核销: receipts that come to exactly what is open of a note, a statement or an invoice, or of the oldest of them together.

use std::collections::BTreeMap;

use kernel::{Day, Msg};
use platform::page::Chosen;
use platform::prelude::*;
use platform::sea_query::{ExprTrait, JoinType, Order};
use serde_json::{Map, Value as Json, json};
use settle::receipt;
use settle::write_off::{self, Source, Target, Wanted};
use trade::charge::Side;

use super::form;
use super::targets::{self, ON_INVOICE, Open};

const NO_MATCH: Msg =
    Msg::new("write_off.no_match", "没有金额完全一致的核销对象", "Nothing open comes to exactly this amount.");
const NOTHING: Msg = Msg::new("write_off.nothing", "没有可自动核销的收款", "No receipt can be settled by itself.");
const GONE: Msg = Msg::new("write_off.receipt_gone", "收款不存在", "The receipt is not there.");

pub(super) const COOP: Field =
    Field::reference("coop", "收款客户（空为全部）", "Customer (none: all)").column("coop_id");
const NUM: Field = Field::text("收款编号", "Receipt").column("receipt_num").read_only().max(30);
const CUSTOMER: Field = Field::text("收款客户", "Customer").column("coop_name").read_only().max(200);
const CURRENCY: Field = Field::text("币种", "Currency").column("currency").read_only().max(3);
const OPEN: Field = Field::decimal(3, "未核销", "Open").digits(2).in_currency("currency").column("open").read_only();
const MATCHED: Field = Field::text("核销对象", "Settles").column("matched").read_only().max(4_000);
const TAKEN: Field = Field::flag("核销", "Settle").column("taken").initially("true");
/// Receipts with what they would settle.
pub(super) const RECEIPTS: Rows = Rows {
    member: "receipts",
    title: ("收款", "Receipts"),
    behind: "",
    table: "",
    parent: "",
    fields: &[NUM, CUSTOMER, CURRENCY, OPEN, MATCHED, TAKEN],
    most: 200,
    sheet: true,
};

/// A receipt of which something is open.
struct Held {
    id: Id,
    num: String,
    date: String,
    coop: Id,
    coop_name: String,
    currency: String,
    open: i64,
}

/// The receipts with an exact match, to be ticked or left.
pub(super) fn first(conn: &mut dyn Conn, actor: &Actor, chosen: &Chosen) -> Result<Map<String, Json>, Refusal> {
    actor.need(charge::ledger::INCOME_VIEW)?;
    let coop: Option<Id> = chosen.get(COOP)?;
    let mut rows = Vec::new();
    let mut of_partner: Option<(Id, Vec<Open>)> = None;
    for held in receipts(conn, actor.org_id, coop)? {
        let mut open = match of_partner.take() {
            Some((known, open)) if known == held.coop => open,
            _ => targets::open(conn, actor, held.coop)?,
        };
        if let Some(matched) = matched(&held.currency, held.open, &open) {
            let numbers: Vec<&str> =
                matched.iter().filter_map(|place| open.get(*place)).map(|one| &*one.number).collect();
            rows.push(json!({
                "id": held.id, "receiptNum": held.num, "coopName": held.coop_name, "currency": held.currency,
                "open": kernel::format_scaled(held.open, 3, 2), "matched": numbers.join("、"), "taken": true,
            }));
            // What one receipt takes no other one does.
            taken(&mut open, &matched);
        }
        of_partner = Some((held.coop, open));
        if rows.len() == RECEIPTS.most {
            break;
        }
    }
    Ok([(RECEIPTS.member.to_owned(), json!(rows))].into_iter().collect())
}

/// Open claimed receipts, by partner and date.
fn receipts(conn: &mut dyn Conn, org: i64, coop: Option<Id>) -> Result<Vec<Held>, Refusal> {
    let mut select = sql::from(org, receipt::TABLE);
    select
        .columns(["id", "receipt_num", "receipt_date", "coop_id"].map(|column| (receipt::TABLE, column)))
        .column(("coop", "coop_name"))
        .columns(["currency_code", "open_amount"].map(|column| (receipt::TABLE, column)))
        .join(JoinType::InnerJoin, "coop", sql::same_org("coop", receipt::TABLE, "coop_id"))
        .and_where(sql::of(receipt::TABLE, "open_amount").ne(0i64))
        .order_by((receipt::TABLE, "coop_id"), Order::Asc)
        .order_by((receipt::TABLE, "receipt_date"), Order::Asc)
        .order_by((receipt::TABLE, "id"), Order::Asc);
    if let Some(coop) = coop {
        select.and_where(sql::of_eq(receipt::TABLE, "coop_id", coop));
    }
    let read = |row: &platform::store::Row| {
        Ok(Held {
            id: row.get(0)?,
            num: row.get(1)?,
            date: row.get(2)?,
            coop: row.get(3)?,
            coop_name: row.get(4)?,
            currency: row.get(5)?,
            open: row.get(6)?,
        })
    };
    conn.query(&select.into())?.iter().map(read).collect()
}

/// The places of what an amount settles exactly: one target, else the oldest together.
fn matched(currency: &str, amount: i64, open: &[Open]) -> Option<Vec<usize>> {
    let alike: Vec<usize> =
        open.iter().enumerate().filter(|(_, one)| one.currency == currency).map(|(place, _)| place).collect();
    let at = |place: &usize| open.get(*place).map_or(0, |one| one.open);
    if let Some(place) = alike.iter().find(|place| at(place) == amount) {
        return Some(vec![*place]);
    }
    // Where an invoice and its notes are both open, the money is counted once.
    let lowest = alike.iter().filter(|place| open.get(**place).is_some_and(|one| one.level != ON_INVOICE));
    let both = lowest.clone().next().is_some() && lowest.clone().count() < alike.len();
    let places: Vec<usize> = if both { lowest.copied().collect() } else { alike };
    let mut sum = 0;
    for (count, place) in (1..).zip(&places) {
        sum += at(place);
        if sum == amount {
            return Some(places.iter().take(count).copied().collect());
        }
    }
    None
}

/// Settles the receipts that were ticked, each wholly; what changed meanwhile so that it does not match is told at it.
pub(super) fn save(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    tx.actor.need(charge::ledger::INCOME_VIEW)?;
    let (all, places): (Vec<Wanted>, Vec<usize>) = planned(tx, filled)?.into_iter().unzip();
    filled.findings.error_if(all.is_empty() && !filled.findings.has_errors(), RECEIPTS.member, NOTHING);
    filled.unless_clean()?;
    let mut numbers = BTreeMap::new();
    for next in write_off::hold_all(tx, &all)? {
        let Some((wanted, place)) = all.get(next).zip(places.get(next)) else { continue };
        match form::write(tx, wanted) {
            Ok(written) => drop(numbers.insert(*place, written.num)),
            Err(Refusal::Findings(_) | Refusal::Stale(_)) => filled.findings.error(field_of(*place), NO_MATCH.text()),
            Err(other) => return Err(other),
        }
    }
    filled.answer("writeoffNums", json!(numbers.into_values().collect::<Vec<_>>()));
    Ok(())
}

fn field_of(place: usize) -> String {
    format!("{}.{place}.taken", RECEIPTS.member)
}

/// What the ticked receipts settle, with the place of each in the form. What one takes no other one does.
fn planned(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<Vec<(Wanted, usize)>, Refusal> {
    let bodies = filled.body.get(RECEIPTS.member).and_then(Json::as_array).cloned().unwrap_or_default();
    let (org, actor) = (tx.org(), tx.actor);
    let known: BTreeMap<Id, Held> = receipts(tx, org, None)?.into_iter().map(|held| (held.id, held)).collect();
    let ticked = filled.rows(RECEIPTS.member).iter().map(|row| row.last() == Some(&Value::Bool(true)));
    let ticked: Vec<usize> = ticked.enumerate().filter_map(|(place, taken)| taken.then_some(place)).collect();
    let (mut of_partner, mut all) = (BTreeMap::<Id, Vec<Open>>::new(), Vec::new());
    for place in ticked {
        let id = bodies.get(place).and_then(|body| body.get("id")).and_then(Json::as_str);
        let Some(held) = id.and_then(|id| id.parse().ok()).and_then(|id| known.get(&Id(id))) else {
            filled.findings.error(field_of(place), GONE.text());
            continue;
        };
        let mut open = match of_partner.remove(&held.coop) {
            Some(open) => open,
            None => targets::open(tx, actor, held.coop)?,
        };
        match matched(&held.currency, held.open, &open) {
            Some(matched) => all.push((wanted(held, taken(&mut open, &matched), tx.now.day())?, place)),
            None => filled.findings.error(field_of(place), NO_MATCH.text()),
        }
        of_partner.insert(held.coop, open);
    }
    Ok(all)
}

/// Takes what a receipt settles out of what is open.
fn taken(open: &mut Vec<Open>, matched: &[usize]) -> Vec<Open> {
    let (taken, left) =
        std::mem::take(open).into_iter().enumerate().partition::<Vec<_>, _>(|(place, _)| matched.contains(place));
    *open = left.into_iter().map(|(_, one)| one).collect();
    taken.into_iter().map(|(_, one)| one).collect()
}

fn wanted(held: &Held, settles: Vec<Open>, today: Day) -> Result<Wanted, Refusal> {
    let received = kernel::parse_day(&held.date).ok_or(Refusal::NotFound)?;
    Ok(Wanted {
        side: Side::Receivable,
        coop: held.coop,
        date: today.max(received),
        source: Source::Receipt(held.id),
        money: Some(held.open),
        fee: 0,
        small: 0,
        request: None,
        remark: String::new(),
        targets: settles.into_iter().map(|one| Target { of: one.of, amount: one.open, money: None }).collect(),
    })
}
