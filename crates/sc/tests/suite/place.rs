use platform::store::sql;
use serde_json::json;

use crate::sc::suite::fixture::*;

#[test]
fn a_port_is_found_by_each_of_its_names() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        for keyword in ["汉堡", "hamb", "DEHAM"] {
            let page = admin.ok(&format!("/sc/port/page?keyword={keyword}"));
            let codes: Vec<String> =
                page["records"].as_array().unwrap().iter().map(|row| text(row, "portCode")).collect();
            assert_eq!(codes, ["DEHAM"], "{keyword}");
            let offers = admin.ok(&format!("/platform/select/place?role=PORT&keyword={keyword}"));
            assert_eq!(offers[0]["value"], "DEHAM", "{keyword}");
        }
        assert_eq!(admin.ok("/platform/select/place?role=CITY&keyword=嘉兴")[0]["value"], "330400");
        let wrong = json!({ "portCode": "DE1AM", "nameCn": "测试港", "nameEn": "TEST", "nationCode": "DE", "placeType": "海港" });
        assert_eq!(admin.post("/sc/port", wrong.clone()).findings_at("portCode"), ["港口代码格式不正确"]);
        let own = done(admin.post("/sc/port", with(wrong, json!({ "portCode": "DE2AM" }))));
        // A port is no station, whichever page asks for it.
        let as_station = json!({ "version": 1, "nameCn": "改", "nationCode": "DE", "gauge": "1435" });
        let station = format!("/sc/tcStation/{}", text(&own, "id"));
        assert_eq!(admin.put(&station, as_station).status, 404);
        assert_eq!(admin.get(&station).status, 404);
        assert_eq!(admin.post(&format!("{station}/status"), json!({ "version": 1, "active": false })).status, 404);
        assert_eq!(admin.ok("/sc/tcStation/page?keyword=DE2AM")["total"], 0);
    });
}

#[test]
fn an_own_port_takes_the_place_of_the_platforms_and_a_station_of_its_code_does_not() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let ports = || admin.ok("/sc/port/page?keyword=DEHAM")["records"].as_array().unwrap().len();
        let offered = || admin.ok("/platform/select/place?role=PORT&keyword=DEHAM")[0]["value"].clone();
        let station = json!({ "stationCode": "DEHAM", "nameCn": "汉堡站", "nationCode": "DE", "gauge": "1435" });
        done(admin.post("/sc/tcStation", station));
        assert_eq!((ports(), offered()), (1, json!("DEHAM")));
        let port = json!({
            "portCode": "DEHAM", "nameCn": "汉堡港", "nameEn": "HAMBURG", "nationCode": "DE", "placeType": "海港",
        });
        let own = done(admin.post("/sc/port", port));
        assert_eq!((ports(), offered()), (1, json!("DEHAM")));
        let stop = json!({ "version": own["version"], "active": false });
        done(admin.post(&format!("/sc/port/{}/status", text(&own, "id")), stop));
        assert_eq!((ports(), offered()), (1, json!(null)), "the platform's does not come back under it");
    });
}

#[test]
fn a_database_of_an_earlier_release_gets_its_places_at_the_next_start() {
    testkit::each_database(rooms, |world| {
        let count = || world.login("demo-admin").ok("/sc/port/page")["total"].as_i64().unwrap();
        let catch_up = || world.database(|app, conn| base::load::catch_up(conn, &app.mint, app.clock.now()).unwrap());
        catch_up();
        assert_eq!(count(), 0, "a first start fills everything at once");
        world.database(|app, conn| base::load::load(conn, &app.mint, app.clock.now()).unwrap());
        let all = count();
        world.database(|_, conn| conn.exec(&sql::delete(1, "transport_place").into()).unwrap());
        catch_up();
        catch_up();
        assert_eq!(count(), all);
    });
}

#[test]
fn a_border_station_names_its_counterpart() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let station = json!({
            "stationCode": "TEST1", "nameCn": "测试站", "nationCode": "CN", "gauge": "1435", "isBorder": true,
            "railCode": "12345",
        });
        let reply = admin.post("/sc/tcStation", station.clone());
        assert_eq!(reply.findings_at("pairCode"), ["口岸站须维护对应站"]);
        assert_eq!(reply.findings_at("railCode"), ["车站代码为6位数字"]);
        let pair = |code: &str| with(station.clone(), json!({ "pairCode": code, "railCode": "123456" }));
        for code in ["NOWHERE", "DEHAM"] {
            let unknown = [format!("{code}不是有效车站")];
            assert_eq!(admin.post("/sc/tcStation", pair(code)).findings_at("pairCode"), unknown);
        }
        done(admin.post("/sc/tcStation", pair("DOSTYK")));
        let pair = admin.ok("/sc/tcStation/page?keyword=ALASK")["records"][0].clone();
        assert_eq!((&pair["pairCode"], &pair["gauge"]), (&json!("DOSTYK"), &json!(1435)));
    });
}

#[test]
fn yards_of_sea_and_rail_are_kept_apart_and_placed_whole() {
    with_orders(|world| {
        let admin = world.login("demo-admin");
        let codes = |path: &str| -> Vec<String> {
            admin.ok(path)["records"].as_array().unwrap().iter().map(|row| text(row, "code")).collect()
        };
        assert_eq!(codes("/sc/warehouse/page"), ["CFS01", "CY01"]);
        assert_eq!(codes("/sc/tcWarehouse/page"), ["TY01"]);
        let yard = json!({
            "code": "CY01", "nameCn": "又一堆场", "yardKind": "堆场CY", "placeCode": "CNSHA", "address": "测试路",
            "contact": "一", "tel": "021", "longitude": "180.000001", "latitude": "1",
        });
        assert_eq!(admin.post("/sc/warehouse", yard.clone()).findings_at("longitude"), ["经度在-180到180之间"]);
        let half = with(yard.clone(), json!({ "longitude": "180", "latitude": null }));
        assert_eq!(admin.post("/sc/warehouse", half).findings_at("longitude"), ["经度和纬度请同时填写"]);
        let edge = with(yard, json!({ "longitude": "180" }));
        assert_eq!(admin.post("/sc/warehouse", edge.clone()).findings_at("code"), ["代码已存在"]);
        let elsewhere = with(edge.clone(), json!({ "code": "CY02", "placeCode": "DOSTYK" }));
        assert_eq!(admin.post("/sc/warehouse", elsewhere).findings_at("placeCode"), ["DOSTYK不是有效港口"]);
        done(admin.post("/sc/warehouse", with(edge, json!({ "code": "CY02" }))));
        assert_eq!(admin.ok("/platform/select/yard?role=RAIL&keyword=CY").as_array().unwrap().len(), 0);
    });
}
