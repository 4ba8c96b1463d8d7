//! Pictures of rich texts and of fields: kept when they are put into the editor, fetched by their public name.

use serde_json::json;

use crate::PLATFORM_ORG;
use crate::call::{Answer, Call, Outcome};
use crate::files::{self, messages::NO_FILE};
use crate::log::{Level, LogEntry};
use crate::package::storage;
use crate::refusal::Refusal;
use crate::rich_text::PICTURES;
use crate::store::{Cell, Conn, Value, sql};

/// Begins the addresses of logos on public pages.
const LOGOS: &str = "/platform/orgLogo/";

/// POST /platform/picture.
pub(crate) fn add(call: &mut Call) -> Outcome {
    let part = call.asked.parts.iter().find(|part| !part.file_name.is_empty()).cloned();
    let part = part.ok_or_else(|| Refusal::business(NO_FILE))?;
    let file = files::accept(&part.file_name, part.bytes, true)?;
    let shape = files::shape_of(&file.bytes).ok_or_else(|| Refusal::business(files::messages::NOT_AN_IMAGE))?;
    let name = call.app.new_uuid()?;
    // Before the transaction: a store that hesitates holds nobody else up.
    let org = call.actor()?.org_id;
    call.read(|conn| storage::need_room(conn, org, file.bytes.len()))?;
    let key = call.app.files.keep(org, &file.bytes)?;
    call.write(|tx| {
        storage::count(tx, org, &key, file.bytes.len())?;
        let id = tx.new_id();
        let cells = [
            ("id", id.into_value()),
            ("uuid", Value::Text(name.to_string())),
            ("file_name", Value::Text(file.name.clone())),
            ("content_type", Value::Text(file.known.mime.to_owned())),
            ("file_key", Value::Text(key)),
            ("created_by", tx.actor.user_id.into_value()),
            ("created_at", tx.now.into_value()),
        ];
        tx.exec(&sql::insert(org, "rich_picture", &cells).into())?;
        let entry = LogEntry::of("richPicture", id, &file.name, "").did("新建", "插入图片").level(Level::Low);
        tx.log(entry.text(format!("插入图片：{}", file.name)))
    })?;
    Ok(Answer::Data(json!({ "url": format!("{PICTURES}{name}"), "width": shape.width, "height": shape.height })))
}

/// GET /platform/picture/{name}.
pub(crate) fn get(call: &mut Call) -> Outcome {
    let (own, name) = (call.actor()?.org_id, call.path_uuid("name")?.to_string());
    let mut orgs = vec![own, PLATFORM_ORG];
    if own == PLATFORM_ORG {
        orgs.extend(call.read(|conn| companies_of_logo(conn, &name))?);
    }
    answer(call, &orgs, &name)
}

/// Companies that say a picture is their logo; it is so in the one that keeps it.
fn companies_of_logo(conn: &mut dyn Conn, name: &str) -> Result<Vec<i64>, Refusal> {
    let shown = ["logo", "short_logo"].map(|column| sql::eq(column, format!("{PICTURES}{name}")));
    let mut select = sql::from_global("org");
    select.column("id").cond_where(sql::any_of(shown));
    conn.query(&select.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
}

/// Where people without a session find a company's logo.
pub fn logo_address(logo: &str) -> Option<String> {
    logo.strip_prefix(PICTURES).map(|name| format!("{LOGOS}{name}"))
}

/// GET /platform/orgLogo/{name}: for whoever was told the name by a public page, as long as the company shows it.
pub(crate) fn logo(call: &mut Call) -> Outcome {
    let name = call.path_uuid("name")?.to_string();
    let orgs = call.read(|conn| companies_of_logo(conn, &name))?;
    answer(call, &orgs, &name)
}

/// A picture the platform shows to everybody, by its address; nothing else is found by this.
pub fn of_platform(call: &Call, address: &str) -> Outcome {
    answer(call, &[PLATFORM_ORG], address.strip_prefix(PICTURES).unwrap_or_default())
}

fn answer(call: &Call, orgs: &[i64], name: &str) -> Outcome {
    let found = call.read(|conn| {
        for org in orgs {
            let mut select = sql::from(*org, "rich_picture");
            select.columns(["file_name", "content_type", "file_key"]).and_where(sql::eq("uuid", name.to_owned()));
            if let Some(row) = conn.first(&select.into())? {
                return Ok(Some((*org, row)));
            }
        }
        Ok(None)
    })?;
    let (org, row) = found.ok_or(Refusal::NotFound)?;
    let key: String = row.get(2)?;
    let name = row.get(0)?;
    if call.query("thumb") == "1" {
        let bytes = call.app.files.thumbnail(org, &key)?;
        return Ok(Answer::File { name, mime: "image/jpeg".to_owned(), bytes, inline: true });
    }
    Ok(call.app.files.find(org, &key)?.answer(name, row.get(1)?, true))
}
