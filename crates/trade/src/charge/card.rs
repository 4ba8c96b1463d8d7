//! The price of a rate card: breaks and what they make of a quantity (catalogue css.md 1.5 and /css_rate_card).

use kernel::{Price, Quantity};

use super::line::{Charged, Cut, Limits, Of, amount, limited, shown_price};
use super::money::{Currency, Fault, Money, product, ten};
use crate::imp::at_least;

/// How many breaks a card has at most.
pub const BREAKS_MAX: usize = 200;
/// Digits of the largest price, with its sign and point.
const LENGTH_MAX: usize = 24;

/// How the breaks of a card make a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// The price of the break is the amount, whatever the quantity.
    Flat,
    /// The price of the break holds for the whole quantity.
    Whole,
    /// Each price holds for the part of the quantity within its segment.
    Progressive,
}

impl Mode {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Flat, Self::Whole, Self::Progressive];

    /// Its name on forms.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flat => "一口价",
            Self::Whole => "全程",
            Self::Progressive => "累进",
        }
    }

    /// By its name on forms.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }
}

/// A break.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Break {
    /// From this quantity on.
    pub from: Quantity,
    /// Price of one; of a flat card the amount.
    pub price: Price,
}

/// What a card charges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tariff {
    /// Currency.
    pub currency: Currency,
    /// How the breaks are read.
    pub mode: Mode,
    /// Breaks, ascending. A card without breaks has one, from nought.
    pub breaks: Vec<Break>,
    /// 取低: the next break is charged when that is cheaper. Only where a price holds for the whole quantity.
    pub lower_next: bool,
    /// Rounding, least and most.
    pub limits: Limits,
}

/// What is wrong with breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BreakFault {
    /// There is none.
    None,
    /// There are more than [`BREAKS_MAX`].
    TooMany,
    /// It does not begin after the one before.
    NotAscending(usize),
    /// It begins below nought.
    From(usize),
    /// Its price is below nought.
    Price(usize),
    /// The first of a progressive card begins above nought: what lies below would be free.
    FirstAboveNought,
}

/// Everything that is wrong with the breaks of a card, each with its place. The first break of a flat or whole card may
/// begin above nought: what is less has no price.
pub fn break_faults(mode: Mode, breaks: &[Break]) -> Vec<BreakFault> {
    let mut faults = Vec::new();
    match breaks.first() {
        None => faults.push(BreakFault::None),
        Some(first) if mode == Mode::Progressive && first.from > Quantity::ZERO => {
            faults.push(BreakFault::FirstAboveNought);
        }
        Some(_) => {}
    }
    if breaks.len() > BREAKS_MAX {
        faults.push(BreakFault::TooMany);
    }
    let mut before = None;
    for (place, one) in breaks.iter().enumerate() {
        if one.from < Quantity::ZERO {
            faults.push(BreakFault::From(place));
        }
        if before.is_some_and(|before| one.from <= before) {
            faults.push(BreakFault::NotAscending(place));
        }
        if one.price < Price::ZERO {
            faults.push(BreakFault::Price(place));
        }
        before = Some(one.from);
    }
    faults
}

/// That quantity or price of a line is not what the order and the break say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tag {
    /// The next break was cheaper.
    NextBreak,
    /// The amount is a sum over segments: it is fixed, and price times quantity is not it.
    Progressive,
}

impl Tag {
    /// The tag that is shown, in Chinese and in English.
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::NextBreak => ("靠级", "next break"),
            Self::Progressive => ("累进", "progressive"),
        }
    }
}

/// What a card makes of a quantity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rated {
    /// Price of the line; of a progressive card amount by quantity, as it is shown.
    pub price: Price,
    /// Quantity of the line: that of the next break when it is cheaper, 1 of a flat card.
    pub quantity: Quantity,
    /// Amount.
    pub amount: Money,
    /// The limit that made the amount.
    pub cut: Option<Cut>,
    /// What else made it.
    pub tag: Option<Tag>,
}

/// Prices a quantity (css.md 1.5); the amount is rounded once and kept between the limits of the card as any line's.
pub fn price(tariff: &Tariff, quantity: Quantity) -> Result<Rated, Fault> {
    if !break_faults(tariff.mode, &tariff.breaks).is_empty() {
        return Err(Fault::Breaks);
    }
    let own = tariff.breaks.iter().rposition(|one| one.from <= quantity).ok_or(Fault::BelowFirstBreak)?;
    let at = |place: usize| tariff.breaks.get(place).copied();
    let first = at(own).ok_or(Fault::BelowFirstBreak)?;
    match tariff.mode {
        Mode::Flat => plain(tariff, first.price, Quantity::from_raw(ten_thousand()), None),
        Mode::Whole => {
            let cheaper = at(own + 1).filter(|_| tariff.lower_next);
            let cheaper = cheaper.filter(|next| exact(next.price, next.from) < exact(first.price, quantity));
            match cheaper {
                Some(next) => plain(tariff, next.price, next.from, Some(Tag::NextBreak)),
                None => plain(tariff, first.price, quantity, None),
            }
        }
        Mode::Progressive => progressive(tariff, quantity),
    }
}

/// The percentage of a surcharge card: its one price (css.md 0.5, 百分比).
pub fn percentage(tariff: &Tariff) -> Result<Price, Fault> {
    match tariff.breaks.as_slice() {
        [only] if only.price >= Price::ZERO => Ok(only.price),
        _ => Err(Fault::Breaks),
    }
}

/// One of something.
const fn ten_thousand() -> i64 {
    10i64.pow(Quantity::DECIMALS)
}

/// Price times quantity; both are 64 bits, so that the product fits.
fn exact(price: Price, quantity: Quantity) -> i128 {
    i128::from(price.raw()) * i128::from(quantity.raw())
}

fn plain(tariff: &Tariff, price: Price, quantity: Quantity, tag: Option<Tag>) -> Result<Rated, Fault> {
    let Charged { amount, cut } = amount(tariff.currency, price, Of::Quantity(quantity), &tariff.limits)?;
    Ok(Rated { price, quantity, amount, cut, tag })
}

fn progressive(tariff: &Tariff, quantity: Quantity) -> Result<Rated, Fault> {
    let ends = tariff.breaks.iter().skip(1).map(|next| next.from).chain([quantity]);
    let mut sum = 0i128;
    for (one, end) in tariff.breaks.iter().zip(ends) {
        let within = i128::from(end.min(quantity).raw()) - i128::from(one.from.raw());
        let part = product(&[i128::from(one.price.raw()), within.max(0)])?;
        sum = sum.checked_add(part).ok_or(Fault::Overflow)?;
    }
    let divisor = ten(Price::DECIMALS + Quantity::DECIMALS)?;
    let Charged { amount, cut } = limited(tariff.currency, sum, divisor, &tariff.limits)?;
    let price = shown_price(amount, quantity).unwrap_or_default();
    Ok(Rated { price, quantity, amount, cut, tag: Some(Tag::Progressive) })
}

/// The prices of a card in one line, as `CNY 45+ 32.00 / 100+ 30.00`; of one break from nought the price alone
/// (/css_rate_card, column 价格).
pub fn text(currency: Currency, breaks: &[Break]) -> String {
    let decimals = usize::try_from(currency.exponent()).unwrap_or_default();
    let price = |one: &Break| at_least(one.price.to_string(), decimals, LENGTH_MAX);
    if let [only] = breaks
        && only.from.is_zero()
    {
        return format!("{currency} {}", price(only));
    }
    let parts: Vec<String> = breaks.iter().map(|one| format!("{}+ {}", one.from, price(one))).collect();
    format!("{currency} {}", parts.join(" / "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charge::Carry;
    use crate::charge::money::money;

    fn breaks(list: &[(&str, &str)]) -> Vec<Break> {
        let one = |(from, price): &(&str, &str)| Break {
            from: from.parse().expect("a quantity"),
            price: price.parse().expect("a price"),
        };
        list.iter().map(one).collect()
    }

    /// The card of the catalogue.
    fn tariff(mode: Mode, lower_next: bool) -> Tariff {
        let breaks = breaks(&[("0", "36"), ("45", "32"), ("100", "30"), ("500", "28")]);
        let currency = Currency::named("CNY").expect("a currency");
        Tariff { currency, mode, breaks, lower_next, limits: Limits::default() }
    }

    fn of(tariff: &Tariff, quantity: &str) -> (String, String, String, &'static str) {
        let got = price(tariff, quantity.parse().expect("a quantity")).expect("a price");
        let tags = (got.tag.map(|tag| tag.words().0), got.cut.map(|cut| cut.words().0));
        let tag = tags.0.or(tags.1).unwrap_or_default();
        (got.amount.to_string(), got.quantity.to_string(), got.price.show(2), tag)
    }

    fn told(amount: &str, quantity: &str, price: &str, tag: &'static str) -> (String, String, String, &'static str) {
        (amount.into(), quantity.into(), price.into(), tag)
    }

    #[test]
    fn the_card_of_the_catalogue_charges_the_lower_of_two_breaks() {
        let card = tariff(Mode::Whole, true);
        assert_eq!(of(&card, "658.33"), told("18433.24", "658.33", "28.00", ""));
        assert_eq!(of(&card, "480"), told("14000.00", "500", "28.00", "靠级"), "14400.00 is dearer");
        assert_eq!(of(&card, "500"), told("14000.00", "500", "28.00", ""));
        assert_eq!(of(&card, "466.6666"), told("14000.00", "466.6666", "30.00", ""), "13999.998 is less");
        assert_eq!(of(&card, "466.6667"), told("14000.00", "500", "28.00", "靠级"), "14000.001 is more");
        assert_eq!(of(&card, "40"), told("1440.00", "40", "36.00", ""), "as much as 45 of 32.00: its own break stays");
        assert_eq!(of(&card, "44.9"), told("1440.00", "45", "32.00", "靠级"));
        assert_eq!(of(&card, "45"), told("1440.00", "45", "32.00", ""));
        assert_eq!(of(&card, "0"), told("0.00", "0", "36.00", ""));
        assert_eq!(of(&tariff(Mode::Whole, false), "480"), told("14400.00", "480", "30.00", ""));
    }

    #[test]
    fn a_progressive_card_adds_its_segments() {
        let card = tariff(Mode::Progressive, true);
        // 45 of 36, 55 of 32, 400 of 30 and 158.33 of 28.
        assert_eq!(of(&card, "658.33"), told("19813.24", "658.33", "30.10", "累进"));
        assert_eq!(of(&card, "100"), told("3380.00", "100", "33.80", "累进"));
        assert_eq!(of(&card, "100.5"), told("3395.00", "100.5", "33.78", "累进"));
        assert_eq!(of(&card, "44"), told("1584.00", "44", "36.00", "累进"));
        assert_eq!(of(&card, "0"), told("0.00", "0", "0.00", "累进"));
        let thirds = Tariff { breaks: breaks(&[("0", "0.003"), ("1", "0.003")]), ..card };
        assert_eq!(of(&thirds, "2").0, "0.01", "0.006, though each segment alone is 0.00");
    }

    #[test]
    fn a_flat_card_has_one_amount_from_each_break_on() {
        let mut card = tariff(Mode::Flat, true);
        card.breaks = breaks(&[("0", "500"), ("45", "300.555")]);
        assert_eq!(of(&card, "44.9999"), told("500.00", "1", "500.00", ""), "no lower break: prices are amounts");
        assert_eq!(of(&card, "45"), told("300.56", "1", "300.56", ""));
        assert_eq!(of(&card, "9999999.9999").0, "300.56");
    }

    #[test]
    fn limits_and_rounding_of_a_card_are_those_of_a_line() {
        let mut card = tariff(Mode::Whole, true);
        card.limits = Limits {
            digits: Some(0),
            carry: Carry::Up,
            least: Some(money("420.00 CNY")),
            most: Some(money("15000.00 CNY")),
        };
        assert_eq!(of(&card, "1"), told("420.00", "1", "36.00", "最低"));
        assert_eq!(of(&card, "12.01"), told("433.00", "12.01", "36.00", ""), "432.36");
        assert_eq!(of(&card, "658.33"), told("15000.00", "658.33", "28.00", "最高"));
        card.limits.most = Some(money("13000.00 CNY"));
        let got = price(&card, "480".parse().expect("a quantity")).expect("a price");
        assert_eq!((got.tag, got.cut), (Some(Tag::NextBreak), Some(Cut::Most)));
        card.limits.least = Some(money("1.00 USD"));
        assert_eq!(price(&card, Quantity::ZERO), Err(Fault::OtherCurrency));
    }

    #[test]
    fn a_surcharge_is_percent_of_freight() {
        let mut card = tariff(Mode::Whole, false);
        card.breaks = breaks(&[("0", "12.5")]);
        card.limits.least = Some(money("100.00 CNY"));
        let of = |base: &str| {
            let price = percentage(&card)?;
            let charged = amount(card.currency, price, Of::Percent(money(base)), &card.limits)?;
            Ok((charged.amount.to_string(), charged.cut))
        };
        assert_eq!(of("18433.24 CNY"), Ok(("2304.16".into(), None)), "2304.155");
        assert_eq!(of("799.99 CNY"), Ok(("100.00".into(), None)), "99.99875 is rounded first");
        assert_eq!(of("799.90 CNY"), Ok(("100.00".into(), Some(Cut::Least))));
        assert_eq!(of("1.00 USD"), Err(Fault::OtherCurrency));
        assert_eq!(percentage(&tariff(Mode::Whole, false)), Err(Fault::Breaks));
    }

    #[test]
    fn below_the_first_break_there_is_no_price() {
        let mut card = tariff(Mode::Whole, true);
        card.breaks.remove(0);
        let of = |quantity: &str| price(&card, quantity.parse().expect("a quantity")).map(|got| got.amount.to_string());
        assert_eq!(of("44.9999"), Err(Fault::BelowFirstBreak));
        assert_eq!(of("45"), Ok("1440.00".into()));
        assert_eq!(of("-1"), Err(Fault::BelowFirstBreak));
    }

    #[test]
    fn breaks_ascend_from_nought_and_cost_something() {
        let of = |list: &[(&str, &str)]| break_faults(Mode::Whole, &breaks(list));
        assert_eq!(of(&[("0", "36"), ("45", "0")]), []);
        assert_eq!(of(&[("45", "32")]), []);
        assert_eq!(break_faults(Mode::Progressive, &breaks(&[("45", "32")])), [BreakFault::FirstAboveNought]);
        assert_eq!(of(&[]), [BreakFault::None]);
        assert_eq!(of(&[("0", "36"), ("45", "32"), ("45", "30")]), [BreakFault::NotAscending(2)]);
        let all = [BreakFault::From(0), BreakFault::Price(0), BreakFault::From(1), BreakFault::NotAscending(1)];
        assert_eq!(of(&[("-1", "-0.0001"), ("-2", "1")]), all);
        let many: Vec<Break> = (0..201).map(|n| Break { from: Quantity::from_raw(n), price: Price::ZERO }).collect();
        assert_eq!(break_faults(Mode::Whole, &many), [BreakFault::TooMany]);
        assert_eq!(break_faults(Mode::Whole, &many[..BREAKS_MAX]), []);
        let mut card = tariff(Mode::Whole, true);
        card.breaks.swap(0, 1);
        assert_eq!(price(&card, Quantity::ZERO), Err(Fault::Breaks));
    }

    #[test]
    fn prices_are_written_in_one_line() {
        let of = |code: &str, list: &[(&str, &str)]| text(Currency::named(code).expect("a currency"), &breaks(list));
        assert_eq!(of("CNY", &[("45", "32"), ("100", "30")]), "CNY 45+ 32.00 / 100+ 30.00");
        assert_eq!(of("CNY", &[("0", "36"), ("0.5", "32.5555")]), "CNY 0+ 36.00 / 0.5+ 32.5555");
        assert_eq!(of("USD", &[("0", "50")]), "USD 50.00");
        assert_eq!(of("JPY", &[("0", "1000.5"), ("10", "900")]), "JPY 0+ 1000.5 / 10+ 900");
        assert_eq!(of("CNY", &[]), "CNY ");
    }

    #[test]
    fn names_lead_to_their_mode() {
        assert_eq!(Mode::ALL.map(|mode| Mode::named(mode.name())), Mode::ALL.map(Some));
    }
}
