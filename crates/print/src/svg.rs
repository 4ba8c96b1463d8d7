//! A page as a picture for the screen.

use std::fmt::Write;

use kernel::html::escaped;

use crate::font::{MM_PER_POINT, width_mm};
use crate::mark::{Mark, bars_in};

/// Marks as SVG of a size in millimetres. Words keep their widths whatever font the screen has.
pub(crate) fn svg(marks: &[Mark], (w, h): (f32, f32), title: &str) -> String {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}mm\" height=\"{h}mm\" \
         role=\"img\"><title>{}</title><rect width=\"{w}\" height=\"{h}\" fill=\"#fff\"/>",
        escaped(title)
    );
    for mark in marks {
        // Writing to a text can't fail.
        let _ = put(&mut out, mark);
    }
    out.push_str("</svg>");
    out
}

fn put(out: &mut String, mark: &Mark) -> std::fmt::Result {
    match mark {
        Mark::Words { x, y, size, grey, text, .. } => {
            let (em, width) = (size * MM_PER_POINT, width_mm(text, *size));
            write!(
                out,
                "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{em:.2}\" font-family=\"sans-serif\" \
                 fill=\"rgb({grey},{grey},{grey})\" textLength=\"{width:.2}\" lengthAdjust=\"spacingAndGlyphs\">{}</text>",
                escaped(text)
            )
        }
        Mark::Bars { x, y, w, h, module_max, code, .. } => {
            out.push_str("<path d=\"");
            for (left, width) in bars_in(*x, *w, *module_max, code) {
                write!(out, "M{left:.3} {y:.2}h{width:.3}v{h:.2}h-{width:.3}z")?;
            }
            out.push_str("\"/>");
            Ok(())
        }
        Mark::Line { from, to, thick } => write!(
            out,
            "<path d=\"M{:.2} {:.2}L{:.2} {:.2}\" stroke=\"#000\" stroke-width=\"{thick:.2}\"/>",
            from.0, from.1, to.0, to.1
        ),
    }
}
