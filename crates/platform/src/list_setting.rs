//! Column settings of lists, kept per user, page and view.

use kernel::{Id, Msg};
use serde_json::Value as Json;

use crate::access::Actor;
use crate::call::{Answer, Call, Outcome, Tx};
use crate::list_view::{self, Settings};
use crate::refusal::Refusal;
use crate::store::{Conn, Value, sql};
use sea_query::OnConflict;

/// Largest setting in bytes: some hundred columns.
const BODY_BYTES_MAX: usize = 32 * 1024;
const TOO_LARGE: Msg = Msg::new("list_setting.too_large", "列设置过大", "The column setting is too large.");
/// Between the key of a page and the view a setting is for.
const OF_VIEW: char = '@';

/// The key a setting is kept under: the page's, with the view's id behind it.
fn kept_under(page: &str, view: &str) -> String {
    if view.is_empty() { page.to_owned() } else { format!("{page}{OF_VIEW}{view}") }
}

/// The caller's setting of a page, or of one of its views; null when there is none.
pub fn get(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let key = kept_under(call.path("key"), call.query("view"));
    let mut select = sql::from(actor.org_id, "list_setting");
    select.column("body").and_where(sql::eq("user_id", actor.user_id)).and_where(sql::eq("page_key", key));
    let row = call.read(|conn| Ok(conn.first(&select.into())?))?;
    Ok(Answer::Raw(match row {
        Some(row) => row.get(0)?,
        None => "null".to_owned(),
    }))
}

/// The caller's settings of a page by view.
pub(crate) fn of_page(conn: &mut dyn Conn, actor: &Actor, page: &str) -> Result<Settings, Refusal> {
    let mut select = sql::from(actor.org_id, "list_setting");
    let of_views = sql::begins(sql::col("page_key"), &format!("{page}{OF_VIEW}"));
    select
        .columns(["page_key", "body"])
        .and_where(sql::eq("user_id", actor.user_id))
        .cond_where(sql::any_of([sql::eq("page_key", page.to_owned()), of_views]));
    let mut settings = Settings::new();
    for row in conn.query(&select.into())? {
        let (key, body): (String, String) = (row.get(0)?, row.get(1)?);
        let view = key.split_once(OF_VIEW).map(|(_, view)| view.to_owned()).unwrap_or_default();
        settings.insert(view, serde_json::from_str(&body).unwrap_or_default());
    }
    Ok(settings)
}

/// Everybody's settings of a view that is no more.
pub(crate) fn forget_view(tx: &mut Tx<'_>, page: &str, view: Id) -> Result<(), Refusal> {
    let mut delete = sql::delete(tx.org(), "list_setting");
    delete.and_where(sql::eq("page_key", kept_under(page, &view.0.to_string())));
    tx.exec(&delete.into())?;
    Ok(())
}

fn known_page(call: &Call) -> Result<String, Refusal> {
    let key = call.path("key").to_owned();
    let known = call.app.registry.lists.iter().any(|list| list.key == key);
    if known { Ok(key) } else { Err(Refusal::NotFound) }
}

/// Keeps the caller's setting of a page, or of one of its views.
pub fn put(call: &mut Call) -> Outcome {
    let key = known_page(call)?;
    let body: Json = call.json()?;
    let text = body.to_string();
    if !body.is_object() || text.len() > BODY_BYTES_MAX {
        return Err(Refusal::BadRequest(TOO_LARGE.text()));
    }
    let view = view_of(call)?;
    call.write(|tx| {
        tx.no_log_line();
        if let Some(view) = view {
            list_view::visible(tx, &key, view)?;
        }
        let cells = [
            ("user_id", Value::Int(tx.actor.user_id.0)),
            ("page_key", Value::Text(kept_under(&key, &view.map(|id| id.0.to_string()).unwrap_or_default()))),
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

/// Back to what the view, or the declaration, says.
pub fn remove(call: &mut Call) -> Outcome {
    let key = known_page(call)?;
    let key = kept_under(&key, &view_of(call)?.map(|id| id.0.to_string()).unwrap_or_default());
    call.write(|tx| {
        tx.no_log_line();
        let mut delete = sql::delete(tx.org(), "list_setting");
        delete.and_where(sql::eq("user_id", tx.actor.user_id)).and_where(sql::eq("page_key", key));
        tx.exec(&delete.into())?;
        Ok(())
    })?;
    Ok(Answer::Data(Json::Null))
}

fn view_of(call: &Call) -> Result<Option<Id>, Refusal> {
    match call.query("view") {
        "" => Ok(None),
        text => text.parse().map(|id| Some(Id(id))).map_err(|_| Refusal::NotFound),
    }
}
