//! 催款函: a letter to the contacts of a customer who look after money, with what is overdue.

use charge::rate;
use credit::words::amount;
use kernel::show_day;
use mail::{Kind, Letter, Sender, Words};
use platform::prelude::*;
use platform::sea_query::{ExprTrait, Order};
use serde_json::{Map, Value as Json, json};

use super::{CoopCredit, PATH};
use crate::coop;

/// Bills a letter names one by one.
const LINES_MAX: u64 = 50;

const TO: Field =
    Field::text("收件人（逗号分隔）", "To (with commas)").column("mail_to").wire("to").required().max(500);
const SUBJECT: Field = Field::text("主题", "Subject").column("mail_subject").wire("subject").required().max(200);
const CONTENT: Field = Field::long("内容", "Text").column("mail_content").wire("content").required().max(4_000);
/// What is sent.
pub(super) const FIELDS: &[Field] = &[TO, SUBJECT, CONTENT];

const NOTHING: Msg = Msg::new("credit.dunning.none", "该客户没有逾期账单", "Nothing of this customer is overdue.");

/// What is proposed: the overdue bills, oldest first.
pub(super) fn first(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    actor.need(super::FINANCE)?;
    let (org, id) = (actor.org_id, id.ok_or(Refusal::NotFound)?);
    let (_, partner) = coop::own(conn, org, id)?;
    let own = rate::functional(conn, org)?;
    let mut select = sql::from(org, "debit_note");
    select
        .columns(["note_num", "due_date", "functional_open"])
        .and_where(sql::eq("coop_id", id))
        .and_where(sql::eq("state", "NORMAL".to_owned()))
        .and_where(sql::col("functional_open").ne(0))
        .and_where(sql::col("due_date").lt(sql::value(show_day(actor.now.day()))))
        .order_by("due_date", Order::Asc)
        .limit(LINES_MAX);
    let (mut lines, mut sum) = (Vec::new(), 0i64);
    for row in conn.query(&select.into())? {
        let (number, due, open): (String, String, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        sum = sum.saturating_add(open);
        lines.push(format!("{number}  到期日{due}  {} {}", own.code(), amount(open, own)));
    }
    let company = facts::org(conn, org)?;
    let content = format!(
        "{}：\n\n贵公司以下账单已逾期，合计{} {}，请尽快安排付款：\n\n{}\n\n如已付款，请忽略本函。\n\n{}",
        partner.coop_full_name,
        own.code(),
        amount(sum, own),
        lines.join("\n"),
        company.name,
    );
    let to = mail::finance_contacts(conn, org, id)?;
    let mut first = Map::new();
    first.insert(TO.name(), json!(to.join(",")));
    first.insert(SUBJECT.name(), json!(format!("催款函：{}", partner.coop_full_name)));
    first.insert(CONTENT.name(), json!(content));
    Ok(first)
}

/// Puts the letter into the outbox.
pub(super) fn send(tx: &mut Tx<'_>, step: &mut Step<'_, CoopCredit>) -> Result<(), Refusal> {
    tx.actor.need(super::FINANCE)?;
    let (org, user, id) = (tx.org(), tx.actor.user_id, step.id);
    if credit::reckon::stored(tx, org, id)?.overdue == 0 {
        return Err(Refusal::business(NOTHING));
    }
    let to = mail::typed::addresses(step, TO)?;
    step.unless_clean()?;
    let (subject, content): (String, String) = (step.get(SUBJECT)?, step.get(CONTENT)?);
    let app = tx.app;
    let mailbox = mail::need_mailbox(tx, app, org, user)?;
    let letter = Letter {
        to: to.clone(),
        number: step.document.coop_code.clone(),
        ..Letter::to(Kind::Other, "", Words::as_written(subject, &content))
    };
    mail::put(tx, app, Sender { org, mailbox: &mailbox, user: Some(user), language: "zh-CN" }, &letter)?;
    let entry = LogEntry::of("coop_credit", id, &step.document.coop_code, PATH).did("修改", "发送催款函");
    tx.log(entry.text(format!("收件人：{}", to.join("; "))))
}
