//! The database knows how large its large tables are: a plan looks at them every night.

use platform::store::{Dialect, Stmt};
use testkit::{World, each_database_with_readers};

use super::rooms;

/// Rows of a table that is not looked at, and with some more of one that is.
fn sizes(world: &World) -> (i64, i64) {
    // PostgreSQL counts pages, and its own housekeeping looks after what is small.
    if world.database == "SQLite" { (9_999, 10_000) } else { (100, 12_000) }
}

fn count(world: &World) -> i64 {
    let text = "SELECT COUNT(*) FROM number_series";
    world.database(|_, conn| {
        let row = conn.first(&Stmt::Raw(text.to_owned(), Vec::new())).unwrap();
        row.expect("a number").get(0).unwrap()
    })
}

/// Fills a table up to so many rows.
fn fill(world: &World, rows: i64) {
    let from = count(world) + 1;
    world.database(|_, conn| {
        let long = match conn.dialect() {
            Dialect::Sqlite => "printf('%0200d', n)",
            Dialect::Postgres => "lpad(n::text, 200, '0')",
        };
        let text = format!(
            "INSERT INTO number_series (org_id, series, period, last) \
             WITH RECURSIVE numbers(n) AS (SELECT {from} UNION ALL SELECT n + 1 FROM numbers WHERE n < {rows}) \
             SELECT 2, {long}, '-', 1 FROM numbers"
        );
        conn.batch(&text).unwrap();
    });
}

/// Runs the plan on a night; answers of how many tables it made statistics.
fn night(world: &World, day: &str) -> i64 {
    world.set_clock(&format!("{day} 02:00:00"));
    world.trust_clock();
    world.run_jobs();
    world.database(|_, conn| {
        let text = "SELECT r.handled FROM job_plan_run r JOIN job_plan p ON p.org_id = r.org_id AND p.id = r.plan_id \
                    WHERE p.name = 'store.analyse' AND r.result = '成功' ORDER BY r.id DESC LIMIT 1";
        let row = conn.first(&Stmt::Raw(text.to_owned(), Vec::new())).unwrap();
        row.expect("a run that ended well").get(0).unwrap()
    })
}

/// Whether the planner knows a table.
fn is_known(world: &World) -> bool {
    world.database(|_, conn| {
        let text = match conn.dialect() {
            // Before anything is known there is no table of statistics.
            Dialect::Sqlite => {
                let made = "SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'";
                if conn.first(&Stmt::Raw(made.to_owned(), Vec::new())).unwrap().is_none() {
                    return false;
                }
                "SELECT 1 FROM sqlite_stat1 WHERE tbl = 'number_series' AND stat LIKE '10000 500 %'"
            }
            Dialect::Postgres => {
                "SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relname = 'number_series' \
                 AND n.nspname = current_schema() AND c.reltuples > 10000"
            }
        };
        conn.first(&Stmt::Raw(text.to_owned(), Vec::new())).unwrap().is_some()
    })
}

#[test]
fn a_large_table_is_looked_at_once_and_a_small_one_never() {
    each_database_with_readers(rooms, |world| {
        let (small, large) = sizes(world);
        // What the schema brings along may be large too.
        night(world, "2026-07-16");
        fill(world, small);
        assert_eq!(night(world, "2026-07-17"), 0, "{}", world.database);
        assert!(!is_known(world), "{}", world.database);
        fill(world, large);
        assert_eq!(night(world, "2026-07-18"), 1, "{}", world.database);
        assert!(is_known(world), "{}", world.database);
        assert_eq!(night(world, "2026-07-19"), 0, "{}: it is as it was", world.database);
        // Every connection goes on with what is known now.
        let keeper = world.login("superAdmin");
        assert_eq!(keeper.ok("/hrs/job/page?title=数据库统计信息更新")["records"][0]["result"], "成功");
    });
}
