//! Finding and taking the next free number.

use facts::master::ROUND;
use kernel::Id;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Value, sql};
use sea_query::{Expr, ExprTrait, Order};

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

fn first(
    conn: &mut dyn Conn,
    (org, user, today): (i64, Id, &str),
    wanted: &Wanted,
    own: bool,
) -> Result<Option<AwbRow>, Refusal> {
    let mut select = sql::from(org, "awb");
    select.columns(AwbRow::columns());
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
    select.order_by("prefix", Order::Asc).order_by("serial", Order::Asc).limit(1);
    conn.first(&select.into())?.as_ref().map(AwbRow::read).transpose()
}
