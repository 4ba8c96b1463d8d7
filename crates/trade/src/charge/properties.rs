//! What holds of all amounts, rates and cards.

use kernel::{ExchangeRate, Id, Instant, Percent, Price, Quantity};
use proptest::prelude::*;

use super::capital::{capital, tests::read_amount};
use super::card::{Break, Mode, Tag, Tariff, break_faults, percentage, price};
use super::choice::{Condition, choose, overlaps, tests as choices};
use super::exchange::{
    Carried, Kind, ONE, Row, add, common_rate, convert, deviates, deviation, find, foreign, functional, percent_base,
};
use super::line::{Ask, Cut, Limits, Of, line, shown_price, untaxed};
use super::money::ten;
use super::share::{Rest, share, within};
use super::{Carry, Currency, Money, profit};
use crate::imp::dice::Dice;

fn currency(code: &str) -> Currency {
    Currency::named(code).expect("a currency")
}

/// One of each exponent, and two of two decimals.
fn currencies() -> impl Strategy<Value = Currency> {
    prop::sample::select(vec!["CNY", "USD", "JPY", "KWD"]).prop_map(currency)
}

fn carries() -> impl Strategy<Value = Carry> {
    prop::sample::select(Carry::ALL.to_vec())
}

/// Half away from nought by an own way: the remainder of the Euclidean division decides.
fn half_up(numerator: i128, divisor: i128) -> i128 {
    let magnitude = (2 * numerator.abs() + divisor).div_euclid(2 * divisor);
    magnitude * numerator.signum()
}

/// Rounding as one is taught it: digit by digit of a decimal text.
fn by_hand(numerator: i128, decimals: usize, digits: usize, carry: Carry) -> i128 {
    let text = format!("{:0>width$}", numerator.abs(), width = decimals + 1);
    let (kept, dropped) = text.split_at(text.len() - (decimals - digits));
    let up = match carry {
        Carry::Down => false,
        Carry::Up => dropped.bytes().any(|digit| digit != b'0'),
        Carry::HalfUp => dropped.bytes().next().is_some_and(|digit| digit >= b'5'),
    };
    (kept.parse::<i128>().expect("digits") + i128::from(up)) * numerator.signum()
}

/// A card by chance; its prices may even rise.
fn tariff(dice: &mut Dice, mode: Mode) -> Tariff {
    let mut from = 0;
    let mut breaks = Vec::new();
    for _ in 0..=dice.below(6) {
        breaks.push(Break { from: Quantity::from_raw(from), price: Price::from_raw(dice.between(0, 1_000_000)) });
        from += dice.between(1, 5_000_000);
    }
    Tariff { currency: currency("CNY"), mode, breaks, lower_next: dice.yes(), limits: Limits::default() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn a_product_is_rounded_as_by_hand(
        raw_price in -999_999_999_999i64..=999_999_999_999, raw_quantity in -99_999_999_999i64..=99_999_999_999,
        currency in currencies(), carry in carries(), digits in 0u32..=3,
    ) {
        let digits = digits.min(currency.exponent());
        let limits = Limits { digits: Some(digits), carry, ..Limits::default() };
        let of = Of::Quantity(Quantity::from_raw(raw_quantity));
        let got = super::line::amount(currency, Price::from_raw(raw_price), of, &limits).expect("an amount");
        let exact = i128::from(raw_price) * i128::from(raw_quantity);
        let wanted = by_hand(exact, 8, usize::try_from(digits).expect("small"), carry);
        let unit = ten(currency.exponent() - digits).expect("small");
        prop_assert_eq!(i128::from(got.amount.minor()), wanted * unit);
        prop_assert_eq!(got.cut, None);
    }

    #[test]
    fn figures_of_a_line_add_up_and_have_one_sign(
        raw_price in -99_999_999i64..99_999_999, raw_quantity in -99_999_999i64..99_999_999,
        raw_rate in 1i64..=20_000_000, raw_tax in 0i64..=10_000, own in currencies(), other in currencies(),
    ) {
        let rate = if own == other { ONE } else { ExchangeRate::from_raw(raw_rate) };
        let ask = Ask {
            currency: own,
            price: Price::from_raw(raw_price),
            of: Of::Quantity(Quantity::from_raw(raw_quantity)),
            limits: Limits::default(),
            typed: None,
            rate,
            functional: other,
            tax: Percent::from_raw(raw_tax),
        };
        let got = line(&ask).expect("a line");
        for (whole, parts) in [(got.amount, got.parts), (got.functional, got.functional_parts)] {
            prop_assert_eq!(parts.net.plus(parts.tax), Ok(whole));
            for part in [parts.net.minor(), parts.tax.minor()] {
                prop_assert!(part == 0 || part.signum() == whole.minor().signum());
            }
            let wanted = half_up(i128::from(whole.minor()) * 10_000, 10_000 + i128::from(raw_tax));
            prop_assert_eq!(i128::from(parts.net.minor()), wanted);
        }
        let numerator = i128::from(got.amount.minor()) * i128::from(rate.raw()) * ten(other.exponent()).expect("small");
        let wanted = half_up(numerator, 1_000_000 * ten(own.exponent()).expect("small"));
        prop_assert_eq!(i128::from(got.functional.minor()), wanted);
        // A typed amount that is the computed one changes nothing but the price shown.
        let typed = Ask { typed: Some(got.amount), price: Price::ZERO, ..ask };
        prop_assert_eq!(line(&typed), Ok(got));
    }

    #[test]
    fn limits_keep_amounts_between_them(
        raw_price in 0i64..99_999_999, raw_quantity in 0i64..99_999_999, low in 0i64..1_000_000, more in 0i64..1_000_000,
    ) {
        let cny = currency("CNY");
        let of = Of::Quantity(Quantity::from_raw(raw_quantity));
        let (least, most) = (Money::from_minor(low, cny), Money::from_minor(low + more, cny));
        let limits = Limits { least: Some(least), most: Some(most), ..Limits::default() };
        let raw_price = Price::from_raw(raw_price);
        let free = super::line::amount(cny, raw_price, of, &Limits::default()).expect("an amount").amount.minor();
        let got = super::line::amount(cny, raw_price, of, &limits).expect("an amount");
        prop_assert_eq!(got.amount.minor(), free.clamp(low, low + more));
        let cut = if free < low { Some(Cut::Least) } else if free > low + more { Some(Cut::Most) } else { None };
        prop_assert_eq!(got.cut, cut);
    }

    #[test]
    fn shares_add_up_and_each_but_the_last_is_its_part(
        minor in any::<i32>(), weights in prop::collection::vec(0i64..1_000_000, 1..20),
    ) {
        let total = Money::from_minor(i64::from(minor), currency("CNY"));
        let sum: i64 = weights.iter().sum();
        prop_assume!(sum > 0);
        let shares = share(total, &weights).expect("shares");
        prop_assert_eq!(Money::sum(total.currency(), shares.iter().copied()), Ok(total));
        prop_assert_eq!(shares.len(), weights.len());
        for (part, weight) in shares.iter().zip(&weights).take(weights.len() - 1) {
            let wanted = half_up(i128::from(minor) * i128::from(*weight), i128::from(sum));
            prop_assert_eq!(i128::from(part.minor()), wanted);
        }
        // The last is off by half a unit of each of the others at most.
        let (last, weight) = (shares[shares.len() - 1].minor(), weights[weights.len() - 1]);
        let off = i128::from(last) * i128::from(sum) - i128::from(minor) * i128::from(weight);
        prop_assert!(2 * off.abs() <= i128::from(sum) * i128::try_from(weights.len()).expect("small"));
    }

    #[test]
    fn a_row_settled_in_any_parts_carries_exactly_what_it_stood_for(
        minor in any::<i32>(), raw_rate in 1i64..=20_000_000, seed in any::<u64>(),
    ) {
        prop_assume!(minor != 0);
        let (usd, cny, rate) = (currency("USD"), currency("CNY"), ExchangeRate::from_raw(raw_rate));
        let row = Rest::of(Money::from_minor(i64::from(minor), usd), rate, cny).expect("a row");
        let (mut rest, mut carried, mut dice) = (row, Money::zero(cny), Dice::new(seed));
        for _ in 0..5 {
            let left = rest.amount.minor();
            if left == 0 {
                break;
            }
            let part = Money::from_minor(left.signum() * dice.between(1, left.abs()), usd);
            prop_assert_eq!(within(part, rest.amount), Ok(()));
            let (one, next) = rest.settle(part, rate).expect("a part");
            carried = carried.plus(one).expect("a sum");
            rest = next;
        }
        if !rest.amount.is_zero() {
            let (one, next) = rest.settle(rest.amount, rate).expect("the rest");
            carried = carried.plus(one).expect("a sum");
            rest = next;
        }
        prop_assert_eq!((rest.amount, rest.functional), (Money::zero(usd), Money::zero(cny)));
        prop_assert_eq!(carried, row.functional);
    }

    #[test]
    fn a_conversion_there_and_back_is_off_by_less_than_a_rate_explains(
        minor in -1_000_000_000i64..1_000_000_000, raw_rate in 100_000i64..=20_000_000,
    ) {
        let (usd, cny, rate) = (currency("USD"), currency("CNY"), ExchangeRate::from_raw(raw_rate));
        let amount = Money::from_minor(minor, usd);
        let there = functional(amount, rate, cny).expect("an amount");
        let back = foreign(there, rate, usd).expect("an amount");
        // Half a fen is worth this many cents, and half a cent more.
        let off = i128::from((back.minor() - minor).abs());
        prop_assert!(2 * off * i128::from(raw_rate) <= 1_000_000 + i128::from(raw_rate), "{:?} {:?}", amount, back);
        let rows = [Row { currency: usd, kind: Kind::General, rate, begin: Instant::from_millis(0), end: None }];
        let got = convert(&rows, cny, amount, cny, Kind::Payable, Instant::from_millis(0)).expect("an amount");
        prop_assert_eq!(got.amount, there);
        let got = convert(&rows, cny, there, usd, Kind::Receivable, Instant::from_millis(1)).expect("an amount");
        prop_assert_eq!(got.amount, back);
    }

    #[test]
    fn the_common_rate_of_lines_lies_between_theirs(
        lines in prop::collection::vec((1i64..1_000_000, 1_000_000i64..20_000_000), 1..8),
    ) {
        let (usd, cny) = (currency("USD"), currency("CNY"));
        let lines: Vec<Carried> = lines.into_iter().map(|(minor, rate)| {
            let (amount, rate) = (Money::from_minor(minor, usd), ExchangeRate::from_raw(rate));
            Carried { amount, rate, functional: functional(amount, rate, cny).expect("an amount") }
        }).collect();
        let got = common_rate(&lines).expect("a rate");
        let rates = || lines.iter().map(|line| line.rate);
        prop_assert_eq!(got.mixed, rates().any(|rate| rate != lines[0].rate));
        // Each functional amount is half a fen off at most.
        let sum: i64 = lines.iter().map(|line| line.amount.minor()).sum();
        let slack = i64::try_from(lines.len()).expect("small") * 1_000_000 / (2 * sum) + 1;
        let (low, high) = (rates().min().expect("a rate").raw() - slack, rates().max().expect("a rate").raw() + slack);
        prop_assert!((low..=high).contains(&got.rate.raw()), "{} not in {}..={}", got.rate, low, high);
        prop_assert_eq!(percent_base(&lines, usd, got.rate), Ok(Money::from_minor(sum, usd)));
    }

    #[test]
    fn rows_of_rates_never_overlap_however_they_are_added(
        stretches in prop::collection::vec((0i64..30, 0i64..12, any::<bool>()), 1..10),
    ) {
        let (usd, cny) = (currency("USD"), currency("CNY"));
        let mut rows: Vec<Row> = Vec::new();
        for (begin, length, open) in stretches {
            let end = (!open).then(|| Instant::from_millis(begin + length));
            let rate = ExchangeRate::from_raw(begin + 1);
            let new = Row { currency: usd, kind: Kind::General, rate, begin: Instant::from_millis(begin), end };
            let before: Vec<_> = (0..45).map(|at| find(&rows, cny, usd, Kind::General, Instant::from_millis(at))).collect();
            let Ok(ends) = add(&rows, &new, cny, false) else { continue };
            if let Some(place) = ends {
                rows[place].end = Some(new.begin);
            }
            rows.push(new);
            for (at, before) in (0..).zip(before) {
                let moment = Instant::from_millis(at);
                let holding = rows.iter().filter(|row| row.begin <= moment && row.end.is_none_or(|end| moment < end));
                prop_assert!(holding.count() <= 1, "two rates at {}", at);
                // What was before the new row stays; within it, its own rate holds.
                let now = find(&rows, cny, usd, Kind::General, moment);
                if moment < new.begin {
                    prop_assert_eq!(now, before);
                } else if new.end.is_none_or(|end| moment < end) {
                    prop_assert_eq!(now.map(|found| found.rate), Ok(rate));
                }
            }
        }
    }

    #[test]
    fn a_whole_card_charges_its_break_or_the_cheaper_next(seed in any::<u64>(), raw in 0i64..30_000_000) {
        let card = tariff(&mut Dice::new(seed), Mode::Whole);
        let got = price(&card, Quantity::from_raw(raw)).expect("a price");
        let times = |price: Price, quantity: i64| i128::from(price.raw()) * i128::from(quantity);
        let own = card.breaks.iter().rfind(|one| one.from.raw() <= raw).expect("it begins at nought");
        let next = card.breaks.iter().find(|one| one.from.raw() > raw).filter(|_| card.lower_next);
        let exact = times(own.price, raw);
        let wanted = next.map_or(exact, |next| exact.min(times(next.price, next.from.raw())));
        prop_assert_eq!(i128::from(got.amount.minor()), half_up(wanted, 1_000_000));
        prop_assert_eq!(got.tag == Some(Tag::NextBreak), wanted < exact);
        prop_assert!(got.quantity.raw() >= raw);
        // Price times quantity is the amount (css.md 0.15, 1).
        prop_assert_eq!(i128::from(got.amount.minor()), half_up(times(got.price, got.quantity.raw()), 1_000_000));
    }

    #[test]
    fn a_progressive_card_charges_each_piece_by_its_break(seed in any::<u64>(), units in 0i64..3_000) {
        let mut card = tariff(&mut Dice::new(seed), Mode::Progressive);
        for one in &mut card.breaks {
            one.from = Quantity::from_raw(one.from.raw() / 10_000 * 10_000);
        }
        prop_assume!(break_faults(card.mode, &card.breaks).is_empty());
        let slow: i128 = (0..units).map(|unit| {
            let own = card.breaks.iter().rfind(|one| one.from.raw() <= unit * 10_000).expect("it begins at nought");
            i128::from(own.price.raw())
        }).sum();
        let got = price(&card, Quantity::from_raw(units * 10_000)).expect("a price");
        prop_assert_eq!(i128::from(got.amount.minor()), half_up(slow, 100));
        let more = price(&card, Quantity::from_raw(units * 10_000 + 1)).expect("a price");
        prop_assert!(more.amount.minor() >= got.amount.minor());
    }

    #[test]
    fn capitals_read_back_as_the_amount(minor in any::<i64>(), digits in 0u32..19, currency in currencies()) {
        for minor in [minor, minor / 10i64.pow(digits), minor / 10i64.pow(digits) * 10i64.pow(digits)] {
            let text = capital(Money::from_minor(minor, currency), "币");
            prop_assert_eq!(read_amount(&text, "币", currency.exponent()), i128::from(minor), "{}", text);
            prop_assert!(!text.contains("零零"), "{}", text);
            prop_assert!(minor == 0 || !text.contains("零元") && !text.contains("零万") && !text.contains("零亿"), "{}", text);
        }
    }

    #[test]
    fn the_chosen_card_does_not_depend_on_the_order_of_rows(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let ask = choices::ask();
        let mut cards: Vec<_> = (1..=dice.between(1, 8)).map(|id| {
            let mut card = choices::card(id);
            card.coop = dice.one(&[None, None, Some(Id(7)), Some(Id(8))]);
            card.priority = dice.one(&[0, 1, 2]);
            card.begin = kernel::day_after_days(card.begin, dice.between(0, 250));
            card.active = dice.below(8) > 0;
            for (condition, word) in [(Condition::Origin, "PVG"), (Condition::Carrier, "X9"), (Condition::Route, "欧线")] {
                if dice.below(3) == 0 {
                    card.conditions.words.insert(condition, word.to_owned());
                }
            }
            card
        }).collect();
        let told = |cards: &[super::choice::Card]| {
            let choice = choose(cards, &ask);
            let mut whys: Vec<_> = choice.others.iter().map(|(place, why)| (cards[*place].id, format!("{why:?}"))).collect();
            whys.sort();
            (choice.chosen.map(|place| cards[place].id), whys)
        };
        let first = told(&cards);
        prop_assert_eq!(first.1.len() + usize::from(first.0.is_some()), cards.len(), "each card is told of once");
        let turned = dice.place(cards.len());
        cards.rotate_left(turned);
        cards.reverse();
        prop_assert_eq!(told(&cards), first);
        for (one, other) in cards.iter().zip(cards.iter().skip(1)) {
            prop_assert_eq!(overlaps(one, other), overlaps(other, one));
        }
    }

    #[test]
    fn no_figure_makes_anything_panic(
        numbers in any::<[i64; 6]>(), own in currencies(), other in currencies(), carry in carries(), digits in any::<u32>(),
    ) {
        let [a, b, c, d, e, f] = numbers;
        let (amount, second) = (Money::from_minor(a, own), Money::from_minor(b, own));
        let rate = ExchangeRate::from_raw(c);
        let limits = Limits { digits: Some(digits % 5), carry, least: Some(second), most: Some(Money::from_minor(f, own)) };
        let ask = Ask {
            currency: own,
            price: Price::from_raw(d),
            of: Of::Quantity(Quantity::from_raw(e)),
            limits,
            typed: None,
            rate,
            functional: other,
            tax: Percent::from_raw(f),
        };
        let _ = (line(&ask), line(&Ask { of: Of::Percent(amount), ..ask }), line(&Ask { typed: Some(amount), ..ask }));
        let _ = (amount.round(digits, carry), amount.plus(second), amount.minus(second), untaxed(amount, ask.tax));
        let _ = (shown_price(amount, Quantity::from_raw(b)), share(amount, &numbers), within(amount, second));
        let _ = (functional(amount, rate, other), foreign(amount, rate, other));
        let _ = (deviation(rate, ExchangeRate::from_raw(d)), deviates(rate, ExchangeRate::from_raw(d)));
        let _ = (profit::rate(amount, second), profit::unit(amount, Quantity::from_raw(b)), capital(amount, ""));
        let rest = Rest { amount, functional: Money::from_minor(f, other) };
        let _ = rest.settle(second, rate);
        for mode in Mode::ALL {
            let breaks = [(0, a), (b, c), (d, e)].map(|(from, price)| Break { from: Quantity::from_raw(from), price: Price::from_raw(price) });
            let mut card = Tariff { currency: own, mode, breaks: breaks.to_vec(), lower_next: true, limits };
            let _ = (price(&card, Quantity::from_raw(f)), super::card::text(own, &breaks));
            for one in &mut card.breaks {
                (one.from, one.price) = (Quantity::from_raw(one.from.raw().saturating_abs()), Price::from_raw(one.price.raw().saturating_abs()));
            }
            card.breaks.sort_by_key(|one| one.from);
            let _ = (price(&card, Quantity::from_raw(f)), percentage(&card));
        }
        let row = |begin, end| Row {
            currency: own, kind: Kind::General, rate, begin: Instant::from_millis(begin), end: Some(Instant::from_millis(end)),
        };
        let _ = add(&[row(a, b), row(c, d)], &row(e, f), other, true);
        let _ = convert(&[row(a, b)], other, amount, other, Kind::Payable, Instant::from_millis(f));
    }
}
