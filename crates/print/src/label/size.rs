//! Sizes of labels (dictionary 45).

/// A size of label paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LabelSize {
    /// 100 by 80 mm.
    W100H80,
    /// 100 by 70 mm.
    W100H70,
    /// 102 by 85 mm.
    W102H85,
    /// 100 by 100 mm.
    W100H100,
    /// 100 by 150 mm.
    W100H150,
    /// Eight labels of 105 by 74 mm on a sheet of A4, two across.
    A4,
}

impl LabelSize {
    /// All, in the order of the dictionary.
    pub const ALL: [Self; 6] = [Self::W100H80, Self::W100H70, Self::W102H85, Self::W100H100, Self::W100H150, Self::A4];

    /// Key on the wire.
    pub fn key(self) -> &'static str {
        match self {
            Self::W100H80 => "100x80",
            Self::W100H70 => "100x70",
            Self::W102H85 => "102x85",
            Self::W100H100 => "100x100",
            Self::W100H150 => "100x150",
            Self::A4 => "A4-2x4",
        }
    }

    /// The size of a key, or of a value of the dictionary as `100×80` and `A4 2×4`, however its times is written.
    pub fn of(text: &str) -> Option<Self> {
        let plain = |text: &str| -> String {
            let text = text.to_lowercase().replace("mm", "").replace(['×', '*'], "x");
            text.chars().filter(char::is_ascii_alphanumeric).collect()
        };
        let wanted = plain(text);
        Self::ALL.into_iter().find(|size| plain(size.key()) == wanted)
    }

    /// Width and height of one label in millimetres. Paper of one label may be turned: lying has its long side across.
    pub fn face(self, lying: Option<bool>) -> (f32, f32) {
        let (w, h) = match self {
            Self::W100H80 => (100.0, 80.0),
            Self::W100H70 => (100.0, 70.0),
            Self::W102H85 => (102.0, 85.0),
            Self::W100H100 => (100.0, 100.0),
            Self::W100H150 => (100.0, 150.0),
            Self::A4 => return (105.0, 74.0),
        };
        match lying {
            Some(lying) if lying != (w > h) => (h, w),
            _ => (w, h),
        }
    }

    /// Whether it lies unless it is turned.
    pub fn lies(self) -> bool {
        let (w, h) = self.face(None);
        w > h
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_known_by_key_and_by_every_spelling_of_the_dictionary() {
        for size in LabelSize::ALL {
            assert_eq!(LabelSize::of(size.key()), Some(size));
        }
        for (text, size) in [
            ("100×80", LabelSize::W100H80),
            ("100×70 mm", LabelSize::W100H70),
            ("102mm×85mm", LabelSize::W102H85),
            ("100*150", LabelSize::W100H150),
            ("A4 2×4", LabelSize::A4),
        ] {
            assert_eq!(LabelSize::of(text), Some(size), "{text}");
        }
        for text in ["", "100", "80×100", "A4"] {
            assert_eq!(LabelSize::of(text), None, "{text}");
        }
    }

    #[test]
    fn paper_of_one_label_may_be_turned_and_a_sheet_may_not() {
        assert_eq!(LabelSize::W100H80.face(None), (100.0, 80.0));
        assert_eq!(LabelSize::W100H80.face(Some(false)), (80.0, 100.0));
        assert_eq!(LabelSize::W100H150.face(None), (100.0, 150.0));
        assert_eq!(LabelSize::W100H150.face(Some(true)), (150.0, 100.0));
        assert_eq!(LabelSize::A4.face(Some(false)), (105.0, 74.0));
        assert!(LabelSize::W100H80.lies() && !LabelSize::W100H150.lies());
    }
}
