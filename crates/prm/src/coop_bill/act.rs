//! How a bill goes out, comes back, is withdrawn and is mailed.

use kernel::show_day;
use mail::{Attachment, Kind, Letter, Sender, Words};
use platform::prelude::*;
use platform::sea_query::ExprTrait;
use serde_json::json;
use settle::periodic::bill::{self, UNCHECKED, due_on};
use settle::periodic::check;
use trade::charge::Side;

use super::{CoopBill, LINE_TABLE, PATH, TABLE, paper};

const BLACK: &str = "黑名单";
const EMPTY: Msg = Msg::new("coop_bill.empty", "账单没有明细", "The bill has no lines.");
const BLACK_LISTED: Msg =
    Msg::new("coop_bill.black", "客商在黑名单，是否继续？", "The partner is on the black list. Continue?");
const ANSWERED: Msg =
    Msg::new("coop_bill.answered", "对方已回复，不能撤回出账", "The partner answered; the bill can't be taken back.");
const BECAME: Msg =
    Msg::new("coop_bill.became", "账单已结算，不能作废", "The bill was settled; it can't be made void.");
const NOBODY: Msg = Msg::new("coop_bill.nobody", "{name}没有联系人邮箱", "{name} has no contact with an address.");
/// Where a partner answers a bill line by line, without an account.
const LINK: &str = "/bill_confirm?check=";
const LINK_LABEL: &str = "在线对账";
const LINK_NOTE: &str = "请在线核对并填写贵司金额，无需登录。链接30天内有效，提交后失效。";
/// Kind of a bill among the mails of bills.
pub(super) const MAILS: &str = "COOP_BILL";

/// 草稿 → 待核对: due by the agreement from today on, and mailed where somebody is there to be mailed to.
pub(super) fn issue(tx: &mut Tx<'_>, step: &mut Step<'_, CoopBill>) -> Result<(), Refusal> {
    bill::hold(tx, step.id)?;
    let (org, today, own) = (tx.org(), tx.now.day(), step.document);
    let mut lines = sql::from(org, LINE_TABLE);
    lines.column("id").and_where(sql::eq("bill_id", step.id)).limit(1);
    let is_empty = tx.first(&lines.into())?.is_none();
    step.findings.error_if(is_empty, "", EMPTY);
    if own.side == agreement::code_of(Side::Payable) {
        let coop = facts::coop(tx, org, own.coop_id)?;
        if coop.is_some_and(|coop| coop.list_mark == BLACK) {
            step.findings.confirm("", BLACK_LISTED.text());
        }
    }
    step.unless_clean()?;
    let due = due_on(tx, org, own.agreement_id, today)?.unwrap_or(today);
    step.set(CoopBill::ISSUE_DATE, show_day(today).into_value());
    step.set(CoopBill::DUE_DATE, show_day(due).into_value());
    check::begin(tx, step.id)?;
    step.set(CoopBill::CHECK_STATE, UNCHECKED.into_value());
    let dated = CoopBill { issue_date: show_day(today), due_date: show_day(due), ..own.clone() };
    let mailed = mailed(tx, (step.id, &dated), false)?;
    if mailed {
        step.set(CoopBill::SENT_AT, tx.now.into_value());
    }
    step.answer("mailed", json!(mailed));
    Ok(())
}

/// 待核对 → 草稿, while the partner said nothing.
pub(super) fn back(tx: &mut Tx<'_>, step: &mut Step<'_, CoopBill>) -> Result<(), Refusal> {
    bill::hold(tx, step.id)?;
    let mut answered = sql::from(tx.org(), "bill_check");
    answered
        .column("id")
        .and_where(sql::eq("bill_id", step.id))
        .and_where(sql::col("answered_at").is_not_null())
        .limit(1);
    let answered = tx.first(&answered.into())?.is_some();
    step.findings.error_if(answered, "", ANSWERED);
    step.unless_clean()?;
    check::drop_of(tx, step.id)?;
    for field in [CoopBill::ISSUE_DATE, CoopBill::DUE_DATE] {
        step.set(field, Value::Null);
    }
    Ok(())
}

/// Its periods are free again.
pub(super) fn void(tx: &mut Tx<'_>, step: &mut Step<'_, CoopBill>) -> Result<(), Refusal> {
    bill::hold(tx, step.id)?;
    let mut settled = sql::from(tx.org(), TABLE);
    settled.column("id").and_where(sql::eq("id", step.id)).and_where(sql::col("settlement_id").is_not_null());
    let settled = tx.first(&settled.into())?.is_some();
    step.findings.error_if(settled, "", BECAME);
    step.unless_clean()?;
    check::drop_of(tx, step.id)?;
    bill::free_periods(tx, step.id)
}

/// Once more, to the contacts there are now.
pub(super) fn send(tx: &mut Tx<'_>, step: &mut Step<'_, CoopBill>) -> Result<(), Refusal> {
    bill::hold(tx, step.id)?;
    mailed(tx, (step.id, step.document), true)?;
    step.set(CoopBill::SENT_AT, tx.now.into_value());
    Ok(())
}

/// Mails a bill as PDF with its details as a workbook; where nobody is there, or no mailbox, that is refused or nothing is
/// done.
fn mailed(tx: &mut Tx<'_>, (id, own): (Id, &CoopBill), must: bool) -> Result<bool, Refusal> {
    let (org, app, user) = (tx.org(), tx.app, tx.actor.user_id);
    let name = facts::coop_name(tx, org, own.coop_id)?;
    let to = mail::finance_contacts(tx, org, own.coop_id)?;
    if to.is_empty() && must {
        return Err(Refusal::Business(NOBODY.with(&[("name", &name)])));
    }
    let mailbox =
        if must { Some(mail::need_mailbox(tx, app, org, user)?) } else { mail::mailbox_of_sender(tx, app, org, user)? };
    let Some(mailbox) = mailbox.filter(|_| !to.is_empty()) else { return Ok(false) };
    let paper = paper::of(tx, org, (id, own))?;
    let pdf = paper::pdf(app, tx, org, (std::slice::from_ref(&paper), false))?;
    let book = paper::book(&paper, false)?;
    let code = &own.bill_code;
    let mut attachments = Vec::new();
    for (ending, bytes) in [("pdf", pdf), ("xlsx", book)] {
        let hash = app.files.keep(org, &bytes)?;
        let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        attachments.push(Attachment { name: format!("{code}.{ending}"), hash, size });
    }
    let company = settle::paper::sender(facts::org(tx, org)?, false);
    let said = [
        format!("{name}：附件是{}的客商账单{code}，请核对。", own.period),
        format!("到期日：{}", own.due_date),
        company.clone(),
    ];
    let lines: Vec<&str> = said.iter().map(String::as_str).collect();
    let code_of_link = check::link(tx, id)?;
    let address = code_of_link.map(|code| format!("{}{LINK}{code}", mailbox.public_url.trim_end_matches('/')));
    let links: Vec<(&str, &str)> = address.iter().map(|address| (LINK_LABEL, address.as_str())).collect();
    let words = Words::of(format!("客商账单 {code} {company}"), &lines, None, &[]);
    let words = words.with_links(&links, address.as_ref().map(|_| LINK_NOTE));
    let letter = Letter {
        kind: Kind::Bill,
        to: to.clone(),
        cc: Vec::new(),
        words,
        attachments,
        number: code.clone(),
        not_before: None,
    };
    let from = Sender { org, mailbox: &mailbox, user: Some(user), language: "zh" };
    let mail = mail::put(tx, app, from, &letter)?;
    let cells = [("kind", MAILS.into_value()), ("object_id", id.into_value()), ("mail_id", mail.into_value())];
    tx.exec(&sql::insert(org, "bill_mail", &cells).into())?;
    let entry = LogEntry::of(TABLE, id, code, PATH).did("修改", "发送");
    tx.log(entry.text(format!("发送邮件：{}", to.join("; "))))?;
    Ok(true)
}
