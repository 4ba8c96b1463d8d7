//! What the database knows of the things a draft names, for the rules.

use std::collections::BTreeSet;

use domain::order::{Air, CoopFact, Draft, Facts, Head, Legs, SERVICES};
use kernel::{Findings, Id, Instant, Scope};
use platform::refusal::Refusal;
use platform::sea_query::ExprTrait;
use platform::store::{Conn, Value, sql};
use trade::cargo::DIVISOR_DEFAULT;

use super::store::Saved;

/// An order that looks the same counts for so long.
const SIMILAR_MS: i64 = 3 * 24 * 60 * 60 * 1000;

/// Everything the rules ask of the database about a draft.
pub fn gather(
    conn: &mut dyn Conn,
    (org, now): (i64, Instant),
    draft: &Draft,
    saved: Option<&Saved>,
) -> Result<Facts, Refusal> {
    let form = domain::order_config::form_rules(conn, org, Scope::Ae)?;
    let mut known = Facts { divisor: DIVISOR_DEFAULT, form, ..Facts::default() };
    stations(conn, org, draft, &mut known)?;
    flights(conn, org, draft, &mut known)?;
    partners(conn, org, draft, &mut known)?;
    for field in [Head::SALES_ID, Head::SERVICER_ID, Head::OPERATOR_ID] {
        if let Some(id) = draft.head.get::<Id>(field)
            && facts::user(conn, org, id)?.is_some()
        {
            known.users.insert(id.0);
        }
    }
    if let Some(group) = draft.head.get::<Id>(Head::WORKGROUP_ID) {
        let mut select = sql::from(org, "workgroup");
        select.column("id").and_where(sql::eq("id", group)).and_where(sql::eq("active", true));
        known.workgroups.extend(conn.first(&select.into())?.map(|_| group.0));
    }
    known.internal_exists =
        number_exists(conn, org, ("internal_number", &draft.head.text(Head::INTERNAL_NUMBER)), saved.map(|s| s.id))?;
    known.customer_number_exists =
        number_exists(conn, org, ("customer_number", &draft.head.text(Head::CUSTOMER_NUMBER)), saved.map(|s| s.id))?;
    if saved.is_none() {
        known.similar = similar(conn, (org, now), draft, None)?;
    }
    Ok(known)
}

fn stations(conn: &mut dyn Conn, org: i64, draft: &Draft, known: &mut Facts) -> Result<(), Refusal> {
    let head = [Head::DEPARTURE_STATION, Head::TRANSIT1, Head::TRANSIT2, Head::ARRIVAL_STATION];
    let mut codes: BTreeSet<String> = head.into_iter().map(|field| draft.head.text(field)).collect();
    for leg in &draft.legs {
        codes.extend([leg.text(Legs::FROM_STATION), leg.text(Legs::TO_STATION)]);
    }
    for code in codes.into_iter().filter(|code| !code.is_empty()) {
        if facts::airport(conn, org, &code)?.is_some_and(|airport| airport.active) {
            known.stations.insert(code);
        }
    }
    Ok(())
}

fn flights(conn: &mut dyn Conn, org: i64, draft: &Draft, known: &mut Facts) -> Result<(), Refusal> {
    let own = draft.head.text(Head::EXPECT_FLIGHT);
    let numbers = std::iter::once(own.clone()).chain(draft.legs.iter().map(|leg| leg.text(Legs::FLIGHT_NO)));
    let codes: BTreeSet<String> = numbers.filter_map(|number| number.get(..2).map(ToOwned::to_owned)).collect();
    for code in codes {
        if let Some(carrier) = facts::carrier_by_code(conn, org, &code)? {
            if own.starts_with(&code) {
                known.divisor = carrier.divisor;
            }
            known.carriers.insert(code);
        }
    }
    Ok(())
}

fn partners(conn: &mut dyn Conn, org: i64, draft: &Draft, known: &mut Facts) -> Result<(), Refusal> {
    let customer = draft.head.get::<Id>(Head::COOP_ID);
    let agent = draft.air.get::<Id>(Air::ARRIVAL_AGENT_ID);
    let companies = SERVICES.iter().zip(&draft.services).filter_map(|(declared, service)| {
        match service.sheet.value(declared.company) {
            Value::Int(id) => Some(Id(*id)),
            _ => None,
        }
    });
    let wanted: BTreeSet<Id> = customer.into_iter().chain(agent).chain(companies).collect();
    for id in wanted {
        if let Some(coop) = facts::coop(conn, org, id)? {
            let is_customer = matches!(coop.coop_type.as_str(), "客户" | "互为代理") && coop.state == "生效";
            let fact = CoopFact {
                is_customer,
                is_black: coop.list_mark == "黑名单",
                is_locked: coop.locked_scopes.iter().any(|scope| scope == "AE"),
            };
            known.coops.insert(id.0, fact);
        }
    }
    if let Some(customer) = customer.filter(|_| !draft.contacts.is_empty()) {
        let mut select = sql::from(org, "coop_contact");
        select.column("id").and_where(sql::eq("coop_id", customer));
        for row in conn.query(&select.into())? {
            known.contacts.insert(row.get(0)?);
        }
    }
    Ok(())
}

/// Whether another living order of the scope has a number.
pub fn number_exists(
    conn: &mut dyn Conn,
    org: i64,
    (column, number): (&'static str, &str),
    but: Option<Id>,
) -> Result<bool, Refusal> {
    if number.is_empty() {
        return Ok(false);
    }
    let mut select = sql::from(org, super::store::TABLE);
    select
        .column("id")
        .and_where(sql::eq("business_scope", "AE".to_owned()))
        .and_where(sql::eq(column, number.to_owned()))
        .and_where(sql::is_in(sql::col("lifecycle"), ["DRAFT", "OPEN", "LOCKED"].map(str::to_owned)))
        .limit(1);
    if let Some(id) = but {
        select.and_where(sql::col("id").ne(id.0));
    }
    Ok(conn.first(&select.into())?.is_some())
}

/// Codes of open orders of the last days with the same customer, stations, flight date and figures.
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
    let mut select = sql::from(org, super::store::TABLE);
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

/// What the stock says to the draft's master number, unless the order already has it.
pub fn master(
    conn: &mut dyn Conn,
    (org, user, now): (i64, Id, Instant),
    draft: &Draft,
    saved: Option<&Saved>,
    findings: &mut Findings,
) -> Result<(), Refusal> {
    let number = draft.head.text(Head::AWB_NUMBER);
    if let Some(saved) = saved.filter(|saved| saved.awb_id.is_some()) {
        let kept = stock::mend(&saved.draft.head.text(Head::AWB_NUMBER));
        if stock::mend(&number) != kept {
            findings.error("awbNumber", domain::order::UNLOAD_FIRST.text());
        }
        return Ok(());
    }
    if trade::waybill_number::Mawb::parse(&number).is_none() {
        return Ok(());
    }
    let today = kernel::show_day(now.day());
    stock::check(conn, (org, user, &today), &order_facts(draft, saved), findings).map(drop)
}

/// What the stock needs to know of an order.
pub fn order_facts(draft: &Draft, saved: Option<&Saved>) -> stock::OrderFacts {
    stock::OrderFacts {
        order_id: saved.map(|saved| saved.id),
        order_code: saved.map(|saved| saved.code.clone()).unwrap_or_default(),
        coop_id: draft.head.get(Head::COOP_ID),
        departure_station: draft.head.text(Head::DEPARTURE_STATION),
        awb_number: draft.head.text(Head::AWB_NUMBER),
    }
}
