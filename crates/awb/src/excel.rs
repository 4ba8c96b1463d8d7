//! A master or house waybill as a workbook, by the company's template.

use kernel::Id;
use platform::call::{Answer, Call, Outcome};
use platform::log::Level;
use platform::refusal::{Refusal, messages as common};
use serde::Deserialize;
use serde_json::json;
use waybill::workbook::{self, Wanted};

use crate::alone;
use crate::form_calls::{entry_of, named};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    awb_print_type: String,
    /// Without it, the form is named by itself.
    #[serde(default)]
    order_uuid: String,
    #[serde(default)]
    awb_print_id: Option<Id>,
    #[serde(default)]
    show_rate: Option<bool>,
    /// Of the template; the caller's own unless he says.
    #[serde(default)]
    language: Option<String>,
}

/// POST excel: fills the template; the answer is an address that works once.
pub fn export(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let bad = |name: &str| Refusal::BadRequest(common::BAD_PARAMETER.with(&[("name", name)]));
    let own = if call.language().starts_with("en") { "en" } else { "zh" };
    let language = match asked.language.as_deref().unwrap_or(own) {
        known @ ("zh" | "en") => known.to_owned(),
        _ => return Err(bad("language")),
    };
    let (actor, now) = (call.actor()?, call.now());
    let org = actor.org_id;
    let (form, read) = call.read(|conn| {
        let form = named(conn, actor, &asked.awb_print_type, (&asked.order_uuid, asked.awb_print_id))?;
        alone::need(conn, actor, &form, alone::PRINT)?;
        stock::blacklist::need_clear(conn, org, &form.awb_number, &kernel::show_day(now.day()))?;
        let wanted = Wanted { language: &language, show_rate: asked.show_rate.unwrap_or(true) };
        let read = workbook::read(&call.app, conn, org, &form, wanted)?;
        Ok((form, read))
    })?;
    let file = workbook::workbook(&read, now)?;
    let path = call.write(|tx| {
        tx.log(entry_of(&form).did("导出", "导出Excel").level(Level::Low))?;
        waybill::download::prepare(tx, org, now, file)
    })?;
    Ok(Answer::Data(json!(path)))
}
