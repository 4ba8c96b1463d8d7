//! 投递记录. What was said to each address, what became of it, and saying it again.

use platform::job::plan::{Category, Plan, Schedule};
use platform::prelude::*;
use platform::{place, retention};
use serde_json::Value as Json;
use webhook::{ACTIVE, DELIVERIES, DONE, EVENTS, FAILED, SENDING, TABLE, WAITING};

use crate::webhook::{DOOR, EXPORT, LISTS};

/// The address took it.
pub(crate) const TAKEN: &str = "OK";
/// It answered that it did not.
pub(crate) const REFUSED: &str = "HTTP";
/// There was no connection.
pub(crate) const UNREACHABLE: &str = "UNREACHABLE";
/// It was too slow.
pub(crate) const SILENT: &str = "SILENT";
/// The webhook is stopped or gone.
pub(crate) const OFF: &str = "OFF";
/// The worker was lost with it.
pub(crate) const INTERRUPTED: &str = "INTERRUPTED";
/// A fault of the product.
pub(crate) const BROKEN: &str = "BROKEN";

const STATES: &[Choice] = &[
    Choice::new(WAITING, "待发送", "Waiting").tone("neutral"),
    Choice::new(SENDING, "发送中", "Sending").tone("info"),
    Choice::new(DONE, "成功", "Taken").tone("done"),
    Choice::new(FAILED, "失败", "Failed").tone("danger"),
];
/// What came of the last attempt, in words.
pub(crate) const OUTCOMES: &[Choice] = &[
    Choice::new(TAKEN, "已接收", "Taken"),
    Choice::new(REFUSED, "对方未接收", "Not taken"),
    Choice::new(UNREACHABLE, "无法连接", "Can't be reached"),
    Choice::new(SILENT, "超时未应答", "No answer in time"),
    Choice::new(OFF, "Webhook已停用", "The webhook is stopped"),
    Choice::new(INTERRUPTED, "发送中断", "Interrupted"),
    Choice::new(BROKEN, "系统错误", "A fault of the system"),
];

const WRONG_STATE: Msg =
    Msg::new("webhook.delivery", "{state}的记录不能重发", "A delivery that is {state} can't be sent again.");
const IS_OFF: Msg = Msg::new("webhook.off", "Webhook未启用，不能重发", "The webhook is not active.");

document! {
    /// One message to one address.
    pub struct Delivery in "webhook_delivery" {
        /// Its id on the wire, the same whenever it is sent.
        message_id: String = Field::text("消息ID", "Message").read_only(),
        /// To which address.
        webhook_id: Option<Id> = Field::reference("webhook", "Webhook", "Webhook").read_only(),
        /// What it tells.
        event: String = Field::select(EVENTS, "事件", "Event").read_only(),
        /// Code of its order.
        order_code: String = Field::text("订单编号", "Order").read_only(),
        /// State.
        state: String = Field::state(STATES, "状态", "State").initially("\"WAITING\""),
    }
}

const HOOK_NAME: Field = Field::text("Webhook", "Webhook").column("name").wire("webhookName");
const TIME: Field = Field::instant("时间", "Time").column("created_at").wire("createTime");
const ATTEMPTS: Field = Field::int("次数", "Tries").column("attempts");
const OUTCOME: Field = Field::select(OUTCOMES, "结果", "Outcome").column("outcome");
const STATUS: Field = Field::int("应答码", "Answer").column("last_status");
const TOOK: Field = Field::int("用时(毫秒)", "Milliseconds").column("took");
const TRIED: Field = Field::instant("最近发送", "Last tried").column("tried_at");
const NEXT: Field = Field::instant("下次发送", "Next try").column("next_at");

/// Removes what is older than calls of interfaces are kept.
pub(crate) const FORGET: Plan = Plan::new(
    "webhook.forget",
    ("Webhook投递记录清理", "Removal of old deliveries of webhooks"),
    (Category::Cleaning, Schedule::Morning),
    |app| retention::forget(app, &retention::CALL_DAYS, DELIVERIES),
)
.by_age();

/// The tab.
pub(crate) static PAGE: LazyLock<Page<Delivery>> = LazyLock::new(|| {
    Page::of("hrs.webhook-delivery", ("投递记录", "Deliveries"), DOOR, Delivery::MESSAGE_ID)
        .one("投递记录", "Delivery")
        .calls("/hrs/webhookDelivery", "webhook_delivery")
        .tab()
        .beside(LISTS)
        .states(Delivery::STATE, WRONG_STATE)
        .elsewhere(&[SENDING, DONE, FAILED])
        .joins(&[Join { table: TABLE, alias: "hook", on: &[("webhook_id", "id")], by_org: true }])
        .columns(&[
            Column::own(TIME).width(160),
            Column::of("hook", HOOK_NAME).width(140).unsorted(),
            Column::own(Delivery::EVENT).width(120).unsorted(),
            Column::own(Delivery::ORDER_CODE).width(150).copy().unsorted(),
            Column::own(Delivery::STATE).width(80).unsorted(),
            Column::own(ATTEMPTS).width(70).unsorted(),
            Column::own(OUTCOME).width(110).unsorted(),
            Column::own(STATUS).width(80).unsorted(),
            Column::own(TOOK).width(100).unsorted(),
            Column::own(TRIED).width(160).unsorted(),
            Column::own(NEXT).width(160).unsorted(),
            Column::own(Delivery::MESSAGE_ID).width(220).unsorted().copy(),
        ])
        .filters(&[
            Filter::new("webhookId", Match::Equals, Delivery::WEBHOOK_ID),
            Filter::new("event", Match::OneOf, Delivery::EVENT),
            Filter::new("orderCode", Match::Equals, Delivery::ORDER_CODE),
            Filter::new("state", Match::OneOf, Delivery::STATE),
            Filter::new("createTime", Match::Range, TIME),
        ])
        .action(Action::look("hrs-webhook-body", ("查看内容", "View content"), look).of_row())
        .action(
            Action::moves("hrs-webhook-resend", ("重发", "Send again"), &[DONE, FAILED], WAITING)
                .for_many()
                .does(resend),
        )
        .action(Action::export(EXPORT))
});

/// What was said, member by member and as it was sent.
fn look(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>, _: &mut Filled<'_>) -> Result<Told, Refusal> {
    let mut select = sql::from(actor.org_id, DELIVERIES);
    select
        .columns(["body", "message_id", "outcome", "last_status"])
        .and_where(sql::eq("id", id.ok_or(Refusal::NotFound)?));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let (body, outcome): (String, String) = (row.get(0)?, row.get(2)?);
    let mut members = Vec::new();
    flat("", &serde_json::from_str(&body).unwrap_or(Json::Null), &mut members);
    let told = Told::default().line(("消息ID", "Message"), row.get::<String>(1)?);
    let told = match OUTCOMES.iter().find(|known| known.value == outcome) {
        Some(known) => told.line(("最近结果", "Last outcome"), (known.zh, known.en)),
        None => told,
    };
    let told = match row.get::<Option<i64>>(3)? {
        Some(status) => told.line(("应答码", "Answer"), status.to_string()),
        None => told,
    };
    let columns = [("name", ("字段", "Member"), false), ("value", ("值", "Value"), false)];
    Ok(told.table(("内容", "Content"), &columns, members).line(("原文", "As sent"), body))
}

/// The members of a body by their place in it, without those that hold nothing.
fn flat(place: &str, value: &Json, out: &mut Vec<Vec<Said>>) {
    let inside = |name: &str| if place.is_empty() { name.to_owned() } else { format!("{place}.{name}") };
    match value {
        Json::Null => {}
        Json::Object(members) => members.iter().for_each(|(name, value)| flat(&inside(name), value, out)),
        Json::Array(list) => {
            (0..).zip(list).for_each(|(n, value): (usize, _)| flat(&inside(&n.to_string()), value, out))
        }
        Json::String(text) => out.push(vec![place.to_owned().into(), text.into()]),
        other => out.push(vec![place.to_owned().into(), other.to_string().into()]),
    }
}

/// 重发: the same message under the same id, with all its attempts before it.
fn resend(tx: &mut Tx<'_>, step: &mut Step<'_, Delivery>) -> Result<(), Refusal> {
    place::need_released(tx)?;
    let mut active = sql::from(tx.org(), TABLE);
    active.column("id").and_where(sql::eq("id", step.document.webhook_id)).and_where(sql::eq("state", ACTIVE));
    if tx.first(&active.into())?.is_none() {
        return Err(Refusal::business(IS_OFF));
    }
    let cells = [
        ("attempts", Value::Int(0)),
        ("next_at", tx.now.into_value()),
        ("worker", Value::Null),
        ("finished_at", Value::Null),
    ];
    let mut update = sql::update(tx.org(), DELIVERIES, &cells);
    update.and_where(sql::eq("id", step.id));
    tx.exec(&update.into())?;
    tx.app.jobs.ring();
    Ok(())
}
