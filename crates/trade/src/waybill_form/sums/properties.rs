//! What holds of the sums of every form.

use super::*;
use crate::hostile::noise;
use crate::imp::dice::Dice;
use crate::waybill_form::{Completeness, OtherCharge, check};
use kernel::format_scaled;
use proptest::prelude::*;

fn money(dice: &mut Dice) -> (String, i64) {
    let cents = dice.between(0, 99_999_999);
    (format_scaled(cents, 2, 2), cents)
}

/// An amount that may be missing; an empty box counts nothing.
fn maybe(dice: &mut Dice) -> (String, i64) {
    if dice.yes() { money(dice) } else { (String::new(), 0) }
}

/// A form whose amounts are known in cents, and what its boxes should show.
struct Known {
    form: WaybillForm,
    /// Weight charge of all lines.
    freight: i64,
    valuation: i64,
    tax: i64,
    /// By whether they are collected, then due agent and due carrier.
    other: [[i64; 2]; 2],
}

fn known(dice: &mut Dice) -> Known {
    let (mut form, mut freight, mut other) = (WaybillForm::default(), 0, [[0; 2]; 2]);
    form.pay_method = dice.one(&["PP", "CC"]).to_owned();
    form.pay_method_other = dice.one(&["PP", "CC"]).to_owned();
    for _ in 0..dice.below(6) {
        let (text, cents) = money(dice);
        form.lines.push(RateLine { total: text, ..RateLine::default() });
        freight += cents;
    }
    for _ in 0..dice.below(14) {
        let (amount, cents) = maybe(dice);
        let (due, pay) = (dice.one(&["A", "C"]), dice.one(&["", "PP", "CC"]));
        let paid = if pay.is_empty() { form.pay_method_other.as_str() } else { pay };
        other[usize::from(paid == "CC")][usize::from(due == "C")] += cents;
        form.charges.push(OtherCharge { due: due.to_owned(), pay: pay.to_owned(), amount, ..OtherCharge::default() });
    }
    let ((text, valuation), (tax_text, tax)) = (maybe(dice), maybe(dice));
    (form.valuation_charge, form.tax) = (text, tax_text);
    Known { form, freight, valuation, tax, other }
}

/// Figures at the ends of what a box, a unit and the machine hold, and words.
const LARGE: [&str; 8] =
    ["", "-1", "0.00", "9223372036854775807", "92233720368547.75", "922337203685477.5807", "PP", "CC"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn every_box_is_the_sum_of_its_parts(seed in any::<u64>()) {
        let Known { form, freight, valuation, tax, other } = known(&mut Dice::new(seed));
        let got = sums(&form);
        prop_assert_eq!(got.freight.raw(), freight);
        for (collected, column) in [(false, got.prepaid), (true, got.collect)] {
            let own = |cents: i64| if (form.pay_method == "CC") == collected { cents } else { 0 };
            let [agent, carrier] = other[usize::from(collected)];
            prop_assert_eq!(column.weight.raw(), own(freight));
            prop_assert_eq!(column.valuation.raw(), own(valuation));
            prop_assert_eq!(column.tax.raw(), own(tax));
            prop_assert_eq!((column.due_agent.raw(), column.due_carrier.raw()), (agent, carrier));
            prop_assert_eq!(column.total.raw(), own(freight) + own(valuation) + own(tax) + agent + carrier);
        }
        // Both columns together are everything the form charges, each amount once.
        let all: i64 = freight + valuation + tax + other.iter().flatten().sum::<i64>();
        prop_assert_eq!(got.prepaid.total.raw() + got.collect.total.raw(), all);
    }

    #[test]
    fn collected_charges_are_told_in_the_currency_of_destination(seed in any::<u64>(), rate in 1i64..100_000_000) {
        let mut dice = Dice::new(seed);
        let mut form = known(&mut dice).form;
        prop_assert_eq!((sums(&form).cc_in_dest_currency, sums(&form).total_collect), (None, None));
        let (there, cents) = maybe(&mut dice);
        (form.exchange_rate, form.charges_at_destination) = (format_scaled(rate, 6, 6), there);
        let got = sums(&form);
        let exact = i128::from(got.collect.total.raw()) * i128::from(rate);
        let told = got.cc_in_dest_currency.expect("a rate").raw();
        prop_assert!((i128::from(told) * 1_000_000 - exact).abs() * 2 <= 1_000_000, "{} of {}", told, exact);
        prop_assert_eq!(got.total_collect.expect("a rate").raw(), told + cents);
    }

    #[test]
    fn a_line_comes_to_rate_times_weight_to_half_a_cent(
        rate in 0i64..99_999_999, weight in 0i64..9_999_999, class in 0usize..5,
    ) {
        let class = ["M", "U", "B", "Q", "K"][class];
        let line = RateLine {
            rate_class: class.to_owned(),
            rate_charge: format_scaled(rate, 2, 2),
            charge_weight: format_scaled(weight, 2, 2),
            ..RateLine::default()
        };
        let total = line_total(&line, "CNY").expect("a total").raw();
        if matches!(class, "M" | "U" | "B") {
            prop_assert_eq!(total, rate);
        } else {
            // Cents times hundredths of a kilogram are ten thousandths.
            prop_assert!((total * 100 - rate * weight).abs() <= 50, "{} of {} {}", total, rate, weight);
        }
        let typed = RateLine { total: "1.00".to_owned(), ..line };
        let form = WaybillForm { lines: vec![typed], ..WaybillForm::default() };
        prop_assert_eq!(sums(&form).freight.raw(), 100, "what was typed holds");
    }

    #[test]
    fn nothing_typed_makes_sums_or_rules_panic(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let mut text = |most: usize| match dice.below(3) {
            0 => noise(&mut dice, most),
            1 => "9".repeat(dice.place(30)),
            _ => dice.one(&LARGE).to_owned(),
        };
        let mut lines = Vec::new();
        for _ in 0..3 {
            let [pieces, gross_weight, charge_weight, rate_charge, total, rate_class] = [8; 6].map(&mut text);
            lines.push(RateLine {
                pieces,
                gross_weight,
                charge_weight,
                rate_charge,
                total,
                rate_class,
                ..RateLine::default()
            });
        }
        let [basis, rate, quantity, amount, pay, due] = [6; 6].map(&mut text);
        let charges = vec![OtherCharge { basis, rate, quantity, amount, pay, due, code: text(2) }; 2];
        let [exchange_rate, valuation_charge, tax, awb_number, to1, osi] = [12; 6].map(&mut text);
        let form = WaybillForm {
            lines,
            charges,
            exchange_rate,
            valuation_charge,
            tax,
            awb_number,
            to1,
            osi,
            ..WaybillForm::default()
        };
        let _ = (sums(&form), check(&form, Completeness::Draft), check(&form, Completeness::Final));
    }
}
