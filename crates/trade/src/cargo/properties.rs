//! What holds of all figures of cargo.

use super::*;
use proptest::prelude::*;

/// Grams up to a hundred thousand tons, and cubic centimetres up to a million cubic metres.
fn figures() -> impl Strategy<Value = (Weight, Volume)> {
    (1i64..100_000_000_000, 1i64..1_000_000_000_000).prop_map(|(g, v)| (Weight::from_raw(g), Volume::from_raw(v)))
}

fn dimension() -> impl Strategy<Value = Dimension> {
    let side = 1i64..=SIDE_MM_MAX;
    (side.clone(), side.clone(), side, 1i64..100_000).prop_map(|(l, w, h, pieces)| Dimension {
        length: Length::from_raw(l),
        width: Length::from_raw(w),
        height: Length::from_raw(h),
        pieces,
    })
}

/// Half up, away from nought, by an own way: twice the dividend and the divisor once more.
fn half_up(numerator: i128, divisor: i128) -> i128 {
    (2 * numerator + divisor).div_euclid(2 * divisor)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn the_charge_weight_is_the_greater_of_gross_and_volume_weight(
        (gross, volume) in figures(), divisor in 1_000i64..10_000, more in 0i64..1_000_000_000,
    ) {
        let bulky = volume_weight(volume, divisor);
        prop_assert_eq!(i128::from(bulky.raw()), half_up(i128::from(volume.raw()) * 1_000, i128::from(divisor)));
        let charged = charge_weight(gross, volume, divisor);
        prop_assert!(charged >= gross && charged >= bulky && (charged == gross || charged == bulky));
        // More weight, more volume or a smaller divisor never charges less.
        let more = Volume::from_raw(volume.raw() + more);
        prop_assert!(charge_weight(gross, more, divisor) >= charged);
        prop_assert!(charge_weight(gross, volume, divisor - 1) >= charged);
    }

    #[test]
    fn a_weight_is_rounded_up_to_the_next_step_and_no_further((weight, _) in figures()) {
        for (step, grams) in [(Step::Half, 500), (Step::Whole, 1_000)] {
            let (up, cents) = (step.up(weight), weight.round(2));
            prop_assert_eq!(up.raw() % grams, 0);
            prop_assert!(up >= cents && up.raw() - cents.raw() < grams, "{} became {}", weight, up);
            prop_assert_eq!(step.up(up), up);
        }
        prop_assert_eq!(Step::None.up(weight), weight);
    }

    #[test]
    fn the_volume_is_that_of_all_pieces_to_a_thousandth(lines in prop::collection::vec(dimension(), 0..5)) {
        let of_one = |one: &Dimension| -> i128 {
            [one.length.raw(), one.width.raw(), one.height.raw(), one.pieces].into_iter().map(i128::from).product()
        };
        let cubic_mm: i128 = lines.iter().map(of_one).sum();
        let volume = volume_of(&lines);
        match i64::try_from(half_up(cubic_mm, 1_000_000) * 1_000) {
            Ok(expected) => prop_assert_eq!(volume.raw(), expected),
            Err(_) => prop_assert_eq!(volume.raw(), i64::MAX),
        }
        prop_assert_eq!(volume.raw() % 1_000, if volume.raw() == i64::MAX { i64::MAX % 1_000 } else { 0 });
        let reversed: Vec<Dimension> = lines.iter().rev().copied().collect();
        prop_assert_eq!(volume_of(&reversed), volume);
        prop_assert_eq!(pieces_of(&lines), lines.iter().map(|one| one.pieces).sum::<i64>());
        prop_assert!(lines.iter().all(|one| one.is_sound()));
    }

    #[test]
    fn density_times_volume_is_the_weight_to_half_a_gram_of_density((gross, volume) in figures()) {
        let density = density(gross, volume).expect("a volume");
        let off = i128::from(density.raw()) * i128::from(volume.raw()) - i128::from(gross.raw()) * 1_000_000;
        prop_assert!(density.raw() == i64::MAX || 2 * off.abs() <= i128::from(volume.raw()), "{}", density);
        prop_assert_eq!(super::density(gross, Volume::from_raw(1 - volume.raw())), None);
    }

    #[test]
    fn chargeable_tons_are_the_greater_of_tons_and_cubic_metres((gross, volume) in figures(), factor in 100i64..2_000) {
        let tons = i128::from(chargeable_tons(gross, volume, factor).raw());
        let (by_weight, by_volume) =
            (half_up(i128::from(gross.raw()), i128::from(factor)), half_up(i128::from(volume.raw()), 1_000));
        prop_assert_eq!(tons, by_weight.max(by_volume));
    }

    #[test]
    fn the_customer_pays_between_gross_and_charge_weight((gross, volume) in figures(), ratio in 0i64..=10_000) {
        let at = |ratio: i64| spared_weight(gross, volume_weight(volume, DIVISOR_DEFAULT), Percent::from_raw(ratio));
        let paid = at(ratio);
        prop_assert!(paid >= gross && paid <= charge_weight(gross, volume, DIVISOR_DEFAULT));
        prop_assert!(at((ratio + 100).min(10_000)) <= paid, "a greater ratio spares more");
        prop_assert_eq!((at(0), at(10_000)), (charge_weight(gross, volume, DIVISOR_DEFAULT), gross));
    }

    #[test]
    fn dimension_texts_read_back(lines in prop::collection::vec(dimension(), 1..4)) {
        prop_assert_eq!(parse_dimensions(&dimensions_text(&lines)), Ok(lines));
    }

    #[test]
    fn no_figure_and_no_text_makes_it_panic(
        numbers in any::<[i64; 4]>(), (expected, actual) in any::<(i64, i64)>(), seed in any::<u64>(),
    ) {
        let [l, w, h, pieces] = numbers;
        let side = Length::from_raw;
        let one = Dimension { length: side(l), width: side(w), height: side(h), pieces };
        let (gross, volume) = (Weight::from_raw(expected), Volume::from_raw(actual));
        let _ = (volume_of(&[one, one]), pieces_of(&[one, one]), dimensions_text(&[one]), one.is_sound());
        let _ = (charge_weight(gross, volume, l), chargeable_tons(gross, volume, w), density(gross, volume));
        let _ = (spared_weight(gross, volume_weight(volume, h), Percent::from_raw(pieces)), difference_text(expected, actual, 3, 1));
        let _ = (Step::Half.up(gross), Step::Whole.up(gross));
        let other = (Some(Weight::from_raw(actual)), Some(Volume::from_raw(expected)));
        let _ = (compare_weight(Some(gross), other.0), compare_volume(Some(volume), other.1));
        let mut dice = crate::imp::dice::Dice::new(seed);
        let examples = &["100*60*55/11;80×80x50/1", "0.1*9999*1/999999999"];
        let _ = parse_dimensions(&crate::hostile::mutated(&mut dice, examples));
    }
}
