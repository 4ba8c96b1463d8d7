//! Parts of an amount: shares over lines, and what settlements of a row carry (catalogue css.md 0.4, 0.7 and 0.8).

use kernel::ExchangeRate;

use super::Side;
use super::exchange::functional;
use super::money::{Carry, Fault, Money, narrow, product};

/// Shares an amount by weights of one unit: each share is rounded half up, the last takes the rest, so that the sum is
/// exact (css.md 0.4). Weights may be below nought as amounts are, but must not add up to nought.
///
/// The last share is the only one that rounding may turn: 0.02 over four equal lines is 0.01, 0.01, 0.01 and −0.01.
pub fn share(total: Money, weights: &[i64]) -> Result<Vec<Money>, Fault> {
    let sum: i128 = weights.iter().copied().map(i128::from).sum();
    let (_, first) = weights.split_last().filter(|_| sum != 0).ok_or(Fault::NoWeight)?;
    let mut rest = total;
    let mut shares = Vec::with_capacity(weights.len());
    for weight in first {
        let part = product(&[i128::from(total.minor()), i128::from(*weight), sum.signum()])?;
        let part = Money::from_minor(narrow(Carry::HalfUp.divide(part, sum.abs())?)?, total.currency());
        rest = rest.minus(part)?;
        shares.push(part);
    }
    shares.push(rest);
    Ok(shares)
}

/// Whether a part may be taken of a rest: it is not nought, has the sign of the rest and is not more (css.md 0.7).
pub fn within(part: Money, rest: Money) -> Result<(), Fault> {
    part.alike(rest)?;
    if part.is_zero() || rest.is_zero() {
        return Err(Fault::Nought);
    }
    if part.minor().signum() != rest.minor().signum() {
        return Err(Fault::OtherSign);
    }
    if part.minor().unsigned_abs() > rest.minor().unsigned_abs() { Err(Fault::BeyondRest) } else { Ok(()) }
}

/// What is open of a row, in its currency and in the functional one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rest {
    /// Open amount.
    pub amount: Money,
    /// What it is carried at.
    pub functional: Money,
}

impl Rest {
    /// A row of which nothing is settled yet.
    pub fn of(amount: Money, rate: ExchangeRate, currency: super::Currency) -> Result<Self, Fault> {
        Ok(Self { amount, functional: functional(amount, rate, currency)? })
    }

    /// What a settled part is carried at, and what then is open: the part at the rate of the row, but the last part
    /// takes the row's functional rest (css.md 0.8).
    pub fn settle(self, part: Money, rate: ExchangeRate) -> Result<(Money, Self), Fault> {
        within(part, self.amount)?;
        let amount = self.amount.minus(part)?;
        let carried =
            if amount.is_zero() { self.functional } else { functional(part, rate, self.functional.currency())? };
        Ok((carried, Self { amount, functional: self.functional.minus(carried)? }))
    }
}

/// Exchange gain of a settlement, below nought for a loss: money less carrying of income, carrying less money of cost
/// (css.md 0.8).
pub fn gain(side: Side, money: Money, carrying: Money) -> Result<Money, Fault> {
    match side {
        Side::Receivable => money.minus(carrying),
        Side::Payable => carrying.minus(money),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charge::Currency;
    use crate::charge::money::money;

    fn shares(total: &str, weights: &[i64]) -> Vec<String> {
        share(money(total), weights).expect("shares").iter().map(Money::to_string).collect()
    }

    #[test]
    fn an_amount_is_shared_by_weight_to_the_cent() {
        // /css_charge_batch: 300.00 over E1 of 658.33 kg and E2 of 300.00 kg.
        assert_eq!(shares("300.00 CNY", &[65_833, 30_000]), ["206.09", "93.91"]);
        assert_eq!(shares("100.00 CNY", &[1, 1, 1]), ["33.33", "33.33", "33.34"]);
        assert_eq!(shares("100 JPY", &[1, 1, 1]), ["33", "33", "34"]);
        assert_eq!(shares("-100.00 CNY", &[1, 1, 1]), ["-33.33", "-33.33", "-33.34"]);
        assert_eq!(shares("100.00 CNY", &[7]), ["100.00"]);
        assert_eq!(shares("100.00 CNY", &[0, 1, 0]), ["0.00", "100.00", "0.00"]);
        assert_eq!(shares("0.00 CNY", &[1, 2]), ["0.00", "0.00"]);
        // A row of a charge and its refund.
        assert_eq!(shares("80.00 CNY", &[100, -20]), ["100.00", "-20.00"]);
        assert_eq!(shares("-80.00 CNY", &[-100, 20]), ["-100.00", "20.00"]);
        assert_eq!(shares("0.02 CNY", &[1, 1, 1, 1]), ["0.01", "0.01", "0.01", "-0.01"]);
    }

    #[test]
    fn nothing_is_shared_over_nothing() {
        for weights in [&[][..], &[0], &[0, 0], &[5, -5]] {
            assert_eq!(share(money("1.00 CNY"), weights), Err(Fault::NoWeight), "{weights:?}");
        }
        assert_eq!(share(money("92233720368547758.07 CNY"), &[i64::MAX, 1, -i64::MAX]), Err(Fault::Overflow));
    }

    #[test]
    fn a_row_that_is_settled_in_parts_leaves_nothing() {
        let rate = "7.1234".parse().expect("a rate");
        let mut rest = Rest::of(money("100.00 USD"), rate, money("0 CNY").currency()).expect("a row");
        assert_eq!(rest.functional, money("712.34 CNY"));
        for (part, carried) in [("33.33", "237.42"), ("33.33", "237.42"), ("33.34", "237.50")] {
            let (got, left) = rest.settle(money(&format!("{part} USD")), rate).expect("a part");
            assert_eq!(got.to_string(), carried);
            rest = left;
        }
        assert_eq!((rest.amount, rest.functional), (money("0.00 USD"), money("0.00 CNY")));
        assert_eq!(rest.settle(money("0.01 USD"), rate), Err(Fault::Nought));
    }

    #[test]
    fn a_part_has_the_sign_of_the_rest_and_is_not_more() {
        let of = |part: &str, rest: &str| within(money(part), money(rest));
        assert_eq!(of("100.00 CNY", "100.00 CNY"), Ok(()));
        assert_eq!(of("-0.01 CNY", "-100.00 CNY"), Ok(()));
        assert_eq!(of("100.01 CNY", "100.00 CNY"), Err(Fault::BeyondRest));
        assert_eq!(of("-100.01 CNY", "-100.00 CNY"), Err(Fault::BeyondRest));
        assert_eq!(of("-1.00 CNY", "100.00 CNY"), Err(Fault::OtherSign));
        assert_eq!(of("0.00 CNY", "100.00 CNY"), Err(Fault::Nought));
        assert_eq!(of("1.00 CNY", "0.00 CNY"), Err(Fault::Nought));
        assert_eq!(of("1.00 USD", "1.00 CNY"), Err(Fault::OtherCurrency));
        let least = Money::from_minor(i64::MIN, Currency::named("CNY").expect("a currency"));
        assert_eq!(within(least, least), Ok(()));
    }

    #[test]
    fn a_dearer_dollar_gains_on_income_and_loses_on_cost() {
        // CP2: 2400.00 dollars carried at 16800.00 and paid at 7.0500.
        let paid = functional(
            money("2400.00 USD"),
            "7.05".parse().expect("a rate"),
            Currency::named("CNY").expect("a currency"),
        );
        let (paid, carrying) = (paid.expect("an amount"), money("16800.00 CNY"));
        assert_eq!(paid, money("16920.00 CNY"));
        assert_eq!(gain(Side::Payable, paid, carrying), Ok(money("-120.00 CNY")));
        assert_eq!(gain(Side::Receivable, paid, carrying), Ok(money("120.00 CNY")));
    }
}
