//! A master or house waybill as a workbook, by the company's template.

use kernel::Id;
use platform::call::{Answer, Call, Outcome};
use platform::log::{Level, LogEntry};
use platform::refusal::{Refusal, messages as common};
use serde::Deserialize;
use serde_json::json;
use waybill::forms;
use waybill::workbook::{Wanted, workbook};

use crate::form_calls::{messages, order};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    awb_print_type: String,
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
    let path = call.write(|tx| {
        let (actor, app, now) = (tx.actor, tx.app, tx.now);
        let org = tx.org();
        let order = order(tx, actor, &asked.order_uuid)?;
        let form = match asked.awb_print_type.as_str() {
            "PRINT_MAWB" => forms::master_of_order(tx, org, order.id)?,
            "PRINT_HAWB" => {
                let houses = forms::houses_of_order(tx, org, order.id)?;
                houses.into_iter().find(|form| Some(form.id) == asked.awb_print_id)
            }
            _ => return Err(bad("awbPrintType")),
        };
        let form = form.ok_or_else(|| Refusal::business(messages::NOTHING))?;
        stock::blacklist::need_clear(tx, org, &form.awb_number, &kernel::show_day(now.day()))?;
        let wanted = Wanted { language: &language, show_rate: asked.show_rate.unwrap_or(true) };
        let file = workbook(app, tx, (org, now), &form, wanted)?;
        let path = waybill::download::prepare(tx, org, now, file)?;
        let (number, page) = match form.kind {
            0 => (form.awb_number.clone(), "/af_mawb_make"),
            _ => (format!("{} / {}", form.awb_number, form.hawb_number), "/hawb_info_page"),
        };
        tx.log(LogEntry::of("awbPrint", form.id, number, page).did("导出", "导出Excel").level(Level::Low))?;
        Ok(path)
    })?;
    Ok(Answer::Data(json!(path)))
}
