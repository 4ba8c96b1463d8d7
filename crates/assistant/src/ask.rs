//! Calls of the product that are made in the name of who asks: the same handler, permission, data scope and columns as if
//! his browser made them. What he may not call is not there.

use std::collections::BTreeMap;
use std::sync::Arc;

use platform::call::{Answer, Asked, Call};
use platform::field::Kind;
use platform::list::ListPage;
use platform::refusal::Refusal;
use platform::registry::{Method, Operation};
use serde_json::Value as Json;

/// The data of a call; nothing where the caller may not make it, or where it is refused.
pub(crate) fn get(call: &Call, path: &str, query: &[(&str, &str)]) -> Result<Option<Json>, Refusal> {
    let Some((operation, parts)) = find(call, path) else { return Ok(None) };
    let actor = call.actor()?;
    if !actor.may(operation.access) {
        return Ok(None);
    }
    let asked = Asked {
        path: parts,
        query: query.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        language: call.asked.language.clone(),
        ip: call.asked.ip.clone(),
        request_id: call.asked.request_id.clone(),
        origin: call.asked.origin.clone(),
        operation: operation.id.clone(),
        ..Asked::default()
    };
    let mut inner = Call { app: call.app.clone(), caller: Some(actor.clone()), asked, arrived: None };
    match (operation.handler)(&mut inner) {
        Ok(Answer::Data(data) | Answer::Said(_, data)) => Ok(Some(data)),
        Ok(Answer::Raw(text)) => {
            serde_json::from_str(&text).map(Some).map_err(|error| Refusal::broken(format!("{path}: {error}")))
        }
        Ok(_) => Ok(None),
        Err(Refusal::Broken(text)) => Err(Refusal::Broken(text)),
        Err(_) => Ok(None),
    }
}

/// The declared GET at an address, with the parts of its path. One that is spelled out comes before one with a part left
/// open, as in the router.
fn find<'a>(call: &'a Call, path: &str) -> Option<(&'a Operation, BTreeMap<String, String>)> {
    let fitting = call.app.registry.operations.iter().filter(|one| one.method == Method::Get).filter_map(|one| {
        let (declared, given): (Vec<&str>, Vec<&str>) = (one.path.split('/').collect(), path.split('/').collect());
        let mut parts = BTreeMap::new();
        let fits = declared.len() == given.len()
            && declared.iter().zip(&given).all(|(declared, given)| {
                match declared.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
                    Some(name) => parts.insert(name.to_owned(), (*given).to_owned()).is_none(),
                    None => declared == given,
                }
            });
        fits.then_some((one.as_ref(), parts))
    });
    fitting.min_by_key(|(_, parts)| parts.len())
}

/// Rows of a list as its reader sees them.
pub(crate) struct Rows {
    list: Arc<ListPage>,
    pub(crate) rows: Vec<Json>,
    pub(crate) total: i64,
    english: bool,
}

/// The rows of a list page that filters leave.
pub(crate) fn list(call: &Call, base: &str, query: &[(&str, &str)]) -> Result<Option<Rows>, Refusal> {
    let Some(list) = call.app.registry.lists.iter().find(|list| list.base == base).cloned() else { return Ok(None) };
    let Some(mut page) = get(call, &format!("{base}/page"), query)? else { return Ok(None) };
    let total = page.get("total").and_then(Json::as_i64).unwrap_or_default();
    let rows = page.get_mut("records").and_then(Json::as_array_mut).map(std::mem::take).unwrap_or_default();
    Ok(Some(Rows { list, total, rows, english: call.language().starts_with("en") }))
}

impl Rows {
    /// A value as its column tells it; empty where the reader has no such column.
    pub(crate) fn text(&self, row: &Json, name: &str) -> String {
        let told = text(row, name);
        let column = self.list.columns.iter().find(|column| column.field.name() == name);
        let choice = column.and_then(|column| column.field.choices.iter().find(|choice| choice.value == told));
        match (choice, column) {
            (Some(choice), _) => if self.english { choice.en } else { choice.zh }.to_owned(),
            (None, Some(column)) if matches!(column.field.kind, Kind::Decimal(_)) => {
                with_digits(told, column.field.digits)
            }
            _ => told,
        }
    }

    /// The same of the first row.
    pub(crate) fn text_of_first(&self, name: &str) -> String {
        self.rows.first().map_or_else(String::new, |row| self.text(row, name))
    }
}

/// A figure with as many digits behind the point as its column shows at least.
fn with_digits(told: String, digits: u32) -> String {
    let digits = usize::try_from(digits).unwrap_or_default();
    if told.is_empty() || digits == 0 {
        return told;
    }
    let (whole, behind) = told.split_once('.').unwrap_or((&told, ""));
    format!("{whole}.{behind:0<digits$}")
}

/// A member of an answer as text.
pub(crate) fn text(row: &Json, name: &str) -> String {
    match row.get(name) {
        Some(Json::String(text)) => text.clone(),
        Some(Json::Number(number)) => number.to_string(),
        Some(Json::Bool(true)) => "是".to_owned(),
        _ => String::new(),
    }
}
