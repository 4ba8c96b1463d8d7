//! 费用模板 (catalogue css.md /css_charge_template): the usual charge lines of a port or customer, the orders they are for, and
//! what they make.

use std::collections::BTreeMap;

use kernel::{Id, Msg, Scope, Text};
use platform::document;
use platform::document::{Document, Rows};
use platform::field::{Choice, Field};
use platform::refusal::Refusal;
use platform::scopes::SCOPES;
use platform::sea_query::{Condition, Order};
use platform::store::{Cell, Conn, Value, sql};
use trade::charge::Side;

use crate::card::side_of;
use crate::entry::Subject;
use crate::item::{self, ServiceItem};
use crate::line::{Charge, Line, Source, orders_naming};
use crate::terms::{BASIS, CARRY, CURRENCY, DIGITS, LEAST, MOST, PRICE, SIDE, TAX};

/// A new order takes it by itself.
pub const WITH_ORDER: &str = "ORDER";
/// An order takes it by itself when it gets its master.
pub const WITH_MASTER: &str = "MASTER";
const APPLIED: &[Choice] = &[
    Choice::new("OFF", "关闭", "Off"),
    Choice::new(WITH_ORDER, "新增订单时", "With a new order").tone("info"),
    Choice::new(WITH_MASTER, "配主单时", "With its master").tone("info"),
];
const ITEM_STOPPED: Msg = Msg::new("charge.template.item", "服务项目已停用", "The item is stopped");

document! {
    /// A template.
    pub struct ChargeTemplate in "charge_template" {
        --- "main" ("模板", "Template");
        /// TC and three digits.
        template_code: String = Field::text("模板编号", "Template").read_only().max(20),
        /// Name, unique for its scope and side.
        template_name: String = Field::text("模板名称", "Name").required().max(40),
        /// Business scope.
        business_scope: String = Field::select(SCOPES, "业务范畴", "Scope").required(),
        /// Income or cost.
        kind: String = SIDE,
        /// Of export the origin, of import the destination; none: all.
        port_code: String = Field::upper("口岸（空为全部）", "Port (empty: all)").max(10),
        /// Customer; none: all.
        coop_id: Option<Id> = Field::reference("coop?role=customer", "客户（空为全部）", "Customer (none: all)"),
        /// Whether an order takes it by itself.
        auto_apply: String = Field::select(APPLIED, "自动套用", "Applied automatically").required().initially("\"OFF\""),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(200),
        /// Offered.
        active: bool = Field::flag("启用", "Active").initially("true"),
    }
}

const ITEM: Field = Field::reference("serviceItem", "服务项目", "Service item").column("service_item_id").required();
const COOP: Field = Field::reference("coop", "往来单位", "Partner").column("coop_id");
const NOTE: Field = Field::text("备注", "Note").column("note").max(200);
/// Its charge lines.
pub const LINES: Rows = Rows {
    member: "lines",
    title: ("费用行", "Charges"),
    behind: "main",
    table: "charge_template_line",
    parent: "template_id",
    fields: &[
        ITEM,
        COOP,
        BASIS.column("basis"),
        CURRENCY.column("currency_code"),
        PRICE.column("price"),
        LEAST.column("amount_min"),
        MOST.column("amount_max"),
        DIGITS.column("digits"),
        CARRY.column("carry"),
        TAX.column("tax_rate"),
        NOTE,
    ],
    most: 100,
    sheet: true,
};

impl ChargeTemplate {
    /// Whether an order of its scope may have it: it is of its port and its customer, or of all.
    pub fn fits(&self, subject: &Subject) -> bool {
        (self.port_code.is_empty() || self.port_code == subject.port)
            && (self.coop_id.is_none() || self.coop_id == subject.customer)
    }

    /// Its side.
    pub fn side(&self) -> Side {
        side_of(&self.kind)
    }
}

/// The templates offered to an order.
pub fn offered(conn: &mut dyn Conn, org: i64, subject: &Subject) -> Result<Vec<(Id, ChargeTemplate)>, Refusal> {
    let mut found = active(conn, org, subject.scope, Condition::all())?;
    found.retain(|(_, template)| template.fits(subject));
    Ok(found)
}

/// The templates that orders of a scope take by themselves at some moments, of [`WITH_ORDER`] and [`WITH_MASTER`].
pub fn by_itself(
    conn: &mut dyn Conn,
    org: i64,
    scope: Scope,
    moments: &[&str],
) -> Result<Vec<(Id, ChargeTemplate)>, Refusal> {
    let moments = moments.iter().map(|moment| (*moment).to_owned());
    active(conn, org, scope, Condition::all().add(sql::is_in(sql::col("auto_apply"), moments)))
}

fn active(
    conn: &mut dyn Conn,
    org: i64,
    scope: Scope,
    wanted: Condition,
) -> Result<Vec<(Id, ChargeTemplate)>, Refusal> {
    let mut select = sql::from(org, ChargeTemplate::TABLE);
    select
        .column("id")
        .columns(ChargeTemplate::FIELDS.iter().map(|field| field.column))
        .and_where(sql::eq("business_scope", scope.code().to_owned()))
        .and_where(sql::eq("active", true))
        .cond_where(wanted)
        .order_by("template_code", Order::Asc);
    let template =
        |row: platform::store::Row| Ok((row.get(0)?, ChargeTemplate::from_values(row.0.get(1..).unwrap_or_default())?));
    conn.query(&select.into())?.into_iter().map(template).collect()
}

/// A line of a template for an order.
#[derive(Debug)]
pub struct Offer {
    /// As it is on the order.
    pub line: Line,
    /// Its item, by type and name.
    pub item: String,
    /// Why it is left out.
    pub left_out: Option<Text>,
}

/// The lines of a template in their order.
pub fn lines(conn: &mut dyn Conn, org: i64, (id, template): (Id, &ChargeTemplate)) -> Result<Vec<Offer>, Refusal> {
    let rows = LINES.of(conn, org, id)?;
    let named = rows.iter().filter_map(|row| row.first().and_then(|item| Id::from_value(item).ok()));
    let items = item::by_id(conn, org, named)?;
    let offer = |row: &Vec<Value>| {
        let line = made((id, template.side()), row)?;
        let item = line.charge.service_item_id.and_then(|id| items.get(&id));
        let left_out = item.is_none_or(|item| !item.active).then(|| ITEM_STOPPED.text());
        Ok(Offer { item: item.map(ServiceItem::full_name).unwrap_or_default(), left_out, line })
    };
    rows.iter().map(offer).collect()
}

/// A line of a template: its columns are those of charges.
fn made((id, side): (Id, Side), row: &[Value]) -> Result<Line, Refusal> {
    let mut line = Line::new(side, Source::Template);
    let mut values = line.charge.values();
    for (field, value) in LINES.fields.iter().zip(row) {
        let place = Charge::FIELDS.iter().position(|known| known.column == field.column);
        if let Some(cell) = place.and_then(|place| values.get_mut(place)) {
            *cell = value.clone();
        }
    }
    line.charge = Charge { template_id: Some(id), ..Charge::from_values(&values)? };
    Ok(line)
}

/// How many orders have charges that some templates made, up to 10,000; those that made none are not among them.
pub fn uses(conn: &mut dyn Conn, org: i64, templates: &[Id]) -> Result<BTreeMap<Id, i64>, Refusal> {
    orders_naming(conn, org, ("template_id", ChargeTemplate::TABLE), templates)
}
