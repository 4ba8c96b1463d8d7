//! 签约方: a company whose contract party is on the black list, or locked, works no longer.

use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{Caller, PASSWORD, World, done, each_database, each_database_from, each_database_with, field, findings};

use super::link::{at_an_address, mailbox_of};
use super::login::{claims, hand_off, hand_offs, signed};
use super::platform::{edit, org, rows};

const PARTY: i64 = 71;
const BLACK: &str = "公司已被列入黑名单，请联系客服";
const LOCKED: &str = "公司账号已锁定，请联系客服";

fn run(world: &World, text: &str) {
    world.database(|_, conn| conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).unwrap());
}

/// A partner of an org.
fn partner(world: &World, org: i64, id: i64) {
    run(
        world,
        &format!(
            "INSERT INTO coop (org_id, id, coop_code, coop_type, coop_name, coop_full_name, coop_state, list_mark, \
             nation_code, source, is_awb_source, is_default_source, version, created_by, created_at, updated_by, \
             updated_at) VALUES ({org}, {id}, 'KH{id}', '客户', '演示{id}', '演示{id}', '生效', '普通', 'CN', \
             '手工', FALSE, FALSE, 1, 1, 0, 1, 0)"
        ),
    );
}

fn mark(world: &World, list: &str, locked: &str) {
    run(world, &format!("UPDATE coop SET list_mark = '{list}', locked_scopes = '{locked}' WHERE id = {PARTY}"));
}

/// DEMO has its contract with a partner of the platform.
fn agreed(world: &World) {
    partner(world, 1, PARTY);
    done(edit(&world.login("superAdmin"), "DEMO", json!({ "contractPartyId": PARTY.to_string() })));
}

fn log_in(world: &World) -> String {
    world.anonymous().token_call("op01@example.com", "DEMO", PASSWORD).message
}

fn in_state(keeper: &Caller<'_>, state: &str) -> Vec<String> {
    rows(keeper, "/hrs/org", &format!("state={state}")).iter().map(|row| field(row, "orgCode").to_owned()).collect()
}

fn told_states(keeper: &Caller<'_>) -> Vec<(String, Json)> {
    let told = keeper.ok("/hrs/org/overview")["platform"]["states"].clone();
    let told = told.as_array().unwrap().iter();
    told.map(|state| (field(state, "code").to_owned(), state["count"].clone())).collect()
}

#[test]
fn the_state_of_the_party_is_that_of_the_company() {
    each_database_from(Vec::new, agreed, |world| {
        let (keeper, op) = (world.login("superAdmin"), world.login("op01"));
        let is = || field(&org(&keeper, "DEMO"), "state").to_owned();
        assert_eq!((is().as_str(), op.get("/hrs/permission").status), ("正常", 200));
        for (list, locked, state, message) in
            [("黑名单", "", "黑名单", BLACK), ("普通", "AE", "锁定", LOCKED), ("黑名单", "AE,AI", "黑名单", BLACK)]
        {
            mark(world, list, locked);
            assert_eq!(is(), state);
            assert_eq!(in_state(&keeper, state), ["DEMO"]);
            assert!(!in_state(&keeper, "正常").contains(&"DEMO".to_owned()));
            assert!(told_states(&keeper).contains(&(state.to_owned(), json!(1))), "{:?}", told_states(&keeper));
            assert_eq!(log_in(world), message);
            let dead = op.get("/hrs/permission");
            assert_eq!((dead.status, dead.message.as_str()), (401, "登录已超时，请重新登录"));
            let wrong = world.anonymous().token_call("op01@example.com", "DEMO", "wrong");
            assert_eq!(wrong.message, "用户名或密码错误", "strangers learn nothing of the state");
        }
        assert_eq!(rows(&keeper, "/hrs/org", "ended=true").len(), 1, "barred is not ended: TRIAL alone");
        mark(world, "白名单", "");
        assert_eq!((is().as_str(), op.get("/hrs/permission").status), ("正常", 200));
        let log: Vec<String> = rows(&world.login("demo-admin"), "/hrs/loginLog", "result=失败")
            .iter()
            .map(|row| field(row, "reason").to_owned())
            .collect();
        assert!(log.contains(&BLACK.to_owned()) && log.contains(&LOCKED.to_owned()), "{log:?}");
    });
}

#[test]
fn refusals_come_in_their_order() {
    each_database_from(Vec::new, agreed, |world| {
        mark(world, "黑名单", "AE");
        let keeper = world.login("superAdmin");
        let set = |text: &str| run(world, &format!("UPDATE org SET {text} WHERE code = 'DEMO'"));
        let is = || (log_in(world), field(&org(&keeper, "DEMO"), "state").to_owned());
        let told = |message: &str, state: &str| (message.to_owned(), state.to_owned());
        run(world, "UPDATE app_user SET active = FALSE WHERE name_cn = '操作一'");
        set("audit_status = '待审核', stop_at = 0, status = FALSE");
        assert_eq!(is(), told("企业资料审核中，请耐心等待", "待审核"));
        set("audit_status = '已审核'");
        assert_eq!(is(), told("签约已到期，请联系客服续约", "到期"));
        set("stop_at = 4102415999000");
        assert_eq!(is(), told("公司已停用，请联系客服", "停用"));
        set("status = TRUE");
        assert_eq!(is(), told(BLACK, "黑名单"));
        mark(world, "普通", "AE");
        assert_eq!(is(), told(LOCKED, "锁定"));
        mark(world, "普通", "");
        assert_eq!(is(), told("账号已停用，请联系管理员", "正常"));
    });
}

#[test]
fn a_party_is_a_partner_of_the_platform_and_the_platform_has_none() {
    each_database(Vec::new, |world| {
        partner(world, 1, PARTY);
        partner(world, 2, 72);
        mark(world, "黑名单", "");
        let keeper = world.login("superAdmin");
        let offered = keeper.ok("/platform/select/contractParty?keyword=");
        assert_eq!(offered, json!([{ "value": "71", "label": "演示71", "hint": "KH71" }]), "those of DEMO are not");
        assert_eq!(world.login("demo-admin").get("/platform/select/contractParty?keyword=").status, 403);
        let before = world.contents(true);
        let at = |reply| findings(&reply).into_iter().map(|(at, text)| format!("{at} {text}")).collect::<Vec<_>>();
        let foreign = edit(&keeper, "DEMO", json!({ "contractPartyId": "72" }));
        assert_eq!(at(foreign), ["contractPartyId 签约方不存在"]);
        let own = edit(&keeper, "PLAT", json!({ "contractPartyId": "71" }));
        assert_eq!(at(own), ["contractPartyId 平台自身没有签约方"]);
        world.unchanged(&before, true);
        done(edit(&keeper, "DEMO", json!({ "contractPartyId": "71" })));
        assert_eq!(log_in(world), BLACK, "its state counts at once");
        run(world, "DELETE FROM coop WHERE id = 71");
        done(edit(&keeper, "DEMO", json!({ "remark": "续约" })));
        done(edit(&keeper, "DEMO", json!({ "contractPartyId": null })));
        assert_eq!(log_in(world), "操作成功");
    });
}

// req: auth-org-state-fields, auth-user-state-fields
#[test]
fn the_session_knows_the_party() {
    each_database_from(Vec::new, agreed, |world| {
        let reply = world.anonymous().token_call("op01@example.com", "DEMO", PASSWORD).json;
        assert_eq!((&reply["org"]["contractPartyId"], &reply["user"]["contractPartyId"]), (&json!("71"), &json!("71")));
        let reply = world.anonymous().token_call("sh01@example.com", "DEMOSH", PASSWORD).json;
        assert_eq!(reply["org"]["contractPartyId"], Json::Null);
    });
}

#[test]
fn a_barred_company_gets_no_link_and_no_hand_off() {
    each_database_with(Vec::new, at_an_address, |world| {
        let server = mailbox_of(&world.login("demo-admin"));
        agreed(world);
        let asked = || {
            let reply = world.anonymous().post("/auth/password/forgot", json!({ "userEmail": "op01@example.com" }));
            assert_eq!(reply.message, "如账号存在，重置链接已发送至登记邮箱", "everybody is told so");
            world.run_jobs();
            server.received().len()
        };
        mark(world, "普通", "SE");
        assert_eq!(asked(), 0);
        mark(world, "普通", "");
        assert_eq!(asked(), 1, "of a company that may work there is one");
    });
    each_database_from(Vec::new, agreed, |world| {
        for (nonce, list, locked, reason) in [("1", "黑名单", "", BLACK), ("2", "普通", "SE", LOCKED)] {
            mark(world, list, locked);
            let reply = hand_off(world, &signed(&claims(nonce, json!({}))));
            assert_eq!((reply.code, reply.message.as_str()), (1, "无效的用户信息，无法访问"));
            assert_eq!(hand_offs(world).0.last().unwrap(), &format!("portal：{reason}"));
        }
        mark(world, "普通", "");
        done(hand_off(world, &signed(&claims("3", json!({})))));
    });
}
