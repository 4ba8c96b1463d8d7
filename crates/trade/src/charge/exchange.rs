//! Exchange rates: which one holds, what it makes of an amount, and how rows of rates follow one another
//! (catalogue css.md 0.6 and /css_currency_rate).

use jiff::civil::Weekday;
use kernel::{Day, ExchangeRate, Instant, Percent};

use super::money::{Carry, Currency, Fault, Money, narrow, product, ten};
use crate::imp::at_least;

/// The greatest rate; the least is one millionth (css.md 0.6).
pub const RATE_MAX: ExchangeRate = ExchangeRate::from_raw(999_999_000_000);
/// The rate of the functional currency.
pub const ONE: ExchangeRate = ExchangeRate::from_raw(1_000_000);
/// How far from the table a rate may be without a question, in percent.
const DEVIATION_PERCENT: i128 = 5;
/// Decimals a rate is shown with at least.
const DECIMALS_SHOWN: usize = 4;
/// Digits of the largest rate, with its point.
const LENGTH_MAX: usize = 24;

/// What a rate is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Whatever has no rate of its own.
    General,
    /// Income.
    Receivable,
    /// Cost.
    Payable,
    /// Customs values and nothing else.
    Customs,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::General, Self::Receivable, Self::Payable, Self::Customs];

    /// Its name on forms.
    pub const fn name(self) -> &'static str {
        match self {
            Self::General => "通用",
            Self::Receivable => "应收",
            Self::Payable => "应付",
            Self::Customs => "海关",
        }
    }

    /// By its name on forms.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// Whether the general rate holds where it has none: not for customs values, whose rate the law sets.
    const fn falls_back(self) -> bool {
        matches!(self, Self::Receivable | Self::Payable)
    }
}

/// An active row of the table of rates of one company.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// Currency.
    pub currency: Currency,
    /// What it is for.
    pub kind: Kind,
    /// What one unit is worth in the functional currency.
    pub rate: ExchangeRate,
    /// From this moment on.
    pub begin: Instant,
    /// Before this moment; none while it is open.
    pub end: Option<Instant>,
}

impl Row {
    fn covers(&self, at: Instant) -> bool {
        self.begin <= at && self.end.is_none_or(|end| at < end)
    }

    fn meets(&self, other: &Self) -> bool {
        other.end.is_none_or(|end| self.begin < end) && self.end.is_none_or(|end| other.begin < end)
    }
}

/// A rate and where it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// Rate.
    pub rate: ExchangeRate,
    /// Place of its row among the rows; none for the functional currency.
    pub row: Option<usize>,
}

/// The rate of a currency for a kind at a moment: 1 for the functional currency, else the row of the kind that covers
/// the moment, else for income and cost the general one (css.md 0.6). A day is asked for by its beginning, so that a
/// rate which begins within a day holds for whole days from the next on.
pub fn find(rows: &[Row], functional: Currency, currency: Currency, kind: Kind, at: Instant) -> Result<Found, Fault> {
    if currency == functional {
        return Ok(Found { rate: ONE, row: None });
    }
    let of = |kind: Kind| {
        let places = rows.iter().enumerate();
        let fits = places.filter(|(_, row)| row.currency == currency && row.kind == kind && row.covers(at));
        fits.max_by_key(|(_, row)| row.begin).map(|(place, row)| Found { rate: row.rate, row: Some(place) })
    };
    let general = || if kind.falls_back() { of(Kind::General) } else { None };
    of(kind).or_else(general).ok_or(Fault::NoRate(currency))
}

fn checked(rate: ExchangeRate) -> Result<i128, Fault> {
    if rate > ExchangeRate::ZERO && rate <= RATE_MAX { Ok(i128::from(rate.raw())) } else { Err(Fault::Rate) }
}

/// An amount in the functional currency, halves up; of the functional currency itself the amount, whose rate is 1
/// (css.md 0.4 (5)).
pub fn functional(amount: Money, rate: ExchangeRate, functional: Currency) -> Result<Money, Fault> {
    if amount.currency() == functional && rate != ONE {
        return Err(Fault::Rate);
    }
    through(amount, rate, functional, ONE)
}

/// A functional amount in another currency, halves up: the base of a percentage among lines of several currencies
/// (css.md 0.4).
pub fn foreign(functional: Money, rate: ExchangeRate, currency: Currency) -> Result<Money, Fault> {
    if functional.currency() == currency && rate != ONE {
        return Err(Fault::Rate);
    }
    through(functional, ONE, currency, rate)
}

/// An amount in another currency by what both are worth in a third, rounded once.
fn through(amount: Money, rate: ExchangeRate, to: Currency, to_rate: ExchangeRate) -> Result<Money, Fault> {
    let numerator = product(&[i128::from(amount.minor()), checked(rate)?])?;
    let divisor = product(&[ten(amount.currency().exponent())?, checked(to_rate)?])?;
    Money::of_quotient(to, numerator, divisor, to.exponent(), Carry::HalfUp)
}

/// A charge line with the rate it stands at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Carried {
    /// Amount.
    pub amount: Money,
    /// Rate of the line.
    pub rate: ExchangeRate,
    /// Amount in the functional currency.
    pub functional: Money,
}

/// The rate of a row of a bill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Common {
    /// Rate.
    pub rate: ExchangeRate,
    /// 综合: the lines have different ones, this is what they come to.
    pub mixed: bool,
}

/// The rate of a row: that of its lines, or all their functional money by all their amounts where they differ, six
/// decimals (css.md 0.6). The lines are of one currency.
pub fn common_rate(lines: &[Carried]) -> Result<Common, Fault> {
    let first = lines.first().ok_or(Fault::Nought)?;
    let amount = Money::sum(first.amount.currency(), lines.iter().map(|line| line.amount))?;
    let functional = Money::sum(first.functional.currency(), lines.iter().map(|line| line.functional))?;
    if lines.iter().all(|line| line.rate == first.rate) {
        checked(first.rate)?;
        return Ok(Common { rate: first.rate, mixed: false });
    }
    // A sum of charges and refunds may be below nought; both sums are turned then.
    let sign = i128::from(amount.minor().signum());
    let (exponent, other) = (amount.currency().exponent(), functional.currency().exponent());
    let numerator = product(&[i128::from(functional.minor()), ten(exponent + ExchangeRate::DECIMALS)?, sign])?;
    let divisor = product(&[i128::from(amount.minor()), ten(other)?, sign])?;
    let rate = ExchangeRate::from_raw(narrow(Carry::HalfUp.divide(numerator, divisor)?)?);
    checked(rate)?;
    Ok(Common { rate, mixed: true })
}

/// The base of a percentage line: the sum of the chosen lines where all are in its currency, else their functional
/// money by the rate of the line (css.md 0.4).
pub fn percent_base(lines: &[Carried], currency: Currency, rate: ExchangeRate) -> Result<Money, Fault> {
    if lines.iter().all(|line| line.amount.currency() == currency) {
        return Money::sum(currency, lines.iter().map(|line| line.amount));
    }
    let first = lines.first().ok_or(Fault::Nought)?;
    let sum = Money::sum(first.functional.currency(), lines.iter().map(|line| line.functional))?;
    foreign(sum, rate, currency)
}

/// A rate as it is shown: four decimals at least, six at most (css.md 0.1).
pub fn text(rate: ExchangeRate) -> String {
    at_least(rate.to_string(), DECIMALS_SHOWN, LENGTH_MAX)
}

/// What the converter answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Converted {
    /// The amount in the other currency.
    pub amount: Money,
    /// Rate of the currency it was in.
    pub from: Found,
    /// Rate of the currency it is in.
    pub to: Found,
}

/// An amount in another currency by the rates of a kind at a moment, through the functional currency and rounded once
/// at the end (/css_currency_rate, converter).
pub fn convert(
    rows: &[Row],
    functional: Currency,
    amount: Money,
    to: Currency,
    kind: Kind,
    at: Instant,
) -> Result<Converted, Fault> {
    let from = find(rows, functional, amount.currency(), kind, at)?;
    let other = find(rows, functional, to, kind, at)?;
    Ok(Converted { amount: through(amount, from.rate, to, other.rate)?, from, to: other })
}

/// What is wrong with a new row of rates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowFault {
    /// The functional currency has no rate.
    Functional,
    /// The rate is outside its range.
    Rate,
    /// It ends before it begins.
    End,
    /// A customs rate begins on the first of a month: 海关汇率按月维护.
    Customs,
    /// The company keeps rates by the month (按月固定).
    Monthly,
    /// It overlaps another row: 汇率有效期重叠.
    Overlap,
}

/// What a new row does to those that are there, or all that is wrong with it. A row that begins after the newest and
/// inside it ends that one at its own begin; the place of the ended row is answered. Any other overlap is refused
/// (/css_currency_rate). Only rows of its currency and kind matter.
pub fn add(
    rows: &[Row],
    new: &Row,
    functional: Currency,
    rates_by_month: bool,
) -> Result<Option<usize>, Vec<RowFault>> {
    let mut faults = Vec::new();
    if new.currency == functional {
        faults.push(RowFault::Functional);
    }
    if checked(new.rate).is_err() {
        faults.push(RowFault::Rate);
    }
    if new.end.is_some_and(|end| end <= new.begin) {
        faults.push(RowFault::End);
    }
    if !begins_month(new.begin) {
        match new.kind {
            Kind::Customs => faults.push(RowFault::Customs),
            _ if rates_by_month => faults.push(RowFault::Monthly),
            _ => {}
        }
    }
    let alike = |row: &Row| row.currency == new.currency && row.kind == new.kind;
    let places = || rows.iter().enumerate().filter(|(_, row)| alike(row));
    let newest = places().max_by_key(|(_, row)| row.begin);
    let ends = newest.filter(|(_, row)| row.begin < new.begin && row.covers(new.begin)).map(|(place, _)| place);
    if places().any(|(place, row)| Some(place) != ends && row.meets(new)) {
        faults.push(RowFault::Overlap);
    }
    if faults.is_empty() { Ok(ends) } else { Err(faults) }
}

/// Whether a moment is the beginning of a month on the wall.
fn begins_month(at: Instant) -> bool {
    at == Instant::start_of(at.day().first_of_month())
}

/// How far a rate is from another in percent, two decimals, below nought when it is lower (css.md 0.6, 汇率偏离).
pub fn deviation(table: ExchangeRate, typed: ExchangeRate) -> Result<Percent, Fault> {
    let (table, typed) = (checked(table)?, checked(typed)?);
    let percent = Carry::HalfUp.divide(product(&[typed - table, ten(Percent::DECIMALS + 2)?])?, table)?;
    Ok(Percent::from_raw(narrow(percent)?))
}

/// Whether a rate is more than five percent off the table: the user is asked (css.md 0.6). Exact, whatever the
/// rounded deviation shows.
pub fn deviates(table: ExchangeRate, typed: ExchangeRate) -> Result<bool, Fault> {
    let (table, typed) = (checked(table)?, checked(typed)?);
    Ok((typed - table).abs() * 100 > table * DEVIATION_PERCENT)
}

/// The day whose rate holds for customs values of a month: the third Wednesday of the month before
/// (/css_currency_rate). None before the beginning of the calendar.
pub fn customs_day(month: Day) -> Option<Day> {
    let before = month.first_of_month().yesterday().ok()?;
    before.nth_weekday_of_month(3, Weekday::Wednesday).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charge::money::money;

    fn currency(code: &str) -> Currency {
        Currency::named(code).expect("a currency")
    }

    /// A day, or a minute of it.
    fn at(text: &str) -> Instant {
        Instant::parse(text).or_else(|| kernel::parse_day(text).map(Instant::start_of)).expect("a moment")
    }

    fn row(code: &str, kind: Kind, rate: &str, begin: &str, end: &str) -> Row {
        let end = (!end.is_empty()).then(|| at(end));
        Row { currency: currency(code), kind, rate: rate.parse().expect("a rate"), begin: at(begin), end }
    }

    /// The rates of the fixture.
    fn table() -> Vec<Row> {
        vec![
            row("USD", Kind::General, "7.0000", "2026-05-01", "2026-07-01"),
            row("USD", Kind::General, "7.1000", "2026-07-01", ""),
            row("EUR", Kind::General, "7.8000", "2026-07-01", ""),
            row("USD", Kind::Customs, "7.1000", "2026-07-01", "2026-08-01"),
        ]
    }

    fn rate(rows: &[Row], code: &str, kind: Kind, when: &str) -> Option<String> {
        find(rows, currency("CNY"), currency(code), kind, at(when)).ok().map(|found| found.rate.show(4))
    }

    #[test]
    fn a_rate_holds_from_its_begin_and_before_its_end() {
        let of = |when| rate(&table(), "USD", Kind::General, when);
        assert_eq!(of("2026-04-30"), None);
        assert_eq!(of("2026-05-01"), Some("7.0000".into()));
        assert_eq!(of("2026-06-30 23:59:59"), Some("7.0000".into()));
        assert_eq!(of("2026-07-01"), Some("7.1000".into()));
        assert_eq!(of("2099-12-31"), Some("7.1000".into()));
        assert_eq!(rate(&table(), "CNY", Kind::Payable, "1999-01-01"), Some("1.0000".into()));
        let eur = find(&table(), currency("CNY"), currency("EUR"), Kind::Receivable, at("2026-06-20"));
        assert_eq!(eur, Err(Fault::NoRate(currency("EUR"))), "EUR在2026-06-20没有有效汇率");
    }

    #[test]
    fn the_row_of_the_kind_comes_before_the_general_one() {
        let mut rows = table();
        rows.push(row("USD", Kind::Receivable, "7.15", "2026-07-10 10:30", "2026-07-12"));
        let of = |kind, when| rate(&rows, "USD", kind, when);
        assert_eq!(of(Kind::Receivable, "2026-07-10"), Some("7.1000".into()), "the day begins before the rate does");
        assert_eq!(of(Kind::Receivable, "2026-07-10 10:29:59"), Some("7.1000".into()));
        assert_eq!(of(Kind::Receivable, "2026-07-10 10:30"), Some("7.1500".into()));
        assert_eq!(of(Kind::Receivable, "2026-07-12"), Some("7.1000".into()));
        assert_eq!(of(Kind::Payable, "2026-07-11"), Some("7.1000".into()));
        assert_eq!(of(Kind::General, "2026-07-11"), Some("7.1000".into()));
        assert_eq!(of(Kind::Customs, "2026-07-31"), Some("7.1000".into()));
        assert_eq!(of(Kind::Customs, "2026-08-01"), None, "a customs value is never taken at the company's rate");
    }

    #[test]
    fn the_converter_goes_through_the_functional_currency() {
        let of = |amount: &str, to: &str, when: &str| {
            convert(&table(), currency("CNY"), money(amount), currency(to), Kind::General, at(when))
                .map(|got| (format!("{:?}", got.amount), got.from.rate.show(4), got.to.rate.show(4)))
        };
        let told = |amount: &str, from: &str, to: &str| Ok((amount.into(), from.into(), to.into()));
        assert_eq!(of("300.00 USD", "CNY", "2026-07-15"), told("CNY 2130.00", "7.1000", "1.0000"));
        assert_eq!(of("300.00 USD", "CNY", "2026-06-15"), told("CNY 2100.00", "7.0000", "1.0000"));
        assert_eq!(of("2130.00 CNY", "USD", "2026-07-15"), told("USD 300.00", "1.0000", "7.1000"));
        assert_eq!(of("100.00 USD", "EUR", "2026-07-15"), told("EUR 91.03", "7.1000", "7.8000"));
        assert_eq!(of("100.00 USD", "USD", "2026-07-15"), told("USD 100.00", "7.1000", "7.1000"));
        assert_eq!(of("1.00 CNY", "CNY", "2026-07-15"), told("CNY 1.00", "1.0000", "1.0000"));
        assert_eq!(of("1.00 USD", "EUR", "2026-06-15"), Err(Fault::NoRate(currency("EUR"))));
        assert_eq!(of("1 JPY", "CNY", "2026-07-15"), Err(Fault::NoRate(currency("JPY"))));
    }

    fn carried(amount: &str, rate: &str) -> Carried {
        let (amount, rate) = (money(amount), rate.parse().expect("a rate"));
        Carried { amount, rate, functional: functional(amount, rate, currency("CNY")).expect("an amount") }
    }

    #[test]
    fn a_row_has_the_rate_of_its_lines_or_what_they_come_to() {
        let of = |lines: &[Carried]| common_rate(lines).map(|got| (text(got.rate), got.mixed));
        let (one, two) = (carried("300.00 USD", "7.1"), carried("100.00 USD", "7.0"));
        assert_eq!(of(&[one, one]), Ok(("7.1000".into(), false)));
        assert_eq!(of(&[one, two]), Ok(("7.0750".into(), true)));
        assert_eq!(of(&[one, carried("400.00 USD", "7")]), Ok(("7.042857".into(), true)), "4930.00 by 700.00");
        assert_eq!(of(&[carried("1000 JPY", "0.05"), carried("2000 JPY", "0.047512")]), Ok(("0.04834".into(), true)));
        assert_eq!(of(&[one, carried("-400.00 USD", "7.1")]), Ok(("7.1000".into(), false)));
        assert_eq!(of(&[two, carried("-400.00 USD", "7.1")]), Ok(("7.133333".into(), true)));
        assert_eq!(of(&[one, carried("-300.00 USD", "7")]), Err(Fault::Nought), "no amount has no rate");
        assert_eq!(of(&[one, carried("1.00 EUR", "7.8")]), Err(Fault::OtherCurrency));
        assert_eq!(of(&[]), Err(Fault::Nought));
    }

    #[test]
    fn the_base_of_a_percentage_is_in_the_currency_of_its_line() {
        let of = |lines: &[Carried], rate: &str| {
            percent_base(lines, currency("USD"), rate.parse().expect("a rate")).map(|base| base.to_string())
        };
        let (usd, cny) = (carried("300.00 USD", "7.1"), carried("710.00 CNY", "1"));
        assert_eq!(of(&[usd, usd], "7.1"), Ok("600.00".into()));
        assert_eq!(of(&[usd, usd], "7.2"), Ok("600.00".into()), "of one currency no rate matters");
        assert_eq!(of(&[usd, cny], "7.1"), Ok("400.00".into()));
        assert_eq!(of(&[usd, cny], "7.2"), Ok("394.44".into()), "2840.00 by 7.2");
        assert_eq!(of(&[], "7.2"), Ok("0.00".into()));
    }

    #[test]
    fn rates_are_shown_with_four_to_six_decimals() {
        let of = |rate: &str| text(rate.parse().expect("a rate"));
        assert_eq!([of("7.1"), of("7"), of("0.047512"), of("999999")], ["7.1000", "7.0000", "0.047512", "999999.0000"]);
    }

    #[test]
    fn functional_money_goes_back_into_a_currency() {
        let of = |text: &str, rate: &str, code: &str| {
            foreign(money(text), rate.parse().expect("a rate"), currency(code)).map(|got| got.to_string())
        };
        assert_eq!(of("712.34 CNY", "7.1234", "USD"), Ok("100.00".into()));
        assert_eq!(of("100.00 CNY", "0.047512", "JPY"), Ok("2105".into()), "2104.73");
        assert_eq!(of("100.00 CNY", "1.1", "CNY"), Err(Fault::Rate));
        assert_eq!(of("100.00 CNY", "0", "USD"), Err(Fault::Rate));
    }

    #[test]
    fn a_later_row_ends_the_newest_and_nothing_else_overlaps() {
        let cny = currency("CNY");
        let mut rows = table();
        let next = row("USD", Kind::General, "7.2000", "2026-07-20", "");
        assert_eq!(add(&rows, &next, cny, false), Ok(Some(1)), "7.1000 ends on 2026-07-20");
        rows[1].end = Some(next.begin);
        rows.push(next);
        assert_eq!(rate(&rows, "USD", Kind::General, "2026-07-19"), Some("7.1000".into()));
        assert_eq!(rate(&rows, "USD", Kind::General, "2026-07-20"), Some("7.2000".into()));
        let of = |begin, end| add(&rows, &row("USD", Kind::General, "7.3", begin, end), cny, false);
        let overlap = || Err(vec![RowFault::Overlap]);
        assert_eq!(of("2026-07-20", "2026-07-25"), overlap());
        assert_eq!(of("2026-07-19", "2026-07-20"), overlap(), "inside an older row");
        assert_eq!(of("2026-07-19", ""), overlap());
        assert_eq!(of("2026-04-01", "2026-05-02"), overlap());
        assert_eq!(of("2026-04-01", "2026-05-01"), Ok(None), "before all others");
        assert_eq!(of("2026-04-01", ""), overlap());
        assert_eq!(of("2026-07-20 00:01", ""), Ok(Some(4)));
        assert_eq!(of("2026-07-21", "2026-07-22"), Ok(Some(4)));
        assert_eq!(add(&rows, &row("EUR", Kind::Payable, "7.7", "2026-01-01", ""), cny, false), Ok(None));
        assert_eq!(add(&[], &row("USD", Kind::General, "7", "2026-01-01", ""), cny, false), Ok(None));
        let closed = [row("USD", Kind::General, "7", "2026-01-01", "2026-02-01")];
        let on = row("USD", Kind::General, "7", "2026-02-01", "");
        assert_eq!(add(&closed, &on, cny, false), Ok(None), "it begins where the other ended");
    }

    #[test]
    fn rows_that_are_wrong_in_themselves_tell_everything() {
        let cny = currency("CNY");
        let of = |new: &Row, by_month| add(&[], new, cny, by_month).err().unwrap_or_default();
        let wrong = row("CNY", Kind::General, "0", "2026-07-10", "2026-07-10");
        let all = [RowFault::Functional, RowFault::Rate, RowFault::End, RowFault::Monthly];
        assert_eq!(of(&wrong, true), all);
        assert_eq!(of(&row("USD", Kind::General, "999999.000001", "2026-07-10", ""), false), [RowFault::Rate]);
        assert_eq!(of(&row("USD", Kind::General, "999999", "2026-07-10", ""), false), []);
        assert_eq!(of(&row("USD", Kind::General, "0.000001", "2026-07-01", ""), true), []);
        assert_eq!(of(&row("USD", Kind::General, "7", "2026-07-01 00:01", ""), true), [RowFault::Monthly]);
        assert_eq!(of(&row("USD", Kind::Customs, "7", "2026-07-10", ""), false), [RowFault::Customs]);
        assert_eq!(of(&row("USD", Kind::Customs, "7", "2026-07-10", ""), true), [RowFault::Customs]);
        assert_eq!(of(&row("USD", Kind::Customs, "7", "2026-07-01", "2026-08-01"), true), []);
        let second = row("USD", Kind::Customs, "7", "2026-07-01", "2026-08-01");
        assert_eq!(add(&table(), &second, cny, false), Err(vec![RowFault::Overlap]), "one of a month");
    }

    #[test]
    fn a_rate_more_than_five_percent_off_is_asked_about() {
        let of = |table: &str, typed: &str| {
            let (table, typed) = (table.parse().expect("a rate"), typed.parse().expect("a rate"));
            (deviation(table, typed).expect("a percentage").show(2), deviates(table, typed).expect("an answer"))
        };
        assert_eq!(of("7.1", "7.1"), ("0.00".into(), false));
        assert_eq!(of("7.1", "7.455"), ("5.00".into(), false));
        assert_eq!(of("7.1", "7.455001"), ("5.00".into(), true), "exact, though five is shown");
        assert_eq!(of("7.1", "6.745"), ("-5.00".into(), false));
        assert_eq!(of("7.1", "6.7"), ("-5.63".into(), true));
        assert_eq!(of("0.000001", "999999"), ("99999899999900.00".into(), true));
        assert_eq!(deviation(ExchangeRate::ZERO, ONE), Err(Fault::Rate));
        assert_eq!(deviates(ONE, ExchangeRate::ZERO), Err(Fault::Rate));
    }

    #[test]
    fn customs_values_take_the_third_wednesday_of_the_month_before() {
        let of = |day: &str| customs_day(kernel::parse_day(day).expect("a day")).map(kernel::show_day);
        assert_eq!(of("2026-07-01"), Some("2026-06-17".into()));
        assert_eq!(of("2026-07-31"), Some("2026-06-17".into()));
        assert_eq!(of("2026-08-15"), Some("2026-07-15".into()), "a month that begins on a Wednesday");
        assert_eq!(of("2026-01-01"), Some("2025-12-17".into()));
        assert_eq!(of("2026-11-01"), Some("2026-10-21".into()), "a month that begins on a Thursday");
        assert_eq!(customs_day(Day::MIN), None);
    }

    #[test]
    fn names_lead_to_their_kind() {
        assert_eq!(Kind::ALL.map(|kind| Kind::named(kind.name())), Kind::ALL.map(Some));
        assert_eq!(Kind::named(""), None);
    }
}
