//! 费用报销 (css.md /css_expense_report). Staff claims expenses or is advanced money; the head of the department or the chain of
//! event 109 approves, finance audits, the cashier pays. What is written then is [`settle::expense`].

mod look;
mod moves;
mod print;
mod rules;

use platform::access::Access;
use platform::call::Call;
use platform::prelude::*;
use platform::registry::{Operation, Room};
use settle::expense::{
    APPROVED, AUDITED, CLAIM, COMPANY, DRAFT, KINDS, LINE, LOAN, MODES, OBJECT, PAID, RETURNED, STATES, SUBMITTED,
};
use settle::field::{made, text};
use settle::paper::{Size, print_on};
use settle::receipt::AMOUNT_MAX;

/// Its page.
pub(crate) const PATH: &str = "/css_expense_report";
const CODE: &str = "css_expense_report";
const BASE: &str = "/css/expenseReport";
const ADD: &str = "css-er-add";
const EDIT: &str = "css-er-edit";
const AUDIT: &str = "css-er-audit";
const PAY: &str = "css-er-pay";
const PRINT: &str = "css-er-print";
const FILE_BYTES_MAX: i64 = 20 * 1024 * 1024;
const LINES_MAX: usize = 100;
/// Dictionaries 报销费用类型 and 税率.
const EXPENSE_TYPES: u32 = 62;
const TAXES: u32 = 61;

const METHODS: &[Choice] = &[
    Choice::new("CASH", "现金", "Cash"),
    Choice::new("CHEQUE", "支票", "Cheque"),
    Choice::new("TRANSFER", "转账", "Transfer"),
];
/// States in which its applicant works on it.
const OPEN: &[&str] = &[DRAFT, RETURNED];

const WRONG_STATE: Msg = Msg::new(
    "expense.state",
    "报销单{state}，不能执行此操作",
    "An expense report that is {state} can't be treated like this.",
);
const NOT_OPEN: Msg =
    Msg::new("expense.edit", "报销单{state}，不能修改", "An expense report that is {state} can't be changed.");

const KIND: Field = Field::select(KINDS, "类型", "Type").column("kind").wire("type");
const MODE: Field = Field::select(MODES, "报销性质", "Paid to").column("mode").wire("expenseReportMode");
const OF_LOAN: Field = Field::reference("openLoan", "冲借款", "Against staff advance").column("loan_id").wire("loanId");
const IS_CLAIM: When = When::Is(&KIND, CLAIM);
const IS_LOAN: When = When::Is(&KIND, LOAN);
const TO_COMPANY: When = When::Is(&MODE, COMPANY);
const AGAINST_LOAN: When = When::All(&[IS_CLAIM, When::Filled(&OF_LOAN)]);

const fn amount(zh: &'static str, en: &'static str) -> Field {
    Field::decimal(3, zh, en).digits(2).range(1, AMOUNT_MAX)
}

document! {
    /// One report.
    pub struct ExpenseReport in "expense_report" {
        --- "main" ("报销单", "Expense report");
        /// Number.
        report_num: String = Field::text("报销单号", "Number").wire("expenseReportNum").read_only(),
        /// State.
        state: String = Field::state(STATES, "状态", "State").wire("expenseReportStatus").initially("\"DRAFT\"").read_only(),
        /// 报销 or 借款.
        kind: String = KIND.required().initially("\"EXPENSE\""),
        /// When.
        report_date: String = Field::day("报销日期", "Date").wire("expenseReportDate").required(),
        /// Department of the applicant.
        dept_id: Option<Id> = Field::reference("dept", "部门", "Department").read_only(),
        /// Whom it is paid to.
        mode: String = MODE.required().initially("\"PERSON\""),
        /// How.
        payment_method: String = Field::select(METHODS, "付款方式", "Paid by").required().initially("\"TRANSFER\""),
        /// The partner that is paid.
        coop_id: Option<Id> = Field::reference("coop", "收款单位", "Payee").shown_when(&TO_COMPANY).required_when(&TO_COMPANY),
        /// His bank account.
        coop_bank_id: Option<Id> = Field::reference("coopBank", "收款账户", "Payee's account").shown_when(&TO_COMPANY),
        /// What for; that of its lines, typed of a 借款.
        expenses_use: String = Field::text("费用用途", "Use").max(200).shown_when(&IS_LOAN).required_when(&IS_LOAN),
        /// Sum of its lines, typed of a 借款.
        amount: Option<i64> = amount("报销金额", "Amount").wire("expenseAmount").shown_when(&IS_LOAN).required_when(&IS_LOAN),
        /// The 借款 it is set against.
        loan_id: Option<Id> = OF_LOAN.shown_when(&IS_CLAIM),
        /// How much of that; all that is open where it is left empty.
        loan_used: Option<i64> = amount("冲借款金额", "Set against it").shown_when(&AGAINST_LOAN),
        /// What is left to pay.
        to_pay: i64 = Field::decimal(3, "应付金额", "To pay").digits(2).read_only(),
        /// Slips with it.
        attached: i64 = Field::int("附件张数", "Slips").wire("attachedDocument").range(0, 999).required().initially("0"),
        /// Remark.
        remark: String = Field::long("备注", "Remark").wire("expenseReportRemark").max(500),
        --- "course" ("审核与付款", "Audit and payment");
        /// 财务月度.
        financial_date: String = Field::day("财务月度", "Financial date").required().read_only(),
        /// What it is to be paid from.
        bank_account_id: Option<Id> = Field::reference("financialAccount?role=BANK,CASH,OTHER_PAYABLE", "银行科目", "Paid from").required().read_only(),
        /// Why it came back.
        return_reason: String = Field::text("退回原因", "Why returned").max(200).required().read_only(),
    }
}

const LINES: Rows = Rows {
    member: "lines",
    title: ("报销明细", "Lines"),
    behind: "main",
    table: LINE,
    parent: "report_id",
    fields: &[
        Field::dictionary(EXPENSE_TYPES, "费用类别", "Type").column("expense_type").required(),
        Field::day("日期", "Date").column("expense_date"),
        Field::text("用途", "Use").column("purpose").required().max(200),
        rules::AMOUNT,
        rules::TAX_RATE,
        rules::TAX,
        Field::text("发票号", "Invoice").column("invoice_num").max(40),
        rules::OF_ORDER,
    ],
    most: LINES_MAX,
    sheet: false,
};

const VIEWS: &[Choice] = &[Choice::new("MINE", "我的", "Mine"), Choice::new("TO_ME", "待我审批", "For my approval")];
const VIEW: Field = Field::select(VIEWS, "视图", "View").column("view");
const DEPT: Field = text("deptName", "name", "部门", "Department");
const APPLICANT: Field = text("creatorName", "name_cn", "申请人", "Applicant");
const APPROVER: Field = text("approvalDeptManagerName", "name_cn", "审批人", "Approved by");
const APPROVED_AT: Field =
    Field::instant("审批时间", "Approved at").column("approved_at").wire("approvalDeptManagerTime");
const IS_AUTO: Field = Field::flag("自动审批", "By itself").column("is_auto").wire("isAuto");
const CURRENT: Field = text("currentApprover", "approver", "当前审批人", "Approvers");
const AUDITOR: Field = text("approvalFinancialUserName", "name_cn", "审核人", "Audited by");
const AUDITED_AT: Field = Field::instant("审核时间", "Audited at").column("audited_at").wire("approvalFinancialTime");
const ACCOUNTS: Field = made("financialAccount", "费用科目", "Expense accounts");
const BANK_NAME: Field = text("bankFinancialAccount", "full_name", "银行科目", "Paid from");
const PAYER: Field = text("payerName", "name_cn", "付款人", "Paid by");
const PAID_AT: Field = Field::instant("付款时间", "Paid at").column("paid_at").wire("payerTime");
const REPAID: Field = Field::decimal(3, "已冲金额", "Set against").digits(2).column("repaid").wire("repaid");
const VOUCHER: Field = made("voucherNumber", "凭证号", "Voucher");
const VOUCHER_DATE: Field = Field::day("凭证日期", "Voucher date").column("voucher_date").wire("voucherDate");
const ACCOUNT: Field = made("account", "科目", "Account");
const CREATED: Field = Field::instant("创建时间", "Created").column("created_at").wire("createTime");

const fn person(alias: &'static str, column: &'static [(&'static str, &'static str)]) -> Join {
    Join { table: "app_user", alias, on: column, by_org: true }
}

const JOINS: &[Join] = &[
    Join { table: "dept", alias: "dept", on: &[("dept_id", "id")], by_org: true },
    Join { table: account::TABLE, alias: "bank", on: &[("bank_account_id", "id")], by_org: true },
    person("applicant", &[("created_by", "id")]),
    person("approver", &[("approved_by", "id")]),
    person("auditor", &[("audited_by", "id")]),
    person("payer", &[("paid_by", "id")]),
];

const COLUMNS: &[Column] = &[
    Column::own(ExpenseReport::REPORT_NUM).width(150).copy(),
    Column::own(ExpenseReport::STATE).width(90),
    Column::own(ExpenseReport::KIND).unsorted().width(70),
    Column::own(ExpenseReport::REPORT_DATE).width(110),
    Column::of("dept", DEPT).unsorted().width(110),
    Column::of("applicant", APPLICANT).unsorted().width(90),
    Column::own(ExpenseReport::MODE).unsorted().width(90),
    Column::own(ExpenseReport::PAYMENT_METHOD).unsorted().width(90),
    Column::own(ExpenseReport::EXPENSES_USE).unsorted().width(200),
    Column::own(ExpenseReport::AMOUNT).unsorted().width(120).sum(),
    Column::own(ExpenseReport::LOAN_USED).unsorted().width(110).behind(),
    Column::own(ExpenseReport::TO_PAY).unsorted().width(110).sum(),
    Column::own(REPAID).unsorted().width(110).behind(),
    Column::own(ExpenseReport::ATTACHED).unsorted().width(80),
    Column::own(ExpenseReport::REMARK).unsorted().width(160),
    Column::expr(look::approvers, CURRENT).unsorted().width(110),
    Column::of("approver", APPROVER).unsorted().width(90),
    Column::own(APPROVED_AT).unsorted().width(160),
    Column::own(IS_AUTO).unsorted().width(80),
    Column::of("auditor", AUDITOR).unsorted().width(90),
    Column::own(AUDITED_AT).unsorted().width(160),
    Column::own(ExpenseReport::FINANCIAL_DATE).width(110),
    Column::made(ACCOUNTS).unsorted().width(180),
    Column::of("bank", BANK_NAME).unsorted().width(180),
    Column::of("payer", PAYER).unsorted().width(90),
    Column::own(PAID_AT).unsorted().width(160),
    Column::made(VOUCHER).unsorted().width(90),
    Column::made(VOUCHER_DATE).unsorted().width(110),
    Column::own(CREATED).width(160),
];

const FILTERS: &[Filter] = &[
    Filter::new("view", Match::Own(look::of_view), VIEW),
    Filter::new("expenseReportNum", Match::Contains, ExpenseReport::REPORT_NUM),
    Filter::new("expenseReportStatus", Match::OneOf, ExpenseReport::STATE),
    Filter::new("expenseReportDate", Match::Range, ExpenseReport::REPORT_DATE),
    Filter::new("deptId", Match::Equals, ExpenseReport::DEPT_ID),
    Filter::new("applicant", Match::Contains, APPLICANT).columns(&[("applicant", "name_cn")]),
    Filter::new("type", Match::OneOf, ExpenseReport::KIND).more(),
    Filter::new("expenseReportMode", Match::OneOf, ExpenseReport::MODE).more(),
    Filter::new("financialDate", Match::Range, ExpenseReport::FINANCIAL_DATE).more(),
    Filter::new("account", Match::Own(look::of_account), ACCOUNT).more(),
    Filter::new("expenseAmount", Match::Range, ExpenseReport::AMOUNT).more(),
];

/// The page.
pub(crate) static PAGE: LazyLock<Page<ExpenseReport>> = LazyLock::new(|| done(decided(listed())));

fn listed() -> Page<ExpenseReport> {
    let door = (PATH, "/cssManager/finance", 10);
    let title = ("费用报销", "Expense reimbursement");
    Page::of("voucher.expense-report", title, door, ExpenseReport::REPORT_NUM)
        .calls(BASE, OBJECT)
        .one("报销单", "Expense report")
        .states(ExpenseReport::STATE, WRONG_STATE)
        .visible(look::visible)
        .joins(JOINS)
        .follows(&["approval_task", book::SOURCE])
        .columns(COLUMNS)
        .filters(FILTERS)
        .tabs("view")
        .fills(look::fill)
        .rows(LINES)
        .when(LINES.member, IS_CLAIM)
        .rules(rules::check)
        .remove_rule(rules::removed)
        .view_more(look::more)
        .tells(look::told)
        .action(Action::create(ADD))
        .action(Action::edit(EDIT).begins_in(OPEN).refused(NOT_OPEN))
}

fn decided(page: Page<ExpenseReport>) -> Page<ExpenseReport> {
    page.action(
        Action::moves("css-er-submit", ("提交", "Submit"), OPEN, SUBMITTED)
            .or(&[APPROVED])
            .confirms("确认提交？", "Submit it?")
            .for_many()
            .does(moves::submit)
            .rewrites(),
    )
    .action(
        Action::moves("css-er-withdraw", ("撤回", "Withdraw"), &[SUBMITTED], DRAFT)
            .confirms("确认撤回？", "Take it back?")
            .does(moves::withdraw)
            .rewrites(),
    )
    .action(
        Action::moves("css-er-approve", ("审批", "Approve"), &[SUBMITTED], APPROVED)
            .or(&[SUBMITTED])
            .asks(&[moves::COMMENT])
            .for_many()
            .level(Level::High)
            .does(moves::approve)
            .rewrites(),
    )
}

fn done(page: Page<ExpenseReport>) -> Page<ExpenseReport> {
    let audit = |verb: &str, zh: &'static str, en: &'static str| {
        Action::moves(AUDIT, (zh, en), &[APPROVED], AUDITED)
            .verb(verb)
            .asks(&moves::ASKED_OF_AUDIT)
            .level(Level::High)
            .does(moves::audit)
            .rewrites()
    };
    let pay = |verb: &str, zh: &'static str, en: &'static str| {
        Action::moves(PAY, (zh, en), &[AUDITED], PAID)
            .verb(verb)
            .asks(&moves::ASKED_OF_PAYMENT)
            .level(Level::High)
            .does(moves::pay)
            .rewrites()
    };
    page.action(audit("audit", "审核", "Audit").lines(moves::ACCOUNTS).first(moves::first_of_audit))
        .action(
            audit("batchAudit", "批量审核", "Audit several")
                .note(
                    "未选费用科目的明细按费用类别取科目",
                    "Lines take the account of their type where none is chosen.",
                )
                .for_many(),
        )
        .action(
            pay("pay", "付款", "Pay")
                .note("应付金额小于0时，由申请人还款", "Below 0 the applicant pays back.")
                .first(moves::first_of_payment),
        )
        .action(pay("batchPay", "批量付款", "Pay several").for_many())
        .action(
            Action::moves("css-er-return", ("退回", "Return"), &[SUBMITTED, APPROVED, AUDITED], RETURNED)
                .asks(&[moves::REASON])
                .danger()
                .for_many()
                .level(Level::High)
                .does(moves::give_back)
                .rewrites(),
        )
        .action(Action::row(EDIT, ("附件", "Files")).verb("files").first(look::files).files(
            "files",
            ("附件", "Files"),
            FILE_BYTES_MAX,
            false,
        ))
        .action(Action::remove("css-er-del").begins_in(OPEN))
        .action(Action::own(PRINT, ("打印", "Print")).for_many())
        .action(Action::export("css-er-export"))
}

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.page(&PAGE);
    room.effects.push(moves::EFFECT);
    room.setbacks.push(moves::SETBACK);
    room.selects.push(("openLoan", look::loans));
    room.operations.extend([
        Operation::post("print_expense_reports", &format!("{BASE}/paper"), Access::Code(PRINT), |call: &mut Call| {
            print_on(call, (&print::PAPER, Size::Half), print::papers)
        })
        .summary("Expense reports as a PDF"),
        Operation::get("get_expense_accounts", &format!("{BASE}/subject"), Access::Code(AUDIT), look::accounts)
            .summary("Accounts an audit names: of expenses, and what is paid from"),
    ]);
}
