//! 财务期间. The months of a company: opened, checked, closed, so that reported figures stay what they were.

mod accrue;
mod check;
pub(crate) mod difference;
mod figures;
mod papers;
mod revalue;
mod run;

use std::collections::BTreeMap;

use charge::period::{self, CLOSED, Months, OPEN};
use kernel::{Day, Id, Msg, Text, show_second};
use platform::access::Access;
use platform::call::{Call, Outcome, Tx};
use platform::document::one_at_a_time;
use platform::log::{Level, LogEntry};
use platform::refusal::{Refusal, messages};
use platform::registry::{Node, Operation, Room};
use platform::sea_query::{Expr, ExprTrait, Order};
use platform::store::{Conn, Row, Value, sql};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::order_charge::data;
use figures::Figures;
use papers::Papers;

const PATH: &str = "/css_period";
const CODE: &str = "css_period";
const OBJECT: &str = "finance_period";
/// Months that may be open before the oldest is closed, itself among them.
const OPEN_MAX: usize = 3;
const REASON_MAX: usize = 200;
/// Months the list shows, the newest first.
const SHOWN_MAX: u64 = 24;

const TOO_MANY: Msg = Msg::new(
    "period.many",
    "最多同时开启{n}个期间，请先结账{month}",
    "At most {n} periods are open; close {month} first.",
);
const NOT_NEXT: Msg =
    Msg::new("period.next", "只能开启下一期间{month}", "Only the next period, {month}, can be opened.");
const EARLIER_OPEN: Msg = Msg::new("period.earlier", "请先结账{month}", "Close {month} first.");
const NOT_OPEN: Msg = Msg::new("period.not_open", "财务期间{month}未开启", "The period {month} is not open.");
const ALREADY: Msg =
    Msg::new("period.already", "财务期间{month}已结账，无需再次结账", "The period {month} has been closed already.");
const FAILED: Msg = Msg::new("period.failed", "结账检查未通过：{what}", "The check failed: {what}");
const NOT_NEWEST: Msg = Msg::new(
    "period.newest",
    "只能反结账最近结账的期间{month}",
    "Only the period closed last, {month}, can be reopened.",
);
const NONE_CLOSED: Msg = Msg::new("period.none", "没有已结账的期间", "No period is closed.");
const REASON: Msg = Msg::new("period.reason", "请填写原因（最多200字）", "Give a reason of at most 200 characters.");

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.nodes.push(Node::page(PATH, "/cssManager/finance", "财务期间", "Periods and closing", 70));
    let buttons = [
        ("css-period-open", "开启", "Open"),
        ("css-period-check", "结账检查", "Check"),
        ("css-period-revalue", "期末调汇", "Revalue"),
        ("css-period-accrue", "期末暂估", "Accrue"),
        ("css-period-close", "结账", "Close"),
        ("css-period-reopen", "反结账", "Reopen"),
    ];
    for (place, (code, zh, en)) in (1i64..).zip(buttons) {
        room.nodes.push(Node::button(code, CODE, zh, en, place * 10));
    }
    room.settings.push(&check::NEEDS_LOCK);
    difference::add(room);
    let code = Access::Code;
    room.operations.extend([
        Operation::get("list_periods", "/css/period/list", code(CODE), list)
            .summary("The months that were opened, and the one that can be, with what counts in them"),
        Operation::post("check_period", "/css/period/check", code("css-period-check"), checked).reads(),
        Operation::post("open_period", "/css/period/open", code("css-period-open"), open),
        Operation::post("close_period", "/css/period/close", code("css-period-close"), close),
        Operation::post("reopen_period", "/css/period/reopen", code("css-period-reopen"), reopen),
    ]);
    let code = || Access::Code("css-period-revalue");
    room.operations.extend([
        Operation::post("list_revaluation", "/css/period/revalue/list", code(), revalue::list).reads().summary(
            "What is open in foreign currencies at the end of a month, at the rates of that day or at those typed",
        ),
        Operation::post("revalue_period", "/css/period/revalue", code(), revalue::make),
        Operation::post("undo_revaluation", "/css/period/revalue/undo", code(), revalue::undo),
    ]);
    let code = || Access::Code("css-period-accrue");
    room.operations.extend([
        Operation::post("list_accrual", "/css/period/accrue/list", code(), accrue::list)
            .reads()
            .summary("What is locked up to the end of a month and not invoiced then, by order and partner"),
        Operation::post("accrue_period", "/css/period/accrue", code(), accrue::make),
        Operation::post("undo_accrual", "/css/period/accrue/undo", code(), accrue::undo),
    ]);
}

/// The first day of a month that is asked for.
fn month_asked(month: &str) -> Result<Day, Refusal> {
    let bad = || Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "month")]));
    period::first_day(month).filter(|_| month.len() == 7).ok_or_else(bad)
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    month: String,
    #[serde(default)]
    reason: String,
}

impl Asked {
    /// The first day of the month.
    fn first(&self) -> Result<Day, Refusal> {
        month_asked(&self.month)
    }
}

/// GET /css/period/list.
fn list(call: &mut Call) -> Outcome {
    let (actor, today) = (call.actor()?.clone(), call.now().day());
    call.read(|conn| {
        let org = actor.org_id;
        let mut select = sql::from(org, period::TABLE);
        select.columns(["month", "state", "closed_by", "closed_at"]).order_by("month", Order::Desc).limit(SHOWN_MAX);
        let rows = conn.query(&select.into())?;
        let closers = rows.iter().filter_map(|row| row.get::<Option<Id>>(2).ok().flatten());
        let people = facts::user_names(conn, org, closers)?;
        let months = rows.iter().map(|row| row.get::<String>(0)).collect::<Result<Vec<_>, _>>()?;
        let upcoming = next_of(months.first().map(String::as_str), today);
        let mut out = vec![json!({ "month": upcoming, "state": period::UNOPENED })];
        let first_day = |month: Option<&String>| month.and_then(|month| period::first_day(month));
        if let (Some(oldest), Some(newest)) = (first_day(months.last()), first_day(months.first())) {
            let days = (oldest, newest.last_of_month());
            let (figures, papers) = (Figures::of(conn, &actor, days)?, Papers::of(conn, org, days)?);
            for (row, month) in rows.iter().zip(&months) {
                let mut told = told(row, month, (&people, &figures))?;
                told.append(&mut papers.told(month));
                out.push(Json::Object(told));
            }
        }
        Ok(json!(out))
    })
    .and_then(data)
}

/// A month as it travels.
fn told(
    row: &Row,
    month: &str,
    (people, figures): (&BTreeMap<Id, String>, &Figures),
) -> Result<Map<String, Json>, Refusal> {
    let closer: Option<Id> = row.get(2)?;
    let closed: Option<i64> = row.get(3)?;
    let mut told = figures.told(month);
    told.insert("month".to_owned(), json!(month));
    told.insert("state".to_owned(), json!(row.get::<String>(1)?));
    told.insert("closer".to_owned(), json!(closer.and_then(|id| people.get(&id))));
    told.insert("closeTime".to_owned(), json!(closed.map(|at| show_second(kernel::Instant::from_millis(at)))));
    Ok(told)
}

/// The month that can be opened: behind the newest, or the present one where none was ever.
fn next_of(newest: Option<&str>, today: Day) -> String {
    newest.and_then(period::next).unwrap_or_else(|| period::month_of(today))
}

/// The months as they are until the transaction ends: what is decided by one is not undone by who changes another.
fn months(tx: &mut Tx<'_>) -> Result<Months, Refusal> {
    let org = tx.org();
    one_at_a_time(tx, org)?;
    Months::of(tx, org)
}

fn log(month: &str, id: Id, did: &'static str) -> LogEntry {
    LogEntry::of(OBJECT, id, month, PATH).did("修改", did).level(Level::High)
}

/// POST /css/period/open: the next month.
fn open(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    asked.first()?;
    call.write(|tx| {
        let months = months(tx)?;
        let next = next_of(months.newest(), tx.now.day());
        if asked.month != next {
            return Err(Refusal::Business(NOT_NEXT.with(&[("month", &next)])));
        }
        if months.open() >= OPEN_MAX {
            let oldest = months.oldest_open().unwrap_or_default();
            return Err(Refusal::Business(TOO_MANY.with(&[("n", &OPEN_MAX.to_string()), ("month", oldest)])));
        }
        let id = period::open(tx, &asked.month)?;
        tx.log(log(&asked.month, id, "开启").text(format!("开启财务期间 {}", asked.month)))?;
        Ok(json!({ "month": asked.month, "state": OPEN }))
    })
    .and_then(data)
}

/// POST /css/period/check: what stands against closing a month.
fn checked(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let first = asked.first()?;
    let (actor, language) = (call.actor()?.clone(), call.language().to_owned());
    call.read(|conn| {
        let items = check::items(conn, &actor, (&asked.month, first))?;
        Ok(json!(items.iter().map(|item| item.told(&language)).collect::<Vec<_>>()))
    })
    .and_then(data)
}

/// The row of a month, held until the transaction ends: who dates something in it waits, or is waited for.
fn held(tx: &mut Tx<'_>, month: &str) -> Result<(Id, String), Refusal> {
    let mut select = sql::from(tx.org(), period::TABLE);
    select.columns(["id", "state"]).and_where(sql::eq("month", month.to_owned())).lock_exclusive();
    let not_open = || Refusal::Business(NOT_OPEN.with(&[("month", month)]));
    let row = tx.first(&select.into())?.ok_or_else(not_open)?;
    Ok((row.get(0)?, row.get(1)?))
}

/// POST /css/period/close: months in their order, and nothing stands against it.
fn close(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let first = asked.first()?;
    call.write(|tx| {
        let actor = tx.actor;
        let months = months(tx)?;
        let (id, state) = held(tx, &asked.month)?;
        if state == CLOSED {
            return Err(Refusal::Business(ALREADY.with(&[("month", &asked.month)])));
        }
        if let Some(oldest) = months.oldest_open().filter(|oldest| *oldest != asked.month) {
            return Err(Refusal::Business(EARLIER_OPEN.with(&[("month", oldest)])));
        }
        let failed = check::items(tx, actor, (&asked.month, first))?.into_iter().filter(check::Item::is_failed);
        let failed: Vec<Text> = failed.map(|item| item.text).collect();
        if !failed.is_empty() {
            let said =
                |language: &str| failed.iter().map(|text| text.in_language(language)).collect::<Vec<_>>().join("；");
            return Err(Refusal::Business(FAILED.with_each(&[("what", &said("zh"))], &[("what", &said("en"))])));
        }
        let by = [("closed_by", Value::Int(actor.user_id.0)), ("closed_at", Value::Int(tx.now.millis()))];
        set(tx, id, CLOSED, &by)?;
        tx.log(log(&asked.month, id, "结账").text(format!("结账 {}", asked.month)))?;
        Ok(json!({ "month": asked.month, "state": CLOSED }))
    })
    .and_then(data)
}

/// POST /css/period/reopen: the month that was closed last, for a reason.
fn reopen(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    asked.first()?;
    let reason = asked.reason.trim();
    if reason.is_empty() || reason.chars().count() > REASON_MAX {
        return Err(Refusal::field("reason", REASON.text()));
    }
    call.write(|tx| {
        let months = months(tx)?;
        let newest = months.newest_closed().ok_or_else(|| Refusal::business(NONE_CLOSED))?;
        if newest != asked.month {
            return Err(Refusal::Business(NOT_NEWEST.with(&[("month", newest)])));
        }
        let (id, state) = held(tx, &asked.month)?;
        if state != CLOSED {
            return Err(Refusal::Stale(Json::Null));
        }
        set(tx, id, OPEN, &[("closed_by", Value::Null), ("closed_at", Value::Null)])?;
        tx.log(log(&asked.month, id, "反结账").text(format!("反结账 {}：{reason}", asked.month)))?;
        Ok(json!({ "month": asked.month, "state": OPEN }))
    })
    .and_then(data)
}

fn set(tx: &mut Tx<'_>, id: Id, state: &str, more: &[(&'static str, Value)]) -> Result<(), Refusal> {
    let mut cells = vec![
        ("state", Value::Text(state.to_owned())),
        ("updated_by", Value::Int(tx.actor.user_id.0)),
        ("updated_at", Value::Int(tx.now.millis())),
    ];
    cells.extend(more.iter().cloned());
    let mut update = sql::update(tx.org(), period::TABLE, &cells);
    update.value("version", Expr::cust("version + 1")).and_where(sql::col("id").eq(sql::value(id)));
    tx.exec(&update.into())?;
    Ok(())
}
