//! The types of containers as choices of a field.

use platform::field::Choice;

/// One for each type of the trade, in their order.
pub(crate) const TYPE_CHOICES: &[Choice] = &[
    Choice::new("20GP", "20GP", "20GP"),
    Choice::new("40GP", "40GP", "40GP"),
    Choice::new("40HQ", "40HQ", "40HQ"),
    Choice::new("45HQ", "45HQ", "45HQ"),
    Choice::new("20HQ", "20HQ", "20HQ"),
    Choice::new("20RF", "20RF", "20RF"),
    Choice::new("40RH", "40RH", "40RH"),
    Choice::new("20OT", "20OT", "20OT"),
    Choice::new("40OT", "40OT", "40OT"),
    Choice::new("20FR", "20FR", "20FR"),
    Choice::new("40FR", "40FR", "40FR"),
    Choice::new("20TK", "20TK", "20TK"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_the_types() {
        let codes: Vec<&str> = trade::container::CONTAINER_TYPES.iter().map(|known| known.code).collect();
        assert_eq!(TYPE_CHOICES.iter().map(|choice| choice.value).collect::<Vec<_>>(), codes);
    }
}
