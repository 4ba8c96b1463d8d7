//! What is told of settlements: the papers their charges stand on, how long they are overdue, their charges, and sums.

use std::collections::{BTreeMap, BTreeSet};

use charge::chain::{DETAIL, NOTE, PAYMENT};
use charge::line::TABLE as CHARGE;
use kernel::{days_between, parse_day};
use order::store::TABLE as ORDER;
use platform::list::Asked;
use platform::prelude::*;
use platform::refusal::messages;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order};
use settle::amounts::{figure_of, totals as sums};
use settle::hung::Hung;
use settle::note;
use settle::partly;
use settle::periodic::bill::TABLE as BILL;
use settle::periodic::settlement::{self, SETTLING, TABLE};
use trade::charge::Side;

use super::{AMOUNT, CoopSettlement, INVOICED, INVOICES, NETTED, NOTES, OPEN, OVERDUE, PAYMENTS, SETTLED_AMOUNT};
use crate::agreement_rule::visible;

/// Charges that are drawn.
const DRAWN_MAX: usize = 500;
const NONE: &str = "NONE";
const PART: &str = "PART";
const ALL: &str = "ALL";
/// How far invoices cover a settlement.
pub(super) const INVOICE_STATES: &[Choice] = &[
    Choice::new(NONE, "未开/收票", "Not invoiced"),
    Choice::new(PART, "部分开/收票", "Partly invoiced"),
    Choice::new(ALL, "已开/收票", "Invoiced"),
];

type Found = Result<Condition, Refusal>;

fn bad(name: &str) -> Refusal {
    Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", name)]))
}

fn with_bill(actor: &Actor, of: Expr) -> Condition {
    let mut bills = sql::from(actor.org_id, BILL);
    bills.column("settlement_id").and_where(sql::col("settlement_id").is_not_null()).and_where(of);
    Condition::all().add(sql::of(TABLE, "id").in_subquery(bills))
}

/// Settlements of a bill.
pub(super) fn of_bill(actor: &Actor, code: &str) -> Found {
    Ok(with_bill(actor, sql::eq("bill_code", code.trim().to_owned())))
}

/// Settlements with a bill of a month.
pub(super) fn of_period(actor: &Actor, period: &str) -> Found {
    Ok(with_bill(actor, sql::eq("period", period.trim().to_owned())))
}

/// Settlements by how far invoices cover them.
pub(super) fn of_invoices(_: &Actor, state: &str) -> Found {
    let mut any = Condition::any();
    for one in state.split(',') {
        any = any.add(Expr::cust(match one.trim() {
            NONE => "coop_settlement.invoiced = 0",
            PART => "coop_settlement.invoiced <> 0 AND coop_settlement.invoiced <> coop_settlement.amount",
            ALL => "coop_settlement.invoiced <> 0 AND coop_settlement.invoiced = coop_settlement.amount",
            _ => return Err(bad("invoiceState")),
        }));
    }
    Ok(Condition::all().add(any))
}

/// The papers of the charges of settlements: `(document, its number)` by settlement.
struct Papers {
    documents: BTreeMap<Id, BTreeSet<Id>>,
    numbers: BTreeMap<Id, String>,
    hung: Hung,
}

impl Papers {
    fn of(conn: &mut dyn Conn, org: i64, side: Side, members: &[settlement::Member]) -> Result<Self, Refusal> {
        let own: BTreeMap<Id, Id> =
            members.iter().filter(|one| one.side == side).map(|one| (one.charge, one.settlement)).collect();
        let select = if side == Side::Receivable {
            let mut select = sql::from(org, CHARGE);
            select
                .column((CHARGE, "id"))
                .columns(["id", "note_num"].map(|column| (NOTE, column)))
                .join(JoinType::InnerJoin, NOTE, sql::same_org(NOTE, CHARGE, "debit_note_id"))
                .and_where(sql::is_in(sql::of(CHARGE, "id"), own.keys().copied()));
            select
        } else {
            let mut select = sql::from(org, DETAIL);
            select
                .column((DETAIL, "charge_id"))
                .columns(["id", "payment_num"].map(|column| (PAYMENT, column)))
                .join(JoinType::InnerJoin, PAYMENT, sql::same_org(PAYMENT, DETAIL, "payment_id"))
                .and_where(sql::is_in(sql::of(DETAIL, "charge_id"), own.keys().copied()))
                .and_where(sql::of_eq(DETAIL, "is_void", false));
            select
        };
        let (mut documents, mut numbers) = (BTreeMap::<Id, BTreeSet<Id>>::new(), BTreeMap::new());
        for row in conn.query(&select.into())? {
            let (charge, document): (Id, Id) = (row.get(0)?, row.get(1)?);
            if let Some(settlement) = own.get(&charge) {
                documents.entry(*settlement).or_default().insert(document);
                numbers.insert(document, row.get(2)?);
            }
        }
        let ids: Vec<Id> = numbers.keys().copied().collect();
        let rows: BTreeMap<Id, Id> = if side == Side::Receivable {
            note::rows(conn, org, &ids)?.into_iter().map(|row| (row.id, row.note)).collect()
        } else {
            ids.iter().map(|id| (*id, *id)).collect()
        };
        let hung = Hung::of(conn, org, (side, &ids), &rows)?;
        Ok(Self { documents, numbers, hung })
    }

    fn numbers(&self, settlement: Id) -> Value {
        let own = self.documents.get(&settlement).into_iter().flatten();
        let all: Vec<&str> = own.filter_map(|id| self.numbers.get(id)).map(String::as_str).collect();
        all.join("、").into_value()
    }

    fn invoices(&self, settlement: Id) -> Value {
        let own = self.documents.get(&settlement);
        self.hung.invoices(|id| own.is_some_and(|own| own.contains(&id)), |one| &one.num)
    }
}

/// Fills papers and days overdue.
pub(super) fn fill(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    let (org, today) = (actor.org_id, actor.now.day());
    let ids = rows.iter().map(|row| Ok(Id::from_value(row.value("id"))?)).collect::<Result<Vec<_>, Refusal>>()?;
    let members = settlement::members(conn, org, &ids)?;
    let income = Papers::of(conn, org, Side::Receivable, &members)?;
    let cost = Papers::of(conn, org, Side::Payable, &members)?;
    for row in rows {
        let id = Id::from_value(row.value("id"))?;
        row.set(&NOTES.name(), income.numbers(id));
        row.set(&PAYMENTS.name(), cost.numbers(id));
        let is_income = income.documents.contains_key(&id);
        row.set(&INVOICES.name(), if is_income { income.invoices(id) } else { cost.invoices(id) });
        let state = String::from_value(row.value(&CoopSettlement::STATE.name()))?;
        let due = String::from_value(row.value(&CoopSettlement::DUE_DATE.name()))?;
        let late = parse_day(&due).map(|due| days_between(due, today)).filter(|days| *days > 0 && state == SETTLING);
        row.set(&OVERDUE.name(), late.into_value());
    }
    Ok(())
}

/// The sums of the result, of each currency its own.
pub(super) fn totals(conn: &mut dyn Conn, asked: &Asked<'_>) -> Result<Vec<(String, String)>, Refusal> {
    let own = [
        (AMOUNT, "coop_settlement.amount"),
        (INVOICED, "coop_settlement.invoiced"),
        (SETTLED_AMOUNT, "coop_settlement.settled"),
        (NETTED, "coop_settlement.netted"),
        (OPEN, "coop_settlement.open_amount"),
    ];
    sums(conn, asked, TABLE, &own)
}

/// Figures, and the charges of orders the caller sees.
pub(super) fn told(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Told, Refusal> {
    let org = actor.org_id;
    let mut select = sql::from(org, TABLE);
    select
        .columns(["currency_code", "amount", "invoiced", "settled", "netted", "open_amount"])
        .and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let code: String = row.get(0)?;
    let members = settlement::members(conn, org, &[id])?;
    let orders: BTreeSet<Id> = members.iter().map(|one| one.order).collect();
    let seen = visible(conn, actor, &orders.iter().copied().collect::<Vec<_>>())?;
    let hidden = orders.difference(&seen).count();
    let mut told = partly::told(i64::try_from(hidden).unwrap_or(i64::MAX));
    for (place, field) in [(1, AMOUNT), (2, INVOICED), (3, SETTLED_AMOUNT), (4, NETTED), (5, OPEN)] {
        told = told.line((field.zh, field.en), format!("{code} {}", figure_of(row.get(place)?, &code)?));
    }
    let mut names = sql::from(org, ORDER);
    names
        .columns(["id", "order_code"])
        .and_where(sql::is_in(sql::col("id"), seen.iter().copied()))
        .order_by("id", Order::Asc);
    let codes: BTreeMap<Id, String> =
        conn.query(&names.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect::<Result<_, Refusal>>()?;
    let mut rows = Vec::new();
    for one in members.iter().filter(|one| seen.contains(&one.order)).take(DRAWN_MAX) {
        let figure = |raw: i64| figure_of(raw, &code);
        rows.push(vec![
            Said::from(codes.get(&one.order).cloned().unwrap_or_default()),
            Said::from(figure(one.amount)?),
            Said::from(figure(one.came.invoiced)?),
            Said::from(figure(one.came.settled)?),
            Said::from(figure(one.amount.saturating_sub(one.came.settled))?),
        ]);
    }
    let columns = [
        ("order", ("订单", "Order"), false),
        ("amount", ("金额", "Amount"), true),
        ("invoiced", ("已开/收票", "Invoiced"), true),
        ("settled", ("已核销", "Settled"), true),
        ("open", ("未核销", "Open"), true),
    ];
    Ok(told.table(("费用", "Charges"), &columns, rows))
}
