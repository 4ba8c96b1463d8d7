//! 导入对方账单: the supplier's list is matched with our costs.

use charge::rate::currency_of;
use platform::prelude::*;
use serde_json::{Map, Value as Json, json};
use settle::confirmation::{self, TABLE};

use super::{CostConfirmation, matching, note, seen};
use crate::their_list::{self, OF_CHARGES, Place};

/// The member of the file.
pub(super) const MEMBER: &str = "supplierFile";
/// Where its files belong: the table and the call.
const PLACE: Place = Place { kind: "COST", files: "cost_confirmation_import", member: MEMBER };
/// What is asked for beside the file.
pub(super) const FIELDS: [Field; 4] = OF_CHARGES;

/// What the dialog begins with: the headings as they were.
pub(super) fn first(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    let id = id.ok_or(Refusal::NotFound)?;
    let mut coop = sql::from(actor.org_id, TABLE);
    coop.column("coop_id").and_where(sql::eq("id", id));
    let coop = conn.first(&coop.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    their_list::first(conn, actor.org_id, (PLACE.kind, coop), &FIELDS)
}

/// Reads the file, keeps its rows and matches them.
pub(super) fn take(tx: &mut Tx<'_>, step: &mut Step<'_, CostConfirmation>) -> Result<(), Refusal> {
    let actor = tx.actor;
    confirmation::hold(tx, (step.id, step.version()))?;
    seen::need_whole(tx, actor, step.id)?;
    let of = (step.document.coop_id, currency_of(&step.document.currency_code)?);
    let billed = their_list::read(tx, step, PLACE, of)?;
    step.unless_clean()?;
    let text = serde_json::to_string(&billed).map_err(|error| Refusal::broken(format!("a list: {error}")))?;
    let now = Value::Int(tx.now.millis());
    note(tx, step.id, &[("supplier_rows", text.into_value()), ("answered_at", now)])?;
    matching::run(tx, (step.id, step.document), &billed)?;
    step.answer("rows", json!(billed.len()));
    Ok(())
}
