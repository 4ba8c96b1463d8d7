//! The cargo manifest of a master, and the confirmation of its waybills.

use std::io::Cursor;

use calamine::{Data, Reader, Xlsx};
use kernel::{Id, Instant};
use platform::store::{Cell, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, World, each_database_from};
use waybill::forms;

use super::ground::*;

fn manifest(uuid: &str) -> String {
    format!("/afbase/aforder/airCargoManifestPrint/{uuid}")
}

fn confirm(uuid: &str) -> String {
    format!("/afbase/aforder/awbSubmit/{uuid}")
}

/// The pages of a PDF a call makes, as words.
fn pages(caller: &Caller<'_>, path: &str, body: Json) -> Vec<String> {
    let sent = done(caller.post(path, body));
    let file = caller.get(text(&sent["url"]));
    assert_eq!(file.content_type, "application/pdf");
    let document = lopdf::Document::load_mem(&file.bytes).unwrap();
    document.get_pages().keys().map(|page| document.extract_text(&[*page]).unwrap()).collect()
}

/// The sheets of a workbook a call makes: names, and cells as words.
fn sheets(caller: &Caller<'_>, path: &str) -> Vec<(String, Vec<Vec<String>>)> {
    let sent = done(caller.post(path, json!({ "format": "XLSX" })));
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(caller.get(text(&sent["url"])).bytes)).unwrap();
    let names = book.sheet_names();
    let word = |cell: &Data| cell.to_string();
    let read = |name: &String| {
        let range = book.worksheet_range(name).unwrap();
        (name.clone(), range.rows().map(|row| row.iter().map(word).collect()).collect())
    };
    names.iter().map(read).collect::<Vec<_>>()
}

fn add_houses(world: &World, count: i64) {
    world.database(|_, conn| {
        for number in 0..count {
            let cells = [
                ("id", Value::Int(8_100 + number)),
                ("version", Value::Int(1)),
                ("order_id", Value::Int(6001)),
                ("awb_number", "990-12345675".into_value()),
                ("hawb_number", format!("HB{number:03}").into_value()),
                ("pieces", Value::Int(1)),
                ("goods_name_en", "=1+1".into_value()),
                ("created_by", Value::Int(1)),
                ("created_at", Value::Int(1)),
                ("updated_by", Value::Int(1)),
                ("updated_at", Value::Int(1)),
            ];
            put(conn, DEMO, "hawb", &cells);
        }
    });
}

#[test]
fn a_manifest_lists_the_houses_of_its_master_with_their_sums() {
    each_database_from(rooms, lay_base, |world| {
        lay_orders(world);
        let admin = world.login("demo-admin");
        let [page] = pages(&admin, &manifest(E1), json!({ "format": "PDF" })).try_into().unwrap();
        for part in [
            "AIR CARGO MANIFEST",
            "990-12345675",
            "PVG-FRA",
            "X9101",
            "2026-07-18",
            "1/1",
            "HA001",
            "HA002",
            "200.0",
            "280.0",
            "1.500",
            "LED LAMPS",
            "TOTAL 2 BILLS",
            "480.0",
            "3.600",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
        let [(name, rows)] = sheets(&admin, &manifest(E1)).try_into().unwrap();
        assert_eq!((name.as_str(), rows[1][0].as_str()), ("1", "AIR CARGO MANIFEST"));
        assert_eq!(rows[3][1..].iter().filter(|cell| !cell.is_empty()).count(), 5);
        let head: Vec<&str> = [1, 3, 5, 6, 7].map(|column| rows[4][column].as_str()).to_vec();
        assert_eq!(head, ["990-12345675", "PVG-FRA", "X9101", "2026-07-18", "1/1"]);
        assert_eq!(rows[7][..6], ["1", "HA001", "5", "200", "1.5", "LED LAMPS\nHS 85395100"]);
        assert_eq!((rows[7][8].as_str(), rows[11][1].as_str()), ("PVG-FRA", "TOTAL 2 BILLS"));
        assert_eq!(rows[11][2..5], ["12", "480", "3.6"]);
        let log = admin.ok("/hrs/log/page?objectType=order&objectId=6001");
        assert_eq!(text(&log["records"][0]["function"]), "货物舱单打印");
        refused(&admin.post(&manifest(E2), json!({ "format": "PDF" })), "请先录入主单号");
        assert_eq!(admin.post(&manifest(E1), json!({ "format": "DOC" })).status, 400);
    });
}

#[test]
fn a_direct_master_is_its_only_line() {
    each_database_from(rooms, lay_base, |world| {
        lay_orders(world);
        let admin = world.login("demo-admin");
        let [page] = pages(&admin, &manifest(E3), json!({ "format": "PDF" })).try_into().unwrap();
        for part in ["PEK-HKG-LAX", "TOTAL 1 BILLS", "DEMO SHIPPER CO. LTD", "DEMO BUYER GMBH", "1000.0", "5.000"] {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert_eq!(page.matches("990-12345686").count(), 2, "in the head and as its line: {page}");
    });
}

#[test]
fn four_bills_stand_on_a_sheet_and_each_sheet_has_its_page() {
    each_database_from(rooms, lay_base, |world| {
        lay_orders(world);
        let admin = world.login("demo-admin");
        let count = |world: &World| {
            let _ = world;
            let book = sheets(&admin, &manifest(E1));
            let pages: Vec<String> = book.iter().map(|(_, rows)| rows[4][7].clone()).collect();
            let bills: usize =
                book.iter().map(|(_, rows)| rows[7..].iter().filter(|row| row[1].starts_with('H')).count()).sum();
            (pages, bills)
        };
        add_houses(world, 2);
        assert_eq!(count(world), (vec!["1/1".to_owned()], 4), "four fit one sheet");
        world.database(|_, conn| {
            let mut delete = sql::delete(DEMO, "hawb");
            delete.and_where(sql::is_in(sql::col("id"), [8_100i64, 8_101]));
            conn.exec(&delete.into()).unwrap();
        });
        add_houses(world, 3);
        assert_eq!(count(world), (vec!["1/2".to_owned(), "2/2".to_owned()], 5));
        assert_eq!(pages(&admin, &manifest(E1), json!({ "format": "PDF" })).len(), 2);
        let book = sheets(&admin, &manifest(E1));
        assert_eq!(book[1].1[7][..2], ["5", "HB002"]);
        assert_eq!(book[1].1[7][5], "'=1+1", "no text is taken for a formula");
    });
}

/// A made form, as its first fill leaves it.
fn make(world: &World, caller: &Caller<'_>, hawb: Option<i64>) {
    let kind = i64::from(hawb.is_some());
    let which = hawb.map(|id| format!("&hawbId={id}")).unwrap_or_default();
    let mut body = caller.ok(&format!("/afbase/awbPrint/prefill/{E1}?type={kind}{which}"));
    // What the first fill tells beside the boxes.
    for told in ["orderCode", "orderCodes", "goodsType", "houses", "stockKind"] {
        body.as_object_mut().unwrap().remove(told);
    }
    let number = if hawb == Some(HA001) {
        "HA001"
    } else if hawb.is_some() {
        "HA002"
    } else {
        ""
    };
    world.database(|_, conn| {
        let master = facts::master::Master::now("990-12345675");
        let written = forms::Written {
            kind: i64::from(hawb.is_some()),
            master: &master,
            hawb_number: number,
            awb_id: None,
            order_id: Some(Id(6001)),
            hawb_id: hawb.map(Id),
            body: &body,
            counts: waybill::destination::Counts::default(),
        };
        let id = 9_900 + hawb.unwrap_or(0);
        forms::add(conn, (DEMO, Id(1), Instant::from_millis(1)), (Id(id), &format!("{id:032}")), &written).unwrap();
    });
}

#[test]
fn a_confirmation_holds_the_master_and_all_houses_that_are_made() {
    each_database_from(rooms, lay_base, |world| {
        lay_orders(world);
        let admin = world.login("demo-admin");
        let before = world.contents(true);
        for uuid in [E1, E2] {
            refused(&admin.post(&confirm(uuid), json!({})), "运单未制单，不能生成运单确认件");
        }
        world.unchanged(&before, true);
        make(world, &admin, None);
        make(world, &admin, Some(HA001));
        let sent = done(admin.post(&confirm(E1), json!({})));
        assert_eq!(sent["missing"], json!(["HA002"]));
        let file = admin.get(text(&sent["url"]));
        assert!(file.header("content-disposition").contains("MAWB_990-12345675_0715100000.pdf"), "{file:?}");
        make(world, &admin, Some(HA002));
        let sent = done(admin.post(&confirm(E1), json!({})));
        assert_eq!(sent["missing"], json!([]));
        let all = pages(&admin, &confirm(E1), json!({ "showRate": true }));
        assert_eq!(all.len(), 3, "a page each");
        assert!(all[0].contains("TEST AIR") && !all[0].contains("HA001"), "{}", all[0]);
        for (page, house) in [(1, "HA001"), (2, "HA002")] {
            assert!(all[page].contains(house) && all[page].contains("MAWB 990-12345675"), "{}", all[page]);
            assert!(!all[page].contains("TEST AIR"), "the company issues its houses: {}", all[page]);
            assert!(all[page].contains("DEMO FREIGHT CO. LTD") && all[page].contains("演示货运"), "{}", all[page]);
        }
        assert!(all.iter().all(|page| page.contains("DRAFT") && !page.contains("ORIGINAL 3")));
        let log = admin.ok("/hrs/log/page?objectType=order&objectId=6001");
        assert_eq!(text(&log["records"][0]["function"]), "运单确认件");
    });
}

#[test]
fn houses_bear_the_logo_of_the_company_and_masters_do_not() {
    each_database_from(rooms, lay_base, |world| {
        lay_orders(world);
        let admin = world.login("demo-admin");
        make(world, &admin, None);
        make(world, &admin, Some(HA001));
        let images = || {
            let sent = done(admin.post(&confirm(E1), json!({})));
            let document = lopdf::Document::load_mem(&admin.get(text(&sent["url"])).bytes).unwrap();
            document.get_pages().values().map(|page| document.get_page_images(*page).unwrap().len()).collect::<Vec<_>>()
        };
        assert_eq!(images(), [0, 0], "no logo yet");
        let logo = done(admin.upload("/platform/picture", &[("logo.png", testkit::PNG)]));
        world.database(|_, conn| {
            let mut update = sql::update_global("org", &[("logo", text(&logo["url"]).into_value())]);
            conn.exec(&update.and_where(sql::eq("id", DEMO)).to_owned().into()).unwrap();
        });
        assert_eq!(images(), [0, 1]);
    });
}

#[test]
fn papers_of_a_master_are_for_those_who_see_all_its_orders() {
    each_database_from(rooms, lay_base, |world| {
        lay_orders(world);
        let op = world.login("op01");
        done(op.post(&manifest(E1), json!({ "format": "PDF" })));
        // Another order of the same master, hidden from op01.
        change(
            world,
            "freight_order",
            6003,
            &[
                ("awb_number", "990-12345675".into_value()),
                ("sales_id", Value::Int(1)),
                ("operator_id", Value::Int(1)),
                ("created_by", Value::Int(1)),
            ],
        );
        refused(&op.post(&manifest(E1), json!({ "format": "PDF" })), "您没有该订单的数据权限");
        let both = pages(&world.login("demo-admin"), &manifest(E1), json!({ "format": "PDF" }));
        assert!(both[0].contains("TOTAL 3 BILLS"), "{}", both[0]);
        hide(world);
        for path in [manifest(E1), confirm(E1)] {
            refused(&op.post(&path, json!({})), "您没有该订单的数据权限");
            assert_eq!(world.login("sh01").post(&path, json!({})).status, 404);
            assert_eq!(world.login("wh01").post(&path, json!({})).status, 403);
        }
    });
}
