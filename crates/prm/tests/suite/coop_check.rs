//! 客商对账: a bill beside the partner's list, what becomes of differences, and what the partner says behind a link.

use platform::access::secret_hash;
use platform::store::{Stmt, Value, sql};
use serde_json::{Value as Json, json};
use testkit::mail_server::{MailServer, Manner, on_own_machine};
use testkit::{Caller, Reply, World, done, each_database_from, each_database_from_with, refused};

use super::agreement_rule::{lay_bills, lay_trade, rules, run, trading};
use super::approval::{decide, id_of, set};
use crate::prm::rooms;

const BASE: &str = "/prm/coopCheck";
const BILLS: &str = "/prm/coopBill";
const OUTER: &str = "/prm/external/billCheck";
const GONE: &str = "链接无效或已过期";
/// What KH001 is owed for June, and the fee it owes.
pub const OWED: &str = "XZ-26070002";
pub const FEE: &str = "XZ-26070001";

fn row(caller: &Caller<'_>, base: &str, code: &str) -> Json {
    caller.ok(&format!("{base}/page?billCode={code}"))["records"][0].clone()
}

pub fn bill(caller: &Caller<'_>, code: &str) -> Json {
    row(caller, BILLS, code)
}

fn act(caller: &Caller<'_>, (base, code, verb): (&str, &str, &str), mut body: Json) -> Reply {
    let row = row(caller, base, code);
    body["version"] = row["version"].clone();
    caller.post(&format!("{base}/{}/{verb}", row["id"].as_str().expect("an id")), body)
}

pub fn issue(caller: &Caller<'_>, code: &str) {
    done(act(caller, (BILLS, code, "issue"), json!({})));
}

pub fn check(caller: &Caller<'_>, code: &str, verb: &str, body: Json) -> Reply {
    act(caller, (BASE, code, verb), body)
}

fn import(caller: &Caller<'_>, code: &str, list: &str, more: Json) -> Reply {
    let file = done(caller.upload(&format!("{BASE}/import/file"), &[("账单.csv", list.as_bytes())]));
    let mut body = more;
    body["partnerFile"] = json!([{ "id": file["id"] }]);
    check(caller, code, "import", body)
}

/// A bill goes out, and its partner has the same.
pub fn agree(caller: &Caller<'_>, code: &str, amount: &str) {
    issue(caller, code);
    done(import(caller, code, &format!("单号,金额\n{code},{amount}\n"), json!({})));
    done(check(caller, code, "confirm", json!({})));
}

/// The lines of the dialog, those nothing is agreed on first.
fn lines(caller: &Caller<'_>, code: &str) -> Vec<Json> {
    let id = row(caller, BASE, code)["id"].as_str().expect("an id").to_owned();
    caller.ok(&format!("{BASE}/{id}/saveLines/first"))["lines"].as_array().cloned().unwrap_or_default()
}

fn treat(caller: &Caller<'_>, code: &str, line: &Json, more: Json) -> Reply {
    let mut said = json!({ "lineId": line["lineId"], "theirAmount": line["theirAmount"] });
    said.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let body = json!({ "toleranceAmount": "10.00", "tolerancePercent": "1.00", "lines": [said] });
    check(caller, code, "saveLines", body)
}

/// The bills of June.
pub fn lay_june(world: &World) {
    lay_trade(world);
    let admin = world.login("demo-admin");
    let all = rules(&admin);
    done(run(&admin, "2026-06", &all.each_ref().map(String::as_str)));
}

fn with_june(story: impl Fn(&World)) {
    each_database_from(trading, lay_june, story);
}

fn counts(row: &Json) -> [Json; 5] {
    ["equal", "within", "different", "onlyOurs", "onlyTheirs"].map(|name| row[name].clone())
}

// req: prm-route-prm-coop-check
#[test]
fn what_a_partner_states_for_a_bill_stands_against_all_of_it() {
    with_june(|world| {
        let admin = world.login("demo-admin");
        issue(&admin, OWED);
        let before = row(&admin, BASE, OWED);
        assert_eq!(
            (&before["state"], &before["result"], &before["lines"]),
            (&json!("WAITING"), &json!("NONE"), &json!(2))
        );
        done(import(&admin, OWED, &format!("单号,金额\n{OWED},\"7,350.00\"\n"), json!({})));
        let now = row(&admin, BASE, OWED);
        let figures = ["ourAmount", "theirAmount", "diff", "diffRate"].map(|name| now[name].clone());
        assert_eq!(figures, [json!(7_000), json!(7_350), json!(350), json!(5)]);
        assert_eq!((&now["state"], &now["result"]), (&json!("CHECKING"), &json!("DIFFERENT")), "{now}");
        assert_eq!(counts(&now), [1, 0, 1, 0, 0].map(|count| json!(count)));
        let held = bill(&admin, OWED);
        assert_eq!((&held["state"], &held["checkState"]), (&json!("CHECKING"), &json!("DIFFERENT")));
        refused(&check(&admin, OWED, "confirm", json!({})), "存在未处理差异");
        // As we say, for a reason.
        let open = lines(&admin, OWED)[0].clone();
        assert_eq!(open["result"], json!("DIFFERENT"));
        let unsaid = treat(&admin, OWED, &open, json!({ "treatment": "OURS" }));
        assert_eq!(unsaid.findings_at("lines.0.reason"), ["请选择原因"]);
        done(treat(&admin, OWED, &open, json!({ "treatment": "OURS", "reason": "数量不符" })));
        done(check(&admin, OWED, "confirm", json!({})));
        let held = bill(&admin, OWED);
        assert_eq!(
            (&held["state"], &held["amount"], &held["lineCount"]),
            (&json!("CONFIRMED"), &json!(7_000), &json!(1))
        );
        refused(&check(&admin, OWED, "match", json!({})), "对账已确认，不能执行此操作");
    });
}

#[test]
fn what_is_agreed_on_as_they_say_waits_for_its_decision_and_adjusts_the_bill() {
    with_june(|world| {
        let (admin, mgr) = (world.login("demo-admin"), world.login("mgr01"));
        set(&admin, "110");
        issue(&admin, OWED);
        done(import(&admin, OWED, &format!("单号,金额\n{OWED},7350.00\n"), json!({})));
        let theirs = json!({ "treatment": "THEIRS", "reason": "数量不符" });
        done(treat(&admin, OWED, &lines(&admin, OWED)[0], theirs));
        let told = done(check(&admin, OWED, "confirm", json!({})));
        assert_eq!(told["state"], json!("APPROVING"));
        assert_eq!(bill(&admin, OWED)["amount"], json!(7_000), "nothing is adjusted before");
        decide(&mgr, "refuse");
        assert_eq!(row(&admin, BASE, OWED)["state"], json!("CHECKING"));
        done(check(&admin, OWED, "confirm", json!({})));
        decide(&mgr, "agree");
        assert_eq!(row(&admin, BASE, OWED)["state"], json!("CONFIRMED"));
        let held = bill(&admin, OWED);
        assert_eq!(
            (&held["state"], &held["amount"], &held["lineCount"]),
            (&json!("CONFIRMED"), &json!(7_350), &json!(2))
        );
        let view = admin.ok(&format!("{BILLS}/{}", held["id"].as_str().unwrap()));
        let added = &view["lines"][1];
        let said = ["adjusting", "amount", "reason", "taxRate"].map(|name| added[name].clone());
        assert_eq!(said, [json!(true), json!(350), json!("数量不符"), json!("6%")]);
    });
}

#[test]
fn rows_are_found_by_the_keys_of_a_line_and_the_rest_stands_beside() {
    with_june(|world| {
        let admin = world.login("demo-admin");
        issue(&admin, OWED);
        let keys: Vec<String> = lines(&admin, OWED)
            .iter()
            .map(|line| line["lineName"].as_str().unwrap().split(' ').next().unwrap().to_owned())
            .collect();
        // Ten of 3,500.00 is within both bounds, ten and a cent beyond one of them.
        let list = |second: &str| {
            format!(
                "对账表\n编号,另号,款项,吨\n{},,3500.00,17500\n无,{},{second},17500\n别处,,5.00,1\n",
                keys[0], keys[1]
            )
        };
        let named = json!({
            "headRow": 2, "numberHeading": "编号", "keyHeading": "另号", "amountHeading": "款项", "quantityHeading": "吨",
        });
        let strange = import(&admin, OWED, &list("1"), json!({}));
        assert!(!strange.findings_at("numberHeading").is_empty() && !strange.findings_at("amountHeading").is_empty());
        done(import(&admin, OWED, &list("3510.00"), named.clone()));
        assert_eq!(counts(&row(&admin, BASE, OWED)), [1, 1, 0, 0, 1].map(|count| json!(count)));
        done(import(&admin, OWED, &list("3510.01"), named));
        assert_eq!(counts(&row(&admin, BASE, OWED)), [1, 0, 1, 0, 1].map(|count| json!(count)));
        let id = row(&admin, BASE, OWED)["id"].as_str().unwrap().to_owned();
        assert_eq!(admin.ok(&format!("{BASE}/{id}/import/first"))["keyHeading"], json!("另号"), "remembered");
        // An amount between; what they alone have is nothing of ours.
        let open = lines(&admin, OWED);
        let said = |place: usize, more: Json| {
            let mut line = json!({ "lineId": open[place]["lineId"], "theirAmount": open[place]["theirAmount"] });
            line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            line
        };
        let middle =
            |amount: Json| said(0, json!({ "treatment": "MIDDLE", "agreedAmount": amount, "reason": "价格不符" }));
        let other = said(1, json!({ "treatment": "OURS", "reason": "重复计费" }));
        let body = |lines: Json| json!({ "toleranceAmount": "10.00", "tolerancePercent": "1.00", "lines": lines });
        let wrong = check(&admin, OWED, "saveLines", body(json!([middle(Json::Null), other])));
        assert_eq!(wrong.findings_at("lines.0.agreedAmount"), ["请填写认可金额"]);
        done(check(&admin, OWED, "saveLines", body(json!([middle(json!("3505.00")), other]))));
        done(check(&admin, OWED, "confirm", json!({})));
        assert_eq!(bill(&admin, OWED)["amount"], json!(7_005), "5.00 is within what may differ: nobody decides");
    });
}

#[test]
fn a_dispute_is_told_and_the_bill_goes_out_anew() {
    each_database_from(rooms, lay_bills, |world| {
        let admin = world.login("demo-admin");
        issue(&admin, FEE);
        assert!(!check(&admin, FEE, "dispute", json!({})).findings_at("dispute").is_empty());
        done(check(&admin, FEE, "dispute", json!({ "dispute": "费用未约定" })));
        assert_eq!(bill(&admin, FEE)["state"], json!("DISPUTED"));
        let first = row(&admin, BASE, FEE)["id"].clone();
        // What is changed of it meanwhile is what is compared.
        let path = format!("{BILLS}/{}", bill(&admin, FEE)["id"].as_str().unwrap());
        let view = admin.ok(&path);
        let mut lines = view["lines"].clone();
        lines[0]["amount"] = json!("480.00");
        done(admin.put(&path, json!({ "version": view["version"], "lines": lines })));
        assert_eq!(row(&admin, BASE, FEE)["ourAmount"], json!(480));
        issue(&admin, FEE);
        let now = row(&admin, BASE, FEE);
        assert_eq!((&now["state"], now["id"] == first), (&json!("WAITING"), false));
        assert_eq!(admin.ok(&format!("{BASE}/page"))["total"], json!(1));
        // A bill that is taken back is not checked.
        done(act(&admin, (BILLS, FEE, "back"), json!({})));
        assert_eq!(admin.ok(&format!("{BASE}/page"))["total"], json!(0));
    });
}

#[test]
fn who_has_not_answered_for_some_days_is_found() {
    each_database_from(rooms, lay_bills, |world| {
        let admin = world.login("demo-admin");
        issue(&admin, FEE);
        let silent =
            |days: i64| world.login("demo-admin").ok(&format!("{BASE}/page?overdueCheck={days}"))["total"].clone();
        world.set_clock("2026-07-22 10:00:00");
        assert_eq!(silent(7), json!(0), "seven days are not more than seven");
        world.set_clock("2026-07-23 10:00:00");
        assert_eq!(silent(7), json!(1));
        let admin = world.login("demo-admin");
        done(import(&admin, FEE, "单号,金额\n管理费,500.00\n", json!({})));
        assert_eq!(
            counts(&row(&admin, BASE, FEE)),
            [1, 0, 0, 0, 0].map(|count| json!(count)),
            "by the name of the rule"
        );
        assert_eq!(silent(7), json!(0));
        refused(&act(&admin, (BILLS, FEE, "back"), json!({})), "账单核对中，不能执行此操作");
    });
}

/// The codes of the links in what was mailed.
fn codes(server: &MailServer) -> Vec<String> {
    let text: Vec<String> = server.received().into_iter().map(|mail| mail.text()).collect();
    let letter = |sign: char| sign.is_ascii_alphanumeric() || sign == '-' || sign == '_';
    let text = text.join("\n");
    let parts = text.split("/bill_confirm?check=").skip(1);
    parts.map(|part| part.chars().take_while(|sign| letter(*sign)).collect()).collect()
}

#[test]
fn a_partner_answers_once_behind_the_link_of_a_mail() {
    each_database_from_with(rooms, on_own_machine, lay_bills, |world| {
        let admin = world.login("demo-admin");
        let coop = format!("/prm/coop/{}", id_of(&admin, "KH001"));
        let contacts = json!([{ "name": "联系人", "email": "finance@kh001.example.com", "isMain": true }]);
        done(admin.put(&coop, json!({ "version": admin.ok(&coop)["version"], "contacts": contacts })));
        let server = MailServer::start(Manner::Takes);
        done(admin.put("/hrs/org/mailbox", server.mailbox()));
        let admin = world.login("demo-admin");
        issue(&admin, FEE);
        world.run_jobs();
        done(act(&admin, (BILLS, FEE, "send"), json!({})));
        world.run_jobs();
        let codes = codes(&server);
        assert_eq!(codes.len(), 2);
        let reader = world.anonymous();
        let look = |code: &str| reader.get(&format!("{OUTER}?code={code}"));
        refused(&look(&codes[0]), GONE);
        refused(&look("nonsense"), GONE);
        let shown = done(look(&codes[1]));
        assert_eq!((&shown["number"], &shown["amount"], &shown["count"]), (&json!(FEE), &json!("500.00"), &json!(1)));
        // What we wrote to the line ourselves.
        let admin = world.login("demo-admin");
        done(treat(&admin, FEE, &lines(&admin, FEE)[0], json!({ "lineRemark": "已催促" })));
        let line = shown["lines"][0]["id"].clone();
        let say = |amount: &str, by: &str| {
            let lines = json!([{ "id": line, "amount": amount, "remark": "按合同" }]);
            reader.post(&format!("{OUTER}/answer"), json!({ "code": codes[1], "by": by, "lines": lines }))
        };
        let wrong = say("4.555", "");
        assert!(!wrong.findings_at("by").is_empty() && !wrong.findings_at("lines.0.amount").is_empty());
        done(say("450.00", "王经理"));
        refused(&say("450.00", "王经理"), GONE);
        refused(&look(&codes[1]), GONE);
        let now = row(&world.login("demo-admin"), BASE, FEE);
        assert_eq!(
            (&now["state"], &now["theirAmount"], &now["different"]),
            (&json!("CHECKING"), &json!(450), &json!(1))
        );
        let admin = world.login("demo-admin");
        let view = admin.ok(&format!("{BASE}/{}", now["id"].as_str().unwrap()));
        assert_eq!(view["answeredBy"], json!("王经理"));
        assert_eq!(lines(&admin, FEE)[0]["lineRemark"], json!("按合同"));
        let told = world.database(|_, conn| {
            let mut select = sql::from(2, "operation_log");
            select.column("text").and_where(sql::eq("function", "客商答复".to_owned()));
            conn.first(&select.into()).unwrap().unwrap().get::<String>(0).unwrap()
        });
        assert!(told.ends_with("：按合同（原备注：已催促）"), "{told}");
        // Of the next answer without a remark ours stays.
        done(treat(&admin, FEE, &lines(&admin, FEE)[0], json!({ "treatment": "OPEN", "lineRemark": "合同已核" })));
        done(act(&admin, (BILLS, FEE, "send"), json!({})));
        world.run_jobs();
        let code = self::codes(&server).pop().expect("a link");
        let body = json!({ "code": code, "by": "王经理", "lines": [{ "id": line, "amount": "450.00", "remark": "" }] });
        done(world.anonymous().post(&format!("{OUTER}/answer"), body));
        assert_eq!(lines(&world.login("demo-admin"), FEE)[0]["lineRemark"], json!("合同已核"));
    });
}

#[test]
fn a_link_works_for_thirty_days() {
    each_database_from_with(rooms, on_own_machine, lay_bills, |world| {
        let admin = world.login("demo-admin");
        let coop = format!("/prm/coop/{}", id_of(&admin, "KH001"));
        let contacts = json!([{ "name": "联系人", "email": "finance@kh001.example.com", "isMain": true }]);
        done(admin.put(&coop, json!({ "version": admin.ok(&coop)["version"], "contacts": contacts })));
        let server = MailServer::start(Manner::Takes);
        done(admin.put("/hrs/org/mailbox", server.mailbox()));
        issue(&world.login("demo-admin"), FEE);
        world.run_jobs();
        let code = codes(&server).pop().expect("a link");
        let reader = world.anonymous();
        let until = done(reader.get(&format!("{OUTER}?code={code}")))["until"].as_str().expect("a time").to_owned();
        world.set_clock(&format!("{until}:59"));
        refused(&reader.get(&format!("{OUTER}?code={code}")), GONE);
    });
}

/// Writes to the tables themselves what no call does.
fn write(world: &World, text: &str) {
    world.database(|_, conn| {
        conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).expect("writes");
    });
}

#[test]
fn of_several_who_treat_a_check_at_once_one_does() {
    with_june(|world| {
        let admin = world.login("demo-admin");
        issue(&admin, OWED);
        done(import(&admin, OWED, &format!("单号,金额\n{OWED},7350.00\n"), json!({})));
        let line = lines(&admin, OWED)[0]["lineId"].clone();
        for round in 0..4 {
            let before = row(&admin, BASE, OWED);
            let (id, version) = (before["id"].as_str().expect("an id"), before["version"].as_i64().expect("a version"));
            // The list that was read says 3,850.00 of the line, the others what they type.
            let wanted: Vec<i64> = vec![3_600 + round, 3_850, 3_700 + round, 3_800 + round];
            let call = |amount: &i64| {
                let (client, mut body) = (admin.client(), json!({ "version": version }));
                let verb = if *amount == 3_850 { "match" } else { "saveLines" };
                if verb == "saveLines" {
                    body["toleranceAmount"] = json!("10.00");
                    body["tolerancePercent"] = json!("1.00");
                    body["lines"] = json!([{ "lineId": line, "theirAmount": format!("{amount}.00") }]);
                }
                let path = format!("{BASE}/{id}/{verb}");
                async move { client.call("POST", &path, body).await }
            };
            let replies = world.at_once(wanted.iter().map(call).collect());
            let codes: Vec<i64> = replies.iter().map(|reply| reply.code).collect();
            assert_eq!(codes.iter().filter(|code| **code == 0).count(), 1, "{codes:?}");
            assert_eq!(codes.iter().filter(|code| **code == 3).count(), 3, "the others read it again: {codes:?}");
            let first = codes.iter().position(|code| *code == 0).expect("one that did");
            let now = row(&admin, BASE, OWED);
            assert_eq!(now["version"], json!(version + 1));
            assert_eq!(now["theirAmount"], json!(3_500 + wanted[first]), "nothing of the others");
        }
    });
}

#[test]
fn a_bill_that_was_settled_does_not_follow_its_check() {
    with_june(|world| {
        let admin = world.login("demo-admin");
        issue(&admin, OWED);
        done(import(&admin, OWED, &format!("单号,金额\n{OWED},7350.00\n"), json!({})));
        let open = lines(&admin, OWED)[0].clone();
        let ours = json!({ "treatment": "OURS", "reason": "数量不符" });
        let lay = |state: &str, settlement: &str| {
            let set = format!("state = '{state}', settlement_id = {settlement}");
            write(world, &format!("UPDATE coop_bill SET {set} WHERE org_id = 2 AND bill_code = '{OWED}'"));
        };
        for (state, settlement) in [("SETTLING", "1"), ("CONFIRMED", "NULL"), ("CHECKING", "1")] {
            lay(state, settlement);
            let before = world.contents(true);
            let over = "账单已结算或已作废，不能继续对账";
            refused(&check(&admin, OWED, "match", json!({})), over);
            refused(&treat(&admin, OWED, &open, ours.clone()), over);
            refused(&check(&admin, OWED, "dispute", json!({ "dispute": "数量不符" })), over);
            world.unchanged(&before, true);
        }
        lay("CHECKING", "NULL");
        done(treat(&admin, OWED, &open, ours));
        done(check(&admin, OWED, "confirm", json!({})));
        let held = bill(&admin, OWED);
        assert_eq!((&held["state"], &held["amount"]), (&json!("CONFIRMED"), &json!(7_000)));
    });
}

#[test]
fn who_treats_the_lines_types_no_difference_away_that_is_to_be_decided() {
    with_june(|world| {
        let (admin, mgr) = (world.login("demo-admin"), world.login("mgr01"));
        set(&admin, "110");
        issue(&admin, OWED);
        done(import(&admin, OWED, &format!("单号,金额\n{OWED},7350.00\n"), json!({})));
        let open = lines(&admin, OWED)[0].clone();
        // What may differ as it is typed, and what is agreed on of 3,500.00.
        let confirmed = |(amount, percent): (&str, &str), agreed: &str| {
            let line = json!({
                "lineId": open["lineId"], "theirAmount": open["theirAmount"], "treatment": "MIDDLE", "agreedAmount": agreed,
                "reason": "数量不符",
            });
            let body = json!({ "toleranceAmount": amount, "tolerancePercent": percent, "lines": [line] });
            done(check(&admin, OWED, "saveLines", body));
            done(check(&admin, OWED, "confirm", json!({})));
            row(&admin, BASE, OWED)["state"].clone()
        };
        for (typed, agreed) in
            [(("1000.00", "50.00"), "3850.00"), (("1000.00", "50.00"), "3510.01"), (("9.99", "1.00"), "3510.00")]
        {
            assert_eq!(confirmed(typed, agreed), json!("APPROVING"), "{typed:?} {agreed}");
            assert_eq!(bill(&admin, OWED)["amount"], json!(7_000));
            decide(&mgr, "refuse");
        }
        assert_eq!(confirmed(("1000.00", "50.00"), "3510.00"), json!("CONFIRMED"), "ten is on the edge");
        assert_eq!(bill(&admin, OWED)["amount"], json!(7_010));
    });
}

#[test]
fn differences_that_come_to_nought_are_decided_line_by_line() {
    with_june(|world| {
        let (admin, mgr) = (world.login("demo-admin"), world.login("mgr01"));
        set(&admin, "110");
        issue(&admin, OWED);
        let keys: Vec<String> = lines(&admin, OWED)
            .iter()
            .map(|line| line["lineName"].as_str().unwrap().split(' ').next().unwrap().to_owned())
            .collect();
        let confirmed = |first: &str, second: &str| {
            let list = format!("单号,金额\n{},{first}\n{},{second}\n", keys[0], keys[1]);
            done(import(&admin, OWED, &list, json!({})));
            let said = lines(&admin, OWED).into_iter().map(|line| {
                let (id, theirs) = (&line["lineId"], &line["theirAmount"]);
                json!({ "lineId": id, "theirAmount": theirs, "treatment": "THEIRS", "reason": "数量不符" })
            });
            let said: Vec<Json> = said.collect();
            let body = json!({ "toleranceAmount": "10.00", "tolerancePercent": "1.00", "lines": said });
            done(check(&admin, OWED, "saveLines", body));
            done(check(&admin, OWED, "confirm", json!({})));
            row(&admin, BASE, OWED)["state"].clone()
        };
        assert_eq!(confirmed("3850.00", "3150.00"), json!("APPROVING"), "350.00 more and 350.00 less");
        decide(&mgr, "refuse");
        assert_eq!(confirmed("3510.01", "3489.99"), json!("APPROVING"), "a cent beyond what may differ");
        decide(&mgr, "refuse");
        assert_eq!(confirmed("3510.00", "3490.00"), json!("CONFIRMED"), "each line is on the edge");
        let held = bill(&admin, OWED);
        assert_eq!((&held["amount"], &held["lineCount"]), (&json!(7_000), &json!(1)), "nothing is left to adjust");
    });
}

/// The checks can be answered by a code.
fn lay_link(world: &World) {
    world.database(|app, conn| {
        let until = app.clock.now().plus_millis(60_000).millis();
        let cells = [("code_hash", Value::Bytes(secret_hash("k3y"))), ("link_until", Value::Int(until))];
        conn.exec(&sql::update(2, "bill_check", &cells).into()).expect("a link");
    });
}

#[test]
fn an_answer_and_a_dispute_at_once_wait_for_each_other() {
    each_database_from(rooms, lay_bills, |world| {
        let admin = world.login("demo-admin");
        issue(&admin, FEE);
        done(import(&admin, FEE, "单号,金额\n管理费,500.00\n", json!({})));
        for _ in 0..6 {
            lay_link(world);
            let before = row(&admin, BASE, FEE);
            let dispute = format!("{BASE}/{}/dispute", before["id"].as_str().expect("an id"));
            let acts = [
                (
                    world.anonymous().client(),
                    format!("{OUTER}/answer"),
                    json!({ "code": "k3y", "by": "王经理", "lines": [] }),
                ),
                (admin.client(), dispute, json!({ "version": before["version"], "dispute": "费用未约定" })),
            ];
            let calls = acts.map(|(client, path, body)| async move { client.call("POST", &path, body).await });
            let codes: Vec<i64> = world.at_once(calls.into()).iter().map(|reply| reply.code).collect();
            // A dispute that came first can be answered; one that came second has to be read again.
            assert!(codes[0] == 0 && [0, 3].contains(&codes[1]), "{codes:?}");
            let states = [row(&admin, BASE, FEE), bill(&admin, FEE)].map(|row| row["state"].clone());
            assert_eq!(states, [json!("CHECKING"), json!("CHECKING")]);
        }
    });
}

/// A check with 2,000 lines of 1.00 behind its own of 500.00.
fn lay_long(world: &World) {
    write(
        world,
        "INSERT INTO bill_check_line (org_id, id, check_id, line, match_key, bill_line_id, service_item_id, ours) \
         WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 2000) \
         SELECT 2, 1000000 + n.n, o.check_id, n.n + 1, 'K' || n.n, o.bill_line_id, o.service_item_id, 1000 \
         FROM n, (SELECT check_id, bill_line_id, service_item_id FROM bill_check_line WHERE org_id = 2) o",
    );
}

#[test]
fn of_lines_that_are_not_shown_a_partner_says_nothing() {
    each_database_from(rooms, lay_bills, |world| {
        let admin = world.login("demo-admin");
        issue(&admin, FEE);
        lay_long(world);
        lay_link(world);
        let reader = world.anonymous();
        let shown = done(reader.get(&format!("{OUTER}?code=k3y")));
        assert_eq!((&shown["count"], shown["lines"].as_array().map(Vec::len)), (&json!(2_001), Some(2_000)));
        let say = |line: Json, amount: &str| {
            let lines = json!([{ "id": line, "amount": amount, "remark": "" }]);
            reader.post(&format!("{OUTER}/answer"), json!({ "code": "k3y", "by": "王经理", "lines": lines }))
        };
        assert_eq!(say(json!("1002000"), "1.00").findings_at("lines.0.id"), ["明细已变化，请重新打开链接"]);
        done(say(shown["lines"][0]["id"].clone(), "450.00"));
        let admin = world.login("demo-admin");
        let now = row(&admin, BASE, FEE);
        assert_eq!(counts(&now), [1_999, 0, 1, 0, 0].map(|count| json!(count)));
        assert_eq!((&now["ourAmount"], &now["theirAmount"]), (&json!(2_500), &json!(2_449)), "of 2,000 lines");
        let open: Vec<Json> = lines(&admin, FEE).into_iter().filter(|line| line["result"] == json!("")).collect();
        assert_eq!(open.iter().map(|line| line["lineName"].clone()).collect::<Vec<_>>(), [json!("K2000")]);
        let theirs = json!({ "treatment": "THEIRS", "reason": "价格不符" });
        done(treat(&admin, FEE, &lines(&admin, FEE)[0], theirs));
        refused(&check(&admin, FEE, "confirm", json!({})), "存在未处理差异");
    });
}

/// Lines are written some hundreds at once: what is told of the first and the last of each such part is right, and rows keep what
/// they are called by.
#[test]
fn a_check_of_many_lines_is_compared_whole_and_keeps_its_rows() {
    with_june(|world| {
        let admin = world.login("demo-admin");
        issue(&admin, OWED);
        let id = row(&admin, BASE, OWED)["id"].as_str().expect("an id").to_owned();
        let added: Vec<String> =
            (1..=1_001).map(|n| format!("(2, {n}, {id}, {}, 'K{n:04}', 1, 10000)", n + 10)).collect();
        let columns = "org_id, id, check_id, line, match_key, bill_line_id, ours";
        write(world, &format!("INSERT INTO bill_check_line ({columns}) VALUES {}", added.join(", ")));
        let list: Vec<String> = [(1, "10.00"), (500, "10.00"), (501, "10.50"), (1_000, "10.00"), (1_001, "10.00")]
            .map(|(n, amount)| format!("K{n:04},{amount}\n"))
            .to_vec();
        let list = format!("单号,金额\n{}X1,5.00\nX1,5.00\nX2,7.00\n", list.concat());
        let told = |n: i64| {
            let text = format!("SELECT result FROM bill_check_line WHERE org_id = 2 AND id = {n} AND check_id = {id}");
            world.database(|_, conn| {
                let row = conn.first(&Stmt::Raw(text.clone(), Vec::new())).expect("reads").expect("its row is there");
                row.get::<String>(0).expect("a result")
            })
        };
        for _ in 0..2 {
            done(import(&admin, OWED, &list, json!({})));
            let now = row(&admin, BASE, OWED);
            assert_eq!(counts(&now), [4, 0, 1, 998, 3].map(|count| json!(count)), "read twice, it is the same");
        }
        for (n, result) in [(1, "EQUAL"), (500, "EQUAL"), (501, "DIFFERENT"), (502, "ONLY_OURS"), (1_001, "EQUAL")] {
            assert_eq!(told(n), result, "{n}");
        }
    });
}
