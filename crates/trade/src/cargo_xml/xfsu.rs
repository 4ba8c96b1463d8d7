//! XFSU: what has happened to a shipment.

mod extra;
mod movement;

use kernel::{Instant, Weight};

use super::header::{self, Envelope};
use super::node::Node;
use super::out::Out;
use super::{BAD_AWB, Fault, MISSING, xfwb};
use crate::fsu::{self, Quantity, Share, Status, StatusMessage};
use crate::waybill_number::Mawb;

pub(super) const ROOT: &str = "StatusMessage";
const KIND: (&str, &str) = ("Transport Status Report", "44");
/// Roles of UN/EDIFACT 3035.
const CARRIER: &str = "CA";
const FORWARDER: &str = "FW";
/// Document type of an air waybill.
const WAYBILL: (&str, &str) = ("Air Waybill", "740");
/// The Cargo-IMP message that says as much.
const IMP_KIND: (&str, &str) = ("FSU", "14");

/// Writes a status message. Days without a year are seen from the making of the message; one that can be none is left out.
pub fn write(message: &StatusMessage, envelope: &Envelope) -> String {
    header::document(ROOT, KIND, envelope, |out| {
        out.group("BusinessHeaderDocument", |out| out.leaf("ID", &message.awb.to_string()));
        out.group("MasterConsignment", |out| {
            if let Some(quantity) = message.quantity {
                let total = message.pieces_total.or((quantity.share == Share::Total).then_some(quantity.pieces));
                out.weight("GrossWeightMeasure", quantity.weight);
                out.weight("TotalGrossWeightMeasure", quantity.weight.filter(|_| quantity.share == Share::Total));
                out.count("PieceQuantity", Some(quantity.pieces));
                out.count("TotalPieceQuantity", total);
                out.leaf("TransportSplitDescription", &quantity.share.letter().to_string());
            }
            out.group("TransportContractDocument", |out| {
                out.leaf("ID", &message.awb.to_string());
                out.leaf("Name", WAYBILL.0);
                out.leaf("TypeCode", WAYBILL.1);
            });
            out.station("OriginLocation", message.origin.as_deref().unwrap_or_default());
            out.station("FinalDestinationLocation", message.destination.as_deref().unwrap_or_default());
            for status in &message.statuses {
                write_status(out, message, status, envelope.issued);
            }
        });
    })
}

fn write_status(out: &mut Out, message: &StatusMessage, status: &Status, made: Instant) {
    out.group("ReportedStatus", |out| {
        out.leaf("ReasonCode", &status.code);
        out.group("AssociatedStatusConsignment", |out| {
            if let Some(quantity) = status.quantity {
                out.weight("GrossWeightMeasure", quantity.weight);
            }
            out.volume("GrossVolumeMeasure", status.volume);
            out.count("DensityGroupCode", status.density_group.map(i64::from));
            if let Some(quantity) = status.quantity {
                out.count("PieceQuantity", Some(quantity.pieces));
                out.leaf("TransportSplitDescription", &quantity.share.letter().to_string());
            }
            out.leaf("DiscrepancyDescriptionCode", &status.discrepancy);
            out.group("AssociatedManifestDocument", |out| out.leaf("ID", &status.manifest));
            movement::write(out, message, status, made.day());
            write_parties(out, status);
            extra::write(out, status);
        });
    });
}

/// Elements of who is named in a status, in their order.
const NOTIFIED: &str = "NotifiedParty";
const DELIVERED: &str = "DeliveryParty";
const RECEIVED_FROM: &str = "AssociatedReceivedFromParty";
const TRANSFERRED: &str = "AssociatedTransferredFromParty";

/// The element of a name by the code of its status.
fn party_of(code: &str) -> &'static str {
    match code {
        "AWD" | "DLV" | "DDL" => DELIVERED,
        "RCS" | "FOH" | "DPU" | "RCT" => RECEIVED_FROM,
        "TFD" => TRANSFERRED,
        _ => NOTIFIED,
    }
}

fn write_parties(out: &mut Out, status: &Status) {
    let of_carrier = if party_of(&status.code) == RECEIVED_FROM { RECEIVED_FROM } else { TRANSFERRED };
    for element in [NOTIFIED, DELIVERED, RECEIVED_FROM, TRANSFERRED] {
        let name = if element == party_of(&status.code) { &status.name } else { "" };
        let carrier = if element == of_carrier { &status.carrier } else { "" };
        out.group(element, |out| {
            out.leaf("PrimaryID", carrier);
            out.leaf("Name", name);
            let named = !(name.is_empty() && carrier.is_empty());
            if named && matches!(element, RECEIVED_FROM | TRANSFERRED) {
                out.leaf("RoleCode", if carrier.is_empty() { FORWARDER } else { CARRIER });
            }
        });
    }
}

/// Reads the parts of a status message.
pub(super) fn read(mut root: Node<'_>) -> Result<StatusMessage, Fault> {
    let mut node = root.need("MasterConsignment")?;
    let awb = read_awb(&mut root, &mut node)?;
    let (quantity, pieces_total) = read_quantity(&mut node)?;
    let origin = node.station("OriginLocation")?;
    let destination = node.station("FinalDestinationLocation")?;
    let (mut statuses, mut faults) = (Vec::new(), Vec::new());
    for reported in node.take_all("ReportedStatus") {
        let known = statuses.len();
        if let Err(fault) = read_reported(reported, &mut statuses) {
            if statuses.len() >= fsu::STATUSES_MAX {
                return Err(fault);
            }
            statuses.truncate(known);
            faults.push(fault);
        }
    }
    if statuses.is_empty() {
        let missing = || node.missing("ReportedStatus");
        return Err(faults.into_iter().next().unwrap_or_else(missing));
    }
    Ok(StatusMessage {
        kind: IMP_KIND.0.to_owned(),
        version: IMP_KIND.1.to_owned(),
        awb,
        origin,
        destination,
        quantity,
        pieces_total,
        statuses,
        flags: Vec::new(),
        faults: faults.into_iter().map(Fault::unplaced).collect(),
    })
}

/// The number stands in the document of the consignment, in older messages in the header alone.
fn read_awb(root: &mut Node<'_>, node: &mut Node<'_>) -> Result<Mawb, Fault> {
    let head = root.take("BusinessHeaderDocument").map(|mut head| head.text("ID")).unwrap_or_default();
    if let Some(mut document) = node.take("TransportContractDocument") {
        document.text("Name");
        document.text("TypeCode");
        return xfwb::read_awb(&mut document, "ID");
    }
    Mawb::parse(&head).ok_or_else(|| {
        let missing = node.missing("TransportContractDocument");
        Fault { reason: if head.is_empty() { MISSING } else { BAD_AWB }, ..missing }
    })
}

/// How much of the shipment, and the pieces of all of it where that is only a part.
fn read_quantity(node: &mut Node<'_>) -> Result<(Option<Quantity>, Option<i64>), Fault> {
    let total = node.count("TotalPieceQuantity")?;
    let total_weight = node.weight("TotalGrossWeightMeasure")?;
    let own = read_part(node, total)?;
    let quantity = own.or(total.map(|pieces| Quantity { share: Share::Total, pieces, weight: None }));
    let Some(mut quantity) = quantity else { return Ok((None, None)) };
    let whole = quantity.share == Share::Total;
    if whole && quantity.weight.is_none() {
        quantity.weight = total_weight;
    } else if total_weight.is_some_and(|total| !whole || quantity.weight != Some(total)) {
        node.flag("TotalGrossWeightMeasure");
    }
    Ok((Some(quantity), total.filter(|total| !whole || *total != quantity.pieces)))
}

/// Pieces and weight of what a level speaks of. Without a share it is all when the pieces are all.
fn read_part(node: &mut Node<'_>, total: Option<i64>) -> Result<Option<Quantity>, Fault> {
    let weight: Option<Weight> = node.weight("GrossWeightMeasure")?;
    let letter = node.text("TransportSplitDescription");
    let Some(pieces) = node.count("PieceQuantity")? else {
        if weight.is_some() {
            node.flag("GrossWeightMeasure");
        }
        return Ok(None);
    };
    let mut letters = letter.chars();
    let told = letters.next().filter(|_| letters.next().is_none()).and_then(Share::of);
    let share = told.unwrap_or_else(|| {
        if !letter.is_empty() {
            node.flag("TransportSplitDescription");
        }
        if total.is_none_or(|total| total == pieces) { Share::Total } else { Share::Part }
    });
    Ok(Some(Quantity { share, pieces, weight }))
}

/// Reads a reported status: one for each consignment it speaks of.
fn read_reported(mut reported: Node<'_>, statuses: &mut Vec<Status>) -> Result<(), Fault> {
    if statuses.len() >= fsu::STATUSES_MAX {
        return Err(reported.fault(("状态过多", "There are too many statuses.")));
    }
    let (raw, line) = (reported.line(), reported.at());
    let code = reported.need_text("ReasonCode")?;
    let blank =
        || Status { known: fsu::is_listed(&code), code: code.clone(), raw: raw.clone(), line, ..Status::default() };
    let consignments = reported.take_all("AssociatedStatusConsignment");
    if consignments.is_empty() {
        statuses.push(blank());
    }
    for consignment in consignments {
        if statuses.len() >= fsu::STATUSES_MAX {
            return Err(consignment.fault(("状态过多", "There are too many statuses.")));
        }
        let mut status = blank();
        read_consignment(consignment, &mut status)?;
        statuses.push(status);
    }
    Ok(())
}

fn read_consignment(mut node: Node<'_>, status: &mut Status) -> Result<(), Fault> {
    status.quantity = read_part(&mut node, None)?;
    status.volume = node.volume("GrossVolumeMeasure")?;
    status.density_group = node.density_group()?;
    status.discrepancy = node.text("DiscrepancyDescriptionCode");
    status.manifest = node.text_in("AssociatedManifestDocument", "ID");
    movement::read(&mut node, status)?;
    for element in [NOTIFIED, DELIVERED, RECEIVED_FROM, TRANSFERRED] {
        let Some(mut party) = node.take(element) else { continue };
        party.text("RoleCode");
        party.text("Role");
        if status.carrier.is_empty() {
            status.carrier = party.text("PrimaryID");
        }
        if status.name.is_empty() {
            status.name = party.text("Name");
        }
    }
    status.extra = extra::read(&mut node);
    Ok(())
}
