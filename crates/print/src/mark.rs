//! What is drawn on a page, in millimetres from its upper left corner, and its way into a PDF.

use krilla::Document;
use krilla::color::rgb;
use krilla::geom::{PathBuilder, Point, Rect};
use krilla::page::PageSettings;
use krilla::paint::Stroke;
use krilla::surface::Surface;
use krilla::text::TextDirection;

use crate::code128;
use crate::font::font;
use crate::pdf::{ink, points};
use crate::waybill::PrintError;

/// White modules on either side of a bar code.
const QUIET: u16 = 10;

/// A thing on a page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Mark {
    /// Words: left end of the base line, size in points, lightness of the ink (0 is black).
    Words { id: &'static str, x: f32, y: f32, size: f32, grey: u8, text: String },
    /// A bar code as large as fits its place, in the middle, with its white edges.
    Bars { id: &'static str, x: f32, y: f32, w: f32, h: f32, module_max: f32, code: String },
    /// A straight line and its thickness.
    Line { from: (f32, f32), to: (f32, f32), thick: f32 },
}

impl Mark {
    /// The same, elsewhere.
    pub(crate) fn moved(&self, dx: f32, dy: f32) -> Self {
        let mut moved = self.clone();
        match &mut moved {
            Self::Words { x, y, .. } | Self::Bars { x, y, .. } => {
                *x += dx;
                *y += dy;
            }
            Self::Line { from, to, .. } => {
                *from = (from.0 + dx, from.1 + dy);
                *to = (to.0 + dx, to.1 + dy);
            }
        }
        moved
    }
}

/// Bars of a code in its place: left edges and widths. None for a code that can't be written.
pub(crate) fn bars_in(x: f32, w: f32, module_max: f32, code: &str) -> Vec<(f32, f32)> {
    let Some(modules) = code128::modules(code) else { return Vec::new() };
    let count = u16::try_from(modules.len()).unwrap_or(u16::MAX);
    let module = (w / f32::from(count + 2 * QUIET)).min(module_max);
    let left = x + (w - f32::from(count) * module) / 2.0;
    let place = |(first, width): (u16, u16)| (left + f32::from(first) * module, f32::from(width) * module);
    code128::bars(&modules).into_iter().map(place).collect()
}

/// Widest module in dots of a printer whose code fits so many dots with its white edges; at least one.
pub(crate) fn module_dots(dots: f32, most: f32, code: &str) -> u16 {
    let count = code128::modules(code).and_then(|modules| u16::try_from(modules.len()).ok()).unwrap_or(0);
    let room = |module: &u16| f32::from(*module) <= most && f32::from(*module) * f32::from(count + 2 * QUIET) <= dots;
    (1..=20).rev().find(room).unwrap_or(1)
}

/// Pages of one size as PDF.
pub(crate) fn pdf(pages: impl IntoIterator<Item = Vec<Mark>>, (w, h): (f32, f32)) -> Result<Vec<u8>, PrintError> {
    let mut document = Document::new();
    for marks in pages {
        let size = PageSettings::from_wh(points(w), points(h)).ok_or_else(|| PrintError("page size".to_owned()))?;
        let mut page = document.start_page_with(size);
        let mut surface = page.surface();
        for mark in &marks {
            put(&mut surface, mark)?;
        }
        surface.finish();
        page.finish();
    }
    document.finish().map_err(|error| PrintError(format!("{error:?}")))
}

fn put(surface: &mut Surface<'_>, mark: &Mark) -> Result<(), PrintError> {
    match mark {
        Mark::Words { x, y, size, grey, text, .. } => {
            let font = font().ok_or_else(|| PrintError("the font can't be read".to_owned()))?;
            surface.set_stroke(None);
            surface.set_fill(Some(ink(*grey)));
            let at = Point::from_xy(points(*x), points(*y));
            surface.draw_text(at, font, *size, text, false, TextDirection::LeftToRight);
        }
        Mark::Bars { x, y, w, h, module_max, code, .. } => {
            let mut path = PathBuilder::new();
            let bars = bars_in(*x, *w, *module_max, code);
            let bars = bars.into_iter().map(|(x, w)| Rect::from_xywh(points(x), points(*y), points(w), points(*h)));
            bars.flatten().for_each(|bar| path.push_rect(bar));
            surface.set_stroke(None);
            surface.set_fill(Some(ink(0)));
            if let Some(path) = path.finish() {
                surface.draw_path(&path);
            }
        }
        Mark::Line { from, to, thick } => {
            surface.set_fill(None);
            let paint = rgb::Color::new(0, 0, 0).into();
            surface.set_stroke(Some(Stroke { width: points(*thick), paint, ..Stroke::default() }));
            let mut path = PathBuilder::new();
            path.move_to(points(from.0), points(from.1));
            path.line_to(points(to.0), points(to.1));
            if let Some(path) = path.finish() {
                surface.draw_path(&path);
            }
        }
    }
    Ok(())
}
