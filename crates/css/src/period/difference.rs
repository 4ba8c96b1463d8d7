//! 汇总差异: orders whose stored sums are not what their charges, rates and locks make of them, as the night found them
//! (catalogue css.md 0.14 d). Nothing is repaired by itself: 重算 makes the figures of one order anew and says what they were.

mod night;
mod told;

use charge::ledger::view_of;
use charge::line::code_of;
use charge::recheck::{self, FIGURES, PARTS, RECOMPUTED};
use kernel::Id;
use order::visible_order;
use platform::access::{Access, Actor};
use platform::call::{Call, Outcome};
use platform::field::Field;
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::refusal::Refusal;
use platform::registry::{Node, Operation, Room};
use platform::sea_query::{Condition, ExprTrait, JoinType, Order, SelectStatement};
use platform::store::{Conn, sql};
use serde_json::json;
use trade::charge::Side;

use crate::charge_query::{ITEM, KIND, NUMBER, ORDER, ORDER_CODE, ORDER_UUID};
use crate::order_charge::data;

pub(crate) const PATH: &str = "/css_period_difference";
const CODE: &str = "css_period_difference";
/// Differences stand against closing a month: who closes it makes them right, and is told of them.
const MEND: &str = "css-period-close";
const TABLE: &str = "order_finance_difference";

const PART: Field = Field::select(PARTS, "差异位置", "Where").column("part");
const FIGURE: Field = Field::select(FIGURES, "差异项", "Figure").column("column_name").wire("figure");
const DAY: Field = Field::day("财务日期", "Financial date").column("financial_date");
const STORED: Field = Field::text("系统值", "Stored").column("stored");
const RIGHT: Field = Field::text("重算值", "Recomputed").column("recomputed");
const FOUND: Field = Field::instant("发现时间", "Found").column("found_at");

const JOINS: &[Join] = &[
    Join { table: ORDER, alias: ORDER, on: &[("order_id", "id")], by_org: true },
    Join { table: "service_item", alias: "item", on: &[("service_item_id", "id")], by_org: true },
];

const COLUMNS: &[Column] = &[
    list::ID,
    Column::of(ORDER, ORDER_UUID).hidden(),
    Column::of(ORDER, ORDER_CODE).link("/css_order_charge?o={orderUuid}").width(140),
    Column::of(ORDER, NUMBER).width(150),
    Column::own(PART).width(130),
    Column::own(KIND).width(70),
    Column::own(DAY).width(100),
    Column::of("item", ITEM).width(120),
    Column::own(FIGURE).width(150),
    Column::own(STORED).width(130).unsorted(),
    Column::own(RIGHT).width(130).unsorted(),
    Column::own(FOUND).width(160),
];

const FILTERS: &[Filter] = &[
    Filter::new("orderCode", Match::Contains, ORDER_CODE).columns(&[(ORDER, "order_code")]),
    Filter::new("differs", Match::OneOf, PART),
    Filter::new("kind", Match::OneOf, KIND),
    Filter::new("financialDate", Match::Range, DAY),
];

const LIST: ListPage = ListPage {
    joins: JOINS,
    columns: COLUMNS,
    filters: FILTERS,
    buttons: &[Button::new(MEND, (RECOMPUTED, "Recompute"), "row", "call")
        .calls("POST /css/periodDifference/{id}/recompute")
        .asks(
            "确认按费用、汇率和锁账重算该订单？重算前后的数值将记入日志。",
            "Make the figures of this order anew of its charges, rates and lock? Its log tells what they were.",
        )],
    visible: Some(visible),
    decorate: Some(decorate),
    ..ListPage::new(
        "css.period-difference.list",
        PATH,
        ("汇总差异", "Sums that differ"),
        CODE,
        "/css/periodDifference",
        TABLE,
    )
};

/// Adds the page to the room, and the nightly check.
pub(super) fn add(room: &mut Room) {
    room.nodes.push(Node::page(PATH, "/cssManager/finance", "汇总差异", "Sums that differ", 80));
    room.lists.push(LIST);
    room.plans.push(night::PLAN);
    room.messages.push(&told::EVENT);
    room.operations.push(
        Operation::post("recompute_order_sums", "/css/periodDifference/{id}/recompute", Access::Code(MEND), recompute)
            .summary("Makes the figures of an order whose sums differ anew of its charges, rates and lock"),
    );
}

/// What a reader may know: of the orders he sees, the sides he sees.
fn visible(actor: &Actor) -> Condition {
    let sides = Side::ALL.into_iter().filter(|side| actor.has(view_of(*side)));
    let seen = sql::is_in(sql::of(TABLE, "kind"), sides.map(|side| code_of(side).to_owned()));
    Condition::all().add(sql::of(TABLE, "kind").is_null().or(seen)).add(visible_order(actor))
}

fn decorate(actor: &Actor, _: &RowView<'_>, out: &mut String) {
    list::write_can(actor, &[MEND], out);
}

/// Differences a reader may know, with their orders.
fn seen(actor: &Actor) -> SelectStatement {
    let mut select = sql::from(actor.org_id, TABLE);
    select.join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, TABLE, "order_id")).cond_where(visible(actor));
    select
}

/// The orders that differ, by their codes.
pub(crate) fn codes(conn: &mut dyn Conn, actor: &Actor) -> Result<Vec<String>, Refusal> {
    let mut select = seen(actor);
    select.distinct().column((ORDER, "order_code")).order_by((ORDER, "order_code"), Order::Asc);
    conn.query(&select.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
}

/// POST /css/periodDifference/{id}/recompute: the whole order of a difference.
fn recompute(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    call.write(|tx| {
        let (actor, org) = (tx.actor, tx.org());
        let mut select = seen(actor);
        select.columns([(ORDER, "id"), (ORDER, "order_code")]).and_where(sql::of_eq(TABLE, "id", id));
        let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
        let (order, code): (Id, String) = (row.get(0)?, row.get(1)?);
        let mended = recheck::mend(tx, (order, &code))?;
        let mut delete = sql::delete(org, TABLE);
        tx.exec(&delete.and_where(sql::eq("order_id", order)).to_owned().into())?;
        Ok(json!({ "orderCode": code, "mended": mended.len() }))
    })
    .and_then(data)
}
