//! 企业配置: what a company keeps about itself.

use platform::store::{Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, PASSWORD, World, each_database};

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

/// A currency besides those the fixture has.
fn currency(world: &World, org: i64, code: &'static str) {
    world.database(|_, conn| {
        let text = |text: &str| Value::Text(text.to_owned());
        let cells = [
            ("id", Value::Int(i64::from(code.as_bytes()[0]))),
            ("code", text(code)),
            ("name_cn", text(code)),
            ("name_en", text(code)),
            ("exponent", Value::Int(2)),
            ("common", Value::Bool(true)),
        ];
        conn.exec(&sql::insert(org, "currency", &cells).into()).expect("a currency");
    });
}

#[test]
fn a_company_sets_its_finance() {
    each_database(Vec::new, |world| {
        currency(world, 1, "CNY");
        currency(world, 1, "USD");
        // Of the other company alone.
        currency(world, 3, "ZZZ");
        let admin = world.login("demo-admin");
        const PATH: &str = "/hrs/org/finance";
        let shown = |caller: &Caller<'_>| {
            let set = caller.ok(PATH);
            let groups = set["groups"].as_array().unwrap().iter();
            let settings = groups.flat_map(|group| group["settings"].as_array().unwrap());
            settings.map(|one| one["value"].clone()).collect::<Vec<_>>()
        };
        let put = |caller: &Caller<'_>, values: Json| {
            let version = caller.ok(PATH)["version"].clone();
            caller.put(PATH, json!({ "version": version, "values": values }))
        };
        let first = [json!("CNY"), json!(6), json!("own"), json!([30, 60, 90, 180, 365])];
        assert_eq!(shown(&admin), first);
        let before = world.contents(true);
        for (values, key, message) in [
            (json!({ "baseCurrency": "XXX" }), "baseCurrency", "币种不存在：XXX"),
            (json!({ "baseCurrency": "ZZZ" }), "baseCurrency", "币种不存在：ZZZ"),
            (json!({ "invoiceTaxRate": "100.01" }), "invoiceTaxRate", "参数不正确：默认开票税率"),
            (json!({ "invoiceTaxRate": "6.001" }), "invoiceTaxRate", "参数不正确：默认开票税率"),
            (json!({ "voucherCurrency": "none" }), "voucherCurrency", "参数不正确：凭证币种"),
            (json!({ "ageGroups": [30, 90, 60] }), "ageGroups", "账龄分段须从小到大"),
            (json!({ "ageGroups": [30, 30] }), "ageGroups", "账龄分段须从小到大"),
            (json!({ "ageGroups": [0, 30] }), "ageGroups", "参数不正确：账龄默认分段"),
            (json!({ "ageGroups": [] }), "ageGroups", "账龄分段须有1至12段"),
            (json!({ "ageGroups": (1..=13).collect::<Vec<i64>>() }), "ageGroups", "账龄分段须有1至12段"),
        ] {
            assert_eq!(put(&admin, values.clone()).findings_at(key), [message], "{values}");
        }
        assert_eq!(put(&admin, json!({ "other": 1 })).findings_at("other"), ["参数不正确：other"]);
        let stale = admin.put(PATH, json!({ "version": 99, "values": { "baseCurrency": "USD" } }));
        assert_eq!(stale.code, 3);
        world.unchanged(&before, true);
        let edge = json!({ "invoiceTaxRate": "100", "ageGroups": (1..=12).collect::<Vec<i64>>() });
        assert_eq!(put(&admin, edge).code, 0);
        let wanted = json!({
            "baseCurrency": "USD", "invoiceTaxRate": "9.5", "voucherCurrency": "both", "ageGroups": ["15", "45"],
        });
        assert_eq!(put(&admin, wanted).code, 0);
        assert_eq!(shown(&admin), [json!("USD"), json!(9.5), json!("both"), json!([15, 45])]);
        assert_eq!(shown(&world.login("superAdmin")), first, "another company's stay");
        let papers = world.database(|_, conn| {
            let mut select = sql::from_global("org");
            select.column("currency").and_where(sql::eq("id", 2i64));
            conn.first(&select.into()).unwrap().unwrap().get::<String>(0).unwrap()
        });
        assert_eq!(papers, "USD", "papers are made out in it");
        assert_eq!(put(&admin, json!({ "ageGroups": null, "baseCurrency": null })).code, 0);
        assert_eq!(shown(&admin)[3], first[3]);
        let user = world.login("op01");
        assert_eq!((user.get(PATH).status, user.put(PATH, json!({})).status), (403, 403));
        assert_eq!(world.anonymous().get(PATH).status, 401);
    });
}

#[test]
fn the_package_tells_what_is_used_of_it() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let package = admin.ok("/hrs/org/package");
        let count = admin.ok("/hrs/user/count");
        let users = json!({ "item": "users", "used": count["used"], "max": count["limit"] });
        assert_eq!(package["items"], json!([users]));
        assert_eq!(package["edition"], admin.ok("/hrs/org/overview")["org"]["version"]);
        assert_eq!(package["stopAt"], "2099-12-31");
        assert_eq!(world.login("op01").get("/hrs/org/package").status, 403);
    });
}
