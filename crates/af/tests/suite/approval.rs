//! Approvals on locked orders: which setting counts, the chain, the decisions, what follows.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, each_database_from};

use super::fixture::*;

/// Orders O1 to O4; O1 is locked by finance.
pub fn with_locked(story: impl Fn(&World)) {
    each_database_from(rooms, lay_locked, story);
}

pub fn lay_locked(world: &World) {
    super::scope::lay_scope(world);
    lock(world, O1);
    super::told::forget(world);
}

pub fn lock(world: &World, code: &str) {
    let fin = world.login("fin01");
    let order = uuid_of(&fin, code);
    if view(&fin, &order)["costRecorded"] != json!(2) {
        record(&fin, &order);
    }
    let row = view(&fin, &order)["rowUuid"].clone();
    done(fin.put("/afbase/order/lock", json!({ "orderUuid": order, "rowUuid": row })));
}

pub fn unlock(world: &World, code: &str) {
    let fin = world.login("fin01");
    let order = uuid_of(&fin, code);
    let row = view(&fin, &order)["rowUuid"].clone();
    done(fin.put("/afbase/order/unlock", json!({ "orderUuid": order, "rowUuid": row })));
}

pub fn user(caller: &Caller<'_>, login: &str) -> String {
    pick(caller, &format!("user?keyword={login}"), login)
}

pub fn named(caller: &Caller<'_>, logins: &[&str]) -> Json {
    let ids: Vec<String> = logins.iter().map(|login| user(caller, login)).collect();
    json!({ "approverType": "user", "approverIds": ids })
}

pub fn setting(levels: Json) -> Json {
    json!({ "eventId": "15", "approval": "1", "levels": levels })
}

/// Makes a setting that must be taken; answers its id.
#[track_caller]
pub fn set(admin: &Caller<'_>, body: Json) -> String {
    text(&done(admin.post("/prm/ics/approval/setting", body)), "id")
}

/// mgr01 decides, then fin01.
pub fn two_levels(admin: &Caller<'_>) -> String {
    set(admin, setting(json!([named(admin, &["mgr01"]), named(admin, &["fin01"])])))
}

pub fn apply(caller: &Caller<'_>, code: &str) -> Reply {
    let order = uuid_of(caller, code);
    caller.post("/afbase/order/applyUnlock", json!({ "orderUuid": order, "reason": "补录费用" }))
}

pub fn to_do(caller: &Caller<'_>) -> Vec<Json> {
    caller.ok("/prm/api/toDo?current=1&size=10")["records"].as_array().cloned().unwrap_or_default()
}

/// The task that waits for a caller.
#[track_caller]
pub fn task(caller: &Caller<'_>) -> String {
    text(to_do(caller).first().expect("something to decide"), "taskId")
}

pub fn decide(caller: &Caller<'_>, how: &str, more: Json) -> Reply {
    let body = with(json!({ "taskId": task(caller) }), more);
    caller.post(&format!("/prm/ics/approval/{how}"), body)
}

pub fn messages(caller: &Caller<'_>) -> Vec<String> {
    let page = caller.ok("/prm/message?size=50");
    page["records"].as_array().into_iter().flatten().map(|row| text(row, "content")).collect()
}

pub fn status(caller: &Caller<'_>, code: &str) -> String {
    text(&view(caller, &uuid_of(caller, code)), "orderStatus")
}

pub const O1: &str = "AE-2607010001";

// req: prm-unlock-event-ids, prm-unlock-content, prm-open-unlock-flow, notify-todo-call, notify-message-call
#[test]
fn two_levels_decide_one_after_the_other_and_the_order_is_unlocked() {
    with_locked(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let (manager, finance) = (world.login("mgr01"), world.login("fin01"));
        two_levels(&admin);
        let done_now = done(apply(&op, O1));
        assert_eq!(done_now["instanceNo"], "SP-2607010001");
        assert_eq!(done_now["state"], "审批中");
        let rows = to_do(&manager);
        assert_eq!(manager.ok("/prm/api/toDo")["total"], 1);
        let row = &rows[0];
        let said = ["businessScope", "orderCode", "status", "levelName", "content", "applicantName", "coopCode"]
            .map(|name| text(row, name));
        assert_eq!(said, ["AE", O1, "审批中", "一级审批", "客户甲空运出口已锁定，申请解锁", "操作一", "KH001"]);
        assert_eq!(finance.ok("/prm/api/toDo")["total"], 0);
        let agreed = done(decide(&manager, "agree", json!({ "comment": "同意" })));
        assert_eq!((agreed["status"].clone(), agreed["levelName"].clone()), (json!("审批中"), json!("二级审批")));
        assert_eq!(manager.ok("/prm/api/toDo")["total"], 0);
        assert_eq!(finance.ok("/prm/api/toDo")["total"], 1);
        assert_eq!(status(&op, O1), "财务锁账");
        let agreed = done(decide(&finance, "agree", json!({})));
        assert_eq!((agreed["status"].clone(), agreed["effectStatus"].clone()), (json!("已通过"), json!("成功")));
        assert_eq!(status(&op, O1), "订单创建");
        assert_eq!(messages(&op), ["您提交的解锁申请已通过：AE-2607010001"]);
        assert_eq!(op.ok("/prm/api/haveMessage"), json!(1));
        let log = op.ok(&format!("/afbase/order/log/page?orderUuid={}", uuid_of(&op, O1)));
        let line = text(&log["records"][0], "text");
        assert_eq!(line, "申请解锁通过（SP-2607010001）：财务锁账 -> 进行中，至 2026-07-04");
    });
}

// req: prm-unlock-needs-setting
#[test]
fn without_a_setting_nobody_can_apply_and_a_second_application_is_refused() {
    with_locked(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let before = world.contents(false);
        assert_eq!(apply(&op, O1).message, "未配置解锁审批，请联系管理员");
        assert_eq!(apply(&op, "AE-2607010002").message, "该业务未锁定，无需申请");
        let order = uuid_of(&op, O1);
        let bare = op.post("/afbase/order/applyUnlock", json!({ "orderUuid": order, "reason": " " }));
        assert_eq!(bare.findings_at("reason"), ["请填写原因"]);
        let long = op.post("/afbase/order/applyUnlock", json!({ "orderUuid": order, "reason": "长".repeat(201) }));
        assert_eq!(long.findings_at("reason"), ["原因不能超过200个字符"]);
        world.unchanged(&before, false);
        two_levels(&admin);
        done(apply(&op, O1));
        assert_eq!(apply(&op, O1).message, "已提交解锁申请，请勿重复提交");
        let shown = view(&op, &order);
        assert_eq!(shown["unlocking"]["instanceNo"], "SP-2607010001");
        assert!(!shown["buttons"].to_string().contains("prm-unlock-apply"));
    });
}

#[test]
fn the_button_is_for_who_cannot_unlock_himself() {
    with_locked(|world| {
        let (op, fin) = (world.login("op01"), world.login("fin01"));
        let buttons = |caller: &Caller<'_>, code: &str| {
            let shown = view(caller, &uuid_of(caller, code))["buttons"].to_string();
            (shown.contains("prm-unlock-apply"), shown.contains("af-lock-unlock"))
        };
        assert_eq!(buttons(&op, O1), (true, false));
        assert_eq!(buttons(&fin, O1), (false, true));
        assert_eq!(buttons(&op, "AE-2607010002"), (false, false));
        assert_eq!(apply(&world.login("mgr01"), O1).message, "未配置解锁审批，请联系管理员");
        let order = uuid_of(&op, O1);
        let body = json!({ "orderUuid": order, "reason": "x" });
        assert_eq!(world.login("wh01").post("/afbase/order/applyUnlock", body.clone()).status, 403);
        assert_eq!(world.login("sh01").post("/afbase/order/applyUnlock", body).status, 404);
    });
}

// req: prm-unlock-setting-call, prm-unlock-setting-fields
#[test]
fn the_most_specific_setting_counts() {
    with_locked(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let levels = || json!([named(&admin, &["mgr01"])]);
        let coop = |code: &str| pick(&op, &format!("coop?keyword={code}"), code);
        let ask = |event: &str, scope: &str, coop: &str| {
            let path = "/prm/ics/approval/order/setting/org";
            op.ok(&format!("{path}?eventId={event}&businessScope={scope}&coopId={coop}"))
        };
        let (one, two) = (coop("KH001"), coop("KH002"));
        let all = set(&admin, setting(levels()));
        let special = set(&admin, with(setting(json!([])), json!({ "coopId": one, "approval": "0" })));
        let found = ask("15", "AE", &one);
        assert_eq!((text(&found, "settingId"), found["approval"].clone()), (special.clone(), json!(0)));
        let said = ["eventId", "businessScope", "coopId", "coopCode", "coopName"].map(|name| found[name].clone());
        assert_eq!(said, [json!(15), json!("AE"), json!(one), json!("KH001"), json!("客户甲")]);
        let found = ask("15", "AE", &two);
        assert_eq!((text(&found, "settingId"), found["approval"].clone()), (all.clone(), json!(1)));
        assert_eq!(ask("27", "SE", &one), Json::Null);
        for query in ["eventId=15&businessScope=AE", "eventId=15&coopId=1", "businessScope=AE&coopId=1", ""] {
            let reply = op.get(&format!("/prm/ics/approval/order/setting/org?{query}"));
            assert_eq!((reply.code, reply.message.as_str()), (1, "参数不完整"), "{query}");
        }
        // Without a decision the order is unlocked at once.
        let answer = done(apply(&op, O1));
        assert_eq!((answer["state"].clone(), answer["instanceId"].clone()), (json!("已通过"), Json::Null));
        assert_eq!(status(&op, O1), "订单创建");
        let rows = admin.ok("/prm/ics/approval/setting/page?coopName=KH001");
        assert_eq!((rows["total"].clone(), rows["records"][0]["coopName"].clone()), (json!(1), json!("客户甲")));
    });
}

// req: hrs-route-hrs-ics-list
#[test]
fn a_setting_says_who_decides_and_is_refused_what_is_wrong() {
    with_locked(|world| {
        let admin = world.login("demo-admin");
        let id = two_levels(&admin);
        let row = admin.ok("/prm/ics/approval/setting/page")["records"][0].clone();
        assert_eq!(text(&row, "approverText"), "一级: 经理一 → 二级: 财务一");
        assert_eq!((row["levelCount"].clone(), row["businessScope"].clone()), (json!(2), json!("AE")));
        assert_eq!((row["unlockDays"].clone(), row["settingNo"].clone()), (json!(3), json!(1)));
        let again = admin.post("/prm/ics/approval/setting", setting(json!([named(&admin, &["mgr01"])])));
        assert_eq!(again.findings_at("eventId"), ["该事项、业务范畴、客户已存在审批设置"]);
        let wrong = |body: Json, field: &str| admin.post("/prm/ics/approval/setting", body).findings_at(field);
        assert_eq!(wrong(setting(json!([])), "levels"), ["请填写审批节点"]);
        let ten: Vec<Json> = (0..10).map(|_| named(&admin, &["mgr01"])).collect();
        assert_eq!(wrong(setting(json!(ten)), "levels"), ["审批节点最多9级"]);
        let level = |more: Json| setting(json!([with(named(&admin, &["mgr01"]), more)]));
        let at = |field: &str| format!("levels.0.{field}");
        assert_eq!(wrong(level(json!({ "approverIds": [] })), &at("approverIds")), ["请选择审批人"]);
        assert_eq!(wrong(level(json!({ "approverIds": ["1"] })), &at("approverIds")), ["审批人不存在或已停用"]);
        let role = json!({ "approverType": "role" });
        assert_eq!(wrong(level(role), &at("approverIds")), ["审批人不存在或已停用"]);
        let up = json!({ "approverType": "upperHead", "approverUp": 4 });
        assert_eq!(wrong(level(up), &at("approverUp")), ["上级须为1-3级"]);
        assert_eq!(wrong(level(json!({ "limitHours": 721 })), &at("limitHours")), ["时限须为0-720小时"]);
        assert_eq!(wrong(level(json!({ "name": "名".repeat(21) })), &at("name")), ["节点名称不能超过20个字符"]);
        assert_eq!(wrong(level(json!({ "ccIds": ["1"] })), &at("ccIds")), ["抄送人不存在或已停用"]);
        let line =
            |field: &str, compare: &str, value: &str| json!({ "field": field, "compare": compare, "value": value });
        let six: Vec<Json> = (0..6).map(|_| line("lockDays", "gt", "1")).collect();
        assert_eq!(wrong(level(json!({ "conditions": six })), &at("conditions")), ["条件最多5行"]);
        for bad in [line("lockDays", "gt", "x"), line("coopLevel", "gt", "A"), line("amount", "gt", "1")] {
            assert_eq!(wrong(level(json!({ "conditions": [bad] })), &at("conditions")), ["条件不正确"]);
        }
        let closed = with(setting(json!([named(&admin, &["mgr01"])])), json!({ "eventId": "115" }));
        assert_eq!(wrong(closed, "eventId"), ["该事项尚未启用"]);
        let unknown = with(setting(json!([named(&admin, &["mgr01"])])), json!({ "coopId": "1" }));
        assert_eq!(wrong(unknown, "coopId"), ["客户不存在"]);
        // A copy is stopped, and cannot be started beside the first.
        let copy = done(admin.post(&format!("/prm/ics/approval/setting/copy/{id}"), json!({ "version": 1 })));
        let copy = admin.ok(&format!("/prm/ics/approval/setting/{}", text(&copy, "id")));
        assert_eq!((copy["active"].clone(), copy["levels"].as_array().map(Vec::len)), (json!(false), Some(2)));
        let start = |id: &str, version: i64, active: bool| {
            let path = format!("/prm/ics/approval/setting/{id}/status");
            admin.post(&path, json!({ "active": active, "version": version }))
        };
        let refused = start(&text(&copy, "id"), 1, true);
        assert_eq!(refused.findings_at("eventId"), ["该事项、业务范畴、客户已存在审批设置"]);
        done(start(&id, 1, false));
        done(start(&text(&copy, "id"), 1, true));
        // Applications keep their setting.
        done(apply(&world.login("op01"), O1));
        let remove =
            |id: &str, version: i64| admin.delete(&format!("/prm/ics/approval/setting/{id}?version={version}"));
        assert_eq!(remove(&text(&copy, "id"), 2).message, "已有审批记录，不能删除，可停用");
        done(remove(&id, 2));
        assert_eq!(world.login("sh01").get(&format!("/prm/ics/approval/setting/{id}")).status, 403);
    });
}

/// The role of buy01 gets the page of partner settings, and not that of all settings.
fn let_buyer_in(world: &World) {
    world.database(|_, conn| {
        let text = "INSERT INTO role_permission (org_id, role_id, permission_id) SELECT r.org_id, r.id, p.id FROM role r, \
                    permission p WHERE r.org_id = 2 AND r.name = '采购' AND (p.code = 'prm_approval_setting' \
                    OR p.code LIKE 'prm-ics-%')";
        platform::store::Conn::exec(conn, &platform::store::Stmt::Raw(text.to_owned(), Vec::new())).unwrap();
        platform::access::raise_permission_version(conn, 2).unwrap();
    });
}

#[test]
fn the_settings_about_partners_have_a_page_of_their_own() {
    with_locked(|world| {
        let_buyer_in(world);
        let (admin, buyer, op) = (world.login("demo-admin"), world.login("buy01"), world.login("op01"));
        let base = "/prm/approvalSetting";
        let levels = json!([named(&admin, &["mgr01"])]);
        let all = text(&done(buyer.post(base, setting(levels.clone()))), "id");
        let kh001 = pick(&admin, "coop?keyword=KH001", "KH001");
        let of_one = with(setting(levels.clone()), json!({ "coopId": kh001 }));
        let one = text(&done(buyer.post(base, of_one)), "id");
        let found = |event: &str, scope: &str, coop: &str| {
            let coop = pick(&admin, &format!("coop?keyword={coop}"), coop);
            let query = format!("eventId={event}&businessScope={scope}&coopId={coop}");
            op.ok(&format!("/prm/ics/approval/order/setting/org?{query}"))["settingId"].clone()
        };
        assert_eq!((found("15", "AE", "KH001"), found("15", "AE", "KH002")), (json!(one), json!(all)));
        assert_eq!(found("27", "SE", "KH001"), Json::Null);
        let shown = || {
            let page = buyer.ok(&format!("{base}/page"));
            page["records"].as_array().unwrap().iter().map(|row| text(row, "coopCode")).collect::<Vec<_>>()
        };
        assert_eq!(shown(), ["KH001", ""]);
        let body = json!({ "settingId": one, "applicantId": user(&admin, "op01") });
        let chain = done(buyer.post("/prm/ics/approval/setting/test", body));
        assert_eq!(chain["levels"][0]["approvers"], json!(["经理一"]));
        buyer.ok("/prm/ics/approval/choices");

        // Requests of permissions are no partner's business.
        let access = with(setting(levels), json!({ "eventId": "120" }));
        let before = world.contents(true);
        assert_eq!(buyer.post(base, access.clone()).findings_at("eventId"), ["该事项不在客商审批范围内"]);
        world.unchanged(&before, true);
        let other = set(&admin, access);
        assert_eq!(shown(), ["KH001", ""]);
        let before = world.contents(true);
        let applicant = user(&admin, "op01");
        for reply in [
            buyer.get(&format!("{base}/{other}")),
            buyer.put(&format!("{base}/{other}"), json!({ "version": 1, "remark": "x" })),
            buyer.post(&format!("{base}/{other}/status"), json!({ "active": false, "version": 1 })),
            buyer.delete(&format!("{base}/{other}?version=1")),
            buyer.post("/prm/ics/approval/setting/test", json!({ "settingId": other, "applicantId": applicant })),
        ] {
            assert_eq!((reply.status, reply.message.as_str()), (404, "数据不存在"));
        }
        for reply in [buyer.get("/prm/ics/approval/setting/page"), op.get(&format!("{base}/page"))] {
            assert_eq!(reply.status, 403);
        }
        world.unchanged(&before, true);
        let log = |id: &str| buyer.get(&format!("/hrs/log/page?objectType=icsSetting&objectId={id}"));
        assert_eq!(log(&one).code, 0, "who may open one of its forms reads its log");
        assert_eq!(op.get(&format!("/hrs/log/page?objectType=icsSetting&objectId={one}")).status, 403);

        // It counts as any other setting, and goes with the same rules.
        assert_eq!(done(apply(&op, O1))["state"], "审批中");
        let stop = json!({ "active": false, "version": 1 });
        done(buyer.post(&format!("{base}/{all}/status"), stop));
        done(buyer.delete(&format!("{base}/{all}?version=2")));
        assert_eq!(buyer.delete(&format!("{base}/{one}?version=1")).message, "已有审批记录，不能删除，可停用");
    });
}

#[test]
fn a_trial_shows_names_and_what_is_left_out() {
    with_locked(|world| {
        let admin = world.login("demo-admin");
        let longer = json!([{ "field": "lockDays", "compare": "gt", "value": "30" }]);
        let second = with(named(&admin, &["fin01"]), json!({ "conditions": longer }));
        let id = set(&admin, setting(json!([named(&admin, &["mgr01"]), second])));
        let row = admin.ok("/prm/ics/approval/setting/page")["records"][0].clone();
        assert_eq!(text(&row, "conditionText"), "二级: 锁账天数 > 30");
        let op = user(&admin, "op01");
        let trial = |days: &str| {
            let body = json!({ "settingId": id, "applicantId": op, "facts": { "lockDays": days } });
            let levels = done(admin.post("/prm/ics/approval/setting/test", body))["levels"].clone();
            (levels[0]["approvers"].clone(), levels[1]["approvers"].clone(), levels[1]["skipped"].clone())
        };
        assert_eq!(trial("10"), (json!(["经理一"]), json!([]), json!("condition")));
        assert_eq!(trial("30"), (json!(["经理一"]), json!([]), json!("condition")));
        assert_eq!(trial("31"), (json!(["经理一"]), json!(["财务一"]), Json::Null));
        let body = json!({ "settingId": id, "applicantId": op, "orderCode": O1 });
        let by_order = done(admin.post("/prm/ics/approval/setting/test", body));
        assert_eq!(by_order["levels"][1]["skipped"], "condition", "locked today");
        let body = json!({ "settingId": id, "applicantId": op, "orderCode": "AE-0" });
        let none = admin.post("/prm/ics/approval/setting/test", body);
        assert_eq!(none.findings_at("orderCode"), ["订单不存在"]);
    });
}

#[test]
fn levels_are_left_out_or_handed_on_as_the_setting_says() {
    with_locked(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        // The applicant himself is left out; nobody else is there, so it passes at once.
        let own = with(setting(json!([named(&admin, &["op01"])])), json!({ "selfPolicy": "skip" }));
        let id = set(&admin, own);
        assert_eq!(done(apply(&op, O1))["state"], "已通过");
        lock(world, O1);
        let change = |version: i64, more: Json| {
            let body = with(json!({ "version": version }), more);
            done(admin.put(&format!("/prm/ics/approval/setting/{id}"), body));
        };
        // Nobody heads the department: the administrator decides, or the application is refused.
        let head = json!([{ "approverType": "deptHead" }]);
        change(1, json!({ "levels": head, "emptyPolicy": "refuse" }));
        assert_eq!(apply(&op, O1).message, "一级审批没有审批人，不能提交");
        change(2, json!({ "emptyPolicy": "admin" }));
        done(apply(&op, O1));
        assert_eq!(admin.ok("/prm/api/toDo")["total"], 1);
        done(decide(&admin, "agree", json!({})));
        lock(world, O1);
        change(3, json!({ "emptyPolicy": "pass" }));
        assert_eq!(done(apply(&op, O1))["state"], "已通过");
        lock(world, O1);
        // The people of the order, of a role, and the one who asks his own head.
        change(4, json!({ "levels": [{ "approverType": "sales" }, { "approverType": "servicer" }] }));
        done(apply(&op, O1));
        done(decide(&world.login("sales01"), "agree", json!({})));
        done(decide(&world.login("cs01"), "refuse", json!({ "comment": "不同意" })));
        assert_eq!(status(&op, O1), "财务锁账");
        let choices = admin.ok("/prm/ics/approval/choices");
        let offered = |list: &str| {
            let rows = choices[list].as_array().cloned().unwrap_or_default();
            rows.iter().map(|row| (text(row, "value"), text(row, "label"))).collect::<Vec<_>>()
        };
        assert_eq!(offered("scopes").first(), Some(&("AE".to_owned(), "AE 空运出口".to_owned())));
        assert_eq!(offered("scopes").len(), 8);
        assert_eq!(offered("coopLevels"), ["A", "B", "C", "D"].map(|level| (level.to_owned(), level.to_owned())));
        let roles = choices["roles"].clone();
        let role = roles.as_array().into_iter().flatten().find(|role| role["label"] == "财务").expect("a role").clone();
        change(5, json!({ "levels": [{ "approverType": "role", "approverIds": [role["value"]] }] }));
        done(apply(&op, O1));
        done(decide(&world.login("fin01"), "agree", json!({})));
        assert_eq!(status(&op, O1), "订单创建");
        lock(world, O1);
        change(6, json!({ "levels": [named(&admin, &["op01"])], "selfPolicy": "upper" }));
        done(apply(&op, O1));
        assert_eq!(admin.ok("/prm/api/toDo")["total"], 1, "no head above him: the administrator");
        done(decide(&admin, "refuse", json!({ "comment": "x" })));
        change(7, json!({ "selfPolicy": "allow" }));
        done(apply(&op, O1));
        done(decide(&op, "agree", json!({})));
        assert_eq!(status(&op, O1), "订单创建");
    });
}

#[test]
fn an_order_is_locked_again_when_its_days_are_over() {
    with_locked(|world| {
        let admin = world.login("demo-admin");
        let body = setting(json!([named(&admin, &["mgr01"])]));
        let id = set(&admin, with(body, json!({ "unlockDays": 3 })));
        done(apply(&world.login("op01"), O1));
        done(decide(&world.login("mgr01"), "agree", json!({})));
        world.set_clock("2026-07-04 23:59:59");
        world.run_jobs();
        assert_eq!(status(&world.login("op01"), O1), "订单创建");
        world.set_clock("2026-07-05 00:01:00");
        world.run_jobs();
        assert_eq!(status(&world.login("op01"), O1), "财务锁账");
        let op = world.login("op01");
        let log = op.ok(&format!("/afbase/order/log/page?orderUuid={}", uuid_of(&op, O1)));
        assert_eq!(text(&log["records"][0], "text"), "解锁到期，自动锁账：财务日期 2026-07-01");
        // Without days it stays open until finance locks it.
        let admin = world.login("demo-admin");
        done(admin.put(&format!("/prm/ics/approval/setting/{id}"), json!({ "version": 1, "unlockDays": 0 })));
        done(apply(&world.login("op01"), O1));
        done(decide(&world.login("mgr01"), "agree", json!({})));
        world.set_clock("2026-07-11 00:00:00");
        world.run_jobs();
        assert_eq!(status(&world.login("op01"), O1), "订单创建");
    });
}

#[test]
fn an_order_that_can_not_be_locked_again_is_told_of_once() {
    with_locked(|world| {
        let admin = world.login("demo-admin");
        let body = setting(json!([named(&admin, &["mgr01"])]));
        set(&admin, with(body, json!({ "unlockDays": 3 })));
        done(apply(&world.login("op01"), O1));
        done(decide(&world.login("mgr01"), "agree", json!({})));
        let fin = world.login("fin01");
        let order = view(&fin, &uuid_of(&fin, O1))["orderId"].clone();
        done(fin.put("/afbase/orderLock/rollBackToFinishCost", json!({ "orderId": order })));
        for moment in ["2026-07-05 00:01:00", "2026-07-05 00:03:00"] {
            world.set_clock(moment);
            world.run_jobs();
        }
        assert_eq!(status(&world.login("op01"), O1), "订单创建");
        let told = messages(&world.login("demo-admin"));
        let why = "解锁到期，未能自动锁账：收入或成本未完成，不能锁账";
        assert_eq!(told.iter().filter(|one| one.ends_with(why)).count(), 1, "{told:?}");
        // Done again it is locked.
        let fin = world.login("fin01");
        let uuid = uuid_of(&fin, O1);
        let row = view(&fin, &uuid)["rowUuid"].clone();
        let cost = json!({ "orderUuid": uuid, "rowUuid": row, "confirmed": ["charge.none"] });
        done(fin.post("/afbase/order/doCost", cost));
        world.set_clock("2026-07-05 00:05:00");
        world.run_jobs();
        assert_eq!(status(&world.login("op01"), O1), "财务锁账");
    });
}

#[test]
fn an_effect_the_order_refuses_is_kept_and_tried_again() {
    with_locked(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        set(&admin, setting(json!([named(&admin, &["mgr01"])])));
        done(apply(&op, O1));
        unlock(world, O1);
        let agreed = done(decide(&world.login("mgr01"), "agree", json!({})));
        assert_eq!((text(&agreed, "status"), text(&agreed, "effectStatus")), ("已通过".into(), "失败".into()));
        assert_eq!(text(&agreed, "effectError"), "订单未锁账");
        let row = admin.ok("/prm/ics/approval/instance/page")["records"][0].clone();
        assert_eq!(row["can"], json!(["sys_ics_retry"]));
        let retry = || done(admin.put(&format!("/prm/ics/approval/instance/retry/{}", text(&row, "id")), json!({})));
        assert_eq!(retry()["done"], false);
        lock(world, O1);
        assert_eq!(retry()["done"], true);
        assert_eq!(status(&op, O1), "订单创建");
        let again = admin.put(&format!("/prm/ics/approval/instance/retry/{}", text(&row, "id")), json!({}));
        assert_eq!(again.message, "只有生效失败的审批可以重试");
    });
}

#[test]
fn an_approver_looks_at_the_order_his_level_hides_and_no_more() {
    with_locked(|world| {
        let (admin, op, sales) = (world.login("demo-admin"), world.login("op01"), world.login("sales02"));
        let order = uuid_of(&op, O1);
        let look = || sales.get(&format!("/afbase/order/view/{order}"));
        assert_eq!(look().message, "您没有该订单的数据权限");
        set(&admin, setting(json!([named(&admin, &["sales02"])])));
        done(apply(&op, O1));
        let seen = done(look());
        assert_eq!((seen["orderCode"].clone(), seen["buttons"].clone()), (json!(O1), json!([])));
        let files = sales.get(&format!("/afbase/orderFiles/getList?orderUuid={order}"));
        assert_eq!(files.message, "您没有该订单的数据权限");
        let body = json!({ "orderUuid": order, "rowUuid": seen["rowUuid"] });
        assert_eq!(sales.post("/afbase/order/doUpdate", body).message, "您没有该订单的数据权限");
    });
}

#[test]
fn the_standard_suite_holds_with_applications_there() {
    with_locked(|world| {
        let admin = world.login("demo-admin");
        two_levels(&admin);
        done(apply(&world.login("op01"), O1));
        let row =
            [("id", "909"), ("token", "'已清除909'"), ("kind", "'PERSON'"), ("state", "'DONE'"), ("reason", "'x'")];
        world.lay("erasure", &row);
        world.shared_suite();
    });
}

// The catalogue's example names E4; O1 is the locked order of this world.
#[test]
fn applications_to_unlock_are_listed_and_taken_back_by_who_made_them() {
    const PAGE: &str = "/afbase/unlockApply/page";
    with_locked(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let (manager, finance) = (world.login("mgr01"), world.login("fin01"));
        two_levels(&admin);
        done(apply(&op, O1));
        let row = op.ok(PAGE)["records"][0].clone();
        let said = ["applyCode", "coopCode", "orderCode", "scope", "content", "reason", "state", "currentApprover"]
            .map(|name| text(&row, name));
        let content = "客户甲空运出口已锁定，申请解锁";
        assert_eq!(said, ["SP-2607010001", "KH001", O1, "AE", content, "补录费用", "审批中", "经理一"]);
        assert_eq!((text(&row, "applicant"), &row["doneTime"]), ("操作一".to_owned(), &Json::Null));
        assert_eq!(row["can"], json!(["af-unlock-withdraw"]));
        assert_eq!(apply(&op, O1).message, "已提交解锁申请，请勿重复提交");
        assert_eq!(
            finance.ok(PAGE)["records"][0]["can"],
            json!([]),
            "seen by who sees the order, taken back by nobody else"
        );
        let path = format!("/afbase/unlockApply/withdraw/{}", text(&row, "id"));
        let before = world.contents(false);
        assert_eq!(finance.post(&path, json!({})).status, 403);
        assert_eq!(world.login("wh01").get(PAGE).status, 403);
        assert_eq!(world.login("sh01").post(&path, json!({})).status, 404);
        assert_eq!(world.login("sh01").ok(PAGE)["records"], json!([]));
        world.unchanged(&before, false);
        done(op.post(&path, json!({})));
        assert_eq!(op.post(&path, json!({})).message, "审批已结束");
        done(apply(&op, O1));
        done(decide(&manager, "agree", json!({})));
        done(decide(&finance, "agree", json!({})));
        assert_eq!(status(&op, O1), "订单创建");
        let states = |query: &str| -> Vec<String> {
            let rows = op.ok(&format!("{PAGE}?{query}"))["records"].as_array().cloned().unwrap_or_default();
            rows.iter().map(|row| format!("{} {}", text(row, "applyCode"), text(row, "state"))).collect()
        };
        assert_eq!(states(""), ["SP-2607010002 已通过", "SP-2607010001 已撤回"]);
        assert_eq!(states("state=%E5%B7%B2%E6%92%A4%E5%9B%9E"), ["SP-2607010001 已撤回"]);
        assert_eq!(states("coopName=KH002"), Vec::<String>::new());
    });
}

#[test]
fn a_refused_application_says_why() {
    with_locked(|world| {
        let op = world.login("op01");
        two_levels(&world.login("demo-admin"));
        done(apply(&op, O1));
        done(decide(&world.login("mgr01"), "refuse", json!({ "comment": "已对账" })));
        let row = op.ok("/afbase/unlockApply/page")["records"][0].clone();
        assert_eq!(["state", "remark"].map(|name| text(&row, name)), ["已驳回", "已对账"]);
        assert_eq!(row["can"], json!([]));
    });
}
