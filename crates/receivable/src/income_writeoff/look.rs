//! What is told of write-offs: who sees them, what they settled, and which are looked for.

use std::collections::{BTreeMap, BTreeSet};

use charge::chain::{NOTE, NOTE_ROW};
use charge::ledger::INCOME_VIEW;
use charge::line::code_of;
use charge::rate;
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::list::Asked;
use platform::prelude::*;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order, SelectStatement};
use platform::store::Row;
use settle::amounts::{self, figure, parts};
use settle::field::{made, money};
use settle::hung::once;
use settle::invoice;
use settle::note::STATEMENT;
use settle::write_off::{LINE, TABLE};
use trade::charge::{Currency, Side};

pub(super) const DOCUMENTS: Field = made("debitNoteNumStatementNum", "账单号/清单号", "Notes or statements");
pub(super) const INVOICES: Field = made("invoiceNum", "发票号码", "Invoices");
pub(super) const OWED: Field = made("currencyAmount", "应收金额（原币）", "Owed");
pub(super) const SETTLED: Field = made("currencyAmount2", "本次核销金额（原币）", "Settled");
pub(super) const OWED_OWN: Field = money("应收金额（本币）", "Owed (functional)", "functional", "functionalAmount");
pub(super) const SOURCE: Field = made("sourceNum", "账单/清单/发票", "Note, statement or invoice");
pub(super) const ORDER_CODE: Field = made("orderCode", "订单号/单号", "Order or number");

/// A line with what it settled.
pub(super) struct Line {
    pub write_off: Id,
    row: Id,
    pub note_num: String,
    pub statement_num: String,
    pub invoice_num: String,
    pub order: String,
    pub currency: String,
    owed: (i64, i64),
    pub amount: i64,
    pub carrying: i64,
    pub money: i64,
    functional: i64,
    diff: i64,
}

/// Lines of write-offs of income on orders an actor sees.
fn seen_lines(actor: &Actor) -> SelectStatement {
    let mut select = sql::from(actor.org_id, LINE);
    select
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, LINE, "order_id"))
        .cond_where(visible_order(actor))
        .and_where(sql::of_eq(LINE, "side", code_of(Side::Receivable).to_owned()));
    select
}

fn documents(mut select: SelectStatement) -> SelectStatement {
    // A note that was changed behind a reversal may have lost the row.
    select
        .join(JoinType::LeftJoin, NOTE_ROW, sql::same_org(NOTE_ROW, LINE, "row_id"))
        .join(JoinType::InnerJoin, NOTE, sql::same_org(NOTE, LINE, "document_id"))
        .join(JoinType::LeftJoin, STATEMENT, sql::same_org(STATEMENT, NOTE, "statement_id"))
        .join(JoinType::LeftJoin, invoice::TABLE, sql::same_org(invoice::TABLE, LINE, "invoice_id"));
    select
}

pub(super) fn lines(conn: &mut dyn Conn, actor: &Actor, write_offs: &[Id]) -> Result<Vec<Line>, Refusal> {
    let mut select = documents(seen_lines(actor));
    select
        .columns(["write_off_id", "row_id", "currency_code", "amount", "carrying"].map(|column| (LINE, column)))
        .columns(["money", "money_functional", "exchange_diff"].map(|column| (LINE, column)))
        .columns([(NOTE, "note_num"), (STATEMENT, "statement_num"), (invoice::TABLE, "invoice_num")])
        .columns([(ORDER, "biz_number"), (ORDER, "order_code"), (NOTE_ROW, "amount"), (NOTE_ROW, "functional")])
        .and_where(sql::is_in(sql::of(LINE, "write_off_id"), write_offs.iter().copied()))
        .order_by((LINE, "id"), Order::Asc);
    conn.query(&select.into())?.iter().map(read).collect()
}

fn read(row: &Row) -> Result<Line, Refusal> {
    let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
    let number = text(11)?;
    Ok(Line {
        write_off: row.get(0)?,
        row: row.get(1)?,
        currency: row.get(2)?,
        amount: row.get(3)?,
        carrying: row.get(4)?,
        money: row.get(5)?,
        functional: row.get(6)?,
        diff: row.get(7)?,
        note_num: text(8)?,
        statement_num: text(9)?,
        invoice_num: text(10)?,
        order: if number.is_empty() { text(12)? } else { number },
        owed: (row.get::<Option<i64>>(13)?.unwrap_or_default(), row.get::<Option<i64>>(14)?.unwrap_or_default()),
    })
}

/// Write-offs of income on an order an actor sees.
pub(super) fn visible(actor: &Actor) -> Condition {
    let income = Condition::all().add(sql::of_eq(TABLE, "side", code_of(Side::Receivable).to_owned()));
    if visible_order(actor).is_empty() {
        return income;
    }
    income.add(has(seen_lines(actor)))
}

/// Write-offs with such a line.
fn has(mut lines: SelectStatement) -> Expr {
    lines.expr(Expr::cust("1")).and_where(sql::of(LINE, "write_off_id").equals((TABLE, "id")));
    Expr::exists(lines)
}

/// The orders of a write-off.
pub(super) fn orders_of(conn: &mut dyn Conn, org: i64, id: Id) -> Result<BTreeSet<Id>, Refusal> {
    let mut select = sql::from(org, LINE);
    select.column("order_id").distinct().and_where(sql::eq("write_off_id", id));
    conn.query(&select.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
}

/// Write-offs of a note, statement or invoice of some number.
pub(super) fn of_source(actor: &Actor, text: &str) -> Result<Condition, Refusal> {
    let mut lines = documents(seen_lines(actor));
    let columns = [(NOTE, "note_num"), (STATEMENT, "statement_num"), (invoice::TABLE, "invoice_num")];
    lines.cond_where(sql::any_of(columns.map(|(table, column)| sql::contains(sql::of(table, column), text))));
    Ok(Condition::all().add(has(lines)))
}

/// Write-offs on an order of some code or number.
pub(super) fn of_order(actor: &Actor, text: &str) -> Result<Condition, Refusal> {
    let mut lines = seen_lines(actor);
    let columns = ["order_code", "biz_number"];
    lines.cond_where(sql::any_of(columns.map(|column| sql::contains(sql::of(ORDER, column), text))));
    Ok(Condition::all().add(has(lines)))
}

/// Fills what stands in the lines.
pub(super) fn fill(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    let ids: Vec<Id> = rows.iter().filter_map(|row| Id::from_value(row.value("id")).ok()).collect();
    let own = rate::functional(conn, actor.org_id)?;
    let mut by_id: BTreeMap<Id, Vec<Line>> = BTreeMap::new();
    for line in lines(conn, actor, &ids)? {
        by_id.entry(line.write_off).or_default().push(line);
    }
    for row in rows {
        let Ok(id) = Id::from_value(row.value("id")) else { continue };
        let of = by_id.get(&id).map(Vec::as_slice).unwrap_or_default();
        let documents = of.iter().map(|line| {
            if line.statement_num.is_empty() { line.note_num.as_str() } else { line.statement_num.as_str() }
        });
        // A row may be settled by several lines, on several invoices.
        let owed: BTreeMap<Id, &Line> = of.iter().map(|line| (line.row, line)).collect();
        let amounts = |each: Vec<(&str, i64)>| Value::Text(parts(own, each));
        row.set(&DOCUMENTS.name(), Value::Text(once(documents)));
        row.set(&INVOICES.name(), Value::Text(once(of.iter().map(|line| line.invoice_num.as_str()))));
        row.set(&OWED.name(), amounts(owed.values().map(|line| (line.currency.as_str(), line.owed.0)).collect()));
        row.set(&SETTLED.name(), amounts(of.iter().map(|line| (line.currency.as_str(), line.amount)).collect()));
        row.set(&OWED_OWN.name(), Value::Int(owed.values().map(|line| line.owed.1).sum()));
    }
    Ok(())
}

/// The lines of a write-off, to who may see its money.
pub(super) fn told(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Told, Refusal> {
    let own = rate::functional(conn, actor.org_id)?;
    let currency = currency_of(conn, actor.org_id, id)?;
    let figure = |raw: i64, currency: Currency| Said::from(figure(raw, currency));
    let sees = actor.has(INCOME_VIEW);
    let mut rows = Vec::new();
    for line in lines(conn, actor, &[id])? {
        let mut cells = vec![
            Said::from(&line.order),
            Said::from(&line.note_num),
            Said::from(&line.statement_num),
            Said::from(&line.invoice_num),
            Said::from(&line.currency),
        ];
        if sees {
            cells.extend([
                figure(line.amount, rate::currency_of(&line.currency)?),
                figure(line.money, currency),
                figure(line.carrying, own),
                figure(line.functional, own),
                figure(line.diff, own),
            ]);
        }
        rows.push(cells);
    }
    const SEEN: usize = 5;
    let columns = [
        ("order", ("单号", "Number"), false),
        ("note", ("账单", "Note"), false),
        ("statement", ("清单", "Statement"), false),
        ("invoice", ("发票", "Invoice"), false),
        ("currency", ("币种", "Currency"), false),
        ("amount", ("核销金额", "Settled"), true),
        ("money", ("收款金额", "Money"), true),
        ("carrying", ("账面本币", "Carried at"), true),
        ("functional", ("收款本币", "Worth"), true),
        ("diff", ("汇兑损益", "Gain or loss"), true),
    ];
    let shown = if sees { columns.as_slice() } else { columns.split_at(SEEN).0 };
    Ok(Told::default().table(("核销明细", "Lines"), shown, rows))
}

fn currency_of(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Currency, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.column("currency_code").and_where(sql::eq("id", id));
    let code: String = conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    rate::currency_of(&code)
}

/// The sums of money of the whole result, a currency each.
pub(super) fn totals(conn: &mut dyn Conn, asked: &Asked<'_>) -> Result<Vec<(String, String)>, Refusal> {
    if !asked.actor().has(INCOME_VIEW) {
        return Ok(Vec::new());
    }
    amounts::totals(conn, asked, TABLE, &[(super::MONEY, "write_off.money")])
}

/// Write-offs that name a receipt or an advance, as their lists show them: the numbers by the id of what they used.
pub(crate) fn numbers_by(
    conn: &mut dyn Conn,
    org: i64,
    column: &'static str,
    ids: &[Id],
) -> Result<BTreeMap<Id, String>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .column(column)
        .column("write_off_num")
        .and_where(sql::is_in(sql::col(column), ids.iter().copied()))
        .and_where(sql::eq("state", settle::write_off::VALID.to_owned()))
        .order_by("id", Order::Asc);
    let mut all: BTreeMap<Id, String> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let (id, num): (Id, String) = (row.get(0)?, row.get(1)?);
        let known = all.entry(id).or_default();
        let comma = if known.is_empty() { "" } else { "," };
        known.push_str(&format!("{comma}{num}"));
    }
    Ok(all)
}
