//! Amounts of several currencies beside each other, as lists and papers tell them (catalogue css.md 0.1).

use std::collections::BTreeMap;

use charge::ledger::money_text;
use charge::rate;
use kernel::grouped;
use platform::field::Field;
use platform::list::Asked;
use platform::refusal::Refusal;
use platform::sea_query::{Alias, Expr, Query, SelectStatement};
use platform::store::{Conn, sql};
use trade::charge::Currency;

/// `CNY 9,000.00  USD 3,000.00`: the functional currency first, the others by their codes; what is nought is left out.
/// Amounts are thousandths, those of one currency are added up.
pub fn parts<'a>(own: Currency, amounts: impl IntoIterator<Item = (&'a str, i64)>) -> String {
    let shown = each(own, amounts);
    shown.into_iter().map(|(code, amount)| format!("{code} {amount}")).collect::<Vec<_>>().join("  ")
}

/// An amount as it is read, without its currency.
pub fn figure(raw: i64, currency: Currency) -> String {
    grouped(&money_text(raw, currency))
}

/// The same by the code of the currency.
pub fn figure_of(raw: i64, code: &str) -> Result<String, Refusal> {
    Ok(figure(raw, rate::currency_of(code)?))
}

/// The amounts of [`parts`], each currency with its own.
pub fn each<'a>(own: Currency, amounts: impl IntoIterator<Item = (&'a str, i64)>) -> Vec<(String, String)> {
    let mut sums: BTreeMap<(bool, &str), i64> = BTreeMap::new();
    for (code, raw) in amounts {
        let sum = sums.entry((code != own.code(), code)).or_default();
        *sum = sum.saturating_add(raw);
    }
    let shown = |((_, code), raw): ((bool, &str), i64)| {
        let currency = Currency::named(code).filter(|_| raw != 0)?;
        Some((code.to_owned(), figure(raw, currency)))
    };
    sums.into_iter().filter_map(shown).collect()
}

/// The sums of a list over all that is found, by the currency the rows of a table name: of each field what is added up.
pub fn totals(
    conn: &mut dyn Conn,
    asked: &Asked<'_>,
    table: &'static str,
    summed: &[(Field, &str)],
) -> Result<Vec<(String, String)>, Refusal> {
    totals_of(conn, asked.org(), (asked.select()?, table), summed)
}

/// The same over rows that a selection without columns leaves.
pub fn totals_of(
    conn: &mut dyn Conn,
    org: i64,
    (rows, table): (SelectStatement, &'static str),
    summed: &[(Field, &str)],
) -> Result<Vec<(String, String)>, Refusal> {
    let own = rate::functional(conn, org)?;
    let expressions: Vec<&str> = summed.iter().map(|(_, of)| *of).collect();
    let sums = sums(conn, rows, table, &expressions)?;
    let text = |(place, (field, _)): (usize, &(Field, &str))| {
        let of = |sums: &[i64]| sums.get(place).copied().unwrap_or_default();
        (field.name(), parts(own, sums.iter().map(|(code, sums)| (code.as_str(), of(sums)))))
    };
    Ok(summed.iter().enumerate().map(text).collect())
}

/// Sums over the rows that a selection without columns leaves, by the currency the rows of a table name: of each the sums of
/// some expressions, in their order. They are read once for as long as nothing of it changes, as sums of lists are.
pub fn sums(
    conn: &mut dyn Conn,
    mut rows: SelectStatement,
    table: &'static str,
    expressions: &[&str],
) -> Result<Vec<(String, Vec<i64>)>, Refusal> {
    rows.expr_as(sql::of(table, "currency_code"), "code").add_group_by([sql::of(table, "currency_code")]);
    let mut shown = "sums.code".to_owned();
    for (place, of) in expressions.iter().enumerate() {
        let name = format!("sum{place}");
        shown = format!("{shown} || ' ' || CAST(sums.{name} AS text)");
        rows.expr_as(Expr::cust(format!("CAST(COALESCE(SUM({of}), 0) AS bigint)")), Alias::new(name));
    }
    let mut one = Query::select();
    one.expr(Expr::cust(format!("string_agg({shown}, ',')"))).from_subquery(rows, "sums");
    let row = conn.counted(&one.into())?;
    let text = row.map(|row| row.get::<Option<String>>(0)).transpose()?.flatten().unwrap_or_default();
    let read = |part: &str| {
        let (code, sums) = part.split_once(' ')?;
        let sums = sums.split(' ').map(|sum| sum.parse().ok()).collect::<Option<Vec<i64>>>()?;
        Some((code.to_owned(), sums))
    };
    let sums: Option<Vec<_>> = text.split(',').filter(|part| !part.is_empty()).map(read).collect();
    sums.ok_or_else(|| Refusal::broken(format!("sums of {table}: {text}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_functional_currency_stands_first_and_two_blanks_between() {
        let own = Currency::named("CNY").expect("a currency");
        let of = |amounts: &[(&str, i64)]| parts(own, amounts.iter().copied());
        assert_eq!(of(&[("USD", 3_000_000), ("CNY", 9_000_000)]), "CNY 9,000.00  USD 3,000.00");
        assert_eq!(of(&[("USD", 100), ("AUD", -1_234_560)]), "AUD -1,234.56  USD 0.10");
        assert_eq!(of(&[("JPY", 9_800_000), ("JPY", 200_000)]), "JPY 10,000");
        assert_eq!(of(&[("USD", 0), ("CNY", 5_000_000)]), "CNY 5,000.00", "nought is left out");
        assert_eq!(of(&[("USD", 50_000), ("USD", -50_000)]), "");
    }
}
