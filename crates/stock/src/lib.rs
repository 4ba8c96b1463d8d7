//! The waybill stock as several rooms use it.
//!
//! A number is a row of `awb` with a state. Every change of state is one guarded update (id and
//! version), so that two users never get one number, and leaves a line in the number's own log.

mod assign;
pub mod blacklist;
pub mod lookup;
mod number;
mod pick;
mod row;

pub use assign::{Assigned, Given, OrderFacts, assign, check, mark_used, need_unfinished_form, release};
pub use number::mend;
pub use pick::{Offered, OfferedFor, Wanted, expire_reservations, offer, pick, take, use_flown};
pub use row::{AwbRow, By, State, change, find, find_id, note, run_out};

/// Messages of the stock.
pub mod messages {
    use kernel::Msg;

    /// No carrier has the prefix.
    pub const NO_CARRIER: Msg =
        Msg::new("awb.no_carrier", "航司{prefix}不存在", "There is no carrier with prefix {prefix}.");
    /// Reserved for somebody else.
    pub const RESERVED: Msg =
        Msg::new("awb.reserved", "主单号已预订给{coop}", "The master waybill number is reserved for {coop}.");
    /// Locked.
    pub const LOCKED: Msg = Msg::new("awb.locked", "主单号已锁定", "The master waybill number is locked.");
    /// Past its last day.
    pub const EXPIRED: Msg =
        Msg::new("awb.expired", "主单号已于{day}失效", "The master waybill number ended on {day}.");
    /// Used.
    pub const USED: Msg = Msg::new("awb.used", "主单号已使用", "The master waybill number has been used.");
    /// Void.
    pub const VOID: Msg = Msg::new("awb.void", "主单号已作废", "The master waybill number is void.");
    /// Another order has it.
    pub const SHARED: Msg = Msg::new(
        "awb.shared",
        "该主单号已用于订单{codes}，是否拼单？",
        "This master waybill number is used by order {codes}. Consolidate?",
    );
    /// Not in the stock.
    pub const NOT_IN_STOCK: Msg =
        Msg::new("awb.not_in_stock", "主单号不在库存中", "The master waybill number is not in stock.");
    /// The master form is finished.
    pub const FORM_DONE: Msg =
        Msg::new("awb.form_done", "运单制单已完成，请先退回", "The waybill is finished. Please take it back first.");
    /// Nothing to take.
    pub const NONE_LEFT: Msg = Msg::new("awb.none_left", "没有可用的主单号", "No master waybill number is available.");
}
