//! Help: pieces for search, publication, the document of a page, what readers say.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, each_database};

use super::kit::{done, findings, refused, rooms, rows, text};

fn write(caller: &Caller<'_>, more: Json) -> Json {
    let mut body = json!({ "title": "操作说明", "language": "zh-CN", "body": "# 一\n内容" });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    done(caller.post("/hrs/helpDoc", body))
}

fn act(caller: &Caller<'_>, way: &str, doc: &Json) -> Reply {
    let id = text(&doc["id"]);
    let version = caller.ok(&format!("/hrs/helpDoc/{id}"))["version"].clone();
    caller.put(&format!("/hrs/helpDoc/{way}/{id}"), json!({ "version": version }))
}

fn page(caller: &Caller<'_>, code: &str) -> String {
    let offers = caller.ok(&format!("/platform/select/menuPage?keyword={code}"));
    let found = offers.as_array().unwrap().iter().find(|offer| offer["hint"] == code).cloned();
    text(&found.expect("the page")["value"]).to_owned()
}

/// A draft, for what the page does with one.
pub fn laid(keeper: &Caller<'_>) {
    write(keeper, json!({}));
}

#[test]
fn publishing_splits_a_text_for_search() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let body = format!("# 一\n{}", "字".repeat(1_700));
        let doc = write(&keeper, json!({ "body": body }));
        let row = || rows(&keeper, "/hrs/helpDoc/page")[0].clone();
        assert_eq!(
            (text(&row()["status"]), &row()["chunks"], text(&row()["indexState"])),
            ("草稿", &json!(0), "未索引")
        );
        done(act(&keeper, "publish", &doc));
        assert_eq!(
            (text(&row()["status"]), &row()["chunks"], text(&row()["indexState"])),
            ("已发布", &json!(3), "已索引")
        );
        assert_eq!((&row()["revision"], &row()["words"]), (&json!(1), &json!(1_702)));
        refused(&act(&keeper, "publish", &doc), "帮助文档已发布");
        let path = format!("/hrs/helpDoc/{}", text(&doc["id"]));
        done(keeper.put(&path, json!({ "version": row()["version"], "body": "# 二\n舱位确认步骤" })));
        assert_eq!(text(&row()["indexState"]), "未索引", "its pieces are those of the old text");
        assert_eq!(done(keeper.post("/hrs/helpDoc/reindex", json!({}))), json!({ "docs": 1, "chunks": 1 }));
        let reader = world.login("sales01");
        let found = reader.ok("/hrs/helpDoc/search?q=%E8%88%B1%E4%BD%8D");
        assert_eq!((text(&found[0]["heading"]), text(&found[0]["excerpt"])), ("二", "舱位确认步骤"));
        assert_eq!(reader.ok("/hrs/helpDoc/search?q=%25"), json!([]), "a pattern letter is itself");
        let remove = || keeper.delete(&format!("{path}?version={}", row()["version"]));
        refused(&remove(), "已发布的帮助文档不能删除，请先下线");
        done(act(&keeper, "offline", &doc));
        assert_eq!(reader.ok("/hrs/helpDoc/search?q=%E8%88%B1%E4%BD%8D"), json!([]));
        done(remove());
    });
}

// req: shell-help-doc-call
#[test]
fn a_page_has_its_help_or_that_of_what_stands_above_it() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let reader = world.login("sales01");
        let of = |guide: &str| reader.ok(&format!("/hrs/permission/helpDoc/{guide}"));
        assert_eq!(of("af_order"), json!({ "helpDocUrl": "", "helpDocName": "" }));
        let orders = page(&keeper, "af_order");
        let doc = write(&keeper, json!({ "title": "订单帮助", "permissionIds": [orders] }));
        assert_eq!(text(&of("af_order")["helpDocUrl"]), "", "a draft is nobody's");
        done(act(&keeper, "publish", &doc));
        let id = text(&doc["id"]);
        let expected = json!({ "helpDocUrl": format!("/helpDoc?id={id}"), "helpDocName": "订单帮助" });
        assert_eq!(of("af_order"), expected);
        assert_eq!(of("nothing"), json!({ "helpDocUrl": "", "helpDocName": "" }));
        let guide =
            json!({ "title": "新手", "keywords": "newUserGuide", "body": "", "url": "https://example.com/guide" });
        done(act(&keeper, "publish", &write(&keeper, guide)));
        assert_eq!(text(&of("newUserGuide")["helpDocUrl"]), "https://example.com/guide");
        let admin = world.login("demo-admin");
        let own = write(&admin, json!({ "title": "本公司订单帮助", "permissionIds": [orders] }));
        done(act(&admin, "publish", &own));
        assert_eq!(text(&of("af_order")["helpDocName"]), "本公司订单帮助", "the own one first");
        let other = world.login("sh01");
        assert_eq!(text(&other.ok("/hrs/permission/helpDoc/af_order")["helpDocName"]), "订单帮助");
        assert_eq!(other.get(&format!("/hrs/helpDoc/read/{}", text(&own["id"]))).status, 404);
        assert_eq!(keeper.get(&format!("/hrs/helpDoc/{}", text(&own["id"]))).status, 404);
    });
}

// req: shell-help-doc-call
#[test]
fn the_platform_chooses_the_help_of_a_node() {
    each_database(rooms, |world| {
        let (keeper, reader) = (world.login("superAdmin"), world.login("sales01"));
        let of = || reader.ok("/hrs/permission/helpDoc/af_order");
        let set = |members: Json| {
            let path = format!("/hrs/permissionNode/{}", page(&keeper, "af_order"));
            let mut body = json!({ "version": keeper.ok(&path)["version"] });
            body.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
            done(keeper.put(&path, body));
        };
        let about = write(&keeper, json!({ "title": "订单帮助", "permissionIds": [page(&keeper, "af_order")] }));
        done(act(&keeper, "publish", &about));
        set(json!({ "helpDocumentUrl": "https://example.com/orders", "helpDocumentName": "订单说明" }));
        assert_eq!(of(), json!({ "helpDocUrl": "https://example.com/orders", "helpDocName": "订单说明" }));
        let chosen = write(&keeper, json!({ "title": "选定" }));
        assert_eq!(keeper.ok("/platform/select/permissionHelp?keyword=选定")[0]["value"], chosen["id"]);
        assert_eq!(reader.get("/platform/select/permissionHelp?keyword=").status, 403);
        set(json!({ "helpDocId": chosen["id"] }));
        assert_eq!(text(&of()["helpDocName"]), "订单说明", "a draft is nobody's");
        done(act(&keeper, "publish", &chosen));
        assert_eq!(text(&of()["helpDocName"]), "选定");
        set(json!({ "helpDocId": Json::Null, "helpDocumentUrl": "", "helpDocumentName": "" }));
        assert_eq!(text(&of()["helpDocName"]), "订单帮助", "the one that names the page");
    });
}

#[test]
fn readers_read_clean_html_and_say_whether_it_helped() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let doc =
            write(&keeper, json!({ "body": "**先** <script>x</script><img src=x onerror=y>\n\n[a](javascript:b)" }));
        done(act(&keeper, "publish", &doc));
        let id = text(&doc["id"]).to_owned();
        let html = world.login("op01").ok(&format!("/hrs/helpDoc/read/{id}"))["html"].clone();
        assert!(text(&html).starts_with("<p><strong>先</strong>"), "{html}");
        assert!(!text(&html).contains("script") && !text(&html).contains("onerror"), "{html}");
        let say = |who: &str, useful: bool| {
            done(world.login(who).put(&format!("/hrs/helpDoc/useful/{id}"), json!({ "useful": useful })));
            rows(&keeper, "/hrs/helpDoc/page")[0]["usefulRate"].clone()
        };
        assert_eq!(rows(&keeper, "/hrs/helpDoc/page")[0]["usefulRate"], Json::Null);
        assert_eq!(say("op01", true), json!(100));
        assert_eq!(say("sales01", false), json!(50));
        assert_eq!(say("fin01", true).to_string(), "66.7");
        assert_eq!(say("sales01", true), json!(100), "the last word counts");
        assert_eq!(rows(&keeper, "/hrs/helpDoc/page")[0]["views"], json!(1));
    });
}

#[test]
fn a_help_document_has_text_or_address_and_stands_in_a_tree() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let say = |body: Json| findings(&keeper.post("/hrs/helpDoc", body));
        assert_eq!(say(json!({ "title": "a", "language": "zh-CN" }))[0].1, "请填写内容或外部地址");
        let wrong = json!({ "title": "a", "language": "zh-CN", "url": "javascript:alert(1)" });
        assert_eq!(say(wrong)[0].1, "外部地址须以http://或https://开头");
        let top = write(&keeper, json!({}));
        let below = write(&keeper, json!({ "title": "下级", "parentId": top["id"] }));
        let path = format!("/hrs/helpDoc/{}", text(&top["id"]));
        let ring = keeper.put(&path, json!({ "version": 1, "parentId": below["id"] }));
        assert_eq!(findings(&ring)[0].1, "上级文档不正确");
        refused(&keeper.delete(&format!("{path}?version=1")), "请先删除下级文档");
        assert_eq!(world.login("sales01").post("/hrs/helpDoc", json!({})).status, 403);
    });
}

#[test]
fn a_help_document_is_in_a_language_of_the_list() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let said = |reply: &Reply| findings(reply).iter().map(|(_, text)| text.clone()).collect::<Vec<_>>();
        let further = json!({ "code": "ja-JP", "name": "日本語", "baseLanguage": "en-US", "sort": 3, "active": true });
        let further = done(keeper.post("/hrs/languageList", further));
        let doc = write(&keeper, json!({ "language": "ja-JP" }));
        write(&keeper, json!({}));
        let shown = rows(&keeper, "/hrs/helpDoc/page?language=ja-JP");
        assert_eq!((shown.len(), text(&shown[0]["languageName"])), (1, "日本語"));
        let stop = json!({ "active": false, "version": 1 });
        done(keeper.post(&format!("/hrs/languageList/{}/status", text(&further["id"])), stop));
        let path = format!("/hrs/helpDoc/{}", text(&doc["id"]));
        done(keeper.put(&path, json!({ "version": 1, "title": "改" })));
        let other = json!({ "title": "a", "body": "x", "language": "ja-JP" });
        assert_eq!(said(&keeper.post("/hrs/helpDoc", other)), ["语言不存在或已停用"], "stopped");
    });
}

// req: shell-help-document-call, shell-open-help-calls
#[test]
fn the_user_manual_lies_where_the_platform_says() {
    each_database(rooms, |world| {
        let (keeper, reader) = (world.login("superAdmin"), world.login("sales01"));
        let manual = || reader.ok("/hrs/permission/374");
        let built_in = json!({ "id": "374", "helpDocumentName": "用户手册", "helpDocumentUrl": "/manual" });
        assert_eq!(manual(), built_in, "the one the product brings");
        let doc = write(&keeper, json!({ "title": "操作手册", "keywords": "userManual" }));
        assert_eq!(manual(), built_in, "a draft is nobody's");
        done(act(&keeper, "publish", &doc));
        let address = format!("/helpDoc?id={}", text(&doc["id"]));
        assert_eq!(manual(), json!({ "id": "374", "helpDocumentName": "操作手册", "helpDocumentUrl": address }));
        assert_eq!(world.anonymous().get("/hrs/permission/374").status, 401);
        let among = json!({ "title": "新手册", "keywords": "手册，userManual、newUserGuide2" });
        let among = write(&keeper, among);
        done(act(&keeper, "publish", &among));
        assert_eq!(text(&manual()["helpDocumentName"]), "新手册", "one keyword of several");
        let guide = |word: &str| reader.ok(&format!("/hrs/permission/helpDoc/{word}"))["helpDocName"].clone();
        assert_eq!((guide("newUserGuide2"), guide("newUserGuide")), (json!("新手册"), json!("")), "whole words only");
    });
}

#[test]
fn the_help_address_of_a_company_is_the_manual_of_its_people() {
    each_database(rooms, |world| {
        let (keeper, boss) = (world.login("superAdmin"), world.login("demo-admin"));
        let reader = world.login("sales01");
        let doc = write(&keeper, json!({ "title": "操作手册", "keywords": "userManual" }));
        done(act(&keeper, "publish", &doc));
        let of_platform = format!("/helpDoc?id={}", text(&doc["id"]));
        let set = |address: &str| {
            let version = boss.ok("/hrs/org/configure")["version"].clone();
            boss.put("/hrs/org/configure", json!({ "version": version, "values": { "helpUrl": address } }))
        };
        let manual = |caller: &Caller<'_>| text(&caller.ok("/hrs/permission/374")["helpDocumentUrl"]).to_owned();
        assert_eq!(manual(&reader), of_platform);
        done(set("https://help.example.com/demo"));
        assert_eq!(reader.ok("/hrs/permission/374")["helpDocumentName"], "用户手册");
        assert_eq!(manual(&reader), "https://help.example.com/demo");
        assert_eq!(manual(&keeper), of_platform, "of no other company");
        done(set(""));
        assert_eq!(manual(&reader), of_platform);
    });
}

#[test]
fn a_document_that_is_an_address_is_found_by_title_and_keyword() {
    each_database(rooms, |world| {
        let (keeper, reader) = (world.login("superAdmin"), world.login("sales01"));
        let address =
            json!({ "title": "Booking", "keywords": "space", "body": "", "url": "https://docs.example.com/a" });
        let doc = write(&keeper, address);
        let search = |word: &str| {
            let found = reader.ok(&format!("/hrs/helpDoc/search?q={word}"));
            found.as_array().unwrap().iter().map(|each| text(&each["title"]).to_owned()).collect::<Vec<_>>()
        };
        assert!(search("booking").is_empty(), "a draft is nobody's");
        done(act(&keeper, "publish", &doc));
        assert_eq!(
            (search("booking"), search("space"), search("customs")),
            (vec!["Booking".to_owned()], vec!["Booking".to_owned()], vec![],)
        );
    });
}

#[test]
fn a_help_document_leads_to_a_film_its_reader_may_watch() {
    each_database(rooms, |world| {
        let (keeper, reader) = (world.login("superAdmin"), world.login("sales01"));
        let film = json!({
            "title": "订单录入", "moduleId": super::kit::node(world, "/afManager/order"), "sort": 10,
            "url": "https://video.example.com/1", "seconds": 60,
        });
        let film = done(keeper.post("/hrs/tutorial", film));
        let offered = || keeper.ok("/platform/select/tutorial");
        assert_eq!(offered(), json!([]), "a draft is not offered");
        let id = text(&film["id"]).to_owned();
        let turn = |way: &str, version: i64| {
            done(keeper.put(&format!("/hrs/tutorial/{way}/{id}"), json!({ "version": version })));
        };
        turn("publish", 1);
        assert_eq!((text(&offered()[0]["value"]), text(&offered()[0]["label"])), (id.as_str(), "订单录入"));
        let doc = write(&keeper, json!({ "tutorialId": id }));
        done(act(&keeper, "publish", &doc));
        let read = || reader.ok(&format!("/hrs/helpDoc/read/{}", text(&doc["id"])))["tutorial"].clone();
        assert_eq!(read(), json!({ "id": id, "title": "订单录入" }));
        turn("offline", 2);
        assert_eq!(read(), Json::Null);
    });
}
