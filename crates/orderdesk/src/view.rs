//! The whole order as a page opens it, with the buttons allowed now.

use approval::pending::{LOSS, Running};
use approval::{pending, unlock};
use charge::finance;
use kernel::{Id, Instant, Scope, Uuid, show_second};
use order::store::{self, Saved};
use order::{
    Air, Draft, FILE_CODES, HIDDEN, Head, Profile, SHARE_CODES, Side, TAKE_OVER_CODES, TRACK_CODES, allowed, box_text,
    code_of, lease_page, mark_members, side_figures, status_shown,
};
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::sea_query::Expr;
use platform::store::{Conn, Value, sql};
use serde_json::{Map, Value as Json, json};

use crate::moves::facts_of;
use crate::split::links;

/// An order to look at only: an approver sees the order he was asked about although his level hides it. Answers also
/// whether he may do more than look.
fn find_to_look(
    conn: &mut dyn Conn,
    actor: &Actor,
    profile: &'static Profile,
    uuid: &Uuid,
) -> Result<(Saved, bool), Refusal> {
    let (saved, visible) = store::find_any(conn, actor, profile, store::of_uuid(uuid))?;
    if visible || unlock::was_given(conn, actor, saved.id)? {
        return Ok((saved, visible));
    }
    Err(Refusal::business(HIDDEN))
}

/// The order of a public name, as its page opens it.
pub fn view(
    conn: &mut dyn Conn,
    (actor, now): (&Actor, Instant),
    profile: &'static Profile,
    uuid: &Uuid,
) -> Result<Json, Refusal> {
    let (saved, visible) = find_to_look(conn, actor, profile, uuid)?;
    Ok(Json::Object(shown(conn, (actor, now), (&saved, visible))?))
}

/// Every member of an order; who may only look has no buttons.
pub fn shown(
    conn: &mut dyn Conn,
    (actor, now): (&Actor, Instant),
    (saved, visible): (&Saved, bool),
) -> Result<Map<String, Json>, Refusal> {
    let (org, profile) = (actor.org_id, saved.profile);
    let mut out = saved.draft.json(profile, actor.has("af-order-price"));
    names(conn, org, (profile, &saved.draft), &[saved.created_by, saved.updated_by], &mut out)?;
    head(conn, org, saved, &mut out)?;
    out.extend(links(conn, actor, saved)?.into_iter().map(|(name, value)| (name.to_owned(), value)));
    let running = pending::on_order(conn, org, saved.id)?;
    let facts = facts_of(conn, (actor, now), (saved, None), &running)?;
    let mut buttons = allowed(profile, &facts, |code| actor.has(code));
    buttons.extend(always(profile).into_iter().filter(|code| actor.has(code)));
    // The name of the act alone says that the order loses.
    let shows = |one: &Running| one.event != LOSS || finance::sees_profit(actor);
    let (unlocking, may_apply) = unlock::members(conn, actor, (profile.scope, saved.id, saved.lifecycle))?;
    buttons.extend(may_apply.then_some(unlock::CODE));
    if !visible {
        buttons.clear();
    }
    let figures = [Side::Plan, Side::Confirm].map(|side| side_figures(&saved.draft.head, side));
    let [plan, confirm] = &figures;
    let members = [
        ("unlocking", unlocking),
        ("approving", running.iter().filter(|one| shows(one)).map(|one| one.told(false)).collect()),
        ("buttons", json!(buttons)),
        ("marks", Json::Object(mark_members(plan, confirm).0)),
        ("lease", facts::lease::shown(conn, (org, actor.user_id), lease_page(saved.id), now)?),
        ("masterPrint", json!(facts.print_done)),
    ];
    out.extend(members.into_iter().map(|(name, value)| (name.to_owned(), value)));
    Ok(out)
}

/// Buttons that do not depend on the state of the order.
fn always(profile: &Profile) -> Vec<&'static str> {
    let of = |codes| code_of(codes, profile.scope);
    let common = [of(SHARE_CODES), of(FILE_CODES)];
    let own: &[&str] = match profile.scope {
        Scope::Ae => &["af-order-copy", of(TAKE_OVER_CODES), "af-awbprint-mawb", "af-awbprint-hawb"],
        _ => &[of(TRACK_CODES)],
    };
    common.into_iter().chain(own.iter().copied()).collect()
}

fn head(conn: &mut dyn Conn, org: i64, saved: &Saved, out: &mut Map<String, Json>) -> Result<(), Refusal> {
    let profile = saved.profile;
    let members = [
        ("orderId", json!(saved.id)),
        ("orderUuid", json!(saved.uuid)),
        ("orderCode", json!(saved.code)),
        ("number", json!(saved.business.number.as_ref().unwrap_or(&saved.code))),
        ("businessScope", json!(profile.scope.code())),
        ("rowUuid", json!(saved.row_uuid)),
        ("lifecycle", json!(saved.lifecycle.code())),
        ("orderStatus", json!(status_shown(saved.lifecycle, &saved.node))),
        ("node", json!(saved.node)),
        ("nodeRank", json!(saved.rank)),
        ("operationFinished", json!(saved.operation_finished)),
        ("incomeRecorded", json!(saved.income_recorded)),
        ("costRecorded", json!(saved.cost_recorded)),
        ("closeReason", json!(saved.close_reason)),
        ("closeRemark", json!(saved.close_remark)),
        ("fileCount", json!(count(conn, org, "order_file", saved.id)?)),
        ("createTime", json!(show_second(saved.created_at))),
        ("editTime", json!(show_second(saved.updated_at))),
    ];
    out.extend(members.into_iter().map(|(name, value)| (name.to_owned(), value)));
    if profile.boxes() {
        out.insert("containerText".into(), json!(box_text(&saved.draft.counted())));
    }
    if profile.takes_masters() {
        out.insert("hawbCount".into(), json!(saved.hawb_count));
        out.insert("awbFromName".into(), json!(source_name(conn, org, saved.awb_id)?));
    }
    Ok(())
}

fn count(conn: &mut dyn Conn, org: i64, table: &'static str, order: Id) -> Result<i64, Refusal> {
    let mut select = sql::from(org, table);
    select.expr(Expr::cust("COUNT(*)")).and_where(sql::eq("order_id", order));
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}

fn source_name(conn: &mut dyn Conn, org: i64, awb: Option<Id>) -> Result<String, Refusal> {
    let Some(awb) = awb else { return Ok(String::new()) };
    match stock::find_id(conn, org, awb)?.and_then(|row| row.source_coop_id) {
        Some(coop) => facts::coop_name(conn, org, coop),
        None => Ok(String::new()),
    }
}

/// The names beside the ids, with a question for people, one for partners and one for the workgroup; the first two of
/// the others are who made and who changed an order.
pub fn names(
    conn: &mut dyn Conn,
    org: i64,
    (profile, draft): (&Profile, &Draft),
    others: &[Id],
    out: &mut Map<String, Json>,
) -> Result<(), Refusal> {
    let people =
        [(Head::SALES_ID, "salesName"), (Head::SERVICER_ID, "servicerName"), (Head::OPERATOR_ID, "operatorName")];
    let named = people.iter().filter_map(|(field, _)| draft.head.get::<Id>(*field));
    let users = facts::user_names(conn, org, named.chain(others.iter().copied()))?;
    let user = |id: Option<Id>| json!(id.and_then(|id| users.get(&id)).map_or("", String::as_str));
    for (field, name) in people {
        out.insert(name.into(), user(draft.head.get(field)));
    }
    for (id, name) in others.iter().zip(["creatorName", "editorName"]) {
        out.insert(name.into(), user(Some(*id)));
    }
    let (customer, agent) = (draft.head.get::<Id>(Head::COOP_ID), draft.detail.get::<Id>(Air::ARRIVAL_AGENT_ID));
    let companies = profile.services.iter().zip(&draft.services).filter_map(|(declared, service)| {
        let field = declared.fields.iter().find(|field| field.column == declared.company)?;
        let Value::Int(id) = service.sheet.value(declared.company) else { return None };
        Some((declared.code, field.name().replace("Id", "Name"), Id(*id)))
    });
    let companies: Vec<(&str, String, Id)> = companies.collect();
    let wanted = customer.into_iter().chain(agent).chain(companies.iter().map(|(_, _, id)| *id));
    let coops = facts::coops(conn, org, wanted)?;
    let coop = |id: Id| coops.get(&id).map_or("", |coop| coop.name.as_str());
    out.insert("coopCode".into(), json!(customer.and_then(|id| coops.get(&id)).map_or("", |coop| coop.code.as_str())));
    out.insert("coopName".into(), json!(customer.map_or("", coop)));
    if let Some(agent) = agent {
        out.insert("arrivalAgentName".into(), json!(coop(agent)));
    }
    for (code, name, id) in &companies {
        let service = out.get_mut("services").and_then(|services| services.get_mut(*code));
        if let Some(members) = service.and_then(Json::as_object_mut) {
            members.insert(name.clone(), json!(coop(*id)));
        }
    }
    if let Some(group) = draft.head.get::<Id>(Head::WORKGROUP_ID) {
        let mut select = sql::from(org, "workgroup");
        select.column("name").and_where(sql::eq("id", group));
        let name: String = conn.first(&select.into())?.map(|row| row.get(0)).transpose()?.unwrap_or_default();
        out.insert("workgroupName".into(), json!(name));
    }
    Ok(())
}
