//! 加入, 移出 and the rates of a note: which of the charges of its order and partner stand on it, and one rate for all lines of a
//! currency (catalogue css.md 0.6).

use std::collections::{BTreeMap, BTreeSet};

use charge::ledger::INCOME_VIEW;
use charge::line::{Charge, Line, of_order};
use charge::{item, rate};
use kernel::ExchangeRate;
use platform::prelude::*;
use serde_json::{Map, Value as Json, json};
use settle::note::{self, Note, NoteRow, is_free};
use trade::charge::exchange;

use super::look::{amount, need_undecided};
use super::{DebitNote, PATH};
use crate::answer::{CONFIRMED, DISPUTED, UNSENT};
use crate::rates;

const ITEM: Field = Field::text("服务项目", "Service item").column("service_name").read_only();
const CURRENCY: Field = Field::text("币种", "Currency").column("currency").read_only();
const AMOUNT: Field = Field::text("金额", "Amount").column("amount").read_only();
const OWN_RATE: Field = Field::text("汇率", "Rate").column("exchange_rate").read_only();
const NOTE: Field = Field::text("备注", "Note").column("note").read_only();
const ON_NOTE: Field = Field::flag("在账单上", "On the note").column("on_note");
const RATE: Field = Field::decimal(6, "汇率", "Rate").column("rate").digits(4).range(1, 999_999_000_000);

const fn rows(
    member: &'static str,
    title: (&'static str, &'static str),
    fields: &'static [Field],
    most: usize,
) -> Rows {
    Rows { member, title, behind: "", table: "", parent: "", fields, most, sheet: false }
}

/// Charges that stand on the note, and those that could; a row is named by its charge.
pub(super) const LINES: Rows =
    rows("charges", ("费用", "Charges"), &[ITEM, CURRENCY, AMOUNT, OWN_RATE, NOTE, ON_NOTE], charge::line::LINES_MAX);
/// The currencies of the note; a row is named by that of the note. An empty rate leaves each line its own.
pub(super) const RATES: Rows =
    rows("rates", ("统一汇率（留空保留各费用汇率）", "One rate (empty: each line's own)"), &[CURRENCY, RATE], 50);

/// What the dialog begins with.
pub(super) fn first(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    actor.need(INCOME_VIEW)?;
    let org = actor.org_id;
    let id = id.ok_or(Refusal::NotFound)?;
    let mut select = sql::from(org, note::OBJECT);
    select.columns(["order_id", "coop_id"]).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let (order, coop): (Id, Id) = (row.get(0)?, row.get(1)?);
    let all = of_order(conn, org, order)?;
    let fits = |line: &&Line| stands(line, id) || is_free(line) && line.charge.coop_id == Some(coop);
    let lines: Vec<&Line> = all.iter().filter(fits).collect();
    let items = item::by_id(conn, org, lines.iter().filter_map(|line| line.charge.service_item_id))?;
    let shown = |line: &&Line| {
        let Charge { currency_code: code, exchange_rate: rate, note, .. } = &line.charge;
        let item = line.charge.service_item_id.and_then(|id| items.get(&id));
        json!({
            "id": line.id, "serviceName": item.map(|item| &item.service_name_cn), "currency": code,
            "amount": amount(line.charge.amount.unwrap_or_default(), code),
            "exchangeRate": rate.map(|rate| exchange::text(ExchangeRate::from_raw(rate))), "note": note,
            "onNote": stands(line, id),
        })
    };
    let own = rate::functional(conn, org)?;
    let foreign = note::rows(conn, org, &[id])?;
    let rates = foreign.iter().filter(|row| row.currency != own.code());
    let rates = rates.map(|row| json!({ "id": row.id, "currency": row.currency }));
    let members = [("charges", lines.iter().map(shown).collect::<Json>()), ("rates", rates.collect())];
    Ok(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

fn stands(line: &Line, id: Id) -> bool {
    line.charge.debit_note_id == Some(id)
}

/// Ids of the rows of a member of a body, with the rows.
fn named<'a>(body: &'a Map<String, Json>, member: &str) -> Vec<(Option<Id>, &'a Json)> {
    let rows = body.get(member).and_then(Json::as_array).into_iter().flatten();
    rows.map(|row| (row.get("id").and_then(Json::as_str).and_then(|id| id.parse().ok()).map(Id), row)).collect()
}

/// Puts the ticked charges on the note and takes the others off it, and gives lines of a currency the rate that was typed.
pub(super) fn change(tx: &mut Tx<'_>, step: &mut Step<'_, DebitNote>) -> Result<(), Refusal> {
    tx.actor.need(INCOME_VIEW)?;
    let (org, id) = (tx.org(), step.id);
    let (note, had) = taken(tx, id, step.version())?;
    note::need_unmoved(&note, &had, "修改")?;
    need_undecided(tx, org, id)?;
    let ticked = |row: &Json| row.get(ON_NOTE.name().as_str()) == Some(&json!(true));
    let charges: BTreeSet<Id> =
        named(step.body, LINES.member).into_iter().filter(|(_, row)| ticked(row)).filter_map(|(id, _)| id).collect();
    let before = of_order(tx, org, note.order)?;
    let typed = typed_rates(step, &had)?;
    let lines: Vec<&Line> = before.iter().filter(|line| line.id.is_some_and(|id| charges.contains(&id))).collect();
    rates::check(tx, &lines, &typed, &mut step.findings)?;
    step.unless_clean()?;
    note::recharge(tx, &note, &charges, &typed)?;
    let changed = before.iter().filter(|line| stands(line, id) != line.id.is_some_and(|id| charges.contains(&id)));
    told(tx, &note, &changed.collect::<Vec<_>>(), &typed)?;
    // What its customer agreed to is another note now.
    if [CONFIRMED, DISPUTED].contains(&step.document.confirm_state.as_str()) {
        step.set(DebitNote::CONFIRM_STATE, UNSENT.to_owned().into_value());
    }
    Ok(())
}

/// Holds the charges of the order of a note and the note itself, in the version its caller saw.
pub(super) fn taken(tx: &mut Tx<'_>, id: Id, version: i64) -> Result<(Note, Vec<NoteRow>), Refusal> {
    note::hold_orders(tx, &[id])?;
    let note = note::held(tx, &[id])?.into_iter().next().ok_or(Refusal::NotFound)?;
    if note.version != version {
        return Err(Refusal::Stale(Json::Null));
    }
    let org = tx.org();
    let rows = note::rows(tx, org, &[id])?;
    Ok((note, rows))
}

/// The rates that were typed, by currency, in millionths.
fn typed_rates(step: &Step<'_, DebitNote>, had: &[NoteRow]) -> Result<BTreeMap<String, i64>, Refusal> {
    let mut rates = BTreeMap::new();
    for ((id, _), values) in named(step.body, RATES.member).into_iter().zip(step.rows(RATES.member)) {
        let row = had.iter().find(|row| Some(row.id) == id);
        let rate = values.get(1).map_or(Ok(None), Option::<i64>::from_value)?;
        rates.extend(row.zip(rate).map(|(row, rate)| (row.currency.clone(), rate)));
    }
    Ok(rates)
}

/// A line of the log: which charges came and went.
fn told(tx: &mut Tx<'_>, note: &Note, changed: &[&Line], rates: &BTreeMap<String, i64>) -> Result<(), Refusal> {
    let org = tx.org();
    let items = item::by_id(tx, org, changed.iter().filter_map(|line| line.charge.service_item_id))?;
    let names = |gone: bool| {
        let of = changed.iter().filter(|line| stands(line, note.id) == gone);
        let name = |line: &&&Line| Some(items.get(&line.charge.service_item_id?)?.service_name_cn.clone());
        of.filter_map(|line| name(&line)).collect::<Vec<_>>().join("、")
    };
    let rates = rates.iter().map(|(code, rate)| format!("{code} {}", exchange::text(ExchangeRate::from_raw(*rate))));
    let parts = [("加入", names(false)), ("移出", names(true)), ("汇率", rates.collect::<Vec<_>>().join("、"))];
    let text = parts.iter().filter(|(_, what)| !what.is_empty()).map(|(did, what)| format!("{did}：{what}"));
    let text = text.collect::<Vec<_>>().join("；");
    let entry = LogEntry::of(note::OBJECT, note.id, &note.num, PATH).did("修改", "加入/移出费用");
    tx.log(entry.text(text).about_order(note.order))
}
