//! Invoices of both sides: types 0 and 1 by invoice.

use std::collections::BTreeMap;

use kernel::Id;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, JoinType, Order, SelectStatement};
use platform::store::{Conn, Row, sql};
use trade::charge::Money;
use trade::charge::share::share;

use super::{Ground, blank, coops, told};
use crate::INCOME;
use crate::accounts::About;
use crate::origin::{INVOICE, Origin};
use crate::part::{EXPENDITURE, PASSED_ON, PAYABLE, RECEIVABLE, REVENUE, TAX_IN, TAX_OUT};
use crate::posting::{Amount, Posting, fault};

/// What the charges of an invoice are of: scope, category, and whether they are passed on.
type Kind = (String, String, bool);

/// The amounts of an invoice.
struct Figures {
    currency: String,
    amount: i64,
    rate: i64,
    functional: i64,
    tax: i64,
    deductible: bool,
}

/// Invoices as they post.
pub(super) fn read(
    conn: &mut dyn Conn,
    ground: &Ground<'_>,
    origin: &Origin,
    ids: &[Id],
) -> Result<Vec<Posting>, Refusal> {
    let of_income = origin.kind == INCOME;
    let mut select = sql::from(ground.org, INVOICE);
    select
        .columns(["id", "invoice_num", "invoice_date", "coop_id", "currency_code", "amount", "exchange_rate"])
        .columns(["functional", "tax", "deduct_state"])
        .and_where(sql::is_in(sql::col("id"), ids.iter().copied()))
        .order_by("id", Order::Asc);
    let rows = conn.query(&select.into())?;
    let known = coops(conn, ground.org, rows.iter().map(|row| row.get(3)).collect::<Result<Vec<Id>, _>>()?)?;
    let weights = weights(conn, ground.org, of_income, ids)?;
    let one = |row: &Row| {
        let number: String = row.get(1)?;
        let mut posting = blank(INVOICE, row.get(0)?, number.clone(), &row.get::<String>(2)?)?;
        posting.coop = row.get(3)?;
        posting.invoice_num = number;
        posting.attachments = 1;
        let about = told(&mut posting, &known, "");
        let deduct: Option<String> = row.get(9)?;
        let figures = Figures {
            currency: row.get(4)?,
            amount: row.get(5)?,
            rate: row.get(6)?,
            functional: row.get(7)?,
            tax: row.get(8)?,
            deductible: of_income || deduct.is_some_and(|state| state == "OPEN" || state == "TICKED"),
        };
        posting.total = (figures.currency.clone(), figures.amount);
        let of = weights.get(&posting.source.id).map(Vec::as_slice).unwrap_or_default();
        posting.amounts = amounts(ground, of_income, &figures, (&about, of))?;
        Ok(posting)
    };
    rows.iter().map(one).collect()
}

/// What an invoice posts: the whole to the partner, what is without tax by what its charges are of, and the tax.
fn amounts(
    ground: &Ground<'_>,
    of_income: bool,
    figures: &Figures,
    (about, of): (&About, &[(Kind, i64)]),
) -> Result<Vec<Amount>, Refusal> {
    let purse = ground.purse;
    let scopes: Vec<&str> = of.iter().map(|((scope, ..), _)| scope.as_str()).collect();
    let common = scopes.first().filter(|first| scopes.iter().all(|scope| scope == *first));
    let about = About { scope: common.map(|scope| (*scope).to_owned()).unwrap_or_default(), ..about.clone() };
    let whole = Amount {
        part: if of_income { &RECEIVABLE } else { &PAYABLE },
        debit: of_income,
        currency: figures.currency.clone(),
        original: figures.amount,
        rate: figures.rate,
        functional: figures.functional,
        own: None,
        about: about.clone(),
    };
    let apart = ground.rule.split_tax && figures.deductible;
    let tax = if apart { purse.worth(figures.tax, &figures.currency, figures.rate)? } else { 0 };
    let mut all = vec![whole];
    for ((scope, category, passed_on), raw) in shares(ground, figures.functional - tax, of)? {
        let part = match (passed_on, of_income) {
            (true, _) => &PASSED_ON,
            (false, true) => &REVENUE,
            (false, false) => &EXPENDITURE,
        };
        let about = About { scope, category, ..about.clone() };
        all.push(purse.own(part, !of_income, raw, &about));
    }
    all.push(purse.own(if of_income { &TAX_OUT } else { &TAX_IN }, !of_income, tax, &about));
    Ok(all)
}

/// An amount shared over what charges are of; all of it together where nothing says so.
fn shares(ground: &Ground<'_>, raw: i64, of: &[(Kind, i64)]) -> Result<Vec<(Kind, i64)>, Refusal> {
    let weights: Vec<i64> = of.iter().map(|(_, weight)| *weight).collect();
    if weights.iter().copied().map(i128::from).sum::<i128>() == 0 {
        return Ok(vec![(of.first().map(|(kind, _)| kind.clone()).unwrap_or_default(), raw)]);
    }
    let whole = Money::of_thousandths(raw, ground.purse.own).map_err(fault)?;
    let parts = share(whole, &weights).map_err(fault)?;
    let pair = |((kind, _), part): (&(Kind, i64), Money)| Ok((kind.clone(), part.thousandths().map_err(fault)?));
    of.iter().zip(parts).map(pair).collect()
}

/// By invoice, how much of its rows is of what: each charge weighs as much as the invoice covers of its row.
fn weights(
    conn: &mut dyn Conn,
    org: i64,
    of_income: bool,
    ids: &[Id],
) -> Result<BTreeMap<Id, Vec<(Kind, i64)>>, Refusal> {
    let mut sums: BTreeMap<Id, BTreeMap<Kind, i128>> = BTreeMap::new();
    let mut select = if of_income { of_notes(org) } else { of_payments(org) };
    select
        .columns([("service_item", "business_scope"), ("service_item", "service_type"), ("service_item", "is_agency")])
        .join(JoinType::InnerJoin, "service_item", sql::same_org("service_item", "charge", "service_item_id"))
        .and_where(sql::is_in(sql::of("invoice_allocation", "invoice_id"), ids.iter().copied()));
    for row in conn.query(&select.into())? {
        let (covered, whole, weight): (i64, i64, i64) = (row.get(1)?, row.get(2)?, row.get(3)?);
        if whole == 0 {
            continue;
        }
        let kind = (row.get(4)?, row.get(5)?, row.get(6)?);
        let part = i128::from(weight) * i128::from(covered) / i128::from(whole);
        *sums.entry(row.get(0)?).or_default().entry(kind).or_default() += part;
    }
    let narrow = |(kind, sum): (Kind, i128)| Some((kind, i64::try_from(sum).ok()?));
    Ok(sums.into_iter().map(|(id, kinds)| (id, kinds.into_iter().filter_map(narrow).collect())).collect())
}

/// Invoice, what it covers of a row, the row, and the charges of the row without their tax.
fn of_notes(org: i64) -> SelectStatement {
    let mut select = sql::from(org, "invoice_allocation");
    select
        .columns([("invoice_allocation", "invoice_id"), ("invoice_allocation", "amount"), ("debit_note_row", "amount")])
        .column(("charge", "functional_not_tax"))
        .join(JoinType::InnerJoin, "debit_note_row", sql::same_org("debit_note_row", "invoice_allocation", "row_id"))
        .join(
            JoinType::InnerJoin,
            "charge",
            sql::of("charge", "org_id")
                .equals(("debit_note_row", "org_id"))
                .and(sql::of("charge", "debit_note_id").equals(("debit_note_row", "note_id")))
                .and(sql::of("charge", "currency_code").equals(("debit_note_row", "currency_code"))),
        );
    select
}

/// The same of payments, whose details take a part of each charge.
fn of_payments(org: i64) -> SelectStatement {
    let mut select = sql::from(org, "invoice_allocation");
    select
        .columns([("invoice_allocation", "invoice_id"), ("invoice_allocation", "amount"), ("payment", "amount")])
        .column(("payment_detail", "functional"))
        .join(JoinType::InnerJoin, "payment", sql::same_org("payment", "invoice_allocation", "row_id"))
        .join(
            JoinType::InnerJoin,
            "payment_detail",
            sql::of("payment_detail", "org_id")
                .equals(("payment", "org_id"))
                .and(sql::of("payment_detail", "payment_id").equals(("payment", "id"))),
        )
        .join(JoinType::InnerJoin, "charge", sql::same_org("charge", "payment_detail", "charge_id"))
        .and_where(Expr::cust("NOT payment_detail.is_void"));
    select
}
