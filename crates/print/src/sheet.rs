//! A paper with a head, a table over as many pages as it needs, and what stands below: bills, lists, notices.

use std::sync::{Arc, OnceLock};

use krilla::Document;
use krilla::color::rgb;
use krilla::geom::{PathBuilder, Point, Rect, Size, Transform};
use krilla::image::Image;
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, Stroke};
use krilla::surface::Surface;
use krilla::text::TextDirection;

use crate::font::{MM_PER_POINT, font, width_mm};
use crate::text::wrap;
use crate::waybill::PrintError;

/// Distance of all from the edge of the page.
const EDGE: f32 = 15.0;
/// Room around the words of a cell.
const PAD: f32 = 1.2;
/// Height of a line in millimetres per point of its size.
const LINE: f32 = 0.47;
/// Narrowest column.
const COLUMN_MIN: f32 = 10.0;
/// Height of a logo.
const LOGO_HEIGHT: f32 = 14.0;

/// A picture as pixels, red green blue and opacity.
#[derive(Debug, Clone)]
pub struct Picture {
    /// Four bytes a pixel; one copy for all papers it stands on.
    pub pixels: Arc<[u8]>,
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// As it stands in a PDF: compressed when it is first drawn, once for all papers.
    image: Arc<OnceLock<Image>>,
}

impl Picture {
    /// A picture of four bytes a pixel, row by row from the upper left.
    pub fn new(pixels: impl Into<Arc<[u8]>>, width: u32, height: u32) -> Self {
        Self { pixels: pixels.into(), width, height, image: Arc::default() }
    }

    fn image(&self) -> &Image {
        self.image.get_or_init(|| Image::from_rgba8(self.pixels.to_vec(), self.width, self.height))
    }
}

/// A seal on a page, by its distances from the edges.
#[derive(Debug, Clone)]
pub struct Seal {
    /// The picture.
    pub picture: Picture,
    /// Width in millimetres.
    pub width: f32,
    /// Millimetres from the right edge.
    pub right: f32,
    /// Millimetres from the lower edge.
    pub bottom: f32,
}

/// A column of the table.
#[derive(Debug, Clone)]
pub struct SheetColumn {
    /// Heading.
    pub label: String,
    /// Numbers stand at the right.
    pub number: bool,
}

/// A further table.
#[derive(Debug, Clone, Default)]
pub struct SheetTable {
    /// What it is, above it.
    pub title: String,
    /// Its columns.
    pub columns: Vec<SheetColumn>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
}

/// What stands on the paper.
#[derive(Debug, Clone, Default)]
pub struct Sheet {
    /// The page lies on its long side.
    pub landscape: bool,
    /// Half of it: A5 instead of A4.
    pub small: bool,
    /// Size of the words in points.
    pub size: f32,
    /// Who it is from.
    pub sender: String,
    /// What it is.
    pub title: String,
    /// Picture at the upper left.
    pub logo: Option<Picture>,
    /// Words below the title.
    pub header: String,
    /// Labels with values, two in a line.
    pub facts: Vec<(String, String)>,
    /// Columns of the table.
    pub columns: Vec<SheetColumn>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
    /// Further tables below it.
    pub tables: Vec<SheetTable>,
    /// Lines of the sum, below the table at the right.
    pub sums: Vec<(String, String)>,
    /// Headed texts below.
    pub notes: Vec<(String, String)>,
    /// Words at the foot of each page.
    pub footer: String,
    /// Picture on the last page.
    pub seal: Option<Seal>,
    /// Picture of a signature on the last page.
    pub signature: Option<Seal>,
}

/// The paper as PDF.
pub fn sheet(sheet: &Sheet) -> Result<Vec<u8>, PrintError> {
    sheets(std::slice::from_ref(sheet))
}

/// Several papers in one file, one behind the other; each counts its own pages.
pub fn sheets(sheets: &[Sheet]) -> Result<Vec<u8>, PrintError> {
    let drawn = sheets.iter().flat_map(|sheet| {
        let mut pen = Pen::new(sheet);
        pen.head();
        pen.tables();
        pen.below();
        pen.pictures();
        pen.finish()
    });
    draw(&drawn.collect::<Vec<_>>())
}

/// A page as it is drawn.
struct Page {
    width: f32,
    height: f32,
    marks: Vec<Mark>,
}

/// What is drawn where, in millimetres from the upper left.
enum Mark {
    Words { x: f32, y: f32, size: f32, grey: u8, text: String },
    Line { x: f32, y: f32, width: f32 },
    Ground { x: f32, y: f32, width: f32, height: f32 },
    Picture { x: f32, y: f32, width: f32, height: f32, picture: Picture },
}

struct Pen<'a> {
    sheet: &'a Sheet,
    width: f32,
    height: f32,
    y: f32,
    pages: Vec<Vec<Mark>>,
}

impl<'a> Pen<'a> {
    fn new(sheet: &'a Sheet) -> Self {
        let (short, long) = if sheet.small { (148.0, 210.0) } else { (210.0, 297.0) };
        let (width, height) = if sheet.landscape { (long, short) } else { (short, long) };
        Self { sheet, width, height, y: EDGE, pages: vec![Vec::new()] }
    }

    fn mark(&mut self, mark: Mark) {
        if let Some(page) = self.pages.last_mut() {
            page.push(mark);
        }
    }

    fn room(&self) -> f32 {
        self.width - 2.0 * EDGE
    }

    fn foot_lines(&self) -> Vec<String> {
        wrap(&self.sheet.footer, self.room(), self.sheet.size - 1.0)
    }

    /// Where the foot of the page begins.
    fn bottom(&self) -> f32 {
        let lines = self.foot_lines().iter().fold(0.0, |sum, _| sum + (self.sheet.size - 1.0) * LINE);
        self.height - EDGE - 6.0 - lines
    }

    /// A new page unless so much room is left; says whether there is one.
    fn turn(&mut self, height: f32) -> bool {
        let full = self.y + height > self.bottom();
        if full {
            self.pages.push(Vec::new());
            self.y = EDGE;
        }
        full
    }

    fn words(&mut self, x: f32, size: f32, grey: u8, text: &str) {
        // The baseline lies a little above the lower edge of the line.
        let y = self.y + size * 0.36;
        self.mark(Mark::Words { x, y, size, grey, text: text.to_owned() });
    }

    /// A text over as many lines, and pages, as it needs.
    fn paragraph(&mut self, text: &str, x: f32, width: f32, size: f32, grey: u8) {
        for line in wrap(text, width, size) {
            self.turn(size * LINE);
            self.words(x, size, grey, &line);
            self.y += size * LINE;
        }
    }

    fn head(&mut self) {
        let (size, room) = (self.sheet.size, self.room());
        if let Some(picture) = self.sheet.logo.clone() {
            let (width, height) = within(&picture, 60.0, LOGO_HEIGHT);
            self.mark(Mark::Picture { x: EDGE, y: EDGE, width, height, picture });
        }
        for (text, size) in [(&self.sheet.sender, size + 4.0), (&self.sheet.title, size + 8.0)] {
            for line in wrap(text, room - 70.0, size) {
                self.words((self.width - width_mm(&line, size)) / 2.0, size, 0, &line);
                self.y += size * LINE;
            }
            self.y += 1.0;
        }
        if self.sheet.logo.is_some() {
            self.y = self.y.max(EDGE + LOGO_HEIGHT);
        }
        self.y += 2.0;
        self.paragraph(&self.sheet.header, EDGE, room, size, 40);
        self.y += if self.sheet.header.is_empty() { 0.0 } else { 2.0 };
        for pair in self.sheet.facts.chunks(2) {
            let top = self.y;
            let mut low = top;
            for ((label, value), x) in pair.iter().zip([EDGE, EDGE + room * 0.55]) {
                self.y = top;
                let label = format!("{label}：");
                let indent = width_mm(&label, size) + 1.0;
                self.words(x, size, 90, &label);
                let width = if x > EDGE { room * 0.45 } else { room * 0.53 };
                self.paragraph(value, x + indent, width - indent, size, 0);
                low = low.max(self.y).max(top + size * LINE);
            }
            self.y = low + 0.8;
        }
        self.y += 3.0;
    }

    fn tables(&mut self) {
        let sheet = self.sheet;
        self.table(&sheet.columns, &sheet.rows);
        for table in &sheet.tables {
            self.turn(4.0 * sheet.size * LINE + 4.0 * PAD);
            self.words(EDGE, sheet.size + 1.0, 0, &table.title);
            self.y += (sheet.size + 1.0) * LINE + 1.0;
            self.table(&table.columns, &table.rows);
        }
    }

    /// Widths by what stands in the columns, made to fit the page.
    fn widths(&self, columns: &[SheetColumn], rows: &[Vec<String>]) -> Vec<f32> {
        let size = self.sheet.size;
        let widest = |(place, column): (usize, &SheetColumn)| {
            let cells = rows.iter().filter_map(|row| row.get(place));
            let most = cells.map(|cell| width_mm(cell, size)).fold(0.0, f32::max).min(60.0);
            most.max(width_mm(&column.label, size)).max(COLUMN_MIN) + 2.0 * PAD
        };
        let widths: Vec<f32> = columns.iter().enumerate().map(widest).collect();
        let scale = self.room() / widths.iter().sum::<f32>().max(1.0);
        widths.into_iter().map(|width| width * scale).collect()
    }

    fn table(&mut self, columns: &[SheetColumn], rows: &[Vec<String>]) {
        if columns.is_empty() {
            return;
        }
        let widths = self.widths(columns, rows);
        self.table_head(columns, &widths);
        for row in rows {
            let cells = self.cells(row, &widths);
            if self.turn(height_of(&cells, self.sheet.size)) {
                self.table_head(columns, &widths);
            }
            self.row(columns, &cells, &widths);
        }
        self.y += 3.0;
    }

    fn cells(&self, row: &[String], widths: &[f32]) -> Vec<Vec<String>> {
        let empty = String::new();
        let cell =
            |(place, width): (usize, &f32)| wrap(row.get(place).unwrap_or(&empty), width - 2.0 * PAD, self.sheet.size);
        widths.iter().enumerate().map(cell).collect()
    }

    fn table_head(&mut self, columns: &[SheetColumn], widths: &[f32]) {
        let labels: Vec<String> = columns.iter().map(|column| column.label.clone()).collect();
        let cells = self.cells(&labels, widths);
        let height = height_of(&cells, self.sheet.size);
        self.mark(Mark::Ground { x: EDGE, y: self.y, width: self.room(), height });
        self.mark(Mark::Line { x: EDGE, y: self.y, width: self.room() });
        self.row(columns, &cells, widths);
    }

    fn row(&mut self, columns: &[SheetColumn], cells: &[Vec<String>], widths: &[f32]) {
        let (size, top) = (self.sheet.size, self.y);
        let mut x = EDGE;
        for ((lines, width), column) in cells.iter().zip(widths).zip(columns) {
            self.y = top + PAD;
            for line in lines {
                let left = if column.number { x + width - PAD - width_mm(line, size) } else { x + PAD };
                self.words(left, size, 0, line);
                self.y += size * LINE;
            }
            x += width;
        }
        self.y = top + height_of(cells, size);
        self.mark(Mark::Line { x: EDGE, y: self.y, width: self.room() });
    }

    fn below(&mut self) {
        let (size, room) = (self.sheet.size, self.room());
        for (label, value) in &self.sheet.sums {
            let text = format!("{label}：{value}");
            for line in wrap(&text, room, size + 1.0) {
                self.turn(size * LINE + 1.0);
                self.words(self.width - EDGE - width_mm(&line, size + 1.0), size + 1.0, 0, &line);
                self.y += (size + 1.0) * LINE;
            }
        }
        self.y += 3.0;
        for (label, text) in self.sheet.notes.iter().filter(|(_, text)| !text.is_empty()) {
            self.turn(3.0 * size * LINE);
            self.words(EDGE, size, 90, label);
            self.y += size * LINE;
            self.paragraph(text, EDGE, room, size, 0);
            self.y += 2.5;
        }
    }

    /// The signature, and the seal above it.
    fn pictures(&mut self) {
        for seal in [self.sheet.signature.clone(), self.sheet.seal.clone()].into_iter().flatten() {
            let (x, y, width, height) = lies(&seal, (self.width, self.height));
            self.mark(Mark::Picture { x, y, width, height, picture: seal.picture });
        }
    }

    /// The pages, each with footer and number.
    fn finish(mut self) -> Vec<Page> {
        let (size, lines, count) = (self.sheet.size - 1.0, self.foot_lines(), self.pages.len());
        let (width, height, bottom) = (self.width, self.height, self.bottom());
        for (place, page) in self.pages.iter_mut().enumerate() {
            let mut y = bottom + 3.0;
            for line in &lines {
                page.push(Mark::Words { x: EDGE, y: y + size * 0.36, size, grey: 90, text: line.clone() });
                y += size * LINE;
            }
            let text = format!("{} / {count}", place + 1);
            let x = (width - width_mm(&text, size)) / 2.0;
            page.push(Mark::Words { x, y: height - EDGE + 3.0, size, grey: 90, text });
        }
        self.pages.into_iter().map(|marks| Page { width, height, marks }).collect()
    }
}

fn height_of(cells: &[Vec<String>], size: f32) -> f32 {
    let height = |lines: &Vec<String>| lines.iter().fold(0.0, |sum, _| sum + size * LINE);
    cells.iter().map(height).fold(size * LINE, f32::max) + 2.0 * PAD
}

/// Width and height of a picture that keeps its shape within these.
fn within(picture: &Picture, width: f32, height: f32) -> (f32, f32) {
    let side = |pixels: u32| f32::from(u16::try_from(pixels).unwrap_or(u16::MAX)).max(1.0);
    let shape = side(picture.height) / side(picture.width);
    if width * shape <= height { (width, width * shape) } else { (height / shape, height) }
}

/// Left and upper edge, width and height of a seal on a page of a width and height.
fn lies(seal: &Seal, (page_width, page_height): (f32, f32)) -> (f32, f32, f32, f32) {
    let (width, height) = within(&seal.picture, seal.width, page_height);
    let x = (page_width - seal.right - width).max(0.0);
    let y = (page_height - seal.bottom - height).max(0.0);
    (x, y, width, height)
}

/// Seals on a form of a width and height that lies right of and below the corner of its sheet.
pub(crate) fn stamp(surface: &mut Surface<'_>, seals: &[Seal], form: (f32, f32), (right, down): (f32, f32)) {
    for seal in seals {
        let (x, y, width, height) = lies(seal, form);
        place(surface, &seal.picture, (x + right, y + down, width, height));
    }
}

fn points(millimetres: f32) -> f32 {
    millimetres / MM_PER_POINT
}

fn ink(grey: u8) -> Fill {
    Fill { paint: rgb::Color::new(grey, grey, grey).into(), opacity: NormalizedF32::ONE, ..Fill::default() }
}

fn draw(pages: &[Page]) -> Result<Vec<u8>, PrintError> {
    let mut document = Document::new();
    for Page { width, height, marks } in pages {
        let (width, height) = (*width, *height);
        let size = PageSettings::from_wh(points(width), points(height));
        let mut page = document.start_page_with(size.ok_or_else(|| PrintError("page size".to_owned()))?);
        let mut surface = page.surface();
        for mark in marks {
            put(&mut surface, mark)?;
        }
        surface.finish();
        page.finish();
    }
    document.finish().map_err(|error| PrintError(format!("{error:?}")))
}

fn put(surface: &mut Surface<'_>, mark: &Mark) -> Result<(), PrintError> {
    match mark {
        Mark::Words { x, y, size, grey, text } => {
            let font = font().ok_or_else(|| PrintError("the font can't be read".to_owned()))?;
            surface.set_stroke(None);
            surface.set_fill(Some(ink(*grey)));
            let at = Point::from_xy(points(*x), points(*y));
            surface.draw_text(at, font, *size, text, false, TextDirection::LeftToRight);
        }
        Mark::Line { x, y, width } => {
            surface.set_fill(None);
            let paint = rgb::Color::new(140, 140, 140).into();
            surface.set_stroke(Some(Stroke { width: 0.5, paint, ..Stroke::default() }));
            let mut path = PathBuilder::new();
            path.move_to(points(*x), points(*y));
            path.line_to(points(x + width), points(*y));
            if let Some(path) = path.finish() {
                surface.draw_path(&path);
            }
        }
        Mark::Ground { x, y, width, height } => {
            surface.set_stroke(None);
            surface.set_fill(Some(ink(240)));
            let rect = Rect::from_xywh(points(*x), points(*y), points(*width), points(*height));
            let mut path = PathBuilder::new();
            if let Some(rect) = rect {
                path.push_rect(rect);
            }
            if let Some(path) = path.finish() {
                surface.draw_path(&path);
            }
        }
        Mark::Picture { x, y, width, height, picture } => place(surface, picture, (*x, *y, *width, *height)),
    }
    Ok(())
}

/// A picture in a room of left, upper, width and height, at its right edge, as large as its shape allows.
pub(crate) fn picture(surface: &mut Surface<'_>, picture: &Picture, (x, y, w, h): (f32, f32, f32, f32)) {
    let (width, height) = within(picture, w, h);
    place(surface, picture, (x + w - width, y, width, height));
}

fn place(surface: &mut Surface<'_>, picture: &Picture, (x, y, width, height): (f32, f32, f32, f32)) {
    let Some(size) = Size::from_wh(points(width), points(height)) else { return };
    surface.push_transform(&Transform::from_translate(points(x), points(y)));
    surface.draw_image(picture.image().clone(), size);
    surface.pop();
}

#[cfg(test)]
mod tests;
