//! Letters as workbooks, by the platform's template and a company's own.

use std::io::Cursor;

use calamine::{Data, Reader, Xlsx};
use platform::access::raise_permission_version;
use platform::registry::Room;
use platform::store::{Cell, Stmt, Value};
use rust_xlsxwriter::Workbook;
use serde_json::{Value as Json, json};
use testkit::{Caller, World, each_database_from};

use super::ground::*;

const LETTER: &str = "/afbase/shipperLetter";
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

fn with_templates() -> Vec<Room> {
    rooms().into_iter().chain([template::room(), publish::room()]).collect()
}

fn booking(admin: &Caller<'_>) -> String {
    let body = json!({
        "orderId": "6002", "kind": "BOOKING", "toName": "供应商甲", "contact": "王订", "phone": "021-1", "flightWish": "X9101",
        "flightWishDate": "2026-07-18", "flightWish2": "X9105", "flightWishDate2": "2026-07-19", "rateAgreed": "CNY 20.00/KG",
        "dimensions": "50*40*30/8", "temperature": "2-8", "remark": "请留舱", "signatory": "李签",
    });
    text(&done(admin.post(LETTER, body))["id"]).to_owned()
}

fn delivery(admin: &Caller<'_>) -> String {
    let body = json!({
        "orderId": "6001", "kind": "DELIVERY", "toName": "测试货站", "truck": "沪A12345", "driver": "司机一",
        "driverIdNo": "310115199001010011", "driverPhone": "13800000000", "arriveTime": "2026-07-17 08:00:00",
        "securityNoBatteries": true, "signatory": "李签",
    });
    text(&done(admin.post(LETTER, body))["id"]).to_owned()
}

/// The workbook of a letter: its name, and the cells of its sheet that aren't empty with their place.
fn exported(world: &World, caller: &Caller<'_>, id: &str) -> (String, Vec<((usize, usize), Data)>) {
    let made = done(caller.post(&format!("{LETTER}/excel/{id}"), json!({})));
    let file = world.anonymous().get(text(&made["url"]));
    assert_eq!(file.content_type, XLSX, "{}", file.message);
    let name = file.headers["content-disposition"].to_str().unwrap().rsplit("''").next().unwrap().to_owned();
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(file.bytes)).unwrap();
    let range = book.worksheet_range_at(0).unwrap().unwrap();
    let (top, left) = range.start().unwrap();
    let cells =
        range.used_cells().map(|(row, column, cell)| ((row + top as usize, column + left as usize), cell.clone()));
    (name, cells.collect())
}

/// What stands right of a word, in the same row.
fn beside(cells: &[((usize, usize), Data)], word: &str) -> String {
    let at = cells.iter().position(|(_, cell)| *cell == *word).unwrap_or_else(|| panic!("no {word}: {cells:?}"));
    let ((row, _), _) = &cells[at];
    cells.get(at + 1).filter(|((next, _), _)| next == row).map(|(_, cell)| cell.to_string()).unwrap_or_default()
}

/// What stands below a word, in the same column.
fn below(cells: &[((usize, usize), Data)], word: &str) -> Data {
    let ((row, column), _) = cells.iter().find(|(_, cell)| *cell == *word).expect(word);
    cells.iter().find(|(place, _)| *place == (row + 1, *column)).map(|(_, cell)| cell.clone()).unwrap_or_default()
}

/// Leaves op01 of the two permissions of letters the one alone.
fn allow(world: &World, code: &str) {
    world.database(|_, conn| {
        let about =
            "SELECT id FROM permission WHERE code IN ('af-order-letter', 'af-plan-letter', 'af_shipper_letter')";
        let of = format!("u.org_id = {DEMO} AND u.login_name LIKE '%op01%'");
        let gone = format!("DELETE FROM user_permission WHERE org_id = {DEMO} AND permission_id IN ({about})");
        let given = format!(
            "INSERT INTO user_permission (org_id, user_id, permission_id, allowed) \
             SELECT {DEMO}, u.id, p.id, p.code IN ('{code}', 'af_shipper_letter') \
             FROM app_user u, permission p WHERE {of} AND p.id IN ({about})"
        );
        for text in [gone, given] {
            conn.exec(&Stmt::Raw(text, Vec::new())).expect("is written");
        }
        raise_permission_version(conn, DEMO).expect("is judged anew");
    });
}

fn all_filled(cells: &[((usize, usize), Data)]) {
    assert!(!cells.iter().any(|(_, cell)| cell.to_string().contains('{')), "every variable is filled: {cells:?}");
}

#[test]
fn a_booking_letter_of_e2_is_a_workbook_by_the_standard_template() {
    each_database_from(with_templates, lay, |world| {
        let admin = world.login("demo-admin");
        let id = booking(&admin);
        let (name, cells) = exported(world, &admin, &id);
        assert_eq!(name, "BOOKING_AE-2607150002.xlsx");
        assert_eq!((cells[0].1.to_string(), cells[1].1.to_string()), ("演示货运".into(), "订舱托书".into()));
        for (word, value) in [
            ("致", "供应商甲"),
            ("联系人", "王订"),
            ("电话", "021-1"),
            ("编号", "AE-2607150002"),
            ("日期", "2026-07-15"),
            ("期望航班", "X9101"),
            ("期望日期", "2026-07-18"),
            ("备选航班", "X9105"),
            ("备选日期", "2026-07-19"),
            ("约定运价", "CNY 20.00/KG"),
            ("品名", "LED LAMPS"),
            ("尺寸（厘米）/件数", "50*40*30/8"),
            ("电池情况", "不含电池"),
            ("温度要求", "2-8"),
            ("服务项目", "库内"),
            ("备注", "请留舱"),
            ("签字", "李签"),
        ] {
            assert_eq!(beside(&cells, word), value, "{word}");
        }
        assert!(beside(&cells, "始发港").starts_with("PVG"), "{}", beside(&cells, "始发港"));
        assert!(beside(&cells, "目的港").starts_with("FRA"), "{}", beside(&cells, "目的港"));
        assert!(beside(&cells, "发货人").starts_with("DEMO SHIPPER CO. LTD\n1 SAMPLE ROAD"), "{cells:?}");
        assert!(beside(&cells, "收货人").starts_with("DEMO BUYER GMBH\n"), "{cells:?}");
        assert_eq!(below(&cells, "航程"), Data::String("PVG-FRA".to_owned()));
        for (word, figure) in [("件数", 8.0), ("毛重", 300.0), ("体积", 1.2)] {
            assert_eq!(below(&cells, word), Data::Float(figure), "{word}");
        }
        all_filled(&cells);
        let (name, english) = exported(world, &admin.in_language("en"), &id);
        assert_eq!(name, "BOOKING_AE-2607150002.xlsx");
        let head = (english[0].1.to_string(), english[1].1.to_string());
        assert_eq!(head, ("DEMO FREIGHT CO. LTD".into(), "BOOKING LETTER".into()));
        assert_eq!(
            (beside(&english, "Services"), beside(&english, "Wanted flight")),
            ("Warehouse".into(), "X9101".into())
        );
        assert_eq!(below(&english, "Gross weight"), Data::Float(300.0));
        let seen = admin.ok(&format!("{LETTER}/{id}"));
        assert_eq!((&seen["printCount"], &seen["version"]), (&json!(2), &json!(1)));
        assert_eq!(functions(&admin, "shipper_letter", &id), ["导出Excel", "导出Excel", "新增"]);
    });
}

#[test]
fn a_delivery_letter_is_a_workbook_with_truck_and_statement() {
    each_database_from(with_templates, lay, |world| {
        let admin = world.login("demo-admin");
        let id = delivery(&admin);
        let (name, cells) = exported(world, &admin, &id);
        assert_eq!(name, "DELIVERY_NOTE_990-12345675.xlsx");
        assert_eq!(cells[1].1.to_string(), "交货托书");
        for (word, value) in [
            ("致", "测试货站"),
            ("编号", "990-12345675"),
            ("航班", "X9101"),
            ("航班日期", "2026-07-18"),
            ("车牌", "沪A12345"),
            ("司机", "司机一"),
            ("证件号", "310115199001010011"),
            ("司机电话", "13800000000"),
            ("到达时间", "2026-07-17 08:00"),
            ("危险品", "3 UN1263"),
            ("尺寸（厘米）/件数", "100*60*55/11;80*80*50/1"),
            ("安全声明", "[  ] 货物不含危险品\n[X] 货物不含电池\n[  ] 货物不含磁性物质"),
            ("签字", "李签"),
        ] {
            assert_eq!(beside(&cells, word), value, "{word}");
        }
        assert_eq!((below(&cells, "毛重"), below(&cells, "体积")), (Data::Float(500.0), Data::Float(3.95)));
        all_filled(&cells);
        let (_, english) = exported(world, &admin.in_language("en"), &id);
        assert_eq!(english[1].1.to_string(), "DELIVERY LETTER");
        assert!(beside(&english, "Security statement").contains("[X] The cargo holds no batteries"), "{english:?}");
    });
}

#[test]
fn a_letter_is_written_into_the_companys_own_workbook() {
    each_database_from(with_templates, lay, |world| {
        let admin = world.login("demo-admin");
        let id = booking(&admin);
        let mut book = Workbook::new();
        let sheet = book.add_worksheet();
        for (row, words) in (0u32..).zip([
            "TO {coopName} / {orderNumber}",
            "{cargoPieces}",
            "{cargoWeight}",
            "{departureStationName}",
            "{servicesText}",
            "{notifyText}{driverName}",
            "{batteries} {goodsType}",
        ]) {
            sheet.write(row, 1, words).unwrap();
        }
        sheet.write(9, 1, "{awb}{route}").unwrap();
        let bytes = book.save_to_buffer().unwrap();
        // 托书
        let cell = "businessScope=AE&document=%E6%89%98%E4%B9%A6&language=zh&format=EXCEL&revision=0";
        done(admin.upload(&format!("/hrs/org/template/upload?{cell}"), &[("own.xlsx", &bytes)]));
        change(world, "order_air_detail", 6002, &[("pick_up", Value::Bool(true))]);
        change(world, "freight_order", 6002, &[("goods_type", "普货".into_value())]);
        let (name, cells) = exported(world, &admin, &id);
        assert_eq!(name, "BOOKING_AE-2607150002.xlsx");
        let at = |row: usize| cells.iter().find(|(place, _)| *place == (row, 1)).map(|(_, cell)| cell.clone());
        let words = |text: &str| Some(Data::String(text.to_owned()));
        assert_eq!(at(0), words("TO 供应商甲 / AE-2607150002"));
        assert_eq!((at(1), at(2)), (Some(Data::Float(8.0)), Some(Data::Float(300.0))), "figures are numbers");
        assert!(at(3).unwrap().to_string().starts_with("PVG"));
        assert_eq!(at(4), words("提货, 库内"));
        assert_eq!(at(6), words("不含电池 普货"));
        assert_eq!(at(9), words("PVG-FRA"), "the line of the PDF may be named too");
        // The other language and the other paper keep theirs.
        let (_, english) = exported(world, &admin.in_language("en"), &id);
        assert_eq!(english[1].1.to_string(), "BOOKING LETTER");
        let other = delivery(&admin);
        assert_eq!(exported(world, &admin, &other).1[1].1.to_string(), "交货托书");
    });
}

#[test]
fn each_kind_of_letter_asks_for_its_own_permission() {
    each_database_from(with_templates, lay, |world| {
        let admin = world.login("demo-admin");
        let (first, second) = (booking(&admin), delivery(&admin));
        for (code, allowed, refused) in [("af-order-letter", &first, &second), ("af-plan-letter", &second, &first)] {
            allow(world, code);
            let maker = world.login("op01");
            let post = |id: &String| -> Json {
                let reply = maker.post(&format!("{LETTER}/excel/{id}"), json!({}));
                json!([reply.status, reply.code])
            };
            assert_eq!(post(allowed), json!([200, 0]), "{code}");
            let before = world.contents(false);
            assert_eq!(post(refused)[0], 403, "{code}");
            world.unchanged(&before, false);
        }
        let before = world.contents(false);
        let at = |caller: &Caller<'_>, id: &str| caller.post(&format!("{LETTER}/excel/{id}"), json!({})).status;
        assert_eq!(at(&world.login("sh01"), &first), 404, "another company");
        assert_eq!(at(&admin, "4711"), 404);
        assert_eq!(at(&world.login("nobody"), &first), 403);
        assert_eq!(at(&world.anonymous(), &first), 401);
        world.unchanged(&before, false);
    });
}
