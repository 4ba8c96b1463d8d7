//! Boxes of the carrier that are out, and the question about them before the work on their order ends.

use kernel::{Findings, Id, Msg, Scope};
use platform::field::Field;
use platform::refusal::Refusal;
use platform::sea_query::{Condition, ExprTrait, SelectStatement};
use platform::store::sql::Order;
use platform::store::{Conn, Row, sql};

use crate::carriage::Boxes;
use crate::profile::{Profile, profile};
use crate::store::CARRIAGE_DETAIL;

const BOXES_OUT: Msg = Msg::new("order.boxes.out", "箱{boxes}未还空，是否继续？", "Not returned: {boxes}. Continue?");

/// Moves of a box in their order.
pub const BOX_MOVES: [Field; 7] = [
    Boxes::EMPTY_PICK_TIME,
    Boxes::STUFF_TIME,
    Boxes::GATE_IN_TIME,
    Boxes::ON_BOARD_TIME,
    Boxes::DISCHARGE_TIME,
    Boxes::GATE_OUT_TIME,
    Boxes::EMPTY_RETURN_TIME,
];
/// How the shipper's own boxes end in every list of owners.
const SHIPPERS_OWN: &str = "SOC";

/// Asks whether to go on although boxes of the carrier are out.
pub fn need_returned(
    conn: &mut dyn Conn,
    org: i64,
    (scope, order): (Scope, Id),
    confirmed: &[String],
) -> Result<(), Refusal> {
    let mut findings = Findings::new();
    let profile = profile(scope);
    let out = if profile.boxes() { out(conn, org, profile, order)? } else { Vec::new() };
    if !out.is_empty() {
        findings.confirm("", BOXES_OUT.with_each(&[("boxes", &out.join("、"))], &[("boxes", &out.join(", "))]));
    }
    Refusal::unless_clean(&findings, confirmed)
}

/// Numbers of the boxes that were taken and have not come back. The shipper's own go back to nobody.
fn out(conn: &mut dyn Conn, org: i64, kind: &Profile, order: Id) -> Result<Vec<String>, Refusal> {
    let mut owner = sql::from(org, CARRIAGE_DETAIL);
    owner.columns(["container_text", "box_owner"]).and_where(sql::eq("id", order));
    if texts(conn, owner)?.iter().any(|(_, owner)| owner.ends_with(SHIPPERS_OWN)) {
        return Ok(Vec::new());
    }
    let mut plan = sql::from(org, "order_container_plan");
    plan.columns(["container_type", "owner"]).and_where(sql::eq("order_id", order));
    let planned = texts(conn, plan)?;
    let mut boxes = sql::from(org, "order_container");
    boxes
        .columns(["container_type", "container_no"])
        .and_where(sql::eq("order_id", order))
        .and_where(sql::col(Boxes::EMPTY_RETURN_TIME.column).is_null())
        .order_by("line", Order::Asc);
    // Those of an import arrive full.
    if kind.export() {
        let moved = |any: Condition, field: &Field| any.add(sql::col(field.column).is_not_null());
        boxes.cond_where(BOX_MOVES.iter().fold(Condition::any(), moved));
    }
    // A box is the shipper's own as all planned ones of its type are.
    let is_shippers = |of_type: &str| {
        let mut owners = planned.iter().filter(|(planned, _)| planned == of_type).peekable();
        owners.peek().is_some() && owners.all(|(_, owner)| owner == SHIPPERS_OWN)
    };
    let taken = texts(conn, boxes)?.into_iter();
    Ok(taken.filter(|(of_type, _)| !is_shippers(of_type)).map(|(_, number)| number).collect())
}

/// The two columns of a selection, as texts.
fn texts(conn: &mut dyn Conn, select: SelectStatement) -> Result<Vec<(String, String)>, Refusal> {
    let text = |row: &Row, place: usize| row.get::<Option<String>>(place).map(Option::unwrap_or_default);
    conn.query(&select.into())?.iter().map(|row| Ok((text(row, 0)?, text(row, 1)?))).collect()
}
