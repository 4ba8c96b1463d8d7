//! Who sees which document to be posted (css.md 0.1): one with an order he sees, and one that is about no order.

use book::origin::{self, OTHER_REQUESTS, Origin, REFUNDS_IN, REFUNDS_OUT};
use book::{
    ACCRUED, ADVANCE_IN, ADVANCE_OUT, COST, COST_SETTLED, EXPENSE, INCOME, INCOME_SETTLED, OFFSET, REVALUED, RUN,
    TRANSFER,
};
use charge::ledger::{COST_VIEW, INCOME_VIEW};
use kernel::Id;
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Query, SelectStatement};
use platform::store::{Conn, sql};

/// Whoever sees the amounts of documents: most by their type, payments of requests 其他 as the list of these has it.
fn views(origin: &Origin) -> &'static [&'static str] {
    match origin.kind {
        _ if *origin == OTHER_REQUESTS => &[COST_VIEW],
        INCOME | INCOME_SETTLED | ADVANCE_IN => &[INCOME_VIEW],
        COST | COST_SETTLED | ADVANCE_OUT => &[COST_VIEW],
        EXPENSE | TRANSFER => &[],
        _ => {
            debug_assert!([OFFSET, REVALUED, ACCRUED].contains(&origin.kind), "{} is a type", origin.kind);
            &[INCOME_VIEW, COST_VIEW]
        }
    }
}

/// Refuses the amounts of documents to who does not see them.
pub(crate) fn need_money(actor: &Actor, origin: &Origin) -> Result<(), Refusal> {
    views(origin).iter().try_for_each(|code| actor.need(code))
}

/// Rows of the tables between a document and its orders: the first names the document by a column, each further one stands by
/// its id in a column of the one before, the last has `order_id`.
struct Way {
    first: (&'static str, &'static str),
    further: &'static [(&'static str, &'static str, &'static str)],
}

const OF_ISSUED: Way = Way {
    first: ("invoice_allocation", "invoice_id"),
    further: &[("debit_note_row", "invoice_allocation", "row_id"), ("debit_note", "debit_note_row", "note_id")],
};
const OF_WRITE_OFFS: Way = Way { first: ("write_off_line", "write_off_id"), further: &[] };

fn rows(table: &'static str, way: &Way) -> (SelectStatement, &'static str) {
    let mut select = Query::select();
    select.expr(Expr::cust("1")).from(way.first.0);
    let mut last = way.first.0;
    for (joined, from, column) in way.further {
        select.join(JoinType::InnerJoin, *joined, sql::same_org(joined, from, column));
        last = joined;
    }
    select
        .and_where(sql::of(way.first.0, "org_id").equals((table, "org_id")))
        .and_where(sql::of(way.first.0, way.first.1).equals((table, "id")));
    (select, last)
}

/// A document that leads to an order like this.
fn leads(table: &'static str, way: &Way, order: Condition) -> Expr {
    let (mut select, last) = rows(table, way);
    select.join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, last, "order_id")).cond_where(order);
    Expr::exists(select)
}

/// The details behind a received invoice: its payments' own.
fn received(order: Condition) -> Expr {
    let mut select = Query::select();
    select
        .expr(Expr::cust("1"))
        .from("invoice_allocation")
        .join(
            JoinType::InnerJoin,
            "payment_detail",
            sql::of("payment_detail", "org_id")
                .equals(("invoice_allocation", "org_id"))
                .and(sql::of("payment_detail", "payment_id").equals(("invoice_allocation", "row_id"))),
        )
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, "payment_detail", "order_id"))
        .and_where(sql::of("invoice_allocation", "org_id").equals((origin::INVOICE, "org_id")))
        .and_where(sql::of("invoice_allocation", "invoice_id").equals((origin::INVOICE, "id")))
        .cond_where(order);
    Expr::exists(select)
}

/// The order a document names itself.
fn named(table: &'static str, order: Condition) -> Expr {
    let mut select = Query::select();
    select
        .expr(Expr::cust("1"))
        .from(ORDER)
        .and_where(sql::of(ORDER, "org_id").equals((table, "org_id")))
        .and_where(sql::of(ORDER, "id").equals((table, "order_id")))
        .cond_where(order);
    Expr::exists(select)
}

/// What was paid of a request 其他 that is about no order or about one like this.
fn requested(order: Condition) -> Expr {
    const OF: &str = "request";
    let mut select = Query::select();
    select
        .expr(Expr::cust("1"))
        .from_as(origin::REQUEST, OF)
        .join(JoinType::LeftJoin, ORDER, sql::same_org(ORDER, OF, "order_id"))
        .and_where(sql::of(OF, "org_id").equals((origin::MOVEMENT, "org_id")))
        .and_where(sql::of(OF, "id").equals((origin::MOVEMENT, "source_id")))
        .cond_where(Condition::any().add(sql::of(OF, "order_id").is_null()).add(order));
    Expr::exists(select)
}

/// What was paid back of a receipt, of an advance that names no order, or of one whose order is like this.
fn refunded(order: Condition) -> Condition {
    const OF: &str = "refunded";
    let mut select = Query::select();
    select
        .expr(Expr::cust("1"))
        .from_as(origin::ADVANCE, OF)
        .join(JoinType::LeftJoin, ORDER, sql::same_org(ORDER, OF, "order_id"))
        .and_where(sql::of(OF, "org_id").equals((origin::MOVEMENT, "org_id")))
        .and_where(sql::of(OF, "id").equals((origin::MOVEMENT, "source_id")))
        .cond_where(Condition::any().add(sql::of(OF, "order_id").is_null()).add(order));
    let other = sql::of(origin::MOVEMENT, "source").ne(sql::value(origin::ADVANCE));
    Condition::any().add(other).add(Expr::exists(select))
}

/// The offset one of whose write-offs has a line of an order that is seen: each is looked up by its write-off, as all lines of
/// a company would be looked through otherwise.
fn netted(order: Condition) -> Expr {
    const LINE: &str = "write_off_line";
    let mut lines = Query::select();
    lines
        .expr(Expr::cust("1"))
        .from(LINE)
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, LINE, "order_id"))
        .and_where(sql::of(LINE, "org_id").equals(("write_off", "org_id")))
        .and_where(sql::of(LINE, "write_off_id").equals(("write_off", "id")))
        .cond_where(order);
    let mut select = Query::select();
    select
        .expr(Expr::cust("1"))
        .from("write_off")
        .and_where(sql::of("write_off", "org_id").equals((origin::OFFSETTING, "org_id")))
        .and_where(sql::of("write_off", "offset_id").equals((origin::OFFSETTING, "id")))
        .and_where(Expr::exists(lines));
    Expr::exists(select)
}

/// Documents of an origin an actor sees.
pub(super) fn visible(actor: &Actor, origin: &Origin) -> Condition {
    let posts = Condition::all().add(origin.posts());
    let orders = visible_order(actor);
    if orders.is_empty() {
        return posts;
    }
    match origin.table {
        _ if *origin == OTHER_REQUESTS => posts.add(requested(orders)),
        _ if [REFUNDS_OUT, REFUNDS_IN].contains(origin) => posts.add(refunded(orders)),
        origin::INVOICE if origin.kind == INCOME => posts.add(leads(origin.table, &OF_ISSUED, orders)),
        origin::INVOICE => posts.add(received(orders)),
        origin::CHARGE => posts.add(named(origin.table, orders)),
        origin::WRITE_OFF => posts.add(leads(origin.table, &OF_WRITE_OFFS, orders)),
        origin::OFFSETTING => posts.add(netted(orders)),
        origin::ADVANCE => {
            let about_none = sql::of(origin.table, "order_id").is_null();
            posts.add(Condition::any().add(about_none).add(named(origin.table, orders)))
        }
        // A run is of every order of the company: its page tells it to nobody who does not see all of them.
        RUN => posts.add(Expr::cust("1 = 0")),
        _ => posts,
    }
}

/// Those of some documents an actor sees.
pub(crate) fn among(conn: &mut dyn Conn, actor: &Actor, origin: &Origin, ids: &[Id]) -> Result<Vec<Id>, Refusal> {
    let mut out = Vec::with_capacity(ids.len());
    for some in ids.chunks(500) {
        let mut select = sql::from(actor.org_id, origin.table);
        select
            .column((origin.table, "id"))
            .and_where(sql::is_in(sql::of(origin.table, "id"), some.iter().copied()))
            .cond_where(visible(actor, origin));
        for row in conn.query(&select.into())? {
            out.push(row.get(0)?);
        }
    }
    out.sort_unstable();
    Ok(out)
}
