//! 发送: the names of an order go to the terminal by mail, or went another way.

use kernel::{Id, Msg, show_day};
use mail::Written;
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::claim;
use platform::log::LogEntry;
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, JoinType, Order as Way};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::book::{self, Read};
use super::page::{Kept, PAGE, SENT, TABLE, some_rows_of};
use crate::mailing::{self, Paper};
use crate::order::{self, Order};

/// Characters of the addresses that are kept.
const SENT_TO_MAX: usize = 1000;

const NO_ORDER: Msg = Msg::new("goods.no_order", "订单不存在", "There is no such order.");

/// The order a body names, which the caller may see and whose life is not over.
fn named(conn: &mut dyn Conn, actor: &Actor, id: &str) -> Result<Order, Refusal> {
    let id = id.parse().map(Id).map_err(|_| Refusal::field("orderId", NO_ORDER.text()))?;
    let order = order::of_id(conn, actor, id)?;
    order.need_alive()?;
    Ok(order)
}

/// Rows with their versions in one text: who sends it back has seen just these.
fn stamp(rows: &[Kept]) -> String {
    rows.iter().map(|row| format!("{}:{}", row.id.0, row.version)).collect::<Vec<_>>().join(",")
}

/// Where the names went last from the same terminal.
fn last_address(conn: &mut dyn Conn, org: i64, terminal: &str) -> Result<Vec<String>, Refusal> {
    if terminal.is_empty() {
        return Ok(Vec::new());
    }
    const DETAIL: &str = "order_air_detail";
    let on = sql::Cond::all()
        .add(sql::of(DETAIL, "org_id").equals((TABLE, "org_id")))
        .add(sql::of(DETAIL, "id").equals((TABLE, "order_id")));
    let mut select = sql::from(org, TABLE);
    select
        .column((TABLE, "sent_to"))
        .join(JoinType::InnerJoin, DETAIL, on)
        .and_where(sql::of_eq(DETAIL, "departure_warehouse", terminal))
        .and_where(sql::of(TABLE, "sent_to").is_not_null())
        .order_by((TABLE, "sent_at"), Way::Desc)
        .limit(1);
    let last: String = conn.first(&select.into())?.unwrap_or_default().get(0)?;
    Ok(last.split("; ").filter(|address| mail::is_address(address)).map(str::to_owned).collect())
}

/// GET mail/{orderId}: what the dialog begins with.
pub(crate) fn draft(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?, call.path_id("orderId")?);
    let english = call.language().starts_with("en");
    let data = call.read(|conn| {
        let order = order::of_id(conn, actor, id)?;
        order.need_alive()?;
        let rows = some_rows_of(conn, actor.org_id, order.id)?;
        let (number, route) = (order.number(), order.route());
        let (subject, content) = if english {
            (
                format!("Names of goods {number} {route}"),
                format!("Please find attached the names of goods of {number} ({route}, {}).", order.flight),
            )
        } else {
            (
                format!("品名清单 {number} {route}"),
                format!("您好，\n附件为{number}（{route}，{}）的品名清单，请查收。", order.flight),
            )
        };
        Ok(json!({
            "to": last_address(conn, actor.org_id, &order.terminal)?,
            "subject": subject,
            "content": content,
            "terminal": order.terminal,
            "count": rows.len(),
            "stamp": stamp(&rows),
        }))
    })?;
    Ok(Answer::Data(data))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Sending {
    order_id: String,
    stamp: String,
    #[serde(flatten)]
    mail: Written,
}

/// POST send {orderId, stamp, to, cc, subject, content}: the names as workbook are attached. 未发, 已发, 失败 → 已发.
pub(crate) fn send(call: &mut Call) -> Outcome {
    let Sending { order_id, stamp, mail } = call.json()?;
    mail.check()?;
    let (actor, language) = (call.actor()?.clone(), call.language().to_owned());
    let read: Read = call.read(|conn| {
        let order = named(conn, &actor, &order_id)?;
        book::read(conn, actor.org_id, order)
    })?;
    let made = book::made(&read, &show_day(call.now().day()))?;
    let paper = Paper::keep(&call.app, actor.org_id, (&made.name, &made.bytes), read.order.number())?;
    let data = call.write(|tx| {
        let rows = unchanged(tx, read.order.id, &stamp)?;
        let (mail_id, to) = mailing::post(tx, &mail, &language, &paper)?;
        let sent_to: String = to.chars().take(SENT_TO_MAX).collect();
        write(tx, &rows, (mail_id.into_value(), sent_to.into_value()))?;
        tx.log(entry(&read.order).did("修改", "发送品名清单").text(format!("发送邮件：{to}")))?;
        Ok(json!({ "mailId": mail_id, "state": SENT }))
    })?;
    call.app.jobs.ring();
    Ok(Answer::Data(data))
}

/// POST sent/{orderId}: the terminal was told another way than by mail.
pub(crate) fn mark(call: &mut Call) -> Outcome {
    let id = call.path_id("orderId")?;
    call.write(|tx| {
        let (actor, org) = (tx.actor, tx.org());
        let order = order::of_id(tx, actor, id)?;
        order.need_alive()?;
        let rows = some_rows_of(tx, org, order.id)?;
        write(tx, &rows, (Value::Null, Value::Null))?;
        tx.log(entry(&order).did("修改", "品名清单标记已发"))
    })?;
    Ok(Answer::Data(json!({ "state": SENT })))
}

/// The rows of an order; refused when they are no longer those the caller saw.
fn unchanged(tx: &mut Tx<'_>, order: Id, seen: &str) -> Result<Vec<Kept>, Refusal> {
    let org = tx.org();
    let rows = some_rows_of(tx, org, order)?;
    if stamp(&rows) == seen { Ok(rows) } else { Err(Refusal::Stale(Json::Null)) }
}

/// Each row in a version of its own: whoever edits one meanwhile is told.
fn write(tx: &mut Tx<'_>, rows: &[Kept], (mail_id, sent_to): (Value, Value)) -> Result<(), Refusal> {
    for row in rows {
        claim(tx, TABLE, row.id, row.version)?;
        let cells = [
            ("state", SENT.into_value()),
            ("mail_id", mail_id.clone()),
            ("sent_at", tx.now.into_value()),
            ("sent_to", sent_to.clone()),
        ];
        tx.exec(&sql::update(tx.org(), TABLE, &cells).and_where(sql::eq("id", row.id)).to_owned().into())?;
    }
    Ok(())
}

fn entry(order: &Order) -> LogEntry {
    facts::order_log::log_entry(order.id, order.code.as_str(), PAGE)
}
