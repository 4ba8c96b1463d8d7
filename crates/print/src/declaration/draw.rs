//! Drawing a declaration: hatchings, boxes, words, and crosses over what does not apply.

use krilla::Document;
use krilla::color::rgb;
use krilla::geom::PathBuilder;
use krilla::page::PageSettings;
use krilla::paint::Stroke;
use krilla::surface::Surface;

use super::layout::{COLUMNS, FIRST_LINE_Y, FOOT_Y, FRAMES, HATCHES, LEFT, LINE_H, WIDTH, find};
use super::{Declaration, DeclarationPaper, LINES_A_PAGE, struck, tenths};
use crate::pdf::{PAGE, points, rectangle, write};
use crate::waybill::{Placed, PrintError};

/// Millimetres from one hatching to the next.
const HATCH_STEP: f32 = 6.0;
/// Thickness of a hatching in points.
const HATCH_WIDTH: f32 = 7.0;
const COPIES_NOTE: &str = "TWO SIGNED COPIES ARE NEEDED";

/// The pages as PDF.
pub fn draw(
    pages: &[&Vec<Placed>],
    declaration: &Declaration,
    paper: &DeclarationPaper,
) -> Result<Vec<u8>, PrintError> {
    let mut document = Document::new();
    for placed in pages {
        let size = PageSettings::from_wh(points(PAGE.0), points(PAGE.1));
        let mut page = document.start_page_with(size.ok_or_else(|| PrintError("page size".to_owned()))?);
        let mut surface = page.surface();
        if !paper.overprint {
            hatchings(&mut surface);
            frames(&mut surface);
            let foot =
                Placed { id: "foot", x: LEFT, y: FOOT_Y, size: 7.0, text: COPIES_NOTE.to_owned(), caption: true };
            write(&mut surface, &foot)?;
        }
        for text in *placed {
            write(&mut surface, text)?;
        }
        let (dx, dy) = (tenths(paper.offset_x), tenths(paper.offset_y));
        for frame in struck(declaration).into_iter().filter_map(find) {
            stroke(&mut surface, 1.2, (0, 0, 0));
            let (left, right) = (frame.x + dx, frame.x + frame.w + dx);
            let (top, bottom) = (frame.y + dy, frame.y + frame.h + dy);
            line(&mut surface, (left, top), (right, bottom));
            line(&mut surface, (left, bottom), (right, top));
        }
        surface.finish();
        page.finish();
    }
    document.finish().map_err(|error| PrintError(format!("{error:?}")))
}

fn stroke(surface: &mut Surface<'_>, width: f32, (red, green, blue): (u8, u8, u8)) {
    surface.set_fill(None);
    let paint = rgb::Color::new(red, green, blue).into();
    surface.set_stroke(Some(Stroke { width, paint, ..Stroke::default() }));
}

fn line(surface: &mut Surface<'_>, from: (f32, f32), to: (f32, f32)) {
    let mut path = PathBuilder::new();
    path.move_to(points(from.0), points(from.1));
    path.line_to(points(to.0), points(to.1));
    if let Some(path) = path.finish() {
        surface.draw_path(&path);
    }
}

/// Slanting red strokes down both edges, each within its band.
fn hatchings(surface: &mut Surface<'_>) {
    stroke(surface, HATCH_WIDTH, (200, 16, 46));
    for (x, top, width, height) in HATCHES {
        let mut y = top;
        while y + width <= top + height {
            line(surface, (x, y + width), (x + width, y));
            y += HATCH_STEP;
        }
    }
}

fn frames(surface: &mut Surface<'_>) {
    stroke(surface, 0.6, (60, 60, 60));
    for frame in FRAMES.iter().chain(&COLUMNS) {
        if let Some(path) = rectangle(frame.x, frame.y, frame.w, frame.h) {
            surface.draw_path(&path);
        }
    }
    // The goods have lines between columns alone, so that a long name may be read as one.
    let height = (0..LINES_A_PAGE).fold(0.0, |sum, _| sum + LINE_H);
    for frame in &COLUMNS {
        line(surface, (frame.x, FIRST_LINE_Y), (frame.x, FIRST_LINE_Y + height));
    }
    line(surface, (LEFT + WIDTH, FIRST_LINE_Y), (LEFT + WIDTH, FIRST_LINE_Y + height));
}
