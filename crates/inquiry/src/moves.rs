//! Moves of an inquiry: 草稿 → 待分配 → 询价中 → 已报价 → 已选定; 未成交, 已取消, and a copy of it.

use kernel::{Findings, Id, Msg};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::{Document, claim};
use platform::field::Field;
use platform::log::{Change, Level, LogEntry};
use platform::refusal::{Refusal, messages as common};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::page::{
    ASKING, CANCELLED, DIMENSIONS, DRAFT, EXPIRED, Inquiry, LOST, OPEN, PAGE, QUOTED, SELECTED, STATES, TABLE,
    UNASSIGNED, own, state_name,
};
use crate::{buying, rules, seen};

const WRONG_STATE: Msg =
    Msg::new("inquiry.state", "询价{state}，不能进行此操作", "This can't be done: the inquiry is {state}.");
const NO_BUYER: Msg = Msg::new("inquiry.buyer", "采购不存在或已停用", "There is no such active user.");

const REASON: Field =
    Field::dictionary(71, "未成交原因", "Reason").wire("reason").column("lost_reason").required().max(40);
const EXPLANATION: Field = Field::text("说明", "Explanation").wire("remark").column("lost_remark").max(200);
const BUYER: Field = Field::reference("user", "采购", "Buyer").wire("buyerId").column("buyer_id").required();

/// What a move was asked with: the version, answered questions, and some fields.
pub(crate) struct Asked {
    pub(crate) version: i64,
    pub(crate) confirmed: Vec<String>,
    pub(crate) body: Map<String, Json>,
}

impl Asked {
    /// Reads it; a member nobody knows is refused.
    pub(crate) fn of(call: &Call, fields: &[Field], more: &[&str]) -> Result<Self, Refusal> {
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

    /// The value of a field; what is wrong is found at it.
    pub(crate) fn value(&self, field: Field, findings: &mut Findings) -> Value {
        let name = field.name();
        field.parse(self.body.get(&name), &name, findings)
    }
}

/// Takes an inquiry in one of some states for a change.
pub(crate) fn take(tx: &mut Tx<'_>, id: Id, version: i64, from: &[&str]) -> Result<Inquiry, Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    seen::need_seen(tx, actor, id)?;
    claim(tx, TABLE, id, version)?;
    let inquiry = own(tx, org, id)?;
    if from.contains(&inquiry.state.as_str()) {
        return Ok(inquiry);
    }
    let (zh, en) = state_name(&inquiry.state);
    Err(Refusal::Business(WRONG_STATE.with_each(&[("state", zh)], &[("state", en)])))
}

/// Writes the new state with what belongs to it, and the log line.
pub(crate) fn go(
    tx: &mut Tx<'_>,
    (id, inquiry): (Id, &Inquiry),
    (state, function, page): (&'static str, &'static str, &'static str),
    values: &[(Field, Value)],
) -> Result<(), Refusal> {
    let mut cells = vec![("state", state.into_value())];
    cells.extend(values.iter().map(|(field, value)| (field.column, value.clone())));
    let mut update = sql::update(tx.org(), TABLE, &cells);
    tx.exec(&update.and_where(sql::eq("id", id)).to_owned().into())?;
    let state_field = Field::state(STATES, "状态", "State").column("state");
    let shown = |state: &str| state_field.show(&Value::Text(state.to_owned()), "zh-CN");
    let mut changes = Vec::new();
    if state != inquiry.state {
        let (old, new) = (shown(&inquiry.state), shown(state));
        changes.push(Change { field: "state".to_owned(), label: state_field.zh.to_owned(), old, new });
    }
    changes.extend(values.iter().filter(|(_, value)| *value != Value::Null).map(|(field, value)| Change {
        field: field.name(),
        label: field.zh.to_owned(),
        old: String::new(),
        new: field.show(value, "zh-CN"),
    }));
    let level = if state == CANCELLED { Level::High } else { Level::Middle };
    let kind = if page == buying::PAGE { buying::KIND } else { TABLE };
    tx.log(LogEntry::of(kind, id, &inquiry.inquiry_code, page).did("修改", function).level(level).changes(changes))
}

/// The answer of a move.
pub(crate) fn answer(id: Id, version: i64, state: &str) -> Outcome {
    Ok(Answer::Data(json!({ "id": id, "version": version + 1, "state": state })))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Plain {
    version: i64,
}

/// POST {id}/submit: 草稿 → 待分配; 已报价 where the price platform has answered it already.
pub(crate) fn submit(call: &mut Call) -> Outcome {
    let (id, asked): (Id, Plain) = (call.path_id("id")?, call.json()?);
    let state = call.write(|tx| {
        let inquiry = take(tx, id, asked.version, &[DRAFT])?;
        let state = if inquiry.answered > 0 { QUOTED } else { UNASSIGNED };
        let values = [(Inquiry::SUBMITTED_AT, tx.now.into_value())];
        go(tx, (id, &inquiry), (state, "提交", PAGE), &values)?;
        Ok(state)
    })?;
    answer(id, asked.version, state)
}

/// POST {id}/cancel: by who asked, before an order is made of it. Its links end.
pub(crate) fn cancel(call: &mut Call) -> Outcome {
    let (id, asked): (Id, Plain) = (call.path_id("id")?, call.json()?);
    call.write(|tx| {
        let from = [DRAFT, UNASSIGNED, ASKING, QUOTED, SELECTED, LOST, EXPIRED];
        let inquiry = take(tx, id, asked.version, &from)?;
        go(tx, (id, &inquiry), (CANCELLED, "取消", PAGE), &[])
    })?;
    answer(id, asked.version, CANCELLED)
}

/// POST {id}/lost {reason, remark}: 未成交, told by either side.
fn lose(call: &mut Call, page: &'static str) -> Outcome {
    let (id, asked) = (call.path_id("id")?, Asked::of(call, &[REASON, EXPLANATION], &[])?);
    call.write(|tx| {
        let inquiry = take(tx, id, asked.version, OPEN)?;
        let mut findings = Findings::new();
        let values = [REASON, EXPLANATION].map(|field| (field, asked.value(field, &mut findings)));
        Refusal::unless_clean(&findings, &asked.confirmed)?;
        go(tx, (id, &inquiry), (LOST, "未成交", page), &values)
    })?;
    answer(id, asked.version, LOST)
}

/// 未成交 of the selling side.
pub(crate) fn lost(call: &mut Call) -> Outcome {
    lose(call, PAGE)
}

/// 未成交 of the buying side.
pub(crate) fn lost_by_buyer(call: &mut Call) -> Outcome {
    lose(call, buying::PAGE)
}

/// POST {id}/assign {buyerId}: 分配. 待分配 → 询价中; another buyer may take it over later.
pub(crate) fn assign(call: &mut Call) -> Outcome {
    let (id, asked) = (call.path_id("id")?, Asked::of(call, &[BUYER], &[])?);
    let state = call.write(|tx| {
        let org = tx.org();
        let inquiry = take(tx, id, asked.version, &[UNASSIGNED, ASKING, QUOTED])?;
        let mut findings = Findings::new();
        let buyer = asked.value(BUYER, &mut findings);
        if let Some(user) = Option::<Id>::from_value(&buyer)? {
            findings.error_if(facts::user(tx, org, user)?.is_none(), "buyerId", NO_BUYER);
        }
        Refusal::unless_clean(&findings, &asked.confirmed)?;
        let state = if inquiry.state == QUOTED { QUOTED } else { ASKING };
        go(tx, (id, &inquiry), (state, "分配", buying::PAGE), &[(BUYER, buyer)])?;
        Ok(state)
    })?;
    answer(id, asked.version, state)
}

/// POST {id}/copy: a new draft of the same cargo, sold by who copies. Answers its id.
pub(crate) fn copy(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    let data = call.write(|tx| {
        let (actor, org) = (tx.actor, tx.org());
        seen::need_seen(tx, actor, id)?;
        let source = own(tx, org, id)?;
        let mut select = sql::from(org, TABLE);
        select.columns(Inquiry::FIELDS.iter().map(|field| field.column)).and_where(sql::eq("id", id));
        let values = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.0;
        let (new, code) = (tx.new_id(), rules::next_code(tx)?);
        let (stamp, user) = (tx.now.into_value(), actor.user_id.into_value());
        let mut cells: Vec<(&'static str, Value)> =
            Inquiry::FIELDS.iter().map(|field| field.column).zip(values).collect();
        let dept = facts::user(tx, org, actor.user_id)?.map(|(_, dept)| dept);
        for (column, value) in [
            ("inquiry_code", code.clone().into_value()),
            ("state", DRAFT.into_value()),
            ("sales_id", user.clone()),
            ("sales_dept_id", dept.into_value()),
            ("answer_by", rules::answer_by(tx.now).into_value()),
            ("round", Value::Int(1)),
            ("asked", Value::Int(0)),
            ("answered", Value::Int(0)),
            ("buyer_id", Value::Null),
            ("platform_no", Value::Null),
            ("submitted_at", Value::Null),
            ("lost_reason", Value::Null),
            ("lost_remark", Value::Null),
        ] {
            if let Some(cell) = cells.iter_mut().find(|(known, _)| *known == column) {
                cell.1 = value;
            }
        }
        cells.extend([("id", new.into_value()), ("version", Value::Int(1))]);
        cells.extend([("created_by", user.clone()), ("created_at", stamp.clone())]);
        cells.extend([("updated_by", user), ("updated_at", stamp)]);
        tx.exec(&sql::insert(org, TABLE, &cells).into())?;
        let sizes = DIMENSIONS.of(tx, org, id)?;
        DIMENSIONS.replace(tx, new, &sizes)?;
        let text = format!("复制自{}", source.inquiry_code);
        tx.log(LogEntry::of(TABLE, new, &code, PAGE).did("新建", "复制").text(text))?;
        Ok(json!({ "id": new, "version": 1, "inquiryCode": code, "state": DRAFT }))
    })?;
    Ok(Answer::Data(data))
}
