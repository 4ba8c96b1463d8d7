//! Moves of an order: who may make them, from which lifecycle, and what refuses them. What stands against a move of one
//! scope alone is a guard of its profile.

use std::sync::LazyLock;

use kernel::{Id, Instant, Msg, Scope, Text};
use platform::access::Actor;
use platform::store::Value;

use crate::air::Head;
use crate::carriage::{Boxes, Detail, PlanBoxes};
use crate::messages::*;
use crate::parts::{BOXES, PLAN_BOXES};
use crate::profile::{Profile, profile};
use crate::store::Saved;

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
    /// Income done.
    IncomeFinish,
    /// Cost done.
    CostFinish,
    /// Income not done after all.
    IncomeReopen,
    /// Cost not done after all.
    CostReopen,
    /// Becoming several orders.
    Split,
}

/// Moves with what the button that allows each is called by behind the scope, and with their name.
const MOVES: [(Move, &str, &str); 14] = [
    (Move::Edit, "order-edit", "修改订单"),
    (Move::Split, "order-split", "拆单"),
    (Move::OpFinish, "order-opfinish", "操作完成"),
    (Move::OpCancel, "order-opfinish", "撤销操作完成"),
    (Move::Uninstall, "order-uninstall", "卸载主单"),
    (Move::Cancel, "order-cancel", "取消订单"),
    (Move::Restore, "order-restore", "恢复订单"),
    (Move::ForceStop, "order-forcestop", "强制关闭"),
    (Move::Lock, "", "财务锁账"),
    (Move::Unlock, "", "财务解锁"),
    (Move::IncomeFinish, "income-finish", "收入完成"),
    (Move::CostFinish, "cost-finish", "成本完成"),
    (Move::IncomeReopen, "", "退回收入完成"),
    (Move::CostReopen, "", "退回成本完成"),
];

impl Move {
    /// The button that allows it on orders of a scope; finance has one for all.
    pub fn code(self, scope: Scope) -> &'static str {
        static CODES: LazyLock<Vec<(Scope, Move, String)>> = LazyLock::new(|| {
            let of = |scope: Scope| MOVES.map(|(wanted, suffix, _)| (scope, wanted, code(scope, wanted, suffix)));
            Scope::all().flat_map(of).collect()
        });
        let found = CODES.iter().find(|(of, wanted, _)| (*of, *wanted) == (scope, self));
        found.map_or("", |(_, _, code)| code.as_str())
    }

    /// Its name in the log.
    pub fn zh(self) -> &'static str {
        MOVES.iter().find(|(wanted, ..)| *wanted == self).map_or("", |(_, _, zh)| zh)
    }

    /// Whether it matters much in the log.
    pub fn is_high(self) -> bool {
        matches!(self, Self::Cancel | Self::Restore | Self::ForceStop | Self::Lock | Self::Unlock | Self::Split)
    }

    /// Whether it takes the page lock into account: who works on the order is not disturbed.
    pub fn waits_for_lease(self) -> bool {
        !matches!(self, Self::Restore | Self::Lock | Self::Unlock) && !self.is_of_money()
    }

    /// Whether it is one of the charges: it is made where they stand.
    pub fn is_of_money(self) -> bool {
        matches!(self, Self::IncomeFinish | Self::CostFinish | Self::IncomeReopen | Self::CostReopen)
    }
}

fn code(scope: Scope, wanted: Move, suffix: &str) -> String {
    match wanted {
        Move::Lock => "af-lock-lock".to_owned(),
        Move::Unlock => "af-lock-unlock".to_owned(),
        Move::IncomeReopen | Move::CostReopen => "af-lock-rollback".to_owned(),
        _ => format!("{}-{suffix}", scope.share_prefix()),
    }
}

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
    /// Its boxes are known.
    pub has_boxes: bool,
    /// Who asks may split an air order that has actual figures.
    pub splits_weighed: bool,
    /// A box has been picked up.
    pub picked_up: bool,
    /// Space is booked.
    pub booked: bool,
    /// Rows of boxes that lack number, seal or weight.
    pub open_boxes: Vec<i64>,
    /// It has left.
    pub departed: bool,
    /// Its service is finished.
    pub served: bool,
    /// The master's waybill is finished.
    pub print_done: bool,
    /// A manifest of the master was sent and is not deleted.
    pub manifest_sent: bool,
    /// A bill of lading was released.
    pub bill_released: bool,
    /// Its closing, or a loss it makes, is being decided: what is said to who would move it on meanwhile.
    pub waits: Option<Msg>,
    /// The org locks only what is recorded, and income or cost is not.
    pub records_open: bool,
    /// Income: none, entered, done.
    pub income_recorded: i64,
    /// Cost: none, entered, done.
    pub cost_recorded: i64,
    /// Charges.
    pub charges: charge::ledger::Standing,
    /// Why nothing may be written on the day of the lock.
    pub period: Option<Text>,
    /// Its route is to be signed before its cost is done, and is not.
    pub unsigned: bool,
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

impl MoveFacts {
    /// What an order says itself, and who asks; what other tables know is added by who asks for a move that needs it.
    pub fn of(saved: &Saved, actor: &Actor, now: Instant) -> Self {
        let draft = &saved.draft;
        let measured = [Head::CONFIRM_PIECES, Head::CONFIRM_WEIGHT, Head::CONFIRM_VOLUME];
        let picked = |sheet: &crate::Sheet| *sheet.value(Boxes::EMPTY_PICK_TIME.column) != Value::Null;
        Self {
            lifecycle: saved.lifecycle,
            rank: saved.rank,
            operation_finished: saved.operation_finished,
            has_awb: saved.awb_id.is_some(),
            has_confirm: measured.iter().any(|field| draft.has(field.column)),
            confirm_complete: measured.iter().all(|field| draft.has(field.column)),
            has_boxes: !draft.rows(&BOXES).is_empty(),
            splits_weighed: actor.has(SPLITS_WEIGHED),
            picked_up: draft.rows(&BOXES).iter().any(picked),
            booked: draft.has(Detail::BOOKING_NO.column),
            open_boxes: open_boxes(draft),
            departed: draft.has(Detail::ACTUAL_DEPARTURE.column),
            served: draft.has(Detail::FINISH_DATE.column),
            income_recorded: saved.income_recorded,
            cost_recorded: saved.cost_recorded,
            closed_by: saved.closed_by,
            closed_at: saved.closed_at,
            user: Some(actor.user_id),
            is_admin: !actor.admin_role.is_empty(),
            now: Some(now),
            ..Self::default()
        }
    }
}

/// The button that splits air orders with actual figures.
pub const SPLITS_WEIGHED: &str = "af-order-split-confirmed";

/// What is stored of a side that is done.
pub const DONE: i64 = 2;

/// Rows of boxes that lack something. Planned ones lack their number as long as there are no others.
fn open_boxes(draft: &crate::Draft) -> Vec<i64> {
    const NEEDS: [platform::field::Field; 3] = [Boxes::CONTAINER_NO, Boxes::SEAL_NO, Boxes::WEIGHT];
    let empty = |value: &Value| *value == Value::Null || *value == Value::Text(String::new());
    let lacks = |sheet: &crate::Sheet| NEEDS.iter().any(|field| empty(sheet.value(field.column)));
    let boxes = draft.rows(&BOXES);
    if boxes.is_empty() {
        let planned = draft.rows(&PLAN_BOXES).iter();
        let planned: i64 = planned.filter_map(|sheet| sheet.get::<i64>(PlanBoxes::QUANTITY)).sum();
        return (1..=planned).collect();
    }
    (1..).zip(boxes).filter(|(_, sheet)| lacks(sheet)).map(|(row, _)| row).collect()
}

/// What stands against a move of one scope.
pub type Guard = fn(&MoveFacts) -> Option<Text>;

fn when(wrong: bool, message: Msg) -> Option<Text> {
    wrong.then(|| message.text())
}

fn has_master(facts: &MoveFacts) -> Option<Text> {
    when(facts.has_awb, UNLOAD_FIRST)
}

fn is_measured(facts: &MoveFacts) -> Option<Text> {
    when(facts.has_confirm, CARGO_HANDLED)
}

fn is_beyond<const RANK: i64>(facts: &MoveFacts) -> Option<Text> {
    when(facts.rank > RANK, NOT_NEW)
}

fn is_loaded(facts: &MoveFacts) -> Option<Text> {
    when(facts.rank >= 20, LOADED)
}

fn is_picked_up(facts: &MoveFacts) -> Option<Text> {
    when(facts.picked_up, PICKED_UP)
}

fn is_booked(facts: &MoveFacts) -> Option<Text> {
    when(facts.booked, BOOKED)
}

fn is_unmeasured(facts: &MoveFacts) -> Option<Text> {
    when(!facts.confirm_complete, NO_CONFIRM_SIDE)
}

fn has_open_boxes(facts: &MoveFacts) -> Option<Text> {
    let rows: Vec<String> = facts.open_boxes.iter().map(i64::to_string).collect();
    (!rows.is_empty()).then(|| BOXES_OPEN.with_each(&[("rows", &rows.join("、"))], &[("rows", &rows.join(", "))]))
}

fn has_not_sailed(facts: &MoveFacts) -> Option<Text> {
    when(!facts.departed, NOT_SAILED)
}

fn train_is_here(facts: &MoveFacts) -> Option<Text> {
    when(!facts.departed, TRAIN_HERE)
}

fn is_unserved(facts: &MoveFacts) -> Option<Text> {
    when(!facts.served, NOT_SERVED)
}

/// Who holds the button for it may divide what was weighed.
fn is_weighed(facts: &MoveFacts) -> Option<Text> {
    when(facts.has_confirm && !facts.splits_weighed, SPLIT_WEIGHED)
}

/// What was measured was measured of boxes, which go to the parts.
fn is_measured_loose(facts: &MoveFacts) -> Option<Text> {
    when(facts.has_confirm && !facts.has_boxes, SPLIT_WEIGHED)
}

/// What stands against splitting an order of a scope.
pub(crate) const fn split_guards(scope: Scope) -> &'static [Guard] {
    match scope {
        Scope::Ae | Scope::Ai => &[is_weighed],
        Scope::Se | Scope::Si | Scope::Te | Scope::Ti | Scope::Lc => &[is_measured_loose],
        Scope::Io => &[],
    }
}

/// What stands against cancelling an order of a scope.
pub(crate) const fn cancel_guards(scope: Scope) -> &'static [Guard] {
    match scope {
        Scope::Ae => &[has_master, is_measured, is_beyond::<10>],
        Scope::Se => &[is_picked_up, is_booked, is_beyond::<30>],
        Scope::Ai | Scope::Si | Scope::Te | Scope::Ti => &[is_picked_up, is_beyond::<30>],
        Scope::Lc => &[is_loaded],
        Scope::Io => &[is_beyond::<20>],
    }
}

/// What of the work of a scope must be done before its operations are finished. Where nothing else says that the cargo is
/// handled, its actual figures do.
pub(crate) const fn finish_guards(scope: Scope) -> &'static [Guard] {
    match scope {
        Scope::Ae | Scope::Ai | Scope::Ti => &[is_unmeasured],
        Scope::Se => &[has_open_boxes, has_not_sailed],
        Scope::Te => &[train_is_here],
        Scope::Io => &[is_unserved],
        Scope::Si | Scope::Lc => &[],
    }
}

fn not_open(lifecycle: Lifecycle) -> Option<Msg> {
    match lifecycle {
        Lifecycle::Locked => Some(LOCKED_NO_EDIT),
        Lifecycle::Closed | Lifecycle::Cancelled => Some(CLOSED_NO_EDIT),
        Lifecycle::Open | Lifecycle::Draft => None,
    }
}

/// Lines that wait for a word stand against what fixes the charges.
fn pending(facts: &MoveFacts) -> Option<Text> {
    let n = facts.charges.pending;
    (n > 0).then(|| PENDING_LINES.with(&[("n", &n.to_string())]))
}

fn reopened(facts: &MoveFacts, recorded: i64, not_done: Msg) -> Option<Text> {
    when(facts.lifecycle == Lifecycle::Locked, UNLOCK_FIRST)
        .or_else(|| not_open(facts.lifecycle).map(Msg::text))
        .or_else(|| facts.waits.map(Msg::text))
        .or_else(|| when(recorded != DONE, not_done))
}

/// Why a move of an order of a scope is refused; nothing when it may be made.
pub fn refuse(scope: Scope, wanted: Move, facts: &MoveFacts) -> Option<Text> {
    let profile = profile(scope);
    let guarded = |guards: &[Guard]| guards.iter().find_map(|guard| guard(facts));
    let open = || not_open(facts.lifecycle).map(Msg::text);
    let waits = || facts.waits.map(Msg::text);
    match wanted {
        Move::Edit => open(),
        Move::OpFinish => {
            open().or_else(|| when(facts.operation_finished, ALREADY_FINISHED)).or_else(|| guarded(profile.finish))
        }
        Move::OpCancel => open().or_else(|| when(!facts.operation_finished, NOT_FINISHED)),
        Move::Uninstall => open()
            .or_else(|| when(!facts.has_awb, NO_MASTER))
            .or_else(|| when(facts.print_done, PRINT_DONE))
            .or_else(|| when(facts.manifest_sent, MANIFEST_SENT)),
        Move::Cancel => open()
            .or_else(waits)
            .or_else(|| guarded(profile.cancel))
            .or_else(|| when(facts.charges.held > 0, CHARGES_HELD)),
        Move::ForceStop => when(facts.lifecycle == Lifecycle::Closed, ALREADY_CLOSED)
            .or_else(open)
            .or_else(waits)
            .or_else(|| when(facts.has_awb, UNLOAD_FIRST))
            .or_else(|| when(facts.bill_released, BILL_RELEASED))
            .or_else(|| when(facts.charges.held > 0, CHARGES_KEEP_OPEN)),
        Move::Lock => when(facts.lifecycle == Lifecycle::Locked, ALREADY_LOCKED)
            .or_else(open)
            .or_else(waits)
            .or_else(|| when(facts.records_open, RECORDS_OPEN))
            .or_else(|| facts.period.clone())
            .or_else(|| pending(facts)),
        Move::Unlock => when(facts.lifecycle != Lifecycle::Locked, NOT_LOCKED)
            .or_else(|| when(facts.period.is_some(), PERIOD_CLOSED)),
        Move::IncomeFinish => open()
            .or_else(waits)
            .or_else(|| when(facts.income_recorded == DONE, INCOME_DONE))
            .or_else(|| pending(facts)),
        Move::CostFinish => open()
            .or_else(waits)
            .or_else(|| when(facts.cost_recorded == DONE, COST_DONE))
            .or_else(|| when(facts.unsigned, UNSIGNED))
            .or_else(|| pending(facts)),
        Move::Split => when(facts.lifecycle == Lifecycle::Draft, SPLIT_DRAFT)
            .or_else(open)
            .or_else(waits)
            .or_else(|| when(facts.operation_finished, SPLIT_FINISHED))
            .or_else(|| guarded(profile.split)),
        Move::IncomeReopen => reopened(facts, facts.income_recorded, INCOME_NOT_DONE),
        Move::CostReopen => reopened(facts, facts.cost_recorded, COST_NOT_DONE),
        Move::Restore => {
            let mine = facts.is_admin || (facts.closed_by.is_some() && facts.closed_by == facts.user);
            let age = facts.now.zip(facts.closed_at).map_or(0, |(now, then)| now.millis() - then.millis());
            when(facts.lifecycle != Lifecycle::Cancelled, NOT_CANCELLED)
                .or_else(waits)
                .or_else(|| when(!mine, RESTORE_OTHER))
                .or_else(|| when(age > RESTORE_MS_MAX, RESTORE_LATE))
        }
    }
}

/// Buttons of the moves that may be made now on an order of a scope by somebody who holds `has`. What is missing before
/// operations are finished is told by the button where the scope says so.
pub fn allowed(profile: &Profile, facts: &MoveFacts, has: impl Fn(&str) -> bool) -> Vec<&'static str> {
    let scope = profile.scope;
    let refused = |wanted: Move| match wanted {
        Move::OpFinish if profile.finish_tells => not_open(facts.lifecycle).is_some() || facts.operation_finished,
        _ => refuse(scope, wanted, facts).is_some(),
    };
    let mut codes: Vec<&str> = MOVES
        .iter()
        .filter(|(wanted, ..)| match wanted {
            Move::Uninstall => profile.takes_masters(),
            Move::Split => profile.splits(),
            _ => !wanted.is_of_money(),
        })
        .filter(|(wanted, ..)| has(wanted.code(scope)) && !refused(*wanted))
        .map(|(wanted, ..)| wanted.code(scope))
        .collect();
    codes.dedup();
    codes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(wanted: Move, facts: &MoveFacts) -> Option<String> {
        refuse(Scope::Ae, wanted, facts).map(|text| text.zh)
    }

    fn open() -> MoveFacts {
        MoveFacts { rank: 10, ..MoveFacts::default() }
    }

    fn at(lifecycle: Lifecycle) -> MoveFacts {
        MoveFacts { lifecycle, ..open() }
    }

    #[test]
    fn locked_and_closed_orders_are_not_changed() {
        assert_eq!(said(Move::Edit, &at(Lifecycle::Locked)).as_deref(), Some("订单已财务锁账，不能修改"));
        assert_eq!(said(Move::Edit, &at(Lifecycle::Closed)).as_deref(), Some("订单已关闭，不能修改"));
        assert_eq!(said(Move::Cancel, &at(Lifecycle::Cancelled)).as_deref(), Some("订单已关闭，不能修改"));
        assert_eq!(said(Move::Edit, &at(Lifecycle::Open)), None);
        assert_eq!(said(Move::ForceStop, &at(Lifecycle::Closed)).as_deref(), Some("订单已关闭"));
        assert_eq!(Lifecycle::from_code("nonsense"), Lifecycle::Closed);
    }

    #[test]
    fn operations_are_finished_with_actual_figures_and_once() {
        assert_eq!(said(Move::OpFinish, &open()).as_deref(), Some("未出重，不能操作完成"));
        let weighed = MoveFacts { confirm_complete: true, ..open() };
        assert_eq!(said(Move::OpFinish, &weighed), None);
        assert_eq!(said(Move::OpCancel, &weighed).as_deref(), Some("订单未操作完成"));
        let done = MoveFacts { operation_finished: true, ..weighed };
        assert_eq!(said(Move::OpFinish, &done).as_deref(), Some("订单已操作完成"));
        assert_eq!(said(Move::OpCancel, &done), None);
    }

    #[test]
    fn a_master_comes_off_before_print_and_manifest() {
        assert_eq!(said(Move::Uninstall, &open()).as_deref(), Some("订单没有主单"));
        let with = MoveFacts { has_awb: true, rank: 20, ..open() };
        assert_eq!(said(Move::Uninstall, &with), None);
        assert_eq!(said(Move::Cancel, &with).as_deref(), Some("请先卸载主单"));
        assert_eq!(said(Move::ForceStop, &with).as_deref(), Some("请先卸载主单"));
        assert_eq!(
            said(Move::ForceStop, &MoveFacts { bill_released: true, ..open() }).as_deref(),
            Some("提单已放，不能关闭")
        );
        let printed = MoveFacts { print_done: true, ..with.clone() };
        assert_eq!(said(Move::Uninstall, &printed).as_deref(), Some("运单制单已完成，请先退回"));
        let sent = MoveFacts { manifest_sent: true, ..with };
        assert_eq!(said(Move::Uninstall, &sent).as_deref(), Some("舱单已发送，请先删除舱单"));
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
        assert_eq!(said(Move::Restore, &facts(1, 30 * day + 1)).as_deref(), Some("已超过30天，不能恢复"));
        assert_eq!(said(Move::Restore, &facts(2, 0)).as_deref(), Some("只有取消人或管理员可以恢复"));
        assert_eq!(said(Move::Restore, &MoveFacts { is_admin: true, ..facts(2, 0) }), None);
        assert_eq!(said(Move::Restore, &open()).as_deref(), Some("订单未取消"));
        let weighed = MoveFacts { has_confirm: true, rank: 30, ..open() };
        assert_eq!(said(Move::Cancel, &weighed).as_deref(), Some("货物已操作，不能取消"));
    }

    #[test]
    fn finance_locks_what_is_recorded_and_unlocks_what_is_locked() {
        assert_eq!(said(Move::Lock, &open()), None);
        assert_eq!(
            said(Move::Lock, &MoveFacts { records_open: true, ..open() }).as_deref(),
            Some("收入或成本未完成，不能锁账")
        );
        assert_eq!(said(Move::Lock, &at(Lifecycle::Locked)).as_deref(), Some("订单已财务锁账"));
        assert_eq!(said(Move::Unlock, &at(Lifecycle::Locked)), None);
        assert_eq!(said(Move::Unlock, &open()).as_deref(), Some("订单未锁账"));
    }

    #[test]
    fn charges_are_done_once_and_what_waits_or_is_held_stands_in_the_way() {
        let charged = |of: charge::ledger::Standing| MoveFacts { charges: of, ..open() };
        let pending = charged(charge::ledger::Standing { pending: 2, ..Default::default() });
        for wanted in [Move::IncomeFinish, Move::CostFinish, Move::Lock] {
            assert_eq!(said(wanted, &open()), None);
            assert_eq!(said(wanted, &pending).as_deref(), Some("有2条待确认杂费，请先处理"), "{wanted:?}");
        }
        let held = charged(charge::ledger::Standing { held: 1, ..Default::default() });
        assert_eq!(said(Move::Cancel, &held).as_deref(), Some("费用已入账，不能取消"));
        assert_eq!(said(Move::ForceStop, &held).as_deref(), Some("存在已确认或已锁账费用，不能关闭"));
        let done = MoveFacts { income_recorded: DONE, cost_recorded: DONE, ..open() };
        assert_eq!(said(Move::IncomeFinish, &done).as_deref(), Some("收入已完成"));
        assert_eq!(said(Move::CostFinish, &done).as_deref(), Some("成本已完成"));
        assert_eq!(said(Move::IncomeReopen, &done), None);
        assert_eq!(said(Move::CostReopen, &open()).as_deref(), Some("成本未完成"));
        let locked = MoveFacts { lifecycle: Lifecycle::Locked, ..done };
        assert_eq!(said(Move::CostReopen, &locked).as_deref(), Some("请先解锁"));
        let unsigned = MoveFacts { unsigned: true, ..open() };
        assert_eq!(said(Move::CostFinish, &unsigned).as_deref(), Some("航线未签单，不能成本完成"));
        assert_eq!(said(Move::IncomeFinish, &unsigned), None);
        let closed = MoveFacts { period: Some(NOT_LOCKED.text()), ..locked };
        assert_eq!(said(Move::Unlock, &closed).as_deref(), Some("财务期间已结账，不能解锁"));
    }

    #[test]
    fn an_open_order_is_split_and_one_that_was_weighed_by_who_may() {
        assert_eq!(said(Move::Split, &open()), None);
        assert_eq!(said(Move::Split, &at(Lifecycle::Locked)).as_deref(), Some("订单已财务锁账，不能修改"));
        assert_eq!(said(Move::Split, &at(Lifecycle::Draft)).as_deref(), Some("草稿不能拆单"));
        let finished = MoveFacts { operation_finished: true, ..open() };
        assert_eq!(said(Move::Split, &finished).as_deref(), Some("订单已操作完成，不能拆单"));
        let weighed = MoveFacts { has_confirm: true, ..open() };
        let boxed = MoveFacts { has_boxes: true, ..weighed.clone() };
        let may = MoveFacts { splits_weighed: true, ..weighed.clone() };
        let of = |scope: Scope, facts: &MoveFacts| refuse(scope, Move::Split, facts).map(|text| text.zh);
        let weighed_text = Some("订单已出重，不能拆单".to_owned());
        for scope in [Scope::Ae, Scope::Ai] {
            assert_eq!([of(scope, &weighed), of(scope, &may)], [weighed_text.clone(), None], "{scope:?}");
        }
        for scope in [Scope::Se, Scope::Si, Scope::Te, Scope::Ti, Scope::Lc] {
            assert_eq!([of(scope, &may), of(scope, &boxed)], [weighed_text.clone(), None], "{scope:?}");
        }
        for scope in Scope::all() {
            let codes = allowed(profile(scope), &open(), |_| true);
            assert_eq!(codes.contains(&Move::Split.code(scope)), scope != Scope::Io, "{scope:?}");
        }
    }

    #[test]
    fn what_is_being_decided_stays_as_it_is() {
        let message = Msg::new("waits", "审批中，不能修改", "It is being decided.");
        let waiting = MoveFacts { waits: Some(message), ..open() };
        let done = MoveFacts { income_recorded: DONE, cost_recorded: DONE, ..waiting.clone() };
        for wanted in [Move::Cancel, Move::ForceStop, Move::Lock, Move::IncomeFinish, Move::CostFinish, Move::Split] {
            assert_eq!(said(wanted, &waiting).as_deref(), Some("审批中，不能修改"), "{wanted:?}");
        }
        for wanted in [Move::IncomeReopen, Move::CostReopen] {
            assert_eq!(said(wanted, &done).as_deref(), Some("审批中，不能修改"), "{wanted:?}");
        }
        assert_eq!(said(Move::Edit, &waiting), None, "the rest of it is worked on");
    }

    #[test]
    fn buttons_are_those_held_and_possible() {
        let orders = |code: &str| code.starts_with("af-order");
        assert_eq!(
            allowed(profile(Scope::Ae), &open(), orders),
            ["af-order-edit", "af-order-split", "af-order-cancel", "af-order-forcestop"]
        );
        assert_eq!(allowed(profile(Scope::Ae), &open(), |code| code == "af-order-edit"), ["af-order-edit"]);
        assert_eq!(allowed(profile(Scope::Ae), &at(Lifecycle::Locked), |_| true), ["af-lock-unlock"]);
    }
}
