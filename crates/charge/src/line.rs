//! Charge lines 费用 (catalogue css.md 1, /css_order_charge): their table, and how it names things.

use std::collections::BTreeMap;

use kernel::{Id, Msg};
use platform::document;
use platform::document::{Document, Rows};
use platform::field::{Choice, Field};
use platform::refusal::Refusal;
use platform::sea_query::{Expr, Order};
use platform::store::{Conn, Value, sql};
use platform::when::When;
use trade::charge::Side;
use trade::charge::basis::Basis;

use crate::terms::{BASIS, CARRY, CURRENCY, DIGITS, LEAST, MOST, TAX};

/// Its table.
pub const TABLE: &str = Charge::TABLE;
/// How many an order has at most (css.md 0.14).
pub const LINES_MAX: usize = 200;
/// The greatest amount, in thousandths: what a hundred thousand of them add up to still is a number.
pub const AMOUNT_MAX: i64 = 99_999_999_999_999;
/// It counts.
pub const NORMAL: &str = "NORMAL";
/// It waits for the word of who answers for the cost, and counts nowhere.
pub const PENDING: &str = "PENDING";
/// It was sent back to who entered it, and counts nowhere.
pub const RETURNED: &str = "RETURNED";
/// The least made the amount.
pub const LEAST_MADE: &str = "LEAST";
/// The most made the amount.
pub const MOST_MADE: &str = "MOST";
/// The amount was typed.
pub const TYPED: &str = "TYPED";
/// The next break of its card was cheaper.
pub const NEXT_BREAK: &str = "NEXT_BREAK";
/// The segments of its card made the amount.
pub const PROGRESSIVE: &str = "PROGRESSIVE";
/// States of a line.
pub const STATES: &[Choice] = &[
    Choice::new(NORMAL, "正常", "In force").tone("ready"),
    Choice::new(PENDING, "待确认", "To be confirmed").tone("warning"),
    Choice::new(RETURNED, "已退回", "Sent back").tone("danger"),
];

/// Where a line comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Typed.
    Manual,
    /// Of a template.
    Template,
    /// Rated by a card.
    Rated,
    /// Copied of another line or order.
    Copied,
    /// A share of a line of the order it was split from.
    Split,
    /// Entered as an incidental charge.
    Incidental,
    /// Written by the signing of a route.
    Signed,
    /// A share of an amount over several orders.
    Shared,
    /// Read from a file.
    Imported,
    /// An adjustment after the lock.
    Adjusted,
    /// The difference to a supplier's bill.
    Reconciled,
    /// Agreed on with a supplier, and entered by nobody before.
    Confirmed,
    /// Settled for a period under an agreement.
    Agreed,
}

impl Source {
    /// As it is stored.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Manual => "MANUAL",
            Self::Template => "TEMPLATE",
            Self::Rated => "RATED",
            Self::Copied => "COPIED",
            Self::Split => "SPLIT",
            Self::Incidental => "INCIDENTAL",
            Self::Signed => "SIGNED",
            Self::Shared => "SHARED",
            Self::Imported => "IMPORTED",
            Self::Adjusted => "ADJUSTED",
            Self::Reconciled => "RECONCILED",
            Self::Confirmed => "CONFIRMED",
            Self::Agreed => "AGREED",
        }
    }
}

/// The sources as choices of a field.
pub const SOURCES: &[Choice] = &[
    Choice::new(Source::Manual.code(), "手工", "Typed"),
    Choice::new(Source::Template.code(), "模板", "Template"),
    Choice::new(Source::Rated.code(), "计费", "Rated"),
    Choice::new(Source::Copied.code(), "复制", "Copied"),
    Choice::new(Source::Split.code(), "拆单", "Split"),
    Choice::new(Source::Incidental.code(), "杂费", "Incidental"),
    Choice::new(Source::Signed.code(), "签单", "Sign-off"),
    Choice::new(Source::Shared.code(), "分摊", "Shared"),
    Choice::new(Source::Imported.code(), "导入", "Imported"),
    Choice::new(Source::Adjusted.code(), "锁账调整", "Adjusted"),
    Choice::new(Source::Reconciled.code(), "对账调整", "Reconciled"),
    Choice::new(Source::Confirmed.code(), "成本确认", "Cost confirmation"),
    Choice::new(Source::Agreed.code(), "协议结算", "By agreement"),
];

const PRICE_MOST: i64 = 999_999_999_999;
const QUANTITY_MOST: i64 = 99_999_999_999;
const RATE_MOST: i64 = 999_999_000_000;
const OF_BOXES: When = When::Is(&BASIS_OF_LINE, "箱型");
const BASIS_OF_LINE: Field = BASIS.column("basis");
/// Money of any currency, in thousandths.
const fn money(zh: &'static str, en: &'static str) -> Field {
    Field::decimal(3, zh, en).digits(2).range(-AMOUNT_MAX, AMOUNT_MAX)
}

document! {
    /// One charge of an order.
    #[derive(Default)]
    pub struct Charge in "charge" {
        /// Service item.
        service_item_id: Option<Id> = Field::reference("serviceItem", "服务项目", "Service item").required(),
        /// Whom it is charged to, or owed to.
        coop_id: Option<Id> = Field::reference("coop", "往来单位", "Partner").required(),
        /// What its price is multiplied with.
        basis: String = BASIS,
        /// Of boxes, their type.
        container_type: String = Field::text("箱型", "Box type").max(20).required_when(&OF_BOXES),
        /// Currency of price and amount.
        currency_code: String = CURRENCY.wire("currency"),
        /// Price of one, or percent.
        price: Option<i64> =
            Field::decimal(4, "单价", "Price").wire("unitPrice").required().range(-PRICE_MOST, PRICE_MOST),
        /// How many.
        quantity: Option<i64> = Field::decimal(4, "数量", "Quantity").digits(3).range(-QUANTITY_MOST, QUANTITY_MOST),
        /// Amount, tax included.
        amount: Option<i64> = money("金额", "Amount"),
        /// Rate to the functional currency.
        exchange_rate: Option<i64> = Field::decimal(6, "汇率", "Rate").digits(4).range(1, RATE_MOST),
        /// Amount in the functional currency.
        functional: i64 = money("本币金额", "Functional amount").wire("functionalAmount").read_only(),
        /// Tax rate.
        tax_rate: String = TAX,
        /// Amount without tax.
        not_tax: i64 = money("无税金额", "Without tax").wire("amountNotTax").read_only(),
        /// Tax.
        tax: i64 = money("税额", "Tax").wire("amountTax").read_only(),
        /// Functional amount without tax.
        functional_not_tax: i64 = money("本币无税", "Functional, without tax").read_only(),
        /// Its tax.
        functional_tax: i64 = money("本币税额", "Functional tax").read_only(),
        /// Printed on the bill.
        note: String = Field::text("备注", "Note").max(200),
        /// The least it comes to.
        amount_min: Option<i64> = LEAST,
        /// The most it comes to.
        amount_max: Option<i64> = MOST,
        /// Digits of its amount.
        digits: Option<i64> = DIGITS,
        /// How it is rounded.
        carry: String = CARRY,
        /// For the company alone.
        inner_note: String = Field::text("内部备注", "Internal note").max(200),
        /// The quantity does not follow the order.
        quantity_typed: bool = Field::flag("数量手工", "Typed quantity"),
        /// The amount does not follow price and quantity.
        amount_fixed: bool = Field::flag("金额手工", "Typed amount"),
        /// The rate does not follow the table.
        rate_typed: bool = Field::flag("汇率手工", "Typed rate"),
        /// The limit that made the amount.
        cut: String = Field::text("限额", "Limit").read_only(),
        /// What else made it.
        tag: String = Field::text("标记", "Mark").read_only(),
        /// Where it comes from.
        source: String = Field::select(SOURCES, "来源", "Source").read_only(),
        /// State.
        state: String = Field::state(STATES, "状态", "State"),
        /// The card it was rated by.
        card_id: Option<Id> = Field::reference("rateCard", "价目", "Rate card").read_only(),
        /// The template that made it.
        template_id: Option<Id> = Field::reference("chargeTemplate", "费用模板", "Charge template").read_only(),
        /// The day it counts on since it was locked.
        financial_date: String = Field::day("财务日期", "Financial date").read_only(),
        /// Number of an adjustment.
        adjust_no: String = Field::text("调整编号", "Adjustment").wire("adjustNum").read_only(),
        /// The line an adjustment corrects.
        corrects_id: Option<Id> = Field::reference("charge", "对应费用", "Corrects").read_only(),
        /// Why it was adjusted or sent back.
        reason: String = Field::text("原因", "Reason").read_only(),
        /// Of a cost that passes money on, the income line it is passed on by; of the same order and item.
        linked_charge_id: Option<Id> = Field::reference("linkedCharge", "代收代付", "Passed on by"),
        /// Of income, the debit note it stands on.
        debit_note_id: Option<Id> = Field::reference("debitNote", "账单", "Debit note").read_only(),
        /// Of a cost, what payments have taken of its amount.
        reconciled: i64 = money("已对账", "Reconciled").read_only(),
        /// Of a cost, its supplier and the company agreed on it.
        cost_confirmed: bool = Field::flag("成本已确认", "Cost confirmed").read_only(),
        /// Of a cost that was sent back, why: until it is changed.
        cost_rejected: String = Field::text("成本退回原因", "Why the cost was sent back").read_only(),
    }
}

/// What both grids of the page show, in their order.
const SHEET: &[Field] = &[
    Charge::SERVICE_ITEM_ID,
    Charge::COOP_ID,
    Charge::BASIS,
    Charge::CONTAINER_TYPE,
    Charge::CURRENCY_CODE,
    Charge::PRICE,
    Charge::QUANTITY,
    Charge::AMOUNT,
    Charge::EXCHANGE_RATE,
    Charge::FUNCTIONAL,
    Charge::TAX_RATE,
    Charge::NOT_TAX,
    Charge::TAX,
    Charge::NOTE,
    Charge::AMOUNT_MIN,
    Charge::AMOUNT_MAX,
    Charge::DIGITS,
    Charge::CARRY,
    Charge::INNER_NOTE,
    Charge::SOURCE,
    Charge::FINANCIAL_DATE,
];
/// The number of the debit note that income stands on.
pub const NOTE_NUM: Field =
    Field::text("账单编号", "Debit note").column("debit_note_num").wire("debitNoteName").read_only();
/// What the grid of the income shows: income stands on a debit note.
const INCOME_SHEET: &[Field] = &{
    let mut all = [NOTE_NUM; SHEET.len() + 1];
    all.split_at_mut(SHEET.len()).0.copy_from_slice(SHEET);
    all
};
/// What the grid of the cost shows: money is passed on by a cost.
pub const COST_SHEET: &[Field] = &{
    let mut all = [Charge::LINKED_CHARGE_ID; SHEET.len() + 1];
    all.split_at_mut(SHEET.len()).0.copy_from_slice(SHEET);
    all
};

const fn grid(member: &'static str, title: (&'static str, &'static str), fields: &'static [Field]) -> Rows {
    Rows { member, title, behind: "", table: TABLE, parent: "order_id", fields, most: LINES_MAX, sheet: true }
}

/// Both grids of the page.
pub const GRIDS: &[Rows] =
    &[grid("income", ("应收", "Receivable"), INCOME_SHEET), grid("cost", ("应付", "Payable"), COST_SHEET)];
/// There is no service item.
pub const NO_ITEM: Msg = Msg::new("charge.item", "第{n}行：请选择服务项目", "Line {n}: choose a service item.");

/// Finance locked the order of a line.
pub const LOCKED: Msg = Msg::new(
    "charge.locked",
    "订单已财务锁账，费用不可修改",
    "Finance locked the order; its charges can't be changed.",
);
/// It stands on a debit note.
pub const BILLED: Msg =
    Msg::new("charge.billed", "费用已制账单，不能修改", "The charge stands on a debit note and can't be changed.");
/// A payment took something of it.
pub const RECONCILED: Msg =
    Msg::new("charge.reconciled", "费用已对账，不能修改", "The charge is in a payment and can't be changed.");
/// Its supplier and the company agreed on it.
pub const CONFIRMED: Msg =
    Msg::new("charge.confirmed", "费用已成本确认，不能修改", "The cost is confirmed and can't be changed.");
const KEPT_LOCKED: Msg = Msg::new("charge.held", "费用已锁账，不能删除", "The charge is locked and can't be deleted.");
const KEPT_BILLED: Msg =
    Msg::new("charge.kept_billed", "费用已制账单，不能删除", "The charge stands on a debit note and can't be deleted.");
const KEPT_RECONCILED: Msg =
    Msg::new("charge.kept_reconciled", "费用已对账，不能删除", "The charge is in a payment and can't be deleted.");
const KEPT_CONFIRMED: Msg =
    Msg::new("charge.kept_confirmed", "费用已成本确认，不能删除", "The cost is confirmed and can't be deleted.");

/// The name of a side in the table.
pub const fn code_of(side: Side) -> &'static str {
    match side {
        Side::Receivable => "RECEIVABLE",
        Side::Payable => "PAYABLE",
    }
}

/// The member of a side in calls.
pub const fn member_of(side: Side) -> &'static str {
    match side {
        Side::Receivable => "income",
        Side::Payable => "cost",
    }
}

/// A line with what the table knows of it.
#[derive(Debug, Clone)]
pub struct Line {
    /// Id; none of a line that is not saved.
    pub id: Option<Id>,
    /// Income or cost.
    pub side: Side,
    /// What it says.
    pub charge: Charge,
    /// Who entered it.
    pub created_by: Option<Id>,
    /// When, in milliseconds.
    pub created_at: Option<i64>,
    /// Its place among the lines of the order, as it is stored; none of a line that is not saved.
    pub place: i64,
    /// Its rate is that of the table now, in place of the one it has.
    pub refreshed: bool,
    /// Its quantity is made anew of the order: of a new line, and of one whose basis changed. Otherwise it follows the order
    /// when its user was asked.
    pub derives: bool,
}

impl Line {
    /// A line that is entered.
    pub fn new(side: Side, source: Source) -> Self {
        let charge = Charge { source: source.code().to_owned(), state: NORMAL.to_owned(), ..Charge::default() };
        let (id, created_by, created_at) = (None, None, None);
        Self { id, side, charge, created_by, created_at, place: 0, refreshed: false, derives: true }
    }

    /// Whether it counts.
    pub fn counts(&self) -> bool {
        self.charge.state == NORMAL
    }

    /// Whether its figures stand: it is held, or counts nowhere.
    pub fn stands(&self) -> bool {
        self.is_held() || !self.counts()
    }

    /// Whether it is a percentage of other lines.
    pub fn is_percentage(&self) -> bool {
        Basis::named(&self.charge.basis) == Basis::Percent
    }

    /// Whether it counts on a day: it was locked, or is an adjustment.
    pub fn is_dated(&self) -> bool {
        !self.charge.financial_date.is_empty()
    }

    /// Whether it stands on a debit note.
    pub fn is_billed(&self) -> bool {
        self.charge.debit_note_id.is_some()
    }

    /// Whether payments have taken something of it.
    pub fn is_reconciled(&self) -> bool {
        self.charge.reconciled != 0
    }

    /// Whether its supplier and the company agreed on it (prm.md /prm_cost_confirmation).
    pub fn is_confirmed(&self) -> bool {
        self.charge.cost_confirmed
    }

    /// Whether it is held: by its lock, as an adjustment, by a debit note, by a payment, or as confirmed (css.md 0.16).
    pub fn is_held(&self) -> bool {
        self.is_dated() || self.is_billed() || self.is_reconciled() || self.is_confirmed()
    }

    /// Why it can't be changed; none of one that is not held.
    pub fn held_by(&self) -> Option<Msg> {
        let whys = [
            (self.is_dated(), LOCKED),
            (self.is_billed(), BILLED),
            (self.is_reconciled(), RECONCILED),
            (self.is_confirmed(), CONFIRMED),
        ];
        whys.into_iter().find_map(|(holds, why)| holds.then_some(why))
    }

    /// Why even an adjustment, which may be taken back, can't be removed: it went on to a debit note or a payment, or is
    /// confirmed.
    pub fn billed_or_taken(&self) -> Option<Msg> {
        let whys = [
            (self.is_billed(), KEPT_BILLED),
            (self.is_reconciled(), KEPT_RECONCILED),
            (self.is_confirmed(), KEPT_CONFIRMED),
        ];
        whys.into_iter().find_map(|(holds, why)| holds.then_some(why))
    }

    /// Why it can't be removed; none of one that is not held.
    pub fn kept_by(&self) -> Option<Msg> {
        self.is_dated().then_some(KEPT_LOCKED).or_else(|| self.billed_or_taken())
    }
}

/// The lines of some orders, by order, side and place; those of every state.
pub fn of_orders(conn: &mut dyn Conn, org: i64, orders: &[Id]) -> Result<Vec<(Id, Line)>, Refusal> {
    lines_where(conn, org, "order_id", orders)
}

/// Lines by their ids, each with its order; those of every state.
pub fn by_id(conn: &mut dyn Conn, org: i64, ids: &[Id]) -> Result<Vec<(Id, Line)>, Refusal> {
    lines_where(conn, org, "id", ids)
}

fn lines_where(conn: &mut dyn Conn, org: i64, column: &'static str, ids: &[Id]) -> Result<Vec<(Id, Line)>, Refusal> {
    const HEAD: usize = 6;
    let mut select = sql::from(org, TABLE);
    select
        .columns(["order_id", "id", "kind", "created_by", "created_at", "line"])
        .columns(Charge::FIELDS.iter().map(|field| field.column))
        .and_where(sql::is_in(sql::col(column), ids.iter().copied()))
        .order_by("order_id", Order::Asc)
        .order_by("kind", Order::Desc)
        .order_by("line", Order::Asc)
        .order_by("id", Order::Asc);
    let read = |row: platform::store::Row| {
        let side = crate::card::side_of(&row.get::<String>(2)?);
        let charge = Charge::from_values(row.0.get(HEAD..).unwrap_or_default())?;
        let (id, created_by, created_at) = (Some(row.get(1)?), row.get(3)?, row.get(4)?);
        let place = row.get(5)?;
        let line = Line { id, side, charge, created_by, created_at, place, refreshed: false, derives: false };
        Ok((row.get(0)?, line))
    };
    conn.query(&select.into())?.into_iter().map(read).collect()
}

/// The lines of one order.
pub fn of_order(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Vec<Line>, Refusal> {
    Ok(of_orders(conn, org, &[order])?.into_iter().map(|(_, line)| line).collect())
}

/// How many orders have charges that name some rows of a table by a column, up to 10,000 of each; rows that none names are
/// not among them. An index begins with the column, and holds the order.
pub(crate) fn orders_naming(
    conn: &mut dyn Conn,
    org: i64,
    (column, table): (&'static str, &'static str),
    ids: &[Id],
) -> Result<BTreeMap<Id, i64>, Refusal> {
    let mut select = sql::from(org, table);
    select
        .column("id")
        .expr(Expr::cust(format!(
            "(SELECT COUNT(*) FROM (SELECT DISTINCT c.order_id FROM charge c WHERE c.org_id = {table}.org_id \
             AND c.{column} = {table}.id LIMIT 10000) AS used)",
        )))
        .and_where(sql::is_in(sql::col("id"), ids.iter().copied()));
    let counts = conn
        .query(&select.into())?
        .iter()
        .map(|row| Ok((row.get(0)?, row.get(1)?)))
        .collect::<Result<Vec<_>, Refusal>>()?;
    Ok(counts.into_iter().filter(|(_, count)| *count > 0).collect())
}

/// Columns and values of a line as a statement wants them.
pub fn cells(line: &Line) -> Vec<(&'static str, Value)> {
    Charge::FIELDS.iter().map(|field| field.column).zip(line.charge.values()).collect()
}
