//! What the making list tells of messages.

use serde_json::json;
use testkit::{Caller, each_database_from};

use super::kit::*;

fn list(caller: &Caller<'_>, query: &str) -> Vec<(String, String, String)> {
    let page = caller.ok(&format!("{PRINT}/page?size=50&{query}"));
    let rows = page["records"].as_array().cloned().unwrap();
    rows.iter()
        .map(|row| ["awbNumber", "fwbState", "fhlState"].map(|name| field(row, name).to_owned()))
        .map(|[number, fwb, fhl]| (number, fwb, fhl))
        .collect()
}

fn one(number: &str, fwb: &str, fhl: &str) -> Vec<(String, String, String)> {
    vec![(number.to_owned(), fwb.to_owned(), fhl.to_owned())]
}

#[test]
fn a_master_and_its_houses_show_where_their_messages_are() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        made(world);
        channel(&admin, json!({}));
        assert_eq!(list(&admin, "awbNumber=12345675"), one("990-12345675", "", ""));
        assert_eq!(list(&admin, "ediState=NONE").len(), 2);
        send(&admin, "all");
        world.run_jobs();
        let fwb = rows(&admin, "type=FWB").remove(0);
        let house = rows(&admin, "type=FHL&hawbNumber=HA002").remove(0);
        for (row, head) in [(&fwb, "FMA"), (&house, "FNA")] {
            paste(&admin, &format!("{head}\r\nACK/SAID\r\n{}", body_of(&admin, field(row, "id"))));
        }
        assert_eq!(list(&admin, "awbNumber=12345675"), one("990-12345675", "ACCEPTED", "REJECTED"));
        assert_eq!(list(&admin, "ediState=ACCEPTED"), one("990-12345675", "ACCEPTED", "REJECTED"));
        assert_eq!(list(&admin, "ediState=SENT,FAILED"), []);
        assert_eq!(list(&admin, "ediState=NONE"), one("990-12345686", "", ""));
        let page = admin.ok(&format!("{PRINT}/page?awbNumber=12345675"));
        let children = page["records"][0]["children"].as_array().cloned().unwrap();
        let states: Vec<(&str, &str)> =
            children.iter().map(|child| (field(child, "hawbNumber"), field(child, "fhlState"))).collect();
        assert_eq!(states, [("HA001", "SENT"), ("HA002", "REJECTED")]);
    });
}
