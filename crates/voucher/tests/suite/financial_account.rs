//! The tree of accounts: codes, levels, types, what is used, stopping and removing, standards, files.

use platform::store::{Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, each_database_with_readers_from, findings, refused};

use crate::voucher::{charted, rooms, with_banks};

pub const BASE: &str = "/css/financialAccount";
/// The company of the fixture.
const COMPANY: i64 = 2;

/// The row of an account by its whole code.
pub fn account(caller: &Caller<'_>, code: &str) -> Json {
    let list = caller.ok(&format!("{BASE}/page?size=500"));
    let rows = list["records"].as_array().unwrap();
    rows.iter().find(|row| row["financialAccountCode"] == json!(code)).cloned().unwrap_or_default()
}

pub fn id(row: &Json) -> &str {
    row["id"].as_str().unwrap()
}

/// Codes of the chart, in their order.
fn codes(caller: &Caller<'_>) -> Vec<String> {
    let list = caller.ok(&format!("{BASE}/page?size=500"));
    let code = |row: &Json| row["financialAccountCode"].as_str().unwrap().to_owned();
    list["records"].as_array().unwrap().iter().map(code).collect()
}

/// How many types of expense the dictionary has.
fn expenses(caller: &Caller<'_>) -> usize {
    caller.ok("/afbase/category/modelCategory?categoryType=62").as_array().unwrap().len()
}

/// Asks for an account below another one.
pub fn below(caller: &Caller<'_>, above: &str, own: &str, more: Json) -> Reply {
    let mut body = json!({ "parentId": account(caller, above)["id"], "ownCode": own, "financialAccountName": "测试" });
    body.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
    caller.post(BASE, body)
}

/// Asks for an account of the first level.
fn first(caller: &Caller<'_>, own: &str, kind: &str) -> Reply {
    let body =
        json!({ "ownCode": own, "financialAccountName": "测试", "financialAccountType": kind, "direction": "DEBIT" });
    caller.post(BASE, body)
}

pub fn change(caller: &Caller<'_>, code: &str, mut body: Json) -> Reply {
    let row = account(caller, code);
    body["version"] = row["version"].clone();
    caller.put(&format!("{BASE}/{}", id(&row)), body)
}

fn remove(caller: &Caller<'_>, code: &str) -> Reply {
    let row = account(caller, code);
    caller.delete(&format!("{BASE}/{}?version={}", id(&row), row["version"]))
}

fn switch(caller: &Caller<'_>, code: &str, valid: bool) -> Reply {
    let row = account(caller, code);
    caller.put(&format!("{BASE}/stop"), json!({ "id": row["id"], "valid": valid, "version": row["version"] }))
}

/// Vouchers will name accounts; until there are any, an opening balance does.
pub fn use_account(world: &World, code: &str) {
    world.database(|_, conn| {
        let mut select = sql::from(COMPANY, account::TABLE);
        select.column("id").and_where(sql::eq("code", code.to_owned()));
        let account: i64 = conn.first(&select.into()).unwrap().unwrap().get(0).unwrap();
        let cells = [
            ("account_id", Value::Int(account)),
            ("opening_date", Value::Text("2026-05-31".to_owned())),
            ("amount", Value::Int(0)),
            ("updated_by", Value::Int(0)),
            ("updated_at", Value::Int(0)),
        ];
        conn.exec(&sql::insert(COMPANY, "fund_opening", &cells).into()).unwrap();
    });
}

/// Invariant 33: the code of an account begins with that of the one above, its full name too, and no path is longer than
/// five.
fn holds(caller: &Caller<'_>) {
    let tree = caller.ok(&format!("{BASE}/tree"));
    let mut waiting: Vec<(String, String, usize, Json)> = vec![(String::new(), String::new(), 1, tree)];
    while let Some((code, name, level, branches)) = waiting.pop() {
        for branch in branches.as_array().unwrap() {
            let text = |member: &str| branch[member].as_str().unwrap().to_owned();
            let (own_code, full) = (text("financialAccountCode"), text("fullName"));
            let wanted = if name.is_empty() {
                text("financialAccountName")
            } else {
                format!("{name}-{}", text("financialAccountName"))
            };
            assert!(own_code.starts_with(&code) && own_code.len() >= code.len() + 2, "{own_code} below {code}");
            assert_eq!(full, wanted);
            assert!(level <= 5, "{own_code} on level {level}");
            waiting.push((own_code, full, level + 1, branch["children"].clone()));
        }
    }
}

#[test]
fn the_enterprise_standard_has_a_leaf_for_each_bank_account_and_each_type_of_expense() {
    each_database_from(rooms, charted, |world| {
        let fin = world.login("fin01");
        let names = |code: &str| account(&fin, code)["fullName"].clone();
        assert_eq!(names("660201"), json!("管理费用-差旅费"));
        let expenses = expenses(&fin);
        assert_eq!(names(&format!("6602{expenses:02}")), json!("管理费用-其他"), "the last one");
        assert_eq!(names("222101"), json!("应交税费-应交增值税-销项"));
        assert_eq!(names("100201"), json!("银行存款-中国银行上海分行(3456)"));
        assert_eq!(account(&fin, "100201")["currencyCode"], json!("CNY"));
        let dollars = account(&fin, "100202");
        assert_eq!((&dollars["currencyCode"], &dollars["currency"]), (&json!("USD"), &json!(true)));
        let receivable = account(&fin, "1122");
        assert_eq!((&receivable["manageMode"], &receivable["subsidiaryAccount"]), (&json!("AUX"), &json!("COOP")));
        let first_level: Vec<String> = codes(&fin).into_iter().filter(|code| code.len() == 4).collect();
        let wanted = [
            "1001", "1002", "1121", "1122", "1123", "1221", "2202", "2203", "2221", "2241", "4103", "6001", "6401",
            "6601", "6602", "6603", "6702",
        ];
        assert_eq!(first_level, wanted);
        assert_eq!(codes(&fin).len(), wanted.len() + 2 + 2 + expenses + 3);
        holds(&fin);
        let before = world.contents(true);
        refused(&fin.post(&format!("{BASE}/init"), json!({ "standard": "SMALL" })), "会计科目已存在，不能初始化");
        world.unchanged(&before, true);
    });
}

#[test]
fn the_small_standard_has_its_own_codes() {
    each_database_from(rooms, with_banks, |world| {
        let fin = world.login("fin01");
        let nothing = fin.post(&format!("{BASE}/init"), json!({}));
        assert_eq!(findings(&nothing)[0].0, "standard");
        let strange = fin.post(&format!("{BASE}/init"), json!({ "standard": "OTHER" }));
        assert_eq!(findings(&strange)[0].0, "standard");
        assert_eq!(codes(&fin), Vec::<String>::new());
        let made = done(fin.post(&format!("{BASE}/init"), json!({ "standard": "SMALL" })));
        let all = codes(&fin);
        assert_eq!(made["made"], json!(all.len()));
        for code in ["3103", "5001", "5401", "5601", "560201", "560301", "571101", "100202"] {
            assert!(all.contains(&code.to_owned()), "{code}");
        }
        assert!(!all.iter().any(|code| code.starts_with('6')), "none of the other standard");
        assert_eq!(account(&fin, "571101")["financialAccountType"], json!("BAD_DEBT"));
        holds(&fin);
    });
}

#[test]
fn two_who_set_up_at_once_make_one_chart() {
    each_database_with_readers_from(rooms, with_banks, |world| {
        let fin = world.login("fin01");
        let call = || {
            let client = fin.client();
            async move { client.call("POST", &format!("{BASE}/init"), json!({ "standard": "ENTERPRISE" })).await }
        };
        let mut told: Vec<(i64, String)> =
            world.at_once(vec![call(), call()]).iter().map(|reply| (reply.code, reply.message.clone())).collect();
        told.sort();
        assert_eq!((told[0].0, &told[1]), (0, &(1, "会计科目已存在，不能初始化".to_owned())), "{}", world.database);
        holds(&fin);
    });
}

#[test]
fn a_code_is_that_of_the_account_above_and_two_to_four_digits() {
    each_database_from(rooms, charted, |world| {
        let fin = world.login("fin01");
        let made = done(below(&fin, "6602", "90", json!({})));
        assert_eq!((&made["financialAccountCode"], &made["fullName"]), (&json!("660290"), &json!("管理费用-测试")));
        assert_eq!((&made["financialAccountType"], &made["direction"]), (&json!("EXPENSE"), &json!("DEBIT")));
        let taken = below(&fin, "6602", "01", json!({}));
        assert_eq!(findings(&taken), [("ownCode".to_owned(), "科目代码已存在".to_owned())]);
        for wrong in ["1", "12345", "1a"] {
            assert_eq!(findings(&below(&fin, "6602", wrong, json!({})))[0].0, "ownCode", "{wrong}");
        }
        done(below(&fin, "6602", "9001", json!({})));
        // 66029001 is there: the same code may not be made in another way.
        let same = below(&fin, "660290", "01", json!({}));
        assert_eq!(findings(&same), [("ownCode".to_owned(), "科目代码已存在".to_owned())]);
        holds(&fin);
    });
}

#[test]
fn the_tree_has_five_levels_at_most() {
    each_database_from(rooms, charted, |world| {
        let fin = world.login("fin01");
        let mut above = "6602".to_owned();
        for _ in 2..=5 {
            above = done(below(&fin, &above, "88", json!({})))["financialAccountCode"].as_str().unwrap().to_owned();
        }
        assert_eq!(account(&fin, &above)["level"], json!(5));
        let before = world.contents(true);
        let sixth = below(&fin, &above, "88", json!({}));
        assert_eq!(findings(&sixth), [("parentId".to_owned(), "科目级次不能超过五级".to_owned())]);
        let nowhere = fin.post(BASE, json!({ "parentId": "1", "ownCode": "88", "financialAccountName": "测试" }));
        assert_eq!(findings(&nowhere), [("parentId".to_owned(), "上级科目不存在".to_owned())]);
        world.unchanged(&before, true);
        assert_eq!(account(&fin, &above)["mayBeDivided"], json!(false));
        holds(&fin);
    });
}

#[test]
fn codes_and_names_below_follow_the_account_above() {
    each_database_from(rooms, charted, |world| {
        let fin = world.login("fin01");
        done(below(&fin, "660201", "01", json!({ "financialAccountName": "机票" })));
        done(change(&fin, "6602", json!({ "ownCode": "6612", "financialAccountName": "管理费" })));
        assert_eq!(account(&fin, "66120101")["fullName"], json!("管理费-差旅费-机票"));
        assert!(codes(&fin).iter().all(|code| !code.starts_with("6602")));
        let taken = change(&fin, "6612", json!({ "ownCode": "6601" }));
        assert_eq!(findings(&taken), [("ownCode".to_owned(), "科目代码已存在".to_owned())]);
        // A new code may be what one below has had.
        done(first(&fin, "77", "OTHER"));
        done(below(&fin, "77", "01", json!({})));
        done(below(&fin, "7701", "02", json!({})));
        done(change(&fin, "77", json!({ "ownCode": "7701" })));
        let all = codes(&fin);
        assert!(["7701", "770101", "77010102"].iter().all(|code| all.contains(&(*code).to_owned())), "{all:?}");
        holds(&fin);
    });
}

#[test]
fn a_type_is_inherited_but_below_one_that_has_none_of_the_system() {
    each_database_from(rooms, charted, |world| {
        let fin = world.login("fin01");
        let other = below(&fin, "6602", "90", json!({ "financialAccountType": "COST" }));
        let wanted = [("financialAccountType".to_owned(), "科目类别须与上级科目一致：期间费用".to_owned())];
        assert_eq!(findings(&other), wanted);
        let own = done(below(&fin, "6603", "04", json!({ "financialAccountType": "EXPENSE" })));
        assert_eq!(own["financialAccountType"], json!("EXPENSE"));
        let none = done(below(&fin, "6603", "05", json!({})));
        assert_eq!(none["financialAccountType"], json!("OTHER"));
        let head = change(&fin, "6602", json!({ "financialAccountType": "COST" }));
        let wanted = [("financialAccountType".to_owned(), "科目已有下级，不能修改科目类别".to_owned())];
        assert_eq!(findings(&head), wanted);
        done(change(&fin, "6601", json!({ "financialAccountType": "OTHER" })));
        let bare = fin.post(BASE, json!({ "ownCode": "70", "financialAccountName": "测试" }));
        let fields: Vec<String> = findings(&bare).into_iter().map(|(field, _)| field).collect();
        assert_eq!(fields, ["financialAccountType", "direction"], "an account of the first level says both");
        let form = fin.ok(&format!("{BASE}/{}/below", id(&account(&fin, "1122"))));
        assert_eq!((&form["parentId"], &form["manageMode"]), (&account(&fin, "1122")["id"], &json!("AUX")));
        assert_eq!((&form["ownCode"], &form["financialAccountName"]), (&Json::Null, &Json::Null));
    });
}

#[test]
fn what_is_used_keeps_its_code_gets_nothing_below_and_stays() {
    each_database_from(rooms, charted, |world| {
        let fin = world.login("fin01");
        use_account(world, "1122");
        use_account(world, "660201");
        let before = world.contents(true);
        refused(&remove(&fin, "1122"), "科目已使用，不能删除");
        refused(&remove(&fin, "6603"), "科目已有下级，不能删除");
        let code = |reply: &Reply| findings(reply).first().cloned().unwrap_or_default();
        let said = ("ownCode".to_owned(), "科目已使用，不能修改代码".to_owned());
        assert_eq!(code(&change(&fin, "1122", json!({ "ownCode": "1124" }))), said);
        assert_eq!(code(&change(&fin, "6602", json!({ "ownCode": "6604" }))), said, "one below is used");
        assert_eq!(
            code(&below(&fin, "1122", "01", json!({}))),
            ("parentId".to_owned(), "科目已有分录，不能增加下级".to_owned())
        );
        let kind = change(&fin, "1122", json!({ "financialAccountType": "OTHER" }));
        let wanted = ("financialAccountType".to_owned(), "科目已使用，不能修改科目类别".to_owned());
        assert_eq!(code(&kind), wanted);
        world.unchanged(&before, true);
        done(change(&fin, "1122", json!({ "financialAccountName": "应收货款" })));
        done(below(&fin, "6602", "90", json!({})));
        done(remove(&fin, "660290"));
        done(remove(&fin, "6702"));
        holds(&fin);
    });
}

#[test]
fn what_is_below_stops_with_an_account_and_starts_behind_it() {
    each_database_from(rooms, charted, |world| {
        let fin = world.login("fin01");
        let offered = |keyword: &str| fin.ok(&format!("/platform/select/financialAccount?keyword={keyword}"));
        let of = |offers: &Json| offers.as_array().unwrap().iter().map(|one| one["label"].clone()).collect::<Vec<_>>();
        assert_eq!(of(&offered("6603")).len(), 3, "leaves alone");
        done(switch(&fin, "6603", false));
        assert_eq!(account(&fin, "660302")["isValid"], json!(false));
        assert_eq!(of(&offered("6603")), Vec::<Json>::new());
        assert_eq!(
            findings(&below(&fin, "6603", "90", json!({}))),
            [("parentId".to_owned(), "上级科目已停用".to_owned())]
        );
        assert_eq!(switch(&fin, "660302", true).message, "上级科目已停用");
        done(switch(&fin, "6603", true));
        assert_eq!(account(&fin, "660302")["isValid"], json!(false), "each is started for itself");
        done(switch(&fin, "660302", true));
        assert_eq!(of(&offered("6603")), [json!("财务费用-汇兑损益")]);
        let row = account(&fin, "660302");
        let stale = json!({ "id": row["id"], "valid": false, "version": 1 });
        assert_eq!(fin.put(&format!("{BASE}/stop"), stale).code, 3);
        let strange = json!({ "id": "x", "valid": false, "version": 1 });
        assert_eq!(fin.put(&format!("{BASE}/stop"), strange).status, 400);
    });
}

#[test]
fn the_calls_of_the_catalogue_answer() {
    each_database_from(rooms, charted, |world| {
        let fin = world.login("fin01");
        let body = json!({
            "parentId": account(&fin, "6601")["id"], "ownCode": "01", "financialAccountName": "海运广告", "scopes": "SE,SI",
        });
        let made = done(fin.post(&format!("{BASE}/save"), body));
        let renamed = json!({ "id": made["id"], "version": made["version"], "financialAccountName": "广告费" });
        let renamed = done(fin.post(&format!("{BASE}/update"), renamed));
        assert_eq!(renamed["fullName"], json!("销售费用-广告费"));
        let leaves = |query: &str| -> Vec<String> {
            let list = fin.ok(&format!("{BASE}/list?{query}"));
            let code = |row: &Json| row["financialAccountCode"].as_str().unwrap().to_owned();
            list.as_array().unwrap().iter().map(code).collect()
        };
        assert_eq!(leaves("type=BANK"), ["100201", "100202"], "the head is no leaf");
        assert_eq!(leaves("type=CASH,NOTE"), ["1001", "1121"]);
        assert!(leaves("businessScope=SE&type=EXPENSE").contains(&"660101".to_owned()));
        assert!(!leaves("businessScope=AE&type=EXPENSE").contains(&"660101".to_owned()));
        assert!(leaves("businessScope=AE&type=EXPENSE").contains(&"660201".to_owned()), "empty is for all");
        let by_class = |class: &str| fin.ok(&format!("{BASE}/page?class={class}"))["total"].clone();
        assert_eq!(by_class("MONEY"), json!(5), "1001, 1002 with two below, 1121");
        assert_eq!(by_class("EXPENSE"), json!(3 + expenses(&fin)), "6601 with one below, 6602 with all types");
        let found = fin.ok(&format!("{BASE}/page?financialAccountName=%E5%B7%AE%E6%97%85"));
        assert_eq!(found["records"][0]["financialAccountCode"], json!("660201"));
    });
}

#[test]
fn finance_keeps_the_accounts_of_its_company_alone() {
    each_database_from(rooms, charted, |world| {
        let (fin, op) = (world.login("fin01"), world.login("op01"));
        assert_eq!(op.get(&format!("{BASE}/page")).status, 403);
        assert_eq!(op.get(&format!("{BASE}/tree")).status, 403);
        let row = account(&fin, "660201");
        let other = world.login("superAdmin");
        assert_eq!(other.ok(&format!("{BASE}/tree")), json!([]), "each company has its own");
        assert_eq!(other.get(&format!("{BASE}/{}", id(&row))).status, 404);
        let body = json!({ "parentId": row["id"], "ownCode": "01", "financialAccountName": "测试" });
        assert_eq!(findings(&other.post(BASE, body))[0], ("parentId".to_owned(), "上级科目不存在".to_owned()));
        let log = fin.ok(&format!("{BASE}/page?size=1"));
        assert_eq!(log["records"][0]["can"], json!(["css-fa-add", "css-fa-del", "css-fa-edit", "css-fa-stop"]));
    });
}

#[test]
fn rows_of_a_file_may_name_the_account_above_of_the_same_file() {
    each_database_from(rooms, charted, |world| {
        let fin = world.login("fin01");
        let fields = ["parentId", "ownCode", "financialAccountName", "financialAccountType", "direction"];
        let rows: [&[&str]; 5] = [
            &["", "1601", "固定资产", "其他", "借"],
            &["1601", "01", "办公设备", "", ""],
            &["160101", "01", "电脑", "", ""],
            &["6602", "01", "差旅费", "", ""],
            &["9999", "01", "没有上级", "其他", "借"],
        ];
        let body = json!({
            "fileName": "科目.xlsx", "fields": fields, "headers": fields, "numbers": [2, 3, 4, 5, 6], "rows": rows,
        });
        let before = world.contents(true);
        let checked = done(fin.post(&format!("{BASE}/import/check"), body.clone()));
        assert_eq!((&checked["good"], &checked["bad"]), (&json!(3), &json!(2)));
        let told: Vec<String> = checked["cells"]
            .as_array()
            .unwrap()
            .iter()
            .map(|cell| {
                format!("{} {} {}", cell["row"], cell["field"].as_str().unwrap(), cell["message"].as_str().unwrap())
            })
            .collect();
        assert_eq!(told, ["5 ownCode 科目代码已存在", "6 parentId 上级科目不存在"]);
        world.unchanged(&before, true);
        let mut skipping = body;
        skipping["onError"] = json!("skip");
        let put = done(fin.post(&format!("{BASE}/import/run"), skipping));
        assert_eq!(world.run_jobs(), 1);
        let result = fin.ok(&format!("{BASE}/import/job/{}", put["taskId"].as_str().unwrap()));
        assert_eq!((&result["added"], &result["bad"]), (&json!(3), &json!(2)));
        assert_eq!(account(&fin, "16010101")["fullName"], json!("固定资产-办公设备-电脑"));
        assert_eq!(account(&fin, "16010101")["direction"], json!("DEBIT"));
        holds(&fin);
        done(fin.post(&format!("{BASE}/import/undo/{}", result["id"].as_str().unwrap()), json!({})));
        assert_eq!(account(&fin, "1601"), Json::Null, "the file is taken back whole");
    });
}
