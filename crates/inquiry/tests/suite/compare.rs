//! The answers side by side, and the choice.

use serde_json::{Value as Json, json};
use testkit::each_database;

use super::kit::*;

fn price(data: &Json, place: usize) -> &Json {
    &data["answers"][place]["price"]
}

#[test]
fn both_answers_stand_side_by_side_with_the_lowest_marked() {
    each_database(rooms, |world| {
        lay(world);
        let admin = world.login("demo-admin");
        let quoted = quoted(world);
        let data = compare(&admin, &quoted.id);
        let (gys, dl) = (price(&data, 0), price(&data, 1));
        assert_eq!((text(&gys["total"]), text(&gys["perKg"]), &gys["lowest"]), ("13150.00", "26.30", &json!(true)));
        assert_eq!((text(&dl["total"]), text(&dl["perKg"]), &dl["lowest"]), ("13250.00", "26.50", &json!(false)));
        assert_eq!((text(&dl["difference"]), text(&dl["differencePercent"])), ("100.00", "0.76"));
        assert_eq!(text(&gys["freight"]), "11000.00");
        let extras: Vec<&str> = gys["extras"].as_array().unwrap().iter().map(|extra| text(&extra["amount"])).collect();
        assert_eq!(extras, ["1500.00", "600.00", "50.00"]);
        assert_eq!(data["answers"][1]["fastest"], true);
        let heavier = admin.ok(&format!("{BUYING}/{}/compare?weight=1000", quoted.id));
        assert_eq!(text(&price(&heavier, 0)["total"]), "26250.00");
        assert_eq!((text(&price(&heavier, 0)["perKg"]), text(&price(&heavier, 1)["total"])), ("26.25", "26500.00"));
        let row = admin.ok(&format!("{BUYING}/page"))["records"][0].clone();
        assert_eq!(text(&row["askedAnswered"]), "2/2");
        assert_eq!((&row["bestPerKg"], &row["bestTotal"]), (&json!(26.3), &json!(13150)));
        assert_eq!((text(&row["state"]), &row["firstAnswer"]), ("QUOTED", &json!(0)));
        // Without the button for costs no money is told, as no figure of another name either.
        let sales = world.login("sales01");
        let seen = sales.ok(&format!("{BUYING}/{}/compare", quoted.id));
        assert_eq!(seen["answers"].as_array().unwrap().len(), 2);
        let words = seen.to_string();
        assert!(!words.contains("13150") && !words.contains("26.5") && seen["answers"][0].get("price").is_none());
        assert_eq!(admin.get(&format!("{BUYING}/{}/compare?weight=x", quoted.id)).status, 400);
    });
}

#[test]
fn another_than_the_lowest_wants_a_reason_and_ends_the_links() {
    each_database(rooms, |world| {
        lay(world);
        let admin = world.login("demo-admin");
        let quoted = quoted(world);
        let select = format!("{BUYING}/select");
        let data = compare(&admin, &quoted.id);
        let dearer = data["answers"][1]["askedId"].clone();
        let before = world.contents(true);
        let reply = act(&admin, &select, &quoted.id, json!({ "askedId": dearer }));
        assert_eq!(findings(&reply), [("reason".to_owned(), "请选择未选最低价的原因".to_owned())]);
        world.unchanged(&before, true);
        done(act(&admin, &select, &quoted.id, json!({ "askedId": dearer, "reason": "时效" })));
        let after = compare(&admin, &quoted.id);
        let states: Vec<&str> = (0..2).map(|place| text(&after["answers"][place]["state"])).collect();
        assert_eq!(states, ["LOST", "WON"]);
        assert_eq!(text(&after["answers"][1]["chooseReason"]), "时效");
        assert_eq!(look(&admin, &quoted.id)["state"], "SELECTED");
        refused(&world.anonymous().post(&format!("{OUTER}/quote"), all_in(&quoted.link)), "询价已结束");
        refused(&act(&admin, &select, &quoted.id, json!({ "askedId": dearer })), "询价已选定，不能进行此操作");
        assert_eq!(functions(&admin, "enquiry", &quoted.id)[..2], ["选定", "选定"]);
    });
}

#[test]
fn the_lowest_is_chosen_without_a_reason_until_it_has_expired() {
    each_database(rooms, |world| {
        lay(world);
        let admin = world.login("demo-admin");
        let quoted = quoted(world);
        let lowest = compare(&admin, &quoted.id)["answers"][0]["askedId"].clone();
        let select = format!("{BUYING}/select");
        world.set_clock("2026-08-01 00:00:00");
        let late = world.login("demo-admin");
        refused(&act(&late, &select, &quoted.id, json!({ "askedId": lowest })), "报价已过期");
        world.set_clock("2026-07-31 23:59:00");
        let admin = world.login("demo-admin");
        done(act(&admin, &select, &quoted.id, json!({ "askedId": lowest })));
        // The day after its last day it counts no more.
        world.set_clock("2026-08-01 02:30:00");
        world.run_jobs();
        let admin = world.login("demo-admin");
        assert_eq!(look(&admin, &quoted.id)["state"], "EXPIRED");
        let anew = json!({ "answerBy": "2026-08-02 10:00:00", "confirmed": ["inquiry.again"] });
        let sent = done(send(&admin, &quoted.id, &[&quoted.gys], anew));
        assert_eq!((text(&sent["state"]), &sent["round"]), ("ASKING", &json!(2)));
    });
}

#[test]
fn typed_answers_keep_to_the_same_rules() {
    each_database(rooms, |world| {
        lay(world);
        let admin = world.login("demo-admin");
        let (gys, _) = agents(&admin);
        let id = handed_in(world);
        let wrong = json!({
            "lumpSum": 100, "currency": "XXX", "validTo": "2026-07-14",
            "breaks": [{ "fromKg": 45, "price": 1 }, { "fromKg": 45, "price": 0 }],
            "extras": [{ "code": "MY", "basis": "KG", "price": 1, "least": 5, "most": 4.99 }],
        });
        let found = findings(&admin.post(QUOTE, with(net(&id, &gys), wrong)));
        let fields: Vec<&str> = found.iter().map(|(field, _)| field.as_str()).collect();
        assert_eq!(
            fields,
            ["breaks.1.price", "lumpSum", "breaks.1.fromKg", "extras.0.most", "currency", "validTo", "validTo"]
        );
        let none = json!({ "breaks": [], "extras": [] });
        assert_eq!(
            findings(&admin.post(QUOTE, with(net(&id, &gys), none))),
            [("breaks".to_owned(), "请填写运价或一口价".to_owned())]
        );
        let lump = json!({ "breaks": [], "lumpSum": 9000, "validTo": "2026-07-15" });
        done(admin.post(QUOTE, with(net(&id, &gys), lump)));
        let data = compare(&admin, &id);
        assert_eq!(text(&price(&data, 0)["total"]), "11150.00");
        assert_eq!((&data["answers"][0]["byLink"], &data["answers"][0]["quoteVersion"]), (&json!(false), &json!(1)));
        // A second answer of the agent is its second version; the first is kept.
        done(admin.post(QUOTE, net(&id, &gys)));
        let data = compare(&admin, &id);
        assert_eq!((text(&price(&data, 0)["total"]), &data["answers"][0]["quoteVersion"]), ("13150.00", &json!(2)));
        assert_eq!(text(&data["answers"][0]["older"][0]["lumpSum"]), "9000.00");
        assert_eq!(text(&data["answers"][0]["state"]), "REVISED");
    });
}
