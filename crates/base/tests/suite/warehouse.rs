//! Stations and storehouses: the warehouses of the fixture, and what other forms are offered of them.

use serde_json::{Value as Json, json};
use testkit::{Caller, World, done, each_database_from, field};

use super::super::{loaded, rooms};

fn with_airports(story: impl Fn(&World)) {
    each_database_from(rooms, loaded, story);
}

fn station(code: &str, name: &str, more: Json) -> Json {
    let mut body = json!({
        "warehouseCode": code, "nameCn": name, "warehouseType": "1", "apCode": "PVG", "forExport": true,
        "forImport": false, "customsDistrict": "2233", "siteCode": "CNPVG1", "addressCn": "测试路1号",
    });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

fn add(caller: &Caller<'_>, body: Json) -> String {
    field(&done(caller.post("/afbase/warehouse", body)), "id").to_owned()
}

fn codes(caller: &Caller<'_>, path: &str) -> Vec<String> {
    let rows = caller.ok(path).as_array().cloned().unwrap();
    rows.iter().map(|row| field(row, "warehouseCode").to_owned()).collect()
}

#[test]
fn forms_are_offered_the_warehouses_of_their_business() {
    with_airports(|world| {
        let admin = world.login("demo-admin");
        world.wait(seed::fixture::warehouses(&world.maker()));
        let rows = admin.ok("/afbase/warehouse/page?size=50&keyword=KF02")["records"].clone();
        let beijing = field(&rows[0], "id").to_owned();
        let op = world.login("op01");
        // req: settings-ae-warehouses-call, settings-ai-warehouses-call, settings-open-ai-warehouse-types
        assert_eq!(codes(&op, "/afbase/aeArrival/getWarehouseIds"), ["HZ01", "KF01", "KF02"]);
        let of = |types: &str| codes(&op, &format!("/afbase/warehouse/getWarehouse/{types}"));
        assert_eq!(of("3/AI"), ["FB01"]);
        assert_eq!(of("1,3/AI"), ["FB01", "HZ01"]);
        assert_eq!(of("2/AE"), ["KF01", "KF02"]);
        assert_eq!((of("9/AI"), of("1/SE")), (Vec::new(), Vec::new()));
        let first = op.ok("/afbase/aeArrival/getWarehouseIds")[0].clone();
        assert_eq!(
            (field(&first, "warehouseName"), field(&first, "warehouseType"), field(&first, "apCode")),
            ("测试货站", "1", "PVG")
        );
        assert!(!field(&first, "warehouseId").is_empty());
        // One that is stopped is offered no more; another company has its own.
        let version = admin.ok(&format!("/afbase/warehouse/{beijing}"))["version"].clone();
        done(
            admin.post(&format!("/afbase/warehouse/{beijing}/status"), json!({ "version": version, "active": false })),
        );
        assert_eq!(codes(&op, "/afbase/aeArrival/getWarehouseIds"), ["HZ01", "KF01"]);
        assert_eq!(codes(&world.login("sh01"), "/afbase/aeArrival/getWarehouseIds"), Vec::<String>::new());
        let rows = admin.ok("/afbase/warehouse/page?size=50&enabled=")["records"].as_array().cloned().unwrap();
        let located: Vec<_> =
            rows.iter().filter(|row| row["located"] == json!(true)).map(|row| field(row, "warehouseCode")).collect();
        assert_eq!(located, ["HZ01", "KF01"]);
        assert_eq!(world.anonymous().get("/afbase/aeArrival/getWarehouseIds").status, 401);
        // Who has pages of other things, or none.
        for login in ["nobody", "doc01", "buy01"] {
            for path in ["/afbase/aeArrival/getWarehouseIds", "/afbase/warehouse/getWarehouse/1,3/AI"] {
                assert_eq!(world.login(login).get(path).status, 403, "{login} {path}");
            }
            assert_eq!(world.login(login).get("/platform/select/warehouse").status, 403, "{login}");
            assert_eq!(world.login(login).get("/platform/select/airport?keyword=PVG").code, 0, "{login}");
        }
    });
}

#[test]
fn a_warehouse_has_what_its_kind_asks_for() {
    with_airports(|world| {
        let admin = world.login("demo-admin");
        let refused = |more: Json| admin.post("/afbase/warehouse", station("HZ01", "测试货站", more));
        for (more, place, text) in [
            (json!({ "siteCode": null }), "siteCode", "监管仓库请填写监管场所代码"),
            (json!({ "customsDistrict": null }), "customsDistrict", "监管仓库请填写关区"),
            (json!({ "customsDistrict": "223" }), "customsDistrict", "关区为4位数字"),
            (json!({ "apCode": null }), "apCode", "请选择机场"),
            (json!({ "warehouseType": "4", "apCode": null }), "city", "请填写城市"),
            (json!({ "forExport": false }), "forExport", "请选择适用业务"),
            (json!({ "longitude": "121.8" }), "longitude", "经度和纬度请同时填写"),
            (json!({ "longitude": "180.000001", "latitude": "1" }), "longitude", "经度在-180到180之间"),
            (json!({ "longitude": "1", "latitude": "-90.000001" }), "latitude", "纬度在-90到90之间"),
        ] {
            assert_eq!(refused(more.clone()).findings_at(place), [text], "{more}");
        }
        let id = add(
            &admin,
            station("HZ01", "测试货站", json!({ "supervised": false, "longitude": "180", "latitude": "-90" })),
        );
        assert_eq!(admin.ok(&format!("/afbase/warehouse/{id}"))["supervised"], json!(true), "a station always is");
        assert_eq!(refused(json!({})).findings_at("warehouseCode"), ["仓库代码已存在"]);
        let bonded =
            json!({ "warehouseType": "4", "apCode": null, "city": "上海", "customsDistrict": null, "siteCode": null });
        add(&admin, station("BS01", "保税库", bonded));
    });
}

#[test]
fn personal_settings_are_offered_the_dictionaries_they_name() {
    with_airports(|world| {
        let op = world.login("op01");
        let of = |path: &str, names: [&str; 2]| -> Vec<String> {
            let rows = op.ok(path).as_array().cloned().unwrap();
            rows.iter().map(|row| names.map(|name| field(row, name)).join(" ")).collect()
        };
        // req: settings-open-dial-category, settings-dial-codes-call
        let dialling = of("/hrs/org/listCategory/internationalCountryCode", ["paramText", "ediCode1"]);
        assert_eq!((dialling[0].as_str(), dialling.len() > 100), ("中国 86", true));
        // req: settings-open-default-date-path, settings-default-date-call, settings-default-date-option-shape
        let dates = of("/hrs/user/selectDefaultDates", ["paramText", "ediCode1"]);
        assert_eq!(dates, ["不默认 ", "当天 0", "后1天 1", "后2天 2", "后3天 3", "后7天 7"]);
        // req: settings-barcode-sizes-call
        let sizes = of("/afbase/category/modelCategory?categoryType=45", ["paramText", "value"]);
        assert_eq!((sizes[0].as_str(), sizes.len()), ("100×80 100×80", 6));
        // req: settings-cc-users-call, settings-cc-option-shape
        let people = op.ok("/hrs/dept/selectUser?keyword=销售一").as_array().cloned().unwrap();
        assert_eq!(
            (field(&people[0], "label"), field(&people[0], "label4")),
            ("销售一", "销售一<sales01@example.com>")
        );
        assert!(!field(&people[0], "value").is_empty());
    });
}
