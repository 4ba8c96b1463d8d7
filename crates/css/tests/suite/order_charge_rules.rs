//! What charges of an order are refused for, each at its cell, and what is just right: the rules of /css_order_charge.

use platform::store::{Stmt, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, refused};

use super::money_columns::{S1, at_sea, rooms_at_sea};
use super::order_charge::{charges, uuid};
use crate::css::suite::rooms_with_orders;
use crate::css::{charged, coop, item};

const DEMO: i64 = 2;
const E1: &str = "AE-2607150001";
const E2: &str = "AE-2607150002";
const E4: &str = "AE-2607140001";
const ITEMS: &str = "/prm/service";

fn told(story: impl Fn(&World)) {
    each_database_from(rooms_with_orders, charged, story);
}

/// What a call about the charges of an order says.
pub fn body(list: &Json, members: &Json) -> Json {
    with(&json!({ "orderUuid": list["order"]["orderUuid"], "rowUuid": list["rowUuid"] }), members)
}

pub fn save(caller: &Caller<'_>, list: &Json, members: &Json) -> Reply {
    caller.post("/css/charge/save", body(list, members))
}

/// Some members of something otherwise.
pub fn with(of: &Json, members: &Json) -> Json {
    let mut of = of.clone();
    for (name, value) in members.as_object().expect("members") {
        of[name] = value.clone();
    }
    of
}

fn id(of: &Json) -> &str {
    of["id"].as_str().expect("an id")
}

/// An item of the company itself.
fn own_item(world: &World, name: &str, members: &Json) -> Json {
    let base = json!({
        "businessScope": "AE", "serviceType": "支线", "serviceNameCn": name, "serviceNameEn": "OWN FEE",
    });
    done(world.login("demo-admin").post(ITEMS, with(&base, members)))
}

/// An item as the list of items tells it.
fn listed(caller: &Caller<'_>, scope: &str, is: impl Fn(&Json) -> bool) -> Json {
    let page = caller.ok(&format!("{ITEMS}/page?businessScope={scope}&size=500"));
    page["records"].as_array().expect("items").iter().find(|row| is(row)).expect("an item").clone()
}

fn item_of(caller: &Caller<'_>, scope: &str, name: &str) -> String {
    id(&listed(caller, scope, |row| row["serviceNameCn"] == json!(name))).to_owned()
}

#[test]
fn what_does_not_fit_is_found_at_its_cell_and_nothing_is_written() {
    told(|world| {
        let (handling, supplier) = (item(world, "操作费"), coop(world, "GYS001"));
        let (paid, sold) = (
            own_item(world, "只付费", &json!({ "kind": "COST" })),
            own_item(world, "只收费", &json!({ "kind": "INCOME" })),
        );
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let list = charges(&op, &uuid(&op, E2));
        let income = json!({ "serviceItemId": handling, "unitPrice": "8" });
        let cost = with(&income, &json!({ "coopId": supplier }));
        let before = world.contents(false);
        let income_faults = [
            (json!({ "unitPrice": null }), "unitPrice", "请填写单价"),
            (json!({ "basis": "手工" }), "quantity", "请填写数量"),
            (json!({ "basis": "计费吨" }), "basis", "该业务范畴没有此计费标准"),
            (json!({ "basis": "标箱" }), "basis", "该业务范畴没有此计费标准"),
            (json!({ "basis": "公里" }), "basis", "该业务范畴没有此计费标准"),
            (json!({ "basis": "箱型" }), "containerType", "请填写箱型"),
            (json!({ "basis": "乱写" }), "basis", "没有“乱写”这个选项"),
            (json!({ "coopId": "1" }), "coopId", "往来单位不存在"),
            (json!({ "coopId": coop_in(world, "KH003") }), "coopId", "客户丙已停用，不能录入费用"),
            (json!({ "currency": "XXX" }), "currency", "币种不存在"),
            (json!({ "taxRate": "7%" }), "taxRate", "没有“7%”这个选项"),
            (json!({ "amountMin": "50", "amountMax": "49.99" }), "amountMax", "最低收费不能大于最高收费"),
            (json!({ "currency": "JPY", "amountMin": "49.5" }), "amountMin", "JPY最多0位小数"),
            (json!({ "digits": 3 }), "digits", "CNY最多2位小数"),
            (json!({ "exchangeRate": "2" }), "exchangeRate", "本位币汇率为1"),
            (json!({ "serviceItemId": item_of(&admin, "SE", "海运费") }), "serviceItemId", "该业务范畴没有此服务项目"),
            (json!({ "serviceItemId": paid["id"] }), "serviceItemId", "该服务项目不用于应收"),
        ];
        for (members, field, message) in income_faults {
            let reply = save(&op, &list, &json!({ "income": [with(&income, &members)] }));
            assert_eq!(reply.findings_at(&format!("income.0.{field}")), [message], "{members}");
        }
        let cost_faults = [
            (json!({ "coopId": null }), "coopId", "请填写往来单位"),
            (json!({ "serviceItemId": sold["id"] }), "serviceItemId", "该服务项目不用于应付"),
        ];
        for (members, field, message) in cost_faults {
            let reply = save(&op, &list, &json!({ "cost": [with(&cost, &members)] }));
            assert_eq!(reply.findings_at(&format!("cost.0.{field}")), [message], "{members}");
        }
        let english = op.in_language("en-US");
        let reply = save(&english, &list, &json!({ "cost": [with(&cost, &json!({ "serviceItemId": sold["id"] }))] }));
        assert_eq!(reply.findings_at("cost.0.serviceItemId"), ["The service item is not used for payables."]);
        // What is no row, and members nobody knows, are no call at all.
        for sent in [json!({ "income": {} }), json!({ "income": [1] }), json!({ "income": [{ "profit": "1" }] })] {
            assert_eq!(save(&op, &list, &sent).status, 400, "{sent}");
        }
        assert_eq!(save(&op, &list, &json!({ "income": [with(&income, &json!({ "id": "x" }))] })).status, 400);
        world.unchanged(&before, false);
        // Just right: limits that are equal, all digits of the currency, nothing of something, a price below nought.
        let right = [
            json!({ "amountMin": "50", "amountMax": "50" }),
            json!({ "unitPrice": "9.99", "digits": 2 }),
            json!({ "basis": "手工", "quantity": "0" }),
            json!({ "unitPrice": "-8" }),
            json!({ "unitPrice": "7", "exchangeRate": "1" }),
            json!({ "unitPrice": "6", "taxRate": "免税" }),
            json!({ "serviceItemId": sold["id"] }),
        ];
        let right: Vec<Json> = right.iter().map(|members| with(&income, members)).collect();
        let paid = with(&cost, &json!({ "serviceItemId": paid["id"] }));
        let saved = done(save(&op, &list, &json!({ "income": right, "cost": [paid] })));
        let amounts: Vec<&str> = saved["income"].as_array().expect("rows").iter().map(amount).collect();
        assert_eq!(amounts, ["50.00", "9.99", "0.00", "-8.00", "7.00", "6.00", "8.00"]);
        assert_eq!(amount(&saved["cost"][0]), "8.00");
    });
}

fn amount(row: &Json) -> &str {
    row["amount"].as_str().expect("an amount")
}

/// A partner whom no field offers.
fn coop_in(world: &World, code: &str) -> String {
    let page = world.login("demo-admin").ok(&format!("/prm/coop/page?keyword={code}"));
    id(&page["records"][0]).to_owned()
}

#[test]
fn a_row_is_one_of_its_order_and_its_side_and_is_sent_once() {
    told(|world| {
        let op = world.login("op01");
        let e1 = charges(&op, &uuid(&op, E1));
        let other = charges(&op, &uuid(&op, E4));
        let before = world.contents(false);
        let strange = "该行已删除或不属于此订单";
        let own = with(&e1["income"][0], &json!({ "note": "x" }));
        let foreign = with(&own, &json!({ "id": other["income"][0]["id"] }));
        let unknown = with(&own, &json!({ "id": "1" }));
        let crossed = with(&own, &json!({ "id": e1["cost"][0]["id"] }));
        for row in [foreign, unknown, crossed, own.clone()] {
            let reply = save(&op, &e1, &json!({ "income": [own, row] }));
            assert_eq!(reply.findings_at("income.1"), [strange], "{row}");
        }
        world.unchanged(&before, false);
        assert_eq!(done(save(&op, &e1, &json!({ "income": [own] })))["income"][0]["note"], json!("x"));
    });
}

#[test]
fn a_line_stays_whose_item_or_partner_is_not_offered_any_more() {
    told(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let own = own_item(world, "改单费", &json!({}));
        let (handling, customer, supplier) = (item(world, "操作费"), coop(world, "KH001"), coop(world, "GYS001"));
        let e2 = uuid(&op, E2);
        let rows = json!([
            { "serviceItemId": own["id"], "unitPrice": "7" },
            { "serviceItemId": handling, "coopId": customer, "unitPrice": "8" },
        ]);
        let mut list = done(save(&op, &charges(&op, &e2), &json!({ "income": rows })));
        // Each line takes a note, and a new one like it does not come beside it.
        let mut only = |place: usize, fresh: Json, (side, field): (&str, &str), message: &str| {
            let noted = with(&list["income"][place], &json!({ "note": message }));
            list = done(save(&op, &list, &json!({ "income": [noted] })));
            assert_eq!(list["income"][place]["note"], json!(message));
            let before = world.contents(false);
            let reply = save(&op, &list, &json!({ side: [fresh] }));
            assert_eq!(reply.findings_at(&format!("{side}.0.{field}")), [message]);
            world.unchanged(&before, false);
        };
        let at = format!("{ITEMS}/{}", id(&own));
        done(admin.put(&at, json!({ "version": own["version"], "kind": "COST" })));
        let fresh = json!({ "serviceItemId": own["id"], "unitPrice": "70", "coopId": supplier });
        only(0, fresh.clone(), ("income", "serviceItemId"), "该服务项目不用于应收");
        let stop = json!({ "version": admin.ok(&at)["version"], "active": false });
        done(admin.post(&format!("{at}/status"), stop));
        only(0, fresh, ("cost", "serviceItemId"), "服务项目已停用");
        world.database(|_, conn| {
            let mut stop = sql::update(DEMO, "coop", &[("coop_state", Value::Text("停用".to_owned()))]);
            stop.and_where(sql::eq("coop_code", "KH001".to_owned()));
            assert_eq!(conn.exec(&stop.into()).expect("stops a partner"), 1);
        });
        let fresh = json!({ "serviceItemId": handling, "coopId": customer, "unitPrice": "80" });
        only(1, fresh, ("income", "coopId"), "客户甲已停用，不能录入费用");
    });
}

#[test]
fn a_typed_rate_needs_its_right_and_is_asked_about_when_it_is_far_off() {
    told(|world| {
        let op = world.login("op01");
        let (handling, e2) = (item(world, "操作费"), uuid(&op, E2));
        let row = |price: &str, rate: &str| json!({ "serviceItemId": handling, "currency": "USD", "unitPrice": price, "exchangeRate": rate });
        let sent = |caller: &Caller<'_>, row: Json, confirmed: Json| {
            save(caller, &charges(caller, &e2), &json!({ "income": [row], "confirmed": confirmed }))
        };
        // Five percent off the table, either way, and one ten-thousandth more.
        done(sent(&op, row("1", "7.455"), json!([])));
        done(sent(&op, row("2", "6.745"), json!([])));
        let before = world.contents(false);
        for (rate, off) in [("7.456", "5.01"), ("6.744", "-5.01")] {
            let asked = sent(&op, row("3", rate), json!([]));
            assert_eq!((asked.code, asked.questions()), (2, vec!["charge.rate_deviates".to_owned()]), "{rate}");
            let question = &asked.data["confirms"][0];
            assert_eq!(question["message"], json!(format!("汇率偏离维护汇率{off}%，是否继续？")));
            assert_eq!(question["field"], json!("income.0.exchangeRate"));
        }
        for rate in ["0", "1000000"] {
            assert!(!sent(&op, row("3", rate), json!([])).findings_at("income.0.exchangeRate").is_empty(), "{rate}");
        }
        world.unchanged(&before, false);
        let saved = done(sent(&op, row("3", "7.456"), json!(["charge.rate_deviates"])));
        assert_eq!(saved["income"][2]["functionalAmount"], json!("22.37"));
        // Without the right the table's own rate may be typed, and what somebody else typed stays.
        world.allow_nobody(&["af_order", "css_order_charge", "css-charge-add", "css-charge-edit", "css-income-view"]);
        let clerk = world.login("nobody");
        let before = world.contents(false);
        let typed = sent(&clerk, row("4", "7.2"), json!([]));
        assert_eq!(typed.findings_at("income.0.exchangeRate"), ["没有修改汇率的权限"]);
        world.unchanged(&before, false);
        done(sent(&clerk, row("5", "7.1"), json!([])));
        let others = charges(&clerk, &e2)["income"][2].clone();
        let noted = done(sent(&clerk, with(&others, &json!({ "note": "x" })), json!([])));
        assert_eq!((&noted["income"][2]["note"], &noted["income"][2]["exchangeRate"]), (&json!("x"), &json!("7.4560")));
    });
}

#[test]
fn an_order_has_two_hundred_charges_and_not_one_more() {
    told(|world| {
        let op = world.login("op01");
        let (handling, supplier) = (item(world, "操作费"), coop(world, "GYS001"));
        let row = |place: i32| json!({ "serviceItemId": handling, "coopId": supplier, "unitPrice": place.to_string() });
        let rows = |count: i32| -> Vec<Json> { (1..=count).map(row).collect() };
        let e1 = uuid(&op, E1);
        let first = charges(&op, &e1);
        let many = "一票订单最多200行费用";
        let before = world.contents(false);
        // E1 has three.
        let over = save(&op, &first, &json!({ "income": rows(98), "cost": rows(100) }));
        assert_eq!(over.findings_at("income"), [many]);
        assert_eq!(save(&op, &first, &json!({ "cost": rows(198) })).findings_at("cost"), [many]);
        assert_eq!(
            save(&op, &first, &json!({ "cost": rows(201) })).findings_at("cost"),
            [many],
            "more than a grid has"
        );
        let e2 = charges(&op, &uuid(&op, E2));
        let split = save(&op, &e2, &json!({ "income": rows(101), "cost": rows(100) }));
        assert_eq!(split.findings_at("income"), [many]);
        world.unchanged(&before, false);
        let full = done(save(&op, &first, &json!({ "income": rows(97), "cost": rows(100) })));
        let count = |list: &Json| ["income", "cost"].map(|side| list[side].as_array().map_or(0, Vec::len));
        assert_eq!(count(&full), [99, 101]);
        let before = world.contents(false);
        assert_eq!(save(&op, &full, &json!({ "income": [row(300)] })).findings_at("income"), [many]);
        world.unchanged(&before, false);
        // One that goes makes room for one that comes; those that are there are changed as before.
        let gone = json!({ "income": [row(300)], "deleteIds": [full["income"][98]["id"]] });
        let full = done(save(&op, &full, &gone));
        assert_eq!(count(&full), [99, 101]);
        let noted = with(&full["cost"][0], &json!({ "note": "x" }));
        assert_eq!(done(save(&op, &full, &json!({ "cost": [noted] })))["cost"][0]["note"], json!("x"));
    });
}

#[test]
fn a_charge_that_waits_for_a_word_is_not_removed() {
    told(|world| {
        let op = world.login("op01");
        let e1 = uuid(&op, E1);
        let line = json!({
            "kind": "PAYABLE", "serviceItemId": item(world, "杂费"), "coopId": coop(world, "GYS001"), "unitPrice": "100",
        });
        let call = |verb: &str, members: Json| {
            done(op.post(&format!("/afbase/incidentals/{verb}"), body(&charges(&op, &e1), &members)))
        };
        let made = call("doSave", json!({ "lines": [line] }));
        let id = made["orders"][0]["lines"][0]["id"].clone();
        let remove = || {
            let before = world.contents(false);
            refused(&save(&op, &charges(&op, &e1), &json!({ "deleteIds": [id] })), "杂费未确认，请在杂费录入中处理");
            world.unchanged(&before, false);
        };
        remove();
        // Neither is one that was sent back; once confirmed it is a charge like others.
        call("reject", json!({ "ids": [id], "reason": "金额不对" }));
        remove();
        let again = json!({ "id": id, "kind": "PAYABLE", "unitPrice": "90" });
        call("doSave", json!({ "lines": [again] }));
        call("confirm", json!({ "ids": [id] }));
        let left = done(save(&op, &charges(&op, &e1), &json!({ "deleteIds": [id] })));
        assert_eq!(left["totals"]["cost"]["functional"], json!("13170.00"));
    });
}

#[test]
fn a_sea_order_is_charged_by_its_boxes_and_tons() {
    each_database_from(rooms_at_sea, at_sea, |world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let s1 = op.ok(&format!("/sc/order/se/page?orderCode={S1}"))["records"][0]["orderUuid"].clone();
        let list = charges(&op, s1.as_str().expect("an order"));
        let figures = |side: &str, place: usize| {
            let names = ["amount", "exchangeRate", "functionalAmount", "amountNotTax", "amountTax", "quantity"];
            names.map(|name| list[side][place][name].as_str().expect("a figure").to_owned())
        };
        assert_eq!(figures("income", 0), ["3000.00", "7.0000", "21000.00", "3000.00", "0.00", "4"]);
        assert_eq!(figures("income", 1), ["9000.00", "1.0000", "9000.00", "8490.57", "509.43", "4"]);
        assert_eq!(figures("cost", 0), ["2400.00", "7.0000", "16800.00", "2400.00", "0.00", "4"]);
        assert_eq!(figures("cost", 1), ["7200.00", "1.0000", "7200.00", "6792.45", "407.55", "4"]);
        assert_eq!(
            list["totals"]["profit"],
            json!({ "amount": "6000.00", "rate": "20.00", "unit": "50.85", "notTax": "5898.12" })
        );
        let freight = item_of(&admin, "SE", "海运费");
        let row = |basis: &str, boxes: &str| json!({ "serviceItemId": freight, "unitPrice": "1", "basis": basis, "containerType": boxes, "currency": "CNY" });
        let rows = [row("计费吨", ""), row("箱型", "40HQ"), row("箱型", "20GP"), row("分单", ""), row("毛重", "")];
        let checked = done(op.post("/css/charge/check", body(&list, &json!({ "income": rows }))));
        let rows = checked["income"].as_array().expect("rows");
        let quantities: Vec<&str> = rows.iter().map(|row| row["quantity"].as_str().expect("a quantity")).collect();
        assert_eq!(quantities, ["118", "2", "0", "1", "18500"]);
        assert_eq!(checked["findings"], json!([]));
        let before = world.contents(false);
        let by_weight = save(&op, &list, &json!({ "income": [row("计费重量", "")] }));
        assert_eq!(by_weight.findings_at("income.0.basis"), ["该业务范畴没有此计费标准"]);
        let untyped = save(&op, &list, &json!({ "income": [row("箱型", "")] }));
        assert_eq!(untyped.findings_at("income.0.containerType"), ["请填写箱型"]);
        let of_air = with(&row("票", ""), &json!({ "serviceItemId": item(world, "空运费") }));
        let of_air = save(&op, &list, &json!({ "income": [of_air] }));
        assert_eq!(of_air.findings_at("income.0.serviceItemId"), ["该业务范畴没有此服务项目"]);
        world.unchanged(&before, false);
        let saved = done(save(&op, &list, &json!({ "income": [row("箱型", "40HQ")] })));
        assert_eq!(saved["totals"]["income"]["functional"], json!("30002.00"));
    });
}

#[test]
fn each_basis_of_an_air_order_counts_its_own_figure() {
    told(|world| {
        let op = world.login("op01");
        let handling = item(world, "操作费");
        let list = charges(&op, &uuid(&op, E1));
        let row = |basis: &str, price: &str, currency: &str| json!({ "serviceItemId": handling, "basis": basis, "unitPrice": price, "currency": currency });
        let checked = |rows: Json| {
            let checked = done(op.post("/css/charge/check", body(&list, &json!({ "income": rows }))));
            assert_eq!(checked["findings"], json!([]));
            checked["income"].clone()
        };
        // E1 has two house bills, and was weighed.
        for (basis, quantity) in
            [("票", "1"), ("计费重量", "658.33"), ("毛重", "500"), ("件", "12"), ("体积", "3.95"), ("分单", "2")]
        {
            let rows = checked(json!([row(basis, "1", "CNY")]));
            assert_eq!(rows[0]["quantity"], json!(quantity), "{basis}");
        }
        // Ten percent of 19749.90 and 100.00, and in two currencies of what both come to at their rates.
        let kept = list["income"].clone();
        let (hundred, tenth) = (row("票", "100", "CNY"), row("百分比", "10", "CNY"));
        let one = checked(json!([kept[0], hundred, tenth]));
        assert_eq!((amount(&one[2]), &one[2]["quantity"]), ("1984.99", &json!("19849.9")));
        let all = checked(json!([kept[0], kept[1], hundred, tenth, row("百分比", "10", "USD")]));
        assert_eq!((amount(&all[3]), amount(&all[4])), ("2020.49", "284.58"), "of 20204.90, of USD 2845.76");
        let gone = json!({ "income": [hundred, tenth], "deleteIds": [kept[1]["id"]] });
        let saved = done(save(&op, &list, &gone));
        let amounts: Vec<&str> = saved["income"].as_array().expect("rows").iter().map(amount).collect();
        assert_eq!(amounts, ["19749.90", "100.00", "1984.99"]);
        assert_eq!(saved["totals"]["income"]["functional"], json!("21834.89"));
    });
}

#[test]
fn what_a_customer_is_spared_of_the_weight_is_paid_to_the_supplier_all_the_same() {
    told(|world| {
        let op = world.login("op01");
        let (handling, supplier, e2) = (item(world, "操作费"), coop(world, "GYS001"), uuid(&op, E2));
        let weigh = |members: Json, answers: &[&str]| {
            let confirmed: Vec<&str> = ["order.tolerance", "order.similar"].iter().chain(answers).copied().collect();
            let order = with(&op.ok(&format!("/afbase/order/view/{e2}")), &members);
            done(op.post("/afbase/order/doUpdate", with(&order, &json!({ "confirmed": confirmed }))))
        };
        // 480.0 kg are as bulky as 600.0 kg; half of what is between them is spared.
        weigh(json!({ "planWeight": 480, "planVolume": 3.6, "freightSplitRatio": 50 }), &[]);
        let row = |price: &str, coop: &Json| json!({ "serviceItemId": handling, "basis": "计费重量", "unitPrice": price, "coopId": coop });
        let (sold, bought) = (row("30", &Json::Null), row("20", &json!(supplier)));
        let saved = done(save(&op, &charges(&op, &e2), &json!({ "income": [sold], "cost": [bought] })));
        let both = |list: &Json| {
            ["income", "cost"].map(|side| {
                let row = &list[side][0];
                (row["quantity"].as_str().unwrap_or("-").to_owned(), amount(row).to_owned())
            })
        };
        let wanted = |sold: (&str, &str), bought: (&str, &str)| {
            [sold, bought].map(|(quantity, amount)| (quantity.to_owned(), amount.to_owned()))
        };
        assert_eq!(both(&saved), wanted(("540", "16200.00"), ("600", "12000.00")));
        weigh(json!({ "freightSplitRatio": 0 }), &["order.charges.follow"]);
        assert_eq!(both(&charges(&op, &e2)), wanted(("600", "18000.00"), ("600", "12000.00")));
    });
}

#[test]
fn a_cost_goes_to_the_supplier_of_its_item_at_the_port() {
    told(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let (pick, handling) = (item(world, "提货费"), item(world, "操作费"));
        let checked = |order: &str, item: &str| {
            let list = charges(&op, &uuid(&op, order));
            let row = json!({ "serviceItemId": item, "unitPrice": "8" });
            op.post("/css/charge/check", body(&list, &json!({ "cost": [row] })))
        };
        let supplier = |order: &str, item: &str| done(checked(order, item))["cost"][0]["coopName"].clone();
        let supplies = |code: &str, port: Json| {
            let row = json!({
                "coopId": coop(world, code), "businessScope": "AE", "serviceItemId": pick, "side": "COST",
                "portCode": port, "basis": "票", "currency": "CNY", "price": "300", "isDefault": true,
                "validFrom": "2026-01-01",
            });
            done(admin.post("/prm/coopService", row))
        };
        // Whose number an order has supplies it; E2 has none.
        assert_eq!(supplier(E1, &pick), json!("供应商甲"));
        assert_eq!(checked(E2, &pick).findings_at("cost.0.coopId"), ["请填写往来单位"]);
        supplies("GYS002", Json::Null);
        assert_eq!([supplier(E1, &pick), supplier(E2, &pick)], ["供应商乙", "供应商乙"].map(|name| json!(name)));
        supplies("DL001", json!("PVG"));
        assert_eq!([supplier(E1, &pick), supplier(E2, &pick)], ["海外代理甲", "海外代理甲"].map(|name| json!(name)));
        // E3 begins at PEK, and another item is nobody's.
        assert_eq!(supplier("AE-2607150003", &pick), json!("供应商乙"));
        assert_eq!(supplier(E1, &handling), json!("供应商甲"));
        // A card for all suppliers rates the same one, and a partner that is named stays.
        let card = json!({
            "kind": "PAYABLE", "businessScope": "AE", "serviceItemId": pick, "basis": "票", "currencyCode": "CNY",
            "mode": "WHOLE", "beginDate": "2026-07-01", "endDate": "2026-12-31", "taxRate": "9%",
            "breaks": [{ "from": "0", "price": "300" }],
        });
        let card = done(admin.post("/css/rateCard", card));
        done(admin.post(&format!("/css/rateCard/{}/audit", id(&card)), json!({ "version": card["version"] })));
        let list = charges(&op, &uuid(&op, E2));
        let rated = done(op.post("/css/charge/rate", body(&list, &json!({ "kind": "PAYABLE" }))));
        assert_eq!((&rated["cost"][0]["coopName"], amount(&rated["cost"][0])), (&json!("海外代理甲"), "300.00"));
        let named = json!({ "serviceItemId": pick, "unitPrice": "8", "coopId": coop(world, "GYS001") });
        let saved = done(save(&op, &list, &json!({ "cost": [named] })));
        assert_eq!(saved["cost"][0]["coopName"], json!("供应商甲"));
    });
}

#[test]
fn an_item_that_a_charge_names_keeps_what_it_is() {
    told(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let own = own_item(world, "改单费", &json!({}));
        let at = format!("{ITEMS}/{}", id(&own));
        let row = json!({ "serviceItemId": own["id"], "unitPrice": "7" });
        let list = done(save(&op, &charges(&op, &uuid(&op, E1)), &json!({ "income": [row] })));
        let now = listed(&admin, "AE", |row| row["id"] == own["id"]);
        assert_eq!(now["usedCount"], json!(1));
        let before = world.contents(false);
        let change = |members: Json| admin.put(&at, with(&json!({ "version": now["version"] }), &members));
        let changed = change(json!({ "serviceType": "操作", "serviceNameCn": "别的费", "isAgency": true }));
        assert_eq!(changed.findings_at("serviceType"), ["服务项目已使用，不能修改类别"]);
        assert_eq!(changed.findings_at("serviceNameCn"), ["服务项目已使用，不能修改名称"]);
        assert_eq!(changed.findings_at("isAgency"), ["服务项目已有费用，不能修改代收代付"]);
        // shows: an item on one charge → 已被1条费用使用，不能删除，可停用
        let gone = admin.delete(&format!("{at}?version={}", now["version"]));
        refused(&gone, "已被1条费用使用，不能删除，可停用");
        world.unchanged(&before, false);
        // A form sends what it does not change, too.
        let same = json!({ "serviceType": "支线", "serviceNameCn": "改单费", "isAgency": false });
        done(change(with(&same, &json!({ "incomePrice": "12", "serviceNameEn": "CHANGE FEE" }))));
        // With its charge gone it is as free as it was.
        done(save(&op, &list, &json!({ "deleteIds": [list["income"][2]["id"]] })));
        let turned = json!({ "version": admin.ok(&at)["version"], "serviceType": "操作", "isAgency": true });
        done(admin.put(&at, turned));
        done(admin.delete(&format!("{at}?version={}", admin.ok(&at)["version"])));
    });
}

/// A public card of an item from an airport, in force.
fn card(caller: &Caller<'_>, item: &str, from: &str) -> String {
    let card = json!({
        "kind": "RECEIVABLE", "businessScope": "AE", "serviceItemId": item, "departure": from, "basis": "票",
        "currencyCode": "CNY", "mode": "WHOLE", "beginDate": "2026-07-01", "endDate": "2026-12-31", "taxRate": "6%",
        "breaks": [{ "from": "0", "price": "36" }],
    });
    let card = done(caller.post("/css/rateCard", card));
    let id = id(&card).to_owned();
    done(caller.post(&format!("/css/rateCard/{id}/audit"), json!({ "version": card["version"] })));
    id
}

/// What an order brings by two types of items, in thousandths.
fn by_type(world: &World, code: &str) -> (i64, i64) {
    world.database(|_, conn| {
        let sums = format!(
            "SELECT f.income_zx, f.income_cz FROM order_finance f JOIN freight_order o ON o.org_id = f.org_id \
             AND o.id = f.order_id WHERE o.order_code = '{code}'"
        );
        let row = conn.query(&Stmt::Raw(sums, Vec::new())).expect("reads").swap_remove(0);
        (row.get(0).expect("a sum"), row.get(1).expect("a sum"))
    })
}

#[test]
fn items_are_merged_with_all_that_names_them_but_locked_charges() {
    told(|world| {
        let (admin, op, fin) = (world.login("demo-admin"), world.login("op01"), world.login("fin01"));
        let own = own_item(world, "改单费", &json!({}));
        let (from, into) = (id(&own).to_owned(), item(world, "操作费"));
        let (e1, e2) = (uuid(&op, E1), uuid(&op, E2));
        let enter = |uuid: &str, price: &str| {
            let row = json!({ "serviceItemId": from, "unitPrice": price });
            done(save(&op, &charges(&op, uuid), &json!({ "income": [row] })))
        };
        let open = enter(&e1, "7");
        enter(&e2, "9");
        for call in ["doIncome", "doCost"] {
            let version = fin.ok(&format!("/afbase/order/view/{e2}"))["rowUuid"].clone();
            let done_with = json!({ "orderUuid": e2, "rowUuid": version, "confirmed": ["charge.none"] });
            done(fin.post(&format!("/afbase/order/{call}"), done_with));
        }
        let version = fin.ok(&format!("/afbase/order/view/{e2}"))["rowUuid"].clone();
        let lock = json!({ "orderUuid": e2, "rowUuid": version, "lockDate": "2026-07-15" });
        done(fin.put("/afbase/order/lock", lock));
        let template = json!({
            "templateName": "改单", "businessScope": "AE", "kind": "RECEIVABLE",
            "lines": [{ "serviceItemId": from, "basis": "票", "currencyCode": "CNY", "price": "50", "carry": "四舍五入", "taxRate": "6%" }],
        });
        let template = done(admin.post("/css/chargeTemplate", template));
        let (same, apart, stays) = (card(&admin, &from, "PVG"), card(&admin, &from, "PEK"), card(&admin, &into, "PVG"));
        assert_eq!(by_type(world, E1), (7_000, 355_000));
        let now = listed(&admin, "AE", |row| row["id"] == own["id"]);
        assert_eq!(now["usedCount"], json!(5), "two charges, a line of a template, two cards");
        done(admin.post(&format!("{ITEMS}/{from}/merge"), json!({ "version": now["version"], "into": into })));
        // The open charge has the other item and its figures; the sums follow, and who had it open is told.
        let after = charges(&op, &e1);
        let names = ["serviceItemId", "amount", "taxRate", "coopId"];
        assert_eq!(
            names.map(|name| after["income"][2][name].clone()),
            [json!(into), json!("7.00"), json!("6%"), open["income"][2]["coopId"].clone()]
        );
        assert_eq!(by_type(world, E1), (0, 362_000));
        let late = save(&op, &open, &json!({ "income": [with(&open["income"][0], &json!({ "note": "x" }))] }));
        assert_eq!(late.code, 3, "{}", late.message);
        let log = admin.ok(&format!("/afbase/order/log/page?orderUuid={e1}&size=100")).to_string();
        assert!(log.contains("应收服务项目合并"), "{log}");
        // The locked one keeps the name it was locked under.
        assert_eq!(charges(&op, &e2)["income"][0]["serviceItemId"], json!(from));
        assert_eq!(by_type(world, E2), (9_000, 0));
        let template = admin.ok(&format!("/css/chargeTemplate/{}", id(&template)));
        assert_eq!((&template["lines"][0]["serviceItemId"], &template["version"]), (&json!(into), &json!(2)));
        // Of two cards for the same that of the other item goes on.
        let told = [same, apart, stays].map(|card| {
            let card = admin.ok(&format!("/css/rateCard/{card}"));
            (card["serviceItemId"].clone(), card["status"].clone())
        });
        let card_of = |status: &str| (json!(into), json!(status));
        assert_eq!(told, [card_of("STOPPED"), card_of("ACTIVE"), card_of("ACTIVE")]);
        let now = listed(&admin, "AE", |row| row["id"] == own["id"]);
        assert_eq!((&now["usedCount"], &now["isValid"]), (&json!(1), &json!(false)));
        let gone = admin.delete(&format!("{ITEMS}/{from}?version={}", now["version"]));
        refused(&gone, "已被1条费用使用，不能删除，可停用");
    });
}
