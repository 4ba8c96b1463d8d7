//! The sheet a printer is measured with: rulers along both edges, and crosses whose places are known.

use kernel::format_scaled;

use crate::font::width_mm;
use crate::mark::{self, Mark};
use crate::waybill::{PrintError, tenths};

/// A4.
const PAGE: (f32, f32) = (210.0, 297.0);
/// Where the rulers lie: distance of the upper one from the top, of the left one from the left.
const RULER: f32 = 10.0;
/// What no printer reaches at the ends of a ruler, in whole millimetres.
const MARGIN: u16 = 5;
/// The crosses, in whole millimetres from the left and the upper edge of the paper.
pub const CROSSES: [(u16, u16); 8] =
    [(30, 40), (105, 40), (180, 40), (30, 150), (180, 150), (30, 260), (105, 260), (180, 260)];
/// Half of a cross.
const ARM: f32 = 5.0;
const THIN: f32 = 0.15;
/// Where the instructions begin.
const WORDS: (f32, f32) = (45.0, 68.0);

/// Whose sheet it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Calibration {
    /// Name of the printer.
    pub printer: String,
    /// Its shift to the right in tenths of a millimetre.
    pub dx: i64,
    /// Its shift down in tenths of a millimetre.
    pub dy: i64,
}

/// The sheet as PDF, moved by the printer's own shift: when that is right, every cross stands at its figures.
pub fn calibration(sheet: &Calibration) -> Result<Vec<u8>, PrintError> {
    let (dx, dy) = (tenths(sheet.dx), tenths(sheet.dy));
    let mut marks = Vec::new();
    ruler(&mut marks, PAGE.0, |at, length| ((at, RULER), (at, RULER + length)), |at, w| (at - w / 2.0, RULER - 1.0));
    ruler(&mut marks, PAGE.1, |at, length| ((RULER, at), (RULER + length, at)), |at, w| (RULER - w - 0.8, at + 0.8));
    for (x, y) in CROSSES {
        cross(&mut marks, x, y);
    }
    instructions(&mut marks, sheet);
    mark::pdf([marks.iter().map(|mark| mark.moved(dx, dy)).collect()], PAGE)
}

type Point = (f32, f32);

fn line(marks: &mut Vec<Mark>, (from, to): (Point, Point)) {
    marks.push(Mark::Line { from, to, thick: THIN });
}

fn words(marks: &mut Vec<Mark>, (x, y): Point, size: f32, text: String) {
    marks.push(Mark::Words { id: "words", x, y, size, grey: 0, text });
}

/// A stroke at every millimetre, longer at five and ten, with figures at ten.
fn ruler(
    marks: &mut Vec<Mark>,
    end: f32,
    stroke: impl Fn(f32, f32) -> (Point, Point),
    figure: impl Fn(f32, f32) -> Point,
) {
    for at in (MARGIN..).take_while(|at| f32::from(*at) <= end - f32::from(MARGIN)) {
        let length = if at % 10 == 0 {
            4.0
        } else if at % 5 == 0 {
            3.0
        } else {
            1.8
        };
        line(marks, stroke(f32::from(at), length));
        if at % 10 == 0 {
            let text = at.to_string();
            words(marks, figure(f32::from(at), width_mm(&text, 6.0)), 6.0, text);
        }
    }
}

fn cross(marks: &mut Vec<Mark>, x: u16, y: u16) {
    let (at_x, at_y) = (f32::from(x), f32::from(y));
    line(marks, ((at_x - ARM, at_y), (at_x + ARM, at_y)));
    line(marks, ((at_x, at_y - ARM), (at_x, at_y + ARM)));
    words(marks, (at_x + 1.2, at_y - 1.2), 7.0, format!("({x}, {y})"));
}

fn instructions(marks: &mut Vec<Mark>, sheet: &Calibration) {
    let shift = |tenths: i64| format!("{} mm", format_scaled(tenths, 1, 1));
    let lines = [
        format!("打印机校准页  Calibration sheet: {}", sheet.printer),
        format!("当前偏移  Present offset: dx = {}, dy = {}", shift(sheet.dx), shift(sheet.dy)),
        String::new(),
        "1. 打印时选择“实际大小”，不要缩放。".to_owned(),
        "    Print at actual size; don't scale to fit.".to_owned(),
        "2. 每个十字旁的数字为它到纸张左边和上边的距离（毫米）。".to_owned(),
        "    The figures at a cross are its distances from the left and the upper edge of the paper in mm.".to_owned(),
        "3. 用直尺量十字到纸张左边和上边的实际距离。".to_owned(),
        "    Measure with a ruler how far the cross really is from both edges.".to_owned(),
        "4. 新偏移 = 当前偏移 + 应有距离 - 实际距离；dx 向右为正，dy 向下为正。".to_owned(),
        "    New offset = present offset + distance it should have - measured distance;".to_owned(),
        "    dx counts to the right, dy downwards.".to_owned(),
        "5. 保存偏移后再打印一次本页，十字应位于所标位置。".to_owned(),
        "    Save the offset and print this sheet again: the crosses now stand at their figures.".to_owned(),
        "6. 各角误差不同时，纸张放斜或被缩放。".to_owned(),
        "    When the corners differ, the paper lies askew or the page was scaled.".to_owned(),
    ];
    for (place, text) in (0u8..).zip(lines).filter(|(_, text)| !text.is_empty()) {
        let size = if place == 0 { 11.0 } else { 9.0 };
        words(marks, (WORDS.0, WORDS.1 + f32::from(place) * 4.6), size, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_back::{Page, pages};

    fn sheet(dx: i64, dy: i64) -> Page {
        let sheet = Calibration { printer: "针式打印机1".to_owned(), dx, dy };
        pages(&calibration(&sheet).unwrap()).remove(0)
    }

    fn has(page: &Page, from: Point, to: Point) -> bool {
        let near = |a: Point, b: Point| (a.0 - b.0).abs() < 0.05 && (a.1 - b.1).abs() < 0.05;
        page.lines.iter().any(|(one, other)| near(*one, from) && near(*other, to))
    }

    #[test]
    fn crosses_stand_where_their_figures_say_and_rulers_count_millimetres() {
        let page = sheet(0, 0);
        for (x, y) in CROSSES {
            let (at_x, at_y) = (f32::from(x), f32::from(y));
            assert!(has(&page, (at_x - 5.0, at_y), (at_x + 5.0, at_y)), "{x} {y}");
            assert!(has(&page, (at_x, at_y - 5.0), (at_x, at_y + 5.0)), "{x} {y}");
            assert!(page.texts.iter().any(|text| text.text == format!("({x}, {y})") && (text.x - at_x).abs() < 2.0));
        }
        for at in [5u16, 10, 107, 205] {
            let at = f32::from(at);
            assert!(page.lines.iter().any(|(from, _)| (from.0 - at).abs() < 0.05 && (from.1 - 10.0).abs() < 0.05));
        }
        assert!(has(&page, (10.0, 292.0), (11.8, 292.0)) && !has(&page, (10.0, 293.0), (11.8, 293.0)));
        let told: String = page.texts.iter().map(|text| text.text.as_str()).collect();
        for part in ["针式打印机1", "dx = 0.0 mm, dy = 0.0 mm", "新偏移 = 当前偏移", "New offset = present offset"]
        {
            assert!(told.contains(part), "{part}: {told}");
        }
        assert!(page.texts.iter().all(|text| text.x + width_mm(&text.text, text.size) < 205.0), "all is on the page");
    }

    #[test]
    fn the_shift_of_the_printer_moves_the_whole_sheet() {
        let (plain, moved) = (sheet(0, 0), sheet(15, -20));
        assert_eq!(plain.lines.len(), moved.lines.len());
        for (a, b) in plain.lines.iter().zip(&moved.lines) {
            assert!((b.0.0 - a.0.0 - 1.5).abs() < 0.02 && (b.0.1 - a.0.1 + 2.0).abs() < 0.02, "{a:?} {b:?}");
        }
        assert!(moved.texts.iter().any(|text| text.text.contains("dx = 1.5 mm, dy = -2.0 mm")));
    }
}
