//! 客商账单 (catalogue prm.md /prm_coop_bill): a periodic bill under an agreement, its lines and its sums.

use std::collections::BTreeSet;

use agreement::settlement::period::Month;
use kernel::{Day, ExchangeRate, Id};
use platform::call::Tx;
use platform::field::Choice;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait};
use platform::store::{Conn, Value, sql};
use trade::charge::{Money, Side};

use super::{PERIODS, run};

/// Its table.
pub const TABLE: &str = "coop_bill";
/// Table of its lines.
pub const LINES: &str = "coop_bill_line";
/// Table of what its lines were counted of.
pub const DETAILS: &str = "coop_bill_detail";

/// Being written.
pub const DRAFT: &str = "DRAFT";
/// It went out.
pub const WAITING: &str = "WAITING";
/// The partner's list is held against it.
pub const CHECKING: &str = "CHECKING";
/// Both agree.
pub const CONFIRMED: &str = "CONFIRMED";
/// The partner does not agree.
pub const DISPUTED: &str = "DISPUTED";
/// It became charges.
pub const SETTLING: &str = "SETTLING";
/// Every charge that was made of it is written off.
pub const SETTLED: &str = "SETTLED";
/// Withdrawn.
pub const VOID: &str = "VOID";
/// States of a bill.
pub const STATES: &[Choice] = &[
    Choice::new(DRAFT, "草稿", "Draft"),
    Choice::new(WAITING, "待核对", "To be checked").tone("info"),
    Choice::new(CHECKING, "核对中", "Being checked").tone("info"),
    Choice::new(CONFIRMED, "已确认", "Confirmed").tone("ready"),
    Choice::new(DISPUTED, "有异议", "Disputed").tone("danger"),
    Choice::new(SETTLING, "结算中", "Being settled").tone("warning"),
    Choice::new(SETTLED, "已结算", "Settled").tone("done"),
    Choice::new(VOID, "已作废", "Void").tone("neutral"),
];
/// Nobody held anything against it yet.
pub const UNCHECKED: &str = "NONE";
/// Both say the same of every line, or nearly so.
pub const EQUAL: &str = "EQUAL";
/// They don't.
pub const DIFFERENT: &str = "DIFFERENT";
/// What a check came to.
pub const CHECK_STATES: &[Choice] = &[
    Choice::new(UNCHECKED, "未核对", "Not checked"),
    Choice::new(EQUAL, "一致", "Equal").tone("ready"),
    Choice::new(DIFFERENT, "有差异", "Different").tone("warning"),
];

/// The head of a bill that is made.
#[derive(Debug, Clone)]
pub struct Head {
    /// The version of the agreement it is under.
    pub agreement_id: Id,
    /// Its number.
    pub agreement_code: String,
    /// The partner.
    pub coop: Id,
    /// Income or cost.
    pub side: Side,
    /// The month it is of.
    pub period: String,
    /// Its currency.
    pub currency: String,
    /// What one unit of it is worth.
    pub rate: ExchangeRate,
    /// What earlier periods left, in thousandths.
    pub carried_in: i64,
}

/// A line of a bill; amounts are thousandths.
#[derive(Debug, Clone)]
pub struct Line {
    /// The rule and the period it was counted for; none of a line somebody added.
    pub rule: Option<(Id, String)>,
    /// What the rule is called.
    pub rule_name: String,
    /// What is charged.
    pub item: Id,
    /// How much was counted.
    pub quantity: Option<i64>,
    /// In what.
    pub unit: String,
    /// Price of a unit.
    pub unit_price: Option<i64>,
    /// Amount with tax.
    pub amount: i64,
    /// Word of the tax rate.
    pub tax_rate: String,
    /// Tax.
    pub tax: i64,
    /// Amount without tax.
    pub untaxed: i64,
    /// It was added by hand, for a reason.
    pub adjusting: bool,
    /// Why it was added.
    pub reason: String,
    /// Remark.
    pub remark: String,
    /// How it becomes charges.
    pub post_mode: String,
}

impl Line {
    /// A line of an amount without tax that nobody said more about.
    pub const fn of(item: Id, amount: i64) -> Self {
        Self {
            rule: None,
            rule_name: String::new(),
            item,
            quantity: None,
            unit: String::new(),
            unit_price: None,
            amount,
            tax_rate: String::new(),
            tax: 0,
            untaxed: amount,
            adjusting: false,
            reason: String::new(),
            remark: String::new(),
            post_mode: String::new(),
        }
    }
}

/// The next number of a bill: XZ, the month it is made in, and a place.
pub fn next_number(tx: &mut Tx<'_>) -> Result<String, Refusal> {
    let month = tx.now.day().strftime("%y%m").to_string();
    let place = tx.next_number("coop_bill", &month)?;
    Ok(format!("XZ-{month}{place:04}"))
}

/// Writes the head of a draft.
pub fn insert(tx: &mut Tx<'_>, head: &Head) -> Result<(Id, String), Refusal> {
    let (id, num) = (tx.new_id(), next_number(tx)?);
    let (user, now) = (Value::Int(tx.actor.user_id.0), Value::Int(tx.now.millis()));
    let text = |text: &str| Value::Text(text.to_owned());
    let cells = [
        ("id", Value::Int(id.0)),
        ("bill_code", text(&num)),
        ("agreement_id", Value::Int(head.agreement_id.0)),
        ("agreement_code", text(&head.agreement_code)),
        ("coop_id", Value::Int(head.coop.0)),
        ("side", text(agreement::code_of(head.side))),
        ("period", text(&head.period)),
        ("currency_code", text(&head.currency)),
        ("exchange_rate", Value::Int(head.rate.raw())),
        ("carried_in", Value::Int(head.carried_in)),
        ("state", text(DRAFT)),
        ("check_state", text(UNCHECKED)),
        ("version", Value::Int(1)),
        ("created_by", user.clone()),
        ("created_at", now.clone()),
        ("updated_by", user),
        ("updated_at", now),
    ];
    tx.exec(&sql::insert(tx.org(), TABLE, &cells).into())?;
    Ok((id, num))
}

/// Writes a line; its sums follow by [`restate`].
pub fn insert_line(tx: &mut Tx<'_>, bill: Id, place: i64, line: &Line) -> Result<Id, Refusal> {
    let id = tx.new_id();
    let text = |text: &str| if text.is_empty() { Value::Null } else { Value::Text(text.to_owned()) };
    let whole = |raw: Option<i64>| raw.map_or(Value::Null, Value::Int);
    let cells = [
        ("id", Value::Int(id.0)),
        ("bill_id", Value::Int(bill.0)),
        ("line", Value::Int(place)),
        ("rule_id", whole(line.rule.as_ref().map(|(id, _)| id.0))),
        ("rule_period", text(line.rule.as_ref().map_or("", |(_, period)| period))),
        ("rule_name", text(&line.rule_name)),
        ("service_item_id", Value::Int(line.item.0)),
        ("quantity", whole(line.quantity)),
        ("unit", text(&line.unit)),
        ("unit_price", whole(line.unit_price)),
        ("amount", Value::Int(line.amount)),
        ("tax_rate", text(&line.tax_rate)),
        ("tax", Value::Int(line.tax)),
        ("untaxed", Value::Int(line.untaxed)),
        ("adjusting", Value::Bool(line.adjusting)),
        ("reason", text(&line.reason)),
        ("remark", text(&line.remark)),
        ("post_mode", text(&line.post_mode)),
    ];
    tx.exec(&sql::insert(tx.org(), LINES, &cells).into())?;
    Ok(id)
}

/// Makes the sums of a bill anew of its lines: the functional amount is the sum at its rate. Periods whose lines somebody took
/// away are free again. The version is the caller's to raise.
pub fn restate(tx: &mut Tx<'_>, bill: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let mut head = sql::from(org, TABLE);
    head.columns(["currency_code", "exchange_rate", "settled"]).and_where(sql::eq("id", bill));
    let row = tx.first(&head.into())?.ok_or(Refusal::NotFound)?;
    let (code, rate, settled): (String, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let mut sums = sql::from(org, LINES);
    sums.expr(Expr::cust("COUNT(*)"))
        .expr(Expr::cust("CAST(COALESCE(SUM(amount), 0) AS bigint)"))
        .expr(Expr::cust("CAST(COALESCE(SUM(tax), 0) AS bigint)"))
        .and_where(sql::eq("bill_id", bill));
    let row = tx.first(&sums.into())?.ok_or(Refusal::NotFound)?;
    let (count, amount, tax): (i64, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let told = |_| Refusal::business(charge::figure::TOO_LARGE);
    let own = charge::rate::functional(tx, org)?;
    let money = Money::of_thousandths(amount, charge::rate::currency_of(&code)?).map_err(told)?;
    let functional = trade::charge::exchange::functional(money, ExchangeRate::from_raw(rate), own).map_err(told)?;
    let cells = [
        ("line_count", Value::Int(count)),
        ("amount", Value::Int(amount)),
        ("tax_amount", Value::Int(tax)),
        ("functional", Value::Int(functional.thousandths().map_err(told)?)),
        ("open_amount", Value::Int(amount - settled)),
    ];
    let mut update = sql::update(org, TABLE, &cells);
    tx.exec(&update.and_where(sql::eq("id", bill)).to_owned().into())?;
    free_missing(tx, bill)
}

/// Holds a bill, before anything that goes with it is written.
pub fn hold(tx: &mut Tx<'_>, bill: Id) -> Result<(), Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select.column("id").and_where(sql::eq("id", bill)).lock_exclusive();
    tx.first(&select.into())?;
    Ok(())
}

/// Frees the periods of a bill that no line of it names any more.
fn free_missing(tx: &mut Tx<'_>, bill: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let mut lines = sql::from(org, LINES);
    lines.columns(["rule_id", "rule_period"]).and_where(sql::eq("bill_id", bill));
    lines.and_where(sql::col("rule_id").is_not_null());
    let named = tx.query(&lines.into())?;
    let named: BTreeSet<(Id, String)> =
        named.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect::<Result<_, Refusal>>()?;
    let taken: Vec<Period> = periods(tx, org, bill)?
        .into_iter()
        .filter(|one| one.amount != 0 && !named.contains(&(one.rule, one.period.clone())))
        .collect();
    free(tx, &taken)
}

/// A period that stands on a bill.
struct Period {
    row: Id,
    rule: Id,
    period: String,
    amount: i64,
    carried: bool,
}

fn periods(conn: &mut dyn Conn, org: i64, bill: Id) -> Result<Vec<Period>, Refusal> {
    let mut select = sql::from(org, PERIODS);
    select.columns(["id", "rule_id", "period", "amount", "carried"]).and_where(sql::eq("bill_id", bill));
    let rows = conn.query(&select.into())?;
    rows.iter()
        .map(|row| {
            let (id, rule, period) = (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok(Period { row: id, rule, period, amount: row.get(3)?, carried: row.get(4)? })
        })
        .collect()
}

/// The periods of a bill are free again: it was withdrawn. What had waited for it waits for another one.
pub fn free_periods(tx: &mut Tx<'_>, bill: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let taken = periods(tx, org, bill)?;
    free(tx, &taken)
}

fn free(tx: &mut Tx<'_>, taken: &[Period]) -> Result<(), Refusal> {
    let org = tx.org();
    for one in taken {
        if one.carried {
            let mut update = sql::update(org, PERIODS, &[("bill_id", Value::Null)]);
            tx.exec(&update.and_where(sql::eq("id", one.row)).to_owned().into())?;
        } else {
            tx.exec(&sql::delete(org, PERIODS).and_where(sql::eq("id", one.row)).to_owned().into())?;
        }
        run::last(tx, one.rule)?;
    }
    Ok(())
}

/// What one unit of the currency of a bill is worth when it is made.
pub fn rate_of(tx: &mut Tx<'_>, currency: &str, side: Side) -> Result<ExchangeRate, Refusal> {
    let (org, now) = (tx.org(), tx.now);
    run::rate_at(tx, org, (currency, side), now)
}

/// An amount without its tax, and the tax, in thousandths.
pub fn parts(amount: i64, currency: &str, tax_rate: &str) -> Result<(i64, i64), Refusal> {
    run::parts(amount, currency, tax_rate)
}

/// When a bill that goes out on a day is due by its agreement, with the day of the bill as the base date (1.5).
pub fn due_on(conn: &mut dyn Conn, org: i64, agreement: Id, issued: Day) -> Result<Option<Day>, Refusal> {
    use platform::document::Document;
    let mut select = sql::from(org, agreement::TABLE);
    select.columns(agreement::Agreement::FIELDS.iter().map(|field| field.column)).and_where(sql::eq("id", agreement));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    let agreed = agreement::Agreement::from_values(&row.0)?;
    let calendar = agreement::calendar(conn, org)?;
    Ok(Some(agreed.terms().due(&trade::terms::Dates::of(issued), &calendar)))
}

/// Whether a text is a month.
pub fn is_month(text: &str) -> bool {
    Month::parse(text).is_some()
}
