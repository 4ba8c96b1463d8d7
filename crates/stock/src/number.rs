//! Numbers as the stock reads them.

use trade::waybill_number::Mawb;

/// A typed number as `999-99999999` when its check digit is right.
pub fn mend(text: &str) -> Option<String> {
    Mawb::parse(text).map(|number| number.to_string())
}
