//! Who sees which partners: levels, names beyond and against them, every call that takes a partner, and the reasons.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};
use testkit::{Caller, done, refused};

use super::super::{texts, with_partners};
use super::approval::{act, decide, set};
use super::info::{coop, text};

const CODES: [&str; 8] = ["DL001", "GYS001", "GYS002", "HL001", "KH001", "KH002", "KH003", "KH004"];
const HIDDEN: &str = "客商不存在";

fn find(admin: &Caller<'_>, list: &str, member: &str, value: &str) -> Json {
    let page = admin.ok(&format!("{list}/page?size=500"));
    let row = page["records"].as_array().unwrap().iter().find(|row| row[member] == value).cloned();
    row.unwrap_or_else(|| panic!("{list} has no {value}"))
}

fn user(admin: &Caller<'_>, login: &str) -> Json {
    find(admin, "/hrs/user", "userEmail", &format!("{login}@example.com"))
}

pub fn set_level(admin: &Caller<'_>, level: i64) {
    let path = format!("/hrs/roleScope/{}", text(&find(admin, "/hrs/role", "roleName", "部门经理")["id"]));
    let version = admin.ok(&path)["version"].clone();
    done(admin.put(&path, json!({ "version": version, "levels": { "coop": level } })));
}

fn name(admin: &Caller<'_>, members: Json) {
    let manager = user(admin, "mgr01");
    let mut body = json!({ "version": manager["version"] });
    body.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    done(admin.put(&format!("/hrs/user/{}", text(&manager["id"])), body));
}

/// Everything of this room, allowed to the manager of 销售部 who works part-time in 销售一部; and owners of partners:
/// KH001 and KH003 of 销售一部, KH002 and KH004 of 销售二部, GYS001 the manager himself, DL001 of 操作部, the others the administrator's.
pub fn prepare(admin: &Caller<'_>) {
    let manager = text(&user(admin, "mgr01")["id"]).to_owned();
    let tree = admin.ok(&format!("/hrs/userPermission/{manager}"));
    let nodes = tree["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|node| text(&node["code"]).starts_with("prm") || node["code"] == "hrs_log");
    let overrides: Vec<Json> =
        nodes.map(|node| json!({ "permissionId": node["id"], "allowed": true, "reason": "测试" })).collect();
    assert!(overrides.len() > 10, "the pages and buttons of partners");
    let body = json!({ "version": tree["version"], "overrides": overrides });
    done(admin.put(&format!("/hrs/userPermission/{manager}"), body));
    let dept = find(admin, "/hrs/dept", "shortName", "销售一部")["id"].clone();
    done(admin.post("/hrs/userDept", json!({ "userId": manager, "deptId": dept })));
    for (code, owner) in [("KH001", "sales01"), ("KH002", "sales02"), ("GYS001", "mgr01"), ("DL001", "op01")] {
        let row = coop(admin, code);
        let body = json!({ "version": row["version"], "transactorId": user(admin, owner)["id"] });
        done(admin.put(&format!("/prm/coop/{}", text(&row["id"])), body));
    }
}

fn listed(caller: &Caller<'_>) -> BTreeSet<String> {
    let page = caller.ok("/prm/coop/page?size=50");
    let codes: BTreeSet<String> = texts(&page, "coopCode").into_iter().collect();
    assert_eq!(page["total"], json!(codes.len()), "the count is of the same partners");
    assert_eq!(caller.ok("/prm/coop/tabs")[""], json!(codes.len()), "and so are the tabs");
    codes
}

/// What the list shows is what the form opens and what the page of reasons says.
fn agree(admin: &Caller<'_>, manager: &Caller<'_>, wanted: &[&str]) {
    let shown = listed(manager);
    assert_eq!(shown, wanted.iter().map(ToString::to_string).collect());
    let id = text(&user(admin, "mgr01")["id"]).to_owned();
    for code in CODES {
        let told = admin.ok(&format!("/hrs/user/orderVisible/{id}?coopCode={code}"));
        assert_eq!(told["visible"], json!(shown.contains(code)), "{code}: {told}");
        let path = format!("/prm/coop/{}", text(&coop(admin, code)["id"]));
        for reply in [manager.get(&path), manager.get(&format!("{path}/contacts"))] {
            if shown.contains(code) {
                done(reply);
            } else {
                refused(&reply, HIDDEN);
            }
        }
    }
}

#[test]
fn partners_and_their_contacts_are_for_who_has_pages_with_them() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let contacts = format!("/prm/coop/{}/contacts", text(&coop(&admin, "KH001")["id"]));
        let asks = [
            "/platform/select/coop",
            "/platform/select/coop?keyword=KH",
            "/platform/select/coop?role=supplier&value=1",
        ];
        // Nothing at all, and pages of other things: the warehouse, and waybills.
        for login in ["nobody", "wh01", "doc01"] {
            let caller = world.login(login);
            assert_eq!(caller.get(&contacts).status, 403, "{login}");
            // The book of parties names customers.
            for path in asks.into_iter().filter(|_| login != "doc01") {
                assert_eq!(caller.get(path).status, 403, "{login} {path}");
            }
        }
        for login in ["sales01", "fin01", "buy01"] {
            assert_eq!(world.login(login).ok("/platform/select/coop?keyword=KH001")[0]["hint"], "KH001", "{login}");
        }
        done(world.login("fin01").get(&contacts));
        let other = world.login("sh01");
        assert_eq!(other.get(&contacts).status, 404, "another company's");
        assert_eq!(other.ok("/platform/select/coop?keyword=KH001"), json!([]));
    });
}

#[test]
fn who_decides_about_a_hidden_partner_looks_at_it_and_changes_nothing() {
    with_partners(|world| {
        let (admin, mgr) = (world.login("demo-admin"), world.login("mgr01"));
        prepare(&admin);
        set_level(&admin, 1);
        set(&admin, "101");
        let path = |code: &str| format!("/prm/coop/{}", text(&coop(&admin, code)["id"]));
        let (asked, other) = (path("KH004"), path("KH002"));
        refused(&mgr.get(&asked), HIDDEN);
        done(act(&admin, "KH004", "approve", "资料齐全"));
        let seen = mgr.ok(&asked);
        assert_eq!((&seen["coopCode"], &seen["readOnly"]), (&json!("KH004"), &json!(true)));
        assert_eq!(admin.ok(&asked)["readOnly"], Json::Null, "who sees it works on it");
        refused(&mgr.get(&other), HIDDEN);
        let before = world.contents(true);
        refused(&mgr.put(&asked, json!({ "version": seen["version"], "phone": "021-1" })), HIDDEN);
        refused(&mgr.post(&asked.replace("/coop/", "/coop/lease/"), json!({ "tab": "a" })), HIDDEN);
        world.unchanged(&before, true);
        assert_eq!(texts(&mgr.ok("/prm/coop/page?size=50"), "coopCode"), ["GYS001"], "lists go by the level");
        decide(&mgr, "agree");
        assert_eq!(mgr.ok(&asked)["coopState"], json!("生效"), "afterwards he sees what came of it");
    });
}

#[test]
fn each_level_shows_its_partners_in_the_list_the_form_and_the_explanation() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        prepare(&admin);
        let manager = world.login("mgr01");
        let levels: [(i64, &[&str]); 5] = [
            (1, &["GYS001"]),
            (2, &["GYS001"]),
            (3, &["GYS001", "KH001", "KH003"]),
            (4, &["GYS001", "KH001", "KH002", "KH003", "KH004"]),
            (5, &CODES),
        ];
        for (level, wanted) in levels {
            set_level(&admin, level);
            agree(&admin, &manager, wanted);
        }
        let (seen, own) = (coop(&admin, "KH001")["id"].clone(), coop(&admin, "GYS001")["id"].clone());
        name(&admin, json!({ "exceptCoopIds": [seen, own] }));
        agree(&admin, &manager, &["DL001", "GYS001", "GYS002", "HL001", "KH002", "KH003", "KH004"]);
        set_level(&admin, 1);
        let second = find(&admin, "/hrs/dept", "shortName", "销售二部")["id"].clone();
        name(&admin, json!({ "exceptCoopIds": [], "extraCoopIds": [seen], "extraDeptIds": [second] }));
        agree(&admin, &manager, &["GYS001", "KH001", "KH002", "KH004"]);
        name(&admin, json!({ "exceptDeptIds": [second] }));
        agree(&admin, &manager, &["GYS001", "KH001"]);
    });
}

#[test]
fn no_call_answers_for_a_hidden_partner() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        prepare(&admin);
        set_level(&admin, 3);
        let (manager, other) = (world.login("mgr01"), world.login("sh01"));
        let row = coop(&admin, "KH002");
        let (id, version) = (text(&row["id"]).to_owned(), row["version"].clone());
        let path = format!("/prm/coop/{id}");
        let before = world.contents(true);
        let body = json!({ "version": version, "reason": "测试", "scopes": ["AE"] });
        let share = json!({ "coopId": id, "company": "DEMOSH", "days": 7, "fields": ["phone"] });
        let mut replies = vec![
            manager.get(&path),
            manager.get(&format!("{path}/contacts")),
            manager.put(&path, json!({ "version": version, "phone": "021" })),
            manager.delete(&format!("{path}?version={version}")),
            manager.get(&format!("/prm/coopShare/of/{id}")),
            manager.get(&format!("/prm/coopShare/fields?coopId={id}")),
            manager.post("/prm/coopShare", share),
            manager.post("/prm/coopInfo/invite", json!({ "coopId": id })),
        ];
        for way in ["lock", "unlock", "stop", "restart", "black", "white", "approve"] {
            replies.push(manager.post(&format!("{path}/{way}"), body.clone()));
        }
        for (place, reply) in replies.iter().enumerate() {
            assert_eq!((reply.code, reply.message.as_str()), (1, HIDDEN), "call {place}");
        }
        assert_eq!(manager.in_language("en-US").get(&path).message, "There is no such partner.");
        assert_eq!(manager.get(&format!("/hrs/log/page?objectType=coop&objectId={id}")).status, 404);
        for reply in [other.get(&path), other.get(&format!("{path}/contacts"))] {
            assert_eq!(reply.status, 404, "of another company not even that is told");
        }
        world.unchanged(&before, true);
        // A partner of the same name is told by its code and whom to ask.
        let owner = text(&user(&admin, "sales02")["userName"]).to_owned();
        let twin = json!({ "coopFullName": row["coopFullName"], "coopName": "同名", "nationCode": "CN" });
        let told = |caller: &Caller<'_>| {
            let reply = caller.post("/prm/coop", twin.clone());
            let findings = reply.data["findings"].as_array().cloned().unwrap_or_default();
            let found = findings.into_iter().find(|finding| finding["field"] == "coopFullName");
            text(&found.unwrap_or_else(|| panic!("{}", reply.data))["message"]).to_owned()
        };
        assert_eq!(told(&manager), format!("名称已存在：KH002，负责人{owner}"));
        assert_eq!(told(&admin), format!("名称已存在：KH002 {}", text(&row["coopName"])));
        // The log tells nothing of it either.
        let lines = |caller: &Caller<'_>| {
            let page = caller.ok("/hrs/log/list/page?size=500");
            texts(&page, "objectNumber").into_iter().filter(|number| number == "KH002").count()
        };
        assert!(lines(&admin) > 0);
        assert_eq!(lines(&manager), 0);
        let offers = manager.ok("/platform/select/coop?role=customer&keyword=KH002");
        assert_eq!(offers[0]["hint"], json!("KH002"), "fields of other forms offer every partner in effect");
        set_level(&admin, 4);
        done(manager.post(&format!("{path}/lock"), body));
    });
}

#[test]
fn an_invitation_follows_its_partner() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        prepare(&admin);
        let manager = world.login("mgr01");
        let invite = |code: &str| {
            let told = done(admin.post("/prm/coopInfo/invite", json!({ "coopId": coop(&admin, code)["id"] })));
            text(&told["id"]).to_owned()
        };
        let (seen, hidden) = (invite("KH001"), invite("KH002"));
        set_level(&admin, 3);
        let rows = manager.ok("/prm/coopInfo/page");
        assert_eq!((&rows["total"], &rows["records"][0]["id"]), (&json!(1), &json!(seen)));
        done(manager.get(&format!("/prm/coopInfo/{seen}")));
        assert_eq!(manager.get(&format!("/prm/coopInfo/{hidden}")).status, 404);
        // The one who sent it reads what is known of the partner no longer once the partner is hidden from him.
        let own = done(manager.post("/prm/coopInfo/invite", json!({ "coopId": coop(&admin, "GYS001")["id"] })));
        let row = coop(&admin, "GYS001");
        let body = json!({ "version": row["version"], "transactorId": user(&admin, "sales02")["id"] });
        done(admin.put(&format!("/prm/coop/{}", text(&row["id"])), body));
        refused(&manager.get(&format!("/prm/coopInfo/{}", text(&own["id"]))), HIDDEN);
    });
}

#[test]
fn the_reasons_are_told_in_both_languages() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        prepare(&admin);
        let id = text(&user(&admin, "mgr01")["id"]).to_owned();
        let english = admin.in_language("en-US");
        let why = |code: &str| {
            let path = format!("/hrs/user/orderVisible/{id}?coopCode={code}");
            let one = |caller: &Caller<'_>| text(&caller.ok(&path)["reasons"][0]).to_owned();
            (one(&admin), one(&english))
        };
        let both = |zh: &str, en: &str| (zh.to_owned(), en.to_owned());
        assert_eq!(why("KH002"), both("全公司", "Whole company"));
        set_level(&admin, 3);
        assert_eq!(why("GYS001"), both("本人", "Own"));
        assert_eq!(why("KH002"), both("不在数据范围内", "Outside the data scope"));
        let (zh, en) = why("KH001");
        assert!(zh.starts_with("部门 ") && en.starts_with("Department "), "{zh} / {en}");
        let (first, second) = (coop(&admin, "KH001")["id"].clone(), coop(&admin, "KH002")["id"].clone());
        name(&admin, json!({ "extraCoopIds": [second], "exceptCoopIds": [first] }));
        assert_eq!(why("KH002"), both("额外可见", "Also visible"));
        assert_eq!(why("KH001"), both("排除", "Excluded"));
        let path = format!("/hrs/user/orderVisible/{id}?coopCode=XX999");
        assert_eq!(admin.get(&path).findings_at("coopCode"), [HIDDEN]);
        assert_eq!(english.get(&path).message, "There is no such partner.");
    });
}
