//! Saving an order: number, rows, master number, log, all in one transaction.

use domain::differs;
use domain::order::{Draft, Head, Lifecycle, MoveFacts, NodeFacts, PARTY_ROLES, SERVICES, lease_page, node, refuse};
use facts::order_log::log_entry;
use kernel::Id;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::log::{Change, same};
use platform::refusal::{Refusal, findings_json};
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Map, Value as Json, json};

use super::look::{Looked, confirmed, look, named};
use super::store::{self, Saved};
use super::told::schedule;
use super::{PAGE, facts_of};

/// POST doSave.
pub fn create(call: &mut Call) -> Outcome {
    let body: Map<String, Json> = call.json()?;
    let language = call.language().to_owned();
    let confirmed = confirmed(&body);
    let data = call.write(|tx| {
        let (actor, now) = (tx.actor, tx.now);
        let looked = look(tx, actor, now, &body, None)?;
        Refusal::unless_clean(&looked.findings, &confirmed)?;
        add(tx, looked, &confirmed, &language)
    });
    data.map(Answer::Data).map_err(at_the_same_moment)
}

/// Somebody registered the same master number at the same moment: the next try sees it.
fn at_the_same_moment(refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::Unique(_) => Refusal::Stale(Json::Null),
        other => other,
    }
}

/// The next code of the day.
fn next_code(tx: &mut Tx<'_>) -> Result<String, Refusal> {
    let day = tx.now.local().strftime("%y%m%d").to_string();
    let number = tx.next_number("AE", &day)?;
    Ok(format!("AE-{day}{number:04}"))
}

fn add(tx: &mut Tx<'_>, mut looked: Looked, confirmed: &[String], language: &str) -> Result<Json, Refusal> {
    let id = tx.new_id();
    let uuid = tx.app.new_uuid()?.as_str().to_owned();
    let row_uuid = tx.app.new_uuid()?.as_str().to_owned();
    let code = next_code(tx)?;
    if looked.draft.head.text(Head::CUSTOMER_NUMBER).is_empty() {
        looked.draft.head.set(Head::CUSTOMER_NUMBER, code.clone());
    }
    let mut order = facts_of::order_facts(&looked.draft, None);
    (order.order_id, order.order_code) = (Some(id), code.clone());
    let assigned = if order.awb_number.is_empty() { None } else { Some(stock::assign(tx, &order, confirmed)?) };
    let reached = node(&NodeFacts::of(&looked.draft, assigned.is_some()));
    let mut cells = vec![
        ("id", id.into_value()),
        ("uuid", uuid.clone().into_value()),
        ("row_uuid", row_uuid.clone().into_value()),
        ("order_code", code.clone().into_value()),
        ("business_scope", "AE".into_value()),
        ("lifecycle", Lifecycle::Open.code().into_value()),
        ("node", reached.zh.into_value()),
        ("node_rank", reached.rank.into_value()),
        ("operation_finished", Value::Bool(false)),
        ("income_recorded", Value::Int(0)),
        ("cost_recorded", Value::Int(0)),
        ("hawb_count", Value::Int(0)),
        ("awb_id", assigned.as_ref().map(|a| a.awb_id).into_value()),
        ("sales_dept_id", sales_dept(tx, &looked.draft)?.into_value()),
        ("created_by", tx.actor.user_id.into_value()),
        ("created_at", tx.now.into_value()),
        ("updated_by", tx.actor.user_id.into_value()),
        ("updated_at", tx.now.into_value()),
    ];
    cells.extend(store::head_cells(&looked.draft, looked.checked.flagged));
    let org = tx.org();
    tx.exec(&sql::insert(org, store::TABLE, &cells).into())?;
    let mut air = store::air_cells(&looked.draft);
    air.push(("id", id.into_value()));
    tx.exec(&sql::insert(org, "order_air_detail", &air).into())?;
    store::write_children(tx, id, &Draft::new(), &looked.draft)?;
    tx.log(log_entry(id, code.clone(), PAGE).did("新建", "订单创建"))?;
    if let Some(assigned) = &assigned {
        log_master(tx, id, &code, &assigned.awb_number)?;
    }
    if looked.checked.flagged {
        note_flagged(tx, id, &code, &looked)?;
    }
    message::order::made(tx, id)?;
    Ok(answer(id, &uuid, &code, &row_uuid, &looked, language))
}

fn answer(id: Id, uuid: &str, code: &str, row_uuid: &str, looked: &Looked, language: &str) -> Json {
    json!({
        "orderId": id,
        "orderUuid": uuid,
        "orderCode": code,
        "rowUuid": row_uuid,
        "findings": findings_json(&looked.findings, language),
    })
}

fn log_master(tx: &mut Tx<'_>, id: Id, code: &str, number: &str) -> Result<(), Refusal> {
    tx.log(log_entry(id, code, PAGE).did("修改", "舱位确认").text(format!("舱位确认 {number}")))
}

/// Figures outside the tolerance stand in the log, and the people of the order learn of them.
fn note_flagged(tx: &mut Tx<'_>, id: Id, code: &str, looked: &Looked) -> Result<(), Refusal> {
    let tips: Vec<&str> =
        looked.checked.marks.values().filter_map(|mark| mark.get("tip").and_then(Json::as_str)).collect();
    tx.log(log_entry(id, code, PAGE).did("修改", "件重差异").text(format!("件重差异：{}", tips.join("；"))))?;
    message::order::differs(tx, id, &looked.draft.head)
}

fn sales_dept(conn: &mut Tx<'_>, draft: &Draft) -> Result<Option<Id>, Refusal> {
    let org = conn.org();
    match draft.head.get::<Id>(Head::SALES_ID) {
        Some(id) => Ok(facts::user(conn, org, id)?.map(|(_, dept)| dept)),
        None => Ok(None),
    }
}

/// POST doUpdate.
pub fn update(call: &mut Call) -> Outcome {
    let body: Map<String, Json> = call.json()?;
    let language = call.language().to_owned();
    let confirmed = confirmed(&body);
    let uuid = named(&body)?.ok_or(Refusal::NotFound)?;
    let data = call.write(|tx| {
        let (actor, now) = (tx.actor, tx.now);
        let saved = store::find(tx, actor, &uuid)?;
        editable(tx, &saved, body.get("tab").and_then(Json::as_str).unwrap_or_default())?;
        let looked = look(tx, actor, now, &body, Some(&saved))?;
        if body.get("rowUuid").and_then(Json::as_str) != Some(saved.row_uuid.as_str()) {
            return Err(stale(tx, &saved, &looked.draft)?);
        }
        Refusal::unless_clean(&looked.findings, &confirmed)?;
        keep(tx, &saved, looked, &confirmed, &language)
    });
    data.map(Answer::Data).map_err(at_the_same_moment)
}

/// Refuses when the order's life or another user's page lock forbids a change.
pub fn editable(tx: &mut Tx<'_>, saved: &Saved, tab: &str) -> Result<(), Refusal> {
    let facts = MoveFacts { lifecycle: saved.lifecycle, ..MoveFacts::default() };
    if let Some(text) = refuse(domain::order::Move::Edit, &facts) {
        return Err(Refusal::Business(text));
    }
    facts::lease::need_free(tx, lease_page(saved.id), tab)
}

/// What the caller should see when somebody else saved in between.
fn stale(tx: &mut Tx<'_>, saved: &Saved, typed: &Draft) -> Result<Refusal, Refusal> {
    let price = tx.actor.has("af-order-price");
    let changed: Vec<String> = [(&saved.draft.head, &typed.head), (&saved.draft.air, &typed.air)]
        .into_iter()
        .flat_map(|(now, mine)| {
            let pairs = now.values.iter().zip(&mine.values);
            now.fields.iter().zip(pairs).filter(|(_, (a, b))| !same(a, b)).map(|(field, _)| field.name())
        })
        .collect();
    let mut current = saved.draft.json(price);
    current.insert("rowUuid".to_owned(), json!(saved.row_uuid));
    let org = tx.org();
    current.insert("editorName".to_owned(), json!(facts::user_name(tx, org, saved.updated_by)?));
    Ok(Refusal::Stale(json!({ "current": current, "changed": changed })))
}

fn keep(
    tx: &mut Tx<'_>,
    saved: &Saved,
    mut looked: Looked,
    confirmed: &[String],
    language: &str,
) -> Result<Json, Refusal> {
    let id = saved.id;
    if looked.draft.head.text(Head::CUSTOMER_NUMBER).is_empty() {
        looked.draft.head.set(Head::CUSTOMER_NUMBER, saved.code.clone());
    }
    let order = facts_of::order_facts(&looked.draft, Some(saved));
    let assigned = if order.awb_number.is_empty() || saved.awb_id.is_some() {
        None
    } else {
        Some(stock::assign(tx, &order, confirmed)?)
    };
    let awb_id = assigned.as_ref().map(|a| a.awb_id).or(saved.awb_id);
    let reached = node(&NodeFacts::of(&looked.draft, awb_id.is_some()));
    let mut cells = store::head_cells(&looked.draft, looked.checked.flagged);
    cells.extend([
        ("awb_id", awb_id.into_value()),
        ("node", reached.zh.into_value()),
        ("node_rank", reached.rank.into_value()),
    ]);
    if looked.draft.head.value("sales_id") != saved.draft.head.value("sales_id") {
        cells.push(("sales_dept_id", sales_dept(tx, &looked.draft)?.into_value()));
    }
    let row_uuid = store::change(tx, saved, cells)?;
    let org = tx.org();
    let air = store::air_cells(&looked.draft);
    if air != store::air_cells(&saved.draft) {
        tx.exec(&sql::update(org, "order_air_detail", &air).and_where(sql::eq("id", id)).into())?;
    }
    store::write_children(tx, id, &saved.draft, &looked.draft)?;
    if let Some(assigned) = &assigned {
        store::follow_master(tx, id, Some(&assigned.awb_number))?;
        log_master(tx, id, &saved.code, &assigned.awb_number)?;
    }
    let changes = changes(tx, &saved.draft, &looked.draft)?;
    let text = if changes.is_empty() { "修改 无变化".to_owned() } else { String::new() };
    tx.log(log_entry(id, saved.code.clone(), PAGE).did("修改", "修改订单").text(text).changes(changes))?;
    let asked = looked.findings.confirms.iter().any(|confirm| confirm.text.key == domain::order::OUTSIDE.key);
    if asked {
        note_flagged(tx, id, &saved.code, &looked)?;
    }
    let people = [&saved.draft, &looked.draft].map(|draft| message::order::around(&draft.head, saved.created_by));
    let status = (reached.zh != saved.node).then_some((reached.zh, reached.en));
    message::order::changed(tx, id, people.into(), status, &schedule(&saved.draft, &looked.draft))?;
    Ok(answer(id, &saved.uuid, &saved.code, &row_uuid, &looked, language))
}

/// Everything that differs, as people read it.
fn changes(tx: &mut Tx<'_>, old: &Draft, new: &Draft) -> Result<Vec<Change>, Refusal> {
    let mut all = Vec::new();
    differs::sheets(tx, ("", ""), (&old.head, &new.head), &mut all)?;
    differs::sheets(tx, ("", ""), (&old.air, &new.air), &mut all)?;
    differs::rows(tx, &store::LEGS, (&old.legs, &new.legs), &mut all)?;
    differs::rows(tx, &store::PLAN_DIMENSIONS, (&old.plan_dimensions, &new.plan_dimensions), &mut all)?;
    differs::rows(tx, &store::CONFIRM_DIMENSIONS, (&old.confirm_dimensions, &new.confirm_dimensions), &mut all)?;
    for (place, declared) in SERVICES.iter().enumerate() {
        let (Some(was), Some(is)) = (old.services.get(place), new.services.get(place)) else { continue };
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
    for ((role, label), (was, is)) in
        PARTY_ROLES.iter().zip(["发货人", "收货人", "通知人"]).zip(old.parties.iter().zip(&new.parties))
    {
        differs::sheets(tx, (&format!("parties.{role}"), label), (was, is), &mut all)?;
    }
    Ok(all)
}
