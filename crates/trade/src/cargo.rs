//! Cargo figures: dimensions, volume, chargeable weight, density, tolerances.

use kernel::{Density, Length, Msg, Percent, Text, Volume, Weight, div_half_up, format_scaled, typed};
use serde::{Deserialize, Serialize};

/// Default divisor of the volume weight: cubic centimetres per kilogram.
pub const DIVISOR_DEFAULT: i64 = 6_000;
/// Longest side in millimetres.
pub const SIDE_MM_MAX: i64 = 99_990;
/// Most lines of dimensions of one side.
pub const LINES_MAX: usize = 500;

/// Dimensions of like pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Dimension {
    /// Centimetres.
    pub length: Length,
    /// Centimetres.
    pub width: Length,
    /// Centimetres.
    pub height: Length,
    /// How many pieces of this size.
    pub pieces: i64,
}

impl Dimension {
    /// Volume of all its pieces in cubic millimetres.
    fn cubic_millimetres(self) -> i128 {
        let factors = [self.length.raw(), self.width.raw(), self.height.raw(), self.pieces];
        factors.into_iter().map(i128::from).fold(1, i128::saturating_mul)
    }

    /// Whether sides and pieces are in their ranges (0.1 to 9999 cm, at least one piece).
    pub fn is_sound(self) -> bool {
        let side = |length: Length| (1..=SIDE_MM_MAX).contains(&length.raw());
        side(self.length) && side(self.width) && side(self.height) && (1..=999_999_999).contains(&self.pieces)
    }
}

/// The volume that was typed is another than that of the dimensions.
const VOLUME_DIFFERS: Msg = Msg::new(
    "cargo.size_volume",
    "尺寸体积{a}与体积{b}不一致",
    "The dimensions come to {a} cubic metres, the volume is {b}.",
);

/// What is said of a volume beside dimensions: nothing within the tolerance of volumes.
pub fn volume_beside(dimensions: &[Dimension], volume: Option<Volume>) -> Option<Text> {
    let own = volume_of(dimensions);
    let volume = volume.filter(|volume| compare_volume(Some(own), Some(*volume)) == Mark::Outside)?;
    (!dimensions.is_empty()).then(|| VOLUME_DIFFERS.with(&[("a", &own.show(3)), ("b", &volume.show(3))]))
}

/// Volume of dimensions in cubic millimetres. Nothing has less than no volume, nor more than the unit holds.
fn cubic_millimetres(dimensions: &[Dimension]) -> i128 {
    let all = dimensions.iter().map(|d| d.cubic_millimetres()).fold(0, i128::saturating_add);
    all.clamp(0, i128::from(i64::MAX) * 1_000)
}

/// Volume of dimensions, rounded to three decimals of a cubic metre.
pub fn volume_of(dimensions: &[Dimension]) -> Volume {
    let thousandths = div_half_up(cubic_millimetres(dimensions), 1_000_000);
    Volume::from_raw(i64::try_from(thousandths * 1_000).unwrap_or(i64::MAX))
}

/// Pieces of dimensions.
pub fn pieces_of(dimensions: &[Dimension]) -> i64 {
    dimensions.iter().map(|dimension| dimension.pieces).fold(0, i64::saturating_add)
}

/// Dimensions as `L*W*H/pieces` joined by `;`.
pub fn dimensions_text(dimensions: &[Dimension]) -> String {
    let one = |d: &Dimension| format!("{}*{}*{}/{}", d.length, d.width, d.height, d.pieces);
    dimensions.iter().map(one).collect::<Vec<_>>().join(";")
}

/// Reads `L*W*H/pieces` joined by `;`; `/`, `x` and `×` may stand between sides. The number of the
/// first line that can't be read is the error.
pub fn parse_dimensions(text: &str) -> Result<Vec<Dimension>, usize> {
    text.split([';', '；', '\n'])
        .map(typed::code)
        .enumerate()
        .filter(|(_, line)| !line.is_empty())
        .map(|(place, line)| parse_line(&line).ok_or(place + 1))
        .collect()
}

fn parse_line(line: &str) -> Option<Dimension> {
    let parts: Vec<&str> = line.split(['*', '/', 'x', 'X', '×']).map(str::trim).collect();
    let [length, width, height, pieces] = parts.as_slice() else { return None };
    let side = |text: &str| typed::measured(text, "CM").parse::<Length>().ok();
    let pieces = typed::measured(pieces, "").parse().ok()?;
    let dimension = Dimension { length: side(length)?, width: side(width)?, height: side(height)?, pieces };
    dimension.is_sound().then_some(dimension)
}

/// Volume weight: cubic centimetres over the divisor, rounded to grams.
pub fn volume_weight(volume: Volume, divisor: i64) -> Weight {
    // Volume is stored in cubic centimetres; times a thousand grams of a kilogram.
    let grams = div_half_up(i128::from(volume.raw()) * 1_000, i128::from(divisor.max(1)));
    Weight::from_raw(i64::try_from(grams).unwrap_or(i64::MAX))
}

/// Volume weight of cargo with dimensions: from their exact volume, rounded once, where the volume is theirs; else from the
/// volume.
pub fn bulky_weight(dimensions: &[Dimension], volume: Volume, divisor: i64) -> Weight {
    if dimensions.is_empty() || volume_of(dimensions) != volume {
        return volume_weight(volume, divisor);
    }
    // Cubic millimetres over cubic centimetres of a kilogram are grams.
    let grams = div_half_up(cubic_millimetres(dimensions), i128::from(divisor.max(1)));
    Weight::from_raw(i64::try_from(grams).unwrap_or(i64::MAX))
}

/// Chargeable weight: the greater of gross weight and volume weight.
pub fn charge_weight(gross: Weight, volume: Volume, divisor: i64) -> Weight {
    gross.max(volume_weight(volume, divisor))
}

/// Chargeable tons in thousandths: the greater of kilograms over the factor and cubic metres. The factor is the
/// kilograms that count as one cubic metre: 1000 at sea, 500 on rails.
pub fn chargeable_tons(gross: Weight, volume: Volume, factor: i64) -> Weight {
    // Grams over the factor are thousandths of a ton; cubic centimetres over a thousand are too.
    let by_weight = div_half_up(i128::from(gross.raw()), i128::from(factor.max(1)));
    let by_volume = div_half_up(i128::from(volume.raw()), 1_000);
    Weight::from_raw(i64::try_from(by_weight.max(by_volume)).unwrap_or(i64::MAX))
}

/// Kilograms per cubic metre, rounded to grams; none without a volume.
pub fn density(gross: Weight, volume: Volume) -> Option<Density> {
    if volume.raw() <= 0 {
        return None;
    }
    let grams = div_half_up(i128::from(gross.raw()) * 1_000_000, i128::from(volume.raw()));
    Some(Density::from_raw(i64::try_from(grams).unwrap_or(i64::MAX)))
}

/// To what a waybill rounds the chargeable weight up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The next half kilogram.
    Half,
    /// The next kilogram.
    Whole,
    /// As it is.
    None,
}

impl Step {
    /// By its name on the page of carriers; anything else rounds nothing.
    pub fn named(name: &str) -> Self {
        match name {
            "0.5" => Self::Half,
            "1" => Self::Whole,
            _ => Self::None,
        }
    }

    /// A weight rounded up to the step, half cents of a kilogram rounded off first.
    pub fn up(self, weight: Weight) -> Weight {
        let grams = match self {
            Self::Half => 500,
            Self::Whole => 1_000,
            Self::None => return weight,
        };
        let rounded = weight.round(2).raw();
        Weight::from_raw(rounded.saturating_add(grams - 1).div_euclid(grams).saturating_mul(grams))
    }
}

/// Weight charged to the customer when the surplus of the volume weight is split: the customer is
/// spared `ratio` percent of it.
pub fn spared_weight(gross: Weight, bulky: Weight, ratio: Percent) -> Weight {
    if bulky <= gross {
        return gross;
    }
    let surplus = i128::from(bulky.raw()) - i128::from(gross.raw());
    let kept = div_half_up(surplus * (10_000 - i128::from(ratio.raw())), 10_000);
    gross.plus(Weight::from_raw(i64::try_from(kept).unwrap_or(i64::MAX)))
}

/// How two figures of one thing stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Mark {
    /// Equal, or one side is empty.
    Same,
    /// Different, inside the tolerance: orange.
    Differs,
    /// Outside the tolerance: red.
    Outside,
}

fn mark(differs: bool, outside: bool) -> Mark {
    match (differs, outside) {
        (_, true) => Mark::Outside,
        (true, false) => Mark::Differs,
        (false, false) => Mark::Same,
    }
}

/// Weights: flagged beyond 3 % of the expected weight or beyond 100 kg.
pub fn compare_weight(expected: Option<Weight>, actual: Option<Weight>) -> Mark {
    let (Some(expected), Some(actual)) = (expected, actual) else { return Mark::Same };
    let off = i128::from(expected.distance(actual).raw());
    mark(off != 0, off * 100 > i128::from(expected.raw()) * 3 || off > 100_000)
}

/// Pieces: flagged unless equal.
pub fn compare_pieces(expected: Option<i64>, actual: Option<i64>) -> Mark {
    let (Some(expected), Some(actual)) = (expected, actual) else { return Mark::Same };
    mark(expected != actual, expected != actual)
}

/// Volumes: flagged outside 90 % to 110 % of the expected volume.
pub fn compare_volume(expected: Option<Volume>, actual: Option<Volume>) -> Mark {
    let (Some(expected), Some(actual)) = (expected, actual) else { return Mark::Same };
    let off = i128::from(expected.distance(actual).raw());
    mark(off != 0, off * 10 > i128::from(expected.raw()))
}

/// `差 +20.0（+4.17%）`: the difference of scaled values with so many digits, and its percentage.
pub fn difference_text(expected: i64, actual: i64, decimals: u32, digits: u32) -> String {
    let off = actual.saturating_sub(expected);
    let sign = if off > 0 { "+" } else { "" };
    let shown = format!("差 {sign}{}", format_scaled(off, decimals, digits));
    if expected == 0 {
        return shown;
    }
    let percent = div_half_up(i128::from(off) * 10_000, i128::from(expected));
    let percent = format_scaled(i64::try_from(percent).unwrap_or(0), 2, 2);
    format!("{shown}（{sign}{percent}%）")
}

#[cfg(test)]
mod properties;

#[cfg(test)]
mod tests {
    use super::*;

    fn kg(text: &str) -> Weight {
        text.parse().expect("a weight")
    }
    fn cbm(text: &str) -> Volume {
        text.parse().expect("a volume")
    }

    #[test]
    fn figures_of_the_fixture() {
        assert_eq!(charge_weight(kg("480"), cbm("3.6"), DIVISOR_DEFAULT).show(2), "600.00");
        assert_eq!(density(kg("480"), cbm("3.6")).map(|d| d.show(2)), Some("133.33".into()));
        assert_eq!(charge_weight(kg("500"), cbm("3.95"), DIVISOR_DEFAULT).show(2), "658.33");
        assert_eq!(density(kg("500"), cbm("3.95")).map(|d| d.show(2)), Some("126.58".into()));
        assert_eq!(density(kg("300"), cbm("1.2")).map(|d| d.show(2)), Some("250.00".into()));
        assert_eq!(density(kg("300"), Volume::ZERO), None);
        assert_eq!(charge_weight(kg("1000"), cbm("5"), DIVISOR_DEFAULT).show(2), "1000.00");
    }

    /// Issue 25, A 13: a volume beside dimensions, and the weight of the exact volume.
    #[test]
    fn dimensions_are_held_against_the_volume_and_charged_exactly() {
        let sizes = parse_dimensions("55.5*43.3*107.5/1").expect("reads");
        assert_eq!(volume_of(&sizes).show(3), "0.258");
        let told = |volume: &str| volume_beside(&sizes, Some(cbm(volume))).map(|text| text.zh);
        assert_eq!(told("9"), Some("尺寸体积0.258与体积9.000不一致".into()));
        assert_eq!((told("0.2322"), told("0.258"), told("0.2838")), (None, None, None), "within a tenth, and on it");
        assert!(told("0.2321").is_some() && told("0.2839").is_some());
        assert_eq!((volume_beside(&sizes, None), volume_beside(&[], Some(cbm("9")))), (None, None));
        // 258337.88 cubic centimetres over 6000.
        assert_eq!(bulky_weight(&sizes, cbm("0.258"), 6_000).show(3), "43.056");
        assert_eq!(volume_weight(cbm("0.258"), 6_000).show(3), "43.000");
        assert_eq!(bulky_weight(&sizes, cbm("9"), 6_000).show(3), "1500.000", "what was typed counts");
        assert_eq!(bulky_weight(&[], cbm("9"), 6_000).show(3), "1500.000");
    }

    /// Issue 25, A 5: dimensions as people paste them.
    #[test]
    fn dimensions_are_read_in_full_width_and_with_units() {
        let text = |text: &str| parse_dimensions(text).map(|lines| dimensions_text(&lines));
        assert_eq!(text("１００＊６０．５＊50／12；80cm×80cm×50cm/1件"), Ok("100*60.5*50/12;80*80*50/1".into()));
        assert_eq!(text("100*60*50/2\u{a0}"), Ok("100*60*50/2".into()));
        assert_eq!(text("100in*60*50/2"), Err(1));
    }

    #[test]
    fn a_waybill_rounds_up_to_the_half_kilogram() {
        assert_eq!(Step::Half.up(kg("658.333")).show(1), "658.5");
        assert_eq!(Step::Half.up(kg("658.5")).show(1), "658.5");
        assert_eq!(Step::Half.up(kg("658.51")).show(1), "659.0");
        assert_eq!(Step::Whole.up(kg("1666.68")).show(0), "1667");
        assert_eq!(Step::None.up(kg("658.333")), kg("658.333"));
    }

    #[test]
    fn the_customer_is_spared_a_part_of_the_surplus() {
        let at = |ratio: &str| {
            spared_weight(kg("480"), volume_weight(cbm("3.6"), DIVISOR_DEFAULT), ratio.parse().expect("a ratio"))
        };
        assert_eq!(at("50").show(2), "540.00");
        assert_eq!(at("0").show(2), "600.00");
        assert_eq!(at("100").show(2), "480.00");
        assert_eq!(spared_weight(kg("700"), volume_weight(cbm("3.6"), DIVISOR_DEFAULT), Percent::ZERO), kg("700"));
    }

    #[test]
    fn dimensions_give_volume_and_pieces() {
        let lines = parse_dimensions("100*60*55/11;80*80*50/1").expect("dimensions");
        assert_eq!(volume_of(&lines).show(3), "3.950");
        assert_eq!(pieces_of(&lines), 12);
        assert_eq!(dimensions_text(&lines), "100*60*55/11;80*80*50/1");
        assert_eq!(parse_dimensions("120/80/100/5;;60.5x40×30/2").map(|d| d.len()), Ok(2));
        for (text, line) in
            [("100*60*50", 1), ("1*1*1/1;a*1*1/1", 2), ("0*1*1/1", 1), ("1*1*1/0", 1), ("10000*1*1/1", 1)]
        {
            assert_eq!(parse_dimensions(text), Err(line), "{text}");
        }
    }

    // req: awb-tolerance-weight
    #[test]
    fn weights_beyond_three_percent_or_a_hundred_are_flagged() {
        let outside = |a: &str, b: &str| compare_weight(Some(kg(a)), Some(kg(b))) == Mark::Outside;
        assert!(!outside("1000", "1030"));
        assert!(outside("1000", "1030.1"));
        assert!(!outside("10000", "10100"));
        assert!(outside("10000", "10101"));
        assert!(outside("1000", "969.9"));
        assert_eq!(compare_weight(Some(kg("480")), Some(kg("500"))), Mark::Outside);
        assert_eq!(compare_weight(Some(kg("480")), Some(kg("481"))), Mark::Differs);
        assert_eq!(compare_weight(None, Some(kg("1"))), Mark::Same);
    }

    // req: awb-tolerance-pieces
    #[test]
    fn pieces_are_flagged_unless_equal() {
        assert_eq!(compare_pieces(Some(12), Some(12)), Mark::Same);
        assert_eq!(compare_pieces(Some(12), Some(11)), Mark::Outside);
        assert_eq!(compare_pieces(Some(12), None), Mark::Same);
    }

    // req: awb-tolerance-volume
    #[test]
    fn volumes_outside_ninety_to_a_hundred_and_ten_percent_are_flagged() {
        let of = |a: &str, b: &str| compare_volume(Some(cbm(a)), Some(cbm(b)));
        assert_eq!(of("10", "9"), Mark::Differs);
        assert_eq!(of("10", "11"), Mark::Differs);
        assert_eq!(of("10", "8.999999"), Mark::Outside);
        assert_eq!(of("10", "11.000001"), Mark::Outside);
        assert_eq!(of("3.6", "3.95"), Mark::Differs);
        assert_eq!(of("3.6", "3.6"), Mark::Same);
    }

    #[test]
    fn differences_are_told_with_sign_and_percent() {
        assert_eq!(difference_text(480_000, 500_000, 3, 1), "差 +20.0（+4.17%）");
        assert_eq!(difference_text(500_000, 480_000, 3, 1), "差 -20.0（-4.00%）");
        assert_eq!(difference_text(0, 1, 0, 0), "差 +1");
    }
}
