//! What stands on the manifest: every house of every order of the master; an order without houses is a line under the
//! master's own number.

use kernel::{Id, Volume, Weight};
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, Order as Way};
use platform::store::{Conn, Row, sql};
use print::{CargoManifest, ManifestBill};

use crate::order::{self, Order, TABLE};

/// Figures of a bill, to be added up.
#[derive(Debug, Clone, Copy, Default)]
struct Figures {
    pieces: Option<i64>,
    weight: Option<Weight>,
    volume: Option<Volume>,
}

/// The manifest of an order's master. Refused when the master has an order the caller may not see: the paper would
/// tell what the order does not.
pub(super) fn manifest(conn: &mut dyn Conn, actor: &Actor, order: &Order) -> Result<CargoManifest, Refusal> {
    let org = actor.org_id;
    let mut bills = Vec::new();
    for id in orders(conn, org, order)? {
        let order = order::of_id(conn, actor, id)?;
        let houses = houses(conn, org, &order)?;
        if houses.is_empty() { bills.push(direct(conn, org, &order)?) } else { bills.extend(houses) }
    }
    let company = facts::org(conn, org)?;
    let issuer = if company.name_en.is_empty() { company.name } else { company.name_en };
    let (sums, bills) = (sums(&bills), bills.into_iter().map(|(bill, _)| bill).collect());
    Ok(CargoManifest {
        issuer,
        awb_number: order.awb_number.clone(),
        route: route(conn, org, order)?,
        flight: order.flight.clone(),
        date: order.flight_date.clone(),
        bills,
        sums,
    })
}

/// Orders of the master, the oldest first; cancelled ones only when it is the one that was asked for.
fn orders(conn: &mut dyn Conn, org: i64, order: &Order) -> Result<Vec<Id>, Refusal> {
    let alive = sql::col("lifecycle").ne(sql::value("CANCELLED")).or(sql::eq("id", order.id));
    let master = facts::master::of_order(conn, org, order.id)?;
    let mut select = sql::from(org, TABLE);
    select
        .column("id")
        .and_where(sql::eq("business_scope", "AE"))
        .and_where(master.is())
        .and_where(alive)
        .order_by("id", Way::Asc);
    conn.query(&select.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
}

/// Airports in the order they are flown to.
fn route(conn: &mut dyn Conn, org: i64, order: &Order) -> Result<String, Refusal> {
    let mut select = sql::from(org, "order_leg");
    select.column("to_station").and_where(sql::eq("order_id", order.id)).order_by("leg_no", Way::Asc);
    let rows = conn.query(&select.into())?;
    let ends: Vec<String> = rows.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    if ends.is_empty() {
        return Ok(order.route());
    }
    Ok(format!("{}-{}", order.departure, ends.join("-")))
}

fn direct(conn: &mut dyn Conn, org: i64, order: &Order) -> Result<(ManifestBill, Figures), Refusal> {
    let actual = order.actual;
    let figures = Figures {
        pieces: Some(actual.pieces).filter(|pieces| *pieces > 0),
        weight: Some(actual.weight).filter(|weight| !weight.is_zero()),
        volume: Some(actual.volume).filter(|volume| !volume.is_zero()),
    };
    let goods = if order.goods_en.is_empty() { &order.goods_cn } else { &order.goods_en };
    let bill = ManifestBill {
        number: order.awb_number.clone(),
        goods: goods.clone(),
        shipper: order::party_of(conn, org, (order.id, 0), "shipper")?,
        consignee: order::party_of(conn, org, (order.id, 0), "consignee")?,
        route: order.route(),
        ..told(&figures)
    };
    Ok((bill, figures))
}

/// Houses of an order, in the order of its list.
fn houses(conn: &mut dyn Conn, org: i64, order: &Order) -> Result<Vec<(ManifestBill, Figures)>, Refusal> {
    let mut select = sql::from(org, "hawb");
    select
        .columns(["id", "hawb_number", "pieces", "weight", "volume", "goods_name_en", "goods_name_cn", "hs_code"])
        .columns(["departure_station", "arrival_station"])
        .and_where(sql::eq("order_id", order.id))
        .order_by("sort_no", Way::Asc)
        .order_by("hawb_number", Way::Asc);
    let rows = conn.query(&select.into())?;
    rows.iter().map(|row| house(conn, org, order, row)).collect()
}

fn house(conn: &mut dyn Conn, org: i64, order: &Order, row: &Row) -> Result<(ManifestBill, Figures), Refusal> {
    let hawb: i64 = row.get(0)?;
    let figures = Figures {
        pieces: row.get(2)?,
        weight: row.get::<Option<i64>>(3)?.map(Weight::from_raw),
        volume: row.get::<Option<i64>>(4)?.map(Volume::from_raw),
    };
    let (english, chinese, codes): (String, String, String) = (row.get(5)?, row.get(6)?, row.get(7)?);
    let goods = if english.is_empty() { chinese } else { english };
    let codes = if codes.is_empty() { codes } else { format!("HS {codes}") };
    let or = |own: String, of_order: &str| if own.is_empty() { of_order.to_owned() } else { own };
    let (from, to) = (or(row.get(8)?, &order.departure), or(row.get(9)?, &order.arrival));
    let bill = ManifestBill {
        number: row.get(1)?,
        goods: format!("{goods}\n{codes}").trim().to_owned(),
        shipper: order::party_of(conn, org, (order.id, hawb), "shipper")?,
        consignee: order::party_of(conn, org, (order.id, hawb), "consignee")?,
        route: format!("{from}-{to}"),
        ..told(&figures)
    };
    Ok((bill, figures))
}

/// The figures of a bill as they are printed.
fn told(figures: &Figures) -> ManifestBill {
    ManifestBill {
        pieces: figures.pieces.map(|pieces| pieces.to_string()).unwrap_or_default(),
        weight: figures.weight.map(|weight| weight.show(1)).unwrap_or_default(),
        volume: figures.volume.map(|volume| volume.show(3)).unwrap_or_default(),
        ..ManifestBill::default()
    }
}

fn sums(bills: &[(ManifestBill, Figures)]) -> [String; 3] {
    let figures = || bills.iter().map(|(_, figures)| figures);
    let pieces = figures().filter_map(|figures| figures.pieces).fold(0, i64::saturating_add);
    let weight = figures().filter_map(|figures| figures.weight).fold(Weight::default(), Weight::plus);
    let volume = figures().filter_map(|figures| figures.volume).fold(Volume::default(), Volume::plus);
    [pieces.to_string(), weight.show(1), volume.show(3)]
}
