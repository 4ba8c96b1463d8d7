//! What the rules of an order say, in the words of the catalogue.

use kernel::{Msg, Scope, Text};

macro_rules! messages {
    ($($name:ident = $key:literal, $zh:literal, $en:literal;)*) => {$(
        #[doc = $en]
        pub const $name: Msg = Msg::new($key, $zh, $en);
    )*};
}

messages! {
    STATION_UNKNOWN = "order.station.unknown", "{code}不是有效机场", "{code} is not a valid airport.";
    STATIONS_SAME = "order.stations.same", "始发港与目的港不能相同", "Departure and arrival can't be the same.";
    PORTS_SAME = "order.ports.same", "装货港与卸货港不能相同", "Port of loading and port of discharge can't be the same.";
    RAIL_SAME = "order.rail.same", "发站与到站不能相同", "The two stations can't be the same.";
    ARRIVAL_EARLY = "order.arrival.early", "到达日期不能早于出发日期", "The arrival can't be before the departure.";
    ETA_BEFORE = "order.eta.early", "到港日期不能早于离港日期", "The arrival can't be before the departure.";
    WAREHOUSE_UNKNOWN = "order.warehouse.unknown", "货站不存在、已停用或不用于进口", "There is no such active terminal of imports.";
    YARD_UNKNOWN = "order.yard.unknown", "场站不存在或已停用", "There is no such active yard.";
    BILL_EXISTS = "order.bill.exists", "提单号已存在订单{code}", "Order {code} has this bill number.";
    WAYBILL_EXISTS = "order.waybill.exists", "运单号已存在订单{code}", "Order {code} has this waybill number.";
    TRANSIT_ORDER = "order.transit.order", "请先填写中转港1", "Please fill in transit port 1 first.";
    TRANSIT_SAME = "order.transit.same", "中转港不能与相邻港口相同", "A transit port can't equal its neighbour.";
    LEGS_TOO_MANY = "order.legs.too_many", "航段最多3段", "There can be at most 3 legs.";
    LEGS_BROKEN = "order.legs.broken", "航段不连续", "The legs are not connected.";
    LEG_FIRST = "order.legs.first", "首段始发港须与订单始发港一致", "The first leg must start at the departure port.";
    LEG_LAST = "order.legs.last", "末段目的港须与订单目的港一致", "The last leg must end at the arrival port.";
    FLIGHT_FORM = "order.flight.form", "航班号须为3-20位字母或数字", "A flight number has 3 to 20 letters or digits.";
    CARRIER_UNKNOWN = "order.carrier.unknown", "未找到航司{code}", "There is no carrier {code}.";
    CARRIER_OTHER = "order.carrier.other", "主单号前缀{prefix}不是航班承运人{code}的，请核对",
        "Prefix {prefix} of the master waybill is not one of the flight's carrier {code}.";
    ARRIVES_BEFORE = "order.arrival.before", "到港日期不能早于航班日期", "The arrival can't be before the flight date.";
    RECEIPT_LATE = "order.receipt.late", "预计到货日期晚于航班日期", "The cargo is expected after the flight date.";
    GOODS_NAME_EN = "order.goods_name_en", "英文品名只能包含字母、数字、空格和 . - / , ( )", "The English goods name has letters, digits, blanks and . - / , ( ) only.";
    HS_CODE = "order.hs_code", "HS编码须为6-18位字母或数字", "The HS code has 6 to 18 letters or digits.";
    DANGEROUS_NEEDED = "order.dangerous.needed", "请填写危险品类别", "Please fill in the dangerous goods class.";
    UNDG_FORM = "order.undg.form", "UN编号须为UN加4位数字", "A UN number is UN and 4 digits.";
    UNDG_TOGETHER = "order.undg.together", "UN编号、联系人、联系方式和联系号码须同时填写", "UN number, contact, way and number are filled in together.";
    DIMENSION_PIECES = "order.dimensions.pieces", "尺寸件数{a}与件数{b}不一致", "The dimensions have {a} pieces, the order {b}.";
    DIMENSIONS_TOO_MANY = "order.dimensions.too_many", "尺寸最多{n}行", "There can be at most {n} lines of dimensions.";
    ONE_PRICE = "order.price.one", "单价与总价只能填写一项", "Only one of unit price and amount can be given.";
    DATES_ORDER = "order.service.dates", "{late}不能早于{early}", "{late} can't be before {early}.";
    DECLARATION_FORM = "order.declaration.form", "报关单号须为18位数字", "A declaration number has 18 digits.";
    COOP_UNKNOWN = "order.coop.unknown", "客户不存在或未生效", "The customer does not exist or is not in force.";
    COOP_BLACK = "order.coop.black", "该客户已列入黑名单", "The customer is on the blacklist.";
    COOP_LOCKED = "order.coop.locked", "该客户{scope}业务已锁定", "Business of this customer is locked for {scope}.";
    COMPANY_UNKNOWN = "order.company.unknown", "往来单位不存在", "There is no such partner.";
    USER_UNKNOWN = "order.user.unknown", "用户不存在或已停用", "There is no such active user.";
    GROUP_UNKNOWN = "order.workgroup.unknown", "工作组不存在", "There is no such workgroup.";
    CONTACT_UNKNOWN = "order.contact.unknown", "联系人不属于该客户", "The contact does not belong to the customer.";
    INTERNAL_EXISTS = "order.internalNumber.exists", "内部编号已存在，是否继续？", "The internal number already exists. Continue?";
    CUSTOMER_NUMBER_EXISTS = "order.customerNumber.exists", "客户单号已存在", "The customer number already exists.";
    SIMILAR = "order.similar", "疑似重复订单{code}，是否继续？", "Order {code} looks like a duplicate. Continue?";
    OUTSIDE = "order.tolerance", "实际与预报差异超出范围，是否继续？", "Actual and planned figures differ beyond tolerance. Continue?";
    FINISHED_FIXED = "order.finished.fixed", "操作已完成，不能修改{field}", "Operations are finished; {field} can't be changed.";
    LOCKED_NO_EDIT = "order.locked", "订单已财务锁账，不能修改", "The order is locked by finance and can't be changed.";
    LOCKED_NO_REMOVAL = "order.papers.locked", "订单已锁定，不能删除单证", "The order is locked; its papers can't be deleted.";
    CLOSED_NO_EDIT = "order.closed", "订单已关闭，不能修改", "The order is closed and can't be changed.";
    HIDDEN = "order.hidden", "您没有该订单的数据权限", "You have no data permission for this order.";
    LEASE_HELD = "order.lease.held", "{user}正在编辑该订单（自 {time}），当前为只读", "{user} is editing this order (since {time}); it is read-only now.";
    ALREADY_FINISHED = "order.finish.already", "订单已操作完成", "Operations are already finished.";
    NOT_FINISHED = "order.finish.not", "订单未操作完成", "Operations are not finished.";
    NO_CONFIRM_SIDE = "order.finish.no_confirm", "未出重，不能操作完成", "There are no actual figures; operations can't be finished.";
    UNLOAD_FIRST = "order.awb.unload_first", "请先卸载主单", "Please unload the master waybill first.";
    NO_MASTER = "order.awb.none", "订单没有主单", "The order has no master waybill.";
    PRINT_DONE = "order.awb.print_done", "运单制单已完成，请先退回", "The waybill is finished. Please send it back first.";
    MANIFEST_SENT = "order.awb.manifest_sent", "舱单已发送，请先删除舱单", "The manifest was sent. Please delete it first.";
    CARGO_HANDLED = "order.cancel.handled", "货物已操作，不能取消", "The cargo has been handled; the order can't be cancelled.";
    NOT_NEW = "order.cancel.rank", "订单已操作，不能取消", "The order has been worked on; it can't be cancelled.";
    PICKED_UP = "order.cancel.picked", "已提箱，不能取消", "A box has been picked up; it can't be cancelled.";
    BOOKED = "order.cancel.booked", "请先取消订舱", "Please cancel the booking first.";
    LOADED = "order.cancel.loaded", "请先移出配载", "Please take it off its vehicle first.";
    BOXES_OPEN = "order.finish.boxes", "箱信息不完整：{rows}", "These boxes lack number, seal or weight: {rows}";
    NOT_SAILED = "order.finish.sailed", "船舶未离港，不能操作完成", "The vessel has not left; operations can't be finished.";
    TRAIN_HERE = "order.finish.train", "班列未发车，不能操作完成", "The train has not left; operations can't be finished.";
    NOT_SERVED = "order.finish.service", "服务未完成", "The service is not finished.";
    REASON_UNKNOWN = "order.reason.unknown", "请选择取消原因", "Please choose a reason.";
    REASON_NEEDED = "order.reason.needed", "请填写原因", "Please give a reason.";
    REMARK_NEEDED = "order.remark.needed", "请填写备注", "Please fill in a remark.";
    RESTORE_LATE = "order.restore.late", "已超过30天，不能恢复", "More than 30 days have passed; the order can't be restored.";
    RESTORE_OTHER = "order.restore.other", "只有取消人或管理员可以恢复", "Only who cancelled it or an administrator can restore it.";
    NOT_CANCELLED = "order.restore.not_cancelled", "订单未取消", "The order is not cancelled.";
    ALREADY_CLOSED = "order.close.already", "订单已关闭", "The order is already closed.";
    BILL_RELEASED = "order.close.released", "提单已放，不能关闭", "The bill of lading was released; the order can't be closed.";
    NOT_LOCKED = "order.lock.not", "订单未锁账", "The order is not locked.";
    ALREADY_LOCKED = "order.lock.already", "订单已财务锁账", "The order is already locked.";
    RECORDS_OPEN = "order.lock.records", "收入或成本未完成，不能锁账", "Income or cost is not done; the order can't be locked.";
    CHARGES_HELD = "order.cancel.charges", "费用已入账，不能取消", "Charges are booked; the order can't be cancelled.";
    CHARGES_KEEP_OPEN = "order.close.charges", "存在已确认或已锁账费用，不能关闭", "Charges are confirmed or locked; the order can't be closed.";
    PERIOD_CLOSED = "order.unlock.period", "财务期间已结账，不能解锁", "The period is closed; the order can't be unlocked.";
    PENDING_LINES = "order.charges.pending", "有{n}条待确认杂费，请先处理", "{n} incidental charges wait to be confirmed; please see to them first.";
    INCOME_DONE = "order.income.done", "收入已完成", "Income is done already.";
    COST_DONE = "order.cost.done", "成本已完成", "Cost is done already.";
    INCOME_NOT_DONE = "order.income.not_done", "收入未完成", "Income is not done.";
    COST_NOT_DONE = "order.cost.not_done", "成本未完成", "Cost is not done.";
    UNSIGNED = "order.cost.unsigned", "航线未签单，不能成本完成", "The routing is not signed off; the cost can't be completed.";
    UNLOCK_FIRST = "order.reopen.locked", "请先解锁", "Please unlock the order first.";
    SPLIT_DRAFT = "order.split.draft", "草稿不能拆单", "A draft can't be split.";
    SPLIT_FINISHED = "order.split.finished", "订单已操作完成，不能拆单", "Operations are finished; the order can't be split.";
    SPLIT_WEIGHED = "order.split.weighed", "订单已出重，不能拆单", "The order has actual figures; it can't be split.";
    HAWB_FORM = "order.hawb.form", "分单号只能包含字母和数字，最多12位", "A house waybill number has at most 12 letters and digits.";
    HAWB_REPEATED = "order.hawb.repeated", "分单号{n}重复", "House waybill number {n} is repeated.";
    HAWB_USED = "order.hawb.used", "分单号已用于{awb}，是否继续？", "The house waybill number was used with {awb}. Continue?";
}

/// What is said of a customer whose business is locked for a scope.
pub fn coop_locked(scope: Scope) -> Text {
    COOP_LOCKED.with_each(&[("scope", scope.zh())], &[("scope", scope.en())])
}
