//! 退回 and 撤回.

use kernel::{Findings, Id, Msg};
use mail::Words;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::claim;
use platform::field::Field;
use platform::log::{Change, LogEntry};
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{OPEN, PAGE, RETURNED, Request, SUBMITTED, TABLE, WITHDRAWN, invite, seen, state_name};

/// How long a link works after it came back.
const AGAIN_MS: i64 = 7 * 24 * 60 * 60 * 1000;

const WRONG_STATE: Msg =
    Msg::new("info.state", "当前状态（{state}）不能进行此操作", "This can't be done in the state {state}.");
const REASON: Field = Field::long("退回原因", "Reason of return").wire("reason").required().max(200);

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Asked {
    version: i64,
    reason: Json,
}

/// Takes a request in one of some states for a change; its version is raised.
pub(super) fn take(tx: &mut Tx<'_>, id: Id, version: i64, from: &[&str]) -> Result<Request, Refusal> {
    let actor = tx.actor;
    seen(tx, actor, id)?;
    claim(tx, TABLE, id, version)?;
    let request = seen(tx, actor, id)?;
    if from.contains(&request.state.as_str()) {
        return Ok(request);
    }
    let (zh, en) = state_name(&request.state);
    Err(Refusal::Business(WRONG_STATE.with_each(&[("state", zh)], &[("state", en)])))
}

/// Writes what a move changes, and its log line.
pub(super) fn go(
    tx: &mut Tx<'_>,
    request: &Request,
    (state, function): (&'static str, &'static str),
    more: &[(&'static str, Value)],
    text: &str,
) -> Result<(), Refusal> {
    let mut cells = vec![
        ("state", state.into_value()),
        ("handled_by", tx.actor.user_id.into_value()),
        ("handled_at", tx.now.into_value()),
    ];
    cells.extend(more.iter().cloned());
    let mut update = sql::update(request.org, TABLE, &cells);
    tx.exec(&update.and_where(sql::eq("id", request.id)).to_owned().into())?;
    let name = |state: &str| state_name(state).0.to_owned();
    let change =
        Change { field: "state".to_owned(), label: "状态".to_owned(), old: name(&request.state), new: name(state) };
    let text = format!("{}：{} -> {}{text}", change.label, change.old, change.new);
    let entry = LogEntry::of(TABLE, request.id, &request.no, PAGE).did("修改", function);
    tx.log(entry.text(text).changes(vec![change]))
}

/// POST {id}/reject: with a reason, which is mailed where the link was mailed.
pub(super) fn reject(call: &mut Call) -> Outcome {
    let (id, asked): (Id, Asked) = (call.path_id("id")?, call.json()?);
    call.write(|tx| {
        let request = take(tx, id, asked.version, &[SUBMITTED])?;
        let mut findings = Findings::new();
        let reason = String::from_value(&REASON.parse(Some(&asked.reason), "reason", &mut findings))?;
        Refusal::unless_clean(&findings, &[])?;
        let more =
            [("return_reason", reason.clone().into_value()), ("expire_at", tx.now.plus_millis(AGAIN_MS).into_value())];
        go(tx, &request, (RETURNED, "退回"), &more, &format!("；原因：{reason}"))?;
        tell(tx, &request, &reason)
    })?;
    call.app.jobs.ring();
    Ok(Answer::Data(json!({ "id": id, "version": asked.version + 1, "state": RETURNED })))
}

/// Mails the reason, if the link was mailed and there still is a mailbox.
fn tell(tx: &mut Tx<'_>, request: &Request, reason: &str) -> Result<(), Refusal> {
    let (org, app) = (tx.org(), tx.app);
    if request.email.is_empty() || mail::mailbox_for(tx, app, org)?.is_none() {
        return Ok(());
    }
    let name = facts::org(tx, org)?.name;
    let (subject, lines) = if request.language.starts_with("en") {
        (
            format!("{name} returned your data sheet"),
            [
                format!("Reason: {reason}"),
                "Please open the link you were sent before, and hand the sheet in again within 7 days.".to_owned(),
            ],
        )
    } else {
        (
            format!("{name}退回了您填写的客户信息"),
            [format!("原因：{reason}"), "请通过原链接修改，并在7天内重新提交。".to_owned()],
        )
    };
    let words = Words::of(subject, &lines.each_ref().map(String::as_str), None, &[]);
    invite::post(tx, (&request.email, &request.language), &request.no, words)
}

/// POST {id}/withdraw: the link ends.
pub(super) fn withdraw(call: &mut Call) -> Outcome {
    let (id, asked): (Id, Asked) = (call.path_id("id")?, call.json()?);
    call.write(|tx| {
        let request = take(tx, id, asked.version, &OPEN)?;
        go(tx, &request, (WITHDRAWN, "撤回"), &[], "")
    })?;
    Ok(Answer::Data(json!({ "id": id, "version": asked.version + 1, "state": WITHDRAWN })))
}
