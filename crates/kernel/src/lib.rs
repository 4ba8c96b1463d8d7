//! The words every layer shares: ids, scopes, scaled numbers, dates, messages, findings, clock.
//!
//! No I/O and no async: everything here is a value or a pure function.

mod clock;
mod finding;
pub mod html;
mod id;
mod scaled;
mod scope;
mod text;
pub mod typed;

pub use clock::{
    Clock, Day, Instant, SKEW_MS, day_after_days, days_between, is_recent, knows_zone, parse_day, show_day,
    show_minute, show_second, still_holds,
};
pub use finding::{Confirm, Finding, Findings, Severity};
pub use id::{Id, IdMint, Uuid};
pub use scaled::{
    Amount, Density, ExchangeRate, Length, Percent, Price, Quantity, ScaledError, Volume, Weight, div_half_up,
    format_scaled, grouped, parse_scaled,
};
pub use scope::{Mode, Scope};
pub use text::{Msg, Text};
