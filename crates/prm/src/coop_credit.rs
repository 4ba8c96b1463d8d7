//! 信用控制. How much and how long each customer may owe, and what follows of it (catalogue prm.md 3). The figures are those of
//! [`credit`]; what is decided here is written beside them.

mod acts;
mod clock;
mod due_soon;
mod dunning;
mod look;
mod pass;
mod rules;
pub(crate) mod tell;

use domain::coop::visible_coop;
use platform::prelude::*;
use platform::registry::Room;

/// Its page.
pub(crate) const PATH: &str = "/prm_coop_credit";
const BASE: &str = "/prm/credit";
/// Who sees amounts.
pub(crate) const FINANCE: &str = "prm-coop-finance";
const RULE: &str = "prm-credit-rule";
const FILE_BYTES_MAX: i64 = 20 * 1024 * 1024;

document! {
    /// The credit of one partner, without its figures.
    pub struct CoopCredit in "coop_credit" {
        /// Its code.
        coop_code: String = Field::text("代码", "Code").read_only().max(20),
        /// Whose.
        coop_id: Option<Id> = Field::reference("coop", "客商", "Partner").read_only(),
        /// Its terms.
        settle_text: String = Field::text("结算方式", "Terms").read_only().max(20),
        /// Last day on the white list.
        white_until: String = Field::day("白名单到期", "White list until").read_only(),
        /// Why it stands on the black list.
        black_reason: String = Field::dictionary(14, "黑名单原因", "Why black-listed").read_only().max(40),
    }
}

const fn money(zh: &'static str, en: &'static str, column: &'static str, wire: &'static str) -> Field {
    Field::decimal(3, zh, en).digits(2).column(column).wire(wire)
}

const fn text(zh: &'static str, en: &'static str, column: &'static str) -> Field {
    Field::text(zh, en).column(column)
}

const COOP_NAME: Field = text("客商", "Partner", "coop_name");
const OWNER: Field = text("负责人", "Owner", "name_cn").wire("transactorName");
const SALES: Field = text("责任销售", "Sales", "name_cn").wire("salesName");
const MARK: Field = Field::state(crate::coop::MARKS, "名单", "List").column("list_mark");
const GRADES: &[Choice] = &[
    Choice::new("A", "A", "A").tone("ready"),
    Choice::new("B", "B", "B").tone("info"),
    Choice::new("C", "C", "C").tone("warning"),
    Choice::new("D", "D", "D").tone("danger"),
];
const GRADE: Field = Field::state(GRADES, "信用等级", "Grade").column("credit_level");
const USAGE: Field = Field::decimal(2, "使用率", "Usage").unit("%").column("usage_rate").wire("usage");
const OVERDUE_DAYS: Field = Field::int("最长逾期天数", "Days overdue").column("overdue_days");
const HAS_AGREEMENT: Field = Field::flag("有协议", "Has an agreement").column("has_agreement");
const TEMP_ACTIVE: Field = Field::flag("临时额度中", "Temporary limit").column("temp_active");
const UPDATED: Field = Field::instant("更新于", "Reckoned").column("computed_at").wire("updateTime");

const JOINS: &[Join] = &[
    Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true },
    Join { table: "app_user", alias: "owner", on: &[("coop.transactor_id", "id")], by_org: true },
    Join { table: "app_user", alias: "sales", on: &[("coop.sales_id", "id")], by_org: true },
];

const fn sum(field: Field) -> Column {
    Column::own(field).width(120).needs(FINANCE).sum()
}

const COLUMNS: &[Column] = &[
    Column::own(CoopCredit::COOP_CODE).width(90).link("/prm_coop_edit?coopId={coopId}"),
    Column::of("coop", COOP_NAME).unsorted().width(140),
    Column::own(CoopCredit::COOP_ID).unsorted().hidden(),
    Column::of("owner", OWNER).unsorted().width(90),
    Column::own(CoopCredit::SETTLE_TEXT).unsorted().width(100),
    Column::own(Field::int("等效账期", "Days of credit").column("equivalent_days")).unsorted().width(90),
    Column::own(money("基础额度", "Base limit", "base_limit", "baseLimit")).unsorted().width(120).needs(FINANCE),
    Column::own(money("临时额度", "Temporary limit", "temp_limit", "tempLimit")).unsorted().width(110).needs(FINANCE),
    Column::own(Field::day("至", "Until").column("temp_until")).unsorted().width(100),
    sum(money("有效额度", "Limit", "effective_limit", "effectiveLimit")).unsorted(),
    sum(money("已出账未收", "Billed and open", "billed_open", "billedOpen")).unsorted(),
    sum(money("未出账", "Unbilled", "unbilled", "unbilled")).unsorted(),
    sum(money("预收未用", "Paid in advance", "prepaid", "prepaid")).unsorted(),
    sum(money("占用", "Exposure", "exposure", "exposure")),
    sum(money("其中集团其他公司", "Of that other companies", "pooled", "groupExposure")).unsorted(),
    Column::own(text("共用额度公司", "Limit shared with", "pool_text").wire("sharedWith")).unsorted().width(150),
    sum(money("可用", "Headroom", "headroom", "headroom")).unsorted(),
    Column::own(USAGE).width(90).needs(FINANCE),
    sum(money("逾期金额", "Overdue", "overdue_amount", "overdueAmount")),
    Column::own(OVERDUE_DAYS).width(100),
    sum(money("未到期", "Not due", "not_due", "notDue")).unsorted(),
    Column::own(Field::decimal(2, "评分", "Score").column("score")).unsorted().width(80),
    Column::own(GRADE).unsorted().width(80),
    Column::own(money("建议额度", "Proposed limit", "proposed_limit", "proposedLimit"))
        .unsorted()
        .width(120)
        .needs(FINANCE),
    Column::of("coop", MARK).unsorted().width(90),
    Column::own(text("锁定业务", "Locked business", "lock_text")).unsorted().width(160),
    Column::own(Field::day("最近回款日", "Last receipt").column("last_receipt")).unsorted().width(100),
    Column::own(money("最近回款", "Amount of it", "last_receipt_amount", "lastReceiptAmount"))
        .unsorted()
        .width(120)
        .needs(FINANCE),
    Column::of("sales", SALES).unsorted().width(90).behind(),
    Column::own(CoopCredit::WHITE_UNTIL).unsorted().width(100).behind(),
    Column::own(UPDATED).unsorted().width(150),
];

const FILTERS: &[Filter] = &[
    Filter::new("coopName", Match::Contains, COOP_NAME).columns(&[("coop", "coop_name"), ("coop", "coop_code")]),
    Filter::new("transactorId", Match::Equals, Field::reference("user", "负责人", "Owner").column("transactor_id"))
        .columns(&[("coop", "transactor_id")]),
    Filter::new("salesId", Match::Equals, Field::reference("user", "责任销售", "Sales").column("sales_id"))
        .columns(&[("coop", "sales_id")]),
    Filter::new("creditLevel", Match::OneOf, GRADE).columns(&[("coop_credit", "credit_level")]),
    Filter::new("listMark", Match::OneOf, MARK).columns(&[("coop", "list_mark")]),
    Filter::new("lockStatus", Match::Own(look::locked), look::LOCK_STATUS),
    Filter::new("usage", Match::Own(look::used), look::USED).needs(FINANCE),
    Filter::new("overdueDays", Match::Own(look::overdue), look::OVERDUE),
    Filter::new("hasAgreement", Match::Bool, HAS_AGREEMENT).more(),
    Filter::new("tempActive", Match::Bool, TEMP_ACTIVE).more(),
    Filter::new("whiteUntil", Match::Range, CoopCredit::WHITE_UNTIL).more(),
];

/// The page.
pub static PAGE: LazyLock<Page<CoopCredit>> = LazyLock::new(|| ruled(acted(listed())));

fn listed() -> Page<CoopCredit> {
    Page::of(
        "prm.coop-credit",
        ("信用控制", "Credit control"),
        (PATH, "/prmManager/agreement", 30),
        CoopCredit::COOP_CODE,
    )
    .one("信用", "Credit")
    .calls(BASE, "coop_credit")
    .level(Level::High)
    .section(
        "main",
        ("信用", "Credit"),
        &[
            CoopCredit::COOP_CODE,
            CoopCredit::COOP_ID,
            CoopCredit::SETTLE_TEXT,
            CoopCredit::WHITE_UNTIL,
            CoopCredit::BLACK_REASON,
        ],
    )
    .visible(visible_coop)
    .joins(JOINS)
    .follows(&["coop_lock", "debit_note", "receipt"])
    .columns(COLUMNS)
    .filters(FILTERS)
    .sort("exposure,desc")
    .tells(look::told)
}

fn acted(page: Page<CoopCredit>) -> Page<CoopCredit> {
    page.action(
        Action::row("prm-coop-credit-edit", ("额度调整", "Change limit"))
            .verb("limit")
            .asks(acts::LIMIT_FIELDS)
            .files("files", ("附件", "Files"), FILE_BYTES_MAX, false)
            .first(acts::limit_first)
            .level(Level::High)
            .does(acts::limit)
            .rewrites(),
    )
    .action(
        Action::row("prm-credit-temp", ("临时额度", "Temporary limit"))
            .verb("temp")
            .asks(acts::TEMP_FIELDS)
            .level(Level::High)
            .does(acts::temp)
            .rewrites(),
    )
    .action(
        Action::row("prm-coop-black", ("黑名单", "Black list"))
            .verb("black")
            .asks(acts::BLACK_FIELDS)
            .note("在黑名单中的客商将申请移出", "A partner on the black list applies to leave it.")
            .files("blackFiles", ("附件", "Files"), FILE_BYTES_MAX, false)
            .danger()
            .level(Level::High)
            .does(acts::black)
            .rewrites(),
    )
    .action(
        Action::row("prm-coop-white", ("白名单", "White list"))
            .verb("white")
            .asks(acts::WHITE_FIELDS)
            .level(Level::High)
            .does(acts::white)
            .rewrites(),
    )
    .action(
        Action::row("prm-coop-lock", ("锁定", "Lock"))
            .verb("lock")
            .asks(acts::LOCK_FIELDS)
            .first(acts::scopes_first)
            .danger()
            .level(Level::High)
            .does(acts::lock)
            .rewrites(),
    )
    .action(
        Action::row("prm-coop-unlock", ("解锁", "Unlock"))
            .verb("unlock")
            .asks(acts::UNLOCK_FIELDS)
            .first(acts::scopes_first)
            .level(Level::High)
            .does(acts::unlock)
            .rewrites(),
    )
    .action(
        Action::row("prm-credit-recompute", ("重新计算", "Reckon anew"))
            .verb("recompute")
            .for_many()
            .does(acts::recompute)
            .rewrites(),
    )
    .action(
        Action::tool("prm-credit-recompute", ("全部重新计算", "Reckon all anew"), acts::recompute_all)
            .verb("recomputeAll"),
    )
    .action(
        Action::row("prm-credit-dun", ("发送催款函", "Send a dunning letter"))
            .verb("dunning")
            .asks(dunning::FIELDS)
            .first(dunning::first)
            .does(dunning::send)
            .rewrites(),
    )
    .action(Action::export("prm-credit-export"))
}

fn ruled(page: Page<CoopCredit>) -> Page<CoopCredit> {
    page.action(
        Action::tool(RULE, ("控制规则", "Rules"), rules::save)
            .verb("rule")
            .asks(&[rules::RESTORE])
            .lines(rules::CELLS)
            .level(Level::High)
            .first(rules::first)
            .note(
                "额度、评分与预警参数在企业配置的信用控制中设置",
                "Figures of credit are set under the company's settings.",
            ),
    )
    .action(
        Action::row(RULE, ("单位规则", "Rules of the partner"))
            .verb("coopRule")
            .asks(&[rules::RESTORE])
            .lines(rules::CELLS)
            .level(Level::High)
            .first(rules::first)
            .does(rules::save_own)
            .rewrites(),
    )
}

/// A log line that is about the company and no partner.
fn of_company(kind: &'static str) -> LogEntry {
    LogEntry { object_id: None, ..LogEntry::of(kind, Id(0), "", PATH) }
}

/// Adds the page, what the clock does, and what decisions do.
pub(crate) fn add(room: &mut Room) {
    room.page(&PAGE);
    room.settings.extend(credit::rule::SETTINGS);
    room.plans.extend(clock::PLANS);
    room.plans.push(due_soon::PLAN);
    room.messages.extend(tell::MESSAGES);
    room.messages.push(&due_soon::DUE_SOON);
    room.effects.extend(acts::EFFECTS);
    room.setbacks.extend(acts::SETBACKS);
    room.effects.extend(pass::effects());
    room.appliers.extend(pass::appliers());
}
