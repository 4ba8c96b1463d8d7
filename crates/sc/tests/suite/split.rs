//! 拆单 of the scopes beside air export: boxes with their rows, times and events, stops by pieces, and masters.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, refused};

use crate::sc::suite::fixture::*;

const YES: [&str; 3] = ["order.tolerance", "order.boxes.differ", "container.check"];

fn view(caller: &Caller<'_>, scope: &str, uuid: &str) -> Json {
    caller.ok(&format!("/sc/order/{scope}/{uuid}"))
}

/// Splits an order as it stands, every question answered with yes.
fn split(caller: &Caller<'_>, (scope, uuid): (&str, &str), body: Json) -> Reply {
    let row = text(&view(caller, scope, uuid), "rowUuid");
    let path = format!("/sc/order/{scope}/{uuid}/split");
    caller.post(&path, with(json!({ "rowUuid": row, "confirmed": YES }), body))
}

/// The order and the first of those it was split into.
fn both(caller: &Caller<'_>, (scope, uuid): (&str, &str), told: &Json) -> [Json; 2] {
    [uuid.to_owned(), text(&told["orders"][0], "orderUuid")].map(|uuid| view(caller, scope, &uuid))
}

fn figures(order: &Json, side: &str) -> Vec<String> {
    ["Pieces", "Weight", "Volume"].iter().map(|name| order[format!("{side}{name}")].to_string()).collect()
}

fn each(rows: &Json, name: &str) -> Vec<String> {
    rows.as_array().expect("rows").iter().map(|row| text(row, name)).collect()
}

#[test]
fn a_box_goes_with_its_row_its_times_and_its_events() {
    with_orders(|world| {
        let op = world.login("op01");
        let se1 = uuid_of(&op, "se", "SE-2607150001");
        let sealed = json!({
            "orderUuid": se1, "code": "RESE", "place": "CNSHA", "containerNo": "TSTU1000019",
            "eventTime": "2026-07-15 08:30:00",
        });
        done(op.post("/sc/track/doSave", sealed));
        let before = view(&op, "se", &se1);
        let given = before["containers"][1]["id"].clone();
        let bare = split(&op, ("se", &se1), json!({ "parts": [{}, {}] }));
        assert_eq!(bare.findings_at("containers"), ["已有实际件重，每票至少分配一个箱"]);
        let body = json!({ "parts": [{}, {}], "containers": [{ "id": given, "part": 1 }] });
        let told = done(split(&op, ("se", &se1), body));
        assert_eq!(told["codes"], json!(["SE-2607150004"]));
        let [own, new] = both(&op, ("se", &se1), &told);
        // By what was weighed of each box.
        assert_eq!(
            (figures(&own, "confirm"), figures(&new, "confirm")),
            (vec!["600".into(), "9300".into(), "59.5".into()], vec!["600".into(), "9400".into(), "59".into()],)
        );
        assert_eq!(figures(&own, "plan"), ["600", "9200.535", "59.249"]);
        assert_eq!(figures(&new, "plan"), ["600", "9299.465", "58.751"]);
        assert_eq!(
            (each(&own["containers"], "containerNo"), each(&new["containers"], "containerNo")),
            (vec!["CSQU3054383".into()], vec!["TSTU1000019".into()],)
        );
        assert_eq!(new["containers"][0], before["containers"][1], "the row is the same, with its times");
        assert_eq!((&own["containerText"], &new["containerText"]), (&json!("1×40HQ"), &json!("1×40HQ")));
        assert_eq!([&own, &new].map(|order| text(order, "orderStatus")), ["重箱进港", "重箱进港"]);
        assert_eq!([&own, &new].map(|order| text(order, "mlbNumber")), ["TSTSHA260701", ""], "the bill stays");
        let events = |order: &Json| {
            let told = op.ok(&format!("/sc/order/events?orderUuid={}", text(order, "orderUuid")));
            each(&told["events"], "code")
        };
        assert!(!events(&own).contains(&"RESE".to_owned()) && events(&new).contains(&"RESE".to_owned()));
        assert!([&own, &new].iter().all(|order| events(order).contains(&"BKCF".to_owned())), "of all of the cargo");
        done(change(&op, "se", &se1, json!({ "orderRemark": "x", "confirmed": YES })));
    });
}

#[test]
fn a_finished_bill_keeps_its_boxes_together_unless_all_parts_are_under_its_master() {
    with_orders(|world| {
        let op = world.login("op01");
        let se1 = uuid_of(&op, "se", "SE-2607150001");
        let before = view(&op, "se", &se1);
        let bill = format!(
            "INSERT INTO bl (org_id, id, row_uuid, kind, number, order_id, line, doc_state, custody_state, si_state, \
             si_rev, change_count, created_by, created_at, updated_by, updated_at) \
             SELECT org_id, 77, 'u', 'MBL', 'TSTSHA260701', id, 1, 'DONE', 'UNSIGNED', '', 0, 0, 1, 0, 1, 0 \
             FROM freight_order WHERE id = {}",
            text(&before, "orderId")
        );
        raw(world, &bill);
        let boxes = json!({ "containers": [{ "containerNo": "CSQU3054383" }, { "containerNo": "TSTU1000019" }] });
        let print = format!(
            "INSERT INTO bl_print (org_id, bl_id, content, finished_times, print_count, original_prints) \
             SELECT org_id, id, '{boxes}', 0, 0, 0 FROM bl WHERE id = 77"
        );
        raw(world, &print);
        let given = json!([{ "id": before["containers"][1]["id"], "part": 1 }]);
        let body =
            |master: &str| json!({ "master": master, "parts": [{}, { "houseNumber": "TSTHB2" }], "containers": given });
        let stays = split(&op, ("se", &se1), body("STAY"));
        assert_eq!(stays.findings_at("bills"), ["提单TSTSHA260701已确认，请先退回"]);
        done(split(&op, ("se", &se1), body("SAME")));
    });
}

#[test]
fn a_row_of_the_list_offers_what_may_be_split_by_its_boxes() {
    with_orders(|world| {
        let op = world.login("op01");
        let row = op.ok("/sc/order/se/page?orderCode=SE-2607150001")["records"][0].clone();
        assert_ne!(row["confirmPieces"], Json::Null);
        assert!(row["can"].to_string().contains("se-order-split"), "{row}");
    });
}

#[test]
fn orders_of_one_master_are_told_apart_by_their_houses() {
    with_orders(|world| {
        let op = world.login("op01");
        let ai = uuid_of(&op, "ai", "AI-2607150001");
        let of = |house: &str| json!({ "master": "SAME", "parts": [{}, { "houseNumber": house }] });
        assert_eq!(split(&op, ("ai", &ai), of("HB001")).findings_at("parts.1.houseNumber"), ["分单号HB001重复"]);
        let told = done(split(&op, ("ai", &ai), of("HB002")));
        let [own, new] = both(&op, ("ai", &ai), &told);
        assert_eq!([&own, &new].map(|order| text(order, "number")), ["990-55555555_HB001", "990-55555555_HB002"]);
        assert_eq!(
            (figures(&own, "plan"), figures(&new, "plan")),
            (vec!["3".into(), "75".into(), "0.45".into()], figures(&own, "plan"))
        );
    });
}

#[test]
fn every_scope_that_travels_is_split() {
    with_orders(|world| {
        let op = world.login("op01");
        let orders = [
            ("ai", "AI-2607150001"),
            ("se", "SE-2607150002"),
            ("si", "SI-2607150002"),
            ("te", "TE-2607150002"),
            ("ti", "TI-2607150001"),
            ("lc", "LC-2607150001"),
        ];
        for (scope, code) in orders {
            let uuid = uuid_of(&op, scope, code);
            let before = view(&op, scope, &uuid);
            assert!(before["buttons"].to_string().contains(&format!("{scope}-order-split")), "{scope}: {before}");
            let told = done(split(&op, (scope, &uuid), json!({ "parts": [{}, {}] })));
            let [own, new] = both(&op, (scope, &uuid), &told);
            for name in ["planPieces", "planWeight", "planVolume"] {
                let sum = [&own, &new].iter().filter_map(|order| order[name].as_f64()).sum::<f64>();
                assert!((sum - before[name].as_f64().expect("a figure")).abs() < 1e-9, "{scope} {name}: {own} {new}");
            }
            assert_eq!(new["splitFrom"]["orderCode"], json!(code), "{scope}");
            assert_eq!(own["splitInto"][0]["orderCode"], new["orderCode"], "{scope}");
            assert_eq!(new["coopId"], before["coopId"], "{scope}");
        }
        let lc = view(&op, "lc", &uuid_of(&op, "lc", "LC-2607150001"));
        let pieces = lc["stops"].as_array().expect("stops").iter().map(|stop| stop["pieces"].to_string());
        assert_eq!(pieces.collect::<Vec<_>>(), ["20", "20"]);
        let io = uuid_of(&op, "io", "IO-2607150001");
        assert_eq!(op.post(&format!("/sc/order/io/{io}/split"), json!({ "parts": [{}, {}] })).status, 404);
        assert!(!view(&op, "io", &io)["buttons"].to_string().contains("split"));
    });
}

#[test]
fn what_was_measured_without_boxes_is_not_split() {
    with_orders(|world| {
        let op = world.login("op01");
        let se2 = uuid_of(&op, "se", "SE-2607150002");
        done(change(&op, "se", &se2, json!({ "confirmPieces": 40, "confirmed": YES })));
        let before = world.contents(false);
        refused(&split(&op, ("se", &se2), json!({ "parts": [{}, {}] })), "订单已出重，不能拆单");
        let check = op.post(&format!("/sc/order/se/{se2}/splitCheck"), json!({ "parts": [{}, {}] }));
        refused(&check, "订单已出重，不能拆单");
        world.unchanged(&before, false);
    });
}
