//! Declared values and ways of payment.

use kernel::Amount;

use super::Fault;
use super::node::Node;
use super::out::Out;
use crate::imp::{Pay, Values};

/// Writes the declared values: an indicator where none is declared, an amount where one is.
pub(super) fn write(out: &mut Out, values: &Values) {
    let declared = [
        ("NilCarriageValueIndicator", "DeclaredValueForCarriageAmount", values.carriage),
        ("NilCustomsValueIndicator", "DeclaredValueForCustomsAmount", values.customs),
        ("NilInsuranceValueIndicator", "InsuranceValueAmount", values.insurance),
    ];
    for (nil, name, amount) in declared {
        match amount {
            None => out.indicator(nil, true),
            Some(_) => out.amount(name, amount, &values.currency),
        }
    }
    let payments =
        [("TotalChargePrepaidIndicator", values.weight_pay), ("TotalDisbursementPrepaidIndicator", values.other_pay)];
    for (name, pay) in payments {
        if let Some(pay) = pay {
            out.indicator(name, pay == Pay::Prepaid);
        }
    }
}

/// Reads the declared values and the currency; none when nothing of them is there.
pub(super) fn read(node: &mut Node<'_>) -> Result<Option<Values>, Fault> {
    let currency = node.text_in("ApplicableOriginCurrencyExchange", "SourceCurrencyCode");
    let mut found = !currency.is_empty();
    let mut pay = |name: &str| -> Result<Option<Pay>, Fault> {
        let prepaid = node.indicator(name)?;
        Ok(prepaid.map(|prepaid| if prepaid { Pay::Prepaid } else { Pay::Collect }))
    };
    let weight_pay = pay("TotalChargePrepaidIndicator")?;
    let other_pay = pay("TotalDisbursementPrepaidIndicator")?;
    found |= weight_pay.is_some() || other_pay.is_some();
    let mut declared = |nil: &str, name: &str| -> Result<Option<Amount>, Fault> {
        let none = node.indicator(nil)?;
        let amount = node.amount(name, &currency)?;
        found |= none.is_some() || amount.is_some();
        if none == Some(true) && amount.is_some_and(Amount::is_zero) {
            return Ok(None);
        }
        if none == Some(true) && amount.is_some() {
            node.flag(nil);
        }
        Ok(amount)
    };
    let carriage = declared("NilCarriageValueIndicator", "DeclaredValueForCarriageAmount")?;
    let customs = declared("NilCustomsValueIndicator", "DeclaredValueForCustomsAmount")?;
    let insurance = declared("NilInsuranceValueIndicator", "InsuranceValueAmount")?;
    let values = Values { currency, charge_code: String::new(), weight_pay, other_pay, carriage, customs, insurance };
    Ok(found.then_some(values))
}
