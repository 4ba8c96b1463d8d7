//! Moves of a partner between its states and lists, and the manual lock of scopes.

use approval::rule::{Fact, Facts};
use approval::{Application, people, words};
use kernel::{Id, Msg, Scope};
use platform::access::Access;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::log::{Change, Level, LogEntry};
use platform::refusal::Refusal;
use platform::registry::{Applier, Applying, Approved, Effect};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::coop::{self, Coop, EFFECTIVE, STOPPED, WAITING};

const WRONG_STATE: Msg =
    Msg::new("coop.state", "当前状态（{state}）不能进行此操作", "This can't be done in the state {state}.");
const NOT_BLACK: Msg = Msg::new("coop.not_black", "往来单位不在黑名单", "The partner is not on the black list.");
const NEED_REASON: Msg = Msg::new("coop.reason", "请填写原因", "Please give a reason.");
const NEED_SCOPES: Msg = Msg::new("coop.scopes", "请选择业务范畴", "Please choose the scopes.");
const OPEN_ORDERS: Msg = Msg::new(
    "coop.open_orders",
    "存在{n}票进行中订单，不能停用",
    "There are {n} open orders; the partner can't be stopped.",
);

/// Longest reason.
const REASON_MAX: usize = 200;
const BLACK: &str = "黑名单";
const PLAIN: &str = "普通";

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
        let (org, actor) = (tx.org(), tx.actor);
        let (version, coop) = coop::seen(tx, actor, id)?;
        if asked.version != version {
            return Err(Refusal::Stale(Json::Null));
        }
        let steps = decide(tx, org, id, &coop, &asked)?;
        change(tx, (id, version), coop.coop_code, steps, function)
    })?;
    Ok(Answer::Data(json!({ "id": id, "version": version })))
}

/// Writes the steps and their log line; answers the new version.
fn change(
    tx: &mut Tx<'_>,
    (id, version): (Id, i64),
    number: String,
    steps: Vec<Step>,
    function: &'static str,
) -> Result<i64, Refusal> {
    let mut cells = vec![
        ("version", Value::Int(version + 1)),
        ("updated_by", tx.actor.user_id.into_value()),
        ("updated_at", tx.now.into_value()),
    ];
    cells.extend(steps.iter().map(|step| (step.column, step.new.clone().into_value())));
    let mut update = sql::update(tx.org(), "coop", &cells);
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
    let entry = LogEntry::of("coop", id, number, "/prm_coop").did("修改", function);
    tx.log(entry.level(Level::High).changes(changes))?;
    Ok(version + 1)
}

/// What the company may want decided first: without a setting it is done at once.
struct Wish {
    event: i64,
    content: Msg,
    /// Why it can't be.
    check: fn(&Coop) -> Result<(), Refusal>,
    reasoned: bool,
    /// What the log calls the change.
    function: &'static str,
}

const ADMISSION: Wish = Wish {
    event: 101,
    content: Msg::new("coop.admission", "{coopName}申请准入", "{coopName} is to be admitted"),
    check: |coop| from(coop, &[WAITING]),
    reasoned: false,
    function: "审批通过",
};
const PARDON: Wish = Wish {
    event: 104,
    content: Msg::new("coop.pardon", "{coopName}申请移出黑名单", "{coopName} is to leave the black list"),
    check: |coop| if coop.list_mark == BLACK { Ok(()) } else { Err(Refusal::business(NOT_BLACK)) },
    reasoned: true,
    function: "黑名单",
};

/// Kind of object of the applications.
const KIND: &str = "COOP";
/// What follows from the decisions.
pub const EFFECTS: [Effect; 2] = [
    Effect { event: ADMISSION.event, kind: KIND, work: admitted },
    Effect { event: PARDON.event, kind: KIND, work: pardoned },
];

/// How one applies for them by the call of all approvals.
pub const APPLIERS: [Applier; 2] = [
    Applier { event: ADMISSION.event, kind: KIND, access: Access::Code("prm-coop-edit"), work: wish_admission },
    Applier { event: PARDON.event, kind: KIND, access: Access::Code("prm-coop-black"), work: wish_pardon },
];

fn wish_admission(tx: &mut Tx<'_>, asked: Applying<'_>) -> Result<Json, Refusal> {
    submit(tx, named(asked)?, asked.reason, &ADMISSION)
}

fn wish_pardon(tx: &mut Tx<'_>, asked: Applying<'_>) -> Result<Json, Refusal> {
    submit(tx, named(asked)?, asked.reason, &PARDON)
}

fn named(asked: Applying<'_>) -> Result<Id, Refusal> {
    asked.reference.parse().map(Id).map_err(|_| Refusal::NotFound)
}

/// Applies for a wish about a partner as the caller saw it.
fn apply(call: &mut Call, wish: &Wish) -> Outcome {
    let asked: Asked = call.json()?;
    let id = call.path_id("id")?;
    let data = call.write(|tx| {
        let actor = tx.actor;
        if asked.version != coop::seen(tx, actor, id)?.0 {
            return Err(Refusal::Stale(Json::Null));
        }
        submit(tx, id, &asked.reason, wish)
    })?;
    Ok(Answer::Data(data))
}

/// Applies for a wish about a partner as it is.
fn submit(tx: &mut Tx<'_>, id: Id, reason: &str, wish: &Wish) -> Result<Json, Refusal> {
    let (org, actor) = (tx.org(), tx.actor);
    let (_, coop) = coop::seen(tx, actor, id)?;
    (wish.check)(&coop)?;
    let reason = if wish.reasoned { why(reason)? } else { reason.trim().chars().take(REASON_MAX).collect() };
    let mut known = Facts::new();
    let level = people::coop_level(tx, org, id)?;
    if !level.is_empty() {
        known.insert("coopLevel".to_owned(), Fact::Text(level));
    }
    let done = approval::submit(
        tx,
        &Application {
            event: wish.event,
            kind: KIND,
            object: id,
            number: coop.coop_code,
            internal_number: String::new(),
            url: format!("/prm_coop_edit?coopId={id}"),
            scope: String::new(),
            coop: Some(id),
            sales: None,
            servicer: None,
            facts: known,
            content: wish.content.with(&[("coopName", &coop.coop_name)]).zh,
            reason,
            without: None,
            running: words::RUNNING,
        },
    )?;
    let (version, _) = coop::own(tx, org, id)?;
    Ok(json!({
        "id": id, "version": version, "instanceId": done.instance, "instanceNo": done.no, "state": done.state,
        "settingId": done.setting,
    }))
}

/// 待审批 → 生效.
fn admitted(tx: &mut Tx<'_>, approved: &Approved) -> Result<(), Refusal> {
    granted(tx, approved, &ADMISSION, |coop| step("coop_state", "状态", &coop.coop_state, EFFECTIVE))
}

/// Off the black list.
fn pardoned(tx: &mut Tx<'_>, approved: &Approved) -> Result<(), Refusal> {
    granted(tx, approved, &PARDON, |coop| step("list_mark", "名单", &coop.list_mark, PLAIN))
}

fn granted(tx: &mut Tx<'_>, approved: &Approved, wish: &Wish, made: impl FnOnce(&Coop) -> Step) -> Result<(), Refusal> {
    let org = tx.org();
    let (version, coop) = coop::own(tx, org, approved.object)?;
    (wish.check)(&coop)?;
    let steps = vec![made(&coop)];
    change(tx, (approved.object, version), coop.coop_code, steps, wish.function).map(drop)
}

fn from(coop: &Coop, states: &[&str]) -> Result<(), Refusal> {
    if states.contains(&coop.coop_state.as_str()) {
        return Ok(());
    }
    Err(Refusal::Business(WRONG_STATE.with(&[("state", &coop.coop_state)])))
}

/// 待审批 → 生效, by the decision the company set up.
pub fn approve(call: &mut Call) -> Outcome {
    apply(call, &ADMISSION)
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
    why(&asked.reason)
}

fn why(reason: &str) -> Result<String, Refusal> {
    let text: String = reason.trim().chars().take(REASON_MAX).collect();
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

/// Onto the black list, or off it by the decision the company set up.
pub fn black(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    let actor = call.actor()?.clone();
    let (_, coop) = call.read(|conn| coop::seen(conn, &actor, id))?;
    if coop.list_mark == BLACK {
        return apply(call, &PARDON);
    }
    run(call, "黑名单", |_, _, _, coop, asked| {
        reason(asked)?;
        Ok(vec![step("list_mark", "名单", &coop.list_mark, BLACK)])
    })
}

/// Onto the white list, or off it.
pub fn white(call: &mut Call) -> Outcome {
    run(call, "白名单", |_, _, _, coop, _| {
        let new = if coop.list_mark == "白名单" { PLAIN } else { "白名单" };
        Ok(vec![step("list_mark", "名单", &coop.list_mark, new)])
    })
}
