//! 付款申请 (css.md /css_payment_request). Money is asked for, decided about by event 108, and paid by the cashier.

mod asked;
mod file;
mod look;
mod moves;
mod pay;
mod seen;
mod write;

use charge::figure::TOO_FINE;
use charge::ledger::COST_VIEW;
use charge::rate;
use platform::access::Access;
use platform::call::Call;
use platform::prelude::*;
use platform::registry::{Operation, Room};
use platform::sea_query::Expr;
use settle::field::{own_money, text};
use settle::request::{CLOSED, DRAFT, PAID as PAID_UP, PART_PAID, PASSED, REJECTED, RUNNING, WITHDRAWN};
use settle::{paper, scope, ways};
use trade::charge::Money;

pub(crate) use asked::{is_decided, recount};
pub(crate) use file::of_own_order;
pub(crate) use look::approvers;
pub(crate) use moves::{EVENT, KIND as ABOUT_REQUEST};
pub(crate) use write::{ROWS, make_of_payments};

/// Its page.
pub(crate) const PATH: &str = "/css_payment_request";
const BASE: &str = "/css/paymentRequest";
/// What the log calls a request.
const OBJECT: &str = "payment_request";
const ADD: &str = "css-pr-add";
const PRINT: &str = "css-pr-print";
const BANK_FILE: &str = "css-pr-bank";
const BANK_EDIT: &str = "css-pr-bank-edit";
const FILE_BYTES_MAX: i64 = 20 * 1024 * 1024;
/// The dictionary 收付方式.
const METHODS: u32 = 63;

/// 对账付款.
const PAYMENT: &str = "PAYMENT";
/// 预付款.
const ADVANCE: &str = "ADVANCE";
/// 押金.
const DEPOSIT: &str = "DEPOSIT";
/// 退款.
const REFUND: &str = "REFUND";
/// 其他.
const OTHER: &str = "OTHER";
const KINDS: &[Choice] = &[
    Choice::new(PAYMENT, "对账付款", "Of payments"),
    Choice::new(ADVANCE, "预付款", "Advance"),
    Choice::new(DEPOSIT, "押金", "Deposit"),
    Choice::new(REFUND, "退款", "Refund"),
    Choice::new(OTHER, "其他", "Other"),
];
const URGENCIES: &[Choice] =
    &[Choice::new("NORMAL", "普通", "Normal"), Choice::new("URGENT", "加急", "Urgent").tone("danger")];
/// How far a request is.
pub(crate) const STATES: &[Choice] = &[
    Choice::new(DRAFT, "草稿", "Draft").tone("neutral"),
    Choice::new(RUNNING, "审批中", "Being decided").tone("warning"),
    Choice::new(REJECTED, "已驳回", "Rejected").tone("danger"),
    Choice::new(WITHDRAWN, "已撤回", "Withdrawn").tone("neutral"),
    Choice::new(PASSED, "待付款", "To be paid").tone("info"),
    Choice::new(PART_PAID, "部分付款", "Partly paid").tone("info"),
    Choice::new(PAID_UP, "已付款", "Paid").tone("done"),
    Choice::new(CLOSED, "已关闭", "Closed").tone("neutral"),
];
/// States in which it is edited and submitted.
const OPEN: &[&str] = &[DRAFT, REJECTED, WITHDRAWN];
/// States in which it is paid.
const PAYABLE: &[&str] = &[PASSED, PART_PAID];

const WRONG_STATE: Msg = Msg::new(
    "request.state",
    "付款申请{state}，不能执行此操作",
    "A payment request that is {state} can't be treated like this.",
);
const NOT_PASSED: Msg = Msg::new("request.not_passed", "付款申请未审批通过", "The payment request has not passed.");
const DECIDED_ABOUT: Msg = Msg::new("request.edit", "{state}，不能修改", "What is {state} can't be changed.");

const KIND: Field = Field::select(KINDS, "类型", "Type").column("kind").wire("type");
const IS_REFUND: When = When::Is(&KIND, REFUND);
const IS_OTHER: When = When::Is(&KIND, OTHER);
const IS_DEPOSIT: When = When::Is(&KIND, DEPOSIT);
const IS_PAYMENT: When = When::Is(&KIND, PAYMENT);
const IS_BEFORE: When = When::OneOf(&KIND, &[ADVANCE, DEPOSIT]);
const IS_TYPED: When = When::OneOf(&KIND, &[ADVANCE, DEPOSIT, OTHER]);
const HAS_AMOUNT: When = When::OneOf(&KIND, &[ADVANCE, DEPOSIT, REFUND, OTHER]);

document! {
    /// A request as its view shows it; its amounts are shown with its payments, to who may see them.
    pub struct PaymentRequest in "payment_request" {
        --- "main" ("付款申请", "Payment request");
        /// Number.
        request_num: String = Field::text("申请单号", "Number").read_only(),
        /// What is paid.
        kind: String = KIND.required().read_only(),
        /// Scope of its payments or its order.
        business_scope: String = Field::select(scope::CHOICES, "业务范畴", "Scope").read_only(),
        /// Who is paid.
        coop_id: Option<Id> = Field::reference("coop", "收款单位", "Payee").read_only(),
        /// Currency.
        currency_code: String = Field::code("currency", "币种", "Currency").wire("currency").shown_when(&IS_TYPED).read_only(),
        /// The order an advance or a deposit is for.
        order_id: Option<Id> = Field::reference("settledOrder", "订单", "Order").shown_when(&IS_BEFORE).read_only(),
        /// The receipt that goes back.
        receipt_id: Option<Id> = Field::reference("refundReceipt", "退款的收款", "Receipt to pay back").shown_when(&IS_REFUND).read_only(),
        /// The advance that goes back.
        advance_id: Option<Id> = Field::reference("refundAdvance", "退款的预收", "Advance to pay back").shown_when(&IS_REFUND).read_only(),
        /// What something else is paid for.
        account_id: Option<Id> = Field::reference("financialAccount?role=EXPENSE,OTHER_RECEIVABLE,OTHER_PAYABLE", "会计科目", "Account").shown_when(&IS_OTHER).read_only(),
        /// When it is to be paid.
        due_date: String = Field::day("要求付款日", "Due").required().read_only(),
        /// How much it presses.
        urgency: String = Field::select(URGENCIES, "紧急", "Urgency").required().initially("\"NORMAL\"").read_only(),
        /// How it is paid.
        payment_method: String = Field::dictionary(METHODS, "付款方式", "Method").required().read_only(),
        /// Account of the payee.
        coop_bank_id: Option<Id> = Field::reference("coopBank", "收款账户", "Payee's account").read_only(),
        /// Name of the account; typed where the payee is no partner.
        holder: String = Field::text("收款户名", "Account name").max(120).shown_when(&IS_OTHER).read_only(),
        /// Its bank.
        bank_name: String = Field::text("开户行", "Bank").max(120).shown_when(&IS_OTHER).read_only(),
        /// Its number.
        bank_number: String = Field::text("账号", "Account number").max(34).shown_when(&IS_OTHER).read_only(),
        /// Paid once the invoice came.
        needs_invoice: bool = Field::flag("票到付款", "Paid once invoiced").initially("false").shown_when(&IS_PAYMENT).read_only(),
        /// Containers a deposit is for.
        containers: String = Field::text("箱号", "Containers").max(500).shown_when(&IS_DEPOSIT).read_only(),
        /// When a deposit is to come back.
        return_date: String = Field::day("归还日期", "To come back on").shown_when(&IS_DEPOSIT).read_only(),
        /// Remark.
        remark: String = Field::long("付款申请备注", "Remark").max(500).wire("applyRemark").read_only(),
        /// State.
        state: String = Field::state(STATES, "状态", "State").initially("\"DRAFT\"").read_only(),
        /// Why what was left is given up.
        close_reason: String = Field::text("关闭原因", "Why closed").max(200).required().read_only(),
    }
}

const AMOUNT: Field = own_money("申请金额", "Amount", "amount", "amount");
const PAID: Field = own_money("已付金额", "Paid", "paid", "paid");
const UNPAID: Field = own_money("未付金额", "Not paid", "unpaid", "unpaid");
const PAYEE: Field = text("payee", "coop_name", "收款单位", "Payee");
const PAYMENTS: Field = text("payments", "payment_num", "对账单", "Payments");
const PAYMENT_NUM: Field = text("paymentNum", "payment_num", "对账单编号", "Payment");
const INVOICE_STATE: Field =
    Field::state(look::INVOICE_STATES, "收票", "Invoices").column("invoice_state").wire("invoiceState");
const APPROVER: Field = text("currentApprover", "approver", "当前审批人", "Approvers");
const APPLICANT: Field = text("applicant", "name_cn", "申请人", "Applicant");
const APPLIED: Field = Field::instant("申请时间", "Asked for").column("created_at").wire("applyTime");
const PAID_AT: Field = Field::instant("付款时间", "Paid at").column("paid_at").wire("payTime");
const WRITE_OFF_NUM: Field = text("writeoffNum", "write_off_num", "核销单号", "Write-offs");

/// What is typed of a request of any type beside its payments.
const ASKED: [Field; 19] = [
    PaymentRequest::KIND.typed(),
    PaymentRequest::COOP_ID.typed(),
    PaymentRequest::CURRENCY_CODE.typed(),
    Field { shown: Some(&HAS_AMOUNT), ..write::AMOUNT },
    PaymentRequest::ORDER_ID.typed(),
    PaymentRequest::RECEIPT_ID.typed(),
    PaymentRequest::ADVANCE_ID.typed(),
    PaymentRequest::ACCOUNT_ID.typed(),
    PaymentRequest::DUE_DATE.typed(),
    PaymentRequest::URGENCY.typed(),
    PaymentRequest::PAYMENT_METHOD.typed(),
    PaymentRequest::COOP_BANK_ID.typed(),
    PaymentRequest::HOLDER.typed(),
    PaymentRequest::BANK_NAME.typed(),
    PaymentRequest::BANK_NUMBER.typed(),
    PaymentRequest::NEEDS_INVOICE.typed(),
    PaymentRequest::CONTAINERS.typed(),
    PaymentRequest::RETURN_DATE.typed(),
    PaymentRequest::REMARK.typed(),
];
/// The same of a request that is made on the list of payments.
pub(crate) const ASKED_OF_PAYMENTS: [Field; 6] = [
    PaymentRequest::DUE_DATE.typed(),
    PaymentRequest::URGENCY.typed(),
    PaymentRequest::PAYMENT_METHOD.typed(),
    PaymentRequest::COOP_BANK_ID.typed(),
    Field { shown: None, ..PaymentRequest::NEEDS_INVOICE.typed() },
    PaymentRequest::REMARK.typed(),
];

const JOINS: &[Join] = &[
    Join { table: "coop", alias: "payee", on: &[("coop_id", "id")], by_org: true },
    Join { table: "app_user", alias: "applicant", on: &[("created_by", "id")], by_org: true },
];

const COLUMNS: &[Column] = &[
    Column::own(PaymentRequest::REQUEST_NUM).width(160).copy(),
    Column::own(PaymentRequest::KIND).unsorted().width(90),
    Column::own(PaymentRequest::STATE).unsorted().width(90),
    Column::of("payee", PAYEE).unsorted().width(150),
    Column::own(PaymentRequest::CURRENCY_CODE).unsorted().width(70),
    Column::own(AMOUNT).unsorted().width(130).needs(COST_VIEW),
    Column::own(PAID).unsorted().width(130).needs(COST_VIEW),
    Column::expr(unpaid, UNPAID).unsorted().width(130).needs(COST_VIEW),
    Column::own(PaymentRequest::DUE_DATE).width(110),
    Column::own(PaymentRequest::URGENCY).unsorted().width(70),
    Column::own(PaymentRequest::PAYMENT_METHOD).unsorted().width(90),
    Column::own(PaymentRequest::BANK_NAME).unsorted().width(160).needs(COST_VIEW),
    Column::own(PaymentRequest::BANK_NUMBER).unsorted().width(160).needs(COST_VIEW),
    Column::made(PAYMENTS).unsorted().width(160),
    Column::made(INVOICE_STATE).unsorted().width(90),
    Column::own(PaymentRequest::BUSINESS_SCOPE).unsorted().width(100).behind(),
    Column::own(PaymentRequest::REMARK).unsorted().width(160),
    Column::expr(look::approvers, APPROVER).unsorted().width(110),
    Column::of("applicant", APPLICANT).unsorted().width(90),
    Column::own(APPLIED).width(160),
    Column::own(PAID_AT).unsorted().width(160),
    Column::made(WRITE_OFF_NUM).unsorted().width(150),
];

const FILTERS: &[Filter] = &[
    Filter::new("requestNum", Match::Contains, PaymentRequest::REQUEST_NUM),
    Filter::new("type", Match::OneOf, PaymentRequest::KIND),
    Filter::new("businessScope", Match::OneOf, PaymentRequest::BUSINESS_SCOPE),
    Filter::new("payee", Match::Contains, PAYEE).columns(&[("payee", "coop_name"), ("payee", "coop_code")]),
    Filter::new("paymentNum", Match::Own(look::of_payment), PAYMENT_NUM).searched(ways::requests_of_payment),
    Filter::new("state", Match::OneOf, PaymentRequest::STATE),
    Filter::new("dueDate", Match::Range, PaymentRequest::DUE_DATE),
    Filter::new("currency", Match::OneOf, PaymentRequest::CURRENCY_CODE).more(),
    Filter::new("amount", Match::Range, AMOUNT).needs(COST_VIEW).more(),
    Filter::new("applicant", Match::Contains, APPLICANT).columns(&[("applicant", "name_cn")]).more(),
    Filter::new("applyTime", Match::Range, APPLIED).more(),
    Filter::new("approver", Match::Own(look::of_approver), APPROVER).more(),
];

/// The page.
pub(crate) static PAGE: LazyLock<Page<PaymentRequest>> = LazyLock::new(|| paid(acted(listed())));

fn listed() -> Page<PaymentRequest> {
    let door = (PATH, "/cssManager/cost", 20);
    Page::of("payable.payment-request", ("付款申请", "Payment requests"), door, PaymentRequest::REQUEST_NUM)
        .calls(BASE, OBJECT)
        .one("付款申请", "Payment request")
        .states(PaymentRequest::STATE, WRONG_STATE)
        .elsewhere(&[REJECTED])
        .visible(seen::visible)
        .joins(JOINS)
        .follows(&["write_off", "advance", "approval_task"])
        .columns(COLUMNS)
        .filters(FILTERS)
        .tabs("state")
        .fills(look::fill)
        .totals(look::totals)
        .view_more(look::more)
        .tells(look::told)
}

fn acted(page: Page<PaymentRequest>) -> Page<PaymentRequest> {
    page.action(
        Action::tool(ADD, ("新增", "New"), write::make)
            .verb("save")
            .asks(&ASKED)
            .lines(ROWS)
            .first_by(&[PaymentRequest::KIND.typed(), PaymentRequest::COOP_ID.typed()], write::first_of_new),
    )
    .action(
        Action::row(ADD, ("修改", "Edit"))
            .verb("update")
            .begins_in(OPEN)
            .refused(DECIDED_ABOUT)
            .asks(&ASKED)
            .lines(ROWS)
            .first(write::first_of_change)
            .does(write::change)
            .rewrites(),
    )
    .action(
        Action::moves("css-pr-submit", ("提交", "Submit"), OPEN, RUNNING)
            .or(&[PASSED])
            .confirms("确认提交？", "Submit it?")
            .for_many()
            .does(moves::submit)
            .rewrites(),
    )
    .action(
        Action::moves("css-pr-withdraw", ("撤回", "Withdraw"), &[RUNNING], WITHDRAWN)
            .confirms("确认撤回？", "Take it back?")
            .does(moves::withdraw)
            .rewrites(),
    )
}

fn paid(page: Page<PaymentRequest>) -> Page<PaymentRequest> {
    page.action(
        Action::moves("css-pr-pay", ("付款", "Pay"), PAYABLE, PAID_UP)
            .or(PAYABLE)
            .refused(NOT_PASSED)
            .asks(&pay::ASKED)
            .files("slips", ("付款水单", "Payment slips"), FILE_BYTES_MAX, false)
            .first(pay::first)
            .level(Level::High)
            .does(pay::one)
            .rewrites(),
    )
    .action(
        Action::moves("css-pr-batch-pay", ("批量付款", "Pay several"), PAYABLE, PAID_UP)
            .verb("batchPay")
            .or(PAYABLE)
            .refused(NOT_PASSED)
            .asks(&pay::ASKED_OF_MANY)
            .note("每个申请付清未付金额", "Each request is paid wholly.")
            .level(Level::High)
            .for_many()
            .does(pay::all_of_it)
            .rewrites(),
    )
    .action(
        Action::moves("css-pr-close", ("关闭", "Close"), PAYABLE, CLOSED)
            .asks(&[moves::REASON])
            .note("未付金额不再付款", "What is not paid is given up.")
            .danger()
            .level(Level::High)
            .does(moves::close)
            .rewrites(),
    )
    .action(
        Action::tool(BANK_EDIT, ("新增收款账户", "New payee's account"), crate::coop_bank::make)
            .verb("bank")
            .asks(&crate::coop_bank::ASKED)
            .note("新增的收款账户须由其他用户复核", "Another user reviews it."),
    )
    .action(
        Action::row(BANK_EDIT, ("复核收款账户", "Review payee's account"))
            .verb("reviewBank")
            .confirms("确认复核该申请的收款账户？", "Is the payee's account right?")
            .level(Level::High)
            .does(|tx, step: &mut Step<'_, PaymentRequest>| crate::coop_bank::review(tx, step.document.coop_bank_id)),
    )
    .action(Action::row(ADD, ("附件", "Files")).verb("files").files("files", ("附件", "Files"), FILE_BYTES_MAX, false))
    .action(Action::own(PRINT, ("打印", "Print")).for_many())
    .action(Action::export("css-pr-export"))
    .action(Action::own(BANK_FILE, ("导出网银文件", "File for the bank")).for_many())
}

fn unpaid() -> Expr {
    Expr::cust("payment_request.amount - payment_request.paid")
}

/// Finds an amount that is finer than its currency.
fn look_digits(findings: &mut Findings, at: impl Into<String>, (amount, code): (i64, &str)) -> Result<(), Refusal> {
    let currency = rate::currency_of(code)?;
    if Money::of_thousandths(amount, currency).is_err() {
        let said = [("currency", code), ("n", &currency.exponent().to_string())];
        findings.error(at, TOO_FINE.with(&said));
    }
    Ok(())
}

const PAPER: paper::Kind = paper::Kind {
    object: OBJECT,
    page: PATH,
    did: "打印",
    view: COST_VIEW,
    title: ("付款申请单", "PAYMENT REQUEST"),
    landscape: false,
};

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.page(&PAGE);
    room.orders_of.push(seen::ORDERS);
    room.effects.push(moves::EFFECT);
    room.setbacks.push(moves::SETBACK);
    room.selects.push(("openPayment", asked::offers));
    room.selects.push(("coopBank", crate::coop_bank::offers));
    room.selects.push(("refundReceipt", file::receipts));
    room.selects.push(("refundAdvance", file::advances));
    room.operations.extend([
        Operation::post("print_payment_requests", &format!("{BASE}/paper"), Access::Code(PRINT), |call: &mut Call| {
            paper::print(call, &PAPER, file::papers)
        })
        .summary("Payment requests as a PDF"),
        Operation::post("get_bank_file", &format!("{BASE}/bankFile"), Access::Code(BANK_FILE), file::bank_file)
            .summary("What is to be paid of requests that passed, as a workbook for the bank"),
    ]);
}
