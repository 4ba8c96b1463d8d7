//! 数电票 by files: applications as rows of the tax office's template, and its list of issued invoices.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, findings, refused, rows_of as cells_of};

use super::books::books;
use super::income_invoice::{application, applied, holds};
use super::income_writeoff::{E1, E4, decide, note, row_of, rows_of};
use crate::receivable::{banked, rooms};

const APPLICATIONS: &str = "/css/invoiceApplication";
const INVOICES: &str = "/css/incomeInvoice";
/// As the tax office exports it: 信息汇总表 of 全量发票查询导出结果, a row for each item.
const LIST: &str = include_str!("issued_invoices.csv");
const FIRST: &str = "26312000000000000001";
const SECOND: &str = "26312000000000000002";
const OFF: &str = "未启用数电票文件对接，请在企业配置的业务开关中启用";

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, banked, story);
}

fn turn_on(world: &World) {
    decide(world, json!({ "digitalInvoice": true, "digitalTaxCodes": ["默认=3040802010000000000"] }));
}

/// The application AE-IA-2607150001: 20,000.00 of E4.
fn asked(world: &World, fin: &Caller<'_>) -> String {
    let row = row_of(world, &note(world, fin, E4), "CNY");
    applied(fin, application(world, "数电普票", &[(&row, "20000.00")]))
}

fn export(caller: &Caller<'_>, ids: &[&str]) -> Reply {
    caller.post(&format!("{APPLICATIONS}/digital"), json!({ "ids": ids }))
}

fn import(caller: &Caller<'_>, text: &str, mode: &str) -> Reply {
    let file = done(caller.upload(&format!("{INVOICES}/import/file"), &[("清单.csv", text.as_bytes())]));
    caller.post(&format!("{INVOICES}/import"), json!({ "list": [{ "id": file["id"] }], "mode": mode }))
}

fn registered(caller: &Caller<'_>) -> Vec<Json> {
    rows_of(&caller.ok(&format!("{INVOICES}/page?size=100&sort=invoiceNum,asc")))
}

/// Why rows are refused, as the list tells it.
fn whys(reply: &Reply) -> Vec<String> {
    findings(reply).into_iter().map(|(field, why)| format!("{field}: {why}")).collect()
}

#[test]
fn it_is_off_until_the_company_turns_it_on() {
    told(|world| {
        let fin = world.login("fin01");
        let id = asked(world, &fin);
        refused(&export(&fin, &[&id]), OFF);
        refused(&import(&fin, LIST, "LOOK"), OFF);
        decide(world, json!({ "digitalInvoice": true }));
        let fin = world.login("fin01");
        let without = export(&fin, &[&id]);
        assert!(without.message.starts_with("开票项目没有税收分类编码："), "{}", without.message);
        refused(&export(&fin, &[]), "请选择开票申请");
    });
}

#[test]
fn applications_are_rows_of_the_template_one_for_each_currency() {
    told(|world| {
        let fin = world.login("fin01");
        let num = note(world, &fin, E1);
        let (own, foreign) = (row_of(world, &num, "CNY"), row_of(world, &num, "USD"));
        let parts = [(own.as_str(), "19749.90"), (foreign.as_str(), "50.00")];
        let id = applied(&fin, application(world, "数电普票", &parts));
        turn_on(world);
        let fin = world.login("fin01");
        let reply = export(&fin, &[&id]);
        assert_eq!(reply.status, 200, "{}", reply.message);
        let rows = cells_of(&reply.bytes);
        let head = rows.iter().position(|row| row.first().is_some_and(|cell| cell == "发票流水号")).expect("headings");
        assert_eq!(rows[head].len(), 39);
        let of = |row: &[String], name: &str| {
            let place = rows[head].iter().position(|cell| cell == name).expect("a heading");
            row.get(place).cloned().unwrap_or_default()
        };
        let told: Vec<[String; 5]> = rows[head + 1..]
            .iter()
            .map(|row| {
                ["发票流水号", "发票类型", "是否含税", "购买方名称", "购买方纳税人识别号"].map(|name| of(row, name))
            })
            .collect();
        let wanted = |serial: &str| {
            [serial, "普通发票", "是", "演示客户甲贸易有限公司", "91000000MA00000157"].map(ToOwned::to_owned)
        };
        assert_eq!(told, [wanted("AE-IA-2607150001"), wanted("AE-IA-2607150001USD")]);
        let remarks: Vec<String> = rows[head + 1..].iter().map(|row| of(row, "备注")).collect();
        assert_eq!(remarks[0], "AE-IA-2607150001");
        assert!(remarks[1].starts_with("AE-IA-2607150001 USD 50.00 汇率 7.1"), "{remarks:?}");
        // The invoice of the foreign row comes back with its face in the own currency.
        let row = "1,26312000000000000009,演示客户甲贸易有限公司,2026-07-15,355.00,AE-IA-2607150001USD\n";
        let list = format!("序号,数电发票号码,购买方名称,开票日期,价税合计,备注\n{row}");
        done(import(&fin, &list, "SAVE"));
        let row = registered(&fin).swap_remove(0);
        assert_eq!((&row["currency"], row["amount"].as_f64()), (&json!("USD"), Some(50.0)), "{row}");
        assert_eq!(row["faceAmount"].as_f64(), Some(355.0));
        holds(world);
    });
}

#[test]
fn a_list_is_looked_at_first_and_registered_once() {
    told(|world| {
        let fin = world.login("fin01");
        let id = asked(world, &fin);
        turn_on(world);
        let fin = world.login("fin01");
        let before = registered(&fin);
        let looked = done(import(&fin, LIST, "LOOK"));
        assert_eq!(looked["imported"], json!(0));
        let rows = looked["told"]["tables"][0]["rows"].as_array().expect("rows").len();
        assert_eq!((rows, registered(&fin)), (2, before), "two invoices, and nothing is written");
        assert_eq!(done(import(&fin, LIST, "SAVE"))["imported"], json!(2));
        let all = registered(&fin);
        let figures: Vec<[f64; 3]> = all
            .iter()
            .map(|row| ["amount", "amountNotTax", "amountTax"].map(|name| row[name].as_f64().expect("a figure")))
            .collect();
        assert_eq!(figures, [[12000.0, 11320.75, 679.25], [8000.0, 7547.17, 452.83]]);
        let first = &all[0];
        assert_eq!((&first["invoiceNum"], &first["invoiceType"]), (&json!(FIRST), &json!("数电普票")));
        assert_eq!((&first["invoiceDate"], &first["taxRate"]), (&json!("2026-07-15"), &json!("6%")));
        assert_eq!(all[1]["invoiceNum"], json!(SECOND));
        let told = fin.ok(&format!("{APPLICATIONS}/page?size=100"));
        let row = rows_of(&told).into_iter().find(|row| row["id"] == json!(id)).expect("the application");
        assert_eq!(row["invoiceStatus"], json!("INVOICED"));
        holds(world);
        let again = import(&fin, LIST, "SAVE");
        let wanted =
            [("2", FIRST), ("4", SECOND)].map(|(line, num)| format!("list: 第{line}行发票{num}：发票号码已存在"));
        assert_eq!(whys(&again), wanted);
        assert_eq!(registered(&fin).len(), 2);
    });
}

#[test]
fn what_differs_is_told_by_its_row_and_nothing_is_registered() {
    told(|world| {
        let fin = world.login("fin01");
        asked(world, &fin);
        turn_on(world);
        let fin = world.login("fin01");
        let before = books(world);
        let first = |why: &str| format!("list: 第2行发票{FIRST}：{why}");
        let second = |why: &str| format!("list: 第4行发票{SECOND}：{why}");
        let lines: Vec<&str> = LIST.lines().collect();
        let without_last = lines[..3].join("\n");
        let sum = "价税合计12,000.00与申请未开票金额20,000.00不一致";
        for (list, wanted) in [
            (
                LIST.replace("AE-IA-2607150001", "AE-IA-2607150077"),
                vec![first("没有找到开票申请"), second("没有找到开票申请")],
            ),
            (without_last, vec![first(sum)]),
            (
                LIST.replace(&format!("{SECOND},"), "2631200000000000000,"),
                vec!["list: 第4行发票2631200000000000000：数电发票号码须为20位数字".to_owned()],
            ),
            (
                LIST.replacen(
                    ",正常,是,正常,开票员,AE-IA-2607150001\n3",
                    ",已作废,是,正常,开票员,AE-IA-2607150001\n3",
                    1,
                ),
                vec![first("发票状态为已作废")],
            ),
            (
                LIST.replace("演示客户甲贸易有限公司", "另一家公司"),
                vec![
                    first("抬头与申请不一致，应为演示客户甲贸易有限公司"),
                    second("抬头与申请不一致，应为演示客户甲贸易有限公司"),
                ],
            ),
            (
                LIST.replace("数电票（普通发票）", "数电票（增值税专用发票）"),
                vec![first("发票类型应为数电普票"), second("发票类型应为数电普票")],
            ),
            (
                LIST.replace(",452.83,8000.00", ",452.83,8000.01"),
                vec![
                    first("价税合计20,000.01与申请未开票金额20,000.00不一致"),
                    second("价税合计20,000.01与申请未开票金额20,000.00不一致"),
                ],
            ),
            (LIST.replace(",452.83,8000.00", ",452.83,八千"), vec![second("金额格式有误")]),
        ] {
            let said = whys(&import(&fin, &list, "SAVE"));
            assert!(wanted.iter().all(|one| said.contains(one)), "{said:?} of {wanted:?}");
            assert!(registered(&fin).is_empty());
        }
        // The number twice where each invoice has one row.
        let row = format!("{FIRST},演示客户甲贸易有限公司,2026-07-15,10000.00,AE-IA-2607150001\n");
        let twice = format!("数电发票号码,购买方名称,开票日期,价税合计,备注\n{row}{row}");
        assert!(whys(&import(&fin, &twice, "SAVE")).contains(&first("发票号码重复")));
        assert_eq!(books(world), before);
        holds(world);
    });
}

#[test]
fn columns_of_another_list_are_named_once() {
    told(|world| {
        let fin = world.login("fin01");
        asked(world, &fin);
        turn_on(world);
        let fin = world.login("fin01");
        let row = format!("{FIRST},演示客户甲贸易有限公司,2026/07/15,20000.00,AE-IA-2607150001\n");
        let list = format!("票号,抬头,日期,含税金额,说明\n{row}");
        let fields: Vec<String> = findings(&import(&fin, &list, "LOOK")).into_iter().map(|(field, _)| field).collect();
        assert_eq!(fields, ["numColumn", "dateColumn", "titleColumn", "totalColumn"]);
        let file = done(fin.upload(&format!("{INVOICES}/import/file"), &[("清单.csv", list.as_bytes())]));
        let body = json!({
            "list": [{ "id": file["id"] }], "mode": "SAVE", "numColumn": "票号", "titleColumn": "抬头", "dateColumn": "日期",
            "totalColumn": "含税金额", "remarkColumn": "说明",
        });
        assert_eq!(done(fin.post(&format!("{INVOICES}/import"), body))["imported"], json!(1));
        let first = fin.ok(&format!("{INVOICES}/import/first"));
        assert_eq!((&first["numColumn"], &first["remarkColumn"]), (&json!("票号"), &json!("说明")));
        world.allow_nobody(&["css_income_invoice"]);
        assert_eq!(import_reply(&world.login("nobody")).status, 403);
    });
}

fn import_reply(caller: &Caller<'_>) -> Reply {
    caller.post(&format!("{INVOICES}/import"), json!({ "mode": "LOOK" }))
}
