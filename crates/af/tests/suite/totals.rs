//! Counts and sums that were read once come from memory, and are never others than those of the database.

use platform::refusal::Refusal;
use platform::store::{Conn, Stmt, Value, sql};
use seed::people::DEMO;
use serde_json::{Value as Json, json};
use testkit::{Caller, World, until};

use super::fixture::*;

const TOTAL: &str = "/afbase/order/total";

/// How often a count came from memory while something was done.
fn remembered(world: &World, work: impl FnOnce()) -> u64 {
    let before = world.app.store.remembered();
    work();
    world.app.store.remembered() - before
}

/// A story with orders in a process that hears what others keep, without which nothing is remembered.
fn with_news(story: impl Fn(&World)) {
    with_orders(|world| {
        if world.database != "SQLite" {
            world.serve();
            until(|| world.app.push.is_related());
        }
        story(world);
    });
}

fn pieces(total: &Json) -> (i64, i64) {
    (total["total"].as_i64().unwrap(), total["totals"]["planPieces"].as_i64().unwrap())
}

fn asked(caller: &Caller<'_>) -> (i64, i64) {
    pieces(&caller.ok(TOTAL))
}

fn run(conn: &mut dyn Conn, text: &str) {
    conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).unwrap();
}

#[test]
fn a_total_asked_again_comes_from_memory_until_an_order_changes() {
    with_news(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let first = asked(&admin);
        assert_eq!(remembered(world, || assert_eq!(asked(&admin), first)), 1, "{}", world.database);
        saved(&op, with(example(&op), json!({ "planPieces": 7 })));
        assert_eq!(asked(&admin), (first.0 + 1, first.1 + 7), "{}", world.database);
        let e2 = uuid_of(&admin, "AE-2607150002");
        done(moved(&op, "order/cancel", &e2, json!({ "reason": "客户取消" })));
        let now = asked(&admin);
        assert_eq!(now.0, first.0, "{}", world.database);
        // What is refused changes nothing.
        assert_ne!(op.post("/afbase/order/doSave", json!({ "businessScope": "AE" })).code, 0);
        assert_eq!(remembered(world, || assert_eq!(asked(&admin), now)), 1, "{}", world.database);
    });
}

#[test]
fn a_count_is_that_of_who_asks_and_of_what_he_asks() {
    with_news(|world| {
        let (admin, sales) = (world.login("demo-admin"), world.login("sales01"));
        let (all, own) = (asked(&admin), asked(&sales));
        assert!(own.0 < all.0, "{own:?} of {all:?}");
        let memory = remembered(world, || assert_eq!((asked(&admin), asked(&sales)), (all, own)));
        assert_eq!(memory, 2, "{}", world.database);
        let filtered = |station: &str| admin.ok(&format!("{TOTAL}?departureStation={station}"))["total"].clone();
        let (here, nowhere) = (filtered("PVG"), filtered("XXX"));
        assert_eq!((filtered("PVG"), filtered("XXX")), (here.clone(), nowhere.clone()));
        assert!(here != json!(0) && nowhere == json!(0), "{here} {nowhere}");
        // A page that counts its rows says the same.
        assert_eq!(pieces(&admin.ok("/afbase/order/page")), all);
    });
}

#[test]
fn a_write_of_any_kind_is_counted_and_one_that_is_undone_or_of_another_company_is_not() {
    with_news(|world| {
        let admin = world.login("demo-admin");
        let first = asked(&admin);
        world.database(|_, conn| {
            let other = sql::update(DEMO + 100, "freight_order", &[("plan_pieces", Value::Int(1))]);
            conn.exec(&other.into()).unwrap();
        });
        assert_eq!(remembered(world, || assert_eq!(asked(&admin), first)), 1, "{}", world.database);
        world.inside(|app| {
            let undone = app.store.write(|conn| {
                run(conn, "UPDATE freight_order SET plan_pieces = 0");
                Err::<(), _>(Refusal::NotFound)
            });
            assert!(undone.is_err());
        });
        assert_eq!(asked(&admin), first, "{}", world.database);
        world.database(|_, conn| {
            run(conn, "UPDATE freight_order SET plan_pieces = plan_pieces + 1 WHERE plan_pieces > 0")
        });
        let more = asked(&admin);
        assert_eq!(more.0, first.0);
        assert!(more.1 > first.1, "{}: {more:?}", world.database);
        world.database(|_, conn| conn.batch("UPDATE freight_order SET plan_pieces = 1; SELECT 1").unwrap());
        assert_eq!(asked(&admin), (first.0, first.0), "{}", world.database);
        // Who belongs where decides which orders count.
        let sales = world.login("sales01");
        let own = asked(&sales);
        world.database(|_, conn| {
            let mut nobody = vec![("created_by", Value::Int(0))];
            nobody.extend(
                ["sales_id", "servicer_id", "operator_id", "sales_dept_id"].map(|column| (column, Value::Null)),
            );
            conn.exec(&sql::update(DEMO, "freight_order", &nobody).into()).unwrap();
        });
        assert_ne!(asked(&sales), own, "{}", world.database);
    });
}

#[test]
fn what_another_process_keeps_is_counted() {
    with_news(|world| {
        let Some(second) = world.beside() else { return };
        second.serve();
        until(|| second.app.push.is_related());
        let here = world.login("demo-admin");
        let there = second.bearer(here.token());
        let first = asked(&there);
        until(|| remembered(&second, || assert_eq!(asked(&there), first)) == 1);
        saved(&world.login("op01"), with(example(&here), json!({ "planPieces": 7 })));
        assert_eq!(asked(&here), (first.0 + 1, first.1 + 7), "at once where it was kept");
        until(|| asked(&there) == (first.0 + 1, first.1 + 7));
    });
}

#[test]
fn nothing_is_remembered_while_other_processes_are_not_heard() {
    with_orders(|world| {
        let admin = world.login("demo-admin");
        let first = asked(&admin);
        let memory = remembered(world, || assert_eq!(asked(&admin), first));
        assert_eq!(memory, u64::from(world.database == "SQLite"), "an embedded database belongs to one process");
    });
}
