//! The arithmetic of charges: amounts, rounding, tax, exchange rates and rate cards
//! (catalogue css.md 0.4, 0.6, 0.8 and 1.5).
//!
//! Money is an integer in the minor unit of its currency. Products are exact in 128 bits and rounded once. What does
//! not fit is a [`Fault`], never a wrapped or a cut number.

pub mod basis;
pub mod capital;
pub mod card;
pub mod choice;
pub mod exchange;
pub mod line;
pub mod money;
pub mod profit;
pub mod share;

pub use money::{Carry, Currency, Fault, Money};

#[cfg(test)]
mod properties;

/// Whether a charge is income or cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// What customers owe us.
    Receivable,
    /// What we owe suppliers.
    Payable,
}

impl Side {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Receivable, Self::Payable];

    /// Its name on forms.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Receivable => "应收",
            Self::Payable => "应付",
        }
    }

    /// Its name in an English sentence.
    pub const fn in_english(self) -> &'static str {
        match self {
            Self::Receivable => "receivable",
            Self::Payable => "payable",
        }
    }

    /// By its name on forms.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }
}
