//! Charge lines read from standard input, one a line, and their figures written behind them: `scripts/check-money`
//! recomputes them in another language. `charge_lines.tsv` holds lines it made, with the figures it found for them.
//!
//! Columns: currency, functional currency, `quantity` or `percent`, price, what it is multiplied with, digits, rounding,
//! least, most, typed amount, rate, tax. Figures: amount, the limit that made it, without tax, tax, functional amount, its
//! two parts; of a line that has none, why.
#![expect(clippy::print_stdout, reason = "figures go to the one who asked for them")]

use std::io::{BufRead, stdin};

use kernel::ScaledError;
use trade::charge::line::{Ask, Cut, Limits, Of, line};
use trade::charge::{Carry, Currency, Money};

/// How many columns say what is asked.
const ASKED: usize = 12;

fn main() -> Result<(), String> {
    for text in stdin().lock().lines() {
        let text = text.map_err(|error| error.to_string())?;
        println!("{text}\t{}", figures(&text)?);
    }
    Ok(())
}

/// The figures of a line.
fn figures(text: &str) -> Result<String, String> {
    let ask = read(text).map_err(|why| format!("{why}: {text}"))?;
    Ok(match line(&ask) {
        Ok(made) => {
            let cut = match made.cut {
                Some(Cut::Least) => "least",
                Some(Cut::Most) => "most",
                None => "",
            };
            let (parts, functional) = (made.parts, made.functional_parts);
            format!(
                "{}\t{cut}\t{}\t{}\t{}\t{}\t{}",
                made.amount, parts.net, parts.tax, made.functional, functional.net, functional.tax
            )
        }
        Err(fault) => format!("{fault}\t\t\t\t\t\t"),
    })
}

fn read(text: &str) -> Result<Ask, String> {
    let columns: Vec<&str> = text.split('\t').take(ASKED).collect();
    let of = |place: usize| columns.get(place).copied().ok_or("a column is missing");
    let named = |place: usize| Currency::named(of(place)?).ok_or("no currency");
    let (currency, functional) = (named(0)?, named(1)?);
    let bad = |error: ScaledError| format!("{error:?}");
    let money = |text: &str| Money::parse(text, currency).map_err(bad);
    let some = |place: usize| -> Result<Option<Money>, String> {
        let text = of(place)?;
        if text.is_empty() { Ok(None) } else { money(text).map(Some) }
    };
    let digits = of(5)?;
    let limits = Limits {
        digits: if digits.is_empty() { None } else { Some(digits.parse().map_err(|_| "no digits")?) },
        carry: Carry::named(of(6)?).ok_or("no rounding")?,
        least: some(7)?,
        most: some(8)?,
    };
    let figure = of(4)?;
    Ok(Ask {
        currency,
        price: of(3)?.parse().map_err(bad)?,
        of: match of(2)? {
            "quantity" => Of::Quantity(figure.parse().map_err(bad)?),
            "percent" => Of::Percent(money(figure)?),
            other => return Err(format!("no way of charging: {other}")),
        },
        limits,
        typed: some(9)?,
        rate: of(10)?.parse().map_err(bad)?,
        functional,
        tax: of(11)?.parse().map_err(bad)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_to_what_a_decimal_library_of_another_language_finds() {
        let mut lines = 0;
        for text in include_str!("charge_lines.tsv").lines().filter(|text| !text.starts_with('#')) {
            let wanted: Vec<&str> = text.split('\t').skip(ASKED).collect();
            assert_eq!(figures(text).expect("figures"), wanted.join("\t"), "{text}");
            lines += 1;
        }
        assert_eq!(lines, 400);
    }
}
