//! What is answered to applications nothing is set up for.

use approval::Application;
use kernel::{Id, Msg};
use platform::access::Access;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::registry::{Applier, Applying, Approved, Effect, Room};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database, field};

const EXPENSE: i64 = 109;
const BAD_DEBT: i64 = 113;
const KIND: &str = "CLAIM";
const RUNNING: Msg = Msg::new("test.running", "已有审批中的申请", "An application is running.");

/// A room that has expenses decided.
fn rooms() -> Vec<Room> {
    let mut room = Room::new("claims");
    room.effects.push(Effect { event: EXPENSE, kind: KIND, work: paid });
    room.appliers.push(Applier { event: EXPENSE, kind: KIND, access: Access::LoggedIn, work: wish });
    vec![room]
}

fn paid(_: &mut Tx<'_>, _: &Approved) -> Result<(), Refusal> {
    Ok(())
}

fn wish(tx: &mut Tx<'_>, asked: Applying<'_>) -> Result<Json, Refusal> {
    let claim = Application {
        event: asked.event,
        kind: KIND,
        object: Id(7),
        number: "BX-1".to_owned(),
        internal_number: String::new(),
        url: String::new(),
        scope: String::new(),
        coop: None,
        sales: None,
        servicer: None,
        facts: approval::rule::Facts::new(),
        content: "申请报销".to_owned(),
        reason: asked.reason.to_owned(),
        without: None,
        running: RUNNING,
    };
    Ok(approval::submit(tx, &claim)?.told())
}

fn ask(caller: &Caller<'_>, event: i64, kind: &str) -> Reply {
    let body = json!({ "eventId": event, "refType": kind, "refId": "7", "reason": "客户招待" });
    caller.post("/prm/ics/approval/apply", body)
}

#[test]
fn an_expense_goes_to_the_head_of_the_department_and_nowhere_without_one() {
    each_database(rooms, |world: &World| {
        let (op, head) = (world.login("op01"), world.login("mgr01"));
        let set = |manager: &str| {
            let text = format!("UPDATE dept SET manager_id = {manager} WHERE org_id = 2");
            world.database(|_, conn| conn.exec(&platform::store::Stmt::Raw(text, Vec::new())).unwrap());
        };
        set("NULL");
        let before = world.contents(true);
        assert_eq!(ask(&op, EXPENSE, KIND).message, "部门未设置负责人，请联系管理员");
        let english = ask(&op.in_language("en-US"), EXPENSE, KIND);
        assert_eq!(english.message, "The department has no head. Please contact the administrator.");
        world.unchanged(&before, true);
        set("(SELECT u.id FROM app_user u WHERE u.org_id = 2 AND u.email = 'mgr01@example.com')");
        assert_eq!(field(&done(ask(&op, EXPENSE, KIND)), "state"), "审批中");
        assert_eq!(head.ok("/prm/api/toDo?current=1&size=10")["total"], json!(1));
    });
}

#[test]
fn a_bad_debt_is_refused_while_no_approval_of_it_is_set_up() {
    each_database(rooms, |world: &World| {
        let (op, admin) = (world.login("op01"), world.login("demo-admin"));
        let before = world.contents(true);
        assert_eq!(ask(&op, BAD_DEBT, KIND).message, "未配置坏账审批，请联系管理员");
        // A setting waits for a room that has bad debts decided.
        let level = json!({ "approverType": "admin" });
        let setting = json!({ "eventId": BAD_DEBT.to_string(), "approval": "1", "levels": [level] });
        let made = admin.post("/prm/ics/approval/setting", setting);
        assert_eq!(made.findings_at("eventId"), ["该事项尚未启用"]);
        world.unchanged(&before, true);
    });
}
