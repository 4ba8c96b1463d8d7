//! The figures of the home page, from the layers scope and air.

use platform::store::{Conn, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, World};

use super::fixture::*;

const CALL: &str = "/afbase/aforder/statistics";

/// `type: num_0 … num_6` of each row.
fn rows(caller: &Caller<'_>) -> Vec<String> {
    let rows = caller.ok(CALL).as_array().cloned().expect("rows");
    let cells = |row: &Json| (0..7).map(|day| row[format!("num_{day}")].to_string()).collect::<Vec<_>>().join(" ");
    rows.iter().map(|row| format!("{}: {}", text(row, "type"), cells(row).replace('"', ""))).collect()
}

fn org_of_demo(conn: &mut dyn Conn) -> i64 {
    let mut select = sql::from_global("org");
    select.column("id").and_where(sql::eq("code", "DEMO".to_owned()));
    conn.first(&select.into()).unwrap().unwrap().get(0).unwrap()
}

#[test]
fn each_person_counts_the_orders_he_sees() {
    with_partners(|world: &World| {
        world.wait(seed::scope::orders(&world.maker()));
        world.set_clock("2026-07-01 18:00:00");
        // req: home-stats-call
        for (login, orders) in [("fin01", "4"), ("sales01", "1"), ("op01", "3")] {
            assert_eq!(rows(&world.login(login))[0], format!("票数: {orders} 0 0 0 0 0 0"), "{login}");
        }
        assert_eq!(world.login("sh01").ok(CALL), json!([]), "the other company has none of them");
        assert_eq!(world.anonymous().get(CALL).status, 401);
    });
}

#[test]
fn days_are_counted_back_from_today_and_tonnes_by_charge_weight() {
    with_orders(|world| {
        world.set_clock("2026-07-18 10:00:00");
        let admin = world.login("demo-admin");
        // req: home-stats-row-fields, home-stats-window
        assert_eq!(rows(&admin), ["票数: 2 1 0 0 1 0 0", "货量（吨）: 0.96 1.00 0.00 0.00 0.25 0.00 0.00"]);
        let first = admin.ok(CALL)[0].clone();
        assert_eq!((text(&first, "business_scope"), first["num_0"].clone()), ("AE".to_owned(), json!(2)));
        let org: i64 = world.database(|_, conn| org_of_demo(conn));
        assert_eq!(text(&first, "org_id"), org.to_string());
        assert_eq!(rows(&admin.in_language("en-US"))[1].split(':').next(), Some("Cargo (t)"));
        // Six days ago is told of, seven days ago no more; a flight to come is not.
        world.set_clock("2026-07-20 10:00:00");
        assert_eq!(rows(&world.login("demo-admin"))[0], "票数: 0 0 2 1 0 0 1");
        world.set_clock("2026-07-21 10:00:00");
        assert_eq!(rows(&world.login("demo-admin"))[0], "票数: 0 0 0 2 1 0 0");
        world.set_clock("2026-07-17 10:00:00");
        assert_eq!(rows(&world.login("demo-admin"))[0], "票数: 1 0 0 1 0 0 0");
        // A cancelled order no longer counts.
        let op = world.login("op01");
        let e2 = uuid_of(&op, "AE-2607150002");
        done(moved(&op, "order/cancel", &e2, json!({ "reason": "客户取消" })));
        world.set_clock("2026-07-18 10:00:00");
        assert_eq!(rows(&world.login("demo-admin"))[0], "票数: 1 1 0 0 1 0 0");
    });
}

#[test]
fn without_orders_or_without_their_page_there_are_no_rows() {
    with_partners(|world: &World| {
        assert_eq!(world.login("demo-admin").ok(CALL), json!([]));
        world.wait(seed::scope::orders(&world.maker()));
        world.set_clock("2026-07-01 18:00:00");
        assert_eq!(world.login("wh01").ok(CALL), json!([]), "he has no page of orders");
    });
}
