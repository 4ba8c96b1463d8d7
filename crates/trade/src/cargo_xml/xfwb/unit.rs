//! Load units: one code in Cargo-IMP, its type, serial and owner apart in Cargo-XML.

use super::super::node::Node;
use super::super::out::Out;

/// Letters or digits of a type.
const KIND_LENGTH: usize = 3;
/// Digits of a serial.
const SERIAL_DIGITS: std::ops::RangeInclusive<usize> = 4..=5;
/// Letters or digits of an owner.
const OWNER_LENGTH: std::ops::RangeInclusive<usize> = 2..=3;

/// Type, serial and owner of a code as AKE12345CZ; all of it as the serial where it has no such parts.
fn split(unit: &str) -> (&str, &str, &str) {
    if !unit.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return ("", unit, "");
    }
    if unit.len() <= KIND_LENGTH {
        return (unit, "", "");
    }
    let (kind, rest) = unit.split_at(KIND_LENGTH);
    let digits = rest.bytes().take(*SERIAL_DIGITS.end()).take_while(u8::is_ascii_digit).count();
    let (serial, owner) = rest.split_at(digits.min(rest.len().saturating_sub(*OWNER_LENGTH.start())));
    if SERIAL_DIGITS.contains(&serial.len()) && OWNER_LENGTH.contains(&owner.len()) {
        (kind, serial, owner)
    } else {
        ("", unit, "")
    }
}

/// Writes what is inside a load unit: a waybill tells the shipper's count in it, a status its loading code.
pub(in super::super) fn write_unit(out: &mut Out, unit: &str, slac: Option<i64>, loading: &str) {
    let (kind, serial, owner) = split(unit);
    out.leaf("ID", serial);
    out.count("LoadedPackageQuantity", slac);
    out.leaf("CharacteristicCode", kind);
    out.leaf("OperationalStatusCode", loading);
    out.group("OperatingParty", |out| out.leaf("PrimaryID", owner));
}

/// Reads a load unit as one code.
pub(in super::super) fn read_unit(unit: &mut Node<'_>) -> String {
    let owner = unit.text_in("OperatingParty", "PrimaryID");
    format!("{}{}{owner}", unit.text("CharacteristicCode"), unit.text("ID"))
}
