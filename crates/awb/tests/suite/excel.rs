use std::io::Cursor;

use calamine::{Data, Reader, Xlsx};
use serde_json::{Value as Json, json};
use testkit::{Caller, World, each_database, each_database_from};

use crate::awb::suite::fixture::*;
use crate::awb::suite::forms::{whole, world_with_orders};

/// The texts of the first sheet, row by row.
fn texts(bytes: &[u8]) -> Vec<String> {
    let mut book: Xlsx<_> =
        Reader::new(Cursor::new(bytes.to_vec())).map_err(|error: calamine::XlsxError| error.to_string()).unwrap();
    let range = book.worksheet_range_at(0).unwrap().unwrap();
    let text = |cell: &Data| match cell {
        Data::Empty => None,
        other => Some(other.to_string()),
    };
    range.rows().flatten().filter_map(text).collect()
}

fn asked(kind: &str, more: Json) -> Json {
    let mut body = json!({ "awbPrintType": kind, "orderUuid": E1 });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

fn exported(caller: &Caller<'_>, body: Json) -> Vec<String> {
    let reply = caller.post("/afbase/awbPrint/excel", body);
    assert_eq!(reply.code, 0, "{}", reply.message);
    texts(&caller.get(reply.data.as_str().unwrap()).bytes)
}

fn made(world: &World) -> Caller<'_> {
    world_with_orders(world);
    let admin = world.login("demo-admin");
    let saved = admin.post("/afbase/awbPrint/mawb", whole(world));
    assert_eq!(saved.code, 0, "{}", saved.message);
    admin
}

#[test]
fn a_waybill_is_written_by_the_standard_template() {
    each_database(rooms, |world| {
        let admin = made(world);
        let words = exported(&admin, asked("PRINT_MAWB", json!({})));
        for wanted in [
            "空运主单",
            "990-12345675",
            "TEST AIR",
            "17041.98",
            "25.88",
            "658.5",
            "19857.68",
            "2765.7",
            "X9101 / 2026-07-18",
        ] {
            assert!(words.iter().any(|word| word == wanted), "{wanted}: {words:?}");
        }
        assert!(words.iter().any(|word| word.starts_with("DEMO SHIPPER CO. LTD\n")), "{words:?}");
        assert!(words.iter().any(|word| word.contains("MYC 1975.50")), "{words:?}");
        assert!(!words.iter().any(|word| word.contains('{')), "every variable is filled: {words:?}");
        let english = exported(&admin, asked("PRINT_MAWB", json!({ "language": "en" })));
        assert!(english.contains(&"AIR WAYBILL".to_owned()) && english.contains(&"Shipper".to_owned()), "{english:?}");
        let hidden = exported(&admin, asked("PRINT_MAWB", json!({ "showRate": false })));
        assert!(hidden.contains(&"AS AGREED".to_owned()), "{hidden:?}");
        for price in ["17041.98", "25.88", "19857.68"] {
            assert!(!hidden.iter().any(|word| word.contains(price)), "{price}: {hidden:?}");
        }
        let log = admin.ok("/hrs/log/list/page?size=1");
        assert!(log.to_string().contains("导出Excel"), "{log}");
    });
}

#[test]
fn a_house_is_written_with_its_own_number_and_issuer() {
    each_database(rooms, |world| {
        let admin = made(world);
        admin.post(&format!("/afbase/awbPrint/createAllHawb/{E1}"), json!({}));
        let houses = admin.ok(&format!("/afbase/awbPrint/hawbListByOrderUuid/{E1}"));
        let id = houses[0]["awbPrintId"].clone();
        let words = exported(&admin, asked("PRINT_HAWB", json!({ "awbPrintId": id })));
        assert!(words.contains(&"HA001   MAWB 990-12345675".to_owned()), "{words:?}");
        assert!(words.iter().any(|word| word.contains("演示货运")), "{words:?}");
    });
}

#[test]
fn a_workbook_needs_a_form_a_permission_and_known_words() {
    each_database_from(rooms, world_with_orders, |world| {
        let admin = world.login("demo-admin");
        let post = |body: Json| admin.post("/afbase/awbPrint/excel", body);
        assert_eq!(post(asked("PRINT_MAWB", json!({}))).message, "运单未制单");
        assert_eq!(post(asked("PRINT_HAWB", json!({ "awbPrintId": "1" }))).message, "运单未制单");
        assert_eq!(post(asked("PRINT", json!({}))).status, 400);
        assert_eq!(post(asked("PRINT_MAWB", json!({ "language": "fr" }))).status, 400);
        let other = world.login("sh01").post("/afbase/awbPrint/excel", asked("PRINT_MAWB", json!({})));
        assert_eq!(other.status, 404);
        let none = world.login("nobody").post("/afbase/awbPrint/excel", asked("PRINT_MAWB", json!({})));
        assert_eq!(none.status, 403);
        assert_eq!(world.anonymous().post("/afbase/awbPrint/excel", asked("PRINT_MAWB", json!({}))).status, 401);
    });
}
