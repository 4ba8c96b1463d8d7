//! House waybills of an order.

pub mod import;
mod more;
mod sort;

use facts::master;
use facts::order_log::log_entry;
use kernel::{Findings, Id, Uuid, Volume, Weight};
use order::{
    HAWB_FORM, HAWB_REPEATED, HAWB_USED, HOUSES, Hawb, PARTY_ROLES, PRINT_DONE, PartyFields, STATION_UNKNOWN, Sheet,
    Side, SideFigures, mark_members, party_of, read_party, sheet_json, side_figures,
};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::log::{Level, differences};
use platform::refusal::{Refusal, findings_json, messages};
use platform::sea_query::{Expr, ExprTrait};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};
use trade::cargo::{DIVISOR_DEFAULT, charge_weight};

use super::PAGE;
use super::store::{self, Saved};

use more::Place;
pub use more::{copy, next_number};
pub use sort::sort;

/// Longest house number.
const NUMBER_MAX: usize = 12;
/// A house number used with another master counts for so long.
const USED_MS: i64 = 365 * 24 * 60 * 60 * 1000;
/// Most houses of one order.
const HOUSES_MAX: u64 = 2_000;

fn select_of(org: i64, order: Id) -> platform::sea_query::SelectStatement {
    let mut select = sql::from(org, "hawb");
    select
        .columns(["id", "version"])
        .columns(Hawb::FIELDS.iter().map(|field| field.column))
        .and_where(sql::eq("order_id", order));
    select
}

fn sheet_of(row: &platform::store::Row) -> Sheet {
    let values = (0..Hawb::FIELDS.len()).map(|place| row.value(place + 2).clone()).collect();
    Sheet { id: None, fields: Hawb::FIELDS, values }
}

/// GET hawb/page.
pub fn page(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let uuid = Uuid::parse(call.query("orderUuid")).ok_or(Refusal::NotFound)?;
    let data = call.read(|conn| {
        let saved = store::find(conn, actor, &uuid)?;
        let mut select = select_of(actor.org_id, saved.id);
        sort::in_order(&mut select);
        select.limit(HOUSES_MAX);
        let mut prints = std::collections::BTreeMap::new();
        for form in waybill::houses_of_order(conn, actor.org_id, saved.id)? {
            prints.extend(form.hawb_id.map(|id| (id, form.state)));
        }
        let mut records = Vec::new();
        let mut sums = SideFigures {
            pieces: Some(0),
            weight: Some(Weight::ZERO),
            volume: Some(Volume::ZERO),
            ..SideFigures::default()
        };
        let mut charged = Weight::ZERO;
        for row in conn.query(&select.into())? {
            let (id, sheet): (Id, Sheet) = (row.get(0)?, sheet_of(&row));
            sums.pieces = sums.pieces.map(|sum| sum + sheet.get::<i64>(Hawb::PIECES).unwrap_or(0));
            sums.weight = sums.weight.map(|sum| sum.plus(sheet.get(Hawb::WEIGHT).unwrap_or_default()));
            sums.volume = sums.volume.map(|sum| sum.plus(sheet.get(Hawb::VOLUME).unwrap_or_default()));
            charged = charged.plus(sheet.get(Hawb::CHARGE_WEIGHT).unwrap_or_default());
            let mut record = Map::new();
            record.insert("id".into(), json!(id));
            record.insert("version".into(), json!(row.get::<i64>(1)?));
            sheet_json(&sheet, &mut record);
            for (role, party) in PARTY_ROLES.iter().zip(store::parties(conn, actor.org_id, saved.id, id)?) {
                record.insert((*role).to_owned(), json!(party_of(&party)));
            }
            record.insert("printStatus".into(), json!(prints.get(&id).cloned().unwrap_or_default()));
            records.push(Json::Object(record));
        }
        let plan = side_figures(&saved.draft.head, Side::Plan);
        let marks = if records.is_empty() { Map::new() } else { sum_marks(&plan, &sums) };
        Ok(json!({
            "records": records,
            "sums": {
                "pieces": sums.pieces,
                "weight": sums.weight,
                "volume": sums.volume,
                "chargeWeight": charged,
                "marks": marks,
            },
        }))
    })?;
    Ok(Answer::Data(data))
}

/// Differences of the houses to the order, by the names of the sums.
fn sum_marks(plan: &SideFigures, sums: &SideFigures) -> Map<String, Json> {
    let (marks, _) = mark_members(&SideFigures { charge_weight: None, density: None, ..*plan }, sums);
    let name = |name: &str| name.trim_start_matches("confirm").to_lowercase();
    marks.into_iter().map(|(key, mark)| (name(&key), mark)).collect()
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    order_uuid: String,
    hawb: Map<String, Json>,
    #[serde(default)]
    confirmed: Vec<String>,
}

const MEMBERS: [&str; 6] = ["id", "version", "shipper", "consignee", "notify", "printStatus"];

/// Refuses when the order may not be changed, or its master's waybill is finished.
fn open(tx: &mut Tx<'_>, uuid: &Uuid, adding: bool) -> Result<Saved, Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    let saved = store::find(tx, actor, uuid)?;
    orderdesk::editable(tx, &saved, "")?;
    waybill::orders::hold(tx, org, saved.id)?;
    let done = saved.awb_id.is_some() && waybill::master_of_order(tx, org, saved.id)?.is_some_and(|form| form.done());
    if adding && done {
        return Err(Refusal::business(PRINT_DONE));
    }
    Ok(saved)
}

/// POST hawb/doSave.
pub fn save(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let uuid = Uuid::parse(&asked.order_uuid).ok_or(Refusal::NotFound)?;
    let known = |name: &str| MEMBERS.contains(&name) || Hawb::FIELDS.iter().any(|field| field.name() == name);
    if let Some(name) = asked.hawb.keys().find(|name| !known(name)) {
        return Err(Refusal::BadRequest(messages::UNKNOWN_FIELD.with(&[("field", &format!("hawb.{name}"))])));
    }
    let id = match asked.hawb.get("id").and_then(Json::as_str) {
        None | Some("") => None,
        Some(text) => Some(text.parse().map(Id).map_err(|_| Refusal::NotFound)?),
    };
    let language = call.language().to_owned();
    let saved = call.write(|tx| {
        let saved = open(tx, &uuid, id.is_none())?;
        let old = id.map(|id| stored(tx, &saved, id)).transpose()?;
        write(tx, &saved, old, &asked, &language)
    });
    match saved {
        // Another order with the same master got the number at the same moment.
        Err(Refusal::Unique(_)) => {
            let number = asked.hawb.get("hawbNumber").and_then(Json::as_str).unwrap_or_default().to_uppercase();
            Err(Refusal::field("hawbNumber", HAWB_REPEATED.with(&[("n", &number)])))
        }
        other => other.map(Answer::Data),
    }
}

struct Old {
    id: Id,
    version: i64,
    sheet: Sheet,
    parties: [Sheet; 3],
}

fn stored(tx: &mut Tx<'_>, saved: &Saved, id: Id) -> Result<Old, Refusal> {
    let org = tx.org();
    let mut select = select_of(org, saved.id);
    select.and_where(sql::eq("id", id));
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok(Old { id, version: row.get(1)?, sheet: sheet_of(&row), parties: store::parties(tx, org, saved.id, id)? })
}

fn write(tx: &mut Tx<'_>, saved: &Saved, old: Option<Old>, asked: &Asked, language: &str) -> Result<Json, Refusal> {
    let mut findings = Findings::new();
    let mut sheet = old.as_ref().map_or_else(|| Sheet::empty(Hawb::FIELDS), |old| old.sheet.clone());
    for (field, value) in sheet.fields.iter().zip(&mut sheet.values) {
        let name = field.name();
        match asked.hawb.get(&name) {
            Some(json) => *value = field.parse(Some(json), &name, &mut findings),
            None if *value == Value::Null => *value = field.parse(None, &name, &mut findings),
            None => {}
        }
    }
    let had = match &old {
        Some(old) => old.parties.clone(),
        None => std::array::from_fn(|_| Sheet::empty(PartyFields::FIELDS)),
    };
    let mut parties = had.clone();
    for (role, party) in PARTY_ROLES.iter().zip(&mut parties) {
        if let Some(json) = asked.hawb.get(*role) {
            read_party(json, role, party, &mut findings)?;
        }
        if !party.is_empty() {
            findings.absorb(role, trade::address::check(&party_of(party), false));
        }
    }
    if let (Some(weight), Some(volume), None) =
        (sheet.get::<Weight>(Hawb::WEIGHT), sheet.get::<Volume>(Hawb::VOLUME), sheet.get::<Weight>(Hawb::CHARGE_WEIGHT))
    {
        sheet.set(Hawb::CHARGE_WEIGHT, charge_weight(weight, volume, DIVISOR_DEFAULT));
    }
    let number = sheet.text(Hawb::HAWB_NUMBER);
    let is_renamed = old.as_ref().is_none_or(|old| old.sheet.text(Hawb::HAWB_NUMBER) != number);
    let place = if is_renamed { more::place(tx, &number)? } else { None };
    rules(tx, saved, (old.as_ref(), place), &sheet, &mut findings)?;
    Refusal::unless_clean(&findings, &asked.confirmed)?;
    let version = asked.hawb.get("version").and_then(Json::as_i64);
    let (id, version) = keep(tx, saved, old.as_ref(), version, &sheet)?;
    store::write_parties(tx, (saved.id, id), &had, &parties)?;
    recount(tx, saved)?;
    place.map_or(Ok(()), |place| more::spend(tx, place))?;
    let entry = log_entry(saved.id, saved.code.clone(), PAGE);
    let entry = match &old {
        None => entry.did("新建", "分单").text(format!("新增分单 {number}")),
        Some(old) => {
            let changes = differences(Hawb::FIELDS, &old.sheet.values, &sheet.values);
            let text = if changes.is_empty() { format!("修改分单 {number}") } else { String::new() };
            entry.did("修改", "分单").text(text).changes(changes)
        }
    };
    tx.log(entry)?;
    Ok(json!({ "id": id, "version": version, "findings": findings_json(&findings, language) }))
}

fn rules(
    tx: &mut Tx<'_>,
    saved: &Saved,
    (old, place): (Option<&Old>, Option<Place>),
    sheet: &Sheet,
    findings: &mut Findings,
) -> Result<(), Refusal> {
    let org = tx.org();
    for field in [Hawb::DEPARTURE_STATION, Hawb::ARRIVAL_STATION] {
        let code = sheet.text(field);
        if !code.is_empty() && facts::airport(tx, org, &code)?.is_none_or(|airport| !airport.active) {
            findings.error(field.name(), STATION_UNKNOWN.with(&[("code", &code)]));
        }
    }
    let number = sheet.text(Hawb::HAWB_NUMBER);
    if number.is_empty() {
        return Ok(());
    }
    if !trade::waybill_number::house_fits(&number, NUMBER_MAX) {
        findings.error("hawbNumber", HAWB_FORM.text());
        return Ok(());
    }
    let master = master::of_order(tx, org, saved.id)?;
    let own = old.map_or(0, |old| old.id.0);
    let mut select = sql::from(org, "hawb");
    select
        .columns(["order_id", "awb_number", "created_at", master::ROUND])
        .and_where(sql::eq("hawb_number", number.clone()))
        .and_where(sql::col("id").ne(own));
    let renamed = old.is_none_or(|old| old.sheet.text(Hawb::HAWB_NUMBER) != number);
    let given = place.filter(|place| place.is_given);
    let mut used = None;
    for row in tx.query(&select.into())? {
        let (order, awb, made): (Id, String, kernel::Instant) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let round: i64 = row.get(3)?;
        if given.is_some_and(|place| place.is_sure)
            || order == saved.id
            || (!master.is_empty() && awb == master.number && round == master.round)
        {
            findings.error("hawbNumber", HAWB_REPEATED.with(&[("n", &number)]));
            return Ok(());
        }
        let is_recent = !awb.is_empty() && tx.now.millis() - made.millis() <= USED_MS;
        if is_recent || given.is_some() {
            used = Some(if awb.is_empty() { code_of(tx, org, order)? } else { awb });
        }
    }
    if let Some(awb) = used.filter(|_| renamed) {
        findings.confirm("hawbNumber", HAWB_USED.with(&[("awb", &awb)]));
    }
    Ok(())
}

fn code_of(conn: &mut dyn Conn, org: i64, order: Id) -> Result<String, Refusal> {
    let mut select = sql::from(org, store::TABLE);
    select.column("order_code").and_where(sql::eq("id", order));
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}

fn keep(
    tx: &mut Tx<'_>,
    saved: &Saved,
    old: Option<&Old>,
    version: Option<i64>,
    sheet: &Sheet,
) -> Result<(Id, i64), Refusal> {
    let org = tx.org();
    let mut cells = sheet.cells();
    cells.push(("updated_by", tx.actor.user_id.into_value()));
    cells.push(("updated_at", tx.now.into_value()));
    let Some(old) = old else {
        let id = tx.new_id();
        let master = master::of_order(tx, org, saved.id)?;
        cells.extend([
            ("id", id.into_value()),
            ("version", Value::Int(1)),
            ("order_id", saved.id.into_value()),
            ("awb_number", if saved.awb_id.is_some() { master.number.into_value() } else { Value::Null }),
            (master::ROUND, master.round.into_value()),
            ("created_by", tx.actor.user_id.into_value()),
            ("created_at", tx.now.into_value()),
        ]);
        tx.exec(&sql::insert(org, "hawb", &cells).into())?;
        return Ok((id, 1));
    };
    cells.push(("version", Value::Int(old.version + 1)));
    let mut update = sql::update(org, "hawb", &cells);
    update.and_where(sql::eq("id", old.id)).and_where(sql::eq("version", version.unwrap_or(-1)));
    if tx.exec(&update.into())? == 0 {
        return Err(Refusal::Stale(json!({ "current": { "version": old.version }, "changed": [] })));
    }
    Ok((old.id, old.version + 1))
}

/// The order tells how many houses it has.
fn recount(tx: &mut Tx<'_>, saved: &Saved) -> Result<(), Refusal> {
    let org = tx.org();
    let mut count = sql::from(org, "hawb");
    count.expr(Expr::cust("COUNT(*)")).and_where(sql::eq("order_id", saved.id));
    let there: i64 = tx.first(&count.into())?.unwrap_or_default().get(0)?;
    let cells = [("hawb_count", Value::Int(there))];
    tx.exec(&sql::update(org, store::TABLE, &cells).and_where(sql::eq("id", saved.id)).into())?;
    Ok(())
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Gone {
    order_uuid: String,
    ids: Vec<Id>,
}

/// POST hawb/doDelete.
pub fn delete(call: &mut Call) -> Outcome {
    let asked: Gone = call.json()?;
    let uuid = Uuid::parse(&asked.order_uuid).ok_or(Refusal::NotFound)?;
    call.write(|tx| {
        let saved = open(tx, &uuid, true)?;
        let org = tx.org();
        tx.no_log_line();
        let houses = HOUSES.of(tx, org, saved.id)?;
        let left: Vec<Sheet> =
            houses.iter().filter(|row| row.id.is_none_or(|id| !asked.ids.contains(&id))).cloned().collect();
        if let Some(hung) = HOUSES.hung(tx, (org, saved.id), (&houses, &left))?.first() {
            return Err(Refusal::Business(hung.why()));
        }
        for id in &asked.ids {
            let old = stored(tx, &saved, *id)?;
            let printed = waybill::houses_of_order(tx, org, saved.id)?;
            if printed.iter().any(|form| form.hawb_id == Some(*id) && form.done()) {
                return Err(Refusal::business(PRINT_DONE));
            }
            let master = saved.draft.head.text(order::Head::AWB_NUMBER);
            more::need_unreported(tx, &master, (*id, &old.sheet.text(Hawb::HAWB_NUMBER)))?;
            tx.exec(&sql::delete(org, "awb_print").and_where(sql::eq("hawb_id", *id)).into())?;
            for table in ["order_party", "order_dimension"] {
                let mut delete = sql::delete(org, table);
                delete.and_where(sql::eq("order_id", saved.id)).and_where(sql::eq("hawb_id", *id));
                tx.exec(&delete.into())?;
            }
            tx.exec(&sql::delete(org, "hawb").and_where(sql::eq("id", *id)).into())?;
            let entry = log_entry(saved.id, saved.code.clone(), PAGE).did("删除", "分单").level(Level::High);
            tx.log(entry.text(format!("删除分单 {}", old.sheet.text(Hawb::HAWB_NUMBER))))?;
        }
        recount(tx, &saved)
    })?;
    Ok(Answer::Data(Json::Null))
}
