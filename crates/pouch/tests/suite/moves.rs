//! 封袋, 拆封, 交接, 签收, 作废.

use serde_json::{Value as Json, json};
use testkit::{PNG, each_database_from};

use super::kit::*;

#[test]
fn sealing_asks_for_what_is_missing_and_closes_the_rows() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let id = made(&admin);
        let before = world.contents(true);
        assert_eq!(findings(&act(&admin, &id, "seal", json!({}))), [("sealNo".to_owned(), "请填写封袋号".to_owned())]);
        let asked = act(&admin, &id, "seal", json!({ "sealNo": "S-1" }));
        assert_eq!((asked.code, text(&asked.data["confirms"][0]["key"])), (2, "pouch.missing"));
        assert_eq!(text(&asked.data["confirms"][0]["message"]), "缺少货物舱单，是否封袋？");
        let english = admin.in_language("en-US");
        let asked = act(&english, &id, "seal", json!({ "sealNo": "S-1" }));
        assert_eq!(text(&asked.data["confirms"][0]["message"]), "Missing: Cargo manifest. Seal it all the same?");
        world.unchanged(&before, true);
        done(act(&admin, &id, "seal", json!({ "sealNo": "s-1", "confirmed": ["pouch.missing"] })));
        let seen = look(&admin, &id);
        assert_eq!((text(&seen["state"]), text(&seen["sealNo"])), ("SEALED", "S-1"));
        let change = json!({ "version": seen["version"], "documents": documents() });
        refused(&admin.put(&format!("{BASE}/{id}"), change), "文件袋已封袋，不能修改");
        refused(&act(&admin, &id, "seal", json!({ "sealNo": "S-2" })), "文件袋已封袋，不能进行此操作");
        assert_eq!(admin.post(&format!("{BASE}/{id}/unseal"), json!({ "version": 1 })).code, 3);
        done(act(&admin, &id, "unseal", json!({})));
        let mut rows = look(&admin, &id)["documents"].clone();
        rows[3]["copies"] = json!(1);
        rows[3]["originals"] = json!(1);
        let version = look(&admin, &id)["version"].clone();
        done(admin.put(&format!("{BASE}/{id}"), json!({ "version": version, "documents": rows })));
        done(act(&admin, &id, "seal", json!({})));
        assert_eq!(look(&admin, &id)["missing"], Json::Null, "nothing is missing and nothing asked");
        assert_eq!(functions(&admin, &id), ["封袋", "修改", "拆封", "封袋", "新增"]);
        assert!(text(&log(&admin, &id)[0]["text"]).contains("状态：草稿 -> 已封袋"));
    });
}

#[test]
fn a_sealed_pouch_is_handed_over_and_received_by_hand() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let id = made(&admin);
        refused(&act(&admin, &id, "hand", json!({})), "文件袋草稿，不能进行此操作");
        seal(&admin, &id);
        let before = world.contents(true);
        let found = findings(&act(&admin, &id, "hand", json!({ "handTime": "2026-07-15 10:00:01" })));
        assert_eq!(
            found,
            [
                ("handTo".to_owned(), "请填写交接单位".to_owned()),
                ("handPerson".to_owned(), "请填写交接人".to_owned()),
                ("handTime".to_owned(), "时间不能晚于现在".to_owned()),
            ]
        );
        world.unchanged(&before, true);
        let slip = admin.upload(&format!("{BASE}/slip"), &[("slip.png", PNG)]).data;
        let no_photo = admin.upload(&format!("{BASE}/slip"), &[("slip.pdf", b"%PDF-x")]);
        assert_eq!(no_photo.code, 1);
        let to = json!({
            "handTo": "测试航空", "handPerson": "王收", "handTime": "2026-07-15 10:00:00", "slip": [slip["id"]],
        });
        done(act(&admin, &id, "hand", to));
        let seen = look(&admin, &id);
        assert_eq!(
            (text(&seen["state"]), text(&seen["handTo"]), text(&seen["handTime"]), text(&seen["slip"][0]["name"])),
            ("HANDED", "测试航空", "2026-07-15 10:00:00", "slip.png")
        );
        let photo = format!("{BASE}/slip/{}", text(&slip["id"]));
        assert_eq!(admin.get(&photo).bytes, PNG);
        assert_eq!(world.login("sh01").get(&photo).status, 404);
        refused(&act(&admin, &id, "unseal", json!({})), "文件袋已交接，不能进行此操作");
        refused(&act(&admin, &id, "void", json!({ "reason": "x" })), "文件袋已交接，不能进行此操作");
        world.set_clock("2026-07-20 12:00:00");
        let admin = world.login("demo-admin");
        let say =
            |time: &str| findings(&act(&admin, &id, "receive", json!({ "receiver": "Agent", "receivedTime": time })));
        assert_eq!(say("2026-07-15 09:59:59")[0].1, "签收时间不能早于交接时间");
        assert_eq!(say("2026-07-20 12:00:01")[0].1, "时间不能晚于现在");
        done(act(&admin, &id, "receive", json!({ "receiver": "Agent", "receivedTime": "2026-07-20 11:00:00" })));
        let seen = look(&admin, &id);
        assert_eq!(
            (text(&seen["state"]), text(&seen["receiver"]), text(&seen["receivedTime"])),
            ("RECEIVED", "Agent", "2026-07-20 11:00:00")
        );
        assert_eq!(functions(&admin, &id), ["签收", "交接", "封袋", "新增"]);
    });
}

#[test]
fn a_pouch_is_void_with_a_reason() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let id = made(&admin);
        assert_eq!(findings(&act(&admin, &id, "void", json!({ "reason": " " })))[0].1, "请填写作废原因");
        assert_eq!(
            findings(&act(&admin, &id, "void", json!({ "reason": "字".repeat(201) })))[0].1,
            "作废原因不能超过200个字符"
        );
        seal(&admin, &id);
        done(act(&admin, &id, "void", json!({ "reason": "字".repeat(200) })));
        let seen = look(&admin, &id);
        assert_eq!(text(&seen["state"]), "VOID");
        refused(
            &admin.put(&format!("{BASE}/{id}"), json!({ "version": seen["version"], "remark": "x" })),
            "文件袋已作废，不能修改",
        );
        refused(&act(&admin, &id, "unseal", json!({})), "文件袋已作废，不能进行此操作");
        assert_eq!(admin.get(&format!("{BASE}/{id}/link")).status, 404);
        refused(&admin.get(&format!("{BASE}/print/{id}")), "文件袋已作废，不能打印");
        assert_eq!(admin.ok(&format!("{BASE}/page?state=VOID"))["records"][0]["can"], json!([]));
    });
}
