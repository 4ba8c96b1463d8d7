//! The data sheet as the company sees it: inviting, adopting, returning, withdrawing.

use serde_json::{Value as Json, json};
use testkit::mail_server::{MailServer, Manner, on_own_machine};
use testkit::{Caller, Reply, World, done, each_database_with, findings, refused};

use super::super::{rooms, with_partners};
use super::info::{BASE, coop, invite, log, look, send, sheet, text};

fn act(caller: &Caller<'_>, id: &str, way: &str, more: Json) -> Reply {
    let mut body = json!({ "version": caller.ok(&format!("{BASE}/{id}"))["version"] });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    caller.post(&format!("{BASE}/{id}/{way}"), body)
}

fn submitted(world: &World, caller: &Caller<'_>, code: &str) -> (String, String) {
    let (id, link) = invite(caller, code);
    assert_eq!(send(&world.anonymous(), "submit", &link, &sheet()).code, 0);
    (id, link)
}

fn ask(caller: &Caller<'_>, body: Json) -> Reply {
    caller.post(&format!("{BASE}/invite"), body)
}

// req: pages-open-customer-info
#[test]
fn what_was_looked_at_and_ticked_is_taken_over_and_nothing_else() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let (id, _) = submitted(world, &admin, "KH001");
        let before = coop(&admin, "KH001");
        let seen = admin.ok(&format!("{BASE}/{id}"));
        let line = |name: &str| {
            let lines = seen["comparison"].as_array().unwrap().clone();
            lines.into_iter().find(|line| line["field"] == name).unwrap()
        };
        assert_eq!(
            (text(&line("coopFullName")["old"]), text(&line("coopFullName")["new"]), &line("coopFullName")["differs"]),
            ("演示客户甲贸易有限公司", "演示客户甲国际贸易有限公司", &json!(true))
        );
        assert_eq!(line("socialCreditCode")["differs"], false);
        assert_eq!((text(&line("coopAddressEn")["new"]), &line("coopAddressEn")["differs"]), ("", &json!(false)));
        assert_eq!(text(&line("contacts")["new"]), "联系人乙 单证 13800000002 B@example.com");
        assert_eq!(coop(&admin, "KH001"), before, "nothing is taken over unseen");
        let untouched = world.contents(true);
        let version = seen["coopVersion"].clone();
        assert_eq!(findings(&act(&admin, &id, "adopt", json!({ "coopVersion": version })))[0].1, "请选择要采纳的内容");
        let strange = act(&admin, &id, "adopt", json!({ "coopVersion": version, "fields": ["remark"] }));
        assert_eq!(findings(&strange)[0].1, "不能采纳：remark");
        let fields = json!(["coopFullName", "taxNo", "coopAddressEn", "contacts"]);
        assert_eq!(act(&admin, &id, "adopt", json!({ "coopVersion": 99, "fields": fields })).code, 3);
        assert_eq!(
            act(&admin, &id, "adopt", json!({ "version": 1, "coopVersion": version, "fields": fields })).code,
            3
        );
        world.unchanged(&untouched, true);
        let adopted = done(act(&admin, &id, "adopt", json!({ "coopVersion": version, "fields": fields })));
        let changes: Vec<[&str; 3]> = adopted["changes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|change| ["field", "old", "new"].map(|name| text(&change[name])))
            .collect();
        assert_eq!(
            changes,
            [
                ["coopFullName", "演示客户甲贸易有限公司", "演示客户甲国际贸易有限公司"],
                ["taxNo", "", "91000000MA00000157"],
                ["contacts", "", "联系人乙 单证 13800000002 b@example.com"],
            ]
        );
        let row = coop(&admin, "KH001");
        let partner = admin.ok(&format!("/prm/coop/{}", text(&row["id"])));
        assert_eq!(
            (text(&partner["coopFullName"]), text(&partner["taxNo"]), text(&partner["mainContact"])),
            ("演示客户甲国际贸易有限公司", "91000000MA00000157", "联系人乙")
        );
        assert_eq!((&partner["phone"], &partner["coopAddress"]), (&Json::Null, &Json::Null), "what was not ticked");
        assert_eq!(partner["contacts"][0]["isMain"], true);
        let log = admin.ok(&format!("/hrs/log/page?objectType=coop&objectId={}", text(&row["id"])));
        let newest = &log["records"][0];
        assert_eq!(text(&newest["function"]), "采纳资料");
        assert!(
            text(&newest["text"]).contains("全称：演示客户甲贸易有限公司 -> 演示客户甲国际贸易有限公司"),
            "{}",
            newest["text"]
        );
        let row = admin.ok(&format!("{BASE}/page"))["records"][0].clone();
        assert_eq!((text(&row["state"]), &row["can"]), ("ADOPTED", &json!([])));
        refused(
            &act(&admin, &id, "adopt", json!({ "coopVersion": version, "fields": fields })),
            "当前状态（已采纳）不能进行此操作",
        );
    });
}

#[test]
fn contacts_of_a_known_name_are_brought_up_to_date() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let id = text(&coop(&admin, "KH002")["id"]).to_owned();
        let contacts = json!([
            { "name": "联系人甲", "phone": "13800000001", "isMain": true },
            { "name": "联系人乙", "phone": "13900000000" },
        ]);
        done(admin.put(&format!("/prm/coop/{id}"), json!({ "version": 1, "contacts": contacts })));
        let (link, code) = invite(&admin, "KH002");
        let mut data = sheet();
        data["fullName"] = json!("演示客户乙电子有限公司");
        data["socialCode"] = json!("91000000MA00000232");
        assert_eq!(send(&world.anonymous(), "submit", &code, &data).code, 0);
        done(act(&admin, &link, "adopt", json!({ "coopVersion": 2, "fields": ["contacts"] })));
        let partner = admin.ok(&format!("/prm/coop/{id}"));
        let of = |place: usize, name: &str| text(&partner["contacts"][place][name]).to_owned();
        assert_eq!([of(0, "name"), of(0, "phone")], ["联系人甲", "13800000001"]);
        assert_eq!([of(1, "phone"), of(1, "position"), of(1, "email")], ["13800000002", "单证", "b@example.com"]);
        assert_eq!((text(&partner["mainContact"]), &partner["version"]), ("联系人甲", &json!(3)));
    });
}

#[test]
fn a_name_or_code_of_another_partner_is_not_taken_over() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let (id, code) = invite(&admin, "KH002");
        assert_eq!(send(&world.anonymous(), "submit", &code, &sheet()).code, 0, "those outside are told nothing of it");
        let before = world.contents(true);
        let fields = json!(["coopFullName", "socialCreditCode"]);
        let reply = act(&admin, &id, "adopt", json!({ "coopVersion": 1, "fields": fields }));
        assert_eq!(
            findings(&reply),
            [("socialCreditCode".to_owned(), "统一社会信用代码已存在：KH001 客户甲".to_owned())]
        );
        world.unchanged(&before, true);
    });
}

#[test]
fn a_new_partner_is_made_of_a_sheet_and_waits_for_approval() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let say = |body: Json| findings(&ask(&admin, body));
        assert_eq!(
            say(json!({ "email": "a@b" })),
            [
                ("email".to_owned(), "请输入正确的邮箱地址".to_owned()),
                ("coopType".to_owned(), "请填写类型".to_owned()),
                ("coopName".to_owned(), "请填写简称".to_owned()),
            ]
        );
        let taken = json!({ "coopType": "供应商", "coopName": "客户甲" });
        assert_eq!(say(taken), [("coopName".to_owned(), "简称已存在".to_owned())]);
        let told = done(ask(&admin, json!({ "coopType": "供应商", "coopName": "供应商丙", "language": "en-US" })));
        assert_eq!(
            (text(&told["requestNo"]), text(&told["expireTime"]), text(&told["state"])),
            ("ZL-2607150001", "2026-07-29 10:00:00", "SENT")
        );
        assert!(text(&told["url"]).ends_with(&format!("/customer_info?code={}", text(&told["code"]))));
        let again = json!({ "coopType": "供应商", "coopName": "供应商丙" });
        assert_eq!(say(again)[0].1, "该客商已有未完成的资料邀请ZL-2607150001，请先撤回");
        let (id, code) = (text(&told["id"]).to_owned(), text(&told["code"]));
        let reader = world.anonymous();
        let seen = done(look(&reader, code));
        assert_eq!((text(&seen["coopType"]), text(&seen["language"])), ("SUPPLIER", "en-US"));
        let mut data = sheet();
        data["fullName"] = json!("演示供应商丙有限公司");
        data["socialCode"] = json!("91350100M000100Y43");
        assert_eq!(send(&reader, "submit", code, &data).code, 0);
        let fields = json!(["coopFullName", "socialCreditCode", "nationCode", "contacts"]);
        let made = done(act(&admin, &id, "adopt", json!({ "fields": fields })));
        assert_eq!(text(&made["coopCode"]), "GYS003");
        let row = coop(&admin, "GYS003");
        assert_eq!(
            (text(&row["coopName"]), text(&row["coopFullName"]), text(&row["coopState"]), text(&row["mainContact"])),
            ("供应商丙", "演示供应商丙有限公司", "待审批", "联系人乙")
        );
        assert_eq!(admin.ok(&format!("{BASE}/{id}"))["coopId"], row["id"]);
    });
}

#[test]
fn a_sheet_comes_back_with_a_reason_for_seven_days() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let (id, code) = submitted(world, &admin, "KH001");
        world.set_clock("2026-08-10 08:00:00");
        let admin = world.login("demo-admin");
        assert_eq!(findings(&act(&admin, &id, "reject", json!({ "reason": " " })))[0].1, "请填写退回原因");
        done(act(&admin, &id, "reject", json!({ "reason": "请补充地址" })));
        let reader = world.anonymous();
        let seen = done(look(&reader, &code));
        assert_eq!(
            (text(&seen["state"]), text(&seen["returnReason"]), text(&seen["data"]["phone"])),
            ("RETURNED", "请补充地址", "021-12345678")
        );
        world.set_clock("2026-08-17 07:59:59");
        assert_eq!(send(&reader, "submit", &code, &sheet()).code, 0);
        let admin = world.login("demo-admin");
        done(act(&admin, &id, "reject", json!({ "reason": "再改" })));
        world.set_clock("2026-08-24 07:59:59");
        refused(&send(&reader, "submit", &code, &sheet()), "链接不存在或已失效");
        let admin = world.login("demo-admin");
        refused(&act(&admin, &id, "reject", json!({ "reason": "x" })), "当前状态（已退回）不能进行此操作");
        assert_eq!(log(world, &id)[0][2], "状态：已提交 -> 已退回；原因：再改");
    });
}

#[test]
fn link_and_reason_are_mailed_where_there_is_an_address() {
    each_database_with(rooms, on_own_machine, |world| {
        world.database(|app, conn| base::load::load(conn, &app.mint, app.clock.now()).expect("loads"));
        let admin = world.login("demo-admin");
        let body = json!({ "coopType": "客户", "coopName": "客户戊", "email": "New@example.com" });
        assert_eq!(findings(&ask(&admin, body.clone()))[0].1, "未配置发件邮箱，请复制链接发送");
        let server = MailServer::start(Manner::Takes);
        done(admin.put("/hrs/org/mailbox", server.mailbox()));
        let told = done(ask(&admin, body));
        world.run_jobs();
        let mails = server.received();
        assert_eq!((mails.len(), &mails[0].to), (1, &vec!["new@example.com".to_owned()]));
        assert_eq!(mails[0].subject(), "演示货运邀请您填写客户信息");
        assert!(mails[0].text().contains(&format!("/customer_info?code={}", text(&told["code"]))));
        let mut data = sheet();
        data["fullName"] = json!("演示客户戊有限公司");
        assert_eq!(send(&world.anonymous(), "submit", text(&told["code"]), &data).code, 0);
        done(act(&admin, text(&told["id"]), "reject", json!({ "reason": "请补充地址" })));
        world.run_jobs();
        let mails = server.received();
        assert_eq!(mails.len(), 2);
        assert_eq!(mails[1].subject(), "演示货运退回了您填写的客户信息");
        assert!(mails[1].text().contains("原因：请补充地址"));
        let stored = world.contents(true);
        assert!(!stored.iter().any(|row| row.contains(text(&told["code"]))), "the link is kept nowhere");
    });
}

#[test]
fn others_see_and_change_nothing_of_it() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let (id, _) = submitted(world, &admin, "KH001");
        let coop = text(&coop(&admin, "KH001")["id"]).to_owned();
        let before = world.contents(false);
        let calls = [
            ("POST", format!("{BASE}/invite"), json!({ "coopId": coop })),
            ("GET", format!("{BASE}/{id}"), json!({})),
            ("POST", format!("{BASE}/{id}/adopt"), json!({ "version": 2, "coopVersion": 1, "fields": ["phone"] })),
            ("POST", format!("{BASE}/{id}/reject"), json!({ "version": 2, "reason": "x" })),
            ("POST", format!("{BASE}/{id}/withdraw"), json!({ "version": 2 })),
        ];
        for (method, path, body) in &calls {
            assert_eq!(world.login("sh01").call(method, path, body.clone()).status, 404, "{method} {path}");
            assert_eq!(world.login("nobody").call(method, path, body.clone()).status, 403, "{method} {path}");
            assert_eq!(world.anonymous().call(method, path, body.clone()).status, 401, "{method} {path}");
        }
        assert_eq!(world.login("sh01").ok(&format!("{BASE}/page"))["total"], 0);
        world.unchanged(&before, false);
        refused(&act(&admin, &id, "withdraw", json!({})), "当前状态（已提交）不能进行此操作");
    });
}
