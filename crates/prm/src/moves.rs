//! Moves of a partner between its states and lists, and the manual lock of scopes.

use kernel::{Id, Msg, Scope};
use platform::call::{Answer, Call, Outcome};
use platform::log::{Change, Level, LogEntry};
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::coop::{self, Coop, EFFECTIVE, STOPPED, WAITING};

const WRONG_STATE: Msg =
    Msg::new("coop.state", "当前状态（{state}）不能进行此操作", "This can't be done in the state {state}.");
const NEED_REASON: Msg = Msg::new("coop.reason", "请填写原因", "Please give a reason.");
const NEED_SCOPES: Msg = Msg::new("coop.scopes", "请选择业务范畴", "Please choose the scopes.");
const OPEN_ORDERS: Msg = Msg::new(
    "coop.open_orders",
    "存在{n}票进行中订单，不能停用",
    "There are {n} open orders; the partner can't be stopped.",
);

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Asked {
    version: i64,
    reason: String,
    scopes: Vec<String>,
}

/// One changed column: its name, label, old and new text.
struct Step {
    column: &'static str,
    label: &'static str,
    old: String,
    new: String,
}

fn step(column: &'static str, label: &'static str, old: &str, new: &str) -> Step {
    Step { column, label, old: old.to_owned(), new: new.to_owned() }
}

/// Runs a move: reads, decides, writes the steps, logs.
fn run(
    call: &mut Call,
    function: &'static str,
    decide: impl FnOnce(&mut dyn Conn, i64, Id, &Coop, &Asked) -> Result<Vec<Step>, Refusal>,
) -> Outcome {
    let asked: Asked = call.json()?;
    let id = call.path_id("id")?;
    let version = call.write(|tx| {
        let org = tx.org();
        let (version, coop) = coop::own(tx, org, id)?;
        if asked.version != version {
            return Err(Refusal::Stale(Json::Null));
        }
        let steps = decide(tx, org, id, &coop, &asked)?;
        let mut cells = vec![
            ("version", Value::Int(version + 1)),
            ("updated_by", tx.actor.user_id.into_value()),
            ("updated_at", tx.now.into_value()),
        ];
        cells.extend(steps.iter().map(|step| (step.column, step.new.clone().into_value())));
        let mut update = sql::update(org, "coop", &cells);
        update.and_where(sql::eq("id", id)).and_where(sql::eq("version", version));
        if tx.exec(&update.into())? == 0 {
            return Err(Refusal::Stale(Json::Null));
        }
        let changes = steps
            .into_iter()
            .map(|s| Change {
                field: platform::field::camel_case(s.column),
                label: s.label.to_owned(),
                old: s.old,
                new: s.new,
            })
            .collect();
        tx.log(
            LogEntry::of("coop", id, coop.coop_code, "/prm_coop")
                .did("修改", function)
                .level(Level::High)
                .changes(changes),
        )?;
        Ok(version + 1)
    })?;
    Ok(Answer::Data(json!({ "id": id, "version": version })))
}

fn from(coop: &Coop, states: &[&str]) -> Result<(), Refusal> {
    if states.contains(&coop.coop_state.as_str()) {
        return Ok(());
    }
    Err(Refusal::Business(WRONG_STATE.with(&[("state", &coop.coop_state)])))
}

/// 待审批 → 生效.
pub fn approve(call: &mut Call) -> Outcome {
    run(call, "审批通过", |_, _, _, coop, _| {
        from(coop, &[WAITING])?;
        Ok(vec![step("coop_state", "状态", &coop.coop_state, EFFECTIVE)])
    })
}

/// 生效 → 停用, unless orders are open.
pub fn stop(call: &mut Call) -> Outcome {
    run(call, "停用", |conn, org, id, coop, _| {
        from(coop, &[EFFECTIVE])?;
        let mut open = sql::from(org, "freight_order");
        open.expr(platform::sea_query::Expr::cust("COUNT(*)"))
            .and_where(sql::eq("coop_id", id))
            .and_where(sql::eq("lifecycle", "OPEN".to_owned()));
        let count: i64 = conn.first(&open.into())?.unwrap_or_default().get(0)?;
        if count > 0 {
            return Err(Refusal::Business(OPEN_ORDERS.with(&[("n", &count.to_string())])));
        }
        Ok(vec![step("coop_state", "状态", &coop.coop_state, STOPPED)])
    })
}

/// 停用 → 生效.
pub fn restart(call: &mut Call) -> Outcome {
    run(call, "启用", |_, _, _, coop, _| {
        from(coop, &[STOPPED])?;
        Ok(vec![step("coop_state", "状态", &coop.coop_state, EFFECTIVE)])
    })
}

fn scopes_of(asked: &Asked) -> Result<Vec<&'static str>, Refusal> {
    let scopes: Vec<&str> =
        Scope::all().map(Scope::code).filter(|code| asked.scopes.iter().any(|one| one == code)).collect();
    if scopes.is_empty() { Err(Refusal::field("scopes", NEED_SCOPES.text())) } else { Ok(scopes) }
}

fn reason(asked: &Asked) -> Result<String, Refusal> {
    let text: String = asked.reason.trim().chars().take(200).collect();
    if text.is_empty() { Err(Refusal::field("reason", NEED_REASON.text())) } else { Ok(text) }
}

/// Locks the business of scopes by hand.
pub fn lock(call: &mut Call) -> Outcome {
    run(call, "锁定", |_, _, _, coop, asked| {
        let (scopes, reason) = (scopes_of(asked)?, reason(asked)?);
        let locked: Vec<&str> = Scope::all()
            .map(Scope::code)
            .filter(|code| scopes.contains(code) || coop.locked_scopes.split(',').any(|one| one == *code))
            .collect();
        Ok(vec![
            step("locked_scopes", "锁定", &coop.locked_scopes, &locked.join(",")),
            step("lock_reason", "锁定原因", &coop.lock_reason, &reason),
        ])
    })
}

/// Opens the business of scopes again.
pub fn unlock(call: &mut Call) -> Outcome {
    run(call, "解锁", |_, _, _, coop, asked| {
        let scopes = scopes_of(asked)?;
        let left: Vec<&str> =
            coop.locked_scopes.split(',').filter(|one| !one.is_empty() && !scopes.contains(one)).collect();
        let why = if left.is_empty() { "" } else { coop.lock_reason.as_str() };
        Ok(vec![
            step("locked_scopes", "锁定", &coop.locked_scopes, &left.join(",")),
            step("lock_reason", "锁定原因", &coop.lock_reason, why),
        ])
    })
}

/// Onto the black list, or off it.
pub fn black(call: &mut Call) -> Outcome {
    run(call, "黑名单", |_, _, _, coop, asked| {
        let new = if coop.list_mark == "黑名单" { "普通" } else { "黑名单" };
        reason(asked)?;
        Ok(vec![step("list_mark", "名单", &coop.list_mark, new)])
    })
}

/// Onto the white list, or off it.
pub fn white(call: &mut Call) -> Outcome {
    run(call, "白名单", |_, _, _, coop, _| {
        let new = if coop.list_mark == "白名单" { "普通" } else { "白名单" };
        Ok(vec![step("list_mark", "名单", &coop.list_mark, new)])
    })
}
