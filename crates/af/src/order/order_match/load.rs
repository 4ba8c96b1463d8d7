//! A master with its orders as its page and its writes see it; the number of questions does not grow with the orders.

use std::collections::{BTreeMap, BTreeSet};

use charge::finance;
use charge::line::{Line, of_orders};
use facts::master::{self, Master as Number};
use kernel::{Id, Scope, Volume, Weight};
use order::{Air, HIDDEN, Head, Lifecycle, visible_order};
use platform::access::Actor;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, JoinType, Order, SelectStatement};
use platform::store::{Conn, Row, sql};
use serde_json::Value as Json;
use trade::cargo::{DIVISOR_DEFAULT, charge_weight};
use waybill::forms;

use super::{AWB, COST, ORDER, SHARE};
use crate::order::freight_cost::Price;
use crate::order::routing_sign::billed;
use crate::order::store::air;

/// What was paid for a master.
pub(super) struct Paid {
    /// What was typed.
    pub(super) price: Price,
    /// In thousandths.
    pub(super) total: i64,
    /// Version of the match.
    pub(super) version: i64,
}

/// What an order bears of it.
pub(super) struct Share {
    pub(super) order: Id,
    /// In thousandths.
    pub(super) amount: i64,
    /// The charge it made; none of nought.
    pub(super) charge: Option<Id>,
}

/// An order that bears a share.
pub(super) struct Bearer {
    pub(super) id: Id,
    pub(super) uuid: String,
    pub(super) code: String,
    pub(super) lifecycle: Lifecycle,
    pub(super) cost_recorded: i64,
    pub(super) coop: Option<Id>,
    pub(super) pieces: Option<i64>,
    pub(super) weight: Option<Weight>,
    pub(super) volume: Option<Volume>,
    pub(super) charged: Option<Weight>,
    /// Currency of what its customer pays.
    pub(super) sell_currency: String,
    /// Of one kilogram, in 1/10000.
    pub(super) sell_price: Option<i64>,
    /// Of all of it, in hundredths.
    pub(super) sell_amount: Option<i64>,
}

/// A master with its living orders.
pub(super) struct Master {
    pub(super) id: Id,
    pub(super) number: String,
    /// Whom it is from.
    pub(super) source: Option<Id>,
    /// What its finished waybill says; else what its orders weighed, by the divisor of its carrier.
    pub(super) charged: Weight,
    /// What is paid for unless somebody types otherwise.
    pub(super) billed: Weight,
    pub(super) paid: Option<Paid>,
    pub(super) shares: Vec<Share>,
    pub(super) orders: Vec<Bearer>,
}

impl Master {
    /// Refused where the caller does not see one of its orders: a share would tell him of it.
    pub(super) fn of(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Self, Refusal> {
        let org = actor.org_id;
        let mut select = sql::from(org, AWB);
        select.columns(["awb_number", "source_coop_id", "carrier_code", master::ROUND]).and_where(sql::eq("id", id));
        let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
        let number: String = row.get(0)?;
        let orders = bearers(conn, actor, under(org, id))?;
        let known = Number { number: number.clone(), round: row.get(3)? };
        let (charged, billed) = weighed(conn, org, (&known, row.get(2)?), &orders)?;
        Ok(Self {
            id,
            number,
            source: row.get(1)?,
            charged,
            billed,
            paid: paid(conn, org, id)?,
            shares: shares(conn, org, id)?,
            orders,
        })
    }

    /// The same, with the charges of its orders and of those that bear a share held until the transaction ends.
    pub(super) fn held(tx: &mut Tx<'_>, id: Id) -> Result<Self, Refusal> {
        let (actor, org) = (tx.actor, tx.org());
        let mut living = under(org, id);
        living.clear_selects().column((ORDER, "id"));
        let mut bearing = sql::from(org, SHARE);
        bearing.column("order_id").and_where(sql::eq("awb_id", id));
        let mut ids: BTreeSet<Id> = BTreeSet::new();
        for select in [living, bearing] {
            for row in tx.query(&select.into())? {
                ids.insert(row.get(0)?);
            }
        }
        // By their ids: two who match the same master wait for each other.
        for order in &ids {
            finance::hold(tx, *order, None)?;
        }
        let master = Self::of(tx, actor, id)?;
        // Who was waited for may have given it an order, or matched it, meanwhile.
        let bearing = master.shares.iter().map(|share| share.order);
        if master.orders.iter().map(|order| order.id).chain(bearing).any(|order| !ids.contains(&order)) {
            return Err(Refusal::Stale(Json::Null));
        }
        Ok(master)
    }

    /// Version of its match; 0 where nothing was paid.
    pub(super) fn version(&self) -> i64 {
        self.paid.as_ref().map(|paid| paid.version).unwrap_or_default()
    }

    /// What one of its orders bears, in thousandths.
    pub(super) fn share_of(&self, order: Id) -> Option<i64> {
        self.shares.iter().find(|share| share.order == order).map(|share| share.amount)
    }

    /// Whether every order bears a share of what was paid.
    pub(super) fn is_matched(&self) -> bool {
        self.paid.is_some() && self.orders.iter().all(|order| self.share_of(order.id).is_some())
    }

    /// The orders that bear a share, whether they are still under it or not.
    pub(super) fn bearing(&self, conn: &mut dyn Conn, actor: &Actor) -> Result<Vec<Bearer>, Refusal> {
        let mut select = sql::from(actor.org_id, ORDER);
        select.and_where(sql::is_in(sql::of(ORDER, "id"), self.shares.iter().map(|share| share.order)));
        bearers(conn, actor, select)
    }
}

/// The living orders under a master.
fn under(org: i64, awb: Id) -> SelectStatement {
    let living = [Lifecycle::Open, Lifecycle::Locked].map(|state| state.code().to_owned());
    let mut select = sql::from(org, ORDER);
    select
        .and_where(sql::of_eq(ORDER, "awb_id", awb))
        .and_where(sql::of_eq(ORDER, "business_scope", Scope::Ae.code()))
        .and_where(sql::is_in(sql::of(ORDER, "lifecycle"), living));
    select
}

/// Charges of orders, by order.
pub(super) fn lines_of(conn: &mut dyn Conn, org: i64, orders: &[Bearer]) -> Result<BTreeMap<Id, Vec<Line>>, Refusal> {
    let ids: Vec<Id> = orders.iter().map(|order| order.id).collect();
    let mut all: BTreeMap<Id, Vec<Line>> = BTreeMap::new();
    for (order, line) in of_orders(conn, org, &ids)? {
        all.entry(order).or_default().push(line);
    }
    Ok(all)
}

fn bearers(conn: &mut dyn Conn, actor: &Actor, mut select: SelectStatement) -> Result<Vec<Bearer>, Refusal> {
    let (head, detail) = (|column| (ORDER, column), air().detail_table);
    let own = [
        "id",
        "uuid",
        "order_code",
        "lifecycle",
        "cost_recorded",
        Head::COOP_ID.column,
        Head::CONFIRM_PIECES.column,
        Head::CONFIRM_WEIGHT.column,
        Head::CONFIRM_VOLUME.column,
        Head::CONFIRM_CHARGE_WEIGHT.column,
    ];
    let sold = [Air::CURRENCY_CODE.column, Air::FREIGHT_UNITPRICE.column, Air::FREIGHT_AMOUNT.column];
    select
        .clear_selects()
        .expr(Expr::case(visible_order(actor), Expr::cust("1")).finally(Expr::cust("0")))
        .columns(own.map(head))
        .columns(sold.map(|column| (detail, column)))
        .join(JoinType::LeftJoin, detail, sql::same_org(detail, ORDER, "id"))
        .order_by((ORDER, "id"), Order::Asc);
    conn.query(&select.into())?.iter().map(bearer).collect()
}

fn bearer(row: &Row) -> Result<Bearer, Refusal> {
    if row.get::<i64>(0)? != 1 {
        return Err(Refusal::business(HIDDEN));
    }
    Ok(Bearer {
        id: row.get(1)?,
        uuid: row.get(2)?,
        code: row.get(3)?,
        lifecycle: Lifecycle::from_code(&row.get::<String>(4)?),
        cost_recorded: row.get(5)?,
        coop: row.get(6)?,
        pieces: row.get(7)?,
        weight: row.get(8)?,
        volume: row.get(9)?,
        charged: row.get(10)?,
        sell_currency: row.get::<Option<String>>(11)?.unwrap_or_default(),
        sell_price: row.get(12)?,
        sell_amount: row.get(13)?,
    })
}

/// What a master weighs, and what is paid for.
fn weighed(
    conn: &mut dyn Conn,
    org: i64,
    (number, carrier): (&Number, Option<String>),
    orders: &[Bearer],
) -> Result<(Weight, Weight), Refusal> {
    let form = forms::find_key(conn, org, &forms::master_key(number))?.filter(forms::Form::done);
    if let Some(said) = form.and_then(|form| form.charge_weight) {
        return Ok((said, said));
    }
    let carrier = carrier.map(|code| facts::carrier_by_code(conn, org, &code)).transpose()?.flatten();
    let divisor = carrier.map_or(DIVISOR_DEFAULT, |carrier| carrier.divisor);
    let gross = orders.iter().filter_map(|order| order.weight).map(Weight::raw).sum();
    let volume = orders.iter().filter_map(|order| order.volume).map(Volume::raw).sum();
    let charged = charge_weight(Weight::from_raw(gross), Volume::from_raw(volume), divisor);
    Ok((charged, billed(conn, org, charged)?))
}

fn paid(conn: &mut dyn Conn, org: i64, awb: Id) -> Result<Option<Paid>, Refusal> {
    let mut select = sql::from(org, COST);
    select
        .columns(["price_type", "price", "currency", "cost_weight", "total", "version"])
        .and_where(sql::eq("awb_id", awb));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    let price = Price { price_type: row.get(0)?, price: row.get(1)?, currency: row.get(2)?, weight: row.get(3)? };
    Ok(Some(Paid { price, total: row.get(4)?, version: row.get(5)? }))
}

fn shares(conn: &mut dyn Conn, org: i64, awb: Id) -> Result<Vec<Share>, Refusal> {
    let mut select = sql::from(org, SHARE);
    select
        .columns(["order_id", "amount", "charge_id"])
        .and_where(sql::eq("awb_id", awb))
        .order_by("order_id", Order::Asc);
    let share = |row: &Row| Ok(Share { order: row.get(0)?, amount: row.get(1)?, charge: row.get(2)? });
    conn.query(&select.into())?.iter().map(share).collect()
}
