//! What charges stand on: the debit note of income, the payments of a cost, and which charges stand on none.

use std::collections::BTreeMap;

use charge::chain::{DETAIL, NOTE, PAYMENT, UNBILLED, UNRECONCILED as OPEN_COST, note_link};
use charge::ledger::view_of;
use charge::line::{Charge, TABLE, code_of};
use charge::rate;
use kernel::Id;
use platform::access::Actor;
use platform::field::{Choice, Field};
use platform::list::{Asked, Behind, Cells};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, JoinType, Order};
use platform::store::{Cell, Conn, Row, sql};
use settle::amounts;
use trade::charge::Side;

use super::UNRECONCILED;

const NONE: &str = "NONE";
const PART: &str = "PART";
const ALL: &str = "ALL";
const HOW_FAR: &[Choice] =
    &[Choice::new(NONE, "未", "Not"), Choice::new(PART, "部分", "Partly"), Choice::new(ALL, "已", "Wholly")];

/// Whether income stands on a note, and how much of a cost in payments.
pub(super) const BILLED: Field = Field::select(HOW_FAR, "制账/对账", "Billed or in a payment").column("billed");
/// The numbers of what a charge stands on.
pub(super) const BILL_NUM: Field = Field::text("账单/对账单", "Debit note or payment").column("bill_num");
/// Where they are looked at.
pub(super) const BILL_LINK: Field = Field::text("账单地址", "Address of the bill").column("bill_link");

/// What stands behind the list.
pub(super) struct Bills;

impl Behind for Bills {
    /// By the side that is asked for: each has an index of what is on no bill.
    fn narrows(&self, asked: &Asked<'_>) -> Result<Condition, Refusal> {
        let Some(wanted) = asked.value("billed") else { return Ok(Condition::all()) };
        let is_income = asked.value("kind") == Some(code_of(Side::Receivable));
        let of = |one: &str| if is_income { income(one) } else { cost(one) };
        let any = sql::any_of(wanted.split(',').map(|one| Expr::cust(of(one.trim()))));
        // What all choices have in common stands for itself, too: within several of them SQLite finds no index by it, and
        // read all charges of the company.
        let is_open = !is_income && wanted.split(',').all(|one| [NONE, PART].contains(&one.trim()));
        Ok(if is_open { Condition::all().add(Expr::cust(OPEN_COST)).add(any) } else { any })
    }

    fn fills(&self) -> bool {
        true
    }

    fn fill(&self, conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
        let ids = rows.iter().map(|row| Id::from_value(row.value("id"))).collect::<Result<Vec<_>, _>>()?;
        let (notes, payments) = (notes_of(conn, actor.org_id, &ids)?, payments_of(conn, actor.org_id, &ids)?);
        for (row, id) in rows.iter_mut().zip(ids) {
            if let Some(num) = notes.get(&id) {
                row.set("billLink", note_link(num).into_value());
                row.set("billNum", num.clone().into_value());
            } else if let Some(nums) = payments.get(&id) {
                if let [num] = nums.as_slice() {
                    row.set("billLink", format!("/af_css_payment?paymentNum={num}&paymentStatus=").into_value());
                }
                row.set("billNum", nums.join(",").into_value());
            }
        }
        Ok(())
    }

    /// The amounts by currency.
    fn totals(&self, conn: &mut dyn Conn, asked: &Asked<'_>) -> Result<Vec<(String, String)>, Refusal> {
        if !Side::ALL.into_iter().any(|side| asked.actor().has(view_of(side))) {
            return Ok(Vec::new());
        }
        let own = rate::functional(conn, asked.org())?;
        let sums = amounts::sums(conn, asked.select()?, TABLE, &["charge.amount", "charge.reconciled"])?;
        let each = |of: fn(i64, i64) -> i64| {
            let figure = move |sums: &Vec<i64>| {
                let at = |place: usize| sums.get(place).copied().unwrap_or_default();
                of(at(0), at(1))
            };
            amounts::parts(own, sums.iter().map(|(code, sums)| (code.as_str(), figure(sums))))
        };
        let mut texts = vec![(Charge::AMOUNT.name(), each(|amount, _| amount))];
        if asked.value("kind") == Some(code_of(Side::Payable)) {
            texts.push((Charge::RECONCILED.name(), each(|_, reconciled| reconciled)));
            texts.push((UNRECONCILED.name(), each(|amount, reconciled| amount - reconciled)));
        }
        Ok(texts)
    }
}

/// Income stands on a note wholly or not at all.
fn income(how_far: &str) -> String {
    let of = match how_far {
        NONE => UNBILLED,
        ALL => "charge.debit_note_id IS NOT NULL",
        _ => "1 = 0",
    };
    of.to_owned()
}

fn cost(how_far: &str) -> String {
    match how_far {
        NONE => format!("{OPEN_COST} AND charge.reconciled = 0"),
        PART => format!("{OPEN_COST} AND charge.reconciled <> 0"),
        ALL => "charge.kind = 'PAYABLE' AND charge.reconciled = charge.amount".to_owned(),
        _ => "1 = 0".to_owned(),
    }
}

/// The numbers of the notes that income stands on.
fn notes_of(conn: &mut dyn Conn, org: i64, charges: &[Id]) -> Result<BTreeMap<Id, String>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns([(TABLE, "id"), (NOTE, "note_num")])
        .join(JoinType::InnerJoin, NOTE, sql::same_org(NOTE, TABLE, "debit_note_id"))
        .and_where(sql::is_in(sql::of(TABLE, "id"), charges.iter().copied()));
    let read = |row: &Row| Ok((row.get(0)?, row.get(1)?));
    conn.query(&select.into())?.iter().map(read).collect()
}

/// Those of the payments that took something of costs.
fn payments_of(conn: &mut dyn Conn, org: i64, charges: &[Id]) -> Result<BTreeMap<Id, Vec<String>>, Refusal> {
    let mut select = sql::from(org, DETAIL);
    select
        .columns([(DETAIL, "charge_id"), (PAYMENT, "payment_num")])
        .join(JoinType::InnerJoin, PAYMENT, sql::same_org(PAYMENT, DETAIL, "payment_id"))
        .and_where(sql::of_eq(DETAIL, "is_void", false))
        .and_where(sql::is_in(sql::of(DETAIL, "charge_id"), charges.iter().copied()))
        .order_by((PAYMENT, "payment_num"), Order::Asc);
    let mut nums: BTreeMap<Id, Vec<String>> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        nums.entry(row.get(0)?).or_default().push(row.get(1)?);
    }
    Ok(nums)
}
