//! What users are told of an order that goes on, by its own room and by what other rooms do with it.

use domain::order::store::Saved;
use domain::order::{Draft, Head, form_page};
use kernel::{Id, Scope};
use message::{About, Around, By, Told, Values};
use platform::call::Tx;
use platform::message::{DATE, MessageEvent, ORDER, Placeholder, Receiver, To};
use platform::refusal::Refusal;

/// Code of the order.
pub const CODE: Placeholder = Placeholder::new("orderCode", "订单编号", "Order");
/// Its customer.
pub const COOP: Placeholder = Placeholder::new("coopName", "客户名称", "Customer");
/// Who did it.
pub const USER: Placeholder = Placeholder::new("userName", "操作人", "User");
const STATUS: Placeholder = Placeholder::new("status", "状态", "State");

/// Those an order belongs to.
pub const PEOPLE: &[Receiver] = &[Receiver::Sales, Receiver::Servicer, Receiver::Operator];
/// Those who may be told of it.
pub const AMONG: &[Receiver] =
    &[Receiver::Sales, Receiver::Servicer, Receiver::Operator, Receiver::Creator, Receiver::DeptHead];

/// An order went on.
pub const WENT_ON: MessageEvent = MessageEvent::new(
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

/// An order as messages know it.
pub struct Subject<'a> {
    /// Row.
    pub id: Id,
    /// Public name.
    pub uuid: &'a str,
    /// Code.
    pub code: &'a str,
    /// Its values.
    pub draft: &'a Draft,
    /// Who made it.
    pub creator: Id,
}

impl<'a> Subject<'a> {
    /// An order as it is saved.
    pub fn of(saved: &'a Saved) -> Self {
        Self { id: saved.id, uuid: &saved.uuid, code: &saved.code, draft: &saved.draft, creator: saved.created_by }
    }

    /// Its people.
    pub fn around(&self) -> Around {
        let user = |field| self.draft.head.get::<Id>(field);
        Around {
            sales: user(Head::SALES_ID),
            servicer: user(Head::SERVICER_ID),
            operator: user(Head::OPERATOR_ID),
            creator: Some(self.creator),
        }
    }

    /// What a message about it is made of.
    pub fn told(&self, tx: &mut Tx<'_>) -> Result<Told, Refusal> {
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
                kind: facts::order_log::OBJECT,
                id: Some(self.id),
                number: self.code.to_owned(),
                url: format!("{}?o={}", form_page(Scope::Ae), self.uuid),
            },
            ..Told::default()
        })
    }
}

/// Tells an order's people that it reached a state, by its Chinese and English name.
pub fn went_on(tx: &mut Tx<'_>, told: Told, status: (&str, &str)) -> Result<(), Refusal> {
    let told = Told { values: told.values.clone().with_each("status", status), ..told };
    let by = By::actor(tx);
    message::send(tx, by, &WENT_ON, &told).map(drop)
}
