//! Types of interfaces.

use platform::field::Choice;

/// Hand-off log-in: the token is the key both sides sign with, the platform the issuer's name.
pub const LOGIN_HANDOFF: &str = "LOGIN_HANDOFF";

/// Electronic master waybills (FWB) we send.
pub const MASTER_MESSAGES: &str = "AE_DZ_MAWB";
/// Electronic house waybills (FHL) we send.
pub const HOUSE_MESSAGES: &str = "AE_DZ_AWB";
/// Messages that others send us.
pub const MESSAGES_IN: &str = "EDI_RECEIVE";

/// What terminals say of the appraisal certificates we declared.
pub const APPRAISALS_IN: &str = "AE_IDF_RECEIVE";

/// Every type.
pub(crate) const TYPES: &[Choice] = &[
    Choice::new("AE_CD_AWB", "出口舱单直传", "Export manifest, direct"),
    Choice::new("AE_CD_POST_MAWB", "出口舱单主单跳转", "Export manifest, hand-over of the master"),
    Choice::new("AI_CD_AWB", "进口舱单直传", "Import manifest, direct"),
    Choice::new(HOUSE_MESSAGES, "电子运单直传（分单）", "Electronic house waybill, direct"),
    Choice::new(MASTER_MESSAGES, "电子运单直传（主单）", "Electronic master waybill, direct"),
    Choice::new("AE_DZ_POST_MAWB", "制单主单跳转", "Waybill making, hand-over of the master"),
    Choice::new("BQ_POST_MAWB", "标签制作", "Label making"),
    Choice::new("AE_ESD_POST_MAWB", "预录入", "Pre-entry"),
    Choice::new("AE_CD_IMP_HAWB", "货站接口", "Cargo terminal"),
    Choice::new("AE_IDF_POST_MAWB", "鉴定证书", "Transport certificate"),
    Choice::new(APPRAISALS_IN, "鉴定审核回执接收", "Audits of appraisal certificates, received"),
    Choice::new("ALL_WORK", "一站式直传", "One-stop service"),
    Choice::new("SAAS_TACT", "公布运价", "Published rates"),
    Choice::new("TRACK", "轨迹订阅", "Tracking subscription"),
    Choice::new(LOGIN_HANDOFF, "免登", "Hand-off log-in"),
    Choice::new(MESSAGES_IN, "电子报文接收", "Electronic messages, received"),
    Choice::new("FINANCE_EXPORT", "财务凭证", "Accounting vouchers"),
    Choice::new("INVOICE", "开票", "Invoicing"),
    Choice::new("AE_ORDER_CREATE", "订单接口（新增）", "Orders: create"),
    Choice::new("AE_ORDER_EDIT", "订单接口（修改）", "Orders: change"),
    Choice::new("AE_ORDER_LIST", "订单接口（列表）", "Orders: list"),
    Choice::new("AE_ORDER_DETAIL", "订单接口（详情）", "Orders: details"),
    Choice::new("AE_ORDER_WEIGHT", "订单接口（过磅查询）", "Orders: weights"),
    Choice::new("AE_ORDER_EDIT_WEIGHT", "订单接口（过磅修改）", "Orders: change weights"),
];

/// Of a type that nothing uses.
pub(crate) const UNUSED: &str = "NONE";
/// What the product uses a type for. The others are kept for what is to come: nothing looks at them yet.
pub(crate) const USES: &[Choice] = &[
    Choice::new(HOUSE_MESSAGES, "电子报文", "Message centre"),
    Choice::new(MASTER_MESSAGES, "电子报文", "Message centre"),
    Choice::new(APPRAISALS_IN, "鉴定证书", "Transport certificates"),
    Choice::new(LOGIN_HANDOFF, "授权登录", "Hand-off log-in"),
    Choice::new(MESSAGES_IN, "电子报文", "Message centre"),
    Choice::new(UNUSED, "尚未使用", "Not used yet"),
];

/// We call.
pub(crate) const OUT: &str = "出";
/// They call.
pub(crate) const IN: &str = "入";
pub(crate) const DIRECTIONS: &[Choice] =
    &[Choice::new(OUT, "出", "Outgoing").tone("info"), Choice::new(IN, "入", "Incoming").tone("done")];

/// Types of orders that others call us by begin so.
const ORDERS_IN: &str = "AE_ORDER_";

/// Whether others call us by it.
pub(crate) fn is_inbound(code: &str) -> bool {
    code.starts_with(ORDERS_IN) || code == MESSAGES_IN || code == APPRAISALS_IN
}

/// A type by its code.
pub(crate) fn of(code: &str) -> Option<&'static Choice> {
    TYPES.iter().find(|kind| kind.value == code)
}
