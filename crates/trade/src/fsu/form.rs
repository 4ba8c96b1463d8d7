//! The forms a status line has by its code.

/// What stands on a status line behind its code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `/ddMMM[hhmm]/AAA/quantity[/name][/volume][/density group]`
    Place,
    /// `/flight/[dd[MMM]]/AAABBB/quantity[/time][/time]`
    Movement,
    /// `/flight/ddMMM[hhmm]/AAA/quantity[/time][/time]`
    Arrival,
    /// `[/flight]/ddMMM[hhmm]/AAA/quantity[/time][/time]`
    Warehouse,
    /// `/cc/ddMMM[hhmm]/AAA/quantity[/manifest][/cc[/name]]`
    Handover,
    /// `/cc/AAA/quantity`
    Transfer,
    /// `/ddMMM[hhmm]/AAA/quantity[/flight/ddMMM/AAABBB]`
    Report,
    /// `/[flight]/ddMMM[hhmm]/AAA/discrepancy/quantity`
    Discrepancy,
    /// Not known: kept as it came.
    Unknown,
}

pub(super) fn form_of(code: &str) -> Form {
    match code {
        "RCS" | "FOH" | "NFD" | "AWD" | "DLV" | "DDL" | "CCD" | "TGC" | "DOC" | "DPU" => Form::Place,
        "BKD" | "MAN" | "DEP" | "PRE" => Form::Movement,
        "ARR" | "AWR" | "RCF" => Form::Arrival,
        "FIW" | "FOW" => Form::Warehouse,
        "RCT" | "TFD" => Form::Handover,
        "TRM" => Form::Transfer,
        "CRC" => Form::Report,
        "DIS" => Form::Discrepancy,
        _ => Form::Unknown,
    }
}
