//! What a column of texts holds, told by its name: that decides what in it may stand for a person.

/// What a column of texts holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// Codes, states and keys, which the product compares: nothing in it is a person.
    Machine,
    /// Numbers of papers and goods: no digits in it are a phone.
    Numbers,
    /// Phones.
    Phones,
    /// Names of persons.
    Persons,
    /// Anything else.
    Text,
}

/// Whole names of columns that hold codes.
const MACHINE: &[&str] = &[
    "airport",
    "arrival",
    "arrivals",
    "basis",
    "carrier",
    "carriers",
    "came_from",
    "channel",
    "class",
    "code",
    "currency",
    "departure",
    "departures",
    "direction",
    "did",
    "edition",
    "event",
    "flight",
    "form_key",
    "format",
    "hash",
    "icon",
    "id",
    "kind",
    "language",
    "layout",
    "level",
    "lifecycle",
    "locked_scopes",
    "method",
    "mime",
    "mode",
    "module",
    "outcome",
    "page",
    "period",
    "prefix",
    "provider",
    "role",
    "route",
    "scope",
    "scopes",
    "series",
    "severity",
    "side",
    "state",
    "state_before_lock",
    "station",
    "status",
    "stopped_for",
    "sub",
    "sub_types",
    "symbol",
    "tab",
    "table_name",
    "column_name",
    "triggers",
    "type",
    "unit",
    "uuid",
    "worker",
];
/// Last words of names of columns that hold codes.
const MACHINE_ENDS: &[&str] = &[
    "airport", "code", "codes", "currency", "date", "event", "hash", "id", "ids", "key", "kind", "mime", "mode",
    "period", "role", "scope", "scopes", "series", "state", "station", "stations", "status", "type", "types", "unit",
    "uuid", "worker",
];
const PHONE_WORDS: &[&str] = &["phone", "phones", "tel", "mobile", "fax", "communication"];
/// Last words of names of columns that hold numbers of papers and goods.
const NUMBER_ENDS: &[&str] = &["no", "number", "num", "numbers", "nums", "ref"];
/// Numbers that are a person's own.
const OWN_NUMBERS: &[&str] = &["id_number", "driver_id_no", "job_number", "id_number_masked"];
/// Columns of names of persons, in whatever table.
const PERSONS: &[&str] = &[
    "admin_name",
    "answered_by",
    "applicant",
    "asker",
    "auditor",
    "confirmed_person",
    "confirmer",
    "contact",
    "contact_name",
    "driver_name",
    "emergency_contact",
    "hand_person",
    "handled_by_name",
    "handler",
    "main_contact",
    "operator_name",
    "received_by",
    "sender_name",
    "signatory",
    "undg_contact_name",
    "user_ename",
    "user_name",
];
/// Tables whose names are those of persons.
const OF_PERSONS: &[&str] = &["app_user", "coop_contact", "blacklist", "chat_guest"];

/// What a column holds.
pub(crate) fn holds(table: &str, column: &str) -> Holds {
    let last = column.rsplit('_').next().unwrap_or(column);
    let is_name = matches!(column, "name" | "name_cn" | "name_en");
    if column.split('_').any(|word| PHONE_WORDS.contains(&word)) && !matches!(last, "area" | "type") {
        Holds::Phones
    } else if OWN_NUMBERS.contains(&column) {
        Holds::Text
    } else if MACHINE.contains(&column) || (column.contains('_') && MACHINE_ENDS.contains(&last)) {
        Holds::Machine
    } else if PERSONS.contains(&column) || (is_name && OF_PERSONS.contains(&table)) {
        Holds::Persons
    } else if NUMBER_ENDS.contains(&last) {
        Holds::Numbers
    } else {
        Holds::Text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_phones_numbers_and_names_of_persons_are_told_apart() {
        for (table, column, told) in [
            ("number_series", "series", Holds::Machine),
            ("message_rule", "event", Holds::Machine),
            ("freight_order", "lifecycle", Holds::Machine),
            ("webhook", "stopped_for", Holds::Machine),
            ("webhook", "url", Holds::Text),
            ("webhook_delivery", "outcome", Holds::Machine),
            ("webhook_delivery", "message_id", Holds::Machine),
            ("webhook_delivery", "body", Holds::Text),
            ("freight_order", "departure_station", Holds::Machine),
            ("port", "code", Holds::Machine),
            ("published_file", "file_key", Holds::Machine),
            ("openid_binding", "provider", Holds::Machine),
            ("openid_binding", "sub", Holds::Machine),
            ("openid_binding", "account", Holds::Text),
            ("order_air_detail", "undg_contact_communication_no", Holds::Phones),
            ("order_air_detail", "undg_contact_communication_type", Holds::Machine),
            ("track_awb", "awb_number", Holds::Numbers),
            ("order_container", "container_no", Holds::Numbers),
            ("order_party", "tel_number", Holds::Phones),
            ("coop_contact", "phone", Holds::Phones),
            ("login", "phone_area", Holds::Text),
            ("coop_contact", "name", Holds::Persons),
            ("port", "name_en", Holds::Text),
            ("operation_log", "operator_name", Holds::Persons),
            ("coop_contact", "remark", Holds::Text),
            ("customer", "id_number", Holds::Text),
        ] {
            assert_eq!(holds(table, column), told, "{table}.{column}");
        }
    }
}
