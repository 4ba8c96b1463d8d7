//! Pictures: their size without decoding them, and small copies of them.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageDecoder, ImageReader, Limits, RgbImage};

/// Longest side of a small copy.
const THUMB_SIDE: u32 = 320;
const THUMB_QUALITY: u8 = 80;
/// A few bytes can claim a picture that fills the memory: what is larger is not decoded.
const SIDE_MAX: u32 = 12_000;
const PIXELS_MAX: u64 = 50_000_000;
const MEMORY_MAX: u64 = 256 * 1024 * 1024;

/// What a picture's head says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Whether pixels can be transparent.
    pub transparent: bool,
}

/// Size and transparency of a picture; none when it is no picture, or one too large to be decoded.
pub fn shape_of(bytes: &[u8]) -> Option<Shape> {
    let decoder = decoder(bytes)?;
    let (width, height) = decoder.dimensions();
    Some(Shape { width, height, transparent: decoder.color_type().has_alpha() })
}

fn decoder(bytes: &[u8]) -> Option<impl ImageDecoder + '_> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(SIDE_MAX);
    limits.max_image_height = Some(SIDE_MAX);
    limits.max_alloc = Some(MEMORY_MAX);
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    reader.limits(limits);
    let decoder = reader.into_decoder().ok()?;
    let (width, height) = decoder.dimensions();
    (u64::from(width) * u64::from(height) <= PIXELS_MAX).then_some(decoder)
}

/// A small copy, upright and on white; none when the picture can't be decoded.
pub(super) fn thumbnail(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut decoder = decoder(bytes)?;
    let turn = decoder.orientation().ok()?;
    let mut picture = DynamicImage::from_decoder(decoder).ok()?;
    if picture.width() > THUMB_SIDE || picture.height() > THUMB_SIDE {
        picture = picture.thumbnail(THUMB_SIDE, THUMB_SIDE);
    }
    picture.apply_orientation(turn);
    let mut out = Vec::new();
    JpegEncoder::new_with_quality(&mut out, THUMB_QUALITY).encode_image(&on_white(&picture)).ok()?;
    Some(out)
}

fn on_white(picture: &DynamicImage) -> RgbImage {
    let source = picture.to_rgba8();
    RgbImage::from_fn(source.width(), source.height(), |x, y| {
        let [red, green, blue, alpha] = source.get_pixel(x, y).0;
        let over = |color: u8| {
            let mixed = u32::from(color) * u32::from(alpha) + 255 * (255 - u32::from(alpha));
            u8::try_from(mixed / 255).unwrap_or(u8::MAX)
        };
        image::Rgb([over(red), over(green), over(blue)])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{ImageFormat, RgbaImage};

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut out = Cursor::new(Vec::new());
        let picture = RgbaImage::from_pixel(width, height, image::Rgba([200, 0, 0, 0]));
        DynamicImage::ImageRgba8(picture).write_to(&mut out, ImageFormat::Png).expect("writes");
        out.into_inner()
    }

    #[test]
    fn a_small_copy_fits_its_side_and_stands_on_white() {
        let small = thumbnail(&png(1000, 500)).expect("a copy");
        let copy = image::load_from_memory(&small).expect("a picture").to_rgb8();
        assert_eq!(copy.dimensions(), (320, 160));
        assert_eq!(copy.get_pixel(5, 5).0, [255, 255, 255]);
        let tiny = thumbnail(&png(10, 20)).expect("a copy");
        assert_eq!(shape_of(&tiny), Some(Shape { width: 10, height: 20, transparent: false }));
    }

    #[test]
    fn a_picture_that_would_fill_the_memory_is_not_decoded() {
        let mut flood = png(4, 4);
        // Width and height of the head claim 65535 each; the checksum behind them follows suit.
        flood[16..24].copy_from_slice(&[0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]);
        let sum = crc(&flood[12..29]).to_be_bytes();
        flood[29..33].copy_from_slice(&sum);
        assert_eq!((shape_of(&flood), thumbnail(&flood)), (None, None));
        assert_eq!(thumbnail(b"\x89PNG\r\n\x1a\nno picture"), None);
    }

    fn crc(bytes: &[u8]) -> u32 {
        let step = |sum: u32| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
        !bytes.iter().fold(!0u32, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), |sum, _| step(sum)))
    }
}
