//! The check list of a message: what of its form is missing or wrong, told as `{框}：{原因}`.

use kernel::{Finding, Findings, Msg, Severity, Text};
use trade::address::{COUNTRIES, Party};
use trade::waybill_form::{Kind, WaybillForm};

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
        lacks("lines.0.hsCodes", "", ("商品编码", "the HS code"));
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

/// Boxes by the beginning of their path.
#[rustfmt::skip]
const BOXES: [(&str, Name); 42] = [
    ("awbNumber", ("主单号", "MAWB")), ("hawbNumber", ("分单号", "HAWB")),
    ("departureStation", ("始发站", "Origin")), ("arrivalStation", ("目的站", "Destination")),
    ("departureStationName", ("始发站名称", "Airport of departure")),
    ("arrivalStationName", ("目的站名称", "Airport of destination")),
    ("airlineCode", ("承运人", "Carrier")), ("shipper", ("发货人", "Shipper")),
    ("consignee", ("收货人", "Consignee")), ("notify", ("通知人", "Notify party")),
    ("issueAgentName", ("代理名称", "Agent")), ("issueAgentCity", ("代理城市", "Agent's city")),
    ("agentIataCode", ("代理IATA代码", "Agent's IATA code")), ("accountNo", ("代理账号", "Agent's account")),
    ("to1", ("航程", "Routing")), ("by1", ("航程", "Routing")), ("to2", ("航程", "Routing")),
    ("by2", ("航程", "Routing")), ("to3", ("航程", "Routing")), ("by3", ("航程", "Routing")),
    ("flightNumber", ("航班", "Flight")), ("flightDate", ("航班", "Flight")),
    ("flightNumber2", ("第二航班", "Second flight")), ("flightDate2", ("第二航班", "Second flight")),
    ("accountingInformation", ("财务信息", "Accounting information")), ("currency", ("币种", "Currency")),
    ("chgsCode", ("费用代码", "Charges code")), ("payMethod", ("运费付款", "Payment of freight")),
    ("payMethodOther", ("杂费付款", "Payment of other charges")),
    ("declaredValueOfCarriage", ("运输声明价值", "Declared value for carriage")),
    ("declaredValueOfCustoms", ("海关声明价值", "Declared value for customs")),
    ("insuranceValue", ("保险价值", "Insurance value")), ("insuranceAmount", ("保险金额", "Insurance amount")),
    ("handlingInformation", ("操作注意事项", "Handling information")),
    ("specialHandlingCodes", ("特殊操作代码", "Handling codes")), ("sci", ("海关状态码", "Customs status")),
    ("osi", ("其他服务信息", "Other service information")), ("sizes", ("尺寸", "Dimensions")),
    ("shipperSignature", ("发货人签字", "Shipper's signature")), ("executedOn", ("签发日期", "Date of issue")),
    ("placeOfIssue", ("签发地", "Place of issue")), ("issuer", ("签发人", "Issuer")),
];

/// Boxes of a rate line.
const OF_LINE: [(&str, Name); 9] = [
    ("pieces", ("件数", "pieces")),
    ("slac", ("SLAC", "SLAC")),
    ("grossWeight", ("毛重", "gross weight")),
    ("rateClass", ("运价等级", "rate class")),
    ("chargeWeight", ("计费重量", "chargeable weight")),
    ("rateCharge", ("费率", "rate")),
    ("total", ("运费", "total")),
    ("goodsNameEn", ("英文品名", "goods")),
    ("hsCodes", ("商品编码", "HS codes")),
];

/// What people call the box of a path; the path itself where nobody gave it a name.
pub(crate) fn box_of(field: &str) -> (String, String) {
    let mut parts = field.split('.');
    let (first, place, last) = (parts.next().unwrap_or_default(), parts.next(), parts.next());
    let own = |(zh, en): Name| (zh.to_owned(), en.to_owned());
    let number = place.and_then(|place| place.parse::<usize>().ok()).map(|place| place + 1);
    match (first, number) {
        ("lines", Some(number)) => {
            let of = last.and_then(|last| OF_LINE.iter().find(|(name, _)| *name == last)).map(|(_, name)| *name);
            let (zh, en) = of.unwrap_or(("", ""));
            (format!("运价行{number}{zh}"), format!("Rate line {number} {en}").trim_end().to_owned())
        }
        ("lines", None) => own(("运价行", "Rate lines")),
        ("charges", Some(number)) => (format!("其他费用{number}"), format!("Other charge {number}")),
        ("charges", None) => own(("其他费用", "Other charges")),
        _ => BOXES
            .iter()
            .find(|(name, _)| *name == first)
            .map_or((first.to_owned(), first.to_owned()), |(_, name)| own(*name)),
    }
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
            assert_eq!(told.contains(&"运价行1商品编码：缺少商品编码".to_owned()), asks, "{nation}");
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
