//! 客商账单: how bills go out, are changed, come back and are withdrawn, and what else a partner was billed.

use serde_json::{Value as Json, json};
use testkit::mail_server::{MailServer, Manner, on_own_machine};
use testkit::{Caller, Reply, World, done, each_database_from, each_database_from_with, refused};

use super::agreement_rule::{agreement, item, lay_bills, lay_trade, rules, run, trading};
use super::approval::id_of;
use crate::prm::{rooms, texts};

const BILLS: &str = "/prm/coopBill";

fn at(caller: &Caller<'_>, code: &str) -> String {
    let row = caller.ok(&format!("{BILLS}/page?billCode={code}"))["records"][0].clone();
    format!("{BILLS}/{}", row["id"].as_str().expect("an id"))
}

fn act(caller: &Caller<'_>, path: &str, verb: &str, more: Json) -> Reply {
    let mut body = json!({ "version": caller.ok(path)["version"] });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    caller.post(&format!("{path}/{verb}"), body)
}

fn change(caller: &Caller<'_>, path: &str, more: Json) -> Reply {
    let mut body = json!({ "version": caller.ok(path)["version"] });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    caller.put(path, body)
}

fn with_bill(story: impl Fn(&World)) {
    each_database_from(rooms, lay_bills, story);
}

const FIRST: &str = "XZ-26070001";

#[test]
fn a_bill_that_went_out_is_due_by_its_agreement_and_stays_as_it_is() {
    with_bill(|world| {
        let admin = world.login("demo-admin");
        let path = at(&admin, FIRST);
        let told = done(act(&admin, &path, "issue", json!({})));
        assert_eq!((&told["state"], &told["mailed"]), (&json!("WAITING"), &json!(false)));
        let view = admin.ok(&path);
        assert_eq!((&view["issueDate"], &view["dueDate"]), (&json!("2026-07-15"), &json!("2026-08-25")));
        let before = world.contents(false);
        let lines = view["lines"].clone();
        refused(&change(&admin, &path, json!({ "lines": lines })), "账单已出账，不能修改");
        refused(&admin.delete(&format!("{path}?version={}", view["version"])), "仅草稿可删除");
        world.unchanged(&before, false);
        done(act(&admin, &path, "back", json!({})));
        let view = admin.ok(&path);
        assert_eq!((&view["state"], &view["dueDate"]), (&json!("DRAFT"), &Json::Null));
    });
}

#[test]
fn a_bill_that_is_withdrawn_leaves_its_periods_free() {
    with_bill(|world| {
        let admin = world.login("demo-admin");
        let path = at(&admin, FIRST);
        let rule = admin.ok("/prm/agreementRule/page")["records"][0]["id"].as_str().expect("an id").to_owned();
        done(act(&admin, &path, "issue", json!({})));
        assert_eq!(act(&admin, &path, "void", json!({})).findings_at("voidReason"), ["请填写作废原因"]);
        done(act(&admin, &path, "void", json!({ "voidReason": "金额有误" })));
        assert_eq!(admin.ok(&path)["state"], json!("VOID"));
        let made = done(run(&admin, "2026-06", &[&rule]));
        assert_eq!(made["billCodes"], json!(["XZ-26070002"]), "numbers are not given again");
        let again = run(&admin, "2026-06", &[&rule]);
        assert_eq!(again.findings_at("rules"), ["该条款2026-06已出账（XZ-26070002）"]);
    });
}

#[test]
fn a_line_that_is_added_says_why_and_the_sums_follow() {
    with_bill(|world| {
        let admin = world.login("demo-admin");
        let path = at(&admin, FIRST);
        let stood = admin.ok(&path)["lines"][0].clone();
        let added = |more: Json| {
            let mut line = json!({ "serviceItemId": item(&admin), "amount": "100.00", "taxRate": "6%" });
            line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            json!({ "lines": [stood, line] })
        };
        let plain = change(&admin, &path, added(json!({})));
        assert_eq!(plain.findings_at("lines"), ["增加的明细须为调整行"]);
        let unsaid = change(&admin, &path, added(json!({ "adjusting": true })));
        assert_eq!(unsaid.findings_at("lines.1.reason"), ["请填写调整原因"]);
        done(change(&admin, &path, added(json!({ "adjusting": true, "reason": "补上月" }))));
        let row = admin.ok(&format!("{BILLS}/page?billCode={FIRST}"))["records"][0].clone();
        let figures = ["amount", "functionalAmount", "openAmount", "lineCount"].map(|name| row[name].clone());
        assert_eq!(figures, [json!(600), json!(600), json!(600), json!(2)]);
        let line = admin.ok(&path)["lines"][1].clone();
        assert_eq!((&line["tax"], &line["untaxed"]), (&json!(5.66), &json!(94.34)));
        let total = admin.ok(&format!("{BILLS}/total"));
        assert_eq!(total["totals"]["amount"], json!("CNY 600.00"));
        // Without the line of the rule, its period can be billed again.
        let rule = admin.ok("/prm/agreementRule/page")["records"][0]["id"].as_str().expect("an id").to_owned();
        done(change(&admin, &path, json!({ "lines": [line] })));
        assert_eq!(done(run(&admin, "2026-06", &[&rule]))["billCodes"], json!(["XZ-26070002"]));
    });
}

#[test]
fn a_bill_is_made_by_hand_under_an_agreement() {
    with_bill(|world| {
        let admin = world.login("demo-admin");
        let body = |change: Json| {
            let mut body = json!({
                "agreementId": agreement(&admin, "XY-26010003")["id"], "side": "PAYABLE", "period": "2026-07",
                "currencyCode": "USD",
            });
            body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
            body
        };
        let wrong = admin.post(BILLS, body(json!({ "side": "RECEIVABLE", "period": "2026-7", "currencyCode": "ZZZ" })));
        assert_eq!(wrong.findings_at("side"), ["收付方向须与协议一致"]);
        assert_eq!(wrong.findings_at("period"), ["期间格式为年-月，如2026-06"]);
        assert_eq!(wrong.findings_at("currencyCode"), ["币种不存在"]);
        refused(&admin.post(BILLS, body(json!({}))), "USD在2026-07-15没有有效汇率");
        let made = done(admin.post(BILLS, body(json!({ "currencyCode": "CNY" }))));
        let path = format!("{BILLS}/{}", made["id"].as_str().expect("an id"));
        let view = admin.ok(&path);
        assert_eq!((&view["billCode"], &view["state"]), (&json!("XZ-26070002"), &json!("DRAFT")));
        refused(&act(&admin, &path, "issue", json!({})), "账单没有明细");
        let line = json!({ "serviceItemId": item(&admin), "amount": 50 });
        done(change(&admin, &path, json!({ "lines": [line] })));
        // Whoever is on the black list is not paid without a question.
        let coop = format!("/prm/coop/{}", id_of(&admin, "GYS001"));
        let black = json!({ "version": admin.ok(&coop)["version"], "reason": "测试" });
        done(admin.post(&format!("{coop}/black"), black));
        let asked = act(&admin, &path, "issue", json!({}));
        assert_eq!((asked.code, asked.questions()), (2, vec!["coop_bill.black".to_owned()]));
        done(act(&admin, &path, "issue", json!({ "confirmed": ["coop_bill.black"] })));
    });
}

#[test]
fn the_papers_of_a_partner_stand_beside_its_bills() {
    each_database_from(trading, lay_trade, |world| {
        let admin = world.login("demo-admin");
        let all = rules(&admin);
        done(run(&admin, "2026-06", &[&all[0]]));
        let coop = id_of(&admin, "KH001");
        let business = format!("{BILLS}/business");
        let page = admin.ok(&format!("{business}/page?coopId={coop}"));
        let notes = ["AE-DN-2607150001", "AE-DN-2607150002", "AE-DN-2607150003"];
        let mut numbers = texts(&page, "number");
        numbers.sort();
        assert_eq!(numbers, notes);
        let open: i64 = page["records"].as_array().unwrap().iter().filter_map(|row| row["openAmount"].as_i64()).sum();
        assert_eq!(open, 60_000);
        assert_eq!(admin.ok(&format!("{business}/page?coopId={coop}&kind=PAYMENT"))["total"], json!(0));
        let asked = admin.get(&format!("{business}/page"));
        assert_eq!(asked.findings_at("coopId"), ["请选择客商"]);
        // What a bill was counted of stands on its paper, and below its form.
        let path = at(&admin, FIRST);
        let told = admin.ok(&path)["told"].to_string();
        assert!(told.contains("计费依据") && told.contains("17,500.0"), "{told}");
        let id = path.rsplit('/').next().expect("an id");
        let pdf = admin.get(&format!("{BILLS}/print/{id}"));
        assert!(pdf.bytes.starts_with(b"%PDF"), "{}", pdf.message);
        let book = admin.post(&format!("{BILLS}/paper"), json!({ "ids": [id], "format": "EXCEL" }));
        let cells = testkit::rows_of(&book.bytes).concat();
        assert!(cells.iter().any(|cell| cell == FIRST) && cells.iter().any(|cell| cell == "17500"), "{cells:?}");
        assert_eq!(world.login("sh01").get(&format!("{BILLS}/print/{id}")).status, 403);
    });
}

// req: prm-route-prm-coop-bill
#[test]
fn a_bill_is_mailed_with_its_paper_and_its_details() {
    each_database_from_with(rooms, on_own_machine, lay_bills, |world| {
        let admin = world.login("demo-admin");
        let path = at(&admin, FIRST);
        let coop = format!("/prm/coop/{}", id_of(&admin, "KH001"));
        done(act(&admin, &path, "issue", json!({})));
        refused(&act(&admin, &path, "send", json!({})), "客户甲没有联系人邮箱");
        let contacts = json!([{ "name": "联系人", "email": "finance@kh001.example.com", "isMain": true }]);
        done(admin.put(&coop, json!({ "version": admin.ok(&coop)["version"], "contacts": contacts })));
        refused(&act(&admin, &path, "send", json!({})), "请先在个人设置中配置邮件发送");
        let server = MailServer::start(Manner::Takes);
        done(admin.put("/hrs/org/mailbox", server.mailbox()));
        let admin = world.login("demo-admin");
        done(act(&admin, &path, "send", json!({})));
        world.run_jobs();
        let mail = server.received().pop().expect("a mail");
        assert_eq!(mail.to, ["finance@kh001.example.com"]);
        let names: Vec<String> = mail.files().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, [format!("{FIRST}.pdf"), format!("{FIRST}.xlsx")]);
        // One that is taken back and goes out again is mailed by that.
        done(act(&admin, &path, "back", json!({})));
        assert_eq!(done(act(&admin, &path, "issue", json!({})))["mailed"], json!(true));
    });
}
