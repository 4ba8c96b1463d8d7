//! Times and quantities of a status line.

use super::{EventTime, MovementTime, Quantity, Share};
use crate::imp::{Cursor, Flag, ImpError, days_of, reasons};

impl Cursor<'_> {
    /// `dd[MMM][hhmm][-d]`; the month may only be left out where `month_needed` is false.
    pub(crate) fn when(&mut self, month_needed: bool) -> Result<EventTime, ImpError> {
        let bad_day = self.error(reasons::BAD_DAY);
        let day = self.day()?;
        let month = self.month().map_err(|_| bad_day.clone())?;
        if day > days_of(month) || (month_needed && month.is_none()) {
            return Err(bad_day);
        }
        let time = if self.peek().is_some_and(|c| c.is_ascii_digit()) { Some(self.clock()?) } else { None };
        let day_change = self.day_change()?;
        if self.peek().is_some_and(|c| c != '/') {
            return Err(self.error(reasons::BAD_TIME));
        }
        Ok(EventTime { day, month, time, day_change })
    }

    fn day_change(&mut self) -> Result<i8, ImpError> {
        if self.peek() != Some('-') {
            return Ok(0);
        }
        let bad = self.error(reasons::BAD_TIME);
        match self.take(2) {
            "-P" => Ok(-1),
            "-N" => Ok(1),
            "-S" => Ok(2),
            "-T" => Ok(3),
            _ => Err(bad),
        }
    }

    /// `Shhmm[-d]`, or nothing before the next slash.
    pub(crate) fn movement_time(&mut self) -> Result<Option<MovementTime>, ImpError> {
        match self.peek() {
            None | Some('/') => Ok(None),
            Some(indicator @ ('S' | 'A' | 'E')) => {
                self.take(1);
                let time = self.clock()?;
                let day_change = self.day_change()?;
                if self.peek().is_some_and(|c| c != '/') {
                    return Err(self.error(reasons::BAD_TIME));
                }
                Ok(Some(MovementTime { indicator, time, day_change }))
            }
            Some(_) => Err(self.error(reasons::BAD_TIME)),
        }
    }

    /// `T12K500.0`: share, pieces, and a weight in kilograms or pounds.
    pub(crate) fn quantity(&mut self, flags: &mut Vec<Flag>) -> Result<Quantity, ImpError> {
        let bad = self.error(reasons::BAD_QUANTITY);
        let share = self.take(1).chars().next().and_then(Share::of).ok_or_else(|| bad.clone())?;
        let pieces = self.number(6).ok_or_else(|| bad.clone())?;
        let weight = self.weight(flags).map_err(|_| bad)?;
        Ok(Quantity { share, pieces, weight })
    }
}
