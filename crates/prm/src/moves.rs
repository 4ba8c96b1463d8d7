//! Moves of a partner between its states and lists.

use approval::rule::{Fact, Facts};
use approval::{Application, pending, words};
use kernel::{Id, Instant, Msg};
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
const NOT_BLACK: Msg = Msg::new("coop.not_black", "客商不在黑名单", "The partner is not on the black list.");
const NEED_REASON: Msg = Msg::new("coop.reason", "请填写原因", "Please give a reason.");
const OPEN_ORDERS: Msg = Msg::new(
    "coop.open_orders",
    "存在{n}票进行中订单，不能停用",
    "There are {n} open orders; the partner can't be stopped.",
);

/// Longest reason.
const REASON_MAX: usize = 200;
pub(crate) const BLACK: &str = "黑名单";
pub(crate) const PLAIN: &str = "普通";

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(crate) struct Asked {
    version: i64,
    reason: String,
    pub(crate) scopes: Vec<String>,
    /// Last day something is open.
    pub(crate) until: String,
}

/// One changed column: its name, label, old and new text.
pub(crate) struct Step {
    column: &'static str,
    label: &'static str,
    old: String,
    new: String,
}

pub(crate) fn step(column: &'static str, label: &'static str, old: &str, new: &str) -> Step {
    Step { column, label, old: old.to_owned(), new: new.to_owned() }
}

/// What a move changes, what it notes beside, and what its log line says instead of the changes.
#[derive(Default)]
pub(crate) struct Moved {
    pub(crate) steps: Vec<Step>,
    pub(crate) cells: Vec<(&'static str, Value)>,
    pub(crate) text: String,
}

impl From<Vec<Step>> for Moved {
    fn from(steps: Vec<Step>) -> Self {
        Self { steps, ..Self::default() }
    }
}

/// Runs a move: reads, decides, writes the steps, logs.
pub(crate) fn run<Decided: Into<Moved>>(
    call: &mut Call,
    function: &'static str,
    decide: impl FnOnce(&mut Tx<'_>, i64, Id, &Coop, &Asked) -> Result<Decided, Refusal>,
) -> Outcome {
    let asked: Asked = call.json()?;
    let id = call.path_id("id")?;
    let version = call.write(|tx| {
        let (org, actor) = (tx.org(), tx.actor);
        let (version, coop) = coop::seen(tx, actor, id)?;
        if asked.version != version {
            return Err(Refusal::Stale(Json::Null));
        }
        let moved = decide(tx, org, id, &coop, &asked)?;
        change(tx, (id, version), coop.coop_code, moved, function)
    })?;
    Ok(Answer::Data(json!({ "id": id, "version": version })))
}

/// Writes what a move changes and its log line; answers the new version.
pub(crate) fn change(
    tx: &mut Tx<'_>,
    (id, version): (Id, i64),
    number: String,
    moved: impl Into<Moved>,
    function: &'static str,
) -> Result<i64, Refusal> {
    let Moved { steps, cells: noted, text } = moved.into();
    let mut cells = vec![
        ("version", Value::Int(version + 1)),
        ("updated_by", tx.actor.user_id.into_value()),
        ("updated_at", tx.now.into_value()),
    ];
    cells.extend(steps.iter().map(|step| (step.column, step.new.clone().into_value())));
    cells.extend(noted);
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
    tx.log(entry.level(Level::High).changes(changes).text(text))?;
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
pub(crate) const KIND: &str = "COOP";
/// What follows from the decisions.
pub const EFFECTS: [Effect; 2] = [
    Effect { event: ADMISSION.event, kind: KIND, work: admitted },
    Effect { event: PARDON.event, kind: KIND, work: pardoned },
];

/// What waits for a decision about a partner; nothing of its form is changed while its admission is decided.
pub(crate) fn pending_on(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Json, Refusal> {
    let running = pending::running_on(conn, org, (KIND, id))?;
    Ok(running.iter().map(|one| one.told(one.event == ADMISSION.event)).collect())
}

/// Refuses to change a partner while its admission is decided.
pub(crate) fn need_no_admission(conn: &mut dyn Conn, org: i64, id: Id) -> Result<(), Refusal> {
    pending::need_none(conn, org, ADMISSION.event, (KIND, id))
}

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

pub(crate) fn named(asked: Applying<'_>) -> Result<Id, Refusal> {
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
    let (org, actor, now) = (tx.org(), tx.actor, tx.now);
    let (_, coop) = coop::seen(tx, actor, id)?;
    (wish.check)(&coop)?;
    let reason = if wish.reasoned { why(reason)? } else { reason.trim().chars().take(REASON_MAX).collect() };
    let mut known = known_of(&coop);
    known.extend(black_days(tx, (org, id), now)?);
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

/// What conditions of an approval may ask of a partner.
pub(crate) fn known_of(coop: &Coop) -> Facts {
    let level = (!coop.coop_level.is_empty()).then(|| Fact::Text(coop.coop_level.clone()));
    let scopes: Vec<String> = coop.scopes.split(',').filter(|code| !code.is_empty()).map(ToOwned::to_owned).collect();
    let scopes = (!scopes.is_empty()).then_some(Fact::Texts(scopes));
    let known = [("coopLevel", level), ("scope", scopes)];
    known.into_iter().filter_map(|(name, fact)| Some((name.to_owned(), fact?))).collect()
}

/// Days since a moment, under the name conditions ask for them by.
pub(crate) fn days_since(name: &str, (since, now): (Instant, Instant)) -> (String, Fact) {
    (name.to_owned(), Fact::whole(kernel::days_between(since.day(), now.day())))
}

/// For how long a partner has stood on the black list, where that is known.
fn black_days(conn: &mut dyn Conn, (org, id): (i64, Id), now: Instant) -> Result<Option<(String, Fact)>, Refusal> {
    let mut select = sql::from(org, "coop");
    select.column("black_at").and_where(sql::eq("id", id));
    let since: Option<Instant> = conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    Ok(since.map(|since| days_since("blackDays", (since, now))))
}

/// 待审批 → 生效.
fn admitted(tx: &mut Tx<'_>, approved: &Approved) -> Result<(), Refusal> {
    granted(tx, approved, &ADMISSION, |coop| vec![step("coop_state", "状态", &coop.coop_state, EFFECTIVE)].into())
}

/// Off the black list.
fn pardoned(tx: &mut Tx<'_>, approved: &Approved) -> Result<(), Refusal> {
    let now = tx.now;
    granted(tx, approved, &PARDON, |coop| listed(coop, PLAIN, now))
}

/// Applies for leaving the black list.
pub(crate) fn pardon(tx: &mut Tx<'_>, id: Id, reason: &str) -> Result<Json, Refusal> {
    submit(tx, id, reason, &PARDON)
}

/// Refuses what changes the list while the way off the black one is decided.
pub(crate) fn need_no_pardon(conn: &mut dyn Conn, org: i64, id: Id) -> Result<(), Refusal> {
    pending::need_none(conn, org, PARDON.event, (KIND, id))
}

/// Onto another list; on the black one from now on.
pub(crate) fn listed(coop: &Coop, mark: &str, now: Instant) -> Moved {
    let since = (mark == BLACK).then_some(now);
    let steps = vec![step("list_mark", "名单", &coop.list_mark, mark)];
    Moved { steps, cells: vec![("black_at", since.into_value())], text: String::new() }
}

fn granted(
    tx: &mut Tx<'_>,
    approved: &Approved,
    wish: &Wish,
    made: impl FnOnce(&Coop) -> Moved,
) -> Result<(), Refusal> {
    let org = tx.org();
    let (version, coop) = coop::own(tx, org, approved.object)?;
    (wish.check)(&coop)?;
    let moved = made(&coop);
    change(tx, (approved.object, version), coop.coop_code, moved, wish.function).map(drop)
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

pub(crate) fn reason(asked: &Asked) -> Result<String, Refusal> {
    why(&asked.reason)
}

fn why(reason: &str) -> Result<String, Refusal> {
    let text: String = reason.trim().chars().take(REASON_MAX).collect();
    if text.is_empty() { Err(Refusal::field("reason", NEED_REASON.text())) } else { Ok(text) }
}

/// Onto the black list, or off it by the decision the company set up.
pub fn black(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    let actor = call.actor()?.clone();
    let (_, coop) = call.read(|conn| coop::seen(conn, &actor, id))?;
    if coop.list_mark == BLACK {
        return apply(call, &PARDON);
    }
    run(call, "黑名单", |tx, _, _, coop, asked| {
        reason(asked)?;
        Ok(listed(coop, BLACK, tx.now))
    })
}

/// Onto the white list, or off it.
pub fn white(call: &mut Call) -> Outcome {
    run(call, "白名单", |tx, org, id, coop, _| {
        pending::need_none(tx, org, PARDON.event, (KIND, id))?;
        let new = if coop.list_mark == "白名单" { PLAIN } else { "白名单" };
        Ok(listed(coop, new, tx.now))
    })
}
