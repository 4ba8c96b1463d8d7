//! Rows of a supplier's file beside our costs.

use std::collections::{BTreeMap, BTreeSet};

use charge::finance;
use charge::line::TABLE;
use charge::rate;
use kernel::{Id, Msg, Text, parse_day, show_day};
use order::store::{CARRIAGE_DETAIL, TABLE as ORDER};
use order::{Bearers, by_numbers, nameable, spellings};
use platform::access::Actor;
use platform::refusal::{Refusal, messages};
use platform::sea_query::{ExprTrait, JoinType, SelectStatement};
use platform::store::{Conn, Row as Found, sql};
use serde::{Deserialize, Serialize};
use settle::number::SEVERAL;
use trade::charge::Currency;

use super::{NO_CURRENCY, NO_PARTNER, cass};
use crate::cost::{self, Cost};

/// What a call says of a file beside it.
pub(super) const PARAMETERS: [&str; 9] = [
    "fileType",
    "businessScope",
    "coopId",
    "currency",
    "serviceItemIds",
    "byMaster",
    "periodFrom",
    "periodTo",
    "mapping",
];
/// Numbers or orders that are looked for with one statement.
const AT_ONCE: usize = 400;

const SEVERAL_ORDERS: Msg = Msg::new(
    "payment_batch.several",
    "单号对应{n}票订单，请勾选按主单汇总或填写订单号",
    "It is the number of {n} orders: compare by master, or give the code of the order.",
);
const IN_OTHER_ROW: Msg =
    Msg::new("payment_batch.overlaps", "订单已在其他行中", "The order stands in another row, too.");

/// What kind of file it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum FileType {
    /// Our own template.
    #[default]
    Standard,
    /// What airlines bill by, half a month each.
    Cass,
}

impl FileType {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Standard => "STANDARD",
            Self::Cass => "CASS",
        }
    }
}

/// What a file is compared with.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Frame {
    pub file_type: FileType,
    /// Empty or 综合 for all of them.
    pub business_scope: String,
    pub coop_id: String,
    pub currency: String,
    /// Our costs of these items alone; none: of all.
    pub service_item_ids: Vec<String>,
    /// 按主单汇总: several orders of a number are compared as a sum.
    pub by_master: bool,
    /// 账期: what of it the file lacks is told.
    pub period_from: String,
    pub period_to: String,
}

fn bad(name: &str) -> Refusal {
    Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", name)]))
}

impl Frame {
    /// The supplier.
    pub fn coop(&self) -> Result<Id, Refusal> {
        if self.coop_id.is_empty() {
            return Err(Refusal::field("coopId", NO_PARTNER.text()));
        }
        self.coop_id.parse().map(Id).map_err(|_| bad("coopId"))
    }

    pub fn currency(&self) -> Result<Currency, Refusal> {
        if self.currency.is_empty() {
            return Err(Refusal::field("currency", NO_CURRENCY.text()));
        }
        rate::currency_of(&self.currency)
    }

    fn items(&self) -> Result<BTreeSet<Id>, Refusal> {
        self.service_item_ids.iter().map(|id| id.parse().map(Id).map_err(|_| bad("serviceItemIds"))).collect()
    }

    fn scope(&self) -> Option<&str> {
        Some(self.business_scope.as_str()).filter(|scope| !matches!(*scope, "" | SEVERAL))
    }

    /// First and last day of the period, where it has one.
    pub fn period(&self) -> Result<Option<(String, String)>, Refusal> {
        if self.file_type == FileType::Cass {
            return cass::period(&self.period_from, &self.period_to).map(Some);
        }
        let day = |text: &str, name: &str| parse_day(text).map(show_day).ok_or_else(|| bad(name));
        match (self.period_from.as_str(), self.period_to.as_str()) {
            ("", "") => Ok(None),
            (from, to) => Ok(Some((day(from, "periodFrom")?, day(to, "periodTo")?))),
        }
    }

    /// Whether a cost is one the file is compared with.
    fn takes(&self, cost: &Cost, coop: Id, items: &BTreeSet<Id>) -> bool {
        cost.coop == coop && cost.currency == self.currency && (items.is_empty() || items.contains(&cost.item_id))
    }
}

/// A number of a file with what its supplier wants for it.
#[derive(Debug, Clone)]
pub(super) struct Billed {
    pub code: String,
    pub amount: i64,
    /// It corrects an earlier bill.
    pub correction: bool,
}

/// What came of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum Outcome {
    /// 一致.
    Same,
    /// 差异.
    Different,
    /// 未找到订单.
    NoOrder,
    /// 无成本.
    NoCost,
    /// 已对账.
    Reconciled,
    /// 仅我方: the file has it not.
    OursOnly,
    /// 重复计费: an earlier period billed it.
    BilledBefore,
}

/// What is done about a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum Deal {
    /// 按系统: our rest is taken.
    System,
    /// 按供应商: a line makes our cost theirs.
    Supplier,
    /// 跳过.
    #[default]
    Skip,
}

impl Outcome {
    /// What may be done.
    pub const fn deals(self) -> &'static [Deal] {
        match self {
            Self::Same | Self::Different => &[Deal::System, Deal::Supplier, Deal::Skip],
            Self::NoCost | Self::Reconciled => &[Deal::Skip, Deal::Supplier],
            Self::NoOrder | Self::OursOnly | Self::BilledBefore => &[Deal::Skip],
        }
    }
}

/// An order behind a number.
#[derive(Debug, Clone)]
pub(super) struct Order {
    pub id: Id,
    pub code: String,
    pub biz_date: String,
    /// Version of its charges.
    pub version: i64,
}

/// A number beside our cost.
#[derive(Debug, Clone)]
pub(super) struct Compared {
    pub billed: Billed,
    pub orders: Vec<Order>,
    /// Our costs of these orders: of the supplier, in the currency, of the items.
    pub costs: Vec<Cost>,
    pub outcome: Outcome,
    pub why: Option<Text>,
}

impl Compared {
    pub fn amount(&self) -> i64 {
        self.costs.iter().map(|cost| cost.amount).sum()
    }

    /// What can be reconciled.
    pub fn rest(&self) -> i64 {
        self.costs.iter().map(Cost::rest).sum()
    }

    /// 误差金额.
    pub fn error(&self) -> i64 {
        self.billed.amount.saturating_sub(self.rest())
    }

    pub fn day(&self) -> &str {
        self.orders.first().map_or("", |order| &order.biz_date)
    }

    /// What was seen of the orders: whose charges change has others.
    pub fn seen(&self) -> String {
        seen(self.orders.iter().map(|order| (order.id, order.version)))
    }
}

/// Orders with the versions of their charges as one text.
pub(super) fn seen(orders: impl Iterator<Item = (Id, i64)>) -> String {
    orders.map(|(id, version)| format!("{id}:{version}")).collect::<Vec<_>>().join(",")
}

/// The versions of the charges of some orders.
pub(super) fn versions(conn: &mut dyn Conn, org: i64, orders: &[Id]) -> Result<BTreeMap<Id, i64>, Refusal> {
    let mut versions = BTreeMap::new();
    for orders in orders.chunks(AT_ONCE) {
        let mut select = sql::from(org, finance::TABLE);
        select.columns(["order_id", "version"]).and_where(sql::is_in(sql::col("order_id"), orders.iter().copied()));
        for row in conn.query(&select.into())? {
            versions.insert(row.get(0)?, row.get(1)?);
        }
    }
    Ok(versions)
}

/// The numbers of a file beside our cost: those without an order first, then by business date; numbers of the same orders
/// are one. What of the period the file lacks stands among them.
pub(super) fn compare(
    conn: &mut dyn Conn,
    actor: &Actor,
    frame: &Frame,
    billed: Vec<Billed>,
) -> Result<Vec<Compared>, Refusal> {
    let (org, coop, items) = (actor.org_id, frame.coop()?, frame.items()?);
    frame.currency()?;
    let period = frame.period()?;
    let known = Known::of(conn, actor, frame, &billed)?;
    let mut rows = joined(&known, frame, billed);
    let ids: Vec<Id> = rows.iter().flat_map(|row| row.orders.iter().map(|order| order.id)).collect();
    let costs = cost::of_orders(conn, org, &ids)?;
    let earlier = match &period {
        Some((from, _)) if frame.file_type == FileType::Cass => billed_before(conn, org, (coop, from), &ids)?,
        _ => BTreeSet::new(),
    };
    let mut by_order: BTreeMap<Id, Vec<Cost>> = BTreeMap::new();
    for cost in costs.into_iter().filter(|cost| frame.takes(cost, coop, &items)) {
        by_order.entry(cost.order).or_default().push(cost);
    }
    for row in rows.iter_mut().filter(|row| row.why.is_none()) {
        row.costs = row.orders.iter().flat_map(|order| by_order.remove(&order.id).unwrap_or_default()).collect();
        let is_billed = !row.billed.correction && row.orders.iter().any(|order| earlier.contains(&order.id));
        row.outcome = outcome(row, is_billed);
    }
    if let Some(period) = period {
        let ours = ours(conn, actor, frame, (&period, &ids.into_iter().collect()))?;
        rows.extend(ours);
    }
    rows.sort_by(|one, other| {
        let key = |row: &Compared| (row.outcome != Outcome::NoOrder, row.day().to_owned(), row.billed.code.clone());
        key(one).cmp(&key(other))
    });
    Ok(rows)
}

fn outcome(row: &Compared, is_billed: bool) -> Outcome {
    if row.orders.is_empty() {
        Outcome::NoOrder
    } else if is_billed {
        Outcome::BilledBefore
    } else if row.costs.is_empty() {
        Outcome::NoCost
    } else if row.costs.iter().all(|cost| cost.rest() == 0) {
        Outcome::Reconciled
    } else if row.error() == 0 {
        Outcome::Same
    } else {
        Outcome::Different
    }
}

/// The rows of the numbers, those of the same orders added up; the costs are yet to come.
fn joined(known: &Known, frame: &Frame, billed: Vec<Billed>) -> Vec<Compared> {
    let mut rows: Vec<Compared> = Vec::new();
    let mut owners: BTreeMap<Id, usize> = BTreeMap::new();
    for one in billed {
        let orders = known.orders_of(&one.code);
        let ids: BTreeSet<Id> = orders.iter().map(|order| order.id).collect();
        let taken = ids.iter().find_map(|id| owners.get(id)).copied();
        let same = taken
            .and_then(|place| rows.get_mut(place))
            .filter(|row| row.why.is_none() && row.orders.iter().map(|order| order.id).collect::<BTreeSet<_>>() == ids);
        if let Some(row) = same {
            row.billed.amount = row.billed.amount.saturating_add(one.amount);
            row.billed.correction &= one.correction;
            continue;
        }
        let why = if taken.is_some() {
            Some(IN_OTHER_ROW.text())
        } else if orders.len() > 1 && !frame.by_master {
            Some(SEVERAL_ORDERS.with(&[("n", &orders.len().to_string())]))
        } else {
            None
        };
        let orders = if why.is_some() { Vec::new() } else { orders };
        owners.extend(orders.iter().map(|order| (order.id, rows.len())));
        rows.push(Compared { billed: one, orders, costs: Vec::new(), outcome: Outcome::NoOrder, why });
    }
    rows
}

/// The orders the numbers of a file may mean.
struct Known {
    orders: Vec<Order>,
    bearers: Bearers,
    /// Masters and house bills, which are a part of what their orders are called.
    parts: Bearers,
}

impl Known {
    fn of(conn: &mut dyn Conn, actor: &Actor, frame: &Frame, billed: &[Billed]) -> Result<Self, Refusal> {
        let mut known = Self { orders: Vec::new(), bearers: Bearers::default(), parts: Bearers::default() };
        let base = selected(actor, frame);
        let rows = by_numbers(conn, &base, billed.iter().map(|one| one.code.as_str()))?;
        for row in &rows {
            let place = known.add(row)?;
            for number in [1, 2] {
                known.bearers.add(row.get::<Option<String>>(number)?.as_deref(), place);
            }
        }
        let left = billed.iter().map(|one| one.code.as_str()).filter(|code| known.bearers.of(code).is_empty());
        let spelled: BTreeSet<String> = left.flat_map(spellings).collect();
        let spelled: Vec<String> = spelled.into_iter().collect();
        for row in by_parts(conn, actor, frame, &spelled)? {
            let place = known.add(&row)?;
            for number in [4, 5, 6, 7] {
                known.parts.add(row.get::<Option<String>>(number)?.as_deref(), place);
            }
        }
        let ids: Vec<Id> = known.orders.iter().map(|order| order.id).collect();
        let versions = versions(conn, actor.org_id, &ids)?;
        for order in &mut known.orders {
            order.version = versions.get(&order.id).copied().unwrap_or_default();
        }
        Ok(known)
    }

    fn add(&mut self, row: &Found) -> Result<usize, Refusal> {
        self.orders.push(Order { id: row.get(0)?, code: row.get(1)?, biz_date: row.get(3)?, version: 0 });
        Ok(self.orders.len() - 1)
    }

    fn orders_of(&self, code: &str) -> Vec<Order> {
        let places = Some(self.bearers.of(code)).filter(|places| !places.is_empty());
        let places = places.unwrap_or_else(|| self.parts.of(code));
        places.into_iter().filter_map(|place| self.orders.get(place).cloned()).collect()
    }
}

fn selected(actor: &Actor, frame: &Frame) -> SelectStatement {
    let mut select = sql::from(actor.org_id, ORDER);
    select
        .columns(["id", "order_code", "biz_number", "biz_date"].map(|column| (ORDER, column)))
        .cond_where(nameable(actor));
    if let Some(scope) = frame.scope() {
        select.and_where(sql::of_eq(ORDER, "business_scope", scope.to_owned()));
    }
    select
}

/// Orders by their masters, house bills and rail waybills, each found by an index of its own.
fn by_parts(conn: &mut dyn Conn, actor: &Actor, frame: &Frame, spelled: &[String]) -> Result<Vec<Found>, Refusal> {
    const PARTS: [(&str, &str); 4] = [
        (ORDER, "awb_number"),
        (CARRIAGE_DETAIL, "mlb_number"),
        (CARRIAGE_DETAIL, "hlb_number"),
        (CARRIAGE_DETAIL, "rail_waybill_no"),
    ];
    let mut base = selected(actor, frame);
    base.columns(PARTS);
    base.join(JoinType::LeftJoin, CARRIAGE_DETAIL, sql::same_org(CARRIAGE_DETAIL, ORDER, "id"));
    let mut rows: BTreeMap<Id, Found> = BTreeMap::new();
    for part in spelled.chunks(AT_ONCE) {
        for (table, column) in PARTS {
            let some = base.clone().and_where(sql::is_in(sql::of(table, column), part.iter().cloned())).take();
            for row in conn.query(&some.into())? {
                rows.insert(row.get(0)?, row);
            }
        }
    }
    Ok(rows.into_values().collect())
}

/// Those of some orders that a payment of an earlier period has.
fn billed_before(
    conn: &mut dyn Conn,
    org: i64,
    (coop, from): (Id, &str),
    orders: &[Id],
) -> Result<BTreeSet<Id>, Refusal> {
    use charge::chain::{DETAIL, IN_FORCE, PAYMENT, PROCESSING};
    let mut found = BTreeSet::new();
    for orders in orders.chunks(AT_ONCE) {
        let mut select = sql::from(org, super::kept::TABLE);
        let upload = super::kept::TABLE;
        let of_payment = |table: &'static str, column: &'static str| {
            sql::of(table, "org_id")
                .equals((upload, "org_id"))
                .and(sql::of(table, column).equals((upload, "payment_id")))
        };
        select
            .distinct()
            .column((DETAIL, "order_id"))
            .join(JoinType::InnerJoin, PAYMENT, of_payment(PAYMENT, "id"))
            .join(JoinType::InnerJoin, DETAIL, of_payment(DETAIL, "payment_id"))
            .and_where(sql::of_eq(upload, "file_type", FileType::Cass.code()))
            .and_where(sql::of_eq(upload, "coop_id", coop))
            .and_where(sql::of(upload, "period_from").lt(sql::value(from.to_owned())))
            .and_where(sql::is_in(sql::of(PAYMENT, "state"), [IN_FORCE, PROCESSING].map(ToOwned::to_owned)))
            .and_where(sql::is_in(sql::of(DETAIL, "order_id"), orders.iter().copied()));
        for row in conn.query(&select.into())? {
            found.insert(row.get(0)?);
        }
    }
    Ok(found)
}

/// 仅我方: open costs of the supplier in the period whose orders the file lacks.
fn ours(
    conn: &mut dyn Conn,
    actor: &Actor,
    frame: &Frame,
    ((from, to), there): (&(String, String), &BTreeSet<Id>),
) -> Result<Vec<Compared>, Refusal> {
    let (coop, items) = (frame.coop()?, frame.items()?);
    let mut select = cost::open(actor);
    select
        .and_where(sql::of_eq(TABLE, "coop_id", coop))
        .and_where(sql::of_eq(TABLE, "currency_code", frame.currency.clone()))
        .and_where(sql::of(ORDER, "biz_date").gte(sql::value(from.clone())))
        .and_where(sql::of(ORDER, "biz_date").lte(sql::value(to.clone())))
        .limit(u64::try_from(super::ROWS_MAX).unwrap_or(u64::MAX));
    if let Some(scope) = frame.scope() {
        select.and_where(sql::of_eq(ORDER, "business_scope", scope.to_owned()));
    }
    let mut rows: Vec<Compared> = Vec::new();
    for cost in cost::read(conn, select)? {
        if there.contains(&cost.order) || !frame.takes(&cost, coop, &items) {
            continue;
        }
        // Costs come order by order.
        if let Some(row) = rows.last_mut().filter(|row| row.costs.iter().any(|known| known.order == cost.order)) {
            row.costs.push(cost);
            continue;
        }
        let order =
            Order { id: cost.order, code: cost.order_code.clone(), biz_date: cost.biz_date.clone(), version: 0 };
        let billed = Billed { code: cost.number().to_owned(), amount: 0, correction: false };
        let outcome = Outcome::OursOnly;
        rows.push(Compared { billed, orders: vec![order], costs: vec![cost], outcome, why: None });
    }
    Ok(rows)
}
