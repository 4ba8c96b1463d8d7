//! Lines that are proposed: by rate cards, by a template, of other lines, of another order or of a workbook. Nothing is saved;
//! the page takes them over when its user agrees.

mod copy;
mod import;
mod rate;
mod template;

use std::collections::BTreeMap;

use charge::entry::{self, Typed};
use charge::item::{self, ServiceItem};
use charge::line::{Line, code_of};
use kernel::{Findings, Id};
use order::store::Saved;
use platform::access::Actor;
use platform::call::{Call, Outcome};
use platform::page::Said;
use platform::refusal::{Refusal, findings_json};
use platform::store::Conn;
use serde_json::{Map, Value as Json, json};
use trade::charge::Side;

use super::edit::{Desk, Sent, lines_of};
use super::told::amount_of;
use super::{body, data};

pub(crate) use copy::by_percent;
pub(super) use copy::{of_order, refreshed, to_cost};
pub(super) use import::{blank, import};
pub(super) use rate::rate;
pub(crate) use rate::{RatedBy, rating_day, suppliers, why_not};
pub(super) use template::{template, templates};

/// One line of what is told: what became of an item.
struct Told {
    side: Side,
    /// Its place among the proposed lines.
    place: Option<usize>,
    item: Option<Id>,
    state: &'static str,
    why: Said,
}

impl Told {
    /// A line that is proposed, at its place.
    fn made(state: &'static str, (place, line): (usize, &Line)) -> Self {
        Self { side: line.side, place: Some(place), item: line.charge.service_item_id, state, why: said("", "") }
    }

    /// An item that is left out.
    fn left_out(line: &Line, why: Said) -> Self {
        Self { side: line.side, place: None, item: line.charge.service_item_id, state: "none", why }
    }
}

fn said(zh: &str, en: &str) -> Said {
    Said { zh: zh.to_owned(), en: en.to_owned() }
}

/// What a proposal works with.
struct Ask<'a> {
    body: &'a Map<String, Json>,
    saved: &'a Saved,
    actor: &'a Actor,
    desk: &'a Desk,
    day: kernel::Day,
}

type Work = fn(&mut dyn Conn, &Ask<'_>, Vec<Line>) -> Result<(Vec<Line>, Vec<Told>), Refusal>;

/// Reads the grids of a body, lets them be worked on, and answers them with every figure made. Rows that can't be read refuse
/// the call: the proposal takes the place of the grids, and what is not in it would be lost.
fn proposed(call: &mut Call, work: Work) -> Outcome {
    let (actor, now, language) = (call.actor()?.clone(), call.now(), call.language().to_owned());
    let body = body(call)?;
    call.read(|conn| {
        let Sent { saved, kept, typed, findings } = Sent::of(conn, &actor, &body)?;
        Refusal::unless_clean(&findings, &[])?;
        let lines = lines_of(&typed);
        let desk = Desk::of(conn, (&actor, now, &language), &saved, &lines)?;
        let ask = Ask { body: &body, saved: &saved, actor: &actor, desk: &desk, day: now.day() };
        let (lines, told) = work(conn, &ask, lines)?;
        let desk = Desk::of(conn, (&actor, now, &language), &saved, &lines)?;
        let mut all = placed(lines);
        let mut findings = Findings::new();
        entry::check(&mut all, &kept, (&desk.subject, &desk.known), true, &mut findings);
        let lines = lines_of(&all);
        let mut out = desk.told(conn, actor.org_id, &saved, &lines)?;
        let items = item::by_id(conn, actor.org_id, told.iter().filter_map(|one| one.item))?;
        let told = told.iter().filter(|one| desk.reader.sees.side(one.side));
        let result: Vec<Json> = told.map(|one| told_json(one, (&desk, &items), &lines)).collect();
        out.insert("result".to_owned(), json!(result));
        out.insert("findings".to_owned(), json!(findings_json(&findings, &language)));
        Ok(Json::Object(out))
    })
    .and_then(data)
}

/// The lines with the places they have on their sides.
fn placed(lines: Vec<Line>) -> Vec<Typed> {
    let (mut income, mut cost) = (0, 0);
    let place = |side: Side, income: &mut usize, cost: &mut usize| {
        let count = if side == Side::Receivable { income } else { cost };
        *count += 1;
        *count - 1
    };
    lines.into_iter().map(|line| Typed { place: Some(place(line.side, &mut income, &mut cost)), line }).collect()
}

fn told_json(told: &Told, (desk, items): (&Desk, &BTreeMap<Id, ServiceItem>), lines: &[Line]) -> Json {
    let line = told.place.and_then(|place| lines.get(place));
    let name = told.item.and_then(|id| items.get(&id)).map(|item| desk.reader.name(item)).unwrap_or_default();
    json!({
        "kind": code_of(told.side), "serviceName": name,
        "coopName": line.and_then(|line| desk.known.coop(line)).map_or("", |coop| coop.name.as_str()),
        "state": told.state, "amount": line.and_then(amount_of), "why": { "zh": told.why.zh, "en": told.why.en },
    })
}
