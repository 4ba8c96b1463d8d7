//! What an interface may be, who keeps whose, and which types a company sets up itself.

use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{World, each_database};

use super::{add, added, field, outgoing, rooms, rows, said, with};

const DEMO: &str = "2";
const DEMOSH: &str = "3";

#[test]
fn a_module_without_an_enabled_interface_refuses_and_a_token_is_never_read() {
    each_database(rooms, |world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let none = op.get("/hrs/orgInterface/type/AE_CD_AWB");
        assert_eq!(said(&none), (200, 1, "未配置出口舱单直传接口，请联系管理员"));
        assert_eq!(op.get("/hrs/orgInterface/type/NOTHING").status, 404);

        let id = added(&admin, outgoing("AE_CD_AWB"));
        let found = op.ok("/hrs/orgInterface/type/AE_CD_AWB");
        assert_eq!(
            found,
            json!({ "id": id, "apiType": "AE_CD_AWB", "platform": "单一窗口", "function": "申报", "mode": "模拟" })
        );
        assert_eq!(admin.ok(&format!("/hrs/orgInterface/{id}"))["authToken"], json!("******"));
        let row = rows(&admin, "/page").remove(0);
        assert_eq!(
            (field(&row, "token"), field(&row, "direction"), field(&row, "state")),
            ("******".into(), "出".into(), "启用".into())
        );
        assert_eq!((field(&row, "typeCode"), field(&row, "description")), ("AE_CD_AWB".into(), "AE_CD_AWB".into()));
        assert_eq!(field(&row, "usedBy"), "NONE", "nothing sends manifests yet");
        assert_eq!(row["orgName"], Json::Null, "the name of the company is the platform's column");
        let everything = world.contents(true).join("\n");
        assert!(!everything.contains("secret-token-1"), "neither the database nor the log holds it in the clear");

        // ****** keeps it, another replaces it, nothing removes it.
        let sealed = |world: &World| {
            world.database(|app, conn| {
                let text = "SELECT token FROM org_interface".to_owned();
                let row = conn.query(&Stmt::Raw(text, Vec::new())).unwrap().remove(0);
                row.get::<Option<Vec<u8>>>(0).unwrap().map(|sealed| app.secrets.open(&sealed).unwrap())
            })
        };
        for (version, token, kept) in
            [(1, "******", Some("secret-token-1")), (2, "secret-token-2", Some("secret-token-2")), (3, "", None)]
        {
            let change = json!({ "version": version, "authToken": token, "remark": format!("第{version}次") });
            assert_eq!(admin.put(&format!("/hrs/orgInterface/{id}"), change).code, 0);
            assert_eq!(sealed(world).as_deref(), kept);
        }
        assert_eq!(admin.ok(&format!("/hrs/orgInterface/{id}"))["authToken"], Json::Null);
        let line = admin.ok("/hrs/log/list/page?size=1")["records"][0].clone();
        assert_eq!((field(&line, "pageName"), field(&line, "level")), ("接口配置".into(), "高".into()));
    });
}

#[test]
fn one_enabled_interface_of_a_type() {
    each_database(rooms, |world| {
        let admin = world.login("demo-admin");
        let first = added(&admin, outgoing("TRACK"));
        let before = world.contents(true);
        let second = add(&admin, outgoing("TRACK"));
        assert_eq!(second.findings_at("apiType"), ["该类型已有启用的配置"]);
        world.unchanged(&before, true);
        let status = |id: &str, active: bool, version: i64| {
            admin.post(&format!("/hrs/orgInterface/{id}/status"), json!({ "active": active, "version": version }))
        };
        assert_eq!(status(&first, false, 1).code, 0);
        assert_eq!(admin.get("/hrs/orgInterface/type/TRACK").message, "未配置轨迹订阅接口，请联系管理员");
        let second = added(&admin, outgoing("TRACK"));
        assert_eq!(status(&first, true, 2).findings_at("apiType"), ["该类型已有启用的配置"]);
        assert_eq!(status(&second, false, 1).code, 0);
        assert_eq!(status(&first, true, 2).code, 0);
        assert_eq!(field(&admin.ok("/hrs/orgInterface/type/TRACK"), "id"), first);
        assert_eq!(rows(&admin, "/page?state=%E5%81%9C%E7%94%A8").len(), 1);
        assert_eq!(rows(&admin, "/page?apiType=TRACK,INVOICE").len(), 2);
        assert_eq!(rows(&admin, "/page?platform=%E5%8D%95%E4%B8%80").len(), 2);
        // The type is fixed once there is an interface of it.
        let body = json!({ "version": 3, "apiType": "INVOICE" });
        let moved = admin.put(&format!("/hrs/orgInterface/{first}"), body);
        assert_eq!(moved.findings_at("apiType").len(), 1, "{}", moved.message);
        assert_eq!(admin.ok(&format!("/hrs/orgInterface/{first}"))["apiType"], json!("TRACK"));
    });
}

#[test]
fn what_is_wrong_is_told_at_its_field_and_nothing_is_kept() {
    each_database(rooms, |world| {
        let admin = world.login("demo-admin");
        let before = world.contents(true);
        let address = "请输入以https://开头的正确地址";
        for (field, value, message) in [
            ("apiType", json!("NOTHING"), "类型选项不存在"),
            ("apiType", json!(null), "请填写类型"),
            ("urlAuth", json!("http://api.example.com"), address),
            ("urlPost", json!("http://127.0.0.1:8080/x"), address),
            ("urlPost", json!("https://u:p@example.com"), address),
            ("urlPost", json!("api.example.com"), address),
            ("timeoutS", json!(0), "超时须在1与60之间"),
            ("timeoutS", json!(61), "超时须在1与60之间"),
            ("platform", json!("长".repeat(41)), "平台不能超过40个字符"),
            ("authToken", json!("x".repeat(401)), "令牌不能超过400个字符"),
        ] {
            let mut body = outgoing("INVOICE");
            body[field] = value.clone();
            assert_eq!(add(&admin, body).findings_at(field), [message], "{field} {value}");
        }
        let incoming = |networks: &str| json!({ "apiType": "AE_ORDER_LIST", "mode": "正式", "allowIp": networks });
        let wrong = add(&admin, incoming("10.0.0.1, 10.0.0.0/33\n办公室"));
        let found = ["第2项不是IP地址或网段：10.0.0.0/33", "第3项不是IP地址或网段：办公室"];
        assert_eq!(wrong.findings_at("allowIp"), found);
        let handoff = |more: &Json| with(outgoing("LOGIN_HANDOFF"), more);
        let short = add(&admin, handoff(&json!({ "platform": "", "authToken": "x".repeat(31) })));
        assert_eq!(short.findings_at("platform"), ["免登须填写平台，与令牌签发方一致"]);
        assert_eq!(short.findings_at("authToken"), ["免登令牌不能少于32个字符"]);
        world.unchanged(&before, true);

        for seconds in [1, 60] {
            let id = added(&admin, with(outgoing("INVOICE"), &json!({ "timeoutS": seconds })));
            let stop = json!({ "active": false, "version": 1 });
            assert_eq!(admin.post(&format!("/hrs/orgInterface/{id}/status"), stop).code, 0);
        }
        let id = added(&admin, incoming(" 10.0.0.1，fd00::/8\n\n192.168.1.0/24"));
        assert_eq!(
            admin.ok(&format!("/hrs/orgInterface/{id}"))["allowIp"],
            json!("10.0.0.1\nfd00::/8\n192.168.1.0/24")
        );
        let same = json!({ "version": 1, "authToken": "******" });
        let key = added(&admin, handoff(&json!({ "authToken": "x".repeat(32) })));
        assert_eq!(admin.put(&format!("/hrs/orgInterface/{key}"), same).code, 0, "an old key stays");
    });
}

#[test]
fn a_kept_token_goes_to_no_other_server() {
    each_database(rooms, |world| {
        let admin = world.login("demo-admin");
        let id = added(&admin, outgoing("INVOICE"));
        let change = |version: i64, more: Json| {
            admin.put(&format!("/hrs/orgInterface/{id}"), with(json!({ "version": version }), &more))
        };
        let before = world.contents(true);
        for (member, url) in [
            ("urlAuth", "https://evil.example.com/token"),
            ("urlPost", "https://api.example.com:8443/send"),
            ("urlAuth", "https://api.example.com.evil.net/"),
        ] {
            for token in [json!({}), json!({ "authToken": "******" })] {
                let reply = change(1, with(token, &json!({ member: url })));
                assert_eq!(reply.findings_at("authToken"), ["地址更换了服务器，请重新填写令牌"], "{url}");
            }
        }
        world.unchanged(&before, true);
        let same = json!({ "urlAuth": "https://API.example.com/v2/token", "urlPost": null, "authToken": "******" });
        assert_eq!(change(1, same).code, 0, "another page of the same server");
        let moved = json!({ "urlAuth": "https://other.example.com/", "authToken": "secret-token-2" });
        assert_eq!(change(2, moved).code, 0, "given anew");
        // Nothing to keep, nothing to ask for.
        assert_eq!(change(3, json!({ "authToken": "" })).code, 0);
        assert_eq!(change(4, json!({ "urlAuth": "https://third.example.com/" })).code, 0);
        // Rule 6: giving it anew needs a proof of late.
        world.set_clock("2026-07-15 10:11:00");
        let moved = json!({ "urlAuth": "https://other.example.com/", "authToken": "secret-token-3" });
        assert_eq!(change(5, moved).message, "请验证密码后继续");
    });
}

/// A clerk to whom the administrator gave the page.
fn may_keep_interfaces(world: &World) -> testkit::Caller<'_> {
    let nodes: Vec<Json> = world.database(|_, conn| {
        let codes = "'hrs_api_config', 'sys_api_add', 'sys_api_edit', 'sys_api_stop'";
        let text = format!("SELECT id FROM permission WHERE code IN ({codes})");
        let rows = conn.query(&Stmt::Raw(text, Vec::new())).unwrap();
        rows.iter().map(|row| json!(row.get::<i64>(0).unwrap().to_string())).collect()
    });
    assert_eq!(nodes.len(), 4);
    let admin = world.login("demo-admin");
    let role = admin.ok("/hrs/role/page?roleName=%E6%93%8D%E4%BD%9C%E5%91%98")["records"][0].clone();
    let path = format!("/hrs/rolePermission/{}", field(&role, "id"));
    let version = admin.ok(&path)["version"].clone();
    let given = admin.put(&path, json!({ "version": version, "permissionIds": nodes }));
    assert_eq!(given.code, 0, "{}", given.message);
    world.login("op01")
}

/// The key of a hand-off signs for everybody of the company, its administrator among them.
#[test]
fn a_hand_off_is_set_up_by_the_administrator_or_the_platform() {
    each_database(rooms, |world| {
        let (keeper, admin) = (world.login("superAdmin"), world.login("demo-admin"));
        let staff = may_keep_interfaces(world);
        let handoff = with(outgoing("LOGIN_HANDOFF"), &json!({ "authToken": "x".repeat(32) }));
        let before = world.contents(true);
        let refused = ["免登接口只能由企业管理员或平台设置"];
        assert_eq!(add(&staff, handoff.clone()).findings_at("apiType"), refused);
        world.unchanged(&before, true);
        let id = added(&admin, handoff.clone());
        let change = |caller: &testkit::Caller<'_>, version: i64| {
            caller.put(&format!("/hrs/orgInterface/{id}"), json!({ "version": version, "authToken": "y".repeat(32) }))
        };
        let status = |caller: &testkit::Caller<'_>, active: bool, version: i64| {
            caller.post(&format!("/hrs/orgInterface/{id}/status"), json!({ "active": active, "version": version }))
        };
        assert_eq!(change(&staff, 1).findings_at("apiType"), refused);
        assert_eq!(change(&admin, 1).code, 0);
        assert_eq!(change(&keeper, 2).code, 0, "the platform");
        assert_eq!(status(&staff, false, 3).code, 0, "anybody who keeps interfaces stops it");
        assert_eq!(status(&staff, true, 4).findings_at("apiType"), refused);
        assert_eq!(status(&admin, true, 4).code, 0);
        assert_eq!(add(&staff, outgoing("TRACK")).code, 0, "other interfaces are theirs");
    });
}

#[test]
fn every_type_by_which_others_call_is_incoming() {
    each_database(rooms, |world| {
        let admin = world.login("demo-admin");
        for (kind, way) in
            [("AE_ORDER_LIST", "入"), ("EDI_RECEIVE", "入"), ("AE_IDF_RECEIVE", "入"), ("AE_DZ_MAWB", "出")]
        {
            let id = added(&admin, json!({ "apiType": kind, "mode": "正式", "allowIp": "10.0.0.1" }));
            let row = rows(&admin, "/page").into_iter().find(|row| field(row, "id") == id).unwrap();
            assert_eq!(field(&row, "direction"), way, "{kind}");
            let made = admin.post(&format!("/hrs/orgInterface/token/{id}"), json!({ "version": 1 }));
            assert_eq!(made.code == 0, way == "入", "{kind}: {}", made.message);
            let kept = admin.ok(&format!("/hrs/orgInterface/{id}"))["allowIp"].clone();
            assert_eq!(kept.as_str() == Some("10.0.0.1"), way == "入", "{kind}");
        }
    });
}

#[test]
fn a_new_token_is_shown_once_and_its_hash_is_kept() {
    each_database(rooms, |world| {
        let admin = world.login("demo-admin");
        let incoming = added(&admin, json!({ "apiType": "AE_ORDER_CREATE", "mode": "正式", "authToken": "given" }));
        assert_eq!(rows(&admin, "/page")[0]["token"], Json::Null, "what comes in has no token but a made one");
        let make = |id: &str, version: i64| {
            admin.post(&format!("/hrs/orgInterface/token/{id}"), json!({ "version": version }))
        };
        let made = make(&incoming, 1);
        let token = field(&made.data, "token");
        assert_eq!((made.code, token.len(), &made.data["version"]), (0, 43, &json!(2)));
        assert_eq!(rows(&admin, "/page")[0]["token"], json!("******"));
        let kept = world.database(|app, conn| {
            let text = "SELECT token_hash, token FROM org_interface".to_owned();
            let row = conn.query(&Stmt::Raw(text, Vec::new())).unwrap().remove(0);
            assert_eq!(row.get::<Option<Vec<u8>>>(1).unwrap(), None);
            (row.get::<Vec<u8>>(0).unwrap(), app.secrets.hash(&token).unwrap())
        });
        assert_eq!(kept.0, kept.1);
        assert!(!world.contents(true).join("\n").contains(&token));
        assert_ne!(field(&make(&incoming, 2).data, "token"), token);
        let before = world.contents(true);
        assert_eq!(make(&incoming, 1).message, "数据有变化，请刷新后重试");
        world.unchanged(&before, true);
        let outgoing = added(&admin, outgoing("TRACK"));
        assert_eq!(make(&outgoing, 1).message, "该接口的令牌由对方系统提供");
        // Rule 6: who proved himself long ago does it again.
        world.set_clock("2026-07-15 10:11:00");
        assert_eq!(make(&incoming, 3).message, "请验证密码后继续");
        let change = json!({ "version": 1, "authToken": "another" });
        assert_eq!(admin.put(&format!("/hrs/orgInterface/{outgoing}"), change).message, "请验证密码后继续");
        let change = json!({ "version": 1, "authToken": "******", "remark": "同" });
        assert_eq!(admin.put(&format!("/hrs/orgInterface/{outgoing}"), change).code, 0);
    });
}

#[test]
fn the_platform_keeps_the_interfaces_of_every_company_and_a_company_its_own() {
    each_database(rooms, |world| {
        let (keeper, admin, op) = (world.login("superAdmin"), world.login("demo-admin"), world.login("op01"));
        let own = added(&admin, outgoing("TRACK"));
        let theirs = added(&keeper, with(outgoing("TRACK"), &json!({ "orgId": DEMOSH })));
        let names = |list: &str| rows(&keeper, list).iter().map(|row| field(row, "orgName")).collect::<Vec<_>>();
        assert_eq!(names("/page"), ["演示货运上海", "演示货运"]);
        assert_eq!(names(&format!("/page?orgId={DEMOSH}")), ["演示货运上海"]);
        assert_eq!(rows(&admin, "/page").len(), 1);
        let change = |id: &str| json!({ "version": 1, "remark": format!("平台 {id}") });
        assert_eq!(keeper.put(&format!("/hrs/orgInterface/{own}"), change(&own)).code, 0);
        assert_eq!(admin.ok(&format!("/hrs/orgInterface/{own}"))["remark"], json!(format!("平台 {own}")));
        let line = admin.ok("/hrs/log/list/page?size=1")["records"][0].clone();
        assert!(field(&line, "operatorName").starts_with("平台管理员"), "the company's log tells who it was: {line}");
        assert_eq!(field(&admin.ok("/hrs/orgInterface/type/TRACK"), "id"), own);

        let before = world.contents(true);
        for reply in [
            admin.get(&format!("/hrs/orgInterface/{theirs}")),
            admin.put(&format!("/hrs/orgInterface/{theirs}"), change(&theirs)),
            admin.post(&format!("/hrs/orgInterface/{theirs}/status"), json!({ "active": false, "version": 1 })),
            admin.post(&format!("/hrs/orgInterface/test/{theirs}"), json!({})),
            admin.post(&format!("/hrs/orgInterface/token/{theirs}"), json!({ "version": 1 })),
            admin.get(&format!("/hrs/orgInterface/page?orgId={DEMOSH}")),
            add(&admin, with(outgoing("INVOICE"), &json!({ "orgId": DEMOSH }))),
        ] {
            assert_eq!((reply.status, reply.message.as_str()), (404, "数据不存在"));
        }
        for reply in [
            op.get("/hrs/orgInterface/page"),
            op.get(&format!("/hrs/orgInterface/{own}")),
            add(&op, outgoing("INVOICE")),
            op.post(&format!("/hrs/orgInterface/test/{own}"), json!({})),
            op.post(&format!("/hrs/orgInterface/token/{own}"), json!({ "version": 1 })),
            op.get("/hrs/orgInterface/own/page"),
        ] {
            assert_eq!(reply.status, 403);
        }
        world.unchanged(&before, true);
        let offered =
            |caller: &testkit::Caller<'_>| caller.ok("/platform/select/interfaceOrg").as_array().unwrap().len();
        assert_eq!((offered(&keeper), offered(&admin)), (4, 1));
        assert_eq!(DEMO, field(&admin.ok("/platform/select/interfaceOrg")[0], "value"));
    });
}

#[test]
fn a_company_sets_up_the_types_the_platform_leaves_to_it() {
    each_database(rooms, |world| {
        let (keeper, admin) = (world.login("superAdmin"), world.login("demo-admin"));
        let add_own = |kind: &str| admin.post("/hrs/orgInterface/own", outgoing(kind));
        let manifest = added(&admin, outgoing("AE_CD_AWB"));
        let before = world.contents(true);
        assert_eq!(add_own("ALL_WORK").findings_at("apiType"), ["该类型由平台配置，请联系平台客服"]);
        world.unchanged(&before, true);
        let track = add_own("TRACK");
        assert_eq!(track.code, 0, "{}", track.message);
        let shown = |caller: &testkit::Caller<'_>| {
            rows(caller, "/own/page").iter().map(|row| field(row, "typeCode")).collect::<Vec<_>>()
        };
        assert_eq!(shown(&admin), ["TRACK"], "the manifest is the platform's");
        let (own, track) = (format!("/hrs/orgInterface/own/{manifest}"), rows(&admin, "/own/page")[0]["id"].clone());
        let before = world.contents(true);
        assert_eq!(admin.get(&own).status, 404, "nor does its form answer");
        assert_eq!(admin.put(&own, json!({ "version": 1, "remark": "x" })).status, 404);
        assert_eq!(admin.post(&format!("{own}/status"), json!({ "active": false, "version": 1 })).status, 404);
        world.unchanged(&before, true);
        assert_eq!(admin.ok(&format!("/hrs/orgInterface/own/{}", track.as_str().unwrap()))["apiType"], json!("TRACK"));
        let types = |caller: &testkit::Caller<'_>| {
            let offers = caller.ok("/platform/select/openInterface");
            offers.as_array().unwrap().iter().map(|offer| field(offer, "value")).collect::<Vec<_>>()
        };
        assert_eq!(types(&admin), ["SAAS_TACT", "TRACK", "FINANCE_EXPORT", "INVOICE"]);

        let platform = keeper.ok("/hrs/platform");
        let opened = json!({ "version": platform["version"], "values": { "interfaceSelfService": ["AE_CD_AWB"] } });
        let saved = keeper.put("/hrs/platform", opened);
        assert_eq!(saved.code, 0, "{}", saved.message);
        assert_eq!((shown(&admin), types(&admin)), (vec!["AE_CD_AWB".to_owned()], vec!["AE_CD_AWB".to_owned()]));
        assert_eq!(add_own("INVOICE").findings_at("apiType"), ["该类型由平台配置，请联系平台客服"]);
        let stop = json!({ "active": false, "version": 1 });
        assert_eq!(admin.post(&format!("/hrs/orgInterface/own/{manifest}/status"), stop).code, 0);
        assert_eq!(shown(&keeper), Vec::<String>::new(), "the tab is the own company's, of the platform too");
    });
}
