//! The answers side by side, and the choice.

use std::io::Cursor;

use calamine::{Data, Reader, Xlsx};
use platform::store::{Cell, Value};
use serde_json::{Value as Json, json};
use testkit::each_database_from;

use super::kit::*;

/// The rates of the fixture, for the route of the inquiry.
fn tact() -> Vec<(&'static str, Value)> {
    let rates = [("rate_n", 476_200), ("rate_45", 372_000), ("rate_100", 339_300), ("rate_300", 299_100)];
    let mut cells = vec![
        ("id", Value::Int(7301)),
        ("carrier_code", "X9".into_value()),
        ("departure", "PVG".into_value()),
        ("arrival", "LAX".into_value()),
        ("currency", "CNY".into_value()),
        ("valid_from", "2026-07-01".into_value()),
        ("valid_to", "2026-07-31".into_value()),
        ("minimum", Value::Int(42_000)),
        ("rate_500", Value::Int(258_800)),
        ("rate_1000", Value::Int(220_000)),
        ("active", Value::Bool(true)),
        ("version", Value::Int(1)),
        ("created_by", Value::Int(1)),
        ("created_at", Value::Int(1)),
        ("updated_by", Value::Int(1)),
        ("updated_at", Value::Int(1)),
    ];
    cells.extend(rates.map(|(column, rate)| (column, Value::Int(rate))));
    cells
}

/// Rows of the workbook as texts.
fn lines(bytes: &[u8]) -> Vec<Vec<String>> {
    let mut book: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(bytes.to_vec())).unwrap();
    let sheet = book.worksheet_range("报价比较").unwrap();
    sheet.rows().map(|row| row.iter().map(|cell: &Data| cell.to_string()).collect()).collect()
}

fn price(data: &Json, place: usize) -> &Json {
    &data["answers"][place]["price"]
}

#[test]
fn both_answers_stand_side_by_side_with_the_lowest_marked() {
    each_database_from(rooms, lay, |world| {
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
    each_database_from(rooms, lay, |world| {
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
    each_database_from(rooms, lay, |world| {
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
    each_database_from(rooms, lay, |world| {
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
        // The first can be looked at again; it does not count, so nothing is the lowest by it.
        let versions = data["answers"][0]["versions"].as_array().unwrap().clone();
        let numbers: Vec<&Json> = versions.iter().map(|past| &past["version"]).collect();
        assert_eq!(numbers, [&json!(2), &json!(1)]);
        let past = admin.ok(&format!("{BUYING}/{id}/compare?quotes={}", text(&versions[1]["quoteId"])));
        assert_eq!(text(&price(&past, 0)["total"]), "11150.00");
        assert_eq!((&past["answers"][0]["newest"], &price(&past, 0)["lowest"]), (&json!(false), &json!(false)));
        assert_eq!(text(&data["answers"][0]["state"]), "REVISED");
    });
}

#[test]
fn answers_in_another_currency_are_compared_by_the_rate_given_and_not_without_one() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let quoted = quoted(world);
        let dollars = json!({ "currency": "USD", "breaks": [{ "fromKg": 0, "price": 3.65 }] });
        done(world.anonymous().post(&format!("{OUTER}/quote"), with(all_in(&quoted.link), dollars)));
        let plain = compare(&admin, &quoted.id);
        // Two currencies, one answer each: that of the first leads, and nothing is said of the other.
        assert_eq!((text(&plain["currency"]), &plain["currencies"]), ("CNY", &json!(["CNY", "USD"])));
        assert_eq!((text(&price(&plain, 1)["total"]), &price(&plain, 1)["difference"]), ("1825.00", &Json::Null));
        let at = |asked: &str| admin.ok(&format!("{BUYING}/{}/compare?{asked}", quoted.id));
        let more = at("base=CNY&rates=USD:7.25");
        assert_eq!((text(&price(&more, 1)["baseTotal"]), text(&price(&more, 1)["difference"])), ("13231.25", "81.25"));
        assert_eq!(text(&price(&more, 1)["differencePercent"]), "0.62");
        let less = at("base=CNY&rates=USD:7.2");
        assert_eq!((text(&price(&less, 1)["baseTotal"]), &price(&less, 1)["lowest"]), ("13140.00", &json!(true)));
        assert_eq!((text(&price(&less, 0)["difference"]), &price(&less, 0)["lowest"]), ("10.00", &json!(false)));
        // A typed rate decides nothing: the lowest of the currency most are in is chosen without a reason.
        assert_eq!(less["answers"][1]["needsReason"], true);
        assert_eq!(less["answers"][0]["needsReason"], false);
        for wrong in ["base=yuan", "rates=USD", "rates=USD:0", "rates=USD:7.1234567", "weight=0", "quotes=x"] {
            assert_eq!(admin.get(&format!("{BUYING}/{}/compare?{wrong}", quoted.id)).status, 400, "{wrong}");
        }
    });
}

#[test]
fn what_other_nets_charge_and_one_does_not_name_is_told_and_a_volume_weighs() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let (gys, dl) = agents(&admin);
        let id = handed_in(world);
        done(admin.post(QUOTE, net(&id, &gys)));
        let bare = json!({ "breaks": [{ "fromKg": 0, "price": 26 }], "extras": [{ "code": "MY", "basis": "KG", "price": 1 }] });
        done(admin.post(QUOTE, with(net(&id, &dl), bare.clone())));
        let data = compare(&admin, &id);
        assert_eq!(data["answers"][0]["missing"], json!([]));
        assert_eq!(data["answers"][1]["missing"], json!(["AW", "SC"]));
        // What is all-in leaves nothing out.
        done(admin.post(QUOTE, with(net(&id, &dl), with(bare, json!({ "priceMode": "ALL_IN" })))));
        assert_eq!(compare(&admin, &id)["answers"][1]["missing"], json!([]));
        // 3.3 cubic metres weigh 550.00 at 6000; 3.0 weigh what the cargo weighs.
        let heavier = admin.ok(&format!("{BUYING}/{id}/compare?volume=3.3"));
        assert_eq!(heavier["chargeWeight"], json!(550));
        assert_eq!(text(&price(&heavier, 0)["freight"]), "12100.00");
        assert_eq!(admin.ok(&format!("{BUYING}/{id}/compare?volume=3.0"))["chargeWeight"], json!(500));
    });
}

#[test]
fn the_published_rate_of_the_route_stands_beside_the_answers() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let quoted = quoted(world);
        assert_eq!(compare(&admin, &quoted.id)["published"], json!([]), "there is none for the route");
        world.database(|_, conn| put(conn, DEMO, "tact_rate", &tact()));
        let data = compare(&admin, &quoted.id);
        let tact = &data["published"][0];
        assert_eq!((text(&tact["carrierCode"]), text(&tact["source"]), text(&tact["rateClass"])), ("X9", "OWN", "Q"));
        assert_eq!((text(&tact["price"]["unit"]), text(&tact["price"]["total"])), ("25.88", "12940.00"));
        assert_eq!(
            (text(&tact["price"]["difference"]), text(&tact["price"]["differencePercent"])),
            ("-210.00", "-1.60")
        );
        // It is nobody's answer: the lowest stays the lowest of the agents.
        assert_eq!(price(&data, 0)["lowest"], true);
        let seen = world.login("sales01").ok(&format!("{BUYING}/{}/compare", quoted.id));
        assert!(seen.get("published").is_none() && seen.get("targetPrice").is_none());
    });
}

#[test]
fn chosen_agents_are_asked_anew_for_another_target_and_their_former_answers_stay() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let quoted = quoted(world);
        let way = format!("{BUYING}/round");
        let anew = |more: Json| {
            let body = json!({ "agents": [quoted.gys], "answerBy": "2026-07-17 12:00:00", "targetPrice": 25.5, "targetCurrency": "CNY" });
            act(&admin, &way, &quoted.id, with(body, more))
        };
        let found = findings(&anew(json!({ "agents": [], "answerBy": "2026-07-15 10:00:00", "targetCurrency": null })));
        let fields: Vec<&str> = found.iter().map(|(field, _)| field.as_str()).collect();
        assert_eq!(fields, ["targetCurrency", "agents", "answerBy"]);
        let unknown = findings(&anew(json!({ "targetCurrency": "XXX" })));
        assert_eq!(unknown, [("targetCurrency".to_owned(), "币种不存在".to_owned())]);
        let sent = done(anew(json!({})));
        assert_eq!(
            (text(&sent["state"]), &sent["round"], text(&sent["links"][0]["agentName"])),
            ("QUOTED", &json!(2), "供应商甲")
        );
        let data = compare(&admin, &quoted.id);
        assert_eq!((text(&data["targetPrice"]), text(&data["targetCurrency"])), ("25.50", "CNY"));
        let of = |name: &str| {
            data["answers"].as_array().unwrap().iter().find(|one| one["agentName"] == name).unwrap().clone()
        };
        let gys = of("供应商甲");
        assert_eq!((text(&gys["state"]), &gys["round"], &gys["quoteVersion"]), ("WAITING", &json!(2), &Json::Null));
        let past = &gys["versions"][0];
        assert_eq!((&past["round"], &past["version"]), (&json!(1), &json!(1)));
        assert_eq!(of("海外代理甲")["price"]["lowest"], true, "an answer that is asked for anew does not count");
        let again = admin.ok(&format!("{BUYING}/{}/compare?quotes={}", quoted.id, text(&past["quoteId"])));
        let shown =
            again["answers"].as_array().unwrap().iter().find(|one| one["agentName"] == "供应商甲").unwrap().clone();
        assert_eq!(text(&shown["price"]["total"]), "13150.00");
        // Nobody without the button does it, and sales01 is told so.
        assert_eq!(act(&world.login("sales01"), &way, &quoted.id, json!({})).status, 403);
    });
}

#[test]
fn the_workbook_has_the_figures_with_names_or_without() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let quoted = quoted(world);
        let cells = |more: &str| {
            let reply = admin.get(&format!("{BUYING}/{}/compare/export?{more}", quoted.id));
            assert_eq!(reply.status, 200);
            lines(&reply.bytes)
        };
        let named = cells("names=true");
        assert_eq!(named[0][0], "XJ-2607150001 PVG-LAX 10 PCS 500 KG");
        assert_eq!(named[2][1..3], ["供应商甲".to_owned(), "海外代理甲".to_owned()]);
        let line = |label: &str| named.iter().find(|row| row[0] == label).unwrap()[1..3].to_vec();
        assert_eq!(line("合计"), ["13150", "13250"]);
        assert_eq!(line("每公斤"), ["26.3", "26.5"]);
        assert_eq!(line("与最低差"), ["0.00 (0.00%)", "100.00 (0.76%)"]);
        let secret = cells("names=false");
        assert_eq!(secret[2][1..3], ["代理1".to_owned(), "代理2".to_owned()]);
        assert!(!secret.iter().flatten().any(|cell| cell.contains("供应商") || cell.contains("海外代理")));
        assert_eq!(functions(&admin, "enquiry", &quoted.id)[0], "导出报价比较");
    });
}
