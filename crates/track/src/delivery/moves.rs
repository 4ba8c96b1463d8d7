//! Moves of a notice that the desk makes: 到货登记, 确认收货, 作废, and 标记已发.

use kernel::{Findings, Id, Instant, Msg};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::claim;
use platform::field::Field;
use platform::log::{Change, Level, LogEntry};
use platform::refusal::{Refusal, messages as common};
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Map, Value as Json, json};

use super::page::{
    self, ARRIVED, AWAITED, Notice, PAGE, RECEIVED, SENT, TABLE, TRANSIT, UNSENT, VIEWED, VOID, state_name,
};
use super::queue;

/// The notice is in another state.
const WRONG_STATE: Msg =
    Msg::new("delivery.state", "送货通知{state}，不能进行此操作", "This can't be done: the notice is {state}.");
const AHEAD: Msg = Msg::new("delivery.ahead", "时间不能晚于现在", "The time can't lie ahead.");
const BEFORE: Msg =
    Msg::new("delivery.before", "到达时间不能早于出发时间", "The arrival can't be earlier than the departure.");

const REASON: Field =
    Field::long("作废原因", "Reason of voiding").wire("reason").column("void_reason").required().max(200);
const ARRIVE_TIME: Field = Field::instant("到达时间", "Arrived").wire("arriveTime").column("arrive_at").required();

/// Refuses a notice in another state than these.
pub(super) fn need_state(notice: &Notice, states: &[&str]) -> Result<(), Refusal> {
    if states.contains(&notice.state.as_str()) { Ok(()) } else { Err(wrong_state(&notice.state)) }
}

/// Says in which state a notice is.
pub(super) fn wrong_state(state: &str) -> Refusal {
    let (zh, en) = state_name(state);
    Refusal::Business(WRONG_STATE.with_each(&[("state", zh)], &[("state", en)]))
}

/// What a move was asked with: the version, and some fields.
struct Asked {
    version: i64,
    body: Map<String, Json>,
}

impl Asked {
    fn of(call: &Call, fields: &[Field]) -> Result<Self, Refusal> {
        let body: Map<String, Json> = call.json()?;
        let known = |name: &str| name == "version" || fields.iter().any(|field| field.name() == name);
        if let Some(name) = body.keys().find(|name| !known(name)) {
            return Err(Refusal::BadRequest(common::UNKNOWN_FIELD.with(&[("field", name)])));
        }
        let version = body.get("version").and_then(Json::as_i64).unwrap_or_default();
        Ok(Self { version, body })
    }

    fn value(&self, field: Field, findings: &mut Findings) -> Value {
        let name = field.name();
        field.parse(self.body.get(&name), &name, findings)
    }
}

/// Takes a notice in one of some states for a change.
fn take(tx: &mut Tx<'_>, id: Id, version: i64, from: &[&str]) -> Result<Notice, Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    page::need_seen(tx, actor, id)?;
    claim(tx, TABLE, id, version)?;
    let notice = page::own(tx, org, id)?;
    need_state(&notice, from)?;
    Ok(notice)
}

/// A change of a field in words.
fn change(field: Field, old: &Value, new: &Value) -> Change {
    Change {
        field: field.name(),
        label: field.zh.to_owned(),
        old: field.show(old, page::CHINESE),
        new: field.show(new, page::CHINESE),
    }
}

/// What becomes of a notice, for its row and for the log.
pub(super) struct Turn<'a> {
    pub(super) id: Id,
    pub(super) notice: &'a Notice,
    pub(super) state: &'static str,
    pub(super) function: &'static str,
}

impl Turn<'_> {
    /// Its line in the log, with values that were not what they are now.
    pub(super) fn entry(&self, values: &[(Field, Value)]) -> LogEntry {
        let mut changes = Vec::new();
        if self.notice.state != self.state {
            let (old, new) = (self.notice.state.clone().into_value(), self.state.into_value());
            changes.push(change(Notice::STATE, &old, &new));
        }
        let set = values.iter().filter(|(_, value)| *value != Value::Null);
        changes.extend(set.map(|(field, value)| change(*field, &Value::Null, value)));
        let level = if self.state == VOID { Level::High } else { Level::Middle };
        let entry = LogEntry::of(TABLE, self.id, &self.notice.notice_code, PAGE);
        entry.did("修改", self.function).level(level).changes(changes)
    }

    /// Cells of the row.
    pub(super) fn cells(&self, values: &[(Field, Value)]) -> Vec<(&'static str, Value)> {
        let mut cells = vec![("state", self.state.into_value())];
        cells.extend(values.iter().map(|(field, value)| (field.column, value.clone())));
        cells
    }

    fn go(&self, tx: &mut Tx<'_>, values: &[(Field, Value)]) -> Result<(), Refusal> {
        let update = sql::update(tx.org(), TABLE, &self.cells(values)).and_where(sql::eq("id", self.id)).to_owned();
        tx.exec(&update.into())?;
        tx.log(self.entry(values))
    }
}

fn answer(id: Id, version: i64, state: &str, more: &[(&str, Json)]) -> Outcome {
    let mut data = json!({ "id": id, "version": version + 1, "state": state });
    for (name, value) in more {
        if let Some(data) = data.as_object_mut() {
            data.insert((*name).to_owned(), value.clone());
        }
    }
    Ok(Answer::Data(data))
}

/// POST {id}/sent {version}: it was passed on another way than by mail. 未发送 → 已发送.
pub(super) fn mark(call: &mut Call) -> Outcome {
    let (id, asked) = (call.path_id("id")?, Asked::of(call, &[])?);
    call.write(|tx| {
        let notice = take(tx, id, asked.version, &[UNSENT])?;
        let turn = Turn { id, notice: &notice, state: SENT, function: "标记已发" };
        let sent = tx.now.into_value();
        turn.go(tx, &[(Notice::SENT_AT, sent)])
    })?;
    answer(id, asked.version, SENT, &[])
}

/// POST {id}/arrive: the truck is at the door; it gets its queue number. … → 已到达.
pub(super) fn arrive(call: &mut Call) -> Outcome {
    let driver = [Notice::PLATE_NO.required(), Notice::DRIVER_NAME, Notice::DRIVER_PHONE];
    let (id, asked) = (call.path_id("id")?, Asked::of(call, &[&driver[..], &[ARRIVE_TIME]].concat())?);
    let queue_no = call.write(|tx| {
        let notice = take(tx, id, asked.version, AWAITED)?;
        let mut findings = Findings::new();
        let mut values: Vec<(Field, Value)> =
            driver.iter().map(|field| (*field, asked.value(*field, &mut findings))).collect();
        // A phone that is not typed again stays the one that is known.
        values.retain(|(field, value)| field.column != Notice::DRIVER_PHONE.column || *value != Value::Null);
        let time = asked.value(ARRIVE_TIME, &mut findings);
        arrived_when(&notice, Option::<i64>::from_value(&time)?, tx.now, &mut findings);
        Refusal::unless_clean(&findings, &[])?;
        let warehouse = notice.warehouse_id.ok_or_else(|| Refusal::broken("a notice without a warehouse"))?;
        let queue_no = queue::next(tx, warehouse)?;
        values.extend([(ARRIVE_TIME, time), (Notice::QUEUE_NO, queue_no.clone().into_value())]);
        Turn { id, notice: &notice, state: ARRIVED, function: "到货登记" }.go(tx, &values)?;
        Ok(queue_no)
    })?;
    answer(id, asked.version, ARRIVED, &[("queueNo", json!(queue_no))])
}

fn arrived_when(notice: &Notice, time: Option<i64>, now: Instant, findings: &mut Findings) {
    findings.error_if(time.is_some_and(|time| time > now.millis()), "arriveTime", AHEAD);
    let early = time.zip(notice.depart_at).is_some_and(|(time, left)| time < left);
    findings.error_if(early, "arriveTime", BEFORE);
}

/// POST {id}/receive {version}: his cargo was taken over. 已到达 → 已收货.
pub(super) fn receive(call: &mut Call) -> Outcome {
    let (id, asked) = (call.path_id("id")?, Asked::of(call, &[])?);
    call.write(|tx| {
        let notice = take(tx, id, asked.version, &[ARRIVED])?;
        let received = tx.now.into_value();
        let turn = Turn { id, notice: &notice, state: RECEIVED, function: "确认收货" };
        turn.go(tx, &[(Notice::RECEIVED_AT, received)])
    })?;
    answer(id, asked.version, RECEIVED, &[])
}

/// POST {id}/void: with a reason; the link says so from now on.
pub(super) fn void(call: &mut Call) -> Outcome {
    let (id, asked) = (call.path_id("id")?, Asked::of(call, &[REASON])?);
    call.write(|tx| {
        let notice = take(tx, id, asked.version, &[UNSENT, SENT, VIEWED, TRANSIT, ARRIVED])?;
        let mut findings = Findings::new();
        let values = [(REASON, asked.value(REASON, &mut findings))];
        Refusal::unless_clean(&findings, &[])?;
        Turn { id, notice: &notice, state: VOID, function: "作废" }.go(tx, &values)
    })?;
    answer(id, asked.version, VOID, &[])
}
