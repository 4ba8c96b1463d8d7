//! Finding and taking the next free number.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use facts::master::ROUND;
use kernel::Id;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Value, sql};
use sea_query::{Expr, ExprTrait, Order, SelectStatement};

use crate::blacklist;
use crate::row::{AwbRow, By, State, change, note, note_each};

/// Times the taking is tried anew when others are quicker; each try, somebody took a number.
const TRIES: usize = 64;

/// Whom and what a number is wanted for.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// Airline prefix.
    pub prefix: String,
    /// Station it starts from.
    pub station: String,
    /// Customer it is for.
    pub coop_id: Option<Id>,
    /// Partner it came from.
    pub source_coop_id: Option<Id>,
}

/// The smallest number free for a user and customer; it is not held.
pub fn pick(
    conn: &mut dyn Conn,
    (org, user, today): (i64, Id, &str),
    wanted: &Wanted,
) -> Result<Option<AwbRow>, Refusal> {
    first(conn, (org, user, today), wanted, true)
}

/// Takes the smallest free number and reserves it for the user until the end of the day.
pub fn take(conn: &mut dyn Conn, by: &By<'_>, wanted: &Wanted) -> Result<Option<AwbRow>, Refusal> {
    let today = by.today();
    for _ in 0..TRIES {
        let Some(row) = first(conn, (by.org, by.user_id, &today), wanted, false)? else { return Ok(None) };
        let cells = [
            ("state", State::Reserved.code().into_value()),
            ("reserved_coop_id", wanted.coop_id.into_value()),
            ("reserved_user_id", by.user_id.into_value()),
            ("reserved_until", today.as_str().into_value()),
            ("reserved_at", by.now.into_value()),
        ];
        if change(conn, by, &row, &cells)? {
            note(conn, by, row.id, ("取号", &format!("预订给{}，至{today}", by.name)))?;
            return Ok(Some(AwbRow { state: State::Reserved, version: row.version + 1, ..row }));
        }
    }
    Ok(None)
}

/// Frees every reservation that ran out before the day; answers how many.
pub fn expire_reservations(conn: &mut dyn Conn, by: &By<'_>) -> Result<usize, Refusal> {
    let mut free = sql::update(
        by.org,
        "awb",
        &[
            ("state", State::Unused.code().into_value()),
            ("reserved_coop_id", Value::Null),
            ("reserved_user_id", Value::Null),
            ("reserved_until", Value::Null),
            ("reserved_at", Value::Null),
        ],
    );
    free.value("version", sql::col("version").add(1))
        .and_where(sql::eq("state", State::Reserved.code()))
        .and_where(sql::col("reserved_until").lt(sql::value(by.today())))
        .returning_col("id");
    let rows = conn.query(&free.into())?;
    let ids = rows.iter().map(|row| row.get(0)).collect::<Result<Vec<Id>, _>>()?;
    note_each(conn, by, &ids, ("取消预订", "预订到期"))?;
    Ok(ids.len())
}

/// Numbers whose finished waybill flew before the day are used; answers how many.
pub fn use_flown(conn: &mut dyn Conn, by: &By<'_>) -> Result<usize, Refusal> {
    /// Most numbers marked at once; the rest follow at the next run.
    const AT_ONCE: u64 = 500;
    let mut flown = sql::from(by.org, "awb_print");
    flown
        .column("master_number")
        .and_where(sql::eq("state", "DONE"))
        .and_where(sql::col("master_number").is_not_null())
        .and_where(sql::eq(ROUND, 0i64))
        .and_where(sql::col("flight_date").lt(sql::value(by.today())));
    let mut select = sql::from(by.org, "awb");
    select
        .column("awb_number")
        .and_where(sql::eq(ROUND, 0i64))
        .and_where(sql::eq("state", State::Allocated.code()))
        .and_where(sql::col("awb_number").in_subquery(flown))
        .limit(AT_ONCE);
    let rows = conn.query(&select.into())?;
    for row in &rows {
        let number: String = row.get(0)?;
        crate::mark_used(conn, by, &number, "制单已完成，航班日期已过")?;
    }
    Ok(rows.len())
}

/// A number that may be given, with the name of its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offered {
    /// Its row.
    pub row: AwbRow,
    /// Name of the partner it came from.
    pub source: String,
}

/// What numbers are offered for: whom and where as [`Wanted`], the flight's carrier, and what was typed so far.
#[derive(Debug, Clone, Default)]
pub struct OfferedFor {
    /// Prefixes of the flight's carrier; none where no flight is known.
    pub prefixes: Vec<String>,
    /// Station it starts from.
    pub station: String,
    /// Customer it is for.
    pub coop_id: Option<Id>,
    /// Digits typed of the number, dashes left out.
    pub digits: String,
}

/// Numbers free for a user and a customer, the best first; none of them is held. Those of the flight's carrier come
/// before others, what is reserved for them before what is free for all, own ones before those of agents, small ones
/// before great ones. Each of these is asked for by itself, along the index of the numbers, until there are enough.
pub fn offer(
    conn: &mut dyn Conn,
    (org, user, today): (i64, Id, &str),
    asked: &OfferedFor,
    most: u64,
) -> Result<Vec<Offered>, Refusal> {
    let wanted = Wanted { station: asked.station.clone(), coop_id: asked.coop_id, ..Wanted::default() };
    let own = || sql::eq("source_type", OWN);
    let kept = kept((user, today), &wanted);
    let ranks = [
        kept.clone().and(own()),
        kept.and(own().not()),
        sql::eq("state", State::Unused.code()).and(own()),
        sql::eq("state", State::Unused.code()).and(own().not()),
        // What nobody freed yet.
        sql::eq("state", State::Reserved.code()).and(sql::col("reserved_until").lt(sql::value(today))),
    ];
    let mut rows: Vec<AwbRow> = Vec::new();
    for (range, rank) in ranges(asked).iter().flat_map(|range| ranks.iter().map(move |rank| (range, rank))) {
        let left = most.saturating_sub(u64::try_from(rows.len()).unwrap_or(u64::MAX));
        if left == 0 {
            break;
        }
        let mut select = given((org, today), &wanted);
        select
            .and_where(rank.clone())
            .and_where(range.clone())
            .order_by("prefix", Order::Asc)
            .order_by("serial", Order::Asc)
            .limit(left);
        for row in conn.query(&select.into())? {
            rows.push(AwbRow::read(&row)?);
        }
    }
    let mut names: BTreeMap<Id, String> = BTreeMap::new();
    for id in rows.iter().filter_map(|row| row.source_coop_id) {
        if let Entry::Vacant(place) = names.entry(id) {
            place.insert(facts::coop_name(conn, org, id)?);
        }
    }
    let source = |row: &AwbRow| row.source_coop_id.and_then(|id| names.get(&id).cloned()).unwrap_or_default();
    Ok(rows.into_iter().map(|row| Offered { source: source(&row), row }).collect())
}

/// Digits of a prefix and of the number behind it.
const PREFIX: usize = 3;
const SERIAL: usize = 8;

/// Where numbers lie that fit what was typed, those of the flight's carrier first; no number lies in two of them.
fn ranges(asked: &OfferedFor) -> Vec<Expr> {
    let (typed, carriers) = (asked.digits.as_str(), &asked.prefixes);
    let of_carrier = |prefix: &String| sql::eq("prefix", prefix.as_str());
    // Nobody has typed a prefix of another carrier: the flight says which one is meant.
    if typed.is_empty() && !carriers.is_empty() {
        return carriers.iter().map(of_carrier).collect();
    }
    let Some((prefix, serial)) = typed.split_at_checked(PREFIX).filter(|(_, serial)| !serial.is_empty()) else {
        let known = carriers.iter().filter(|prefix| prefix.starts_with(typed));
        let others = begins("prefix", typed, PREFIX);
        let others = carriers.iter().fold(others, |others, prefix| others.and(sql::col("prefix").ne(prefix.as_str())));
        return known.map(of_carrier).chain([others]).collect();
    };
    // Without the prefix, as the last digits are told on the telephone.
    let behind = carriers.iter().filter(|carrier| carrier.as_str() != prefix && typed.len() <= SERIAL);
    let behind = behind.map(|carrier| of_carrier(carrier).and(begins("serial", typed, SERIAL)));
    let whole = sql::eq("prefix", prefix).and(begins("serial", serial, SERIAL));
    [whole].into_iter().chain(behind).collect()
}

/// A column of so many digits begins with those typed, as a range that an index finds.
fn begins(column: &'static str, typed: &str, digits: usize) -> Expr {
    let end = |fill: &str| sql::value(format!("{typed}{}", fill.repeat(digits.saturating_sub(typed.len()))));
    sql::col(column).gte(end("0")).and(sql::col(column).lte(end("9")))
}

/// Numbers of the company's own.
const OWN: &str = "自有";

/// Reserved for the user or the customer, and not over.
fn kept((user, today): (Id, &str), wanted: &Wanted) -> Expr {
    let lasts = sql::col("reserved_until").is_null().or(sql::col("reserved_until").gte(sql::value(today)));
    let mut whose = sql::eq("reserved_user_id", user);
    if let Some(coop) = wanted.coop_id {
        whose = whose.or(sql::eq("reserved_coop_id", coop));
    }
    sql::eq("state", State::Reserved.code()).and(lasts).and(whose)
}

/// The numbers that may be had; `own` counts what is reserved for the user or the customer.
fn free((org, user, today): (i64, Id, &str), wanted: &Wanted, own: bool) -> SelectStatement {
    let mut select = given((org, today), wanted);
    let reserved = sql::eq("state", State::Reserved.code());
    let over = reserved.clone().and(sql::col("reserved_until").lt(sql::value(today)));
    let mut free = vec![sql::eq("state", State::Unused.code()), over];
    if own {
        free.push(reserved.clone().and(sql::eq("reserved_user_id", user)));
        if let Some(coop) = wanted.coop_id {
            free.push(reserved.and(sql::eq("reserved_coop_id", coop)));
        }
    }
    select.cond_where(sql::any_of(free));
    select
}

/// The numbers that may be given for what is wanted, in whatever state they are.
fn given((org, today): (i64, &str), wanted: &Wanted) -> SelectStatement {
    let mut select = sql::from(org, "awb");
    select.columns(AwbRow::columns());
    select.cond_where(sql::any_of([sql::col("expire_date").is_null(), sql::col("expire_date").gte(sql::value(today))]));
    select.and_where(blacklist::outside(today));
    if !wanted.prefix.is_empty() {
        select.and_where(sql::eq("prefix", wanted.prefix.as_str()));
    }
    if !wanted.station.is_empty() {
        let any: Expr = sql::col("departure_station").is_null();
        select.cond_where(sql::any_of([any, sql::eq("departure_station", wanted.station.as_str())]));
    }
    if let Some(source) = wanted.source_coop_id {
        select.and_where(sql::eq("source_coop_id", source));
    }
    select
}

fn first(
    conn: &mut dyn Conn,
    (org, user, today): (i64, Id, &str),
    wanted: &Wanted,
    own: bool,
) -> Result<Option<AwbRow>, Refusal> {
    let mut select = free((org, user, today), wanted, own);
    select.order_by("prefix", Order::Asc).order_by("serial", Order::Asc).limit(1);
    conn.first(&select.into())?.as_ref().map(AwbRow::read).transpose()
}
