//! /css_period as the catalogue shows it.

use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{Caller, World, done, each_database_from, refused};

use crate::css::charged;
use crate::css::suite::rooms_with_orders;

fn told(story: impl Fn(&World)) {
    each_database_from(rooms_with_orders, charged, story);
}

fn act(caller: &Caller<'_>, verb: &str, month: &str) -> testkit::Reply {
    caller.post(&format!("/css/period/{verb}"), json!({ "month": month, "reason": "更正" }))
}

/// 期末调汇 and 期末暂估 are asked without a reason.
fn run(caller: &Caller<'_>, verb: &str, month: &str) -> testkit::Reply {
    caller.post(&format!("/css/period/{verb}"), json!({ "month": month }))
}

fn states(caller: &Caller<'_>) -> Vec<String> {
    let list = caller.ok("/css/period/list");
    let of = |row: &Json| format!("{} {}", row["month"].as_str().unwrap_or("-"), row["state"].as_str().unwrap_or("-"));
    list.as_array().into_iter().flatten().map(of).collect()
}

#[test]
fn months_are_opened_and_closed_in_their_order() {
    told(|world| {
        let fin = world.login("fin01");
        assert_eq!(states(&fin), ["2026-08 NONE", "2026-07 OPEN", "2026-06 OPEN", "2026-05 CLOSED"]);
        let july = fin.ok("/css/period/list")[1].clone();
        assert_eq!(
            (&july["income"], &july["cost"], &july["profit"]),
            (&json!("20000.00"), &json!("15000.00"), &json!("5000.00"))
        );
        assert_eq!((&july["orders"], &july["locked"], &july["unlocked"]), (&json!(4), &json!(1), &json!(3)));
        refused(&act(&fin, "close", "2026-07"), "请先结账2026-06");
        refused(&act(&fin, "open", "2026-09"), "只能开启下一期间2026-08");
        done(act(&fin, "open", "2026-08"));
        refused(&act(&fin, "open", "2026-09"), "最多同时开启3个期间，请先结账2026-06");
        refused(&act(&fin, "reopen", "2026-06"), "只能反结账最近结账的期间2026-05");
        done(act(&fin, "close", "2026-06"));
        done(act(&fin, "reopen", "2026-06"));
        refused(&act(&fin, "close", "2026-05"), "财务期间2026-05已结账，无需再次结账");
        refused(&act(&fin, "close", "2026-09"), "财务期间2026-09未开启");
        let bare = fin.post("/css/period/reopen", json!({ "month": "2026-05" }));
        assert_eq!(bare.findings_at("reason"), ["请填写原因（最多200字）"]);
        let log = world.login("demo-admin").ok("/hrs/log/list/page?objectNumber=2026-06&size=50").to_string();
        assert!(log.contains("结账 2026-06") && log.contains("反结账 2026-06：更正"), "{log}");
    });
}

/// Marks and sentences of the check of a month.
fn checked(caller: &Caller<'_>, month: &str) -> Vec<(String, String)> {
    let items = done(act(caller, "check", month));
    let part = |item: &Json, name: &str| item[name].as_str().unwrap_or_default().to_owned();
    items.as_array().into_iter().flatten().map(|item| (part(item, "mark"), part(item, "text"))).collect()
}

/// Marks of what is said of orders; papers come behind.
fn marks(caller: &Caller<'_>, month: &str) -> String {
    checked(caller, month).into_iter().take(6).map(|(mark, _)| mark).collect()
}

#[test]
fn behind_orders_the_check_tells_of_papers() {
    told(|world| {
        let fin = world.login("fin01");
        let papers = |month: &str| -> Vec<String> {
            checked(&fin, month).into_iter().skip(6).map(|(mark, text)| format!("{mark}{text}")).collect()
        };
        let (posted, receipts) = ("✓本期单据均已生成凭证", "✓本期收款均已认领且无余额");
        let (foreign, sound) = ("✓没有外币未结余额", "✓本期凭证借贷平衡");
        assert_eq!(papers("2026-06"), [posted, receipts, foreign, "✓已锁账费用均已开票", sound]);
        // C1 to C4 of E4 are locked for 14 July.
        assert_eq!(papers("2026-07"), [posted, receipts, foreign, "⚠4行已锁账费用未开票且未暂估", sound]);
        let july = fin.ok("/css/period/list")[1].clone();
        assert_eq!(
            (&july["openSources"], &july["unclaimed"], &july["revalued"]),
            (&json!(0), &json!(0), &json!(false))
        );
        refused(&run(&fin, "revalue/undo", "2026-06"), "2026-06未期末调汇");
        refused(&run(&fin, "accrue/undo", "2026-06"), "2026-06未期末暂估");
        refused(&run(&fin, "accrue", "2026-06"), "没有已锁账未开票的费用，无需暂估");
        refused(&run(&fin, "revalue", "2026-06"), "没有外币未结余额，无需调汇");
    });
}

/// Writes to the database what no call writes.
fn spoil(world: &World, text: &str) {
    world.database(|_, conn| {
        conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).expect("writes");
    });
}

/// The row id of E4, by its code.
const E4: &str = "(SELECT id FROM freight_order WHERE org_id = 2 AND order_code = 'AE-2607140001')";

#[test]
fn the_check_tells_what_is_open_and_a_strict_company_does_not_close_over_it() {
    told(|world| {
        let (fin, admin) = (world.login("fin01"), world.login("demo-admin"));
        done(act(&fin, "close", "2026-06"));
        assert_eq!(marks(&fin, "2026-07"), "✓⚠✓✓✓✓", "E1 to E3 are not locked");
        let version = admin.ok("/hrs/orgSetting")["version"].clone();
        let values = json!({ "closeNeedsLock": true });
        done(admin.put("/hrs/orgSetting", json!({ "version": version, "values": values })));
        assert_eq!(marks(&fin, "2026-07"), "✓✗✓✓✓✓");
        refused(&act(&fin, "close", "2026-07"), "结账检查未通过：3票业务日期在本期的订单未锁账");
        // Sums that are not those of the charges are found.
        spoil(world, "UPDATE order_finance SET income = 1 WHERE org_id = 2");
        assert_eq!(marks(&fin, "2026-07"), "✓✗✓✓✗✓");
    });
}

#[test]
fn the_check_finds_what_counts_in_the_month_whatever_the_day_of_its_order() {
    told(|world| {
        let fin = world.login("fin01");
        done(act(&fin, "close", "2026-06"));
        // Business of May, locked for July.
        spoil(world, &format!("UPDATE freight_order SET biz_date = '2026-05-20' WHERE org_id = 2 AND id = {E4}"));
        assert_eq!(marks(&fin, "2026-07"), "✓⚠✓✓✓✓");
        let (charge, of) = ("UPDATE charge SET", format!("WHERE org_id = 2 AND order_id = {E4}"));
        let (finance, posting) = ("UPDATE order_finance SET", "UPDATE order_finance_posting SET");
        let gone = format!("order_id = -order_id WHERE org_id = 2 AND order_id IN ({E4}, -{E4})");
        let lifecycle =
            |to: &str| format!("UPDATE freight_order SET lifecycle = '{to}' WHERE org_id = 2 AND id = {E4}");
        let untaxed = |table: &str, column: &str, by: &str| format!("{table} {column} = {column} {by} 10 {of}");
        let dated = |day: &str| format!("{charge} financial_date = {day} {of} AND kind = 'PAYABLE'");
        let cases = [
            // Without tax alone, of the charges, of the order, and of its month.
            (untaxed(charge, "functional_not_tax", "+"), untaxed(charge, "functional_not_tax", "-"), "✓⚠✓✓✗✗"),
            (untaxed(finance, "cost_not_tax", "+"), untaxed(finance, "cost_not_tax", "-"), "✓⚠✓✓✗✓"),
            (untaxed(posting, "income_not_tax", "+"), untaxed(posting, "income_not_tax", "-"), "✓⚠✓✓✓✗"),
            (untaxed(posting, "cost", "+"), untaxed(posting, "cost", "-"), "✓⚠✓✓✓✗"),
            // No sums at all.
            (format!("{finance} {gone}"), format!("{finance} {gone}"), "✓⚠✓✓✗✓"),
            (format!("{posting} {gone}"), format!("{posting} {gone}"), "✓⚠✓✓✓✗"),
            // Days of charges, and the lock of their order.
            (lifecycle("OPEN"), lifecycle("LOCKED"), "✓⚠✓✗✓✓"),
            (dated("NULL"), dated("'2026-07-14'"), "✓⚠✗✓✓✗"),
        ];
        for (spoils, mends, wanted) in cases {
            spoil(world, &spoils);
            assert_eq!(marks(&fin, "2026-07"), wanted, "{spoils}");
            assert_eq!(act(&fin, "close", "2026-07").code, 1, "{spoils}");
            spoil(world, &mends);
            assert_eq!(marks(&fin, "2026-07"), "✓⚠✓✓✓✓", "{mends}");
        }
        // What is posted to a month no charge counts in.
        spoil(world, &format!("{posting} financial_date = '2026-06-10' {of}"));
        assert_eq!([marks(&fin, "2026-06"), marks(&fin, "2026-07")], ["✓✓✓✓✓✗", "✓⚠✓✓✓✗"]);
        spoil(world, &format!("{posting} financial_date = '2026-07-14' {of}"));
        // Adjustments keep their day when their order is opened.
        spoil(world, &lifecycle("OPEN"));
        assert_eq!(checked(&fin, "2026-07")[3].1, "4行未锁账订单的费用有财务日期");
        spoil(world, &format!("{charge} adjust_no = 'AJ-' || CAST(id AS text) {of}"));
        assert_eq!(marks(&fin, "2026-07"), "✓⚠✓✓✓✓");
    });
}

#[test]
fn who_sees_some_orders_is_told_their_sums_and_closes_over_no_other() {
    told(|world| {
        world.show_own_orders("fin01");
        let fin = world.login("fin01");
        let july = || {
            let row = fin.ok("/css/period/list")[1].clone();
            ["orders", "locked", "unlocked", "income", "cost", "profit"].map(|name| row[name].clone())
        };
        let nothing = [json!(0), json!(0), json!(0), json!("0.00"), json!("0.00"), json!("0.00")];
        assert_eq!(july(), nothing);
        let own = "operator_id = (SELECT id FROM app_user WHERE org_id = 2 AND login_name LIKE '%fin01%')";
        spoil(world, &format!("UPDATE freight_order SET {own} WHERE org_id = 2 AND id = {E4}"));
        let e4 = [json!(1), json!(1), json!(0), json!("20000.00"), json!("15000.00"), json!("5000.00")];
        assert_eq!(july(), e4);
        done(act(&fin, "close", "2026-06"));
        let said = "0票业务日期在本期的订单未锁账，另有无权限查看的订单";
        assert_eq!(checked(&fin, "2026-07")[1], ("⚠".to_owned(), said.to_owned()));
        let all = checked(&world.login("demo-admin"), "2026-07");
        assert_eq!(all[1].1, "3票业务日期在本期的订单未锁账");
        // E1 is not seen, E4 is.
        spoil(world, "UPDATE order_finance SET income = income + 10 WHERE org_id = 2 AND income > 0");
        let said = "结账检查未通过：1票订单的汇总与费用不一致，另有无权限查看的订单";
        refused(&act(&fin, "close", "2026-07"), said);
        let mends = format!("UPDATE order_finance SET income = income - 10 WHERE org_id = 2 AND order_id = {E4}");
        spoil(world, &mends);
        let said = "结账检查未通过：0票订单的汇总与费用不一致，另有无权限查看的订单";
        refused(&act(&fin, "close", "2026-07"), said);
    });
}

/// Makes calls at once, and answers their replies.
fn at_once(world: &World, caller: &Caller<'_>, acts: &[(&'static str, &'static str)]) -> Vec<testkit::Reply> {
    let call = |(verb, month): &(&'static str, &'static str)| {
        let (client, path) = (caller.client(), format!("/css/period/{verb}"));
        let body = json!({ "month": month, "reason": "更正" });
        async move { client.call("POST", &path, body).await }
    };
    world.at_once(acts.iter().map(call).collect())
}

#[test]
fn of_two_who_change_the_months_at_once_the_second_sees_what_the_first_did() {
    told(|world| {
        let fin = world.login("fin01");
        for round in 0..6 {
            // Either the month before is open again, and this one can't be closed, or this one was closed last.
            let replies = at_once(world, &fin, &[("close", "2026-06"), ("reopen", "2026-05")]);
            let codes = [replies[0].code, replies[1].code];
            match codes {
                [0, 1] => {
                    refused(&replies[1], "只能反结账最近结账的期间2026-06");
                    done(act(&fin, "reopen", "2026-06"));
                }
                [1, 0] => {
                    refused(&replies[0], "请先结账2026-05");
                    done(act(&fin, "close", "2026-05"));
                }
                _ => panic!("round {round}: {codes:?}: {} {}", replies[0].message, replies[1].message),
            }
        }
        let replies = at_once(world, &fin, &[("open", "2026-08"); 4]);
        let (opened, late): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.code == 0);
        assert_eq!(opened.len(), 1);
        for reply in late {
            refused(reply, "只能开启下一期间2026-09");
        }
        let replies = at_once(world, &fin, &[("close", "2026-06"); 4]);
        let (closed, late): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.code == 0);
        assert_eq!(closed.len(), 1);
        for reply in late {
            refused(reply, "财务期间2026-06已结账，无需再次结账");
        }
    });
}

/// How often the embedded database was asked for the list; PostgreSQL is asked the same and not listened to.
fn asked(world: &World, caller: &Caller<'_>) -> u64 {
    let _ = world.app.store.listen(true);
    caller.ok("/css/period/list");
    world.app.store.listen(false).values().map(|asked| asked.times).sum()
}

#[test]
fn the_list_shows_two_years_and_asks_no_more_for_many_months() {
    told(|world| {
        let fin = world.login("fin01");
        asked(world, &fin);
        let few = asked(world, &fin);
        // Years before.
        let months = (2020..=2025).flat_map(|year| (1..=12).map(move |month| format!("{year}-{month:02}")));
        let months = months.chain((1..=4).map(|month| format!("2026-{month:02}")));
        for (id, month) in (1..).zip(months) {
            let columns = "org_id, id, month, state, version, created_by, created_at, updated_by, updated_at";
            let values = format!("2, {id}, '{month}', 'CLOSED', 1, 0, 0, 0, 0");
            spoil(world, &format!("INSERT INTO finance_period ({columns}) VALUES ({values})"));
        }
        spoil(world, &format!("UPDATE freight_order SET biz_date = '2024-08-01' WHERE org_id = 2 AND id = {E4}"));
        let shown = states(&fin);
        assert_eq!(shown.len(), 25, "{shown:?}");
        assert_eq!((shown[0].as_str(), shown[1].as_str()), ("2026-08 NONE", "2026-07 OPEN"));
        assert_eq!(shown[24], "2024-08 CLOSED");
        let list = fin.ok("/css/period/list");
        assert_eq!((&list[24]["orders"], &list[24]["income"]), (&json!(1), &json!("0.00")));
        assert_eq!((&list[1]["orders"], &list[1]["income"]), (&json!(3), &json!("20000.00")));
        assert_eq!((&list[2]["orders"], &list[2]["profit"]), (&json!(0), &json!("0.00")));
        assert_eq!(asked(world, &fin), few);
        assert!(few < 20, "{few}");
    });
}

#[test]
fn an_order_of_a_closed_month_is_not_unlocked() {
    told(|world| {
        let fin = world.login("fin01");
        done(act(&fin, "close", "2026-06"));
        done(act(&fin, "close", "2026-07"));
        let e4 = super::order_charge::uuid(&fin, "AE-2607140001");
        let order = fin.ok(&format!("/afbase/order/view/{e4}"));
        let unlock = json!({ "orderUuid": e4, "rowUuid": order["rowUuid"] });
        refused(&fin.put("/afbase/order/unlock", unlock), "财务期间已结账，不能解锁");
    });
}

#[test]
fn nothing_is_taken_from_a_month_that_is_not_open() {
    told(|world| {
        let fin = world.login("fin01");
        spoil(world, "DELETE FROM finance_period WHERE org_id = 2 AND month = '2026-07'");
        let e4 = super::order_charge::uuid(&fin, "AE-2607140001");
        let order = fin.ok(&format!("/afbase/order/view/{e4}"));
        let unlock = json!({ "orderUuid": e4, "rowUuid": order["rowUuid"] });
        refused(&fin.put("/afbase/order/unlock", unlock), "财务期间2026-07未开启");
    });
}

/// The order of a code as its form shows it, with its charges.
fn opened(caller: &Caller<'_>, code: &str) -> (Json, Vec<Json>) {
    let uuid = super::order_charge::uuid(caller, code);
    let list = super::order_charge::charges(caller, &uuid);
    let rows = ["income", "cost"].into_iter().flat_map(|side| list[side].as_array().cloned().unwrap_or_default());
    (caller.ok(&format!("/afbase/order/view/{uuid}")), rows.map(|row| row["financialDate"].clone()).collect())
}

/// E1 is finished, and E4 unlocked by an application until 2026-07-18.
fn due_in_the_night(world: &World) {
    let (admin, op, fin) = (world.login("demo-admin"), world.login("op01"), world.login("fin01"));
    let call = |caller: &Caller<'_>, put: bool, path: &str| {
        let order = opened(caller, "AE-2607150001").0;
        let body = json!({
            "orderUuid": order["orderUuid"], "rowUuid": order["rowUuid"], "confirmed": ["charge.none"],
        });
        done(if put { caller.put(path, body) } else { caller.post(path, body) });
    };
    call(&op, true, "/afbase/order/opFinish");
    call(&fin, false, "/afbase/order/doIncome");
    call(&fin, false, "/afbase/order/doCost");
    let version = admin.ok("/hrs/orgOrderConfig/AE")["version"].clone();
    let days = json!({ "version": version, "values": { "autoLockDays": 7 } });
    done(admin.put("/hrs/orgOrderConfig/AE", days));
    let approver = admin.ok("/platform/select/user?keyword=mgr01")[0]["value"].clone();
    let level = json!({ "name": "一级审批", "approverType": "user", "approverIds": [approver] });
    let setting = json!({ "eventId": "15", "approval": 1, "unlockDays": 3, "levels": [level] });
    done(admin.post("/prm/ics/approval/setting", setting));
    let e4 = super::order_charge::uuid(&op, "AE-2607140001");
    done(op.post("/afbase/order/applyUnlock", json!({ "orderUuid": e4, "reason": "补录费用" })));
    let mgr = world.login("mgr01");
    let task = mgr.ok("/prm/api/toDo?current=1&size=10")["records"][0]["taskId"].clone();
    done(mgr.post("/prm/ics/approval/agree", json!({ "taskId": task, "comment": "同意" })));
    let (order, dates) = opened(&op, "AE-2607140001");
    assert_eq!((&order["lifecycle"], dates), (&json!("OPEN"), vec![Json::Null; 4]));
}

/// The days of the charges of E1 and E4 after a night; both orders are locked then.
fn locked_in_the_night(world: &World) -> [Vec<Json>; 2] {
    world.set_clock("2026-07-23 09:00:00");
    world.run_jobs();
    let fin = world.login("fin01");
    ["AE-2607150001", "AE-2607140001"].map(|code| {
        let (order, dates) = opened(&fin, code);
        assert_eq!(order["lifecycle"], json!("LOCKED"), "{code}");
        dates
    })
}

#[test]
fn the_night_locks_for_the_business_day_or_the_former_day_while_their_month_is_open() {
    told(|world| {
        due_in_the_night(world);
        let days = [vec![json!("2026-07-18"); 3], vec![json!("2026-07-14"); 4]];
        assert_eq!(locked_in_the_night(world), days);
    });
}

#[test]
fn the_night_locks_for_the_first_day_of_the_oldest_open_month_where_the_own_one_is_closed() {
    told(|world| {
        due_in_the_night(world);
        let fin = world.login("fin01");
        done(act(&fin, "open", "2026-08"));
        done(act(&fin, "close", "2026-06"));
        done(act(&fin, "close", "2026-07"));
        let days = [vec![json!("2026-08-01"); 3], vec![json!("2026-08-01"); 4]];
        assert_eq!(locked_in_the_night(world), days);
        let log = world.login("demo-admin").ok("/hrs/log/list/page?objectNumber=AE-2607140001&size=50").to_string();
        assert!(log.contains("解锁到期，自动锁账：财务日期 2026-08-01"), "{log}");
    });
}
