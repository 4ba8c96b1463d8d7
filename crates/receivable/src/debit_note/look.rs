//! What is told of notes: who sees them, their amounts by currency, what hangs on them, and which are looked for.

use approval::pending;
use charge::chain::{NOTE, NOTE_ROW};
use charge::item::{self, ServiceItem};
use charge::ledger::INCOME_VIEW;
use charge::line::{self, Line, code_of};
use charge::rate;
use kernel::{Day, ExchangeRate, Instant, Price, Quantity, day_after_days, show_day};
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::attached;
use platform::list::Asked;
use platform::prelude::*;
use platform::refusal::messages;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Query, SelectStatement};
use platform::store::Row;
use serde_json::{Map, Value as Json};
use settle::amounts::{figure, parts, totals_of};
use settle::field::made;
use settle::invoice::{ALLOCATION, TABLE as INVOICE};
use settle::note::{self, NoteRow};
use trade::charge::{Currency, Side, exchange};

use super::DebitNote;
use super::act::KIND;
use super::paper::NOTES;
use crate::bill::look::{Columns, INVOICE_TITLES, INVOICES, SETTLED_AMOUNTS, WRITE_OFFS, hung, mails};

pub(super) const AMOUNTS: Field = made("currencyAmount", "账单金额（原币）", "Amount");
pub(super) const UNINVOICED: Field = made("uninvoiced", "未开票（原币）", "Not invoiced");
pub(super) const INVOICE_DATES: Field = made("invoiceDates", "发票日期", "Invoice dates");
pub(super) const ITEM: Field = Field::reference("serviceItem", "服务项目", "Service item").column("service_item_id");
pub(super) const CURRENCY: Field = Field::code("currency", "币种", "Currency").column("currency_code").wire("currency");

fn bad(name: &str) -> Refusal {
    Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", name)]))
}

/// Notes of orders an actor sees, joined with these.
pub(super) fn visible(actor: &Actor) -> SelectStatement {
    let mut select = sql::from(actor.org_id, NOTE);
    select.join(JoinType::LeftJoin, ORDER, sql::same_org(ORDER, NOTE, "order_id")).cond_where(visible_order(actor));
    select
}

/// Notes by their ids, each of an order the caller sees; refused as not there where one is not.
pub(crate) fn seen(
    conn: &mut dyn Conn,
    actor: &Actor,
    ids: &[Id],
    columns: &[&'static str],
) -> Result<Vec<Row>, Refusal> {
    NOTES.rows(conn, actor, (ids, columns))
}

/// Rows of a table that belong to the note of the statement around.
fn below(table: &'static str, column: &'static str) -> SelectStatement {
    let mut select = Query::select();
    select
        .expr(Expr::cust("1"))
        .from(table)
        .and_where(sql::of(table, "org_id").equals((NOTE, "org_id")))
        .and_where(sql::of(table, column).equals((NOTE, "id")));
    select
}

/// Notes with a charge of an item.
pub(super) fn with_item(_: &Actor, item: &str) -> Result<Condition, Refusal> {
    let item: i64 = item.parse().map_err(|_| bad("serviceItemId"))?;
    let mut charges = below(line::TABLE, "debit_note_id");
    charges.and_where(sql::of_eq(line::TABLE, "service_item_id", item));
    Ok(Condition::all().add(Expr::exists(charges)))
}

/// Notes with a row of a currency.
pub(super) fn in_currency(_: &Actor, code: &str) -> Result<Condition, Refusal> {
    let mut rows = below(NOTE_ROW, "note_id");
    rows.and_where(sql::of_eq(NOTE_ROW, "currency_code", code.to_uppercase()));
    Ok(Condition::all().add(Expr::exists(rows)))
}

/// Notes that an invoice like this covers something of.
fn invoiced(of: Condition) -> Condition {
    let mut rows = below(NOTE_ROW, "note_id");
    let org = |table: &'static str| sql::of(table, "org_id").equals((NOTE_ROW, "org_id"));
    let allocated = Condition::all()
        .add(org(ALLOCATION))
        .add(sql::of_eq(ALLOCATION, "side", code_of(Side::Receivable).to_owned()))
        .add(sql::of(ALLOCATION, "row_id").equals((NOTE_ROW, "id")));
    let invoice = Condition::all().add(org(INVOICE)).add(sql::of(INVOICE, "id").equals((ALLOCATION, "invoice_id")));
    rows.join(JoinType::InnerJoin, ALLOCATION, allocated).join(JoinType::InnerJoin, INVOICE, invoice).cond_where(of);
    Condition::all().add(Expr::exists(rows))
}

pub(crate) fn with_invoice(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    Ok(invoiced(Condition::all().add(sql::contains(sql::of(INVOICE, "invoice_num"), text))))
}

pub(crate) fn with_title(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    Ok(invoiced(Condition::all().add(sql::contains(sql::of(INVOICE, "title"), text))))
}

pub(crate) fn invoiced_on(from: Option<Day>, to: Option<Day>) -> Condition {
    let day = || sql::of(INVOICE, "invoice_date");
    let from = from.map(|from| day().gte(sql::value(show_day(from))));
    let to = to.map(|to| day().lte(sql::value(show_day(to))));
    invoiced(Condition::all().add_option(from).add_option(to))
}

/// Notes whose invoice was applied for on some days. The moment is looked up note by note: where it is a condition on the joined
/// applications, all of these days are read first.
pub(super) fn applied_on(from: Option<Day>, to: Option<Day>) -> Condition {
    let at = || {
        Expr::cust(
            "(SELECT a.created_at FROM invoice_application a \
             WHERE a.org_id = debit_note.org_id AND a.id = debit_note.application_id)",
        )
    };
    let from = from.map(|from| at().gte(Instant::start_of(from).millis()));
    let before = to.map(|to| at().lt(Instant::start_of(day_after_days(to, 1)).millis()));
    Condition::all().add_option(from).add_option(before)
}

/// Amounts by currency, and the numbers of what hangs on the notes of a page.
pub(super) fn fill(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    let org = actor.org_id;
    let ids = rows.iter().map(|row| Id::from_value(row.value("id"))).collect::<Result<Vec<_>, _>>()?;
    let own = rate::functional(conn, org)?;
    let all = note::rows(conn, org, &ids)?;
    let hung = hung(conn, org, &all)?;
    for (row, id) in rows.iter_mut().zip(ids) {
        let of = |amount: fn(&NoteRow) -> i64| {
            let own_rows = all.iter().filter(|row| row.note == id);
            parts(own, own_rows.map(|row| (row.currency.as_str(), amount(row)))).into_value()
        };
        row.set(AMOUNTS.wire, of(|row| row.amount));
        row.set(SETTLED_AMOUNTS.wire, of(|row| row.settled));
        row.set(UNINVOICED.wire, of(|row| row.amount - row.invoiced));
        let is_of = |note: Id| note == id;
        row.set(INVOICES.wire, hung.invoices(is_of, |one| &one.num));
        row.set(INVOICE_TITLES.wire, hung.invoices(is_of, |one| &one.title));
        row.set(INVOICE_DATES.wire, hung.invoices(is_of, |one| &one.date));
        row.set(WRITE_OFFS.wire, hung.write_offs(is_of));
    }
    Ok(())
}

/// The amounts of the whole result by currency.
pub(super) fn totals(conn: &mut dyn Conn, asked: &Asked<'_>) -> Result<Vec<(String, String)>, Refusal> {
    if !asked.actor().has(INCOME_VIEW) {
        return Ok(Vec::new());
    }
    let mut rows = asked.select()?;
    rows.join(
        JoinType::InnerJoin,
        NOTE_ROW,
        Condition::all()
            .add(sql::of(NOTE_ROW, "org_id").equals((NOTE, "org_id")))
            .add(sql::of(NOTE_ROW, "note_id").equals((NOTE, "id"))),
    );
    let summed = [
        (AMOUNTS, "debit_note_row.amount"),
        (SETTLED_AMOUNTS, "debit_note_row.settled"),
        (UNINVOICED, "debit_note_row.amount - debit_note_row.invoiced"),
    ];
    totals_of(conn, asked.org(), (rows, NOTE_ROW), &summed)
}

/// The files of a note, as their dialog begins.
pub(super) fn files(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    attached::begun(conn, actor.org_id, "debit_note_files", id)
}

/// What is decided about a note.
pub(super) fn more(conn: &mut dyn Conn, org: i64, id: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    let running = pending::running_on(conn, org, (KIND, id))?;
    view.insert("approving".to_owned(), running.iter().map(|one| one.told(true)).collect());
    Ok(())
}

/// An amount as it is read, without its currency.
pub(super) fn amount(raw: i64, currency: &str) -> String {
    Currency::named(currency).map(|currency| figure(raw, currency)).unwrap_or_default()
}

/// What stands below the fields of a note: figures, amounts, charges, invoices, write-offs, and the mails it went out with.
/// Without the right to see income no amount is told.
pub(super) fn told(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Told, Refusal> {
    let mut told = Told::default();
    if actor.has(INCOME_VIEW) {
        let own = rate::functional(conn, actor.org_id)?;
        told = figures(conn, (actor.org_id, own), id, told)?;
        let rows = note::rows(conn, actor.org_id, &[id])?;
        let amounts = rows.iter().map(|row| amounts_told(row, own)).collect();
        told = told.table(("金额", "Amounts"), AMOUNT_COLUMNS, amounts);
        told = charges(conn, (actor.org_id, own), id, told)?;
        told = hung(conn, actor.org_id, &rows)?.told(own, told);
    }
    mails(conn, actor.org_id, (NOTES.mail.of, id), told)
}

const AMOUNT_COLUMNS: Columns = &[
    ("currency", ("币种", "Currency"), false),
    ("amount", ("金额", "Amount"), true),
    ("rate", ("汇率", "Rate"), true),
    ("functional", ("本币金额", "Functional"), true),
    ("uninvoiced", ("未开票", "Not invoiced"), true),
    ("open", ("未核销", "Open"), true),
];
const CHARGE_COLUMNS: Columns = &[
    ("item", ("服务项目", "Service item"), false),
    ("price", ("单价", "Price"), true),
    ("quantity", ("数量", "Quantity"), true),
    ("currency", ("币种", "Currency"), false),
    ("amount", ("金额", "Amount"), true),
    ("functional", ("本币金额", "Functional"), true),
    ("tax", ("税率", "Tax"), false),
    ("note", ("备注", "Note"), false),
];
/// Status, order, and the sums of a note.
fn figures(conn: &mut dyn Conn, (org, own): (i64, Currency), id: Id, told: Told) -> Result<Told, Refusal> {
    let mut select = sql::from(org, NOTE);
    select
        .columns([(NOTE, "status"), (NOTE, "functional"), (NOTE, "functional_settled"), (NOTE, "functional_open")])
        .columns([(ORDER, "order_code"), (ORDER, "biz_number")])
        .column(("coop", "coop_name"))
        .join(JoinType::LeftJoin, ORDER, sql::same_org(ORDER, NOTE, "order_id"))
        .join(JoinType::LeftJoin, "coop", sql::same_org("coop", NOTE, "coop_id"))
        .and_where(sql::of_eq(NOTE, "id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let status: String = row.get(0)?;
    let name = platform::flow::name_of(settle::status::NOTE_STATES, &status);
    let money = |place: usize| Ok::<_, Refusal>(format!("{} {}", own.code(), amount(row.get(place)?, own.code())));
    let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
    Ok(told
        .line(("账单状态", "Status"), name)
        .line(("订单号", "Order"), text(4)?)
        .line(("单号", "Number of the order"), text(5)?)
        .line(("收款客户", "Customer"), text(6)?)
        .line(("账单金额（本币）", "Amount (functional)"), money(1)?)
        .line(("已核销（本币）", "Settled (functional)"), money(2)?)
        .line(("未核销（本币）", "Open (functional)"), money(3)?))
}

fn amounts_told(row: &NoteRow, own: Currency) -> Vec<Said> {
    let rate = exchange::text(ExchangeRate::from_raw(row.rate));
    let mixed = |zh: &str| if row.mixed { format!("{rate} {zh}") } else { rate.clone() };
    let of = |raw: i64| Said::from(amount(raw, &row.currency));
    vec![
        Said::from(row.currency.clone()),
        of(row.amount),
        Said { zh: mixed("综合"), en: mixed("mixed") },
        Said::from(amount(row.functional, own.code())),
        of(row.amount - row.invoiced),
        of(row.amount - row.settled),
    ]
}

fn charges(conn: &mut dyn Conn, (org, own): (i64, Currency), id: Id, told: Told) -> Result<Told, Refusal> {
    let lines = lines_of(conn, org, id)?;
    let items = item::by_id(conn, org, lines.iter().filter_map(|line| line.charge.service_item_id))?;
    let row = |line: &Line| {
        let charge = &line.charge;
        let item = charge.service_item_id.and_then(|id| items.get(&id));
        let name = |of: fn(&ServiceItem) -> &String| item.map(|item| of(item).clone()).unwrap_or_default();
        vec![
            Said { zh: name(|item| &item.service_name_cn), en: name(|item| &item.service_name_en) },
            Said::from(charge.price.map(|raw| Price::from_raw(raw).to_string()).unwrap_or_default()),
            Said::from(charge.quantity.map(|raw| Quantity::from_raw(raw).to_string()).unwrap_or_default()),
            Said::from(charge.currency_code.clone()),
            Said::from(amount(charge.amount.unwrap_or_default(), &charge.currency_code)),
            Said::from(amount(charge.functional, own.code())),
            Said::from(charge.tax_rate.clone()),
            Said::from(charge.note.clone()),
        ]
    };
    Ok(told.table(("费用", "Charges"), CHARGE_COLUMNS, lines.iter().map(row).collect()))
}

/// The charges of a note in the order of their order.
pub(super) fn lines_of(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Vec<Line>, Refusal> {
    let mut select = sql::from(org, NOTE);
    select.column("order_id").and_where(sql::eq("id", id));
    let order: Id = conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    let all = line::of_order(conn, org, order)?;
    Ok(all.into_iter().filter(|line| line.charge.debit_note_id == Some(id)).collect())
}

/// The calls of a note refuse while somebody decides about it.
pub(super) fn need_undecided(conn: &mut dyn Conn, org: i64, id: Id) -> Result<(), Refusal> {
    pending::need_none(conn, org, super::act::EVENT, (KIND, id))
}

/// Whether a note went out to its customer.
pub(super) const fn is_out(note: &DebitNote) -> bool {
    note.sent_at.is_some()
}
