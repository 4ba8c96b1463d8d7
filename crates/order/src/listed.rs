//! An order as lists of other documents show it: what it is called, its way and its cargo, and how it is chosen in a field.

use kernel::{Volume, Weight};
use platform::call::Call;
use platform::field::Field;
use platform::refusal::Refusal;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::{Condition, Expr, ExprTrait, Order};
use platform::store::{Row, sql};

use crate::store::TABLE;
use crate::visible_order;

/// Where it is looked at.
pub const UUID: Field = Field::text("订单", "Order").column("uuid").wire("orderUuid");
/// Its code.
pub const CODE: Field = Field::text("订单号", "Order").column("order_code").wire("orderCode");
/// Its number.
pub const NUMBER: Field = Field::text("单号", "Number of the order").column("biz_number").wire("bizNumber");
/// Number of its customer.
pub const CUSTOMER_NUMBER: Field =
    Field::text("客户单号", "Customer number").column("customer_number").wire("customerNumber");
/// Where it begins.
pub const FROM: Field = Field::text("始发", "From").column("departure_station").wire("departure");
/// Where it ends.
pub const TO: Field = Field::text("目的", "To").column("arrival_station").wire("arrival");
/// What carries it.
pub const CARRIER: Field = Field::text("航班/船次", "Flight or vessel").column("biz_carrier").wire("bizCarrier");
/// Its business day.
pub const DATE: Field = Field::day("业务日期", "Business date").column("biz_date");
/// Pieces.
pub const PIECES: Field = Field::int("件数", "Pieces").column("pieces");
/// Gross weight.
pub const WEIGHT: Field = Field::decimal(3, "毛重", "Gross weight").digits(1).column("weight");
/// Volume.
pub const VOLUME: Field = Field::decimal(6, "体积", "Volume").digits(3).column("volume");
/// What it is charged by.
pub const QUANTITY: Field = Field::decimal(3, "计量", "Charged by").digits(2).column("biz_quantity");

macro_rules! cargo {
    ($($name:ident, $column:literal;)*) => {
        $(
            /// As confirmed, as planned as long as it is not.
            pub fn $name() -> Expr {
                Expr::cust(concat!("COALESCE(freight_order.confirm_", $column, ", freight_order.plan_", $column, ")"))
            }
        )*
    };
}

cargo! {
    pieces, "pieces";
    weight, "weight";
    volume, "volume";
}

/// Pieces, weight and volume of an order: as confirmed, as planned as long as they are not.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cargo {
    /// Pieces.
    pub pieces: Option<i64>,
    /// Gross weight.
    pub weight: Option<Weight>,
    /// Volume.
    pub volume: Option<Volume>,
}

impl Cargo {
    /// What it is read of.
    pub const COLUMNS: [&'static str; 6] =
        ["confirm_pieces", "plan_pieces", "confirm_weight", "plan_weight", "confirm_volume", "plan_volume"];

    /// Of a row with these columns from a place on.
    pub fn read(row: &Row, place: usize) -> Result<Self, Refusal> {
        let either = |of: usize| -> Result<Option<i64>, Refusal> {
            Ok(row.get::<Option<i64>>(place + of)?.or(row.get(place + of + 1)?))
        };
        Ok(Self {
            pieces: either(0)?,
            weight: either(2)?.map(Weight::from_raw),
            volume: either(4)?.map(Volume::from_raw),
        })
    }
}

/// From one end to the other, as far as they are known.
pub fn route(from: &str, to: &str) -> String {
    [from, to].into_iter().filter(|end| !end.is_empty()).collect::<Vec<_>>().join("-")
}

/// What an order is called: by its number, by its code as long as it has none.
pub fn called(number: String, code: &str) -> String {
    if number.is_empty() { code.to_owned() } else { number }
}

/// Orders of a kind its caller sees, the newest first, by code or number.
pub fn offers(call: &mut Call, ask: &SelectAsk, of: Condition) -> Result<Vec<Offer>, Refusal> {
    let actor = call.actor()?.clone();
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .columns(["id", "order_code", "biz_number"].map(|column| (TABLE, column)))
        .cond_where(visible_order(&actor))
        .cond_where(of)
        .and_where(sql::of(TABLE, "order_code").is_not_null())
        .order_by((TABLE, "id"), Order::Desc)
        .limit(OFFERS_MAX);
    if ask.value.is_empty() {
        let named = ["order_code", "biz_number"].map(|column| sql::contains(sql::of(TABLE, column), &ask.keyword));
        select.cond_where(sql::any_of(named));
    } else {
        select.and_where(sql::of_eq(TABLE, "id", ask.value.parse::<i64>().unwrap_or_default()));
    }
    let offer = |row: &Row| {
        let hint = row.get::<Option<String>>(2)?.unwrap_or_default();
        Ok(Offer { value: row.get::<i64>(0)?.to_string(), label: row.get(1)?, hint })
    };
    call.read(|conn| conn.query(&select.into())?.iter().map(offer).collect())
}
