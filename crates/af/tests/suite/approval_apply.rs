//! POST /prm/ics/approval/apply: one call for what the calls of the rooms apply for.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply};

use super::approval::*;
use super::fixture::*;

const APPLY: &str = "/prm/ics/approval/apply";

fn ask(caller: &Caller<'_>, event: i64, (kind, thing): (&str, &str), more: Json) -> Reply {
    let body = json!({ "eventId": event, "refType": kind, "refId": thing, "reason": "补录费用" });
    caller.post(APPLY, with(body, more))
}

#[test]
fn the_call_of_all_approvals_applies_by_the_rules_of_the_order() {
    with_locked(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let order = uuid_of(&op, O1);
        let unlock = |more: Json| ask(&op, 15, ("ORDER", &order), more);
        let before = world.contents(false);
        assert_eq!(unlock(json!({})).message, "未配置解锁审批，请联系管理员");
        let other = uuid_of(&op, "AE-2607010002");
        assert_eq!(ask(&op, 15, ("ORDER", &other), json!({})).message, "该业务未锁定，无需申请");
        assert_eq!(ask(&op, 27, ("ORDER", &order), json!({})).message, "未配置解锁审批，请联系管理员");
        assert_eq!(ask(&op, 15, ("COOP", &order), json!({})).message, "未配置解锁审批，请联系管理员");
        assert_eq!(ask(&op, 105, ("COOP", "1"), json!({})).message, "未配置超信用审批，请联系管理员");
        assert_eq!(ask(&op, 101, ("ORDER", &order), json!({})).message, "该事项不能由此申请");
        assert_eq!(ask(&op, 9999, ("ORDER", &order), json!({})).findings_at("eventId"), ["该事项不能由此申请"]);
        for thing in ["", "x", "00000000-0000-4000-8000-000000000000"] {
            assert_eq!(ask(&op, 15, ("ORDER", thing), json!({})).status, 404, "{thing}");
        }
        assert_eq!(op.post(APPLY, json!({ "eventId": 15 })).status, 400);
        world.unchanged(&before, false);
        let setting = two_levels(&admin);
        assert_eq!(unlock(json!({ "reason": " " })).findings_at("reason"), ["请填写原因"]);
        assert_eq!(unlock(json!({ "reason": "长".repeat(201) })).findings_at("reason"), ["原因不能超过200个字符"]);
        // What the applicant was shown is no longer what decides.
        let stale = unlock(json!({ "settingId": "1" }));
        assert_eq!((stale.code, stale.message.as_str()), (3, "数据有变化，请刷新后重试"));
        let told = done(unlock(json!({ "settingId": setting, "reason": "长".repeat(200) })));
        assert_eq!((text(&told, "state"), text(&told, "settingId")), ("审批中".to_owned(), setting));
        assert_eq!(text(&told, "instanceNo"), "SP-2607010001");
        assert_eq!(unlock(json!({})).message, "已提交解锁申请，请勿重复提交");
        let row = &to_do(&world.login("mgr01"))[0];
        assert_eq!(
            (text(row, "orderCode"), text(row, "content")),
            (O1.to_owned(), "客户甲空运出口已锁定，申请解锁".to_owned())
        );
    });
}

#[test]
fn who_may_not_press_the_button_may_not_apply_by_call() {
    with_locked(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        two_levels(&admin);
        let order = uuid_of(&op, O1);
        let (elsewhere, storeman) = (world.login("sh01"), world.login("wh01"));
        let before = world.contents(true);
        assert_eq!(world.anonymous().post(APPLY, json!({})).status, 401);
        let body = json!({ "eventId": 15, "refType": "ORDER", "refId": order, "reason": "x" });
        assert_eq!(elsewhere.post(APPLY, body.clone()).status, 404, "no order of that company");
        assert_eq!(storeman.post(APPLY, body).status, 403, "has no button for it");
        let close = json!({ "eventId": 116, "refType": "ORDER", "refId": order, "reason": "x" });
        assert_eq!(op.post(APPLY, close).status, 403, "op01 closes no orders");
        world.unchanged(&before, true);
    });
}

#[test]
fn what_needs_no_decision_is_done_at_once() {
    with_locked(|world| {
        let admin = world.login("demo-admin");
        let order = uuid_of(&admin, "AE-2607010002");
        let bare = ask(&admin, 116, ("ORDER", &order), json!({ "reason": "" }));
        assert_eq!(bare.code, 1, "{}", bare.message);
        let told = done(ask(&admin, 116, ("ORDER", &order), json!({})));
        assert_eq!(
            (text(&told, "state"), &told["instanceId"], &told["settingId"]),
            ("已通过".to_owned(), &Json::Null, &Json::Null)
        );
        assert_eq!(status(&admin, "AE-2607010002"), "强制关闭");
    });
}
