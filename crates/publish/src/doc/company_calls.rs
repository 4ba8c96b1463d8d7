//! Uploading, fetching and reminding of company documents.

use std::collections::BTreeSet;

use kernel::{Findings, Id, Instant, parse_day, show_second};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::messages::{REQUIRED, TOO_LONG, WRONG_KIND};
use platform::files::{self, messages::NO_FILE};
use platform::log::LogEntry;
use platform::package::storage;
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, JoinType, Order};
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Value as Json, json};

use super::PAGE;
use super::company::{
    AUDIENCES, CompanyDoc, EVERYONE, GONE, NAME_TAKEN, NO_TARGET, TABLE, TOP_FOLDER, VERSIONS, are_there, need_seen,
    seen, set_targets,
};

const FOLDER_MAX: usize = 40;

/// What an upload says beside its file.
struct Place {
    folder: String,
    visible: String,
    targets: BTreeSet<Id>,
    expires: Option<String>,
}

impl Place {
    fn of(call: &Call) -> Result<Self, Refusal> {
        let mut findings = Findings::new();
        let folder = call.query("folder").trim();
        let folder = if folder.is_empty() { TOP_FOLDER } else { folder };
        if folder.chars().count() > FOLDER_MAX {
            let n = FOLDER_MAX.to_string();
            let field = CompanyDoc::FOLDER;
            let text = TOO_LONG.with_each(&[("field", field.zh), ("n", &n)], &[("field", field.en), ("n", &n)]);
            findings.error("folder", text);
        }
        let visible = call.query("visible");
        let visible = if visible.is_empty() { EVERYONE } else { visible };
        if !AUDIENCES.iter().any(|choice| choice.value == visible) {
            let field = CompanyDoc::VISIBLE;
            findings.error("visible", REQUIRED.with_each(&[("field", field.zh)], &[("field", field.en)]));
        }
        let targets: BTreeSet<Id> =
            call.query("targetIds").split(',').filter_map(|id| id.trim().parse().ok()).map(Id).collect();
        findings.error_if(visible != EVERYONE && targets.is_empty(), "targetIds", NO_TARGET);
        let day = call.query("expireDate").trim();
        let expires = parse_day(day).map(kernel::show_day);
        if expires.is_none() && !day.is_empty() {
            let field = CompanyDoc::EXPIRE_DATE;
            findings.error("expireDate", WRONG_KIND.with_each(&[("field", field.zh)], &[("field", field.en)]));
        }
        Refusal::unless_clean(&findings, &[])?;
        Ok(Self { folder: folder.to_owned(), visible: visible.to_owned(), targets, expires })
    }
}

/// POST /hrs/doc: a file of a known name becomes its next version, the old ones are kept.
pub(super) fn upload(call: &mut Call) -> Outcome {
    let part = call.asked.parts.iter().find(|part| !part.file_name.is_empty()).cloned();
    let part = part.ok_or_else(|| Refusal::business(NO_FILE))?;
    let place = Place::of(call)?;
    let file = files::accept(&part.file_name, part.bytes, false)?;
    let (id, revision) = call.write(|tx| {
        let org = tx.org();
        if !are_there(tx, &place.visible, &place.targets)? {
            return Err(Refusal::field("targetIds", GONE.text()));
        }
        let mut known = sql::from(org, TABLE);
        known
            .columns(["id", "revision"])
            .and_where(sql::eq("folder", place.folder.clone()))
            .and_where(sql::eq("name", file.name.clone()))
            .lock_exclusive();
        let known = tx.first(&known.into())?;
        let (id, revision) = match known {
            Some(row) => next_version(tx, (row.get(0)?, row.get(1)?), file.bytes.len())?,
            None => new_doc(tx, &place, &file)?,
        };
        let cells = [
            ("doc_id", id.into_value()),
            ("revision", Value::Int(revision)),
            ("file_key", storage::keep(tx, org, &file.bytes)?.into_value()),
            ("content_type", file.known.mime.into_value()),
            ("size", size(file.bytes.len())),
            ("created_by", tx.actor.user_id.into_value()),
            ("created_at", tx.now.into_value()),
        ];
        tx.exec(&sql::insert(org, VERSIONS, &cells).into())?;
        let text = format!("上传文档：{}/{} 版本{revision}", place.folder, file.name);
        tx.log(LogEntry::of(TABLE, id, &file.name, PAGE).did("新建", "上传").text(text))?;
        Ok((id, revision))
    })?;
    Ok(Answer::Data(json!({ "id": id, "name": file.name, "revision": revision })))
}

fn size(bytes: usize) -> Value {
    Value::Int(i64::try_from(bytes).unwrap_or(i64::MAX))
}

fn next_version(tx: &mut Tx<'_>, (id, revision): (Id, i64), bytes: usize) -> Result<(Id, i64), Refusal> {
    let (org, actor) = (tx.org(), tx.actor);
    let mut visible = sql::from(org, TABLE);
    visible.column((TABLE, "id")).and_where(sql::of_eq(TABLE, "id", id)).cond_where(seen(actor));
    if tx.first(&visible.into())?.is_none() {
        return Err(Refusal::field("folder", NAME_TAKEN.text()));
    }
    let cells = [
        ("revision", Value::Int(revision + 1)),
        ("size", size(bytes)),
        ("uploaded_by", actor.user_id.into_value()),
        ("uploaded_at", tx.now.into_value()),
        ("updated_by", actor.user_id.into_value()),
        ("updated_at", tx.now.into_value()),
    ];
    let mut update = sql::update(org, TABLE, &cells);
    update.value("version", sql::col("version").add(1)).and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    Ok((id, revision + 1))
}

fn new_doc(tx: &mut Tx<'_>, place: &Place, file: &files::Accepted) -> Result<(Id, i64), Refusal> {
    let (org, id) = (tx.org(), tx.new_id());
    let (user, now) = (tx.actor.user_id.into_value(), tx.now.into_value());
    let ending = file.name.rsplit_once('.').map_or("", |(_, ending)| ending).to_lowercase();
    let cells = [
        ("id", id.into_value()),
        ("folder", place.folder.clone().into_value()),
        ("name", file.name.clone().into_value()),
        ("ending", ending.into_value()),
        ("visible", place.visible.clone().into_value()),
        ("expire_date", place.expires.clone().into_value()),
        ("downloads", Value::Int(0)),
        ("revision", Value::Int(1)),
        ("size", size(file.bytes.len())),
        ("uploaded_by", user.clone()),
        ("uploaded_at", now.clone()),
        ("version", Value::Int(1)),
        ("created_by", user.clone()),
        ("created_at", now.clone()),
        ("updated_by", user),
        ("updated_at", now),
    ];
    tx.exec(&sql::insert(org, TABLE, &cells).into()).map_err(|error| match Refusal::from(error) {
        Refusal::Unique(_) => Refusal::field("folder", NAME_TAKEN.text()),
        other => other,
    })?;
    set_targets(tx, id, &place.targets)?;
    Ok((id, 1))
}

/// GET /hrs/doc/file/{id}: shown on the page, or fetched and counted.
pub(super) fn file(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    let actor = call.actor()?;
    call.read(|conn| need_seen(conn, actor, id))?;
    let org = actor.org_id;
    let mut select = sql::from(org, VERSIONS);
    select
        .columns([(VERSIONS, "file_key"), (VERSIONS, "content_type"), ("doc", "name")])
        .join_as(JoinType::InnerJoin, TABLE, "doc", sql::same_org("doc", VERSIONS, "doc_id"))
        .and_where(sql::of_eq(VERSIONS, "doc_id", id))
        .order_by((VERSIONS, "revision"), Order::Desc)
        .limit(1);
    if let Ok(revision) = call.query("revision").parse::<i64>() {
        select.and_where(sql::of_eq(VERSIONS, "revision", revision));
    }
    let row = call.read(|conn| Ok(conn.first(&select.into())?))?.ok_or(Refusal::NotFound)?;
    let (key, mime, name): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
    if call.query("thumb") == "1" {
        let bytes = call.app.files.thumbnail(org, &key)?;
        return Ok(Answer::File { name, mime: "image/jpeg".to_owned(), bytes, inline: true });
    }
    let shown = mime.starts_with("image/") || mime == "application/pdf";
    if call.query("inline") == "1" && shown {
        return Ok(call.app.files.find(org, &key)?.answer(name, mime, true));
    }
    call.actor()?.need("sys_doc_download")?;
    let file = call.app.files.find(org, &key)?;
    call.write(|tx| {
        let mut update = sql::update(org, TABLE, &[]);
        update.value("downloads", sql::col("downloads").add(1)).and_where(sql::eq("id", id));
        tx.exec(&update.into())?;
        tx.log(LogEntry::of(TABLE, id, &name, PAGE).did("导出", "下载").text(format!("下载文档：{name}")))
    })?;
    Ok(file.answer(name, mime, false))
}

/// GET /hrs/doc/versions/{id}: newest first.
pub(super) fn versions(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    let actor = call.actor()?;
    call.read(|conn| need_seen(conn, actor, id))?;
    let org = actor.org_id;
    let mut select = sql::from(org, VERSIONS);
    select
        .columns(["revision", "size", "created_by", "created_at"])
        .and_where(sql::eq("doc_id", id))
        .order_by("revision", Order::Desc);
    let data = call.read(|conn| {
        let mut versions = Vec::new();
        for row in conn.query(&select.into())? {
            versions.push(json!({
                "revision": row.get::<i64>(0)?, "size": row.get::<i64>(1)?,
                "uploadedByName": facts::user_name(conn, org, row.get(2)?)?,
                "uploadedAt": show_second(row.get::<Instant>(3)?),
            }));
        }
        Ok(Json::Array(versions))
    })?;
    Ok(Answer::Data(data))
}
