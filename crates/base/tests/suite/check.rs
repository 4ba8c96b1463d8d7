//! What stands against saving is told before anything is saved.

use serde_json::{Value as Json, json};
use testkit::{Caller, done, each_database_from, field, findings};

use super::super::{loaded, rooms};

const BASE: &str = "/afbase/warehouse";

fn with(body: &Json, more: Json) -> Json {
    let mut body = body.clone();
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

fn station() -> Json {
    json!({
        "warehouseCode": "HZ01", "nameCn": "测试货站", "warehouseType": "1", "apCode": "PVG", "customsDistrict": "2233",
        "siteCode": "CNPVG1", "addressCn": "测试路1号",
    })
}

fn told(caller: &Caller<'_>, body: Json) -> Vec<(String, String)> {
    let reply = caller.post(&format!("{BASE}/check"), body);
    let found = findings(&reply);
    assert_eq!(done(reply)["confirms"], json!([]));
    found
}

fn at(place: &str, said: &str) -> (String, String) {
    (place.to_owned(), said.to_owned())
}

#[test]
fn a_check_finds_what_fields_conditions_rules_and_the_database_find_and_writes_nothing() {
    each_database_from(rooms, loaded, |world| {
        let admin = world.login("demo-admin");
        let id = field(&done(admin.post(BASE, station())), "id").to_owned();
        let other = world.login("sh01");
        let before = world.contents(true);
        let bad = with(&station(), json!({ "nameCn": "", "apCode": null, "siteCode": null, "longitude": "1" }));
        let wanted = [
            at("nameCn", "请填写中文名"),
            at("apCode", "请选择机场"),
            at("siteCode", "监管仓库请填写监管场所代码"),
            at("longitude", "经度和纬度请同时填写"),
        ];
        assert_eq!(told(&admin, bad.clone()), wanted);
        assert_eq!(findings(&admin.post(BASE, bad)), wanted, "as the save does");
        assert_eq!(told(&admin, station()), [at("warehouseCode", "仓库代码已存在")], "which only writing finds");
        assert_eq!(told(&admin, with(&station(), json!({ "warehouseCode": "HZ02" }))), []);
        // A change: what is not said stays as it is, the version only counts when it is given.
        assert_eq!(told(&admin, json!({ "id": id, "nameCn": "新名" })), []);
        assert_eq!(told(&admin, json!({ "id": id, "apCode": "" })), [at("apCode", "请选择机场")]);
        let check =
            |caller: &Caller<'_>, more: Json| caller.post(&format!("{BASE}/check"), with(&json!({ "id": id }), more));
        assert_eq!(check(&admin, json!({ "version": 1 })).code, 0);
        let stale = check(&admin, json!({ "version": 2, "nameCn": "新名" }));
        assert_eq!((stale.code, &stale.data["changed"]), (3, &json!(["nameCn"])));
        assert_eq!(check(&other, json!({})).status, 404);
        let reply =
            admin.in_language("en-US").post(&format!("{BASE}/check"), with(&station(), json!({ "siteCode": null })));
        assert_eq!(reply.findings_at("siteCode"), ["A supervised warehouse has a site code."]);
        world.unchanged(&before, true);
    });
}

#[test]
fn who_may_save_may_check() {
    each_database_from(rooms, loaded, |world| {
        let admin = world.login("demo-admin");
        let id = field(&done(admin.post(BASE, station())), "id").to_owned();
        let new = || with(&station(), json!({ "warehouseCode": "HZ02" }));
        let asked = |body: Json| world.login("nobody").post(&format!("{BASE}/check"), body).status;
        let change = json!({ "id": id, "nameCn": "新名" });
        assert_eq!((asked(new()), asked(change.clone())), (403, 403));
        for (code, statuses) in [("af-wh-add", (200, 403)), ("af-wh-edit", (200, 200))] {
            world.allow_nobody(&[code]);
            assert_eq!((asked(new()), asked(change.clone())), statuses, "{code}");
        }
        assert_eq!(world.anonymous().post(&format!("{BASE}/check"), new()).status, 401);
    });
}

#[test]
fn questions_are_told_until_they_are_answered() {
    each_database_from(rooms, loaded, |world| {
        let admin = world.login("demo-admin");
        let charge = |from: &str| {
            json!({
                "code": "MY", "due": "C", "basis": "毛重", "unitPrice": "1.2", "validFrom": from,
            })
        };
        let base = "/afbase/surcharge";
        done(admin.post(base, charge("2026-01-01")));
        let before = world.contents(true);
        let told = done(admin.post(&format!("{base}/check"), charge("2026-07-01")));
        assert_eq!((&told["findings"], field(&told["confirms"][0], "field")), (&json!([]), "validFrom"));
        let saved = admin.post(base, charge("2026-07-01"));
        assert_eq!((saved.code, &saved.data["confirms"]), (2, &told["confirms"]));
        let answered = with(&charge("2026-07-01"), json!({ "confirmed": [told["confirms"][0]["key"]] }));
        assert_eq!(done(admin.post(&format!("{base}/check"), answered)), json!({ "findings": [], "confirms": [] }));
        world.unchanged(&before, true);
    });
}
