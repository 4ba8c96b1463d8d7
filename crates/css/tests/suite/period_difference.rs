//! /css_period_difference and the nightly check behind it (css.md 0.14 d): sums that a hand falsified are told with both values
//! and stay, until 重算 makes them anew.

use std::sync::atomic::{AtomicBool, Ordering};

use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, each_database_with_readers_from, refused};

use super::order_charge::{charges, uuid};
use crate::css::charged;
use crate::css::suite::rooms_with_orders;

const LIST: &str = "/css/periodDifference";
const E1: &str = "AE-2607150001";
/// Locked for 2026-07-14.
const E4: &str = "AE-2607140001";
const PAGES: [&str; 2] = ["css_period_difference", "css-period-close"];

fn told(story: impl Fn(&World)) {
    each_database_from(rooms_with_orders, charged, story);
}

/// Writes to the database what no call writes.
fn spoil(world: &World, text: &str) {
    world.database(|_, conn| {
        conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).expect("writes");
    });
}

fn number(world: &World, text: &str) -> i64 {
    world.database(|_, conn| {
        let row = conn.first(&Stmt::Raw(text.to_owned(), Vec::new())).expect("reads").expect("a row");
        row.get(0).expect("a number")
    })
}

/// The row id of an order, and what is of it.
fn id(code: &str) -> String {
    format!("(SELECT id FROM freight_order WHERE org_id = 2 AND order_code = '{code}')")
}

fn of(code: &str) -> String {
    format!("WHERE org_id = 2 AND order_id = {}", id(code))
}

fn income_of(world: &World, code: &str) -> i64 {
    number(world, &format!("SELECT income FROM order_finance {}", of(code)))
}

/// What the plan does, whatever the hour.
pub fn check(world: &World) {
    world.inside(|app| {
        let plans = &app.registry.plans;
        let plan = plans.iter().find(|plan| plan.name == "css.sums.check").expect("the plan");
        (plan.work)(app).expect("checks")
    });
}

fn night(world: &World, day: u8) {
    world.set_clock(&format!("2026-07-{day} 02:00:00"));
    world.run_jobs();
}

fn records(caller: &Caller<'_>) -> Vec<Json> {
    caller.ok(&format!("{LIST}/page?size=200"))["records"].as_array().cloned().expect("rows")
}

/// Order, place, side, day, figure, both values; a dash for what is empty.
fn rows(caller: &Caller<'_>) -> Vec<String> {
    const NAMES: [&str; 7] = ["orderCode", "part", "kind", "financialDate", "figure", "stored", "recomputed"];
    let text = |row: &Json, name: &str| row[name].as_str().filter(|text| !text.is_empty()).unwrap_or("-").to_owned();
    let line = |row: &Json| NAMES.map(|name| text(row, name)).join(" ");
    let mut rows: Vec<String> = records(caller).iter().map(line).collect();
    rows.sort();
    rows
}

/// Messages about sums, the newest first.
fn messages(caller: &Caller<'_>) -> Vec<String> {
    let page = caller.ok("/prm/message?size=50");
    let all = page["records"].as_array().into_iter().flatten();
    let text =
        |row: &Json| format!("{} {}", row["title"].as_str().unwrap_or("-"), row["content"].as_str().unwrap_or("-"));
    all.map(text).filter(|text| text.contains("订单汇总")).collect()
}

fn recompute(caller: &Caller<'_>, row: &Json) -> Reply {
    caller.post(&format!("{LIST}/{}/recompute", row["id"].as_str().expect("an id")), json!({}))
}

fn month(caller: &Caller<'_>, verb: &str, month: &str) -> Reply {
    caller.post(&format!("/css/period/{verb}"), json!({ "month": month, "reason": "更正" }))
}

#[test]
fn right_sums_are_told_to_nobody_and_nothing_is_written() {
    told(|world| {
        let before = world.contents(true);
        check(world);
        world.unchanged(&before, true);
        let fin = world.login("fin01");
        assert_eq!((rows(&fin), messages(&fin)), (Vec::new(), Vec::new()));
        assert!(!fin.ok("/css/desk").to_string().contains("汇总差异订单"));
    });
}

#[test]
fn a_falsified_sum_is_told_at_night_with_order_column_and_both_values_and_stays() {
    told(|world| {
        spoil(world, &format!("UPDATE order_finance SET income = 1000 {}", of(E1)));
        night(world, 16);
        let fin = world.login("fin01");
        assert_eq!(rows(&fin), ["AE-2607150001 ORDER RECEIVABLE - income 1.00 20104.90"]);
        let said = "1票订单汇总与费用不一致 请核对后重算：AE-2607150001 收入 系统值1.00，重算值20104.90";
        assert_eq!(messages(&fin), [said]);
        assert_eq!(income_of(world, E1), 1_000, "nothing repairs it");
        let desk = fin.ok("/css/desk");
        let card =
            desk["cards"].as_array().into_iter().flatten().find(|card| card["key"] == "difference").expect("a card");
        let place = |name: &str| card[name].clone();
        assert_eq!(["count", "list", "names"].map(place), [json!(1), json!("/css_period_difference"), json!([E1])]);
        // Who closes no months is neither told nor let in.
        let op = world.login("op01");
        assert_eq!((messages(&op), op.get(&format!("{LIST}/page")).status), (Vec::new(), 403));
        // It is told as long as it is so, and forgotten when it is right, whatever made it right.
        night(world, 17);
        assert_eq!(messages(&world.login("fin01")).len(), 2);
        spoil(world, &format!("UPDATE order_finance SET income = 20104900 {}", of(E1)));
        night(world, 18);
        let fin = world.login("fin01");
        assert_eq!((rows(&fin).len(), messages(&fin).len()), (0, 2));
    });
}

/// What spoils, what mends, and what is found then: all of it, or among other figures.
type Case = (String, String, &'static [&'static str], bool);

fn cases() -> Vec<Case> {
    let (finance, posting, charge) =
        ("UPDATE order_finance SET", "UPDATE order_finance_posting SET", "UPDATE charge SET");
    let (e1, e4) = (of(E1), of(E4));
    let away =
        |code: &str| format!("{finance} order_id = -order_id WHERE org_id = 2 AND order_id IN ({0}, -{0})", id(code));
    let life = |to: &str| format!("UPDATE freight_order SET lifecycle = '{to}' WHERE org_id = 2 AND id = {}", id(E4));
    let moved = |to: &str| format!("{posting} financial_date = '{to}' {e4}");
    let handling = format!("{e4} AND kind = 'PAYABLE' AND functional BETWEEN 3000000 AND 3000010");
    let dated = |to: &str| format!("{charge} financial_date = {to} {e4} AND kind = 'PAYABLE'");
    vec![
        (
            format!("{finance} cost_not_tax = cost_not_tax + 10 {e4}"),
            format!("{finance} cost_not_tax = cost_not_tax - 10 {e4}"),
            &["AE-2607140001 ORDER PAYABLE - cost_not_tax 14830.20 14830.19"],
            true,
        ),
        (
            format!("{finance} income_status = 'NONE' {e1}"),
            format!("{finance} income_status = 'ENTERED' {e1}"),
            &["AE-2607150001 ORDER RECEIVABLE - income_status ✗ ✓"],
            true,
        ),
        (
            away(E1),
            away(E1),
            &[
                "AE-2607150001 ORDER PAYABLE - cost 0.00 13170.00",
                "AE-2607150001 ORDER RECEIVABLE - income 0.00 20104.90",
                "AE-2607150001 ORDER RECEIVABLE - income_status - ✓",
            ],
            false,
        ),
        (
            format!("{posting} income = income + 10 {e4}"),
            format!("{posting} income = income - 10 {e4}"),
            &["AE-2607140001 POSTING RECEIVABLE 2026-07-14 income 20000.01 20000.00"],
            true,
        ),
        (
            moved("2026-06-10"),
            moved("2026-07-14"),
            &[
                "AE-2607140001 POSTING - 2026-06-10 financial_date 2026-06-10 -",
                "AE-2607140001 POSTING - 2026-07-14 financial_date - 2026-07-14",
                "AE-2607140001 POSTING PAYABLE 2026-06-10 cost 15000.00 0.00",
            ],
            false,
        ),
        // The sums are those of the rate: it is the charge that is wrong.
        (
            format!("{charge} functional = functional + 10 {handling}"),
            format!("{charge} functional = functional - 10 {handling}"),
            &["AE-2607140001 CHARGE PAYABLE 2026-07-14 functional 3000.01 3000.00"],
            true,
        ),
        (
            dated("NULL"),
            dated("'2026-07-14'"),
            &["AE-2607140001 CHARGE PAYABLE - financial_date - 2026-07-14"; 2],
            true,
        ),
        (
            life("OPEN"),
            life("LOCKED"),
            &[
                "AE-2607140001 CHARGE RECEIVABLE 2026-07-14 financial_date 2026-07-14 -",
                "AE-2607140001 POSTING - 2026-07-14 financial_date 2026-07-14 -",
                "AE-2607140001 POSTING RECEIVABLE 2026-07-14 income 20000.00 0.00",
            ],
            false,
        ),
    ]
}

#[test]
fn sums_days_charges_and_locks_are_each_found_where_they_are_wrong() {
    told(|world| {
        let fin = world.login("fin01");
        for (spoils, mends, wanted, alone) in cases() {
            spoil(world, &spoils);
            check(world);
            let found = rows(&fin);
            if alone {
                assert_eq!(found, wanted, "{spoils}");
            }
            for row in wanted {
                assert!(found.iter().any(|line| line == row), "{spoils}: no {row} in {found:#?}");
            }
            let code = if spoils.contains(E1) { E1 } else { E4 };
            assert!(found.iter().all(|line| line.starts_with(code)), "{spoils}: {found:#?}");
            spoil(world, &mends);
            check(world);
            assert_eq!(rows(&fin), [""; 0], "{mends}");
        }
    });
}

#[test]
fn who_closes_months_recomputes_one_order_and_the_log_tells_old_and_new() {
    told(|world| {
        let fin = world.login("fin01");
        for (column, raw, code) in [("income", 1_000, E1), ("cost", 2_000, E1), ("cost", 3_000, E4)] {
            spoil(world, &format!("UPDATE order_finance SET {column} = {raw} {}", of(code)));
        }
        let wrong_charge = format!("UPDATE charge SET functional = 5000 {} AND currency_code = 'USD'", of(E1));
        spoil(world, &wrong_charge);
        check(world);
        let found = records(&fin);
        let row = found.iter().find(|row| row["orderCode"] == E1).expect("a row");
        assert_eq!(row["can"], json!(["css-period-close"]));
        // Neither without the right, nor by another company.
        assert_eq!(recompute(&world.login("op01"), row).status, 403);
        world.allow_nobody(&PAGES[..1]);
        assert_eq!(recompute(&world.login("nobody"), row).status, 403);
        assert_eq!(recompute(&world.login("superAdmin"), row).status, 404);
        assert_eq!(recompute(&world.anonymous(), row).status, 401);
        assert_eq!((income_of(world, E1), rows(&fin).len()), (1_000, 4), "nothing is written");
        let version = charges(&fin, &uuid(&fin, E1))["rowUuid"].clone();
        let answer = done(recompute(&fin, row));
        assert_eq!((&answer["orderCode"], &answer["mended"]), (&json!(E1), &json!(3)));
        assert_eq!(income_of(world, E1), 20_104_900);
        assert_eq!(
            number(world, &format!("SELECT functional FROM charge {} AND currency_code = 'USD'", of(E1))),
            355_000
        );
        let after = charges(&fin, &uuid(&fin, E1));
        assert_ne!(after["rowUuid"], version, "who has its charges open is told that they changed");
        // The other order waits for its own.
        assert_eq!(rows(&fin), ["AE-2607140001 ORDER PAYABLE - cost 3.00 15000.00"]);
        assert_eq!(recompute(&fin, row).status, 404, "nothing is left of it");
        let log = world.login("demo-admin").ok(&format!("/hrs/log/list/page?objectNumber={E1}&size=50"));
        let lines: Vec<String> = log["records"].as_array().into_iter().flatten().map(Json::to_string).collect();
        let line = |words: &str| {
            lines.iter().find(|line| line.contains(words)).unwrap_or_else(|| panic!("no {words}: {lines:#?}"))
        };
        let (income, cost) = (line("收入：1.00 -> 20104.90"), line("成本：2.00 -> 13170.00"));
        for words in ["\"高\"", "重算", "5.00 -> 355.00"] {
            assert!(income.contains(words), "{words}: {income}");
        }
        assert!(!cost.contains("20104.90"), "who may not see income is told nothing of it: {cost}");
        check(world);
        assert_eq!(rows(&fin).len(), 1);
    });
}

#[test]
fn an_order_that_is_right_by_now_is_taken_from_the_list_without_a_change() {
    told(|world| {
        let fin = world.login("fin01");
        spoil(world, &format!("UPDATE order_finance SET income = 1000 {}", of(E1)));
        check(world);
        // A save settles the order meanwhile.
        let op = world.login("op01");
        let list = charges(&op, &uuid(&op, E1));
        let mut row = list["income"][0].clone();
        row["note"] = json!("改");
        let body = json!({ "orderUuid": list["order"]["orderUuid"], "rowUuid": list["rowUuid"], "income": [row] });
        done(op.post("/css/charge/save", body));
        let version = charges(&op, &uuid(&op, E1))["rowUuid"].clone();
        assert_eq!(done(recompute(&fin, &records(&fin)[0]))["mended"], json!(0));
        assert_eq!((rows(&fin).len(), &charges(&op, &uuid(&op, E1))["rowUuid"]), (0, &version));
    });
}

#[test]
fn figures_of_a_closed_month_stay_until_it_is_opened_again() {
    told(|world| {
        let fin = world.login("fin01");
        for closed in ["2026-06", "2026-07"] {
            done(month(&fin, "close", closed));
        }
        spoil(world, &format!("UPDATE order_finance_posting SET income = income + 10 {}", of(E4)));
        check(world);
        let before = world.contents(true);
        refused(&recompute(&fin, &records(&fin)[0]), "财务期间2026-07已结账");
        world.unchanged(&before, true);
        done(month(&fin, "reopen", "2026-07"));
        assert_eq!(done(recompute(&fin, &records(&fin)[0]))["mended"], json!(1));
        // The sums of the order itself are of no month.
        done(month(&fin, "close", "2026-07"));
        spoil(world, &format!("UPDATE order_finance SET cost_gx = 0 {}", of(E4)));
        check(world);
        done(recompute(&fin, &records(&fin)[0]));
        check(world);
        assert_eq!(rows(&fin), [""; 0]);
    });
}

#[test]
fn nobody_is_told_of_a_side_or_an_order_he_may_not_see() {
    told(|world| {
        spoil(world, &format!("UPDATE order_finance SET income = 1000, cost = 2000 {}", of(E1)));
        world.allow_nobody(&PAGES);
        world.allow_nobody(&["css-income-view"]);
        world.show_own_orders("fin01");
        check(world);
        let (nobody, fin, admin) = (world.login("nobody"), world.login("fin01"), world.login("demo-admin"));
        assert_eq!(rows(&nobody), ["AE-2607150001 ORDER RECEIVABLE - income 1.00 20104.90"]);
        let said = messages(&nobody);
        assert!(said.len() == 1 && said[0].contains("收入") && !said[0].contains("13170.00"), "{said:?}");
        assert_eq!((rows(&fin), messages(&fin)), (Vec::new(), Vec::new()));
        assert_eq!((rows(&admin).len(), messages(&admin).len()), (2, 1));
        let cost = records(&admin).into_iter().find(|row| row["kind"] == "PAYABLE").expect("a row");
        assert_eq!(recompute(&nobody, &cost).status, 404);
        assert_eq!(recompute(&fin, &cost).status, 404);
    });
}

#[test]
fn a_check_that_was_broken_off_goes_on_behind_the_order_it_came_to() {
    told(|world| {
        for code in [E1, E4] {
            spoil(world, &format!("UPDATE order_finance SET income = 1000 {}", of(code)));
        }
        let [first, last] =
            if number(world, &format!("SELECT {}", id(E1))) < number(world, &format!("SELECT {}", id(E4))) {
                [E1, E4]
            } else {
                [E4, E1]
            };
        spoil(
            world,
            &format!(
                "INSERT INTO order_finance_check (org_id, run_id, order_id, checked, differing) VALUES (2, 7, {}, 1, 0)",
                id(first)
            ),
        );
        check(world);
        let fin = world.login("fin01");
        let found = rows(&fin);
        assert!(found.len() == 1 && found[0].starts_with(last), "{found:?}");
        assert_eq!(number(world, "SELECT COUNT(*) FROM order_finance_check"), 0, "it is over");
        check(world);
        assert_eq!(rows(&fin).len(), 2, "and the next one begins anew");
    });
}

#[test]
fn what_is_written_while_the_check_reads_is_no_difference() {
    each_database_with_readers_from(rooms_with_orders, charged, |world| {
        let op = world.login("op01");
        let e1 = uuid(&op, E1);
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                // It ends when a save fails, too.
                for _ in 0..300 {
                    if over.load(Ordering::SeqCst) {
                        break;
                    }
                    check(world);
                }
            });
            for price in 31..46 {
                let list = charges(&op, &e1);
                let mut row = list["income"][0].clone();
                row["unitPrice"] = json!(price.to_string());
                let body = json!({ "orderUuid": e1, "rowUuid": list["rowUuid"], "income": [row] });
                done(op.post("/css/charge/save", body));
            }
            over.store(true, Ordering::SeqCst);
        });
        let fin = world.login("fin01");
        assert_eq!((rows(&fin), messages(&fin)), (Vec::new(), Vec::new()));
    });
}

/// Orders like E1 without its charges, so many.
fn more(world: &World, from: i64, count: i64) {
    world.database(|_, conn| {
        let list = Stmt::Raw("SELECT name FROM pragma_table_info('freight_order')".to_owned(), Vec::new());
        let names = conn.query(&list).expect("reads");
        let names: Vec<String> = names.iter().map(|row| row.get(0).expect("a name")).collect();
        let value = |name: &String| match name.as_str() {
            "id" => format!("(SELECT MAX(id) FROM freight_order) + 1 + n.n - {from}"),
            "uuid" => "printf('%032x', 900000 + n.n)".to_owned(),
            "order_code" => "'AE-G' || n.n".to_owned(),
            "awb_number" | "internal_number" | "customer_number" | "awb_id" => "NULL".to_owned(),
            own => format!("o.{own}"),
        };
        let values: Vec<String> = names.iter().map(value).collect();
        let text = format!(
            "INSERT INTO freight_order ({}) WITH RECURSIVE n(n) AS (SELECT {from} UNION ALL SELECT n + 1 FROM n \
             WHERE n < {from} + {count} - 1) SELECT {} FROM n, (SELECT * FROM freight_order WHERE org_id = 2 \
             AND order_code = '{E1}') o",
            names.join(", "),
            values.join(", ")
        );
        conn.batch(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    });
}

/// How often a check reads each of the tables, and how often it writes.
fn asked(world: &World) -> ([u64; 4], u64) {
    let _ = world.app.store.listen(true);
    check(world);
    let heard = world.app.store.listen(false);
    let times = |is: &dyn Fn(&str) -> bool| heard.iter().filter(|(text, _)| is(text)).map(|(_, one)| one.times).sum();
    let tables = ["order_finance", "order_finance_posting", "charge", "service_item"];
    let reads = tables.map(|table| times(&|text| text.contains(&format!("FROM \"{table}\""))));
    let writes = times(&|text| ["INSERT", "UPDATE", "DELETE"].iter().any(|verb| text.starts_with(verb)));
    (reads, writes)
}

#[test]
fn a_check_asks_as_much_for_five_hundred_orders_as_for_four_and_writes_nothing() {
    told(|world| {
        let four = asked(world);
        if world.database != "SQLite" {
            return;
        }
        assert_eq!(four, ([1; 4], 0));
        more(world, 0, 495);
        assert_eq!(asked(world), four, "499 orders are one read");
        // The rest is a second one, of orders without charges: no item is asked for.
        more(world, 500, 300);
        assert_eq!(asked(world), ([2, 2, 2, 1], 0));
        spoil(world, &format!("UPDATE order_finance SET income = 1000 {}", of(E1)));
        check(world);
        assert_eq!(rows(&world.login("fin01")), ["AE-2607150001 ORDER RECEIVABLE - income 1.00 20104.90"]);
    });
}

#[test]
fn a_stop_leaves_a_mark_and_has_the_rest_looked_at_by_whoever_comes_next() {
    told(|world| {
        if world.database != "SQLite" {
            return;
        }
        more(world, 0, 600);
        night(world, 16);
        spoil(world, &format!("UPDATE order_finance SET income = 1000 {}", of(E1)));
        world.app.jobs.stop();
        check(world);
        let marked = "SELECT checked * 10 + differing FROM order_finance_check WHERE org_id = 2";
        assert_eq!(number(world, marked), 5_001, "500 orders were looked at, one differs");
        let due = number(world, "SELECT next_at FROM job_plan WHERE name = 'css.sums.check'");
        assert_eq!(due, world.clock.now().millis(), "the rest is due at once");
        let fin = world.login("fin01");
        assert_eq!((rows(&fin).len(), messages(&fin)), (1, Vec::new()), "it is told of at the end");
    });
}
