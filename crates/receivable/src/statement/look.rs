//! What is told of statements: their amounts by currency, what hangs on their notes, and which are looked for.

use std::collections::{BTreeMap, BTreeSet};

use approval::pending;
use charge::chain::{IN_FORCE, NOTE, NOTE_ROW};
use charge::ledger::{INCOME_VIEW, money_text};
use charge::rate;
use kernel::{Day, Instant, grouped, show_day, show_minute};
use order::visible_order;
use platform::list::{Asked, RowView};
use platform::prelude::*;
use platform::refusal::messages;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order};
use platform::store::Row;
use serde_json::{Map, Value as Json};
use settle::amounts::parts;
use settle::note::{self, NoteRow};
use trade::charge::Currency;

use super::{ORDER, TABLE, act, seen};
use crate::chain::{Invoice, Settled, invoices_of, write_offs_of};
use crate::debit_note;
use crate::sent;

pub(super) const PERIOD: Field = made("period", "账期", "Period");
pub(super) const AMOUNTS: Field = made("currencyAmount", "清单金额（原币）", "Amount");
pub(super) const SETTLED_AMOUNTS: Field = made("currencyAmount2", "已核销金额（原币）", "Settled");
pub(super) const WRITE_OFFS: Field = made("writeoffNum", "核销单号", "Write-offs");
pub(super) const INVOICES: Field = made("invoiceNum", "发票号码", "Invoices");
pub(super) const INVOICE_TITLE: Field = made("invoiceTitle", "发票抬头", "Title of the invoice");
pub(super) const INVOICE_DATE: Field = Field::day("发票日期", "Invoice date").column("invoice_date");
pub(super) const OVERDUE: Field = Field::flag("已逾期", "Overdue").column("overdue");
pub(super) const NOTE_NUM: Field = made("debitNoteNum", "账单编号", "Debit note");
pub(super) const ORDER_CODE: Field = made("orderCode", "订单号", "Order");
pub(super) const BIZ_NUMBER: Field = made("bizNumber", "单号", "Number of the order");
pub(super) const CUSTOMER_NUMBER: Field = made("customerNumber", "客户单号", "Customer number");
pub(super) const SERVICER: Field = Field::reference("user", "责任客服", "Servicer").column("servicer_id");
pub(super) const SALES: Field = Field::reference("user", "责任销售", "Sales").column("sales_id");

const fn made(wire: &'static str, zh: &'static str, en: &'static str) -> Field {
    Field::text(zh, en).column(wire).wire(wire)
}

/// Statements with a note like this.
pub(super) fn has(of: Condition) -> Condition {
    let mut notes = seen::below();
    notes.cond_where(of);
    Condition::all().add(Expr::exists(notes))
}

fn text_in(table: &'static str, column: &'static str, text: &str) -> Result<Condition, Refusal> {
    Ok(has(Condition::all().add(sql::contains(sql::of(table, column), text))))
}

pub(super) fn with_note(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    text_in(NOTE, "note_num", text)
}

pub(super) fn with_order(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    text_in(ORDER, "order_code", text)
}

pub(super) fn with_number(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    text_in(ORDER, "biz_number", text)
}

pub(super) fn with_customer_number(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    text_in(ORDER, "customer_number", text)
}

fn people(column: &'static str, name: &str, ids: &str) -> Result<Condition, Refusal> {
    let ids: Option<Vec<i64>> = ids.split(',').map(|id| id.trim().parse().ok()).collect();
    let ids = ids.ok_or_else(|| Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", name)])))?;
    Ok(has(Condition::all().add(sql::is_in(sql::of(ORDER, column), ids))))
}

pub(super) fn with_servicer(_: &Actor, ids: &str) -> Result<Condition, Refusal> {
    people("servicer_id", "servicerId", ids)
}

pub(super) fn with_sales(_: &Actor, ids: &str) -> Result<Condition, Refusal> {
    people("sales_id", "salesId", ids)
}

pub(super) fn invoiced_on(from: Option<Day>, to: Option<Day>) -> Condition {
    has(debit_note::invoiced_on(from, to))
}

/// Statements that are not settled by now though they were due.
pub(super) fn overdue(actor: &Actor, yes: bool) -> Condition {
    let late = Condition::all()
        .add(sql::of_eq(TABLE, "state", IN_FORCE.to_owned()))
        .add(sql::of(TABLE, "functional_open").ne(0i64))
        .add(sql::of(TABLE, "due_date").is_not_null())
        .add(sql::of(TABLE, "due_date").lt(sql::value(show_day(actor.now.day()))));
    if yes { late } else { late.not() }
}

/// The rows of the notes of some statements, of the orders an actor sees, each with its statement.
fn rows_of(conn: &mut dyn Conn, actor: &Actor, statements: &[Id]) -> Result<Vec<(Id, NoteRow)>, Refusal> {
    let mut select = seen::notes(actor, statements);
    select.columns([(NOTE, "id"), (NOTE, "statement_id")]);
    let found = conn.query(&select.into())?;
    let of = found.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect::<Result<BTreeMap<Id, Id>, Refusal>>()?;
    let notes: Vec<Id> = of.keys().copied().collect();
    let rows = note::rows(conn, actor.org_id, &notes)?;
    Ok(rows.into_iter().filter_map(|row| Some((*of.get(&row.note)?, row))).collect())
}

/// Period, amounts by currency, and the numbers of what hangs on the notes of the statements of a page.
pub(super) fn fill(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    let org = actor.org_id;
    let ids = rows.iter().map(|row| Id::from_value(row.value("id"))).collect::<Result<Vec<_>, _>>()?;
    let own = rate::functional(conn, org)?;
    let all = rows_of(conn, actor, &ids)?;
    let of_note: BTreeMap<Id, Id> = all.iter().map(|(statement, row)| (row.note, *statement)).collect();
    let plain: Vec<NoteRow> = all.iter().map(|(_, row)| row.clone()).collect();
    let invoices = invoices_of(conn, org, &plain)?;
    let notes: Vec<Id> = of_note.keys().copied().collect();
    let write_offs = write_offs_of(conn, org, &notes)?;
    for (row, id) in rows.iter_mut().zip(ids) {
        let is_of = |note: Id| of_note.get(&note) == Some(&id);
        let of = |amount: fn(&NoteRow) -> i64| {
            let own_rows = all.iter().filter(|(statement, _)| *statement == id);
            parts(own, own_rows.map(|(_, row)| (row.currency.as_str(), amount(row)))).into_value()
        };
        row.set(AMOUNTS.wire, of(|row| row.amount));
        row.set(SETTLED_AMOUNTS.wire, of(|row| row.settled));
        let numbers = invoices.iter().filter(|one| is_of(one.note)).map(|one| one.num.as_str());
        row.set(INVOICES.wire, joined(numbers).into_value());
        let numbers = write_offs.iter().filter(|one| is_of(one.note)).map(|one| one.num.as_str());
        row.set(WRITE_OFFS.wire, joined(numbers).into_value());
        let day = |name: &str| String::from_value(row.value(name)).unwrap_or_default();
        let period = period(&day("firstDay"), &day("lastDay"));
        row.set(PERIOD.wire, period.into_value());
    }
    Ok(())
}

/// The first and the last day of its orders.
fn period(first: &str, last: &str) -> String {
    if first == last { first.to_owned() } else { format!("{first}–{last}") }
}

/// Texts that are there, each once, with commas between.
fn joined<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    let once: BTreeSet<&str> = texts.filter(|text| !text.is_empty()).collect();
    once.into_iter().collect::<Vec<_>>().join(",")
}

/// What is overdue is shown in red.
pub(super) fn mark(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let text = |name: &str| String::from_value(row.value(name)).unwrap_or_default();
    let is_open = !matches!(row.value("functionalAmountNoWriteoff"), Value::Int(0) | Value::Null);
    let due = text("dueDate");
    if is_open && text("state") == IN_FORCE && !due.is_empty() && due < show_day(actor.now.day()) {
        out.push_str(",\"overdue\":true");
    }
}

/// The amounts of the whole result by currency, of the orders its reader sees.
pub(super) fn totals(conn: &mut dyn Conn, asked: &Asked<'_>) -> Result<Vec<(String, String)>, Refusal> {
    if !asked.actor().has(INCOME_VIEW) {
        return Ok(Vec::new());
    }
    let own = rate::functional(conn, asked.org())?;
    let sum = |column: &str| Expr::cust(format!("CAST(COALESCE(SUM({NOTE_ROW}.{column}), 0) AS bigint)"));
    let mut select = asked.select()?;
    let below = |table: &'static str, column: &'static str, of: &'static str| {
        Condition::all()
            .add(sql::of(table, "org_id").equals((of, "org_id")))
            .add(sql::of(table, column).equals((of, "id")))
    };
    select
        .column((NOTE_ROW, "currency_code"))
        .expr(sum("amount"))
        .expr(sum("settled"))
        .join(JoinType::InnerJoin, NOTE, below(NOTE, "statement_id", TABLE))
        .join(JoinType::InnerJoin, NOTE_ROW, below(NOTE_ROW, "note_id", NOTE))
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, NOTE, "order_id"))
        .cond_where(visible_order(asked.actor()))
        .add_group_by([sql::of(NOTE_ROW, "currency_code")]);
    let rows = conn.query(&select.into())?;
    let read = |row: &Row| Ok::<_, Refusal>((row.get::<String>(0)?, row.get(1)?, row.get(2)?));
    let sums = rows.iter().map(read).collect::<Result<Vec<(String, i64, i64)>, Refusal>>()?;
    let shown = |of: fn(&(String, i64, i64)) -> i64| parts(own, sums.iter().map(|sum| (sum.0.as_str(), of(sum))));
    Ok(vec![(AMOUNTS.wire.to_owned(), shown(|sum| sum.1)), (SETTLED_AMOUNTS.wire.to_owned(), shown(|sum| sum.2))])
}

/// What is decided about a statement.
pub(super) fn more(conn: &mut dyn Conn, org: i64, id: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    let running = pending::running_on(conn, org, (act::KIND, id))?;
    view.insert("approving".to_owned(), running.iter().map(|one| one.told(true)).collect());
    Ok(())
}

type Columns = &'static [(&'static str, (&'static str, &'static str), bool)];

const AMOUNT_COLUMNS: Columns = &[
    ("currency", ("币种", "Currency"), false),
    ("amount", ("金额", "Amount"), true),
    ("functional", ("本币金额", "Functional"), true),
    ("uninvoiced", ("未开票", "Not invoiced"), true),
    ("open", ("未核销", "Open"), true),
];
const NOTE_COLUMNS: Columns = &[
    ("num", ("账单编号", "Number"), false),
    ("number", ("单号", "Number of the order"), false),
    ("orderCode", ("订单号", "Order"), false),
    ("bizDate", ("业务日期", "Business date"), false),
    ("date", ("账单日期", "Date"), false),
    ("due", ("到期日", "Due date"), false),
    ("amount", ("金额", "Amount"), true),
    ("open", ("未核销", "Open"), true),
];
const PAPER_COLUMNS: Columns =
    &[("num", ("编号", "Number"), false), ("date", ("日期", "Date"), false), ("amount", ("金额", "Amount"), true)];
/// Notes that are drawn; more are exported.
const DRAWN_MAX: usize = 500;

/// What stands below the fields of a statement: figures, amounts, notes, invoices, write-offs, and the mails it went out with.
/// Without the right to see income no amount is told.
pub(super) fn told(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Told, Refusal> {
    let org = actor.org_id;
    let mut told = Told::default();
    let hidden = seen::hidden(conn, actor, &[id])?;
    if hidden > 0 {
        let said = Said {
            zh: format!("含{hidden}张无权限订单"),
            en: format!("{hidden} of its orders are not yours to see"),
        };
        told = told.toned(("提示", "Note"), said, "neutral");
    }
    if actor.has(INCOME_VIEW) {
        let own = rate::functional(conn, org)?;
        let rows: Vec<NoteRow> = rows_of(conn, actor, &[id])?.into_iter().map(|(_, row)| row).collect();
        told = figures(conn, (org, own), (id, &rows), told)?;
        told = told.table(("金额", "Amounts"), AMOUNT_COLUMNS, amounts(&rows, own));
        told = notes(conn, actor, (id, own, &rows), told)?;
        told = papers(conn, org, (own, &rows), told)?;
    }
    mails(conn, org, id, told)
}

fn money(raw: i64, own: Currency) -> String {
    grouped(&money_text(raw, own))
}

/// Status, period and the sums of what its reader sees.
fn figures(
    conn: &mut dyn Conn,
    (org, own): (i64, Currency),
    (id, rows): (Id, &[NoteRow]),
    told: Told,
) -> Result<Told, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(["status", "first_day", "last_day", "notes"]).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let status: String = row.get(0)?;
    let name = platform::flow::name_of(settle::status::STATEMENT_STATES, &status);
    let day = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
    let all: i64 = rows.iter().map(|row| row.functional).sum();
    let settled: i64 = rows.iter().map(|row| row.functional_settled).sum();
    let shown = |raw: i64| format!("{} {}", own.code(), money(raw, own));
    Ok(told
        .line(("清单状态", "Status"), name)
        .line(("账期", "Period"), period(&day(1)?, &day(2)?))
        .line(("账单数", "Notes"), row.get::<i64>(3)?.to_string())
        .line(("清单金额（本币）", "Amount (functional)"), shown(all))
        .line(("已核销（本币）", "Settled (functional)"), shown(settled))
        .line(("未核销（本币）", "Open (functional)"), shown(all - settled)))
}

/// A row for each currency: the functional one first.
fn amounts(rows: &[NoteRow], own: Currency) -> Vec<Vec<Said>> {
    let mut by_currency: BTreeMap<(bool, &str), Vec<&NoteRow>> = BTreeMap::new();
    for row in rows {
        by_currency.entry((row.currency != own.code(), &row.currency)).or_default().push(row);
    }
    let line = |((_, code), rows): ((bool, &str), Vec<&NoteRow>)| {
        let currency = Currency::named(code).unwrap_or(own);
        let sum = |of: fn(&NoteRow) -> i64| rows.iter().map(|row| of(row)).sum::<i64>();
        vec![
            Said::from(code.to_owned()),
            Said::from(money(sum(|row| row.amount), currency)),
            Said::from(money(sum(|row| row.functional), own)),
            Said::from(money(sum(|row| row.amount - row.invoiced), currency)),
            Said::from(money(sum(|row| row.amount - row.settled), currency)),
        ]
    };
    by_currency.into_iter().map(line).collect()
}

/// Its notes, of the orders its reader sees.
fn notes(
    conn: &mut dyn Conn,
    actor: &Actor,
    (id, own, rows): (Id, Currency, &[NoteRow]),
    told: Told,
) -> Result<Told, Refusal> {
    let mut select = seen::notes(actor, &[id]);
    select
        .columns(["id", "note_num", "note_date", "due_date"].map(|column| (NOTE, column)))
        .columns(["biz_number", "order_code", "biz_date"].map(|column| (ORDER, column)))
        .order_by((NOTE, "note_date"), Order::Asc)
        .order_by((NOTE, "id"), Order::Asc)
        .limit(u64::try_from(DRAWN_MAX).unwrap_or(u64::MAX).saturating_add(1));
    let found = conn.query(&select.into())?;
    let line = |row: &Row| {
        let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
        let note: Id = row.get(0)?;
        let amounts = |of: fn(&NoteRow) -> i64| {
            parts(own, rows.iter().filter(|row| row.note == note).map(|row| (row.currency.as_str(), of(row))))
        };
        let texts = [text(1)?, text(4)?, text(5)?, text(6)?, text(2)?, text(3)?];
        let amounts = [amounts(|row| row.amount), amounts(|row| row.amount - row.settled)];
        Ok(texts.into_iter().chain(amounts).map(Said::from).collect())
    };
    let lines = found.iter().take(DRAWN_MAX).map(line).collect::<Result<Vec<Vec<Said>>, Refusal>>()?;
    let title = if found.len() > DRAWN_MAX {
        ("账单（前500张，全部请导出明细）", "Debit notes (the first 500; export them for all)")
    } else {
        ("账单", "Debit notes")
    };
    Ok(told.table(title, NOTE_COLUMNS, lines))
}

/// The invoices and write-offs of its notes, each with what it comes to.
fn papers(conn: &mut dyn Conn, org: i64, (own, rows): (Currency, &[NoteRow]), mut told: Told) -> Result<Told, Refusal> {
    let invoices = invoices_of(conn, org, rows)?;
    if !invoices.is_empty() {
        let all = invoices.iter().map(|Invoice { num, date, currency, amount, .. }| (num, date, currency, *amount));
        told = told.table(("发票", "Invoices"), PAPER_COLUMNS, summed(own, all));
    }
    let notes: BTreeSet<Id> = rows.iter().map(|row| row.note).collect();
    let settled = write_offs_of(conn, org, &notes.into_iter().collect::<Vec<_>>())?;
    if !settled.is_empty() {
        let all = settled.iter().map(|Settled { num, date, currency, amount, .. }| (num, date, currency, *amount));
        told = told.table(("核销", "Write-offs"), PAPER_COLUMNS, summed(own, all));
    }
    Ok(told)
}

/// A row for each number, by date.
fn summed<'a>(
    own: Currency,
    parts_of: impl Iterator<Item = (&'a String, &'a String, &'a String, i64)>,
) -> Vec<Vec<Said>> {
    let mut all: BTreeMap<(&str, &str), Vec<(&str, i64)>> = BTreeMap::new();
    for (num, date, currency, amount) in parts_of {
        all.entry((date, num)).or_default().push((currency, amount));
    }
    let row = |((date, num), amounts): ((&str, &str), Vec<(&str, i64)>)| {
        vec![Said::from(num.to_owned()), Said::from(date.to_owned()), Said::from(parts(own, amounts))]
    };
    all.into_iter().map(row).collect()
}

fn mails(conn: &mut dyn Conn, org: i64, id: Id, told: Told) -> Result<Told, Refusal> {
    const COLUMNS: Columns =
        &[("time", ("时间", "Time"), false), ("to", ("收件人", "To"), false), ("status", ("状态", "Status"), false)];
    let mails = sent::of(conn, org, (sent::STATEMENT, id))?;
    if mails.is_empty() {
        return Ok(told);
    }
    let row = |mail: &sent::Mail| {
        let time = show_minute(Instant::from_millis(mail.at));
        vec![Said::from(time), Said::from(mail.to.clone()), Said::from(mail.status.clone())]
    };
    Ok(told.table(("发送记录", "Mails"), COLUMNS, mails.iter().map(row).collect()))
}
