//! A partner shared with another company: sending, looking, accepting, tying, refusing, stopping, expiring.

use platform::store::Cell;
use serde_json::{Value as Json, json};
use testkit::mail_server::{MailServer, Manner, on_own_machine};
use testkit::{Caller, World, done, each_database_with, findings, refused};

use super::super::{rooms, texts, with_partners};
use super::info::{coop, text};

const BASE: &str = "/prm/coopShare";

fn body(caller: &Caller<'_>, more: Json) -> Json {
    let mut body = json!({
        "coopId": coop(caller, "KH002")["id"], "company": "DEMOSH", "message": "请接收", "days": 7,
        "fields": ["coopFullName", "socialCreditCode", "nationCode", "phone"],
    });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

/// Shares KH002 with DEMOSH: the answer, and the address of the calls with the code.
fn shared(world: &World, more: Json) -> (Json, String, String) {
    let admin = world.login("demo-admin");
    let told = done(admin.post(BASE, body(&admin, more)));
    let (_, query) = text(&told["url"]).split_once("/externalCoopShare?shareId=").expect("a link");
    let (uuid, code) = query.split_once("&code=").expect("a code");
    (told.clone(), format!("{BASE}/external/{uuid}"), code.to_owned())
}

fn look(caller: &Caller<'_>, link: &str, code: &str) -> testkit::Reply {
    caller.get(&format!("{link}?code={code}"))
}

fn accept(code: &str) -> Json {
    json!({ "code": code, "coopType": "客户", "coopName": "共享客户乙" })
}

fn functions(caller: &Caller<'_>, kind: &str, id: &str) -> Vec<String> {
    texts(&caller.ok(&format!("/hrs/log/page?objectType={kind}&objectId={id}")), "function")
}

fn messages(caller: &Caller<'_>) -> Vec<String> {
    texts(&caller.ok("/prm/message"), "title")
}

// req: prm-route-external-coop-share, prm-route-prm-coop-share
#[test]
fn the_other_company_sees_what_was_ticked_and_makes_a_partner_of_its_own() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        world.database(|_, conn| {
            let mut update = platform::store::sql::update(3, "app_user", &[("admin_role", "admin".into_value())]);
            update.and_where(platform::store::sql::eq("name_cn", "上海操作一"));
            conn.exec(&update.into()).unwrap();
        });
        let (told, link, code) = shared(world, json!({}));
        assert_eq!((text(&told["shareNo"]), text(&told["peerName"])), ("GX-2607150001", "演示货运上海"));
        assert_eq!(text(&told["expireTime"]), "2026-07-22 10:00:00");
        assert!(code.len() >= 22, "128 bits at least");
        // Of the code the hash alone is kept.
        assert!(!world.contents(true).iter().any(|row| row.contains(&code)));
        let sh = world.login("sh01");
        assert_eq!(messages(&sh), ["演示货运共享了客户乙"]);
        let seen = done(look(&sh, &link, &code));
        assert_eq!(
            (text(&seen["orgName"]), text(&seen["coopName"]), text(&seen["message"])),
            ("演示货运", "客户乙", "请接收")
        );
        let fields: Vec<(&str, &str)> = seen["fields"]
            .as_array()
            .unwrap()
            .iter()
            .map(|line| (text(&line["field"]), text(&line["value"])))
            .collect();
        assert_eq!(fields[0].0, "coopFullName");
        assert_eq!(fields[1], ("socialCreditCode", "91000000MA00000232"));
        assert_eq!(fields.len(), 4, "nothing but what was ticked");
        let made = done(sh.post(&format!("{link}/accept"), accept(&code)));
        assert_eq!((text(&made["state"]), text(&made["coopCode"])), ("ACCEPTED", "KH001"));
        let own = sh.ok(&format!("/prm/coop/{}", text(&made["coopId"])));
        assert_eq!((text(&own["coopName"]), text(&own["socialCreditCode"])), ("共享客户乙", "91000000MA00000232"));
        assert_eq!((text(&own["coopState"]), text(&own["source"]), &own["email"]), ("待审批", "客商共享", &Json::Null));
        assert_eq!(functions(&sh, "coop", text(&made["coopId"])), ["接收共享"]);
        // The second open tells by whom, and the new code; a second answer is refused.
        let again = done(look(&sh, &link, &code));
        assert_eq!(
            (text(&again["state"]), text(&again["coopCode"]), &again["fields"]),
            ("ACCEPTED", "KH001", &json!([]))
        );
        let user = text(&again["handlerName"]).to_owned();
        refused(&sh.post(&format!("{link}/accept"), accept(&code)), &format!("已被{user}接收"));
        // The company that shared it sees it in its partner, in the list, in the log and among its messages.
        let kh002 = text(&coop(&admin, "KH002")["id"]).to_owned();
        let of = admin.ok(&format!("{BASE}/of/{kh002}"));
        assert_eq!(
            (text(&of[0]["state"]), text(&of[0]["peerCode"]), text(&of[0]["handlerName"])),
            ("ACCEPTED", "KH001", &*user)
        );
        assert_eq!(functions(&admin, "coop", &kh002)[..2], ["共享已接收", "共享"]);
        assert_eq!(messages(&admin), ["演示货运上海已接收客户乙"]);
        let row = admin.ok(&format!("{BASE}/page"))["records"][0].clone();
        assert_eq!(
            (text(&row["direction"]), text(&row["state"]), text(&row["coopCode"])),
            ("OUT", "ACCEPTED", "KH002")
        );
        let theirs = world.login("sh01").ok(&format!("{BASE}/page"))["records"][0].clone();
        assert_eq!(
            (text(&theirs["direction"]), text(&theirs["peerName"]), text(&theirs["coopCode"])),
            ("IN", "演示货运", "KH001")
        );
    });
}

// req: prm-route-external-coop-share
#[test]
fn a_wrong_code_an_ended_link_and_another_company_are_told_apart_only_by_who_holds_the_code() {
    with_partners(|world| {
        let (told, link, code) = shared(world, json!({}));
        let sh = world.login("sh01");
        let invalid = "链接无效";
        for (path, code) in [(link.as_str(), "wrong"), ("/prm/coopShare/external/none", &*code)] {
            refused(&look(&sh, path, code), invalid);
        }
        refused(&sh.post(&format!("{link}/accept"), accept("wrong")), invalid);
        assert_eq!(look(&world.anonymous(), &link, &code).status, 401);
        // The right code in the hands of another company: no permission; without the code it is not told that there is one.
        let admin = world.login("demo-admin");
        assert_eq!(look(&admin, &link, &code).status, 403);
        refused(&look(&admin, &link, "wrong"), invalid);
        refused(&look(&admin, &link, ""), invalid);
        // Who may see the page of shares needs no code, in the receiving company.
        let keeper = world.login("sh01");
        assert_eq!(done(look(&keeper, &link, ""))["mayAnswer"], true);
        // One minute before its end it works, at its end it does not.
        world.set_clock("2026-07-22 09:59:59");
        assert_eq!(look(&world.login("sh01"), &link, &code).code, 0);
        world.set_clock("2026-07-22 10:00:00");
        let sh = world.login("sh01");
        refused(&look(&sh, &link, &code), "链接已过期");
        refused(&sh.post(&format!("{link}/accept"), accept(&code)), "链接已过期");
        world.run_jobs();
        let admin = world.login("demo-admin");
        let row = admin.ok(&format!("{BASE}/page"))["records"][0].clone();
        assert_eq!(text(&row["state"]), "EXPIRED");
        let id = text(&told["id"]);
        let stop = admin.post(&format!("{BASE}/{id}/stop"), json!({ "version": row["version"] }));
        refused(&stop, "链接已过期");
    });
}

#[test]
fn a_share_is_stopped_refused_and_tied_to_a_known_partner() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let sh = world.login("sh01");
        let (told, link, code) = shared(world, json!({}));
        let id = text(&told["id"]);
        assert_eq!(admin.post(&format!("{BASE}/{id}/stop"), json!({ "version": 9 })).code, 3);
        assert_eq!(sh.post(&format!("{BASE}/{id}/stop"), json!({ "version": 1 })).status, 404);
        done(admin.post(&format!("{BASE}/{id}/stop"), json!({ "version": 1 })));
        refused(&look(&sh, &link, &code), "发起公司已停止共享");
        refused(&admin.post(&format!("{BASE}/{id}/stop"), json!({ "version": 2 })), "该共享已处理，不能停止");

        let (_, link, code) = shared(world, json!({}));
        let before = world.contents(true);
        let blank = sh.post(&format!("{link}/reject"), json!({ "code": code, "reason": " " }));
        assert_eq!(findings(&blank), [("reason".to_owned(), "请填写拒绝原因".to_owned())]);
        world.unchanged(&before, true);
        done(sh.post(&format!("{link}/reject"), json!({ "code": code, "reason": "已有往来" })));
        let seen = done(look(&sh, &link, &code));
        assert_eq!((text(&seen["state"]), text(&seen["rejectReason"])), ("REJECTED", "已有往来"));
        assert_eq!(messages(&admin)[0], "演示货运上海已拒绝客户乙");

        // Tied without taking anything over, then with what was ticked.
        let (_, link, code) = shared(world, json!({}));
        let mut first = accept(&code);
        first["coopName"] = json!("甲");
        let own = done(sh.post(&format!("{link}/accept"), first));
        let (_, link, code) = shared(world, json!({ "fields": ["email", "website"] }));
        world.database(|_, conn| {
            let cells = [("website", "https://example.com".into_value())];
            let mut update = platform::store::sql::update(2, "coop", &cells);
            update.and_where(platform::store::sql::eq("coop_code", "KH002"));
            conn.exec(&update.into()).unwrap();
        });
        let tie = |more: Json| {
            let mut body = json!({ "code": code, "coopId": own["coopId"] });
            for (name, value) in more.as_object().unwrap() {
                body[name] = value.clone();
            }
            sh.post(&format!("{link}/bind"), body)
        };
        assert_eq!(findings(&tie(json!({ "fields": ["phone"] })))[0].1, "不能采纳：phone", "it was not shared");
        assert_eq!(tie(json!({ "coopId": "4711" })).status, 404);
        assert_eq!(tie(json!({ "fields": ["website"], "coopVersion": 99 })).code, 3);
        let tied = done(tie(json!({ "fields": ["website"] })));
        assert_eq!(tied["coopId"], own["coopId"]);
        let partner = sh.ok(&format!("/prm/coop/{}", text(&own["coopId"])));
        assert_eq!((text(&partner["website"]), &partner["email"]), ("https://example.com", &Json::Null));
    });
}

#[test]
fn what_is_wrong_with_a_share_is_told_all_at_once_and_nobody_shares_without_the_right() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let before = world.contents(true);
        let wrong = json!({ "company": "", "days": 91, "email": "a@b@", "fields": [] });
        let fields: Vec<String> =
            findings(&admin.post(BASE, body(&admin, wrong))).into_iter().map(|(field, _)| field).collect();
        assert_eq!(fields, ["company", "days", "email", "fields"]);
        let ask = |more: Json| findings(&admin.post(BASE, body(&admin, more)))[0].1.clone();
        assert_eq!(ask(json!({ "company": "NONE" })), "公司不存在");
        assert_eq!(ask(json!({ "company": "DEMO" })), "不能共享给本公司");
        assert_eq!(ask(json!({ "fields": ["remark"] })), "不能共享：remark");
        assert_eq!(ask(json!({ "email": "a@example.com" })), "未配置发件邮箱，请复制链接发送");
        world.unchanged(&before, true);
        assert_eq!(world.login("nobody").post(BASE, json!({})).status, 403);
        // By the name of the company, or of a partner that is bound to it; and once only at a time.
        let (told, ..) = shared(world, json!({ "company": "演示货运上海" }));
        assert_eq!(text(&told["peerName"]), "演示货运上海");
        assert_eq!(ask(json!({})), "已共享给该公司（GX-2607150001）");
        world.database(|_, conn| {
            let cells = [("bound_org_id", platform::store::Value::Int(3))];
            let mut update = platform::store::sql::update(2, "coop", &cells);
            update.and_where(platform::store::sql::eq("coop_code", "HL001"));
            conn.exec(&update.into()).unwrap();
        });
        assert_eq!(ask(json!({ "company": "HL001" })), "已共享给该公司（GX-2607150001）");
    });
}

#[test]
fn the_link_is_mailed_where_that_is_wished() {
    each_database_with(rooms, on_own_machine, |world| {
        world.database(|app, conn| base::load::load(conn, &app.mint, app.clock.now()).expect("loads"));
        world.partners();
        let server = MailServer::start(Manner::Takes);
        done(world.login("demo-admin").put("/hrs/org/mailbox", server.mailbox()));
        let (told, ..) = shared(world, json!({ "email": "B@Example.com" }));
        world.run_jobs();
        let mails = server.received();
        assert_eq!((mails.len(), &mails[0].to), (1, &vec!["b@example.com".to_owned()]));
        assert_eq!(mails[0].subject(), "演示货运共享客商：客户乙");
        assert!(mails[0].text().contains(text(&told["code"])));
    });
}

// req: pages-open-customer-info
#[test]
fn adopting_a_sheet_shows_the_button_of_the_right_it_needs() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let can = |page: &Json| page["records"][0]["can"].clone();
        let (_, link) = super::info::invite(&admin, "KH001");
        assert_eq!(super::info::send(&world.anonymous(), "submit", &link, &super::info::sheet()).code, 0);
        let page = admin.ok("/prm/coopInfo/page");
        assert_eq!(can(&page), json!(["prm-coop-edit", "prm-coop-invite"]));
        let fresh = json!({ "coopType": "客户", "coopName": "新客户", "language": "zh-CN" });
        let told = done(admin.post("/prm/coopInfo/invite", fresh));
        let mut sheet = super::info::sheet();
        sheet["socialCode"] = json!("91000000MA0000058L");
        let sent = super::info::send(&world.anonymous(), "submit", text(&told["code"]), &sheet);
        assert_eq!(sent.code, 0, "{}", sent.message);
        assert_eq!(can(&admin.ok("/prm/coopInfo/page")), json!(["prm-coop-add", "prm-coop-invite"]));
    });
}
