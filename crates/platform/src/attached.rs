//! Files hanging on a thing that is published or sent: uploaded first, named when the thing is saved.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::{Findings, Id, Msg};
use sea_query::{ExprTrait, Order};
use serde_json::{Map, Value as Json, json};

use crate::access::Actor;
use crate::call::{Answer, App, Call, Outcome, Tx};
use crate::files::{self, Accepted, FileType, messages::NO_FILE};
use crate::import::read_cells;
use crate::log::{Level, LogEntry};
use crate::package::storage;
use crate::refusal::Refusal;
use crate::store::{Cell, Conn, Row, sql};

const TABLE: &str = "published_file";
/// Most files of a thing.
const FILES_MAX: usize = 5;
/// A file nobody named is forgotten after so long.
const FORGOTTEN_MS: i64 = 24 * 60 * 60 * 1000;

const TOO_MANY: Msg = Msg::new("attached.count", "附件最多{n}个", "There can be at most {n} files.");
const NO_LENGTH: Msg = Msg::new(
    "attached.film",
    "无法读取视频时长，请上传完整的MP4文件",
    "The length of the video can't be read; please upload a whole MP4 file.",
);
const GONE: Msg = Msg::new("attached.gone", "附件不存在，请重新上传", "The file is not there; please upload it again.");

/// Keeps an uploaded file for a kind of thing; answers what the form shows of it.
pub fn upload(call: &mut Call, kind: &'static str, page: &'static str) -> Outcome {
    upload_looked_at(call, kind, page, |name, bytes| files::accept(name, bytes, false))
}

/// A look at an uploaded file: refused, or as it is kept.
pub type Look = fn(&str, Vec<u8>) -> Result<Accepted, Refusal>;

/// Most rows of a table that is kept to be read.
const TABLE_ROWS_MAX: usize = 60_000;

/// Takes a table, as a workbook or as CSV; what is none is refused before it is kept.
pub fn table(name: &str, bytes: Vec<u8>) -> Result<Accepted, Refusal> {
    let mime = if name.to_ascii_lowercase().ends_with(".csv") { "text/csv" } else { "application/octet-stream" };
    read_cells(name, &bytes, TABLE_ROWS_MAX)?;
    Ok(Accepted { name: files::clean_name(name), known: FileType { mime, image: false }, bytes })
}

/// Keeps an uploaded file that passes a look of its own.
pub fn upload_looked_at(call: &mut Call, kind: &'static str, page: &'static str, look: Look) -> Outcome {
    let part = call.asked.parts.iter().find(|part| !part.file_name.is_empty()).cloned();
    let part = part.ok_or_else(|| Refusal::business(NO_FILE))?;
    let file = look(&part.file_name, part.bytes)?;
    let (org, size) = (call.actor()?.org_id, file.bytes.len());
    call.read(|conn| storage::need_room(conn, org, size))?;
    let key = call.app.files.keep(org, &file.bytes)?;
    let file = New { name: file.name, mime: file.known.mime, size, key, seconds: None };
    put(call, kind, page, file)
}

/// Keeps a film that has arrived; its length is read from the film itself.
pub fn upload_film(call: &mut Call, kind: &'static str, page: &'static str) -> Outcome {
    let film = call.arrived.take().ok_or_else(|| Refusal::business(NO_FILE))?;
    let seconds = files::seconds_of(&mut film.read()?).ok_or_else(|| Refusal::business(NO_LENGTH))?;
    let (name, mime, size) = (film.name.clone(), film.kind.mime, usize::try_from(film.size()).unwrap_or(usize::MAX));
    let org = call.actor()?.org_id;
    call.read(|conn| storage::need_room(conn, org, size))?;
    let file = New { name, mime, size, key: film.keep()?, seconds: Some(seconds) };
    put(call, kind, page, file)
}

/// A file that lies in the store by now.
struct New {
    name: String,
    mime: &'static str,
    /// Bytes.
    size: usize,
    key: String,
    seconds: Option<i64>,
}

fn put(call: &Call, kind: &'static str, page: &'static str, file: New) -> Outcome {
    let size = i64::try_from(file.size).unwrap_or(i64::MAX);
    let id = call.write(|tx| {
        let (org, id) = (tx.org(), tx.new_id());
        storage::count(tx, org, &file.key, file.size)?;
        let cells = [
            ("id", id.into_value()),
            ("object_type", kind.into_value()),
            ("file_name", file.name.clone().into_value()),
            ("content_type", file.mime.into_value()),
            ("size", size.into_value()),
            ("file_key", file.key.into_value()),
            ("seconds", file.seconds.into_value()),
            ("created_by", tx.actor.user_id.into_value()),
            ("created_at", tx.now.into_value()),
        ];
        tx.exec(&sql::insert(org, TABLE, &cells).into())?;
        let entry = LogEntry::of(kind, id, &file.name, page).did("新建", "上传附件").level(Level::Low);
        tx.log(entry.text(format!("上传附件：{}", file.name)))?;
        Ok(id)
    })?;
    Ok(Answer::Data(json!({ "id": id, "name": file.name, "size": size, "seconds": file.seconds })))
}

/// The files of a thing as its form shows them.
pub fn list(conn: &mut dyn Conn, org: i64, kind: &str, object: Id) -> Result<Json, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["id", "file_name", "size"])
        .and_where(sql::eq("object_type", kind.to_owned()))
        .and_where(sql::eq("object_id", object))
        .order_by("id", Order::Asc);
    let rows = conn.query(&select.into())?;
    let files: Result<Vec<Json>, Refusal> = rows
        .iter()
        .map(|row| Ok(json!({ "id": row.get::<Id>(0)?, "name": row.get::<String>(1)?, "size": row.get::<i64>(2)? })))
        .collect();
    Ok(Json::Array(files?))
}

/// The same, as a dialog about them begins; nothing where there is no thing yet.
pub fn begun(conn: &mut dyn Conn, org: i64, kind: &str, object: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    let files = object.map(|id| list(conn, org, kind, id)).transpose()?;
    Ok(files.map(|files| ("files".to_owned(), files)).into_iter().collect())
}

/// The ids a body names; none when the body says nothing about files.
pub fn named(body: &Map<String, Json>) -> Option<Vec<Id>> {
    named_in(body, "files")
}

/// The ids a member of a body names.
pub fn named_in(body: &Map<String, Json>, member: &str) -> Option<Vec<Id>> {
    let id = |json: &Json| {
        let id = json.get("id").unwrap_or(json);
        id.as_str().and_then(|id| id.parse().ok()).map(Id)
    };
    body.get(member).map(|files| files.as_array().into_iter().flatten().filter_map(id).collect())
}

/// Findings about the files a body names: their number, and whose they are.
pub fn check(
    tx: &mut Tx<'_>,
    kind: &'static str,
    object: Id,
    body: &Map<String, Json>,
    findings: &mut Findings,
) -> Result<(), Refusal> {
    check_in(tx, (kind, object), (body, "files", FILES_MAX), findings)
}

/// Findings about the files a member of a body names.
pub fn check_in(
    tx: &mut Tx<'_>,
    (kind, object): (&'static str, Id),
    (body, member, most): (&Map<String, Json>, &str, usize),
    findings: &mut Findings,
) -> Result<(), Refusal> {
    let Some(ids) = named_in(body, member) else { return Ok(()) };
    if ids.len() > most {
        findings.error(member, TOO_MANY.with(&[("n", &most.to_string())]));
    }
    let mut select = sql::from(tx.org(), TABLE);
    select
        .column("id")
        .and_where(sql::eq("object_type", kind))
        .and_where(sql::is_in(sql::col("id"), ids.iter().copied()))
        .and_where(sql::col("object_id").is_null().or(sql::eq("object_id", object)));
    let known = tx.query(&select.into())?.len();
    findings.error_if(known != ids.len(), member, GONE);
    Ok(())
}

/// Hangs the named files on a thing, and takes the others off.
pub fn hang(tx: &mut Tx<'_>, kind: &'static str, object: Id, ids: &[Id]) -> Result<(), Refusal> {
    let org = tx.org();
    let mut off = sql::delete(org, TABLE);
    off.and_where(sql::eq("object_type", kind)).and_where(sql::eq("object_id", object));
    if !ids.is_empty() {
        off.and_where(sql::is_in(sql::col("id"), ids.iter().copied()).not());
    }
    tx.exec(&off.into())?;
    let mut on = sql::update(org, TABLE, &[("object_id", object.into_value())]);
    on.and_where(sql::is_in(sql::col("id"), ids.iter().copied()));
    tx.exec(&on.into())?;
    Ok(())
}

/// Keeps a file that was made for a thing, and hangs it on this beside the others. The caller writes the log line.
pub fn keep(
    tx: &mut Tx<'_>,
    (kind, object): (&'static str, Id),
    (name, mime): (&str, &str),
    bytes: &[u8],
) -> Result<Id, Refusal> {
    let (org, id) = (tx.org(), tx.new_id());
    storage::need_room(tx, org, bytes.len())?;
    let key = tx.app.files.keep(org, bytes)?;
    storage::count(tx, org, &key, bytes.len())?;
    let cells = [
        ("id", id.into_value()),
        ("object_type", kind.into_value()),
        ("object_id", object.into_value()),
        ("file_name", files::clean_name(name).into_value()),
        ("content_type", mime.into_value()),
        ("size", i64::try_from(bytes.len()).unwrap_or(i64::MAX).into_value()),
        ("file_key", key.into_value()),
        ("created_by", tx.actor.user_id.into_value()),
        ("created_at", tx.now.into_value()),
    ];
    tx.exec(&sql::insert(org, TABLE, &cells).into())?;
    Ok(id)
}

/// A file of an org with the thing it hangs on.
pub fn find(conn: &mut dyn Conn, org: i64, kind: &'static str, id: Id) -> Result<Option<(Option<Id>, File)>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["object_id", "file_name", "content_type", "file_key", "created_by"])
        .and_where(sql::eq("object_type", kind))
        .and_where(sql::eq("id", id));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    let file = File { org, name: row.get(1)?, mime: row.get(2)?, key: row.get(3)?, maker: row.get(4)? };
    Ok(Some((row.get(0)?, file)))
}

/// The first file of a kind that hangs on a thing.
pub fn hanging(conn: &mut dyn Conn, org: i64, kind: &'static str, object: Id) -> Result<Option<Id>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .column("id")
        .and_where(sql::eq("object_type", kind))
        .and_where(sql::eq("object_id", object))
        .order_by("id", Order::Asc)
        .limit(1);
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?)
}

/// The files of a thing as they lie in the store: name, key and bytes of each.
pub fn stored(
    conn: &mut dyn Conn,
    org: i64,
    kind: &'static str,
    object: Id,
) -> Result<Vec<(String, String, u64)>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["file_name", "file_key", "size"])
        .and_where(sql::eq("object_type", kind))
        .and_where(sql::eq("object_id", object))
        .order_by("id", Order::Asc);
    let read = |row: &Row| {
        let size: i64 = row.get(2)?;
        Ok((row.get(0)?, row.get(1)?, u64::try_from(size).unwrap_or_default()))
    };
    conn.query(&select.into())?.iter().map(read).collect()
}

/// The name of the first file of each of some things.
pub fn names(
    conn: &mut dyn Conn,
    org: i64,
    kind: &'static str,
    objects: &[Id],
) -> Result<BTreeMap<Id, String>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["object_id", "file_name"])
        .and_where(sql::eq("object_type", kind))
        .and_where(sql::is_in(sql::col("object_id"), objects.iter().copied()))
        .order_by("id", Order::Desc);
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// The length of a film.
pub fn seconds(conn: &mut dyn Conn, org: i64, kind: &'static str, id: Id) -> Result<Option<i64>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.column("seconds").and_where(sql::eq("object_type", kind)).and_where(sql::eq("id", id));
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}

/// A file of a kind: one that hangs on a thing, or that the caller has uploaded just now.
pub fn picture(call: &mut Call, kind: &'static str) -> Outcome {
    let id = call.path_id("id")?;
    let actor = call.actor()?;
    call.read(|conn| seen(conn, actor, kind, id))?.answer(call)
}

/// The same file, for a call that shows it on something else.
pub fn seen(conn: &mut dyn Conn, actor: &Actor, kind: &'static str, id: Id) -> Result<File, Refusal> {
    match find(conn, actor.org_id, kind, id)? {
        Some((object, file)) if object.is_some() || file.is_of(actor) => Ok(file),
        _ => Err(Refusal::NotFound),
    }
}

/// A kept file.
#[derive(Debug, Clone)]
pub struct File {
    org: i64,
    name: String,
    mime: String,
    key: String,
    maker: Id,
}

impl File {
    /// Whether somebody uploaded it.
    pub fn is_of(&self, actor: &Actor) -> bool {
        self.org == actor.org_id && self.maker == actor.user_id
    }

    /// Its name, as it was sent.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All of it.
    pub fn bytes(&self, app: &App) -> Result<Vec<u8>, Refusal> {
        app.files.read(self.org, &self.key)
    }

    /// As an attachment.
    pub fn answer(self, call: &Call) -> Outcome {
        Ok(call.app.files.find(self.org, &self.key)?.answer(self.name, self.mime, false))
    }

    /// A small copy of a picture.
    pub fn small(self, call: &Call) -> Outcome {
        let bytes = call.app.files.thumbnail(self.org, &self.key)?;
        Ok(Answer::File { name: self.name, mime: "image/jpeg".to_owned(), bytes, inline: true })
    }

    /// To be shown where it is asked for.
    pub fn shown(self, call: &Call) -> Outcome {
        Ok(call.app.files.find(self.org, &self.key)?.answer(self.name, self.mime, true))
    }
}

/// Forgets what was uploaded and never named.
pub(crate) fn forget(app: &Arc<App>) -> Result<usize, Refusal> {
    let before = app.clock.now().millis() - FORGOTTEN_MS;
    app.system_write(|conn| {
        let mut delete = sql::delete_global(TABLE);
        delete.and_where(sql::col("object_id").is_null()).and_where(sql::col("created_at").lt(sql::value(before)));
        let gone = conn.exec(&delete.into())?;
        Ok(usize::try_from(gone).unwrap_or(usize::MAX))
    })
}
