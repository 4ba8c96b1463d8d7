//! Decisions nobody takes in time, and the bells that ring.

use serde_json::{Value as Json, json};
use testkit::{Caller, Socket, World};

use super::approval::*;
use super::fixture::*;

/// mgr01 has four hours from 18:00; then this happens.
fn four_hours(world: &World, then: &str) {
    let admin = world.login("demo-admin");
    let level = with(named(&admin, &["mgr01"]), json!({ "limitHours": 4, "onTimeout": then }));
    set(&admin, setting(json!([level])));
    done(apply(&world.login("op01"), O1));
}

fn at(world: &World, clock: &str) {
    world.set_clock(clock);
    world.run_jobs();
}

fn record(caller: &Caller<'_>) -> Json {
    caller.ok("/prm/ics/approval/mine")["records"][0].clone()
}

/// Who was asked, with state and comment.
fn tasks(caller: &Caller<'_>) -> Vec<String> {
    let shown = caller.ok(&format!("/prm/ics/approval/{}", text(&record(caller), "instanceId")));
    let levels = shown["levels"].as_array().cloned().unwrap_or_default();
    let tasks = levels.iter().flat_map(|level| level["tasks"].as_array().cloned().unwrap_or_default());
    let told = |task: Json| ["name", "status", "comment"].map(|name| text(&task, name)).join(" ").trim().to_owned();
    tasks.map(told).collect()
}

#[test]
fn a_level_agrees_by_itself_when_its_time_is_over() {
    with_locked(|world| {
        four_hours(world, "agree");
        let op = world.login("op01");
        at(world, "2026-07-01 22:00:00");
        assert_eq!(tasks(&op), ["经理一 待审"], "the last moment is in time");
        at(world, "2026-07-01 22:01:00");
        assert_eq!(tasks(&op), ["经理一 自动同意 超时自动同意"]);
        assert_eq!((text(&record(&op), "status"), status(&op, O1)), ("已通过".to_owned(), "订单创建".to_owned()));
        assert_eq!(messages(&op), ["您提交的解锁申请已通过：AE-2607010001"]);
        assert_eq!(world.login("mgr01").ok("/prm/api/toDo")["total"], 0);
    });
}

#[test]
fn a_level_refuses_by_itself_when_its_time_is_over() {
    with_locked(|world| {
        four_hours(world, "refuse");
        let op = world.login("op01");
        at(world, "2026-07-01 22:01:00");
        assert_eq!(tasks(&op), ["经理一 自动驳回 超时自动驳回"]);
        assert_eq!((text(&record(&op), "status"), status(&op, O1)), ("已驳回".to_owned(), "财务锁账".to_owned()));
        assert_eq!(messages(&op), ["您提交的解锁申请已驳回：AE-2607010001"]);
    });
}

#[test]
fn a_late_decision_goes_to_the_administrator_who_is_reminded_in_his_turn() {
    with_locked(|world| {
        four_hours(world, "admin");
        let (op, admin) = (world.login("op01"), world.login("demo-admin"));
        at(world, "2026-07-01 22:01:00");
        assert_eq!(tasks(&op), ["经理一 已转交 超时转管理员", "管理员 待审"]);
        assert_eq!(world.login("mgr01").ok("/prm/api/toDo")["total"], 0);
        assert_eq!(to_do(&admin)[0]["late"], false, "he has four hours of his own");
        at(world, "2026-07-02 02:02:00");
        at(world, "2026-07-02 02:04:00");
        assert_eq!(tasks(&op).len(), 2, "nobody is above him");
        let said = messages(&admin);
        let late = "操作一提交的解锁申请已超过审批时限：AE-2607010001";
        assert_eq!(said.iter().filter(|text| *text == late).count(), 1, "{said:?}");
        done(decide(&admin, "agree", json!({})));
        assert_eq!(status(&op, O1), "订单创建");
    });
}

#[test]
fn an_approver_is_reminded_once_and_decides_later() {
    with_locked(|world| {
        four_hours(world, "remind");
        let manager = world.login("mgr01");
        let late = "操作一提交的解锁申请已超过审批时限：AE-2607010001";
        let reminded = || messages(&manager).iter().filter(|text| *text == late).count();
        at(world, "2026-07-01 22:00:00");
        assert_eq!((reminded(), &to_do(&manager)[0]["late"]), (0, &json!(false)));
        at(world, "2026-07-01 22:01:00");
        at(world, "2026-07-01 23:00:00");
        assert_eq!((reminded(), &to_do(&manager)[0]["late"]), (1, &json!(true)));
        done(decide(&manager, "agree", json!({})));
        at(world, "2026-07-02 09:00:00");
        assert_eq!(reminded(), 1);
        let records = world.login("demo-admin").ok("/prm/ics/approval/instance/page?late=true");
        assert_eq!(records["records"][0]["instanceNo"], "SP-2607010001");
    });
}

#[test]
fn what_was_decided_in_time_is_left_alone() {
    with_locked(|world| {
        four_hours(world, "refuse");
        let (op, manager) = (world.login("op01"), world.login("mgr01"));
        world.set_clock("2026-07-01 21:59:59");
        done(decide(&manager, "agree", json!({})));
        at(world, "2026-07-01 23:00:00");
        assert_eq!(tasks(&op), ["经理一 同意"]);
        assert_eq!(text(&record(&op), "status"), "已通过");
    });
}

#[test]
fn the_bells_of_those_concerned_ring() {
    with_locked(|world| {
        let server = world.serve();
        two_levels(&world.login("demo-admin"));
        let people = ["mgr01", "fin01", "op01"].map(|login| world.login(login));
        let [mut manager, mut finance, mut op] =
            people.each_ref().map(|caller| Socket::of(world, server, caller.token(), &[]));
        let [mgr, fin, applicant] = &people;
        done(apply(applicant, O1));
        assert_eq!(manager.news(), ["counts"]);
        done(decide(mgr, "agree", json!({})));
        assert_eq!(finance.news(), ["counts"]);
        done(decide(fin, "agree", json!({})));
        assert_eq!(op.news(), ["counts"], "the answer");
        assert_eq!(applicant.ok("/prm/api/haveMessage"), json!(1));
    });
}
