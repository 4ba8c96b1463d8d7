//! Puts an event to the orders it is about: those of the org the caller may see, open for it, with its number and box.

use facts::order_log::log_entry;
use kernel::{Mode, Msg, Scope, Text, Uuid};
use order::{Boxes, Detail, PlaceKind, Profile, carried_of};
use order::{Lifecycle, PAGE_CODES, code_of, form_page, visible_order};
use platform::access::Actor;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Query, SelectStatement, UnionType};
use platform::store::{Cell, Conn, sql};

use super::line::Line;
use super::vocabulary::{Route, event_of};
use crate::event::keep::{FACT, Told, keep};
use crate::event::{CLOSED, FUTURE, NO_BOX, may_tell, name};
use ::order::store::{CARRIAGE_DETAIL as DETAIL, TABLE};
use order::store::{self, Saved};

/// Most orders one event is put to: those that share a box.
const ORDERS_MAX: u64 = 20;

const NO_TIME: Msg = Msg::new("track.no_time", "缺少时间", "The time is missing.");
const NO_EVENT: Msg = Msg::new("track.no_event", "缺少事件", "The event is missing.");
const NO_NUMBER: Msg =
    Msg::new("track.no_number", "缺少单号和箱号", "Neither a number nor a container number is given.");
const NO_ORDER: Msg = Msg::new("track.no_order", "未匹配到订单", "No order was found.");
const SEVERAL: Msg = Msg::new(
    "track.several",
    "箱号对应多个提单的订单，请补充单号",
    "Orders of several bills have this container: a number is needed.",
);
const NO_CODE: Msg = Msg::new("track.no_code", "未知的事件代码{code}", "The event code {code} is not known.");

/// Why an event waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Waits {
    /// Nobody knows what it means.
    Code,
    /// No order is known by its number or box.
    Order,
}

impl Waits {
    /// In the database and on the wire.
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::Code => "CODE",
            Self::Order => "ORDER",
        }
    }
}

/// What became of an event.
#[derive(Debug)]
pub(super) enum Became {
    /// Told to these orders; those that knew it already are counted apart.
    Told { name: String, orders: Vec<String>, stored: usize, repeated: usize },
    /// It waits.
    Waits(Waits, Text),
    /// It can never be.
    Bad(Text),
}

/// An event with where it comes from.
pub(super) struct Telling<'a> {
    pub(super) line: &'a Line,
    /// Source of its event, such as `报文CODECO`.
    pub(super) form: &'a str,
    /// Whose codes it speaks.
    pub(super) source: &'a str,
}

/// Tells an event to its orders.
pub(super) fn tell(tx: &mut Tx<'_>, telling: &Telling<'_>) -> Result<Became, Refusal> {
    let (line, actor) = (telling.line, tx.actor);
    if let Some(fault) = &line.fault {
        return Ok(Became::Bad(fault.clone()));
    }
    let Some(time) = line.time else { return Ok(Became::Bad(NO_TIME.text())) };
    if line.told.trim().is_empty() {
        return Ok(Became::Bad(NO_EVENT.text()));
    }
    if line.numbers.is_empty() && line.container_no.is_empty() {
        return Ok(Became::Bad(NO_NUMBER.text()));
    }
    if line.classifier == FACT && time > tx.now {
        return Ok(Became::Bad(FUTURE.text()));
    }
    let orders = match orders_of(tx, actor, line)? {
        Ok(orders) => orders,
        Err(why) => return Ok(Became::Waits(Waits::Order, why)),
    };
    let meaning = meaning(tx, telling)?;
    let told = meaning.as_deref().unwrap_or(&line.told);
    let mut became = Became::Told { name: String::new(), orders: Vec::new(), stored: 0, repeated: 0 };
    let (mut unknown, mut closed) = (false, false);
    for (kind, uuid) in orders {
        let saved = store::find(tx, actor, kind, &uuid)?;
        let Some(event) = event_of(kind, &route(kind, &saved), told, &line.place) else {
            unknown = true;
            continue;
        };
        if matches!(saved.lifecycle, Lifecycle::Cancelled | Lifecycle::Closed) {
            closed = true;
            continue;
        }
        let new = one(tx, (kind, &saved), event.code, (telling, time))?;
        if let Became::Told { name: zh, orders, stored, repeated } = &mut became {
            *zh = name(kind.scope, event.code);
            orders.push(saved.code.clone());
            *(if new { stored } else { repeated }) += 1;
        }
    }
    match &became {
        Became::Told { orders, .. } if !orders.is_empty() => Ok(became),
        _ if unknown => Ok(Became::Waits(Waits::Code, NO_CODE.with(&[("code", &line.told)]))),
        _ if closed => Ok(Became::Bad(CLOSED.text())),
        _ => Ok(Became::Waits(Waits::Order, NO_ORDER.text())),
    }
}

/// Tells one order; whether it is news to it.
fn one(
    tx: &mut Tx<'_>,
    (kind, saved): (&'static Profile, &Saved),
    code: &str,
    (telling, time): (&Telling<'_>, kernel::Instant),
) -> Result<bool, Refusal> {
    let line = telling.line;
    let told = Told {
        code: code.to_owned(),
        classifier: line.classifier.clone(),
        place: line.place.clone(),
        container_no: if kind.boxes() { line.container_no.clone() } else { String::new() },
        time,
        pieces: line.pieces,
        weight: line.weight(),
        transport: line.transport.clone(),
        remark: line.remark.clone(),
        source: telling.form.to_owned(),
    };
    if keep(tx, kind, saved, &told)?.is_none() {
        return Ok(false);
    }
    let text = format!("{} {} {}", telling.form, name(kind.scope, code), line.place);
    tx.log(log_entry(saved.id, saved.code.clone(), form_page(kind.scope)).did("导入", "轨迹").text(text.trim()))?;
    Ok(true)
}

fn route(kind: &Profile, saved: &Saved) -> Route {
    let text = |column: &str| match saved.draft.head.value(column) {
        platform::store::Value::Text(text) => text.clone(),
        _ => String::new(),
    };
    let rail = kind.places == PlaceKind::Rail;
    Route {
        from: text("departure_station"),
        to: text("arrival_station"),
        border: if rail { saved.draft.detail.text(Detail::BORDER_STATION) } else { String::new() },
    }
}

/// What the company said the source means by its code.
fn meaning(conn: &mut Tx<'_>, telling: &Telling<'_>) -> Result<Option<String>, Refusal> {
    let mut select = sql::from(conn.org(), super::code::TABLE);
    select
        .column("code")
        .and_where(sql::eq("source", telling.source.to_owned()))
        .and_where(sql::eq("told", telling.line.told.clone()));
    conn.first(&select.into())?.map(|row| Ok(row.get(0)?)).transpose()
}

/// Scopes whose events are kept with their orders, and whose orders the caller may open.
pub(super) fn scopes(actor: &Actor) -> Vec<String> {
    let own = |scope: &Scope| scope.mode() != Mode::Air && actor.has(code_of(PAGE_CODES, *scope));
    Scope::all().filter(own).map(|scope| scope.code().to_owned()).collect()
}

/// Of those, the scopes whose events the caller may write.
fn told_scopes(actor: &Actor) -> Vec<String> {
    let tells = |code: &String| {
        let kind = Scope::from_code(code).and_then(carried_of);
        kind.is_some_and(|kind| may_tell(actor, kind))
    };
    scopes(actor).into_iter().filter(tells).collect()
}

/// The orders an event is about, or why there are none.
fn orders_of(
    tx: &mut Tx<'_>,
    actor: &Actor,
    line: &Line,
) -> Result<Result<Vec<(&'static Profile, Uuid)>, Text>, Refusal> {
    let named =
        if line.numbers.is_empty() { Vec::new() } else { find(tx, actor, by_number(actor.org_id, &line.numbers))? };
    let of_box = line.container_no.as_str();
    if !named.is_empty() {
        let boxes = |order: &Found| carried_of(order.scope).is_some_and(Profile::boxes);
        let (boxed, plain): (Vec<Found>, Vec<Found>) = named.into_iter().partition(boxes);
        if of_box.is_empty() || boxed.is_empty() {
            return Ok(Ok(kinds(boxed.into_iter().chain(plain))));
        }
        let mut with = Vec::new();
        for order in boxed {
            if has_box(tx, &order, of_box)? {
                with.push(order);
            }
        }
        return Ok(if with.is_empty() { Err(NO_BOX.with(&[("n", of_box)])) } else { Ok(kinds(with)) });
    }
    if of_box.is_empty() {
        return Ok(Err(NO_ORDER.text()));
    }
    let found = find(tx, actor, by_box(of_box, !line.numbers.is_empty()))?;
    let bills: std::collections::BTreeSet<&str> = found.iter().map(|order| order.bill.as_str()).collect();
    Ok(match (found.is_empty(), bills.len() > 1) {
        (true, _) => Err(NO_ORDER.text()),
        (_, true) => Err(SEVERAL.text()),
        _ => Ok(kinds(found)),
    })
}

/// An order as it is looked for.
struct Found {
    id: kernel::Id,
    uuid: Uuid,
    scope: Scope,
    bill: String,
}

fn kinds(orders: impl IntoIterator<Item = Found>) -> Vec<(&'static Profile, Uuid)> {
    orders.into_iter().filter_map(|order| Some((carried_of(order.scope)?, order.uuid))).collect()
}

fn find(conn: &mut dyn Conn, actor: &Actor, which: Condition) -> Result<Vec<Found>, Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .columns(["id", "uuid", "business_scope"].map(|column| (TABLE, column)))
        .column((DETAIL, "mlb_number"))
        .join(JoinType::InnerJoin, DETAIL, sql::same_org(DETAIL, TABLE, "id"))
        .and_where(sql::is_in(sql::of(TABLE, "business_scope"), told_scopes(actor)))
        .cond_where(visible_order(actor))
        .cond_where(which)
        .limit(ORDERS_MAX);
    let rows = conn.query(&select.into())?;
    rows.iter()
        .filter_map(|row| {
            let scope = row.get::<String>(2).ok().and_then(|code| Scope::from_code(&code))?;
            let uuid = row.get::<String>(1).ok().and_then(|uuid| Uuid::parse(&uuid))?;
            Some(row.get(0).and_then(|id| Ok(Found { id, uuid, scope, bill: row.get(3)? })).map_err(Refusal::from))
        })
        .collect()
}

/// Each place is looked up by an index of its own.
fn by_number(org: i64, numbers: &[String]) -> Condition {
    let found = |table: &'static str, column: &'static str| {
        let mut ids = Query::select();
        ids.column("id")
            .from(table)
            .and_where(sql::eq("org_id", org))
            .and_where(sql::is_in(sql::col(column), numbers.iter().map(|number| number.to_uppercase())));
        ids
    };
    let mut ids = found(TABLE, "order_code");
    for column in ["mlb_number", "hlb_number", "booking_no", "rail_waybill_no"] {
        ids.union(UnionType::Distinct, found(DETAIL, column));
    }
    Condition::all().add(sql::of(TABLE, "id").in_subquery(ids))
}

/// Orders under way with a box that has not come back; where other numbers were told, those that have none of their own.
fn by_box(number: &str, unnamed: bool) -> Condition {
    let mut boxes: SelectStatement = Query::select();
    boxes
        .expr(Expr::cust("1"))
        .from("order_container")
        .and_where(sql::of("order_container", "org_id").equals((TABLE, "org_id")))
        .and_where(sql::of("order_container", "order_id").equals((TABLE, "id")))
        .and_where(sql::of_eq("order_container", "container_no", number.to_owned()))
        .and_where(sql::of("order_container", Boxes::EMPTY_RETURN_TIME.column).is_null());
    let living = ["OPEN", "LOCKED"].map(str::to_owned);
    let all = Condition::all().add(Expr::exists(boxes)).add(sql::is_in(sql::of(TABLE, "lifecycle"), living));
    if !unnamed {
        return all;
    }
    ["mlb_number", "booking_no"].into_iter().fold(all, |all, column| {
        let none = sql::of(DETAIL, column).is_null().or(sql::of_eq(DETAIL, column, String::new()));
        all.add(none)
    })
}

fn has_box(tx: &mut Tx<'_>, order: &Found, number: &str) -> Result<bool, Refusal> {
    let mut select = sql::from(tx.org(), "order_container");
    select
        .column("id")
        .and_where(sql::eq("order_id", order.id.into_value()))
        .and_where(sql::eq("container_no", number.to_owned()));
    Ok(tx.first(&select.into())?.is_some())
}
