//! The rules of a form, from the trade, in the shape calls and prints use.

use kernel::{Amount, Findings};
use platform::body;
use platform::refusal::Refusal;
use serde_json::{Value as Json, json};
use trade::waybill_form::{self, Completeness, Kind, WaybillForm};

/// A form looked at.
#[derive(Debug, Clone)]
pub struct Checked {
    /// What the rules say.
    pub findings: Findings,
    /// Sums of its charges.
    pub sums: Json,
    /// Totals of its lines.
    pub lines: Json,
    /// The boxes as they are kept.
    pub body: Json,
    /// The same, read.
    pub form: WaybillForm,
    /// Master number, with its dash; as typed when it is none.
    pub awb_number: String,
    /// House number.
    pub hawb_number: String,
}

/// Reads the boxes; unknown ones are refused.
pub fn read(boxes: &Json) -> Result<WaybillForm, Refusal> {
    Ok(told(boxes)?.0)
}

/// The boxes as they are meant, and what was read as something else.
fn told(boxes: &Json) -> Result<(WaybillForm, Findings), Refusal> {
    let mut form: WaybillForm = body::read_at(boxes, "")?;
    let notes = waybill_form::tidy(&mut form);
    Ok((form, notes))
}

/// Looks at a form: a draft may have empty boxes, a finished form not. The kind is the call's, not the caller's.
pub fn check(boxes: &Json, house: Option<bool>, finished: bool) -> Result<Checked, Refusal> {
    let (mut form, notes) = told(boxes)?;
    if let Some(house) = house {
        form.kind = if house { Kind::House } else { Kind::Master };
    }
    let completeness = if finished { Completeness::Final } else { Completeness::Draft };
    let lines: Vec<Json> = form
        .lines
        .iter()
        .map(|line| json!({ "total": waybill_form::line_total(line, &form.currency).map(|total: Amount| total.show(2)) }))
        .collect();
    let mut findings = waybill_form::check(&form, completeness);
    findings.absorb("", notes);
    Ok(Checked {
        findings,
        sums: json!(waybill_form::sums(&form)),
        lines: json!(lines),
        body: serde_json::to_value(&form).map_err(|error| Refusal::broken(error.to_string()))?,
        awb_number: form.awb_number.clone(),
        hawb_number: form.hawb_number.clone(),
        form,
    })
}
