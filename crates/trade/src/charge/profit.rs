//! Gross profit, its rate and what a unit brings (catalogue css.md 0.4).

use kernel::{Percent, Quantity};

use super::money::{Carry, Fault, Money, narrow, product, ten};

/// A part in percent of a whole, two decimals, halves up; none of nothing (css.md 0.4 and 0.12).
pub fn ratio(part: Money, whole: Money) -> Result<Option<Percent>, Fault> {
    part.alike(whole)?;
    let sign = i128::from(whole.minor().signum());
    if sign == 0 {
        return Ok(None);
    }
    let numerator = product(&[i128::from(part.minor()), ten(Percent::DECIMALS + 2)?, sign])?;
    let percent = Carry::HalfUp.divide(numerator, product(&[i128::from(whole.minor()), sign])?)?;
    Ok(Some(Percent::from_raw(narrow(percent)?)))
}

/// Income less cost, both in the functional currency and of the same kind, with or without tax.
pub fn profit(income: Money, cost: Money) -> Result<Money, Fault> {
    income.minus(cost)
}

/// Profit in percent of income; none where there is no income.
pub fn rate(income: Money, cost: Money) -> Result<Option<Percent>, Fault> {
    ratio(profit(income, cost)?, income)
}

/// What one unit of the quantity brings, with the decimals of the currency; none where there is no quantity.
pub fn unit(profit: Money, quantity: Quantity) -> Result<Option<Money>, Fault> {
    let sign = i128::from(quantity.raw().signum());
    if sign == 0 {
        return Ok(None);
    }
    let numerator = product(&[i128::from(profit.minor()), ten(Quantity::DECIMALS)?, sign])?;
    let minor = Carry::HalfUp.divide(numerator, product(&[i128::from(quantity.raw()), sign])?)?;
    Ok(Some(Money::from_minor(narrow(minor)?, profit.currency())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charge::money::money;

    #[test]
    fn the_first_order_earns_what_the_catalogue_says() {
        // css.md 0.4 and /css_order_charge: E1.
        let (income, cost) = (money("20104.90 CNY"), money("13170.00 CNY"));
        let profit = profit(income, cost).expect("a profit");
        assert_eq!(profit, money("6934.90 CNY"));
        assert_eq!(rate(income, cost), Ok(Some(Percent::from_raw(3_449))));
        let weight = "658.33".parse().expect("a quantity");
        assert_eq!(unit(profit, weight), Ok(Some(money("10.53 CNY"))));
        assert_eq!(unit(money("6579.90 CNY"), weight), Ok(Some(money("9.99 CNY"))), "trunk");
    }

    #[test]
    fn there_is_no_rate_of_nothing_and_losses_are_below_nought() {
        let none = money("0.00 CNY");
        assert_eq!(rate(none, money("5.00 CNY")), Ok(None));
        assert_eq!(unit(money("5.00 CNY"), Quantity::ZERO), Ok(None));
        assert_eq!(rate(money("80.00 CNY"), money("100.00 CNY")), Ok(Some(Percent::from_raw(-2_500))));
        assert_eq!(unit(money("-1.00 CNY"), "3".parse().expect("a quantity")), Ok(Some(money("-0.33 CNY"))));
        // An order of refunds alone: its income is below nought.
        assert_eq!(rate(money("-80.00 CNY"), none), Ok(Some(Percent::from_raw(10_000))));
        assert_eq!(rate(money("80.00 CNY"), money("1.00 USD")), Err(Fault::OtherCurrency));
        assert_eq!(ratio(money("92233720368547758.07 CNY"), money("0.01 CNY")), Err(Fault::Overflow));
    }
}
