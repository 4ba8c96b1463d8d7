use platform::store::Stmt;
use serde_json::json;
use testkit::World;

use crate::sc::suite::fixture::*;

#[test]
fn every_declared_page_passes_the_standard_suite() {
    testkit::each_database_from(rooms, lay_places, |world| {
        world.standard_suite("sc");
    });
}

/// What a port, a station and a yard name.
fn lay_places(world: &World) {
    let country = "INSERT INTO country (org_id, id, code, name_cn, name_en) VALUES (1, 86, 'CN', '中国', 'CHINA')";
    world.database(|_, conn| conn.exec(&Stmt::Raw(country.to_owned(), Vec::new())).expect("a country"));
    let admin = world.login("demo-admin");
    let port = json!({ "portCode": "CNSHA", "nameCn": "上海", "nameEn": "SHANGHAI", "nationCode": "CN" });
    testkit::done(admin.post("/sc/port", port));
    let station = json!({ "stationCode": "XIAN", "nameCn": "西安", "nationCode": "CN" });
    testkit::done(admin.post("/sc/tcStation", station));
}

#[test]
fn the_lists_show_the_orders_and_sums_of_the_fixture() {
    with_orders(|world| {
        let op = world.login("demo-admin");
        let codes = |path: &str| -> Vec<String> {
            let page = op.ok(path);
            page["records"].as_array().unwrap().iter().map(|row| text(row, "orderCode")).collect()
        };
        assert_eq!(codes("/sc/order/se/page"), ["SE-2607150003", "SE-2607150002", "SE-2607150001", "SE-2607140001"]);
        let totals = op.ok("/sc/order/se/page")["totals"].clone();
        assert_eq!(
            [&totals["planPieces"], &totals["planWeight"], &totals["planVolume"], &totals["planChargeWeight"]],
            [&json!(1765), &json!(34500), &json!(184.7), &json!(185.4)]
        );
        assert_eq!(totals["containerNumber"], json!(7));
        assert_eq!(codes("/sc/order/se/page?number=TSTSHA"), ["SE-2607150001"]);
        assert_eq!(codes("/sc/order/se/page?closed=true").len(), 5);
        assert_eq!(codes("/sc/order/si/page"), ["SI-2607150002", "SI-2607150001"]);
        assert_eq!(codes("/sc/order/te/page"), ["TE-2607150002", "TE-2607150001"]);
        assert_eq!(codes("/sc/order/ti/page"), ["TI-2607150001"]);
        assert_eq!(codes("/sc/order/lc/page"), ["LC-2607150003", "LC-2607150002", "LC-2607150001"]);
        assert_eq!(codes("/sc/order/io/page"), ["IO-2607150001"]);
        assert_eq!(codes("/sc/order/ai/page"), ["AI-2607150001"]);
        let si = op.ok("/sc/order/si/page")["totals"].clone();
        assert_eq!(
            [&si["planPieces"], &si["planWeight"], &si["planVolume"], &si["planChargeWeight"]],
            [&json!(310), &json!(16500), &json!(57), &json!(57)]
        );
        let lc = op.ok("/sc/order/lc/page")["totals"].clone();
        assert_eq!((&lc["planWeight"], &lc["planChargeWeight"]), (&json!(8900), &json!(9700)));
    });
}

#[test]
fn an_org_may_hide_what_finance_locked_and_finds_it_by_its_state() {
    with_orders(|world| {
        let admin = world.login("demo-admin");
        let codes = |path: &str| -> Vec<String> {
            let page = admin.ok(path);
            page["records"].as_array().unwrap().iter().map(|row| text(row, "orderCode")).collect()
        };
        let locked = codes("/sc/order/se/page?node=财务锁账");
        assert_eq!(locked, ["SE-2607140001"]);
        let config = admin.ok("/hrs/orgOrderConfig/SE");
        let hidden = json!({ "version": config["version"], "values": { "financeLockView": false } });
        assert_eq!(admin.put("/hrs/orgOrderConfig/SE", hidden).code, 0);
        assert_eq!(codes("/sc/order/se/page"), ["SE-2607150003", "SE-2607150002", "SE-2607150001"]);
        assert_eq!(codes("/sc/order/si/page"), ["SI-2607150002", "SI-2607150001"], "each scope for itself");
        assert_eq!(codes("/sc/order/se/page?node=财务锁账"), locked, "asked for, it is shown");
        assert_eq!(
            codes("/sc/order/se/page?closed=false"),
            codes("/sc/order/se/page"),
            "said in words, it is the same"
        );
        let state = |row: &serde_json::Value| text(row, "orderStatus");
        for word in ["已取消", "强制关闭"] {
            let page = admin.ok(&format!("/sc/order/se/page?node={word}"));
            assert!(page["records"].as_array().unwrap().iter().all(|row| state(row) == word), "{word}");
        }
        let open = admin.ok("/sc/order/se/page");
        let node = state(&open["records"][0]);
        let found = admin.ok(&format!("/sc/order/se/page?node={node},财务锁账"));
        let states: Vec<String> = found["records"].as_array().unwrap().iter().map(state).collect();
        assert!(states.contains(&node) && states.contains(&"财务锁账".to_owned()), "{states:?}");
        assert!(states.iter().all(|state| *state == node || state == "财务锁账"), "{states:?}");
    });
}

#[test]
fn a_list_shows_what_the_callers_level_shows() {
    with_orders(|world| {
        let count =
            |login: &str, scope: &str| world.login(login).ok(&format!("/sc/order/{scope}/page"))["total"].clone();
        // sales02 sells I1, sales01 the sea orders; each sees his own level of the scope.
        assert_eq!(count("sales02", "ai"), json!(1));
        assert_eq!(count("op01", "ai"), json!(1));
        assert_eq!(world.login("nobody").get("/sc/order/ai/page").status, 403);
        assert_eq!(world.login("sh01").ok("/sc/order/ai/page")["total"], json!(0));
    });
}
