//! 代收代付 (css.md 0.4 and /css_order_charge): a cost is linked to the income of its order by which its money is passed on.

use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{World, done, each_database_from};

use super::order_charge::{charges, uuid};
use super::order_charge_rules::{body, save, with};
use crate::css::suite::rooms_with_orders;
use crate::css::{charged, coop, item};

const E1: &str = "AE-2607150001";
const E2: &str = "AE-2607150002";
const DUTY: &str = "代垫税款";
const OTHER_ITEM: &str = "只能关联同一代收代付项目的应收费用";
const NOT_OF_ORDER: &str = "代收代付须关联本订单的应收费用";

/// E2 with duty and handling on both sides, entered by op01.
fn told(story: impl Fn(&World, &str)) {
    each_database_from(rooms_with_orders, charged, |world| {
        let op = world.login("op01");
        let e2 = uuid(&op, E2);
        let row = |name: &str| json!({ "serviceItemId": item(world, name), "unitPrice": "1000", "currency": "CNY" });
        let owed = |name: &str| with(&row(name), &json!({ "coopId": coop(world, "GYS001") }));
        let rows = json!({ "income": [row(DUTY), row("操作费")], "cost": [owed(DUTY), owed("操作费")] });
        done(save(&op, &charges(&op, &e2), &rows));
        story(world, &e2);
    });
}

fn linked(row: &Json, to: &Json) -> Json {
    with(row, &json!({ "linkedChargeId": to["id"] }))
}

#[test]
fn a_cost_is_linked_to_income_of_its_order_and_item_and_to_no_other() {
    told(|world, e2| {
        let op = world.login("op01");
        let list = charges(&op, e2);
        let (duty, handling) = (&list["income"][0], &list["income"][1]);
        let elsewhere = charges(&op, &uuid(&op, E1))["income"][0].clone();
        let at = |row: &Json, to: &Json| {
            save(&op, &list, &json!({ "cost": [linked(row, to)] })).findings_at("cost.0.linkedChargeId")
        };
        let before = world.contents(false);
        assert_eq!(at(&list["cost"][0], handling), [OTHER_ITEM], "of another item");
        assert_eq!(at(&list["cost"][1], handling), [OTHER_ITEM], "handling is not passed on");
        assert_eq!(at(&list["cost"][0], &elsewhere), [NOT_OF_ORDER], "of another order");
        assert_eq!(at(&list["cost"][0], &list["cost"][0]), [NOT_OF_ORDER], "a cost");
        // All rows that are wrong are told at once, each at its cell.
        let both = json!({ "income": list["income"], "cost": [linked(&list["cost"][0], handling), linked(&list["cost"][1], duty)] });
        let checked = done(op.post("/css/charge/check", body(&list, &both)));
        let places: Vec<&Json> =
            checked["findings"].as_array().expect("findings").iter().map(|one| &one["field"]).collect();
        assert_eq!(places, ["cost.0.linkedChargeId", "cost.1.linkedChargeId"]);
        world.unchanged(&before, false);
        // What may be chosen is the income that is passed on.
        let offers = op.ok(&format!("/platform/select/linkedCharge?role={e2}"));
        let name = "代垫税款 CNY 1000.00";
        assert_eq!(offers, json!([{ "value": duty["id"], "label": name, "hint": "客户乙" }]));
        assert_eq!(op.ok(&format!("/platform/select/linkedCharge?role={e2}&keyword=xyz")), json!([]));
        assert_eq!(op.ok("/platform/select/linkedCharge"), json!([]));
        let saved = done(save(&op, &list, &json!({ "cost": [linked(&list["cost"][0], duty)] })));
        assert_eq!(
            (&saved["cost"][0]["linkedChargeId"], &saved["cost"][0]["linkedChargeName"]),
            (&duty["id"], &json!(name))
        );
        assert_eq!(
            (&saved["cost"][1]["linkedChargeId"], saved["income"][0].get("linkedChargeId")),
            (&Json::Null, None)
        );
        // The pair leaves nothing of what is passed on.
        let sums = world.database(|_, conn| {
            let sums = format!(
                "SELECT f.income_passed_on, f.cost_passed_on FROM order_finance f JOIN freight_order o \
                 ON o.org_id = f.org_id AND o.id = f.order_id WHERE o.order_code = '{E2}'"
            );
            let row = conn.query(&Stmt::Raw(sums, Vec::new())).expect("reads").swap_remove(0);
            (row.get::<i64>(0).expect("a sum"), row.get::<i64>(1).expect("a sum"))
        });
        assert_eq!(sums, (1_000_000, 1_000_000));
        let log = world.login("demo-admin").ok(&format!("/afbase/order/log/page?orderUuid={e2}&size=100")).to_string();
        assert!(log.contains("代收代付应收第1行"), "{log}");
        // Copied to cost, income is what the copy is passed on by.
        let grids = json!({ "income": saved["income"], "cost": [], "rows": [0, 1], "percent": "0", "coopId": coop(world, "GYS001") });
        let copied = done(op.post("/css/charge/copyIncomeToCost", body(&saved, &grids)));
        assert_eq!(
            (&copied["cost"][0]["linkedChargeId"], &copied["cost"][1]["linkedChargeId"]),
            (&duty["id"], &Json::Null)
        );
    });
}

#[test]
fn a_link_goes_with_its_income_and_with_the_item_of_either() {
    told(|world, e2| {
        let op = world.login("op01");
        let link = || {
            let list = charges(&op, e2);
            done(save(&op, &list, &json!({ "cost": [linked(&list["cost"][0], &list["income"][0])] })))
        };
        let handling = json!({ "serviceItemId": item(world, "操作费") });
        let duty = json!({ "serviceItemId": item(world, DUTY) });
        let own = |list: &Json| list["cost"][0]["linkedChargeId"].clone();
        // The cost is of another item, and of its own again: it is linked by hand, as before.
        let list = link();
        let twice = json!(["charge.double"]);
        let turn = |list: &Json, side: &str, members: &Json| {
            let mut rows = json!({ "confirmed": twice });
            rows[side] = json!([with(&list[side][0], members)]);
            done(save(&op, list, &rows))
        };
        let turned = turn(&list, "cost", &handling);
        assert_eq!(own(&turned), Json::Null);
        assert_eq!(own(&turn(&turned, "cost", &duty)), Json::Null);
        // So it is with the item of the income, though the cost was not sent.
        let turned = turn(&link(), "income", &handling);
        assert_eq!(own(&turned), Json::Null);
        turn(&turned, "income", &duty);
        // Income that is removed is asked about.
        let list = link();
        let gone = json!([list["income"][0]["id"]]);
        let before = world.contents(false);
        let asked = save(&op, &list, &json!({ "deleteIds": gone }));
        assert_eq!(asked.data["confirms"][0]["key"], json!("charge.unlinks"), "{}", asked.data);
        world.unchanged(&before, false);
        let left = done(save(&op, &list, &json!({ "deleteIds": gone, "confirmed": ["charge.unlinks"] })));
        assert_eq!((own(&left), left["income"].as_array().map(Vec::len)), (Json::Null, Some(1)));
        assert_eq!(left["cost"][0]["amount"], json!("1000.00"), "the cost stays");
        // A row that was on its way with the link meets income that is gone.
        let late = save(&op, &left, &json!({ "cost": [linked(&left["cost"][0], &list["income"][0])] }));
        assert_eq!(late.findings_at("cost.0.linkedChargeId"), [NOT_OF_ORDER]);
    });
}

#[test]
fn who_does_not_see_income_learns_nothing_of_a_link_and_does_not_lose_it() {
    told(|world, e2| {
        let op = world.login("op01");
        let list = charges(&op, e2);
        done(save(&op, &list, &json!({ "cost": [linked(&list["cost"][0], &list["income"][0])] })));
        world.allow_nobody(&["af_order", "css_order_charge", "css-charge-edit", "css-cost-view"]);
        let clerk = world.login("nobody");
        let own = charges(&clerk, e2);
        assert!(!own.to_string().contains("linkedCharge"), "{own}");
        assert_eq!(clerk.ok(&format!("/platform/select/linkedCharge?role={e2}")), json!([]));
        let noted = with(&own["cost"][0], &json!({ "note": "x" }));
        done(save(&clerk, &own, &json!({ "cost": [noted] })));
        let kept = charges(&op, e2);
        assert_eq!(
            (&kept["cost"][0]["note"], &kept["cost"][0]["linkedChargeId"]),
            (&json!("x"), &list["income"][0]["id"])
        );
        let guess = linked(&charges(&clerk, e2)["cost"][1], &list["income"][1]);
        assert_eq!(save(&clerk, &charges(&clerk, e2), &json!({ "cost": [guess] })).status, 403);
    });
}
