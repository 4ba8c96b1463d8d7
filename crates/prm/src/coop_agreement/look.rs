//! What is told of agreements: who sees one, what is left of it, how versions differ, which one holds, and when something is
//! due by it.

use agreement::sections::FOR_SCOPES;
use agreement::{Agreement, Ask, TABLE, agreed, holding};
use domain::coop::{need_coop, visible_coop};
use kernel::{Scope, parse_day, show_day};
use platform::access::Access;
use platform::call::{Answer, Call, Outcome};
use platform::document::Document;
use platform::log::differences as changes_of;
use platform::prelude::*;
use platform::refusal::messages;
use platform::registry::{OFFERS_MAX, Offer, Operation, SelectAsk};
use platform::sea_query::{Condition, JoinType, Order};
use platform::store::Row;
use serde_json::{Map, Value as Json, json};
use trade::charge::Side;
use trade::terms::Dates;

use super::moves::KIND;
use super::rules::of_id;
use super::{ACCESS, BASE, FINANCE, PAGE};
use crate::ends;

/// A scope among those of an agreement.
pub(crate) const OF_SCOPE: Field = Field::select(SCOPES, "业务范畴", "Scope").column("business_scope");
/// A day on which it holds.
pub(crate) const VALID_ON: Field = Field::day("有效于", "Valid on").column("valid_on");
/// What no version says about the terms.
const ASIDE: [Field; 5] =
    [Agreement::AGREEMENT_CODE, Agreement::VERSION_NO, Agreement::STATE, Agreement::REPLACES_ID, Agreement::END_REASON];
const INCOMPLETE: Msg = Msg::new("agreement.asked", "参数不完整", "A parameter is missing.");

/// An agreement is seen with its partner, and by whoever decides about it.
pub(super) fn seen(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<(), Refusal> {
    let (_, own) = of_id(conn, actor.org_id, id)?.ok_or(Refusal::NotFound)?;
    match need_coop(conn, actor, own.coop_id) {
        Err(Refusal::Business(_)) if approval::may_look(conn, actor.org_id, actor.user_id, (KIND, id))? => Ok(()),
        seen => seen,
    }
}

/// Its scopes as the form chooses them, and what is decided about it.
pub(super) fn more(conn: &mut dyn Conn, org: i64, id: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    let scopes = view.get("scopes").and_then(Json::as_str).unwrap_or_default();
    let codes: Vec<&str> = scopes.split(',').filter(|code| !code.is_empty()).collect();
    let codes = json!(codes);
    view.insert(FOR_SCOPES.name(), codes);
    let running = approval::pending::running_on(conn, org, (KIND, id))?;
    view.insert("approving".to_owned(), running.iter().map(|one| one.told(true)).collect());
    Ok(())
}

/// Fills what is left of the agreements of a page.
pub(super) fn days_left(_: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    let today = actor.now.day();
    for row in rows {
        ends::fill(today, row)?;
    }
    Ok(())
}

/// Agreements for a scope.
pub(crate) fn of_scope(_: &Actor, scope: &str) -> Result<Condition, Refusal> {
    if Scope::from_code(scope).is_none() {
        return Err(bad("businessScope"));
    }
    Ok(Condition::all().add(sql::contains(sql::of(TABLE, "scopes"), scope)))
}

/// Agreements in force that end within some days, or that are over by their last day.
pub(super) fn ends_within(actor: &Actor, within: &str) -> Result<Condition, Refusal> {
    ends::within(actor, TABLE, within)
}

fn bad(name: &str) -> Refusal {
    Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", name)]))
}

/// How a version differs from the one it takes the place of.
pub(super) fn differences(
    conn: &mut dyn Conn,
    actor: &Actor,
    id: Option<Id>,
    _: &mut Filled<'_>,
) -> Result<Told, Refusal> {
    let org = actor.org_id;
    let (_, own) = of_id(conn, org, id.ok_or(Refusal::NotFound)?)?.ok_or(Refusal::NotFound)?;
    let former = own.replaces_id.map(|former| of_id(conn, org, former)).transpose()?.flatten();
    let Some((_, former)) = former else {
        return Ok(Told::default().line(("版本", "Version"), Said::from(("首个版本", "The first version"))));
    };
    let fields: Vec<Field> = Agreement::FIELDS
        .iter()
        .filter(|field| ASIDE.iter().all(|aside| aside.column != field.column))
        .copied()
        .collect();
    let of = |agreement: &Agreement| -> Vec<Value> {
        let values = Agreement::FIELDS.iter().zip(agreement.values());
        values.filter(|(field, _)| fields.contains(field)).map(|(_, value)| value).collect()
    };
    let rows = changes_of(&fields, &of(&former), &of(&own)).into_iter().map(|change| {
        let label = fields.iter().find(|field| field.name() == change.field);
        let label = label.map_or_else(|| Said::from(change.label.clone()), |field| Said::from((field.zh, field.en)));
        vec![label, Said::from(change.old), Said::from(change.new)]
    });
    let columns = [
        ("field", ("项目", "Field"), false),
        ("old", ("原版本", "Former version"), false),
        ("new", ("本版本", "This version"), false),
    ];
    let versions = format!("{} → {}", former.version_no, own.version_no);
    let told = Told::default().line(("协议编号", "Agreement"), &own.agreement_code).line(("版本", "Version"), versions);
    Ok(told.table(("变更内容", "Changes"), &columns, rows.collect()))
}

/// Which agreement holds, and when something is due by one.
pub(super) fn operations() -> [Operation; 2] {
    [
        Operation::get("get_effective_agreement", &format!("{BASE}/effective"), Access::Code(ACCESS), effective)
            .param("coopId")
            .param("businessScope")
            .param("side")
            .param("date")
            .summary("The agreement that holds for an order of a day; null when none does"),
        Operation::get("get_agreement_due_date", &format!("{BASE}/dueDate"), Access::Code(ACCESS), due_date)
            .param("agreementId")
            .param("baseDate")
            .summary("When something is due by the terms of an agreement"),
    ]
}

/// GET /prm/coopAgreement/effective: what holds on a day, today unless another one is named.
pub(super) fn effective(call: &mut Call) -> Outcome {
    let (actor, today) = (call.actor()?, call.now().day());
    let side = Side::ALL.into_iter().find(|side| agreement::code_of(*side) == call.query("side"));
    let scope = Scope::from_code(call.query("businessScope"));
    let date = call.query("date");
    let day = if date.is_empty() { Some(today) } else { parse_day(date) };
    let coop = call.query("coopId").parse().ok().map(Id);
    let Some((((coop, scope), side), day)) = coop.zip(scope).zip(side).zip(day) else {
        return Err(Refusal::business(INCOMPLETE));
    };
    let told = call.read(|conn| {
        need_coop(conn, actor, coop)?;
        let known = agreed(conn, actor.org_id, [coop])?;
        let Some(found) = holding(&known, &Ask { coop, scope, side, dates: Dates::of(day) }) else {
            return Ok(Json::Null);
        };
        let mut told = PAGE.first_of(conn, actor, Some(found.id))?;
        told.insert("agreementId".to_owned(), json!(found.id));
        told.insert("equivalentDays".to_owned(), json!(found.terms.method.equivalent_days()));
        if !actor.has(FINANCE) {
            told.retain(|name, _| name != "creditLimit");
        }
        Ok(Json::Object(told))
    })?;
    Ok(Answer::Data(told))
}

/// GET /prm/coopAgreement/dueDate: when what has a base date is due.
pub(super) fn due_date(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let id = call.query("agreementId").parse().ok().map(Id);
    let Some((id, base)) = id.zip(parse_day(call.query("baseDate"))) else {
        return Err(Refusal::business(INCOMPLETE));
    };
    let day = call.read(|conn| {
        seen(conn, actor, id)?;
        let (_, own) = of_id(conn, actor.org_id, id)?.ok_or(Refusal::NotFound)?;
        let (terms, calendar) = (own.terms(), agreement::calendar(conn, actor.org_id)?);
        // Whatever the terms begin at, it is this day.
        Ok(terms.due(&Dates::of(base), &calendar))
    })?;
    Ok(Answer::Data(json!(show_day(day))))
}

/// Answers the select `agreement`: those of partners the caller sees.
pub(super) fn offers(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let actor = call.actor()?;
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .columns(["id", "agreement_code", "version_no", "agreement_name"].map(|column| (TABLE, column)))
        .join(JoinType::InnerJoin, "coop", sql::same_org("coop", TABLE, "coop_id"))
        .cond_where(visible_coop(actor))
        .order_by((TABLE, "id"), Order::Desc)
        .limit(OFFERS_MAX);
    if ask.value.is_empty() {
        let columns = ["agreement_code", "agreement_name"];
        let found = columns.map(|column| sql::contains(sql::of(TABLE, column), &ask.keyword));
        select.cond_where(sql::any_of(found));
    } else {
        select.and_where(sql::of_eq(TABLE, "id", ask.value.parse::<i64>().unwrap_or_default()));
    }
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let offer = |row: &Row| {
        let label = format!("{} V{}", row.get::<String>(1)?, row.get::<i64>(2)?);
        Ok(Offer { value: row.get::<Id>(0)?.to_string(), label, hint: row.get(3)? })
    };
    rows.iter().map(offer).collect()
}

/// Answers the select `agreementTitle`: the company's accounts in use.
pub(super) fn titles(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let mut select = sql::from(call.actor()?.org_id, "org_bank");
    select.columns(["id", "title_cn", "currency"]).order_by("id", Order::Asc).limit(OFFERS_MAX);
    if ask.value.is_empty() {
        select.and_where(sql::eq("active", true)).and_where(sql::contains(sql::col("title_cn"), &ask.keyword));
    } else {
        select.and_where(sql::eq("id", ask.value.parse::<i64>().unwrap_or_default()));
    }
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let offer = |row: &Row| Ok(Offer { value: row.get::<Id>(0)?.to_string(), label: row.get(1)?, hint: row.get(2)? });
    rows.iter().map(offer).collect()
}
