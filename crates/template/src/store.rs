//! Revisions of templates: the one in force of a cell, a new one, the default again.

use kernel::{Id, Msg};
use platform::call::{App, Tx};
use platform::document::one_at_a_time;
use platform::log::LogEntry;
use platform::package::storage;
use platform::refusal::Refusal;
use platform::sea_query::{Order, SelectStatement};
use platform::store::{Cell as _, Conn, Value, sql};
use serde_json::Value as Json;

use crate::layout::Layout;
use crate::page::PAGE;
use crate::paper::{Cell, Format};
use crate::standard;

/// Table of the revisions.
pub const TABLE: &str = "org_template";

/// What a revision holds.
pub enum Content {
    /// Of a PDF.
    Layout(Layout),
    /// Of a workbook.
    File {
        /// Name as uploaded.
        name: String,
        /// Bytes.
        bytes: Vec<u8>,
    },
}

/// Revisions of a cell.
pub fn of_cell(org: i64, cell: &Cell) -> SelectStatement {
    let mut select = sql::from(org, TABLE);
    select
        .and_where(sql::of_eq(TABLE, "business_scope", cell.scope.code()))
        .and_where(sql::of_eq(TABLE, "document", cell.paper.name))
        .and_where(sql::of_eq(TABLE, "language", cell.language))
        .and_where(sql::of_eq(TABLE, "format", cell.format.code()));
    select
}

/// The layout in force.
pub fn layout(conn: &mut dyn Conn, org: i64, cell: &Cell) -> Result<Layout, Refusal> {
    let mut select = of_cell(org, cell);
    select.column((TABLE, "layout")).and_where(sql::of_eq(TABLE, "active", true));
    let stored = conn.first(&select.into())?.map(|row| row.get::<String>(0)).transpose()?;
    Ok(stored.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_else(|| Layout::standard(cell)))
}

/// Refuses to remove what a layout in force names; the message says which ones as `where`. No layout is saved meanwhile.
pub fn need_unnamed(tx: &mut Tx<'_>, is_named: impl Fn(&Layout) -> bool, message: Msg) -> Result<(), Refusal> {
    let org = tx.org();
    one_at_a_time(tx, org)?;
    let mut select = sql::from(org, TABLE);
    select
        .columns(["business_scope", "document", "language", "layout"])
        .and_where(sql::eq("format", Format::Pdf.code()))
        .and_where(sql::eq("active", true))
        .order_by("id", Order::Asc);
    let (mut zh, mut en) = (Vec::new(), Vec::new());
    for row in tx.query(&select.into())? {
        let [scope, document, language, layout]: [String; 4] = [row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?];
        let names = serde_json::from_str(&layout).is_ok_and(|layout| is_named(&layout));
        if let Some(cell) = Cell::of(&scope, &document, &language, Format::Pdf).filter(|_| names) {
            zh.push(cell.title());
            en.push(cell.title_en());
        }
    }
    if zh.is_empty() {
        return Ok(());
    }
    Err(Refusal::Business(message.with_each(&[("where", &zh.join("、"))], &[("where", &en.join(", "))])))
}

/// The workbook in force with its name, or that of a revision.
pub fn workbook(
    app: &App,
    conn: &mut dyn Conn,
    org: i64,
    cell: &Cell,
    revision: Option<Id>,
) -> Result<(String, Vec<u8>), Refusal> {
    let mut select = of_cell(org, cell);
    select.column((TABLE, "file_name")).column((TABLE, "file_key"));
    match revision {
        Some(id) => select.and_where(sql::of_eq(TABLE, "id", id)),
        None => select.and_where(sql::of_eq(TABLE, "active", true)),
    };
    match conn.first(&select.into())? {
        Some(row) => Ok((row.get(0)?, app.files.read(org, &row.get::<String>(1)?)?)),
        None if revision.is_some() => Err(Refusal::NotFound),
        None => Ok((format!("{}.xlsx", cell.title()), standard::workbook(cell)?)),
    }
}

/// Takes a cell for a change: what the caller saw must still be in force; 0 is the default. One at a time in a
/// company, so that no two make the same revision.
fn claim(tx: &mut Tx<'_>, cell: &Cell, seen: i64) -> Result<(), Refusal> {
    let org = tx.org();
    one_at_a_time(tx, org)?;
    let mut select = of_cell(org, cell);
    select.column((TABLE, "revision")).and_where(sql::of_eq(TABLE, "active", true));
    let now = tx.first(&select.into())?.map(|row| row.get::<i64>(0)).transpose()?.unwrap_or(0);
    if now == seen { Ok(()) } else { Err(Refusal::Stale(Json::Null)) }
}

/// Puts a new revision in force.
pub fn add(tx: &mut Tx<'_>, cell: &Cell, seen: i64, content: &Content) -> Result<i64, Refusal> {
    claim(tx, cell, seen)?;
    let (org, id) = (tx.org(), tx.new_id());
    let mut select = of_cell(org, cell);
    select.expr(platform::sea_query::Expr::cust("COALESCE(MAX(org_template.revision), 0)"));
    let revision = tx.first(&select.into())?.map(|row| row.get::<i64>(0)).transpose()?.unwrap_or(0) + 1;
    stop(tx, cell)?;
    let (layout, key, name) = match content {
        Content::Layout(layout) => {
            let text = serde_json::to_string(layout).map_err(|error| Refusal::broken(error.to_string()))?;
            (Value::Text(text), Value::Null, Value::Null)
        }
        Content::File { name, bytes } => {
            (Value::Null, storage::keep(tx, org, bytes)?.into_value(), name.clone().into_value())
        }
    };
    let cells = [
        ("id", id.into_value()),
        ("business_scope", cell.scope.code().into_value()),
        ("document", cell.paper.name.into_value()),
        ("language", cell.language.into_value()),
        ("format", cell.format.code().into_value()),
        ("revision", Value::Int(revision)),
        ("layout", layout),
        ("file_key", key),
        ("file_name", name),
        ("active", true.into_value()),
        ("created_by", tx.actor.user_id.into_value()),
        ("created_at", tx.now.into_value()),
    ];
    tx.exec(&sql::insert(org, TABLE, &cells).into())?;
    note(tx, cell, id, &format!("{}：自定义 v{revision}", cell.title()))?;
    Ok(revision)
}

/// Puts an old revision in force again.
pub fn back_to(tx: &mut Tx<'_>, cell: &Cell, seen: i64, id: Id) -> Result<i64, Refusal> {
    claim(tx, cell, seen)?;
    let org = tx.org();
    let mut select = of_cell(org, cell);
    select.columns([(TABLE, "revision"), (TABLE, "layout")]).and_where(sql::of_eq(TABLE, "id", id));
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let (revision, layout): (i64, Option<String>) = (row.get(0)?, row.get(1)?);
    // What it names may be gone since.
    if let Some(layout) = layout.and_then(|text| serde_json::from_str::<Layout>(&text).ok()) {
        layout.check(tx, org)?;
    }
    stop(tx, cell)?;
    let mut start = sql::update(tx.org(), TABLE, &[("active", true.into_value())]);
    start.and_where(sql::eq("id", id));
    tx.exec(&start.into())?;
    note(tx, cell, id, &format!("{}：回退至 v{revision}", cell.title()))?;
    Ok(revision)
}

/// Puts the platform's default in force again; revisions stay.
pub fn back_to_default(tx: &mut Tx<'_>, cell: &Cell, seen: i64) -> Result<(), Refusal> {
    claim(tx, cell, seen)?;
    stop(tx, cell)?;
    note(tx, cell, Id(tx.org()), &format!("{}：恢复平台默认", cell.title()))
}

fn stop(tx: &mut Tx<'_>, cell: &Cell) -> Result<(), Refusal> {
    let mut stop = sql::update(tx.org(), TABLE, &[("active", false.into_value())]);
    stop.and_where(sql::eq("business_scope", cell.scope.code()))
        .and_where(sql::eq("document", cell.paper.name))
        .and_where(sql::eq("language", cell.language))
        .and_where(sql::eq("format", cell.format.code()))
        .and_where(sql::eq("active", true));
    tx.exec(&stop.into())?;
    Ok(())
}

fn note(tx: &mut Tx<'_>, cell: &Cell, id: Id, text: &str) -> Result<(), Refusal> {
    tx.log(LogEntry::of(TABLE, id, cell.title(), PAGE).did("修改", "账单模板").text(text).scope(cell.scope.code()))
}
