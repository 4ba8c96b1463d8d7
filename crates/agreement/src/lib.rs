//! Cooperation agreements 合作协议 (catalogue prm.md 1.5 and 4): which one holds for a partner's order, and the day something
//! is due by it. Their page is in the room of partners.
//!
//! [`due`] and [`dues`] are what papers of money ask; [`order_dates`] are the days of an order they are counted from;
//! [`agreed`] tells all that was agreed with some partners, for limits and ratings. [`settlement`] is what agreements settle for
//! a period.

mod dates;
mod document;
mod due;
pub mod sections;
pub mod settlement;

pub use dates::{OrderDates, calendar, order_dates};
pub use document::{
    ACTIVE, APPROVING, Agreement, BOTH, CREDIT, DRAFT, ENDED, EXPIRED, PENDING, REPLACED, SIDES, STATES, TABLE, VOID,
    code_of,
};
pub use due::{Agreed, Ask, Due, agreed, due, dues, holding, in_force, versions};
