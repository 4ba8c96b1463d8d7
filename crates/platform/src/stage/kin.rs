//! Which rows may stand in each other's way.

use std::collections::HashMap;
use std::ops::Range;

/// Rows that have something in common, directly or by others in between, have one head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kin(Vec<usize>);

impl Kin {
    /// Of rows by what each has in common with others.
    pub fn of(rows: impl IntoIterator<Item = Vec<String>>) -> Self {
        let mut heads: Vec<usize> = Vec::new();
        let mut first: HashMap<String, usize> = HashMap::new();
        for (place, keys) in rows.into_iter().enumerate() {
            heads.push(place);
            for key in keys {
                let other = *first.entry(key).or_insert(place);
                join(&mut heads, place, other);
            }
        }
        for place in 0..heads.len() {
            let head = head(&heads, place);
            set(&mut heads, place, head);
        }
        Self(heads)
    }

    /// Of so many rows that have nothing in common.
    pub fn none(rows: usize) -> Self {
        Self((0..rows).collect())
    }

    pub(super) fn head(&self, place: usize) -> usize {
        self.0.get(place).copied().unwrap_or(place)
    }

    pub(super) fn heads(&self, range: Range<usize>) -> impl Iterator<Item = usize> {
        range.map(|place| self.head(place))
    }
}

fn head(heads: &[usize], mut place: usize) -> usize {
    while let Some(next) = heads.get(place).copied().filter(|next| *next != place) {
        place = next;
    }
    place
}

fn set(heads: &mut [usize], place: usize, head: usize) {
    if let Some(cell) = heads.get_mut(place) {
        *cell = head;
    }
}

/// The earlier head becomes that of both; what was looked through leads there at once the next time.
fn join(heads: &mut [usize], one: usize, other: usize) {
    let (a, b) = (head(heads, one), head(heads, other));
    let (first, second) = (Ord::min(a, b), Ord::max(a, b));
    for place in [second, one, other] {
        set(heads, place, first);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kin(rows: &[&[&str]]) -> Kin {
        Kin::of(rows.iter().map(|keys| keys.iter().map(|key| (*key).to_owned()).collect()))
    }

    #[test]
    fn rows_are_kin_that_share_a_key_or_know_one_who_does() {
        let kin = kin(&[&["a"], &["b"], &["a", "c"], &[], &["c"], &["b", "c"]]);
        let heads: Vec<usize> = kin.heads(0..6).collect();
        assert_eq!(heads, [0, 0, 0, 3, 0, 0], "the last one ties both");
        assert_eq!(Kin::none(3).heads(0..3).collect::<Vec<_>>(), [0, 1, 2]);
    }
}
