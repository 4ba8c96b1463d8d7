//! Reports of charges and settlement.

pub(crate) mod cancelled;
