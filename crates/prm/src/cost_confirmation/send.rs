//! 发送: the sheet goes to the supplier as a workbook, in which he fills in what he wants, with a link behind which he says so
//! without an account.

use charge::rate::currency_of;
use mail::typed::{letter, proposed, written_in};
use mail::{Attachment, Kind, Sender};
use platform::list::inert;
use platform::prelude::*;
use platform::saving::refused_workbook;
use rust_xlsxwriter::{Format, Workbook, XlsxError};
use serde_json::{Map, Value as Json};
use settle::confirmation::{self, Line};
use trade::charge::Currency;

use super::{CostConfirmation, seen};

/// The headings of the workbook in both languages; figures stand on the right. The supplier's file is read by them, too.
const HEADINGS: [(&str, &str, bool); 7] = [
    ("单号", "Number", false),
    ("订单号", "Order", false),
    ("日期", "Date", false),
    ("航程", "Route", false),
    ("服务项目", "Service", false),
    ("我方金额", "Our amount", true),
    ("金额", "Amount", true),
];
/// What the workbook is called, before the number of the sheet.
const FILE: (&str, &str) = ("成本确认单", "Cost_confirmation");

/// Where a supplier answers a sheet line by line.
const LINK: &str = "/bill_confirm?cost=";
const LINK_LABEL: Msg = Msg::new("cost_confirmation.link", "在线核对", "Check online");
const LINK_NOTE: Msg = Msg::new(
    "cost_confirmation.link_note",
    "请在线核对并填写贵司金额，无需登录。链接30天内有效，提交后失效。",
    "Check the costs online and fill in your amounts, without signing in. The link works once, for 30 days.",
);

/// The mail as it is proposed: to the finance contacts of the supplier.
pub(super) fn first(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    let (org, id) = (actor.org_id, id.ok_or(Refusal::NotFound)?);
    let mut select = sql::from(org, settle::confirmation::TABLE);
    select.columns(["confirm_code", "coop_id"]).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let (code, coop): (String, Id) = (row.get(0)?, row.get(1)?);
    let to = mail::finance_contacts(conn, org, coop)?.join("; ");
    let english = facts::reads_english(conn, org, coop)?;
    let company = settle::paper::sender(facts::org(conn, org)?, english);
    Ok(if english {
        let content = format!(
            "Dear Sir or Madam,\nattached are the costs of {code}. Please check the amounts and answer, or fill in yours behind \
             the link."
        );
        proposed(&to, &format!("Cost confirmation {code} {company}"), &content)
    } else {
        let content = format!("您好，附件为成本确认单{code}，请核对金额后回复，或点击链接在线核对。");
        proposed(&to, &format!("成本确认单 {code} {company}"), &content)
    })
}

/// Puts the mail into the outbox.
pub(super) fn send(tx: &mut Tx<'_>, step: &mut Step<'_, CostConfirmation>) -> Result<(), Refusal> {
    let (org, actor, app) = (tx.org(), tx.actor, tx.app);
    confirmation::hold(tx, (step.id, step.version()))?;
    seen::need_whole(tx, actor, step.id)?;
    let code = step.document.confirm_code.clone();
    let currency = currency_of(&step.document.currency_code)?;
    let lines = confirmation::lines(tx, org, step.id)?;
    let english = facts::reads_english(tx, org, step.document.coop_id)?;
    let bytes = book(&lines, currency, english).map_err(refused_workbook)?;
    let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    let name = format!("{}_{code}.xlsx", if english { FILE.1 } else { FILE.0 });
    let file = Attachment { name, hash: app.files.keep(org, &bytes)?, size };
    let mut letter = letter(step, (Kind::Other, &code), vec![file])?;
    let mailbox = mail::need_mailbox(tx, app, org, actor.user_id)?;
    let address = format!("{}{LINK}{}", mailbox.public_url.trim_end_matches('/'), confirmation::link(tx, step.id)?);
    let said = |message: Msg| if english { message.en } else { message.zh };
    letter.words = letter.words.with_links(&[(said(LINK_LABEL), &address)], Some(said(LINK_NOTE)));
    let from = Sender { org, mailbox: &mailbox, user: Some(actor.user_id), language: written_in(english) };
    mail::put(tx, app, from, &letter).map(drop)
}

/// The lines as a workbook, with room for what the supplier wants.
fn book(lines: &[Line], currency: Currency, english: bool) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    let bold = Format::new().set_bold();
    let money = Format::new().set_num_format("#,##0.00");
    sheet.set_freeze_panes(1, 0)?;
    for (column, (zh, en, _)) in (0..).zip(HEADINGS) {
        sheet.set_column_width(column, 16)?;
        sheet.write_string_with_format(0, column, if english { en } else { zh }, &bold)?;
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
        for (column, (text, (_, _, is_figure))) in (0..).zip(cells.iter().zip(HEADINGS)) {
            match text.parse::<f64>() {
                Ok(figure) if is_figure => sheet.write_number_with_format(place, column, figure, &money)?,
                _ => sheet.write_string(place, column, inert(text))?,
            };
        }
    }
    book.save_to_buffer()
}
