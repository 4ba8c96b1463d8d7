//! 单货匹配. The price that was paid for a master is shared over the air export orders under it, by their charge weights.

mod acts;
mod load;
mod view;

use charge::ledger::COST_VIEW;
use kernel::Scope;
use order::{Lifecycle, visible_order};
use platform::PLATFORM_ORG;
use platform::access::{Access, Actor};
use platform::field::{Choice, Field};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::refusal::{Refusal, messages};
use platform::registry::{Node, Operation, Room};
use platform::sea_query::{Condition, Expr, ExprTrait, Query, SelectStatement};
use platform::store::{Cell, sql};
use trade::cargo::DIVISOR_DEFAULT;
use waybill::forms::DONE;

use super::store::TABLE as ORDER;

const PAGE: &str = "/af_order_match";
const CODE: &str = "af_order_match";
const BASE: &str = "/afbase/aforder/match";
const MATCH: &str = "af-order-match";
const UNDO: &str = "af-order-unmatch";
/// Masters.
const AWB: &str = "awb";
/// What was paid for a master.
const COST: &str = "master_cost";
/// What each order bears of it.
const SHARE: &str = "master_cost_share";

const OPEN: &str = "OPEN";
const MATCHED: &str = "MATCHED";
const STATES: &[Choice] =
    &[Choice::new(OPEN, "未匹配", "Not matched"), Choice::new(MATCHED, "已匹配", "Matched").tone("done")];

/// Of the share of an order.
const OF_SHARE: &str = "master_cost_share s WHERE s.org_id = o.org_id AND s.awb_id = o.awb_id AND s.order_id = o.id";

/// Something of the living orders under a master for which more holds.
fn of_orders(what: &str, more: &str) -> String {
    format!(
        "(SELECT {what} FROM freight_order o WHERE o.org_id = awb.org_id AND o.awb_id = awb.id \
         AND o.business_scope = 'AE' AND o.lifecycle IN ('OPEN', 'LOCKED'){more})"
    )
}

fn told(what: &str) -> Expr {
    Expr::cust(of_orders(what, ""))
}

/// A sum as a whole number: a database answers a sum of such as a decimal.
fn sum(what: &str) -> String {
    format!("CAST(COALESCE(SUM({what}), 0) AS bigint)")
}

/// What the finished waybill of a master says it weighs; what it says is billed.
fn on_waybill() -> String {
    format!(
        "(SELECT MAX(f.charge_weight) FROM awb_print f WHERE f.org_id = awb.org_id AND f.awb_number = awb.awb_number \
         AND f.awb_round = awb.awb_round AND f.kind = 0 AND f.state = '{DONE}')"
    )
}

/// Cubic centimetres a kilogram of volume weight, as the carrier of a master counts; the company's own row comes first.
fn divisor() -> String {
    format!(
        "COALESCE((SELECT c.divisor FROM carrier c WHERE c.org_id IN (awb.org_id, {PLATFORM_ORG}) \
         AND c.carrier_code = awb.carrier_code AND c.active ORDER BY c.org_id DESC LIMIT 1), {DIVISOR_DEFAULT})"
    )
}

/// Grams that are charged, of gross weight or of volume.
fn grams() -> String {
    let (weight, volume, divisor) = (sum("o.confirm_weight"), sum("o.confirm_volume"), divisor());
    format!(
        "CASE WHEN {weight} * {divisor} >= {volume} * 1000 THEN {weight} \
         ELSE ({volume} * 1000 + {divisor} / 2) / {divisor} END"
    )
}

macro_rules! part {
    ($($name:ident, $made:expr;)*) => { $(fn $name() -> Expr { $made })* };
}

part! {
    flight, told("MIN(o.expect_flight)");
    // As a text of its own: SQLite would walk through the company's orders by their departure for the first of a master.
    flight_date, told("MIN(o.expect_departure || '')");
    orders, told("COUNT(*)");
    pieces, told(&sum("o.confirm_pieces"));
    weight, told(&sum("o.confirm_weight"));
    volume, told(&sum("o.confirm_volume"));
    charged, Expr::cust(format!("COALESCE({}, {})", on_waybill(), of_orders(&grams(), "")));
    matched, told(&sum(&format!("(SELECT s.amount FROM {OF_SHARE})")));
    state, Expr::cust(format!(
        "CASE WHEN paid.awb_id IS NULL OR EXISTS {} THEN '{OPEN}' ELSE '{MATCHED}' END",
        of_orders("1", &format!(" AND NOT EXISTS (SELECT 1 FROM {OF_SHARE})"))
    ));
    version, Expr::cust("CAST(COALESCE(paid.version, 0) AS text)");
}

const fn named(wire: &'static str, column: &'static str, zh: &'static str, en: &'static str) -> Field {
    Field::text(zh, en).column(column).wire(wire)
}

/// A figure of the price, for who sees what is paid.
const fn paid(decimals: u32, column: &'static str, wire: &'static str, zh: &'static str, en: &'static str) -> Column {
    Column::of("paid", Field::decimal(decimals, zh, en).column(column).wire(wire)).needs(COST_VIEW)
}

const NUMBER: Field = Field::text("主单号", "Master waybill").column("awb_number");
const SOURCE: Field = named("awbFromName", "coop_name", "运单来源", "MAWB supplier");
const FLIGHT: Field = Field::text("航班号", "Flight").wire("flight");
const FLIGHT_DATE: Field = Field::day("航班日期", "Flight date").wire("flightDate");
const STATE: Field = Field::state(STATES, "状态", "State").wire("state");
const SHARED: Field = Field::decimal(3, "已匹配", "Matched").digits(2).wire("matched");

/// The list.
pub const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "coop", alias: "source", on: &[("source_coop_id", "id")], by_org: true },
        Join { table: COST, alias: "paid", on: &[("id", "awb_id")], by_org: true },
    ],
    follows: &[ORDER, COST, "awb_print"],
    columns: &[
        list::ID,
        Column::own(NUMBER).copy().width(130),
        Column::of("source", SOURCE),
        Column::expr(flight, FLIGHT),
        Column::expr(flight_date, FLIGHT_DATE).width(110),
        Column::expr(orders, Field::int("票数", "Orders").wire("orders")).sum(),
        Column::expr(pieces, Field::int("实际件数", "Actual pieces").wire("confirmPieces")).sum(),
        Column::expr(weight, Field::decimal(3, "实际毛重", "Actual weight").digits(1).unit("KG").wire("confirmWeight"))
            .sum(),
        Column::expr(
            volume,
            Field::decimal(6, "实际体积", "Actual volume").digits(3).unit("CBM").wire("confirmVolume"),
        )
        .sum(),
        Column::expr(
            charged,
            Field::decimal(3, "主单计费重量", "Chargeable weight").digits(2).unit("KG").wire("chargeWeight"),
        ),
        paid(3, "cost_weight", "awbCostChargeWeight", "付费重量", "Payable weight"),
        paid(4, "price", "awbMsrUnitprice", "主单成本单价", "Price of the master"),
        Column::of("paid", Field::text("币种", "Currency").column("currency")).needs(COST_VIEW),
        paid(3, "total", "awbMsrAmount", "主单成本总价", "Cost of the master"),
        Column::expr(matched, SHARED).needs(COST_VIEW),
        Column::expr(state, STATE).width(90),
        Column::expr(version, Field::text("版本", "Version").wire("rowUuid")).hidden().unsorted(),
    ],
    filters: &[
        Filter::new("awbNumber", Match::Contains, NUMBER),
        Filter::new("awbFromName", Match::Contains, SOURCE)
            .columns(&[("source", "coop_name"), ("source", "coop_code")]),
        Filter::new("flight", Match::Own(of_flight), FLIGHT),
        Filter::new("flightDate", Match::Days(on_days), FLIGHT_DATE),
        Filter::new("state", Match::Own(in_state), STATE),
    ],
    buttons: &[
        Button::new(MATCH, ("匹配", "Match"), "row", "custom").calls("POST /afbase/aforder/doOrderMatch"),
        Button::new(UNDO, ("撤销匹配", "Undo match"), "row", "custom").calls("POST /afbase/aforder/undoOrderMatch"),
    ],
    visible: Some(visible),
    decorate: Some(decorate),
    ..ListPage::new("af.order-match.list", PAGE, ("单货匹配", "Cost of masters"), CODE, BASE, AWB)
};

/// The living orders of a master of a statement over masters.
fn living() -> SelectStatement {
    let living = [Lifecycle::Open, Lifecycle::Locked].map(|state| state.code().to_owned());
    let mut select = Query::select();
    select
        .expr(Expr::cust("1"))
        .from(ORDER)
        .and_where(sql::of(ORDER, "org_id").equals((AWB, "org_id")))
        .and_where(sql::of(ORDER, "awb_id").equals((AWB, "id")))
        .and_where(sql::of_eq(ORDER, "business_scope", Scope::Ae.code()))
        .and_where(sql::is_in(sql::of(ORDER, "lifecycle"), living));
    select
}

/// Masters whose orders the caller sees all of: a sum over them tells of each.
fn visible(actor: &Actor) -> Condition {
    let all = Condition::all().add(Expr::exists(living()));
    let seen = visible_order(actor);
    if seen.is_empty() {
        return all;
    }
    let mut hidden = living();
    hidden.cond_where(seen.not());
    all.add(Expr::exists(hidden).not())
}

fn bad(name: &str) -> Refusal {
    Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", name)]))
}

fn in_state(_: &Actor, value: &str) -> Result<Condition, Refusal> {
    if STATES.iter().all(|known| known.value != value) {
        return Err(bad("state"));
    }
    Ok(Condition::all().add(state().eq(sql::value(value.to_owned()))))
}

fn of_flight(_: &Actor, value: &str) -> Result<Condition, Refusal> {
    Ok(Condition::all().add(sql::contains(flight(), value.trim())))
}

fn on_days(from: Option<kernel::Day>, to: Option<kernel::Day>) -> Condition {
    let mut all = Condition::all();
    if let Some(from) = from {
        all = all.add(flight_date().gte(sql::value(kernel::show_day(from))));
    }
    if let Some(to) = to {
        all = all.add(flight_date().lte(sql::value(kernel::show_day(to))));
    }
    all
}

/// Matching tells what is paid, and needs the right to see it.
fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let is_matched = String::from_value(row.value("state")).is_ok_and(|state| state == MATCHED);
    let codes: &[&str] = match (actor.has(COST_VIEW), is_matched) {
        (true, true) => &[MATCH, UNDO],
        (true, false) => &[MATCH],
        (false, true) => &[UNDO],
        (false, false) => &[],
    };
    list::write_can(actor, codes, out);
}

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    room.nodes.extend([
        Node::page(PAGE, "/afManager/lock", "单货匹配", "Cost of masters", 20),
        Node::button(MATCH, CODE, "匹配", "Match", 10),
        Node::button(UNDO, CODE, "撤销匹配", "Undo match", 20),
    ]);
    room.lists.push(LIST);
    room.select_uses.push(("currency", Access::Code(MATCH)));
    let at = |rest: &str| format!("/afbase/aforder/{rest}");
    let code = Access::Code;
    room.operations.extend([
        Operation::get("get_order_match", &at("getOrderMatch/{awbId}"), code(CODE), view::view)
            .summary("A master with its orders and what each bears; money for those who see what is paid"),
        Operation::post("count_order_match", &at("countOrderMatch"), code(MATCH), acts::count)
            .reads()
            .summary("What each order of a master would bear; nothing is written"),
        Operation::post("match_orders", &at("doOrderMatch"), code(MATCH), acts::make)
            .summary("Shares the price of a master over its orders, and writes the shares to their cost"),
        Operation::post("unmatch_orders", &at("undoOrderMatch"), code(UNDO), acts::undo)
            .summary("Takes the shares of a master back"),
    ]);
}
