//! 凭证格式 (css.md /css_voucher_format): the formats of the program, their files, and the company's own.

use serde_json::{Value as Json, json};
use testkit::{Caller, World, done, each_database_from, findings, rows_of};

use super::kept::{fixture, id_of, rooms};

const BASE: &str = "/css/voucherFormat";
const GENERAL: &str = "通用格式";
const KINGDEE: &str = "格式A：金蝶导入格式";
const YONYOU: &str = "格式B：用友导入格式";
const YONYOU_TEXT: &str = "格式B：用友导入格式（文本）";

fn kept(story: impl Fn(&World)) {
    each_database_from(rooms, fixture, story);
}

/// The row of a format by its name.
fn row(fin: &Caller<'_>, name: &str) -> Json {
    let list = fin.ok(&format!("{BASE}/page?size=50"));
    list["records"].as_array().unwrap().iter().find(|row| row["formatName"] == json!(name)).cloned().unwrap_or_default()
}

fn id(fin: &Caller<'_>, name: &str) -> String {
    row(fin, name)["id"].as_str().unwrap_or_else(|| panic!("no {name}")).to_owned()
}

/// A file of a voucher in a format.
fn file(fin: &Caller<'_>, voucher: &str, format: &str) -> Vec<u8> {
    let body = json!({ "ids": [voucher], "formatId": id(fin, format) });
    let reply = fin.post("/css/voucher/export", body);
    assert_eq!(reply.status, 200, "{}", reply.message);
    reply.bytes
}

/// The cells of some columns of a workbook, row by row.
fn cells(rows: &[Vec<String>], names: &[&str]) -> Vec<Vec<String>> {
    let places: Vec<usize> = names
        .iter()
        .map(|name| rows[0].iter().position(|head| head == name).unwrap_or_else(|| panic!("{name}")))
        .collect();
    rows[1..].iter().map(|row| places.iter().map(|place| row[*place].clone()).collect()).collect()
}

fn copy(fin: &Caller<'_>, from: &str, name: &str) -> testkit::Reply {
    fin.post(&format!("{BASE}/copy"), json!({ "formatId": id(fin, from), "formatName": name }))
}

#[test]
fn the_formats_of_the_program_are_there_and_closed() {
    kept(|world| {
        let fin = world.login("fin01");
        let list = fin.ok(&format!("{BASE}/page?size=50"));
        let rows = list["records"].as_array().unwrap();
        let told = |name: &str| {
            let row = rows.iter().find(|row| row["formatName"] == json!(name)).unwrap();
            (
                row["fileType"].as_str().unwrap().to_owned(),
                row["columnCount"].clone(),
                row["isDefault"].clone(),
                row["builtIn"].clone(),
            )
        };
        assert_eq!(rows.len(), 6);
        assert_eq!(told(GENERAL), ("XLSX".to_owned(), json!(18), json!(true), json!(true)));
        assert_eq!(told(KINGDEE), ("XLSX".to_owned(), json!(36), json!(false), json!(true)));
        assert_eq!(told(YONYOU_TEXT), ("TXT".to_owned(), json!(24), json!(false), json!(true)));
        assert_eq!(told("通用XML").0, "XML");
        assert_eq!(told("通用CSV").0, "CSV");
        let general = row(&fin, GENERAL);
        assert!(!general["can"].as_array().unwrap().contains(&json!("css-vf-edit")), "{general}");
        let mut first = fin.ok(&format!("{BASE}/{}/save/first", id(&fin, GENERAL)));
        first["version"] = general["version"].clone();
        assert_eq!(fin.post(&format!("{BASE}/{}/save", id(&fin, GENERAL)), first).status, 404);
    });
}

// Shows: 记-4 in 格式A and in 格式B.
#[test]
fn a_settled_cost_in_dollars_stands_in_both_foreign_formats() {
    kept(|world| {
        let fin = world.login("fin01");
        let fourth = id_of(world, "2026-06", 4);
        let rows = rows_of(&file(&fin, &fourth, KINGDEE));
        let found = cells(&rows, &["FEntryID", "FCurrencyNum", "FAmountFor", "FExchangeRate", "FDebit", "FCredit"]);
        let wanted = [
            ["0", "USD", "2400", "7", "16800", "0"],
            ["1", "RMB", "120", "1", "120", "0"],
            ["2", "USD", "2400", "7.05", "0", "16920"],
        ];
        assert_eq!(found, wanted);
        let head = cells(&rows, &["FDate", "FYear", "FPeriod", "FGroupID", "FNumber", "FTransDate", "FSerialNum"]);
        assert!(head.iter().all(|row| row == &["2026-06-20", "2026", "6", "记", "4", "2026-06-20", "1"]), "{head:?}");
        let items = cells(&rows, &["FItem"]);
        assert!(items[0][0].starts_with("供应商---GYS002---") && items[1][0].is_empty(), "{items:?}");
        // The texts of the preview keep their decimals.
        let path = format!("{BASE}/{}/preview", id(&fin, KINGDEE));
        let told = done(fin.post(&path, json!({ "voucherId": fourth })))["told"]["tables"][0].clone();
        let heads: Vec<&str> =
            told["columns"].as_array().unwrap().iter().map(|one| one["label"]["zh"].as_str().unwrap()).collect();
        let cell = |line: usize, name: &str| {
            let place = heads.iter().position(|head| *head == name).unwrap();
            told["rows"][line][format!("c{place}")]["zh"].as_str().unwrap().to_owned()
        };
        assert_eq!(
            [cell(0, "FAmountFor"), cell(0, "FExchangeRate"), cell(2, "FExchangeRate")],
            ["2400.00", "7.0000", "7.0500"]
        );

        let rows = rows_of(&file(&fin, &fourth, YONYOU));
        let found = cells(&rows, &["制单日期", "科目编码", "金额借方", "金额贷方", "外币", "汇率"]);
        let amount = |row: &[String], place: usize| row[place].parse::<f64>().unwrap();
        assert!(found.iter().all(|row| (amount(row, 2) == 0.0) != (amount(row, 3) == 0.0)), "one side only: {found:?}");
        let sum = |place: usize| found.iter().map(|row| amount(row, place)).sum::<f64>();
        assert_eq!((sum(2), sum(3)), (16_920.0, 16_920.0));
        assert_eq!(found[1], ["2026-06-20", "660302", "120", "0", "0", "1"]);
    });
}

#[test]
fn texts_are_told_in_the_encoding_of_their_format() {
    kept(|world| {
        let fin = world.login("fin01");
        let first = id_of(world, "2026-06", 1);
        let bytes = file(&fin, &first, YONYOU_TEXT);
        let gbk = |text: &[u8]| bytes.windows(text.len()).any(|window| window == text);
        assert!(gbk(&[0xbc, 0xc7]), "记 in GBK");
        let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).collect();
        assert_eq!(lines.len(), 3, "no headings");
        assert!(lines[0].starts_with(b"2026-06-02,"));
        assert_eq!(lines[0].iter().filter(|byte| **byte == b',').count(), 23);
        let csv = String::from_utf8(file(&fin, &first, "通用CSV")).unwrap();
        assert!(csv.starts_with("\u{feff}凭证日期,凭证字,凭证号,"), "{csv}");
        assert!(csv.contains("1122") && csv.contains(",9000.00,0.00,"), "{csv}");
        let xml = String::from_utf8(file(&fin, &first, "通用XML")).unwrap();
        assert_eq!(xml.matches("<entry>").count(), 3);
        assert!(xml.contains("<借方金额>9000.00</借方金额>") && xml.contains("<来源单号>26000001</来源单号>"), "{xml}");
    });
}

#[test]
fn a_copy_is_shaped_and_becomes_the_default() {
    kept(|world| {
        let fin = world.login("fin01");
        let taken = copy(&fin, KINGDEE, GENERAL);
        assert_eq!(findings(&taken), [("formatName".to_owned(), "格式名称已存在".to_owned())]);
        let own = done(copy(&fin, KINGDEE, "K3导入"))["id"].as_str().unwrap().to_owned();
        assert_eq!(findings(&copy(&fin, KINGDEE, "K3导入")), [("formatName".to_owned(), "格式名称已存在".to_owned())]);
        let edit = |change: &dyn Fn(&mut Json)| {
            let mut body = fin.ok(&format!("{BASE}/{own}/save/first"));
            change(&mut body);
            body["version"] = row(&fin, "K3导入")["version"].clone();
            fin.post(&format!("{BASE}/{own}/save"), body)
        };
        let none = edit(&|body| body["columns"] = json!([]));
        assert_eq!(findings(&none), [("columns".to_owned(), "至少要有一列".to_owned())]);
        let wrong = edit(&|body| body["currencies"] = json!("CNY:RMB"));
        assert_eq!(findings(&wrong), [("currencies".to_owned(), "币种对照按“CNY=RMB”填写，用逗号分隔".to_owned())]);
        let two = edit(&|body| body["firstEntry"] = json!(2));
        assert_eq!(findings(&two).len(), 1, "entries begin with 0 or 1");
        let built_in = edit(&|body| body["formatName"] = json!(YONYOU));
        assert_eq!(findings(&built_in), [("formatName".to_owned(), "格式名称已存在".to_owned())]);
        let column = |title: &str, source: &str, fixed: &str, format: &str| json!({ "title": title, "source": source, "fixed": fixed, "width": 12, "format": format });
        done(edit(&|body| {
            body["fileType"] = json!("CSV");
            body["head"] = json!("FIRST");
            body["firstEntry"] = json!(1);
            body["currencies"] = json!("CNY=RMB,USD=US");
            body["columns"] = json!([
                column("日期", "voucherDate", "", "yyyy/MM/dd"),
                column("号", "number", "", ""),
                column("分录", "entryNo", "", ""),
                column("摘要", "summary", "", "2"),
                column("币", "currencyCode", "", ""),
                column("方向", "direction", "", ""),
                column("金额", "amount", "", "0"),
                column("标志", "fixed", "=X", ""),
            ]);
        }));
        let default = done(fin.post(&format!("{BASE}/default"), json!({ "formatId": own })));
        assert_eq!(default, json!({}));
        assert_eq!(
            (&row(&fin, "K3导入")["isDefault"], &row(&fin, GENERAL)["isDefault"]),
            (&json!(true), &json!(false))
        );
        let reply = fin.post("/css/voucher/export", json!({ "ids": [id_of(world, "2026-06", 4)] }));
        let text = String::from_utf8(reply.bytes).unwrap();
        let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
        let wanted = [
            "日期,号,分录,摘要,币,方向,金额,标志",
            "2026/06/20,4,1,凭证,US,借,16800,'=X",
            ",,2,凭证,RMB,借,120,'=X",
            ",,3,凭证,US,贷,16920,'=X",
        ];
        assert_eq!(lines, wanted, "the head on the first row, no formula");
    });
}

#[test]
fn the_default_is_the_finance_setting_and_the_company_s_own() {
    kept(|world| {
        let admin = world.login("demo-admin");
        let setting = |caller: &Caller<'_>, key: &str| {
            let set = caller.ok("/hrs/org/finance");
            let all = set["groups"]
                .as_array()
                .unwrap()
                .iter()
                .flat_map(|group| group["settings"].as_array().unwrap().clone());
            (set["version"].clone(), all.into_iter().find(|one| one["field"]["name"] == json!(key)).unwrap())
        };
        let kingdee = id(&admin, KINGDEE);
        assert_eq!(setting(&admin, "voucherFormat").1["value"], Json::Null);
        done(admin.post(&format!("{BASE}/default"), json!({ "formatId": kingdee })));
        let (version, now) = setting(&admin, "voucherFormat");
        assert_eq!(now["value"], json!(kingdee));
        // What finance decides there is the default here, and foreign amounts stay out of files where it says so.
        let values = json!({ "voucherFormat": id(&admin, YONYOU), "voucherCurrency": "own" });
        done(admin.put("/hrs/org/finance", json!({ "version": version, "values": values })));
        assert_eq!(row(&admin, YONYOU)["isDefault"], json!(true));
        let fourth = id_of(world, "2026-06", 4);
        let found = cells(&rows_of(&file(&admin, &fourth, KINGDEE)), &["FCurrencyNum", "FAmountFor", "FExchangeRate"]);
        assert_eq!(found, [["RMB", "16800", "1"], ["RMB", "120", "1"], ["RMB", "16920", "1"]]);
        // Another company has its own formats and its own default.
        done(copy(&admin, GENERAL, "本公司格式"));
        let other = world.login("superAdmin");
        assert_eq!(row(&other, "本公司格式"), Json::Null);
        let nobody = world.login("nobody");
        assert_eq!(nobody.get(&format!("{BASE}/page")).status, 403);
        refused_all(world, &kingdee);
    });
}

/// Without the buttons nothing is copied, shaped, chosen or looked at.
fn refused_all(world: &World, format: &str) {
    world.allow_nobody(&["css_voucher_format"]);
    let nobody = world.login("nobody");
    let body = json!({ "formatId": format, "formatName": "X" });
    assert_eq!(nobody.post(&format!("{BASE}/copy"), body).status, 403);
    assert_eq!(nobody.post(&format!("{BASE}/default"), json!({ "formatId": format })).status, 403);
    assert_eq!(nobody.post(&format!("{BASE}/{format}/preview"), json!({ "voucherId": "1" })).status, 403);
    // Amounts need the rights to them, whoever looks.
    world.allow_nobody(&["css_voucher_format", "css-vf-preview", "css-cost-view"]);
    let nobody = world.login("nobody");
    assert_eq!(nobody.post(&format!("{BASE}/{format}/preview"), json!({ "voucherId": "1" })).status, 403);
    world.allow_nobody(&["css_voucher_format", "css-vf-preview", "css-cost-view", "css-income-view"]);
    let nobody = world.login("nobody");
    assert_eq!(nobody.post(&format!("{BASE}/{format}/preview"), json!({ "voucherId": "1" })).status, 404);
    let none = nobody.post(&format!("{BASE}/{format}/preview"), json!({}));
    assert_eq!(findings(&none).len(), 1, "a voucher is chosen: {}", none.message);
}
