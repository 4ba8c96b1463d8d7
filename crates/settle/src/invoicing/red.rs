//! Red invoices 红冲 take others back, wholly or in part (catalogue css.md /css_income_invoice, event 112).
//!
//! One that takes all that is left gives back what the others before left of each line, of the tax and of the functional amount:
//! an invoice and its red ones come to nought in every figure.

use std::collections::BTreeMap;

use charge::line::code_of;
use charge::rate;
use kernel::{Day, Id, Msg, parse_day, show_day};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, Order};
use platform::store::{Conn, Row, Value, sql};

use super::cover;
use super::held::{Invoice, read};
use super::kind::{NORMAL, PART_RED, PENDING, RED};
use super::line::{self, Line, lines_of, shared};
use super::register::{has_face, insert, set_state};
use crate::figure::{sum, worth};
use crate::fund::text;
use crate::invoice::{self, REMOVED, TABLE};
use crate::target::fifo;

const SETTLED_FIRST: Msg = Msg::new(
    "invoice.red_settled",
    "请先撤销核销",
    "Undo the write-off first: no more than is open can be taken back.",
);
const RED_BEYOND: Msg = Msg::new(
    "invoice.red_beyond",
    "红冲金额不能大于发票未红冲金额",
    "No more can be taken back than is left of the invoice.",
);
const RED_OF_RED: Msg =
    Msg::new("invoice.red_of_red", "红字发票不能红冲", "A red invoice can't be taken back; remove it instead.");

/// A red invoice.
#[derive(Debug, Clone)]
pub struct Red {
    /// Code; of paper alone.
    pub code: String,
    /// Its number.
    pub num: String,
    /// Its date.
    pub date: Day,
    /// What it takes back: of the sign of the invoice.
    pub amount: i64,
    /// Why.
    pub reason: String,
    /// 红字信息确认单编号.
    pub confirm: String,
}

/// A red invoice of another one, in force or undecided; its figures are of the other sign than that one's.
pub(super) struct Taken {
    id: Id,
    pub(super) state: String,
    amount: i64,
    functional: i64,
}

/// The red invoices of another one, but for those that were removed. They answer its application, by which they are found.
pub(super) fn of(
    conn: &mut dyn Conn,
    org: i64,
    (original, application): (Id, Option<Id>),
) -> Result<Vec<Taken>, Refusal> {
    let Some(application) = application else { return Ok(Vec::new()) };
    let mut select = sql::from(org, TABLE);
    select
        .columns(["id", "state", "amount", "functional"])
        .and_where(sql::eq("application_id", application))
        .and_where(sql::eq("red_of", original))
        .and_where(sql::col("state").ne(REMOVED))
        .order_by("id", Order::Asc);
    let read =
        |row: &Row| Ok(Taken { id: row.get(0)?, state: row.get(1)?, amount: row.get(2)?, functional: row.get(3)? });
    conn.query(&select.into())?.iter().map(read).collect()
}

/// What can still be taken back of an invoice: what is left of it, and what of that is not settled. A red invoice that is being
/// decided about counts as if it were agreed to.
pub fn open_of(
    conn: &mut dyn Conn,
    org: i64,
    original: (Id, Option<Id>),
    (amount, settled): (i64, i64),
) -> Result<(i64, i64), Refusal> {
    let reds = of(conn, org, original)?;
    let waiting: i64 = reds.iter().filter(|red| red.state == PENDING).map(|red| red.amount).sum();
    Ok((amount + reds.iter().map(|red| red.amount).sum::<i64>(), amount - settled + waiting))
}

/// Why an invoice can't be taken back by an amount: the rest would fall below what is settled, or red invoices took it already.
pub fn red_fault(tx: &mut Tx<'_>, original: &Invoice, amount: i64) -> Result<Option<Msg>, Refusal> {
    let org = tx.org();
    let figures = (original.amount, original.settled);
    let (rest, open) = open_of(tx, org, (original.id, original.application), figures)?;
    let fits = |room: i64| amount.signum() == room.signum() && amount.unsigned_abs() <= room.unsigned_abs();
    Ok(if original.red_of.is_some() {
        Some(RED_OF_RED)
    } else if !fits(rest) {
        Some(RED_BEYOND)
    } else if !fits(open) {
        Some(SETTLED_FIRST)
    } else {
        None
    })
}

/// Writes a red invoice that waits for its decision: it takes nothing back before [`take_back`]. The caller holds the original,
/// asked [`red_fault`], and writes the log line. Answers its id and what it is worth, of the other sign than the original.
pub fn red(tx: &mut Tx<'_>, original: &Invoice, red: &Red) -> Result<(Id, i64), Refusal> {
    let org = tx.org();
    charge::period::need_not_closed(tx, Some(red.date))?;
    let own = rate::functional(tx, org)?;
    let before = of(tx, org, (original.id, original.application))?;
    let is_last = red.amount == original.amount + before.iter().map(|red| red.amount).sum::<i64>();
    let back = lines_back(tx, original, &before, (red.amount, is_last))?;
    let tax = sum(back.iter().map(|line| line.tax))?;
    let functional = if is_last {
        -sum(before.iter().map(|red| red.functional).chain([original.functional]))?
    } else {
        worth(-red.amount, &original.currency, original.rate, own)?
    };
    let has_face = has_face(original.side, &original.kind, (&original.currency, own.code()));
    let id = tx.new_id();
    let cells = vec![
        ("id", Value::Int(id.0)),
        ("side", text(code_of(original.side))),
        ("application_id", original.application.map_or(Value::Null, |id| Value::Int(id.0))),
        ("coop_id", Value::Int(original.coop.0)),
        ("invoice_type", text(&original.kind)),
        ("invoice_code", Value::Text(red.code.clone())),
        ("invoice_num", text(&red.num)),
        ("invoice_date", Value::Text(show_day(red.date))),
        ("title", text(&original.title)),
        ("taxpayer_num", text(&original.taxpayer)),
        ("currency_code", text(&original.currency)),
        ("amount", Value::Int(-red.amount)),
        ("not_tax", Value::Int(-red.amount - tax)),
        ("tax", Value::Int(tax)),
        ("tax_rate", text(&original.tax_rate)),
        ("face_amount", if has_face { Value::Int(functional) } else { Value::Null }),
        ("exchange_rate", Value::Int(original.rate)),
        ("functional", Value::Int(functional)),
        ("state", text(PENDING)),
        ("red_of", Value::Int(original.id.0)),
        ("red_confirm_num", text(&red.confirm)),
        ("red_reason", text(&red.reason)),
    ];
    insert(tx, cells, (original.side, &red.num))?;
    line::insert(tx, id, &back)?;
    Ok((id, functional))
}

/// The lines of a red invoice: a part is shared over what those before left of the lines of the original, the last one takes
/// what is left.
fn lines_back(
    tx: &mut Tx<'_>,
    original: &Invoice,
    before: &[Taken],
    (amount, is_last): (i64, bool),
) -> Result<Vec<Line>, Refusal> {
    let org = tx.org();
    let own = line::lines(tx, org, original.id)?;
    if before.is_empty() && is_last {
        return Ok(own.iter().map(Line::back).collect());
    }
    let gone = lines_of(tx, org, &before.iter().map(|red| red.id).collect::<Vec<_>>())?;
    let left = left_of(own, gone);
    if is_last {
        return Ok(left.iter().map(Line::back).collect());
    }
    let weights: Vec<_> = left.into_iter().map(|line| (line.item, line.tax_rate, line.amount)).collect();
    shared(-amount, &original.currency, &weights)
}

/// What is left of lines by item and tax rate, in their order; lines of red invoices are of the other sign.
fn left_of(own: Vec<Line>, gone: Vec<Line>) -> Vec<Line> {
    let mut places: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut left: Vec<Line> = Vec::new();
    for line in own.into_iter().chain(gone) {
        let place = *places.entry((line.item.clone(), line.tax_rate.clone())).or_insert(left.len());
        match left.get_mut(place) {
            Some(known) => {
                known.amount += line.amount;
                known.not_tax += line.not_tax;
                known.tax += line.tax;
            }
            None => left.push(line),
        }
    }
    left.retain(|line| (line.amount, line.not_tax, line.tax) != (0, 0, 0));
    left
}

/// A red invoice that was decided for takes back what its original covers: its allocations return to uninvoiced, first what is
/// negative, then the oldest. Both are held ([`super::held`] of the red one). Its month may have been closed meanwhile.
pub fn take_back(tx: &mut Tx<'_>, red: &Invoice) -> Result<(), Refusal> {
    let org = tx.org();
    charge::period::need_not_closed(tx, parse_day(&red.date))?;
    let original = read(tx, red.side, red.red_of.ok_or(Refusal::NotFound)?, true)?;
    let back = -red.amount;
    if original.amount.signum() != back.signum()
        || (original.amount - original.settled).unsigned_abs() < back.unsigned_abs()
    {
        return Err(Refusal::business(SETTLED_FIRST));
    }
    let covered = invoice::of_invoices(tx, org, red.side, &[original.id])?;
    let rests: Vec<i64> = covered.iter().map(|one| one.amount - one.settled).collect();
    let parts: Vec<(Id, i64)> = covered
        .iter()
        .zip(fifo(back, &rests))
        .filter(|(_, part)| *part != 0)
        .map(|(one, part)| (one.row, -part))
        .collect();
    if sum(parts.iter().map(|(_, part)| *part))? != red.amount {
        return Err(Refusal::business(SETTLED_FIRST));
    }
    cover::write(tx, (red.side, red.id), &parts)?;
    set_state(tx, red.id, NORMAL)?;
    restate(tx, (original.id, original.application))?;
    super::restate(tx, red.side, &parts.iter().map(|(row, _)| *row).collect::<Vec<_>>())
}

/// A red invoice that was decided against: its number is free.
pub fn drop_red(tx: &mut Tx<'_>, red: &Invoice) -> Result<(), Refusal> {
    set_state(tx, red.id, REMOVED)
}

/// The state of an invoice by its red ones.
pub(super) fn restate(tx: &mut Tx<'_>, original: (Id, Option<Id>)) -> Result<(), Refusal> {
    let org = tx.org();
    let back: i64 = of(tx, org, original)?.iter().filter(|red| red.state == NORMAL).map(|red| red.amount).sum();
    let mut whole = sql::from(org, TABLE);
    whole.column("amount").and_where(sql::eq("id", original.0));
    let amount: i64 = tx.first(&whole.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    let state = match back {
        0 => NORMAL,
        back if back == -amount => RED,
        _ => PART_RED,
    };
    set_state(tx, original.0, state)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(item: &str, amount: i64) -> Line {
        Line::of(item, "6%", amount, "CNY").expect("a line")
    }

    #[test]
    fn an_invoice_and_its_red_ones_come_to_nought_in_every_figure() {
        // A third of 100.00 has a tax of 1.89, three of them have 5.67, and the whole has 5.66.
        let thirds = [33_330, 33_330].map(|amount| line("甲", -amount));
        assert_eq!((line("甲", 100_000).tax, thirds[0].tax), (5_660, -1_890));
        let left = left_of(vec![line("甲", 100_000)], thirds.to_vec());
        assert_eq!(
            left.iter().map(|line| (line.amount, line.not_tax, line.tax)).collect::<Vec<_>>(),
            [(33_340, 31_460, 1_880)]
        );
    }

    #[test]
    fn what_is_left_is_told_by_item_and_rate() {
        let free = |amount| Line::of("甲", "免税", amount, "CNY").expect("a line");
        let left = left_of(
            vec![line("甲", 50_000), free(20_000), line("甲", 10_000), line("乙", 5_000)],
            vec![line("甲", -60_000), free(-5_000)],
        );
        assert_eq!(left, [free(15_000), line("乙", 5_000)]);
    }
}
