//! What the list, the view and the paper of write-offs of cost show of their lines.

use std::collections::BTreeMap;

use charge::chain::{DETAIL, PAYMENT};
use charge::ledger::COST_VIEW;
use charge::rate;
use order::store::TABLE as ORDER;
use platform::prelude::*;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order, Query};
use platform::store::Row;
use settle::amounts::{self, figure};
use settle::hung::once;
use settle::paper::{Paper, word_of};
use settle::partly;
use settle::write_off::{COST_METHODS, LINE, TABLE};
use trade::charge::Currency;

use super::{AMOUNT, NUMBERS, PAYMENT_AMOUNT, PAYMENT_NUM, seen};

/// Lines that are drawn.
const DRAWN_MAX: usize = 500;

/// A line of a write-off.
struct Line {
    of: Id,
    payment: String,
    number: String,
    code: String,
    date: String,
    currency: String,
    amount: i64,
    of_detail: i64,
    carrying: i64,
    diff: i64,
}

fn read(conn: &mut dyn Conn, actor: &Actor, ids: &[Id]) -> Result<Vec<Line>, Refusal> {
    let mut select = seen::lines(actor);
    select
        .columns(["write_off_id", "currency_code", "amount", "carrying", "exchange_diff"].map(|column| (LINE, column)))
        .column((PAYMENT, "payment_num"))
        .columns(["biz_number", "order_code", "biz_date"].map(|column| (ORDER, column)))
        .expr(Expr::cust("COALESCE(payment_detail.amount, 0)"))
        .join(JoinType::InnerJoin, PAYMENT, sql::same_org(PAYMENT, LINE, "document_id"))
        .join(JoinType::LeftJoin, DETAIL, sql::same_org(DETAIL, LINE, "row_id"))
        .and_where(sql::is_in(sql::of(LINE, "write_off_id"), ids.iter().copied()))
        .order_by((LINE, "write_off_id"), Order::Asc)
        .order_by((LINE, "id"), Order::Asc);
    let one = |row: &Row| {
        let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
        let (number, code) = (text(6)?, text(7)?);
        Ok(Line {
            of: row.get(0)?,
            currency: row.get(1)?,
            amount: row.get(2)?,
            carrying: row.get(3)?,
            diff: row.get(4)?,
            payment: row.get(5)?,
            number: if number.is_empty() { code.clone() } else { number },
            code,
            date: text(8)?,
            of_detail: row.get(9)?,
        })
    };
    conn.query(&select.into())?.iter().map(one).collect()
}

/// Fills the columns of payments, numbers and amounts.
pub(super) fn fill(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    let ids: Vec<Id> = rows.iter().filter_map(|row| Id::from_value(row.value("id")).ok()).collect();
    let own = rate::functional(conn, actor.org_id)?;
    let mut lines: BTreeMap<Id, Vec<Line>> = BTreeMap::new();
    for line in read(conn, actor, &ids)? {
        lines.entry(line.of).or_default().push(line);
    }
    for row in rows {
        let Ok(id) = Id::from_value(row.value("id")) else { continue };
        let Some(lines) = lines.get(&id) else { continue };
        row.set(&PAYMENT_NUM.name(), once(lines.iter().map(|line| line.payment.as_str())).into_value());
        row.set(&NUMBERS.name(), once(lines.iter().map(|line| line.number.as_str())).into_value());
        let sum = |amount: fn(&Line) -> i64| {
            amounts::parts(own, lines.iter().map(|line| (line.currency.as_str(), amount(line)))).into_value()
        };
        row.set(&AMOUNT.name(), sum(|line| line.amount));
        row.set(&PAYMENT_AMOUNT.name(), sum(|line| line.of_detail));
    }
    Ok(())
}

/// Write-offs of a payment some number names.
pub(super) fn of_payment(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    let mut lines = Query::select();
    lines
        .expr(Expr::cust("1"))
        .from(LINE)
        .join(JoinType::InnerJoin, PAYMENT, sql::same_org(PAYMENT, LINE, "document_id"))
        .and_where(sql::of(LINE, "org_id").equals((TABLE, "org_id")))
        .and_where(sql::of(LINE, "write_off_id").equals((TABLE, "id")))
        .and_where(sql::contains(sql::of(PAYMENT, "payment_num"), text));
    Ok(Condition::all().add(Expr::exists(lines)))
}

/// Write-offs with an order of some number or code that the caller sees.
pub(super) fn of_number(actor: &Actor, text: &str) -> Result<Condition, Refusal> {
    let mut lines = seen::lines(actor);
    let has = ["biz_number", "order_code"].map(|column| sql::contains(sql::of(ORDER, column), text));
    lines.cond_where(sql::any_of(has));
    Ok(sql::has(lines, (LINE, "write_off_id"), (TABLE, "id")))
}

/// The view's figures and lines.
pub(super) fn told(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Told, Refusal> {
    let mut told = partly::told(seen::hidden(conn, actor, id)?);
    if !actor.has(COST_VIEW) {
        return Ok(told);
    }
    let figures = Figures::of(conn, actor.org_id, id)?;
    for (label, value) in figures.lines()? {
        told = told.line(label, value);
    }
    let lines = read(conn, actor, &[id])?;
    let columns = [
        ("payment", ("对账单编号", "Payment"), false),
        ("number", ("单号", "Number"), false),
        ("orderCode", ("订单号", "Order"), false),
        ("bizDate", ("业务日期", "Business date"), false),
        ("amount", ("核销金额", "Settled"), true),
        ("functional", ("本币", "Functional"), true),
        ("diff", ("汇兑损益", "Exchange gain"), true),
    ];
    let own = figures.own;
    let row = |line: &Line| -> Result<Vec<Said>, Refusal> {
        let amount = amounts::parts(own, [(line.currency.as_str(), line.amount)]);
        let texts = [&line.payment, &line.number, &line.code, &line.date].map(Said::from);
        let money = [amount, figure(line.carrying, own), figure(line.diff, own)].map(Said::from);
        Ok(texts.into_iter().chain(money).collect())
    };
    let rows = lines.iter().take(DRAWN_MAX).map(row).collect::<Result<Vec<_>, _>>()?;
    Ok(told.table(("明细", "Lines"), &columns, rows))
}

/// A write-off's own figures.
struct Figures {
    own: Currency,
    currency: String,
    money: i64,
    money_functional: i64,
    carrying: i64,
    diff: i64,
    fee: i64,
    small: i64,
}

impl Figures {
    fn of(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Self, Refusal> {
        let mut select = sql::from(org, TABLE);
        select
            .columns(["currency_code", "money", "money_functional", "carrying", "exchange_diff", "fee", "small"])
            .and_where(sql::eq("id", id));
        let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
        Ok(Self {
            own: rate::functional(conn, org)?,
            currency: row.get(0)?,
            money: row.get(1)?,
            money_functional: row.get(2)?,
            carrying: row.get(3)?,
            diff: row.get(4)?,
            fee: row.get(5)?,
            small: row.get(6)?,
        })
    }

    fn lines(&self) -> Result<Vec<((&'static str, &'static str), String)>, Refusal> {
        let currency = rate::currency_of(&self.currency)?;
        let money = |raw: i64| format!("{} {}", self.currency, figure(raw, currency));
        let mut lines = vec![
            (("付款金额", "Paid"), money(self.money)),
            (("付款金额（本币）", "Paid (functional)"), figure(self.money_functional, self.own)),
            (("核销金额（本币）", "Settled (functional)"), figure(self.carrying, self.own)),
            (("汇兑损益", "Exchange gain"), figure(self.diff, self.own)),
        ];
        let more = [(("手续费", "Fee"), self.fee), (("尾差", "Small difference"), self.small)];
        lines.extend(more.into_iter().filter(|(_, raw)| *raw != 0).map(|(label, raw)| (label, money(raw))));
        Ok(lines)
    }
}

/// What write-offs print.
pub(super) fn papers(conn: &mut dyn Conn, actor: &Actor, (ids, english): (&[Id], bool)) -> Result<Vec<Paper>, Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .columns(["id", "write_off_num", "write_off_date", "method", "remark"].map(|column| (TABLE, column)))
        .columns([("supplier", "coop_name"), ("creator", "name_cn")])
        .join_as(JoinType::LeftJoin, "coop", "supplier", sql::same_org("supplier", TABLE, "coop_id"))
        .join_as(JoinType::LeftJoin, "app_user", "creator", sql::same_org("creator", TABLE, "created_by"))
        .and_where(sql::is_in(sql::of(TABLE, "id"), ids.iter().copied()))
        .cond_where(seen::visible(actor))
        .order_by((TABLE, "id"), Order::Asc);
    let lines = read(conn, actor, ids)?;
    let mut papers = Vec::new();
    for row in conn.query(&select.into())? {
        let id: Id = row.get(0)?;
        let figures = Figures::of(conn, actor.org_id, id)?;
        papers.push(paper((&row, id), (&figures, english), lines.iter().filter(|line| line.of == id))?);
    }
    Ok(papers)
}

fn paper<'a>(
    (row, id): (&Row, Id),
    (figures, english): (&Figures, bool),
    lines: impl Iterator<Item = &'a Line>,
) -> Result<Paper, Refusal> {
    let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
    let (num, method) = (text(1)?, text(3)?);
    let own = figures.own;
    let cells = |line: &Line| {
        vec![
            line.payment.clone(),
            line.number.clone(),
            line.date.clone(),
            amounts::parts(own, [(line.currency.as_str(), line.amount)]),
            figure(line.carrying, own),
        ]
    };
    Ok(Paper {
        id,
        num: num.clone(),
        facts: vec![
            (("供应商", "Supplier"), text(5)?),
            (("核销单号", "Number"), num),
            (("核销日期", "Date"), text(2)?),
            (("方式", "Method"), word_of(COST_METHODS, &method, english)),
            (("核销人", "Made by"), text(6)?),
        ],
        columns: vec![
            (("对账单编号", "Payment"), false),
            (("单号", "Number"), false),
            (("业务日期", "Business date"), false),
            (("核销金额", "Settled"), true),
            (("本币", "Functional"), true),
        ],
        rows: lines.map(cells).collect(),
        sums: figures.lines()?,
        remark: text(4)?,
    })
}
