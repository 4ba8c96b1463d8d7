//! What holds of every rate and every weight.

use super::*;
use crate::imp::dice::Dice;
use proptest::prelude::*;

/// A rate by chance: N and some breaks whose prices may even rise, perhaps a minimum, an item, a class and a unit.
fn rate(dice: &mut Dice) -> Rate {
    let price = |dice: &mut Dice| Price::from_raw(dice.between(1, 1_000_000));
    let mut from = 0;
    let mut breaks = Vec::new();
    for _ in 0..=dice.below(6) {
        breaks.push(Break { from: Weight::from_raw(from), rate: price(dice) });
        from += dice.between(1, 500) * 1_000;
    }
    let minimum = dice.yes().then(|| Amount::from_raw(dice.between(1, 100_000)));
    let item = dice.yes().then(|| {
        let from = Weight::from_raw(dice.between(0, 500) * 1_000);
        Item { number: "2199".to_owned(), from, rate: price(dice) }
    });
    let class = Class {
        goods: "活体动物".to_owned(),
        percent: Percent::from_raw(dice.between(1_000, 30_000)),
        basis: if dice.yes() { Basis::Normal } else { Basis::Applicable },
        of_minimum: Percent::from_raw(dice.between(10_000, 30_000)),
    };
    let pivot = Weight::from_raw(dice.between(100, 5_000) * 1_000);
    let unit =
        Unit { kind: "PMC".to_owned(), pivot, charge: Amount::from_raw(dice.between(1, 5_000_000)), over: price(dice) };
    Rate { minimum, breaks, items: item.into_iter().collect(), classes: vec![class], units: vec![unit] }
}

fn ask(grams: i64) -> Ask<'static> {
    Ask { weight: Weight::from_raw(grams), step: Step::Half, item: "", goods: "", unit: "" }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn the_price_is_the_cheapest_candidate_and_never_below_the_minimum(seed in any::<u64>(), grams in 1i64..3_000_000) {
        let rate = rate(&mut Dice::new(seed));
        let asked = Ask { item: "2199", ..ask(grams) };
        let got = price(&rate, &asked).expect("a price");
        let floor = rate.minimum.unwrap_or(Amount::ZERO);
        let own = rate.breaks.iter().rfind(|one| one.from <= asked.weight).expect("N begins at nought");
        let item = rate.items.first().map(|item| times(item.rate, asked.weight.max(item.from)));
        // Told candidates are the own break and all above, each with what it costs.
        prop_assert_eq!(got.candidates.len(), rate.breaks.iter().filter(|one| one.from >= own.from).count());
        for one in &got.candidates {
            prop_assert_eq!(one.total, times(one.rate, asked.weight.max(one.from)));
        }
        let cheapest = got.candidates.iter().map(|one| one.total).chain(item).min().expect("a candidate");
        prop_assert_eq!(got.total, cheapest.max(floor));
        prop_assert!(got.total <= times(own.rate, asked.weight).max(floor), "never dearer than the own break");
        match got.rate_class {
            "M" => prop_assert!(cheapest < floor && got.total == floor && got.charge_weight == asked.weight),
            "C" => prop_assert_eq!((got.total, item), (cheapest, Some(cheapest)), "an item wins a draw"),
            class => {
                let first = got.candidates.iter().find(|one| one.total == cheapest).expect("the cheapest");
                prop_assert_eq!((class, got.rate, got.charge_weight), (first.rate_class, first.rate, first.weight));
                prop_assert_eq!(got.total, times(got.rate, got.charge_weight));
                prop_assert!(got.charge_weight >= asked.weight);
            }
        }
    }

    #[test]
    fn a_heavier_shipment_never_costs_less(seed in any::<u64>(), grams in 1i64..3_000_000, more in 1i64..1_000_000) {
        let rate = rate(&mut Dice::new(seed));
        for (item, unit) in [("", ""), ("2199", ""), ("", "PMC")] {
            let total = |grams| price(&rate, &Ask { item, unit, ..ask(grams) }).expect("a price").total;
            let (less, more) = (total(grams), total(grams + more));
            prop_assert!(more >= less, "{} after {} with {:?} {:?}", more, less, item, unit);
        }
    }

    #[test]
    fn from_the_break_even_on_the_next_break_is_not_dearer(seed in any::<u64>(), grams in 1i64..3_000_000) {
        let rate = rate(&mut Dice::new(seed));
        let asked = ask(grams);
        let own = rate.breaks.iter().rfind(|one| one.from <= asked.weight).expect("N begins at nought");
        if let Some((even, next)) = break_even(&rate.breaks, &asked) {
            prop_assert!(times(next.rate, even.max(next.from)) <= times(own.rate, even), "{}", even);
            prop_assert_eq!(even.raw() % 500, 0, "rounded as the carrier does");
        } else {
            let above = rate.breaks.iter().find(|one| one.from > asked.weight);
            prop_assert!(above.is_none_or(|above| above.rate >= own.rate), "{:?}", above);
        }
    }

    #[test]
    fn a_class_costs_its_share_and_no_less_than_its_own_minimum(seed in any::<u64>(), grams in 1i64..3_000_000) {
        let rate = rate(&mut Dice::new(seed));
        let class = &rate.classes[0];
        let got = price(&rate, &Ask { goods: "活体动物", ..ask(grams) }).expect("a price");
        let general = price(&Rate { minimum: None, items: Vec::new(), ..rate.clone() }, &ask(grams)).expect("a price");
        let base = if class.basis == Basis::Normal { rate.breaks[0].rate } else { general.rate };
        let floor = rate.minimum.map_or(Amount::ZERO, |minimum| share(minimum, class.of_minimum));
        // A class rate has two decimals: half a cent a kilogram off at most.
        let exact = i128::from(base.raw()) * i128::from(class.percent.raw()) * i128::from(grams) / 1_000_000_000;
        let off = (i128::from(got.total.raw()) - exact).abs();
        prop_assert!(got.total == floor || off <= i128::from(grams) / 2_000 + 2, "{} and {}", got.total, exact);
        prop_assert!(got.total >= floor);
        prop_assert_eq!(got.rate_class, if class.percent < Percent::from_raw(10_000) { "R" } else { "S" });
    }

    #[test]
    fn a_load_unit_costs_its_charge_and_every_kilogram_above(seed in any::<u64>(), grams in 1i64..9_000_000) {
        let rate = rate(&mut Dice::new(seed));
        let unit = &rate.units[0];
        let got = price(&rate, &Ask { unit: "PMC", ..ask(grams) }).expect("a price");
        let above = Weight::from_raw((grams - unit.pivot.raw()).max(0));
        prop_assert_eq!(got.total, unit.charge.plus(times(unit.over, above)));
        prop_assert_eq!(got.over.map(|over| over.weight), (above > Weight::ZERO).then_some(above));
    }

    #[test]
    fn no_weight_and_no_figure_makes_it_panic(seed in any::<u64>(), numbers in any::<[i64; 5]>()) {
        let mut rate = rate(&mut Dice::new(seed));
        rate.breaks[0].rate = Price::from_raw(numbers[0]);
        rate.breaks.push(Break { from: Weight::from_raw(numbers[1]), rate: Price::from_raw(numbers[2]) });
        rate.minimum = Some(Amount::from_raw(numbers[3]));
        for (goods, unit) in [("", ""), ("活体动物", ""), ("", "PMC")] {
            let _ = price(&rate, &Ask { goods, unit, ..ask(numbers[4]) });
        }
    }
}
