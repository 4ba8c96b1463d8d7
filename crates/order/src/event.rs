//! Events of sea, rail, road and other orders, and what each fills in when it is a fact.

use kernel::{Mode, Scope};

use crate::carriage::{Boxes, Detail, Services};

/// What a fact fills in, unless it is filled already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fills {
    /// Nothing.
    Nothing,
    /// A time of the detail, by column.
    Detail(&'static str),
    /// A day of the detail, by column.
    DetailDay(&'static str),
    /// A day of a service, by column.
    Service(&'static str),
    /// A time of the box it names, or of every box, by column.
    Box(&'static str),
}

/// A kind of event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventCode {
    /// Code of four letters.
    pub code: &'static str,
    /// Chinese name.
    pub zh: &'static str,
    /// English name.
    pub en: &'static str,
    /// What it fills in.
    pub fills: Fills,
}

const fn event_code(code: &'static str, zh: &'static str, en: &'static str, fills: Fills) -> EventCode {
    EventCode { code, zh, en, fills }
}

/// Codes of events that go otherwise than planned.
const TROUBLE: [&str; 5] = ["EXCP", "DELA", "RLOV", "HOLD", "STOP"];

impl EventCode {
    /// Whether the people of an order should look after it.
    pub fn is_trouble(&self) -> bool {
        TROUBLE.contains(&self.code)
    }
}

use Fills::{Box, Detail as Time, DetailDay, Nothing, Service};

const PICKED: Fills = Box(Boxes::EMPTY_PICK_TIME.column);
const STUFFED: Fills = Box(Boxes::STUFF_TIME.column);
const GATED_IN: Fills = Box(Boxes::GATE_IN_TIME.column);
const LOADED: Fills = Box(Boxes::ON_BOARD_TIME.column);
const DISCHARGED: Fills = Box(Boxes::DISCHARGE_TIME.column);
const GATED_OUT: Fills = Box(Boxes::GATE_OUT_TIME.column);
const RETURNED: Fills = Box(Boxes::EMPTY_RETURN_TIME.column);
const LEFT: Fills = Time(Detail::ACTUAL_DEPARTURE.column);
const ARRIVED: Fills = Time(Detail::ACTUAL_ARRIVAL.column);
const INSPECTED: Fills = Service(Services::INSPECTION_DATE.column);
const CLEARED: Fills = Service(Services::CLEARANCE_DATE.column);

/// Events at sea.
const EVENTS_SEA: &[EventCode] = &[
    event_code("BKRQ", "已订舱", "Booking requested", Nothing),
    event_code("BKCF", "舱位确认", "Booking confirmed", Nothing),
    event_code("EPUP", "空箱提取", "Empty picked up", PICKED),
    event_code("STUF", "装箱完成", "Stuffed", STUFFED),
    event_code("RESE", "换封", "Resealed", Nothing),
    event_code("GTIN", "重箱进港", "Gated in", GATED_IN),
    event_code("VGMA", "VGM已接受", "VGM accepted", Nothing),
    event_code("CUSI", "海关查验", "Customs inspection", INSPECTED),
    event_code("CUSR", "海关放行", "Customs released", CLEARED),
    event_code("TREL", "码头放行", "Terminal released", Nothing),
    event_code("LOAD", "装船", "Loaded", LOADED),
    event_code("DEPA", "离港", "Departed", LEFT),
    event_code("TARR", "中转到港", "Arrived at transit", Nothing),
    event_code("TDIS", "中转卸船", "Discharged at transit", Nothing),
    event_code("TLOD", "中转装船", "Loaded at transit", Nothing),
    event_code("TDEP", "中转离港", "Left transit", Nothing),
    event_code("RLOV", "甩柜", "Rolled over", Nothing),
    event_code("SIRC", "补料已收", "Shipping instruction received", Nothing),
    event_code("DRFT", "提单草稿", "Draft bill", Nothing),
    event_code("BLIS", "提单签发", "Bill issued", Nothing),
    event_code("SURR", "提单电放", "Bill surrendered", Nothing),
    event_code("ARRI", "到港", "Arrived", ARRIVED),
    event_code("DISC", "卸船", "Discharged", DISCHARGED),
    event_code("TALL", "理货完成", "Tallied", Nothing),
    event_code("ARNT", "到货通知", "Arrival notice", Nothing),
    event_code("DORL", "提货单换出", "Delivery order issued", Nothing),
    event_code("GTOT", "重箱提出", "Gated out", GATED_OUT),
    event_code("STRP", "拆箱", "Stripped", Nothing),
    event_code("RETN", "空箱返还", "Empty returned", RETURNED),
    event_code("HOLD", "扣货", "Held", Nothing),
    event_code("DELA", "延误", "Delayed", Nothing),
];

/// Events on rails.
const EVENTS_RAIL: &[EventCode] = &[
    event_code("SPAP", "舱位申请", "Space applied for", Nothing),
    event_code("SPCF", "舱位批复", "Space confirmed", Nothing),
    event_code("EPUP", "空箱提取", "Empty picked up", PICKED),
    event_code("STUF", "装箱", "Stuffed", STUFFED),
    event_code("GTIN", "重箱进站", "Gated in", GATED_IN),
    event_code("CUSI", "海关查验", "Customs inspection", INSPECTED),
    event_code("CUSR", "海关放行", "Customs released", CLEARED),
    event_code("WBCF", "运单确认", "Waybill confirmed", Nothing),
    event_code("LOAD", "装车", "Loaded", LOADED),
    event_code("DEPA", "发车", "Departed", LEFT),
    event_code("TARR", "途经站到达", "Arrived on the way", Nothing),
    event_code("TDEP", "途经站发出", "Left on the way", Nothing),
    event_code("ARRB", "到达口岸", "At the border", Time(Detail::BORDER_ARRIVAL.column)),
    event_code("INSB", "口岸查验", "Inspected at the border", Nothing),
    event_code("CHGS", "换装开始", "Transhipment begins", Nothing),
    event_code("CHGE", "换装完成", "Transhipped", Nothing),
    event_code("DEPB", "口岸离站", "Left the border", Time(Detail::BORDER_DEPARTURE.column)),
    event_code("ARRI", "到达目的站", "Arrived", ARRIVED),
    event_code("DISC", "卸车", "Discharged", DISCHARGED),
    event_code("GTOT", "提箱", "Gated out", GATED_OUT),
    event_code("RETN", "还箱", "Empty returned", RETURNED),
    event_code("DELA", "晚点", "Delayed", Nothing),
    event_code("STOP", "停运", "Stopped", Nothing),
];

/// Events on the road.
const EVENTS_ROAD: &[EventCode] = &[
    event_code("PLAN", "已配载", "Planned", Nothing),
    event_code("DISP", "已派车", "Truck assigned", Nothing),
    event_code("ACPT", "司机接单", "Driver accepted", Nothing),
    event_code("ARRP", "到达装货点", "At loading", Nothing),
    event_code("PICK", "提货完成", "Picked up", Nothing),
    event_code("DEPL", "离开装货地", "Left loading", Nothing),
    event_code("POSN", "位置上报", "Position", Nothing),
    event_code("ARRD", "到达卸货点", "At unloading", Nothing),
    event_code("DLVR", "签收", "Delivered", DetailDay(Detail::SIGN_DATE.column)),
    event_code("EXCP", "异常", "Exception", Nothing),
    event_code("RCPT", "回单返回", "Receipt returned", Nothing),
    event_code("DELA", "延误", "Delayed", Nothing),
];

/// Events of other business.
const EVENTS_OTHER: &[EventCode] = &[
    event_code("STRT", "开始服务", "Started", DetailDay(Detail::START_DATE.column)),
    event_code("PROG", "进展", "Progress", Nothing),
    event_code("DONE", "完成", "Done", DetailDay(Detail::FINISH_DATE.column)),
];

/// Events of a scope; air import has those of its waybill number.
pub fn events_of(scope: Scope) -> &'static [EventCode] {
    match scope.mode() {
        Mode::Air => &[],
        Mode::Sea => EVENTS_SEA,
        Mode::Rail => EVENTS_RAIL,
        Mode::Road => EVENTS_ROAD,
        Mode::Other => EVENTS_OTHER,
    }
}

/// A kind of event of a scope by its code.
pub fn event(scope: Scope, code: &str) -> Option<&'static EventCode> {
    events_of(scope).iter().find(|known| known.code == code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_a_scope_differ_and_have_four_letters() {
        for scope in Scope::all() {
            let codes: std::collections::BTreeSet<&str> = events_of(scope).iter().map(|known| known.code).collect();
            assert_eq!(codes.len(), events_of(scope).len(), "{scope:?}");
            assert!(codes.iter().all(|code| code.len() == 4 && code.bytes().all(|b| b.is_ascii_uppercase())));
        }
        assert_eq!(event(Scope::Se, "GTIN").map(|known| known.zh), Some("重箱进港"));
        assert_eq!(event(Scope::Te, "GTIN").map(|known| known.zh), Some("重箱进站"));
        assert_eq!(event(Scope::Lc, "GTIN"), None);
    }
}
