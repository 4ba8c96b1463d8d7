//! Column settings of lists, kept per user and page.

use kernel::Msg;
use serde_json::Value as Json;

use crate::call::{Answer, Call, Outcome};
use crate::refusal::Refusal;
use crate::store::{Conn, Value, sql};
use sea_query::OnConflict;

/// Largest setting in bytes: some hundred columns.
const BODY_BYTES_MAX: usize = 32 * 1024;
const TOO_LARGE: Msg = Msg::new("list_setting.too_large", "列设置过大", "The column setting is too large.");

/// The caller's setting of a page; null when there is none.
pub fn get(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let mut select = sql::from(actor.org_id, "list_setting");
    select
        .column("body")
        .and_where(sql::eq("user_id", actor.user_id))
        .and_where(sql::eq("page_key", call.path("key").to_owned()));
    let row = call.read(|conn| Ok(conn.first(&select.into())?))?;
    Ok(Answer::Raw(match row {
        Some(row) => row.get(0)?,
        None => "null".to_owned(),
    }))
}

/// Keeps the caller's setting of a page.
pub fn put(call: &mut Call) -> Outcome {
    let key = call.path("key").to_owned();
    if !call.app.registry.lists.iter().any(|list| list.key == key) {
        return Err(Refusal::NotFound);
    }
    let body: Json = call.json()?;
    let text = body.to_string();
    if !body.is_object() || text.len() > BODY_BYTES_MAX {
        return Err(Refusal::BadRequest(TOO_LARGE.text()));
    }
    call.write(|tx| {
        tx.no_log_line();
        let cells = [
            ("user_id", Value::Int(tx.actor.user_id.0)),
            ("page_key", Value::Text(key)),
            ("body", Value::Text(text)),
            ("updated_at", Value::Int(tx.now.millis())),
        ];
        let mut insert = sql::insert(tx.org(), "list_setting", &cells);
        insert.on_conflict(
            OnConflict::columns(["org_id", "user_id", "page_key"]).update_columns(["body", "updated_at"]).to_owned(),
        );
        tx.exec(&insert.into())?;
        Ok(())
    })?;
    Ok(Answer::Data(Json::Null))
}
