//! Netting 对冲 (catalogue css.md /css_offset, invariants 14 and 28): what a partner owes settled against what is owed to him,
//! by one write-off of each side. Those are undone together, and nowhere else.

use std::collections::BTreeSet;

use charge::chain::{DETAIL, PAYMENT};
use charge::{finance, rate};
use kernel::{Day, Findings, Id, Msg, show_day};
use platform::call::Tx;
use platform::field::Choice;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, JoinType, Order};
use platform::store::{Conn, Value, sql};
use trade::charge::Side;

use crate::target;
use crate::write_off::{self, Of, Source, Target, Written};
use crate::{amounts, fund, invoice, number, receipt, scope};

/// What the log calls one.
pub const OBJECT: &str = "offsetting";
/// Its table.
pub const TABLE: &str = "offsetting";

/// In force 有效.
pub const VALID: &str = "VALID";
/// 已撤销.
pub const REVERSED: &str = "REVERSED";
/// States of an offset.
pub const STATES: &[Choice] =
    &[Choice::new(VALID, "有效", "Valid").tone("done"), Choice::new(REVERSED, "已撤销", "Reversed").tone("neutral")];

/// Members findings of each side stand at.
pub const INCOME: &str = "income";
/// See there.
pub const COST: &str = "cost";

const NO_SIDE: Msg =
    Msg::new("offset.none", "请选择要对冲的应收和应付", "Choose what is receivable and what is payable.");
const MISMATCH: Msg = Msg::new("offset.mismatch", "对冲两边金额不一致", "Both sides of an offset have to be equal.");
const NOTHING: Msg = Msg::new("offset.nought", "对冲金额不能为0", "An offset of nothing is none.");
const POSTED: Msg = Msg::new(
    "offset.posted",
    "对冲单已生成凭证，请先退回凭证",
    "A voucher was made of the offset: give it back first.",
);
const IS_REVERSED: Msg = Msg::new("offset.reversed", "对冲单已撤销", "The offset was reversed already.");

/// An offset as it is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// Whose rows.
    pub coop: Id,
    /// Its date.
    pub date: Day,
    /// Remark.
    pub remark: String,
    /// What of his debts is settled; findings name them `income.{place}.amount`.
    pub income: Vec<Target>,
    /// What of ours; `cost.{place}.amount`.
    pub cost: Vec<Target>,
}

/// One that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// Row.
    pub id: Id,
    /// Number.
    pub num: String,
    /// The write-off of income.
    pub income: Written,
    /// That of cost.
    pub cost: Written,
}

/// Writes both write-offs and what names them. Both sides are of one currency with equal amounts, settled at the rate of the
/// date, or are carried at the same; else they are refused. Everything that is wrong with them is told at once. The orders
/// behind both are orders the caller sees, who writes the log line.
pub fn save(tx: &mut Tx<'_>, wanted: &Wanted) -> Result<Made, Refusal> {
    if wanted.income.is_empty() || wanted.cost.is_empty() {
        return Err(Refusal::business(NO_SIDE));
    }
    let org = tx.org();
    let mut orders = target::orders(tx, org, Side::Receivable, &wanted.income)?;
    orders.extend(target::orders(tx, org, Side::Payable, &wanted.cost)?);
    finance::hold_all(tx, &orders)?;
    let one = one_currency(tx, wanted)?;
    let id = tx.new_id();
    let half = |side: Side, targets: &[Target]| write_off::Wanted {
        side,
        coop: wanted.coop,
        date: wanted.date,
        source: Source::Offset { id, one: one.clone() },
        money: None,
        fee: 0,
        small: 0,
        request: None,
        remark: wanted.remark.clone(),
        targets: targets.to_vec(),
    };
    let income = write_off::save(tx, &half(Side::Receivable, &wanted.income));
    let cost = write_off::save(tx, &half(Side::Payable, &wanted.cost));
    let (income, cost) = both(income, cost)?;
    if income.money != cost.money {
        return Err(Refusal::business(MISMATCH));
    }
    if income.money == 0 {
        return Err(Refusal::business(NOTHING));
    }
    let num = insert(tx, wanted, id, &orders)?;
    Ok(Made { id, num, income, cost })
}

/// Both, or what is wrong with each of them.
fn both(income: Result<Written, Refusal>, cost: Result<Written, Refusal>) -> Result<(Written, Written), Refusal> {
    let mut all = Findings::new();
    let mut place = |half: Result<Written, Refusal>, member: &str| match half {
        Err(Refusal::Findings(found)) => {
            for finding in found.items {
                let field = finding.field.strip_prefix("targets").map(|rest| format!("{member}{rest}"));
                let field = field.unwrap_or(finding.field);
                // The date is that of both.
                if all.at(&field).next().is_none() {
                    all.error(field, finding.text);
                }
            }
            Ok(None)
        }
        Err(other) => Err(other),
        Ok(written) => Ok(Some(written)),
    };
    let halves = (place(income, INCOME)?, place(cost, COST)?);
    Refusal::unless_clean(&all, &[])?;
    halves.0.zip(halves.1).ok_or_else(|| Refusal::broken("an offset without a half"))
}

/// The currency both sides have, with its rate of the date, where their amounts are equal.
fn one_currency(tx: &mut Tx<'_>, wanted: &Wanted) -> Result<Option<(String, i64)>, Refusal> {
    let sum = |targets: &[Target]| targets.iter().try_fold(0i64, |sum, one| sum.checked_add(one.amount));
    if sum(&wanted.income) != sum(&wanted.cost) {
        return Ok(None);
    }
    let org = tx.org();
    let mut all = currencies(tx, org, &wanted.income)?;
    all.extend(currencies(tx, org, &wanted.cost)?);
    let Some(code) = all.pop_first().filter(|_| all.is_empty()) else { return Ok(None) };
    let rate = receipt::rate_of(tx, (&code, None), wanted.date)?;
    Ok(Some((code, rate)))
}

/// The currencies of targets.
fn currencies(conn: &mut dyn Conn, org: i64, targets: &[Target]) -> Result<BTreeSet<String>, Refusal> {
    let mut all = BTreeSet::new();
    let (mut invoices, mut payments, mut details) = (Vec::new(), Vec::new(), Vec::new());
    for target in targets {
        match &target.of {
            Of::Note { currency, .. } | Of::Statement { currency, .. } => drop(all.insert(currency.clone())),
            Of::Invoice { invoice, .. } => invoices.push(*invoice),
            Of::Payment(payment) => payments.push(*payment),
            Of::Detail(detail) => details.push(*detail),
        }
    }
    for (table, ids) in [(invoice::TABLE, invoices), (PAYMENT, payments)] {
        let mut select = sql::from(org, table);
        select.column("currency_code").distinct().and_where(sql::is_in(sql::col("id"), ids));
        for row in conn.query(&select.into())? {
            all.insert(row.get(0)?);
        }
    }
    let mut select = sql::from(org, DETAIL);
    select
        .column((PAYMENT, "currency_code"))
        .distinct()
        .join(JoinType::InnerJoin, PAYMENT, sql::same_org(PAYMENT, DETAIL, "payment_id"))
        .and_where(sql::is_in(sql::of(DETAIL, "id"), details));
    for row in conn.query(&select.into())? {
        all.insert(row.get(0)?);
    }
    Ok(all)
}

/// The row of an offset whose write-offs are written; answers its number.
fn insert(tx: &mut Tx<'_>, wanted: &Wanted, id: Id, orders: &BTreeSet<Id>) -> Result<String, Refusal> {
    let org = tx.org();
    let scope = scope_of(tx, orders)?;
    let num = number::scoped(tx, &scope, "OS")?;
    let income = settled(tx, id, Side::Receivable)?;
    let cost = settled(tx, id, Side::Payable)?;
    let (user, now) = (Value::Int(tx.actor.user_id.0), Value::Int(tx.now.millis()));
    let cells = [
        ("id", Value::Int(id.0)),
        ("offset_num", Value::Text(num.clone())),
        ("coop_id", Value::Int(wanted.coop.0)),
        ("offset_date", Value::Text(show_day(wanted.date))),
        ("functional", Value::Int(income.functional)),
        ("exchange_diff", Value::Int(income.diff.saturating_add(cost.diff))),
        ("income_text", Value::Text(income.text)),
        ("cost_text", Value::Text(cost.text)),
        ("remark", fund::text(&wanted.remark)),
        ("state", Value::Text(VALID.to_owned())),
        ("version", Value::Int(1)),
        ("created_by", user.clone()),
        ("created_at", now.clone()),
        ("updated_by", user),
        ("updated_at", now),
    ];
    tx.exec(&sql::insert(org, TABLE, &cells).into())?;
    Ok(num)
}

fn scope_of(tx: &mut Tx<'_>, orders: &BTreeSet<Id>) -> Result<String, Refusal> {
    let mut select = sql::from(tx.org(), "freight_order");
    select.column("business_scope").distinct().and_where(sql::is_in(sql::col("id"), orders.iter().copied()));
    let found: Vec<String> = tx.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    Ok(scope::common(found.iter().map(String::as_str)).to_owned())
}

/// What one side of an offset settled.
struct Settled {
    /// By currency.
    text: String,
    functional: i64,
    diff: i64,
}

fn settled(tx: &mut Tx<'_>, offset: Id, side: Side) -> Result<Settled, Refusal> {
    const LINE: &str = write_off::LINE;
    let org = tx.org();
    let own = rate::functional(tx, org)?;
    let mut select = sql::from(org, LINE);
    select
        .columns(["currency_code", "amount", "money_functional", "exchange_diff"].map(|column| (LINE, column)))
        .join(JoinType::InnerJoin, write_off::TABLE, sql::same_org(write_off::TABLE, LINE, "write_off_id"))
        .and_where(sql::of_eq(write_off::TABLE, "offset_id", offset))
        .and_where(sql::of_eq(LINE, "side", charge::line::code_of(side).to_owned()));
    let (mut each, mut functional, mut diff) = (Vec::<(String, i64)>::new(), 0i64, 0i64);
    for row in tx.query(&select.into())? {
        each.push((row.get(0)?, row.get(1)?));
        functional = functional.saturating_add(row.get(2)?);
        diff = diff.saturating_add(row.get(3)?);
    }
    let text = amounts::parts(own, each.iter().map(|(code, amount)| (code.as_str(), *amount)));
    Ok(Settled { text, functional, diff })
}

/// An offset, held until the transaction ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offset {
    /// Row.
    pub id: Id,
    /// Number.
    pub num: String,
    /// One of [`STATES`].
    pub state: String,
    /// Its write-offs, that of cost last.
    pub parts: Vec<Id>,
}

/// 撤销: undoes both write-offs exactly (invariant 28). The orders behind it are orders the caller sees, who raised the version
/// and writes the log line.
pub fn reverse(tx: &mut Tx<'_>, id: Id, reason: &str) -> Result<Offset, Refusal> {
    let org = tx.org();
    let orders = orders_of(tx, org, id)?;
    finance::hold_all(tx, &orders)?;
    let one = held(tx, id)?;
    if one.state == REVERSED {
        return Err(Refusal::business(IS_REVERSED));
    }
    book::need_unposted(tx, org, (TABLE, &[id]), POSTED)?;
    for part in &one.parts {
        write_off::reverse_part(tx, *part, reason)?;
    }
    let cells = [
        ("state", Value::Text(REVERSED.to_owned())),
        ("reverse_reason", fund::text(reason)),
        ("updated_by", Value::Int(tx.actor.user_id.0)),
        ("updated_at", Value::Int(tx.now.millis())),
    ];
    let mut update = sql::update(org, TABLE, &cells);
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    Ok(one)
}

/// The orders behind an offset.
pub fn orders_of(conn: &mut dyn Conn, org: i64, id: Id) -> Result<BTreeSet<Id>, Refusal> {
    const LINE: &str = write_off::LINE;
    let mut select = sql::from(org, LINE);
    select
        .column((LINE, "order_id"))
        .distinct()
        .join(JoinType::InnerJoin, write_off::TABLE, sql::same_org(write_off::TABLE, LINE, "write_off_id"))
        .and_where(sql::of_eq(write_off::TABLE, "offset_id", id));
    conn.query(&select.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
}

fn held(tx: &mut Tx<'_>, id: Id) -> Result<Offset, Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, TABLE);
    select.columns(["offset_num", "state"]).and_where(sql::eq("id", id)).lock_exclusive();
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let mut parts = sql::from(org, write_off::TABLE);
    parts.column("id").and_where(sql::eq("offset_id", id)).order_by("id", Order::Asc);
    let parts = tx.query(&parts.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    Ok(Offset { id, num: row.get(0)?, state: row.get(1)?, parts })
}
