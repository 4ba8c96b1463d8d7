//! What users are told of orders of every scope: new ones, those that became theirs, and how each of them goes on. Other
//! systems that want to know ([`webhook`]) are told by the same words.

use kernel::{Id, Scope};
use order::{Head, Move, Sheet, form_page};
use platform::call::Tx;
use platform::message::{DATE, MessageEvent, ORDER, Placeholder, Receiver, To};
use platform::refusal::Refusal;
use platform::registry::Room;
use platform::store::{Conn, sql};

use crate::send::{About, Around, By, Told, Values, send};

mod alert;

use alert::{DIFFERS, RESCHEDULED, STAYS_OPEN, TROUBLED, rescheduled};
pub use alert::{Words, differs, stays_open, troubled, weighed};

const CODE: Placeholder = Placeholder::new("orderCode", "订单编号", "Order");
const COOP: Placeholder = Placeholder::new("coopName", "客户名称", "Customer");
const USER: Placeholder = Placeholder::new("userName", "操作人", "User");
const STATUS: Placeholder = Placeholder::new("status", "状态", "State");

/// Those an order belongs to.
const PEOPLE: &[Receiver] = &[Receiver::Sales, Receiver::Servicer, Receiver::Operator];
/// Those who may be told of it.
const AMONG: &[Receiver] =
    &[Receiver::Sales, Receiver::Servicer, Receiver::Operator, Receiver::Creator, Receiver::DeptHead];

/// An order was made.
const MADE: MessageEvent = MessageEvent::new(
    "order.new",
    ORDER,
    ("订单新增", "New order"),
    (
        "新增订单时；已收到“订单分配给我”的人不再重复通知",
        "When an order is made; who was told that it is his is not told again",
    ),
)
.to(To::Chosen { among: AMONG, first: PEOPLE })
.says(
    ("新订单 {orderCode}", "New order {orderCode}"),
    ("{userName}新增了{coopName}的订单{orderCode}", "{userName} made order {orderCode} of {coopName}"),
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

/// Adds the events to a room.
pub fn add(room: &mut Room) {
    room.messages.extend([&MADE, &ASSIGNED, &WENT_ON, &RESCHEDULED, &TROUBLED, &DIFFERS, &STAYS_OPEN]);
}

/// The people of an order, by its head and who made it.
pub fn around(head: &Sheet, creator: Id) -> Around {
    Around {
        sales: head.get(Head::SALES_ID),
        servicer: head.get(Head::SERVICER_ID),
        operator: head.get(Head::OPERATOR_ID),
        creator: Some(creator),
    }
}

/// What a message about an order is made of, as the order is stored now.
fn told(tx: &mut Tx<'_>, order: Id) -> Result<Told, Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, "freight_order");
    select
        .columns(["uuid", "order_code", "business_scope", "coop_id"])
        .columns(["sales_id", "servicer_id", "operator_id", "created_by"])
        .and_where(sql::eq("id", order));
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let (uuid, code, scope): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let scope = Scope::from_code(&scope).ok_or(Refusal::NotFound)?;
    let coop = row.get::<Option<Id>>(3)?.map(|coop| facts::coop_name(tx, org, coop)).transpose()?;
    Ok(Told {
        around: Around { sales: row.get(4)?, servicer: row.get(5)?, operator: row.get(6)?, creator: Some(row.get(7)?) },
        values: Values::default()
            .with("orderCode", code.clone())
            .with("coopName", coop.unwrap_or_default())
            .with("userName", tx.actor.name.clone()),
        about: About {
            kind: facts::order_log::OBJECT,
            id: Some(order),
            number: code,
            url: format!("{}?o={uuid}", form_page(scope)),
        },
        ..Told::default()
    })
}

/// An order was made: its people learn that it is theirs, the others that it is there.
pub fn made(tx: &mut Tx<'_>, order: Id) -> Result<(), Refusal> {
    let mut told = told(tx, order)?;
    told.except = assign(tx, &told, Around::default())?;
    let by = By::actor(tx);
    send(tx, by, &MADE, &told)?;
    webhook::order::made(tx, order)
}

/// An order was changed: who became one of its people learns of it, and its people which state it reached and how else
/// it travels now.
pub fn changed(
    tx: &mut Tx<'_>,
    order: Id,
    (before, now): (Around, Around),
    reached: Option<(&str, &str)>,
    schedule: &Words,
) -> Result<(), Refusal> {
    if before == now && reached.is_none() && *schedule == Words::default() {
        return Ok(());
    }
    let mut told = told(tx, order)?;
    told.except = assign(tx, &told, before)?;
    rescheduled(tx, told.clone(), schedule)?;
    let Some(status) = reached else { return Ok(()) };
    tell(tx, told, status)?;
    webhook::order::reached(tx, order)
}

/// An order went on by itself or by something done with it, to a node of these names.
pub fn went_on(tx: &mut Tx<'_>, order: Id, status: (&str, &str)) -> Result<(), Refusal> {
    let told = told(tx, order)?;
    tell(tx, told, status)?;
    webhook::order::reached(tx, order)
}

/// An order was moved on by hand.
pub fn moved(tx: &mut Tx<'_>, order: Id, by: Move) -> Result<(), Refusal> {
    let status = match by {
        Move::Edit => return Ok(()),
        Move::IncomeFinish => ("收入完成", "Income done"),
        Move::CostFinish => ("成本完成", "Cost done"),
        Move::IncomeReopen => ("退回收入完成", "Income open again"),
        Move::CostReopen => ("退回成本完成", "Cost open again"),
        Move::OpFinish => ("操作完成", "Operations finished"),
        Move::OpCancel => ("撤销操作完成", "Operations open again"),
        Move::Uninstall => ("卸载主单", "Master taken off"),
        Move::Cancel => ("已取消", "Cancelled"),
        Move::Restore => ("已恢复", "Restored"),
        Move::ForceStop => ("强制关闭", "Closed for good"),
        Move::Lock => ("财务锁账", "Locked by finance"),
        Move::Unlock => ("财务解锁", "Unlocked by finance"),
        Move::Split => ("已拆单", "Split"),
    };
    let told = told(tx, order)?;
    tell(tx, told, status)?;
    match by {
        // What finance does with income and cost is nobody else's.
        Move::Edit | Move::IncomeFinish | Move::CostFinish | Move::IncomeReopen | Move::CostReopen => Ok(()),
        Move::Uninstall => {
            webhook::order::updated(tx, order, ["awbNumber"])?;
            webhook::order::reached(tx, order)
        }
        // Whoever splits says what changed.
        Move::Split => Ok(()),
        _ => webhook::order::moved(tx, order, status),
    }
}

/// An order was unlocked by an approval; who applied is told of that anyway.
pub fn unlocked(tx: &mut Tx<'_>, order: Id, applicant: Id) -> Result<(), Refusal> {
    let mut told = told(tx, order)?;
    told.except.push(applicant);
    let status = ("申请解锁通过", "Unlocked on application");
    tell(tx, told, status)?;
    webhook::order::moved(tx, order, status)
}

fn tell(tx: &mut Tx<'_>, told: Told, status: (&str, &str)) -> Result<(), Refusal> {
    let told = Told { values: told.values.clone().with_each("status", status), ..told };
    let by = By::actor(tx);
    send(tx, by, &WENT_ON, &told).map(drop)
}

/// Answers who was told.
fn assign(tx: &mut Tx<'_>, told: &Told, before: Around) -> Result<Vec<Id>, Refusal> {
    let people = |of: Around| [of.sales, of.servicer, of.operator].into_iter().flatten().collect::<Vec<_>>();
    let (known, own) = (people(before), tx.actor.user_id);
    let mut new = people(told.around);
    new.retain(|user| *user != own && !known.contains(user));
    let by = By::actor(tx);
    send(tx, by, &ASSIGNED, &Told { to: new, ..told.clone() })
}
