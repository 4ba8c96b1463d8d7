//! What is told of applications and invoices: their amounts by currency, what they are of, and which are looked for.

use std::collections::{BTreeMap, BTreeSet};

use charge::chain::{NOTE, NOTE_ROW};
use charge::ledger::{INCOME_VIEW, money_text};
use charge::rate;
use kernel::{ExchangeRate, grouped};
use platform::attached;
use platform::list::Asked;
use platform::prelude::*;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order};
use platform::store::Row;
use serde_json::{Map, Value as Json};
use settle::amounts::parts as amounts;
use settle::application::{self, Part, ROW};
use settle::invoice::{self, ALLOCATION};
use settle::invoicing;
use settle::note::STATEMENT;
use trade::charge::exchange;

use super::seen;
use crate::debit_note::ORDER;

pub(super) const SOURCE: Field = made("source", "账单/清单", "Notes or statement");
pub(super) const AMOUNTS: Field = made("currencyAmount", "申请金额", "Applied for");
pub(super) const INVOICED: Field = made("invoiced", "已开票", "Invoiced");
pub(super) const UNINVOICED: Field = made("uninvoiced", "未开票", "Not invoiced");
pub(super) const NUMBER: Field = made("number", "申请/账单/清单号", "Number");
pub(super) const ORDER_CODE: Field = made("orderCode", "订单号/单号", "Order or its number");
pub(super) const IS_RED: Field = Field::flag("红票", "Red").column("red_of");
/// Nothing is settled.
const OPEN: &str = "OPEN";
/// A part is.
const PART: &str = "PART";
/// All of it is.
const DONE: &str = "DONE";
pub(super) const SETTLED_STATE: Field = Field::state(
    &[
        Choice::new(OPEN, "未核销", "Open").tone("warning"),
        Choice::new(PART, "部分核销", "Partly settled").tone("info"),
        Choice::new(DONE, "核销完毕", "Settled").tone("done"),
    ],
    "核销状态",
    "Settled",
)
.column("settled_state")
.wire("writeoff");

const fn made(wire: &'static str, zh: &'static str, en: &'static str) -> Field {
    Field::text(zh, en).column(wire).wire(wire)
}

/// How far an invoice is settled.
pub(super) fn settled_state() -> Expr {
    Expr::cust(
        "CASE WHEN invoice.settled = invoice.amount THEN 'DONE' WHEN invoice.settled <> 0 THEN 'PART' ELSE 'OPEN' END",
    )
}

/// Invoices that are settled so far.
pub(super) fn settled_as(_: &Actor, value: &str) -> Result<Condition, Refusal> {
    let one = |state: &str| settled_state().eq(sql::value(state.to_owned()));
    Ok(sql::any_of(value.split(',').map(|state| one(state.trim()))))
}

/// Invoices that take others back, or those that don't.
pub(super) fn is_red(_: &Actor, yes: bool) -> Condition {
    let of = sql::of(invoice::TABLE, "red_of");
    Condition::all().add(if yes { of.is_not_null() } else { of.is_null() })
}

/// Applications of a number, of a statement or of a note of a number.
pub(super) fn of_number(actor: &Actor, text: &str) -> Result<Condition, Refusal> {
    let of_note = Condition::all().add(sql::contains(sql::of(NOTE, "note_num"), text));
    Ok(Condition::any()
        .add(sql::contains(sql::of(application::TABLE, "application_num"), text))
        .add(sql::contains(sql::of(STATEMENT, "statement_num"), text))
        .add(seen::applications_with(actor, of_note)))
}

/// Applications with a note of an order of a code or a number.
pub(super) fn of_order(actor: &Actor, text: &str) -> Result<Condition, Refusal> {
    let named = ["order_code", "biz_number"].map(|column| sql::contains(sql::of(ORDER, column), text));
    Ok(seen::applications_with(actor, sql::any_of(named)))
}

/// Amounts by currency, and what applications are of.
pub(super) fn fill(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    let org = actor.org_id;
    let ids = rows.iter().map(|row| Id::from_value(row.value("id"))).collect::<Result<Vec<_>, _>>()?;
    let own = rate::functional(conn, org)?;
    let all = application::parts(conn, org, &ids)?;
    let sources = sources(conn, org, &ids)?;
    for (row, id) in rows.iter_mut().zip(ids) {
        let of = |amount: fn(&Part) -> i64| {
            let own_parts = all.iter().filter(|part| part.application == id);
            amounts(own, own_parts.map(|part| (part.currency.as_str(), amount(part)))).into_value()
        };
        row.set(AMOUNTS.wire, of(|part| part.amount));
        row.set(INVOICED.wire, of(|part| part.invoiced));
        row.set(UNINVOICED.wire, of(|part| part.amount - part.invoiced));
        row.set(SOURCE.wire, sources.get(&id).cloned().unwrap_or_default().into_value());
    }
    Ok(())
}

/// The statement of each application, else the numbers of its notes.
fn sources(conn: &mut dyn Conn, org: i64, ids: &[Id]) -> Result<BTreeMap<Id, String>, Refusal> {
    let mut select = sql::from(org, ROW);
    select
        .distinct()
        .columns([(ROW, "application_id"), (STATEMENT, "statement_num"), (NOTE, "note_num")])
        .join(JoinType::InnerJoin, application::TABLE, sql::same_org(application::TABLE, ROW, "application_id"))
        .join(JoinType::InnerJoin, NOTE_ROW, sql::same_org(NOTE_ROW, ROW, "note_row_id"))
        .join(JoinType::InnerJoin, NOTE, sql::same_org(NOTE, NOTE_ROW, "note_id"))
        .join(JoinType::LeftJoin, STATEMENT, sql::same_org(STATEMENT, application::TABLE, "statement_id"))
        .and_where(sql::is_in(sql::of(ROW, "application_id"), ids.iter().copied()))
        .order_by((NOTE, "note_num"), Order::Asc);
    let mut found: BTreeMap<Id, BTreeSet<String>> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let statement: Option<String> = row.get(1)?;
        let number = if let Some(statement) = statement { statement } else { row.get(2)? };
        found.entry(row.get(0)?).or_default().insert(number);
    }
    let joined = |numbers: BTreeSet<String>| numbers.into_iter().collect::<Vec<_>>().join(",");
    Ok(found.into_iter().map(|(id, numbers)| (id, joined(numbers))).collect())
}

/// The sums of the invoices that are found, by currency.
pub(super) fn totals(conn: &mut dyn Conn, asked: &Asked<'_>) -> Result<Vec<(String, String)>, Refusal> {
    const SUMMED: [(Field, &str); 5] = [
        (super::AMOUNT, "amount"),
        (super::NOT_TAX, "not_tax"),
        (super::TAX, "tax"),
        (super::SETTLED_AMOUNT, "settled"),
        (super::OPEN, "amount - invoice.settled"),
    ];
    if !asked.actor().has(INCOME_VIEW) {
        return Ok(Vec::new());
    }
    let mut select = asked.select()?;
    select.column((invoice::TABLE, "currency_code")).group_by_col((invoice::TABLE, "currency_code"));
    for (_, column) in SUMMED {
        select.expr(Expr::cust(format!("CAST(COALESCE(SUM(invoice.{column}), 0) AS bigint)")));
    }
    let own = rate::functional(conn, asked.org())?;
    let rows = conn.query(&select.into())?;
    let sums = SUMMED.into_iter().enumerate().map(|(place, (field, _))| {
        let of = |row: &Row| Ok::<_, Refusal>((row.get::<String>(0)?, row.get::<i64>(place + 1)?));
        let each = rows.iter().map(of).collect::<Result<Vec<_>, _>>()?;
        Ok((field.name(), amounts(own, each.iter().map(|(code, sum)| (code.as_str(), *sum)))))
    });
    sums.collect()
}

/// The files of an invoice, as their dialog begins.
pub(super) fn files(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    let Some(id) = id else { return Ok(Map::new()) };
    let files = attached::list(conn, actor.org_id, "invoice_files", id)?;
    Ok([("files".to_owned(), files)].into_iter().collect())
}

type Columns = &'static [(&'static str, (&'static str, &'static str), bool)];

fn amount(raw: i64, code: &str) -> Result<String, Refusal> {
    Ok(grouped(&money_text(raw, rate::currency_of(code)?)))
}

/// What an application asks for, and its invoices.
pub(super) fn told(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Told, Refusal> {
    const PARTS: Columns = &[
        ("note", ("账单编号", "Note"), false),
        ("currency", ("币种", "Currency"), false),
        ("amount", ("申请金额", "Applied for"), true),
        ("invoiced", ("已开票", "Invoiced"), true),
        ("rest", ("未开票", "Not invoiced"), true),
    ];
    const ISSUED: Columns = &[
        ("number", ("发票号", "Number"), false),
        ("date", ("开票日期", "Date"), false),
        ("currency", ("币种", "Currency"), false),
        ("amount", ("价税合计", "Amount"), true),
    ];
    if !actor.has(INCOME_VIEW) {
        return Ok(Told::default());
    }
    let org = actor.org_id;
    let parts = application::parts(conn, org, &[id])?;
    let mut select = sql::from(org, NOTE);
    select.columns(["id", "note_num"]).and_where(sql::is_in(sql::col("id"), parts.iter().map(|part| part.note)));
    let numbers: BTreeMap<Id, String> =
        conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect::<Result<_, Refusal>>()?;
    let row = |part: &Part| -> Result<Vec<Said>, Refusal> {
        let code = &part.currency;
        let number = numbers.get(&part.note).cloned().unwrap_or_default();
        Ok(vec![
            number.into(),
            code.into(),
            amount(part.amount, code)?.into(),
            amount(part.invoiced, code)?.into(),
            amount(part.amount - part.invoiced, code)?.into(),
        ])
    };
    let rows = parts.iter().map(row).collect::<Result<_, _>>()?;
    let mut told = Told::default().table(("申请明细", "Applied for"), PARTS, rows);
    let mut issued = sql::from(org, invoice::TABLE);
    issued
        .columns(["invoice_num", "invoice_date", "currency_code", "amount"])
        .and_where(sql::eq("application_id", id))
        .and_where(sql::col("state").ne(invoice::REMOVED))
        .order_by("invoice_date", Order::Asc)
        .order_by("id", Order::Asc);
    let issued = conn.query(&issued.into())?;
    if !issued.is_empty() {
        let row = |row: &Row| -> Result<Vec<Said>, Refusal> {
            let (number, date, code): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let shown = amount(row.get(3)?, &code)?;
            Ok(vec![number.into(), date.into(), code.into(), shown.into()])
        };
        told = told.table(("发票", "Invoices"), ISSUED, issued.iter().map(row).collect::<Result<_, _>>()?);
    }
    Ok(told)
}

/// Figures, lines and notes of an invoice.
pub(super) fn invoice_told(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Told, Refusal> {
    const LINES: Columns = &[
        ("item", ("开票项目", "Item"), false),
        ("rate", ("税率", "Tax rate"), false),
        ("amount", ("价税合计", "Amount"), true),
        ("net", ("不含税金额", "Without tax"), true),
        ("tax", ("税额", "Tax"), true),
    ];
    const NOTES: Columns = &[("note", ("账单编号", "Note"), false), ("amount", ("金额", "Amount"), true)];
    if !actor.has(INCOME_VIEW) {
        return Ok(Told::default());
    }
    let org = actor.org_id;
    let mut select = sql::from(org, invoice::TABLE);
    select
        .columns(["currency_code", "amount", "settled", "exchange_rate", "face_amount", "functional"])
        .and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let (code, whole, settled): (String, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let mut told = Told::default()
        .line(("价税合计", "Amount"), format!("{code} {}", amount(whole, &code)?))
        .line(("已核销", "Settled"), amount(settled, &code)?)
        .line(("未核销", "Open"), amount(whole - settled, &code)?);
    let own = rate::functional(conn, org)?;
    if let Some(face) = row.get::<Option<i64>>(4)? {
        let rate = exchange::text(ExchangeRate::from_raw(row.get(3)?));
        told = told.line(("票面金额（本币）", "On its face"), amount(face, own.code())?).line(
            ("票面备注", "Printed"),
            Said {
                zh: format!("{code} {} 汇率 {rate}", amount(whole, &code)?),
                en: format!("{code} {} at {rate}", amount(whole, &code)?),
            },
        );
    }
    let line = |line: &invoicing::Line| -> Result<Vec<Said>, Refusal> {
        let shown = [line.amount, line.not_tax, line.tax].map(|raw| amount(raw, &code));
        let mut cells: Vec<Said> = vec![(&line.item).into(), (&line.tax_rate).into()];
        for cell in shown {
            cells.push(cell?.into());
        }
        Ok(cells)
    };
    let lines = invoicing::lines(conn, org, id)?.iter().map(line).collect::<Result<_, _>>()?;
    told = told.table(("开票项目", "Items"), LINES, lines);
    let mut covered = sql::from(org, ALLOCATION);
    covered
        .columns([(NOTE, "note_num"), (ALLOCATION, "amount")])
        .join(JoinType::InnerJoin, NOTE_ROW, sql::same_org(NOTE_ROW, ALLOCATION, "row_id"))
        .join(JoinType::InnerJoin, NOTE, sql::same_org(NOTE, NOTE_ROW, "note_id"))
        .and_where(sql::of_eq(ALLOCATION, "invoice_id", id))
        .and_where(sql::of_eq(ALLOCATION, "side", "RECEIVABLE".to_owned()))
        .order_by((NOTE, "note_num"), Order::Asc);
    let mut rows = Vec::new();
    for row in conn.query(&covered.into())? {
        let number: String = row.get(0)?;
        rows.push(vec![Said::from(number), Said::from(amount(row.get(1)?, &code)?)]);
    }
    Ok(told.table(("账单", "Notes"), NOTES, rows))
}
