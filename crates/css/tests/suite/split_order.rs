//! What a split does to the money of an order (catalogue css.md 0.16): it stays and follows what is left, or it is shared by
//! charge weight; the sums stay exact, and those of every part are what its charges make of them.

use charge::finance::COLUMNS;
use platform::store::{Cell, Stmt, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from};

use super::order_charge::{charges, uuid};
use super::order_charge_rules::with;
use crate::css::charged;
use crate::css::suite::rooms_with_orders;

const E1: &str = "AE-2607150001";
const DEMO: i64 = 2;

fn told(story: impl Fn(&World)) {
    each_database_from(rooms_with_orders, charged, story);
}

/// Splits E1 of 12 pieces: five stay, seven go.
fn split(caller: &Caller<'_>, members: Json) -> Reply {
    let e1 = uuid(caller, E1);
    let row = caller.ok(&format!("/afbase/order/view/{e1}"))["rowUuid"].clone();
    let body = json!({
        "rowUuid": row, "parts": [{}, { "planPieces": 7 }], "confirmed": ["order.tolerance"],
    });
    caller.post(&format!("/afbase/order/split/{e1}"), with(&body, &members))
}

/// The charges of the parts, E1 first.
fn parts(caller: &Caller<'_>, told: &Json) -> [Json; 2] {
    let new = told["orders"][0]["orderUuid"].as_str().expect("an order").to_owned();
    [uuid(caller, E1), new].map(|uuid| charges(caller, &uuid))
}

fn each(list: &Json, side: &str, name: &str) -> Vec<String> {
    let rows = list[side].as_array().into_iter().flatten();
    rows.map(|row| row[name].as_str().unwrap_or("-").to_owned()).collect()
}

/// Changes charges of E1 as no call does.
fn set(world: &World, column: &'static str, value: &str, currency: &str) {
    world.database(|_, conn| {
        let mut update = sql::update(DEMO, charge::line::TABLE, &[(column, value.into_value())]);
        let e1 = "SELECT id FROM freight_order WHERE org_id = 2 AND order_code = 'AE-2607150001'";
        let row = conn.first(&Stmt::Raw(e1.to_owned(), Vec::new())).expect("reads").expect("E1");
        update.and_where(sql::eq("order_id", row.get::<i64>(0).expect("an id")));
        update.and_where(sql::eq("currency_code", currency));
        conn.exec(&update.into()).expect("writes");
    });
}

/// The sums of every order are those of its charges: all, without tax, passed on, and by type.
fn is_true(world: &World) {
    world.database(|_, conn| {
        let mut rows = |text: &str| conn.query(&Stmt::Raw(text.to_owned(), Vec::new())).expect("reads");
        let int = |value: &Value| if let Value::Int(int) = value { *int } else { 0 };
        for row in rows(&format!("SELECT order_id, {} FROM order_finance WHERE org_id = 2", COLUMNS.join(", "))) {
            let order = int(row.value(0));
            let stored: Vec<i64> = (1..=COLUMNS.len()).map(|place| int(row.value(place))).collect();
            let mut made = Vec::new();
            for kind in ["RECEIVABLE", "PAYABLE"] {
                let mut sum = |what: &str, which: &str| {
                    let text = format!(
                        "SELECT CAST(COALESCE(SUM({what}), 0) AS bigint) FROM charge c JOIN service_item i \
                         ON i.org_id = c.org_id AND i.id = c.service_item_id WHERE c.org_id = 2 \
                         AND c.order_id = {order} AND c.kind = '{kind}' AND c.state = 'NORMAL'{which}"
                    );
                    int(rows(&text)[0].value(0))
                };
                made.extend([sum("c.functional", ""), sum("c.functional_not_tax", "")]);
                made.push(sum("CASE WHEN i.is_agency THEN c.functional ELSE 0 END", ""));
                for (name, _) in charge::item::TYPES {
                    made.push(sum("c.functional", &format!(" AND i.service_type = '{name}'")));
                }
            }
            assert_eq!(stored, made, "order {order}");
        }
    });
}

#[test]
fn charges_are_shared_by_charge_weight_and_the_sums_stay_exact() {
    told(|world| {
        let op = world.login("op01");
        let before = charges(&op, &uuid(&op, E1));
        let [own, new] = parts(&op, &done(split(&op, json!({ "charges": "SHARE" }))));
        // 658.33 kilograms are 274.33 and 384.00.
        assert_eq!(
            (each(&own, "income", "amount"), each(&new, "income", "amount")),
            (vec!["8229.90".into(), "20.84".into()], vec!["11520.00".into(), "29.16".into()],)
        );
        assert_eq!(
            (each(&own, "cost", "amount"), each(&new, "cost", "amount")),
            (vec!["5488.02".into()], vec!["7681.98".into()],)
        );
        // Amounts are fixed, at the rates they had; the rows of E1 are the same.
        for list in [&own, &new] {
            let fixed = list["income"].as_array().into_iter().chain(list["cost"].as_array()).flatten();
            assert!(fixed.clone().all(|row| row["amountFixed"] == json!(true)), "{list}");
            assert_eq!(each(list, "income", "exchangeRate"), each(&before, "income", "exchangeRate"));
        }
        assert_eq!(each(&own, "income", "id"), each(&before, "income", "id"));
        assert_eq!(each(&new, "income", "source"), ["SPLIT", "SPLIT"]);
        assert_eq!(each(&own, "income", "source"), each(&before, "income", "source"));
        // The typed 658.5 kilograms of the cost are divided as well.
        let typed: Vec<f64> =
            [&own, &new].iter().filter_map(|list| list["cost"][0]["quantity"].as_str()?.parse().ok()).collect();
        assert!((typed.iter().sum::<f64>() - 658.5).abs() < 1e-9, "{typed:?}");
        let of = |list: &Json, side: &str| {
            list["totals"][side]["functional"].as_str().expect("a sum").parse::<f64>().expect("a sum")
        };
        for (side, whole) in [("income", 20_104.9), ("cost", 13_170.0)] {
            assert!((of(&own, side) + of(&new, side) - whole).abs() < 1e-6, "{side}");
        }
        is_true(world);
        let log = op.ok(&format!("/afbase/order/log/page?orderUuid={}&size=100", uuid(&op, E1))).to_string();
        for side in ["应收", "应付"] {
            assert!(log.contains(&format!("{side}拆单按计费重量分摊")), "{log}");
        }
    });
}

#[test]
fn charges_that_stay_follow_what_is_left_of_the_order() {
    told(|world| {
        let op = world.login("op01");
        let [own, new] = parts(&op, &done(split(&op, json!({}))));
        assert_eq!(each(&own, "income", "amount"), ["8229.90", "50.00"], "30.00 for each of 274.33 kilograms");
        assert_eq!(each(&own, "cost", "amount"), ["13170.00"], "its quantity was typed");
        assert_eq!((&new["income"], &new["cost"]), (&json!([]), &json!([])));
        is_true(world);
    });
}

#[test]
fn what_is_held_stays_on_the_order_whole() {
    told(|world| {
        set(world, "financial_date", "2026-07-14", "USD");
        let op = world.login("op01");
        let [own, new] = parts(&op, &done(split(&op, json!({ "charges": "SHARE" }))));
        assert_eq!(each(&own, "income", "amount"), ["8229.90", "50.00"]);
        assert_eq!(each(&new, "income", "amount"), ["11520.00"]);
        is_true(world);
    });
}

#[test]
fn what_stands_against_sharing_is_told_and_nothing_is_written() {
    told(|world| {
        world.allow_nobody(&["af_order", "af-order-split", "af-order-split-confirmed"]);
        let shares = || json!({ "charges": "SHARE" });
        assert_eq!(split(&world.login("nobody"), shares()).status, 403);
        // Who enters charges does not make those less that are there.
        world.allow_nobody(&["css_order_charge", "css-charge-add"]);
        assert_eq!(split(&world.login("nobody"), shares()).status, 403);
        set(world, "state", charge::line::PENDING, "USD");
        let op = world.login("op01");
        let before = world.contents(false);
        assert_eq!(split(&op, shares()).findings_at("charges"), ["有1条待确认杂费，请先处理"]);
        world.unchanged(&before, false);
        set(world, "state", charge::line::NORMAL, "USD");
        let e1 = uuid(&op, E1);
        let row = op.ok(&format!("/afbase/order/view/{e1}"))["rowUuid"].clone();
        done(op.post("/afbase/order/doIncome", json!({ "orderUuid": e1, "rowUuid": row })));
        let before = world.contents(false);
        assert_eq!(split(&op, shares()).findings_at("charges"), ["收入已完成"]);
        world.unchanged(&before, false);
        // Who changes what is done shares it; where it stays, its quantities stand.
        done(split(&world.login("fin01"), shares()));
        is_true(world);
    });
}
