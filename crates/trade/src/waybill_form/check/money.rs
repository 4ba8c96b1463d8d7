//! Amounts have no more decimals than their currency: nothing a message would have to round away.

use kernel::{Amount, Findings};

use super::m;
use crate::currency;
use crate::waybill_form::WaybillForm;

/// Checks every amount of a form; a draft is warned. What is no amount its own rules tell.
pub(super) fn check(form: &WaybillForm, is_final: bool, found: &mut Findings) {
    let mut look = |field: String, text: &str, code: &str| {
        if text.parse::<Amount>().is_ok_and(|amount| !currency::fits(amount, code)) {
            let text = m::FINE.with(&[("currency", code), ("amount", text)]);
            if is_final { found.error(field, text) } else { found.warning(field, text) }
        }
    };
    for (place, line) in form.lines.iter().enumerate() {
        look(format!("lines.{place}.total"), &line.total, &form.currency);
    }
    for (place, charge) in form.charges.iter().enumerate() {
        look(format!("charges.{place}.amount"), &charge.amount, &form.currency);
    }
    for (field, text) in [
        ("declaredValueOfCarriage", &form.declared_value_of_carriage),
        ("declaredValueOfCustoms", &form.declared_value_of_customs),
        ("insuranceValue", &form.insurance_value),
        ("insuranceAmount", &form.insurance_amount),
        ("valuationCharge", &form.valuation_charge),
        ("tax", &form.tax),
    ] {
        look(field.to_owned(), text, &form.currency);
    }
    look("chargesAtDestination".to_owned(), &form.charges_at_destination, &form.dest_currency);
}
