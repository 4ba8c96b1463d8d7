//! What was told, in the codes of the scope of an order.

use kernel::Mode;
use order::{EventCode, Profile, events_of};

/// Words of DCSA with the code at sea each means, and on rails; a port of call or a station on the way changes some.
const WORDS: &[(&str, &str, &str)] = &[
    ("SHIPMENT REQS BKG", "BKRQ", "SPAP"),
    ("SHIPMENT CONF BKG", "BKCF", "SPCF"),
    ("SHIPMENT APPR VGM", "VGMA", ""),
    ("SHIPMENT HOLD CUS", "CUSI", "CUSI"),
    ("SHIPMENT RELS CUS", "CUSR", "CUSR"),
    ("SHIPMENT RECE SHI", "SIRC", ""),
    ("SHIPMENT DRFT TRD", "DRFT", ""),
    ("SHIPMENT ISSU TRD", "BLIS", ""),
    ("SHIPMENT SURR TRD", "SURR", ""),
    ("SHIPMENT ISSU ARN", "ARNT", ""),
    ("EQUIPMENT GTOT E", "EPUP", "EPUP"),
    ("EQUIPMENT GTOT L", "GTOT", "GTOT"),
    ("EQUIPMENT GTIN L", "GTIN", "GTIN"),
    ("EQUIPMENT GTIN E", "RETN", "RETN"),
    ("EQUIPMENT STUF", "STUF", "STUF"),
    ("EQUIPMENT STRP", "STRP", ""),
    ("EQUIPMENT RSEA", "RESE", ""),
    ("EQUIPMENT LOAD", "LOAD", "LOAD"),
    ("EQUIPMENT DISC", "DISC", "DISC"),
    ("TRANSPORT DEPA", "DEPA", "DEPA"),
    ("TRANSPORT ARRI", "ARRI", "ARRI"),
];
/// What is no event of an empty box.
const LADEN_ALONE: [&str; 2] = ["EQUIPMENT LOAD", "EQUIPMENT DISC"];
/// Goods are released by the terminal at the port they leave from; at their end the delivery order is.
const RELEASED: &str = "SHIPMENT RELS SRM";
/// What an event is called elsewhere than where the order begins or ends.
const ON_THE_WAY: &[(&str, &str, bool)] =
    &[("DEPA", "TDEP", false), ("LOAD", "TLOD", false), ("ARRI", "TARR", true), ("DISC", "TDIS", true)];
/// Letters of a UN/LOCODE.
const LOCODE: usize = 5;

/// Where an order begins, ends, and crosses the border.
#[derive(Debug, Clone, Default)]
pub(super) struct Route {
    pub(super) from: String,
    pub(super) to: String,
    pub(super) border: String,
}

/// The event of a scope that was told: by its code, by its name, or in the words of DCSA. None where nobody knows.
pub(super) fn event_of(kind: &Profile, route: &Route, told: &str, place: &str) -> Option<&'static EventCode> {
    let known = events_of(kind.scope);
    let told = told.trim();
    let named = |event: &&EventCode| {
        event.code.eq_ignore_ascii_case(told) || event.zh == told || event.en.eq_ignore_ascii_case(told)
    };
    known.iter().find(named).or_else(|| {
        let code = of_words(kind, route, told, place)?;
        known.iter().find(|event| event.code == code)
    })
}

fn of_words(kind: &Profile, route: &Route, told: &str, place: &str) -> Option<&'static str> {
    let mode = kind.scope.mode();
    if !matches!(mode, Mode::Sea | Mode::Rail) {
        return None;
    }
    if told == RELEASED {
        return Some(if kind.export() { "TREL" } else { "DORL" });
    }
    let laden = told.strip_suffix(" L").filter(|words| LADEN_ALONE.contains(words));
    // The fullness of a box that is stuffed, emptied or sealed anew says nothing new.
    let stem = told.strip_suffix(" L").or(told.strip_suffix(" E"));
    let stem = stem.filter(|words| ["EQUIPMENT STUF", "EQUIPMENT STRP", "EQUIPMENT RSEA"].contains(words));
    let words = laden.or(stem).unwrap_or(told);
    let (_, sea, rail) = WORDS.iter().find(|(known, _, _)| *known == words)?;
    let code = if mode == Mode::Sea { *sea } else { *rail };
    Some(on_the_way(mode, route, code, place))
}

/// The code of a place on the way; one that is no code, or unknown, is taken for the place that was meant.
fn on_the_way(mode: Mode, route: &Route, code: &'static str, place: &str) -> &'static str {
    let Some((_, other, at_end)) = ON_THE_WAY.iter().find(|(known, _, _)| *known == code) else { return code };
    if mode == Mode::Rail && !route.border.is_empty() && place == route.border {
        return match code {
            "ARRI" => "ARRB",
            "DEPA" => "DEPB",
            _ => code,
        };
    }
    let meant = if *at_end { &route.to } else { &route.from };
    let coded = mode == Mode::Rail || place.len() == LOCODE && place.is_ascii();
    let elsewhere = coded && !place.is_empty() && !meant.is_empty() && place != meant;
    // Trains are loaded and unloaded at their ends alone.
    let there = elsewhere && !(mode == Mode::Rail && matches!(code, "LOAD" | "DISC"));
    if there { other } else { code }
}

#[cfg(test)]
mod tests {
    use kernel::Scope;
    use order::carried_of;

    use super::*;

    fn code(scope: Scope, told: &str, place: &str) -> Option<&'static str> {
        let (from, to) = if scope == Scope::Te { ("XIAN", "DUIS") } else { ("CNSHA", "DEHAM") };
        let route = Route { from: from.to_owned(), to: to.to_owned(), border: "ALASK".to_owned() };
        event_of(carried_of(scope).expect("a kind"), &route, told, place).map(|event| event.code)
    }

    #[test]
    fn codes_and_names_of_the_scope_are_known() {
        assert_eq!(code(Scope::Se, "gtin", ""), Some("GTIN"));
        assert_eq!(code(Scope::Se, " 重箱进港 ", ""), Some("GTIN"));
        assert_eq!(code(Scope::Te, "重箱进港", ""), None);
        assert_eq!(code(Scope::Lc, "delivered", ""), Some("DLVR"));
        assert_eq!(code(Scope::Lc, "EQUIPMENT GTIN L", ""), None);
    }

    #[test]
    fn words_of_dcsa_are_told_apart_by_fullness_and_by_place() {
        for (told, place, expected) in [
            ("EQUIPMENT GTOT E", "CNSHA", Some("EPUP")),
            ("EQUIPMENT GTIN L", "CNSHA", Some("GTIN")),
            ("EQUIPMENT GTIN E", "DEHAM", Some("RETN")),
            ("EQUIPMENT GTOT L", "DEHAM", Some("GTOT")),
            ("EQUIPMENT GTIN", "CNSHA", None),
            ("EQUIPMENT LOAD L", "CNSHA", Some("LOAD")),
            ("EQUIPMENT LOAD", "SGSIN", Some("TLOD")),
            ("EQUIPMENT LOAD E", "CNSHA", None),
            ("EQUIPMENT DISC L", "DEHAM", Some("DISC")),
            ("EQUIPMENT DISC L", "SGSIN", Some("TDIS")),
            ("EQUIPMENT STUF E", "", Some("STUF")),
            ("TRANSPORT DEPA", "CNSHA", Some("DEPA")),
            ("TRANSPORT DEPA", "SGSIN", Some("TDEP")),
            ("TRANSPORT ARRI", "SGSIN", Some("TARR")),
            ("TRANSPORT ARRI", "洋山", Some("ARRI")),
            ("SHIPMENT CONF BKG", "", Some("BKCF")),
            ("SHIPMENT RELS SRM", "", Some("TREL")),
            ("SHIPMENT VOID BKG", "", None),
        ] {
            assert_eq!(code(Scope::Se, told, place), expected, "{told} {place}");
        }
        assert_eq!(code(Scope::Si, "SHIPMENT RELS SRM", ""), Some("DORL"));
        assert_eq!(code(Scope::Te, "TRANSPORT ARRI", "ALASK"), Some("ARRB"));
        assert_eq!(code(Scope::Te, "TRANSPORT DEPA", "ALASK"), Some("DEPB"));
        assert_eq!(code(Scope::Te, "TRANSPORT ARRI", "MALA"), Some("TARR"));
        assert_eq!(code(Scope::Te, "EQUIPMENT DISC L", "MALA"), Some("DISC"));
        assert_eq!(code(Scope::Te, "SHIPMENT DRFT TRD", ""), None);
    }
}
