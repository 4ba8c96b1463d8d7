//! The work for 运单制单 grows with the orders of a company and no faster. Counted in steps of the embedded database,
//! which are the same on every machine.

use platform::store::Stmt;
use testkit::World;

use crate::at_work::{lay_base, lay_orders, rooms};

/// Twice the rows may cost that many times the steps: two for the rows, and something for the depth of an index.
const GROWTH_MAX: u64 = 3;
const ORDERS: i64 = 300;

/// Orders like one that is there, each with a number of its own and every third one with another's.
fn more(world: &World, from: i64) {
    world.database(|_, conn| {
        let list = "SELECT name FROM pragma_table_info('freight_order')";
        let rows = conn.query(&Stmt::Raw(list.to_owned(), Vec::new())).expect("reads");
        let columns: Vec<String> = rows.iter().map(|row| row.get(0).expect("a name")).collect();
        let value = |name: &String| match name.as_str() {
            "id" => "900000 + n.n".to_owned(),
            "uuid" => "printf('%032x', 900000 + n.n)".to_owned(),
            "order_code" => "'AE-G' || n.n".to_owned(),
            "awb_number" => "'990-' || (20000000 + n.n - (n.n % 3 = 0))".to_owned(),
            "internal_number" | "customer_number" | "awb_id" => "NULL".to_owned(),
            own => format!("o.{own}"),
        };
        let values: Vec<String> = columns.iter().map(value).collect();
        let text = format!(
            "INSERT INTO freight_order ({}) WITH RECURSIVE n(n) AS (SELECT {from} UNION ALL SELECT n + 1 FROM n \
             WHERE n < {from} + {ORDERS} - 1) SELECT {} FROM n, (SELECT * FROM freight_order WHERE org_id = 2 \
             AND business_scope = 'AE' AND awb_number IS NOT NULL ORDER BY id LIMIT 1) o",
            columns.join(", "),
            values.join(", ")
        );
        conn.batch(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    });
}

const ASKED: [&str; 9] = [
    "page",
    "page?sort=awbNumber,desc&part=rows",
    "total",
    "total?awbStatus=NONE",
    "total?awbNumber=2000",
    "total?hawbNumber=HA",
    "total?ediState=NONE",
    "total?ruleState=NONE",
    "total?flightDate=2026-07-01~2026-07-31",
];

#[test]
fn twice_the_orders_cost_no_more_than_about_twice() {
    let world = World::sqlite(rooms);
    lay_base(&world);
    lay_orders(&world);
    let admin = world.login("demo-admin");
    let steps = || {
        let of = |call: &&str| {
            let _ = world.app.store.listen(true);
            admin.ok(&format!("/afbase/awbPrint/{call}"));
            world.app.store.listen(false).values().map(|asked| asked.steps).sum::<u64>()
        };
        ASKED.iter().map(of).collect::<Vec<u64>>()
    };
    more(&world, 0);
    // What was counted is remembered until there are more: each count is asked for once.
    let once = steps();
    let before = admin.ok("/afbase/awbPrint/total")["total"].clone();
    more(&world, ORDERS);
    let twice = steps();
    assert!(admin.ok("/afbase/awbPrint/total")["total"].as_i64() > before.as_i64(), "there are more");
    for ((call, once), twice) in ASKED.iter().zip(&once).zip(&twice) {
        assert!(*twice < GROWTH_MAX * once, "{call}: {once} steps, then {twice}");
    }
}
