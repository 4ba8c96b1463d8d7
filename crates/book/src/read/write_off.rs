//! Write-offs of both sides and what nets two of them: types 2, 3 and 7.

use std::collections::BTreeMap;

use kernel::Id;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, JoinType, Order, SelectStatement};
use platform::store::{Conn, Row, sql};

use super::{Ground, blank, coops, told};
use crate::INCOME_SETTLED;
use crate::accounts::About;
use crate::origin::{OFFSETTING, Origin, WRITE_OFF};
use crate::part::{
    BAD_DEBT, DEPOSIT_IN, DEPOSIT_OUT, EXCHANGE, FEE, MONEY, PAID, PAYABLE, RECEIVABLE, RECEIVED, SMALL,
};
use crate::posting::{Amount, Posting};

const LINE: &str = "write_off_line";

/// What was settled of rows of one currency and rate.
struct Carried {
    currency: String,
    rate: i64,
    amount: i64,
    carrying: i64,
}

/// Where the money of a write-off came from or went.
struct Money {
    method: String,
    account: Option<Id>,
    deposit: bool,
    currency: String,
    raw: i64,
    rate: i64,
    fee: i64,
    receipt_fee: i64,
    small: i64,
    functional: i64,
}

/// Write-offs as they post.
pub(super) fn read(
    conn: &mut dyn Conn,
    ground: &Ground<'_>,
    origin: &Origin,
    ids: &[Id],
) -> Result<Vec<Posting>, Refusal> {
    let of_income = origin.kind == INCOME_SETTLED;
    let rows = conn.query(&selected(ground.org, ids).into())?;
    let known = coops(conn, ground.org, rows.iter().map(|row| row.get(3)).collect::<Result<Vec<Id>, _>>()?)?;
    let carried = carried(conn, ground.org, (of_income, "id"), ids)?;
    let invoices = invoices(conn, ground.org, ids)?;
    let one = |row: &Row| {
        let mut posting = blank(WRITE_OFF, row.get(0)?, row.get(1)?, &row.get::<String>(2)?)?;
        posting.coop = row.get(3)?;
        posting.attachments = 1;
        posting.invoice_num = invoices.get(&posting.source.id).cloned().unwrap_or_default();
        let about = told(&mut posting, &known, &row.get::<String>(4)?);
        let kind: Option<String> = row.get(15)?;
        let own: Option<Id> = row.get(6)?;
        let money = Money {
            method: row.get(5)?,
            account: if own.is_some() { own } else { row.get(14)? },
            deposit: kind.is_some_and(|kind| kind.starts_with("DEPOSIT")),
            currency: row.get(7)?,
            raw: row.get(8)?,
            rate: row.get(9)?,
            fee: row.get(10)?,
            receipt_fee: row.get(11)?,
            small: row.get(12)?,
            functional: row.get(13)?,
        };
        posting.total = (money.currency.clone(), money.raw);
        let rows = carried.get(&posting.source.id).map(Vec::as_slice).unwrap_or_default();
        let gain: i64 = row.get(16)?;
        posting.amounts = if of_income { received(ground, &about, &money)? } else { paid(ground, &about, &money)? };
        posting.amounts.extend(rows.iter().map(|row| settled(of_income, row, &about)));
        // A loss is a debit, a gain a credit.
        posting.amounts.push(ground.purse.own(&EXCHANGE, gain < 0, gain.abs(), &about));
        Ok(posting)
    };
    rows.iter().map(one).collect()
}

fn selected(org: i64, ids: &[Id]) -> SelectStatement {
    let mut select = sql::from(org, WRITE_OFF);
    let columns = [
        "id",
        "write_off_num",
        "write_off_date",
        "coop_id",
        "business_scope",
        "method",
        "account_id",
        "currency_code",
        "money",
        "exchange_rate",
        "fee",
        "receipt_fee",
        "small",
        "money_functional",
    ];
    select
        .columns(columns.map(|column| (WRITE_OFF, column)))
        .column(("receipt", "account_id"))
        .column(("advance", "kind"))
        .column((WRITE_OFF, "exchange_diff"))
        .join(JoinType::LeftJoin, "receipt", sql::same_org("receipt", WRITE_OFF, "receipt_id"))
        .join(JoinType::LeftJoin, "advance", sql::same_org("advance", WRITE_OFF, "advance_id"))
        .and_where(sql::is_in(sql::of(WRITE_OFF, "id"), ids.iter().copied()))
        .order_by((WRITE_OFF, "id"), Order::Asc);
    select
}

/// What a row that was settled takes off 应收账款 or 应付账款.
fn settled(of_income: bool, row: &Carried, about: &About) -> Amount {
    Amount {
        part: if of_income { &RECEIVABLE } else { &PAYABLE },
        debit: !of_income,
        currency: row.currency.clone(),
        original: row.amount,
        rate: row.rate,
        functional: row.carrying,
        own: None,
        about: about.clone(),
    }
}

/// Money with its account, in its currency.
fn of_money(
    part: &'static crate::part::Part,
    debit: bool,
    money: &Money,
    (raw, functional): (i64, i64),
    about: &About,
) -> Amount {
    Amount {
        part,
        debit,
        currency: money.currency.clone(),
        original: raw,
        rate: money.rate,
        functional,
        own: money.account,
        about: about.clone(),
    }
}

/// The debit side of income: targets = money + fee + 尾差 (invariant 11), a receipt comes without its bank fee.
fn received(ground: &Ground<'_>, about: &About, money: &Money) -> Result<Vec<Amount>, Refusal> {
    let purse = ground.purse;
    match money.method.as_str() {
        "BAD_DEBT" => return Ok(vec![purse.own(&BAD_DEBT, true, money.functional, about)]),
        "SMALL" => return Ok(vec![purse.own(&SMALL, true, money.functional, about)]),
        _ => {}
    }
    let worth = |raw| purse.worth(raw, &money.currency, money.rate);
    let (fee, small) = (worth(money.fee)?, worth(money.small)?);
    let posted = worth(money.receipt_fee)?;
    let part = match (money.method.as_str(), money.deposit) {
        ("ADVANCE", true) => &DEPOSIT_IN,
        ("ADVANCE", false) => &RECEIVED,
        _ => &MONEY,
    };
    let came = (money.raw - money.receipt_fee, money.functional - fee - small - posted);
    Ok(vec![
        of_money(part, true, money, came, about),
        purse.own(&FEE, true, fee + posted, about),
        purse.own(&SMALL, true, small, about),
    ])
}

/// The credit side of cost, with its fee: targets + fee = money + 尾差 (invariant 11).
fn paid(ground: &Ground<'_>, about: &About, money: &Money) -> Result<Vec<Amount>, Refusal> {
    let purse = ground.purse;
    if money.method == "SMALL" {
        return Ok(vec![purse.own(&SMALL, false, money.functional, about)]);
    }
    let worth = |raw| purse.worth(raw, &money.currency, money.rate);
    let (fee, small) = (worth(money.fee)?, worth(money.small)?);
    let part = match (money.method.as_str(), money.deposit) {
        ("ADVANCE", true) => &DEPOSIT_OUT,
        ("ADVANCE", false) => &PAID,
        _ => &MONEY,
    };
    let went = (money.raw, money.functional + fee - small);
    Ok(vec![
        of_money(part, false, money, went, about),
        purse.own(&FEE, true, fee, about),
        purse.own(&SMALL, false, small, about),
    ])
}

/// By write-off, or by the offset they belong to, what was settled of rows, added by currency and rate.
fn carried(
    conn: &mut dyn Conn,
    org: i64,
    (of_income, of): (bool, &'static str),
    ids: &[Id],
) -> Result<BTreeMap<Id, Vec<Carried>>, Refusal> {
    let (side, rate) = if of_income {
        ("RECEIVABLE", ("debit_note_row", "exchange_rate"))
    } else {
        ("PAYABLE", ("charge", "exchange_rate"))
    };
    let mut select = sql::from(org, LINE);
    select.column((WRITE_OFF, of)).column((LINE, "currency_code")).column(rate);
    for column in ["amount", "carrying"] {
        select.expr(Expr::cust(format!("CAST(SUM({LINE}.{column}) AS BIGINT)")));
    }
    select.join(JoinType::InnerJoin, WRITE_OFF, sql::same_org(WRITE_OFF, LINE, "write_off_id"));
    if of_income {
        select.join(JoinType::InnerJoin, "debit_note_row", sql::same_org("debit_note_row", LINE, "row_id"));
    } else {
        select.join(JoinType::InnerJoin, "payment_detail", sql::same_org("payment_detail", LINE, "row_id")).join(
            JoinType::InnerJoin,
            "charge",
            sql::same_org("charge", "payment_detail", "charge_id"),
        );
    }
    select
        .and_where(sql::is_in(sql::of(WRITE_OFF, of), ids.iter().copied()))
        .and_where(sql::of_eq(WRITE_OFF, "side", side.to_owned()))
        .add_group_by([sql::of(WRITE_OFF, of), sql::of(LINE, "currency_code"), sql::of(rate.0, rate.1)])
        .order_by((LINE, "currency_code"), Order::Asc)
        .order_by(rate, Order::Asc);
    let mut out: BTreeMap<Id, Vec<Carried>> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let carried = Carried { currency: row.get(1)?, rate: row.get(2)?, amount: row.get(3)?, carrying: row.get(4)? };
        out.entry(row.get(0)?).or_default().push(carried);
    }
    Ok(out)
}

/// Numbers of the invoices write-offs were made on.
fn invoices(conn: &mut dyn Conn, org: i64, ids: &[Id]) -> Result<BTreeMap<Id, String>, Refusal> {
    let mut select = sql::from(org, LINE);
    select
        .distinct()
        .columns([(LINE, "write_off_id"), ("invoice", "invoice_num")])
        .join(JoinType::InnerJoin, "invoice", sql::same_org("invoice", LINE, "invoice_id"))
        .and_where(sql::is_in(sql::of(LINE, "write_off_id"), ids.iter().copied()))
        .order_by(("invoice", "invoice_num"), Order::Asc);
    let mut out: BTreeMap<Id, String> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let numbers = out.entry(row.get(0)?).or_default();
        if !numbers.is_empty() {
            numbers.push(',');
        }
        numbers.push_str(&row.get::<String>(1)?);
    }
    Ok(out)
}

/// Offsets as they post: both of their write-offs in one.
pub(super) fn offsets(conn: &mut dyn Conn, ground: &Ground<'_>, ids: &[Id]) -> Result<Vec<Posting>, Refusal> {
    let mut select = sql::from(ground.org, OFFSETTING);
    select
        .columns(["id", "offset_num", "offset_date", "coop_id", "functional"])
        .and_where(sql::is_in(sql::col("id"), ids.iter().copied()))
        .order_by("id", Order::Asc);
    let rows = conn.query(&select.into())?;
    let known = coops(conn, ground.org, rows.iter().map(|row| row.get(3)).collect::<Result<Vec<Id>, _>>()?)?;
    let income = carried(conn, ground.org, (true, "offset_id"), ids)?;
    let cost = carried(conn, ground.org, (false, "offset_id"), ids)?;
    let one = |row: &Row| {
        let mut posting = blank(OFFSETTING, row.get(0)?, row.get(1)?, &row.get::<String>(2)?)?;
        posting.coop = row.get(3)?;
        let about = told(&mut posting, &known, "");
        posting.total = (ground.purse.own.code().to_owned(), row.get(4)?);
        let of = |sides: &BTreeMap<Id, Vec<Carried>>, of_income: bool| -> Vec<Amount> {
            let rows = sides.get(&posting.source.id).into_iter().flatten();
            rows.map(|row| settled(of_income, row, &about)).collect()
        };
        let (owed, owing) = (of(&cost, false), of(&income, true));
        let sum = |amounts: &[Amount]| amounts.iter().map(|amount| amount.functional).sum::<i64>();
        let gain = sum(&owed) - sum(&owing);
        posting.amounts = owed.into_iter().chain(owing).collect();
        posting.amounts.push(ground.purse.own(&EXCHANGE, gain < 0, gain.abs(), &about));
        Ok(posting)
    };
    rows.iter().map(one).collect()
}
