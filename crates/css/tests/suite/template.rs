use serde_json::{Value as Json, json};
use testkit::{Caller, World, done, each_database_from, refused};

use super::order_charge::{charges, uuid};
use super::order_charge_rules::{body as sent, save, with};
use crate::css::{charged, coop, item, priced, rooms};

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
        for (scope, said) in [("AE", &[][..]), ("SE", &["该业务范畴的订单不配主单，请选择其他时机"])]
        {
            let masters =
                json!({ "businessScope": scope, "autoApply": "MASTER", "templateName": format!("主单{scope}") });
            let made = admin.post(TEMPLATES, with(&body(&item, ""), &masters));
            assert_eq!(made.findings_at("autoApply"), said, "{scope}");
        }
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

const E2: &str = "AE-2607150002";
const E3: &str = "AE-2607150003";

#[test]
fn a_template_that_made_charges_is_disabled_and_not_removed() {
    each_database_from(super::rooms_with_orders, charged, |world| {
        template(world);
        let admin = world.login("demo-admin");
        let uses = || admin.ok(&format!("{TEMPLATES}/page"))["records"][0]["usedCount"].clone();
        let id = admin.ok(&format!("{TEMPLATES}/page"))["records"][0]["id"].as_str().unwrap().to_owned();
        let at = format!("{TEMPLATES}/{id}?version=1");
        assert_eq!(uses(), json!(0));
        let e2 = uuid(&admin, E2);
        let apply = || {
            let list = charges(&admin, &e2);
            let asked = sent(&list, &json!({ "income": list["income"], "cost": [], "templateId": id }));
            let proposed = done(admin.post("/css/charge/applyTemplate", asked));
            let fresh = proposed["income"].as_array().unwrap().last().unwrap().clone();
            done(save(&admin, &list, &json!({ "income": [fresh], "confirmed": ["charge.double"] })))
        };
        let list = apply();
        assert_eq!(list["income"][0]["templateId"], json!(id));
        let list = apply();
        assert_eq!((uses(), list["income"].as_array().map(Vec::len)), (json!(1), Some(2)), "of one order");
        // What is typed beside it was made by no template, whatever its row says.
        let typed = json!({ "serviceItemId": item(world, "空运费"), "unitPrice": "1", "templateId": id });
        let list = done(save(&admin, &list, &json!({ "income": [typed] })));
        assert_eq!(list["income"][2]["templateId"], Json::Null);
        let before = world.contents(false);
        refused(&admin.delete(&at), "模板已使用1次，可停用");
        world.unchanged(&before, false);
        let ids: Vec<&Json> = list["income"].as_array().unwrap().iter().take(2).map(|row| &row["id"]).collect();
        done(save(&admin, &list, &json!({ "deleteIds": ids })));
        done(admin.delete(&at));
    });
}

/// An order of KH002 from a port that is made now.
fn made(caller: &Caller<'_>, from: &str) -> Json {
    let model = caller.ok(&format!("/afbase/order/view/{}", uuid(caller, E2)));
    let mut order = json!({ "departureStation": from, "confirmed": ["order.tolerance", "order.similar"] });
    for name in [
        "businessScope",
        "businessProduct",
        "coopId",
        "salesId",
        "servicerId",
        "arrivalStation",
        "expectFlight",
        "expectDeparture",
        "goodsNameCn",
        "goodsNameEn",
        "goodsType",
        "batteryType",
        "packageType",
        "planPieces",
        "planWeight",
        "planVolume",
    ] {
        order[name] = model[name].clone();
    }
    done(caller.post("/afbase/order/doSave", order))
}

fn amounts(list: &Json, side: &str) -> Vec<String> {
    let rows = list[side].as_array().into_iter().flatten();
    rows.map(|row| row["amount"].as_str().unwrap_or("-").to_owned()).collect()
}

#[test]
fn an_order_takes_a_template_by_itself_when_it_is_made_or_gets_its_master() {
    each_database_from(super::rooms_with_orders, charged, |world| {
        let admin = world.login("demo-admin");
        let (handling, freight, supplier) = (item(world, "操作费"), item(world, "空运费"), coop(world, "GYS001"));
        let with_order = json!({
            "autoApply": "ORDER", "lines": [
                { "serviceItemId": handling, "basis": "票", "currencyCode": "USD", "price": "50", "carry": "四舍五入", "taxRate": "0%" },
                { "serviceItemId": freight, "basis": "计费重量", "currencyCode": "CNY", "price": "20", "carry": "四舍五入", "taxRate": "6%" },
                { "serviceItemId": handling, "basis": "票", "currencyCode": "GBP", "price": "5", "carry": "四舍五入", "taxRate": "0%" },
            ],
        });
        done(admin.post(TEMPLATES, with(&body(&handling, "新订单"), &with_order)));
        let with_master = json!({ "kind": "PAYABLE", "autoApply": "MASTER", "portCode": null });
        let mut cost = with(&body(&handling, "配主单"), &with_master);
        cost["lines"][0]["coopId"] = json!(supplier);
        done(admin.post(TEMPLATES, cost));
        done(admin.post(TEMPLATES, with(&body(&handling, "手工套用"), &json!({ "autoApply": "OFF" }))));
        let op = world.login("op01");
        let order = made(&op, "PVG");
        // What has no rate is left out, and does not stand in the order's way.
        let told = order["findings"].as_array().unwrap();
        let told: Vec<&Json> =
            told.iter().filter(|one| one["field"] == json!("charges")).map(|one| &one["message"]).collect();
        assert_eq!(told, [&json!("模板TC001的应收操作-操作费未套用：GBP在2026-07-15没有有效汇率")]);
        let uuid_of = |order: &Json| order["orderUuid"].as_str().unwrap().to_owned();
        let log =
            |order: &Json| op.ok(&format!("/afbase/order/log/page?orderUuid={}&size=100", uuid_of(order))).to_string();
        assert!(log(&order).contains("模板TC001的应收操作-操作费未套用：GBP"), "{}", log(&order));
        let list = charges(&op, &uuid_of(&order));
        assert_eq!(
            (amounts(&list, "income"), amounts(&list, "cost").len()),
            (vec!["50.00".into(), "6000.00".into()], 0)
        );
        assert_eq!(list["income"][0]["source"], json!("TEMPLATE"));
        let elsewhere = made(&op, "PEK");
        assert_eq!(charges(&op, &uuid_of(&elsewhere))["income"], json!([]), "it begins at another port");
        // With its master the cost comes, once.
        let save_with = |number: Json| {
            let view = op.ok(&format!("/afbase/order/view/{}", uuid_of(&order)));
            let confirmed = json!(["order.tolerance", "order.similar", "awb.shared", "order.charges.follow"]);
            done(
                op.post("/afbase/order/doUpdate", with(&view, &json!({ "awbNumber": number, "confirmed": confirmed }))),
            )
        };
        save_with(json!("990-12345701"));
        let list = charges(&op, &uuid_of(&order));
        assert_eq!((amounts(&list, "income").len(), amounts(&list, "cost")), (2, vec!["50.00".to_owned()]));
        assert_eq!(list["cost"][0]["coopName"], json!("供应商甲"));
        save_with(json!("990-12345701"));
        assert_eq!(amounts(&charges(&op, &uuid_of(&order)), "cost").len(), 1);
        assert_eq!(charges(&op, &uuid(&op, E3))["cost"], json!([]), "orders with a master stay as they are");
    });
}

#[test]
fn charges_of_a_template_stay_its_own_when_another_order_copies_them() {
    each_database_from(super::rooms_with_orders, charged, |world| {
        template(world);
        let admin = world.login("demo-admin");
        let id = admin.ok(&format!("{TEMPLATES}/page"))["records"][0]["id"].clone();
        let proposed = |verb: &str, order: &str, members: Json| {
            let list = charges(&admin, &uuid(&admin, order));
            let grids = json!({ "income": list["income"], "cost": list["cost"] });
            let told = done(admin.post(&format!("/css/charge/{verb}"), sent(&list, &with(&grids, &members))));
            done(save(&admin, &list, &json!({ "income": told["income"], "cost": told["cost"] })))
        };
        proposed("applyTemplate", E2, json!({ "templateId": id }));
        let copy = proposed("copyOrder", E3, json!({ "fromOrder": E2 }));
        assert_eq!((&copy["income"][0]["source"], &copy["income"][0]["templateId"]), (&json!("COPIED"), &id));
        let supplier = coop(world, "GYS001");
        let cost = json!({ "rows": [0], "percent": "10", "coopId": supplier });
        assert_eq!(proposed("copyIncomeToCost", E3, cost)["cost"][0]["templateId"], Json::Null);
    });
}
