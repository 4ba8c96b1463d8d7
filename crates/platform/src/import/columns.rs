//! What a file may hold: its columns, which of them are needed, and the values each may take.

use sea_query::Order;
use serde_json::{Value as Json, json};

use super::workbook;
use crate::call::{Answer, Call, Outcome};
use crate::contract::shape;
use crate::dictionary;
use crate::document::FormPage;
use crate::field::{Choice, Field, Kind};
use crate::refusal::Refusal;
use crate::registry::SelectAsk;
use crate::store::sql;

/// Values of one column that are told; longer lists are looked up where they are kept.
const VALUES_MAX: usize = 500;

/// What is told of a column beside its field.
#[derive(Debug, Default)]
pub struct Guide {
    /// Which rows need it; empty: what the field says.
    pub needed: &'static str,
    /// Values it may hold, each as it may be written in two ways.
    pub values: Vec<[String; 2]>,
}

/// What is told of the columns.
pub fn schema() -> Json {
    shape::list_of(shape::object([
        ("field", shape::any_object()),
        ("note", shape::text()),
        ("required", shape::flag()),
        ("needed", shape::text()),
        ("values", shape::list_of(shape::text())),
    ]))
}

/// GET {base}/import/columns.
pub fn list(form: &FormPage, call: &mut Call) -> Outcome {
    let columns = form.import_columns(call)?;
    Ok(Answer::Data(json!({ "columns": told(form, call, &columns)? })))
}

/// The columns as the wizard shows them.
pub fn told(form: &FormPage, call: &mut Call, columns: &[Field]) -> Result<Vec<Json>, Refusal> {
    let language = call.language().to_owned();
    let guides = guides(form, call, columns)?;
    let told = columns.iter().zip(&guides).map(|(field, guide)| {
        let values: Vec<&str> = guide.values.iter().map(|[name, _]| name.as_str()).collect();
        json!({
            "field": field.contract(),
            "note": workbook::note_of(field, guide, &language),
            "required": workbook::is_required(field),
            "needed": guide.needed,
            "values": values,
        })
    });
    Ok(told.collect())
}

/// What is told of each column.
pub fn guides(form: &FormPage, call: &mut Call, columns: &[Field]) -> Result<Vec<Guide>, Refusal> {
    let english = call.language().starts_with("en");
    let guide = |field: &Field| {
        let needed = form.import.needed.iter().find(|(known, _)| known.name() == field.name());
        let needed = needed.map_or("", |(_, (zh, en))| if english { en } else { zh });
        Ok(Guide { needed, values: values(form, call, field, english)? })
    };
    columns.iter().map(guide).collect()
}

fn values(form: &FormPage, call: &mut Call, field: &Field, english: bool) -> Result<Vec<[String; 2]>, Refusal> {
    let of = |choices: &[Choice]| -> Vec<[String; 2]> {
        let name = |choice: &Choice| if english { choice.en } else { choice.zh }.to_owned();
        choices.iter().map(|choice| [name(choice), choice.value.to_owned()]).collect()
    };
    if let Some((_, choices)) = form.import.listed.iter().find(|(known, _)| known.name() == field.name()) {
        return Ok(of(choices));
    }
    match field.kind {
        Kind::Select | Kind::State => Ok(of(field.choices)),
        Kind::Dictionary(list) => of_dictionary(call, list, english),
        Kind::Reference(source) | Kind::Code(source) | Kind::Many(source) => offered(call, source),
        _ => Ok(Vec::new()),
    }
}

fn of_dictionary(call: &Call, list: u32, english: bool) -> Result<Vec<[String; 2]>, Refusal> {
    let mut select = dictionary::values(call.actor()?.org_id);
    select
        .columns(["value", "param_text", "param_text_en"])
        .and_where(sql::eq("category_type", i64::from(list)))
        .and_where(sql::eq("active", true))
        .order_by("value", Order::Asc)
        .limit(u64::try_from(VALUES_MAX).unwrap_or(u64::MAX));
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let told = rows.iter().map(|row| {
        let [value, zh, en]: [String; 3] = [row.get(0)?, row.get(1)?, row.get(2)?];
        let name = if english && !en.is_empty() { en } else { zh };
        Ok([if name.is_empty() { value.clone() } else { name }, value])
    });
    told.collect()
}

/// The first rows of a select; a cell may hold any of the others as well.
fn offered(call: &mut Call, source: &str) -> Result<Vec<[String; 2]>, Refusal> {
    let (name, query) = source.split_once('?').unwrap_or((source, ""));
    let work = call.app.registry.selects.iter().find(|(known, _)| *known == name).map(|(_, work)| *work);
    let role = query.strip_prefix("role=").unwrap_or_default().to_owned();
    let ask = SelectAsk { keyword: String::new(), value: String::new(), role };
    let found = work.map(|work| work(call, &ask)).transpose()?.unwrap_or_default();
    Ok(found.into_iter().take(VALUES_MAX).map(|offer| [offer.label, offer.hint]).collect())
}
