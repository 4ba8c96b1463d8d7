//! Tutorials: kept by the platform, watched by those whose company has their page, learnt at nine tenths.

use platform::store::{Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, each_database};

use super::kit::{PNG, done, film, findings, node, refused, rooms, rows, text};

/// Module and page of these tests.
const MODULE: &str = "/afManager/order";
const PAGE: &str = "af_order";

fn upload(keeper: &Caller<'_>, seconds: u32) -> Json {
    done(keeper.upload("/hrs/tutorial/video", &[("入门.mp4", &film(seconds, 100))]))
}

fn body(world: &World, keeper: &Caller<'_>, title: &str, seconds: u32) -> Json {
    json!({
        "title": title, "moduleId": node(world, MODULE), "pageId": node(world, PAGE), "sort": 10,
        "video": [upload(keeper, seconds)["id"]],
    })
}

fn turn(keeper: &Caller<'_>, tutorial: &Json, way: &str) -> Reply {
    keeper.put(&format!("/hrs/tutorial/{way}/{}", text(&tutorial["id"])), json!({ "version": tutorial["version"] }))
}

/// A published film.
fn published(world: &World, keeper: &Caller<'_>, title: &str, seconds: u32) -> Json {
    let tutorial = done(keeper.post("/hrs/tutorial", body(world, keeper, title, seconds)));
    done(turn(keeper, &tutorial, "publish"));
    tutorial
}

fn cards(caller: &Caller<'_>, query: &str) -> Vec<Json> {
    caller.ok(&format!("/hrs/tutorial/list{query}"))["tutorials"].as_array().unwrap().clone()
}

fn titles(caller: &Caller<'_>, query: &str) -> Vec<String> {
    cards(caller, query).iter().map(|card| text(&card["title"]).to_owned()).collect()
}

fn watch(caller: &Caller<'_>, tutorial: &Json, second: i64) -> Json {
    done(caller.post("/hrs/tutorial/progress", json!({ "tutorialId": tutorial["id"], "second": second })))
}

fn play(caller: &Caller<'_>, tutorial: &Json) -> Json {
    done(caller.post("/hrs/tutorial/play", json!({ "tutorialId": tutorial["id"] })))
}

// req: pages-route-tutorial, pages-open-static-pages
/// A draft, for what the page does with one.
pub fn laid(world: &World, keeper: &Caller<'_>) {
    done(keeper.post("/hrs/tutorial", body(world, keeper, "入门", 60)));
}

#[test]
fn nine_tenths_of_a_film_are_learnt_and_it_goes_on_where_it_was_left() {
    each_database(rooms, |world| {
        let (keeper, user) = (world.login("superAdmin"), world.login("sales01"));
        let ten = published(world, &keeper, "订单录入", 600);
        let other = published(world, &keeper, "运单制作", 600);
        assert_eq!(play(&user, &ten)["second"], 0);
        assert_eq!(watch(&user, &ten, 539), json!({ "percent": 89, "done": false }), "8:59");
        assert_eq!(watch(&user, &ten, 540), json!({ "percent": 100, "done": true }), "9:00");
        assert_eq!(watch(&user, &ten, 10), json!({ "percent": 100, "done": true }), "it stays learnt");
        play(&user, &other);
        watch(&user, &other, 300);
        let again = play(&user, &other);
        assert_eq!((&again["second"], &again["seconds"], &again["done"]), (&json!(300), &json!(600), &json!(false)));
        watch(&user, &other, 100);
        let card = &cards(&user, "?keyword=运单")[0];
        assert_eq!(
            (&card["percent"], &card["views"], &card["seconds"], text(&card["moduleName"])),
            (&json!(50), &json!(2), &json!(600), MODULE)
        );
        assert_eq!(titles(&user, "?unlearned=true"), ["运单制作"]);
        assert_eq!(titles(&world.login("op01"), "?unlearned=true").len(), 2, "another user learnt nothing yet");
        watch(&user, &other, 597);
        assert_eq!(play(&user, &other)["second"], 0, "what was seen to its end begins anew");
        play(&world.login("sh01"), &other);

        let listed = rows(&keeper, "/hrs/tutorial/page?title=运单");
        let figures = ["seconds", "views", "viewers", "finished", "status"].map(|name| listed[0][name].clone());
        assert_eq!(figures, [json!("10:00"), json!(4), json!(2), json!(1), json!("已发布")]);
        for wrong in [-1, 602] {
            let before = world.contents(true);
            refused(
                &user.post("/hrs/tutorial/progress", json!({ "tutorialId": ten["id"], "second": wrong })),
                "播放位置无效",
            );
            world.unchanged(&before, true);
        }
        let again = user.post("/hrs/tutorial/play", json!({ "tutorialId": ten["id"], "again": true }));
        assert_eq!(done(again)["second"], 10);
        assert_eq!(cards(&user, "?keyword=订单")[0]["views"], 1, "a new address is no view of its own");
    });
}

#[test]
fn a_tutorial_needs_one_film_and_a_page_of_its_module() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let say = |body: Json| {
            let before = world.contents(true);
            let found = findings(&keeper.post("/hrs/tutorial", body));
            world.unchanged(&before, true);
            found
        };
        let found = |field: &str, text: &str| vec![(field.to_owned(), text.to_owned())];
        let whole = body(world, &keeper, "入门", 65);
        let with = |changes: Json| {
            let mut body = whole.clone();
            for (name, value) in changes.as_object().unwrap() {
                body[name] = value.clone();
            }
            body
        };
        assert_eq!(say(with(json!({ "video": [] }))), found("video", "请上传视频或填写视频地址"));
        assert_eq!(
            say(with(json!({ "url": "https://example.com/a.mp4" }))),
            found("url", "视频文件和视频地址只能填写一项")
        );
        assert_eq!(
            say(with(json!({ "video": [], "url": "https://example.com/a.mp4" }))),
            found("seconds", "请填写视频时长")
        );
        for bad in ["http://example.com/a.mp4", "https://", "javascript:alert(1)", "/", "//example.com/a", "/a b"] {
            assert_eq!(
                say(with(json!({ "video": [], "url": bad, "seconds": 60 }))),
                found("url", "视频地址须以https://开头，图文教程的地址须以/开头"),
                "{bad}"
            );
        }
        assert_eq!(say(with(json!({ "pageId": node(world, "hrs_notice") }))), found("pageId", "菜单不属于所选模块"));
        assert_eq!(say(with(json!({ "pageId": node(world, MODULE) }))), found("pageId", "菜单不属于所选模块"));
        assert_eq!(say(with(json!({ "moduleId": "7" }))), found("moduleId", "模块不存在"));
        assert_eq!(say(with(json!({ "video": ["7"] })))[0].1, "附件不存在，请重新上传");
        assert_eq!(say(with(json!({ "title": "视".repeat(61) }))).len(), 1);
        let longest = done(keeper.post("/hrs/tutorial", with(json!({ "title": "视".repeat(60), "seconds": 5 }))));
        let view = keeper.ok(&format!("/hrs/tutorial/{}", text(&longest["id"])));
        assert_eq!((&view["seconds"], &view["video"][0]["name"]), (&json!(65), &json!("入门.mp4")), "as the film says");
        let offers = keeper.ok("/platform/select/tutorialModule?keyword=");
        assert!(offers.as_array().unwrap().iter().any(|offer| offer["value"] == whole["moduleId"]), "{offers}");
        assert_eq!(world.login("sales01").get("/platform/select/tutorialModule?keyword=").status, 403);
    });
}

#[test]
fn an_address_is_opened_elsewhere_and_learnt_all_the_same() {
    each_database(rooms, |world| {
        let (keeper, user) = (world.login("superAdmin"), world.login("sales01"));
        let body = json!({
            "title": "外部视频", "moduleId": node(world, MODULE), "url": "https://example.com/a", "seconds": 90,
        });
        let tutorial = done(keeper.post("/hrs/tutorial", body));
        done(turn(&keeper, &tutorial, "publish"));
        let played = play(&user, &tutorial);
        assert_eq!((&played["address"], &played["external"]), (&json!("https://example.com/a"), &json!(true)));
        assert_eq!(watch(&user, &tutorial, 80)["done"], false);
        assert_eq!(watch(&user, &tutorial, 81)["done"], true);
        assert_eq!(rows(&keeper, "/hrs/tutorial/page")[0]["place"], "https://example.com/a");
    });
}

/// Issue 25, 23: a tutorial may be a page with pictures.
#[test]
fn a_tutorial_may_be_a_page_of_the_product() {
    each_database(rooms, |world| {
        let (keeper, user) = (world.login("superAdmin"), world.login("sales01"));
        for (title, url, page) in [("图文", "/helpDoc?id=7", true), ("影片", "https://example.com/a", false)] {
            let body = json!({ "title": title, "moduleId": node(world, MODULE), "url": url, "seconds": 90 });
            let tutorial = done(keeper.post("/hrs/tutorial", body));
            done(turn(&keeper, &tutorial, "publish"));
            let card = &cards(&user, &format!("?keyword={title}"))[0];
            assert_eq!((&card["external"], &card["page"]), (&json!(true), &json!(page)), "{title}");
            let played = play(&user, &tutorial);
            assert_eq!((&played["address"], &played["page"]), (&json!(url), &json!(page)), "{title}");
            assert_eq!(watch(&user, &tutorial, 90)["done"], true, "{title}");
        }
    });
}

/// Sets a node of DEMO.
fn grant(world: &World, code: &str, cells: &[(&'static str, Value)]) {
    let id: i64 = node(world, code).parse().unwrap();
    world.database(|_, conn| {
        let mut update = sql::update(2, "org_permission", cells);
        conn.exec(&update.and_where(sql::eq("permission_id", id)).to_owned().into()).unwrap();
    });
}

#[test]
fn a_card_is_there_while_it_is_published_and_the_company_has_its_page() {
    each_database(rooms, |world| {
        let (keeper, user) = (world.login("superAdmin"), world.login("sales01"));
        let draft = done(keeper.post("/hrs/tutorial", body(world, &keeper, "订单录入", 600)));
        assert!(titles(&user, "").is_empty(), "a draft is nobody's");
        assert_eq!(user.post("/hrs/tutorial/play", json!({ "tutorialId": draft["id"] })).status, 404);
        done(turn(&keeper, &draft, "publish"));
        assert_eq!(titles(&user, ""), ["订单录入"]);
        assert_eq!(user.ok("/hrs/tutorial/list")["modules"][0]["name"], MODULE);
        for code in [PAGE, MODULE] {
            grant(world, code, &[("permission_status", Value::Bool(false))]);
            assert!(titles(&user, "").is_empty(), "{code} is not in the edition");
            assert_eq!(user.post("/hrs/tutorial/play", json!({ "tutorialId": draft["id"] })).status, 404);
            let noted = user.post("/hrs/tutorial/progress", json!({ "tutorialId": draft["id"], "second": 1 }));
            assert_eq!(noted.status, 404);
            assert_eq!(titles(&world.login("sh01"), ""), ["订单录入"], "another company has it");
            let now = world.clock.now().millis();
            grant(world, code, &[("permission_status", Value::Bool(true)), ("stop_at", Value::Int(now))]);
            assert!(titles(&user, "").is_empty(), "{code} has ended");
            grant(world, code, &[("stop_at", Value::Int(now + 1))]);
            assert_eq!(titles(&user, "").len(), 1, "{code} has not ended yet");
            grant(world, code, &[("stop_at", Value::Null)]);
        }
        let row = rows(&keeper, "/hrs/tutorial/page").remove(0);
        let path = format!("/hrs/tutorial/{}?version={}", text(&row["id"]), row["version"]);
        refused(&keeper.delete(&path), "已发布的视频不能删除，请先下线");
        refused(&turn(&keeper, &row, "publish"), "视频已发布");
        watch(&user, &row, 5);
        done(turn(&keeper, &row, "offline"));
        assert!(titles(&user, "").is_empty(), "after 下线 the card is gone");
        let row = rows(&keeper, "/hrs/tutorial/page").remove(0);
        refused(&turn(&keeper, &row, "offline"), "只有已发布的视频可以下线");
        assert_eq!(turn(&keeper, &json!({ "id": row["id"], "version": 1 }), "publish").code, 3, "a stale version");
        done(keeper.delete(&format!("/hrs/tutorial/{}?version={}", text(&row["id"]), row["version"])));
        assert!(!world.contents(false).iter().any(|line| line.starts_with("tutorial")), "with what was watched");
    });
}

// req: home-help-videos
#[test]
fn the_home_page_offers_what_was_chosen_for_it_in_its_order() {
    each_database(rooms, |world| {
        let (keeper, user) = (world.login("superAdmin"), world.login("sales01"));
        for (title, sort, home) in [("后", 20, true), ("先", 10, true), ("其他", 1, false)] {
            let mut body = body(world, &keeper, title, 60);
            body["sort"] = json!(sort);
            body["onHome"] = json!(home);
            done(turn(&keeper, &done(keeper.post("/hrs/tutorial", body)), "publish"));
        }
        assert_eq!(titles(&user, "?home=true"), ["先", "后"]);
        assert_eq!(titles(&user, ""), ["其他", "先", "后"]);
        assert!(titles(&user, &format!("?moduleId={}", node(world, "/hrsManager/content"))).is_empty());
        assert_eq!(titles(&user, &format!("?moduleId={}", node(world, MODULE))).len(), 3);
    });
}

#[test]
fn a_cover_is_seen_by_those_who_see_its_card() {
    each_database(rooms, |world| {
        let (keeper, user) = (world.login("superAdmin"), world.login("sales01"));
        let picture = done(keeper.upload("/hrs/tutorial/coverFile", &[("封面.png", PNG)]));
        let cover = format!("/hrs/tutorial/cover/{}", text(&picture["id"]));
        assert_eq!(user.get(&cover).status, 404, "hangs on nothing yet");
        let mut body = body(world, &keeper, "入门", 60);
        body["cover"] = json!([picture["id"]]);
        let tutorial = done(keeper.post("/hrs/tutorial", body));
        assert_eq!((user.get(&cover).status, keeper.get(&cover).status), (404, 200), "a draft");
        done(turn(&keeper, &tutorial, "publish"));
        let seen = user.get(&cover);
        assert_eq!((seen.status, seen.content_type.as_str()), (200, "image/jpeg"));
        assert_eq!(cards(&user, "")[0]["coverId"], picture["id"]);
        assert_eq!(rows(&keeper, "/hrs/tutorial/page")[0]["coverId"], picture["id"]);
        assert_eq!(world.anonymous().get(&cover).status, 401);
        let wrong = keeper.upload("/hrs/tutorial/coverFile", &[("a.pdf", b"%PDF-1.7")]);
        refused(&wrong, "图片仅支持JPG、JPEG、BMP、PNG格式");
    });
}
