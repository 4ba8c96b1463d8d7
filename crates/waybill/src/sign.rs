//! Signature texts of the company's templates on the waybills it prints.

use facts::sign::{self, HOUSE, MASTER_CARRIER, MASTER_SHIPPER, TEXT, Wanted};
use kernel::Scope;
use platform::call::Tx;
use platform::refusal::Refusal;

use crate::forms::Form;
use crate::pdf::PrintOptions;

/// Puts the default texts of a form's papers above its signatures. The company signs a house waybill as carrier.
pub fn lay(tx: &mut Tx<'_>, form: &Form, options: &mut PrintOptions) -> Result<(), Refusal> {
    let place = form.body.get("placeOfIssue").and_then(serde_json::Value::as_str).unwrap_or_default().to_owned();
    let mut text = |document: &'static str| text_of(tx, document, &place);
    if form.kind == 0 {
        options.shipper_text = text(MASTER_SHIPPER)?;
        options.carrier_text = text(MASTER_CARRIER)?;
    } else {
        options.carrier_text = text(HOUSE)?;
    }
    Ok(())
}

/// The filled text of a paper, which is counted as a use of its template; empty without one.
fn text_of(tx: &mut Tx<'_>, document: &'static str, place: &str) -> Result<String, Refusal> {
    let (actor, org, day) = (tx.actor, tx.org(), tx.now.day());
    // Waybills are written in English.
    let wanted = Wanted { kind: TEXT, scope: Scope::Ae.code(), document, language: "en", user: actor.user_id };
    let Some(template) = sign::find(tx, org, &wanted)? else { return Ok(String::new()) };
    sign::count_use(tx, org, template.id)?;
    let values = sign::values(tx, (org, actor.user_id), day, place)?;
    Ok(sign::fill(&template.text, &values))
}
