//! What people call the boxes of a waybill form, and in which boxes two forms differ.

use std::collections::BTreeMap;

use platform::log::Change;
use serde_json::Value as Json;

/// A name in Chinese and English.
type Name = (&'static str, &'static str);

/// Changes a line of the log names; a form that was filled anew has hundreds.
const LOGGED_MAX: usize = 60;

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
    ("hsCodes", ("HS编码", "HS codes")),
];

/// What people call the box of a path; the path itself where nobody gave it a name.
pub fn box_of(field: &str) -> (String, String) {
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

/// The boxes in which a form differs from what it was, named by their Chinese names.
pub fn changes(old: &Json, new: &Json) -> Vec<Change> {
    differing(old, new, |path| {
        let rest = match path.split_once('.') {
            // A rate line and a charge are named with their place, a line with its box too.
            Some(("lines" | "charges", rest)) => rest.split_once('.').map_or("", |(_, name)| name),
            Some((_, rest)) => rest,
            None => "",
        };
        let (name, _) = box_of(path);
        let is_named = path.starts_with("lines.") && OF_LINE.iter().any(|(known, _)| *known == rest);
        if rest.is_empty() || is_named { name } else { format!("{name} {rest}") }
    })
}

/// As many of them as a line of the log takes.
pub fn logged(mut changes: Vec<Change>) -> Vec<Change> {
    changes.truncate(LOGGED_MAX);
    changes
}

/// The members in which two documents differ, by their paths in the order of their names.
pub fn differing(old: &Json, new: &Json, label: impl Fn(&str) -> String) -> Vec<Change> {
    let (old, new) = (flat(old), flat(new));
    let mut paths: Vec<&String> = old.keys().chain(new.keys()).collect();
    paths.sort();
    paths.dedup();
    let text = |form: &BTreeMap<String, String>, path: &str| form.get(path).cloned().unwrap_or_default();
    paths
        .into_iter()
        .map(|path| Change { field: path.clone(), label: label(path), old: text(&old, path), new: text(&new, path) })
        .filter(|change| change.old != change.new)
        .collect()
}

/// Every member by its path: `shipper.scName`, `containers.0.sealNo`. Empty ones are left out.
fn flat(form: &Json) -> BTreeMap<String, String> {
    let mut boxes = BTreeMap::new();
    collect("", form, &mut boxes);
    boxes
}

fn collect(path: &str, value: &Json, boxes: &mut BTreeMap<String, String>) {
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match value {
        Json::Object(members) => members.iter().for_each(|(name, value)| collect(&below(name), value, boxes)),
        Json::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                collect(&below(&place.to_string()), item, boxes);
            }
        }
        Json::String(text) if !text.is_empty() => drop(boxes.insert(path.to_owned(), text.clone())),
        Json::Bool(true) => drop(boxes.insert(path.to_owned(), "✓".to_owned())),
        Json::String(_) | Json::Bool(_) | Json::Null | Json::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_differs_is_told_by_the_names_of_the_boxes() {
        let old = json!({ "kind": "master", "osi": "", "to1": "FRA", "lines": [{ "pieces": "1", "volume": "" }] });
        let new = json!({ "kind": "master", "osi": "FRAGILE", "to1": "HKG", "shipper": { "postCode": "100" },
            "lines": [{ "pieces": "2", "volume": "0.5" }], "specialHandlingCodes": ["DGR"] });
        let told: Vec<String> = changes(&old, &new)
            .into_iter()
            .map(|change| format!("{}: {} > {}", change.label, change.old, change.new))
            .collect();
        let wanted = [
            "运价行1件数: 1 > 2",
            "运价行1 volume:  > 0.5",
            "其他服务信息:  > FRAGILE",
            "发货人 postCode:  > 100",
            "特殊操作代码 0:  > DGR",
            "航程: FRA > HKG",
        ];
        assert_eq!(told, wanted);
        assert!(changes(&new, &new).is_empty());
        let many: Vec<Change> = std::iter::repeat_n(changes(&old, &new), 11).flatten().collect();
        assert_eq!(logged(many).len(), LOGGED_MAX);
    }
}
