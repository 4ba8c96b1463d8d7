use kernel::Id;
use platform::store::{Cell, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, each_database_from};

use crate::awb::suite::fixture::*;
use crate::awb::suite::forms::{whole, world_with_orders};

const BASE: &str = "/afbase/destinationRule";

/// Brings the shipped rules into the platform's rows, as a start of the product does.
fn ship(world: &World) -> bool {
    world.database(|app, conn| waybill::destination::load(conn, &app.mint, app.clock.now()).expect("loads"))
}

fn work(world: &World) {
    while world.run_jobs() > 0 {}
}

/// A rule of the company's own.
fn rule(change: Json) -> Json {
    let mut body = json!({
        "code": "DE.CNE.TAX", "countries": "DE", "direction": "TO", "level": "BOTH", "field": "consignee.scCode",
        "condition": "REQUIRED", "severity": "ERROR", "messageZh": "请填写收货人税号",
        "messageEn": "Please fill in the consignee's tax number.", "source": "客户要求",
    });
    for (name, value) in change.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

fn put_rule(caller: &Caller<'_>, change: Json) -> Json {
    let reply = caller.post(BASE, rule(change));
    assert_eq!(reply.code, 0, "{} {}", reply.message, reply.data);
    reply.data
}

/// Box, severity, key and words of what the rules of destinations say.
fn said(reply: &Reply) -> Vec<[String; 4]> {
    let text = |finding: &Json, name: &str| finding[name].as_str().unwrap_or_default().to_owned();
    let findings = reply.data["findings"].as_array().cloned().unwrap_or_default();
    let own = findings.iter().filter(|finding| text(finding, "key").starts_with("destination."));
    own.map(|finding| ["field", "severity", "key", "message"].map(|name| text(finding, name))).collect()
}

fn check(caller: &Caller<'_>, form: &Json) -> Reply {
    let reply = caller.post("/afbase/awbPrint/check", form.clone());
    assert_eq!(reply.code, 0, "{}", reply.message);
    reply
}

fn save(caller: &Caller<'_>, form: Json) -> Reply {
    let reply = caller.post("/afbase/awbPrint/mawb", form);
    assert_eq!(reply.code, 0, "{} {}", reply.message, reply.data);
    reply
}

/// The row of a number in the making list.
fn row(caller: &Caller<'_>, number: &str) -> Json {
    caller.ok(&format!("/afbase/awbPrint/page?awbNumber={number}"))["records"][0].clone()
}

fn state_of(caller: &Caller<'_>, number: &str) -> (Json, Json, Json) {
    let row = row(caller, number);
    (row["ruleState"].clone(), row["ruleErrors"].clone(), row["ruleWarnings"].clone())
}

#[test]
fn the_shipped_packs_are_shown_and_asked_of_a_form_as_it_is_typed() {
    each_database_from(rooms, world_with_orders, |world| {
        let admin = world.login("demo-admin");
        let mut form = whole(world);
        assert_eq!(said(&check(&admin, &form)), Vec::<[String; 4]>::new(), "no rules, nothing said");
        assert!(ship(world));
        assert!(!ship(world), "a second start changes nothing");
        let page = admin.ok(&format!("{BASE}/page?size=50"));
        let codes: Vec<&str> =
            page["records"].as_array().unwrap().iter().map(|row| row["code"].as_str().unwrap()).collect();
        for code in ["ICS2.CNE.POST", "US.CNE.POST", "US.CNE.STATE", "CA.CNE.POST", "CN.CNE.TEL.FORM", "CN.CNE.USCI"] {
            assert!(codes.contains(&code), "{code}");
        }
        assert_eq!(page["records"][0]["can"], json!([]), "the platform's rows are not a company's to change");
        assert_eq!(said(&check(&admin, &form)), Vec::<[String; 4]>::new(), "houses have the codes of a consolidation");
        form["lines"][0]["goodsNameEn"] = json!("LED LAMPS");
        let needed =
            ["lines.0.hsCodes", "warning", "destination.ICS2.HS.NEEDED", "发往或经欧盟（ICS2）中转的货物应填写HS编码"];
        assert_eq!(said(&check(&admin, &form)), [needed.map(str::to_owned)]);
        let english = said(&check(&admin.in_language("en-US"), &form));
        assert_eq!(english[0][3], "Cargo to or through the 29 countries should have HS codes.");
        form["lines"][0]["hsCodes"] = json!(["85395"]);
        assert_eq!(said(&check(&admin, &form))[0][2], "destination.ICS2.HS.6");
        form["lines"][0]["hsCodes"] = json!(["853951"]);
        assert_eq!(said(&check(&admin, &form)), Vec::<[String; 4]>::new());
        // What the address rules say, is said once and in their words.
        form["consignee"]["postCode"] = json!("6054");
        let twice = check(&admin, &form);
        assert_eq!(twice.findings_at("consignee.postCode"), ["德国邮编须为5位数字"]);
        assert_eq!(said(&twice), Vec::<[String; 4]>::new());
    });
}

#[test]
fn imports_and_america_have_their_packs() {
    each_database_from(rooms, world_with_orders, |world| {
        ship(world);
        let admin = world.login("demo-admin");
        let keys = |form: &Json| said(&check(&admin, form)).into_iter().map(|[_, _, key, _]| key).collect::<Vec<_>>();
        let mut form = whole(world);
        form["arrivalStation"] = json!("LAX");
        form["to1"] = json!("LAX");
        form["consignee"]["nationCode"] = json!("US");
        form["consignee"]["postCode"] = json!("1234");
        let us = check(&admin, &form);
        assert_eq!(us.findings_at("consignee.postCode"), ["美国邮编须为5位数字，且州代码不能为空"]);
        assert_eq!(us.findings_at("consignee.stateCode"), ["州代码须为2位大写字母"]);
        form["consignee"]["nationCode"] = json!("CA");
        form["consignee"]["postCode"] = json!("123456");
        form["consignee"]["stateCode"] = json!("ON");
        assert_eq!(keys(&form), ["destination.CA.CNE.POST.FORM"]);
        let mut import = whole(world);
        (import["departureStation"], import["arrivalStation"], import["to1"]) =
            (json!("FRA"), json!("PVG"), json!("PVG"));
        import["lines"][0]["goodsNameEn"] = json!("LED LAMPS");
        import["shipper"]["nationCode"] = json!("DE");
        import["shipper"]["postCode"] = json!("60549");
        import["consignee"]["nationCode"] = json!("CN");
        import["consignee"]["telNumber"] = json!("1234567");
        let all = [
            "destination.CN.CNE.CODE",
            "destination.CN.CNE.TEL.FORM",
            "destination.CN.SHP.CODE",
            "destination.HS.NEEDED",
        ];
        assert_eq!(keys(&import), all);
        import["consignee"]["telNumber"] = json!("13800000001");
        import["consignee"]["scCode"] = json!("91310115MA1K000071");
        import["shipper"]["scCode"] = json!("DE123");
        import["lines"][0]["hsCodes"] = json!(["85395100"]);
        assert_eq!(keys(&import), ["destination.CN.CNE.USCI", "destination.CN.HS.10"]);
        import["consignee"]["scCode"] = json!("91310115MA1K00007Q");
        import["lines"][0]["hsCodes"] = json!(["8539510000"]);
        assert_eq!(keys(&import), Vec::<String>::new());
    });
}

#[test]
fn an_error_lets_a_draft_be_kept_and_not_be_finished() {
    each_database_from(rooms, world_with_orders, |world| {
        ship(world);
        let admin = world.login("demo-admin");
        put_rule(&admin, json!({}));
        assert_eq!(state_of(&admin, "990-12345675"), (json!("NONE"), Json::Null, Json::Null));
        let saved = save(&admin, whole(world));
        let tax = ["consignee.scCode", "error", "destination.DE.CNE.TAX", "请填写收货人税号"].map(str::to_owned);
        assert_eq!(said(&saved), std::slice::from_ref(&tax));
        assert_eq!(state_of(&admin, "990-12345675"), (json!("ERROR"), json!(1), json!(0)));
        let id = saved.data["awbPrintId"].as_str().unwrap().to_owned();
        let finish = |row_uuid: &Json| {
            let body = json!({ "rowUuid": row_uuid, "confirmed": ["awbprint.differs"], "reason": "含托盘" });
            admin.put(&format!("/afbase/awbPrint/finish/{id}"), body)
        };
        let refused = finish(&saved.data["rowUuid"]);
        assert_eq!((refused.code, refused.message.as_str()), (1, "请填写收货人税号"));
        assert_eq!(said(&refused), [tax]);
        let mut form = whole(world);
        form["awbPrintId"] = json!(id);
        form["rowUuid"] = saved.data["rowUuid"].clone();
        form["consignee"]["scCode"] = json!("DE811569869");
        let updated = admin.put("/afbase/awbPrint/mawb", form);
        assert_eq!((updated.code, said(&updated).len()), (0, 0), "{}", updated.message);
        assert_eq!(state_of(&admin, "990-12345675"), (json!("OK"), json!(0), json!(0)));
        let done = finish(&updated.data["rowUuid"]);
        assert_eq!(done.code, 0, "{} {}", done.message, done.data);
        for (state, total) in [("OK", 1), ("ERROR", 0), ("NONE", 1), ("OK,NONE", 2)] {
            let path = format!("/afbase/awbPrint/page?ruleState={state}");
            assert_eq!(admin.ok(&path)["total"], total, "{state}");
        }
    });
}

#[test]
fn houses_have_their_own_state_and_the_master_shows_the_worst() {
    each_database_from(rooms, world_with_orders, |world| {
        ship(world);
        let admin = world.login("demo-admin");
        save(&admin, whole(world));
        assert_eq!(state_of(&admin, "990-12345675").0, "OK");
        assert_eq!(admin.post(&format!("/afbase/awbPrint/createAllHawb/{E1}"), json!({})).data["changed"], 2);
        let master = row(&admin, "990-12345675");
        // A company in Germany should have its EORI number.
        assert_eq!((master["ruleState"].clone(), master["ruleWarnings"].clone()), (json!("WARNING"), json!(2)));
        for house in master["children"].as_array().unwrap() {
            assert_eq!((house["ruleState"].clone(), house["ruleErrors"].clone()), (json!("WARNING"), json!(0)));
            assert_eq!(house["ruleWarnings"], 1, "{house}");
        }
        let id = master["children"][0]["awbPrintId"].as_str().unwrap();
        let body = json!({ "rowUuid": master["children"][0]["rowUuid"] });
        let done = admin.put(&format!("/afbase/awbPrint/finish/{id}"), body);
        let hinders = said(&done).iter().any(|[_, severity, ..]| severity == "error");
        assert!(!hinders, "a warning is in nobody's way: {}", done.data);
    });
}

#[test]
fn a_companys_rule_takes_the_place_of_the_platforms() {
    each_database_from(rooms, world_with_orders, |world| {
        ship(world);
        let admin = world.login("demo-admin");
        let mut form = whole(world);
        form["lines"][0]["goodsNameEn"] = json!("LED LAMPS");
        let severities =
            || said(&check(&admin, &form)).into_iter().map(|[_, severity, ..]| severity).collect::<Vec<_>>();
        assert_eq!(severities(), ["warning"]);
        let own = json!({
            "code": "ICS2.HS.NEEDED", "countries": "ics2", "direction": "THROUGH", "field": "lines.hsCodes",
            "messageZh": "必须填写HS编码", "messageEn": null,
        });
        let made = put_rule(&admin, own.clone());
        assert_eq!(made["countries"], "ICS2");
        assert_eq!(severities(), ["error"]);
        let shown = admin.ok(&format!("{BASE}/page?keyword=ICS2.HS.NEEDED"));
        assert_eq!(
            (shown["total"].clone(), shown["records"][0]["messageZh"].clone()),
            (json!(1), json!("必须填写HS编码"))
        );
        assert_eq!(shown["records"][0]["can"], json!(["af-destrule-edit", "af-destrule-status", "af-destrule-del"]));
        let again = admin.post(BASE, rule(own));
        assert_eq!(again.findings_at("code"), ["规则代码已存在"]);
        let id = made["id"].as_str().unwrap();
        let stopped =
            admin.post(&format!("{BASE}/{id}/status"), json!({ "version": made["version"], "active": false }));
        assert_eq!(stopped.code, 0, "{}", stopped.message);
        assert_eq!(severities(), Vec::<String>::new(), "the company can do without the rule");
        let version = stopped.data["version"].as_i64().unwrap();
        assert_eq!(admin.delete(&format!("{BASE}/{id}?version={version}")).code, 0);
        assert_eq!(severities(), ["warning"]);
        // The address rules hold in any case.
        let of_address = admin.post(BASE, rule(json!({ "code": "US.CNE.POST" })));
        assert_eq!(of_address.findings_at("code"), ["该规则由地址规则执行，不能改写"]);
        let row = admin.ok(&format!("{BASE}/page?keyword=CN.HS.10"))["records"][0].clone();
        let theirs = format!("{BASE}/{}", row["id"].as_str().unwrap());
        let mut changed = row.clone();
        changed["severity"] = json!("ERROR");
        assert_eq!(admin.put(&theirs, rule(json!({ "version": row["version"] }))).status, 404);
        assert_eq!(admin.delete(&format!("{theirs}?version={}", row["version"])).status, 404);
    });
}

#[test]
fn what_is_wrong_with_a_rule_is_said_at_its_fields() {
    each_database_from(rooms, world_with_orders, |world| {
        ship(world);
        let admin = world.login("demo-admin");
        let before = world.contents(false);
        let wrong = |change: Json, expected: &[(&str, &str)]| {
            let reply = admin.post(BASE, rule(change.clone()));
            assert_eq!(reply.code, 1, "{change}");
            let findings: Vec<_> = reply.data["findings"].as_array().unwrap().clone();
            let told: Vec<_> =
                findings.iter().map(|f| (f["field"].as_str().unwrap(), f["message"].as_str().unwrap())).collect();
            assert_eq!(told, expected, "{change}");
        };
        let parameter = "参数与条件不符：位数填5或9-11，等于其一填A,B,C，HS填4-13，其余留空";
        wrong(
            json!({ "code": "税号", "countries": "DEU", "condition": "DIGITS" }),
            &[
                ("code", "规则代码由大写字母、数字、点和横线组成，最多30位"),
                ("countries", "请填写2位国家代码或ICS2，多个用逗号分隔"),
                ("parameter", parameter),
            ],
        );
        wrong(json!({ "condition": "HS", "parameter": "6" }), &[("condition", "该条件不适用于此检查项")]);
        wrong(json!({ "condition": "REQUIRED", "parameter": "6" }), &[("parameter", parameter)]);
        wrong(json!({ "field": "consignee.shoeSize" }), &[("field", "检查项选项不存在")]);
        wrong(json!({ "condition": null }), &[("condition", "请填写条件")]);
        wrong(json!({ "messageZh": " " }), &[("messageZh", "请填写提示")]);
        wrong(
            json!({ "validFrom": "2026-07-16", "validTo": "2026-07-15" }),
            &[("validTo", "失效日期不能早于生效日期")],
        );
        unchanged(world, &before);
        let dated = put_rule(&admin, json!({ "validFrom": "2026-07-18", "validTo": "2026-07-18" }));
        assert_eq!(dated["enabled"], true);
        let form = |day: &str| {
            let mut form = whole(world);
            form["flightDate"] = json!(day);
            said(&check(&admin, &form)).len()
        };
        assert_eq!([form("2026-07-17"), form("2026-07-18"), form("2026-07-19")], [0, 1, 0], "the day it flies counts");
        assert_eq!(admin.ok(&format!("{BASE}/page?valid=true&keyword=DE.CNE"))["total"], 0, "not today");
        assert_eq!(admin.ok(&format!("{BASE}/page?valid=false&keyword=DE.CNE"))["total"], 1);
    });
}

/// Titles of the unread messages of a user about the rules.
fn told(world: &World, login: &str) -> Vec<String> {
    let page = world.login(login).ok("/prm/message?kind=%E8%AE%A2%E5%8D%95&size=50");
    let text = |row: &Json| format!("{}：{}", row["title"].as_str().unwrap(), row["content"].as_str().unwrap());
    page["records"].as_array().unwrap().iter().map(text).filter(|text| text.contains("目的地")).collect()
}

#[test]
fn a_changed_rule_is_asked_of_the_forms_of_open_orders_and_their_operators_are_told() {
    each_database_from(rooms, world_with_orders, |world| {
        let admin = world.login("demo-admin");
        save(&admin, whole(world));
        admin.post(&format!("/afbase/awbPrint/createAllHawb/{E1}"), json!({}));
        assert_eq!(state_of(&admin, "990-12345675"), (json!("OK"), json!(0), json!(0)));
        let made = put_rule(&admin, json!({}));
        assert_eq!(state_of(&admin, "990-12345675").0, "OK", "nobody has looked yet");
        work(world);
        assert_eq!(state_of(&admin, "990-12345675"), (json!("ERROR"), json!(3), json!(0)));
        let expected =
            "AE-2607150001目的地检查未通过：订单AE-2607150001的运单990-12345675、HA001、HA002不符合目的地规则，请修改";
        assert_eq!(told(world, "op01"), [expected]);
        assert_eq!(told(world, "cs01"), [""; 0]);
        let count = |world: &World| {
            world.database(|_, conn| {
                let mut select = sql::from_global("destination_replay");
                select.column("org_id");
                conn.query(&select.into()).expect("reads").len()
            })
        };
        assert_eq!(count(world), 0, "nothing waits");
        // The same failure is told once; one that is mended and comes again is told again.
        let id = made["id"].as_str().unwrap();
        let mut body = rule(json!({ "version": made["version"], "messageZh": "收货人税号必填" }));
        let changed = admin.put(&format!("{BASE}/{id}"), body.clone());
        assert_eq!(changed.code, 0, "{}", changed.message);
        work(world);
        assert_eq!(told(world, "op01").len(), 1);
        body["version"] = changed.data["version"].clone();
        body["severity"] = json!("WARNING");
        let milder = admin.put(&format!("{BASE}/{id}"), body.clone());
        work(world);
        assert_eq!(state_of(&admin, "990-12345675"), (json!("WARNING"), json!(0), json!(3)));
        body["version"] = milder.data["version"].clone();
        body["severity"] = json!("ERROR");
        assert_eq!(admin.put(&format!("{BASE}/{id}"), body).code, 0);
        work(world);
        assert_eq!(told(world, "op01").len(), 2);
    });
}

#[test]
fn a_rule_of_the_platform_is_asked_of_every_company_and_closed_orders_rest() {
    each_database_from(rooms, world_with_orders, |world| {
        let admin = world.login("demo-admin");
        let mut form = whole(world);
        form["lines"][0]["goodsNameEn"] = json!("LED LAMPS");
        save(&admin, form);
        ship(world);
        work(world);
        assert_eq!(state_of(&admin, "990-12345675"), (json!("WARNING"), json!(0), json!(1)));
        assert_eq!(told(world, "op01"), [""; 0], "a warning is no failure");
        let keeper = world.login("superAdmin");
        let rows = keeper.ok(&format!("{BASE}/page?keyword=ICS2.HS.NEEDED"));
        let row = &rows["records"][0];
        assert!(row["can"].as_array().unwrap().contains(&json!("af-destrule-edit")), "{row}");
        let path = format!("{BASE}/{}", row["id"].as_str().unwrap());
        let mut body = keeper.ok(&path);
        body.as_object_mut().unwrap().remove("id");
        body["severity"] = json!("ERROR");
        let changed = keeper.put(&path, body.clone());
        assert_eq!(changed.code, 0, "{} {}", changed.message, changed.data);
        let lifecycle = |world: &World, to: &str| {
            world.database(|_, conn| {
                let mut update = sql::update(DEMO, "freight_order", &[("lifecycle", to.into_value())]);
                update.and_where(sql::eq("id", 6001i64));
                conn.exec(&update.into()).expect("updates");
            });
        };
        lifecycle(world, "LOCKED");
        work(world);
        assert_eq!(state_of(&admin, "990-12345675").0, "WARNING", "the order is closed");
        lifecycle(world, "OPEN");
        // What was begun goes on behind the last order that was looked at.
        for (after, state) in [(6001, "WARNING"), (6000, "ERROR")] {
            world.database(|_, conn| {
                let cells = [("asked_at", Value::Int(1)), ("after_order", Value::Int(after))];
                conn.exec(&sql::insert(DEMO, "destination_replay", &cells).into()).expect("inserts");
            });
            work(world);
            assert_eq!(state_of(&admin, "990-12345675").0, state, "after {after}");
        }
        assert_eq!(told(world, "op01").len(), 1);
        // A later release does not undo what the keepers decided.
        assert!(!ship(world));
        let kept = world.login("superAdmin").ok(&path);
        assert_eq!(kept["severity"], "ERROR");
    });
}

#[test]
fn rows_nobody_edited_follow_the_release() {
    each_database_from(rooms, world_with_orders, |world| {
        ship(world);
        world.database(|_, conn| {
            let cells = [("text_zh", "旧的提示".into_value()), ("updated_by", Id(0).into_value())];
            let mut update = sql::update(1, "destination_rule", &cells);
            update.and_where(sql::eq("code", "CN.HS.10"));
            conn.exec(&update.into()).expect("updates");
        });
        assert!(ship(world));
        let admin = world.login("demo-admin");
        let row = admin.ok(&format!("{BASE}/page?keyword=CN.HS.10"))["records"][0].clone();
        assert_eq!((row["messageZh"].clone(), row["version"].clone()), (json!("进口中国的HS编码应为10位"), json!(2)));
    });
}
