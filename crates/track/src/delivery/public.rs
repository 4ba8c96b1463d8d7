//! The public page of an air order's notice: what its driver brings, where to, and by when.
//!
//! The code of a notice shows that notice, and lets its driver write; the code of an order shows the live notice
//! there is, else what the order itself says.

use kernel::{Id, Msg, Volume, Weight, show_second};
use platform::call::{Answer, App, Call, Outcome};
use platform::field::Field;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait};
use platform::store::{Cell, Conn, sql};
use serde_json::{Map, Value as Json, json};

use super::driver;
use super::order::{self, Order};
use super::page::{self, Notice, SENT, TABLE, VIEWED, VOID};
use super::place::{self, Flag, Position, Warehouse};
use crate::carriage;
use crate::public::messages::NO_QUERY;
use crate::public::{Reader, by_path, no_order, reading_by};
use crate::share::{LINK, NOTICE};
use crate::view::{self, Visitor};

const VOIDED: Msg = Msg::new("delivery.void", "通知已作废", "The notice is void.");
const DEGREES: Field = Field::decimal(6, "度", "Degrees");
/// Links that show a notice.
const KINDS: &[&str] = &[LINK, NOTICE];

/// GET checkOrderDeliveryNotice/…/warehouse: code 0 when the notice can be shown.
pub(crate) fn check_warehouse(call: &mut Call) -> Outcome {
    check(call, Flag::Warehouse)
}

/// GET checkOrderDeliveryNotice/…/storehouse.
pub(crate) fn check_storehouse(call: &mut Call) -> Outcome {
    check(call, Flag::Storehouse)
}

fn check(call: &Call, flag: Flag) -> Outcome {
    reading_by(&call.app, by_path(call), KINDS, |conn, reader| Sheet::read(conn, reader, flag))?;
    Ok(Answer::Data(json!(true)))
}

/// GET orderDeliveryNotice/{orderUuid}/{flag}: the notice.
pub(crate) fn view(call: &mut Call) -> Outcome {
    let flag = Flag::named(call.path("flag")).ok_or_else(|| Refusal::business(NO_QUERY))?;
    let language = call.language();
    let (data, notice, reader) = reading_by(&call.app, by_path(call), KINDS, |conn, reader| {
        let sheet = Sheet::read(conn, reader, flag)?;
        let data = sheet.shown(conn, reader, language)?;
        Ok((data, sheet.notice.map(|(id, _)| id), reader.clone()))
    })?;
    view::note(&call.app, &reader, view::NOTICE, &Visitor::of(call))?;
    if let Some(notice) = notice {
        count(&call.app, reader.org, notice)?;
    }
    Ok(Answer::Data(data))
}

/// One more view of a notice; the first of one that was sent makes it 已查看.
fn count(app: &App, org: i64, notice: Id) -> Result<(), Refusal> {
    let now = app.clock.now();
    app.note(|conn| {
        let sent = Expr::case(sql::eq("state", SENT), sql::value(VIEWED)).finally(sql::col("state"));
        let mut update = sql::update(org, TABLE, &[("last_view", now.into_value())]);
        update.value("views", sql::col("views").add(1)).value("state", sent).and_where(sql::eq("id", notice));
        conn.exec(&update.into())?;
        Ok(())
    })
}

/// The notice a link of its own leads to.
pub(super) fn of_share(conn: &mut dyn Conn, reader: &Reader, flag: Flag) -> Result<(Id, Notice), Refusal> {
    let mut select = sql::from(reader.org, TABLE);
    select.column("id").and_where(sql::eq("share_id", reader.share.id));
    let id: Id = conn.first(&select.into())?.ok_or_else(no_order)?.get(0)?;
    let notice = page::own(conn, reader.org, id)?;
    if notice.flag != flag.name() {
        return Err(Refusal::business(NO_QUERY));
    }
    if notice.state == VOID {
        return Err(Refusal::business(VOIDED));
    }
    Ok((id, notice))
}

/// Where the cargo goes: a warehouse of the base data, or what the order calls it.
enum Place {
    Known(Box<Warehouse>),
    Named(String),
}

/// What the page shows.
struct Sheet {
    order: Order,
    place: Place,
    notice: Option<(Id, Notice)>,
}

impl Sheet {
    /// Refused while the order is over, names no such place, or nobody knows where it lies.
    fn read(conn: &mut dyn Conn, reader: &Reader, flag: Flag) -> Result<Self, Refusal> {
        let org = reader.org;
        let notice = if reader.share.kind == NOTICE {
            Some(of_share(conn, reader, flag)?)
        } else {
            let live = page::live(conn, org, reader.share.order_id, flag.name())?;
            live.map(|(id, _)| Ok::<_, Refusal>((id, page::own(conn, org, id)?))).transpose()?
        };
        // Another scope has no notice here, as if there were no such order.
        let order = order::own(conn, org, reader.share.order_id).map_err(|refusal| match refusal {
            Refusal::NotFound => no_order(),
            other => other,
        })?;
        order.need_alive()?;
        let chosen = notice.as_ref().and_then(|(_, notice)| notice.warehouse_id);
        let known = match chosen {
            Some(id) => place::of_id(conn, org, id)?,
            None => order.warehouse(conn, org, flag)?,
        };
        let place = match known {
            Some(warehouse) => Place::Known(Box::new(warehouse)),
            None if order.place(flag).is_empty() => return Err(Refusal::business(flag.missing())),
            None => Place::Named(order.place(flag).to_owned()),
        };
        if let Place::Known(warehouse) = &place
            && let Some(fault) = warehouse.unlocated(flag)
        {
            return Err(Refusal::Business(fault));
        }
        Ok(Self { order, place, notice })
    }

    fn shown(&self, conn: &mut dyn Conn, reader: &Reader, language: &str) -> Result<Json, Refusal> {
        let order = &self.order;
        let mut shown = facts::outside::sender(conn, reader.org)?;
        let mut put = |name: &str, value: Json| shown.insert(name.to_owned(), value);
        put("orderCode", json!(order.code));
        put("awbNumber", text(&order.awb_number));
        put("customerNumber", text(&order.customer_number));
        put("receiptDate", text(&order.receipt_date));
        self.put_place(conn, reader.org, &mut shown)?;
        if let Some((_, notice)) = &self.notice
            && let Json::Object(members) = driver::shown(notice, language)
        {
            shown.extend(members);
        }
        shown.insert("forDriver".to_owned(), json!(reader.share.kind == NOTICE));
        if reader.share.shows("order") {
            self.put_cargo(&mut shown);
        }
        Ok(Json::Object(shown))
    }

    fn put_place(&self, conn: &mut dyn Conn, org: i64, shown: &mut Map<String, Json>) -> Result<(), Refusal> {
        let mut put = |name: &str, value: Json| shown.insert(name.to_owned(), value);
        let warehouse = match &self.place {
            Place::Named(name) => {
                put("place", json!(name));
                return Ok(());
            }
            Place::Known(warehouse) => warehouse,
        };
        put("place", json!(warehouse.code));
        put("placeName", json!(warehouse.name));
        put("address", text(&warehouse.address));
        if let Some(Position { longitude, latitude }) = warehouse.position {
            put("longitude", carriage::number(DEGREES, Some(longitude)));
            put("latitude", carriage::number(DEGREES, Some(latitude)));
        }
        put("openHours", text(&warehouse.open_hours));
        let contacts: &[Json] = match (warehouse.contact.as_str(), warehouse.phone.as_str()) {
            ("", "") => &[],
            (name, phone) => &[json!({ "name": text(name), "phone": text(phone) })],
        };
        put("contacts", json!(contacts));
        put("deliveryGuide", text(&warehouse.guide));
        put("latestTime", json!(warehouse.latest(conn, org, self.order.id)?.map(show_second)));
        Ok(())
    }

    /// The cargo as the notice has it, else as the order announced it.
    fn put_cargo(&self, shown: &mut Map<String, Json>) {
        let order = &self.order;
        let figures: (Option<i64>, Option<Weight>, Option<Volume>) = match &self.notice {
            Some((_, notice)) => (notice.pieces, notice.weight, notice.volume),
            None => (order.pieces, order.weight, order.volume),
        };
        let (goods, package) = match &self.notice {
            Some((_, notice)) => ([&notice.goods_name, &notice.goods_name], &notice.package_type),
            None => ([&order.goods_cn, &order.goods_en], &order.package),
        };
        let [goods_cn, goods_en] = goods;
        let notice = self.notice.as_ref().map(|(_, notice)| notice);
        let of_notice = |read: fn(&Notice) -> &str| notice.map_or(Json::Null, |notice| text(read(notice)));
        for (name, value) in [
            ("goodsNameCn", text(goods_cn)),
            ("goodsNameEn", text(goods_en)),
            ("packageType", text(package)),
            ("pieces", json!(figures.0)),
            ("weight", json!(figures.1)),
            ("volume", json!(figures.2)),
            ("marks", of_notice(|notice| &notice.marks)),
            ("remark", of_notice(|notice| &notice.remark)),
        ] {
            shown.insert(name.to_owned(), value);
        }
    }
}

fn text(text: &str) -> Json {
    if text.is_empty() { Json::Null } else { json!(text) }
}
