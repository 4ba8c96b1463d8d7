//! The worked example of docs/adding-a-page.md, as it stands there.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail")]

#[path = "example/vehicle.rs"]
mod vehicle;

use platform::registry::Room;
use serde_json::{Value as Json, json};
use testkit::{Caller, World, done, each_database_from, refused};

const VEHICLES: &str = "/example/vehicle";

fn rooms() -> Vec<Room> {
    let mut room = Room::new("example");
    room.page(&vehicle::PAGE);
    vec![room]
}

fn one_vehicle(world: &World) {
    world.database(|_, conn| conn.batch(include_str!("example/vehicle.sql")).expect("makes the table"));
    made(&world.login("demo-admin"), "沪A00001");
}

fn made(caller: &Caller<'_>, plate: &str) -> Json {
    done(caller.post(VEHICLES, json!({ "plate": plate, "capacity": "7500" })))
}

fn at(row: &Json, rest: &str) -> String {
    format!("{VEHICLES}/{}{rest}", row["id"].as_str().unwrap())
}

#[test]
fn it_stands_in_the_document_and_is_short() {
    let document = include_str!("../../../docs/adding-a-page.md");
    let page = include_str!("example/vehicle.rs");
    let sql = include_str!("example/vehicle.sql");
    assert!(document.contains(page.trim()) && document.contains(sql.trim()), "docs/adding-a-page.md shows another one");
    let counted = |text: &str, comment: &str| {
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(comment)).count()
    };
    assert!(counted(page, "//") + counted(sql, "--") + 2 <= 150, "{}", counted(page, "//"));
}

#[test]
fn it_passes_the_standard_suite() {
    each_database_from(rooms, one_vehicle, |world| world.standard_suite("example"));
}

#[test]
fn a_vehicle_is_repaired_with_an_estimate_and_retired_for_good() {
    each_database_from(rooms, one_vehicle, |world| {
        let admin = world.login("demo-admin");
        let first = made(&admin, "沪A00002");
        assert_eq!(
            admin.post(VEHICLES, json!({ "plate": "沪a00002", "capacity": "1" })).findings_at("plate"),
            ["车牌号已存在"]
        );
        let repair = at(&first, "/repair");
        let bare = admin.post(&repair, json!({ "version": 1 }));
        assert_eq!(bare.findings_at("garage"), ["请填写维修厂"]);
        assert_eq!(bare.findings_at("backOn"), ["请填写预计返回"]);
        assert_eq!(bare.findings_at("estimate"), ["请填写维修报价"], "all at once");
        let file = done(admin.upload(&format!("{VEHICLES}/repair/file"), &[("报价.pdf", b"%PDF-1.4\n%%EOF")]));
        let body =
            json!({ "version": 1, "garage": "甲厂", "backOn": "2026-07-20", "estimate": [{ "id": file["id"] }] });
        let sent = done(admin.post(&repair, body.clone()));
        assert_eq!((&sent["state"], &sent["version"]), (&json!("REPAIR"), &json!(2)));
        refused(&admin.post(&repair, json!({ "version": 2 })), "车辆维修中，不能执行此操作");
        assert_eq!(admin.post(&repair, body).code, 3, "somebody else was first");
        let view = admin.ok(&at(&first, ""));
        assert_eq!((&view["garage"], &view["estimate"][0]["name"]), (&json!("甲厂"), &json!("报价.pdf")));
        assert_eq!(view["can"], json!(["example-vehicle-edit", "example-vehicle-retire"]));
        let kept = format!("{VEHICLES}/repair/file/{}", file["id"].as_str().unwrap());
        assert_eq!(admin.get(&kept).bytes, b"%PDF-1.4\n%%EOF");
        assert_eq!(world.login("nobody").get(&kept).status, 403);
        assert_eq!(world.login("superAdmin").get(&kept).status, 404, "another company");
        done(admin.post(&at(&first, "/retire"), json!({ "version": 2, "retiredFor": "事故" })));
        refused(&admin.put(&at(&first, ""), json!({ "version": 3, "remark": "x" })), "车辆已报废，不能执行此操作");
        let log = admin.ok(&format!("/hrs/log/page?objectType=vehicle&objectId={}", first["id"].as_str().unwrap()));
        let functions: Vec<&str> =
            log["records"].as_array().unwrap().iter().filter_map(|line| line["function"].as_str()).collect();
        assert_eq!(functions[..2], ["报废", "送修"], "{functions:?}");
    });
}
