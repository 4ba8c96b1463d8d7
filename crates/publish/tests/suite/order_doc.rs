//! Papers of all orders: who sees them, archives, what customers see, removing.

use kernel::Id;
use platform::store::{Cell, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{World, each_database_from};

use super::kit::{done, findings, refused, rooms, rows, text};

const DEMO: i64 = 2;

/// Orders O1 to O4 with one paper each; O1 is sold by sales01, the paper of O2 was uploaded by fin01.
fn lay(world: &World) {
    world.database(|app, conn| {
        let mut user = |login: &str| -> Id {
            let mut select = sql::from(DEMO, "app_user");
            select.column("id").and_where(sql::eq("login_name", login.to_owned()));
            let row = conn.first(&select.into()).expect("reads");
            row.unwrap_or_else(|| panic!("no {login}")).get(0).expect("an id")
        };
        let (sales, other, fin) = (user("sales01"), user("sales02"), user("fin01"));
        let now = app.clock.now();
        for number in 1..=4i64 {
            let seller = if number == 1 { sales } else { other };
            let order = [
                ("id", Value::Int(number)),
                ("uuid", format!("00000000-0000-4000-8000-00000000000{number}").into_value()),
                ("row_uuid", "x".into_value()),
                ("order_code", format!("AE-260701000{number}").into_value()),
                ("business_scope", "AE".into_value()),
                ("lifecycle", "OPEN".into_value()),
                ("node", "订单创建".into_value()),
                ("node_rank", Value::Int(10)),
                ("operation_finished", Value::Bool(false)),
                ("income_recorded", Value::Int(0)),
                ("cost_recorded", Value::Int(0)),
                ("sales_id", seller.into_value()),
                ("awb_number", format!("990-1234567{number}").into_value()),
                ("expect_departure", format!("2026-07-0{number}").into_value()),
                ("biz_date", format!("2026-07-0{number}").into_value()),
                ("hawb_count", Value::Int(0)),
                ("plan_charge_manual", Value::Bool(false)),
                ("confirm_charge_manual", Value::Bool(false)),
                ("flagged", Value::Bool(false)),
                ("created_by", other.into_value()),
                ("created_at", now.into_value()),
                ("updated_by", other.into_value()),
                ("updated_at", now.into_value()),
            ];
            conn.exec(&sql::insert(DEMO, "freight_order", &order).into()).expect("an order");
            let paper = [
                ("id", Value::Int(100 + number)),
                ("order_id", Value::Int(number)),
                ("file_type", "文件".into_value()),
                ("file_class", "发票".into_value()),
                ("file_name", "发票.pdf".into_value()),
                ("is_display", Value::Bool(true)),
                ("size", Value::Int(10)),
                ("content_type", "application/pdf".into_value()),
                (
                    "file_key",
                    app.files.keep(DEMO, format!("%PDF-1.7 {number}").as_bytes()).expect("keeps").into_value(),
                ),
                ("created_by", if number == 2 { fin } else { other }.into_value()),
                ("created_at", now.into_value()),
            ];
            conn.exec(&sql::insert(DEMO, "order_file", &paper).into()).expect("a paper");
        }
    });
}

/// What the cells of a workbook say.
fn words_of(workbook: Vec<u8>) -> String {
    let mut parts = zip::ZipArchive::new(std::io::Cursor::new(workbook)).expect("a workbook");
    ["xl/sharedStrings.xml", "xl/worksheets/sheet1.xml"]
        .map(|name| parts.by_name(name).map(|part| std::io::read_to_string(part).unwrap()).unwrap_or_default())
        .concat()
}

const LIST: &str = "/hrs/doc/order?businessScope=AE&size=50";

#[test]
fn papers_are_seen_with_their_order() {
    each_database_from(rooms, lay, |world| {
        let (sales, fin) = (world.login("sales01"), world.login("fin01"));
        let seen = rows(&sales, LIST);
        assert_eq!(
            (seen.len(), text(&seen[0]["orderCode"]), text(&seen[0]["businessDate"])),
            (1, "AE-2607010001", "2026-07-01")
        );
        assert_eq!(
            (text(&seen[0]["billNumber"]), text(&seen[0]["fileUrl"])),
            ("990-12345671", "/afbase/orderFiles/download/101")
        );
        assert_eq!(rows(&fin, LIST).len(), 4);
        assert!(rows(&world.login("sh01"), LIST).is_empty());
        let none = fin.get("/hrs/doc/order?current=1&size=10");
        assert_eq!(findings(&none), [("businessScope".to_owned(), "请选择业务范畴".to_owned())]);
        let by = |query: &str| rows(&fin, &format!("{LIST}&{query}")).len();
        assert_eq!(
            (by("businessDate=2026-07-02~2026-07-03"), by("billNumber=345674"), by("isDisplay=false")),
            (2, 1, 0)
        );
        assert_eq!((by("fileClass=发票"), by("fileClass=POD,托书"), by("fileClass=POD,发票")), (4, 0, 4));
        let columns = json!([{ "label": "单证地址", "prop": "fileUrl" }]);
        let export = json!({ "filters": { "businessScope": "AE" }, "columnStrs": columns });
        let file = world.login("ceo01").post("/hrs/doc/order/exportExcel", export);
        let sheet = words_of(file.bytes);
        assert!(sheet.contains("单证地址") && sheet.contains("/afbase/orderFiles/download/101"), "{sheet}");
        assert_eq!(fin.get(&format!("{LIST}&businessDate=x")).status, 400);
        refused(&sales.get("/hrs/doc/order/file/102?inline=1"), "您没有该订单的数据权限");
        assert_eq!(sales.get("/hrs/doc/order/file/101?inline=1").bytes, b"%PDF-1.7 1");
        assert_eq!(world.login("sh01").get("/hrs/doc/order/file/101").status, 404);
    });
}

#[test]
fn what_is_hidden_from_customers_is_hidden_at_once() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let hide =
            |ids: Json, display: bool| admin.put("/hrs/doc/order/display", json!({ "ids": ids, "display": display }));
        assert_eq!(done(hide(json!(["101", "102"]), false)), json!({ "changed": 2 }));
        let shown = || rows(&admin, &format!("{LIST}&isDisplay=true")).len();
        assert_eq!(shown(), 2);
        let before = world.contents(true);
        assert_eq!(hide(json!(["103", "999"]), false).status, 404);
        assert_eq!(world.login("fin01").put("/hrs/doc/order/display", json!({})).status, 403);
        let after = world.contents(false);
        assert_eq!(
            before.iter().filter(|line| line.starts_with("order_file")).count(),
            after.iter().filter(|line| line.starts_with("order_file")).count()
        );
        done(hide(json!(["101"]), true));
        assert_eq!(shown(), 3);
    });
}

#[test]
fn an_archive_has_a_folder_for_each_order() {
    each_database_from(rooms, lay, |world| {
        let boss = world.login("ceo01");
        let zip = |ids: Json| boss.post("/hrs/doc/order/zip", json!({ "ids": ids }));
        let reply = zip(json!(["101", "102", "102"]));
        assert!(reply.bytes.starts_with(b"PK"), "{}", reply.message);
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(reply.bytes)).expect("an archive");
        let names: Vec<String> =
            (0..archive.len()).map(|place| archive.by_index(place).unwrap().name().unwrap().into_owned()).collect();
        assert_eq!(names, ["AE-2607010001/发票.pdf", "AE-2607010002/发票.pdf"]);
        let content = std::io::read_to_string(archive.by_index(1).unwrap()).unwrap();
        assert_eq!(content, "%PDF-1.7 2");
        refused(&zip(json!([])), "请选择单证");
        refused(&zip(json!((1..=101).map(|id| id.to_string()).collect::<Vec<_>>())), "一次最多打包100个文件");
        world.database(|_, conn| {
            let large = sql::update(DEMO, "order_file", &[("size", Value::Int(500 * 1024 * 1024))]);
            conn.exec(&large.into()).expect("updates");
        });
        assert!(zip(json!(["101"])).bytes.starts_with(b"PK"), "exactly the most");
        refused(&zip(json!(["101", "102"])), "打包文件总大小不能超过500MB");
    });
}

/// Whether the row of a paper offers to remove it: by the button, or as an own upload.
fn ways(caller: &testkit::Caller<'_>, id: &str) -> (bool, Json) {
    let row = rows(caller, LIST).into_iter().find(|row| row["id"] == id).expect("the paper");
    (row["can"].as_array().unwrap().contains(&json!("sys_doc_del")), row["takenBack"].clone())
}

/// The forms of the scopes differ, and so do the tables of their numbers.
#[test]
fn papers_of_every_scope_lead_to_their_order_and_are_found_by_its_numbers() {
    each_database_from(rooms, lay, |world| {
        world.database(|_, conn| {
            for text in [
                "UPDATE freight_order SET business_scope = 'SE', awb_number = NULL WHERE id = 2",
                "UPDATE freight_order SET awb_number = NULL WHERE id = 4",
                "UPDATE freight_order SET business_scope = 'SI', awb_number = NULL WHERE id = 3",
                "INSERT INTO order_carriage_detail (org_id, id, mlb_number, hlb_number) VALUES (2, 2, 'COSU6001', 'HB77')",
                "INSERT INTO order_carriage_detail (org_id, id, hlb_number) VALUES (2, 3, 'HB78')",
                "INSERT INTO hawb (org_id, id, version, order_id, hawb_number, created_by, created_at, updated_by, \
                 updated_at) VALUES (2, 900, 1, 4, 'HOUSE9', 1, 0, 1, 0)",
            ] {
                conn.exec(&platform::store::Stmt::Raw(text.to_owned(), Vec::new())).expect(text);
            }
        });
        let fin = world.login("fin01");
        let of = |scope: &str, number: &str| {
            let path = format!("/hrs/doc/order?businessScope={scope}&size=50&billNumber={number}");
            let shown =
                |row: &Json| format!("{} {} {}", text(&row["id"]), text(&row["slug"]), text(&row["billNumber"]));
            rows(&fin, &path).iter().map(shown).collect::<Vec<_>>()
        };
        assert_eq!(of("SE", "cosu6"), ["102 se COSU6001"]);
        assert_eq!(of("SE", "HB77"), ["102 se COSU6001"]);
        assert_eq!(of("SI", "HB7"), ["103 si HB78"]);
        assert_eq!(of("AE", "house9"), ["104 af HOUSE9"]);
        assert_eq!((of("AE", "HB7"), of("SE", "%25")), (vec![], vec![]));
    });
}

#[test]
fn a_paper_is_taken_back_within_a_day_or_by_those_with_the_button() {
    each_database_from(rooms, lay, |world| {
        let fin = world.login("fin01");
        assert_eq!(ways(&fin, "102"), (false, json!(true)), "his own upload");
        assert_eq!(ways(&fin, "101"), (false, json!(false)), "somebody else's");
        assert_eq!(ways(&world.login("ceo01"), "101"), (true, json!(false)), "by the button");
        refused(&fin.delete("/hrs/doc/order/101"), "只能删除本人24小时内上传的单证");
        refused(&world.login("sales01").delete("/hrs/doc/order/102"), "您没有该订单的数据权限");
        world.database(|_, conn| {
            let mut lock = sql::update(DEMO, "freight_order", &[("lifecycle", "LOCKED".into_value())]);
            conn.exec(&lock.and_where(sql::is_in(sql::col("id"), [2i64, 3])).to_owned().into()).expect("locks");
        });
        refused(&fin.delete("/hrs/doc/order/102"), "订单已锁定，不能删除单证");
        let boss = world.login("ceo01");
        refused(&boss.delete("/hrs/doc/order/103"), "订单已锁定，不能删除单证");
        assert_eq!(ways(&boss, "102"), (false, json!(false)), "locked");
        assert_eq!(ways(&fin, "102"), (false, json!(false)), "locked, though his own");
        done(boss.delete("/hrs/doc/order/104"));
        world.database(|_, conn| {
            let open = sql::update(DEMO, "freight_order", &[("lifecycle", "OPEN".into_value())]);
            conn.exec(&open.into()).expect("opens");
        });
        world.set_clock("2026-07-16 10:00:01");
        let fin = world.login("fin01");
        assert_eq!(ways(&fin, "102"), (false, json!(false)), "a second too late");
        refused(&fin.delete("/hrs/doc/order/102"), "只能删除本人24小时内上传的单证");
        world.set_clock("2026-07-16 10:00:00");
        assert_eq!(ways(&fin, "102"), (false, json!(true)), "just in time");
        done(fin.delete("/hrs/doc/order/102"));
        assert_eq!(rows(&fin, LIST).len(), 2);
    });
}
