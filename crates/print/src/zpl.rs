//! Labels in the language of label printers, ZPL II. A text without Latin letters only is sent as dots, since few
//! printers have a font for it.

use std::fmt::Write;

use crate::code128::{self, Part};
use crate::dots::dots;
use crate::font::{MM_PER_POINT, cap_mm};
use crate::label::{Label, LabelPaper, LabelSize};
use crate::mark::{Mark, module_dots};

/// Height of capitals of the printer's own font 0, as a part of its height. Its real one is a little more, so that
/// letters are never smaller than on paper.
const CAP_OF_FONT: f32 = 0.7;

/// Dots of a printer's head.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resolution {
    /// 203 dots an inch: eight a millimetre.
    Dpi203,
    /// 300 dots an inch.
    Dpi300,
}

impl Resolution {
    /// Of its number of dots an inch.
    pub fn of(dots: u32) -> Option<Self> {
        match dots {
            203 => Some(Self::Dpi203),
            300 => Some(Self::Dpi300),
            _ => None,
        }
    }

    fn per_mm(self) -> f32 {
        match self {
            Self::Dpi203 => 8.0,
            Self::Dpi300 => 300.0 / 25.4,
        }
    }
}

/// The labels for a printer; none for sheets, which no label printer takes.
pub fn zpl(labels: &[Label], paper: LabelPaper, resolution: Resolution) -> Option<String> {
    if paper.size == LabelSize::A4 {
        return None;
    }
    let (face, dot) = (paper.size.face(paper.lying), resolution.per_mm());
    let mut out = String::new();
    for label in labels {
        // Writing to a text can't fail.
        let _ = writeln!(out, "^XA\n^PW{:.0}\n^LL{:.0}\n^LH0,0", face.0 * dot, face.1 * dot);
        for mark in label.marks(face) {
            let _ = put(&mut out, &mark, dot);
        }
        let _ = writeln!(out, "^PQ{}\n^XZ", paper.copies);
    }
    Some(out)
}

fn put(out: &mut String, mark: &Mark, dot: f32) -> std::fmt::Result {
    match mark {
        Mark::Words { x, y, size, text, .. } if text.is_ascii() => {
            let height = cap_mm(*size) / CAP_OF_FONT * dot;
            let (hex, text) = escaped(text);
            writeln!(out, "^FT{:.0},{:.0}^A0N,{height:.0},{height:.0}{hex}^FD{text}^FS", x * dot, y * dot)
        }
        Mark::Words { x, y, size, text, .. } => {
            let Some(dots) = dots(text, size * MM_PER_POINT * dot) else { return Ok(()) };
            let (count, across) = (dots.bytes.len(), dots.across);
            write!(out, "^FO{:.0},{:.0}^GFA,{count},{count},{across},", x * dot, y * dot - f32::from(dots.above))?;
            dots.bytes.iter().try_for_each(|byte| write!(out, "{byte:02X}"))?;
            out.push_str("^FS\n");
            Ok(())
        }
        Mark::Bars { x, y, w, h, module_max, code, .. } => {
            let Some(modules) = code128::modules(code) else { return Ok(()) };
            let module = module_dots(w * dot, module_max * dot, code);
            let count = u16::try_from(modules.len()).unwrap_or(0);
            let left = x * dot + (w * dot - f32::from(module) * f32::from(count)) / 2.0;
            writeln!(out, "^FO{left:.0},{:.0}^BY{module}^BCN,{:.0},N,N,N^FD{}^FS", y * dot, h * dot, data(code))
        }
        Mark::Line { from, to, thick } => {
            let thick = (thick * dot).max(1.0);
            let (w, h) = (((to.0 - from.0) * dot).max(thick), ((to.1 - from.1) * dot).max(thick));
            writeln!(out, "^FO{:.0},{:.0}^GB{w:.0},{h:.0},{thick:.0}^FS", from.0 * dot, from.1 * dot)
        }
    }
}

/// A text whose control characters are written in hexadecimal, and the command that says so.
fn escaped(text: &str) -> (&'static str, String) {
    if !text.contains(['^', '~', '_']) {
        return ("", text.to_owned());
    }
    ("^FH", text.replace('_', "_5F").replace('^', "_5E").replace('~', "_7E"))
}

/// The data of a code with the changes of its sets: `>:` and `>;` begin in B and C, `>6` and `>5` change to them.
fn data(code: &str) -> String {
    let write = |(place, part): (usize, &Part)| match part {
        Part::Letters(text) => format!("{}{text}", if place == 0 { ">:" } else { ">6" }),
        Part::Pairs(digits) => format!("{}{digits}", if place == 0 { ">;" } else { ">5" }),
    };
    code128::parts(code).iter().enumerate().map(write).collect()
}

#[cfg(test)]
mod tests;
