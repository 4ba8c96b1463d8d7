//! A further language is a row: listed, chosen, translated word by word, with the language it leans on behind it.

use std::collections::BTreeMap;

use platform::registry::{ClientWords, Room};
use serde_json::{Value as Json, json};
use testkit::{Caller, World, each_database};

const LIST: &str = "/hrs/languageList";
const LABEL: &str = "/hrs/language";
const KEEPER: &str = "superAdmin";
const JAPANESE: &str = "ja-JP";

/// A part of the web application with three words.
fn client() -> Vec<Room> {
    let texts = |texts: [(&str, &str); 3]| -> BTreeMap<String, String> {
        texts.into_iter().map(|(key, text)| (key.to_owned(), text.to_owned())).collect()
    };
    let mut room = Room::new("client");
    room.words.push(ClientWords {
        part: "shell".to_owned(),
        zh: texts([("user.logout", "退出登录"), ("rows", "共{total}条"), ("state.empty", "暂无数据")]),
        en: texts([("user.logout", "Log out"), ("rows", "{total} rows"), ("state.empty", "No data")]),
    });
    vec![room]
}

fn japanese(base: &str) -> Json {
    json!({ "code": JAPANESE, "name": "日本語", "baseLanguage": base, "sort": 30, "active": true })
}

fn add(keeper: &Caller<'_>, language: Json) -> String {
    let made = keeper.post(LIST, language).success("a language").expect("is kept");
    made["id"].as_str().expect("an id").to_owned()
}

fn names(caller: &Caller<'_>) -> Vec<String> {
    let all = caller.ok("/hrs/user/selectParamTexts");
    all.as_array().expect("a list").iter().map(|one| one["paramText"].as_str().expect("a name").to_owned()).collect()
}

fn words(caller: &Caller<'_>, page: &str, language: &str) -> Json {
    caller.ok(&format!("{LABEL}/pages?pageType={page}&languageCode={language}"))
}

fn of_client(caller: &Caller<'_>, language: &str) -> Json {
    caller.ok(&format!("{LABEL}/client?languageCode={language}"))["words"].clone()
}

fn rows(caller: &Caller<'_>, query: &str) -> Vec<Json> {
    let page = caller.ok(&format!("{LABEL}/page?size=500&{query}"));
    page["records"].as_array().cloned().unwrap_or_default()
}

/// Writes a platform's text.
fn translate(keeper: &Caller<'_>, page: &str, key: &str, texts: Json) -> testkit::Reply {
    let row = rows(keeper, &format!("pageType={page}&labelKey={key}&labelKey.how=equals")).remove(0);
    let body = json!({ "version": row["version"], "texts": texts });
    keeper.put(&format!("{LABEL}/{}", row["id"].as_str().expect("an id")), body)
}

// req: i18n-open-languages, i18n-options-call, i18n-param-text-call
#[test]
fn a_language_is_a_row_and_everything_follows_it() {
    each_database(Vec::new, |world: &World| {
        let (keeper, user) = (world.login(KEEPER), world.login("sales01"));
        assert_eq!(names(&user), ["简体中文", "English"], "a fresh deployment has two");
        let refused = user.put("/hrs/user/pageLanguage", json!({ "pageLanguage": JAPANESE }));
        assert_eq!((refused.status, refused.message.as_str()), (400, "参数pageLanguage不正确"));
        let id = add(&keeper, japanese("en-US"));
        assert_eq!(names(&user), ["简体中文", "English", "日本語"]);
        assert_eq!(user.ok("/hrs/user/paramText?id=ja-JP")["paramText"], "日本語");
        user.put("/hrs/user/pageLanguage", json!({ "pageLanguage": JAPANESE })).success("choice").expect("is kept");
        assert_eq!(user.ok(&format!("{LABEL}/setting"))["pageLanguage"], JAPANESE);

        // A used one is stopped, and its users are shown its base.
        let status = |active: bool, version: i64| {
            keeper.post(&format!("{LIST}/{id}/status"), json!({ "active": active, "version": version }))
        };
        let removed = keeper.delete(&format!("{LIST}/{id}?version=1"));
        assert_eq!(removed.findings_at("code"), ["1名用户正在使用该语言，不能删除，可停用"]);
        status(false, 1).success("stopped").expect("is stopped");
        assert_eq!(names(&user), ["简体中文", "English"]);
        assert_eq!(user.ok(&format!("{LABEL}/setting"))["pageLanguage"], "en-US");
        status(true, 2).success("started").expect("is started");
        assert_eq!(user.ok(&format!("{LABEL}/setting"))["pageLanguage"], JAPANESE, "the choice was kept");
        user.put("/hrs/user/pageLanguage", json!({ "pageLanguage": "zh-CN" })).success("choice").expect("is kept");
        keeper.delete(&format!("{LIST}/{id}?version=3")).success("removal").expect("nobody uses it");
        assert_eq!(names(&user), ["简体中文", "English"]);
    });
}

#[test]
fn the_shipped_languages_stay_and_codes_are_codes() {
    each_database(Vec::new, |world: &World| {
        let (keeper, admin) = (world.login(KEEPER), world.login("demo-admin"));
        let page = keeper.ok(&format!("{LIST}/page"));
        let shown: Vec<_> =
            page["records"].as_array().expect("rows").iter().map(|row| (&row["code"], &row["can"])).collect();
        assert_eq!(shown, [(&json!("zh-CN"), &json!([])), (&json!("en-US"), &json!([]))]);
        let before = world.contents(true);
        let shipped = "内置语言不能修改、停用或删除";
        let english = format!("{LIST}/2");
        let change = json!({ "name": "American", "version": 1 });
        assert_eq!(keeper.put(&english, change).findings_at("code"), [shipped]);
        let stop = json!({ "active": false, "version": 1 });
        assert_eq!(keeper.post(&format!("{english}/status"), stop).findings_at("code"), [shipped]);
        assert_eq!(keeper.delete(&format!("{english}?version=1")).findings_at("code"), [shipped]);
        let bad = keeper.post(LIST, json!({ "code": "ja_JP", "name": "", "baseLanguage": "ja-JP", "sort": 1 }));
        assert_eq!(bad.findings_at("code"), ["请填写语言代码，如ja-JP、de-DE、zh-Hant-HK"]);
        assert_eq!((bad.findings_at("name").len(), bad.findings_at("baseLanguage").len()), (1, 1), "all at once");
        world.unchanged(&before, true);
        assert_eq!(
            keeper
                .post(LIST, json!({ "code": "en-US", "name": "E", "baseLanguage": "en-US", "sort": 1 }))
                .findings_at("code"),
            ["语言已存在"]
        );
        assert_eq!(admin.post(LIST, japanese("en-US")).status, 403);
        assert_eq!(admin.get(&format!("{LIST}/page")).status, 403);
        assert_eq!(world.anonymous().get(&format!("{LIST}/page")).status, 401);
    });
}

// req: i18n-pages-call, i18n-label-map-per-page
#[test]
fn a_text_is_the_companys_then_the_platforms_then_that_of_the_base_language() {
    each_database(Vec::new, |world: &World| {
        world.synchronise();
        let (keeper, admin, other) = (world.login(KEEPER), world.login("demo-admin"), world.login("sh01"));
        let id = add(&keeper, japanese("en-US"));
        let text = |caller: &Caller<'_>| words(caller, "hrs_role", JAPANESE)["roleName"].clone();
        assert_eq!(text(&admin), words(&admin, "hrs_role", "en-US")["roleName"], "the base language");
        assert_eq!(rows(&keeper, "pageType=hrs_role&missing=ja-JP").len(), rows(&keeper, "pageType=hrs_role").len());
        translate(&keeper, "hrs_role", "roleName", json!({ "ja-JP": "ロール名" })).success("text").expect("is kept");
        assert_eq!((text(&admin), text(&other)), (json!("ロール名"), json!("ロール名")));
        let missing = rows(&admin, "pageType=hrs_role&missing=ja-JP");
        assert!(missing.iter().all(|row| row["labelKey"] != "roleName") && !missing.is_empty());
        assert_eq!(rows(&admin, "pageType=hrs_role&language=ja-JP").len(), 1);
        let own = json!({
            "pageType": "hrs_role", "labelKey": "roleName", "textZh": "岗位角色", "textEn": "Post",
            "texts": { "ja-JP": "職務" },
        });
        let made = admin.post(LABEL, own).success("own word").expect("is kept");
        assert_eq!(made["texts"], json!({ "ja-JP": "職務" }));
        assert_eq!((text(&admin), text(&other)), (json!("職務"), json!("ロール名")), "another company keeps its own");
        let own = made["id"].as_str().expect("an id");
        admin
            .put(&format!("{LABEL}/{own}"), json!({ "version": 1, "texts": { "ja-JP": "" } }))
            .success("no text")
            .expect("is emptied");
        assert_eq!(text(&admin), "ロール名", "the platform's again");
        admin
            .put(&format!("{LABEL}/{own}"), json!({ "version": 2, "texts": { "ja-JP": "職務" } }))
            .success("text")
            .expect("is kept");
        admin.delete(&format!("{LABEL}/{own}?version=3")).success("back").expect("is removed");
        assert_eq!(text(&admin), "ロール名", "its texts went with the row");
        let removed = keeper.delete(&format!("{LIST}/{id}?version=1"));
        assert_eq!(removed.findings_at("code"), ["该语言已有1条文本，不能删除，可停用"]);
    });
}

#[test]
fn a_language_with_help_documents_stays() {
    each_database(Vec::new, |world: &World| {
        let keeper = world.login(KEEPER);
        let id = add(&keeper, japanese("en-US"));
        let run = |text: &str| {
            let text = text.to_owned();
            world.database(move |_, conn| {
                conn.exec(&platform::store::Stmt::Raw(text, Vec::new())).expect("is written");
            });
        };
        // One of the platform and one of a company; a third is in another language.
        for (org, row, language) in [(1, 71, JAPANESE), (2, 72, JAPANESE), (2, 73, "zh-CN")] {
            run(&format!(
                "INSERT INTO help_doc (org_id, id, title, language, revision, status, words, chunks, index_state, views, \
                 useful, useless, version, created_by, created_at, updated_by, updated_at) VALUES ({org}, {row}, 'T', \
                 '{language}', 1, '已发布', 0, 0, '', 0, 0, 0, 1, 1, 0, 1, 0)"
            ));
        }
        let remove = || keeper.delete(&format!("{LIST}/{id}?version=1"));
        let before = world.contents(true);
        assert_eq!(remove().findings_at("code"), ["该语言已有2份帮助文档，不能删除，可停用"]);
        run("DELETE FROM help_doc WHERE id = 71");
        assert_eq!(remove().findings_at("code"), ["该语言已有1份帮助文档，不能删除，可停用"]);
        let english = keeper.in_language("en-US").delete(&format!("{LIST}/{id}?version=1"));
        assert_eq!(english.findings_at("code"), ["The language has 1 help documents; stop it instead."]);
        assert_eq!(world.contents(true).len(), before.len() - 1, "nothing but the document is gone");
        run("DELETE FROM help_doc WHERE id = 72");
        remove().success("removal").expect("nobody wrote in it");
        assert_eq!(names(&keeper), ["简体中文", "English"]);
    });
}

#[test]
fn a_text_in_a_further_language_keeps_the_rules_of_labels() {
    each_database(client, |world: &World| {
        world.synchronise();
        let keeper = world.login(KEEPER);
        add(&keeper, japanese("zh-CN"));
        let before = world.contents(true);
        let put = |text: Json| translate(&keeper, "client.shell", "rows", text);
        assert_eq!(put(json!({ "ja-JP": "{n}件" })).findings_at("texts.ja-JP"), ["占位符不一致：{n}、{total}"]);
        assert_eq!(put(json!({ "ko-KR": "{total}" })).findings_at("texts.ko-KR"), ["语言不存在或已停用"]);
        let long = format!("{{total}}{}", "件".repeat(194));
        assert_eq!(put(json!({ "ja-JP": long })).findings_at("texts.ja-JP"), ["不能超过200个字符"]);
        world.unchanged(&before, true);
        let edge = format!("{{total}}{}", "件".repeat(193));
        put(json!({ "ja-JP": edge })).success("200").expect("fits");
    });
}

// req: i18n-label-cache
#[test]
fn the_web_application_is_told_what_it_says_otherwise_and_a_version() {
    each_database(client, |world: &World| {
        world.synchronise();
        let (keeper, admin, other) = (world.login(KEEPER), world.login("demo-admin"), world.login("sh01"));
        add(&keeper, japanese("en-US"));
        for language in ["zh-CN", "en-US", JAPANESE] {
            assert_eq!(of_client(&admin, language), json!({}), "nothing differs from the catalogues in {language}");
        }
        assert_eq!(rows(&admin, "pageType=client.shell").len(), 3, "its words are labels as any other");
        let before = admin.ok(&format!("{LABEL}/version"))["version"].clone();
        translate(&keeper, "client.shell", "user.logout", json!({ "ja-JP": "ログアウト" }))
            .success("text")
            .expect("kept");
        assert_ne!(admin.ok(&format!("{LABEL}/version"))["version"], before);
        let own =
            json!({ "pageType": "client.shell", "labelKey": "state.empty", "textZh": "没有数据", "textEn": "Nothing" });
        admin.post(LABEL, own).success("own word").expect("is kept");
        assert_eq!(of_client(&admin, "zh-CN"), json!({ "shell": { "state.empty": "没有数据" } }));
        let japanese = json!({ "shell": { "state.empty": "Nothing", "user.logout": "ログアウト" } });
        assert_eq!(of_client(&admin, JAPANESE), japanese, "its texts, and what its base says otherwise");
        assert_eq!(of_client(&other, "zh-CN"), json!({}), "another company");
        let public = world.anonymous().ok(&format!("{LABEL}/client/public?languageCode={JAPANESE}"));
        assert_eq!(
            public["words"],
            json!({ "shell": { "user.logout": "ログアウト" } }),
            "before a log-in: the platform's"
        );
        let told = admin.ok(&format!("{LABEL}/client?languageCode=en-US"))["version"].clone();
        assert_eq!(told, admin.ok(&format!("{LABEL}/version"))["version"]);
        assert_eq!(world.anonymous().get(&format!("{LABEL}/client?languageCode=en-US")).status, 401);
    });
}

fn sheet(rows: &[[&str; 5]]) -> Json {
    json!({
        "fileName": "labels.xlsx", "fields": ["pageType", "labelKey", "textZh", "textEn", "texts.ja-JP"],
        "headers": ["页面", "键", "中文", "English", "日本語"], "mode": "update",
        "numbers": (0..rows.len()).map(|place| place + 2).collect::<Vec<_>>(), "rows": rows,
    })
}

#[test]
fn workbooks_have_a_column_for_each_language() {
    each_database(Vec::new, |world: &World| {
        world.synchronise();
        let keeper = world.login(KEEPER);
        let unknown =
            keeper.post(&format!("{LABEL}/import/check"), sheet(&[["hrs_role", "roleName", "角色", "", "ロール"]]));
        assert_eq!(unknown.message, "未知的列：texts.ja-JP", "a language that is not there has no column");
        add(&keeper, japanese("en-US"));
        let before = world.contents(true);
        let bad = sheet(&[
            ["hrs_role", "roleName", "角色名称", "Role", "{n}ロール"],
            ["hrs_role", "sys_role_scope", "数据范围", "Data scope", "範囲"],
        ]);
        let checked = keeper.post(&format!("{LABEL}/import/check"), bad).success("a check").expect("is checked");
        assert_eq!((&checked["good"], &checked["bad"]), (&json!(1), &json!(1)));
        let cell = &checked["cells"][0];
        assert_eq!((&cell["field"], &cell["message"]), (&json!("texts.ja-JP"), &json!("占位符不一致：{n}")));
        world.unchanged(&before, true);
        let good = sheet(&[["hrs_role", "roleName", "角色名称", "Role", "ロール名"]]);
        let put = keeper.post(&format!("{LABEL}/import/run"), good).success("an import").expect("is put down");
        world.run_jobs();
        let task = put["taskId"].as_str().expect("a task");
        assert_eq!(keeper.ok(&format!("/hrs/task/{task}"))["status"], "已完成");
        assert_eq!(words(&keeper, "hrs_role", JAPANESE)["roleName"], "ロール名");
        let filters =
            json!({ "filters": { "pageType": "hrs_role", "labelKey": "roleName", "labelKey.how": "equals" } });
        let book = keeper.post(&format!("{LABEL}/exportExcel"), filters);
        let cells = super::people::cells(&book.bytes);
        for three in [["中文", "English", "日本語"], ["角色名称", "Role", "ロール名"]] {
            assert!(cells.windows(3).any(|window| window == three), "{three:?} {cells:?}");
        }
        keeper.post(&format!("{LABEL}/import/undo/{task}"), json!({})).success("back").expect("is taken back");
        assert_ne!(words(&keeper, "hrs_role", JAPANESE)["roleName"], "ロール名");
    });
}
