//! Notices of arrival: which orders there are, what the paper says, mailing it, writing down who was told.

use platform::store::{Cell, Value};
use serde_json::{Value as Json, json};
use testkit::mail_server::{MailServer, Manner, on_own_machine};
use testkit::{Caller, Reply, World, each_database_from, each_database_with};

use super::ground::*;

const NOTICE: &str = "/afbase/arrivalNotice";

fn ready(world: &World) {
    lay(world);
    lay_import(world);
}

fn rows(caller: &Caller<'_>, query: &str) -> Vec<Json> {
    caller.ok(&format!("{NOTICE}/page?{query}"))["records"].as_array().cloned().unwrap_or_default()
}

fn row(caller: &Caller<'_>) -> Json {
    let rows = rows(caller, "");
    assert_eq!(rows.len(), 1, "{rows:?}");
    rows[0].clone()
}

fn proposal(caller: &Caller<'_>) -> Json {
    caller.ok(&format!("{NOTICE}/propose/{I1}"))
}

/// Makes the notice of I1 as it is proposed, in its present version.
fn make(caller: &Caller<'_>, more: Json) -> Reply {
    let told = proposal(caller);
    let own = json!({ "orderId": I1.to_string(), "version": told["version"] });
    caller.post(&format!("{NOTICE}/make"), with(with(told["notice"].clone(), own), more))
}

fn paper(world: &World, reply: Reply) -> (String, String) {
    let (name, pages) = fetched(world, &done(reply));
    let [page] = pages.as_slice() else { panic!("{} pages", pages.len()) };
    (name, page.clone())
}

fn confirm(caller: &Caller<'_>, more: Json) -> Reply {
    let body = json!({
        "orderId": I1.to_string(), "version": proposal(caller)["version"], "time": "2026-07-15 09:30:00",
        "person": "联系人甲", "way": "PHONE",
    });
    caller.post(&format!("{NOTICE}/confirm"), with(body, more))
}

fn one(field: &str, message: &str) -> Vec<(String, String)> {
    vec![(field.to_owned(), message.to_owned())]
}

fn decide_free_days(world: &World, days: &str) {
    let cells = [
        ("setting_key", "aiFreeStorageDays".into_value()),
        ("business_scope", "AI".into_value()),
        ("value", days.into_value()),
        ("updated_by", Value::Int(1)),
        ("updated_at", Value::Int(1)),
    ];
    world.database(|_, conn| put(conn, DEMO, "org_setting", &cells));
}

#[test]
fn i1_is_untold_and_held_for_as_many_days_as_have_passed() {
    each_database_from(rooms, ready, |world| {
        let admin = world.login("demo-admin");
        let first = row(&admin);
        assert_eq!(
            (text(&first["orderCode"]), text(&first["number"]), text(&first["state"])),
            ("AI-2607150001", "990-55555555 / HB001", "UNTOLD")
        );
        assert_eq!((&first["lateDays"], &first["freeDays"]), (&json!(0), &Json::Null), "no free days are decided");
        assert_eq!(
            (text(&first["consignee"]), &first["pieces"], &first["inPart"]),
            ("客户甲", &json!(6), &json!(false))
        );
        assert_eq!(first["can"], json!(["ai-notice-make", "ai-notice-confirm"]), "a notice is made before it is sent");
        decide_free_days(world, "3");
        assert_eq!(row(&admin)["freeDays"], json!(2), "the day of arrival is the first of three");
        world.set_clock("2026-07-17 09:00:00");
        let admin = world.login("demo-admin");
        assert_eq!((&row(&admin)["lateDays"], &row(&admin)["freeDays"]), (&json!(2), &json!(0)));
        for (days, found) in [(1, 1), (2, 1), (3, 0)] {
            assert_eq!(rows(&admin, &format!("lateDays={days}")).len(), found, "{days}");
        }
        assert_eq!(admin.get(&format!("{NOTICE}/page?lateDays=-1")).status, 400);
        world.set_clock("2026-07-14 09:00:00");
        assert_eq!(row(&world.login("demo-admin"))["lateDays"], Json::Null, "it is still to come");
    });
}

#[test]
fn the_arrival_that_was_reported_counts_for_more_than_the_one_expected() {
    each_database_from(rooms, ready, |world| {
        let admin = world.login("demo-admin");
        for (days, found) in
            [("today", 1), ("2026-07-15~2026-07-15", 1), ("2026-07-16~", 0), ("~2026-07-14", 0), ("~2026-07-15", 1)]
        {
            assert_eq!(rows(&admin, &format!("arrivalDate={days}")).len(), found, "{days}");
        }
        assert_eq!(admin.get(&format!("{NOTICE}/page?arrivalDate=2026-07-32~")).status, 400);
        // Planned, elsewhere, or not an arrival: nothing came.
        reported(world, 1, ("ARR", "2026-07-15 08:00:00", "E"), 6);
        reported(world, 2, ("DEP", "2026-07-14 20:00:00", "A"), 6);
        assert_eq!(row(&admin)["actualArrival"], Json::Null);
        world.set_clock("2026-07-17 09:00:00");
        reported(world, 3, ("ARR", "2026-07-16 23:59:00", "A"), 4);
        let admin = world.login("demo-admin");
        let part = row(&admin);
        assert_eq!((text(&part["actualArrival"]), &part["lateDays"]), ("2026-07-16 23:59:00", &json!(1)));
        assert_eq!((&part["arrivedPieces"], &part["inPart"]), (&json!(4), &json!(true)));
        assert_eq!(part["arrivedWeight"].to_string().parse::<f64>().unwrap(), 100.0);
        assert_eq!(rows(&admin, "arrivalDate=2026-07-15~2026-07-15").len(), 0);
        assert_eq!(rows(&admin, "arrivalDate=2026-07-16~2026-07-16").len(), 1);
        // The rest, and something of other houses: never more than the order has.
        reported(world, 4, ("ARR", "2026-07-17 08:00:00", ""), 30);
        let all = row(&admin);
        assert_eq!((text(&all["actualArrival"]), &all["arrivedPieces"]), ("2026-07-16 23:59:00", &json!(6)));
        assert_eq!((&all["inPart"], &all["lateDays"]), (&json!(false), &json!(1)));
        let kept = [("lifecycle", "CANCELLED".into_value())];
        change(world, "freight_order", I1, &kept);
        assert_eq!(rows(&admin, "").len(), 0, "a cancelled order has nothing to tell of");
    });
}

#[test]
fn the_paper_says_what_has_come_where_it_lies_and_what_to_bring() {
    each_database_from(rooms, ready, |world| {
        decide_free_days(world, "3");
        let admin = world.login("demo-admin");
        let told = proposal(&admin);
        assert_eq!(
            told["notice"],
            json!({
                "language": "zh", "consignee": "客户甲", "contact": "联系人甲", "phone": "13800000001",
                "warehouseId": "9201", "freeDays": 3, "documents": "", "remark": "",
            })
        );
        assert_eq!((&told["version"], &told["terminals"][0]["label"]["zh"]), (&Json::Null, &json!("测试货站")));
        assert_eq!(told["terminals"].as_array().unwrap().len(), 1, "a storehouse hands out no imports");
        let (name, page) = paper(world, make(&admin, json!({})));
        assert_eq!(name, "ARRIVAL_NOTICE_990-55555555_HB001.pdf");
        for part in [
            "到货通知",
            "990-55555555 / HB001",
            "HB001",
            "6",
            "150.0",
            "0.900",
            "机械配件",
            "X9102",
            "预计到港",
            "2026-07-15",
            "测试货站",
            "浦东机场货运路1号",
            "08:30-17:30",
            "提货所需文件",
            "海关放行凭证",
            "客户甲",
            "演示货运",
        ] {
            assert!(page.contains(part), "{part} is missing in {page}");
        }
        assert!(!page.contains("免费仓储至"), "nothing is promised before it has come: {page}");
        let kept = row(&admin);
        assert_eq!((text(&kept["state"]), text(&kept["terminal"])), ("UNTOLD", "测试货站"));
        assert!(text(&kept["madeTime"]).starts_with("2026-07-15"), "{kept}");
        reported(world, 1, ("ARR", "2026-07-15 08:10:00", "A"), 4);
        let english = json!({ "language": "en", "documents": "PASSPORT OF THE DRIVER", "remark": "GATE 3" });
        let (_, page) = paper(world, make(&admin, english));
        for part in [
            "ARRIVAL NOTICE",
            "DEMO FREIGHT CO. LTD",
            "MACHINE PARTS",
            "2026-07-15 08:10",
            "1 CARGO ROAD, PUDONG",
            "4 of 6 pieces have arrived",
            "2026-07-17 (3 days",
            "PASSPORT OF THE DRIVER",
            "GATE 3",
        ] {
            assert!(page.contains(part), "{part} is missing in {page}");
        }
        let again = proposal(&admin);
        assert_eq!((&again["version"], &again["notice"]["documents"]), (&json!(2), &json!("PASSPORT OF THE DRIVER")));
        let (_, page) = paper(world, make(&admin, json!({ "language": "zh", "freeDays": 0, "documents": null })));
        assert!(page.contains("已到4件，共6件") && !page.contains("免费仓储至"), "{page}");
    });
}

#[test]
fn what_is_wrong_with_a_notice_is_said_at_its_place() {
    each_database_from(rooms, ready, |world| {
        let admin = world.login("demo-admin");
        let before = world.contents(true);
        let say = |more: Json| findings(&make(&admin, more));
        assert_eq!(
            say(json!({ "consignee": " ", "language": "fr", "freeDays": 91, "warehouseId": "4711" })),
            [
                ("language", "语言选项不存在"),
                ("consignee", "请填写收货人"),
                ("freeDays", "免仓天数须在0与90之间"),
                ("warehouseId", "提货货站不存在"),
            ]
            .map(|(field, message)| (field.to_owned(), message.to_owned()))
        );
        assert_eq!(say(json!({ "consignee": "x".repeat(101) })), one("consignee", "收货人不能超过100个字符"));
        assert_eq!(make(&admin, json!({ "price": 1 })).status, 400);
        assert_eq!(make(&admin, json!({ "version": 1 })).code, 3, "there is none yet");
        assert_eq!(make(&admin, json!({ "orderId": "6001" })).status, 404, "an export has no arrival");
        world.unchanged(&before, true);
        done(make(&admin, json!({ "consignee": "x".repeat(100), "freeDays": 90 })));
        assert_eq!(make(&admin, json!({ "version": null })).code, 3, "somebody made one meanwhile");
        change(world, "freight_order", I1, &[("lifecycle", "CLOSED".into_value())]);
        refused(&admin.get(&format!("{NOTICE}/propose/{I1}")), "订单已关闭，不能修改");
    });
}

#[test]
fn a_notice_is_mailed_with_its_pdf_and_confirmed() {
    each_database_with(rooms, on_own_machine, |world| {
        ready(world);
        let admin = world.login("demo-admin");
        let send = format!("{NOTICE}/send");
        refused(&admin.get(&format!("{NOTICE}/mail/{I1}")), "请先生成到货通知");
        done(make(&admin, json!({})));
        let draft = admin.ok(&format!("{NOTICE}/mail/{I1}"));
        assert_eq!((&draft["to"], &draft["version"]), (&json!(["kh001@example.com"]), &json!(1)));
        assert_eq!(text(&draft["subject"]), "到货通知 990-55555555 / HB001 FRA-PVG");
        assert!(text(&draft["content"]).contains("6 PCS / 150.0 KG / 0.900 CBM"), "{draft}");
        let mail = with(draft, json!({ "orderId": I1.to_string() }));
        refused(&admin.post(&send, mail.clone()), "请先在个人设置中配置邮件发送");
        let server = MailServer::start(Manner::Takes);
        assert_eq!(admin.put("/hrs/org/mailbox", server.mailbox()).code, 0);
        let before = world.contents(true);
        let say = |more: Json| findings(&admin.post(&send, with(mail.clone(), more)));
        assert_eq!(say(json!({ "to": [] })), one("to", "收件人不能为空"));
        assert_eq!(say(json!({ "to": ["a@"] })), one("to", "邮箱格式不正确：a@"));
        assert_eq!(say(json!({ "subject": " " })), one("subject", "邮件标题不能为空"));
        assert_eq!(say(json!({ "content": "" })), one("content", "邮件内容不能为空"));
        assert_eq!(admin.post(&send, with(mail.clone(), json!({ "version": 7 }))).code, 3);
        world.unchanged(&before, true);
        let sent = done(admin.post(&send, mail.clone()));
        assert_eq!((text(&sent["state"]), &sent["version"]), ("SENT", &json!(2)));
        world.run_jobs();
        let [arrived] = server.received().try_into().expect("one mail");
        assert_eq!(arrived.to, ["kh001@example.com"]);
        let (name, bytes) = &arrived.files()[0];
        assert_eq!(name, "ARRIVAL_NOTICE_990-55555555_HB001.pdf");
        assert!(pages(bytes)[0].contains("到货通知"));
        let seen = row(&admin);
        assert_eq!((text(&seen["state"]), text(&seen["sentTo"])), ("SENT", "kh001@example.com"));
        assert!(text(&seen["sentTime"]).starts_with("2026-07-15"), "{seen}");
        done(confirm(&admin, json!({ "way": "MAIL" })));
        let seen = row(&admin);
        assert_eq!(
            (text(&seen["state"]), text(&seen["person"]), text(&seen["way"])),
            ("CONFIRMED", "联系人甲", "MAIL")
        );
        assert_eq!((text(&seen["confirmTime"]), &seen["can"]), ("2026-07-15 09:30:00", &json!(["ai-notice-make"])));
        refused(&admin.post(&send, with(mail, json!({ "version": 3 }))), "到货通知已确认，不能进行此操作");
        refused(&confirm(&admin, json!({})), "到货通知已确认，不能进行此操作");
        assert_eq!(functions(&admin, "order", &I1.to_string()), ["确认已通知", "发送到货通知", "生成到货通知"]);
    });
}

#[test]
fn whoever_was_called_is_written_down_without_a_paper() {
    each_database_from(rooms, ready, |world| {
        let admin = world.login("demo-admin");
        let before = world.contents(true);
        let say = |more: Json| findings(&confirm(&admin, more));
        assert_eq!(
            say(json!({ "time": null, "person": "", "way": "PIGEON" })),
            [("time", "请填写通知时间"), ("person", "请填写被通知人"), ("way", "通知方式选项不存在")]
                .map(|(field, message)| (field.to_owned(), message.to_owned()))
        );
        assert_eq!(say(json!({ "time": "2026-07-15 10:00:01" })), one("time", "通知时间不能晚于当前时间"));
        world.unchanged(&before, true);
        let told = done(confirm(&admin, json!({ "time": "2026-07-15 10:00:00", "confirmRemark": "明日提货" })));
        assert_eq!((text(&told["state"]), &told["version"]), ("CONFIRMED", &json!(1)));
        let counts = admin.ok(&format!("{NOTICE}/tabs"));
        assert_eq!(counts, json!({ "UNTOLD": 0, "SENT": 0, "CONFIRMED": 1, "": 1 }));
        assert_eq!(rows(&admin, "state=UNTOLD,SENT").len(), 0);
        assert_eq!(rows(&admin, "consignee=客户甲&awbNumber=5555&hawbNumber=hb00").len(), 1);
        assert_eq!(admin.get(&format!("{NOTICE}/page?state=LOST")).status, 400);
    });
}

#[test]
fn at_seventeen_the_people_of_an_order_nobody_told_of_are_reminded_once() {
    each_database_from(rooms, ready, |world| {
        world.synchronise();
        let about = "AI-2607150001到货未通知";
        let reminded = |login: &str| told(&world.login(login)).iter().filter(|title| *title == about).count();
        world.run_jobs();
        world.set_clock("2026-07-15 16:59:00");
        world.run_jobs();
        let before = reminded("cs01");
        world.set_clock("2026-07-15 17:00:00");
        world.run_jobs();
        world.run_jobs();
        assert_eq!((reminded("cs01"), reminded("op01"), reminded("sales01")), (before + 1, before + 1, 0));
        world.set_clock("2026-07-16 17:00:00");
        world.run_jobs();
        assert_eq!(reminded("cs01"), before + 1, "it came yesterday");
        change(world, "freight_order", I1, &[("expect_arrival", "2026-07-17".into_value())]);
        let admin = world.login("demo-admin");
        done(confirm(&admin, json!({})));
        world.set_clock("2026-07-17 17:00:00");
        world.run_jobs();
        assert_eq!(reminded("cs01"), before + 1, "its consignee knows");
    });
}

#[test]
fn others_see_and_change_nothing_of_a_notice() {
    each_database_from(rooms, ready, |world| {
        done(make(&world.login("demo-admin"), json!({})));
        let strange = [("operator_id", Value::Int(1)), ("servicer_id", Value::Int(1)), ("created_by", Value::Int(1))];
        change(world, "freight_order", I1, &strange);
        let body = json!({ "orderId": I1.to_string(), "version": 1 });
        let say = |more: Json| with(body.clone(), more);
        let calls: [(&str, String, Json); 5] = [
            ("GET", format!("{NOTICE}/propose/{I1}"), json!({})),
            ("POST", format!("{NOTICE}/make"), say(json!({ "language": "zh", "consignee": "x" }))),
            ("GET", format!("{NOTICE}/mail/{I1}"), json!({})),
            ("POST", format!("{NOTICE}/send"), say(json!({ "to": ["a@example.com"], "subject": "a", "content": "b" }))),
            (
                "POST",
                format!("{NOTICE}/confirm"),
                say(json!({ "time": "2026-07-15 09:00:00", "person": "x", "way": "PHONE" })),
            ),
        ];
        // sales02 sees its department's orders alone.
        let (other, nobody, anonymous) = (world.login("sh01"), world.login("nobody"), world.anonymous());
        let stranger = world.login("sales02");
        let before = world.contents(false);
        for (method, path, body) in &calls {
            assert_eq!(other.call(method, path, body.clone()).status, 404, "{method} {path}");
            assert_eq!(nobody.call(method, path, body.clone()).status, 403, "{method} {path}");
            assert_eq!(anonymous.call(method, path, body.clone()).status, 401, "{method} {path}");
            refused(&stranger.call(method, path, body.clone()), "您没有该订单的数据权限");
        }
        assert_eq!((rows(&other, "").len(), rows(&stranger, "").len()), (0, 0));
        assert_eq!(nobody.get(&format!("{NOTICE}/page")).status, 403);
        world.unchanged(&before, false);
    });
}
