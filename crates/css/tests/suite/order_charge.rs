//! /css_order_charge as the catalogue shows it, with the charges C1 to C7 of E1 and E4.

use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{Caller, World, done, each_database_from, refused};

use crate::css::suite::rooms_with_orders;
use crate::css::{charged, coop, item};

fn told(story: impl Fn(&World)) {
    each_database_from(rooms_with_orders, charged, story);
}

/// The public name of an order.
pub fn uuid(caller: &Caller<'_>, code: &str) -> String {
    let page = caller.ok(&format!("/afbase/order/page?orderCode={code}&closed=true"));
    page["records"][0]["orderUuid"].as_str().expect("an order").to_owned()
}

pub fn charges(caller: &Caller<'_>, uuid: &str) -> Json {
    caller.ok(&format!("/css/charge/list?orderUuid={uuid}"))
}

/// What a save of an order's charges says.
fn body(list: &Json, members: Json) -> Json {
    let mut body = json!({ "orderUuid": list["order"]["orderUuid"], "rowUuid": list["rowUuid"] });
    for (name, value) in members.as_object().expect("members") {
        body[name] = value.clone();
    }
    body
}

fn save(caller: &Caller<'_>, list: &Json, members: Json) -> testkit::Reply {
    caller.post("/css/charge/save", body(list, members))
}

fn texts(row: &Json, names: &[&str]) -> Vec<String> {
    names.iter().map(|name| row[*name].as_str().unwrap_or("-").to_owned()).collect()
}

const FIGURES: [&str; 7] =
    ["amount", "exchangeRate", "functionalAmount", "amountNotTax", "amountTax", "functionalNotTax", "functionalTax"];

#[test]
fn an_order_opens_with_the_charges_and_sums_of_the_catalogue() {
    told(|world| {
        let fin = world.login("fin01");
        let e1 = charges(&fin, &uuid(&fin, "AE-2607150001"));
        let rows = |side: &str| e1[side].as_array().cloned().expect("rows");
        assert_eq!((rows("income").len(), rows("cost").len()), (2, 1));
        assert_eq!(
            texts(&rows("income")[0], &FIGURES),
            ["19749.90", "1.0000", "19749.90", "18631.98", "1117.92", "18631.98", "1117.92"]
        );
        assert_eq!(
            texts(&rows("income")[1], &FIGURES),
            ["50.00", "7.1000", "355.00", "50.00", "0.00", "355.00", "0.00"]
        );
        assert_eq!(texts(&rows("cost")[0], &["amount", "quantity", "coopName"]), ["13170.00", "658.5", "供应商甲"]);
        assert_eq!(rows("income")[0]["serviceItemName"], json!("空运费"));
        let totals = &e1["totals"];
        assert_eq!(totals["income"]["functional"], json!("20104.90"));
        assert_eq!(
            totals["income"]["currencies"],
            json!([{ "currency": "CNY", "amount": "19749.90" }, { "currency": "USD", "amount": "50.00" }])
        );
        assert_eq!(
            totals["profit"],
            json!({ "amount": "6934.90", "rate": "34.49", "unit": "10.53", "notTax": "5816.98" })
        );
        let e4 = charges(&fin, &uuid(&fin, "AE-2607140001"));
        assert_eq!(e4["totals"]["profit"]["amount"], json!("5000.00"));
        assert_eq!(e4["totals"]["profit"]["rate"], json!("25.00"));
        assert_eq!(e4["closed"]["income"], json!("订单已财务锁账，费用不可修改"));
        assert!(e4["income"].as_array().expect("rows").iter().all(|row| row["financialDate"] == json!("2026-07-14")));
        assert_eq!(texts(&e4["cost"][1], &["amountNotTax", "amountTax"]), ["2830.19", "169.81"]);
        let none = charges(&fin, &uuid(&fin, "AE-2607150002"));
        assert_eq!(
            none["totals"]["profit"],
            json!({ "amount": "0.00", "rate": null, "unit": "0.00", "notTax": "0.00" })
        );
    });
}

#[test]
fn figures_follow_what_is_typed_before_anything_is_saved() {
    told(|world| {
        let op = world.login("op01");
        let list = charges(&op, &uuid(&op, "AE-2607150001"));
        let mut row = list["income"][0].clone();
        row["unitPrice"] = json!("31.00");
        let before = world.contents(false);
        let told = op.post("/css/charge/check", body(&list, json!({ "income": [row] })));
        let checked = done(told)["income"][0].clone();
        assert_eq!(texts(&checked, &["amount", "amountNotTax", "amountTax"]), ["20408.23", "19253.05", "1155.18"]);
        world.unchanged(&before, false);
        // An item alone brings its terms along, and the customer.
        let item = list["income"][1]["serviceItemId"].clone();
        let told = op
            .post("/css/charge/check", body(&list, json!({ "income": [{ "serviceItemId": item, "unitPrice": "8" }] })));
        let checked = done(told)["income"][0].clone();
        assert_eq!(
            texts(&checked, &["basis", "currency", "quantity", "amount", "taxRate", "coopName", "exchangeRate"]),
            ["票", "CNY", "1", "8.00", "6%", "客户甲", "1.0000"]
        );
        // A typed amount stands, and shows its price; below the least it is raised.
        let fixed = json!({ "serviceItemId": item, "amount": "100.01", "amountFixed": true, "quantity": "3", "quantityTyped": true });
        let least = json!({ "serviceItemId": item, "unitPrice": "1", "amountMin": "20", "taxRate": "0%" });
        let checked = done(op.post("/css/charge/check", body(&list, json!({ "income": [fixed, least] }))));
        assert_eq!(texts(&checked["income"][0], &["amount", "unitPrice"]), ["100.01", "33.3367"]);
        assert_eq!(checked["income"][0]["tags"], json!([{ "zh": "手工", "en": "typed" }]));
        assert_eq!(texts(&checked["income"][1], &["amount"]), ["20.00"]);
        assert_eq!(checked["income"][1]["tags"], json!([{ "zh": "最低", "en": "minimum" }]));
    });
}

#[test]
fn a_yen_has_no_cents_and_a_currency_without_a_rate_is_found_at_its_cell() {
    told(|world| {
        let admin = world.login("demo-admin");
        let rate = json!({ "currencyCode": "JPY", "type": "GENERAL", "currencyRate": "0.0455", "beginDate": "2026-07-01 00:00:00" });
        done(admin.post("/css/currencyRate", rate));
        let list = charges(&admin, &uuid(&admin, "AE-2607150001"));
        let item = list["income"][1]["serviceItemId"].clone();
        let of = |currency: &str| json!({ "serviceItemId": item, "currency": currency, "unitPrice": "1000.5", "quantity": "3", "taxRate": "0%" });
        let checked = done(admin.post("/css/charge/check", body(&list, json!({ "income": [of("JPY")] }))));
        assert_eq!(texts(&checked["income"][0], &["amount", "functionalAmount"]), ["3002", "136.59"]);
        let before = world.contents(false);
        let reply = save(&admin, &list, json!({ "income": [of("GBP")] }));
        assert_eq!(reply.findings_at("income.0.exchangeRate"), ["GBP在2026-07-15没有有效汇率"]);
        let mut cents = of("JPY");
        cents["amount"] = json!("3001.5");
        cents["amountFixed"] = json!(true);
        assert_eq!(
            save(&admin, &list, json!({ "income": [cents] })).findings_at("income.0.amount"),
            ["JPY金额最多0位小数"]
        );
        let huge = json!({ "serviceItemId": item, "unitPrice": "99999999.9999", "quantity": "9999999.9999" });
        assert_eq!(save(&admin, &list, json!({ "income": [huge] })).findings_at("income.0.amount"), ["金额超出范围"]);
        let nothing = save(&admin, &list, json!({ "cost": [{ "unitPrice": "1" }] }));
        assert_eq!(nothing.findings_at("cost.0.serviceItemId"), ["第1行：请选择服务项目"]);
        world.unchanged(&before, false);
    });
}

#[test]
fn lines_are_saved_at_once_or_not_at_all_and_who_comes_late_is_told() {
    told(|world| {
        let (op, other) = (world.login("op01"), world.login("cs01"));
        let e1 = uuid(&op, "AE-2607150001");
        let (first, second) = (charges(&op, &e1), charges(&other, &e1));
        let mut cost = first["cost"][0].clone();
        cost["unitPrice"] = json!("19.5");
        let saved = done(save(&op, &first, json!({ "cost": [cost.clone()] })));
        assert_eq!(saved["cost"][0]["id"], first["cost"][0]["id"], "the line keeps its id");
        assert_eq!(saved["cost"][0]["amount"], json!("12840.75"));
        assert_eq!(saved["totals"]["profit"]["amount"], json!("7264.15"));
        let before = world.contents(false);
        let late = save(&other, &second, json!({ "cost": [cost] }));
        assert_eq!((late.code, late.message.as_str()), (3, "数据有变化，请刷新后重试"));
        // One line that is wrong keeps the other from being written.
        let (income, wrong) = (saved["income"][0].clone(), json!({ "serviceItemId": "1", "unitPrice": "1" }));
        let mut income = income;
        income["note"] = json!("x");
        let reply = save(&op, &saved, json!({ "income": [income, wrong] }));
        assert_eq!(reply.findings_at("income.1.serviceItemId"), ["该业务范畴没有此服务项目"]);
        world.unchanged(&before, false);
        // The same charge twice is asked about; a removed line leaves its sum out.
        let mut twice = saved["income"][1].clone();
        twice.as_object_mut().expect("a row").remove("id");
        let asked = save(&op, &saved, json!({ "income": [twice.clone()] }));
        assert_eq!(asked.data["confirms"][0]["key"], json!("charge.double"));
        let doubled = done(save(&op, &saved, json!({ "income": [twice], "confirmed": ["charge.double"] })));
        assert_eq!(doubled["totals"]["income"]["functional"], json!("20459.90"));
        let gone = doubled["income"][2]["id"].clone();
        let left = done(save(&op, &doubled, json!({ "deleteIds": [gone] })));
        assert_eq!(left["totals"]["income"]["functional"], json!("20104.90"));
        // The log tells each side apart.
        let log = world.login("demo-admin").ok(&format!("/afbase/order/log/page?orderUuid={e1}&size=100")).to_string();
        assert!(log.contains("应付修改费用") && log.contains("应收第3行"), "{log}");
    });
}

#[test]
fn a_repeated_request_is_done_once() {
    told(|world| {
        let op = world.login("op01");
        let e2 = charges(&op, &uuid(&op, "AE-2607150002"));
        let item = charges(&op, &uuid(&op, "AE-2607150001"))["income"][1]["serviceItemId"].clone();
        let members = json!({
            "requestId": "0e6f5a10-7d4a-4f0e-9a53-0a4b8d8f6c11", "income": [{ "serviceItemId": item, "unitPrice": "8" }],
        });
        let first = done(save(&op, &e2, members.clone()));
        let before = world.contents(false);
        let again = done(save(&op, &e2, members));
        assert_eq!(first, again);
        world.unchanged(&before, false);
    });
}

#[test]
fn a_locked_order_keeps_its_charges_and_opens_again() {
    told(|world| {
        let (op, fin) = (world.login("op01"), world.login("fin01"));
        let e4 = uuid(&op, "AE-2607140001");
        let list = charges(&op, &e4);
        let mut row = list["income"][0].clone();
        row["unitPrice"] = json!("65");
        let before = world.contents(false);
        refused(&save(&op, &list, json!({ "income": [row] })), "订单已财务锁账，费用不可修改");
        let gone = save(&op, &list, json!({ "deleteIds": [list["cost"][0]["id"]] }));
        refused(&gone, "费用已锁账，不能删除");
        world.unchanged(&before, false);
        let order = fin.ok(&format!("/afbase/order/view/{e4}"));
        let unlock = json!({ "orderUuid": e4, "rowUuid": order["rowUuid"] });
        done(fin.put("/afbase/order/unlock", unlock));
        let open = charges(&fin, &e4);
        assert!(open["income"].as_array().expect("rows").iter().all(|row| row["financialDate"] == json!(null)));
        assert_eq!(open["closed"]["income"], json!(null), "finance changes what is done");
        assert_eq!(charges(&op, &e4)["closed"]["income"], json!("收入已完成，费用不可修改"));
        // Locked for a day of a closed month: refused.
        let lock = |day: &str| {
            let order = fin.ok(&format!("/afbase/order/view/{e4}"));
            fin.put("/afbase/order/lock", json!({ "orderUuid": e4, "rowUuid": order["rowUuid"], "lockDate": day }))
        };
        refused(&lock("2026-05-20"), "财务期间2026-05已结账");
        refused(&lock("2026-08-01"), "财务期间2026-08未开启");
        done(lock("2026-06-30"));
        assert!(charges(&fin, &e4)["cost"][0]["financialDate"] == json!("2026-06-30"));
    });
}

#[test]
fn a_side_nobody_may_see_is_not_there() {
    told(|world| {
        world.allow_nobody(&["af_order", "css_order_charge", "css-charge-edit", "css-income-view"]);
        let op = world.login("nobody");
        let e1 = uuid(&op, "AE-2607150001");
        let list = charges(&op, &e1);
        assert!(list.get("cost").is_none() && list["totals"].get("profit").is_none(), "{list}");
        assert!(list["totals"].get("cost").is_none());
        let sent = save(&op, &list, json!({ "cost": [{ "unitPrice": "1" }] }));
        assert_eq!(sent.status, 403, "{}", sent.message);
        let log = op.ok(&format!("/afbase/order/log/page?orderUuid={e1}&size=100")).to_string();
        assert!(log.contains("应收修改费用") && !log.contains("应付") && !log.contains("13,170"), "{log}");
    });
}

#[test]
fn income_and_cost_are_done_once_and_opened_again_by_finance() {
    told(|world| {
        let (op, fin) = (world.login("op01"), world.login("fin01"));
        let e1 = uuid(&op, "AE-2607150001");
        let finish = |caller: &Caller<'_>, verb: &str, kind: &str, confirmed: Json| {
            let row = charges(caller, &e1)["order"]["orderRowUuid"].clone();
            let body = json!({ "orderUuid": e1, "orderRowUuid": row, "kind": kind, "confirmed": confirmed });
            caller.put(&format!("/css/charge/{verb}"), body)
        };
        let told = done(finish(&op, "finish", "RECEIVABLE", json!([])));
        assert_eq!(told["order"]["incomeRecorded"], json!(true));
        refused(&finish(&op, "finish", "RECEIVABLE", json!([])), "收入已完成");
        let list = charges(&op, &e1);
        let mut row = list["income"][0].clone();
        row["unitPrice"] = json!("31");
        refused(&save(&op, &list, json!({ "income": [row.clone()] })), "收入已完成，费用不可修改");
        assert_eq!(finish(&op, "rollback", "RECEIVABLE", json!([])).status, 403);
        done(finish(&fin, "rollback", "RECEIVABLE", json!([])));
        refused(&finish(&fin, "rollback", "PAYABLE", json!([])), "成本未完成");
        done(save(&op, &charges(&op, &e1), json!({ "income": [row] })));
        // An order without charges is asked about.
        let e2 = uuid(&op, "AE-2607150002");
        let row = charges(&op, &e2)["order"]["orderRowUuid"].clone();
        let bare = |confirmed: Json| {
            op.put(
                "/css/charge/finish",
                json!({ "orderUuid": e2, "orderRowUuid": row, "kind": "PAYABLE", "confirmed": confirmed }),
            )
        };
        assert_eq!(bare(json!([])).data["confirms"][0]["message"], json!("没有费用，确认完成？"));
        done(bare(json!(["charge.none"])));
    });
}

#[test]
fn an_order_that_loses_waits_for_its_approval() {
    told(|world| {
        let (op, admin, mgr) = (world.login("op01"), world.login("demo-admin"), world.login("mgr01"));
        let approver = admin.ok("/platform/select/user?keyword=mgr01")[0]["value"].clone();
        let setting = json!({
            "eventId": "106", "approval": 1, "levels": [{ "name": "一级审批", "approverType": "user", "approverIds": [approver] }],
        });
        done(admin.post("/prm/ics/approval/setting", setting));
        let e1 = uuid(&op, "AE-2607150001");
        let list = charges(&op, &e1);
        let mut cost = list["cost"][0].clone();
        cost["unitPrice"] = json!("40");
        let list = done(save(&op, &list, json!({ "cost": [cost.clone()] })));
        assert_eq!(list["totals"]["profit"]["amount"], json!("-6235.10"));
        let finish = |kind: &str| {
            let row = charges(&op, &e1)["order"]["orderRowUuid"].clone();
            op.put("/css/charge/finish", json!({ "orderUuid": e1, "orderRowUuid": row, "kind": kind }))
        };
        let told = done(finish("PAYABLE"));
        assert_eq!(told["order"]["costRecorded"], json!(false));
        assert!(told["approving"]["instanceNo"].as_str().is_some_and(|no| no.starts_with("SP-")), "{told}");
        cost["unitPrice"] = json!("41");
        refused(&save(&op, &charges(&op, &e1), json!({ "cost": [cost] })), "审批中，不能修改");
        let task = mgr.ok("/prm/api/toDo?current=1&size=10")["records"][0]["taskId"].clone();
        done(mgr.post("/prm/ics/approval/agree", json!({ "taskId": task, "comment": "同意" })));
        assert_eq!(charges(&op, &e1)["order"]["costRecorded"], json!(true));
    });
}

#[test]
fn cards_rate_an_order_with_the_figures_of_the_catalogue() {
    told(|world| {
        let admin = world.login("demo-admin");
        let e1 = uuid(&admin, "AE-2607150001");
        let list = charges(&admin, &e1);
        let freight = list["income"][0]["serviceItemId"].clone();
        let card = json!({
            "kind": "RECEIVABLE", "businessScope": "AE", "serviceItemId": freight, "coopId": list["order"]["coopId"],
            "departure": "PVG", "arrival": "FRA", "basis": "计费重量", "currencyCode": "CNY", "mode": "WHOLE",
            "beginDate": "2026-07-01", "endDate": "2026-12-31", "taxRate": "6%",
            "breaks": [
                { "from": "0", "price": "36" }, { "from": "45", "price": "32" },
                { "from": "100", "price": "30" }, { "from": "500", "price": "28" },
            ],
        });
        let card = done(admin.post("/css/rateCard", card));
        let id = card["id"].as_str().expect("an id");
        done(admin.post(&format!("/css/rateCard/{id}/audit"), json!({ "version": card["version"] })));
        let rate = |order: &str, income: Json| {
            let asked = json!({ "orderUuid": order, "kind": "RECEIVABLE", "income": income });
            done(admin.post("/css/charge/rate", asked))
        };
        // A typed line of the item stays.
        let kept = rate(&e1, list["income"].clone());
        assert_eq!(kept["result"][0]["state"], json!("kept"));
        assert_eq!(kept["result"][0]["why"]["zh"], json!("已有费用，未覆盖"));
        assert_eq!(kept["income"][0]["amount"], json!("19749.90"));
        let rated = rate(&e1, json!([]));
        assert_eq!(rated["result"][0]["state"], json!("new"));
        assert_eq!(texts(&rated["income"][0], &["amount", "unitPrice", "source"]), ["18433.24", "28", "RATED"]);
        // The next break is cheaper.
        let e2 = uuid(&admin, "AE-2607150002");
        let order = admin.ok(&format!("/afbase/order/view/{e2}"));
        let mut changed = order.clone();
        changed["coopId"] = list["order"]["coopId"].clone();
        changed["planWeight"] = json!(480);
        changed["confirmed"] = json!(["order.tolerance", "order.similar"]);
        done(admin.post("/afbase/order/doUpdate", changed));
        let rated = rate(&e2, json!([]));
        assert_eq!(texts(&rated["income"][0], &["amount", "quantity"]), ["14000.00", "500"]);
        assert_eq!(rated["income"][0]["tags"], json!([{ "zh": "靠级", "en": "next break" }]));
        // Saved, it follows the order by its card when its user says so.
        let list = charges(&admin, &e2);
        let saved = done(save(&admin, &list, json!({ "income": rated["income"] })));
        assert_eq!(saved["income"][0]["amount"], json!("14000.00"));
        let mut heavier = admin.ok(&format!("/afbase/order/view/{e2}"));
        heavier["planWeight"] = json!(600);
        heavier["confirmed"] = json!(["order.tolerance", "order.similar"]);
        let asked = admin.post("/afbase/order/doUpdate", heavier.clone());
        assert_eq!(asked.data["confirms"][0]["message"], json!("计费重量已变更，是否更新费用数量？"));
        assert_eq!(asked.data["confirms"][0]["either"], json!(true));
        heavier["confirmed"] = json!(["order.tolerance", "order.similar", "no:order.charges.follow"]);
        done(admin.post("/afbase/order/doUpdate", heavier.clone()));
        assert_eq!(charges(&admin, &e2)["income"][0]["amount"], json!("14000.00"), "as it was answered");
        let mut heavier = admin.ok(&format!("/afbase/order/view/{e2}"));
        heavier["planWeight"] = json!(700);
        heavier["confirmed"] = json!(["order.tolerance", "order.similar", "order.charges.follow"]);
        done(admin.post("/afbase/order/doUpdate", heavier));
        assert_eq!(charges(&admin, &e2)["income"][0]["amount"], json!("19600.00"));
    });
}

/// An order as it is moved: its version with some members more.
fn life(caller: &Caller<'_>, uuid: &str, members: Json) -> Json {
    let mut body = json!({ "orderUuid": uuid, "rowUuid": caller.ok(&format!("/afbase/order/view/{uuid}"))["rowUuid"] });
    for (name, value) in members.as_object().expect("members") {
        body[name] = value.clone();
    }
    body
}

/// Charges on E2: two that count, one on each side, and an incidental one that nobody confirmed.
fn e2_charged(world: &World, caller: &Caller<'_>) -> String {
    let e2 = uuid(caller, "AE-2607150002");
    let (handling, supplier) = (item(world, "操作费"), coop(world, "GYS001"));
    let rows = json!({
        "income": [{ "serviceItemId": handling, "unitPrice": "8" }],
        "cost": [{ "serviceItemId": handling, "unitPrice": "5", "coopId": supplier }],
    });
    let list = done(save(caller, &charges(caller, &e2), rows));
    let line = json!({
        "kind": "PAYABLE", "serviceItemId": item(world, "杂费"), "coopId": supplier, "unitPrice": "3",
    });
    done(caller.post("/afbase/incidentals/doSave", body(&list, json!({ "lines": [line] }))));
    e2
}

/// Confirms the incidental charge of an order.
fn confirmed(caller: &Caller<'_>, uuid: &str) {
    let waiting = caller.ok(&format!("/afbase/incidentals/list?orderUuid={uuid}"))["orders"][0].clone();
    let ids = json!({ "ids": [waiting["lines"][0]["id"]] });
    done(caller.post("/afbase/incidentals/confirm", body(&waiting, ids)));
}

/// How many charges there are of an order, whoever may see it.
fn count_of(world: &World, code: &str) -> i64 {
    let count = format!(
        "SELECT COUNT(*) FROM charge c JOIN freight_order o ON o.org_id = c.org_id AND o.id = c.order_id \
         WHERE o.org_id = 2 AND o.order_code = '{code}'"
    );
    world.database(|_, conn| conn.query(&Stmt::Raw(count, Vec::new())).expect("reads")[0].get(0).expect("a count"))
}

#[test]
fn a_cancelled_order_loses_its_charges_and_comes_back_without_them() {
    told(|world| {
        let (op, fin, admin) = (world.login("op01"), world.login("fin01"), world.login("demo-admin"));
        let e2 = e2_charged(world, &op);
        let finish = || {
            let row = charges(&op, &e2)["order"]["orderRowUuid"].clone();
            op.put("/css/charge/finish", json!({ "orderUuid": e2, "orderRowUuid": row, "kind": "RECEIVABLE" }))
        };
        // What waits keeps income from being done; that it is done keeps nobody from cancelling.
        refused(&finish(), "有1条待确认杂费，请先处理");
        confirmed(&op, &e2);
        done(finish());
        assert_eq!(count_of(world, "AE-2607150002"), 3);
        let why = json!({ "reason": "录入错误", "remark": "" });
        done(op.put("/afbase/order/cancel", life(&op, &e2, why)));
        let list = charges(&op, &e2);
        assert_eq!((&list["income"], &list["cost"]), (&json!([]), &json!([])));
        assert_eq!(list["totals"]["profit"]["amount"], json!("0.00"));
        assert_eq!(count_of(world, "AE-2607150002"), 0);
        // What there was of them stays in the log of each side.
        let log = admin.ok(&format!("/afbase/order/log/page?orderUuid={e2}&size=100")).to_string();
        for words in ["应收取消订单", "应付取消订单", "操作费 客户乙 CNY 8", "杂费 供应商甲 CNY 3"]
        {
            assert!(log.contains(words), "{words}: {log}");
        }
        // Nothing is entered on it.
        let handling = item(world, "操作费");
        let before = world.contents(false);
        let late = save(&op, &list, json!({ "income": [{ "serviceItemId": handling, "unitPrice": "8" }] }));
        refused(&late, "订单已关闭，不能修改");
        world.unchanged(&before, false);
        done(op.put("/afbase/order/restore", life(&op, &e2, json!({}))));
        let back = charges(&op, &e2);
        assert_eq!((&back["order"]["incomeRecorded"], &back["order"]["costRecorded"]), (&json!(false), &json!(false)));
        assert_eq!((&back["income"], &back["cost"], &back["closed"]["income"]), (&json!([]), &json!([]), &Json::Null));
        let row = fin.ok("/afbase/order/page?orderCode=AE-2607150002")["records"][0].clone();
        let told = ["incomeAmount", "costAmount", "profitAmount", "incomeStatus", "costStatus"];
        assert_eq!(told.map(|name| row[name].clone()), [json!(0), json!(0), json!(0), json!("NONE"), json!("NONE")]);
        done(save(&op, &back, json!({ "income": [{ "serviceItemId": handling, "unitPrice": "8" }] })));
    });
}

#[test]
fn an_order_that_is_closed_for_good_loses_its_charges() {
    told(|world| {
        let (op, mgr, admin) = (world.login("op01"), world.login("mgr01"), world.login("demo-admin"));
        let e2 = e2_charged(world, &op);
        done(mgr.put("/afbase/order/forceStop", life(&mgr, &e2, json!({ "reason": "客户取消" }))));
        let list = charges(&op, &e2);
        let told = (&list["order"]["lifecycle"], &list["totals"]["profit"]["amount"]);
        assert_eq!(told, (&json!("CLOSED"), &json!("0.00")));
        // The one that nobody confirmed is gone with them.
        assert_eq!(count_of(world, "AE-2607150002"), 0);
        let log = admin.ok(&format!("/afbase/order/log/page?orderUuid={e2}&size=100")).to_string();
        assert!(log.contains("操作费 客户乙 CNY 8") && log.contains("操作费 供应商甲 CNY 5"), "{log}");
    });
}

#[test]
fn charges_stay_while_the_closing_of_their_order_is_decided_and_go_with_it() {
    told(|world| {
        let (op, admin, mgr) = (world.login("op01"), world.login("demo-admin"), world.login("mgr01"));
        let ceo = world.login("ceo01");
        let approver = admin.ok("/platform/select/user?keyword=mgr01")[0]["value"].clone();
        let levels = json!([{ "name": "一级审批", "approverType": "user", "approverIds": [approver] }]);
        done(admin.post("/prm/ics/approval/setting", json!({ "eventId": "116", "approval": 1, "levels": levels })));
        let e2 = e2_charged(world, &op);
        done(ceo.put("/afbase/order/forceStop", life(&ceo, &e2, json!({ "reason": "客户取消" }))));
        let list = charges(&op, &e2);
        let waits = "审批中，不能修改";
        assert_eq!(list["closed"], json!({ "income": waits, "cost": waits }));
        let mut row = list["income"][0].clone();
        row["unitPrice"] = json!("9");
        let before = world.contents(false);
        refused(&save(&op, &list, json!({ "income": [row] })), waits);
        refused(&save(&op, &list, json!({ "deleteIds": [list["cost"][0]["id"]] })), waits);
        world.unchanged(&before, false);
        assert_eq!(count_of(world, "AE-2607150002"), 3);
        let task = mgr.ok("/prm/api/toDo?current=1&size=10")["records"][0]["taskId"].clone();
        done(mgr.post("/prm/ics/approval/agree", json!({ "taskId": task, "comment": "同意" })));
        assert_eq!(charges(&op, &e2)["order"]["lifecycle"], json!("CLOSED"));
        assert_eq!(count_of(world, "AE-2607150002"), 0);
    });
}

#[test]
fn an_order_with_a_booked_charge_is_neither_cancelled_nor_closed() {
    told(|world| {
        let (op, fin, mgr) = (world.login("op01"), world.login("fin01"), world.login("mgr01"));
        let code = "AE-2607150002";
        let e2 = e2_charged(world, &op);
        confirmed(&op, &e2);
        for kind in ["RECEIVABLE", "PAYABLE"] {
            let row = charges(&fin, &e2)["order"]["orderRowUuid"].clone();
            done(fin.put("/css/charge/finish", json!({ "orderUuid": e2, "orderRowUuid": row, "kind": kind })));
        }
        done(fin.put("/afbase/order/lock", life(&fin, &e2, json!({ "lockDate": "2026-07-15" }))));
        // A correction keeps its day when the order is opened again.
        let adjusted = json!({
            "orderId": fin.ok(&format!("/afbase/order/page?orderCode={code}"))["records"][0]["id"], "kind": "PAYABLE",
            "serviceItemId": item(world, "操作费"), "coopId": coop(world, "GYS001"), "currency": "CNY", "amount": "1",
            "financialDate": "2026-07-15", "reason": "补录",
        });
        done(fin.post("/css/chargeAdjust/save", adjusted));
        done(fin.put("/afbase/order/unlock", life(&fin, &e2, json!({}))));
        let before = world.contents(false);
        let cancel = life(&op, &e2, json!({ "reason": "录入错误", "remark": "" }));
        refused(&op.put("/afbase/order/cancel", cancel), "费用已入账，不能取消");
        let close = life(&mgr, &e2, json!({ "reason": "客户取消" }));
        refused(&mgr.put("/afbase/order/forceStop", close), "存在已确认或已锁账费用，不能关闭");
        world.unchanged(&before, false);
        // Taken back, it stands in nobody's way.
        let id = fin.ok("/css/chargeAdjust/page")["records"][0]["id"].as_str().expect("an id").to_owned();
        done(fin.delete(&format!("/css/chargeAdjust/{id}")));
        done(op.put("/afbase/order/cancel", life(&op, &e2, json!({ "reason": "录入错误", "remark": "" }))));
        assert_eq!(count_of(world, code), 0);
    });
}

#[test]
fn an_order_that_is_hidden_shows_and_takes_no_charge() {
    told(|world| {
        let op = world.login("op01");
        let (e1, e2) = (uuid(&op, "AE-2607150001"), uuid(&op, "AE-2607150002"));
        let (seen, own) = (charges(&op, &e1), charges(&op, &e2));
        // E2 alone is his.
        world.show_own_orders("cs02");
        world.database(|_, conn| {
            let own = "UPDATE freight_order SET servicer_id = (SELECT id FROM app_user WHERE org_id = 2 AND login_name \
                       LIKE '%cs02%') WHERE org_id = 2 AND order_code = 'AE-2607150002'";
            conn.exec(&Stmt::Raw(own.to_owned(), Vec::new())).expect("writes");
        });
        let cs = world.login("cs02");
        let hidden = "您没有该订单的数据权限";
        let mut row = seen["income"][0].clone();
        row["unitPrice"] = json!("31");
        let before = world.contents(true);
        refused(&cs.get(&format!("/css/charge/list?orderUuid={e1}")), hidden);
        let bare = json!({ "income": [], "cost": [] });
        for (verb, members) in [
            ("check", json!({ "income": [row] })),
            ("save", json!({ "income": [row] })),
            ("save", json!({ "deleteIds": [row["id"]] })),
            ("rate", json!({ "kind": "" })),
            ("copyIncomeToCost", json!({ "rows": [0], "percent": "10", "coopId": seen["cost"][0]["coopId"] })),
            ("refreshRate", bare),
        ] {
            refused(&cs.post(&format!("/css/charge/{verb}"), body(&seen, members)), hidden);
        }
        let finish = json!({ "orderUuid": e1, "orderRowUuid": seen["order"]["orderRowUuid"], "kind": "RECEIVABLE" });
        refused(&cs.put("/css/charge/finish", finish), hidden);
        refused(&cs.get(&format!("/afbase/incidentals/list?orderUuid={e1}")), hidden);
        // One that is seen takes nothing from one that is not, nor does it tell whether that is there.
        for from in ["AE-2607150001", "AE-2607159999"] {
            let copied = cs.post("/css/charge/copyOrder", body(&own, json!({ "fromOrder": from })));
            assert_eq!(copied.findings_at("fromOrder"), [format!("订单{from}不存在")]);
        }
        let foreign = cs.post("/css/charge/check", body(&own, json!({ "income": [row] })));
        assert_eq!(foreign.data["findings"][0]["field"], json!("income.0"), "{}", foreign.data);
        assert!(!foreign.data.to_string().contains("20408.23"), "{}", foreign.data);
        let listed = cs.ok("/css/charge/page?kind=RECEIVABLE&size=50");
        assert_eq!((&listed["total"], &listed["totals"]["functionalAmount"]), (&json!(0), &json!(0)));
        world.unchanged(&before, true);
        assert_eq!(charges(&cs, &e2)["order"]["orderCode"], json!("AE-2607150002"));
        // Of another company there is no such order at all.
        assert_eq!(world.login("sh01").get(&format!("/css/charge/list?orderUuid={e1}")).status, 404);
    });
}
