//! The filters of a scope's list.

use kernel::Mode;
use order::store::TABLE;
use order::{Air, BUSINESS_SCOPE, Detail, Head, Lifecycle, Profile, STATUS, lifecycle_of_state};
use platform::access::Actor;
use platform::field::{Choice, Field};
use platform::list::{Filter, Match, Place};
use platform::refusal::{Refusal, messages};
use platform::sea_query::{Condition, Expr, ExprTrait, Query};
use platform::store::sql;

use super::columns::{COST, CREATED, FLAGGED, FLIGHT, INCOME, ORDER_CODE, of_detail, of_head, status_field};
use super::waits;

/// Whether finance locked an order.
pub const LOCKED: &[Choice] = &[Choice::new("0", "未锁账", "Not locked"), Choice::new("1", "已锁账", "Locked")];

type Places = &'static [(&'static str, &'static str)];

const CUSTOMER: Filter = Filter::new("coopName", Match::Contains, Field::text("客户", "Customer"))
    .columns(&[("coop", "coop_name"), ("coop", "coop_code")]);
const CODE: Filter = Filter::new("orderCode", Match::Many, ORDER_CODE);
const MADE: Filter = Filter::new("createTime", Match::Range, CREATED).more();
const SALES: Filter =
    Filter::new("salesName", Match::Contains, Field::text("责任销售", "Sales")).columns(&[("sales", "name_cn")]).more();
const DIFFERS: Filter = Filter::new("flagged", Match::Bool, FLAGGED).more();
/// What it shows, the list says itself.
const CLOSED: Filter =
    Filter::new("closed", Match::Flag(|_, _| Condition::all()), Field::flag("含已关闭", "With closed ones")).more();

/// The filters in their order.
pub(super) fn filters(profile: &Profile) -> Vec<Filter> {
    if profile.takes_masters() { air_export() } else { carried(profile) }
}

fn air_export() -> Vec<Filter> {
    let holds =
        |name, zh, en, columns: Places| Filter::new(name, Match::Contains, Field::text(zh, en)).columns(columns);
    let one_of = |name, field, columns: Places| Filter::new(name, Match::OneOf, field).columns(columns).more();
    vec![
        Filter::new("awbNumber", Match::Own(master_or_house), Field::text("主/分单号", "Master or house"))
            .searched(|value| vec![master_of(value), house_of(value)]),
        CODE,
        CUSTOMER,
        Filter::new("departureStation", Match::OneOf, Head::DEPARTURE_STATION),
        Filter::new("arrivalStation", Match::OneOf, Head::ARRIVAL_STATION),
        Filter::new("flightDate", Match::Range, Head::EXPECT_DEPARTURE),
        MADE,
        Filter::new("orderStatus", Match::Own(locked), Field::select(LOCKED, "锁账状态", "Finance lock")).more(),
        Filter::new("node", Match::Own(at_node), Field::select(STATUS, "操作节点", "Node").column("node")),
        Filter::new("customerNumber", Match::Contains, Head::CUSTOMER_NUMBER).more(),
        Filter::new("internalNumber", Match::Contains, Head::INTERNAL_NUMBER).more(),
        holds("awbFromName", "运单来源", "Waybill from", &[("source", "coop_name"), ("source", "coop_code")]).more(),
        Filter::new("businessProduct", Match::OneOf, Head::BUSINESS_PRODUCT).more(),
        Filter::new("expectFlight", Match::Contains, FLIGHT).more(),
        Filter::new("receiptDate", Match::Range, Air::RECEIPT_DATE).columns(&[("detail", "receipt_date")]).more(),
        one_of("incomeRecorded", INCOME, &[(TABLE, "income_recorded")]),
        one_of("costRecorded", COST, &[(TABLE, "cost_recorded")]),
        SALES,
        holds("servicerName", "责任客服", "Customer service", &[("servicer", "name_cn")]).more(),
        holds("creatorName", "操作", "Created by", &[("creator", "name_cn")]).more(),
        Filter::new("goodsType", Match::OneOf, Head::GOODS_TYPE).more(),
        Filter::new("batteryType", Match::OneOf, Head::BATTERY_TYPE).more(),
        one_of("customsStatusCode", Air::CUSTOMS_STATUS_CODE, CUSTOMS),
        Filter::new("isConsol", Match::Bool, Air::IS_CONSOL).columns(&[("detail", "is_consol")]).more(),
        DIFFERS,
        CLOSED,
        waits::WAITS,
        waits::MINE,
        Filter::new("businessScope", Match::Own(scope_of), Field::select(BUSINESS_SCOPE, "业务范畴", "Scope")).more(),
    ]
}

fn carried(profile: &Profile) -> Vec<Filter> {
    let mut all = Vec::new();
    all.extend(number(profile.scope.mode()));
    all.extend([CODE, CUSTOMER]);
    let optional = |field: Field| Field { required: false, ..field };
    let head = |name, how, column: &str| of_head(profile, column).map(|field| Filter::new(name, how, optional(field)));
    let detail = |name, how, field: Field, columns: Places| {
        of_detail(profile, field).map(|field| Filter::new(name, how, optional(field)).columns(columns))
    };
    all.extend(head("departureStation", Match::OneOf, "departure_station"));
    all.extend(head("arrivalStation", Match::OneOf, "arrival_station"));
    all.extend(head("expectDeparture", Match::Range, "expect_departure"));
    all.extend(head("expectArrival", Match::Range, "expect_arrival"));
    all.extend(detail("serviceType", Match::OneOf, Detail::SERVICE_TYPE, &[("detail", "service_type")]));
    all.extend(detail("businessDate", Match::Range, Detail::BUSINESS_DATE, &[("detail", "business_date")]));
    all.extend(detail("shipName", Match::Contains, Detail::SHIP_NAME, &[("detail", "ship_name")]));
    all.extend(detail("voyage", Match::Contains, Detail::SHIP_VOYAGE_NUMBER, &[("detail", "ship_voyage_number")]));
    all.extend(detail("trainNo", Match::Contains, Detail::TRAIN_NO, &[("detail", "train_no")]));
    let plate = detail("driverNumber", Match::Contains, Detail::DRIVER_NUMBER, &[("detail", "driver_number")]);
    let terminal = Detail::ARRIVAL_WAREHOUSE_ID;
    let terminal = detail("arrivalWarehouseId", Match::Equals, terminal, &[("detail", "arrival_warehouse_id")]);
    let customs = detail("customsStatusCode", Match::OneOf, Detail::CUSTOMS_STATUS_CODE, CUSTOMS);
    all.extend([plate, terminal, customs].into_iter().flatten().map(Filter::more));
    all.push(Filter::new("node", Match::Own(in_state), status_field(profile)));
    all.push(MADE);
    let of_customer = head("customerNumber", Match::Contains, "customer_number");
    all.extend(
        of_customer.into_iter().chain(head("internalNumber", Match::Contains, "internal_number")).map(Filter::more),
    );
    all.extend([SALES, DIFFERS, CLOSED]);
    all
}

const CUSTOMS: Places = &[("detail", "customs_status_code")];

/// The numbers orders are looked for by, by the way they travel.
fn number(mode: Mode) -> Option<Filter> {
    let (label, columns): (_, Places) = match mode {
        Mode::Air => (Field::text("运单号", "Waybill"), &[(TABLE, "awb_number"), (TABLE, "hawb_number")]),
        Mode::Sea => (Field::text("主/分提单号", "Bill"), &[("detail", "mlb_number"), ("detail", "hlb_number")]),
        Mode::Rail => (Field::text("运单号", "Rail waybill"), &[("detail", "rail_waybill_no")]),
        Mode::Road | Mode::Other => return None,
    };
    Some(Filter::new("number", Match::Contains, label).columns(columns))
}

fn scope_of(_: &Actor, value: &str) -> Result<Condition, Refusal> {
    if value == "AE" {
        return Ok(Condition::all());
    }
    Err(Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "businessScope")])))
}

fn of(lifecycle: Lifecycle) -> Expr {
    sql::of_eq(TABLE, "lifecycle", lifecycle.code())
}

fn locked(_: &Actor, value: &str) -> Result<Condition, Refusal> {
    match value {
        "0" => Ok(Condition::all().add(of(Lifecycle::Open))),
        "1" => Ok(Condition::all().add(of(Lifecycle::Locked))),
        _ => Err(Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "orderStatus")]))),
    }
}

/// Orders that show a word as their state: a node as long as they are open, else their lifecycle.
fn in_state(_: &Actor, word: &str) -> Result<Condition, Refusal> {
    let at_node = || of(Lifecycle::Open).and(sql::of_eq(TABLE, "node", word));
    Ok(Condition::all().add(lifecycle_of_state(word).map_or_else(at_node, of)))
}

/// The same where the lock of finance is asked for apart: locked and closed orders are found by their node too.
fn at_node(_: &Actor, word: &str) -> Result<Condition, Refusal> {
    let at_node = || sql::of_eq(TABLE, "node", word);
    Ok(Condition::all().add(lifecycle_of_state(word).map_or_else(at_node, of)))
}

/// A number without dash and blanks.
fn bare(value: &str) -> String {
    value.replace(['-', ' '], "")
}

fn master_of(value: &str) -> Place {
    Place::of(TABLE, "awb_number", &bare(value))
}

fn house_of(value: &str) -> Place {
    Place::of("hawb", "hawb_number", value).naming("order_id")
}

/// Master and house numbers, with or without the dash; the places above are those it looks at.
fn master_or_house(_: &Actor, value: &str) -> Result<Condition, Refusal> {
    let mut house = Query::select();
    house
        .expr(Expr::cust("1"))
        .from("hawb")
        .and_where(sql::of("hawb", "org_id").equals((TABLE, "org_id")))
        .and_where(sql::of("hawb", "order_id").equals((TABLE, "id")))
        .and_where(sql::contains(sql::of("hawb", "hawb_number"), value));
    let plain = Expr::cust("REPLACE(freight_order.awb_number, '-', '')");
    Ok(Condition::any().add(sql::contains(plain, &bare(value))).add(Expr::exists(house)))
}
