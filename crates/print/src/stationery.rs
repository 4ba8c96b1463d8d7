//! Sheets waybills are printed on, and where the form lies on them.

/// Width of a sheet of A4 in millimetres, and its height.
const A4: (f32, f32) = (210.0, 297.0);
/// Carriers' endless forms: the sheet with its perforated margins.
const ENDLESS: (f32, f32) = (241.0, 305.0);

/// A kind of sheet.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Stationery {
    /// A4, 210 by 297 mm.
    #[default]
    A4,
    /// Pre-printed endless forms of 241 by 305 mm; a margin of 12.7 mm is torn off on either side.
    Endless,
}

impl Stationery {
    /// All of them, in the order they are offered.
    pub const ALL: [Self; 2] = [Self::A4, Self::Endless];

    /// Key on the wire.
    pub fn key(self) -> &'static str {
        match self {
            Self::A4 => "A4",
            Self::Endless => "241x305",
        }
    }

    /// The sheet of a key.
    pub fn of(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.key() == key)
    }

    /// Width and height of the sheet in millimetres.
    pub fn size(self) -> (f32, f32) {
        match self {
            Self::A4 => A4,
            Self::Endless => ENDLESS,
        }
    }

    /// How far the form's boxes lie right of and below where they are on A4: it stands in the middle of every sheet,
    /// so what remains between two margins of the same width is as wide on both sides.
    pub(crate) fn shift(self) -> (f32, f32) {
        let (w, h) = self.size();
        ((w - A4.0) / 2.0, (h - A4.1) / 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::FRAMES;

    /// Width of a perforated margin.
    const MARGIN: f32 = 12.7;

    #[test]
    fn sheets_are_known_by_their_keys() {
        for one in Stationery::ALL {
            assert_eq!(Stationery::of(one.key()), Some(one));
        }
        assert_eq!((Stationery::of("A3"), Stationery::of("")), (None, None));
        assert_eq!(Stationery::default().shift(), (0.0, 0.0));
    }

    #[test]
    fn no_box_lies_on_a_margin_that_is_torn_off() {
        let (dx, dy) = Stationery::Endless.shift();
        let (w, h) = Stationery::Endless.size();
        for frame in FRAMES {
            let (left, right) = (frame.x + dx, frame.x + frame.w + dx);
            assert!(left >= MARGIN + 5.0 && right <= w - MARGIN - 5.0, "{} from {left} to {right}", frame.id);
            assert!(frame.y + dy >= 5.0 && frame.y + frame.h + dy <= h - 5.0, "{}", frame.id);
        }
    }
}
