//! Numbers of documents (css.md 0.11): `{scope}-{kind}-{yyMMdd}{4 digits}`, taken in the transaction of the save, never reused.

use kernel::{Day, show_day};
use platform::call::Tx;
use platform::refusal::Refusal;

/// Prefix of a document over several scopes, 综合.
pub const SEVERAL: &str = "ZH";

/// The next number of a kind (`DN`, `ST`, `IA`, `RW`, `CP`, `PR`, `PW`, `OS`) in a scope.
pub fn scoped(tx: &mut Tx<'_>, scope: &str, kind: &str) -> Result<String, Refusal> {
    plain(tx, &format!("{scope}-{kind}"))
}

/// The next number of a kind without a scope (`RC`, `PA`, `PP`, `ER`, `BT`), of today.
pub fn plain(tx: &mut Tx<'_>, prefix: &str) -> Result<String, Refusal> {
    let day = compact(tx.now.day());
    let place = tx.next_number(prefix, &day)?;
    Ok(format!("{prefix}-{day}{place:04}"))
}

/// A day as `yyMMdd`.
fn compact(day: Day) -> String {
    show_day(day).chars().filter(char::is_ascii_digit).skip(2).collect()
}
