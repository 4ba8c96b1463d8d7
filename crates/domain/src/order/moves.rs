//! Moves between the states of an order: from where, what refuses them, in which button.

use kernel::{Id, Instant, Msg};

use super::messages::*;

/// Life of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lifecycle {
    /// Not yet an order.
    Draft,
    /// Worked on.
    Open,
    /// Locked by finance.
    Locked,
    /// Cancelled, may come back.
    Cancelled,
    /// Closed for good.
    Closed,
}

impl Lifecycle {
    /// Stored code.
    pub fn code(self) -> &'static str {
        match self {
            Self::Draft => "DRAFT",
            Self::Open => "OPEN",
            Self::Locked => "LOCKED",
            Self::Cancelled => "CANCELLED",
            Self::Closed => "CLOSED",
        }
    }

    /// The state of a stored code; anything unknown counts as closed.
    pub fn from_code(code: &str) -> Self {
        match code {
            "DRAFT" => Self::Draft,
            "OPEN" => Self::Open,
            "LOCKED" => Self::Locked,
            "CANCELLED" => Self::Cancelled,
            _ => Self::Closed,
        }
    }
}

/// A move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// 修改.
    Edit,
    /// 操作完成.
    Finish,
    /// 撤销操作完成.
    Unfinish,
    /// 卸载主单.
    Uninstall,
    /// 取消订单.
    Cancel,
    /// 恢复订单.
    Restore,
    /// 强制关闭.
    ForceStop,
    /// 财务锁账.
    Lock,
    /// 财务解锁.
    Unlock,
}

/// Every move with the button that makes it.
pub const MOVES: &[(Move, &str)] = &[
    (Move::Edit, "af-order-edit"),
    (Move::Finish, "af-order-opfinish"),
    (Move::Unfinish, "af-order-opfinish"),
    (Move::Uninstall, "af-order-uninstall"),
    (Move::Cancel, "af-order-cancel"),
    (Move::Restore, "af-order-restore"),
    (Move::ForceStop, "af-order-forcestop"),
    (Move::Lock, "af-lock-lock"),
    (Move::Unlock, "af-lock-unlock"),
];

/// Reasons of a cancellation.
pub const CANCEL_REASONS: &[&str] = &["客户取消", "航司拉货", "改走其他方式", "重复下单", "录入错误", "其他"];
/// Days within which a cancelled order can come back.
const RESTORE_DAYS: i64 = 30;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// The order is not locked.
pub const NOT_LOCKED: Msg = Msg::new("order.lock.not", "订单未锁账", "The order is not locked.");
/// The order is locked already.
pub const ALREADY_LOCKED: Msg = Msg::new("order.lock.already", "订单已财务锁账", "The order is locked already.");

/// What the moves look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveFacts {
    /// State.
    pub lifecycle: Lifecycle,
    /// Rank of the node.
    pub rank: i64,
    /// A master number is set.
    pub master: bool,
    /// The master's print is finished.
    pub print_done: bool,
    /// Actual figures or an inbound date are there.
    pub handled: bool,
    /// Actual pieces, weight and volume are there.
    pub confirmed: bool,
    /// Operations are finished.
    pub finished: bool,
    /// Who closed or cancelled it.
    pub closed_by: Option<Id>,
    /// When.
    pub closed_at: Option<Instant>,
}

/// Why a move is refused now for a user; nothing when it may be made.
pub fn refuse(wanted: Move, facts: &MoveFacts, user: Id, admin: bool, now: Instant) -> Option<Msg> {
    let open = match facts.lifecycle {
        Lifecycle::Open | Lifecycle::Draft => None,
        Lifecycle::Locked => Some(LOCKED_NO_EDIT),
        Lifecycle::Cancelled | Lifecycle::Closed => Some(CLOSED_NO_EDIT),
    };
    let when = |holds: bool, message: Msg| holds.then_some(message);
    match wanted {
        Move::Edit => open,
        Move::Finish => open
            .or(when(facts.finished, ALREADY_FINISHED))
            .or(when(!facts.confirmed, NO_CONFIRM_SIDE)),
        Move::Unfinish => open.or(when(!facts.finished, NOT_FINISHED)),
        Move::Uninstall => open.or(when(!facts.master, NO_MASTER)).or(when(facts.print_done, PRINT_DONE)),
        Move::Cancel => open
            .or(when(facts.master, UNLOAD_FIRST))
            .or(when(facts.handled, CARGO_HANDLED))
            .or(when(facts.rank > 10, NOT_NEW)),
        Move::Restore => {
            let late = facts.closed_at.is_none_or(|at| now.millis() - at.millis() > RESTORE_DAYS * DAY_MS);
            when(facts.lifecycle != Lifecycle::Cancelled, NOT_CANCELLED)
                .or(when(facts.closed_by != Some(user) && !admin, RESTORE_OTHER))
                .or(when(late, RESTORE_LATE))
        }
        Move::ForceStop => when(facts.lifecycle == Lifecycle::Closed, ALREADY_CLOSED)
            .or(open)
            .or(when(facts.master, UNLOAD_FIRST)),
        Move::Lock => when(facts.lifecycle == Lifecycle::Locked, ALREADY_LOCKED).or(open),
        Move::Unlock => when(facts.lifecycle != Lifecycle::Locked, NOT_LOCKED),
    }
}

/// Buttons of the moves that may be made now by a holder of the codes.
pub fn allowed(
    facts: &MoveFacts,
    user: Id,
    admin: bool,
    now: Instant,
    holds: impl Fn(&str) -> bool,
) -> Vec<&'static str> {
    let mut codes: Vec<&str> = MOVES
        .iter()
        .filter(|(wanted, code)| holds(code) && refuse(*wanted, facts, user, admin, now).is_none())
        .map(|(_, code)| *code)
        .collect();
    codes.dedup();
    codes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts() -> MoveFacts {
        MoveFacts {
            lifecycle: Lifecycle::Open,
            rank: 10,
            master: false,
            print_done: false,
            handled: false,
            confirmed: false,
            finished: false,
            closed_by: None,
            closed_at: None,
        }
    }

    fn say(wanted: Move, facts: &MoveFacts) -> Option<&'static str> {
        refuse(wanted, facts, Id(1), false, Instant::from_millis(100 * DAY_MS)).map(|message| message.zh)
    }

    #[test]
    fn an_open_order_may_be_edited_cancelled_and_closed() {
        assert_eq!(say(Move::Edit, &facts()), None);
        assert_eq!(say(Move::Cancel, &facts()), None);
        assert_eq!(say(Move::ForceStop, &facts()), None);
        assert_eq!(say(Move::Finish, &facts()), Some("未出重，不能操作完成"));
        assert_eq!(say(Move::Uninstall, &facts()), Some("订单没有主单"));
        assert_eq!(say(Move::Unfinish, &facts()), Some("订单未操作完成"));
    }

    #[test]
    fn a_master_must_be_unloaded_first() {
        let with = MoveFacts { master: true, rank: 20, ..facts() };
        assert_eq!(say(Move::Cancel, &with), Some("请先卸载主单"));
        assert_eq!(say(Move::ForceStop, &with), Some("请先卸载主单"));
        assert_eq!(say(Move::Uninstall, &with), None);
        let printed = MoveFacts { print_done: true, ..with };
        assert_eq!(say(Move::Uninstall, &printed), Some("运单制单已完成，请先退回"));
    }

    #[test]
    fn locked_and_closed_orders_are_not_edited() {
        let locked = MoveFacts { lifecycle: Lifecycle::Locked, ..facts() };
        assert_eq!(say(Move::Edit, &locked), Some("订单已财务锁账，不能修改"));
        let closed = MoveFacts { lifecycle: Lifecycle::Closed, ..facts() };
        assert_eq!(say(Move::Edit, &closed), Some("订单已关闭，不能修改"));
        assert_eq!(say(Move::ForceStop, &closed), Some("订单已关闭"));
    }

    #[test]
    fn handled_cargo_is_not_cancelled_and_restoring_has_its_limits() {
        assert_eq!(say(Move::Cancel, &MoveFacts { handled: true, rank: 30, ..facts() }), Some("货物已操作，不能取消"));
        let cancelled = |days: i64, by: i64| MoveFacts {
            lifecycle: Lifecycle::Cancelled,
            closed_by: Some(Id(by)),
            closed_at: Some(Instant::from_millis((100 - days) * DAY_MS)),
            ..facts()
        };
        assert_eq!(say(Move::Restore, &cancelled(30, 1)), None);
        assert_eq!(say(Move::Restore, &cancelled(31, 1)), Some("已超过30天，不能恢复"));
        assert_eq!(say(Move::Restore, &cancelled(1, 2)), Some("只有取消人或管理员可以恢复"));
        assert_eq!(say(Move::Restore, &facts()), Some("订单未取消"));
    }
}
