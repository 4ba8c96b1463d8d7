//! The page of the agents.

use serde_json::json;
use testkit::each_database_from;

use super::kit::*;

#[test]
fn an_agent_is_a_partner_with_contact_language_lanes_and_scopes() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let lanes = json!([{ "departure": "PVG", "arrival": "LAX" }, { "arrival": "FRA" }, { "departure": "PVG" }]);
        let made = agent(&admin, GYS001, json!({ "lanes": lanes, "scopes": "AE,AI", "slaHours": 168 }));
        let row = &admin.ok(&format!("{AGENT}/page"))["records"][0];
        for (name, value) in [
            ("coopName", json!("供应商甲")),
            ("agentCode", json!("GYS001")),
            ("laneText", json!("PVG-LAX *-FRA PVG-*")),
            ("scopes", json!("AE,AI")),
            ("language", json!("zh-CN")),
            ("slaHours", json!(168)),
            ("priority", json!(5)),
            ("enabled", json!(true)),
        ] {
            assert_eq!(row[name], value, "{name}");
        }
        let twice = json!({ "coopId": GYS001.to_string(), "contactName": "B", "email": "b@example.com" });
        let taken = [("coopId".to_owned(), "该单位已是询价代理".to_owned())];
        assert_eq!(findings(&admin.post(AGENT, twice)), taken);
        let id = text(&made["id"]);
        done(admin.post(&format!("{AGENT}/{id}/status"), json!({ "version": 1, "active": false })));
        assert_eq!(admin.ok(&format!("{AGENT}/page?enabled=true"))["total"], 0);
        assert_eq!(admin.ok("/platform/select/inquiryAgent"), json!([]), "one that is stopped is not offered");
    });
}

#[test]
fn everything_wrong_about_an_agent_is_told_at_once() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let before = world.contents(true);
        let body = json!({
            "coopId": "4711", "contactName": " ", "email": "nobody", "slaHours": 169, "priority": 0,
            "lanes": [{ "departure": "PVG" }, { "departure": "XXX" }],
        });
        let found = findings(&admin.post(AGENT, body.clone()));
        let expected = [
            ("email", "邮箱格式不正确"),
            ("slaHours", "答复时限须在1与168之间"),
            ("priority", "优先级须在1与9之间"),
            ("contactName", "请填写联系人"),
            ("coopId", "客商不存在或已停用"),
            ("lanes.1.departure", "XXX不是有效机场"),
        ];
        assert_eq!(found, expected.map(|(field, message)| (field.to_owned(), message.to_owned())));
        assert_eq!(findings(&admin.in_language("en-US").post(AGENT, body))[5].1, "XXX is not an airport.");
        world.unchanged(&before, true);
    });
}
