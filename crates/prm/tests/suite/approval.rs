//! Partners whose admission, or whose way off the black list, is decided by somebody.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done};

use super::super::with_partners;
use super::info::{invite, send, sheet};

pub fn row(caller: &Caller<'_>, code: &str) -> Json {
    caller.ok(&format!("/prm/coop/page?keyword={code}"))["records"][0].clone()
}

pub fn id_of(caller: &Caller<'_>, code: &str) -> String {
    row(caller, code)["id"].as_str().unwrap().to_owned()
}

pub fn act(caller: &Caller<'_>, code: &str, way: &str, reason: &str) -> Reply {
    let id = id_of(caller, code);
    let version = caller.ok(&format!("/prm/coop/{id}"))["version"].clone();
    caller.post(&format!("/prm/coop/{id}/{way}"), json!({ "version": version, "reason": reason }))
}

pub fn set(admin: &Caller<'_>, event: &str) {
    let offers = admin.ok("/platform/select/user?keyword=mgr01");
    let level = json!({ "approverType": "user", "approverIds": [offers[0]["value"]] });
    done(admin.post("/prm/ics/approval/setting", json!({ "eventId": event, "approval": "1", "levels": [level] })));
}

pub fn decide(caller: &Caller<'_>, how: &str) -> Json {
    let task = caller.ok("/prm/api/toDo?current=1&size=10")["records"][0]["taskId"].clone();
    done(caller.post(&format!("/prm/ics/approval/{how}"), json!({ "taskId": task, "comment": "已核实" })))
}

#[test]
fn without_a_setting_both_are_done_at_once() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        assert_eq!(
            (&row(&admin, "KH004")["coopState"], &row(&admin, "KH003")["listMark"]),
            (&json!("待审批"), &json!("黑名单"))
        );
        let told = done(act(&admin, "KH004", "approve", ""));
        assert_eq!((&told["state"], &told["instanceId"]), (&json!("已通过"), &Json::Null));
        assert_eq!(row(&admin, "KH004")["coopState"], json!("生效"));
        assert_eq!(act(&admin, "KH004", "approve", "").message, "当前状态（生效）不能进行此操作");
        let before = world.contents(true);
        assert_eq!(act(&admin, "KH003", "black", " ").findings_at("reason"), ["请填写原因"]);
        world.unchanged(&before, true);
        done(act(&admin, "KH003", "black", "已付清"));
        assert_eq!(row(&admin, "KH003")["listMark"], json!("普通"));
        done(act(&admin, "KH003", "black", "又拖欠"));
        assert_eq!(row(&admin, "KH003")["listMark"], json!("黑名单"), "onto the list nobody is asked");
    });
}

#[test]
fn with_a_setting_both_wait_for_their_decision() {
    with_partners(|world| {
        let (admin, mgr) = (world.login("demo-admin"), world.login("mgr01"));
        set(&admin, "101");
        set(&admin, "104");
        let told = done(act(&admin, "KH004", "approve", "资料齐全"));
        assert_eq!((&told["state"], &told["instanceNo"]), (&json!("审批中"), &json!("SP-2607150001")));
        assert_eq!(row(&admin, "KH004")["coopState"], json!("待审批"));
        let before = world.contents(true);
        assert_eq!(act(&admin, "KH004", "approve", "").message, "已有审批中的申请");
        world.unchanged(&before, true);
        decide(&mgr, "agree");
        assert_eq!(row(&admin, "KH004")["coopState"], json!("生效"));
        done(act(&admin, "KH003", "black", "已付清"));
        assert_eq!(row(&admin, "KH003")["listMark"], json!("黑名单"));
        decide(&mgr, "refuse");
        assert_eq!(row(&admin, "KH003")["listMark"], json!("黑名单"), "a refused one stays");
        done(act(&admin, "KH003", "black", "已付清"));
        decide(&mgr, "agree");
        assert_eq!(row(&admin, "KH003")["listMark"], json!("普通"));
    });
}

/// Puts other levels into the setting of admissions.
fn with_levels(admin: &Caller<'_>, levels: Json) {
    let row = admin.ok("/prm/ics/approval/setting/page")["records"][0].clone();
    let path = format!("/prm/ics/approval/setting/{}", row["id"].as_str().unwrap());
    done(admin.put(&path, json!({ "version": row["version"], "levels": levels })));
}

type People<'a> = [(&'static str, Caller<'a>)];

fn people<'a>(world: &'a World, logins: &[&'static str]) -> Vec<(&'static str, Caller<'a>)> {
    logins.iter().map(|login| (*login, world.login(login))).collect()
}

/// Those of some people who have something to decide.
fn asked(people: &People<'_>) -> Vec<&'static str> {
    let waits = |caller: &Caller<'_>| caller.ok("/prm/api/toDo?current=1&size=10")["total"] != json!(0);
    people.iter().filter(|(_, caller)| waits(caller)).map(|(login, _)| *login).collect()
}

fn one<'a, 'b>(people: &'a People<'b>, login: &str) -> &'a Caller<'b> {
    &people.iter().find(|(one, _)| *one == login).unwrap().1
}

pub fn user(admin: &Caller<'_>, login: &str) -> Json {
    admin.ok(&format!("/platform/select/user?keyword={login}"))[0]["value"].clone()
}

#[test]
fn the_owner_of_the_partner_the_administrator_and_heads_above_are_asked() {
    with_partners(|world| {
        let (admin, sales) = (world.login("demo-admin"), world.login("sales01"));
        let people = people(world, &["op01", "sales02", "mgr01", "fin01", "demo-admin"]);
        set(&admin, "101");
        let path = format!("/prm/coop/{}", id_of(&admin, "KH004"));
        let owned = json!({ "version": admin.ok(&path)["version"], "transactorId": user(&admin, "op01") });
        done(admin.put(&path, owned));
        for (dept, login) in [("111001001", "sales02"), ("111001", "mgr01"), ("111", "fin01")] {
            let text = format!(
                "UPDATE dept SET manager_id = (SELECT id FROM app_user WHERE org_id = 2 AND email = '{login}@example.com') \
                 WHERE org_id = 2 AND code = '{dept}'"
            );
            world.database(|_, conn| conn.exec(&platform::store::Stmt::Raw(text, Vec::new())).unwrap());
        }
        let above = |up: i64| json!({ "approverType": "upperHead", "approverUp": up });
        for (level, who) in [
            (json!({ "approverType": "coopOwner" }), "op01"),
            (json!({ "approverType": "admin" }), "demo-admin"),
            (json!({ "approverType": "deptHead" }), "sales02"),
            (above(1), "mgr01"),
            (above(2), "fin01"),
            // Nobody is that far above; the administrator stands in.
            (above(3), "demo-admin"),
        ] {
            with_levels(&admin, json!([level]));
            done(act(&sales, "KH004", "approve", "资料齐全"));
            assert_eq!(asked(&people), [who], "{level}");
            decide(one(&people, who), "refuse");
        }
    });
}

#[test]
fn one_after_the_other_or_all_of_a_level_decide() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let people = people(world, &["fin01", "mgr01"]);
        let level = |mode: &str| {
            let ids: Vec<Json> = people.iter().map(|(login, _)| user(&admin, login)).collect();
            json!([{ "approverType": "user", "approverIds": ids, "mode": mode }])
        };
        set(&admin, "101");
        let apply = || done(act(&admin, "KH004", "approve", "资料齐全"));
        let agree = |login: &str| decide(one(&people, login), "agree")["status"].clone();
        with_levels(&admin, level("order"));
        apply();
        assert_eq!(asked(&people), ["fin01"], "the second waits for the first");
        assert_eq!(agree("fin01"), json!("审批中"));
        assert_eq!(asked(&people), ["mgr01"]);
        decide(one(&people, "mgr01"), "refuse");
        assert_eq!(row(&admin, "KH004")["coopState"], json!("待审批"), "one refusal ends it");
        with_levels(&admin, level("all"));
        apply();
        assert_eq!(asked(&people), ["fin01", "mgr01"], "both at once");
        assert_eq!(agree("mgr01"), json!("审批中"));
        assert_eq!(asked(&people), ["fin01"]);
        assert_eq!(agree("fin01"), json!("已通过"));
        assert_eq!(row(&admin, "KH004")["coopState"], json!("生效"));
    });
}

fn running(caller: &Caller<'_>, code: &str) -> Json {
    caller.ok(&format!("/prm/coop/{}", id_of(caller, code)))["approving"].clone()
}

const UNDER: &str = "审批中，不能修改";

#[test]
fn nothing_of_a_partner_is_changed_while_its_admission_is_decided() {
    with_partners(|world| {
        let (admin, mgr) = (world.login("demo-admin"), world.login("mgr01"));
        set(&admin, "101");
        let id = id_of(&admin, "KH004");
        let path = format!("/prm/coop/{id}");
        let with_phone = |phone: &str| json!({ "version": admin.ok(&path)["version"], "phone": phone });
        let phone = |phone: &str| admin.put(&path, with_phone(phone));
        assert_eq!((running(&admin, "KH004"), &row(&admin, "KH004")["approvalState"]), (json!([]), &Json::Null));
        let instance = done(act(&admin, "KH004", "approve", "资料齐全"))["instanceId"].clone();
        let act_of = json!({ "zh": "新增客商准入", "en": "Admission of a partner" });
        assert_eq!(
            running(&admin, "KH004"),
            json!([{ "instanceId": instance, "instanceNo": "SP-2607150001", "eventId": 101, "act": act_of, "closes": true }])
        );
        let listed = row(&admin, "KH004");
        assert_eq!(
            [&listed["approvalState"], &listed["approvalNo"], &listed["approvalEvent"]],
            [&json!("审批中"), &json!("SP-2607150001"), &json!(101)]
        );
        assert_eq!(row(&admin, "KH003")["approvalState"], Json::Null, "another partner is free");
        let before = world.contents(true);
        assert_eq!(phone("021-1").message, UNDER);
        let checked = json!({ "id": id, "phone": "021-1" });
        let found = done(admin.post("/prm/coop/check", checked))["findings"][0]["message"].clone();
        assert_eq!(found, json!(UNDER), "the form says so before it is saved");
        let english = admin.in_language("en-US").put(&path, with_phone("021-1"));
        assert_eq!(english.message, "It is being decided and can't be changed.");
        world.unchanged(&before, true);
        assert_eq!(world.login("sh01").get(&path).status, 404, "another company sees neither");
        decide(&mgr, "refuse");
        assert_eq!((phone("021-2").code, running(&admin, "KH004")), (0, json!([])), "refused, it is worked on again");
        let instance = done(act(&admin, "KH004", "approve", "资料齐全"))["instanceId"].clone();
        assert_eq!(phone("021-3").message, UNDER);
        done(admin.post("/prm/ics/approval/withdraw", json!({ "instanceId": instance })));
        assert_eq!(phone("021-4").code, 0, "so is a withdrawn one");
        done(act(&admin, "KH004", "approve", "资料齐全"));
        decide(&mgr, "agree");
        assert_eq!((&row(&admin, "KH004")["coopState"], phone("021-5").code), (&json!("生效"), 0));
    });
}

#[test]
fn what_others_sent_is_not_taken_over_while_the_admission_is_decided() {
    with_partners(|world| {
        let (admin, mgr) = (world.login("demo-admin"), world.login("mgr01"));
        set(&admin, "101");
        let (id, link) = invite(&admin, "KH004");
        done(send(&world.anonymous(), "submit", &link, &sheet()));
        let path = format!("/prm/coopInfo/{id}");
        let adopt = || {
            let one = admin.ok(&path);
            let body = json!({ "version": one["version"], "coopVersion": one["coopVersion"], "fields": ["phone"] });
            admin.post(&format!("{path}/adopt"), body)
        };
        done(act(&admin, "KH004", "approve", "资料齐全"));
        let before = world.contents(true);
        assert_eq!(adopt().message, UNDER);
        world.unchanged(&before, true);
        decide(&mgr, "agree");
        done(adopt());
        assert_eq!(admin.ok(&format!("/prm/coop/{}", id_of(&admin, "KH004")))["phone"], sheet()["phone"]);
    });
}

#[test]
fn the_list_of_a_partner_stays_while_its_way_off_the_black_one_is_decided() {
    with_partners(|world| {
        let (admin, mgr) = (world.login("demo-admin"), world.login("mgr01"));
        set(&admin, "104");
        done(act(&admin, "KH003", "black", "已付清"));
        let one = &running(&admin, "KH003")[0];
        assert_eq!((&one["act"]["zh"], &one["closes"]), (&json!("黑名单恢复"), &json!(false)));
        assert_eq!(row(&admin, "KH003")["approvalEvent"], json!(104));
        let before = world.contents(true);
        assert_eq!(act(&admin, "KH003", "white", "").message, UNDER);
        assert_eq!(act(&admin, "KH003", "black", "已付清").message, "已有审批中的申请");
        world.unchanged(&before, true);
        let path = format!("/prm/coop/{}", id_of(&admin, "KH003"));
        let version = admin.ok(&path)["version"].clone();
        let other = admin.put(&path, json!({ "version": version, "phone": "021-1" }));
        assert_eq!(other.code, 0, "what is not decided about is changed: {}", other.message);
        decide(&mgr, "agree");
        assert_eq!(row(&admin, "KH003")["listMark"], json!("普通"));
        done(act(&admin, "KH003", "white", ""));
        assert_eq!(row(&admin, "KH003")["listMark"], json!("白名单"));
    });
}
