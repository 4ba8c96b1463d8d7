//! What the orders say of a weighed number, and who sees a weighing by them.

use kernel::Id;
use platform::access::Actor;
use platform::log::About;
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Query, SelectStatement};
use platform::store::{Conn, sql};

use crate::page::TABLE;

const ORDER: &str = "freight_order";

/// The orders a weighing's master is on.
fn of_master() -> SelectStatement {
    let mut order = Query::select();
    order
        .expr(Expr::cust("1"))
        .from(ORDER)
        .and_where(sql::of(ORDER, "org_id").equals((TABLE, "org_id")))
        .and_where(facts::master::same(ORDER, TABLE));
    order
}

/// The orders a weighing's number is on.
fn of_number(org: i64, id: Id) -> SelectStatement {
    let mut select = sql::from(org, TABLE);
    let same = sql::of(ORDER, "org_id").equals((TABLE, "org_id")).and(facts::master::same(ORDER, TABLE));
    select.column((ORDER, "id")).join(JoinType::InnerJoin, ORDER, same).and_where(sql::of_eq(TABLE, "id", id));
    select
}

fn ids(conn: &mut dyn Conn, select: SelectStatement) -> Result<Vec<Id>, Refusal> {
    let mut found: Vec<Id> = conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    // The few are put in order here: for an order of the database it might walk through all orders of the company.
    found.sort_unstable();
    Ok(found)
}

/// The orders of a weighing, for the log.
pub(crate) fn of_weighing(conn: &mut dyn Conn, org: i64, id: Id) -> Result<About, Refusal> {
    Ok(About::orders(ids(conn, of_number(org, id))?))
}

/// The living orders whose cargo was weighed: those of the master, or the one of the house.
pub(crate) fn weighed(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Vec<Id>, Refusal> {
    let of_house = Expr::cust(
        "(terminal_weighing.hawb_number IS NULL OR freight_order.hawb_number = terminal_weighing.hawb_number \
         OR EXISTS (SELECT 1 FROM hawb h WHERE h.org_id = freight_order.org_id AND h.order_id = freight_order.id \
         AND h.hawb_number = terminal_weighing.hawb_number))",
    );
    let mut select = of_number(org, id);
    select.and_where(sql::of(ORDER, "lifecycle").ne(sql::value("CANCELLED".to_owned()))).and_where(of_house);
    ids(conn, select)
}

/// Weighings of which the caller may see an order, and those of numbers that no order has.
pub(crate) fn visible(actor: &Actor) -> Condition {
    let mut seen = of_master();
    seen.cond_where(order::visible_order(actor));
    Condition::any().add(Expr::exists(seen)).add(Expr::exists(of_master()).not())
}

/// Weighings of numbers on an order whose code contains a text.
pub(crate) fn of_code(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    let mut order = of_master();
    order.and_where(sql::contains(sql::of(ORDER, "order_code"), text));
    Ok(Condition::all().add(Expr::exists(order)))
}

/// Weighings of numbers on an order of a customer.
pub(crate) fn of_customer(_: &Actor, name: &str) -> Result<Condition, Refusal> {
    let mut order = of_master();
    order
        .join(JoinType::InnerJoin, "coop", sql::same_org("coop", ORDER, "coop_id"))
        .and_where(sql::contains(sql::of("coop", "coop_name"), name));
    Ok(Condition::all().add(Expr::exists(order)))
}

/// The first order of a number, and how many more it is on.
pub(crate) fn codes() -> Expr {
    Expr::cust(
        "(SELECT MIN(o.order_code) || CASE WHEN COUNT(*) > 1 THEN ' +' || (COUNT(*) - 1) ELSE '' END \
         FROM freight_order o WHERE o.org_id = terminal_weighing.org_id \
         AND o.awb_number = terminal_weighing.awb_number AND o.awb_round = terminal_weighing.awb_round \
         AND o.lifecycle <> 'CANCELLED')",
    )
}

/// What is expected: of a house its own figure or, of an import, that of its order; of a master the orders' together.
macro_rules! expected {
    ($name:ident, $confirm:literal, $house:literal) => {
        pub(crate) fn $name() -> Expr {
            Expr::cust(expected!(sql $confirm, $house))
        }
    };
    (sql $confirm:literal, $house:literal) => {
        concat!(
            "(CASE WHEN terminal_weighing.hawb_number IS NULL THEN (SELECT CAST(SUM(o.", $confirm,
            ") AS bigint) FROM freight_order o WHERE o.org_id = terminal_weighing.org_id",
            " AND o.awb_number = terminal_weighing.awb_number AND o.awb_round = terminal_weighing.awb_round",
            " AND o.lifecycle <> 'CANCELLED')",
            " ELSE COALESCE((SELECT h.", $house, " FROM hawb h WHERE h.org_id = terminal_weighing.org_id",
            " AND h.awb_number = terminal_weighing.awb_number AND h.awb_round = terminal_weighing.awb_round",
            " AND h.hawb_number = terminal_weighing.hawb_number),",
            " (SELECT MIN(o.", $confirm, ") FROM freight_order o WHERE o.org_id = terminal_weighing.org_id",
            " AND o.awb_number = terminal_weighing.awb_number AND o.awb_round = terminal_weighing.awb_round",
            " AND o.hawb_number = terminal_weighing.hawb_number",
            " AND o.lifecycle <> 'CANCELLED')) END)"
        )
    };
}

macro_rules! pieces { () => { expected!(sql "confirm_pieces", "pieces") }; }
macro_rules! weight { () => { expected!(sql "confirm_weight", "weight") }; }
macro_rules! volume { () => { expected!(sql "confirm_volume", "volume") }; }

expected!(expected_pieces, "confirm_pieces", "pieces");
expected!(expected_weight, "confirm_weight", "weight");
expected!(expected_volume, "confirm_volume", "volume");

/// Weighed less expected.
pub(crate) fn off_pieces() -> Expr {
    Expr::cust(concat!("(terminal_weighing.pieces - ", pieces!(), ")"))
}

/// Weighed less expected.
pub(crate) fn off_weight() -> Expr {
    Expr::cust(concat!("(terminal_weighing.weight - ", weight!(), ")"))
}

/// Weighed less expected.
pub(crate) fn off_volume() -> Expr {
    Expr::cust(concat!("(terminal_weighing.volume - ", volume!(), ")"))
}

/// How a weighing stands to what is expected, by the limits of [`trade::cargo::compare_weight`] and its neighbours.
pub(crate) fn state() -> Expr {
    Expr::cust(concat!(
        "(CASE WHEN ",
        pieces!(),
        " IS NULL AND ",
        weight!(),
        " IS NULL THEN 'OPEN' WHEN ",
        "terminal_weighing.pieces <> ",
        pieces!(),
        " OR ABS(terminal_weighing.weight - ",
        weight!(),
        ") * 100 > ",
        weight!(),
        " * 3",
        " OR ABS(terminal_weighing.weight - ",
        weight!(),
        ") > 100000",
        " OR ABS(terminal_weighing.volume - ",
        volume!(),
        ") * 10 > ",
        volume!(),
        " THEN 'OUTSIDE' WHEN terminal_weighing.weight <> ",
        weight!(),
        " OR terminal_weighing.volume <> ",
        volume!(),
        " THEN 'DIFFERS' ELSE 'SAME' END)"
    ))
}
