//! Drawing a bill: marks across the page, boxes, words, and what copy it is.

use krilla::Document;
use krilla::color::rgb;
use krilla::geom::{Point, Transform};
use krilla::page::PageSettings;
use krilla::paint::Stroke;
use krilla::surface::Surface;
use krilla::text::TextDirection;

use super::layout::{COLUMNS, FOOT_Y, FRAMES, LOGO};
use super::{BillCopy, BillPaper};
use crate::font::{font, width_mm};
use crate::pdf::{PAGE, ink, points, rectangle, write};
use crate::sheet;
use crate::waybill::{Placed, PrintError};

/// Size of a mark across the page, in points.
const MARK: f32 = 72.0;
/// The slant of it.
const SLANT: (f32, f32) = (-0.574, 0.819);

/// Every copy with its pages; the first page is the face.
pub fn draw(pages: &[Vec<Placed>], paper: &BillPaper) -> Result<Vec<u8>, PrintError> {
    let mut document = Document::new();
    for copy in &paper.copies {
        for (place, placed) in pages.iter().enumerate() {
            page(&mut document, (placed, place == 0), copy, paper)?;
        }
    }
    document.finish().map_err(|error| PrintError(format!("{error:?}")))
}

fn page(
    document: &mut Document,
    (placed, is_face): (&[Placed], bool),
    copy: &BillCopy,
    paper: &BillPaper,
) -> Result<(), PrintError> {
    let size = PageSettings::from_wh(points(PAGE.0), points(PAGE.1));
    let mut page = document.start_page_with(size.ok_or_else(|| PrintError("page size".to_owned()))?);
    let mut surface = page.surface();
    if !copy.mark.is_empty() {
        across(&mut surface, &copy.mark)?;
    }
    if is_face && !paper.overprint {
        frames(&mut surface);
        if let Some(logo) = &paper.logo {
            sheet::picture(&mut surface, logo, LOGO);
        }
    }
    for text in placed {
        write(&mut surface, text)?;
    }
    let x = (PAGE.0 - width_mm(&copy.words, 10.0)) / 2.0;
    write(&mut surface, &Placed { id: "copy", x, y: FOOT_Y, size: 10.0, text: copy.words.clone(), caption: false })?;
    if is_face {
        sheet::stamp(&mut surface, &paper.seals, PAGE, paper.moved());
    }
    surface.finish();
    page.finish();
    Ok(())
}

fn frames(surface: &mut Surface<'_>) {
    surface.set_fill(None);
    surface.set_stroke(Some(Stroke { width: 0.6, paint: rgb::Color::new(60, 60, 60).into(), ..Stroke::default() }));
    for frame in FRAMES.iter().chain(&COLUMNS) {
        if let Some(path) = rectangle(frame.x, frame.y, frame.w, frame.h) {
            surface.draw_path(&path);
        }
    }
}

/// Pale words that rise across the middle of the page.
fn across(surface: &mut Surface<'_>, words: &str) -> Result<(), PrintError> {
    let font = font().ok_or_else(|| PrintError("the font can't be read".to_owned()))?;
    surface.set_stroke(None);
    surface.set_fill(Some(ink(225)));
    let (sin, cos) = SLANT;
    let size = super::narrowed(words, 230.0, MARK);
    let half = width_mm(words, size) / 2.0;
    let (x, y) = (PAGE.0 / 2.0 - half * cos, PAGE.1 / 2.0 - half * sin);
    surface.push_transform(&Transform::from_row(cos, sin, -sin, cos, points(x), points(y)));
    surface.draw_text(Point::from_xy(0.0, 0.0), font, size, words, false, TextDirection::LeftToRight);
    surface.pop();
    Ok(())
}
