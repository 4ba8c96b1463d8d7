//! Why an interchange can't be read, and what can be unusual about one that can.

use kernel::{Msg, Text};

use crate::movement::Flag;

/// Why an interchange can't be read. Nothing of it is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EdifactError {
    /// Segment, from 1; UNA is none.
    pub segment: usize,
    /// Column in it, from 1.
    pub column: usize,
    /// The reason.
    pub reason: Text,
}

pub(super) fn error(segment: usize, column: usize, reason: Text) -> EdifactError {
    EdifactError { segment, column, reason }
}

pub(super) fn flag(segment: usize, column: usize, msg: Msg) -> Flag {
    Flag { place: segment, column, text: msg.text() }
}

/// Reasons of refusals.
#[rustfmt::skip]
pub(super) mod reasons {
    use kernel::Msg;

    pub(crate) const EMPTY: Msg = Msg::new("edifact.empty", "报文为空", "The message is empty.");
    pub(crate) const TOO_LARGE: Msg = Msg::new("edifact.large", "报文过大", "The message is too large.");
    pub(crate) const BAD_SIGNS: Msg = Msg::new("edifact.una", "UNA分隔符定义不正确", "The separators of UNA are wrong.");
    pub(crate) const BAD_TAG: Msg = Msg::new("edifact.tag", "段标识须为3位大写字母", "A segment begins with three capital letters.");
    pub(crate) const NOT_ENDED: Msg = Msg::new("edifact.end", "段没有结束符，报文可能不完整", "The segment has no end; a part of the message may be missing.");
    pub(crate) const NO_HEAD: Msg = Msg::new("edifact.head", "报文须以UNB或UNH开头", "A message begins with UNB or UNH.");
    pub(crate) const NO_MESSAGE: Msg = Msg::new("edifact.none", "没有UNH报文", "There is no message (UNH).");
    pub(crate) const STRAY: Msg = Msg::new("edifact.stray", "{tag}段不在报文之内", "Segment {tag} is in no message.");
    pub(crate) const NO_UNT: Msg = Msg::new("edifact.unt", "报文没有UNT结尾", "The message has no UNT.");
    pub(crate) const NO_UNZ: Msg = Msg::new("edifact.unz", "交换没有UNZ结尾", "The interchange has no UNZ.");
    pub(crate) const BAD_COUNT: Msg = Msg::new("edifact.count", "计数须为数字", "The count is a number.");
    pub(crate) const UNT_COUNT: Msg = Msg::new("edifact.unt_count", "UNT写{told}段，实有{found}段", "UNT counts {told} segments, there are {found}.");
    pub(crate) const UNZ_COUNT: Msg = Msg::new("edifact.unz_count", "UNZ写{told}份，实有{found}份", "UNZ counts {told} messages or groups, there are {found}.");
    pub(crate) const OTHER_REFERENCE: Msg = Msg::new("edifact.reference", "{tag}的参考号与开头不同", "The reference in {tag} is not that of its beginning.");
    pub(crate) const KIND: Msg = Msg::new("edifact.kind", "不支持{kind}报文，可读CODECO、COARRI、IFTSTA", "Messages {kind} are not supported; CODECO, COARRI and IFTSTA are.");
    pub(crate) const CANCELLED: Msg = Msg::new("edifact.cancelled", "这是撤销报文，请手工删除相应轨迹", "This message takes an earlier one back: please remove its events by hand.");
    pub(crate) const NOTHING_TOLD: Msg = Msg::new("edifact.nothing", "报文没有箱或状态", "The message tells of no box and no status.");
    pub(crate) const BAD_TIME: Msg = Msg::new("edifact.time", "日期时间不正确", "The date and time are wrong.");
    pub(crate) const BAD_WEIGHT: Msg = Msg::new("edifact.weight", "重量不正确", "The weight is wrong.");
}

/// What is read though it is unusual.
#[rustfmt::skip]
pub(super) mod oddities {
    use kernel::Msg;

    pub(crate) const NO_ENVELOPE: Msg = Msg::new("edifact.envelope", "没有UNB交换头", "There is no envelope (UNB).");
    pub(crate) const VERSION: Msg = Msg::new("edifact.version", "报文版本不常用", "The version is not a usual one.");
    pub(crate) const NO_LADEN: Msg = Msg::new("edifact.laden", "未说明空重箱", "It is not told whether the box is laden.");
    pub(crate) const TIME_FORMAT: Msg = Msg::new("edifact.time_format", "日期格式代码不认识", "The format of the date is not known.");
    pub(crate) const ZONE: Msg = Msg::new("edifact.zone", "时区代码不认识，按地点当地时间", "The zone is not known: the time is taken as that of its place.");
    pub(crate) const UNIT: Msg = Msg::new("edifact.unit", "重量单位不认识，未采用", "The unit of the weight is not known; it was left out.");
    pub(crate) const POUNDS: Msg = Msg::new("edifact.pounds", "重量单位为磅，已换算为千克", "The weight is in pounds and was turned into kilograms.");
    pub(crate) const ROUNDED: Msg = Msg::new("edifact.rounded", "小数位过多，已四舍五入", "Too many decimals were rounded.");
    pub(crate) const DIGIT: Msg = Msg::new("edifact.digit", "箱号校验位错误", "The check digit of the container number is wrong.");
}
