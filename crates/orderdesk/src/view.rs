//! The whole order as a page opens it, with the buttons allowed now.

use approval::pending::{LOSS, Running};
use approval::{pending, unlock};
use charge::finance;
use kernel::{Id, Instant, Scope, Uuid, show_second};
use order::store::{self, Saved};
use order::{
    Air, Draft, FILE_CODES, HIDDEN, Head, MoveFacts, Profile, SHARE_CODES, Side, TAKE_OVER_CODES, TRACK_CODES, allowed,
    box_text, code_of, lease_page, mark_members, side_figures, status_shown,
};
use platform::access::Actor;
use platform::field::Field;
use platform::refusal::Refusal;
use platform::sea_query::Expr;
use platform::store::{Conn, Value, sql, together};
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

/// What stands beside an order in other tables, as its page shows it.
struct Beside {
    named: Named,
    links: Vec<(&'static str, Json)>,
    running: Vec<Running>,
    facts: MoveFacts,
    unlocking: (Json, bool),
    lease: Json,
    files: i64,
    source: String,
}

impl Beside {
    fn of(conn: &mut dyn Conn, (actor, now): (&Actor, Instant), saved: &Saved) -> Result<Self, Refusal> {
        let org = actor.org_id;
        let running = pending::on_order(conn, org, saved.id)?;
        let source = if saved.profile.takes_masters() { source_name(conn, org, saved.awb_id)? } else { String::new() };
        Ok(Self {
            named: Named::of(conn, org, (saved.profile, &saved.draft), &[saved.created_by, saved.updated_by])?,
            links: links(conn, actor, saved)?,
            facts: facts_of(conn, (actor, now), (saved, None), &running)?,
            unlocking: unlock::members(conn, actor, (saved.profile.scope, saved.id, saved.lifecycle))?,
            lease: facts::lease::shown(conn, (org, actor.user_id), lease_page(saved.id), now)?,
            files: count(conn, org, "order_file", saved.id)?,
            running,
            source,
        })
    }
}

/// Every member of an order; who may only look has no buttons.
pub fn shown(
    conn: &mut dyn Conn,
    (actor, now): (&Actor, Instant),
    (saved, visible): (&Saved, bool),
) -> Result<Map<String, Json>, Refusal> {
    let profile = saved.profile;
    let beside = together(conn, |conn| Beside::of(conn, (actor, now), saved))?;
    let Beside { named, links, running, facts, unlocking: (unlocking, may_apply), lease, files, source } = beside;
    let mut out = saved.draft.json(profile, actor.has("af-order-price"));
    named.put(&mut out);
    head(saved, (files, &source), &mut out);
    out.extend(links.into_iter().map(|(name, value)| (name.to_owned(), value)));
    let mut buttons = allowed(profile, &facts, |code| actor.has(code));
    buttons.extend(always(profile).into_iter().filter(|code| actor.has(code)));
    // The name of the act alone says that the order loses.
    let shows = |one: &Running| one.event != LOSS || finance::sees_profit(actor);
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
        ("lease", lease),
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

fn head(saved: &Saved, (files, source): (i64, &str), out: &mut Map<String, Json>) {
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
        ("fileCount", json!(files)),
        ("createTime", json!(show_second(saved.created_at))),
        ("editTime", json!(show_second(saved.updated_at))),
    ];
    out.extend(members.into_iter().map(|(name, value)| (name.to_owned(), value)));
    if profile.boxes() {
        out.insert("containerText".into(), json!(box_text(&saved.draft.counted())));
    }
    if profile.takes_masters() {
        out.insert("hawbCount".into(), json!(saved.hawb_count));
        out.insert("awbFromName".into(), json!(source));
    }
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
    Named::of(conn, org, (profile, draft), others)?.put(out);
    Ok(())
}

const PEOPLE: [(Field, &str); 3] =
    [(Head::SALES_ID, "salesName"), (Head::SERVICER_ID, "servicerName"), (Head::OPERATOR_ID, "operatorName")];

/// Names beside the ids of an order: members, and those of its services.
struct Named {
    members: Vec<(&'static str, String)>,
    services: Vec<(&'static str, String, String)>,
}

impl Named {
    fn of(conn: &mut dyn Conn, org: i64, (profile, draft): (&Profile, &Draft), others: &[Id]) -> Result<Self, Refusal> {
        let named = PEOPLE.iter().filter_map(|(field, _)| draft.head.get::<Id>(*field));
        let users = facts::user_names(conn, org, named.chain(others.iter().copied()))?;
        let user = |id: Option<Id>| id.and_then(|id| users.get(&id)).cloned().unwrap_or_default();
        let people = PEOPLE.map(|(field, name)| (name, user(draft.head.get(field))));
        let others = others.iter().zip(["creatorName", "editorName"]).map(|(id, name)| (name, user(Some(*id))));
        let mut members: Vec<(&'static str, String)> = people.into_iter().chain(others).collect();
        let (customer, agent) = (draft.head.get::<Id>(Head::COOP_ID), draft.detail.get::<Id>(Air::ARRIVAL_AGENT_ID));
        let companies = companies(profile, draft);
        let wanted = customer.into_iter().chain(agent).chain(companies.iter().map(|(_, _, id)| *id));
        let coops = facts::coops(conn, org, wanted)?;
        let coop = |id: Id| coops.get(&id).map(|coop| coop.name.clone()).unwrap_or_default();
        let code = customer.and_then(|id| coops.get(&id)).map(|coop| coop.code.clone());
        members.extend([("coopCode", code.unwrap_or_default()), ("coopName", customer.map(coop).unwrap_or_default())]);
        members.extend(agent.map(|agent| ("arrivalAgentName", coop(agent))));
        if let Some(group) = draft.head.get::<Id>(Head::WORKGROUP_ID) {
            let mut select = sql::from(org, "workgroup");
            select.column("name").and_where(sql::eq("id", group));
            let name = conn.first(&select.into())?.map(|row| row.get(0)).transpose()?;
            members.push(("workgroupName", name.unwrap_or_default()));
        }
        let services = companies.into_iter().map(|(code, name, id)| (code, name, coop(id))).collect();
        Ok(Self { members, services })
    }

    fn put(self, out: &mut Map<String, Json>) {
        out.extend(self.members.into_iter().map(|(name, value)| (name.to_owned(), json!(value))));
        for (code, member, name) in self.services {
            let service = out.get_mut("services").and_then(|services| services.get_mut(code));
            if let Some(members) = service.and_then(Json::as_object_mut) {
                members.insert(member, json!(name));
            }
        }
    }
}

/// The partners that do the services of an order: code of the service, member of the name, partner.
fn companies(profile: &Profile, draft: &Draft) -> Vec<(&'static str, String, Id)> {
    let services = profile.services.iter().zip(&draft.services);
    let companies = services.filter_map(|(declared, service)| {
        let field = declared.fields.iter().find(|field| field.column == declared.company)?;
        let Value::Int(id) = service.sheet.value(declared.company) else { return None };
        Some((declared.code, field.name().replace("Id", "Name"), Id(*id)))
    });
    companies.collect()
}
