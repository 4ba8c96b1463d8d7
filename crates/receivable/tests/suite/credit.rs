//! 信用控制 with the ledger of the fixture: what KH001 and KH002 owe, what it locks, and what opens it again (catalogue prm.md
//! 1.6 to 1.8 and 3).

use serde_json::{Value as Json, json};
use testkit::mail_server::{MailServer, Manner, on_own_machine};
use testkit::{Caller, Reply, World, done, each_database_from, each_database_from_with, refused};

use super::books::rows;
use super::income_invoice::application;
use super::income_writeoff::{from_receipt, note, received, row_of, save};
use crate::receivable::{coop, rooms};

const CREDIT: &str = "/prm/credit";
const LOCKS: &str = "/prm/coopLock";
const LOCKED: &str = "该客户空运出口业务已锁定";
const DETAIL: &str = "信用额度60,000.00，已占用67,000.00，超额7,000.00；逾期40,000.00，最长81天";
const YES: [&str; 4] = ["order.similar", "order.tolerance", "order.charges.follow", "charge.rate_deviates"];

/// Partners with what was agreed, accounts, and the ledger: D1 to D3 and U1 of KH001, D4 of KH002, P1.
pub(super) fn ledger(world: &World) {
    world.database(|app, conn| base::load::load(conn, &app.mint, app.clock.now()).expect("loads"));
    world.database(|app, conn| charge::item::load(conn, &app.mint, app.clock.now()).expect("loads"));
    world.partners();
    world.wait(seed::fixture::agreements(&world.maker()));
    world.wait(seed::money::rates(&world.maker()));
    world.wait(seed::money::periods(&world.maker()));
    world.wait(seed::money::bank_accounts(&world.maker()));
    world.wait(seed::money::chart(&world.maker()));
    world.set_clock("2026-07-15 10:00:00");
    let fin = world.login("fin01");
    let owed = [
        ("KH001", "2026-03-20", "CNY", "10000"),
        ("KH001", "2026-05-10", "CNY", "30000"),
        ("KH001", "2026-06-18", "CNY", "20000"),
        ("KH002", "2026-06-30", "USD", "1000"),
    ];
    let notes = owed.map(|(customer, leaves, currency, amount)| {
        let code = order(world, customer, leaves, (currency, amount));
        note(world, &fin, &code)
    });
    let [_, _, d3, _] = &notes;
    let paid = received(world, &fin, "CNY", "5000.00");
    let targets = json!([{ "id": row_of(world, d3, "CNY"), "amount": "5000.00" }]);
    done(save(&fin, from_receipt(world, &paid, targets)));
    received(world, &fin, "CNY", "2000.00");
    order(world, "KH001", "2026-07-10", ("CNY", "12000"));
}

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, ledger, story);
}

pub(super) fn body(world: &World, op: &Caller<'_>, customer: &str, leaves: &str) -> Json {
    let user = |login: &str| op.ok(&format!("/platform/select/user?keyword={login}"))[0]["value"].clone();
    json!({
        "businessScope": "AE", "businessProduct": "代理制", "coopId": coop(world, customer), "salesId": user("sales01"),
        "servicerId": user("cs01"), "departureStation": "PVG", "arrivalStation": "FRA", "goodsNameCn": "服装",
        "goodsNameEn": "GARMENTS", "goodsType": "普货", "batteryType": "不含电池", "packageType": "纸箱（CTNS）",
        "planPieces": 10, "planWeight": 100, "planVolume": 1, "expectDeparture": leaves, "confirmed": YES,
    })
}

/// An order of a customer with one charge; its code.
fn order(world: &World, customer: &str, leaves: &str, (currency, amount): (&str, &str)) -> String {
    let op = world.login("op01");
    let made = done(op.post("/afbase/order/doSave", body(world, &op, customer, leaves)));
    let uuid = made["orderUuid"].as_str().expect("a uuid").to_owned();
    let items = op.ok("/prm/service/select?businessScope=AE");
    let is_customs = |item: &&Json| item["serviceNameCn"] == "报关费";
    let item = items.as_array().expect("items").iter().find(is_customs).expect("the item")["id"].clone();
    let row = json!({
        "serviceItemId": item, "coopId": coop(world, customer), "basis": "票", "currency": currency, "unitPrice": amount,
        "taxRate": "0%",
    });
    let charges = json!({ "orderUuid": uuid, "rowUuid": "0", "income": [row], "cost": [] });
    done(op.post("/css/charge/save", charges));
    made["orderCode"].as_str().expect("a code").to_owned()
}

/// Figures were reckoned; the row of a customer.
pub(super) fn row(world: &World, code: &str) -> Json {
    world.run_jobs();
    let admin = world.login("demo-admin");
    admin.ok(&format!("{CREDIT}/page?coopName={code}"))["records"][0].clone()
}

fn figures(row: &Json) -> Vec<String> {
    let names = ["billedOpen", "unbilled", "prepaid", "exposure", "headroom", "usage", "overdueAmount"];
    let shown = |name: &str| row[name].as_f64().map_or("-".to_owned(), |figure| format!("{figure:.2}"));
    names.iter().map(|name| shown(name)).collect()
}

fn locked_text(row: &Json) -> &str {
    row["lockText"].as_str().unwrap_or_default()
}

pub(super) fn act(world: &World, code: &str, verb: &str, mut asked: Json) -> Reply {
    let admin = world.login("demo-admin");
    let id = coop(world, code);
    asked["version"] = admin.ok(&format!("{CREDIT}/{id}"))["version"].clone();
    admin.post(&format!("{CREDIT}/{id}/{verb}"), asked)
}

/// Saving an order of KH001 by op01.
fn new_order(world: &World) -> Reply {
    let op = world.login("op01");
    let order = body(world, &op, "KH001", "2026-07-20");
    op.post("/afbase/order/doSave", order)
}

fn locks(caller: &Caller<'_>) -> Vec<(String, String, String)> {
    let page = caller.ok(&format!("{LOCKS}/page?coopName=KH001"));
    let text = |row: &Json, name: &str| row[name].as_str().unwrap_or_default().to_owned();
    let mut all: Vec<(String, String, String)> = page["records"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| (text(row, "businessScope"), text(row, "lockState"), text(row, "detail")))
        .collect();
    all.sort();
    all
}

#[test]
fn what_is_owed_is_told_as_the_catalogue_shows_it_and_locks_what_is_late_and_beyond_its_limit() {
    told(|world| {
        let kh001 = row(world, "KH001");
        assert_eq!(figures(&kh001), ["55000.00", "12000.00", "2000.00", "67000.00", "-7000.00", "111.67", "40000.00"]);
        assert_eq!(
            (&kh001["overdueDays"], &kh001["lockText"], &kh001["settleText"], &kh001["equivalentDays"]),
            (&json!(81), &json!("空运出口、空运进口"), &json!("月结 1/25"), &json!(40))
        );
        let kh002 = row(world, "KH002");
        assert_eq!(figures(&kh002)[3..], ["7100.00", "42900.00", "14.20", "0.00"]);
        assert_eq!((&kh002["overdueDays"], locked_text(&kh002)), (&json!(0), ""));
        let admin = world.login("demo-admin");
        let locked = |scope: &str| (scope.to_owned(), "SYSTEM".to_owned(), DETAIL.to_owned());
        assert_eq!(locks(&admin), [locked("AE"), locked("AI")], "two rows, both by the system");
        assert_eq!(admin.ok(&format!("/prm/coop/{}", coop(world, "KH001")))["lockedScopes"], json!("AE,AI"));
        let before = world.contents(false);
        let reply = new_order(world);
        assert_eq!(reply.findings_at("coopId"), [LOCKED, DETAIL]);
        assert_eq!(world.contents(false), before, "nothing was written");
        let count = |query: &str| admin.ok(&format!("{CREDIT}/page?{query}"))["total"].clone();
        for (query, wanted) in [
            ("usage=OVER", 1),
            ("usage=LOW", 1),
            ("usage=NEAR", 0),
            ("overdueDays=60", 1),
            ("overdueDays=90", 0),
            ("lockStatus=1", 1),
            ("tempActive=true", 0),
        ] {
            assert_eq!(count(query), json!(wanted), "{query}");
        }
        let view = admin.ok(&format!("{CREDIT}/{}", coop(world, "KH001")));
        let items = &view["told"]["tables"][0]["rows"];
        assert_eq!(items.as_array().map(Vec::len), Some(5), "three bills, one order, one receipt: {view}");
    });
}

#[test]
fn paying_what_is_late_opens_the_customer_and_a_temporary_limit_alone_does_not() {
    told(|world| {
        row(world, "KH001");
        done(act(world, "KH001", "temp", json!({ "amount": "10000.00", "until": "2026-08-31", "reason": "旺季" })));
        let more = row(world, "KH001");
        assert_eq!(figures(&more)[4..6], ["3000.00", "95.71"], "within 70,000.00");
        assert_eq!(more["lockText"], json!("空运出口、空运进口"), "what is overdue remains");
        let late = act(world, "KH001", "temp", json!({ "amount": "1.00", "until": "2026-10-14", "reason": "太长" }));
        assert_eq!(late.findings_at("until"), ["日期须在今天至2026-10-13之间"], "the 91st day");
        let fin = world.login("fin01");
        let numbers: Vec<String> = rows(
            world,
            "SELECT note_num FROM debit_note WHERE org_id = 2 AND due_date < '2026-07-15' ORDER BY due_date",
        )
        .iter()
        .map(|row| row.get(0).expect("a number"))
        .collect();
        let paid = received(world, &fin, "CNY", "40000.00");
        let targets = json!([
            { "id": row_of(world, &numbers[0], "CNY"), "amount": "10000.00" },
            { "id": row_of(world, &numbers[1], "CNY"), "amount": "30000.00" },
        ]);
        done(save(&fin, from_receipt(world, &paid, targets)));
        let free = row(world, "KH001");
        assert_eq!(figures(&free)[3], "27000.00");
        assert_eq!((&free["overdueDays"], locked_text(&free)), (&json!(0), ""));
        assert_eq!(locks(&world.login("demo-admin")), []);
        done(new_order(world));
    });
}

#[test]
fn the_white_list_lets_an_order_save_with_a_notice_until_its_last_day() {
    told(|world| {
        row(world, "KH001");
        let year = act(world, "KH001", "white", json!({ "until": "2027-07-16", "reason": "重点客户" }));
        assert_eq!(year.findings_at("until"), ["日期须在今天至2027-07-15之间"]);
        done(act(world, "KH001", "white", json!({ "until": "2026-12-31", "reason": "重点客户" })));
        assert_eq!(locks(&world.login("demo-admin")), [], "the system opens what it locked");
        let saved = done(new_order(world));
        let said: Vec<&str> =
            saved["findings"].as_array().into_iter().flatten().filter_map(|one| one["message"].as_str()).collect();
        let said: Vec<&str> = said.into_iter().filter(|text| text.starts_with("客户甲")).collect();
        assert_eq!(
            said,
            ["客户甲：逾期40,000.00，最长81天", "客户甲：信用额度60,000.00，已占用67,000.00，超额7,000.00"]
        );
        world.set_clock("2027-01-01 03:00:00");
        row(world, "KH001");
        assert_eq!(locks(&world.login("demo-admin")).len(), 2, "the last day is over");
    });
}

pub(super) fn set(world: &World, event: &str, more: Json) {
    let admin = world.login("demo-admin");
    let offers = admin.ok("/platform/select/user?keyword=mgr01");
    let level = json!({ "approverType": "user", "approverIds": [offers[0]["value"]] });
    let mut body = json!({ "eventId": event, "approval": "1", "levels": [level] });
    body.as_object_mut().expect("a body").extend(more.as_object().expect("members").clone());
    done(admin.post("/prm/ics/approval/setting", body));
}

pub(super) fn decide(world: &World, how: &str) {
    let mgr = world.login("mgr01");
    let task = mgr.ok("/prm/api/toDo?current=1&size=10")["records"][0]["taskId"].clone();
    done(mgr.post(&format!("/prm/ics/approval/{how}"), json!({ "taskId": task, "comment": "已核实" })));
}

#[test]
fn a_higher_limit_waits_for_its_decision_and_a_lower_one_counts_at_once() {
    told(|world| {
        row(world, "KH001");
        set(world, "102", json!({}));
        let limit = |amount: &str| json!({ "limitKind": "OWN", "baseLimit": amount, "reason": "业务增长" });
        done(act(world, "KH001", "limit", limit("80000.00")));
        assert_eq!(row(world, "KH001")["effectiveLimit"], json!(60_000), "until it is agreed");
        refused(&act(world, "KH001", "limit", limit("90000.00")), "已有审批中的申请");
        decide(world, "refuse");
        assert_eq!(row(world, "KH001")["effectiveLimit"], json!(60_000));
        done(act(world, "KH001", "limit", limit("80000.00")));
        decide(world, "agree");
        let agreed = row(world, "KH001");
        assert_eq!(agreed["effectiveLimit"], json!(80_000));
        assert_eq!(agreed["lockText"], json!("空运出口、空运进口"), "what is overdue remains");
        done(act(world, "KH001", "limit", limit("70000.00")));
        assert_eq!(row(world, "KH001")["effectiveLimit"], json!(70_000), "a cut counts at once");
        refused(&act(world, "KH001", "limit", limit("70000.00")), "额度与规则没有变化");
        let view = world.login("demo-admin").ok(&format!("{CREDIT}/{}", coop(world, "KH001")));
        let history = view["told"]["tables"][1]["rows"].as_array().expect("rows").len();
        assert_eq!(history, 3, "the refused, the agreed and the cut");
    });
}

#[test]
fn an_application_opens_one_scope_for_its_days_and_the_system_locks_it_again() {
    told(|world| {
        row(world, "KH001");
        let apply = |world: &World| {
            let body = json!({
                "eventId": 15, "refType": "COOP_SCOPE", "refId": coop(world, "KH001"), "reason": "已安排付款",
            });
            world.login("op01").post("/prm/ics/approval/apply", body)
        };
        refused(&apply(world), "未配置解锁审批，请联系管理员");
        set(world, "15", json!({ "unlockDays": 3 }));
        done(apply(world));
        refused(&apply(world), "已提交解锁申请，请勿重复提交");
        let page = world.login("op01").ok("/prm/ics/approval/unlock/page");
        assert_eq!(
            (&page["records"][0]["scope"], &page["records"][0]["coopCode"], &page["records"][0]["eventId"]),
            (&json!("AE"), &json!("KH001"), &json!(15))
        );
        decide(world, "agree");
        world.run_jobs();
        let admin = world.login("demo-admin");
        let now: Vec<(String, String)> = locks(&admin).into_iter().map(|(scope, state, _)| (scope, state)).collect();
        let of = |scope: &str, state: &str| (scope.to_owned(), state.to_owned());
        assert_eq!(now, [of("AE", "OPENED"), of("AI", "SYSTEM")], "the other scope stays locked");
        let page = admin.ok(&format!("{LOCKS}/page?coopName=KH001&lockState=OPENED"));
        assert_eq!(page["records"][0]["unlockUntil"], json!("2026-07-18 23:59:59"));
        done(new_order(world));
        world.set_clock("2026-07-19 00:00:30");
        world.run_jobs();
        let again: Vec<String> = locks(&world.login("demo-admin")).into_iter().map(|(_, state, _)| state).collect();
        assert_eq!(again, ["SYSTEM", "SYSTEM"]);
        assert_eq!(new_order(world).findings_at("coopId")[0], LOCKED);
    });
}

#[test]
fn what_the_system_locked_is_opened_by_hand_for_some_days_alone() {
    told(|world| {
        row(world, "KH001");
        let open =
            |until: Json| act(world, "KH001", "unlock", json!({ "scopeAe": true, "until": until, "reason": "特批" }));
        assert_eq!(open(Json::Null).findings_at("until"), ["系统锁定的原因仍存在，请填写临时解锁日期"]);
        assert_eq!(open(json!("2026-08-15")).findings_at("until"), ["临时解锁最长30天"], "the 31st day");
        done(open(json!("2026-08-14")));
        done(new_order(world));
        done(act(world, "KH001", "lock", json!({ "scopeAe": true, "reason": "又拖欠" })));
        let states: Vec<String> = locks(&world.login("demo-admin")).into_iter().map(|(_, state, _)| state).collect();
        assert_eq!(states, ["HAND", "SYSTEM"]);
        let reply = new_order(world);
        let said = reply.findings_at("coopId");
        assert_eq!(said.first().map(String::as_str), Some(LOCKED));
        assert!(said.iter().all(|text| text != DETAIL), "a lock by hand has no figures: {said:?}");
    });
}

#[test]
fn the_company_decides_what_its_gates_come_to() {
    told(|world| {
        row(world, "KH001");
        let admin = world.login("demo-admin");
        let mut cells = admin.ok(&format!("{CREDIT}/rule/first"))["cells"].clone();
        assert_eq!((&cells[2]["order"], &cells[2]["release"]), (&json!("LOCKED"), &json!("APPROVAL")), "usual");
        for place in [2, 3] {
            cells[place]["order"] = json!("NOTICE");
        }
        done(admin.post(&format!("{CREDIT}/rule"), json!({ "cells": cells })));
        done(act(world, "KH001", "recompute", json!({})));
        assert_eq!(locks(&world.login("demo-admin")), [], "neither locks any more");
        done(new_order(world));
        done(world.login("demo-admin").post(&format!("{CREDIT}/rule"), json!({ "restore": true })));
        done(act(world, "KH001", "recompute", json!({})));
        assert_eq!(locks(&world.login("demo-admin")).len(), 2);
    });
}

#[test]
fn the_black_list_refuses_new_orders_with_its_reason() {
    told(|world| {
        row(world, "KH001");
        done(act(world, "KH001", "black", json!({ "blackReason": "恶意拖欠", "remark": "恶意拖欠" })));
        let said = new_order(world).findings_at("coopId");
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].starts_with("客户甲已列入黑名单（恶意拖欠"), "{said:?}");
        assert!(said[0].ends_with("），不能办理业务"), "{said:?}");
    });
}

// An invoice before the money of who is late, where the company has that decided about.
#[test]
fn an_invoice_beyond_the_credit_waits_for_a_decision_that_lets_one_pass() {
    told(|world| {
        row(world, "KH001");
        let admin = world.login("demo-admin");
        let mut cells = admin.ok(&format!("{CREDIT}/rule/first"))["cells"].clone();
        for place in [2, 3] {
            cells[place]["invoice"] = json!("APPROVAL");
        }
        done(admin.post(&format!("{CREDIT}/rule"), json!({ "cells": cells })));
        let fin = world.login("fin01");
        let note = fin.ok("/css/debitNote/page?customerName=KH001&status=MADE")["records"][0].clone();
        let num = note["debitNoteNum"].as_str().expect("a number").to_owned();
        let yuan = row_of(world, &num, "CNY");
        let wanted = || application(world, "数电普票", &[(&yuan, "100.00")]);
        let apply = || fin.post("/css/invoiceApplication/apply", wanted());
        let stands = |reply: &Reply| reply.data.to_string().contains("超信用开票需审批");
        let reply = apply();
        assert!(reply.code == 1 && stands(&reply), "{} {}", reply.message, reply.data);
        let uuid = rows(
            world,
            &format!(
                "SELECT o.uuid FROM freight_order o JOIN debit_note n ON n.org_id = o.org_id AND n.order_id = o.id \
                 WHERE n.org_id = 2 AND n.note_num = '{num}'"
            ),
        );
        let uuid: String = uuid[0].get(0).expect("a uuid");
        let wish = json!({ "eventId": 105, "refType": "CREDIT_INVOICE", "refId": uuid, "reason": "客户下周付款" });
        let op = world.login("op01");
        refused(&op.post("/prm/ics/approval/apply", wish.clone()), "未配置超信用审批，请联系管理员");
        set(world, "105", json!({}));
        done(world.login("op01").post("/prm/ics/approval/apply", wish));
        decide(world, "agree");
        done(world.login("fin01").post("/css/invoiceApplication/apply", wanted()));
    });
}

#[test]
fn amounts_of_credit_are_for_who_may_see_them() {
    told(|world| {
        row(world, "KH001");
        done(act(world, "KH001", "temp", json!({ "amount": "10000.00", "until": "2026-08-14", "reason": "旺季" })));
        done(act(world, "KH001", "lock", json!({ "scopeSe": true, "reason": "拖欠" })));
        world.run_jobs();
        let lock = world.login("demo-admin").ok(&format!("{LOCKS}/page?coopName=KH001&lockState=SYSTEM"));
        let lock = format!("{LOCKS}/{}", lock["records"][0]["id"].as_str().expect("a lock"));
        let credit = format!("{CREDIT}/{}", coop(world, "KH001"));
        world.allow_nobody(&["prm_coop_credit", "prm_coop_lock"]);
        let look = |login: &str| {
            let caller = world.login(login);
            let tables = caller.ok(&credit)["told"]["tables"].as_array().cloned().expect("tables");
            let said: Vec<String> = tables.iter().map(ToString::to_string).collect();
            (caller.ok(&lock)["detail"].clone(), said.concat())
        };
        let (detail, whole) = look("demo-admin");
        assert!(detail.as_str().is_some_and(|text| text.contains("40,000.00")), "{detail}");
        assert!(whole.contains("额度记录") && whole.contains("10,000.00"), "{whole}");
        let (detail, part) = look("nobody");
        assert_eq!(detail, Json::Null);
        assert!(part.contains("锁定记录") && part.contains("拖欠"), "what was locked is no amount: {part}");
        assert!(!part.contains("额度记录") && !part.contains("10,000.00"), "{part}");
    });
}

#[test]
fn credit_is_for_who_holds_the_page_and_of_his_company() {
    told(|world| {
        row(world, "KH001");
        assert_eq!(world.login("nobody").get(&format!("{CREDIT}/page")).status, 403);
        assert_eq!(world.login("sh01").ok(&format!("{CREDIT}/page"))["total"], json!(0), "another company");
    });
}

#[test]
fn a_dunning_letter_names_what_is_overdue_and_goes_to_addresses_alone() {
    each_database_from_with(rooms, on_own_machine, ledger, |world| {
        let server = MailServer::start(Manner::Takes);
        let admin = world.login("demo-admin");
        done(admin.put("/hrs/org/mailbox", server.mailbox()));
        let id = row(world, "KH001")["id"].as_str().expect("an id").to_owned();
        let first = admin.ok(&format!("{CREDIT}/{id}/dunning/first"));
        let content = first["content"].as_str().expect("a text");
        assert!(content.contains("合计CNY 40,000.00") && !content.contains("20,000.00"), "{content}");
        let letter = |to: &str| json!({ "to": to, "subject": first["subject"], "content": content });
        let wrong = act(world, "KH001", "dunning", letter("fin@example.com;nobody"));
        assert_eq!(wrong.findings_at("to"), ["邮箱nobody格式不正确"]);
        done(act(world, "KH001", "dunning", letter("fin@example.com; cfo@example.com")));
        for _ in 0..2 {
            world.run_jobs();
        }
        let sent: Vec<String> = server.received().into_iter().map(|mail| mail.text()).collect();
        assert!(!sent.is_empty() && sent.iter().all(|text| text.contains("40,000.00")), "{sent:?}");
        refused(&act(world, "KH002", "dunning", letter("fin@example.com")), "该客户没有逾期账单");
    });
}

/// What somebody was told of bills that fall due, the newest first.
fn due_soon(world: &World, login: &str) -> Vec<String> {
    let page = world.login(login).ok("/prm/message?size=50");
    let rows = page["records"].as_array().cloned().unwrap_or_default();
    let is_of = |row: &&Json| row["title"].as_str().is_some_and(|title| title.ends_with("有账单即将到期"));
    rows.iter().filter(is_of).map(|row| row["content"].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn sales_are_told_of_what_falls_due_seven_three_and_one_days_before_and_of_nothing_else() {
    told(|world| {
        let at = |time: &str| {
            world.set_clock(time);
            world.run_jobs();
            due_soon(world, "sales01").len()
        };
        // D3 is due on 2026-07-25 with 15,000.00 open; D1 and D2 are late, which is told otherwise.
        assert_eq!(at("2026-07-17 09:30:00"), 0, "eight days");
        assert_eq!(at("2026-07-18 09:30:00"), 1);
        assert_eq!(due_soon(world, "sales01")[0], "客户甲的1张账单将于2026-07-25到期，未收15,000.00，剩余7天");
        assert_eq!(at("2026-07-19 09:30:00"), 1, "once for each of the days");
        assert_eq!(at("2026-07-22 09:30:00"), 2);
        let fin = world.login("fin01");
        let d3 = rows(world, "SELECT note_num FROM debit_note WHERE org_id = 2 AND due_date = '2026-07-25'");
        let d3: String = d3[0].get(0).expect("a number");
        let paid = received(world, &fin, "CNY", "15000.00");
        let targets = json!([{ "id": row_of(world, &d3, "CNY"), "amount": "15000.00" }]);
        done(save(&fin, from_receipt(world, &paid, targets)));
        assert_eq!(at("2026-07-24 09:30:00"), 2, "what is paid is told of no more");
        assert_eq!(due_soon(world, "sales02").len(), 1, "D4 of KH002 is due on 2026-07-30");
    });
}

#[test]
fn a_hand_and_a_reckoning_at_the_same_moment_lock_and_open_once() {
    told(|world| {
        row(world, "KH002");
        let id = coop(world, "KH002");
        let states = || {
            let text =
                format!("SELECT business_scope, state FROM coop_lock WHERE org_id = 2 AND coop_id = {id} ORDER BY id");
            let of = |row: &platform::store::Row| (row.get(0).expect("a scope"), row.get(1).expect("a state"));
            rows(world, &text).iter().map(of).collect::<Vec<(String, String)>>()
        };
        for round in 0..4 {
            for (verb, wanted) in [("lock", vec![("AE".to_owned(), "HAND".to_owned())]), ("unlock", Vec::new())] {
                let admin = world.login("demo-admin");
                let version = admin.ok(&format!("/prm/coop/{id}"))["version"].clone();
                let credit = admin.ok(&format!("{CREDIT}/{id}"))["version"].clone();
                let acts = [
                    (
                        admin.client(),
                        format!("/prm/coop/{id}/{verb}"),
                        json!({ "version": version, "scopes": ["AE"], "reason": "资料不全" }),
                    ),
                    (admin.client(), format!("{CREDIT}/{id}/recompute"), json!({ "version": credit })),
                ];
                let calls = acts.map(|(client, path, body)| async move { client.call("POST", &path, body).await });
                let codes: Vec<i64> = world.at_once(calls.into()).iter().map(|reply| reply.code).collect();
                assert_eq!(codes[0], 0, "{round} {verb}: the hand is never in the way of a reckoning");
                assert_eq!(states(), wanted, "{round} {verb}");
                // What the figures say is reckoned of what the hand left.
                world.run_jobs();
                assert_eq!(states(), wanted, "{round} {verb}: behind it");
                let shown =
                    world.login("demo-admin").ok(&format!("{CREDIT}/page?coopName=KH002"))["records"][0].clone();
                assert_eq!(locked_text(&shown).is_empty(), wanted.is_empty(), "{round} {verb}: {shown}");
            }
        }
    });
}
