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
fn the_customs_code_is_one_of_the_table_that_the_company_offers() {
    with_partners(|world| {
        let op = world.login("op01");
        let kept = saved(&op, with(example(&op), json!({ "customsStatusCode": "002" })));
        let uuid = text(&kept, "orderUuid");
        assert_eq!(view(&op, &uuid)["customsStatusCode"], json!("002"));
        let before = world.contents(false);
        for unknown in ["005", "2", "普通货物（001）"] {
            let found = refused(&op, json!({ "customsStatusCode": unknown }), "customsStatusCode");
            assert_eq!(found, ["海关代码选项不存在"], "{unknown}");
        }
        world.unchanged(&before, false);
        let listed = |codes: &str| op.ok(&format!("/afbase/order/page?customsStatusCode={codes}"))["total"].clone();
        assert_eq!((listed("002"), listed("002,003"), listed("001")), (json!(1), json!(1), json!(0)));
        decide(world, json!({ "customsStatusCode": ["001"] }));
        assert_eq!(op.ok("/afbase/order/formRules")["offered"], json!({ "customsStatusCode": ["001"] }));
        let found = refused(&op, json!({ "customsStatusCode": "002" }), "customsStatusCode");
        assert_eq!(found, ["海关代码选项不存在"]);
        assert_eq!(change(&op, &uuid, json!({ "orderRemark": "x" })).code, 0, "an order keeps the code it has");
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
