//! Words of pages: served, reworded by the platform and by a company, kept in step with the declarations.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, each_database};

const LABEL: &str = "/hrs/language";
const PLATFORM_ADMIN: &str = "superAdmin";

fn words(caller: &Caller<'_>, page: &str, language: &str) -> Json {
    caller.ok(&format!("{LABEL}/pages?pageType={page}&languageCode={language}"))
}

fn rows(caller: &Caller<'_>, query: &str) -> Vec<Json> {
    let page = caller.ok(&format!("{LABEL}/page?size=500&{query}"));
    page["records"].as_array().cloned().unwrap_or_default()
}

fn version(caller: &Caller<'_>) -> String {
    caller.ok(&format!("{LABEL}/version"))["version"].as_str().unwrap_or_default().to_owned()
}

#[track_caller]
fn found(reply: &Reply, field: &str, message: &str) {
    let findings = reply.data["findings"].as_array().cloned().unwrap_or_default();
    let is_told = findings.iter().any(|finding| finding["field"] == field && finding["message"] == message);
    assert!(reply.code == 1 && is_told, "{:?} {findings:?}", reply.message);
}

// req: i18n-pages-call, i18n-options-call, i18n-param-text-call, i18n-open-languages
#[test]
fn a_page_is_told_its_words_in_each_language() {
    each_database(Vec::new, |world: &World| {
        let user = world.login("sales01");
        let chinese = words(&user, "hrs_role", "zh-CN");
        assert_eq!((&chinese["roleName"], &chinese["sys_role_scope"]), (&json!("角色名称"), &json!("数据范围")));
        let english = words(&user, "/hrs_role", "en-US");
        assert_eq!(english["sys_role_scope"], "Data scope");
        assert_eq!(words(&user, "hrs_role", "fr-FR"), chinese, "an unknown language is Chinese");
        assert_eq!(words(&user, "no_such_page", "zh-CN"), json!({}));
        // One name, two words: buttons of one permission, column and filter, list and form.
        let people = words(&user, "hrs_user", "zh-CN");
        for (page, key, first, second) in [
            (&chinese, "sys_role_edit", "修改", "停用/启用"),
            (&words(&user, "hrs_ics_list", "zh-CN"), "coopName", "客户名称", "客户"),
            (&people, "phone", "电话号", "手机号"),
        ] {
            assert_eq!((&page[key], &page[format!("{key}.2")]), (&json!(first), &json!(second)), "{key}");
        }
        assert!(people.get("userCname.2").is_none(), "one word has one key");
        let names = user.ok("/hrs/user/selectParamTexts");
        let both = json!([{ "id": "zh-CN", "paramText": "简体中文" }, { "id": "en-US", "paramText": "English" }]);
        assert_eq!(names, both);
        assert_eq!(user.ok("/hrs/user/paramText?id=en-US"), both[1]);
        let unknown = user.get("/hrs/user/paramText?id=tlh");
        assert_eq!((unknown.status, unknown.code, unknown.message.as_str()), (200, 1, "参数id不正确"));
        for path in ["/pages?pageType=hrs_role", "/version"] {
            assert_eq!(world.anonymous().get(&format!("{LABEL}{path}")).status, 401);
        }
    });
}

#[test]
fn a_company_words_a_page_its_own_way_and_comes_back() {
    each_database(Vec::new, |world: &World| {
        world.synchronise();
        let (admin, other) = (world.login("demo-admin"), world.login("sh01"));
        let shown = rows(&admin, "pageType=hrs_role&labelKey=roleName");
        assert_eq!(shown.len(), 1);
        assert_eq!((&shown[0]["source"], &shown[0]["can"]), (&json!("平台"), &json!(["sys_language_edit"])));
        let before = (version(&admin), version(&other));
        let own = json!({ "pageType": "hrs_role", "labelKey": "roleName", "textZh": "岗位角色", "textEn": "" });
        let id = admin.post(LABEL, own.clone()).success("own word").expect("is kept")["id"].clone();
        assert_eq!(words(&admin, "hrs_role", "zh-CN")["roleName"], "岗位角色");
        assert_eq!(words(&other, "hrs_role", "zh-CN")["roleName"], "角色名称", "another company keeps its own");
        let english = words(&other, "hrs_role", "en-US")["roleName"].clone();
        assert_eq!(words(&admin, "hrs_role", "en-US")["roleName"], english, "the platform's, where left empty");
        assert_ne!(version(&admin), before.0);
        assert_eq!(version(&other), before.1);
        let shown = rows(&admin, "pageType=hrs_role&labelKey=roleName");
        assert_eq!(shown.len(), 1, "the own row hides the platform's");
        assert_eq!((&shown[0]["source"], &shown[0]["textZh"]), (&json!("本企业"), &json!("岗位角色")));
        assert_eq!(rows(&admin, "source=本企业").len(), 1);
        found(&admin.post(LABEL, own), "labelKey", "该页面的键已存在");
        let path = format!("{LABEL}/{}", id.as_str().expect("an id"));
        assert_eq!(world.login(PLATFORM_ADMIN).get(&path).status, 404, "a row of another org");
        admin.delete(&format!("{path}?version=1")).success("back").expect("is removed");
        assert_eq!(words(&admin, "hrs_role", "zh-CN")["roleName"], "角色名称");
    });
}

#[test]
fn a_word_has_a_key_of_its_page_and_the_placeholders_of_the_text() {
    each_database(Vec::new, |world: &World| {
        let admin = world.login("demo-admin");
        let before = world.contents(true);
        let word = |page: &str, key: &str, zh: &str, en: &str| {
            admin.post(LABEL, json!({ "pageType": page, "labelKey": key, "textZh": zh, "textEn": en }))
        };
        found(&word("hrs_role", "nothing", "某", ""), "labelKey", "该页面没有此键");
        found(&word("hrs_nothing", "roleName", "某", ""), "labelKey", "该页面没有此键");
        found(&word("hrs_role", "role name", "某", ""), "labelKey", "键只能包含字母、数字、横线、下划线和点");
        found(&word("hrs_role", "roleName", "", ""), "textZh", "请填写中文");
        found(&word("hrs_role", "roleName", "{n}个角色", ""), "textZh", "占位符不一致：{n}");
        found(&word("hrs_role", "roleName", "角色", "{a} role"), "textEn", "占位符不一致：{a}");
        found(&word("hrs_role", "roleName", &"字".repeat(201), ""), "textZh", "中文不能超过200个字符");
        world.unchanged(&before, true);
        word("hrs_role", "roleName", &"字".repeat(200), "").success("200").expect("fits");
    });
}

#[test]
fn the_platforms_words_are_changed_by_the_platform_alone_and_follow_the_program() {
    each_database(Vec::new, |world: &World| {
        world.synchronise();
        let (platform, admin) = (world.login(PLATFORM_ADMIN), world.login("demo-admin"));
        let row = rows(&platform, "pageType=hrs_role&labelKey=roleName").remove(0);
        let path = format!("{LABEL}/{}", row["id"].as_str().expect("an id"));
        let change = json!({ "textZh": "角色名", "textEn": "Role", "version": row["version"] });
        assert_eq!(admin.put(&path, change.clone()).status, 404, "a company changes no row of the platform");
        let removed = platform.delete(&format!("{path}?version=1"));
        assert_eq!(removed.status, 403, "and the platform removes none");
        platform.put(&path, change).success("platform's word").expect("is changed");
        assert_eq!(words(&admin, "hrs_role", "zh-CN")["roleName"], "角色名");
        world.synchronise();
        assert_eq!(words(&admin, "hrs_role", "zh-CN")["roleName"], "角色名", "a start does not take it back");
        assert!(rows(&admin, "missing=en-US&missing=zh-CN").is_empty(), "no declared word lacks a language");
    });
}

const COLUMNS: [&str; 4] = ["pageType", "labelKey", "textZh", "textEn"];

fn sheet(mode: &str, rows: &[[&str; 4]]) -> Json {
    let numbers: Vec<usize> = (0..rows.len()).map(|place| place + 2).collect();
    json!({
        "fileName": "labels.xlsx", "fields": COLUMNS, "headers": ["页面", "键", "中文", "English"],
        "numbers": numbers, "rows": rows, "mode": mode,
    })
}

fn check(caller: &Caller<'_>, body: &Json) -> (Json, Vec<String>) {
    let data = caller.post(&format!("{LABEL}/import/check"), body.clone()).success("a check").expect("is checked");
    let cells = data["cells"].as_array().expect("cells").iter();
    let told = cells.map(|cell| {
        format!("{} {} {}", cell["row"], cell["field"].as_str().unwrap(), cell["message"].as_str().unwrap())
    });
    (data.clone(), told.collect())
}

/// Imports rows; answers the address of taking it back.
fn import(world: &World, caller: &Caller<'_>, body: Json) -> String {
    let put = caller.post(&format!("{LABEL}/import/run"), body).success("an import").expect("is put down");
    world.run_jobs();
    let task = put["taskId"].as_str().expect("a task").to_owned();
    let done = caller.ok(&format!("/hrs/task/{task}"));
    assert_eq!(done["status"], "已完成", "{done}");
    format!("{LABEL}/import/undo/{task}")
}

#[test]
fn words_are_imported_by_page_and_key() {
    each_database(Vec::new, |world: &World| {
        world.synchronise();
        let (admin, other) = (world.login("demo-admin"), world.login("sh01"));
        let before = world.contents(true);
        let (bad, told) = check(
            &admin,
            &sheet(
                "add",
                &[
                    ["hrs_role", "roleName", "岗位角色", "Position"],
                    ["hrs_role", "nothing", "某", ""],
                    ["hrs_nothing", "roleName", "某", ""],
                    ["hrs_role", "sys_role_scope", "{n}范围", "Scope"],
                    ["hrs_role", "roleName", "又一次", ""],
                    ["hrs_user", "phone", "", "Phone"],
                ],
            ),
        );
        assert_eq!((&bad["good"], &bad["bad"], &bad["added"]), (&json!(1), &json!(5), &json!(1)));
        assert_eq!(
            told,
            [
                "3 labelKey 该页面没有此键",
                "4 labelKey 该页面没有此键",
                "5 textZh 占位符不一致：{n}",
                "6 labelKey 与第2行的键相同",
                "7 textZh 请填写中文",
            ]
        );
        world.unchanged(&before, true);

        let good = sheet(
            "update",
            &[["hrs_role", "roleName", "岗位角色", ""], ["hrs_user", "phone", "联系电话", "Telephone"]],
        );
        let (checked, _) = check(&admin, &good);
        assert_eq!(
            (&checked["added"], &checked["changed"]),
            (&json!(2), &json!(0)),
            "the platform's rows are not the company's"
        );
        import(world, &admin, good);
        assert_eq!(words(&admin, "hrs_user", "en-US")["phone"], "Telephone");
        assert_eq!(words(&other, "hrs_role", "zh-CN")["roleName"], "角色名称", "another company keeps its own");
        let again =
            sheet("update", &[["hrs_role", "roleName", "职责", "Duty"], ["hrs_role", "sys_role_scope", "范围", ""]]);
        let (checked, _) = check(&admin, &again);
        assert_eq!((&checked["added"], &checked["changed"]), (&json!(1), &json!(1)));
        let undo = import(world, &admin, again);
        let now = words(&admin, "hrs_role", "zh-CN");
        assert_eq!((&now["roleName"], &now["sys_role_scope"]), (&json!("职责"), &json!("范围")));
        admin.post(&undo, json!({})).success("back").expect("is taken back");
        let now = words(&admin, "hrs_role", "zh-CN");
        assert_eq!((&now["roleName"], &now["sys_role_scope"]), (&json!("岗位角色"), &json!("数据范围")));
        assert_eq!(world.login("sales01").post(&format!("{LABEL}/import/run"), sheet("add", &[])).status, 403);
    });
}

#[test]
fn the_platform_imports_its_own_words() {
    each_database(Vec::new, |world: &World| {
        world.synchronise();
        let (platform, other) = (world.login(PLATFORM_ADMIN), world.login("sh01"));
        let body = sheet("update", &[["hrs_role", "roleName", "角色名", "Role"]]);
        assert_eq!(check(&platform, &body).0["changed"], 1);
        let undo = import(world, &platform, body);
        assert_eq!(words(&other, "hrs_role", "en-US")["roleName"], "Role");
        platform.post(&undo, json!({})).success("back").expect("is taken back");
        assert_eq!(words(&other, "hrs_role", "zh-CN")["roleName"], "角色名称");
    });
}
