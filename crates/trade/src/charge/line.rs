//! A charge line: from quantity and price to amount, functional amount and tax (catalogue css.md 0.4).

use kernel::{ExchangeRate, Percent, Price, Quantity};

use super::exchange::functional;
use super::money::{Carry, Currency, Fault, Money, narrow, product, ten};

/// What a price is multiplied with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// A quantity of a basis.
    Quantity(Quantity),
    /// An amount the price is a percentage of.
    Percent(Money),
}

/// How an amount is rounded and what it stays between.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Digits kept; none: all of the currency.
    pub digits: Option<u32>,
    /// How the rest goes.
    pub carry: Carry,
    /// The least that is charged.
    pub least: Option<Money>,
    /// The most that is charged.
    pub most: Option<Money>,
}

/// That an amount is not what its price makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// Raised to the least.
    Least,
    /// Cut to the most.
    Most,
}

impl Cut {
    /// The tag that is shown, in Chinese and in English.
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Least => ("最低", "minimum"),
            Self::Most => ("最高", "maximum"),
        }
    }
}

/// An amount and whether a limit made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Charged {
    /// Amount.
    pub amount: Money,
    /// The limit that made it.
    pub cut: Option<Cut>,
}

/// A charge line as it is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ask {
    /// Currency of price and amount.
    pub currency: Currency,
    /// Price of one; of a percentage the percent.
    pub price: Price,
    /// What it is multiplied with.
    pub of: Of,
    /// Rounding and limits.
    pub limits: Limits,
    /// An amount that is typed: it stands whatever price and quantity are.
    pub typed: Option<Money>,
    /// Rate to the functional currency.
    pub rate: ExchangeRate,
    /// Functional currency.
    pub functional: Currency,
    /// Tax rate; nought for what is free of tax.
    pub tax: Percent,
}

/// An amount with tax as its two parts; they have its sign and add up to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Taxed {
    /// Without tax.
    pub net: Money,
    /// Tax.
    pub tax: Money,
}

/// All figures of a charge line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Amount, tax included.
    pub amount: Money,
    /// The limit that made the amount.
    pub cut: Option<Cut>,
    /// Its parts.
    pub parts: Taxed,
    /// Amount in the functional currency.
    pub functional: Money,
    /// Its parts.
    pub functional_parts: Taxed,
}

/// All figures of a charge line, in the order of css.md 0.4 (1) to (6).
pub fn line(ask: &Ask) -> Result<Line, Fault> {
    let Charged { amount, cut } = match ask.typed {
        Some(amount) if amount.currency() == ask.currency => Charged { amount, cut: None },
        Some(_) => return Err(Fault::OtherCurrency),
        None => amount(ask.currency, ask.price, ask.of, &ask.limits)?,
    };
    let functional = functional(amount, ask.rate, ask.functional)?;
    let (parts, functional_parts) = (untaxed(amount, ask.tax)?, untaxed(functional, ask.tax)?);
    Ok(Line { amount, cut, parts, functional, functional_parts })
}

/// Price times quantity, or percent of a base, rounded once and kept between the limits; limits hold where neither
/// price nor quantity nor base is below nought. Where the least is above the most, the most wins (css.md 0.4 (2) to (4)).
pub fn amount(currency: Currency, price: Price, of: Of, limits: &Limits) -> Result<Charged, Fault> {
    let (numerator, divisor, negative) = match of {
        Of::Quantity(quantity) => {
            let exact = product(&[i128::from(price.raw()), i128::from(quantity.raw())])?;
            (exact, ten(Price::DECIMALS + Quantity::DECIMALS)?, quantity.raw() < 0)
        }
        Of::Percent(base) => {
            base.alike(Money::zero(currency))?;
            let exact = product(&[i128::from(price.raw()), i128::from(base.minor())])?;
            (exact, ten(Price::DECIMALS + currency.exponent() + 2)?, base.minor() < 0)
        }
    };
    if negative || price.raw() < 0 {
        return Ok(Charged { amount: rounded(currency, numerator, divisor, limits)?, cut: None });
    }
    limited(currency, numerator, divisor, limits)
}

/// A quotient in units of the currency, rounded and kept between the limits.
pub(crate) fn limited(currency: Currency, numerator: i128, divisor: i128, limits: &Limits) -> Result<Charged, Fault> {
    let mut charged = Charged { amount: rounded(currency, numerator, divisor, limits)?, cut: None };
    if let Some(least) = limits.least {
        least.alike(charged.amount)?;
        if charged.amount.minor() < least.minor() {
            charged = Charged { amount: least, cut: Some(Cut::Least) };
        }
    }
    if let Some(most) = limits.most {
        most.alike(charged.amount)?;
        if charged.amount.minor() > most.minor() {
            charged = Charged { amount: most, cut: Some(Cut::Most) };
        }
    }
    Ok(charged)
}

fn rounded(currency: Currency, numerator: i128, divisor: i128, limits: &Limits) -> Result<Money, Fault> {
    let digits = limits.digits.unwrap_or(currency.exponent());
    Money::of_quotient(currency, numerator, divisor, digits, limits.carry)
}

/// The parts of an amount that includes its tax (css.md 0.4 (6)).
pub fn untaxed(amount: Money, tax: Percent) -> Result<Taxed, Fault> {
    let whole = ten(Percent::DECIMALS + 2)?;
    let rate = i128::from(tax.raw());
    if rate < 0 || rate > whole {
        return Err(Fault::Tax);
    }
    let minor = Carry::HalfUp.divide(product(&[i128::from(amount.minor()), whole])?, whole + rate)?;
    let net = Money::from_minor(narrow(minor)?, amount.currency());
    Ok(Taxed { net, tax: amount.minus(net)? })
}

/// The price that is shown beside a typed amount: four decimals; none for no quantity, or when it does not fit
/// (css.md 0.4).
pub fn shown_price(amount: Money, quantity: Quantity) -> Option<Price> {
    let sign = i128::from(quantity.raw().signum());
    let numerator = [i128::from(amount.minor()), ten(Price::DECIMALS + Quantity::DECIMALS).ok()?, sign];
    let divisor = [i128::from(quantity.raw()), sign, ten(amount.currency().exponent()).ok()?];
    let price = Carry::HalfUp.divide(product(&numerator).ok()?, product(&divisor).ok()?).ok()?;
    narrow(price).ok().map(Price::from_raw)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charge::money::money;

    fn currency(code: &str) -> Currency {
        Currency::named(code).expect("a currency")
    }

    fn ask(code: &str, price: &str, quantity: &str, rate: &str, tax: &str) -> Ask {
        Ask {
            currency: currency(code),
            price: price.parse().expect("a price"),
            of: Of::Quantity(quantity.parse().expect("a quantity")),
            limits: Limits::default(),
            typed: None,
            rate: rate.parse().expect("a rate"),
            functional: currency("CNY"),
            tax: tax.parse().expect("a tax rate"),
        }
    }

    fn figures(ask: &Ask) -> [String; 6] {
        let got = line(ask).expect("a line");
        let (parts, functional) = (got.parts, got.functional_parts);
        [got.amount, parts.net, parts.tax, got.functional, functional.net, functional.tax].map(|one| one.to_string())
    }

    #[test]
    fn the_line_of_the_catalogue_comes_to_the_cent() {
        // css.md 0.4 and /css_order_charge: C5, and C5 with its price changed to 31.00.
        let c5 = ask("CNY", "30", "658.33", "1", "6");
        assert_eq!(figures(&c5), ["19749.90", "18631.98", "1117.92", "19749.90", "18631.98", "1117.92"]);
        let dearer = Ask { price: "31".parse().expect("a price"), ..c5 };
        assert_eq!(figures(&dearer)[..3], ["20408.23", "19253.05", "1155.18"]);
        // /css_currency: yen have no smaller unit.
        assert_eq!(figures(&ask("JPY", "1000.5", "3", "0.05", "0"))[0], "3002");
        // /css_charge_template: 50.00 dollars at 7.1000.
        assert_eq!(figures(&ask("USD", "50", "1", "7.1", "0"))[3], "355.00");
    }

    #[test]
    fn the_functional_amount_knows_the_decimals_of_both_currencies() {
        assert_eq!(figures(&ask("JPY", "3002", "1", "0.047512", "0"))[3], "142.63");
        assert_eq!(figures(&ask("KWD", "1.005", "1", "23.4567", "0"))[3], "23.57");
        let yen = Ask { functional: currency("JPY"), ..ask("USD", "0.33", "1", "150.5", "6") };
        assert_eq!(figures(&yen), ["0.33", "0.31", "0.02", "50", "47", "3"]);
    }

    #[test]
    fn a_percentage_is_taken_of_its_base() {
        let mut surcharge = ask("CNY", "12.5", "1", "1", "0");
        surcharge.of = Of::Percent(money("19749.90 CNY"));
        assert_eq!(figures(&surcharge)[0], "2468.74", "2468.7375");
        surcharge.of = Of::Percent(money("-19749.90 CNY"));
        assert_eq!(figures(&surcharge)[0], "-2468.74");
        surcharge.of = Of::Percent(money("1.00 USD"));
        assert_eq!(line(&surcharge), Err(Fault::OtherCurrency));
        let yen = Ask { of: Of::Percent(money("1005 JPY")), ..ask("JPY", "10", "1", "0.05", "0") };
        assert_eq!(figures(&yen)[0], "101", "100.5");
    }

    #[test]
    fn the_least_raises_the_most_cuts_and_refunds_go_free() {
        let of = |price: &str, least: Option<&str>, most: Option<&str>| {
            let mut ask = ask("CNY", price, "10", "1", "0");
            (ask.limits.least, ask.limits.most) = (least.map(money), most.map(money));
            let got = line(&ask).expect("a line");
            (got.amount.to_string(), got.cut.map(|cut| cut.words().0))
        };
        let (low, high) = (Some("100.00 CNY"), Some("200.00 CNY"));
        assert_eq!(of("9.999", low, high), ("100.00".into(), Some("最低")));
        assert_eq!(of("10", low, high), ("100.00".into(), None));
        assert_eq!(of("20", low, high), ("200.00".into(), None));
        assert_eq!(of("20.001", low, high), ("200.00".into(), Some("最高")));
        assert_eq!(of("0", low, None), ("100.00".into(), Some("最低")));
        assert_eq!(of("-9", low, high), ("-90.00".into(), None), "a refund has no least");
        assert_eq!(of("1", high, low), ("100.00".into(), Some("最高")), "the most wins over a higher least");
        let mut refund = ask("CNY", "9", "-10", "1", "0");
        refund.limits = Limits { least: low.map(money), most: Some(money("-100.00 CNY")), ..Limits::default() };
        for of in [refund.of, Of::Percent(money("-1000.00 CNY"))] {
            refund.of = of;
            let got = line(&refund).expect("a line");
            assert_eq!((got.amount, got.cut), (money("-90.00 CNY"), None), "nor has what is given back");
        }
        let mut other = ask("CNY", "1", "1", "1", "0");
        other.limits.least = Some(money("1.00 USD"));
        assert_eq!(line(&other), Err(Fault::OtherCurrency));
    }

    #[test]
    fn an_amount_is_rounded_once_to_its_digits() {
        let of = |digits, carry| {
            let mut ask = ask("CNY", "0.3333", "3.0003", "1", "0");
            (ask.limits.digits, ask.limits.carry) = (digits, carry);
            line(&ask).map(|got| got.amount.to_string())
        };
        // 0.99999999 exactly.
        assert_eq!(of(None, Carry::HalfUp), Ok("1.00".into()));
        assert_eq!(of(None, Carry::Down), Ok("0.99".into()));
        assert_eq!(of(Some(1), Carry::Down), Ok("0.90".into()));
        assert_eq!(of(Some(0), Carry::Up), Ok("1.00".into()));
        assert_eq!(of(Some(3), Carry::Up), Err(Fault::Digits));
    }

    #[test]
    fn a_typed_amount_stands_and_shows_its_price() {
        let mut typed = ask("CNY", "30", "3", "1", "6");
        typed.typed = Some(money("100.00 CNY"));
        assert_eq!(figures(&typed)[..3], ["100.00", "94.34", "5.66"]);
        typed.typed = Some(money("100.00 USD"));
        assert_eq!(line(&typed), Err(Fault::OtherCurrency));
        let shown = |amount: &str, quantity: &str| {
            shown_price(money(amount), quantity.parse().expect("a quantity")).map(|price| price.show(4))
        };
        assert_eq!(shown("100.00 CNY", "3"), Some("33.3333".into()));
        assert_eq!(shown("200 JPY", "3"), Some("66.6667".into()));
        assert_eq!(shown("100.00 CNY", "-3"), Some("-33.3333".into()));
        assert_eq!(shown("100.00 CNY", "0"), None);
        assert_eq!(shown("92233720368547758.07 CNY", "0.0001"), None);
    }

    #[test]
    fn rates_outside_their_range_and_figures_too_large_are_refused() {
        assert_eq!(line(&ask("USD", "1", "1", "0", "0")), Err(Fault::Rate));
        assert_eq!(line(&ask("USD", "1", "1", "-7.1", "0")), Err(Fault::Rate));
        assert_eq!(line(&ask("USD", "1", "1", "999999.000001", "0")), Err(Fault::Rate));
        assert_eq!(
            line(&ask("CNY", "1", "1", "1.000001", "0")),
            Err(Fault::Rate),
            "the functional currency is worth 1"
        );
        assert_eq!(line(&ask("USD", "1", "1", "7.1", "-0.01")), Err(Fault::Tax));
        assert_eq!(line(&ask("USD", "1", "1", "7.1", "100.01")), Err(Fault::Tax));
        assert!(line(&ask("USD", "99999999.9999", "9999999.9999", "7.1", "13")).is_ok(), "the largest a form takes");
        assert_eq!(line(&ask("USD", "99999999.9999", "9999999.9999", "999999", "0")), Err(Fault::Overflow));
    }
}
