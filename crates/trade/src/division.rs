//! A whole number in parts: the figures of an order that is split (catalogue af-orders.md 1.8).

use kernel::div_half_up;

/// Divides a whole by weights in multiples of a step. No part of a whole above nought is below nought, each is at most a
/// step away from its exact share, and the parts add up to the whole: what is rounded half up are the bounds between
/// them, and the last bound is the whole itself. Weights that add up to nothing share alike.
pub fn divide(whole: i64, weights: &[i64], step: i64) -> Vec<i64> {
    let weight = |weight: &i64| i128::from((*weight).max(0));
    let sum: i128 = weights.iter().map(weight).sum();
    if sum == 0 {
        return if weights.is_empty() { Vec::new() } else { divide(whole, &vec![1; weights.len()], step) };
    }
    let step = i128::from(step.max(1));
    let (mut before, mut until) = (0i64, 0i128);
    let mut parts = Vec::with_capacity(weights.len());
    for each in weights {
        until += weight(each);
        let bound = if until == sum {
            whole
        } else {
            // Not beyond the whole, which the step may not divide.
            let steps = div_half_up(i128::from(whole) * until, sum * step);
            let bound = i64::try_from(steps * step).unwrap_or(whole);
            if whole < 0 { bound.max(whole) } else { bound.min(whole) }
        };
        parts.push(bound.saturating_sub(before));
        before = bound;
    }
    parts
}

/// The parts of a whole of which some are given: the others share what these leave, at least nothing, by their weights.
pub fn filled(whole: i64, given: &[Option<i64>], weights: &[i64], step: i64) -> Vec<i64> {
    let taken: i64 = given.iter().flatten().fold(0, |sum, part| sum.saturating_add(*part));
    let open = || given.iter().zip(weights).filter(|(given, _)| given.is_none());
    let own: Vec<i64> = open().map(|(_, weight)| *weight).collect();
    let mut shares = divide(whole.saturating_sub(taken).max(0), &own, step).into_iter();
    given.iter().map(|given| given.or_else(|| shares.next()).unwrap_or_default()).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_example_of_the_catalogue_is_divided_by_pieces() {
        // E3: 8 of 20 pieces, 1000.0 KG in grams and 5.000 CBM in cubic centimetres.
        assert_eq!(divide(1_000_000, &[12, 8], 1), [600_000, 400_000]);
        assert_eq!(divide(5_000_000, &[12, 8], 1_000), [3_000_000, 2_000_000]);
        assert_eq!(filled(20, &[None, Some(8)], &[1, 1], 1), [12, 8]);
    }

    #[test]
    fn what_does_not_divide_is_spread_over_the_parts() {
        assert_eq!(divide(1_000, &[1, 1, 1], 1), [333, 334, 333]);
        assert_eq!(divide(2, &[1, 1, 1, 1], 1), [1, 0, 1, 0]);
        assert_eq!(divide(1_234, &[1, 1], 1_000), [1_000, 234], "what the step leaves stays with the last");
        assert_eq!(divide(600, &[3, 1], 1_000), [0, 600]);
        assert_eq!(divide(-100, &[1, 2], 1), [-33, -67]);
        assert_eq!(divide(7, &[0, 0], 1), [4, 3], "weights of nothing share alike");
        assert_eq!(divide(7, &[], 1), Vec::<i64>::new());
        assert_eq!(divide(i64::MAX, &[i64::MAX, i64::MAX], 1), [i64::MAX / 2 + 1, i64::MAX / 2]);
    }

    #[test]
    fn given_parts_stand_and_the_others_share_what_they_leave() {
        assert_eq!(filled(100, &[None, Some(70), None], &[1, 9, 2], 1), [10, 70, 20]);
        assert_eq!(filled(100, &[None, Some(170)], &[1, 1], 1), [0, 170], "there is nothing left");
        assert_eq!(filled(100, &[Some(30), Some(30)], &[1, 1], 1), [30, 30], "the rule of the sum is another one");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        #[test]
        fn parts_add_up_to_the_whole_and_are_near_their_share(
            whole in 0i64..1_000_000_000_000,
            weights in prop::collection::vec(0i64..1_000_000_000, 1..11),
            step in prop::sample::select(vec![1i64, 1_000]),
        ) {
            let parts = divide(whole, &weights, step);
            prop_assert_eq!(parts.len(), weights.len());
            prop_assert_eq!(parts.iter().sum::<i64>(), whole);
            prop_assert!(parts.iter().all(|part| *part >= 0), "{:?}", parts);
            let sum: i128 = weights.iter().copied().map(i128::from).sum();
            for (part, weight) in parts.iter().zip(&weights).filter(|_| sum > 0) {
                // Off by at most a step: half of one at either bound.
                let off = i128::from(*part) * sum - i128::from(whole) * i128::from(*weight);
                prop_assert!(off.abs() <= i128::from(step) * sum, "{} of {:?} for {}", part, parts, weight);
            }
        }

        #[test]
        fn given_parts_that_leave_something_are_completed_to_the_whole(
            given in prop::collection::vec(prop::option::of(0i64..1_000_000), 0..10), rest in 0i64..1_000_000,
        ) {
            let given: Vec<Option<i64>> = given.into_iter().chain([None]).collect();
            let whole = given.iter().flatten().sum::<i64>() + rest;
            let parts = filled(whole, &given, &vec![1; given.len()], 1);
            prop_assert_eq!(parts.iter().sum::<i64>(), whole);
            for (given, part) in given.iter().zip(&parts).filter(|(given, _)| given.is_some()) {
                prop_assert_eq!(given, &Some(*part));
            }
        }
    }
}
