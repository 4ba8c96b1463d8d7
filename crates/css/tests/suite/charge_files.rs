//! 导入 and 导出 of the charges of an order (/css_order_charge): a file is read into lines that are not saved, and a workbook
//! holds what its reader sees.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, refused, rows_of};

use super::order_charge::{charges, uuid};
use super::order_charge_rules::save;
use crate::css::charged;
use crate::css::suite::rooms_with_orders;

const E1: &str = "AE-2607150001";
const E2: &str = "AE-2607150002";
const E4: &str = "AE-2607140001";
const HEAD: &str = "应收/应付,服务项目,往来单位,计费标准,箱型,币种,单价,数量,金额,汇率,税率,备注,最低收费,最高收费,小数位,\
                    进位方式,内部备注\n";

fn told(story: impl Fn(&World)) {
    each_database_from(rooms_with_orders, charged, story);
}

fn import(caller: &Caller<'_>, order: &str, (name, bytes): (&str, &[u8])) -> Reply {
    caller.upload(&format!("/css/charge/import?orderUuid={order}"), &[(name, bytes)])
}

fn read(caller: &Caller<'_>, order: &str, lines: &str) -> Json {
    done(import(caller, order, ("charges.csv", format!("{HEAD}{lines}").as_bytes())))
}

/// Rows of the result as number, state and what is told of it.
fn result(read: &Json) -> Vec<String> {
    let of = |row: &Json| {
        let said = row["amount"].as_str().or(row["why"]["zh"].as_str()).unwrap_or_default().to_owned();
        format!("{} {} {said}", row["number"], row["state"].as_str().unwrap_or_default())
    };
    read["result"].as_array().into_iter().flatten().map(of).collect()
}

fn each(rows: &Json, name: &str) -> Vec<String> {
    rows.as_array().into_iter().flatten().map(|row| row[name].as_str().unwrap_or("-").to_owned()).collect()
}

fn export(caller: &Caller<'_>, order: &str) -> Reply {
    caller.post("/css/charge/list/exportExcel", json!({ "orderUuid": order }))
}

#[test]
fn a_file_becomes_lines_that_are_not_saved_and_every_bad_row_is_told_with_all_its_reasons() {
    told(|world| {
        let op = world.login("op01");
        let e1 = uuid(&op, E1);
        let before = world.contents(false);
        let read = read(
            &op,
            &e1,
            "应收,操作费,KH001,,,CNY,\"1,000.50\",2,,,0.06,夜间,,,,,内部\n\
             应付,空运附加,GYS001,,,CNY,1,,,,,,,,,,\n\
             Payable,操作费,供应商甲,Shipment,,usd,8,,,,0%,,,,,,\n\
             都要,操作费,没有,,,CNY,abc,,,,,,,,,,\n\
             应收,操作费,,,,,,,88.5,,,,,,,,\n\
             应收,操作费,KH003,,,GBP,1,,,,7%,,,,,,\n\
             应收,操作费,,,,CNY,10,3,31,,,,,,,,\n\
             应收,操作费,,,,CNY,10,3,30,,,,,,,舍去,\n\
             ,,,,,,1,,,,,,,,,,\n",
        );
        assert_eq!(
            result(&read),
            [
                "2 new CNY 2001.00",
                "3 bad 服务项目不存在",
                "4 new USD 8.00",
                "5 bad 应收/应付可填：应收、应付；往来单位不存在；单价格式不正确",
                "6 new CNY 88.50",
                "7 bad GBP在2026-07-15没有有效汇率；客户丙已停用，不能录入费用；没有“7%”这个选项",
                "8 new CNY 31.00",
                "9 new CNY 30.00",
                "10 bad 请填写应收/应付；请填写服务项目",
            ]
        );
        let income = &read["income"];
        assert_eq!(each(income, "amount"), ["2001.00", "88.50", "31.00", "30.00"]);
        assert_eq!(each(income, "source"), ["IMPORTED"; 4]);
        assert_eq!(each(income, "coopName"), ["客户甲"; 4], "the customer where nobody is named");
        assert_eq!(
            (&income[0]["taxRate"], &income[0]["note"], &income[0]["innerNote"], &income[3]["carry"]),
            (&json!("6%"), &json!("夜间"), &json!("内部"), &json!("舍去"))
        );
        // An amount that is not what its price makes was typed; one that is was not.
        let fixed: Vec<&Json> = income.as_array().expect("rows").iter().map(|row| &row["amountFixed"]).collect();
        assert_eq!(fixed, [&json!(false), &json!(true), &json!(true), &json!(false)]);
        assert_eq!((&read["cost"][0]["basis"], &read["cost"][0]["functionalAmount"]), (&json!("票"), &json!("56.80")));
        assert!(read.get("totals").is_none() && income[0].get("id").is_none(), "{read}");
        world.unchanged(&before, false);
        // They are saved as any other rows.
        let list = charges(&op, &e1);
        let saved = done(save(&op, &list, &json!({ "income": [income[0]], "cost": read["cost"] })));
        assert_eq!(
            (&saved["income"][2]["amount"], &saved["income"][2]["source"]),
            (&json!("2001.00"), &json!("IMPORTED"))
        );
        assert_eq!(saved["cost"][1]["source"], json!("IMPORTED"));
    });
}

#[test]
fn a_file_that_is_none_and_one_for_what_takes_no_charges_bring_nothing() {
    told(|world| {
        let op = world.login("op01");
        let (e1, e4) = (uuid(&op, E1), uuid(&op, E4));
        let before = world.contents(false);
        let template = op.get("/css/charge/import/template");
        assert_eq!(rows_of(&template.bytes)[0].join(",") + "\n", HEAD);
        refused(&import(&op, &e1, ("a.xlsx", &template.bytes)), "文件中没有数据行");
        refused(&import(&op, &e1, ("a.xlsx", b"PK\x03\x04 cut off")), "文件无法读取，请另存为.xlsx后重试");
        refused(&import(&op, &e1, ("a.xlsx", b"no workbook")), "请选择.xlsx或.csv文件");
        let many = "应收,操作费,,,,CNY,1,,,,,,,,,,\n".repeat(201);
        refused(&import(&op, &e1, ("a.csv", format!("{HEAD}{many}").as_bytes())), "单次最多导入200行");
        // With the three it has, an order would have one too many.
        let full = read(&op, &e1, &"应收,操作费,,,,CNY,1,,,,,,,,,,\n".repeat(198));
        assert_eq!((&full["income"], &full["result"][197]["why"]["zh"]), (&json!([]), &json!("一票订单最多200行费用")));
        let fits = read(&op, &e1, &"应收,操作费,,,,CNY,1,,,,,,,,,,\n".repeat(197));
        assert_eq!(fits["income"].as_array().map(Vec::len), Some(197));
        let locked = read(&op, &e4, "应收,操作费,,,,CNY,1,,,,,,,,,,\n应付,操作费,GYS001,,,CNY,x,,,,,,,,,,\n");
        assert_eq!(
            result(&locked),
            ["2 bad 订单已财务锁账，费用不可修改", "3 bad 订单已财务锁账，费用不可修改；单价格式不正确"]
        );
        let row = |order: &str| import(&world.login("sh01"), order, ("a.csv", HEAD.as_bytes())).status;
        assert_eq!(row(&e1), 404, "of another company");
        assert_eq!(import(&op, "x", ("a.csv", HEAD.as_bytes())).status, 404);
        world.unchanged(&before, false);
    });
}

#[test]
fn who_does_not_see_a_side_neither_brings_lines_into_it_nor_takes_any_out() {
    told(|world| {
        world.allow_nobody(&["af_order", "css_order_charge", "css-charge-export"]);
        let e1 = uuid(&world.login("nobody"), E1);
        assert_eq!(export(&world.login("nobody"), &e1).status, 403, "there is nothing for him to take");
        world.allow_nobody(&["css-charge-import", "css-income-view", "css-profit-view"]);
        let clerk = world.login("nobody");
        let before = world.contents(false);
        let read = read(&clerk, &e1, "应付,操作费,GYS001,,,CNY,1,,,,,,,,,,\n应收,操作费,,,,CNY,2,,,,,,,,,,\n");
        assert_eq!(result(&read), ["2 bad 没有查看应付的权限", "3 new CNY 2.00"]);
        assert!(read.get("cost").is_none(), "{read}");
        // A rate of his own needs its right here, too.
        let rated = self::read(&clerk, &e1, "应收,操作费,,,,USD,2,,,7.5,,,,,,,\n");
        assert_eq!(result(&rated), ["2 bad 没有修改汇率的权限"]);
        world.unchanged(&before, false);
        let book = export(&clerk, &e1);
        let cells = rows_of(&book.bytes);
        let firsts: BTreeSet<&str> = cells.iter().skip(1).map(|row| row[0].as_str()).collect();
        assert_eq!(firsts, BTreeSet::from(["应收", "应收小计", "应收合计", "应收无税合计"]));
        let all = format!("{cells:?}");
        assert!(!all.contains("13170") && !all.contains("供应商甲") && !all.contains("代收代付"), "{all}");
        assert!(charges(&clerk, &e1)["buttons"].to_string().contains("css-charge-export"));
    });
}

#[test]
fn the_workbook_has_the_columns_of_the_grids_and_their_sums_and_reads_back() {
    told(|world| {
        let (op, admin) = (world.login("op01"), world.login("demo-admin"));
        let (e1, e2) = (uuid(&op, E1), uuid(&op, E2));
        let list = charges(&op, &e1);
        let mut row = list["income"][0].clone();
        // What a spreadsheet would run is a text.
        (row["note"], row["innerNote"]) = (json!("=1+1"), json!("@SUM(A1)"));
        done(save(&op, &list, &json!({ "income": [row] })));
        let book = export(&op, &e1);
        let cells = rows_of(&book.bytes);
        let place = |name: &str| cells[0].iter().position(|head| head == name).unwrap_or_else(|| panic!("no {name}"));
        let column = |name: &str| -> Vec<&str> { cells.iter().skip(1).map(|row| row[place(name)].as_str()).collect() };
        let names =
            ["应收/应付", "服务项目", "往来单位", "币种", "金额", "本币金额", "代收代付", "来源", "录入人", "状态"];
        assert!(names.iter().all(|name| cells[0].iter().any(|head| head == name)), "{:?}", cells[0]);
        assert_eq!(
            column("应收/应付"),
            [
                "应收",
                "应收",
                "应收小计",
                "应收小计",
                "应收合计",
                "应收无税合计",
                "应付",
                "应付小计",
                "应付合计",
                "应付无税合计",
                "毛利",
                "毛利率（%）",
                "单位毛利",
                "无税毛利"
            ]
        );
        assert_eq!(column("金额")[..4], ["19749.9", "50", "19749.9", "50"]);
        assert_eq!(column("币种")[..5], ["CNY", "USD", "CNY", "USD", "CNY"]);
        let functional = column("本币金额");
        assert_eq!(
            (functional[4], functional[8], functional[10], functional[11]),
            ("20104.9", "13170", "6934.9", "34.49")
        );
        assert_eq!((column("备注")[0], column("内部备注")[0]), ("'=1+1", "'@SUM(A1)"));
        assert_eq!(column("来源")[0], "手工");
        let english = rows_of(&export(&op.in_language("en-US"), &e1).bytes);
        assert_eq!((english[0][0].as_str(), english[1][0].as_str()), ("Side", "Receivable"));
        // Its sums are no charges; its charges are those of another order as they are.
        let read = done(import(&op, &e2, ("charges.xlsx", &book.bytes)));
        assert_eq!(
            (each(&read["income"], "amount"), each(&read["cost"], "amount")),
            (vec!["19749.90".to_owned(), "50.00".to_owned()], vec!["13170.00".to_owned()])
        );
        assert_eq!((&read["income"][0]["note"], &read["income"][0]["amountFixed"]), (&json!("=1+1"), &json!(false)));
        let bad = read["result"].as_array().into_iter().flatten().filter(|row| row["state"] == json!("bad")).count();
        assert_eq!(bad, 11);
        // It leaves a line, of the order.
        let log = admin.ok(&format!("/hrs/log/list/page?objectNumber={E1}&size=50")).to_string();
        assert!(log.contains("导出费用"), "{log}");
        assert_eq!(export(&world.login("sh01"), &e1).status, 404);
        assert_eq!(export(&op, "x").status, 404);
    });
}
