use kernel::Scope;
use serde_json::json;

use super::*;
use crate::air::Dimensions;
use crate::carriage::{PlanBoxes, Stops};
use crate::parts::{PLAN_BOXES, PLAN_DIMENSIONS, STOPS};
use crate::profile::profile;
use crate::sheet::Sheet;
use platform::store::Cell;

/// An order of a scope with planned figures, in grams and cubic centimetres.
fn order(scope: Scope, (pieces, weight, volume): (i64, i64, i64)) -> Saved {
    let profile = profile(scope);
    let mut draft = Draft::new(profile);
    draft.head.set(Head::PLAN_PIECES, pieces);
    draft.head.set(Head::PLAN_WEIGHT, weight);
    draft.head.set(Head::PLAN_VOLUME, volume);
    Saved::of(profile, draft, false)
}

fn row(fields: &'static [Field], id: i64, cells: &[(Field, Value)]) -> Sheet {
    let mut sheet = Sheet { id: Some(Id(id)), ..Sheet::empty(fields) };
    for (field, value) in cells {
        sheet.put(field.column, value);
    }
    sheet
}

fn split(saved: &Saved, asked: serde_json::Value) -> (Vec<Draft>, Vec<(String, String)>) {
    let asked: Asked = serde_json::from_value(asked).expect("a body");
    let mut findings = Findings::new();
    let wanted = asked.read(saved, (&[], &[]), &mut findings).expect("reads");
    let drafts = wanted.map(|wanted| wanted.drafts(saved, &mut findings)).unwrap_or_default();
    (drafts, findings.items.into_iter().map(|one| (one.field, one.text.zh)).collect())
}

fn figures(drafts: &[Draft]) -> Vec<[i64; 3]> {
    let fields = [Head::PLAN_PIECES, Head::PLAN_WEIGHT, Head::PLAN_VOLUME];
    drafts.iter().map(|own| fields.map(|field| raw(own, field).unwrap_or(-1))).collect()
}

fn weights(drafts: &[Draft]) -> Vec<i64> {
    figures(drafts).into_iter().map(|[_, weight, _]| weight).collect()
}

fn found(field: &str, text: &str) -> (String, String) {
    (field.to_owned(), text.to_owned())
}

fn pieces_of(drafts: &[Draft], part: &crate::part::Part, field: Field) -> Vec<Vec<Option<i64>>> {
    drafts.iter().map(|own| own.rows(part).iter().map(|row| row.get(field)).collect()).collect()
}

#[test]
fn the_example_of_the_catalogue() {
    let e3 = order(Scope::Ae, (20, 1_000_000, 5_000_000));
    let (drafts, said) = split(&e3, json!({ "parts": [{}, { "planPieces": 8 }] }));
    assert_eq!(figures(&drafts), [[12, 600_000, 3_000_000], [8, 400_000, 2_000_000]]);
    assert_eq!(said, []);
}

#[test]
fn an_order_is_divided_alike_unless_more_is_said() {
    let (drafts, said) = split(&order(Scope::Ae, (10, 1_000_000, 1_234_567)), json!({ "parts": [{}, {}, {}] }));
    assert_eq!(figures(&drafts), [[3, 300_000, 370_000], [4, 400_000, 494_000], [3, 300_000, 370_567]]);
    assert_eq!(said, []);
}

#[test]
fn parts_are_multiples_of_what_is_shown_unless_there_is_too_little() {
    // 100 kilograms by air, and as much by sea.
    let (drafts, _) = split(&order(Scope::Ae, (3, 100_000, 3_000_000)), json!({ "parts": [{}, {}, {}] }));
    assert_eq!(weights(&drafts), [33_300, 33_400, 33_300]);
    let (drafts, _) = split(&order(Scope::Se, (3, 100_000, 3_000_000)), json!({ "parts": [{}, {}, {}] }));
    assert_eq!(weights(&drafts), [33_333, 33_334, 33_333]);
    let (drafts, said) = split(&order(Scope::Ae, (3, 100, 1_000)), json!({ "parts": [{}, {}, {}] }));
    assert_eq!((figures(&drafts), said), (vec![[1, 33, 333], [1, 34, 334], [1, 33, 333]], vec![]));
}

#[test]
fn parts_that_do_not_add_up_or_are_nothing_are_found_at_their_cells() {
    let saved = order(Scope::Ae, (20, 1_000_000, 5_000_000));
    let typed = |pieces: i64, weight: &str| json!({ "planPieces": pieces, "planWeight": weight });
    let (_, said) = split(&saved, json!({ "parts": [typed(12, "600"), typed(7, "400.001")] }));
    let differs = "拆分合计与原单不一致";
    assert_eq!(said, [found("parts.0.planPieces", differs), found("parts.0.planWeight", differs)]);
    let (_, said) = split(&saved, json!({ "parts": [typed(20, "1000"), typed(0, "0")] }));
    let nothing = |field: &str| format!("拆分后每票的{field}须大于0");
    assert_eq!(
        said[..2],
        [found("parts.1.planPieces", &nothing("预报件数")), found("parts.1.planWeight", &nothing("预报毛重"))]
    );
    let (_, said) = split(&saved, json!({ "parts": [{ "confirmPieces": 1 }, {}] }));
    assert_eq!(said, [found("parts.0.confirmPieces", differs)], "nothing was measured that could be divided");
    for parts in [json!([]), json!([{}]), json!(vec![json!({}); 11])] {
        let (drafts, said) = split(&saved, json!({ "parts": parts }));
        assert_eq!((drafts.len(), said), (0, vec![found("parts", "新订单数须为1–9")]));
    }
}

#[test]
fn what_was_measured_is_divided_by_the_pieces_too() {
    let mut saved = order(Scope::Ae, (20, 1_000_000, 5_000_000));
    for (field, raw) in [(Head::CONFIRM_PIECES, 19i64), (Head::CONFIRM_WEIGHT, 950_000)] {
        saved.draft.head.set(field, raw);
    }
    let (drafts, said) = split(&saved, json!({ "parts": [{}, { "planPieces": 8, "confirmPieces": 7 }] }));
    let measured = [Head::CONFIRM_PIECES, Head::CONFIRM_WEIGHT, Head::CONFIRM_VOLUME];
    let of = |own: &Draft| measured.map(|field| raw(own, field));
    assert_eq!(of(&drafts[0]), [Some(12), Some(600_000), None]);
    assert_eq!(of(&drafts[1]), [Some(7), Some(350_000), None]);
    assert_eq!(said, []);
}

#[test]
fn sizes_go_whole_with_their_ids() {
    let mut saved = order(Scope::Ae, (20, 1_000_000, 5_000_000));
    let size = |id: i64, pieces: i64| row(Dimensions::FIELDS, id, &[(Dimensions::PIECES, pieces.into_value())]);
    saved.draft.put(&PLAN_DIMENSIONS, vec![size(1, 12), size(2, 8)]);
    let asked = json!({ "parts": [{}, { "planPieces": 8 }], "planDimensions": [{ "id": "2", "part": 1 }] });
    let (drafts, said) = split(&saved, asked);
    let ids: Vec<Vec<Option<Id>>> =
        drafts.iter().map(|own| own.rows(&PLAN_DIMENSIONS).iter().map(|row| row.id).collect()).collect();
    assert_eq!((ids, said), (vec![vec![Some(Id(1))], vec![Some(Id(2))]], vec![]));
    let strange = json!({ "parts": [{}, {}], "planDimensions": [{ "id": "9", "part": 1 }] });
    assert_eq!(split(&saved, strange).1, [found("planDimensions.0", "该行已删除或不属于此订单")]);
}

#[test]
fn masters_stay_or_are_shared_and_houses_tell_orders_apart() {
    let mut ai = order(Scope::Ai, (6, 150_000, 900_000));
    ai.draft.head.set(Head::AWB_NUMBER, "990-55555555");
    ai.draft.head.set(carriage::Head::HAWB_NUMBER, "HB001");
    ai.draft.head.set(Head::CUSTOMER_NUMBER, ai.code.clone());
    let numbers = |own: &Draft| {
        [Head::AWB_NUMBER, carriage::Head::HAWB_NUMBER, Head::CUSTOMER_NUMBER].map(|field| own.head.text(field))
    };
    let (drafts, said) = split(&ai, json!({ "parts": [{}, {}] }));
    assert_eq!(numbers(&drafts[1]), ["", "", ""], "its master stays");
    assert_eq!((numbers(&drafts[0]), said), (numbers(&ai.draft), vec![]));
    let of = |house: &str| json!({ "master": "SAME", "parts": [{}, { "houseNumber": house }] });
    let (drafts, said) = split(&ai, of("hb002"));
    assert_eq!((numbers(&drafts[1]), said), (["990-55555555".into(), "HB002".into(), String::new()], vec![]));
    assert_eq!(split(&ai, of("HB001")).1, [found("parts.1.houseNumber", "分单号HB001重复")]);
    assert_eq!(split(&ai, of("")).1[0].0, "parts.1.houseNumber");
}

#[test]
fn boxes_keep_their_rows_and_figures_follow_them() {
    let mut se = order(Scope::Se, (1_200, 18_500_000, 118_000_000));
    let of = |id: i64, number: &str, weight: i64| {
        let cells = [
            (Boxes::CONTAINER_NO, number.to_owned().into_value()),
            (Boxes::CONTAINER_TYPE, "40HQ".to_owned().into_value()),
            (Boxes::PIECES, 600i64.into_value()),
            (Boxes::WEIGHT, weight.into_value()),
        ];
        row(Boxes::FIELDS, id, &cells)
    };
    let plan = [(PlanBoxes::CONTAINER_TYPE, "40HQ".to_owned().into_value()), (PlanBoxes::QUANTITY, 2i64.into_value())];
    se.draft.put(&BOXES, vec![of(1, "CSQU3054383", 9_000_000), of(2, "TSTU1000019", 9_500_000)]);
    se.draft.put(&PLAN_BOXES, vec![row(PlanBoxes::FIELDS, 3, &plan)]);
    se.draft.head.set(Head::CONFIRM_PIECES, 1_200i64);
    let (_, said) = split(&se, json!({ "parts": [{}, {}] }));
    assert_eq!(said, [found("containers", "已有实际件重，每票至少分配一个箱")]);
    let given = json!({ "parts": [{}, {}], "containers": [{ "id": "2", "part": 1 }] });
    let (drafts, said) = split(&se, given);
    assert_eq!((figures(&drafts)[1], said), ([600, 9_500_000, 59_000_000], vec![]));
    let ids = |own: &Draft| own.rows(&BOXES).iter().map(|row| row.id.map(|id| id.0)).collect::<Vec<_>>();
    assert_eq!((ids(&drafts[0]), ids(&drafts[1])), (vec![Some(1)], vec![Some(2)]));
    assert_eq!(pieces_of(&drafts, &PLAN_BOXES, PlanBoxes::QUANTITY), [[Some(1)], [Some(1)]]);
    let plans = |own: &Draft| own.rows(&PLAN_BOXES)[0].id;
    assert_eq!((plans(&drafts[0]), plans(&drafts[1])), (Some(Id(3)), None), "a new order has a row of its own");
    let all = json!({
        "parts": [{}, {}], "containers": [{ "id": "2", "part": 1 }],
        "containerList": [{ "id": "3", "part": 1, "quantity": 2 }],
    });
    assert_eq!(pieces_of(&split(&se, all.clone()).0, &PLAN_BOXES, PlanBoxes::QUANTITY), [vec![], vec![Some(2)]]);
    let mut more = all;
    more["containerList"][0]["quantity"] = json!(3);
    assert_eq!(split(&se, more).1, [found("containerList.0.quantity", "40HQ只有2个可分配")]);
}

#[test]
fn vehicles_stop_where_they_have_pieces() {
    let mut lc = order(Scope::Lc, (40, 3_200_000, 8_000_000));
    let stop = |id: i64, kind: &str, pieces: Option<i64>| {
        let cells = [
            (Stops::KIND, kind.to_owned().into_value()),
            (Stops::PIECES, pieces.into_value()),
            (Stops::WEIGHT, (pieces.unwrap_or(40) * 80_000).into_value()),
        ];
        row(Stops::FIELDS, id, &cells)
    };
    lc.draft.put(&STOPS, vec![stop(1, "装", Some(30)), stop(2, "装", Some(10)), stop(3, "卸", Some(40))]);
    let asked = || json!({ "parts": [{ "planPieces": 32 }, {}] });
    let (drafts, said) = split(&lc, asked());
    assert_eq!(pieces_of(&drafts, &STOPS, Stops::PIECES), [vec![Some(30), Some(2), Some(32)], vec![Some(8), Some(8)]]);
    assert_eq!(pieces_of(&drafts, &STOPS, Stops::WEIGHT)[1], [Some(640_000), Some(640_000)]);
    let ids = |own: &Draft| own.rows(&STOPS).iter().map(|row| row.id.map(|id| id.0)).collect::<Vec<_>>();
    assert_eq!((ids(&drafts[0]), ids(&drafts[1])), (vec![Some(1), Some(2), Some(3)], vec![None, None]));
    assert_eq!(said, []);
    lc.draft.put(&STOPS, vec![stop(1, "装", None), stop(2, "卸", None)]);
    let (drafts, _) = split(&lc, asked());
    assert_eq!(pieces_of(&drafts, &STOPS, Stops::PIECES), [[None, None], [None, None]]);
    assert_eq!(pieces_of(&drafts, &STOPS, Stops::WEIGHT), [[Some(2_560_000); 2], [Some(640_000); 2]]);
}

#[test]
fn a_charge_weight_that_was_typed_and_lumps_of_money_are_divided() {
    let mut saved = order(Scope::Ae, (20, 1_000_000, 5_000_000));
    saved.draft.head.set(Head::PLAN_CHARGE_WEIGHT, 1_100_000i64);
    saved.draft.head.set(Head::PLAN_CHARGE_MANUAL, true);
    saved.draft.detail.set(Air::FREIGHT_AMOUNT, 100_001i64);
    let (mut drafts, _) = split(&saved, json!({ "parts": [{}, { "planPieces": 8 }] }));
    assert_eq!(drafts.iter().map(charged).collect::<Vec<_>>(), [660_000, 440_000]);
    share_lumps(&mut drafts);
    let lumps: Vec<Option<i64>> = drafts.iter().map(|own| own.detail.get(Air::FREIGHT_AMOUNT)).collect();
    assert_eq!(lumps, [Some(60_001), Some(40_000)]);
    // 1001 yen have no parts with a fraction.
    for (own, whole) in drafts.iter_mut().zip([100_100i64, 0]) {
        own.detail.set(Air::FREIGHT_AMOUNT, whole);
        own.detail.set(Air::CURRENCY_CODE, "JPY");
    }
    share_lumps(&mut drafts);
    let lumps: Vec<Option<i64>> = drafts.iter().map(|own| own.detail.get(Air::FREIGHT_AMOUNT)).collect();
    assert_eq!(lumps, [Some(60_100), Some(40_000)]);
}

#[test]
fn whatever_is_divided_adds_up_again() {
    let mut seed = 7u64;
    let mut dice = |sides: i64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(seed >> 33).unwrap_or_default() % sides
    };
    for _ in 0..1_000 {
        let count = 2 + dice(9);
        let whole = (count + dice(5_000), 10_000 + dice(90_000_000), 1_000_000 + dice(900_000_000));
        let saved = order(Scope::Ae, whole);
        let parts = vec![json!({}); usize::try_from(count).expect("few")];
        let (drafts, _) = split(&saved, json!({ "parts": parts }));
        let sums = figures(&drafts).into_iter().fold([0; 3], |sum, own| std::array::from_fn(|at| sum[at] + own[at]));
        assert_eq!(sums, [whole.0, whole.1, whole.2], "{count}");
    }
}
