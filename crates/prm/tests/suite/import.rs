//! Imports of partners: sub types and scopes in columns, people by name, codes given by the system.

use platform::store::sql;
use serde_json::{Value as Json, json};
use testkit::{Caller, World, done};

use super::super::{encoded, texts, with_partners};

const IMPORT: &str = "/prm/coop/import";
const FIELDS: [&str; 11] = [
    "coopType",
    "subTypes",
    "businessScopes",
    "coopName",
    "coopFullName",
    "socialCreditCode",
    "nationCode",
    "transactorId",
    "salesId",
    "servicerId",
    "contactName",
];

fn sheet(fields: &[&str], rows: &[&[&str]]) -> Json {
    let numbers: Vec<usize> = (0..rows.len()).map(|place| place + 2).collect();
    json!({ "fileName": "客商.xlsx", "fields": fields, "headers": fields, "numbers": numbers, "rows": rows })
}

const ROWS: [&[&str]; 4] = [
    &["客户", "直客", "AE,SE", "新客一", "新客一国际贸易有限公司", "", "中国", "sales01", "销售一", "客服一", "王经理"],
    &["供应商", "车队", "LC", "新供一", "新供一运输有限公司", "91350100M000100Y44", "CN", "sales01", "", "", ""],
    &["客户", "直客;同行", "ae", "新客二", "新客二电子有限公司", "", "", "op01", "销售二", "客服一", ""],
    &["顾客", "直客", "AE", "新客三", "新客三物流有限公司", "", "CN", "sales01", "销售一", "客服一", ""],
];

fn check(caller: &Caller<'_>, body: &Json) -> Json {
    caller.post(&format!("{IMPORT}/check"), body.clone()).success("a check").unwrap_or_else(|error| panic!("{error}"))
}

fn told(check: &Json) -> Vec<String> {
    let text = |cell: &Json, name: &str| cell[name].as_str().unwrap_or_default().to_owned();
    let one = |cell: &Json| {
        format!("{} {} {} {}", cell["row"], text(cell, "field"), text(cell, "value"), text(cell, "message"))
    };
    check["cells"].as_array().unwrap().iter().map(one).collect()
}

fn run(world: &World, caller: &Caller<'_>, body: Json) -> Json {
    let put = caller.post(&format!("{IMPORT}/run"), body).success("a job").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(world.run_jobs(), 1);
    caller.ok(&format!("{IMPORT}/job/{}", put["taskId"].as_str().unwrap()))
}

#[test]
fn a_file_of_four_partners_with_two_bad_rows() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let body = sheet(&FIELDS, &ROWS);
        let before = world.contents(true);
        let checked = check(&admin, &body);
        assert_eq!((&checked["good"], &checked["bad"]), (&json!(2), &json!(2)));
        let wanted = [
            "3 socialCreditCode 91350100M000100Y44 统一社会信用代码校验位错误，应为3",
            "5 coopType 顾客 类型可填：客户、供应商、海外代理、互为代理、其他",
        ];
        assert_eq!(told(&checked), wanted);
        world.unchanged(&before, true);
        let result = run(world, &admin, body.clone());
        assert_eq!((&result["status"], &result["error"]), (&json!("失败"), &json!("2行有错误，未导入任何数据")));
        assert_eq!(admin.ok("/prm/coop/page")["total"], 8);
        let mut skip = body;
        skip["onError"] = json!("skip");
        let result = run(world, &admin, skip);
        assert_eq!((&result["added"], &result["bad"]), (&json!(2), &json!(2)));
        let page = admin.ok(&format!("/prm/coop/page?keyword={}&sort=coopCode,asc", encoded("新客")));
        assert_eq!(texts(&page, "coopCode"), ["KH005", "KH006"], "refused rows take no number");
        let by_letters = admin.ok("/prm/coop/page?keyword=xky");
        assert_eq!(texts(&by_letters, "coopCode"), ["KH005"], "found by the initials of its name");
        assert_eq!(texts(&page, "subTypesText"), ["直客 AE,SE", "直客 AE；同行 AE"]);
        assert_eq!(
            (texts(&page, "mainContact"), texts(&page, "salesName")),
            (vec!["王经理".to_owned()], vec!["销售一".to_owned(), "销售二".to_owned()])
        );
        let id = result["id"].as_str().unwrap();
        assert_eq!(admin.post(&format!("{IMPORT}/undo/{id}"), json!({})).code, 0);
        assert_eq!(admin.ok("/prm/coop/page")["total"], 8);
        let left = world.database(|_, conn| {
            let mut select = sql::from(2, "coop_contact");
            select.column("id").and_where(sql::eq("name", "王经理".to_owned()));
            conn.query(&select.into()).unwrap().len()
        });
        assert_eq!(left, 0, "contacts go with their partner");
    });
}

#[test]
fn a_partner_is_changed_by_its_code_and_becomes_what_it_was() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let fields = ["coopCode", "socialCreditCode", "coopEname", "contactName", "businessScopes", "subTypes"];
        let rows: [&[&str]; 4] = [
            &["KH001", "", "RENAMED", "", "SE", "同行"],
            &["", "91000000MA00000232", "SECOND", "", "", ""],
            &["KH999", "", "NOBODY", "", "", ""],
            &["KH003", "", "", "新联系人", "", ""],
        ];
        let mut body = sheet(&fields, &rows);
        body["mode"] = json!("update");
        body["onError"] = json!("skip");
        let told = told(&check(&admin, &body));
        assert!(told.contains(&"4 coopCode KH999 代码不存在".to_owned()), "{told:?}");
        assert!(told.contains(&"5 contactName 新联系人 已有单位的联系人请在单位资料中修改".to_owned()), "{told:?}");
        let coop = |code: &str| {
            let page = admin.ok(&format!("/prm/coop/page?keyword={code}"));
            let id = page["records"][0]["id"].as_str().unwrap().to_owned();
            let mut view = admin.ok(&format!("/prm/coop/{id}"));
            view["version"] = Json::Null;
            for contact in view["contacts"].as_array_mut().unwrap() {
                contact["id"] = Json::Null;
            }
            view
        };
        let before = [coop("KH001"), coop("KH002")];
        let result = run(world, &admin, body);
        assert_eq!((&result["changed"], &result["bad"]), (&json!(2), &json!(2)));
        let changed = coop("KH001");
        assert_eq!(
            (&changed["coopEname"], &changed["subTypes"]),
            (&json!("RENAMED"), &json!([{ "subType": "同行", "scopes": ["SE"] }]))
        );
        assert_eq!(coop("KH002")["coopEname"], "SECOND");
        let id = result["id"].as_str().unwrap();
        assert_eq!(admin.post(&format!("{IMPORT}/undo/{id}"), json!({})).code, 0);
        assert_eq!([coop("KH001"), coop("KH002")], before, "with its sub types and contacts");
    });
}

/// 28: a real company's sheet gets in in one round: usual headings, one value for all rows, names for codes, and the
/// matching is known for the next file.
#[test]
fn a_real_customer_list_gets_in_in_one_round() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let columns = admin.ok(&format!("{IMPORT}/columns"))["columns"].clone();
        let column = |name: &str| {
            let own = columns.as_array().unwrap().iter().find(|one| one["field"]["name"] == json!(name));
            own.unwrap_or_else(|| panic!("{name}")).clone()
        };
        assert_eq!((&column("coopType")["required"], &column("salesId")["required"]), (&json!(true), &json!(false)));
        for name in ["salesId", "servicerId"] {
            assert_eq!(column(name)["needed"], json!("客户必填"), "{name}");
            assert!(column(name)["note"].as_str().unwrap().starts_with("客户必填，"), "{name}");
        }
        assert_eq!(column("remark")["needed"], json!(""));
        let holds = |name: &str, value: &str| column(name)["values"].as_array().unwrap().contains(&json!(value));
        assert!(holds("businessScopes", "空运出口") && holds("coopType", "客户") && holds("subTypes", "直客"));
        assert!(holds("salesId", "销售一"));
        let text = "客户名单\n客户全称,客户简称,联系电话,税号,联系人,手机号码,详细地址\n\
                    演示甲进出口有限公司,甲进出口,021-5555 0001,91310000TEST0001,王一,13900000001,上海市一路1号\n\
                    演示乙进出口有限公司,乙进出口,,,,,\n";
        let read = done(admin.upload(&format!("{IMPORT}/read"), &[("名单.csv", text.as_bytes())]));
        let wanted = ["coopFullName", "coopName", "phone", "taxNo", "contactName", "contactPhone", "coopAddress"];
        assert_eq!((&read["headerRow"], &read["matched"], &read["fixed"]), (&json!(2), &json!(wanted), &json!({})));
        let fixed = [
            ("coopType", "客户"),
            ("subTypes", "直客"),
            ("businessScopes", "空运出口，海运出口"),
            ("salesId", "销售一"),
            ("servicerId", "客服一"),
        ];
        let fields: Vec<Json> =
            wanted.iter().map(|name| json!(name)).chain(fixed.iter().map(|one| json!(one.0))).collect();
        let headers: Vec<Json> =
            read["headers"].as_array().unwrap().iter().cloned().chain(fixed.iter().map(|_| json!(""))).collect();
        let row = |row: &Json| {
            let own = row.as_array().unwrap().iter().cloned();
            own.chain(std::iter::repeat(json!("")))
                .take(wanted.len())
                .chain(fixed.iter().map(|one| json!(one.1)))
                .collect::<Json>()
        };
        let rows: Vec<Json> = read["rows"].as_array().unwrap().iter().map(row).collect();
        let one_value: Json = fixed.iter().map(|(name, text)| ((*name).to_owned(), json!(text))).collect();
        let body = json!({
            "fileName": "名单.csv", "fields": fields, "headers": headers, "numbers": [3, 4], "rows": rows, "fixed": one_value,
        });
        assert_eq!(told(&check(&admin, &body)), [""; 0]);
        let result = run(world, &admin, body);
        assert_eq!((&result["added"], &result["bad"]), (&json!(2), &json!(0)));
        let page = admin.ok(&format!("/prm/coop/page?keyword={}&sort=coopCode,asc", encoded("进出口")));
        assert_eq!(texts(&page, "subTypesText"), ["直客 AE,SE", "直客 AE,SE"]);
        let again = done(admin.upload(&format!("{IMPORT}/read"), &[("名单.csv", text.as_bytes())]));
        assert_eq!((&again["matched"], &again["fixed"]), (&read["matched"], &one_value));
    });
}

/// 28: the template lists what its columns may hold on a sheet of its own, and reads back as it did.
#[test]
fn the_template_lists_what_its_columns_may_hold() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let template = admin.get(&format!("{IMPORT}/template"));
        let rows = testkit::rows_of_sheet(&template.bytes, "可填值");
        let place = rows[0].iter().position(|head| head == "业务范畴").expect("a column of scopes");
        assert_eq!(rows[0][place + 1], "业务范畴 代码");
        assert_eq!((rows[1][place].as_str(), rows[1][place + 1].as_str()), ("空运出口", "AE"));
        let notes = &testkit::rows_of(&template.bytes)[1];
        let heads = &testkit::rows_of(&template.bytes)[0];
        let note = |head: &str| notes[heads.iter().position(|one| one == head).unwrap()].clone();
        assert!(note("责任销售").contains("客户必填"), "{}", note("责任销售"));
        assert!(note("类型").contains("必填"));
    });
}
