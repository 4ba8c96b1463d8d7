//! Names of goods: kept, printed four to a line, imported, told to the terminal.

use std::io::Cursor;

use calamine::{Data, Reader, Xlsx};
use platform::store::Cell;
use serde_json::{Value as Json, json};
use testkit::mail_server::{MailServer, Manner, on_own_machine};
use testkit::{Caller, each_database_from, each_database_with};

use super::ground::*;

const GOODS: &str = "/afbase/goodsName";

fn one(field: &str, message: &str) -> Vec<(String, String)> {
    vec![(field.to_owned(), message.to_owned())]
}

fn goods(more: Json) -> Json {
    with(json!({ "orderId": "6001", "cargoType": "普货", "goodsCnnames": "灯具" }), more)
}

fn made(caller: &Caller<'_>, more: Json) -> String {
    text(&done(caller.post(GOODS, goods(more)))["id"]).to_owned()
}

/// Rows of a workbook as texts, empty cells at the end left out.
fn lines(bytes: &[u8]) -> Vec<Vec<String>> {
    let mut book: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(bytes.to_vec())).unwrap();
    let sheet = book.worksheet_range("品名清单").unwrap();
    let shown = |cell: &Data| cell.to_string();
    let mut lines: Vec<Vec<String>> = sheet.rows().map(|row| row.iter().map(shown).collect()).collect();
    for line in &mut lines {
        while line.last().is_some_and(String::is_empty) {
            line.pop();
        }
    }
    lines
}

fn print(caller: &Caller<'_>) -> (String, Vec<Vec<String>>) {
    let file = caller.post(&format!("{GOODS}/print/6001"), json!({}));
    assert!(file.bytes.starts_with(b"PK"), "{}", file.message);
    let name = file.headers["content-disposition"].to_str().unwrap().rsplit("''").next().unwrap().to_owned();
    (name, lines(&file.bytes))
}

fn states(caller: &Caller<'_>) -> Vec<String> {
    let page = caller.ok(&format!("{GOODS}/page?sort=cargoType,asc"));
    page["records"].as_array().unwrap().iter().map(|row| text(&row["state"]).to_owned()).collect()
}

#[test]
fn six_names_of_a_type_are_printed_on_two_lines() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        refused(&admin.post(&format!("{GOODS}/print/6001"), json!({})), "订单没有品名");
        made(
            &admin,
            json!({ "goodsCnnames": "灯具,插座、灯带；灯罩", "goodsEnnames": "LAMPS, SOCKETS", "reportIssueNo": "R-1" }),
        );
        made(&admin, json!({ "goodsCnnames": "灯头，灯座", "quantity": 4 }));
        made(&admin, json!({ "cargoType": "危险品", "goodsCnnames": "油漆" }));
        let (name, lines) = print(&admin);
        assert_eq!(name, "GOODS_990-12345675.xlsx");
        let of = |words: &str| lines.iter().position(|line| line.first().is_some_and(|cell| cell == words)).unwrap();
        let general = of("普货（鉴定报告：R-1）");
        assert_eq!(lines[general + 1], ["灯具 LAMPS", "插座 SOCKETS", "灯带", "灯罩"]);
        assert_eq!(lines[general + 2], ["灯头", "灯座"]);
        assert_eq!(lines[general + 3], [""; 0]);
        assert_eq!(lines[of("危险品") + 1], ["油漆"]);
        let all = format!("{lines:?}");
        for part in ["990-12345675", "演示货运", "2026-07-15", "X9101", "PVG-FRA", "AE-2607150001"] {
            assert!(all.contains(part), "{part} is missing in {all}");
        }
        let listed = admin.ok(&format!("{GOODS}/list/{E1}"));
        assert_eq!(text(&listed[0]["goodsCnnames"]), "灯具，插座，灯带，灯罩");
        assert_eq!(listed.as_array().unwrap().len(), 3);
    });
}

#[test]
fn a_row_begins_with_what_its_order_says() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let told = admin.ok(&format!("{GOODS}/propose?orderUuid={E1}"));
        assert_eq!(
            told,
            json!({
                "orderUuid": E1, "orderCode": "AE-2607150001", "awbNumber": "990-12345675", "route": "PVG-FRA",
                "flightNo": "X9101", "flightDate": "2026-07-18", "orderId": "6001", "cargoType": "危险品",
                "goodsCnnames": "灯具", "goodsEnnames": "LED LAMPS",
            })
        );
        let id = made(&admin, json!({}));
        let seen = admin.ok(&format!("{GOODS}/{id}"));
        assert_eq!(
            (text(&seen["orderCode"]), text(&seen["editor"]), text(&seen["state"])),
            ("AE-2607150001", "管理员", "UNSENT")
        );
        let rows = |query: &str| admin.ok(&format!("{GOODS}/page?{query}"))["records"].as_array().unwrap().len();
        for (query, found) in [
            ("awbNumber=1234567", 1),
            ("orderCode=AE-2607150002", 0),
            ("goodsName=灯", 1),
            ("goodsName=漆", 0),
            ("cargoType=普货", 1),
            ("cargoType=危险品", 0),
            ("state=UNSENT", 1),
            ("state=SENT,FAILED", 0),
            ("flightDate=2026-07-18~2026-07-18", 1),
            ("flightDate=2026-07-19~", 0),
        ] {
            assert_eq!(rows(query), found, "{query}");
        }
    });
}

#[test]
fn what_is_wrong_with_names_is_said_at_its_place() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let before = world.contents(true);
        let say = |more: Json| findings(&admin.post(GOODS, goods(more)));
        assert_eq!(
            say(json!({ "cargoType": "", "goodsCnnames": " ", "quantity": 0 })),
            [
                ("cargoType", "请填写货物类型"),
                ("goodsCnnames", "请填写中文品名（逗号分隔）"),
                ("quantity", "数量须在1与999999999之间"),
            ]
            .map(|(field, message)| (field.to_owned(), message.to_owned()))
        );
        assert_eq!(say(json!({ "goodsCnnames": "，、；" })), one("goodsCnnames", "请填写中文品名"));
        assert_eq!(say(json!({ "goodsCnnames": "灯,插座，灯" })), one("goodsCnnames", "品名重复：灯"));
        assert_eq!(say(json!({ "goodsEnnames": "LED, led" })), one("goodsEnnames", "品名重复：led"));
        assert_eq!(
            say(json!({ "goodsCnnames": "灯".repeat(501) })),
            one("goodsCnnames", "中文品名（逗号分隔）不能超过500个字符")
        );
        assert_eq!(say(json!({ "orderId": "4711" })), one("orderId", "订单不存在"));
        world.unchanged(&before, true);
        made(&admin, json!({ "goodsCnnames": "灯".repeat(500) }));
        let odd = done(admin.post(GOODS, goods(json!({ "goodsCnnames": "灯,座", "goodsEnnames": "LAMP" }))));
        assert_eq!(odd["findings"][0]["message"], "中文品名2个，英文品名1个，请核对");
        change(world, "freight_order", 6001, &[("lifecycle", "CLOSED".into_value())]);
        refused(&admin.post(GOODS, goods(json!({}))), "订单已关闭，不能修改");
    });
}

#[test]
fn the_terminal_is_told_by_mail_and_again_what_changed() {
    each_database_with(rooms, on_own_machine, |world| {
        lay(world);
        for order in [6001, 6002] {
            change(world, "order_air_detail", order, &[("departure_warehouse", "测试货站".into_value())]);
        }
        let admin = world.login("demo-admin");
        let id = made(&admin, json!({}));
        made(&admin, json!({ "cargoType": "危险品", "goodsCnnames": "油漆" }));
        let draft = admin.ok(&format!("{GOODS}/mail/6001"));
        assert_eq!(
            (text(&draft["subject"]), &draft["count"], &draft["to"]),
            ("品名清单 990-12345675 PVG-FRA", &json!(2), &json!([]))
        );
        let mail = json!({
            "orderId": "6001", "stamp": draft["stamp"], "to": ["terminal@example.com"], "subject": draft["subject"],
            "content": draft["content"],
        });
        let send = format!("{GOODS}/send");
        refused(&admin.post(&send, mail.clone()), "请先在个人设置中配置邮件发送");
        let server = MailServer::start(Manner::Takes);
        assert_eq!(admin.put("/hrs/org/mailbox", server.mailbox()).code, 0);
        let before = world.contents(true);
        assert_eq!(findings(&admin.post(&send, with(mail.clone(), json!({ "to": [] })))), one("to", "收件人不能为空"));
        assert_eq!(admin.post(&send, with(mail.clone(), json!({ "stamp": "1:1" }))).code, 3);
        assert_eq!(
            findings(&admin.post(&send, with(mail.clone(), json!({ "orderId": "x" })))),
            one("orderId", "订单不存在")
        );
        world.unchanged(&before, true);
        done(admin.post(&send, mail));
        world.run_jobs();
        let [arrived] = server.received().try_into().expect("one mail");
        let (name, bytes) = &arrived.files()[0];
        assert_eq!((arrived.to, name.as_str()), (vec!["terminal@example.com".to_owned()], "GOODS_990-12345675.xlsx"));
        assert!(format!("{:?}", lines(bytes)).contains("油漆"));
        assert_eq!(states(&admin), ["SENT", "SENT"]);
        assert_eq!(functions(&admin, "order", "6001"), ["发送品名清单"]);
        // What changed is to be told again; the other row was told.
        let version = admin.ok(&format!("{GOODS}/{id}"))["version"].clone();
        done(admin.put(&format!("{GOODS}/{id}"), json!({ "version": version, "goodsCnnames": "灯具，插座" })));
        assert_eq!(states(&admin).iter().filter(|state| *state == "SENT").count(), 1);
        // Another order of the same terminal begins with the address that was used.
        made(&admin, json!({ "orderId": "6002" }));
        assert_eq!(admin.ok(&format!("{GOODS}/mail/6002"))["to"], json!(["terminal@example.com"]));
        done(admin.post(&format!("{GOODS}/sent/6001"), json!({})));
        assert_eq!(admin.ok(&format!("{GOODS}/page?orderCode=AE-2607150001&state=SENT"))["total"], 2);
    });
}

#[test]
fn names_whose_mail_failed_are_shown_as_failed() {
    each_database_with(rooms, on_own_machine, |world| {
        lay(world);
        let admin = world.login("demo-admin");
        made(&admin, json!({}));
        let server = MailServer::start(Manner::RefusesReceiver);
        assert_eq!(admin.put("/hrs/org/mailbox", server.mailbox()).code, 0);
        let draft = admin.ok(&format!("{GOODS}/mail/6001"));
        let mail = json!({
            "orderId": "6001", "stamp": draft["stamp"], "to": ["terminal@example.com"], "subject": "a", "content": "b",
        });
        done(admin.post(&format!("{GOODS}/send"), mail));
        assert_eq!(states(&admin), ["SENT"], "it is under way");
        for time in ["10:00:00", "10:06:00", "10:40:00", "11:30:00"] {
            world.set_clock(&format!("2026-07-15 {time}"));
            world.run_jobs();
        }
        assert_eq!(states(&world.login("demo-admin")), ["FAILED"]);
        let admin = world.login("demo-admin");
        assert_eq!(admin.ok(&format!("{GOODS}/page?state=FAILED"))["total"], 1);
        assert_eq!(admin.ok(&format!("{GOODS}/tabs")), json!({ "UNSENT": 0, "SENT": 0, "FAILED": 1, "": 1 }));
        done(admin.post(&format!("{GOODS}/sent/6001"), json!({})));
        assert_eq!(states(&admin), ["SENT"]);
    });
}

#[test]
fn rows_of_a_file_become_names_of_their_orders() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let file = |rows: Json| {
            json!({
                "fileName": "names.xlsx",
                "fields": ["orderId", "cargoType", "goodsCnnames", "goodsEnnames", "quantity", "reportIssueNo"],
                "headers": ["订单", "货物类型", "中文品名", "英文品名", "数量", "鉴定报告编号"],
                "numbers": [2, 3], "mode": "add", "onError": "all", "rows": rows,
            })
        };
        let sound = json!(["AE-2607150001", "普货", "灯具、插座", "LAMPS,SOCKETS", "5", "R-1"]);
        let wrong = file(json!([sound, ["AE-2607150009", "没有", "", "", "0", ""]]));
        let checked = done(admin.post(&format!("{GOODS}/import/check"), wrong));
        assert_eq!((&checked["good"], &checked["bad"]), (&json!(1), &json!(1)), "{checked}");
        let places: Vec<&str> = checked["cells"].as_array().unwrap().iter().map(|cell| text(&cell["field"])).collect();
        for field in ["orderId", "cargoType", "goodsCnnames", "quantity"] {
            assert!(places.contains(&field), "{field}: {checked}");
        }
        let second = json!(["990-12345686", "危险品", "油漆", "", "", ""]);
        done(admin.post(&format!("{GOODS}/import/run"), file(json!([sound, second]))));
        world.run_jobs();
        let page = admin.ok(&format!("{GOODS}/page?sort=cargoType,asc"));
        assert_eq!(page["total"], 2, "{page}");
        let row = admin.ok(&format!("{GOODS}/page?orderCode=AE-2607150001"))["records"][0].clone();
        assert_eq!((text(&row["goodsCnnames"]), text(&row["goodsEnnames"])), ("灯具，插座", "LAMPS, SOCKETS"));
        assert_eq!((&row["quantity"], text(&row["state"])), (&json!(5), "UNSENT"));
    });
}

#[test]
fn others_see_and_change_nothing_of_names() {
    each_database_from(rooms, lay, |world| {
        let id = made(&world.login("demo-admin"), json!({}));
        hide(world);
        let (other, nobody, anonymous) = (world.login("sh01"), world.login("nobody"), world.anonymous());
        let op = world.login("op01");
        let before = world.contents(false);
        let mail = json!({ "orderId": "6001", "stamp": "", "to": ["a@example.com"], "subject": "a", "content": "b" });
        let calls: [(&str, String, Json); 9] = [
            ("GET", format!("{GOODS}/{id}"), json!({})),
            ("PUT", format!("{GOODS}/{id}"), json!({ "version": 1 })),
            ("DELETE", format!("{GOODS}/{id}?version=1"), json!({})),
            ("GET", format!("{GOODS}/list/{E1}"), json!({})),
            ("GET", format!("{GOODS}/propose?orderId=6001"), json!({})),
            ("POST", format!("{GOODS}/print/6001"), json!({})),
            ("GET", format!("{GOODS}/mail/6001"), json!({})),
            ("POST", format!("{GOODS}/send"), mail),
            ("POST", format!("{GOODS}/sent/6001"), json!({})),
        ];
        for (method, path, body) in &calls {
            assert_eq!(other.call(method, path, body.clone()).status, 404, "{method} {path}");
            assert_eq!(nobody.call(method, path, body.clone()).status, 403, "{method} {path}");
            assert_eq!(anonymous.call(method, path, body.clone()).status, 401, "{method} {path}");
            refused(&op.call(method, path, body.clone()), "您没有该订单的数据权限");
        }
        assert_eq!(op.ok(&format!("{GOODS}/page"))["total"], 0);
        assert_eq!(other.ok(&format!("{GOODS}/page"))["total"], 0);
        world.unchanged(&before, false);
    });
}
