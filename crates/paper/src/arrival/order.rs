//! An import order as its notice needs it: what it is, and when and how much of it has arrived.

use kernel::{Day, Id, Instant, Msg, Scope, Volume, Weight, day_after_days, parse_day, show_day};
use order::{CLOSED_NO_EDIT, Lifecycle, need_visible};
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait};
use platform::store::{Conn, Row, sql};

/// Table of orders.
pub(crate) const TABLE: &str = "freight_order";
const NO_ORDER: Msg = Msg::new("arrival.no_order", "进口订单不存在", "There is no such import order.");

/// When it really arrived where it goes: the first time it was reported there; nothing before.
const ACTUAL: &str = "(SELECT MIN(t.event_time) FROM track_event t WHERE t.org_id = freight_order.org_id \
     AND t.awb_number = freight_order.awb_number AND t.awb_round = freight_order.awb_round \
     AND t.airport = freight_order.arrival_station AND t.code IN ('ARR', 'RCF') AND COALESCE(t.time_kind, '') NOT IN ('S', 'E'))";

/// [`ACTUAL`] as a column.
pub(crate) fn actual() -> Expr {
    Expr::cust(ACTUAL)
}

/// What was reported of a figure on arrival, else when it was taken in; never more than the order has.
fn reported(column: &'static str) -> String {
    let sum = |code: &str| {
        format!(
            "(SELECT CAST(SUM(t.{column}) AS bigint) FROM track_event t WHERE t.org_id = freight_order.org_id \
             AND t.awb_number = freight_order.awb_number AND t.awb_round = freight_order.awb_round \
             AND t.airport = freight_order.arrival_station AND t.code = '{code}' AND COALESCE(t.time_kind, '') NOT IN ('S', 'E'))"
        )
    };
    let told = format!("COALESCE({}, {})", sum("ARR"), sum("RCF"));
    let own = format!("COALESCE(freight_order.confirm_{column}, freight_order.plan_{column})");
    format!("CASE WHEN {told} > {own} THEN {own} ELSE {told} END")
}

/// Pieces that arrived.
pub(crate) fn arrived_pieces() -> Expr {
    Expr::cust(reported("pieces"))
}

/// Weight that arrived.
pub(crate) fn arrived_weight() -> Expr {
    Expr::cust(reported("weight"))
}

/// The day of arrival, or the day it is expected, as one text: milliseconds or `yyyy-MM-dd`; read by [`day_of`].
pub(crate) fn arrival_text() -> String {
    format!("COALESCE(CAST({ACTUAL} AS text), freight_order.expect_arrival)")
}

/// The day in such a text.
pub(crate) fn day_of(text: &str) -> Option<Day> {
    parse_day(text).or_else(|| text.parse().ok().map(|millis| Instant::from_millis(millis).day()))
}

/// Orders that arrived in these days or, while nothing is known of that, are expected then.
pub(crate) fn arrives(from: Option<Day>, to: Option<Day>) -> Condition {
    let expected = || sql::of(TABLE, "expect_arrival");
    let mut known = Condition::all().add(actual().is_not_null());
    let mut unknown = Condition::all().add(actual().is_null()).add(expected().is_not_null());
    if let Some(day) = from {
        known = known.add(actual().gte(sql::value(Instant::start_of(day))));
        unknown = unknown.add(expected().gte(sql::value(show_day(day))));
    }
    if let Some(day) = to {
        known = known.add(actual().lt(sql::value(Instant::start_of(day_after_days(day, 1)))));
        unknown = unknown.add(expected().lte(sql::value(show_day(day))));
    }
    Condition::any().add(known).add(unknown)
}

/// Import orders that live: drafts, cancelled and closed ones have nothing to tell of.
pub(crate) fn living() -> Condition {
    Condition::all()
        .add(sql::of_eq(TABLE, "business_scope", Scope::Ai.code()))
        .add(sql::is_in(sql::of(TABLE, "lifecycle"), ["OPEN", "LOCKED"].map(str::to_owned)))
}

/// Days of free storage left on a day that has begun; the day of arrival is the first.
pub(crate) fn free_left(free_days: i64, arrival: Day, today: Day) -> Option<i64> {
    let late = kernel::days_between(arrival, today);
    (late >= 0).then(|| Ord::max(free_days - late - 1, 0))
}

/// An import order.
#[derive(Debug, Clone)]
pub(crate) struct ImportOrder {
    pub(crate) id: Id,
    pub(crate) uuid: String,
    pub(crate) code: String,
    pub(crate) awb: String,
    pub(crate) hawb: String,
    lifecycle: Lifecycle,
    pub(crate) coop: Option<Id>,
    pub(crate) departure: String,
    pub(crate) arrival: String,
    pub(crate) flight: String,
    pub(crate) flight_date: String,
    pub(crate) expect_arrival: String,
    pub(crate) goods_cn: String,
    pub(crate) goods_en: String,
    pub(crate) package: String,
    pub(crate) pieces: i64,
    pub(crate) weight: Weight,
    pub(crate) volume: Volume,
    pub(crate) charge_weight: Weight,
    /// When it arrived; nothing before.
    pub(crate) actual: Option<Instant>,
    /// Pieces that arrived, where that was told.
    pub(crate) arrived_pieces: Option<i64>,
}

impl ImportOrder {
    /// `990-55555555 / HB001`, what there is of it; the code of the order when there is nothing.
    pub(crate) fn number(&self) -> String {
        let parts = [&self.awb, &self.hawb].map(String::as_str);
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        if parts.is_empty() { self.code.clone() } else { parts.join(" / ") }
    }

    /// `FRA-PVG`.
    pub(crate) fn route(&self) -> String {
        format!("{}-{}", self.departure, self.arrival)
    }

    /// The day it arrived, else is expected.
    pub(crate) fn day(&self) -> Option<Day> {
        self.actual.map(Instant::day).or_else(|| parse_day(&self.expect_arrival))
    }

    /// Some of its pieces are still to come.
    pub(crate) fn in_part(&self) -> bool {
        self.arrived_pieces.is_some_and(|arrived| arrived < self.pieces)
    }

    /// Refuses when its life is over.
    pub(crate) fn need_alive(&self) -> Result<(), Refusal> {
        match self.lifecycle {
            Lifecycle::Closed | Lifecycle::Cancelled => Err(Refusal::business(CLOSED_NO_EDIT)),
            _ => Ok(()),
        }
    }
}

const COLUMNS: [&str; 15] = [
    "id",
    "uuid",
    "order_code",
    "awb_number",
    "hawb_number",
    "lifecycle",
    "coop_id",
    "departure_station",
    "arrival_station",
    "expect_flight",
    "expect_departure",
    "expect_arrival",
    "goods_name_cn",
    "goods_name_en",
    "package_type",
];
/// Measured where it was, else announced.
const FIGURES: [&str; 4] = [
    "COALESCE(freight_order.confirm_pieces, freight_order.plan_pieces)",
    "COALESCE(freight_order.confirm_weight, freight_order.plan_weight)",
    "COALESCE(freight_order.confirm_volume, freight_order.plan_volume)",
    "freight_order.biz_quantity",
];

fn read(row: &Row) -> Result<ImportOrder, Refusal> {
    let figure = |place: usize| row.get::<Option<i64>>(place);
    Ok(ImportOrder {
        id: row.get(0)?,
        uuid: row.get(1)?,
        code: row.get(2)?,
        awb: row.get(3)?,
        hawb: row.get(4)?,
        lifecycle: Lifecycle::from_code(&row.get::<String>(5)?),
        coop: row.get(6)?,
        departure: row.get(7)?,
        arrival: row.get(8)?,
        flight: row.get(9)?,
        flight_date: row.get(10)?,
        expect_arrival: row.get(11)?,
        goods_cn: row.get(12)?,
        goods_en: row.get(13)?,
        package: row.get(14)?,
        pieces: figure(15)?.unwrap_or_default(),
        weight: Weight::from_raw(figure(16)?.unwrap_or_default()),
        volume: Volume::from_raw(figure(17)?.unwrap_or_default()),
        charge_weight: Weight::from_raw(figure(18)?.unwrap_or_default()),
        actual: row.get(19)?,
        arrived_pieces: figure(20)?,
    })
}

/// The import order of an id, which the caller may see; 404 when it is none of the org's.
pub(crate) fn of_id(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<ImportOrder, Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select.columns(COLUMNS.map(|column| (TABLE, column)));
    for figure in FIGURES {
        select.expr(Expr::cust(figure));
    }
    select.expr(actual()).expr(arrived_pieces()).and_where(sql::of_eq(TABLE, "id", id)).and_where(sql::of_eq(
        TABLE,
        "business_scope",
        Scope::Ai.code(),
    ));
    let order = read(&conn.first(&select.into())?.ok_or(Refusal::NotFound)?)?;
    need_visible(conn, actor, order.id)?;
    Ok(order)
}

/// The order a body names by `orderId`.
pub(crate) fn named(conn: &mut dyn Conn, actor: &Actor, id: &str) -> Result<ImportOrder, Refusal> {
    let id = id.parse().map(Id).map_err(|_| Refusal::field("orderId", NO_ORDER.text()))?;
    of_id(conn, actor, id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_day_of_arrival_is_the_first_of_free_storage() {
        let day = |text: &str| parse_day(text).unwrap();
        let left = |today: &str| free_left(3, day("2026-07-15"), day(today));
        assert_eq!(left("2026-07-14"), None, "not there yet");
        assert_eq!(left("2026-07-15"), Some(2));
        assert_eq!(left("2026-07-17"), Some(0), "the last free day");
        assert_eq!(left("2026-07-18"), Some(0));
        assert_eq!(free_left(0, day("2026-07-15"), day("2026-07-15")), Some(0));
    }

    #[test]
    fn a_day_is_read_from_either_text() {
        assert_eq!(day_of("2026-07-15").map(show_day).as_deref(), Some("2026-07-15"));
        let millis = Instant::parse("2026-07-15 23:59").unwrap().millis().to_string();
        assert_eq!(day_of(&millis).map(show_day).as_deref(), Some("2026-07-15"));
        assert_eq!(day_of(""), None);
    }
}
