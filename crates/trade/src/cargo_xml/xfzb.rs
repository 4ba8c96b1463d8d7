//! XFZB: a house waybill with its master.

use kernel::Weight;

use super::header::{self, Envelope};
use super::node::{Node, lines_of};
use super::out::Out;
use super::{Fault, declared, note, party, xfwb};
use crate::imp::fhl::House;
use crate::imp::{Address, Issue, Shipment};

pub(super) const ROOT: &str = "HouseWaybill";
const KIND: (&str, &str) = ("House Waybill", "703");

/// A house waybill. Beside what a house manifest tells it carries who signed it and what it is charged by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HouseWaybill {
    /// The master, as far as it is known.
    pub master: Shipment,
    /// The house.
    pub house: House,
    /// Chargeable weight; the standard asks for it.
    pub chargeable: Option<Weight>,
    /// Signature of the shipper's certification.
    pub certification: String,
    /// Issue of the house waybill.
    pub issue: Option<Issue>,
}

/// Writes a house waybill.
pub fn write(waybill: &HouseWaybill, envelope: &Envelope) -> String {
    let (master, house) = (&waybill.master, &waybill.house);
    header::document(ROOT, KIND, envelope, |out| {
        out.group("BusinessHeaderDocument", |out| {
            out.leaf("ID", &house.number);
            xfwb::write_signatures(out, &waybill.certification, waybill.issue.as_ref());
        });
        out.group("MasterConsignment", |out| {
            out.weight("IncludedTareGrossWeightMeasure", master.weight);
            out.count("TotalPieceQuantity", Some(master.pieces));
            out.group("TransportContractDocument", |out| out.leaf("ID", &master.awb.to_string()));
            out.station("OriginLocation", &master.origin);
            out.station("FinalDestinationLocation", &master.destination);
            out.group("IncludedHouseConsignment", |out| write_house(out, waybill));
        });
    })
}

fn write_house(out: &mut Out, waybill: &HouseWaybill) {
    let house = &waybill.house;
    let currency = house.values.as_ref().map_or("", |values| &values.currency);
    out.leaf("ID", &house.number);
    if let Some(values) = &house.values {
        declared::write(out, values);
    }
    out.weight("IncludedTareGrossWeightMeasure", Some(house.weight));
    out.leaf("ConsignmentItemQuantity", "1");
    out.count("PackageQuantity", house.slac);
    out.count("TotalPieceQuantity", Some(house.pieces));
    out.leaf("SummaryDescription", &house.description);
    for (name, address) in [("ConsignorParty", &house.shipper), ("ConsigneeParty", &house.consignee)] {
        if let Some(address) = address {
            party::write(out, name, address, None);
        }
    }
    out.station("OriginLocation", &house.origin);
    out.station("FinalDestinationLocation", &house.destination);
    note::write_handling(out, &house.handling);
    note::write_customs(out, &house.customs);
    out.group("ApplicableOriginCurrencyExchange", |out| out.leaf("SourceCurrencyCode", currency));
    out.group("IncludedHouseConsignmentItem", |out| {
        out.leaf("SequenceNumeric", "1");
        for code in &house.hs {
            out.leaf("TypeCode", code);
        }
        out.weight("GrossWeightMeasure", Some(house.weight));
        out.count("PieceQuantity", Some(house.pieces));
        let text = if house.text.is_empty() { house.description.clone() } else { house.text.join("\n") };
        out.group("NatureIdentificationTransportCargo", |out| out.leaf("Identification", &text));
        out.group("ApplicableFreightRateServiceCharge", |out| {
            out.weight("ChargeableWeightMeasure", waybill.chargeable);
        });
    });
}

/// Reads the parts of a house waybill.
pub(super) fn read(mut root: Node<'_>) -> Result<HouseWaybill, Fault> {
    let mut head = root.need("BusinessHeaderDocument")?;
    let number = head.need_text("ID")?;
    let (certification, issue) = xfwb::read_signatures(&mut head)?;
    let mut node = root.need("MasterConsignment")?;
    let mut inner = node.need("IncludedHouseConsignment")?;
    inner.derived("ID", &number);
    let mut waybill = HouseWaybill {
        master: read_master(&mut node)?,
        house: read_house(&mut inner, number)?,
        chargeable: None,
        certification,
        issue,
    };
    read_items(&mut inner, &mut waybill)?;
    Ok(waybill)
}

/// Reads the master that a message on houses names.
pub(super) fn read_master(node: &mut Node<'_>) -> Result<Shipment, Fault> {
    let mut document = node.need("TransportContractDocument")?;
    document.text("Name");
    document.text("TypeCode");
    Ok(Shipment {
        awb: xfwb::read_awb(&mut document, "ID")?,
        origin: node.need_station("OriginLocation")?,
        destination: node.need_station("FinalDestinationLocation")?,
        pieces: node.count("TotalPieceQuantity")?.ok_or_else(|| node.missing("TotalPieceQuantity"))?,
        weight: node.weight("IncludedTareGrossWeightMeasure")?,
        volume: None,
        density_group: None,
    })
}

fn read_house(node: &mut Node<'_>, number: String) -> Result<House, Fault> {
    let weight = node.weight("IncludedTareGrossWeightMeasure")?;
    let address = |party: Option<Node<'_>>| party.map(party::read).filter(|party| *party != Address::default());
    Ok(House {
        number,
        origin: node.need_station("OriginLocation")?,
        destination: node.need_station("FinalDestinationLocation")?,
        pieces: node.count("TotalPieceQuantity")?.ok_or_else(|| node.missing("TotalPieceQuantity"))?,
        weight: weight.ok_or_else(|| node.missing("IncludedTareGrossWeightMeasure"))?,
        slac: node.count("PackageQuantity")?,
        description: node.text("SummaryDescription"),
        handling: note::read_handling(node),
        text: Vec::new(),
        hs: Vec::new(),
        customs: note::read_customs(node),
        shipper: address(node.take("ConsignorParty")),
        consignee: address(node.take("ConsigneeParty")),
        values: declared::read(node)?,
    })
}

/// Reads what the items tell: free text, commodity codes, chargeable weight. Their pieces and weights are flagged
/// where they do not add up to the house's.
fn read_items(node: &mut Node<'_>, waybill: &mut HouseWaybill) -> Result<(), Fault> {
    let house = &mut waybill.house;
    let items = node.take_all("IncludedHouseConsignmentItem");
    node.derived_count("ConsignmentItemQuantity", i64::try_from(items.len()).unwrap_or(i64::MAX))?;
    let (mut pieces, mut weight): (Option<i64>, Option<Weight>) = (None, None);
    for mut item in items {
        item.text("SequenceNumeric");
        let codes = item.take_all("TypeCode").into_iter().map(Node::into_text).filter(|code| !code.is_empty());
        house.hs.extend(codes);
        house.text.extend(lines_of(&item.text_in("NatureIdentificationTransportCargo", "Identification")));
        pieces = add(pieces, item.count("PieceQuantity")?, i64::saturating_add);
        weight = add(weight, item.weight("GrossWeightMeasure")?, Weight::plus);
        for mut charge in item.take_all("ApplicableFreightRateServiceCharge") {
            waybill.chargeable = add(waybill.chargeable, charge.weight("ChargeableWeightMeasure")?, Weight::plus);
        }
    }
    if house.text.as_slice() == lines_of(&house.description) {
        house.text.clear();
    }
    if pieces.is_some_and(|pieces| pieces != house.pieces) {
        node.flag("IncludedHouseConsignmentItem/PieceQuantity");
    }
    if weight.is_some_and(|weight| weight != house.weight) {
        node.flag("IncludedHouseConsignmentItem/GrossWeightMeasure");
    }
    Ok(())
}

fn add<T: Copy>(sum: Option<T>, more: Option<T>, plus: fn(T, T) -> T) -> Option<T> {
    match (sum, more) {
        (Some(sum), Some(more)) => Some(plus(sum, more)),
        (sum, more) => sum.or(more),
    }
}
