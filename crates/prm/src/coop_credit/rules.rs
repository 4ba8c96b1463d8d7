//! 控制规则: what each trigger comes to at each gate, for the company and for a partner.

use credit::gate::{Gate, Outcome, Trigger};
use credit::rule;
use platform::prelude::*;
use serde_json::{Map, Value as Json, json};

use super::{CoopCredit, PATH};

/// The cells go back to what they are without a decision.
pub(super) const RESTORE: Field =
    Field::flag("恢复默认", "Back to the usual rules").column("restore").initially("false");

const TRIGGERS: &[Choice] = &[
    Choice::new("BLACK", "黑名单", "Black list"),
    Choice::new("HAND", "人工锁定", "Locked by hand"),
    Choice::new("OVERDUE", "逾期", "Overdue"),
    Choice::new("OVER", "超额", "Beyond the limit"),
    Choice::new("NO_AGREEMENT", "无协议", "No agreement"),
    Choice::new("EXPIRED", "资质到期", "Qualification expired"),
];
const REFUSED: Choice = Choice::new("REFUSED", "拒绝", "Refused");
const LOCKED: Choice = Choice::new("LOCKED", "锁定", "Locked");
const APPROVAL: Choice = Choice::new("APPROVAL", "需审批", "Needs approval");
const NOTICE: Choice = Choice::new("NOTICE", "提示", "Notice");
const FREE: Choice = Choice::new("FREE", "不控制", "Free");
const AT_ORDER: &[Choice] = &[REFUSED, LOCKED, APPROVAL, NOTICE, FREE];
const ELSEWHERE: &[Choice] = &[REFUSED, APPROVAL, NOTICE, FREE];

const TRIGGER: Field =
    Field::select(TRIGGERS, "触发条件", "Trigger").column("trigger_code").wire("trigger").read_only();
const ORDER: Field = Field::select(AT_ORDER, "新增订单", "New order").column("at_order").wire("order").required();
const BOOKING: Field = at("订舱配单", "Booking", "at_booking", "booking");
const RELEASE: Field = at("放单", "Documents", "at_release", "release");
const DELIVERY: Field = at("放货", "Goods", "at_delivery", "delivery");
const INVOICE: Field = at("开票", "Invoice", "at_invoice", "invoice");

const fn at(zh: &'static str, en: &'static str, column: &'static str, wire: &'static str) -> Field {
    Field::select(ELSEWHERE, zh, en).column(column).wire(wire).required()
}

const GATES: [(Gate, Field); 5] = [
    (Gate::Order, ORDER),
    (Gate::Booking, BOOKING),
    (Gate::Release, RELEASE),
    (Gate::Delivery, DELIVERY),
    (Gate::Invoice, INVOICE),
];

/// The matrix.
pub(super) const CELLS: Rows = Rows {
    member: "cells",
    title: ("控制矩阵", "Matrix"),
    behind: "",
    table: "",
    parent: "",
    fields: &[TRIGGER, ORDER, BOOKING, RELEASE, DELIVERY, INVOICE],
    most: 6,
    sheet: true,
};

/// The matrix as it is, of the company or of a partner.
pub(super) fn first(conn: &mut dyn Conn, actor: &Actor, coop: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    let matrix = rule::of(conn, actor.org_id, coop)?;
    let row = |trigger: Trigger| {
        let mut row = Map::new();
        row.insert("id".to_owned(), json!(trigger.code()));
        row.insert(TRIGGER.name(), json!(trigger.code()));
        for (gate, field) in GATES {
            row.insert(field.name(), json!(matrix.at(trigger, gate).code()));
        }
        Json::Object(row)
    };
    Ok([(CELLS.member.to_owned(), Trigger::ALL.into_iter().map(row).collect())].into_iter().collect())
}

/// What the form says of the cells; those it says nothing of stay as they are.
fn asked(filled: &Filled<'_>, matrix: &rule::Matrix) -> Vec<(Trigger, Gate, Outcome)> {
    let named = filled.body.get(CELLS.member).and_then(Json::as_array).into_iter().flatten();
    let rows: Vec<&Json> = named.collect();
    let text = |row: &Json, name: &str| row.get(name).and_then(Json::as_str).unwrap_or_default().to_owned();
    let mut cells = Vec::new();
    for trigger in Trigger::ALL {
        let row = rows.iter().find(|row| text(row, &TRIGGER.name()) == trigger.code());
        for (gate, field) in GATES {
            let said = row.and_then(|row| Outcome::of(&text(row, &field.name())));
            cells.push((trigger, gate, said.unwrap_or_else(|| matrix.at(trigger, gate))));
        }
    }
    cells
}

fn write(tx: &mut Tx<'_>, coop: Option<Id>, filled: &Filled<'_>) -> Result<String, Refusal> {
    let org = tx.org();
    if filled.get::<Option<bool>>(RESTORE)?.unwrap_or_default() {
        rule::write(tx, coop, &[])?;
        return Ok("恢复默认".to_owned());
    }
    let before = rule::of(tx, org, coop)?;
    let cells = asked(filled, &before);
    rule::write(tx, coop, &cells)?;
    let changed = cells.iter().filter(|(trigger, gate, outcome)| before.at(*trigger, *gate) != *outcome);
    let said = changed.map(|(trigger, gate, outcome)| {
        let name = |outcome: Outcome| super::look::result_name(outcome.code()).0;
        format!("{}·{}：{} -> {}", trigger.name().0, gate.name().0, name(before.at(*trigger, *gate)), name(*outcome))
    });
    Ok(said.collect::<Vec<_>>().join("；"))
}

/// The company's matrix. Locks follow with the figures that are reckoned next.
pub(super) fn save(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    let text = write(tx, None, filled)?;
    tx.log(super::of_company("credit_rule").did("修改", "控制规则").level(Level::High).text(text))
}

/// A partner's own.
pub(super) fn save_own(tx: &mut Tx<'_>, step: &mut Step<'_, CoopCredit>) -> Result<(), Refusal> {
    let id = step.id;
    let text = write(tx, Some(id), step)?;
    credit::due::coops(tx, [id])?;
    let entry = LogEntry::of("coop_credit", id, &step.document.coop_code, PATH).did("修改", "单位规则");
    tx.log(entry.level(Level::High).text(text))
}
