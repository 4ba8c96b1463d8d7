//! /css as the catalogue shows it, as far as its figures come from charges, rates, locks and months.

use serde_json::{Value as Json, json};
use testkit::{Caller, World, done, each_database_from};

use super::order_charge::{charges, uuid};
use crate::css::suite::rooms_with_orders;
use crate::css::{charged, coop, item};

const E1: &str = "AE-2607150001";
const E2: &str = "AE-2607150002";
/// More currencies than are named.
const MANY: &str = "AED AOA ARS AZN BDT BHD BOB BRL BYN CAD CHF CLP COP CRC CZK DKK DOP DZD EGP GBP GEL GMD";
const LIST: &str = "/afbase/orderLock/page?businessScope=AE";

fn told(story: impl Fn(&World)) {
    each_database_from(rooms_with_orders, charged, story);
}

fn desk(caller: &Caller<'_>, query: &str) -> Json {
    caller.ok(&format!("/css/desk{query}"))
}

fn keys(desk: &Json) -> Vec<&str> {
    desk["cards"].as_array().into_iter().flatten().map(|card| card["key"].as_str().unwrap_or("-")).collect()
}

/// A card as `count amount`, without its amount where that is not told.
fn card(desk: &Json, key: &str) -> String {
    let cards = desk["cards"].as_array().expect("cards");
    let card = cards.iter().find(|card| card["key"] == key).unwrap_or_else(|| panic!("no {key}: {desk}"));
    format!("{} {}", card["count"], card["amount"].as_str().unwrap_or("-"))
}

fn month(desk: &Json, name: &str) -> Json {
    let months = desk["months"].as_array().expect("months");
    months.iter().find(|month| month["month"] == name).unwrap_or_else(|| panic!("no {name}: {desk}")).clone()
}

fn listed(caller: &Caller<'_>, todo: &str) -> Json {
    caller.ok(&format!("{LIST}&todo={todo}"))["total"].clone()
}

fn finish(caller: &Caller<'_>, order: &str, kind: &str) -> Json {
    let row = charges(caller, order)["order"]["orderRowUuid"].clone();
    done(caller.put("/css/charge/finish", json!({ "orderUuid": order, "orderRowUuid": row, "kind": kind })))
}

#[test]
fn what_waits_is_counted_with_its_amount_as_its_list_shows_it() {
    told(|world| {
        let (fin, op) = (world.login("fin01"), world.login("op01"));
        let first = desk(&fin, "");
        assert_eq!(
            keys(&first),
            [
                "income",
                "extraIncome",
                "cost",
                "extraCost",
                "loss",
                "lock",
                "unbilled",
                "unreconciled",
                "period",
                "rate"
            ]
        );
        let of = |desk: &Json| ["income", "cost", "extraCost", "lock"].map(|key| card(desk, key));
        assert_eq!(of(&first), ["3 20104.90", "3 13170.00", "0 0.00", "0 0.00"]);
        assert_eq!(first["cards"][0]["scopes"], json!([{ "count": 3, "amount": "20104.90", "scope": "AE" }]));
        let place = |name: &str| first["cards"][0][name].clone();
        assert_eq!(
            ["block", "list", "filter", "of"].map(place),
            ["receivable", "/af_order_lock_unlock_list", "todo", "income"].map(|text| json!(text))
        );
        let e2 = uuid(&op, E2);
        let line = json!({
            "kind": "PAYABLE", "serviceItemId": item(world, "杂费"), "coopId": coop(world, "GYS001"), "unitPrice": "100.00",
        });
        let version = op.ok(&format!("/afbase/incidentals/list?orderUuid={e2}"))["orders"][0]["rowUuid"].clone();
        let entered = json!({ "orderUuid": e2, "rowUuid": version, "lines": [line] });
        done(op.post("/afbase/incidentals/doSave", entered));
        let e1 = uuid(&op, E1);
        for kind in ["RECEIVABLE", "PAYABLE"] {
            finish(&op, &e1, kind);
        }
        let later = desk(&fin, "");
        assert_eq!(of(&later), ["2 0.00", "2 0.00", "1 100.00", "1 6934.90"]);
        for (todo, total) in
            [("income", 2), ("cost", 2), ("extraCost", 1), ("extraIncome", 0), ("lock", 1), ("loss", 0)]
        {
            assert_eq!(listed(&fin, todo), json!(total), "{todo}");
        }
        assert_eq!(fin.get(&format!("{LIST}&todo=everything")).status, 400);
    });
}

#[test]
fn a_loss_that_waits_for_its_approval_is_told_to_who_may_see_profits() {
    told(|world| {
        let (op, admin, fin) = (world.login("op01"), world.login("demo-admin"), world.login("fin01"));
        let approver = admin.ok("/platform/select/user?keyword=mgr01")[0]["value"].clone();
        let levels = json!([{ "name": "一级审批", "approverType": "user", "approverIds": [approver] }]);
        let setting = json!({ "eventId": "106", "approval": 1, "levels": levels });
        done(admin.post("/prm/ics/approval/setting", setting));
        let e1 = uuid(&op, E1);
        let list = charges(&op, &e1);
        let mut cost = list["cost"][0].clone();
        cost["unitPrice"] = json!("40");
        let body = json!({ "orderUuid": e1, "rowUuid": list["rowUuid"], "cost": [cost] });
        done(op.post("/css/charge/save", body));
        assert!(finish(&op, &e1, "PAYABLE")["approving"]["instanceNo"].is_string());
        assert_eq!((card(&desk(&fin, ""), "loss"), listed(&fin, "loss")), ("1 -6235.10".to_owned(), json!(1)));
        world.allow_nobody(&["css", "css-desk-money", "af_order_lock_unlock_list", "css-income-view"]);
        let nobody = world.login("nobody");
        let told = desk(&nobody, "");
        assert_eq!(keys(&told), ["income", "extraIncome", "cost", "lock"], "what he may not see has no card");
        assert_eq!(["income", "cost", "lock"].map(|key| card(&told, key)), ["3 20104.90", "3 -", "0 -"]);
        assert_eq!(month(&told, "2026-07"), json!({ "month": "2026-07", "income": "20000.00" }));
        assert_eq!((listed(&nobody, "loss"), listed(&nobody, "extraCost")), (json!(0), json!(0)));
    });
}

#[test]
fn the_last_twelve_months_are_told_by_their_financial_dates() {
    told(|world| {
        let fin = world.login("fin01");
        let told = desk(&fin, "");
        let months = told["months"].as_array().expect("months").clone();
        assert_eq!(
            (months.len(), &months[0]["month"], &months[11]["month"]),
            (12, &json!("2025-08"), &json!("2026-07"))
        );
        assert_eq!(
            months[11],
            json!({ "month": "2026-07", "income": "20000.00", "cost": "15000.00", "profit": "5000.00", "rate": "25.00" })
        );
        assert_eq!(
            months[0],
            json!({ "month": "2025-08", "income": "0.00", "cost": "0.00", "profit": "0.00", "rate": null })
        );
        world.set_clock("2027-06-30 23:00:00");
        let later = desk(&world.login("fin01"), "");
        assert_eq!(month(&later, "2026-07")["profit"], json!("5000.00"));
        world.set_clock("2027-07-01 09:00:00");
        let gone = desk(&world.login("fin01"), "");
        assert_eq!(gone["months"][0]["month"], json!("2026-08"), "a year is over");
    });
}

#[test]
fn months_and_rates_are_cards_of_the_books() {
    told(|world| {
        let (fin, admin) = (world.login("fin01"), world.login("demo-admin"));
        let names = |desk: &Json, key: &str| -> Json {
            let cards = desk["cards"].as_array().expect("cards");
            cards.iter().find(|card| card["key"] == key).unwrap_or_else(|| panic!("no {key}"))["names"].clone()
        };
        let now = desk(&fin, "");
        assert_eq!((card(&now, "period"), names(&now, "period")), ("2 -".to_owned(), json!(["2026-06", "2026-07"])));
        let before = names(&now, "rate");
        assert!(!before.as_array().expect("names").contains(&json!("GBP")), "{before}");
        // A rate that is yet to begin, and none before it.
        let rate = json!({ "currencyCode": "GBP", "type": "GENERAL", "currencyRate": "9.1000", "beginDate": "2026-09-01 00:00:00" });
        done(admin.post("/css/currencyRate", rate));
        assert!(names(&desk(&fin, ""), "rate").as_array().expect("names").contains(&json!("GBP")));
        let reports = desk(&admin, "")["reports"].clone();
        let of_company = json!({
            "path": "/css_report_cancelled_order", "title": { "zh": "取消订单", "en": "Cancelled orders" }, "group": false,
        });
        assert!(reports.as_array().expect("reports").contains(&of_company), "{reports}");
    });
}

#[test]
fn every_currency_in_use_whose_rate_is_over_is_counted_and_the_first_are_named() {
    told(|world| {
        let admin = world.login("demo-admin");
        let over = || {
            let told = desk(&admin, "");
            let cards = told["cards"].as_array().expect("cards");
            let card = cards.iter().find(|card| card["key"] == "rate").expect("the card").clone();
            (card["count"].as_u64().expect("a count"), card["names"].as_array().cloned().expect("names"))
        };
        let (before, _) = over();
        for code in MANY.split(' ') {
            // A rate that is yet to begin, and none before it.
            let rate = json!({
                "currencyCode": code, "type": "GENERAL", "currencyRate": "9.1000", "beginDate": "2026-09-01 00:00:00",
            });
            done(admin.post("/css/currencyRate", rate));
        }
        let (count, names) = over();
        assert_eq!((count, names.len()), (before + 22, 20), "the rest is left to the page");
        let row = admin.ok("/css/currency/page?code=AED")["records"][0].clone();
        let path = format!("/css/currency/{}/status", row["id"].as_str().expect("an id"));
        done(admin.post(&path, json!({ "version": row["version"], "active": false })));
        let (count, names) = over();
        assert_eq!(count, before + 21);
        assert!(!names.contains(&json!("AED")), "nobody waits for the rate of what is not used: {names:?}");
    });
}

#[test]
fn the_desk_shows_no_more_than_its_user_may_see() {
    told(|world| {
        let fin = world.login("fin01");
        assert_eq!(card(&desk(&fin, "?businessScope=AE"), "income"), "3 20104.90");
        assert_eq!(card(&desk(&fin, "?businessScope=SE"), "income"), "0 0.00");
        assert_eq!(card(&desk(&fin, "?mine=true"), "income"), "0 0.00", "finance made none of them");
        assert_eq!(month(&desk(&fin, "?businessScope=SE"), "2026-07")["income"], json!("0.00"));
        for wrong in ["?businessScope=XX", "?mine=perhaps"] {
            assert_eq!(fin.get(&format!("/css/desk{wrong}")).status, 400, "{wrong}");
        }
        // No way to the list, no card of it.
        assert!(!keys(&desk(&world.login("op01"), "")).contains(&"income"));
        assert_eq!(world.login("nobody").get("/css/desk").status, 403);
        world.allow_nobody(&["css"]);
        assert_eq!(desk(&world.login("nobody"), ""), json!({ "cards": [], "reports": [] }));
        // Counts without amounts.
        world.allow_nobody(&["af_order_lock_unlock_list", "css-income-view", "css-cost-view", "css-profit-view"]);
        let bare = desk(&world.login("nobody"), "");
        assert_eq!(["income", "cost", "lock"].map(|key| card(&bare, key)), ["3 -", "3 -", "0 -"]);
        assert_eq!((bare.get("months"), bare["cards"][0].get("of")), (None, None));
        // Orders of others are counted nowhere.
        world.show_own_orders("fin01");
        let own = desk(&world.login("fin01"), "");
        assert_eq!(
            (card(&own, "income"), month(&own, "2026-07")["income"].clone()),
            ("0 0.00".to_owned(), json!("0.00"))
        );
        let other = world.login("sh01").get("/css/desk");
        let sees_none = !keys(&other.data).contains(&"income") || card(&other.data, "income").starts_with("0 ");
        assert!(other.status == 403 || sees_none, "another company");
    });
}
