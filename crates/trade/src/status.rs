//! Status codes of air cargo with their names. Unknown codes are kept and shown as they came.

/// A status code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatusCode {
    /// Three letters.
    pub code: &'static str,
    /// Chinese name.
    pub zh: &'static str,
    /// English name.
    pub en: &'static str,
}

const fn status(code: &'static str, zh: &'static str, en: &'static str) -> StatusCode {
    StatusCode { code, zh, en }
}

/// Every known code, in the order of a shipment's life.
pub const CODES: &[StatusCode] = &[
    status("BKD", "已订舱", "Booked"),
    status("FOH", "已到货待收运", "Freight on hand"),
    status("RCS", "已收运", "Received from shipper"),
    status("PRE", "已预配", "Prepared for loading"),
    status("MAN", "已制舱单", "Manifested"),
    status("DEP", "已起飞", "Departed"),
    status("ARR", "已到达", "Arrived"),
    status("RCF", "进港理货", "Received from flight"),
    status("AWR", "到港文件已接收", "Documents received"),
    status("NFD", "已通知提货", "Consignee notified"),
    status("AWD", "单证已交", "Documents delivered"),
    status("TRM", "待中转", "To be transferred"),
    status("TFD", "已交接转出", "Transferred"),
    status("RCT", "已接收转入", "Received from other carrier"),
    status("CCD", "已清关", "Cleared by customs"),
    status("CRC", "海关申报", "Reported to customs"),
    status("TGC", "已移交海关/政府监管", "Transferred to customs"),
    status("DLV", "已交付", "Delivered"),
    status("DDL", "已送达收货人", "Delivered to door"),
    status("DIS", "差异", "Discrepancy"),
    status("DOC", "单证已收", "Documents received from shipper"),
    status("DPU", "已上门提货", "Picked up"),
    status("FIW", "已入库", "Freight into warehouse"),
    status("FOW", "已出库", "Freight out of warehouse"),
    status("OCI", "海关信息", "Customs information"),
    status("OSI", "备注信息", "Other information"),
];

/// The known code of a text.
pub fn find(code: &str) -> Option<StatusCode> {
    CODES.iter().find(|known| known.code == code).copied()
}

/// Chinese name of a code, the code itself when it is unknown.
pub fn name_zh(code: &str) -> &str {
    find(code).map_or(code, |known| known.zh)
}

/// English name of a code, the code itself when it is unknown.
pub fn name_en(code: &str) -> &str {
    find(code).map_or(code, |known| known.en)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_unknown_ones_stand_for_themselves() {
        for (place, code) in CODES.iter().enumerate() {
            assert!(CODES.iter().skip(place + 1).all(|other| other.code != code.code), "{}", code.code);
        }
        assert_eq!(name_zh("DEP"), "已起飞");
        assert_eq!(name_zh("XYZ"), "XYZ");
    }
}
