//! What a user presets for his orders and mails: declared once, read with defaults, checked when written.

use std::collections::BTreeSet;

use kernel::{Findings, Id, Msg, Text};
use serde_json::{Map, Value as Json, json};

const DIGITS: Msg =
    Msg::new("personal.digits", "请输入{type}{measure}小数位数0-{n}", "Please enter {type} {measure} decimals 0-{n}.");
const STATION: Msg = Msg::new("personal.station", "长度不能超过10个字符", "It can't be longer than 10 characters.");
const CHOICE: Msg = Msg::new("personal.choice", "请选择列表中的选项", "Please choose one of the options.");
const PEOPLE: Msg = Msg::new("personal.people", "请选择本企业的用户", "Please choose users of the company.");

/// Letters of a station.
const STATION_MAX: usize = 10;
/// How charges are named: in Chinese, in English, one with the other behind it.
const SERVICES: &[&str] = &["ZH", "EN", "ZH_EN", "EN_ZH"];
/// Locked and open orders, locked ones, open ones.
const LOCKS: &[&str] = &["2", "1", "0"];
/// Delivery four hours from now, or at eleven in the evening of the flight's day.
const LOADINGS: &[&str] = &["LOCALTIME", "FLIGHTDATE"];
/// No warehouse.
const NO_WAREHOUSE: i64 = -1;

/// What a member holds.
#[derive(Debug, Clone, Copy)]
enum Kind {
    /// Decimals from 0 to this, of a measure: weight, volume, charge weight, density.
    Digits(i64, (&'static str, &'static str)),
    /// Days after today, or nothing.
    Days,
    /// A station, upper-cased.
    Station,
    /// One of these.
    Choice(&'static [&'static str]),
    /// A text of a dictionary, or nothing.
    Word,
    /// A warehouse, or -1.
    Warehouse,
    /// Users of the company.
    People,
}

/// A member of the personal settings.
#[derive(Debug, Clone, Copy)]
pub(super) struct Member {
    /// Name on the wire.
    pub(super) name: &'static str,
    kind: Kind,
    /// What it is called in the log.
    pub(super) label: (&'static str, &'static str),
    /// Business it belongs to, in the words of its messages.
    scope: (&'static str, &'static str),
    /// As JSON.
    initial: &'static str,
}

/// Declares the members every business has: decimals with their ranges and defaults, then the rest.
macro_rules! members_of {
    ($x:literal, $scope:expr, weight $weight:literal of $weight_max:literal, charge $charge:literal of $charge_max:literal) => {
        [
            digits(concat!("order", $x, "DigitsWeight"), $scope, ("重量", "weight"), $weight_max, $weight),
            digits(concat!("order", $x, "DigitsVolume"), $scope, ("体积", "volume"), 3, "3"),
            digits(
                concat!("order", $x, "DigitsChargeWeight"),
                $scope,
                ("计费重量", "charge weight"),
                $charge_max,
                $charge,
            ),
            member(concat!("order", $x, "DefaultDate"), $scope, ("默认日期", "Default date"), Kind::Days, "\"\""),
            member(
                concat!("order", $x, "DefaultStation"),
                $scope,
                ("默认场站", "Default station"),
                Kind::Station,
                "\"\"",
            ),
            member(
                concat!("fee", $x, "DefaultService"),
                $scope,
                ("费用默认服务", "Charges in"),
                Kind::Choice(SERVICES),
                "\"ZH\"",
            ),
            member(
                concat!("personal", $x, "LockPageLockStatus"),
                $scope,
                ("锁定状态", "Lock state"),
                Kind::Choice(LOCKS),
                "\"2\"",
            ),
        ]
    };
}

const fn member(
    name: &'static str,
    scope: (&'static str, &'static str),
    label: (&'static str, &'static str),
    kind: Kind,
    initial: &'static str,
) -> Member {
    Member { name, kind, label, scope, initial }
}

const fn digits(
    name: &'static str,
    scope: (&'static str, &'static str),
    measure: (&'static str, &'static str),
    most: i64,
    initial: &'static str,
) -> Member {
    member(name, scope, measure, Kind::Digits(most, measure), initial)
}

const AE: (&str, &str) = ("空运出口", "air export");
const AI: (&str, &str) = ("空运进口", "air import");
const MAILS: (&str, &str) = ("", "");

/// Members of the eight businesses, each with the ranges of the specification (settings-digits-range-*).
#[rustfmt::skip]
const BUSINESSES: [[Member; 7]; 8] = [
    members_of!("Ae", AE, weight "1" of 3, charge "2" of 3),
    members_of!("Ai", AI, weight "1" of 2, charge "2" of 2),
    members_of!("Se", ("海运出口", "sea export"), weight "3" of 3, charge "3" of 3),
    members_of!("Si", ("海运进口", "sea import"), weight "3" of 3, charge "3" of 3),
    members_of!("Te", ("铁路出口", "rail export"), weight "3" of 3, charge "3" of 3),
    members_of!("Ti", ("铁路进口", "rail import"), weight "3" of 3, charge "3" of 3),
    members_of!("Lc", ("公路运输", "road transport"), weight "1" of 2, charge "2" of 2),
    members_of!("Io", ("其他业务", "other business"), weight "1" of 2, charge "2" of 2),
];

#[rustfmt::skip]
const OTHERS: [Member; 10] = [
    digits("orderAeDigitsDensity", AE, ("密度", "density"), 3, "2"),
    member("orderAeDefaultBarcodeLabelSize", AE, ("标签尺寸", "Label size"), Kind::Word, "\"\""),
    member("orderAeHawbCopyAwbInfo", AE, ("分单复制主单信息", "House waybills copy the master"), Kind::Choice(&["1", "0"]), "\"1\""),
    member("loadingDateType", AE, ("交货时间", "Delivery time"), Kind::Choice(LOADINGS), "\"LOCALTIME\""),
    member("aeWarehouseId", AE, ("默认库房", "Warehouse"), Kind::Warehouse, "-1"),
    member("aiWarehouseId", AI, ("默认库房", "Warehouse"), Kind::Warehouse, "-1"),
    member("orderTrackCcUser", MAILS, ("订单追踪码抄送人", "Copies of tracking codes"), Kind::People, "[]"),
    member("sendGoodsNotifyCcUser", MAILS, ("送货通知抄送人", "Copies of delivery notices"), Kind::People, "[]"),
    member("sendBillCcUser", MAILS, ("账单抄送人", "Copies of bills"), Kind::People, "[]"),
    member("sendInventoryCcUser", MAILS, ("库存抄送人", "Copies of inventories"), Kind::People, "[]"),
];

/// All of them.
pub(super) fn members() -> impl Iterator<Item = Member> {
    BUSINESSES.into_iter().flatten().chain(OTHERS)
}

impl Member {
    fn default(&self) -> Json {
        serde_json::from_str(self.initial).unwrap_or(Json::Null)
    }

    /// The kept value, or its default; people who left drop out.
    pub(super) fn shown(&self, kept: &Map<String, Json>, people: &BTreeSet<Id>) -> Json {
        let value = kept.get(self.name).cloned().unwrap_or_else(|| self.default());
        match (self.kind, value) {
            (Kind::People, Json::Array(ids)) => {
                Json::Array(ids.into_iter().filter(|id| id_of(id).is_some_and(|id| people.contains(&id))).collect())
            }
            (_, value) => value,
        }
    }

    /// What was sent, in its one form; a finding when it does not fit.
    pub(super) fn read(&self, sent: Option<&Json>, people: &BTreeSet<Id>, findings: &mut Findings) -> Json {
        let sent = sent.unwrap_or(&Json::Null);
        match self.parse(sent, people) {
            Ok(value) => value,
            Err(text) => {
                findings.error(self.name, text);
                self.default()
            }
        }
    }

    fn parse(&self, sent: &Json, people: &BTreeSet<Id>) -> Result<Json, Text> {
        match self.kind {
            Kind::Digits(most, measure) => {
                let digits = number_of(sent).filter(|digits| (0..=most).contains(digits));
                digits.map(|digits| json!(digits)).ok_or_else(|| self.wrong_digits(most, measure))
            }
            Kind::Days if text_of(sent).is_empty() => Ok(json!("")),
            Kind::Days => {
                let days = number_of(sent).filter(|days| (0..=365).contains(days));
                days.map(|days| json!(days.to_string())).ok_or_else(|| CHOICE.text())
            }
            Kind::Station => {
                let station = text_of(sent).to_uppercase();
                if station.chars().count() > STATION_MAX { Err(STATION.text()) } else { Ok(json!(station)) }
            }
            Kind::Choice(choices) => {
                let text = text_of(sent);
                if choices.contains(&text.as_str()) { Ok(json!(text)) } else { Err(CHOICE.text()) }
            }
            Kind::Word => {
                let text = text_of(sent);
                if text.chars().count() > 40 { Err(CHOICE.text()) } else { Ok(json!(text)) }
            }
            Kind::Warehouse if matches!(text_of(sent).as_str(), "" | "-1") => Ok(json!(NO_WAREHOUSE)),
            Kind::Warehouse => id_of(sent).map(|id| json!(id)).ok_or_else(|| CHOICE.text()),
            Kind::People => {
                let none = Vec::new();
                let ids = if sent.is_null() { &none } else { sent.as_array().ok_or_else(|| PEOPLE.text())? };
                let ids: Option<BTreeSet<Id>> =
                    ids.iter().map(|id| id_of(id).filter(|id| people.contains(id))).collect();
                ids.map(|ids| json!(ids)).ok_or_else(|| PEOPLE.text())
            }
        }
    }

    fn wrong_digits(&self, most: i64, measure: (&str, &str)) -> Text {
        let most = most.to_string();
        DIGITS.with_each(
            &[("type", self.scope.0), ("measure", measure.0), ("n", &most)],
            &[("type", self.scope.1), ("measure", measure.1), ("n", &most)],
        )
    }

    /// Its name in the log.
    pub(super) fn title(&self) -> String {
        format!("{}{}", self.scope.0, self.label.0)
    }
}

fn text_of(json: &Json) -> String {
    match json {
        Json::String(text) => text.trim().to_owned(),
        Json::Number(number) => number.to_string(),
        Json::Bool(flag) => if *flag { "1" } else { "0" }.to_owned(),
        _ => String::new(),
    }
}

fn number_of(json: &Json) -> Option<i64> {
    text_of(json).parse().ok()
}

fn id_of(json: &Json) -> Option<Id> {
    number_of(json).filter(|id| *id > 0).map(Id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Member {
        members().find(|member| member.name == name).unwrap()
    }

    fn read(name: &str, sent: Json) -> (Json, Vec<String>) {
        let mut findings = Findings::new();
        let people = BTreeSet::from([Id(7), Id(8)]);
        let value = named(name).read(Some(&sent), &people, &mut findings);
        (value, findings.items.into_iter().map(|item| item.text.zh).collect())
    }

    #[test]
    fn decimals_stay_in_the_range_of_their_business() {
        // req: settings-digits-range-ae, settings-digits-range-ai, settings-digits-range-se, settings-digits-range-si
        // req: settings-digits-range-te, settings-digits-range-ti, settings-digits-range-lc, settings-digits-range-io
        // req: settings-digits-message
        for (x, name, weights) in [
            ("Ae", "空运出口", 3),
            ("Ai", "空运进口", 2),
            ("Se", "海运出口", 3),
            ("Si", "海运进口", 3),
            ("Te", "铁路出口", 3),
            ("Ti", "铁路进口", 3),
            ("Lc", "公路运输", 2),
            ("Io", "其他业务", 2),
        ] {
            for (part, measure, most) in
                [("Weight", "重量", weights), ("Volume", "体积", 3), ("ChargeWeight", "计费重量", weights)]
            {
                let field = format!("order{x}Digits{part}");
                let wrong = vec![format!("请输入{name}{measure}小数位数0-{most}")];
                assert_eq!(read(&field, json!(0)), (json!(0), Vec::new()));
                assert_eq!(read(&field, json!(most.to_string())), (json!(most), Vec::new()));
                for bad in [json!(most + 1), json!(-1), json!(""), json!(null), json!("x"), json!(1.5)] {
                    assert_eq!(read(&field, bad).1, wrong, "{field}");
                }
            }
        }
        assert_eq!(read("orderAeDigitsDensity", json!(3)).1, Vec::<String>::new());
        assert_eq!(read("orderAeDigitsDensity", json!(4)).1, ["请输入空运出口密度小数位数0-3"]);
    }

    #[test]
    fn what_was_never_saved_has_its_default() {
        // req: settings-digits-default-ae, settings-digits-default-ai, settings-digits-default-se
        // req: settings-digits-default-si, settings-digits-default-te, settings-digits-default-ti
        // req: settings-digits-default-lc, settings-digits-default-io, settings-hawb-copy-default
        // req: settings-loading-date-default, settings-lock-status-default
        let shown = |name: &str| named(name).shown(&Map::new(), &BTreeSet::new());
        let digits = |x: &str| {
            ["Weight", "Volume", "ChargeWeight"].map(|part| shown(&format!("order{x}Digits{part}")).as_i64().unwrap())
        };
        for x in ["Ae", "Ai", "Lc", "Io"] {
            assert_eq!(digits(x), [1, 3, 2], "{x}");
        }
        for x in ["Se", "Si", "Te", "Ti"] {
            assert_eq!(digits(x), [3, 3, 3], "{x}");
        }
        assert_eq!(shown("orderAeDigitsDensity"), json!(2));
        assert_eq!(shown("orderAeHawbCopyAwbInfo"), json!("1"));
        assert_eq!(shown("loadingDateType"), json!("LOCALTIME"));
        for x in ["Ae", "Ai", "Se", "Si", "Te", "Ti", "Lc", "Io"] {
            assert_eq!(shown(&format!("personal{x}LockPageLockStatus")), json!("2"));
            assert_eq!(shown(&format!("fee{x}DefaultService")), json!("ZH"));
        }
    }

    #[test]
    fn stations_choices_and_people_have_one_form() {
        // req: settings-station-upper, settings-station-max
        assert_eq!(read("orderAeDefaultStation", json!(" pvg ")), (json!("PVG"), Vec::new()));
        assert_eq!(read("orderSeDefaultStation", json!("abcdefghij")).1, Vec::<String>::new());
        assert_eq!(read("orderSeDefaultStation", json!("abcdefghijk")).1, ["长度不能超过10个字符"]);
        assert_eq!(read("loadingDateType", json!("FLIGHTDATE")).1, Vec::<String>::new());
        assert_eq!(read("loadingDateType", json!("LATER")).1, ["请选择列表中的选项"]);
        assert_eq!(read("personalAeLockPageLockStatus", json!(1)), (json!("1"), Vec::new()));
        assert_eq!(read("personalAeLockPageLockStatus", json!(3)).1.len(), 1);
        assert_eq!(read("orderAeDefaultDate", json!("")), (json!(""), Vec::new()));
        assert_eq!(read("orderAeDefaultDate", json!(7)), (json!("7"), Vec::new()));
        assert_eq!(read("orderAeDefaultDate", json!("soon")).1.len(), 1);
        assert_eq!(read("sendBillCcUser", json!(["8", "7", "8"])), (json!(["7", "8"]), Vec::new()));
        assert_eq!(read("sendBillCcUser", json!(["9"])).1, ["请选择本企业的用户"]);
        assert_eq!(read("aeWarehouseId", json!(null)), (json!(-1), Vec::new()));
        let kept = Map::from_iter([("sendBillCcUser".to_owned(), json!(["7", "9"]))]);
        assert_eq!(named("sendBillCcUser").shown(&kept, &BTreeSet::from([Id(7)])), json!(["7"]), "9 has left");
    }
}
