//! Saving an order: number, rows, master number, log, and what its people are told, all in one transaction.

use approval::pending;
use credit::gate::{self, Act, Gate};
use facts::order_log::log_entry;
use kernel::{Findings, Id, Scope};
use order::store::{self, Saved};
use order::{
    BOXES, Boxes, Detail, Draft, Head, Lifecycle, Move, MoveFacts, Node, OUTSIDE, PARTY_ROLES, Profile, Services,
    Sheet, apply_templates, differs, form_page, lease_page, reached, refuse,
};
use platform::call::Tx;
use platform::log::{Change, same};
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Map, Value as Json, json};
use settle::due;
use trade::charge::Side;

use crate::copied;
use crate::look::{Looked, in_stock, look};
use crate::money;
use crate::schedule::schedule;
use crate::view::shown;

/// The day goods left the store, of every scope under one name.
const OUTBOUND: &str = Services::OUTBOUND_DATE.column;

/// An order that was saved.
pub struct Made {
    /// Row.
    pub id: Id,
    /// Public name.
    pub uuid: String,
    /// Code.
    pub code: String,
    /// Version.
    pub row_uuid: String,
    /// What the rules said of it: warnings, and questions that were answered.
    pub looked: Looked,
}

/// The answered questions of a body.
fn confirmed(body: &Map<String, Json>) -> Vec<String> {
    let keys = body.get("confirmed").and_then(Json::as_array);
    keys.into_iter().flatten().filter_map(Json::as_str).map(ToOwned::to_owned).collect()
}

/// Makes a new order of a scope.
pub fn create(tx: &mut Tx<'_>, profile: &'static Profile, body: &Map<String, Json>) -> Result<Made, Refusal> {
    create_known(tx, profile, body, Findings::new())
}

/// The same of a body of which something was found already: refused with all there is.
pub(crate) fn create_known(
    tx: &mut Tx<'_>,
    profile: &'static Profile,
    body: &Map<String, Json>,
    known: Findings,
) -> Result<Made, Refusal> {
    let (actor, now, confirmed) = (tx.actor, tx.now, confirmed(body));
    let mut looked = look(tx, (actor, now), profile, body, None)?;
    looked.findings.absorb("", known);
    Refusal::unless_clean(&looked.findings, &confirmed)?;
    let mut made = add(tx, profile, looked, (None, &confirmed))?;
    let copied = match copied::asked(body) {
        Some(from) => copied::write(tx, (profile, made.id, from), &mut made.looked.findings)?,
        None => Vec::new(),
    };
    // Where the charges of a model are there already, templates would bring them once more.
    let sides: Vec<Side> = Side::ALL.into_iter().filter(|side| !copied.contains(side)).collect();
    apply_templates(tx, (profile, made.id), (true, &sides), &mut made.looked.findings)?;
    Ok(made)
}

/// Changes an order that was found.
pub fn update(tx: &mut Tx<'_>, saved: &Saved, body: &Map<String, Json>) -> Result<Made, Refusal> {
    let (actor, now, answers) = (tx.actor, tx.now, confirmed(body));
    editable(tx, saved, body.get("tab").and_then(Json::as_str).unwrap_or_default())?;
    let mut looked = look(tx, (actor, now), saved.profile, body, Some(saved))?;
    if body.get("rowUuid").and_then(Json::as_str) != Some(saved.row_uuid.as_str()) {
        let current = shown(tx, (actor, now), (saved, true))?;
        return Err(Refusal::Stale(json!({ "current": current, "changed": changed(saved, &looked.draft) })));
    }
    let charges = money::changed(tx, (saved, &looked.draft), &mut looked.findings)?;
    need_credit(tx, saved, &looked.draft, &mut looked.findings)?;
    Refusal::unless_clean(&looked.findings, &answers)?;
    let days_move = charges.days_move();
    charges.follow(tx, saved, &answers)?;
    let takes = takes_with_master(tx, saved, &looked.draft)?;
    let mut made = keep(tx, saved, looked, &answers)?;
    if days_move {
        due::follow(tx, saved.id)?;
    }
    if takes {
        apply_templates(tx, (saved.profile, saved.id), (false, &Side::ALL), &mut made.looked.findings)?;
    }
    Ok(made)
}

/// What stands against a change of an order at the gates of credit it comes to.
pub fn need_credit(tx: &mut Tx<'_>, saved: &Saved, draft: &Draft, findings: &mut Findings) -> Result<(), Refusal> {
    for gate in gates(saved, draft) {
        let act = Act {
            gate,
            order: saved.id,
            code: saved.code.clone(),
            scope: saved.profile.scope,
            coop: draft.head.get::<Id>(Head::COOP_ID),
        };
        gate::need(tx, &act, findings)?;
    }
    Ok(())
}

/// The gates of credit that a change of an order comes to.
fn gates(saved: &Saved, draft: &Draft) -> impl Iterator<Item = Gate> {
    let booked = books(saved, draft).then_some(Gate::Booking);
    booked.into_iter().chain(hands_out(saved, draft).then_some(Gate::Delivery))
}

/// Whether goods of an import are told to be out of the store, or out of the gate in a box, that were not before.
fn hands_out(saved: &Saved, draft: &Draft) -> bool {
    let is_out = |draft: &Draft| draft.has(OUTBOUND) || draft.service_day("warehouse", OUTBOUND).is_some();
    let gone = |draft: &Draft| {
        let out = |sheet: &&Sheet| *sheet.value(Boxes::GATE_OUT_TIME.column) != Value::Null;
        draft.rows(&BOXES).iter().filter(out).count()
    };
    let is_import = matches!(saved.profile.scope, Scope::Ai | Scope::Si | Scope::Ti);
    is_import && (is_out(draft) && !is_out(&saved.draft) || gone(draft) > gone(&saved.draft))
}

/// Whether an order gets its master or its bill of lading now.
fn books(saved: &Saved, draft: &Draft) -> bool {
    let master =
        saved.profile.takes_masters() && saved.awb_id.is_none() && !draft.head.text(Head::AWB_NUMBER).is_empty();
    let bill = |draft: &Draft| !draft.detail.text(Detail::MLB_NUMBER).is_empty();
    master || (bill(draft) && !bill(&saved.draft))
}

/// Whether an order gets its master and may take the charges of templates with it, which are held then.
fn takes_with_master(tx: &mut Tx<'_>, saved: &Saved, draft: &Draft) -> Result<bool, Refusal> {
    let gets = saved.profile.takes_masters() && saved.awb_id.is_none();
    Ok(gets && !draft.head.text(Head::AWB_NUMBER).is_empty() && pending::hold_for_templates(tx, saved)?)
}

/// Refuses when the order's life or another user's page lock forbids a change.
pub fn editable(tx: &mut Tx<'_>, saved: &Saved, tab: &str) -> Result<(), Refusal> {
    let facts = MoveFacts { lifecycle: saved.lifecycle, ..MoveFacts::default() };
    if let Some(why) = refuse(saved.profile.scope, Move::Edit, &facts) {
        return Err(Refusal::Business(why));
    }
    facts::lease::need_free(tx, lease_page(saved.id), tab)
}

/// Names of the fields that differ.
fn changed(saved: &Saved, typed: &Draft) -> Vec<String> {
    let both = saved.draft.sheets().into_iter().zip(typed.sheets());
    let differing = both.flat_map(|(was, is)| {
        let pairs = was.fields.iter().zip(was.values.iter().zip(&is.values));
        pairs.filter(|(_, (was, is))| !same(was, is)).map(|(field, _)| field.name())
    });
    differing.collect()
}

/// The next code of the day.
fn next_code(tx: &mut Tx<'_>, profile: &Profile) -> Result<String, Refusal> {
    let (scope, day) = (profile.scope.code(), tx.now.local().strftime("%y%m%d").to_string());
    Ok(format!("{scope}-{day}{:04}", tx.next_number(scope, &day)?))
}

/// Somebody registered the same number at the same moment: the next try sees it.
fn at_the_same_moment(refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::Unique(_) => Refusal::Stale(Json::Null),
        other => other,
    }
}

/// Adds an order that was looked at, which may be a part of another.
pub(crate) fn add(
    tx: &mut Tx<'_>,
    profile: &'static Profile,
    looked: Looked,
    part: (Option<&Saved>, &[String]),
) -> Result<Made, Refusal> {
    add_with(tx, profile, looked, part, &[])
}

/// The same with cells that its form does not have.
pub(crate) fn add_with(
    tx: &mut Tx<'_>,
    profile: &'static Profile,
    mut looked: Looked,
    (from, confirmed): (Option<&Saved>, &[String]),
    more: &[(&'static str, Value)],
) -> Result<Made, Refusal> {
    let id = tx.new_id();
    let uuid = tx.app.new_uuid()?.as_str().to_owned();
    let row_uuid = tx.app.new_uuid()?.as_str().to_owned();
    let code = next_code(tx, profile)?;
    named(&mut looked.draft, &code);
    let assigned = assign(tx, profile, (id, &code, &looked.draft), confirmed)?;
    let (org, draft) = (tx.org(), &looked.draft);
    let node = reached(tx, org, (profile, None), (draft, assigned.is_some()))?;
    let (user, now) = (tx.actor.user_id, tx.now);
    let mut cells = vec![
        ("id", id.into_value()),
        ("uuid", uuid.clone().into_value()),
        ("row_uuid", row_uuid.clone().into_value()),
        ("order_code", code.clone().into_value()),
        ("business_scope", profile.scope.code().into_value()),
        ("lifecycle", Lifecycle::Open.code().into_value()),
        ("operation_finished", Value::Bool(false)),
        ("income_recorded", Value::Int(0)),
        ("cost_recorded", Value::Int(0)),
        ("hawb_count", Value::Int(0)),
        ("awb_id", assigned.as_ref().map(|assigned| assigned.awb_id).into_value()),
        ("sales_dept_id", sales_dept(tx, draft)?.into_value()),
        ("split_from_order_id", from.map(|from| from.id).into_value()),
        ("created_by", user.into_value()),
        ("created_at", now.into_value()),
        ("updated_by", user.into_value()),
        ("updated_at", now.into_value()),
    ];
    cells.extend(at_node(node));
    cells.extend(store::head_cells(profile, draft, looked.checked.flagged));
    cells.retain(|(column, _)| more.iter().all(|(own, _)| own != column));
    cells.extend(more.iter().cloned());
    for by_hand in ["plan_charge_manual", "confirm_charge_manual"] {
        if cells.iter().all(|(column, _)| *column != by_hand) {
            cells.push((by_hand, Value::Bool(false)));
        }
    }
    tx.exec_later(&sql::insert(org, store::TABLE, &cells).into())?;
    store::add_below(tx, id, profile, draft).map_err(at_the_same_moment)?;
    let origin = from.map(|from| format!("拆自{}", from.code)).unwrap_or_default();
    tx.log(log_entry(id, code.clone(), form_page(profile.scope)).did("新建", "订单创建").text(origin))?;
    if let Some(assigned) = &assigned {
        log_master(tx, (id, &code, profile), &assigned.awb_number)?;
    }
    tell_differing(tx, (id, &code, profile), &looked)?;
    message::order::made(tx, id)?;
    Ok(Made { id, uuid, code, row_uuid, looked })
}

/// An order without a number of its customer's bears its own.
fn named(draft: &mut Draft, code: &str) {
    if draft.head.text(Head::CUSTOMER_NUMBER).is_empty() {
        draft.head.set(Head::CUSTOMER_NUMBER, code.to_owned());
    }
}

fn at_node(node: Node) -> [(&'static str, Value); 2] {
    [("node", node.zh.into_value()), ("node_rank", node.rank.into_value())]
}

/// Takes the draft's master number from the stock, where the scope has masters.
fn assign(
    tx: &mut Tx<'_>,
    profile: &Profile,
    (id, code, draft): (Id, &str, &Draft),
    confirmed: &[String],
) -> Result<Option<stock::Assigned>, Refusal> {
    if !profile.takes_masters() || draft.head.text(Head::AWB_NUMBER).is_empty() {
        return Ok(None);
    }
    let facts = stock::OrderFacts { order_id: Some(id), order_code: code.to_owned(), ..in_stock(draft, None) };
    stock::assign(tx, &facts, confirmed).map(Some).map_err(at_the_same_moment)
}

fn log_master(tx: &mut Tx<'_>, (id, code, profile): (Id, &str, &Profile), number: &str) -> Result<(), Refusal> {
    let entry = log_entry(id, code, form_page(profile.scope)).did("修改", "舱位确认");
    tx.log(entry.text(format!("舱位确认 {number}")))
}

/// Actual figures that were written outside their tolerance stand in the log, and the people of the order learn of them.
pub(crate) fn tell_differing(
    tx: &mut Tx<'_>,
    (id, code, profile): (Id, &str, &Profile),
    looked: &Looked,
) -> Result<(), Refusal> {
    if looked.findings.confirms.iter().all(|confirm| confirm.text.key != OUTSIDE.key) {
        return Ok(());
    }
    let marks = looked.checked.marks.values();
    let tips: Vec<&str> = marks.filter_map(|mark| mark.get("tip").and_then(Json::as_str)).collect();
    let entry = log_entry(id, code, form_page(profile.scope)).did("修改", "件重差异");
    tx.log(entry.text(format!("件重差异：{}", tips.join("；"))))?;
    message::order::differs(tx, id, &looked.draft.head)
}

fn sales_dept(tx: &mut Tx<'_>, draft: &Draft) -> Result<Option<Id>, Refusal> {
    let org = tx.org();
    match draft.head.get::<Id>(Head::SALES_ID) {
        Some(id) => Ok(facts::user(tx, org, id)?.map(|(_, dept)| dept)),
        None => Ok(None),
    }
}

fn keep(tx: &mut Tx<'_>, saved: &Saved, mut looked: Looked, confirmed: &[String]) -> Result<Made, Refusal> {
    let (id, profile) = (saved.id, saved.profile);
    named(&mut looked.draft, &saved.code);
    let assigned = match saved.awb_id {
        Some(_) => None,
        None => assign(tx, profile, (id, &saved.code, &looked.draft), confirmed)?,
    };
    let awb_id = assigned.as_ref().map(|assigned| assigned.awb_id).or(saved.awb_id);
    let (org, draft) = (tx.org(), &looked.draft);
    store::hold(tx, org, id)?;
    let node = reached(tx, org, (profile, Some(id)), (draft, awb_id.is_some()))?;
    let mut cells = store::head_cells(profile, draft, looked.checked.flagged);
    cells.push(("awb_id", awb_id.into_value()));
    cells.extend(at_node(node));
    // The department stays where its sales person stays, who may have left.
    if draft.head.value(Head::SALES_ID.column) != saved.draft.head.value(Head::SALES_ID.column) {
        cells.push(("sales_dept_id", sales_dept(tx, draft)?.into_value()));
    }
    let row_uuid = store::change(tx, saved, (draft, cells))?;
    store::change_below(tx, saved, draft)?;
    if let Some(assigned) = &assigned {
        store::follow_master(tx, id, Some(&assigned.awb_number))?;
        log_master(tx, (id, &saved.code, profile), &assigned.awb_number)?;
    }
    let changes = changes(tx, saved, draft)?;
    let text = if changes.is_empty() { "修改 无变化" } else { "" };
    let fields: Vec<String> = changes.iter().map(|change| change.field.clone()).collect();
    let entry = log_entry(id, saved.code.clone(), form_page(profile.scope)).did("修改", "修改订单");
    tx.log(entry.text(text).changes(changes))?;
    tell_differing(tx, (id, &saved.code, profile), &looked)?;
    let people = [&saved.draft, draft].map(|draft| message::order::around(&draft.head, saved.created_by));
    let status = (node.zh != saved.node).then_some((node.zh, node.en));
    message::order::changed(tx, id, people.into(), status, &schedule(profile, &saved.draft, draft))?;
    if !fields.is_empty() {
        webhook::order::updated(tx, id, fields.iter().map(String::as_str))?;
    }
    Ok(Made { id, uuid: saved.uuid.clone(), code: saved.code.clone(), row_uuid, looked })
}

/// Everything that differs, as people read it.
pub(crate) fn changes(tx: &mut Tx<'_>, saved: &Saved, new: &Draft) -> Result<Vec<Change>, Refusal> {
    let (profile, old) = (saved.profile, &saved.draft);
    let mut all = Vec::new();
    for both in old.sheets().into_iter().zip(new.sheets()) {
        differs::sheets(tx, ("", ""), both, &mut all)?;
    }
    for part in profile.parts {
        differs::rows(tx, part, (old.rows(part), new.rows(part)), &mut all)?;
    }
    for (declared, (was, is)) in profile.services.iter().zip(old.services.iter().zip(&new.services)) {
        if was.enabled != is.enabled {
            let say = |on: bool| if on { "是" } else { "否" }.to_owned();
            let field = format!("services.{}.enabled", declared.code);
            all.push(Change { field, label: declared.zh.to_owned(), old: say(was.enabled), new: say(is.enabled) });
        }
        differs::sheets(tx, ("", declared.zh), (&was.sheet, &is.sheet), &mut all)?;
        if was.numbers != is.numbers {
            let field = format!("services.{}.declarationNumbers", declared.code);
            let label = format!("{}.报关单号", declared.zh);
            all.push(Change { field, label, old: was.numbers.join("，"), new: is.numbers.join("，") });
        }
    }
    let roles = PARTY_ROLES.iter().zip(["发货人", "收货人", "通知人"]);
    for ((role, label), both) in roles.zip(old.parties.iter().zip(&new.parties)) {
        differs::sheets(tx, (&format!("parties.{role}"), label), both, &mut all)?;
    }
    Ok(all)
}
