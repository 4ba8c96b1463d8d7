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
        assert_eq!(shown["groups"][0]["settings"][1]["value"], json!("标准版"), "an edition by its name");
        let private = &shown["groups"][0]["settings"][2];
        assert_eq!(
            (&private["field"]["label"]["zh"], &private["field"]["readOnly"], &private["value"]),
            (&json!("私有部署"), &json!(true), &json!(false))
        );
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
        assert_eq!(put(json!({ "privateDeployment": true })).status, 400, "the deployment's own");
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
        let first = [json!("CNY"), json!(6), json!("both"), json!([30, 60, 90, 180, 365])];
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
            "baseCurrency": "USD", "invoiceTaxRate": "9.5", "voucherCurrency": "own", "ageGroups": ["15", "45"],
        });
        assert_eq!(put(&admin, wanted).code, 0);
        assert_eq!(shown(&admin), [json!("USD"), json!(9.5), json!("own"), json!([15, 45])]);
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

/// The settings of a page by their keys, in the order of the page.
fn shown(caller: &Caller<'_>, path: &str) -> Vec<(String, Json)> {
    let set = caller.ok(path);
    let groups = set["groups"].as_array().unwrap().iter();
    let settings = groups.flat_map(|group| group["settings"].as_array().unwrap());
    settings.map(|one| (one["field"]["name"].as_str().unwrap().to_owned(), one.clone())).collect()
}

/// The table of the catalogue: which field which scope has.
#[rustfmt::skip]
const ORDER_FIELDS: [(&str, &str); 17] = [
    ("financeLockView", "AE AI SE SI TE TI LC IO"),
    ("businessProduct", "AE AI SE SI TE TI LC IO"),
    ("goodsType", "AE AI SE SI TE TI LC IO"),
    ("batteryType", "AE AI"),
    ("customsStatusCode", "AE AI"),
    ("containerMethod", "SE SI TE TI"),
    ("cargoFlowType", "SE SI TE TI IO"),
    ("shippingMethod", "LC"),
    ("billingType", "SE SI TE TI"),
    ("iataCode", "AE"),
    ("cataCertifiedSalesAgents", "AE"),
    ("rountingSign", "AE"),
    ("rountingSignBusinessProduct", "AE"),
    ("mft2201Save", "AE"),
    ("checkInternalNumber", "AE AI SE SI TE TI LC IO"),
    ("requireWorkgroup", "AE AI SE SI TE TI LC IO"),
    ("autoLockDays", "AE AI SE SI TE TI LC IO"),
];

/// Values of a dictionary of a company, with the scopes they are for.
fn dictionary(world: &World, org: i64, list: i64, values: &[(&str, &str)]) {
    world.database(|_, conn| {
        for (place, (value, scopes)) in (1i64..).zip(values) {
            let text = |text: &str| Value::Text(text.to_owned());
            let zero = || Value::Int(0);
            let cells = [
                ("id", Value::Int(list * 100 + place)),
                ("category_type", Value::Int(list)),
                ("sort", Value::Int(place * 10)),
                ("param_text", text(value)),
                ("value", text(value)),
                ("scopes", text(scopes)),
                ("is_default", Value::Bool(false)),
                ("active", Value::Bool(*value != "停用")),
                ("version", Value::Int(1)),
                ("created_by", zero()),
                ("created_at", zero()),
                ("updated_by", zero()),
                ("updated_at", zero()),
            ];
            conn.exec(&sql::insert(org, "category", &cells).into()).expect("a value");
        }
    });
}

// req: hrs-route-hrs-org-configure
#[test]
fn the_order_settings_have_the_fields_of_their_scope() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        for scope in ["AE", "AI", "SE", "SI", "TE", "TI", "LC", "IO"] {
            let mut keys: Vec<String> =
                shown(&admin, &format!("/hrs/orgOrderConfig/{scope}")).into_iter().map(|(key, _)| key).collect();
            let fields = ORDER_FIELDS.iter().filter(|(_, scopes)| scopes.contains(scope));
            let mut wanted: Vec<String> = fields.map(|(key, _)| (*key).to_owned()).collect();
            keys.sort();
            wanted.sort();
            assert_eq!(keys, wanted, "{scope}");
        }
        assert_eq!(admin.get("/hrs/orgOrderConfig/XX").status, 400);
        let user = world.login("op01");
        assert_eq!(user.get("/hrs/orgOrderConfig/SE").status, 403);
        assert_eq!(user.put("/hrs/orgOrderConfig/SE", json!({})).status, 403);
    });
}

#[test]
fn a_setting_no_rule_reads_yet_says_so_and_keeps_what_is_decided() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let unread = |scope: &str, key: &str| {
            let all = shown(&admin, &format!("/hrs/orgOrderConfig/{scope}"));
            let one = all.into_iter().find(|(own, _)| own == key).map(|(_, one)| one).unwrap();
            one["unread"] == json!(true)
        };
        assert!(!unread("AE", "financeLockView") && !unread("AE", "goodsType"));
        for scope in ["AI", "SE", "SI", "TE", "TI", "LC", "IO"] {
            for key in ["checkInternalNumber", "requireWorkgroup", "goodsType", "financeLockView", "autoLockDays"] {
                assert!(!unread(scope, key), "{scope} {key}");
            }
            assert_eq!(unread(scope, "businessProduct"), scope == "IO", "{scope}: its form has no product");
        }
        assert!(!unread("SE", "billingType") && !unread("TI", "cargoFlowType") && !unread("LC", "shippingMethod"));
        assert!(unread("AI", "batteryType") && !unread("AI", "customsStatusCode") && unread("IO", "cargoFlowType"));
        assert!(unread("AE", "mft2201Save") && !unread("AE", "autoLockDays"));
        let path = "/hrs/orgOrderConfig/AE";
        let version = admin.ok(path)["version"].clone();
        let kept = admin.put(path, json!({ "version": version, "values": { "mft2201Save": true } }));
        assert_eq!(kept.code, 0, "{}", kept.message);
        let (_, one) = shown(&admin, path).into_iter().find(|(key, _)| key == "mft2201Save").unwrap();
        assert_eq!((&one["value"], &one["isDefault"]), (&json!(true), &json!(false)));
    });
}

#[test]
fn lists_are_ticked_from_the_dictionary_of_the_scope() {
    each_database(Vec::new, |world| {
        dictionary(world, 1, 31, &[("普通", ""), ("特货", "SE"), ("监管", "AE,AI"), ("停用", "")]);
        dictionary(world, 2, 31, &[("本公司码", "AI")]);
        dictionary(world, 3, 31, &[("别家码", "")]);
        let admin = world.login("demo-admin");
        let goods = |scope: &str| {
            let all = shown(&admin, &format!("/hrs/orgOrderConfig/{scope}"));
            all.into_iter().find(|(key, _)| key == "batteryType").map(|(_, one)| one).unwrap()
        };
        let offered = |scope: &str| {
            let one = goods(scope);
            let options = one["field"]["options"].as_array().unwrap().iter();
            options.map(|each| each["value"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(offered("AI"), ["普通", "监管", "本公司码"]);
        assert_eq!(offered("AE")[0], "不含电池", "its form has a closed list");
        let put = |scope: &str, values: Json| {
            let path = format!("/hrs/orgOrderConfig/{scope}");
            let version = admin.ok(&path)["version"].clone();
            admin.put(&path, json!({ "version": version, "values": values }))
        };
        let before = world.contents(true);
        for value in ["特货", "停用", "别家码", "棉花"] {
            let refused = put("AI", json!({ "batteryType": ["普通", value] }));
            assert_eq!(refused.findings_at("batteryType"), ["参数不正确：电池情况"], "{value}");
        }
        assert_eq!(put("SE", json!({ "iataCode": "1234567" })).findings_at("iataCode"), ["参数不正确：iataCode"]);
        for code in ["123456", "12345678", "1234567890A"] {
            assert_eq!(put("AE", json!({ "iataCode": code })).findings_at("iataCode"), ["参数不正确：IATA Code"]);
        }
        let long = json!({ "cataCertifiedSalesAgents": "x".repeat(21), "autoLockDays": 366 });
        let refused = put("AE", long);
        assert_eq!(refused.findings_at("cataCertifiedSalesAgents"), ["参数不正确：航协铜牌代码"]);
        assert_eq!(refused.findings_at("autoLockDays"), ["参数不正确：完成后自动财务锁账"]);
        world.unchanged(&before, true);
        assert_eq!(put("AI", json!({ "batteryType": ["监管", "本公司码"] })).code, 0);
        for code in ["1234567", "12345678901"] {
            assert_eq!(put("AE", json!({ "iataCode": code, "cataCertifiedSalesAgents": "x".repeat(20) })).code, 0);
        }
        assert_eq!(goods("AI")["value"], json!(["监管", "本公司码"]));
        assert_eq!((&goods("AE")["value"], &goods("AE")["isDefault"]), (&json!([]), &json!(true)), "each scope alone");
        assert_eq!(put("AI", json!({ "batteryType": null })).code, 0);
        assert_eq!(goods("AI")["value"], json!([]));
    });
}

#[test]
fn every_switch_has_its_default_and_finds_back_to_it() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let whole = shown(&admin, "/hrs/orgSetting");
        let air = shown(&admin, "/hrs/orgSetting?businessScope=AE");
        let default = |key: &str| {
            let one = whole.iter().chain(&air).find(|(known, _)| known == key).map(|(_, one)| one.clone());
            let one = one.unwrap_or_else(|| panic!("no switch {key}"));
            assert_eq!((&one["value"], &one["isDefault"]), (&one["default"], &json!(true)), "{key}");
            one["value"].clone()
        };
        for (key, value) in [
            ("awbChargeRounding", json!("0.5")),
            ("minConnection", json!(180)),
            ("signNeedsApproval", json!(false)),
            ("noteAfterRecorded", json!(false)),
            ("smallDifference", json!(10)),
            ("mftAuto", json!(false)),
            ("declarationReview", json!(true)),
            ("pickupAfterFee", json!(true)),
            ("exposureFrom", json!("order")),
            ("qualificationDays", json!(7)),
        ] {
            assert_eq!(default(key), value, "{key}");
        }
        // One key, another default by sea than by rail.
        for (scope, key, value) in [
            ("SI", "transferDays", json!(9)),
            ("SE", "wmFactor", json!(1000)),
            ("TE", "wmFactor", json!(500)),
            ("LC", "lcDivisor", json!(3000)),
            ("IO", "ioDivisor", json!(6000)),
            ("TE", "hblNoRule", json!("{org3}{pod3}{yy}{MM}{seq4}")),
            ("LC", "certWarnDays", json!([30, 15, 7])),
            ("IO", "workSteps", json!(true)),
        ] {
            let all = shown(&admin, &format!("/hrs/orgSetting?businessScope={scope}"));
            let one = all.iter().find(|(known, _)| known == key).unwrap_or_else(|| panic!("{scope} has no {key}"));
            assert_eq!(one.1["value"], value, "{scope} {key}");
        }
        let put = |scope: Option<&str>, values: Json| {
            let version = admin.ok("/hrs/orgSetting")["version"].clone();
            admin.put("/hrs/orgSetting", json!({ "version": version, "businessScope": scope, "values": values }))
        };
        let before = world.contents(true);
        for (scope, values, key, message) in [
            (Some("AE"), json!({ "minConnection": 59 }), "minConnection", "参数不正确：最短衔接分钟"),
            (
                Some("AE"),
                json!({ "minConnectionStation": ["HKG"] }),
                "minConnectionStation",
                "参数不正确：中转站最短衔接",
            ),
            (Some("AE"), json!({ "awbChargeRounding": "2" }), "awbChargeRounding", "参数不正确：运单计费重量进位"),
            (Some("AE"), json!({ "transferDays": 1 }), "transferDays", "参数不正确：transferDays"),
            (Some("SE"), json!({ "wmFactor": 332 }), "wmFactor", "参数不正确：重泡比"),
            (Some("SE"), json!({ "hblNoRule": "{yy}" }), "hblNoRule", "参数不正确：分提单号规则"),
            (None, json!({ "smallDifference": "1000.01" }), "smallDifference", "参数不正确：尾差上限"),
            (None, json!({ "minConnection": 120 }), "minConnection", "参数不正确：minConnection"),
        ] {
            assert_eq!(put(scope, values.clone()).findings_at(key), [message], "{values}");
        }
        world.unchanged(&before, true);
        assert_eq!(put(Some("AE"), json!({ "minConnection": 120, "minConnectionStation": ["HKG=90"] })).code, 0);
        let minutes = |scope: &str| {
            let all = shown(&admin, &format!("/hrs/orgSetting?businessScope={scope}"));
            let one = all.into_iter().find(|(key, _)| key == "minConnection").unwrap().1;
            (one["value"].clone(), one["isDefault"].clone())
        };
        assert_eq!(minutes("AE"), (json!(120), json!(false)));
        assert_eq!(minutes("AI"), (json!(180), json!(true)));
        assert_eq!(put(Some("AE"), json!({ "minConnection": null })).code, 0);
        assert_eq!(minutes("AE"), (json!(180), json!(true)));
    });
}
