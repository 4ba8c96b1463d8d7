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
