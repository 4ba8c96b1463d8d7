//! What is told of receipts, and what their dialogs begin with.

use charge::ledger::INCOME_VIEW;
use charge::rate;
use kernel::{format_scaled, parse_scaled, show_day};
use platform::attached;
use platform::call::Call;
use platform::list::Asked;
use platform::prelude::*;
use platform::refusal::messages;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order};
use platform::store::Row;
use serde_json::{Map, Value as Json, json};
use settle::amounts::{self, figure, figure_of};
use settle::field::made;
use settle::receipt::{OBJECT, TABLE, UNCLAIMED};

use super::{ADD, ADVANCED, AMOUNT, OPEN, REFUNDED, ReceiptRow, SETTLE, WRITTEN_OFF};
use crate::income_writeoff::numbers_by;

pub(super) const AMOUNTS: Field =
    Field::text("金额（可填起~止）", "Amount (or from~to)").column("amount").wire("amount");
pub(super) const WRITE_OFFS: Field = made("writeoffNum", "核销单号", "Write-offs");

/// Receipts of an amount, or from one to another: `8000` or `5000~9000`. Who sees no amounts finds none by them.
pub(super) fn of_amount(actor: &Actor, text: &str) -> Result<Condition, Refusal> {
    let bad = || Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "amount")]));
    let figure = |text: &str| match text.trim() {
        "" => Ok(None),
        text => parse_scaled(text, 3).map(Some).map_err(|_| bad()),
    };
    let (from, to) = text.split_once('~').unwrap_or((text, text));
    let (from, to) = (figure(from)?, figure(to)?);
    if !actor.has(INCOME_VIEW) {
        return Ok(Condition::all().add(Expr::cust("1 = 0")));
    }
    let amount = || sql::of(TABLE, "amount");
    let mut within = Condition::all();
    if let Some(from) = from {
        within = within.add(amount().gte(sql::value(from)));
    }
    if let Some(to) = to {
        within = within.add(amount().lte(sql::value(to)));
    }
    Ok(within)
}

/// Receipts for who settles; others see what waits to be claimed, and what they claimed themselves.
pub(super) fn visible(actor: &Actor) -> Condition {
    if actor.has(SETTLE) || actor.has(ADD) {
        return Condition::all();
    }
    Condition::any().add(sql::of_eq(TABLE, "state", UNCLAIMED.to_owned())).add(sql::of_eq(
        TABLE,
        "claimed_by",
        actor.user_id,
    ))
}

pub(super) fn fill(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    let ids: Vec<Id> = rows.iter().filter_map(|row| Id::from_value(row.value("id")).ok()).collect();
    let numbers = numbers_by(conn, actor.org_id, "receipt_id", &ids)?;
    for row in rows {
        let Ok(id) = Id::from_value(row.value("id")) else { continue };
        row.set(&WRITE_OFFS.name(), Value::Text(numbers.get(&id).cloned().unwrap_or_default()));
    }
    Ok(())
}

/// Sums of the whole result, a currency each.
pub(super) fn totals(conn: &mut dyn Conn, asked: &Asked<'_>) -> Result<Vec<(String, String)>, Refusal> {
    const SUMMED: [(Field, &str); 5] = [
        (AMOUNT, "receipt.amount"),
        (WRITTEN_OFF, "receipt.settled"),
        (ADVANCED, "receipt.advanced"),
        (REFUNDED, "receipt.refunded"),
        (OPEN, "receipt.open_amount"),
    ];
    if !asked.actor().has(INCOME_VIEW) {
        return Ok(Vec::new());
    }
    amounts::totals(conn, asked, TABLE, &SUMMED)
}

/// The figures of a receipt, to who may see them.
pub(super) fn told(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Told, Refusal> {
    if !actor.has(INCOME_VIEW) {
        return Ok(Told::default());
    }
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .columns([
            "currency_code",
            "amount",
            "bank_fee",
            "settled",
            "advanced",
            "refunded",
            "open_amount",
            "functional",
        ])
        .and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let currency = rate::currency_of(&row.get::<String>(0)?)?;
    let own = rate::functional(conn, actor.org_id)?;
    let lines = [
        (1, ("收款金额", "Amount")),
        (2, ("手续费", "Bank fee")),
        (3, ("已核销", "Settled")),
        (4, ("转预收", "Turned into advances")),
        (5, ("已退款", "Paid back")),
        (6, ("未核销", "Open")),
    ];
    let mut told = Told::default();
    for (place, label) in lines {
        told = told.line(label, figure(row.get(place)?, currency));
    }
    Ok(told.line(("本币金额", "Functional amount"), figure(row.get(7)?, own)))
}

/// 认领 begins with the partner that was proposed.
pub(super) fn proposal(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    let Some(id) = id else { return Ok(Map::new()) };
    let mut select = sql::from(actor.org_id, TABLE);
    select.columns(["proposed_coop_id", "claim_remark"]).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let mut out = Map::new();
    if let Some(coop) = row.get::<Option<Id>>(0)? {
        out.insert(ReceiptRow::COOP_ID.name(), json!(coop));
        out.insert("coopName".to_owned(), json!(facts::coop_name(conn, actor.org_id, coop)?));
    }
    out.insert(ReceiptRow::CLAIM_REMARK.name(), json!(row.get::<Option<String>>(1)?));
    Ok(out)
}

/// 转预收 and 退款 begin with all that is open, today.
pub(super) fn rest(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    let Some(id) = id else { return Ok(Map::new()) };
    let mut out: Map<String, Json> = [("date".to_owned(), json!(show_day(actor.now.day())))].into_iter().collect();
    if actor.has(INCOME_VIEW) {
        let mut select = sql::from(actor.org_id, TABLE);
        select.column("open_amount").and_where(sql::eq("id", id));
        let open: i64 = conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
        out.insert("amount".to_owned(), json!(format_scaled(open, 3, 2)));
    }
    Ok(out)
}

/// The files of a receipt, as their dialog begins.
pub(super) fn files(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    attached::begun(conn, actor.org_id, &format!("{OBJECT}_files"), id)
}

/// The select `openReceipt`: claimed receipts with an open amount, by number, partner or payer.
pub(super) fn offers(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let actor = call.actor()?.clone();
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .columns(["id", "receipt_num", "currency_code", "open_amount"].map(|column| (TABLE, column)))
        .column(("coop", "coop_name"))
        .join(JoinType::InnerJoin, "coop", sql::same_org("coop", TABLE, "coop_id"))
        .order_by((TABLE, "id"), Order::Desc)
        .limit(OFFERS_MAX);
    if ask.value.is_empty() {
        let named = [(TABLE, "receipt_num"), (TABLE, "payer_name"), ("coop", "coop_name"), ("coop", "coop_code")];
        let found = named.map(|(table, column)| sql::contains(sql::of(table, column), &ask.keyword));
        select.and_where(sql::of(TABLE, "open_amount").ne(0i64)).cond_where(sql::any_of(found));
    } else {
        select.and_where(sql::of_eq(TABLE, "id", ask.value.parse::<i64>().unwrap_or_default()));
    }
    call.read(|conn| conn.query(&select.into())?.iter().map(|row| offer(&actor, row)).collect())
}

/// A number with what is left of it, to who may see it; beside it the partner.
pub(crate) fn offer(actor: &Actor, row: &Row) -> Result<Offer, Refusal> {
    let (num, code, open): (String, String, i64) = (row.get(1)?, row.get(2)?, row.get(3)?);
    let amount = figure_of(open, &code)?;
    let label = if actor.has(INCOME_VIEW) { format!("{num} {code} {amount}") } else { format!("{num} {code}") };
    Ok(Offer { value: row.get::<i64>(0)?.to_string(), label, hint: row.get(4)? })
}
