//! What the room refuses and asks.

use kernel::Msg;

macro_rules! messages {
    ($($(#[$doc:meta])* $name:ident = $key:literal, $zh:literal, $en:literal;)*) => {
        $($(#[$doc])* pub(crate) const $name: Msg = Msg::new($key, $zh, $en);)*
    };
}

messages! {
    /// A finished bill does not change.
    DONE = "bill.done", "提单已完成，不能修改", "The bill is finished and can't be changed.";
    /// Finished already.
    DONE_ALREADY = "bill.done_already", "提单已完成", "The bill is finished already.";
    /// Not finished.
    NOT_DONE = "bill.not_done", "提单未完成", "The bill is not finished.";
    /// The master bill is there.
    MASTER_MADE = "bill.master.made", "该订单已有主提单", "The order has its master bill already.";
    /// The carrier's bill alone.
    NO_HOUSES = "bill.no_houses", "船东单没有分提单", "An order with the carrier's bill has no house bills.";
    /// Too many.
    HOUSES_MANY = "bill.houses.many", "分提单最多99份", "An order has at most 99 house bills.";
    /// A number that another house bill has.
    NUMBER_TAKEN = "bill.number.taken", "分提单号{n}已存在", "House bill number {n} exists already.";
    /// A running number another bill got.
    NUMBER_GIVEN = "bill.number.given", "分提单号{n}的流水号已使用，请重新生成",
        "The running number of house bill number {n} was given already. Please get a new one.";
    /// A number other orders have too.
    NUMBER_SHARED = "bill.number.shared", "提单号{n}已用于订单{codes}，是否同一主单？",
        "Bill number {n} is used by the orders {codes}. Is it the same master bill?";
    /// Figures differ.
    DIFFERS = "bill.differs", "提单与订单不一致：{what}，是否继续？", "The bill differs from the order: {what}. Continue?";
    /// House bills differ from their master.
    HOUSES_DIFFER = "bill.houses.differ", "分提单合计与主提单不一致：{what}，是否继续？",
        "The house bills don't add up to the master bill: {what}. Continue?";
    /// Nobody confirmed it.
    UNCONFIRMED = "bill.unconfirmed", "客户未确认提单，是否继续？", "The customer has not confirmed the bill. Continue?";
    /// Why it goes on all the same.
    REASON = "bill.reason", "请填写原因", "Please fill in the reason.";
    /// Originals are out.
    NOT_RETURNED = "bill.not_returned", "正本未收回，不能退回",
        "The originals have not come back: the bill can't be taken back.";
    /// Issued once, it stays.
    WAS_DONE = "bill.was_done", "提单曾经完成，不能删除", "The bill was finished once and can't be removed.";
    /// Originals of a draft.
    ORIGINALS_EARLY = "bill.print.early", "提单未完成，不能打印正本", "The bill is not finished: no originals are printed.";
    /// A bill that has none.
    NO_ORIGINALS = "bill.print.no_originals", "该提单没有正本", "The bill has no originals.";
    /// Originals that are out of our hands.
    CUSTODY = "bill.print.custody", "提单已申请放单或扣单，不能打印正本",
        "The bill is being released or held: no originals are printed.";
    /// Printed before.
    REPRINT = "bill.print.again", "正本已打印，重打需要“重打正本”权限",
        "The originals were printed: printing them again needs its own permission.";
    /// Why they are printed again.
    REPRINT_REASON = "bill.print.reason", "请填写重打原因", "Please say why the originals are printed again.";
    /// Not a sea waybill.
    NOT_SEAWAY = "bill.print.not_seaway", "出单方式不是海运单", "The bill is not a sea waybill.";
    /// A sea waybill of a draft.
    SEAWAY_EARLY = "bill.print.seaway_early", "提单未完成，不能打印海运单", "The sea waybill is not finished.";
    /// Surrendered means released.
    NOT_SURRENDERED = "bill.print.not_surrendered", "提单未电放放行，不能打印SURRENDERED",
        "The bill has not been released by telex: it can't be printed as surrendered.";
    /// No copies.
    NO_COPIES = "bill.print.no_copies", "该提单没有副本", "The bill has no copies.";
    /// No number to be had.
    NO_NUMBER = "bill.number.none", "分提单号规则生成的编号不正确或已用完",
        "The rule of house bill numbers gives no number that can be used.";
    /// Bills of another order, or some left out.
    OTHER_BILLS = "bill.sort", "提单有变化，请刷新后重试", "The bills have changed. Please reload and try again.";
}
