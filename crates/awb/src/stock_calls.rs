//! What is done with numbers of the stock: batches of the list, picking and taking.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Id, Msg, parse_day, show_day};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::log::{About, Level, LogEntry};
use platform::refusal::{Refusal, messages as common};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use stock::{AwbRow, By, Offered, OfferedFor, State, Wanted};

/// Most numbers of one batch.
const BATCH_MAX: usize = 1000;

/// Messages of the batches.
pub mod messages {
    use super::Msg;

    /// How a batch went.
    pub const BATCH: Msg = Msg::new("awb.batch", "成功{n}条，跳过{m}条", "{n} done, {m} skipped.");
    /// Nothing chosen.
    pub const CHOOSE: Msg = Msg::new("awb.choose", "请选择数据", "Please choose rows.");
    /// Nobody to reserve for.
    pub const WHOM: Msg =
        Msg::new("awb.reserve_whom", "请填写预订单位或预订人", "Please fill in the partner or user to reserve for.");
    /// A reservation that ends before it begins.
    pub const UNTIL_PAST: Msg =
        Msg::new("awb.reserve_until", "预订有效期不能早于今天", "The reservation can't end before today.");
    /// No reason.
    pub const REASON: Msg = Msg::new("awb.reason", "请填写原因", "Please fill in the reason.");
    /// A reason that is too long.
    pub const REASON_LONG: Msg =
        Msg::new("awb.reason_long", "原因不能超过200个字符", "The reason can't exceed 200 characters.");
    /// Somebody who is not there.
    pub const NOBODY: Msg =
        Msg::new("awb.reserve_nobody", "预订单位或预订人不存在", "There is no such partner or user.");
}

/// Body of every batch; what an action does not need it leaves alone.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Batch {
    ids: Vec<Id>,
    #[serde(default)]
    coop_id: Option<Id>,
    #[serde(default)]
    user_id: Option<Id>,
    #[serde(default)]
    until: Option<String>,
    #[serde(default)]
    reason: Option<String>,
}

impl Batch {
    fn read(call: &Call) -> Result<Self, Refusal> {
        let batch: Self = call.json()?;
        if batch.ids.is_empty() || batch.ids.len() > BATCH_MAX {
            return Err(Refusal::business(messages::CHOOSE));
        }
        Ok(batch)
    }

    fn reason(&self, required: bool) -> Result<String, Refusal> {
        let reason = self.reason.as_deref().unwrap_or_default().trim().to_owned();
        if required && reason.is_empty() {
            return Err(Refusal::field("reason", messages::REASON.text()));
        }
        if reason.chars().count() > 200 {
            return Err(Refusal::field("reason", messages::REASON_LONG.text()));
        }
        Ok(reason)
    }
}

/// What an action makes of a row: the new cells and the words of the log, or nothing when its state forbids it.
type Step<'a> = dyn FnMut(&AwbRow, &By<'_>) -> Option<(Vec<(&'static str, Value)>, String)> + 'a;

/// Runs an action over the rows of a batch; rows in another state, or of nobody, are skipped.
fn run(call: &Call, batch: &Batch, action: &'static str, step: &mut Step<'_>) -> Outcome {
    let language = call.language().to_owned();
    let (changed, skipped) = call.write(|tx| {
        let by = By::tx(tx);
        let (mut changed, mut skipped) = (Vec::new(), Vec::new());
        for id in &batch.ids {
            let Some(row) = stock::find_id(tx, by.org, *id)? else {
                skipped.push(id.to_string());
                continue;
            };
            let done = match step(&row, &by) {
                Some((cells, text)) if stock::change(tx, &by, &row, &cells)? => {
                    stock::note(tx, &by, row.id, (action, &text))?;
                    true
                }
                _ => false,
            };
            if done { changed.push((row.order_id, row.awb_number)) } else { skipped.push(told(&row)) }
        }
        for entry in log_batch(tx, &changed) {
            let text = format!("{action} {}", entry.object_number);
            tx.log(entry.did("修改", action).text(text))?;
        }
        Ok((changed, skipped))
    })?;
    Ok(answer(changed.len(), &skipped, &language))
}

fn told(row: &AwbRow) -> String {
    format!("{} {}", row.awb_number, row.state.zh())
}

/// Lines about the numbers of a batch: one for those of no order, and one for each order with a number among them.
fn log_batch(tx: &mut Tx<'_>, changed: &[(Option<Id>, String)]) -> Vec<LogEntry> {
    if changed.is_empty() {
        tx.no_log_line();
    }
    let mut by_order: BTreeMap<Option<Id>, Vec<&str>> = BTreeMap::new();
    for (order, number) in changed {
        by_order.entry(*order).or_default().push(number);
    }
    let line = |(order, numbers): (Option<Id>, Vec<&str>)| {
        let mut entry = LogEntry::of("awb", Id(0), numbers.join(","), "/af_awb").about(About::orders(order));
        entry.object_id = None;
        entry
    };
    by_order.into_iter().map(line).collect()
}

fn answer(changed: usize, skipped: &[String], language: &str) -> Answer {
    let (n, m) = (changed.to_string(), skipped.len().to_string());
    let text = messages::BATCH.with(&[("n", &n), ("m", &m)]);
    Answer::Data(json!({
        "changed": changed,
        "skipped": skipped.len(),
        "message": text.in_language(language),
        "messages": skipped,
    }))
}

/// 预订: for a partner or a user, perhaps until a day.
pub fn book(call: &mut Call) -> Outcome {
    let batch = Batch::read(call)?;
    let until = match batch.until.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
        None => None,
        Some(text) => {
            Some(parse_day(text).ok_or_else(|| Refusal::BadRequest(common::BAD_PARAMETER.with(&[("name", "until")])))?)
        }
    };
    if batch.coop_id.is_none() && batch.user_id.is_none() {
        return Err(Refusal::field("coopId", messages::WHOM.text()));
    }
    if until.is_some_and(|day| day < call.now().day()) {
        return Err(Refusal::field("until", messages::UNTIL_PAST.text()));
    }
    let org = call.actor()?.org_id;
    let name = call.read(|conn| whom(conn, org, &batch))?;
    let until_text = until.map(show_day).unwrap_or_default();
    run(call, &batch, "预订", &mut |row, by| {
        (row.state_on(&by.today()) == State::Unused).then(|| {
            let cells = vec![
                ("state", State::Reserved.code().into_value()),
                ("reserved_coop_id", batch.coop_id.into_value()),
                (
                    "reserved_user_id",
                    batch.user_id.or(Some(by.user_id).filter(|_| batch.coop_id.is_none())).into_value(),
                ),
                ("reserved_until", until_text.as_str().into_value()),
                ("reserved_at", by.now.into_value()),
            ];
            let end = if until_text.is_empty() { String::new() } else { format!("，至{until_text}") };
            (cells, format!("{name}{end}"))
        })
    })
}

/// The name of whom a batch reserves for; refuses somebody the org does not have.
fn whom(conn: &mut dyn Conn, org: i64, batch: &Batch) -> Result<String, Refusal> {
    let mut names = Vec::new();
    if let Some(id) = batch.coop_id {
        names.push(stock::lookup::coop_name(conn, org, id)?);
    }
    if let Some(id) = batch.user_id {
        names.push(stock::lookup::user_name(conn, org, id)?);
    }
    if names.iter().any(String::is_empty) {
        return Err(Refusal::field("coopId", messages::NOBODY.text()));
    }
    Ok(names.join("、"))
}

fn free() -> Vec<(&'static str, Value)> {
    let mut cells = vec![("state", State::Unused.code().into_value())];
    cells.extend(
        ["reserved_coop_id", "reserved_user_id", "reserved_until", "reserved_at"].map(|name| (name, Value::Null)),
    );
    cells
}

/// 取消预订.
pub fn cancel_book(call: &mut Call) -> Outcome {
    let batch = Batch::read(call)?;
    run(call, &batch, "取消预订", &mut |row, _| (row.state == State::Reserved).then(|| (free(), String::new())))
}

/// 锁定, with a reason.
pub fn lock(call: &mut Call) -> Outcome {
    let batch = Batch::read(call)?;
    let reason = batch.reason(true)?;
    run(call, &batch, "锁定", &mut |row, by| {
        matches!(row.state, State::Unused | State::Reserved).then(|| {
            let cells = vec![
                ("state", State::Locked.code().into_value()),
                ("state_before_lock", row.state.code().into_value()),
                ("locker_id", by.user_id.into_value()),
                ("locked_at", by.now.into_value()),
                ("lock_reason", reason.as_str().into_value()),
            ];
            (cells, reason.clone())
        })
    })
}

/// 取消锁定: back to what it was. What the blacklist locked is free with the end of its entry alone.
pub fn cancel_lock(call: &mut Call) -> Outcome {
    let batch = Batch::read(call)?;
    run(call, &batch, "取消锁定", &mut |row, _| {
        (row.state == State::Locked && row.blacklist_id.is_none()).then(|| {
            let before = State::from_code(&row.state_before_lock).unwrap_or(State::Unused);
            let mut cells = vec![("state", before.code().into_value())];
            cells
                .extend(["state_before_lock", "locker_id", "locked_at", "lock_reason"].map(|name| (name, Value::Null)));
            (cells, String::new())
        })
    })
}

/// 作废, with a reason.
pub fn void(call: &mut Call) -> Outcome {
    let batch = Batch::read(call)?;
    let reason = batch.reason(true)?;
    run(call, &batch, "作废", &mut |row, _| {
        matches!(row.state, State::Unused | State::Reserved | State::Locked).then(|| {
            let cells = vec![("state", State::Void.code().into_value()), ("void_reason", reason.as_str().into_value())];
            (cells, reason.clone())
        })
    })
}

/// 退回航司: a void number goes back.
pub fn give_back(call: &mut Call) -> Outcome {
    let batch = Batch::read(call)?;
    run(call, &batch, "退回航司", &mut |row, by| {
        (row.state == State::Void && !row.returned).then(|| {
            let cells = vec![("returned", Value::Bool(true)), ("returned_on", by.today().into_value())];
            (cells, by.today())
        })
    })
}

/// 删除: free numbers, on the day they were registered, by who registered them.
pub fn delete(call: &mut Call) -> Outcome {
    let batch = Batch::read(call)?;
    let language = call.language().to_owned();
    let (changed, skipped) = call.write(|tx| {
        let by = By::tx(tx);
        let (mut changed, mut skipped) = (Vec::new(), Vec::new());
        for id in &batch.ids {
            let Some(row) = stock::find_id(tx, by.org, *id)? else {
                skipped.push(id.to_string());
                continue;
            };
            let fresh = row.created_by == by.user_id && row.created_at.day() == by.now.day();
            if row.state != State::Unused || !fresh {
                skipped.push(told(&row));
                continue;
            }
            let mut delete = sql::delete(by.org, "awb");
            delete.and_where(sql::eq("id", row.id)).and_where(sql::eq("version", row.version));
            if tx.exec(&delete.into())? == 1 {
                stock::note(tx, &by, row.id, ("删除", &row.awb_number))?;
                changed.push((row.order_id, row.awb_number));
            } else {
                skipped.push(told(&row));
            }
        }
        for entry in log_batch(tx, &changed) {
            tx.log(entry.did("删除", "删除").level(Level::High))?;
        }
        Ok((changed, skipped))
    })?;
    Ok(answer(changed.len(), &skipped, &language))
}

fn wanted(prefix: &str, station: &str, coop: Option<Id>) -> Wanted {
    Wanted {
        prefix: prefix.trim().to_owned(),
        station: station.trim().to_uppercase(),
        coop_id: coop,
        source_coop_id: None,
    }
}

/// 取号 without holding: what would be given now.
pub fn pick(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let (org, user) = (actor.org_id, actor.user_id);
    let mut wanted = wanted(call.query("prefix"), call.query("station"), call.query("coopId").parse().ok().map(Id));
    wanted.source_coop_id = call.query("sourceId").parse().ok().map(Id);
    let today = show_day(call.now().day());
    let found = call.read(|conn| stock::pick(conn, (org, user, &today), &wanted))?;
    let row = found.ok_or_else(|| Refusal::business(stock::messages::NONE_LEFT))?;
    Ok(Answer::Data(json!({ "awbNumber": row.awb_number, "awbId": row.id })))
}

/// Most numbers offered at once.
const OFFERED_MAX: u64 = 10;

/// Numbers an order may have, the best first; none of them is held.
pub fn offer(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let (org, user) = (actor.org_id, actor.user_id);
    let mut asked = OfferedFor {
        station: call.query("station").trim().to_uppercase(),
        coop_id: call.query("coopId").parse().ok().map(Id),
        digits: call.query("number").chars().filter(char::is_ascii_digit).take(11).collect(),
        ..OfferedFor::default()
    };
    let today = show_day(call.now().day());
    let offered = call.read(|conn| {
        asked.prefixes = prefixes(conn, org, call.query("flight"))?;
        stock::offer(conn, (org, user, &today), &asked, OFFERED_MAX)
    })?;
    let numbers: Vec<_> = offered.iter().map(|one| offered_json(one, &today)).collect();
    Ok(Answer::Data(json!(numbers)))
}

/// Prefixes of a flight's carrier; none where nobody knows the carrier.
fn prefixes(conn: &mut dyn Conn, org: i64, flight: &str) -> Result<Vec<String>, Refusal> {
    let carrier: BTreeSet<String> = flight.trim().to_uppercase().get(..2).map(ToOwned::to_owned).into_iter().collect();
    let known = facts::carriers_by_code(conn, org, &carrier)?;
    let prefixes: BTreeSet<&str> = known.iter().flat_map(|carrier| carrier.prefixes.split('/')).collect();
    Ok(prefixes.into_iter().filter(|prefix| !prefix.is_empty()).map(ToOwned::to_owned).collect())
}

fn offered_json(Offered { row, source }: &Offered, today: &str) -> Json {
    json!({
        "awbId": row.id,
        "awbNumber": row.awb_number,
        "awbStatus": row.state_on(today).code(),
        "awbFromType": row.source_type,
        "awbFromName": source,
        "departureStation": row.departure_station,
        "expireDate": row.expire_date,
    })
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Take {
    #[serde(default)]
    prefix: String,
    /// Says the prefixes where none is named.
    #[serde(default)]
    flight: String,
    #[serde(default)]
    station: String,
    #[serde(default)]
    coop_id: Option<Id>,
    #[serde(default)]
    source_id: Option<Id>,
    #[serde(default, rename = "orderUuid")]
    _order_uuid: Option<String>,
}

/// 取号: the smallest free number, held for the caller until the end of the day.
pub fn take(call: &mut Call) -> Outcome {
    let body: Take = call.json()?;
    let mut wanted = wanted(&body.prefix, &body.station, body.coop_id);
    wanted.source_coop_id = body.source_id;
    let row = call.write(|tx| {
        let by = By::tx(tx);
        let named = !wanted.prefix.is_empty();
        let of_flight = if named { Vec::new() } else { prefixes(tx, by.org, &body.flight)? };
        let mut row = if of_flight.is_empty() { stock::take(tx, &by, &wanted)? } else { None };
        for prefix in of_flight {
            if row.is_none() {
                row = stock::take(tx, &by, &Wanted { prefix, ..wanted.clone() })?;
            }
        }
        let row = row.ok_or_else(|| Refusal::business(stock::messages::NONE_LEFT))?;
        tx.log(LogEntry::of("awb", row.id, &row.awb_number, "/af_awb").did("修改", "取号"))?;
        Ok(row)
    })?;
    Ok(Answer::Data(json!({ "awbNumber": row.awb_number, "awbId": row.id })))
}
