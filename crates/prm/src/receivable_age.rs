//! 应收账龄. Who owes what, how old it is, and who asks for it (catalogue prm.md /prm_report_receivable_age): by partner, with
//! credit and what was promised. The arithmetic is [`credit::age`]'s.

mod clock;
mod detail;
mod dun;
mod rows;

use platform::access::Access;
use platform::list::{Asks, Button, Chart, ListPage, Report};
use platform::prelude::*;
use platform::registry::{Node, Operation, Room};

use crate::coop::Coop;
use crate::coop_agreement::FINANCE;

const PATH: &str = "/prm_report_receivable_age";
const CODE: &str = "prm_report_receivable_age";
const BASE: &str = "/prm/report/receivableAge";
const EXPORT: &str = "prm-age-export";
const DUN: &str = "prm-age-dun";
/// Its two lists.
const REPORT: &str = "prm.report-receivable-age.list";
const DETAIL: &str = "prm.report-receivable-age-detail.list";

const BY_DUE: &str = "DUE";
const BY_BASE: &str = "BASE";
const BY_NOTE: &str = "NOTE";
const BASES: &[Choice] = &[
    Choice::new(BY_DUE, "到期日", "Due day"),
    Choice::new(BY_BASE, "基准日", "Base date"),
    Choice::new(BY_NOTE, "账单日", "Day of the bill"),
];
const OF_COOP: &str = "COOP";
const OF_SALES: &str = "SALES";
const OF_DEPT: &str = "DEPT";
const OF_SCOPE: &str = "SCOPE";
const OF_CURRENCY: &str = "CURRENCY";
const GROUPS: &[Choice] = &[
    Choice::new(OF_COOP, "客户", "Customer"),
    Choice::new(OF_SALES, "销售", "Sales"),
    Choice::new(OF_DEPT, "部门", "Department"),
    Choice::new(OF_SCOPE, "业务范畴", "Scope"),
    Choice::new(OF_CURRENCY, "币种", "Currency"),
];

const fn text(zh: &'static str, en: &'static str, name: &'static str) -> Field {
    Field::text(zh, en).column(name)
}

const fn money(zh: &'static str, en: &'static str, name: &'static str) -> Field {
    Field::decimal(3, zh, en).digits(2).column(name)
}

const NAME: Field = text("客商", "Partner", "coop_name");
const SALES: Field = text("责任销售", "Sales", "sales_name");
const SCOPE: Field = Field::select(SCOPES, "业务范畴", "Scope").column("business_scope");
const CURRENCY: Field = Field::code("currency", "币种", "Currency").max(3).column("currency_code").wire("currency");
const PROMISE_STATE: Field = Field::state(credit::promise::STATES, "承诺", "Promise").column("promise_state");

/// A figure whose rows its cell opens.
const fn opens(field: Field, link: &'static str) -> Column {
    Column::made(field).width(120).needs(FINANCE).sum().link(link)
}

/// A figure that is no sum of rows.
const fn figure(field: Field, width: u16) -> Column {
    Column::made(field).width(width).needs(FINANCE)
}

/// A part of what is owed, left to the column settings.
const fn share(zh: &'static str, en: &'static str, name: &'static str) -> Column {
    figure(Field::decimal(2, zh, en).digits(2).unit("%").column(name), 100).behind()
}

const fn of_coop(field: Field, width: u16) -> Column {
    Column::made(field).width(width).only("group", &[OF_COOP])
}

/// The address of the rows of a figure.
macro_rules! rows_of {
    ($figure:literal) => {
        concat!("/prm_report_receivable_age_detail?figure=", $figure, "&{*within}")
    };
}

/// Their values are made in this order ([`rows`]).
const COLUMNS: &[Column] = &[
    of_coop(text("代码", "Code", "coop_code"), 90).link("/prm_coop_edit?coopId={coopId}"),
    of_coop(NAME, 150),
    Column::made(SALES).width(90).only("group", &[OF_COOP, OF_SALES]),
    Column::made(text("部门", "Department", "dept_name")).width(110).only("group", &[OF_DEPT]),
    Column::made(SCOPE).width(100).only("group", &[OF_SCOPE]),
    Column::made(CURRENCY).width(80).only("group", &[OF_CURRENCY]),
    of_coop(text("结算方式", "Terms", "settle_text"), 100),
    of_coop(money("授信额度", "Limit", "credit_limit"), 120).needs(FINANCE),
    opens(money("应收余额", "Receivable", "total"), rows_of!("total")),
    opens(money("未到期", "Not due", "not_due"), rows_of!("NOT_DUE")).only("basis", &[BY_DUE]),
    opens(money("1-30", "1-30", "part_1_to_30").wire("part1To30"), rows_of!("1-30")).only("basis", &[BY_DUE]),
    opens(money("0-30", "0-30", "part_0_to_30").wire("part0To30"), rows_of!("0-30")).only("basis", &[BY_BASE, BY_NOTE]),
    opens(money("31-60", "31-60", "part_31").wire("part31To60"), rows_of!("31-60")),
    opens(money("61-90", "61-90", "part_61").wire("part61To90"), rows_of!("61-90")),
    opens(money("91-180", "91-180", "part_91").wire("part91To180"), rows_of!("91-180")),
    opens(money("181-365", "181-365", "part_181").wire("part181To365"), rows_of!("181-365")),
    opens(money(">365", "> 365", "part_366").wire("partOver365"), rows_of!("%3E365")),
    opens(money("90天以上", "Over 90 days", "over90"), rows_of!("over90")),
    opens(money("逾期合计", "Overdue", "overdue"), rows_of!("overdue")),
    figure(Field::decimal(2, "逾期率", "Overdue rate").digits(2).unit("%").column("overdue_rate"), 90),
    figure(Field::int("最长逾期天数", "Most days overdue").column("max_days"), 100),
    opens(money("未出账", "Unbilled", "unbilled"), rows_of!("unbilled")),
    opens(money("预收未用", "Paid in advance", "prepaid"), rows_of!("prepaid")),
    opens(money("净额", "Net", "net"), rows_of!("net")),
    figure(Field::decimal(1, "周转天数", "Days outstanding").digits(1).column("dso"), 90),
    of_coop(Field::day("最近回款", "Last receipt").column("last_receipt"), 110),
    of_coop(Field::day("承诺回款日", "Promised for").column("promise_date"), 110),
    of_coop(PROMISE_STATE, 100),
    of_coop(Field::day("最近催收", "Last asked").column("last_dun"), 110),
    share("未到期占比", "Not due, %", "share_not_due").only("basis", &[BY_DUE]),
    share("30天内占比", "To 30 days, %", "share_30"),
    share("31-60占比", "31-60, %", "share_31"),
    share("61-90占比", "61-90, %", "share_61"),
    share("91-180占比", "91-180, %", "share_91"),
    share("181-365占比", "181-365, %", "share_181"),
    share(">365占比", "> 365, %", "share_366"),
    Column::made(text("单位", "Partner", "coop_id")).hidden().unsorted(),
    Column::made(text("可催收", "May be asked", "can_dun")).hidden().unsorted(),
    Column::made(text("条件", "Conditions", "within")).hidden().unsorted(),
];

const AS_OF: Field = Field::day("截止日期", "As of").column("as_of");
const BASIS: Field = Field::select(BASES, "账龄起算", "Counted from").column("basis");
const GROUP: Field = Field::select(GROUPS, "汇总方式", "Grouped by").column("group");
const MIN_AMOUNT: Field = money("应收余额不少于", "Receivable at least", "min_amount");

const fn user(name: &'static str, zh: &'static str, en: &'static str, column: &'static str) -> Filter {
    Filter::new(name, Match::Equals, Field::reference("user", zh, en).column(column))
}

const fn flag(name: &'static str, zh: &'static str, en: &'static str) -> Filter {
    Filter::new(name, Match::Parameter, Field::flag(zh, en).column(name))
}

/// What narrows partners, and what says how rows are made of them.
const ASKED: [Filter; 15] = [
    Filter::new("asOf", Match::Parameter, AS_OF),
    Filter::new("basis", Match::Parameter, BASIS).initially(BY_DUE),
    Filter::new("group", Match::Parameter, GROUP).initially(OF_COOP),
    Filter::new("coopName", Match::Contains, NAME).columns(&[("coop", "coop_name"), ("coop", "coop_code")]).one_mode(),
    Filter::new("businessScope", Match::Parameters, SCOPE),
    Filter::new("currency", Match::Parameter, CURRENCY),
    user("salesId", "责任销售", "Sales", "sales_id"),
    user("servicerId", "责任客服", "Customer service", "servicer_id").more(),
    user("transactorId", "负责人", "Owner", "transactor_id").more(),
    Filter::new("deptId", Match::Equals, Field::reference("dept", "部门", "Department").column("dept_id"))
        .columns(&[("owner", "dept_id")])
        .more(),
    Filter::new("coopLevel", Match::OneOf, Coop::COOP_LEVEL).more(),
    flag("includeUnbilled", "含未出账", "With unbilled").initially("false"),
    flag("includePrepaid", "扣预收", "Less paid in advance").initially("true"),
    flag("overdueOnly", "只看逾期", "Overdue only"),
    Filter::new("minAmount", Match::Parameter, MIN_AMOUNT).needs(FINANCE).more(),
];
/// Those that are asked of what groups come to, and say nothing of the rows of one.
const OF_LINES: &[&str] = &["overdueOnly", "minAmount"];

const JOINS: &[Join] = &[
    Join { table: "app_user", alias: "sales", on: &[("sales_id", "id")], by_org: true },
    Join { table: "app_user", alias: "owner", on: &[("transactor_id", "id")], by_org: true },
    Join { table: "dept", alias: "dept", on: &[("owner.dept_id", "id")], by_org: true },
    Join { table: "coop_credit", alias: "credit", on: &[("id", "id")], by_org: true },
];
const FOLLOWS: &[&str] = &["debit_note", "receipt", "advance", "write_off", "charge", credit::promise::TABLE];

static DUN_ASKS: LazyLock<Asks> = LazyLock::new(|| Asks {
    fields: dun::FIELDS.to_vec(),
    first: "/prm/follow/{id}/dun".to_owned(),
    note: ("每个客户3天内只能发送一次对账邮件", "A statement goes out to a customer once in three days."),
    ..Asks::default()
});
static BUTTONS: LazyLock<[Button; 2]> = LazyLock::new(|| {
    let dun = Button::new(DUN, ("催收", "Ask for payment"), "row", "ask").calls("POST /prm/follow/{id}/dun");
    [
        Button { asks: Some(&DUN_ASKS), ..dun.when("canDun", &["1"]) },
        Button::new(EXPORT, ("导出", "Export"), "toolbar", "export"),
    ]
});

fn report() -> ListPage {
    const CHART: Chart = Chart {
        label: &["coopName", "salesName", "deptName", "businessScope", "currency"],
        measures: &["total", "overdue", "over90", "net"],
        draws: &[],
    };
    ListPage {
        row_key: "coop_id",
        joins: JOINS,
        follows: FOLLOWS,
        columns: COLUMNS,
        filters: &ASKED,
        buttons: &*BUTTONS,
        sort: "total,desc",
        export: EXPORT,
        toned: "promiseState",
        report: Some(Report { chart: Some(CHART) }),
        beside: &[REPORT, DETAIL],
        behind: Some(&rows::AGES),
        ..ListPage::new(REPORT, PATH, ("应收账龄", "Receivable ageing by partner"), CODE, BASE, "coop")
    }
}

/// Adds the report, what is asked of customers, and what the clock does of their promises.
pub(crate) fn add(room: &mut Room) {
    room.nodes.push(Node::page(PATH, "/prmManager/bill", "应收账龄", "Receivable ageing by partner", 60));
    let buttons = [(EXPORT, "导出", "Export"), (DUN, "催收", "Ask for payment")];
    for (place, (code, zh, en)) in (1i64..).zip(buttons) {
        room.nodes.push(Node::button(code, CODE, zh, en, place * 10));
    }
    room.lists.extend([report(), detail::list()]);
    room.operations.extend([
        Operation::get("get_dun", "/prm/follow/{id}/dun", Access::Code(DUN), dun::first)
            .summary("What the dialog begins with when a customer is asked for payment"),
        Operation::post("add_dun", "/prm/follow/{id}/dun", Access::Code(DUN), dun::keep)
            .summary("Keeps what a customer said about what it owes, and sends the statement where that is wanted"),
    ]);
    room.plans.push(clock::PLAN);
    room.messages.push(&clock::BROKEN);
}
