//! The liner bill on A4: every box in millimetres from the upper left corner of the page.

use crate::layout::Frame;

/// Left edge of all.
pub const LEFT: f32 = 10.0;
/// Base line of the title.
pub const TITLE_Y: f32 = 14.5;
/// Base line of the first line of goods.
pub const FIRST_LINE_Y: f32 = 134.5;
/// From a line of goods to the next.
pub const LINE_STEP: f32 = 3.2;
/// Base line of the words of a copy.
pub const FOOT_Y: f32 = 288.0;
/// The logo: left, upper edge, width, height.
pub const LOGO: (f32, f32, f32, f32) = (10.0, 6.0, 30.0, 10.0);

const fn frame(id: &'static str, x: f32, y: f32, w: f32, h: f32, caption: &'static str) -> Frame {
    Frame { id, x, y, w, h, caption }
}

/// The boxes. One table for drawing and for the tests that read positions back.
#[rustfmt::skip]
pub const FRAMES: &[Frame] = &[
    frame("shipper", 10.0, 18.0, 95.0, 22.0, "SHIPPER"),
    frame("consignee", 10.0, 40.0, 95.0, 22.0, "CONSIGNEE"),
    frame("notify", 10.0, 62.0, 95.0, 22.0, "NOTIFY PARTY"),
    frame("number", 105.0, 18.0, 47.5, 8.0, "B/L NO."),
    frame("booking", 152.5, 18.0, 47.5, 8.0, "BOOKING NO."),
    frame("references", 105.0, 26.0, 95.0, 18.0, "EXPORT REFERENCES"),
    frame("forwarding_agent", 105.0, 44.0, 95.0, 18.0, "FORWARDING AGENT"),
    frame("delivery_agent", 105.0, 62.0, 95.0, 22.0, "FOR DELIVERY OF GOODS PLEASE APPLY TO"),
    frame("pre_carriage", 10.0, 84.0, 47.5, 14.0, "PRE-CARRIAGE BY"),
    frame("receipt", 57.5, 84.0, 47.5, 14.0, "PLACE OF RECEIPT"),
    frame("vessel", 10.0, 98.0, 47.5, 14.0, "OCEAN VESSEL / VOY. NO."),
    frame("loading", 57.5, 98.0, 47.5, 14.0, "PORT OF LOADING"),
    frame("discharge", 10.0, 112.0, 47.5, 14.0, "PORT OF DISCHARGE"),
    frame("delivery", 57.5, 112.0, 47.5, 14.0, "PLACE OF DELIVERY"),
    frame("notify2", 105.0, 84.0, 95.0, 22.0, "ALSO NOTIFY"),
    frame("transhipment", 105.0, 106.0, 47.5, 20.0, "TRANSHIPMENT"),
    frame("final", 152.5, 106.0, 47.5, 20.0, "FINAL DESTINATION (FOR REFERENCE ONLY)"),
    frame("containers", 10.0, 206.0, 190.0, 24.0, "CONTAINER / SEAL / TYPE / PACKAGES / GROSS WEIGHT / MEASUREMENT"),
    frame("total", 10.0, 230.0, 190.0, 8.0, "TOTAL NUMBER OF CONTAINERS OR PACKAGES (IN WORDS)"),
    frame("freight", 10.0, 238.0, 95.0, 26.0, "FREIGHT AND CHARGES"),
    frame("received", 10.0, 264.0, 95.0, 19.0, ""),
    frame("payable", 105.0, 238.0, 47.5, 9.0, "FREIGHT PAYABLE AT"),
    frame("originals", 152.5, 238.0, 47.5, 9.0, "NUMBER OF ORIGINAL BILLS"),
    frame("on_board", 105.0, 247.0, 47.5, 9.0, "SHIPPED ON BOARD DATE"),
    frame("issued", 152.5, 247.0, 47.5, 9.0, "PLACE AND DATE OF ISSUE"),
    frame("signed", 105.0, 256.0, 95.0, 27.0, "SIGNED"),
];

/// Columns of the goods.
#[rustfmt::skip]
pub const COLUMNS: [Frame; 5] = [
    frame("marks", 10.0, 126.0, 48.0, 80.0, "MARKS AND NUMBERS"),
    frame("packages", 58.0, 126.0, 22.0, 80.0, "NO. OF PACKAGES"),
    frame("goods", 80.0, 126.0, 66.0, 80.0, "DESCRIPTION OF GOODS"),
    frame("gross", 146.0, 126.0, 27.0, 80.0, "GROSS WEIGHT"),
    frame("measurement", 173.0, 126.0, 27.0, 80.0, "MEASUREMENT"),
];

/// The box of a name.
pub fn find(id: &str) -> Option<&'static Frame> {
    FRAMES.iter().chain(&COLUMNS).find(|frame| frame.id == id)
}
