//! /af_routing_sign as the catalogue shows it: its rules, its approval, and what it writes to the cost of an order.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, refused};

use super::money_columns::decide;
use super::order_charge::{charges, uuid};
use crate::css::charged;
use crate::css::suite::rooms_with_orders;

const E1: &str = "AE-2607150001";
const E2: &str = "AE-2607150002";
const E3: &str = "AE-2607150003";
const E4: &str = "AE-2607140001";
const BASE: &str = "/afbase/routingSign";
const QUESTIONS: [&str; 4] = ["order.tolerance", "order.similar", "charge.none", "charge.double"];

fn told(story: impl Fn(&World)) {
    each_database_from(rooms_with_orders, charged, story);
}

/// The company signs orders of some service products.
pub fn signs(caller: &Caller<'_>, products: &[&str]) {
    let path = "/hrs/orgOrderConfig/AE";
    let version = caller.ok(path)["version"].clone();
    let values = json!({ "rountingSign": true, "rountingSignBusinessProduct": products });
    done(caller.put(path, json!({ "version": version, "values": values })));
}

fn row(caller: &Caller<'_>, code: &str) -> Json {
    let found = caller.ok(&format!("{BASE}/page?orderCode={code}&signState=OPEN,PENDING,SIGNED"));
    found["records"][0].clone()
}

fn id(caller: &Caller<'_>, code: &str) -> String {
    let uuid = uuid(caller, code);
    let page = caller.ok(&format!("/afbase/order/page?orderCode={code}&closed=true"));
    assert_eq!(page["records"][0]["orderUuid"], json!(uuid));
    page["records"][0]["id"].as_str().expect("an id").to_owned()
}

fn view(caller: &Caller<'_>, code: &str) -> Json {
    caller.ok(&format!("{BASE}/view/{}", id(caller, code)))
}

fn user(caller: &Caller<'_>, login: &str) -> Json {
    caller.ok(&format!("/platform/select/user?keyword={login}"))[0]["value"].clone()
}

/// A sign of the catalogue's figures, 3.00 dollars against 18.00 yuan a kilogram, with some members more.
fn sign(caller: &Caller<'_>, person: &Json, code: &str, more: Json) -> Reply {
    let order = caller.ok(&format!("/afbase/order/view/{}", uuid(caller, code)));
    let mut body = json!({
        "orderId": id(caller, code), "rowUuid": order["rowUuid"], "msrPriceType": "PRICE", "msrPrice": "3",
        "msrCurrency": "USD", "incomeWeight": "1000", "costPriceType": "PRICE", "costPrice": "18", "costWeight": "1000",
        "routingPersonId": person, "confirmed": QUESTIONS,
    });
    for (name, value) in more.as_object().expect("members") {
        body[name] = value.clone();
    }
    caller.post(&format!("{BASE}/modify"), body)
}

fn figures(of: &Json, names: &[&str]) -> Vec<String> {
    let shown = |name: &&str| of[*name].as_f64().map_or("-".to_owned(), |figure| format!("{figure:.2}"));
    names.iter().map(shown).collect()
}

const MONEY: [&str; 3] = ["msrFunctionalAmount", "cuFunctionalAmount", "profit"];

/// Amounts of the cost of an order with where they come from.
fn costs(caller: &Caller<'_>, code: &str) -> Vec<String> {
    let list = charges(caller, &uuid(caller, code));
    let line =
        |row: &Json| format!("{} {}", row["amount"].as_str().unwrap_or("-"), row["source"].as_str().unwrap_or("-"));
    list["cost"].as_array().into_iter().flatten().map(line).collect()
}

fn finish_cost(caller: &Caller<'_>, code: &str) -> Reply {
    let order = caller.ok(&format!("/afbase/order/view/{}", uuid(caller, code)));
    let body = json!({ "orderUuid": order["orderUuid"], "rowUuid": order["rowUuid"], "confirmed": QUESTIONS });
    caller.post("/afbase/order/doCost", body)
}

fn status(caller: &Caller<'_>, code: &str) -> Json {
    caller.ok(&format!("/afbase/order/view/{}", uuid(caller, code)))["orderStatus"].clone()
}

fn cancel(caller: &Caller<'_>, code: &str) -> Reply {
    caller.post(&format!("{BASE}/cancelSign/{}", id(caller, code)), json!({}))
}

#[test]
fn a_signed_order_has_the_figures_of_the_catalogue_and_one_cost_line() {
    told(|world| {
        let admin = world.login("demo-admin");
        let person = user(&admin, "mgr01");
        signs(&admin, &["代理制"]);
        let open = admin.ok(&format!("{BASE}/page?sort=orderCode,asc"));
        let codes: Vec<&str> =
            open["records"].as_array().into_iter().flatten().filter_map(|row| row["orderCode"].as_str()).collect();
        assert_eq!(codes, [E4, E1, E2, E3], "what is not signed, without what was closed");
        refused(&finish_cost(&admin, E3), "航线未签单，不能成本完成");
        let path = format!("{BASE}/check/costRecord/{}", id(&admin, E3));
        assert_eq!(admin.ok(&path), json!({ "allowed": false, "message": "航线未签单，不能成本完成" }));
        let first = view(&admin, E3);
        assert_eq!((&first["incomeWeight"], &first["costWeight"]), (&json!("1000"), &json!("1000")));
        assert_eq!((&first["signState"], &first["costCurrency"]), (&json!("OPEN"), &json!("CNY")));
        let counted = json!({
            "orderId": id(&admin, E3), "msrPriceType": "PRICE", "msrPrice": "3", "msrCurrency": "USD",
            "incomeWeight": "1000", "costPriceType": "PRICE", "costPrice": "18", "costWeight": "1000",
            "routingPersonId": person,
        });
        let before = world.contents(false);
        let figures_of = done(admin.post(&format!("{BASE}/count"), counted));
        assert_eq!(
            (&figures_of["msrFunctionalAmount"], &figures_of["profit"]),
            (&json!("21300.00"), &json!("3300.00"))
        );
        world.unchanged(&before, false);
        let told = done(sign(&admin, &person, E3, json!({})));
        assert_eq!(told["signState"], json!("SIGNED"));
        let signed = row(&admin, E3);
        assert_eq!(figures(&signed, &MONEY), ["21300.00", "18000.00", "3300.00"]);
        assert_eq!((&signed["routingPersonName"], &signed["signState"]), (&json!("经理一"), &json!("SIGNED")));
        assert_eq!(signed["can"], json!(["af-routing-sign", "af-routing-unsign"]));
        assert_eq!(status(&admin, E3), json!("航线签单"));
        let list = charges(&admin, &uuid(&admin, E3));
        assert_eq!(costs(&admin, E3), ["18000.00 SIGNED"]);
        assert_eq!((&list["cost"][0]["coopName"], &list["cost"][0]["note"]), (&json!("供应商甲"), &json!("航线签单")));
        let order = admin.ok(&format!("/afbase/order/view/{}", uuid(&admin, E3)));
        assert_eq!(order["msrCurrencyCode"], json!("USD"));
        // What it was signed with is shown again, and signed anew.
        let again = view(&admin, E3);
        assert_eq!((&again["msrPrice"], &again["profit"]), (&json!("3"), &json!("3300.00")));
        let total = json!({ "msrPriceType": "TOTAL", "msrPrice": "20000", "msrCurrency": "CNY", "incomeWeight": null });
        done(sign(&admin, &person, E3, total));
        assert_eq!(figures(&row(&admin, E3), &MONEY), ["20000.00", "18000.00", "2000.00"]);
        assert_eq!(costs(&admin, E3), ["18000.00 SIGNED"], "replaced, not added");
        done(finish_cost(&admin, E3));
        let before = world.contents(false);
        refused(&sign(&admin, &person, E3, json!({})), "成本已完成，不能签单");
        refused(&cancel(&admin, E3), "成本已完成，不能撤销签单");
        world.unchanged(&before, false);
    });
}

#[test]
fn what_stands_against_a_sign_is_said_and_nothing_written() {
    told(|world| {
        let admin = world.login("demo-admin");
        let person = user(&admin, "mgr01");
        let before = world.contents(false);
        refused(&sign(&admin, &person, E3, json!({})), "企业未启用航线签单");
        world.unchanged(&before, false);
        signs(&admin, &["包板"]);
        refused(&sign(&admin, &person, E3, json!({})), "服务产品不需签单");
        assert_eq!(row(&admin, E3), Json::Null, "it is not listed");
        signs(&admin, &["代理制"]);
        let before = world.contents(false);
        refused(&sign(&admin, &person, E2, json!({})), "请先配主单");
        refused(&sign(&admin, &person, E4, json!({})), "订单已财务锁账，不能修改");
        refused(&sign(&admin, &person, E3, json!({ "businessProduct": "散航" })), "服务产品不需签单");
        refused(&cancel(&admin, E3), "订单未签单");
        let wrong = sign(&admin, &person, E3, json!({ "msrPrice": null, "costWeight": "0", "routingPersonId": "1" }));
        assert_eq!(wrong.findings_at("msrPrice"), ["请填写MSR价格"]);
        assert_eq!(wrong.findings_at("costWeight").len(), 1);
        assert_eq!(wrong.findings_at("routingPersonId"), ["航线负责人不存在或已停用"]);
        let strange = sign(&admin, &person, E3, json!({ "msrCurrency": "GBP", "costCurrency": "XXX" }));
        assert_eq!(strange.findings_at("costCurrency"), ["币种不存在"]);
        let rate = sign(&admin, &person, E3, json!({ "msrCurrency": "GBP" }));
        assert_eq!(rate.findings_at("msrCurrency"), ["GBP在2026-07-15没有有效汇率"]);
        let nowhere = sign(&admin, &person, E3, json!({ "arrivalStation": "PEK" }));
        assert_eq!(nowhere.findings_at("arrivalStation"), ["始发港与目的港不能相同"]);
        let stale = sign(&admin, &person, E3, json!({ "rowUuid": "x" }));
        assert_eq!(stale.message, "数据有变化，请刷新后重试");
        world.unchanged(&before, false);
        done(sign(&admin, &person, E3, json!({})));
        world.allow_nobody(&["af_routing_sign", "af-routing-sign", "css-cost-view", "af_order"]);
        refused(&sign(&world.login("nobody"), &person, E3, json!({})), "只有签单人或航线负责人可修改");
    });
}

#[test]
fn a_sign_changes_flight_and_stations_of_the_order_and_replaces_its_freight() {
    told(|world| {
        let admin = world.login("demo-admin");
        let person = user(&admin, "mgr01");
        signs(&admin, &["代理制", "散航"]);
        let more = json!({ "expectFlight": "X9203", "expectDeparture": "2026-07-16", "businessProduct": "散航" });
        done(sign(&admin, &person, E3, more));
        let order = admin.ok(&format!("/afbase/order/view/{}", uuid(&admin, E3)));
        assert_eq!((&order["expectFlight"], &order["businessProduct"]), (&json!("X9203"), &json!("散航")));
        assert_eq!(order["legs"][0]["flightNo"], json!("X9203"), "legs say more than the flight fields");
        // E1 was weighed: its node stays above; the freight that was typed gives way to that of the sign.
        assert_eq!(costs(&admin, E1), ["13170.00 MANUAL"]);
        done(sign(
            &admin,
            &person,
            E1,
            json!({ "incomeWeight": "658.33", "costWeight": "658.5", "costPrice": "20.5" }),
        ));
        assert_eq!(costs(&admin, E1), ["13499.25 SIGNED"]);
        assert_eq!(status(&admin, E1), json!("货物出重"));
        assert_eq!(figures(&row(&admin, E1), &MONEY), ["14022.43", "13499.25", "523.18"]);
    });
}

#[test]
fn a_sign_below_its_cost_waits_for_its_approval() {
    told(|world| {
        let admin = world.login("demo-admin");
        let person = user(&admin, "mgr01");
        signs(&admin, &["代理制"]);
        decided_by_nobody(world, &admin);
        let nobody = world.login("nobody");
        let dear = json!({ "costPrice": "25" });
        let asked = done(sign(&admin, &person, E3, dear.clone()));
        assert_eq!(asked["signState"], json!("PENDING"));
        let (waiting, none): (Json, [String; 0]) = (row(&admin, E3), []);
        assert_eq!((&waiting["signState"], &waiting["can"]), (&json!("PENDING"), &json!(["af-routing-approve"])));
        assert_eq!(
            (costs(&admin, E3), status(&admin, E3)),
            (none.to_vec(), json!("舱位确认")),
            "nothing is written yet"
        );
        refused(&sign(&admin, &person, E3, json!({})), "审批中，不能修改");
        refused(&cancel(&admin, E3), "审批中，不能修改");
        refused(&finish_cost(&admin, E3), "航线未签单，不能成本完成");
        let decide = |caller: &Caller<'_>, agree: bool, comment: &str| {
            let body = json!({ "orderId": id(&admin, E3), "agree": agree, "comment": comment });
            caller.post(&format!("{BASE}/approve"), body)
        };
        assert_eq!(decide(&admin, true, "").status, 403, "he is not asked");
        assert_eq!(decide(&nobody, false, "").findings_at("comment"), ["请填写驳回原因"]);
        done(decide(&nobody, false, "价格过低"));
        assert_eq!((row(&admin, E3)["signState"].clone(), costs(&admin, E3)), (json!("OPEN"), none.to_vec()));
        refused(&decide(&nobody, true, ""), "审批已结束");
        assert_eq!(view(&admin, E3)["costPrice"], json!("25"), "what was refused is there to be mended");
        done(sign(&admin, &person, E3, dear));
        done(decide(&nobody, true, "同意"));
        let signed = row(&admin, E3);
        assert_eq!(figures(&signed, &MONEY), ["21300.00", "25000.00", "-3700.00"]);
        assert_eq!(signed["signer"], admin.ok(&format!("{BASE}/view/{}", id(&admin, E3)))["signer"]);
        assert_eq!((costs(&admin, E3), status(&admin, E3)), (vec!["25000.00 SIGNED".to_owned()], json!("航线签单")));
        // At a gain nobody is asked.
        assert_eq!(done(sign(&admin, &person, E3, json!({})))["signState"], json!("SIGNED"));
    });
}

/// What is below its cost is decided about by nobody.
fn decided_by_nobody(world: &World, admin: &Caller<'_>) {
    world.allow_nobody(&["af_routing_sign", "af-routing-approve"]);
    let version = admin.ok("/hrs/orgSetting")["version"].clone();
    let switch = json!({ "version": version, "businessScope": "AE", "values": { "signNeedsApproval": true } });
    done(admin.put("/hrs/orgSetting", switch));
    let level = json!({ "name": "一级审批", "approverType": "user", "approverIds": [user(admin, "nobody")] });
    done(admin.post("/prm/ics/approval/setting", json!({ "eventId": "124", "approval": 1, "levels": [level] })));
}

/// Writes members of an order.
fn save(caller: &Caller<'_>, code: &str, more: Json) {
    let mut order = caller.ok(&format!("/afbase/order/view/{}", uuid(caller, code)));
    order["confirmed"] = json!(["order.tolerance", "order.similar", "order.charges.follow"]);
    for (name, value) in more.as_object().expect("members") {
        order[name] = value.clone();
    }
    done(caller.post("/afbase/order/doUpdate", order));
}

fn agree(caller: &Caller<'_>, order: &str) -> Json {
    done(caller.post(&format!("{BASE}/approve"), json!({ "orderId": order, "agree": true, "comment": "同意" })))
}

#[test]
fn who_decides_about_a_sign_sees_its_rates_figures_and_route_manager() {
    told(|world| {
        let admin = world.login("demo-admin");
        let person = user(&admin, "mgr01");
        signs(&admin, &["代理制"]);
        decided_by_nobody(world, &admin);
        let (nobody, id) = (world.login("nobody"), id(&admin, E3));
        let seen = |name: &str| nobody.get(&format!("{BASE}/view/{id}")).data.get(name).cloned();
        assert_eq!(seen("costPrice"), None, "nobody asked him yet");
        done(sign(&admin, &person, E3, json!({ "costPrice": "25" })));
        let shown = nobody.ok(&format!("{BASE}/view/{id}"));
        let told = [
            ("signState", "PENDING"),
            ("msrPrice", "3"),
            ("msrCurrency", "USD"),
            ("incomeWeight", "1000"),
            ("msrFunctionalAmount", "21300.00"),
            ("costPrice", "25"),
            ("costCurrency", "CNY"),
            ("costWeight", "1000"),
            ("costAmount", "25000.00"),
            ("cuFunctionalAmount", "25000.00"),
            ("profit", "-3700.00"),
            ("functionalCurrency", "CNY"),
            ("routingPersonName", "经理一"),
        ];
        for (name, value) in told {
            assert_eq!(shown[name], json!(value), "{name}");
        }
        let task = nobody.ok("/prm/api/toDo?current=1&size=10")["records"][0].clone();
        let instance = task["instanceId"].as_str().expect("an id").to_owned();
        let facts_of = |caller: &Caller<'_>| {
            let approval = caller.ok(&format!("/prm/ics/approval/{instance}"));
            let facts = approval["facts"].as_array().cloned().expect("facts");
            let told =
                |name: &str| facts.iter().find(|fact| fact["name"] == json!(name)).map(|fact| fact["value"].clone());
            ["difference", "sellRate", "buyingRate", "routeManager"].map(told)
        };
        let wanted = ["-3700", "3 USD × 1000 KG = 21300.00 CNY", "25 CNY × 1000 KG = 25000.00 CNY", "经理一"];
        assert_eq!(facts_of(&nobody), wanted.map(|value| Some(json!(value))));
        assert_eq!(agree(&nobody, &id)["effectError"], json!(""));
        assert_eq!(seen("costPrice"), None, "he is asked no more");
    });
}

#[test]
fn agreeing_to_a_sign_keeps_later_edits_of_the_order() {
    told(|world| {
        let admin = world.login("demo-admin");
        let person = user(&admin, "mgr01");
        signs(&admin, &["代理制", "散航", "包板"]);
        decided_by_nobody(world, &admin);
        let (nobody, e1, e3) = (world.login("nobody"), id(&admin, E1), id(&admin, E3));
        // The dialog sends all fields of the order, whether they were changed or not.
        let was = admin.ok(&format!("/afbase/order/view/{}", uuid(&admin, E3)));
        let mut asked = json!({ "costPrice": "25" });
        for name in ["businessProduct", "arrivalStation", "transitStation", "transitStation2"] {
            asked[name] = was[name].clone();
        }
        (asked["expectFlight"], asked["expectDeparture"]) = (json!("X9203"), json!("2026-07-16"));
        assert_eq!(done(sign(&admin, &person, E3, asked))["signState"], json!("PENDING"));
        save(&admin, E3, json!({ "businessProduct": "散航" }));
        assert_eq!(agree(&nobody, &e3)["effectError"], json!(""));
        let now = admin.ok(&format!("/afbase/order/view/{}", uuid(&admin, E3)));
        assert_eq!((&now["businessProduct"], &now["expectFlight"]), (&json!("散航"), &json!("X9203")));
        assert_eq!(row(&admin, E3)["signState"], json!("SIGNED"));
        // What it replaces was changed meanwhile: it is asked for anew.
        let more = json!({
            "businessProduct": "散航", "incomeWeight": "658.33", "costWeight": "658.5", "costPrice": "40",
        });
        assert_eq!(done(sign(&admin, &person, E1, more.clone()))["signState"], json!("PENDING"));
        save(&admin, E1, json!({ "businessProduct": "包板" }));
        let told = agree(&nobody, &e1);
        assert_eq!(
            (&told["effectStatus"], &told["effectError"]),
            (&json!("失败"), &json!("订单服务产品在审批期间有变化，请重新签单"))
        );
        let kept = admin.ok(&format!("/afbase/order/view/{}", uuid(&admin, E1)));
        assert_eq!((&kept["businessProduct"], costs(&admin, E1)), (&json!("包板"), vec!["13170.00 MANUAL".to_owned()]));
        done(sign(&admin, &person, E1, more));
        assert_eq!(agree(&nobody, &e1)["effectError"], json!(""));
        assert_eq!(costs(&admin, E1), ["26340.00 SIGNED"]);
    });
}

#[test]
fn both_rates_of_a_sign_are_of_the_day_the_company_decided() {
    told(|world| {
        decide(world, json!({ "rateDate": "business" }));
        let admin = world.login("demo-admin");
        let person = user(&admin, "mgr01");
        signs(&admin, &["代理制"]);
        let dearer = json!({
            "currencyCode": "USD", "type": "GENERAL", "currencyRate": "7.2", "beginDate": "2026-07-16 00:00:00",
        });
        done(admin.post("/css/currencyRate", dearer));
        // It is 07-15; the sign has the order fly on 07-16.
        let more = json!({
            "expectFlight": "X9203", "expectDeparture": "2026-07-16", "costPrice": "2.5", "costCurrency": "USD",
        });
        done(sign(&admin, &person, E3, more));
        assert_eq!(figures(&row(&admin, E3), &MONEY), ["21600.00", "18000.00", "3600.00"]);
    });
}

#[test]
fn an_order_that_bears_a_share_of_its_master_is_not_signed() {
    told(|world| {
        let admin = world.login("demo-admin");
        let person = user(&admin, "mgr01");
        signs(&admin, &["代理制"]);
        let listed = || admin.ok("/afbase/aforder/match/page?awbNumber=990-12345675")["records"][0].clone();
        let master = listed()["id"].clone();
        let opened = admin.ok(&format!("/afbase/aforder/getOrderMatch/{}", master.as_str().expect("an id")));
        let matched = json!({
            "awbId": master, "rowUuid": opened["rowUuid"], "awbCostChargeWeight": "658.5", "priceType": "PRICE",
            "price": "20", "currency": "CNY",
        });
        done(admin.post("/afbase/aforder/doOrderMatch", matched));
        assert_eq!(costs(&admin, E1), ["13170.00 SHARED"]);
        let weights = json!({ "incomeWeight": "658.33", "costWeight": "658.5" });
        let before = world.contents(false);
        let why = "主单成本已匹配，不能签单，请先撤销匹配";
        refused(&sign(&admin, &person, E1, weights.clone()), why);
        assert_eq!(view(&admin, E1)["refused"], json!(why));
        world.unchanged(&before, false);
        let undone = json!({ "awbId": master, "rowUuid": listed()["rowUuid"] });
        done(admin.post("/afbase/aforder/undoOrderMatch", undone));
        done(sign(&admin, &person, E1, weights));
        assert_eq!(costs(&admin, E1), ["11853.00 SIGNED"]);
    });
}

#[test]
fn the_paid_weight_begins_as_that_of_the_waybill() {
    told(|world| {
        let admin = world.login("demo-admin");
        signs(&admin, &["代理制"]);
        assert_eq!(view(&admin, E3)["costWeight"], json!("1000"));
        let order = uuid(&admin, E3);
        let mut form = admin.ok(&format!("/afbase/awbPrint/prefill/{order}?type=0"));
        form["orderUuid"] = json!(order);
        form["lines"][0]["chargeWeight"] = json!("1020.5");
        done(admin.post("/afbase/awbPrint/mawb", form));
        let begun = view(&admin, E3);
        assert_eq!((&begun["incomeWeight"], &begun["costWeight"]), (&json!("1000"), &json!("1020.5")));
    });
}

#[test]
fn a_sign_that_is_taken_back_leaves_nothing_and_the_sell_rate_follows_the_order_again() {
    told(|world| {
        let admin = world.login("demo-admin");
        let person = user(&admin, "mgr01");
        signs(&admin, &["代理制"]);
        done(sign(&admin, &person, E3, json!({})));
        assert_eq!(done(cancel(&admin, E3))["signState"], json!("OPEN"));
        assert_eq!((costs(&admin, E3), status(&admin, E3)), (Vec::new(), json!("舱位确认")));
        assert_eq!(figures(&row(&admin, E3), &MONEY), ["-", "-", "-"]);
        save(&admin, E3, json!({}));
        assert_eq!(figures(&row(&admin, E3), &MONEY), ["21300.00", "-", "-"], "as the order has it");
        save(&admin, E3, json!({ "confirmPieces": 20, "confirmWeight": "900", "confirmVolume": "5" }));
        assert_eq!(figures(&row(&admin, E3), &MONEY), ["19170.00", "-", "-"], "by its actual weight");
        refused(&cancel(&admin, E3), "订单未签单");
    });
}

#[test]
fn who_does_not_see_what_is_paid_sees_no_money_and_signs_nothing() {
    told(|world| {
        let admin = world.login("demo-admin");
        let person = user(&admin, "mgr01");
        signs(&admin, &["代理制"]);
        done(sign(&admin, &person, E3, json!({})));
        world.allow_nobody(&["af_routing_sign", "af-routing-sign", "af-sign-export", "af_order"]);
        let caller = world.login("nobody");
        let (listed, opened) = (row(&caller, E3), view(&caller, E3));
        let hidden =
            ["msrUnitprice", "msrFunctionalAmount", "cuUnitprice", "costWeight", "cuFunctionalAmount", "profit"];
        for name in hidden.into_iter().chain(["msrPrice", "costPrice", "costAmount"]) {
            assert!(listed.get(name).is_none() && opened.get(name).is_none(), "{name}: {listed} {opened}");
        }
        assert_eq!(listed["can"], json!([]));
        assert_eq!(sign(&caller, &person, E3, json!({})).status, 403);
        let sorted = caller.get(&format!("{BASE}/page?sort=profit,desc"));
        assert_eq!(sorted.status, 400, "{}", sorted.message);
        let sheet = caller.post(&format!("{BASE}/exportExcel"), json!({ "filters": { "signState": "SIGNED" } }));
        let heads = testkit::rows_of(&sheet.bytes).swap_remove(0).concat();
        assert!(heads.contains("签单状态") && !heads.contains("采购") && !heads.contains("MSR"), "{heads}");
        let log = caller.ok(&format!("/afbase/order/log/page?orderUuid={}&size=100", uuid(&caller, E3))).to_string();
        assert!(log.contains("未签单 -> 已签单") && !log.contains("21300"), "{log}");
    });
}

// req: platform-permission-org-isolation
#[test]
fn another_company_finds_no_order_to_sign() {
    told(|world| {
        let admin = world.login("demo-admin");
        let person = user(&admin, "mgr01");
        signs(&admin, &["代理制"]);
        done(sign(&admin, &person, E3, json!({})));
        let (keeper, id) = (world.login("superAdmin"), id(&admin, E3));
        let order = admin.ok(&format!("/afbase/order/view/{}", uuid(&admin, E3)));
        let typed = json!({
            "orderId": id, "rowUuid": order["rowUuid"], "msrPriceType": "PRICE", "msrPrice": "3", "msrCurrency": "USD",
            "incomeWeight": "1000", "costPriceType": "PRICE", "costPrice": "18", "costWeight": "1000",
            "routingPersonId": person, "confirmed": QUESTIONS,
        });
        let before = world.contents(true);
        for path in ["check", "view", "check/costRecord"] {
            assert_eq!(keeper.get(&format!("{BASE}/{path}/{id}")).status, 404, "{path}");
        }
        for (path, body) in [("count", typed.clone()), ("modify", typed), (&format!("cancelSign/{id}"), json!({}))] {
            assert_eq!(keeper.post(&format!("{BASE}/{path}"), body).status, 404, "{path}");
        }
        refused(&keeper.post(&format!("{BASE}/approve"), json!({ "orderId": id, "agree": true })), "审批已结束");
        world.unchanged(&before, true);
    });
}
