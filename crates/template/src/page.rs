//! 账单模板, a tab of 企业配置: which template each paper of a scope has, and changing it.

use facts::sign::{NO_RIGHT, SEAL, count_uses};
use kernel::{Id, Instant, show_second};
use platform::access::Access;
use platform::call::{Answer, Call, Outcome};
use platform::document::one_at_a_time;
use platform::files::{self, messages::NO_FILE};
use platform::log::About;
use platform::refusal::{Refusal, messages};
use platform::registry::{Body, Node, Operation, Room};
use platform::sea_query::{JoinType, Order, SelectStatement};
use platform::store::{Conn, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::bank::bank;
use crate::excel::{self, Fault};
use crate::layout::{self, Layout};
use crate::letter::LETTER;
use crate::paper::{Cell, Format, PAPERS};
use crate::pdf::{PictureFiles, render_pdf};
use crate::seal::note_seals;
use crate::store::{self, Content, TABLE};
use crate::variable::{VARIABLES, Variable};
use crate::waybill::WAYBILL;
use crate::{fill_excel, standard};

/// Address of the page.
pub const PAGE: &str = "/hrs_org_configure";
const SEE: Access = Access::Code("hrs_org_configure");
const KEEP: Access = Access::Code("sys_orgconf_template");
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// Adds the tab to the room.
pub fn add(room: &mut Room) {
    room.nodes.push(Node::button("sys_orgconf_template", "hrs_org_configure", "账单模板", "Bill templates", 40));
    let named = |operation: Operation| {
        ["businessScope", "document", "language", "format"].into_iter().fold(operation, |all, name| all.param(name))
    };
    room.operations.extend([
        Operation::get("list_template", "/hrs/org/template", SEE, list)
            .summary("Templates in force, and what they may name"),
        named(Operation::get("list_template_history", "/hrs/org/template/history", SEE, history))
            .summary("Revisions of a template, the newest first"),
        named(Operation::get("get_template_layout", "/hrs/org/template/layout", SEE, show_layout))
            .summary("Layout in force of a PDF"),
        named(Operation::get("get_template_file", "/hrs/org/template/file", SEE, download))
            .param("id")
            .summary("Workbook in force, or that of a revision"),
        named(Operation::post("upload_template", "/hrs/org/template/upload", KEEP, upload))
            .param("revision")
            .body(Body::Files)
            .body_up_to(excel::BYTES_MAX + 64 * 1024)
            .summary("A new revision of a workbook"),
        Operation::post("save_template_layout", "/hrs/org/template/layout", KEEP, save_layout)
            .summary("A new revision of a layout"),
        Operation::post("preview_template", "/hrs/org/template/preview", SEE, preview)
            .summary("A template with a sample order; a seal on it is a use of the seal"),
        Operation::put("roll_template_back", "/hrs/org/template/rollback/{id}", KEEP, roll_back)
            .summary("Puts an old revision in force again"),
        Operation::put("reset_template", "/hrs/org/template/default", KEEP, reset)
            .summary("Puts the platform's default in force again"),
    ]);
}

/// A cell as calls name it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Named {
    business_scope: String,
    document: String,
    language: String,
    format: Format,
    /// What the caller saw in force.
    #[serde(default)]
    revision: i64,
    #[serde(default)]
    layout: Option<Layout>,
    #[serde(default)]
    id: Option<Id>,
}

fn wrong(name: &str) -> Refusal {
    Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", name)]))
}

impl Named {
    fn cell(&self) -> Result<Cell, Refusal> {
        Cell::of(&self.business_scope, &self.document, &self.language, self.format).ok_or_else(|| wrong("document"))
    }
}

/// The cell of a query.
fn asked(call: &Call) -> Result<Cell, Refusal> {
    let format = match call.query("format") {
        "EXCEL" => Format::Excel,
        "PDF" => Format::Pdf,
        _ => return Err(wrong("format")),
    };
    Cell::of(call.query("businessScope"), call.query("document"), call.query("language"), format)
        .ok_or_else(|| wrong("document"))
}

/// GET /hrs/org/template.
fn list(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let label = |zh: &str, en: &str| json!({ "zh": zh, "en": en });
    let papers = PAPERS.iter().map(|paper| {
        json!({ "name": paper.name, "label": label(paper.name, paper.en), "formats": paper.formats,
            "money": paper.money, "scope": paper.scope.map(|scope| scope.code()) })
    });
    let told = |variable: &Variable| json!({ "name": variable.name, "label": label(variable.zh, variable.en), "row": variable.row });
    let papers: Json = papers.collect();
    let variables: Json = VARIABLES.iter().map(told).collect();
    let of_waybill: Json = WAYBILL.iter().map(told).collect();
    let of_letter: Json = LETTER.iter().map(told).collect();
    call.read(|conn| {
        let mut active = sql::from(org, TABLE);
        active.and_where(sql::of_eq(TABLE, "active", true));
        let cells = revisions(conn, active)?;
        let banks = offered(conn, sql::from(org, "org_bank").columns(["id", "title_cn", "currency"]))?;
        let mut seals = sql::from(org, "sign_template");
        let seals = offered(conn, seals.columns(["id", "name", "seal_type"]).and_where(sql::eq("kind", SEAL)))?;
        let fields = layout::fields(&banks, &seals);
        Ok(Answer::Data(json!({
            "papers": papers, "variables": variables, "waybillVariables": of_waybill,
            "letterVariables": of_letter, "cells": cells, "fields": fields,
        })))
    })
}

/// Active rows to choose from: id, and two words.
fn offered(conn: &mut dyn Conn, select: &mut SelectStatement) -> Result<Json, Refusal> {
    select.and_where(sql::eq("active", true)).order_by("id", Order::Asc);
    let rows = conn.query(&select.to_owned().into())?;
    let offers = rows.iter().map(|row| {
        let words = [row.get::<String>(1)?, row.get::<String>(2)?].join(" ");
        let words = words.trim();
        Ok(json!({ "value": row.get::<Id>(0)?, "label": { "zh": words, "en": words } }))
    });
    offers.collect()
}

/// Revisions with their cell, and who made them.
fn revisions(conn: &mut dyn Conn, mut select: SelectStatement) -> Result<Vec<Json>, Refusal> {
    let columns =
        ["id", "revision", "active", "file_name", "created_at", "business_scope", "document", "language", "format"];
    select
        .columns(columns.map(|column| (TABLE, column)))
        .column(("app_user", "name_cn"))
        .join(JoinType::LeftJoin, "app_user", sql::same_org("app_user", TABLE, "created_by"))
        .order_by((TABLE, "revision"), Order::Desc);
    let rows = conn.query(&select.into())?;
    rows.iter()
        .map(|row| {
            Ok(json!({
                "id": row.get::<Id>(0)?,
                "revision": row.get::<i64>(1)?,
                "active": row.get::<bool>(2)?,
                "fileName": row.get::<String>(3)?,
                "createdAt": show_second(row.get::<Instant>(4)?),
                "businessScope": row.get::<String>(5)?,
                "document": row.get::<String>(6)?,
                "language": row.get::<String>(7)?,
                "format": row.get::<String>(8)?,
                "createdBy": row.get::<String>(9)?,
            }))
        })
        .collect()
}

/// GET /hrs/org/template/history.
fn history(call: &mut Call) -> Outcome {
    let (org, cell) = (call.actor()?.org_id, asked(call)?);
    call.read(|conn| Ok(Answer::Data(Json::Array(revisions(conn, store::of_cell(org, &cell))?))))
}

/// GET /hrs/org/template/layout.
fn show_layout(call: &mut Call) -> Outcome {
    let (org, cell) = (call.actor()?.org_id, asked(call)?);
    let layout = call.read(|conn| store::layout(conn, org, &cell))?;
    Ok(Answer::Data(json!({ "layout": layout, "standard": Layout::standard(&cell) })))
}

/// GET /hrs/org/template/file.
fn download(call: &mut Call) -> Outcome {
    let (org, cell) = (call.actor()?.org_id, asked(call)?);
    if cell.format != Format::Excel {
        return Err(wrong("format"));
    }
    let revision = match call.query("id") {
        "" => None,
        text => Some(Id(text.parse().map_err(|_| Refusal::NotFound)?)),
    };
    let app = call.app.clone();
    let (name, bytes) = call.read(|conn| store::workbook(&app, conn, org, &cell, revision))?;
    Ok(Answer::File { name, mime: XLSX.to_owned(), bytes, inline: false })
}

/// POST /hrs/org/template/upload.
fn upload(call: &mut Call) -> Outcome {
    let cell = asked(call)?;
    if cell.format != Format::Excel {
        return Err(wrong("format"));
    }
    let seen: i64 = call.query("revision").parse().map_err(|_| wrong("revision"))?;
    let part = call.asked.parts.iter().find(|part| !part.file_name.is_empty()).cloned();
    let part = part.ok_or_else(|| Refusal::business(NO_FILE))?;
    files::need_size(&part.bytes, excel::BYTES_MAX)?;
    let name = files::clean_name(&part.file_name);
    let looked =
        if name.to_ascii_lowercase().ends_with(".xlsx") { excel::inspect(&part.bytes) } else { Err(Fault::NotXlsx) };
    looked.map_err(|fault| Refusal::Business(fault.text()))?;
    let content = Content::File { name, bytes: part.bytes };
    let revision = call.write(|tx| store::add(tx, &cell, seen, &content))?;
    Ok(Answer::Data(json!({ "revision": revision })))
}

/// POST /hrs/org/template/layout.
fn save_layout(call: &mut Call) -> Outcome {
    let named: Named = call.json()?;
    let cell = named.cell()?;
    let (Format::Pdf, Some(layout)) = (cell.format, named.layout) else { return Err(wrong("layout")) };
    let revision = call.write(|tx| {
        let org = tx.org();
        // What it names is not removed until it is kept.
        one_at_a_time(tx, org)?;
        layout.check(tx, org)?;
        store::add(tx, &cell, named.revision, &Content::Layout(layout))
    })?;
    Ok(Answer::Data(json!({ "revision": revision })))
}

/// POST /hrs/org/template/preview: of a layout that may not be saved yet, or of a revision of a workbook.
fn preview(call: &mut Call) -> Outcome {
    let named: Named = call.json()?;
    let (cell, actor, app) = (named.cell()?, call.actor()?, call.app.clone());
    let org = actor.org_id;
    let (mut values, rows) = call.read(|conn| Ok(standard::sample(&cell, &facts::org(conn, org)?)))?;
    if cell.format == Format::Excel {
        let (name, template) = call.read(|conn| store::workbook(&app, conn, org, &cell, named.id))?;
        let bytes = fill_excel(&template, &values, &rows).map_err(|fault| Refusal::Business(fault.text()))?;
        return Ok(Answer::File { name, mime: XLSX.to_owned(), bytes, inline: false });
    }
    let (layout, bank, pictures) = call.read(|conn| {
        let layout = match named.layout {
            Some(layout) => layout.check(conn, org).map(|()| layout)?,
            None => store::layout(conn, org, &cell)?,
        };
        let bank = bank(conn, org, layout.bank_id, standard::CURRENCY, cell.language)?;
        let pictures = PictureFiles::of(conn, actor, (&cell, &layout), bank.as_ref())?;
        Ok((layout, bank, pictures))
    })?;
    // The number of an account is shown whole to those who keep accounts.
    if let Some(bank) = bank.filter(|_| actor.has("sys_orgconf_bank")) {
        values.insert("bankInfo", bank.info);
    }
    let pictures = pictures.read(&app, org)?;
    let bytes = render_pdf(&cell, &layout, &pictures, &values, &rows)?;
    if !pictures.used.is_empty() {
        call.write(|tx| {
            note_seals(tx, &pictures.used, (&cell.title(), About::default()), PAGE)?;
            count_uses(tx, org, pictures.used.iter().copied())
        })?;
    }
    let name = format!("{}.pdf", cell.title());
    let file = Answer::File { name, mime: "application/pdf".to_owned(), bytes, inline: true };
    Ok(if pictures.withheld { Answer::Noted(NO_RIGHT.text(), Box::new(file)) } else { file })
}

/// PUT /hrs/org/template/rollback/{id}.
fn roll_back(call: &mut Call) -> Outcome {
    let (id, named) = (call.path_id("id")?, call.json::<Named>()?);
    let cell = named.cell()?;
    let revision = call.write(|tx| store::back_to(tx, &cell, named.revision, id))?;
    Ok(Answer::Data(json!({ "revision": revision })))
}

/// PUT /hrs/org/template/default.
fn reset(call: &mut Call) -> Outcome {
    let named: Named = call.json()?;
    let cell = named.cell()?;
    call.write(|tx| store::back_to_default(tx, &cell, named.revision))?;
    Ok(Answer::Data(json!({ "revision": 0 })))
}
