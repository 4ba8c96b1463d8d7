//! Looking at, making and changing an order.

use approval::{closing, lock, pending, unlock};
use domain::carriage::{Detail, Head, Kind};
use domain::differs;
use domain::order::{
    CLOSED_NO_EDIT, FORCE_STOP_CODES, LOCKED_NO_EDIT, Lifecycle, Move, OUTSIDE, SHARE_CODES, code_of, form_page,
    lease_page, rows_json, sheet_json, status_shown,
};
use domain::order_config::{form_rules, form_rules_json};
use facts::order_log::log_entry;
use kernel::{Findings, Id, Msg, Scope, Uuid, show_second};
use message::order::Words;
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::Field;
use platform::log::{Change, differences};
use platform::refusal::{Refusal, findings_json, messages};
use platform::sea_query::Expr;
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Map, Value as Json, json};

use super::progress::reached;
use super::rules::{self, Around, Checked};
use super::store::{self, Draft, Saved};
use super::{TABLE, moves, slug};

/// By what an order travels, and when.
const VESSEL: &[Field] = &[Detail::SHIP_NAME, Detail::SHIP_VOYAGE_NUMBER, Detail::TRAIN_NO];
const JOURNEY: &[Field] = &[Head::EXPECT_FLIGHT, Head::EXPECT_DEPARTURE, Head::EXPECT_ARRIVAL];
/// Most lines of boxes.
const BOXES_MAX: usize = 300;
/// Most stops.
const STOPS_MAX: usize = 12;
const TOO_MANY: Msg = Msg::new("order.lines.too_many", "最多{n}行", "There can be at most {n} lines.");

/// Members the answer has and a save gives back unread.
const ECHOED: &[&str] = &[
    "orderId",
    "orderUuid",
    "orderCode",
    "rowUuid",
    "businessScope",
    "lifecycle",
    "operationFinished",
    "orderStatus",
    "number",
    "buttons",
    "creatorName",
    "createTime",
    "editorName",
    "fileCount",
    "containerText",
    "coopName",
    "unlocking",
    "approving",
    "lease",
    "tab",
    "confirmed",
    "findings",
];

/// GET: the whole order with the buttons allowed now.
pub(crate) fn view(kind: &'static Kind, call: &mut Call) -> Outcome {
    let (actor, uuid) = (call.actor()?, call.path_uuid("orderUuid")?);
    let data = call.read(|conn| {
        let (saved, visible) = store::find_to_look(conn, actor, kind, &uuid)?;
        let mut out = shown(conn, actor, kind, &saved)?;
        if !visible {
            out.insert("buttons".into(), json!([]));
        }
        Ok(out)
    })?;
    Ok(Answer::Data(Json::Object(data)))
}

/// The number a scope is called by.
pub(crate) fn number(kind: &Kind, draft: &Draft, code: &str) -> String {
    let first = |texts: &[String]| texts.iter().find(|text| !text.is_empty()).cloned();
    let own = match kind.scope {
        Scope::Se | Scope::Si => first(&[draft.detail.text(Detail::MLB_NUMBER)]),
        Scope::Te | Scope::Ti => first(&[draft.detail.text(Detail::RAIL_WAYBILL_NO)]),
        Scope::Ai => {
            let parts = [draft.head.text(Head::AWB_NUMBER), draft.head.text(Head::HAWB_NUMBER)];
            first(&[parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("_")])
        }
        Scope::Ae | Scope::Lc | Scope::Io => None,
    };
    own.unwrap_or_else(|| code.to_owned())
}

fn shown(conn: &mut dyn Conn, actor: &Actor, kind: &'static Kind, saved: &Saved) -> Result<Map<String, Json>, Refusal> {
    let (org, draft) = (actor.org_id, &saved.draft);
    let mut out = Map::new();
    for sheet in [&draft.head, &draft.detail, &draft.services] {
        sheet_json(sheet, &mut out);
    }
    if kind.boxes() {
        out.insert("containerList".into(), rows_json(&draft.plan_boxes));
        out.insert("containers".into(), rows_json(&draft.boxes));
        out.insert("containerText".into(), json!(domain::carriage::box_text(&draft.counted())));
    }
    if kind.stops() {
        out.insert("stops".into(), rows_json(&draft.stops));
    }
    let coop = draft.head.get::<Id>(Head::COOP_ID);
    let (unlocking, may_apply) = unlock::members(conn, actor, (kind.scope, saved.id, saved.lifecycle))?;
    let running = pending::closing(conn, org, saved.id)?;
    let now = Now {
        may_apply,
        may_close: running.is_none() && closing::refused(conn, org, saved.id)?.is_none(),
        may_lock: lock::refused(conn, org, saved.id, Move::Lock)?.is_none(),
        waits: running.is_some(),
    };
    let members = [
        ("orderId", json!(saved.id)),
        ("orderUuid", json!(saved.uuid)),
        ("orderCode", json!(saved.code)),
        ("rowUuid", json!(saved.row_uuid)),
        ("businessScope", json!(kind.scope.code())),
        ("lifecycle", json!(saved.lifecycle.code())),
        ("operationFinished", json!(saved.operation_finished)),
        ("orderStatus", json!(status_shown(saved.lifecycle, &saved.node))),
        ("number", json!(number(kind, draft, &saved.code))),
        ("buttons", json!(buttons(actor, kind, saved, &now))),
        ("unlocking", unlocking),
        ("approving", running.iter().map(|one| one.told(false)).collect()),
        ("lease", facts::lease::shown(conn, (org, actor.user_id), lease_page(saved.id), actor.now)?),
        ("coopName", json!(coop.map(|id| facts::coop_name(conn, org, id)).transpose()?)),
        ("creatorName", json!(facts::user_name(conn, org, saved.created_by)?)),
        ("createTime", json!(show_second(saved.created_at))),
        ("editorName", json!(facts::user_name(conn, org, saved.updated_by)?)),
        ("fileCount", json!(files(conn, org, saved.id)?)),
    ];
    out.extend(members.into_iter().map(|(name, value)| (name.to_owned(), value)));
    Ok(out)
}

fn files(conn: &mut dyn Conn, org: i64, order: Id) -> Result<i64, Refusal> {
    let mut select = sql::from(org, "order_file");
    select.expr(Expr::cust("COUNT(*)")).and_where(sql::eq("order_id", order));
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}

/// What of an order its row does not say.
struct Now {
    /// The caller may apply to have it unlocked.
    may_apply: bool,
    /// It may be closed for good.
    may_close: bool,
    /// Finance may lock it.
    may_lock: bool,
    /// Its closing is being decided.
    waits: bool,
}

/// What the caller may do with the order as it is.
fn buttons(actor: &Actor, kind: &'static Kind, saved: &Saved, now: &Now) -> Vec<String> {
    let slug = slug(kind.scope);
    let named = |suffix: &str| format!("{slug}-order-{suffix}");
    let mut wanted = vec![named("file"), named("track"), code_of(SHARE_CODES, kind.scope).to_owned()];
    if matches!(saved.lifecycle, Lifecycle::Open | Lifecycle::Draft) {
        wanted.extend([named("edit"), named("opfinish")]);
    }
    if !now.waits && moves::cancel_refused(kind, saved).is_none() {
        wanted.push(named("cancel"));
    }
    if !now.waits && moves::restore_refused(actor, saved).is_none() {
        wanted.push(named("restore"));
    }
    if now.may_close {
        wanted.push(code_of(FORCE_STOP_CODES, kind.scope).to_owned());
    }
    if now.may_lock {
        wanted.push(unlock::LOCK_CODE.to_owned());
    }
    if saved.lifecycle == Lifecycle::Locked {
        wanted.push(unlock::UNLOCK_CODE.to_owned());
    }
    if now.may_apply {
        wanted.push(unlock::CODE.to_owned());
    }
    wanted.retain(|code| actor.has(code));
    wanted
}

/// GET formRules: what the form offers and asks for beyond its declaration.
pub(crate) fn show_form_rules(kind: &'static Kind, call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let rules = call.read(|conn| form_rules(conn, org, kind.scope))?;
    Ok(Answer::Data(form_rules_json(&rules, kind.scope)))
}

/// A body that was looked at.
struct Looked {
    draft: Draft,
    checked: Checked,
    findings: Findings,
}

fn unknown(field: &str) -> Refusal {
    Refusal::BadRequest(messages::UNKNOWN_FIELD.with(&[("field", field)]))
}

fn look(
    conn: &mut dyn Conn,
    actor: &Actor,
    kind: &'static Kind,
    body: &Map<String, Json>,
    saved: Option<&Saved>,
) -> Result<Looked, Refusal> {
    let mut findings = Findings::new();
    let mut draft = match saved {
        Some(saved) => saved.draft.clone(),
        None => first_draft(conn, actor, kind, body)?,
    };
    read(kind, (body, saved.is_none()), &mut draft, &mut findings)?;
    let form = form_rules(conn, actor.org_id, kind.scope)?;
    let around = Around { org: actor.org_id, kind, saved, form };
    let checked = rules::check(conn, &around, &mut draft, &mut findings)?;
    Ok(Looked { draft, checked, findings })
}

/// A new order's first values: the people of its customer, the caller as operator.
fn first_draft(
    conn: &mut dyn Conn,
    actor: &Actor,
    kind: &'static Kind,
    body: &Map<String, Json>,
) -> Result<Draft, Refusal> {
    let mut draft = Draft::new(kind);
    draft.head.set(Head::OPERATOR_ID, actor.user_id);
    let coop = body.get("coopId").and_then(Json::as_str).and_then(|id| id.parse().ok()).map(Id);
    if let Some(coop) = coop.map(|id| facts::coop(conn, actor.org_id, id)).transpose()?.flatten() {
        for (field, person) in [(Head::SALES_ID, coop.sales_id), (Head::SERVICER_ID, coop.servicer_id)] {
            let given = body.get(&field.name()).is_some_and(|json| json.as_str().is_some_and(|id| !id.is_empty()));
            if let Some(id) = person.filter(|_| !given) {
                draft.head.set(field, id);
            }
        }
    }
    Ok(draft)
}

/// Reads a body over a draft. Members that are absent stay; unknown ones make the call a bad one.
fn read(
    kind: &'static Kind,
    (body, is_new): (&Map<String, Json>, bool),
    draft: &mut Draft,
    findings: &mut Findings,
) -> Result<(), Refusal> {
    let rows: &[&str] = match (kind.boxes(), kind.stops()) {
        (true, _) => &["containerList", "containers"],
        (_, true) => &["stops"],
        _ => &[],
    };
    let fields = || kind.head.iter().chain(&kind.detail).chain(&kind.services);
    let known =
        |name: &str| rows.contains(&name) || ECHOED.contains(&name) || fields().any(|field| field.name() == name);
    if let Some(name) = body.keys().find(|name| !known(name)) {
        return Err(unknown(name));
    }
    let people = [Head::SALES_ID, Head::SERVICER_ID, Head::OPERATOR_ID];
    // A blank person of a new order does not wipe out the one his customer gave.
    let kept = |field: &Field| {
        let blank = |json: &Json| json.is_null() || json.as_str() == Some("");
        field.read_only
            || (is_new
                && people.iter().any(|person| person.column == field.column)
                && body.get(&field.name()).is_some_and(blank)
                && draft.head.value(field.column) != &Value::Null)
    };
    let skipped: Vec<&str> = kind.head.iter().filter(|field| kept(field)).map(|field| field.column).collect();
    draft.head.take(body, "", |field| skipped.contains(&field.column), findings);
    draft.detail.take(body, "", |field| field.read_only, findings);
    draft.services.take(body, "", |_| false, findings);
    let most = |n: usize| (n, TOO_MANY.with(&[("n", &n.to_string())]));
    if kind.boxes() {
        store::PLAN_BOXES.read(body, &mut draft.plan_boxes, most(BOXES_MAX), findings)?;
        store::BOXES.read(body, &mut draft.boxes, most(BOXES_MAX), findings)?;
    }
    if kind.stops() {
        store::STOPS.read(body, &mut draft.stops, most(STOPS_MAX), findings)?;
    }
    Ok(())
}

fn confirmed(body: &Map<String, Json>) -> Vec<String> {
    let keys = body.get("confirmed").and_then(Json::as_array);
    keys.into_iter().flatten().filter_map(Json::as_str).map(ToOwned::to_owned).collect()
}

/// POST check: every rule over an unsaved order, and the figures that follow from it.
pub(crate) fn check(kind: &'static Kind, call: &mut Call) -> Outcome {
    let (actor, body) = (call.actor()?, call.json::<Map<String, Json>>()?);
    let looked = call.read(|conn| {
        let named = body.get("orderUuid").and_then(Json::as_str).and_then(Uuid::parse);
        let saved = named.map(|uuid| store::find(conn, actor, kind, &uuid)).transpose()?;
        look(conn, actor, kind, &body, saved.as_ref())
    })?;
    Ok(Answer::Data(json!({
        "computed": looked.checked.computed,
        "findings": findings_json(&looked.findings, call.language()),
    })))
}

/// POST: a new order.
pub(crate) fn create(kind: &'static Kind, call: &mut Call) -> Outcome {
    let body: Map<String, Json> = call.json()?;
    let data = call.write(|tx| {
        let actor = tx.actor;
        let looked = look(tx, actor, kind, &body, None)?;
        Refusal::unless_clean(&looked.findings, &confirmed(&body))?;
        let uuid = add(tx, kind, looked)?;
        let saved = store::find(tx, actor, kind, &uuid)?;
        shown(tx, actor, kind, &saved)
    })?;
    Ok(Answer::Data(Json::Object(data)))
}

fn add(tx: &mut Tx<'_>, kind: &'static Kind, mut looked: Looked) -> Result<Uuid, Refusal> {
    let (id, uuid, version) = (tx.new_id(), tx.app.new_uuid()?, tx.app.new_uuid()?);
    let day = tx.now.local().strftime("%y%m%d").to_string();
    let scope = kind.scope.code();
    let code = format!("{scope}-{day}{:04}", tx.next_number(scope, &day)?);
    if looked.draft.head.text(Head::CUSTOMER_NUMBER).is_empty() {
        looked.draft.head.set(Head::CUSTOMER_NUMBER, code.clone());
    }
    let org = tx.org();
    let node = reached(tx, org, (kind.scope, None), &looked.draft)?;
    let (user, now) = (tx.actor.user_id, tx.now);
    let mut cells = vec![
        ("id", id.into_value()),
        ("uuid", uuid.clone().into_value()),
        ("row_uuid", version.into_value()),
        ("order_code", code.clone().into_value()),
        ("business_scope", scope.into_value()),
        ("lifecycle", Lifecycle::Open.code().into_value()),
        ("node", node.zh.into_value()),
        ("node_rank", node.rank.into_value()),
        ("operation_finished", Value::Bool(false)),
        ("income_recorded", Value::Int(0)),
        ("cost_recorded", Value::Int(0)),
        ("hawb_count", Value::Int(0)),
        ("plan_charge_manual", Value::Bool(false)),
        ("confirm_charge_manual", Value::Bool(false)),
        ("flagged", Value::Bool(looked.checked.flagged)),
        ("sales_dept_id", sales_dept(tx, &looked.draft)?.into_value()),
        ("created_by", user.into_value()),
        ("created_at", now.into_value()),
        ("updated_by", user.into_value()),
        ("updated_at", now.into_value()),
    ];
    cells.extend(looked.draft.head.cells());
    tx.exec(&sql::insert(org, TABLE, &cells).into())?;
    store::add_parts(tx, id, kind, &looked.draft)?;
    tx.log(log_entry(id, code, form_page(kind.scope)).did("新建", "订单创建"))?;
    tell_differing(tx, id, &looked)?;
    message::order::made(tx, id)?;
    Ok(uuid)
}

fn sales_dept(tx: &mut Tx<'_>, draft: &Draft) -> Result<Option<Id>, Refusal> {
    let org = tx.org();
    match draft.head.get::<Id>(Head::SALES_ID) {
        Some(id) => Ok(facts::user(tx, org, id)?.map(|(_, dept)| dept)),
        None => Ok(None),
    }
}

/// PUT: changes of an order.
pub(crate) fn update(kind: &'static Kind, call: &mut Call) -> Outcome {
    let (uuid, body) = (call.path_uuid("orderUuid")?, call.json::<Map<String, Json>>()?);
    let data = call.write(|tx| {
        let actor = tx.actor;
        let saved = store::find(tx, actor, kind, &uuid)?;
        match saved.lifecycle {
            Lifecycle::Locked => return Err(Refusal::business(LOCKED_NO_EDIT)),
            Lifecycle::Cancelled | Lifecycle::Closed => return Err(Refusal::business(CLOSED_NO_EDIT)),
            Lifecycle::Open | Lifecycle::Draft => {}
        }
        facts::lease::need_free(tx, lease_page(saved.id), body.get("tab").and_then(Json::as_str).unwrap_or_default())?;
        let looked = look(tx, actor, kind, &body, Some(&saved))?;
        if body.get("rowUuid").and_then(Json::as_str) != Some(saved.row_uuid.as_str()) {
            let current = shown(tx, actor, kind, &saved)?;
            return Err(Refusal::Stale(json!({ "current": current, "changed": changed(&saved, &looked.draft) })));
        }
        Refusal::unless_clean(&looked.findings, &confirmed(&body))?;
        keep(tx, kind, &saved, looked)?;
        let saved = store::find(tx, actor, kind, &uuid)?;
        shown(tx, actor, kind, &saved)
    })?;
    Ok(Answer::Data(Json::Object(data)))
}

/// Names of the fields that differ.
fn changed(saved: &Saved, typed: &Draft) -> Vec<String> {
    let was = &saved.draft;
    [(&was.head, &typed.head), (&was.detail, &typed.detail), (&was.services, &typed.services)]
        .into_iter()
        .flat_map(|(was, is)| differences(was.fields, &was.values, &is.values))
        .map(|change| change.field)
        .collect()
}

fn keep(tx: &mut Tx<'_>, kind: &'static Kind, saved: &Saved, mut looked: Looked) -> Result<(), Refusal> {
    if looked.draft.head.text(Head::CUSTOMER_NUMBER).is_empty() {
        looked.draft.head.set(Head::CUSTOMER_NUMBER, saved.code.clone());
    }
    let org = tx.org();
    let node = reached(tx, org, (kind.scope, Some(saved.id)), &looked.draft)?;
    let mut cells = looked.draft.head.cells();
    cells.extend([
        ("flagged", Value::Bool(looked.checked.flagged)),
        ("node", node.zh.into_value()),
        ("node_rank", node.rank.into_value()),
    ]);
    if looked.draft.head.value("sales_id") != saved.draft.head.value("sales_id") {
        cells.push(("sales_dept_id", sales_dept(tx, &looked.draft)?.into_value()));
    }
    store::change(tx, saved, cells)?;
    store::change_parts(tx, saved.id, &saved.draft, &looked.draft)?;
    let changes = changes(tx, &saved.draft, &looked.draft)?;
    let text = if changes.is_empty() { "修改 无变化" } else { "" };
    tx.log(
        log_entry(saved.id, saved.code.clone(), form_page(kind.scope))
            .did("修改", "修改订单")
            .text(text)
            .changes(changes),
    )?;
    tell_differing(tx, saved.id, &looked)?;
    let people = [&saved.draft, &looked.draft].map(|draft| message::order::around(&draft.head, saved.created_by));
    let status = (node.zh != saved.node).then_some((node.zh, node.en));
    message::order::changed(tx, saved.id, people.into(), status, &schedule(kind, &saved.draft, &looked.draft))
}

/// Actual figures that were written outside the tolerance are told.
fn tell_differing(tx: &mut Tx<'_>, id: Id, looked: &Looked) -> Result<(), Refusal> {
    let asked = looked.findings.confirms.iter().any(|confirm| confirm.text.key == OUTSIDE.key);
    if asked { message::order::differs(tx, id, &looked.draft.head) } else { Ok(()) }
}

/// How an order travels otherwise than it did, under the labels of its scope.
fn schedule(kind: &Kind, was: &Draft, is: &Draft) -> Words {
    let named = |fields: &[Field], names: &[Field]| -> Vec<Field> {
        fields.iter().filter(|field| names.iter().any(|name| name.column == field.column)).copied().collect()
    };
    let mut words = Words::default();
    words.differing("", &named(&kind.detail, VESSEL), (&was.detail, &is.detail));
    words.differing("", &named(&kind.head, JOURNEY), (&was.head, &is.head));
    words
}

/// Everything that differs, as people read it.
fn changes(tx: &mut Tx<'_>, old: &Draft, new: &Draft) -> Result<Vec<Change>, Refusal> {
    let mut all = Vec::new();
    for both in [(&old.head, &new.head), (&old.detail, &new.detail), (&old.services, &new.services)] {
        differs::sheets(tx, ("", ""), both, &mut all)?;
    }
    let rows = [
        (store::PLAN_BOXES, &old.plan_boxes, &new.plan_boxes),
        (store::BOXES, &old.boxes, &new.boxes),
        (store::STOPS, &old.stops, &new.stops),
    ];
    for (part, was, is) in rows {
        differs::rows(tx, &part, (was, is), &mut all)?;
    }
    Ok(all)
}
