use serde_json::{Value as Json, json};
use testkit::{World, done, each_database_from};

use crate::css::{item, priced, rooms};

const TEMPLATES: &str = "/css/chargeTemplate";

fn body(item: &str, name: &str) -> Json {
    json!({
        "templateName": name, "businessScope": "AE", "kind": "RECEIVABLE", "portCode": "PVG",
        "lines": [{ "serviceItemId": item, "basis": "票", "currencyCode": "USD", "price": "50", "carry": "四舍五入", "taxRate": "0%" }],
    })
}

/// TC001 of the catalogue.
pub fn template(world: &World) {
    done(world.login("demo-admin").post(TEMPLATES, body(&item(world, "操作费"), "空出PVG应收")));
}

#[test]
fn a_template_has_a_number_a_name_of_its_own_and_lines() {
    each_database_from(rooms, priced, |world| {
        let admin = world.login("demo-admin");
        let item = item(world, "操作费");
        let first = admin.ok(&format!("{TEMPLATES}/page"))["records"][0].clone();
        assert_eq!((&first["templateCode"], &first["lines"]), (&json!("TC001"), &json!(1)));
        let taken = admin.post(TEMPLATES, body(&item, "空出PVG应收"));
        assert_eq!(taken.findings_at("templateName"), ["模板名称已存在"]);
        let mut other = body(&item, "空出PVG应收");
        other["kind"] = json!("PAYABLE");
        assert_eq!(
            done(admin.post(TEMPLATES, other))["templateCode"],
            json!("TC002"),
            "what was refused took no number"
        );
        let mut none = body(&item, "空");
        none["lines"] = json!([]);
        assert_eq!(admin.post(TEMPLATES, none).findings_at("lines"), ["请至少填写一行费用"]);
        let mut strange = body(&item, "海");
        strange["businessScope"] = json!("SE");
        assert_eq!(admin.post(TEMPLATES, strange).findings_at("lines.0.serviceItemId"), ["该业务范畴没有此服务项目"]);
        let blank = json!({ "templateName": "缺", "businessScope": "AE", "kind": "RECEIVABLE", "lines": [{}] });
        assert_eq!(admin.post(TEMPLATES, blank).findings_at("lines.0.serviceItemId"), ["请填写服务项目"]);
        let mut limits = body(&item, "限");
        limits["lines"][0]["amountMin"] = json!("50");
        limits["lines"][0]["amountMax"] = json!("49.99");
        assert_eq!(
            admin.post(TEMPLATES, limits.clone()).findings_at("lines.0.amountMax"),
            ["最低收费不能大于最高收费"]
        );
        limits["lines"][0]["amountMax"] = json!("50");
        done(admin.post(TEMPLATES, limits.clone()));
        limits["templateName"] = json!("日元");
        limits["lines"][0]["currencyCode"] = json!("JPY");
        limits["lines"][0]["amountMin"] = json!("49.5");
        limits["lines"][0]["basis"] = json!("乱写");
        let strange = admin.post(TEMPLATES, limits);
        assert_eq!(strange.findings_at("lines.0.amountMin"), ["JPY最多0位小数"]);
        assert_eq!(strange.findings_at("lines.0.basis"), ["没有“乱写”这个选项"]);
    });
}

#[test]
fn a_template_is_copied_stopped_and_removed() {
    each_database_from(rooms, priced, |world| {
        let admin = world.login("demo-admin");
        let first = admin.ok(&format!("{TEMPLATES}/page"))["records"][0].clone();
        let at = format!("{TEMPLATES}/{}", first["id"].as_str().unwrap());
        let mut copy = admin.ok(&format!("{at}/copy"));
        assert_eq!((&copy["templateCode"], &copy["lines"][0]["price"]), (&Json::Null, &json!(50)));
        copy["templateName"] = json!("空出PVG应收（二）");
        done(admin.post(TEMPLATES, copy));
        done(admin.post(&format!("{at}/status"), json!({ "version": 1, "active": false })));
        assert_eq!(admin.ok(&format!("{TEMPLATES}/page?active=true"))["total"], json!(1));
        assert_eq!(admin.delete(&format!("{at}?version=1")).code, 3, "somebody else was first");
        done(admin.delete(&format!("{at}?version=2")));
        assert_eq!(admin.get(&at).status, 404);
    });
}
