//! What users are told of orders: new ones, those that became theirs, and how each of them goes on.

use domain::order::{Draft, Head, Move, Node};
use kernel::Id;
use message::{About, Around, By, Told, Values};
use platform::call::Tx;
use platform::message::{DATE, MessageEvent, ORDER, Placeholder, Receiver, To};
use platform::refusal::Refusal;
use platform::registry::Room;

use super::store::Saved;
use super::{OBJECT, PAGE};

const CODE: Placeholder = Placeholder::new("orderCode", "订单编号", "Order");
const COOP: Placeholder = Placeholder::new("coopName", "客户名称", "Customer");
const USER: Placeholder = Placeholder::new("userName", "操作人", "User");
const STATUS: Placeholder = Placeholder::new("status", "状态", "State");

const PEOPLE: &[Receiver] = &[Receiver::Sales, Receiver::Servicer, Receiver::Operator];
const AMONG: &[Receiver] =
    &[Receiver::Sales, Receiver::Servicer, Receiver::Operator, Receiver::Creator, Receiver::DeptHead];

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

/// An order went on.
const WENT_ON: MessageEvent = MessageEvent::new(
    "order.status",
    ORDER,
    ("订单状态变更", "Order went on"),
    (
        "订单节点变化、操作完成、取消、恢复、关闭、锁账或解锁时",
        "When an order reaches a node, is finished, cancelled, restored, closed, locked or unlocked",
    ),
)
.to(To::Chosen { among: AMONG, first: PEOPLE })
.says(
    ("订单{orderCode}：{status}", "Order {orderCode}: {status}"),
    (
        "{coopName}的订单{orderCode}变更为：{status}（{userName}）",
        "{orderCode} of {coopName} is now: {status} ({userName})",
    ),
    &[CODE, COOP, USER, STATUS, DATE],
);

/// Adds the events to the room.
pub(crate) fn add(room: &mut Room) {
    room.messages.extend([&MADE, &ASSIGNED, &WENT_ON]);
}

/// An order as messages know it.
pub(crate) struct Subject<'a> {
    pub(crate) id: Id,
    pub(crate) uuid: &'a str,
    pub(crate) code: &'a str,
    pub(crate) draft: &'a Draft,
    pub(crate) creator: Id,
}

impl<'a> Subject<'a> {
    /// An order as it is saved.
    pub(crate) fn of(saved: &'a Saved) -> Self {
        Self { id: saved.id, uuid: &saved.uuid, code: &saved.code, draft: &saved.draft, creator: saved.created_by }
    }

    fn around(&self) -> Around {
        let user = |field| self.draft.head.get::<Id>(field);
        Around {
            sales: user(Head::SALES_ID),
            servicer: user(Head::SERVICER_ID),
            operator: user(Head::OPERATOR_ID),
            creator: Some(self.creator),
        }
    }

    fn told(&self, tx: &mut Tx<'_>) -> Result<Told, Refusal> {
        let org = tx.org();
        let coop = match self.draft.head.get::<Id>(Head::COOP_ID) {
            Some(coop) => facts::coop_name(tx, org, coop)?,
            None => String::new(),
        };
        Ok(Told {
            around: self.around(),
            values: Values::default()
                .with("orderCode", self.code)
                .with("coopName", coop)
                .with("userName", tx.actor.name.clone()),
            about: About {
                kind: OBJECT,
                id: Some(self.id),
                number: self.code.to_owned(),
                url: format!("{PAGE}?o={}", self.uuid),
            },
            ..Told::default()
        })
    }
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

fn went_on(tx: &mut Tx<'_>, told: Told, status: (&str, &str)) -> Result<(), Refusal> {
    let told = Told { values: told.values.clone().with_each("status", status), ..told };
    let by = By::actor(tx);
    message::send(tx, by, &WENT_ON, &told).map(drop)
}
