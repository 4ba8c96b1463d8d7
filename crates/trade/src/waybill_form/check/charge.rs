//! Rules of an other charge: its boxes, and whether the amount is what rate and quantity come to (4.2, 4.4).

use kernel::{Amount, Findings, Price, Weight, parse_scaled};

use super::{decimal, fits, letters, m};
use crate::currency;
use crate::surcharge::{self, Basis, Quantities};
use crate::waybill_form::{OtherCharge, WaybillForm, limits};

/// Checks one charge of a form.
pub(super) fn check(form: &WaybillForm, charge: &OtherCharge, is_final: bool) -> Findings {
    let mut found = Findings::new();
    let code = charge.code.as_str();
    let sound = code.len() == 2 && letters(code);
    found.error_if((is_final || !code.is_empty()) && !sound, "code", m::CHARGE_CODE);
    let due = charge.due.as_str();
    found.error_if((is_final || !due.is_empty()) && !matches!(due, "A" | "C"), "due", m::CHARGE_DUE);
    let amount = charge.amount.as_str();
    let sound = decimal(amount, 2, limits::TOTAL);
    found.error_if((is_final || !amount.is_empty()) && !sound, "amount", m::CHARGE_AMOUNT);
    fits(&mut found, "pay", &charge.pay, matches!(charge.pay.as_str(), "PP" | "CC"), m::PAY);
    if sound && let (Some(expected), Ok(typed)) = (expected(form, charge), amount.parse::<Amount>()) {
        let rounded = currency::round(expected, &form.currency);
        // What a look-up answers has cents in every currency.
        if typed != expected && typed != rounded {
            let text = m::CHARGE_DIFFERS.with(&[("amount", amount), ("expected", &rounded.show(2))]);
            found.warning("amount", text);
        }
    }
    found
}

/// Rate times quantity, to the cent; none while one of them is missing. A charge without a quantity has that of its
/// basis, as far as the form tells it.
fn expected(form: &WaybillForm, charge: &OtherCharge) -> Option<Amount> {
    let price: Price = Some(charge.rate.as_str()).filter(|rate| !rate.is_empty())?.parse().ok()?;
    let thousandths = match charge.quantity.as_str() {
        "" => counted(form, Basis::named(&charge.basis)?)?,
        quantity => parse_scaled(quantity, 3).ok()?,
    };
    Some(surcharge::amount(price, thousandths, None, None))
}

/// What a basis counts of a form, in thousandths; none for what the form does not tell.
fn counted(form: &WaybillForm, basis: Basis) -> Option<i64> {
    let weight = |text: &String| text.parse::<Weight>().ok();
    let mut all = Quantities::default();
    for line in &form.lines {
        match basis {
            Basis::Chargeable => all.chargeable = all.chargeable.plus(weight(&line.charge_weight)?),
            Basis::Gross => all.gross = all.gross.plus(weight(&line.gross_weight)?),
            Basis::Pieces => all.pieces = all.pieces.saturating_add(line.pieces.parse().ok()?),
            Basis::Waybill => {}
            Basis::Houses => return None,
        }
    }
    (!form.lines.is_empty() && basis != Basis::Houses).then(|| all.of(basis))
}
