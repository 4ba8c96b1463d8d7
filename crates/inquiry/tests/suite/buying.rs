//! 询价管理: assigning, sending, reminding.

use serde_json::{Value as Json, json};
use testkit::each_database_from;
use testkit::mail_server::{MailServer, Manner, on_own_machine};

use super::kit::*;

#[test]
fn buyers_see_what_was_handed_in_and_no_customer_that_is_kept_from_them() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let body = with(typed(world), json!({ "hideCustomer": true }));
        let id = text(&done(admin.post(MINE, body))["id"]).to_owned();
        let buyer = world.login("buy01");
        assert_eq!(buyer.ok(&format!("{BUYING}/page"))["total"], 0, "a draft is not the buyers' yet");
        assert_eq!(buyer.get(&format!("{BUYING}/{id}")).status, 404);
        done(act(&admin, &format!("{MINE}/submit"), &id, json!({})));
        let row = |caller: &testkit::Caller<'_>| caller.ok(&format!("{BUYING}/page"))["records"][0].clone();
        assert_eq!(text(&row(&buyer)["coopName"]), "保密");
        assert_eq!(text(&row(&buyer)["remaining"]), "24h 00m");
        assert_eq!(text(&row(&admin)["coopName"]), "客户乙");
        let filtered =
            |caller: &testkit::Caller<'_>| caller.ok(&format!("{BUYING}/page?coopName=客户乙"))["total"].clone();
        assert_eq!((filtered(&buyer), filtered(&admin)), (json!(0), json!(1)));
        let seen = buyer.ok(&format!("{BUYING}/{id}"));
        assert_eq!((&seen["coopId"], text(&seen["prospect"])), (&Json::Null, "保密"));
        let log = buyer.get(&format!("/hrs/log/page?objectType=inquiry&objectId={id}"));
        assert_eq!(log.status, 403, "the log of sales names the customer");
        assert_eq!(admin.ok(&format!("{BUYING}/{id}"))["coopId"], KH002.to_string());
        world.set_clock("2026-07-16 10:10:00");
        let buyer = world.login("buy01");
        assert_eq!(text(&row(&buyer)["remaining"]), "-0h 10m");
        assert_eq!(buyer.ok(&format!("{BUYING}/page?overdue=true"))["total"], 1);
        assert_eq!(buyer.ok(&format!("{BUYING}/page?overdue=false"))["total"], 0);
    });
}

#[test]
fn a_buyer_is_named_and_agents_with_the_lane_are_proposed() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let fits = agent(&admin, GYS001, json!({ "lanes": [{ "departure": "PVG", "arrival": "LAX" }] }));
        agent(&admin, DL001, json!({ "lanes": [{ "departure": "PVG", "arrival": "FRA" }] }));
        let id = handed_in(world);
        let buyer = user_id(world, "buy01").to_string();
        let assign = format!("{BUYING}/assign");
        let wrong = findings(&act(&admin, &assign, &id, json!({ "buyerId": "4711" })));
        assert_eq!(wrong, [("buyerId".to_owned(), "采购不存在或已停用".to_owned())]);
        done(act(&admin, &assign, &id, json!({ "buyerId": buyer })));
        let row = admin.ok(&format!("{BUYING}/page"))["records"][0].clone();
        assert_eq!((text(&row["state"]), text(&row["buyerName"])), ("ASKING", "采购一"));
        let offers = admin.ok("/platform/select/inquiry?keyword=0001");
        assert_eq!(offers, json!([{ "value": id, "label": "XJ-2607150001", "hint": "PVG-LAX" }]));
        let begin = admin.ok(&format!("{BUYING}/{id}/agents"));
        assert_eq!(begin["agents"].as_array().unwrap().len(), 1);
        assert_eq!((&begin["agents"][0]["value"], &begin["agents"][0]["label"]), (&fits["id"], &json!("供应商甲")));
        assert_eq!(begin["answerBy"], "2026-07-16 10:00:00");
    });
}

#[test]
fn each_agent_gets_a_link_of_its_own_that_is_told_once() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let (gys, dl) = agents(&admin);
        let id = handed_in(world);
        let before = world.contents(true);
        assert_eq!(
            findings(&send(&admin, &id, &[], json!({ "answerBy": "2026-07-15 10:00:00" }))),
            [
                ("agents".to_owned(), "请选择询价代理".to_owned()),
                ("answerBy".to_owned(), "截止时间须晚于现在".to_owned()),
            ]
        );
        world.unchanged(&before, true);
        let sent = done(send(&admin, &id, &[&gys, &dl], json!({})));
        assert_eq!((text(&sent["state"]), &sent["mailed"], &sent["round"]), ("ASKING", &json!(0), &json!(1)));
        let links = [link(&sent["links"][0]), link(&sent["links"][1])];
        assert_ne!(links[0], links[1]);
        for (name, code) in &links {
            assert!(code.len() >= 26 && code.bytes().all(|letter| letter.is_ascii_alphanumeric()), "130 bits");
            done(world.anonymous().get(&format!("{OUTER}/{name}?code={code}")));
            assert!(!world.contents(true).iter().any(|row| row.contains(code.as_str())), "only hashes are kept");
        }
        let told = compare(&admin, &id).to_string();
        assert!(!told.contains(&links[0].1), "the link is not told again");
        let again = send(&admin, &id, &[&gys], json!({}));
        assert_eq!((again.code, text(&again.data["confirms"][0]["message"])), (2, "该代理已询价，是否发送新一轮？"));
        let anew = done(send(&admin, &id, &[&gys], json!({ "confirmed": ["inquiry.again"] })));
        assert_eq!(anew["round"], 2);
        let (name, code) = &links[0];
        let old = done(world.anonymous().get(&format!("{OUTER}/{name}?code={code}")));
        assert_eq!(old["closed"], true, "the older link takes no answer");
        assert_eq!(admin.ok(&format!("{BUYING}/page"))["records"][0]["askedAnswered"], "2/0");
    });
}

#[test]
fn agents_are_mailed_in_their_language_and_reminded_by_the_same_link() {
    let server = MailServer::start(Manner::Takes);
    testkit::each_database_with(rooms, on_own_machine, |world| {
        lay(world);
        let admin = world.login("demo-admin");
        let (gys, dl) = agents(&admin);
        let id = handed_in(world);
        let urge = format!("{BUYING}/urge");
        done(act(&admin, &format!("{BUYING}/assign"), &id, json!({ "buyerId": user_id(world, "buy01").to_string() })));
        refused(&act(&admin, &urge, &id, json!({})), "没有可催办的代理");
        assert_eq!(admin.put("/hrs/org/mailbox", server.mailbox()).code, 0);
        let before = server.received().len();
        let sent = done(send(&admin, &id, &[&gys, &dl], json!({})));
        assert_eq!(sent["mailed"], 2);
        world.run_jobs();
        let mails = server.received().split_off(before);
        assert_eq!(mails.len(), 2);
        let subjects: Vec<String> = mails.iter().map(testkit::mail_server::Received::subject).collect();
        let chinese = "演示货运询价 XJ-2607150001：PVG-LAX 10 PCS 500.0 KG 3.000 CBM";
        assert!(subjects.iter().any(|subject| subject == chinese), "{subjects:?}");
        assert!(subjects.iter().any(|subject| subject.starts_with("Inquiry XJ-2607150001 of ")), "{subjects:?}");
        for mail in &mails {
            let words = mail.text();
            assert!(words.contains("/af_order_inquiry_quotation?o="), "{words}");
            for secret in ["客户乙", "25.00", "急件"] {
                assert!(!words.contains(secret), "{words}");
            }
        }
        done(world.anonymous().post(&format!("{OUTER}/quote"), all_in(&link(&sent["links"][1]))));
        let before = server.received().len();
        assert_eq!(done(act(&admin, &urge, &id, json!({})))["urged"], 1, "who has answered is left in peace");
        refused(&act(&admin, &urge, &id, json!({})), "没有可催办的代理");
        world.run_jobs();
        let reminder =
            server.received().split_off(before).into_iter().find(|mail| mail.subject().starts_with("【催办】"));
        let code = link(&sent["links"][0]).1;
        assert!(reminder.expect("a reminder").text().contains(&code), "the same link");
    });
}

#[test]
fn a_change_asks_and_tells_the_agents() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let quoted = quoted(world);
        let seen = look(&admin, &quoted.id);
        let change = json!({ "version": seen["version"], "weight": 1000, "answerBy": "2026-07-20 10:00:00" });
        let asked = admin.put(&format!("{MINE}/{}", quoted.id), change.clone());
        assert_eq!(
            (asked.code, text(&asked.data["confirms"][0]["message"])),
            (2, "已向2家代理询价，修改后将通知代理，是否继续？")
        );
        let change = with(change, json!({ "confirmed": ["inquiry.asked"] }));
        done(admin.put(&format!("{MINE}/{}", quoted.id), change));
        let row = admin.ok(&format!("{BUYING}/page"))["records"][0].clone();
        assert_eq!((&row["bestTotal"], &row["bestPerKg"]), (&json!(26250), &json!(26.25)), "at the new weight");
        let (name, code) = &quoted.link;
        let open = done(world.anonymous().get(&format!("{OUTER}/{name}?code={code}")));
        assert_eq!((text(&open["weight"]), text(&open["answerBy"])), ("1000.0", "2026-07-20 10:00:00"));
    });
}
