//! /af_awb 主单号管理: the stock as a list, its tiles and the log of a number.

use std::sync::Arc;

use kernel::Id;
use platform::access::Actor;
use platform::call::{Answer, App, Call, Outcome};
use platform::field::{Choice, Field};
use platform::job::plan::{Category, Plan, Schedule};
use platform::list::{Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::refusal::Refusal;
use platform::store::{Conn, Value, sql};
use sea_query::{Condition, Expr, ExprTrait as _, Order};
use serde_json::json;
use stock::State;

/// States with their tones.
pub const STATES: &[Choice] = &[
    Choice::new("UNUSED", "未使用", "Unused").tone("ready"),
    Choice::new("RESERVED", "已预订", "Reserved").tone("info"),
    Choice::new("ALLOCATED", "已配单", "Allocated").tone("warning"),
    Choice::new("USED", "已使用", "Used").tone("done"),
    Choice::new("LOCKED", "已锁定", "Locked").tone("danger"),
    Choice::new("VOID", "已作废", "Void"),
];

/// Whom a number belongs to first.
pub const SOURCES: &[Choice] = &[
    Choice::new("自有", "自有", "Own"),
    Choice::new("一级代理", "一级代理", "First-level agent"),
    Choice::new("同行", "同行", "Co-loader"),
];

const NUMBER: Field = Field::new(platform::field::Kind::Waybill, "主单号", "MAWB").column("awb_number");
const STATE: Field = Field::state(STATES, "主单状态", "State").column("state").wire("awbStatus");
const SOURCE_TYPE: Field = Field::select(SOURCES, "运单所属", "Belongs to").column("source_type").wire("awbFromType");
const SOURCE_NAME: Field = Field::text("运单来源", "Source").column("coop_name").wire("awbFromName");
const STATION: Field = Field::code("airport", "始发港", "Origin").column("departure_station");
const RESERVED_NAME: Field = Field::text("预订单位", "Reserved for").column("coop_name").wire("reservedCoopName");
const RECEIPT: Field = Field::text("领单批次", "Receipt").column("receipt_code");
const EXPIRY: Field = Field::day("有效期", "Valid until").column("expire_date");
const CREATED: Field = Field::instant("创建时间", "Created at").column("created_at").wire("createTime");

const fn user(alias: &'static str, wire: &'static str, zh: &'static str, en: &'static str) -> Column {
    Column::of(alias, Field::text(zh, en).column("name_cn").wire(wire))
}

fn from_text() -> Expr {
    Expr::cust("COALESCE(awb.source_type || '-' || source.coop_name, awb.source_type)")
}

/// A number with or without its dash, or a part of it.
fn number_contains(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let whole = Expr::cust("(awb.prefix || awb.serial)");
    let part = if digits.is_empty() { Expr::cust("1 = 0") } else { sql::contains(whole, &digits) };
    Ok(sql::all_of([part]))
}

/// The stored state; of a reservation with the day it lasts until, `RESERVED 2026-07-15`.
fn state_until() -> Expr {
    Expr::cust(
        "(CASE WHEN awb.state = 'RESERVED' THEN awb.state || COALESCE(' ' || awb.reserved_until, '') ELSE awb.state END)",
    )
}

/// The state of [`state_until`] on the caller's day.
fn on_day(actor: &Actor, stored: &Value) -> Option<State> {
    let Value::Text(text) = stored else { return None };
    let (code, until) = text.split_once(' ').unwrap_or((text, ""));
    let over = !until.is_empty() && until < kernel::show_day(actor.now.day()).as_str();
    if over { Some(State::Unused) } else { State::from_code(code) }
}

fn state_today(actor: &Actor, stored: &Value) -> Value {
    on_day(actor, stored).map_or(Value::Null, |state| Value::Text(state.code().to_owned()))
}

/// Numbers in a state on the caller's day.
fn state_is(actor: &Actor, code: &str) -> Result<Condition, Refusal> {
    let over = || stock::run_out(&kernel::show_day(actor.now.day()));
    let stored = sql::of_eq("awb", "state", code.to_owned());
    Ok(sql::all_of([match State::from_code(code) {
        Some(State::Unused) => stored.or(over()),
        Some(State::Reserved) => stored.and(over().not()),
        _ => stored,
    }]))
}

/// Numbers whose receipt lets nobody use them any more, or the others.
fn is_expired(actor: &Actor, expired: bool) -> Condition {
    let past = sql::of("awb", "expire_date").lt(sql::value(kernel::show_day(actor.now.day())));
    if expired { sql::all_of([past]) } else { sql::any_of([past.not(), sql::of("awb", "expire_date").is_null()]) }
}

/// Who changes orders gives them numbers from here.
const ASSIGN: &str = "af-order-edit";

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let state = on_day(actor, row.value("awbStatus"));
    let codes: Vec<&str> = match state {
        Some(State::Unused) => vec![ASSIGN, "af-awb-reserve", "af-awb-lock", "af-awb-void", "af-awb-del"],
        Some(State::Reserved) => vec![ASSIGN, "af-awb-unreserve", "af-awb-lock", "af-awb-void"],
        // What the blacklist locked is free with the end of its entry alone.
        Some(State::Locked) if *row.value("blacklistId") != Value::Null => vec!["af-awb-void"],
        Some(State::Locked) => vec!["af-awb-unlock", "af-awb-void"],
        Some(State::Void) => vec!["af-awb-return"],
        _ => Vec::new(),
    };
    let allowed: Vec<&str> = codes.into_iter().filter(|code| actor.has(code)).collect();
    out.push_str(",\"can\":");
    out.push_str(&json!(allowed).to_string());
}

/// The list.
pub const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "coop", alias: "source", on: &[("source_coop_id", "id")], by_org: true },
        Join { table: "coop", alias: "reserved", on: &[("reserved_coop_id", "id")], by_org: true },
        Join { table: "app_user", alias: "keeper", on: &[("reserved_user_id", "id")], by_org: true },
        Join { table: "app_user", alias: "locker", on: &[("locker_id", "id")], by_org: true },
        Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true },
    ],
    columns: &[
        Column::own(Field::reference("awb", "编号", "Id").column("id")).hidden(),
        Column::own(Field::int("版本", "Version").column("version")).hidden(),
        Column::own(Field::reference("awbBlacklist", "黑名单", "Blacklist entry").column("blacklist_id")).hidden(),
        Column::own(NUMBER).copy().width(140),
        Column::own(Field::code("carrier", "航司", "Carrier").column("carrier_code")).not_exported(),
        Column::own(STATION),
        Column::own(SOURCE_TYPE).not_exported(),
        Column::of("source", SOURCE_NAME).not_exported(),
        Column::expr(from_text, Field::text("运单来源", "Source").wire("awbFrom")).behind().unsorted(),
        Column { sortable: true, ..Column::expr(state_until, STATE).read_as(state_today) },
        Column::own(Field::text("订单", "Orders").column("order_codes"))
            .link("/af_order?orderCode={orderCodes}")
            .not_exported(),
        Column::of("reserved", RESERVED_NAME).not_exported(),
        user("keeper", "reservedUser", "预订人", "Reserved by").not_exported(),
        Column::own(Field::instant("预订时间", "Reserved at").column("reserved_at").wire("reservedTime"))
            .not_exported(),
        Column::own(Field::day("预订至", "Reserved until").column("reserved_until")).behind().not_exported(),
        user("locker", "lockerName", "锁定人", "Locked by").not_exported(),
        Column::own(Field::instant("锁定时间", "Locked at").column("locked_at").wire("lockTime")).not_exported(),
        Column::own(Field::text("锁定原因", "Lock reason").column("lock_reason")).behind().not_exported(),
        Column::own(Field::text("作废原因", "Void reason").column("void_reason")).not_exported(),
        Column::own(Field::flag("已退回", "Returned").column("returned")).behind().not_exported(),
        Column::own(EXPIRY).not_exported(),
        Column::own(RECEIPT).not_exported(),
        user("creator", "creator", "创建人", "Created by"),
        Column::own(CREATED),
    ],
    filters: &[
        Filter::new("awbNumber", Match::Own(number_contains), NUMBER),
        Filter::new("prefix", Match::Equals, Field::text("航司前缀", "Prefix").column("prefix").max(3)),
        Filter::new("departureStation", Match::Equals, STATION),
        Filter::new("awbFromType", Match::OneOf, SOURCE_TYPE),
        Filter::new("awbFromName", Match::Contains, SOURCE_NAME)
            .columns(&[("source", "coop_name"), ("source", "coop_code")]),
        Filter::new("awbStatus", Match::Own(state_is), STATE).initially("UNUSED"),
        Filter::new("reservedCoopName", Match::Contains, RESERVED_NAME)
            .columns(&[("reserved", "coop_name"), ("reserved", "coop_code")])
            .more(),
        Filter::new("receiptCode", Match::Contains, RECEIPT).more(),
        Filter::new("createTime", Match::Range, CREATED).more(),
        Filter::new("expireDate", Match::Range, EXPIRY).more(),
        Filter::new("expired", Match::Flag(is_expired), Field::flag("已过有效期", "Expired")).more(),
    ],
    buttons: &[
        Button::new("af-awb-add", ("领单登记", "Register numbers"), "primary", "link").calls("/af_awb_receipt?new=1"),
        Button::new(ASSIGN, ("配单", "Assign to order"), "row", "custom").calls("POST /afbase/order/doUpdate"),
        Button::new("af-awb-reserve", ("预订", "Reserve"), "batch", "custom").calls("POST /afbase/awb/bookAwbList"),
        Button::new("af-awb-unreserve", ("取消预订", "Release reservation"), "batch", "custom")
            .calls("POST /afbase/awb/cancelBook"),
        Button::new("af-awb-lock", ("锁定", "Lock"), "batch", "custom").calls("POST /afbase/awb/doLock"),
        Button::new("af-awb-unlock", ("取消锁定", "Unlock"), "batch", "custom").calls("POST /afbase/awb/doCancelLock"),
        Button::new("af-awb-void", ("作废", "Void"), "batch", "custom").calls("POST /afbase/awb/doVoid"),
        Button::new("af-awb-return", ("退回航司", "Return to airline"), "batch", "custom")
            .calls("POST /afbase/awb/doReturn"),
        Button::new("af-awb-del", ("删除", "Delete"), "batch", "custom").calls("POST /afbase/awb/doDelete"),
        Button::new("af-awb-export", ("导出", "Export"), "toolbar", "export"),
    ],
    sort: "awbNumber,asc",
    export: "af-awb-export",
    decorate: Some(decorate),
    ..ListPage::new("af.awb.list", "/af_awb", ("主单号管理", "Master waybill stock"), "af_awb", "/afbase/awb", "awb")
};

/// Reservations that ran out are freed, numbers that flew are used.
pub const PLAN: Plan = Plan::new(
    "awb.days",
    ("主单预订到期与使用", "Days of reserved and flown waybill numbers"),
    (Category::Update, Schedule::Minute),
    follow,
);

fn follow(app: &Arc<App>) -> Result<usize, Refusal> {
    app.each_org(|org| {
        let by = stock::By { org, user_id: Id(0), name: "系统".to_owned(), now: app.clock.now(), mint: &app.mint };
        app.system_write(|conn| Ok(stock::expire_reservations(conn, &by)? + stock::use_flown(conn, &by)?))
    })
}

/// Numbers per state of the day.
pub fn tiles(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let today = kernel::show_day(call.now().day());
    let rows = call.read(|conn| {
        let state = Expr::case(stock::run_out(&today), Expr::cust("'UNUSED'")).finally(sql::of("awb", "state"));
        let mut select = sql::from(org, "awb");
        select.expr(state).expr(Expr::cust("COUNT(*)")).add_group_by([Expr::cust("1")]);
        conn.query(&select.into())?
            .iter()
            .map(|row| Ok((row.get::<String>(0)?, row.get::<i64>(1)?)))
            .collect::<Result<Vec<_>, Refusal>>()
    })?;
    let tiles: Vec<_> = State::ALL
        .into_iter()
        .map(|state| {
            let count = rows.iter().find(|(code, _)| code == state.code()).map_or(0, |(_, count)| *count);
            json!({ "state": state.code(), "name": state.zh(), "count": count })
        })
        .collect();
    Ok(Answer::Data(json!(tiles)))
}

/// The log of a number, newest first.
pub fn log_page(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let id: Id = call.query("awbId").parse().map(Id).map_err(|_| Refusal::NotFound)?;
    let current: u64 = Ord::max(call.query("current").parse().unwrap_or(1), 1);
    let size: u64 = call.query("size").parse().unwrap_or(20).clamp(1, 500);
    let data = call.read(|conn| {
        stock::find_id(conn, org, id)?.ok_or(Refusal::NotFound)?;
        let (total, records) = log_rows(conn, org, id, (current, size))?;
        Ok(json!({ "records": records, "total": total, "current": current, "size": size }))
    })?;
    Ok(Answer::Data(data))
}

fn log_rows(
    conn: &mut dyn Conn,
    org: i64,
    id: Id,
    (current, size): (u64, u64),
) -> Result<(i64, Vec<serde_json::Value>), Refusal> {
    let mut count = sql::from(org, "awb_log");
    count.expr(Expr::cust("COUNT(*)")).and_where(sql::eq("awb_id", id));
    let total: i64 = conn.first(&count.into())?.unwrap_or_default().get(0)?;
    let mut select = sql::from(org, "awb_log");
    select
        .columns(["id", "created_at", "operator_name", "action", "text"])
        .and_where(sql::eq("awb_id", id))
        .order_by("id", Order::Desc)
        .limit(size)
        .offset((current - 1).saturating_mul(size));
    let records = conn
        .query(&select.into())?
        .iter()
        .map(|row| {
            Ok(json!({
                "id": row.get::<i64>(0)?.to_string(),
                "time": kernel::show_second(row.get(1)?),
                "operatorName": row.get::<String>(2)?,
                "type": row.get::<String>(3)?,
                "pageName": "/af_awb",
                "text": row.get::<String>(4)?,
                "changes": [],
            }))
        })
        .collect::<Result<Vec<_>, Refusal>>()?;
    Ok((total, records))
}
