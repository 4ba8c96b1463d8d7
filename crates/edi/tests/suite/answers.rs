//! Answers by Cargo-XML, and which message of ours an answer is to.

use serde_json::{Value as Json, json};
use testkit::{Caller, World, each_database_from};

use super::kit::*;

/// An answer as a carrier writes it.
fn xfnm((reference, type_code): (&str, &str), status: &str, reasons: &[(&str, &str, &str)]) -> String {
    let reasons: String = reasons
        .iter()
        .map(|(condition, code, text)| {
            format!(
                "<r:ResponseStatus><ConditionCode>{condition}</ConditionCode><ReasonCode>{code}</ReasonCode>\
                 <Reason>{text}</Reason></r:ResponseStatus>"
            )
        })
        .collect();
    format!(
        "<?xml version=\"1.0\"?>\n<r:Response xmlns:r=\"iata:response:3\" xmlns=\"iata:datamodel:3\">\
         <r:MessageHeaderDocument><ID>A-{reference}</ID><TypeCode>294</TypeCode>\
         <IssueDateTime>2026-07-15T10:00:00+08:00</IssueDateTime><PurposeCode>Response</PurposeCode>\
         <VersionID>3.00</VersionID></r:MessageHeaderDocument>\
         <r:BusinessHeaderDocument><ID>{reference}</ID><TypeCode>{type_code}</TypeCode>\
         <StatusCode>{status}</StatusCode></r:BusinessHeaderDocument>{reasons}</r:Response>"
    )
}

/// Messages as XML that a carrier has.
fn sent(world: &World, way: &str) {
    sent_as(world, way, json!({ "format": "XML" }));
}

/// The identification of a message as its own header has it.
fn named(caller: &Caller<'_>, row: &Json) -> String {
    let body = body_of(caller, field(row, "id"));
    let (_, behind) = body.split_once("<ram:ID>").unwrap();
    behind.split_once('<').unwrap().0.to_owned()
}

fn purpose(caller: &Caller<'_>) -> String {
    let body = body_of(caller, field(&newest(caller), "id"));
    let (_, behind) = body.split_once("<ram:PurposeCode>").unwrap();
    behind.split_once('<').unwrap().0.to_owned()
}

fn result(caller: &Caller<'_>, text: &str) -> String {
    results(&paste(caller, text))[0].0.clone()
}

#[test]
fn a_document_is_rejected_with_every_reason() {
    each_database_from(rooms, lay, |world| {
        sent(world, "mawb");
        let admin = world.login("demo-admin");
        let reasons = [("Error", "RTD611E", "The unit is not valid"), ("Error", "", "MISSING_CNE_ADDR")];
        let text = xfnm(("990-12345675", "740"), "Rejected", &reasons);
        let why = "RTD611E The unit is not valid；MISSING_CNE_ADDR";
        assert_eq!(results(&paste(&admin, &text)), [("REJECTED".into(), format!("FWB 990-12345675被拒：{why}"))]);
        let ours = newest(&admin);
        let parts = ["state", "receipt", "errorText"].map(|name| field(&ours, name));
        assert_eq!(parts, ["REJECTED", why, why]);
        assert_eq!(notices(world, "demo-admin"), ["FWB 990-12345675被拒"]);
        let came = rows(&admin, "direction=IN").remove(0);
        let parts = ["type", "format", "messageVersion", "awbNumber", "receipt", "orderCode"];
        assert_eq!(parts.map(|name| field(&came, name)), ["FNA", "XML", "3.00", "990-12345675", why, "AE-2607150001"]);
        let view = admin.ok(&format!("{BASE}/{}", field(&came, "id")));
        let values = view["values"].as_array().unwrap();
        let said: Vec<&str> =
            values.iter().filter(|row| row["label"] == "内容").map(|row| field(row, "value")).collect();
        assert_eq!(said, why.split('；').collect::<Vec<_>>());
        assert_eq!(result(&admin, &text), "REPEATED");
    });
}

#[test]
fn an_answer_means_the_message_it_names_and_no_other() {
    each_database_from(rooms, lay, |world| {
        sent(world, "all");
        let admin = world.login("demo-admin");
        let house = |number: &str| rows(&admin, &format!("type=FHL&hawbNumber={number}&direction=OUT")).remove(0);
        // As we named it.
        let own = named(&admin, &house("HA001"));
        assert_eq!(result(&admin, &xfnm((&own, "703"), "Processed", &[])), "ACCEPTED");
        assert_eq!(states(&admin), ["SENT", "ACCEPTED", "SENT"]);
        // The row of one with the number of another is none.
        let (_, id) = own.rsplit_once('-').unwrap();
        assert_eq!(result(&admin, &xfnm((&format!("HA009-{id}"), "703"), "Rejected", &[])), "UNMATCHED");
        // By the number of a house, and by that of the master.
        assert_eq!(result(&admin, &xfnm(("HA002", "703"), "Processed", &[])), "ACCEPTED");
        assert_eq!(result(&admin, &xfnm(("99012345675", "741"), "Processed", &[])), "ACCEPTED");
        assert_eq!(states(&admin), ["ACCEPTED"; 3]);
    });
}

#[test]
fn a_late_answer_to_an_older_message_leaves_the_newer_one() {
    each_database_from(rooms, lay, |world| {
        sent(world, "mawb");
        let admin = world.login("demo-admin");
        let first = named(&admin, &newest(&admin));
        let refused = xfnm((&first, "741"), "Rejected", &[("Error", "X1", "")]);
        assert_eq!(result(&admin, &refused), "REJECTED");
        send(&admin, "mawb");
        world.run_jobs();
        let second = named(&admin, &newest(&admin));
        assert_eq!(result(&admin, &xfnm((&second, "741"), "Processed", &[])), "ACCEPTED");
        assert_eq!(result(&admin, &xfnm((&first, "741"), "Processed", &[])), "UNMATCHED", "another took its place");
        assert_eq!(states(&admin), ["ACCEPTED", "CANCELLED"]);
    });
}

#[test]
fn an_answer_that_may_mean_several_houses_settles_none() {
    each_database_from(rooms, lay, |world| {
        sent(world, "hawb");
        let admin = world.login("demo-admin");
        let all = xfnm(("990-12345675", "785"), "Processed", &[]);
        assert_eq!(result(&admin, &all), "UNMATCHED");
        assert_eq!(states(&admin), ["SENT", "SENT"]);
        assert_eq!(result(&admin, &xfnm(("HA002", "703"), "Processed", &[])), "ACCEPTED");
        // One is left: it is meant.
        assert_eq!(result(&admin, &xfnm(("990-12345675", "703"), "Rejected", &[("Error", "X1", "")])), "REJECTED");
        assert_eq!(states(&admin), ["ACCEPTED", "REJECTED"]);
    });
}

#[test]
fn what_is_merely_received_is_still_waited_for() {
    each_database_from(rooms, lay, |world| {
        sent(world, "mawb");
        let admin = world.login("demo-admin");
        assert_eq!(result(&admin, &xfnm(("990-12345675", "740"), "Received", &[])), "RECEIVED");
        assert_eq!(states(&admin), ["SENT"]);
        assert_eq!(result(&admin, &xfnm(("990-12345675", "740"), "Acknowledged", &[])), "ACCEPTED");
        assert_eq!(states(&admin), ["ACCEPTED"]);
    });
}

#[test]
fn an_answer_by_one_standard_settles_no_message_of_the_other() {
    each_database_from(rooms, lay, |world| {
        sent(world, "mawb");
        let admin = world.login("demo-admin");
        let fma = "FMA\r\nACK/OK\r\nFWB/16\r\n990-12345675PVGFRA/T12K500.0\r\n";
        assert_eq!(result(&admin, fma), "UNMATCHED");
        assert_eq!(states(&admin), ["SENT"]);
    });
}

#[test]
fn what_was_taken_by_another_standard_is_not_replaced() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        made(world);
        let telegrams = channel(&admin, json!({}));
        send(&admin, "mawb");
        world.run_jobs();
        assert_eq!(result(&admin, &answer(&admin, "FMA", "OK")), "ACCEPTED");
        assert_eq!(check(&admin, "mawb")["accepted"], json!(true));
        // The carrier is reached by documents from now on: it has none of them yet.
        let mut row = admin.ok(&format!("{CHANNEL}/{}", field(&telegrams, "id")));
        row["format"] = json!("XML");
        let body = json!({ "format": "XML", "version": row["version"] });
        done(admin.put(&format!("{CHANNEL}/{}", field(&telegrams, "id")), body));
        assert_eq!(check(&admin, "mawb")["accepted"], json!(false));
        done(try_send(&admin, "mawb", &[]));
        assert_eq!((purpose(&admin), newest(&admin)["revision"].clone()), ("Creation".into(), json!(0)));
        world.run_jobs();
        assert_eq!(result(&admin, &xfnm(("990-12345675", "740"), "Processed", &[])), "ACCEPTED");
        assert_eq!(states(&admin), ["ACCEPTED", "ACCEPTED"]);
        // Now it has one, and another takes its place.
        assert_eq!(check(&admin, "mawb")["accepted"], json!(true));
        done(try_send(&admin, "mawb", &["edi.accepted"]));
        assert_eq!((purpose(&admin), newest(&admin)["revision"].clone()), ("Update".into(), json!(1)));
        world.run_jobs();
        assert_eq!(result(&admin, &xfnm(("990-12345675", "740"), "Rejected", &[])), "REJECTED");
        // Though the newest was rejected, the carrier has the one before.
        assert_eq!(check(&admin, "mawb")["accepted"], json!(true));
        done(try_send(&admin, "mawb", &["edi.accepted"]));
        assert_eq!((purpose(&admin), newest(&admin)["revision"].clone()), ("Update".into(), json!(1)));
    });
}

#[test]
fn the_simulator_answers_documents_by_documents() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        made(world);
        let body =
            json!({ "apiType": "AE_DZ_MAWB", "mode": "模拟", "platform": "CCS", "appId": "A1001", "timeoutS": 10 });
        done(admin.post("/hrs/orgInterface", body));
        channel(&admin, json!({ "kind": "HTTP", "format": "XML" }));
        send(&admin, "mawb");
        world.run_jobs();
        let parts = ["state", "receipt"].map(|name| field(&newest(&admin), name).to_owned());
        assert_eq!(parts, ["ACCEPTED", "MESSAGE PROCESSED"]);
        assert_eq!(told(&admin, "direction=IN", &["type", "format", "source"]), [["FMA", "XML", "HTTP"]]);
    });
}
