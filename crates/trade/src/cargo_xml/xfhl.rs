//! XFHL: the houses of a master as a check list.

use super::header::{self, Envelope};
use super::node::Node;
use super::out::Out;
use super::{Fault, note, xfzb};
use crate::imp::fhl::{Fhl, House};

pub(super) const ROOT: &str = "HouseManifest";
const KIND: (&str, &str) = ("House Manifest", "785");
/// A Cargo-IMP version that says as much; Cargo-XML does not carry it.
const IMP_VERSION: u8 = 5;

/// Writes the houses of a master.
pub fn write(fhl: &Fhl, envelope: &Envelope) -> String {
    let master = &fhl.master;
    header::document(ROOT, KIND, envelope, |out| {
        out.group("BusinessHeaderDocument", |out| out.leaf("ID", &master.awb.to_string()));
        out.group("MasterConsignment", |out| {
            out.weight("IncludedTareGrossWeightMeasure", master.weight);
            out.leaf("ConsignmentItemQuantity", &fhl.houses.len().to_string());
            out.count("PackageQuantity", total_slac(&fhl.houses));
            out.count("TotalPieceQuantity", Some(master.pieces));
            out.group("TransportContractDocument", |out| out.leaf("ID", &master.awb.to_string()));
            out.station("OriginLocation", &master.origin);
            out.station("FinalDestinationLocation", &master.destination);
            for (place, house) in fhl.houses.iter().enumerate() {
                out.group("IncludedHouseConsignment", |out| {
                    out.leaf("SequenceNumeric", &(place + 1).to_string());
                    write_house(out, house);
                });
            }
        });
    })
}

/// Shipper's load and count of all houses; none unless each tells its own.
fn total_slac(houses: &[House]) -> Option<i64> {
    let counts: Option<Vec<i64>> = houses.iter().map(|house| house.slac).collect();
    counts.filter(|counts| !counts.is_empty()).map(|counts| counts.into_iter().fold(0, i64::saturating_add))
}

fn write_house(out: &mut Out, house: &House) {
    out.weight("GrossWeightMeasure", Some(house.weight));
    out.count("PackageQuantity", house.slac);
    out.count("TotalPieceQuantity", Some(house.pieces));
    out.leaf("SummaryDescription", &house.description);
    out.group("TransportContractDocument", |out| out.leaf("ID", &house.number));
    out.station("OriginLocation", &house.origin);
    out.station("FinalDestinationLocation", &house.destination);
    note::write_handling(out, &house.handling);
    note::write_customs(out, &house.customs);
}

/// Reads the houses of a master.
pub(super) fn read(mut root: Node<'_>) -> Result<Fhl, Fault> {
    let mut node = root.need("MasterConsignment")?;
    let master = xfzb::read_master(&mut node)?;
    if let Some(mut head) = root.take("BusinessHeaderDocument") {
        let id = head.text("ID");
        if !id.is_empty() && id != master.awb.to_string() && id != master.awb.digits() {
            head.flag("ID");
        }
    }
    let mut houses = Vec::new();
    for house in node.take_all("IncludedHouseConsignment") {
        houses.push(read_house(house)?);
    }
    if houses.is_empty() {
        return Err(node.missing("IncludedHouseConsignment"));
    }
    node.derived_count("ConsignmentItemQuantity", i64::try_from(houses.len()).unwrap_or(i64::MAX))?;
    if node.count("PackageQuantity")?.is_some_and(|count| Some(count) != total_slac(&houses)) {
        node.flag("PackageQuantity");
    }
    Ok(Fhl { houses, ..Fhl::new(IMP_VERSION, master) })
}

fn read_house(mut node: Node<'_>) -> Result<House, Fault> {
    node.text("SequenceNumeric");
    let mut document = node.need("TransportContractDocument")?;
    Ok(House {
        number: document.need_text("ID")?,
        origin: node.need_station("OriginLocation")?,
        destination: node.need_station("FinalDestinationLocation")?,
        pieces: node.count("TotalPieceQuantity")?.ok_or_else(|| node.missing("TotalPieceQuantity"))?,
        weight: node.weight("GrossWeightMeasure")?.ok_or_else(|| node.missing("GrossWeightMeasure"))?,
        slac: node.count("PackageQuantity")?,
        description: node.text("SummaryDescription"),
        handling: note::read_handling(&mut node),
        customs: note::read_customs(&mut node),
        ..House::default()
    })
}
