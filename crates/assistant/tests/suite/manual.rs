//! The manual of the product, as pages ask for it.

use serde_json::{Value as Json, json};
use testkit::each_database_from;

use super::kit::*;

#[test]
fn a_page_of_the_product_has_its_page_of_the_manual() {
    each_database_from(rooms, lay, |world| {
        let reader = world.login("sales01");
        let of = |code: &str| reader.ok(&format!("/hrs/manual/page/{code}"));
        assert_eq!(of("af_order"), json!({ "key": "air-export", "title": "空运出口订单" }));
        assert_eq!(of("af_order_edit"), of("af_order"));
        assert_eq!(of("nothing"), Json::Null);
        let english = reader.in_language("en-US");
        assert_eq!(text(&english.ok("/hrs/manual/page/af_order"), "title"), "Air export orders");
        let page = reader.ok("/hrs/manual/read/air-export");
        assert!(text(&page, "html").contains("<h2>取消订单</h2>"), "{page}");
        assert_eq!(page["pages"][0], json!({ "path": "/af_order", "title": "空运出口订单" }));
        assert_eq!(
            world.login("nobody").ok("/hrs/manual/read/air-export")["pages"],
            json!([]),
            "no page is offered he has not"
        );
        assert_eq!(reader.get("/hrs/manual/read/nothing").status, 404);
        let all = reader.ok("/hrs/manual");
        assert_eq!(all[0], json!({ "key": "login", "title": "登录与账号安全", "group": "入门" }));
    });
}

#[test]
fn the_manual_is_searched_in_the_language_of_its_reader() {
    each_database_from(rooms, lay, |world| {
        let reader = world.login("sales01");
        let found = reader.ok("/hrs/manual/search?q=%E6%80%8E%E4%B9%88%E6%8B%86%E5%8D%95");
        assert_eq!((text(&found[0], "heading"), text(&found[0], "title")), ("拆单".to_owned(), "拆单".to_owned()));
        assert!(text(&found[0], "url").starts_with("/manual?page=order-split&at="));
        let english = reader.in_language("en-US").ok("/hrs/manual/search?q=split%20an%20order");
        assert_eq!(text(&english[0], "heading"), "Split an order");
        assert_eq!(reader.ok("/hrs/manual/search?q="), json!([]));
    });
}

/// Whoever builds a page writes its help: every page of the rooms here that stands in the menu has one.
#[test]
fn every_page_of_the_menu_has_a_page_of_the_manual() {
    each_database_from(rooms, lay, |world| {
        let reader = world.login("superAdmin");
        let pages: Vec<String> = world.inside(|app| {
            let nodes = app.registry.nodes.iter();
            let page =
                |node: &&platform::registry::Node| node.kind == platform::registry::NodeKind::Page && !node.hidden;
            nodes.filter(page).map(|node| node.code.clone()).collect()
        });
        let missing: Vec<&String> =
            pages.iter().filter(|code| reader.ok(&format!("/hrs/manual/page/{code}")) == Json::Null).collect();
        assert!(missing.is_empty(), "{missing:?}");
    });
}
