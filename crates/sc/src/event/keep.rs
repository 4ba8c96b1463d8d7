//! How an order is told of something, by hand, by a message or by a file: kept once, it fills in what is empty and moves
//! the order on.

use kernel::{Id, Instant, Weight, show_day, show_minute};
use message::order::Words;
use order::store::{self, Saved};
use order::{BOXES, Boxes, Draft, Fills, Profile, Services, Sheet, days_differ, event, order_events, reached};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Value, sql};
use settle::due;

use super::sequence::out_of_order;

/// Two reports this close in time, and otherwise equal, are one event.
const SAME_WITHIN_MS: i64 = 60_000;
/// A fact, in the words of classifiers.
pub(crate) const FACT: &str = "ACT";

/// What an order is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Told {
    /// A code its scope knows.
    pub(crate) code: String,
    /// `ACT`, `EST` or `PLN`.
    pub(crate) classifier: String,
    /// Code of a place, or free text.
    pub(crate) place: String,
    /// The box it is about; empty: all of them.
    pub(crate) container_no: String,
    /// When.
    pub(crate) time: Instant,
    /// Pieces.
    pub(crate) pieces: Option<i64>,
    /// Gross weight.
    pub(crate) weight: Option<Weight>,
    /// Vessel, voyage and plate.
    pub(crate) transport: [String; 3],
    /// Words beside it.
    pub(crate) remark: String,
    /// Where it comes from.
    pub(crate) source: String,
}

/// Keeps an event; none when the order was told the same before.
pub(crate) fn keep(tx: &mut Tx<'_>, kind: &'static Profile, saved: &Saved, told: &Told) -> Result<Option<Id>, Refusal> {
    let org = tx.org();
    if known(tx, org, saved.id, told)? {
        return Ok(None);
    }
    let id = tx.new_id();
    let text = |text: &str| if text.is_empty() { Value::Null } else { text.into_value() };
    let [vessel, voyage, plate] = &told.transport;
    let cells = [
        ("id", id.into_value()),
        ("order_id", saved.id.into_value()),
        ("code", told.code.clone().into_value()),
        ("classifier", told.classifier.clone().into_value()),
        ("place", text(&told.place)),
        ("container_no", text(&told.container_no)),
        ("event_time", told.time.into_value()),
        ("pieces", told.pieces.into_value()),
        ("weight", told.weight.into_value()),
        ("vessel", text(vessel)),
        ("voyage", text(voyage)),
        ("plate", text(plate)),
        ("remark", text(&told.remark)),
        ("source", told.source.clone().into_value()),
        ("created_by", tx.actor.user_id.into_value()),
        ("created_at", tx.now.into_value()),
    ];
    tx.exec(&sql::insert(org, "order_event", &cells).into())?;
    mark(tx, kind, saved.id)?;
    follow(tx, kind, saved, &filled(kind, &saved.draft, told))?;
    hook(tx, kind, saved.id, told)?;
    trouble(tx, kind, saved.id, told)?;
    Ok(Some(id))
}

/// Other systems learn of it.
fn hook(tx: &mut Tx<'_>, kind: &Profile, order: Id, told: &Told) -> Result<(), Refusal> {
    let name = event(kind.scope, &told.code).map_or((&*told.code, &*told.code), |code| (code.zh, code.en));
    let transport: Vec<&str> = told.transport.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    let event = webhook::order::Told {
        code: &told.code,
        name,
        kind: &told.classifier,
        place: &told.place,
        time: Some(told.time),
        transport: &transport.join(" "),
        container_no: &told.container_no,
        pieces: told.pieces,
        weight: told.weight,
        remark: &told.remark,
        source: &told.source,
    };
    webhook::order::event(tx, order, &event)
}

/// Tells of a fact that goes otherwise than planned.
fn trouble(tx: &mut Tx<'_>, kind: &Profile, order: Id, told: &Told) -> Result<(), Refusal> {
    let code = event(kind.scope, &told.code).filter(|code| code.is_trouble() && told.classifier == FACT);
    let Some(code) = code else { return Ok(()) };
    let time = show_minute(told.time);
    let mut words = Words::default();
    let parts = |name: &str| {
        let parts = [name, &told.place, &time, &told.remark];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    };
    words.add((parts(code.zh), parts(code.en)));
    message::order::troubled(tx, order, &words)
}

/// Writes which events of an order are told to have happened before what must come first.
pub(crate) fn mark(tx: &mut Tx<'_>, kind: &Profile, order: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let events = order_events(tx, org, order)?;
    let odd = out_of_order(kind.scope.mode(), &events);
    let mut select = sql::from(org, "order_event");
    select.column("id").and_where(sql::eq("order_id", order)).and_where(sql::eq("out_of_order", true));
    let marked: Vec<Id> = tx.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    for event in &events {
        let now = odd.contains(&event.id);
        if now != marked.contains(&event.id) {
            let mut update = sql::update(org, "order_event", &[("out_of_order", Value::Bool(now))]);
            update.and_where(sql::eq("id", event.id));
            tx.exec(&update.into())?;
        }
    }
    Ok(())
}

/// Whether the order was told the same before.
pub(super) fn known(conn: &mut dyn Conn, org: i64, order: Id, told: &Told) -> Result<bool, Refusal> {
    let events = order_events(conn, org, order)?;
    Ok(events.iter().any(|old| {
        old.code == told.code
            && old.classifier == told.classifier
            && old.place == told.place
            && old.container_no == told.container_no
            && (old.time.millis() - told.time.millis()).abs() <= SAME_WITHIN_MS
    }))
}

/// The draft with what a fact fills in; what is filled already stays.
pub(super) fn filled(kind: &Profile, draft: &Draft, told: &Told) -> Draft {
    let mut draft = draft.clone();
    let time = told.time;
    let Some(code) = event(kind.scope, &told.code).filter(|_| told.classifier == FACT) else { return draft };
    let day = Value::Text(show_day(time.day()));
    match code.fills {
        Fills::Nothing => {}
        Fills::Detail(column) => fill(&mut draft.detail, column, time.into_value()),
        Fills::DetailDay(column) => fill(&mut draft.detail, column, day),
        Fills::Service(column) => {
            draft.flags.set(Services::CUSTOMS, true);
            fill(&mut draft.flags, column, day);
        }
        Fills::Box(column) => {
            let own =
                |sheet: &Sheet| told.container_no.is_empty() || sheet.text(Boxes::CONTAINER_NO) == told.container_no;
            for sheet in draft.each_mut(&BOXES).filter(|sheet| own(sheet)) {
                fill(sheet, column, time.into_value());
            }
        }
    }
    draft
}

fn fill(sheet: &mut Sheet, column: &str, value: Value) {
    let place = sheet.fields.iter().position(|field| field.column == column);
    if let Some(cell) = place.and_then(|place| sheet.values.get_mut(place))
        && *cell == Value::Null
    {
        *cell = value;
    }
}

/// Names of the fields of an order that a fact filled in.
fn filled_in(was: &Draft, is: &Draft) -> Vec<String> {
    let both = was.sheets().into_iter().zip(is.sheets());
    let differing = both.flat_map(|(was, is)| {
        let pairs = was.fields.iter().zip(was.values.iter().zip(&is.values));
        pairs.filter(|(_, (was, is))| was != is).map(|(field, _)| field.name())
    });
    differing.collect()
}

/// Writes what changed and how far the order is now.
pub(crate) fn follow(tx: &mut Tx<'_>, kind: &'static Profile, saved: &Saved, draft: &Draft) -> Result<(), Refusal> {
    let org = tx.org();
    // What left or arrived is due by that day (css.md 0.16).
    let days_move = days_differ(kind, &saved.draft, draft) && due::hold(tx, saved.id)?;
    store::hold(tx, org, saved.id)?;
    let node = reached(tx, org, (kind, Some(saved.id)), (draft, saved.awb_id.is_some()))?;
    let same = *draft == saved.draft;
    if same && node.zh == saved.node {
        return Ok(());
    }
    let cells = vec![("node", node.zh.into_value()), ("node_rank", node.rank.into_value())];
    store::change(tx, saved, (draft, cells))?;
    if !same {
        store::change_below(tx, saved, draft)?;
        webhook::order::updated(tx, saved.id, filled_in(&saved.draft, draft).iter().map(String::as_str))?;
    }
    if days_move {
        due::follow(tx, saved.id)?;
    }
    if node.zh == saved.node { Ok(()) } else { message::order::went_on(tx, saved.id, (node.zh, node.en)) }
}
