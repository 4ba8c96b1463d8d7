//! The delivery notice of an air order: what its driver brings, and where to.

use kernel::{Msg, Volume, Weight};
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use sea_query::{ExprTrait, JoinType};
use serde_json::{Value as Json, json};

use crate::public::{Reader, by_path, messages::NO_QUERY, no_order, reading};
use crate::record;
use crate::view::{self, Visitor};

const NO_WAREHOUSE: Msg = Msg::new("track.no_warehouse", "未选择交货货站", "No delivery terminal has been chosen.");
const NO_STOREHOUSE: Msg = Msg::new("track.no_storehouse", "未选择操作库房", "No operating warehouse has been chosen.");

/// Where cargo is delivered to.
#[derive(Clone, Copy)]
enum Place {
    /// The terminal at the airport.
    Warehouse,
    /// The forwarder's own.
    Storehouse,
}

impl Place {
    fn of_flag(flag: &str) -> Result<Self, Refusal> {
        match flag {
            "warehouse" => Ok(Self::Warehouse),
            "storehouse" => Ok(Self::Storehouse),
            _ => Err(Refusal::business(NO_QUERY)),
        }
    }

    fn column(self) -> &'static str {
        match self {
            Self::Warehouse => "departure_warehouse",
            Self::Storehouse => "departure_storehouse",
        }
    }

    fn missing(self) -> Refusal {
        Refusal::business(match self {
            Self::Warehouse => NO_WAREHOUSE,
            Self::Storehouse => NO_STOREHOUSE,
        })
    }
}

/// GET checkOrderDeliveryNotice/…/warehouse: code 0 when the notice can be shown.
pub fn check_warehouse(call: &mut Call) -> Outcome {
    check(call, Place::Warehouse)
}

/// GET checkOrderDeliveryNotice/…/storehouse.
pub fn check_storehouse(call: &mut Call) -> Outcome {
    check(call, Place::Storehouse)
}

fn check(call: &Call, place: Place) -> Outcome {
    reading(&call.app, by_path(call), |conn, reader| notice(conn, reader, place)).map(|_| Answer::Data(json!(true)))
}

/// GET orderDeliveryNotice/{orderUuid}/{flag}: the notice.
pub fn view(call: &mut Call) -> Outcome {
    let place = Place::of_flag(call.path("flag"))?;
    let (data, reader) =
        reading(&call.app, by_path(call), |conn, reader| Ok((notice(conn, reader, place)?, reader.clone())))?;
    view::note(&call.app, &reader, view::NOTICE, &Visitor::of(call))?;
    Ok(Answer::Data(data))
}

/// The notice; refused while the order names no such place. Goods only as far as the link shows the order.
fn notice(conn: &mut dyn Conn, reader: &Reader, place: Place) -> Result<Json, Refusal> {
    let (order, detail) = ("freight_order", "order_air_detail");
    let mut select = sql::from(reader.org, order);
    let same = sql::of(detail, "org_id").equals((order, "org_id")).and(sql::of(detail, "id").equals((order, "id")));
    select
        .join(JoinType::InnerJoin, detail, same)
        .column((detail, place.column()))
        .columns(["order_code", "awb_number", "customer_number", "goods_name_cn", "goods_name_en"].map(|n| (order, n)))
        .columns(["package_type", "plan_pieces", "plan_weight", "plan_volume"].map(|n| (order, n)))
        .column((detail, "receipt_date"))
        .and_where(sql::of_eq(order, "id", reader.share.order_id));
    let row = conn.first(&select.into())?.ok_or_else(no_order)?;
    let address: String = row.get(0)?;
    if address.is_empty() {
        return Err(place.missing());
    }
    let mut notice = record::sender(conn, reader.org)?;
    for (name, place) in [("orderCode", 1), ("awbNumber", 2), ("customerNumber", 3), ("receiptDate", 10)] {
        notice.insert(name.to_owned(), record::text(&row, place)?);
    }
    notice.insert("place".to_owned(), json!(address));
    if reader.share.shows("order") {
        for (name, place) in [("goodsNameCn", 4), ("goodsNameEn", 5), ("packageType", 6)] {
            notice.insert(name.to_owned(), record::text(&row, place)?);
        }
        notice.insert("pieces".to_owned(), json!(row.get::<Option<i64>>(7)?));
        notice.insert("weight".to_owned(), json!(row.get::<Option<Weight>>(8)?));
        notice.insert("volume".to_owned(), json!(row.get::<Option<Volume>>(9)?));
    }
    Ok(Json::Object(notice))
}
