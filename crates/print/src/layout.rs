//! The air waybill on A4: every box in millimetres from the upper left corner of the page.

/// A box of the form.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// Name, as the tests and the drawing know it.
    pub id: &'static str,
    /// Left edge.
    pub x: f32,
    /// Upper edge.
    pub y: f32,
    /// Width.
    pub w: f32,
    /// Height.
    pub h: f32,
    /// Small text at its upper left; empty for none.
    pub caption: &'static str,
}

const fn frame(id: &'static str, x: f32, y: f32, w: f32, h: f32, caption: &'static str) -> Frame {
    Frame { id, x, y, w, h, caption }
}

/// The boxes. One table for drawing and for the tests that read positions back.
#[rustfmt::skip]
pub const FRAMES: &[Frame] = &[
    frame("prefix", 10.0, 12.0, 14.0, 6.0, ""),
    frame("departure_code", 24.0, 12.0, 14.0, 6.0, ""),
    frame("serial", 38.0, 12.0, 30.0, 6.0, ""),
    frame("shipper", 10.0, 18.0, 95.0, 27.0, "SHIPPER'S NAME AND ADDRESS"),
    frame("shipper_account", 62.0, 18.0, 43.0, 8.0, "SHIPPER'S ACCOUNT NUMBER"),
    frame("consignee", 10.0, 45.0, 95.0, 27.0, "CONSIGNEE'S NAME AND ADDRESS"),
    frame("consignee_account", 62.0, 45.0, 43.0, 8.0, "CONSIGNEE'S ACCOUNT NUMBER"),
    frame("agent", 10.0, 72.0, 95.0, 14.0, "ISSUING CARRIER'S AGENT NAME AND CITY"),
    frame("agent_iata", 10.0, 86.0, 47.5, 8.0, "AGENT'S IATA CODE"),
    frame("agent_account", 57.5, 86.0, 47.5, 8.0, "ACCOUNT NO."),
    frame("departure", 10.0, 94.0, 95.0, 9.0, "AIRPORT OF DEPARTURE AND REQUESTED ROUTING"),
    frame("to1", 10.0, 103.0, 12.0, 9.0, "TO"),
    frame("by1", 22.0, 103.0, 35.5, 9.0, "BY FIRST CARRIER"),
    frame("to2", 57.5, 103.0, 12.0, 9.0, "TO"),
    frame("by2", 69.5, 103.0, 11.5, 9.0, "BY"),
    frame("to3", 81.0, 103.0, 12.0, 9.0, "TO"),
    frame("by3", 93.0, 103.0, 12.0, 9.0, "BY"),
    frame("destination", 10.0, 112.0, 47.5, 9.0, "AIRPORT OF DESTINATION"),
    frame("flight1", 57.5, 112.0, 23.5, 9.0, "FLIGHT / DATE"),
    frame("flight2", 81.0, 112.0, 24.0, 9.0, "FLIGHT / DATE"),
    frame("issued_by", 105.0, 18.0, 95.0, 27.0, "NOT NEGOTIABLE - AIR WAYBILL - ISSUED BY"),
    frame("copies_note", 105.0, 45.0, 95.0, 6.0, ""),
    frame("conditions", 105.0, 51.0, 95.0, 21.0, ""),
    frame("accounting", 105.0, 72.0, 95.0, 22.0, "ACCOUNTING INFORMATION"),
    frame("reference", 105.0, 94.0, 47.5, 9.0, "REFERENCE NUMBER"),
    frame("optional_info", 152.5, 94.0, 47.5, 9.0, "OPTIONAL SHIPPING INFORMATION"),
    frame("currency", 105.0, 103.0, 13.0, 9.0, "CURRENCY"),
    frame("chgs", 118.0, 103.0, 9.0, 9.0, "CHGS"),
    frame("weight_ppd", 127.0, 103.0, 8.5, 9.0, "WT PPD"),
    frame("weight_coll", 135.5, 103.0, 8.5, 9.0, "COLL"),
    frame("other_ppd", 144.0, 103.0, 8.5, 9.0, "OTH PPD"),
    frame("other_coll", 152.5, 103.0, 8.5, 9.0, "COLL"),
    frame("declared_carriage", 161.0, 103.0, 19.5, 9.0, "DECL. CARRIAGE"),
    frame("declared_customs", 180.5, 103.0, 19.5, 9.0, "DECL. CUSTOMS"),
    frame("insurance", 105.0, 112.0, 30.0, 9.0, "AMOUNT OF INSURANCE"),
    frame("insurance_note", 135.0, 112.0, 65.0, 9.0, ""),
    frame("handling", 10.0, 121.0, 170.0, 15.0, "HANDLING INFORMATION"),
    frame("sci", 180.0, 121.0, 20.0, 15.0, "SCI"),
    frame("pieces", 10.0, 136.0, 14.0, 69.0, "NO. OF PIECES RCP"),
    frame("gross", 24.0, 136.0, 20.0, 69.0, "GROSS WEIGHT"),
    frame("unit", 44.0, 136.0, 6.0, 69.0, "kg/lb"),
    frame("class", 50.0, 136.0, 6.0, 69.0, "RATE"),
    frame("commodity", 56.0, 136.0, 20.0, 69.0, "COMMODITY ITEM NO."),
    frame("charge", 76.0, 136.0, 22.0, 69.0, "CHARGEABLE WEIGHT"),
    frame("rate", 98.0, 136.0, 20.0, 69.0, "RATE / CHARGE"),
    frame("total", 118.0, 136.0, 30.0, 69.0, "TOTAL"),
    frame("goods", 148.0, 136.0, 52.0, 76.0, "NATURE AND QUANTITY OF GOODS (INCL. DIMENSIONS OR VOLUME)"),
    frame("total_pieces", 10.0, 205.0, 14.0, 7.0, ""),
    frame("total_gross", 24.0, 205.0, 20.0, 7.0, ""),
    frame("total_freight", 118.0, 205.0, 30.0, 7.0, ""),
    frame("pp_weight", 10.0, 212.0, 47.5, 8.0, "PREPAID - WEIGHT CHARGE"),
    frame("cc_weight", 57.5, 212.0, 47.5, 8.0, "COLLECT - WEIGHT CHARGE"),
    frame("pp_valuation", 10.0, 220.0, 47.5, 8.0, "VALUATION CHARGE"),
    frame("cc_valuation", 57.5, 220.0, 47.5, 8.0, "VALUATION CHARGE"),
    frame("pp_tax", 10.0, 228.0, 47.5, 8.0, "TAX"),
    frame("cc_tax", 57.5, 228.0, 47.5, 8.0, "TAX"),
    frame("pp_agent", 10.0, 236.0, 47.5, 8.0, "TOTAL OTHER CHARGES DUE AGENT"),
    frame("cc_agent", 57.5, 236.0, 47.5, 8.0, "TOTAL OTHER CHARGES DUE AGENT"),
    frame("pp_carrier", 10.0, 244.0, 47.5, 8.0, "TOTAL OTHER CHARGES DUE CARRIER"),
    frame("cc_carrier", 57.5, 244.0, 47.5, 8.0, "TOTAL OTHER CHARGES DUE CARRIER"),
    frame("pp_total", 10.0, 252.0, 47.5, 10.0, "TOTAL PREPAID"),
    frame("cc_total", 57.5, 252.0, 47.5, 10.0, "TOTAL COLLECT"),
    frame("exchange", 10.0, 262.0, 47.5, 9.0, "CURRENCY CONVERSION RATE"),
    frame("cc_dest", 57.5, 262.0, 47.5, 9.0, "CC CHARGES IN DEST. CURRENCY"),
    frame("carrier_use", 10.0, 271.0, 31.5, 11.0, "FOR CARRIER'S USE ONLY AT DESTINATION"),
    frame("dest_charges", 41.5, 271.0, 31.5, 11.0, "CHARGES AT DESTINATION"),
    frame("total_collect", 73.0, 271.0, 32.0, 11.0, "TOTAL COLLECT CHARGES"),
    frame("other_charges", 105.0, 212.0, 95.0, 20.0, "OTHER CHARGES"),
    frame("certification", 105.0, 232.0, 95.0, 20.0, "SIGNATURE OF SHIPPER OR AGENT"),
    frame("execution", 105.0, 252.0, 95.0, 19.0, "EXECUTED ON (DATE)            AT (PLACE)            SIGNATURE OF ISSUING CARRIER OR AGENT"),
    frame("number_below", 105.0, 271.0, 95.0, 11.0, ""),
];

/// Upper edge of the first rate line.
pub const FIRST_LINE_Y: f32 = 149.0;
/// Distance of rate lines.
pub const LINE_STEP: f32 = 4.6;
/// Where the bar code stands: left, upper, width, height.
pub const BARCODE: (f32, f32, f32, f32) = (140.0, 5.0, 60.0, 6.5);
/// Room of the company's logo in the issuing box: left, upper, width, height.
pub const LOGO: (f32, f32, f32, f32) = (166.0, 23.0, 32.0, 18.0);
/// Baseline of the copy's words at the foot.
pub const FOOT_Y: f32 = 288.0;

/// The box of a name.
pub fn find(id: &str) -> Option<Frame> {
    FRAMES.iter().find(|frame| frame.id == id).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_unique_and_lie_on_the_page() {
        for (place, frame) in FRAMES.iter().enumerate() {
            assert!(FRAMES.iter().skip(place + 1).all(|other| other.id != frame.id), "{}", frame.id);
            assert!(frame.x >= 10.0 && frame.x + frame.w <= 200.01, "{}", frame.id);
            assert!(frame.y >= 12.0 && frame.y + frame.h <= 282.01, "{}", frame.id);
        }
    }

    #[test]
    fn boxes_do_not_overlap_but_for_the_accounts_in_their_parties() {
        let inside = |id: &str| id.ends_with("_account") && !id.starts_with("agent") || id.starts_with("total_");
        for (place, a) in FRAMES.iter().enumerate() {
            for b in FRAMES.iter().skip(place + 1) {
                let apart = a.x + a.w <= b.x + 0.01
                    || b.x + b.w <= a.x + 0.01
                    || a.y + a.h <= b.y + 0.01
                    || b.y + b.h <= a.y + 0.01;
                assert!(apart || inside(a.id) || inside(b.id), "{} overlaps {}", a.id, b.id);
            }
        }
    }
}
