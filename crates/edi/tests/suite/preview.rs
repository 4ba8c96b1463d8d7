//! The messages beside the form, as it is typed.

use serde_json::{Value as Json, json};
use testkit::{Caller, each_database_from};

use super::kit::*;

fn preview(caller: &Caller<'_>, form: &Json) -> Json {
    done(caller.post(&format!("{PRINT}/messagePreview"), form.clone()))["messages"][0].clone()
}

fn line(message: &Json, place: usize) -> String {
    message["lines"][place].as_array().unwrap().iter().map(|span| field(span, "text").to_owned()).collect()
}

fn span<'a>(message: &'a Json, path: &str) -> &'a Json {
    let lines = message["lines"].as_array().unwrap();
    let mut spans = lines.iter().flat_map(|line| line.as_array().unwrap());
    spans.find(|span| field(span, "field") == path).unwrap_or_else(|| panic!("no span of {path}"))
}

#[test]
fn each_part_of_the_message_knows_its_box() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let form = master(&admin);
        let before = world.contents(true);
        let message = preview(&admin, &form);
        world.unchanged(&before, true);
        assert_eq!((field(&message, "type"), field(&message, "version")), ("FWB", "16"));
        assert_eq!(
            (line(&message, 0), line(&message, 1)),
            ("FWB/16".into(), "990-12345675PVGFRA/T12K500.0MC3.95".into())
        );
        assert_eq!(field(span(&message, "consignee.scName"), "text"), "DEMO BUYER GMBH");
        assert_eq!(field(span(&message, "flightNumber"), "text"), "X9101");
        assert_eq!(span(&message, "consignee.scName")["marks"], json!([]));
        assert_eq!(message["findings"], json!([]));
        let text: usize = message["lines"]
            .as_array()
            .unwrap()
            .iter()
            .map(|line| {
                line.as_array().unwrap().iter().map(|span| field(span, "text").chars().count()).sum::<usize>() + 2
            })
            .sum();
        assert_eq!(message["length"], json!(text));
        // What the message lacks is told while the form is typed.
        let mut lacks = form;
        lacks["agentIataCode"] = json!("");
        let found = preview(&admin, &lacks)["findings"][0].clone();
        assert_eq!((field(&found, "field"), field(&found, "message")), ("agentIataCode", "缺少代理IATA代码"));
    });
}

#[test]
fn what_a_message_cannot_carry_is_marked_where_it_stands() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let mut form = master(&admin);
        form["consignee"]["scName"] = json!(format!("{}B", "A".repeat(35)));
        form["shipper"]["scName"] = json!("DEMO & SONS");
        let message = preview(&admin, &form);
        assert_eq!(span(&message, "consignee.scName")["marks"], json!([{ "from": 35, "to": 36, "kind": "over" }]));
        assert_eq!(span(&message, "shipper.scName")["marks"], json!([{ "from": 5, "to": 6, "kind": "illegal" }]));
        let found: Vec<(String, String)> = message["findings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|found| (field(found, "field").to_owned(), field(found, "severity").to_owned()))
            .collect();
        assert!(found.contains(&("shipper.scName".to_owned(), "error".to_owned())), "{found:?}");
        assert!(found.contains(&("consignee.scName".to_owned(), "warning".to_owned())), "{found:?}");
    });
}

#[test]
fn a_house_is_shown_with_its_master_and_an_empty_form_without_a_fault() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let form = house(&admin, HA001);
        let message = preview(&admin, &form);
        assert_eq!((field(&message, "type"), field(&message, "version")), ("FHL", "4"));
        save(&admin, "mawb", &master(&admin));
        let message = preview(&admin, &form);
        assert_eq!(line(&message, 1), "MBI/990-12345675PVGFRA/T12K500.0");
        assert_eq!(field(span(&message, "hawbNumber"), "text"), "HA001");
        assert_eq!(preview(&admin, &json!({ "kind": "master" }))["lines"], json!([]));
    });
}

#[test]
fn the_same_form_as_a_document() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let mut form = master(&admin);
        form["format"] = json!("XML");
        let message = preview(&admin, &form);
        assert_eq!((field(&message, "format"), field(&message, "version")), ("XML", "3.00"));
        let text: String = (0..message["lines"].as_array().unwrap().len()).map(|place| line(&message, place)).collect();
        assert!(text.starts_with("<?xml") && text.contains("990-12345675") && text.contains("Waybill"), "{text}");
        form["format"] = json!("PDF");
        assert_eq!(admin.post(&format!("{PRINT}/messagePreview"), form).status, 400);
    });
}

#[test]
fn a_form_of_an_order_nobody_shows_is_refused() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let form = master(&admin);
        let other = world.login("superAdmin").post(&format!("{PRINT}/messagePreview"), form.clone());
        assert_eq!(other.status, 404);
        let hidden = world.login("mgr01").post(&format!("{PRINT}/messagePreview"), form.clone());
        refused(&hidden, "您没有该订单的数据权限");
        let mut unknown = form;
        unknown["someBox"] = json!("x");
        assert_eq!(admin.post(&format!("{PRINT}/messagePreview"), unknown).status, 400);
    });
}

#[test]
fn pieces_beyond_all_counting_are_no_fault() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let mut form = master(&admin);
        let mut line = form["lines"][0].clone();
        line["pieces"] = json!(i64::MAX.to_string());
        form["lines"] = json!([line.clone(), line]);
        let message = preview(&admin, &form);
        let found = message["findings"].as_array().unwrap();
        assert!(!found.iter().any(|finding| field(finding, "message").contains("须大于0")), "{message}");
    });
}
