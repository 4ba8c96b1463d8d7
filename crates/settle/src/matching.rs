//! 自动匹配: what of each rest a supplier's amount takes (css.md /css_payment_make).

/// What an amount takes of rests, one after the other: each gives what it has until the amount is used up, the last the
/// remainder. A rest of the other sign, as a credit among costs, is taken wholly while something is left.
pub fn matched(rests: impl IntoIterator<Item = i64>, amount: i64) -> Vec<i64> {
    let mut left = amount;
    let take = |rest: i64| {
        let part = if left == 0 {
            0
        } else if rest.signum() == left.signum() && rest.unsigned_abs() > left.unsigned_abs() {
            left
        } else {
            rest
        };
        left = left.saturating_sub(part);
        part
    };
    rests.into_iter().map(take).collect()
}

#[cfg(test)]
mod tests {
    use super::matched;

    #[test]
    fn rests_give_what_they_have_until_the_amount_is_used_up() {
        // The pool of GYS001: C4 before C7.
        assert_eq!(matched([1_000_000, 13_170_000], 5_000_000), [1_000_000, 4_000_000]);
        assert_eq!(matched([1_000, 2_000], 1_000), [1_000, 0], "to the edge");
        assert_eq!(matched([1_000, 2_000], 3_001), [1_000, 2_000], "more than there is");
        assert_eq!(matched([1_000, -300, 2_000], 2_000), [1_000, -300, 1_300], "a credit gives room");
        assert_eq!(matched([1_000, -300], 1_000), [1_000, 0], "nothing is left for the credit");
        assert_eq!(matched([-1_000, -500], -1_200), [-1_000, -200]);
        assert_eq!(matched([5, 7], 0), [0, 0]);
    }
}
