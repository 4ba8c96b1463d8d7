//! 单位服务 (catalogue prm.md 8): which items a partner takes or gives, at what price, and who supplies an item at a port
//! unless another is chosen.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Day, Id};
use platform::call::Tx;
use platform::document;
use platform::document::Document;
use platform::field::{Choice, Field};
use platform::refusal::Refusal;
use platform::scopes::SCOPES;
use platform::sea_query::{ExprTrait, Order, SelectStatement};
use platform::store::{Conn, Row, Value, sql};
use trade::charge::Side;

use crate::item;
use crate::line::code_of;

/// Its table.
pub const TABLE: &str = CoopService::TABLE;
/// Paid to the partner.
pub const COST: &str = "COST";
/// What the partner takes, and what he gives.
const SIDES: &[Choice] = item::KINDS.split_at(2).0;
const MOST: i64 = 9_999_999_990_000;

document! {
    /// One item of a partner.
    pub struct CoopService in "coop_service" {
        /// Partner.
        coop_id: Id = Field::reference("coop", "往来单位", "Partner").required(),
        /// Business scope.
        business_scope: String = Field::select(SCOPES, "业务范畴", "Scope").required(),
        /// Item.
        service_item_id: Id = Field::reference("serviceItem", "服务项目", "Service item").required(),
        /// Received from the partner, or paid to him.
        side: String = Field::select(SIDES, "收付", "Side").required().initially("\"COST\""),
        /// Port; empty for all of them.
        port_code: String = Field::upper("口岸", "Port").max(5),
        /// What it is charged by.
        basis: String = Field::dictionary(59, "计费标准", "Basis"),
        /// Currency.
        currency: String = Field::code("currency", "币种", "Currency").max(3),
        /// Price.
        price: Option<i64> = Field::decimal(4, "单价", "Price").range(0, MOST),
        /// Least amount.
        price_min: Option<i64> = Field::decimal(4, "最低", "Least").digits(2).range(0, MOST).wire("min"),
        /// Greatest amount.
        price_max: Option<i64> = Field::decimal(4, "最高", "Most").digits(2).range(0, MOST).wire("max"),
        /// Tax, of dictionary 61.
        tax_rate: String = Field::dictionary(61, "税率", "Tax rate"),
        /// The supplier of the item at the port.
        is_default: bool = Field::flag("默认供应商", "Default supplier").initially("false"),
        /// First day.
        valid_from: Option<Day> = Field::day("生效日", "Valid from").required(),
        /// Last day; empty for no end.
        valid_to: Option<Day> = Field::day("到期日", "Valid to"),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(200),
    }
}

/// What partners take or give, by item, partner and the name of the side.
pub type OfPartners = BTreeMap<(Id, Id, &'static str), CoopService>;

/// The partner who supplies an item of a scope at a port on a day unless another is chosen: the row of the port before the
/// one of all ports. None whose partner is not effective.
pub fn default_supplier(
    conn: &mut dyn Conn,
    org: i64,
    (scope, item): (&str, Id),
    port: &str,
    day: Day,
) -> Result<Option<(Id, CoopService)>, Refusal> {
    Ok(default_suppliers(conn, org, (scope, &[item]), port, day)?.remove(&item))
}

/// The same of several items.
pub fn default_suppliers(
    conn: &mut dyn Conn,
    org: i64,
    (scope, items): (&str, &[Id]),
    port: &str,
    day: Day,
) -> Result<BTreeMap<Id, (Id, CoopService)>, Refusal> {
    let mut select = holding(org, (scope, items), port, day);
    select.and_where(sql::eq("is_default", true));
    let found = found(conn, select)?;
    let coops = facts::coops(conn, org, found.iter().map(|(_, row)| row.coop_id))?;
    let mut suppliers = BTreeMap::new();
    for (id, row) in found {
        if coops.get(&row.coop_id).is_some_and(|coop| coop.state == "生效") {
            suppliers.entry(row.service_item_id).or_insert((id, row));
        }
    }
    Ok(suppliers)
}

/// What partners take or give for some items of a scope at a port on a day: the row of the port before the one of all ports,
/// and what holds since later before the older.
pub fn of_items(
    conn: &mut dyn Conn,
    org: i64,
    (scope, items): (&str, &[Id]),
    port: &str,
    day: Day,
) -> Result<OfPartners, Refusal> {
    let mut select = holding(org, (scope, items), port, day);
    select.order_by("valid_from", Order::Desc).order_by("id", Order::Desc);
    let mut of_partners = OfPartners::new();
    for (_, row) in found(conn, select)? {
        let side = if row.side == COST { Side::Payable } else { Side::Receivable };
        of_partners.entry((row.service_item_id, row.coop_id, code_of(side))).or_insert(row);
    }
    Ok(of_partners)
}

/// Rows of some items of a scope that hold at a port on a day, those of the port first.
fn holding(org: i64, (scope, items): (&str, &[Id]), port: &str, day: Day) -> SelectStatement {
    let mut select = sql::from(org, TABLE);
    select
        .column("id")
        .columns(CoopService::FIELDS.iter().map(|field| field.column))
        .and_where(sql::eq("business_scope", scope.to_owned()))
        .and_where(sql::is_in(sql::col("service_item_id"), items.iter().copied()))
        .and_where(sql::col("port_code").is_null().or(sql::eq("port_code", port.to_uppercase())))
        .and_where(sql::col("valid_from").lte(sql::value(day)))
        .and_where(sql::col("valid_to").is_null().or(sql::col("valid_to").gte(sql::value(day))))
        .order_by_expr(sql::col("port_code").is_null(), Order::Asc);
    select
}

fn found(conn: &mut dyn Conn, select: SelectStatement) -> Result<Vec<(Id, CoopService)>, Refusal> {
    let row = |row: Row| {
        let id: Id = row.get(0)?;
        let values: Vec<Value> = row.0.into_iter().skip(1).collect();
        Ok((id, CoopService::from_values(&values)?))
    };
    conn.query(&select.into())?.into_iter().map(row).collect()
}

/// Gives another item the rows of this one. Where both have a default for a port, that of the other item stays it.
pub(crate) fn repoint(tx: &mut Tx<'_>, from: Id, to: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, TABLE);
    select.column("port_code").and_where(sql::eq("service_item_id", to)).and_where(sql::eq("is_default", true));
    let ports: BTreeSet<String> = tx.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    let mut moved = sql::from(org, TABLE);
    moved.columns(["id", "version", "port_code", "is_default"]).and_where(sql::eq("service_item_id", from));
    for row in tx.query(&moved.into())? {
        let (id, version, port): (Id, i64, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let stays = row.get::<bool>(3)? && !ports.contains(&port);
        let cells = [
            ("service_item_id", Value::Int(to.0)),
            ("is_default", Value::Bool(stays)),
            ("version", Value::Int(version + 1)),
            ("updated_by", Value::Int(tx.actor.user_id.0)),
            ("updated_at", Value::Int(tx.now.millis())),
        ];
        tx.exec(&sql::update(org, TABLE, &cells).and_where(sql::eq("id", id)).to_owned().into())?;
    }
    Ok(())
}
