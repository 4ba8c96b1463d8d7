//! Imports of carriers: from the template to the rows, every way a row can be refused, taking it back.

use std::io::Cursor;

use calamine::{Data, Reader, Xlsx};
use platform::job;
use platform::store::{Conn, Value, sql};
use rust_xlsxwriter::{ExcelDateTime, Format, Formula, Workbook};
use serde_json::{Value as Json, json};
use testkit::{Caller, World, each_database_from};

use super::super::{loaded, rooms};

pub const IMPORT: &str = "/afbase/carrier/import";
const HEAD: [&str; 6] = ["二字码", "运单前缀", "中文名", "英文名", "国家", "计费重量进位"];
const DEMO: i64 = 2;

/// A workbook of texts.
pub fn book(rows: &[&[&str]]) -> Vec<u8> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (line, row) in (0..).zip(rows) {
        for (place, cell) in (0..).zip(*row) {
            sheet.write_string(line, place, *cell).unwrap();
        }
    }
    book.save_to_buffer().unwrap()
}

/// The texts of a workbook's first sheet.
fn texts(bytes: &[u8]) -> Vec<Vec<String>> {
    let mut book: Xlsx<_> =
        Reader::new(Cursor::new(bytes.to_vec())).map_err(|error: calamine::XlsxError| error.to_string()).unwrap();
    let range = book.worksheet_range_at(0).unwrap().unwrap();
    let text = |cell: &Data| match cell {
        Data::String(text) => text.clone(),
        other => other.to_string(),
    };
    range.rows().map(|row| row.iter().map(text).collect()).collect()
}

#[track_caller]
pub fn read(caller: &Caller<'_>, name: &str, bytes: &[u8]) -> Json {
    caller
        .upload(&format!("{IMPORT}/read"), &[(name, bytes)])
        .success("reading")
        .unwrap_or_else(|error| panic!("{error}"))
}

/// What the browser sends of a file it has read: the matched columns.
fn body(read: &Json) -> Json {
    let matched = read["matched"].as_array().unwrap();
    let places: Vec<usize> = (0..matched.len()).filter(|place| !matched[*place].is_null()).collect();
    let pick = |row: &Json| places.iter().map(|place| row.get(place).cloned().unwrap_or(json!(""))).collect::<Vec<_>>();
    json!({
        "fileName": read["fileName"], "fields": pick(&read["matched"]), "headers": pick(&read["headers"]),
        "numbers": read["numbers"], "rows": read["rows"].as_array().unwrap().iter().map(pick).collect::<Vec<_>>(),
    })
}

fn with(mut body: Json, members: Json) -> Json {
    for (name, value) in members.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

fn rows_of(rows: &[&[&str]]) -> Json {
    let numbers: Vec<usize> = (0..rows.len()).map(|place| place + 2).collect();
    let fields = ["carrierCode", "prefix", "nameCn", "nameEn", "nationCode", "roundStep"];
    json!({ "fileName": "航司.xlsx", "fields": fields, "headers": HEAD, "numbers": numbers, "rows": rows })
}

#[track_caller]
fn check(caller: &Caller<'_>, body: &Json) -> Json {
    caller.post(&format!("{IMPORT}/check"), body.clone()).success("a check").unwrap_or_else(|error| panic!("{error}"))
}

/// Bad cells as `row column value message`.
fn told(check: &Json) -> Vec<String> {
    let one = |cell: &Json| {
        let text = |name: &str| cell[name].as_str().unwrap_or_default().to_owned();
        format!("{} {} {} {}", cell["row"], text("field"), text("value"), text("message"))
    };
    check["cells"].as_array().unwrap().iter().map(one).collect()
}

#[track_caller]
fn put(caller: &Caller<'_>, body: Json) -> String {
    let reply = caller.post(&format!("{IMPORT}/run"), body);
    assert_eq!(reply.message, "已提交下载中心");
    reply.data["taskId"].as_str().unwrap().to_owned()
}

#[track_caller]
fn run(world: &World, caller: &Caller<'_>, body: Json) -> (String, Json) {
    let id = put(caller, body);
    assert_eq!(world.run_jobs(), 1);
    let result = caller.ok(&format!("{IMPORT}/job/{id}"));
    (id, result)
}

fn found(caller: &Caller<'_>, code: &str) -> Option<Json> {
    let page = caller.ok(&format!("/afbase/carrier/page?keyword={code}&size=100&enabled="));
    page["records"].as_array().unwrap().iter().find(|row| row["carrierCode"] == code).cloned()
}

const GOOD: [&[&str]; 2] =
    [&["7Z", "901", "测试一", "TEST ONE", "DE", "不进位"], &["8Z", "903/905", "测试二", "TEST TWO", "CN", "1"]];

#[test]
fn a_filled_template_is_imported() {
    each_database_from(rooms, loaded, |world| {
        let admin = world.login("demo-admin");
        let template = admin.get(&format!("{IMPORT}/template"));
        let shown = texts(&template.bytes);
        assert_eq!(shown[0][..4], ["二字码", "运单前缀", "ICAO代码", "中文名"]);
        assert_eq!(shown[1][0], "说明：必填，文本，最多2字");
        assert_eq!(shown[1][7], "说明：0.5 KG、1 KG、不进位", "an initial value need not be given");
        let empty = admin.upload(&format!("{IMPORT}/read"), &[("模板.xlsx", &template.bytes)]);
        assert_eq!(empty.message, "文件中没有数据行", "headings and notes are no rows");
        let english = world.login("demo-admin").in_language("en-US").get(&format!("{IMPORT}/template"));
        assert_eq!(texts(&english.bytes)[1][0], "Note: required, text, at most 2 characters");
        // As filled in: other columns of the template stay empty.
        let head: Vec<&str> = shown[0].iter().map(String::as_str).collect();
        let notes: Vec<&str> = shown[1].iter().map(String::as_str).collect();
        let one = ["7z", "901", "", "测试一", "TEST ONE", "德国", "", "不进位"];
        let file = book(&[
            &head,
            &notes,
            &one,
            &[],
            &["8Z", "903", "TST", "测试二", "TEST TWO", "cn", "5,000", "1 KG", "", "", "否"],
        ]);
        let read = read(&admin, "航司.xlsx", &file);
        assert_eq!((&read["headerRow"], &read["numbers"]), (&json!(1), &json!([3, 5])));
        let body = body(&read);
        let before = world.contents(true);
        let checked = check(&admin, &body);
        assert_eq!(told(&checked), [""; 0]);
        assert_eq!((&checked["good"], &checked["added"], &checked["bad"]), (&json!(2), &json!(2), &json!(0)));
        world.unchanged(&before, true);
        let (id, result) = run(world, &admin, body);
        assert_eq!((&result["status"], &result["ok"], &result["added"]), (&json!("已完成"), &json!(2), &json!(2)));
        let one = found(&admin, "7Z").unwrap();
        assert_eq!(
            (&one["nationCode"], &one["roundStep"], &one["divisor"]),
            (&json!("DE"), &json!("none"), &json!(6000))
        );
        let two = found(&admin, "8Z").unwrap();
        assert_eq!((&two["icaoCode"], &two["divisor"], &two["enabled"]), (&json!("TST"), &json!(5000), &json!(false)));
        let task = admin.ok("/hrs/task/page?size=1");
        let task = &task["records"][0];
        assert_eq!((&task["kind"], &task["pageName"], &task["ok"]), (&json!("导入"), &json!("航司"), &json!(2)));
        assert_eq!((&task["conditions"], &task["id"]), (&json!("航司.xlsx；仅新增；全部成功才导入"), &json!(id)));
        let log = admin.ok(&format!("/hrs/log/page?objectType=carrier&objectId={}", one["id"].as_str().unwrap()));
        assert_eq!((&log["records"][0]["type"], &log["records"][0]["function"]), (&json!("导入"), &json!("导入新增")));
        assert!(found(&world.login("sh01"), "7Z").is_none(), "another company's");
    });
}

#[test]
fn every_bad_cell_is_located_and_mended_in_place() {
    each_database_from(rooms, loaded, |world| {
        let admin = world.login("demo-admin");
        let mut body = rows_of(&[
            &["7Z", "901", "测试一", "TEST ONE", "德国", "不进位"],
            &["Q", "98", "", "TEST TWO", "火星", "两个"],
            &["CA", "999", "国航", "AIR", "CN", "1"],
            &["7Z", "906", "测试四", "TEST FOUR", "", ""],
            &["1Q", "#N/A", "测试五", "TEST FIVE", "", ""],
        ]);
        body["rows"].as_array_mut().unwrap().push(json!(["2Q"]));
        body["numbers"] = json!([2, 3, 4, 5, 6, 7]);
        let before = world.contents(true);
        let checked = check(&admin, &body);
        let wanted = [
            "3 nationCode 火星 国家不存在",
            "3 roundStep 两个 计费重量进位可填：0.5 KG、1 KG、不进位",
            "3 carrierCode Q 航司代码为2位字母或数字",
            "3 prefix 98 运单前缀为3位数字，多个用/分隔",
            "3 nameCn  请填写中文名",
            "5 carrierCode 7Z 与第2行的二字码相同",
            "6 prefix #N/A 单元格公式出错（#N/A）",
            "7 prefix  请填写运单前缀",
            "7 nameCn  请填写中文名",
            "7 nameEn  请填写英文名",
        ];
        assert_eq!(told(&checked), wanted);
        assert_eq!((&checked["good"], &checked["bad"], &checked["total"]), (&json!(2), &json!(4), &json!(6)));
        world.unchanged(&before, true);
        let file = admin.post(&format!("{IMPORT}/errors"), body.clone());
        let shown = texts(&file.bytes);
        assert_eq!((shown.len(), shown[0].last().unwrap().as_str()), (5, "错误原因"));
        assert_eq!(shown[2].last().unwrap(), "二字码：与第2行的二字码相同");
        assert_eq!(shown[2][0], "7Z");
        // Mended where they stand, checked again without a file.
        body["rows"][1] = json!(["3Q", "909", "测试七", "TEST SEVEN", "DE", ""]);
        body["rows"][3] = json!(["4Q", "911", "测试八", "TEST EIGHT", "", ""]);
        body["rows"][4] = json!(["1Q", "907", "测试五", "TEST FIVE", "", ""]);
        body["rows"][5] = json!(["2Q", "908", "测试六", "TEST SIX", "", ""]);
        assert_eq!(check(&admin, &body)["good"], json!(6));
    });
}

#[test]
fn all_or_nothing_leaves_nothing_and_skipping_leaves_the_good() {
    each_database_from(rooms, loaded, |world| {
        let admin = world.login("demo-admin");
        let body = rows_of(&[GOOD[0], &["9Z", "", "测试三", "TEST THREE", "", ""], GOOD[1]]);
        let (id, result) = run(world, &admin, body.clone());
        assert_eq!((&result["status"], &result["ok"], &result["bad"]), (&json!("失败"), &json!(0), &json!(1)));
        assert_eq!(result["error"], "1行有错误，未导入任何数据");
        assert_eq!(result["faults"], json!([{ "place": 1, "row": 3, "message": "运单前缀：请填写运单前缀" }]));
        assert!(found(&admin, "7Z").is_none() && found(&admin, "8Z").is_none());
        assert_eq!((&result["canUndo"], &result["total"]), (&json!(false), &json!(3)));
        let file = admin.get(&format!("/hrs/task/file/{id}"));
        let shown = texts(&file.bytes);
        assert_eq!((shown.len(), shown[1][0].as_str()), (2, "9Z"), "only the bad row");
        assert_eq!(shown[1].last().unwrap(), "运单前缀：请填写运单前缀");
        let (id, result) = run(world, &admin, with(body, json!({ "onError": "skip" })));
        assert_eq!((&result["status"], &result["ok"], &result["bad"]), (&json!("部分成功"), &json!(2), &json!(1)));
        assert!(found(&admin, "7Z").is_some() && found(&admin, "8Z").is_some() && found(&admin, "9Z").is_none());
        assert_eq!(texts(&admin.get(&format!("/hrs/task/file/{id}")).bytes).len(), 2);
        // The file of bad rows, mended, goes in as any other.
        let again = read(&admin, "x.xlsx", &file.bytes);
        assert_eq!(again["matched"][6], Json::Null, "the reasons are no column of the form");
    });
}

#[test]
fn a_known_key_is_changed_and_an_own_row_alone() {
    each_database_from(rooms, loaded, |world| {
        let (admin, sh) = (world.login("demo-admin"), world.login("sh01"));
        run(world, &admin, rows_of(&GOOD));
        let body = rows_of(&[
            &["7z", "901", "改名", "TEST ONE", "", ""],
            &["6X", "906", "测试四", "TEST FOUR", "", ""],
            &["7Z", "901", "又改", "", "", ""],
        ]);
        let refused = told(&check(&admin, &body));
        assert_eq!(refused[0], "2 carrierCode 7z 航司代码已存在", "adding alone refuses it");
        let update = with(body, json!({ "mode": "update", "onError": "skip" }));
        let checked = check(&admin, &update);
        assert_eq!((&checked["added"], &checked["changed"], &checked["bad"]), (&json!(1), &json!(1), &json!(1)));
        assert_eq!(told(&checked), ["4 carrierCode 7Z 与第2行的二字码相同"]);
        let (id, result) = run(world, &admin, update);
        assert_eq!((&result["added"], &result["changed"], &result["bad"]), (&json!(1), &json!(1), &json!(1)));
        let one = found(&admin, "7Z").unwrap();
        assert_eq!(
            (&one["nameCn"], &one["prefix"], &one["version"]),
            (&json!("改名"), &json!("901"), &json!(2)),
            "what is empty stays"
        );
        // The platform's CA is no own row: an own one comes beside it, nobody else sees it.
        let ca = with(rows_of(&[&["CA", "999", "国航自有", "AIR CHINA OWN", "CN", ""]]), json!({ "mode": "update" }));
        assert_eq!(run(world, &admin, ca).1["added"], json!(1));
        assert_eq!(found(&admin, "CA").unwrap()["nameCn"], "国航自有");
        assert_ne!(found(&sh, "CA").unwrap()["nameCn"], "国航自有");
        assert_eq!(admin.post(&format!("{IMPORT}/undo/{id}"), json!({})).code, 0);
        let back = found(&admin, "7Z").unwrap();
        assert_eq!((&back["nameCn"], &back["version"]), (&json!("测试一"), &json!(3)));
        assert!(found(&admin, "6X").is_none());
        assert_eq!(admin.ok(&format!("{IMPORT}/job/{id}"))["status"], "已撤销");
    });
}

#[test]
fn an_import_is_taken_back_for_a_day_unless_its_rows_were_used() {
    each_database_from(rooms, loaded, |world| {
        let (admin, sh) = (world.login("demo-admin"), world.login("sh01"));
        let undo = |caller: &Caller<'_>, id: &str| caller.call("PUT", &format!("/hrs/task/revert/{id}"), json!({}));
        let (id, result) = run(world, &admin, rows_of(&GOOD));
        assert_eq!((&result["canUndo"], &result["undoUntil"]), (&json!(true), &json!("2026-07-16 10:00:00")));
        assert_eq!(admin.ok("/hrs/task/page?size=1")["records"][0]["revertible"], "true");
        assert_eq!(undo(&sh, &id).status, 404, "another company's");
        assert_eq!(undo(&world.login("nobody"), &id).status, 403);
        world.set_clock("2026-07-16 10:00:00");
        let admin = world.login("demo-admin");
        assert_eq!(undo(&admin, &id).code, 0, "the last moment");
        assert!(found(&admin, "7Z").is_none() && found(&admin, "8Z").is_none());
        assert_eq!(undo(&admin, &id).message, "没有可撤销的数据");
        assert_eq!(admin.ok("/hrs/task/page?size=1")["records"][0]["revertible"], "false");
        let (id, _) = run(world, &admin, rows_of(&GOOD));
        world.set_clock("2026-07-17 10:00:01");
        let admin = world.login("demo-admin");
        assert_eq!(undo(&admin, &id).message, "已超过24小时，不能撤销");
        world.database(|_, conn| conn.exec(&sql::delete(DEMO, "carrier").into()).unwrap());
        // Changed since.
        let (id, _) = run(world, &admin, rows_of(&GOOD));
        let two = found(&admin, "8Z").unwrap();
        let path = format!("/afbase/carrier/{}", two["id"].as_str().unwrap());
        assert_eq!(admin.put(&path, json!({ "version": 1, "nameCn": "手工改" })).code, 0);
        let before = world.contents(false);
        assert_eq!(undo(&admin, &id).message, "数据已被使用，不能撤销");
        world.unchanged(&before, false);
        world.database(|_, conn| conn.exec(&sql::delete(DEMO, "carrier").into()).unwrap());
        // Used since: a waybill number of the carrier.
        let (id, _) = run(world, &admin, rows_of(&GOOD));
        world.database(|_, conn| waybill(conn, "7Z"));
        let before = world.contents(false);
        assert_eq!(undo(&admin, &id).message, "数据已被使用，不能撤销");
        world.unchanged(&before, false);
        world.database(|_, conn| conn.exec(&sql::delete(DEMO, "awb_receipt").into()).unwrap());
        assert_eq!(undo(&admin, &id).code, 0);
    });
}

#[test]
fn many_rows_are_taken_back_in_pieces_and_none_when_one_was_used() {
    each_database_from(rooms, loaded, |world| {
        let admin = world.login("demo-admin");
        let (id, _) = run(world, &admin, rows_of(&GOOD));
        // Two rows are many.
        world.app.pieces.narrow(1, 1_000);
        let undo = || admin.post(&format!("{IMPORT}/undo/{id}"), json!({}));
        world.database(|_, conn| waybill(conn, "7Z"));
        let before = world.contents(false);
        assert_eq!(undo().message, "数据已被使用，不能撤销", "the last one, which goes first, was not used");
        world.unchanged(&before, false);
        world.database(|_, conn| conn.exec(&sql::delete(DEMO, "awb_receipt").into()).unwrap());
        let ended = world.app.pieces.ended();
        assert_eq!(undo().code, 0);
        assert_eq!(world.app.pieces.ended() - ended, 4, "each was looked at, then taken back");
        assert!(found(&admin, "7Z").is_none() && found(&admin, "8Z").is_none());
        assert_eq!(admin.ok(&format!("{IMPORT}/job/{id}"))["status"], "已撤销");
        assert_eq!(undo().message, "没有可撤销的数据");
    });
}

fn waybill(conn: &mut dyn Conn, carrier: &str) {
    let text = |text: &str| Value::Text(text.to_owned());
    let cells = [
        ("id", Value::Int(1)),
        ("code", text("R1")),
        ("prefix", text("901")),
        ("carrier_code", text(carrier)),
        ("source_type", text("x")),
        ("receive_date", text("2026-07-15")),
        ("kind", text("x")),
        ("quantity", Value::Int(1)),
        ("first_number", text("1")),
        ("last_number", text("1")),
        ("created_by", Value::Int(1)),
        ("created_at", Value::Int(1)),
    ];
    conn.exec(&sql::insert(DEMO, "awb_receipt", &cells).into()).unwrap();
}

#[test]
fn a_job_that_is_worked_on_twice_imports_once() {
    each_database_from(rooms, loaded, |world| {
        let admin = world.login("demo-admin");
        for on_error in ["all", "skip"] {
            let body = with(rows_of(&[GOOD[0], &["", "", "", "", "", ""], GOOD[1]]), json!({ "onError": on_error }));
            let body = if on_error == "all" { with(rows_of(&GOOD), json!({})) } else { body };
            let id = put(&admin, body);
            assert_eq!(world.run_jobs(), 1);
            // As a worker leaves it that is killed between the last rows and its own last word.
            world.database(|app, conn| {
                let cells = [
                    ("status", Value::Text(job::RUNNING.to_owned())),
                    ("finished_at", Value::Null),
                    ("worker", Value::Text("gone".to_owned())),
                    ("lease_until", Value::Int(app.clock.now().millis() - 1)),
                    ("attempts", Value::Int(1)),
                ];
                let mut update = sql::update(DEMO, "job_run", &cells);
                update.and_where(sql::eq("id", id.parse::<i64>().unwrap()));
                conn.exec(&update.into()).unwrap();
            });
            assert_eq!(world.run_jobs(), 1, "another worker takes it up");
            let result = admin.ok(&format!("{IMPORT}/job/{id}"));
            assert_eq!((&result["added"], &result["ok"]), (&json!(2), &json!(2)), "{on_error}");
            assert_eq!(result["bad"], json!(usize::from(on_error == "skip")));
            let page = admin.ok("/afbase/carrier/page?keyword=TEST&size=50");
            assert_eq!(page["total"], json!(2));
            assert_eq!(admin.post(&format!("{IMPORT}/undo/{id}"), json!({})).code, 0);
        }
    });
}

#[test]
fn who_may_not_import_does_not_and_sees_no_other_import() {
    each_database_from(rooms, loaded, |world| {
        let (admin, sh) = (world.login("demo-admin"), world.login("sh01"));
        let before = world.contents(false);
        for (method, path) in
            [("GET", "template"), ("POST", "read"), ("POST", "check"), ("POST", "run"), ("POST", "errors")]
        {
            assert_eq!(world.anonymous().call(method, &format!("{IMPORT}/{path}"), json!({})).status, 401);
            assert_eq!(world.login("wh01").call(method, &format!("{IMPORT}/{path}"), rows_of(&GOOD)).status, 403);
        }
        let evil = with(
            rows_of(&GOOD),
            json!({ "fields": ["carrierCode", "orgId", "nameCn", "nameEn", "nationCode", "roundStep"] }),
        );
        assert_eq!(admin.post(&format!("{IMPORT}/check"), evil).message, "未知的列：orgId");
        let twice = with(
            rows_of(&GOOD),
            json!({ "fields": ["carrierCode", "prefix", "prefix", "nameEn", "nationCode", "roundStep"] }),
        );
        assert_eq!(admin.post(&format!("{IMPORT}/run"), twice).message, "运单前缀对应了多列");
        let none = with(rows_of(&GOOD), json!({ "fields": [] }));
        assert_eq!(admin.post(&format!("{IMPORT}/run"), none).message, "请至少匹配一列");
        let many = with(rows_of(&GOOD), json!({ "rows": vec![json!([]); 10_001] }));
        for call in ["check", "run", "errors"] {
            let refused = admin.post(&format!("{IMPORT}/{call}"), many.clone());
            assert_eq!(refused.findings_at("rows"), ["单次最多导入10000行"], "{call}");
        }
        world.unchanged(&before, false);
        let (id, _) = run(world, &admin, rows_of(&GOOD));
        assert_eq!(sh.get(&format!("{IMPORT}/job/{id}")).status, 404);
        assert_eq!(sh.post(&format!("{IMPORT}/undo/{id}"), json!({})).status, 404);
        assert!(found(&admin, "7Z").is_some());
    });
}

#[test]
fn a_matching_is_remembered_for_its_user_and_document() {
    each_database_from(rooms, loaded, |world| {
        let admin = world.login("demo-admin");
        let file = book(&[
            &["航司资料"],
            &["代号", "Prefix", "公司", "English name", "备 注"],
            &["7Z", "901", "测试一", "TEST ONE", "x"],
        ]);
        let first = read(&admin, "a.xlsx", &file);
        assert_eq!(first["headerRow"], 2);
        assert_eq!(
            first["matched"],
            json!([null, "prefix", null, "nameEn", "remark"]),
            "by label in both languages, and by name"
        );
        let asked = admin.upload(&format!("{IMPORT}/read?header=1"), &[("a.xlsx", &file)]).data;
        assert_eq!((&asked["headerRow"], &asked["numbers"]), (&json!(1), &json!([2, 3])));
        let body = json!({
            "fileName": "a.xlsx", "fields": ["carrierCode", "prefix", "nameCn", "nameEn", "remark"],
            "headers": first["headers"], "numbers": first["numbers"], "rows": first["rows"],
        });
        run(world, &admin, body);
        assert_eq!(
            read(&admin, "b.xlsx", &file)["matched"],
            json!(["carrierCode", "prefix", "nameCn", "nameEn", "remark"])
        );
        let other = read(&world.login("sh01"), "b.xlsx", &file);
        assert_eq!(other["matched"], first["matched"], "another's memory is his own");
    });
}

#[test]
fn cells_are_taken_as_excel_shows_them() {
    each_database_from(rooms, loaded, |world| {
        let admin = world.login("demo-admin");
        let mut book = Workbook::new();
        let sheet = book.add_worksheet();
        for (place, head) in (0..).zip(["二字码", "运单前缀", "中文名", "英文名", "体积系数", "启用", "备注", "网址"])
        {
            sheet.write_string(0, place, head).unwrap();
        }
        sheet.write_string(1, 0, "7Z").unwrap();
        sheet.write_number(1, 1, 901.0).unwrap();
        sheet.write_string(1, 2, "=1+1").unwrap();
        sheet.write_string(1, 3, "@TEST").unwrap();
        sheet.write_number(1, 4, 0.1 + 5999.9).unwrap();
        sheet.write_boolean(1, 5, false).unwrap();
        let day = Format::new().set_num_format("yyyy-mm-dd");
        sheet.write_datetime_with_format(1, 6, ExcelDateTime::from_ymd(2026, 7, 5).unwrap(), &day).unwrap();
        sheet.write_formula(1, 7, Formula::new("=CONCAT(\"a\",\"b\")").set_result("ab")).unwrap();
        let read = read(&admin, "a.xlsx", &book.save_to_buffer().unwrap());
        assert_eq!(read["rows"], json!([["7Z", "901", "=1+1", "@TEST", "6000", "false", "2026-07-05", "ab"]]));
        run(world, &admin, body(&read));
        let row = found(&admin, "7Z").unwrap();
        assert_eq!(
            (&row["nameCn"], &row["nameEn"], &row["enabled"]),
            (&json!("=1+1"), &json!("@TEST"), &json!(false)),
            "a text, never run"
        );
        let ask = json!({ "filters": { "keyword": "7Z" }, "columnStrs": [] });
        let export = admin.post("/afbase/carrier/exportExcel", ask).bytes;
        let exported = texts(&export);
        let cells = exported.iter().find(|cells| cells.contains(&"7Z".to_owned())).unwrap();
        assert!(cells.contains(&"'=1+1".to_owned()) && cells.contains(&"'@TEST".to_owned()), "inert: {cells:?}");
        let again = self::read(&admin, "b.xlsx", &export);
        assert!(again["rows"].to_string().contains("\"=1+1\""), "and the same value when it comes back");
    });
}
