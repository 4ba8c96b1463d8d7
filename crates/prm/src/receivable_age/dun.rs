//! 催收: what a customer says that is asked for its debts; the statement goes out with it where that is wanted.

use charge::rate;
use credit::age::{Ages, Basis, ENDS};
use credit::owed::{Kind as OwedKind, Wanted, owed};
use credit::promise::{FollowUp, MAIL_DAYS, PROMISED, RESULTS, keep as keep_said, mailed};
use credit::words::amount;
use domain::coop::need_coop;
use kernel::{Day, days_between, show_day};
use mail::{Kind, Letter, Sender, Words};
use platform::call::{Answer, Call, Outcome};
use platform::flow::Asked;
use platform::prelude::*;
use serde_json::json;

use super::{FINANCE, PATH};
use crate::coop::{self, Coop};

/// Rows a statement names one by one.
const LINES_MAX: usize = 200;
/// Most of one amount, in thousandths.
const MOST: i64 = 99_999_999_999_990;

const CONTACT: Field = Field::text("联系人", "Contact").column("contact").required().max(100);
const RESULT: Field = Field::select(RESULTS, "催收结果", "Result").column("result").required();
const DATE: Field = Field::day("承诺回款日", "Promised for").column("promise_date");
const AMOUNT: Field = Field::decimal(3, "承诺金额", "Amount promised").digits(2).range(10, MOST).column("amount");
const REMARK: Field = Field::long("备注", "Remark").column("remark").max(500);
const MAIL: Field = Field::flag("发送对账邮件", "Mail the statement").column("mail").initially("false");
const TO: Field = Field::text("收件人（逗号分隔）", "To (with commas)").column("mail_to").wire("to").max(500);
/// What is asked for.
pub(super) const FIELDS: &[Field] = &[CONTACT, RESULT, DATE, AMOUNT, REMARK, MAIL, TO];

const LATE: Msg =
    Msg::new("age.promise_date", "承诺日期须晚于今天", "The day that is promised has to be later than today.");
const NO_DATE: Msg = Msg::new("age.no_date", "请选择承诺回款日", "Choose the day that was promised.");
const NO_AMOUNT: Msg = Msg::new("age.no_amount", "请输入承诺金额", "Enter the amount that was promised.");
const TOO_MUCH: Msg =
    Msg::new("age.too_much", "承诺金额不能超过应收{open}", "No more than {open} is owed: promise that at most.");
const NO_TO: Msg = Msg::new("age.to", "请输入收件人", "Enter who gets the mail.");
const MAILED: Msg = Msg::new(
    "age.mailed",
    "{n}天内已发送过对账邮件（{date}）",
    "A statement went out within {n} days already, on {date}.",
);
const NOTHING: Msg = Msg::new("age.nothing", "该客户没有未收账单", "No debit note of this customer is open.");

/// GET /prm/follow/{id}/dun: what the dialog begins with.
pub(super) fn first(call: &mut Call) -> Outcome {
    let (id, actor) = (call.path_id("id")?, call.actor()?.clone());
    let told = call.read(|conn| {
        need_coop(conn, &actor, id)?;
        let (_, partner) = coop::own(conn, actor.org_id, id)?;
        Ok((partner.main_contact, mail::finance_contacts(conn, actor.org_id, id)?))
    })?;
    Ok(Answer::Data(json!({ "contact": told.0, "to": told.1.join(","), "mail": false })))
}

/// What was said, and to whom the statement goes.
struct Said {
    follow: FollowUp,
    to: Option<Vec<String>>,
}

/// POST /prm/follow/{id}/dun.
pub(super) fn keep(call: &mut Call) -> Outcome {
    let (id, asked) = (call.path_id("id")?, Asked::of(call, FIELDS, &[])?);
    let kept = call.write(|tx| {
        let actor = tx.actor;
        actor.need(FINANCE)?;
        need_coop(tx, actor, id)?;
        let org = tx.org();
        let (_, partner) = coop::own(tx, org, id)?;
        let mut said = read(tx, id, &asked)?;
        if let Some(to) = said.to.take() {
            said.follow.mail = Some(send(tx, id, &partner, to)?);
        }
        let kept = keep_said(tx, id, &said.follow)?;
        log(tx, id, &partner, &said.follow)?;
        Ok(kept)
    })?;
    Ok(Answer::Data(json!({ "id": kept.to_string() })))
}

/// What was filled in; all that is wrong with it at once.
fn read(tx: &mut Tx<'_>, id: Id, asked: &Asked) -> Result<Said, Refusal> {
    let (org, today) = (tx.org(), tx.now.day());
    let mut findings = Findings::new();
    let mut value = |field: Field| asked.value(field, &mut findings);
    let (contact, result, date, promised) = (value(CONTACT), value(RESULT), value(DATE), value(AMOUNT));
    let (remark, mails, to) = (value(REMARK), value(MAIL), value(TO));
    let result = String::from_value(&result)?;
    let (date, promised): (Option<Day>, Option<i64>) = (Cell::from_value(&date)?, Cell::from_value(&promised)?);
    findings.error_if(date.is_some_and(|date| date <= today), &DATE.name(), LATE);
    findings.error_if(date.is_none() && (result == PROMISED || promised.is_some()), &DATE.name(), NO_DATE);
    findings.error_if(date.is_some() && promised.is_none(), &AMOUNT.name(), NO_AMOUNT);
    let open = credit::exposure(tx, org, id, today)?.exposure(false);
    if promised.is_some_and(|promised| promised > open) {
        let own = rate::functional(tx, org)?;
        findings.error(AMOUNT.name(), TOO_MUCH.with(&[("open", &amount(open, own))]));
    }
    let mut receivers = None;
    if Option::<bool>::from_value(&mails)?.unwrap_or_default() {
        let to = mail::typed::addresses_in(&String::from_value(&to)?);
        findings.error_if(to.is_empty(), &TO.name(), NO_TO);
        let last = mailed(tx, org, id)?.filter(|last| days_between(*last, today) < MAIL_DAYS);
        if let Some(last) = last {
            let said = [("n", MAIL_DAYS.to_string()), ("date", show_day(last))];
            let said = said.each_ref().map(|(name, text)| (*name, text.as_str()));
            findings.error(MAIL.name(), MAILED.with(&said));
        }
        receivers = Some(to);
    }
    Refusal::unless_clean(&findings, &asked.confirmed)?;
    let follow = FollowUp {
        contact: String::from_value(&contact)?,
        result,
        promise: date.zip(promised),
        remark: String::from_value(&remark)?,
        mail: None,
    };
    Ok(Said { follow, to: receivers })
}

/// Puts the statement into the outbox.
fn send(tx: &mut Tx<'_>, id: Id, partner: &Coop, to: Vec<String>) -> Result<Id, Refusal> {
    let (org, user, app) = (tx.org(), tx.actor.user_id, tx.app);
    let content = statement(tx, id, partner)?;
    let mailbox = mail::need_mailbox(tx, app, org, user)?;
    let subject = format!("对账及催款：{}", partner.coop_full_name);
    let letter = Letter {
        to,
        number: partner.coop_code.clone(),
        ..Letter::to(Kind::Other, "", Words::as_written(subject, &content))
    };
    mail::put(tx, app, Sender { org, mailbox: &mailbox, user: Some(user), language: "zh-CN" }, &letter)
}

/// What is open, the oldest first, with what of it is late.
fn statement(tx: &mut Tx<'_>, id: Id, partner: &Coop) -> Result<String, Refusal> {
    let (org, today) = (tx.org(), tx.now.day());
    let own = rate::functional(tx, org)?;
    let mut coops = sql::from(org, "coop");
    coops.column("id").and_where(sql::eq("id", id));
    let wanted = Wanted { coops, day: today, today, currency: None, scopes: Vec::new() };
    let mut rows = owed(tx, org, &wanted)?;
    rows.retain(|row| row.kind == OwedKind::Note);
    if rows.is_empty() {
        return Err(Refusal::business(NOTHING));
    }
    rows.sort_by(|one, other| (one.due, &one.number).cmp(&(other.due, &other.number)));
    let ages = Ages { basis: Basis::Due, day: today, ends: &ENDS };
    let (mut sum, mut late) = (0i64, 0i64);
    let mut lines = Vec::new();
    for row in &rows {
        let days = ages.overdue_days(row);
        sum = sum.saturating_add(row.open());
        late = late.saturating_add(if days > 0 { row.open() } else { 0 });
        let said = if days > 0 { format!("  逾期{days}天") } else { String::new() };
        let open = amount(row.open(), own);
        lines.push(format!("{}  到期日{}  {} {open}{said}", row.number, show_day(row.due), own.code()));
    }
    if lines.len() > LINES_MAX {
        let more = lines.len() - LINES_MAX;
        lines.truncate(LINES_MAX);
        lines.push(format!("另有{more}笔"));
    }
    let company = facts::org(tx, org)?;
    Ok(format!(
        "{}：\n\n截至{}，贵公司未付账单合计{code} {}，其中逾期{code} {}：\n\n{}\n\n请核对并安排付款；如已付款，请忽略本函。\n\n{}",
        partner.coop_full_name,
        show_day(today),
        amount(sum, own),
        amount(late, own),
        lines.join("\n"),
        company.name,
        code = own.code(),
    ))
}

fn log(tx: &mut Tx<'_>, id: Id, partner: &Coop, said: &FollowUp) -> Result<(), Refusal> {
    let org = tx.org();
    let own = rate::functional(tx, org)?;
    let result = RESULTS.iter().find(|choice| choice.value == said.result).map_or("", |choice| choice.zh);
    let mut text = format!("{}：{result}", said.contact);
    if let Some((day, promised)) = said.promise {
        text += &format!("，承诺{}回款{}", show_day(day), amount(promised, own));
    }
    if said.mail.is_some() {
        text += "，已发送对账邮件";
    }
    tx.log(LogEntry::of("coop", id, &partner.coop_code, PATH).did("修改", "催收").text(text))
}
