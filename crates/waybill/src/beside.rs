//! What a form is seen beside: the owner of its prefix and the houses of its master. One look, for the form, before
//! sending and for calls.

use facts::master::Master;
use kernel::{Findings, Weight};
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::store::Conn;
use trade::waybill_form::{Beside, Kind, WaybillForm, contradictions};
use trade::waybill_number::Mawb;

use crate::houses;

/// What of a form can't be true at once. Houses the caller does not see are not counted: of them he is told nothing.
pub fn contradict(conn: &mut dyn Conn, actor: &Actor, form: &WaybillForm) -> Result<Findings, Refusal> {
    let mut beside = Beside::default();
    if let Some(number) = Mawb::parse(&form.awb_number).filter(|_| form.kind == Kind::Master) {
        let owner = stock::lookup::carrier_of_prefix(conn, actor.org_id, &number.prefix())?;
        beside.prefix_carrier = owner.unwrap_or_default();
        beside.houses = seen_houses(conn, actor, &Master::now(number.to_string()))?;
    }
    Ok(contradictions(form, &beside))
}

/// Pieces and weight of the houses of a master, where the caller sees all of them and all are known.
fn seen_houses(conn: &mut dyn Conn, actor: &Actor, master: &Master) -> Result<Option<(i64, Weight)>, Refusal> {
    let all = houses::of_master(conn, actor.org_id, master)?;
    match houses::need_visible(conn, actor, &all) {
        Ok(()) => {}
        Err(Refusal::Business(_) | Refusal::NotFound) => return Ok(None),
        Err(refusal) => return Err(refusal),
    }
    let pieces: Option<i64> = all.iter().map(|house| house.pieces).sum();
    let weight: Option<Vec<Weight>> = all.iter().map(|house| house.weight).collect();
    Ok(pieces.zip(weight).filter(|_| !all.is_empty()).map(|(pieces, weights)| (pieces, weights.into_iter().sum())))
}
