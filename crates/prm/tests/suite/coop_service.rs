use serde_json::{Value as Json, json};
use testkit::{Caller, World, done};

use super::service::item;
use crate::prm::{encoded, texts, with_services};

const ROWS: &str = "/prm/coopService";

fn coop(caller: &Caller<'_>, code: &str) -> Json {
    caller.ok(&format!("/platform/select/coop?keyword={code}"))[0]["value"].clone()
}

/// A partner who supplies 支线-提货费 at PVG.
pub fn supplier(caller: &Caller<'_>, code: &str) -> Json {
    let pick = item(caller, "AE", "提货费");
    json!({
        "coopId": coop(caller, code), "businessScope": "AE", "serviceItemId": pick["id"], "side": "COST", "portCode": "PVG",
        "basis": "票", "currency": "CNY", "price": "300", "isDefault": true, "validFrom": "2026-01-01",
    })
}

/// GYS002 is the default supplier of 支线-提货费 at PVG.
pub fn default_supplier(world: &World) {
    let admin = world.login("demo-admin");
    done(admin.post(ROWS, supplier(&admin, "GYS002")));
}

fn with(mut body: Json, change: Json) -> Json {
    body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    body
}

#[test]
fn a_row_is_shown_with_its_partner_and_item() {
    with_services(|world| {
        let admin = world.login("demo-admin");
        let page = admin.ok(&format!("{ROWS}/page?coopName={}", encoded("供应商")));
        let row = &page["records"][0];
        assert_eq!(
            (&row["coopCode"], &row["serviceName"], &row["portCode"], &row["side"], &row["price"]),
            (&json!("GYS002"), &json!("支线-提货费"), &json!("PVG"), &json!("COST"), &json!(300))
        );
        let count = |query: &str| admin.ok(&format!("{ROWS}/page?{query}"))["total"].clone();
        let queries = [
            "serviceName=thf",
            "portCode=pvg",
            "side=COST",
            "isDefault=true",
            "validOn=2026-01-01",
            "businessScope=AE",
        ];
        assert!(queries.iter().all(|query| count(query) == json!(1)));
        let others = ["serviceName=kyf", "portCode=PEK", "side=INCOME", "isDefault=false", "validOn=2025-12-31"];
        assert!(others.iter().all(|query| count(query) == json!(0)));
    });
}

#[test]
fn a_port_has_one_default_supplier_of_an_item() {
    with_services(|world| {
        let admin = world.login("demo-admin");
        let post = |change: Json| admin.post(ROWS, with(supplier(&admin, "GYS001"), change));
        // shows: a second default there
        assert_eq!(post(json!({})).findings_at("isDefault"), ["该口岸已有默认供应商供应商乙"]);
        assert_eq!(
            post(json!({ "isDefault": true, "side": "INCOME" })).findings_at("isDefault")[0],
            "只有应付可设默认供应商"
        );
        done(post(json!({ "isDefault": false })));
        done(post(json!({ "portCode": "PEK" })));
        done(post(json!({ "portCode": Json::Null })));
        let every = post(json!({ "portCode": Json::Null }));
        assert_eq!(every.findings_at("isDefault"), ["该口岸已有默认供应商供应商甲"]);
    });
}

#[test]
fn the_default_supplier_is_that_of_the_port_before_that_of_all_ports() {
    with_services(|world| {
        let admin = world.login("demo-admin");
        let pick = item(&admin, "AE", "提货费")["id"].as_str().unwrap().to_owned();
        let at = |port: &str, side: &str| {
            admin.ok(&format!("{ROWS}/default?businessScope=AE&serviceItemId={pick}&portCode={port}&side={side}"))
        };
        // shows: GYS002 as default of 支线-提货费 at PVG … from PVG, not from PEK
        let found = at("PVG", "COST");
        assert_eq!(
            (&found["coopName"], &found["price"], &found["currency"]),
            (&json!("供应商乙"), &json!(300), &json!("CNY"))
        );
        assert_eq!((at("PEK", "COST"), at("PVG", "INCOME")), (Json::Null, Json::Null));
        done(
            admin.post(
                ROWS,
                with(supplier(&admin, "GYS001"), json!({ "portCode": Json::Null, "validTo": "2026-12-31" })),
            ),
        );
        assert_eq!(at("PEK", "COST")["coopName"], json!("供应商甲"));
        assert_eq!(at("PVG", "COST")["coopName"], json!("供应商乙"));
        let path = format!("{ROWS}/default?businessScope=AE&serviceItemId={pick}&portCode=PEK&side=");
        for (clock, found) in [("2026-12-31 12:00:00", json!("供应商甲")), ("2027-01-01 00:00:00", Json::Null)] {
            world.set_clock(clock);
            let told = world.login("demo-admin").ok(&path);
            assert_eq!(told.get("coopName").cloned().unwrap_or_default(), found, "{clock}");
        }
    });
}

#[test]
fn a_row_fits_its_item_its_port_and_its_days() {
    with_services(|world| {
        let admin = world.login("demo-admin");
        let post = |change: Json| {
            admin.post(ROWS, with(with(supplier(&admin, "GYS001"), json!({ "isDefault": false })), change))
        };
        assert_eq!(post(json!({ "businessScope": "SE" })).findings_at("serviceItemId"), ["服务项目不属于该业务范畴"]);
        assert_eq!(post(json!({ "portCode": "QQQ" })).findings_at("portCode"), ["口岸不存在"]);
        assert_eq!(post(json!({ "min": "50", "max": "20" })).findings_at("min"), ["最低金额不能大于最高金额"]);
        assert_eq!(post(json!({ "validTo": "2025-12-31" })).findings_at("validTo"), ["到期日不能早于生效日"]);
        assert_eq!(post(json!({ "serviceItemId": "7" })).findings_at("serviceItemId"), ["服务项目不存在或已停用"]);
        assert_eq!(post(json!({ "coopId": "7" })).findings_at("coopId"), ["客商未生效"]);
        let only = json!({
            "businessScope": "AE", "serviceType": "支线", "serviceNameCn": "只收费", "serviceNameEn": "X", "kind": "INCOME",
        });
        let only = done(admin.post("/prm/service", only));
        assert_eq!(post(json!({ "serviceItemId": only["id"] })).findings_at("side"), ["服务项目不用于该收付方向"]);
        done(post(json!({ "validTo": "2026-01-01", "min": "20", "max": "20" })));
    });
}

#[test]
fn rows_follow_their_partner_and_are_kept_by_who_may() {
    with_services(|world| {
        let admin = world.login("demo-admin");
        let id = admin.ok(&format!("{ROWS}/page"))["records"][0]["id"].as_str().unwrap().to_owned();
        assert_eq!(world.login("nobody").get(&format!("{ROWS}/page")).status, 403);
        assert_eq!(world.login("nobody").post(ROWS, supplier(&admin, "GYS001")).status, 403);
        assert_eq!(world.login("superAdmin").get(&format!("{ROWS}/{id}")).status, 404);
        let copied = admin.ok(&format!("{ROWS}/{id}/copy"));
        assert_eq!((&copied["portCode"], &copied["isDefault"]), (&json!("PVG"), &Json::Null));
        assert_eq!(texts(&admin.ok(&format!("{ROWS}/page")), "coopCode"), ["GYS002"]);
        assert_eq!(admin.delete(&format!("{ROWS}/{id}?version=1")).code, 0);
    });
}
