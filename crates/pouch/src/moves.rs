//! Moves of a pouch: 草稿 → 已封袋 → 已交接 → 已签收, back to 草稿 before it is handed over, and 已作废.

use kernel::{Findings, Id, Msg};
use platform::attached;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::claim;
use platform::field::Field;
use platform::log::{Change, Level, LogEntry};
use platform::refusal::{Refusal, messages as common};
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Map, Value as Json, json};

use crate::page::{self, DRAFT, HANDED, PAGE, Pouch, RECEIVED, SEALED, STATES, TABLE, VOID, state_name};
use crate::{SLIP, orders, proposal, rows};

const WRONG_STATE: Msg =
    Msg::new("pouch.state", "文件袋{state}，不能进行此操作", "This can't be done: the pouch is {state}.");
const AHEAD: Msg = Msg::new("pouch.ahead", "时间不能晚于现在", "The time can't lie ahead.");
const BEFORE_HAND: Msg =
    Msg::new("pouch.before_hand", "签收时间不能早于交接时间", "The receipt can't be earlier than the hand-over.");

const SEAL: Field = Pouch::SEAL_NO.required();
const HAND_TO: Field = Field::text("交接单位", "Handed to").wire("handTo").column("hand_to").required().max(60);
const HAND_PERSON: Field =
    Field::text("交接人", "Taken by").wire("handPerson").column("hand_person").required().max(40);
const HAND_TIME: Field = Field::instant("交接时间", "Handed over").wire("handTime").column("hand_at").required();
const RECEIVER: Field = Field::text("签收人", "Receiver").wire("receiver").column("received_by").required().max(40);
const RECEIVER_PHONE: Field =
    Field::text("签收人电话", "Receiver's phone").wire("receiverPhone").column("received_phone").max(30);
const RECEIVED_TIME: Field =
    Field::instant("签收时间", "Received").wire("receivedTime").column("received_at").required();
const RECEIVED_REMARK: Field =
    Field::text("签收备注", "Receiver's remark").wire("receivedRemark").column("received_remark").max(200);
const REASON: Field =
    Field::text("作废原因", "Reason of voiding").wire("reason").column("void_reason").required().max(200);

/// What a move was asked with: the version, answered questions, and some fields.
struct Asked {
    version: i64,
    confirmed: Vec<String>,
    body: Map<String, Json>,
}

impl Asked {
    fn of(call: &Call, fields: &[Field], more: &[&str]) -> Result<Self, Refusal> {
        let body: Map<String, Json> = call.json()?;
        let known = |name: &str| {
            matches!(name, "version" | "confirmed")
                || more.contains(&name)
                || fields.iter().any(|field| field.name() == name)
        };
        if let Some(name) = body.keys().find(|name| !known(name)) {
            return Err(Refusal::BadRequest(common::UNKNOWN_FIELD.with(&[("field", name)])));
        }
        let version = body.get("version").and_then(Json::as_i64).unwrap_or_default();
        let list = body.get("confirmed").and_then(Json::as_array).into_iter().flatten();
        let confirmed = list.filter_map(|key| key.as_str().map(ToOwned::to_owned)).collect();
        Ok(Self { version, confirmed, body })
    }

    fn value(&self, field: Field, findings: &mut Findings) -> Value {
        let name = field.name();
        field.parse(self.body.get(&name), &name, findings)
    }
}

/// Takes a pouch in one of some states for a change.
fn take(tx: &mut Tx<'_>, id: Id, asked: &Asked, from: &[&str]) -> Result<Pouch, Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    orders::need_seen(tx, actor, id)?;
    claim(tx, TABLE, id, asked.version)?;
    let pouch = page::own(tx, org, id)?;
    if from.contains(&pouch.state.as_str()) {
        return Ok(pouch);
    }
    let (zh, en) = state_name(&pouch.state);
    Err(Refusal::Business(WRONG_STATE.with_each(&[("state", zh)], &[("state", en)])))
}

/// Writes the new state with what belongs to it, and the log line.
fn go(
    tx: &mut Tx<'_>,
    (id, pouch): (Id, &Pouch),
    (state, function): (&'static str, &'static str),
    values: &[(Field, Value)],
) -> Result<(), Refusal> {
    let mut cells = vec![("state", state.into_value())];
    cells.extend(values.iter().map(|(field, value)| (field.column, value.clone())));
    let mut update = sql::update(tx.org(), TABLE, &cells);
    tx.exec(&update.and_where(sql::eq("id", id)).to_owned().into())?;
    let state_field = Field::state(STATES, "状态", "State").column("state");
    let shown = |state: &str| state_field.show(&Value::Text(state.to_owned()), "zh-CN");
    let mut changes = vec![Change {
        field: "state".to_owned(),
        label: state_field.zh.to_owned(),
        old: shown(&pouch.state),
        new: shown(state),
    }];
    changes.extend(values.iter().filter(|(_, value)| *value != Value::Null).map(|(field, value)| Change {
        field: field.name(),
        label: field.zh.to_owned(),
        old: String::new(),
        new: field.show(value, "zh-CN"),
    }));
    let level = if state == VOID { Level::High } else { Level::Middle };
    tx.log(LogEntry::of(TABLE, id, &pouch.pouch_number, PAGE).did("修改", function).level(level).changes(changes))
}

fn answer(id: Id, version: i64, state: &str) -> Outcome {
    Ok(Answer::Data(json!({ "id": id, "version": version + 1, "state": state })))
}

/// POST {id}/seal: with its number; asks when a document is missing.
pub(crate) fn seal(call: &mut Call) -> Outcome {
    let (id, asked) = (call.path_id("id")?, Asked::of(call, &[SEAL], &[])?);
    call.write(|tx| {
        let (actor, org) = (tx.actor, tx.org());
        let pouch = take(tx, id, &asked, &[DRAFT])?;
        let mut findings = Findings::new();
        let stored = json!(pouch.seal_no);
        let given = asked.body.get("sealNo").or(Some(&stored));
        let seal = SEAL.parse(given, "sealNo", &mut findings);
        let held = rows::of(tx, org, id)?;
        let number = orders::master_of(tx, org, Some(id), &pouch.awb_number)?;
        let lacking = match proposal::master(tx, actor, &number)? {
            Some(master) => master.lacks(&pouch.awb_number, &held),
            None => Vec::new(),
        };
        if !lacking.is_empty() {
            findings.confirm(rows::MEMBER, proposal::question(&lacking));
        }
        Refusal::unless_clean(&findings, &asked.confirmed)?;
        let missing: String = proposal::words(&lacking, false).chars().take(1000).collect();
        let values = [(Pouch::SEAL_NO, seal), (Pouch::MISSING, missing.into_value())];
        go(tx, (id, &pouch), (SEALED, "封袋"), &values)
    })?;
    answer(id, asked.version, SEALED)
}

/// POST {id}/unseal: 拆封, before it is handed over.
pub(crate) fn unseal(call: &mut Call) -> Outcome {
    let (id, asked) = (call.path_id("id")?, Asked::of(call, &[], &[])?);
    call.write(|tx| {
        let pouch = take(tx, id, &asked, &[SEALED])?;
        go(tx, (id, &pouch), (DRAFT, "拆封"), &[])
    })?;
    answer(id, asked.version, DRAFT)
}

/// POST {id}/hand: to the carrier or the terminal, perhaps with a photo of the signed slip.
pub(crate) fn hand(call: &mut Call) -> Outcome {
    let (id, asked) = (call.path_id("id")?, Asked::of(call, &[HAND_TO, HAND_PERSON, HAND_TIME], &["slip"])?);
    call.write(|tx| {
        let pouch = take(tx, id, &asked, &[SEALED])?;
        let mut findings = Findings::new();
        let values = [HAND_TO, HAND_PERSON, HAND_TIME].map(|field| (field, asked.value(field, &mut findings)));
        let time = values.iter().find(|(field, _)| *field == HAND_TIME).map(|(_, value)| value.clone());
        let ahead = Option::<i64>::from_value(&time.unwrap_or_default())?.is_some_and(|time| time > tx.now.millis());
        findings.error_if(ahead, "handTime", AHEAD);
        attached::check_in(tx, (SLIP, id), (&asked.body, "slip", 1), &mut findings)?;
        Refusal::unless_clean(&findings, &asked.confirmed)?;
        if let Some(files) = attached::named_in(&asked.body, "slip") {
            attached::hang(tx, SLIP, id, &files)?;
        }
        go(tx, (id, &pouch), (HANDED, "交接"), &values)
    })?;
    answer(id, asked.version, HANDED)
}

/// POST {id}/receive: the agent told it otherwise than on the public page.
pub(crate) fn receive(call: &mut Call) -> Outcome {
    let fields = [RECEIVER, RECEIVER_PHONE, RECEIVED_TIME, RECEIVED_REMARK];
    let (id, asked) = (call.path_id("id")?, Asked::of(call, &fields, &[])?);
    call.write(|tx| {
        let pouch = take(tx, id, &asked, &[HANDED])?;
        let mut findings = Findings::new();
        let values = fields.map(|field| (field, asked.value(field, &mut findings)));
        let time = values.iter().find(|(field, _)| *field == RECEIVED_TIME).map(|(_, value)| value.clone());
        let time = Option::<i64>::from_value(&time.unwrap_or_default())?;
        findings.error_if(time.is_some_and(|time| time > tx.now.millis()), "receivedTime", AHEAD);
        let early = time.zip(pouch.hand_at).is_some_and(|(time, handed)| time < handed);
        findings.error_if(early, "receivedTime", BEFORE_HAND);
        Refusal::unless_clean(&findings, &asked.confirmed)?;
        go(tx, (id, &pouch), (RECEIVED, "签收"), &values)
    })?;
    answer(id, asked.version, RECEIVED)
}

/// Refuses to send the link of a pouch that is not closed yet, or void.
pub(crate) fn need_sendable(pouch: &Pouch) -> Result<(), Refusal> {
    if [SEALED, HANDED, RECEIVED].contains(&pouch.state.as_str()) {
        return Ok(());
    }
    let (zh, en) = state_name(&pouch.state);
    Err(Refusal::Business(WRONG_STATE.with_each(&[("state", zh)], &[("state", en)])))
}

/// POST {id}/void: with a reason; the link ends.
pub(crate) fn void(call: &mut Call) -> Outcome {
    let (id, asked) = (call.path_id("id")?, Asked::of(call, &[REASON], &[])?);
    call.write(|tx| {
        let pouch = take(tx, id, &asked, &[DRAFT, SEALED])?;
        let mut findings = Findings::new();
        let values = [(REASON, asked.value(REASON, &mut findings))];
        Refusal::unless_clean(&findings, &asked.confirmed)?;
        go(tx, (id, &pouch), (VOID, "作废"), &values)
    })?;
    answer(id, asked.version, VOID)
}

/// GET slip/{id}: of a pouch the caller may see, or just uploaded by himself.
pub(crate) fn slip(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?.clone(), call.path_id("id")?);
    let found = call.read(|conn| {
        let found = attached::find(conn, actor.org_id, SLIP, id)?;
        if let Some((Some(pouch), _)) = &found {
            orders::need_seen(conn, &actor, *pouch)?;
        }
        Ok(found)
    })?;
    match found {
        Some((object, file)) if object.is_some() || file.is_of(&actor) => file.shown(call),
        _ => Err(Refusal::NotFound),
    }
}
