//! The rules with the fixture's figures: inside, outside, on the edge.

use super::*;
use kernel::Findings;
use kernel::{Scope, Volume};

use crate::hung::Hung;
use crate::known::CoopFact;
use crate::parts::LEGS;
use crate::profile::profile;
use crate::read::read;
use serde_json::json;

fn facts() -> Facts {
    let coop = |is_customer, is_black, is_locked| CoopFact { is_customer, is_black, is_locked };
    Facts {
        places: ["PVG", "FRA", "HKG", "PEK", "LAX"].map(|code| (PlaceKind::Airport, code.to_owned())).into(),
        carriers: [("X9".to_owned(), "990".to_owned()), ("X8".to_owned(), "980/981".to_owned())].into(),
        coops: [
            (Id(1), coop(true, false, false)),
            (Id(2), coop(true, false, true)),
            (Id(3), coop(true, true, false)),
            (Id(4), coop(false, false, false)),
        ]
        .into(),
        users: [Id(11), Id(12)].into(),
        workgroups: [Id(21)].into(),
        contacts: [Id(31)].into(),
        factor: 6_000,
        ..Facts::default()
    }
}

fn body(changes: Json) -> Map<String, Json> {
    let mut body = json!({
        "businessProduct": "代理制", "coopId": "1", "salesId": "11", "servicerId": "12",
        "departureStation": "pvg", "arrivalStation": "FRA", "goodsNameCn": "服装",
        "planPieces": 12, "planWeight": 480, "planVolume": "3.6",
    });
    let changes = changes.as_object().cloned().unwrap_or_default();
    body.as_object_mut().expect("an object").extend(changes);
    body.as_object().cloned().expect("an object")
}

struct Seen {
    draft: Draft,
    checked: Checked,
    findings: Findings,
}

impl Seen {
    fn errors(&self) -> Vec<(&str, &str)> {
        let errors = self.findings.items.iter().filter(|f| f.severity == kernel::Severity::Error);
        errors.map(|f| (f.field.as_str(), f.text.zh.as_str())).collect()
    }
    fn warnings(&self) -> Vec<(&str, &str)> {
        let warnings = self.findings.items.iter().filter(|f| f.severity == kernel::Severity::Warning);
        warnings.map(|f| (f.field.as_str(), f.text.zh.as_str())).collect()
    }
    fn questions(&self) -> Vec<&str> {
        self.findings.confirms.iter().map(|c| c.text.zh.as_str()).collect()
    }
}

fn new() -> (Draft, bool) {
    (Draft::new(profile(Scope::Ae)), true)
}

fn look(changes: Json, saved: Option<&Saved>, facts: &Facts) -> Seen {
    let (mut findings, profile) = (Findings::new(), profile(Scope::Ae));
    let base = saved.map_or_else(new, |saved| (saved.draft.clone(), false));
    let mut draft = read(profile, &body(changes), base, true, &mut findings).expect("a known body");
    let checked = check(&mut draft, &Around { profile, saved, facts }, &mut findings);
    Seen { draft, checked, findings }
}

fn stored(draft: Draft, operation_finished: bool) -> Saved {
    Saved::of(profile(Scope::Ae), draft, operation_finished)
}

fn see(changes: Json) -> Seen {
    look(changes, None, &facts())
}

#[test]
fn the_example_order_has_its_figures() {
    let seen = see(json!({}));
    assert_eq!(seen.errors(), []);
    assert_eq!(seen.warnings(), []);
    let figures = side_figures(&seen.draft.head, Side::Plan);
    assert_eq!(figures.charge_weight.map(|w| w.show(2)), Some("600.00".into()));
    assert_eq!(figures.density.map(|d| d.show(2)), Some("133.33".into()));
    assert_eq!(seen.checked.computed.get("planVolumeWeight"), Some(&json!(600)));
    assert_eq!(seen.draft.head.text(Head::DEPARTURE_STATION), "PVG");
    assert_eq!(seen.draft.head.text(Head::BATTERY_TYPE), "不含电池");
    assert_eq!(seen.draft.head.text(Head::PACKAGE_TYPE), "纸箱（CTNS）");
    let split = see(json!({ "freightSplitRatio": 50 }));
    assert_eq!(split.checked.computed.get("incomeChargeWeight"), Some(&json!(540)));
}

#[test]
fn all_findings_come_at_once_and_in_the_order_of_the_form() {
    let (mut findings, profile) = (Findings::new(), profile(Scope::Ae));
    let mut draft = read(profile, &Map::new(), new(), true, &mut findings).expect("an empty body");
    check(&mut draft, &Around { profile, saved: None, facts: &facts() }, &mut findings);
    let fields: Vec<&str> = findings.items.iter().map(|f| f.field.as_str()).collect();
    assert_eq!(
        fields,
        [
            "businessProduct",
            "coopId",
            "salesId",
            "servicerId",
            "departureStation",
            "arrivalStation",
            "goodsNameCn",
            "planPieces",
            "planWeight",
            "planVolume"
        ]
    );
    assert_eq!(findings.items[1].text.zh, "请填写客户");
    assert_eq!(findings.items[1].text.en, "Please fill in Customer.");
}

#[test]
fn limits_hold_inside_outside_and_on_the_edge() {
    let error = |changes: Json| see(changes).errors().first().map(|(field, text)| format!("{field} {text}"));
    let long = |n: usize| "x".repeat(n);
    assert_eq!(error(json!({ "customerNumber": long(50) })), None);
    assert_eq!(
        error(json!({ "customerNumber": long(51) })).as_deref(),
        Some("customerNumber 客户单号不能超过50个字符")
    );
    assert_eq!(error(json!({ "planPieces": 999_999_999 })), None);
    assert_eq!(
        error(json!({ "planPieces": 1_000_000_000 })).as_deref(),
        Some("planPieces 预报件数须在1与999999999之间")
    );
    assert!(error(json!({ "planPieces": 0 })).is_some());
    assert!(error(json!({ "planPieces": 1.5 })).is_some());
    assert_eq!(error(json!({ "planWeight": 9_999_999 })), None);
    assert!(error(json!({ "planWeight": 9_999_999.1 })).is_some());
    assert_eq!(error(json!({ "planVolume": 999_999 })), None);
    assert!(error(json!({ "planVolume": 1_000_000 })).is_some());
    assert_eq!(error(json!({ "thermometer": 99 })), None);
    assert!(error(json!({ "thermometer": 100 })).is_some());
    assert_eq!(error(json!({ "hsCode": "610910" })), None);
    assert_eq!(error(json!({ "hsCode": "61091" })).as_deref(), Some("hsCode HS编码须为6-18位字母或数字"));
    assert_eq!(error(json!({ "goodsNameEn": "SHIRTS (COTTON), 10/20 X-1." })), None);
    assert!(error(json!({ "goodsNameEn": "SHIRTS & CO" })).is_some());
    assert_eq!(error(json!({ "freightSplitRatio": 100 })), None);
    assert!(error(json!({ "freightSplitRatio": 100.01 })).is_some());
    assert_eq!(error(json!({ "goodsType": "别的" })).as_deref(), Some("goodsType 货物类型选项不存在"));
    assert_eq!(error(json!({ "planVolume": "1.2345" })), None);
    assert_eq!(
        see(json!({ "planVolume": "1.2345" })).draft.head.get::<Volume>(Head::PLAN_VOLUME).map(|v| v.show(6)),
        Some("1.235000".into())
    );
}

#[test]
fn stations_are_airports_and_differ() {
    assert_eq!(see(json!({ "arrivalStation": "XXX" })).errors(), [("arrivalStation", "XXX不是有效机场")]);
    assert_eq!(see(json!({ "arrivalStation": "pvg" })).errors(), [("arrivalStation", "始发港与目的港不能相同")]);
    assert_eq!(see(json!({ "transitStation": "HKG" })).errors(), []);
    assert_eq!(see(json!({ "transitStation2": "HKG" })).errors(), [("transitStation2", "请先填写中转港1")]);
    assert_eq!(see(json!({ "transitStation": "FRA" })).errors(), [("transitStation", "中转港不能与相邻港口相同")]);
    assert_eq!(
        see(json!({ "transitStation": "HKG", "transitStation2": "HKG" })).errors(),
        [("transitStation2", "中转港不能与相邻港口相同")]
    );
}

#[test]
fn flights_name_carriers_and_days_follow_each_other() {
    assert_eq!(see(json!({ "expectFlight": "x9101" })).draft.head.text(Head::EXPECT_FLIGHT), "X9101");
    assert_eq!(see(json!({ "expectFlight": "ZZ101" })).warnings(), [("expectFlight", "未找到航司ZZ")]);
    assert_eq!(see(json!({ "expectFlight": "ZZ101" })).errors(), []);
    for wrong in ["X9", "X9-101", "X91012345678901234567"] {
        assert_eq!(see(json!({ "expectFlight": wrong })).errors().len(), 1, "{wrong}");
    }
    let days = |leaves: &str, arrives: &str, comes: &str| {
        see(json!({ "expectDeparture": leaves, "expectArrival": arrives, "receiptDate": comes }))
    };
    assert_eq!(days("2026-07-18", "2026-07-18", "2026-07-18").findings.items, []);
    assert_eq!(days("2026-07-18", "2026-07-17", "").errors(), [("expectArrival", "到港日期不能早于航班日期")]);
    assert_eq!(days("2026-07-18", "", "2026-07-19").warnings(), [("receiptDate", "预计到货日期晚于航班日期")]);
}

/// Issue 25, 17: a number whose carrier is not that of the flight is told, and not refused.
#[test]
fn a_number_of_another_carrier_than_the_flights_is_told() {
    let told = |number: &str, flight: &str| {
        let seen = see(json!({ "awbNumber": number, "expectFlight": flight }));
        assert_eq!(seen.errors(), []);
        seen.warnings().into_iter().map(|(field, text)| format!("{field} {text}")).collect::<Vec<_>>()
    };
    assert_eq!(told("990-12345675", "X9101"), [""; 0]);
    assert_eq!(told("990-12345675", "X8101"), ["awbNumber 主单号前缀990不是航班承运人X8的，请核对"]);
    assert_eq!(told("990-12345675", "ZZ101"), ["expectFlight 未找到航司ZZ"], "nobody knows its prefixes");
    assert_eq!((told("990-12345675", ""), told("", "X8101")), (Vec::new(), Vec::new()));
}

#[test]
fn legs_are_a_chain_and_write_the_flight() {
    let legs = |second_from: &str, last_to: &str| {
        see(json!({ "departureStation": "PEK", "arrivalStation": "LAX", "transitStation": "HKG", "legs": [
            { "fromStation": "PEK", "toStation": "HKG", "flightNo": "X9201", "flightDate": "2026-07-17" },
            { "fromStation": second_from, "toStation": last_to, "flightNo": "X9301", "flightDate": "2026-07-18",
              "etd": "2026-07-18 08:30:00", "eta": "2026-07-18 21:00:00" },
        ]}))
    };
    let good = legs("HKG", "LAX");
    assert_eq!(good.errors(), []);
    assert_eq!(good.draft.head.text(Head::EXPECT_FLIGHT), "X9201");
    assert_eq!(good.draft.head.text(Head::EXPECT_DEPARTURE), "2026-07-17");
    assert_eq!(good.draft.head.text(Head::EXPECT_ARRIVAL), "2026-07-18");
    assert_eq!(legs("PVG", "LAX").errors(), [("legs.1.fromStation", "航段不连续")]);
    assert_eq!(legs("HKG", "FRA").errors(), [("legs.1.toStation", "末段目的港须与订单目的港一致")]);
    let four = json!([{ "fromStation": "PVG", "toStation": "FRA" }, {}, { "fromStation": "", "toStation": null }]);
    assert_eq!(see(json!({ "legs": four })).draft.rows(&LEGS).len(), 1);
}

#[test]
fn master_numbers_have_their_check_digit() {
    assert_eq!(see(json!({ "awbNumber": "990-12345675" })).errors(), []);
    assert_eq!(see(json!({ "awbNumber": "990-12345670" })).errors(), [("awbNumber", "请输入主单号")]);
}

#[test]
fn dimensions_fill_pieces_and_volume_and_are_compared() {
    let lines = json!([
        { "length": 100, "width": 60, "height": "55", "pieces": 11 }, { "length": 80, "width": 80, "height": 50, "pieces": 1 }
    ]);
    let filled = see(json!({ "planDimensions": lines, "planPieces": "", "planVolume": null }));
    assert_eq!(filled.errors(), []);
    let figures = side_figures(&filled.draft.head, Side::Plan);
    assert_eq!((figures.pieces, figures.volume.map(|v| v.show(3))), (Some(12), Some("3.950".into())));
    let other = see(json!({ "planDimensions": lines, "planPieces": 13 }));
    assert_eq!(other.warnings(), [("planDimensions", "尺寸件数12与件数13不一致")]);
    assert_eq!(other.errors(), []);
    // Issue 25, A 13: a volume typed beside them.
    let typed = see(json!({ "planDimensions": lines, "planPieces": 12, "planVolume": 9 }));
    assert_eq!(typed.warnings(), [("planDimensions", "尺寸体积3.950与体积9.000不一致")]);
    let bad = see(json!({ "planDimensions": [{ "length": 0, "width": 9999.1, "height": 9999, "pieces": 0 }] }));
    let fields: Vec<&str> = bad.errors().iter().map(|(field, _)| *field).collect();
    assert_eq!(fields, ["planDimensions.0.length", "planDimensions.0.width", "planDimensions.0.pieces"]);
}

#[test]
fn a_charge_weight_by_hand_stays_until_it_follows_again() {
    let hand = see(json!({ "planChargeWeight": 700, "planChargeManual": true }));
    assert_eq!(side_figures(&hand.draft.head, Side::Plan).charge_weight.map(|w| w.show(2)), Some("700.00".into()));
    assert_eq!(hand.checked.computed.get("planChargeWeight"), Some(&json!(600)));
    let follows = see(json!({ "planChargeWeight": 700, "planChargeManual": false }));
    assert_eq!(side_figures(&follows.draft.head, Side::Plan).charge_weight.map(|w| w.show(2)), Some("600.00".into()));
}

#[test]
fn dangerous_goods_need_their_class_and_contact() {
    assert_eq!(see(json!({ "goodsType": "危险品" })).errors(), [("dangerousType", "请填写危险品类别")]);
    assert_eq!(see(json!({ "goodsType": "危险品", "dangerousType": "3" })).errors(), []);
    let open = see(json!({ "undgCode": "UN1263" }));
    assert_eq!(open.errors().len(), 3);
    assert_eq!(open.errors()[0], ("undgContactName", "UN编号、联系人、联系方式和联系号码须同时填写"));
    let whole = json!({ "undgCode": "un1263", "undgContactName": "A", "undgContactCommunicationType": "TE", "undgContactCommunicationNo": "1" });
    assert_eq!(see(whole).errors(), []);
    assert_eq!(see(json!({ "undgCode": "UN126", "undgContactName": "A", "undgContactCommunicationType": "TE", "undgContactCommunicationNo": "1" })).errors(), [("undgCode", "UN编号须为UN加4位数字")]);
}

#[test]
fn only_one_of_price_and_amount() {
    assert_eq!(see(json!({ "freightUnitprice": 30 })).errors(), []);
    assert_eq!(
        see(json!({ "freightUnitprice": 30, "freightAmount": 100 })).errors(),
        [("freightAmount", "单价与总价只能填写一项")]
    );
}

#[test]
fn services_keep_their_dates_in_order_and_nothing_when_off() {
    let customs = |a: &str, b: &str, on: bool| {
        see(
            json!({ "services": { "customs": { "enabled": on, "inspectionDate": a, "clearanceDate": b, "declarationNumbers": ["223320260000000002"] } } }),
        )
    };
    assert_eq!(customs("2026-07-15", "2026-07-15", true).errors(), []);
    assert_eq!(
        customs("2026-07-15", "2026-07-14", true).errors(),
        [("services.customs.clearanceDate", "放行日期不能早于查验日期")]
    );
    let off = customs("2026-07-15", "2026-07-14", false);
    assert_eq!(off.errors(), []);
    assert!(off.draft.service("customs").is_some_and(|service| service.sheet.is_empty() && service.numbers.is_empty()));
    let short =
        see(json!({ "services": { "customs": { "enabled": true, "declarationNumbers": ["22332026000000000"] } } }));
    assert_eq!(short.errors(), [("services.customs.declarationNumbers.0", "报关单号须为18位数字")]);
    let stranger = see(json!({ "services": { "pickUp": { "enabled": true, "companyId": "99" } } }));
    assert_eq!(stranger.errors(), [("services.pickUp.companyId", "往来单位不存在")]);
}

// req: address-postcode-de
#[test]
fn parties_follow_the_address_rules() {
    let party = |post: &str| {
        see(
            json!({ "parties": { "consignee": { "scName": "DEMO GMBH", "scAddress": "ROAD 1", "nationCode": "DE", "cityNameEn": "FRANKFURT", "postCode": post } } }),
        )
    };
    assert_eq!(party("60547").errors(), []);
    assert_eq!(party("6054").errors(), [("parties.consignee.postCode", "德国邮编须为5位数字")]);
}

#[test]
fn customers_are_in_force_and_not_locked() {
    assert_eq!(see(json!({ "coopId": "2" })).errors(), [("coopId", "该客户空运出口业务已锁定")]);
    assert_eq!(see(json!({ "coopId": "3" })).errors(), [("coopId", "该客户已列入黑名单")]);
    assert_eq!(see(json!({ "coopId": "4" })).errors(), [("coopId", "客户不存在或未生效")]);
    assert_eq!(see(json!({ "coopId": "5" })).errors(), [("coopId", "客户不存在或未生效")]);
    assert_eq!(see(json!({ "salesId": "13" })).errors(), [("salesId", "用户不存在或已停用")]);
    assert_eq!(see(json!({ "contactIds": ["31"] })).errors(), []);
    assert_eq!(see(json!({ "contactIds": ["32"] })).errors(), [("contactIds", "联系人不属于该客户")]);
    let with_contact = stored(see(json!({ "contactIds": ["31"] })).draft, false);
    let gone = Facts { contacts: [].into(), ..facts() };
    let again = look(json!({ "contactIds": ["31"] }), Some(&with_contact), &gone);
    assert_eq!((again.errors(), again.warnings()), (vec![], vec![("contactIds", "联系人不属于该客户")]), "he was");
    let other = look(json!({ "contactIds": ["31"], "coopId": "1", "salesId": "11" }), None, &gone);
    assert_eq!(other.errors(), [("contactIds", "联系人不属于该客户")]);
    let kept = stored(see(json!({ "coopId": "2" })).draft, false);
    let again = look(json!({ "coopId": "2" }), Some(&kept), &facts());
    assert_eq!((again.errors(), again.warnings()), (vec![], vec![("coopId", "该客户空运出口业务已锁定")]));
}

// req: af-duplicate-internal
#[test]
fn questions_are_asked_about_doubles() {
    let known = Facts {
        doubles: ["internalNumber", "customerNumber"].map(|member| (member, "AE-2607150002".to_owned())).into(),
        similar: vec!["AE-2607150001".into()],
        ..facts()
    };
    let seen = look(json!({ "internalNumber": "NB-001" }), None, &known);
    assert_eq!(seen.questions(), ["内部编号已存在，是否继续？", "疑似重复订单AE-2607150001，是否继续？"]);
    assert_eq!(seen.warnings(), [("customerNumber", "客户单号已存在")]);
    assert_eq!(see(json!({ "internalNumber": "NB-001" })).questions(), Vec::<&str>::new());
}

// req: awb-tolerance-weight, awb-tolerance-pieces, awb-tolerance-volume, track-differ-orange
#[test]
fn actual_figures_are_coloured_by_how_far_they_are() {
    let seen = see(json!({ "confirmPieces": 12, "confirmWeight": 500, "confirmVolume": 3.95 }));
    let mark = |name: &str, member: &str| seen.checked.marks.get(name).and_then(|mark| mark.get(member)).cloned();
    assert_eq!(mark("confirmWeight", "level"), Some(json!("outside")));
    assert_eq!(mark("confirmWeight", "text"), Some(json!("差 +20.0（+4.17%）")));
    assert_eq!(mark("confirmWeight", "tip"), Some(json!("预报 480.0 / 实际 500.0，差 +20.0（+4.17%）")));
    assert_eq!(mark("confirmVolume", "level"), Some(json!("differs")));
    assert_eq!(mark("confirmPieces", "level"), None);
    assert!(seen.checked.flagged);
    assert_eq!(seen.questions(), ["实际与预报差异超出范围，是否继续？"]);
    let inside = see(json!({ "confirmPieces": 12, "confirmWeight": 494.4, "confirmVolume": 3.96 }));
    assert!(!inside.checked.flagged);
    assert_eq!(inside.questions(), Vec::<&str>::new());
    assert!(see(json!({ "confirmWeight": 494.5 })).checked.flagged);
    assert!(see(json!({ "confirmVolume": 3.961 })).checked.flagged);
    assert!(see(json!({ "confirmPieces": 11 })).checked.flagged);
    assert!(!see(json!({})).checked.flagged);
    // The same figures are not asked about again.
    let kept = stored(seen.draft.clone(), false);
    let again =
        look(json!({ "confirmPieces": 12, "confirmWeight": 500, "confirmVolume": 3.95 }), Some(&kept), &facts());
    assert!(again.checked.flagged && again.questions().is_empty());
}

#[test]
fn finished_operations_fix_routing_and_cargo() {
    let kept = stored(see(json!({})).draft, true);
    let seen = look(json!({ "arrivalStation": "LAX", "orderRemark": "x" }), Some(&kept), &facts());
    assert_eq!(seen.errors(), [("arrivalStation", "操作已完成，不能修改目的港")]);
    assert_eq!(look(json!({ "orderRemark": "x" }), Some(&kept), &facts()).errors(), []);
}

#[test]
fn unknown_members_make_a_bad_call() {
    for wrong in [
        json!({ "nonsense": 1 }),
        json!({ "legs": [{ "x": 1 }] }),
        json!({ "services": { "x": {} } }),
        json!({ "parties": { "shipper": { "x": "" } } }),
        json!({ "legs": 5 }),
    ] {
        let mut findings = Findings::new();
        assert!(read(profile(Scope::Ae), &body(wrong.clone()), new(), true, &mut findings).is_err(), "{wrong}");
    }
}

#[test]
fn prices_are_neither_read_nor_told_without_the_right() {
    let mut findings = Findings::new();
    let (stored, profile) = (see(json!({ "freightUnitprice": 30 })).draft, profile(Scope::Ae));
    let body = body(json!({ "freightUnitprice": 1 }));
    let kept = read(profile, &body, (stored, false), false, &mut findings).expect("a body");
    assert_eq!(kept.json(profile, true).get("freightUnitprice"), Some(&json!(30)));
    assert_eq!(kept.json(profile, false).get("freightUnitprice"), None);
}

#[test]
fn a_row_that_another_document_hangs_on_is_not_removed() {
    let both = |zh: &str, en: &str| (zh.to_owned(), en.to_owned());
    let hung = Hung { member: "legs", row: both("航段 2", "Leg 2"), by: both("订舱B1", "booking B1") };
    let known = Facts { hung: vec![hung], ..facts() };
    assert!(look(json!({}), None, &known).errors().contains(&("legs", "航段 2已被订舱B1引用，不能删除或更换")));
    assert!(!see(json!({})).errors().iter().any(|(field, _)| *field == "legs"));
}
