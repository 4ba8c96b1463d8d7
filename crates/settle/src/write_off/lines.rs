//! What each line of a write-off carries, what its money is worth, and the difference (catalogue css.md 0.8).

use std::collections::BTreeMap;

use charge::rate::Table;
use kernel::{ExchangeRate, Findings, Id, Instant};
use platform::call::Tx;
use platform::refusal::Refusal;
use trade::charge::exchange::Kind;
use trade::charge::share::{Rest, gain, share};
use trade::charge::{Currency, Money, Side};

use super::Wanted;
use super::source::Held;
use crate::figure;
use crate::target::{Ground, Lowest, OTHER_SIGN, Part};

/// A line as it is written; thousandths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    pub row: Id,
    pub document: Id,
    pub order: Id,
    pub invoice: Option<Id>,
    pub currency: String,
    pub amount: i64,
    pub money: i64,
    pub money_functional: i64,
    pub carrying: i64,
    pub exchange_diff: i64,
}

/// What the parts come to in the currency of the money: of each target what was typed, or its amount by the rates of the date,
/// shared over its parts.
pub(super) fn moneys(
    tx: &mut Tx<'_>,
    (wanted, held, ground): (&Wanted, &Held, &Ground),
    parts: &[Part],
    findings: &mut Findings,
) -> Result<Vec<i64>, Refusal> {
    let org = tx.org();
    let table = Table::of(tx, org, &[])?;
    let at = Instant::start_of(wanted.date);
    let to = charge::rate::currency_of(&held.currency)?;
    let mut out = Vec::with_capacity(parts.len());
    for (place, target) in wanted.targets.iter().enumerate() {
        let of: Vec<i64> = parts.iter().filter(|part| part.place == place).map(|part| part.amount).collect();
        let Some(currency) = ground.currency(&target.of).filter(|_| !of.is_empty()) else { continue };
        if currency == held.currency {
            out.extend(of);
            continue;
        }
        let money = match target.money {
            Some(typed) => {
                if let Some(why) = figure::too_fine(typed, &held.currency) {
                    findings.error(format!("targets.{place}.money"), why);
                    out.extend(of.iter().map(|_| 0));
                    continue;
                }
                figure::money(typed, &held.currency)?
            }
            None => table.convert(figure::money(target.amount, currency)?, to, Kind::General, at)?.amount,
        };
        if money.minor().signum() != target.amount.signum() {
            findings.error(format!("targets.{place}.money"), OTHER_SIGN.text());
        }
        for part in share(money, &of).map_err(figure::fault)? {
            out.push(part.thousandths().map_err(figure::fault)?);
        }
    }
    Ok(out)
}

/// What each part carries: at the rate of its row, the last of a row takes what is left of it.
pub(super) fn carried(rows: &[Lowest], parts: &[Part], own: Currency) -> Result<Vec<i64>, Refusal> {
    let mut rests: BTreeMap<usize, Rest> = BTreeMap::new();
    let mut out = Vec::with_capacity(parts.len());
    for part in parts {
        let row = rows.get(part.row).ok_or_else(|| Refusal::broken("a part of no row"))?;
        let amount = figure::money(part.amount, &row.currency)?;
        let rest = match rests.get(&part.row) {
            Some(rest) => *rest,
            None => {
                Rest { amount: figure::money(row.open, &row.currency)?, functional: functional(row.functional, own)? }
            }
        };
        let (carried, left) = rest.settle(amount, ExchangeRate::from_raw(row.rate)).map_err(figure::fault)?;
        rests.insert(part.row, left);
        out.push(carried.thousandths().map_err(figure::fault)?);
    }
    Ok(out)
}

fn functional(raw: i64, own: Currency) -> Result<Money, Refusal> {
    Money::of_thousandths(raw, own).map_err(figure::fault)
}

/// The lines of parts with their money and carrying. With a whole the last line takes its rest; what is carried is worth that.
pub(super) fn made(
    (side, own, whole): (Side, Currency, Option<i64>),
    held: &Held,
    (rows, parts): (&[Lowest], &[Part]),
    (moneys, carried): (&[i64], &[i64]),
) -> Result<Vec<Line>, Refusal> {
    let mut lines = Vec::with_capacity(parts.len());
    let mut given = 0;
    let last = parts.len().saturating_sub(1);
    for (place, ((part, money), carrying)) in parts.iter().zip(moneys).zip(carried).enumerate() {
        let row = rows.get(part.row).ok_or_else(|| Refusal::broken("a part of no row"))?;
        let worth = match whole {
            _ if held.is_carried() => *carrying,
            Some(whole) if place == last => whole - given,
            _ => figure::worth(*money, &held.currency, held.rate, own)?,
        };
        given = figure::sum([given, worth])?;
        let diff = gain(side, functional(worth, own)?, functional(*carrying, own)?).map_err(figure::fault)?;
        lines.push(Line {
            row: row.id,
            document: row.document,
            order: row.order,
            invoice: part.invoice,
            currency: row.currency.clone(),
            amount: part.amount,
            money: if held.is_carried() { *carrying } else { *money },
            money_functional: worth,
            carrying: *carrying,
            exchange_diff: diff.thousandths().map_err(figure::fault)?,
        });
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write_off::source::Giver;

    fn own() -> Currency {
        Currency::named("CNY").expect("a currency")
    }

    fn row(id: i64, currency: &str, open: i64, rate: i64, functional: i64) -> Lowest {
        let currency = currency.to_owned();
        let (document, order) = (Id(id), Id(id));
        Lowest { id: Id(id), document, order, currency, rate, open, functional, number: String::new() }
    }

    fn part(row: usize, amount: i64) -> Part {
        Part { place: 0, row, invoice: None, amount }
    }

    fn held(currency: &str, rate: i64, giver: Giver) -> Held {
        Held { method: "ACCOUNT", currency: currency.to_owned(), rate, giver }
    }

    fn diffs(lines: &[Line]) -> Vec<(i64, i64, i64)> {
        lines.iter().map(|line| (line.carrying, line.money_functional, line.exchange_diff)).collect()
    }

    #[test]
    fn a_dearer_dollar_gains_on_income_and_loses_on_cost() {
        // CP2: 2400.00 dollars carried at 16800.00 and paid at 7.0500; 1000.00 of the invoice in dollars at 7.1000.
        for (side, amount, rate, wanted) in [
            (Side::Payable, 2_400_000, 7_050_000, (16_800_000, 16_920_000, -120_000)),
            (Side::Receivable, 1_000_000, 7_100_000, (7_000_000, 7_100_000, 100_000)),
        ] {
            let rows = [row(1, "USD", 3_000_000, 7_000_000, 21_000_000)];
            let parts = [part(0, amount)];
            let carried = carried(&rows, &parts, own()).expect("figures");
            let held = held("USD", rate, Giver::Account(Id(9), true));
            let lines = made((side, own(), None), &held, (&rows, &parts), (&[amount], &carried)).expect("lines");
            assert_eq!(diffs(&lines), [wanted]);
        }
    }

    #[test]
    fn the_last_part_of_a_row_takes_what_is_left_of_it() {
        let rows = [row(1, "USD", 100_000, 7_123_400, 712_340)];
        let parts = [part(0, 33_330), part(0, 33_330), part(0, 33_340)];
        assert_eq!(carried(&rows, &parts, own()).expect("figures"), [237_420, 237_420, 237_500]);
    }

    #[test]
    fn the_last_line_takes_what_is_left_of_a_whole() {
        // An advance that is used up leaves nothing: three lines of a cent each at 7.1250 would be worth 0.07 each.
        let rows =
            [row(1, "USD", 10, 7_000_000, 70), row(2, "USD", 10, 7_000_000, 70), row(3, "USD", 10, 7_000_000, 70)];
        let parts = [part(0, 10), part(1, 10), part(2, 10)];
        let carried = carried(&rows, &parts, own()).expect("figures");
        let held = held("USD", 7_125_000, Giver::Other);
        let all = (&rows[..], &parts[..]);
        let lines = made((Side::Receivable, own(), Some(210)), &held, all, (&[10, 10, 10], &carried)).expect("lines");
        assert_eq!(diffs(&lines), [(70, 70, 0), (70, 70, 0), (70, 70, 0)]);
        let lines = made((Side::Receivable, own(), Some(220)), &held, all, (&[10, 10, 10], &carried)).expect("lines");
        assert_eq!(diffs(&lines), [(70, 70, 0), (70, 70, 0), (70, 80, 10)]);
    }

    #[test]
    fn what_nobody_pays_is_worth_what_it_is_carried_at() {
        let rows = [row(1, "USD", 1_000_000, 7_000_000, 7_000_000)];
        let parts = [part(0, 400_000)];
        let carried = carried(&rows, &parts, own()).expect("figures");
        let held = held("CNY", 1_000_000, Giver::Nobody);
        let lines = made((Side::Receivable, own(), None), &held, (&rows, &parts), (&carried, &carried)).expect("lines");
        assert_eq!(diffs(&lines), [(2_800_000, 2_800_000, 0)]);
        assert_eq!((lines[0].amount, lines[0].money), (400_000, 2_800_000));
    }
}
