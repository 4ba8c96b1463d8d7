//! /af_order_lock_unlock_list and the calculation bill as the catalogue shows them, with the charges of E1 and E4.

use platform::store::{Cell, Stmt, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, refused};

use crate::css::suite::rooms_with_orders;
use crate::css::{charged, coop, item};

const E1: &str = "AE-2607150001";
const E2: &str = "AE-2607150002";
const E3: &str = "AE-2607150003";
const E4: &str = "AE-2607140001";
const DEMO: i64 = 2;
const LIST: &str = "/afbase/orderLock";

fn told(story: impl Fn(&World)) {
    each_database_from(rooms_with_orders, charged, story);
}

fn page(caller: &Caller<'_>, query: &str) -> Json {
    caller.ok(&format!("{LIST}/page?businessScope=AE&size=100&{query}"))
}

fn rows(page: &Json) -> Vec<Json> {
    page["records"].as_array().cloned().expect("rows")
}

fn codes(page: &Json) -> Vec<String> {
    rows(page).iter().map(|row| row["orderCode"].as_str().expect("a code").to_owned()).collect()
}

fn row(caller: &Caller<'_>, code: &str) -> Json {
    rows(&page(caller, &format!("orderCode={code}"))).swap_remove(0)
}

fn id(caller: &Caller<'_>, code: &str) -> String {
    row(caller, code)["id"].as_str().expect("an id").to_owned()
}

/// Figures with the decimals that are shown; a dash where there is none.
fn figures(of: &Json, names: &[&str]) -> Vec<String> {
    let shown = |name: &&str| of[*name].as_f64().map_or("-".to_owned(), |figure| format!("{figure:.2}"));
    names.iter().map(shown).collect()
}

const MONEY: [&str; 4] = ["incomeAmount", "costAmount", "profitAmount", "profitRate"];

fn lock(caller: &Caller<'_>, codes: &[&str], day: &str, only_passing: bool) -> Reply {
    let ids: Vec<String> = codes.iter().map(|code| id(caller, code)).collect();
    let body = json!({ "businessScope": "AE", "orderIds": ids, "lockDate": day, "onlyPassing": only_passing });
    caller.put(&format!("{LIST}/lock"), body)
}

fn unlock(caller: &Caller<'_>, code: &str) -> Reply {
    caller.put(&format!("{LIST}/unlock/AE/{}", id(caller, code)), json!({}))
}

/// Income and cost of an order are done.
fn finish(caller: &Caller<'_>, code: &str) {
    let uuid = row(caller, code)["orderUuid"].as_str().expect("a name").to_owned();
    for call in ["doIncome", "doCost"] {
        let version = caller.ok(&format!("/afbase/order/view/{uuid}"))["rowUuid"].clone();
        let body = json!({ "orderUuid": uuid, "rowUuid": version, "confirmed": ["charge.none"] });
        done(caller.post(&format!("/afbase/order/{call}"), body));
    }
}

fn dates(caller: &Caller<'_>, code: &str) -> Vec<Json> {
    let uuid = row(caller, code)["orderUuid"].as_str().expect("a name").to_owned();
    let list = super::order_charge::charges(caller, &uuid);
    let rows = ["income", "cost"].into_iter().flat_map(|side| list[side].as_array().cloned().unwrap_or_default());
    rows.map(|row| row["financialDate"].clone()).collect()
}

// req: af-route-af-order-lock-unlock-list
#[test]
fn finance_sees_what_orders_bring_and_which_are_locked() {
    told(|world| {
        let fin = world.login("fin01");
        assert_eq!(fin.get(&format!("{LIST}/page")).findings_at("businessScope"), ["请选择业务范畴"]);
        let locked = page(&fin, "lockStatus=1");
        assert_eq!(codes(&locked), [E4]);
        let e4 = rows(&locked).swap_remove(0);
        assert_eq!(figures(&e4, &MONEY), ["20000.00", "15000.00", "5000.00", "25.00"]);
        assert_eq!((&e4["lockDate"], &e4["orderLockStatus"]), (&json!("2026-07-14"), &json!("LOCKED")));
        assert_eq!((&e4["orderStatus"], &e4["unlockState"]), (&json!("财务锁账"), &json!("无")));
        assert_eq!(e4["can"], json!(["af-lock-unlock", "af-order-calc"]));
        assert_eq!(figures(&locked["totals"], &MONEY[..3]), ["20000.00", "15000.00", "5000.00"]);
        let open = page(&fin, "lockStatus=0&sort=orderCode,asc");
        assert_eq!(codes(&open), [E1, E2, E3], "what was cancelled or closed is not listed");
        assert_eq!(figures(&rows(&open)[0], &MONEY), ["20104.90", "13170.00", "6934.90", "34.49"]);
        assert_eq!(figures(&rows(&open)[1], &MONEY), ["0.00", "0.00", "0.00", "-"]);
        let all = page(&fin, "sort=profitAmount,desc");
        assert_eq!(codes(&all)[..2], [E1, E4]);
        assert_eq!(figures(&all["totals"], &MONEY[..3]), ["40104.90", "28170.00", "11934.90"]);
        for (query, wanted) in [
            ("incomeFinishStatus=true", vec![E4]),
            ("costFinishStatus=false&sort=orderCode,asc", vec![E1, E2, E3]),
            ("lockDate=2026-07-01~2026-07-31", vec![E4]),
            ("unlockState=审批中", vec![]),
            ("unlockState=无&lockStatus=1", vec![E4]),
        ] {
            assert_eq!(codes(&page(&fin, query)), wanted, "{query}");
        }
        assert!(rows(&fin.ok(&format!("{LIST}/page?businessScope=SE"))).is_empty());
        let sheet = fin.post(&format!("{LIST}/exportExcel"), json!({ "filters": { "businessScope": "AE" } }));
        let heads = testkit::rows_of(&sheet.bytes).swap_remove(0);
        assert!(["毛利", "毛利率(%)"].iter().any(|head| heads.iter().any(|own| own == head)), "{heads:?}");
        assert!(!heads.iter().any(|head| head.contains("标箱")), "{heads:?}");
        // Clerks do not get there.
        assert_eq!(world.login("op01").get(&format!("{LIST}/page?businessScope=AE")).status, 403);
    });
}

#[test]
fn orders_are_found_by_the_sign_of_their_route() {
    told(|world| {
        let fin = world.login("fin01");
        let of = |state: &str| codes(&page(&fin, &format!("signState={state}&sort=orderCode,asc")));
        assert_eq!(
            (of("OPEN"), of("SIGNED")),
            (vec![E4.into(), E1.into(), E2.into(), E3.into()], Vec::<String>::new())
        );
        // A sign of E4, as the page of signs writes it.
        let columns = "org_id, order_id, state, version, created_by, created_at, updated_by, updated_at";
        let row_of = format!("SELECT 2, {}, 'SIGNED', 1, 0, 0, 0, 0", id(&fin, E4));
        world.database(|_, conn| {
            let text = format!("INSERT INTO routing_sign ({columns}) {row_of}");
            conn.exec(&Stmt::Raw(text, Vec::new())).expect("writes");
        });
        assert_eq!((of("OPEN"), of("SIGNED")), (vec![E1.into(), E2.into(), E3.into()], vec![E4.into()]));
        assert_eq!(
            [row(&fin, E4), row(&fin, E1)].map(|row| row["signState"].clone()),
            [json!("SIGNED"), json!("OPEN")]
        );
        assert_eq!(fin.get(&format!("{LIST}/page?businessScope=AE&signState=x")).status, 400);
        let heads = |scope: &str| {
            let sheet = fin.post(&format!("{LIST}/exportExcel"), json!({ "filters": { "businessScope": scope } }));
            testkit::rows_of(&sheet.bytes).swap_remove(0)
        };
        assert!(heads("AE").iter().any(|head| head == "签单状态"), "{:?}", heads("AE"));
    });
}

#[test]
fn a_figure_nobody_may_see_can_not_be_worked_out() {
    told(|world| {
        world.allow_nobody(&["af_order_lock_unlock_list", "af-lock-export", "css-income-view", "css-profit-view"]);
        let caller = world.login("nobody");
        let list = page(&caller, "");
        for of in [rows(&list)[0].clone(), list["totals"].clone()] {
            assert!(of.get("incomeAmount").is_some(), "{of}");
            for name in ["costAmount", "profitAmount", "profitRate", "profitPerTeu"] {
                assert!(of.get(name).is_none(), "{name}: {of}");
            }
        }
        for name in ["costAmount", "profitAmount", "profitRate"] {
            let sorted = caller.get(&format!("{LIST}/page?businessScope=AE&sort={name},desc"));
            assert_eq!(sorted.status, 400, "{name}: {}", sorted.message);
        }
        let sheet = caller.post(&format!("{LIST}/exportExcel"), json!({ "filters": { "businessScope": "AE" } }));
        let heads = testkit::rows_of(&sheet.bytes).swap_remove(0).concat();
        assert!(heads.contains("收入本币") && !heads.contains("成本本币") && !heads.contains("毛利"), "{heads}");
    });
}

#[test]
fn orders_are_locked_together_all_or_those_that_may() {
    told(|world| {
        let fin = world.login("fin01");
        assert_eq!(fin.ok(&format!("{LIST}/lockDate"))["lockDate"], json!("2026-06-30"));
        let before = world.contents(false);
        refused(&lock(&fin, &[E1], "2026-06-30", false), "收入或成本未完成，不能锁账");
        refused(&lock(&fin, &[E1], "2026-06-30", true), "收入或成本未完成，不能锁账");
        world.unchanged(&before, false);
        finish(&fin, E2);
        let before = world.contents(false);
        let reply = lock(&fin, &[E1, E2, E4], "2026-06-30", false);
        refused(&reply, "2票订单不能锁账，未锁定任何订单");
        assert_eq!(reply.data["passing"], json!(1));
        let mut failed: Vec<String> = reply.data["failed"]
            .as_array()
            .expect("rows")
            .iter()
            .map(|one| format!("{} {}", text(one, "orderCode"), text(one, "message")))
            .collect();
        failed.sort();
        assert_eq!(failed, [format!("{E4} 订单已财务锁账"), format!("{E1} 收入或成本未完成，不能锁账")]);
        for (day, why) in [
            ("2026-05-20", "财务期间2026-05已结账"),
            ("2026-08-01", "财务期间2026-08未开启"),
            ("", "请填写财务日期"),
            ("2026-06-31", "请填写财务日期"),
        ] {
            assert_eq!(lock(&fin, &[E2], day, true).findings_at("lockDate"), [why], "{day}");
        }
        let other = json!({ "businessScope": "AI", "orderIds": [id(&fin, E2)], "lockDate": "2026-06-30" });
        refused(&fin.put(&format!("{LIST}/lock"), other), "数据不存在");
        let none = json!({ "businessScope": "AE", "orderIds": [], "lockDate": "2026-06-30" });
        refused(&fin.put(&format!("{LIST}/lock"), none), "请选择数据");
        world.unchanged(&before, false);
        let told = done(lock(&fin, &[E1, E2], "2026-06-30", true));
        assert_eq!((&told["locked"], &told["failed"][0]["orderCode"]), (&json!(1), &json!(E1)));
        let e2 = row(&fin, E2);
        assert_eq!((&e2["orderLockStatus"], &e2["lockDate"]), (&json!("LOCKED"), &json!("2026-06-30")));
        assert_eq!(row(&fin, E1)["orderLockStatus"], json!("OPEN"));
        // With charges: they are frozen on the day.
        finish(&fin, E1);
        assert_eq!(done(lock(&fin, &[E1], "2026-07-15", false))["locked"], json!(1));
        assert!(dates(&fin, E1).iter().all(|day| *day == json!("2026-07-15")), "{:?}", dates(&fin, E1));
        let log = world.login("demo-admin").ok(&format!("/hrs/log/list/page?objectNumber={E1}&size=50")).to_string();
        assert!(log.contains("财务锁账：财务日期 2026-07-15"), "{log}");
        // A clerk of the page without the button.
        world.allow_nobody(&["af_order_lock_unlock_list"]);
        assert_eq!(lock(&world.login("nobody"), &[E3], "2026-07-15", false).status, 403);
    });
}

#[test]
fn of_many_orders_those_with_a_charge_that_waits_are_not_locked() {
    told(|world| {
        let (admin, fin) = (world.login("demo-admin"), world.login("fin01"));
        // What is not recorded may be locked: a side is not done while a charge of it waits.
        let version = admin.ok("/hrs/orgSetting?businessScope=AE")["version"].clone();
        let switch = json!({ "version": version, "businessScope": "AE", "values": { "lockNeedsRecorded": false } });
        done(admin.put("/hrs/orgSetting", switch));
        let lines = json!([{
            "kind": "PAYABLE", "serviceItemId": item(world, "杂费"), "coopId": coop(world, "GYS001"), "unitPrice": "9",
        }]);
        for code in [E1, E3] {
            let uuid = row(&fin, code)["orderUuid"].as_str().expect("a name").to_owned();
            let list = admin.ok(&format!("/afbase/incidentals/list?orderUuid={uuid}"))["orders"][0].clone();
            let body = json!({ "orderUuid": uuid, "rowUuid": list["rowUuid"], "lines": lines });
            done(admin.post("/afbase/incidentals/doSave", body));
        }
        let before = world.contents(false);
        let reply = lock(&fin, &[E1, E2, E3], "2026-06-30", false);
        refused(&reply, "2票订单不能锁账，未锁定任何订单");
        assert_eq!(reply.data["passing"], json!(1));
        world.unchanged(&before, false);
        let told = done(lock(&fin, &[E1, E2, E3], "2026-06-30", true));
        assert_eq!(told["locked"], json!(1));
        let mut failed: Vec<String> = told["failed"]
            .as_array()
            .expect("rows")
            .iter()
            .map(|one| format!("{} {}", text(one, "orderCode"), text(one, "message")))
            .collect();
        failed.sort();
        assert_eq!(failed, [E1, E3].map(|code| format!("{code} 有1条待确认杂费，请先处理")));
        let states = [E1, E2, E3].map(|code| row(&fin, code)["orderLockStatus"].clone());
        assert_eq!(states, [json!("OPEN"), json!("LOCKED"), json!("OPEN")]);
        assert!(dates(&fin, E1).iter().all(|day| *day == json!(null)), "{:?}", dates(&fin, E1));
    });
}

#[test]
fn orders_are_found_by_the_number_they_show() {
    told(|world| {
        // An order of a scope without waybills shows its code, whatever number it has besides.
        world.database(|_, conn| {
            let cells =
                [("business_scope", "LC"), ("biz_number", "沪A12345")].map(|(name, text)| (name, text.into_value()));
            let mut update = sql::update(DEMO, "freight_order", &cells);
            update.and_where(sql::eq("order_code", E2));
            assert_eq!(conn.exec(&update.into()).expect("writes"), 1);
        });
        let fin = world.login("fin01");
        let found = |scope: &str, number: &str| {
            codes(&fin.ok(&format!("{LIST}/page?businessScope={scope}&size=100&awbNumber={number}")))
        };
        assert_eq!(found("AE", "12345690"), [E4]);
        assert_eq!(found("LC", "2607150002"), [E2]);
        assert_eq!(rows(&fin.ok(&format!("{LIST}/page?businessScope=LC")))[0]["awbNumber"], json!(E2));
        assert!(found("LC", "A12345").is_empty(), "what the list does not show is not searched");
    });
}

#[test]
fn a_form_offers_the_lock_for_the_day_it_locks_for() {
    told(|world| {
        let fin = world.login("fin01");
        let uuid = row(&fin, E2)["orderUuid"].as_str().expect("a name").to_owned();
        finish(&fin, E2);
        let order = |caller: &Caller<'_>| caller.ok(&format!("/afbase/order/view/{uuid}"));
        let may_lock = |caller: &Caller<'_>| order(caller)["buttons"].to_string().contains("af-lock-lock");
        let lock = |caller: &Caller<'_>| {
            done(caller.put("/afbase/order/lock", json!({ "orderUuid": uuid, "rowUuid": order(caller)["rowUuid"] })));
            row(caller, E2)["lockDate"].clone()
        };
        let proposed = |caller: &Caller<'_>| caller.ok(&format!("{LIST}/lockDate"))["lockDate"].clone();
        assert!(may_lock(&fin));
        assert_eq!((lock(&fin), proposed(&fin)), (json!("2026-06-30"), json!("2026-06-30")));
        done(unlock(&fin, E2));
        // The month of today was not opened yet: the last open one counts.
        world.set_clock("2026-08-03 09:00:00");
        let fin = world.login("fin01");
        assert!(may_lock(&fin));
        assert_eq!((lock(&fin), proposed(&fin)), (json!("2026-07-31"), json!("2026-07-31")));
    });
}

#[test]
fn two_who_lock_the_same_orders_lock_each_once() {
    told(|world| {
        let fin = world.login("fin01");
        for code in [E2, E3] {
            finish(&fin, code);
        }
        let orders = [[E2, E3], [E3, E2]];
        let calls: Vec<_> = orders
            .iter()
            .map(|codes| {
                let ids: Vec<String> = codes.iter().map(|code| id(&fin, code)).collect();
                let body =
                    json!({ "businessScope": "AE", "orderIds": ids, "lockDate": "2026-06-30", "onlyPassing": true });
                let client = fin.client();
                async move { client.call("PUT", "/afbase/orderLock/lock", body).await }
            })
            .collect();
        let replies = world.at_once(calls);
        let locked = replies.iter().filter(|reply| reply.code == 0).filter_map(|reply| reply.data["locked"].as_i64());
        assert_eq!(locked.sum::<i64>(), 2, "{:?}", replies.iter().map(|reply| &reply.message).collect::<Vec<_>>());
        assert_eq!(codes(&page(&fin, "lockDate=2026-06-30~2026-06-30&sort=orderCode,asc")), [E2, E3]);
    });
}

#[test]
fn a_locked_order_is_opened_and_its_sides_are_sent_back() {
    told(|world| {
        let fin = world.login("fin01");
        let back = |side: &str| fin.put(&format!("{LIST}/rollBackToFinish{side}"), json!({ "orderId": id(&fin, E4) }));
        refused(&back("Income"), "请先解锁");
        done(unlock(&fin, E4));
        let e4 = row(&fin, E4);
        assert_eq!((&e4["orderStatus"], &e4["lockDate"]), (&json!("航班起飞"), &json!(null)));
        assert_eq!(e4["can"], json!(["af-lock-lock", "af-lock-rollback", "af-order-calc"]));
        assert!(dates(&fin, E4).iter().all(|day| *day == json!(null)));
        refused(&unlock(&fin, E4), "订单未锁账");
        assert_eq!(figures(&e4, &MONEY), ["20000.00", "15000.00", "5000.00", "25.00"]);
        done(back("Income"));
        refused(&back("Income"), "收入未完成");
        done(back("Cost"));
        let e4 = row(&fin, E4);
        assert_eq!((&e4["incomeFinishStatus"], &e4["costFinishStatus"]), (&json!(1), &json!(1)));
        refused(&lock(&fin, &[E4], "2026-07-14", false), "收入或成本未完成，不能锁账");
        let gone = fin.put(&format!("{LIST}/unlock/SE/{}", id(&fin, E4)), json!({}));
        assert_eq!(gone.status, 404, "of another scope");
        assert_eq!(world.login("op01").put(&format!("{LIST}/unlock/AE/{}", id(&fin, E4)), json!({})).status, 403);
    });
}

#[test]
fn an_order_of_a_closed_month_stays_locked() {
    told(|world| {
        let fin = world.login("fin01");
        for month in ["2026-06", "2026-07"] {
            done(fin.post("/css/period/close", json!({ "month": month })));
        }
        refused(&unlock(&fin, E4), "财务期间已结账，不能解锁");
    });
}

#[test]
fn the_calculation_bill_shows_both_sides_and_what_is_left() {
    told(|world| {
        let fin = world.login("fin01");
        let print = |caller: &Caller<'_>, ids: &str| caller.get(&format!("{LIST}/printCalculationBill?ids={ids}"));
        let ids = format!("{},{}", id(&fin, E4), id(&fin, E1));
        let url = done(print(&fin, &ids))["url"].as_str().expect("an address").to_owned();
        let file = fin.get(&url);
        assert_eq!(file.content_type, "application/pdf");
        let document = lopdf::Document::load_mem(&file.bytes).expect("a PDF");
        let pages: Vec<String> =
            document.get_pages().keys().map(|page| document.extract_text(&[*page]).expect("words")).collect();
        assert_eq!(pages.len(), 2, "a page for each order");
        let has = |page: &str, words: &[&str]| {
            for word in words {
                assert!(page.contains(word), "{word}: {page}");
            }
        };
        has(&pages[0], &[E4, "客户甲", "供应商甲", "16,000.00", "20,000.00", "15,000.00", "5,000.00", "25.00%"]);
        has(&pages[0], &["公斤毛利", "20.00", "2026-07-14", "应收合计", "应付合计"]);
        has(&pages[1], &[E1, "USD 50.00", "CNY 19,749.90", "20,104.90", "6,934.90", "34.49%", "10.53"]);
        assert_eq!(print(&fin, "").status, 400);
        let many = (1..=51).map(|id| id.to_string()).collect::<Vec<_>>().join(",");
        refused(&print(&fin, &many), "一次最多打印50票订单");
        assert_eq!(print(&fin, "1").status, 404);
        // Who sees but a part of it does not print it.
        world.allow_nobody(&["af_order_lock_unlock_list", "af-order-calc", "css-income-view", "css-cost-view"]);
        assert_eq!(print(&world.login("nobody"), &ids).status, 403);
    });
}

fn text<'a>(of: &'a Json, name: &str) -> &'a str {
    of[name].as_str().unwrap_or_default()
}

#[test]
fn many_orders_are_locked_in_pieces_and_what_changed_meanwhile_is_left_out() {
    told(|world| {
        let fin = world.login("fin01");
        finish(&fin, E1);
        let one = id(&fin, E1);
        const COPIES: i64 = 1_000_000;
        let own = format!("{COPIES} + n.i");
        let differs = [
            ("id", own.as_str()),
            ("uuid", "CASE WHEN n.i < 10 THEN '0000000000000000000000000000000' || n.i END"),
            ("order_code", "'AE-M' || n.i"),
            ("awb_number", "NULL"),
            ("internal_number", "NULL"),
            ("awb_id", "NULL"),
        ];
        world.copies("freight_order", &one, 5, &differs);
        let ids: Vec<String> = (1..=5).map(|place| (COPIES + place).to_string()).collect();
        let body = json!({ "businessScope": "AE", "orderIds": ids, "lockDate": "2026-06-30" });
        world.app.pieces.narrow(2, 1_000);
        let told = done(fin.put(&format!("{LIST}/lock"), body.clone()));
        assert_eq!((&told["locked"], &told["failed"]), (&json!(0), &json!([])));
        let task = told["taskId"].as_str().expect("a job").to_owned();
        let locked = || {
            let text = format!(
                "SELECT COUNT(*) FROM freight_order WHERE lifecycle = 'LOCKED' AND id BETWEEN {COPIES} AND 2 * {COPIES}"
            );
            world.database(|_, conn| {
                let row = conn.first(&Stmt::Raw(text.clone(), Vec::new())).expect("reads").expect("a row");
                row.get::<i64>(0).expect("a number")
            })
        };
        // The process ends behind the first piece; one of the others is locked by somebody else meanwhile.
        let left = std::sync::atomic::AtomicUsize::new(1);
        world.app.pieces.between(move |_| {
            assert_ne!(left.fetch_sub(1, std::sync::atomic::Ordering::SeqCst), 1, "the process ends");
        });
        world.run_jobs();
        assert_eq!(locked(), 2);
        let single = json!({ "businessScope": "AE", "orderIds": [ids[4]], "lockDate": "2026-06-30" });
        done(fin.put(&format!("{LIST}/lock"), single));
        world.app.pieces.between(|_| {});
        world.pass(90);
        world.run_jobs();
        assert_eq!(locked(), 5);
        let job = format!("SELECT status, ok, bad FROM job_run WHERE id = {task}");
        let job = world.database(|_, conn| conn.query(&Stmt::Raw(job.clone(), Vec::new())).expect("reads"));
        assert_eq!(format!("{:?}", job[0].0), r#"[Text("部分成功"), Int(4), Int(1)]"#);
        let again = fin.put(&format!("{LIST}/lock"), body);
        assert_eq!(again.data["failed"].as_array().map(Vec::len), Some(5), "{}", again.message);
    });
}
