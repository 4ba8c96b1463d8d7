//! What a company decides about the assistant.

use serde_json::{Value as Json, json};
use testkit::mail_server::on_own_machine;
use testkit::{Caller, each_database_from, each_database_from_with, findings};

use super::kit::*;

fn value(caller: &Caller<'_>, key: &str) -> Json {
    let groups = caller.ok("/hrs/aiSetting")["groups"].as_array().cloned().unwrap_or_default();
    let settings = groups.iter().flat_map(|group| group["settings"].as_array().cloned().unwrap_or_default());
    settings.into_iter().find(|one| one["field"]["name"] == key).map_or(Json::Null, |one| one["value"].clone())
}

#[test]
fn the_key_is_sealed_never_shown_and_kept_for_one_place() {
    each_database_from_with(rooms, on_own_machine, lay, |world| {
        let admin = world.login("demo-admin");
        assert_eq!((value(&admin, "aiKind"), value(&admin, "aiAllowData")), (json!("FOLLOW"), json!(false)));
        let own =
            json!({ "aiKind": "MODEL", "aiUrl": "http://127.0.0.1:9/v1", "aiModel": "m", "aiKey": "sk-secret-1" });
        decide(&admin, own);
        assert_eq!(value(&admin, "aiKey"), json!("******"));
        assert!(!world.contents(true).join("\n").contains("sk-secret-1"));
        world.set_clock("2026-07-15 10:01:00");
        let elsewhere = put(&admin, json!({ "aiUrl": "http://127.0.0.1:10/v1" }));
        assert_eq!(findings(&elsewhere), [("aiKey".to_owned(), "接口地址已更换，请重新填写密钥".to_owned())]);
        assert_eq!(value(&admin, "aiUrl"), json!("http://127.0.0.1:9/v1"), "nothing is half written");
        decide(&admin, json!({ "aiUrl": "http://127.0.0.1:9/v2" }));
        decide(&admin, json!({ "aiUrl": "http://127.0.0.1:10/v1", "aiKey": "sk-secret-2" }));
        assert_eq!(world.login("sales01").get("/hrs/aiSetting").status, 403);
    });
}

#[test]
fn a_model_has_an_address_the_server_may_call_and_a_name() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let wrong = put(&admin, json!({ "aiKind": "MODEL", "aiUrl": "http://127.0.0.1:9/v1" }));
        let expected = [("aiUrl", "接口地址须以https://开头且可以访问"), ("aiModel", "请填写模型名称")];
        assert_eq!(findings(&wrong), expected.map(|(field, text)| (field.to_owned(), text.to_owned())));
        let range = |key: &str, value: i64| findings(&put(&admin, json!({ key: value }))).len();
        for (key, least, most) in [
            ("aiUserDaily", 0, 500),
            ("aiMaxTokens", 200, 4_000),
            ("aiTimeout", 5, 120),
            ("aiKeepDays", 30, 730),
            ("aiPieces", 1, 10),
        ] {
            assert_eq!([range(key, least), range(key, most)], [0, 0], "{key}");
            assert_eq!([range(key, least - 1), range(key, most + 1)], [1, 1], "{key}");
        }
    });
}

#[test]
fn a_company_sets_an_interface_of_its_own_where_the_platform_lets_it() {
    each_database_from_with(rooms, on_own_machine, lay, |world| {
        let (keeper, admin) = (world.login("superAdmin"), world.login("demo-admin"));
        let endpoint = Endpoint::start(|_| (200, stream(&["平台模型"])));
        use_model(&keeper, &endpoint);
        assert_eq!(answer(&admin, "什么是空运提单号"), "平台模型", "the platform's is followed");
        decide(&admin, json!({ "aiKind": "HELP" }));
        assert!(answer(&admin, "如何解锁订单").starts_with("根据帮助文档："));
        let version = keeper.ok("/hrs/platform")["version"].clone();
        testkit::done(keeper.put("/hrs/platform", json!({ "version": version, "values": { "aiCompanyOwn": false } })));
        let own = json!({ "aiKind": "MODEL", "aiUrl": endpoint.url, "aiModel": "m", "aiKey": "sk-own" });
        assert_eq!(findings(&put(&admin, own)), [("aiKind".to_owned(), "平台未开放自行设置接口".to_owned())]);
    });
}

#[test]
fn an_assistant_that_is_off_says_so() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        decide(&admin, json!({ "aiEnabled": false }));
        assert_eq!(answer(&world.login("sales01"), "如何解锁订单"), "AI助手已停用，请联系管理员");
        assert!(logged(&admin).is_empty());
    });
}
