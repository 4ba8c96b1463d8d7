//! Base data through the front door, on every database.
#![allow(missing_docs, clippy::expect_used, clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail")]

use platform::registry::Room;
use serde_json::{Value as Json, json};
use testkit::{World, each_database_from};

pub mod suite {
    mod batch;
    mod carrier_note;
    mod category;
    mod check;
    mod import;
    mod import_hostile;
    mod tact;
    mod tact_public;
    mod warehouse;
}

fn rooms() -> Vec<Room> {
    vec![base::room()]
}

fn loaded(world: &World) {
    world.database(|app, conn| base::load::load(conn, &app.mint, app.clock.now()).expect("loads"));
}

fn encoded(text: &str) -> String {
    platform::web::percent_encoded(text)
}

fn codes(page: &Json, name: &str) -> Vec<String> {
    let rows = page.get("records").and_then(Json::as_array).cloned().unwrap_or_default();
    rows.iter().filter_map(|row| row.get(name).and_then(Json::as_str).map(ToOwned::to_owned)).collect()
}

#[test]
fn every_declared_page_passes_the_standard_suite() {
    each_database_from(rooms, loaded, |world| {
        world.standard_suite("base");
    });
}

#[test]
fn airports_are_found_by_name_and_pinyin() {
    each_database_from(rooms, loaded, |world| {
        let admin = world.login("demo-admin");
        for keyword in ["%E6%B5%A6%E4%B8%9C", "shpd", "pvg"] {
            let page = admin.ok(&format!("/afbase/airport/page?keyword={keyword}"));
            assert!(codes(&page, "apCode").contains(&"PVG".to_owned()), "{keyword}");
        }
        let all = admin.ok("/afbase/airport/page");
        assert_eq!(all.pointer("/total"), Some(&json!(7_884)));
        let offers = admin.ok("/platform/select/airport?keyword=FRA");
        assert_eq!(offers.pointer("/0/value"), Some(&json!("FRA")));
    });
}

#[test]
fn an_airport_is_checked_and_kept_apart_by_org() {
    each_database_from(rooms, loaded, |world| {
        let admin = world.login("demo-admin");
        let airport = |code: &str| json!({ "apCode": code, "apNameCn": "测试", "apNameEn": "TEST FIELD", "cityCode": "TST", "nationCode": "CN", "timeZone": "Asia/Shanghai" });
        assert_eq!(admin.post("/afbase/airport", airport("PVGX")).findings_at("apCode"), ["三字码不能超过3个字符"]);
        assert_eq!(admin.post("/afbase/airport", airport("P1G")).findings_at("apCode"), ["机场代码为3位字母"]);
        let mut wrong = airport("ZZY");
        wrong["timeZone"] = json!("Nowhere/None");
        wrong["apNameEn"] = json!("Æ");
        let reply = admin.post("/afbase/airport", wrong);
        assert_eq!(reply.findings_at("timeZone"), ["时区不存在"]);
        assert_eq!(reply.findings_at("apNameEn").len(), 1, "all findings at once");
        let made = admin.post("/afbase/airport", airport("zzy")).success("an airport").expect("made");
        assert_eq!(made.get("apCode"), Some(&json!("ZZY")));
        assert_eq!(admin.post("/afbase/airport", airport("ZZY")).findings_at("apCode"), ["机场代码已存在"]);
        let id = made.get("id").and_then(Json::as_str).expect("an id").to_owned();
        let other = world.login("sh01");
        assert_eq!(other.get(&format!("/afbase/airport/{id}")).status, 404);
        assert_eq!(codes(&other.ok("/afbase/airport/page?keyword=TEST%20FIELD"), "apCode"), [""; 0]);
        let change = |version: i64, name: &str| json!({ "version": version, "apNameCn": name });
        assert_eq!(admin.put(&format!("/afbase/airport/{id}"), change(1, "新名")).code, 0);
        let stale = admin.put(&format!("/afbase/airport/{id}"), change(1, "旧名"));
        assert_eq!((stale.code, stale.message.as_str()), (3, "数据有变化，请刷新后重试"));
        assert_eq!(stale.data.pointer("/current/apNameCn"), Some(&json!("新名")));
        assert_eq!(stale.data.pointer("/changed/0"), Some(&json!("apNameCn")));
        let log = admin.ok(&format!("/hrs/log/page?objectType=airport&objectId={id}"));
        assert_eq!(log.pointer("/records/0/text"), Some(&json!("中文名：测试 -> 新名")));
        assert_eq!(admin.put(&format!("/afbase/airport/{id}"), json!({ "version": 2, "evil": 1 })).status, 400);
    });
}

#[test]
fn an_own_row_hides_the_platforms() {
    each_database_from(rooms, loaded, |world| {
        let sh = world.login("demo-admin");
        let own = json!({ "apCode": "FRA", "apNameCn": "法兰克福自有", "apNameEn": "FRANKFURT", "cityCode": "FRA", "nationCode": "DE", "timeZone": "Europe/Berlin" });
        assert_eq!(sh.post("/afbase/airport", own).code, 0);
        let page = sh.ok("/afbase/airport/page?keyword=FRA&size=500");
        assert_eq!(codes(&page, "apCode").iter().filter(|code| *code == "FRA").count(), 1);
        assert!(codes(&page, "apNameCn").contains(&"法兰克福自有".to_owned()));
        let other = world.login("sh01").ok("/afbase/airport/page?keyword=FRA&size=500");
        assert!(!codes(&other, "apNameCn").contains(&"法兰克福自有".to_owned()));
    });
}

#[test]
fn a_prefix_belongs_to_one_carrier() {
    each_database_from(rooms, loaded, |world| {
        let admin = world.login("demo-admin");
        let x9 = |code: &str| json!({ "carrierCode": code, "prefix": "990", "nameCn": "测试航空", "nameEn": "TEST AIR", "divisor": 6000, "roundStep": "0.5" });
        assert_eq!(admin.post("/afbase/carrier", x9("X9")).code, 0);
        assert_eq!(admin.post("/afbase/carrier", x9("X8")).findings_at("prefix"), ["运单前缀990已属于X9"]);
        let page = admin.ok("/afbase/carrier/page?keyword=990");
        assert_eq!(page.pointer("/records/0/carrierCode"), Some(&json!("X9")));
        assert_eq!(page.pointer("/records/0/divisor"), Some(&json!(6000)));
        assert_eq!(admin.ok("/afbase/carrier/byPrefix/990").pointer("/carrierCode"), Some(&json!("X9")));
        assert_eq!(admin.get("/afbase/carrier/byPrefix/000").status, 404);
    });
}

// req: address-country-call
#[test]
fn a_country_is_found_by_its_english_name() {
    each_database_from(rooms, loaded, |world| {
        let op = world.login("op01");
        assert_eq!(op.ok("/afbase/airport/searchCountryByEnName/germany"), json!({ "nationCode": "DE" }));
        assert_eq!(op.ok("/afbase/airport/searchCountryByEnName/Czech%20Republic"), json!({ "nationCode": "CZ" }));
        assert_ne!(op.get("/afbase/airport/searchCountryByEnName/Atlantis").code, 0);
    });
}

#[test]
fn dictionaries_answer_in_their_order() {
    each_database_from(rooms, loaded, |world| {
        let op = world.login("op01");
        let sizes = op.ok("/afbase/category/modelCategory?categoryType=45");
        assert_eq!(sizes.as_array().map(Vec::len), Some(6));
        assert_eq!(op.ok("/afbase/category/modelCategory?categoryType=9999"), json!([]));
        let dialling = op.ok("/hrs/org/listCategory/internationalCountryCode");
        assert!(
            dialling.as_array().is_some_and(|list| list.iter().any(|one| one.get("ediCode1") == Some(&json!("86"))))
        );
        let admin = world.login("demo-admin");
        let made = json!({ "categoryType": 1, "paramText": "新类型", "value": "X" });
        assert_eq!(admin.post("/prm/category", made).findings_at("categoryType"), ["系统类型不能新增"]);
        let made = json!({ "categoryType": 4, "paramText": "电子", "value": "X" });
        assert_eq!(admin.post("/prm/category", made).findings_at("paramText"), ["名称已存在"]);
        let made = json!({ "categoryType": 4, "paramText": "航天", "value": "SPACE", "sort": 1 });
        assert_eq!(admin.post("/prm/category", made).code, 0);
        let first = op.ok("/afbase/category/modelCategory?categoryType=4");
        assert_eq!(first.pointer("/0/paramText"), Some(&json!("航天")));
        assert_ne!(
            world.login("sh01").ok("/afbase/category/modelCategory?categoryType=4").pointer("/0/paramText"),
            Some(&json!("航天"))
        );
    });
}
