//! Drawing: frames, captions, texts, bar code, the draft's mark.

use krilla::Document;
use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder, Point, Rect, Transform};
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, Stroke};
use krilla::surface::Surface;
use krilla::text::TextDirection;

use crate::code128;
use crate::font::{MM_PER_POINT, font, width_mm};
use crate::layout::{BARCODE, FOOT_Y, FRAMES, LOGO};
use crate::sheet;
use crate::waybill::{Paper, Placed, PrintError};

/// A4 in millimetres.
pub(crate) const PAGE: (f32, f32) = (210.0, 297.0);

/// Millimetres as points.
pub(crate) fn points(millimetres: f32) -> f32 {
    millimetres / MM_PER_POINT
}

/// A shade of grey; 0 is black.
pub(crate) fn ink(grey: u8) -> Fill {
    Fill { paint: rgb::Color::new(grey, grey, grey).into(), opacity: NormalizedF32::ONE, ..Fill::default() }
}

/// A waybill to be drawn: its text, its number, and the words of its copies, one page each.
pub struct Drawing<'a> {
    pub placed: Vec<Placed>,
    pub paper: &'a Paper,
    pub number: &'a str,
}

/// Waybills one after the other as PDF.
pub fn draw<'a>(drawings: impl IntoIterator<Item = Drawing<'a>>) -> Result<Vec<u8>, PrintError> {
    let mut document = Document::new();
    for drawing in drawings {
        if drawing.paper.copies.is_empty() {
            page(&mut document, &drawing, None)?;
        }
        for copy in &drawing.paper.copies {
            page(&mut document, &drawing, Some(copy))?;
        }
    }
    document.finish().map_err(|error| PrintError(format!("{error:?}")))
}

fn page(document: &mut Document, drawing: &Drawing<'_>, copy: Option<&str>) -> Result<(), PrintError> {
    let paper = drawing.paper;
    let stationery = paper.sheet();
    let (w, h) = stationery.size();
    let size = PageSettings::from_wh(points(w), points(h));
    let mut page = document.start_page_with(size.ok_or_else(|| PrintError("page size".to_owned()))?);
    let mut surface = page.surface();
    if paper.draft {
        mark_draft(&mut surface, stationery.shift())?;
    }
    if !paper.overprint {
        frames(&mut surface);
        barcode(&mut surface, drawing.number);
        if let Some(logo) = &paper.logo {
            sheet::picture(&mut surface, logo, LOGO);
        }
    }
    for text in &drawing.placed {
        write(&mut surface, text)?;
    }
    if let Some(words) = copy.filter(|_| !paper.overprint) {
        let x = (w - width_mm(words, 9.0)) / 2.0;
        let foot = Placed { id: "copy", x, y: FOOT_Y, size: 9.0, text: words.to_owned(), caption: true };
        write(&mut surface, &foot)?;
    }
    // Measured on the form, which larger sheets have in their middle.
    sheet::stamp(&mut surface, &paper.seals, PAGE, paper.moved());
    surface.finish();
    page.finish();
    Ok(())
}

/// A piece of text at its place.
pub(crate) fn write(surface: &mut Surface<'_>, text: &Placed) -> Result<(), PrintError> {
    let font = font().ok_or_else(|| PrintError("the font can't be read".to_owned()))?;
    surface.set_stroke(None);
    surface.set_fill(Some(ink(if text.caption { 70 } else { 0 })));
    let at = Point::from_xy(points(text.x), points(text.y));
    surface.draw_text(at, font, text.size, &text.text, false, TextDirection::LeftToRight);
    Ok(())
}

/// A rectangle by its upper left corner, width and height.
pub(crate) fn rectangle(x: f32, y: f32, w: f32, h: f32) -> Option<Path> {
    let rect = Rect::from_xywh(points(x), points(y), points(w), points(h))?;
    let mut builder = PathBuilder::new();
    builder.push_rect(rect);
    builder.finish()
}

fn frames(surface: &mut Surface<'_>) {
    surface.set_fill(None);
    surface.set_stroke(Some(Stroke { width: 0.6, paint: rgb::Color::new(60, 60, 60).into(), ..Stroke::default() }));
    for frame in FRAMES {
        if let Some(path) = rectangle(frame.x, frame.y, frame.w, frame.h) {
            surface.draw_path(&path);
        }
    }
}

/// Code 128 of the eleven digits: ten in pairs, the last alone.
fn barcode(surface: &mut Surface<'_>, number: &str) {
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    let Some(bits) = digits.get(..11).and_then(code128::modules) else { return };
    let (left, top, width, height) = BARCODE;
    let count = u16::try_from(bits.len()).map_or(1.0, f32::from);
    let step = width / count;
    surface.set_stroke(None);
    surface.set_fill(Some(ink(0)));
    for (place, _) in (0u16..).zip(&bits).filter(|(_, bit)| **bit == 1) {
        if let Some(bar) = rectangle(left + f32::from(place) * step, top, step * 1.02, height) {
            surface.draw_path(&bar);
        }
    }
}

fn mark_draft(surface: &mut Surface<'_>, (right, down): (f32, f32)) -> Result<(), PrintError> {
    let font = font().ok_or_else(|| PrintError("the font can't be read".to_owned()))?;
    surface.set_stroke(None);
    surface.set_fill(Some(ink(225)));
    let (sin, cos) = (-0.574, 0.819);
    let turn = Transform::from_row(cos, sin, -sin, cos, points(45.0 + right), points(205.0 + down));
    surface.push_transform(&turn);
    surface.draw_text(Point::from_xy(0.0, 0.0), font, 110.0, "DRAFT", false, TextDirection::LeftToRight);
    surface.pop();
    Ok(())
}
