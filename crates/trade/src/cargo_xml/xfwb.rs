//! XFWB: the air waybill.

mod charges;
mod rating;
mod route;
mod unit;

use kernel::Instant;

use super::header::{self, Envelope};
use super::node::Node;
use super::out::Out;
use super::{BAD_AWB, Fault, declared, note, party, time};
use crate::imp::fwb::{Agent, Detail, Fwb};
use crate::imp::{Accounting, Address, Issue, Office, Shipment};
use crate::waybill_number::Mawb;

pub(super) use unit::{read_unit, write_unit};

pub(super) const ROOT: &str = "Waybill";
/// Names and type codes of a waybill of its own and of one that holds houses.
const DIRECT: (&str, &str) = ("Air Waybill", "740");
const MASTER: (&str, &str) = ("Master Air Waybill", "741");
/// Kind of a header note.
const CONSOLIDATION: &str = "C";
/// A Cargo-IMP version that says as much; Cargo-XML does not carry it.
const IMP_VERSION: u8 = 17;
/// Role of who is notified, of UN/EDIFACT 3035.
const NOTIFY: (&str, &str) = ("NI", "Notify Party");
/// Digits of an agent's code with its CASS address behind it.
const AGENT_CODE_WITH_CASS: usize = 11;

/// Writes a waybill.
pub fn write(fwb: &Fwb, envelope: &Envelope) -> String {
    let consolidated =
        fwb.rates.iter().flat_map(|rate| &rate.details).any(|line| matches!(line, Detail::Consolidation(_)));
    let kind = if consolidated { MASTER } else { DIRECT };
    header::document(ROOT, kind, envelope, |out| {
        out.group("BusinessHeaderDocument", |out| {
            out.leaf("ID", &fwb.shipment.awb.to_string());
            out.leaf("SenderAssignedID", fwb.office.as_ref().map_or("", |office| &office.file));
            write_signatures(out, &fwb.certification, fwb.issue.as_ref());
        });
        out.group("MasterConsignment", |out| write_consignment(out, fwb, envelope.issued));
    })
}

/// Writes who signed, when and where.
pub(super) fn write_signatures(out: &mut Out, certification: &str, issue: Option<&Issue>) {
    out.group("SignatoryConsignorAuthentication", |out| out.leaf("Signatory", certification));
    let Some(issue) = issue else { return };
    out.group("SignatoryCarrierAuthentication", |out| {
        out.leaf("ActualDateTime", &time::local_text(issue.date, None));
        out.leaf("Signatory", &issue.signature);
        out.group("IssueAuthenticationLocation", |out| out.leaf("Name", &issue.place));
    });
}

/// Reads who signed, when and where.
pub(super) fn read_signatures(node: &mut Node<'_>) -> Result<(String, Option<Issue>), Fault> {
    let certification = node.text_in("SignatoryConsignorAuthentication", "Signatory");
    let Some(mut carrier) = node.take("SignatoryCarrierAuthentication") else { return Ok((certification, None)) };
    let issue = carrier.moment("ActualDateTime")?.map(|moment| Issue {
        date: moment.at.date(),
        place: carrier.text_in("IssueAuthenticationLocation", "Name"),
        signature: carrier.text("Signatory"),
    });
    Ok((certification, issue))
}

fn write_consignment(out: &mut Out, fwb: &Fwb, made: Instant) {
    let (values, shipment) = (&fwb.values, &fwb.shipment);
    let (reference, information) = fwb.reference.as_ref().map_or(("", ""), |(one, two)| (one, two));
    out.leaf("ID", reference);
    out.leaf("AdditionalID", information);
    declared::write(out, values);
    out.weight("IncludedTareGrossWeightMeasure", shipment.weight);
    out.volume("GrossVolumeMeasure", shipment.volume);
    out.count("DensityGroupCode", shipment.density_group.map(i64::from));
    out.count("TotalPieceQuantity", Some(shipment.pieces));
    party::write(out, "ConsignorParty", &fwb.shipper, None);
    party::write(out, "ConsigneeParty", &fwb.consignee, None);
    if let Some(agent) = &fwb.agent {
        write_agent(out, agent);
    }
    if let Some(notify) = &fwb.notify {
        party::write(out, "AssociatedParty", &Address { account: String::new(), ..notify.clone() }, Some(NOTIFY));
    }
    out.station("OriginLocation", &shipment.origin);
    out.station("FinalDestinationLocation", &shipment.destination);
    route::write(out, fwb, fwb.issue.as_ref().map_or(made.day(), |issue| issue.date));
    note::write_handling(out, &fwb.handling);
    note::write_lines(out, "HandlingSSRInstructions", &fwb.requests);
    note::write_lines(out, "HandlingOSIInstructions", &fwb.information);
    for accounting in &fwb.accounting {
        out.group("IncludedAccountingNote", |out| {
            out.leaf("ContentCode", &accounting.code);
            out.leaf("Content", &accounting.text);
        });
    }
    note::write_customs(out, &fwb.customs);
    out.group("AssociatedConsignmentCustomsProcedure", |out| out.leaf("GoodsStatusCode", &fwb.customs_origin));
    out.group("ApplicableOriginCurrencyExchange", |out| out.leaf("SourceCurrencyCode", &values.currency));
    charges::write_destination_rate(out, fwb.destination.as_ref());
    out.group("ApplicableLogisticsServiceCharge", |out| out.leaf("TransportPaymentMethodCode", &values.charge_code));
    charges::write_other(out, &fwb.charges, &values.currency);
    rating::write(out, &fwb.rates, &values.currency);
    charges::write_totals(out, fwb);
}

fn write_agent(out: &mut Out, agent: &Agent) {
    out.group("FreightForwarderParty", |out| {
        out.leaf("Name", &agent.name);
        out.leaf("AccountID", &agent.account);
        out.leaf("CargoAgentID", &agent.iata);
        out.group("FreightForwarderAddress", |out| out.leaf("CityName", &agent.place));
        out.station("SpecifiedCargoAgentLocation", &agent.cass);
    });
}

fn read_agent(mut node: Node<'_>) -> Agent {
    let mut agent = Agent {
        account: node.text("AccountID"),
        iata: node.text("CargoAgentID"),
        cass: node.text_in("SpecifiedCargoAgentLocation", "ID"),
        name: node.text("Name"),
        place: node.text_in("FreightForwarderAddress", "CityName"),
        ..Agent::default()
    };
    let digits = agent.iata.bytes().all(|byte| byte.is_ascii_digit());
    if agent.cass.is_empty() && digits && agent.iata.len() == AGENT_CODE_WITH_CASS {
        agent.cass = agent.iata.split_off(7);
    }
    agent
}

/// The master number a child tells.
pub(super) fn read_awb(node: &mut Node<'_>, name: &str) -> Result<Mawb, Fault> {
    let id = node.take(name).ok_or_else(|| node.missing(name))?;
    let wrong = id.fault(BAD_AWB);
    Mawb::parse(&id.into_text()).ok_or(wrong)
}

/// Reads the parts of a waybill.
pub(super) fn read(mut root: Node<'_>, type_code: &str) -> Result<Fwb, Fault> {
    let consolidated = type_code == MASTER.1;
    if !consolidated && type_code != DIRECT.1 {
        root.flag("MessageHeaderDocument/TypeCode");
    }
    let mut head = root.need("BusinessHeaderDocument")?;
    let awb = read_awb(&mut head, "ID")?;
    let file = head.text("SenderAssignedID");
    let (certification, issue) = read_signatures(&mut head)?;
    read_header_notes(&mut head, consolidated);
    let mut node = root.need("MasterConsignment")?;
    let mut values = declared::read(&mut node)?.unwrap_or_default();
    values.charge_code = node.text_in("ApplicableLogisticsServiceCharge", "TransportPaymentMethodCode");
    let shipment = read_shipment(&mut node, awb)?;
    let (flights, routing) = route::read(&mut node, &shipment.origin)?;
    let reference =
        Some((node.text("ID"), node.text("AdditionalID"))).filter(|(one, two)| !(one.is_empty() && two.is_empty()));
    let (prepaid, collect, mut destination) = charges::read_totals(&mut node, &values.currency)?;
    charges::read_destination_rate(&mut node, &mut destination)?;
    Ok(Fwb {
        flights,
        routing,
        shipper: node.take("ConsignorParty").map(party::read).unwrap_or_default(),
        consignee: node.take("ConsigneeParty").map(party::read).unwrap_or_default(),
        notify: read_notify(&mut node),
        agent: node.take("FreightForwarderParty").map(read_agent).filter(|agent| *agent != Agent::default()),
        requests: note::read_lines(&mut node, "HandlingSSRInstructions"),
        accounting: read_accounting(&mut node),
        rates: rating::read(&mut node, &values.currency, consolidated)?,
        charges: charges::read_other(&mut node, &values.currency)?,
        prepaid,
        collect,
        certification,
        issue,
        information: note::read_lines(&mut node, "HandlingOSIInstructions"),
        destination,
        office: Some(Office { file, ..Office::default() }).filter(|office| !office.file.is_empty()),
        customs_origin: node.text_in("AssociatedConsignmentCustomsProcedure", "GoodsStatusCode"),
        handling: note::read_handling(&mut node),
        reference,
        customs: note::read_customs(&mut node),
        values,
        ..Fwb::new(IMP_VERSION, shipment)
    })
}

/// A note that a master is a consolidation says nothing new; others are flagged.
fn read_header_notes(head: &mut Node<'_>, consolidated: bool) {
    for mut note in head.take_all("IncludedHeaderNote") {
        if note.text("ContentCode") == CONSOLIDATION && consolidated {
            note.text("Content");
        } else {
            note.flag("ContentCode");
        }
    }
}

fn read_shipment(node: &mut Node<'_>, awb: Mawb) -> Result<Shipment, Fault> {
    Ok(Shipment {
        awb,
        origin: node.need_station("OriginLocation")?,
        destination: node.need_station("FinalDestinationLocation")?,
        pieces: node.count("TotalPieceQuantity")?.ok_or_else(|| node.missing("TotalPieceQuantity"))?,
        weight: node.weight("IncludedTareGrossWeightMeasure")?,
        volume: node.volume("GrossVolumeMeasure")?,
        density_group: node.density_group()?,
    })
}

/// Who is notified; parties with other roles are flagged.
fn read_notify(node: &mut Node<'_>) -> Option<Address> {
    let mut notify = None;
    for mut other in node.take_all("AssociatedParty") {
        let role = other.text("RoleCode");
        if role == NOTIFY.0 && notify.is_none() {
            other.text("Role");
            notify = Some(party::read(other)).filter(|party| *party != Address::default());
        } else {
            other.flag(if role.is_empty() { "RoleCode" } else { &role });
        }
    }
    notify
}

fn read_accounting(node: &mut Node<'_>) -> Vec<Accounting> {
    let notes = node.take_all("IncludedAccountingNote").into_iter();
    let notes = notes.map(|mut note| Accounting { code: note.text("ContentCode"), text: note.text("Content") });
    notes.filter(|note| *note != Accounting::default()).collect()
}
