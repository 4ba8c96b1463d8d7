//! Papers of requests, the workbook for the bank, and what a form chooses from.

use charge::ledger::{COST_VIEW, INCOME_VIEW, money_text};
use charge::rate;
use kernel::{Id, Msg};
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::files::XLSX;
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order, Query};
use platform::store::{Conn, Row, sql};
use rust_xlsxwriter::{Format, Workbook, XlsxError};
use serde::Deserialize;
use settle::amounts::{figure, figure_of};
use settle::paper::{Paper, word_of};
use settle::request::{PART_PAID, PASSED, TABLE};
use settle::{advance, receipt};

use super::{KINDS, OBJECT, PATH, look, seen};

/// Requests of one file.
const REQUESTS_MAX: usize = 2_000;

const NOT_PASSED: Msg = Msg::new(
    "request.bank_file",
    "付款申请{num}未审批通过，不能导出网银文件",
    "The payment request {num} did not pass: it can't stand in a file for the bank.",
);
const NONE: Msg = Msg::new("request.bank_none", "请选择付款申请", "Choose payment requests.");
const TOO_MANY: Msg =
    Msg::new("request.bank_many", "一次最多导出{n}个付款申请", "At most {n} requests stand in one file.");

/// A request with what papers and files show of it.
struct Shown {
    id: Id,
    num: String,
    kind: String,
    payee: String,
    currency: String,
    amount: i64,
    paid: i64,
    due: String,
    method: String,
    holder: String,
    bank: String,
    number: String,
    remark: String,
    state: String,
    applicant: String,
}

/// Requests an actor sees, in their order.
fn shown(conn: &mut dyn Conn, actor: &Actor, ids: &[Id]) -> Result<Vec<Shown>, Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .columns(["id", "request_num", "kind", "currency_code", "amount", "paid"].map(|column| (TABLE, column)))
        .columns(["due_date", "payment_method", "holder", "bank_name", "bank_number"].map(|column| (TABLE, column)))
        .columns(["remark", "state"].map(|column| (TABLE, column)))
        .columns([("payee", "coop_name"), ("applicant", "name_cn")])
        .join_as(JoinType::LeftJoin, "coop", "payee", sql::same_org("payee", TABLE, "coop_id"))
        .join_as(JoinType::LeftJoin, "app_user", "applicant", sql::same_org("applicant", TABLE, "created_by"))
        .and_where(sql::is_in(sql::of(TABLE, "id"), ids.iter().copied()))
        .cond_where(seen::visible(actor))
        .order_by((TABLE, "id"), Order::Asc);
    let one = |row: &Row| {
        let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
        Ok(Shown {
            id: row.get(0)?,
            num: row.get(1)?,
            kind: row.get(2)?,
            currency: row.get(3)?,
            amount: row.get(4)?,
            paid: row.get(5)?,
            due: text(6)?,
            method: text(7)?,
            holder: text(8)?,
            bank: text(9)?,
            number: text(10)?,
            remark: text(11)?,
            state: row.get(12)?,
            payee: text(13)?,
            applicant: text(14)?,
        })
    };
    conn.query(&select.into())?.iter().map(one).collect()
}

/// What a request prints.
pub(super) fn papers(conn: &mut dyn Conn, actor: &Actor, (ids, english): (&[Id], bool)) -> Result<Vec<Paper>, Refusal> {
    let found = shown(conn, actor, ids)?;
    found.into_iter().map(|one| paper(conn, (actor.org_id, english), one)).collect()
}

fn paper(conn: &mut dyn Conn, (org, english): (i64, bool), one: Shown) -> Result<Paper, Refusal> {
    let currency = rate::currency_of(&one.currency)?;
    let rows = super::asked::rows(conn, org, one.id)?;
    let ids: Vec<Id> = rows.iter().map(|(payment, ..)| *payment).collect();
    let named = look::payment_numbers(conn, org, &ids)?;
    let figure = |raw: i64| figure(raw, currency);
    let row = |(payment, amount, paid): (Id, i64, i64)| {
        vec![named.get(&payment).cloned().unwrap_or_default(), figure(amount), figure(paid)]
    };
    Ok(Paper {
        id: one.id,
        num: one.num.clone(),
        facts: vec![
            (("申请单号", "Number"), one.num),
            (("类型", "Type"), word_of(KINDS, &one.kind, english)),
            (("收款单位", "Payee"), if one.payee.is_empty() { one.holder.clone() } else { one.payee }),
            (("要求付款日", "Due"), one.due),
            (("收款户名", "Account name"), one.holder),
            (("账号", "Account number"), one.number),
            (("开户行", "Bank"), one.bank),
            (("付款方式", "Method"), one.method),
            (("申请人", "Applicant"), one.applicant),
        ],
        columns: vec![
            (("对账单编号", "Payment"), false),
            (("申请金额", "Asked for"), true),
            (("已付金额", "Paid"), true),
        ],
        rows: rows.into_iter().map(row).collect(),
        sums: vec![
            (("申请金额", "Amount"), format!("{} {}", one.currency, figure(one.amount))),
            (("已付金额", "Paid"), format!("{} {}", one.currency, figure(one.paid))),
        ],
        remark: one.remark,
    })
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    ids: Vec<Id>,
}

/// POST /css/paymentRequest/bankFile: what is to be paid of requests that passed, as a bank reads it.
pub(super) fn bank_file(call: &mut Call) -> Outcome {
    let Asked { ids } = call.json()?;
    if ids.is_empty() {
        return Err(Refusal::business(NONE));
    }
    if ids.len() > REQUESTS_MAX {
        return Err(Refusal::Business(TOO_MANY.with(&[("n", &REQUESTS_MAX.to_string())])));
    }
    let actor = call.actor()?.clone();
    actor.need(COST_VIEW)?;
    let found = call.read(|conn| shown(conn, &actor, &ids))?;
    if found.len() != ids.len() {
        return Err(Refusal::NotFound);
    }
    let to_pay = |one: &&Shown| ![PASSED, PART_PAID].contains(&one.state.as_str());
    if let Some(one) = found.iter().find(to_pay) {
        return Err(Refusal::Business(NOT_PASSED.with(&[("num", &one.num)])));
    }
    let bytes = workbook(&found).map_err(|error| Refusal::broken(format!("file for the bank: {error}")))?;
    call.write(|tx| {
        found.iter().try_for_each(|one| {
            let entry = LogEntry::of(OBJECT, one.id, &one.num, PATH).did("导出", "导出网银文件");
            tx.log(entry.level(Level::High))
        })
    })?;
    let day = kernel::show_day(actor.now.day());
    Ok(Answer::File { name: format!("网银付款_{day}.xlsx"), mime: XLSX.to_owned(), bytes, inline: false })
}

fn workbook(found: &[Shown]) -> Result<Vec<u8>, XlsxError> {
    const HEAD: [(&str, f64); 5] =
        [("收款户名", 36.0), ("账号", 26.0), ("开户行", 36.0), ("金额", 14.0), ("用途", 40.0)];
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    let bold = Format::new().set_bold();
    for (place, (title, wide)) in (0u16..).zip(HEAD) {
        sheet.write_with_format(0, place, title, &bold)?;
        sheet.set_column_width(place, wide)?;
    }
    for (row, one) in (1u32..).zip(found) {
        let payee = if one.holder.is_empty() { &one.payee } else { &one.holder };
        let purpose = if one.remark.is_empty() { &one.num } else { &one.remark };
        let amount = rate::currency_of(&one.currency)
            .map_or_else(|_| String::new(), |currency| money_text(one.amount - one.paid, currency));
        // Texts, so that no program reads an account number as a figure.
        for (place, text) in (0u16..).zip([payee, &one.number, &one.bank, &amount, purpose]) {
            sheet.write_string(row, place, platform::list::inert(text))?;
        }
    }
    book.save_to_buffer()
}

/// Answers the select `refundReceipt`: receipts of which something is open.
pub(super) fn receipts(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    refundable(call, ask, (receipt::TABLE, "receipt_num"))
}

/// Answers the select `refundAdvance`: what was received before a bill and is not used up.
pub(super) fn advances(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    refundable(call, ask, (advance::TABLE, "advance_num"))
}

/// What is open of money that came in, to who sees income, too: receipts that were claimed, advances that were received.
fn refundable(
    call: &mut Call,
    ask: &SelectAsk,
    (table, number): (&'static str, &'static str),
) -> Result<Vec<Offer>, Refusal> {
    let actor = call.actor()?.clone();
    if !(actor.has(COST_VIEW) && actor.has(INCOME_VIEW)) {
        return Ok(Vec::new());
    }
    let mut select = sql::from(actor.org_id, table);
    select
        .columns(["id", number, "currency_code", "open_amount"].map(|column| (table, column)))
        .column(("coop", "coop_name"))
        .join(JoinType::InnerJoin, "coop", sql::same_org("coop", table, "coop_id"))
        .order_by((table, "id"), Order::Desc)
        .limit(OFFERS_MAX);
    if table == advance::TABLE {
        let received = [advance::IN, advance::DEPOSIT_IN].map(ToOwned::to_owned);
        select.and_where(sql::is_in(sql::of(table, "kind"), received)).cond_where(of_own_order(&actor));
    }
    if let Ok(id) = ask.value.parse::<i64>() {
        select.and_where(sql::of_eq(table, "id", id));
    } else {
        let named = [(table, number), ("coop", "coop_name")];
        select.and_where(sql::of(table, "open_amount").ne(sql::value(0i64))).cond_where(sql::any_of(
            named.into_iter().map(|(of, column)| sql::contains(sql::of(of, column), &ask.keyword)),
        ));
    }
    let offer = |row: &Row| {
        let (num, code, open): (String, String, i64) = (row.get(1)?, row.get(2)?, row.get(3)?);
        let shown = figure_of(open, &code)?;
        Ok(Offer { value: row.get::<Id>(0)?.to_string(), label: format!("{num} {code} {shown}"), hint: row.get(4)? })
    };
    call.read(|conn| conn.query(&select.into())?.iter().map(offer).collect())
}

/// Advances that are for no order, or for one an actor sees.
pub(crate) fn of_own_order(actor: &Actor) -> Condition {
    let seen = visible_order(actor);
    if seen.is_empty() {
        return Condition::all();
    }
    let mut order = Query::select();
    order.expr(Expr::cust("1")).from(ORDER);
    order
        .and_where(sql::of(ORDER, "org_id").equals((advance::TABLE, "org_id")))
        .and_where(sql::of(ORDER, "id").equals((advance::TABLE, "order_id")))
        .cond_where(seen);
    Condition::any().add(sql::of(advance::TABLE, "order_id").is_null()).add(Expr::exists(order))
}
