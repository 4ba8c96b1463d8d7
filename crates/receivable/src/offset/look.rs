//! What is told of offsets: who sees them, and what stands in the lines of their write-offs.

use std::collections::BTreeMap;

use charge::chain::{NOTE, PAYMENT};
use charge::ledger::{COST_VIEW, INCOME_VIEW};
use charge::line::code_of;
use charge::rate;
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::log::About;
use platform::prelude::*;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order, SelectStatement};
use platform::store::Row;
use settle::amounts::figure;
use settle::offset::{self, TABLE};
use settle::partly;
use settle::write_off::{self, LINE};
use trade::charge::Side;

/// A line of one of the write-offs of an offset.
pub(super) struct Line {
    pub offset: Id,
    pub is_income: bool,
    pub write_off: String,
    pub order: String,
    pub document: String,
    pub currency: String,
    pub amount: i64,
    pub carrying: i64,
    pub functional: i64,
    pub diff: i64,
}

/// Lines of offsets, joined with their orders.
fn joined(org: i64) -> SelectStatement {
    let mut select = sql::from(org, LINE);
    select.join(JoinType::InnerJoin, write_off::TABLE, sql::same_org(write_off::TABLE, LINE, "write_off_id")).join(
        JoinType::InnerJoin,
        ORDER,
        sql::same_org(ORDER, LINE, "order_id"),
    );
    select
}

/// Those of the orders an actor sees.
fn seen(actor: &Actor) -> SelectStatement {
    joined(actor.org_id).cond_where(visible_order(actor)).take()
}

/// Offsets with a line that an actor sees and that meets a condition: it is looked up by its write-off, as all lines of a
/// company would be looked through otherwise.
fn has(actor: &Actor, wanted: Condition) -> Expr {
    let mut lines = sql::from(actor.org_id, LINE);
    lines
        .expr(Expr::cust("1"))
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, LINE, "order_id"))
        .and_where(sql::of(LINE, "write_off_id").equals((write_off::TABLE, "id")))
        .cond_where(visible_order(actor))
        .cond_where(wanted);
    let mut offs = sql::from(actor.org_id, write_off::TABLE);
    offs.expr(Expr::cust("1"))
        .and_where(sql::of(write_off::TABLE, "offset_id").equals((TABLE, "id")))
        .and_where(Expr::exists(lines));
    Expr::exists(offs)
}

/// Offsets on an order an actor sees.
pub(super) fn visible(actor: &Actor) -> Condition {
    if visible_order(actor).is_empty() { Condition::all() } else { Condition::all().add(has(actor, Condition::all())) }
}

/// Offsets that settled something of a currency.
pub(super) fn of_currency(actor: &Actor, code: &str) -> Result<Condition, Refusal> {
    let currency = sql::of_eq(LINE, "currency_code", code.to_uppercase());
    Ok(Condition::all().add(has(actor, Condition::all().add(currency))))
}

/// What an offset is about in the log.
pub(super) fn about(conn: &mut dyn Conn, org: i64, id: Id) -> Result<About, Refusal> {
    Ok(About::orders(offset::orders_of(conn, org, id)?.into_iter().collect::<Vec<_>>()))
}

/// The lines of offsets that an actor sees, those of income first.
pub(super) fn lines(conn: &mut dyn Conn, actor: &Actor, offsets: &[Id]) -> Result<Vec<Line>, Refusal> {
    let mut select = seen(actor);
    select
        .columns([(write_off::TABLE, "offset_id"), (LINE, "side"), (write_off::TABLE, "write_off_num")])
        .columns(["biz_number", "order_code"].map(|column| (ORDER, column)))
        .columns([(NOTE, "note_num"), (PAYMENT, "payment_num")])
        .columns(["currency_code", "amount", "carrying", "money_functional", "exchange_diff"].map(|one| (LINE, one)))
        .join(JoinType::LeftJoin, NOTE, sql::same_org(NOTE, LINE, "document_id"))
        .join(JoinType::LeftJoin, PAYMENT, sql::same_org(PAYMENT, LINE, "document_id"))
        .and_where(sql::is_in(sql::of(write_off::TABLE, "offset_id"), offsets.iter().copied()))
        .order_by((LINE, "side"), Order::Desc)
        .order_by((LINE, "id"), Order::Asc);
    conn.query(&select.into())?.iter().map(read).collect()
}

fn read(row: &Row) -> Result<Line, Refusal> {
    let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
    let is_income = text(1)? == code_of(Side::Receivable);
    let number = text(3)?;
    Ok(Line {
        offset: row.get(0)?,
        is_income,
        write_off: text(2)?,
        order: if number.is_empty() { text(4)? } else { number },
        document: text(if is_income { 5 } else { 6 })?,
        currency: row.get(7)?,
        amount: row.get(8)?,
        carrying: row.get(9)?,
        functional: row.get(10)?,
        diff: row.get(11)?,
    })
}

/// Fills the numbers of the write-offs.
pub(super) fn fill(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    let ids: Vec<Id> = rows.iter().filter_map(|row| Id::from_value(row.value("id")).ok()).collect();
    let mut select = sql::from(actor.org_id, write_off::TABLE);
    select
        .columns(["offset_id", "side", "write_off_num"])
        .and_where(sql::is_in(sql::col("offset_id"), ids.iter().copied()))
        .order_by("id", Order::Asc);
    let mut nums: BTreeMap<(Id, bool), String> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let is_income = row.get::<String>(1)? == code_of(Side::Receivable);
        nums.insert((row.get(0)?, is_income), row.get(2)?);
    }
    let posted = book::posted(conn, actor.org_id, TABLE, &ids)?;
    for row in rows {
        let Ok(id) = Id::from_value(row.value("id")) else { continue };
        let voucher = posted.get(&id).map(book::Stamp::label);
        row.set(&super::VOUCHER_NUM.name(), voucher.map_or(Value::Null, Value::Text));
        for (field, is_income) in [(super::INCOME_NUM, true), (super::COST_NUM, false)] {
            let num = nums.get(&(id, is_income)).cloned();
            row.set(&field.name(), num.map_or(Value::Null, Value::Text));
        }
    }
    Ok(())
}

/// The lines of an offset, to who may see the money of both sides.
pub(super) fn told(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Told, Refusal> {
    let mut rows = joined(actor.org_id);
    rows.and_where(sql::of_eq(write_off::TABLE, "offset_id", id));
    let hidden = partly::hidden(conn, &rows, "write_off_line.order_id", visible_order(actor))?;
    let told = partly::told(hidden);
    if !actor.has(INCOME_VIEW) || !actor.has(COST_VIEW) {
        return Ok(told);
    }
    let own = rate::functional(conn, actor.org_id)?;
    let columns = [
        ("side", ("方向", "Side"), false),
        ("writeoff", ("核销单", "Write-off"), false),
        ("order", ("单号", "Number"), false),
        ("document", ("账单/对账单", "Note or payment"), false),
        ("currency", ("币种", "Currency"), false),
        ("amount", ("对冲金额", "Netted"), true),
        ("carrying", ("账面本币", "Carried at"), true),
        ("functional", ("对冲本币", "Worth"), true),
        ("diff", ("汇兑损益", "Gain or loss"), true),
    ];
    let mut rows = Vec::new();
    for line in lines(conn, actor, &[id])? {
        let (zh, en) = if line.is_income { ("应收", "Receivable") } else { ("应付", "Payable") };
        let amount = figure(line.amount, rate::currency_of(&line.currency)?);
        let own_figures = [line.carrying, line.functional, line.diff].map(|raw| Said::from(figure(raw, own)));
        let mut cells = vec![Said { zh: zh.to_owned(), en: en.to_owned() }];
        cells.extend([&line.write_off, &line.order, &line.document, &line.currency].map(Said::from));
        cells.push(Said::from(amount));
        cells.extend(own_figures);
        rows.push(cells);
    }
    Ok(told.table(("对冲明细", "Lines"), &columns, rows))
}
