//! What becomes of incidental charges: confirmed they count as all others do, sent back they wait for who entered them.

use std::collections::BTreeSet;

use charge::ledger::{self, LogLine};
use charge::line::{Line, NORMAL, PENDING, RETURNED};
use kernel::{Id, Msg};
use order::percentages;
use order::store::Saved;
use platform::call::{Call, Outcome, Tx};
use platform::refusal::{Refusal, messages};
use serde_json::{Map, Value as Json};
use trade::charge::Side;

use super::{decides, found, held, is_own, is_waiting, need_open, told, version};
use crate::order_charge::{body, data, text};

const NOT_WAITING: Msg = Msg::new(
    "incidental.not_waiting",
    "杂费已处理或不存在，请刷新后重试",
    "A charge was decided on or removed meanwhile. Refresh and try again.",
);
const NOT_OWN: Msg = Msg::new(
    "incidental.not_own",
    "只能删除自己录入且未确认的杂费",
    "You may remove what you entered yourself and nobody confirmed.",
);
const REASON: Msg =
    Msg::new("incidental.reason", "请填写退回原因（最多200字）", "Give a reason of at most 200 characters.");
const REASON_MAX: usize = 200;

/// The lines a body names.
fn ids(body: &Map<String, Json>) -> Result<BTreeSet<Id>, Refusal> {
    let bad = || Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "ids")]));
    let ids = body.get("ids").and_then(Json::as_array).filter(|ids| !ids.is_empty()).ok_or_else(bad)?;
    ids.iter().map(|id| id.as_str().and_then(|id| id.parse().ok()).map(Id).ok_or_else(bad)).collect()
}

/// POST /afbase/incidentals/confirm.
pub(super) fn confirm(call: &mut Call) -> Outcome {
    changed(call, |tx, saved, kept, chosen, _| {
        decided(tx, saved, (kept, chosen))?;
        let mut lines = with(kept, chosen, |line| {
            NORMAL.clone_into(&mut line.charge.state);
            line.charge.reason = String::new();
        });
        let sides: Vec<Side> = of(kept, chosen).map(|line| line.side).collect();
        percentages(tx, saved, (&mut lines, &sides))?;
        ledger::write(tx, (saved.id, &saved.code), (kept, &lines), "确认杂费")
    })
}

/// POST /afbase/incidentals/reject.
pub(super) fn reject(call: &mut Call) -> Outcome {
    changed(call, |tx, saved, kept, chosen, body| {
        let reason = text(body, "reason").trim();
        if reason.is_empty() || reason.chars().count() > REASON_MAX {
            return Err(Refusal::field("reason", REASON.text()));
        }
        decided(tx, saved, (kept, chosen))?;
        let lines = with(kept, chosen, |line| {
            RETURNED.clone_into(&mut line.charge.state);
            reason.clone_into(&mut line.charge.reason);
        });
        let text = format!("退回杂费：{reason}");
        let told = LogLine { text: &text, ..LogLine::of("退回杂费") };
        ledger::write_told(tx, (saved.id, &saved.code), (kept, &lines), &told)
    })
}

/// POST /afbase/incidentals/doDelete.
pub(super) fn remove(call: &mut Call) -> Outcome {
    changed(call, |tx, saved, kept, chosen, _| {
        let actor = tx.actor;
        if of(kept, chosen).count() != chosen.len()
            || !of(kept, chosen).all(|line| is_own(actor, line) && is_waiting(line))
        {
            return Err(Refusal::business(NOT_OWN));
        }
        let stays = |line: &&Line| line.id.is_none_or(|id| !chosen.contains(&id));
        let left: Vec<Line> = kept.iter().filter(stays).cloned().collect();
        ledger::write(tx, (saved.id, &saved.code), (kept, &left), "删除杂费")
    })
}

/// Does something to the named lines of an order that are held, and answers the order's.
fn changed(
    call: &mut Call,
    work: impl FnOnce(&mut Tx<'_>, &Saved, &[Line], &BTreeSet<Id>, &Map<String, Json>) -> Result<(), Refusal>,
) -> Outcome {
    let (body, language) = (body(call)?, call.language().to_owned());
    let (chosen, version) = (ids(&body)?, version(&body)?);
    call.write(|tx| {
        let actor = tx.actor;
        let saved = found(tx, actor, text(&body, "orderUuid"))?;
        let (saved, kept) = held(tx, &saved, version)?;
        work(tx, &saved, &kept, &chosen, &body)?;
        told::orders(tx, (actor, &language), &[saved])
    })
    .and_then(data)
}

fn of<'a>(kept: &'a [Line], chosen: &'a BTreeSet<Id>) -> impl Iterator<Item = &'a Line> {
    kept.iter().filter(|line| line.id.is_some_and(|id| chosen.contains(&id)))
}

fn with(kept: &[Line], chosen: &BTreeSet<Id>, change: impl Fn(&mut Line)) -> Vec<Line> {
    let changed = |line: &Line| {
        let mut line = line.clone();
        if line.id.is_some_and(|id| chosen.contains(&id)) {
            change(&mut line);
        }
        line
    };
    kept.iter().map(changed).collect()
}

/// The named lines wait, and the caller decides about their sides, which are open.
fn decided(tx: &mut Tx<'_>, saved: &Saved, (kept, chosen): (&[Line], &BTreeSet<Id>)) -> Result<(), Refusal> {
    let actor = tx.actor;
    for side in Side::ALL.into_iter().filter(|side| of(kept, chosen).any(|line| line.side == *side)) {
        if !decides(actor, saved.profile.scope, side) {
            return Err(Refusal::Forbidden);
        }
        need_open(tx, saved, side)?;
    }
    let waiting = of(kept, chosen).filter(|line| is_waiting(line) && line.charge.state == PENDING).count();
    if waiting == chosen.len() { Ok(()) } else { Err(Refusal::business(NOT_WAITING)) }
}
