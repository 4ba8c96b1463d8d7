//! The table of agreements, and what its words mean.

use kernel::{Id, Scope};
use platform::document;
use platform::field::{Choice, Field};
use platform::when::When;
use trade::charge::Side;
use trade::terms::{BaseDate, DAYS_MAX, MONTHS_MAX, Method, Terms};

/// Its table.
pub const TABLE: &str = "agreement";

/// Being written.
pub const DRAFT: &str = "DRAFT";
/// Being decided about.
pub const APPROVING: &str = "APPROVING";
/// Agreed, and holds from a later day on.
pub const PENDING: &str = "PENDING";
/// In force.
pub const ACTIVE: &str = "ACTIVE";
/// Over by its last day.
pub const EXPIRED: &str = "EXPIRED";
/// Ended before its time.
pub const ENDED: &str = "ENDED";
/// A newer version is in force.
pub const REPLACED: &str = "REPLACED";
/// Withdrawn before it was in force.
pub const VOID: &str = "VOID";
/// States of an agreement.
pub const STATES: &[Choice] = &[
    Choice::new(DRAFT, "草稿", "Draft"),
    Choice::new(APPROVING, "审批中", "Being decided").tone("warning"),
    Choice::new(PENDING, "待生效", "Agreed").tone("info"),
    Choice::new(ACTIVE, "生效", "In force").tone("ready"),
    Choice::new(EXPIRED, "已到期", "Expired"),
    Choice::new(ENDED, "已终止", "Ended").tone("danger"),
    Choice::new(REPLACED, "已被替代", "Replaced"),
    Choice::new(VOID, "已作废", "Void"),
];
/// What was agreed holds on its days, whatever became of it since.
pub(crate) const AGREED: [&str; 5] = [PENDING, ACTIVE, EXPIRED, ENDED, REPLACED];

const RECEIVABLE: &str = "RECEIVABLE";
const PAYABLE: &str = "PAYABLE";
/// For income and for cost.
pub const BOTH: &str = "BOTH";
/// For which money an agreement is.
pub const SIDES: &[Choice] = &[
    Choice::new(RECEIVABLE, "应收", "Receivable").tone("info"),
    Choice::new(PAYABLE, "应付", "Payable").tone("warning"),
    Choice::new(BOTH, "双向", "Both"),
];

const MONTH_DAY: &str = "MONTH_DAY";
const MONTH_DAYS: &str = "MONTH_DAYS";
const HALF_MONTH: &str = "HALF_MONTH";
const WEEK: &str = "WEEK";
const TICKET: &str = "TICKET";
const CASH: &str = "CASH";
const PREPAID: &str = "PREPAID";
const ON_ARRIVAL: &str = "ON_ARRIVAL";
/// Ways to settle.
const METHODS: &[Choice] = &[
    Choice::new(MONTH_DAY, "月结（固定日）", "Monthly, on a day"),
    Choice::new(MONTH_DAYS, "月结（天数）", "Monthly, after days"),
    Choice::new(HALF_MONTH, "半月结", "Half-monthly"),
    Choice::new(WEEK, "周结", "Weekly"),
    Choice::new(TICKET, "票结", "Per shipment"),
    Choice::new(CASH, "现结", "Cash"),
    Choice::new(PREPAID, "预付", "In advance"),
    Choice::new(ON_ARRIVAL, "到付", "On arrival"),
];

const DEPARTURE: &str = "DEPARTURE";
/// What terms are counted from.
const BASE_DATES: &[Choice] = &[
    Choice::new(DEPARTURE, "离港日", "Departure date"),
    Choice::new("ARRIVAL", "到港日", "Arrival date"),
    Choice::new("ORDER", "订单日期", "Order date"),
    Choice::new("NOTE", "账单日期", "Bill date"),
    Choice::new("STATEMENT", "对账确认日", "Statement confirmation date"),
    Choice::new("INVOICE", "开票日期", "Invoice date"),
];

/// What is due on a day off is due on the next one that is worked.
const NEXT_DAY: &str = "NEXT";
/// What becomes of a day off.
const HOLIDAY_RULES: &[Choice] =
    &[Choice::new("NONE", "不顺延", "Stays"), Choice::new(NEXT_DAY, "顺延至下一工作日", "Next working day")];

/// Whose exchange rate counts.
const RATE_RULES: &[Choice] = &[
    Choice::new("ORDER", "订单日汇率", "Of the order date"),
    Choice::new("NOTE", "账单日汇率", "Of the bill date"),
    Choice::new("MONTH", "月固定汇率", "Fixed for the month"),
    Choice::new("PAYMENT", "付款日汇率", "Of the payment date"),
];
/// What stands on one bill.
const MERGES: &[Choice] = &[
    Choice::new("ORDER", "按票", "One for each order"),
    Choice::new("DAY", "按日", "One for each day"),
    Choice::new("MONTH", "按月", "One for each month"),
];
const LIMIT_SCOPES: &[Choice] = &[
    Choice::new("ALL", "全部业务", "All business"),
    Choice::new("OWN", "本协议业务", "Business under this agreement"),
];
const INVOICE_MODES: &[Choice] = &[
    Choice::new("FIRST", "先票后款", "Invoice before payment"),
    Choice::new("AFTER", "先款后票", "Payment before invoice"),
    Choice::new("NONE", "不开票", "No invoice"),
];

/// Greatest amount of a limit, in thousandths.
const AMOUNT_MAX: i64 = 999_999_999_999_000;
const GRACE_MAX: i64 = 180;
const BILL_DAY_MAX: i64 = 31;
const RENEWED_MAX: i64 = 36;

const SIDE: Field = Field::select(SIDES, "收付方向", "Side").column("side").required();
const METHOD: Field = Field::select(METHODS, "结算方式", "Settlement").column("settle_method").required();
const RENEWS: Field = Field::flag("自动续期", "Renews itself").column("auto_renew").initially("false");
const CODE: Field = Field::text("协议编号", "Agreement number").column("agreement_code").read_only().max(20);
const REPLACES: Field = Field::reference("agreement", "替代版本", "Replaces").column("replaces_id");
const REASON: Field = Field::text("终止原因", "Why ended").column("end_reason").required().read_only().max(200);

/// When the fields of credit are shown: customers owe.
pub const CREDIT: When = When::OneOf(&SIDE, &[RECEIVABLE, BOTH]);
const ON_A_DAY: When = When::Is(&METHOD, MONTH_DAY);
const AFTER_DAYS: When = When::OneOf(&METHOD, &[MONTH_DAYS, HALF_MONTH, WEEK, TICKET]);
const IS_MADE: When = When::Filled(&CODE);
const IS_VERSION: When = When::Filled(&REPLACES);
const IS_ENDED: When = When::Filled(&REASON);
const RENEWS_ITSELF: When = When::Is(&RENEWS, "true");

const fn money(zh: &'static str, en: &'static str) -> Field {
    Field::decimal(3, zh, en).digits(2).range(0, AMOUNT_MAX)
}

document! {
    /// One version of an agreement.
    pub struct Agreement in "agreement" {
        /// XY, year, month and number; versions share it.
        agreement_code: String = CODE.shown_when(&IS_MADE),
        /// From 1.
        version_no: i64 = Field::int("版本", "Version").read_only().initially("1").shown_when(&IS_MADE),
        /// State.
        state: String = Field::state(STATES, "状态", "State"),
        /// Name.
        agreement_name: String = Field::text("名称", "Name").required().max(60),
        /// With whom.
        coop_id: Id = Field::reference("coop", "往来单位", "Partner").required(),
        /// For income, cost or both.
        side: String = SIDE,
        /// Scopes, commas between.
        scopes: String = Field::text("业务范畴", "Scopes").read_only().max(30),
        /// Kind.
        agreement_type: String = Field::dictionary(9, "协议类型", "Kind").required().max(40),
        /// Who pays, where that is another one.
        payer_coop_id: Option<Id> = Field::reference("coop", "付款方", "Payer"),
        /// Whom of us is paid to.
        our_title_id: Option<Id> = Field::reference("agreementTitle", "我方抬头", "Our account"),
        /// Who looks after it.
        transactor_id: Option<Id> = Field::reference("user", "负责人", "Owner"),
        /// Day of signing.
        sign_date: String = Field::day("签订日期", "Signed on"),
        /// First day.
        valid_from: String = Field::day("生效日", "From").required(),
        /// Last day.
        valid_to: String = Field::day("到期日", "To").required(),
        /// Is renewed by itself.
        auto_renew: bool = RENEWS,
        /// For so many months.
        renew_months: Option<i64> =
            Field::int("续期月数", "Months").range(1, RENEWED_MAX).shown_when(&RENEWS_ITSELF).required_when(&RENEWS_ITSELF),
        /// How it settles.
        settle_method: String = METHOD,
        /// Months after that of the base date.
        param_n: Option<i64> =
            Field::int("账期月数", "Months of credit").range(0, MONTHS_MAX).shown_when(&ON_A_DAY).required_when(&ON_A_DAY),
        /// Day of that month.
        param_d: Option<i64> =
            Field::int("付款日", "Day of the month").range(1, 31).shown_when(&ON_A_DAY).required_when(&ON_A_DAY),
        /// Days after the end of the period, or after the base date.
        param_k: Option<i64> =
            Field::int("账期天数", "Days of credit").range(0, DAYS_MAX).shown_when(&AFTER_DAYS).required_when(&AFTER_DAYS),
        /// The terms in words.
        settle_text: String = Field::text("结算方式", "Terms").read_only().max(20).shown_when(&IS_MADE),
        /// What they are counted from.
        base_date: String = Field::select(BASE_DATES, "账期起算日", "Base date").required().initially("\"DEPARTURE\""),
        /// What becomes of a day off.
        holiday_rule: String = Field::select(HOLIDAY_RULES, "节假日", "Days off").required().initially("\"NONE\""),
        /// Currency it settles in.
        currency_code: String = Field::code("currency", "结算币种", "Currency").required().max(3).initially("\"CNY\""),
        /// Whose exchange rate counts.
        rate_rule: String = Field::select(RATE_RULES, "汇率", "Exchange rate"),
        /// Days without consequence.
        grace_days: i64 = Field::int("宽限天数", "Days of grace").required().range(0, GRACE_MAX).initially("0"),
        /// Late interest a day, in thousandths of what is open.
        interest_rate: Option<i64> = Field::decimal(2, "违约金率（每天）", "Late interest a day").unit("‰").range(0, 1_000),
        /// What is less is carried to the next period.
        min_bill: Option<i64> = money("起结金额", "Least bill"),
        /// Day of the month bills are made on; 0 by hand.
        bill_day: i64 = Field::int("出账日（0为手工）", "Bill day (0: by hand)").required().range(0, BILL_DAY_MAX)
            .initially("0"),
        /// What stands on one bill.
        merge_bill: String = Field::select(MERGES, "账单合并", "One bill for"),
        /// What may be owed; none: not limited.
        credit_limit: Option<i64> = money("信用额度（空为不控制）", "Credit limit (none: not limited)"),
        /// How far it may be passed.
        over_percent: Option<i64> = Field::decimal(2, "允许超额", "May be passed by").unit("%").range(0, 10_000),
        /// What counts against it.
        limit_scope: String = Field::select(LIMIT_SCOPES, "额度范围", "Counts against it"),
        /// What comes first.
        invoice_mode: String = Field::select(INVOICE_MODES, "开票方式", "Invoicing"),
        /// Kind of invoice.
        invoice_type: String = Field::dictionary(8, "发票类型", "Kind of invoice").max(20),
        /// Tax rate in place of the service items' own.
        tax_rate: String = Field::dictionary(61, "税率", "Tax rate").max(20),
        /// Receivable and payable may be set against each other.
        netting: bool = Field::flag("对冲", "Netting agreed").initially("false"),
        /// What was said about prices.
        price_note: String = Field::long("价格说明", "Prices").max(1_000),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(1_000),
        /// The version this one takes the place of.
        replaces_id: Option<Id> = REPLACES.fixed().shown_when(&IS_VERSION),
        /// Why it ended before its time.
        end_reason: String = REASON.shown_when(&IS_ENDED),
    }
}

impl Agreement {
    /// What was agreed about paying.
    pub fn terms(&self) -> Terms {
        Terms {
            method: self.method(),
            base: base_date_of(&self.base_date),
            next_working_day: self.holiday_rule == NEXT_DAY,
        }
    }

    fn method(&self) -> Method {
        let (months, day) = (self.param_n.unwrap_or_default(), self.param_d.unwrap_or_default());
        let days = self.param_k.unwrap_or_default();
        match self.settle_method.as_str() {
            MONTH_DAY => Method::MonthDay { months, day },
            MONTH_DAYS => Method::MonthDays(days),
            HALF_MONTH => Method::HalfMonth(days),
            WEEK => Method::Week(days),
            TICKET => Method::Ticket(days),
            PREPAID => Method::Prepaid,
            ON_ARRIVAL => Method::OnArrival,
            _ => Method::Cash,
        }
    }

    /// Whether it gives no credit at all, as what is paid at once or before.
    pub fn is_paid_at_once(&self) -> bool {
        matches!(self.settle_method.as_str(), CASH | PREPAID)
    }

    /// Whether each order is billed for itself.
    pub fn is_by_order(&self) -> bool {
        self.settle_method == TICKET
    }

    /// Whether it was agreed on, whatever became of it since.
    pub fn is_agreed(&self) -> bool {
        AGREED.contains(&self.state.as_str())
    }

    /// Whether it is for a scope.
    pub fn has_scope(&self, scope: Scope) -> bool {
        self.scope_codes().any(|code| code == scope.code())
    }

    /// Codes of its scopes.
    pub fn scope_codes(&self) -> impl Iterator<Item = &str> {
        self.scopes.split(',').filter(|code| !code.is_empty())
    }
}

/// A side as agreements store it.
pub const fn code_of(side: Side) -> &'static str {
    match side {
        Side::Receivable => RECEIVABLE,
        Side::Payable => PAYABLE,
    }
}

/// By its stored name.
fn base_date_of(stored: &str) -> BaseDate {
    match stored {
        "ARRIVAL" => BaseDate::Arrival,
        "ORDER" => BaseDate::Order,
        "NOTE" => BaseDate::Note,
        "STATEMENT" => BaseDate::Statement,
        "INVOICE" => BaseDate::Invoice,
        _ => BaseDate::Departure,
    }
}
