//! What holds of every master number and every range of them.

use super::*;
use proptest::prelude::*;

/// The serial of a number with one digit replaced.
fn with_digit(number: Mawb, place: usize, digit: u8) -> String {
    let mut serial = number.serial().into_bytes();
    serial[place] = b'0' + digit;
    format!("{}-{}", number.prefix(), String::from_utf8(serial).expect("digits"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn a_number_reads_back_and_no_other_check_digit_does(prefix in 0u16..1000, serial in 0u32..10_000_000) {
        let number = Mawb::from_parts(prefix, serial).expect("in range");
        prop_assert_eq!(Mawb::parse(&number.to_string()), Some(number));
        prop_assert_eq!(Mawb::parse(&number.digits()), Some(number));
        prop_assert_eq!(Mawb::parse_strict(&number.to_string()), Some(number));
        for digit in (0..10).filter(|digit| *digit != number.check_digit()) {
            let wrong = format!("{}-{serial:07}{digit}", number.prefix());
            prop_assert!(Mawb::parse(&wrong).is_none());
        }
    }

    #[test]
    fn one_wrong_digit_is_refused_wherever_a_remainder_of_seven_tells(
        serial in 0u32..10_000_000, place in 0usize..7, digit in 0u8..10,
    ) {
        let number = Mawb::from_parts(990, serial).expect("in range");
        let own = number.serial().as_bytes()[place] - b'0';
        // A digit that lies seven off leaves the remainder as it is: that is no mistake the check digit can tell.
        let told = !matches!(own.abs_diff(digit), 0 | 7);
        prop_assert_eq!(Mawb::parse(&with_digit(number, place, digit)).is_none(), told);
    }

    #[test]
    fn two_swapped_neighbours_are_refused_wherever_a_remainder_of_seven_tells(
        serial in 0u32..10_000_000, place in 0usize..6,
    ) {
        let number = Mawb::from_parts(990, serial).expect("in range");
        let mut digits = number.serial().into_bytes();
        let apart = digits[place].abs_diff(digits[place + 1]);
        digits.swap(place, place + 1);
        let swapped = format!("990-{}", String::from_utf8(digits).expect("digits"));
        prop_assert_eq!(Mawb::parse(&swapped).is_none(), !matches!(apart, 0 | 7));
    }

    #[test]
    fn a_range_has_so_many_numbers_in_order_and_none_twice(
        (prefix, first) in (0u16..1000, 0u32..10_000_000),
        (count, one) in (1u32..=RANGE_COUNT_MAX, any::<prop::sample::Index>()),
    ) {
        let start = Mawb::from_parts(prefix, first).expect("in range");
        let numbers = range(&start.prefix(), &start.serial(), count);
        if first + count - 1 > 9_999_999 {
            prop_assert_eq!(numbers, Err(RANGE_END));
            return Ok(());
        }
        let numbers = numbers.expect("a range");
        prop_assert_eq!(numbers.len(), usize::try_from(count).expect("a small number"));
        prop_assert_eq!(numbers[0], start);
        // In order, and so none twice; each is the next of the one before.
        prop_assert!(numbers.windows(2).all(|two| two[0] < two[1] && two[0].next() == Some(two[1])));
        for number in [numbers[numbers.len() - 1], numbers[one.index(numbers.len())]] {
            prop_assert_eq!(Mawb::parse_strict(&number.to_string()), Some(number));
        }
    }

    #[test]
    fn neighbours_lie_eleven_or_four_apart(serial in 0u32..9_999_999) {
        let one = Mawb::from_parts(1, serial).expect("in range");
        let two = one.next().expect("in range");
        let value = |n: Mawb| n.serial().parse::<i64>().expect("digits");
        let step = value(two) - value(one);
        prop_assert_eq!(step, if one.check_digit() == 6 { 4 } else { 11 });
    }

    #[test]
    fn what_typing_leaves_is_of_the_form_and_stays_as_it_is(seed in any::<u64>(), most in 0usize..40) {
        let mut dice = crate::imp::dice::Dice::new(seed);
        let typed = crate::hostile::noise(&mut dice, 60);
        let master = clean_master(&typed);
        prop_assert!(master.len() <= MASTER_DIGITS && master.bytes().all(|b| b.is_ascii_digit()));
        prop_assert_eq!(clean_master(&master), master.clone());
        let house = clean_house(&typed, most);
        prop_assert!(house.chars().count() <= most && house.chars().all(|c| !c.is_lowercase()));
        prop_assert_eq!(clean_house(&house, most), house.clone());
        prop_assert!(!house_fits(&house, most) || house.bytes().all(|b| b.is_ascii_alphanumeric()));
        let _ = (Mawb::parse(&typed), Mawb::parse_strict(&typed), range("990", &typed, 3));
    }
}
