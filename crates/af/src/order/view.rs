//! The whole order as a page opens it.

use approval::{lock, pending, unlock};
use domain::order::{
    Draft, Head, MoveFacts, SERVICES, Side, allowed, lease_page, mark_members, side_figures, status_shown,
};
use kernel::{Id, Scope, Uuid, day_after_days, show_second};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use platform::sea_query::Expr;
use platform::setting;
use platform::store::{Conn, Value, sql};
use serde_json::{Map, Value as Json, json};

use super::OBJECT;
use super::store::{self, Saved};
use crate::settings;

/// Buttons that do not depend on the state of the order.
const ALWAYS: [&str; 6] =
    ["af-order-copy", "af-order-share", "af-order-file", "af-order-takeover", "af-awbprint-mawb", "af-awbprint-hawb"];

/// GET new.
pub fn new_order(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let today = call.now().day();
    let data = call.read(|conn| {
        let mut draft = Draft::new();
        draft.head.set(Head::OPERATOR_ID, actor.user_id);
        let later: i64 = setting::value(conn, actor.org_id, &settings::DEFAULT_DATE, Some(Scope::Ae))?;
        draft.head.set(Head::EXPECT_DEPARTURE, day_after_days(today, later));
        let station: String = setting::value(conn, actor.org_id, &settings::DEFAULT_STATION, Some(Scope::Ae))?;
        draft.head.set(Head::DEPARTURE_STATION, station);
        unsaved(conn, actor, &draft)
    })?;
    Ok(Answer::Data(data))
}

/// A draft that is not saved, as the form wants it.
pub fn unsaved(conn: &mut dyn Conn, actor: &Actor, draft: &Draft) -> Result<Json, Refusal> {
    let mut out = draft.json(actor.has("af-order-price"));
    names(conn, actor.org_id, draft, &mut out)?;
    out.insert("businessScope".into(), json!("AE"));
    out.insert("lifecycle".into(), json!("OPEN"));
    out.insert("orderStatus".into(), json!(""));
    out.insert("marks".into(), json!({}));
    out.insert("buttons".into(), json!(["af-order-edit"]));
    out.insert("lease".into(), Json::Null);
    out.insert("hawbCount".into(), json!(0));
    out.insert("fileCount".into(), json!(0));
    Ok(Json::Object(out))
}

/// GET view.
pub fn view(call: &mut Call) -> Outcome {
    let uuid = call.path_uuid("orderUuid")?;
    let actor = call.actor()?;
    let now = call.now();
    let data = call.read(|conn| {
        let (saved, visible) = store::find_to_look(conn, actor, &uuid)?;
        let mut out = saved.draft.json(actor.has("af-order-price"));
        names(conn, actor.org_id, &saved.draft, &mut out)?;
        head(conn, actor.org_id, &saved, &mut out)?;
        let facts = move_facts(conn, actor, &saved, now)?;
        let mut buttons = allowed(&facts, |code| actor.has(code));
        buttons.extend(ALWAYS.into_iter().filter(|code| actor.has(code)));
        let (unlocking, may_apply) = unlock::members(conn, actor, (Scope::Ae, saved.id, saved.lifecycle))?;
        if may_apply {
            buttons.push(unlock::CODE);
        }
        let closing = pending::closing(conn, actor.org_id, saved.id)?;
        if closing.is_some() {
            buttons.retain(|code| *code != super::FORCE_STOP);
        }
        if !visible {
            buttons.clear();
        }
        out.insert("unlocking".into(), unlocking);
        out.insert("approving".into(), closing.iter().map(|one| one.told(false)).collect());
        out.insert("buttons".into(), json!(buttons));
        let (plan, confirm) =
            (side_figures(&saved.draft.head, Side::Plan), side_figures(&saved.draft.head, Side::Confirm));
        out.insert("marks".into(), Json::Object(mark_members(&plan, &confirm).0));
        let holder = (actor.org_id, actor.user_id);
        out.insert("lease".into(), facts::lease::shown(conn, holder, lease_page(saved.id), now)?);
        out.insert("masterPrint".into(), json!(facts.print_done));
        Ok(out)
    })?;
    Ok(Answer::Data(Json::Object(data)))
}

fn head(conn: &mut dyn Conn, org: i64, saved: &Saved, out: &mut Map<String, Json>) -> Result<(), Refusal> {
    let members = [
        ("orderId", json!(saved.id)),
        ("orderUuid", json!(saved.uuid)),
        ("orderCode", json!(saved.code)),
        ("businessScope", json!("AE")),
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
        ("hawbCount", json!(saved.hawb_count)),
        ("fileCount", json!(count(conn, org, "order_file", saved.id)?)),
        ("creatorName", json!(facts::user_name(conn, org, saved.created_by)?)),
        ("createTime", json!(show_second(saved.created_at))),
        ("editorName", json!(facts::user_name(conn, org, saved.updated_by)?)),
        ("editTime", json!(show_second(saved.updated_at))),
        ("awbFromName", json!(source_name(conn, org, saved.awb_id)?)),
    ];
    out.extend(members.into_iter().map(|(name, value)| (name.to_owned(), value)));
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

/// Name of a workgroup.
pub fn workgroup_name(conn: &mut dyn Conn, org: i64, id: Id) -> Result<String, Refusal> {
    let mut select = sql::from(org, "workgroup");
    select.column("name").and_where(sql::eq("id", id));
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?.unwrap_or_default())
}

/// The names beside the ids.
fn names(conn: &mut dyn Conn, org: i64, draft: &Draft, out: &mut Map<String, Json>) -> Result<(), Refusal> {
    let coop = match draft.head.get::<Id>(Head::COOP_ID) {
        Some(id) => facts::coop(conn, org, id)?,
        None => None,
    };
    let (code, name) = coop.map(|coop| (coop.code, coop.name)).unwrap_or_default();
    out.insert("coopCode".into(), json!(code));
    out.insert("coopName".into(), json!(name));
    for (field, name) in
        [(Head::SALES_ID, "salesName"), (Head::SERVICER_ID, "servicerName"), (Head::OPERATOR_ID, "operatorName")]
    {
        let shown = match draft.head.get::<Id>(field) {
            Some(id) => facts::user_name(conn, org, id)?,
            None => String::new(),
        };
        out.insert(name.into(), json!(shown));
    }
    if let Some(id) = draft.head.get::<Id>(Head::WORKGROUP_ID) {
        out.insert("workgroupName".into(), json!(workgroup_name(conn, org, id)?));
    }
    if let Some(id) = draft.air.get::<Id>(domain::order::Air::ARRIVAL_AGENT_ID) {
        out.insert("arrivalAgentName".into(), json!(facts::coop_name(conn, org, id)?));
    }
    for (declared, service) in SERVICES.iter().zip(&draft.services) {
        let field = declared.fields.iter().find(|field| field.column == declared.company);
        if let (Some(field), Value::Int(id)) = (field, service.sheet.value(declared.company)) {
            let name = field.name().replace("Id", "Name");
            let shown = facts::coop_name(conn, org, Id(*id))?;
            let service = out.get_mut("services").and_then(|services| services.get_mut(declared.code));
            if let Some(members) = service.and_then(Json::as_object_mut) {
                members.insert(name, json!(shown));
            }
        }
    }
    Ok(())
}

/// What the moves look at.
pub fn move_facts(
    conn: &mut dyn Conn,
    actor: &Actor,
    saved: &Saved,
    now: kernel::Instant,
) -> Result<MoveFacts, Refusal> {
    let confirm = side_figures(&saved.draft.head, Side::Confirm);
    let print = match saved.awb_id {
        Some(_) => waybill::master_of_order(conn, actor.org_id, saved.id)?,
        None => None,
    };
    Ok(MoveFacts {
        lifecycle: saved.lifecycle,
        rank: saved.rank,
        operation_finished: saved.operation_finished,
        has_awb: saved.awb_id.is_some(),
        has_confirm: confirm.pieces.is_some() || confirm.weight.is_some() || confirm.volume.is_some(),
        confirm_complete: confirm.pieces.is_some() && confirm.weight.is_some() && confirm.volume.is_some(),
        print_done: print.is_some_and(|form| form.done()),
        manifest_sent: false,
        bill_released: false,
        waits: pending::waits(conn, actor.org_id, saved.id)?,
        records_open: lock::records_open(
            conn,
            actor.org_id,
            Some(Scope::Ae),
            (saved.income_recorded, saved.cost_recorded),
        )?,
        closed_by: saved.closed_by,
        closed_at: saved.closed_at,
        user: Some(actor.user_id),
        is_admin: !actor.admin_role.is_empty(),
        now: Some(now),
    })
}

/// GET log/page.
pub fn log_page(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let uuid = Uuid::parse(call.query("orderUuid")).ok_or(Refusal::NotFound)?;
    let bounded = |name: &str, least: u64, most: u64, default: u64| {
        call.query(name).parse::<u64>().unwrap_or(default).clamp(least, most)
    };
    let (current, size) = (bounded("current", 1, 100_000, 1), bounded("size", 1, 500, 50));
    let data = call.read(|conn| {
        let saved = store::find(conn, actor, &uuid)?;
        platform::log::page_of(conn, actor.org_id, (OBJECT, saved.id), (current, size))
    })?;
    Ok(Answer::Data(data))
}
