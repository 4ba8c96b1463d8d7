//! Sums of the waybill: line totals, the prepaid and the collect column, the currency of destination.

use kernel::{Amount, Price, Weight, div_half_up};
use serde::Serialize;

use super::{RateLine, WaybillForm};
use crate::currency;

/// One column of charges.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Column {
    /// Weight charge.
    pub weight: Amount,
    /// Valuation charge.
    pub valuation: Amount,
    /// Tax.
    pub tax: Amount,
    /// Other charges due agent.
    pub due_agent: Amount,
    /// Other charges due carrier.
    pub due_carrier: Amount,
    /// Sum of the column.
    pub total: Amount,
}

/// The sums of a form.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Sums {
    /// Pieces of all lines.
    pub pieces: i64,
    /// Gross weight of all lines.
    pub gross_weight: Weight,
    /// Totals of all lines.
    pub freight: Amount,
    /// Prepaid.
    pub prepaid: Column,
    /// Collect.
    pub collect: Column,
    /// Collect total in the currency of destination.
    pub cc_in_dest_currency: Option<Amount>,
    /// With the charges at destination.
    pub total_collect: Option<Amount>,
}

/// What a line comes to in a currency: the rate itself for M, U and B, else rate times chargeable weight (4.4).
pub fn line_total(line: &RateLine, currency: &str) -> Option<Amount> {
    let rate: Price = line.rate_charge.parse().ok()?;
    let total = if matches!(line.rate_class.as_str(), "M" | "U" | "B") {
        cents(i128::from(rate.raw()), 100)
    } else {
        let weight: Weight = line.charge_weight.parse().ok()?;
        cents(i128::from(rate.raw()) * i128::from(weight.raw()), 100_000)
    };
    Some(currency::round(total, currency))
}

fn cents(numerator: i128, divisor: i128) -> Amount {
    Amount::from_raw(i64::try_from(div_half_up(numerator, divisor)).unwrap_or(i64::MAX))
}

/// The sums of a form, of what can be read of it.
pub fn sums(form: &WaybillForm) -> Sums {
    let mut sums = Sums::default();
    for line in &form.lines {
        sums.pieces = sums.pieces.saturating_add(line.pieces.parse::<i64>().unwrap_or(0));
        sums.gross_weight = sums.gross_weight.plus(line.gross_weight.parse().unwrap_or_default());
        sums.freight =
            sums.freight.plus(amount(&line.total).or_else(|| line_total(line, &form.currency)).unwrap_or_default());
    }
    let freight = sums.freight;
    {
        let column = column(&mut sums, &form.pay_method);
        column.weight = freight;
        column.valuation = amount(&form.valuation_charge).unwrap_or_default();
        column.tax = amount(&form.tax).unwrap_or_default();
    }
    for charge in &form.charges {
        let pay = if charge.pay.is_empty() { &form.pay_method_other } else { &charge.pay };
        let column = column(&mut sums, pay);
        let due = if charge.due == "A" { &mut column.due_agent } else { &mut column.due_carrier };
        *due = due.plus(amount(&charge.amount).unwrap_or_default());
    }
    for column in [&mut sums.prepaid, &mut sums.collect] {
        let parts = [column.weight, column.valuation, column.tax, column.due_agent, column.due_carrier];
        column.total = parts.into_iter().sum();
    }
    if let Ok(rate) = kernel::parse_scaled(&form.exchange_rate, 6)
        && !form.exchange_rate.is_empty()
    {
        let there = cents(i128::from(sums.collect.total.raw()) * i128::from(rate), 1_000_000);
        let there = currency::round(there, &form.dest_currency);
        sums.cc_in_dest_currency = Some(there);
        sums.total_collect = Some(there.plus(amount(&form.charges_at_destination).unwrap_or_default()));
    }
    sums
}

fn amount(text: &str) -> Option<Amount> {
    text.parse().ok()
}

fn column<'a>(sums: &'a mut Sums, pay: &str) -> &'a mut Column {
    if pay == "CC" { &mut sums.collect } else { &mut sums.prepaid }
}

#[cfg(test)]
mod properties;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::waybill_form::OtherCharge;

    fn line(class: &str, weight: &str, rate: &str) -> RateLine {
        RateLine {
            pieces: "12".into(),
            gross_weight: "500".into(),
            rate_class: class.into(),
            charge_weight: weight.into(),
            rate_charge: rate.into(),
            ..RateLine::default()
        }
    }

    #[test]
    fn lines_come_to_rate_times_weight_or_to_the_rate() {
        let of =
            |class: &str, weight: &str, rate: &str| line_total(&line(class, weight, rate), "CNY").map(|a| a.show(2));
        assert_eq!(of("Q", "658.5", "25.88").as_deref(), Some("17041.98"));
        assert_eq!(of("M", "5", "420.00").as_deref(), Some("420.00"));
        assert_eq!(of("U", "900", "5000").as_deref(), Some("5000.00"));
        assert_eq!(of("Q", "0.5", "0.01").as_deref(), Some("0.01"));
        assert_eq!(of("Q", "", "1"), None);
        let yen = |class: &str, rate: &str| line_total(&line(class, "658.5", rate), "JPY").map(|a| a.show(2));
        assert_eq!((yen("Q", "25.88"), yen("M", "420.50")), (Some("17042.00".into()), Some("421.00".into())));
    }

    #[test]
    fn the_columns_of_the_example_add_up() {
        let charge = |code: &str, due: &str, amount: &str| OtherCharge {
            code: code.into(),
            due: due.into(),
            amount: amount.into(),
            ..OtherCharge::default()
        };
        let mut form = WaybillForm {
            lines: vec![line("Q", "658.5", "25.88")],
            charges: vec![charge("MY", "C", "1975.50"), charge("SC", "C", "790.20"), charge("AW", "A", "50.00")],
            pay_method: "PP".into(),
            pay_method_other: "PP".into(),
            ..WaybillForm::default()
        };
        let got = sums(&form);
        assert_eq!(got.prepaid.weight.show(2), "17041.98");
        assert_eq!(got.prepaid.due_carrier.show(2), "2765.70");
        assert_eq!(got.prepaid.due_agent.show(2), "50.00");
        assert_eq!(got.prepaid.total.show(2), "19857.68");
        assert_eq!(got.collect, Column::default());
        form.pay_method = "CC".into();
        form.exchange_rate = "0.128205".into();
        form.charges_at_destination = "10".into();
        let got = sums(&form);
        assert_eq!((got.prepaid.total.show(2), got.collect.total.show(2)), ("2815.70".into(), "17041.98".into()));
        assert_eq!(got.cc_in_dest_currency.map(|a| a.show(2)).as_deref(), Some("2184.87"));
        assert_eq!(got.total_collect.map(|a| a.show(2)).as_deref(), Some("2194.87"));
    }
}
