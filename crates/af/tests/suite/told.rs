//! What users are told of orders and approvals, in the message centre and by mail.

use serde_json::{Value as Json, json};
use testkit::mail_server::{MailServer, Manner, on_own_machine};
use testkit::{Caller, World, each_database_from_with};

use super::approval::{O1, apply, decide, lay_locked, named, set, setting};
use super::fixture::*;

const MINE: &str = "/hrs/messageRule/mine";

/// Orders of the fixture, O1 locked, and a mailbox.
fn with_mail(story: impl Fn(&World, &MailServer)) {
    each_database_from_with(rooms, on_own_machine, lay_locked, |world| {
        let server = MailServer::start(Manner::Takes);
        done(world.login("demo-admin").put("/hrs/org/mailbox", server.mailbox()));
        forget(world);
        story(world, &server);
    });
}

/// What was told while the story was made ready.
pub fn forget(world: &World) {
    let text = "DELETE FROM message WHERE org_id = 2".to_owned();
    world.database(|_, conn| conn.exec(&platform::store::Stmt::Raw(text, Vec::new())).unwrap());
}

/// Decides about an event.
#[track_caller]
fn rule(admin: &Caller<'_>, event: &str, more: Json) {
    let all = admin.ok("/hrs/messageRule")["rules"].clone();
    let shown = all.as_array().unwrap().iter().find(|rule| rule["event"] == event).unwrap().clone();
    let mut body = json!({});
    for name in
        ["event", "version", "active", "inner", "mail", "receivers", "titleZh", "titleEn", "textZh", "textEn", "days"]
    {
        body[name] = shown[name].clone();
    }
    done(admin.put("/hrs/messageRule", with(body, more)));
}

fn told(caller: &Caller<'_>) -> Vec<String> {
    let page = caller.ok("/prm/message?size=50");
    page["records"].as_array().unwrap().iter().map(|row| text(row, "title")).collect()
}

fn mgr01_decides(world: &World) {
    let admin = world.login("demo-admin");
    set(&admin, setting(json!([named(&admin, &["mgr01"])])));
}

// Shows line of /hrs_message_setting.
#[test]
fn mail_on_sends_one_for_each_new_task_and_muting_leaves_the_message() {
    with_mail(|world, server| {
        let (admin, op, manager) = (world.login("demo-admin"), world.login("op01"), world.login("mgr01"));
        mgr01_decides(world);
        done(apply(&op, O1));
        world.run_jobs();
        assert_eq!((told(&manager), server.received().len()), (vec!["待审批".to_owned()], 0), "off at first");
        done(decide(&manager, "refuse", json!({ "comment": "x" })));
        rule(&admin, "approval.arrived", json!({ "mail": true }));
        done(apply(&op, O1));
        world.run_jobs();
        world.run_jobs();
        let mails = server.received();
        assert_eq!(mails.len(), 1, "one mail for one task");
        assert_eq!(
            (mails[0].to.as_slice(), mails[0].subject().as_str()),
            (&["mgr01@example.com".to_owned()][..], "待审批")
        );
        assert!(mails[0].text().contains("操作一提交的解锁申请待您审批：AE-2607010001"), "{}", mails[0].text());
        assert!(mails[0].link().contains("/notification?id=0&approval="), "{}", mails[0].link());
        let line = admin.ok("/hrs/mailLog/page?size=1")["records"][0].clone();
        assert_eq!(
            (text(&line, "kind"), text(&line, "status"), text(&line, "refNo")),
            ("审批".to_owned(), "已发送".to_owned(), O1.to_owned())
        );
        done(decide(&manager, "refuse", json!({ "comment": "x" })));
        done(manager.put(MINE, json!({ "events": [{ "event": "approval.arrived", "inner": true, "mail": false }] })));
        let before = told(&manager).len();
        done(apply(&op, O1));
        world.run_jobs();
        assert_eq!((told(&manager).len(), server.received().len()), (before + 1, 1), "muted");
    });
}

#[test]
fn mails_wait_for_the_end_of_quiet_hours_and_messages_do_not() {
    with_mail(|world, server| {
        mgr01_decides(world);
        rule(&world.login("demo-admin"), "approval.arrived", json!({ "mail": true }));
        let quiet = json!({ "events": [], "quietFrom": "17:00", "quietUntil": "08:00" });
        done(world.login("mgr01").put(MINE, quiet));
        world.set_clock("2026-07-01 22:30:00");
        done(apply(&world.login("op01"), O1));
        world.run_jobs();
        assert_eq!((told(&world.login("mgr01")).len(), server.received().len()), (1, 0));
        world.set_clock("2026-07-02 07:59:59");
        world.run_jobs();
        assert_eq!(server.received().len(), 0);
        world.set_clock("2026-07-02 08:00:00");
        world.run_jobs();
        assert_eq!(server.received().len(), 1);
    });
}

#[test]
fn without_a_mailbox_or_with_the_event_stopped_nothing_is_sent() {
    super::approval::with_locked(|world| {
        let (admin, op, manager) = (world.login("demo-admin"), world.login("op01"), world.login("mgr01"));
        mgr01_decides(world);
        rule(&admin, "approval.arrived", json!({ "mail": true }));
        done(apply(&op, O1));
        assert_eq!(told(&manager), ["待审批"]);
        assert_eq!(admin.ok("/hrs/mailLog/page")["total"], 0);
        done(decide(&manager, "refuse", json!({ "comment": "x" })));
        rule(&admin, "approval.arrived", json!({ "active": false }));
        done(apply(&op, O1));
        assert_eq!(told(&manager).len(), 1, "stopped");
        assert_eq!(manager.ok("/prm/api/toDo")["total"], 1, "the task waits all the same");
    });
}

#[test]
fn approvals_tell_in_the_company_s_own_words_and_the_reader_s_language() {
    super::approval::with_locked(|world| {
        let (admin, op, manager) = (world.login("demo-admin"), world.login("op01"), world.login("mgr01"));
        mgr01_decides(world);
        let words = json!({ "titleZh": "【审批】{orderCode}", "textZh": "{userName}：{matter}", "textEn": "{matter} of {userName}" });
        rule(&admin, "approval.arrived", words);
        done(apply(&op, O1));
        let row = manager.ok("/prm/message")["records"][0].clone();
        assert_eq!(
            (text(&row, "title"), text(&row, "content")),
            ("【审批】AE-2607010001".into(), "操作一：解锁申请".into())
        );
        done(decide(&manager, "refuse", json!({ "comment": "x" })));
        assert!(told(&op).contains(&"审批结果".to_owned()));
        done(manager.put("/hrs/user/pageLanguage", json!({ "pageLanguage": "en-US" })));
        done(apply(&op, O1));
        let rows = world.login("mgr01").ok("/prm/message?read=false")["records"].clone();
        assert!(
            rows.as_array().unwrap().iter().any(|row| row["content"] == "application to unlock of 操作一"),
            "{rows}"
        );
    });
}

#[test]
fn new_orders_tell_their_people_once_and_nobody_of_what_he_did_himself() {
    with_partners(|world| {
        let (op, sales, service) = (world.login("op01"), world.login("sales01"), world.login("cs01"));
        let order = saved(&op, example(&op));
        let code = text(&order, "orderCode");
        let row = sales.ok("/prm/message")["records"][0].clone();
        assert_eq!(told(&sales), [format!("订单{code}分配给您")], "not twice");
        assert_eq!(text(&row, "content"), format!("操作一将客户甲的订单{code}分配给您"));
        assert_eq!((text(&row, "kind"), text(&row, "refNo")), ("订单".to_owned(), code.clone()));
        assert_eq!(text(&row, "url"), format!("/af_order_edit?o={}", text(&order, "orderUuid")));
        assert_eq!(told(&service).len(), 1);
        assert_eq!(told(&op), Vec::<String>::new());
        // Who is not told that it is his is told that it is there.
        let admin = world.login("demo-admin");
        rule(&admin, "order.assigned", json!({ "active": false }));
        let again = || with(example(&op), json!({ "confirmed": ["order.similar"] }));
        let order = saved(&op, again());
        assert_eq!(told(&sales)[0], format!("新订单 {}", text(&order, "orderCode")));
        rule(
            &admin,
            "order.new",
            json!({ "receivers": { "kinds": ["deptHead"], "users": [pick(&admin, "user?keyword=fin01", "fin01")] } }),
        );
        saved(&op, again());
        assert_eq!(told(&sales).len(), 2);
        assert_eq!(told(&world.login("fin01")).len(), 1);
    });
}

#[test]
fn a_new_person_of_an_order_and_each_step_of_it_are_told() {
    with_partners(|world| {
        let (op, sales, other) = (world.login("op01"), world.login("sales01"), world.login("doc01"));
        let order = saved(&op, example(&op));
        let (uuid, code) = (text(&order, "orderUuid"), text(&order, "orderCode"));
        forget(world);
        done(change(&op, &uuid, json!({ "customerNumber": "PO-1" })));
        assert_eq!((told(&sales).len(), told(&other).len()), (0, 0), "nothing that concerns them");
        done(change(&op, &uuid, json!({ "operatorId": pick(&op, "user?keyword=doc01", "doc01") })));
        assert_eq!(told(&other), [format!("订单{code}分配给您")]);
        assert_eq!(told(&sales).len(), 0, "it was his before");
        let figures = json!({ "confirmPieces": 12, "confirmWeight": 480, "confirmVolume": 3.6 });
        done(change(&op, &uuid, figures));
        let node = text(&view(&op, &uuid), "node");
        assert!(!node.is_empty());
        assert_eq!(told(&sales), [format!("订单{code}：{node}")]);
        let row = view(&op, &uuid)["rowUuid"].clone();
        let finish = json!({ "orderUuid": uuid, "rowUuid": row });
        done(op.put("/afbase/order/opFinish", finish));
        assert_eq!(told(&sales)[0], format!("订单{code}：操作完成"));
        // Turned off for oneself altogether.
        done(sales.put(MINE, json!({ "events": [{ "event": "order.status", "inner": false, "mail": false }] })));
        let row = view(&op, &uuid)["rowUuid"].clone();
        done(op.put("/afbase/order/opCancel", json!({ "orderUuid": uuid, "rowUuid": row })));
        assert_eq!(told(&sales).len(), 2);
        assert_eq!(told(&other)[0], format!("订单{code}：撤销操作完成"));
    });
}

/// The newest message of somebody: title and text.
fn newest(caller: &Caller<'_>) -> [String; 2] {
    let row = caller.ok("/prm/message")["records"][0].clone();
    ["title", "content"].map(|name| text(&row, name))
}

#[test]
fn alerts_are_offered_and_go_to_the_people_of_the_order() {
    with_partners(|world| {
        let rules = world.login("demo-admin").ok("/hrs/messageRule")["rules"].clone();
        for (event, name) in
            [("order.schedule", "航班/船期变更"), ("order.track", "轨迹异常"), ("order.inbound", "入库异常")]
        {
            let rule = rules.as_array().unwrap().iter().find(|rule| rule["event"] == event).unwrap();
            assert_eq!(rule["name"]["zh"], name);
            assert_eq!((&rule["inner"], &rule["mail"]), (&json!(true), &json!(false)));
            assert_eq!(rule["receivers"]["kinds"], json!(["sales", "servicer", "operator"]), "{rule}");
        }
    });
}

#[test]
fn another_flight_is_told_with_both_values_and_a_first_one_is_not() {
    with_partners(|world| {
        let (op, sales) = (world.login("op01"), world.login("sales01"));
        let order = saved(&op, example(&op));
        let (uuid, code) = (text(&order, "orderUuid"), text(&order, "orderCode"));
        forget(world);
        done(change(&op, &uuid, json!({ "expectFlight": "X9101", "expectDeparture": "2026-07-18" })));
        assert_eq!(told(&sales).len(), 0, "the first flight changes nothing");
        done(change(&op, &uuid, json!({ "expectFlight": "X9101", "expectDeparture": "2026-07-19" })));
        let title = format!("订单{code}航班/船期变更");
        let content = format!("操作一修改了客户甲的订单{code}：航班日期 2026-07-18 → 2026-07-19");
        assert_eq!(newest(&sales), [title.clone(), content]);
        done(change(&op, &uuid, json!({ "customerNumber": "PO-1" })));
        assert_eq!(told(&sales).len(), 1, "nothing of the flight");
        done(change(&op, &uuid, json!({ "expectFlight": "X9102", "expectDeparture": "" })));
        assert!(
            newest(&sales)[1].ends_with("：航班号 X9101 → X9102；航班日期 2026-07-19 → 空"),
            "{:?}",
            newest(&sales)
        );
        assert_eq!(told(&world.login("cs01")), [title.clone(), title]);
        assert_eq!(told(&op).len(), 0, "he did it himself");
    });
}

#[test]
fn another_time_of_a_leg_is_told_behind_its_way() {
    with_partners(|world| {
        let (op, sales) = (world.login("op01"), world.login("sales01"));
        let legs = |etd: &str, flight: &str| {
            json!({ "transitStation": "HKG", "legs": [
                { "fromStation": "PVG", "toStation": "HKG", "flightNo": "X9101", "flightDate": "2026-07-18", "etd": etd },
                { "fromStation": "HKG", "toStation": "FRA", "flightNo": flight, "flightDate": "2026-07-19" },
            ] })
        };
        let order = saved(&op, with(example(&op), legs("2026-07-18 11:00:00", "X9301")));
        let uuid = text(&order, "orderUuid");
        forget(world);
        done(change(&op, &uuid, legs("2026-07-18 11:00:00", "X9301")));
        assert_eq!(told(&sales).len(), 0);
        done(change(&op, &uuid, legs("2026-07-18 11:00:01", "X9303")));
        let wanted = "：PVG-HKG 计划起飞 2026-07-18 11:00:00 → 2026-07-18 11:00:01；HKG-FRA 航班号 X9301 → X9303";
        assert!(newest(&sales)[1].ends_with(wanted), "{:?}", newest(&sales));
        done(sales.put("/hrs/user/pageLanguage", json!({ "pageLanguage": "en-US" })));
        done(change(&op, &uuid, legs("", "X9303")));
        let told = newest(&world.login("sales01"))[1].clone();
        assert!(told.ends_with(": PVG-HKG ETD 2026-07-18 11:00:01 → none"), "{told}");
    });
}

#[test]
fn a_discrepancy_of_the_carrier_is_told_once() {
    with_orders(|world| {
        let (op, sales) = (world.login("op01"), world.login("sales01"));
        forget(world);
        let receive = |line: &str| {
            let text = format!("FSU/14\r\n990-12345675PVGFRA/T12K500\r\n{line}\r\n");
            done(op.post_text("/afbase/track/receive", &text))
        };
        receive("RCF/X9101/18JUL1730/FRA/T12K500");
        assert_eq!(told(&sales).len(), 0, "as planned");
        let missing = "DIS/X9101/18JUL1800/FRA/MSCA/P1K40";
        assert_eq!(receive(missing)["stored"], 1);
        assert_eq!(receive(missing)["repeated"], 1);
        let row = sales.ok("/prm/message")["records"][0].clone();
        assert_eq!(told(&sales), ["订单AE-2607150001轨迹异常"]);
        assert!(
            text(&row, "content").contains("轨迹异常：差异 FRA X9101 2026-07-19 00:00 MSCA 缺货（操作一）"),
            "{row}"
        );
        assert_eq!(text(&row, "url"), format!("/af_order_edit?o={}", uuid_of(&op, "AE-2607150001")));
        assert_eq!(told(&op).len(), 0);
        // Nobody waits for a cancelled one.
        let text = "UPDATE freight_order SET lifecycle = 'CANCELLED' WHERE org_id = 2".to_owned();
        world.database(|_, conn| conn.exec(&platform::store::Stmt::Raw(text, Vec::new())).unwrap());
        assert_eq!(receive("DIS/X9101/18JUL1900/FRA/MSCA/P1K40")["stored"], 1);
        assert_eq!(told(&sales).len(), 1);
    });
}

#[test]
fn cargo_that_is_not_as_planned_is_told_when_its_figures_are_written() {
    with_partners(|world| {
        let (op, sales) = (world.login("op01"), world.login("sales01"));
        let order = saved(&op, example(&op));
        let (uuid, code) = (text(&order, "orderUuid"), text(&order, "orderCode"));
        let alerts = || told(&sales).iter().filter(|title| title.contains("入库异常")).count();
        let weigh = |weight: f64| {
            let figures = json!({ "confirmPieces": 12, "confirmWeight": weight, "confirmVolume": 3.6 });
            done(change(&op, &uuid, with(figures, json!({ "confirmed": ["order.tolerance"] }))));
        };
        weigh(494.4);
        assert_eq!(alerts(), 0, "3 % is inside");
        weigh(494.5);
        assert_eq!(alerts(), 1);
        let row = sales.ok("/prm/message?size=50")["records"].clone();
        let row = row.as_array().unwrap().iter().find(|row| text(row, "title").contains("入库异常")).unwrap().clone();
        let content = format!("客户甲的订单{code}件重与预报不符：实际毛重 494.5（预报 480.0）（操作一）");
        assert_eq!(text(&row, "content"), content);
        done(change(&op, &uuid, json!({ "customerNumber": "PO-1" })));
        assert_eq!(alerts(), 1, "they were told of these figures");
        let figures = json!({ "confirmPieces": 11, "confirmed": ["order.tolerance"] });
        done(change(&op, &uuid, figures));
        assert_eq!(alerts(), 2);
        assert!(told(&op).is_empty());
    });
}
