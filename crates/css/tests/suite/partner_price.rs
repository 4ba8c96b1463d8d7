//! What a partner takes or gives for an item (prm.md 8, 单位服务) is the price of a new line of his where nobody typed one.

use platform::store::{Cell, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from};

use super::order_charge::{charges, uuid};
use super::order_charge_rules::{body, save, with};
use crate::css::suite::rooms_with_orders;
use crate::css::{charged, coop, item};

const E2: &str = "AE-2607150002";
const E3: &str = "AE-2607150003";

fn priced(world: &World, code: &str, members: &Json) {
    let row = json!({ "businessScope": "AE", "basis": "票", "validFrom": "2026-01-01", "coopId": coop(world, code) });
    done(world.login("demo-admin").post("/prm/coopService", with(&row, members)));
}

fn checked(caller: &Caller<'_>, order: &str, side: &str, row: &Json) -> Reply {
    let list = charges(caller, &uuid(caller, order));
    caller.post("/css/charge/check", body(&list, &json!({ side: [row] })))
}

/// Basis, currency, price, amount and tax rate of the one row of a side.
fn terms(reply: Reply, side: &str) -> [String; 5] {
    let row = done(reply)[side][0].clone();
    ["basis", "currency", "unitPrice", "amount", "taxRate"].map(|name| row[name].as_str().unwrap_or("-").to_owned())
}

#[test]
fn a_new_line_has_the_price_of_its_partner_unless_one_is_typed() {
    each_database_from(rooms_with_orders, charged, |world| {
        let (pick, handling) = (item(world, "提货费"), item(world, "操作费"));
        let cost = json!({ "serviceItemId": pick, "side": "COST", "currency": "CNY", "taxRate": "6%" });
        priced(world, "GYS002", &with(&cost, &json!({ "price": "300", "min": "320" })));
        priced(world, "GYS002", &with(&cost, &json!({ "price": "280", "portCode": "PVG" })));
        priced(world, "GYS002", &with(&cost, &json!({ "price": "1", "portCode": "PVG", "validFrom": "2026-08-01" })));
        let income = json!({ "serviceItemId": handling, "side": "INCOME", "currency": "USD", "price": "66" });
        priced(world, "KH002", &with(&income, &json!({ "basis": null })));
        let op = world.login("op01");
        let row = json!({ "serviceItemId": pick, "coopId": coop(world, "GYS002") });
        let of = |order: &str, members: Json| checked(&op, order, "cost", &with(&row, &members));
        // The price of the port goes before that of all ports; what holds later does not hold yet.
        assert_eq!(terms(of(E2, json!({})), "cost"), ["票", "CNY", "280", "280.00", "6%"]);
        assert_eq!(terms(of(E3, json!({})), "cost"), ["票", "CNY", "300", "320.00", "6%"], "the least he takes");
        assert_eq!(
            terms(of(E2, json!({ "unitPrice": "8", "taxRate": "9%" })), "cost"),
            ["票", "CNY", "8", "8.00", "9%"]
        );
        let none = ["请填写单价"];
        assert_eq!(of(E2, json!({ "currency": "USD" })).findings_at("cost.0.unitPrice"), none, "in another currency");
        assert_eq!(of(E2, json!({ "coopId": coop(world, "GYS001") })).findings_at("cost.0.unitPrice"), none);
        let sold = checked(&op, E2, "income", &json!({ "serviceItemId": handling }));
        assert_eq!(terms(sold, "income"), ["票", "USD", "66", "66.00", "6%"]);
        let paid = checked(&op, E2, "cost", &json!({ "serviceItemId": handling, "coopId": coop(world, "KH002") }));
        assert_eq!(paid.findings_at("cost.0.unitPrice"), none, "what he is charged is not what he is paid");
        // A line that is there keeps its price, whatever the partner takes since.
        let list = charges(&op, &uuid(&op, E2));
        let saved = done(save(&op, &list, &json!({ "cost": [row] })));
        priced(world, "GYS002", &with(&cost, &json!({ "price": "500", "portCode": "PVG", "validFrom": "2026-07-01" })));
        let noted = with(&saved["cost"][0], &json!({ "note": "x" }));
        let saved = done(save(&op, &saved, &json!({ "cost": [noted] })));
        assert_eq!(saved["cost"][0]["amount"], json!("280.00"));
        assert_eq!(terms(of(E2, json!({})), "cost"), ["票", "CNY", "500", "500.00", "6%"], "the newest that holds");
    });
}

#[test]
fn limits_and_price_of_an_item_are_for_its_own_basis() {
    each_database_from(rooms_with_orders, charged, |world| {
        let pick = item(world, "提货费");
        world.database(|_, conn| {
            let own = [
                ("basis_cost", "票".into_value()),
                ("cost_price", Value::Int(500_000)),
                ("cost_max", Value::Int(1_000_000)),
            ];
            let mut item = sql::update(2, charge::item::TABLE, &own);
            item.and_where(sql::eq("id", pick.parse::<i64>().expect("an id")));
            conn.exec(&item.into()).expect("writes");
        });
        let by_weight = json!({ "serviceItemId": pick, "side": "COST", "basis": "计费重量", "currency": "CNY" });
        priced(world, "GYS001", &with(&by_weight, &json!({ "price": "30" })));
        let op = world.login("op01");
        let of = |code: &str| checked(&op, E2, "cost", &json!({ "serviceItemId": pick, "coopId": coop(world, code) }));
        assert_eq!(
            terms(of("GYS001"), "cost"),
            ["计费重量", "CNY", "30", "9000.00", "9%"],
            "by no limit of a shipment"
        );
        assert_eq!(terms(of("GYS002"), "cost"), ["票", "CNY", "50", "50.00", "9%"]);
        // He has a least amount and no price: the price is the item's, and its greatest amount does not stand against his least.
        let least = json!({ "serviceItemId": pick, "side": "COST", "basis": "票", "currency": "CNY", "min": "120" });
        priced(world, "GYS002", &least);
        assert_eq!(terms(of("GYS002"), "cost"), ["票", "CNY", "50", "120.00", "9%"]);
    });
}
