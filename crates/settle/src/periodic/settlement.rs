//! 客商结算 (catalogue prm.md /prm_coop_settle): what came of the charges that bills were made, read of the notes and payments
//! they stand on. Who changes those calls [`follow`] by way of [`crate::note::restate`] and [`crate::payment::restate`].

use std::collections::{BTreeMap, BTreeSet};

use charge::chain::{DETAIL, IN_FORCE, NOTE, NOTE_ROW, PAYMENT};
use charge::line::{TABLE as CHARGE, code_of};
use kernel::Id;
use platform::call::Tx;
use platform::field::Choice;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, JoinType, Order};
use platform::store::{Cell, Conn, Value, sql};
use trade::charge::share::share;
use trade::charge::{Money, Side};

use super::bill;
use crate::write_off;

/// Its table.
pub const TABLE: &str = "coop_settlement";
/// Table of its charges.
pub const CHARGES: &str = "coop_settlement_charge";

/// 结算中.
pub const SETTLING: &str = bill::SETTLING;
/// 已结算: nothing of its charges is open.
pub const SETTLED: &str = bill::SETTLED;
/// 已撤销.
pub const BACK: &str = "BACK";
/// States of a settlement.
pub const STATES: &[Choice] = &[
    Choice::new(SETTLING, "结算中", "Being settled").tone("warning"),
    Choice::new(SETTLED, "已结算", "Settled").tone("done"),
    Choice::new(BACK, "已撤销", "Taken back").tone("neutral"),
];

/// Orders that are looked for with one statement.
const AT_ONCE: usize = 5_000;

/// A charge of a settlement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Row.
    pub id: Id,
    /// Its settlement.
    pub settlement: Id,
    /// The bill it was made of.
    pub bill: Id,
    /// Its order.
    pub order: Id,
    /// The charge.
    pub charge: Id,
    /// Income or cost.
    pub side: Side,
    /// Its amount.
    pub amount: i64,
    /// What came of it.
    pub came: Came,
}

/// What came of a charge, in thousandths of its currency.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Came {
    /// What invoices cover.
    pub invoiced: i64,
    /// What is written off.
    pub settled: i64,
    /// What of that was netted.
    pub netted: i64,
    /// Nothing of it is open.
    pub is_done: bool,
    /// When something was written off last.
    pub on: String,
}

/// The charges of some settlements.
pub fn members(conn: &mut dyn Conn, org: i64, settlements: &[Id]) -> Result<Vec<Member>, Refusal> {
    members_by(conn, org, "settlement_id", settlements)
}

fn members_by(conn: &mut dyn Conn, org: i64, column: &'static str, ids: &[Id]) -> Result<Vec<Member>, Refusal> {
    let mut found = Vec::new();
    for some in ids.chunks(AT_ONCE) {
        let mut select = sql::from(org, CHARGES);
        select
            .columns(["id", "settlement_id", "bill_id", "order_id", "charge_id", "side", "amount"])
            .columns(["invoiced", "settled", "netted", "is_done", "settled_on"])
            .and_where(sql::is_in(sql::col(column), some.iter().copied()))
            .order_by("id", Order::Asc);
        for row in conn.query(&select.into())? {
            let side: String = row.get(5)?;
            found.push(Member {
                id: row.get(0)?,
                settlement: row.get(1)?,
                bill: row.get(2)?,
                order: row.get(3)?,
                charge: row.get(4)?,
                side: if side == code_of(Side::Payable) { Side::Payable } else { Side::Receivable },
                amount: row.get(6)?,
                came: Came {
                    invoiced: row.get(7)?,
                    settled: row.get(8)?,
                    netted: row.get(9)?,
                    is_done: row.get(10)?,
                    on: row.get(11)?,
                },
            });
        }
    }
    Ok(found)
}

/// Makes what came of settlements anew whose charges are on some orders. Most orders have none: that takes one statement.
pub fn follow(tx: &mut Tx<'_>, orders: &BTreeSet<Id>) -> Result<(), Refusal> {
    let org = tx.org();
    let orders: Vec<Id> = orders.iter().copied().collect();
    let members = members_by(tx, org, "order_id", &orders)?;
    if members.is_empty() {
        return Ok(());
    }
    let came = came(tx, org, &members)?;
    let (mut settlements, mut bills) = (BTreeSet::new(), BTreeSet::new());
    for member in &members {
        let now = came.get(&member.charge).cloned().unwrap_or_default();
        if now == member.came {
            continue;
        }
        let cells = [
            ("invoiced", now.invoiced.into_value()),
            ("settled", now.settled.into_value()),
            ("netted", now.netted.into_value()),
            ("is_done", now.is_done.into_value()),
            ("settled_on", now.on.clone().into_value()),
        ];
        tx.exec(&sql::update(org, CHARGES, &cells).and_where(sql::eq("id", member.id)).to_owned().into())?;
        settlements.insert(member.settlement);
        bills.insert(member.bill);
    }
    settlements.into_iter().try_for_each(|one| restate(tx, one))?;
    bills.into_iter().try_for_each(|one| restate_bill(tx, one))
}

/// What came of some charges.
fn came(conn: &mut dyn Conn, org: i64, members: &[Member]) -> Result<BTreeMap<Id, Came>, Refusal> {
    let of = |side: Side| members.iter().filter(move |one| one.side == side).map(|one| one.charge).collect::<Vec<_>>();
    let mut all = of_income(conn, org, &of(Side::Receivable))?;
    all.extend(of_costs(conn, org, &of(Side::Payable))?);
    Ok(all)
}

/// What lands on a row of a note or a detail of a payment.
#[derive(Default)]
struct Landed {
    netted: i64,
    on: String,
}

fn landed(conn: &mut dyn Conn, org: i64, side: Side, rows: &[Id]) -> Result<BTreeMap<Id, Landed>, Refusal> {
    const LINE: &str = write_off::LINE;
    let mut found: BTreeMap<Id, Landed> = BTreeMap::new();
    for some in rows.chunks(AT_ONCE) {
        let mut select = sql::from(org, LINE);
        select
            .columns(["row_id", "amount"].map(|column| (LINE, column)))
            .columns(["offset_id", "write_off_date"].map(|column| (write_off::TABLE, column)))
            .join(JoinType::InnerJoin, write_off::TABLE, sql::same_org(write_off::TABLE, LINE, "write_off_id"))
            .and_where(sql::of_eq(LINE, "side", code_of(side).to_owned()))
            .and_where(sql::is_in(sql::of(LINE, "row_id"), some.iter().copied()))
            .and_where(sql::of_eq(LINE, "is_reversed", false));
        for row in conn.query(&select.into())? {
            let one = found.entry(row.get(0)?).or_default();
            if row.get::<Option<Id>>(2)?.is_some() {
                one.netted = one.netted.saturating_add(row.get(1)?);
            }
            let on: String = row.get(3)?;
            one.on = Ord::max(std::mem::take(&mut one.on), on);
        }
    }
    Ok(found)
}

/// Of income: what lands on a row of a note lands on its charges by their amounts.
fn of_income(conn: &mut dyn Conn, org: i64, charges: &[Id]) -> Result<BTreeMap<Id, Came>, Refusal> {
    let mut notes = sql::from(org, CHARGE);
    notes
        .column("debit_note_id")
        .distinct()
        .and_where(sql::is_in(sql::col("id"), charges.iter().copied()))
        .and_where(sql::col("debit_note_id").is_not_null());
    let notes: Vec<Id> = conn.query(&notes.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    if notes.is_empty() {
        return Ok(BTreeMap::new());
    }
    // All charges of each row, in one order: what is left of a share is with the last.
    let mut all = sql::from(org, CHARGE);
    all.columns(["debit_note_id", "currency_code", "id", "amount"])
        .and_where(sql::is_in(sql::col("debit_note_id"), notes.iter().copied()))
        .order_by("id", Order::Asc);
    let mut bearers: BTreeMap<(Id, String), Vec<(Id, i64)>> = BTreeMap::new();
    for row in conn.query(&all.into())? {
        bearers.entry((row.get(0)?, row.get(1)?)).or_default().push((row.get(2)?, row.get(3)?));
    }
    let rows = crate::note::rows(conn, org, &notes)?;
    let landed = landed(conn, org, Side::Receivable, &rows.iter().map(|row| row.id).collect::<Vec<_>>())?;
    let mut found = BTreeMap::new();
    for row in rows {
        let Some(own) = bearers.get(&(row.note, row.currency.clone())) else { continue };
        let weights: Vec<i64> = own.iter().map(|(_, amount)| *amount).collect();
        let each = |raw: i64| shared(raw, &row.currency, &weights);
        let (netted, on) = landed.get(&row.id).map_or((0, ""), |one| (one.netted, one.on.as_str()));
        let (invoiced, settled, netted) = (each(row.invoiced)?, each(row.settled)?, each(netted)?);
        for (place, (charge, _)) in own.iter().enumerate() {
            let of = |all: &[i64]| all.get(place).copied().unwrap_or_default();
            let came = Came {
                invoiced: of(&invoiced),
                settled: of(&settled),
                netted: of(&netted),
                is_done: row.settled == row.amount,
                on: on.to_owned(),
            };
            found.insert(*charge, came);
        }
    }
    Ok(found)
}

/// An amount by weights; where they come to nought, nothing of it is anybody's.
fn shared(raw: i64, currency: &str, weights: &[i64]) -> Result<Vec<i64>, Refusal> {
    let bad = |_| Refusal::business(charge::figure::TOO_LARGE);
    let money = Money::of_thousandths(raw, charge::rate::currency_of(currency)?).map_err(bad)?;
    if weights.iter().copied().fold(0, i64::saturating_add) == 0 {
        return Ok(Vec::new());
    }
    share(money, weights).map_err(bad)?.into_iter().map(|part| part.thousandths().map_err(bad)).collect()
}

/// Of costs: what lands on the details of payments that took them.
fn of_costs(conn: &mut dyn Conn, org: i64, charges: &[Id]) -> Result<BTreeMap<Id, Came>, Refusal> {
    /// A detail with its payment.
    struct Taken {
        id: Id,
        charge: Id,
        amount: i64,
        settled: i64,
        invoiced: i64,
    }
    let mut select = sql::from(org, DETAIL);
    select
        .columns(["id", "charge_id", "amount", "settled", "payment_id"].map(|column| (DETAIL, column)))
        .columns(["invoiced", "amount"].map(|column| (PAYMENT, column)))
        .column((CHARGE, "amount"))
        .join(JoinType::InnerJoin, PAYMENT, sql::same_org(PAYMENT, DETAIL, "payment_id"))
        .join(JoinType::InnerJoin, CHARGE, sql::same_org(CHARGE, DETAIL, "charge_id"))
        .and_where(sql::is_in(sql::of(DETAIL, "charge_id"), charges.iter().copied()))
        .and_where(sql::of_eq(DETAIL, "is_void", false))
        .order_by((DETAIL, "id"), Order::Asc);
    let (mut taken, mut wholes) = (Vec::new(), BTreeMap::new());
    for row in conn.query(&select.into())? {
        let (amount, invoiced, of): (i64, i64, i64) = (row.get(2)?, row.get(5)?, row.get(6)?);
        let part = if of == 0 { 0 } else { i128::from(invoiced) * i128::from(amount) / i128::from(of) };
        let one = Taken {
            id: row.get(0)?,
            charge: row.get(1)?,
            amount,
            settled: row.get(3)?,
            invoiced: i64::try_from(part).unwrap_or(i64::MAX),
        };
        wholes.insert(one.charge, row.get::<i64>(7)?);
        taken.push(one);
    }
    let landed = landed(conn, org, Side::Payable, &taken.iter().map(|one| one.id).collect::<Vec<_>>())?;
    let mut found: BTreeMap<Id, (Came, i64)> = BTreeMap::new();
    for one in &taken {
        let (came, all) = found.entry(one.charge).or_default();
        *all = all.saturating_add(one.amount);
        came.invoiced = came.invoiced.saturating_add(one.invoiced);
        came.settled = came.settled.saturating_add(one.settled);
        if let Some(landed) = landed.get(&one.id) {
            came.netted = came.netted.saturating_add(landed.netted);
            came.on = Ord::max(std::mem::take(&mut came.on), landed.on.clone());
        }
    }
    let done = |(charge, (came, all)): (Id, (Came, i64))| {
        let is_done = wholes.get(&charge) == Some(&all) && came.settled == all;
        (charge, Came { is_done, ..came })
    };
    Ok(found.into_iter().map(done).collect())
}

/// The figures and the state of a settlement by its charges.
pub fn restate(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let own = members(tx, org, &[id])?;
    let sum = |of: fn(&Member) -> i64| own.iter().map(of).fold(0, i64::saturating_add);
    let is_done = !own.is_empty() && own.iter().all(|one| one.came.is_done);
    let settled = sum(|one| one.came.settled);
    let on = own.iter().map(|one| one.came.on.clone()).max().unwrap_or_default();
    let cells = [
        ("charge_count", i64::try_from(own.len()).unwrap_or(i64::MAX).into_value()),
        ("invoiced", sum(|one| one.came.invoiced).into_value()),
        ("settled", settled.into_value()),
        ("netted", sum(|one| one.came.netted).into_value()),
        ("open_amount", sum(|one| one.amount).saturating_sub(settled).into_value()),
        ("settled_on", on.into_value()),
        ("state", if is_done { SETTLED } else { SETTLING }.into_value()),
    ];
    let mut update = sql::update(org, TABLE, &cells);
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    Ok(())
}

/// The same of a bill that was settled.
pub fn restate_bill(tx: &mut Tx<'_>, bill: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let own = members_by(tx, org, "bill_id", &[bill])?;
    let settled = own.iter().map(|one| one.came.settled).fold(0, i64::saturating_add);
    let is_done = !own.is_empty() && own.iter().all(|one| one.came.is_done);
    let cells: [(&'static str, Value); 2] = [
        ("settled", settled.into_value()),
        ("state", if is_done { bill::SETTLED } else { bill::SETTLING }.into_value()),
    ];
    let mut update = sql::update(org, bill::TABLE, &cells);
    update
        .value("version", Expr::cust("version + 1"))
        .value("open_amount", sql::col("amount").sub(settled))
        .and_where(sql::eq("id", bill));
    tx.exec(&update.into())?;
    Ok(())
}

/// What of settlements is open on notes (of a currency) and on details of payments, each with how much, what is due first
/// first.
pub fn open(
    conn: &mut dyn Conn,
    org: i64,
    (side, currency): (Side, &str),
    settlements: &[Id],
) -> Result<Vec<(Id, i64)>, Refusal> {
    let members = members(conn, org, settlements)?;
    let charges: Vec<Id> = members.iter().filter(|one| one.side == side).map(|one| one.charge).collect();
    let select = if side == Side::Receivable {
        let mut notes = sql::from(org, CHARGE);
        notes
            .column("debit_note_id")
            .and_where(sql::is_in(sql::col("id"), charges))
            .and_where(sql::col("debit_note_id").is_not_null());
        let mut select = sql::from(org, NOTE_ROW);
        select
            .column((NOTE_ROW, "note_id"))
            .expr(Expr::cust("debit_note_row.amount - debit_note_row.settled"))
            .join(JoinType::InnerJoin, NOTE, sql::same_org(NOTE, NOTE_ROW, "note_id"))
            .and_where(sql::of_eq(NOTE, "state", IN_FORCE.to_owned()))
            .and_where(sql::of_eq(NOTE_ROW, "currency_code", currency.to_owned()))
            .and_where(sql::of(NOTE_ROW, "note_id").in_subquery(notes))
            .order_by((NOTE, "due_date"), Order::Asc)
            .order_by((NOTE_ROW, "id"), Order::Asc);
        select
    } else {
        let mut select = sql::from(org, DETAIL);
        select
            .column((DETAIL, "id"))
            .expr(Expr::cust("payment_detail.amount - payment_detail.settled"))
            .join(
                JoinType::InnerJoin,
                CHARGES,
                sql::all_of([
                    sql::of(CHARGES, "org_id").equals((DETAIL, "org_id")),
                    sql::of(CHARGES, "charge_id").equals((DETAIL, "charge_id")),
                ]),
            )
            .join(JoinType::InnerJoin, TABLE, sql::same_org(TABLE, CHARGES, "settlement_id"))
            .and_where(sql::of_eq(TABLE, "currency_code", currency.to_owned()))
            .and_where(sql::is_in(sql::of(DETAIL, "charge_id"), charges))
            .and_where(sql::of_eq(DETAIL, "is_void", false))
            .order_by((TABLE, "due_date"), Order::Asc)
            .order_by((DETAIL, "id"), Order::Asc);
        select
    };
    let rows = conn.query(&select.into())?;
    let all = rows.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect::<Result<Vec<(Id, i64)>, Refusal>>()?;
    Ok(all.into_iter().filter(|(_, open)| *open != 0).collect())
}
