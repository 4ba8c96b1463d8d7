//! The rules over a draft: every one of them at once, and the figures that follow from it.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Day, Density, Findings, Id, Percent, Scope, Text, Volume, Weight};
use platform::field::Field;
use platform::store::Value;
use serde::Serialize;
use serde_json::{Map, Value as Json, json};
use trade::cargo::{self, DIVISOR_DEFAULT, Mark};

use super::draft::{Draft, PARTY_ROLES, Sheet, dimensions_of, party_of};
use super::fields::{Air, FORM_ORDER, Head, Legs, SERVICES, is_operation_locked};
use super::messages::*;

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
    /// Enabled airports among the stations of the draft.
    pub stations: BTreeSet<String>,
    /// Carriers among the beginnings of its flight numbers.
    pub carriers: BTreeSet<String>,
    /// Partners among those it names.
    pub coops: BTreeMap<i64, CoopFact>,
    /// Active users among those it names.
    pub users: BTreeSet<i64>,
    /// Workgroups among those it names.
    pub workgroups: BTreeSet<i64>,
    /// Contacts of its customer.
    pub contacts: BTreeSet<i64>,
    /// Cubic centimetres per kilogram of volume weight; zero for the usual.
    pub divisor: i64,
    /// Another living order has its internal number.
    pub internal_exists: bool,
    /// Another living order has its customer number.
    pub customer_number_exists: bool,
    /// Codes of orders that look the same.
    pub similar: Vec<String>,
    /// What the company decided about its order form.
    pub form: FormRules,
}

/// What a company decided about the order form of a scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormRules {
    /// Values a field offers, by its column; every one when it is not named.
    pub offered: BTreeMap<&'static str, Vec<String>>,
    /// An order names its workgroup.
    pub needs_workgroup: bool,
    /// A second order with the same internal number is asked about.
    pub asks_internal: bool,
}

impl Default for FormRules {
    fn default() -> Self {
        Self { offered: BTreeMap::new(), needs_workgroup: false, asks_internal: true }
    }
}

impl FormRules {
    /// Refuses a value the company does not offer. One an order has already stays.
    pub fn offers(&self, field: Field, now: &str, before: Option<&str>, findings: &mut Findings) {
        let Some(offered) = self.offered.get(field.column) else { return };
        if !now.is_empty() && before != Some(now) && !offered.iter().any(|value| value == now) {
            let names = ([("field", field.zh)], [("field", field.en)]);
            findings.error(field.name(), platform::field::messages::NO_CHOICE.with_each(&names.0, &names.1));
        }
    }

    /// Refuses an order without a workgroup where the company asks for one.
    pub fn asks_group(&self, group: Option<Id>, findings: &mut Findings) {
        if self.needs_workgroup && group.is_none() {
            let field = Head::WORKGROUP_ID;
            let names = ([("field", field.zh)], [("field", field.en)]);
            findings.error(field.name(), platform::field::messages::REQUIRED.with_each(&names.0, &names.1));
        }
    }
}

/// The order as it is stored.
#[derive(Debug, Clone)]
pub struct Stored {
    /// Its values.
    pub draft: Draft,
    /// Operations are finished: routing and cargo are fixed.
    pub operation_finished: bool,
}

/// What follows from a draft.
#[derive(Debug, Clone, Default)]
pub struct Checked {
    /// Computed figures by wire name.
    pub computed: Map<String, Json>,
    /// Colours of the actual figures.
    pub marks: Map<String, Json>,
    /// Some actual figure is outside its tolerance.
    pub flagged: bool,
}

/// Which side of the figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Announced.
    Plan,
    /// Measured.
    Confirm,
}

/// Figures of one side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SideFigures {
    /// Pieces.
    pub pieces: Option<i64>,
    /// Gross weight.
    pub weight: Option<Weight>,
    /// Volume.
    pub volume: Option<Volume>,
    /// Charge weight.
    pub charge_weight: Option<Weight>,
    /// Density.
    pub density: Option<Density>,
}

struct Columns {
    name: &'static str,
    pieces: Field,
    weight: Field,
    volume: Field,
    charge: Field,
    manual: Field,
    density: Field,
}

const fn columns(side: Side) -> Columns {
    match side {
        Side::Plan => Columns {
            name: "plan",
            pieces: Head::PLAN_PIECES,
            weight: Head::PLAN_WEIGHT,
            volume: Head::PLAN_VOLUME,
            charge: Head::PLAN_CHARGE_WEIGHT,
            manual: Head::PLAN_CHARGE_MANUAL,
            density: Head::PLAN_DENSITY,
        },
        Side::Confirm => Columns {
            name: "confirm",
            pieces: Head::CONFIRM_PIECES,
            weight: Head::CONFIRM_WEIGHT,
            volume: Head::CONFIRM_VOLUME,
            charge: Head::CONFIRM_CHARGE_WEIGHT,
            manual: Head::CONFIRM_CHARGE_MANUAL,
            density: Head::CONFIRM_DENSITY,
        },
    }
}

/// The figures of a side as they stand.
pub fn side_figures(head: &Sheet, side: Side) -> SideFigures {
    let of = columns(side);
    SideFigures {
        pieces: head.get(of.pieces),
        weight: head.get(of.weight),
        volume: head.get(of.volume),
        charge_weight: head.get(of.charge),
        density: head.get(of.density),
    }
}

/// Fills in what follows from the figures of both sides; answers it by wire name.
pub fn figures(draft: &mut Draft, divisor: i64) -> Map<String, Json> {
    let divisor = if divisor > 0 { divisor } else { DIVISOR_DEFAULT };
    let mut computed = Map::new();
    for side in [Side::Plan, Side::Confirm] {
        follow(draft, side, divisor, &mut computed);
    }
    split(draft, divisor, &mut computed);
    computed
}

fn follow(draft: &mut Draft, side: Side, divisor: i64, computed: &mut Map<String, Json>) {
    let of = columns(side);
    let lines = dimensions_of(match side {
        Side::Plan => &draft.plan_dimensions,
        Side::Confirm => &draft.confirm_dimensions,
    });
    let head = &mut draft.head;
    if !lines.is_empty() {
        let (sum, size) = (cargo::pieces_of(&lines), cargo::volume_of(&lines));
        computed.insert(of.pieces.name(), json!(sum));
        computed.insert(of.volume.name(), json!(size));
        if head.get::<i64>(of.pieces).is_none() {
            head.set(of.pieces, sum);
        }
        if head.get::<Volume>(of.volume).is_none() {
            head.set(of.volume, size);
        }
    }
    let (gross, size) = (head.get::<Weight>(of.weight), head.get::<Volume>(of.volume));
    let bulky = size.map(|size| cargo::volume_weight(size, divisor));
    let following = gross.zip(size).map(|(gross, size)| cargo::charge_weight(gross, size, divisor));
    let by_hand = head.get::<bool>(of.manual).unwrap_or(false) && head.get::<Weight>(of.charge).is_some();
    if !by_hand {
        head.set(of.charge, following);
    }
    head.set(of.manual, by_hand);
    let dense = gross.zip(size).and_then(|(gross, size)| cargo::density(gross, size));
    head.set(of.density, dense);
    computed.insert(format!("{}VolumeWeight", of.name), json!(bulky));
    computed.insert(of.charge.name(), json!(following));
    computed.insert(of.density.name(), json!(dense));
}

/// What is charged follows the measured side once there is one.
fn split(draft: &mut Draft, divisor: i64, computed: &mut Map<String, Json>) {
    let sides = [Side::Confirm, Side::Plan].map(|side| side_figures(&draft.head, side));
    let cargo_of = sides.iter().find_map(|side| side.weight.zip(side.volume));
    for (ratio, field) in
        [(Air::FREIGHT_SPLIT_RATIO, Air::INCOME_CHARGE_WEIGHT), (Air::COST_SPLIT_RATIO, Air::COST_CHARGE_WEIGHT)]
    {
        let ratio: Percent = draft.air.get(ratio).unwrap_or_default();
        let charged = cargo_of.map(|(weight, volume)| cargo::income_weight(weight, volume, divisor, ratio));
        draft.air.set(field, charged);
        computed.insert(field.name(), json!(charged));
    }
}

/// A figure of both sides as whole numbers of its smallest unit.
struct Pair {
    name: &'static str,
    mark: Mark,
    expected: Option<i64>,
    actual: Option<i64>,
    decimals: u32,
    digits: u32,
}

fn pairs(plan: &SideFigures, confirm: &SideFigures) -> [Pair; 5] {
    let weight = |value: Option<Weight>| value.map(Weight::raw);
    let volume = |value: Option<Volume>| value.map(Volume::raw);
    let dense = |value: Option<Density>| value.map(Density::raw);
    let differs = plan.density.zip(confirm.density).is_some_and(|(a, b)| a != b);
    let pair =
        |name, mark, (expected, actual), (decimals, digits)| Pair { name, mark, expected, actual, decimals, digits };
    [
        pair(
            "confirmPieces",
            cargo::compare_pieces(plan.pieces, confirm.pieces),
            (plan.pieces, confirm.pieces),
            (0, 0),
        ),
        pair(
            "confirmWeight",
            cargo::compare_weight(plan.weight, confirm.weight),
            (weight(plan.weight), weight(confirm.weight)),
            (3, 1),
        ),
        pair(
            "confirmVolume",
            cargo::compare_volume(plan.volume, confirm.volume),
            (volume(plan.volume), volume(confirm.volume)),
            (6, 3),
        ),
        pair(
            "confirmChargeWeight",
            cargo::compare_weight(plan.charge_weight, confirm.charge_weight),
            (weight(plan.charge_weight), weight(confirm.charge_weight)),
            (3, 2),
        ),
        pair(
            "confirmDensity",
            if differs { Mark::Differs } else { Mark::Same },
            (dense(plan.density), dense(confirm.density)),
            (3, 2),
        ),
    ]
}

/// How an actual figure differs from the planned one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FigureMark {
    /// Wire name of the actual figure.
    #[serde(skip)]
    pub name: &'static str,
    /// Inside or outside the tolerance.
    pub level: Mark,
    /// The difference.
    pub text: String,
    /// Both figures and the difference.
    pub tip: String,
}

/// Colours of the actual figures that differ.
pub fn marks(plan: &SideFigures, confirm: &SideFigures) -> Vec<FigureMark> {
    let mut marks = Vec::with_capacity(5);
    for pair in pairs(plan, confirm) {
        let (Some(expected), Some(actual)) = (pair.expected, pair.actual) else { continue };
        if pair.mark == Mark::Same {
            continue;
        }
        let text = cargo::difference_text(expected, actual, pair.decimals, pair.digits);
        let show = |value| kernel::format_scaled(value, pair.decimals, pair.digits);
        let tip = format!("预报 {} / 实际 {}，{text}", show(expected), show(actual));
        marks.push(FigureMark { name: pair.name, level: pair.mark, text, tip });
    }
    marks
}

/// Colours of the actual figures by wire name, and whether pieces, weight or volume are outside
/// their tolerance (the charge weight only follows them).
pub fn mark_members(plan: &SideFigures, confirm: &SideFigures) -> (Map<String, Json>, bool) {
    let marks = marks(plan, confirm);
    let flagged = marks.iter().any(|mark| mark.level == Mark::Outside && mark.name != "confirmChargeWeight");
    (marks.iter().map(|mark| (mark.name.to_owned(), json!(mark))).collect(), flagged)
}

/// Actual figures outside their tolerance, each behind the planned one it is held against.
pub fn outside(head: &Sheet) -> Vec<[Field; 2]> {
    let marks = marks(&side_figures(head, Side::Plan), &side_figures(head, Side::Confirm));
    let pairs = [
        [Head::PLAN_PIECES, Head::CONFIRM_PIECES],
        [Head::PLAN_WEIGHT, Head::CONFIRM_WEIGHT],
        [Head::PLAN_VOLUME, Head::CONFIRM_VOLUME],
    ];
    let outside = |actual: &Field| marks.iter().any(|mark| mark.name == actual.name() && mark.level == Mark::Outside);
    pairs.into_iter().filter(|[_, actual]| outside(actual)).collect()
}

/// Applies every rule to a draft that was read; completes it and adds to the findings.
pub fn check(draft: &mut Draft, stored: Option<&Stored>, facts: &Facts, findings: &mut Findings) -> Checked {
    legs_rewrite_flight(draft);
    let computed = figures(draft, facts.divisor);
    // What the dimensions filled in is not missing.
    for field in [Head::PLAN_PIECES, Head::PLAN_VOLUME] {
        if *draft.head.value(field.column) != Value::Null {
            let name = field.name();
            findings.items.retain(|f| !(f.field == name && f.text.key == platform::field::messages::REQUIRED.key));
        }
    }
    routing(draft, facts, findings);
    legs(draft, facts, findings);
    goods(draft, findings);
    dimensions(draft, findings);
    prices(draft, findings);
    services(draft, facts, findings);
    for (role, sheet) in PARTY_ROLES.iter().zip(&draft.parties).filter(|(_, sheet)| !sheet.is_empty()) {
        findings.absorb(&format!("parties.{role}"), trade::address::check(&party_of(sheet), false));
    }
    people(draft, stored, facts, findings);
    company_rules(draft, stored, facts, findings);
    doubles(draft, stored, facts, findings);
    finished(draft, stored, findings);
    let confirm = side_figures(&draft.head, Side::Confirm);
    let (marks, flagged) = mark_members(&side_figures(&draft.head, Side::Plan), &confirm);
    let before = stored.map(|stored| side_figures(&stored.draft.head, Side::Confirm));
    if flagged && before != Some(confirm) {
        findings.confirm("confirmWeight", OUTSIDE.text());
    }
    in_form_order(findings);
    Checked { computed, marks, flagged }
}

/// Findings top to bottom, so that the first one is where the eye begins.
fn in_form_order(findings: &mut Findings) {
    let names: Vec<String> = FORM_ORDER.iter().flat_map(|section| section.iter()).map(Field::name).collect();
    let beside = |root: &str| match root {
        "contactIds" => "salesId".to_owned(),
        "legs" => "expectFlight".to_owned(),
        "planDimensions" | "confirmDimensions" => "incomeChargeWeight".to_owned(),
        other => other.to_owned(),
    };
    findings.items.sort_by_key(|finding| {
        let root = finding.field.split('.').next().unwrap_or_default();
        let place = names.iter().position(|name| *name == beside(root));
        place.unwrap_or(if root == "services" { names.len() } else { names.len() + 1 })
    });
}

/// Legs say more than the flight fields, so they write them.
fn legs_rewrite_flight(draft: &mut Draft) {
    let (Some(first), Some(last)) = (draft.legs.first(), draft.legs.last()) else { return };
    let flight = first.get::<String>(Legs::FLIGHT_NO);
    let leaves = first.get::<Day>(Legs::FLIGHT_DATE);
    let arrives = last.get::<kernel::Instant>(Legs::ETA).map(kernel::Instant::day);
    if flight.is_some() {
        draft.head.set(Head::EXPECT_FLIGHT, flight);
    }
    if leaves.is_some() {
        draft.head.set(Head::EXPECT_DEPARTURE, leaves);
    }
    if arrives.is_some() {
        draft.head.set(Head::EXPECT_ARRIVAL, arrives);
    }
}

fn known_station(code: &str, place: &str, facts: &Facts, findings: &mut Findings) {
    if !code.is_empty() && !facts.stations.contains(code) {
        findings.error(place, STATION_UNKNOWN.with(&[("code", code)]));
    }
}

/// The first two characters of a flight are its carrier: unknown ones are warned of.
fn known_carrier(flight: &str, place: &str, facts: &Facts, findings: &mut Findings) {
    if let Some(code) = flight.get(..2).filter(|code| !facts.carriers.contains(*code)) {
        findings.warning(place, CARRIER_UNKNOWN.with(&[("code", code)]));
    }
}

fn routing(draft: &Draft, facts: &Facts, findings: &mut Findings) {
    let head = &draft.head;
    let [from, one, two, to] =
        [Head::DEPARTURE_STATION, Head::TRANSIT1, Head::TRANSIT2, Head::ARRIVAL_STATION].map(|field| head.text(field));
    known_station(&from, "departureStation", facts, findings);
    known_station(&one, "transitStation", facts, findings);
    known_station(&two, "transitStation2", facts, findings);
    known_station(&to, "arrivalStation", facts, findings);
    findings.error_if(!from.is_empty() && from == to, "arrivalStation", STATIONS_SAME);
    findings.error_if(one.is_empty() && !two.is_empty(), "transitStation2", TRANSIT_ORDER);
    let touches = |a: &str, b: &str| !a.is_empty() && a == b;
    findings.error_if(touches(&one, &from) || (two.is_empty() && touches(&one, &to)), "transitStation", TRANSIT_SAME);
    findings.error_if(touches(&two, &one) || touches(&two, &to), "transitStation2", TRANSIT_SAME);
    known_carrier(&head.text(Head::EXPECT_FLIGHT), "expectFlight", facts, findings);
    let (leaves, arrives) = (head.get::<Day>(Head::EXPECT_DEPARTURE), head.get::<Day>(Head::EXPECT_ARRIVAL));
    findings.error_if(leaves.zip(arrives).is_some_and(|(a, b)| b < a), "expectArrival", ARRIVES_BEFORE);
    if leaves.zip(draft.air.get::<Day>(Air::RECEIPT_DATE)).is_some_and(|(leaves, comes)| comes > leaves) {
        findings.warning("receiptDate", RECEIPT_LATE.text());
    }
    let number = head.text(Head::AWB_NUMBER);
    let wrong = !number.is_empty() && trade::waybill_number::Mawb::parse(&number).is_none();
    findings.error_if(wrong, "awbNumber", trade::waybill_number::MASTER_WRONG);
}

/// A text whose labels are in its own language.
fn ordered_text(late: Field, early: Field) -> Text {
    DATES_ORDER.with_each(&[("late", late.zh), ("early", early.zh)], &[("late", late.en), ("early", early.en)])
}

fn legs(draft: &Draft, facts: &Facts, findings: &mut Findings) {
    let last = draft.legs.len().saturating_sub(1);
    let mut before: Option<String> = None;
    for (place, leg) in draft.legs.iter().enumerate() {
        let at = |name: &str| format!("legs.{place}.{name}");
        let (from, to) = (leg.text(Legs::FROM_STATION), leg.text(Legs::TO_STATION));
        known_station(&from, &at("fromStation"), facts, findings);
        known_station(&to, &at("toStation"), facts, findings);
        findings.error_if(!from.is_empty() && from == to, &at("toStation"), STATIONS_SAME);
        match &before {
            None => findings.error_if(from != draft.head.text(Head::DEPARTURE_STATION), &at("fromStation"), LEG_FIRST),
            Some(end) => findings.error_if(from != *end, &at("fromStation"), LEGS_BROKEN),
        }
        findings.error_if(place == last && to != draft.head.text(Head::ARRIVAL_STATION), &at("toStation"), LEG_LAST);
        // The first leg's flight is told at the flight field.
        if place > 0 {
            known_carrier(&leg.text(Legs::FLIGHT_NO), &at("flightNo"), facts, findings);
        }
        for (leaves, arrives) in [(Legs::ETD, Legs::ETA), (Legs::ATD, Legs::ATA)] {
            let times = leg.get::<kernel::Instant>(leaves).zip(leg.get::<kernel::Instant>(arrives));
            if times.is_some_and(|(a, b)| b < a) {
                findings.error(at(&arrives.name()), ordered_text(arrives, leaves));
            }
        }
        before = Some(to);
    }
}

fn goods(draft: &Draft, findings: &mut Findings) {
    let air = &draft.air;
    let dangerous = draft.head.text(Head::GOODS_TYPE) == "危险品";
    findings.error_if(dangerous && air.text(Air::DANGEROUS_TYPE).is_empty(), "dangerousType", DANGEROUS_NEEDED);
    let together = [
        Air::UNDG_CODE,
        Air::UNDG_CONTACT_NAME,
        Air::UNDG_CONTACT_COMMUNICATION_TYPE,
        Air::UNDG_CONTACT_COMMUNICATION_NO,
    ];
    // A value that was refused already counts as given.
    let given = |field: &Field| !air.text(*field).is_empty() || findings.at(&field.name()).next().is_some();
    let open: Vec<String> = together.iter().filter(|field| !given(field)).map(Field::name).collect();
    if open.len() < together.len() {
        for name in open {
            findings.error(name, UNDG_TOGETHER.text());
        }
    }
}

fn dimensions(draft: &Draft, findings: &mut Findings) {
    let sides = [
        ("planDimensions", &draft.plan_dimensions, Head::PLAN_PIECES),
        ("confirmDimensions", &draft.confirm_dimensions, Head::CONFIRM_PIECES),
    ];
    for (name, sheets, field) in sides {
        let sum = cargo::pieces_of(&dimensions_of(sheets));
        if let Some(pieces) = draft.head.get::<i64>(field).filter(|pieces| !sheets.is_empty() && *pieces != sum) {
            let text = DIMENSION_PIECES.with(&[("a", &sum.to_string()), ("b", &pieces.to_string())]);
            findings.warning(name, text);
        }
    }
}

fn prices(draft: &Draft, findings: &mut Findings) {
    let filled = |field: Field| !matches!(draft.air.value(field.column), Value::Null | Value::Int(0));
    for (one, other) in [(Air::FREIGHT_UNITPRICE, Air::FREIGHT_AMOUNT), (Air::MSR_UNITPRICE, Air::MSR_AMOUNT)] {
        findings.error_if(filled(one) && filled(other), &other.name(), ONE_PRICE);
    }
}

fn services(draft: &Draft, facts: &Facts, findings: &mut Findings) {
    for (declared, service) in SERVICES.iter().zip(&draft.services) {
        let field = |column: &str| declared.fields.iter().find(|field| field.column == column).copied();
        if let Some((early, late)) = field(declared.dates.0).zip(field(declared.dates.1)) {
            let days = service.sheet.get::<Day>(early).zip(service.sheet.get::<Day>(late));
            if days.is_some_and(|(a, b)| b < a) {
                findings.error(format!("services.{}.{}", declared.code, late.name()), ordered_text(late, early));
            }
        }
        if let Some(company) = field(declared.company) {
            let stranger = service.sheet.get::<Id>(company).is_some_and(|id| !facts.coops.contains_key(&id.0));
            findings.error_if(stranger, &format!("services.{}.{}", declared.code, company.name()), COMPANY_UNKNOWN);
        }
    }
}

fn people(draft: &Draft, stored: Option<&Stored>, facts: &Facts, findings: &mut Findings) {
    let before = |column: &str| stored.map(|stored| stored.draft.head.value(column).clone());
    if let Some(id) = draft.head.get::<Id>(Head::COOP_ID) {
        let kept = before("coop_id") == Some(Value::Int(id.0));
        match facts.coops.get(&id.0) {
            // An order keeps the customer it has, whatever became of him; the user is told.
            Some(coop) if kept && coop.is_locked => findings.warning("coopId", coop_locked(Scope::Ae)),
            _ if kept => {}
            Some(coop) if coop.is_black => findings.error("coopId", COOP_BLACK.text()),
            Some(coop) if coop.is_customer && coop.is_locked => findings.error("coopId", coop_locked(Scope::Ae)),
            Some(coop) if coop.is_customer => {}
            _ => findings.error("coopId", COOP_UNKNOWN.text()),
        }
    }
    for field in [Head::SALES_ID, Head::SERVICER_ID, Head::OPERATOR_ID] {
        let stranger = draft
            .head
            .get::<Id>(field)
            .is_some_and(|id| before(field.column) != Some(Value::Int(id.0)) && !facts.users.contains(&id.0));
        findings.error_if(stranger, &field.name(), USER_UNKNOWN);
    }
    let group = draft.head.get::<Id>(Head::WORKGROUP_ID);
    findings.error_if(group.is_some_and(|id| !facts.workgroups.contains(&id.0)), "workgroupId", GROUP_UNKNOWN);
    let agent = draft.air.get::<Id>(Air::ARRIVAL_AGENT_ID);
    findings.error_if(agent.is_some_and(|id| !facts.coops.contains_key(&id.0)), "arrivalAgentId", COMPANY_UNKNOWN);
    let stranger = draft.contacts.iter().any(|id| !facts.contacts.contains(&id.0));
    findings.error_if(stranger, "contactIds", CONTACT_UNKNOWN);
}

/// What the company decided about its form.
fn company_rules(draft: &Draft, stored: Option<&Stored>, facts: &Facts, findings: &mut Findings) {
    let before = stored.map(|stored| &stored.draft);
    for (sheet, old) in
        [(&draft.head, before.map(|before| &before.head)), (&draft.air, before.map(|before| &before.air))]
    {
        for field in sheet.fields {
            let old = old.map(|old| old.text(*field));
            facts.form.offers(*field, &sheet.text(*field), old.as_deref(), findings);
        }
    }
    facts.form.asks_group(draft.head.get::<Id>(Head::WORKGROUP_ID), findings);
}

fn doubles(draft: &Draft, stored: Option<&Stored>, facts: &Facts, findings: &mut Findings) {
    let changed = |field: Field| {
        stored.is_none_or(|stored| stored.draft.head.value(field.column) != draft.head.value(field.column))
    };
    if facts.form.asks_internal && facts.internal_exists && changed(Head::INTERNAL_NUMBER) {
        findings.confirm("internalNumber", INTERNAL_EXISTS.text());
    }
    if facts.customer_number_exists {
        findings.warning("customerNumber", CUSTOMER_NUMBER_EXISTS.text());
    }
    if stored.is_none()
        && let Some(code) = facts.similar.first()
    {
        findings.confirm("coopId", SIMILAR.with(&[("code", code)]));
    }
}

/// Finished operations fix a field, or rows: what is said at its name.
pub fn fixed(name: impl Into<String>, (zh, en): (&str, &str), findings: &mut Findings) {
    findings.error(name, FINISHED_FIXED.with_each(&[("field", zh)], &[("field", en)]));
}

/// Refuses what differs between two sheets in the fields that finished operations fix.
pub fn fixed_fields((now, was): (&Sheet, &Sheet), is_fixed: impl Fn(&Field) -> bool, findings: &mut Findings) {
    for (field, (new, old)) in now.fields.iter().zip(now.values.iter().zip(&was.values)) {
        if is_fixed(field) && !platform::log::same(old, new) {
            fixed(field.name(), (field.zh, field.en), findings);
        }
    }
}

/// Finished operations fix routing and cargo.
fn finished(draft: &Draft, stored: Option<&Stored>, findings: &mut Findings) {
    let Some(stored) = stored.filter(|stored| stored.operation_finished) else { return };
    for sheets in [(&draft.head, &stored.draft.head), (&draft.air, &stored.draft.air)] {
        fixed_fields(sheets, |field| is_operation_locked(field.column), findings);
    }
    let groups = [
        ("legs", &draft.legs, &stored.draft.legs, ("航段", "Legs")),
        ("planDimensions", &draft.plan_dimensions, &stored.draft.plan_dimensions, ("预报尺寸", "Planned dimensions")),
        (
            "confirmDimensions",
            &draft.confirm_dimensions,
            &stored.draft.confirm_dimensions,
            ("实际尺寸", "Actual dimensions"),
        ),
    ];
    for (name, now, was, label) in groups {
        if now != was {
            fixed(name, label, findings);
        }
    }
}

#[cfg(test)]
mod tests;
