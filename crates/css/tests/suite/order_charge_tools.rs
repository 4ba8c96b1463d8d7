//! What fills the charges of an order but typing: templates, copies, cards and rates of the day, each proposed and saved when
//! its user agrees (/css_order_charge, 1.5 and 0.6); and the customer of an order that changes.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, refused};

use super::money_columns::{S1, at_sea, decide, rooms_at_sea};
use super::order_charge::{charges, uuid};
use super::order_charge_rules::{body, save, with};
use crate::css::suite::rooms_with_orders;
use crate::css::{charged, coop, found, item};

const E1: &str = "AE-2607150001";
const E2: &str = "AE-2607150002";
const E3: &str = "AE-2607150003";
const E4: &str = "AE-2607140001";

fn told(story: impl Fn(&World)) {
    each_database_from(rooms_with_orders, charged, story);
}

/// Calls a tool over the charges as they are told.
fn tool(caller: &Caller<'_>, verb: &str, list: &Json, members: Json) -> Reply {
    let grids = json!({ "income": list["income"], "cost": list["cost"] });
    caller.post(&format!("/css/charge/{verb}"), with(&body(list, &grids), &members))
}

fn each(rows: &Json, name: &str) -> Vec<String> {
    let rows = rows.as_array().into_iter().flatten();
    rows.map(|row| row[name].as_str().unwrap_or("-").to_owned()).collect()
}

fn stop_item(world: &World, name: &str) {
    let at = format!("/prm/service/{}", item(world, name));
    let admin = world.login("demo-admin");
    let stop = json!({ "version": admin.ok(&at)["version"], "active": false });
    done(admin.post(&format!("{at}/status"), stop));
}

#[test]
fn a_template_is_offered_at_its_port_and_brings_its_lines() {
    told(|world| {
        super::template(world);
        let op = world.login("op01");
        let offered = |order: &str| op.ok(&format!("/css/charge/templates?orderUuid={order}"));
        let (e2, e3) = (uuid(&op, E2), uuid(&op, E3));
        // shows: TC001 空出PVG应收 with 操作费 USD 50.00 / 票 applied to E2 proposes one line 355.00; for E3 it is not offered
        let templates = offered(&e2);
        let id = templates[0]["id"].clone();
        assert_eq!(
            templates,
            json!([{ "id": id, "templateCode": "TC001", "templateName": "空出PVG应收", "kind": "RECEIVABLE", "lines": 1 }])
        );
        assert_eq!(offered(&e3), json!([]));
        let list = charges(&op, &e2);
        let before = world.contents(false);
        let proposed = done(tool(&op, "applyTemplate", &list, json!({ "templateId": id })));
        let told = json!([{
            "kind": "RECEIVABLE", "serviceName": "操作费", "coopName": "客户乙", "state": "new", "amount": "USD 50.00",
            "why": { "zh": "", "en": "" },
        }]);
        assert_eq!(proposed["result"], told);
        let names = ["amount", "currency", "functionalAmount", "basis", "source"];
        let line = names.map(|name| proposed["income"][0][name].as_str().unwrap_or("-"));
        assert_eq!(line, ["50.00", "USD", "355.00", "票", "TEMPLATE"]);
        assert_eq!(proposed["totals"]["income"]["functional"], json!("355.00"));
        let elsewhere = tool(&op, "applyTemplate", &charges(&op, &e3), json!({ "templateId": id }));
        refused(&elsewhere, "模板不适用于此订单");
        assert_eq!(tool(&op, "applyTemplate", &list, json!({ "templateId": "x" })).status, 404);
        world.unchanged(&before, false);
        let saved = done(save(&op, &list, &json!({ "income": proposed["income"] })));
        assert_eq!(
            (each(&saved["income"], "source"), &saved["totals"]["income"]["functional"]),
            (vec!["TEMPLATE".to_owned()], &json!("355.00"))
        );
        // A line whose item is not offered any more is left out, and told.
        stop_item(world, "操作费");
        let none = done(tool(&op, "applyTemplate", &charges(&op, &e2), json!({ "templateId": id })));
        assert_eq!(
            (each(&none["result"], "state"), each(&none["income"], "amount")),
            (vec!["none".to_owned()], vec!["50.00".to_owned()])
        );
        assert_eq!(none["result"][0]["why"]["zh"], json!("服务项目已停用"));
    });
}

#[test]
fn income_is_copied_as_the_cost_of_a_supplier_so_many_percent_less() {
    told(|world| {
        let op = world.login("op01");
        let supplier = coop(world, "GYS001");
        let list = charges(&op, &uuid(&op, E1));
        let copy = |percent: &str, rows: Json| {
            tool(&op, "copyIncomeToCost", &list, json!({ "rows": rows, "percent": percent, "coopId": supplier }))
        };
        let before = world.contents(false);
        let proposed = done(copy("10", json!([0])));
        assert_eq!(each(&proposed["cost"], "amount"), ["13170.00", "17774.91"]);
        let names = ["unitPrice", "quantity", "coopName", "source", "serviceItemName", "taxRate"];
        let line = names.map(|name| proposed["cost"][1][name].as_str().unwrap_or("-"));
        assert_eq!(line, ["27", "658.33", "供应商甲", "COPIED", "空运费", "免税"], "the tax is that of the item");
        assert_eq!(
            (&proposed["result"][0]["kind"], &proposed["result"][0]["amount"]),
            (&json!("PAYABLE"), &json!("CNY 17774.91"))
        );
        assert_eq!(each(&proposed["income"], "amount"), each(&list["income"], "amount"), "the income stays");
        // All of it and twice it are the ends; a word is no number.
        assert_eq!(each(&done(copy("100", json!([0])))["cost"], "amount")[1], "0.00");
        assert_eq!(each(&done(copy("-100", json!([0])))["cost"], "amount")[1], "39499.80");
        for percent in ["100.01", "-100.01", "x"] {
            assert_eq!(copy(percent, json!([0])).findings_at("percent"), ["比例须在-100与100之间"], "{percent}");
        }
        assert_eq!(copy("10", json!([])).findings_at("rows"), ["请选择应收费用"]);
        assert_eq!(copy("10", json!([2])).findings_at("rows"), ["请选择应收费用"], "there is no third line");
        let nobody = tool(&op, "copyIncomeToCost", &list, json!({ "rows": [0], "percent": "10" }));
        assert_eq!(nobody.findings_at("coopId"), ["请填写往来单位"]);
        world.unchanged(&before, false);
        let saved = done(save(&op, &list, &json!({ "cost": [proposed["cost"][1]] })));
        assert_eq!(saved["totals"]["cost"]["functional"], json!("30944.91"));
    });
}

#[test]
fn charges_of_another_order_come_with_the_quantities_of_this_one() {
    told(|world| {
        let op = world.login("op01");
        let list = charges(&op, &uuid(&op, E2));
        let copy = |caller: &Caller<'_>, from: &str| tool(caller, "copyOrder", &list, json!({ "fromOrder": from }));
        let before = world.contents(false);
        let of_e1 = done(copy(&op, " ae-2607150001 "));
        assert_eq!(each(&of_e1["income"], "amount"), ["9000.00", "50.00"]);
        assert_eq!(each(&of_e1["cost"], "amount"), ["13170.00"], "a typed quantity is copied");
        assert_eq!(each(&of_e1["result"], "state"), ["new", "new", "new"]);
        assert_eq!(each(&of_e1["income"], "source"), ["COPIED", "COPIED"]);
        assert_eq!(copy(&op, "AE-2607159999").findings_at("fromOrder"), ["订单AE-2607159999不存在"]);
        // A locked order's charges come without its lock.
        let of_e4 = done(copy(&op, E4));
        assert_eq!(each(&of_e4["income"], "amount"), ["19200.00", "4000.00"]);
        assert_eq!(each(&of_e4["cost"], "amount"), ["14400.00", "3600.00"]);
        world.unchanged(&before, false);
        let saved = done(save(&op, &list, &json!({ "income": of_e4["income"], "cost": of_e4["cost"] })));
        assert_eq!(saved["totals"]["profit"]["amount"], json!("5200.00"));
        for side in ["income", "cost"] {
            let rows = saved[side].as_array().expect("rows");
            assert!(rows.iter().all(|row| row["financialDate"].is_null() && row["closed"].is_null()), "{rows:?}");
        }
        stop_item(world, "报关费");
        let some = done(copy(&op, E4));
        assert_eq!(each(&some["result"], "state"), ["new", "none", "new", "new"]);
        assert_eq!(some["result"][1]["why"]["zh"], json!("服务项目已停用"));
        // Of a side that is not seen nothing comes along, and nothing is made.
        world.allow_nobody(&[
            "af_order",
            "css_order_charge",
            "css-charge-copy-order",
            "css-charge-copy",
            "css-income-view",
        ]);
        let clerk = world.login("nobody");
        let own = charges(&clerk, &uuid(&clerk, E2));
        let seen = done(tool(&clerk, "copyOrder", &own, json!({ "fromOrder": E1 })));
        assert!(seen.get("cost").is_none() && seen["totals"].get("cost").is_none(), "{seen}");
        assert_eq!(each(&seen["result"], "kind"), ["RECEIVABLE", "RECEIVABLE"]);
        let to_cost = json!({ "rows": [0], "percent": "10", "coopId": coop(world, "GYS001") });
        assert_eq!(tool(&clerk, "copyIncomeToCost", &own, to_cost).status, 403);
    });
}

#[test]
fn an_order_of_another_scope_is_not_copied() {
    each_database_from(rooms_at_sea, at_sea, |world| {
        let op = world.login("op01");
        let order = json!({
            "coopId": coop(world, "KH002"), "businessProduct": "拼箱分拨", "departureStation": "DEHAM",
            "arrivalStation": "CNSHA", "goodsNameCn": "机械配件", "planPieces": 10, "planWeight": 1500, "planVolume": 2,
            "containerMethod": "拼箱LCL", "billingType": "货代单", "expectArrival": "2026-07-18",
        });
        let imported = world.wait(seed::sea::save(&op.client(), "si", order));
        let list = charges(&op, &imported);
        let before = world.contents(false);
        let copied = tool(&op, "copyOrder", &list, json!({ "fromOrder": S1 }));
        assert_eq!(copied.findings_at("fromOrder"), ["只能复制同一业务范畴的订单"]);
        world.unchanged(&before, false);
    });
}

/// A rate of the dollar from a day on.
fn dollar(world: &World, rate: &str, from: &str) {
    let begin = format!("{from} 00:00:00");
    let rate = json!({ "currencyCode": "USD", "type": "GENERAL", "currencyRate": rate, "beginDate": begin });
    done(world.login("demo-admin").post("/css/currencyRate", rate));
}

#[test]
fn a_refreshed_line_takes_the_rate_of_the_table_and_no_other() {
    told(|world| {
        world.set_clock("2026-07-20 10:00:00");
        dollar(world, "7.2", "2026-07-20");
        let op = world.login("op01");
        let e1 = uuid(&op, E1);
        let rates = |list: &Json| each(&list["income"], "exchangeRate");
        // Whoever edits a line keeps its rate.
        let list = charges(&op, &e1);
        let noted = with(&list["income"][1], &json!({ "note": "x" }));
        let list = done(save(&op, &list, &json!({ "income": [noted] })));
        assert_eq!(rates(&list), ["1.0000", "7.1000"]);
        let before = world.contents(false);
        let fresh = done(tool(&op, "refreshRate", &list, json!({})));
        assert_eq!(each(&fresh["result"], "amount"), ["USD 50.00"]);
        assert_eq!(
            (&fresh["result"][0]["state"], &fresh["result"][0]["serviceName"]),
            (&json!("changed"), &json!("操作费"))
        );
        assert_eq!(
            (rates(&fresh), each(&fresh["income"], "functionalAmount")),
            (vec!["1.0000".to_owned(), "7.2000".to_owned()], vec!["19749.90".to_owned(), "360.00".to_owned()])
        );
        let broken = with(&list["income"][0], &json!({ "unitPrice": "abc" }));
        let broken = tool(&op, "refreshRate", &list, json!({ "income": [broken] }));
        assert!(!broken.findings_at("income.0.unitPrice").is_empty(), "what can't be read is not thrown away");
        world.unchanged(&before, false);
        // Saved, it is the rate of the table whatever the row says beside.
        let row = with(&fresh["income"][1], &json!({ "exchangeRate": "9" }));
        let saved = done(save(&op, &list, &json!({ "income": [row] })));
        assert_eq!(saved["totals"]["income"]["functional"], json!("20109.90"));
        let list = charges(&op, &e1);
        assert_eq!(
            (rates(&list), &list["income"][1]["refreshed"]),
            (vec!["1.0000".to_owned(), "7.2000".to_owned()], &json!(false))
        );
        assert_eq!(done(tool(&op, "refreshRate", &list, json!({})))["result"], json!([]), "it has the rate already");
        // A typed rate goes back to the table as well; one of a side that is done stays.
        let typed = with(&list["income"][1], &json!({ "exchangeRate": "7.3", "rateTyped": true }));
        let list = done(save(&op, &list, &json!({ "income": [typed] })));
        assert_eq!(rates(&list), ["1.0000", "7.3000"]);
        let fresh = done(tool(&op, "refreshRate", &list, json!({})));
        assert_eq!(
            (&fresh["income"][1]["exchangeRate"], &fresh["income"][1]["rateTyped"]),
            (&json!("7.2000"), &json!(false))
        );
        let finish = json!({ "orderUuid": e1, "orderRowUuid": list["order"]["orderRowUuid"], "kind": "RECEIVABLE" });
        let list = done(op.put("/css/charge/finish", finish));
        let fresh = done(tool(&op, "refreshRate", &list, json!({})));
        assert_eq!((rates(&fresh), &fresh["result"]), (rates(&list), &json!([])));
    });
}

#[test]
fn a_new_line_takes_the_rate_of_the_day_the_company_decided() {
    told(|world| {
        // E2 flies on 07-18; it is 07-15.
        dollar(world, "7.2", "2026-07-17");
        let op = world.login("op01");
        let (handling, e2) = (item(world, "操作费"), uuid(&op, E2));
        let row = |currency: &str| json!({ "serviceItemId": handling, "currency": currency, "unitPrice": "1" });
        let rate = || {
            let members = body(&charges(&op, &e2), &json!({ "income": [row("USD")] }));
            done(op.post("/css/charge/check", members))["income"][0]["exchangeRate"].clone()
        };
        assert_eq!(rate(), json!("7.1000"));
        for (day, wanted) in [("business", "7.2000"), ("finance", "7.1000"), ("entry", "7.1000")] {
            decide(world, json!({ "rateDate": day }));
            assert_eq!(rate(), json!(wanted), "{day}");
        }
        // shows: item EUR line on 2026-06-20 basis → EUR在2026-06-20没有有效汇率
        world.set_clock("2026-06-20 10:00:00");
        let op = world.login("op01");
        let list = charges(&op, &e2);
        let before = world.contents(false);
        let euro = save(&op, &list, &json!({ "income": [row("EUR")] }));
        assert_eq!(euro.findings_at("income.0.exchangeRate"), ["EUR在2026-06-20没有有效汇率"]);
        world.unchanged(&before, false);
    });
}

#[test]
fn cards_rate_by_the_business_day_or_by_the_day_of_entry() {
    told(|world| {
        let admin = world.login("demo-admin");
        let card = json!({
            "kind": "RECEIVABLE", "businessScope": "AE", "serviceItemId": item(world, "空运费"), "departure": "PVG",
            "basis": "计费重量", "currencyCode": "CNY", "mode": "WHOLE", "beginDate": "2026-07-16",
            "endDate": "2026-12-31", "taxRate": "6%", "breaks": [{ "from": "0", "price": "30" }],
        });
        let card = done(admin.post("/css/rateCard", card));
        let id = card["id"].as_str().expect("an id");
        done(admin.post(&format!("/css/rateCard/{id}/audit"), json!({ "version": card["version"] })));
        let list = charges(&admin, &uuid(&admin, E2));
        let rate = || done(tool(&admin, "rate", &list, json!({ "kind": "RECEIVABLE" })));
        let by_business = rate();
        assert_eq!(
            (each(&by_business["result"], "state"), each(&by_business["income"], "amount")),
            (vec!["new".to_owned()], vec!["9000.00".to_owned()])
        );
        decide(world, json!({ "ratingDate": "entry" }));
        let by_entry = rate();
        assert_eq!((each(&by_entry["result"], "state"), &by_entry["income"]), (vec!["none".to_owned()], &json!([])));
        assert_eq!(by_entry["result"][0]["why"]["zh"], json!("尚未开始"));
    });
}

/// A public card of an item that is in force.
fn card(caller: &Caller<'_>, members: &Json) {
    let card = json!({
        "kind": "RECEIVABLE", "businessScope": "AE", "currencyCode": "CNY", "mode": "WHOLE", "beginDate": "2026-05-01",
        "endDate": "2026-12-31", "taxRate": "6%",
    });
    let card = done(caller.post("/css/rateCard", with(&card, members)));
    let id = card["id"].as_str().expect("an id");
    done(caller.post(&format!("/css/rateCard/{id}/audit"), json!({ "version": card["version"] })));
}

#[test]
fn a_progressive_card_adds_its_segments_and_a_surcharge_is_a_part_of_all_others() {
    told(|world| {
        let admin = world.login("demo-admin");
        let (fuel, security, handling) = (item(world, "燃油附加费"), item(world, "安检附加费"), item(world, "操作费"));
        let breaks = json!([{ "from": "0", "price": "3" }, { "from": "100", "price": "2" }]);
        card(&admin, &json!({ "serviceItemId": fuel, "basis": "计费重量", "mode": "PROGRESSIVE", "breaks": breaks }));
        let (e1, e2) = (charges(&admin, &uuid(&admin, E1)), charges(&admin, &uuid(&admin, E2)));
        let rate = |list: &Json, income: Json| {
            let grids = json!({ "kind": "RECEIVABLE", "income": income, "cost": [] });
            done(admin.post("/css/charge/rate", body(list, &grids)))
        };
        let progressive = json!([{ "zh": "累进", "en": "progressive" }]);
        let only = |list: &Json, amount: &str| {
            assert_eq!(each(&list["income"], "amount"), [amount]);
            assert_eq!(list["income"][0]["tags"], progressive, "{amount}");
        };
        let rated = rate(&e1, json!([]))["income"][0].clone();
        // 100 of 3.00 and 558.33 of 2.00.
        assert_eq!((&rated["amount"], &rated["quantity"]), (&json!("1416.66"), &json!("658.33")));
        assert_eq!((&rated["amountFixed"], &rated["tags"]), (&json!(true), &progressive));
        // Saved, the amount stays the card's, and follows the order by its card.
        let rated = rate(&e2, json!([]))["income"].clone();
        let saved = done(save(&admin, &e2, &json!({ "income": rated })));
        only(&saved, "700.00");
        let order = admin.ok(&format!("/afbase/order/view/{}", uuid(&admin, E2)));
        let answers = json!(["order.tolerance", "order.similar", "order.charges.follow"]);
        done(admin.post("/afbase/order/doUpdate", with(&order, &json!({ "planWeight": 400, "confirmed": answers }))));
        only(&charges(&admin, &uuid(&admin, E2)), "900.00");
        // A percentage comes last, of all that is there by then.
        let tenth = json!([{ "from": "0", "price": "10" }]);
        card(&admin, &json!({ "serviceItemId": security, "basis": "百分比", "breaks": tenth }));
        let hundred = json!({ "serviceItemId": handling, "currency": "CNY", "unitPrice": "100" });
        let income = json!([e1["income"][0], hundred]);
        let asked = json!({ "items": [security], "kind": "RECEIVABLE", "income": income, "cost": [] });
        let alone = done(admin.post("/css/charge/rate", body(&e1, &asked)));
        assert_eq!(each(&alone["income"], "amount"), ["19749.90", "100.00", "1984.99"]);
        let both = rate(&e1, income);
        let mut amounts = each(&both["income"], "amount");
        amounts.sort();
        assert_eq!(amounts, ["100.00", "1416.66", "19749.90", "2126.66"], "of 21266.56");
    });
}

#[test]
fn boxes_are_rated_type_by_type() {
    each_database_from(rooms_at_sea, at_sea, |world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let stuffing = found(world, charge::item::TABLE, &[("business_scope", "SE"), ("service_name_cn", "装箱费")]);
        for (kind, price) in [("40HQ", "1500"), ("20GP", "900")] {
            let breaks = json!([{ "from": "0", "price": price }]);
            let of_boxes = json!({
                "businessScope": "SE", "serviceItemId": stuffing, "basis": "箱型", "containerType": kind,
                "breaks": breaks,
            });
            card(&admin, &of_boxes);
        }
        let s1 = op.ok(&format!("/sc/order/se/page?orderCode={S1}"))["records"][0]["orderUuid"].clone();
        let list = charges(&op, s1.as_str().expect("an order"));
        let grids = json!({ "kind": "RECEIVABLE", "income": [], "cost": [] });
        let rated = done(op.post("/css/charge/rate", body(&list, &grids)));
        let names = ["containerType", "quantity", "amount"];
        let rows: Vec<_> = rated["income"].as_array().expect("rows").iter().collect();
        assert_eq!(rows.len(), 1, "S1 has boxes of one type: {rows:?}");
        assert_eq!(names.map(|name| rows[0][name].clone()), ["40HQ", "2", "3000.00"].map(|text| json!(text)));
        let saved = done(save(&op, &list, &json!({ "income": rated["income"] })));
        assert_eq!(saved["totals"]["income"]["functional"], json!("33000.00"));
    });
}

#[test]
fn income_goes_to_the_new_customer_of_its_order_when_its_user_says_so() {
    told(|world| {
        let admin = world.login("demo-admin");
        let (first, second) = (coop(world, "KH001"), coop(world, "KH002"));
        let (handling, supplier, e2) = (item(world, "操作费"), coop(world, "GYS001"), uuid(&admin, E2));
        let rows = json!({
            "income": [
                { "serviceItemId": handling, "unitPrice": "8" },
                { "serviceItemId": handling, "unitPrice": "9", "coopId": first },
            ],
            "cost": [{ "serviceItemId": handling, "unitPrice": "5", "coopId": supplier }],
        });
        done(save(&admin, &charges(&admin, &e2), &rows));
        let turn = |customer: &str, answers: &[&str]| {
            let confirmed: Vec<&str> = ["order.tolerance", "order.similar"].iter().chain(answers).copied().collect();
            let order = admin.ok(&format!("/afbase/order/view/{e2}"));
            let order = with(&order, &json!({ "coopId": customer, "confirmed": confirmed }));
            admin.post("/afbase/order/doUpdate", order)
        };
        let partners = || {
            let list = charges(&admin, &e2);
            [each(&list["income"], "coopName"), each(&list["cost"], "coopName")].concat()
        };
        assert_eq!(partners(), ["客户乙", "客户甲", "供应商甲"]);
        let asked = turn(&first, &[]);
        assert_eq!((asked.code, asked.questions()), (2, vec!["order.charges.customer".to_owned()]));
        let question = &asked.data["confirms"][0];
        assert_eq!(question["message"], json!("是否将未制账单的应收费用改为新客户？"));
        assert_eq!(question["either"], json!(true), "a no is an answer, too");
        assert_eq!(partners(), ["客户乙", "客户甲", "供应商甲"]);
        done(turn(&first, &["order.charges.customer"]));
        assert_eq!(partners(), ["客户甲", "客户甲", "供应商甲"]);
        done(turn(&second, &["no:order.charges.customer"]));
        assert_eq!(partners(), ["客户甲", "客户甲", "供应商甲"]);
        assert_eq!(charges(&admin, &e2)["totals"]["income"]["functional"], json!("17.00"));
        let log = admin.ok(&format!("/afbase/order/log/page?orderUuid={e2}&size=100")).to_string();
        assert!(log.contains("应收随订单更新费用") && !log.contains("应付随订单更新费用"), "{log}");
        // Nothing is asked where no charge is the former customer's.
        done(save(&admin, &charges(&admin, &e2), &json!({ "deleteIds": [charges(&admin, &e2)["income"][0]["id"]] })));
        done(turn(&first, &[]));
    });
}

#[test]
fn storage_is_charged_for_its_days_whenever_the_box_goes_back() {
    each_database_from(rooms_at_sea, at_sea, |world| {
        let op = world.login("op01");
        let imported = |free: Json| {
            let order = json!({
                "coopId": coop(world, "KH002"), "businessProduct": "拼箱分拨", "departureStation": "DEHAM",
                "arrivalStation": "CNSHA", "goodsNameCn": "机械配件", "planPieces": 10, "planWeight": 1500,
                "planVolume": 2, "containerMethod": "拼箱LCL", "billingType": "货代单", "expectArrival": "2026-07-08",
                "warehouse": true, "inboundDate": "2026-07-10", "outboundDate": "2026-07-20", "freeDays": free,
            });
            world.wait(seed::sea::save(&op.client(), "si", order))
        };
        let storage =
            crate::css::found(world, charge::item::TABLE, &[("business_scope", "SI"), ("service_name_cn", "仓储费")]);
        let days = |order: &str| {
            let row = json!({ "serviceItemId": storage, "basis": "天", "currency": "CNY", "unitPrice": "30" });
            let sent = body(&charges(&op, order), &json!({ "income": [row] }));
            each(&done(op.post("/css/charge/check", sent))["income"], "quantity")
        };
        // From the 10th to the 20th are eleven days; the free days of the box are for its return.
        assert_eq!(days(&imported(Json::Null)), ["11"]);
        assert_eq!(days(&imported(json!(7))), ["11"]);
    });
}
