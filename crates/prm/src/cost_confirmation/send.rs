//! 发送: the sheet goes to the supplier as a workbook, in which he fills in what he wants.

use charge::rate::currency_of;
use mail::typed::{letter, proposed};
use mail::{Attachment, Kind, Sender};
use platform::list::inert;
use platform::prelude::*;
use platform::saving::refused_workbook;
use rust_xlsxwriter::{Format, Workbook, XlsxError};
use serde_json::{Map, Value as Json};
use settle::confirmation::{self, Line};
use trade::charge::Currency;

use super::{CostConfirmation, note, seen};

/// The headings of the workbook; figures stand on the right. The supplier's file is read by them, too.
const HEADINGS: [(&str, bool); 7] = [
    ("单号", false),
    ("订单号", false),
    ("日期", false),
    ("航程", false),
    ("服务项目", false),
    ("我方金额", true),
    ("金额", true),
];

/// The mail as it is proposed: to the finance contacts of the supplier.
pub(super) fn first(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    let (org, id) = (actor.org_id, id.ok_or(Refusal::NotFound)?);
    let mut select = sql::from(org, settle::confirmation::TABLE);
    select.columns(["confirm_code", "coop_id"]).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let code: String = row.get(0)?;
    let to = mail::finance_contacts(conn, org, row.get(1)?)?.join("; ");
    let company = facts::org(conn, org)?.name;
    let subject = format!("成本确认单 {code} {company}");
    Ok(proposed(&to, &subject, &format!("您好，附件为成本确认单{code}，请核对金额后回复。")))
}

/// Puts the mail into the outbox.
pub(super) fn send(tx: &mut Tx<'_>, step: &mut Step<'_, CostConfirmation>) -> Result<(), Refusal> {
    let (org, actor, app) = (tx.org(), tx.actor, tx.app);
    seen::need_whole(tx, actor, step.id)?;
    let code = step.document.confirm_code.clone();
    let currency = currency_of(&step.document.currency_code)?;
    let lines = confirmation::lines(tx, org, step.id)?;
    let bytes = book(&lines, currency).map_err(refused_workbook)?;
    let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    let file = Attachment { name: format!("成本确认单_{code}.xlsx"), hash: app.files.keep(org, &bytes)?, size };
    let letter = letter(step, (Kind::Other, &code), vec![file])?;
    let mailbox = mail::need_mailbox(tx, app, org, actor.user_id)?;
    let from = Sender { org, mailbox: &mailbox, user: Some(actor.user_id), language: "zh-CN" };
    mail::put(tx, app, from, &letter)?;
    let now = Value::Int(tx.now.millis());
    note(tx, step.id, &[("sent_at", now)])
}

/// The lines as a workbook, with room for what the supplier wants.
fn book(lines: &[Line], currency: Currency) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    let bold = Format::new().set_bold();
    let money = Format::new().set_num_format("#,##0.00");
    sheet.set_freeze_panes(1, 0)?;
    for (column, (heading, _)) in (0..).zip(HEADINGS) {
        sheet.set_column_width(column, 16)?;
        sheet.write_string_with_format(0, column, heading, &bold)?;
    }
    for (place, line) in (1..).zip(lines) {
        let figure = |raw: Option<i64>| raw.map(|raw| charge::ledger::money_text(raw, currency)).unwrap_or_default();
        let cells = [
            line.number.clone(),
            line.order_code.clone(),
            line.biz_date.clone(),
            line.route.clone(),
            line.service.clone(),
            figure(line.ours),
            String::new(),
        ];
        for (column, (text, (_, is_figure))) in (0..).zip(cells.iter().zip(HEADINGS)) {
            match text.parse::<f64>() {
                Ok(figure) if is_figure => sheet.write_number_with_format(place, column, figure, &money)?,
                _ => sheet.write_string(place, column, inert(text))?,
            };
        }
    }
    book.save_to_buffer()
}
