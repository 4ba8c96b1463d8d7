//! The scope of a document over several orders.

use platform::field::Choice;
use platform::scopes::SCOPES;

use crate::number::SEVERAL;

const SCOPES_AND_SEVERAL: [Choice; SCOPES.len() + 1] = {
    let mut all = [Choice::new(SEVERAL, "综合", "Several scopes"); SCOPES.len() + 1];
    all.split_at_mut(SCOPES.len()).0.copy_from_slice(SCOPES);
    all
};
/// The scopes a document may have.
pub const CHOICES: &[Choice] = &SCOPES_AND_SEVERAL;

/// That of all its orders, 综合 where they differ.
pub fn common<'a>(mut scopes: impl Iterator<Item = &'a str>) -> &'a str {
    let first = scopes.next().unwrap_or(SEVERAL);
    if scopes.all(|scope| scope == first) { first } else { SEVERAL }
}
