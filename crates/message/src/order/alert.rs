//! What goes otherwise than planned with an order: another flight or voyage, an event of trouble, other cargo than
//! announced.

use kernel::{Id, Instant, Text, show_second};
use order::{Sheet, outside};
use platform::call::Tx;
use platform::field::Field;
use platform::message::{DATE, MessageEvent, ORDER, Placeholder, Receiver, To};
use platform::refusal::Refusal;
use platform::store::Value;

use super::{AMONG, CODE, COOP, PEOPLE, USER, told};
use crate::ahead::claim;
use crate::send::{By, Told, send};

const CHANGES: Placeholder = Placeholder::new("changes", "变更内容", "Changes");
const EVENT: Placeholder = Placeholder::new("event", "轨迹", "Track event");
const FIGURES: Placeholder = Placeholder::new("figures", "差异", "Differences");
const REASON: Placeholder = Placeholder::new("reason", "原因", "Reason");

/// Who may be told of locks, beside the users and roles a company names.
const WATCHERS: &[Receiver] = &[Receiver::Admin, Receiver::Servicer, Receiver::Operator, Receiver::DeptHead];

/// An order travels otherwise than was written.
pub(super) const RESCHEDULED: MessageEvent = MessageEvent::new(
    "order.schedule",
    ORDER,
    ("航班/船期变更", "Flight or voyage changed"),
    (
        "订单已填写的航班、船名航次、班列或预计离港、到港时间被修改或清空时",
        "When the flight, vessel and voyage, train, departure or arrival an order already had is changed or taken away",
    ),
)
.to(To::Chosen { among: AMONG, first: PEOPLE })
.says(
    ("订单{orderCode}航班/船期变更", "Flight or voyage of order {orderCode} changed"),
    (
        "{userName}修改了{coopName}的订单{orderCode}：{changes}",
        "{userName} changed order {orderCode} of {coopName}: {changes}",
    ),
    &[CODE, COOP, USER, CHANGES, DATE],
);

/// An order is told an event of trouble.
pub(super) const TROUBLED: MessageEvent = MessageEvent::new(
    "order.track",
    ORDER,
    ("轨迹异常", "Trouble on the way"),
    (
        "订单收到异常类轨迹时，如异常、延误、甩柜、扣货、停运、空运差异",
        "When an order is told an event of trouble: an exception, a delay, a rollover, held, stopped, a discrepancy by air",
    ),
)
.to(To::Chosen { among: AMONG, first: PEOPLE })
.says(
    ("订单{orderCode}轨迹异常", "Trouble with order {orderCode}"),
    (
        "{coopName}的订单{orderCode}轨迹异常：{event}（{userName}）",
        "Trouble with order {orderCode} of {coopName}: {event} ({userName})",
    ),
    &[CODE, COOP, USER, EVENT, DATE],
);

/// The cargo of an order is not what was announced.
pub(super) const DIFFERS: MessageEvent = MessageEvent::new(
    "order.inbound",
    ORDER,
    ("入库异常", "Cargo differs"),
    (
        "订单的实际件数、毛重或体积超出与预报的允许差异，或货站过磅超差时",
        "When the actual pieces, weight or volume of an order are outside the tolerance of the planned ones, or a \
         cargo-station weighing is outside that of the order's",
    ),
)
.to(To::Chosen { among: AMONG, first: PEOPLE })
.says(
    ("订单{orderCode}入库异常", "Cargo of order {orderCode} differs"),
    (
        "{coopName}的订单{orderCode}件重与预报不符：{figures}（{userName}）",
        "The cargo of order {orderCode} of {coopName} is not as planned: {figures} ({userName})",
    ),
    &[CODE, COOP, USER, FIGURES, DATE],
);

/// An order that was opened for some days is not locked again when they are over.
pub(super) const STAYS_OPEN: MessageEvent = MessageEvent::new(
    "order.relock",
    ORDER,
    ("解锁到期未锁账", "Not locked again"),
    (
        "解锁到期的订单不能自动锁账时，每次解锁通知一次",
        "When an order whose unlocking is over can't be locked by itself; told once for each unlocking",
    ),
)
.to(To::Chosen { among: WATCHERS, first: &[Receiver::Admin] })
.says(
    ("订单{orderCode}解锁到期未锁账", "Order {orderCode} is not locked again"),
    (
        "{coopName}的订单{orderCode}解锁到期，未能自动锁账：{reason}",
        "The unlocking of order {orderCode} of {coopName} is over, and it can't be locked: {reason}",
    ),
    &[CODE, COOP, REASON, DATE],
);

/// Parts of a text, in Chinese and English.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words {
    zh: Vec<String>,
    en: Vec<String>,
}

impl Words {
    /// Adds a part.
    pub fn add(&mut self, (zh, en): (String, String)) {
        self.zh.push(zh);
        self.en.push(en);
    }

    /// Adds old and new value of the fields that differ, behind the name of the place they are of. What was empty before
    /// is planned for the first time: that is no change.
    pub fn differing(&mut self, place: &str, fields: &[Field], (was, is): (&Sheet, &Sheet)) {
        for field in fields {
            let (old, new) = (was.value(field.column), is.value(field.column));
            if old == new || matches!(old, Value::Null) {
                continue;
            }
            let say = |label: &str, language: &str, none: &str| {
                let shown = field.show(new, language);
                let new = if shown.is_empty() { none } else { &shown };
                format!("{place} {label} {} → {new}", field.show(old, language)).trim_start().to_owned()
            };
            self.add((say(field.zh, "zh-CN", "空"), say(field.en, "en-US", "none")));
        }
    }

    fn is_empty(&self) -> bool {
        self.zh.is_empty()
    }
}

/// Tells one of the events, unless there is nothing to say.
fn alert(
    tx: &mut Tx<'_>,
    told: Told,
    event: &MessageEvent,
    (takes, words): (Placeholder, &Words),
) -> Result<(), Refusal> {
    if words.is_empty() {
        return Ok(());
    }
    let texts = (&*words.zh.join("；"), &*words.en.join("; "));
    let told = Told { values: told.values.clone().with_each(takes.name, texts), ..told };
    let by = By::actor(tx);
    send(tx, by, event, &told).map(drop)
}

/// An order travels otherwise than it did; those in `told` that know are left out.
pub(super) fn rescheduled(tx: &mut Tx<'_>, told: Told, changes: &Words) -> Result<(), Refusal> {
    alert(tx, told, &RESCHEDULED, (CHANGES, changes))
}

/// The unlocking of an order that was to end at a moment is over, and why it can't be locked.
pub fn stays_open(tx: &mut Tx<'_>, order: Id, (until, why): (Instant, &Text)) -> Result<(), Refusal> {
    let by = By::product(tx.app, tx.org());
    if !claim(tx, by, &STAYS_OPEN, (order, &show_second(until)))? {
        return Ok(());
    }
    let told = told(tx, order)?;
    let told = Told { values: told.values.clone().with_text(REASON.name, why), ..told };
    send(tx, by, &STAYS_OPEN, &told).map(drop)
}

/// An order was told an event of trouble.
pub fn troubled(tx: &mut Tx<'_>, order: Id, event: &Words) -> Result<(), Refusal> {
    let told = told(tx, order)?;
    alert(tx, told, &TROUBLED, (EVENT, event))
}

/// The actual figures of an order are outside the tolerance.
pub fn differs(tx: &mut Tx<'_>, order: Id, head: &Sheet) -> Result<(), Refusal> {
    let mut words = Words::default();
    for pair in outside(head) {
        let [planned, actual] = pair.map(|field| head.show(field));
        let [_, label] = pair;
        words.add((
            format!("{} {actual}（预报 {planned}）", label.zh),
            format!("{} {actual} (planned {planned})", label.en),
        ));
    }
    let told = told(tx, order)?;
    alert(tx, told, &DIFFERS, (FIGURES, &words))
}

/// A cargo station found other cargo than an order says, outside the tolerance.
pub fn weighed(tx: &mut Tx<'_>, order: Id, figures: &Words) -> Result<(), Refusal> {
    let told = told(tx, order)?;
    alert(tx, told, &DIFFERS, (FIGURES, figures))
}
