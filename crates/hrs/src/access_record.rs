//! What a user opened last, and the menus he keeps at hand (常用菜单).

use std::collections::BTreeSet;

use kernel::{Id, Instant, Msg, show_second};
use platform::access::{Access, Actor};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::refusal::Refusal;
use platform::registry::{Operation, Room};
use platform::sea_query::{ExprTrait, OnConflict};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::permission::{Menu, menus};

const TABLE: &str = "user_access_record";
/// Menus a user may keep at hand.
const MOST: usize = 10;
/// Place of what is not kept at hand.
const NOWHERE: i64 = -1;

const TOO_MANY: Msg = Msg::new("access.too_many", "最多只能选择10项", "You can choose up to 10.");
const NOT_HELD: Msg =
    Msg::new("access.not_held", "所选菜单中有您没有权限的菜单", "You may not open one of the menus you chose.");

/// Adds the calls to the room.
pub(crate) fn add(room: &mut Room) {
    let path = |name: &str| format!("/hrs/userAccessRecord/{name}");
    room.operations.extend([
        Operation::post("record_menu", &path("recordMenu"), Access::LoggedIn, record)
            .summary("Notes that the caller opened a menu page"),
        Operation::get("list_access_records", &path("getUserAccessRecordList"), Access::LoggedIn, list)
            .summary("Menus the caller keeps at hand by their place, then those he opened, newest first"),
        Operation::post("save_access_records", &path("saveUserAccessRecordList"), Access::LoggedIn, save)
            .summary("Chooses the menus the caller keeps at hand"),
    ]);
}

#[derive(Deserialize)]
struct Visit {
    id: Id,
}

/// POST recordMenu: what is no menu of the caller is not noted.
fn record(call: &mut Call) -> Outcome {
    let visit: Visit = call.json()?;
    let actor = call.actor()?;
    if call.read(|conn| menus(conn, actor))?.contains_key(&visit.id) {
        call.write(|tx| {
            tx.no_log_line();
            let now = tx.now;
            put(tx, visit.id, NOWHERE, Some(now), "accessed_at")
        })?;
    }
    Ok(Answer::Data(Json::Null))
}

/// The caller's row of a menu: made when there is none, else its one column changed.
fn put(tx: &mut Tx<'_>, menu: Id, sort: i64, accessed: Option<Instant>, column: &'static str) -> Result<(), Refusal> {
    let now = tx.now.into_value();
    let cells = [
        ("id", tx.new_id().into_value()),
        ("user_id", tx.actor.user_id.into_value()),
        ("permission_id", menu.into_value()),
        ("sort", Value::Int(sort)),
        ("accessed_at", accessed.into_value()),
        ("created_at", now.clone()),
        ("updated_at", now),
    ];
    let mut insert = sql::insert(tx.org(), TABLE, &cells);
    let known =
        OnConflict::columns(["org_id", "user_id", "permission_id"]).update_columns([column, "updated_at"]).to_owned();
    insert.on_conflict(known);
    tx.exec(&insert.into())?;
    Ok(())
}

struct Record {
    id: Id,
    menu: Id,
    sort: i64,
    accessed: Option<Instant>,
    edited: Instant,
    created: Instant,
}

fn records(conn: &mut dyn Conn, actor: &Actor) -> Result<Vec<Record>, Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .columns(["id", "permission_id", "sort", "accessed_at", "updated_at", "created_at"])
        .and_where(sql::eq("user_id", actor.user_id));
    let rows = conn.query(&select.into())?;
    rows.iter()
        .map(|row| {
            Ok(Record {
                id: row.get(0)?,
                menu: row.get(1)?,
                sort: row.get(2)?,
                accessed: row.get(3)?,
                edited: row.get(4)?,
                created: row.get(5)?,
            })
        })
        .collect()
}

/// GET getUserAccessRecordList: of the menus the caller still may open.
fn list(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let (menus, mut records) = call.read(|conn| Ok((menus(conn, actor)?, records(conn, actor)?)))?;
    let newest = |record: &Record| std::cmp::Reverse(record.accessed.map(Instant::millis));
    records.sort_by_key(|record| (record.sort == NOWHERE, record.sort, newest(record)));
    let english = call.language().starts_with("en");
    let shown = records.iter().filter_map(|record| Some(shown(record, menus.get(&record.menu)?, english)));
    Ok(Answer::Data(Json::Array(shown.collect())))
}

fn shown(record: &Record, menu: &Menu, english: bool) -> Json {
    json!({
        "recordId": record.id,
        "permissionId": record.menu,
        "permissionName": if english { &menu.en } else { &menu.zh },
        "path": menu.path,
        "status": i64::from(record.sort != NOWHERE),
        "sort": record.sort,
        "accessTime": record.accessed.map(show_second),
        "editTime": show_second(record.edited),
        "createTime": show_second(record.created),
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Choice {
    permission_id: Id,
    status: i64,
    sort: i64,
}

/// POST saveUserAccessRecordList: the chosen ones in their order; all others are kept at hand no longer.
fn save(call: &mut Call) -> Outcome {
    let mut sent: Vec<Choice> = call.json()?;
    sent.retain(|choice| choice.status == 1);
    sent.sort_by_key(|choice| choice.sort);
    let mut seen = BTreeSet::new();
    sent.retain(|choice| seen.insert(choice.permission_id));
    if sent.len() > MOST {
        return Err(Refusal::business(TOO_MANY));
    }
    let actor = call.actor()?;
    let held = call.read(|conn| menus(conn, actor))?;
    if sent.iter().any(|choice| !held.contains_key(&choice.permission_id)) {
        return Err(Refusal::business(NOT_HELD));
    }
    call.write(|tx| {
        tx.no_log_line();
        let mut clear = sql::update(tx.org(), TABLE, &[("sort", Value::Int(NOWHERE))]);
        clear.and_where(sql::eq("user_id", tx.actor.user_id)).and_where(sql::col("sort").ne(sql::value(NOWHERE)));
        tx.exec(&clear.into())?;
        for (place, choice) in (0..).zip(&sent) {
            put(tx, choice.permission_id, place, None, "sort")?;
        }
        Ok(())
    })?;
    Ok(Answer::Data(Json::Null))
}
