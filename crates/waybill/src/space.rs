//! Space a carrier or agent confirms: flight and master number of an air export order, written by other rooms than its
//! own under the rules of its form: life, page lock, version, stock, node, log, and what its people are told.

use approval::pending;
use facts::order_log::log_entry;
use kernel::{Day, Findings, Id, Msg, Scope};
use order::store::{self, Saved};
use order::{
    ARRIVES_BEFORE, Draft, FINISHED_FIXED, FLIGHT_FORM, Head, LEGS, Legs, Move, MoveFacts, UNLOAD_FIRST,
    apply_templates, days_differ, figures, form_page, lease_page, reached, refuse,
};
use platform::call::Tx;
use platform::field::Field;
use platform::log::{differences, same};
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Value, sql};
use settle::due;
use trade::cargo::DIVISOR_DEFAULT;
use trade::charge::Side;

const LEG_BEFORE: Msg = Msg::new(
    "space.leg_before",
    "航班日期不能晚于后续航段的日期",
    "The flight can't leave after the legs that follow it.",
);
const LETTERS_MIN: usize = 3;
const LETTERS_MAX: usize = 20;

/// What was confirmed; what is empty stays as the order has it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Space {
    /// Flight.
    pub flight: String,
    /// Its day.
    pub flight_date: Option<Day>,
    /// Master number.
    pub awb_number: String,
}

impl Space {
    /// Whether it says nothing an order could take over.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Refuses when the order's life or another user's page lock forbids a change.
pub fn need_editable(tx: &mut Tx<'_>, saved: &Saved) -> Result<(), Refusal> {
    let facts = MoveFacts { lifecycle: saved.lifecycle, ..MoveFacts::default() };
    if let Some(text) = refuse(saved.profile.scope, Move::Edit, &facts) {
        return Err(Refusal::Business(text));
    }
    facts::lease::need_free(tx, lease_page(saved.id), "")
}

/// The order as it would be, but for the master number; what is against it is a finding at `flight`, `flightDate` or
/// `awbNumber`.
fn draft_of(saved: &Saved, space: &Space, findings: &mut Findings) -> Draft {
    let mut draft = saved.draft.clone();
    let flight = space.flight.trim().to_uppercase();
    let is_flight =
        (LETTERS_MIN..=LETTERS_MAX).contains(&flight.len()) && flight.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !flight.is_empty() && !is_flight {
        findings.error("flight", FLIGHT_FORM.text());
    }
    if !flight.is_empty() {
        draft.head.set(Head::EXPECT_FLIGHT, flight.clone());
    }
    if let Some(day) = space.flight_date {
        draft.head.set(Head::EXPECT_DEPARTURE, day);
        let arrives = draft.head.get::<Day>(Head::EXPECT_ARRIVAL);
        findings.error_if(arrives.is_some_and(|arrives| arrives < day), "flightDate", ARRIVES_BEFORE);
        let later = draft.rows(&LEGS).iter().skip(1).filter_map(|leg| leg.get::<Day>(Legs::FLIGHT_DATE));
        findings.error_if(later.into_iter().any(|leaves| leaves < day), "flightDate", LEG_BEFORE);
    }
    if let Some(leg) = draft.each_mut(&LEGS).next() {
        if !flight.is_empty() {
            leg.set(Legs::FLIGHT_NO, flight.clone());
            leg.set(Legs::CARRIER_CODE, flight.get(..2).unwrap_or_default().to_owned());
        }
        if let Some(day) = space.flight_date {
            leg.set(Legs::FLIGHT_DATE, day);
        }
    }
    if saved.operation_finished {
        for (field, place) in [(Head::EXPECT_FLIGHT, "flight"), (Head::EXPECT_DEPARTURE, "flightDate")] {
            let moved = !same(draft.head.value(field.column), saved.draft.head.value(field.column));
            if saved.profile.fixed(field.column) && moved {
                findings.error(place, FINISHED_FIXED.with_each(&[("field", field.zh)], &[("field", field.en)]));
            }
        }
    }
    let kept = stock::mend(&saved.draft.head.text(Head::AWB_NUMBER));
    let other = !space.awb_number.is_empty() && stock::mend(&space.awb_number) != kept;
    findings.error_if(saved.awb_id.is_some() && other, "awbNumber", UNLOAD_FIRST);
    draft
}

/// What the rules say of confirmed space, those of the stock among them.
pub fn look(tx: &mut Tx<'_>, saved: &Saved, space: &Space, findings: &mut Findings) -> Result<(), Refusal> {
    let draft = draft_of(saved, space, findings);
    if !space.awb_number.is_empty() && saved.awb_id.is_none() {
        let by = stock::By::tx(tx);
        let today = by.today();
        stock::check(tx, (by.org, by.user_id, &today), &order_facts(saved, &draft, space), findings)?;
    }
    Ok(())
}

fn order_facts(saved: &Saved, draft: &Draft, space: &Space) -> stock::OrderFacts {
    stock::OrderFacts {
        order_id: Some(saved.id),
        order_code: saved.code.clone(),
        coop_id: draft.head.get(Head::COOP_ID),
        departure_station: draft.head.text(Head::DEPARTURE_STATION),
        awb_number: space.awb_number.clone(),
    }
}

/// Writes confirmed space to an order the caller may see and has answered every question about.
pub fn confirm(
    tx: &mut Tx<'_>,
    saved: &Saved,
    space: &Space,
    (confirmed, why): (&[String], &str),
) -> Result<(), Refusal> {
    need_editable(tx, saved)?;
    let mut findings = Findings::new();
    let mut draft = draft_of(saved, space, &mut findings);
    Refusal::unless_clean(&findings, confirmed)?;
    let org = tx.org();
    let divisor = divisor(tx, org, &draft)?;
    figures(&mut draft, divisor);
    let mut takes = false;
    let assigned = if space.awb_number.is_empty() || saved.awb_id.is_some() {
        None
    } else {
        takes = pending::hold_for_templates(tx, saved)?;
        let order = order_facts(saved, &draft, space);
        Some(stock::assign(tx, &order, confirmed)?)
    };
    if let Some(assigned) = &assigned {
        draft.head.set(Head::AWB_NUMBER, assigned.awb_number.clone());
    }
    // What leaves on another day is due by it (css.md 0.16).
    let days_move = days_differ(saved.profile, &saved.draft, &draft) && due::hold(tx, saved.id)?;
    write(tx, saved, &draft, assigned.as_ref())?;
    if days_move {
        due::follow(tx, saved.id)?;
    }
    let page = form_page(Scope::Ae);
    if let Some(assigned) = &assigned {
        store::follow_master(tx, saved.id, Some(&assigned.awb_number))?;
        let text = format!("舱位确认 {}", assigned.awb_number);
        tx.log(log_entry(saved.id, &saved.code, page).did("修改", "舱位确认").text(text))?;
    }
    if takes {
        // Nobody looks at the order's form here; its log tells what was left out.
        apply_templates(tx, (saved.profile, saved.id), (false, &Side::ALL), &mut Findings::new())?;
    }
    let mut changes = differences(Head::FIELDS, &saved.draft.head.values, &draft.head.values);
    changes.extend(differences(draft.detail.fields, &saved.draft.detail.values, &draft.detail.values));
    if changes.is_empty() {
        Ok(())
    } else {
        let fields: Vec<String> = changes.iter().map(|change| change.field.clone()).collect();
        tx.log(log_entry(saved.id, &saved.code, page).did("修改", why).changes(changes))?;
        webhook::order::updated(tx, saved.id, fields.iter().map(String::as_str))
    }
}

/// Cubic centimetres per kilogram of volume weight on the draft's flight.
fn divisor(conn: &mut dyn Conn, org: i64, draft: &Draft) -> Result<i64, Refusal> {
    let flight = draft.head.text(Head::EXPECT_FLIGHT);
    let carrier = match flight.get(..2) {
        Some(code) => facts::carrier_by_code(conn, org, code)?,
        None => None,
    };
    Ok(carrier.map_or(DIVISOR_DEFAULT, |carrier| carrier.divisor))
}

/// The rows of the order: shared row with number and node, air detail, first leg.
fn write(tx: &mut Tx<'_>, saved: &Saved, draft: &Draft, assigned: Option<&stock::Assigned>) -> Result<(), Refusal> {
    let org = tx.org();
    let awb_id = assigned.map(|assigned| assigned.awb_id).or(saved.awb_id);
    store::hold(tx, org, saved.id)?;
    let reached = reached(tx, org, (saved.profile, Some(saved.id)), (draft, awb_id.is_some()))?;
    let mut cells = changed(&saved.draft.head, &draft.head);
    cells.extend([
        ("awb_id", awb_id.into_value()),
        ("node", reached.zh.into_value()),
        ("node_rank", reached.rank.into_value()),
    ]);
    store::change(tx, saved, (draft, cells))?;
    let air = changed(&saved.draft.detail, &draft.detail);
    if !air.is_empty() {
        tx.exec(&sql::update(org, "order_air_detail", &air).and_where(sql::eq("id", saved.id)).to_owned().into())?;
    }
    if let (Some(was), Some(is)) = (saved.draft.rows(&LEGS).first(), draft.rows(&LEGS).first()) {
        first_leg(tx, saved.id, &changed(was, is))?;
    }
    if reached.zh != saved.node {
        message::order::went_on(tx, saved.id, (reached.zh, reached.en))?;
    }
    Ok(())
}

fn first_leg(tx: &mut Tx<'_>, order: Id, cells: &[(&'static str, Value)]) -> Result<(), Refusal> {
    if cells.is_empty() {
        return Ok(());
    }
    let mut update = sql::update(tx.org(), "order_leg", cells);
    update.and_where(sql::eq("order_id", order)).and_where(sql::eq("leg_no", 1i64));
    tx.exec(&update.into())?;
    Ok(())
}

/// Columns of a sheet that hold something else than before.
fn changed(was: &order::Sheet, is: &order::Sheet) -> Vec<(&'static str, Value)> {
    let differs = |(field, (new, old)): &(&Field, (&Value, &Value))| !same(new, old) && !field.column.is_empty();
    let pairs = is.fields.iter().zip(is.values.iter().zip(&was.values));
    pairs.filter(differs).map(|(field, (new, _))| (field.column, new.clone())).collect()
}
