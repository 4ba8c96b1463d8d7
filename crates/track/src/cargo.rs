//! 货物追踪: the numbers people ask for, with or without an order: what is asked, what the company's package counts
//! of it, and what each user asked for last.

use facts::master::Master;
use kernel::{Findings, Id, Instant, Msg, Scope, show_second};
use platform::access::Access;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::log::LogEntry;
use platform::package::{self, Service};
use platform::refusal::Refusal;
use platform::registry::Operation;
use platform::store::{Cell, Conn, sql};
use sea_query::{OnConflict, Order};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::cargo_view;

/// Numbers followed by a company.
pub(crate) const TABLE: &str = "track_subscription";
const HISTORY: &str = "track_query";
/// Most numbers asked for at once.
const NUMBERS_MAX: usize = 20;
/// How many of a user's queries of a scope are kept.
const HISTORY_MAX: u64 = 40;
/// Longest house number.
const HOUSE_MAX: usize = 30;

const WRONG: Msg = Msg::new("track.wrong_number", "单号格式不正确：{n}", "This number is not right: {n}");
const HIDDEN: Msg =
    Msg::new("track.hidden", "{n}：您没有该订单的数据权限", "{n}: you have no data permission for its order.");
const TOO_MANY: Msg = Msg::new("track.too_many", "一次最多查询{max}个单号", "At most {max} numbers at once.");
const HOUSE_LONG: Msg =
    Msg::new("track.house_long", "分单号最多{max}个字符", "A house number has at most {max} characters.");
const USED_UP: Msg = Msg::new(
    "track.used_up",
    "空运订阅额度不足（共{max}，已用{used}）",
    "Your air tracking package has {max}, of which {used} are used. Please contact support.",
);

/// Who follows numbers: the page of it, and the pages that show numbers of air cargo. Both tracking pages open to
/// everybody; what they tell, and what they take from the company's package, is for those.
const FOLLOWERS: Access =
    Access::AnyOf(&["newCargoTracking", "af_order", "ai_order", "af_awb", "af_awb_print", "os_waybill"]);

/// Calls of both pages.
pub(crate) fn operations() -> Vec<Operation> {
    let base = "/afbase/awbSubscription";
    vec![
        Operation::get("track_cargo", "/afbase/aforder/cargoTracking", FOLLOWERS, cargo_view::view)
            .param("businessScope")
            .param("awbNumber")
            .param("hawbNumber")
            .summary("Where the cargo of a number is"),
        Operation::get("list_cargo_queries", &format!("{base}/{{businessScope}}"), FOLLOWERS, history)
            .summary("What the caller asked for last, and what is left of the package"),
        Operation::post("subscribe_cargo", &format!("{base}/cargoTrackingSubscribe"), FOLLOWERS, subscribe)
            .summary("Follows numbers; each is counted once in a period"),
        Operation::delete("remove_cargo_query", &format!("{base}/history/{{id}}"), FOLLOWERS, forget),
    ]
}

/// 空运出口 or 空运进口; no other scope is followed by waybill numbers here.
pub(crate) fn air(text: &str) -> Result<Scope, Refusal> {
    Scope::from_code(text).filter(|scope| matches!(scope, Scope::Ae | Scope::Ai)).ok_or(Refusal::NotFound)
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    business_scope: String,
    awb_numbers: Vec<String>,
    #[serde(default)]
    hawb_number: String,
}

/// The numbers as they are written, each once, in a fixed order; every wrong one is told.
fn numbers(asked: &Asked) -> Result<Vec<String>, Refusal> {
    let mut findings = Findings::new();
    let typed: Vec<&str> = asked.awb_numbers.iter().map(|text| text.trim()).filter(|text| !text.is_empty()).collect();
    findings.error_if(typed.is_empty(), "awbNumbers", trade::waybill_number::MASTER_WRONG);
    let mut sound = Vec::new();
    for text in &typed {
        match stock::mend(text) {
            Some(number) => sound.push(number),
            None => findings.error("awbNumbers", WRONG.with(&[("n", text)])),
        }
    }
    sound.sort_unstable();
    sound.dedup();
    if sound.len() > NUMBERS_MAX {
        findings.error("awbNumbers", TOO_MANY.with(&[("max", &NUMBERS_MAX.to_string())]));
    }
    if asked.hawb_number.chars().count() > HOUSE_MAX {
        findings.error("hawbNumber", HOUSE_LONG.with(&[("max", &HOUSE_MAX.to_string())]));
    }
    Refusal::unless_clean(&findings, &[])?;
    Ok(sound)
}

/// POST cargoTrackingSubscribe: which of the numbers are followed from now on.
fn subscribe(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let scope = air(&asked.business_scope)?;
    let numbers = numbers(&asked)?;
    let ip = call.asked.ip.clone();
    let fresh = call.write(|tx| {
        need_seen(tx, &numbers)?;
        let fresh = follow(tx, &numbers, &ip)?;
        for number in &numbers {
            remember(tx, scope, number, asked.hawb_number.trim())?;
        }
        prune(tx, scope)?;
        for number in &fresh {
            let org = tx.org();
            let about = trackevent::orders::about(tx, org, &Master::now(number))?;
            let mut entry = LogEntry::of("track", Id(0), number, "/newCargoTracking").about(about);
            entry.object_id = None;
            tx.log(entry.did("新建", "订阅轨迹").text(number))?;
        }
        if fresh.is_empty() {
            tx.no_log_line();
        }
        Ok(fresh)
    })?;
    Ok(Answer::Data(json!({ "awbNumbers": numbers, "fresh": fresh })))
}

/// Numbers of orders the caller does not see are not his to follow; each is told.
fn need_seen(tx: &mut Tx<'_>, numbers: &[String]) -> Result<(), Refusal> {
    let mut findings = Findings::new();
    let actor = tx.actor;
    for number in numbers {
        if trackevent::orders::is_hidden(tx, actor, &Master::now(number.as_str()))? {
            findings.error("awbNumbers", HIDDEN.with(&[("n", number)]));
        }
    }
    Refusal::unless_clean(&findings, &[])
}

/// Writes down who is followed and counts what was not counted in this period; who asks at the same time waits.
fn follow(tx: &mut Tx<'_>, numbers: &[String], ip: &str) -> Result<Vec<String>, Refusal> {
    let (org, now, user) = (tx.org(), tx.now, tx.actor.user_id);
    for number in numbers {
        let cells = [
            ("id", tx.new_id().into_value()),
            ("awb_number", number.as_str().into_value()),
            ("counted_at", 0i64.into_value()),
            ("asked_at", now.into_value()),
            ("created_by", user.into_value()),
            ("created_at", now.into_value()),
            ("created_ip", ip.into_value()),
        ];
        let mut upsert = sql::insert(org, TABLE, &cells);
        upsert.on_conflict(OnConflict::columns(["org_id", "awb_number"]).update_column("asked_at").to_owned());
        tx.exec(&upsert.into())?;
    }
    let limited = package::find(tx, org, Service::AirTracks)?;
    let begin = limited.map_or(1, |own| Instant::start_of(own.period.begin(own.start, now.day())).millis());
    let of_numbers = || sql::is_in(sql::col("awb_number"), numbers.iter().map(String::as_str));
    let mut select = sql::from(org, TABLE);
    select.columns(["awb_number", "counted_at"]).and_where(of_numbers()).order_by("awb_number", Order::Asc);
    let mut fresh: Vec<String> = Vec::new();
    for row in tx.query(&select.into())? {
        if row.get::<i64>(1)? < begin {
            fresh.push(row.get(0)?);
        }
    }
    if !fresh.is_empty() {
        count(tx, fresh.len())?;
        let mut update = sql::update(org, TABLE, &[("counted_at", now.into_value())]);
        update.and_where(sql::is_in(sql::col("awb_number"), fresh.iter().map(String::as_str)));
        tx.exec(&update.into())?;
    }
    Ok(fresh)
}

/// Takes from the package, or says what is left of it.
fn count(tx: &mut Tx<'_>, numbers: usize) -> Result<(), Refusal> {
    let (org, now) = (tx.org(), tx.now);
    match package::take(tx, Service::AirTracks, i64::try_from(numbers).unwrap_or(i64::MAX)) {
        Err(Refusal::Business(text)) => {
            let Some(own) = package::find(tx, org, Service::AirTracks)? else { return Err(Refusal::Business(text)) };
            let used = own.used(tx, org, now)?.to_string();
            let max = own.quantity.unwrap_or_default().to_string();
            Err(Refusal::Business(USED_UP.with(&[("max", &max), ("used", &used)])))
        }
        taken => taken,
    }
}

/// Puts a number on top of the caller's history.
fn remember(tx: &mut Tx<'_>, scope: Scope, number: &str, house: &str) -> Result<(), Refusal> {
    let (org, user) = (tx.org(), tx.actor.user_id);
    let mut delete = sql::delete(org, HISTORY);
    delete
        .and_where(sql::eq("user_id", user))
        .and_where(sql::eq("business_scope", scope.code()))
        .and_where(sql::eq("awb_number", number));
    tx.exec(&delete.into())?;
    let cells = [
        ("id", tx.new_id().into_value()),
        ("user_id", user.into_value()),
        ("business_scope", scope.code().into_value()),
        ("awb_number", number.into_value()),
        ("hawb_number", house.into_value()),
        ("asked_at", tx.now.into_value()),
    ];
    tx.exec(&sql::insert(org, HISTORY, &cells).into())?;
    Ok(())
}

/// Forgets what lies below the last queries.
fn prune(tx: &mut Tx<'_>, scope: Scope) -> Result<(), Refusal> {
    let (org, user) = (tx.org(), tx.actor.user_id);
    let mut select = sql::from(org, HISTORY);
    select
        .column("id")
        .and_where(sql::eq("user_id", user))
        .and_where(sql::eq("business_scope", scope.code()))
        .order_by("asked_at", Order::Desc)
        .order_by("id", Order::Desc)
        .limit(HISTORY_MAX)
        .offset(HISTORY_MAX);
    let old = tx.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<Vec<Id>, _>>()?;
    if !old.is_empty() {
        let mut delete = sql::delete(org, HISTORY);
        delete.and_where(sql::is_in(sql::col("id"), old));
        tx.exec(&delete.into())?;
    }
    Ok(())
}

/// GET {businessScope}: the caller's last queries, newest first, and the package of his company.
fn history(call: &mut Call) -> Outcome {
    let scope = air(call.path("businessScope"))?;
    let (actor, now) = (call.actor()?.clone(), call.now());
    let data = call.read(|conn| {
        let mut select = sql::from(actor.org_id, HISTORY);
        select
            .columns(["id", "awb_number", "hawb_number", "asked_at"])
            .and_where(sql::eq("user_id", actor.user_id))
            .and_where(sql::eq("business_scope", scope.code()))
            .order_by("asked_at", Order::Desc)
            .order_by("id", Order::Desc)
            .limit(HISTORY_MAX);
        let mut rows = Vec::new();
        for row in conn.query(&select.into())? {
            rows.push(json!({
                "id": row.get::<Id>(0)?,
                "awbNumber": row.get::<String>(1)?,
                "hawbNumber": row.get::<String>(2)?,
                "askedAt": show_second(row.get::<Instant>(3)?),
            }));
        }
        let package = package::find(conn, actor.org_id, Service::AirTracks)?;
        let total = package.as_ref().and_then(|own| own.quantity);
        let used = package.map(|own| own.used(conn, actor.org_id, now)).transpose()?;
        Ok(json!({ "history": rows, "used": used, "total": total }))
    })?;
    Ok(Answer::Data(data))
}

/// DELETE history/{id}: out of the caller's own history; the number stays followed.
fn forget(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    call.write(|tx| {
        let mut delete = sql::delete(tx.org(), HISTORY);
        delete.and_where(sql::eq("id", id)).and_where(sql::eq("user_id", tx.actor.user_id));
        if tx.exec(&delete.into())? == 0 {
            return Err(Refusal::NotFound);
        }
        tx.no_log_line();
        Ok(())
    })?;
    Ok(Answer::Data(Json::Null))
}

/// When somebody of the company asked for a number last; none: it is not followed.
pub(crate) fn asked_at(conn: &mut dyn Conn, org: i64, number: &str) -> Result<Option<Instant>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.column("asked_at").and_where(sql::eq("awb_number", number));
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?)
}
