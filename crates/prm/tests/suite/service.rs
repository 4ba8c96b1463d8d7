use platform::store::{Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, done, refused};

use crate::prm::{encoded, texts, with_services};

/// The company of the fixture.
const DEMO: i64 = 2;
const ITEMS: &str = "/prm/service";

/// A row of the list by scope and name.
pub fn item(caller: &Caller<'_>, scope: &str, name: &str) -> Json {
    let page = caller.ok(&format!("{ITEMS}/page?businessScope={scope}&keyword={}&size=50", encoded(name)));
    let rows = page["records"].as_array().unwrap();
    rows.iter().find(|row| row["serviceNameCn"] == json!(name)).cloned().unwrap_or(Json::Null)
}

/// What a new line of a scope is offered.
fn offered(caller: &Caller<'_>, scope: &str, query: &str) -> Vec<String> {
    let items = caller.ok(&format!("{ITEMS}/select?businessScope={scope}&{query}"));
    items.as_array().unwrap().iter().filter_map(|one| one["label"].as_str().map(ToOwned::to_owned)).collect()
}

fn id(row: &Json) -> &str {
    row["id"].as_str().expect("an id")
}

fn new(scope: &str, service_type: &str, name: &str) -> Json {
    json!({ "businessScope": scope, "serviceType": service_type, "serviceNameCn": name, "serviceNameEn": "TEST FEE" })
}

fn edited(caller: &Caller<'_>, row: &Json, change: Json) -> testkit::Reply {
    let mut body = json!({ "version": row["version"] });
    body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    caller.put(&format!("{ITEMS}/{}", id(row)), body)
}

#[test]
fn every_company_begins_with_the_items_of_each_scope() {
    with_services(|world| {
        let admin = world.login("demo-admin");
        // shows: 干线-空运费 is offered for AE and AI and not for SE
        for (scope, wanted) in [("AE", true), ("AI", true), ("SE", false)] {
            assert_eq!(offered(&admin, scope, "").contains(&"干线-空运费".to_owned()), wanted, "{scope}");
        }
        let row = item(&admin, "AE", "空运费");
        assert_eq!(
            (&row["serviceCode"], &row["vatOutput"], &row["isSys"]),
            (&json!("GX01"), &json!("免税"), &json!(1))
        );
        let fuel = item(&admin, "AE", "燃油附加费");
        assert_eq!((&fuel["serviceCode"], &fuel["ediCode"]), (&json!("GX02"), &json!("MY")));
        assert_eq!(admin.ok(&format!("{ITEMS}/{}", id(&fuel)))["ediDue"], json!("C"));
        assert_eq!(item(&admin, "SE", "提货费")["vatOutput"], json!("9%"));
        assert_eq!(item(&admin, "LC", "运输费")["vatInput"], json!("9%"));
        assert_eq!(item(&admin, "AE", "操作费")["vatOutput"], json!("6%"));
        let duty = item(&admin, "AE", "代垫税款");
        assert_eq!((&duty["isAgency"], &duty["vatOutput"]), (&json!(true), &json!("免税")));
        assert_eq!(item(&admin, "AE", "制单费")["ediCode"], json!("AW"));
        let count = |scope: &str| admin.ok(&format!("{ITEMS}/page?businessScope={scope}"))["total"].clone();
        let counts = ["AE", "SE", "TE", "LC", "IO"].map(count);
        assert_eq!(counts, [json!(49), json!(54), json!(50), json!(38), json!(38)]);
        assert_eq!(item(&world.login("superAdmin"), "AE", "空运费")["isSys"], json!(1));
        // Loading again adds nothing.
        world.database(|app, conn| charge::item::load(conn, &app.mint, app.clock.now()).unwrap());
        assert_eq!(count("AE"), json!(49));
    });
}

#[test]
fn items_are_found_by_pinyin_kind_and_type() {
    with_services(|world| {
        let admin = world.login("demo-admin");
        // shows: keyword kyf finds 空运费
        for keyword in ["kyf", "KYF", "AIR FR", "GX01"] {
            let page = admin.ok(&format!("{ITEMS}/page?businessScope=AE&keyword={}", encoded(keyword)));
            assert_eq!(texts(&page, "serviceNameCn"), ["空运费"], "{keyword}");
        }
        assert_eq!(offered(&admin, "AE", "keyword=kyf"), ["干线-空运费"]);
        let packing = offered(&admin, "AE", &format!("serviceType={}", encoded("包装")));
        assert_eq!(packing, ["包装-包装费", "包装-打托费", "包装-贴标费", "包装-缠膜费"]);
        let row = item(&admin, "AE", "返点");
        edited(&admin, &row, json!({ "isFrequent": true })).success("frequent").unwrap();
        assert_eq!(offered(&admin, "AE", "")[0], "操作-返点", "frequent ones first");
        done(admin.post(ITEMS, {
            let mut body = new("AE", "操作", "只付费");
            body["kind"] = json!("COST");
            body
        }));
        let has = |kind: &str| offered(&admin, "AE", &format!("kind={kind}")).contains(&"操作-只付费".to_owned());
        assert!(has("COST") && !has("INCOME"));
        let select = admin.ok(&format!("/platform/select/serviceItem?keyword=kyf&role=AE,COST,{}", encoded("干线")));
        assert_eq!((&select[0]["label"], &select[0]["hint"]), (&json!("干线-空运费"), &json!("AE GX01")));
        let resolved =
            admin.ok(&format!("/platform/select/serviceItem?value={}", select[0]["value"].as_str().unwrap()));
        assert_eq!(resolved, select);
    });
}

// req: settings-field-ae
#[test]
fn names_are_in_the_language_their_reader_set_for_the_scope() {
    with_services(|world| {
        let admin = world.login("demo-admin");
        let settings = json!({ "feeAeDefaultService": "ZH_EN", "feeAiDefaultService": "EN" }).to_string();
        world.database(|_, conn| {
            let mut select = sql::from(DEMO, "app_user");
            select.column("id").and_where(sql::eq("login_name", "demo-admin".to_owned()));
            let user: i64 = conn.first(&select.into()).unwrap().unwrap().get(0).unwrap();
            let cells = [
                ("user_id", Value::Int(user)),
                ("order_edit_new_page", Value::Bool(false)),
                ("order_save_close_page", Value::Bool(false)),
                ("settings", Value::Text(settings.clone())),
                ("updated_at", Value::Int(1)),
            ];
            conn.exec(&sql::insert(DEMO, "user_extend", &cells).into()).unwrap();
        });
        let name =
            |scope: &str| admin.ok(&format!("{ITEMS}/select?businessScope={scope}&keyword=kyf"))[0]["name"].clone();
        // shows: with feeAeDefaultService 中文 <英文> the AE grid shows 空运费 <AIR FREIGHT>
        assert_eq!(name("AE"), json!("空运费 <AIR FREIGHT>"));
        assert_eq!(name("AI"), json!("AIR FREIGHT"));
        let other = world.login("op01").ok(&format!("{ITEMS}/select?businessScope=AE&keyword=kyf"));
        assert_eq!(other[0]["name"], json!("空运费"));
    });
}

#[test]
fn a_new_item_gets_the_next_code_of_its_type_in_each_scope() {
    with_services(|world| {
        let admin = world.login("demo-admin");
        let mut body = new("AE", "干线", "测试费");
        body["scopes"] = json!(["AE", "SE", "LC"]);
        let made = done(admin.post(ITEMS, body.clone()));
        assert_eq!((&made["serviceCode"], &made["isSys"], &made["sort"]), (&json!("GX05"), &json!(0), &json!(105)));
        let codes = ["SE", "LC"].map(|scope| item(&admin, scope, "测试费")["serviceCode"].clone());
        assert_eq!(codes, [json!("GX06"), json!("GX02")]);
        assert_eq!(item(&admin, "AI", "测试费"), Json::Null);
        // All or nothing: the name exists in one of them.
        body["serviceNameCn"] = json!("海运费");
        assert_eq!(admin.post(ITEMS, body).findings_at("serviceNameCn"), ["服务项目名称已存在"]);
        assert_eq!(item(&admin, "AE", "海运费"), Json::Null);
        let taken = admin.post(ITEMS, new("AE", "干线", "空运费"));
        assert_eq!(taken.findings_at("serviceNameCn"), ["服务项目名称已存在"]);
        done(admin.post(ITEMS, new("AE", "数据", "空运费")));
        let coded = |code: &str| {
            let mut body = new("AE", "干线", "有码费");
            body["serviceCode"] = json!(code);
            admin.post(ITEMS, body)
        };
        assert_eq!(coded("GX01").findings_at("serviceCode"), ["服务项目代码已存在"]);
        assert_eq!(coded("ZX50").findings_at("serviceCode"), ["干线的代码以GX开头"]);
        assert_eq!(coded("GX100").findings_at("serviceCode"), ["代码不能超过4个字符"]);
        assert_eq!(coded("GX1").findings_at("serviceCode"), ["代码须为2个字母加2位数字"]);
        done(coded("gx99"));
        // Behind the last code the first free one is given.
        assert_eq!(done(admin.post(ITEMS, new("AE", "干线", "再一个")))["serviceCode"], json!("GX06"));
        // An unused item changes its type, and its code with it.
        let row = item(&admin, "AE", "再一个");
        edited(&admin, &row, json!({ "serviceType": "支线" })).success("moved").unwrap();
        assert_eq!(item(&admin, "AE", "再一个")["serviceCode"], json!("ZX08"));
    });
}

#[test]
fn what_an_item_is_charged_at_makes_sense() {
    with_services(|world| {
        let admin = world.login("demo-admin");
        let post = |change: Json| {
            let mut body = new("AE", "操作", "测试费");
            body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
            admin.post(ITEMS, body)
        };
        // shows: min 50.00 > max 20.00
        let least = post(json!({ "serviceAmountMin": "50.00", "serviceAmountMax": "20.00" }));
        assert_eq!(least.findings_at("serviceAmountMin"), ["最低金额不能大于最高金额"]);
        let cost = post(json!({ "costMin": "50.01", "costMax": "50" }));
        assert_eq!(cost.findings_at("costMin"), ["最低金额不能大于最高金额"]);
        assert_eq!(post(json!({ "invoiceCode": "123" })).findings_at("invoiceCode"), ["税收分类编码须为19位数字"]);
        assert_eq!(post(json!({ "ediCode": "M1" })).findings_at("ediCode"), ["运单杂费代码须为2个字母"]);
        assert_eq!(post(json!({ "ediCode": "MX" })).findings_at("ediDue"), ["请填写杂费归属"]);
        let fine = json!({
            "serviceAmountMin": "20", "serviceAmountMax": "20", "incomePrice": "1.2345", "currency": "USD",
            "invoiceCode": "1234567890123456789", "ediCode": "MX", "ediDue": "A", "isAgency": true,
        });
        let made = done(post(fine));
        assert_eq!(
            (&made["vatOutput"], &made["vatInput"]),
            (&json!("免税"), &json!("免税")),
            "money passed on has no tax"
        );
        // What is no income holds nothing of one.
        let mut only = new("AE", "操作", "只付费");
        only.as_object_mut()
            .unwrap()
            .extend([("kind".to_owned(), json!("COST")), ("incomePrice".to_owned(), json!("5"))]);
        assert_eq!(done(admin.post(ITEMS, only))["incomePrice"], Json::Null);
    });
}

#[test]
fn an_item_of_the_platform_keeps_its_name_and_changes_its_price() {
    with_services(|world| {
        let admin = world.login("demo-admin");
        let row = item(&admin, "AE", "操作费");
        let renamed = edited(&admin, &row, json!({ "serviceNameCn": "别的费", "kind": "COST" }));
        assert_eq!(renamed.findings_at("serviceNameCn"), ["平台项目不能修改名称"]);
        assert_eq!(renamed.findings_at("kind"), ["平台项目不能修改收支"]);
        edited(&admin, &row, json!({ "incomePrice": "200", "vatOutput": "9%", "isFrequent": true }))
            .success("priced")
            .unwrap();
        let row = item(&admin, "AE", "操作费");
        assert_eq!((&row["incomePrice"], &row["vatOutput"]), (&json!(200), &json!("9%")));
        let gone = admin.delete(&format!("{ITEMS}/{}?version={}", id(&row), row["version"]));
        refused(&gone, "平台项目不能删除，可停用");
        // The platform's own people change what new companies get.
        let keeper = world.login("superAdmin");
        let row = item(&keeper, "AE", "操作费");
        edited(&keeper, &row, json!({ "serviceNameEn": "HANDLING FEE" })).success("renamed").unwrap();
        assert_eq!(item(&admin, "AE", "操作费")["serviceNameEn"], json!("HANDLING"));
    });
}

#[test]
fn a_stopped_item_is_offered_no_more() {
    with_services(|world| {
        let admin = world.login("demo-admin");
        let row = item(&admin, "AE", "操作费");
        // shows: stopping 操作-操作费 removes it from the charge grid of new lines
        let stop = |active: bool, version: i64| {
            done(admin.post(&format!("{ITEMS}/{}/status", id(&row)), json!({ "version": version, "active": active })))
        };
        stop(false, 1);
        assert!(!offered(&admin, "AE", "").contains(&"操作-操作费".to_owned()));
        assert!(offered(&admin, "AI", "").contains(&"操作-操作费".to_owned()), "of another scope");
        let resolved = admin.ok(&format!("/platform/select/serviceItem?value={}", id(&row)));
        assert_eq!(resolved[0]["label"], json!("操作-操作费"), "old lines read on");
        stop(true, 2);
        assert!(offered(&admin, "AE", "").contains(&"操作-操作费".to_owned()));
        done(admin.post(&format!("{ITEMS}/{}/sort", id(&row)), json!({ "version": 3, "sort": 1 })));
        assert_eq!(offered(&admin, "AE", "")[0], "操作-操作费");
    });
}

#[test]
fn items_of_one_scope_are_merged_and_their_partner_services_move() {
    with_services(|world| {
        let admin = world.login("demo-admin");
        let made = done(admin.post(ITEMS, new("AE", "支线", "上门提货费")));
        let (pick, other) = (item(&admin, "AE", "提货费"), item(&admin, "SE", "提货费"));
        let merge = |from: &Json, into: &Json| {
            admin
                .post(&format!("{ITEMS}/{}/merge", id(from)), json!({ "version": from["version"], "into": into["id"] }))
        };
        assert_eq!(merge(&pick, &other).findings_at("into"), ["不同业务范畴的服务项目不能合并"]);
        assert_eq!(merge(&pick, &pick).findings_at("into"), ["不能合并到自己"]);
        assert_eq!(merge(&pick, &json!({ "id": "7" })).status, 404);
        // A second default at the same port: that of the item which stays is kept.
        let mut second = crate::prm::suite::supplier(&admin, "GYS001");
        second["serviceItemId"] = made["id"].clone();
        done(admin.post("/prm/coopService", second));
        assert_eq!((&pick["usedCount"], &item(&admin, "AE", "派送费")["usedCount"]), (&json!(1), &json!(0)));
        done(merge(&pick, &made));
        let pick = item(&admin, "AE", "提货费");
        assert_eq!((&pick["isValid"], &pick["usedCount"]), (&json!(false), &json!(0)));
        assert_eq!(item(&admin, "AE", "上门提货费")["usedCount"], json!(2));
        let rows = admin.ok("/prm/coopService/page?isDefault=true");
        assert_eq!(texts(&rows, "coopCode"), ["GYS001"]);
        assert_eq!(merge(&made, &pick).findings_at("into"), ["目标服务项目已停用"]);
        let row = item(&admin, "AE", "上门提货费");
        let gone = admin.delete(&format!("{ITEMS}/{}?version={}", id(&row), row["version"]));
        refused(&gone, "已被2条单位服务使用，不能删除，可停用");
        assert_eq!(texts(&admin.ok(&format!("{ITEMS}/page?used=true")), "serviceNameCn"), ["上门提货费"]);
        assert_eq!(admin.ok(&format!("{ITEMS}/page?used=false&businessScope=AE"))["total"], json!(49));
        let free = done(admin.post(ITEMS, new("AE", "支线", "没用过")));
        // Charges of both sides, whose money is the company's, can't turn into others.
        for (name, members) in [("代收费", json!({ "isAgency": true })), ("只付费", json!({ "kind": "COST" }))] {
            let mut other = new("AE", "支线", name);
            other.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
            let other = done(admin.post(ITEMS, other));
            assert_eq!(merge(&free, &other).findings_at("into"), ["目标项目的收支或代收代付不同，不能合并"]);
        }
        assert_eq!(admin.delete(&format!("{ITEMS}/{}?version=1", id(&free))).code, 0);
    });
}

#[test]
fn an_item_that_is_used_keeps_its_type_and_its_name() {
    with_services(|world| {
        let admin = world.login("demo-admin");
        let made = done(admin.post(ITEMS, new("AE", "支线", "上门提货费")));
        let mut used = crate::prm::suite::supplier(&admin, "GYS001");
        used["serviceItemId"] = made["id"].clone();
        done(admin.post("/prm/coopService", used));
        let row = item(&admin, "AE", "上门提货费");
        let before = world.contents(false);
        let changed = edited(&admin, &row, json!({ "serviceType": "操作", "serviceNameCn": "上门费" }));
        assert_eq!(changed.findings_at("serviceType"), ["服务项目已使用，不能修改类别"]);
        assert_eq!(changed.findings_at("serviceNameCn"), ["服务项目已使用，不能修改名称"]);
        world.unchanged(&before, false);
        // Its English name and its price are free, and no charge holds it to be passed on or not.
        done(edited(&admin, &row, json!({ "serviceNameEn": "PICK-UP", "incomePrice": "12", "isAgency": true })));
        assert_eq!(item(&admin, "AE", "上门提货费")["isAgency"], json!(true));
        // What nobody uses is free.
        let free = done(admin.post(ITEMS, new("AE", "支线", "没用过")));
        done(edited(&admin, &free, json!({ "serviceType": "操作", "serviceNameCn": "还没用过" })));
        assert_eq!(item(&admin, "AE", "还没用过")["serviceType"], json!("操作"));
    });
}

#[test]
fn a_company_takes_the_platforms_new_items_when_it_asks_for_them() {
    with_services(|world| {
        let (admin, keeper) = (world.login("demo-admin"), world.login("superAdmin"));
        done(keeper.post(ITEMS, new("AE", "干线", "碳排放费")));
        // The company gave the same code to an item of its own.
        assert_eq!(done(admin.post(ITEMS, new("AE", "干线", "自有费")))["serviceCode"], json!("GX05"));
        let add =
            |scope: Json| done(admin.post(&format!("{ITEMS}/platform"), json!({ "scope": scope })))["added"].clone();
        assert_eq!(add(json!("SE")), json!(0));
        assert_eq!(add(Json::Null), json!(1));
        let row = item(&admin, "AE", "碳排放费");
        assert_eq!((&row["serviceCode"], &row["isSys"]), (&json!("GX06"), &json!(1)));
        assert_eq!(add(Json::Null), json!(0), "once");
        assert_eq!(done(keeper.post(&format!("{ITEMS}/platform"), json!({})))["added"], json!(0));
    });
}

#[test]
fn items_belong_to_their_company_and_to_who_may() {
    with_services(|world| {
        let (admin, nobody) = (world.login("demo-admin"), world.login("nobody"));
        let row = item(&admin, "AE", "空运费");
        assert_eq!(nobody.get(&format!("{ITEMS}/page")).status, 403);
        assert_eq!(nobody.get(&format!("{ITEMS}/select?businessScope=AE")).status, 403);
        let other = world.login("superAdmin");
        assert_eq!(other.get(&format!("{ITEMS}/{}", id(&row))).status, 404);
        done(admin.post(ITEMS, new("AE", "干线", "自有费")));
        assert_eq!(item(&other, "AE", "自有费"), Json::Null);
        let into = json!({ "version": 1, "into": row["id"] });
        let theirs = item(&other, "AE", "燃油附加费");
        assert_eq!(other.post(&format!("{ITEMS}/{}/merge", id(&theirs)), into).status, 404);
    });
}
