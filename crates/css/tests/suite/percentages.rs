//! Charges that are a percentage of the others of their side: what they follow, and whose buttons that needs (css.md 0.4).

use serde_json::{Value as Json, json};
use testkit::{Caller, World, done, each_database_from};

use super::order_charge::{charges, uuid};
use super::order_charge_rules::{body, save, with};
use crate::css::suite::rooms_with_orders;
use crate::css::{charged, coop, item};

const E2: &str = "AE-2607150002";
const E4: &str = "AE-2607140001";

fn told(story: impl Fn(&World)) {
    each_database_from(rooms_with_orders, charged, story);
}

fn amounts(list: &Json, side: &str) -> Vec<String> {
    let rows = list[side].as_array().into_iter().flatten();
    rows.map(|row| row["amount"].as_str().unwrap_or("-").to_owned()).collect()
}

fn row(item: &str, basis: &str, price: &str) -> Json {
    json!({ "serviceItemId": item, "currency": "CNY", "taxRate": "0%", "basis": basis, "unitPrice": price })
}

/// A tenth of the others, as a card in force says.
fn card_of_a_tenth(world: &World, admin: &Caller<'_>) {
    let card = json!({
        "kind": "RECEIVABLE", "businessScope": "AE", "serviceItemId": item(world, "操作费"), "basis": "百分比",
        "currencyCode": "CNY", "mode": "WHOLE", "beginDate": "2026-07-01", "endDate": "2026-12-31", "taxRate": "0%",
        "breaks": [{ "from": "0", "price": "10" }],
    });
    let card = done(admin.post("/css/rateCard", card));
    let id = card["id"].as_str().expect("an id");
    done(admin.post(&format!("/css/rateCard/{id}/audit"), json!({ "version": card["version"] })));
}

#[test]
fn a_percentage_of_a_card_follows_what_it_is_of_and_stays_the_cards() {
    told(|world| {
        let admin = world.login("demo-admin");
        card_of_a_tenth(world, &admin);
        let (freight, e2) = (item(world, "空运费"), uuid(&admin, E2));
        let list = charges(&admin, &e2);
        let rows = json!([row(&freight, "票", "100"), row(&freight, "计费重量", "1")]);
        let rated = body(&list, &json!({ "income": rows, "cost": [], "kind": "RECEIVABLE" }));
        let rated = done(admin.post("/css/charge/rate", rated));
        assert_eq!(amounts(&rated, "income"), ["100.00", "300.00", "40.00"]);
        let list = done(save(&admin, &list, &json!({ "income": rated["income"] })));
        let card = list["income"][2]["cardId"].clone();
        assert!(card.is_string(), "{}", list["income"][2]);
        // Only the line that changes is sent.
        let dearer = with(&list["income"][0], &json!({ "unitPrice": "200" }));
        let list = done(save(&admin, &list, &json!({ "income": [dearer] })));
        assert_eq!(amounts(&list, "income"), ["200.00", "300.00", "50.00"]);
        let list = done(save(&admin, &list, &json!({ "deleteIds": [list["income"][0]["id"]] })));
        assert_eq!(amounts(&list, "income"), ["300.00", "30.00"]);
        let mut heavier = admin.ok(&format!("/afbase/order/view/{e2}"));
        heavier["planWeight"] = json!(480);
        heavier["confirmed"] = json!(["order.tolerance", "order.similar", "order.charges.follow"]);
        done(admin.post("/afbase/order/doUpdate", heavier));
        let list = charges(&admin, &e2);
        assert_eq!(amounts(&list, "income"), ["480.00", "48.00"]);
        assert_eq!((&list["income"][1]["cardId"], &list["income"][1]["unitPrice"]), (&card, &json!("10")));
    });
}

#[test]
fn who_may_only_enter_charges_enters_them_beside_a_percentage() {
    told(|world| {
        let admin = world.login("demo-admin");
        let (freight, handling, e2) = (item(world, "空运费"), item(world, "操作费"), uuid(&admin, E2));
        let supplier = json!({ "coopId": coop(world, "GYS001") });
        let rows = [row(&handling, "票", "100"), row(&handling, "百分比", "10")];
        let costs: Vec<Json> = rows.iter().map(|row| with(row, &supplier)).collect();
        done(save(&admin, &charges(&admin, &e2), &json!({ "income": rows, "cost": costs })));
        world.allow_nobody(&["css_order_charge", "css-income-view", "css-charge-add"]);
        let clerk = world.login("nobody");
        let list = charges(&clerk, &e2);
        let list = done(save(&clerk, &list, &json!({ "income": [row(&freight, "票", "50")] })));
        assert_eq!(amounts(&list, "income"), ["100.00", "15.00", "50.00"]);
        // A line that he sends himself needs the button of changing it.
        let changed = with(&list["income"][1], &json!({ "unitPrice": "20" }));
        assert_eq!(save(&clerk, &list, &json!({ "income": [changed] })).status, 403);
        let admin = world.login("demo-admin");
        assert_eq!(amounts(&charges(&admin, &e2), "cost"), ["100.00", "10.00"]);
    });
}

#[test]
fn a_percentage_counts_what_was_corrected_while_it_was_locked() {
    told(|world| {
        let (fin, admin) = (world.login("fin01"), world.login("demo-admin"));
        let e4 = uuid(&fin, E4);
        let moved = |verb: &str| {
            let row = fin.ok(&format!("/afbase/order/view/{e4}"))["rowUuid"].clone();
            done(fin.put(&format!("/afbase/order/{verb}"), json!({ "orderUuid": e4, "rowUuid": row })))
        };
        moved("unlock");
        let tenth = with(&row(&item(world, "操作费"), "百分比", "10"), &json!({ "coopId": coop(world, "GYS001") }));
        let list = done(save(&admin, &charges(&admin, &e4), &json!({ "cost": [tenth] })));
        assert_eq!(amounts(&list, "cost"), ["12000.00", "3000.00", "1500.00"]);
        moved("lock");
        let line = charges(&fin, &e4)["cost"][1]["id"].clone();
        let order = fin.ok("/platform/select/lockedOrder?keyword=AE-")[0]["value"].clone();
        let less = json!({
            "orderId": order, "kind": "PAYABLE", "correctsId": line, "amount": "-200.00",
            "financialDate": "2026-07-15", "reason": "供应商少收",
        });
        done(fin.post("/css/chargeAdjust/save", less));
        assert_eq!(amounts(&charges(&fin, &e4), "cost"), ["12000.00", "3000.00", "1500.00", "-200.00"]);
        moved("unlock");
        assert_eq!(amounts(&charges(&fin, &e4), "cost"), ["12000.00", "3000.00", "1480.00", "-200.00"]);
        // What is withdrawn counts no more.
        let made = fin.ok("/css/chargeAdjust/page")["records"][0]["id"].as_str().expect("an id").to_owned();
        done(fin.delete(&format!("/css/chargeAdjust/{made}")));
        assert_eq!(amounts(&charges(&fin, &e4), "cost"), ["12000.00", "3000.00", "1500.00"]);
    });
}
