//! 发送发票: the files of an invoice go to the customer by mail.

use std::collections::BTreeMap;

use charge::ledger::INCOME_VIEW;
use mail::typed::{letter, proposed, written_in};
use mail::{Attachment, Kind, Sender};
use platform::attached;
use platform::prelude::*;
use platform::sea_query::{Expr, JoinType};
use serde_json::{Map, Value as Json};
use settle::{application, invoice};

use super::{FILES, IssuedInvoice, PATH, seen};
use crate::bill::look::{MAILS, OUTBOX, mails, note_mail};

/// What the mails of an invoice are kept by.
const INVOICE: &str = "INVOICE";
const NO_FILE: Msg = Msg::new("income_invoice.no_file", "请先上传发票文件", "Attach the file of the invoice first.");
/// The mail as it is proposed, in the language of the customer: to whom the application says, else to its finance contacts.
pub(super) fn first(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    let (org, id) = (actor.org_id, id.ok_or(Refusal::NotFound)?);
    let mut select = sql::from(org, invoice::TABLE);
    select
        .columns(["invoice_num", "coop_id"].map(|column| (invoice::TABLE, column)))
        .column((application::TABLE, "mail"))
        .join(
            JoinType::LeftJoin,
            application::TABLE,
            sql::same_org(application::TABLE, invoice::TABLE, "application_id"),
        )
        .and_where(sql::of_eq(invoice::TABLE, "id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let (num, coop): (String, Id) = (row.get(0)?, row.get(1)?);
    let asked: Option<String> = row.get(2)?;
    let to = match asked.filter(|address| !address.is_empty()) {
        Some(address) => address,
        None => mail::finance_contacts(conn, org, coop)?.join("; "),
    };
    let english = facts::reads_english(conn, org, coop)?;
    let company = settle::paper::sender(facts::org(conn, org)?, english);
    Ok(if english {
        let content = format!("Dear Sir or Madam,\nplease find attached our invoice {num}.");
        proposed(&to, &format!("Invoice {num} {company}"), &content)
    } else {
        proposed(&to, &format!("发票 {num} {company}"), &format!("您好，附件为发票{num}，请查收。"))
    })
}

/// Puts the mail with the files of the invoice into the outbox.
pub(super) fn send(tx: &mut Tx<'_>, step: &mut Step<'_, IssuedInvoice>) -> Result<(), Refusal> {
    let (org, actor, app) = (tx.org(), tx.actor, tx.app);
    // The files show what the page hides of who does not see income.
    actor.need(INCOME_VIEW)?;
    seen::need_whole_invoice(tx, actor, step.id)?;
    let files = attached::stored(tx, org, FILES, step.id)?;
    if files.is_empty() {
        return Err(Refusal::business(NO_FILE));
    }
    let files = files.into_iter().map(|(name, hash, size)| Attachment { name, hash, size }).collect();
    let letter = letter(step, (Kind::Invoice, &step.document.invoice_num), files)?;
    let mailbox = mail::need_mailbox(tx, app, org, actor.user_id)?;
    let receivers = letter.to.join("; ");
    let mut coop = sql::from(org, invoice::TABLE);
    coop.column("coop_id").and_where(sql::eq("id", step.id));
    let coop = tx.first(&coop.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    let language = written_in(facts::reads_english(tx, org, coop)?);
    let from = Sender { org, mailbox: &mailbox, user: Some(actor.user_id), language };
    let mail = mail::put(tx, app, from, &letter)?;
    note_mail(tx, INVOICE, &[step.id], mail)?;
    let entry = LogEntry::of(invoice::TABLE, step.id, &step.document.invoice_num, PATH).did("修改", "发送发票");
    tx.log(entry.text(format!("发送邮件：{receivers}")))
}

/// When some invoices were sent last.
pub(super) fn last_sent(conn: &mut dyn Conn, org: i64, ids: &[Id]) -> Result<BTreeMap<Id, i64>, Refusal> {
    let mut select = sql::from(org, MAILS);
    select
        .column((MAILS, "object_id"))
        .expr(Expr::cust("MAX(mail_log.created_at)"))
        .join(JoinType::InnerJoin, OUTBOX, sql::same_org(OUTBOX, MAILS, "mail_id"))
        .and_where(sql::of_eq(MAILS, "kind", INVOICE.to_owned()))
        .and_where(sql::is_in(sql::of(MAILS, "object_id"), ids.iter().copied()))
        .group_by_col((MAILS, "object_id"));
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// The mails an invoice went out with, the newest first.
pub(super) fn told(conn: &mut dyn Conn, org: i64, id: Id, told: Told) -> Result<Told, Refusal> {
    mails(conn, org, (INVOICE, id), told)
}
