//! The list of air export orders with the figures of the fixture.

use serde_json::{Value as Json, json};
use testkit::each_database;

use super::fixture::*;

fn codes(page: &Json) -> Vec<String> {
    page["records"].as_array().expect("rows").iter().map(|row| text(row, "orderCode")).collect()
}

// req: platform-permission-server-side
#[test]
fn every_declared_page_passes_the_standard_suite() {
    each_database(rooms, |world| world.standard_suite("af"));
}

#[test]
fn the_list_shows_the_orders_of_the_fixture_with_their_totals() {
    with_orders(|world| {
        let admin = world.login("demo-admin");
        let page = admin.ok("/afbase/order/page?businessScope=AE");
        assert_eq!(codes(&page), ["AE-2607150003", "AE-2607150002", "AE-2607150001", "AE-2607140001"]);
        let sum = |name: &str| page["totals"][name].to_string();
        assert_eq!(
            [sum("planPieces"), sum("planWeight"), sum("planVolume"), sum("planChargeWeight")],
            ["50", "2030", "10.8", "2150"]
        );
        assert_eq!(
            [sum("confirmPieces"), sum("confirmWeight"), sum("confirmVolume"), sum("confirmChargeWeight")],
            ["22", "750", "4.95", "908.333"]
        );
        let e1 = &page["records"][2];
        assert_eq!(e1["marks"]["confirmWeight"]["level"], json!("outside"));
        assert_eq!(e1["marks"]["confirmWeight"]["text"], json!("差 +20.0（+4.17%）"));
        assert_eq!(e1["marks"]["confirmVolume"]["level"], json!("differs"));
        assert_eq!((e1["orderStatus"].clone(), e1["hawbQuantity"].clone()), (json!("货物出重"), json!(2)));
        assert_eq!(e1["planDimensions"], json!("100*60*50/12"));
        assert_eq!((e1["coopName"].clone(), e1["awbFromName"].clone()), (json!("客户甲"), json!("供应商甲")));
        assert_eq!(page["records"][0]["hawbQuantity"], json!(0));
        assert_eq!(page["records"][3]["orderStatus"], json!("财务锁账"));
        assert_eq!(page["records"][0]["routingName"], json!("北美线"));
        assert_eq!(admin.ok("/afbase/order/total?businessScope=AE")["totals"]["planPieces"], json!(50));
    });
}

#[test]
fn an_org_may_hide_what_finance_locked() {
    with_orders(|world| {
        let admin = world.login("demo-admin");
        let config = admin.ok("/hrs/orgOrderConfig/AE");
        let hidden = json!({ "version": config["version"], "values": { "financeLockView": false } });
        assert_eq!(admin.put("/hrs/orgOrderConfig/AE", hidden).code, 0);
        let page = admin.ok("/afbase/order/page");
        assert_eq!(codes(&page), ["AE-2607150003", "AE-2607150002", "AE-2607150001"]);
        let sum = |name: &str| page["totals"][name].to_string();
        assert_eq!(
            [sum("planPieces"), sum("planWeight"), sum("planVolume"), sum("planChargeWeight")],
            ["40", "1780", "9.8", "1900"]
        );
        assert_eq!(codes(&admin.ok("/afbase/order/page?orderStatus=1")), ["AE-2607140001"]);
        // What the tag of a row says is what the filter finds, and its state shows it though it is hidden otherwise.
        assert_eq!(codes(&admin.ok("/afbase/order/page?node=财务锁账")), ["AE-2607140001"]);
        assert_eq!(codes(&admin.ok("/afbase/order/page?node=货物出重,财务锁账")), ["AE-2607150001", "AE-2607140001"]);
        let cancelled = admin.ok("/afbase/order/page?node=已取消");
        assert!(cancelled["records"].as_array().unwrap().iter().all(|row| row["orderStatus"] == "已取消"));
    });
}

#[test]
fn filters_narrow_as_they_say() {
    with_orders(|world| {
        let admin = world.login("demo-admin");
        let list = |query: &str| codes(&admin.ok(&format!("/afbase/order/page?{query}")));
        assert_eq!(list("awbNumber=12345675"), ["AE-2607150001"]);
        assert_eq!(list("awbNumber=990-123456756"), [""; 0]);
        assert_eq!(list("awbNumber=ha002"), ["AE-2607150001"]);
        assert_eq!(list("closed=true").len(), 5);
        assert_eq!(list("coopName=KH002"), ["AE-2607150002"]);
        assert_eq!(list("flightDate=2026-07-17~2026-07-17"), ["AE-2607150003"]);
        assert_eq!(list("arrivalStation=lax"), ["AE-2607150003"]);
        assert_eq!(list("isConsol=true"), ["AE-2607150002"]);
        assert_eq!(list("flagged=true"), ["AE-2607150001"]);
        assert_eq!(list("node=%E8%B4%A7%E7%89%A9%E5%87%BA%E9%87%8D"), ["AE-2607150001"]);
        assert_eq!(list("orderStatus=0").len(), 3);
        assert_eq!(list("createTime=2026-07-14~2026-07-14"), ["AE-2607140001"]);
        assert_eq!(list("internalNumber=nb-0"), ["AE-2607150001"]);
        assert_eq!(admin.get("/afbase/order/page?businessScope=XX").status, 400);
    });
}

#[test]
fn people_see_what_their_level_gives() {
    with_orders(|world| {
        let sales = world.login("sales01");
        assert_eq!(codes(&sales.ok("/afbase/order/page")), ["AE-2607150003", "AE-2607150001", "AE-2607140001"]);
        assert_eq!(codes(&world.login("sales02").ok("/afbase/order/page")), ["AE-2607150002"]);
        assert_eq!(codes(&world.login("mgr01").ok("/afbase/order/page")).len(), 4);
        let e2 = uuid_of(&world.login("demo-admin"), "AE-2607150002");
        for reply in [
            sales.get(&format!("/afbase/order/view/{e2}")),
            sales.post("/afbase/order/doUpdate", json!({ "orderUuid": e2, "rowUuid": "x" })),
            sales.put("/afbase/order/cancel", json!({ "orderUuid": e2, "reason": "其他" })),
            sales.post(&format!("/afbase/order/lease/{e2}"), json!({})),
            sales.get(&format!("/afbase/aforder/hawb/page?orderUuid={e2}")),
            sales.get(&format!("/afbase/orderFiles/getList?orderUuid={e2}")),
            sales.get(&format!("/afbase/order/notes?orderUuid={e2}")),
            sales.get(&format!("/afbase/order/log/page?orderUuid={e2}")),
            sales.post(&format!("/afbase/order/copy/{e2}"), json!({ "parts": [] })),
        ] {
            assert_eq!((reply.status, reply.code, reply.message.as_str()), (200, 1, "您没有该订单的数据权限"));
        }
        assert_eq!(world.login("nobody").get("/afbase/order/page").status, 403);
    });
}

/// What a list is sorted by is read from its orders alone, and its total counts no table that neither filters nor adds up.
#[test]
fn a_sorted_list_finds_its_orders_before_it_reads_the_rest() {
    with_orders(|world| {
        let admin = world.login("demo-admin");
        let _ = world.app.store.listen(true);
        let page = admin.ok("/afbase/order/page?sort=planWeight,desc");
        let total = admin.ok("/afbase/order/total");
        let heard = world.app.store.listen(false);
        let weights: Vec<f64> =
            page["records"].as_array().unwrap().iter().filter_map(|row| row["planWeight"].as_f64()).collect();
        assert!(weights.len() == 4 && weights.is_sorted_by(|one, next| one >= next), "{weights:?}");
        assert_eq!(total["totals"]["planPieces"], json!(50));
        // Statements are heard of the embedded database alone.
        if heard.is_empty() {
            return;
        }
        let of_list = |sql: &&String| sql.contains("freight_order") && sql.contains("plan_weight");
        let read: Vec<&String> = heard.keys().filter(of_list).collect();
        assert!(read.iter().any(|sql| sql.contains("picked")), "{read:?}");
        let sums: Vec<&&String> = read.iter().filter(|sql| sql.contains("SUM(")).collect();
        assert!(!sums.is_empty() && sums.iter().all(|sql| !sql.contains("LEFT JOIN")), "{sums:?}");
    });
}
