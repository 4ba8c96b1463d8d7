//! The attached list: three columns of lines under their headings, over as many pages as they need.

use super::{BillPaper, Left, narrowed};
use crate::waybill::Placed;

/// Left edges of the columns.
const COLUMNS: [f32; 3] = [10.0, 74.0, 138.0];
/// Width of a column.
const WIDTH: f32 = 62.0;
/// Base line of the first line.
const FIRST_Y: f32 = 27.0;
/// From a line to the next.
const STEP: f32 = 2.6;
/// Lines of a column.
const LINES: usize = 96;
/// Size in points.
const SIZE: f32 = 6.5;

/// Pages of what a face has no room for; none when it had.
pub fn pages(number: &str, left: &[Left], paper: &BillPaper) -> Vec<Vec<Placed>> {
    let mut lines: Vec<(String, bool)> = Vec::new();
    for (heading, own) in left {
        if !lines.is_empty() {
            lines.push((String::new(), false));
        }
        lines.push(((*heading).to_owned(), true));
        lines.extend(own.iter().map(|line| (line.clone(), false)));
    }
    let chunks: Vec<&[(String, bool)]> = lines.chunks(LINES * COLUMNS.len()).collect();
    let count = chunks.len();
    (1usize..).zip(chunks).map(|(page, lines)| one(&format!("{page}/{count}"), number, lines, paper)).collect()
}

fn one(page: &str, number: &str, lines: &[(String, bool)], paper: &BillPaper) -> Vec<Placed> {
    let (dx, dy) = paper.moved();
    let place = |id, x: f32, y: f32, size, text: &str, caption| Placed {
        id,
        x: x + dx,
        y: y + dy,
        size,
        text: text.to_owned(),
        caption,
    };
    let mut placed = vec![
        place("title", 10.0, 14.5, 14.0, "ATTACHED LIST", true),
        place("number", 10.0, 20.5, 9.0, &format!("B/L NO. {number}"), false),
        place("page", 170.0, 20.5, 9.0, &format!("PAGE {page}"), false),
    ];
    for (x, column) in COLUMNS.into_iter().zip(lines.chunks(LINES)) {
        for (step, (line, heading)) in (0u8..).zip(column).filter(|(_, (line, _))| !line.is_empty()) {
            let y = FIRST_Y + f32::from(step) * STEP;
            placed.push(place("attached", x, y, narrowed(line, WIDTH, SIZE), line, *heading));
        }
    }
    placed
}
