//! One order of a batch: what is wanted of it becomes lines over those it has, and goes by the rules of its charges.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use charge::entry::{self, Ground, Subject, Typed};
use charge::item::Reading;
use charge::line::{Line, of_order};
use charge::rating::{self, Became};
use charge::{finance, ledger};
use kernel::{Day, Findings, Id, Instant, Msg, Percent, Scope, Text, parse_day};
use order::Lifecycle;
use order::store::Saved;
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::store::Conn;
use serde_json::{Map, Value as Json, json};
use trade::charge::{Currency, Side};

use super::LOCKED;
use super::asked::{Asked, Mode, bad};
use super::told::{State, Told};
use super::wanted::Task;
use crate::order_charge::{
    Desk, RatedBy, by_percent, closed, errors, found_at, lines_of, may_after, undecided, why_not,
};

const KEPT: Msg = Msg::new("charge_batch.kept", "已有费用，未覆盖", "There is a charge already.");
const HELD: Msg = Msg::new("charge_batch.held", "费用已锁账", "The charge is locked.");
const FOLLOWS: Msg = Msg::new("charge_batch.follows", "百分比费用随之变动", "A percentage follows the others.");
const NO_MATCH: Msg = Msg::new("charge_batch.match", "没有符合条件的费用", "No charge is meant.");
const NO_SHARE: Msg = Msg::new("charge_batch.share", "分摊金额为0", "Its share is nought.");
const NO_CARD: Msg = Msg::new("charge_batch.card", "没有可自动计费的项目", "No card rates an item of the order.");
const CHANGE: Msg = Msg::new("charge_batch.change", "请填写要修改的内容", "Fill in what is to be changed.");
const EITHER: Msg =
    Msg::new("charge_batch.either", "单价与调整比例只能填写一项", "Enter a price or a percentage, not both.");
const PERCENT: Msg =
    Msg::new("charge_batch.percent", "调整比例须在-100与100之间", "The percentage is between -100 and 100.");
/// All of something, in hundredths of a percent.
const WHOLE: i64 = 10_000;

/// Who looks, when, and in which language.
pub(super) type Who<'a> = (&'a Actor, Instant, &'a str);

/// What is the same for all orders of a batch, read once.
pub(super) struct Look<'a> {
    who: Who<'a>,
    asked: &'a Asked,
    ground: Ground,
    reading: Reading,
    /// What orders are rated by, scope by scope.
    cards: BTreeMap<&'static str, Arc<RatedBy>>,
}

impl<'a> Look<'a> {
    /// As things are now.
    pub(super) fn of(conn: &mut dyn Conn, who: Who<'a>, asked: &'a Asked) -> Result<Self, Refusal> {
        let (org, user) = (who.0.org_id, who.0.user_id);
        let (ground, reading) = (Ground::of(conn, org)?, Reading::of(conn, org, user)?);
        Ok(Self { who, asked, ground, reading, cards: BTreeMap::new() })
    }

    /// What a rating is asked for on some sides.
    fn rating(&self, sides: &[Side]) -> Result<rating::Asked, Refusal> {
        Ok(rating::Asked {
            side: sides.first().copied().filter(|_| sides.len() == 1),
            items: self.asked.rated_items()?,
            overwrite: self.asked.overwrite.unwrap_or(true),
        })
    }

    fn rated_by(&mut self, conn: &mut dyn Conn, scope: Scope) -> Result<Arc<RatedBy>, Refusal> {
        if let Some(known) = self.cards.get(scope.code()) {
            return Ok(Arc::clone(known));
        }
        let (actor, ..) = self.who;
        let wanted = self.rating(&self.asked.sides(actor)?)?;
        let by = Arc::new(RatedBy::of(conn, actor.org_id, scope, &wanted)?);
        self.cards.insert(scope.code(), Arc::clone(&by));
        Ok(by)
    }
}

/// What a batch makes of an order.
pub(super) struct Looked {
    /// The version its charges had.
    pub version: i64,
    pub saved: Saved,
    /// Its lines as they are.
    pub kept: Vec<Line>,
    /// As they are to be; none where nothing is written.
    pub lines: Option<Vec<Line>>,
    pub told: Vec<Told>,
}

/// A line that is added or changed, with the row it is told at, and the line that shows there when it is not open.
struct Want {
    told: Told,
    line: Line,
    shown: Option<Line>,
}

/// A row that is told, and the line it is of.
type Said = (Told, Option<Line>);

/// Looks at an order as it is now.
pub(super) fn look(conn: &mut dyn Conn, all: &mut Look<'_>, task: &mut Task) -> Result<Looked, Refusal> {
    let (asked, (actor, ..)) = (all.asked, all.who);
    let org = actor.org_id;
    // First of all: whatever changes from here on is of a later version.
    let version = finance::version(conn, org, task.order)?;
    let (saved, subject) = task.taken(conn, actor)?;
    let task = &*task;
    let kept = of_order(conn, org, saved.id)?;
    let mut said = Vec::new();
    let wants = match asked.mode {
        Mode::Rate => rating(conn, all, (task, &saved, &subject, &kept), &mut said)?,
        Mode::Update => update(asked, (task, &saved, &kept), &mut said)?,
        Mode::Cells | Mode::Share | Mode::Rows => fresh(task, &saved, &mut said)?,
    };
    let (undecided, after_finish) = (undecided(conn, org, saved.id)?, may_after(actor));
    let mut open = Vec::new();
    for want in wants {
        match shut(&saved, want.line.side, after_finish).or_else(|| undecided.clone()) {
            Some(why) => said.push((want.told.bad(vec![why]), want.shown)),
            None => open.push(want),
        }
    }
    let shown = said.iter().filter_map(|(_, line)| line.as_ref());
    let named: Vec<Line> = kept.iter().chain(open.iter().map(|want| &want.line)).chain(shown).cloned().collect();
    let desk = Desk::over(conn, all.who, (&all.ground, &all.reading), (&saved, subject, &named), undecided)?;
    let tell = |(row, line): Said| match line {
        Some(line) => row.line(&desk, (None, &line)),
        None => row,
    };
    let mut told: Vec<Told> = said.into_iter().map(tell).collect();
    let lines = settled(&desk, (task, &saved, &kept), open, actor.has("css-rate-edit"), &mut told);
    if told.is_empty() {
        let nothing = match asked.mode {
            Mode::Update => Some(NO_MATCH),
            Mode::Share => Some(NO_SHARE),
            Mode::Rate => Some(NO_CARD),
            Mode::Cells | Mode::Rows => None,
        };
        told.extend(nothing.map(|why| Told { why: vec![why.text()], ..Told::new(task.place).of(&saved) }));
    }
    Ok(Looked { version, saved, kept, lines, told })
}

/// Why a side of an order takes nothing.
fn shut(saved: &Saved, side: Side, after_finish: bool) -> Option<Text> {
    if saved.lifecycle == Lifecycle::Locked { Some(LOCKED.text()) } else { closed(saved, side, after_finish) }
}

/// A row of a save of an order's charges as a line; else what is wrong with it.
fn read(side: Side, row: &Map<String, Json>, kept: &[Line]) -> Result<Result<Line, Vec<Text>>, Refusal> {
    let body = Map::from_iter([(charge::line::member_of(side).to_owned(), json!([row]))]);
    let mut findings = Findings::new();
    let typed = entry::read_side(&body, side, kept, &mut findings)?;
    let wrong = errors(&findings);
    let line = typed.into_iter().next().map(|one| one.line).filter(|_| wrong.is_empty());
    Ok(line.ok_or(wrong))
}

/// New lines as they were wished; none of them names a line that is there.
fn fresh(task: &Task, saved: &Saved, said: &mut Vec<Said>) -> Result<Vec<Want>, Refusal> {
    let mut wants = Vec::new();
    for wish in &task.wishes {
        let row = wish.told.clone().of(saved);
        match read(wish.side, &wish.row, &[])? {
            Ok(mut line) => {
                wish.source.code().clone_into(&mut line.charge.source);
                wants.push(Want { told: row, line, shown: None });
            }
            Err(why) => said.push((row.bad(why), None)),
        }
    }
    Ok(wants)
}

/// What the cards make of the order, on the sides that are open.
fn rating(
    conn: &mut dyn Conn,
    all: &mut Look<'_>,
    (task, saved, subject, kept): (&Task, &Saved, &Subject, &[Line]),
    said: &mut Vec<Said>,
) -> Result<Vec<Want>, Refusal> {
    let (actor, now, _) = all.who;
    let sides = all.asked.sides(actor)?;
    let row = |side: Side, name: &str| {
        let mut row = Told::new(task.place).of(saved);
        row.cells.insert("kind".to_owned(), json!(charge::line::code_of(side)));
        row.cells.insert("serviceName".to_owned(), json!(name));
        row
    };
    let why = |side: &Side| shut(saved, *side, may_after(actor));
    let open: Vec<Side> = sides.iter().copied().filter(|side| why(side).is_none()).collect();
    // A side that is done keeps the other from nothing, where both were meant.
    for (side, why) in sides.iter().filter_map(|side| Some((*side, why(side)?))) {
        let row = row(side, "");
        said.push((if open.is_empty() { row.bad(vec![why]) } else { Told { why: vec![why], ..row } }, None));
    }
    if open.is_empty() {
        return Ok(Vec::new());
    }
    let wanted = all.rating(&open)?;
    let by = all.rated_by(conn, subject.scope)?;
    let (lines, became) = by.rate(conn, (actor.org_id, now.day()), (subject, kept.to_vec()), &wanted)?;
    let names = all.reading.in_scope(subject.scope.code());
    let mut wants = Vec::new();
    for one in became {
        let name = by.item(one.item).map(|item| names.show(&item.service_name_cn, &item.service_name_en));
        let row = row(one.side, &name.unwrap_or_default());
        let line = one.place.and_then(|place| lines.get(place)).cloned();
        match (one.became, line) {
            (Became::New | Became::Changed, Some(line)) => wants.push(Want { told: row, line, shown: None }),
            (Became::None(why), _) => {
                let not = why_not(why);
                let why = Text { key: NO_CARD.key, zh: not.zh, en: not.en };
                said.push((Told { why: vec![why], ..row }, None));
            }
            (_, line) => said.push((Told { state: State::Kept, why: vec![KEPT.text()], ..row }, line)),
        }
    }
    Ok(wants)
}

/// Lines the order has, with other terms.
fn update(
    asked: &Asked,
    (task, saved, kept): (&Task, &Saved, &[Line]),
    said: &mut Vec<Said>,
) -> Result<Vec<Want>, Refusal> {
    let which = Which::of(asked)?;
    let mut wants = Vec::new();
    for line in kept.iter().filter(|line| which.means(line)) {
        let (row, shown) = (Told::new(task.place).of(saved), Some(line.clone()));
        if line.is_held() && saved.lifecycle != Lifecycle::Locked {
            said.push((Told { why: vec![HELD.text()], ..row }, shown));
            continue;
        }
        match read(line.side, &which.row(line), kept)? {
            Ok(line) => wants.push(Want { told: row, line, shown }),
            Err(why) => said.push((row.bad(why), shown)),
        }
    }
    Ok(wants)
}

/// Which lines are meant, and what they get.
struct Which<'a> {
    side: Side,
    item: Option<Id>,
    coop: Option<Id>,
    days: (Option<Day>, Option<Day>),
    percent: Option<i64>,
    asked: &'a Asked,
}

impl<'a> Which<'a> {
    fn of(asked: &'a Asked) -> Result<Self, Refusal> {
        let (which, change) = (&asked.which, &asked.change);
        let typed = [&change.unit_price, &change.percent, &change.tax_rate, &change.coop_id, &change.exchange_rate];
        if typed.iter().all(|text| text.trim().is_empty()) {
            return Err(Refusal::field("change", CHANGE.text()));
        }
        if !change.unit_price.trim().is_empty() && !change.percent.trim().is_empty() {
            return Err(Refusal::field("percent", EITHER.text()));
        }
        let id = |text: &str, name: &str| match text {
            "" => Ok(None),
            text => text.parse().map(|id| Some(Id(id))).map_err(|_| bad(name)),
        };
        let day = |text: &str, name: &str| match text {
            "" => Ok(None),
            text => parse_day(text).map(Some).ok_or_else(|| bad(name)),
        };
        let percent = match change.percent.trim() {
            "" => None,
            text => {
                let percent = Percent::parse(text).ok().map(Percent::raw).filter(|raw| raw.abs() <= WHOLE);
                Some(percent.ok_or_else(|| Refusal::field("percent", PERCENT.text()))?)
            }
        };
        Ok(Self {
            side: asked.side()?.ok_or_else(|| bad("kind"))?,
            item: id(&which.service_item_id, "serviceItemId")?,
            coop: id(&which.coop_id, "coopId")?,
            days: (day(&which.entered_from, "enteredFrom")?, day(&which.entered_to, "enteredTo")?),
            percent,
            asked,
        })
    }

    fn means(&self, line: &Line) -> bool {
        let entered = line.created_at.map(|at| Instant::from_millis(at).day());
        let (from, to) = self.days;
        line.side == self.side
            && line.counts()
            && self.item.is_none_or(|item| line.charge.service_item_id == Some(item))
            && self.coop.is_none_or(|coop| line.charge.coop_id == Some(coop))
            && from.is_none_or(|from| entered.is_some_and(|day| day >= from))
            && to.is_none_or(|to| entered.is_some_and(|day| day <= to))
    }

    /// The members of a line that change, as a save of its order sends them.
    fn row(&self, line: &Line) -> Map<String, Json> {
        let (change, charge) = (&self.asked.change, &line.charge);
        let mut row = Map::from_iter([("id".to_owned(), json!(line.id.map(|id| id.to_string())))]);
        let mut put = |name: &str, value: Json| drop(row.insert(name.to_owned(), value));
        if !change.unit_price.trim().is_empty() {
            put("unitPrice", json!(change.unit_price.trim()));
            put("amountFixed", json!(false));
        }
        if let Some(percent) = self.percent {
            // A typed amount does not follow its price.
            if charge.amount_fixed {
                let exponent = Currency::named(&charge.currency_code).map_or(2, Currency::exponent);
                let unit = 10i64.pow(3u32.saturating_sub(exponent));
                let amount = charge.amount.and_then(|raw| by_percent(raw, percent, unit));
                put("amount", json!(amount.map(|raw| kernel::format_scaled(raw, 3, 3))));
            } else {
                let price = charge.price.and_then(|raw| by_percent(raw, percent, 1));
                put("unitPrice", json!(price.map(|raw| kernel::format_scaled(raw, 4, 4))));
            }
        }
        for (name, text) in [("taxRate", &change.tax_rate), ("coopId", &change.coop_id)] {
            if !text.trim().is_empty() {
                put(name, json!(text.trim()));
            }
        }
        if !change.exchange_rate.trim().is_empty() {
            put("exchangeRate", json!(change.exchange_rate.trim()));
            put("rateTyped", json!(true));
        }
        row
    }
}

/// Puts the wanted lines over those there are and checks them all, as a save of the order does. Those that are refused are
/// told and left out, until the rest passes; answers the lines of the order then.
fn settled(
    desk: &Desk,
    (task, saved, kept): (&Task, &Saved, &[Line]),
    mut wants: Vec<Want>,
    may_rate: bool,
    told: &mut Vec<Told>,
) -> Option<Vec<Line>> {
    while !wants.is_empty() {
        let typed = wants.iter().enumerate().map(|(place, want)| Typed { line: want.line.clone(), place: Some(place) });
        let mut all = entry::merged(kept, typed.collect(), &BTreeSet::new());
        let mut findings = Findings::new();
        entry::check(&mut all, kept, (&desk.subject, &desk.known), may_rate, &mut findings);
        if !findings.has_errors() {
            told.extend(
                wants.into_iter().enumerate().map(|(place, want)| passed(want, (place, &all), kept, desk, &findings)),
            );
            told.extend(followed((task, saved), &all, kept, desk));
            return Some(lines_of(&all));
        }
        let mut left = Vec::new();
        // What stands at no row is of all of them.
        let of_all = errors(&found_at(&findings, None));
        for (place, want) in wants.into_iter().enumerate() {
            let mut why = errors(&found_at(&findings, Some(place)));
            why.extend(of_all.iter().cloned());
            if why.is_empty() {
                left.push(want);
            } else {
                let line = all.iter().find(|one| one.place == Some(place)).map_or(&want.line, |one| &one.line);
                let row = if want.told.number.is_some() { want.told } else { want.told.line(desk, (None, line)) };
                told.push(row.bad(why));
            }
        }
        wants = left;
    }
    None
}

/// Rows of the percentages that change with the others of their side, though nobody named them.
fn followed((task, saved): (&Task, &Saved), all: &[Typed], kept: &[Line], desk: &Desk) -> Vec<Told> {
    let was = |line: &Line| kept.iter().find(|old| old.id.is_some() && old.id == line.id);
    let told = |line: &Line| {
        let was = was(line).filter(|was| !ledger::alike(was, line))?;
        let row = Told { state: State::Changed, why: vec![FOLLOWS.text()], ..Told::new(task.place).of(saved) };
        Some(row.line(desk, (Some(was), line)))
    };
    all.iter().filter(|one| one.place.is_none()).filter_map(|one| told(&one.line)).collect()
}

/// A row that passes.
fn passed(
    Want { told, .. }: Want,
    (place, all): (usize, &[Typed]),
    kept: &[Line],
    desk: &Desk,
    findings: &Findings,
) -> Told {
    let Some(line) = all.iter().find(|one| one.place == Some(place)).map(|one| &one.line) else { return told };
    let was = kept.iter().find(|old| old.id.is_some() && old.id == line.id);
    let state = if was.is_some() { State::Changed } else { State::New };
    Told { state, asks: found_at(findings, Some(place)).confirms, ..told.line(desk, (was, line)) }
}
