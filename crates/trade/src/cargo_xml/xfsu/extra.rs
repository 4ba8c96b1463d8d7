//! The blocks behind a status line: OSI remarks, OCI customs information, ULD load units.

use super::super::node::Node;
use super::super::note;
use super::super::out::Out;
use super::super::xfwb;
use crate::fsu::Status;

/// Writes the blocks.
pub(super) fn write(out: &mut Out, status: &Status) {
    note::write_lines(out, "HandlingOSIInstructions", &status.remarks());
    note::write_customs(out, &status.customs());
    for unit in status.units() {
        let (code, loading) = (unit.unit, unit.loading);
        out.group("UtilizedUnitLoadTransportEquipment", |out| xfwb::write_unit(out, &code, None, &loading));
    }
}

/// Reads the blocks as lines.
pub(super) fn read(node: &mut Node<'_>) -> Vec<String> {
    let remarks = note::read_lines(node, "HandlingOSIInstructions");
    let customs: Vec<String> = note::read_customs(node)
        .into_iter()
        .map(|note| format!("{}/{}/{}/{}", note.country, note.part, note.control, note.text))
        .collect();
    let units: Vec<String> = node
        .take_all("UtilizedUnitLoadTransportEquipment")
        .into_iter()
        .map(|mut unit| {
            let code = xfwb::read_unit(&mut unit);
            let loading = unit.text("OperationalStatusCode");
            if loading.is_empty() { code } else { format!("{code}-{loading}") }
        })
        .collect();
    let units = if units.is_empty() { Vec::new() } else { vec![units.join("/")] };
    let tagged = |tag: &'static str, lines: Vec<String>| {
        let lines = lines.into_iter().enumerate();
        lines.map(move |(place, line)| if place == 0 { format!("{tag}/{line}") } else { format!("/{line}") })
    };
    tagged("OSI", remarks).chain(tagged("OCI", customs)).chain(tagged("ULD", units)).collect()
}
