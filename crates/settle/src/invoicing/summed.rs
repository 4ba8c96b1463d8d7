//! What invoices add to the sums of lists, as SQL: those that were removed, and red ones that nobody decided about yet, add
//! nothing and have nothing open.

use platform::sea_query::Expr;

macro_rules! in_force {
    ($figure:literal) => {
        concat!("CASE WHEN invoice.state IN ('NORMAL', 'PART_RED', 'RED') THEN ", $figure, " ELSE 0 END")
    };
}

/// Amounts, tax included.
pub const AMOUNT: &str = in_force!("invoice.amount");
/// Amounts without tax.
pub const NOT_TAX: &str = in_force!("invoice.not_tax");
/// Tax.
pub const TAX: &str = in_force!("invoice.tax");
/// What they cover.
pub const ALLOCATED: &str = in_force!("invoice.allocated");
/// What of that is settled.
pub const SETTLED: &str = in_force!("invoice.settled");
/// What is not settled.
pub const OPEN: &str = in_force!("invoice.amount - invoice.settled");
/// What they cover nothing with.
pub const UNALLOCATED: &str = in_force!("invoice.amount - invoice.allocated");

/// What is open of an invoice.
pub fn open() -> Expr {
    Expr::cust(OPEN)
}

/// What an invoice covers nothing with.
pub fn unallocated() -> Expr {
    Expr::cust(UNALLOCATED)
}

#[cfg(test)]
mod tests {
    use super::AMOUNT;
    use crate::invoicing::IN_FORCE;

    #[test]
    fn the_states_that_count_are_those_in_force() {
        let states = IN_FORCE.map(|state| format!("'{state}'")).join(", ");
        assert_eq!(AMOUNT, format!("CASE WHEN invoice.state IN ({states}) THEN invoice.amount ELSE 0 END"));
    }
}
