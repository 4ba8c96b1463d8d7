//! /css_payment_batch as the catalogue shows it: a file of GYS001 beside the costs of E1 and E4.

use platform::store::{Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, findings, refused, rows_of};

use super::cashier::{coop, cost_of, text};
use super::supplier::{
    C4, C7, DEMO, E1, E4, OF_E1, OF_E4, decided_by_mgr, figure, listed, number, reconciled, rows, save, sums_hold,
    taken_of, texts, wanted,
};
use crate::payable::{found, rooms};

const CHANGED: &str = "数据已变更，请重新上传";
const WRONG_FILE: &str = "请上传正确格式的文件，仅支持xlsx";

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, reconciled, story);
}

/// What a call says beside a standard file.
fn frame(world: &World, more: &str) -> String {
    format!("coopId={}&currency=CNY{more}", coop(world, "GYS001"))
}

fn upload(caller: &Caller<'_>, query: &str, text: &str) -> Reply {
    caller.upload(&format!("/css/payment/batchRead?{query}"), &[("bill.csv", text.as_bytes())])
}

/// A standard file of some rows.
fn read(caller: &Caller<'_>, query: &str, lines: &str) -> Reply {
    upload(caller, &format!("fileType=STANDARD&{query}"), &format!("单号,金额\n{lines}"))
}

/// The file of the catalogue.
fn shown() -> String {
    format!("{OF_E1},13000.00\n{OF_E4},1000.00\n")
}

/// The rows of a file, each dealt with as it may be.
fn dealt(read: &Json, deal: &str) -> Vec<Json> {
    let sent = rows(&read["rows"]).into_iter().filter(|row| row["result"] != json!("OURS_ONLY"));
    let row = |row: Json| {
        let may = row["deals"].to_string().contains(deal);
        json!({
            "code": row["code"], "amount": row["uploadAmount"], "deal": if may { deal } else { "SKIP" }, "seen": row["seen"],
            "correction": row["correction"],
        })
    };
    sent.map(row).collect()
}

fn item(world: &World, name: &str) -> String {
    found(world, charge::item::TABLE, &[("business_scope", "AE"), ("service_name_cn", name)])
}

/// The body of the payment of a file.
fn decided(world: &World, read: &Json, deal: &str) -> Json {
    json!({
        "fileType": "STANDARD", "coopId": coop(world, "GYS001"), "currency": "CNY",
        "serviceItemIds": read["serviceItemIds"], "paymentDate": "2026-07-20", "supplierBillNo": "KF-07",
        "adjustItemId": item(world, "空运费"), "rows": dealt(read, deal),
    })
}

fn make(caller: &Caller<'_>, body: Json) -> Reply {
    caller.post("/css/payment/batchSave", body)
}

fn with(body: &Json, members: Json) -> Json {
    let mut body = body.clone();
    for (name, value) in members.as_object().expect("members") {
        body[name] = value.clone();
    }
    body
}

/// Number, what is left, what the supplier wants, the difference and the result of each row.
fn said(read: &Json) -> Vec<[String; 5]> {
    let names = ["code", "noPaymentAmount", "uploadAmount", "errorAmount", "result"];
    rows(&read["rows"]).iter().map(|row| texts(row, names)).collect()
}

fn row(of: [&str; 5]) -> [String; 5] {
    of.map(str::to_owned)
}

fn charges(caller: &Caller<'_>, code: &str) -> Json {
    let orders = caller.ok(&format!("/afbase/order/page?orderCode={code}&closed=true"));
    caller.ok(&format!("/css/charge/list?orderUuid={}", text(&orders["records"][0], "orderUuid")))
}

fn payments(world: &World) -> i64 {
    number(world, "SELECT COUNT(*) FROM payment")
}

#[test]
fn a_file_is_compared_and_made_into_a_payment_as_the_supplier_wants() {
    told(|world| {
        let query = frame(world, "");
        let fin = world.login("fin01");
        let before = world.contents(false);
        let told = done(read(&fin, &query, &shown()));
        assert_eq!(
            said(&told),
            [
                row([OF_E4, "1000.00", "1000.00", "0.00", "SAME"]),
                row([OF_E1, "13170.00", "13000.00", "-170.00", "DIFFERENT"]),
            ]
        );
        assert_eq!(texts(&told["rows"][1], ["amount", "errorRate", "bizDate"]), ["13170.00", "-1.29", "2026-07-18"]);
        assert_eq!(texts(&told["rows"][0], ["amount", "errorRate", "bizDate"]), ["15000.00", "0.00", "2026-07-14"]);
        let sums = ["amount", "noPaymentAmount", "uploadAmount", "errorAmount"];
        assert_eq!(texts(&told["totals"], sums), ["28170.00", "14170.00", "14000.00", "-170.00"]);
        world.unchanged(&before, false);
        let body = decided(world, &told, "SUPPLIER");
        let unnamed = make(&fin, with(&body, json!({ "adjustItemId": "" })));
        assert_eq!(findings(&unnamed), [("adjustItemId".to_owned(), "请选择调整项目".to_owned())]);
        let undated = make(&fin, with(&body, json!({ "paymentDate": null })));
        assert_eq!(findings(&undated).first().map(|(field, _)| field.as_str()), Some("paymentDate"));
        world.unchanged(&before, false);
        let made = done(make(&fin, body));
        assert_eq!((text(&made, "paymentNum").as_str(), &made["approving"]), ("AE-CP-2607200001", &json!(null)));
        let payment = listed(&fin, &text(&made, "id"));
        assert_eq!(figure(&payment, "amountPayment"), "14000.00");
        assert_eq!((text(&payment, "supplierBillNo").as_str(), &payment["orders"]), ("KF-07", &json!(2)));
        let e1 = charges(&fin, E1);
        assert_eq!(e1["totals"]["cost"]["functional"], json!("13000.00"));
        let line = &e1["cost"][1];
        let names = ["amount", "quantity", "source", "serviceItemName", "coopName", "currency"];
        assert_eq!(texts(line, names), ["-170.00", "1", "RECONCILED", "空运费", "供应商甲", "CNY"]);
        assert_eq!(charges(&fin, E4)["cost"].as_array().map(Vec::len), Some(2), "nothing differs there");
        assert_eq!(taken_of(world, &cost_of(world, C7)), C7);
        sums_hold(world);
    });
}

#[test]
fn a_file_may_be_paid_as_our_own_books_say_or_left_out() {
    told(|world| {
        let query = frame(world, "");
        let fin = world.login("fin01");
        let told = done(read(&fin, &query, &shown()));
        let before = world.contents(true);
        refused(&make(&fin, decided(world, &told, "SKIP")), "没有可生成对账单的数据");
        world.unchanged(&before, true);
        let mut body = decided(world, &told, "SYSTEM");
        body["adjustItemId"] = json!("");
        body["requestId"] = json!("0b2f1c6a-7777-4000-8000-000000000003");
        let made = done(make(&fin, body.clone()));
        assert_eq!(figure(&listed(&fin, &text(&made, "id")), "amountPayment"), "14170.00");
        assert_eq!(charges(&fin, E1)["totals"]["cost"]["functional"], json!("13170.00"));
        assert_eq!(
            done(make(&fin, body.clone()))["paymentNum"],
            made["paymentNum"],
            "the same attempt is the same payment"
        );
        body["requestId"] = json!("0b2f1c6a-7777-4000-8000-000000000004");
        refused(&make(&fin, body), CHANGED);
        let again = done(read(&fin, &query, &shown()));
        assert_eq!(said(&again)[0], row([OF_E4, "0.00", "1000.00", "1000.00", "RECONCILED"]));
        assert_eq!(again["rows"][0]["errorRate"], json!(null));
        sums_hold(world);
    });
}

#[test]
fn rows_are_found_by_any_number_of_an_order_and_doubles_are_added() {
    told(|world| {
        let query = frame(world, "");
        let fin = world.login("fin01");
        let lines = format!("{OF_E1},10000\n{E1},2000.5\n99912345675,1\n {OF_E1} ,999.50\nXX-1,5\nAE-2607150002,100\n");
        let told = done(read(&fin, &query, &lines));
        let of = said(&told);
        assert!(of.iter().any(|one| one[0] == OF_E1 && one[2] == "13000.00"), "{of:?}");
        assert_eq!(of[0][4], "NO_ORDER", "those without an order come first");
        assert!(of.iter().any(|one| one[0] == "XX-1" && one[4] == "NO_ORDER"), "{of:?}");
        assert!(of.iter().any(|one| one[0] == "AE-2607150002" && one[4] == "NO_COST"), "{of:?}");
        let none = rows(&told["rows"]).into_iter().find(|row| row["code"] == json!("XX-1")).expect("the row");
        assert_eq!((&none["amount"], &none["deals"]), (&json!(null), &json!(["SKIP"])));
        // What can't be done is said at its row.
        let mut body = decided(world, &told, "SUPPLIER");
        let place = rows(&body["rows"]).iter().position(|row| row["code"] == json!("XX-1")).expect("the row");
        body["rows"][place]["deal"] = json!("SYSTEM");
        let wrong = make(&fin, body.clone());
        assert_eq!(findings(&wrong), [(format!("rows.{place}.deal"), "XX-1不能按此方式处理".to_owned())]);
        // A cost nobody entered is the supplier's.
        body["rows"][place]["deal"] = json!("SKIP");
        done(make(&fin, body));
        assert_eq!(charges(&fin, "AE-2607150002")["totals"]["cost"]["functional"], json!("100.00"));
        sums_hold(world);
    });
}

#[test]
fn what_the_file_lacks_of_a_period_is_ours_alone() {
    told(|world| {
        let query = frame(world, "&periodFrom=2026-07-01&periodTo=2026-07-18");
        let fin = world.login("fin01");
        let told = done(read(&fin, &query, &format!("{OF_E4},1000\n")));
        assert_eq!(
            said(&told),
            [
                row([OF_E4, "1000.00", "1000.00", "0.00", "SAME"]),
                row([OF_E1, "13170.00", "0.00", "-13170.00", "OURS_ONLY"]),
            ]
        );
        assert_eq!(told["rows"][1]["deals"], json!(["SKIP"]));
        let short = frame(world, "&periodFrom=2026-07-01&periodTo=2026-07-17");
        assert_eq!(said(&done(read(&fin, &short, &format!("{OF_E4},1000\n")))).len(), 1);
        assert_eq!(read(&fin, &frame(world, "&periodFrom=2026-07-01&periodTo=x"), &shown()).status, 400);
        let made = done(make(&fin, decided(world, &told, "SYSTEM")));
        assert_eq!(figure(&listed(&fin, &text(&made, "id")), "amountPayment"), "1000.00");
        assert_eq!(taken_of(world, &cost_of(world, C7)), 0);
    });
}

#[test]
fn what_is_wrong_with_a_file_is_said_by_its_rows() {
    told(|world| {
        let query = frame(world, "");
        let fin = world.login("fin01");
        let before = world.contents(true);
        refused(&read(&fin, &query, &format!("{OF_E1},abc\n")), "第2行金额格式有误");
        refused(&read(&fin, &query, &format!("{OF_E1},1.005\n")), "第2行金额格式有误");
        refused(&read(&fin, &query, &format!("{OF_E1},1\n,5\n{OF_E4},x\n")), "第3行单号不能为空；第4行金额格式有误");
        refused(&read(&fin, &query, ""), "文件中没有数据行");
        let of = |name: &str, bytes: &[u8]| {
            fin.upload(&format!("/css/payment/batchRead?fileType=STANDARD&{query}"), &[(name, bytes)])
        };
        refused(&of("bill.xls", b"old"), WRONG_FILE);
        refused(&of("bill.xlsx", b"no workbook"), WRONG_FILE);
        refused(&of("bill.xlsx", b"PK\x03\x04 cut off"), WRONG_FILE);
        let nobody = read(&fin, "currency=CNY", &shown());
        assert_eq!(findings(&nobody), [("coopId".to_owned(), "请选择供应商".to_owned())]);
        let most: String = format!("{OF_E1},0.01\n").repeat(20_000);
        assert_eq!(said(&done(read(&fin, &query, &most)))[0][2], "200.00");
        assert_ne!(read(&fin, &query, &format!("{most}{OF_E1},0.01\n")).code, 0, "one more");
        world.unchanged(&before, true);
        let template = rows_of(&fin.get("/css/payment/batchTemplate").bytes);
        assert!(template[0][0].contains("单号") && template[0][1].contains("金额"), "{template:?}");
    });
}

#[test]
fn a_file_is_read_again_when_an_order_changed_since() {
    told(|world| {
        let (query, c7) = (frame(world, ""), cost_of(world, C7));
        let fin = world.login("fin01");
        let told = done(read(&fin, &query, &shown()));
        done(save(&fin, wanted(world, ("GYS001", "CNY"), &[(c7, "1.00")])));
        let before = world.contents(true);
        refused(&make(&fin, decided(world, &told, "SUPPLIER")), CHANGED);
        world.unchanged(&before, true);
        done(make(&fin, decided(world, &done(read(&fin, &query, &shown())), "SUPPLIER")));
        sums_hold(world);
    });
}

#[test]
fn two_who_make_the_same_file_at_once_make_it_once() {
    told(|world| {
        let query = frame(world, "");
        let fin = world.login("fin01");
        let body = decided(world, &done(read(&fin, &query, &shown())), "SUPPLIER");
        let calls = (0..2).map(|_| {
            let (client, body) = (fin.client(), body.clone());
            async move { client.call("POST", "/css/payment/batchSave", body).await }
        });
        let replies = world.at_once(calls.collect());
        let said: Vec<_> = replies.iter().map(|reply| (reply.code, reply.message.clone())).collect();
        assert_eq!(said.iter().filter(|(code, _)| *code == 0).count(), 1, "{said:?}");
        assert!(said.iter().any(|(_, message)| message == CHANGED), "{said:?}");
        assert_eq!(payments(world), 2);
        sums_hold(world);
    });
}

#[test]
fn on_a_locked_order_the_difference_is_an_adjusting_charge() {
    told(|world| {
        let query = frame(world, "");
        let fin = world.login("fin01");
        let told = done(read(&fin, &query, &format!("{OF_E4},900\n")));
        let body = decided(world, &told, "SUPPLIER");
        let before = world.contents(true);
        for (day, why) in [
            ("", "订单已锁账，请填写财务日期"),
            ("2026-05-20", "财务期间2026-05已结账"),
            ("2026-08-01", "财务期间2026-08未开启"),
            ("2026-07-13", "财务日期不能早于锁账日期2026-07-14"),
        ] {
            let reply = make(&fin, with(&body, json!({ "financialDate": day })));
            assert_eq!(findings(&reply), [("rows.0.deal".to_owned(), format!("{OF_E4}：{why}"))], "{day}");
        }
        world.unchanged(&before, true);
        let made = done(make(&fin, with(&body, json!({ "financialDate": "2026-07-14" }))));
        assert_eq!(figure(&listed(&fin, &text(&made, "id")), "amountPayment"), "900.00");
        let e4 = charges(&fin, E4);
        assert_eq!(e4["totals"]["cost"]["functional"], json!("14900.00"));
        let names = ["amount", "source", "financialDate", "adjustNum"];
        assert_eq!(texts(&e4["cost"][2], names), ["-100.00", "RECONCILED", "2026-07-14", "AJ-2607200001"]);
        assert_eq!(taken_of(world, &cost_of(world, C4)), C4);
        sums_hold(world);
    });
}

fn decide(caller: &Caller<'_>, how: &str) -> Reply {
    let task = caller.ok("/prm/api/toDo?current=1&size=10")["records"][0]["taskId"].clone();
    caller.post(&format!("/prm/ics/approval/{how}"), json!({ "taskId": task, "comment": "x" }))
}

#[test]
fn a_difference_waits_for_a_decision_where_one_is_asked_for() {
    told(|world| {
        decided_by_mgr(world, "110");
        let (query, c7) = (frame(world, ""), cost_of(world, C7));
        let (fin, mgr) = (world.login("fin01"), world.login("mgr01"));
        let waiting = mgr.ok("/prm/api/toDo?current=1&size=10")["total"].as_i64().expect("a number");
        let told = done(read(&fin, &query, &shown()));
        let made = done(make(&fin, decided(world, &told, "SUPPLIER")));
        assert!(!text(&made["approving"], "instanceNo").is_empty(), "{made}");
        assert_eq!((&made["paymentNum"], payments(world)), (&json!(null), 1));
        assert_eq!(charges(&fin, E1)["totals"]["cost"]["functional"], json!("13170.00"));
        assert_eq!(mgr.ok("/prm/api/toDo?current=1&size=10")["total"], json!(waiting + 1));
        done(decide(&mgr, "agree"));
        assert_eq!(payments(world), 2);
        let found = fin.ok("/css/payment/page?size=10&supplierBillNo=KF-07");
        assert_eq!(figure(&found["records"][0], "amountPayment"), "14000.00");
        assert_eq!(charges(&fin, E1)["totals"]["cost"]["functional"], json!("13000.00"));
        assert_eq!(taken_of(world, &c7), C7);
        sums_hold(world);
    });
}

#[test]
fn what_agrees_waits_for_nobody_and_what_changed_meanwhile_is_not_made() {
    told(|world| {
        decided_by_mgr(world, "110");
        let (query, c7) = (frame(world, ""), cost_of(world, C7));
        let (fin, mgr) = (world.login("fin01"), world.login("mgr01"));
        let same = done(read(&fin, &query, &format!("{OF_E4},400\n")));
        assert_eq!(
            done(make(&fin, decided(world, &same, "SYSTEM")))["approving"],
            json!(null),
            "our own rest is no difference"
        );
        let told = done(read(&fin, &query, &format!("{OF_E1},13000\n")));
        done(make(&fin, decided(world, &told, "SUPPLIER")));
        done(save(&fin, wanted(world, ("GYS001", "CNY"), &[(c7, "1.00")])));
        // The decision stands; what comes of it is refused (hrs.md, instance states).
        let before = payments(world);
        let late = done(decide(&mgr, "agree"));
        assert_eq!(texts(&late, ["status", "effectStatus", "effectError"]), ["已通过", "失败", CHANGED]);
        assert_eq!(payments(world), before);
        assert_eq!(charges(&fin, E1)["totals"]["cost"]["functional"], json!("13170.00"));
        // Read again it is decided about anew.
        let again = done(read(&fin, &query, &format!("{OF_E1},13000\n")));
        done(make(&fin, decided(world, &again, "SUPPLIER")));
        done(decide(&mgr, "refuse"));
        assert_eq!(payments(world), before);
        sums_hold(world);
    });
}

#[test]
fn orders_of_one_master_are_compared_as_a_sum_where_that_is_asked_for() {
    told(|world| {
        world.database(|_, conn| {
            let mut other = sql::update(DEMO, "freight_order", &[("biz_number", Value::Text(OF_E1.to_owned()))]);
            other.and_where(sql::eq("order_code", "AE-2607150002".to_owned()));
            assert_eq!(conn.exec(&other.into()).expect("the same master"), 1);
        });
        let query = frame(world, "");
        let fin = world.login("fin01");
        let lines = format!("{OF_E1},13100\n");
        let each = done(read(&fin, &query, &lines));
        assert_eq!(text(&each["rows"][0], "result"), "NO_ORDER");
        assert_eq!(text(&each["rows"][0], "why"), "单号对应2票订单，请勾选按主单汇总或填写订单号");
        let summed = done(read(&fin, &format!("{query}&byMaster=true"), &lines));
        assert_eq!(said(&summed), [row([OF_E1, "13170.00", "13100.00", "-70.00", "DIFFERENT"])]);
        assert_eq!(summed["rows"][0]["orderCodes"].as_array().map(Vec::len), Some(2));
        let body = with(&decided(world, &summed, "SUPPLIER"), json!({ "byMaster": true }));
        let made = done(make(&fin, body));
        assert_eq!(figure(&listed(&fin, &text(&made, "id")), "amountPayment"), "13100.00");
        let added = "SELECT CAST(COALESCE(SUM(amount), 0) AS bigint) FROM charge WHERE source = 'RECONCILED'";
        assert_eq!(number(world, added), -70_000);
        sums_hold(world);
    });
}

/// A text as a query carries it.
fn escaped(text: &str) -> String {
    let byte =
        |byte: u8| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(byte).collect()
}

/// A file of an airline; the headings stand below its title.
fn cass(caller: &Caller<'_>, (query, mapping): (&str, &Json), lines: &str) -> Reply {
    let mapping = if mapping.is_null() { String::new() } else { format!("&mapping={}", escaped(&mapping.to_string())) };
    let file = format!("CASS BILLING\nAWB,Freight,Commission,Net,Document\n{lines}");
    upload(caller, &format!("fileType=CASS&{query}{mapping}"), &file)
}

#[test]
fn an_airline_bills_half_a_month_by_columns_that_are_named_once() {
    told(|world| {
        let half = |from: &str, to: &str| frame(world, &format!("&periodFrom={from}&periodTo={to}"));
        let query = half("2026-07-16", "2026-07-31");
        let freight = item(world, "空运费");
        let fin = world.login("fin01");
        let line = format!("{OF_E1},13200,200,13000,AWB\n");
        for (from, to) in
            [("2026-07-01", "2026-07-31"), ("2026-07-16", "2026-07-30"), ("2026-07-02", "2026-07-15"), ("", "")]
        {
            let wrong = cass(&fin, (&half(from, to), &json!(null)), &line);
            assert_eq!(findings(&wrong).first().map(|(field, _)| field.as_str()), Some("periodFrom"), "{from} {to}");
        }
        let asks = done(cass(&fin, (&query, &json!(null)), &line));
        assert_eq!(
            (&asks["needsMapping"], &asks["headings"]),
            (&json!(true), &json!(["AWB", "Freight", "Commission", "Net", "Document"]))
        );
        assert_eq!(texts(&asks["mapping"], ["number", "net", "document"]), ["AWB", "Net", "Document"]);
        assert_eq!(asks["mapping"]["amounts"]["commission"]["heading"], json!("Commission"));
        let mapped = |heading: &str| json!({ "heading": heading, "itemId": freight });
        let mapping = json!({
            "number": "AWB", "net": "Net", "document": "Document",
            "amounts": { "freight": mapped("Freight"), "commission": mapped("Commission") },
        });
        let of = |lines: &str| cass(&fin, (&query, &mapping), lines);
        refused(&of(&format!("{OF_E1},13200,200,13001,AWB\n")), "第3行净额与明细不符");
        refused(
            &of(&format!("{OF_E1},1,0,1,XXX\n,1,0,1,AWB\n")),
            "第3行单证类型有误，可填AWB、CCA、DCM；第4行主单号不能为空",
        );
        let told = done(of(&line));
        assert_eq!(said(&told), [row([OF_E1, "13170.00", "13000.00", "-170.00", "DIFFERENT"])]);
        assert_eq!(said(&done(of(&format!("{OF_E1},13200,-200,13000,AWB\n"))))[0][2], "13000.00", "with its sign");
        assert_eq!(told["serviceItemIds"], json!([freight]));
        let members =
            json!({ "fileType": "CASS", "periodFrom": "2026-07-16", "periodTo": "2026-07-31", "mapping": mapping });
        let made = done(make(&fin, with(&decided(world, &told, "SUPPLIER"), members.clone())));
        assert_eq!(figure(&listed(&fin, &text(&made, "id")), "amountPayment"), "13000.00");
        // The columns are known by now.
        let known = done(cass(&fin, (&query, &json!(null)), &line));
        assert_eq!((&known["needsMapping"], text(&known["rows"][0], "result").as_str()), (&json!(false), "RECONCILED"));
        let again = make(&fin, with(&decided(world, &known, "SUPPLIER"), members));
        refused(&again, &format!("该供应商本账期已生成对账单{}", text(&made, "paymentNum")));
        // A later period does not bill it again, but may correct it.
        let next = half("2026-08-01", "2026-08-15");
        let twice = done(cass(&fin, (&next, &json!(null)), &line));
        assert_eq!(text(&twice["rows"][0], "result"), "BILLED_BEFORE");
        assert_eq!(twice["rows"][0]["deals"], json!(["SKIP"]));
        let corrects = done(cass(&fin, (&next, &json!(null)), &format!("{OF_E1},50,0,50,CCA\n")));
        assert_eq!(text(&corrects["rows"][0], "result"), "RECONCILED");
        sums_hold(world);
    });
}

#[test]
fn what_was_told_is_taken_along_as_a_workbook() {
    told(|world| {
        let query = frame(world, "");
        let fin = world.login("fin01");
        let told = done(read(&fin, &query, &shown()));
        let names = ["code", "bizDate", "amount", "noPaymentAmount", "uploadAmount", "errorAmount", "errorRate"];
        let shown = |row: &Json| {
            let mut shown: Json = names
                .iter()
                .map(|name| ((*name).to_owned(), row[*name].clone()))
                .collect::<serde_json::Map<_, _>>()
                .into();
            shown["result"] = json!("=差异");
            shown["deal"] = json!("按供应商");
            shown
        };
        let body = json!({ "rows": rows(&told["rows"]).iter().map(shown).collect::<Vec<_>>() });
        let cells = rows_of(&fin.post("/css/payment/batchExport", body).bytes);
        assert_eq!(
            cells[0],
            ["单号", "业务日期", "原成本金额", "可对账金额", "供应商金额", "误差金额", "误差%", "结果", "处理"]
        );
        assert_eq!(cells[2][..7], [OF_E1, "2026-07-18", "13170", "13170", "13000", "-170", "-1.29"]);
        assert!(!cells[2][7].starts_with('='), "no formula: {}", cells[2][7]);
        refused(&fin.post("/css/payment/batchExport", json!({ "rows": [] })), "文件中没有数据行");
    });
}

#[test]
fn who_may_not_make_it_makes_nothing() {
    told(|world| {
        let query = frame(world, "");
        world.allow_nobody(&["css_payment_batch", "css-cpb-upload"]);
        let clerk = world.login("nobody");
        assert_eq!(read(&clerk, &query, &shown()).status, 403, "costs are not his to see");
        world.allow_nobody(&["css-cost-view"]);
        let clerk = world.login("nobody");
        let told = done(read(&clerk, &query, &shown()));
        let before = world.contents(true);
        assert_eq!(make(&clerk, decided(world, &told, "SYSTEM")).status, 403);
        assert_eq!(clerk.post("/css/payment/batchExport", json!({ "rows": [] })).status, 403);
        world.unchanged(&before, true);
        // With another button that makes payments he makes none of a file.
        world.allow_nobody(&["css-payment-add"]);
        let clerk = world.login("nobody");
        assert_eq!(make(&clerk, decided(world, &told, "SYSTEM")).status, 403);
        assert_eq!(payments(world), 1);
    });
}
