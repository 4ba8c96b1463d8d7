//! Moves of an order: who may make them, from which lifecycle, and what refuses them.

use kernel::{Id, Instant, Msg, Text};

use super::messages::*;

/// Where an order stands in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lifecycle {
    /// Noted, without a code.
    Draft,
    /// Being worked on.
    #[default]
    Open,
    /// Locked by finance.
    Locked,
    /// Cancelled; may be restored.
    Cancelled,
    /// Closed for good.
    Closed,
}

impl Lifecycle {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Draft, Self::Open, Self::Locked, Self::Cancelled, Self::Closed];

    /// Stored code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Draft => "DRAFT",
            Self::Open => "OPEN",
            Self::Locked => "LOCKED",
            Self::Cancelled => "CANCELLED",
            Self::Closed => "CLOSED",
        }
    }

    /// Chinese name.
    pub const fn zh(self) -> &'static str {
        match self {
            Self::Draft => "草稿",
            Self::Open => "进行中",
            Self::Locked => "财务锁账",
            Self::Cancelled => "已取消",
            Self::Closed => "强制关闭",
        }
    }

    /// The lifecycle of a stored code; an unknown one counts as closed, so that nothing is written.
    pub fn from_code(code: &str) -> Self {
        Self::ALL.into_iter().find(|known| known.code() == code).unwrap_or(Self::Closed)
    }
}

/// A move of the order's life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// Changing it.
    Edit,
    /// Operations done.
    OpFinish,
    /// Operations not done after all.
    OpCancel,
    /// Taking the master off.
    Uninstall,
    /// Cancelling.
    Cancel,
    /// Bringing back a cancelled one.
    Restore,
    /// Closing for good.
    ForceStop,
    /// Locking by finance.
    Lock,
    /// Unlocking by finance.
    Unlock,
}

/// Moves with the button that allows each and its name.
pub const MOVES: [(Move, &str, &str); 9] = [
    (Move::Edit, "af-order-edit", "修改订单"),
    (Move::OpFinish, "af-order-opfinish", "操作完成"),
    (Move::OpCancel, "af-order-opfinish", "撤销操作完成"),
    (Move::Uninstall, "af-order-uninstall", "卸载主单"),
    (Move::Cancel, "af-order-cancel", "取消订单"),
    (Move::Restore, "af-order-restore", "恢复订单"),
    (Move::ForceStop, "af-order-forcestop", "强制关闭"),
    (Move::Lock, "af-lock-lock", "财务锁账"),
    (Move::Unlock, "af-lock-unlock", "财务解锁"),
];

/// Reasons a cancellation may have; the last needs a remark.
pub const CANCEL_REASONS: [&str; 6] = ["客户取消", "航司拉货", "改走其他方式", "重复下单", "录入错误", "其他"];

/// An order restored later than this after its cancellation stays cancelled.
const RESTORE_MS_MAX: i64 = 30 * 24 * 60 * 60 * 1000;

/// What the moves look at.
#[derive(Debug, Clone, Default)]
pub struct MoveFacts {
    /// Lifecycle.
    pub lifecycle: Lifecycle,
    /// Rank of its node.
    pub rank: i64,
    /// Operations are finished.
    pub operation_finished: bool,
    /// A master number is allocated.
    pub has_awb: bool,
    /// Some actual figure is known.
    pub has_confirm: bool,
    /// The actual side is complete.
    pub confirm_complete: bool,
    /// The master's waybill is finished.
    pub print_done: bool,
    /// A manifest of the master was sent and is not deleted.
    pub manifest_sent: bool,
    /// A bill of lading was released.
    pub bill_released: bool,
    /// Its closing is being decided: what is said to who would end its life otherwise.
    pub waits: Option<Msg>,
    /// The org locks only what is recorded, and income or cost is not.
    pub records_open: bool,
    /// Who cancelled it.
    pub closed_by: Option<Id>,
    /// When.
    pub closed_at: Option<Instant>,
    /// Who asks.
    pub user: Option<Id>,
    /// He is an administrator.
    pub is_admin: bool,
    /// Now.
    pub now: Option<Instant>,
}

fn not_open(lifecycle: Lifecycle) -> Option<Msg> {
    match lifecycle {
        Lifecycle::Locked => Some(LOCKED_NO_EDIT),
        Lifecycle::Closed | Lifecycle::Cancelled => Some(CLOSED_NO_EDIT),
        Lifecycle::Open | Lifecycle::Draft => None,
    }
}

/// Why a move is refused; nothing when it may be made.
pub fn refuse(wanted: Move, facts: &MoveFacts) -> Option<Text> {
    refusal(wanted, facts).map(Msg::text)
}

fn refusal(wanted: Move, facts: &MoveFacts) -> Option<Msg> {
    let when = |wrong: bool, message: Msg| wrong.then_some(message);
    let open = not_open(facts.lifecycle);
    match wanted {
        Move::Edit => open,
        Move::OpFinish => open
            .or_else(|| when(facts.operation_finished, ALREADY_FINISHED))
            .or_else(|| when(!facts.confirm_complete, NO_CONFIRM_SIDE)),
        Move::OpCancel => open.or_else(|| when(!facts.operation_finished, NOT_FINISHED)),
        Move::Uninstall => open
            .or_else(|| when(!facts.has_awb, NO_MASTER))
            .or_else(|| when(facts.print_done, PRINT_DONE))
            .or_else(|| when(facts.manifest_sent, MANIFEST_SENT)),
        Move::Cancel => open
            .or(facts.waits)
            .or_else(|| when(facts.has_awb, UNLOAD_FIRST))
            .or_else(|| when(facts.has_confirm, CARGO_HANDLED))
            .or_else(|| when(facts.rank > 10, NOT_NEW)),
        Move::ForceStop => when(facts.lifecycle == Lifecycle::Closed, ALREADY_CLOSED)
            .or(open)
            .or_else(|| when(facts.has_awb, UNLOAD_FIRST))
            .or_else(|| when(facts.bill_released, BILL_RELEASED)),
        Move::Lock => when(facts.lifecycle == Lifecycle::Locked, ALREADY_LOCKED)
            .or(open)
            .or(facts.waits)
            .or_else(|| when(facts.records_open, RECORDS_OPEN)),
        Move::Unlock => when(facts.lifecycle != Lifecycle::Locked, NOT_LOCKED),
        Move::Restore => {
            let mine = facts.is_admin || (facts.closed_by.is_some() && facts.closed_by == facts.user);
            let age = facts.now.zip(facts.closed_at).map_or(0, |(now, then)| now.millis() - then.millis());
            when(facts.lifecycle != Lifecycle::Cancelled, NOT_CANCELLED)
                .or(facts.waits)
                .or_else(|| when(!mine, RESTORE_OTHER))
                .or_else(|| when(age > RESTORE_MS_MAX, RESTORE_LATE))
        }
    }
}

/// Buttons of the moves that may be made now by somebody who holds `has`.
pub fn allowed(facts: &MoveFacts, has: impl Fn(&str) -> bool) -> Vec<&'static str> {
    let mut codes: Vec<&str> =
        MOVES.iter().filter(|(wanted, code, _)| refusal(*wanted, facts).is_none() && has(code)).map(|m| m.1).collect();
    codes.dedup();
    codes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(wanted: Move, facts: &MoveFacts) -> Option<&'static str> {
        refusal(wanted, facts).map(|message| message.zh)
    }

    fn open() -> MoveFacts {
        MoveFacts { rank: 10, ..MoveFacts::default() }
    }

    fn at(lifecycle: Lifecycle) -> MoveFacts {
        MoveFacts { lifecycle, ..open() }
    }

    #[test]
    fn locked_and_closed_orders_are_not_changed() {
        assert_eq!(said(Move::Edit, &at(Lifecycle::Locked)), Some("订单已财务锁账，不能修改"));
        assert_eq!(said(Move::Edit, &at(Lifecycle::Closed)), Some("订单已关闭，不能修改"));
        assert_eq!(said(Move::Cancel, &at(Lifecycle::Cancelled)), Some("订单已关闭，不能修改"));
        assert_eq!(said(Move::Edit, &at(Lifecycle::Open)), None);
        assert_eq!(said(Move::ForceStop, &at(Lifecycle::Closed)), Some("订单已关闭"));
        assert_eq!(Lifecycle::from_code("nonsense"), Lifecycle::Closed);
    }

    #[test]
    fn operations_are_finished_with_actual_figures_and_once() {
        assert_eq!(said(Move::OpFinish, &open()), Some("未出重，不能操作完成"));
        let weighed = MoveFacts { confirm_complete: true, ..open() };
        assert_eq!(said(Move::OpFinish, &weighed), None);
        assert_eq!(said(Move::OpCancel, &weighed), Some("订单未操作完成"));
        let done = MoveFacts { operation_finished: true, ..weighed };
        assert_eq!(said(Move::OpFinish, &done), Some("订单已操作完成"));
        assert_eq!(said(Move::OpCancel, &done), None);
    }

    #[test]
    fn a_master_comes_off_before_print_and_manifest() {
        assert_eq!(said(Move::Uninstall, &open()), Some("订单没有主单"));
        let with = MoveFacts { has_awb: true, rank: 20, ..open() };
        assert_eq!(said(Move::Uninstall, &with), None);
        assert_eq!(said(Move::Cancel, &with), Some("请先卸载主单"));
        assert_eq!(said(Move::ForceStop, &with), Some("请先卸载主单"));
        assert_eq!(said(Move::ForceStop, &MoveFacts { bill_released: true, ..open() }), Some("提单已放，不能关闭"));
        let printed = MoveFacts { print_done: true, ..with.clone() };
        assert_eq!(said(Move::Uninstall, &printed), Some("运单制单已完成，请先退回"));
        let sent = MoveFacts { manifest_sent: true, ..with };
        assert_eq!(said(Move::Uninstall, &sent), Some("舱单已发送，请先删除舱单"));
    }

    #[test]
    fn a_cancelled_order_comes_back_within_thirty_days() {
        let then = Instant::parse("2026-07-15 10:00").expect("a time");
        let day = 24 * 60 * 60 * 1000;
        let facts = |user, after: i64| MoveFacts {
            closed_by: Some(Id(1)),
            closed_at: Some(then),
            user: Some(Id(user)),
            now: Some(then.plus_millis(after)),
            ..at(Lifecycle::Cancelled)
        };
        assert_eq!(said(Move::Restore, &facts(1, 30 * day)), None);
        assert_eq!(said(Move::Restore, &facts(1, 30 * day + 1)), Some("已超过30天，不能恢复"));
        assert_eq!(said(Move::Restore, &facts(2, 0)), Some("只有取消人或管理员可以恢复"));
        assert_eq!(said(Move::Restore, &MoveFacts { is_admin: true, ..facts(2, 0) }), None);
        assert_eq!(said(Move::Restore, &open()), Some("订单未取消"));
        let weighed = MoveFacts { has_confirm: true, rank: 30, ..open() };
        assert_eq!(said(Move::Cancel, &weighed), Some("货物已操作，不能取消"));
    }

    #[test]
    fn finance_locks_what_is_recorded_and_unlocks_what_is_locked() {
        assert_eq!(said(Move::Lock, &open()), None);
        assert_eq!(said(Move::Lock, &MoveFacts { records_open: true, ..open() }), Some("收入或成本未完成，不能锁账"));
        assert_eq!(said(Move::Lock, &at(Lifecycle::Locked)), Some("订单已财务锁账"));
        assert_eq!(said(Move::Unlock, &at(Lifecycle::Locked)), None);
        assert_eq!(said(Move::Unlock, &open()), Some("订单未锁账"));
    }

    #[test]
    fn buttons_are_those_held_and_possible() {
        let orders = |code: &str| code.starts_with("af-order");
        assert_eq!(allowed(&open(), orders), ["af-order-edit", "af-order-cancel", "af-order-forcestop"]);
        assert_eq!(allowed(&open(), |code| code == "af-order-edit"), ["af-order-edit"]);
        assert_eq!(allowed(&at(Lifecycle::Locked), |_| true), ["af-lock-unlock"]);
    }
}
