//! The lines of invoices 开票项目: amounts by item and tax rate (catalogue css.md 0.4 (6), invariant 9).

use charge::figure::tax_of;
use kernel::Id;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::Order;
use platform::store::{Conn, Row, Value, sql};
use trade::charge::line::untaxed;
use trade::charge::share::share;

use crate::figure::{fault, money};

/// Their table.
pub(super) const TABLE: &str = "invoice_line";

/// A line of an invoice. Amounts are thousandths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// What the invoice calls it.
    pub item: String,
    /// Tax rate, `6%` or 免税.
    pub tax_rate: String,
    /// Amount, tax included.
    pub amount: i64,
    /// Without tax.
    pub not_tax: i64,
    /// Tax.
    pub tax: i64,
}

impl Line {
    /// A line with its tax reckoned (css.md 0.4 (6)).
    pub fn of(item: &str, tax_rate: &str, amount: i64, currency: &str) -> Result<Self, Refusal> {
        let parts = untaxed(money(amount, currency)?, tax_of(tax_rate).unwrap_or_default()).map_err(fault)?;
        Ok(Self {
            item: item.to_owned(),
            tax_rate: tax_rate.to_owned(),
            amount,
            not_tax: parts.net.thousandths().map_err(fault)?,
            tax: parts.tax.thousandths().map_err(fault)?,
        })
    }

    /// The line of a red invoice that takes this one back.
    pub(super) fn back(&self) -> Self {
        Self { amount: -self.amount, not_tax: -self.not_tax, tax: -self.tax, ..self.clone() }
    }
}

/// Lines of an amount by the weights of others: items with their tax rates. Weights that come to nought, as of a charge and its
/// refund, share by what they are without their signs.
pub fn shared(amount: i64, currency: &str, weights: &[(String, String, i64)]) -> Result<Vec<Line>, Refusal> {
    let mut each: Vec<i64> = weights.iter().map(|(.., weight)| *weight).collect();
    if each.iter().copied().map(i128::from).sum::<i128>() == 0 {
        each = each.into_iter().map(i64::saturating_abs).collect();
    }
    let parts = share(money(amount, currency)?, &each).map_err(fault)?;
    let mut lines = Vec::with_capacity(parts.len());
    for ((item, tax_rate, _), part) in weights.iter().zip(parts).filter(|(_, part)| !part.is_zero()) {
        lines.push(Line::of(item, tax_rate, part.thousandths().map_err(fault)?, currency)?);
    }
    Ok(lines)
}

/// The lines of an invoice.
pub fn lines(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Vec<Line>, Refusal> {
    lines_of(conn, org, &[id])
}

/// The lines of some invoices, in their order.
pub(super) fn lines_of(conn: &mut dyn Conn, org: i64, invoices: &[Id]) -> Result<Vec<Line>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["item_name", "tax_rate", "amount", "not_tax", "tax"])
        .and_where(sql::is_in(sql::col("invoice_id"), invoices.iter().copied()))
        .order_by("invoice_id", Order::Asc)
        .order_by("line", Order::Asc);
    let read = |row: &Row| {
        Ok(Line {
            item: row.get(0)?,
            tax_rate: row.get(1)?,
            amount: row.get(2)?,
            not_tax: row.get(3)?,
            tax: row.get(4)?,
        })
    };
    conn.query(&select.into())?.iter().map(read).collect()
}

/// Writes the lines of an invoice.
pub(super) fn insert(tx: &mut Tx<'_>, invoice: Id, lines: &[Line]) -> Result<(), Refusal> {
    for (place, line) in (1i64..).zip(lines) {
        let cells = [
            ("id", Value::Int(tx.new_id().0)),
            ("invoice_id", Value::Int(invoice.0)),
            ("line", Value::Int(place)),
            ("item_name", Value::Text(line.item.clone())),
            ("tax_rate", Value::Text(line.tax_rate.clone())),
            ("amount", Value::Int(line.amount)),
            ("not_tax", Value::Int(line.not_tax)),
            ("tax", Value::Int(line.tax)),
        ];
        tx.exec(&sql::insert(tx.org(), TABLE, &cells).into())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(of: &[(&str, &str, i64)]) -> Vec<(String, String, i64)> {
        of.iter().map(|(item, rate, weight)| ((*item).to_owned(), (*rate).to_owned(), *weight)).collect()
    }

    #[test]
    fn a_line_parts_into_tax_and_the_rest() {
        // Invoice 26000001 of the fixture.
        let line = Line::of("码头操作费", "6%", 9_000_000, "CNY").expect("a line");
        assert_eq!((line.not_tax, line.tax), (8_490_570, 509_430));
        assert_eq!((line.back().amount, line.back().not_tax, line.back().tax), (-9_000_000, -8_490_570, -509_430));
        let lines = shared(100_000, "CNY", &weights(&[("甲", "6%", 1), ("乙", "免税", 2)])).expect("lines");
        assert_eq!(lines.iter().map(|line| line.amount).sum::<i64>(), 100_000);
        assert_eq!(lines.last().map(|line| line.tax), Some(0));
    }

    #[test]
    fn charges_that_come_to_nought_still_name_the_items() {
        let lines = shared(-30_000, "CNY", &weights(&[("甲", "6%", 50_000), ("乙", "6%", -50_000)])).expect("lines");
        assert_eq!(lines.iter().map(|line| line.amount).collect::<Vec<_>>(), [-15_000, -15_000]);
    }
}
