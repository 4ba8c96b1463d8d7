//! The check list of a message: what of its form is missing or wrong, told as `{框}：{原因}`.

use kernel::{Finding, Findings, Msg, Severity, Text};
use trade::address::{COUNTRIES, Party};
use trade::waybill_form::{Kind, WaybillForm};
pub(crate) use waybill::boxes::box_of;

/// Destinations beside the countries of 4.3 that ask for HS codes.
const HS_MORE: [&str; 4] = ["CN", "JP", "KR", "AE"];

const LACKS: Msg = Msg::new("edi.lacks", "缺少{what}", "{what} is missing.");
const NOT_POSITIVE: Msg = Msg::new("edi.positive", "{what}须大于0", "{what} must be more than 0.");
const BOXED: Msg = Msg::new("edi.boxed", "{box}：{reason}", "{box}: {reason}");
/// The form may still change.
pub(crate) const NOT_DONE: Msg = Msg::new("edi.not_done", "单证未完成", "The document is not finished.");
/// Nothing to make a message of.
pub(crate) const NOT_MADE: Msg = Msg::new("edi.not_made", "未制单", "The waybill has not been made.");

/// A name in Chinese and English.
type Name = (&'static str, &'static str);

/// What must be there beside the rules of the form.
pub(crate) fn needed(form: &WaybillForm, (goes_alone, nation): (bool, &str)) -> Findings {
    let mut found = Findings::new();
    let mut lacks = |field: &str, text: &str, (zh, en): Name| {
        if text.trim().is_empty() {
            found.error(field, LACKS.with_each(&[("what", zh)], &[("what", en)]));
        }
    };
    lacks("departureStation", &form.departure_station, ("始发站代码", "the code"));
    lacks("arrivalStation", &form.arrival_station, ("目的站代码", "the code"));
    for (name, party) in [("shipper", &form.shipper), ("consignee", &form.consignee)] {
        for (element, text, what) in of_party(party) {
            lacks(&format!("{name}.{element}"), text, what);
        }
    }
    if form.kind == Kind::Master {
        lacks("agentIataCode", &form.agent_iata_code, ("代理IATA代码", "the code"));
    }
    let asks_hs = COUNTRIES.iter().any(|(code, _)| *code == nation) || HS_MORE.contains(&nation);
    let has_hs = form.lines.iter().flat_map(|line| &line.hs_codes).any(|code| !code.trim().is_empty());
    // The houses of a consolidation tell theirs.
    if asks_hs && goes_alone && !has_hs {
        lacks("lines.0.hsCodes", "", ("HS编码", "the HS code"));
    }
    positive(form, &mut found);
    found
}

/// What a party must tell; a phone in China.
fn of_party(party: &Party) -> Vec<(&'static str, &str, Name)> {
    let mut needed = vec![
        ("scName", party.sc_name.as_str(), ("名称", "the name")),
        ("scAddress", party.sc_address.as_str(), ("地址", "the address")),
        ("cityNameEn", party.city_name_en.as_str(), ("城市", "the place")),
        ("nationCode", party.nation_code.as_str(), ("国家代码", "the country code")),
    ];
    if party.nation_code.trim() == "CN" {
        needed.push(("telNumber", party.tel_number.as_str(), ("电话", "the phone number")));
    }
    needed
}

fn positive(form: &WaybillForm, found: &mut Findings) {
    if form.lines.is_empty() {
        return;
    }
    let pieces = form.lines.iter().filter_map(|line| line.pieces.trim().parse::<i64>().ok());
    let pieces = pieces.fold(0, i64::saturating_add);
    let weights = form.lines.iter().filter_map(|line| line.gross_weight.trim().parse::<kernel::Weight>().ok());
    let weight: kernel::Weight = weights.sum();
    for (sound, field, (zh, en)) in [
        (pieces > 0, "lines.0.pieces", ("件数", "The number of pieces")),
        (weight.raw() > 0, "lines.0.grossWeight", ("毛重", "The gross weight")),
    ] {
        if !sound {
            found.error(field, NOT_POSITIVE.with_each(&[("what", zh)], &[("what", en)]));
        }
    }
}

/// The rules of the form and what the message needs, each box's fault once: where the message says what is missing,
/// the form's own words are left out, and so is what two of them say alike.
pub(crate) fn joined(needed: Findings, parts: impl IntoIterator<Item = Findings>) -> Vec<Finding> {
    let mut all = needed.items;
    let missing: Vec<String> = all.iter().map(|finding| finding.field.clone()).collect();
    for finding in parts.into_iter().flat_map(|part| part.items) {
        let told = missing.contains(&finding.field) && finding.severity == Severity::Error;
        let again = all.iter().any(|known| known.field == finding.field && known.text.zh == finding.text.zh);
        if !told && !again {
            all.push(finding);
        }
    }
    all
}

/// `收货人：缺少国家代码`.
pub(crate) fn boxed(finding: &Finding) -> Text {
    let (zh, en) = box_of(&finding.field);
    if zh.is_empty() {
        return finding.text.clone();
    }
    BOXED.with_each(&[("box", &zh), ("reason", &finding.text.zh)], &[("box", &en), ("reason", &finding.text.en)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(found: &Findings) -> Vec<String> {
        found.items.iter().map(|finding| boxed(finding).zh).collect()
    }

    fn whole() -> WaybillForm {
        let party = Party {
            sc_name: "DEMO".into(),
            sc_address: "1 SAMPLE ROAD".into(),
            city_name_en: "FRANKFURT".into(),
            nation_code: "DE".into(),
            ..Party::default()
        };
        WaybillForm {
            departure_station: "PVG".into(),
            arrival_station: "FRA".into(),
            shipper: party.clone(),
            consignee: party,
            agent_iata_code: "1234567".into(),
            lines: vec![trade::waybill_form::RateLine {
                pieces: "1".into(),
                gross_weight: "0.1".into(),
                hs_codes: vec!["853951".into()],
                ..Default::default()
            }],
            ..WaybillForm::default()
        }
    }

    #[test]
    fn what_a_message_needs_is_named_with_its_box() {
        assert_eq!(texts(&needed(&whole(), (true, "DE"))), Vec::<String>::new());
        let mut form = whole();
        form.consignee.nation_code.clear();
        form.agent_iata_code.clear();
        form.lines[0].gross_weight = "0".into();
        let wanted = ["收货人：缺少国家代码", "代理IATA代码：缺少代理IATA代码", "运价行1毛重：毛重须大于0"];
        assert_eq!(texts(&needed(&form, (true, "US"))), wanted);
        // A house has no agent of the carrier.
        form.kind = Kind::House;
        assert!(!texts(&needed(&form, (true, "US"))).iter().any(|text| text.contains("IATA")));
    }

    #[test]
    fn a_phone_is_needed_in_china_alone() {
        let mut form = whole();
        form.consignee.nation_code = "CN".into();
        assert_eq!(texts(&needed(&form, (true, "US"))), ["收货人：缺少电话"]);
        form.consignee.tel_number = "021-12345678".into();
        assert!(texts(&needed(&form, (true, "US"))).is_empty());
    }

    #[test]
    fn hs_codes_are_needed_for_some_countries_unless_the_houses_tell_them() {
        let mut form = whole();
        form.lines[0].hs_codes = vec![" ".into()];
        for (nation, asks) in [("DE", true), ("CH", true), ("AE", true), ("KR", true), ("US", false), ("GB", false)] {
            let told = texts(&needed(&form, (true, nation)));
            assert_eq!(told.contains(&"运价行1HS编码：缺少HS编码".to_owned()), asks, "{nation}");
            assert!(texts(&needed(&form, (false, nation))).is_empty(), "{nation}");
        }
    }

    #[test]
    fn a_box_is_told_once() {
        let mut needed = Findings::new();
        needed.error("shipper.nationCode", LACKS.with(&[("what", "国家代码")]));
        let mut form = Findings::new();
        form.error("shipper.nationCode", NOT_MADE.text());
        form.error("osi", NOT_MADE.text());
        let all = joined(needed, [form.clone(), form, Findings::new()]);
        let fields: Vec<&str> = all.iter().map(|finding| finding.field.as_str()).collect();
        assert_eq!(fields, ["shipper.nationCode", "osi"]);
    }
}
