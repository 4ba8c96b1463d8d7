//! What users are told of orders: new ones, those that became theirs, and how each of them goes on.

use domain::order::{Move, Node};
use kernel::Id;
use message::{Around, By, Told};
use platform::call::Tx;
use platform::message::{DATE, MessageEvent, ORDER, To};
use platform::refusal::Refusal;
use platform::registry::Room;
use waybill::told::{AMONG, CODE, COOP, PEOPLE, USER, WENT_ON, went_on};

use super::store::Saved;

pub(crate) use waybill::told::Subject;

/// An order was made.
const MADE: MessageEvent = MessageEvent::new(
    "order.new",
    ORDER,
    ("订单新建", "New order"),
    (
        "新建订单时；已收到“订单分配给我”的人不再重复通知",
        "When an order is made; who was told that it is his is not told again",
    ),
)
.to(To::Chosen { among: AMONG, first: PEOPLE })
.says(
    ("新订单 {orderCode}", "New order {orderCode}"),
    ("{userName}新建了{coopName}的订单{orderCode}", "{userName} made order {orderCode} of {coopName}"),
    &[CODE, COOP, USER, DATE],
);

/// An order became somebody's.
const ASSIGNED: MessageEvent = MessageEvent::new(
    "order.assigned",
    ORDER,
    ("订单分配给我", "Order became mine"),
    ("被设为订单的销售、客服或操作时", "When somebody became sales, customer service or operator of an order"),
)
.to(To::Concerned("新的责任销售、客服、操作", "The new sales, customer service, operator"))
.says(
    ("订单{orderCode}分配给您", "Order {orderCode} is yours"),
    ("{userName}将{coopName}的订单{orderCode}分配给您", "{userName} gave you order {orderCode} of {coopName}"),
    &[CODE, COOP, USER, DATE],
);

/// Adds the events to the room.
pub(crate) fn add(room: &mut Room) {
    room.messages.extend([&MADE, &ASSIGNED, &WENT_ON]);
}

/// An order was made: its people learn that it is theirs, the others that it is there.
pub(crate) fn made(tx: &mut Tx<'_>, order: &Subject<'_>) -> Result<(), Refusal> {
    let mut told = order.told(tx)?;
    told.except = assign(tx, order, &told, None)?;
    let by = By::actor(tx);
    message::send(tx, by, &MADE, &told).map(drop)
}

/// An order was changed: who became one of its people learns of it, and its people that it went on.
pub(crate) fn changed(tx: &mut Tx<'_>, saved: &Saved, order: &Subject<'_>, reached: &Node) -> Result<(), Refusal> {
    let before = Subject::of(saved).around();
    let goes_on = reached.zh != saved.node;
    if before == order.around() && !goes_on {
        return Ok(());
    }
    let mut told = order.told(tx)?;
    told.except = assign(tx, order, &told, Some(before))?;
    if goes_on {
        went_on(tx, told, (reached.zh, reached.en))?;
    }
    Ok(())
}

/// Answers who was told.
fn assign(tx: &mut Tx<'_>, order: &Subject<'_>, told: &Told, before: Option<Around>) -> Result<Vec<Id>, Refusal> {
    let people = |of: Around| [of.sales, of.servicer, of.operator].into_iter().flatten().collect::<Vec<_>>();
    let (known, own) = (before.map(people).unwrap_or_default(), tx.actor.user_id);
    let mut new = people(order.around());
    new.retain(|user| *user != own && !known.contains(user));
    let by = By::actor(tx);
    message::send(tx, by, &ASSIGNED, &Told { to: new, ..told.clone() })
}

/// An order was moved on by hand.
pub(crate) fn moved(tx: &mut Tx<'_>, saved: &Saved, by: Move) -> Result<(), Refusal> {
    let status = match by {
        Move::Edit => return Ok(()),
        Move::OpFinish => ("操作完成", "Operations finished"),
        Move::OpCancel => ("撤销操作完成", "Operations open again"),
        Move::Uninstall => ("卸载主单", "Master taken off"),
        Move::Cancel => ("已取消", "Cancelled"),
        Move::Restore => ("已恢复", "Restored"),
        Move::ForceStop => ("强制关闭", "Closed for good"),
        Move::Lock => ("财务锁账", "Locked by finance"),
        Move::Unlock => ("财务解锁", "Unlocked by finance"),
    };
    let told = Subject::of(saved).told(tx)?;
    went_on(tx, told, status)
}

/// An order was unlocked by an approval; who applied is told of that anyway.
pub(crate) fn unlocked(tx: &mut Tx<'_>, saved: &Saved, applicant: Id) -> Result<(), Refusal> {
    let mut told = Subject::of(saved).told(tx)?;
    told.except.push(applicant);
    went_on(tx, told, ("申请解锁通过", "Unlocked on application"))
}
