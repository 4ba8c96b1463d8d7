//! Versions: records page by page, publishing, what users and the platform read of them.

use serde_json::{Value as Json, json};
use testkit::{Caller, each_database};

use super::kit::{done, findings, refused, rooms, rows, text};

fn version(keeper: &Caller<'_>, code: &str, day: &str) -> Json {
    done(keeper.post("/hrs/version", json!({ "versionCode": code, "versionDate": day, "versionText": "更新说明" })))
}

fn page(keeper: &Caller<'_>, code: &str) -> String {
    let offers = keeper.ok(&format!("/platform/select/menuPage?keyword={code}"));
    let found = offers.as_array().unwrap().iter().find(|offer| offer["hint"] == code).unwrap().clone();
    text(&found["value"]).to_owned()
}

fn record(keeper: &Caller<'_>, release: &Json, code: &str, kind: &str) -> Json {
    let body = json!({
        "releaseId": release["id"], "permissionId": page(keeper, code), "updateType": kind, "updateText": format!("{code}更新"),
    });
    done(keeper.post("/hrs/versionRecord", body))
}

fn publish(keeper: &Caller<'_>, release: &Json, notice: bool) -> testkit::Reply {
    let body = json!({ "version": release["version"], "notice": notice });
    keeper.put(&format!("/hrs/version/publish/{}", text(&release["id"])), body)
}

// req: hrs-route-hrs-version
#[test]
fn a_record_is_told_to_those_who_may_open_its_page() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let release = version(&keeper, "1.2.0", "2026-07-15");
        record(&keeper, &release, "af_order", "新增");
        record(&keeper, &release, "af_airport", "优化");
        record(&keeper, &release, "hrs_permission", "修复");
        let reader = world.login("sales01");
        assert_eq!(reader.ok("/hrs/version/latest"), json!([]), "a draft is nobody's");
        done(publish(&keeper, &release, true));
        let seen = reader.ok("/hrs/version/latest");
        assert_eq!(text(&seen[0]["versionCode"]), "1.2.0");
        assert_eq!(seen[0]["records"].as_array().unwrap().len(), 2);
        assert_eq!(
            seen[0]["records"][0],
            json!({ "permissionName": "空运出口订单", "updateType": "新增", "updateText": "af_order更新" })
        );
        assert_eq!(keeper.ok("/hrs/version/latest")[0]["records"].as_array().unwrap().len(), 3);
        let notice = &reader.ok("/hrs/notice")[0];
        assert_eq!((text(&notice["noticeTitle"]), text(&notice["noticeType"])), ("版本更新 1.2.0", "XTGX"));
        let one = reader.ok(&format!("/hrs/notice/{}", text(&notice["noticeId"])));
        assert!(text(&one["noticeText"]).contains("<p>【新增】空运出口订单：af_order更新</p>"), "{one}");
        refused(&publish(&keeper, &json!({ "id": release["id"], "version": 2 }), false), "版本已发布");
    });
}

// req: hrs-scope
#[test]
fn versions_stand_in_their_order_and_go_only_as_drafts() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        for code in ["1.9.0", "1.10.0", "1.9.12"] {
            done(publish(&keeper, &version(&keeper, code, "2026-07-15"), false));
        }
        let listed = rows(&keeper, "/hrs/version/page");
        let codes: Vec<&str> = listed.iter().map(|row| text(&row["versionCode"])).collect();
        assert_eq!(codes, ["1.10.0", "1.9.12", "1.9.0"]);
        let first = &listed[0];
        let remove =
            |row: &Json| keeper.delete(&format!("/hrs/version/{}?version={}", text(&row["id"]), row["version"]));
        refused(&remove(first), "已发布的版本不能删除");
        let draft = version(&keeper, "2.0.0", "2026-07-15");
        record(&keeper, &draft, "af_order", "新增");
        assert_eq!(rows(&keeper, &format!("/hrs/versionRecord/page?releaseId={}", text(&draft["id"]))).len(), 1);
        done(remove(&draft));
        assert!(rows(&keeper, "/hrs/versionRecord/page").is_empty(), "with its records");
        let before = world.contents(true);
        let say = |body: Json| findings(&keeper.post("/hrs/version", body));
        let texts = |findings: Vec<(String, String)>| findings.into_iter().map(|(_, text)| text).collect::<Vec<_>>();
        assert_eq!(texts(say(json!({}))), ["请输入版本号", "请选择更新时间", "请输入版本内容"]);
        let bare = keeper.post("/hrs/versionRecord", json!({ "releaseId": listed[0]["id"] }));
        assert_eq!(texts(findings(&bare)), ["请选择菜单", "请选择更新类型", "请输入更新内容"]);
        let with = |code: &str| say(json!({ "versionCode": code, "versionDate": "2026-07-15", "versionText": "x" }));
        for wrong in ["1.2", "1.2.3.4", "v1.2.3", "1.2.x", "10000.0.0"] {
            assert_eq!(with(wrong)[0].1, "版本号格式为 数字.数字.数字", "{wrong}");
        }
        assert_eq!(with("1.9.0")[0], ("versionCode".to_owned(), "版本号已存在".to_owned()));
        let nothing = json!({ "releaseId": "1", "permissionId": "1", "updateType": "新增", "updateText": "x" });
        assert_eq!(findings(&keeper.post("/hrs/versionRecord", nothing)).len(), 2);
        world.unchanged(&before, true);
        assert_eq!(world.login("demo-admin").get("/hrs/version/page").status, 403, "the platform's own page");
    });
}

#[test]
fn the_platform_sees_which_version_a_company_was_last_seen_with() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let of_demo = || {
            let all = rows(&keeper, "/hrs/version/orgs/page?size=50");
            all.into_iter().find(|row| row["orgCode"] == "DEMO").unwrap()
        };
        assert_eq!(of_demo()["clientVersion"], Json::Null);
        world.set_clock("2026-07-15 11:00:00");
        let user = world.login("sales01");
        user.ok("/hrs/permission?version=1.2.0");
        let row = of_demo();
        assert_eq!((text(&row["clientVersion"]), text(&row["lastLoginAt"])), ("1.2.0", "2026-07-15 11:00:00"));
        assert_eq!((text(&row["editionName"]), &row["userLimit"]), ("标准版", &json!(13)));
        user.ok("/hrs/permission?version=%3Cscript%3E");
        assert_eq!(text(&of_demo()["clientVersion"]), "1.2.0", "what is no version is not kept");
    });
}
