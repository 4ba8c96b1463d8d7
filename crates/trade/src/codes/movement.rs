//! What is booked and what goes wrong.

use super::{Code, code};

/// Discrepancies of a status.
pub const DISCREPANCIES: &[Code] = &[
    code("FDAV", "找到邮件运单", "Found mail document"),
    code("FDAW", "找到运单", "Found air waybill"),
    code("FDCA", "多货", "Found cargo"),
    code("FDMB", "找到邮袋", "Found mailbag"),
    code("DFLD", "确认已装机", "Definitely loaded"),
    code("MSAV", "缺邮件运单", "Missing mail document"),
    code("MSAW", "缺运单", "Missing air waybill"),
    code("MSCA", "缺货", "Missing cargo"),
    code("MSMB", "缺邮袋", "Missing mailbag"),
    code("OFLD", "拉货", "Offloaded"),
    code("OVCD", "漏卸过站", "Overcarried"),
    code("SSPD", "短装", "Shortshipped"),
    code("DMG", "破损", "Damaged"),
];

/// Space allocation: what is asked of a flight, what is answered, how it stands.
pub const ALLOCATIONS: &[Code] = &[
    code("NN", "请求舱位，不接受替代", "Request space, no alternative accepted"),
    code("NA", "请求舱位，可接受替代", "Request space, alternative accepted"),
    code("NL", "请求候补", "Request waiting list"),
    code("SS", "报告销售", "Report of sale"),
    code("CA", "按包量销售", "Sale against allotment"),
    code("XX", "取消舱位", "Cancel allocation"),
    code("KK", "已确认", "Confirmed"),
    code("LL", "已列候补", "On waiting list"),
    code("UU", "不能提供", "Unable"),
    code("UN", "航班不执行", "Flight does not operate"),
    code("CN", "取消已记录", "Cancellation noted"),
    code("HK", "保留已确认", "Holding confirmed"),
    code("HL", "保留候补", "Holding waiting list"),
    code("HN", "已请求待答复", "Requested, no answer yet"),
];
