//! The cards of what is billed, received, owed and paid: each counts what a list shows under some of its filters, and leads
//! there. A list that knows no scope has no card where one is asked for. These lists can't filter by 我的, so the cards are left
//! out then.

use std::collections::BTreeMap;
use std::sync::Arc;

use book::origin::{ALL, Origin};
use charge::chain::NOTE_ROW;
use charge::ledger::{money_text, whole};
use charge::rate::{self, Table};
use kernel::{ExchangeRate, Id, days_between, parse_day};
use platform::access::Actor;
use platform::list::{self, Ask, ListPage};
use platform::refusal::Refusal;
use platform::sea_query::{Expr, JoinType, Order, Query, SelectStatement};
use platform::store::{Conn, sql};
use serde_json::{Map, Value as Json, json};
use settle::application::{COVERED, ROW as APPLIED, TABLE as APPLICATION};
use trade::charge::exchange::{Kind, functional};
use trade::charge::{Currency, Fault, Money};

use super::{Asked, Of, Reader, card};

/// Customers that are named with what they owe.
const NAMED: u64 = 10;
/// The page of what waits for a voucher.
const VOUCHERS: &str = "/css_voucher_export";

/// What the rows of a card are worth.
#[derive(Clone, Copy)]
enum Worth {
    /// An expression in the functional currency.
    Own(&'static str),
    /// An expression in the currency of a column, at the rate of another one; without one at that of today.
    Rest(&'static str, Option<&'static str>, &'static str),
    /// What is left to be invoiced of the parts of applications.
    Parts,
}

/// As much of what is applied for and not invoiced as the row has left, as an application is invoiced: nothing where one is
/// owed and the other given back.
const TOWARD: &str = "CASE WHEN part.asked > 0 AND part.rest > 0 \
     THEN CASE WHEN part.asked < part.rest THEN part.asked ELSE part.rest END \
     WHEN part.asked < 0 AND part.rest < 0 \
     THEN CASE WHEN part.asked > part.rest THEN part.asked ELSE part.rest END ELSE 0 END";

/// A card: what it counts, and where it stands.
struct Paper {
    key: &'static str,
    label: (&'static str, &'static str),
    block: &'static str,
    tone: &'static str,
    of: Of,
    list: &'static str,
    query: &'static [(&'static str, &'static str)],
    worth: Worth,
}

const CHARGES: &str = "css.charge-query.list";
const NOTES: &str = "css.debit-note.list";
const REQUESTS: &str = "payable.payment-request.list";
/// States of notes with something open.
const OPEN_NOTES: &str = "MADE,STATED,TO_INVOICE,PART_INVOICED,INVOICED,PART_SETTLED";

const PAPERS: [Paper; 10] = [
    Paper {
        key: "unbilled",
        label: ("未制账单", "Income not billed"),
        block: "receivable",
        tone: "info",
        of: Of::Income,
        list: CHARGES,
        query: &[("kind", "RECEIVABLE"), ("billed", "NONE")],
        worth: Worth::Own("charge.functional"),
    },
    Paper {
        key: "toInvoice",
        label: ("待开票", "To be invoiced"),
        block: "receivable",
        tone: "warning",
        of: Of::Income,
        list: "css.income-invoice.list",
        query: &[("invoiceStatus", "NOT_INVOICED,PART_INVOICED"), ("state", "VALID")],
        worth: Worth::Parts,
    },
    Paper {
        key: "toReceive",
        label: ("待收款", "To be received"),
        block: "receivable",
        tone: "info",
        of: Of::Income,
        list: NOTES,
        query: &[("status", OPEN_NOTES)],
        worth: Worth::Own("debit_note.functional_open"),
    },
    Paper {
        key: "overdue",
        label: ("已逾期", "Overdue"),
        block: "receivable",
        tone: "danger",
        of: Of::Income,
        list: NOTES,
        query: &[("overdue", "true")],
        worth: Worth::Own("debit_note.functional_open"),
    },
    Paper {
        key: "unclaimed",
        label: ("待认领收款", "Receipts to be claimed"),
        block: "receivable",
        tone: "warning",
        of: Of::Income,
        list: "css.receipt.list",
        query: &[("state", "UNCLAIMED")],
        worth: Worth::Own("receipt.functional"),
    },
    Paper {
        key: "unreconciled",
        label: ("未对账成本", "Cost not reconciled"),
        block: "payable",
        tone: "info",
        of: Of::Cost,
        list: CHARGES,
        query: &[("kind", "PAYABLE"), ("billed", "NONE,PART")],
        worth: Worth::Rest("charge.currency_code", Some("charge.exchange_rate"), "charge.amount - charge.reconciled"),
    },
    Paper {
        key: "approving",
        label: ("审批中付款", "Payments being decided"),
        block: "payable",
        tone: "warning",
        of: Of::Cost,
        list: REQUESTS,
        query: &[("state", "RUNNING")],
        worth: Worth::Rest("payment_request.currency_code", None, "payment_request.amount"),
    },
    Paper {
        key: "toPay",
        label: ("待付款", "To be paid"),
        block: "payable",
        tone: "warning",
        of: Of::Cost,
        list: REQUESTS,
        query: &[("state", "PASSED,PART_PAID")],
        worth: Worth::Rest("payment_request.currency_code", None, "payment_request.amount - payment_request.paid"),
    },
    Paper {
        key: "invoiceToCome",
        label: ("待收票", "Invoices to come"),
        block: "payable",
        tone: "info",
        of: Of::Cost,
        list: "payable.payment.list",
        query: &[("paymentStatus", "TO_INVOICE,PART_INVOICED")],
        worth: Worth::Rest("payment.currency_code", Some("payment.exchange_rate"), "payment.amount - payment.invoiced"),
    },
    Paper {
        key: "expenseToPay",
        label: ("待付报销", "Expenses to be paid"),
        block: "payable",
        tone: "info",
        of: Of::Cost,
        list: "voucher.expense-report.list",
        query: &[("expenseReportStatus", "AUDITED")],
        worth: Worth::Own("expense_report.to_pay"),
    },
];

/// The lists of the product.
pub(super) type Lists<'a> = &'a [Arc<ListPage>];

fn opened<'a>(lists: Lists<'a>, actor: &Actor, key: &str) -> Option<&'a ListPage> {
    lists.iter().find(|list| list.key == key && actor.may(list.opened_by())).map(AsRef::as_ref)
}

/// What a list is asked for by a card; none where it knows no scope and one is asked for.
fn query_of(list: &ListPage, own: &[(&str, &str)], asked: &Asked) -> Option<BTreeMap<String, String>> {
    let mut query: BTreeMap<String, String> =
        own.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    if let Some(scope) = asked.scope {
        list.filters.iter().find(|filter| filter.name == "businessScope")?;
        query.insert("businessScope".to_owned(), scope.code().to_owned());
    }
    Some(query)
}

/// The cards, as far as their lists may be opened and their side be seen.
pub(super) fn cards(
    conn: &mut dyn Conn,
    reader: &Reader<'_>,
    (asked, lists): (&Asked, Lists<'_>),
) -> Result<Vec<Json>, Refusal> {
    if asked.mine {
        return Ok(Vec::new());
    }
    let mut cards = Vec::new();
    for paper in &PAPERS {
        let Some(list) = opened(lists, reader.actor, paper.list).filter(|_| paper.of.is_seen(reader.rights)) else {
            continue;
        };
        let Some(query) = query_of(list, paper.query, asked) else { continue };
        let rows = list::rows_of(list, reader.actor, &Ask::of_filters(list, &query, "")?)?;
        let mut told = card(paper.key, paper.label, (paper.block, paper.tone), list.path);
        told.insert("query".to_owned(), json!(query));
        let (count, amount) = if paper.of.is_seen(reader.sees) {
            worth(conn, reader, (paper.worth, rows))?
        } else {
            (count(conn, rows)?, None)
        };
        told.insert("count".to_owned(), json!(count));
        if let Some(amount) = amount {
            told.insert("amount".to_owned(), json!(money_text(amount, reader.own)));
            told.insert("of".to_owned(), json!(paper.of.name()));
        }
        cards.push(Json::Object(told));
    }
    cards.extend(to_post(conn, reader, (asked, lists))?);
    Ok(cards)
}

/// How many rows there are. Like all figures of the cards it is read once for as long as nothing of it changes.
fn count(conn: &mut dyn Conn, mut rows: SelectStatement) -> Result<i64, Refusal> {
    rows.expr(Expr::cust("COUNT(*)"));
    Ok(conn.counted(&rows.into())?.unwrap_or_default().get(0)?)
}

/// How many rows a card has and what they come to, by one statement where the rows are the same; no amount where a currency has
/// no rate today.
fn worth(
    conn: &mut dyn Conn,
    reader: &Reader<'_>,
    (worth, mut rows): (Worth, SelectStatement),
) -> Result<(i64, Option<i64>), Refusal> {
    match worth {
        Worth::Own(amount) => {
            rows.expr(Expr::cust("COUNT(*)")).expr(whole(&format!("SUM({amount})")));
            let row = conn.counted(&rows.into())?.unwrap_or_default();
            Ok((row.get(0)?, Some(row.get(1)?)))
        }
        Worth::Rest(currency, rate, amount) => {
            let sums = sums(conn, rows, (currency, rate, amount))?;
            let count = sums.iter().fold(0i64, |count, sum| count.saturating_add(sum.count));
            Ok((count, converted(conn, reader, &sums)?))
        }
        Worth::Parts => {
            // An application has several parts, in several currencies.
            let count = count(conn, rows.clone())?;
            let sums = sums(conn, parts(rows), ("part.currency_code", Some("part.exchange_rate"), TOWARD))?;
            Ok((count, converted(conn, reader, &sums)?))
        }
    }
}

/// The parts of applications: what is applied for and not invoiced, and what is left of the rows.
fn parts(mut rows: SelectStatement) -> SelectStatement {
    rows.expr_as(sql::of(NOTE_ROW, "currency_code"), "currency_code")
        .expr_as(sql::of(NOTE_ROW, "exchange_rate"), "exchange_rate")
        .expr_as(Expr::cust(format!("{APPLIED}.amount - {COVERED}")), "asked")
        .expr_as(Expr::cust(format!("{NOTE_ROW}.amount - {NOTE_ROW}.invoiced")), "rest")
        .join(
            JoinType::InnerJoin,
            APPLIED,
            Expr::cust(format!(
                "{APPLIED}.org_id = {APPLICATION}.org_id AND {APPLIED}.application_id = {APPLICATION}.id"
            )),
        )
        .join(JoinType::InnerJoin, NOTE_ROW, sql::same_org(NOTE_ROW, APPLIED, "note_row_id"));
    Query::select().from_subquery(rows, "part").take()
}

/// What rows of one currency, and of one rate of their own, come to.
struct Sum {
    currency: Currency,
    /// Their rate; none where that of today counts.
    rate: Option<i64>,
    count: i64,
    amount: i64,
}

/// The sums of rows by currency and rate: told as one text, which is remembered as a count is.
fn sums(
    conn: &mut dyn Conn,
    mut rows: SelectStatement,
    (currency, rate, amount): (&'static str, Option<&'static str>, &'static str),
) -> Result<Vec<Sum>, Refusal> {
    rows.expr_as(Expr::cust(currency), "code")
        .expr_as(Expr::cust(rate.unwrap_or("0")), "rate")
        .expr_as(Expr::cust("COUNT(*)"), "found")
        .expr_as(whole(&format!("SUM({amount})")), "amount")
        .add_group_by([Expr::cust(currency)]);
    if let Some(rate) = rate {
        rows.add_group_by([Expr::cust(rate)]);
    }
    let figures = ["rate", "found", "amount"].map(|name| format!("CAST(sums.{name} AS text)")).join(" || ' ' || ");
    let mut one = Query::select();
    one.expr(Expr::cust(format!("string_agg(sums.code || ' ' || {figures}, ',')"))).from_subquery(rows, "sums");
    let row = conn.counted(&one.into())?;
    let text = row.map(|row| row.get::<Option<String>>(0)).transpose()?.flatten().unwrap_or_default();
    text.split(',').filter(|part| !part.is_empty()).map(|part| Sum::read(part, rate.is_some())).collect()
}

impl Sum {
    fn read(part: &str, has_rate: bool) -> Result<Self, Refusal> {
        let broken = || Refusal::broken(format!("sums of the desk: {part}"));
        let (code, figures) = part.split_once(' ').ok_or_else(broken)?;
        let figures: Vec<i64> = figures.split(' ').filter_map(|figure| figure.parse().ok()).collect();
        let &[rate, count, amount] = figures.as_slice() else { return Err(broken()) };
        Ok(Self { currency: rate::currency_of(code)?, rate: has_rate.then_some(rate), count, amount })
    }
}

/// Sums in the functional currency; none where a currency has no rate today.
fn converted(conn: &mut dyn Conn, reader: &Reader<'_>, sums: &[Sum]) -> Result<Option<i64>, Refusal> {
    let is_of_today = sums.iter().any(|sum| sum.rate.is_none() && sum.currency != reader.own);
    let today = if is_of_today { Some(Table::holding(conn, reader.actor.org_id, reader.actor.now)?) } else { None };
    let broken = |fault: Fault| Refusal::broken(fault.to_string());
    let mut all: i64 = 0;
    for sum in sums {
        let held = if sum.currency == reader.own {
            Some(ExchangeRate::from_raw(RATE_ONE))
        } else if let Some(rate) = sum.rate {
            Some(ExchangeRate::from_raw(rate))
        } else {
            today.as_ref().and_then(|table| table.at(sum.currency.code(), Kind::General, reader.actor.now))
        };
        let Some(held) = held else { return Ok(None) };
        let money = Money::of_thousandths(sum.amount, sum.currency).map_err(broken)?;
        let own = functional(money, held, reader.own).and_then(Money::thousandths).map_err(broken)?;
        all = all.saturating_add(own);
    }
    Ok(Some(all))
}

const RATE_ONE: i64 = 1_000_000;

/// The key of the tab of an origin.
fn tab_of(origin: &Origin) -> Option<&'static str> {
    use book::origin as of;
    let tabs = [
        (of::ISSUED_INVOICES, "voucher.export.list"),
        (of::LOCKED_INCOME, "voucher.export-income-lock.list"),
        (of::RECEIVED_INVOICES, "voucher.export-cost.list"),
        (of::LOCKED_COST, "voucher.export-cost-lock.list"),
        (of::INCOME_WRITE_OFFS, "voucher.export-income-writeoff.list"),
        (of::COST_WRITE_OFFS, "voucher.export-cost-writeoff.list"),
        (of::EXPENSE_REPORTS, "voucher.export-expense.list"),
        (of::REPORTS_PAID, "voucher.export-expense-paid.list"),
        (of::OTHER_REQUESTS, "voucher.export-request.list"),
        (of::ADVANCES_IN, "voucher.export-advance-in.list"),
        (of::REFUNDS_OUT, "voucher.export-refund-out.list"),
        (of::ADVANCES_OUT, "voucher.export-advance-out.list"),
        (of::REFUNDS_IN, "voucher.export-refund-in.list"),
        (of::OFFSETS, "voucher.export-offset.list"),
        (of::TRANSFERS, "voucher.export-transfer.list"),
    ];
    tabs.into_iter().find(|(known, _)| known == origin).map(|(_, tab)| tab)
}

/// 待生成凭证: the documents of all types that the company posts, as their tabs show them.
fn to_post(
    conn: &mut dyn Conn,
    reader: &Reader<'_>,
    (asked, lists): (&Asked, Lists<'_>),
) -> Result<Option<Json>, Refusal> {
    let rule = book::rule(conn, reader.actor.org_id)?;
    let mut waiting = None;
    for tab in ALL.iter().filter(|origin| origin.holds(&rule)).filter_map(tab_of) {
        let Some(list) = opened(lists, reader.actor, tab) else { continue };
        let Some(query) = query_of(list, &[("voucherStatus", "WAITING")], asked) else { continue };
        let ask = Ask::of_filters(list, &query, "")?;
        let own = count(conn, list::rows_of(list, reader.actor, &ask)?)?;
        waiting = Some(waiting.unwrap_or(0i64).saturating_add(own));
    }
    Ok(waiting.map(|count| {
        let mut told = card("toPost", ("待生成凭证", "To be posted"), ("books", "warning"), VOUCHERS);
        told.insert("count".to_owned(), json!(count));
        Json::Object(told)
    }))
}

/// 逾期客户前十: who owes most beyond its day, for how long at most, and who sells to it.
pub(super) fn overdue(
    conn: &mut dyn Conn,
    reader: &Reader<'_>,
    (asked, lists): (&Asked, Lists<'_>),
) -> Result<Option<Json>, Refusal> {
    let (actor, org) = (reader.actor, reader.actor.org_id);
    let Some(list) = opened(lists, actor, NOTES).filter(|_| !asked.mine && reader.sees.income) else { return Ok(None) };
    let Some(query) = query_of(list, &[("overdue", "true")], asked) else { return Ok(None) };
    let mut rows = list::rows_of(list, actor, &Ask::of_filters(list, &query, "")?)?;
    rows.column(("debit_note", "coop_id"))
        .expr(whole("SUM(debit_note.functional_open)"))
        .expr(Expr::cust("MIN(debit_note.due_date)"))
        .group_by_col(("debit_note", "coop_id"))
        .order_by_expr(Expr::cust("SUM(debit_note.functional_open)"), Order::Desc)
        .order_by(("debit_note", "coop_id"), Order::Asc)
        .limit(NAMED);
    let found = conn.query(&rows.into())?;
    let ids: Vec<Id> = found.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    let coops = facts::coops(conn, org, ids)?;
    let people = names(conn, org, coops.values().filter_map(|coop| coop.sales_id).collect())?;
    let mut told = Vec::new();
    for row in &found {
        let Some(coop) = coops.get(&row.get(0)?) else { continue };
        let due = parse_day(&row.get::<String>(2)?).unwrap_or_else(|| actor.now.day());
        let mut one = Map::new();
        one.insert("code".to_owned(), json!(coop.code));
        one.insert("name".to_owned(), json!(coop.name));
        one.insert("amount".to_owned(), json!(money_text(row.get(1)?, reader.own)));
        one.insert("days".to_owned(), json!(days_between(due, actor.now.day())));
        one.insert("sales".to_owned(), json!(coop.sales_id.and_then(|id| people.get(&id))));
        told.push(Json::Object(one));
    }
    Ok(Some(Json::Array(told)))
}

fn names(conn: &mut dyn Conn, org: i64, people: Vec<Id>) -> Result<BTreeMap<Id, String>, Refusal> {
    if people.is_empty() {
        return Ok(BTreeMap::new());
    }
    let mut select = sql::from(org, "app_user");
    select.columns(["id", "name_cn"]).and_where(sql::is_in(sql::col("id"), people));
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}
