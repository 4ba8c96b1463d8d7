//! The declaration on A4: every box in millimetres from the upper left corner of the page.

use crate::layout::Frame;

/// Left edge of the boxes, and how far they reach.
pub const LEFT: f32 = 14.0;
/// Width of all boxes together.
pub const WIDTH: f32 = 182.0;
/// Bands with red hatchings: left edges, top, width and height.
pub const HATCHES: [(f32, f32, f32, f32); 2] = [(6.0, 12.0, 5.0, 271.0), (199.0, 12.0, 5.0, 271.0)];
/// Baseline of the title.
pub const TITLE_Y: f32 = 18.5;
/// Baseline of the words at the foot.
pub const FOOT_Y: f32 = 279.0;
/// Upper edge of the first line of goods.
pub const FIRST_LINE_Y: f32 = 130.0;
/// Height of a line of goods.
pub const LINE_H: f32 = 17.0;

const fn frame(id: &'static str, x: f32, y: f32, w: f32, h: f32, caption: &'static str) -> Frame {
    Frame { id, x, y, w, h, caption }
}

/// The boxes. One table for drawing and for the tests that read positions back.
#[rustfmt::skip]
pub const FRAMES: &[Frame] = &[
    frame("shipper", 14.0, 22.0, 91.0, 30.0, "SHIPPER"),
    frame("awb", 105.0, 22.0, 91.0, 10.0, "AIR WAYBILL NO."),
    frame("page", 105.0, 32.0, 91.0, 8.0, "PAGE / PAGES"),
    frame("reference", 105.0, 40.0, 91.0, 12.0, "SHIPPER'S REFERENCE NO."),
    frame("consignee", 14.0, 52.0, 91.0, 30.0, "CONSIGNEE"),
    frame("warning", 105.0, 52.0, 91.0, 30.0, "WARNING"),
    frame("limits", 14.0, 82.0, 91.0, 21.0, "TRANSPORT DETAILS. WITHIN THE LIMITS FOR (NOT APPLICABLE STRUCK OUT)"),
    frame("passenger", 16.0, 89.0, 42.0, 12.0, ""),
    frame("freighter", 60.0, 89.0, 43.0, 12.0, ""),
    frame("departure", 105.0, 82.0, 91.0, 10.5, "AIRPORT OF DEPARTURE"),
    frame("destination", 105.0, 92.5, 91.0, 10.5, "AIRPORT OF DESTINATION"),
    frame("shipment", 14.0, 103.0, 182.0, 12.0, "SHIPMENT TYPE (NOT APPLICABLE STRUCK OUT)"),
    frame("non_radioactive", 74.0, 104.5, 45.0, 9.0, ""),
    frame("radioactive", 121.0, 104.5, 45.0, 9.0, ""),
    frame("nature", 14.0, 115.0, 182.0, 5.0, "NATURE AND QUANTITY OF DANGEROUS GOODS"),
    frame("handling", 14.0, 215.0, 182.0, 24.0, "ADDITIONAL HANDLING INFORMATION"),
    frame("certification", 14.0, 239.0, 101.0, 34.0, ""),
    frame("signatory", 115.0, 239.0, 81.0, 11.0, "NAME / TITLE OF SIGNATORY"),
    frame("place_date", 115.0, 250.0, 81.0, 10.0, "PLACE AND DATE"),
    frame("signature", 115.0, 260.0, 81.0, 13.0, "SIGNATURE (SEE WARNING ABOVE)"),
];

/// Columns of the goods; the box of a heading reaches down to the first line.
#[rustfmt::skip]
pub const COLUMNS: [Frame; 7] = [
    frame("un", 14.0, 120.0, 20.0, 10.0, "UN OR ID NO."),
    frame("name", 34.0, 120.0, 48.0, 10.0, "PROPER SHIPPING NAME"),
    frame("class", 82.0, 120.0, 22.0, 10.0, "CLASS OR DIVISION (SUBSIDIARY HAZARD)"),
    frame("group", 104.0, 120.0, 16.0, 10.0, "PACKING GROUP"),
    frame("quantity", 120.0, 120.0, 40.0, 10.0, "QUANTITY AND TYPE OF PACKING"),
    frame("instruction", 160.0, 120.0, 16.0, 10.0, "PACKING INST."),
    frame("authorization", 176.0, 120.0, 20.0, 10.0, "AUTHORIZATION"),
];

/// The box of a name.
pub fn find(id: &str) -> Option<&'static Frame> {
    FRAMES.iter().chain(&COLUMNS).find(|frame| frame.id == id)
}
