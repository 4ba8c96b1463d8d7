//! A master that several orders share: its first fill, its row of the making list, and who sees which of them.

use platform::store::{Cell, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{World, each_database_from};

use crate::awb::suite::fixture::*;
use crate::awb::suite::forms::{lay_rates, whole, world_with_orders};

/// E2, dangerous goods with a house of its own, on the number of E1.
fn share(world: &World) {
    world.database(|_, conn| {
        let cells = [
            ("awb_number", "990-12345675".into_value()),
            ("hawb_count", Value::Int(1)),
            ("goods_type", "危险品".into_value()),
        ];
        let mut update = sql::update(DEMO, "freight_order", &cells);
        conn.exec(&update.and_where(sql::eq("uuid", E2)).to_owned().into()).expect("shares");
        let size = [
            ("id", Value::Int(600_299)),
            ("order_id", Value::Int(6002)),
            ("hawb_id", Value::Int(0)),
            ("side", "plan".into_value()),
            ("line", Value::Int(1)),
            ("length", Value::Int(500)),
            ("width", Value::Int(500)),
            ("height", Value::Int(600)),
            ("pieces", Value::Int(8)),
        ];
        put(conn, DEMO, "order_dimension", &size);
    });
}

fn prefill(world: &World, login: &str, order: &str) -> Json {
    world.login(login).ok(&format!("/afbase/awbPrint/prefill/{order}?type=0"))
}

/// Who sells or operates an order, so that callers of a low level see the one and not the other.
fn give(world: &World, order: &str, login: &str) {
    let user = user_id(world, login);
    world.database(|_, conn| {
        let cells = ["sales_id", "operator_id", "created_by"].map(|column| (column, Value::Int(user)));
        let mut update = sql::update(DEMO, "freight_order", &cells);
        conn.exec(&update.and_where(sql::eq("uuid", order)).to_owned().into()).expect("gives");
    });
}

#[test]
fn the_first_fill_is_of_all_orders_of_the_master() {
    each_database_from(rooms, world_with_orders, |world| {
        lay_rates(world);
        world.database(|_, conn| {
            let mut update = sql::update(DEMO, "surcharge", &[("basis", "分单".into_value())]);
            conn.exec(&update.and_where(sql::eq("code", "AW")).to_owned().into()).expect("per house");
            let dangerous = [
                ("id", Value::Int(8005)),
                ("carrier_code", "X9".into_value()),
                ("code", "RA".into_value()),
                ("due", "C".into_value()),
                ("goods_type", "危险品".into_value()),
                ("basis", "票".into_value()),
                ("unit_price", Value::Int(1_000_000)),
                ("currency", "CNY".into_value()),
                ("valid_from", "2026-07-01".into_value()),
                ("valid_to", "2026-07-31".into_value()),
                ("active", Value::Bool(true)),
                ("version", Value::Int(1)),
                ("created_by", Value::Int(1)),
                ("created_at", Value::Int(1)),
                ("updated_by", Value::Int(1)),
                ("updated_at", Value::Int(1)),
            ];
            put(conn, DEMO, "surcharge", &dangerous);
        });
        share(world);
        for order in [E1, E2] {
            let form = prefill(world, "demo-admin", order);
            let line = &form["lines"][0];
            let told = ["pieces", "grossWeight", "volume", "chargeWeight", "goodsNameEn"];
            // 12 + 8 pieces, 500 + 300 kg, 3.95 + 1.2 cbm; 658.333 + 300 kg to be charged are cheaper as 1000.
            assert_eq!(
                told.map(|name| line[name].as_str().unwrap()),
                ["20", "800.0", "5.150", "1000.0", "CONSOLIDATION AS PER ATTACHED LIST"],
                "{order}"
            );
            let sizes: Vec<&str> =
                form["sizes"].as_array().unwrap().iter().map(|size| size["pieces"].as_str().unwrap()).collect();
            assert_eq!(sizes, ["11", "1", "8"], "{order}");
            assert_eq!(form["specialHandlingCodes"], json!(["DGR"]), "{order}");
            assert_eq!(form["houses"], 3, "{order}");
            let charges: Vec<String> = form["charges"]
                .as_array()
                .unwrap()
                .iter()
                .map(|one| ["code", "quantity", "amount"].map(|name| one[name].as_str().unwrap()).join(" "))
                .collect();
            assert_eq!(charges.len(), 4, "{order}: {charges:?}");
            for wanted in ["AW 3 150.00", "MY 1000 3000.00", "SC 1000 1200.00", "RA 1 100.00"] {
                assert!(charges.contains(&wanted.to_owned()), "{order}: {charges:?}");
            }
        }
        // An order that is cancelled sends nothing.
        world.database(|_, conn| {
            let mut update = sql::update(DEMO, "freight_order", &[("lifecycle", "CANCELLED".into_value())]);
            conn.exec(&update.and_where(sql::eq("uuid", E2)).to_owned().into()).expect("cancels");
        });
        let form = prefill(world, "demo-admin", E1);
        assert_eq!((&form["lines"][0]["pieces"], &form["houses"]), (&json!("12"), &json!(2)));
    });
}

#[test]
fn orders_the_caller_may_not_see_are_not_filled_in_and_hide_no_master_of_his() {
    each_database_from(rooms, world_with_orders, |world| {
        share(world);
        give(world, E1, "cs01");
        let list = |login: &str| {
            let page = world.login(login).ok("/afbase/awbPrint/page?awbNumber=99012345675");
            let rows = page["records"].as_array().unwrap().clone();
            let order = |row: &Json| row["orderUuid"].as_str().unwrap().to_owned();
            let children = |row: &Json| row["children"].as_array().map_or(0, Vec::len);
            rows.iter().map(|row| (order(row), children(row))).collect::<Vec<_>>()
        };
        // The oldest order stands for the master; who does not see it is shown the next one he sees.
        assert_eq!(list("demo-admin"), [(E1.to_owned(), 2)]);
        assert_eq!(list("op01"), [(E2.to_owned(), 0)]);
        assert_eq!(prefill(world, "op01", E2)["lines"][0]["pieces"], "8");
        assert_eq!(prefill(world, "demo-admin", E2)["lines"][0]["pieces"], "20");
        // The form that was made from the hidden order is the master's, and so that of the order he sees.
        let made = world.login("demo-admin").post("/afbase/awbPrint/mawb", whole(world)).data;
        let id = made["awbPrintId"].as_str().unwrap().to_owned();
        let op = world.login("op01");
        assert_eq!(op.ok(&format!("/afbase/awbPrint/viewByOrderUuid/{E2}"))["awbPrintId"], json!(id));
        assert_eq!(op.get(&format!("/afbase/awbPrint/view/{id}")).code, 0);
        // Without any order of it, it is refused.
        give(world, E2, "cs01");
        let hidden = world.login("op01").get(&format!("/afbase/awbPrint/view/{id}"));
        assert_eq!((hidden.code, hidden.message.as_str()), (1, "您没有该订单的数据权限"));
        assert_eq!(list("op01"), []);
    });
}
