//! What is told of a box or a consignment, the same whatever form it comes in: an EDIFACT message, an event of DCSA,
//! a row of a workbook.

use jiff::civil::DateTime;
use jiff::tz::{Offset, TimeZone};
use kernel::{Instant, Text, Weight, typed};

/// How sure it is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Classifier {
    /// A fact.
    #[default]
    Actual,
    /// Expected.
    Estimated,
    /// Planned.
    Planned,
}

impl Classifier {
    /// `ACT`, `EST` or `PLN`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Actual => "ACT",
            Self::Estimated => "EST",
            Self::Planned => "PLN",
        }
    }

    /// That of a code.
    pub fn of_code(code: &str) -> Option<Self> {
        [Self::Actual, Self::Estimated, Self::Planned].into_iter().find(|known| known.code() == code)
    }
}

/// A date and time on the wall, of a known distance from UTC or of the place it was told for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct When {
    /// On the wall.
    pub local: DateTime,
    /// Seconds east of UTC; none: the clock of the place.
    pub offset_seconds: Option<i32>,
}

impl When {
    /// A time on the clock of its place.
    pub const fn at_place(local: DateTime) -> Self {
        Self { local, offset_seconds: None }
    }

    /// `2026-07-20T18:30:00+08:00`, with a distance from UTC or without, with seconds or without; a day alone is no time.
    pub fn read(text: &str) -> Option<Self> {
        let wall = typed::wall(text).filter(|_| text.contains([':', '：', '时']))?;
        Some(Self { local: wall.local, offset_seconds: wall.offset_seconds })
    }

    /// The moment, in whole seconds as it is shown and given back; `zone` is the IANA zone of the place, used only where
    /// the time says no distance from UTC.
    pub fn instant(self, zone: &str) -> Option<Instant> {
        let zone = match self.offset_seconds {
            Some(seconds) => TimeZone::fixed(Offset::from_seconds(seconds).ok()?),
            None => TimeZone::get(zone).ok()?,
        };
        let local = self.local.with().subsec_nanosecond(0).build().ok()?;
        let moment = local.to_zoned(zone).ok()?.timestamp();
        Some(Instant::from_millis(moment.as_millisecond()))
    }
}

/// Something unusual about what was read all the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flag {
    /// Segment, event or row, from 1.
    pub place: usize,
    /// Column in it, from 1; 0 where the form has none.
    pub column: usize,
    /// What it is.
    pub text: Text,
}

/// One thing that happened, or will.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Movement {
    /// Segment, event or row it was told at, from 1.
    pub place: usize,
    /// What happened, in the words of DCSA where the form has them (`EQUIPMENT GTIN L`), else as it was told.
    pub code: String,
    /// How sure it is.
    pub classifier: Classifier,
    /// Booking numbers.
    pub bookings: Vec<String>,
    /// Numbers of bills of lading.
    pub bills: Vec<String>,
    /// Other numbers the consignment is known by.
    pub references: Vec<String>,
    /// Box.
    pub container_no: String,
    /// Its ISO type.
    pub container_type: String,
    /// Whether the box is laden; none where it is not told.
    pub laden: Option<bool>,
    /// When.
    pub time: Option<When>,
    /// Where: a UN/LOCODE, else a name.
    pub location: String,
    /// Terminal or depot there.
    pub terminal: String,
    /// Vessel.
    pub vessel: String,
    /// Voyage.
    pub voyage: String,
    /// Plate of the truck that brings or fetches.
    pub plate: String,
    /// Seals.
    pub seals: Vec<String>,
    /// Pieces.
    pub pieces: Option<i64>,
    /// Gross weight.
    pub gross: Option<Weight>,
    /// Verified gross mass.
    pub vgm: Option<Weight>,
    /// Weight of the empty box.
    pub tare: Option<Weight>,
    /// Words beside it.
    pub remark: String,
    /// What was unusual.
    pub flags: Vec<Flag>,
    /// Why it can't be used. It is shown beside those that can.
    pub fault: Option<Flag>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn a_time_is_read_with_a_distance_from_utc_or_without() {
        let read = |text: &str| When::read(text).map(|when| (when.local.to_string(), when.offset_seconds));
        let wall = "2019-11-12T07:41:00".to_owned();
        assert_eq!(read("2019-11-12T07:41:00+08:30"), Some((wall.clone(), Some(30_600))));
        assert_eq!(read("2019-11-12T07:41:00-03:00"), Some((wall.clone(), Some(-10_800))));
        assert_eq!(read("2019-11-12T07:41:00+14:00").map(|(_, offset)| offset), Some(Some(50_400)));
        assert_eq!(read("2019-11-12T07:41:00Z"), Some((wall.clone(), Some(0))));
        assert_eq!(read("2019-11-12T07:41:00"), Some((wall, None)));
        assert!(read("2019-11-12T07:41:00.250Z").is_some());
        // Issue 25, A 6: other writings of the same.
        for text in
            ["2019-11-12T07:41+08:30", "2019-11-12T07:41:00+0830", "2019/11/12 07:41:00 +08:30", "2019.11.12 7:41+0830"]
        {
            assert_eq!(read(text), Some(("2019-11-12T07:41:00".to_owned(), Some(30_600))), "{text}");
        }
        for wrong in [
            "2019-11-12",
            "2019-11-12T07:41:00+08:60",
            "2019-11-12T07:41:00+14:01",
            "2019-11-12T25:41:00Z",
            "",
            "é",
            "2019-11-12T07:41:00+8",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_time_is_of_its_offset_or_of_the_zone_of_its_place() {
        let local = date(2026, 7, 15).at(8, 0, 0, 0);
        let moment = |when: When, zone| when.instant(zone).map(kernel::show_second);
        let place = When::at_place(local);
        assert_eq!(moment(place, "Asia/Shanghai").as_deref(), Some("2026-07-15 08:00:00"));
        assert_eq!(moment(place, "Europe/Berlin").as_deref(), Some("2026-07-15 14:00:00"));
        for fraction in ["", ".000", ".250", ".999"] {
            let told = When::read(&format!("2026-07-15T08:00:00{fraction}"));
            assert_eq!(
                told.and_then(|told| told.instant("Asia/Shanghai")),
                place.instant("Asia/Shanghai"),
                "{fraction}"
            );
        }
        assert_eq!(moment(place, "No/Where"), None);
        let east = When { local, offset_seconds: Some(9 * 3600) };
        assert_eq!(moment(east, "No/Where").as_deref(), Some("2026-07-15 07:00:00"));
        assert_eq!(moment(When { local, offset_seconds: Some(i32::MAX) }, "Asia/Shanghai"), None);
    }
}
