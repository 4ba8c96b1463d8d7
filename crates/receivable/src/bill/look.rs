//! What is told of bills of both kinds: which are overdue, what hangs on their notes, and the mails they went out with.

use std::collections::{BTreeMap, BTreeSet};

use charge::chain::IN_FORCE;
use kernel::{Instant, show_day, show_minute};
use platform::list::RowView;
use platform::prelude::*;
use platform::sea_query::{Condition, ExprTrait, JoinType, Order};
use settle::field::made;
use settle::hung::Hung;
use settle::note::NoteRow;
use trade::charge::Side;

/// The mails that bills went out with.
pub(crate) const MAILS: &str = "bill_mail";
/// All mails.
pub(crate) const OUTBOX: &str = "mail_log";

pub(crate) const SETTLED_AMOUNTS: Field = made("currencyAmount2", "已核销金额（原币）", "Settled");
pub(crate) const WRITE_OFFS: Field = made("writeoffNum", "核销单号", "Write-offs");
pub(crate) const INVOICES: Field = made("invoiceNum", "发票号码", "Invoices");
pub(crate) const INVOICE_TITLES: Field = made("invoiceTitle", "发票抬头", "Title of the invoice");
pub(crate) const INVOICE_DAY: Field = Field::day("发票日期", "Invoice date").column("invoice_date");
pub(crate) const OVERDUE: Field = Field::flag("已逾期", "Overdue").column("overdue");

/// Headings of a table of a view.
pub(crate) type Columns = &'static [(&'static str, (&'static str, &'static str), bool)];

/// Bills of a table that are not settled by now though they were due.
pub(crate) fn overdue(table: &'static str, actor: &Actor, yes: bool) -> Condition {
    let late = Condition::all()
        .add(sql::of_eq(table, "state", IN_FORCE.to_owned()))
        .add(sql::of(table, "functional_open").ne(0i64))
        .add(sql::of(table, "due_date").is_not_null())
        .add(sql::of(table, "due_date").lt(sql::value(show_day(actor.now.day()))));
    if yes { late } else { late.not() }
}

/// What is overdue is shown in red.
pub(crate) fn mark(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let text = |name: &str| String::from_value(row.value(name)).unwrap_or_default();
    let is_open = !matches!(row.value("functionalAmountNoWriteoff"), Value::Int(0) | Value::Null);
    let due = text("dueDate");
    if is_open && text("state") == IN_FORCE && !due.is_empty() && due < show_day(actor.now.day()) {
        out.push_str(",\"overdue\":true");
    }
}

/// What hangs on the notes of some rows.
pub(crate) fn hung(conn: &mut dyn Conn, org: i64, rows: &[NoteRow]) -> Result<Hung, Refusal> {
    let notes: BTreeSet<Id> = rows.iter().map(|row| row.note).collect();
    let notes: Vec<Id> = notes.into_iter().collect();
    let invoiced: BTreeMap<Id, Id> =
        rows.iter().filter(|row| row.invoiced != 0).map(|row| (row.id, row.note)).collect();
    Hung::of(conn, org, (Side::Receivable, &notes), &invoiced)
}

/// The mails a bill of a kind went out with, the newest first.
pub(crate) fn mails(conn: &mut dyn Conn, org: i64, (of, id): (&str, Id), told: Told) -> Result<Told, Refusal> {
    const COLUMNS: Columns =
        &[("time", ("时间", "Time"), false), ("to", ("收件人", "To"), false), ("status", ("状态", "Status"), false)];
    let mut select = sql::from(org, MAILS);
    select
        .columns(["created_at", "to_addrs", "status"].map(|column| (OUTBOX, column)))
        .join(JoinType::InnerJoin, OUTBOX, sql::same_org(OUTBOX, MAILS, "mail_id"))
        .and_where(sql::of_eq(MAILS, "kind", of.to_owned()))
        .and_where(sql::of_eq(MAILS, "object_id", id))
        .order_by((OUTBOX, "id"), Order::Desc);
    let mut rows = Vec::new();
    for row in conn.query(&select.into())? {
        let (at, to, status): (i64, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        rows.push(vec![Said::from(show_minute(Instant::from_millis(at))), Said::from(to), Said::from(status)]);
    }
    if rows.is_empty() { Ok(told) } else { Ok(told.table(("发送记录", "Mails"), COLUMNS, rows)) }
}

/// Notes that bills of a kind went out with a mail.
pub(crate) fn note_mail(tx: &mut Tx<'_>, of: &str, ids: &[Id], mail: Id) -> Result<(), Refusal> {
    for id in ids {
        let cells =
            [("kind", Value::Text(of.to_owned())), ("object_id", Value::Int(id.0)), ("mail_id", Value::Int(mail.0))];
        tx.exec(&sql::insert(tx.org(), MAILS, &cells).into())?;
    }
    Ok(())
}
