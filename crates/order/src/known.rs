//! What the database knows of the things a draft names: gathered for the rules in one go, a question for each kind of
//! thing and none for each row.

use std::collections::{BTreeMap, BTreeSet};

use credit::{Gate, Standing};
use kernel::{Id, Instant};
use platform::field::{Field, Kind};
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, Query, SelectStatement, UnionType};
use platform::store::{Conn, Value, sql};
use trade::cargo::DIVISOR_DEFAULT;

use crate::air::{Head, Legs};
use crate::carriage::{self, Detail, Stops};
use crate::charge_unit::charge_factor;
use crate::config::{FormRules, form_rules};
use crate::draft::Draft;
use crate::hung::Hung;
use crate::parts::{LEGS, STOPS};
use crate::place::{self, PlaceKind};
use crate::profile::Profile;
use crate::store::{Saved, TABLE};

/// An order that looks the same counts for so long.
const SIMILAR_MS: i64 = 3 * 24 * 60 * 60 * 1000;
const LIVING: [&str; 3] = ["DRAFT", "OPEN", "LOCKED"];

/// What the rules need to know of a partner.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CoopFact {
    /// May be chosen as a customer now.
    pub is_customer: bool,
    /// On the blacklist.
    pub is_black: bool,
    /// Business of the order's scope is locked.
    pub is_locked: bool,
}

/// What the database knows of the things a draft names.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// Places in use among those of the draft.
    pub places: BTreeSet<(PlaceKind, String)>,
    /// Carriers among the beginnings of its flight numbers, with their waybill prefixes joined by a slash.
    pub carriers: BTreeMap<String, String>,
    /// Partners among those it names.
    pub coops: BTreeMap<Id, CoopFact>,
    /// How a customer that is new to the order stands with the company's credit.
    pub credit: Option<Standing>,
    /// Active users among those it names.
    pub users: BTreeSet<Id>,
    /// Workgroups among those it names.
    pub workgroups: BTreeSet<Id>,
    /// Contacts of its customer.
    pub contacts: BTreeSet<Id>,
    /// Active yards among those it names.
    pub yards: BTreeSet<Id>,
    /// Terminals that take imports among those it names.
    pub warehouses: BTreeSet<Id>,
    /// What its charge weight is reckoned by: cubic centimetres that count as a kilogram, or kilograms as a cubic metre.
    pub factor: i64,
    /// Codes of other living orders of the scope that bear a number of the draft, by its member.
    pub doubles: BTreeMap<&'static str, String>,
    /// Codes of orders that look the same.
    pub similar: Vec<String>,
    /// Rows of the order that the draft has no more and other documents hang on.
    pub hung: Vec<Hung>,
    /// What the company decided about the form.
    pub form: FormRules,
}

/// Everything the rules ask of the database about a draft.
pub fn gather(
    conn: &mut dyn Conn,
    (org, now): (i64, Instant),
    profile: &Profile,
    (draft, saved): (&Draft, Option<&Saved>),
) -> Result<Facts, Refusal> {
    let mut known = Facts { form: form_rules(conn, org, profile.scope)?, ..Facts::default() };
    known.factor = factor(conn, org, profile, (draft, &mut known))?;
    places(conn, org, profile, (draft, &mut known))?;
    coops(conn, org, profile, (draft, &mut known))?;
    known.credit = standing(conn, (org, now), profile, (draft, saved))?;
    let people = [Head::SALES_ID, Head::SERVICER_ID, Head::OPERATOR_ID];
    let people = people.into_iter().filter_map(|field| draft.head.get::<Id>(field));
    let active = || sql::eq("active", true);
    known.users = facts::among(conn, (org, "app_user"), people, [active()])?;
    let group = draft.head.get::<Id>(Head::WORKGROUP_ID);
    known.workgroups = facts::among(conn, (org, "workgroup"), group, [active()])?;
    known.yards = facts::among(conn, (org, "transport_yard"), named(profile, draft, "yard"), [active()])?;
    let imports = [active(), sql::eq("for_import", true)];
    known.warehouses = facts::among(conn, (org, "warehouse"), named(profile, draft, "warehouse"), imports)?;
    known.doubles = doubles(conn, org, profile, (draft, saved.map(|saved| saved.id)))?;
    for (part, saved) in profile.parts.iter().flat_map(|part| saved.map(|saved| (part, saved))) {
        known.hung.extend(part.hung(conn, (org, saved.id), (saved.draft.rows(part), draft.rows(part)))?);
    }
    if saved.is_none() && profile.has(&LEGS) {
        known.similar = similar(conn, (org, now), draft, None)?;
    }
    Ok(known)
}

/// The ids that references of one kind in the detail name.
fn named<'a>(profile: &'a Profile, draft: &'a Draft, kind: &'a str) -> impl Iterator<Item = Id> + 'a {
    let of_kind = move |field: &&Field| select_of(field).is_some_and(|select| select == kind);
    profile.detail.iter().filter(of_kind).filter_map(|field| draft.detail.get::<Id>(*field))
}

/// What a reference is chosen from; nothing for other fields.
pub(crate) fn select_of(field: &Field) -> Option<&'static str> {
    match field.kind {
        Kind::Reference(select) => select.split('?').next(),
        _ => None,
    }
}

/// Flights say whose cargo it is, and the carrier how bulky cargo is charged; other scopes are charged as the company
/// decided.
fn factor(
    conn: &mut dyn Conn,
    org: i64,
    profile: &Profile,
    (draft, known): (&Draft, &mut Facts),
) -> Result<i64, Refusal> {
    let own = draft.head.text(Head::EXPECT_FLIGHT);
    if !profile.has(&LEGS) {
        if !own.is_empty() && !draft.head.text(Head::AWB_NUMBER).is_empty() {
            let code: BTreeSet<String> = own.get(..2).map(ToOwned::to_owned).into_iter().collect();
            let carriers = facts::carriers_by_code(conn, org, &code)?;
            known.carriers.extend(carriers.into_iter().map(|carrier| (carrier.code, carrier.prefixes)));
        }
        return charge_factor(conn, org, profile.scope);
    }
    let legs = draft.rows(&LEGS).iter().map(|leg| leg.text(Legs::FLIGHT_NO));
    let numbers = std::iter::once(own.clone()).chain(legs);
    let codes: BTreeSet<String> = numbers.filter_map(|number| number.get(..2).map(ToOwned::to_owned)).collect();
    let mut factor = DIVISOR_DEFAULT;
    for carrier in facts::carriers_by_code(conn, org, &codes)? {
        if own.starts_with(&carrier.code) {
            factor = carrier.divisor;
        }
        known.carriers.insert(carrier.code, carrier.prefixes);
    }
    Ok(factor)
}

fn places(
    conn: &mut dyn Conn,
    org: i64,
    profile: &Profile,
    (draft, known): (&Draft, &mut Facts),
) -> Result<(), Refusal> {
    let way = [Head::DEPARTURE_STATION, Head::TRANSIT1, Head::TRANSIT2, Head::ARRIVAL_STATION];
    let border = [Detail::BORDER_STATION, Detail::BORDER_STATION2, Detail::RETURN_STATION];
    let mut named: BTreeMap<PlaceKind, BTreeSet<String>> = BTreeMap::new();
    let own = named.entry(profile.places).or_default();
    own.extend(way.map(|field| draft.head.text(field)));
    own.extend(border.map(|field| draft.detail.text(field)));
    let legs = draft.rows(&LEGS).iter();
    own.extend(legs.flat_map(|leg| [leg.text(Legs::FROM_STATION), leg.text(Legs::TO_STATION)]));
    let cities = draft.rows(&STOPS).iter().map(|stop| stop.text(Stops::CITY_CODE));
    named.entry(PlaceKind::City).or_default().extend(cities);
    for (kind, mut codes) in named {
        codes.remove("");
        let found = place::in_use(conn, org, kind, &codes)?;
        known.places.extend(found.into_iter().map(|code| (kind, code)));
    }
    Ok(())
}

/// The partners of a draft: its customer, those its detail names, and those of its services.
fn coops(
    conn: &mut dyn Conn,
    org: i64,
    profile: &Profile,
    (draft, known): (&Draft, &mut Facts),
) -> Result<(), Refusal> {
    let customer = draft.head.get::<Id>(Head::COOP_ID);
    let companies = profile.services.iter().zip(&draft.services).filter_map(|(declared, service)| {
        match service.sheet.value(declared.company) {
            Value::Int(id) => Some(Id(*id)),
            _ => None,
        }
    });
    let wanted = customer.into_iter().chain(named(profile, draft, "coop")).chain(companies);
    for (id, coop) in facts::coops(conn, org, wanted)? {
        let is_customer = matches!(coop.coop_type.as_str(), "客户" | "互为代理") && coop.state == "生效";
        let fact = CoopFact {
            is_customer,
            is_black: coop.list_mark == "黑名单",
            is_locked: coop.locked_scopes.iter().any(|scope| scope == profile.scope.code()),
        };
        known.coops.insert(id, fact);
    }
    if let Some(customer) = customer.filter(|_| !draft.contacts.is_empty()) {
        let of_customer = [sql::eq("coop_id", customer)];
        known.contacts = facts::among(conn, (org, "coop_contact"), draft.contacts.iter().copied(), of_customer)?;
    }
    Ok(())
}

/// How the customer stands at the gate of new orders, where the order does not have him already.
fn standing(
    conn: &mut dyn Conn,
    (org, now): (i64, Instant),
    profile: &Profile,
    (draft, saved): (&Draft, Option<&Saved>),
) -> Result<Option<Standing>, Refusal> {
    let customer = draft.head.get::<Id>(Head::COOP_ID);
    let had = saved.and_then(|saved| saved.draft.head.get::<Id>(Head::COOP_ID));
    let Some(new) = customer.filter(|id| had != Some(*id)) else { return Ok(None) };
    credit::gate::standing(conn, (org, now), new, (profile.scope, Gate::Order, None)).map(Some)
}

/// Other living orders of the scope with a number of the draft, in one question; each number is looked up by its own
/// index. A master stands for its bill together with the house.
fn doubles(
    conn: &mut dyn Conn,
    org: i64,
    profile: &Profile,
    (draft, but): (&Draft, Option<Id>),
) -> Result<BTreeMap<&'static str, String>, Refusal> {
    let head = |field: Field| draft.head.text(field);
    let detail = |field: Field| draft.detail.text(field);
    let mut wanted: Vec<(&'static str, SelectStatement)> = Vec::new();
    for (member, field) in [("internalNumber", Head::INTERNAL_NUMBER), ("customerNumber", Head::CUSTOMER_NUMBER)] {
        if !head(field).is_empty() {
            wanted.push((member, living(org, profile, &[(TABLE, field.column, head(field))], but)));
        }
    }
    // Master numbers of air export are the stock's to give.
    if !profile.has(&LEGS) {
        let waybill = [(TABLE, Head::AWB_NUMBER), (TABLE, carriage::Head::HAWB_NUMBER)];
        let bill = [(profile.detail_table, Detail::MLB_NUMBER), (profile.detail_table, Detail::HLB_NUMBER)];
        let waybill = waybill.map(|(table, field)| (table, field.column, head(field)));
        let bill = bill.map(|(table, field)| (table, field.column, detail(field)));
        for (member, numbers) in [("awbNumber", waybill), ("mlbNumber", bill)] {
            if numbers.first().is_some_and(|(_, _, master)| !master.is_empty()) {
                wanted.push((member, living(org, profile, &numbers, but)));
            }
        }
    }
    let mut all: Option<SelectStatement> = None;
    for (member, select) in &wanted {
        let mut one = Query::select();
        one.expr(Expr::cust(format!("'{member}'"))).column("order_code").from_subquery(select.clone(), *member);
        match &mut all {
            Some(all) => _ = all.union(UnionType::All, one),
            None => all = Some(one),
        }
    }
    let Some(all) = all else { return Ok(BTreeMap::new()) };
    let mut found = BTreeMap::new();
    for row in conn.query(&all.into())? {
        let named: String = row.get(0)?;
        if let Some((member, _)) = wanted.iter().find(|(member, _)| *member == named) {
            found.insert(*member, row.get(1)?);
        }
    }
    Ok(found)
}

/// One living order of the scope with these numbers; a second number that is empty must be empty there, too.
fn living(
    org: i64,
    profile: &Profile,
    numbers: &[(&'static str, &'static str, String)],
    but: Option<Id>,
) -> SelectStatement {
    let mut select = sql::from(org, TABLE);
    if numbers.iter().any(|(table, ..)| *table != TABLE) {
        let same = sql::same_org(profile.detail_table, TABLE, "id");
        select.join(sql::JoinType::InnerJoin, profile.detail_table, same);
    }
    select
        .column((TABLE, "order_code"))
        .and_where(sql::of_eq(TABLE, "business_scope", profile.scope.code()))
        .and_where(sql::is_in(sql::of(TABLE, "lifecycle"), LIVING.map(str::to_owned)))
        .limit(1);
    for (table, column, number) in numbers {
        let column = sql::of(table, column);
        select.and_where(if number.is_empty() { column.is_null() } else { column.eq(sql::value(number.clone())) });
    }
    if let Some(id) = but {
        select.and_where(sql::of(TABLE, "id").ne(id.0));
    }
    select
}

/// Whether another living order of a scope has an internal number.
pub fn number_exists(
    conn: &mut dyn Conn,
    org: i64,
    profile: &Profile,
    (number, but): (&str, Option<Id>),
) -> Result<bool, Refusal> {
    if number.is_empty() {
        return Ok(false);
    }
    let internal = [(TABLE, Head::INTERNAL_NUMBER.column, number.to_owned())];
    Ok(conn.first(&living(org, profile, &internal, but).into())?.is_some())
}

/// Codes of open air export orders of the last days with the same customer, stations, flight date and figures.
pub fn similar(
    conn: &mut dyn Conn,
    (org, now): (i64, Instant),
    draft: &Draft,
    but: Option<Id>,
) -> Result<Vec<String>, Refusal> {
    let same = [
        Head::COOP_ID,
        Head::DEPARTURE_STATION,
        Head::ARRIVAL_STATION,
        Head::EXPECT_DEPARTURE,
        Head::PLAN_PIECES,
        Head::PLAN_WEIGHT,
    ];
    let mut select = sql::from(org, TABLE);
    select
        .column("order_code")
        .and_where(sql::eq("business_scope", "AE".to_owned()))
        .and_where(sql::eq("lifecycle", "OPEN".to_owned()))
        .and_where(sql::col("created_at").gte(now.millis() - SIMILAR_MS))
        .limit(5);
    for field in same {
        match draft.head.value(field.column) {
            Value::Null if field.column == "expect_departure" => {
                select.and_where(sql::col(field.column).is_null());
            }
            Value::Null => return Ok(Vec::new()),
            value => {
                select.and_where(sql::eq(field.column, value.clone()));
            }
        }
    }
    if let Some(id) = but {
        select.and_where(sql::col("id").ne(id.0));
    }
    select.order_by("id", sql::Order::Desc);
    conn.query(&select.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
}
