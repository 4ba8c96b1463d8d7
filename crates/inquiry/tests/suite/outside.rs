//! The public calls.

use platform::call::Settings;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, each_database_from, each_database_with};

use super::kit::*;

type Link = (String, String);

fn view(reader: &Caller<'_>, (name, code): &Link) -> Reply {
    reader.get(&format!("{OUTER}/{name}?code={code}"))
}

fn quote(reader: &Caller<'_>, link: &Link, more: Json) -> Reply {
    reader.post(&format!("{OUTER}/quote"), with(all_in(link), more))
}

fn decline(reader: &Caller<'_>, (name, code): &Link, reason: &str) -> Reply {
    reader.post(&format!("{OUTER}/decline"), json!({ "o": name, "code": code, "reason": reason }))
}

// req: af-open-quotation-page
#[test]
fn an_agent_sees_what_is_asked_and_nothing_of_customer_target_and_others() {
    each_database_from(rooms, lay, |world| {
        let quoted = quoted(world);
        let seen = done(view(&world.anonymous(), &quoted.link));
        for (name, value) in [
            ("orgName", json!("演示货运")),
            ("inquiryCode", json!("XJ-2607150001")),
            ("departureStation", json!("PVG")),
            ("arrivalStation", json!("LAX")),
            ("pieces", json!(10)),
            ("weight", json!("500.0")),
            ("volume", json!("3.000")),
            ("chargeWeight", json!("500.00")),
            ("density", json!("166.67")),
            ("readyDate", json!("2026-07-17")),
            ("answerBy", json!("2026-07-16 18:00:00")),
            ("language", json!("en-US")),
            ("closed", json!(false)),
            ("submitsLeft", json!(19)),
            ("currencies", json!(["CNY", "USD"])),
        ] {
            assert_eq!(seen[name], value, "{name}");
        }
        let words = seen.to_string();
        for secret in
            ["客户乙", "KH002", "GYS001", "供应商甲", "25.00", "13150", "急件", "销售一", "coopId", "targetPrice"]
        {
            assert!(!words.contains(secret), "{secret}: {words}");
        }
        let own = &seen["quote"];
        assert_eq!((text(&own["total"]), text(&own["perKg"]), &own["version"]), ("13250.00", "26.50", &json!(1)));
    });
}

// req: af-open-quotation-page
#[test]
fn a_link_without_name_or_code_a_wrong_one_and_a_closed_inquiry_say_so() {
    each_database_from(rooms, lay, |world| {
        let quoted = quoted(world);
        let (name, code) = quoted.link.clone();
        let reader = world.anonymous();
        refused(&reader.get(&format!("{OUTER}/{name}")), "缺少查询信息");
        refused(&quote(&reader, &(String::new(), code.clone()), json!({})), "缺少查询信息");
        let other = "0123456789abcdef0123456789abcdef".to_owned();
        for wrong in [(name.clone(), "wrong".to_owned()), (other, code.clone()), ("x".to_owned(), code.clone())] {
            refused(&view(&reader, &wrong), "链接无效");
            refused(&quote(&reader, &wrong, json!({})), "链接无效");
            refused(&decline(&reader, &wrong, "无舱"), "链接无效");
        }
        // Up to the last second, and not after.
        world.set_clock("2026-07-16 18:00:00");
        done(quote(&reader, &quoted.link, json!({})));
        world.set_clock("2026-07-16 18:00:01");
        let before = world.contents(true);
        assert_eq!(done(view(&reader, &quoted.link))["closed"], true);
        refused(&quote(&reader, &quoted.link, json!({})), "询价已结束");
        refused(&decline(&reader, &quoted.link, "无舱"), "询价已结束");
        let file = reader.upload(&format!("{OUTER}/upload?o={name}&code={code}"), &[("a.pdf", b"%PDF-1.7")]);
        refused(&file, "询价已结束");
        assert_eq!(before.len(), world.contents(true).len(), "but for the count of views nothing is written");
        world.set_clock("2026-07-15 10:00:00");
        let admin = world.login("demo-admin");
        done(act(&admin, &format!("{MINE}/cancel"), &quoted.id, json!({})));
        refused(&quote(&reader, &quoted.link, json!({})), "询价已结束");
    });
}

// req: af-open-quotation-page
#[test]
fn each_answer_is_a_version_and_everything_wrong_is_told_at_once() {
    each_database_from(rooms, lay, |world| {
        let quoted = quoted(world);
        let reader = world.anonymous();
        let before = world.contents(true);
        let wrong = json!({
            "breaks": [{ "fromKg": 0, "price": 0 }], "validTo": "2026-07-14", "currency": "",
            "contactName": " ", "contactEmail": "nobody", "transitDays": 100,
        });
        let found = findings(&quote(&reader, &quoted.link, wrong));
        let fields: Vec<&str> = found.iter().map(|(field, _)| field.as_str()).collect();
        assert_eq!(
            fields,
            ["currency", "transitDays", "contactName", "contactEmail", "breaks.0.price", "validTo", "validTo"]
        );
        assert_eq!(found[5].1, "有效期不能早于今天");
        world.unchanged(&before, true);
        let unknown = quote(&reader, &quoted.link, json!({ "coopId": "1" }));
        assert_eq!(unknown.status, 400);
        let answer = done(quote(
            &reader,
            &quoted.link,
            json!({ "breaks": [{ "fromKg": 0, "price": 26 }, { "fromKg": 1000, "price": 12.99 }], "validTo": "2026-07-15" }),
        ));
        assert_eq!(
            (text(&answer["total"]), text(&answer["perKg"]), &answer["version"]),
            ("12990.00", "25.98", &json!(2)),
            "a thousand kilograms cost less"
        );
        let admin = world.login("demo-admin");
        let data = compare(&admin, &quoted.id);
        let row = &data["answers"][1];
        assert_eq!(
            (text(&row["state"]), &row["quoteVersion"], &row["price"]["lowest"]),
            ("REVISED", &json!(2), &json!(true))
        );
        assert_eq!(row["older"][0]["breaks"], "+0 26.50");
        assert_eq!(functions(&admin, "enquiry", &quoted.id)[0], "代理报价");
        let told = admin.ok("/prm/message?size=100");
        assert_eq!(text(&told["records"][0]["title"]), "海外代理甲已答复询价XJ-2607150001");
        assert_eq!(text(&told["records"][0]["content"]), "PVG-LAX：第2版报价");
    });
}

#[test]
fn a_link_answers_twenty_times_a_day() {
    each_database_from(rooms, lay, |world| {
        let quoted = quoted(world);
        let reader = world.anonymous();
        for _ in 1..20 {
            done(quote(&reader, &quoted.link, json!({})));
        }
        refused(&quote(&reader, &quoted.link, json!({})), "今日提交次数已达20次，请明天再试");
        refused(&decline(&reader, &quoted.link, "无舱"), "今日提交次数已达20次，请明天再试");
        assert_eq!(done(view(&reader, &quoted.link))["submitsLeft"], 0);
        world.set_clock("2026-07-16 00:00:00");
        assert_eq!(done(quote(&reader, &quoted.link, json!({})))["version"], 21);
    });
}

#[test]
fn declining_takes_the_price_back_and_needs_a_reason() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let (_, dl) = agents(&admin);
        let id = handed_in(world);
        let link = link(&done(send(&admin, &id, &[&dl], json!({})))["links"][0]);
        let reader = world.anonymous();
        assert_eq!(findings(&decline(&reader, &link, " ")), [("reason".to_owned(), "请填写不报价原因".to_owned())]);
        done(quote(&reader, &link, json!({})));
        done(decline(&reader, &link, "无舱"));
        let data = compare(&admin, &id);
        let row = &data["answers"][0];
        assert_eq!((text(&row["state"]), text(&row["declineReason"])), ("DECLINED", "无舱"));
        assert_eq!(row.get("price"), None);
        assert_eq!(look(&admin, &id)["state"], "ASKING", "nobody quotes any more");
        done(quote(&reader, &link, json!({})));
        assert_eq!(look(&admin, &id)["state"], "QUOTED");
    });
}

#[test]
fn files_come_with_an_answer_and_are_read_inside_alone() {
    each_database_from(rooms, lay, |world| {
        let quoted = quoted(world);
        let (name, code) = &quoted.link;
        let reader = world.anonymous();
        let path = format!("{OUTER}/upload?o={name}&code={code}");
        let mut ids = Vec::new();
        for place in 0..5 {
            let file = done(reader.upload(&path, &[(&format!("{place}.pdf"), b"%PDF-1.7")]));
            ids.push(file["id"].clone());
        }
        refused(&reader.upload(&path, &[("6.pdf", b"%PDF-1.7")]), "附件最多5个");
        refused(&reader.upload(&path, &[("a.exe", b"MZ")]), "附件最多5个");
        done(quote(&reader, &quoted.link, json!({ "files": [ids[0], ids[1]] })));
        assert_eq!(done(view(&reader, &quoted.link))["files"].as_array().unwrap().len(), 2);
        let foreign = quote(&reader, &quoted.link, json!({ "files": ["4711"] }));
        assert_eq!(findings(&foreign), [("files".to_owned(), "附件不存在，请重新上传".to_owned())]);
        let admin = world.login("demo-admin");
        let file = format!("{BUYING}/file/{}", text(&ids[0]));
        assert_eq!(admin.get(&file).bytes, b"%PDF-1.7");
        assert_eq!(world.login("sh01").get(&file).status, 404);
        assert_eq!(reader.get(&file).status, 401);
    });
}

fn behind_a_proxy(settings: &mut Settings) {
    settings.trusted_proxies = 1;
}

#[test]
fn only_failures_count_against_an_address() {
    each_database_with(rooms, behind_a_proxy, |world| {
        lay(world);
        let quoted = quoted(world);
        let reader = world.anonymous().from_address("203.0.113.9");
        let wrong = (quoted.link.0.clone(), "wrong".to_owned());
        for _ in 0..30 {
            refused(&view(&reader, &wrong), "链接无效");
        }
        assert_eq!(view(&reader, &wrong).status, 429);
        done(view(&reader, &quoted.link));
    });
}
