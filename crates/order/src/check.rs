//! The rules over a draft: every one of them at once, and the figures that follow from it. They are pure: what they ask
//! of the database was gathered before ([`crate::gather`]).

mod air;
mod carriage;
mod figures;

use credit::{Gate, Outcome, Standing};
use kernel::{Day, Findings, Id, Mode, Scope, Text};
use platform::field::Field;
use platform::store::Value;
use serde_json::{Map, Value as Json};
use trade::waybill_number::{MASTER_WRONG, Mawb};

use crate::air::Head;
use crate::draft::Draft;
use crate::known::{Facts, select_of};
use crate::messages::*;
use crate::moves::Lifecycle;
use crate::parts::LEGS;
use crate::place::{PlaceKind, unknown_place};
use crate::profile::Profile;
use crate::sheet::Sheet;
use crate::store::Saved;

pub(crate) use air::AIR_RULES;
pub(crate) use carriage::{BOX_RULES, CARRIED_RULES, ROAD_RULES};
pub use figures::{FigureMark, Side, SideFigures, figures, mark_members, marks, outside, side_figures};

/// One rule.
pub(crate) type Rule = fn(&Draft, &Around<'_>, &mut Findings);

/// Rules of every scope.
const COMMON: &[Rule] = &[stations, days, customer, people, partners, company_rules, doubles, finished, hung];

/// What the rules look at beside the draft.
#[derive(Debug, Clone, Copy)]
pub struct Around<'a> {
    /// What the scope declares.
    pub profile: &'a Profile,
    /// The order as it is stored.
    pub saved: Option<&'a Saved>,
    /// What the database knows of what the draft names.
    pub facts: &'a Facts,
}

impl Around<'_> {
    fn knows(&self, kind: PlaceKind, code: &str) -> bool {
        self.facts.places.contains(&(kind, code.to_owned()))
    }

    fn was(&self) -> Option<&Draft> {
        self.saved.map(|saved| &saved.draft)
    }

    /// Whether the order has a value already. One that was right when it was chosen stays, whatever became of it since;
    /// its user is warned.
    fn keeps(&self, of: fn(&Draft) -> &Sheet, field: Field, value: &Value) -> bool {
        self.was().is_some_and(|was| of(was).value(field.column) == value)
    }
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

/// Applies every rule to a draft that was read; completes it and adds to the findings.
pub fn check(draft: &mut Draft, around: &Around<'_>, findings: &mut Findings) -> Checked {
    air::legs_rewrite_flight(draft);
    let computed = if around.profile.has(&LEGS) {
        figures(draft, around.facts.factor)
    } else {
        let done = |saved: &Saved| saved.operation_finished || saved.lifecycle == Lifecycle::Locked;
        figures::carried(draft, (around.profile, around.facts.factor), around.saved.is_some_and(done))
    };
    // What the sizes filled in is not missing.
    for field in [Head::PLAN_PIECES, Head::PLAN_VOLUME] {
        if *draft.head.value(field.column) != Value::Null {
            let name = field.name();
            findings.items.retain(|f| !(f.field == name && f.text.key == platform::field::messages::REQUIRED.key));
        }
    }
    for rule in COMMON.iter().chain(around.profile.rules.iter().copied().flatten()) {
        rule(draft, around, findings);
    }
    let confirm = side_figures(&draft.head, Side::Confirm);
    let (marks, flagged) = mark_members(&side_figures(&draft.head, Side::Plan), &confirm);
    let before = around.was().map(|was| side_figures(&was.head, Side::Confirm).measured());
    if flagged && before != Some(confirm.measured()) {
        findings.confirm("confirmWeight", OUTSIDE.text());
    }
    in_form_order(around.profile, findings);
    Checked { computed, marks, flagged }
}

/// Findings top to bottom, so that the first one is where the eye begins; rows stand behind the field they belong to.
fn in_form_order(profile: &Profile, findings: &mut Findings) {
    let names: Vec<String> = profile.fields().map(Field::name).collect();
    let figures = profile.sections.iter().find(|section| section.key == "figures");
    let last_figure = figures.and_then(|section| section.fields.last()).map(Field::name).unwrap_or_default();
    let beside = |root: &str| match root {
        "contactIds" => "salesId".to_owned(),
        "legs" => "expectFlight".to_owned(),
        "planDimensions" | "confirmDimensions" => "incomeChargeWeight".to_owned(),
        "containerList" | "containers" | "stops" => last_figure.clone(),
        other => other.to_owned(),
    };
    findings.items.sort_by_key(|finding| {
        let root = finding.field.split('.').next().unwrap_or_default();
        let place = names.iter().position(|name| *name == beside(root));
        place.unwrap_or(if root == "services" { names.len() } else { names.len() + 1 })
    });
}

/// Whether the first of two times is behind the second.
fn is_after<T: PartialOrd>(early: Option<T>, late: Option<T>) -> bool {
    early.zip(late).is_some_and(|(early, late)| late < early)
}

/// A text whose labels are in its own language.
fn ordered_text(late: Field, early: Field) -> Text {
    DATES_ORDER.with_each(&[("late", late.zh), ("early", early.zh)], &[("late", late.en), ("early", early.en)])
}

fn stations(draft: &Draft, around: &Around<'_>, findings: &mut Findings) {
    let kind = around.profile.places;
    let way = [Head::DEPARTURE_STATION, Head::TRANSIT1, Head::TRANSIT2, Head::ARRIVAL_STATION];
    let typed = way.map(|field| (field, draft.head.text(field)));
    for (field, code) in &typed {
        if !code.is_empty() && !around.knows(kind, code) {
            findings.error(field.name(), unknown_place(kind, code));
        }
    }
    let [(_, from), (_, via), (_, via2), (_, to)] = &typed;
    let same = match around.profile.scope.mode() {
        Mode::Sea => PORTS_SAME,
        Mode::Rail => RAIL_SAME,
        _ => STATIONS_SAME,
    };
    // A truck may load and unload in one city.
    findings.error_if(!around.profile.stops() && !to.is_empty() && from == to, "arrivalStation", same);
    findings.error_if(via.is_empty() && !via2.is_empty(), "transitStation2", TRANSIT_ORDER);
    let touches = |a: &str, b: &str| !a.is_empty() && a == b;
    findings.error_if(touches(via, from) || (via2.is_empty() && touches(via, to)), "transitStation", TRANSIT_SAME);
    findings.error_if(touches(via2, via) || touches(via2, to), "transitStation2", TRANSIT_SAME);
    let number = draft.head.text(Head::AWB_NUMBER);
    findings.error_if(!number.is_empty() && Mawb::parse(&number).is_none(), "awbNumber", MASTER_WRONG);
    other_carrier(&number, &draft.head.text(Head::EXPECT_FLIGHT), around, findings);
}

/// A number whose carrier is not that of the flight is told: carriers carry for each other, so it is not refused.
fn other_carrier(number: &str, flight: &str, around: &Around<'_>, findings: &mut Findings) {
    let Some((code, prefix)) = flight.get(..2).zip(number.get(..3)) else { return };
    // What is no carrier is told at the flight.
    let known = around.facts.carriers.get(code).filter(|prefixes| !prefixes.is_empty());
    if known.is_some_and(|prefixes| !prefixes.split('/').any(|own| own == prefix)) {
        findings.warning("awbNumber", CARRIER_OTHER.with(&[("prefix", prefix), ("code", code)]));
    }
}

fn days(draft: &Draft, around: &Around<'_>, findings: &mut Findings) {
    let (leaves, arrives) =
        (draft.head.get::<Day>(Head::EXPECT_DEPARTURE), draft.head.get::<Day>(Head::EXPECT_ARRIVAL));
    let early = match (around.profile.scope, around.profile.scope.mode()) {
        (Scope::Ae, _) => ARRIVES_BEFORE,
        (_, Mode::Sea) => ETA_BEFORE,
        _ => ARRIVAL_EARLY,
    };
    findings.error_if(is_after(leaves, arrives), "expectArrival", early);
}

/// An order keeps the customer it has, whatever became of him; the user is told.
fn customer(draft: &Draft, around: &Around<'_>, findings: &mut Findings) {
    let Some(id) = draft.head.get::<Id>(Head::COOP_ID) else { return };
    let (standing, field) = (around.facts.credit.as_ref(), Head::COOP_ID.name());
    let text = match around.facts.coops.get(&id) {
        // The gate of new orders knows the name and the reason; an order that has him already does not ask it.
        Some(coop) if coop.is_black => {
            standing.and_then(|standing| standing.refusal.clone()).unwrap_or_else(|| COOP_BLACK.text())
        }
        Some(coop) if !coop.is_customer => COOP_UNKNOWN.text(),
        Some(coop) => match standing {
            Some(standing) => return of_credit(around.profile.scope, standing, &field, findings),
            None if coop.is_locked => coop_locked(around.profile.scope),
            None => return,
        },
        None => COOP_UNKNOWN.text(),
    };
    let kept = around.keeps(|draft| &draft.head, Head::COOP_ID, &Value::Int(id.0));
    said(kept, &field, text, findings);
}

/// What the credit of a new customer comes to (catalogue prm.md 1.7): the figures of a lock are told beside it, notices stand in
/// nobody's way.
fn of_credit(scope: Scope, standing: &Standing, field: &str, findings: &mut Findings) {
    let against = match standing.outcome {
        Outcome::Refused => standing.refusal.clone(),
        Outcome::Locked => Some(coop_locked(scope)),
        Outcome::Approval => Some(credit::words::needs_approval(Gate::Order)),
        Outcome::Notice | Outcome::Free => None,
    };
    let detail = standing.detail.clone().filter(|_| standing.outcome == Outcome::Locked);
    for text in against.into_iter().chain(detail) {
        findings.error(field, text);
    }
    for notice in &standing.notices {
        findings.warning(field, notice.clone());
    }
}

/// An error, or a warning about what the order has already.
fn said(kept: bool, field: &str, text: Text, findings: &mut Findings) {
    if kept { findings.warning(field, text) } else { findings.error(field, text) }
}

fn people(draft: &Draft, around: &Around<'_>, findings: &mut Findings) {
    let facts = around.facts;
    for field in [Head::SALES_ID, Head::SERVICER_ID, Head::OPERATOR_ID, Head::WORKGROUP_ID] {
        let Some(id) = draft.head.get::<Id>(field) else { continue };
        let group = field.column == Head::WORKGROUP_ID.column;
        let (known, gone) = if group { (&facts.workgroups, GROUP_UNKNOWN) } else { (&facts.users, USER_UNKNOWN) };
        if !known.contains(&id) {
            let kept = around.keeps(|draft| &draft.head, field, &Value::Int(id.0));
            said(kept, &field.name(), gone.text(), findings);
        }
    }
    let strangers = || draft.contacts.iter().filter(|id| !facts.contacts.contains(id));
    if strangers().next().is_some() {
        let same = |was: &&Draft| was.head.get::<Id>(Head::COOP_ID) == draft.head.get::<Id>(Head::COOP_ID);
        let kept = around.was().filter(same).is_some_and(|was| strangers().all(|id| was.contacts.contains(id)));
        said(kept, "contactIds", CONTACT_UNKNOWN.text(), findings);
    }
}

/// Partners, yards and terminals that the detail names.
fn partners(draft: &Draft, around: &Around<'_>, findings: &mut Findings) {
    for field in &around.profile.detail {
        let (Some(select), Some(id)) = (select_of(field), draft.detail.get::<Id>(*field)) else { continue };
        let (known, gone) = match select {
            "yard" => (around.facts.yards.contains(&id), YARD_UNKNOWN),
            "warehouse" => (around.facts.warehouses.contains(&id), WAREHOUSE_UNKNOWN),
            _ => (around.facts.coops.contains_key(&id), COMPANY_UNKNOWN),
        };
        if !known {
            let kept = around.keeps(|draft| &draft.detail, *field, &Value::Int(id.0));
            said(kept, &field.name(), gone.text(), findings);
        }
    }
}

/// What the company decided about its form. What an order has already stays.
fn company_rules(draft: &Draft, around: &Around<'_>, findings: &mut Findings) {
    let form = &around.facts.form;
    let was = around.was();
    let both = [(&draft.head, was.map(|was| &was.head)), (&draft.detail, was.map(|was| &was.detail))];
    for (sheet, old) in both {
        for field in sheet.fields {
            let old = old.map(|old| old.text(*field));
            form.offers(*field, &sheet.text(*field), old.as_deref(), findings);
        }
    }
    form.asks_group(draft.head.get::<Id>(Head::WORKGROUP_ID), findings);
}

/// Numbers of other orders. A repeated internal number is asked about once, when it is given; of a customer's own number
/// the user is told; a bill or a waybill belongs to one order.
fn doubles(draft: &Draft, around: &Around<'_>, findings: &mut Findings) {
    let found = &around.facts.doubles;
    let changed =
        around.was().is_none_or(|was| was.head.text(Head::INTERNAL_NUMBER) != draft.head.text(Head::INTERNAL_NUMBER));
    if around.facts.form.asks_internal && changed && found.contains_key("internalNumber") {
        findings.confirm("internalNumber", INTERNAL_EXISTS.text());
    }
    if found.contains_key("customerNumber") {
        findings.warning("customerNumber", CUSTOMER_NUMBER_EXISTS.text());
    }
    for (member, message) in [("awbNumber", WAYBILL_EXISTS), ("mlbNumber", BILL_EXISTS)] {
        if let Some(code) = found.get(member) {
            findings.error(member, message.with(&[("code", code)]));
        }
    }
    if around.saved.is_none()
        && let Some(code) = around.facts.similar.first()
    {
        findings.confirm("coopId", SIMILAR.with(&[("code", code)]));
    }
}

/// Finished operations fix a field, or rows: what is said at its name.
pub fn fixed(name: impl Into<String>, (zh, en): (&str, &str), findings: &mut Findings) {
    findings.error(name, FINISHED_FIXED.with_each(&[("field", zh)], &[("field", en)]));
}

/// Finished operations fix routing and cargo, with the rows below; what is told of an order still fills them in.
fn finished(draft: &Draft, around: &Around<'_>, findings: &mut Findings) {
    let (profile, Some(saved)) = (around.profile, around.saved.filter(|saved| saved.operation_finished)) else {
        return;
    };
    for (now, was) in [(&draft.head, &saved.draft.head), (&draft.detail, &saved.draft.detail)] {
        for (field, (new, old)) in now.fields.iter().zip(now.values.iter().zip(&was.values)) {
            // What follows from other fields does not differ by itself.
            let is_fixed = profile.fixed(field.column) && !field.read_only;
            if is_fixed && !platform::log::same(old, new) {
                fixed(field.name(), (field.zh, field.en), findings);
            }
        }
    }
    for part in profile.parts {
        if draft.rows(part) != saved.draft.rows(part) {
            fixed(part.member, part.heading, findings);
        }
    }
}

/// A row that another document hangs on stays.
fn hung(_: &Draft, around: &Around<'_>, findings: &mut Findings) {
    for one in &around.facts.hung {
        findings.error(one.member, one.why());
    }
}

#[cfg(test)]
mod tests;
