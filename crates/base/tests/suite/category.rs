use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, done, each_database_from, refused};

use crate::base::{codes, loaded, rooms};

const ALL: &str = "/prm/category";
const AIR: &str = "/afbase/category";

/// A row of a list by its value.
fn row(caller: &Caller<'_>, base: &str, number: u32, value: &str) -> Json {
    let page = caller.ok(&format!("{base}/page?categoryType={number}&size=500"));
    let rows = page["records"].as_array().unwrap();
    rows.iter().find(|row| row["value"] == json!(value)).cloned().unwrap_or(Json::Null)
}

fn id(row: &Json) -> &str {
    row["id"].as_str().expect("an id")
}

/// What forms offer of a list.
fn offered(caller: &Caller<'_>, number: u32) -> Vec<String> {
    let values = caller.ok(&format!("/afbase/category/modelCategory?categoryType={number}"));
    values.as_array().unwrap().iter().filter_map(|one| one["paramText"].as_str().map(ToOwned::to_owned)).collect()
}

fn new(number: u32, text: &str) -> Json {
    json!({ "categoryType": number, "paramText": text, "value": text })
}

fn edited(caller: &Caller<'_>, base: &str, row: &Json, change: Json) -> Reply {
    let mut body = json!({ "version": row["version"] });
    body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    caller.put(&format!("{base}/{}", id(row)), body)
}

#[test]
fn the_air_desk_keeps_the_lists_of_its_forms_and_no_others() {
    each_database_from(rooms, loaded, |world| {
        let admin = world.login("demo-admin");
        // shows: categoryType=45 → 6 label sizes, first 100×80; 75 → 5 values; an unknown type → empty list
        assert_eq!((offered(&admin, 45).len(), offered(&admin, 45)[0].as_str()), (6, "100×80"));
        assert_eq!((offered(&admin, 75).len(), offered(&admin, 9_999).len()), (5, 0));
        // shows: adding a code to 101 → 系统类型不能新增
        for base in [AIR, ALL] {
            assert_eq!(admin.post(base, new(101, "XYZ")).findings_at("categoryType"), ["系统类型不能新增"]);
        }
        let shown = |base: &str, number: u32| admin.ok(&format!("{base}/page?categoryType={number}"))["total"].clone();
        assert_eq!((shown(AIR, 45), shown(AIR, 30) == json!(0)), (json!(6), false));
        assert_eq!((shown(AIR, 4), shown(ALL, 4)), (json!(0), json!(10)), "of partners");
        let modules = admin.ok(&format!("{AIR}/page?module={}", crate::base::encoded("客商")));
        assert_eq!(modules["total"], json!(0));
        let industry = row(&admin, ALL, 4, "电子");
        assert_eq!(admin.get(&format!("{AIR}/{}", id(&industry))).status, 404);
        assert_eq!(edited(&admin, AIR, &industry, json!({ "paramText": "别的" })).status, 404);
        assert_eq!(admin.post(AIR, new(4, "航天")).findings_at("categoryType"), ["类型不存在"]);
        done(admin.post(AIR, new(21, "新产品")));
        assert!(offered(&admin, 21).contains(&"新产品".to_owned()));
        assert!(!offered(&world.login("sh01"), 21).contains(&"新产品".to_owned()));
        assert_eq!(world.login("nobody").get(&format!("{AIR}/page")).status, 403);
    });
}

#[test]
fn a_company_lays_its_own_value_over_the_platforms() {
    each_database_from(rooms, loaded, |world| {
        let (admin, other) = (world.login("demo-admin"), world.login("sh01"));
        // shows: stopping 冻结原因 欠费 hides it in the freeze dialog and keeps it on old rows
        let debt = row(&admin, ALL, 104, "欠费");
        assert_eq!((&debt["source"], &debt["typeName"]), (&json!("PLATFORM"), &json!("冻结原因")));
        let stopped = json!({ "version": debt["version"], "active": false });
        done(admin.post(&format!("{ALL}/{}/status", id(&debt)), stopped));
        assert!(!offered(&admin, 104).contains(&"欠费".to_owned()));
        assert!(offered(&other, 104).contains(&"欠费".to_owned()), "the platform's row stays");
        let own = row(&admin, ALL, 104, "欠费");
        assert_eq!((&own["source"], &own["active"], &own["paramText"]), (&json!("OWN"), &json!(false), &json!("欠费")));
        // A system list is renamed and sorted, and keeps its codes.
        let size = row(&admin, AIR, 45, "100×150");
        assert!(!size["can"].as_array().unwrap().contains(&json!("af-category-del")));
        let bound = edited(&admin, AIR, &size, json!({ "ediCode1": "X", "scopes": "AE" }));
        assert_eq!(bound.findings_at("ediCode1"), ["系统类型不能修改EDI代码1"]);
        assert_eq!(bound.findings_at("scopes"), ["系统类型不能修改业务范畴"]);
        done(edited(&admin, AIR, &size, json!({ "paramText": "大标签", "color": "#ff0000" })));
        let size = row(&admin, AIR, 45, "100×150");
        done(admin.post(&format!("{AIR}/{}/sort", id(&size)), json!({ "version": size["version"], "sort": 1 })));
        assert_eq!(offered(&admin, 45), ["大标签", "100×80", "100×70", "102×85", "100×100", "A4 2×4"]);
        assert_eq!(offered(&other, 45)[0], "100×80");
        assert_eq!(admin.ok(&format!("{ALL}/page?categoryType=45"))["total"], json!(6), "one row hides the other");
        assert_eq!(admin.ok(&format!("{ALL}/page?categoryType=45&source=OWN"))["total"], json!(1));
        // Who takes his own away has the platform's again; that one can't be removed.
        let size = row(&admin, ALL, 45, "100×150");
        assert!(size["can"].as_array().unwrap().contains(&json!("prm-cat-del")));
        assert_eq!(admin.delete(&format!("{ALL}/{}?version={}", id(&size), size["version"])).code, 0);
        let size = row(&admin, ALL, 45, "100×150");
        assert_eq!((&size["source"], &size["paramText"]), (&json!("PLATFORM"), &json!("100×150")));
        assert!(!size["can"].as_array().unwrap().contains(&json!("prm-cat-del")));
        assert_eq!(admin.delete(&format!("{ALL}/{}?version={}", id(&size), size["version"])).status, 404);
    });
}

#[test]
fn names_and_values_are_once_in_a_list() {
    each_database_from(rooms, loaded, |world| {
        let admin = world.login("demo-admin");
        assert_eq!(admin.post(ALL, new(4, "电子")).findings_at("value"), ["值已存在"]);
        done(admin.post(ALL, new(4, "航天")));
        let again = admin.post(ALL, new(4, "航天"));
        assert_eq!(again.findings_at("value"), ["值已存在"]);
        assert_eq!(again.findings_at("paramText"), ["名称已存在"]);
        // Renaming a value of the platform does not clash with itself, but with others.
        let electronics = row(&admin, ALL, 4, "电子");
        assert_eq!(
            edited(&admin, ALL, &electronics, json!({ "paramText": "航天" })).findings_at("paramText"),
            ["名称已存在"]
        );
        done(edited(&admin, ALL, &electronics, json!({ "remark": "只改备注" })));
        let default = |text: &str, scopes: &str| {
            let mut body = new(4, text);
            body["isDefault"] = json!(true);
            body["scopes"] = json!(scopes);
            admin.post(ALL, body)
        };
        assert_eq!(
            default("甲", "AE;SE").findings_at("scopes"),
            ["业务范畴为AE、AI、SE、SI、TE、TI、LC、IO，用逗号分隔"]
        );
        done(default("甲", "AE,AI"));
        // A value keeps its key.
        let made = row(&admin, ALL, 4, "甲");
        let renamed = edited(&admin, ALL, &made, json!({ "value": "丙" }));
        assert_eq!(renamed.findings_at("value"), ["值新增后不能修改"]);
        assert_eq!(row(&admin, ALL, 4, "丙"), Json::Null);
    });
}

#[test]
fn a_company_makes_lists_of_its_own() {
    each_database_from(rooms, loaded, |world| {
        const TYPES: &str = "/prm/category/type";
        let (admin, keeper) = (world.login("demo-admin"), world.login("superAdmin"));
        let list = |key: &str| json!({ "typeKey": key, "typeName": "颜色", "typeNameEn": "Colours", "module": "空运" });
        let made = done(admin.post(TYPES, list("colour")));
        assert_eq!((&made["categoryType"], &made["kind"]), (&json!(1_001), &json!("自定义")));
        let taken = admin.post(TYPES, list("coopType"));
        assert_eq!(taken.findings_at("typeKey"), ["类型键已存在"]);
        assert_eq!(admin.post(TYPES, list("1x")).findings_at("typeKey"), ["类型键为字母开头的字母和数字"]);
        done(admin.post(AIR, new(1_001, "红")));
        assert_eq!(offered(&admin, 1_001), ["红"]);
        let by_key = admin.ok("/hrs/org/listCategory/colour");
        assert_eq!(by_key[0]["paramText"], json!("红"));
        // Nobody else has it.
        assert_eq!(keeper.post(ALL, new(1_001, "绿")).findings_at("categoryType"), ["类型不存在"]);
        assert_eq!(keeper.ok(&format!("{TYPES}/page?typeName={}", crate::base::encoded("颜色")))["total"], json!(0));
        let row = admin.ok(&format!("{TYPES}/page?typeName={}", crate::base::encoded("颜色")))["records"][0].clone();
        assert_eq!(row["valueCount"], json!(1));
        let remove = || admin.delete(&format!("{TYPES}/{}?version={}", id(&row), row["version"]));
        refused(&remove(), "类型下有1个值，不能删除");
        let value = self::row(&admin, ALL, 1_001, "红");
        assert_eq!(admin.delete(&format!("{ALL}/{}?version=1", id(&value))).code, 0);
        assert_eq!(remove().code, 0);
        // Those of the platform are looked at.
        let partners =
            admin.ok(&format!("{TYPES}/page?typeName={}", crate::base::encoded("客商类型")))["records"][0].clone();
        assert_eq!(
            (&partners["categoryType"], &partners["valueCount"], &partners["can"]),
            (&json!(1), &json!(5), &json!([]))
        );
        // The platform chooses its numbers below those of companies.
        let mut own = list("tone");
        own["categoryType"] = json!(1_001);
        let own = keeper.post(TYPES, own);
        assert_eq!(own.findings_at("categoryType"), ["平台类型号须在1与1000之间"]);
        assert_eq!(own.findings_at("kind"), ["平台类型为系统或可扩展"]);
        let mut own = list("tone");
        own["categoryType"] = json!(45);
        own["kind"] = json!("可扩展");
        assert_eq!(keeper.post(TYPES, own.clone()).findings_at("categoryType"), ["类型号已存在"]);
        own["categoryType"] = json!(130);
        done(keeper.post(TYPES, own));
        done(admin.post(ALL, new(130, "深")));
        assert_eq!(world.login("nobody").get(&format!("{TYPES}/page")).status, 403);
    });
}

#[test]
fn all_lists_come_with_a_number_that_changes_with_them() {
    each_database_from(rooms, loaded, |world| {
        let admin = world.login("demo-admin");
        let all = admin.ok("/prm/category/all");
        assert_eq!(all["lists"]["barcodeLabelSize"].as_array().map(Vec::len), Some(6));
        assert_eq!(all["lists"]["coopType"].as_array().map(Vec::len), Some(5));
        let version = all["version"].as_u64().unwrap();
        assert_eq!(admin.ok(&format!("/prm/category/all?version={version}")), json!({ "version": version }));
        let air = admin.ok(&format!("/prm/category/all?module={}", crate::base::encoded("空运")));
        assert!(air["lists"].get("coopType").is_none() && air["lists"].get("barcodeLabelSize").is_some());
        done(admin.post(ALL, new(4, "航天")));
        let changed = admin.ok(&format!("/prm/category/all?version={version}"));
        assert_ne!(changed["version"], json!(version));
        assert!(changed["lists"]["industry"].as_array().unwrap().iter().any(|one| one["value"] == json!("航天")));
        assert_eq!(
            world.login("sh01").ok("/prm/category/all")["version"],
            json!(version),
            "another company's are the same"
        );
        assert_eq!(codes(&admin.ok(&format!("{ALL}/page?categoryType=4&source=OWN")), "value"), ["航天"]);
    });
}

#[test]
fn of_two_defaults_in_a_file_the_last_has_the_mark_in_whichever_pieces_they_are() {
    each_database_from(rooms, loaded, |world| {
        let admin = world.login("demo-admin");
        let fields = ["categoryType", "value", "paramText", "isDefault"];
        let rows: Vec<[&str; 4]> = ["甲", "乙", "丙"].map(|text| ["4", text, text, "是"]).into();
        let body =
            json!({ "fileName": "参数.xlsx", "fields": fields, "headers": fields, "numbers": [2, 3, 4], "rows": rows });
        world.app.pieces.narrow(1, 1_000);
        let job = done(admin.post(&format!("{ALL}/import/run"), body))["taskId"].as_str().unwrap().to_owned();
        assert_eq!(world.run_jobs(), 1);
        let result = admin.ok(&format!("{ALL}/import/job/{job}"));
        assert_eq!((&result["status"], &result["ok"]), (&json!("已完成"), &json!(3)), "{result}");
        let marks = ["甲", "乙", "丙"].map(|value| row(&admin, ALL, 4, value)["isDefault"].clone());
        assert_eq!(marks, [json!(false), json!(false), json!(true)]);
    });
}

#[test]
fn a_second_default_moves_the_mark() {
    each_database_from(rooms, loaded, |world| {
        let (admin, other) = (world.login("demo-admin"), world.login("sh01"));
        let add = |text: &str, scopes: &str| {
            let mut body = new(4, text);
            body["isDefault"] = json!(true);
            body["scopes"] = json!(scopes);
            done(admin.post(ALL, body));
        };
        let defaults = |caller: &Caller<'_>, number: u32| {
            let page = caller.ok(&format!("{ALL}/page?categoryType={number}&size=500"));
            let rows = page["records"].as_array().unwrap();
            let marked = rows.iter().filter(|row| row["isDefault"] == json!(true));
            marked.map(|row| row["value"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        add("甲", "AE,AI");
        add("乙", "SE");
        assert_eq!(defaults(&admin, 4), ["乙", "甲"], "one in a scope");
        add("丙", "AI");
        assert_eq!(defaults(&admin, 4), ["丙", "乙"], "the scope has another");
        add("丁", "");
        assert_eq!(defaults(&admin, 4), ["丁"], "every scope has it");
        let first = row(&admin, ALL, 4, "甲");
        done(edited(&admin, ALL, &first, json!({ "isDefault": true, "scopes": "TE" })));
        assert_eq!(defaults(&admin, 4), ["甲"]);
        let log = admin.ok(&format!("/hrs/log/page?objectType=category&objectId={}", id(&row(&admin, ALL, 4, "丁"))));
        assert_eq!(log["records"][0]["text"], json!("默认：是 -> 否"));
        // Of a value of the platform the company gets a row of its own without the mark.
        let china = row(&admin, ALL, 17, "CN");
        assert_eq!((&china["isDefault"], &china["source"]), (&json!(true), &json!("PLATFORM")));
        let japan = row(&admin, ALL, 17, "JP");
        done(edited(&admin, ALL, &japan, json!({ "isDefault": true })));
        assert_eq!((defaults(&admin, 17), defaults(&other, 17)), (vec!["JP".to_owned()], vec!["CN".to_owned()]));
        assert_eq!(row(&admin, ALL, 17, "CN")["source"], json!("OWN"));
    });
}

#[test]
fn the_lists_stand_beside_their_values_below_their_modules() {
    each_database_from(rooms, loaded, |world| {
        let (admin, other) = (world.login("demo-admin"), world.login("sh01"));
        let words = |branches: &Json| {
            let all = branches.as_array().unwrap();
            all.iter().map(|one| one["label"]["zh"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let all = admin.ok(&format!("{ALL}/branches"));
        assert_eq!(words(&all)[..2], ["通用", "空运"]);
        assert!(words(&all).contains(&"客商".to_owned()));
        let air = admin.ok(&format!("{AIR}/branches"));
        assert_eq!(words(&air), ["通用", "空运"], "the air desk keeps those alone");
        let sizes = |branches: &Json| {
            let below = branches.as_array().unwrap().iter().flat_map(|one| one["branches"].as_array().unwrap().clone());
            below.into_iter().find(|one| one["value"] == json!("45")).unwrap()
        };
        assert_eq!(
            sizes(&air),
            json!({
                "filter": "categoryType", "value": "45", "branches": [],
                "label": { "zh": sizes(&all)["label"]["zh"], "en": sizes(&all)["label"]["en"] },
            })
        );
        assert_eq!((&air[1]["filter"], &air[1]["value"]), (&json!("module"), &json!("空运")));
        assert_eq!(air[1]["label"]["en"], json!("Air"));
        // What a branch sets finds what stands below it.
        let below = air[1]["branches"].as_array().unwrap().clone();
        let module = admin.ok(&format!("{AIR}/page?size=500&module={}", crate::base::encoded("空运")));
        let numbers: Vec<String> = below.iter().map(|one| one["value"].as_str().unwrap().to_owned()).collect();
        assert!(
            module["records"].as_array().unwrap().iter().all(|row| numbers.contains(&row["categoryType"].to_string()))
        );
        // A list of the company's own stands there at once, before it has a value; nobody else sees it.
        let own = json!({ "typeKey": "colour", "typeName": "颜色", "typeNameEn": "Colours", "module": "空运" });
        done(admin.post("/prm/category/type", own));
        let last = |caller: &Caller<'_>| words(&caller.ok(&format!("{AIR}/branches"))[1]["branches"]).pop().unwrap();
        assert_eq!(last(&admin), "颜色");
        assert_ne!(last(&other), "颜色");
        for base in [ALL, AIR] {
            assert_eq!(world.login("nobody").get(&format!("{base}/branches")).status, 403);
        }
    });
}

#[test]
fn values_are_found_by_list_words_codes_state_and_source() {
    each_database_from(rooms, loaded, |world| {
        let admin = world.login("demo-admin");
        let mut made = new(4, "航天");
        let more =
            json!({ "ediCode1": "HT1", "ediCode2": "SPACE-2", "scopes": "AE", "color": "#ff0000", "remark": "试" });
        made.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        done(admin.post(ALL, made));
        let found = |query: &str| codes(&admin.ok(&format!("{ALL}/page?size=500&{query}")), "value");
        let industry = crate::base::encoded("行业");
        assert_eq!(found(&format!("typeName={industry}")).len(), 11);
        assert_eq!(found(&format!("paramText={}", crate::base::encoded("航天"))), ["航天"]);
        assert_eq!(
            (found("ediCode=HT1"), found("ediCode=space-2")),
            (vec!["航天".to_owned()], vec!["航天".to_owned()])
        );
        assert_eq!(found("categoryType=4&source=OWN"), ["航天"]);
        assert_eq!(found("categoryType=4&source=PLATFORM").len(), 10);
        assert_eq!(found("categoryType=4&source=PLATFORM,OWN").len(), 11);
        assert_eq!(admin.get(&format!("{ALL}/page?source=OTHER")).status, 400);
        let row = row(&admin, ALL, 4, "航天");
        for (name, value) in [
            ("ediCode1", json!("HT1")),
            ("ediCode2", json!("SPACE-2")),
            ("scopes", json!("AE")),
            ("isDefault", json!(false)),
            ("color", json!("#ff0000")),
            ("remark", json!("试")),
            ("source", json!("OWN")),
            ("active", json!(true)),
            ("sort", json!(100)),
            ("usedCount", Json::Null),
        ] {
            assert_eq!(row[name], value, "{name}");
        }
        done(admin.post(&format!("{ALL}/{}/status", id(&row)), json!({ "version": row["version"], "active": false })));
        assert_eq!(found("categoryType=4&active=false"), ["航天"]);
    });
}
