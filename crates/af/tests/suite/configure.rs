//! What a company decides about its order form binds the form and the server.

use serde_json::{Value as Json, json};
use testkit::{Caller, World};

use super::fixture::*;

fn decide(world: &World, values: Json) {
    let admin = world.login("demo-admin");
    let version = admin.ok("/hrs/orgOrderConfig/AE")["version"].clone();
    let reply = admin.put("/hrs/orgOrderConfig/AE", json!({ "version": version, "values": values }));
    assert_eq!(reply.code, 0, "{}", reply.message);
}

fn refused(op: &Caller<'_>, change: Json, field: &str) -> Vec<String> {
    op.post("/afbase/order/doSave", with(example(op), change)).findings_at(field)
}

// req: hrs-route-hrs-org-configure
#[test]
fn the_form_offers_what_the_company_ticked() {
    with_partners(|world| {
        let op = world.login("op01");
        assert_eq!(op.ok("/afbase/order/formRules"), json!({ "offered": {}, "required": [] }));
        let kept = saved(&op, with(example(&op), json!({ "goodsType": "特货" })));
        decide(world, json!({ "goodsType": ["普货", "危险品"] }));
        let rules = op.ok("/afbase/order/formRules");
        assert_eq!(rules["offered"], json!({ "goodsType": ["普货", "危险品"] }), "exactly two values");
        let before = world.contents(false);
        assert_eq!(refused(&op, json!({ "goodsType": "特货" }), "goodsType"), ["货物类型选项不存在"]);
        world.unchanged(&before, false);
        assert_eq!(refused(&op, json!({ "goodsType": "普货" }), "goodsType"), [""; 0]);
        // An order keeps the value it has.
        let order = view(&op, &text(&kept, "orderUuid"));
        assert_eq!(order["goodsType"], json!("特货"));
        let checked = op.post("/afbase/order/check", example(&op)).success("check").expect("checks");
        assert_eq!(checked["findings"], json!([]));
        // Another company decided nothing.
        assert_eq!(world.login("sh01").ok("/afbase/order/formRules")["offered"], json!({}));
        let wrong = world
            .login("demo-admin")
            .put("/hrs/orgOrderConfig/AE", json!({ "version": 2, "values": { "goodsType": ["棉花"] } }));
        assert_eq!(wrong.findings_at("goodsType"), ["参数不正确：货物类型"]);
    });
}

#[test]
fn a_workgroup_may_be_asked_for_and_doubled_numbers_left_alone() {
    with_partners(|world| {
        let op = world.login("op01");
        let numbered = || with(example(&op), json!({ "internalNumber": "NB-1", "goodsNameCn": "样品" }));
        saved(&op, numbered());
        let again = op.post("/afbase/order/doSave", numbered());
        assert!(again.data.to_string().contains("order.internalNumber.exists"), "{}", again.data);
        decide(world, json!({ "checkInternalNumber": false }));
        let again = op.post("/afbase/order/doSave", numbered());
        assert!(!again.data.to_string().contains("order.internalNumber.exists"), "{}", again.data);
        decide(world, json!({ "requireWorkgroup": true }));
        assert_eq!(refused(&op, json!({ "workgroupId": null }), "workgroupId"), ["请填写工作组"]);
        assert_eq!(op.ok("/afbase/order/formRules")["required"], json!(["workgroupId"]));
    });
}
