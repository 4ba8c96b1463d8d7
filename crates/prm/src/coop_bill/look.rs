//! What is told of a bill: its sums, what its lines were counted of, and the mails it went out with.

use kernel::{Instant, format_scaled, grouped, show_minute};
use platform::list::Asked;
use platform::prelude::*;
use platform::sea_query::{JoinType, Order};
use settle::amounts::{figure_of, totals as sums};

use super::act::MAILS;
use super::{AMOUNT, FUNCTIONAL, OPEN, SETTLED_AMOUNT, TABLE, TAX, paper};
use crate::agreement_rule::visible;

/// Details a page lists.
const LISTED_MAX: u64 = 1_000;

/// The sums of the result, of each currency its own.
pub(super) fn totals(conn: &mut dyn Conn, asked: &Asked<'_>) -> Result<Vec<(String, String)>, Refusal> {
    let own = [
        (AMOUNT, "coop_bill.amount"),
        (TAX, "coop_bill.tax_amount"),
        (SETTLED_AMOUNT, "coop_bill.settled"),
        (OPEN, "coop_bill.open_amount"),
    ];
    sums(conn, asked, TABLE, &own)
}

/// Sums, details and mails.
pub(super) fn told(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Told, Refusal> {
    let org = actor.org_id;
    let mut select = sql::from(org, TABLE);
    select
        .columns(["currency_code", "amount", "tax_amount", "functional", "carried_in", "settled", "open_amount"])
        .and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let code: String = row.get(0)?;
    let own = charge::rate::functional(conn, org)?;
    let mut told = Told::default();
    for (place, label) in [(1, (AMOUNT.zh, AMOUNT.en)), (2, (TAX.zh, TAX.en))] {
        told = told.line(label, format!("{code} {}", figure_of(row.get(place)?, &code)?));
    }
    told = told
        .line((FUNCTIONAL.zh, FUNCTIONAL.en), format!("{} {}", own.code(), settle::amounts::figure(row.get(3)?, own)));
    for (place, label) in [(4, ("上期结转", "Carried")), (5, ("已核销", "Settled")), (6, ("未核销", "Open"))]
    {
        told = told.line(label, format!("{code} {}", figure_of(row.get(place)?, &code)?));
    }
    details(conn, actor, id, told).and_then(|told| mails(conn, org, id, told))
}

/// What lines were counted of, as far as the caller sees the orders.
fn details(conn: &mut dyn Conn, actor: &Actor, id: Id, told: Told) -> Result<Told, Refusal> {
    let all = paper::details(conn, actor.org_id, id, LISTED_MAX)?;
    if all.is_empty() {
        return Ok(told);
    }
    let orders: Vec<Id> = all.iter().filter_map(|one| one.order).collect();
    let visible = visible(conn, actor, &orders)?;
    let (shown, hidden): (Vec<_>, Vec<_>) =
        all.iter().partition(|one| one.order.is_none_or(|order| visible.contains(&order)));
    let mut told = told;
    if !hidden.is_empty() {
        let n = hidden.len();
        told = told.line(
            ("提示", "Note"),
            Said { zh: format!("含{n}张无权限订单"), en: format!("{n} orders are not yours to see") },
        );
    }
    let columns = [
        ("rule", ("条款名称", "Rule"), false),
        ("number", ("单号", "Number"), false),
        ("customerNumber", ("客户单号", "Customer's number"), false),
        ("bizNumber", ("业务单号", "Business number"), false),
        ("bizDate", ("日期", "Date"), false),
        ("quantity", ("计量", "Quantity"), true),
    ];
    let quantity = |raw: Option<i64>| raw.map(|raw| grouped(&format_scaled(raw, 3, 1))).unwrap_or_default();
    let row = |one: &&paper::Detail| {
        let texts = [&one.rule, &one.number, &one.customer_number, &one.biz_number, &one.biz_date];
        texts.into_iter().cloned().chain([quantity(one.quantity)]).map(Said::from).collect()
    };
    Ok(told.table(("计费依据", "Counted of"), &columns, shown.iter().map(row).collect()))
}

fn mails(conn: &mut dyn Conn, org: i64, id: Id, told: Told) -> Result<Told, Refusal> {
    let mut select = sql::from(org, "bill_mail");
    select
        .columns(["created_at", "to_addrs", "status"].map(|column| ("mail_log", column)))
        .join(JoinType::InnerJoin, "mail_log", sql::same_org("mail_log", "bill_mail", "mail_id"))
        .and_where(sql::of_eq("bill_mail", "kind", MAILS))
        .and_where(sql::of_eq("bill_mail", "object_id", id))
        .order_by(("mail_log", "id"), Order::Desc);
    let mut rows = Vec::new();
    for row in conn.query(&select.into())? {
        let (at, to, status): (i64, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        rows.push(vec![Said::from(show_minute(Instant::from_millis(at))), Said::from(to), Said::from(status)]);
    }
    if rows.is_empty() {
        return Ok(told);
    }
    let columns =
        [("time", ("时间", "Time"), false), ("to", ("收件人", "To"), false), ("status", ("状态", "Status"), false)];
    Ok(told.table(("发送记录", "Mails"), &columns, rows))
}
