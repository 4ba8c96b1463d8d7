//! 我的询价: the form, its figures and its moves.

use serde_json::{Value as Json, json};
use testkit::each_database_from;

use super::kit::*;

fn at(found: &[(&str, &str)]) -> Vec<(String, String)> {
    found.iter().map(|(field, message)| ((*field).to_owned(), (*message).to_owned())).collect()
}

#[test]
fn the_inquiry_of_the_fixture_has_its_number_and_figures() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let made = done(admin.post(MINE, typed(world)));
        let seen = look(&admin, text(&made["id"]));
        for (name, value) in [
            ("inquiryCode", json!("XJ-2607150001")),
            ("state", json!("DRAFT")),
            ("chargeWeight", json!(500)),
            ("density", json!(166.667)),
            ("goodsType", json!("普货")),
            ("stackable", json!(true)),
            ("turnable", json!(false)),
            ("answerBy", json!("2026-07-16 10:00:00")),
            ("businessScope", json!("AE")),
        ] {
            assert_eq!(seen[name], value, "{name}");
        }
        let row = &admin.ok(&format!("{MINE}/page?mine=true"))["records"][0];
        assert_eq!((text(&row["coopName"]), text(&row["route"])), ("客户乙", "PVG-LAX"));
        assert_eq!((&row["askedAnswered"], &row["salesName"]), (&json!("0/0"), &json!("销售一")));
        // The volume of dimensions counts where none is typed: 60*50*50 cm, 10 pieces.
        let sized = json!({
            "volume": null, "weight": 100,
            "dimensions": [{ "length": 60, "width": 50, "height": 50, "pieces": 10 }],
        });
        let sized = done(admin.post(MINE, with(typed(world), sized)));
        assert_eq!((&sized["volume"], &sized["chargeWeight"]), (&json!(1.5), &json!(250)));
        assert_eq!(text(&sized["inquiryCode"]), "XJ-2607150002");
    });
}

#[test]
fn everything_wrong_is_told_at_once_and_nothing_is_written() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let before = world.contents(true);
        let wrong = json!({
            "coopId": null, "departureStation": "PVG", "arrivalStation": "PVG", "pieces": 9, "volume": null,
            "weight": 0, "latestDate": "2026-07-16", "answerBy": "2026-07-15 10:00:00", "targetCurrency": null,
            "unNumber": "1234", "goodsNameCn": " ",
            "dimensions": [{ "length": 60, "width": 50, "height": 50, "pieces": 10 }],
        });
        let found = findings(&admin.post(MINE, with(typed(world), wrong)));
        let expected = at(&[
            ("goodsNameCn", "请填写中文品名"),
            ("unNumber", "UN编号格式为UN加4位数字"),
            ("weight", "毛重须在0.001与9999999之间"),
            ("coopId", "请选择客户或填写潜在客户"),
            ("arrivalStation", "始发站与目的站不能相同"),
            ("dimensions", "尺寸件数10与件数9不一致"),
            ("latestDate", "最晚出运不能早于货好日期"),
            ("answerBy", "截止时间须晚于现在"),
            ("targetCurrency", "请选择目标价币种"),
        ]);
        let fields = |list: &[(String, String)]| list.iter().map(|(field, _)| field.clone()).collect::<Vec<_>>();
        assert_eq!(fields(&found), fields(&expected), "{found:?}");
        for (place, (field, message)) in expected.iter().enumerate().filter(|(_, (f, _))| f != "unNumber") {
            assert_eq!(&found[place].1, message, "{field}");
        }
        let more = json!({ "prospect": "新客户", "volume": null, "arrivalStation": "XXX", "targetCurrency": "XXX" });
        assert_eq!(
            findings(&admin.post(MINE, with(typed(world), more))),
            at(&[
                ("prospect", "客户与潜在客户只能填写一个"),
                ("arrivalStation", "XXX不是有效机场"),
                ("volume", "请填写体积或尺寸"),
                ("targetCurrency", "币种不存在"),
            ])
        );
        // On the edge: the same day, a minute ahead.
        let edge = json!({ "latestDate": "2026-07-17", "answerBy": "2026-07-15 10:01:00" });
        world.unchanged(&before, true);
        done(admin.post(MINE, with(typed(world), edge)));
    });
}

#[test]
fn the_same_inquiry_within_three_days_asks_first() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        done(admin.post(MINE, typed(world)));
        let again = admin.post(MINE, typed(world));
        assert_eq!(
            (again.code, text(&again.data["confirms"][0]["message"])),
            (2, "疑似重复询价XJ-2607150001，是否继续？")
        );
        // Another weight, or another customer, is another inquiry.
        done(admin.post(MINE, with(typed(world), json!({ "weight": 501 }))));
        done(admin.post(MINE, with(typed(world), json!({ "coopId": null, "prospect": "新客户" }))));
        let said = with(typed(world), json!({ "confirmed": ["inquiry.same"] }));
        assert_eq!(text(&done(admin.post(MINE, said))["inquiryCode"]), "XJ-2607150004");
        world.set_clock("2026-07-18 10:00:00");
        let admin = world.login("demo-admin");
        assert_eq!(admin.post(MINE, typed(world)).code, 2, "three days to the second");
        world.set_clock("2026-07-18 10:00:01");
        done(admin.post(MINE, typed(world)));
    });
}

#[test]
fn it_is_handed_in_lost_with_a_reason_copied_and_cancelled() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let id = handed_in(world);
        assert_eq!(look(&admin, &id)["state"], "UNASSIGNED");
        refused(&act(&admin, &format!("{MINE}/submit"), &id, json!({})), "询价待分配，不能进行此操作");
        let lost = format!("{MINE}/lost");
        assert_eq!(findings(&act(&admin, &lost, &id, json!({}))), at(&[("reason", "请填写未成交原因")]));
        done(act(&admin, &lost, &id, json!({ "reason": "价格高", "remark": "别家更低" })));
        let seen = look(&admin, &id);
        assert_eq!(
            (text(&seen["state"]), text(&seen["lostReason"]), text(&seen["lostRemark"])),
            ("LOST", "价格高", "别家更低")
        );
        refused(&act(&admin, &lost, &id, json!({ "reason": "其他" })), "询价未成交，不能进行此操作");
        let copy = done(admin.post(&format!("{MINE}/{id}/copy"), json!({})));
        let copied = look(&admin, text(&copy["id"]));
        assert_eq!(
            (text(&copied["inquiryCode"]), text(&copied["state"]), &copied["lostReason"], &copied["weight"]),
            ("XJ-2607150002", "DRAFT", &Json::Null, &json!(500))
        );
        done(act(&admin, &format!("{MINE}/cancel"), text(&copy["id"]), json!({})));
        let change = json!({ "version": 2, "weight": 1 });
        refused(&admin.put(&format!("{MINE}/{}", text(&copy["id"])), change), "询价已取消，不能修改");
        let stale = admin.post(&format!("{MINE}/{id}/cancel"), json!({ "version": 1 }));
        assert_eq!((stale.code, stale.message.as_str()), (3, "数据有变化，请刷新后重试"));
        assert_eq!(functions(&admin, "inquiry", &id), ["未成交", "提交", "新增"]);
    });
}

#[test]
fn who_is_limited_to_his_own_sees_no_other() {
    each_database_from(rooms, lay, |world| {
        let id = handed_in(world);
        level(world, "销售员", 1);
        let (own, other) = (world.login("sales01"), world.login("sales02"));
        assert_eq!(own.ok(&format!("{MINE}/page"))["total"], 1);
        assert_eq!(other.ok(&format!("{MINE}/page"))["total"], 0);
        let (far, nobody) = (world.login("sh01"), world.login("nobody"));
        let before = world.contents(true);
        assert_eq!(other.get(&format!("{MINE}/{id}")).status, 404);
        assert_eq!(other.post(&format!("{MINE}/{id}/cancel"), json!({ "version": 2 })).status, 404);
        assert_eq!(other.post(&format!("{MINE}/{id}/copy"), json!({})).status, 404);
        // Another company finds nothing, by any call.
        for path in [format!("{MINE}/{id}"), format!("{BUYING}/{id}"), format!("{BUYING}/{id}/compare")] {
            assert_eq!(far.get(&path).status, 404, "{path}");
        }
        for (way, body) in [
            (format!("{MINE}/{id}/submit"), json!({ "version": 2 })),
            (format!("{MINE}/{id}/lost"), json!({ "version": 2, "reason": "其他" })),
            (
                format!("{BUYING}/{id}/send"),
                json!({ "version": 2, "agents": ["1"], "answerBy": "2026-07-16 10:00:00" }),
            ),
            (format!("{BUYING}/{id}/select"), json!({ "version": 2, "askedId": "1" })),
        ] {
            assert_eq!(far.post(&way, body).status, 404, "{way}");
        }
        for caller in [nobody, world.anonymous()] {
            assert!([401, 403].contains(&caller.get(&format!("{MINE}/{id}")).status));
            assert!([401, 403].contains(&caller.post(&format!("{BUYING}/{id}/send"), json!({})).status));
        }
        world.unchanged(&before, true);
    });
}
