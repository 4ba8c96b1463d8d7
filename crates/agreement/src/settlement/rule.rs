//! 结算条款: what is settled under an agreement, how often, at what, and which orders it counts.

use kernel::Id;
use platform::document;
use platform::document::Rows;
use platform::field::{Choice, Field};
use platform::when::When;

use super::period::{Cycle, Month};
use crate::document::SIDES;

/// Its table.
pub const TABLE: &str = "settlement_rule";
/// Table of its tiers.
pub const TIERS: &str = "settlement_tier";

/// The same amount each period.
pub const FIXED: &str = "FIXED";
/// So much a unit.
pub const VOLUME: &str = "VOLUME";
/// By a scale.
pub const TIER: &str = "TIER";
/// A percent of what orders bring.
pub const SHARE: &str = "SHARE";
/// What is missing of a promised quantity.
pub const COMMIT: &str = "COMMIT";
/// Late interest.
pub const INTEREST: &str = "INTEREST";
/// Kinds of rules.
pub const KINDS: &[Choice] = &[
    Choice::new(FIXED, "固定费用", "Fixed fee"),
    Choice::new(VOLUME, "按量计费", "By volume"),
    Choice::new(TIER, "阶梯", "Tiers"),
    Choice::new(SHARE, "利润分成", "Profit share"),
    Choice::new(COMMIT, "保底", "Commitment"),
    Choice::new(INTEREST, "违约金", "Late interest"),
];

/// Chargeable weight.
pub const CHARGE_WEIGHT: &str = "CHARGE_WEIGHT";
/// Boxes of one type.
pub const BOX: &str = "BOX";
/// What orders bring.
pub const INCOME: &str = "INCOME";
/// What is left of it.
pub const PROFIT: &str = "PROFIT";
/// What orders are counted by.
pub const BASES: &[Choice] = &[
    Choice::new("ORDERS", "票", "Orders"),
    Choice::new("GROSS", "毛重", "Gross weight (KG)"),
    Choice::new(CHARGE_WEIGHT, "计费重量", "Chargeable weight (KG)"),
    Choice::new("CUBIC", "体积", "Volume (CBM)"),
    Choice::new("TONS", "计费吨", "Chargeable tons"),
    Choice::new("TEU", "标箱", "TEU"),
    Choice::new(BOX, "箱型", "Boxes of one type"),
    Choice::new("VEHICLE", "车", "Vehicles"),
    Choice::new(INCOME, "收入", "Income"),
    Choice::new(PROFIT, "毛利", "Profit"),
];

const ONCE: &str = "ONCE";
/// How often.
pub const CYCLES: &[Choice] = &[
    Choice::new("MONTH", "月", "Month"),
    Choice::new("QUARTER", "季", "Quarter"),
    Choice::new("HALF", "半年", "Half year"),
    Choice::new("YEAR", "年", "Year"),
    Choice::new(ONCE, "一次", "Once"),
];

/// Each slice at its own rate.
pub const SLICED: &str = "SLICED";
const FULL: &str = "FULL";
const SCALES: &[Choice] =
    &[Choice::new(FULL, "全额", "All at the tier reached"), Choice::new(SLICED, "分段", "Each slice at its own")];
/// The year to date, less what was billed of it.
pub const OF_YEAR: &str = "YEAR";
const CUMULATIVES: &[Choice] =
    &[Choice::new("PERIOD", "本期", "This period"), Choice::new(OF_YEAR, "年累计", "The year to date")];
/// Freight of customers less freight of suppliers.
pub const FREIGHT: &str = "FREIGHT";
const SHARE_BASES: &[Choice] = &[
    Choice::new(PROFIT, "毛利", "Profit"),
    Choice::new(INCOME, "收入", "Income"),
    Choice::new(FREIGHT, "运费差", "Freight difference"),
];
/// A loss counts as nothing.
pub const AS_NOUGHT: &str = "ZERO";
const NEGATIVES: &[Choice] = &[Choice::new("COUNT", "计入", "Counts"), Choice::new(AS_NOUGHT, "按0", "As nought")];
/// As an order of other business.
pub const AS_ORDER: &str = "ORDER";
/// How a confirmed bill becomes charges.
pub const POST_MODES: &[Choice] = &[
    Choice::new(AS_ORDER, "生成其他业务订单", "An order of other business"),
    Choice::new("SPREAD", "分摊到订单", "Spread over the orders"),
];

/// He is the customer.
pub const CUSTOMER: &str = "CUSTOMER";
/// He is paid for the order.
pub const SUPPLIER: &str = "SUPPLIER";
/// Its waybill comes from him.
pub const SOURCE: &str = "SOURCE";
/// He is the agent abroad.
pub const AGENT: &str = "AGENT";
/// What the partner is to the orders that count.
pub const ROLES: &[Choice] = &[
    Choice::new(CUSTOMER, "客户=本单位", "He is the customer"),
    Choice::new(SUPPLIER, "供应商=本单位", "He is a supplier"),
    Choice::new(SOURCE, "运单来源=本单位", "The waybill comes from him"),
    Choice::new(AGENT, "海外代理=本单位", "He is the agent abroad"),
];
/// By departure.
pub const DEPARTED: &str = "DEPARTURE";
/// By arrival.
pub const ARRIVED: &str = "ARRIVAL";
/// By the day finance locked it on.
pub const FINANCIAL: &str = "FINANCIAL";
const DATE_BASES: &[Choice] = &[
    Choice::new(DEPARTED, "离港日", "Departure date"),
    Choice::new(ARRIVED, "到港日", "Arrival date"),
    Choice::new("ORDER", "订单日期", "Order date"),
    Choice::new(FINANCIAL, "财务日期", "Financial date"),
];
/// Operations are done.
pub const FINISHED: &str = "FINISHED";
/// Income and cost are done.
pub const RECORDED: &str = "RECORDED";
const CONDITIONS: &[Choice] = &[
    Choice::new(FINISHED, "操作完成", "Operations are done"),
    Choice::new(RECORDED, "收入成本完成", "Income and cost are done"),
    Choice::new("LOCKED", "财务锁账", "Locked by finance"),
];

const KIND: Field = Field::select(KINDS, "条款类型", "Kind").column("rule_kind").required();
const COUNTED_BY: Field = Field::select(BASES, "计量", "Basis").column("basis");
const IS_FIXED: When = When::Is(&KIND, FIXED);
const IS_VOLUME: When = When::Is(&KIND, VOLUME);
const IS_TIER: When = When::Is(&KIND, TIER);
const IS_SHARE: When = When::Is(&KIND, SHARE);
const IS_COMMIT: When = When::Is(&KIND, COMMIT);
const IS_INTEREST: When = When::Is(&KIND, INTEREST);
const HAS_BASIS: When = When::OneOf(&KIND, &[VOLUME, TIER, COMMIT]);
const HAS_BOXES: When = When::All(&[HAS_BASIS, When::Is(&COUNTED_BY, BOX)]);
/// When orders are counted.
pub const COUNTS: When = When::OneOf(&KIND, &[VOLUME, TIER, SHARE, COMMIT]);
/// When there are tiers.
pub const TIERED: When = IS_TIER;

/// Greatest amount, price and quantity, in their smallest unit.
const MOST: i64 = 99_999_999_999_999;
const CODE: Field = Field::text("条款编号", "Rule").column("rule_code").read_only().max(30);
const IS_MADE: When = When::Filled(&CODE);

const fn money(zh: &'static str, en: &'static str) -> Field {
    Field::decimal(3, zh, en).digits(2).range(0, MOST)
}

const fn price(zh: &'static str, en: &'static str) -> Field {
    Field::decimal(4, zh, en).range(0, MOST)
}

document! {
    /// A rule.
    pub struct Rule in "settlement_rule" {
        /// Number of the agreement and a place.
        rule_code: String = CODE.shown_when(&IS_MADE),
        /// Name.
        rule_name: String = Field::text("条款名称", "Name").required().max(60),
        /// The agreement it was made under.
        agreement_id: Id = Field::reference("agreement", "协议", "Agreement").required().fixed(),
        /// Income or cost.
        side: String = Field::select(SIDES_OF_RULES, "收付方向", "Side").required(),
        /// Kind.
        rule_kind: String = KIND,
        /// What is charged.
        service_item_id: Id = Field::reference("agreementItem", "服务项目", "Service item").required(),
        /// How often.
        cycle: String = Field::select(CYCLES, "周期", "Cycle").required().initially("\"MONTH\""),
        /// From when on, a month.
        first_period: String = Field::text("首期（年-月）", "First period (year-month)").required().max(7),
        /// Currency.
        currency_code: String = Field::code("currency", "币种", "Currency").required().max(3).initially("\"CNY\""),
        /// Tax rate.
        tax_rate: String = Field::dictionary(61, "税率", "Tax rate").max(20),
        /// The least of a period.
        min_amount: Option<i64> = money("最低", "At least"),
        /// The most of a period.
        max_amount: Option<i64> = money("最高", "At most"),
        /// How it becomes charges.
        post_mode: String = Field::select(POST_MODES, "落账方式", "Posting").required().initially("\"ORDER\""),
        /// FIXED.
        fixed_amount: Option<i64> = money("金额", "Amount").shown_when(&IS_FIXED).required_when(&IS_FIXED),
        /// FIXED: part periods by days.
        by_days: bool = Field::flag("按天折算", "By days").initially("false").shown_when(&IS_FIXED),
        /// What orders are counted by.
        basis: String = COUNTED_BY.shown_when(&HAS_BASIS).required_when(&HAS_BASIS),
        /// Which boxes.
        container_type: String = Field::upper("箱型", "Box type").max(10).shown_when(&HAS_BOXES).required_when(&HAS_BOXES),
        /// VOLUME.
        unit_price: Option<i64> = price("单价", "Price").shown_when(&IS_VOLUME).required_when(&IS_VOLUME),
        /// TIER.
        tier_mode: String = Field::select(SCALES, "阶梯方式", "Scale").initially("\"FULL\"").shown_when(&IS_TIER)
            .required_when(&IS_TIER),
        /// TIER.
        cumulative: String = Field::select(CUMULATIVES, "累计", "Counts").initially("\"PERIOD\"").shown_when(&IS_TIER)
            .required_when(&IS_TIER),
        /// SHARE.
        percent: Option<i64> = Field::decimal(2, "比例", "Percent").unit("%").range(0, 10_000).shown_when(&IS_SHARE)
            .required_when(&IS_SHARE),
        /// SHARE.
        share_base: String = Field::select(SHARE_BASES, "分成基数", "Of").initially("\"PROFIT\"").shown_when(&IS_SHARE)
            .required_when(&IS_SHARE),
        /// SHARE.
        negative: String = Field::select(NEGATIVES, "负数", "A loss").initially("\"COUNT\"").shown_when(&IS_SHARE)
            .required_when(&IS_SHARE),
        /// COMMIT.
        committed: Option<i64> = Field::decimal(3, "保底数量", "Committed quantity").range(0, MOST).shown_when(&IS_COMMIT)
            .required_when(&IS_COMMIT),
        /// COMMIT.
        short_price: Option<i64> = price("不足单价", "Price of what is missing").shown_when(&IS_COMMIT)
            .required_when(&IS_COMMIT),
        /// COMMIT.
        excess_price: Option<i64> = price("超出单价", "Price of what is beyond").shown_when(&IS_COMMIT),
        /// INTEREST; none: the agreement's.
        interest_rate: Option<i64> = Field::decimal(2, "违约金率（每天，空为协议）", "Late interest a day (none: agreed)")
            .unit("‰").range(0, 1_000).shown_when(&IS_INTEREST),
        /// INTEREST; none: the agreement's.
        grace_days: Option<i64> = Field::int("宽限天数（空为协议）", "Days of grace (none: agreed)").range(0, 180)
            .shown_when(&IS_INTEREST),
        /// Scopes, commas between; none: those of the agreement.
        scopes: String = Field::text("业务范畴", "Scopes").read_only().max(30).shown_when(&COUNTS),
        /// Ports or countries.
        departures: String = Field::upper("始发港或国家（逗号分隔）", "From ports or countries").max(200).shown_when(&COUNTS),
        /// Ports or countries.
        arrivals: String = Field::upper("目的港或国家（逗号分隔）", "To ports or countries").max(200).shown_when(&COUNTS),
        /// What flights or vessels begin with.
        carriers: String = Field::upper("承运人（逗号分隔）", "Carriers").max(200).shown_when(&COUNTS),
        /// Kind of cargo.
        goods_type: String = Field::text("货物类型", "Cargo type").max(50).shown_when(&COUNTS),
        /// Product.
        business_product: String = Field::text("服务产品", "Product").max(50).shown_when(&COUNTS),
        /// What the partner is to an order.
        partner_role: String = Field::select(ROLES, "单位角色", "Partner's part").shown_when(&COUNTS).required_when(&COUNTS),
        /// By which day an order is of a period.
        date_basis: String = Field::select(DATE_BASES, "日期依据", "By the day of").initially("\"DEPARTURE\"")
            .shown_when(&COUNTS).required_when(&COUNTS),
        /// How far it must be.
        order_condition: String = Field::select(CONDITIONS, "计入条件", "Counts when").initially("\"LOCKED\"")
            .shown_when(&COUNTS).required_when(&COUNTS),
        /// In use.
        active: bool = Field::flag("启用", "In use").initially("true"),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(1_000),
    }
}

/// Income or cost, never both.
const SIDES_OF_RULES: &[Choice] = {
    let (sides, _) = SIDES.split_at(2);
    sides
};

/// Tiers of a rule, from the lowest on.
pub const TIER_ROWS: Rows = Rows {
    member: "tiers",
    title: ("阶梯", "Tiers"),
    behind: "price",
    table: TIERS,
    parent: "rule_id",
    fields: &[
        Field::decimal(3, "自（≥）", "From").column("from_value").required().range(0, MOST),
        price("单价", "Price").column("price"),
        Field::decimal(2, "比例%", "Percent").column("percent").range(0, 10_000),
    ],
    most: 20,
    sheet: false,
};

impl Rule {
    /// How often it settles.
    pub fn cycle(&self) -> Cycle {
        match self.cycle.as_str() {
            "QUARTER" => Cycle::Quarter,
            "HALF" => Cycle::Half,
            "YEAR" => Cycle::Year,
            ONCE => Cycle::Once,
            _ => Cycle::Month,
        }
    }

    /// Its first month.
    pub fn first(&self) -> Option<Month> {
        Month::parse(&self.first_period)
    }

    /// Whether it counts orders.
    pub fn counts_orders(&self) -> bool {
        matches!(self.rule_kind.as_str(), VOLUME | TIER | SHARE | COMMIT)
    }

    /// Whether what it counts is money, in the functional currency.
    pub fn is_of_money(&self) -> bool {
        match self.rule_kind.as_str() {
            SHARE | INTEREST => true,
            TIER => matches!(self.basis.as_str(), INCOME | PROFIT),
            _ => false,
        }
    }
}
