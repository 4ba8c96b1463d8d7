//! /prm_cost_confirmation as the catalogue shows it: costs of GYS001 on three orders beside his list. The room of partners has the
//! page; costs, locks and payments are those of this world.

use serde_json::{Value as Json, json};
use testkit::mail_server::{MailServer, Manner, on_own_machine, signed};
use testkit::{Caller, Reply, World, done, each_database_from, each_database_from_with, findings, refused, rows_of};

use super::cashier::{coop, text};
use super::supplier::{decide, decided_by_mgr, figure, figures, number, rows, texts, wanted};
use crate::payable::{charged, found, rooms};

const BASE: &str = "/prm/costConfirmation";
const TAB: &str = "/prm/costCandidate";
const OUTER: &str = "/prm/external/costConfirmation";
const GONE: &str = "链接无效或已过期";
/// What the customer calls the orders, and what GYS001 is owed for each.
const ORDERS: [(&str, &str); 4] = [("A1", "10000"), ("A2", "5000"), ("A3", "2000"), ("A4", "")];
/// The list of GYS001.
const LIST: &str = "单号,费用名称,金额\nA1,海运费,\"10,000.00\"\nA2,海运费,\"5,200.00\"\nA4,海运费,800.00\n";

/// Four orders by sea with their costs.
fn owed(world: &World) {
    charged(world);
    let op = world.login("op01").client();
    for (customer_number, price) in ORDERS {
        let order = json!({
            "coopId": coop(world, "KH002"), "businessProduct": "全程出口", "departureStation": "CNSHA",
            "arrivalStation": "USLAX", "expectDeparture": "2026-07-10", "goodsNameCn": "机械配件", "planPieces": 1200,
            "planWeight": 18500, "planVolume": 118, "customerNumber": customer_number,
            "containerList": [{ "containerType": "40HQ", "quantity": 1 }],
        });
        let uuid = world.wait(seed::sea::save(&op, "se", order));
        if !price.is_empty() {
            let (item, basis) = ("干线-海运费", ("票", None));
            let cost =
                seed::money::Charge { side: "cost", item, coop: "GYS001", currency: "CNY", price, basis, tax: "0%" };
            world.wait(seed::money::enter(&op, &uuid, &[cost]));
        }
    }
    world.set_clock("2026-07-20 10:00:00");
}

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, owed, story);
}

/// Row, uuid and code of an order by what its customer calls it.
fn order(world: &World, customer_number: &str) -> [String; 2] {
    world.database(|_, conn| {
        let mut select = platform::store::sql::from(2, "freight_order");
        select
            .columns(["uuid", "order_code"])
            .and_where(platform::store::sql::eq("customer_number", customer_number.to_owned()));
        let row = conn.first(&select.into()).expect("reads").expect("an order");
        [row.get(0).expect("a uuid"), row.get(1).expect("a code")]
    })
}

/// The costs of an order.
fn costs(world: &World, caller: &Caller<'_>, customer_number: &str) -> Vec<Json> {
    let [uuid, _] = order(world, customer_number);
    rows(&caller.ok(&format!("/css/charge/list?orderUuid={uuid}"))["cost"])
}

fn make(world: &World, caller: &Caller<'_>, more: Json) -> Reply {
    let mut body = json!({
        "coopId": coop(world, "GYS001"), "currency": "CNY", "businessScope": "SE", "dateBasis": "ORDER",
        "tolerance": "10.00", "tolerancePercent": "1.00",
    });
    for (name, value) in more.as_object().expect("members") {
        body[name] = value.clone();
    }
    caller.post(&format!("{BASE}/make"), body)
}

/// The sheet of the three costs.
fn sheet(world: &World, caller: &Caller<'_>) -> String {
    text(&done(make(world, caller, json!({}))), "id")
}

fn listed(caller: &Caller<'_>, id: &str) -> Json {
    let page = caller.ok(&format!("{BASE}/page?size=50"));
    rows(&page["records"]).into_iter().find(|row| row["id"] == json!(id)).expect("the sheet")
}

fn act(caller: &Caller<'_>, (id, verb): (&str, &str), mut body: Json) -> Reply {
    body["version"] = listed(caller, id)["version"].clone();
    caller.post(&format!("{BASE}/{id}/{verb}"), body)
}

fn import(caller: &Caller<'_>, id: &str, list: &str, more: Json) -> Reply {
    let file = done(caller.upload(&format!("{BASE}/import/file"), &[("账单.csv", list.as_bytes())]));
    let mut body = more;
    body["supplierFile"] = json!([{ "id": file["id"] }]);
    act(caller, (id, "import"), body)
}

/// A line of the dialog by what it is called.
fn line(caller: &Caller<'_>, id: &str, of: &str, said: Json) -> Json {
    let first = caller.ok(&format!("{BASE}/{id}/saveLines/first"));
    let lines = rows(&first["lines"]);
    let named =
        lines.iter().find(|line| text(line, "lineName").starts_with(of)).unwrap_or_else(|| panic!("{of}: {first}"));
    let mut line = json!({ "lineId": named["lineId"], "theirAmount": named["theirAmount"] });
    for (name, value) in said.as_object().expect("members") {
        line[name] = value.clone();
    }
    line
}

fn treat(caller: &Caller<'_>, id: &str, lines: &[Json]) -> Reply {
    act(caller, (id, "saveLines"), json!({ "tolerance": "10.00", "tolerancePercent": "1.00", "lines": lines }))
}

/// Number of an order as lines call it.
fn called(world: &World, customer_number: &str) -> String {
    let [_, code] = order(world, customer_number);
    found_number(world, &code)
}

fn found_number(world: &World, code: &str) -> String {
    world.database(|_, conn| {
        let mut select = platform::store::sql::from(2, "freight_order");
        select.column("biz_number").and_where(platform::store::sql::eq("order_code", code.to_owned()));
        let row = conn.first(&select.into()).expect("reads").expect("an order");
        let number: Option<String> = row.get(0).expect("a number");
        number.filter(|number| !number.is_empty()).unwrap_or_else(|| code.to_owned())
    })
}

/// A2 as they say, A3 as we say, and A4 added to its order.
fn treated(world: &World, fin: &Caller<'_>, id: &str) {
    let lines = [
        line(fin, id, &called(world, "A2"), json!({ "treatment": "THEIRS", "reason": "价格差异" })),
        line(fin, id, &called(world, "A3"), json!({ "treatment": "OURS" })),
    ];
    done(treat(fin, id, &lines));
    let [_, code] = order(world, "A4");
    let item = costs(world, fin, "A1")[0]["serviceItemId"].clone();
    done(act(fin, (id, "addCharge"), json!({ "theirNumber": "A4", "orderNumber": code, "serviceItemId": item })));
}

#[test]
fn a_list_of_the_supplier_is_compared_line_by_line() {
    told(|world| {
        let fin = world.login("fin01");
        let made = done(make(world, &fin, json!({})));
        assert_eq!(text(&made, "confirmCode"), "QR-26070001");
        let id = text(&made, "id");
        refused(&make(world, &fin, json!({})), "没有待确认的费用");
        let backwards = make(world, &fin, json!({ "fromDate": "2026-07-02", "toDate": "2026-07-01" }));
        assert_eq!(findings(&backwards), [("toDate".to_owned(), "结束日期不能早于开始日期".to_owned())]);
        let row = listed(&fin, &id);
        assert_eq!(figures(&row, ["bookedAmount", "supplierAmount", "diff"]), ["17000.00", "-", "-"]);
        assert_eq!((&row["lines"], text(&row, "state").as_str()), (&json!(3), "DRAFT"));
        done(import(&fin, &id, LIST, json!({})));
        let row = listed(&fin, &id);
        assert_eq!(text(&row, "state"), "CHECKING");
        let sums = ["bookedAmount", "supplierAmount", "diff", "diffRate"];
        assert_eq!(figures(&row, sums), ["17000.00", "16000.00", "-1000.00", "-5.88"]);
        let counts = ["equal", "within", "different", "onlyOurs", "onlyTheirs"].map(|name| row[name].clone());
        assert_eq!(counts, [1, 0, 1, 1, 1].map(|count| json!(count)));
        let first = fin.ok(&format!("{BASE}/{id}/saveLines/first"));
        let a2 =
            rows(&first["lines"]).into_iter().find(|line| text(line, "lineName").starts_with(&called(world, "A2")));
        let a2 = a2.expect("A2");
        assert_eq!(texts(&a2, ["ourAmount", "theirAmount", "result"]), ["5000.00", "5200.00", "DIFFERENT"]);
        let view = fin.ok(&format!("{BASE}/{id}")).to_string();
        assert!(view.contains("200.00") && view.contains("仅对方"), "{view}");
        // Read again, nothing is there twice.
        done(act(&fin, (&id, "match"), json!({})));
        assert_eq!(listed(&fin, &id)["lines"], json!(4));
    });
}

#[test]
fn a_file_is_read_by_its_headings_which_are_remembered() {
    told(|world| {
        let fin = world.login("fin01");
        let id = sheet(world, &fin);
        let strange = "对账表\n票据,钱\nA1,10005.00\nA2,5000.00\nA3,2030.00\n";
        let named: Vec<String> =
            findings(&import(&fin, &id, strange, json!({}))).into_iter().map(|(field, _)| field).collect();
        assert_eq!(named, ["numberHeading", "amountHeading"]);
        let bad = import(&fin, &id, "单号,金额\nA1,十元\n,5.00\n", json!({}));
        let said: Vec<String> = findings(&bad).into_iter().map(|(_, message)| message).collect();
        assert_eq!(said, ["第2行金额格式有误", "第3行单号不能为空"]);
        done(import(&fin, &id, strange, json!({ "headRow": 2, "numberHeading": "票据", "amountHeading": "钱" })));
        let row = listed(&fin, &id);
        // 5.00 of 10,000 is within both bounds; 30.00 of 2,000 beyond both.
        assert_eq!(["equal", "within", "different"].map(|name| row[name].clone()), [json!(1), json!(1), json!(1)]);
        let first = fin.ok(&format!("{BASE}/{id}/import/first"));
        assert_eq!(texts(&first, ["numberHeading", "amountHeading"]), ["票据", "钱"]);
    });
}

#[test]
fn what_was_agreed_on_becomes_the_cost_and_is_held() {
    told(|world| {
        let fin = world.login("fin01");
        let id = sheet(world, &fin);
        done(import(&fin, &id, LIST, json!({})));
        refused(&act(&fin, (&id, "confirm"), json!({})), "存在未处理差异");
        let pending = [
            line(&fin, &id, &called(world, "A2"), json!({ "treatment": "THEIRS" })),
            line(&fin, &id, &called(world, "A3"), json!({ "treatment": "OURS" })),
            line(&fin, &id, "A4", json!({ "treatment": "OPEN" })),
        ];
        done(treat(&fin, &id, &pending));
        refused(&act(&fin, (&id, "confirm"), json!({})), "存在未处理差异");
        let wrong = [line(&fin, &id, "A4", json!({ "treatment": "THEIRS" }))];
        assert_eq!(findings(&treat(&fin, &id, &wrong))[0].1, "仅对方的费用请用补录费用选择订单");
        let bare = [line(&fin, &id, &called(world, "A2"), json!({ "treatment": "MIDDLE" }))];
        assert_eq!(findings(&treat(&fin, &id, &bare))[0].0, "lines.0.agreedAmount");
        treated(world, &fin, &id);
        done(act(&fin, (&id, "confirm"), json!({})));
        let row = listed(&fin, &id);
        assert_eq!((text(&row, "state").as_str(), figure(&row, "confirmedAmount").as_str()), ("CONFIRMED", "18000.00"));
        let a2 = &costs(world, &fin, "A2")[0];
        assert_eq!(texts(a2, ["amount", "unitPrice", "quantity"]), ["5200.00", "5200", "1"]);
        assert_eq!(
            (&a2["amountFixed"], a2["closed"].to_string().contains("费用已成本确认，不能修改")),
            (&json!(true), true)
        );
        let a4 = &costs(world, &fin, "A4")[0];
        assert_eq!(texts(a4, ["amount", "source", "coopName"]), ["800.00", "CONFIRMED", "供应商甲"]);
        // What is held can't be changed in the order.
        let [uuid, _] = order(world, "A2");
        let list = fin.ok(&format!("/css/charge/list?orderUuid={uuid}"));
        let body = json!({
            "orderUuid": uuid, "rowUuid": list["rowUuid"], "income": [], "cost": [{ "id": a2["id"], "amount": "1.00" }],
        });
        assert_ne!(fin.post("/css/charge/save", body).code, 0);
        assert_eq!(texts(&costs(world, &fin, "A2")[0], ["amount"]), ["5200.00"]);
        // Taken back, the booked amounts are there again, and what was added is gone.
        done(act(&fin, (&id, "back"), json!({})));
        let a2 = &costs(world, &fin, "A2")[0];
        assert_eq!((texts(a2, ["amount"]), &a2["amountFixed"]), (["5000.00".to_owned()], &json!(false)));
        assert_eq!(costs(world, &fin, "A4").len(), 0);
        assert_eq!(text(&listed(&fin, &id), "state"), "CHECKING");
    });
}

#[test]
fn a_cost_that_is_removed_comes_back_when_the_confirmation_is_taken_back() {
    told(|world| {
        let fin = world.login("fin01");
        let id = sheet(world, &fin);
        done(import(&fin, &id, "单号,金额\nA1,10000\nA2,5000\n", json!({})));
        let a3 = called(world, "A3");
        done(treat(&fin, &id, &[line(&fin, &id, &a3, json!({ "treatment": "REMOVE", "reason": "重复" }))]));
        done(act(&fin, (&id, "confirm"), json!({})));
        assert_eq!(costs(world, &fin, "A3").len(), 0);
        done(act(&fin, (&id, "back"), json!({})));
        assert_eq!(texts(&costs(world, &fin, "A3")[0], ["amount", "unitPrice"]), ["2000.00", "2000"]);
        done(act(&fin, (&id, "match"), json!({})));
        assert_eq!(listed(&fin, &id)["lines"], json!(3));
    });
}

#[test]
fn differences_wait_for_a_decision_where_one_is_asked_for() {
    told(|world| {
        decided_by_mgr(world, "110");
        let (fin, mgr) = (world.login("fin01"), world.login("mgr01"));
        let id = sheet(world, &fin);
        done(import(&fin, &id, LIST, json!({})));
        treated(world, &fin, &id);
        let asked = done(act(&fin, (&id, "confirm"), json!({})));
        assert!(!text(&asked, "instanceNo").is_empty(), "{asked}");
        assert_eq!(text(&listed(&fin, &id), "state"), "APPROVING");
        assert_eq!(texts(&costs(world, &fin, "A2")[0], ["amount"]), ["5000.00"], "nothing is written before");
        refused(&act(&fin, (&id, "match"), json!({})), "确认单审批中，不能执行此操作");
        done(answered(&mgr, "refuse"));
        assert_eq!(text(&listed(&fin, &id), "state"), "CHECKING");
        done(act(&fin, (&id, "confirm"), json!({})));
        done(answered(&mgr, "agree"));
        let row = listed(&fin, &id);
        assert_eq!((text(&row, "state").as_str(), figure(&row, "confirmedAmount").as_str()), ("CONFIRMED", "18000.00"));
        assert_eq!(texts(&costs(world, &fin, "A4")[0], ["amount"]), ["800.00"]);
    });
}

fn answered(caller: &Caller<'_>, how: &str) -> Reply {
    let task = caller.ok("/prm/api/toDo?current=1&size=10")["records"][0]["taskId"].clone();
    caller.post(&format!("/prm/ics/approval/{how}"), json!({ "taskId": task, "comment": "x" }))
}

#[test]
fn what_agrees_within_the_tolerance_waits_for_nobody() {
    told(|world| {
        decided_by_mgr(world, "110");
        let fin = world.login("fin01");
        let id = sheet(world, &fin);
        done(import(&fin, &id, "单号,金额\nA1,10000\nA2,5010.00\nA3,2000\n", json!({})));
        let row = listed(&fin, &id);
        assert_eq!(["equal", "within"].map(|name| row[name].clone()), [json!(2), json!(1)], "ten is on the edge");
        done(act(&fin, (&id, "confirm"), json!({})));
        assert_eq!(figure(&listed(&fin, &id), "confirmedAmount"), "17000.00");
        assert_eq!(texts(&costs(world, &fin, "A2")[0], ["amount"]), ["5000.00"]);
    });
}

#[test]
fn the_cost_of_a_done_order_changes_for_who_may_change_it() {
    told(|world| {
        let (fin, op) = (world.login("fin01"), world.login("op01"));
        let id = sheet(world, &fin);
        done(import(&fin, &id, "单号,金额\nA1,10000\nA2,5200\nA3,2000\n", json!({})));
        done(treat(&fin, &id, &[line(&fin, &id, &called(world, "A2"), json!({ "treatment": "THEIRS" }))]));
        let [_, code] = order(world, "A2");
        done_by_now(world, &code);
        let refusal = act(&op, (&id, "confirm"), json!({}));
        assert_eq!(findings(&refusal)[0].1, format!("订单{code}成本已完成，请先退回"));
        assert_eq!(texts(&costs(world, &fin, "A2")[0], ["amount"]), ["5000.00"], "nothing half-written");
        done(act(&fin, (&id, "confirm"), json!({})));
        assert_eq!(texts(&costs(world, &fin, "A2")[0], ["amount"]), ["5200.00"]);
    });
}

/// The cost of an order is done.
fn done_by_now(world: &World, code: &str) {
    world.database(|_, conn| {
        let cells = [("cost_recorded", platform::store::Value::Int(2))];
        let mut update = platform::store::sql::update(2, "freight_order", &cells);
        update.and_where(platform::store::sql::eq("order_code", code.to_owned()));
        conn.exec(&update.into()).expect("writes");
    });
}

#[test]
fn a_locked_order_gets_an_adjusting_charge_of_an_open_month() {
    told(|world| {
        let fin = world.login("fin01");
        let id = sheet(world, &fin);
        done(import(&fin, &id, "单号,金额\nA1,10000\nA2,5200\nA3,2000\n", json!({})));
        done(treat(&fin, &id, &[line(&fin, &id, &called(world, "A2"), json!({ "treatment": "THEIRS" }))]));
        let [_, code] = order(world, "A2");
        locked(world, &code);
        let bare = act(&fin, (&id, "confirm"), json!({}));
        assert_eq!(findings(&bare)[0].1, format!("{code}：订单已锁账，请填写财务日期"));
        let closed = act(&fin, (&id, "confirm"), json!({ "financialDate": "2026-05-20" }));
        assert!(findings(&closed)[0].1.starts_with(&code), "{:?}", findings(&closed));
        done(act(&fin, (&id, "confirm"), json!({ "financialDate": "2026-07-20" })));
        let lines = costs(world, &fin, "A2");
        assert_eq!(lines.iter().map(|line| text(line, "amount")).collect::<Vec<_>>(), ["5000.00", "200.00"]);
        assert_eq!(texts(&lines[1], ["source", "financialDate"]), ["ADJUSTED", "2026-07-20"]);
        done(act(&fin, (&id, "back"), json!({})));
        assert_eq!(costs(world, &fin, "A2").len(), 1, "the adjustment is withdrawn");
    });
}

/// Finance locks an order for a day.
fn locked(world: &World, code: &str) {
    use platform::store::{Value, sql};
    world.database(|_, conn| {
        let day = Value::Text("2026-07-10".to_owned());
        let cells = [("lifecycle", Value::Text("LOCKED".to_owned())), ("financial_date", day.clone())];
        let mut update = sql::update(2, "freight_order", &cells);
        update.and_where(sql::eq("order_code", code.to_owned()));
        conn.exec(&update.into()).expect("writes");
        let mut id = sql::from(2, "freight_order");
        id.column("id").and_where(sql::eq("order_code", code.to_owned()));
        let id: i64 = conn.first(&id.into()).expect("reads").expect("an order").get(0).expect("an id");
        let mut update = sql::update(2, "charge", &[("financial_date", day)]);
        update.and_where(sql::eq("order_id", id));
        conn.exec(&update.into()).expect("writes");
    });
}

// req: prm-route-prm-cost-confirmation
#[test]
fn costs_are_confirmed_or_sent_back_without_a_sheet() {
    told(|world| {
        let (fin, op) = (world.login("fin01"), world.login("op01"));
        let page = fin.ok(&format!("{TAB}/page?size=50&businessScope=SE"));
        assert_eq!(page["total"], json!(3));
        let by = |filter: &str| fin.ok(&format!("{TAB}/page?size=50&businessScope=SE&{filter}"))["total"].clone();
        assert_eq!([by("coopName=供应商甲"), by("coopName=没有此商")], [json!(3), json!(0)]);
        let day = text(&rows(&page["records"])[0], "bizDate");
        let (own, other) = (by(&format!("bizDate={day}~{day}")), by("bizDate=2020-01-01~2020-01-02"));
        assert!(own.as_i64() > Some(0) && other == 0 && by(&format!("bizDate={day}~")) != 0, "{day}: {own}, {other}");
        let ids = |of: &str| json!([costs(world, &fin, of)[0]["id"]]);
        let bare = fin.post(&format!("{TAB}/rejectCharges"), json!({ "ids": ids("A2") }));
        assert_eq!(findings(&bare), [("reason".to_owned(), "请输入退回原因".to_owned())]);
        done(fin.post(&format!("{TAB}/rejectCharges"), json!({ "ids": ids("A2"), "reason": "价格差异" })));
        let marked = |caller: &Caller<'_>| {
            let page = caller.ok(&format!("{TAB}/page?size=50&businessScope=SE"));
            rows(&page["records"]).iter().map(|row| text(row, "costRejected")).filter(|why| !why.is_empty()).count()
        };
        assert_eq!(marked(&fin), 1);
        let notes = op.ok("/prm/message?size=50").to_string();
        assert!(notes.contains("价格差异"), "the author is told: {notes}");
        // The mark goes when the line is changed.
        let [uuid, _] = order(world, "A2");
        let list = op.ok(&format!("/css/charge/list?orderUuid={uuid}"));
        let cost = json!({ "id": list["cost"][0]["id"], "unitPrice": "5100" });
        let body = json!({ "orderUuid": uuid, "rowUuid": list["rowUuid"], "income": [], "cost": [cost] });
        done(op.post("/css/charge/save", body));
        assert_eq!(marked(&fin), 0);
        done(fin.post(&format!("{TAB}/confirmCharges"), json!({ "ids": ids("A1") })));
        assert_eq!(fin.ok(&format!("{TAB}/page?size=50&businessScope=SE"))["total"], json!(2));
        refused(
            &fin.post(&format!("{TAB}/confirmCharges"), json!({ "ids": ids("A1") })),
            "费用已变化或无权限，请刷新后重试",
        );
        let made = done(fin.post(&format!("{TAB}/make"), json!({ "ids": ids("A3") })));
        assert_eq!(made["confirmCodes"], json!(["QR-26070001"]));
    });
}

#[test]
fn payments_are_of_confirmed_costs_alone_where_the_company_wants_it() {
    told(|world| {
        let fin = world.login("fin01");
        let id_of = |of: &str| text(&costs(world, &fin, of)[0], "id");
        decide(world, json!({ "payNeedsConfirmation": true }));
        let pay = |of: &str, amount: &str| {
            fin.post("/css/payment/doSave", wanted(world, ("GYS001", "CNY"), &[(id_of(of), amount)]))
        };
        assert_eq!(findings(&pay("A1", "1.00")), [("parts.0.amount".to_owned(), "费用未经成本确认".to_owned())]);
        let id = sheet(world, &fin);
        done(import(&fin, &id, "单号,金额\nA1,10000\nA2,5000\nA3,2000\n", json!({})));
        done(act(&fin, (&id, "confirm"), json!({})));
        // The page of payments shows those of the sheet.
        let body = json!({ "coopId": coop(world, "GYS001"), "currency": "CNY", "confirmationIds": [id] });
        let pool = done(fin.post("/css/payment/pool", body));
        assert_eq!(rows(&pool["lines"]).len(), 3);
        done(pay("A1", "1.00"));
        refused(&act(&fin, (&id, "back"), json!({})), "费用已对账或付款，不能撤销");
        assert_eq!(number(world, "SELECT COUNT(*) FROM payment"), 1);
    });
}

#[test]
fn a_sheet_goes_to_the_supplier_and_lets_its_costs_go_when_it_is_void() {
    told(|world| {
        let fin = world.login("fin01");
        let id = sheet(world, &fin);
        let bad = act(&fin, (&id, "send"), json!({ "to": "a@b; x", "subject": "s", "content": "c" }));
        assert!(!findings(&bad).is_empty(), "no such address");
        done(act(&fin, (&id, "void"), json!({})));
        assert_eq!(fin.ok(&format!("{TAB}/page?size=50&businessScope=SE"))["total"], json!(3));
        let again = done(make(world, &fin, json!({})));
        assert_eq!(text(&again, "confirmCode"), "QR-26070002");
        assert_eq!(found(world, "cost_confirmation", &[("confirm_code", "QR-26070001")]), id);
    });
}

/// A story of the sheet with a mail server that takes everything.
fn mailed(story: impl Fn(&World, &MailServer, &str)) {
    each_database_from_with(rooms, on_own_machine, owed, |world| {
        let server = MailServer::start(Manner::Takes);
        done(world.login("demo-admin").put("/hrs/org/mailbox", server.mailbox()));
        let fin = world.login("fin01");
        let id = sheet(world, &fin);
        story(world, &server, &id);
    });
}

/// Mails a sheet; the code of its link.
fn sent(world: &World, (server, id): (&MailServer, &str)) -> String {
    let before = server.received().len();
    let body = json!({ "to": "gys@example.com", "subject": "成本确认", "content": "请核对" });
    done(act(&world.login("fin01"), (id, "send"), body));
    for _ in 0..2 {
        world.run_jobs();
    }
    let mails = server.received();
    let text = mails.get(before).expect("a mail").text();
    let code = text.split("/bill_confirm?cost=").nth(1).expect("a link");
    code.chars().take_while(|sign| sign.is_ascii_alphanumeric() || *sign == '-' || *sign == '_').collect()
}

fn outside(world: &World, code: &str) -> Reply {
    world.anonymous().get(&format!("{OUTER}?code={code}"))
}

#[test]
fn a_supplier_answers_once_behind_the_link_of_a_mail() {
    mailed(|world, server, id| {
        let first = sent(world, (server, id));
        let code = sent(world, (server, id));
        assert_ne!(first, code);
        refused(&outside(world, &first), GONE);
        refused(&outside(world, "nonsense"), GONE);
        let shown = done(outside(world, &code));
        assert_eq!(texts(&shown, ["number", "customer", "amount"]), ["QR-26070001", "供应商甲", "17000.00"]);
        assert_eq!((&shown["count"], shown["lines"].as_array().map(Vec::len)), (&json!(3), Some(3)));
        let lines = rows(&shown["lines"]);
        let of = |customer_number: &str| {
            let [_, order] = order(world, customer_number);
            lines.iter().find(|line| line["orderCode"] == json!(order)).map(|line| line["id"].clone()).expect("a line")
        };
        let reader = world.anonymous();
        let say = |by: &str, lines: Json| {
            reader.post(&format!("{OUTER}/answer"), json!({ "code": code, "by": by, "lines": lines }))
        };
        let wrong = say("", json!([{ "id": of("A2"), "amount": "5200.005" }, { "id": "1", "amount": "1.00" }]));
        for field in ["by", "lines.0.amount", "lines.1.id"] {
            assert_eq!(wrong.findings_at(field).len(), 1, "{field}: {}", wrong.data);
        }
        assert_eq!(texts(&listed(&world.login("fin01"), id), ["state"]), ["SENT"], "nothing is written");
        done(say("李会计", json!([{ "id": of("A2"), "amount": "5200.00", "remark": "燃油上涨" }])));
        refused(&say("李会计", json!([])), GONE);
        refused(&outside(world, &code), GONE);
        let fin = world.login("fin01");
        let row = listed(&fin, id);
        assert_eq!(texts(&row, ["state"]), ["CHECKING"]);
        assert_eq!(figures(&row, ["bookedAmount", "supplierAmount", "diff"]), ["17000.00", "17200.00", "200.00"]);
        assert_eq!(["equal", "different"].map(|name| row[name].clone()), [json!(2), json!(1)]);
        assert_eq!(fin.ok(&format!("{BASE}/{id}"))["answeredBy"], json!("李会计"));
        // Matching again keeps what was said, as there is no list.
        done(act(&fin, (id, "match"), json!({})));
        assert_eq!(figures(&listed(&fin, id), ["supplierAmount"]), ["17200.00"]);
        let line = line(&fin, id, &called(world, "A2"), json!({ "treatment": "THEIRS", "reason": "价格差异" }));
        done(treat(&fin, id, &[line]));
        done(act(&fin, (id, "confirm"), json!({})));
        assert_eq!(texts(&costs(world, &fin, "A2")[0], ["amount"]), ["5200.00"]);
    });
}

/// The remark of a line of the dialog by what it is called.
fn remark(caller: &Caller<'_>, id: &str, of: &str) -> String {
    let first = caller.ok(&format!("{BASE}/{id}/saveLines/first"));
    let lines = rows(&first["lines"]);
    let line = lines.iter().find(|line| text(line, "lineName").starts_with(of)).expect("a line");
    text(line, "lineRemark")
}

#[test]
fn our_remarks_stay_where_the_supplier_writes_none() {
    mailed(|world, server, id| {
        let code = sent(world, (server, id));
        let fin = world.login("fin01");
        let [a1, a2, a3] = ["A1", "A2", "A3"].map(|of| called(world, of));
        let ours = |of: &str, remark: &str| line(&fin, id, of, json!({ "lineRemark": remark }));
        done(treat(&fin, id, &[ours(&a1, "已电话核对"), ours(&a2, "待补单")]));
        let shown = rows(&done(outside(world, &code))["lines"]);
        let of = |customer_number: &str| {
            let [_, order] = order(world, customer_number);
            shown.iter().find(|line| line["orderCode"] == json!(order)).map(|line| line["id"].clone()).expect("a line")
        };
        let lines = json!([
            { "id": of("A1"), "amount": "10000.00", "remark": "" },
            { "id": of("A2"), "amount": "5200.00", "remark": "燃油上涨" },
            { "id": of("A3"), "amount": "2000.00", "remark": " " },
        ]);
        let body = json!({ "code": code, "by": "李会计", "lines": lines });
        done(world.anonymous().post(&format!("{OUTER}/answer"), body));
        let fin = world.login("fin01");
        assert_eq!([&a1, &a2, &a3].map(|of| remark(&fin, id, of)), ["已电话核对", "燃油上涨", ""]);
        let told = world.database(|_, conn| {
            let mut select = platform::store::sql::from(2, "operation_log");
            select.column("text").and_where(platform::store::sql::eq("function", "供应商答复".to_owned()));
            conn.first(&select.into()).expect("reads").expect("a line").get::<String>(0).expect("a text")
        });
        assert_eq!(told, format!("供应商答复：1行不符；李会计；{a2}：燃油上涨（原备注：待补单）"));
    });
}

#[test]
fn a_supplier_who_reads_english_gets_an_english_letter_with_an_english_list() {
    mailed(|world, server, id| {
        signed(world, "演示落款", "Demo signature");
        let moves = |nation: &str| {
            world.database(|_, conn| {
                let text =
                    format!("UPDATE coop SET nation_code = '{nation}' WHERE org_id = 2 AND coop_code = 'GYS001'");
                conn.exec(&platform::store::Stmt::Raw(text, Vec::new())).expect("moves");
            });
        };
        let chinese = ["单号", "订单号", "日期", "航程", "服务项目", "我方金额", "金额"];
        let english = ["Number", "Order", "Date", "Route", "Service", "Our amount", "Amount"];
        let wanted = [
            ("HK", "成本确认单_QR-26070001.xlsx", chinese, "演示落款"),
            ("US", "Cost_confirmation_QR-26070001.xlsx", english, "Demo signature"),
        ];
        let mut list = Vec::new();
        for (nation, named, headings, ends) in wanted {
            moves(nation);
            sent(world, (server, id));
            let mail = server.received().pop().expect("a mail");
            assert!(mail.text().trim_end().ends_with(ends), "{nation}: {}", mail.text());
            let (name, bytes) = mail.files().swap_remove(0);
            list = rows_of(&bytes);
            assert_eq!((name.as_str(), list[0].as_slice()), (named, headings.map(ToOwned::to_owned).as_slice()));
        }
        // Filled in, it is read by its headings.
        let fin = world.login("fin01");
        let filled: Vec<String> =
            list.iter().skip(1).map(|row| format!("{},,,,{},,{}", row[0], row[4], row[5])).collect();
        let filled = format!("{}\n{}\n", english.join(","), filled.join("\n"));
        done(import(&fin, id, &filled, json!({})));
        let row = listed(&fin, id);
        assert_eq!((row["equal"].clone(), figure(&row, "supplierAmount")), (json!(3), "17000.00".to_owned()));
    });
}

#[test]
fn the_link_of_a_sheet_works_for_thirty_days() {
    mailed(|world, server, id| {
        let code = sent(world, (server, id));
        let until = done(outside(world, &code))["until"].as_str().expect("a time").to_owned();
        assert_eq!(until, "2026-08-19 10:00");
        world.set_clock("2026-08-19 09:59:59");
        done(outside(world, &code));
        world.set_clock(&format!("{until}:59"));
        refused(&outside(world, &code), GONE);
    });
}

#[test]
fn the_link_of_a_sheet_ends_with_its_confirmation() {
    mailed(|world, server, id| {
        let code = sent(world, (server, id));
        let fin = world.login("fin01");
        let list = ["A1,10000", "A2,5000", "A3,2000"].join("\n");
        done(import(&fin, id, &format!("单号,金额\n{list}\n"), json!({})));
        done(outside(world, &code));
        done(act(&fin, (id, "confirm"), json!({})));
        refused(&outside(world, &code), GONE);
        let reader = world.anonymous();
        refused(&reader.post(&format!("{OUTER}/answer"), json!({ "code": code, "by": "李会计" })), GONE);
    });
}

#[test]
fn an_answer_and_a_treatment_at_once_wait_for_each_other() {
    mailed(|world, server, id| {
        for _ in 0..4 {
            // A sheet that is being checked is not mailed again: it begins anew.
            world.database(|_, conn| {
                let text = "UPDATE cost_confirmation SET state = 'SENT' WHERE org_id = 2";
                conn.exec(&platform::store::Stmt::Raw(text.to_owned(), Vec::new())).expect("sent");
            });
            let code = sent(world, (server, id));
            let fin = world.login("fin01");
            let line = line(&fin, id, &called(world, "A2"), json!({ "theirAmount": "5100.00", "treatment": "OURS" }));
            let version = listed(&fin, id)["version"].clone();
            let body = json!({ "version": version, "tolerance": "10.00", "tolerancePercent": "1.00", "lines": [line] });
            let acts = [
                (world.anonymous().client(), format!("{OUTER}/answer"), json!({ "code": code, "by": "李会计" })),
                (fin.client(), format!("{BASE}/{id}/saveLines"), body),
            ];
            let calls = acts.map(|(client, path, body)| async move { client.call("POST", &path, body).await });
            let codes: Vec<i64> = world.at_once(calls.into()).iter().map(|reply| reply.code).collect();
            // Lines that were treated first can be answered; who comes second has to read them again.
            assert!(codes[0] == 0 && [0, 3].contains(&codes[1]), "{codes:?}");
            let row = listed(&world.login("fin01"), id);
            assert_eq!(figures(&row, ["supplierAmount"]), ["17000.00"], "the supplier agreed to all of it");
        }
    });
}

#[test]
fn who_treats_the_lines_types_no_difference_away_that_is_to_be_decided() {
    told(|world| {
        decided_by_mgr(world, "110");
        let (fin, mgr) = (world.login("fin01"), world.login("mgr01"));
        let id = sheet(world, &fin);
        done(import(&fin, &id, "单号,金额\nA1,10000\nA2,5200\nA3,2000\n", json!({})));
        // What may differ as it is typed, and what is confirmed of 5,000.00.
        let confirmed = |(amount, percent): (&str, &str), agreed: &str| {
            let line = line(&fin, &id, &called(world, "A2"), json!({ "treatment": "MIDDLE", "agreedAmount": agreed }));
            let body = json!({ "tolerance": amount, "tolerancePercent": percent, "lines": [line] });
            done(act(&fin, (&id, "saveLines"), body));
            done(act(&fin, (&id, "confirm"), json!({})));
            text(&listed(&fin, &id), "state")
        };
        for (typed, agreed) in
            [(("1000.00", "50.00"), "5200.00"), (("1000.00", "50.00"), "5010.01"), (("9.99", "1.00"), "5010.00")]
        {
            assert_eq!(confirmed(typed, agreed), "APPROVING", "{typed:?} {agreed}");
            assert_eq!(texts(&costs(world, &fin, "A2")[0], ["amount"]), ["5000.00"]);
            done(answered(&mgr, "refuse"));
        }
        assert_eq!(confirmed(("1000.00", "50.00"), "5010.00"), "CONFIRMED", "ten is on the edge");
        assert_eq!(texts(&costs(world, &fin, "A2")[0], ["amount"]), ["5010.00"]);
    });
}

#[test]
fn who_sees_a_part_of_a_sheet_is_shown_none_of_its_lines_to_treat() {
    told(|world| {
        let fin = world.login("fin01");
        let id = sheet(world, &fin);
        done(import(&fin, &id, LIST, json!({})));
        let [_, mine] = order(world, "A1");
        world.allow_nobody(&["prm_cost_confirmation", "prm-cost-match", "css-cost-view"]);
        sells(world, &mine);
        let clerk = world.login("nobody");
        assert_eq!(text(&listed(&clerk, &id), "confirmCode"), "QR-26070001", "it opens");
        let shown = clerk.get(&format!("{BASE}/{id}/saveLines/first"));
        refused(&shown, "含2张无权限订单");
        assert!(!shown.data.to_string().contains("5200.00"), "{}", shown.data);
        refused(&act(&clerk, (&id, "match"), json!({})), "含2张无权限订单");
        // Of a sheet whose orders are all his he is shown the lines.
        for of in ["A2", "A3"] {
            let [_, code] = order(world, of);
            sells(world, &code);
        }
        let first = world.login("nobody").ok(&format!("{BASE}/{id}/saveLines/first"));
        assert_eq!(rows(&first["lines"]).len(), 4);
    });
}

/// `nobody` sells an order, and sees no other.
fn sells(world: &World, code: &str) {
    world.show_own_orders("nobody");
    world.database(|_, conn| {
        let text = format!(
            "UPDATE freight_order SET sales_id = (SELECT id FROM app_user WHERE org_id = 2 AND login_name LIKE 'nobody%') \
             WHERE org_id = 2 AND order_code = '{code}'"
        );
        conn.exec(&platform::store::Stmt::Raw(text, Vec::new())).expect("his order");
    });
}
