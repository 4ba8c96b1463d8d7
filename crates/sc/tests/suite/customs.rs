//! The customs status of the goods, and the terminal an air import arrives at.

use serde_json::{Value as Json, json};
use testkit::Caller;

use crate::sc::suite::fixture::*;

/// An air import order that saves.
fn air(caller: &Caller<'_>) -> Json {
    json!({
        "coopId": pick(caller, "coop?keyword=KH001"), "businessProduct": "进口换单", "departureStation": "FRA",
        "arrivalStation": "PVG", "expectArrival": "2026-07-15", "goodsNameCn": "服装", "planPieces": 1,
        "planWeight": 1, "planVolume": 0.01, "awbNumber": "99055555570", "hawbNumber": "HB009",
    })
}

#[test]
fn goods_that_cross_the_border_have_a_customs_status_of_the_code_table() {
    with_partners(|world| {
        let op = world.login("op01");
        let order = saved(&op, "se", sea(&op));
        assert_eq!(order["customsStatusCode"], json!("001"), "ordinary goods unless it is said otherwise");
        let uuid = text(&order, "orderUuid");
        assert_eq!(
            done(change(&op, "se", &uuid, json!({ "customsStatusCode": "004" })))["customsStatusCode"],
            json!("004")
        );
        let before = world.contents(true);
        for unknown in ["005", "1", "普通货物（001）"] {
            let refused = change(&op, "se", &uuid, json!({ "customsStatusCode": unknown }));
            assert_eq!(refused.findings_at("customsStatusCode"), ["海关代码选项不存在"], "{unknown}");
        }
        world.unchanged(&before, true);
        let order = op.ok(&format!("/sc/order/se/{uuid}"));
        let log = op.ok(&format!("/hrs/log/page?objectType=order&objectId={}", text(&order, "orderId")));
        assert!(log["records"][0].to_string().contains("过境货物（004）"), "{}", log["records"][0]);
        let listed = |codes: &str| {
            let page = op.ok(&format!("/sc/order/se/page?customsStatusCode={codes}"));
            (page["total"].clone(), page["records"][0]["customsStatusCode"].clone())
        };
        assert_eq!(listed("004"), (json!(1), json!("004")));
        assert_eq!(listed("002,004"), (json!(1), json!("004")));
        assert_eq!(listed("001"), (json!(0), Json::Null));
        // Trucks cross no border.
        let refused = op.post("/sc/order/lc", with(road(&op), json!({ "customsStatusCode": "001" })));
        assert_eq!(refused.status, 400);
    });
}

#[test]
fn an_import_takes_what_its_company_ticked() {
    with_partners(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let version = admin.ok("/hrs/orgOrderConfig/AI")["version"].clone();
        let ticked = json!({ "version": version, "values": { "customsStatusCode": ["001", "003"] } });
        done(admin.put("/hrs/orgOrderConfig/AI", ticked));
        assert_eq!(op.ok("/sc/order/ai/formRules")["offered"], json!({ "customsStatusCode": ["001", "003"] }));
        let refused = op.post("/sc/order/ai", with(air(&op), json!({ "customsStatusCode": "002" })));
        assert_eq!(refused.findings_at("customsStatusCode"), ["海关代码选项不存在"]);
        let order = saved(&op, "ai", with(air(&op), json!({ "customsStatusCode": "003" })));
        assert_eq!(order["customsStatusCode"], json!("003"));
    });
}

#[test]
fn an_import_arrives_at_a_terminal_of_imports() {
    with_partners(|world| {
        world.wait(seed::fixture::warehouses(&world.maker()));
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let offers = op.ok("/platform/select/warehouse?role=AI,1,3");
        let hints: Vec<String> = offers.as_array().unwrap().iter().map(|offer| text(offer, "hint")).collect();
        assert_eq!(hints, ["FB01", "HZ01"], "no storehouse, and nothing of exports alone");
        let id = |code: &str| pick(&admin, &format!("warehouse?keyword={code}"));
        let (station, store) = (id("HZ01"), id("KF01"));
        let order = saved(&op, "ai", with(air(&op), json!({ "arrivalWarehouseId": station })));
        assert_eq!(order["arrivalWarehouseId"], json!(station));
        let uuid = text(&order, "orderUuid");
        let before = world.contents(true);
        for unknown in [store.as_str(), "1"] {
            let refused = change(&op, "ai", &uuid, json!({ "arrivalWarehouseId": unknown }));
            assert_eq!(refused.findings_at("arrivalWarehouseId"), ["货站不存在、已停用或不用于进口"], "{unknown}");
        }
        world.unchanged(&before, true);
        let listed = |id: &str| op.ok(&format!("/sc/order/ai/page?arrivalWarehouseId={id}"));
        assert_eq!(listed(&station)["records"][0]["arrivalWarehouseName"], json!("测试货站"));
        assert_eq!(listed(&store)["total"], json!(0));
        // A station that takes no more stays named, and is not chosen anew.
        let one = admin.ok(&format!("/afbase/warehouse/{station}"));
        let stop = json!({ "active": false, "version": one["version"] });
        done(admin.post(&format!("/afbase/warehouse/{station}/status"), stop));
        done(change(&op, "ai", &uuid, json!({ "orderRemark": "已到货" })));
        let other = with(air(&op), json!({ "arrivalWarehouseId": station, "hawbNumber": "HB010" }));
        let refused = op.post("/sc/order/ai", other);
        assert_eq!(refused.findings_at("arrivalWarehouseId"), ["货站不存在、已停用或不用于进口"]);
        // One of another company is none.
        let foreign = world.login("sh01").ok("/platform/select/warehouse?role=AI,1,3");
        assert_eq!(foreign, json!([]));
    });
}
