//! Asking the platform, and what comes of it.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, each_database};

use super::kit::{done, findings, messages, refused, rooms, rows, text};

fn send(caller: &Caller<'_>, more: Json) -> Reply {
    let mut body =
        json!({ "kind": "升级版本", "contactName": "李想", "phone": "021-5555 0000", "content": "需要更多用户" });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    caller.post("/hrs/contact", body)
}

fn listed(keeper: &Caller<'_>) -> Json {
    rows(keeper, "/hrs/contact/page")[0].clone()
}

fn move_it(keeper: &Caller<'_>, way: &str, more: Json) -> Reply {
    let row = listed(keeper);
    let mut body = json!({ "id": row["id"], "version": row["version"] });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    keeper.put(&format!("/hrs/contact/{way}"), body)
}

// req: pages-route-contact-us
#[test]
fn a_request_is_taken_up_and_its_submitter_told_once() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let asker = world.login("sales01");
        let sent = done(send(&asker, json!({ "wantedEdition": "PROFESSIONAL", "email": "li@example.com" })));
        assert_eq!(sent["requestNo"], "ZX-2607150001");
        let row = listed(&keeper);
        let cell = |name: &str| text(&row[name]).to_owned();
        assert_eq!(
            [
                cell("orgCode"),
                cell("orgName"),
                cell("editionName"),
                cell("kind"),
                cell("wantedEditionName"),
                cell("status")
            ],
            ["DEMO", "演示货运", "标准版", "升级版本", "专业版", "待处理"]
        );
        assert_eq!((cell("createdAt").as_str(), &row["assigneeName"]), ("2026-07-15 10:00:00", &Json::Null));
        let me = keeper.ok("/platform/select/user?keyword=pf01")[0]["value"].clone();
        done(move_it(&keeper, "assign", json!({ "assigneeId": me })));
        let row = listed(&keeper);
        assert_eq!((text(&row["status"]), text(&row["assigneeName"])), ("处理中", "平台数据员"));
        assert!(messages(&asker).is_empty());
        let before = world.contents(true);
        let bare = move_it(&keeper, "handle", json!({}));
        let found = findings(&bare);
        assert_eq!(
            found,
            [
                ("result".to_owned(), "请填写处理结果".to_owned()),
                ("status".to_owned(), "请选择处理后的状态".to_owned())
            ]
        );
        let long = move_it(&keeper, "handle", json!({ "status": "已完成", "result": "字".repeat(501) }));
        assert_eq!(findings(&long)[0].1, "处理结果不能超过500个字符");
        assert_eq!(findings(&move_it(&keeper, "handle", json!({ "status": "待处理", "result": "x" })))[0].0, "status");
        world.unchanged(&before, true);
        world.set_clock("2026-07-15 10:30:00");
        done(move_it(&keeper, "handle", json!({ "status": "已完成", "result": "已升级为专业版" })));
        let row = listed(&keeper);
        assert_eq!(
            (text(&row["status"]), text(&row["result"]), text(&row["handledAt"])),
            ("已完成", "已升级为专业版", "2026-07-15 10:30:00")
        );
        let told = messages(&asker);
        assert_eq!(told.len(), 1);
        assert_eq!(
            (text(&told[0]["title"]), text(&told[0]["content"])),
            ("您提交的升级版本申请已完成：ZX-2607150001", "处理结果：已升级为专业版")
        );
        let other = move_it(&keeper, "handle", json!({ "status": "已关闭", "result": "x" }));
        refused(&other, "该申请已处理");
        refused(&move_it(&keeper, "assign", json!({ "assigneeId": me })), "该申请已处理");
        assert_eq!(messages(&asker).len(), 1);
    });
}

#[test]
fn whoever_handles_what_nobody_had_is_in_charge() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        done(send(&world.login("sh01"), json!({ "kind": "功能咨询", "wantedEdition": "PROFESSIONAL" })));
        let row = listed(&keeper);
        assert_eq!(
            (text(&row["editionName"]), &row["wantedEditionName"]),
            ("专业版", &Json::Null),
            "no upgrade is wanted"
        );
        done(move_it(&keeper, "handle", json!({ "status": "已关闭", "result": "重复" })));
        assert_eq!(text(&listed(&keeper)["assigneeName"]), "平台管理员");
        assert_eq!(text(&messages(&world.login("sh01"))[0]["title"]), "您提交的功能咨询申请已关闭：ZX-2607150001");
    });
}

#[test]
fn the_sixth_request_of_a_day_is_refused() {
    each_database(rooms, |world| {
        let asker = world.login("sales01");
        let calls = (0..7).map(|_| {
            let client = asker.client();
            let body = json!({ "kind": "功能咨询", "contactName": "李想", "phone": "13800000000", "content": "x" });
            async move { client.call("POST", "/hrs/contact", body).await }
        });
        let replies = world.at_once(calls.collect());
        assert_eq!(replies.iter().filter(|reply| reply.code == 0).count(), 5);
        let before = world.contents(true);
        refused(&send(&asker, json!({})), "今日提交次数已达上限");
        world.unchanged(&before, true);
        done(send(&world.login("sales02"), json!({})));
        world.set_clock("2026-07-16 00:00:00");
        let next = done(send(&world.login("sales01"), json!({})));
        assert_eq!(next["requestNo"], "ZX-2607160001");
    });
}

#[test]
fn what_is_wrong_with_a_request_is_said_at_its_field() {
    each_database(rooms, |world| {
        let asker = world.login("sales01");
        let before = world.contents(true);
        let found = findings(&asker.post("/hrs/contact", json!({ "kind": "升级版本", "wantedEdition": "NONE" })));
        let fields: Vec<&str> = found.iter().map(|(field, _)| field.as_str()).collect();
        assert_eq!(fields, ["contactName", "phone", "content", "wantedEdition"]);
        let say = |more: Json| findings(&send(&asker, more))[0].1.clone();
        assert_eq!(say(json!({ "kind": "别的" })), "类型选项不存在");
        assert_eq!(say(json!({ "contactName": "名".repeat(21) })), "联系人不能超过20个字符");
        assert_eq!(say(json!({ "phone": "1234" })), "电话格式不正确");
        assert_eq!(say(json!({ "email": "li@" })), "邮箱格式不正确");
        assert_eq!(say(json!({ "content": "字".repeat(501) })), "内容不能超过500个字符");
        assert_eq!(send(&asker, json!({ "orgId": 1 })).status, 400);
        assert_eq!(world.anonymous().post("/hrs/contact", json!({})).status, 401);
        world.unchanged(&before, true);
        done(send(&asker, json!({ "contactName": "名".repeat(20), "content": "字".repeat(500), "phone": "12345" })));
    });
}

#[test]
fn files_of_a_request_are_read_by_the_platform_alone() {
    each_database(rooms, |world| {
        let (keeper, asker) = (world.login("superAdmin"), world.login("sales01"));
        let file = done(asker.upload("/hrs/contact/file", &[("截图.pdf", b"%PDF-1.7 x")]));
        let stolen = send(&world.login("sh01"), json!({ "files": [file] }));
        assert_eq!(findings(&stolen)[0].1, "附件不存在，请重新上传");
        let id = text(&done(send(&asker, json!({ "files": [file] })))["id"]).to_owned();
        let one = keeper.ok(&format!("/hrs/contact/{id}"));
        assert_eq!((text(&one["files"][0]["name"]), text(&one["content"])), ("截图.pdf", "需要更多用户"));
        let path = format!("/hrs/contact/file/{}?requestId={id}", text(&file["id"]));
        assert_eq!(keeper.get(&path).bytes, b"%PDF-1.7 x");
        assert_eq!(asker.get(&path).status, 403);
        assert_eq!(keeper.get(&format!("/hrs/contact/file/{}?requestId=1", text(&file["id"]))).status, 404);
    });
}

#[test]
fn a_company_neither_sees_nor_moves_requests() {
    each_database(rooms, |world| {
        let (keeper, asker) = (world.login("superAdmin"), world.login("demo-admin"));
        done(send(&asker, json!({})));
        let row = listed(&keeper);
        let before = world.contents(false);
        assert_eq!(asker.get("/hrs/contact/page").status, 403);
        for way in ["assign", "handle"] {
            let body = json!({ "id": row["id"], "version": row["version"] });
            assert_eq!(asker.put(&format!("/hrs/contact/{way}"), body.clone()).status, 403);
            assert_eq!(world.anonymous().put(&format!("/hrs/contact/{way}"), body).status, 401);
        }
        world.unchanged(&before, false);
        let theirs = keeper.put("/hrs/contact/assign", json!({ "id": row["id"], "version": 1, "assigneeId": "999" }));
        assert_eq!(findings(&theirs), [("assigneeId".to_owned(), "负责人须为平台在职用户".to_owned())]);
        let stale = keeper
            .put("/hrs/contact/handle", json!({ "id": row["id"], "version": 9, "status": "已完成", "result": "x" }));
        assert_eq!(stale.message, "数据有变化，请刷新后重试");
    });
}

#[test]
fn the_settings_say_how_the_platform_is_reached() {
    each_database(rooms, |world| {
        let (keeper, asker) = (world.login("superAdmin"), world.login("sales01"));
        let empty = json!({ "privateSaas": false, "phone": "", "email": "", "address": "", "hours": "", "qrCode": "" });
        assert_eq!(asker.ok("/hrs/platform/contact"), empty);
        let version = keeper.ok("/hrs/platform")["version"].clone();
        let values = json!({ "contactPhone": "400-000-0000", "contactEmail": "help@example.com", "contactAddress": "上海市",
            "contactHours": "工作日 9:00-18:00", "contactQrCode": "<p>扫码<script>x</script></p>" });
        done(keeper.put("/hrs/platform", json!({ "version": version, "values": values })));
        assert_eq!(
            asker.ok("/hrs/platform/contact"),
            json!({ "privateSaas": false, "phone": "400-000-0000", "email": "help@example.com", "address": "上海市",
                "hours": "工作日 9:00-18:00", "qrCode": "<p>扫码</p>" })
        );
        let version = keeper.ok("/hrs/platform")["version"].clone();
        done(keeper.put("/hrs/platform", json!({ "version": version, "values": { "privateSaas": true } })));
        let reach = asker.ok("/hrs/platform/contact");
        assert_eq!((&reach["privateSaas"], text(&reach["adminName"])), (&json!(true), "管理员"));
        assert!(reach.get("phone").is_none());
        refused(&send(&asker, json!({})), "请联系您的系统管理员");
    });
}
