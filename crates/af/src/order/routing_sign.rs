//! 航线签单. The route manager fixes the minimum sell rate and the buying rate of air export orders of some service products
//! before their cost may be done; one that was bought dearer may need an approval.

mod acts;
mod asked;
mod keep;
mod view;

pub(in crate::order) use view::billed;

use approval::unlock::KIND;
use charge::ledger::COST_VIEW;
use kernel::Scope;
use order::{Head, page_slug, visible_order};
use orderdesk::signed::EVENT;
use platform::access::{Access, Actor};
use platform::field::{Choice, Field};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::refusal::{Refusal, messages};
use platform::registry::{Effect, Node, Operation, Room};
use platform::sea_query::{Condition, Expr, ExprTrait};
use platform::store::{Cell, sql};

use super::store::TABLE;

const PAGE: &str = "/af_routing_sign";
const CODE: &str = "af_routing_sign";
const BASE: &str = "/afbase/routingSign";
const SIGN: &str = "af-routing-sign";
const APPROVE: &str = "af-routing-approve";
const UNSIGN: &str = "af-routing-unsign";
const EXPORT: &str = "af-sign-export";

/// Somebody decides about it.
const PENDING: &str = "PENDING";
const STATES: &[Choice] = &[
    Choice::new(order::signing::OPEN, "未签单", "Not signed off"),
    Choice::new(PENDING, "待审批", "Pending approval").tone("warning"),
    Choice::new(order::signing::SIGNED, "已签单", "Signed off").tone("done"),
];

/// What a sign is stored as beside its state; nothing of it is left when it is taken back.
const COLUMNS: [&str; 18] = [
    "msr_price_type",
    "msr_price",
    "msr_currency",
    "msr_rate",
    "income_weight",
    "msr_functional",
    "cost_price_type",
    "cost_price",
    "cost_currency",
    "cost_rate",
    "cost_weight",
    "cost_amount",
    "cost_functional",
    "difference",
    "person_id",
    "signer_id",
    "signed_at",
    "proposal",
];

/// What an approved sign does.
pub const EFFECT: Effect = Effect { event: EVENT, kind: KIND, work: keep::approved };

/// The state of the sign of each order of a list.
pub(crate) fn state() -> Expr {
    Expr::cust(format!(
        "CASE WHEN EXISTS (SELECT 1 FROM approval_instance a WHERE a.org_id = freight_order.org_id \
         AND a.ref_type = '{KIND}' AND a.ref_id = freight_order.id AND a.event_id = {EVENT} AND a.status = '{}') \
         THEN '{PENDING}' ELSE COALESCE(signed.state, '{}') END",
        approval::store::RUNNING,
        order::signing::OPEN
    ))
}

/// Whether the company signs orders of the service product.
fn wanted() -> Expr {
    let decided = |key: &str| {
        format!(
            "(SELECT s.value FROM org_setting s WHERE s.org_id = freight_order.org_id AND s.setting_key = '{key}' \
             AND s.business_scope = 'AE')"
        )
    };
    Expr::cust(format!(
        "({} = 'true' AND freight_order.business_product <> '' \
         AND {} LIKE '%\"' || freight_order.business_product || '\"%')",
        decided(order::config::ROUTING_SIGN.key),
        decided(order::config::ROUTING_SIGN_PRODUCTS.key)
    ))
}

fn route() -> Expr {
    Expr::cust(
        "COALESCE(freight_order.departure_station, '') \
         || CASE WHEN COALESCE(freight_order.transit1, '') <> '' THEN '-' || freight_order.transit1 ELSE '' END \
         || CASE WHEN COALESCE(freight_order.transit2, '') <> '' THEN '-' || freight_order.transit2 ELSE '' END \
         || '-' || COALESCE(freight_order.arrival_station, '')",
    )
}

fn slug() -> Expr {
    page_slug(TABLE)
}

const fn named(wire: &'static str, column: &'static str, zh: &'static str, en: &'static str) -> Field {
    Field::text(zh, en).column(column).wire(wire)
}

/// A figure of the sign, for who sees what is paid.
const fn figure(decimals: u32, column: &'static str, wire: &'static str, zh: &'static str, en: &'static str) -> Column {
    Column::of("signed", Field::decimal(decimals, zh, en).column(column).wire(wire)).needs(COST_VIEW)
}

const ORDER_CODE: Field = Field::text("订单号", "Order").column("order_code");
const NUMBER: Field = Field::text("主单号", "Master waybill").column("awb_number");
const STATE: Field = Field::state(STATES, "签单状态", "Sign-off").wire("signState");
const PERSON: Field = named("routingPersonName", "name_cn", "航线负责人", "Route manager");

/// The list.
pub const LIST: ListPage = ListPage {
    joins: &[
        Join { table: order::signing::TABLE, alias: "signed", on: &[("id", "order_id")], by_org: true },
        Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true },
        Join { table: "awb", alias: "awb", on: &[("awb_id", "id")], by_org: true },
        Join { table: "coop", alias: "source", on: &[("awb.source_coop_id", "id")], by_org: true },
        Join { table: "app_user", alias: "person", on: &[("signed.person_id", "id")], by_org: true },
        Join { table: "app_user", alias: "signer", on: &[("signed.signer_id", "id")], by_org: true },
    ],
    follows: &[order::signing::TABLE, "approval_instance"],
    columns: &[
        list::ID,
        Column::own(ORDER_CODE).link("/{slug}_order_edit?o={orderUuid}").copy().width(150),
        Column::own(NUMBER).copy().width(130),
        Column::of("source", named("awbFromName", "coop_name", "运单来源", "Waybill from")),
        Column::own(Head::BUSINESS_PRODUCT),
        Column::of("coop", named("coopName", "coop_name", "客户", "Customer")).width(150),
        Column::expr(orderdesk::routing, Field::text("航线", "Trade lane").wire("routingName")).width(80),
        Column::expr(route, Field::text("航程", "Route").wire("route")).width(140),
        Column::own(named("expectFlight", "expect_flight", "航班号", "Flight")),
        Column::own(Head::EXPECT_DEPARTURE).width(110),
        Column::own(Head::PLAN_PIECES).sum(),
        Column::own(Head::CONFIRM_PIECES).sum(),
        Column::own(Head::PLAN_WEIGHT).sum(),
        Column::own(Head::CONFIRM_WEIGHT).sum(),
        Column::own(Head::PLAN_DENSITY).behind(),
        Column::own(Head::CONFIRM_DENSITY).behind(),
        Column::own(Head::PLAN_CHARGE_WEIGHT).sum(),
        Column::own(Head::CONFIRM_CHARGE_WEIGHT).sum(),
        figure(4, "msr_price", "msrUnitprice", "MSR单价", "MSR"),
        Column::of("signed", Field::text("MSR币种", "MSR currency").column("msr_currency")).needs(COST_VIEW).behind(),
        figure(3, "msr_functional", "msrFunctionalAmount", "MSR本币", "MSR amount").sum(),
        figure(4, "cost_price", "cuUnitprice", "采购价", "Buy rate"),
        figure(3, "cost_weight", "costWeight", "付费重量", "Payable weight").sum(),
        figure(3, "cost_functional", "cuFunctionalAmount", "采购本币", "Buy amount").sum(),
        figure(3, "difference", "profit", "差额", "Margin").sum(),
        Column::of("person", PERSON),
        Column::of("signer", named("signer", "name_cn", "签单人", "Signed off by")),
        Column::of("signed", Field::instant("签单时间", "Signed off at").column("signed_at").wire("signTime"))
            .width(150),
        Column::expr(state, STATE).width(90),
        Column::own(Field::text("订单状态", "Lifecycle").column("lifecycle")).hidden(),
        Column::own(named("orderUuid", "uuid", "公开号", "Public name")).hidden().unsorted(),
        Column::own(named("rowUuid", "row_uuid", "版本", "Version")).hidden().unsorted(),
        Column::expr(slug, Field::text("业务", "Business").wire("slug")).hidden(),
    ],
    filters: &[
        Filter::new("awbNumber", Match::Contains, NUMBER),
        Filter::new("orderCode", Match::Many, ORDER_CODE),
        Filter::new("routingName", Match::Own(lane), Field::text("航线", "Trade lane")),
        Filter::new("routingPersonName", Match::Contains, PERSON).columns(&[("person", "name_cn")]),
        Filter::new("flightDate", Match::Range, Head::EXPECT_DEPARTURE),
        Filter::new("signState", Match::Own(in_state), STATE).initially(order::signing::OPEN),
        Filter::new("coopName", Match::Contains, Field::text("客户", "Customer"))
            .columns(&[("coop", "coop_name"), ("coop", "coop_code")]),
        Filter::new("carrier", Match::Begins, Field::upper("航司", "Carrier").column("expect_flight")),
    ],
    buttons: &[
        Button::new(SIGN, ("签单", "Sign off"), "row", "custom").calls("POST /afbase/routingSign/modify"),
        Button::new(APPROVE, ("审批", "Review"), "row", "custom").calls("POST /afbase/routingSign/approve"),
        Button::new(UNSIGN, ("撤销签单", "Revoke sign-off"), "row", "call")
            .calls("POST /afbase/routingSign/cancelSign/{id}")
            .asks("确认撤销签单？", "Revoke the sign-off?"),
        Button::new(EXPORT, ("导出", "Export"), "toolbar", "export"),
    ],
    export: EXPORT,
    visible: Some(visible),
    decorate: Some(decorate),
    ..ListPage::new("af.routing-sign.list", PAGE, ("航线签单", "Routing sign-off"), CODE, BASE, TABLE)
};

/// Living orders that are to be signed, and those that are.
fn visible(actor: &Actor) -> Condition {
    let known = Condition::any().add(wanted()).add(state().ne(order::signing::OPEN));
    orderdesk::of_scope(Scope::Ae).add(orderdesk::living()).add(visible_order(actor)).add(known)
}

fn bad(name: &str) -> Refusal {
    Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", name)]))
}

fn in_state(_: &Actor, value: &str) -> Result<Condition, Refusal> {
    let wanted: Vec<&str> = value.split(',').map(str::trim).collect();
    if !wanted.iter().all(|one| STATES.iter().any(|known| known.value == *one)) {
        return Err(bad("signState"));
    }
    Ok(sql::any_of(wanted.into_iter().map(|one| state().eq(sql::value(one.to_owned())))))
}

fn lane(_: &Actor, value: &str) -> Result<Condition, Refusal> {
    Ok(Condition::all().add(sql::contains(orderdesk::routing(), value.trim())))
}

/// Signing tells what is paid, and needs the right to see it.
fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let text = |name: &str| String::from_value(row.value(name)).unwrap_or_default();
    let codes: &[&str] = match (text("lifecycle").as_str(), text("signState").as_str()) {
        ("OPEN", PENDING) => &[APPROVE],
        ("OPEN", state) if actor.has(COST_VIEW) => {
            if state == order::signing::SIGNED {
                &[SIGN, UNSIGN]
            } else {
                &[SIGN]
            }
        }
        ("OPEN", order::signing::SIGNED) => &[UNSIGN],
        _ => &[],
    };
    list::write_can(actor, codes, out);
}

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    room.nodes.push(Node::page(PAGE, "/afManager/lock", "航线签单", "Routing sign-off", 10));
    let buttons = [
        (SIGN, "签单", "Sign off"),
        (APPROVE, "审批", "Review"),
        (UNSIGN, "撤销签单", "Revoke sign-off"),
        (EXPORT, "导出", "Export"),
    ];
    for (place, (code, zh, en)) in (1i64..).zip(buttons) {
        room.nodes.push(Node::button(code, CODE, zh, en, place * 10));
    }
    room.lists.push(LIST);
    for select in ["user", "currency", "airport"] {
        room.select_uses.push((select, Access::Code(SIGN)));
    }
    let at = |rest: &str| format!("{BASE}/{rest}");
    let code = Access::Code;
    let either = Access::AnyOf(&[CODE, "af_order", "css_order_charge"]);
    // The form of an order signs as well.
    let opens = Access::AnyOf(&[CODE, SIGN]);
    room.operations.extend([
        Operation::get("check_routing_sign", &at("check/{orderId}"), opens, view::check)
            .summary("Whether an order may be signed, and else why not"),
        Operation::get("view_routing_sign", &at("view/{orderId}"), opens, view::view)
            .summary("The sign of an order, or what a new one begins with; money for those who may see it"),
        Operation::get("check_cost_of_routing_sign", &at("check/costRecord/{orderId}"), either, view::check_cost)
            .summary("Whether the sign of its route lets the cost of an order be done"),
        Operation::post("count_routing_sign", &at("count"), code(SIGN), acts::count)
            .reads()
            .summary("What a sign comes to; nothing is written"),
        Operation::post("sign_routing", &at("modify"), code(SIGN), acts::modify)
            .summary("Signs an order, or applies for it where it was bought dearer than it is sold"),
        Operation::post("decide_routing_sign", &at("approve"), code(APPROVE), acts::approve)
            .summary("Agrees to a sign that waits for the caller, or refuses it"),
        Operation::post("unsign_routing", &at("cancelSign/{orderId}"), code(UNSIGN), acts::cancel)
            .summary("Takes the sign of an order back with the cost it wrote"),
    ]);
}
