//! The forms of an order's bills: which there are, one of them, checked, kept, put in order, removed.

use kernel::{Findings, Id, show_second};
use platform::call::{Answer, Call, Outcome, Tx, with_findings};
use platform::log::Level;
use platform::refusal::{Refusal, findings_json};
use platform::store::{Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use trade::bill::{BillForm, Kind, container_line};

use crate::looked::{self, Aim, look};
use crate::messages as m;
use crate::number::{self, Place};
use crate::order::{self, Order};
use crate::store::{self, Bill};
use crate::{changes, store::OBJECT};

/// Most house bills of an order.
const HOUSES_MAX: usize = 99;

/// A form on its way to be checked or kept.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Sent {
    order_uuid: String,
    #[serde(default)]
    bl_id: Option<Id>,
    #[serde(default)]
    row_uuid: String,
    content: BillForm,
    #[serde(default)]
    confirmed: Vec<String>,
    /// Kept by the clock, not by hand: leaves no revision.
    #[serde(default)]
    auto: bool,
}

impl Sent {
    fn read(call: &Call) -> Result<Self, Refusal> {
        let mut sent: Self = call.json()?;
        looked::tidy(&mut sent.content);
        Ok(sent)
    }
}

/// GET list: the bills of an order.
pub(crate) fn list(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let data = call.read(|conn| {
        let order = order::of_uuid(conn, actor, call.path("orderUuid"))?;
        let bills = store::of_order(conn, actor.org_id, order.id)?;
        let coop = order.coop_id.map(|id| facts::coop_name(conn, actor.org_id, id)).transpose()?;
        let told = |bill: &Bill| {
            json!({
                "blId": bill.id, "rowUuid": bill.row_uuid, "kind": bill.kind, "number": bill.number,
                "issueType": bill.form.issue_type, "originals": bill.form.originals, "copies": bill.form.copies,
                "docState": bill.doc_state, "custodyState": bill.custody, "printCount": bill.print_count,
            })
        };
        Ok(json!({
            "orderUuid": order.uuid,
            "orderCode": order.code,
            "coopName": coop,
            "noHouses": order.has_no_houses(),
            "closed": order.need_open().is_err(),
            "differs": looked::houses_differ(&bills),
            "bills": bills.iter().map(told).collect::<Vec<_>>(),
        }))
    })?;
    Ok(Answer::Data(data))
}

/// What is told of a stored bill.
pub(crate) fn told(conn: &mut dyn Conn, org: i64, bill: &Bill, order: &Order) -> Result<Json, Refusal> {
    Ok(json!({
        "blId": bill.id,
        "rowUuid": bill.row_uuid,
        "kind": bill.kind,
        "docState": bill.doc_state,
        "custodyState": bill.custody,
        "differenceReason": bill.reason,
        "finishedTimes": bill.finished_times,
        "printCount": bill.print_count,
        "originalPrints": bill.original_prints,
        "orderUuid": order.uuid,
        "orderCode": order.code,
        "closed": order.need_open().is_err(),
        "editor": facts::user_name(conn, org, bill.updated_by)?,
        "editTime": show_second(bill.updated_at),
        "content": bill.form,
    }))
}

/// GET view: one bill.
pub(crate) fn view(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?, call.path_id("blId")?);
    let data = call.read(|conn| {
        let bill = store::find(conn, actor, id)?;
        let order = order::of_id(conn, actor, bill.order_id)?;
        told(conn, actor.org_id, &bill, &order)
    })?;
    Ok(Answer::Data(data))
}

/// POST check: what the rules say of a form as it stands, and the words that follow from it.
pub(crate) fn check(call: &mut Call) -> Outcome {
    let sent = Sent::read(call)?;
    let actor = call.actor()?;
    let (looked, say) = call.read(|conn| {
        let order = order::of_uuid(conn, actor, &sent.order_uuid)?;
        let looked = look(conn, actor.org_id, &order, (&sent.content, sent.bl_id), Aim::Told)?;
        Ok((looked, looked::say(&order, &sent.content)))
    })?;
    let form = &sent.content;
    let differs: Vec<&String> =
        looked.differs.iter().map(|(zh, en)| if call.language().starts_with("en") { en } else { zh }).collect();
    Ok(Answer::Data(json!({
        "findings": findings_json(&looked.findings, call.language()),
        "say": say,
        "differs": differs,
        "containerLines": form.containers.iter().map(|each| container_line(each, &form.package_kind)).collect::<Vec<_>>(),
    })))
}

/// Refuses what no bill may be kept with; answers what is told beside.
fn clean(tx: &mut Tx<'_>, order: &Order, sent: &Sent, place: Option<&Place>) -> Result<Findings, Refusal> {
    let org = tx.org();
    let mut looked = look(tx, org, order, (&sent.content, sent.bl_id), Aim::Kept)?;
    let number = sent.content.number.as_str();
    if place.is_some_and(|place| place.is_given) && !store::is_taken(tx, org, number, sent.bl_id)? {
        looked.findings.error("number", m::NUMBER_GIVEN.with(&[("n", number)]));
    }
    Refusal::unless_clean(&looked.findings, &sent.confirmed)?;
    Ok(looked.findings)
}

/// POST: a new bill.
pub(crate) fn create(call: &mut Call) -> Outcome {
    let sent = Sent::read(call)?;
    let row_uuid = call.app.new_uuid()?.as_str().to_owned();
    let language = call.language().to_owned();
    let (data, findings) = call.write(|tx| {
        let (actor, org) = (tx.actor, tx.org());
        let order = order::of_uuid(tx, actor, &sent.order_uuid)?;
        order.need_open()?;
        store::hold(tx, org, order.id)?;
        let bills = store::of_order(tx, org, order.id)?;
        room_for(&order, &bills, sent.content.kind)?;
        let place = number::place(tx, &order, (None, &sent.content))?;
        let findings = clean(tx, &order, &sent, place.as_ref())?;
        let line = bills.iter().map(|bill| bill.line).max().unwrap_or_default() + 1;
        let form = &sent.content;
        let id = store::add(tx, order.id, line, &row_uuid, form)?;
        store::keep_revision(tx, id, form)?;
        number::spend(tx, place)?;
        tx.log(store::entry(id, form.kind, &form.number).did("新建", "制单").text(order.code))?;
        Ok((json!({ "blId": id, "rowUuid": row_uuid, "docState": store::DRAFT }), findings))
    })?;
    Ok(Answer::Data(with_findings(data, &findings, &language)))
}

fn room_for(order: &Order, bills: &[Bill], kind: Kind) -> Result<(), Refusal> {
    let there = bills.iter().filter(|bill| bill.kind == kind).count();
    match kind {
        Kind::Mbl if there > 0 => Err(Refusal::business(m::MASTER_MADE)),
        Kind::Hbl if order.has_no_houses() => Err(Refusal::business(m::NO_HOUSES)),
        Kind::Hbl if there >= HOUSES_MAX => Err(Refusal::business(m::HOUSES_MANY)),
        Kind::Mbl | Kind::Hbl => Ok(()),
    }
}

/// PUT: changes a draft.
pub(crate) fn update(call: &mut Call) -> Outcome {
    let mut sent = Sent::read(call)?;
    let id = sent.bl_id.ok_or(Refusal::NotFound)?;
    let row_uuid = call.app.new_uuid()?.as_str().to_owned();
    let language = call.language().to_owned();
    let (data, findings) = call.write(|tx| {
        let actor = tx.actor;
        let bill = store::find(tx, actor, id)?;
        let order = order::of_id(tx, actor, bill.order_id)?;
        order.need_open()?;
        if bill.done() {
            return Err(Refusal::business(m::DONE));
        }
        same_version(tx, &bill, &sent.row_uuid, Some(&sent.content))?;
        sent.content.kind = bill.kind;
        let place = number::place(tx, &order, (Some(&bill.form), &sent.content))?;
        let findings = clean(tx, &order, &sent, place.as_ref())?;
        let form = &sent.content;
        let changes = changes::between(&bill.form, form);
        if !sent.auto {
            store::keep_revision(tx, id, form)?;
        }
        if changes.is_empty() {
            tx.no_log_line();
            return Ok((json!({ "blId": id, "rowUuid": bill.row_uuid, "docState": bill.doc_state }), findings));
        }
        store::change_form(tx, &bill, &row_uuid, form)?;
        number::spend(tx, place)?;
        let (function, level) = if sent.auto { ("自动保存", Level::Low) } else { ("制单", Level::Middle) };
        let entry = store::entry(id, form.kind, &form.number).did("修改", function).level(level);
        tx.log(entry.changes(waybill::boxes::logged(changes)))?;
        Ok((json!({ "blId": id, "rowUuid": row_uuid, "docState": bill.doc_state }), findings))
    })?;
    Ok(Answer::Data(with_findings(data, &findings, &language)))
}

/// Refuses an old version with the present bill and the boxes in which the sent form differs from it.
pub(crate) fn same_version(
    tx: &mut Tx<'_>,
    bill: &Bill,
    row_uuid: &str,
    sent: Option<&BillForm>,
) -> Result<(), Refusal> {
    if bill.row_uuid == row_uuid {
        return Ok(());
    }
    let (actor, org) = (tx.actor, tx.org());
    let order = order::of_id(tx, actor, bill.order_id)?;
    let current = told(tx, org, bill, &order)?;
    let mut changed: Vec<String> = sent
        .map(|form| changes::between(&bill.form, form))
        .unwrap_or_default()
        .iter()
        .map(|change| change.field.split('.').next().unwrap_or_default().to_owned())
        .collect();
    changed.dedup();
    Err(Refusal::Stale(json!({ "current": current, "changed": changed })))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Sorted {
    order_uuid: String,
    bl_ids: Vec<Id>,
}

/// PUT sort: the house bills of an order one after the other, all of them.
pub(crate) fn sort(call: &mut Call) -> Outcome {
    let sorted: Sorted = call.json()?;
    call.write(|tx| {
        let (actor, org) = (tx.actor, tx.org());
        let order = order::of_uuid(tx, actor, &sorted.order_uuid)?;
        order.need_open()?;
        store::hold(tx, org, order.id)?;
        let bills = store::of_order(tx, org, order.id)?;
        let houses: Vec<&Bill> = bills.iter().filter(|bill| bill.kind == Kind::Hbl).collect();
        let whole = sorted.bl_ids.len() == houses.len() && houses.iter().all(|bill| sorted.bl_ids.contains(&bill.id));
        if !whole {
            return Err(Refusal::business(m::OTHER_BILLS));
        }
        for (line, id) in (1i64..).zip(&sorted.bl_ids) {
            let mut update = sql::update(org, store::TABLE, &[("line", Value::Int(line))]);
            update.and_where(sql::eq("id", *id));
            tx.exec(&update.into())?;
        }
        let entry =
            platform::log::LogEntry::of(OBJECT, order.id, order.code, crate::PAGE).scope("SE").about_order(order.id);
        tx.log(entry.did("修改", "分提单排序").level(Level::Low))
    })?;
    Ok(Answer::Data(Json::Null))
}

/// DELETE: removes a draft that was never finished.
pub(crate) fn remove(call: &mut Call) -> Outcome {
    let id = call.path_id("blId")?;
    let asked = call.query("rowUuid").to_owned();
    call.write(|tx| {
        let actor = tx.actor;
        let bill = store::find(tx, actor, id)?;
        order::of_id(tx, actor, bill.order_id)?.need_open()?;
        if bill.done() {
            return Err(Refusal::business(m::DONE));
        }
        // Numbers that were issued once are never given to another bill.
        if bill.finished_times > 0 {
            return Err(Refusal::business(m::WAS_DONE));
        }
        same_version(tx, &bill, &asked, None)?;
        store::remove(tx, &bill)?;
        tx.log(bill.log().did("删除", "删除").level(Level::High).about_order(bill.order_id))
    })?;
    Ok(Answer::Data(Json::Null))
}
