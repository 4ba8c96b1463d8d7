//! 邮件发送记录. Every mail of the company, what became of it and why.

use kernel::{Id, Msg};
use platform::access::{Access, Actor};
use platform::call::{Answer, Call, Outcome};
use platform::field::{Choice, Field};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::registry::{Node, Operation, Room};
use platform::store::{Cell, Conn, Row, Value, sql};
use serde_json::json;

use crate::letter::KINDS;
use crate::mailbox::mailbox_for;
use crate::outbox::{FAILED, SENDING, SENT, WAITING, files_of, words_of};
use crate::written::need_mailbox;

const PAGE: &str = "/hrs_mail_log";
const VIEW: &str = "sys_maillog_view";
const RESEND: &str = "sys_maillog_resend";

const SECURE: Msg =
    Msg::new("mail.secure", "安全邮件不可查看", "A mail with a security link can't be viewed or sent again.");
const UNDER_WAY: Msg =
    Msg::new("mail.under_way", "邮件正在发送，请稍后再试", "The mail is being sent. Please try again later.");

const NO_MAILBOX: Msg = Msg::new("mail.no_mailbox", "未配置发件邮箱", "There is no mailbox to send by.");

const STATES: &[Choice] = &[
    Choice::new(WAITING, WAITING, "Waiting").tone("neutral"),
    Choice::new(SENDING, SENDING, "Sending").tone("info"),
    Choice::new(SENT, SENT, "Sent").tone("done"),
    Choice::new(FAILED, FAILED, "Failed").tone("danger"),
];

const TIME: Field = Field::instant("时间", "Time").column("created_at");
const KIND: Field = Field::select(KINDS, "类型", "Kind").column("kind");
const TO: Field = Field::text("收件人", "To").column("to_addrs").wire("toAddrs");
const SUBJECT: Field = Field::text("主题", "Subject").column("subject");
const STATUS: Field = Field::state(STATES, "状态", "State").column("status");
const SENDER: Field = Field::text("发送人", "Sent by").column("name_cn").wire("senderName");

/// The mails of the org, newest first.
pub const LIST: ListPage = ListPage {
    joins: &[Join { table: "app_user", alias: "sender", on: &[("sender_id", "id")], by_org: true }],
    columns: &[
        list::ID,
        Column::own(TIME).width(160),
        Column::own(KIND).width(100),
        Column::own(Field::text("发件地址", "From").column("from_addr").wire("fromAddr")).width(200).copy(),
        Column::own(TO).width(220).copy(),
        Column::own(Field::text("抄送", "Copies to").column("cc_addrs").wire("ccAddrs")).width(180),
        Column::own(SUBJECT).width(240),
        Column::own(Field::int("附件数", "Attachments").column("attachment_count").wire("attachmentCount")).width(80),
        Column::own(Field::text("关联单号", "About").column("ref_no").wire("refNo")).width(150).copy(),
        Column::own(STATUS).width(90),
        Column::own(Field::int("尝试次数", "Attempts").column("attempts")).width(90),
        Column::own(Field::long("失败原因", "Reason").column("error")).width(280).unsorted(),
        Column::of("sender", SENDER).width(100),
        Column::own(Field::flag("安全邮件", "Security mail").column("secure")).hidden(),
    ],
    filters: &[
        Filter::new("toAddrs", Match::Contains, TO),
        Filter::new("subject", Match::Contains, SUBJECT),
        Filter::new("kind", Match::OneOf, KIND),
        Filter::new("status", Match::OneOf, STATUS),
        Filter::new("createdAt", Match::Range, TIME),
        Filter::new("senderId", Match::Equals, Field::reference("user", "发送人", "Sent by").column("sender_id"))
            .more(),
    ],
    buttons: &[
        Button::new(VIEW, ("查看内容", "View content"), "row", "custom"),
        Button::new(RESEND, ("重新发送", "Send again"), "row", "call")
            .calls("POST /hrs/mailLog/resend/{id}")
            .asks("将按原内容重新发送该邮件，是否继续？", "The mail will be sent again as it was. Go on?"),
        Button::new("sys_maillog_export", ("导出", "Export"), "toolbar", "export"),
    ],
    export: "sys_maillog_export",
    decorate: Some(decorate),
    ..ListPage::new("hrs.mailLog.list", PAGE, ("邮件发送记录", "Mail log"), "hrs_mail_log", "/hrs/mailLog", "mail_log")
};

/// Mails with a link in them offer nothing; one under way is not sent a second time.
fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let secure = matches!(row.value("secure"), Value::Bool(true) | Value::Int(1));
    let over = matches!(row.value("status"), Value::Text(status) if status == SENT || status == FAILED);
    let codes: &[&str] = match (secure, over) {
        (true, _) => &[],
        (false, true) => &[VIEW, RESEND],
        (false, false) => &[VIEW],
    };
    list::write_can(actor, codes, out);
}

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.nodes.extend([
        Node::page(PAGE, "/hrsManager/log", "邮件发送记录", "Mail log", 40),
        Node::button(RESEND, "hrs_mail_log", "重新发送", "Send again", 10),
        Node::button(VIEW, "hrs_mail_log", "查看内容", "View content", 20),
        Node::button("sys_maillog_export", "hrs_mail_log", "导出", "Export", 30),
    ]);
    room.lists.push(LIST);
    room.operations.extend([
        Operation::get("get_mail", "/hrs/mailLog/{id}", Access::Code(VIEW), one).summary("One mail with its words"),
        Operation::post("resend_mail", "/hrs/mailLog/resend/{id}", Access::Code(RESEND), resend)
            .summary("Sends a mail again, as a new one"),
    ]);
}

const COPIED: [&str; 9] =
    ["kind", "to_addrs", "cc_addrs", "subject", "content", "attachments", "attachment_count", "ref_no", "language"];

/// A mail of the org that may be looked at, with its state behind the columns.
fn open_mail(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Row, Refusal> {
    let mut select = sql::from(org, "mail_log");
    select
        .columns(COPIED)
        .columns(["secure", "status", "created_at", "error", "from_addr", "mailbox_user"])
        .and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    if row.get::<bool>(9)? { Err(Refusal::business(SECURE)) } else { Ok(row) }
}

/// GET /hrs/mailLog/{id}.
fn one(call: &mut Call) -> Outcome {
    let (id, org) = (call.path_id("id")?, call.actor()?.org_id);
    let row = call.read(|conn| open_mail(conn, org, id))?;
    // What is removed is not there any more.
    let sealed: Option<Vec<u8>> = row.get(4)?;
    let words = words_of(&call.app, &sealed.ok_or(Refusal::NotFound)?)?;
    let files: Vec<String> = files_of(&row.get::<String>(5)?)?.into_iter().map(|file| file.name).collect();
    let text = |place: usize| row.get::<Option<String>>(place);
    Ok(Answer::Data(json!({
        "id": id, "kind": text(0)?, "fromAddr": text(13)?, "toAddrs": text(1)?, "ccAddrs": text(2)?,
        "subject": text(3)?, "refNo": text(7)?, "status": text(10)?,
        "createdAt": kernel::show_second(row.get(11)?), "error": text(12)?,
        "text": words.text, "html": words.html, "attachments": files,
    })))
}

/// POST /hrs/mailLog/resend/{id}.
fn resend(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    let new = call.write(|tx| {
        let org = tx.org();
        let row = open_mail(tx, org, id)?;
        if !matches!(row.get::<String>(10)?.as_str(), SENT | FAILED) {
            return Err(Refusal::business(UNDER_WAY));
        }
        // As mails go today, which may be by another mailbox: one a user sent himself goes in the name of who sends
        // it again.
        let user = tx.actor.user_id;
        let mailbox = match row.get::<Option<Id>>(14)? {
            Some(_) => need_mailbox(tx, &call.app, org, user)?,
            None => mailbox_for(tx, &call.app, org)?.ok_or(Refusal::business(NO_MAILBOX))?,
        };
        let new = tx.new_id();
        let mut cells: Vec<_> = COPIED.into_iter().zip(row.0.iter().cloned()).collect();
        cells.extend([
            ("mailbox_org", Value::Int(mailbox.org)),
            ("mailbox_user", mailbox.user.into_value()),
            ("from_addr", mailbox.address.into_value()),
            ("secure", Value::Bool(false)),
            ("id", new.into_value()),
            ("status", WAITING.into_value()),
            ("attempts", Value::Int(0)),
            ("sender_id", tx.actor.user_id.into_value()),
            ("next_at", tx.now.into_value()),
            ("created_at", tx.now.into_value()),
        ]);
        tx.exec(&sql::insert(org, "mail_log", &cells).into())?;
        let (to, subject): (String, String) = (row.get(1)?, row.get(3)?);
        let entry = LogEntry::of("mailLog", new, subject, PAGE).did("新建", "重新发送").level(Level::Middle);
        tx.log(entry.text(format!("重新发送邮件至{to}")))?;
        Ok(new)
    })?;
    call.app.jobs.ring();
    Ok(Answer::Data(json!({ "id": new })))
}
