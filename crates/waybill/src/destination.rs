//! Rules of destinations as a company has them, asked of a waybill form; and what is to be asked again.

use std::collections::BTreeMap;

use kernel::{Day, Findings, IdMint, Instant, Severity, parse_day};
use platform::PLATFORM_ORG;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Row, Value, sql};
use sea_query::{ExprTrait, OnConflict, Order};
use trade::destination::{self, Journey, Raw, Rule};
use trade::waybill_form::WaybillForm;

/// Table of the rules.
pub const TABLE: &str = "destination_rule";
/// Table of the companies whose waybills are to be looked at again.
pub const REPLAY: &str = "destination_replay";

const COLUMNS: [&str; 12] = [
    "code",
    "countries",
    "direction",
    "level",
    "field_path",
    "condition",
    "parameter",
    "severity",
    "text_zh",
    "text_en",
    "valid_from",
    "valid_to",
];

/// The rules of a company, with the countries of the airports it has asked for.
#[derive(Debug, Default)]
pub struct Destinations {
    org: i64,
    rules: Vec<Rule>,
    countries: BTreeMap<String, String>,
}

/// How much the rules have against a form.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// What keeps it from being finished.
    pub errors: i64,
    /// What is told.
    pub warnings: i64,
}

impl Counts {
    /// Of findings.
    pub fn of(findings: &Findings) -> Self {
        let count = |severity| {
            let those = findings.items.iter().filter(|finding| finding.severity == severity).count();
            i64::try_from(those).unwrap_or(i64::MAX)
        };
        Self { errors: count(Severity::Error), warnings: count(Severity::Warning) }
    }

    /// The cells of a stored form.
    pub fn cells(self) -> [(&'static str, Value); 2] {
        [("rule_errors", Value::Int(self.errors)), ("rule_warnings", Value::Int(self.warnings))]
    }
}

impl Destinations {
    /// Those in force: the company's own over the platform's.
    pub fn of(conn: &mut dyn Conn, org: i64) -> Result<Self, Refusal> {
        let mut select = sql::overlaid(org, TABLE, &["code"]);
        select
            .columns(COLUMNS.map(|name| (TABLE, name)))
            .and_where(sql::of_eq(TABLE, "active", true))
            .order_by((TABLE, "code"), Order::Asc);
        let mut rules = Vec::new();
        for row in conn.query(&select.into())? {
            rules.extend(rule_of(&row)?);
        }
        Ok(Self { org, rules, countries: BTreeMap::new() })
    }

    /// What the rules say of a form, on the day it flies; while that is unknown, on this one.
    pub fn look(&mut self, conn: &mut dyn Conn, form: &WaybillForm, today: Day) -> Result<Findings, Refusal> {
        if self.rules.is_empty() {
            return Ok(Findings::new());
        }
        let journey = self.journey(conn, form)?;
        let day = parse_day(&form.flight_date).unwrap_or(today);
        Ok(destination::check(&self.rules, form, &journey, day))
    }

    fn journey(&mut self, conn: &mut dyn Conn, form: &WaybillForm) -> Result<Journey, Refusal> {
        let mut via = Vec::new();
        for place in [&form.to1, &form.to2, &form.to3] {
            if !place.is_empty() && !place.eq_ignore_ascii_case(&form.arrival_station) {
                via.push(self.country(conn, place)?);
            }
        }
        let (from, to) = (self.country(conn, &form.departure_station)?, self.country(conn, &form.arrival_station)?);
        Ok(Journey { from, via, to })
    }

    /// Country of an airport; empty where it is unknown.
    fn country(&mut self, conn: &mut dyn Conn, station: &str) -> Result<String, Refusal> {
        let code = station.trim().to_ascii_uppercase();
        if code.len() != 3 {
            return Ok(String::new());
        }
        if let Some(known) = self.countries.get(&code) {
            return Ok(known.clone());
        }
        let country = facts::airport(conn, self.org, &code)?.map(|airport| airport.nation).unwrap_or_default();
        self.countries.insert(code, country.clone());
        Ok(country)
    }
}

/// The rule of a row; nothing for one this release does not understand.
fn rule_of(row: &Row) -> Result<Option<Rule>, Refusal> {
    let mut texts: [String; 12] = Default::default();
    for (place, text) in texts.iter_mut().enumerate() {
        *text = row.get(place)?;
    }
    let [code, countries, direction, level, field, condition, parameter, severity, zh, en, valid_from, valid_to] =
        &texts;
    let raw =
        Raw { code, countries, direction, level, field, condition, parameter, severity, zh, en, valid_from, valid_to };
    Ok(Rule::read(&raw, &mut Findings::new()))
}

/// Findings of the form with those of the rules behind; what the form says in the same words at the same box, it says
/// alone: the address rules hold wherever a party stands.
pub fn merged(of_form: &Findings, of_rules: &Findings) -> Findings {
    let mut all = of_form.clone();
    let is_new = |text: &kernel::Text, field: &str| !of_form.at(field).any(|known| known.text.zh == text.zh);
    let new = of_rules.items.iter().filter(|finding| is_new(&finding.text, &finding.field));
    all.items.extend(new.cloned());
    all
}

/// Has the forms of a company's open orders looked at again; those of all companies for the platform.
pub fn ask_again(conn: &mut dyn Conn, org: i64, now: Instant) -> Result<(), Refusal> {
    let cells = [("asked_at", now.into_value()), ("after_order", Value::Int(0))];
    let mut insert = sql::insert(org, REPLAY, &cells);
    insert.on_conflict(OnConflict::column("org_id").update_columns(["asked_at", "after_order"]).to_owned());
    conn.exec(&insert.into())?;
    Ok(())
}

/// Brings the platform's rules in step with those the product ships: new ones come, those nobody edited follow the
/// release. Answers whether anything changed.
pub fn load(conn: &mut dyn Conn, mint: &IdMint, now: Instant) -> Result<bool, Refusal> {
    let mut select = sql::from(PLATFORM_ORG, TABLE);
    select.columns(["code", "updated_by", "source"]).columns(COLUMNS);
    let mut known: BTreeMap<String, (i64, Vec<Value>)> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        known.insert(row.get(0)?, (row.get(1)?, row.0.into_iter().skip(2).collect()));
    }
    let mut has_changed = false;
    for shipped in reference::destination_rules() {
        let values = values_of(&shipped);
        let names = std::iter::once("source").chain(COLUMNS);
        let cells: Vec<(&'static str, Value)> = names.zip(values.iter().cloned()).collect();
        match known.get(shipped.code) {
            Some((by, _)) if *by != 0 => continue,
            Some((_, old)) if *old == values => continue,
            Some(_) => rewrite(conn, shipped.code, cells, now)?,
            None => add(conn, cells, mint, now)?,
        }
        has_changed = true;
    }
    if has_changed {
        ask_again(conn, PLATFORM_ORG, now)?;
    }
    Ok(has_changed)
}

/// Source first, then the values of the columns.
fn values_of(rule: &reference::DestinationRule<'_>) -> Vec<Value> {
    let texts = [
        rule.source,
        rule.code,
        rule.countries,
        rule.direction,
        rule.level,
        rule.field,
        rule.condition,
        rule.parameter,
        rule.severity,
        rule.zh,
        rule.en,
        rule.valid_from,
        rule.valid_to,
    ];
    texts.map(|text| if text.is_empty() { Value::Null } else { Value::Text(text.to_owned()) }).to_vec()
}

fn add(conn: &mut dyn Conn, mut cells: Vec<(&'static str, Value)>, mint: &IdMint, now: Instant) -> Result<(), Refusal> {
    cells.extend([
        ("id", mint.next(now).into_value()),
        ("version", Value::Int(1)),
        ("active", Value::Bool(true)),
        ("created_by", Value::Int(0)),
        ("created_at", now.into_value()),
        ("updated_by", Value::Int(0)),
        ("updated_at", now.into_value()),
    ]);
    conn.exec(&sql::insert(PLATFORM_ORG, TABLE, &cells).into())?;
    Ok(())
}

fn rewrite(
    conn: &mut dyn Conn,
    code: &str,
    mut cells: Vec<(&'static str, Value)>,
    now: Instant,
) -> Result<(), Refusal> {
    cells.push(("updated_at", now.into_value()));
    let mut update = sql::update(PLATFORM_ORG, TABLE, &cells);
    update.value("version", sql::col("version").add(1)).and_where(sql::eq("code", code));
    conn.exec(&update.into())?;
    Ok(())
}
