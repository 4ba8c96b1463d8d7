//! What is told of vouchers: their entries, what they were made of, and which are looked for.

use std::collections::BTreeMap;

use book::format::{self, Line};
use book::{ENTRY, SOURCE, TABLE, origin};
use charge::{period, rate};
use kernel::{day_after_days, format_scaled, parse_scaled};
use platform::call::Call;
use platform::prelude::*;
use platform::refusal::messages;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order, Query, SelectStatement};
use settle::amounts::{figure, figure_of};

use super::{LABEL, LINK, SOURCES, Voucher, need_amounts};

/// The month of today.
pub(super) const THIS_MONTH: &str = "thisMonth";
/// The one before.
const LAST_MONTH: &str = "lastMonth";
/// Numbers of sources a link can look for.
const LINKED_MAX: usize = 50;

/// A month as it was chosen.
pub(super) fn month(actor: &Actor, text: &str) -> String {
    let today = actor.now.day();
    match text {
        THIS_MONTH => period::month_of(today),
        LAST_MONTH => period::month_of(day_after_days(today, -i64::from(today.day()))),
        other => other.to_owned(),
    }
}

/// Vouchers of a month, found by their dates.
pub(super) fn of_month(actor: &Actor, text: &str) -> Result<Condition, Refusal> {
    let month = month(actor, text);
    let date = || sql::of(TABLE, "voucher_date");
    // No month has a day behind its 31st.
    let (first, last) = (format!("{month}-01"), format!("{month}-31"));
    Ok(Condition::all().add(date().gte(sql::value(first))).add(date().lte(sql::value(last))))
}

/// Entries of the voucher of the statement around.
fn entries() -> SelectStatement {
    let mut select = Query::select();
    select
        .expr(Expr::cust("1"))
        .from(ENTRY)
        .and_where(sql::of(ENTRY, "org_id").equals((TABLE, "org_id")))
        .and_where(sql::of(ENTRY, "voucher_id").equals((TABLE, "id")));
    select
}

/// Vouchers with an entry on an account or on one below it.
pub(super) fn with_account(_: &Actor, account: &str) -> Result<Condition, Refusal> {
    let bad = || Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "account")]));
    let account: i64 = account.parse().map_err(|_| bad())?;
    let mut rows = entries();
    let above = Condition::all()
        .add(sql::of("above", "org_id").equals((ENTRY, "org_id")))
        .add(sql::of_eq("above", "id", account));
    rows.join_as(JoinType::InnerJoin, account::TABLE, "leaf", sql::same_org("leaf", ENTRY, "account_id"))
        .join_as(JoinType::InnerJoin, account::TABLE, "above", above)
        .and_where(Expr::cust("SUBSTR(leaf.code, 1, LENGTH(above.code)) = above.code"));
    Ok(Condition::all().add(Expr::exists(rows)))
}

/// Vouchers with an entry about a partner.
pub(super) fn with_coop(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    let mut rows = entries();
    rows.join(JoinType::InnerJoin, "coop", sql::same_org("coop", ENTRY, "coop_id"))
        .and_where(sql::contains(sql::of("coop", "coop_name"), text));
    Ok(Condition::all().add(Expr::exists(rows)))
}

/// Vouchers with an entry in a currency.
pub(super) fn in_currency(_: &Actor, code: &str) -> Result<Condition, Refusal> {
    let mut rows = entries();
    rows.and_where(sql::of_eq(ENTRY, "currency_code", code.to_uppercase()));
    Ok(Condition::all().add(Expr::exists(rows)))
}

/// Vouchers of an amount, or of one from and to: asked by who sees amounts.
pub(super) fn of_amount(actor: &Actor, text: &str) -> Result<Condition, Refusal> {
    need_amounts(actor)?;
    let bad = || Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "amount")]));
    let figure = |text: &str| match text.trim() {
        "" => Ok(None),
        text => parse_scaled(text, 3).map(Some).map_err(|_| bad()),
    };
    let (from, to) = text.split_once('~').unwrap_or((text, text));
    let debit = || sql::of(TABLE, "debit");
    Ok(Condition::all()
        .add_option(figure(from)?.map(|from| debit().gte(sql::value(from))))
        .add_option(figure(to)?.map(|to| debit().lte(sql::value(to)))))
}

/// Vouchers that were handed over, or not.
pub(super) fn is_exported(_: &Actor, yes: bool) -> Condition {
    let column = sql::of(TABLE, "exported_at");
    Condition::all().add(if yes { column.is_not_null() } else { column.is_null() })
}

/// Number, sources and where these are.
pub(super) fn fill(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    let ids = rows.iter().map(|row| Id::from_value(row.value("id"))).collect::<Result<Vec<_>, _>>()?;
    let sources = sources(conn, actor.org_id, &ids)?;
    for (row, id) in rows.iter_mut().zip(ids) {
        let word = String::from_value(row.value(&Voucher::WORD.name()))?;
        let number = i64::from_value(row.value(&Voucher::NUMBER.name()))?;
        let kind = String::from_value(row.value(&Voucher::KIND.name()))?;
        row.set(&LABEL.name(), format!("{word}-{number}").into_value());
        let Some((table, numbers)) = sources.get(&id) else { continue };
        row.set(&SOURCES.name(), numbers.join(",").into_value());
        if let Some(link) = link(&kind, table, numbers) {
            row.set(&LINK.name(), link.into_value());
        }
    }
    Ok(())
}

/// What vouchers were made of: the table of the first, and the numbers of all.
fn sources(conn: &mut dyn Conn, org: i64, ids: &[Id]) -> Result<BTreeMap<Id, (String, Vec<String>)>, Refusal> {
    let mut select = sql::from(org, SOURCE);
    select
        .columns(["voucher_id", "source", "number"])
        .and_where(sql::is_in(sql::col("voucher_id"), ids.iter().copied()))
        .order_by("id", Order::Asc);
    let mut found: BTreeMap<Id, (String, Vec<String>)> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let (_, numbers) = found.entry(row.get(0)?).or_insert((row.get(1)?, Vec::new()));
        numbers.push(row.get(2)?);
    }
    Ok(found)
}

/// The page that lists some sources.
fn link(kind: &str, table: &str, numbers: &[String]) -> Option<String> {
    let is_income = [book::INCOME, book::INCOME_SETTLED].contains(&kind);
    let (page, filter) = match table {
        origin::INVOICE if is_income => ("/css_income_invoice", "invoiceNum"),
        origin::INVOICE => ("/css_cost_invoice", "invoiceNum"),
        origin::WRITE_OFF if is_income => ("/css_income_writeoff", "writeoffNum"),
        origin::WRITE_OFF => ("/css_cost_writeoff", "writeoffNum"),
        origin::REPORT => ("/css_expense_report", "expenseReportNum"),
        origin::ADVANCE => ("/css_advance", "advanceNum"),
        origin::OFFSETTING => ("/css_offset", "offsetNum"),
        origin::TRANSFERRED | origin::MOVEMENT => return Some("/css_bank_journal".to_owned()),
        book::RUN | book::RUN_REVERSAL => return Some("/css_period".to_owned()),
        _ => return None,
    };
    match numbers {
        [one] => Some(format!("{page}?{filter}={one}")),
        // The first tab of invoices finds one number at a time.
        many if many.len() <= LINKED_MAX && page != "/css_income_invoice" => {
            Some(format!("{page}?{filter}={}&{filter}.how=many", many.join(",")))
        }
        _ => Some(page.to_owned()),
    }
}

/// A rate with four decimals, or with all of one that has more.
pub(super) fn rate_text(rate: i64) -> String {
    format_scaled(rate, 6, if rate % 100 == 0 { 4 } else { 6 })
}

/// The entries of a voucher, below its fields: amounts for who may see them.
pub(super) fn told(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Told, Refusal> {
    let found = format::vouchers(conn, actor.org_id, &[id])?;
    let Some(voucher) = found.first() else { return Ok(Told::default()) };
    let own = rate::functional(conn, actor.org_id)?;
    let sees = need_amounts(actor).is_ok();
    let row = |(place, line): (i64, &Line)| {
        let amount = |raw: i64| if raw == 0 || !sees { String::new() } else { figure(raw, own) };
        let original = if sees { figure_of(line.original, &line.currency)? } else { String::new() };
        let cells = [
            place.to_string(),
            line.summary.clone(),
            line.account.code.clone(),
            line.account.name.clone(),
            line.subsidiary(),
            line.currency.clone(),
            original,
            rate_text(line.rate),
            amount(line.debit),
            amount(line.credit),
        ];
        Ok::<_, Refusal>(cells.into_iter().map(Said::from).collect())
    };
    let rows = (1_i64..).zip(&voucher.lines).map(row).collect::<Result<_, _>>()?;
    let columns = [
        ("entryNo", ("分录号", "Entry"), true),
        ("summary", ("摘要", "Summary"), false),
        ("accountCode", ("科目代码", "Code"), false),
        ("accountName", ("科目名称", "Account"), false),
        ("subsidiary", ("辅助核算", "About"), false),
        ("currency", ("币种", "Currency"), false),
        ("original", ("原币金额", "Original"), true),
        ("rate", ("汇率", "Rate"), true),
        ("debit", ("借方", "Debit"), true),
        ("credit", ("贷方", "Credit"), true),
    ];
    let told = Told::default().line(("凭证字号", "Number"), voucher.label());
    Ok(told.line(("来源单号", "Sources"), voucher.sources.join("  ")).table(("分录", "Entries"), &columns, rows))
}

/// Answers the select `voucher`: the newest ones, or those of a number.
pub(super) fn offer(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let mut select = sql::from(call.actor()?.org_id, TABLE);
    select
        .columns(["id", "word", "number", "month", "summary"])
        .order_by("voucher_date", Order::Desc)
        .order_by("id", Order::Desc)
        .limit(OFFERS_MAX);
    if let Ok(id) = ask.value.parse::<i64>() {
        select.and_where(sql::eq("id", id));
    } else if let Ok(number) = ask.keyword.rsplit('-').next().unwrap_or_default().trim().parse::<i64>() {
        select.and_where(sql::eq("number", number));
    } else if !ask.keyword.is_empty() {
        select.and_where(sql::contains(sql::col("summary"), &ask.keyword));
    }
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let offer = |row: &platform::store::Row| {
        let (word, number): (String, i64) = (row.get(1)?, row.get(2)?);
        let (month, summary): (String, String) = (row.get(3)?, row.get(4)?);
        let hint = format!("{month} {summary}");
        Ok(Offer { value: row.get::<Id>(0)?.to_string(), label: format!("{word}-{number}"), hint })
    };
    rows.iter().map(offer).collect()
}

/// Answers the select `voucherMonth`: this month, the last one, and those that were opened.
pub(super) fn offer_months(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let actor = call.actor()?.clone();
    let english = call.language().starts_with("en");
    let opened = call.read(|conn| period::Months::of(conn, actor.org_id))?;
    let of = |value: &str, zh: &str, en: &str| {
        let label = if english { en } else { zh }.to_owned();
        Offer { value: value.to_owned(), label, hint: month(&actor, value) }
    };
    let mut months: Vec<&str> = opened.names().collect();
    months.reverse();
    let named =
        months.into_iter().map(|name| Offer { value: name.to_owned(), label: name.to_owned(), hint: String::new() });
    let all = [of(THIS_MONTH, "本月", "This month"), of(LAST_MONTH, "上月", "Last month")].into_iter().chain(named);
    let fits = |one: &Offer| {
        if ask.value.is_empty() {
            one.label.contains(&ask.keyword) || one.hint.contains(&ask.keyword)
        } else {
            one.value == ask.value
        }
    };
    Ok(all.filter(fits).take(usize::try_from(OFFERS_MAX).unwrap_or(usize::MAX)).collect())
}
