//! /sc_track_queue 待处理轨迹: what was told and could not be put to an order, because nobody knows its code (待映射) or
//! its order (未匹配). Everybody sees what he brought in himself, administrators what anybody did.

use kernel::{Id, Msg, Text};
use order::{CLASSIFIER, carried, event};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document;
use platform::field::{Choice, Field};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::log::{About, Level, LogEntry};
use platform::refusal::Refusal;
use platform::sea_query::Condition;
use platform::store::sql::Order;
use platform::store::{Cell, Conn, Row, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::apply::{Became, Telling, Waits, tell};
use super::line::Line;
use super::{OBJECT, code};

/// Address of the page.
pub(super) const PAGE: &str = "/sc_track_queue";
const TABLE: &str = "order_event_waiting";
/// Most rows a new meaning is tried on at once.
const TRIED_MAX: u64 = 500;

const NOT_AN_EVENT: Msg = Msg::new("track.map.code", "请选择事件", "Please choose the event.");

const REASONS: &[Choice] = &[
    Choice::new("CODE", "待映射", "To be given a meaning").tone("warning"),
    Choice::new("ORDER", "未匹配", "No order").tone("info"),
];

document! {
    /// One event that waits.
    pub struct Waiting in "order_event_waiting" {
        /// What it waits for.
        reason: String = Field::state(REASONS, "状态", "State"),
        /// Whose codes it speaks.
        source: String = Field::text("来源方", "From"),
        /// What brought it.
        form: String = Field::text("来源", "Source"),
        /// What happened, as it was told.
        told: String = Field::text("事件代码", "Event code"),
        /// A fact or an expectation.
        classifier: String = Field::select(CLASSIFIER, "性质", "Kind"),
        /// Numbers that were told.
        numbers: String = Field::text("单号", "Numbers"),
        /// Box.
        container_no: String = Field::text("箱号", "Container no."),
        /// When.
        event_time: Option<i64> = Field::instant("时间", "Time"),
        /// Where.
        place: String = Field::text("地点", "Place"),
        /// Why it waits, and what was unusual.
        note: String = Field::text("说明", "Note"),
        /// File it came in.
        file_name: String = Field::text("文件", "File"),
        /// When it came.
        created_at: i64 = Field::instant("导入时间", "Imported").wire("createTime"),
    }
}

/// The rows.
pub(super) const LIST: ListPage = ListPage {
    joins: &[Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true }],
    columns: &[
        list::ID,
        Column::own(Waiting::REASON).width(90),
        Column::own(Waiting::SOURCE).width(120),
        Column::own(Waiting::FORM).width(110),
        Column::own(Waiting::TOLD).width(160).copy(),
        Column::own(Waiting::CLASSIFIER).width(70),
        Column::own(Waiting::NUMBERS).width(160).copy(),
        Column::own(Waiting::CONTAINER_NO).width(130).copy(),
        Column::own(Waiting::EVENT_TIME).width(150),
        Column::own(Waiting::PLACE).width(100),
        Column::own(Waiting::NOTE).width(240).unsorted(),
        Column::own(Waiting::FILE_NAME).width(160),
        Column::of("creator", Field::text("导入人", "Imported by").column("name_cn").wire("creator")).width(90),
        Column::own(Waiting::CREATED_AT).width(150),
    ],
    filters: &[
        Filter::new("reason", Match::OneOf, Field::select(REASONS, "状态", "State").column("reason")),
        Filter::new("number", Match::Contains, Field::text("单号/箱号", "Number or container"))
            .columns(&[(TABLE, "numbers"), (TABLE, "container_no")]),
        Filter::new("told", Match::Contains, Waiting::TOLD),
        Filter::new("source", Match::Contains, Waiting::SOURCE),
        Filter::new("createTime", Match::Range, Waiting::CREATED_AT).more(),
    ],
    buttons: &[
        Button::new("sc-track-map", ("映射", "Give meaning"), "row", "custom")
            .calls("POST /sc/track/map")
            .when("reason", &["CODE"]),
        Button::new("sc-track-retry", ("重试", "Try again"), "row", "call")
            .calls("POST /sc/track/waiting/{id}/retry")
            .for_many(),
        Button::new("sc-track-drop", ("移除", "Remove"), "row", "call")
            .calls("DELETE /sc/track/waiting/{id}")
            .asks("移除后该轨迹不再处理，是否继续？", "The event will not be used any more. Continue?")
            .for_many(),
    ],
    tabs: "reason",
    visible: Some(visible),
    decorate: Some(decorate),
    ..ListPage::new(
        "sc.track-waiting.list",
        PAGE,
        ("待处理轨迹", "Events that wait"),
        "sc_track_queue",
        "/sc/track/waiting",
        TABLE,
    )
};

fn visible(actor: &Actor) -> Condition {
    if actor.admin_role.is_empty() {
        return Condition::all().add(sql::of_eq(TABLE, "created_by", actor.user_id));
    }
    Condition::all()
}

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let map = String::from_value(row.value("reason")).is_ok_and(|reason| reason == Waits::Code.code());
    let codes: &[&str] =
        if map { &["sc-track-map", "sc-track-retry", "sc-track-drop"] } else { &["sc-track-retry", "sc-track-drop"] };
    list::write_can(actor, codes, out);
}

/// Keeps an event until its code or its order is known; false when it waits already.
pub(super) fn put(
    tx: &mut Tx<'_>,
    telling: &Telling<'_>,
    why: Waits,
    text: &Text,
    file_name: &str,
) -> Result<bool, Refusal> {
    let (line, org) = (telling.line, tx.org());
    let fingerprint = tx.app.secrets.hash(&line.fingerprint(telling.source))?;
    let mut select = sql::from(org, TABLE);
    select.column("id").and_where(sql::eq("fingerprint", fingerprint.clone()));
    if tx.first(&select.into())?.is_some() {
        return Ok(false);
    }
    let notes: Vec<&str> = std::iter::once(text).chain(&line.notes).map(|text| text.zh.as_str()).collect();
    let body = serde_json::to_string(line).map_err(|error| Refusal::broken(error.to_string()))?;
    let cells = [
        ("id", tx.new_id().into_value()),
        ("reason", why.code().into_value()),
        ("source", telling.source.to_owned().into_value()),
        ("form", telling.form.to_owned().into_value()),
        ("told", line.told.clone().into_value()),
        ("classifier", line.classifier.clone().into_value()),
        ("numbers", line.numbers.join(" ").into_value()),
        ("container_no", line.container_no.clone().into_value()),
        ("event_time", line.time.into_value()),
        ("place", line.place.clone().into_value()),
        ("note", notes.join("；").into_value()),
        ("file_name", file_name.to_owned().into_value()),
        ("body", body.into_value()),
        ("fingerprint", fingerprint.into_value()),
        ("created_by", tx.actor.user_id.into_value()),
        ("created_at", tx.now.into_value()),
    ];
    tx.exec(&sql::insert(org, TABLE, &cells).into())?;
    Ok(true)
}

const STORED: [&str; 4] = ["id", "source", "form", "body"];

/// A row that waits.
struct Stored {
    id: Id,
    source: String,
    form: String,
    line: Line,
}

fn stored(row: &Row) -> Result<Stored, Refusal> {
    let body: String = row.get(3)?;
    let line = serde_json::from_str(&body).map_err(|error| Refusal::broken(error.to_string()))?;
    Ok(Stored { id: row.get(0)?, source: row.get(1)?, form: row.get(2)?, line })
}

fn find(tx: &mut Tx<'_>, id: Id) -> Result<Stored, Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select.columns(STORED).and_where(sql::eq("id", id)).cond_where(visible(tx.actor));
    stored(&tx.first(&select.into())?.ok_or(Refusal::NotFound)?)
}

/// Tries a row again: told, it waits no more; else it says why it still does. True when it is gone.
fn try_again(tx: &mut Tx<'_>, row: &Stored) -> Result<bool, Refusal> {
    let telling = Telling { line: &row.line, form: &row.form, source: &row.source };
    let (reason, text) = match tell(tx, &telling)? {
        Became::Told { .. } => {
            remove(tx, row.id)?;
            return Ok(true);
        }
        Became::Waits(why, text) => (why.code(), text),
        Became::Bad(text) => (Waits::Order.code(), text),
    };
    let cells = [("reason", reason.into_value()), ("note", text.zh.into_value())];
    tx.exec(&sql::update(tx.org(), TABLE, &cells).and_where(sql::eq("id", row.id)).into())?;
    Ok(false)
}

fn remove(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    tx.exec(&sql::delete(tx.org(), TABLE).and_where(sql::eq("id", id)).into())?;
    Ok(())
}

fn entry(tx: &Tx<'_>, row: &Stored) -> LogEntry {
    let entry = LogEntry::of(OBJECT, row.id, format!("{} {}", row.source, row.line.told), PAGE);
    entry.about(About::own(tx.actor.user_id))
}

/// POST: tries a row again.
pub(super) fn retry(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    let gone = call.write(|tx| {
        let row = find(tx, id)?;
        let gone = try_again(tx, &row)?;
        tx.log(entry(tx, &row).did("修改", "重试").text(if gone { "已导入" } else { "仍待处理" }))?;
        Ok(gone)
    })?;
    Ok(Answer::Data(json!({ "stored": gone })))
}

/// DELETE: gives a row up.
pub(super) fn drop_one(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    call.write(|tx| {
        let row = find(tx, id)?;
        remove(tx, id)?;
        let text = format!("{} {} {}", row.line.numbers.join(" "), row.line.container_no, row.line.place);
        tx.log(entry(tx, &row).did("删除", "待处理轨迹").level(Level::High).text(text))
    })?;
    Ok(Answer::Data(Json::Null))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    id: Id,
    code: String,
}

/// POST: what the code of a row means; every row of the source that waits for it is tried again.
pub(super) fn map(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let meant = asked.code.trim().to_uppercase();
    let data = call.write(|tx| {
        let row = find(tx, asked.id)?;
        if !carried().any(|kind| event(kind.scope, &meant).is_some()) {
            return Err(Refusal::field("code", NOT_AN_EVENT.text()));
        }
        code::save(tx, &row.source, &row.line.told, &meant)?;
        let mut select = sql::from(tx.org(), TABLE);
        select
            .columns(STORED)
            .and_where(sql::eq("source", row.source.clone()))
            .and_where(sql::eq("told", row.line.told.clone()))
            .cond_where(visible(tx.actor))
            .order_by("id", Order::Asc)
            .limit(TRIED_MAX);
        let rows = tx.query(&select.into())?.iter().map(stored).collect::<Result<Vec<_>, _>>()?;
        let mut gone = 0;
        for row in &rows {
            gone += usize::from(try_again(tx, row)?);
        }
        let text = format!("{} = {meant}，已导入{gone}条，仍待处理{}条", row.line.told, rows.len() - gone);
        tx.log(entry(tx, &row).did("修改", "映射").text(text))?;
        Ok(json!({ "stored": gone, "waiting": rows.len() - gone }))
    })?;
    Ok(Answer::Data(data))
}
