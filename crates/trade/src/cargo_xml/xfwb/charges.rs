//! Other charges, sums of the two columns, charges in the currency of destination.

use super::super::node::Node;
use super::super::out::Out;
use super::super::{Fault, Reason};
use crate::imp::Pay;
use crate::imp::fwb::{Charge, Column, DestinationCharges, Fwb};

/// The rating as it stands on the face of the waybill.
pub(super) const FACE: &str = "F";
/// Collect charges, charges at destination and their total, in the currency of destination.
const AT_DESTINATION: [&str; 3] = ["CollectAppliedAmount", "DestinationAppliedAmount", "TotalAppliedAmount"];
const BAD_DUE: Reason = ("费用归属须为一个字母", "Whom a charge is due is one letter.");

/// What the reader finds of the sums: prepaid, collect, at destination.
type Totals = (Option<Column>, Option<Column>, Option<DestinationCharges>);

/// Writes other charges.
pub(super) fn write_other(out: &mut Out, charges: &[Charge], currency: &str) {
    for charge in charges {
        out.group("ApplicableLogisticsAllowanceCharge", |out| {
            out.leaf("ID", &charge.code);
            out.indicator("PrepaidIndicator", charge.pay == Pay::Prepaid);
            out.leaf("PartyTypeCode", &charge.due.to_string());
            out.amount("ActualAmount", Some(charge.amount), currency);
        });
    }
}

/// Reads other charges.
pub(super) fn read_other(node: &mut Node<'_>, currency: &str) -> Result<Vec<Charge>, Fault> {
    let mut charges = Vec::new();
    for mut charge in node.take_all("ApplicableLogisticsAllowanceCharge") {
        charges.push(Charge {
            pay: read_pay(&mut charge)?,
            code: charge.need_text("ID")?,
            due: read_due(&mut charge)?,
            amount: charge.amount("ActualAmount", currency)?.ok_or_else(|| charge.missing("ActualAmount"))?,
        });
    }
    Ok(charges)
}

fn read_pay(node: &mut Node<'_>) -> Result<Pay, Fault> {
    let prepaid = node.indicator("PrepaidIndicator")?.ok_or_else(|| node.missing("PrepaidIndicator"))?;
    Ok(if prepaid { Pay::Prepaid } else { Pay::Collect })
}

fn read_due(node: &mut Node<'_>) -> Result<char, Fault> {
    let text = node.need_text("PartyTypeCode")?;
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(due), None) => Ok(due),
        _ => Err(node.fault(BAD_DUE)),
    }
}

/// Writes the currency of destination and its rate.
pub(super) fn write_destination_rate(out: &mut Out, destination: Option<&DestinationCharges>) {
    let Some(destination) = destination else { return };
    out.group("ApplicableDestinationCurrencyExchange", |out| {
        out.leaf("TargetCurrencyCode", &destination.currency);
        out.leaf("ConversionRate", &destination.rate);
    });
}

/// Reads the currency of destination and its rate.
pub(super) fn read_destination_rate(
    node: &mut Node<'_>,
    destination: &mut Option<DestinationCharges>,
) -> Result<(), Fault> {
    let Some(mut exchange) = node.take("ApplicableDestinationCurrencyExchange") else { return Ok(()) };
    let (currency, rate) = (exchange.text("TargetCurrencyCode"), exchange.decimal("ConversionRate")?);
    if !(currency.is_empty() && rate.is_empty()) {
        let known = destination.take().unwrap_or_default();
        let currency = if currency.is_empty() { known.currency } else { currency };
        *destination = Some(DestinationCharges { currency, rate, ..known });
    }
    Ok(())
}

/// Writes the sums.
pub(super) fn write_totals(out: &mut Out, fwb: &Fwb) {
    let columns = [(true, fwb.prepaid), (false, fwb.collect)];
    let amounts = fwb.destination.as_ref().filter(|charges| has_amounts(charges));
    if amounts.is_none() && columns.iter().all(|(_, column)| column.is_none()) {
        return;
    }
    out.group("ApplicableTotalRating", |out| {
        out.leaf("TypeCode", FACE);
        if let Some(charges) = amounts {
            out.group("ApplicableDestinationCurrencyServiceCharge", |out| {
                let amounts = [charges.charges, charges.at_destination, charges.total];
                for (name, amount) in AT_DESTINATION.iter().zip(amounts) {
                    out.amount(name, amount, &charges.currency);
                }
            });
        }
        for (prepaid, column) in columns {
            if let Some(column) = column {
                write_column(out, prepaid, &column, &fwb.values.currency);
            }
        }
    });
}

fn has_amounts(charges: &DestinationCharges) -> bool {
    [charges.charges, charges.at_destination, charges.total].iter().any(Option::is_some)
}

fn write_column(out: &mut Out, prepaid: bool, column: &Column, currency: &str) {
    out.group("ApplicablePrepaidCollectMonetarySummation", |out| {
        out.indicator("PrepaidIndicator", prepaid);
        out.amount("WeightChargeTotalAmount", column.weight, currency);
        out.amount("ValuationChargeTotalAmount", column.valuation, currency);
        out.amount("TaxTotalAmount", column.tax, currency);
        out.amount("AgentTotalDuePayableAmount", column.agent, currency);
        out.amount("CarrierTotalDuePayableAmount", column.carrier, currency);
        out.amount("GrandTotalAmount", column.total, currency);
    });
}

/// Reads the sums of the face of the waybill.
pub(super) fn read_totals(node: &mut Node<'_>, currency: &str) -> Result<Totals, Fault> {
    let Some(mut total) = take_face(node, "ApplicableTotalRating") else { return Ok((None, None, None)) };
    let mut destination = None;
    if let Some(mut charges) = total.take("ApplicableDestinationCurrencyServiceCharge") {
        let code = AT_DESTINATION.iter().map(|name| charges.currency_of(name)).find(|code| !code.is_empty());
        let code = code.unwrap_or_default();
        destination = Some(DestinationCharges {
            charges: charges.amount(AT_DESTINATION[0], &code)?,
            at_destination: charges.amount(AT_DESTINATION[1], &code)?,
            total: charges.amount(AT_DESTINATION[2], &code)?,
            rate: String::new(),
            currency: code,
        })
        .filter(has_amounts);
    }
    let (mut prepaid, mut collect) = (None, None);
    for mut sums in total.take_all("ApplicablePrepaidCollectMonetarySummation") {
        let column = if read_pay(&mut sums)? == Pay::Prepaid { &mut prepaid } else { &mut collect };
        if column.is_none() {
            *column = Some(read_column(&mut sums, currency)?);
        }
    }
    Ok((prepaid, collect, destination))
}

fn read_column(sums: &mut Node<'_>, currency: &str) -> Result<Column, Fault> {
    Ok(Column {
        weight: sums.amount("WeightChargeTotalAmount", currency)?,
        valuation: sums.amount("ValuationChargeTotalAmount", currency)?,
        tax: sums.amount("TaxTotalAmount", currency)?,
        agent: sums.amount("AgentTotalDuePayableAmount", currency)?,
        carrier: sums.amount("CarrierTotalDuePayableAmount", currency)?,
        total: sums.amount("GrandTotalAmount", currency)?,
    })
}

/// The part of the face of the waybill, the first where none says so; the others are flagged.
pub(super) fn take_face<'f>(node: &mut Node<'f>, name: &str) -> Option<Node<'f>> {
    let mut parts = node.take_all(name);
    let kinds: Vec<String> = parts.iter_mut().map(|part| part.text("TypeCode")).collect();
    let place = kinds.iter().position(|kind| kind == FACE).unwrap_or(0);
    if place >= parts.len() {
        return None;
    }
    let face = parts.swap_remove(place);
    if kinds.get(place).is_some_and(|kind| kind != FACE && !kind.is_empty()) {
        face.flag("TypeCode");
    }
    Some(face)
}
