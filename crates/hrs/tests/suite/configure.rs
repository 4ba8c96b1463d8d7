//! 企业配置: what a company keeps about itself.

use serde_json::json;
use testkit::{PASSWORD, each_database};

// req: hrs-route-hrs-org-configure
#[test]
fn a_company_keeps_its_card_and_its_look() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let shown = admin.ok("/hrs/org/configure");
        assert_eq!(shown["groups"][0]["settings"][0]["value"], json!("演示货运"));
        let put = |values: serde_json::Value| {
            let version = admin.ok("/hrs/org/configure")["version"].clone();
            admin.put("/hrs/org/configure", json!({ "version": version, "values": values }))
        };
        let before = world.contents(false);
        let wrong = put(json!({ "helpUrl": "help", "themeColor": "blue", "title": "x".repeat(41) }));
        assert_eq!(wrong.findings_at("helpUrl"), ["网址须以 http:// 或 https:// 开头"]);
        assert_eq!(wrong.findings_at("themeColor"), ["请选择颜色"]);
        assert_eq!(wrong.findings_at("title"), ["企业标题不能超过40个字符"]);
        assert_eq!(put(json!({ "status": false })).status, 400);
        assert_eq!(admin.put("/hrs/org/configure", json!({ "version": 99, "values": {} })).code, 3);
        world.unchanged(&before, false);
        let done = put(json!({ "title": "演示货运平台", "themeColor": "#0a7d5a", "name": "别的名称" }));
        assert_eq!(done.code, 0, "{}", done.message);
        assert_eq!(done.data["groups"][0]["settings"][0]["value"], json!("演示货运"), "the name is the platform's");
        let entered = world.anonymous().token_call("op01@example.com", "DEMO", PASSWORD).json;
        assert_eq!((&entered["orgTitle"], &entered["themeColor"]), (&json!("演示货运平台"), &json!("#0a7d5a")));
        let other = world.anonymous().token_call("sh01@example.com", "DEMOSH", PASSWORD).json;
        assert_ne!(other["orgTitle"], json!("演示货运平台"));
        let user = world.login("op01");
        assert_eq!(user.get("/hrs/org/configure").status, 403);
        assert_eq!(user.put("/hrs/org/configure", json!({})).status, 403);
    });
}
