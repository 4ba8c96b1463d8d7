//! Cargo labels: chosen, numbered, looked at, printed and noted.

use platform::store::{Cell, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, each_database_from};

use super::ground::*;

const BASE: &str = "/afbase/label";
const RANGE: &str = "序号范围无效";

/// Both houses of E1 on the usual paper.
fn e1(more: Json) -> Json {
    let both = [HA001.to_string(), HA002.to_string()];
    with(json!({ "orderUuids": [E1], "slIds": both, "size": "100x80" }), more)
}

fn preview(caller: &Caller<'_>, body: Json) -> Reply {
    caller.post(&format!("{BASE}/preview"), body)
}

/// What a line of the first label says.
fn line<'a>(told: &'a Json, label: &str) -> &'a str {
    let lines = told["labels"][0]["lines"].as_array().unwrap();
    lines.iter().find(|line| line["label"] == label).map_or("", |line| text(&line["text"]))
}

/// The pages of a print, as words.
fn pages(caller: &Caller<'_>, body: Json) -> Vec<String> {
    let url = done(caller.post(&format!("{BASE}/print"), body))["url"].clone();
    let file = caller.get(text(&url));
    assert_eq!(file.content_type, "application/pdf");
    let document = lopdf::Document::load_mem(&file.bytes).unwrap();
    document.get_pages().keys().map(|page| document.extract_text(&[*page]).unwrap()).collect()
}

// req: settings-open-effects
#[test]
fn orders_are_offered_with_their_houses_and_the_users_own_size_first() {
    each_database_from(rooms, lay_base, |world| {
        lay_orders(world);
        let admin = world.login("demo-admin");
        let told = admin.ok(&format!("{BASE}/choices?orderUuids={E1},{E2}"));
        assert_eq!(
            told["orders"][0],
            json!({
                "orderUuid": E1, "orderCode": "AE-2607150001", "awbNumber": "990-12345675", "pieces": 12,
                "hawbs": [
                    { "hawbId": "8001", "hawbNumber": "HA001", "pieces": 5 },
                    { "hawbId": "8002", "hawbNumber": "HA002", "pieces": 7 },
                ],
                "printed": null,
            })
        );
        assert_eq!((&told["orders"][1]["awbNumber"], &told["orders"][1]["hawbs"]), (&json!(""), &json!([])));
        let sizes: Vec<&str> = told["sizes"].as_array().unwrap().iter().map(|size| text(&size["key"])).collect();
        assert_eq!(sizes, ["100x80", "100x70", "102x85", "100x100", "100x150", "A4-2x4"]);
        assert_eq!((&told["size"], &told["templates"][0]["key"]), (&json!("100x80"), &json!("standard")));
        // By number: a master however it is written, an order's code, and one that is none of the caller's.
        let told = admin.ok(&format!("{BASE}/choices?numbers=99012345675,ae-2607150003,990-12345712"));
        let codes: Vec<&str> =
            told["orders"].as_array().unwrap().iter().map(|order| text(&order["orderCode"])).collect();
        assert_eq!((codes, &told["missing"]), (vec!["AE-2607150001", "AE-2607150003"], &json!(["990-12345712"])));
        world.database(|_, conn| {
            let settings = json!({ "orderAeDefaultBarcodeLabelSize": "100×150" }).to_string();
            let cells = [
                ("user_id", Value::Int(user_of(conn, "demo-admin"))),
                ("order_edit_new_page", Value::Bool(false)),
                ("order_save_close_page", Value::Bool(false)),
                ("settings", settings.into_value()),
                ("updated_at", Value::Int(1)),
            ];
            put(conn, DEMO, "user_extend", &cells);
        });
        assert_eq!(admin.ok(&format!("{BASE}/choices"))["size"], "100x150");
        assert_eq!(world.login("cs01").ok(&format!("{BASE}/choices"))["size"], "100x80", "of this user alone");
    });
}

fn user_of(conn: &mut dyn platform::store::Conn, login: &str) -> i64 {
    let mut select = sql::from(DEMO, "app_user");
    select.column("id").and_where(sql::eq("login_name", login.to_owned()));
    conn.first(&select.into()).unwrap().unwrap().get(0).unwrap()
}

#[test]
fn e1_has_twelve_labels_and_the_sixth_is_the_first_of_the_second_house() {
    each_database_from(rooms, lay_base, |world| {
        lay_orders(world);
        let admin = world.login("demo-admin");
        let before = world.contents(true);
        let first = done(preview(&admin, e1(json!({}))));
        assert_eq!((&first["total"], line(&first, "分单号"), line(&first, "分单件数")), (&json!(12), "HA001", "1/5"));
        assert_eq!((line(&first, "序号"), line(&first, "件序号")), ("0001", "1"));
        let sixth = done(preview(&admin, e1(json!({ "from": 6, "to": 6, "showWeight": true }))));
        for (label, said) in [
            ("航空公司", "X9 TEST AIR"),
            ("运单号", "990-1234 5675"),
            ("目的港", "FRA"),
            ("始发港", "PVG"),
            ("总件数", "12"),
            ("件序号", "6"),
            ("分单号", "HA002"),
            ("分单件数", "1/7"),
            ("分单目的港", "FRA"),
            ("重量", "280.0 KG"),
            ("序号", "0006"),
        ] {
            assert_eq!(line(&sixth, label), said, "{label}");
        }
        let label = &sixth["labels"][0];
        assert_eq!((&label["barcode"], &label["houseBarcode"]), (&json!("9901234567500006"), &json!("HA00200006")));
        let svg = text(&sixth["svg"]);
        assert!(
            svg.starts_with("<svg") && svg.contains(">990-1234 5675</text>") && svg.contains(">1/7</text>"),
            "{svg}"
        );
        // None ticked: the master's own labels, over its confirmed pieces.
        let master = done(preview(&admin, e1(json!({ "slIds": [], "from": 12 }))));
        assert_eq!((&master["total"], line(&master, "件序号"), line(&master, "分单号")), (&json!(12), "12", ""));
        assert_eq!(master["labels"][0]["houseBarcode"], "");
        // A direct order is labelled by its plan until it is confirmed, with the airports on its way.
        let direct = json!({ "orderUuids": [E3], "size": "A4 2×4" });
        let direct = done(preview(&admin, direct));
        assert_eq!((&direct["total"], line(&direct, "中转港"), line(&direct, "总件数")), (&json!(20), "HKG", "20"));
        let english = admin.in_language("en-US").post(&format!("{BASE}/preview"), e1(json!({})));
        assert_eq!(line(&english.data, "Air waybill no."), "990-1234 5675");
        world.unchanged(&before, true);
    });
}

#[test]
fn what_can_not_be_printed_is_refused_and_nothing_is_kept() {
    each_database_from(rooms, lay_base, |world| {
        lay_orders(world);
        let admin = world.login("demo-admin");
        let before = world.contents(true);
        for path in ["preview", "print"] {
            let say = |body: Json| admin.post(&format!("{BASE}/{path}"), body);
            refused(&say(json!({ "orderUuids": [E2], "size": "100x80" })), "该订单没有主单号，不能打印标签");
            for (from, to, field) in [(0, 1, "from"), (13, 13, "from"), (1, 13, "to"), (4, 3, "to")] {
                let reply = say(e1(json!({ "from": from, "to": to })));
                let found = findings(&reply);
                assert!(found.contains(&(field.to_owned(), RANGE.to_owned())), "{from}-{to}: {found:?}");
                refused(&reply, RANGE);
            }
            let all = say(json!({ "orderUuids": [], "size": "60x40", "copies": 4, "format": "EPL" }));
            let fields: Vec<String> = findings(&all).into_iter().map(|(field, _)| field).collect();
            assert_eq!(fields, ["orderUuids", "size", "copies", "format"], "all that is wrong at once");
            assert_eq!(findings(&say(e1(json!({ "copies": 0 }))))[0].1, "份数须在1与3之间");
            assert_eq!(findings(&say(e1(json!({ "format": "ZPL", "dpi": 600 }))))[0].0, "dpi");
            let sheet = say(e1(json!({ "format": "ZPL", "size": "A4-2x4" })));
            assert_eq!(findings(&sheet), [("size".to_owned(), "A4标签纸只能以PDF打印".to_owned())]);
            assert_eq!(say(e1(json!({ "slIds": ["4711"] }))).status, 404, "a house of none of these orders");
        }
        // Pieces have four digits: 9999 is the most, with the copies.
        change(world, "freight_order", 6003, &[("plan_pieces", Value::Int(9_999))]);
        let e3 = |more: Json| preview(&admin, with(json!({ "orderUuids": [E3], "size": "100x80" }), more));
        let last = done(e3(json!({ "from": 9_999 })));
        assert_eq!((&last["total"], &last["labels"][0]["barcode"]), (&json!(9_999), &json!("9901234568609999")));
        refused(&e3(json!({ "copies": 2 })), "标签超过9999张，不能打印");
        done(e3(json!({ "copies": 2, "to": 4_999 })));
        change(world, "freight_order", 6003, &[("plan_pieces", Value::Int(10_000))]);
        refused(&e3(json!({ "to": 1 })), "标签超过9999张，不能打印");
        change(world, "freight_order", 6003, &[("plan_pieces", Value::Int(20))]);
        world.unchanged(&before, true);
    });
}

#[test]
fn a_print_gives_its_pages_once_and_is_noted_in_the_order() {
    each_database_from(rooms, lay_base, |world| {
        lay_orders(world);
        let (admin, op) = (world.login("demo-admin"), world.login("cs01"));
        let all = pages(&admin, e1(json!({})));
        assert_eq!(all.len(), 12);
        for (page, house, own, code) in [
            (0, "HA001", "1/5", "9901234567500001"),
            (4, "HA001", "5/5", "9901234567500005"),
            (5, "HA002", "1/7", "9901234567500006"),
            (11, "HA002", "7/7", "9901234567500012"),
        ] {
            for said in [house, own, code, "990-1234 5675", "AE-2607150001", &format!("{:04}", page + 1)] {
                assert!(all[page].contains(said), "{said}: {}", all[page]);
            }
            assert!(!all[page].contains(" KG"), "the weight is shown when it is wanted");
        }
        let two = pages(&op, e1(json!({ "from": 3, "to": 4, "copies": 1 })));
        assert_eq!(two.len(), 2);
        assert!(two[0].contains("0003") && two[1].contains("0004"), "{two:?}");
        assert_eq!(pages(&op, e1(json!({ "from": 12, "copies": 3, "size": "A4-2x4" }))).len(), 1, "three on a sheet");
        let sent =
            done(op.post(&format!("{BASE}/print"), e1(json!({ "format": "ZPL", "to": 2, "copies": 2, "dpi": 300 }))));
        let file = op.get(text(&sent["url"]));
        let commands = String::from_utf8(file.bytes.clone()).unwrap();
        assert_eq!((commands.matches("^XA").count(), commands.matches("^PQ2").count()), (2, 2), "{commands}");
        assert!(commands.contains("^FD>;9901234567500002^FS") && commands.contains("^PW1181"), "{commands}");
        refused(&op.get(text(&sent["url"])), "文件链接已失效，请重新打印");
        let rows = admin.ok(&format!("{BASE}/log?orderUuid={E1}"));
        let told: Vec<String> = rows
            .as_array()
            .unwrap()
            .iter()
            .map(|row| {
                let word = |name: &str| row[name].to_string().replace('"', "");
                ["user", "from", "to", "size", "copies", "format"].map(word).join(" ")
            })
            .collect();
        assert_eq!(
            told,
            [
                "客服一 1 2 100x80 2 ZPL",
                "客服一 12 12 A4-2x4 3 PDF",
                "客服一 3 4 100x80 1 PDF",
                "管理员 1 12 100x80 1 PDF"
            ]
        );
        assert_eq!(rows[0]["time"], "2026-07-15 10:00:00");
        let log = admin.ok("/hrs/log/page?objectType=order&objectId=6001");
        let lines: Vec<&str> = log["records"].as_array().unwrap().iter().map(|line| text(&line["text"])).collect();
        assert_eq!(lines, ["标签打印 1-2 ×2", "标签打印 12-12 ×3", "标签打印 3-4 ×1", "标签打印 1-12 ×1"]);
        assert_eq!(text(&log["records"][0]["function"]), "标签打印");
        let choices = admin.ok(&format!("{BASE}/choices?orderUuids={E1}"));
        assert_eq!(choices["orders"][0]["printed"], "2026-07-15 10:00:00");
    });
}

#[test]
fn labels_of_several_orders_go_on_and_each_order_keeps_its_own_part() {
    each_database_from(rooms, lay_base, |world| {
        lay_orders(world);
        let admin = world.login("demo-admin");
        change(world, "hawb", HA001, &[("pieces", Value::Null)]);
        let both = json!({ "orderUuids": [E1, E3], "slIds": ["8001"], "size": "100x70" });
        let told = done(preview(&admin, both.clone()));
        // One label without a number for the house without pieces, and the twenty of E3.
        assert_eq!((&told["total"], line(&told, "件序号"), line(&told, "分单件数")), (&json!(21), "", ""));
        assert_eq!(told["labels"][0]["barcode"], "9901234567500000");
        assert_eq!(told["warnings"], json!(["订单AE-2607150001的分单件数合计7，与订单件数12不一致"]));
        let pages = pages(&admin, with(both, json!({ "to": 3 })));
        assert_eq!(pages.len(), 3);
        assert!(pages[1].contains("9901234568600001") && pages[1].contains("0002"), "{}", pages[1]);
        let noted = |uuid: &str| {
            let rows = admin.ok(&format!("{BASE}/log?orderUuid={uuid}"));
            (rows[0]["from"].clone(), rows[0]["to"].clone())
        };
        assert_eq!((noted(E1), noted(E3)), ((json!(1), json!(1)), (json!(2), json!(3))));
    });
}

#[test]
fn labels_are_for_those_who_see_the_order() {
    each_database_from(rooms, lay_base, |world| {
        lay_orders(world);
        hide(world);
        let (op, other) = (world.login("op01"), world.login("sh01"));
        refused(&preview(&op, e1(json!({}))), "您没有该订单的数据权限");
        refused(&op.get(&format!("{BASE}/log?orderUuid={E1}")), "您没有该订单的数据权限");
        assert_eq!(op.ok(&format!("{BASE}/choices?numbers=990-12345675"))["missing"], json!(["990-12345675"]));
        assert_eq!(preview(&other, e1(json!({}))).status, 404);
        assert_eq!(other.post(&format!("{BASE}/print"), e1(json!({}))).status, 404);
        // The page alone is right enough.
        done(preview(&world.login("doc01"), e1(json!({}))));
    });
}
