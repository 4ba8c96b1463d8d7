//! 拆单 (catalogue af-orders.md 1.8, css.md 0.16, sea-rail-road.md 1.10): an order becomes up to ten, which together have what
//! it had. One transaction: the order, the new ones, what goes with them, and the charges.

mod below;
mod money;
mod parts;
mod told;

use facts::order_log::log_entry;
use kernel::{Id, Instant, Uuid};
use order::split::Asked;
use order::store::{self, Saved};
use order::{Move, Profile, form_page, reached, refuse};
use platform::access::Actor;
use platform::call::Tx;
use platform::log::Level;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, sql};
use serde_json::{Value as Json, json};

use crate::look::Looked;
use crate::moves::{facts_of, need};
use crate::save::{add, changes, tell_differing};
use parts::{Parts, look};

pub use order::split::Asked as SplitAsked;
pub(crate) use told::links;

/// What the parts of an order would be, with what can be given to them and what stands against it; nothing is written.
pub fn split_check(
    conn: &mut dyn Conn,
    (actor, now, language): (&Actor, Instant, &str),
    profile: &'static Profile,
    (uuid, asked): (&Uuid, &Asked),
) -> Result<Json, Refusal> {
    let saved = store::find(conn, actor, profile, uuid)?;
    let running = approval::pending::on_order(conn, actor.org_id, saved.id)?;
    let facts = facts_of(conn, (actor, now), (&saved, None), &running)?;
    if let Some(why) = refuse(profile.scope, Move::Split, &facts) {
        return Err(Refusal::Business(why));
    }
    let parts = look(conn, (actor, now), &saved, asked)?;
    told::told(conn, (actor, language), &saved, &parts)
}

/// Splits an order; answers the codes of the new ones.
pub fn split(tx: &mut Tx<'_>, profile: &'static Profile, (uuid, asked): (&Uuid, &Asked)) -> Result<Json, Refusal> {
    let (actor, now) = (tx.actor, tx.now);
    let saved = store::find(tx, actor, profile, uuid)?;
    need(tx, &saved, (Move::Split, &asked.row_uuid), (None, ""))?;
    // What hangs on it stays as it is found until it went to its part.
    let org = tx.org();
    waybill::orders::hold(tx, org, saved.id)?;
    let parts = look(tx, (actor, now), &saved, asked)?;
    Refusal::unless_clean(&parts.findings, &asked.confirmed)?;
    write(tx, &saved, parts, &asked.confirmed)
}

/// A new order.
struct New {
    id: Id,
    uuid: String,
    code: String,
}

fn write(tx: &mut Tx<'_>, saved: &Saved, parts: Parts, confirmed: &[String]) -> Result<Json, Refusal> {
    let profile = saved.profile;
    let Parts { wanted, looked, papers, .. } = parts;
    let mut looked = looked.into_iter();
    let own = looked.next().ok_or(Refusal::NotFound)?;
    // Its version is looked at before anything else is written.
    let cells = store::head_cells(profile, &own.draft, own.checked.flagged);
    let row_uuid = store::change(tx, saved, (&own.draft, cells))?;
    let new = looked.map(|part| begin(tx, saved, part, confirmed)).collect::<Result<Vec<New>, _>>()?;
    // What the new orders took is not there any more when the rows that stay are put in order.
    store::change_below(tx, saved, &own.draft)?;
    below::go(tx, saved, (&wanted, &papers), &new)?;
    let mut orders = Vec::new();
    for id in std::iter::once(saved.id).chain(new.iter().map(|one| one.id)) {
        orders.push(settled(tx, profile, id)?);
    }
    log(tx, (saved, &own), &new)?;
    money::go(tx, saved, &orders, wanted.shares_charges)?;
    let told = |one: &New| json!({ "orderUuid": one.uuid, "orderCode": one.code });
    Ok(json!({
        "orderUuid": saved.uuid,
        "orderCode": saved.code,
        "rowUuid": row_uuid,
        "codes": new.iter().map(|one| one.code.as_str()).collect::<Vec<_>>(),
        "orders": new.iter().map(told).collect::<Vec<_>>(),
    }))
}

/// Makes a new order of a part. Who wants it under the same master was asked for that by the choice.
fn begin(tx: &mut Tx<'_>, saved: &Saved, part: Looked, confirmed: &[String]) -> Result<New, Refusal> {
    let mut confirmed = confirmed.to_vec();
    confirmed.push(stock::messages::SHARED.key.to_owned());
    let made = add(tx, saved.profile, part, (Some(saved), &confirmed))?;
    Ok(New { id: made.id, uuid: made.uuid, code: made.code })
}

/// An order as it is stored by now, at the node that its boxes and events tell.
fn settled(tx: &mut Tx<'_>, profile: &'static Profile, id: Id) -> Result<Saved, Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    let saved = store::of_id(tx, actor, profile, id)?;
    let node = reached(tx, org, (profile, Some(id)), (&saved.draft, saved.awb_id.is_some()))?;
    if node.zh != saved.node {
        let cells = [("node", node.zh.into_value()), ("node_rank", node.rank.into_value())];
        tx.exec(&sql::update(org, store::TABLE, &cells).and_where(sql::eq("id", id)).to_owned().into())?;
        webhook::order::reached(tx, id)?;
    }
    Ok(saved)
}

fn log(tx: &mut Tx<'_>, (saved, own): (&Saved, &Looked), new: &[New]) -> Result<(), Refusal> {
    let scope = saved.profile.scope;
    let codes: Vec<&str> = new.iter().map(|one| one.code.as_str()).collect();
    let changes = changes(tx, saved, &own.draft)?;
    webhook::order::updated(tx, saved.id, changes.iter().map(|change| change.field.as_str()))?;
    let entry =
        log_entry(saved.id, saved.code.clone(), form_page(scope)).did("修改", Move::Split.zh()).level(Level::High);
    tx.log(entry.text(format!("拆单：拆出{}", codes.join("、"))).changes(changes))?;
    tell_differing(tx, (saved.id, &saved.code, saved.profile), own)?;
    message::order::moved(tx, saved.id, Move::Split)
}
